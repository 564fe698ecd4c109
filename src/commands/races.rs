//! `alpinist races`: are kernels free of races, divergence, and in bounds?

use crate::cli::kernels::{Cover, Emit, KernelArgs, RacesArgs};
use crate::kernels::{self, Job};
use crate::output::Failure;
use crate::progress::{self, Mode};
use crate::run::settings::{About, Settings};
use crate::run::workers::Workers;
use crate::run::{self, Closed, Run};
use ::text::code::Code;
use ::text::diagnostics::Diagnostic;
use ::text::nearest::nearest;
use inspect::model::FileRun;
use inspect::{Clause, Contracts};
use solver::smt::SolverPool;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Instant;

/// Checks kernels.
///
/// # Errors
/// If the solver is not to be had, an output cannot be written, or the settings are wrong.
pub fn run(args: &RacesArgs) -> Result<Closed, Failure> {
    let settings = Settings::of_kernels(&args.kernels, About::Kernels);
    run::run(settings, |run| {
        let (mut jobs, problems) = kernels::jobs(&args.kernels, run.config());
        for (_, settings) in &mut jobs {
            settings.checks.explain = args.explain_proof;
            let requires = args.requires.iter().flat_map(|clauses| &clauses.0);
            settings.checks.requires = requires.cloned().collect();
            let covers = args.covers.iter();
            let covers = covers.map(|one| (one.0.clone(), one.1.clone()));
            settings.checks.covers = covers.collect();
            if args.no_infer || settings.checks.iterations.is_some() {
                settings.checks.contracts = Contracts::Given;
            }
        }
        run.all_problems(problems);
        match args.emit {
            Some(Emit::Ir) => emit(run, jobs),
            None => check(run, jobs, args),
        }
    })
}

/// Names on the command line that are no parameter of any kernel.
fn unknown_names(args: &RacesArgs, runs: &[FileRun]) -> Vec<Diagnostic> {
    let kernels = runs.iter().flat_map(|run| &run.kernels);
    let parameters = kernels.flat_map(|kernel| &kernel.parameters);
    let all: BTreeSet<&str> = parameters.map(|one| one.name.as_str()).collect();
    let covers = args.covers.iter();
    let covers = covers.map(|Cover(name, _)| ("--covers", name.clone()));
    let clauses = args.requires.iter().flat_map(|clauses| &clauses.0);
    // Without kernels there is something else wrong.
    let clauses = clauses.filter(|_| !all.is_empty()).flat_map(Clause::names);
    let requires = clauses.filter_map(|name| {
        let parameter = name.argument()?.parameter().to_owned();
        Some(("--requires", parameter))
    });
    let named: BTreeSet<(&str, String)> = covers.chain(requires).collect();
    let missing = named
        .into_iter()
        .filter(|(_, name)| !all.contains(name.as_str()));
    let said = missing.map(|(option, name)| {
        let message = format!("{option}: no kernel has a parameter `{name}`");
        let message = Diagnostic::global(Code::C001, message);
        match nearest(&name, all.iter().copied()) {
            Some(near) => message.with_help(format!("did you mean `{near}`?")),
            None => message,
        }
    });
    said.collect()
}

fn check(run: &mut Run, jobs: Vec<Job>, args: &RacesArgs) -> Result<(), Failure> {
    with_workers(run, jobs, &args.kernels, |run, checked| {
        let missing = unknown_names(args, checked.runs);
        run.all_problems(missing.into_iter().map(|one| (one, Vec::new())).collect());
        Ok(())
    })
}

/// What came of files, while those are still there who can be asked more.
pub struct Checked<'a> {
    /// How the files were checked.
    pub jobs: &'a [Job],
    /// What came of them, after the gate.
    pub runs: &'a [FileRun],
    /// The solvers.
    pub pool: Option<&'a SolverPool>,
}

/// Checks files, and does something with what came of them before the run takes that in.
///
/// # Errors
/// If the solver is not to be had; those of the work.
pub fn with_workers(
    run: &mut Run,
    mut jobs: Vec<Job>,
    args: &KernelArgs,
    work: impl FnOnce(&mut Run, &Checked<'_>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let start = Instant::now();
    let workers = match jobs.is_empty() {
        true => None,
        false => Some(run.workers()?),
    };
    let watch = Arc::new(progress::kernels::Kernels::default());
    for (_, settings) in &mut jobs {
        settings.keep = workers.as_ref().map(Workers::keep);
        settings.watch = Some(watch.clone());
    }
    let mode = Mode::choose(run.settings().quiet || !run.speaks(), run.settings().stable);
    let pool = workers.as_ref().map(|workers| &*workers.pool);
    let checked = || inspect::all(jobs.iter().map(|(input, settings)| (input, settings)), pool);
    let mut runs = progress::kernels::during(&watch, mode, checked);
    let asked = pool.map_or(0, SolverPool::asked);
    workers.as_ref().map_or(Ok(()), Workers::confirm)?;
    if let Some(workers) = workers.as_ref().filter(|_| !run.settings().quiet) {
        run.cache_troubles(workers.troubles());
    }
    let missing = missing(&mut runs, (args, &jobs));
    let mut gated = runs.clone();
    for file in &mut gated {
        run.gate().check_kernels(file);
    }
    let checked = Checked {
        jobs: &jobs,
        runs: &gated,
        pool,
    };
    work(run, &checked)?;
    // A solver that is still at work on nothing anybody waits for ends with the program.
    drop((jobs, workers));
    for problem in missing {
        run.problem((problem, Vec::new()));
    }
    run.kernels(runs, asked, start.elapsed());
    Ok(())
}

fn emit(run: &mut Run, mut jobs: Vec<Job>) -> Result<(), Failure> {
    for (_, settings) in &mut jobs {
        settings.graph = true;
    }
    let runs = inspect::all(jobs.iter().map(|(input, settings)| (input, settings)), None);
    for problem in kernels::without_kernel(&jobs, &runs) {
        run.problem((problem, Vec::new()));
    }
    run.graphs(&runs)
}

/// A clang that is not there is one fault, not one of each file; a kernel or a template that is in no file
/// is one of the command line.
fn missing(runs: &mut Vec<FileRun>, (args, jobs): (&KernelArgs, &[Job])) -> Vec<Diagnostic> {
    let absent = |run: &FileRun| run.errors.iter().find(|e| e.code == Code::K001).cloned();
    let clang = runs.iter().find_map(absent);
    runs.retain(|run| absent(run).is_none());
    let mut problems: Vec<Diagnostic> = clang.into_iter().collect();
    problems.extend(kernels::without_kernel(jobs, &*runs));
    problems.extend(kernels::without_template(&args.instantiate, &*runs));
    problems
}
