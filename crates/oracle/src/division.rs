//! `/` and `%` of integers, Euclidean in every profile: the remainder is never negative.
//!
//! `tables/division.tsv` holds examples that this and the checker must agree with.

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{Signed, Zero};

/// Quotient and remainder with `dividend == quotient * divisor + remainder` and
/// `0 <= remainder < |divisor|`; none if the divisor is zero.
pub fn euclidean(dividend: &BigInt, divisor: &BigInt) -> Option<(BigInt, BigInt)> {
    if divisor.is_zero() {
        return None;
    }
    // Flooring by |d| gives a remainder in [0, |d|); the sign of d then goes to the quotient.
    let (quotient, remainder) = dividend.div_mod_floor(&divisor.abs());
    let quotient = if divisor.is_negative() {
        -quotient
    } else {
        quotient
    };
    Some((quotient, remainder))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn the_table_of_examples() {
        let table = include_str!("../tables/division.tsv");
        let mut seen = 0;
        for line in table.lines().filter(|line| !line.starts_with('#')) {
            let numbers: Vec<BigInt> = line.split('\t').map(|n| n.parse().unwrap()).collect();
            let (quotient, remainder) = euclidean(&numbers[0], &numbers[1]).unwrap();
            assert_eq!(quotient, numbers[2], "{line}");
            assert_eq!(remainder, numbers[3], "{line}");
            seen += 1;
        }
        assert!(seen >= 20);
        assert_eq!(euclidean(&1.into(), &0.into()), None);
    }
}
