//! Findings that were there when a project began to check its kernels.
//!
//! A finding is known again by its file, its kernel, its code, its array and the texts of its source lines, not by their
//! numbers, so that a line put in before it changes nothing. Of findings that are alike in all of these as many are known
//! as were there.

use super::{Accepted, By, Found};
use crate::model::{Fault, FileRun, Held, KernelRun, What};
use std::path::PathBuf;
use text::code::Code;
use text::source::SourceFile;

/// By what a finding is known again.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Identity {
    /// The kernel's name.
    pub kernel: String,
    /// The code.
    pub code: Code,
    /// The array, if it is about one.
    pub array: Option<String>,
    /// The texts of its lines without the blanks around, in order; of a race those of both accesses.
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
            What::Bounds(array) | What::ConstantWrite(array) => {
                (Some(array.clone()), vec![fault.spot.line.clone()])
            }
            What::Divergence { .. }
            | What::Assertion
            | What::Invariant
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
        Some(Identity {
            kernel: kernel.to_owned(),
            code: Code::K310,
            array: None,
            lines: vec![file.line_text(held.line?).trim().to_owned()],
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
                let count: usize = own.map(|one| one.count).sum();
                (seen < count).then(|| name.clone())
            }
        }
    }
}

/// Marks the findings of a kernel that are known and that nobody else has accepted.
pub(super) fn mark(
    result: &mut KernelRun,
    (baseline, denied): (&Baseline, bool),
    file: &SourceFile,
) {
    let mut seen: Vec<Identity> = Vec::new();
    let mut known = |found: &Found<'_>, identity: Identity| {
        let alike = seen.iter().filter(|one| **one == identity).count();
        let name = baseline.knows(found, &identity, alike)?;
        seen.push(identity);
        Some(Accepted {
            reason: "it was there before".to_owned(),
            by: By::Baseline(name),
            denied,
        })
    };
    let kernel = result.name.clone();
    for fault in &mut result.faults {
        if fault.accepted.is_none() {
            let found = Found::of(fault, (&file.name, &kernel));
            fault.accepted = known(&found, Identity::of(fault, &kernel));
        }
    }
    for held in &mut result.launches {
        let violates = held.is_violation() && held.accepted.is_none();
        let identity = Identity::of_launch(held, &kernel, file).filter(|_| violates);
        if let Some(identity) = identity {
            let found = Found {
                code: Code::K310,
                kernel: &kernel,
                file: &file.name,
                places: Vec::new(),
            };
            held.accepted = known(&found, identity);
        }
    }
}

/// The findings of a file that a baseline knows, or would.
pub fn known(run: &FileRun) -> Vec<Identity> {
    let by_baseline = |one: &Option<Accepted>| {
        matches!(
            one,
            Some(Accepted {
                by: By::Baseline(_),
                ..
            })
        )
    };
    let mut all = Vec::new();
    for kernel in &run.kernels {
        let faults = kernel
            .faults
            .iter()
            .filter(|one| by_baseline(&one.accepted));
        all.extend(faults.map(|fault| Identity::of(fault, &kernel.name)));
        let launches = kernel.launches.iter();
        let launches = launches.filter(|one| by_baseline(&one.accepted));
        if let Some(file) = run.sources.first() {
            all.extend(launches.filter_map(|one| Identity::of_launch(one, &kernel.name, file)));
        }
    }
    all
}
