//! Any tree reads back from what is printed for it.

use num_bigint::BigInt;
use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use spec_lang::ast::build::{expr as e, ident, stmt as s, ty as t};
use spec_lang::ast::*;
use spec_lang::{format, parse, print};
use text::source::SourceFile;
use text::span::Span;

/// Names, among them words that are keywords somewhere.
fn name() -> impl Strategy<Value = Ident> {
    prop::sample::select(vec![
        "a", "b", "xs", "lock", "wait", "write", "t", "in", "class", "Some", "label", "seq",
        "merge", "action", "ghost", "e1",
    ])
    .prop_map(ident)
}

fn types() -> impl Strategy<Value = TypeExpr> {
    let leaf = prop_oneof![
        prop::sample::select(vec![
            Primitive::Int,
            Primitive::Boolean,
            Primitive::Bool,
            Primitive::Rational,
            Primitive::Float64,
        ])
        .prop_map(|primitive| t(TypeKind::Primitive(primitive))),
        Just(t(TypeKind::Named(ident("C"), vec![]))),
    ];
    leaf.prop_recursive(2, 6, 2, |inner| {
        let boxed = inner.clone().prop_map(Box::new);
        prop_oneof![
            boxed.clone().prop_map(|ty| t(TypeKind::Seq(ty))),
            boxed.clone().prop_map(|ty| t(TypeKind::Option(ty))),
            boxed.clone().prop_map(|ty| t(TypeKind::Array(ty, None))),
            (boxed.clone(), boxed).prop_map(|(key, value)| t(TypeKind::Map(key, value))),
            prop::collection::vec(inner.clone(), 1..3).prop_map(|args| t(TypeKind::Tuple(args))),
            prop::collection::vec(inner, 1..3)
                .prop_map(|args| t(TypeKind::Named(ident("D"), args))),
        ]
    })
}

fn binary_op() -> impl Strategy<Value = BinaryOp> {
    use BinaryOp::*;
    prop::sample::select(vec![
        Implies, Iff, Wand, Or, And, Star, Eq, Ne, Lt, Le, Gt, Ge, In, Add, Sub, Mul, Div, Mod,
        Frac, Concat, Cons, Pow, BitAnd, BitOr, BitXor, Shl, Shr, UShr, Union, Intersect, Subset,
        SubsetEq,
    ])
}

fn leaf() -> impl Strategy<Value = Expr> {
    prop_oneof![
        4 => name().prop_map(|name| e(ExprKind::Name(name))),
        2 => (0i64..20).prop_map(|value| e(ExprKind::Int(BigInt::from(value)))),
        1 => prop::sample::select(vec![
            ExprKind::Float("0.5f".into()),
            ExprKind::Bool(true),
            ExprKind::Str("a\\\"b".into()),
            ExprKind::Char("'".replace('\'', "\\'")),
            ExprKind::Null,
            ExprKind::This,
            ExprKind::Result,
            ExprKind::Write,
            ExprKind::NoPerm,
            ExprKind::OptionNone,
            ExprKind::CurrentThread,
            ExprKind::Any,
            ExprKind::Builtin(ident("\\ltid"), vec![]),
        ]).prop_map(e),
    ]
}

fn call(
    receiver: Option<Expr>,
    null_safe: bool,
    name: Ident,
    args: Vec<Expr>,
    given: Vec<(Ident, Expr)>,
) -> Call {
    Call {
        null_safe: null_safe && receiver.is_some(),
        receiver: receiver.map(Box::new),
        name,
        type_args: vec![],
        args,
        given: given
            .into_iter()
            .map(|(left, right)| GhostArg { left, right })
            .collect(),
        yields: vec![],
        ghost_statements: vec![],
    }
}

#[allow(clippy::too_many_lines, reason = "a table of kinds")]
fn exprs() -> impl Strategy<Value = Expr> {
    leaf().prop_recursive(5, 40, 4, |inner| {
        let one = inner.clone().prop_map(Box::new).boxed();
        let two = (one.clone(), one.clone());
        let three = (one.clone(), one.clone(), one.clone());
        let some = prop::collection::vec(inner.clone(), 1..3);
        let several = prop::collection::vec(inner.clone(), 0..3);
        let binder = (types(), name(), prop::option::of((inner.clone(), inner.clone()))).prop_map(
            |(ty, name, range)| Binder {
                id: NodeId(0),
                span: Span::default(),
                ty,
                name,
                range,
                from: None,
            },
        );
        let selector = (types(), name(), prop::option::of(inner.clone())).prop_map(
            |(ty, name, from)| Binder {
                id: NodeId(0),
                span: Span::default(),
                ty,
                name,
                range: None,
                from,
            },
        ).boxed();
        let plain = selector.clone().prop_map(|binder| Binder { from: None, ..binder });
        let kinds = prop::sample::select(vec![
            QuantifierKind::Forall,
            QuantifierKind::ForallStar,
            QuantifierKind::Exists,
            QuantifierKind::Sum,
            QuantifierKind::Product,
        ]);
        let operators = prop_oneof![
            8 => (binary_op(), one.clone(), one.clone())
                .prop_map(|(op, left, right)| ExprKind::Binary(op, left, right)),
            2 => (prop::sample::select(vec![UnaryOp::Neg, UnaryOp::Plus, UnaryOp::Not]), one.clone())
                .prop_map(|(op, inner)| ExprKind::Unary(op, inner)),
            1 => three.clone().prop_map(|(a, b, c)| ExprKind::Conditional(a, b, c)),
            1 => (one.clone(), any::<bool>(), any::<bool>())
                .prop_map(|(target, up, prefix)| ExprKind::Increment { target, up, prefix }),
            1 => (one.clone(), types()).prop_map(|(inner, ty)| ExprKind::InstanceOf(inner, ty)),
            1 => one.clone().prop_map(|inner| ExprKind::Cast(
                t(TypeKind::Array(Box::new(t(TypeKind::Primitive(Primitive::Int))), None)),
                inner,
            )),
            1 => name().prop_map(|name| ExprKind::Cast(
                t(TypeKind::Named(ident("C"), vec![])),
                Box::new(e(ExprKind::Name(name))),
            )),
            1 => two.clone().prop_map(|(share, inner)| ExprKind::Scale(share, inner)),
        ];
        let postfix = prop_oneof![
            two.clone().prop_map(|(a, b)| ExprKind::Index(a, b)),
            one.clone().prop_map(ExprKind::AllElements),
            (one.clone(), prop::option::of(one.clone()), prop::option::of(one.clone()))
                .prop_map(|(a, b, c)| ExprKind::Slice(a, b, c)),
            three.clone().prop_map(|(a, b, c)| ExprKind::Update(a, b, c)),
            (one.clone(), name()).prop_map(|(a, name)| ExprKind::Member(a, name)),
            (
                prop::option::of(inner.clone()),
                any::<bool>(),
                name(),
                several.clone(),
                prop::collection::vec((name(), inner.clone()), 0..2),
            )
                .prop_map(|(receiver, safe, name, args, given)| ExprKind::Call(Box::new(
                    call(receiver, safe, name, args, given)
                ))),
            several.clone().prop_map(|args| ExprKind::New(Box::new(call(
                None, false, ident("C"), args, vec![]
            )))),
            prop::collection::vec(prop::option::of(inner.clone()), 1..3).prop_map(|sizes| {
                ExprKind::NewArray(t(TypeKind::Primitive(Primitive::Int)), sizes)
            }),
        ];
        let generic = (
            prop::option::of(name()),
            name(),
            prop::collection::vec(types(), 1..3),
            several.clone(),
        )
            .prop_map(|(receiver, name, type_args, args)| {
                let receiver = receiver.map(|name| e(ExprKind::Name(name)));
                let call = call(receiver, false, name, args, vec![]);
                ExprKind::Call(Box::new(Call { type_args, ..call }))
            });
        let formulas = prop_oneof![
            (kinds, prop::collection::vec(binder, 1..3), prop::option::of(one.clone()), one.clone())
                .prop_map(|(kind, binders, range, body)| ExprKind::Quantifier {
                    kind, binders, range, body
                }),
            (types(), name(), inner.clone(), one.clone()).prop_map(|(ty, name, init, body)| {
                let variable = Variable { id: NodeId(0), name, init: Some(init) };
                ExprKind::Let { ty, variable: Box::new(variable), body }
            }),
            (some.clone(), prop::sample::select(vec![None, Some("1"), Some("<")])).prop_map(
                |(exprs, level)| ExprKind::Trigger(exprs, level.map(str::to_owned))
            ),
            (prop::option::of(name()), one.clone()).prop_map(|(l, a)| ExprKind::Old(l, a)),
            two.clone().prop_map(|(a, b)| ExprKind::Perm(a, b)),
            three.clone().prop_map(|(a, b, c)| ExprKind::PointsTo(a, b, c)),
            one.clone().prop_map(ExprKind::CurrentPerm),
            three.clone().prop_map(|(a, b, c)| ExprKind::Matrix(a, b, c)),
            two.clone().prop_map(|(a, b)| ExprKind::Unfolding(a, b)),
            (name(), one.clone()).prop_map(|(p, b)| ExprKind::During(
                ident("asserting"), Box::new(e(ExprKind::Name(p))), b
            )),
            (prop::collection::vec(plain, 1..3), one.clone(), one.clone())
                .prop_map(|(binders, a, b)| ExprKind::ForPerm(binders, a, b)),
            some.clone().prop_map(|args| ExprKind::Builtin(ident("\\typeof"), args)),
        ];
        let literals = prop_oneof![
            (prop::option::of(types()), several.clone()).prop_map(|(t, e)| ExprKind::SeqLiteral(t, e)),
            (prop::option::of(types()), several.clone()).prop_map(|(t, e)| ExprKind::SetLiteral(t, e)),
            (prop::option::of(types()), several.clone()).prop_map(|(t, e)| ExprKind::BagLiteral(t, e)),
            (types(), types(), prop::collection::vec((inner.clone(), inner.clone()), 0..3))
                .prop_map(|(k, v, entries)| ExprKind::MapLiteral(k, v, entries)),
            (prop::collection::vec(types(), 2), several.clone())
                .prop_map(|(types, items)| ExprKind::TupleLiteral(types, items)),
            prop::collection::vec(inner.clone(), 2..4)
                .prop_map(|items| ExprKind::TupleLiteral(vec![], items)),
            (any::<bool>(), one.clone(), one.clone())
                .prop_map(|(sequence, low, high)| ExprKind::Range { sequence, low, high }),
            (
                prop::option::of(types()),
                one.clone(),
                prop::collection::vec(selector, 1..3),
                prop::option::of(one.clone()),
            )
                .prop_map(|(ty, element, binders, condition)| ExprKind::Comprehension {
                    ty, element, binders, condition
                }),
            one.clone().prop_map(ExprKind::Size),
        ];
        prop_oneof![8 => operators, 6 => postfix, 1 => generic, 4 => formulas, 4 => literals].prop_map(e)
    })
}

/// A program whose one method has these statements.
fn program(statements: Vec<Stmt>) -> Program {
    let method = Method {
        kind: MethodKind::Method,
        modifiers: vec![],
        contract: Contract::default(),
        return_type: t(TypeKind::Primitive(Primitive::Void)),
        name: ident("m"),
        type_params: vec![],
        params: vec![],
        body: Body::Block(block(statements)),
    };
    Program {
        declarations: vec![Declaration {
            id: NodeId(0),
            span: Span::default(),
            kind: DeclarationKind::Method(Box::new(method)),
        }],
    }
}

fn block(statements: Vec<Stmt>) -> Block {
    Block {
        id: NodeId(0),
        span: Span::default(),
        statements,
    }
}

fn contract() -> impl Strategy<Value = Contract> {
    let kinds = prop::sample::select(vec![
        ClauseKind::LoopInvariant as fn(Expr) -> ClauseKind,
        ClauseKind::Requires,
        ClauseKind::Context,
        |value| ClauseKind::Decreases(vec![value]),
    ]);
    prop::collection::vec((kinds, leaf()), 0..3).prop_map(|clauses| Contract {
        clauses: clauses
            .into_iter()
            .map(|(make, value)| Clause {
                id: NodeId(0),
                span: Span::default(),
                kind: make(value),
            })
            .collect(),
    })
}

fn iterator() -> impl Strategy<Value = Iterator> {
    (name(), leaf(), leaf()).prop_map(|(name, low, high)| Iterator {
        id: NodeId(0),
        span: Span::default(),
        ty: t(TypeKind::Primitive(Primitive::Int)),
        name,
        low,
        high,
    })
}

fn stmts() -> impl Strategy<Value = Stmt> {
    let specs = prop::sample::select(vec![SpecKind::Assert, SpecKind::Fold, SpecKind::Lock]);
    let leaf_stmt = prop_oneof![
        (name(), exprs()).prop_map(|(target, value)| StmtKind::Assign {
            target: e(ExprKind::Name(target)),
            op: AssignOp::Add,
            value
        }),
        exprs().prop_map(StmtKind::Expr),
        (types(), name(), prop::option::of(exprs())).prop_map(|(ty, name, init)| StmtKind::Local {
            modifiers: vec![],
            ty,
            names: vec![Variable {
                id: NodeId(0),
                name,
                init
            }],
        }),
        prop::option::of(exprs()).prop_map(StmtKind::Return),
        (specs, leaf()).prop_map(|(kind, value)| StmtKind::Spec(kind, value)),
        name().prop_map(|name| StmtKind::Label(name, None)),
        Just(StmtKind::Empty),
    ]
    .prop_map(s);
    // Without braces an inner `if` could take the `else`, and a loop the inner one's clauses.
    let braced = |stmt: Stmt| match stmt.kind {
        StmtKind::Expr(_) | StmtKind::Block(_) => stmt,
        _ => s(StmtKind::Block(block(vec![stmt]))),
    };
    leaf_stmt.prop_recursive(4, 24, 3, move |inner| {
        let body = prop::collection::vec(inner.clone(), 0..3)
            .prop_map(block)
            .boxed();
        let one = inner.prop_map(move |stmt| Box::new(braced(stmt))).boxed();
        prop_oneof![
            body.clone().prop_map(StmtKind::Block),
            (exprs(), one.clone(), prop::option::of(one.clone())).prop_map(
                |(condition, then_branch, else_branch)| StmtKind::If {
                    condition,
                    then_branch,
                    else_branch,
                }
            ),
            (contract(), leaf(), one.clone()).prop_map(|(contract, condition, body)| {
                StmtKind::While {
                    contract,
                    condition,
                    body,
                }
            }),
            (contract(), prop::option::of(leaf()), one.clone()).prop_map(
                |(contract, condition, body)| StmtKind::For {
                    contract,
                    init: vec![],
                    condition,
                    update: vec![s(StmtKind::Expr(e(ExprKind::Increment {
                        target: Box::new(e(ExprKind::Name(ident("i")))),
                        up: true,
                        prefix: false,
                    })))],
                    body,
                }
            ),
            (contract(), iterator(), one.clone()).prop_map(|(contract, iterator, body)| {
                StmtKind::RangedFor {
                    contract,
                    iterator,
                    body,
                }
            }),
            prop::collection::vec(
                (
                    prop::option::of(name()),
                    prop::collection::vec(iterator(), 0..3),
                    contract(),
                    body.clone()
                ),
                1..3
            )
            .prop_map(|blocks| StmtKind::Par(Par {
                directives: vec![],
                blocks: blocks
                    .into_iter()
                    .map(|(name, iterators, contract, body)| ParBlock {
                        id: NodeId(0),
                        span: Span::default(),
                        name,
                        iterators,
                        contract,
                        body,
                    })
                    .collect(),
            })),
            (name(), contract()).prop_map(|(name, contract)| StmtKind::Barrier(Barrier {
                block: Some(name),
                invariants: vec![],
                brace_form: true,
                contract,
                body: None,
            })),
            (name(), leaf(), body.clone()).prop_map(|(name, resource, body)| {
                StmtKind::Invariant {
                    name: Some(name),
                    resource,
                    body,
                }
            }),
            (prop::collection::vec(name(), 1..3), body.clone())
                .prop_map(|(names, body)| StmtKind::Atomic { names, body }),
            body.prop_map(|body| StmtKind::Ghost(Box::new(s(StmtKind::Block(body))))),
        ]
        .prop_map(s)
    })
}

/// Runs a property; `PROPTEST_CASES` sets how often. Random trees are built and dropped by
/// recursion, for which a test's own stack can be too small.
fn holds<S: Strategy>(
    cases: u32,
    strategy: impl FnOnce() -> S + Send,
    property: fn(S::Value) -> Result<(), TestCaseError>,
) {
    let set = std::env::var("PROPTEST_CASES").ok();
    let config = ProptestConfig {
        cases: set.and_then(|number| number.parse().ok()).unwrap_or(cases),
        max_shrink_iters: 5000,
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    let run = move || {
        let result = TestRunner::new(config).run(&strategy(), property);
        result.map_err(|error| error.to_string())
    };
    let result = std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(256 << 20);
        thread.spawn_scoped(scope, run).unwrap().join().unwrap()
    });
    if let Err(error) = result {
        panic!("{error}");
    }
}

#[test]
fn expressions_read_back() {
    holds(1500, exprs, |expr| {
        let text = print::expr(&expr);
        prop_assert!(!text.contains('\n'), "{}", text);
        let piece = parse::parse_expression(&text, 0, 1);
        prop_assert!(piece.value.is_some(), "{}: {:?}", text, piece.diagnostics);
        let read = program(vec![s(StmtKind::Expr(piece.value.unwrap()))]);
        let expected = program(vec![s(StmtKind::Expr(expr))]);
        let again = print::program(&read);
        let same = without_places(&read) == without_places(&expected);
        prop_assert!(same, "{} but {}", text, again);
        Ok(())
    });
}

#[test]
fn statements_read_back() {
    holds(
        300,
        || prop::collection::vec(stmts(), 0..4),
        |statements| {
            let expected = program(statements);
            let text = print::program(&expected);
            let file = SourceFile::new("a.pvl", text.as_str());
            let parsed = parse::parse(std::slice::from_ref(&file));
            prop_assert!(
                parsed.diagnostics.is_empty(),
                "{}\n{:?}",
                text,
                parsed.diagnostics
            );
            let again = print::program(&parsed.program);
            let same = without_places(&parsed.program) == without_places(&expected);
            prop_assert!(same, "{}\nbut\n{}", text, again);
            // What is printed is formatted already.
            prop_assert_eq!(format::format(&file, &parsed.program), text);
            Ok(())
        },
    );
}
