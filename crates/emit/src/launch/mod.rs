//! From `par` blocks to kernels and their launches.
//!
//! | file | decides |
//! |---|---|
//! | `par.rs` | the threads of a `par`, and what becomes of its barriers |
//! | `split.rs` | whether a block can be parted into launches at its barriers |
//! | `blocks.rs` | a `par` of nothing but `par`: blocks of threads |
//! | `sequential.rs` | statements of the host that use memory of the device: a kernel of one thread |
//! | `params.rs` | what a kernel gets |

mod blocks;
mod par;
mod params;
mod sequential;
mod split;

pub(crate) use par::MOST_THREADS;
