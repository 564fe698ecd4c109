//! Blocks within blocks: rows that exchange cells, a tree reduction, lanes of `vec`.

use super::Make;

/// Threads of an outer block each run a row of threads that exchange cells.
pub fn rows(make: &mut Make) -> String {
    let w = make.number(2, 3);
    let cell = |j: &str| format!("a[{w} * i + {j}]");
    let other = make
        .one_of(&["W - 1 - j", "(j + 1) % W"])
        .replace('W', &w.to_string());
    let given = make.or_slip(&other, &["j", "(j + 1)", "0"]);
    let told = make.or_slip(&other, &["j", "i"]);
    let guard = make.one_of(&["", "if (i == 0) ", "if (k > 0) ", "if (a[2 * i] > 0) "]);
    let inner = make.or_slip(
        "",
        &["if (j == 0) ", "if (k > i) ", "if (j >= 0) ", "if (v > 0) "],
    );
    let v = make.or_slip("k", &["i", "j", "i + j", "a[0]"]);
    let whole = format!("(\\forall* int j = 0 .. {w}; Perm({}, write))", cell("j"));
    let value = make.one_of(&["j", "i", "k", "2 * j + i"]);
    let value_of = |j: &str| value.replace('j', &format!("({j})"));
    // What an outer thread knows of its row.
    let known = match guard {
        "" => format!(
            "(\\forall int j = 0 .. {w}; {} == {})",
            cell("j"),
            value_of("j")
        ),
        _ => "true".to_owned(),
    };
    let known = make.or_slip(
        &known,
        &[
            "a[2 * i] == 0",
            "(\\forall int j = 0 .. 2; a[2 * i + j] == j)",
        ],
    );
    let outer = match make.number(0, 3) {
        0 => {
            let condition = make.or_slip("k > 0", &["i == 0", "k > i", "i >= 0"]);
            format!(
                "    if ({condition}) {{ barrier(T) {{ requires {whole} ** {known}; ensures {}; }} }}\n",
                whole.replace(&format!("{w} * i"), &format!("{w} * (n - 1 - i)")),
            )
            .replace("ensures", "context true; ensures")
                + &format!(
                    "    if (k > 0) {{ barrier(T) {{ requires {}; ensures {whole} ** {known}; }} }}\n",
                    whole.replace(&format!("{w} * i"), &format!("{w} * (n - 1 - i)"))
                )
        }
        1 => format!("    barrier(T) {{ context {whole} ** {known}; }}\n"),
        _ => String::new(),
    };
    let last = make
        .or_slip("true", &["a[0] == 0", "a[0] == k", "a[W] >= 0"])
        .replace('W', &w.to_string());
    format!(
        "requires n > 0;\ncontext_everywhere a != null && a.length == {w} * n;\n\
         context (\\forall* int j = 0 .. {w} * n; Perm(a[j], write));\nensures {last};\n\
         void m(int[] a, int n, int k) {{\n  par T(int i = 0 .. n)\n    context {whole};\n    ensures {known};\n  {{\n    \
         {guard}{{\n      par R(int j = 0 .. {w})\n        requires Perm({}, write);\n        \
         ensures Perm({}, write) ** {} == {};\n      {{\n        int v = {v};\n        {} = {};\n        \
         {inner}{{ barrier(R) {{ requires Perm({}, write) ** {} == {}; ensures Perm({}, write) ** {} == {}; }} }}\n      }}\n    }}\n{outer}  }}\n}}\n",
        cell("j"),
        cell(&format!("({other})")),
        cell(&format!("({other})")),
        value_of(&other),
        cell("j"),
        value_of("j"),
        cell("j"),
        cell("j"),
        value_of("j"),
        cell(&format!("({given})")),
        cell(&format!("({given})")),
        value_of(&told),
    )
}

/// In each round the lower half of the threads adds up what the upper half has.
pub fn halving(make: &mut Make) -> String {
    let size: i64 = make.one_of(&[2, 4, 4, 8]);
    let c = make.number(0, 2);
    let mut body = String::new();
    let (mut width, mut sum) = (size, 1);
    body.push_str(&format!("    a[t] = {c};\n"));
    let mut have = format!("Perm(a[t], write) ** a[t] == {c}");
    while width > 1 {
        let half = width / 2;
        let below = make.or_slip("t < H", &["t <= H", "t < W", "t < H - 1"]);
        let below = below
            .replace('H', &half.to_string())
            .replace('W', &width.to_string());
        let upper = make
            .or_slip("t + H", &["t + H - 1", "t + 1"])
            .replace('H', &half.to_string());
        let value = make.or_slip(&(c * sum).to_string(), &["1", "3"]);
        let reader = make.or_slip(&format!("t < {half}"), &["t < 2", "t == 0", "t >= 0"]);
        let dropped = make.slip();
        if !dropped {
            body.push_str(&format!(
                "    barrier(T) {{\n      requires {have};\n      ensures {below} ==> (Perm(a[t], write) ** Perm(a[{upper}], 1\\2) \
                 ** a[t] == {value} ** a[{upper}] == {value});\n    }}\n"
            ));
        }
        body.push_str(&format!(
            "    if ({reader}) {{ a[t] = a[t] + a[{upper}]; }}\n"
        ));
        sum *= 2;
        let claimed = make.or_slip(&(c * sum).to_string(), &["2", "4"]);
        have = format!("t < {half} ==> (Perm(a[t], write) ** a[t] == {claimed})");
        width = half;
    }
    let total = c * size;
    let ensured = make.or_slip(
        &format!("a[0] == {total}"),
        &["a[0] == 4", "a[1] == 2", "a[0] > 0"],
    );
    format!(
        "context_everywhere a != null && a.length == {size};\nrequires (\\forall* int j = 0 .. {size}; Perm(a[j], write));\n\
         ensures Perm(a[0], write) ** {ensured};\nvoid m(int[] a, int k) {{\n  par T(int t = 0 .. {size})\n    \
         requires Perm(a[t], write);\n    ensures t < 1 ==> (Perm(a[t], write) ** a[t] == {total});\n  {{\n{body}  }}\n}}\n"
    )
}

/// Lanes of `vec`, and a block of threads that each run lanes.
pub fn lanes(make: &mut Make) -> String {
    let w = make.number(2, 4);
    let n = make.one_of(&["n", "2", "3"]);
    let c = make.number(0, 3);
    let from = make
        .or_slip("l", &["W - 1 - l", "(l + 1) % W", "0"])
        .replace('W', &w.to_string());
    let to = make
        .or_slip("l", &["W - 1 - l", "0", "l + 1"])
        .replace('W', &w.to_string());
    let share = make.or_slip("1\\2", &["write", "2\\3"]);
    let value = make.or_slip(
        "\\old(b[W * t + @]) + C",
        &["\\old(b[W * t + l]) + C", "\\old(b[W * t + @])"],
    );
    let value = value
        .replace('@', &from)
        .replace('W', &w.to_string())
        .replace('C', &c.to_string());
    let lane = format!(
        "vec (int l = 0 .. {w})\n        context Perm(a[{w} * t + l], write) ** Perm(b[{w} * t + {from}], {share});\n        \
         requires b[{w} * t + {from}] == \\old(b[{w} * t + {from}]);\n        ensures a[{w} * t + l] == {value};\n      \
         {{ a[{w} * t + {to}] = b[{w} * t + {from}] + {c}; }}"
    );
    let row = |name: &str, amount: &str| {
        format!("(\\forall* int l = 0 .. {w}; Perm({name}[{w} * t + l], {amount}))")
    };
    let guard = make.one_of(&["", "", "if (k > 0) ", "if (t == 0) "]);
    let barrier = match make.number(0, 3) {
        0 => format!(
            "\n      barrier(T) {{ context {} ** {}; }}",
            row("a", "write"),
            row("b", "1\\2")
        ),
        1 => {
            let condition = make.or_slip("k > 0", &["t == 0", "a[t] > 0", "k > t"]);
            format!(
                "\n      if ({condition}) {{ barrier(T) {{ context {}; }} }}",
                row("a", "write")
            )
        }
        _ => String::new(),
    };
    let ensured = make.or_slip(
        "true",
        &["a[0] == \\old(b[0])", "a[0] >= 0", "a[0] == \\old(a[0])"],
    );
    format!(
        "requires {n} > 0;\ncontext_everywhere a != null && a.length == {w} * {n} && b != null && b.length == {w} * {n};\n\
         context (\\forall* int j = 0 .. {w} * {n}; Perm(a[j], write));\ncontext (\\forall* int j = 0 .. {w} * {n}; Perm(b[j], 1\\2));\n\
         ensures {ensured};\nvoid m(int[] a, int[] b, int n, int k) {{\n  par T(int t = 0 .. {n})\n    \
         context {} ** {};\n    requires (\\forall int l = 0 .. {w}; b[{w} * t + l] == \\old(b[{w} * t + l]));\n  {{\n    {guard}{{\n      {lane}\n    }}{barrier}\n  }}\n}}\n",
        row("a", "write"),
        row("b", "1\\2"),
    )
}
