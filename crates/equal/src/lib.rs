//! Whether two kernels compute the same: for every content of memory, in given launches.
//!
//! Both launches are executed with symbolic contents ([`symbolic`]), and what they leave is compared; that neither races is
//! shown by `races`, through [`inspect`]. Where terms are not the same, both are executed on numbers (`executor`), which may
//! show that they differ.
//!
//! | file | decides |
//! |---|---|
//! | `model.rs` | the data, and the verdict that it amounts to |
//! | `matched.rs` | which parameter is which |
//! | `sequence.rs` | launches one after the other, as words |
//! | `launches.rs` | for which launches a pair is compared |
//! | `work.rs` | a pair at work: parameters and arrays of all its launches |
//! | `pair.rs` | a pair: its launches, terms, checks |
//! | `beyond.rs` | what the new kernel accesses beyond the old one |
//! | `concrete.rs` | executions on numbers |
//! | `every.rs` | both kernels for all sizes |
//! | `words.rs`, `messages.rs`, `subject.rs` | what is said of a pair |

mod beyond;
mod concrete;
mod every;
mod launches;
mod matched;
mod messages;
pub mod model;
mod pair;
mod sequence;
mod subject;
pub mod words;
mod work;

pub use launches::{Wanted, parse};
pub use pair::{Ask, Side, Step, compare, compare_sequences, hindered};
pub use sequence::{Bound, Launched, bound, sequence};
