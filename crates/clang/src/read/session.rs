//! The runs of clang for one file.

use super::guess::Guess;
use super::instances::Instances;
use super::kept::Reach;
use super::kernels;
use super::named::{Named, named};
use super::sdk::Sdk;
use super::sequential;
use crate::convert::Fault;
use crate::find::Program;
use crate::headers::{self, Headers, Prelude, is_known};
use crate::messages::{self, Message};
use crate::node::Files;
use crate::process::Output;
use crate::request::{Kernel, Reading, Request};
use crate::tree::Language;
use std::collections::{BTreeSet, HashSet};
use std::path::Path;
use text::code::Code;
use text::diagnostics::{Diagnostic, Severity};
use text::source::SourceFile;

/// How often clang is run at most; each time something is added that it missed.
const RUNS: u32 = 8;

/// How often instances that nothing names are tried, and how many.
const GUESSES: u32 = 3;
const MOST_GUESSES: usize = 32;

/// The file of this program's declarations.
pub(super) const OWN: &str = "own.h";

/// How a file is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    OpenCl(&'static str),
    Cuda,
    /// CUDA without its rules on what may use what.
    Cpp,
    /// C, for a sequential function.
    C,
}

/// What clang is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wanted {
    /// The tree, as JSON.
    Tree,
    /// The tree as the host's compiler sees the file.
    HostTree,
}

/// What clang left, and how it was asked.
pub(super) struct Outcome {
    pub output: Output,
    pub messages: Vec<Message>,
    pub missing: Vec<String>,
    pub mode: Mode,
    pub prelude: Prelude,
    pub runs: u32,
    pub launches: Vec<Named>,
    /// Whether there is no SDK whose headers could be read.
    pub no_sdk: bool,
    /// Headers that are missing, and that headers of an SDK alone include.
    pub unsaid: BTreeSet<String>,
}

pub(super) struct Session<'r> {
    pub(super) request: &'r Request,
    pub(super) program: &'r Program,
    pub(super) folder: tempfile::TempDir,
    pub(super) main: &'static str,
    pub(super) runs: u32,
    /// Kernels as launches name them.
    launches: Vec<Named>,
    /// Instances of templates that launches name.
    pub(super) instances: Instances,
    /// Instances that nothing names.
    pub(super) guesses: Vec<String>,
    /// Which tree clang is asked for.
    pub(super) tree: Wanted,
    /// Whether kernels are read with the libraries of the host, too.
    with_host: bool,
    /// Headers of an SDK that are read.
    pub(super) sdk: Option<Sdk>,
}

pub(super) fn read(request: &Request, program: &Program) -> Result<Reading, Fault> {
    let mut session = Session::new(request, program)?;
    let (mut first, mut guesses) = session.reading()?;
    // Classes of the host's libraries may be members of what kernels mention,
    // and code of the host that is understood makes the instances of templates that it launches.
    let is_c = request.sequential.as_ref().is_some_and(|one| one.c);
    if request.language == Language::Cuda && !is_c && not_read(&first) > 0 {
        session.with_host = true;
        match session.reading() {
            Ok((second, more)) if not_read(&second) < not_read(&first) => {
                (first, guesses) = (second, more);
            }
            Ok(_) | Err(_) => session.with_host = false,
        }
    }
    // So may what headers of CUDA's own declare and the built-in declarations lack.
    if not_read(&first) > 0
        && !is_c
        && let Some(sdk) = Sdk::of(request)
    {
        let with_host = std::mem::replace(&mut session.with_host, true);
        session.sdk = Some(sdk);
        match session.reading() {
            Ok((second, more)) if not_read(&second) < not_read(&first) => {
                (first, guesses) = (second, more);
            }
            Ok(_) | Err(_) => {
                session.with_host = with_host;
                session.sdk = None;
            }
        }
    }
    session.tell_others(&mut first, &[]);
    // Of a template whose text has an error there is no instance.
    guesses.retain(|guess| !first.kernels.iter().any(|kernel| is_broken(kernel, guess)));
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

/// How many kernels clang does not understand, or has as templates without an instance.
fn not_read(reading: &Reading) -> usize {
    let is_spoilt = |kernel: &&Kernel| {
        kernel.function.is_none() || kernel.errors.iter().any(|error| error.code == Code::K002)
    };
    let lost = reading.errors.len();
    lost + reading.kernels.iter().filter(is_spoilt).count()
}

/// Whether a kernel is the template that a guess is about, with an error in its text.
fn is_broken(kernel: &Kernel, guess: &Guess) -> bool {
    let said = kernel.errors.iter().any(|error| error.code == Code::K002);
    kernel.function.is_none() && said && kernel.name == guess.kernel
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

/// The files of a reading before any other is met.
pub(super) fn files(request: &Request, outcome: &Outcome, folder: &Path, main: &str) -> Files {
    let own = SourceFile::new(OWN, outcome.prelude.text.clone());
    let source = SourceFile::new(&request.name, &request.text);
    Files::new(folder, (main, source), (OWN, own))
}

/// The kernels that launches of a file, and of the headers of the project that it may include, name.
fn all_launches(request: &Request) -> Vec<Named> {
    let headers = Reach::of(request).into_iter().flat_map(Reach::into_files);
    let texts = headers.filter_map(|path| std::fs::read_to_string(path).ok());
    let mut all = named(&request.text);
    all.extend(texts.flat_map(|text| named(&text)));
    all
}

pub(super) fn failure(message: String) -> Fault {
    Box::new(Diagnostic::global(Code::K006, message))
}

impl<'r> Session<'r> {
    pub(super) fn new(request: &'r Request, program: &'r Program) -> Result<Self, Fault> {
        let folder = tempfile::Builder::new()
            .prefix("alpinist-clang")
            .tempdir()
            .map_err(|error| failure(format!("no folder for clang's input: {error}")))?;
        let main = match (request.language, &request.sequential) {
            (_, Some(sequential)) if sequential.c => "input.c",
            (Language::OpenCl, _) => "input.cl",
            (Language::Cuda, _) => "input.cu",
        };
        let launches = match (request.language, &request.sequential) {
            (Language::OpenCl, _) | (_, Some(_)) => Vec::new(),
            (Language::Cuda, None) => all_launches(request),
        };
        let instances = Instances::of(&launches, &request.text);
        Ok(Session {
            request,
            program,
            folder,
            main,
            runs: 0,
            launches,
            instances,
            guesses: Vec::new(),
            tree: Wanted::Tree,
            with_host: false,
            sdk: None,
        })
    }

    /// The file as the host's compiler sees it.
    pub(super) fn host(request: &'r Request, program: &'r Program) -> Result<Self, Fault> {
        let mut session = Session::new(request, program)?;
        session.launches = Vec::new();
        session.instances = Instances::of(&[], &request.text);
        session.tree = Wanted::HostTree;
        Ok(session)
    }

    /// The folder that clang ran in, and the name of its input there.
    pub(super) fn into_place(self) -> (tempfile::TempDir, &'static str) {
        (self.folder, self.main)
    }
    /// Reads the file, with what was added to it so far; gives the instances to try as well.
    fn reading(&mut self) -> Result<(Reading, Vec<Guess>), Fault> {
        let mut outcome = self.outcome()?;
        // What cannot be named here, such as `k<T>` of a launch in a template, is no error of the file's.
        while self.leave_out_unnamed(&outcome) {
            outcome = self.outcome()?;
        }
        let mut files = files(self.request, &outcome, self.folder.path(), self.main);
        kernels::convert(self.request, &outcome, &mut files)
    }

    /// Says of each instance of a template, if launches name or may name others that are not read, that the
    /// verdict is about it alone; of those that were guessed in any case.
    fn tell_others(&self, reading: &mut Reading, guesses: &[Guess]) {
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
    pub(super) fn outcome(&mut self) -> Result<Outcome, Fault> {
        let fixed = self.request.standard.is_some();
        let first = match (&self.request.sequential, self.request.language) {
            (Some(sequential), _) => sequential::mode(sequential),
            (None, Language::OpenCl) => Mode::OpenCl("CL1.2"),
            (None, Language::Cuda) => Mode::Cuda,
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
            Mode::Cuda | Mode::Cpp | Mode::C => true,
        };
        let chosen = if better { second } else { outcome };
        Ok(Outcome {
            runs: self.runs,
            ..chosen
        })
    }

    /// The declarations that stand before the text.
    pub(super) fn headers(&self) -> &'static Headers {
        let is_c = self.request.sequential.as_ref().is_some_and(|one| one.c);
        match self.tree {
            _ if is_c => headers::of_c(),
            Wanted::HostTree => headers::of_host(),
            Wanted::Tree if self.with_host => headers::of_host(),
            Wanted::Tree => headers::of(self.request.language),
        }
    }

    /// Runs clang until a run asks for nothing more.
    pub(super) fn settle(&mut self, mode: Mode) -> Result<Outcome, Fault> {
        let mut attempt = self.attempt(mode);
        let mut left = RUNS;
        loop {
            left -= 1;
            let headers = self.headers();
            let mut prelude = headers.prelude(&attempt.mentioned, &attempt.without);
            if self.tree == Wanted::HostTree {
                // Code of the host is for no such machine.
                prelude = prelude.without(&["__CUDA_ARCH__"]);
            }
            let output = self.answer(&attempt, &prelude)?;
            let messages = messages::parse(&output.messages);
            let again = left > 0 && {
                let more = self.request.vector_operators;
                attempt.mend(&messages, (&prelude, headers), more)
            };
            if !again {
                return Ok(Outcome {
                    output,
                    messages,
                    missing: attempt.missing,
                    mode,
                    prelude,
                    runs: self.runs,
                    launches: self.launches.clone(),
                    no_sdk: self.request.sdk.is_empty(),
                    unsaid: self.sdk.as_ref().map_or_else(BTreeSet::new, Sdk::unsaid),
                });
            }
        }
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

/// The missing headers that are worth a word.
pub(super) fn worth_a_note(outcome: &Outcome) -> impl Iterator<Item = &String> {
    let missing = outcome.missing.iter();
    missing.filter(|name| !is_known(name) && !outcome.unsaid.contains(*name))
}
