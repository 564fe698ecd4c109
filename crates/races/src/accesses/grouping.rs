//! Accesses that differ in one number of the program: `a[16 * t]`, `a[16 * t + 1]`, ... What is asked of one
//! access with any number between the least and the greatest of these holds of each of them, and is one short
//! question however many they are.

use crate::accesses::Access;
use crate::accesses::representative::elements;
use num_bigint::BigInt;
use solver::term::bv::{self, Bits, BvOp};
use solver::term::{Op, Supply, Term, TermSet, add, and, big, eq, int, le, lt, postorder};
use std::collections::BTreeSet;

/// One access that stands for all.
pub(crate) struct Alike {
    /// What holds where it is made; the number is arbitrary between bounds.
    pub known: Vec<Term>,
    /// Its first byte.
    offset: Term,
    /// Its bytes.
    bytes: Term,
    /// Whether two of them touch one byte only if they are of one place.
    whole: bool,
    /// The number, an integer.
    pub number: Term,
    /// What it is for each of them.
    pub numbers: Vec<BigInt>,
}

impl Alike {
    /// That the access and another thread's, whose terms `of` gives, touch one byte.
    pub(crate) fn overlap(&self, of: &mut dyn FnMut(&Term) -> Term) -> Term {
        let (start, other) = (self.offset.clone(), of(&self.offset));
        if self.whole {
            return eq(start, other);
        }
        let end = |start: &Term| add(vec![start.clone(), self.bytes.clone()]);
        let (mine, theirs) = (end(&start), end(&other));
        and(vec![lt(start, theirs), lt(other, mine)])
    }
}

/// The access that stands for all of some, whose widths are equal.
pub(crate) fn alike(accesses: &[&Access]) -> Option<Alike> {
    let sample = accesses.last()?;
    let mut supply = Supply::new("alike ");
    for literal in summands(&sample.offset) {
        let hole = supply.fresh_const("number", literal.sort().clone());
        let offset = sample.offset.subst(&[(literal, hole.clone())]);
        let number = |access: &&Access| number_in(&access.offset, &offset, &hole);
        let Some(numbers) = accesses.iter().map(number).collect::<Option<Vec<Term>>>() else {
            continue;
        };
        let values: Option<Vec<BigInt>> = numbers.iter().map(value).collect();
        let values = values?;
        let (least, most) = (values.iter().min()?.clone(), values.iter().max()?.clone());
        let read = read(&hole);
        let mut known = common(accesses);
        known.extend(fitting(accesses, &numbers, (&offset, &hole)));
        known.push(le(big(least), read.clone()));
        known.push(le(read.clone(), big(most)));
        return Some(Alike {
            known,
            offset,
            bytes: sample.bytes.clone(),
            whole: elements(accesses),
            number: read,
            numbers: values,
        });
    }
    None
}

/// The literals that are added to something in a term.
fn summands(term: &Term) -> Vec<Term> {
    let mut all = Vec::new();
    for part in postorder([term]) {
        let args = match (part.as_op(Op::Add), part.as_bv()) {
            (Some(args), _) | (_, Some((BvOp::Add, args))) => args.to_vec(),
            _ => continue,
        };
        let literal = |arg: &Term| arg.as_int().is_some() || arg.as_bits().is_some();
        all.extend(args.into_iter().filter(literal));
    }
    all
}

/// The number with which a term with a hole is that offset.
fn number_in(offset: &Term, with_hole: &Term, hole: &Term) -> Option<Term> {
    let zero = hole
        .sort()
        .width()
        .map_or(int(0), |width| bv::lit(0, width));
    let mut tried = summands(offset);
    tried.push(zero);
    tried.into_iter().find(|number| {
        number.sort() == hole.sort()
            && with_hole.subst(&[(hole.clone(), number.clone())]) == *offset
    })
}

fn value(literal: &Term) -> Option<BigInt> {
    read(literal).as_int().cloned()
}

/// An integer, or bits read with a sign.
fn read(number: &Term) -> Term {
    match number.sort().width() {
        Some(_) => bv::to_int(number.clone()),
        None => number.clone(),
    }
}

fn parts(access: &Access) -> TermSet {
    match access.condition.as_op(Op::And) {
        Some(parts) => parts.iter().cloned().collect(),
        None => std::iter::once(access.condition.clone()).collect(),
    }
}

/// What holds where any of them is made, as far as it is said in the same words.
fn common(accesses: &[&Access]) -> Vec<Term> {
    let each: Vec<TermSet> = accesses.iter().map(|access| parts(access)).collect();
    let first = accesses.first().map(|access| &access.condition);
    let mut all: BTreeSet<Term> = BTreeSet::new();
    for part in first
        .and_then(|first| first.as_op(Op::And))
        .unwrap_or_default()
    {
        if each.iter().all(|known| known.contains(part)) {
            all.insert(part.clone());
        }
    }
    all.into_iter().collect()
}

/// Sums with the number that are known to fit for each of them.
fn fitting(accesses: &[&Access], numbers: &[Term], (offset, hole): (&Term, &Term)) -> Vec<Term> {
    let fact = |rest: &Term, number: &Term| {
        let read = |term: &Term| bv::to_int(term.clone());
        let sum = bv::add(rest.clone(), number.clone());
        eq(read(&sum), add(vec![read(rest), read(number)]))
    };
    let mut all = Vec::new();
    for sum in postorder([offset]) {
        let is_sum = matches!(sum.as_bv(), Some((BvOp::Add, args)) if args.contains(hole));
        if !is_sum {
            continue;
        }
        let rest = bv::sub(sum.clone(), hole.clone());
        let known = accesses.iter().zip(numbers).all(|(access, number)| {
            let fact = fact(&rest, number);
            let follows = || {
                let by = number.as_bits().map(Bits::signed);
                by.is_some_and(|by| access.margins.follows(&rest, &by))
            };
            fact.is_true() || parts(access).contains(&fact) || follows()
        });
        if known {
            all.push(fact(&rest, hole));
        }
    }
    all
}
