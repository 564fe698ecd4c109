//! Sums and products that are assumed to fit in their type.
//!
//! That `a + b` does not overflow is assumed as `int(a) + int(b) = int(a + b)`. Translated as it stands it
//! says something about remainders. But the sum of the representatives stands on both sides; so it says no
//! more than that this sum lies in the range of the type, and it is then the value of `a + b`, without a
//! remainder wherever that is read.

use num_rational::BigRational;
use num_traits::Zero;
use solver::term::bv::{self, BvOp};
use solver::term::{Op, Poly, Sort, Term, TermMap, add, big, mul, postorder, sub};

/// What fits by these formulas, all of which are assumed in one question: integers and the machine integers that they are
/// the values of. To be taken up before anything is translated, in this order.
pub(crate) fn fitting(formulas: &[Term]) -> Vec<(Term, Term)> {
    let mut fitting: Vec<Fitting> = Vec::new();
    let mut unless_first: Vec<(Term, Fitting)> = Vec::new();
    let mut open: Vec<&Term> = formulas.iter().collect();
    while let Some(formula) = open.pop() {
        if let Some(parts) = formula.as_op(Op::And) {
            open.extend(parts);
        }
        fitting.extend(fitting_of(formula));
        unless_first.extend(unless_zero(formula));
    }
    // What an operand is comes before what is made of it.
    fitting.sort_by_key(|one| one.size);
    let all = fitting.into_iter().flat_map(|one| {
        let otherwise = multiplied(&one.value, &unless_first);
        let otherwise = Some(otherwise).filter(|otherwise| *otherwise != one.value);
        let both = [Some(one.value), otherwise].into_iter().flatten();
        both.map(move |value| (value, one.bits.clone()))
    });
    all.collect()
}

/// What an equation of integers says.
fn fitting_of(formula: &Term) -> Option<Fitting> {
    match formula.as_op(Op::Eq)? {
        [a, b] if *a.sort() == Sort::Int && *b.sort() == Sort::Int => {
            greatest(&sub(a.clone(), b.clone()))
        }
        _ => None,
    }
}

/// What is said unless a number is zero, as of the iteration before unless this is the first: the number, and what it is.
fn unless_zero(formula: &Term) -> Vec<(Term, Fitting)> {
    // Of more alternatives another one may be why it holds.
    let Some([one, other]) = formula.as_op(Op::Or) else {
        return Vec::new();
    };
    let zero = |part: &Term| match part.as_op(Op::Eq)? {
        [a, b] if b.as_int().is_some_and(Zero::is_zero) => Some(a.clone()),
        [a, b] if a.as_int().is_some_and(Zero::is_zero) => Some(b.clone()),
        _ => None,
    };
    let (number, other) = match (zero(one), zero(other)) {
        (Some(number), None) => (number, other),
        (None, Some(number)) => (number, one),
        (Some(_), Some(_)) | (None, None) => return Vec::new(),
    };
    let all = other.as_op(Op::And).unwrap_or_default().iter();
    all.filter_map(fitting_of)
        .map(|one| (number.clone(), one))
        .collect()
}

/// An integer in which a machine integer that is multiplied with such a number is what it is unless that is zero.
fn multiplied(value: &Term, unless_zero: &[(Term, Fitting)]) -> Term {
    let poly = Poly::of(value);
    let whole = poly.constant.is_integer() && poly.terms.values().all(BigRational::is_integer);
    if unless_zero.is_empty() || !whole {
        return value.clone();
    }
    let product = |(factors, by): (&Vec<Term>, &BigRational)| {
        let replaced = factors.iter().map(|factor| {
            let fits = |(number, one): &&(Term, Fitting)| {
                factors.contains(number) && *factor == bv::to_int(one.bits.clone())
            };
            let known = unless_zero.iter().find(fits);
            known.map_or_else(|| factor.clone(), |(_, one)| one.value.clone())
        });
        replaced.fold(big(by.to_integer()), mul)
    };
    let products = poly.terms.iter().map(product);
    add(products.chain([big(poly.constant.to_integer())]).collect())
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

#[cfg(test)]
mod tests {
    use super::*;
    use solver::term::{and, constant, eq, int, le, or};

    /// What holds of the iteration before is known of this one by its number alone: another alternative may be the one
    /// that holds.
    #[test]
    fn what_holds_unless_several_are_zero_is_not_taken_up() {
        let number = |name| constant(name, Sort::Int);
        let bits = constant("stride", Sort::BitVec(32));
        let four = bv::mul(bits.clone(), bv::lit(4, 32));
        let is_product = eq(
            bv::to_int(four.clone()),
            mul(int(4), bv::to_int(bits.clone())),
        );
        let fits = and(vec![is_product, le(int(0), number("n"))]);
        let zero = |name| eq(number(name), int(0));
        let once = unless_zero(&or(vec![fits.clone(), zero("k")]));
        assert_eq!(once.len(), 1);
        assert!(
            once.iter()
                .all(|(name, one)| *name == number("k") && one.bits == four)
        );
        assert!(unless_zero(&or(vec![fits.clone(), zero("k"), zero("j")])).is_empty());
        assert!(unless_zero(&or(vec![fits, zero("k"), le(number("j"), int(7))])).is_empty());
        // Only where that number is a factor.
        let value = mul(number("k"), bv::to_int(four.clone()));
        assert_ne!(multiplied(&value, &once), value);
        let value = mul(number("j"), bv::to_int(four));
        assert_eq!(multiplied(&value, &once), value);
    }
}
