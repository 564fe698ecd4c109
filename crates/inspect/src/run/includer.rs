//! A file that is made to be included: where it lacks names alone, and a file beside it includes it, that one is read, and
//! of it the kernels that stand in the file.

use super::Settings;
use clang::tree::Language;
use clang::{Reading, Request, includes};
use std::path::{Path, PathBuf};
use text::code::Code;
use text::diagnostics::{Diagnostic, Severity};

/// So many files that include it are read.
const MOST: usize = 2;

/// At most so many files of a folder are examined.
const MOST_FILES: usize = 200;

/// The file that is read for another one.
pub(super) struct Through {
    /// What clang reads.
    pub request: Request,
    /// What it says.
    pub reading: Reading,
    /// With the file whose kernels are meant.
    pub settings: Settings,
}

/// The file through which another one is read, if more of its kernels are understood so; `alone` is what is said of it alone.
pub(super) fn through(request: &Request, alone: &Reading, settings: &Settings) -> Option<Through> {
    let lacking = lacking(alone, settings);
    if lacking == 0 || request.language != Language::Cuda || settings.within.is_some() {
        return None;
    }
    let path = Path::new(&request.name).canonicalize().ok()?;
    // What is in an editor, or is a proposed change, is another text than the one that is included.
    if std::fs::read_to_string(&path).ok().as_ref() != Some(&request.text) {
        return None;
    }
    let settings = Settings {
        within: Some(path.clone()),
        ..settings.clone()
    };
    including(&path).into_iter().take(MOST).find_map(|file| {
        let text = std::fs::read_to_string(&file).ok()?;
        let name = Path::new(&request.name).with_file_name(file.file_name()?);
        let name = name.to_str()?.to_owned();
        let request = Request {
            name,
            text,
            ..request.clone()
        };
        let mut reading = clang::read(&request);
        let meant = |kernel: &&clang::Kernel| settings.means_file(kernel, &reading.unit);
        let count = reading.kernels.iter().filter(meant).count();
        let fewer = count > 0 && self::lacking(&reading, &settings) < lacking;
        reading
            .notes
            .extend(fewer.then(|| note(&path, &request.name)));
        fewer.then(|| Through {
            request,
            reading,
            settings: settings.clone(),
        })
    })
}

/// How many kernels of a file lack names, or what else clang does not understand.
fn lacking(reading: &Reading, settings: &Settings) -> usize {
    let meant = reading.kernels.iter();
    let meant = meant.filter(|kernel| settings.means_file(kernel, &reading.unit));
    meant
        .filter(|kernel| kernel.errors.iter().any(|error| error.code == Code::K002))
        .count()
}

/// The files beside one that are compiled and include it, in the order of their names.
fn including(path: &Path) -> Vec<PathBuf> {
    let Some(folder) = path.parent() else {
        return Vec::new();
    };
    let all = std::fs::read_dir(folder).into_iter().flatten();
    let all = all.filter_map(|entry| Some(entry.ok()?.path()));
    let compiled = |file: &PathBuf| {
        let extension = file.extension().and_then(|extension| extension.to_str());
        matches!(extension, Some("cu" | "hip" | "cpp" | "cc" | "cxx"))
    };
    let mut all: Vec<PathBuf> = all.filter(compiled).collect();
    all.sort();
    all.truncate(MOST_FILES);
    let includes_it = |file: &PathBuf| {
        let text = std::fs::read_to_string(file).unwrap_or_default();
        let mut included = includes(&text).into_iter().filter(|one| one.quoted);
        let is_it = |name: &str| folder.join(name).canonicalize().ok().as_deref() == Some(path);
        file != path && included.any(|one| is_it(&one.name))
    };
    all.retain(includes_it);
    all
}

fn note(path: &Path, through: &str) -> Diagnostic {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let message =
        format!("`{name}` lacks names alone, and is read through `{through}`, which includes it");
    let mut note = Diagnostic::global(Code::K018, message);
    note.severity = Severity::Note;
    note
}
