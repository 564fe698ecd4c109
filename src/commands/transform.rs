//! `alpinist [STEPS]`: carries out steps, and gives their results out.

use crate::cli::TransformArgs;
use crate::commands::{emit_code, fix, rewrite};
use crate::files::{Place, Unit};
use crate::output::{self, Failure};
use crate::programs::{self, Job, Template, steps};
use crate::run::files::{Replacement, no_collisions};
use crate::run::settings::{Settings, paths};
use crate::run::{self, Closed, Run};
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
pub fn run(args: &TransformArgs) -> Result<Closed, Failure> {
    if rewrite::is_of_kernels(args) {
        return rewrite::run(args);
    }
    if args.fix {
        return fix::run(args);
    }
    let settings = Settings {
        result_to_stdout: true,
        counts: true,
        reads: paths(&args.files)
            .into_iter()
            .chain(args.output.clone())
            .collect(),
        ..Settings::of_programs(&args.common)
    };
    run::run(settings, |run| transformed(args, run))
}

fn transformed(args: &TransformArgs, run: &mut Run) -> Result<(), Failure> {
    let template = Template {
        directives: !args.no_directives,
        steps: steps(run.config(), &args.steps)?,
        verify: !args.no_verify,
        keep_unverified: args.keep_unverified,
    };
    if args.in_place && args.files.contains(&Place::Stdin) {
        let message = "--in-place cannot replace standard input";
        let help = "leave --in-place out, and the result goes to standard output";
        return Err(Diagnostic::global(Code::C010, message)
            .with_help(help)
            .into());
    }
    let jobs = programs::jobs(run, &args.files, args.together, &template);
    let count: usize = jobs.iter().map(|job| job.unit.inputs.len()).sum();
    let target = Target::choose(args, count)?;
    match &target {
        Target::Folder(_) => {
            let inputs = jobs.iter().flat_map(|job| &job.unit.inputs);
            no_collisions(inputs.map(|input| input.relative.clone()))?;
        }
        Target::File(path) => run::files::can_write(path)?,
        Target::Stdout | Target::InPlace | Target::Diff | Target::Check => {}
    }
    programs::check(run, &args.common, &jobs)?;
    if let Some(wanted) = args.emit {
        let target = match target {
            Target::Stdout => None,
            Target::File(path) => Some(path),
            Target::Folder(_) | Target::InPlace | Target::Diff | Target::Check => {
                let message = "--emit makes one text of one program";
                return Err(Diagnostic::global(Code::C007, message).into());
            }
        };
        let wanted = emit_code::Wanted {
            target: wanted,
            int: args.int,
            output: target.as_deref(),
        };
        return emit_code::deliver(run, &jobs, &args.common, &wanted);
    }
    for (number, job) in jobs.iter().enumerate() {
        deliver(run, (number, job), args, &target)?;
    }
    Ok(())
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
pub(super) enum Target {
    /// To standard output.
    Stdout,
    /// Into this file.
    File(PathBuf),
    /// Into files of this folder.
    Folder(PathBuf),
    /// Into the files themselves.
    InPlace,
    /// As differences, to standard output.
    Diff,
    /// Nowhere: it is only said whether there are any.
    Check,
}

impl Target {
    /// Where the results of so many files go.
    ///
    /// # Errors
    /// `C007` if there is no place for several.
    pub(super) fn choose(args: &TransformArgs, count: usize) -> Result<Target, Failure> {
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

/// Gives out the result of a program, if it may be.
fn deliver(
    run: &mut Run,
    (number, job): (usize, &Job),
    args: &TransformArgs,
    target: &Target,
) -> Result<(), Failure> {
    let Some(program) = run.programs().get(number) else {
        return Ok(());
    };
    let name = program.name.clone();
    if !gives_out(program, args) {
        run.mention(&format!("{name}: no result is written\n"));
        return Ok(());
    }
    let (given, changed) = given(program, &job.unit, target)?;
    let said = match target {
        Target::Check if run.speaks() => changed.as_slice(),
        _ => &[],
    };
    for name in said {
        output::say(&format!("{name}: would change\n"));
    }
    if !changed.is_empty() && matches!(target, Target::Diff | Target::Check) {
        run.note(Status::WouldChange);
    }
    if matches!(
        target,
        Target::File(_) | Target::Folder(_) | Target::InPlace
    ) {
        run.results(&name, given);
    }
    Ok(())
}

/// The files that get the result of a program, and the names of its files that change by it; what goes to
/// standard output is printed.
fn given(
    program: &ProgramRun,
    unit: &Unit,
    target: &Target,
) -> Result<(Vec<Replacement>, Vec<String>), Failure> {
    let results = program.history.newest(&program.files);
    let (mut given, mut changes) = (Vec::new(), Vec::new());
    for ((number, input), result) in (0_u32..).zip(&unit.inputs).zip(&results) {
        let old = &input.source;
        let changed = old.text != result.text;
        if changed {
            changes.push(old.name.clone());
        }
        match target {
            Target::Stdout => output::print(&result.text)?,
            Target::File(path) => given.push(Replacement::new(path, &result.text)),
            Target::Folder(folder) => {
                let path = folder.join(&input.relative);
                given.push(Replacement::with_folder(path, &result.text));
            }
            Target::InPlace => {
                if let Some(path) = input.path.as_ref().filter(|_| changed) {
                    given.push(Replacement::of(path, &old.text, &result.text));
                }
            }
            Target::Diff => {
                output::print(&reasons(program, number))?;
                output::print(&report::difference::unified(
                    &old.name,
                    &old.text,
                    &result.text,
                ))?;
            }
            Target::Check => {}
        }
    }
    Ok((given, changes))
}
