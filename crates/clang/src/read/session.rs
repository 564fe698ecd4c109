//! The runs of clang for one file.

use std::collections::{BTreeSet, HashSet};
use std::ffi::OsString;
use std::path::{Component, Path, PathBuf};
use text::code::Code;

use text::diagnostics::{Diagnostic, Severity};
use text::source::SourceFile;
use text::span::Span;

use super::directives::{Directive, directives};
use super::expanded::Expanded;
use super::guess::Guess;
use super::kept::{self, Reach};
use super::kernels;
use crate::convert::Fault;
use crate::find::{Program, VARIABLE, setup};
use crate::headers::{self, Prelude, is_known, words};
use crate::launches::{self, Instances, Launch, Mentions};
use crate::messages::{self, Message};
use crate::node::Files;
use crate::process::{self, Output, RunError};
use crate::request::{Kernel, Reading, Request};
use crate::tokens::{TokenKind, includes, tokens};
use crate::tree::Language;
use crate::types::Target;

/// How often clang is run at most; each time something is added that it missed.
const RUNS: u32 = 8;

/// How often instances that nothing names are tried, and how many.
const GUESSES: u32 = 3;
const MOST_GUESSES: usize = 32;

/// The file of this program's declarations.
pub(super) const OWN: &str = "own.h";

/// Folders that missing headers lie in, so that `../` in their names stays inside.
const DEPTH: usize = 8;

/// How a file is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    OpenCl(&'static str),
    Cuda,
    /// CUDA without its rules on what may use what.
    Cpp,
}

/// What clang is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wanted {
    /// The tree, as JSON.
    Tree,
    /// The text behind the preprocessor.
    Text,
}

/// Words of CUDA that are macros here, and are none behind the preprocessor.
const KEPT_WORDS: [&str; 9] = [
    // Code of the host is for no such machine.
    "__CUDA_ARCH__",
    "__global__",
    "__device__",
    "__host__",
    "__shared__",
    "__constant__",
    "__managed__",
    "__grid_constant__",
    "__launch_bounds__",
];

/// One way of reading a file that is being tried.
#[derive(Clone)]
struct Attempt {
    mode: Mode,
    mentioned: HashSet<String>,
    /// Paragraphs of the declarations that the file has its own of.
    without: HashSet<usize>,
    missing: Vec<String>,
}

/// What clang left, and how it was asked.
pub(super) struct Outcome {
    pub output: Output,
    pub messages: Vec<Message>,
    pub missing: Vec<String>,
    pub mode: Mode,
    pub prelude: Prelude,
    pub runs: u32,
    pub launches: Vec<Launch>,
}

pub(super) struct Session<'r> {
    request: &'r Request,
    program: &'r Program,
    folder: tempfile::TempDir,
    main: &'static str,
    runs: u32,
    /// Launches as the text has them.
    launches: Vec<Launch>,
    /// The same, as far as what is compiled agrees; none as long as that is not known.
    compiled: Option<Vec<Launch>>,
    /// Instances of templates that launches name.
    instances: Instances,
    /// Instances that nothing names.
    guesses: Vec<String>,
    /// Whether clang understood everything, host code too, as CUDA.
    resolved: bool,
}

pub(super) fn read(request: &Request, program: &Program) -> Result<Reading, Fault> {
    let mut session = Session::new(request, program)?;
    let (mut first, guesses) = session.reading()?;
    session.tell_others(&mut first, &[]);
    let mut guesses: Vec<Guess> = guesses.into_iter().take(MOST_GUESSES).collect();
    // Those that do not fit their template are left out and the rest tried again.
    for _ in 0..GUESSES {
        if guesses.is_empty() {
            break;
        }
        session.guesses = guesses.iter().map(|guess| guess.text.clone()).collect();
        let Ok((mut reading, _)) = session.reading() else {
            break;
        };
        let before = guesses.len();
        guesses.retain(|guess| !reading.kernels.iter().any(|k| spoilt(k, guess)));
        if guesses.len() == before {
            session.tell_others(&mut reading, &guesses);
            return Ok(reading);
        }
    }
    Ok(first)
}

/// Whether a kernel is an instance that was guessed.
fn is_of(kernel: &Kernel, guess: &Guess) -> bool {
    let name = kernel.name.split('<').next().unwrap_or("");
    kernel.function.is_some() && name.rsplit("::").next() == Some(guess.kernel.as_str())
}

/// Whether clang refuses an instance: then the template is not meant for such arguments.
fn spoilt(kernel: &Kernel, guess: &Guess) -> bool {
    is_of(kernel, guess) && kernel.errors.iter().any(|error| error.code == Code::K002)
}

/// That a verdict is about one instance of a template, and why that is not all.
fn about_alone(why: &str, kernel: &Kernel) -> Diagnostic {
    let text = format!("{why}; the verdict is about `{}` alone", kernel.name);
    Diagnostic {
        severity: Severity::Note,
        ..Diagnostic::global(Code::K009, text)
    }
}

/// The line of a place in the text, from 1.
fn line_of(text: &str, place: Span) -> usize {
    let before = text.get(..place.start as usize).unwrap_or("");
    before.matches('\n').count() + 1
}

/// Where the lines of a text begin.
fn line_starts(text: &str) -> Vec<usize> {
    let ends = text.match_indices('\n').map(|(at, _)| at + 1);
    std::iter::once(0).chain(ends).collect()
}

/// Whether it may depend on something what of a text is compiled.
fn has_conditions(text: &str) -> bool {
    let odd = text.contains("%:") || text.contains("??");
    let text = &text.replace("\\\n", "").replace("\\\r\n", "");
    odd || text.match_indices('#').any(|(at, _)| {
        let rest = text.get(at + 1..).unwrap_or("");
        let rest = rest.trim_start_matches(|c: char| c.is_whitespace() || c == '\\');
        // Comments may stand between.
        rest.starts_with("if") || rest.starts_with('/')
    })
}

/// The files of a reading before any other is met.
pub(super) fn files(request: &Request, outcome: &Outcome, folder: &Path, main: &str) -> Files {
    let own = SourceFile::new(OWN, outcome.prelude.text.clone());
    let source = SourceFile::new(&request.name, &request.text);
    Files::new(folder, (main, source), (OWN, own))
}

/// The launches of a file, and of the headers of the project that it may include: of these the sizes are
/// not read.
fn all_launches(request: &Request) -> Vec<Launch> {
    let mut around = launches::Around::default();
    let headers = Reach::of(request);
    if headers.is_none() && request.text.contains("include \"") {
        around.add_unknown();
    }
    let headers = headers.into_iter().flat_map(Reach::into_files);
    let texts: Vec<String> = headers
        .filter_map(|path| std::fs::read_to_string(path).ok())
        .collect();
    texts.iter().for_each(|text| around.add(text));
    let mut all = launches::launches(&request.text, 0, &request.define, &around);
    for text in &texts {
        let there = launches::launches(text, 0, &request.define, &around);
        all.extend(there.into_iter().map(Launch::without_sizes));
    }
    all
}

/// Why a run of clang has no result, and what may help.
fn unfinished(error: &RunError) -> Fault {
    let fault = failure(error.to_string());
    match error {
        RunError::Start(..) => {
            let help = format!("run {}, or name a clang 19 or newer in {VARIABLE}", setup());
            Box::new(fault.with_help(help))
        }
        RunError::Time(_) | RunError::Work(_) | RunError::Output(_) | RunError::Crash(_) => fault,
    }
}

pub(super) fn failure(message: String) -> Fault {
    Box::new(Diagnostic::global(Code::K006, message))
}

impl<'r> Session<'r> {
    pub fn new(request: &'r Request, program: &'r Program) -> Result<Self, Fault> {
        let folder = tempfile::Builder::new()
            .prefix("alpinist-clang")
            .tempdir()
            .map_err(|error| failure(format!("no folder for clang's input: {error}")))?;
        let main = match request.language {
            Language::OpenCl => "input.cl",
            Language::Cuda => "input.cu",
        };
        let launches = match request.language {
            Language::OpenCl => Vec::new(),
            Language::Cuda => all_launches(request),
        };
        let instances = Instances::of(&launches, &request.text);
        Ok(Session {
            request,
            program,
            folder,
            main,
            runs: 0,
            launches,
            compiled: None,
            instances,
            guesses: Vec::new(),
            resolved: false,
        })
    }

    /// The folder that clang ran in, and the name of its input there.
    pub fn into_place(self) -> (tempfile::TempDir, &'static str) {
        (self.folder, self.main)
    }
    /// Reads the file, with what was added to it so far; gives the instances to try as well.
    fn reading(&mut self) -> Result<(Reading, Vec<Guess>), Fault> {
        let mut outcome = self.outcome()?;
        // What cannot be named here, such as `k<T>` of a launch in a template, is no error of the file's.
        while self.leave_out_unnamed(&outcome) {
            outcome = self.outcome()?;
        }
        self.resolved = outcome.mode == Mode::Cuda && errors(&outcome) == 0;
        if self.compiled.is_none() {
            self.compiled = Some(self.compiled_launches(&outcome));
        }
        outcome
            .launches
            .clone_from(self.compiled.as_ref().unwrap_or(&self.launches));
        let mut files = files(self.request, &outcome, self.folder.path(), self.main);
        kernels::convert(self.request, &outcome, &mut files)
    }

    /// Says of each instance of a template, if launches name or may name others that are not read, that the
    /// verdict is about it alone; of those that were guessed in any case.
    fn tell_others(&self, reading: &mut Reading, guesses: &[Guess]) {
        let text = &self.request.text;
        let mentions = Mentions::of(text, &self.launches, self.resolved);
        let paths: BTreeSet<String> = reading
            .kernels
            .iter()
            .filter_map(|kernel| Some(kernel.name.split_once('<')?.0.to_owned()))
            .collect();
        for kernel in &mut reading.kernels {
            let Some((path, _)) = kernel.name.split_once('<') else {
                continue;
            };
            if kernel.function.is_none() {
                continue;
            }
            let name = path.rsplit("::").next().unwrap_or(path);
            let others: Vec<&str> = self.instances.not_read(name).collect();
            let same = paths
                .iter()
                .filter(|path| path.rsplit("::").next() == Some(name));
            let why = if let Some((first, more)) = others.split_first() {
                match more.len() {
                    0 => format!("`{first}`, which a launch names, is not read"),
                    count => {
                        format!("`{first}` and {count} others, which launches name, are not read")
                    }
                }
            } else if guesses.iter().any(|guess| is_of(kernel, guess)) {
                "no launch names an instance of this template".to_owned()
            } else if same.count() > 1 && self.launches.iter().any(|l| l.is_of(name)) {
                format!("there are several templates `{name}`, and any may be launched")
            } else if let Some(place) = mentions.of_another(name) {
                match place {
                    Some(at) => format!(
                        "what line {} names may be an instance that is not read",
                        line_of(text, at)
                    ),
                    None => "a launch in a header may name an instance that is not read".to_owned(),
                }
            } else {
                continue;
            };
            kernel.assumed.push(about_alone(&why, kernel));
        }
    }

    /// Leaves out instances of launches whose names have no meaning behind the text; says whether there were some.
    fn leave_out_unnamed(&mut self, outcome: &Outcome) -> bool {
        let last_line = self.request.text.matches('\n').count() + 1;
        let first = last_line + 1 + self.request.instantiate.len();
        let is_input = |file: &str| {
            Path::new(file)
                .file_name()
                .is_some_and(|name| name == self.main)
        };
        let errors = outcome.messages.iter().filter(|message| message.is_error());
        let unnamed: HashSet<usize> = errors
            .filter_map(|error| error.place.as_ref())
            .filter(|(file, ..)| is_input(file))
            .filter_map(|(_, line, _)| line.checked_sub(first))
            .collect();
        self.instances.leave_out(|at| unnamed.contains(&at))
    }

    /// The best of the ways to read the file.
    pub fn outcome(&mut self) -> Result<Outcome, Fault> {
        let fixed = self.request.standard.is_some();
        let first = match self.request.language {
            Language::OpenCl => Mode::OpenCl("CL1.2"),
            Language::Cuda => Mode::Cuda,
        };
        let outcome = self.settle(first)?;
        let other = match first {
            Mode::OpenCl(_) if !fixed && errors(&outcome) > 0 => Mode::OpenCl("CL3.0"),
            Mode::Cuda if outcome.messages.iter().any(wants_one_side) => Mode::Cpp,
            _ => return Ok(outcome),
        };
        let second = self.settle(other)?;
        let better = match other {
            Mode::OpenCl(_) => errors(&second) < errors(&outcome),
            Mode::Cuda | Mode::Cpp => true,
        };
        let chosen = if better { second } else { outcome };
        Ok(Outcome {
            runs: self.runs,
            ..chosen
        })
    }

    /// Runs clang until a run asks for nothing more.
    fn settle(&mut self, mode: Mode) -> Result<Outcome, Fault> {
        let mut attempt = self.attempt(mode);
        let mut left = RUNS;
        loop {
            left -= 1;
            let headers = headers::of(self.request.language);
            let prelude = headers.prelude(&attempt.mentioned, &attempt.without);
            let output = self.answer(&attempt, &prelude)?;
            let messages = messages::parse(&output.messages);
            let again = left > 0 && attempt.mend(&messages, &prelude, headers);
            if !again {
                return Ok(Outcome {
                    output,
                    messages,
                    missing: attempt.missing,
                    mode,
                    prelude,
                    runs: self.runs,
                    launches: self.launches.clone(),
                });
            }
        }
    }

    /// What the text and what is compiled of it both say of launches.
    fn compiled_launches(&mut self, outcome: &Outcome) -> Vec<Launch> {
        // Without one that the text shows, no size is known of any.
        if self.launches.is_empty() {
            return Vec::new();
        }
        let text = &self.request.text;
        let Some(expanded) = self.expanded(outcome) else {
            let all = self.launches.iter().cloned();
            return all.map(Launch::unread).collect();
        };
        let none = launches::Around::default();
        let starts = line_starts(text);
        let compiled = launches::launches(&expanded.text, 0, &[], &none).into_iter();
        let compiled = compiled.map(|launch| {
            let line = expanded.line(launch.place.start as usize);
            let start = line.and_then(|line| starts.get(line.checked_sub(1)?));
            match start {
                None => (None, launch.without_sizes()),
                Some(start) => {
                    let place = Span::new(0, *start, start.saturating_add(1));
                    (line, Launch { place, ..launch })
                }
            }
        });
        let compiled: Vec<(Option<usize>, Launch)> = compiled.collect();
        let alone = expanded.is_alone() && !self.misses_quoted(outcome);
        if alone && !has_conditions(text) && launches::words_stay(text, &expanded.text) {
            return compiled.into_iter().map(|(_, launch)| launch).collect();
        }
        let own = self.launches.iter().map(|launch| {
            let here = launch.place != Span::default();
            (here.then(|| line_of(text, launch.place)), launch.clone())
        });
        launches::agreed(own.collect(), compiled)
    }

    /// Whether a header of the project is not there: it may change what names mean.
    fn misses_quoted(&self, outcome: &Outcome) -> bool {
        let mut all = includes(&self.request.text).into_iter();
        all.any(|include| include.quoted && outcome.missing.contains(&include.name))
    }

    /// The file behind the preprocessor; none if clang does not get to its end.
    fn expanded(&mut self, outcome: &Outcome) -> Option<Expanded> {
        let attempt = Attempt {
            mode: outcome.mode,
            mentioned: HashSet::new(),
            without: HashSet::new(),
            missing: outcome.missing.clone(),
        };
        // The words that make a function a kernel stay what they are.
        let prelude = outcome.prelude.without(&KEPT_WORDS);
        let output = self.asked(&attempt, &prelude, Wanted::Text).ok()?;
        let ends = !output.messages.contains("fatal error:");
        let text = String::from_utf8(output.tree).ok().filter(|_| ends)?;
        Some(Expanded::of(&text, self.main, OWN))
    }

    /// Clang's answer: the one that is kept, else that of a run.
    fn answer(&mut self, attempt: &Attempt, prelude: &Prelude) -> Result<Output, Fault> {
        self.asked(attempt, prelude, Wanted::Tree)
    }

    fn asked(
        &mut self,
        attempt: &Attempt,
        prelude: &Prelude,
        wanted: Wanted,
    ) -> Result<Output, Fault> {
        let text = self.text(attempt);
        let mut arguments = self.arguments(attempt.mode, wanted);
        let key = |arguments: &[OsString]| {
            let asked = kept::Asked {
                program: self.program,
                arguments,
                texts: [&text, &prelude.text],
                missing: &attempt.missing,
            };
            let reach = Reach::of(self.request)?;
            Some((kept::key(&asked, &reach)?, reach))
        };
        let keep = self.request.keep.as_deref();
        let known = keep.and_then(|_| key(&arguments));
        let found = keep.zip(known.as_ref());
        let found = found.and_then(|(keep, (key, _))| keep.load(key));
        // Of an answer that refers to files that were made, the reader wants to see the files.
        self.write(attempt, prelude, &text)?;
        if let Some(output) = found.and_then(|bytes| kept::read(&bytes)) {
            return Ok(output);
        }
        keep.inspect(|keep| keep.missed());
        let asked = arguments.clone();
        if known.is_some() {
            let last = arguments.pop();
            arguments.extend(kept::LISTING.map(OsString::from));
            arguments.extend(last);
        }
        let (folder, limits) = (self.folder.path(), self.request.limits);
        let output = process::run(self.program, &arguments, folder, limits)
            .map_err(|error| unfinished(&error))?;
        self.runs += 1;
        // What has changed while clang ran has no answer yet.
        if let (Some(keep), Some((name, _))) = (keep, known)
            && let Some((again, reach)) = key(&asked)
            && name == again
            && reach.covers(folder, self.main, &attempt.missing)
            && let Some(bytes) = kept::written(&output, wanted)
        {
            keep.store(&name, &bytes);
        }
        Ok(output)
    }

    /// What is known before clang is asked: names and headers of the file and of those that it includes.
    fn attempt(&self, mode: Mode) -> Attempt {
        let mut attempt = Attempt {
            mode,
            mentioned: HashSet::new(),
            without: HashSet::new(),
            missing: Vec::new(),
        };
        for more in self.request.define.iter().chain(&self.request.instantiate) {
            attempt.mentioned.extend(words(more).map(str::to_owned));
        }
        let mut seen = HashSet::new();
        let mut pending = vec![(self.request.text.clone(), self.request.folder.clone())];
        while let Some((text, folder)) = pending.pop() {
            attempt.mentioned.extend(words(&text).map(str::to_owned));
            let headers = headers::of(self.request.language);
            for name in LIBRARY.into_iter().filter(|name| defines(&text, name)) {
                attempt.without.extend(headers.items(name));
            }
            for include in includes(&text) {
                attempt
                    .mentioned
                    .extend(words(&include.name).map(str::to_owned));
                let beside = folder.iter().filter(|_| include.quoted);
                let path = beside
                    .chain(&self.request.include)
                    .map(|folder| folder.join(&include.name))
                    .find(|path| path.is_file());
                match path {
                    Some(path) if seen.insert(path.clone()) && seen.len() < 1000 => {
                        let text = std::fs::read(&path).unwrap_or_default();
                        let text = String::from_utf8_lossy(&text).into_owned();
                        pending.push((text, path.parent().map(Path::to_owned)));
                    }
                    Some(_) => {}
                    None => {
                        attempt.miss(&include.name);
                    }
                }
            }
        }
        attempt
    }

    /// The text that clang is given.
    fn text(&self, attempt: &Attempt) -> String {
        let mut text = self.request.text.clone();
        for include in includes(&self.request.text) {
            // A file that cannot be made: its line is blanked, which keeps all places.
            if attempt.missing.contains(&include.name) && inside(&include.name).is_none() {
                let blank = " ".repeat(include.line.len());
                text.replace_range(include.line, &blank);
            }
        }
        let launched = self.instances.asked.iter().map(|instance| &instance.asked);
        let all = self.request.instantiate.iter();
        let all = all.chain(launched).chain(&self.guesses);
        for (at, instance) in all.enumerate() {
            text.push_str(&format!(
                "\nvoid __alp_instance_{at}() {{ (void)&{instance}; }}"
            ));
        }
        text
    }

    fn write(&self, attempt: &Attempt, prelude: &Prelude, text: &str) -> Result<(), Fault> {
        let root = self.folder.path();
        let fail = |error: std::io::Error| failure(format!("clang's input: {error}"));
        std::fs::write(root.join(OWN), &prelude.text).map_err(fail)?;
        // It lists what it reads behind what is there.
        match std::fs::remove_file(root.join(kept::LIST)) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(fail(error)),
            _ => {}
        }
        std::fs::write(root.join(self.main), text).map_err(fail)?;
        for name in &attempt.missing {
            let Some(path) = inside(name) else { continue };
            let path = missing_root(root).join(path);
            if let Some(folder) = path.parent() {
                std::fs::create_dir_all(folder).map_err(fail)?;
            }
            if !path.exists() {
                std::fs::write(path, "").map_err(fail)?;
            }
        }
        std::fs::create_dir_all(missing_root(root)).map_err(fail)
    }

    fn arguments(&self, mode: Mode, wanted: Wanted) -> Vec<OsString> {
        let request = self.request;
        let triple = match (request.target, wanted) {
            (Target::Bits32, Wanted::Tree) => "nvptx-unknown-unknown",
            (Target::Bits64, Wanted::Tree) => "nvptx64-unknown-unknown",
            // Launches stand in code of the host.
            (Target::Bits32, Wanted::Text) => "i386-unknown-linux-gnu",
            (Target::Bits64, Wanted::Text) => "x86_64-unknown-linux-gnu",
        };
        let mut arguments: Vec<OsString> = [
            "-cc1",
            "-triple",
            triple,
            match wanted {
                Wanted::Tree => "-ast-dump=json",
                Wanted::Text => "-E",
            },
            "-w",
            "-fno-caret-diagnostics",
            "-ferror-limit",
            "0",
            // Places are looked up in the text, whatever `#line` says.
            "-fno-diagnostics-use-presumed-location",
            "-fgnuc-version=4.2.1",
            "-include",
            OWN,
        ]
        .map(OsString::from)
        .to_vec();
        let standard = request.standard.as_deref();
        let mut more = |words: &[&str]| arguments.extend(words.iter().map(OsString::from));
        match mode {
            Mode::OpenCl(usual) => {
                more(&["-x", "cl", "-cl-ext=+all", "-fdeclare-opencl-builtins"]);
                let standard = standard.unwrap_or(usual);
                more(&[&format!("-cl-std={standard}")]);
                // What every implementation of OpenCL defines, and clang leaves to it.
                more(&[&format!("-D__OPENCL_VERSION__={}", version(standard))]);
                more(&["-D__IMAGE_SUPPORT__=1"]);
            }
            Mode::Cuda | Mode::Cpp => {
                let language = if mode == Mode::Cuda { "cuda" } else { "c++" };
                more(&["-x", language, "-fcxx-exceptions", "-fexceptions"]);
                if mode == Mode::Cuda {
                    // Kernels may launch kernels.
                    more(&["-fgpu-rdc"]);
                }
                more(&[&format!("-std={}", standard.unwrap_or("c++17"))]);
                if mode == Mode::Cpp {
                    more(&["-D__ALPINIST_CPP=1"]);
                }
            }
        }
        for define in &request.define {
            more(&["-D", define]);
        }
        if let Some(folder) = &request.folder {
            arguments.push("-iquote".into());
            arguments.push(absolute(folder).into());
        }
        for folder in &request.include {
            arguments.push("-I".into());
            arguments.push(absolute(folder).into());
        }
        arguments.push("-I".into());
        arguments.push(missing_root(Path::new("")).into());
        arguments.push(self.main.into());
        arguments
    }
}

impl Attempt {
    fn miss(&mut self, name: &str) -> bool {
        let new = !self.missing.iter().any(|known| known == name);
        if new {
            self.missing.push(name.to_owned());
        }
        new
    }

    /// Takes from clang's messages what would help; whether there is anything.
    fn mend(
        &mut self,
        messages: &[Message],
        prelude: &Prelude,
        headers: &headers::Headers,
    ) -> bool {
        let mut again = false;
        for message in messages.iter().filter(|message| message.is_error()) {
            if let Some(name) = message.missing_file() {
                again |= self.miss(name);
            }
            if let Some(name) = message.undeclared()
                && headers.knows(name)
                && self.mode != Mode::Cpp
            {
                again |= self.mentioned.insert(name.to_owned());
            }
            if let Some(name) = relaxed(&message.text)
                && headers.knows(name)
            {
                again |= self.mentioned.insert(name.to_owned());
            }
            // The file declares something itself: then it is meant.
            for note in &message.notes {
                if let Some((file, line, _)) = &note.place
                    && file.ends_with(OWN)
                    && (note.text.starts_with("previous de")
                        || message
                            .text
                            .contains("conflicts with typedef of the same name"))
                    && let Some(item) = prelude.item(*line)
                {
                    again |= self.without.insert(item);
                }
            }
        }
        again
    }
}

/// Macros of ours that are a library's and not the language's.
const LIBRARY: [&str; 7] = [
    "CUDA_KERNEL_LOOP",
    "CUDA_KERNEL_LOOP_TYPE",
    "gpuAtomicAdd",
    "CUDA_KERNEL_ASSERT",
    "C10_LAUNCH_BOUNDS_0",
    "C10_LAUNCH_BOUNDS_1",
    "C10_LAUNCH_BOUNDS_2",
];

/// Whether a text says itself what such a name is, or asks whether there is one: then ours is not meant.
fn defines(text: &str, name: &str) -> bool {
    let mut lines = directives(text).into_iter();
    if lines.any(|line| words(line.rest).next() == Some(name) || is_asked(&line, name)) {
        return true;
    }
    let all: Vec<_> = tokens(text, 0).collect();
    let mut threes = all.windows(3);
    threes.any(|three| match three {
        [before, this, open] if this.of(text) == name && open.of(text) == "(" => {
            let before = (before.kind, before.of(text));
            match before {
                (TokenKind::Word, "return" | "else" | "do") => false,
                (TokenKind::Word, _) => true,
                (_, mark) => matches!(mark, "*" | "&" | ">"),
            }
        }
        _ => false,
    })
}

/// Whether a condition asks for a name.
fn is_asked(line: &Directive<'_>, name: &str) -> bool {
    line.word.contains("if") && words(line.rest).any(|word| word == name)
}

/// What makes up for a rule that clang keeps and other readers of kernels do not.
fn relaxed(text: &str) -> Option<&'static str> {
    if text.contains("cannot be used as the type of a kernel parameter") && text.contains("_t'") {
        Some("__alp_plain_sizes")
    } else if text.contains("event_t'") && text.starts_with("invalid operands") {
        Some("__alp_event_numbers")
    } else {
        None
    }
}

fn errors(outcome: &Outcome) -> usize {
    let all = outcome.messages.iter();
    all.filter(|message| message.is_error()).count()
}

/// Whether CUDA's rules on host and device are what an error in device code is about.
fn wants_one_side(message: &Message) -> bool {
    let about = |text: &str| {
        text.contains("to __host__ function")
            || text.contains("to __host__ variable")
            || text.contains("reference to __host__")
    };
    let from_device = |text: &str| {
        text.contains("from __global__ function")
            || text.contains("from __device__ function")
            || text.contains("in __global__ function")
            || text.contains("in __device__ function")
            || text.contains("in __host__ __device__ function")
            || text.contains("from __host__ __device__ function")
    };
    message.is_error()
        && (about(&message.text) && from_device(&message.text)
            || message
                .notes
                .iter()
                .any(|note| about(&note.text) && from_device(&note.text)))
}

pub(super) fn absolute(folder: &Path) -> PathBuf {
    let folder = if folder.as_os_str().is_empty() {
        Path::new(".")
    } else {
        folder
    };
    std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned())
}

fn missing_root(root: &Path) -> PathBuf {
    let mut path = root.join("missing");
    for _ in 0..DEPTH {
        path.push("d");
    }
    path
}

/// A header's path below the folder of missing ones, if it stays there.
fn inside(name: &str) -> Option<&Path> {
    let path = Path::new(name);
    let mut depth = DEPTH;
    for part in path.components() {
        match part {
            Component::ParentDir => depth = depth.checked_sub(1)?,
            Component::Normal(_) => depth += 1,
            Component::CurDir => {}
            Component::RootDir | Component::Prefix(_) => return None,
        }
    }
    (!name.is_empty() && name.len() < 200 && !name.contains('\0') && !name.ends_with('/'))
        .then_some(path)
}

/// The missing headers that are worth a word.
pub(super) fn worth_a_note(missing: &[String]) -> impl Iterator<Item = &String> {
    missing.iter().filter(|name| !is_known(name))
}

/// The number of a standard of OpenCL, as `__OPENCL_VERSION__` has it.
fn version(standard: &str) -> u32 {
    let digits: String = standard.chars().filter(char::is_ascii_digit).collect();
    digits
        .parse()
        .map_or(120, |number: u32| number.saturating_mul(10))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_stay_inside() {
        assert!(inside("a/../b.h").is_some() && inside("../../c.h").is_some());
        assert!(inside("/etc/x.h").is_none() && inside(&"../".repeat(9)).is_none());
    }
}
