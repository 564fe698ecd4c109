//! Operators bit by bit.

use super::{Bits, lit};
use super::{BvOp, args_of, folded, literal, raw, width_of};
use crate::term::{Op, Term, TermSet, and as all_of, ite, not as negation, or as any_of};

/// All bits turned.
pub fn not(a: Term) -> Term {
    if let Some([inner]) = args_of(&a, BvOp::Not) {
        return inner.clone();
    }
    folded(BvOp::Not, &[&a]).unwrap_or_else(|| raw(BvOp::Not, vec![a]))
}

/// Conjunction bit by bit.
pub fn and(a: Term, b: Term) -> Term {
    lattice(true, a, b)
}

/// Disjunction bit by bit.
pub fn or(a: Term, b: Term) -> Term {
    lattice(false, a, b)
}

/// Negated conjunction.
pub fn nand(a: Term, b: Term) -> Term {
    match width_of(&a, &b) {
        Some(_) => not(and(a, b)),
        None => raw(BvOp::Nand, vec![a, b]),
    }
}

/// Negated disjunction.
pub fn nor(a: Term, b: Term) -> Term {
    match width_of(&a, &b) {
        Some(_) => not(or(a, b)),
        None => raw(BvOp::Nor, vec![a, b]),
    }
}

/// Equality bit by bit.
pub fn xnor(a: Term, b: Term) -> Term {
    match width_of(&a, &b) {
        Some(_) => not(xor(a, b)),
        None => raw(BvOp::Xnor, vec![a, b]),
    }
}

/// The operands of a flat operator.
fn flat(op: BvOp, a: &Term, b: &Term) -> Vec<Term> {
    [a, b]
        .into_iter()
        .flat_map(|side| args_of(side, op).unwrap_or(std::slice::from_ref(side)))
        .cloned()
        .collect()
}

/// The literal of all literals among the operands, and the others.
fn split(op: BvOp, neutral: Bits, operands: Vec<Term>) -> (Term, Vec<Term>) {
    let (literals, rest): (Vec<Term>, Vec<Term>) = operands
        .into_iter()
        .partition(|operand| operand.as_bits().is_some());
    let joined = literals.iter().fold(literal(neutral), |so_far, next| {
        folded(op, &[&so_far, next]).unwrap_or(so_far)
    });
    (joined, rest)
}

/// What is left of operands in order, the literal first.
fn joined(op: BvOp, known: &Term, neutral: bool, mut rest: Vec<Term>) -> Term {
    rest.sort();
    if !neutral {
        rest.insert(0, known.clone());
    }
    match rest.as_slice() {
        [] => known.clone(),
        [single] => single.clone(),
        _ => raw(op, rest),
    }
}

fn lattice(conjunction: bool, a: Term, b: Term) -> Term {
    let op = if conjunction { BvOp::And } else { BvOp::Or };
    let Some(width) = width_of(&a, &b) else {
        return raw(op, vec![a, b]);
    };
    let (zero, ones) = (lit(0, width), literal(Bits::ones(width)));
    let (neutral, absorbing) = if conjunction {
        (ones, zero)
    } else {
        (zero, ones)
    };
    let start = neutral.as_bits().cloned().unwrap_or(Bits::ones(width));
    let (known, rest) = split(op, start, flat(op, &a, &b));
    let mut seen = TermSet::default();
    let rest: Vec<Term> = rest
        .into_iter()
        .filter(|operand| seen.insert(operand.clone()))
        .collect();
    let opposed = rest
        .iter()
        .any(|operand| seen.contains(&not(operand.clone())));
    if known == absorbing || opposed {
        return absorbing;
    }
    let one = lit(1, width);
    let truths: Option<Vec<Term>> = rest.iter().map(|operand| truth(operand, &one)).collect();
    if let (true, Some(truths)) = (rest.len() > 1 && known == neutral, truths) {
        let both = if conjunction {
            all_of(truths)
        } else {
            any_of(truths)
        };
        return ite(both, one, lit(0, width));
    }
    joined(op, &known, known == neutral, rest)
}

/// What a number is the truth value of: `c` of `c ? 1 : 0`, as comparisons give in C.
fn truth(term: &Term, one: &Term) -> Option<Term> {
    let [c, yes, no] = term.as_op(Op::Ite)? else {
        return None;
    };
    let is_zero = |term: &Term| term.as_bits().is_some_and(Bits::is_zero);
    match (yes == one && is_zero(no), no == one && is_zero(yes)) {
        (true, _) => Some(c.clone()),
        (_, true) => Some(negation(c.clone())),
        _ => None,
    }
}

/// Difference bit by bit.
pub fn xor(a: Term, b: Term) -> Term {
    let Some(width) = width_of(&a, &b) else {
        return raw(BvOp::Xor, vec![a, b]);
    };
    let (zero, ones) = (lit(0, width), literal(Bits::ones(width)));
    let mut operands = Vec::new();
    for operand in flat(BvOp::Xor, &a, &b) {
        // A negation is a difference from all ones.
        match args_of(&operand, BvOp::Not) {
            Some([inner]) => {
                let parts = args_of(inner, BvOp::Xor).unwrap_or(std::slice::from_ref(inner));
                operands.extend(parts.iter().cloned());
                operands.push(ones.clone());
            }
            _ => operands.push(operand),
        }
    }
    let start = Bits::new(&0.into(), width);
    let (known, mut rest) = split(BvOp::Xor, start, operands);
    rest.sort();
    // Two of one operand cancel.
    let mut left: Vec<Term> = Vec::new();
    for operand in rest {
        if left.last() == Some(&operand) {
            left.pop();
        } else {
            left.push(operand);
        }
    }
    if left.is_empty() {
        return known;
    }
    if known == ones {
        return not(joined(BvOp::Xor, &known, true, left));
    }
    let neutral = known == zero;
    joined(BvOp::Xor, &known, neutral, left)
}
