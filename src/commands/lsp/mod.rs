//! `alpinist lsp`: the language server over standard input and output.

mod compare;
mod launches;

use crate::cli::kernels::{KernelArgs, KernelRunArgs};
use crate::cli::{CommonArgs, LspArgs, ProofArgs};
use crate::config::{Config, Program as Entry, parse_step, step_flags};
use crate::files::{header_settings, sentence};
use crate::kernels;
use crate::output::Failure;
use crate::programs;
use crate::run::cache::cache;
use crate::run::gate::Gate;
use crate::run::settings::Settings as RunSettings;
use crate::run::workers::Workers;
use ::repair::model::Options;
use clang::tree::Language;
use inspect::{Form, Input};
use lsp::host::{Checking, Comparing, Host, Mended, Mending, Project, Reading};
use pipeline::check::Settings;
use pipeline::reported::model::ProgramRun;
use report::status::Status;
use solver::cache::ProofCache;
use solver::smt::SolverPool;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use text::code::Code;
use text::diagnostics::Diagnostic;
use text::source::SourceFile;
use transforms::Step;

/// Serves one editor until it says `exit`, or is gone. The status is 0 if it had asked for
/// the shutdown before, and 1 otherwise, as the protocol wants it.
///
/// # Errors
/// If no thread can be started.
pub fn run(args: &LspArgs) -> Result<Status, Failure> {
    let host = Box::new(Around { args: args.clone() });
    let orderly = lsp::serve(host, BufReader::new(std::io::stdin()), std::io::stdout());
    let orderly = orderly.map_err(|error| {
        let message = format!("no thread can be started: {}", sentence(&error));
        Failure::from(Diagnostic::global(Code::C006, message))
    })?;
    Ok(match orderly {
        true => Status::Holds,
        false => Status::Failed,
    })
}

/// What is around the server: the flags it was started with.
struct Around {
    args: LspArgs,
}

impl Host for Around {
    fn project(&self, path: Option<&Path>) -> Box<dyn Project> {
        let args = &self.args;
        let config = match (&args.config, path.and_then(Path::parent)) {
            (Some(named), _) => Config::find(Some(named)),
            (None, Some(folder)) => Config::near(folder),
            (None, None) => Ok(Config::default()),
        };
        let (config, problem) = match config {
            Ok(config) => (config, None),
            Err(Failure(problem)) => (Config::default(), Some(*problem)),
        };
        let entry = path.and_then(|path| entry(&config, path)).cloned();
        Box::new(Settled {
            common: CommonArgs {
                proof: args.proof.clone(),
                ..CommonArgs::default()
            },
            run: RunSettings::of_server(args),
            config,
            problem,
            entry: entry.unwrap_or_default(),
        })
    }

    fn steps(&self, words: &str) -> Result<Vec<Step>, String> {
        let flags = step_flags(&[words.to_owned()]).map_err(|failure| failure.0.message)?;
        let steps = flags.iter().map(|flag| parse_step(flag, &[]));
        let steps: Result<Vec<Step>, Failure> = steps.collect();
        steps.map_err(|failure| failure.0.message)
    }

    fn kernels(&self, path: &Path, text: &str) -> Result<Checking, String> {
        checking(&self.args, path, text).map_err(|failure| failure.0.message)
    }

    fn repair(&self, path: &Path, text: &str) -> Result<Mending, String> {
        mending(&self.args, path, text).map_err(|failure| failure.0.message)
    }

    fn is_versioned(&self, path: &Path) -> bool {
        path.ancestors().any(|folder| folder.join(".git").exists())
    }

    fn compare(&self, path: &Path, text: &str, kernel: &str) -> Result<Comparing, String> {
        let comparing = compare::comparing(&self.args, path, text, kernel);
        comparing.map_err(|failure| failure.0.message)
    }

    fn launches(&self, path: &Path, text: &str, entry: Option<usize>) -> Reading {
        launches::reading(path, text, entry)
    }
}

/// A text with kernels, how each part of it is checked, and with which solvers.
struct Kernels {
    jobs: Vec<kernels::Job>,
    workers: Workers,
    config: Config,
}

fn kernels_of(args: &LspArgs, path: &Path, text: &str) -> Result<Kernels, Failure> {
    let config = match (&args.config, path.parent()) {
        (Some(named), _) => Config::find(Some(named)),
        (None, Some(folder)) => Config::near(folder),
        (None, None) => Ok(Config::default()),
    }?;
    let flags = KernelArgs {
        run: KernelRunArgs {
            timeout: args.proof.timeout,
            rlimit: args.proof.rlimit,
            seed: args.proof.seed,
            ..KernelRunArgs::default()
        },
        ..KernelArgs::default()
    };
    let form = inspect::form_of(path).unwrap_or(Form::Source(Language::Cuda));
    let input = Input {
        name: path.display().to_string(),
        text: text.to_owned(),
        folder: None,
        form,
    };
    let run = RunSettings::of_server(args);
    let workers = Workers::new(
        run.jobs.or(config.jobs),
        cache(&run.cache, &config, (false, true))?,
    )?;
    let mut jobs = kernels::jobs_of(&input, Some(path), &flags, &config);
    for (_, settings) in &mut jobs {
        settings.keep = Some(workers.keep());
    }
    Ok(Kernels {
        jobs,
        workers,
        config,
    })
}

/// What it takes to check the kernels of a text.
fn checking(args: &LspArgs, path: &Path, text: &str) -> Result<Checking, Failure> {
    let Kernels {
        mut jobs,
        workers,
        config,
    } = kernels_of(args, path, text)?;
    for (_, settings) in &mut jobs {
        settings.checks.explain = true;
    }
    let gate = Gate::of(&[], &config, &[]);
    let pool = Arc::clone(&workers.pool);
    let check = move || {
        let all = jobs.iter().map(|(input, settings)| (input, settings));
        let mut runs = inspect::all(all, Some(&workers.pool));
        for run in &mut runs {
            gate.check_kernels(run);
        }
        runs
    };
    Ok(Checking {
        pool,
        check: Box::new(check),
    })
}

/// What it takes to find the barriers that the kernels of a text lack.
fn mending(args: &LspArgs, path: &Path, text: &str) -> Result<Mending, Failure> {
    let Kernels {
        jobs,
        workers,
        config,
    } = kernels_of(args, path, text)?;
    let gate = Gate::of(&[], &config, &[]);
    let pool = Arc::clone(&workers.pool);
    let mend = move || mended(&jobs, &gate, &workers.pool);
    Ok(Mending {
        pool,
        mend: Box::new(mend),
    })
}

/// A text with the barriers that it lacks; each entry for it sees what was put in before.
fn mended(jobs: &[kernels::Job], gate: &Gate, pool: &SolverPool) -> Result<Mended, String> {
    let options = Options {
        redundant: false,
        ..Options::default()
    };
    let mut new: Option<Mended> = None;
    let mut said = String::new();
    for (input, settings) in jobs {
        let text = new.as_ref().map(|new| new.text.clone());
        let input = Input {
            text: text.unwrap_or_else(|| input.text.clone()),
            ..input.clone()
        };
        let Some(repair) = ::repair::file(&input, settings, &options, pool) else {
            continue;
        };
        let (repair, _) = gate.check_repair(repair).into_parts();
        said.push_str(&::repair::words::file(&repair));
        let Some(text) = repair.text() else {
            continue;
        };
        let title = ::repair::messages::title(&repair);
        new = Some(Mended {
            title: match new {
                Some(before) => format!("{}; {title}", before.title),
                None => title,
            },
            text: text.to_owned(),
        });
    }
    new.ok_or_else(|| said.trim_end().to_owned())
}

/// What flags and `alpinist.toml` say of a file.
#[derive(Debug)]
struct Settled {
    /// The flags of the server that decide a proof, as other commands take them.
    common: CommonArgs,
    /// The others.
    run: RunSettings,
    /// What alpinist.toml says.
    config: Config,
    /// What is wrong with it.
    problem: Option<Diagnostic>,
    /// Its entry that the file belongs to; an empty one if there is none.
    entry: Entry,
}

impl Project for Settled {
    fn problem(&self) -> Option<Diagnostic> {
        self.problem.clone()
    }

    fn together(&self) -> Vec<PathBuf> {
        let files = self.entry.files.iter();
        files.map(|file| self.config.place(file)).collect()
    }

    fn same_file(&self, one: &Path, other: &Path) -> bool {
        same_file(one, other)
    }

    fn read(&self, path: &Path) -> Result<(PathBuf, String), Box<Diagnostic>> {
        let text = std::fs::read_to_string(path).map_err(|error| {
            let message = format!("cannot read {}: {}", path.display(), sentence(&error));
            Box::new(Diagnostic::global(Code::C002, message))
        })?;
        let whole = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
        Ok((whole, text))
    }

    fn settings(&self, sources: &[SourceFile]) -> (Settings, Option<Diagnostic>) {
        let (of_files, problem) = match header_settings(sources) {
            Ok(settings) => (settings, None),
            Err(problem) => (ProofArgs::default(), Some(*problem)),
        };
        let own = self.entry.proof();
        let settings = programs::settings_of(
            &self.common,
            &self.config,
            &of_files,
            &own,
            &self.entry.only,
        );
        (settings, problem)
    }

    fn gate(&self) -> Box<dyn Fn(&mut ProgramRun) + Send> {
        let gate = Gate::of(&[], &self.config, &[]);
        Box::new(move |run| gate.check(run))
    }

    fn pool(&self) -> Result<SolverPool, String> {
        let jobs = self.run.jobs.or(self.config.jobs);
        let cache = cache(&self.run.cache, &self.config, (false, true))
            .map_err(|failure| failure.0.message)?;
        let cache = cache.map(|cache| Box::new(cache) as Box<dyn ProofCache>);
        pipeline::pool::pool(jobs, cache, false).map_err(|problem| problem.message)
    }
}

/// The entry that a file belongs to: the one that names it, else one that has its folder.
fn entry<'a>(config: &'a Config, path: &Path) -> Option<&'a Entry> {
    let is_meant = |place: &PathBuf| same_file(path, &config.place(place));
    let is_within = |place: &PathBuf| within(path, &config.place(place));
    let mut by_name = config.program.iter();
    let mut by_folder = config.program.iter();
    by_name
        .find(|entry| entry.files.iter().any(is_meant))
        .or_else(|| by_folder.find(|entry| entry.each.iter().any(is_within)))
}

fn same_file(one: &Path, other: &Path) -> bool {
    one == other
        || match (std::fs::canonicalize(one), std::fs::canonicalize(other)) {
            (Ok(one), Ok(other)) => one == other,
            _ => false,
        }
}

fn within(file: &Path, place: &Path) -> bool {
    match (std::fs::canonicalize(file), std::fs::canonicalize(place)) {
        (Ok(file), Ok(place)) => file.starts_with(place),
        _ => file.starts_with(place),
    }
}
