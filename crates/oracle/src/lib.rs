//! Executes annotated programs on concrete values, so that the verifier and the
//! transformations can be proved wrong. It shares no code with the verifier.
//!
//! Each thread of a block has its own locals and holds exact permissions to places. Permissions are
//! split when a block is entered, as its contract says, exchanged at barriers, and given
//! back at the end; a use without a permission is a violation, and so is a contract, invariant
//! or assertion that is false. Which thread does the next statement is chosen by a seed.
//!
//! What cannot be run (a quantifier without bounds, a method without a body) is an outcome
//! of its own and never counts as passed.

pub mod codes;
pub mod division;
mod eval;
mod exec;
mod frame;
pub mod heap;
pub mod held;
pub mod input;
mod machine;
pub mod mutate;
mod naming;
pub mod outcome;
pub mod program;
mod race;
mod resource;
mod run;
mod show;
pub mod side_by_side;
pub mod value;

pub use machine::Limits;
pub use outcome::{Kind, Outcome, Stop, Violation};
pub use random::Random;
pub use run::{Call, on_large_stack, run};
pub use show::show;
