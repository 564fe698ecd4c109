//! Infix operators.

use super::fits::is_open;
use super::resolver::Resolver;
use super::{Reference, Type};
use crate::ast::{BinaryOp, Expr, ExprKind, NodeId, Operands};
use text::code::Code;
use text::diagnostics::Diagnostic;
use text::span::Span;

/// An operand and its type.
type Operand<'a> = (&'a Expr, &'a Type);

impl Resolver<'_> {
    /// `l op r`. Long chains lean to the left; they are walked without recursion.
    pub(super) fn binary(
        &mut self,
        expr: &Expr,
        op: BinaryOp,
        left: &Expr,
        right: &Expr,
        want: Option<&Type>,
    ) -> Type {
        let mut spine = vec![(expr, op, left, right)];
        let mut leaf = left;
        while let ExprKind::Binary(op, left, right) = &leaf.kind {
            spine.push((leaf, *op, left, right));
            leaf = left;
        }
        let hint = want.filter(|_| spine.iter().all(|(_, op, _, _)| keeps_type(*op)));
        let mut ty = match hint {
            Some(want) => self.expr_wanted(leaf, want),
            None => self.expr(leaf),
        };
        while let Some((at, op, left, right)) = spine.pop() {
            ty = self.one_binary(at, op, (left, &ty), right, hint);
            self.out.types.insert(at.id, ty.clone());
        }
        ty
    }

    fn one_binary(
        &mut self,
        expr: &Expr,
        op: BinaryOp,
        (left, left_type): Operand<'_>,
        right: &Expr,
        hint: Option<&Type>,
    ) -> Type {
        match op {
            BinaryOp::Implies => {
                self.check_fits(left, left_type, &Type::Boolean);
                self.expect_resource(right)
            }
            BinaryOp::And if self.legacy() => self.conjunction(left, left_type, right),
            BinaryOp::Star => self.conjunction(left, left_type, right),
            BinaryOp::And | BinaryOp::Or | BinaryOp::Iff => {
                self.check_fits(left, left_type, &Type::Boolean);
                self.expect_boolean(right);
                Type::Boolean
            }
            BinaryOp::Wand => {
                self.check_fits(left, left_type, &Type::Resource);
                self.expect_resource(right);
                Type::Resource
            }
            BinaryOp::Eq | BinaryOp::Ne => {
                let right_type = self.expr_wanted(right, left_type);
                for (side, ty) in [(left, left_type), (right, &right_type)] {
                    if matches!(ty, Type::Resource | Type::Void) {
                        self.check_fits(side, ty, &Type::Boolean);
                    }
                }
                self.settle(left, left_type, &right_type);
                self.settle(right, &right_type, left_type);
                Type::Boolean
            }
            _ => {
                let right_hint = match op {
                    BinaryOp::In => Some(Type::Set(Box::new(left_type.clone()))),
                    BinaryOp::Cons => Some(Type::Seq(Box::new(left_type.clone()))),
                    _ if is_open(left_type) => hint.cloned(),
                    _ => Some(left_type.clone()),
                };
                let right_type = match &right_hint {
                    Some(hint) => self.expr_wanted(right, hint),
                    None => self.expr(right),
                };
                self.operator(
                    expr.span,
                    Some(expr.id),
                    op,
                    (left, left_type),
                    (right, &right_type),
                )
            }
        }
    }

    fn conjunction(&mut self, left: &Expr, left_type: &Type, right: &Expr) -> Type {
        self.check_fits(left, left_type, &Type::Resource);
        let right_type = self.expect_resource(right);
        if *left_type == Type::Resource {
            Type::Resource
        } else {
            right_type
        }
    }

    /// An operator on values: one declared in a class, or a built-in one.
    pub(super) fn operator(
        &mut self,
        span: Span,
        id: Option<NodeId>,
        op: BinaryOp,
        left: Operand<'_>,
        right: Operand<'_>,
    ) -> Type {
        if let Some(ty) = self.declared_operator(span, id, op, left, right) {
            return ty;
        }
        let (a, b) = (left.1, right.1);
        if *a == Type::Error || *b == Type::Error {
            return unknown(op);
        }
        if matches!(a, Type::Other(_)) || matches!(b, Type::Other(_)) {
            return Type::Any;
        }
        let result = match op {
            BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge => self.comparison(a, b),
            BinaryOp::In => self.membership(a, b),
            BinaryOp::Add => self.addition(a, b),
            BinaryOp::Sub | BinaryOp::Mul => number(a, b).or_else(|| self.same_collection(a, b)),
            BinaryOp::Div | BinaryOp::Mod | BinaryOp::Pow => number(a, b),
            BinaryOp::Frac => number(a, b).map(|_| Type::Rational),
            BinaryOp::Concat => self.concatenation(a, b),
            BinaryOp::Cons => match b {
                Type::Seq(element) => self
                    .globals
                    .join(a, element)
                    .map(|ty| Type::Seq(Box::new(ty))),
                Type::Any => Some(Type::Seq(Box::new(a.clone()))),
                _ => None,
            },
            BinaryOp::BitAnd | BinaryOp::BitOr | BinaryOp::BitXor => match (a, b) {
                (Type::Boolean, Type::Boolean) => Some(Type::Boolean),
                _ => integers(a, b),
            },
            BinaryOp::Shl | BinaryOp::Shr | BinaryOp::UShr => integers(a, b),
            BinaryOp::Union | BinaryOp::Intersect => self.same_collection(a, b),
            BinaryOp::Subset | BinaryOp::SubsetEq => {
                self.same_collection(a, b).map(|_| Type::Boolean)
            }
            // Read by `one_binary`: they are no operators on values.
            BinaryOp::Implies
            | BinaryOp::Iff
            | BinaryOp::Wand
            | BinaryOp::Or
            | BinaryOp::And
            | BinaryOp::Star
            | BinaryOp::Eq
            | BinaryOp::Ne => None,
        };
        match result {
            Some(ty) => {
                self.settle(left.0, a, &ty);
                self.settle(right.0, b, &ty);
                ty
            }
            None => self.no_operator(span, op, left, right),
        }
    }

    fn comparison(&self, a: &Type, b: &Type) -> Option<Type> {
        let ordered = number(a, b).is_some()
            || (a == b && matches!(a, Type::Char | Type::String))
            || matches!(
                (a, b),
                (Type::Set(_), Type::Set(_)) | (Type::Bag(_), Type::Bag(_))
            ) && self.globals.join(a, b).is_some();
        ordered.then_some(Type::Boolean)
    }

    fn membership(&self, element: &Type, collection: &Type) -> Option<Type> {
        let inner = match collection {
            Type::Seq(inner) | Type::Set(inner) | Type::Bag(inner) | Type::Map(inner, _) => inner,
            Type::Any => return Some(Type::Boolean),
            _ => return None,
        };
        let possible = self.globals.join(element, inner).is_some();
        let result = if matches!(collection, Type::Bag(_)) {
            // How often it occurs.
            Type::Int
        } else {
            Type::Boolean
        };
        possible.then_some(result)
    }

    fn addition(&self, a: &Type, b: &Type) -> Option<Type> {
        if let Some(ty) = number(a, b) {
            return Some(ty);
        }
        match (a, b) {
            (Type::Seq(_), Type::Seq(_)) => self.globals.join(a, b),
            (Type::String, Type::Void | Type::Resource) => None,
            (Type::String, _) => Some(Type::String),
            (_, Type::String) if !matches!(a, Type::Void | Type::Resource) => Some(Type::String),
            _ => self.same_collection(a, b),
        }
    }

    /// `xs ++ ys`, `xs ++ x`, `m ++ (k, v)`, `m ++ n`.
    fn concatenation(&self, a: &Type, b: &Type) -> Option<Type> {
        match (a, b) {
            (Type::Seq(element), _) => self.globals.join(a, b).or_else(|| {
                let joined = self.globals.join(element, b)?;
                Some(Type::Seq(Box::new(joined)))
            }),
            (Type::Map(key, value), Type::Tuple(parts)) => match parts.as_slice() {
                [k, v] if self.globals.fits(k, key) && self.globals.fits(v, value) => {
                    Some(a.clone())
                }
                _ => None,
            },
            (Type::Map(..), Type::Map(..)) => self.globals.join(a, b),
            (Type::String, Type::String) => Some(Type::String),
            (Type::Any, _) => Some(Type::Any),
            (_, Type::Seq(element)) => {
                let joined = self.globals.join(a, element)?;
                Some(Type::Seq(Box::new(joined)))
            }
            _ => None,
        }
    }

    fn same_collection(&self, a: &Type, b: &Type) -> Option<Type> {
        match (a, b) {
            (Type::Set(_), Type::Set(_))
            | (Type::Bag(_), Type::Bag(_))
            | (Type::Map(..), Type::Map(..))
            | (Type::Any, Type::Set(_) | Type::Bag(_) | Type::Seq(_))
            | (Type::Set(_) | Type::Bag(_) | Type::Seq(_), Type::Any) => self.globals.join(a, b),
            _ => None,
        }
    }

    fn declared_operator(
        &mut self,
        span: Span,
        id: Option<NodeId>,
        op: BinaryOp,
        (left, a): Operand<'_>,
        (right, b): Operand<'_>,
    ) -> Option<Type> {
        let word = op.symbol();
        let attempts = [
            (a, word.to_owned(), b, right),
            (b, format!("right{word}"), a, left),
        ];
        for (receiver, name, argument, _) in attempts {
            if !matches!(receiver, Type::Class(..)) {
                continue;
            }
            let candidates = self.globals.operators(receiver, &name);
            let found = self.applicable(
                &candidates,
                Some(receiver),
                &[],
                std::slice::from_ref(argument),
            );
            let Some(choice) = found.into_iter().next() else {
                continue;
            };
            if self.here.pure.is_some() && !choice.signature.pure {
                self.impure(span, &format!("a call of the operator `{word}`"));
            }
            if choice.signature.inline {
                self.mentions(choice.signature.id);
            }
            if let Some(id) = id {
                self.refer(id, Reference::Method(choice.signature.id, false));
            } else {
                self.error(
                    Code::T006,
                    span,
                    format!("write out the assignment: `{word}` is declared in a class here"),
                );
            }
            return Some(choice.result());
        }
        None
    }

    fn no_operator(
        &mut self,
        span: Span,
        op: BinaryOp,
        (left, a): Operand<'_>,
        (right, b): Operand<'_>,
    ) -> Type {
        for (side, ty) in [(left, a), (right, b)] {
            if matches!(ty, Type::Void) {
                self.error(Code::T001, side.span, "this call gives no value");
                return Type::Error;
            }
        }
        let (a, b) = (self.show(a), self.show(b));
        self.report(
            Diagnostic::error(
                Code::T006,
                span,
                format!("`{}` does not take these operands", op.symbol()),
            )
            .with_label(left.span, format!("of type `{a}`"))
            .with_label(right.span, format!("of type `{b}`")),
        );
        unknown(op)
    }
}

/// The type where an operand has none, or one that the operator does not take.
fn unknown(op: BinaryOp) -> Type {
    match op.facts().operands {
        Operands::Ordered | Operands::Membership => Type::Boolean,
        Operands::Formulas
        | Operands::Comparable
        | Operands::Arithmetic
        | Operands::Sequences
        | Operands::Bits
        | Operands::Collections => Type::Error,
    }
}

/// Whether the result is of the operands' type, so that what is wanted of it is wanted of them.
fn keeps_type(op: BinaryOp) -> bool {
    matches!(
        op,
        BinaryOp::Add
            | BinaryOp::Sub
            | BinaryOp::Mul
            | BinaryOp::Concat
            | BinaryOp::Union
            | BinaryOp::Intersect
    )
}

/// The wider of two number types.
fn number(a: &Type, b: &Type) -> Option<Type> {
    let rank = |ty: &Type| match ty {
        Type::Int | Type::Any => Some(0),
        Type::Float32 => Some(1),
        Type::Float64 => Some(2),
        Type::Frac | Type::ZFrac | Type::Rational => Some(3),
        _ => None,
    };
    Some(match rank(a)?.max(rank(b)?) {
        0 if *a == Type::Any && *b == Type::Any => Type::Any,
        0 => Type::Int,
        1 => Type::Float32,
        2 => Type::Float64,
        _ => Type::Rational,
    })
}

fn integers(a: &Type, b: &Type) -> Option<Type> {
    number(a, b).filter(|ty| matches!(ty, Type::Int | Type::Any))
}
