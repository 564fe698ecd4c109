//! What is executed.

use crate::term::TermId;
use kernel_graph::{ArrayId, FunctionId, Module};
use std::collections::BTreeMap;

/// What a launch passes for a parameter that is no pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Argument {
    /// These bits.
    Bits(u128),
    /// Any value: that of this key, which both launches pass.
    Any(u32),
}

/// An array that outlives the launch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shared {
    /// The key that it has in both launches.
    pub key: u32,
    /// Bytes of the pieces in which it is compared: 1, 2, 4 or 8. The same in both launches.
    pub grain: u32,
    /// How many bytes it has, where that is known.
    pub bytes: Option<u64>,
    /// Whether nothing is known of what it contains before the first launch, so that nothing may rest on that.
    pub unset: bool,
}

/// What launches before one have left, by the keys of arrays and the numbers of pieces.
pub type Left = BTreeMap<u32, BTreeMap<i64, TermId>>;

/// A launch.
#[derive(Clone, Debug)]
pub struct Launch<'a> {
    /// The program.
    pub module: &'a Module,
    /// The kernel.
    pub kernel: FunctionId,
    /// Threads of a block, by dimension.
    pub block: [u32; 3],
    /// Blocks of the grid, by dimension.
    pub grid: [u32; 3],
    /// How many dimensions it has (`get_work_dim`).
    pub dimensions: u32,
    /// Parameters that are no pointers, by their numbers among these.
    pub arguments: Vec<Argument>,
    /// The arrays that outlive it; no two have the same key.
    pub arrays: BTreeMap<ArrayId, Shared>,
    /// What earlier launches have left.
    pub before: Left,
    /// Bytes of dynamic shared memory, if that is known.
    pub dynamic: Option<u64>,
    /// How many statements all threads together may execute.
    pub steps: u64,
}
