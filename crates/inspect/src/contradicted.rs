//! Whether a counterexample is one that no launch of the file gives: its numbers are not as a launch has them.

use ir::kernel::{Dimension, Function, Scalar};
use num_bigint::BigInt;
use num_traits::Signed;
use races::{Finding, Launched, Quantity, Said, Size, Sizes};

/// The numbers of a counterexample.
pub struct Numbers<'a> {
    /// The kernel.
    pub function: &'a Function,
    /// The sizes that it is checked for.
    pub sizes: &'a Sizes,
    /// What was found.
    pub finding: &'a Finding,
}

impl Numbers<'_> {
    /// Whether each launch says something that is not so here. What is not known contradicts nothing.
    pub fn contradict(&self, launches: &[Launched]) -> bool {
        let wrong = |launch: &Launched| launch.iter().any(|said| self.is_false(said));
        !launches.is_empty() && launches.iter().all(wrong)
    }

    fn is_false(&self, said: &Said) -> bool {
        let (Said::Equal(one, other) | Said::Differ(one, other) | Said::AtMost(one, other)) = said;
        let both = self.value(one).zip(self.value(other));
        both.is_some_and(|(one, other)| match said {
            Said::Equal(..) => one != other,
            Said::Differ(..) => one == other,
            Said::AtMost(..) => one > other,
        })
    }

    fn value(&self, quantity: &Quantity) -> Option<BigInt> {
        let of = |one: &Quantity| self.value(one);
        Some(match quantity {
            Quantity::Number(value) => value.clone(),
            Quantity::Parameter(name) => self.parameter(name)?,
            Quantity::BlockSize(d) => self.size("block", &self.sizes.block, *d)?,
            Quantity::GridSize(d) => self.size("grid", &self.sizes.grid, *d)?,
            Quantity::Sum(a, b) => of(a)? + of(b)?,
            Quantity::Difference(a, b) => of(a)? - of(b)?,
            Quantity::Product(a, b) => of(a)? * of(b)?,
            Quantity::Quotient(a, b) if b.is_positive() => of(a)? / b,
            Quantity::Remainder(a, b) if b.is_positive() => of(a)? % b,
            Quantity::Least(a, b) => of(a)?.min(of(b)?),
            Quantity::Most(a, b) => of(a)?.max(of(b)?),
            Quantity::Quotient(..)
            | Quantity::Remainder(..)
            | Quantity::Floor(..)
            | Quantity::WithoutLowestBit(_)
            | Quantity::Host(_) => return None,
        })
    }

    /// A parameter's value, with the sign of its type; none of what may be cut off.
    fn parameter(&self, name: &str) -> Option<BigInt> {
        let mut params = self.function.params.iter().filter(|p| p.name == name);
        let (param, None) = (params.next()?, params.next()) else {
            return None;
        };
        let local = self.function.local(param.local)?;
        let value = self.named(name)?;
        match local.scalar {
            Scalar::Int(bits) if bits >= 32 && local.signed && value.bits() == u64::from(bits) => {
                Some(value - (BigInt::from(1) << bits))
            }
            Scalar::Int(bits) if bits >= 32 => Some(value),
            _ => None,
        }
    }

    fn size(&self, what: &str, sizes: &[Size; 3], d: Dimension) -> Option<BigInt> {
        let (at, letter) = match d {
            Dimension::X => (0, "x"),
            Dimension::Y => (1, "y"),
            Dimension::Z => (2, "z"),
        };
        match sizes.get(at)? {
            Size::Fixed(n) => Some(BigInt::from(*n)),
            Size::Any => self.named(&format!("{what}.{letter}")),
        }
    }

    fn named(&self, name: &str) -> Option<BigInt> {
        let mut all = self.finding.values.iter().filter(|(n, _)| n == name);
        all.next().map(|(_, value)| value.clone())
    }
}
