//! Small programs, each with what its run must come to.

use crate::common::outcome;

/// A method over an array `a` of four cells that are held whole.
fn kernel(block: &str) -> String {
    format!(
        "requires \\array(a, 4) ** Perm(a[*], write);\nvoid m(int[] a) {{ par t (int tid = 0 .. 4) {block} }}"
    )
}

#[test]
fn shares_are_counted() {
    let take = |share: &str| {
        kernel(&format!(
            "requires \\array(a, 4) ** Perm(a[0], {share}); {{ int x = a[0]; }}"
        ))
    };
    assert_eq!(outcome(&take("1\\4")), "done");
    assert_eq!(outcome(&take("read")), "done");
    assert_eq!(outcome(&take("1\\3")), "R002");
    let own = "requires \\array(a, 4) ** Perm(a[tid], write);";
    assert_eq!(
        outcome(&kernel(&format!("{own} {{ a[tid] = 1; }}"))),
        "done"
    );
    assert_eq!(
        outcome(&kernel(&format!("{own} {{ a[(tid + 1) % 4] = 1; }}"))),
        "R002"
    );
    assert_eq!(
        outcome(&kernel(&format!("{own} {{ a[tid + 4] = 1; }}"))),
        "R005"
    );
}

#[test]
fn barriers_exchange_and_threads_must_meet() {
    let barrier = |guard: &str, ensures: &str| {
        kernel(&format!(
            "requires \\array(a, 4) ** Perm(a[tid], write); {{ a[tid] = tid; {guard} barrier(t) \
             {{ context \\array(a, 4); requires Perm(a[tid], write) ** a[tid] == tid; ensures {ensures}; }} }}"
        ))
    };
    assert_eq!(
        outcome(&barrier(
            "",
            "Perm(a[3 - tid], write) ** a[3 - tid] == 3 - tid"
        )),
        "done"
    );
    assert_eq!(
        outcome(&barrier("", "Perm(a[3 - tid], write) ** a[3 - tid] == tid")),
        "R001"
    );
    assert_eq!(outcome(&barrier("", "Perm(a[0], write)")), "R002");
    // A contract must make sense by itself.
    assert_eq!(
        outcome(&barrier("", "Perm(a[tid], write) ** a[3 - tid] == 3 - tid")),
        "R002"
    );
    assert_eq!(
        outcome(&barrier("if (tid < 2)", "Perm(a[tid], write)")),
        "R004"
    );
}

#[test]
fn quantifiers_find_their_bounds() {
    let method = |formula: &str| format!("requires n == 3;\nvoid m(int n) {{ assert {formula}; }}");
    let holds = [
        "(\\forall int i; 0 <= i && i < n; i * i <= 4)",
        "(\\forall int i, int j; 0 <= i && i < j && j < n; i + j <= 3)",
        "(\\forall int i; 0 <= 2 * i + 1 && 2 * i + 1 < n; i == 0)",
        "(\\exists int i; n > i && i > 1; i == 2)",
        "(\\exists int i; 0 <= i && i < 9 && i * i == 16)",
        "(\\forall int x; x \\in {1, 2}; x < n)",
        "(\\forall boolean b; b || !b)",
        "(\\forall int i = 0 .. n, int j = i .. n; i <= j)",
    ];
    for formula in holds {
        assert_eq!(outcome(&method(formula)), "done", "{formula}");
    }
    assert_eq!(
        outcome(&method("(\\forall int i; 0 <= i && i < n; i < 2)")),
        "R001"
    );
    assert_eq!(
        outcome(&method("(\\forall int i; 0 <= i; i >= 0)")),
        "cannot-run"
    );
}

#[test]
fn modular_runs_see_no_more_than_contracts() {
    let text = "class C { int x; context Perm(x, write); void n() { }
        requires Perm(x, write) ** x == 1; void m() { n(); assert x == 1; } }";
    assert_eq!(outcome(text), "R001");
    let text = "class C { int x; context Perm(x, 1\\2); void n() { }
        requires Perm(x, write) ** x == 1; void m() { n(); assert x == 1; } }";
    assert_eq!(outcome(text), "done");
    let text = "void m(int n) { int i = 0; loop_invariant 0 <= i; while (i < n) { i = i + 1; } assert n > 0 ==> i == n; }";
    assert_eq!(outcome(text), "R001");
}

#[test]
fn effects_are_in_order() {
    let text = "class C { int x; context Perm(x, write); ensures x == \\old(x) + 1 && \\result == x; int n() { x = x + 1; return x; }
        requires Perm(x, write) ** x == 0; void m() { int y = x + n() * 10 + x; assert y == 11; boolean b = y > 50 && n() > 0; assert x == 1; } }";
    assert_eq!(outcome(text), "done");
}

#[test]
fn locks_threads_and_invariants() {
    let worker = |body: &str| {
        format!(
            "class W {{ int x; context Perm(x, write); ensures x == 1; void run() {{ x = 1; }} }}
            void m() {{ W w = new W(); {body} }}"
        )
    };
    assert_eq!(outcome(&worker("fork w; join w; assert w.x == 1;")), "done");
    assert_eq!(outcome(&worker("fork w; w.x = 2; join w;")), "R002");
    assert_eq!(outcome(&worker("fork w; fork w;")), "R006");
    let counter = |body: &str| {
        format!("class C {{ int x; requires Perm(x, write) ** x == 0; void m() {{
            invariant inv (Perm(x, write) ** x >= 0) {{ par t (int i = 0 .. 4) {{ {body} }} }} }} }}")
    };
    assert_eq!(outcome(&counter("atomic (inv) { x = x + 1; }")), "done");
    assert_eq!(outcome(&counter("atomic (inv) { x = x - 1; }")), "R001");
    assert_eq!(outcome(&counter("x = x + 1;")), "R002");
}

#[test]
fn static_fields_are_one_cell() {
    let class = "class C { static int x; int y; }";
    let text = format!(
        "{class} requires Perm(C.x, write); void m(C c, C d) {{ c.x = 1; d.x = 2; assert C.x == 2; }}"
    );
    assert_eq!(outcome(&text), "done");
    let text = format!("{class} requires Perm(C.x, 1\\2); void m() {{ C.x = 1; }}");
    assert_eq!(outcome(&text), "R002");
    // Any method may run after others have written it.
    let text =
        "class C { static int x = 5; } requires Perm(C.x, read); void m() { assert C.x == 5; }";
    assert_eq!(outcome(text), "R001");
    let text = format!(
        "{class} context Perm(C.x, write); void n() {{ }}
        requires Perm(C.x, write); void m() {{ C.x = 1; n(); assert C.x == 1; }}"
    );
    assert_eq!(outcome(&text), "R001");
}

#[test]
fn fields_begin_with_their_first_values_in_order() {
    let class = "class C { int x = 5; int y = x + 1; int[] a = new int[3]; }";
    let with = |formula: &str| format!("{class} void m() {{ C c = new C(); assert {formula}; }}");
    assert_eq!(outcome(&with("c.x == 5 && c.y == 6")), "done");
    assert_eq!(outcome(&with("c.a.length == 3 && c.a[2] == 0")), "done");
    assert_eq!(outcome(&with("c.y == 0")), "R001");
    let text =
        "class D { int x = 3; ensures Perm(x, write) ** x == 4; constructor() { x = x + 1; } }
        void m() { D d = new D(); assert d.x == 4; }";
    assert_eq!(outcome(text), "done");
}

#[test]
fn lanes_are_threads() {
    let vec = |own: &str, body: &str| {
        format!(
            "requires \\array(a, 4) ** Perm(a[*], write);
            void m(int[] a) {{ vec (int i = 0 .. 4) context \\array(a, 4) ** {own}; {{ {body} }} }}"
        )
    };
    assert_eq!(outcome(&vec("Perm(a[i], write)", "a[i] = i;")), "done");
    assert_eq!(outcome(&vec("Perm(a[0], write)", "a[0] = i;")), "R002");
    assert_eq!(outcome(&vec("Perm(a[i], write)", "a[3 - i] = i;")), "R002");
}

#[test]
fn operators_of_classes() {
    let class =
        "class A { int x; context Perm(x, write); ensures x == \\old(x) + n && \\result == x;
        int +(int n) { x = x + n; return x; }
        requires Perm(x, read); pure int right-(int n) = n - x; }";
    let with = |body: &str| {
        format!(
            "{class} requires a != null ** Perm(a.x, write) ** a.x == 1; void m(A a) {{ {body} }}"
        )
    };
    assert_eq!(
        outcome(&with("int s = a.x + (a + 2) + a.x; assert s == 7;")),
        "done"
    );
    assert_eq!(
        outcome(&with("int s = a.x + (a + 2) + a.x; assert s == 9;")),
        "R001"
    );
    assert_eq!(outcome(&with("int y = 5 - a; assert y == 4;")), "done");
    let null = format!("{class} void m(A a) {{ int y = 5 - a; }}");
    assert!(["R005", "R002"].contains(&outcome(&null).as_str()));
}

#[test]
fn sequences_of_values_need_shares_and_bounds() {
    let with = |formula: &str| {
        format!(
            "requires \\array(a, 3) ** Perm(a[0], write) ** Perm(a[1], read); void m(int[] a) {{ a[0] = 7; assert {formula}; }}"
        )
    };
    assert_eq!(outcome(&with("\\values(a, 0, 2) == [7, a[1]]")), "done");
    assert_eq!(outcome(&with("|\\values(a, 2, 2)| == 0")), "done");
    assert_eq!(outcome(&with("|\\values(a, 0, 3)| == 3")), "R002");
    assert_eq!(outcome(&with("|\\values(a, 1, 0)| == 0")), "R005");
    assert_eq!(outcome(&with("|\\values(a, 0, 4)| == 4")), "R005");
}

#[test]
fn barriers_that_open_invariants() {
    let with = |after: &str| {
        format!(
            "class C {{ int x; context Perm(x, write) ** x >= 0; void m() {{
            invariant inv (Perm(x, 1\\2) ** x >= 0) {{
              par t (int i = 0 .. 4) requires Perm(x, 1\\8); ensures Perm(x, {after}); {{
                barrier(t; inv) {{ requires Perm(x, 1\\8); ensures Perm(x, {after}) ** x >= 0; }}
              }} }} }} }}"
        )
    };
    assert_eq!(outcome(&with("1\\8")), "done");
    // The invariant must be there again.
    assert_eq!(outcome(&with("1\\4")), "R002");
}

#[test]
fn places_that_are_held() {
    let with = |formula: &str| {
        format!(
            "class C {{ int x; }} requires c != null && d != null ** Perm(c.x, 1\\2) ** Perm(d.x, 1\\2);
            requires \\array(a, 3) ** (\\forall* int i = 0 .. 2; Perm(a[i], read));
            void m(C c, C d, int[] a) {{ assert {formula}; }}"
        )
    };
    assert_eq!(
        outcome(&with("(\\forperm C o \\in o.x; o == c || o == d)")),
        "done"
    );
    assert_eq!(outcome(&with("(\\forperm C o \\in o.x; o == c)")), "R001");
    assert_eq!(
        outcome(&with(
            "(\\forperm int[] b, int i \\in b[i]; b == a && i < 2)"
        )),
        "done"
    );
    assert_eq!(
        outcome(&with("(\\forperm int[] b, int i \\in b[i]; i < 1)")),
        "R001"
    );
}
