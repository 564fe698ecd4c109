//! Arithmetic of C on numbers.

use crate::fact::Fact;
use crate::machine::Machine;
use crate::number::{Number, range};
use crate::state::State;
use crate::symbols::Origin;
use crate::value::Value;
use clang::place::Place as Source;
use clang::tree::BinaryOp;
use clang::types::Qual;
use contracts::Relation;

impl Machine<'_> {
    /// The result of an operation whose result has this type. Of a signed operation whose result does not fit C says
    /// nothing, so that it does.
    pub(crate) fn in_type(&mut self, state: &mut State, number: Number, ty: Qual) -> Number {
        let Some((bits, signed)) = self.integer(ty) else {
            return number;
        };
        if !signed {
            return self.symbols.wrapped(number, bits, signed);
        }
        let (low, high) = range(bits, signed);
        match self.symbols.bounds(&number) {
            Some((least, most)) if low <= least && most <= high => {}
            Some(_) | None => {
                let bounds = [(low, Relation::AtLeast), (high, Relation::AtMost)];
                for (bound, relation) in bounds {
                    let fact = Fact::new(number.clone(), relation, Number::Literal(bound));
                    state.know(fact);
                }
            }
        }
        number
    }

    /// A binary operation on integers.
    pub(crate) fn arithmetic(
        &mut self,
        state: &mut State,
        (ty, place): (Qual, Source),
        op: BinaryOp,
        (a, b): (Number, Number),
    ) -> Value {
        let result = match op {
            BinaryOp::Add => a.plus(b),
            BinaryOp::Sub => a.minus(b),
            BinaryOp::Mul => a.times(b),
            BinaryOp::Div => {
                self.not_zero(state, &b);
                a.quotient(b)
            }
            BinaryOp::Rem => {
                self.not_zero(state, &b);
                a.remainder(b)
            }
            BinaryOp::Shl | BinaryOp::Shr => match b.literal() {
                Some(count @ 0..=62) => {
                    let power = Number::Literal(1i128 << count);
                    if op == BinaryOp::Shl {
                        return Value::Integer(self.shifted(ty, a.times(power)));
                    }
                    a.floor(power)
                }
                Some(_) => return self.lost(ty, "a shift that is not followed", place),
                None => match self.power(&b, ty) {
                    Some(power) if op == BinaryOp::Shl => {
                        return Value::Integer(self.shifted(ty, a.times(power)));
                    }
                    Some(power) => a.floor(power),
                    None => return self.lost(ty, "a shift that is not followed", place),
                },
            },
            BinaryOp::And => match self.masked(a, b, ty) {
                Some(number) => number,
                None => return self.lost(ty, "an operation on bits that is not followed", place),
            },
            BinaryOp::Xor | BinaryOp::Or => match (a.literal(), b.literal()) {
                (Some(a), Some(b)) if op == BinaryOp::Or => Number::Literal(a | b),
                (Some(a), Some(b)) => Number::Literal(a ^ b),
                _ => return self.lost(ty, "an operation on bits that is not followed", place),
            },
            BinaryOp::Lt => return self.truth(ty, place, (a, b), |a, b| a < b),
            BinaryOp::Gt => return self.truth(ty, place, (a, b), |a, b| a > b),
            BinaryOp::Le => return self.truth(ty, place, (a, b), |a, b| a <= b),
            BinaryOp::Ge => return self.truth(ty, place, (a, b), |a, b| a >= b),
            BinaryOp::Eq => return self.truth(ty, place, (a, b), |a, b| a == b),
            BinaryOp::Ne => return self.truth(ty, place, (a, b), |a, b| a != b),
            BinaryOp::Compare
            | BinaryOp::LogicalAnd
            | BinaryOp::LogicalOr
            | BinaryOp::Comma
            | BinaryOp::MemberPointer
            | BinaryOp::MemberPointerArrow => {
                return self.lost(ty, "this operation is not followed", place);
            }
        };
        Value::Integer(self.in_type(state, result, ty))
    }

    /// What a shift to the left leaves of a number. The sign may be shifted into: then C++ wraps since 2020, and before for one bit.
    fn shifted(&self, ty: Qual, number: Number) -> Number {
        let (bits, signed) = self.integer(ty).unwrap_or((64, true));
        self.symbols.wrapped(number, bits, signed)
    }

    /// A number that is `2^count`, where `count` comes from outside: C says nothing of a shift by as many bits as the type has.
    fn power(&mut self, count: &Number, ty: Qual) -> Option<Number> {
        let (bits, _) = self.integer(ty)?;
        if self.symbols.lost(count).is_some() {
            return None;
        }
        let most = range(bits.saturating_sub(1), false).1 + 1;
        let origin = Origin::Given(format!("(1 << {})", self.symbols.text(count)));
        Some(Number::Symbol(self.symbols.make(origin, Some((1, most)))))
    }

    fn truth(
        &mut self,
        ty: Qual,
        place: Source,
        (a, b): (Number, Number),
        holds: fn(i128, i128) -> bool,
    ) -> Value {
        match (a.literal(), b.literal()) {
            (Some(a), Some(b)) => Value::Integer(Number::Literal(i128::from(holds(a, b)))),
            _ => self.lost(ty, "a Boolean is not followed", place),
        }
    }

    /// Whoever divides by zero does not come further.
    fn not_zero(&mut self, state: &mut State, divisor: &Number) {
        let known = self.symbols.bounds(divisor);
        if known.is_none_or(|(low, high)| low <= 0 && 0 <= high) {
            let fact = Fact::new(divisor.clone(), Relation::Different, Number::Literal(0));
            state.know(fact);
        }
    }

    /// `a & b` where one side is `2^k - 1`, or all bits but the lowest.
    fn masked(&self, a: Number, b: Number, ty: Qual) -> Option<Number> {
        let (bits, signed) = self.integer(ty)?;
        let (number, mask) = match (a.literal(), b.literal()) {
            (Some(a), Some(b)) => return Some(Number::Literal(a & b)),
            (None, Some(mask)) => (a, mask),
            (Some(mask), None) => (b, mask),
            (None, None) => return None,
        };
        let is_power = |value: i128| value > 0 && value & (value - 1) == 0;
        if mask >= 0 && is_power(mask + 1) {
            return Some(number.modulo(Number::Literal(mask + 1)));
        }
        // As a number with a sign.
        let (_, high) = range(bits, true);
        let mask = match signed {
            false if mask > high => mask - (1i128 << bits),
            _ => mask,
        };
        let step = mask.checked_neg()?;
        if mask < 0 && is_power(step) {
            let step = Number::Literal(step);
            return Some(number.clone().minus(number.modulo(step)));
        }
        None
    }
}
