//! Races: what is remembered of each byte, and which of it is not ordered with an access.
//!
//! Nothing is forgotten but what a later access of the same thread and kind stands for: a third
//! access that is not ordered with the earlier is not ordered with the later. So a race is found
//! whichever accesses the schedule puts next to each other.

use crate::clock::Clock;
use crate::outcome::{Among, Kind, Site};

/// An access to a byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Record {
    /// Who: a thread by number, or an asynchronous copy by a number behind those of the threads.
    pub who: u32,
    /// Its block, over all dimensions.
    pub block: u32,
    /// How far it had come.
    pub at: u32,
    /// Which kind.
    pub kind: Kind,
    /// Of a read: it is assumed not to race with atomic operations on the same word.
    pub guess: bool,
    /// Where.
    pub site: Site,
    /// The first byte of the access in its object, and how many.
    pub unit: (i64, u32),
    /// The byte that is there afterwards.
    pub byte: u8,
    /// Of a read: the byte that the same thread wrote there last, with no barrier between.
    pub own: Option<u8>,
}

/// What is remembered of a byte.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cell {
    reads: Vec<Record>,
    changes: Vec<Record>,
}

/// What counts as a race.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Rules {
    /// Two writes that leave the same byte are none, and neither are a write and a read of a byte that
    /// the reading thread had made the same before.
    pub tolerate_equal_writes: bool,
    /// Accesses of threads of different blocks can be one.
    pub between_blocks: bool,
}

/// Whether two accesses of one byte by two threads with nothing between them are a race.
fn conflict(a: &Record, b: &Record, rules: Rules) -> bool {
    let same_block = a.block == b.block;
    if !same_block && !rules.between_blocks {
        return false;
    }
    let enough = |among: Among| match same_block {
        true => among.in_block(),
        false => among.everywhere(),
    };
    match (a.kind, b.kind) {
        (Kind::Read, Kind::Read) => false,
        (Kind::Read, Kind::Atomic(among)) if a.guess => !enough(among) || a.unit != b.unit,
        (Kind::Atomic(among), Kind::Read) if b.guess => !enough(among) || a.unit != b.unit,
        (Kind::Atomic(x), Kind::Atomic(y)) => !(enough(x) && enough(y)) || a.unit != b.unit,
        (Kind::Write, Kind::Write) => !(rules.tolerate_equal_writes && a.byte == b.byte),
        (Kind::Read, Kind::Write) => !(rules.tolerate_equal_writes && a.own == Some(b.byte)),
        (Kind::Write, Kind::Read) => !(rules.tolerate_equal_writes && b.own == Some(a.byte)),
        (Kind::Read | Kind::Write | Kind::Atomic(_), _) => true,
    }
}

impl Cell {
    /// Notes an access; gives an earlier one that it races with. `heard` is the clock of who accesses.
    #[cfg(test)]
    fn access(&mut self, new: Record, heard: &Clock, rules: Rules) -> Option<Record> {
        self.access_told(new, heard, rules, &|_, _| true)
    }

    /// Notes an access; gives an earlier one that it races with, of those that count.
    pub(crate) fn access_told(
        &mut self,
        new: Record,
        heard: &Clock,
        rules: Rules,
        counts: &dyn Fn(&Record, &Record) -> bool,
    ) -> Option<Record> {
        let own = |old: &&Record| {
            let same = old.who == new.who && old.at == new.at;
            same && old.kind == Kind::Write && new.kind == Kind::Read
        };
        let new = Record {
            own: self.changes.iter().rfind(own).map(|old| old.byte),
            ..new
        };
        let free = |old: &&Record| {
            old.who != new.who
                && heard.of(old.who) < old.at
                && conflict(old, &new, rules)
                && counts(old, &new)
        };
        let mut found = self.changes.iter().find(free).copied();
        let list = match new.kind {
            Kind::Read => &mut self.reads,
            Kind::Write | Kind::Atomic(_) => {
                found = found.or_else(|| self.reads.iter().find(free).copied());
                &mut self.changes
            }
        };
        let stands_for = |old: &Record| {
            let same = old.who == new.who && old.kind == new.kind;
            let exact = match new.kind {
                // A read before a write of the thread itself is of what others may change.
                Kind::Read => {
                    old.guess == new.guess && (!rules.tolerate_equal_writes || old.own == new.own)
                }
                Kind::Write => !rules.tolerate_equal_writes || old.byte == new.byte,
                Kind::Atomic(_) => old.unit == new.unit,
            };
            same && exact
        };
        if let Some(at) = list.iter().position(stands_for) {
            list.remove(at);
        }
        // The last one stands last.
        list.push(new);
        found
    }

    /// The last write or atomic operation.
    pub(crate) fn last_change(&self) -> Option<&Record> {
        self.changes.last()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::Clocks;

    const RULES: Rules = Rules {
        tolerate_equal_writes: false,
        between_blocks: true,
    };

    fn record(who: u32, kind: Kind) -> Record {
        Record {
            who,
            block: 0,
            at: 1,
            kind,
            guess: false,
            site: Site::default(),
            unit: (0, 4),
            byte: 0,
            own: None,
        }
    }

    #[test]
    fn only_ordered_accesses_are_free_of_races() {
        let nothing = Clock::default();
        let mut cell = Cell::default();
        assert_eq!(cell.access(record(0, Kind::Read), &nothing, RULES), None);
        assert_eq!(cell.access(record(1, Kind::Read), &nothing, RULES), None);
        let hear = |heard: &mut Clock, who| heard.join(&Clocks::start(who).shared);
        let mut heard = Clock::default();
        hear(&mut heard, 0);
        // Thread 1's read is not ordered with the write.
        let found = cell.access(record(2, Kind::Write), &heard, RULES);
        assert_eq!(found.map(|r| r.who), Some(1));
        hear(&mut heard, 1);
        hear(&mut heard, 2);
        assert_eq!(cell.access(record(3, Kind::Write), &heard, RULES), None);
    }

    #[test]
    fn atomic_operations_do_not_race_unless_narrow_or_of_parts() {
        let nothing = Clock::default();
        let atomic = Kind::Atomic(Among::Block);
        let mut cell = Cell::default();
        assert_eq!(cell.access(record(0, atomic), &nothing, RULES), None);
        assert_eq!(cell.access(record(1, atomic), &nothing, RULES), None);
        let part = Record {
            unit: (0, 8),
            ..record(2, atomic)
        };
        assert!(cell.access(part, &nothing, RULES).is_some());
        let far = Record {
            block: 1,
            ..record(3, atomic)
        };
        assert!(cell.access(far, &nothing, RULES).is_some());
        assert!(
            cell.access(record(4, Kind::Read), &nothing, RULES)
                .is_some()
        );
    }

    #[test]
    fn equal_writes_may_be_tolerated() {
        let nothing = Clock::default();
        let rules = Rules {
            tolerate_equal_writes: true,
            ..RULES
        };
        let mut cell = Cell::default();
        let write = |who, byte| Record {
            byte,
            ..record(who, Kind::Write)
        };
        assert_eq!(cell.access(write(0, 7), &nothing, rules), None);
        assert_eq!(cell.access(write(1, 7), &nothing, rules), None);
        // Thread 1 writes another value, which thread 0 does not.
        assert!(cell.access(write(1, 8), &nothing, rules).is_some());
    }

    #[test]
    fn what_a_thread_wrote_itself_may_be_written_again_while_it_reads() {
        let nothing = Clock::default();
        let rules = Rules {
            tolerate_equal_writes: true,
            ..RULES
        };
        let write = |who, byte| Record {
            byte,
            ..record(who, Kind::Write)
        };
        let read = record(0, Kind::Read);
        let mut cell = Cell::default();
        assert_eq!(cell.access(write(0, 7), &nothing, rules), None);
        assert_eq!(cell.access(read, &nothing, rules), None);
        assert_eq!(cell.access(write(1, 7), &nothing, rules), None);
        // Another value, and a thread that has not written.
        assert!(cell.access(write(1, 8), &nothing, rules).is_some());
        let found = cell.access(record(2, Kind::Read), &nothing, rules);
        assert!(found.is_some());
        // The read before the write is not forgotten.
        let mut cell = Cell::default();
        assert_eq!(cell.access(read, &nothing, rules), None);
        assert_eq!(cell.access(write(0, 7), &nothing, rules), None);
        assert_eq!(cell.access(read, &nothing, rules), None);
        assert!(cell.access(write(1, 7), &nothing, rules).is_some());
    }
}
