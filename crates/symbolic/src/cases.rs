//! A launch whose threads meet under conditions that depend on contents: it is executed once where the condition holds and
//! once where it does not, and what it leaves is a choice by the condition.

use crate::launch::Launch;
use crate::machine::Machine;
use crate::outcome::{Array, Final, Refused, Written};
use crate::term::{Arena, Leaf, Node, TermId};
use std::collections::{BTreeMap, BTreeSet};

/// So many conditions may divide a launch.
const MOST: usize = 8;

/// Executes a launch.
///
/// # Errors
/// Why nothing is said of it.
pub(crate) fn run(launch: &Launch<'_>, arena: &mut Arena) -> Result<Final, Box<Refused>> {
    let mut steps = 0;
    under(launch, arena, (&mut Vec::new(), &mut steps))
}

fn under(
    launch: &Launch<'_>,
    arena: &mut Arena,
    (assumed, steps): (&mut Vec<(TermId, bool)>, &mut u64),
) -> Result<Final, Box<Refused>> {
    // All cases together execute as much as one launch may.
    let mut rest = launch.clone();
    rest.steps = launch.steps.saturating_sub(*steps);
    let mut machine = Machine::new(&rest, arena, assumed);
    let done = machine.all();
    *steps += machine.steps;
    let (condition, refused) = match (done, machine.split) {
        (Ok(done), _) => return Ok(done),
        (Err(refused), Some(condition)) => (condition, refused),
        (Err(refused), None) => return Err(refused),
    };
    if assumed.len() >= MOST || assumed.iter().any(|(one, _)| *one == condition) {
        return Err(refused);
    }
    let mut found = Vec::new();
    for holds in [true, false] {
        assumed.push((condition, holds));
        let done = under(launch, arena, (&mut *assumed, &mut *steps));
        assumed.pop();
        found.push(done?);
    }
    let mut found = found.into_iter();
    match (found.next(), found.next()) {
        (Some(a), Some(b)) => Ok(joined(launch, arena, condition, (a, b))),
        _ => Err(refused),
    }
}

/// What lies in a piece of an array before a launch: the array's key, the piece's number, and its bytes.
fn before(launch: &Launch<'_>, arena: &mut Arena, (key, piece, grain): (u32, i64, u32)) -> TermId {
    let left = launch.before.get(&key).and_then(|all| all.get(&piece));
    if let Some(left) = left {
        return *left;
    }
    let mut arrays = launch.arrays.values();
    if arrays.any(|shared| shared.key == key && shared.unset) {
        return arena.unset(8 * grain);
    }
    let input = Leaf::Input(key, piece.saturating_mul(i64::from(grain)));
    arena.make(Node::Leaf(input), 8 * grain)
}

/// What is left by one of two runs, as a condition says.
fn joined(
    launch: &Launch<'_>,
    arena: &mut Arena,
    condition: TermId,
    (a, b): (Final, Final),
) -> Final {
    let keys: BTreeSet<u32> = a.arrays.keys().chain(b.arrays.keys()).copied().collect();
    let mut arrays = BTreeMap::new();
    let nothing = Array::default();
    for key in keys {
        let (x, y) = (a.arrays.get(&key), b.arrays.get(&key));
        let grain = x.or(y).map_or(1, |array| array.grain);
        let (x, y) = (x.unwrap_or(&nothing), y.unwrap_or(&nothing));
        let pieces: BTreeSet<i64> = x.written.keys().chain(y.written.keys()).copied().collect();
        let mut written = BTreeMap::new();
        for piece in pieces {
            let before = before(launch, arena, (key, piece, grain));
            let of = |array: &Array| array.written.get(&piece).map_or(before, |one| one.value);
            let value = arena.ite(condition, of(x), of(y));
            written.insert(piece, Written { value });
        }
        // Each of them says in which case it is.
        let perhaps = x.perhaps.union(&y.perhaps).copied().collect();
        let surely = match (x.surely, y.surely) {
            (Some((first, end)), Some((from, to))) => {
                let both = (first.max(from), end.min(to));
                (both.0 < both.1).then_some(both)
            }
            _ => None,
        };
        arrays.insert(
            key,
            Array {
                grain,
                written,
                surely,
                perhaps,
            },
        );
    }
    Final {
        arrays,
        non_null: a.non_null || b.non_null,
        wide_indices: a.wide_indices || b.wide_indices,
        steps: a.steps.saturating_add(b.steps),
    }
}
