//! `alpinist contract`: what launches of kernels have to satisfy, and nothing else.

use super::races::{self, Checked};
use crate::cli::ReportFormat;
use crate::cli::kernels::{ContractArgs, EmitContract};
use crate::files::Place;
use crate::kernels::{self, Job};
use crate::output::{self, Failure};
use crate::run::files::Replacement;
use crate::run::settings::{About, Settings};
use crate::run::{self, Closed, Run};
use ::text::code::Code;
use ::text::diagnostics::Diagnostic;
use inspect::accept::Accepting;
use inspect::model::FileRun;
use inspect::{Form, Input, emit};
use report::status::Status;
use std::path::PathBuf;

/// Shows, writes down or emits the contracts of kernels.
///
/// # Errors
/// If the solver is not to be had, an output cannot be written, or the settings are wrong.
pub fn run(args: &ContractArgs) -> Result<Closed, Failure> {
    let settings = Settings::of_kernels(&args.kernels, About::Kernels);
    let settings = Settings {
        quiet: !args.kernels.run.verbose,
        result_to_stdout: args.emit.is_some(),
        ..settings
    };
    run::run(settings, |run| contracts(args, run))
}

fn contracts(args: &ContractArgs, run: &mut Run) -> Result<(), Failure> {
    if args.in_place && args.kernels.files.contains(&Place::Stdin) {
        let message = "--in-place cannot replace standard input";
        return Err(Diagnostic::global(Code::C010, message).into());
    }
    let (files, problems) = kernels::inputs(&args.kernels);
    run.all_problems(problems);
    let mut problems = Vec::new();
    let mut jobs: Vec<Job> = Vec::new();
    let mut paths: Vec<(PathBuf, Input)> = Vec::new();
    for (input, path) in files {
        let mut own = kernels::jobs_of(&input, path.as_deref(), &args.kernels, run.config());
        // What is accepted is no contract: a kernel without one is none that is left out with a yes.
        for (_, settings) in &mut own {
            settings.accept = Accepting::default();
        }
        jobs.extend(
            own.into_iter()
                .filter(|job| kernels::is_possible(job, &mut problems)),
        );
        paths.extend(path.map(|path| (path, input)));
    }
    run.all_problems(problems);
    races::with_workers(run, jobs, &args.kernels, |run, checked| {
        match (args.emit, args.in_place) {
            (Some(emit), _) => emitted(emit, checked.runs)?,
            (None, true) => {
                for (path, input) in &paths {
                    write(run, path, input, checked);
                }
            }
            (None, false) if run.settings().form() == ReportFormat::Text => {
                for file in checked.runs {
                    output::print(&inspect::text::contracts(file, args.kernels.run.quiet))?;
                }
            }
            (None, false) => {}
        }
        Ok(())
    })
}

/// The program that holds launches against the contracts of a file.
fn emitted(what: EmitContract, runs: &[FileRun]) -> Result<(), Failure> {
    let [file] = runs else {
        let message = "--emit makes one text of one file";
        let help = "name one file with kernels; of Python, with one string of them";
        return Err(Diagnostic::global(Code::C001, message)
            .with_help(help)
            .into());
    };
    output::print(&match what {
        EmitContract::Header => emit::header(file),
        EmitContract::Python => emit::module(file),
    })
}

/// Writes the inferred clauses of a file before its kernels, if all is verified with them as it was.
fn write(run: &mut Run, path: &std::path::Path, input: &Input, checked: &Checked<'_>) {
    let own = |file: &&FileRun| file.name == input.name;
    let before: Vec<FileRun> = checked.runs.iter().filter(own).cloned().collect();
    let text = match emit::annotated(&input.text, &before) {
        Ok(Some(text)) if input.form != Form::Python => text,
        Ok(None) => return,
        Ok(Some(_)) => {
            return refused(
                run,
                path,
                "kernels in strings of Python are not written about",
            );
        }
        Err(why) => return refused(run, path, &why),
    };
    let changed = Input {
        text: text.clone(),
        ..input.clone()
    };
    let jobs = checked
        .jobs
        .iter()
        .filter(|(one, _)| one.name == input.name);
    let mut after = inspect::all(jobs.map(|(_, settings)| (&changed, settings)), checked.pool);
    for file in &mut after {
        run.gate().check_kernels(file);
    }
    match emit::same(&before, &after) {
        true => run.rewrite(vec![Replacement::of(path, &input.text, text)]),
        false => refused(
            run,
            path,
            "with what would be written the kernels are not verified as they are without",
        ),
    }
}

fn refused(run: &mut Run, path: &std::path::Path, why: &str) {
    let message = format!("{}: no contract is written: {why}", path.display());
    run.complain((Diagnostic::global(Code::C017, message), Vec::new()));
    run.note(Status::Unknown);
}
