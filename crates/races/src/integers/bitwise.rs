//! Operators that become uninterpreted functions: those bit by bit of two unknown numbers, and shifts by unknown
//! numbers. What is said of a function holds of the operator for all values.

use super::{Ints, Rep, power};
use num_bigint::BigInt;
use num_traits::Zero;
use solver::term::bv::BvOp;
use solver::term::{Poly, Sort, Symbol, Term, add, app, big, eq, int, le, modulo, mul, not, or};

impl Ints {
    /// An operator that becomes an uninterpreted function of values without signs.
    pub(super) fn replaced(&mut self, op: BvOp, args: &[Term], width: u32) -> Rep {
        self.said.inexact = true;
        let operands: Vec<Rep> = args.iter().map(|arg| self.unsigned(arg)).collect();
        let images: Vec<Term> = operands.iter().map(|rep| rep.term.clone()).collect();
        let name = format!("{op} of {width} bits");
        let symbol = Symbol::new(name, vec![Sort::Int; images.len()], Sort::Int);
        let term = app(&symbol, images.clone());
        let mut high: BigInt = power(width) - 1;
        if matches!(op, BvOp::Or | BvOp::Xor) {
            // What fits below a power of two still does.
            let bits = operands.iter().map(|rep| rep.high.bits()).max();
            let bits = bits.and_then(|bits| u32::try_from(bits).ok());
            high = bits.map_or(high.clone(), |bits| high.min(power(bits) - 1));
        }
        self.said.facts.push(le(int(0), term.clone()));
        self.said.facts.push(le(term.clone(), big(high.clone())));
        self.said.facts.extend(bounds(op, &term, &images, width));
        if let [a, b] = args {
            if matches!(op, BvOp::Or | BvOp::Xor) {
                self.said.facts.extend(both_below(&term, &operands));
            }
            if op == BvOp::Or {
                self.said.facts.extend(self.beside((a, b), &term));
                self.said.facts.extend(self.beside((b, a), &term));
            }
            if op == BvOp::Xor {
                self.said.facts.extend(undone(&symbol, &images, &term));
            }
        }
        Rep {
            term,
            low: BigInt::zero(),
            high,
        }
    }

    /// A disjunction of a multiple of a power of two and what is less is their sum, as in `(block << 8) | thread`.
    fn beside(&self, (multiple, small): (&Term, &Term), term: &Term) -> Option<Term> {
        let zeros = trailing_zeros(&self.rep(multiple).term)?;
        let zeros = zeros.min(multiple.sort().width()?);
        let (above, below) = (self.unsigned(multiple), self.unsigned(small));
        let sum = eq(term.clone(), add(vec![above.term, below.term.clone()]));
        let size = power(zeros);
        Some(match below.high < size {
            true => sum,
            false => or(vec![le(big(size), below.term), sum]),
        })
    }
}

/// The largest power of two that divides an integer as it is written; none if that is one.
fn trailing_zeros(term: &Term) -> Option<u32> {
    let poly = Poly::of(term);
    let coefficients = poly.terms.into_values();
    let mut all: Vec<_> = coefficients.chain([poly.constant]).collect();
    all.retain(|factor| !factor.is_zero());
    let mut least = None;
    for factor in all {
        let zeros = factor.is_integer().then(|| factor.to_integer());
        let zeros = zeros.and_then(|factor| factor.magnitude().trailing_zeros())?;
        least = Some(least.map_or(zeros, |least: u64| least.min(zeros)));
    }
    least
        .and_then(|zeros| u32::try_from(zeros).ok())
        .filter(|zeros| *zeros > 0)
}

/// What fits below a power of two still does: for that above one operand, where the other one is below it as well.
fn both_below(term: &Term, operands: &[Rep]) -> Vec<Term> {
    let below = |(one, other): (&Rep, &Rep)| {
        let size = power(u32::try_from(one.high.bits()).ok()?);
        let fits = le(term.clone(), big(&size - 1));
        (other.high >= size).then(|| or(vec![le(big(size), other.term.clone()), fits]))
    };
    match operands {
        [a, b] => [(a, b), (b, a)].into_iter().filter_map(below).collect(),
        _ => Vec::new(),
    }
}

/// Between what the result lies, beside that it fits its type.
fn bounds(op: BvOp, term: &Term, images: &[Term], width: u32) -> Vec<Term> {
    let at_most = |image: &Term| le(term.clone(), image.clone());
    let twice = || mul(int(2), term.clone());
    match (op, images) {
        (BvOp::And, _) => images.iter().map(at_most).collect(),
        (BvOp::Or, _) => {
            let at_least = |image: &Term| le(image.clone(), term.clone());
            let sum = le(term.clone(), add(images.to_vec()));
            images.iter().map(at_least).chain([sum]).collect()
        }
        (BvOp::Xor, _) => vec![le(term.clone(), add(images.to_vec()))],
        (BvOp::Lshr, [a, by]) => {
            let some = or(vec![eq(by.clone(), int(0)), le(twice(), a.clone())]);
            vec![at_most(a), some]
        }
        (BvOp::Ashr, [a, by]) => {
            let negative = || le(big(power(width - 1)), a.clone());
            vec![
                or(vec![negative(), at_most(a)]),
                or(vec![
                    negative(),
                    eq(by.clone(), int(0)),
                    le(twice(), a.clone()),
                ]),
            ]
        }
        // What is moved out is lost; what is left is a multiple.
        (BvOp::Shl, [_, by]) => {
            let even = eq(modulo(term.clone(), int(2)), int(0));
            vec![or(vec![eq(by.clone(), int(0)), even])]
        }
        _ => Vec::new(),
    }
}

/// An exclusive disjunction is undone by either of its operands, which may stand in either order, and leaves neither as
/// it was unless the other one is zero.
fn undone(symbol: &Symbol, images: &[Term], term: &Term) -> Vec<Term> {
    let [a, b] = images else {
        return Vec::new();
    };
    let of = |a: &Term, b: &Term| app(symbol, vec![a.clone(), b.clone()]);
    let is_zero = |of: &Term| eq(of.clone(), int(0));
    let mut facts = vec![
        eq(of(b, a), term.clone()),
        eq(of(term, a), b.clone()),
        eq(of(term, b), a.clone()),
        eq(of(a, term), b.clone()),
        eq(of(b, term), a.clone()),
    ];
    for (one, other) in [(a, b), (b, a)] {
        facts.push(or(vec![is_zero(one), not(eq(term.clone(), other.clone()))]));
    }
    // Equal numbers leave nothing.
    facts.push(or(vec![not(eq(a.clone(), b.clone())), is_zero(term)]));
    facts
}
