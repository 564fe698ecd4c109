//! A file's way: read, search, patch, read again.

use crate::atomic::{self, Atomics, Swap};
use crate::model::{Changed, FileRepair, KernelRepair, Options, Outcome};
use crate::patch::Patch;
use crate::points::{Site, remember, with_barriers};
use crate::search::{Search, search};
use clang::tree::Language;
use inspect::model::{Fault, FileRun, KernelRun, Verdict, What};
use inspect::{Input, Opened, Settings};
use ir::kernel::PatchPoint;
use races::Meets;
use solver::smt::SolverPool;
use std::collections::BTreeMap;
use text::edit::{Applied, EditSet};

/// Repairs the kernels of a file of CUDA or OpenCL; none if nothing can be read.
pub fn file(
    input: &Input,
    settings: &Settings,
    options: &Options,
    pool: &SolverPool,
) -> Option<FileRepair> {
    let before = checked(input, settings, pool)?;
    let mut repair = FileRepair {
        before,
        kernels: Vec::new(),
        patched: None,
        after: None,
        rejected: None,
        atomics: None,
    };
    let Some(opened) = inspect::open(input, settings) else {
        return Some(repair);
    };
    let (changes, points) = searched(&mut repair, opened, options, &input.text, pool);
    let patch = Patch {
        text: &input.text,
        language: repair.before.language,
        points: &points,
    };
    let job = Job {
        input,
        settings,
        pool,
    };
    barriers(&mut repair, &patch, &changes, &job);
    let found = atomics(&repair, &patch, &changes, &job);
    if let (Some((atomics, after)), true) = (&found, options.atomics) {
        repair.patched = Some(atomics.applied.clone());
        repair.after = Some(after.clone());
        repair.rejected = rejected(&repair);
    }
    repair.atomics = found.map(|(atomics, _)| atomics);
    Some(repair)
}

/// A text that is read and checked.
struct Job<'a> {
    input: &'a Input,
    settings: &'a Settings,
    pool: &'a SolverPool,
}

impl Job<'_> {
    /// The same with another text.
    fn checked(&self, text: &str) -> Option<FileRun> {
        let input = Input {
            text: text.to_owned(),
            ..self.input.clone()
        };
        checked(&input, self.settings, self.pool)
    }
}

/// The text with its barriers.
fn barriers(repair: &mut FileRepair, patch: &Patch<'_>, changes: &[Changed], job: &Job<'_>) {
    if changes.is_empty() {
        return;
    }
    let edits = patch.edits(changes);
    let Some(applied) = edits.and_then(|edits| applied(&edits, &repair.before)) else {
        repair.rejected = Some("the text has no room for a barrier there".to_owned());
        return;
    };
    repair.after = job.checked(&applied.text);
    repair.patched = Some(applied);
    repair.rejected = rejected(repair);
}

/// The text with atomic operations as well, where that helps kernels that barriers do not.
fn atomics(
    repair: &FileRepair,
    patch: &Patch<'_>,
    changes: &[Changed],
    job: &Job<'_>,
) -> Option<(Atomics, FileRun)> {
    if repair.rejected.is_some() {
        return None;
    }
    let mut edits = patch.edits(changes)?;
    let mut places = Vec::new();
    let mut swapped: Vec<Swap> = Vec::new();
    let mut wanted = Vec::new();
    for run in &repair.before.kernels {
        let hopeless = |one: &&KernelRepair| {
            one.name == run.name && matches!(one.outcome, Outcome::Hopeless(_))
        };
        if repair.kernels.iter().find(hopeless).is_none() {
            continue;
        }
        let Some(swaps) = atomic::swaps(patch, run) else {
            continue;
        };
        wanted.push(run.name.clone());
        for swap in swaps
            .into_iter()
            .filter(|swap| !swapped.contains(swap))
            .collect::<Vec<_>>()
        {
            swap.edit(&mut edits);
            let start = u32::try_from(swap.range.start).ok()?;
            places.push((start, swap.call.clone()));
            swapped.push(swap);
        }
    }
    if wanted.is_empty() {
        return None;
    }
    places.sort();
    let applied = applied(&edits, &repair.before)?;
    let after = job.checked(&applied.text)?;
    let now = |name: &String| after.kernels.iter().find(|one| one.name == *name);
    let stands = |name: &String| now(name).is_some_and(|k| k.verdict() == Verdict::Verified);
    // A kernel that was right, or was made so, stays so.
    let kept = repair.after.as_ref().unwrap_or(&repair.before);
    let right = kept
        .kernels
        .iter()
        .filter(|k| k.verdict() == Verdict::Verified);
    let kept = right.map(|k| &k.name).all(stands);
    (kept && wanted.iter().all(stands)).then_some((
        Atomics {
            applied,
            kernels: wanted,
            places,
        },
        after,
    ))
}

fn checked(input: &Input, settings: &Settings, pool: &SolverPool) -> Option<FileRun> {
    inspect::files(std::slice::from_ref(input), settings, Some(pool)).pop()
}

fn applied(edits: &EditSet, run: &FileRun) -> Option<Applied> {
    edits.apply(&run.sources).ok()?.into_iter().next()?
}

/// The repair of each kernel that has something wrong with it, one after the other: what one of them
/// needs is there for the next.
fn searched(
    repair: &mut FileRepair,
    opened: Opened,
    options: &Options,
    text: &str,
    pool: &SolverPool,
) -> (Vec<Changed>, BTreeMap<Site, PatchPoint>) {
    let language = repair.before.language;
    let options = Options {
        grid: options.grid && language == Language::Cuda,
        ..options.clone()
    };
    let mut module = opened.module.clone();
    let mut changes: Vec<Changed> = Vec::new();
    let mut points = BTreeMap::new();
    for run in &repair.before.kernels {
        let Some(kernel) = opened.kernel(run) else {
            continue;
        };
        if run.verdict() == Verdict::NotUnderstood {
            continue;
        }
        let checks = races::Options {
            // The patched text is checked as the user wants; until then one meaning is enough.
            overflow: match kernel.options.overflow {
                races::Overflow::Undefined | races::Overflow::Never => races::Overflow::Never,
                races::Overflow::Told | races::Overflow::Wraps => races::Overflow::Wraps,
            },
            ..kernel.options.clone()
        };
        let found = search(&Search {
            module: &module,
            kernel: kernel.function,
            checks: &checks,
            options: &options,
            says_memory: language == Language::OpenCl,
            text,
            pool,
        });
        for (site, patch) in &found.choices.patches {
            remember(&mut points, *site, patch);
        }
        if let Outcome::Repaired(all) = &found.kernel.outcome {
            module = with_barriers(&module, &found.choices, &found.chosen, found.how);
            for one in all {
                if !changes.iter().any(|known| known.site == one.site) {
                    changes.push(one.clone());
                }
            }
        }
        repair.kernels.push(KernelRepair {
            name: run.name.clone(),
            ..found.kernel
        });
    }
    changes.sort_by_key(|change| change.site.offset());
    (changes, points)
}

/// Whether barriers have part in a fault.
pub fn is_about_barriers(fault: &Fault) -> bool {
    match fault.what {
        // That threads come with other arguments is nothing that a barrier changes.
        What::Divergence {
            meets: Meets::Arguments,
            ..
        } => false,
        What::Race(_) | What::Divergence { .. } => true,
        What::Assertion
        | What::Invariant
        | What::Bounds(_)
        | What::ConstantWrite(_)
        | What::BarrierInvariant
        | What::Permission
        | What::NullAccess => false,
    }
}

/// Why the patched text is not what was wanted.
fn rejected(repair: &FileRepair) -> Option<String> {
    let Some(after) = &repair.after else {
        return Some("the patched text could not be read".to_owned());
    };
    if after.kernels.len() != repair.before.kernels.len() {
        return Some("the patched text has other kernels".to_owned());
    }
    let mut wrong =
        repair
            .before
            .kernels
            .iter()
            .zip(&after.kernels)
            .filter_map(|(before, after)| {
                let kernel = repair.kernels.iter().find(|one| one.name == before.name);
                worse(before, after, kernel)
            });
    wrong.next()
}

/// What speaks against a kernel of the patched text.
fn worse(before: &KernelRun, after: &KernelRun, repair: Option<&KernelRepair>) -> Option<String> {
    let name = &before.name;
    if before.name != after.name {
        return Some(format!("the patched text has no kernel `{name}`"));
    }
    if after.verdict() <= before.verdict() && before.verdict() == Verdict::Verified {
        return None;
    }
    let repaired = repair.is_some_and(|one| matches!(one.outcome, Outcome::Repaired(_)));
    if !repaired {
        let worse = after.verdict() > before.verdict();
        return worse.then(|| {
            let verdict = after.verdict().word();
            format!("with the barriers of other kernels, `{name}` is {verdict}")
        });
    }
    let bad = after.faults.iter().any(is_about_barriers) || !after.undecided.is_empty();
    let more = after.faults.len() > before.faults.len() || !after.errors.is_empty();
    (bad || more).then(|| format!("the patched kernel `{name}` is not proved"))
}
