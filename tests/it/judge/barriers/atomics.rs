//! Invariants: `atomic` blocks between barriers, barriers that open an invariant, and two blocks that
//! share one.

use super::{Make, clauses};

/// Threads count in `atomic` blocks.
pub fn counter(make: &mut Make) -> String {
    let amount = make.or_slip("write", &["1\\2", "3\\4"]);
    let rest = make.or_slip("true", &["Perm(x, 1\\(4 * n))", "Perm(x, 1\\n)"]);
    let relation = make.one_of(&["x >= 0", "x >= k", "x >= y && y >= 0", "x % 2 == 0", "true"]);
    let mut invariant = format!("Perm(x, {amount}) ** Perm(y, write)");
    if make.slip() {
        invariant = format!("Perm(x, {amount})");
    }
    let step = |make: &mut Make| match relation {
        "x % 2 == 0" => make.or_slip("x = x + 2;", &["x = x + 1;", "x = t;", "x = x * 3;"]),
        "x >= y && y >= 0" => make.or_slip(
            "x = x + 1;",
            &[
                "y = y + 1;",
                "x = x - 1;",
                "x = y;",
                "y = 0;",
                "x = x + 2; y = y + 1;",
            ],
        ),
        "x >= k" => make.or_slip(
            "x = x + 1;",
            &["x = k;", "x = x - 1;", "x = 0;", "x = k + t;"],
        ),
        _ => make.or_slip("x = x + 1;", &["x = t;", "x = x - 1;", "x = 0;", "y = x;"]),
    };
    let mut body = Vec::new();
    body.push("int v = 0;".to_owned());
    for _ in 0..make.number(1, 3) {
        let work = step(make);
        let read = make.one_of(&["", "v = x; ", "v = y; ", "assert x >= 0; "]);
        let inside = format!("atomic(inv) {{ {read}{work} }}");
        let guard = make.one_of(&["", "", "if (t == 0) ", "if (k > 0) ", "if (v > 0) "]);
        body.push(format!("{guard}{{ {inside} }}"));
        match make.number(0, 4) {
            0 => {
                let fact = make.or_slip("true", &["v >= 0", "v == 0", "x >= 0"]);
                body.push(format!("barrier(T) {{ context {rest}; ensures {fact}; }}"));
            }
            1 => {
                let condition = make.or_slip("k > 0", &["v > 0", "v >= 0", "t == 0"]);
                body.push(format!(
                    "if ({condition}) {{ barrier(T) {{ context {rest}; }} }}"
                ));
            }
            2 => body.push(format!(
                "barrier(T; inv) {{ context {rest}; ensures {}; }}",
                make.or_slip("true", &["v == 0", "k >= 0", "x >= 0"])
            )),
            3 => {
                let claim = make.one_of(&["v >= 0", "v <= 1", "v == 0", "v % 2 == 0"]);
                body.push(format!("atomic(inv) {{ v = x; }} assert {claim};"));
            }
            _ => {}
        }
    }
    let lines: String = body
        .iter()
        .map(|line| format!("        {line}\n"))
        .collect();
    let context = if rest == "true" {
        String::new()
    } else {
        format!("        context {rest};\n")
    };
    let after = make.or_slip(relation, &["x == 0", "x > 0", "x >= n", "x >= \\old(x)"]);
    format!(
        "class C {{\n  int x;\n  int y;\n  requires n > 0;\n  context Perm(x, write) ** Perm(y, write);\n  \
         requires y == 0 && {};\n  ensures {after};\n  void m(int n, int k) {{\n    \
         invariant inv({invariant} ** ({relation})) {{\n      par T(int t = 0 .. n)\n{context}      {{\n{lines}      }}\n    }}\n  }}\n}}\n",
        make.one_of(&["x == 0 && k <= 0", "x == 2 && k <= 2", "x == 0 && k == 0"])
    )
}

/// Barriers exchange shares with the invariant that they open.
pub fn barrier_opens(make: &mut Make) -> String {
    let relation = make.one_of(&["x >= 0", "x == k", "x > k", "true"]);
    let kept = make.or_slip("1\\2", &["write", "1\\4", "2\\3"]);
    let mut own = make.or_slip("1\\(2 * n)", &["1\\n", "1\\2", "1\\(3 * n)"]);
    let mut body = vec!["int v = k;".to_owned()];
    let mut writer = false;
    for _ in 0..make.number(1, 4) {
        let opened = if make.slip() { "" } else { "; inv" };
        match make.number(0, 4) {
            0 => {
                let fact = make.or_slip(relation, &["x == 0", "x > 0", "x == v"]);
                body.push(format!(
                    "barrier(T{opened}) {{ context Perm(x, {own}); ensures {fact}; }}"
                ));
            }
            1 => {
                let keep = if make.slip() { ";" } else { "v = x;" };
                body.push(format!("{keep} assert v == x;"));
                let fact = make.or_slip("x == v", &["x == v + 1", "v == k"]);
                body.push(format!(
                    "barrier(T) {{ requires Perm(x, {own}) ** x == v; ensures Perm(x, {own}) ** {fact}; }}"
                ));
            }
            2 => {
                // One gets what all have, and needs the invariant to write.
                let more = make.or_slip("1\\2", &["write", "3\\4"]);
                body.push(format!(
                    "barrier(T{opened}) {{ requires Perm(x, {own}); ensures t == 0 ==> Perm(x, {more}); }}"
                ));
                let value = make.or_slip("x", &["x + 1", "k", "x - 1"]);
                body.push(format!("if (t == 0) {{ atomic(inv) {{ x = {value}; }} }}"));
                own = make.or_slip(&own.clone(), &["1\\n", "1\\(4 * n)"]);
                body.push(format!(
                    "barrier(T{opened}) {{ requires t == 0 ==> Perm(x, {more}); ensures Perm(x, {own}); }}"
                ));
                writer = true;
            }
            3 => {
                let condition = make.or_slip("k > 0", &["x > 0", "v > 0", "t == 0"]);
                body.push(format!(
                    "if ({condition}) {{ barrier(T{opened}) {{ context Perm(x, {own}); }} }}"
                ));
            }
            _ => body.push(format!("atomic(inv) {{ assert {relation}; }}")),
        }
    }
    if make.maybe() {
        let claims = ["x == v", "v == k", if writer { "x >= 0" } else { relation }];
        body.push(format!("assert {};", make.one_of(&claims)));
    }
    let lines: String = body
        .iter()
        .map(|line| format!("        {line}\n"))
        .collect();
    let after = make.or_slip(relation, &["x == \\old(x)", "x > 0"]);
    format!(
        "class C {{\n  int x;\n  requires n > 0;\n  context Perm(x, write) ** ({relation});\n  ensures {after};\n  \
         void m(int n, int k) {{\n    invariant inv(Perm(x, {kept}) ** ({relation})) {{\n      par T(int t = 0 .. n)\n        \
         requires Perm(x, 1\\(2 * n));\n        ensures Perm(x, {own});\n      {{\n{lines}      }}\n    }}\n  }}\n}}\n"
    )
}

/// Two blocks side by side, each with its barriers, over one invariant.
pub fn two_blocks(make: &mut Make) -> String {
    let block = |make: &mut Make, name: &str, array: &str| {
        let other = make.or_slip("n - 1 - t", &["t", "(t + 1) % n", "(t + n - 1) % n"]);
        let amount = make.or_slip("write", &["1\\2"]);
        let opened = make.or_slip("", &["; inv"]);
        let c = make.number(0, 2);
        let value = make.or_slip("n - 1 - t", &["t", "(t + 1) % n"]);
        let work = make.or_slip("x = x + 1;", &["x = x - 1;", "x = t;", "x = 0;"]);
        let cell = make.or_slip("t", &["n - 1 - t", "0"]);
        format!(
            "{name}(int t = 0 .. n)\n{}    {{\n      {array}[{cell}] = t + {c};\n      atomic(inv) {{ {work} }}\n      \
             barrier({name}{opened}) {{\n        requires Perm({array}[t], write) ** {array}[t] == t + {c};\n        \
             ensures Perm({array}[{other}], {amount}) ** {array}[{other}] == {value} + {c};\n      }}\n    }}\n",
            clauses(
                "      ",
                "",
                &[
                    format!("requires Perm({array}[t], write)"),
                    format!(
                        "ensures Perm({array}[n - 1 - t], write) ** {array}[n - 1 - t] == n - 1 - t + {c}"
                    ),
                ]
            )
        )
    };
    let first = block(make, "A", "a");
    let array = if make.slip() { "a" } else { "b" };
    let second = block(make, "B", array);
    let relation = make.or_slip("x >= 0", &["x == 0", "x > 0"]);
    let after = make.or_slip(
        "a[0] <= 2",
        &["x > 0", "a[0] == 0", "b[0] <= 2", "a[n - 1] == b[n - 1]"],
    );
    format!(
        "class C {{\n  int x;\n  requires n > 0;\n  context_everywhere a != null && a.length == n && b != null && b.length == n;\n  \
         context Perm(x, write) ** x >= 0;\n  context (\\forall* int j = 0 .. n; Perm(a[j], write));\n  \
         context (\\forall* int j = 0 .. n; Perm(b[j], write));\n  ensures {after};\n  \
         void m(int[] a, int[] b, int n) {{\n    invariant inv(Perm(x, write) ** {relation}) {{\n    par {first}    and {second}    }}\n  }}\n}}\n"
    )
}
