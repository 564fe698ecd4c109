//! The shapes of declarations, statements, clauses and directives.

use crate::parse_support::{shape, ty};
use spec_lang::ast::*;
use spec_lang::lex;
use spec_lang::parse::{parse, parse_directive};
use text::source::SourceFile;

fn read(text: &str) -> Vec<Declaration> {
    let parsed = parse(&[SourceFile::new("t", text)]);
    assert!(
        parsed.diagnostics.is_empty(),
        "{text}: {:?}",
        parsed.diagnostics
    );
    parsed.program.declarations
}

fn only(text: &str) -> DeclarationKind {
    let mut declarations = read(text);
    assert_eq!(declarations.len(), 1, "{text}");
    declarations.pop().unwrap().kind
}

fn members(text: &str) -> Vec<Declaration> {
    let DeclarationKind::Class(class) = only(&format!("class C {{ {text} }}")) else {
        panic!()
    };
    class.members
}

fn method(text: &str) -> Method {
    let DeclarationKind::Method(method) = members(text).pop().unwrap().kind else {
        panic!()
    };
    *method
}

fn statements(text: &str) -> Vec<Stmt> {
    let Body::Block(block) = method(&format!("void m() {{ {text} }}")).body else {
        panic!()
    };
    block.statements
}

fn statement(text: &str) -> StmtKind {
    let mut statements = statements(text);
    assert_eq!(statements.len(), 1, "{text}: {statements:?}");
    statements.pop().unwrap().kind
}

#[test]
fn methods_and_constructors() {
    let kind = |text| method(text).kind;
    assert_eq!(kind("void run() { }"), MethodKind::Method);
    assert_eq!(kind("run { }"), MethodKind::RunBlock);
    assert_eq!(kind("ensures true; run;"), MethodKind::RunBlock);
    assert_eq!(kind("constructor(int x);"), MethodKind::KeywordConstructor);
    assert_eq!(
        kind("requires true; C(int x) { }"),
        MethodKind::ClassNameConstructor
    );
    assert_eq!(kind("C C(C c) { }"), MethodKind::Method);
    assert_eq!(kind("C +(C other) { }"), MethodKind::Operator);
    let right = method("pure C right+(C other) = this;");
    assert_eq!(
        (right.kind, right.name.name.as_str()),
        (MethodKind::Operator, "right+")
    );
    let generic = method("static pure inline T get<T>(T x, seq<T>[] y) = x;");
    assert_eq!(generic.type_params[0].name, "T");
    assert_eq!(generic.modifiers.len(), 3);
    assert_eq!(ty(&generic.params[1].ty), "array(seq<T>)");
    assert!(matches!(generic.body, Body::Expr(_)));
    assert!(matches!(
        method("pure int f() { return 1; }").body,
        Body::Block(_)
    ));
    for name in [
        "add", "done", "state", "copy", "source", "head", "lock", "read", "write", "m",
    ] {
        assert_eq!(
            method(&format!(
                "int {name}(int {name}) {{ {name} = {name}({name}); }}"
            ))
            .name
            .name,
            name
        );
    }
}

#[test]
fn other_members() {
    let members = members(
        "final int x = 1, y; int[] a; resource lock_invariant() = Perm(x, 1); \
         inline resource p(int i); thread_local resource q() = true; ghost int g;",
    );
    let kinds: Vec<_> = members
        .iter()
        .map(|m| match &m.kind {
            DeclarationKind::Field(f) => format!("field {}", f.names.len()),
            DeclarationKind::Predicate(p) => format!("{} {}", p.name.name, p.body.is_some()),
            other => format!("{other:?}"),
        })
        .collect();
    assert_eq!(
        kinds,
        [
            "field 2",
            "field 1",
            "lock_invariant true",
            "p false",
            "q true",
            "field 1"
        ]
    );
}

#[test]
fn top_level() {
    let text = "lock_invariant Perm(x, 1); class C<T> extends B, D<int> implements I { }\n\
        enum E { A, B, }\nadt L<T> { pure T get(L<T> l); axiom (\\forall int i; i == i); }\n\
        axiom trivial { true == true }\nmodel M { int x; process p() = empty; }\n\
        pure int f(int x) = x;\nint field;\nresource r() = true;\n\
        seq_program S() { endpoint a = A(); seq_run { } }\nprover_type T \\smtlib `x`;";
    let declarations = read(text);
    let DeclarationKind::Class(class) = &declarations[0].kind else {
        panic!()
    };
    assert_eq!(
        (
            class.bases.len(),
            class.lock_invariants.len(),
            class.type_params.len()
        ),
        (3, 1, 1)
    );
    let DeclarationKind::Enum(e) = &declarations[1].kind else {
        panic!()
    };
    assert_eq!(e.constants.len(), 2);
    let DeclarationKind::Adt(adt) = &declarations[2].kind else {
        panic!()
    };
    assert!(matches!(
        adt.members[1].kind,
        DeclarationKind::Axiom(Axiom { name: None, .. })
    ));
    assert!(matches!(
        &declarations[3].kind,
        DeclarationKind::Axiom(Axiom { name: Some(_), .. })
    ));
    let DeclarationKind::Model(model) = &declarations[4].kind else {
        panic!()
    };
    assert_eq!(model.text, " int x; process p() = empty; ");
    assert!(matches!(
        declarations[7].kind,
        DeclarationKind::Predicate(_)
    ));
    assert!(matches!(
        declarations[8].kind,
        DeclarationKind::Unsupported { .. }
    ));
    assert!(matches!(
        declarations[9].kind,
        DeclarationKind::Unsupported { .. }
    ));
    assert_eq!(declarations[0].span.start, 0);
}

#[test]
fn clauses() {
    let text = "requires(x > 0); ensures true; context a; context_everywhere b; decreases; \
        decreases assume; decreases x, y; given int p, seq<int> q; yields int r; \
        modifies x, y; accessible z; signals (E e) true; kernel_invariant c; loop_invariant d; \
        gpuopt fuse 2 1; void m();";
    let kinds: Vec<_> = method(text)
        .contract
        .clauses
        .iter()
        .map(|c| match &c.kind {
            ClauseKind::Decreases(measures) => format!("decreases {}", measures.len()),
            ClauseKind::Given(params) => format!("given {}", params.len()),
            ClauseKind::Other(word, exprs) => format!("{} {}", word.name, exprs.len()),
            other => format!("{other:?}").split('(').next().unwrap().to_string(),
        })
        .collect();
    assert_eq!(
        kinds,
        [
            "Requires",
            "Ensures",
            "Context",
            "ContextEverywhere",
            "decreases 0",
            "decreases 1",
            "decreases 2",
            "given 2",
            "Yields",
            "modifies 2",
            "accessible 1",
            "signals 2",
            "KernelInvariant",
            "LoopInvariant",
            "Directive"
        ]
    );
}

#[test]
fn locals_and_expressions() {
    let kinds = |text| match statement(text) {
        StmtKind::Local {
            modifiers,
            ty: t,
            names,
        } => {
            let names: Vec<_> = names.iter().map(|n| n.name.name.as_str()).collect();
            format!("{} {} {}", modifiers.len(), ty(&t), names.join(","))
        }
        StmtKind::Assign { target, op, value } => {
            format!("{} {op:?} {}", shape(&target), shape(&value))
        }
        StmtKind::Expr(e) => shape(&e),
        other => format!("{other:?}"),
    };
    for (text, expected) in [
        ("int x = 1, y;", "0 int x,y"),
        ("final C c;", "1 C c"),
        ("seq <boolean> s;", "0 seq<boolean> s"),
        ("int[n] a;", "0 array(int, n) a"),
        ("int[m][n] a;", "0 array(array(int, n), m) a"),
        ("C[][][] a;", "0 array(array(array(C))) a"),
        ("map<int, option<int>> q;", "0 map<int,option<int>> q"),
        ("a[i].f += 2;", "a[i].f Add 2"),
        ("int r = r(m[t]);", "0 int r"),
        ("lock = 1;", "lock Set 1"),
        ("wait();", "wait()"),
        ("i++;", "(i++)"),
        ("\"xuz\";", "\"xuz\""),
        ("a < b;", "(Lt a b)"),
        ("f(x);", "f(x)"),
        ("label = 2;", "label Set 2"),
    ] {
        assert_eq!(kinds(text), expected, "{text}");
    }
}

#[test]
fn control() {
    for (text, init, condition, update) in [
        ("for (int i = 0, j = 1; i < n; i++, j--) ;", 1, true, 2),
        ("for (i; i < n; i = i + 1) { }", 1, true, 1),
        ("for (;;) { }", 0, false, 0),
        ("for (i = 0, j = 0; ; ) { }", 2, false, 0),
    ] {
        let StmtKind::For {
            init: i,
            condition: c,
            update: u,
            ..
        } = statement(text)
        else {
            panic!("{text}")
        };
        assert_eq!(
            (i.len(), c.is_some(), u.len()),
            (init, condition, update),
            "{text}"
        );
    }
    let StmtKind::RangedFor { contract, .. } =
        statement("loop_invariant a; gpuopt loop_unroll i 2; for (int i = 0 .. n) x = i;")
    else {
        panic!()
    };
    assert_eq!(contract.clauses.len(), 2);
    let StmtKind::While {
        contract,
        condition,
        ..
    } = statement("decreases n; while (*) loop_invariant b; { break; continue l; }")
    else {
        panic!()
    };
    assert_eq!(
        (contract.clauses.len(), shape(&condition)),
        (2, "Any".to_string())
    );
    let StmtKind::If {
        else_branch: Some(_),
        ..
    } = statement("if (a) x = 1; else if (b) ; else { }")
    else {
        panic!()
    };
    assert!(matches!(statement("label l;"), StmtKind::Label(_, None)));
    assert!(matches!(
        statement("label l while (a) { }"),
        StmtKind::Label(_, Some(_))
    ));
    assert!(matches!(statement("goto l;"), StmtKind::Goto(_)));
    assert!(matches!(statement("return;"), StmtKind::Return(None)));
}

#[test]
fn proof_statements() {
    for (text, kind) in [
        ("assert(a);", SpecKind::Assert),
        ("fold [1\\2]p(x);", SpecKind::Fold),
        ("unlock this;", SpecKind::Unlock),
        ("fork t;", SpecKind::Fork),
        ("join (t);", SpecKind::Join),
        ("commit this;", SpecKind::Commit),
        ("apply a -* b;", SpecKind::Apply),
        ("notify l();", SpecKind::Notify),
    ] {
        let StmtKind::Spec(found, _) = statement(text) else {
            panic!("{text}")
        };
        assert_eq!(found, kind, "{text}");
    }
    assert!(matches!(
        statement("package a -* b { fold p(); }"),
        StmtKind::Package(_, Some(_))
    ));
    assert!(matches!(
        statement("package a -* b;"),
        StmtKind::Package(_, None)
    ));
    assert!(matches!(statement("ghost { x = 1; }"), StmtKind::Ghost(_)));
    assert!(matches!(statement("ghost int x = 1;"), StmtKind::Ghost(_)));
    assert!(matches!(statement("ghost f();"), StmtKind::Ghost(_)));
    assert!(matches!(
        statement("send x to y, 1;"),
        StmtKind::Unsupported { .. }
    ));
    assert!(matches!(
        statement("action(a, b, c, d) { x = 1; }"),
        StmtKind::Unsupported { body: Some(_), .. }
    ));
}

fn par(text: &str) -> Par {
    let StmtKind::Par(par) = statement(text) else {
        panic!("{text}")
    };
    par
}

#[test]
fn parallel_blocks() {
    let one = par(
        "gpuopt tile inter 8; requires a; par P(int i = 0 .. n, int j = i .. 2 * i) ensures b; { }",
    );
    assert_eq!((one.directives.len(), one.blocks.len()), (1, 1));
    let block = &one.blocks[0];
    assert_eq!(
        (block.iterators.len(), block.contract.clauses.len()),
        (2, 2)
    );
    assert_eq!(block.name.as_ref().unwrap().name, "P");
    let two = par("par (int i = 0 .. n) requires a; { } and Q() { } and ensures c; { }");
    let shapes: Vec<_> = two
        .blocks
        .iter()
        .map(|b| {
            (
                b.name.is_some(),
                b.iterators.len(),
                b.contract.clauses.len(),
            )
        })
        .collect();
    assert_eq!(shapes, [(false, 1, 1), (true, 0, 0), (false, 0, 1)]);
    assert_eq!(par("par { par { } }").blocks[0].body.statements.len(), 1);
    assert_eq!(par("par assert a;").blocks[0].body.statements.len(), 1);
    let StmtKind::Region {
        parallel: true,
        body,
    } = statement("parallel { par a { } sequential { par b { } } }")
    else {
        panic!()
    };
    assert_eq!(body.statements.len(), 2);
    assert!(matches!(
        statement("vec (int i = 0 .. n) requires a; { }"),
        StmtKind::Vector { .. }
    ));
    let StmtKind::Atomic { names, .. } = statement("atomic (a, b) x = 1;") else {
        panic!()
    };
    assert_eq!(names.len(), 2);
    assert!(matches!(
        statement("invariant i(a ** b) { }"),
        StmtKind::Invariant { name: Some(_), .. }
    ));
}

#[test]
fn barriers() {
    let read = |text| {
        let StmtKind::Barrier(b) = statement(text) else {
            panic!("{text}")
        };
        (
            b.brace_form,
            b.contract.clauses.len(),
            b.body.map(|b| b.statements.len()),
            b.invariants.len(),
        )
    };
    assert_eq!(
        read("barrier(P) { requires a; ensures b; }"),
        (true, 2, None, 0)
    );
    assert_eq!(read("barrier(P) { }"), (true, 0, None, 0));
    assert_eq!(
        read("barrier(P; i, j) requires a; { x = 1; }"),
        (false, 1, Some(1), 2)
    );
    assert_eq!(read("barrier(P) ensures a; { }"), (false, 1, Some(0), 0));
    assert_eq!(read("barrier(P);"), (false, 0, None, 0));
}

#[test]
fn directives() {
    let read = |text: &str| {
        let piece = parse_directive(&format!("gpuopt {text};"), 0, 1);
        assert!(
            piece.diagnostics.is_empty(),
            "{text}: {:?}",
            piece.diagnostics
        );
        let directive = piece.value.unwrap();
        let words = directive.arguments.iter().map(|argument| match argument {
            Argument::Name(name) => name.name.clone(),
            Argument::Choice(word) => (*word).to_owned(),
            Argument::Array(value) | Argument::Int(value) => shape(value),
        });
        let words: Vec<String> = words.collect();
        format!("{}: {}", directive.word, words.join(", "))
    };
    for (text, expected) in [
        ("glob_to_reg a tid", "glob_to_reg: a, tid"),
        (
            "glob_to_reg a tid tid - 1",
            "glob_to_reg: a, tid, (Sub tid 1)",
        ),
        ("glob_to_reg b tid - 1", "glob_to_reg: b, (Sub tid 1)"),
        ("glob_to_reg a (tid+1)", "glob_to_reg: a, (Add tid 1)"),
        (
            "glob_to_reg a (tid+1) tid (f(tid))",
            "glob_to_reg: a, (Add tid 1), tid, f(tid)",
        ),
        ("glob_to_reg matrix [ i ] j", "glob_to_reg: matrix[i], j"),
        ("glob_to_reg a 0 b[i] i", "glob_to_reg: a, 0, b[i], i"),
        ("loop_unroll i 3", "loop_unroll: i, 3"),
        ("iter_merge next K", "iter_merge: next, K"),
        ("matrix_lin m R M N", "matrix_lin: m, R, M, N"),
        (
            "matrix_lin m C (M+1) N * 2",
            "matrix_lin: m, C, (Add M 1), (Mul N 2)",
        ),
        ("tile inter 8", "tile: inter, 8"),
        ("tile intra n", "tile: intra, n"),
        ("fuse 2 1", "fuse: 2, 1"),
    ] {
        assert_eq!(read(text), expected, "{text}");
    }
}

#[test]
fn comments_and_annotations() {
    let text = "//:: verdict Pass\nclass C { /*[/expect x:y]*/ //@ requires true;\n /*@ ensures true;\n\
        @ given int p; @*/ void m(); /* a */ /*[/end]*/ }\r\n// last\r\n";
    let DeclarationKind::Class(class) = only(text) else {
        panic!()
    };
    let DeclarationKind::Method(m) = &class.members[0].kind else {
        panic!()
    };
    assert_eq!(m.contract.clauses.len(), 3);
    let comments = lex::comments(text, 0);
    let content: Vec<_> = comments.iter().map(|c| &text[c.content.range()]).collect();
    assert_eq!(
        content,
        [":: verdict Pass", "[/expect x:y]", " a ", "[/end]", " last"]
    );
    assert_eq!(comments.iter().filter(|c| c.block).count(), 3);
    assert!(read("\u{feff}class C { }").len() == 1);
}

#[test]
fn ranges_are_not_decimals() {
    let (tokens, _) = lex::tokens("0..n 0.5 0.5f 1.f 3 .. 4", 0);
    let kinds: Vec<_> = tokens.iter().map(|t| t.kind).collect();
    use lex::TokenKind::*;
    assert_eq!(
        kinds,
        [
            Int,
            Punct(".."),
            Word,
            Float,
            Float,
            Int,
            Punct("."),
            Word,
            Int,
            Punct(".."),
            Int,
            End
        ]
    );
}
