//! Functions of numbers. Those on vectors work element by element.

use super::{Known, OwnCall};
use crate::Lowered;
use crate::builder::Builder;
use crate::convert::{binary, cast, compare, float, resized, select, truth, zero};
use crate::types::Shape;
use clang::tree::{Category, Expr as CExpr};
use clang::types::Type;
use ir::kernel::{BinaryOp, CastOp, CompareOp, Expr, ExprKind, FloatOp, Scalar, UnaryOp};

impl Builder<'_> {
    /// A function whose value depends on its arguments alone.
    pub fn number_function(&mut self, call: &OwnCall<'_>) -> Lowered<Known> {
        if let Some(target) = call.name.strip_prefix("make_") {
            let _ = target;
            return self.make(call).map(Some);
        }
        match self.shape(call.e.ty.id)? {
            Shape::Void => Ok(None),
            Shape::Scalar(..) => {
                let mut values = Vec::new();
                for argument in call.arguments {
                    // A pointer would be where another result goes.
                    if self.is_pointer(argument) {
                        return Ok(None);
                    }
                    match self.shape(argument.ty.id)? {
                        Shape::Scalar(..) => {
                            let value = match argument.category {
                                Category::Value => self.value(argument)?,
                                _ => return Ok(None),
                            };
                            values.push((self.evaluated(value), self.signed(argument.ty.id)));
                        }
                        Shape::Object => values.extend(self.all_lanes(argument)?),
                        Shape::Void => return Ok(None),
                    }
                }
                let (result, signed) = self.scalar(call.e.ty.id)?;
                Ok(on_scalars(call.name, &values, result, signed).map(Some))
            }
            Shape::Object => self.on_vectors(call),
        }
    }

    fn is_pointer(&self, argument: &CExpr) -> bool {
        matches!(
            self.types.get(argument.ty.id),
            Type::Pointer(_) | Type::Reference { .. }
        )
    }

    /// The elements of a vector argument.
    fn all_lanes(&mut self, argument: &CExpr) -> Lowered<Vec<(Expr, bool)>> {
        let (_, count) = self.vector(argument.ty.id)?;
        let from = match argument.category {
            Category::Value => self.object(argument)?,
            _ => self.place(argument)?,
        };
        let from = self.evaluated(from);
        let signed = match self.types.get(argument.ty.id) {
            Type::Vector { element, .. } => self.signed(*element),
            _ => false,
        };
        let mut lanes = Vec::new();
        for lane in 0..count {
            lanes.push((self.load_lane(&from, argument.ty.id, lane)?, signed));
        }
        Ok(lanes)
    }

    /// A function on vectors, element by element; scalars stand for all elements.
    fn on_vectors(&mut self, call: &OwnCall<'_>) -> Lowered<Known> {
        let Type::Vector { element, count, .. } = self.types.get(call.e.ty.id) else {
            return Ok(None);
        };
        let (element, count) = (*element, *count);
        let mut columns: Vec<Vec<(Expr, bool)>> = Vec::new();
        for argument in call.arguments {
            if self.is_pointer(argument) {
                return Ok(None);
            }
            match self.shape(argument.ty.id)? {
                Shape::Object => {
                    if self.vector(argument.ty.id).is_err() {
                        return Ok(None);
                    }
                    columns.push(self.all_lanes(argument)?);
                }
                Shape::Scalar(..) => {
                    let value = self.value(argument)?;
                    columns.push(vec![(self.evaluated(value), self.signed(argument.ty.id))]);
                }
                Shape::Void => return Ok(None),
            }
        }
        let (result, signed) = self.scalar(element)?;
        let mut lanes = Vec::new();
        for lane in 0..count as usize {
            let mut values = Vec::new();
            for column in &columns {
                let Some(value) = column.get(lane).or_else(|| column.first()) else {
                    return Ok(None);
                };
                values.push(value.clone());
            }
            match on_scalars(call.name, &values, result, signed) {
                Some(value) => lanes.push(value),
                None => return Ok(None),
            }
        }
        let to = match call.to {
            Some(to) => to.clone(),
            None => self.scratch(call.e.ty.id)?,
        };
        for (lane, value) in (0u32..).zip(lanes) {
            self.store_lane(&to, call.e.ty.id, lane, value)?;
        }
        Ok(Some(Some(to)))
    }

    /// `make_float4(a, b, c, d)`: the fields in order.
    fn make(&mut self, call: &OwnCall<'_>) -> Lowered<Option<Expr>> {
        let Type::Record(id) = self.types.get(call.e.ty.id) else {
            return self.refuse("K204", "this function");
        };
        let id = *id;
        let mut values = Vec::new();
        for argument in call.arguments {
            let value = self.value(argument)?;
            values.push(self.evaluated(value));
        }
        let to = match call.to {
            Some(to) => to.clone(),
            None => self.scratch(call.e.ty.id)?,
        };
        for (index, value) in (0u32..).zip(values) {
            let field = clang::tree::FieldId { record: id, index };
            let Some(ty) = self.field_type(field) else {
                return self.refuse("K204", "this function");
            };
            if self.scalar(ty.id)?.0 != value.scalar {
                return self.refuse("K204", "this function");
            }
            let bytes = self.field_offset(field)?;
            let place = self.further(to.clone(), bytes);
            self.store(place, value, false);
        }
        Ok(Some(to))
    }
}

/// The value of a function of scalars; none for a name without a rule. Arguments come with whether
/// they are signed.
fn on_scalars(name: &str, args: &[(Expr, bool)], result: Scalar, signed: bool) -> Option<Expr> {
    if let Some(value) = on_integers(name, args, result, signed) {
        return Some(value);
    }
    if let Some(value) = conversion(name, args, result, signed) {
        return Some(value);
    }
    // A function of floats with a value of its own: equal arguments give equal values.
    let floats = args
        .iter()
        .any(|(a, _)| matches!(a.scalar, Scalar::Float(_)));
    let gives_float = matches!(result, Scalar::Float(_));
    if (floats || gives_float && !args.is_empty()) && is_function(name) {
        let operands = args.iter().map(|(a, _)| a.clone()).collect();
        let op = FloatOp::Function(name.to_owned());
        return Some(float(op, result, operands));
    }
    None
}

/// Names of functions that look at their arguments alone.
fn is_function(name: &str) -> bool {
    let stateful = name.starts_with("curand")
        || name.starts_with("tex")
        || name.starts_with("surf")
        || name.starts_with("read_image")
        || name.starts_with("atomic");
    !stateful
}

fn on_integers(name: &str, args: &[(Expr, bool)], result: Scalar, signed: bool) -> Option<Expr> {
    let all_int = args.iter().all(|(a, _)| matches!(a.scalar, Scalar::Int(_)));
    if !all_int {
        return None;
    }
    let pick = |yes: BinaryOp, no: BinaryOp| if signed { yes } else { no };
    match args {
        [(a, from)] => {
            let unary = |op: UnaryOp, a: &Expr| {
                let value = Expr::new(a.scalar, ExprKind::Unary(op, Box::new(a.clone())));
                resized(value, result, false)
            };
            match name {
                "abs" | "labs" | "llabs" => {
                    let negative = compare(CompareOp::LessSigned, a.clone(), zero(a.scalar));
                    let turned =
                        Expr::new(a.scalar, ExprKind::Unary(UnaryOp::Neg, Box::new(a.clone())));
                    let value = match from {
                        true => select(negative, turned, a.clone()),
                        false => a.clone(),
                    };
                    Some(resized(value, result, false))
                }
                "__popc" | "__popcll" | "popcount" => Some(unary(UnaryOp::PopCount, a)),
                "__clz" | "__clzll" | "clz" => Some(unary(UnaryOp::LeadingZeros, a)),
                "ctz" => Some(unary(UnaryOp::TrailingZeros, a)),
                "__brev" | "__brevll" => Some(unary(UnaryOp::ReverseBits, a)),
                "__ffs" | "__ffsll" => {
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
            match name {
                "min" | "umin" | "llmin" | "ullmin" => Some(binary(
                    pick(BinaryOp::MinSigned, BinaryOp::MinUnsigned),
                    a,
                    b,
                )),
                "max" | "umax" | "llmax" | "ullmax" => Some(binary(
                    pick(BinaryOp::MaxSigned, BinaryOp::MaxUnsigned),
                    a,
                    b,
                )),
                "__mulhi" | "__umulhi" | "__mul64hi" | "__umul64hi" | "mul_hi" => Some(binary(
                    pick(BinaryOp::MulHighSigned, BinaryOp::MulHighUnsigned),
                    a,
                    b,
                )),
                "mul24" | "__mul24" | "__umul24" => {
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
        [(a, _), (b, _), (c, _)] => match name {
            "mad24" if a.scalar == result && b.scalar == result && c.scalar == result => {
                let product = on_integers("mul24", &args[..2], result, signed)?;
                Some(binary(BinaryOp::Add, product, c.clone()))
            }
            "clamp" if a.scalar == result && b.scalar == result && c.scalar == result => {
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

/// Conversions by name: `convert_float`, `__float_as_int` and their like.
fn conversion(name: &str, args: &[(Expr, bool)], result: Scalar, signed: bool) -> Option<Expr> {
    let [(a, from)] = args else {
        return None;
    };
    let same_bits = matches!(
        name,
        "__float_as_int"
            | "__float_as_uint"
            | "__int_as_float"
            | "__uint_as_float"
            | "__double_as_longlong"
            | "__longlong_as_double"
    );
    if same_bits {
        return Some(cast(CastOp::Bits, a.clone(), result));
    }
    let rest = name.strip_prefix("convert_")?;
    if rest.contains("_sat") {
        // The nearest value there is: a function of the argument.
        let op = FloatOp::Function(name.to_owned());
        return Some(float(op, result, vec![a.clone()]));
    }
    Some(match (a.scalar, result) {
        (x, y) if x == y => a.clone(),
        (_, Scalar::Bool) => truth(a.clone()),
        (Scalar::Int(_), Scalar::Int(_)) => resized(a.clone(), result, *from),
        (Scalar::Int(_), Scalar::Float(_)) => match from {
            true => cast(CastOp::SignedToFloat, a.clone(), result),
            false => cast(CastOp::UnsignedToFloat, a.clone(), result),
        },
        (Scalar::Float(_), Scalar::Int(_)) => match signed {
            true => cast(CastOp::FloatToSigned, a.clone(), result),
            false => cast(CastOp::FloatToUnsigned, a.clone(), result),
        },
        (Scalar::Float(_), Scalar::Float(_)) => cast(CastOp::FloatToFloat, a.clone(), result),
        _ => return None,
    })
}
