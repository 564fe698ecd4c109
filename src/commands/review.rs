//! `alpinist review`: what the steps of a program do and why it is so, what was proved for it, and what
//! is assumed; in the terminal or as one page.

use crate::cli::ReviewArgs;
use crate::cli::kernels::{KernelArgs, KernelRunArgs};
use crate::commands::{repair, repair_review};
use crate::files::Place;
use crate::output::{self, Failure};
use crate::programs::{self, Template, steps};
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
    let settings = Settings {
        about: match is_of_kernels(args) {
            true => About::Repairs,
            false => About::Programs,
        },
        result_to_stdout: true,
        reads: paths([&args.file].into_iter().chain(&args.other)),
        writes: args.html.iter().cloned().collect(),
        ..Settings::of_programs(&args.common)
    };
    run::run(settings, |run| match (is_of_kernels(args), &args.other) {
        (true, _) => of_kernels(args, run),
        (false, Some(other)) if is_source(&args.file) && is_source(other) => {
            Err(two_of_kernels(&args.file, other).into())
        }
        (false, _) => of_programs(args, run),
    })
}

/// Two files of kernels are compared by another command.
fn two_of_kernels(old: &Place, new: &Place) -> Diagnostic {
    let message = "two versions of a CUDA or OpenCL file are not reviewed";
    let help = format!(
        "`alpinist equal {old} {new}` proves that they compute the same, and `alpinist races {new}` checks the new one"
    );
    Diagnostic::global(Code::C022, message).with_help(help)
}

/// Whether what barriers make of a file of kernels is reviewed.
pub fn is_of_kernels(args: &ReviewArgs) -> bool {
    args.other.is_none() && is_source(&args.file)
}

/// Whether it is a file of CUDA or OpenCL.
fn is_source(place: &Place) -> bool {
    match place {
        Place::Path(path) => matches!(inspect::form_of(path), Some(inspect::Form::Source(_))),
        Place::Stdin => false,
    }
}

fn of_programs(args: &ReviewArgs, run: &mut Run) -> Result<(), Failure> {
    let steps = steps(run.config(), &args.steps)?;
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
        Some(path) => run.replace(Replacement::new(path, review::html::page(review))),
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
