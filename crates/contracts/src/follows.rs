//! Whether a clause follows from others, as far as their texts show.

use crate::clause::{Clause, Relation};
use crate::name::{Name, Value};
use crate::number::Number;
use num_bigint::BigInt;

/// Whether a clause follows from others: it is one of them, or holds of the numbers that they fix, whatever the other numbers are.
/// That it does not is no proof that it is stronger.
pub fn follows(clause: &Clause, from: &[Clause]) -> bool {
    let values: Vec<(&Value, &BigInt)> = from.iter().filter_map(fixed).collect();
    let known = |name: &Name| match name {
        Name::Value(value) => {
            let found = values.iter().find(|(one, _)| *one == value);
            found.map(|(_, number)| (*number).clone())
        }
        Name::Address(_) | Name::Bytes(_) | Name::Contents(_) => None,
    };
    from.contains(clause) || clause.eval(&known) == Some(true)
}

/// The value that a clause fixes.
fn fixed(clause: &Clause) -> Option<(&Value, &BigInt)> {
    let Clause::Compare(a, Relation::Equal, b) = clause else {
        return None;
    };
    let ((Number::Value(value), Number::Literal(number))
    | (Number::Literal(number), Number::Value(value))) = (a, b)
    else {
        return None;
    };
    Some((value, number))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn clauses_follow_from_themselves_and_from_numbers_that_are_fixed() {
        let all = |text: &str| match text {
            "" => Vec::new(),
            text => Clause::parse(text).unwrap(),
        };
        for (from, clause, wanted) in [
            ("", "n % 4 == 0", false),
            ("m > 0 && n % 4 == 0", "n % 4 == 0", true),
            ("n % 8 == 0", "n % 4 == 0", false),
            ("n == 8", "n % 4 == 0", true),
            ("8 == n", "n <= 8", true),
            ("n == 8", "n <= 7", false),
            ("n == 8", "m == 8", false),
            ("n == m", "n % 4 == 0", false),
            ("blockDim.x == 64", "blockDim.x <= 64", true),
            ("blockDim.x <= 64", "blockDim.x == 64", false),
        ] {
            let clause = all(clause).remove(0);
            assert_eq!(follows(&clause, &all(from)), wanted, "{from}: {clause}");
        }
    }
}
