#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use crate::ast::build::{
    binary as bin, block, clause, expr as e, ident, name as n, primitive as ty, stmt as s,
    unary as un,
};
use crate::ast::*;
use num_bigint::BigInt;
use text::span::Span;

fn int(value: i64) -> Expr {
    e(ExprKind::Int(BigInt::from(value)))
}

fn set(target: &str, value: i64) -> Stmt {
    s(StmtKind::Assign {
        target: n(target),
        op: AssignOp::Set,
        value: int(value),
    })
}

#[test]
fn parentheses_stand_where_they_are_due() {
    use BinaryOp::*;
    let (a, b, c) = (|| n("a"), || n("b"), || n("c"));
    let cases = [
        (bin(And, bin(Or, a(), b()), c()), "(a || b) && c"),
        (bin(Or, bin(And, a(), b()), c()), "(a && b) || c"),
        (bin(Star, bin(And, a(), b()), c()), "(a && b) ** c"),
        (bin(Star, a(), bin(And, b(), c())), "a ** (b && c)"),
        (bin(Implies, a(), bin(Implies, b(), c())), "a ==> b ==> c"),
        (bin(Implies, bin(Implies, a(), b()), c()), "(a ==> b) ==> c"),
        (
            bin(Implies, bin(Or, a(), b()), bin(And, b(), c())),
            "a || b ==> b && c",
        ),
        (bin(Sub, a(), bin(Sub, b(), c())), "a - (b - c)"),
        (bin(Sub, bin(Sub, a(), b()), c()), "a - b - c"),
        (bin(Mul, bin(Add, a(), b()), c()), "(a + b) * c"),
        (bin(Add, bin(Mul, a(), b()), c()), "a * b + c"),
        (bin(Eq, bin(Eq, a(), b()), c()), "(a == b) == c"),
        (bin(Eq, a(), bin(Lt, b(), c())), "a == (b < c)"),
        (bin(Frac, int(1), int(2)), "1\\2"),
        (bin(Frac, int(1), n("in")), "1 \\ `in`"),
        (bin(Concat, bin(Concat, a(), b()), c()), "a ++ b ++ c"),
        (bin(Concat, a(), un(UnaryOp::Neg, b())), "a ++ (-b)"),
        (un(UnaryOp::Neg, un(UnaryOp::Neg, a())), "-(-a)"),
        (un(UnaryOp::Not, un(UnaryOp::Not, a())), "!!a"),
        (un(UnaryOp::Not, bin(And, a(), b())), "!(a && b)"),
        (bin(Sub, a(), int(-1)), "a - -1"),
        (
            e(ExprKind::Member(Box::new(bin(Add, a(), b())), ident("f"))),
            "(a + b).f",
        ),
        (
            e(ExprKind::Size(Box::new(e(ExprKind::Size(Box::new(a())))))),
            "|(|a|)|",
        ),
        (
            e(ExprKind::Scale(
                Box::new(bin(Frac, int(1), int(2))),
                Box::new(e(ExprKind::Name(ident("write")))),
            )),
            "[1\\2]`write`",
        ),
        (
            e(ExprKind::Conditional(
                Box::new(bin(Implies, a(), b())),
                Box::new(int(1)),
                Box::new(e(ExprKind::Conditional(
                    Box::new(a()),
                    Box::new(int(2)),
                    Box::new(int(3)),
                ))),
            )),
            "(a ==> b) ? 1 : a ? 2 : 3",
        ),
    ];
    for (expr, text) in cases {
        assert_eq!(super::expr(&expr), text);
    }
}

#[test]
fn quantifiers_and_permissions() {
    let location = e(ExprKind::Index(Box::new(n("a")), Box::new(n("i"))));
    let amount = bin(BinaryOp::Frac, int(1), int(2));
    let body = e(ExprKind::Perm(Box::new(location), Box::new(amount)));
    let binder = Binder {
        id: NodeId(0),
        span: Span::default(),
        ty: ty(Primitive::Int),
        name: ident("i"),
        range: Some((int(0), n("n"))),
        from: None,
    };
    let plain = Binder {
        range: None,
        ..binder.clone()
    };
    let ranged = e(ExprKind::Quantifier {
        kind: QuantifierKind::ForallStar,
        binders: vec![binder],
        range: None,
        body: Box::new(body.clone()),
    });
    let three = e(ExprKind::Quantifier {
        kind: QuantifierKind::Forall,
        binders: vec![plain],
        range: Some(Box::new(bin(BinaryOp::Lt, n("i"), n("n")))),
        body: Box::new(body),
    });
    assert_eq!(
        super::expr(&ranged),
        "(\\forall* int i = 0 .. n; Perm(a[i], 1\\2))"
    );
    assert_eq!(
        super::expr(&three),
        "(\\forall int i; i < n; Perm(a[i], 1\\2))"
    );
}

#[test]
fn long_conjunctions_break_at_operators() {
    let mut formula = n("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa");
    for _ in 0..3 {
        formula = bin(BinaryOp::Star, formula, n("bbbbbbbbbbbbbbbbbbbbbbbbbbbbbb"));
    }
    let text = super::clause(&clause(ClauseKind::Requires(formula)), 2);
    let b = "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbb";
    assert_eq!(
        text,
        format!(
            "  requires aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\n    ** {b}\n    ** {b}\n    ** {b};"
        )
    );
}

#[test]
fn statements_are_laid_out() {
    let body = block(vec![set("x", 1)]);
    let inner = s(StmtKind::If {
        condition: n("c"),
        then_branch: Box::new(s(StmtKind::Block(body.clone()))),
        else_branch: Some(Box::new(s(StmtKind::If {
            condition: n("d"),
            then_branch: Box::new(set("y", 2)),
            else_branch: Some(Box::new(s(StmtKind::Block(block(vec![]))))),
        }))),
    });
    let stmt = s(StmtKind::While {
        contract: Contract {
            clauses: vec![clause(ClauseKind::LoopInvariant(n("inv")))],
        },
        condition: n("g"),
        body: Box::new(s(StmtKind::Block(block(vec![inner])))),
    });
    let expected = "  loop_invariant inv;
  while (g) {
    if (c) {
      x = 1;
    } else if (d)
      y = 2;
    else {}
  }";
    assert_eq!(super::stmt(&stmt, 2), expected);
}

#[test]
fn an_else_keeps_to_its_if() {
    let open = s(StmtKind::If {
        condition: n("b"),
        then_branch: Box::new(set("x", 1)),
        else_branch: None,
    });
    let stmt = s(StmtKind::If {
        condition: n("a"),
        then_branch: Box::new(open),
        else_branch: Some(Box::new(set("x", 2))),
    });
    let expected = "if (a) {\n  if (b)\n    x = 1;\n} else\n  x = 2;";
    assert_eq!(super::stmt(&stmt, 0), expected);
}

#[test]
fn a_deep_tree_is_no_trouble() {
    let mut chain = n("a");
    let mut deep = n("a");
    for _ in 0..2000 {
        chain = bin(BinaryOp::Add, chain, int(1));
        deep = e(ExprKind::Index(Box::new(deep), Box::new(int(0))));
    }
    assert_eq!(super::expr(&chain).len(), 1 + 2000 * 4);
    assert_eq!(super::expr(&deep).len(), 1 + 2000 * 3);
    let mut nested = set("x", 1);
    for _ in 0..400 {
        nested = s(StmtKind::If {
            condition: n("c"),
            then_branch: Box::new(nested),
            else_branch: None,
        });
    }
    assert_eq!(super::stmt(&nested, 0).lines().count(), 401);
}
