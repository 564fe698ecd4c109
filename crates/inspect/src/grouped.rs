//! Findings that are told as one, for one change of the program would end them all.

use crate::model::{Access, Fault, Race, What};
use crate::place::Spot;
use crate::words;
use clang::tree::Language;
use itertools::Itertools;
use races::Kind;

/// Findings with one cause, as far as the text shows.
pub struct Group<'a> {
    /// The one that is told: a certain one, if there is one.
    pub first: &'a Fault,
    /// Those that are told in a note.
    pub others: Vec<&'a Fault>,
}

/// The findings, those of one cause together:
///
/// - a statement that races with itself: `x += 1` by all threads is a read that races with a write and a write that races
///   with another, in one block and in two;
/// - a write that races with several others, and all that is done to a tile of shared memory within an iteration, or from
///   one to the next: a barrier that is not there lets all writes of the tile race with each of the reads after them;
/// - what happens only where signed arithmetic overflows, beside something that an execution shows.
pub fn groups(faults: &[Fault]) -> Vec<Group<'_>> {
    let mut found: Vec<Group<'_>> = Vec::new();
    for fault in faults {
        let same = found.iter_mut().find(|group| {
            let by_overflow = group.first.is_certain() && fault.only_where.is_some();
            let same = by_overflow && !fault.is_certain() || same_cause(group.first, fault);
            // What is not accepted does not hide behind what is.
            same && group.first.is_accepted() == fault.is_accepted()
        });
        match same {
            Some(group) => group.others.push(fault),
            None => found.push(Group {
                first: fault,
                others: Vec::new(),
            }),
        }
    }
    found
}

fn same_cause(one: &Fault, other: &Fault) -> bool {
    let (What::Race(a), What::Race(b)) = (&one.what, &other.what) else {
        return false;
    };
    if a.array != b.array {
        return false;
    }
    match (statement(a), statement(b)) {
        (Some(first), Some(second)) => first == second,
        // Between two barriers all accesses to a tile are ordered by one more.
        (None, None) if a.shared => a.same_block == b.same_block && a.across == b.across,
        (None, None) => a.same_block == b.same_block && writes(a).any(|at| writes(b).contains(&at)),
        (Some(_), None) | (None, Some(_)) => false,
    }
}

/// Which statement races with itself: its file, its line and the text of that.
pub(crate) fn statement(race: &Race) -> Option<(&str, usize, &str)> {
    let line = |access: &Access| access.spot.place.start.0;
    let (first, second) = (&race.first.spot, &race.second.spot);
    let one = line(&race.first) == line(&race.second)
        && first.place.file == second.place.file
        && first.calls.is_empty()
        && second.calls.is_empty();
    one.then_some((
        first.place.file.as_str(),
        line(&race.first),
        first.line.as_str(),
    ))
}

/// Where a race writes.
fn writes(race: &Race) -> impl Iterator<Item = &Spot> {
    let both = [&race.first, &race.second].into_iter();
    let writes = both.filter(|access| access.kind != Kind::Read);
    writes.map(|access| &access.spot)
}

/// What the others of a group are, in a note.
pub fn also(group: &Group<'_>, language: Language) -> Option<String> {
    let said = group.others.iter();
    let said: Vec<String> = said.map(|one| words::fault(one, language)).collect();
    let alone = |fault: &Fault| match &fault.what {
        What::Race(race) => statement(race).is_some(),
        _ => false,
    };
    let all = std::iter::once(&group.first).chain(&group.others);
    let whose = match all.into_iter().all(|one| alone(one)) {
        true => "the same statement also gives",
        false => "found as well, perhaps for the same reason",
    };
    (!said.is_empty()).then(|| format!("{whose}: {}", said.join("; ")))
}
