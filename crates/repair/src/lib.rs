//! The fewest barriers that make kernels free of races and divergence, in their source.
//!
//! [`file()`] reads a file, finds for each kernel the cheapest barriers with which it is free of races
//! and divergence, writes them into the text, and has the text read and checked again. Nothing counts
//! as repaired but a text that was so checked.
//!
//! | file | holds |
//! |---|---|
//! | `run.rs` | a file's way: read, search, patch, read again |
//! | `points.rs`, `points/` | barriers that are there, points where one could be |
//! | `with.rs` | the graph with some of them |
//! | `order.rs` | what lies between two accesses |
//! | `search.rs` | one kernel: check, learn, choose |
//! | `warps.rs` | barriers of warps |
//! | `enough.rs` | barriers that are enough, where no choice is found to be the cheapest |
//! | `needless.rs` | new barriers that others make needless |
//! | `why.rs` | why a race remains |
//! | `fences.rs` | what new barriers order |
//! | `kernels.rs` | the kernels of a file, which may share functions |
//! | `cover.rs` | the cheapest choice |
//! | `atomic.rs` | atomic operations in place of assignments |
//! | `patch.rs`, `apart.rs`, `header.rs` | edits of the text |
//! | `model.rs` | the data of a repair |
//! | `subject.rs` with `words.rs`, `json.rs`, `messages.rs` | what is reported of a repair |
//!
//! # Ideas
//!
//! **Points** (`points.rs`). The graph has a statement `Point` wherever the source has room for a barrier. Points
//! with nothing between them are one. A decision is a point, or a barrier that is there, and whose threads wait: a
//! warp's, a block's or the grid's.
//!
//! **Demands** (`order.rs`, `search.rs`). A race demands one more barrier at one of the points between its
//! accesses; that is true of every choice, because other barriers are passed by both threads or by none. A
//! divergence excludes a choice, unless another barrier makes known a value that decides who arrives. The cheapest
//! choice that all demands allow is checked (`cover.rs`, exact), until one holds. If the first few do not, all
//! points are tried together; what diverges then is excluded. Where none is found, QuickXplain finds a smallest
//! part of all points that suffices (`enough.rs`).
//!
//! **Warps** (`warps.rs`). A barrier of a warp costs as much as one of the block, which orders more. In the end
//! each new barrier of the block becomes one of a warp if the kernel holds with it.
//!
//! **Atomic operations** (`atomic.rs`) are proposed where the only races are those of assignments with themselves.
//! They are written only on request, because they may compute something else.
//!
//! **The text decides** (`patch.rs`). The patched text is read and checked from the start.

mod apart;
pub mod atomic;
mod cover;
mod enough;
mod fences;
mod header;
mod json;
mod kernels;
pub mod messages;
pub mod model;
mod needless;
mod order;
mod patch;
mod points;
mod run;
mod search;
mod subject;
mod warps;
mod why;
mod with;
pub mod words;

pub use cover::{Price, Var};
pub use patch::{Patch, statement};
pub use points::{Barred, Choice, Choices, Level, Site};
pub use run::{file, is_about_barriers};
pub use subject::{Repaired, Told};
pub use with::{How, with_barriers};
