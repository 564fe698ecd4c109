//! The program that a document belongs to: by itself, or with the others of its entry in
//! `alpinist.toml`.

use crate::documents::{Document, Documents};
use crate::host::{Host, Project};
use crate::position::Lines;
use crate::uri;
use gen_lsp_types::{Range, Uri};
use pipeline::check::Settings;
use pipeline::front::{self, Front};
use pipeline::reported::model::ProgramRun;
use report::messages::name_of;
use std::path::PathBuf;
use text::diagnostics::Diagnostic;
use text::source::SourceFile;
use text::span::Span;

/// A file of a program, as the editor sees it.
#[derive(Clone, Debug)]
pub(crate) struct File {
    /// Its name.
    pub uri: Uri,
    /// The version that is open; none if it was read from the disk.
    pub version: Option<i32>,
    /// Its lines.
    pub lines: Lines,
}

/// A program that is worked on.
#[derive(Debug)]
pub(crate) struct Program {
    /// The files, as the editor sees them.
    pub files: Vec<File>,
    /// Their texts.
    pub sources: Vec<SourceFile>,
    /// The tree and what its names mean.
    pub front: Front,
    /// How proofs are sought.
    pub settings: Settings,
    /// Where the workers come from.
    pub project: Box<dyn Project>,
    /// What was wrong before anything was read: settings, other files.
    pub problems: Vec<Diagnostic>,
    /// Tells this state of the program from all others.
    pub generation: u64,
    /// What was proved of this very text.
    pub checked: Option<ProgramRun>,
}

impl Program {
    /// The program of a document.
    pub(crate) fn of(
        document: &Document,
        documents: &Documents,
        host: &dyn Host,
        generation: u64,
    ) -> Program {
        let path = uri::path(&document.uri);
        let project = host.project(path.as_deref());
        let mut problems: Vec<Diagnostic> = project.problem().into_iter().collect();
        let mut files = Vec::new();
        let mut sources = Vec::new();
        let mut add = |uri: Uri, version: Option<i32>, text: &str| {
            sources.push(SourceFile::new(uri::name(&uri), text));
            files.push(File {
                version,
                lines: Lines::of(text),
                uri,
            });
        };
        let together = project.together();
        // What is asked about is there, whatever alpinist.toml says.
        if together.is_empty() {
            add(document.uri.clone(), Some(document.version), &document.text);
        }
        for place in together {
            let mut open = documents.all();
            let is_it = |path: PathBuf| project.same_file(&path, &place);
            match open.find(|open| uri::path(&open.uri).is_some_and(is_it)) {
                Some(open) => add(open.uri.clone(), Some(open.version), &open.text),
                None => match project.read(&place) {
                    Ok((whole, text)) => add(uri::of(&whole), None, &text),
                    Err(problem) => problems.push(*problem),
                },
            }
        }
        let (settings, problem) = project.settings(&sources);
        problems.extend(problem);
        let front = front::front(&sources, settings.profile);
        Program {
            files,
            sources,
            front,
            settings,
            project,
            problems,
            generation,
            checked: None,
        }
    }

    /// Its name in messages.
    pub(crate) fn name(&self) -> String {
        name_of(&self.sources)
    }

    /// Whether another program has the same texts, read in the same way.
    pub(crate) fn is_same(&self, other: &Program) -> bool {
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
    pub(crate) fn is_sound(&self) -> bool {
        self.problems.is_empty() && self.front.is_sound()
    }

    /// The number of a document among the files.
    pub(crate) fn number(&self, uri: &Uri) -> Option<u32> {
        let at = self.files.iter().position(|file| file.uri == *uri)?;
        u32::try_from(at).ok()
    }

    /// A file by number.
    pub(crate) fn file(&self, number: u32) -> Option<(&File, &SourceFile)> {
        let at = number as usize;
        Some((self.files.get(at)?, self.sources.get(at)?))
    }

    /// A place for the editor.
    pub(crate) fn range(&self, span: Span) -> Range {
        self.file(span.file)
            .map_or_else(Range::default, |(file, source)| {
                file.lines.range(&source.text, span.range())
            })
    }

    /// A place with the name of its file.
    pub(crate) fn location(&self, span: Span) -> Option<gen_lsp_types::Location> {
        let (file, _) = self.file(span.file)?;
        Some(gen_lsp_types::Location::new(
            file.uri.clone(),
            self.range(span),
        ))
    }
}
