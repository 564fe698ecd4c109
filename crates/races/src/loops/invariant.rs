//! Families of candidate invariants about one value of a loop. Nothing rests on a candidate that was
//! not shown.

use num_bigint::BigInt;
use num_traits::One;
use solver::term::bv;
use solver::term::{Term, add, eq, mul};

/// What may hold of a value at the start of every iteration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Claim {
    /// Its steps do not wrap, read with a sign: `i` in `for (int i = a; i < n; ++i)`.
    StepsWithSign,
    /// Its steps do not wrap, read without a sign.
    StepsWithoutSign,
    /// It is not above its value at entry, read with a sign: `d` in `for (int d = n; d > 0; d /= 2)`.
    FallsWithSign,
    /// The same without a sign.
    FallsWithoutSign,
    /// It is not below its value at entry, read with a sign: `d` in `for (int d = 1; d < n; d *= 2)`.
    RisesWithSign,
    /// The same without a sign.
    RisesWithoutSign,
    /// It is not negative.
    NotNegative,
    /// It is a multiple of the largest power of two that divides its value at entry, a literal: `d` in
    /// `for (unsigned d = 2; d <= n; d *= 2)`, also where it wraps.
    Multiple,
    /// At most one bit is set: `d` in both examples, if `n` is a power of two.
    PowerOfTwo,
    /// The address of a function is that of one of those that the program gives it.
    OneOfFunctions,
    /// It is not negative and at most so much: the number of one of several buffers.
    AtMost(u32),
    /// An address is in its array where one of the loop's addresses is at entry.
    OneOfPlaces,
    /// Two addresses are in different arrays: buffers that are swapped.
    InTwoArrays,
    /// Two addresses differ: halves of one buffer that are swapped.
    Differ,
}

/// Claims about values that grow by equal steps.
pub(crate) const OF_STEPS: &[Claim] = &[Claim::StepsWithSign, Claim::StepsWithoutSign];

/// Claims about other values.
pub(crate) const OF_FUNCTIONS: &[Claim] = &[
    Claim::NotNegative,
    Claim::FallsWithSign,
    Claim::FallsWithoutSign,
    Claim::RisesWithSign,
    Claim::RisesWithoutSign,
    Claim::PowerOfTwo,
    Claim::Multiple,
];

impl Claim {
    /// The family's name, for those who leave one out or ask what was kept: GPUVerify's where it has such
    /// a family.
    pub(crate) fn tag(self) -> &'static str {
        match self {
            Claim::StepsWithSign | Claim::StepsWithoutSign => "loopCounterIsStrided",
            Claim::FallsWithSign
            | Claim::FallsWithoutSign
            | Claim::RisesWithSign
            | Claim::RisesWithoutSign
            | Claim::AtMost(_) => "loopBound",
            Claim::NotNegative => "guardNonNeg",
            Claim::PowerOfTwo => "pow2",
            Claim::Multiple => "multiple",
            Claim::OneOfFunctions => "functionOfProgram",
            Claim::OneOfPlaces => "placeOfEntry",
            Claim::InTwoArrays => "differentArrays",
            Claim::Differ => "differentPlaces",
        }
    }

    /// What is claimed of a value `now` at the start of iteration `k` that was `entry` at the start
    /// of the first and grows by `step`, if it grows by steps. None if the claim does not fit.
    pub(crate) fn about(
        self,
        entry: &Term,
        now: &Term,
        step: Option<&Term>,
        k: &Term,
    ) -> Option<Term> {
        let width = now.sort().width()?;
        if entry.sort() != now.sort() {
            return None;
        }
        let (entry, now) = (entry.clone(), now.clone());
        let grown = |read: fn(Term) -> Term| -> Option<Term> {
            let by = mul(k.clone(), bv::to_int(step?.clone()));
            Some(eq(read(now.clone()), add(vec![read(entry.clone()), by])))
        };
        match self {
            Claim::StepsWithSign => grown(bv::to_int),
            Claim::StepsWithoutSign => grown(bv::to_nat),
            Claim::FallsWithSign => Some(bv::sle(now, entry)),
            Claim::FallsWithoutSign => Some(bv::ule(now, entry)),
            Claim::RisesWithSign => Some(bv::sle(entry, now)),
            Claim::RisesWithoutSign => Some(bv::ule(entry, now)),
            // They are about more than the value.
            Claim::OneOfFunctions | Claim::OneOfPlaces | Claim::InTwoArrays | Claim::Differ => None,
            Claim::AtMost(most) => {
                let first = entry.as_bits()?;
                (first.unsigned() <= most.into()).then(|| bv::ule(now, bv::lit(most, width)))
            }
            Claim::NotNegative => Some(bv::sle(bv::lit(0, width), now)),
            Claim::Multiple => {
                let zeros = entry
                    .as_bits()?
                    .unsigned()
                    .trailing_zeros()
                    .filter(|n| *n > 0)?;
                let below = (BigInt::one() << zeros) - 1;
                Some(eq(bv::and(now, bv::lit(below, width)), bv::lit(0, width)))
            }
            Claim::PowerOfTwo => {
                let less = bv::sub(now.clone(), bv::lit(1, width));
                Some(eq(bv::and(now, less), bv::lit(0, width)))
            }
        }
    }
}
