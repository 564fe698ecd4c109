//! Who watches while proofs are sought.

use seplog::{Observer, Silent};

/// Watches the stages of a run, and within each what is proved.
pub trait Watch: Observer {
    /// Does the work of a stage, and gives what the work gives. The name of the `stage` begins
    /// the names of the questions that are asked in it.
    fn during<T>(&self, stage: &str, work: impl FnOnce() -> T) -> T;
}

impl Watch for Silent {
    fn during<T>(&self, _: &str, work: impl FnOnce() -> T) -> T {
        work()
    }
}
