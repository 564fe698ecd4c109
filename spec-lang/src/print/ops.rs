//! Where parentheses are due around operators and other expressions.
//!
//! Parentheses stand wherever the grammar needs them,
//! and also where only a reader or an older grammar would (`a && b || c`).

use crate::ast::{BinaryOp, Expr, ExprKind, Group, Primitive, TypeExpr, TypeKind};
use num_bigint::Sign;

/// Whether an infix expression needs parentheses as an operand of another.
pub(super) fn infix_needs_parens(parent: BinaryOp, child: BinaryOp, right: bool) -> bool {
    let (outer, inner) = (parent.facts().group, child.facts().group);
    match (outer, inner) {
        (Group::Implication, Group::Implication) => {
            !(right && parent == BinaryOp::Implies && child == BinaryOp::Implies)
        }
        (Group::Implication, Group::Or | Group::And) => parent != BinaryOp::Implies,
        (Group::Or, Group::And) => true,
        (Group::Or | Group::And | Group::Sum | Group::Product, _) if outer == inner => right,
        (Group::Special, Group::Special) => {
            !(parent == BinaryOp::Concat && child == BinaryOp::Concat && !right)
        }
        (Group::Implication | Group::Or | Group::And | Group::Comparison, Group::Special) => false,
        (_, Group::Special | Group::Bits) | (Group::Special | Group::Bits, _) => true,
        _ => inner <= outer,
    }
}

/// What an expression looks like from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// Reaches as far to the right as it can.
    Open,
    /// An infix expression.
    Infix(BinaryOp),
    /// Something before or after an operand; operand of infix operators as it is.
    Prefix,
    /// A number, to which nothing can be appended.
    Number,
    /// `new`, or a call with ghost arguments.
    Long,
    /// Can be followed by `.f` and `[i]`.
    Closed,
}

pub(super) fn shape(expr: &Expr) -> Shape {
    match &expr.kind {
        ExprKind::Conditional(..)
        | ExprKind::Unfolding(..)
        | ExprKind::During(..)
        | ExprKind::InstanceOf(..)
        | ExprKind::Increment { .. }
        | ExprKind::Any => Shape::Open,
        ExprKind::Binary(op, ..) => Shape::Infix(*op),
        ExprKind::Unary(..) | ExprKind::Cast(..) | ExprKind::Scale(..) => Shape::Prefix,
        ExprKind::Int(value) if value.sign() == Sign::Minus => Shape::Prefix,
        ExprKind::Int(_) | ExprKind::Float(_) => Shape::Number,
        ExprKind::New(_) | ExprKind::NewArray(..) => Shape::Long,
        ExprKind::Call(call)
            if !(call.given.is_empty()
                && call.yields.is_empty()
                && call.ghost_statements.is_empty()) =>
        {
            Shape::Long
        }
        _ => Shape::Closed,
    }
}

/// Whether an expression can stand between the bars of `|e|` as it is: without a bar at
/// either end or as an operator.
pub(super) fn fits_between_bars(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Binary(op, left, right) => {
            matches!(
                op.facts().group,
                Group::Sum | Group::Product | Group::Special
            ) && fits_between_bars(left)
                && fits_between_bars(right)
        }
        ExprKind::Size(_) => false,
        ExprKind::Member(inner, _)
        | ExprKind::Index(inner, _)
        | ExprKind::AllElements(inner)
        | ExprKind::Slice(inner, ..)
        | ExprKind::Update(inner, ..) => fits_between_bars(inner),
        ExprKind::Call(call) => call.receiver.as_deref().is_none_or(fits_between_bars),
        _ => matches!(shape(expr), Shape::Closed | Shape::Number),
    }
}

/// The part of an expression that its first token belongs to, were there no parentheses.
fn leftmost(expr: &Expr) -> &Expr {
    let mut expr = expr;
    loop {
        expr = match &expr.kind {
            ExprKind::Binary(_, inner, _)
            | ExprKind::Conditional(inner, ..)
            | ExprKind::Member(inner, _)
            | ExprKind::Index(inner, _)
            | ExprKind::AllElements(inner)
            | ExprKind::Slice(inner, ..)
            | ExprKind::Update(inner, ..)
            | ExprKind::InstanceOf(inner, _)
            | ExprKind::Increment {
                target: inner,
                prefix: false,
                ..
            } => inner,
            ExprKind::Call(call) => match &call.receiver {
                Some(receiver) => receiver,
                None => return expr,
            },
            _ => return expr,
        };
    }
}

/// Whether an expression begins with a brace, as a block does.
fn begins_with_brace(expr: &Expr) -> bool {
    matches!(
        leftmost(expr).kind,
        ExprKind::SetLiteral(None, _)
            | ExprKind::Trigger(..)
            | ExprKind::Comprehension { ty: None, .. }
            | ExprKind::Range {
                sequence: false,
                ..
            }
    )
}

/// Whether an expression begins with `[`, `{` or `|`, which another expression before it
/// would take for a subscript, a block or an operator.
pub(super) fn begins_with_bracket(expr: &Expr) -> bool {
    matches!(
        leftmost(expr).kind,
        ExprKind::SeqLiteral(None, _) | ExprKind::Range { .. } | ExprKind::Size(_)
    ) || begins_with_brace(expr)
}

/// Whether an expression begins with an operator or a permission, behind which `lock` and its like
/// would be names.
pub(super) fn begins_with_sign(expr: &Expr) -> bool {
    matches!(
        leftmost(expr).kind,
        ExprKind::SeqLiteral(None, _)
            | ExprKind::Range { sequence: true, .. }
            | ExprKind::Scale(..)
            | ExprKind::Unary(..)
            | ExprKind::Any
            | ExprKind::Increment { prefix: true, .. }
    ) || matches!(&leftmost(expr).kind, ExprKind::Int(value) if value.sign() == Sign::Minus)
}

/// Whether a type begins with a word that is never a name.
pub(super) fn begins_with_keyword(ty: &TypeExpr) -> bool {
    match &ty.kind {
        TypeKind::Primitive(primitive) => matches!(
            primitive,
            Primitive::Int
                | Primitive::Boolean
                | Primitive::Bool
                | Primitive::Void
                | Primitive::Resource
        ),
        TypeKind::Array(element, _) => begins_with_keyword(element),
        _ => false,
    }
}

/// Words that begin a literal before `<`.
pub(super) fn is_container(word: &str) -> bool {
    matches!(word, "seq" | "set" | "bag" | "map" | "tuple")
}

/// Whether an expression ends with a name that begins a literal before `<`.
pub(super) fn ends_with_container(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Name(name) => is_container(&name.name),
        ExprKind::Unary(_, inner)
        | ExprKind::Binary(_, _, inner)
        | ExprKind::Scale(_, inner)
        | ExprKind::Cast(_, inner) => ends_with_container(inner),
        _ => false,
    }
}

/// Words that are constants wherever an expression can stand.
pub(super) fn is_constant(word: &str) -> bool {
    matches!(
        word,
        "write" | "read" | "none" | "None" | "current_thread" | "\\ltid" | "\\gtid"
    )
}

/// Whether an expression at the start of a statement would be read as something else: a block,
/// a statement with a keyword as `lock (x);` is, or a declaration as `asserting p …` and
/// `x instanceof …` are.
pub(super) fn needs_statement_parens(expr: &Expr) -> bool {
    if matches!(expr.kind, ExprKind::InstanceOf(..)) {
        return true;
    }
    match &leftmost(expr).kind {
        ExprKind::Call(call) => {
            let name = call.name.name.as_str();
            name == "action" || !call.args.is_empty() && is_operand_keyword(name)
        }
        ExprKind::During(..) => true,
        ExprKind::Name(name) => {
            matches!(expr.kind, ExprKind::Binary(..))
                && (name.name == "ghost" || is_operand_keyword(&name.name))
        }
        _ => begins_with_brace(expr),
    }
}

/// Statement keywords that are names unless an operand follows.
fn is_operand_keyword(word: &str) -> bool {
    matches!(
        word,
        "apply" | "lock" | "unlock" | "wait" | "notify" | "fork" | "join" | "commit" | "package"
    )
}
