//! Literals.

use crate::value::{Value, put};
use num_bigint::BigInt;
use num_rational::BigRational;
use std::collections::BTreeMap;
use std::rc::Rc;

/// `0.5`, `0.5f`, `1e3` as an exact number.
pub(super) fn float(text: &str) -> Option<BigRational> {
    let text = text.trim_end_matches(['f', 'F', 'd', 'D']);
    let (mantissa, exponent) = match text.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, exponent.parse::<i32>().ok()?),
        None => (text, 0),
    };
    if exponent.unsigned_abs() > 400 {
        return None;
    }
    let (whole, part) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits: BigInt = format!("{whole}{part}").parse().ok()?;
    let places = exponent.checked_sub(i32::try_from(part.len()).ok()?)?;
    let power = BigInt::from(10).pow(places.unsigned_abs());
    Some(if places < 0 {
        BigRational::new(digits, power)
    } else {
        BigRational::from_integer(digits * power)
    })
}

/// A bag of these.
pub(super) fn bag(values: Vec<Value>) -> Value {
    let mut bag = BTreeMap::new();
    for value in values {
        put(&mut bag, value);
    }
    Value::Bag(Rc::new(bag))
}
