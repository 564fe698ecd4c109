//! `alpinist review`: what was changed, why each line is so, what was proved for it, and what
//! is assumed; in the terminal or as one page.

use crate::cli::ReviewArgs;
use crate::cli_kernels::{KernelRunArgs, RacesArgs};
use crate::commands::{repair, repair_review};
use crate::config::Config;
use crate::files::{self, Place, Unit};
use crate::output::{self, Failure};
use crate::session::{Job, Session, Template, steps};
use inspect::Form;
use report::status::Status;
use text::code::Code;
use text::diagnostics::Diagnostic;

/// Makes a review.
///
/// # Errors
/// If the command line makes no sense, or the solver or an output is not to be had.
pub fn run(args: &ReviewArgs) -> Result<Status, Failure> {
    if let (Place::Path(path), None) = (&args.file, &args.other)
        && matches!(inspect::form_of(path), Some(Form::Source(_)))
    {
        return of_kernels(args);
    }
    let config = Config::find(args.common.config.as_deref())?;
    let steps = steps(&config, &args.steps)?;
    if args.other.is_some() && !steps.is_empty() {
        let message = "two files are compared as they are; a step has no place there";
        return Err(Diagnostic::global(Code::C007, message).into());
    }
    let places: Vec<Place> = std::iter::once(&args.file)
        .chain(&args.other)
        .cloned()
        .collect();
    let loaded = files::load(&places, false);
    let template = Template {
        directives: args.other.is_none() && !args.no_directives,
        steps,
        verify: true,
        keep_unverified: true,
    };
    let job = |unit: Unit| Job {
        unit,
        template: template.clone(),
        proof: Default::default(),
        only: Vec::new(),
    };
    let jobs = loaded.units.into_iter().map(job).collect();
    let mut session = Session::of(&args.common, config, jobs, loaded.problems)?;
    let runs = session.programs()?;
    let review = match runs.as_slice() {
        [one] if args.other.is_none() => Some(review::of_steps(one)),
        [old, new] => Some(review::of_two(old, new)),
        _ => None,
    };
    if let Some(review) = &review {
        show(args, review)?;
    }
    session.finish(&runs, false)
}

fn show(args: &ReviewArgs, review: &review::Review) -> Result<(), Failure> {
    match &args.html {
        Some(path) => output::replace(path, &review::html::page(review)),
        None => {
            let coloured = output::takes_colours(&std::io::stdout());
            output::print(&review::terminal::text(review, coloured))
        }
    }
}

/// The review of what barriers make of a file of kernels, with what `alpinist.toml` says of it.
fn of_kernels(args: &ReviewArgs) -> Result<Status, Failure> {
    let wanted = RacesArgs {
        files: vec![args.file.clone()],
        run: KernelRunArgs {
            config: args.common.config.clone(),
            ..KernelRunArgs::of(&args.common)
        },
        ..RacesArgs::default()
    };
    let (repairs, status) = repair::only(&wanted)?;
    for (one, (input, settings)) in &repairs {
        show(args, &repair_review::review(one, (input, settings)))?;
    }
    Ok(status)
}
