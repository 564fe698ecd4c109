//! Barriers that are enough, where none of the choices tried is the cheapest that stands.
//!
//! All points that threads reach together get a barrier. If the kernel stands so, a smallest part of them is
//! sought that it stands with: none of it can be left out. This is QuickXplain (Junker 2004), which asks for
//! few parts of a large set. What it finds need not be the cheapest, and is not said to be.

use crate::cover::Var;
use crate::search::{Trial, Work};
use crate::with::How;
use std::collections::BTreeSet;

/// So often the kernel is checked with a part of the barriers.
const MOST_CHECKS: u32 = 60;

impl Work<'_> {
    /// A trial that stands, none of whose new barriers can be left out; none if that with all of them does not.
    /// Barriers of warps are among them only if it does not stand without.
    pub(crate) fn enough(&mut self, there: &BTreeSet<Var>) -> Option<Trial> {
        if self.is_spent() {
            return None;
        }
        let with_warps = self.allowed.clone();
        self.put_warps_aside();
        let found = self.enough_of_allowed(there);
        if found.is_some() || self.allowed == with_warps {
            return found;
        }
        self.allowed = with_warps;
        self.enough_of_allowed(there)
    }

    fn enough_of_allowed(&mut self, there: &BTreeSet<Var>) -> Option<Trial> {
        let kept: BTreeSet<Var> = self.allowed.intersection(there).copied().collect();
        let mut new: Vec<Var> = self.allowed.difference(there).copied().collect();
        let prices = self.choices.prices(self.search.options);
        // What comes first is rather kept.
        new.sort_by_key(|var| prices.get(*var).map(|price| price.cost));
        let all = self.allowed.clone();
        self.with(&all, &How::usual()).filter(Trial::stands)?;
        let until = self.checks + MOST_CHECKS;
        let mut stands = |chosen: &BTreeSet<Var>| {
            self.checks < until
                && !self.is_spent()
                && self
                    .with(chosen, &How::usual())
                    .is_some_and(|trial| trial.stands())
        };
        let mut found = kept.clone();
        if !stands(&kept) {
            found.extend(smallest(&kept, &new, &mut stands));
        }
        self.least = false;
        self.with(&found, &How::usual()).filter(Trial::stands)
    }
}

/// A part of `candidates` that stands beside `kept`, and without any of its members does not, if what stands still
/// does with more. All of them stand together; `kept` alone does not.
fn smallest(
    kept: &BTreeSet<Var>,
    candidates: &[Var],
    stands: &mut impl FnMut(&BTreeSet<Var>) -> bool,
) -> BTreeSet<Var> {
    if candidates.len() < 2 {
        return candidates.iter().copied().collect();
    }
    let (first, second) = candidates.split_at(candidates.len() / 2);
    let with_first = joined(kept, first.iter());
    let of_second = match stands(&with_first) {
        true => BTreeSet::new(),
        false => smallest(&with_first, second, stands),
    };
    let with_second = joined(kept, of_second.iter());
    let of_first = match !of_second.is_empty() && stands(&with_second) {
        true => BTreeSet::new(),
        false => smallest(&with_second, first, stands),
    };
    joined(&of_second, of_first.iter())
}

fn joined<'a>(some: &'a BTreeSet<Var>, more: impl Iterator<Item = &'a Var>) -> BTreeSet<Var> {
    some.iter().chain(more).copied().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is found where a set stands if it has one of each of these.
    fn found(of_each: &[&[Var]], count: usize) -> (Vec<Var>, u32) {
        let mut asked = 0;
        let mut stands = |chosen: &BTreeSet<Var>| {
            asked += 1;
            let mut all = of_each.iter();
            all.all(|one| one.iter().any(|var| chosen.contains(var)))
        };
        let all: Vec<Var> = (0..count).collect();
        let found = smallest(&BTreeSet::new(), &all, &mut stands);
        (found.into_iter().collect(), asked)
    }

    #[test]
    fn what_is_found_is_smallest_and_prefers_the_first() {
        assert_eq!(found(&[&[5]], 8).0, [5]);
        assert_eq!(found(&[&[1, 6]], 8).0, [1]);
        assert_eq!(found(&[&[0], &[7]], 8).0, [0, 7]);
        assert_eq!(found(&[&[1, 2], &[2, 3]], 4).0, [2]);
        assert_eq!(found(&[&[0], &[1], &[2]], 3).0, [0, 1, 2]);
    }

    #[test]
    fn few_parts_of_many_are_asked_for() {
        let (found, asked) = found(&[&[17], &[90]], 128);
        assert_eq!(found, [17, 90]);
        assert!(asked < 30, "{asked}");
    }
}
