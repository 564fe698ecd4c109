//! Which launches of the file satisfy a contract. What is not certain is not taken for so.

use super::meaning::value;
use clang::launches::Launch;
use contracts::{Axis, Contract, Size, Value};
use num_bigint::BigInt;

/// Whether a launch satisfies a contract.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Satisfied {
    /// It does, in all that is required.
    Yes,
    /// It does not.
    No,
    /// The text does not say by numbers.
    Unchecked,
}

/// Whether a launch of a kernel with these parameters satisfies a contract.
pub(crate) fn satisfied(contract: &Contract, launch: &Launch, params: &[String]) -> Satisfied {
    let of = |of: &Value| number(launch, params, of);
    match contract.eval(&|name| value(name, &of)) {
        Some(true) => Satisfied::Yes,
        Some(false) => Satisfied::No,
        None => Satisfied::Unchecked,
    }
}

fn number(launch: &Launch, params: &[String], value: &Value) -> Option<BigInt> {
    match value {
        Value::Size(size, axis) => {
            let extent = match size {
                Size::Block => &launch.block,
                Size::Grid => &launch.grid,
            };
            let at = Axis::ALL.iter().position(|one| one == axis)?;
            match extent.sizes.get(at) {
                Some(size) => size.value.map(BigInt::from),
                None => (!extent.sizes.is_empty()).then(|| BigInt::from(1)),
            }
        }
        Value::Argument(name) => {
            let at = params.iter().position(|param| param == name.as_str())?;
            let same = launch.arguments.len() == params.len();
            let passed = launch.arguments.get(at).filter(|_| same)?;
            // Of what may be a negative number nothing is known.
            let value = passed.value.filter(|value| i32::try_from(*value).is_ok());
            value.map(BigInt::from)
        }
        Value::SharedBytes | Value::WarpSize | Value::Length(_) => None,
    }
}
