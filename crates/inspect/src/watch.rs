//! Who watches a run over kernels. What is watched decides no verdict.

use crate::model::Verdict;
use std::fmt::Debug;

/// Hears of kernels as they are checked, from any thread.
pub trait Watch: Debug + Send + Sync {
    /// A file was read that has so many kernels to check.
    fn stated(&self, kernels: usize);

    /// A kernel's check begins.
    fn started(&self, kernel: &str);

    /// A kernel's check is done.
    fn finished(&self, kernel: &str, verdict: Verdict);
}
