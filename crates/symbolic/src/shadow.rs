//! Which accesses to a piece of memory are ordered: by barriers of the block, of the warp, of the grid. Where two are not,
//! and one writes, the order in which this crate executes threads would decide, so nothing is said.
//!
//! Of several accesses a summary is kept that is ordered before another access only if all of them are
//! (*FastTrack*, Flanagan and Freund, 2009, with sets in place of vectors).

use kernel_graph::AtomicOp;

/// Who accesses, and how many barriers that order this memory have been passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stamp {
    pub thread: u32,
    pub warp: u32,
    pub block: u32,
    /// Barriers of the warp, of the block, of the grid.
    pub passed: [u32; 3],
}

/// One that stands for several of different threads, warps or blocks.
const SEVERAL: u32 = u32::MAX;

impl Stamp {
    /// Whether all that a stamp stands for come before an access of another.
    pub(crate) fn is_before(&self, later: &Stamp) -> bool {
        let [warp, block, grid] = self.passed;
        let [warp_later, block_later, grid_later] = later.passed;
        self.thread == later.thread
            || (self.warp == later.warp && warp < warp_later)
            || (self.block == later.block && block < block_later)
            || grid < grid_later
    }

    /// Both.
    pub(crate) fn with(&self, other: &Stamp) -> Stamp {
        if self.is_before(other) {
            return *other;
        }
        let one = |a: u32, b: u32| if a == b { a } else { SEVERAL };
        let most = |at: usize| {
            let of = |stamp: &Stamp| stamp.passed.get(at).copied().unwrap_or(0);
            of(self).max(of(other))
        };
        Stamp {
            thread: one(self.thread, other.thread),
            warp: one(self.warp, other.warp),
            block: one(self.block, other.block),
            passed: [most(0), most(1), most(2)],
        }
    }
}

/// How a piece of memory is accessed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Read,
    Write,
    Atomic(AtomicOp),
}

/// The accesses so far to a piece of memory.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Shadow {
    write: Option<Stamp>,
    reads: Option<Stamp>,
    atomics: Option<(Stamp, AtomicOp)>,
}

impl Shadow {
    /// Takes in an access; false if it is not ordered with an earlier one with which its order matters.
    #[must_use]
    pub(crate) fn access(&mut self, kind: Kind, by: &Stamp) -> bool {
        let free = |before: &Option<Stamp>| before.is_none_or(|before| before.is_before(by));
        let atomics = self.atomics.map(|(stamp, _)| stamp);
        match kind {
            Kind::Read => {
                let ordered = free(&self.write) && free(&atomics);
                self.reads = Some(self.reads.map_or(*by, |before| before.with(by)));
                ordered
            }
            Kind::Write => {
                let ordered = free(&self.write) && free(&self.reads) && free(&atomics);
                *self = Shadow {
                    write: Some(*by),
                    ..Shadow::default()
                };
                ordered
            }
            Kind::Atomic(op) => {
                let same = self.atomics.is_none_or(|(_, before)| before == op);
                let ordered = free(&self.write) && free(&self.reads) && (same || free(&atomics));
                let joined = match atomics {
                    Some(before) if same => before.with(by),
                    Some(_) | None => *by,
                };
                self.atomics = Some((joined, op));
                ordered
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stamp(thread: u32, passed: [u32; 3]) -> Stamp {
        Stamp {
            thread,
            warp: thread / 2,
            block: thread / 4,
            passed,
        }
    }

    #[test]
    fn a_write_is_after_all_reads_or_not_at_all() {
        let mut cell = Shadow::default();
        assert!(cell.access(Kind::Read, &stamp(0, [0, 0, 0])));
        assert!(cell.access(Kind::Read, &stamp(2, [0, 0, 0])));
        assert!(cell.access(Kind::Write, &stamp(2, [0, 1, 0])));
        assert!(!cell.access(Kind::Write, &stamp(1, [0, 1, 0])));
        let mut cell = Shadow::default();
        assert!(cell.access(Kind::Read, &stamp(0, [0, 0, 0])));
        assert!(cell.access(Kind::Read, &stamp(1, [0, 0, 0])));
        // Of one warp, and a barrier of the warp between.
        assert!(cell.access(Kind::Write, &stamp(0, [1, 0, 0])));
        // Of another block no barrier of the block orders.
        assert!(!cell.access(Kind::Read, &stamp(5, [0, 9, 0])));
        assert!(cell.access(Kind::Write, &stamp(5, [0, 0, 1])));
    }

    #[test]
    fn atomic_operations_of_a_kind_need_no_order() {
        let mut cell = Shadow::default();
        assert!(cell.access(Kind::Atomic(AtomicOp::Add), &stamp(0, [0, 0, 0])));
        assert!(cell.access(Kind::Atomic(AtomicOp::Add), &stamp(7, [0, 0, 0])));
        assert!(!cell.access(Kind::Atomic(AtomicOp::Xor), &stamp(3, [0, 0, 0])));
        assert!(!cell.access(Kind::Read, &stamp(5, [0, 0, 0])));
    }
}
