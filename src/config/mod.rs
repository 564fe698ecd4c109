//! `alpinist.toml`: what a project wants of every run, and its programs with their schedules.

pub mod allow;
pub mod equal;
pub mod kernels;
pub mod place;

use self::allow::Allow;
use self::equal::Equal;
use self::kernels::Kernels;
use self::place::{At, Origin};
use crate::cli::{CacheMode, Deny, ProfileName, ProofArgs, StepFlag};
use crate::files::sentence;
use crate::output::Failure;
use clap::ValueEnum;
use itertools::Itertools;
use serde::{Deserialize, Deserializer};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use text::code::Code;
use text::diagnostics::Diagnostic;
use text::nearest::nearest;

/// The name of the file.
const NAME: &str = "alpinist.toml";

/// What the file says.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Config {
    /// The folder it stands in; everything in it is relative to that.
    #[serde(skip)]
    pub folder: PathBuf,
    /// The file itself.
    #[serde(skip)]
    pub origin: Origin,
    /// How names and meanings are read.
    #[serde(deserialize_with = "word")]
    pub profile: Option<ProfileName>,
    /// Resource limit of an obligation.
    pub rlimit: Option<u64>,
    /// Wall-clock limit of an obligation, in seconds.
    pub timeout: Option<f64>,
    /// Seed of the solver.
    pub seed: Option<u32>,
    /// How many obligations are worked on at once.
    pub jobs: Option<u16>,
    /// Where answers are kept: a folder, or the address of a server.
    pub cache: Option<PathBuf>,
    /// What is done with them.
    #[serde(deserialize_with = "word")]
    pub cache_mode: Option<CacheMode>,
    /// What may not be believed; what `ci` denies by itself if absent.
    #[serde(deserialize_with = "words")]
    pub deny: Option<Vec<Deny>>,
    /// Where it may be all the same, and findings that are accepted.
    pub allow: Vec<Allow>,
    /// Steps by the name of the schedule.
    pub schedule: BTreeMap<String, Schedule>,
    /// The file that says what each program costs, by which `ci --shard` parts the work.
    pub costs: Option<PathBuf>,
    /// The file that keeps the contracts of kernels, which `ci` compares.
    pub contracts: Option<PathBuf>,
    /// What `alpinist ci` works on.
    pub program: Vec<Program>,
    /// What CUDA and OpenCL are read and checked with.
    pub kernels: Kernels,
    /// Files of CUDA and OpenCL that `alpinist ci` works on, with what is special about them.
    pub kernel: Vec<Kernels>,
    /// Pairs of files whose kernels `alpinist ci` compares.
    pub equal: Vec<Equal>,
}

/// Steps to be carried out one after the other.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Schedule {
    /// As on the command line: `--unroll 2@i`.
    pub steps: Vec<String>,
    /// Put each unrolled copy under the loop's guard.
    pub guard: bool,
}

impl Schedule {
    /// The switches that its steps have.
    pub fn switches(&self) -> &'static [&'static str] {
        switches(self.guard)
    }
}

impl Program {
    /// The switches that its steps have.
    pub fn switches(&self) -> &'static [&'static str] {
        switches(self.guard)
    }
}

/// `guard = true` is what `--guard` is on the command line.
fn switches(guard: bool) -> &'static [&'static str] {
    match guard {
        true => &[transforms::unroll::GUARD],
        false => &[],
    }
}

/// A program, or several that are treated alike.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Program {
    /// The files of one program.
    pub files: Vec<PathBuf>,
    /// Files that are programs by themselves; a folder stands for the files in it. A file that
    /// another entry has among its `files` is left out.
    pub each: Vec<PathBuf>,
    /// The name of a schedule.
    pub schedule: Option<String>,
    /// Steps of its own, after the schedule's.
    pub steps: Vec<String>,
    /// Put each unrolled copy under the loop's guard.
    pub guard: bool,
    /// Whether the directives of the files are carried out; true unless told.
    pub directives: Option<bool>,
    /// Only these methods.
    pub only: Vec<String>,
    /// What comes out, kept beside the program: a file, or a folder for several; what has no
    /// extension is a folder.
    pub golden: Option<PathBuf>,
    /// As for all, for these.
    #[serde(deserialize_with = "word")]
    pub profile: Option<ProfileName>,
    /// As for all, for these.
    pub rlimit: Option<u64>,
    /// As for all, for these.
    pub timeout: Option<f64>,
    /// As for all, for these.
    pub seed: Option<u32>,
}

/// The file in this folder or the nearest one above it.
fn nearest_file(folder: &Path) -> Option<PathBuf> {
    let mut files = folder.ancestors().map(|folder| folder.join(NAME));
    files.find(|file| file.is_file())
}

fn word<'de, D: Deserializer<'de>, T: ValueEnum>(from: D) -> Result<Option<T>, D::Error> {
    one_of(&String::deserialize(from)?).map(Some)
}

/// A list of words of the command line.
pub fn words<'de, D: Deserializer<'de>, T: ValueEnum>(from: D) -> Result<Option<Vec<T>>, D::Error> {
    let texts = Vec::<String>::deserialize(from)?;
    let all: Result<Vec<T>, D::Error> = texts.iter().map(|text| one_of(text)).collect();
    all.map(Some)
}

fn one_of<T: ValueEnum, E: serde::de::Error>(text: &str) -> Result<T, E> {
    T::from_str(text, false).map_err(|_| {
        let words = T::value_variants()
            .iter()
            .filter_map(|variant| Some(variant.to_possible_value()?.get_name().to_owned()))
            .join(", ");
        E::custom(format!("`{text}` is none of {}", words))
    })
}

impl Config {
    /// The file named, or the nearest one in this folder and those above it; an empty one
    /// if there is none.
    ///
    /// # Errors
    /// `C013` if it cannot be read or understood.
    pub fn find(named: Option<&Path>) -> Result<Config, Failure> {
        let path = match named {
            Some(path) => Some(path.to_path_buf()),
            None => std::env::current_dir().ok().and_then(|here| {
                let found = nearest_file(&here)?;
                // Places in messages are read from where one stands.
                Some(match found.parent() == Some(&here) {
                    true => PathBuf::from(NAME),
                    false => found,
                })
            }),
        };
        path.map_or_else(|| Ok(Config::default()), |path| Config::read(&path))
    }

    /// The nearest file in a folder and those above it; an empty one if there is none.
    ///
    /// # Errors
    /// `C013` if it cannot be read or understood.
    pub fn near(folder: &Path) -> Result<Config, Failure> {
        nearest_file(folder).map_or_else(|| Ok(Config::default()), |path| Config::read(&path))
    }

    fn read(path: &Path) -> Result<Config, Failure> {
        let text = std::fs::read_to_string(path)
            .map_err(|error| Origin::new(path, "").misunderstood(&[], &sentence(&error)))?;
        Config::understand(path, &text)
    }

    /// What the text of the file at `path` says.
    ///
    /// # Errors
    /// `C013` if it cannot be understood.
    pub fn understand(path: &Path, text: &str) -> Result<Config, Failure> {
        let origin = Origin::new(path, text);
        let mut config: Config = toml::from_str(text).map_err(|error| not_read(&origin, &error))?;
        config.folder = path.parent().map(Path::to_path_buf).unwrap_or_default();
        config.origin = origin;
        config.check()?;
        kernels::check(&config)?;
        allow::check(&config)?;
        config.equal_args()?;
        Ok(config)
    }

    /// Sees to it that what its programs and schedules name is there, and can be done.
    fn check(&self) -> Result<(), Failure> {
        for (name, schedule) in &self.schedule {
            let way = [At::Key("schedule"), At::Key(name)];
            self.check_steps(&way, &schedule.steps, schedule.switches())?;
        }
        for (number, program) in self.program.iter().enumerate() {
            let way = [At::Key("program"), At::Number(number)];
            if let Some(name) = &program.schedule {
                let way = [&way[..], &[At::Key("schedule")]].concat();
                self.schedule(name)
                    .map_err(|Failure(why)| self.origin.told(&way, *why))?;
            }
            if program.files.is_empty() == program.each.is_empty() {
                let why = "a program has either `files` or `each`";
                return Err(self.origin.misunderstood(&way, why));
            }
            self.check_steps(&way, &program.steps, program.switches())?;
        }
        Ok(())
    }

    fn check_steps(
        &self,
        way: &[At<'_>],
        steps: &[String],
        switches: &[&str],
    ) -> Result<(), Failure> {
        for (number, step) in steps.iter().enumerate() {
            let flags = step_flags(std::slice::from_ref(step));
            let read = flags.and_then(|flags| {
                let mut flags = flags.iter();
                flags.try_for_each(|flag| parse_step(flag, switches).map(drop))
            });
            read.map_err(|Failure(why)| {
                let way = [way, &[At::Key("steps"), At::Number(number)]].concat();
                self.origin.told(&way, *why)
            })?;
        }
        Ok(())
    }

    /// A schedule by name.
    ///
    /// # Errors
    /// `C013` if there is none of that name.
    pub fn schedule(&self, name: &str) -> Result<&Schedule, Failure> {
        self.schedule.get(name).ok_or_else(|| {
            let diagnostic =
                Diagnostic::global(Code::C013, format!("there is no schedule `{name}`"));
            let names: Vec<String> = self.schedule.keys().map(|one| format!("`{one}`")).collect();
            let near = nearest(name, self.schedule.keys().map(String::as_str));
            Failure::from(match (names.is_empty(), near) {
                (true, _) => {
                    diagnostic.with_help("schedules stand in alpinist.toml, as `[schedule.NAME]`")
                }
                (false, Some(near)) => diagnostic.with_help(format!("did you mean `{near}`?")),
                (false, None) => diagnostic.with_help(format!("one of {}", names.join(", "))),
            })
        })
    }

    /// What decides proofs, for all programs.
    pub fn proof(&self) -> ProofArgs {
        proof(self.profile, self.rlimit, self.timeout, self.seed)
    }

    /// The folder it stands in, or the one where one stands.
    pub fn folder_or_here(&self) -> PathBuf {
        match self.folder.as_os_str().is_empty() {
            true => PathBuf::from("."),
            false => self.folder.clone(),
        }
    }

    /// A place in the file, from where one stands.
    pub fn place(&self, path: &Path) -> PathBuf {
        self.folder.join(path)
    }
}

impl Program {
    /// What decides its proofs.
    pub fn proof(&self) -> ProofArgs {
        proof(self.profile, self.rlimit, self.timeout, self.seed)
    }
}

fn proof(
    profile: Option<ProfileName>,
    rlimit: Option<u64>,
    timeout: Option<f64>,
    seed: Option<u32>,
) -> ProofArgs {
    ProofArgs {
        profile,
        rlimit,
        // Bounds as for the flag; nothing sensible lies outside them.
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        timeout: timeout.map(|seconds| (seconds.clamp(0.001, 86_400.0) * 1000.0).round() as u64),
        seed,
    }
}

/// `C013` at the place that the reader of the file names.
fn not_read(origin: &Origin, error: &toml::de::Error) -> Failure {
    let why = error.message();
    let Some(span) = error.span() else {
        return origin.misunderstood(&[], why);
    };
    let mut diagnostic = origin.at(span, Diagnostic::global(Code::C013, why));
    if let Some(near) = meant(why) {
        diagnostic = diagnostic.with_help(format!("did you mean `{near}`?"));
    }
    diagnostic.into()
}

/// What may be meant by an unknown word, if that is what the reader complains of. It names the word between
/// backticks and then lists what it knows, between backticks as well; [`one_of`] lists without them.
fn meant(why: &str) -> Option<&str> {
    let (_, rest) = why.split_once('`')?;
    let (unknown, rest) = rest.split_once('`')?;
    let known = rest
        .strip_prefix(", expected ")
        .or_else(|| rest.strip_prefix(" is none of "))?;
    let words = known.split(['`', ',', ' ']).filter(|word| !word.is_empty());
    nearest(unknown, words)
}

/// A path by which two mentions of one file are the same.
pub fn whole(path: &Path) -> PathBuf {
    std::fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf())
}

/// The steps in the words of the command line.
///
/// # Errors
/// `C013` if one is not `--FLAG VALUE`.
pub fn step_flags(steps: &[String]) -> Result<Vec<StepFlag>, Failure> {
    steps
        .iter()
        .map(|step| {
            let words = step.trim().trim_start_matches("--");
            let (name, value) = words.split_once([' ', '=']).unwrap_or((words, ""));
            let name = transforms::named(name).map(|entry| entry.about().name);
            let name = name.ok_or_else(|| {
                let message = format!("`{step}` is not a step");
                let help = "write it as on the command line, such as `--unroll 2@i`";
                Failure::from(Diagnostic::global(Code::C013, message).with_help(help))
            })?;
            let value = unquoted(value.trim());
            Ok(StepFlag { name, value })
        })
        .collect()
}

/// Reads the argument of a step's flag; `switches` are those that are given.
///
/// # Errors
/// `C101` if it is not of the flag's form.
pub fn parse_step(flag: &StepFlag, switches: &[&str]) -> Result<transforms::Step, Failure> {
    transforms::parse_flag(flag.name, &flag.value, switches)
        .map_err(|refusal| Failure(refusal.diagnostic))
}

/// The word as a shell would hand it on: `'a[t]'@k` is `a[t]@k`.
fn unquoted(word: &str) -> String {
    let inner = word.strip_prefix('\'');
    let parts = inner.and_then(|rest| rest.split_once('\''));
    parts.map_or_else(
        || word.to_owned(),
        |(inner, behind)| format!("{inner}{behind}"),
    )
}
