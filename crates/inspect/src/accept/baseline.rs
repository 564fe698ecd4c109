//! Findings that were there when a project began to check its kernels.
//!
//! A finding is known again by its file, its kernel, its code, its array and the texts of its source lines, not by their
//! numbers, so that a line put in before it changes nothing. Of findings that are alike in all of these as many are known
//! as were there.

use super::{Accepted, Accepting, By, Found};
use crate::model::{Fault, FileRun, Held, KernelRun, Satisfied, What};
use std::path::PathBuf;
use text::code::Code;
use text::source::SourceFile;

/// More lines of a launch than these do not distinguish it.
const MOST_LINES: usize = 50;

/// By what a finding is known again.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Identity {
    /// The kernel's name.
    pub kernel: String,
    /// The code.
    pub code: Code,
    /// The array, if it is about one.
    pub array: Option<String>,
    /// The texts of its lines without the blanks around, in order; of a race those of both accesses, of a launch all and
    /// the clause that it violates.
    pub lines: Vec<String>,
}

/// Findings that are known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Known {
    /// The file of the kernel, by its canonical path.
    pub file: PathBuf,
    /// By what they are known again.
    pub identity: Identity,
    /// How many there were.
    pub count: usize,
}

/// What of findings is known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Baseline {
    /// Nothing.
    #[default]
    Without,
    /// These, from a file of this name.
    Known(String, Vec<Known>),
    /// All that is found: it is about to be written to a file of this name.
    Recorded(String),
}

impl Identity {
    /// The identity of a finding.
    pub fn of(fault: &Fault, kernel: &str) -> Identity {
        let (array, mut lines) = match &fault.what {
            What::Race(race) => (
                Some(race.array.clone()),
                vec![race.first.spot.line.clone(), race.second.spot.line.clone()],
            ),
            What::Bounds(array) | What::ConstantWrite(array) | What::Covered { array, .. } => {
                (Some(array.clone()), vec![fault.spot.line.clone()])
            }
            What::Divergence { .. }
            | What::Assertion(_)
            | What::Invariant { .. }
            | What::NullAccess
            | What::BarrierInvariant
            | What::Permission => (None, vec![fault.spot.line.clone()]),
        };
        lines.sort();
        Identity {
            kernel: kernel.to_owned(),
            code: fault.code,
            array,
            lines,
        }
    }

    /// The identity of a launch that violates a contract; none if it stands in a header.
    pub(crate) fn of_launch(held: &Held, kernel: &str, file: &SourceFile) -> Option<Identity> {
        // All that it passes: another launch may begin as this one does.
        let last = (held.span.end as usize).saturating_sub(1);
        let last = file.line_column(last).line.max(held.line?);
        let own = (held.line?..=last).take(MOST_LINES);
        let mut lines: Vec<String> = own
            .map(|line| file.line_text(line).trim().to_owned())
            .collect();
        if let Satisfied::Violates { clause, .. } = &held.status {
            lines.push(format!("requires {clause}"));
        }
        Some(Identity {
            kernel: kernel.to_owned(),
            code: Code::K310,
            array: None,
            lines,
        })
    }
}

impl Baseline {
    /// Whether a finding is known of which so many were seen before that are alike.
    fn knows(&self, found: &Found<'_>, identity: &Identity, seen: usize) -> Option<String> {
        match self {
            Baseline::Without => None,
            Baseline::Recorded(name) => Some(name.clone()),
            Baseline::Known(name, all) => {
                let own = all.iter().filter(|one| {
                    one.identity == *identity && super::is_file(found.file, &one.file)
                });
                let count = own.fold(0usize, |all, one| all.saturating_add(one.count));
                (seen < count).then(|| name.clone())
            }
        }
    }
}

/// The findings of one kernel that were looked at so far, of those that are known.
struct Seen<'a> {
    baseline: &'a Baseline,
    denied: bool,
    all: Vec<Identity>,
}

impl Seen<'_> {
    fn take(&mut self, found: &Found<'_>, identity: Identity) -> Option<Accepted> {
        if !super::is_finding(found.code) {
            return None;
        }
        let alike = self.all.iter().filter(|one| **one == identity).count();
        let name = self.baseline.knows(found, &identity, alike)?;
        self.all.push(identity);
        Some(Accepted {
            reason: "it was there before".to_owned(),
            by: By::Baseline(name),
            denied: self.denied,
        })
    }
}

/// Marks the findings of a kernel that are known and that nobody else has accepted.
pub(super) fn mark(result: &mut KernelRun, accepting: &Accepting, file: &str) {
    let Some(denied) = accepting.denied() else {
        return;
    };
    let mut seen = Seen {
        baseline: &accepting.baseline,
        denied,
        all: Vec::new(),
    };
    for fault in &mut result.faults {
        if fault.accepted.is_none() {
            let found = Found::of(fault, (file, &result.name));
            fault.accepted = seen.take(&found, Identity::of(fault, &result.name));
        }
    }
}

/// The same of the launches that violate its contract.
pub(super) fn mark_launches(result: &mut KernelRun, accepting: &Accepting, file: &SourceFile) {
    let Some(denied) = accepting.denied() else {
        return;
    };
    let mut seen = Seen {
        baseline: &accepting.baseline,
        denied,
        all: Vec::new(),
    };
    for held in &mut result.launches {
        let violates = held.is_violation() && held.accepted.is_none();
        let identity = Identity::of_launch(held, &result.name, file).filter(|_| violates);
        if let Some(identity) = identity {
            let found = Found {
                code: Code::K310,
                kernel: &result.name,
                file: &file.name,
                places: Vec::new(),
            };
            held.accepted = seen.take(&found, identity);
        }
    }
}

/// The findings of each check of a kernel of this file that a baseline knows, or would.
pub fn known(run: &FileRun) -> Vec<Vec<Identity>> {
    let by_baseline = |one: &Option<Accepted>| {
        let by = one.as_ref().map(|one| &one.by);
        matches!(by, Some(By::Baseline(_)))
    };
    let of = |kernel: &KernelRun| -> Vec<Identity> {
        let faults = kernel
            .faults
            .iter()
            .filter(|one| by_baseline(&one.accepted));
        let faults = faults.map(|fault| Identity::of(fault, &kernel.name));
        let launches = kernel.launches.iter();
        let launches = launches.filter(|one| by_baseline(&one.accepted));
        let file = run.sources.first();
        let launches = launches.filter_map(|one| Identity::of_launch(one, &kernel.name, file?));
        faults.chain(launches).collect()
    };
    run.kernels.iter().map(of).collect()
}
