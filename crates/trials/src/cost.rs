//! The everyday selection by what cases cost when they were recorded.

use crate::Case;
use std::collections::BTreeMap;
use std::time::Duration;

/// What a case costs, as a table has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cost {
    /// Less than a second; also of a case that is not on record.
    Quick,
    /// Neither of the two.
    Usual,
    /// More than two seconds.
    Slow,
}

impl Cost {
    /// What a case costs that took so long.
    #[must_use]
    pub fn of(time: Duration) -> Cost {
        match time.as_millis() {
            0..1_000 => Cost::Quick,
            1_000..=2_000 => Cost::Usual,
            _ => Cost::Slow,
        }
    }

    /// The word of a table.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Cost::Quick => "quick",
            Cost::Usual => "",
            Cost::Slow => "slow",
        }
    }

    /// What a table says of a case; nothing if the case is not on record.
    #[must_use]
    pub fn read(word: Option<&str>) -> Cost {
        match word {
            Some("quick") | None => Cost::Quick,
            Some("slow") => Cost::Slow,
            Some(_) => Cost::Usual,
        }
    }
}

/// The cases, of which all quick ones belong to the everyday selection, and of each family that has none one of the
/// cheapest.
pub fn cheap<T>(
    cases: Vec<(String, T)>,
    cost: impl Fn(&str) -> Cost,
    family: impl Fn(&str) -> String,
) -> Vec<Case<T>> {
    let mut cheapest: BTreeMap<String, (Cost, String)> = BTreeMap::new();
    for (name, _) in &cases {
        let one = (cost(name), name.clone());
        let best = cheapest.entry(family(name)).or_insert_with(|| one.clone());
        if one.0 < best.0 {
            *best = one;
        }
    }
    let daily =
        |name: &str| cost(name) == Cost::Quick || cheapest.values().any(|(_, best)| best == name);
    let cases = cases.into_iter();
    cases
        .map(|(name, item)| (daily(&name), name, item))
        .map(|(daily, name, item)| (name, daily, item))
        .collect()
}
