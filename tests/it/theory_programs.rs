//! Programs about data, from text to verdict.

use crate::common::solvers;
use pipeline::check::{Settings, check};
use seplog::Silent;
use seplog::report::{Outcome, Report};
use spec_lang::parse::parse;
use spec_lang::resolve::{Profile, resolve};
use text::diagnostics::Severity;
use text::source::SourceFile;

fn report(text: &str) -> Report {
    let parsed = parse(&[SourceFile::new("test.pvl", text)]);
    let errors = |list: &[text::diagnostics::Diagnostic]| -> Vec<String> {
        list.iter()
            .filter(|d| d.severity == Severity::Error)
            .map(|d| format!("{} {} {:?}", d.code, d.message, d.primary))
            .collect()
    };
    assert_eq!(errors(&parsed.diagnostics), Vec::<String>::new(), "{text}");
    let resolved = resolve(&parsed.program, Profile::Sound);
    assert_eq!(
        errors(&resolved.diagnostics),
        Vec::<String>::new(),
        "{text}"
    );
    let settings = Settings {
        proofs: seplog::Settings {
            rlimit: Some(3_000_000),
            ..seplog::Settings::default()
        },
        ..Settings::default()
    };
    check(
        &parsed.program,
        &resolved.resolution,
        &settings,
        solvers(),
        &Silent,
    )
}

/// The codes of what is not proved or has no rule, in order.
fn complaints(report: &Report) -> Vec<String> {
    let mut found = Vec::new();
    for method in &report.methods {
        if let Some(why) = &method.unsupported {
            found.push(format!("{} {}: {}", method.name, why.code, why.message));
        }
        for obligation in &method.obligations {
            if obligation.outcome != Outcome::Proved {
                found.push(format!(
                    "{} {}: {} ({:?}) at {:?}",
                    method.name,
                    obligation.code,
                    obligation.message,
                    obligation.outcome,
                    obligation.span
                ));
            }
        }
    }
    found
}

#[track_caller]
fn holds(text: &str) {
    let report = report(text);
    assert_eq!(complaints(&report), Vec::<String>::new(), "{text}");
    assert!(report.obligations().count() > 0, "{text}");
}

/// The only complaint has this code.
#[track_caller]
fn fails(code: &str, text: &str) {
    let found = complaints(&report(text));
    assert!(
        found.len() == 1 && found.iter().all(|c| c.contains(&format!(" {code}: "))),
        "{text}\n{found:?}"
    );
}

#[test]
fn sequences() {
    holds(
        "void m(seq<int> xs, int i) {
            seq<int> a = seq<int> {3, 1, 4};
            assert |a| == 3 && a[1] == 1;
            assert a + [1] == [3, 1, 4, 1];
            assert 5 :: a == [5, 3, 1, 4];
            assert a ++ 7 == [3, 1, 4, 7];
            assert a[1 -> 9] == [3, 9, 4];
            assert a[1 ..] == [1, 4] && a[.. 1] == [3] && a[1 .. 2] == [1];
            assert a.head == 3 && a.tail == [1, 4];
            assert 4 in a && !(5 in a);
            assert a.removeAt(0) == [1, 4];
            assert [t: int].isEmpty && !a.isEmpty;
            if (0 <= i && i < |xs|) {
                assert (xs + a)[i] == xs[i];
                assert xs[i -> xs[i]] == xs;
                assert xs[.. i] + xs[i ..] == xs;
                assert xs[i] in xs;
            }
        }",
    );
    holds(
        "requires n >= 0;
         ensures |\\result| == n;
         ensures (\\forall int k; 0 <= k && k < |\\result|; \\result[k] == k + k);
         seq<int> doubles(int n) {
            int i = 0;
            seq<int> r = seq<int> {};
            loop_invariant 0 <= i && i <= n && |r| == i;
            loop_invariant (\\forall int k; 0 <= k && k < i; r[k] == k + k);
            while (i < n) {
                r = r + [i + i];
                i = i + 1;
            }
            return r;
        }",
    );
}

#[test]
fn conditions_on_sequences() {
    fails("V060", "void m(seq<int> xs) { int x = xs[0]; }");
    fails(
        "V060",
        "requires |xs| > 2; void m(seq<int> xs, int i) { int x = xs[i]; }",
    );
    fails("V060", "requires xs[0] > 0; void m(seq<int> xs) { }");
    fails("V063", "void m(seq<int> xs) { int x = xs.head; }");
    fails("V064", "void m(seq<int> xs) { seq<int> ys = xs[0 -> 1]; }");
    fails(
        "V060",
        "void m(seq<seq<int>> xs) { if (|xs| > 0) { int x = xs[0][0]; } }",
    );
    holds("requires |xs| > 0 && xs[0] > 0; void m(seq<int> xs) { assert xs[0] > 0; }");
    holds("void m(seq<int> xs) { assert xs.tail.tail == xs[2 ..]; }");
}

#[test]
fn sets_and_bags() {
    holds(
        "requires x in s;
         void m(set<int> s, set<int> t, int x) {
            assert x in s + t && x in (s \\union t);
            assert s * t <= s;
            assert !(x in t) ==> x in s - t;
            assert s <= t ==> |s| <= |t|;
            assert |s| > 0;
            assert {1, 2, 2} == {2, 1} && |{1, 2, 2}| == 2;
            assert {0 .. 3} == {0, 1, 2};
            assert {1} < {1, 2};
            assert \\choose(s) in s;
            assert \\choose({0 .. 5}) < 5;
            assert \\choose({0 .. 5}) == \\choose({0 .. 5});
            bag<int> b = bag<int> {1, 1, 2};
            assert |b| == 3 && (1 in b) == 2;
            assert b + bag<int> {2} == bag<int> {2, 1, 2, 1};
        }",
    );
    fails("V065", "void m(set<int> s) { int x = \\choose(s); }");
    fails("V065", "void m(set<int> s) { int x = \\choose_fresh(s); }");
    fails("U086", "pure int m(set<int> s) = \\choose_fresh(s);");
    let wrong = complaints(&report(
        "void m() { assert \\choose({0 .. 5}) == 0; }
         void n() { assert \\choose({0 .. 5}) != 0; }",
    ));
    assert_eq!(wrong.len(), 2, "{wrong:?}");
}

#[test]
fn comprehensions() {
    holds(
        "pure int plus(int a, int b) = a + b;
         enum Color { Red, Green }
         requires 0 <= j && j < 5;
         void m(int j, int k) {
            set<int> a = set<int> {plus(x, x) | int x; x >= 0 && x <= 5};
            assert plus(1, 1) in a && plus(j, j) in a && !(3 in a) && |a| == 6;
            set<int> b = set<int> {x + y | int x <- {0, 1, 2, 3, 4}, int y <- {0, 1, 2}; (x + y) % 2 == 0};
            assert b == {0, 2, 4, 6};
            set<int> c = set<int> {x | int x <- {1, k}; x > 1};
            assert k > 1 ==> c == {k};
            assert k <= 1 ==> c == set<int> {};
            set<int> d = set<int> {x * x | int x <- {0 .. 4}};
            assert 9 in d && |d| == 4;
            set<boolean> e = set<boolean> {x || y | boolean x, boolean y};
            assert e == {true, false};
            set<Color> f = set<Color> {x | Color x; x != Color.Red && x != null};
            assert f == {Color.Green};
            set<int> g = set<int> {x / y | int x <- {4}, int y <- {0, 2}; y != 0};
            assert g == {2};
         }",
    );
    fails(
        "V004",
        "void m() { set<int> g = set<int> {4 / y | int y <- {0, 2}}; }",
    );
    fails(
        "U087",
        "void m() { set<int> d = set<int> {x | int x; x > 0 && x % 2 == 0}; }",
    );
    holds(
        "void m(set<int> s) {
            set<int> d = set<int> {x + 1 | int x <- s};
            assert 4 in d ==> 3 in s;
         }",
    );
}

#[test]
fn maps() {
    holds(
        "void m(map<int, boolean> n) {
            map<int, boolean> a = map<int, boolean> {1 -> true, 2 -> true, 0 -> false};
            assert a[1] && !a[0] && |a| == 3 && !a.isEmpty;
            assert |a ++ (1, false)| == 3;
            a = a.add(1, true);
            assert !a.disjoint(map<int, boolean> {1 -> true});
            assert a.disjoint(map<int, boolean> {3 -> false});
            assert tuple<int, boolean> {1, true} in a.items;
            assert a.remove(1).keys == {0, 2};
            assert a.values == {true, false};
            assert n.add(7, true)[7];
            assert map<int, boolean> {1 -> true}.equals(map<int, boolean> {}.add(1, true));
            assert 7 in n.keys ==> |n.remove(7)| == |n| - 1;
         }
         requires (\\forall int i; 0 <= i && i < 100; i in a.keys && a[i] == i * i);
         void squares(map<int, int> a) { assert a[20] == 400; }
         void build() {
            map<int, int> a = map<int, int> {};
            int i = 0;
            loop_invariant 0 <= i && i <= 100;
            loop_invariant (\\forall int j; j in a.keys; a[j] == j * j);
            loop_invariant (\\forall int k; true; (0 <= k && k < i) == k in a.keys);
            while (i < 100) {
                a = a ++ (i, (i * i));
                i = i + 1;
            }
            squares(a);
         }",
    );
    fails(
        "V061",
        "void m() { map<int, int> a = map<int, int> {3 -> 9}; int x = a[4]; }",
    );
}

#[test]
fn options_tuples_strings_and_enums() {
    holds(
        "enum Color { Red, Green }
         requires |cs| > 0;
         void m(seq<Color> cs) {
            option<int> x = None;
            option<int> y = Some(37);
            assert x != y && x == None && y != None;
            assert y.get == 37 && x.getOrElse(5) == 5;
            tuple<int, boolean> p = tuple<int, boolean> {4, true};
            assert p.fst == 4 && p.snd;
            assert p == tuple<int, boolean> {p.fst, p.snd};
            assert \"abc\" == \"abc\" && \"abc\" != \"xyz\";
            string s = \"a\" + \"b\";
            assert s == \"ab\";
            if (cs[0] != Color.Red && cs[0] != null) {
                assert cs[0] == Color.Green;
            }
         }",
    );
    fails("V062", "void m(option<int> o) { int x = o.get; }");
    // What differs in type only may still be equal.
    fails(
        "U088",
        "void m(seq<int> xs, seq<rational> ys) { assert xs != ys; }",
    );
}

#[test]
fn rational_elements() {
    holds(
        "void m(seq<rational> xs) {
            seq<rational> ys = seq<rational> {1, 1\\2};
            assert ys[1] + ys[1] == ys[0];
            assert xs + [1\\2] != xs;
        }",
    );
}
