//! Infix operators on values.

use super::{Cx, Evaluated};
use crate::division::euclidean;
use crate::machine::{Machine, cannot};
use crate::outcome::Stop;
use crate::value::{Value, times};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{ToPrimitive, Zero};
use spec_lang::ast::{BinaryOp, Expr};
use spec_lang::resolve::{Reference, Type};
use std::collections::BTreeMap;
use std::rc::Rc;

/// How many bits a number may have.
const BITS: u64 = 100_000;

fn size(number: &BigRational) -> u64 {
    number.numer().bits().saturating_add(number.denom().bits())
}

/// An operand: the expression and its value.
type Operand<'a> = (&'a Expr, Value);

impl<'p> Machine<'p> {
    /// An operator whose operands are both evaluated.
    pub(crate) fn apply(
        &self,
        cx: &Cx<'_>,
        e: &Expr,
        op: BinaryOp,
        (left, a): Operand<'_>,
        (right, b): Operand<'_>,
    ) -> Evaluated {
        if matches!(self.tables.reference(e.id), Some(Reference::Method(..))) {
            return cannot("an operator declared in a class", e.span);
        }
        if matches!(op, BinaryOp::Cons | BinaryOp::Concat) {
            self.built_of([&a, &b])?;
        }
        match op {
            BinaryOp::Eq => return Ok(Value::Bool(a == b)),
            BinaryOp::Ne => return Ok(Value::Bool(a != b)),
            BinaryOp::Iff => return Ok(Value::Bool(a == b)),
            BinaryOp::In => return self.element_of(e, &a, &b),
            BinaryOp::Cons => {
                return match b {
                    Value::Seq(values) => {
                        let mut all = vec![a];
                        all.extend(values.iter().cloned());
                        Ok(Value::seq(all))
                    }
                    _ => cannot("`::` on this", e.span),
                };
            }
            BinaryOp::Concat if self.is_element(left, right) => {
                return match a {
                    Value::Seq(values) => {
                        Ok(Value::seq(values.iter().cloned().chain([b]).collect()))
                    }
                    _ => cannot("`++` on this", e.span),
                };
            }
            _ => {}
        }
        match (a, b) {
            (Value::Int(a), Value::Int(b)) => {
                let whole = [left, right]
                    .iter()
                    .all(|operand| matches!(self.tables.resolution.type_of(operand.id), Type::Int));
                self.integers(cx, e, op, (a, b), whole)
            }
            (
                a @ (Value::Int(_) | Value::Fraction(_)),
                b @ (Value::Int(_) | Value::Fraction(_)),
            ) => {
                let (Some(a), Some(b)) = (a.as_number(), b.as_number()) else {
                    return cannot("this operator", e.span);
                };
                self.numbers(cx, e, op, a, b)
            }
            (Value::Char(a), Value::Char(b)) => match op {
                BinaryOp::Lt => Ok(Value::Bool(a < b)),
                BinaryOp::Le => Ok(Value::Bool(a <= b)),
                BinaryOp::Gt => Ok(Value::Bool(a > b)),
                BinaryOp::Ge => Ok(Value::Bool(a >= b)),
                _ => cannot("this operator", e.span),
            },
            (a, b) => {
                self.built_of([&a, &b])?;
                collections(op, &a, &b).map_or_else(|| cannot("this operator", e.span), Ok)
            }
        }
    }

    /// Data is about to be made of these: what it takes is counted.
    pub(super) fn built_of<'v>(&self, all: impl IntoIterator<Item = &'v Value>) -> Evaluated<()> {
        let size = all.into_iter().map(parts).fold(0, usize::saturating_add);
        if size > self.limits.cells {
            return Err(Stop::Limit("memory"));
        }
        self.steps(u64::try_from(size / 8).unwrap_or(u64::MAX))
    }

    /// Whether the right operand is one element of the left's sequence.
    fn is_element(&self, left: &Expr, right: &Expr) -> bool {
        let resolution = self.tables.resolution;
        match resolution.type_of(left.id) {
            Type::Seq(inner) => {
                let right = resolution.type_of(right.id);
                **inner == *right && !matches!(right, Type::Any)
            }
            _ => false,
        }
    }

    fn integers(
        &self,
        cx: &Cx<'_>,
        e: &Expr,
        op: BinaryOp,
        (a, b): (BigInt, BigInt),
        whole: bool,
    ) -> Evaluated {
        let int = |value| Ok(Value::Int(value));
        match op {
            BinaryOp::Add => int(a + b),
            BinaryOp::Sub => int(a - b),
            BinaryOp::Mul => {
                if a.bits().saturating_add(b.bits()) > BITS {
                    return Err(Stop::Limit("memory"));
                }
                int(a * b)
            }
            BinaryOp::Lt => Ok(Value::Bool(a < b)),
            BinaryOp::Le => Ok(Value::Bool(a <= b)),
            BinaryOp::Gt => Ok(Value::Bool(a > b)),
            BinaryOp::Ge => Ok(Value::Bool(a >= b)),
            BinaryOp::Div | BinaryOp::Mod if whole => match euclidean(&a, &b) {
                Some((quotient, _)) if op == BinaryOp::Div => int(quotient),
                Some((_, remainder)) => int(remainder),
                None => Err(self.undefined(cx, e.span, "division by zero")),
            },
            _ => self.numbers(
                cx,
                e,
                op,
                BigRational::from_integer(a),
                BigRational::from_integer(b),
            ),
        }
    }

    fn numbers(
        &self,
        cx: &Cx<'_>,
        e: &Expr,
        op: BinaryOp,
        a: BigRational,
        b: BigRational,
    ) -> Evaluated {
        let number = |value| Ok(Value::number(value));
        let arithmetic = matches!(
            op,
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Div | BinaryOp::Frac
        );
        if arithmetic && size(&a).saturating_add(size(&b)) > BITS {
            return Err(Stop::Limit("memory"));
        }
        match op {
            // A product with so many factors. What a negative number of them means is not said.
            BinaryOp::Pow => match b.to_integer().to_u32().filter(|_| b.is_integer()) {
                Some(power) if size(&a).saturating_mul(u64::from(power)) <= BITS => number(
                    BigRational::new_raw(a.numer().pow(power), a.denom().pow(power)),
                ),
                Some(_) => Err(Stop::Limit("memory")),
                None => cannot("a power with such an exponent", e.span),
            },
            BinaryOp::Add => number(a + b),
            BinaryOp::Sub => number(a - b),
            BinaryOp::Mul => number(a * b),
            BinaryOp::Div | BinaryOp::Frac => {
                if b.is_zero() {
                    return Err(self.undefined(cx, e.span, "division by zero"));
                }
                number(a / b)
            }
            BinaryOp::Lt => Ok(Value::Bool(a < b)),
            BinaryOp::Le => Ok(Value::Bool(a <= b)),
            BinaryOp::Gt => Ok(Value::Bool(a > b)),
            BinaryOp::Ge => Ok(Value::Bool(a >= b)),
            _ => cannot("this operator", e.span),
        }
    }

    /// `x \in xs`.
    pub(super) fn element_of(&self, e: &Expr, element: &Value, all: &Value) -> Evaluated {
        let found = match all {
            Value::Seq(values) => values.contains(element),
            Value::Set(values) => values.contains(element),
            Value::Map(map) => map.contains_key(element),
            Value::Bag(bag) => {
                let count = times(bag, element);
                if matches!(self.tables.resolution.type_of(e.id), Type::Int) {
                    return Ok(Value::Int(count));
                }
                !count.is_zero()
            }
            _ => return cannot("membership in this", e.span),
        };
        Ok(Value::Bool(found))
    }
}

/// Operators on data.
pub(super) fn collections(op: BinaryOp, a: &Value, b: &Value) -> Option<Value> {
    use BinaryOp as B;
    Some(match (op, a, b) {
        (B::Add | B::Concat, Value::Seq(a), Value::Seq(b)) => {
            Value::seq(a.iter().chain(b.iter()).cloned().collect())
        }
        (B::Add | B::Concat, Value::Text(a), Value::Text(b)) => {
            Value::Text(format!("{a}{b}").into())
        }
        (B::Add | B::Union | B::Concat, Value::Set(a), Value::Set(b)) => {
            Value::Set(Rc::new(a.union(b).cloned().collect()))
        }
        (B::Sub, Value::Set(a), Value::Set(b)) => {
            Value::Set(Rc::new(a.difference(b).cloned().collect()))
        }
        (B::Mul | B::Intersect, Value::Set(a), Value::Set(b)) => {
            Value::Set(Rc::new(a.intersection(b).cloned().collect()))
        }
        (B::SubsetEq | B::Le, Value::Set(a), Value::Set(b)) => Value::Bool(a.is_subset(b)),
        (B::Subset | B::Lt, Value::Set(a), Value::Set(b)) => Value::Bool(a.is_subset(b) && a != b),
        (B::Add | B::Concat, Value::Bag(a), Value::Bag(b)) => both(a, b, |x, y| x + y),
        (B::Union, Value::Bag(a), Value::Bag(b)) => both(a, b, |x, y| x + y),
        (B::Sub, Value::Bag(a), Value::Bag(b)) => both(a, b, |x, y| (x - y).max(BigInt::zero())),
        (B::Mul | B::Intersect, Value::Bag(a), Value::Bag(b)) => both(a, b, std::cmp::min),
        (B::SubsetEq | B::Le, Value::Bag(a), Value::Bag(b)) => Value::Bool(sub_bag(a, b)),
        (B::Subset | B::Lt, Value::Bag(a), Value::Bag(b)) => Value::Bool(sub_bag(a, b) && a != b),
        (B::Concat | B::Add, Value::Map(map), Value::Tuple(pair)) => {
            let [key, value] = pair.as_slice() else {
                return None;
            };
            let mut map = (**map).clone();
            map.insert(key.clone(), value.clone());
            Value::Map(Rc::new(map))
        }
        _ => return None,
    })
}

/// How many elements or characters a value has.
fn parts(value: &Value) -> usize {
    match value {
        Value::Seq(values) => values.len(),
        Value::Set(values) => values.len(),
        Value::Bag(values) => values.len(),
        Value::Map(values) => values.len(),
        Value::Text(text) => text.len(),
        _ => 0,
    }
}

fn sub_bag(a: &BTreeMap<Value, BigInt>, b: &BTreeMap<Value, BigInt>) -> bool {
    a.iter().all(|(value, count)| *count <= times(b, value))
}

fn both(
    a: &BTreeMap<Value, BigInt>,
    b: &BTreeMap<Value, BigInt>,
    count: impl Fn(BigInt, BigInt) -> BigInt,
) -> Value {
    let mut result = BTreeMap::new();
    for value in a.keys().chain(b.keys()) {
        let number = count(times(a, value), times(b, value));
        if number > BigInt::zero() {
            result.insert(value.clone(), number);
        }
    }
    Value::Bag(Rc::new(result))
}
