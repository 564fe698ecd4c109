//! How long the arrays that a launch passes have to be so that all accesses stay within them.
//!
//! Of a verified kernel lengths are proposed, as numbers over sizes and parameters, and the first one counts of which all
//! accesses are shown to stay below it. Nothing else is asked: a length adds no fact to what is known, so that the answer on
//! races and barriers is the same with it.

use super::decide::decide;
use super::options::Options;
use super::work::Work;
use crate::overflow::Overflow;
use crate::questions::Sources;
use crate::report::{Assumption, Report};
use contracts::Number;
use kernel_graph::{ArrayId, FunctionId, Module};
use solver::smt::SolverPool;
use solver::term::{Term, add, and, int, le, mul};
use std::collections::BTreeSet;

/// Lengths that are proposed for an array, in elements; the first ones are preferred.
pub type Proposed = (ArrayId, Vec<Number>);

/// An array of a launch whose accesses stay below a length.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Long {
    /// The array.
    pub array: ArrayId,
    /// So many elements are enough.
    pub elements: Number,
}

/// What was shown about lengths.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lengths {
    /// The lengths.
    pub shown: Vec<Long>,
    /// What they rest on.
    pub assumptions: Vec<Assumption>,
    /// How many questions were asked.
    pub questions: usize,
}

/// So many lengths of an array are tried where another meaning of arithmetic follows, with which most are shown.
const FEW: usize = 2;

/// So many of an array at most; those that a user gives come first.
const MOST: usize = 3;

/// Shows for arrays of a verified kernel that accesses stay below one of the lengths that are proposed: with arithmetic that
/// wraps first, if that is how the kernel was verified, then with what is taken to fit.
pub fn lengths(
    module: &Module,
    kernel: FunctionId,
    options: &Options,
    pool: &SolverPool,
    (verified, proposed): (&Report, &[Proposed]),
) -> Lengths {
    let sources = Sources::new(pool, options.budget);
    let nothing = BTreeSet::new();
    let meanings = meanings(options.overflow, verified);
    let mut found = Lengths::default();
    for (at, overflow) in meanings.iter().enumerate() {
        let mut open = proposed.to_vec();
        open.retain(|(array, _)| found.shown.iter().all(|one| one.array != *array));
        let few = match at + 1 < meanings.len() {
            true => FEW,
            false => MOST,
        };
        open.iter_mut().for_each(|(_, all)| all.truncate(few));
        if open.is_empty() {
            break;
        }
        let options = Options {
            overflow: *overflow,
            lengths: Some(open.clone()),
            explain: None,
            ..options.clone()
        };
        let options = match overflow {
            // Most is seen soon, or with what is taken to fit.
            Overflow::Wraps => options.with_a_glance(),
            Overflow::Told | Overflow::Undefined | Overflow::Never | Overflow::Excluded => {
                options.with_little()
            }
        };
        let mut report = Report::default();
        let source = sources.little();
        let answered = decide((module, kernel), (&options, &nothing), source, &mut report);
        found.questions += report.questions;
        // What is assumed must hold in some launch.
        let counts = answered.is_ok() && report.undecided.is_empty() && report.findings.is_empty();
        if counts && !report.long.is_empty() {
            found.shown.extend(report.long);
            found.assumptions.extend(report.assumptions);
        }
    }
    found
}

/// The meanings of signed arithmetic with which more is asked of a kernel that is verified, one after the other.
pub(super) fn meanings(overflow: Overflow, verified: &Report) -> &'static [Overflow] {
    let mut taken = verified.assumptions.iter();
    match overflow {
        // What annotations say was shown with this meaning alone.
        Overflow::Undefined if taken.any(|one| matches!(one, Assumption::Fits(..))) => {
            &[Overflow::Undefined]
        }
        Overflow::Undefined => &[Overflow::Wraps, Overflow::Undefined],
        Overflow::Told => &[Overflow::Wraps],
        Overflow::Wraps => &[Overflow::Wraps],
        Overflow::Never => &[Overflow::Never],
        Overflow::Excluded => &[],
    }
}

impl Work<'_, '_> {
    /// Notes the lengths that are enough.
    pub(super) fn lengths(&mut self) {
        let run = self.run;
        for (array, numbers) in &run.lengths {
            let size = self.module.array(*array).map(|array| array.layout.size);
            let Some(size) = size.filter(|size| *size > 0) else {
                continue;
            };
            let accesses = run.summary.accesses.iter();
            let accesses = accesses.filter(|access| access.array == *array);
            let accesses: BTreeSet<(Term, Term, Term)> = accesses
                .map(|one| (one.condition.clone(), one.offset.clone(), one.bytes.clone()))
                .collect();
            let enough = numbers.iter().find(|(_, term)| {
                let length = mul(solver::term::big(size.into()), term.clone());
                let within = accesses.iter().map(|(condition, offset, bytes)| {
                    let end = add(vec![offset.clone(), bytes.clone()]);
                    let within = and(vec![le(int(0), offset.clone()), le(end, length.clone())]);
                    (condition.clone(), within)
                });
                self.follow(&within.collect::<Vec<_>>())
            });
            if let Some((elements, _)) = enough {
                self.report.long.push(Long {
                    array: *array,
                    elements: elements.clone(),
                });
            }
        }
    }
}
