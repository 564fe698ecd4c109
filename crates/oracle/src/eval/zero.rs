//! The values of new fields and elements, and arbitrary ones.

use crate::machine::Machine;
use crate::value::Value;
use num_bigint::BigInt;
use num_rational::BigRational;
use spec_lang::resolve::Type;
use std::rc::Rc;

impl<'p> Machine<'p> {
    /// What a new field or element of a type holds.
    pub(crate) fn zero(&self, ty: &Type) -> Value {
        match ty {
            Type::Int
            | Type::Frac
            | Type::ZFrac
            | Type::Rational
            | Type::Float32
            | Type::Float64 => Value::int(0),
            Type::Boolean => Value::Bool(false),
            Type::String => Value::Text("".into()),
            Type::Char => Value::Char('\0'),
            Type::Seq(_) => Value::seq(Vec::new()),
            Type::Set(_) => Value::Set(Rc::default()),
            Type::Bag(_) => Value::Bag(Rc::default()),
            Type::Map(..) => Value::Map(Rc::default()),
            Type::Option(_) => Value::Option(None),
            Type::Tuple(parts) => {
                Value::Tuple(Rc::new(parts.iter().map(|part| self.zero(part)).collect()))
            }
            _ => Value::Null,
        }
    }

    /// Any value of a type: what a local holds before it is assigned.
    pub(crate) fn arbitrary(&self, ty: &Type) -> Value {
        let mut random = self.random.borrow_mut();
        match ty {
            Type::Int => Value::Int(BigInt::from(random.between(-3, 9))),
            Type::Boolean => Value::Bool(random.one_in(2)),
            Type::Frac => {
                let parts = BigInt::from(random.between(1, 4));
                Value::number(BigRational::new(BigInt::from(1), parts))
            }
            _ => {
                drop(random);
                self.zero(ty)
            }
        }
    }
}
