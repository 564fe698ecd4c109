//! A file's way: read, search, patch, read again.

use crate::atomic::{self, Atomics, Swap};
use crate::kernels::Kernels;
use crate::model::{Changed, FileRepair, KernelRepair, Options, Outcome};
use crate::patch::Patch;
use clang::tree::Language;
use inspect::accept::Accepting;
use inspect::assumed::Taken;
use inspect::model::{Fault, FileRun, KernelRun, Verdict, What};
use inspect::{Form, Input, Settings};
use races::Meets;
use solver::smt::SolverPool;
use text::edit::{Applied, EditSet};
use text::source::SourceFile;

/// Repairs the kernels of a file of CUDA or OpenCL; none if nothing can be read.
pub fn file(
    input: &Input,
    settings: &Settings,
    options: &Options,
    pool: &SolverPool,
) -> Option<FileRepair> {
    // What is accepted can be mended all the same.
    let settings = &Settings {
        accept: Accepting::default(),
        ..settings.clone()
    };
    let before = checked(input, settings, pool)?;
    let mut repair = FileRepair {
        before,
        kernels: Vec::new(),
        patched: None,
        after: None,
        rejected: None,
        atomics: None,
    };
    let Some(opened) = inspect::open(input, settings, &repair.before) else {
        return Some(repair);
    };
    let language = repair.before.language;
    let found = Kernels {
        opened: &opened,
        runs: &repair.before.kernels,
        options: &Options {
            grid: options.grid && language == Language::Cuda,
            warp: options.warp && language == Language::Cuda,
            ..options.clone()
        },
        says_memory: language == Language::OpenCl,
        text: &input.text,
        pool,
    }
    .searched();
    let (changes, points) = (found.changes, found.points);
    repair.kernels = found.kernels;
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
            after: after.clone(),
        },
        after,
    ))
}

fn checked(input: &Input, settings: &Settings, pool: &SolverPool) -> Option<FileRun> {
    let mut run = inspect::files(std::slice::from_ref(input), settings, Some(pool)).pop()?;
    // A kernel in a string is read at its place in the Python file, which is what is patched.
    if let (Form::Python, Some(first)) = (input.form, run.sources.first_mut()) {
        *first = SourceFile::new(first.name.clone(), input.text.clone());
    }
    Some(run)
}

fn applied(edits: &EditSet, run: &FileRun) -> Option<Applied> {
    edits.apply(&run.sources).ok()?.into_iter().next()?
}

/// Whether barriers have part in a fault.
pub fn is_about_barriers(fault: &Fault) -> bool {
    match fault.what {
        // That threads come with other arguments, or to a shuffle without others, is nothing that a barrier
        // changes.
        What::Divergence {
            meets: Meets::Arguments | Meets::Exchange,
            ..
        } => false,
        What::Race(_) | What::Divergence { .. } => true,
        What::Assertion(_)
        | What::Invariant { .. }
        | What::Bounds(_)
        | What::ConstantWrite(_)
        | What::BarrierInvariant
        | What::Permission
        | What::Covered { .. }
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
    if !repair.is_some_and(KernelRepair::mends) {
        let worse = after.verdict() > before.verdict();
        return worse.then(|| {
            let verdict = after.verdict().word();
            format!("with the barriers of other kernels, `{name}` is {verdict}")
        });
    }
    if open_orders(after) > open_orders(before) {
        // A barrier beside accesses orders them only if the compiler evaluates them as the checker does.
        return Some(format!(
            "with its barriers the meaning of `{name}` depends on the order of operands"
        ));
    }
    let bad = after.faults.iter().any(is_about_barriers) || !after.undecided.is_empty();
    let more = after.faults.len() > before.faults.len() || !after.errors.is_empty();
    (bad || more).then(|| format!("the patched kernel `{name}` is not proved"))
}

/// How many expressions there are whose meaning depends on an order of operands that the language leaves open.
fn open_orders(run: &KernelRun) -> usize {
    let orders = run
        .assumptions
        .iter()
        .filter(|one| one.kind == Taken::Order);
    orders.count()
}
