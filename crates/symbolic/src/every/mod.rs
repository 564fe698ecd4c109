//! All sizes: one thread is executed whose numbers are terms, as are all sizes. What it writes is a family of elements, by the
//! number of the thread, and two kernels that are free of races leave the same if their families are the same.
//!
//! The number of a thread in a dimension, `blockIdx.x * blockDim.x + threadIdx.x`, is one term `J`. All numbers below the
//! number of threads are taken, each once. Of a loop that starts at `J` and goes on by the number of threads all numbers
//! are taken for which its condition `J < n` holds. Another loop is a term: of the condition, and for each local of what
//! it is at first and in the next iteration.
//!
//! | file | holds |
//! |---|---|
//! | `numbers.rs` | the terms of numbers and sizes |
//! | `accesses.rs` | loads and stores of the thread |
//! | `loops.rs` | loops that are executed once, for all their iterations |
//! | `folds.rs` | the terms of loops, with the names of what they bind |
//! | `family.rs` | what comes of the thread |
//! | `both.rs` | whether two families are the same, and in which launches |

mod accesses;
mod both;
mod family;
mod folds;
mod loops;
mod numbers;

pub use both::{Multiple, Same, same};
pub use family::{Family, family};
pub(crate) use loops::Active;
pub(crate) use numbers::{Numbers, atom, name};

use crate::term::TermId;
use kernel_graph::Graph;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Bytes that the thread writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Write {
    /// The array's key.
    pub key: u32,
    /// The first byte, a signed number of 64 bits.
    pub offset: TermId,
    pub bytes: u32,
    /// The condition under which it is written.
    pub when: TermId,
    pub value: TermId,
}

/// Bytes that the thread reads, of what was there before the launch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Read {
    pub key: u32,
    pub bytes: u32,
    /// The first byte and the condition, in the loops in which it is read.
    pub what: TermId,
    /// The first byte, if it is read in no loop.
    pub plain: Option<TermId>,
}

/// The state of a run for all sizes.
#[derive(Debug, Default)]
pub(crate) struct Every {
    pub numbers: Numbers,
    /// The loops of functions, by number; none of those that have no such order.
    pub graphs: FxHashMap<u32, Option<Rc<Graph>>>,
    pub active: Vec<Active>,
    pub writes: Vec<Write>,
    pub reads: Vec<Read>,
    /// The dimension whose numbers a loop takes.
    pub strided: [bool; 3],
    /// How many names of locals in loops there are.
    pub names: u32,
    /// How deeply loops are nested in terms of loops.
    pub heights: FxHashMap<TermId, u32>,
}
