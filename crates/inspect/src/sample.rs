//! A small launch that is executed: its sizes, and what is passed for integers.

use contracts::{Axis, Size, Value};
use num_bigint::BigInt;
use num_traits::ToPrimitive;
use std::collections::BTreeMap;

/// A launch that is tried.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Sample {
    pub(crate) block: [u32; 3],
    pub(crate) grid: [u32; 3],
    /// By the names of the parameters.
    pub(crate) numbers: BTreeMap<String, BigInt>,
}

impl Sample {
    /// The number of its threads.
    pub(crate) fn threads(&self) -> u64 {
        let sizes = self.block.iter().chain(&self.grid);
        sizes.map(|n| u64::from(*n)).product()
    }

    /// Grows with what an execution costs and with what a reader has to keep in mind.
    pub(crate) fn cost(&self) -> u64 {
        let numbers = self.numbers.values();
        let numbers = numbers.map(|n| n.magnitude().to_u64().unwrap_or(u64::MAX));
        let threads = self.threads();
        threads.saturating_mul(numbers.fold(1, u64::saturating_add))
    }

    /// A number of the launch, as far as it is chosen.
    pub(crate) fn value(&self, of: &Value) -> Option<BigInt> {
        match of {
            Value::Size(size, axis) => {
                let sizes = match size {
                    Size::Block => &self.block,
                    Size::Grid => &self.grid,
                };
                let at = Axis::ALL.iter().position(|one| one == axis)?;
                sizes.get(at).map(|n| BigInt::from(*n))
            }
            Value::Argument(name) => self.numbers.get(name.as_str()).cloned(),
            Value::SharedBytes | Value::WarpSize | Value::Length(_) => None,
        }
    }
}
