//! Which files a run is about, and their texts.

use crate::cli::{HeaderArgs, ProofArgs};
use clang::tree::Language;
use clap::Parser;
use inspect::Form;
use itertools::Itertools;
use report::messages::{Problem, name_of};
use spec_lang::resolve::Profile;
use std::collections::{BTreeSet, VecDeque};
use std::ffi::OsString;
use std::io::Read;
use std::path::{Path, PathBuf};
use text::code::Code;
use text::diagnostics::Diagnostic;
use text::nearest::nearest;
use text::source::SourceFile;
use walkdir::{DirEntry, WalkDir};

/// A file argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// `-`.
    Stdin,
    /// A file or a folder.
    Path(PathBuf),
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Place::Stdin => f.write_str("-"),
            Place::Path(path) => path.display().fmt(f),
        }
    }
}

impl From<OsString> for Place {
    fn from(word: OsString) -> Place {
        if word == "-" {
            Place::Stdin
        } else {
            Place::Path(PathBuf::from(word))
        }
    }
}

/// A file that was read.
#[derive(Clone, Debug)]
pub struct Input {
    /// Where it is; none for standard input.
    pub path: Option<PathBuf>,
    /// Where its result goes within an output folder.
    pub relative: PathBuf,
    /// Its name in messages, and its text.
    pub source: SourceFile,
}

/// One program: a file, or several taken together.
#[derive(Clone, Debug)]
pub struct Unit {
    /// Its files, in order.
    pub inputs: Vec<Input>,
    /// The settings its files carry.
    pub settings: ProofArgs,
}

impl Unit {
    /// A program of these files, with the settings that they carry.
    ///
    /// # Errors
    /// `C005` if the settings are not understood, or contradict each other.
    pub fn of(inputs: Vec<Input>) -> Result<Unit, Box<Problem>> {
        let sources: Vec<SourceFile> = inputs.iter().map(|input| input.source.clone()).collect();
        match header_settings(&sources) {
            Ok(settings) => Ok(Unit { inputs, settings }),
            Err(problem) => Err(Box::new((*problem, sources))),
        }
    }

    /// Its name in messages.
    pub fn name(&self) -> String {
        name_of(&self.sources())
    }

    /// The texts, as the parser takes them.
    pub fn sources(&self) -> Vec<SourceFile> {
        self.inputs
            .iter()
            .map(|input| input.source.clone())
            .collect()
    }
}

/// Everything read, and what could not be.
#[derive(Debug, Default)]
pub struct Loaded {
    /// The programs, in the order named.
    pub units: Vec<Unit>,
    /// What was wrong.
    pub problems: Vec<Problem>,
}

/// Reads the files one by one, whatever settings they carry.
pub fn read_all(places: &[Place]) -> (Vec<Input>, Vec<Problem>) {
    read_sort(places, PROGRAMS)
}

fn read_sort(places: &[Place], sort: Sort) -> (Vec<Input>, Vec<Problem>) {
    let mut problems = Vec::new();
    let mut inputs = Vec::new();
    for file in find(places, sort, &mut problems) {
        if let Some(problem) = file.path.as_deref().and_then(sort.refused) {
            problems.push((problem, Vec::new()));
            continue;
        }
        match read(file) {
            Ok(input) => inputs.push(input),
            Err(problem) => problems.push((*problem, Vec::new())),
        }
    }
    (inputs, problems)
}

/// Reads the files; with `together` they are one program.
pub fn load(places: &[Place], together: bool) -> Loaded {
    let (inputs, problems) = read_all(places);
    let mut loaded = Loaded {
        units: Vec::new(),
        problems,
    };
    let groups: Vec<Vec<Input>> = if together && !inputs.is_empty() {
        vec![inputs]
    } else {
        inputs.into_iter().map(|input| vec![input]).collect()
    };
    for inputs in groups {
        match Unit::of(inputs) {
            Ok(unit) => loaded.units.push(unit),
            Err(problem) => loaded.problems.push(*problem),
        }
    }
    loaded
}

struct Found {
    path: Option<PathBuf>,
    relative: PathBuf,
}

/// Which files of a folder are meant.
#[derive(Clone, Copy, Debug)]
struct Sort {
    wanted: fn(&Path) -> bool,
    /// What is wrong with a file by its name alone, though somebody named it.
    refused: fn(&Path) -> Option<Diagnostic>,
    /// What one of them is called.
    name: &'static str,
    stdin: &'static str,
}

/// PVL programs.
const PROGRAMS: Sort = Sort {
    wanted: |path| {
        let extension = path.extension();
        extension.is_some_and(|word| word.eq_ignore_ascii_case("pvl"))
    },
    refused: other_language,
    name: ".pvl file",
    stdin: "stdin.pvl",
};

/// CUDA and OpenCL.
const KERNELS: Sort = Sort {
    wanted: |path| inspect::form_of(path).is_some(),
    // `--language` may say what it is.
    refused: |_| None,
    name: ".cu, .cuh, .cl or .py file",
    stdin: "stdin.cu",
};

/// Read as PVL, CUDA and OpenCL are full of mistakes that nobody made.
fn other_language(path: &Path) -> Option<Diagnostic> {
    let Some(Form::Source(language)) = inspect::form_of(path) else {
        return None;
    };
    let language = match language {
        Language::Cuda => "CUDA",
        Language::OpenCl => "OpenCL",
    };
    let name = path.display();
    let message = format!("{name} is a {language} file; this command reads PVL");
    let help = format!("`alpinist races {name}` checks it, `alpinist repair {name}` adds barriers");
    Some(Diagnostic::global(Code::C022, message).with_help(help))
}

/// Reads files of kernels; a folder stands for those in it.
pub fn read_kernels(places: &[Place]) -> (Vec<Input>, Vec<Problem>) {
    read_sort(places, KERNELS)
}

/// The files meant, each once, folders replaced by what is in them.
fn find(places: &[Place], sort: Sort, problems: &mut Vec<Problem>) -> Vec<Found> {
    let mut found = Vec::new();
    let mut seen = BTreeSet::new();
    let mut stdin = false;
    for place in places {
        let Place::Path(path) = place else {
            if !std::mem::replace(&mut stdin, true) {
                found.push(Found {
                    path: None,
                    relative: PathBuf::from(sort.stdin),
                });
            }
            continue;
        };
        let mut add = |path: PathBuf, relative: PathBuf| {
            if seen.insert(path.clone()) {
                found.push(Found {
                    path: Some(path),
                    relative,
                });
            }
        };
        if path.is_dir() {
            let before = problems.len();
            let files = walk_for(path, sort.wanted, problems);
            if files.is_empty() && problems.len() == before {
                let message = format!("no {} in the folder {}", sort.name, path.display());
                let help = "name a folder with programs, or the files themselves";
                problems.push((
                    Diagnostic::global(Code::C003, message).with_help(help),
                    Vec::new(),
                ));
            }
            for file in files {
                let relative = file.strip_prefix(path).unwrap_or(&file).to_path_buf();
                add(file, relative);
            }
        } else {
            let relative = path.file_name().map_or_else(|| path.clone(), PathBuf::from);
            add(path.clone(), relative);
        }
    }
    found
}

/// The `.pvl` files below a folder, sorted by path; hidden entries are left out. Links are followed,
/// to each folder once, and what may be a program and cannot be read is a problem.
pub fn walk(folder: &Path, problems: &mut Vec<Problem>) -> Vec<PathBuf> {
    walk_for(folder, PROGRAMS.wanted, problems)
}

/// Whether a file is a PVL program by its name.
pub fn is_program(path: &Path) -> bool {
    (PROGRAMS.wanted)(path)
}

/// Whether a file is one of CUDA or OpenCL by its name.
pub fn is_source(path: &Path) -> bool {
    matches!(inspect::form_of(path), Some(Form::Source(_)))
}

/// The files of CUDA and OpenCL below a folder, as [`walk`]; what cannot be read is left out.
pub fn walk_sources(folder: &Path) -> Vec<PathBuf> {
    walk_for(folder, is_source, &mut Vec::new())
}

/// As [`walk`], for the files that are wanted.
fn walk_for(
    folder: &Path,
    wanted_file: fn(&Path) -> bool,
    problems: &mut Vec<Problem>,
) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut seen = BTreeSet::new();
    let mut is_new = |folder: &Path| {
        let whole = std::fs::canonicalize(folder);
        seen.insert(whole.unwrap_or_else(|_| folder.to_path_buf()))
    };
    let mut fail = |path: &Path, error: &std::io::Error| {
        problems.push((unreadable(path, error), Vec::new()));
    };
    // Links come last, so that a folder is known by its own name if it has one here.
    let mut folders = VecDeque::from([folder.to_path_buf()]);
    while let Some(folder) = folders.pop_front() {
        if !is_new(&folder) {
            continue;
        }
        let entries = WalkDir::new(&folder).min_depth(1).sort_by_file_name();
        let wanted = |entry: &DirEntry| {
            let hidden = entry.file_name().to_string_lossy().starts_with('.');
            !hidden && (!entry.file_type().is_dir() || is_new(entry.path()))
        };
        for entry in entries.into_iter().filter_entry(wanted) {
            let entry = match entry {
                Ok(entry) => entry,
                Err(error) => {
                    let path = error.path().unwrap_or(&folder).to_path_buf();
                    if let Some(why) = error.io_error() {
                        fail(&path, why);
                    }
                    continue;
                }
            };
            let path = entry.path();
            let extension = path.extension();
            let is_program = wanted_file(path);
            match std::fs::metadata(path) {
                Ok(data) if data.is_dir() && entry.path_is_symlink() => {
                    folders.push_back(entry.into_path());
                }
                Ok(data) if data.is_file() && is_program => files.push(entry.into_path()),
                Ok(data) if is_program && !data.is_dir() => {
                    fail(path, &std::io::Error::other("it is no file"));
                }
                Ok(_) => {}
                // What has no extension may have been a folder of programs.
                Err(error) if is_program || extension.is_none() => fail(path, &error),
                Err(_) => {}
            }
        }
    }
    files.sort();
    files
}

/// A program larger than that is none, and a device need have no end.
const LARGEST: u64 = 64 << 20;

/// Everything, or a little more than is allowed.
fn limited(from: impl Read) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    from.take(LARGEST + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn read(file: Found) -> Result<Input, Box<Diagnostic>> {
    let (name, bytes) = match &file.path {
        Some(path) => {
            let bytes = std::fs::File::open(path).and_then(limited);
            (path.display().to_string(), bytes)
        }
        None => ("<stdin>".to_owned(), limited(std::io::stdin().lock())),
    };
    let bytes = bytes.map_err(|error| Box::new(unreadable(Path::new(&name), &error)))?;
    if bytes.len() as u64 > LARGEST {
        let message = format!("{name} is larger than 64 MiB");
        return Err(Box::new(Diagnostic::global(Code::C004, message)));
    }
    let text = String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let valid = error.as_bytes().get(..at).unwrap_or(&[]);
        let line = valid.iter().filter(|&&byte| byte == b'\n').count() + 1;
        let diagnostic = Diagnostic::global(Code::C004, format!("{name} is not UTF-8 text"))
            .with_note(format!(
                "the first byte that is not is on line {line}, offset {at}"
            ))
            .with_help("save the file as UTF-8");
        Box::new(diagnostic)
    })?;
    Ok(Input {
        path: file.path,
        relative: file.relative,
        source: SourceFile::new(name, text),
    })
}

fn unreadable(path: &Path, error: &std::io::Error) -> Diagnostic {
    let diagnostic = Diagnostic::global(
        Code::C002,
        format!("cannot read {}: {}", path.display(), sentence(error)),
    );
    match error.kind() {
        std::io::ErrorKind::NotFound => match command_meant(path) {
            Some(command) => {
                let message = format!("there is no command and no file `{}`", path.display());
                Diagnostic::global(Code::C002, message)
                    .with_help(format!("did you mean `{command}`?"))
            }
            None => diagnostic.with_help(match file_meant(path) {
                Some(near) => format!("did you mean `{near}`?"),
                None => "check the spelling, and the folder you are in".to_owned(),
            }),
        },
        std::io::ErrorKind::PermissionDenied => diagnostic.with_help("allow this user to read it"),
        _ => diagnostic,
    }
}

/// The file in the same folder whose name is nearly the one that is not there.
fn file_meant(path: &Path) -> Option<String> {
    let folder = path.parent()?;
    let here = match folder.as_os_str().is_empty() {
        true => Path::new("."),
        false => folder,
    };
    let entries = std::fs::read_dir(here).ok()?.flatten();
    let names: Vec<String> = entries
        .filter_map(|entry| entry.file_name().into_string().ok())
        .sorted()
        .collect();
    let near = nearest(
        path.file_name()?.to_str()?,
        names.iter().map(String::as_str),
    )?;
    Some(folder.join(near).display().to_string())
}

/// The command that a word was probably meant to be: a word without a dot or a folder that is close
/// to its name.
fn command_meant(path: &Path) -> Option<String> {
    let word = path.to_str()?;
    if word.contains(['.', '/', '\\']) {
        return None;
    }
    let command = crate::cli::help::command();
    let names = command.get_subcommands().map(clap::Command::get_name);
    nearest(word, names).map(str::to_owned)
}

/// What went wrong, without the operating system's number.
pub fn sentence(error: &std::io::Error) -> String {
    let text = error.to_string();
    match text.find(" (os error") {
        Some(end) => text[..end].to_owned(),
        None => text,
    }
}

/// The settings in the first comments; two files of one program must not contradict.
pub fn header_settings(files: &[SourceFile]) -> Result<ProofArgs, Box<Diagnostic>> {
    let mut settings = ProofArgs::default();
    let mut said = Vec::new();
    for (number, file) in files.iter().enumerate() {
        let Some((start, words)) = header_line(&file.text) else {
            continue;
        };
        let span = || {
            let number = u32::try_from(number).unwrap_or(u32::MAX);
            let end = file.text[start..]
                .find(['\n', '\r'])
                .map_or(file.text.len(), |at| start + at);
            text::span::Span::new(number, start, end)
        };
        let header = HeaderArgs::try_parse_from(words).map_err(|error| {
            let why = first_line(&error.to_string());
            Box::new(
                Diagnostic::error(
                    Code::C005,
                    span(),
                    format!("settings not understood: {why}"),
                )
                .with_help("only --profile, --rlimit, --timeout and --seed may stand here"),
            )
        })?;
        let both = settings.or(&header.proof);
        if !agrees(&header.proof, &both) {
            return Err(Box::new(Diagnostic::error(
                Code::C005,
                span(),
                "settings differ from those of an earlier file of the same program",
            )));
        }
        settings = both;
        said.push((number, span(), header.proof.profile));
    }
    // A reading that grants more is not taken over by a file that does not say so.
    let loose = said.iter().find(|(_, _, profile)| {
        profile.is_some_and(|profile| Profile::from(profile) != Profile::default())
    });
    let silent = (0..files.len()).find(|number| {
        let mut said = said.iter().filter(|(_, _, profile)| profile.is_some());
        !said.any(|(said, _, _)| said == number)
    });
    if let (Some((_, span, Some(profile))), Some(silent)) = (loose, silent) {
        let profile = Profile::from(*profile);
        let name = files.get(silent).map_or("", |file| &file.name);
        let message = format!("{name} does not ask for the profile {profile}, as this file does");
        let help = format!(
            "write `//:: alpinist --profile {profile}` as the first line of {name}, or take it \
             out here and say `--profile {profile}` on the command line or in alpinist.toml"
        );
        let diagnostic = Diagnostic::error(Code::C005, *span, message);
        return Err(Box::new(diagnostic.with_help(help)));
    }
    Ok(settings)
}

/// Whether everything `one` sets is what `all` has.
fn agrees(one: &ProofArgs, all: &ProofArgs) -> bool {
    (one.profile.is_none() || one.profile == all.profile)
        && (one.rlimit.is_none() || one.rlimit == all.rlimit)
        && (one.timeout.is_none() || one.timeout == all.timeout)
        && (one.seed.is_none() || one.seed == all.seed)
}

/// The offset and the words of `//:: alpinist …` among the comment lines a text begins with.
fn header_line(text: &str) -> Option<(usize, Vec<&str>)> {
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let content = line.trim_start_matches('\u{feff}');
        let offset = start + (line.len() - content.len());
        start += line.len();
        let content = content.trim();
        if content.is_empty() {
            continue;
        }
        if !content.starts_with("//") {
            return None;
        }
        let mut words = content
            .strip_prefix("//::")
            .unwrap_or("")
            .split_whitespace();
        if words.next() == Some("alpinist") {
            return Some((offset, words.collect()));
        }
    }
    None
}

/// The first line of a message of the option parser, without its `error: `.
fn first_line(message: &str) -> String {
    let line = message.lines().next().unwrap_or("");
    line.strip_prefix("error: ").unwrap_or(line).to_owned()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn input(text: &str) -> SourceFile {
        SourceFile::new("x.pvl", text)
    }

    #[test]
    fn settings_stand_among_the_first_comments_only() {
        let with = "\u{feff}// A title.\r\n\r\n//:: alpinist --seed 3\r\nclass C {}\n";
        let found = header_settings(&[input(with)]).unwrap();
        assert_eq!(found.seed, Some(3));
        let late = "class C {}\n//:: alpinist --seed 3\n";
        assert_eq!(header_settings(&[input(late)]).unwrap().seed, None);
    }

    #[test]
    fn settings_that_make_no_sense_are_refused() {
        for text in [
            "//:: alpinist --sed 3\n",
            "//:: alpinist verify\n",
            "//:: alpinist --help\n",
            "//:: alpinist --jobs 2\n",
        ] {
            let problem = header_settings(&[input(text)]).unwrap_err();
            assert_eq!(problem.code, Code::C005, "{text}");
        }
        let one = input("//:: alpinist --seed 3\n");
        let two = input("//:: alpinist --seed 4\n");
        assert!(header_settings(&[one.clone(), two]).is_err());
        assert!(header_settings(&[one.clone(), one.clone()]).is_ok());
        // What is granted to one file is not granted to another that does not say so.
        let loose = input("// A helper.\n//:: alpinist --profile vercors-1.4\n");
        let sound = input("//:: alpinist --profile sound\n");
        for others in [&one, &sound, &input("class C {}\n")] {
            for files in [
                [loose.clone(), others.clone()],
                [others.clone(), loose.clone()],
            ] {
                let problem = header_settings(&files).unwrap_err();
                assert_eq!(problem.code, Code::C005);
            }
        }
        assert!(header_settings(&[loose.clone(), loose]).is_ok());
        assert!(header_settings(&[sound, one]).is_ok());
    }
}
