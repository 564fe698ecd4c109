//! The program that a document belongs to: by itself, or with the others of its entry in
//! `alpinist.toml`.

use super::documents::{Document, Documents};
use super::position::Lines;
use super::uri;
use crate::cli::{CommonArgs, LspArgs, ProofArgs};
use crate::config::{Config, Program as Entry};
use crate::files::{Input, Unit};
use crate::model::ProgramRun;
use crate::output::Failure;
use crate::rooms::{self, Front};
use crate::run::{self, Job, Template};
use gen_lsp_types::{Range, Uri};
use std::path::{Path, PathBuf};
use text::diagnostics::Diagnostic;
use text::source::SourceFile;
use text::span::Span;
use verifier::Settings;

/// A file of a program, as the editor sees it.
#[derive(Clone, Debug)]
pub struct File {
    /// Its name.
    pub uri: Uri,
    /// The version that is open; none if it was read from the disk.
    pub version: Option<i32>,
    /// Its lines.
    pub lines: Lines,
}

/// A program that is worked on.
#[derive(Debug)]
pub struct Program {
    /// The files, with the settings they carry.
    pub unit: Unit,
    /// The same files for the editor.
    pub files: Vec<File>,
    /// Their texts.
    pub sources: Vec<SourceFile>,
    /// The tree and what its names mean.
    pub front: Front,
    /// How proofs are sought.
    pub settings: Settings,
    /// What alpinist.toml says.
    pub config: Config,
    /// The flags of the server, as other commands take them.
    pub common: CommonArgs,
    /// What was wrong before anything was read: settings, other files.
    pub problems: Vec<Diagnostic>,
    /// Tells this state of the program from all others.
    pub generation: u64,
    /// What was proved of this very text.
    pub checked: Option<ProgramRun>,
}

impl Program {
    /// The program of a document.
    pub fn of(
        document: &Document,
        documents: &Documents,
        args: &LspArgs,
        generation: u64,
    ) -> Program {
        let common = CommonArgs {
            proof: args.proof.clone(),
            config: args.config.clone(),
            jobs: args.jobs,
            no_cache: args.no_cache,
            cache: args.cache.clone(),
            ..CommonArgs::default()
        };
        let path = uri::path(&document.uri);
        let mut problems = Vec::new();
        let config = config(args, path.as_deref()).unwrap_or_else(|Failure(problem)| {
            problems.push(*problem);
            Config::default()
        });
        let entry = path.as_deref().and_then(|path| entry(&config, path));
        let together = entry.map_or(&[][..], |entry| entry.files.as_slice());
        let mut inputs = Vec::new();
        let mut files = Vec::new();
        let mut add = |uri: Uri, path: Option<PathBuf>, version: Option<i32>, text: &str| {
            files.push(File {
                version,
                lines: Lines::of(text),
                uri: uri.clone(),
            });
            inputs.push(Input {
                path,
                relative: PathBuf::new(),
                source: SourceFile::new(uri::name(&uri), text),
            });
        };
        // What is asked about is there, whatever alpinist.toml says.
        if together.is_empty() {
            let version = Some(document.version);
            add(document.uri.clone(), path, version, &document.text);
        }
        for file in together {
            let place = config.place(file);
            let open = documents
                .all()
                .find(|open| uri::path(&open.uri).is_some_and(|path| same_file(&path, &place)));
            match (open, std::fs::read_to_string(&place)) {
                (Some(open), _) => {
                    let path = uri::path(&open.uri);
                    add(open.uri.clone(), path, Some(open.version), &open.text);
                }
                (None, Ok(text)) => {
                    let whole = std::fs::canonicalize(&place).unwrap_or_else(|_| place.clone());
                    add(uri::of(&whole), Some(place), None, &text);
                }
                (None, Err(error)) => {
                    let why = crate::files::sentence(&error);
                    let message = format!("cannot read {}: {why}", place.display());
                    problems.push(Diagnostic::global("C002", message));
                }
            }
        }
        let unit = Unit::of(inputs.clone()).unwrap_or_else(|problem| {
            problems.push(problem.0);
            let settings = ProofArgs::default();
            Unit { inputs, settings }
        });
        let mut job = Job {
            unit,
            template: Template {
                directives: false,
                steps: Vec::new(),
                verify: true,
                keep_unverified: false,
            },
            proof: ProofArgs::default(),
            only: Vec::new(),
        };
        if let Some(entry) = entry {
            job.proof = entry.proof();
            job.only = entry.only.clone();
        }
        let settings = run::settings(&common, &config, &job);
        let sources = job.unit.sources();
        let front = rooms::front(&sources, settings.profile);
        Program {
            unit: job.unit,
            files,
            sources,
            front,
            settings,
            config,
            common,
            problems,
            generation,
            checked: None,
        }
    }

    /// Whether another program has the same texts, read in the same way.
    pub fn is_same(&self, other: &Program) -> bool {
        let texts = |program: &Program| -> Vec<(String, String)> {
            let sources = program.sources.iter();
            sources
                .map(|one| (one.name.clone(), one.text.clone()))
                .collect()
        };
        // Settings cannot be compared, but be written out.
        texts(self) == texts(other)
            && format!("{:?}", self.settings) == format!("{:?}", other.settings)
            && self.problems == other.problems
    }

    /// Whether it can be verified.
    pub fn is_sound(&self) -> bool {
        self.problems.is_empty() && self.front.is_sound()
    }

    /// The number of a document among the files.
    pub fn number(&self, uri: &Uri) -> Option<u32> {
        let at = self.files.iter().position(|file| file.uri == *uri)?;
        u32::try_from(at).ok()
    }

    /// A file by number.
    pub fn file(&self, number: u32) -> Option<(&File, &SourceFile)> {
        let at = number as usize;
        Some((self.files.get(at)?, self.sources.get(at)?))
    }

    /// A place for the editor.
    pub fn range(&self, span: Span) -> Range {
        self.file(span.file)
            .map_or_else(Range::default, |(file, source)| {
                file.lines.range(&source.text, span.range())
            })
    }

    /// A place with the name of its file.
    pub fn location(&self, span: Span) -> Option<gen_lsp_types::Location> {
        let (file, _) = self.file(span.file)?;
        Some(gen_lsp_types::Location::new(
            file.uri.clone(),
            self.range(span),
        ))
    }
}

fn config(args: &LspArgs, path: Option<&Path>) -> Result<Config, Failure> {
    match (&args.config, path.and_then(Path::parent)) {
        (Some(named), _) => Config::find(Some(named)),
        (None, Some(folder)) => Config::near(folder),
        (None, None) => Ok(Config::default()),
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
