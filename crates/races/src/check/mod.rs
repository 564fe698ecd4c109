//! From a kernel to its report.

mod assumptions;
mod attempts;
mod core;
mod covers;
mod decide;
mod divergence;
mod explain;
mod index_names;
mod lengths;
mod options;
mod prepared;
mod races;
mod slice;
mod work;

use self::attempts::Attempts;
pub use self::covers::{Covers, Once, covers};
use self::decide::decide;
pub(crate) use self::decide::execute;
pub(crate) use self::divergence::Two;
pub use self::lengths::{Lengths, Long, Proposed, lengths};
pub(crate) use self::options::GLANCE;
pub use self::options::{Contents, Looks, Options, Witness};
pub(crate) use self::prepared::prepared;
pub(crate) use self::work::Work;
use crate::accesses::Reason;
use crate::questions::{Source, Sources};
use crate::report::{Fault, Report};
use kernel_graph::{FunctionId, Module, Place};
use solver::smt::SolverPool;
use std::collections::BTreeSet;

/// Checks one kernel of a module.
pub fn check(module: &Module, kernel: FunctionId, options: &Options, pool: &SolverPool) -> Report {
    let mut left_out: BTreeSet<Place> = BTreeSet::new();
    let sources = Sources::new(pool, options.budget);
    loop {
        let attempts = Attempts {
            of: (module, kernel),
            options,
            left_out: &left_out,
            sources: &sources,
            questions: 0,
        };
        let mut report = attempts.report();
        report.units = sources.spent();
        let broken = report.findings.iter().filter(|finding| {
            let invariant = Fault::Broken(Reason::Invariant);
            let entry = Fault::Broken(Reason::Entry);
            options.try_invariants && (finding.fault == invariant || finding.fault == entry)
        });
        let before = left_out.len();
        left_out.extend(report.dropped.iter().copied());
        // What may not hold although all the others do is no invariant.
        left_out.extend(broken.map(|finding| finding.place));
        if left_out.len() == before {
            return report;
        }
    }
}

/// One check, with one meaning of signed arithmetic.
fn attempt(
    (module, kernel): (&Module, FunctionId),
    options: &Options,
    left_out: &BTreeSet<Place>,
    source: &Source<'_>,
) -> Report {
    let name = module
        .functions
        .get(kernel.0 as usize)
        .map(|f| f.name.clone());
    let mut report = Report {
        kernel: name.unwrap_or_default(),
        ..Report::default()
    };
    if let Err(lack) = decide((module, kernel), (options, left_out), source, &mut report) {
        report.undecided.push(lack);
    }
    report
}
