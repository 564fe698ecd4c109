//! A project's `compile_commands.json`: with which flags each file is compiled, and which file is compiled that includes a
//! header.

use crate::files;
use clang::includes;
use itertools::Itertools;
use serde::Deserialize;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use text::code::Code;
use text::diagnostics::Diagnostic;

/// The name of the file.
const NAME: &str = "compile_commands.json";

/// More files than these are not looked into for a header.
const MOST_FILES: usize = 2000;

/// All files that are compiled.
#[derive(Clone, Debug, Default)]
pub struct Project {
    entries: Vec<Entry>,
}

/// A file that is compiled.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Where it is.
    pub file: PathBuf,
    /// How it is read.
    pub flags: Flags,
}

/// Flags that say how a text is read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Flags {
    /// `-D`: what is defined in the end.
    pub define: Vec<String>,
    /// `-U`: what is not, though a compiler may define it.
    pub undefine: Vec<String>,
    /// `-I`, then `-isystem`.
    pub include: Vec<PathBuf>,
    /// `-include`.
    pub forced: Vec<PathBuf>,
    /// `-std`.
    pub standard: Option<String>,
    /// Whether `-x` or its name says that it is CUDA's.
    pub cuda: bool,
}

/// An entry as it is written.
#[derive(Deserialize)]
struct Written {
    #[serde(default)]
    directory: PathBuf,
    file: PathBuf,
    #[serde(default)]
    arguments: Vec<String>,
    #[serde(default)]
    command: String,
}

impl Project {
    /// Reads that of a folder; a file may be named, too.
    ///
    /// # Errors
    /// `C004` if there is none, or it is not understood.
    pub fn read(place: &Path) -> Result<Project, Box<Diagnostic>> {
        let path = match place.is_dir() {
            true => place.join(NAME),
            false => place.to_owned(),
        };
        let fail = |why: String| {
            let message = format!("{} cannot be used: {why}", path.display());
            let help = "CMake writes it with -DCMAKE_EXPORT_COMPILE_COMMANDS=ON";
            Box::new(Diagnostic::global(Code::C004, message).with_help(help))
        };
        let bytes = std::fs::read(&path).map_err(|error| fail(files::sentence(&error)))?;
        let all: Vec<Written> =
            serde_json::from_slice(&bytes).map_err(|error| fail(error.to_string()))?;
        let beside = path.parent().unwrap_or(Path::new(""));
        let entries = all.into_iter().map(|one| {
            let folder = same(&beside.join(&one.directory));
            let words = match one.arguments.is_empty() {
                true => shlex::split(&one.command).unwrap_or_default(),
                false => one.arguments,
            };
            let file = folder.join(&one.file);
            let mut flags = Flags::of(&words, &folder);
            flags.cuda |= file.extension().is_some_and(|ext| ext == "cu");
            Entry { file, flags }
        });
        Ok(Project {
            entries: entries.collect(),
        })
    }

    /// How a file is compiled: the first time, if it is several times.
    pub fn entry(&self, path: &Path) -> Option<&Entry> {
        let path = same(path);
        self.entries.iter().find(|entry| same(&entry.file) == path)
    }

    /// A file of CUDA that is compiled and includes another one, if there is any: the first one.
    pub fn includer(&self, path: &Path) -> Option<&Entry> {
        let path = same(path);
        let mut all = self.entries.iter().filter(|entry| entry.flags.cuda);
        all.find(|entry| entry.reaches(&path))
    }
}

impl Entry {
    /// Whether a header is included, by whatever condition.
    fn reaches(&self, header: &Path) -> bool {
        let mut seen: BTreeSet<PathBuf> = BTreeSet::new();
        let mut pending = vec![same(&self.file)];
        pending.extend(self.flags.forced.iter().map(|file| same(file)));
        while let Some(path) = pending.pop() {
            if path == header {
                return true;
            }
            if seen.len() >= MOST_FILES || !seen.insert(path.clone()) {
                continue;
            }
            let text = std::fs::read(&path).unwrap_or_default();
            let text = String::from_utf8_lossy(&text);
            let beside = path.parent().map(Path::to_owned);
            for include in includes(&text) {
                let own = beside.iter().filter(|_| include.quoted);
                let mut places = own.chain(&self.flags.include);
                let found = places.find_map(|folder| {
                    let path = folder.join(&include.name);
                    path.is_file().then(|| same(&path))
                });
                pending.extend(found);
            }
        }
        false
    }
}

/// A path by which files are compared.
pub fn same(path: &Path) -> PathBuf {
    std::fs::canonicalize(path)
        .or_else(|_| std::path::absolute(path))
        .unwrap_or_else(|_| path.to_owned())
}

impl Flags {
    /// Those among the words of a command that is given in a folder.
    fn of(words: &[String], folder: &Path) -> Flags {
        let words = with_files(words, folder);
        let mut flags = Flags::default();
        let mut system = Vec::new();
        let mut rest = words.iter().map(String::as_str).peekable();
        while let Some(word) = rest.next() {
            // `-I x`, `-Ix`, `-I=x` as nvcc has it.
            let mut value = |names: &[&str]| {
                names.iter().find_map(|name| {
                    let after = word.strip_prefix(name)?;
                    match after.strip_prefix('=').unwrap_or(after) {
                        "" => rest.next().map(str::to_owned),
                        _ if name.len() > 2 && !after.starts_with('=') => None,
                        value => Some(value.to_owned()),
                    }
                })
            };
            if let Some(folder_of) = value(&["-isystem", "--system-include"]) {
                system.push(folder.join(folder_of));
            } else if let Some(file) = value(&["-include", "--pre-include"]) {
                flags.forced.push(folder.join(file));
            } else if let Some(standard) = value(&["-std", "--std"]) {
                flags.standard = Some(standard);
            } else if let Some(language) = value(&["-x", "--x"]) {
                flags.cuda |= matches!(language.as_str(), "cu" | "cuda" | "hip");
            } else if let Some(macro_of) = value(&["-D", "--define-macro"]) {
                let name = name_of(&macro_of).to_owned();
                flags.undefine.retain(|one| *one != name);
                flags.define.retain(|one| name_of(one) != name);
                flags.define.push(macro_of);
            } else if let Some(name) = value(&["-U", "--undefine-macro"]) {
                flags.define.retain(|one| name_of(one) != name);
                flags.undefine.push(name);
            } else if let Some(folder_of) = value(&["-I", "--include-path"]) {
                flags.include.push(folder.join(folder_of));
            }
        }
        flags.include.extend(system);
        flags.include = flags.include.into_iter().unique().collect();
        flags
    }
}

/// The name of a macro that is defined.
pub fn name_of(define: &str) -> &str {
    define.split(['=', '(']).next().unwrap_or(define)
}

/// Words, with those of the files that they name in their places: nvcc's `--options-file`, `@file`, and what is said to the
/// compiler of the host.
fn with_files(words: &[String], folder: &Path) -> Vec<String> {
    let mut all = Vec::new();
    let mut rest = words.iter();
    while let Some(word) = rest.next() {
        let named = match word.as_str() {
            "--options-file" | "-optf" => rest.next().map(String::as_str),
            _ => word
                .strip_prefix("--options-file=")
                .or_else(|| word.strip_prefix('@')),
        };
        let host = match word.as_str() {
            "-Xcompiler" | "--compiler-options" => rest.next().map(String::as_str),
            _ => word
                .strip_prefix("-Xcompiler=")
                .or_else(|| word.strip_prefix("--compiler-options=")),
        };
        match (named, host) {
            (Some(name), _) => {
                let text = std::fs::read_to_string(folder.join(name)).unwrap_or_default();
                all.extend(shlex::split(&text).unwrap_or_default());
            }
            (None, Some(host)) => all.extend(host.split(',').map(str::to_owned)),
            (None, None) => all.push(word.clone()),
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn flags(command: &str) -> Flags {
        Flags::of(&shlex::split(command).unwrap_or_default(), Path::new("/b"))
    }

    #[test]
    fn flags_of_a_command() {
        let found = flags(
            "nvcc -DREAL=float -D N=4 -UN -I inc -I/usr/x -isystem=sys -std=c++14 -include a.h -x cu -Xcompiler=-DH,-Wall -c k.cc -o k.o",
        );
        let paths = |all: &[&str]| all.iter().map(PathBuf::from).collect::<Vec<_>>();
        assert_eq!(found.define, ["REAL=float", "H"]);
        assert_eq!(found.undefine, ["N"]);
        assert_eq!(found.include, paths(&["/b/inc", "/usr/x", "/b/sys"]));
        assert_eq!(found.forced, paths(&["/b/a.h"]));
        assert_eq!(found.standard.as_deref(), Some("c++14"));
        assert!(found.cuda);
    }

    #[test]
    fn the_last_one_counts() {
        let found = flags("nvcc -DN=1 -UN -DN=2 -UM");
        assert_eq!(
            (found.define, found.undefine),
            (vec!["N=2".to_owned()], vec!["M".to_owned()])
        );
    }
}
