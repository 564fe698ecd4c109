//! Trees that no text stands for: nodes without identity and place, as transformations, the
//! reading of old contracts and tests build them.

use super::{
    BinaryOp, Binder, Block, Call, Clause, ClauseKind, Expr, ExprKind, Ident, NodeId, Primitive,
    QuantifierKind, Stmt, StmtKind, TypeExpr, TypeKind, UnaryOp,
};
use num_bigint::{BigInt, Sign};
use text::span::Span;

/// A name.
pub fn ident(name: &str) -> Ident {
    Ident {
        name: name.to_owned(),
        span: Span::default(),
    }
}

/// An expression.
pub fn expr(kind: ExprKind) -> Expr {
    expr_at(Span::default(), kind)
}

/// An expression that stands for what is written at a place.
pub fn expr_at(span: Span, kind: ExprKind) -> Expr {
    Expr {
        id: NodeId::default(),
        span,
        kind,
    }
}

/// A plain name.
pub fn name(name: &str) -> Expr {
    expr(ExprKind::Name(ident(name)))
}

/// An integer as one writes it: a sign stands before a negative one.
pub fn int(value: impl Into<BigInt>) -> Expr {
    let value = value.into();
    match value.sign() {
        Sign::Minus => unary(UnaryOp::Neg, expr(ExprKind::Int(-value))),
        Sign::NoSign | Sign::Plus => expr(ExprKind::Int(value)),
    }
}

/// A truth value.
pub fn truth(value: bool) -> Expr {
    expr(ExprKind::Bool(value))
}

/// `op inner`.
pub fn unary(op: UnaryOp, inner: Expr) -> Expr {
    expr(ExprKind::Unary(op, Box::new(inner)))
}

/// `left op right`.
pub fn binary(op: BinaryOp, left: Expr, right: Expr) -> Expr {
    expr(ExprKind::Binary(op, Box::new(left), Box::new(right)))
}

/// `base[index]`.
pub fn index(base: Expr, index: Expr) -> Expr {
    expr(ExprKind::Index(Box::new(base), Box::new(index)))
}

/// `name(args)`.
pub fn call(name: &str, args: Vec<Expr>) -> Expr {
    expr(ExprKind::Call(Box::new(Call {
        receiver: None,
        null_safe: false,
        name: ident(name),
        type_args: Vec::new(),
        args,
        given: Vec::new(),
        yields: Vec::new(),
        ghost_statements: Vec::new(),
    })))
}

/// `Perm(location, amount)`.
pub fn perm(location: Expr, amount: Expr) -> Expr {
    expr(ExprKind::Perm(Box::new(location), Box::new(amount)))
}

/// `(\forall* int name = low .. high; body)`.
pub fn forall_star(name: &str, low: Expr, high: Expr, body: Expr) -> Expr {
    expr(ExprKind::Quantifier {
        kind: QuantifierKind::ForallStar,
        binders: vec![Binder {
            id: NodeId::default(),
            span: Span::default(),
            ty: primitive(Primitive::Int),
            name: ident(name),
            range: Some((low, high)),
            from: None,
        }],
        range: None,
        body: Box::new(body),
    })
}

/// A type.
pub fn ty(kind: TypeKind) -> TypeExpr {
    TypeExpr {
        id: NodeId::default(),
        span: Span::default(),
        kind,
    }
}

/// A type with a keyword.
pub fn primitive(primitive: Primitive) -> TypeExpr {
    ty(TypeKind::Primitive(primitive))
}

/// A statement.
pub fn stmt(kind: StmtKind) -> Stmt {
    Stmt {
        id: NodeId::default(),
        span: Span::default(),
        kind,
    }
}

/// A block in braces.
pub fn block(statements: Vec<Stmt>) -> Block {
    Block {
        id: NodeId::default(),
        span: Span::default(),
        statements,
    }
}

/// A clause.
pub fn clause(kind: ClauseKind) -> Clause {
    Clause {
        id: NodeId::default(),
        span: Span::default(),
        kind,
    }
}
