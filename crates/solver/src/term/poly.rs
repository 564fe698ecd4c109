//! Polynomials over opaque terms.

use std::collections::BTreeMap;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};

use super::build::{and, big, real};
use super::bv::BvOp;
use super::node::{Node, Op, Term, intern};
use logic::Sort;

/// A polynomial over opaque terms.
///
/// A choice between a literal and zero counts as the literal times the choice between
/// one and zero, so that amounts under one condition add up.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Poly {
    /// Coefficients, never zero, by the sorted factors of the monomial.
    pub terms: BTreeMap<Vec<Term>, BigRational>,
    /// The summand without factors.
    pub constant: BigRational,
}

/// Choices nested deeper than this are not looked into.
pub(super) const CHOICES: u32 = 8;

impl Poly {
    /// The polynomial that a number stands for.
    pub fn of(term: &Term) -> Poly {
        let mut poly = Poly::default();
        match term.as_op(Op::Add) {
            Some(args) => args.iter().for_each(|a| poly.add_monomial(a)),
            None => poly.add_monomial(term),
        }
        poly
    }

    /// The polynomial of a literal.
    pub fn literal(value: BigRational) -> Poly {
        Poly {
            terms: BTreeMap::new(),
            constant: value,
        }
    }

    /// The value, if there is no monomial.
    pub fn as_constant(&self) -> Option<&BigRational> {
        self.terms.is_empty().then_some(&self.constant)
    }

    /// The number of summands.
    pub(super) fn len(&self) -> usize {
        self.terms.len() + usize::from(!self.constant.is_zero())
    }

    fn add_monomial(&mut self, term: &Term) {
        if let Some(value) = term.as_rational() {
            self.constant += value;
            return;
        }
        if let Some((yes, no, choice)) = literal_choice(term) {
            self.constant += &no;
            self.add_product(vec![choice], yes - no);
            return;
        }
        let mut coefficient = BigRational::one();
        let mut factors = Vec::new();
        collect_factors(term, &mut coefficient, &mut factors, CHOICES);
        if let Some(factors) = merge_choices(factors) {
            self.add_product(factors, coefficient);
        }
    }

    pub(super) fn add_product(&mut self, factors: Vec<Term>, coefficient: BigRational) {
        if coefficient.is_zero() {
            return;
        }
        if factors.is_empty() {
            self.constant += coefficient;
            return;
        }
        let entry = self.terms.entry(factors);
        match entry {
            std::collections::btree_map::Entry::Vacant(slot) => {
                slot.insert(coefficient);
            }
            std::collections::btree_map::Entry::Occupied(mut slot) => {
                let sum = plus(slot.get(), &coefficient);
                *slot.get_mut() = sum;
                if slot.get().is_zero() {
                    slot.remove();
                }
            }
        }
    }

    /// Adds `by` times another polynomial.
    pub fn add_scaled(&mut self, other: &Poly, by: &BigRational) {
        self.constant = plus(&self.constant, &times(&other.constant, by));
        for (factors, coefficient) in &other.terms {
            self.add_product(factors.clone(), times(coefficient, by));
        }
    }

    /// This polynomial times a number.
    pub fn scaled(&self, by: &BigRational) -> Poly {
        let mut result = Poly::default();
        result.add_scaled(self, by);
        result
    }

    /// The product of two polynomials.
    pub fn times(&self, other: &Poly) -> Poly {
        let mut result = other.scaled(&self.constant);
        for (factors, coefficient) in &self.terms {
            result.add_product(factors.clone(), times(coefficient, &other.constant));
            for (more, by) in &other.terms {
                let mut product = factors.clone();
                product.extend(more.iter().cloned());
                if let Some(product) = merge_choices(product) {
                    result.add_product(product, times(coefficient, by));
                }
            }
        }
        result
    }

    /// The same with `x` for a quotient and a remainder that are its: `x = c * (x div c) + x mod c`.
    fn joined(&self) -> Option<Poly> {
        let part = |factors: &[Term], op: Op| match factors {
            [single] => single.as_op(op).map(<[Term]>::to_vec),
            _ => None,
        };
        for (factors, coefficient) in &self.terms {
            let Some(args) = part(factors, Op::Mod) else {
                continue;
            };
            let [number, by] = args.as_slice() else {
                continue;
            };
            let Some(by) = by.as_int().filter(|by| !by.is_zero()) else {
                continue;
            };
            let quotient = vec![intern(Node::Op(Op::Div, args.clone()))];
            let times_divisor = coefficient * BigRational::from_integer(by.clone());
            if self.terms.get(&quotient) == Some(&times_divisor) {
                let mut joined = self.clone();
                joined.terms.remove(factors);
                joined.terms.remove(&quotient);
                joined.add_scaled(&Poly::of(number), coefficient);
                return Some(joined);
            }
        }
        None
    }

    /// The term in normal form, of the given sort ([`Sort::Int`] or [`Sort::Real`]).
    pub fn to_term(&self, sort: &Sort) -> Term {
        if let Some(joined) = self.joined() {
            return joined.to_term(sort);
        }
        let mut terms = self.terms.iter();
        if let (Some((factors, coefficient)), None) = (terms.next(), terms.next())
            && let [single] = factors.as_slice()
            && let Some(condition) = indicator(single)
            && !self.constant.is_zero()
        {
            let yes = number(&(coefficient + &self.constant), sort);
            let no = number(&self.constant, sort);
            return intern(Node::Op(Op::Ite, vec![condition.clone(), yes, no]));
        }
        let mut summands: Vec<Term> = self
            .terms
            .iter()
            .map(|(factors, coefficient)| monomial(factors, coefficient, sort))
            .collect();
        if !self.constant.is_zero() || summands.is_empty() {
            summands.push(number(&self.constant, sort));
        }
        match summands.as_slice() {
            [single] => single.clone(),
            _ => intern(Node::Op(Op::Add, summands)),
        }
    }

    /// The least and greatest value that the polynomial can be seen to have.
    pub fn range(&self) -> (Option<BigRational>, Option<BigRational>) {
        let mut low = Some(self.constant.clone());
        let mut high = Some(self.constant.clone());
        for (factors, coefficient) in &self.terms {
            let (mut lo, mut hi) = match factors.as_slice() {
                [single] => atom_range(single, CHOICES),
                _ => (None, None),
            };
            if coefficient.is_negative() {
                (lo, hi) = (hi, lo);
            }
            let add = |sum: Option<BigRational>, part: Option<BigRational>| {
                Some(plus(&sum?, &times(&part?, coefficient)))
            };
            low = add(low, lo);
            high = add(high, hi);
        }
        (low, high)
    }
}

/// The sum. Most numbers are whole, and of these no fraction has to be reduced.
fn plus(a: &BigRational, b: &BigRational) -> BigRational {
    match a.is_integer() && b.is_integer() {
        true => BigRational::from_integer(a.numer() + b.numer()),
        false => a + b,
    }
}

/// The product.
fn times(a: &BigRational, b: &BigRational) -> BigRational {
    match a.is_integer() && b.is_integer() {
        true => BigRational::from_integer(a.numer() * b.numer()),
        false => a * b,
    }
}

/// The condition of a choice between one and zero.
fn indicator(term: &Term) -> Option<&Term> {
    let [condition, yes, no] = term.as_op(Op::Ite)? else {
        return None;
    };
    (yes.as_rational()?.is_one() && no.as_rational()?.is_zero()).then_some(condition)
}

fn indicate(condition: Term, sort: &Sort) -> Term {
    let one = number(&BigRational::one(), sort);
    let zero = number(&BigRational::zero(), sort);
    intern(Node::Op(Op::Ite, vec![condition, one, zero]))
}

/// A choice between two literals: both, and the indicator of the first.
fn literal_choice(term: &Term) -> Option<(BigRational, BigRational, Term)> {
    let [condition, yes, no] = term.as_op(Op::Ite)? else {
        return None;
    };
    let (yes, no) = (yes.as_rational()?, no.as_rational()?);
    Some((yes, no, indicate(condition.clone(), term.sort())))
}

/// Takes a monomial apart. A choice between a monomial and zero is the monomial times
/// an indicator.
fn collect_factors(
    term: &Term,
    coefficient: &mut BigRational,
    factors: &mut Vec<Term>,
    depth: u32,
) {
    let parts = term
        .as_op(Op::Mul)
        .unwrap_or_else(|| std::slice::from_ref(term));
    for part in parts {
        if let Some(value) = part.as_rational() {
            *coefficient *= value;
        } else if let Some([condition, yes, no]) = part.as_op(Op::Ite)
            && no.as_rational().is_some_and(|v| v.is_zero())
            && yes.as_op(Op::Add).is_none()
            && (depth > 0 || yes.as_rational().is_some())
        {
            factors.push(indicate(condition.clone(), part.sort()));
            collect_factors(yes, coefficient, factors, depth.saturating_sub(1));
        } else {
            factors.push(part.clone());
        }
    }
}

/// Sorts factors and joins the indicators among them; none if the product is zero.
fn merge_choices(mut factors: Vec<Term>) -> Option<Vec<Term>> {
    let conditions: Vec<Term> = factors.iter().filter_map(indicator).cloned().collect();
    if conditions.len() > 1 {
        let sort = common(&factors);
        factors.retain(|f| indicator(f).is_none());
        let all = and(conditions);
        if all.is_false() {
            return None;
        }
        if !all.is_true() {
            factors.push(indicate(all, &sort));
        }
    }
    factors.sort();
    Some(factors)
}

fn monomial(factors: &[Term], coefficient: &BigRational, sort: &Sort) -> Term {
    if let Some(at) = factors.iter().position(|f| indicator(f).is_some()) {
        let mut rest = factors.to_vec();
        let choice = rest.remove(at);
        if let Some(condition) = indicator(&choice) {
            let yes = monomial(&rest, coefficient, sort);
            let no = number(&BigRational::zero(), sort);
            return intern(Node::Op(Op::Ite, vec![condition.clone(), yes, no]));
        }
    }
    match factors {
        [] => return number(coefficient, sort),
        [single] if coefficient.is_one() => return single.clone(),
        _ => {}
    }
    let mut args = Vec::with_capacity(factors.len() + 1);
    if !coefficient.is_one() {
        args.push(number(coefficient, sort));
    }
    args.extend(factors.iter().cloned());
    intern(Node::Op(Op::Mul, args))
}

fn number(value: &BigRational, sort: &Sort) -> Term {
    if *sort == Sort::Real {
        real(value.clone())
    } else {
        big(value.to_integer())
    }
}

fn atom_range(term: &Term, depth: u32) -> (Option<BigRational>, Option<BigRational>) {
    if let Some(value) = term.as_rational() {
        return (Some(value.clone()), Some(value));
    }
    if let Some([_, yes, no]) = term.as_op(Op::Ite) {
        if depth == 0 {
            return (None, None);
        }
        let (a, b) = atom_range(yes, depth - 1);
        let (c, d) = atom_range(no, depth - 1);
        let both = |x: Option<BigRational>, y: Option<BigRational>| Some((x?, y?));
        return (
            both(a, c).map(|(x, y)| x.min(y)),
            both(b, d).map(|(x, y)| x.max(y)),
        );
    }
    if let Some((op @ (BvOp::ToNat | BvOp::ToInt), [bits])) = term.as_bv()
        && let Some(width) = bits.sort().width()
    {
        let half = BigInt::one() << width.saturating_sub(1);
        let (low, high) = if op == BvOp::ToNat {
            (BigInt::zero(), &half * 2 - 1)
        } else {
            (-&half, half - 1)
        };
        let whole = |value| Some(BigRational::from_integer(value));
        return (whole(low), whole(high));
    }
    if let Some([_, divisor]) = term.as_op(Op::Mod)
        && let Some(divisor) = divisor.as_int()
        && !divisor.is_zero()
    {
        let top = divisor.abs() - 1;
        return (
            Some(BigRational::zero()),
            Some(BigRational::from_integer(top)),
        );
    }
    (None, None)
}

/// The common sort of numbers: real as soon as one is.
pub(super) fn common(args: &[Term]) -> Sort {
    if args.iter().any(|a| *a.sort() == Sort::Real) {
        Sort::Real
    } else {
        Sort::Int
    }
}

#[cfg(test)]
mod tests {
    use super::super::{add, bound, div, int, lt, modulo, mul};
    use super::*;

    #[test]
    fn a_quotient_and_a_remainder_are_the_number() {
        let (x, y) = (bound("x", Sort::Int), bound("y", Sort::Int));
        for by in [4, -3] {
            let number = add(vec![x.clone(), y.clone()]);
            let quotient = mul(int(2 * by), div(number.clone(), int(by)));
            let rest = mul(int(2), modulo(number.clone(), int(by)));
            let sum = add(vec![quotient, rest, int(1)]);
            assert_eq!(sum, add(vec![mul(int(2), number), int(1)]));
        }
    }

    #[test]
    fn of_another_number_or_with_another_factor_they_stay() {
        let (x, y) = (bound("x", Sort::Int), bound("y", Sort::Int));
        let rest = modulo(x.clone(), int(4));
        let has_rest = |sum: &Term| sum.any_subterm(|part| *part == rest);
        for quotient in [div(y, int(4)), div(x.clone(), int(5))] {
            let sum = add(vec![mul(int(4), quotient), rest.clone()]);
            assert!(has_rest(&sum));
        }
        let sum = add(vec![mul(int(8), div(x.clone(), int(4))), rest.clone()]);
        assert!(has_rest(&sum));
        let whole = add(vec![mul(int(4), div(x.clone(), int(4))), rest]);
        assert_eq!(lt(whole, int(7)), lt(x, int(7)));
    }
}
