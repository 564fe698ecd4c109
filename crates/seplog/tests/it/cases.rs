//! The cases, and what is found of each.

/// A name, a program, which obligations hold as they stand, and which are left to a solver.
pub type Case = (&'static str, &'static str, &'static str, &'static str);

#[rustfmt::skip]
pub const CASES: &[Case] = &[
    // Permissions.
    ("read/with_a_part", r"requires c != null ** Perm(c.f, 1\2); void m(C c) { int x = c.f; }", "V004 V001 V003 V022", ""),
    ("read/without", "requires c != null; void m(C c) { int x = c.f; }", "V001 V022", "V003 c.f"),
    ("read/of_perhaps_null", "requires c != null ==> Perm(c.f, 1); void m(C c) { int x = c.f; }", "V003 V022", "V001 c.f"),
    ("write/with_all", "requires c != null ** Perm(c.f, 1); void m(C c) { c.f = 1; }", "V001 V009 V022", ""),
    ("write/with_a_part", r"requires c != null ** Perm(c.f, 1\2); void m(C c) { c.f = 1; }", "V004 V001 V022", "V009 c.f = 1;"),
    ("write/of_another", "requires c != null ** d != null ** Perm(c.f, 1); void m(C c, C d) { d.f = 1; }", "V001 V022", "V009 d.f = 1;"),
    ("exhale/cancels", "requires c != null ** Perm(c.f, 1); ensures Perm(c.f, 1); void m(C c) { exhale Perm(c.f, 1); inhale Perm(c.f, 1); }", "V011 V023", ""),
    ("exhale/twice", "requires c != null ** Perm(c.f, 1); void m(C c) { exhale Perm(c.f, 1); exhale Perm(c.f, 1); }", "V011 V022", "V011 Perm(c.f, 1)"),
    ("exhale/halves", r"requires c != null ** Perm(c.f, 1); void m(C c) { exhale Perm(c.f, 1\2); exhale Perm(c.f, 1\2); }", "V004 V011 V004 V011 V022", ""),
    ("exhale/leaves_a_part", r"requires c != null ** Perm(c.f, 1); void m(C c) { c.f = 1; exhale Perm(c.f, 1\2); assert c.f == 1; }", "V001 V009 V004 V011 V001 V003 V022", "V010 c.f == 1"),
    ("exhale/forgets", "requires c != null ** Perm(c.f, 1); void m(C c) { c.f = 1; exhale Perm(c.f, 1); inhale Perm(c.f, 1); assert c.f == 1; }", "V001 V009 V011 V001 V003 V022", "V010 c.f == 1"),
    ("exhale/keeps_another_field", "requires c != null ** Perm(c.f, 1) ** Perm(c.g, 1); void m(C c) { c.g = 1; exhale Perm(c.f, 1); assert c.g == 1; }", "V001 V009 V011 V001 V003 V022", "V010 c.g == 1"),
    ("perm/is_what_is_held", r"requires c != null ** Perm(c.f, 1\2); void m(C c) { assert perm(c.f) == 1\2; }", "V004 V004 V010 V022", ""),
    // Arrays.
    ("element/in_bounds", "requires a != null ** a.length == 4 ** Perm(a[1], 1); void m(int[] a) { a[1] = 0; }", "V001 V001 V001 V002 V009 V022", "V002 a[1"),
    ("element/out_of_bounds", "requires a != null ** a.length == 4 ** Perm(a[1], 1); void m(int[] a) { a[4] = 0; }", "V001 V001 V001 V022", "V002 a[1, V002 a[4, V009 a[4] = 0;"),
    ("element/other_cell", "requires a != null ** a.length == 4 ** Perm(a[1], 1); void m(int[] a) { a[2] = 0; }", "V001 V001 V001 V022", "V002 a[1, V002 a[2, V009 a[2] = 0;"),
    ("division/by_a_literal", "void m(int x) { int y = x / 2; }", "V004 V022", ""),
    ("division/by_a_variable", "void m(int x) { int y = 2 / x; }", "V022", "V004 2 / x"),
    ("division/guarded", "void m(int x) { int y = x != 0 ? 2 / x : 0; }", "V004 V022", ""),
    ("size/negative", "void m(int n) { int[] a = new int[n]; }", "V022", "V013 n"),
    // Quantified permissions: whether the index map is injective, and its inverse.
    ("injective/identity", "requires a != null ** (\\forall* int i = 0 .. a.length; Perm(a[i], 1)); void m(int[] a) { }", "V001 V001 V002 V006 V022", ""),
    ("injective/shifted", "requires a != null ** (\\forall* int i = 0 .. a.length - 1; Perm(a[i + 1], 1)); void m(int[] a) { }", "V001 V001 V006 V022", "V002 a[i + 1"),
    ("injective/scaled", "requires a != null ** a.length == 8 ** (\\forall* int i = 0 .. 4; Perm(a[2 * i], 1)); void m(int[] a) { }", "V001 V001 V006 V022", "V002 a[2 * i"),
    ("injective/two_digits", "requires a != null ** a.length == 12 ** (\\forall* int i = 0 .. 3, int j = 0 .. 4; Perm(a[4 * i + j], 1)); void m(int[] a) { }", "V001 V001 V022", "V002 a[4 * i + j, V006 Perm(a[4 * i + j], 1)"),
    ("injective/digits_overlap", "requires a != null ** a.length == 12 ** (\\forall* int i = 0 .. 3, int j = 0 .. 5; Perm(a[4 * i + j], 1)); void m(int[] a) { }", "V001 V001 V022", "V002 a[4 * i + j, V006 Perm(a[4 * i + j], 1)"),
    ("injective/halved", "requires a != null ** a.length == 4 ** (\\forall* int i = 0 .. 8; Perm(a[i / 2], 1)); void m(int[] a) { }", "V001 V004 V001 V022", "V002 a[i / 2, V006 Perm(a[i / 2], 1)"),
    ("injective/constant", "requires a != null ** a.length == 4 ** (\\forall* int i = 0 .. 8; Perm(a[1], 1)); void m(int[] a) { }", "V001 V001 V022", "V002 a[1"),
    ("quantified/cancels", "requires a != null ** (\\forall* int i = 0 .. a.length; Perm(a[i], 1)); ensures (\\forall* int i = 0 .. a.length; Perm(a[i], 1)); void m(int[] a) { }", "V001 V001 V002 V006 V001 V001 V002 V006 V006 V023", ""),
    ("quantified/more_than_held", "requires a != null ** a.length == 8 ** (\\forall* int i = 0 .. 4; Perm(a[i], 1)); ensures (\\forall* int i = 0 .. 5; Perm(a[i], 1)); void m(int[] a) { }", "V001 V001 V006 V001 V006 V006", "V002 a[i, V002 a[i, V023 Perm(a[i], 1)"),
    ("quantified/stride", "requires a != null ** a.length == 8 ** (\\forall* int i = 0 .. 8; Perm(a[i], 1)); ensures (\\forall* int i = 0 .. 4; Perm(a[2 * i], 1)); void m(int[] a) { }", "V001 V001 V006 V001 V006 V006", "V002 a[i, V002 a[2 * i, V023 Perm(a[2 * i], 1)"),
    // Predicates.
    ("predicate/fold_and_unfold", "requires c != null ** Perm(c.f, 1); ensures Perm(c.f, 1); void m(C c) { fold box(c); unfold box(c); }", "V075 V073 V075 V074 V023", ""),
    ("predicate/unfold_without", "requires c != null; void m(C c) { unfold box(c); }", "V075 V022", "V074 unfold box(c);"),
    ("predicate/folded_is_not_read", "requires c != null ** Perm(c.f, 1); void m(C c) { fold box(c); int x = c.f; }", "V075 V073 V001 V022", "V003 c.f"),
    // Control flow.
    ("loop/keeps_its_invariant", "void m(int n) { int i = 0; loop_invariant 0 <= i; decreases n - i; while (i < n) { i = i + 1; } assert 0 <= i; }", "V030 V010 V022", "V033 n - i, V031 0 <= i"),
    ("loop/forgets_what_it_assigns", "void m(int n) { int i = 0; loop_invariant true; while (i < n) { i = i + 1; } assert i == 0; }", "V030 V031 V022", "V010 i == 0"),
    ("loop/keeps_what_it_does_not_assign", "void m(int n) { int i = 0; int k = 7; loop_invariant true; while (i < n) { i = i + 1; } assert k == 7; }", "V030 V031 V010 V022", ""),
    ("join/values_of_both_branches", "void m(boolean b) { int x = 0; if (b) { x = 1; } else { x = 1; } assert x == 1; }", "V010 V022", ""),
    ("join/one_branch_is_not_enough", "void m(boolean b) { int x = 0; if (b) { x = 1; } assert x == 1; }", "V022", "V010 x == 1"),
    ("call/asks_for_the_precondition", "requires 0 < x; void n(int x) { } void m() { n(1); n(0); }", "V022 V020 V022", "V020 n(0)"),
    ("call/gives_no_more_than_promised", "void n() { } requires c != null ** Perm(c.f, 1); ensures Perm(c.f, 1); void k(C c) { c.f = 2; } requires c != null ** Perm(c.f, 1); void m(C c) { c.f = 1; k(c); assert c.f == 1; }", "V022 V001 V009 V023 V001 V009 V020 V021 V001 V003 V022", "V010 c.f == 1"),
    // Parallel blocks.
    ("par/each_its_own_cell", "requires a != null ** a.length == n ** (\\forall* int i = 0 .. n; Perm(a[i], 1)); void m(int[] a, int n) { par (int t = 0 .. n) requires Perm(a[t], 1); { a[t] = t; } }", "V001 V001 V006 V006 V041 V001 V001 V002 V009 V022", "V002 a[i, V002 a[t"),
    ("par/all_the_same_cell", "requires a != null ** a.length == n ** 0 < n ** Perm(a[0], 1); void m(int[] a, int n) { par (int t = 0 .. n) requires Perm(a[0], 1); { a[0] = t; } }", "V001 V001 V001 V002 V001 V002 V009 V022", "V002 a[0, V041 Perm(a[0], 1)"),
    ("par/shared_read", r"requires c != null ** 0 < n ** Perm(c.f, 1); void m(C c, int n) { par (int t = 0 .. n) requires Perm(c.f, 1\n); { int x = c.f; } }", "V001 V022", r"V005 Perm(c.f, 1\n), V041 Perm(c.f, 1\n), V004 1\n, V005 Perm(c.f, 1\n), V003 c.f"),
    // Functions.
    ("function/reads_with_permission", r"requires c != null ** Perm(c.f, 1\2); pure int get(C c) = c.f;", "V004 V001 V003 V022", ""),
    ("function/reads_without", "requires c != null; pure int get(C c) = c.f;", "V001 V022", "V003 c.f"),
    ("function/precondition_at_use", "requires 0 < x; pure int half(int x) = x / 2; void m() { assert half(4) == half(4); assert half(0) == half(0); }", "V004 V022 V024 V024 V010 V010 V022", "V024 half(0), V024 half(0)"),
    ("refute/what_is_plain", "void m(int x) { refute x == x; }", "V022", "V012 fails"),
    ("assume/false_is_believed", "void m() { assume false; assert 1 == 2; }", "V022", ""),
];
