//! Which uses of a place are ordered: happens-before by vector clocks, independent of
//! permissions (Flanagan and Freund, FastTrack, PLDI 2009, without its compression).

use crate::frame::ThreadId;
use crate::heap::Cell;
use std::collections::BTreeMap;
use text::span::Span;

/// How far each thread had come.
pub(crate) type Clock = BTreeMap<ThreadId, u64>;

/// A use of a place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Use {
    pub thread: ThreadId,
    pub span: Span,
    at: u64,
}

#[derive(Clone, Debug, Default)]
struct Uses {
    write: Option<Use>,
    reads: BTreeMap<ThreadId, Use>,
}

/// The uses so far, and how far each thread knows of the others.
#[derive(Clone, Debug, Default)]
pub(crate) struct Races {
    clocks: BTreeMap<ThreadId, Clock>,
    uses: BTreeMap<Cell, Uses>,
}

fn join(into: &mut Clock, other: &Clock) {
    for (thread, at) in other {
        let known = into.entry(*thread).or_insert(0);
        *known = (*known).max(*at);
    }
}

impl Races {
    /// The clock of a thread at a release; what the thread does later is not in it.
    pub(crate) fn release(&mut self, thread: ThreadId) -> Clock {
        let clock = self.clocks.entry(thread).or_default();
        let known = clock.clone();
        *clock.entry(thread).or_insert(0) += 1;
        known
    }

    /// A thread joins the clock of a release into its own.
    pub(crate) fn acquire(&mut self, thread: ThreadId, known: &Clock) {
        let clock = self.clocks.entry(thread).or_default();
        join(clock, known);
        clock.entry(thread).or_insert(1);
    }

    /// What both know.
    pub(crate) fn merge(into: &mut Clock, other: &Clock) {
        join(into, other);
    }

    /// Notes a use; gives a use by another thread that is not ordered with it.
    pub(crate) fn access(
        &mut self,
        thread: ThreadId,
        cell: &Cell,
        write: bool,
        span: Span,
    ) -> Option<Use> {
        let clock = self.clocks.entry(thread).or_default();
        let at = *clock.entry(thread).or_insert(1);
        let after = |one: &Use| {
            one.thread == thread || clock.get(&one.thread).is_some_and(|known| *known >= one.at)
        };
        let uses = self.uses.entry(cell.clone()).or_default();
        let mut conflict = uses.write.filter(|one| !after(one));
        if write && conflict.is_none() {
            conflict = uses.reads.values().find(|one| !after(one)).copied();
        }
        let this = Use { thread, span, at };
        if write {
            uses.write = Some(this);
            uses.reads.clear();
        } else {
            uses.reads.insert(thread, this);
        }
        conflict
    }
}
