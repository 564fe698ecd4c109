//! `alpinist review`: what the steps of a program do and why it is so, what was proved for it, and what
//! is assumed; in the terminal or as one page.

mod pairs;
mod steps;

use crate::cli::ReviewArgs;
use crate::cli::kernels::{KernelArgs, KernelRunArgs};
use crate::commands::{repair, repair_review};
use crate::files::Place;
use crate::output::{self, Failure};
use crate::programs::{self, Template};
use crate::run::files::Replacement;
use crate::run::settings::{About, Settings, paths};
use crate::run::{self, Closed, Giving, Run};
use ::repair::model::Options;
use text::code::Code;
use text::diagnostics::Diagnostic;

/// Makes a review.
///
/// # Errors
/// If the command line makes no sense, or the solver or an output is not to be had.
pub fn run(args: &ReviewArgs) -> Result<Closed, Failure> {
    let form = form(args);
    let settings = Settings {
        about: match form {
            Form::Repair => About::Repairs,
            Form::Pair(_) => About::Pairs,
            Form::Steps | Form::Programs => About::Programs,
        },
        result_to_stdout: true,
        reads: paths([&args.file].into_iter().chain(&args.other)),
        writes: args.html.iter().cloned().collect(),
        ..Settings::of_programs(&args.common)
    };
    run::run(settings, |run| {
        let review = match form {
            Form::Repair => return of_kernels(args, run),
            Form::Steps => steps::review(args, run)?,
            Form::Pair(new) => pairs::review(args, new, run)?,
            Form::Programs => return of_programs(args, run),
        };
        review.map_or(Ok(()), |review| show(args, &review, run))
    })
}

/// What is reviewed.
#[derive(Clone, Copy, Debug)]
pub enum Form<'a> {
    /// A program of PVL, or two of them.
    Programs,
    /// What barriers make of a file of kernels.
    Repair,
    /// What steps make of a file of kernels.
    Steps,
    /// Two versions of a file of kernels; this is the new one.
    Pair(&'a Place),
}

/// What is reviewed, by the files and whether there are steps.
pub fn form(args: &ReviewArgs) -> Form<'_> {
    match &args.other {
        Some(new) if is_source(&args.file) && is_source(new) => Form::Pair(new),
        None if is_source(&args.file) && has_steps(args) => Form::Steps,
        None if is_source(&args.file) => Form::Repair,
        Some(_) | None => Form::Programs,
    }
}

/// Whether a step is asked for, on the command line or in the file.
fn has_steps(args: &ReviewArgs) -> bool {
    let written = || {
        let path = match &args.file {
            Place::Path(path) => path,
            Place::Stdin => return false,
        };
        let text = std::fs::read_to_string(path);
        text.is_ok_and(|text| ::rewrite::has_directives(&text))
    };
    args.steps.is_given() || (!args.no_directives && written())
}

/// Whether it is a file of CUDA or OpenCL.
fn is_source(place: &Place) -> bool {
    match place {
        Place::Path(path) => matches!(inspect::form_of(path), Some(inspect::Form::Source(_))),
        Place::Stdin => false,
    }
}

fn of_programs(args: &ReviewArgs, run: &mut Run) -> Result<(), Failure> {
    let steps = programs::steps(run.config(), &args.steps)?;
    if args.other.is_some() && !steps.is_empty() {
        let message = "two files are compared as they are; a step has no place there";
        return Err(Diagnostic::global(Code::C007, message).into());
    }
    let places: Vec<Place> = [&args.file]
        .into_iter()
        .chain(&args.other)
        .cloned()
        .collect();
    let template = Template {
        directives: args.other.is_none() && !args.no_directives,
        steps,
        verify: true,
        keep_unverified: true,
    };
    let jobs = programs::jobs(run, &places, false, &template);
    programs::check(run, &args.common, &jobs)?;
    let review = match run.programs() {
        [one] if args.other.is_none() => review::of_steps(one),
        [old, new] if args.other.is_some() => review::of_two(old, new),
        // What could not be read has been said.
        [] | [_] => return Ok(()),
        _ => {
            let message = "a review shows one program, or compares two files";
            return Err(Diagnostic::global(Code::C007, message).into());
        }
    };
    show(args, &review, run)
}

fn show(args: &ReviewArgs, review: &review::Review, run: &mut Run) -> Result<(), Failure> {
    match &args.html {
        Some(path) => run.rewrite(vec![Replacement::new(path, review::html::page(review))]),
        None => {
            let coloured = output::takes_colours(&std::io::stdout());
            output::print(&review::terminal::text(review, coloured))?;
        }
    }
    Ok(())
}

/// The review of what barriers make of a file of kernels, with what `alpinist.toml` says of it.
fn of_kernels(args: &ReviewArgs, run: &mut Run) -> Result<(), Failure> {
    let wanted = KernelArgs {
        files: vec![args.file.clone()],
        run: KernelRunArgs::of(&args.common),
        ..KernelArgs::default()
    };
    let jobs = repair::all(&wanted, &Options::default(), Giving::Review, run)?;
    if args.html.is_some() && jobs.len() > 1 {
        return Err(repair::one_page());
    }
    let reviews = run.repairs().iter().zip(&jobs);
    let reviews: Vec<review::Review> = reviews
        .map(|(one, repaired)| repair_review::review(one, (&repaired.job.0, &repaired.job.1)))
        .collect();
    reviews.iter().try_for_each(|one| show(args, one, run))
}
