//! Arithmetic in normal form: a sum of monomials with rational coefficients.

use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};

use super::build::{big, bool_, ite, real};
use super::memo::{Made, remembered};
use super::node::{Node, Op, Term, intern};
use super::poly::{CHOICES, Poly, common};
use logic::Sort;

/// Products of sums with more monomials than this stay as they are.
const DISTRIBUTE: usize = 24;

fn poly_as(term: &Term, sort: &Sort) -> Poly {
    match (term.sort(), sort) {
        (Sort::Int, Sort::Real) => Poly::of(&to_real(term.clone())),
        _ => Poly::of(term),
    }
}

/// Sum.
pub fn add(args: Vec<Term>) -> Term {
    remembered(Made::Sum, args, |args| {
        let sort = common(args);
        let mut sum = Poly::default();
        for arg in args {
            sum.add_scaled(&poly_as(arg, &sort), &BigRational::one());
        }
        sum.to_term(&sort)
    })
}

/// Difference.
pub fn sub(a: Term, b: Term) -> Term {
    remembered(Made::Difference, vec![a, b], |args| {
        let sort = common(args);
        let mut sum = poly_as(&args[0], &sort);
        sum.add_scaled(&poly_as(&args[1], &sort), &-BigRational::one());
        sum.to_term(&sort)
    })
}

/// The number with the opposite sign.
pub fn neg(a: Term) -> Term {
    let sort = common(std::slice::from_ref(&a));
    Poly::of(&a).scaled(&-BigRational::one()).to_term(&sort)
}

/// Product.
pub fn mul(a: Term, b: Term) -> Term {
    remembered(Made::Product, vec![a, b], product)
}

fn product(args: &[Term]) -> Term {
    let sort = common(args);
    let (mut p, mut q) = (poly_as(&args[0], &sort), poly_as(&args[1], &sort));
    let literal = p.as_constant().is_some() || q.as_constant().is_some();
    if !literal && p.len() * q.len() > DISTRIBUTE {
        for poly in [&mut p, &mut q] {
            if poly.len() > 1 {
                let atom = poly.to_term(&sort);
                *poly = Poly::default();
                poly.add_product(vec![atom], BigRational::one());
            }
        }
    }
    p.times(&q).to_term(&sort)
}

/// Euclidean division: the remainder is never negative. Unspecified for zero.
pub fn div(a: Term, b: Term) -> Term {
    let raw = |a: Term| intern(Node::Op(Op::Div, vec![a, b.clone()]));
    let Some(divisor) = b.as_int().filter(|d| !d.is_zero()) else {
        return raw(a);
    };
    if *a.sort() != Sort::Int {
        return raw(a);
    }
    let (quotient, rest) = split(&a, divisor);
    let head = quotient.to_term(&Sort::Int);
    let tail = match rest.as_constant() {
        // The rest is already reduced.
        Some(_) => return head,
        None => rest.to_term(&Sort::Int),
    };
    let (low, high) = rest.range();
    let fits = low.is_some_and(|l| !l.is_negative())
        && high.is_some_and(|h| h < BigRational::from_integer(divisor.abs()));
    if fits {
        head
    } else {
        add(vec![head, raw(tail)])
    }
}

/// Remainder of Euclidean division. Unspecified for zero.
pub fn modulo(a: Term, b: Term) -> Term {
    let raw = |a: Term| intern(Node::Op(Op::Mod, vec![a, b.clone()]));
    let Some(divisor) = b.as_int().filter(|d| !d.is_zero()) else {
        return raw(a);
    };
    if *a.sort() != Sort::Int {
        return raw(a);
    }
    let (_, rest) = split(&a, divisor);
    let tail = rest.to_term(&Sort::Int);
    let (low, high) = rest.range();
    let fits = low.is_some_and(|l| !l.is_negative())
        && high.is_some_and(|h| h < BigRational::from_integer(divisor.abs()));
    if fits { tail } else { raw(tail) }
}

/// `a` as `divisor * quotient + rest`, with every multiple of the divisor taken out.
fn split(a: &Term, divisor: &BigInt) -> (Poly, Poly) {
    let (mut quotient, mut rest) = (Poly::default(), Poly::default());
    let poly = Poly::of(a);
    for (factors, coefficient) in poly.terms {
        let (q, r) = coefficient.to_integer().div_rem(divisor);
        if r.is_zero() {
            quotient.add_product(factors, BigRational::from_integer(q));
        } else {
            rest.add_product(factors, coefficient);
        }
    }
    let constant = poly.constant.to_integer();
    let r = constant.mod_floor(&divisor.abs());
    quotient.constant = BigRational::from_integer((constant - &r) / divisor);
    rest.constant = BigRational::from_integer(r);
    (quotient, rest)
}

/// Division of reals. Unspecified for zero.
pub fn real_div(a: Term, b: Term) -> Term {
    let (a, b) = (to_real(a), to_real(b));
    match b.as_rational() {
        Some(divisor) if !divisor.is_zero() => {
            Poly::of(&a).scaled(&divisor.recip()).to_term(&Sort::Real)
        }
        _ => intern(Node::Op(Op::RealDiv, vec![a, b])),
    }
}

/// An integer as a real; a real stays.
pub fn to_real(a: Term) -> Term {
    if *a.sort() != Sort::Int {
        return a;
    }
    let poly = Poly::of(&a);
    let mut result = Poly::literal(poly.constant);
    for (factors, coefficient) in poly.terms {
        let mut image = Poly::literal(coefficient);
        for factor in factors {
            image = image.times(&Poly::of(&real_atom(factor)));
        }
        result.add_scaled(&image, &BigRational::one());
    }
    result.to_term(&Sort::Real)
}

fn real_atom(atom: Term) -> Term {
    if let Some([condition, yes, no]) = atom.as_op(Op::Ite)
        && let (Some(yes), Some(no)) = (yes.as_rational(), no.as_rational())
    {
        return ite(condition.clone(), real(yes), real(no));
    }
    intern(Node::Op(Op::ToReal, vec![atom]))
}

/// The greatest integer that is not above a real.
pub fn to_int(a: Term) -> Term {
    if *a.sort() == Sort::Int {
        return a;
    }
    if let Some(value) = a.as_rational() {
        return big(value.floor().to_integer());
    }
    if let Some([inner]) = a.as_op(Op::ToReal) {
        return inner.clone();
    }
    intern(Node::Op(Op::ToInt, vec![a]))
}

/// `a < b`.
pub fn lt(a: Term, b: Term) -> Term {
    compare(a, b, true)
}

/// `a <= b`.
pub fn le(a: Term, b: Term) -> Term {
    compare(a, b, false)
}

/// `a > b`.
pub fn gt(a: Term, b: Term) -> Term {
    compare(b, a, true)
}

/// `a >= b`.
pub fn ge(a: Term, b: Term) -> Term {
    compare(b, a, false)
}

fn compare(a: Term, b: Term, strict: bool) -> Term {
    let made = if strict { Made::Less } else { Made::AtMost };
    remembered(made, vec![a, b], |args| comparison(args, strict))
}

fn comparison(args: &[Term], strict: bool) -> Term {
    let sort = common(args);
    if !args.iter().all(|t| t.sort().is_numeric()) {
        let op = if strict { Op::Lt } else { Op::Le };
        return intern(Node::Op(op, args.to_vec()));
    }
    let mut poly = poly_as(&args[1], &sort);
    poly.add_scaled(&poly_as(&args[0], &sort), &-BigRational::one());
    positive(poly, strict, &sort)
}

/// The condition that a polynomial is positive, or at least zero.
fn positive(mut poly: Poly, mut strict: bool, sort: &Sort) -> Term {
    let holds = |value: &BigRational, strict: bool| {
        if strict {
            value.is_positive()
        } else {
            !value.is_negative()
        }
    };
    let (low, high) = poly.range();
    if low.is_some_and(|v| holds(&v, strict)) {
        return bool_(true);
    }
    if high.is_some_and(|v| !holds(&v, strict)) {
        return bool_(false);
    }
    if let Some(simple) = by_cases(&poly, |value| holds(value, strict)) {
        return simple;
    }
    if *sort == Sort::Int && strict {
        poly.constant -= BigRational::one();
        strict = false;
    }
    poly = poly.scaled(&content(&poly).recip());
    if *sort == Sort::Int {
        poly.constant = poly.constant.floor();
    }
    // Of the integer forms `a + 1 <= b` and `a < b` the latter is kept.
    if *sort == Sort::Int && poly.constant == -BigRational::one() {
        poly.constant = BigRational::zero();
        strict = true;
    }
    let (left, right) = sides(&poly);
    let op = if strict { Op::Lt } else { Op::Le };
    intern(Node::Op(op, vec![left.to_term(sort), right.to_term(sort)]))
}

/// A positive number by which the coefficients can be divided to become integers
/// without a common divisor.
fn content(poly: &Poly) -> BigRational {
    let mut numerators = BigInt::zero();
    let mut denominators = BigInt::one();
    for coefficient in poly.terms.values() {
        numerators = numerators.gcd(coefficient.numer());
        denominators = denominators.lcm(coefficient.denom());
    }
    if numerators.is_zero() {
        return BigRational::one();
    }
    BigRational::new(numerators, denominators)
}

/// The polynomial as a difference `right - left` of two without negative coefficients.
fn sides(poly: &Poly) -> (Poly, Poly) {
    let (mut left, mut right) = (Poly::default(), Poly::default());
    for (factors, coefficient) in &poly.terms {
        let side = if coefficient.is_negative() {
            &mut left
        } else {
            &mut right
        };
        side.add_product(factors.clone(), coefficient.abs());
    }
    // A literal stands alone on its side if it can, otherwise where it is positive.
    let to_left = match (left.terms.is_empty(), right.terms.is_empty()) {
        (true, false) => true,
        (false, true) => false,
        _ => poly.constant.is_negative(),
    };
    if to_left {
        left.constant = -poly.constant.clone();
    } else {
        right.constant = poly.constant.clone();
    }
    (left, right)
}

/// A test of a number that is a choice of literals, as a condition on the choices.
fn by_cases(poly: &Poly, test: impl Fn(&BigRational) -> bool) -> Option<Term> {
    let mut terms = poly.terms.iter();
    let (Some((factors, coefficient)), None) = (terms.next(), terms.next()) else {
        return None;
    };
    let [atom] = factors.as_slice() else {
        return None;
    };
    atom.as_op(Op::Ite)?;
    choose(atom, CHOICES, &|value| {
        test(&(value * coefficient + &poly.constant))
    })
}

fn choose(term: &Term, depth: u32, test: &dyn Fn(BigRational) -> bool) -> Option<Term> {
    if let Some(value) = term.as_rational() {
        return Some(bool_(test(value)));
    }
    let [condition, yes, no] = term.as_op(Op::Ite)? else {
        return None;
    };
    let depth = depth.checked_sub(1)?;
    let yes = choose(yes, depth, test)?;
    let no = choose(no, depth, test)?;
    Some(ite(condition.clone(), yes, no))
}

/// Equality of numbers.
pub(super) fn equal(a: Term, b: Term) -> Term {
    remembered(Made::Equal, vec![a, b], equality)
}

fn equality(args: &[Term]) -> Term {
    let sort = common(args);
    let mut poly = poly_as(&args[0], &sort);
    poly.add_scaled(&poly_as(&args[1], &sort), &-BigRational::one());
    let (low, high) = poly.range();
    if low.is_some_and(|v| v.is_positive()) || high.is_some_and(|v| v.is_negative()) {
        return bool_(false);
    }
    if let Some(value) = poly.as_constant() {
        return bool_(value.is_zero());
    }
    if let Some(simple) = by_cases(&poly, |value| value.is_zero()) {
        return simple;
    }
    poly = poly.scaled(&content(&poly).recip());
    if sort == Sort::Int && !poly.constant.is_integer() {
        return bool_(false);
    }
    let leading = poly.terms.values().next().is_some_and(Signed::is_positive);
    let (left, right) = sides(&poly);
    let (first, second) = if leading {
        (right, left)
    } else {
        (left, right)
    };
    intern(Node::Op(
        Op::Eq,
        vec![first.to_term(&sort), second.to_term(&sort)],
    ))
}

/// Whether two numbers differ by a literal that is not zero.
pub(super) fn surely_differ(a: &Term, b: &Term) -> bool {
    let mut poly = Poly::of(a);
    poly.add_scaled(&Poly::of(b), &-BigRational::one());
    let (low, high) = poly.range();
    low.is_some_and(|v| v.is_positive()) || high.is_some_and(|v| v.is_negative())
}
