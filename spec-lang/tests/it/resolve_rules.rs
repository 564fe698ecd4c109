//! Names and types, rule by rule.

use spec_lang::ast::{Expr, ExprKind, NodeId, Program, Visitor};
use spec_lang::parse::parse;
use spec_lang::resolve::{Builtin, CODES, Profile, Reference, Resolved, Type, resolve};
use text::code::Code;
use text::diagnostics::Severity;
use text::source::SourceFile;

fn look(text: &str, profile: Profile) -> (Program, Resolved) {
    let parsed = parse(&[SourceFile::new("t.pvl", text)]);
    let wrong: Vec<_> = parsed
        .diagnostics
        .iter()
        .filter(|diagnostic| diagnostic.severity == Severity::Error)
        .map(|diagnostic| &diagnostic.message)
        .collect();
    assert!(wrong.is_empty(), "not parsed: {wrong:?}\n{text}");
    let resolved = resolve(&parsed.program, profile);
    (parsed.program, resolved)
}

/// The codes reported, with the words of the program they point at.
fn found(text: &str, profile: Profile) -> Vec<(Code, String)> {
    let (_, resolved) = look(text, profile);
    resolved
        .diagnostics
        .iter()
        .map(|diagnostic| {
            let span = diagnostic.primary.as_ref().unwrap().span;
            (diagnostic.code, text[span.range()].to_owned())
        })
        .collect()
}

#[track_caller]
fn fine(text: &str) {
    let (_, resolved) = look(text, Profile::Sound);
    let wrong: Vec<_> = resolved
        .diagnostics
        .iter()
        .map(|diagnostic| (diagnostic.code, &diagnostic.message))
        .collect();
    assert!(wrong.is_empty(), "{wrong:?}\n{text}");
}

#[track_caller]
fn wrong(text: &str, code: Code, at: &str) {
    let found = found(text, Profile::Sound);
    assert_eq!(found, [(code, at.to_owned())], "\n{text}");
}

#[test]
fn every_example_gives_its_code() {
    for info in CODES {
        if info.example.is_empty() {
            continue;
        }
        let found = found(info.example, Profile::Sound);
        let codes: Vec<Code> = found.iter().map(|(code, _)| *code).collect();
        assert_eq!(codes, [info.code], "{}", info.example);
    }
}

#[test]
fn codes_are_in_order_and_once() {
    let codes: Vec<Code> = CODES.iter().map(|info| info.code).collect();
    let mut sorted = codes.clone();
    sorted.sort_unstable();
    sorted.dedup();
    assert_eq!(codes, sorted);
}

/// What the calls of a name mean.
fn calls(program: &Program, resolved: &Resolved, name: &str) -> Vec<(Option<Reference>, Type)> {
    struct Find<'a> {
        name: &'a str,
        ids: Vec<NodeId>,
    }
    impl Visitor for Find<'_> {
        fn visit_expr(&mut self, expr: &Expr) {
            let named = match &expr.kind {
                ExprKind::Call(call) | ExprKind::New(call) => call.name.name == self.name,
                ExprKind::Member(_, name) | ExprKind::Name(name) => name.name == self.name,
                _ => false,
            };
            if named {
                self.ids.push(expr.id);
            }
            self.walk_expr(expr);
        }
    }
    let mut find = Find {
        name,
        ids: Vec::new(),
    };
    find.visit_program(program);
    find.ids
        .iter()
        .map(|id| {
            let reference = resolved.resolution.references.get(id).cloned();
            (reference, resolved.resolution.type_of(*id).clone())
        })
        .collect()
}

fn types_of_calls(text: &str, name: &str) -> Vec<Type> {
    let (program, resolved) = look(text, Profile::Sound);
    calls(&program, &resolved, name)
        .into_iter()
        .map(|(_, ty)| ty)
        .collect()
}

#[test]
fn variables_and_callables_have_spaces_of_their_own() {
    fine("pure int r(int n) = n; void m(int n) { int r = r(n); int m = r; m(m); }");
    fine(
        "class c { int x; pure int x(int x) = x; requires Perm(x, 1); void m(c c) { int a = x(x); } }",
    );
    fine(
        "class head { int copy; } void done(head state) { seq<int> add = [1]; int source = add.head; }",
    );
}

#[test]
fn declarations_hide_what_is_built_in() {
    let text =
        "pure boolean head(seq<int> xs) = true; void m(seq<int> xs) { boolean b = head(xs); }";
    assert_eq!(types_of_calls(text, "head"), [Type::Boolean]);
    let (program, resolved) = look(
        "void m(seq<int> xs) { int b = head(xs); assert tail(xs) == xs.tail; }",
        Profile::Sound,
    );
    assert_eq!(
        calls(&program, &resolved, "head")[0].0,
        Some(Reference::Builtin(Builtin::Head))
    );
}

#[test]
fn overloads_are_chosen_by_number_and_types() {
    let text = "pure int f(int[] a) = 0; pure boolean f(seq<int> s) = true; \
                pure rational f(rational p, int n) = p; pure seq<int> f(int p, int n) = [p]; \
                void m(int[] a, seq<int> s, frac p) { \
                  int x = f(a); boolean y = f(s); rational z = f(p, 1); seq<int> w = f(1, 2); }";
    assert_eq!(
        types_of_calls(text, "f"),
        [
            Type::Int,
            Type::Boolean,
            Type::Rational,
            Type::Seq(Box::new(Type::Int))
        ]
    );
    wrong(
        "void f(int n); void f(boolean b); void m() { f(null); }",
        Code::T002,
        "f",
    );
}

#[test]
fn type_parameters_are_matched() {
    let text = "pure T first<T>(seq<T> xs) = xs.head; \
                void m(seq<seq<boolean>> g) { boolean b = first(first(g)); int i = first<int>([1]); }";
    let types = types_of_calls(text, "first");
    assert_eq!(
        types,
        [Type::Boolean, Type::Seq(Box::new(Type::Boolean)), Type::Int]
    );
    fine(
        "class Box<T> { T item; requires Perm(item, 1); T take() { return item; } } \
          requires Perm(b.item, 1); void m(Box<int> b) { int x = b.take() + b.item; }",
    );
}

#[test]
fn open_literals_get_their_types_from_around() {
    let text = "void m(seq<int> xs, option<boolean> o) { \
                  seq<int> e = []; assert o == None; assert xs == []; set<int> s = {}; }";
    let (program, resolved) = look(text, Profile::Sound);
    struct Open<'a>(&'a Resolved, usize);
    impl Visitor for Open<'_> {
        fn visit_expr(&mut self, expr: &Expr) {
            if matches!(
                expr.kind,
                ExprKind::SeqLiteral(..) | ExprKind::SetLiteral(..) | ExprKind::OptionNone
            ) {
                let ty = self.0.resolution.type_of(expr.id);
                let open = matches!(
                    ty,
                    Type::Seq(inner) | Type::Set(inner) | Type::Option(inner)
                        if **inner == Type::Any
                );
                assert!(!open, "{ty:?}");
                self.1 += 1;
            }
            self.walk_expr(expr);
        }
    }
    let mut open = Open(&resolved, 0);
    open.visit_program(&program);
    assert_eq!(open.1, 4);
}

#[test]
fn numbers_widen_and_equality_takes_anything() {
    fine(
        "void m(frac p, zfrac z, rational q, float64 d) { \
            assert 1\\2 < p; rational r = p + 1; frac s = 1\\4; float64 e = d * 2; \
            assert 1 == false; assert null == 3; assert p != none; }",
    );
    wrong("void m(frac p) { int n = p; }", Code::T001, "p");
    wrong("void m() { boolean b = 1 + 1; }", Code::T001, "1 + 1");
}

#[test]
fn booleans_and_resources() {
    let class = |clause: &str| format!("class C {{ int x; boolean b; {clause} void m() {{ }} }}");
    fine(&class(
        "requires Perm(x, 1) ** x > 0 ** (x > 1 ==> Perm(b, 1));",
    ));
    for clause in [
        "requires x > 0 && Perm(x, 1);",
        "requires true || Perm(x, 1);",
        "requires !Perm(x, 1);",
        "requires Perm(x, 1) ==> true;",
        "requires (\\forall int i; 0 < i; Perm(x, 1));",
        "requires Perm(x, 1) == true;",
    ] {
        wrong(&class(clause), Code::T005, "Perm(x, 1)");
    }
    let found = found(&class("requires x > 0 && Perm(x, 1);"), Profile::VerCors14);
    assert_eq!(found, []);
}

#[test]
fn locals_live_from_their_declaration_to_the_end_of_their_block() {
    wrong("void m() { x = 1; int x; }", Code::N001, "x");
    wrong("void m() { { int x = 1; } int y = x; }", Code::N001, "x");
    fine("void m() { { int x = 1; } { boolean x = true; } }");
    fine("void m() { loop_invariant 0 <= i; for (int i = 0; i < 3; i++) { } }");
    fine("void m() { loop_invariant 0 <= i; for (int i = 0 .. 3) { } }");
    fine("void m(int i) { assert (\\forall int i; i == i); par (int i = 0 .. 3) { } }");
    wrong("void m() { int x = 1; int x = 2; }", Code::N006, "x");
    wrong(
        "void m() { int x = 1; if (x > 0) { int x = 2; } }",
        Code::N020,
        "x",
    );
}

#[test]
fn under_the_old_reading_a_second_declaration_assigns() {
    let text = "void m() { int x = 1; while (x < 3) { int x = 2; int y = x; } assert y == x; }";
    let (program, resolved) = look(text, Profile::VerCors14);
    assert_eq!(resolved.diagnostics, []);
    let redeclared: Vec<_> = resolved.resolution.redeclared.iter().collect();
    assert_eq!(redeclared.len(), 1);
    let (second, first) = redeclared[0];
    assert_eq!(resolved.resolution.canonical(*second), *first);
    for (reference, _) in calls(&program, &resolved, "x") {
        assert_eq!(reference, Some(Reference::Local(*first)));
    }
    let found = found(
        "void m() { int x = 1; boolean x = true; }",
        Profile::VerCors14,
    );
    assert_eq!(found, [(Code::N006.to_owned(), "x".to_owned())]);
}

#[test]
fn threads_write_only_their_own_locals() {
    fine("void m(int n) { par (int i = 0 .. n) { int x = n; x = x + i; } }");
    wrong("void m() { int x; par { x = 1; } }", Code::N007, "x");
    wrong("void m() { int x; par { x++; } }", Code::N007, "x");
    wrong(
        "void m() { par (int i = 0 .. 2) { i = 1; } }",
        Code::N008,
        "i",
    );
    wrong(
        "yields int y; void f(); void m() { int x; par { f() yields { x = y }; } }",
        Code::N007,
        "x",
    );
}

#[test]
fn blocks_barriers_invariants() {
    let text = "void m(boolean b) { invariant inv(b) { par t (int i = 0 .. 2) { \
                  barrier(t; inv) { ensures true; } atomic(inv) { } } } }";
    let (_, resolved) = look(text, Profile::Sound);
    assert_eq!(resolved.diagnostics, []);
    assert_eq!(resolved.resolution.invariants.len(), 2);
    assert!(
        resolved
            .resolution
            .invariants
            .values()
            .all(|found| found.len() == 1)
    );
    wrong("void m() { par t { atomic(inv) { } } }", Code::N011, "inv");
}

#[test]
fn loops_labels_and_jumps() {
    fine("void m() { label out; while (true) { while (true) { break out; } continue; } }");
    fine("void m() { goto end; label end; }");
    wrong(
        "void m() { while (true) { par { break; } } }",
        Code::N010,
        "break;",
    );
    wrong(
        "void m() { label end; par { goto end; } }",
        Code::N009,
        "end",
    );
    wrong("void m() { par { return; } }", Code::N010, "return;");
    wrong(
        "void m() { par (int i = 0 .. 2, int i = 0 .. 3) { } }",
        Code::N005,
        "i",
    );
    wrong(
        "void m() { assert (\\forall int i, int i; true); }",
        Code::N005,
        "i",
    );
    wrong(
        "void m() { assert \\old[nowhere](true); }",
        Code::N009,
        "nowhere",
    );
}

#[test]
fn ghost_arguments_new_and_old() {
    let callee = "given int g; yields int y; void f();";
    let count = |text: &str| {
        let (_, resolved) = look(&format!("{callee} {text}"), Profile::Sound);
        assert_eq!(resolved.diagnostics, [], "{text}");
        let count = |map: &std::collections::HashMap<NodeId, Vec<(NodeId, NodeId)>>| {
            map.values().map(Vec::len).sum::<usize>()
        };
        (
            count(&resolved.resolution.given),
            count(&resolved.resolution.yields),
        )
    };
    assert_eq!(
        count("void m() { int x; f() given { g = 1 } yields { x = y }; }"),
        (1, 1)
    );
    assert_eq!(
        count("void m() { int x; f() with { g = 1; } then { x = y; }; }"),
        (1, 1)
    );
    assert_eq!(
        count("void m() { int x; f() with { g = 1; x = y; }; }"),
        (1, 1)
    );
    assert_eq!(
        count("void m() { int y; f() with { g = 2; y = y; }; }"),
        (1, 1)
    );
    wrong(&format!("{callee} void m() {{ f(); }}"), Code::T010, "f");
    wrong(
        &format!("{callee} void m() {{ f() given {{ g = 1, h = 2 }}; }}"),
        Code::T010,
        "h",
    );
    wrong(
        &format!("{callee} void m() {{ f() given {{ g = true }}; }}"),
        Code::T001,
        "true",
    );
}

#[test]
fn where_there_is_no_object() {
    let class = |body: &str| format!("class C {{ int x; int y(); {body} }}");
    wrong(&class("static void m() { x = 1; }"), Code::N012, "x");
    wrong(&class("static void m() { y(); }"), Code::N012, "y");
    wrong(
        &class("requires this != null; constructor() { }"),
        Code::N012,
        "this",
    );
    fine(&class(
        "requires x == 1; ensures this.x == x; constructor(int x) { this.x = x; }",
    ));
    wrong("void m() { assert this != null; }", Code::N012, "this");
}

#[test]
fn results_and_returns() {
    fine("ensures \\result == 1; int m() { return 1; }");
    wrong(
        "ensures \\result == 1; void m() { }",
        Code::N013,
        "\\result",
    );
    wrong(
        "int m() { assert \\result == 1; return 1; }",
        Code::N013,
        "\\result",
    );
    wrong("int m() { return; }", Code::T007, "return;");
    wrong("int m() { return true; }", Code::T001, "true");
}

#[test]
fn effects_in_pure_places() {
    let class = |text: &str| format!("class C {{ int f() {{ return 1; }} {text} }}");
    wrong(&class("pure int g() = f();"), Code::T004, "f");
    wrong(&class("pure int g() { return f(); }"), Code::T004, "f");
    wrong(&class("void g() { assert f() == 1; }"), Code::T004, "f");
    wrong(
        &class("void g() { loop_invariant f() == 1; while (f() == 1) { } }"),
        Code::T004,
        "f",
    );
    wrong(
        &class("void g() { int x = (\\let int y = f(); y); }"),
        Code::T004,
        "f",
    );
    fine(&class("void g() { int x = f() + f(); if (f() == x) { } }"));
}

#[test]
fn locations() {
    fine(
        "class C { int x; resource p() = true; requires Perm(x, 1) ** Perm(p(), read) ** Value(x); void m() { } }",
    );
    fine("requires a != null ** Perm(a[*], write) ** PointsTo(a[0], 1, 3); void m(int[] a) { }");
    wrong(
        "requires Perm(xs[0], 1); void m(seq<int> xs) { }",
        Code::T003,
        "xs[0]",
    );
    wrong(
        "requires Perm(a.length, 1); void m(int[] a) { }",
        Code::T003,
        "a.length",
    );
    wrong("void m(seq<int> xs) { xs[0] = 1; }", Code::T003, "xs[0]");
    wrong(
        "class C { final int x; void m() { x = 1; } }",
        Code::N008,
        "x",
    );
}

#[test]
fn folding() {
    fine(
        "class C { int x; resource p() = Perm(x, 1); requires p(); pure int get() = unfolding p() in x; \
          void m(C c) { fold p(); unfold [1\\2]c.p(); fold [1\\2]p(); } }",
    );
    wrong(
        "resource p(); pure int f() = unfolding p() in 1;",
        Code::N016,
        "p()",
    );
    wrong(
        "pure boolean p() = true; void m() { fold p(); }",
        Code::T008,
        "p()",
    );
}

#[test]
fn inlining_through_others_is_cyclic_too() {
    let found = found(
        "inline resource a() = b(); inline resource b() = c() ** a(); inline resource c() = true;",
        Profile::Sound,
    );
    assert_eq!(found, [(Code::N015, "a".into()), (Code::N015, "b".into())]);
}

#[test]
fn threads_and_runs() {
    fine(
        "class T { void run() { } } class U { run { } } void m() { T t = new T(); U u = new U(); fork t; join t; assert idle(u); }",
    );
    wrong(
        "class C { } void m(C c) { assert running(c); }",
        Code::N017,
        "c",
    );
    fine("thread_local pure int f() = \\current_thread; void m() { int t = \\current_thread; }");
}

#[test]
fn abstract_data_types_and_enums() {
    fine(
        "adt pair<A, B> { pure pair<A, B> make(A a, B b); pure A left(pair<A, B> p); \
            axiom (\\forall A a, B b; left(make(a, b)) == a); } \
          void m() { pair<int, boolean> p = pair.make(1, true); int x = pair.left(p); }",
    );
    fine("enum E { A, B } void m(E e) { if (e == E.A) { e = E.B; } }");
    wrong(
        "enum Colour { Red } void m(Colour c) { c = Colour.Rad; }",
        Code::N003,
        "Rad",
    );
}

#[test]
fn operators_of_classes() {
    let text = "class V { pure V +(V other) = this; } void m(V a, V b) { V c = a + b; }";
    let (program, resolved) = look(text, Profile::Sound);
    assert_eq!(resolved.diagnostics, []);
    struct Sums<'a>(&'a Resolved, usize);
    impl Visitor for Sums<'_> {
        fn visit_expr(&mut self, expr: &Expr) {
            if matches!(expr.kind, ExprKind::Binary(..)) {
                let reference = self.0.resolution.references.get(&expr.id);
                assert!(matches!(reference, Some(Reference::Method(_, false))));
                self.1 += 1;
            }
            self.walk_expr(expr);
        }
    }
    let mut sums = Sums(&resolved, 0);
    sums.visit_program(&program);
    assert_eq!(sums.1, 1);
}

#[test]
fn slips_get_a_suggestion() {
    let help = |text: &str| {
        let (_, resolved) = look(text, Profile::Sound);
        resolved.diagnostics[0].help.clone().unwrap_or_default()
    };
    assert_eq!(
        help("void m(int count) { int x = cuont; }"),
        "did you mean `count`?"
    );
    assert_eq!(
        help("class Counter { } void m(Couter c) { }"),
        "did you mean `Counter`?"
    );
    assert_eq!(
        help("void m(int[] a) { int x = a.lenght; }"),
        "did you mean `length`?"
    );
    assert_eq!(
        help("void incr(); void m() { inrc(); }"),
        "did you mean `incr`?"
    );
}

#[test]
fn one_mistake_is_reported_once() {
    wrong(
        "void m() { int x = (missing + 1) * 2; assert x == missing2(missing); }"
            .replace("missing2(missing)", "1")
            .as_str(),
        Code::N001,
        "missing",
    );
    wrong(
        "void m(Unknown u) { u.f(); int x = u.g + 1; u = null; }",
        Code::N002,
        "Unknown",
    );
}

#[test]
fn deep_trees_do_not_exhaust_the_stack() {
    let mut text = String::from("void m(boolean b) { assert b");
    for _ in 0..2000 {
        text.push_str(" ==> b");
    }
    text.push_str("; }");
    let parsed = parse(&[SourceFile::new("t.pvl", text)]);
    resolve(&parsed.program, Profile::Sound);
}

#[test]
fn nested_generic_calls_stay_small() {
    let mut text =
        String::from("pure tuple<T, T> two<T>(T x) = tuple<T, T>{x, x}; void m() { assert ");
    text.push_str(&"two(".repeat(60));
    text.push('1');
    text.push_str(&")".repeat(60));
    text.push_str(" == 1; }");
    fine(&text);
}
