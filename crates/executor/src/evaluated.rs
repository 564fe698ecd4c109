//! Which operations a run evaluated.

use kernel_graph::Expr;
use rustc_hash::FxHashSet;

/// The operations with two operands that a run evaluated for some thread, of the module that it was about.
#[derive(Clone, Debug, Default)]
pub struct Evaluated(FxHashSet<usize>);

impl Evaluated {
    pub(crate) fn add(&mut self, operation: &Expr) {
        self.0.insert(std::ptr::from_ref(operation).addr());
    }

    /// Whether an operation is among them: the very expression of the module that was executed, not one like it.
    pub fn has(&self, operation: &Expr) -> bool {
        self.0.contains(&std::ptr::from_ref(operation).addr())
    }
}
