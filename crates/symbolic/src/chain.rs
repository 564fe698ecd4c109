//! Launches one after the other: what one leaves in memory the next one finds there. Shared memory and what belongs to threads
//! does not outlive a launch.

use crate::launch::{Launch, Left};
use crate::machine::{nobody, run};
use crate::outcome::{Array, Final, Refused, Why};
use crate::term::Arena;
use std::collections::BTreeMap;

/// Executes launches in order. An array has one key and pieces of one size in all of them; `before` of each is ignored,
/// and all together execute as many statements as the first one may. What is left is that of all: a piece that none of them
/// writes is as it was.
///
/// # Errors
/// The number of the launch of which nothing is said, and why.
pub fn in_order(
    launches: &[Launch<'_>],
    arena: &mut Arena,
) -> Result<Final, (usize, Box<Refused>)> {
    let mut all = Final::default();
    let mut pieces: BTreeMap<u32, (u32, bool)> = BTreeMap::new();
    let most = launches.first().map_or(0, |launch| launch.steps);
    for (number, launch) in launches.iter().enumerate() {
        for shared in launch.arrays.values() {
            let own = (shared.grain, shared.unset);
            if *pieces.entry(shared.key).or_insert(own) != own {
                let why = Why::NoRule("an array in pieces of two sizes".into());
                return Err((number, nobody(launch, why)));
            }
        }
        let launch = Launch {
            before: left(&all),
            steps: most.saturating_sub(all.steps),
            ..launch.clone()
        };
        let done = run(&launch, arena).map_err(|refused| (number, refused))?;
        take(&mut all, done);
    }
    Ok(all)
}

/// What launches have left so far.
fn left(all: &Final) -> Left {
    let of = |array: &Array| {
        let pieces = array.written.iter();
        pieces.map(|(piece, one)| (*piece, one.value)).collect()
    };
    all.arrays
        .iter()
        .map(|(key, array)| (*key, of(array)))
        .collect()
}

/// Adds what one more launch has left and accessed.
fn take(all: &mut Final, done: Final) {
    for (key, array) in done.arrays {
        let Some(before) = all.arrays.get_mut(&key) else {
            all.arrays.insert(key, array);
            continue;
        };
        before.written.extend(array.written);
        before.perhaps.extend(array.perhaps);
        before.surely = match (before.surely, array.surely) {
            (Some((first, end)), Some((from, to))) => Some((first.min(from), end.max(to))),
            (one, other) => one.or(other),
        };
    }
    all.non_null |= done.non_null;
    all.wide_indices |= done.wide_indices;
    all.steps = all.steps.saturating_add(done.steps);
}
