//! Operators bit by bit with a literal. A literal is made of runs of ones; the bits of a number under one of them are a
//! field, `(x div 2^at) mod 2^length`, for whatever integer represents the number. A conjunction keeps the fields, a
//! disjunction fills them with ones, an exclusive one turns them round: so all three are exact.

use super::{Ints, Rep, power};
use num_bigint::BigInt;
use num_traits::{Signed, Zero};
use solver::term::bv::BvOp;
use solver::term::{Term, add, big, int, mul, sub};

/// A literal of more runs makes terms that are too long.
const MOST_RUNS: usize = 4;

/// Ones of a literal, next to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Run {
    at: u32,
    length: u32,
}

/// The runs of a literal of so many bits, the lowest first; none if there are too many.
fn runs(literal: &BigInt, width: u32) -> Option<Vec<Run>> {
    let mut all: Vec<Run> = Vec::new();
    for bit in (0..width).filter(|bit| literal.bit(u64::from(*bit))) {
        match all.last_mut() {
            Some(run) if run.at + run.length == bit => run.length += 1,
            _ => all.push(Run { at: bit, length: 1 }),
        }
    }
    (all.len() <= MOST_RUNS).then_some(all)
}

impl Ints {
    /// The bits of a number under a run.
    fn field(&self, of: &Rep, run: Run) -> Term {
        let above = self.quotient(&of.term, &power(run.at));
        match !of.low.is_negative() && of.high < power(run.at + run.length) {
            true => above,
            false => self.remainder(&above, &power(run.length)),
        }
    }

    /// Conjunction, disjunction or exclusive disjunction of a number and a literal. None if there is not one of each, for
    /// other operators, and if the literal has too many runs.
    pub(super) fn with_literal(&self, op: BvOp, args: &[Term], width: u32) -> Option<Rep> {
        let (literal, other) = match args {
            [a, b] => match (a.as_bits(), b.as_bits()) {
                (Some(literal), None) => (literal.unsigned(), b),
                (None, Some(literal)) => (literal.unsigned(), a),
                _ => return None,
            },
            _ => return None,
        };
        let rep = self.rep(other);
        let fields = runs(&literal, width)?.into_iter();
        let fields =
            fields.map(|run| (power(run.length) - 1, power(run.at), self.field(&rep, run)));
        #[allow(
            clippy::wildcard_enum_match_arm,
            reason = "other operators have no rule"
        )]
        let parts: Vec<Term> = match op {
            BvOp::And => fields.map(|(_, at, now)| mul(big(at), now)).collect(),
            BvOp::Or => fields
                .map(|(ones, at, now)| mul(big(at), sub(big(ones), now)))
                .collect(),
            BvOp::Xor => fields
                .map(|(ones, at, now)| mul(big(at), sub(big(ones), mul(int(2), now))))
                .collect(),
            _ => return None,
        };
        if op == BvOp::And {
            return Some(Rep {
                term: add(parts),
                low: BigInt::zero(),
                high: literal,
            });
        }
        let term = add([rep.term.clone()].into_iter().chain(parts).collect());
        // What fits below a power of two still does.
        let bits = u32::try_from(rep.high.bits().max(literal.bits())).ok()?;
        Some(match rep.low.is_negative() {
            false => Rep {
                term,
                low: BigInt::zero(),
                high: power(bits) - 1,
            },
            true => Rep {
                term,
                low: rep.low - &literal,
                high: rep.high + literal,
            },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_are_taken_apart_into_runs() {
        let of = |literal: u32| runs(&literal.into(), 8);
        let run = |at, length| Run { at, length };
        assert_eq!(of(0), Some(vec![]));
        assert_eq!(of(0b0110_0001), Some(vec![run(0, 1), run(5, 2)]));
        assert_eq!(of(0xff), Some(vec![run(0, 8)]));
        assert_eq!(runs(&0b1_0101_0101.into(), 9), None);
    }
}
