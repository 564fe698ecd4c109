//! How far a signed number stays away from the ends of its type.
//!
//! Operations that are taken to fit say much the same again and again: where `t * 8 + 7` fits, so does
//! `t * 8 + 3`. What follows is seen here, so that nobody is told it, and no question gets longer by it.

use kernel_graph::{BinaryOp, WrapIntent};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed};
use solver::term::{Term, TermMap};
use std::rc::Rc;

/// Of so many sums with one number all are said, for what is said plainly is used more easily than what
/// follows.
const FEW: usize = 8;

/// What may be added to a number, read with its sign, so that the sum still fits: anything from `low`, which
/// is not positive, to `high`, which is not negative.
#[derive(Clone, Debug, Default, PartialEq)]
struct Margin {
    low: BigInt,
    high: BigInt,
    /// How many sums were noted.
    noted: usize,
}

/// What is known of some numbers where the thread is.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Margins {
    of: Rc<TermMap<Margin>>,
}

/// A signed operation with its operands and its result.
#[derive(Clone, Debug)]
pub(crate) struct Operation {
    /// Which.
    pub op: BinaryOp,
    /// On what.
    pub operands: [Term; 2],
    /// What comes out, as the machine has it.
    pub result: Term,
}

impl Operation {
    /// What is added, if that is a literal, and to what.
    fn sum(&self) -> Option<(&Term, BigInt)> {
        let [a, b] = &self.operands;
        match (self.op, a.as_bits(), b.as_bits()) {
            (
                BinaryOp::AddSigned | BinaryOp::WrapIntent(WrapIntent::AddIntoSigned),
                _,
                Some(by),
            ) => Some((a, by.signed())),
            (
                BinaryOp::AddSigned | BinaryOp::WrapIntent(WrapIntent::AddIntoSigned),
                Some(by),
                _,
            ) => Some((b, by.signed())),
            (
                BinaryOp::SubSigned | BinaryOp::WrapIntent(WrapIntent::SubIntoSigned),
                _,
                Some(by),
            ) => Some((a, -by.signed())),
            _ => None,
        }
    }

    /// Of a product with a literal that literal.
    fn factor(&self) -> Option<BigInt> {
        let [a, b] = &self.operands;
        let literal = a.as_bits().or_else(|| b.as_bits())?;
        let signed = matches!(
            self.op,
            BinaryOp::MulSigned | BinaryOp::WrapIntent(WrapIntent::MulIntoSigned)
        );
        signed.then(|| literal.signed())
    }
}

impl Margins {
    /// Whether it follows that a sum fits.
    pub(crate) fn follows(&self, base: &Term, by: &BigInt) -> bool {
        let margin = self.of.get(base);
        margin.is_some_and(|margin| margin.low <= *by && *by <= margin.high)
    }

    /// Whether enough is known of a number, so that nothing need be said of an operation on it that
    /// follows to fit.
    pub(crate) fn is_enough(&self, operation: &Operation) -> bool {
        let Some((base, by)) = operation.sum() else {
            return false;
        };
        let noted = self.of.get(base).map_or(0, |margin| margin.noted);
        noted >= FEW && self.follows(base, &by)
    }

    /// Notes that the result of an operation fits.
    pub(crate) fn note(&mut self, operation: &Operation) {
        if let Some((base, by)) = operation.sum() {
            let known = Rc::make_mut(&mut self.of).entry(base.clone()).or_default();
            known.noted += 1;
            if by < known.low {
                known.low = by;
            } else if by > known.high {
                known.high = by;
            }
            return;
        }
        let factor = operation.factor().map(|factor| factor.abs());
        let width = operation.result.sort().width();
        let (Some(factor), Some(width)) = (factor.filter(Signed::is_positive), width) else {
            return;
        };
        // The result is the exact product, a multiple of the factor: it is at most the greatest multiple
        // in the type, and at least the least one.
        let half = BigInt::one() << width.saturating_sub(1);
        let result = operation.result.clone();
        let known = Rc::make_mut(&mut self.of).entry(result).or_default();
        known.low = known.low.clone().min(-half.mod_floor(&factor));
        known.high = known.high.clone().max((half - 1u32).mod_floor(&factor));
    }

    /// What is known of a thread that came by one of two ways.
    pub(crate) fn join(&self, other: &Margins) -> Margins {
        if Rc::ptr_eq(&self.of, &other.of) {
            return self.clone();
        }
        let both = self.of.iter().filter_map(|(term, a)| {
            let b = other.of.get(term)?;
            let margin = Margin {
                low: a.low.clone().max(b.low.clone()),
                high: a.high.clone().min(b.high.clone()),
                noted: a.noted.min(b.noted),
            };
            Some((term.clone(), margin))
        });
        Margins {
            of: Rc::new(both.collect()),
        }
    }

    /// With each term replaced.
    pub(crate) fn map(&self, change: &mut dyn FnMut(&Term) -> Term) -> Margins {
        if self.of.is_empty() {
            return Margins::default();
        }
        let mut all: TermMap<Margin> = TermMap::default();
        for (term, margin) in self.of.iter() {
            // What is known of two terms that become one holds of that.
            let known = all.entry(change(term)).or_default();
            known.low = known.low.clone().min(margin.low.clone());
            known.high = known.high.clone().max(margin.high.clone());
            known.noted = known.noted.max(margin.noted);
        }
        Margins { of: Rc::new(all) }
    }
}
