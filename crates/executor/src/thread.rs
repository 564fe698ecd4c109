//! A thread: numbers, calls, and what it waits for.

use crate::clock::Clocks;
use crate::exchange::Offer;
use crate::outcome::{Site, ThreadName};
use crate::rounds::Round;
use crate::value::Value;
use kernel_graph::{Collective, Fences, LocalId};

/// A call at work.
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    /// The function's number.
    pub function: u32,
    /// The block's number.
    pub block: u32,
    /// The statement that comes next.
    pub stmt: u32,
    /// Locals, by number.
    pub locals: Vec<Local>,
    /// A number that no other call has.
    pub call: u64,
    /// Where the caller wants the value.
    pub result: Option<LocalId>,
    /// The loops that it is in, outermost first.
    pub rounds: Vec<Round>,
}

impl Frame {
    /// Where it is.
    pub(crate) fn point(&self) -> (Site, Vec<Round>) {
        (site_of(self), self.rounds.clone())
    }
}

/// A local's value.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Local {
    pub value: Value,
    /// Whether it is one of many that the graph leaves open.
    pub arbitrary: bool,
    /// Whether it speaks of two threads or of accesses, and so has no value here.
    pub of_two: bool,
}

impl Local {
    /// With a value.
    pub(crate) fn new(value: Value, arbitrary: bool) -> Local {
        Local {
            value,
            arbitrary,
            of_two: false,
        }
    }
}

/// Who must come to where a thread waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Meet {
    /// The threads of the warp that a mask names.
    Warp(u32),
    /// The threads of a tile of so many.
    Tile(u32),
    /// Those of the block.
    Block,
    /// All.
    Grid,
    /// Those of the warp that are there.
    Present,
}

/// What a thread waits for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wait {
    pub meet: Meet,
    pub fences: Fences,
    pub site: Site,
    /// The number of the point: two threads are at one if all their calls are at the same statements,
    /// in the same iterations.
    pub point: u32,
    /// The exchange, if it is none of the barriers.
    pub exchange: Option<Collective>,
}

/// What a thread is doing.
#[derive(Clone, Copy, Debug)]
pub(crate) enum State {
    Running,
    Waiting(Wait),
    Ended,
}

/// Copies that a thread has begun by itself and has not waited for, by their numbers.
#[derive(Clone, Debug, Default)]
pub(crate) struct OwnCopies {
    /// Groups, the oldest first.
    pub groups: Vec<Vec<usize>>,
    /// Those that belong to no group yet.
    pub current: Vec<usize>,
}

/// A thread.
#[derive(Clone, Debug)]
pub(crate) struct Thread {
    pub name: ThreadName,
    /// Its number among all.
    pub number: u32,
    /// Its block's number, over all dimensions.
    pub block: u32,
    /// Its number in the block, over all dimensions.
    pub flat: u32,
    pub frames: Vec<Frame>,
    pub state: State,
    pub clocks: Clocks,
    /// What it brings to an exchange that it waits for.
    pub offer: Option<Offer>,
    /// Copies of the whole block that it has come to.
    pub copies: usize,
    /// Copies of the block without an event that it has not waited for.
    pub open: Vec<usize>,
    /// The copies that it has begun by itself.
    pub own: OwnCopies,
}

impl Thread {
    /// The statement that comes next.
    pub(crate) fn site(&self) -> Site {
        self.frames.last().map_or(Site::default(), site_of)
    }

    /// The calls around it, outermost first.
    pub(crate) fn calls(&self) -> Vec<Site> {
        let around = self.frames.len().saturating_sub(1);
        let frames = self.frames.iter().take(around);
        // The caller stands behind its call already.
        let before = |site: Site| Site {
            stmt: site.stmt.saturating_sub(1),
            ..site
        };
        frames.map(|frame| before(site_of(frame))).collect()
    }
}

fn site_of(frame: &Frame) -> Site {
    Site {
        function: frame.function,
        block: frame.block,
        stmt: frame.stmt,
    }
}
