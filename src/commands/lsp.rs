//! `alpinist lsp`: the language server over standard input and output.

use crate::cli::{CommonArgs, LspArgs, ProofArgs};
use crate::config::{Config, Program as Entry, parse_step, step_flags};
use crate::files::{header_settings, sentence};
use crate::output::Failure;
use crate::session;
use lsp::host::{Host, Project};
use report::status::Status;
use solver::cache::ProofCache;
use solver::smt::SolverPool;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use text::code::Code;
use text::diagnostics::Diagnostic;
use text::source::SourceFile;
use transforms::Step;
use verifier::Settings;

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
                config: args.config.clone(),
                jobs: args.jobs,
                no_cache: args.no_cache,
                cache: args.cache.clone(),
                ..CommonArgs::default()
            },
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
}

/// What flags and `alpinist.toml` say of a file.
#[derive(Debug)]
struct Settled {
    /// The flags of the server, as other commands take them.
    common: CommonArgs,
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
        let settings = session::settings_of(
            &self.common,
            &self.config,
            &of_files,
            &own,
            &self.entry.only,
        );
        (settings, problem)
    }

    fn pool(&self) -> Result<SolverPool, String> {
        let jobs = self.common.jobs.or(self.config.jobs);
        let cache = session::cache(&self.common, &self.config);
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
