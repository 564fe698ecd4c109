//! Operators on numbers and truth values, and comparisons.

use crate::context::build::as_real;
use crate::context::environment::Place;
use crate::context::lowerer::Lowerer;
use crate::context::unsupported::{Lowered, unsupported};
use core_lang::{Builtin, DataType, Expr, ExprKind};
use logic::Sort;
use spec_lang::ast::{self, BinaryOp};
use spec_lang::resolve::{Reference, Type};
use text::code::Code;
use text::span::Span;

impl<'a> Lowerer<'_, 'a> {
    /// An infix operator.
    pub(crate) fn binary(
        &mut self,
        place: Place<'_>,
        e: &'a ast::Expr,
        op: BinaryOp,
        left: &'a ast::Expr,
        right: &'a ast::Expr,
    ) -> Lowered<Expr> {
        let span = e.span;
        if let Some(id) = self.tables.resolution.method_called(e) {
            let declared = self
                .tables
                .methods
                .get(&id)
                .copied()
                .zip(self.tables.ids.functions.get(&id).copied())
                .filter(|_| !self.tables.is_static(id));
            let Some((method, function)) = declared else {
                return unsupported(Code::U037, span, "this operator declared in a class");
            };
            let operands = self.operands(place, method, left, right)?;
            return self.function_applied(function, operands.into(), span);
        }
        if matches!(op, BinaryOp::And | BinaryOp::Star) {
            let mut operands = Vec::new();
            for side in [left, right] {
                match self.expr(place, side)? {
                    Expr {
                        kind: ExprKind::And(parts),
                        ..
                    } => operands.extend(parts),
                    other => operands.push(other),
                }
            }
            return Ok(Expr::and(operands, span));
        }
        if op == BinaryOp::Or {
            let operands = vec![self.expr(place, left)?, self.expr(place, right)?];
            return Ok(Expr::new(Sort::Bool, span, ExprKind::Or(operands)));
        }
        if op == BinaryOp::Implies {
            let left = Box::new(self.expr(place.negated(), left)?);
            let right = Box::new(self.expr(place, right)?);
            return Ok(Expr::new(Sort::Bool, span, ExprKind::Implies(left, right)));
        }
        if op == BinaryOp::Wand {
            return unsupported(Code::U038, span, "magic wands");
        }
        if matches!(op, BinaryOp::Eq | BinaryOp::Ne) {
            // Constants of an enum are none of another, and no numbers; so are characters.
            let a = &self.instantiated(self.tables.resolution.type_of(left.id));
            let b = &self.instantiated(self.tables.resolution.type_of(right.id));
            let null = matches!(a, Type::Null) || matches!(b, Type::Null);
            if null && (matches!(a, Type::Enum(_)) || matches!(b, Type::Enum(_))) {
                let (left, right) = (self.expr(place, left)?, self.expr(place, right)?);
                let left = self.coerce(left, &Sort::Int)?;
                let right = self.coerce(right, &Sort::Int)?;
                return self.arithmetic(op, left, right, span);
            }
            let constant = |e: &ast::Expr| {
                let reference = self.tables.resolution.references.get(&e.id);
                matches!(reference, Some(Reference::EnumConstant(_)))
            };
            let both = matches!((a, b), (Type::Enum(_), Type::Enum(_)));
            let nullable = |ty: &Type| matches!(ty, Type::Class(..) | Type::Array(_));
            let both = both
                || matches!(a, Type::Enum(_)) && nullable(b)
                || matches!(b, Type::Enum(_)) && nullable(a);
            if a != b && both && !constant(left) && !constant(right) {
                // Both may be null, and are the same then.
                return unsupported(Code::U088, span, "a comparison of these two types");
            }
            let unknown = |ty: &Type| matches!(ty, Type::Parameter(_) | Type::Any | Type::Error);
            if a != b && (is_numbered(a) || is_numbered(b)) && !unknown(a) && !unknown(b) {
                let operands = vec![self.expr(place, left)?, self.expr(place, right)?];
                let never = |_| Expr::bool_(op == BinaryOp::Ne, span);
                return Ok(self.of_values(operands, span, never));
            }
            if a != b && !unknown(a) && !unknown(b) && !parts_are_comparable(a, b) {
                return unsupported(Code::U088, span, "a comparison of these two types");
            }
            if self.share_only_null(a, b) {
                let operands = [self.expr(place, left)?, self.expr(place, right)?];
                if operands.iter().any(|operand| operand.sort != Sort::Ref) {
                    return unsupported(Code::U088, span, "a comparison of these two types");
                }
                let said = op == BinaryOp::Eq;
                return Ok(self.of_values(operands.into(), span, |values| {
                    both_null(values, said, span)
                }));
            }
        }
        // Tools differ in what `-a ^^ b` and `a ^^ b ^^ c` mean.
        let open = matches!(
            left.kind,
            ast::ExprKind::Unary(..) | ast::ExprKind::Binary(BinaryOp::Pow, ..)
        );
        if op == BinaryOp::Pow && open {
            return unsupported(Code::U039, span, "a power of a negation or of a power");
        }
        if self.is_data_operator(op, left, right) {
            return self.data_expr(place, e);
        }
        let (left, right) = (self.expr(place, left)?, self.expr(place, right)?);
        self.arithmetic(op, left, right, span)
    }

    /// Whether no object or array has both of these types: a class and an array, arrays of integers, of
    /// truth values and of objects, and any two classes of a program in which none extends another.
    fn share_only_null(&self, a: &Type, b: &Type) -> bool {
        match (a, b) {
            (Type::Class(..), Type::Array(_)) | (Type::Array(_), Type::Class(..)) => true,
            (Type::Array(one), Type::Array(other)) => {
                matches!((kind(one), kind(other)), (Some(one), Some(other)) if one != other)
            }
            (Type::Class(one, _), Type::Class(other, _)) => {
                let extended = |class: &&ast::Class| !class.bases.is_empty();
                one != other && !self.tables.classes.values().any(extended)
            }
            _ => false,
        }
    }

    /// `==`. Other sorts do not mean other types: that of a type parameter stands for any, and so
    /// does that of references. Truth values are no numbers.
    pub(crate) fn equality(&mut self, a: Expr, b: Expr, span: Span) -> Lowered<Expr> {
        let (a, b) = match (&a.sort, &b.sort) {
            (Sort::Int, Sort::Real) => (as_real(a), b),
            (Sort::Real, Sort::Int) => (a, as_real(b)),
            _ => (a, b),
        };
        let number = |sort: &Sort| matches!(sort, Sort::Int | Sort::Real);
        let truth = |sort: &Sort| *sort == Sort::Bool;
        if truth(&a.sort) && number(&b.sort) || number(&a.sort) && truth(&b.sort) {
            return Ok(self.of_values(vec![a, b], span, |_| Expr::bool_(false, span)));
        }
        if a.sort != b.sort {
            return unsupported(
                Code::U088,
                span,
                "a comparison of values of these two types",
            );
        }
        Ok(Expr::test(Builtin::Eq, vec![a, b], span))
    }

    /// A formula about the values of operands, all of which are evaluated, whatever it says of them: what
    /// makes them undefined is asked of each.
    pub(crate) fn of_values(
        &mut self,
        operands: Vec<Expr>,
        span: Span,
        formula: impl FnOnce(Vec<Expr>) -> Expr,
    ) -> Expr {
        let mut bound = Vec::new();
        let mut values = Vec::new();
        for operand in operands {
            let (sort, place) = (operand.sort.clone(), operand.span);
            let local = self.fresh_local("<operand>", sort, DataType::Plain, place);
            values.push(self.local_expr(local, place));
            bound.push((local, operand));
        }
        let formula = formula(values);
        bound
            .into_iter()
            .rev()
            .fold(formula, |body, (local, value)| {
                let kind = ExprKind::Let(local, Box::new(value), Box::new(body));
                Expr::new(Sort::Bool, span, kind)
            })
    }

    /// Comparisons and arithmetic on operands that are lowered already.
    #[allow(clippy::wildcard_enum_match_arm, reason = "the rest is refused")]
    pub(crate) fn arithmetic(
        &mut self,
        op: BinaryOp,
        left: Expr,
        right: Expr,
        span: Span,
    ) -> Lowered<Expr> {
        let builtin = match op {
            BinaryOp::Eq => return self.equality(left, right, span),
            BinaryOp::Ne => {
                let equal = self.equality(left, right, span)?;
                return Ok(equal.negated());
            }
            BinaryOp::Iff => return Ok(Expr::test(Builtin::Iff, vec![left, right], span)),
            BinaryOp::Lt => Builtin::Lt,
            BinaryOp::Le => Builtin::Le,
            BinaryOp::Gt => Builtin::Gt,
            BinaryOp::Ge => Builtin::Ge,
            BinaryOp::Add => Builtin::Add,
            BinaryOp::Sub => Builtin::Sub,
            BinaryOp::Mul => Builtin::Mul,
            BinaryOp::Div => Builtin::Div,
            BinaryOp::Mod => Builtin::Mod,
            BinaryOp::Frac => Builtin::RealDiv,
            BinaryOp::Pow => return self.power(left, right, span),
            BinaryOp::BitAnd | BinaryOp::BitOr
                if left.sort == Sort::Bool && right.sort == Sort::Bool =>
            {
                // Both sides are evaluated, whatever the other is.
                return Ok(self.of_values(vec![left, right], span, |sides| {
                    if op == BinaryOp::BitAnd {
                        Expr::and(sides, span)
                    } else {
                        Expr::new(Sort::Bool, span, ExprKind::Or(sides))
                    }
                }));
            }
            _ => return unsupported(Code::U039, span, "this operator"),
        };
        let (left, right) = if builtin == Builtin::RealDiv {
            (as_real(left), as_real(right))
        } else {
            self.same_sort(left, right, span)?
        };
        if !matches!(left.sort, Sort::Int | Sort::Real) {
            return unsupported(Code::U039, span, "this operator on these operands");
        }
        if builtin == Builtin::Mod && left.sort == Sort::Real {
            return unsupported(Code::U039, span, "the remainder of rationals");
        }
        if matches!(
            builtin,
            Builtin::Lt | Builtin::Le | Builtin::Gt | Builtin::Ge
        ) {
            return Ok(Expr::test(builtin, vec![left, right], span));
        }
        let of_reals = builtin == Builtin::Div && left.sort == Sort::Real;
        let builtin = if of_reals { Builtin::RealDiv } else { builtin };
        let sort = left.sort.clone();
        Ok(Expr::new(
            sort,
            span,
            ExprKind::Apply(builtin, vec![left, right]),
        ))
    }

    /// `e ^^ n` with a written exponent that is not negative: `e` as a factor `n` times.
    #[allow(clippy::wildcard_enum_match_arm, reason = "the rest is refused")]
    fn power(&mut self, base: Expr, exponent: Expr, span: Span) -> Lowered<Expr> {
        const MOST: usize = 16;
        let count = match &exponent.kind {
            ExprKind::Int(count) => usize::try_from(count).ok().filter(|n| *n <= MOST),
            _ => None,
        };
        let Some(count) = count.filter(|_| matches!(base.sort, Sort::Int | Sort::Real)) else {
            return unsupported(
                Code::U039,
                span,
                "a power whose exponent is not a small written number",
            );
        };
        let sort = base.sort.clone();
        // Bound, so that the base is evaluated once, also where it is no factor.
        let local = self.fresh_local("<base>", sort.clone(), DataType::Plain, span);
        let one = self.coerce(Expr::int(1, span), &sort)?;
        let factors = std::iter::repeat_n(self.local_expr(local, span), count);
        let product = factors.fold(one, |product, factor| {
            let factors = ExprKind::Apply(Builtin::Mul, vec![product, factor]);
            Expr::new(sort.clone(), span, factors)
        });
        let bound = ExprKind::Let(local, Box::new(base), Box::new(product));
        Ok(Expr::new(sort, span, bound))
    }

    /// A value of a wanted sort: integers are widened where rationals are wanted, also those in
    /// literals of collections.
    pub(crate) fn coerce(&self, e: Expr, sort: &Sort) -> Lowered<Expr> {
        let span = e.span;
        match self.adapt(&e, sort) {
            Some(adapted) => Ok(adapted),
            None => unsupported(Code::U040, span, "a value of this type here"),
        }
    }

    /// Two operands of one sort.
    pub(crate) fn same_sort(&self, a: Expr, b: Expr, span: Span) -> Lowered<(Expr, Expr)> {
        let target = if a.sort == Sort::Real || b.sort == Sort::Real {
            Sort::Real
        } else {
            a.sort.clone()
        };
        let a = self.adapt(&a, &target).unwrap_or(a);
        let b = self.adapt(&b, &a.sort).unwrap_or(b);
        let a = self.adapt(&a, &b.sort).unwrap_or(a);
        if a.sort == b.sort {
            Ok((a, b))
        } else {
            unsupported(Code::U040, span, "operands of these two types")
        }
    }
}

/// Whether the values of a type are numbered, but are no numbers.
fn is_numbered(ty: &Type) -> bool {
    matches!(ty, Type::Enum(_) | Type::Char)
}

/// Whether a type has such a type in it.
fn holds_numbered(ty: &Type) -> bool {
    ty.contents().iter().any(|part| holds_numbered(part)) || is_numbered(ty)
}

/// Which arrays an element type has: none of these kinds fits another.
#[allow(clippy::wildcard_enum_match_arm, reason = "the rest is one kind")]
fn kind(element: &Type) -> Option<u8> {
    match element {
        Type::Int => Some(0),
        Type::Boolean => Some(1),
        Type::Class(..) => Some(2),
        _ => None,
    }
}

/// That both of two references are `null`, or that not both are.
fn both_null(operands: Vec<Expr>, said: bool, span: Span) -> Expr {
    let null = || Expr::new(Sort::Ref, span, ExprKind::Null);
    let parts = operands
        .into_iter()
        .map(|operand| Expr::test(Builtin::Eq, vec![operand, null()], span))
        .collect();
    let both = Expr::new(Sort::Bool, span, ExprKind::And(parts));
    match said {
        true => both,
        false => both.negated(),
    }
}

/// Whether the parts of two types, position by position, have values in common only where they mean
/// the same. Sorts do not say so: integers, characters and enumerations have one, and `null` of an
/// enumeration is a number.
fn parts_are_comparable(a: &Type, b: &Type) -> bool {
    let (left, right) = (a.contents(), b.contents());
    match left.len() == right.len() {
        true => left.iter().zip(&right).all(|(a, b)| are_comparable(a, b)),
        false => !(holds_numbered(a) || holds_numbered(b)),
    }
}

fn are_comparable(a: &Type, b: &Type) -> bool {
    match (a, b) {
        // The parts of an empty literal.
        (Type::Any, _) | (_, Type::Any) => true,
        (Type::Null, other) | (other, Type::Null) => matches!(
            other,
            Type::Null | Type::Enum(_) | Type::Class(..) | Type::Array(_) | Type::Parameter(_)
        ),
        _ if is_numbered(a) || is_numbered(b) => a == b,
        _ => parts_are_comparable(a, b),
    }
}
