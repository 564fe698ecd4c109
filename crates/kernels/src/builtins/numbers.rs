//! Functions of numbers. Those on vectors work element by element.

use super::BuiltinCall;
use crate::Lowered;
use crate::builder::Builder;
use crate::convert::{binary, cast, compare, float, resized, select, truth, zero};
use crate::known::{Whole, extreme};
use crate::types::Shape;
use clang::tree::Expr as CExpr;
use clang::types::{Type, TypeId};
use kernel_graph::{
    BinaryOp, CastOp, CompareOp, Expr, ExprKind, FloatFormat, FloatOp, Scalar, UnaryOp,
};
use text::code::Code;

/// A value, and whether it is of a signed type.
type Signed = (Expr, bool);

impl Builder<'_> {
    /// The name of a function; of vectors it does to elements what it need not do to scalars.
    fn overload(&self, call: &BuiltinCall<'_>) -> String {
        match self.types.shape(call.e.ty.id) {
            Some(Shape::Object) => format!("{} by element", call.name),
            _ => call.name.to_owned(),
        }
    }

    /// A function whose value depends on its arguments alone: of an element on those of that element.
    pub(crate) fn pure(
        &mut self,
        call: &BuiltinCall<'_>,
        which: Option<Whole>,
    ) -> Lowered<Option<Expr>> {
        let name = self.overload(call);
        self.by_element(call, &|args, result, signed| {
            which
                .and_then(|which| on_integers(which, args, result, signed))
                .unwrap_or_else(|| uninterpreted(&name, args, result))
        })
    }

    /// `convert_float4(v)`, `convert_int_sat(x)`.
    pub(crate) fn conversion(&mut self, call: &BuiltinCall<'_>) -> Lowered<Option<Expr>> {
        let name = self.overload(call);
        // A rounding mode makes it a function of its own.
        let plain = !["_sat", "_rte", "_rtp", "_rtn"]
            .iter()
            .any(|m| name.contains(m));
        self.by_element(call, &|args, result, signed| {
            let toward_zero = name.contains("_rtz");
            let to_int = matches!(result, Scalar::Int(_));
            match args {
                [(a, from)] if plain && (!toward_zero || to_int) => {
                    converted(a.clone(), *from, result, signed)
                        .unwrap_or_else(|| uninterpreted(&name, args, result))
                }
                _ => uninterpreted(&name, args, result),
            }
        })
    }

    /// `__int2float_rn(n)`, `__float2int_rz(x)`: what C's conversions do.
    pub(crate) fn plain_conversion(&mut self, call: &BuiltinCall<'_>) -> Lowered<Option<Expr>> {
        let name = self.overload(call);
        self.by_element(call, &|args, result, signed| match args {
            [(a, from)] => converted(a.clone(), *from, result, signed)
                .unwrap_or_else(|| uninterpreted(&name, args, result)),
            _ => uninterpreted(&name, args, result),
        })
    }

    /// `__float_as_int(x)` and its like.
    pub(crate) fn bits(&mut self, call: &BuiltinCall<'_>) -> Lowered<Option<Expr>> {
        self.by_element(call, &|args, result, _| match args {
            [(a, _)] => cast(CastOp::Bits, a.clone(), result),
            _ => uninterpreted("bits", args, result),
        })
    }

    /// A function whose value depends on all elements of its arguments.
    pub(crate) fn pure_whole(&mut self, call: &BuiltinCall<'_>) -> Lowered<Option<Expr>> {
        let mut all = Vec::new();
        for argument in call.arguments {
            all.extend(self.column(argument)?);
        }
        match self.shape(call.e.ty.id)? {
            Shape::Void => self.refuse(Code::K204, &format!("`{}`", call.name)),
            Shape::Scalar(result, _) => Ok(Some(uninterpreted(call.name, &all, result))),
            Shape::Object => {
                let (scalar, count) = self.vector(call.e.ty.id)?;
                let to = self.destination(call)?;
                for lane in 0..count {
                    let name = format!("{}.{lane}", call.name);
                    let value = uninterpreted(&name, &all, scalar);
                    self.store_lane(&to, call.e.ty.id, lane, value)?;
                }
                Ok(Some(to))
            }
        }
    }

    /// Infinity, or what is not a number.
    pub(crate) fn special(&mut self, call: &BuiltinCall<'_>, nan: bool) -> Lowered<Option<Expr>> {
        let (scalar, _) = self.scalar(call.e.ty.id)?;
        let bits = match (scalar, nan) {
            (Scalar::Float(FloatFormat::Single), false) => 0x7f80_0000,
            (Scalar::Float(FloatFormat::Single), true) => 0x7fc0_0000,
            (Scalar::Float(FloatFormat::Double), false) => 0x7ff0_0000_0000_0000,
            (Scalar::Float(FloatFormat::Double), true) => 0x7ff8_0000_0000_0000,
            _ => return self.refuse(Code::K204, &format!("`{}`", call.name)),
        };
        Ok(Some(Expr::new(scalar, ExprKind::Const(bits))))
    }

    /// The values of an argument: of a vector all elements, else one.
    fn column(&mut self, argument: &CExpr) -> Lowered<Vec<Signed>> {
        if self.is_pointer(argument.ty.id) {
            return self.refuse(Code::K204, "a pointer as this function's argument");
        }
        match self.shape(argument.ty.id)? {
            Shape::Object => self.all_lanes(argument),
            Shape::Scalar(_, signed) => {
                let value = self.value_or_load(argument)?;
                Ok(vec![(self.evaluated(value), signed)])
            }
            Shape::Void => self.refuse(Code::K204, "this argument"),
        }
    }

    /// A function of scalars, on vectors element by element; a scalar stands for all elements.
    fn by_element(
        &mut self,
        call: &BuiltinCall<'_>,
        value: &dyn Fn(&[Signed], Scalar, bool) -> Expr,
    ) -> Lowered<Option<Expr>> {
        let mut columns = Vec::new();
        for argument in call.arguments {
            columns.push(self.column(argument)?);
        }
        let shape = self.shape(call.e.ty.id)?;
        if let Shape::Scalar(result, signed) = shape {
            let all: Vec<Signed> = columns.into_iter().flatten().collect();
            return Ok(Some(value(&all, result, signed)));
        }
        let Type::Vector { element, count, .. } = self.types.get(call.e.ty.id) else {
            return self.refuse(Code::K204, &format!("`{}`", call.name));
        };
        let (element, count) = (*element, *count);
        let (result, signed) = self.scalar(element)?;
        let mut lanes = Vec::new();
        for lane in 0..count as usize {
            let mut row = Vec::new();
            for column in &columns {
                let found = match column.len() {
                    1 => column.first(),
                    _ => column.get(lane),
                };
                let Some(found) = found else {
                    return self.refuse(Code::K204, &format!("`{}`", call.name));
                };
                row.push(found.clone());
            }
            lanes.push(value(&row, result, signed));
        }
        let to = self.destination(call)?;
        for (lane, value) in (0u32..).zip(lanes) {
            self.store_lane(&to, call.e.ty.id, lane, value)?;
        }
        Ok(Some(to))
    }

    /// The elements of a vector argument.
    fn all_lanes(&mut self, argument: &CExpr) -> Lowered<Vec<Signed>> {
        let (_, count) = self.vector(argument.ty.id)?;
        let from = self.operand(argument)?;
        let signed = self.element_signed(argument.ty.id);
        let mut lanes = Vec::new();
        for lane in 0..count {
            lanes.push((self.load_lane(&from, argument.ty.id, lane)?, signed));
        }
        Ok(lanes)
    }

    fn element_signed(&self, ty: TypeId) -> bool {
        matches!(self.types.get(ty), Type::Vector { element, .. } if self.signed(*element))
    }

    /// `make_float4(a, b, c, d)`: the fields in order.
    pub(crate) fn make(&mut self, call: &BuiltinCall<'_>) -> Lowered<Option<Expr>> {
        let Type::Record(id) = self.types.get(call.e.ty.id) else {
            return self.refuse(Code::K204, "this function");
        };
        let id = *id;
        let mut values = Vec::new();
        for argument in call.arguments {
            let value = self.value(argument)?;
            values.push(self.evaluated(value));
        }
        let to = self.destination(call)?;
        for (index, value) in (0u32..).zip(values) {
            let field = clang::tree::FieldId { record: id, index };
            let Some(ty) = self.field_type(field) else {
                return self.refuse(Code::K204, "this function");
            };
            if self.scalar(ty.id)?.0 != value.scalar {
                return self.refuse(Code::K204, "this function");
            }
            let bytes = self.field_offset(field)?;
            let place = self.further(to.clone(), bytes);
            self.store(place, value, false);
        }
        Ok(Some(to))
    }
}

/// A function with a value of its own: equal arguments give equal values.
fn uninterpreted(name: &str, args: &[Signed], result: Scalar) -> Expr {
    // Overloads of a name are different functions: the types tell them apart, signs included.
    let types: Vec<String> = args
        .iter()
        .map(|(a, sign)| format!("{} {sign:?}", a.scalar))
        .collect();
    let name = &format!("{name}({}) {result}", types.join(", "));
    let operands: Vec<Expr> = args.iter().map(|(a, _)| a.clone()).collect();
    let floats = operands
        .iter()
        .map(|a| a.scalar)
        .chain([result])
        .any(|scalar| matches!(scalar, Scalar::Float(_)));
    match floats {
        true => float(FloatOp::Function(name.to_owned()), result, operands),
        false => Expr::new(result, ExprKind::Uninterpreted(name.to_owned(), operands)),
    }
}

/// The value of a function on integers; none where arguments are of other types.
#[allow(
    clippy::wildcard_enum_match_arm,
    reason = "a function without a rule is uninterpreted"
)]
fn on_integers(which: Whole, args: &[Signed], result: Scalar, signed: bool) -> Option<Expr> {
    let all_int = args.iter().all(|(a, _)| matches!(a.scalar, Scalar::Int(_)));
    if !all_int || !matches!(result, Scalar::Int(_)) {
        return None;
    }
    let pick = |yes: BinaryOp, no: BinaryOp| if signed { yes } else { no };
    match args {
        [(a, from)] => {
            let unary = |op: UnaryOp, a: &Expr| {
                let value = Expr::new(a.scalar, ExprKind::Unary(op, Box::new(a.clone())));
                resized(value, result, false)
            };
            match which {
                Whole::Abs => {
                    let negative = compare(CompareOp::LessSigned, a.clone(), zero(a.scalar));
                    let turned =
                        Expr::new(a.scalar, ExprKind::Unary(UnaryOp::Neg, Box::new(a.clone())));
                    let value = match from {
                        true => select(negative, turned, a.clone()),
                        false => a.clone(),
                    };
                    Some(resized(value, result, false))
                }
                Whole::PopCount => Some(unary(UnaryOp::PopCount, a)),
                Whole::LeadingZeros => Some(unary(UnaryOp::LeadingZeros, a)),
                Whole::TrailingZeros => Some(unary(UnaryOp::TrailingZeros, a)),
                Whole::ReverseBits => Some(unary(UnaryOp::ReverseBits, a)),
                Whole::FirstSet => {
                    let none = compare(CompareOp::Eq, a.clone(), zero(a.scalar));
                    let Scalar::Int(bits) = a.scalar else {
                        return None;
                    };
                    let zeros = Expr::new(
                        a.scalar,
                        ExprKind::Unary(UnaryOp::TrailingZeros, Box::new(a.clone())),
                    );
                    let first = binary(BinaryOp::Add, zeros, Expr::int(bits, 1));
                    Some(resized(select(none, zero(a.scalar), first), result, false))
                }
                _ => None,
            }
        }
        [(a, a_signed), (b, b_signed)] => {
            let (a, b) = (
                resized(a.clone(), result, *a_signed),
                resized(b.clone(), result, *b_signed),
            );
            match which {
                Whole::Min | Whole::Max => Some(binary(extreme(which, signed)?, a, b)),
                Whole::MulHigh => Some(binary(
                    pick(BinaryOp::MulHighSigned, BinaryOp::MulHighUnsigned),
                    a,
                    b,
                )),
                Whole::Mul24 => {
                    let Scalar::Int(bits) = result else {
                        return None;
                    };
                    // The product of the lowest 24 bits of each.
                    let eight = Expr::int(bits, i128::from(bits) - 24);
                    let down = pick(BinaryOp::ShiftRightSigned, BinaryOp::ShiftRightUnsigned);
                    let low = |e: Expr| {
                        binary(
                            down,
                            binary(BinaryOp::ShiftLeft, e, eight.clone()),
                            eight.clone(),
                        )
                    };
                    Some(binary(BinaryOp::Mul, low(a), low(b)))
                }
                _ => None,
            }
        }
        [(a, _), (b, _), (c, _)] => match which {
            Whole::Mad24 if a.scalar == result && b.scalar == result && c.scalar == result => {
                let product = on_integers(Whole::Mul24, &args[..2], result, signed)?;
                Some(binary(BinaryOp::Add, product, c.clone()))
            }
            Whole::Clamp if a.scalar == result && b.scalar == result && c.scalar == result => {
                let low = binary(
                    pick(BinaryOp::MaxSigned, BinaryOp::MaxUnsigned),
                    a.clone(),
                    b.clone(),
                );
                Some(binary(
                    pick(BinaryOp::MinSigned, BinaryOp::MinUnsigned),
                    low,
                    c.clone(),
                ))
            }
            _ => None,
        },
        _ => None,
    }
}

/// C's conversion between numbers.
fn converted(a: Expr, from: bool, result: Scalar, signed: bool) -> Option<Expr> {
    Some(match (a.scalar, result) {
        (x, y) if x == y => a,
        (_, Scalar::Bool) => truth(a),
        (Scalar::Int(_), Scalar::Int(_)) => resized(a, result, from),
        (Scalar::Int(_), Scalar::Float(_)) => match from {
            true => cast(CastOp::SignedToFloat, a, result),
            false => cast(CastOp::UnsignedToFloat, a, result),
        },
        (Scalar::Float(_), Scalar::Int(_)) => match signed {
            true => cast(CastOp::FloatToSigned, a, result),
            false => cast(CastOp::FloatToUnsigned, a, result),
        },
        (Scalar::Float(_), Scalar::Float(_)) => cast(CastOp::FloatToFloat, a, result),
        _ => return None,
    })
}
