//! Which launches of the file satisfy a contract. What is not certain is not taken for so.

use super::meaning::Contract;
use clang::launches::{Extent, Launch};
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
    let numbers = |name: &str| number(launch, params, name);
    let shape = contract.block.iter().flat_map(|shape| {
        let each = shape.threads.iter().zip(["x", "y", "z"]);
        each.map(|(n, d)| Some(numbers(&format!("blockDim.{d}"))? == BigInt::from(*n)))
    });
    let clauses = contract.clauses.iter().map(|clause| clause.holds(&numbers));
    let all: Vec<Option<bool>> = shape.chain(clauses).collect();
    match (all.contains(&Some(false)), all.contains(&None)) {
        (true, _) => Satisfied::No,
        (false, true) => Satisfied::Unchecked,
        (false, false) => Satisfied::Yes,
    }
}

fn number(launch: &Launch, params: &[String], name: &str) -> Option<BigInt> {
    let size = |extent: &Extent, letter: &str| {
        let at = ["x", "y", "z"].iter().position(|one| *one == letter)?;
        match extent.sizes.get(at) {
            Some(size) => size.value.map(BigInt::from),
            None => (!extent.sizes.is_empty()).then(|| BigInt::from(1)),
        }
    };
    match name.split_once('.') {
        Some(("blockDim", letter)) => size(&launch.block, letter),
        Some(("gridDim", letter)) => size(&launch.grid, letter),
        _ => {
            let at = params.iter().position(|param| param == name)?;
            let same = launch.arguments.len() == params.len();
            let passed = launch.arguments.get(at).filter(|_| same)?;
            // Of what may be a negative number nothing is known.
            let value = passed.value.filter(|value| i32::try_from(*value).is_ok());
            value.map(BigInt::from)
        }
    }
}
