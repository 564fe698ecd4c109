//! What the language has besides loops, blocks and permissions: small programs, each with what its run
//! must come to.

use crate::common::outcome;

/// Each body with the outcome of `void m(set<int> s) { body }` after a preamble.
fn all(preamble: &str, head: &str, cases: &[(&str, &str)]) {
    for (body, expected) in cases {
        let text = format!("{preamble}\n{head} {{ {body} }}");
        assert_eq!(outcome(&text), *expected, "{text}");
    }
}

#[test]
fn choices_are_members_of_sets() {
    let head = "requires |s| > 1; void m(set<int> s)";
    let cases = [
        ("assert \\choose(s) \\in s;", "done"),
        // The same of equal sets, and any size.
        ("set<int> t = s; assert \\choose(s) == \\choose(t);", "done"),
        ("assert \\choose({1, 2}) == 1;", "R001"),
        ("assert \\choose({1, 2}) == 2;", "R001"),
        ("assert \\choose({3, 3}) == 3;", "done"),
        ("set<int> t = s - s; int x = \\choose(t);", "R005"),
        ("int x = \\choose_fresh(s); assert x \\in s;", "done"),
        // Anew each time.
        ("assert \\choose_fresh(s) == \\choose_fresh(s);", "R001"),
        (
            "int x = \\choose_fresh(s); assert x == \\choose(s);",
            "R001",
        ),
        ("set<int> t = s - s; int x = \\choose_fresh(t);", "R005"),
        (
            "set<int> t = s - s; int x = |t| > 0 ? \\choose_fresh(t) : 0;",
            "done",
        ),
        ("int x = \\choose([1, 2]);", "cannot-run"),
    ];
    all("", head, &cases);
}

#[test]
fn both_sides_are_evaluated() {
    let head = "void m(int x, boolean b)";
    let cases = [
        ("assert (b & !b) == false && (b | !b);", "done"),
        ("boolean c = x != 0 && 10 / x > 1;", "done"),
        ("boolean c = x != 0 & 10 / x > 1;", "R005"),
        ("boolean c = x == 0 || 10 / x > 1;", "done"),
        ("boolean c = x == 0 | 10 / x > 1;", "R005"),
    ];
    all("", head, &cases);
}

#[test]
fn places_in_each_element() {
    let class = "class E { int x; }";
    let two = "requires a != null ** a.length == 2 ** Perm(a[*], 1\\2)";
    let apart = "a[0] != a[1]";
    let cases = [
        (
            "write",
            apart,
            "a[0].x = 1; a[1].x = 2; assert a[0].x == 1;",
            "done",
        ),
        ("1\\2", apart, "a[1].x = 2;", "R002"),
        ("read", apart, "int y = a[0].x + a[1].x;", "done"),
        // The elements may be one object with more than a whole, which no input has.
        ("write", "a[0] == a[1]", "assert false;", "vacuous"),
        ("write", apart, "assert Perm(a[*].x, write);", "done"),
        ("1\\2", apart, "assert Perm(a[*].x, 2\\3);", "R002"),
    ];
    for (share, formula, body, expected) in cases {
        let head = format!("{two} ** {formula} ** Perm(a[*].x, {share}); void m(E[] a)");
        all(class, &head, &[(body, expected)]);
    }
    // To say which objects the elements are takes a permission to the elements.
    let text = "class E { int x; } requires a != null ** Perm(a[*].x, write); void n(E[] a) { }
        requires a != null ** a.length == 2 ** Perm(a[*], write) ** a[0] != a[1] ** Perm(a[*].x, write);
        void m(E[] a) { n(a); }";
    assert_eq!(outcome(text), "R002");
    let rows = "requires a != null ** a.length == 2 ** Perm(a[*], 1\\2);
        requires a[0] != null ** a[1] != null ** a[0] != a[1] ** a[0].length == 2 ** a[1].length == 1;
        requires Perm(a[*][*], write); void m(int[][] a)";
    let cases = [
        ("a[0][1] = 3; a[1][0] = 4; assert a[0][1] == 3;", "done"),
        ("a[1][1] = 4;", "R005"),
        ("int[] b = new int[1]; a[0] = b;", "R002"),
    ];
    all("", rows, &cases);
}

#[test]
fn functions_choose_by_if() {
    let functions =
        "pure int sign(int x) { if (x > 0) { return 1; } else { return x == 0 ? 0 : -1; } }
        requires y != 0; ensures \\result >= 0;
        pure int share(int x, int y) { int q = x / y; if (q < 0) return -q; return q; }
        pure int half(int x, int y) { if (y != 0) { return x / y; } return x; }
        ensures \\result > 0; pure int wrong(int x) { { if (x > 3) return 1; } return x; }";
    let cases = [
        (
            "assert sign(3) == 1 && sign(-3) == -1 && sign(0) == 0;",
            "done",
        ),
        ("assert share(7, 2) == 3 && share(-8, 2) == 4;", "done"),
        ("assert share(7, 0) == 3;", "R001"),
        ("assert half(5, 0) == 5 && half(6, 2) == 3;", "done"),
        ("assert half(6, 2) == 6;", "R001"),
        ("assert wrong(5) == 1;", "done"),
        ("assert wrong(-5) == -5;", "R001"),
    ];
    all(functions, "void m()", &cases);
}

#[test]
fn ghost_arguments_of_functions() {
    let function = "given seq<int> xs, int k; requires k >= 0; ensures \\result >= |xs|;
        pure int f(int n) = |xs| + k * k + n - n;";
    let cases = [
        (
            "int r = f(7) given { k = 2, xs = [1, 2] }; assert r == 6;",
            "done",
        ),
        ("assert f(0) given { xs = [1], k = 1 } == 3;", "R001"),
        ("assert f(0) given { xs = [1], k = -1 } == 2;", "R001"),
    ];
    all(function, "void m()", &cases);
}

#[test]
fn powers_are_exact() {
    let cases = [
        (
            "assert 2 ^^ 10 == 1024 && 7 ^^ 0 == 1 && 0 ^^ 0 == 1;",
            "done",
        ),
        ("assert (0 - 3) ^^ 3 == -27;", "done"),
        ("assert (2\\3) ^^ 3 == 8\\27;", "done"),
        ("assert (1\\2) ^^ 2 == 1\\2;", "R001"),
        ("int k = 0 - 1; rational x = (1\\2) ^^ k;", "cannot-run"),
        // Bounded in size.
        ("int k = 100000; assert 10 ^^ k > 0;", "limit"),
        (
            "rational q = 1\\3; int i = 0; while (i < 60) { q = q * q; i = i + 1; }",
            "limit",
        ),
        (
            "seq<int> s = [1]; int i = 0; while (i < 60) { s = s + s; i = i + 1; }",
            "limit",
        ),
    ];
    all("", "void m()", &cases);
}

#[test]
fn sequences_beside_blocks() {
    let program = |region: &str| {
        format!(
            "class T {{ int x; int y; context Perm(x, write) ** Perm(y, write); ensures x == 1 && y == 2;
            void m() {{ parallel {{ par context Perm(x, write); ensures x == 1; {{ x = 1; }} ; {region} }} }} }}"
        )
    };
    let first = "par (int i = 0 .. 1) context Perm(y, write); ensures y == 1; { y = 1; }";
    let second = |before: &str| {
        format!("par context Perm(y, write); requires {before}; ensures y == 2; {{ y = 2; }}")
    };
    let sequence = |then: String| program(&format!("sequential {{ {first} {then} }}"));
    let cases = [
        (sequence(second("y == 1")), "done"),
        (sequence(second("y == 3")), "R001"),
        (sequence(String::new()), "R001"),
        (program(&second("true")), "done"),
        // The sequence needs what its first step needs, at the start.
        (
            sequence("par context Perm(x, write); { x = 1; }".into()),
            "R002",
        ),
        (
            program(&format!(
                "sequential {{ parallel {{ {first} }} parallel {{ }} {} }}",
                second("y == 1")
            )),
            "done",
        ),
        (
            program("sequential { par context Perm(x, write); { x = 2; } }"),
            "R002",
        ),
        (program("parallel { sequential { } } y = 2;"), "cannot-run"),
    ];
    for (text, expected) in cases {
        assert_eq!(outcome(&text), expected, "{text}");
    }
    let numbers = |last: &str| {
        format!(
            "requires a != null ** Perm(a[*], write) ** a.length == 8;
            ensures Perm(a[*], write) ** (\\forall int i = 0 .. a.length; a[i] == i);
            void m(int[] a) {{ parallel {{
              par (int t = 0 .. 4) context Perm(a[t], write); ensures a[t] == t; {{ a[t] = t; }}
              sequential {{
                par (int t = 4 .. 8) context Perm(a[t], write); ensures a[t] == t + 1; {{ a[t] = t + 1; }}
                parallel {{
                  par (int t = 4 .. 6) context Perm(a[t], write); requires a[t] == t + 1; ensures a[t] == t; {{ a[t] = a[t] - 1; }}
                  par (int t = 6 .. {last}) context Perm(a[t], write); requires a[t] == t + 1; ensures a[t] == t; {{ a[t] = a[t] - 1; }}
                }} }} }} }}"
        )
    };
    assert_eq!(outcome(&numbers("8")), "done");
    // What the last step does not give is lost.
    assert_eq!(outcome(&numbers("7")), "R002");
}

#[test]
fn some_of_an_instance() {
    let class = "class C { int x; resource P(zfrac q) = Perm(x, q); }";
    let with =
        |share: &str, rest: &str| format!("C c = new C(); zfrac z = {share}; fold c.P(z); {rest}");
    let cases = [
        (with("1\\2", "unfold [read]c.P(z); int y = c.x;"), "done"),
        (with("1", "unfold [read]c.P(z); c.x = 3;"), "R002"),
        (
            with(
                "0",
                "unfold [read]c.P(z); int y = c.x; assert Perm(c.x, write);",
            ),
            "done",
        ),
        (with("1", "unfold [read]c.P(1\\2);"), "R002"),
        (
            "C c = new C(); fold [read]c.P(1); int y = c.x; assert [read]c.P(1);".into(),
            "done",
        ),
        ("C c = new C(); fold [read]c.P(1); c.x = 1;".into(), "R002"),
    ];
    for (body, expected) in cases {
        all(class, "void m()", &[(&body, expected)]);
    }
}

#[test]
fn places_of_one_array_that_are_held() {
    let cases = [
        (
            "assert (\\forperm int k \\in a[k]; 0 <= k && k < 3);",
            "done",
        ),
        ("assert (\\forperm int k \\in a[k]; k < 2);", "R001"),
        (
            "int[] b = new int[2]; assert (\\forperm int k \\in b[k]; k < 2);",
            "done",
        ),
    ];
    all(
        "",
        "requires \\array(a, 3) ** Perm(a[*], write); void m(int[] a)",
        &cases,
    );
}

#[test]
fn what_is_shown_apart_is_about_what_is_left() {
    let program = |share: &str, shown: &str| {
        format!(
            "class T {{ int f; requires Perm(f, {share});
            requires \\polarity_dependent((\\forperm T t \\in t.f; t == this), {shown}); void n() {{ }}
            requires Perm(f, write); void m() {{ n(); }} }}"
        )
    };
    let nothing = "(\\forperm T t \\in t.f; false)";
    assert_eq!(outcome(&program("write", nothing)), "done");
    assert_eq!(outcome(&program("1\\2", nothing)), "R001");
    assert_eq!(
        outcome(&program("1\\2", "(\\forperm T t \\in t.f; t == this)")),
        "done"
    );
}

#[test]
fn functions_without_bodies_do_what_their_contract_allows() {
    let functions = "pure int f(int x);
        ensures \\result > x; pure int more(int x);
        requires c != null ** Perm(c.x, read); pure int of(C c);
        ensures \\result == x + 1; pure int next(int x);
        requires x > 0; pure boolean positive(int x);
        ensures |\\result| == n && (\\forall int i = 0 .. n; \\result[i] == i); requires n >= 0; pure seq<int> upto(int n);
        ensures false; pure int none();
        class C { int x; int y; }";
    let cases = [
        ("assert f(3) == f(1 + 2);", "done"),
        ("assert f(3) == f(4);", "R001"),
        ("assert f(3) == 2;", "R001"),
        ("assert more(3) > 3 && more(4) > more(4) - 1;", "done"),
        ("assert more(3) == 4;", "R001"),
        ("assert next(3) == 4;", "done"),
        ("assert positive(0);", "R001"),
        ("assert upto(3) == [0, 1, 2];", "done"),
        // It reads what its precondition lets it read, and that alone.
        (
            "C c = new C(); int v = of(c); c.y = 3; assert of(c) == v;",
            "done",
        ),
        (
            "C c = new C(); int v = of(c); c.x = 3; assert of(c) == v;",
            "R001",
        ),
        (
            "C c = new C(); label l; int v = of(c); c.x = 3; assert \\old[l](of(c)) == v;",
            "done",
        ),
        ("int x = none();", "cannot-run"),
    ];
    all(functions, "void m()", &cases);
}

#[test]
fn methods_without_bodies_do_what_their_contract_allows() {
    let class = "class C { int x; int y;
        context Perm(x, write) ** Perm(y, 1\\2); ensures x == \\old(x) + 1; void up();
        context Perm(x, write); void any();
        requires Perm(x, write); void take();
        yields int g; ensures \\result >= k && g == \\result + 1; int least(int k);
        ensures Perm(x, write); void make(); }";
    let with = |body: &str, expected: &'static str| {
        let head = "requires c != null ** Perm(c.x, write) ** Perm(c.y, write) ** c.x == 1 ** c.y == 1; void m(C c)";
        all(class, head, &[(body, expected)]);
    };
    with("c.up(); c.up(); assert c.x == 3;", "done");
    with("c.up(); assert c.x == 1;", "R001");
    with("c.up(); assert c.y == 1;", "done");
    with("c.any(); assert c.y == 1;", "done");
    with("c.any(); assert c.x == 1;", "R001");
    with("c.take(); c.x = 2;", "R002");
    with("int r = c.least(7); assert r >= 7;", "done");
    with("int r = c.least(7); assert r == 7;", "R001");
    with(
        "int h = 0; int r = c.least(7) yields { h = g }; assert h == r + 1;",
        "done",
    );
    // It does not have what it promises.
    with("c.make();", "cannot-run");
}

#[test]
fn a_measure_that_was_given_up_is_forgotten() {
    // In a modular run the postcondition is tried with other results, for which `f` may have no
    // value.
    let text = "requires 0 <= n; decreases n; pure int f(int n) = n == 0 ? 0 : f(n - 1) / (n - 3 > 0 ? 1 : 1);
        ensures \\result == 4 && 1 / (5 - \\result) == 1 && f(\\result) == 0; int g() { return 4; }
        void m() { int x = g(); assert f(9) == 0; }";
    assert_eq!(outcome(text), "done");
}

#[test]
fn a_thread_is_given_no_ghosts() {
    let text =
        "class V { int x; given int k; context Perm(x, write); ensures x == k; void run() { x = k; } }
        void m() { V v = new V(); fork v; }";
    assert_eq!(outcome(text), "cannot-run");
}

#[test]
fn one_instance_decides_a_quantifier_without_bounds() {
    let cases = [
        ("assert (\\forall int i; i * i > 0);", "R001"),
        ("assert (\\forall int i; i >= n ==> i > n);", "R001"),
        ("assert (\\exists int i; i * i == n);", "done"),
        ("assert (\\exists int i, int j; i < 0 && j == n);", "done"),
        ("assert (\\forall int i; 10 / i > -11);", "R005"),
        // No instance decides these.
        ("assert (\\forall int i; i * i >= 0);", "cannot-run"),
        ("assert (\\exists int i; i == 1000);", "done"),
        ("assert (\\exists int i; i * i == 1000);", "cannot-run"),
    ];
    all("", "requires n == 9; void m(int n)", &cases);
}

#[test]
fn quantifiers_over_objects() {
    let class = "class D { final int f = 5; int x; }";
    let head = "void m(D e)";
    let cases = [
        // The checker refuses a quantifier over all objects of a type, and so does a run.
        (
            "assert (\\forall D q; q != null ==> q.f != 0);",
            "cannot-run",
        ),
        (
            "D d = new D(); seq<D> s = [d]; assert (\\forall int i = 0 .. |s|; s[i].f == 5);",
            "done",
        ),
        (
            "D d = new D(); seq<D> s = [d]; assert (\\forall int i = 0 .. |s|; s[i] != d);",
            "R001",
        ),
    ];
    all(class, head, &cases);
}

#[test]
fn inputs_of_locks_instances_and_values() {
    // A lock whose permission is elsewhere is held by somebody.
    let class = "class C { int x; resource lock_invariant() = Perm(x, 1\\2);
        resource P() = Perm(x, write) ** x > 0; }";
    let whole = "requires c != null ** Perm(c.x, write); void m(C c)";
    all(class, whole, &[("c.x = 3;", "done"), ("lock c;", "stuck")]);
    let class = "class C { int x; resource P() = Perm(x, write) ** x > 0; }";
    let some = "requires c != null ** Perm(c.P(), read) ** (\\unfolding [read]c.P() \\in c.x) < 3; void m(C c)";
    let cases = [
        ("unfold [read]c.P(); assert c.x == 1 || c.x == 2;", "done"),
        ("unfold [read]c.P(); assert c.x == 1;", "R001"),
        ("unfold c.P();", "R002"),
    ];
    all(class, some, &cases);
    let head = "requires a != null ** Perm(a[*], 1\\2) ** \\values(a, 0, a.length) == [1, 2, 3]; void m(int[] a)";
    all("", head, &[("assert a.length == 3 && a[1] == 2;", "done")]);
}

#[test]
fn inputs_are_bent_and_not_the_variables_of_quantifiers() {
    let head = "requires n == 5 && m > 5 && a != null && a.length == n * m ** Perm(a[*], write);
        requires (\\forall int i = 0 .. n, int j = 0 .. m; a[j * n + i] == i + j); void m(int n, int m, int[] a)";
    all("", head, &[("assert a[5 * n + 3] == 8;", "done")]);
}

#[test]
fn a_limit_is_not_a_contract_that_allows_nothing() {
    let text = "class T { int f; context Perm(f, write); ensures f == 5; ensures \\result; boolean five();
        context Perm(f, write); void m() { loop_invariant Perm(f, write); while (five()) { assert f == 5; } } }";
    assert_eq!(outcome(text), "limit");
}

#[test]
fn ranges_are_read_before_threads_start() {
    let text = "class T { int z; context Perm(z, write); requires z == 2;
        void m() { par (int i = 0 .. z) context i == 0 ==> Perm(z, write); { if (i == 0) { z = 5; } } assert Perm(z, write); } }";
    assert_eq!(outcome(text), "done");
}
