//! Concrete values.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Zero};
use spec_lang::ast::NodeId;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::rc::Rc;

/// A value. Numbers have one form each, an integer never being a fraction, so that
/// equality is equality of these.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Value {
    /// An integer.
    Int(BigInt),
    /// A number that is no integer; made by [`Value::number`] only.
    Fraction(BigRational),
    /// A truth value.
    Bool(bool),
    /// `null`.
    Null,
    /// An object, by its number on the heap.
    Object(usize),
    /// An array, by its number on the heap.
    Array(usize),
    /// A constant of an enum.
    Constant(NodeId),
    /// A string.
    Text(Rc<str>),
    /// A character, as written.
    Char(char),
    /// A sequence.
    Seq(Rc<Vec<Value>>),
    /// A set.
    Set(Rc<BTreeSet<Value>>),
    /// A bag: how often each element is in it, never zero times.
    Bag(Rc<BTreeMap<Value, BigInt>>),
    /// A map.
    Map(Rc<BTreeMap<Value, Value>>),
    /// An option.
    Option(Option<Rc<Value>>),
    /// A tuple.
    Tuple(Rc<Vec<Value>>),
    /// What a `void` method gives.
    Nothing,
}

impl Value {
    /// A small integer.
    pub fn int(value: impl Into<BigInt>) -> Value {
        Value::Int(value.into())
    }

    /// A number in its one form.
    pub fn number(value: BigRational) -> Value {
        if value.is_integer() {
            Value::Int(value.to_integer())
        } else {
            Value::Fraction(value)
        }
    }

    /// The number this is.
    pub fn as_number(&self) -> Option<BigRational> {
        match self {
            Value::Int(value) => Some(BigRational::from_integer(value.clone())),
            Value::Fraction(value) => Some(value.clone()),
            _ => None,
        }
    }

    /// The integer this is.
    pub fn as_int(&self) -> Option<&BigInt> {
        match self {
            Value::Int(value) => Some(value),
            _ => None,
        }
    }

    /// The index or size this is.
    pub fn as_size(&self) -> Option<usize> {
        self.as_int().and_then(|value| usize::try_from(value).ok())
    }

    /// The truth value this is.
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Value::Bool(value) => Some(*value),
            _ => None,
        }
    }

    /// A sequence of values.
    pub fn seq(values: Vec<Value>) -> Value {
        Value::Seq(Rc::new(values))
    }
}

/// How often something is in a bag.
pub fn times(bag: &BTreeMap<Value, BigInt>, value: &Value) -> BigInt {
    bag.get(value).cloned().unwrap_or_else(BigInt::zero)
}

/// Puts something into a bag once more.
pub fn put(bag: &mut BTreeMap<Value, BigInt>, value: Value) {
    *bag.entry(value).or_insert_with(BigInt::zero) += BigInt::one();
}

fn list<'a>(
    f: &mut fmt::Formatter<'_>,
    open: &str,
    values: impl IntoIterator<Item = &'a Value>,
    close: &str,
) -> fmt::Result {
    f.write_str(open)?;
    for (number, value) in values.into_iter().enumerate() {
        if number > 0 {
            f.write_str(", ")?;
        }
        write!(f, "{value}")?;
    }
    f.write_str(close)
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Int(value) => write!(f, "{value}"),
            Value::Fraction(value) => write!(f, "{}\\{}", value.numer(), value.denom()),
            Value::Bool(value) => write!(f, "{value}"),
            Value::Null => f.write_str("null"),
            Value::Object(number) => write!(f, "object#{number}"),
            Value::Array(number) => write!(f, "array#{number}"),
            Value::Constant(id) => write!(f, "constant#{}", id.0),
            Value::Text(text) => write!(f, "{text:?}"),
            Value::Char(one) => write!(f, "'{}'", one.escape_default()),
            Value::Seq(values) => list(f, "[", values.iter(), "]"),
            Value::Set(values) => list(f, "{", values.iter(), "}"),
            Value::Bag(values) => {
                f.write_str("bag{")?;
                for (number, (value, count)) in values.iter().enumerate() {
                    let comma = if number > 0 { ", " } else { "" };
                    write!(f, "{comma}{value}: {count}")?;
                }
                f.write_str("}")
            }
            Value::Map(values) => {
                f.write_str("map{")?;
                for (number, (key, value)) in values.iter().enumerate() {
                    let comma = if number > 0 { ", " } else { "" };
                    write!(f, "{comma}{key} -> {value}")?;
                }
                f.write_str("}")
            }
            Value::Option(None) => f.write_str("None"),
            Value::Option(Some(value)) => write!(f, "Some({value})"),
            Value::Tuple(values) => list(f, "(", values.iter(), ")"),
            Value::Nothing => f.write_str("nothing"),
        }
    }
}
