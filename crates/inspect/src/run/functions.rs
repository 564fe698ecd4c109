//! Functions that a kernel calls, checked by their contracts alone: for all arguments that satisfy what they require, as
//! GPUVerify does where it does not inline them.
//!
//! What memory contains, and what others write, is not known of a function alone; a finding in which it takes part is none.

use super::kernel::Checked;
use crate::decide::Decided;
use crate::model::{Fault, KernelRun, What};
use crate::sizes;
use kernel_graph::{Annotation, Callee, Function, FunctionId, Module, StmtKind};
use races::Reason;
use std::borrow::Cow;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

/// How the names of functions begin that only say what another one does.
const SPECIFICATION: &str = "__spec_";

impl Checked<'_> {
    /// Adds what is wrong with the functions that the kernel calls.
    pub(super) fn by_contract(&self, result: &mut KernelRun) {
        let ids = (0u32..).take(self.module.functions.len()).map(FunctionId);
        let is_kernel = |id: &FunctionId| {
            let function = self.module.functions.get(id.0 as usize);
            function.is_some_and(|function| function.kernel)
        };
        let kernels: Vec<FunctionId> = ids.clone().filter(is_kernel).collect();
        for id in ids.filter(|id| *id != self.kernel) {
            let function = self.module.functions.get(id.0 as usize);
            let Some(function) = function.filter(|one| claims(self.module, one)) else {
                continue;
            };
            let calls = |kernel: FunctionId| {
                let reached = sizes::reached(self.module, kernel);
                reached.iter().any(|one| std::ptr::eq(*one, function))
            };
            // One that no kernel calls is looked at with the first kernel.
            if !calls(self.kernel)
                && (kernels.first() != Some(&self.kernel) || kernels.iter().any(|one| calls(*one)))
            {
                continue;
            }
            for fault in self.of_function(id) {
                let same = |other: &Fault| {
                    other.spot.span == fault.spot.span
                        && std::mem::discriminant(&other.what)
                            == std::mem::discriminant(&fault.what)
                };
                if !result.faults.iter().any(same) {
                    result.faults.push(fault);
                }
            }
        }
    }

    /// What may not hold in a function.
    fn of_function(&self, id: FunctionId) -> Vec<Fault> {
        let mut module = self.module.clone();
        if let Some(function) = module.functions.get_mut(id.0 as usize) {
            function.kernel = true;
        }
        let alone = Checked {
            module: &module,
            kernel: id,
            starts: Vec::new(),
            steps_left: AtomicU64::new(0),
            units_left: Arc::clone(&self.units_left),
            ..*self
        };
        let chosen = sizes::choose(&module, id, &self.settings.sizes);
        let mut options = alone.options(chosen.sizes);
        options.races = false;
        options.arguments.clear();
        let report = alone.asked(&module, &options);
        let decided = Decided {
            module: Cow::Borrowed(&module),
            chosen,
            report,
            clauses: Vec::new(),
            passed: Vec::new(),
        };
        let findings = decided.report.findings.iter().filter(|finding| {
            let claimed = matches!(
                finding.fault,
                races::Fault::Broken(
                    Reason::Assertion
                        | Reason::Invariant
                        | Reason::Entry
                        | Reason::Precondition
                        | Reason::Postcondition
                )
            );
            claimed && finding.abstractions.is_empty()
        });
        let faults = findings.map(|finding| alone.fault(finding, &decided));
        faults
            .filter(|fault| matches!(fault.what, What::Assertion(_) | What::Invariant { .. }))
            .collect()
    }
}

/// Whether a function says something that has to hold, or calls one that requires something.
fn claims(module: &Module, function: &Function) -> bool {
    let body = |function: &Function, holds: &dyn Fn(&StmtKind) -> bool| {
        let stmts = function.blocks.iter().flat_map(|block| &block.stmts);
        stmts.map(|stmt| &stmt.kind).any(holds)
    };
    let demands = |called: &Function| {
        body(
            called,
            &|kind| matches!(kind, StmtKind::Annotation(said) if matches!(plain(said), Annotation::Requires(_))),
        )
    };
    let claims = |kind: &StmtKind| {
        if let StmtKind::Annotation(said) = kind {
            return matches!(
                plain(said),
                Annotation::Assert(_) | Annotation::Invariant(_) | Annotation::Ensures(_)
            );
        }
        let StmtKind::Call {
            callee: Callee::Function(callee),
            ..
        } = kind
        else {
            return false;
        };
        module.functions.get(callee.0 as usize).is_some_and(demands)
    };
    !function.kernel && !function.name.starts_with(SPECIFICATION) && body(function, &claims)
}

/// An annotation, whether it is about all threads or not.
fn plain(said: &Annotation) -> &Annotation {
    if let Annotation::Everywhere(inner) = said {
        return inner;
    }
    said
}
