//! Sums and products that are assumed to fit in their type.
//!
//! That `a + b` does not overflow is assumed as `int(a) + int(b) = int(a + b)`. Translated as it stands it
//! says something about remainders. But the sum of the representatives stands on both sides; so it says no
//! more than that this sum lies in the range of the type, and it is then the value of `a + b`, without a
//! remainder wherever that is read.

use crate::ints::Ints;
use solver::term::bv::BvOp;
use solver::term::{Op, Poly, Sort, Term, TermMap, add, postorder, sub};

impl Ints<'_> {
    /// Takes up what fits by these formulas, all of which are assumed in one question. To be called before
    /// they are translated.
    pub(crate) fn take_up(&mut self, formulas: &[Term]) {
        let mut fitting: Vec<Fitting> = Vec::new();
        let mut open: Vec<&Term> = formulas.iter().collect();
        while let Some(formula) = open.pop() {
            if let Some(parts) = formula.as_op(Op::And) {
                open.extend(parts);
            }
            if let Some([a, b]) = formula.as_op(Op::Eq)
                && *a.sort() == Sort::Int
                && *b.sort() == Sort::Int
            {
                fitting.extend(greatest(&sub(a.clone(), b.clone())));
            }
        }
        // What an operand is comes before what is made of it.
        fitting.sort_by_key(|one| one.size);
        for one in &fitting {
            self.fits(&one.value, &one.bits);
        }
    }
}

/// A machine integer, and what its value is.
struct Fitting {
    value: Term,
    bits: Term,
    /// How many terms it is made of, as a tree: sums of sums have the parts of both.
    size: u64,
}

/// If a sum is zero: of the greatest machine integer that is a summand, what its value is by the others.
/// The others are its operands, or parts of them.
fn greatest(sum: &Term) -> Option<Fitting> {
    let poly = Poly::of(sum);
    let all = poly.terms.iter().filter_map(|(factors, coefficient)| {
        let [factor] = factors.as_slice() else {
            return None;
        };
        let (BvOp::ToInt, [bits]) = factor.as_bv()? else {
            return None;
        };
        let value = match coefficient.to_integer() {
            _ if !coefficient.is_integer() => return None,
            one if one == 1.into() => sub(factor.clone(), sum.clone()),
            one if one == (-1).into() => add(vec![sum.clone(), factor.clone()]),
            _ => return None,
        };
        let size = size(bits);
        let bits = bits.clone();
        Some(Fitting { value, bits, size })
    });
    let mut all: Vec<Fitting> = all.collect();
    all.sort_by_key(|one| one.size);
    let greatest = all.pop()?;
    // Two of one size are no operand and what is made of it, but the same of two threads.
    let alone = all.last().is_none_or(|next| next.size < greatest.size);
    alone.then_some(greatest)
}

/// How many nodes a term has as a tree.
fn size(term: &Term) -> u64 {
    let mut sizes: TermMap<u64> = TermMap::default();
    for part in postorder([term]) {
        let below = part
            .children()
            .into_iter()
            .map(|child| sizes.get(child).copied().unwrap_or(1));
        let all = below.fold(1u64, u64::saturating_add);
        sizes.insert(part.clone(), all);
    }
    sizes.get(term).copied().unwrap_or(1)
}
