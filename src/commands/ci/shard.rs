//! The work of a project in parts of like cost, one for each of several machines. What falls to which
//! part follows from the work alone: machines that see the same project agree without a word.

use sha2::{Digest, Sha256};
use std::fmt::{Display, Formatter};
use std::str::FromStr;

/// As many parts as anybody has machines for.
const MOST: usize = 10_000;

/// Costs are told apart by so many leading bits: a small change of a file moves no other one.
const BITS: u32 = 3;

/// One part of so many: `3/8`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// Which, from 1.
    pub number: usize,
    /// Of how many.
    pub of: usize,
}

impl Display for Shard {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wanted = "expected NUMBER/OF, such as 3/8 for the third of eight";
        let parts = text.split_once('/').ok_or(wanted)?;
        let number = |word: &str| {
            let is_number = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
            is_number.then(|| word.parse::<usize>().ok()).flatten()
        };
        let (Some(number), Some(of)) = (number(parts.0), number(parts.1)) else {
            return Err(wanted.to_owned());
        };
        match (number, of) {
            (_, 0) => Err("there is at least one shard".to_owned()),
            (_, of) if of > MOST => Err(format!("there are at most {MOST} shards")),
            (0, of) => Err(format!("shards are counted from 1 to {of}")),
            (number, of) if number > of => Err(format!(
                "there is no shard {number} of {of}: they are counted from 1 to {of}"
            )),
            (number, of) => Ok(Shard { number, of }),
        }
    }
}

/// Something that is done whole by one machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Work {
    /// What it is called on every machine; no two are called alike.
    pub name: String,
    /// What it costs, in any unit that is the same for all.
    pub cost: u64,
}

/// What a run did of a project, as a report has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Which part.
    pub shard: Shard,
    /// How much falls to it.
    pub jobs: usize,
    /// How much there is.
    pub whole: usize,
    /// Tells whether other machines parted the same whole.
    pub digest: String,
}

impl Part {
    /// In one line.
    pub fn words(&self) -> String {
        let what = match self.whole {
            1 => "program or file of kernels",
            _ => "programs and files of kernels",
        };
        format!(
            "shard {}: {} of {} {what} (list {})\n",
            self.shard, self.jobs, self.whole, self.digest
        )
    }
}

/// The part of a shard, and for each piece of work whether it falls to it.
pub fn part(shard: Shard, work: &[Work]) -> (Part, Vec<bool>) {
    let own: Vec<bool> = numbers(work, shard.of)
        .into_iter()
        .map(|number| number == shard.number)
        .collect();
    let part = Part {
        shard,
        jobs: own.iter().filter(|own| **own).count(),
        whole: work.len(),
        digest: digest(work),
    };
    (part, own)
}

/// The number of the shard of each piece of work: the dearest goes first, each to the shard that has least
/// to do yet. The order in which work is given makes no difference.
fn numbers(work: &[Work], of: usize) -> Vec<usize> {
    let mut order: Vec<(usize, u64, &str)> = work
        .iter()
        .enumerate()
        .map(|(at, one)| (at, rounded(one.cost), one.name.as_str()))
        .collect();
    order.sort_by(|(_, a, one), (_, b, other)| b.cmp(a).then_with(|| one.cmp(other)));
    let mut loads = vec![0_u64; of];
    let mut numbers = vec![1; work.len()];
    for (at, cost, _) in order {
        let least = (0..of).min_by_key(|shard| (loads.get(*shard), *shard));
        let Some(shard) = least else { continue };
        if let (Some(load), Some(number)) = (loads.get_mut(shard), numbers.get_mut(at)) {
            *load = load.saturating_add(cost);
            *number = shard + 1;
        }
    }
    numbers
}

/// A cost by its leading bits, never nothing.
fn rounded(cost: u64) -> u64 {
    let cost = cost.max(1);
    let spare = (u64::BITS - cost.leading_zeros()).saturating_sub(BITS);
    (cost >> spare) << spare
}

/// The same for the same work, in whatever order.
fn digest(work: &[Work]) -> String {
    let mut all: Vec<(&str, u64)> = work
        .iter()
        .map(|one| (one.name.as_str(), rounded(one.cost)))
        .collect();
    all.sort_unstable();
    let mut hash = Sha256::new();
    for (name, cost) in all {
        hash.update(name.as_bytes());
        hash.update([0]);
        hash.update(cost.to_le_bytes());
    }
    hex::encode(hash.finalize()).chars().take(8).collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    /// Costs of many sizes, without chance.
    fn work(count: u64) -> Vec<Work> {
        let one = |at: u64| Work {
            name: format!("kernels/{at}.pvl"),
            cost: at.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 50,
        };
        (0..count).map(one).collect()
    }

    #[test]
    fn shards_are_disjoint_and_together_the_whole() {
        for count in [0, 1, 5, 8, 100] {
            for of in [1, 2, 3, 8, 13] {
                let work = work(count);
                let parts: Vec<(Part, Vec<bool>)> = (1..=of)
                    .map(|number| part(Shard { number, of }, &work))
                    .collect();
                for at in 0..work.len() {
                    let times = parts.iter().filter(|(_, own)| own[at]).count();
                    assert_eq!(times, 1, "{count} in {of}: {at}");
                }
                let jobs: usize = parts.iter().map(|(part, _)| part.jobs).sum();
                assert_eq!(jobs, work.len());
                assert!(
                    parts
                        .iter()
                        .all(|(part, _)| part.digest == parts[0].0.digest)
                );
            }
        }
    }

    #[test]
    fn the_order_makes_no_difference() {
        let work = work(60);
        let by_name = |work: &[Work]| -> BTreeMap<String, usize> {
            let names = work.iter().map(|one| one.name.clone());
            names.zip(numbers(work, 8)).collect()
        };
        let mut other = work.clone();
        other.reverse();
        other.rotate_left(17);
        assert_eq!(by_name(&work), by_name(&other));
        assert_eq!(digest(&work), digest(&other));
        // Work of one cost is told apart by its name.
        let mut same: Vec<Work> = work
            .into_iter()
            .map(|one| Work { cost: 7, ..one })
            .collect();
        let before = by_name(&same);
        same.reverse();
        assert_eq!(before, by_name(&same));
    }

    #[test]
    fn shards_cost_about_the_same() {
        let work = work(200);
        let of = 8;
        let numbers = numbers(&work, of);
        let load = |number: usize| -> u64 {
            let own = work.iter().zip(&numbers).filter(|(_, one)| **one == number);
            own.map(|(one, _)| one.cost).sum()
        };
        let loads: Vec<u64> = (1..=of).map(load).collect();
        let (least, most) = (loads.iter().min().unwrap(), loads.iter().max().unwrap());
        // Rounding to three bits loses less than a quarter of each.
        assert!(most * 4 <= least * 5, "{loads:?}");
        // What costs as much as all others together has a shard of its own.
        let mut work = super::tests::work(20);
        work[3].cost = work.iter().map(|one| one.cost).sum();
        let numbers = super::numbers(&work, 2);
        assert_eq!(numbers.iter().filter(|one| **one == numbers[3]).count(), 1);
    }

    #[test]
    fn a_small_change_moves_nothing() {
        let work = work(60);
        let mut later = work.clone();
        for one in &mut later {
            one.cost = rounded(one.cost) + 1;
        }
        let slightly = later.iter().filter(|one| one.cost > 8).count();
        assert!(slightly > 40);
        later.retain(|one| one.cost > 8);
        let before: Vec<Work> = later
            .iter()
            .map(|one| Work {
                cost: one.cost - 1,
                ..one.clone()
            })
            .collect();
        assert_eq!(numbers(&before, 5), numbers(&later, 5));
    }

    #[test]
    fn what_is_no_shard_is_refused() {
        assert_eq!("3/8".parse(), Ok(Shard { number: 3, of: 8 }));
        assert_eq!("1/1".parse(), Ok(Shard { number: 1, of: 1 }));
        for (text, says) in [
            ("", "expected NUMBER/OF"),
            ("3", "expected NUMBER/OF"),
            ("3/", "expected NUMBER/OF"),
            ("/8", "expected NUMBER/OF"),
            ("+3/8", "expected NUMBER/OF"),
            ("3/8/9", "expected NUMBER/OF"),
            ("a/b", "expected NUMBER/OF"),
            ("99999999999999999999999/8", "expected NUMBER/OF"),
            ("0/8", "counted from 1 to 8"),
            ("9/8", "no shard 9 of 8"),
            ("0/0", "at least one"),
            ("1/10001", "at most 10000"),
        ] {
            let said = text.parse::<Shard>().unwrap_err();
            assert!(said.contains(says), "{text}: {said}");
        }
    }
}
