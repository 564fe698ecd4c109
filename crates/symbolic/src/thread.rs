//! A thread: numbers, calls, and what it waits for.

use crate::memory::Value;
use crate::outcome::ThreadName;
use kernel_graph::{Collective, Fences, LocalId, Scalar};

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
    pub locals: Vec<Value>,
    /// A number that no other call has.
    pub call: u64,
    /// Where the caller wants the value.
    pub result: Option<LocalId>,
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
}

/// What a thread brings to an exchange.
#[derive(Clone, Debug)]
pub(crate) struct Offer {
    pub op: Collective,
    pub to: LocalId,
    pub scalar: Scalar,
    pub values: Vec<(Value, Scalar)>,
}

/// What a thread waits for.
#[derive(Clone, Debug)]
pub(crate) struct Wait {
    pub meet: Meet,
    pub fences: Fences,
    /// The statement: function, block, number, of all calls.
    pub at: Vec<(u32, u32, u32)>,
    /// None of a barrier.
    pub offer: Option<Offer>,
}

/// What a thread is doing.
#[derive(Clone, Debug)]
pub(crate) enum State {
    Running,
    Waiting(Box<Wait>),
    Ended,
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
}
