//! `alpinist [STEPS]`: carries out steps, and gives their results out.

use crate::cli::TransformArgs;
use crate::commands::fix;
use crate::config::Config;
use crate::files::{Place, Unit};
use crate::output::{self, Failure, Replacement, no_collisions};
use crate::session::{Session, Template, reported, steps};
use pipeline::reported::model::ProgramRun;
use pipeline::reported::reasons::reasons;
use report::status::Status;
use std::path::PathBuf;
use text::code::Code;
use text::diagnostics::Diagnostic;

/// `alpinist [STEPS] FILE…`.
///
/// # Errors
/// If the command line makes no sense, or the solver or an output is not to be had.
pub fn run(args: &TransformArgs) -> Result<Status, Failure> {
    if args.fix {
        return fix::run(args);
    }
    reported(&args.common, || transformed(args))
}

fn transformed(args: &TransformArgs) -> Result<Status, Failure> {
    let config = Config::find(args.common.config.as_deref())?;
    let steps = steps(&config, &args.steps)?;
    if args.in_place && args.files.contains(&Place::Stdin) {
        let message = "--in-place cannot replace standard input";
        let help = "leave --in-place out, and the result goes to standard output";
        return Err(Diagnostic::global(Code::C010, message)
            .with_help(help)
            .into());
    }
    let template = Template {
        directives: !args.no_directives,
        steps,
        verify: !args.no_verify,
        keep_unverified: args.keep_unverified,
    };
    let mut session = Session::start(&args.common, &args.files, config, &template)?;
    let units = session.jobs.iter().map(|job| &job.unit);
    let count: usize = units.map(|unit| unit.inputs.len()).sum();
    let target = Target::choose(args, count)?;
    if let Target::Folder(_) = target {
        let inputs = session.jobs.iter().flat_map(|job| &job.unit.inputs);
        no_collisions(inputs.map(|input| input.relative.clone()))?;
    }
    let runs = session.programs()?;
    let jobs = std::mem::take(&mut session.jobs);
    // Where an argument is wrong, the others may not be what was meant either: no file is written.
    let withheld = target.writes() && session.has_problems();
    for (job, run) in jobs.iter().zip(&runs) {
        if withheld {
            if session.speaks() && !args.common.quiet {
                output::say(&format!(
                    "{}: nothing is written, for another argument is wrong\n",
                    run.name
                ));
            }
        } else if gives_out(run, args) {
            deliver(&mut session, &job.unit, run, &target)?;
        } else if session.speaks() && !args.common.quiet {
            output::say(&format!("{}: no result is written\n", run.name));
        }
    }
    if runs.len() > 1 {
        session.sum_up(&runs);
    }
    session.finish(&runs, false)
}

/// Whether the result may be printed or written.
fn gives_out(run: &ProgramRun, args: &TransformArgs) -> bool {
    if !run.complete {
        return false;
    }
    match run.status {
        Status::Holds => true,
        Status::Unknown => args.no_verify || args.keep_unverified,
        Status::Failed => args.keep_unverified,
        Status::Wrong | Status::NotApplicable | Status::WouldChange => false,
    }
}

/// Where results go.
#[derive(Debug)]
enum Target {
    Stdout,
    File(PathBuf),
    Folder(PathBuf),
    InPlace,
    Diff,
    Check,
}

impl Target {
    /// Whether files are written or replaced.
    fn writes(&self) -> bool {
        match self {
            Target::File(_) | Target::Folder(_) | Target::InPlace => true,
            Target::Stdout | Target::Diff | Target::Check => false,
        }
    }

    fn choose(args: &TransformArgs, count: usize) -> Result<Target, Failure> {
        let several = count > 1 || args.files.iter().any(is_folder);
        Ok(match &args.output {
            Some(path) if several || path.is_dir() => Target::Folder(path.clone()),
            Some(path) => Target::File(path.clone()),
            None if args.in_place => Target::InPlace,
            None if args.diff => Target::Diff,
            None if args.check => Target::Check,
            None if count > 1 => {
                let message = format!("{count} results and no place for them");
                let help =
                    "give -o FOLDER, --in-place, --diff or --check; or use `alpinist verify`";
                return Err(Diagnostic::global(Code::C007, message)
                    .with_help(help)
                    .into());
            }
            None => Target::Stdout,
        })
    }
}

fn is_folder(place: &Place) -> bool {
    matches!(place, Place::Path(path) if path.is_dir())
}

/// Gives out the result of a program.
fn deliver(
    session: &mut Session<'_>,
    unit: &Unit,
    run: &ProgramRun,
    target: &Target,
) -> Result<(), Failure> {
    let results = run.history.newest(&run.files);
    let mut places = Vec::new();
    for ((number, input), result) in (0_u32..).zip(&unit.inputs).zip(&results) {
        let old = &input.source;
        let changed = old.text != result.text;
        match target {
            Target::Stdout => output::print(&result.text)?,
            Target::File(path) => places.push((path.clone(), result, None)),
            Target::Folder(folder) => {
                let path = output::within(folder, &input.relative);
                output::create_folder(path.parent().unwrap_or(folder))?;
                places.push((path, result, None));
            }
            Target::InPlace => {
                if let Some(path) = input.path.clone().filter(|_| changed) {
                    places.push((path, result, Some(old.text.as_str())));
                }
            }
            Target::Diff => {
                output::print(&reasons(run, number))?;
                output::print(&report::difference::unified(
                    &old.name,
                    &old.text,
                    &result.text,
                ))?;
            }
            Target::Check => {
                if changed && session.speaks() {
                    output::say(&format!("{}: would change\n", old.name));
                }
            }
        }
        if changed && matches!(target, Target::Diff | Target::Check) {
            session.note(Status::WouldChange);
        }
    }
    // The files of a program belong together.
    let replacements = places.iter().map(|(path, result, old)| Replacement {
        path,
        text: &result.text,
        old: *old,
    });
    output::replace_all(&replacements.collect::<Vec<_>>())
}
