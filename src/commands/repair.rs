//! `alpinist repair`: the fewest barriers that make kernels free of races and divergence.

use crate::cli::kernels::{KernelArgs, OnlyCheck, RepairArgs};
use crate::commands::repair_review;
use crate::files::Place;
use crate::kernels::{self, Job};
use crate::output::Failure;
use crate::run::files::Replacement;
use crate::run::gate::{Gate, Gated};
use crate::run::settings::{About, Settings};
use crate::run::workers::Workers;
use crate::run::{self, Closed, Giving, Run};
use ::repair::model::Options;
use ::text::code::Code;
use ::text::diagnostics::Diagnostic;
use inspect::model::FileRun;
use inspect::{Form, Input};
use report::status::Status;
use solver::smt::SolverPool;
use std::path::{Path, PathBuf};

/// Repairs kernels.
///
/// # Errors
/// If the solver is not to be had, a file cannot be written, or the settings are wrong.
pub fn run(args: &RepairArgs) -> Result<Closed, Failure> {
    let settings = Settings {
        writes: args.html.iter().cloned().collect(),
        ..Settings::of_kernels(&args.kernels, About::Repairs)
    };
    run::run(settings, |run| repaired(args, run))
}

fn repaired(args: &RepairArgs, run: &mut Run) -> Result<(), Failure> {
    if args.kernels.only == Some(OnlyCheck::Divergence) {
        let message = "a repair without a look at races would remove what orders them";
        return Err(Diagnostic::global(Code::C001, message).into());
    }
    if args.in_place && args.kernels.files.contains(&Place::Stdin) {
        let message = "--in-place cannot replace standard input";
        let help = "leave --in-place out, and the changes go to standard output as a diff";
        return Err(Diagnostic::global(Code::C010, message)
            .with_help(help)
            .into());
    }
    let giving = match (args.in_place, args.check) {
        (true, _) => Giving::InPlace,
        (false, true) => Giving::Check,
        (false, false) => Giving::Difference,
    };
    let jobs = all(&args.kernels, &options(args), giving, run)?;
    if let Some(path) = &args.html {
        page(path, &jobs, run)?;
    }
    if args.in_place {
        write(&jobs, run);
    }
    Ok(())
}

/// Why a page is refused.
pub fn one_page() -> Failure {
    Diagnostic::global(Code::C001, "a page shows the repair of one file").into()
}

/// A repair's job, and the path of its file.
pub struct Repaired {
    /// What was read, and how it was checked.
    pub job: Job,
    path: Option<PathBuf>,
}

/// Repairs files with what `alpinist.toml` says of them, and shows it: one job for each repair of the run.
///
/// # Errors
/// If the solver is not to be had, or the settings are wrong.
pub fn all(
    args: &KernelArgs,
    options: &Options,
    giving: Giving,
    run: &mut Run,
) -> Result<Vec<Repaired>, Failure> {
    let (files, problems) = kernels::inputs(args);
    run.all_problems(problems);
    let workers = match files.is_empty() {
        true => None,
        false => Some(run.workers()?),
    };
    let mut found: Vec<(Gated, Repaired)> = Vec::new();
    let mut problems = Vec::new();
    for (mut input, path) in files {
        let first = found.len();
        // A file may have several entries in the settings: each sees what was changed before.
        let jobs = kernels::jobs_of(&input, path.as_deref(), args, run.config());
        let several = jobs.len() > 1;
        for job in jobs {
            if !kernels::is_possible(&job, &mut problems) {
                continue;
            }
            let mut settings = job.1;
            settings.keep = workers.as_ref().map(Workers::keep);
            let pool = workers.as_ref().map(|workers| &*workers.pool);
            // Each string sees what was changed in those before.
            let strings = match input.form {
                Form::Python => inspect::strings(&input, &settings),
                Form::Source(_) => 1,
            };
            let several = several || strings > 1;
            for string in 0..strings {
                settings.string = (strings > 1).then_some(string);
                let before = input.clone();
                let repair = pool.and_then(|pool| ::repair::file(&input, &settings, options, pool));
                // Of what the entries leave over, or in one of the strings, there may be no kernel.
                let repair = repair.filter(|one| !(several && is_empty(&one.before)));
                if let Some(repair) = repair {
                    let repair = run.gate().check_repair(repair);
                    if let Some(text) = repair.repair().text() {
                        input.text = text.to_owned();
                    }
                    let job = (before, settings.clone());
                    let path = path.clone();
                    found.push((repair, Repaired { job, path }));
                }
            }
        }
        if let Some(pool) = workers.as_ref().map(|workers| &*workers.pool) {
            let own = found.get_mut(first..).unwrap_or_default();
            check_together(own, &input, run.gate(), pool);
        }
    }
    workers.as_ref().map_or(Ok(()), Workers::confirm)?;
    if let Some(workers) = workers.as_ref().filter(|_| !run.settings().quiet) {
        run.cache_troubles(workers.troubles());
    }
    run.all_problems(problems);
    let read = |(repair, _): &(Gated, Repaired)| repair.repair().before.clone();
    let before: Vec<FileRun> = found.iter().map(read).collect();
    let jobs = found.iter().map(|(_, repaired)| &repaired.job);
    let mut missing = kernels::without_template(&args.instantiate, &before);
    missing.extend(kernels::without_kernel(jobs, &before));
    for problem in missing {
        run.problem((problem, Vec::new()));
    }
    let mut jobs = Vec::new();
    for (repair, job) in found {
        run.repair(repair, giving)?;
        jobs.push(job);
    }
    Ok(jobs)
}

/// Whether nothing in a file was looked at, and nothing is wrong with it.
fn is_empty(run: &FileRun) -> bool {
    run.kernels.is_empty() && run.errors.is_empty()
}

/// What one entry of a file gets is checked as the others have it: a barrier that is right with the macros of
/// one may diverge with those of another, and strings of Python may share a part. Where it is, none of them is given out.
fn check_together(found: &mut [(Gated, Repaired)], last: &Input, gate: &Gate, pool: &SolverPool) {
    let texts = found
        .iter()
        .filter(|(one, _)| one.repair().text().is_some());
    if found.len() < 2 || texts.count() == 0 {
        return;
    }
    let verified = |(one, Repaired { job, .. }): &(Gated, Repaired)| {
        if one.repair().last().status() != Status::Holds {
            return true;
        }
        let runs = inspect::files(std::slice::from_ref(last), &job.1, Some(pool));
        !runs.is_empty()
            && runs.into_iter().all(|mut run| {
                gate.check_kernels(&mut run);
                run.status() == Status::Holds
            })
    };
    if !found.iter().all(verified) {
        for (one, _) in found.iter_mut() {
            let why = "with the changes for all its strings, or entries in alpinist.toml, the file is not verified";
            one.reject(why.to_owned());
        }
    }
}

fn options(args: &RepairArgs) -> Options {
    Options {
        grid: !args.no_grid,
        warp: !args.no_warp,
        remove: args.remove,
        apart: !args.no_split,
        atomics: args.atomics,
        loop_weight: args.loop_weight.into(),
        grid_weight: args.grid_weight.into(),
        ..Options::default()
    }
}

/// The page that shows the repair of one file.
fn page(path: &Path, jobs: &[Repaired], run: &mut Run) -> Result<(), Failure> {
    let ([repair], [Repaired { job, .. }]) = (run.repairs(), jobs) else {
        return Err(one_page());
    };
    let review = repair_review::review(repair, (&job.0, &job.1));
    run.rewrite(vec![Replacement::new(path, ::review::html::page(&review))]);
    Ok(())
}

/// The files get what is proved; of several repairs of one, the text of the last.
fn write(jobs: &[Repaired], run: &mut Run) {
    let mut changed: Vec<Replacement> = Vec::new();
    for (repair, job) in run.repairs().iter().zip(jobs) {
        let (Some(path), Some(text)) = (&job.path, repair.text()) else {
            continue;
        };
        let old = repair.before.sources.first();
        match changed.iter_mut().find(|before| before.path == *path) {
            Some(before) => before.text = text.to_owned(),
            None => changed.push(Replacement {
                old: old.map(|source| source.text.clone()),
                ..Replacement::new(path, text)
            }),
        }
    }
    run.replace_together(changed);
}
