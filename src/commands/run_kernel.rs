//! `alpinist run` of a kernel of CUDA or OpenCL.

use crate::cli::RunArgs;
use crate::cli::kernels::{Bits, LanguageName};
use crate::config::Config;
use crate::files::{self, Place};
use crate::kernels;
use crate::output::{self, Failure};
use crate::project::Project;
use clang::tree::Language;
use clang::types::Target;
use inspect::execute::{Wish, execute};
use inspect::sizes::Wanted;
use inspect::{Checks, Form, Input, Settings};
use report::status::Status;
use report::terminal::Shown;
use std::path::PathBuf;

/// How the file is read, if it is one of kernels.
pub fn form(args: &RunArgs) -> Option<Form> {
    let asked = args.launch.language.map(|language| match language {
        LanguageName::Cuda => Form::Source(Language::Cuda),
        LanguageName::Opencl => Form::Source(Language::OpenCl),
    });
    asked.or_else(|| match &args.file {
        Place::Path(path) => inspect::form_of(path),
        Place::Stdin => None,
    })
}

/// Executes.
///
/// # Errors
/// If alpinist.toml cannot be read, or standard output cannot be written.
pub fn run(args: &RunArgs, form: Form) -> Result<Status, Failure> {
    let config = Config::find(None)?;
    let (files, problems) = files::read_kernels(std::slice::from_ref(&args.file));
    for (diagnostic, sources) in &problems {
        output::show(Shown {
            diagnostic,
            files: sources,
            origin: None,
        });
    }
    let Some(file) = files.into_iter().next() else {
        return Ok(Status::Wrong);
    };
    let input = Input {
        folder: file.path.is_none().then(PathBuf::new),
        name: file.source.name,
        text: file.source.text,
        form,
    };
    let launch = &args.launch;
    let wish = Wish {
        arguments: launch.arg.clone(),
        arrays: launch.array.clone(),
        seed: args.seed,
        schedules: args.schedules,
        steps: args.steps,
        values: launch.values,
    };
    let mut settings = settings(args, &config);
    if let Some(project) = &launch.project {
        let project = Project::read(project).map_err(|problem| Failure::from(*problem))?;
        let entry = match &args.file {
            Place::Path(path) => Some(path.as_path()),
            Place::Stdin => None,
        }
        .and_then(|path| project.entry(path));
        entry.inspect(|entry| kernels::apply(&entry.flags, &launch.define, &mut settings));
    }
    let found = execute(&input, &settings, &wish);
    output::print(&found.said)?;
    for diagnostic in &found.messages {
        output::show(Shown {
            diagnostic,
            files: &found.sources,
            origin: None,
        });
    }
    Ok(found.status)
}

fn settings(args: &RunArgs, config: &Config) -> Settings {
    let launch = &args.launch;
    let mut include = launch.include.clone();
    let usual_folders = config.kernels.include.iter();
    include.extend(usual_folders.map(|path| config.place(path)));
    let mut define = config.kernels.define.clone();
    define.extend(launch.define.iter().cloned());
    let kernel = launch.kernel.iter().chain(&args.method);
    Settings {
        target: match launch.bits {
            Bits::Bits32 => Target::Bits32,
            Bits::Bits64 => Target::Bits64,
        },
        include,
        define,
        standard: launch.std.clone(),
        instantiate: launch.instantiate.clone(),
        kernels: kernel.cloned().collect(),
        sizes: Wanted {
            block: launch.block.as_ref().map(|sizes| sizes.0.clone()),
            grid: launch.grid.as_ref().map(|sizes| sizes.0.clone()),
            usual_block: config.kernels.block.clone(),
            usual_grid: config.kernels.grid.clone(),
            ..Wanted::default()
        },
        checks: Checks {
            tolerate_equal_writes: launch.tolerate_equal_writes,
            ..Checks::default()
        },
        ..Settings::default()
    }
}
