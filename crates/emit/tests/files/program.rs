//! Programs of the repository, read and emitted without a proof.

use emit::{Emitted, Options, Target, Width};
use spec_lang::ast::Program;
use spec_lang::resolve::{Profile, Resolution};
use std::path::{Path, PathBuf};
use text::diagnostics::{Diagnostic, Severity};
use text::source::SourceFile;
use transforms::{Input, Outcome, Prover, Question};

/// The folder of the whole project.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Shows nothing: all that must fit is listed, and every division is Euclidean.
pub struct Nobody;

impl Prover for Nobody {
    fn prove(&mut self, questions: &[Question]) -> Vec<Vec<Outcome>> {
        questions.iter().map(|_| Vec::new()).collect()
    }

    fn decides(&self) -> bool {
        false
    }
}

/// A program that has been read.
pub struct Read {
    pub files: Vec<SourceFile>,
    pub program: Program,
    pub resolution: Resolution,
}

/// Reads a program; none if it is wrong.
pub fn read(name: &str, text: String) -> Option<Read> {
    let files = vec![SourceFile::new(name.to_owned(), text)];
    let parsed = spec_lang::parse::parse(&files);
    let resolved = spec_lang::resolve::resolve(&parsed.program, Profile::Sound);
    let all = parsed.diagnostics.iter().chain(&resolved.diagnostics);
    let mut errors = all.filter(|one| one.severity == Severity::Error);
    if errors.next().is_some() {
        return None;
    }
    Some(Read {
        files,
        program: parsed.program,
        resolution: resolved.resolution,
    })
}

impl Read {
    /// What is emitted of it.
    pub fn emit(&self, target: Target, width: Width) -> Result<Emitted, Vec<Diagnostic>> {
        let input = Input {
            files: &self.files,
            program: &self.program,
            resolution: &self.resolution,
            profile: Profile::Sound,
            only: None,
        };
        let options = Options {
            target,
            width,
            only: Vec::new(),
            name: self.files[0].name.clone(),
        };
        emit::emit(&input, &options, &mut Nobody)
    }

    /// The line that a message is about.
    pub fn line(&self, message: &Diagnostic) -> usize {
        let place = message.primary.as_ref();
        place.map_or(0, |place| {
            let start = place.span.start as usize;
            self.files[0].line_column(start).line
        })
    }
}

/// The programs below a folder, by their paths below the project, sorted.
pub fn programs(folder: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut folders = vec![root().join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in folder.read_dir().unwrap() {
            let path = entry.unwrap().path();
            let is_program = path.extension().is_some_and(|end| end == "pvl");
            if path.is_dir() {
                folders.push(path);
            } else if is_program {
                let path = path.strip_prefix(root()).unwrap();
                found.push(path.to_string_lossy().into_owned());
            }
        }
    }
    found.sort();
    found
}

/// The text of a file below the project.
pub fn text(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap()
}
