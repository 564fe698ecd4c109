//! `alpinist [STEPS] KERNELS.cu`: the steps on the text of CUDA and OpenCL.

use super::transform::Target;
use crate::cli::TransformArgs;
use crate::cli::kernels::{KernelArgs, KernelRunArgs};
use crate::files::Place;
use crate::kernels;
use crate::output::{self, Failure};
use crate::programs::steps;
use crate::run::files::{Replacement, no_collisions};
use crate::run::settings::{Settings, paths};
use crate::run::{self, Closed, Run};
use ::rewrite::{FileRewrite, Launches, Request};
use inspect::{Form, Input};
use pipeline::reported::reasons::of_history;
use report::status::Status;
use std::path::{Path, PathBuf};
use text::code::Code;
use text::diagnostics::Diagnostic;

/// Whether a file that is named is one of CUDA or OpenCL; then all have to be.
pub fn is_of_kernels(args: &TransformArgs) -> bool {
    args.files.iter().any(is_kernels)
}

/// Whether a file is one of CUDA or OpenCL.
pub fn is_kernels(place: &Place) -> bool {
    match place {
        Place::Path(path) => {
            matches!(inspect::form_of(path), Some(Form::Source(_))) && !path.is_dir()
        }
        Place::Stdin => false,
    }
}

/// `alpinist [STEPS] KERNELS.cu…`.
///
/// # Errors
/// If the command line makes no sense, or the solver or an output is not to be had.
pub fn run(args: &TransformArgs) -> Result<Closed, Failure> {
    let settings = Settings {
        result_to_stdout: true,
        reads: paths(&args.files)
            .into_iter()
            .chain(args.output.clone())
            .collect(),
        ..Settings::of_programs(&args.common)
    };
    run::run(settings, |run| rewritten(args, run))
}

fn rewritten(args: &TransformArgs, run: &mut Run) -> Result<(), Failure> {
    let fixed = |sizes: &Option<crate::cli::kernels::Fixed>| sizes.map(|sizes| sizes.0);
    let request = Request {
        directives: !args.no_directives,
        steps: steps(run.config(), &args.steps)?,
        launches: Launches {
            block: fixed(&args.block),
            grid: fixed(&args.grid),
            values: args.sizes.clone(),
        },
    };
    let kernels = KernelArgs {
        files: args.files.clone(),
        kernel: args.common.only.clone(),
        deny: args.common.deny.clone(),
        run: KernelRunArgs::of(&args.common),
        ..KernelArgs::default()
    };
    let (files, problems) = kernels::inputs(&kernels);
    // A word that is no file may have been meant as a command.
    let hindered = !problems.is_empty();
    run.all_problems(problems);
    let target = Target::choose(args, files.len())?;
    match &target {
        Target::Folder(_) => no_collisions(files.iter().map(|(_, path)| name_of(path.as_deref())))?,
        Target::File(path) => run::files::can_write(path)?,
        Target::Stdout | Target::InPlace | Target::Diff | Target::Check => {}
    }
    if files.is_empty() || hindered {
        return Ok(());
    }
    let workers = run.workers()?;
    for (input, path) in files {
        let mut jobs =
            kernels::jobs_of(&input, path.as_deref(), &kernels, run.config()).into_iter();
        let (Some((input, mut settings)), None) = (jobs.next(), jobs.next()) else {
            run.problem((several(&input), Vec::new()));
            continue;
        };
        settings.keep = Some(workers.keep());
        let file = ::rewrite::file(&input, &settings, &request, &workers.pool);
        run.rewritten(file);
        deliver(run, path.as_deref(), &target)?;
    }
    workers.confirm()?;
    run.cache_troubles(workers.troubles());
    Ok(())
}

/// A file that is read in several ways is not rewritten for one of them.
pub fn several(input: &Input) -> Diagnostic {
    let message = format!(
        "{}: alpinist.toml has several entries for this file, and a step would be proved for one of them",
        input.name
    );
    Diagnostic::global(Code::C001, message).with_help("name another --config, or leave one entry")
}

fn name_of(path: Option<&Path>) -> PathBuf {
    path.and_then(Path::file_name)
        .map(PathBuf::from)
        .unwrap_or_default()
}

/// Gives out the result of the file that was taken in last, if it may be.
fn deliver(run: &mut Run, path: Option<&Path>, target: &Target) -> Result<(), Failure> {
    let Some(file) = run.rewrites().last() else {
        return Ok(());
    };
    let name = file.name.clone();
    let whole = file.status() == Status::Holds;
    let text = match (file.result(), target) {
        (Some(text), Target::InPlace) if whole => Some(text),
        // What was shown in part replaces no file.
        (Some(_), Target::InPlace) | (None, _) => None,
        (text, _) => text,
    };
    let Some(text) = text else {
        run.mention(&format!("{name}: no result is written\n"));
        return Ok(());
    };
    let changed = file.source.text != text;
    let given = given(file, path, target, &text)?;
    if changed && matches!(target, Target::Check) && run.speaks() {
        output::say(&format!("{name}: would change\n"));
    }
    if changed && matches!(target, Target::Diff | Target::Check) {
        run.note(Status::WouldChange);
    }
    if let Some(given) = given {
        run.results(&name, vec![given]);
    }
    Ok(())
}

/// The file that gets the result, if one does; what goes to standard output is printed.
fn given(
    file: &FileRewrite,
    path: Option<&Path>,
    target: &Target,
    text: &str,
) -> Result<Option<Replacement>, Failure> {
    let old = &file.source;
    Ok(match target {
        Target::Stdout => {
            output::print(text)?;
            None
        }
        Target::File(path) => Some(Replacement::new(path, text)),
        Target::Folder(folder) => Some(Replacement::with_folder(folder.join(name_of(path)), text)),
        Target::InPlace if old.text == text => None,
        Target::InPlace => path.map(|path| Replacement::of(path, &old.text, text)),
        Target::Diff => {
            output::print(&of_history(&file.history, std::slice::from_ref(old), 0))?;
            output::print(&report::difference::unified(&old.name, &old.text, text))?;
            None
        }
        Target::Check => None,
    })
}
