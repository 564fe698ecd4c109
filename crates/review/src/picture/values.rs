//! What is known of names, and the threads of a small instance.

use super::amount::number;
use itertools::Itertools;
use seplog::report::ObligationReport;
use spec_lang::ast::Iterator as Range;
use std::collections::BTreeMap;
use std::ops::{Deref, DerefMut};

/// As many threads as can be told apart.
const MOST_THREADS: usize = 32;

/// With more combinations of values than this there is no picture.
const MOST_TRIED: usize = 100_000;

/// The numbers of a counterexample.
pub(super) fn values(obligation: &ObligationReport) -> BTreeMap<String, i64> {
    numbers(&obligation.counterexample)
}

pub(super) fn numbers(pairs: &[(String, String)]) -> BTreeMap<String, i64> {
    let number = |(name, value): &(String, String)| Some((name.clone(), value.parse().ok()?));
    pairs.iter().filter_map(number).collect()
}

/// How far quantified variables are followed.
pub(super) fn reach(known: &Values) -> i64 {
    let most = known.values().copied().max().unwrap_or(known.open);
    most.clamp(known.open, 4 * known.open) + 2
}

/// The sizes in words, without the block's own variables.
pub(super) fn sizes(known: &Values, own: &[&str], failed: bool) -> String {
    let others: Vec<String> = known
        .iter()
        .filter(|(name, _)| !own.contains(&name.as_str()))
        .map(|(name, value)| format!("{name} = {value}"))
        .collect();
    let (others, open) = (others.join(", "), known.open);
    match (failed, others.is_empty()) {
        (true, false) => format!("drawn for the counterexample {others}"),
        (false, false) => format!("drawn for {others}; sizes that are left open are {open}"),
        (_, true) => format!("sizes that are left open are {open}"),
    }
}

/// What is known of names, and what others are.
#[derive(Clone, Debug)]
pub(super) struct Values {
    pub(super) known: BTreeMap<String, i64>,
    /// The value of a name that has none.
    pub(super) open: i64,
}

impl Values {
    pub(super) fn open(open: i64) -> Values {
        let known = BTreeMap::new();
        Values { known, open }
    }
}

impl Deref for Values {
    type Target = BTreeMap<String, i64>;

    fn deref(&self) -> &Self::Target {
        &self.known
    }
}

impl DerefMut for Values {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.known
    }
}

/// A thread by its own variables.
pub(super) fn described(values: &Values, own: &[&str]) -> String {
    let own = values
        .iter()
        .filter(|(name, _)| own.contains(&name.as_str()));
    own.map(|(name, value)| format!("{name} = {value}"))
        .join(", ")
}

/// The threads of a small instance, in which these values are known.
pub(super) fn threads(iterators: &[Range], known: &Values) -> Option<Vec<Values>> {
    let mut found = vec![known.clone()];
    for one in iterators {
        let mut next = Vec::new();
        for values in &found {
            let low = number(&one.low, values)?;
            let high = number(&one.high, values)?.min(low.checked_add(values.open)?);
            for value in low..high {
                // A later variable may leave none of these: no thread is left out before that is seen.
                if next.len() >= MOST_TRIED {
                    return None;
                }
                let mut values = values.clone();
                values.insert(one.name.name.clone(), value);
                next.push(values);
            }
        }
        found = next;
    }
    found.truncate(MOST_THREADS);
    Some(found)
}
