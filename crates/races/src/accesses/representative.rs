//! Many accesses of one array: that no two of them race, seen from one byte and one interval between
//! barriers, both arbitrary.
//!
//! If an access of one thread and one of another touch one byte with nothing between them, there are a byte
//! and a number of barriers that both have. So it is enough that there are none: one thread writes there,
//! and another one touches it. This is as long as there are accesses, where pairs are as many as their
//! square. It says less than the pairs do, for what orders accesses besides is left out; so where it is
//! possible, the pairs are asked.

use crate::accesses::grouping::alike;
use crate::accesses::{Access, Kind};
use crate::barriers::last_barrier::{Barriers, Last};
use crate::check::{Two, Work};
use crate::integers::align::is_multiple;
use crate::questions::Answer;
use kernel_graph::Space;
use num_bigint::BigInt;
use num_traits::Signed;
use solver::term::{Op, Sort, Supply, Term, add, and, eq, le, lt, or};
use std::collections::BTreeSet;

/// Of fewer accesses pairs are asked at once.
const FEW: usize = 8;

/// What one access that stands for many shows of them.
pub(crate) enum Meet {
    /// No two of them race.
    None,
    /// Perhaps these two do, by their numbers.
    Perhaps(usize, usize),
    /// Nothing is known.
    Open,
}

impl Work<'_, '_> {
    /// Whether it is shown that no two accesses of one array race. Nothing is said by no.
    pub(crate) fn none_meet(
        &mut self,
        accesses: &[&Access],
        space: Space,
        (common, two): (&[Term], &mut Two<'_>),
    ) -> bool {
        if !many_plain(accesses) {
            return false;
        }
        let mut supply = Supply::new("watched ");
        let byte = supply.fresh_const("byte", Sort::Int);
        let whole = elements(accesses);
        let barriers = Barriers::of(space, two.same_block);
        // Of all of them the same is compared.
        let counted = accesses
            .iter()
            .all(|access| barriers.count(&access.counts).is_some());
        let length = accesses
            .iter()
            .map(|access| barriers.last(&access.counts).terms().len());
        let length = match counted {
            true => 1,
            false => length.max().unwrap_or(1),
        };
        let interval = (0..length).map(|_| supply.fresh_const("interval", Sort::Int));
        let interval = Last::given(interval.collect());
        let way = |access: &Access, of: &mut dyn FnMut(&Term) -> Term| {
            let start = of(&access.offset);
            let mut all = vec![of(&access.condition)];
            match whole {
                true => all.push(eq(byte.clone(), start)),
                false => {
                    let end = add(vec![start.clone(), access.bytes.clone()]);
                    all.extend([le(start, byte.clone()), lt(byte.clone(), end)]);
                }
            }
            let passed = match counted {
                true => Last::given(
                    barriers
                        .count(&access.counts)
                        .cloned()
                        .into_iter()
                        .collect(),
                ),
                false => barriers.last(&access.counts).clone(),
            };
            all.push(passed.map(of).is(&interval));
            all
        };
        let mut formulas = common.to_vec();
        let writes = accesses.iter().filter(|a| a.kind == Kind::Write);
        let ways = writes.map(|access| way(access, &mut Term::clone));
        formulas.extend(any_of(ways.collect()));
        // Which of two threads is the first is not said, so that it may be the one that writes.
        let other = &mut two.other;
        let ways = accesses
            .iter()
            .map(|access| way(access, &mut |term| other.of(term)));
        formulas.extend(any_of(ways.collect()));
        let origins = two.other.origins();
        let symbols = &self.run.symbols;
        self.queries.none_possible((symbols, &origins), &formulas)
    }

    /// What is shown by one access that stands for all. Whether barriers stand between two that may meet
    /// is not looked at.
    pub(crate) fn alike_meet(
        &mut self,
        accesses: &[&Access],
        (common, two): (&[Term], &mut Two<'_>),
    ) -> Meet {
        let bytes = accesses.first().map(|access| &access.bytes);
        if !many_plain(accesses) || !accesses.iter().all(|access| Some(&access.bytes) == bytes) {
            return Meet::Open;
        }
        let Some(one) = alike(accesses) else {
            return Meet::Open;
        };
        let mut formulas = common.to_vec();
        formulas.extend(one.known.iter().cloned());
        formulas.extend(one.known.iter().map(|term| two.other.of(term)));
        formulas.push(one.overlap(&mut |term| two.other.of(term)));
        let origins = two.other.origins();
        let wanted = [
            ("number 0".to_owned(), one.number.clone()),
            ("number 1".to_owned(), two.other.of(&one.number)),
        ];
        let symbols = &self.run.symbols;
        let answer = self
            .queries
            .several((symbols, &origins), &formulas, &wanted);
        let values = match answer {
            Answer::Impossible => return Meet::None,
            Answer::Possible(values) => values.values,
            Answer::Unknown(_) => return Meet::Open,
        };
        let with = |name: &str, writes: bool| {
            let value = values.get(name)?;
            let mut each = accesses.iter().zip(&one.numbers);
            each.position(|(access, number)| {
                number == value && (!writes || access.kind == Kind::Write)
            })
        };
        let (first, second) = match with("number 0", true) {
            Some(first) => (Some(first), with("number 1", false)),
            None => (with("number 0", false), with("number 1", true)),
        };
        match (first, second) {
            (Some(first), Some(second)) => Meet::Perhaps(first, second),
            _ => Meet::Open,
        }
    }
}

/// Whether there are many accesses, and none of another kind than loads and stores of some bytes.
fn many_plain(accesses: &[&Access]) -> bool {
    let plain = |access: &&Access| {
        let bytes = access.bytes.as_int().is_some_and(BigInt::is_positive);
        bytes && access.copy.is_none() && matches!(access.kind, Kind::Read | Kind::Write)
    };
    accesses.len() >= FEW && accesses.iter().all(plain)
}

/// Whether all accesses are of one width, at multiples of it: then they touch one byte only if they are of
/// one place.
pub(crate) fn elements(accesses: &[&Access]) -> bool {
    let first = accesses.first().and_then(|access| access.bytes.as_int());
    first.is_some_and(|bytes| {
        let fits = |access: &&Access| {
            access.bytes.as_int() == Some(bytes) && is_multiple(&access.offset, bytes)
        };
        accesses.iter().all(fits)
    })
}

/// That one of the ways is gone, each the conjunction of its parts: what all have in common said once.
fn any_of(ways: Vec<Vec<Term>>) -> Vec<Term> {
    let parts = |way: Vec<Term>| -> BTreeSet<Term> {
        let whole = and(way);
        match whole.as_op(Op::And) {
            Some(parts) => parts.iter().cloned().collect(),
            None => BTreeSet::from([whole]),
        }
    };
    let ways: Vec<BTreeSet<Term>> = ways.into_iter().map(parts).collect();
    let mut common = ways.first().cloned().unwrap_or_default();
    for way in &ways {
        common.retain(|part| way.contains(part));
    }
    let rest = |way: &BTreeSet<Term>| and(way.difference(&common).cloned().collect());
    let any = or(ways.iter().map(rest).collect());
    common.into_iter().chain([any]).collect()
}
