//! What clang answered in earlier runs of this program.

use std::fmt::Debug;

/// Keeps answers of clang from one run of this program to the next. It may forget; it must not give an
/// answer to another key.
pub trait Keep: Send + Sync + Debug {
    /// The answer for a key.
    fn load(&self, key: &str) -> Option<Vec<u8>>;

    /// Keeps an answer.
    fn store(&self, key: &str, answer: &[u8]);

    /// Clang is about to be run, for there is no answer: more work is to be expected.
    fn missed(&self) {}
}
