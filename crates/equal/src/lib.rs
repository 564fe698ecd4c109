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
//! | `launches.rs` | for which launches a pair is compared |
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
mod subject;
pub mod words;

pub use launches::{Wanted, parse};
pub use pair::{Ask, Side, compare, hindered};
