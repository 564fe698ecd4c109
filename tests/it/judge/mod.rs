//! What the tests that judge by running share: reading programs, running them, comparing an
//! original with its result.

pub mod barriers;
pub mod generate;

use crate::common::{alpinist_in, root};
use oracle::input::random::random_call;
use oracle::program::{MethodInfo, Tables};
use oracle::side_by_side::{Comparison, Layouts, compare};
use oracle::{Limits, Outcome, Stop};
use similar::{ChangeTag, TextDiff};
use spec_lang::ast::{ModifierKind, Program};
use spec_lang::resolve::{Profile, Resolution};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use text::diagnostics::Severity;
use text::source::SourceFile;

/// A program without errors.
pub struct Read {
    pub file: SourceFile,
    pub program: Program,
    pub names: Resolution,
}

pub fn read(name: &str, text: &str) -> Option<Read> {
    let file = SourceFile::new(name, text);
    let parsed = spec_lang::parse::parse(std::slice::from_ref(&file));
    let resolved = spec_lang::resolve::resolve(&parsed.program, Profile::Sound);
    let mut all = parsed.diagnostics.iter().chain(&resolved.diagnostics);
    let wrong = all.any(|d| d.severity == Severity::Error);
    (!wrong).then_some(Read {
        file,
        program: parsed.program,
        names: resolved.resolution,
    })
}

/// What the line `//:: KEY …` at the head of a program says.
pub fn header<'a>(text: &'a str, key: &str) -> Option<&'a str> {
    let mut lines = text.lines().map_while(|line| line.strip_prefix("//"));
    lines.find_map(|line| {
        line.strip_prefix(":: ")?
            .strip_prefix(key)?
            .strip_prefix(' ')
    })
}

/// A number from the environment.
pub fn setting(name: &str, usual: u64) -> u64 {
    std::env::var(name)
        .ok()
        .and_then(|text| text.parse().ok())
        .unwrap_or(usual)
}

/// Programs of the corpus that verify, as `ORACLE_VERDICTS` says (lines `STATUS PATH`).
pub fn verified_corpus() -> Vec<PathBuf> {
    let Ok(verdicts) = std::env::var("ORACLE_VERDICTS") else {
        return Vec::new();
    };
    let folder = std::env::var("ALPINIST_CORPUS")
        .map_or_else(|_| root().join("../shared/corpus"), PathBuf::from);
    let verdicts = std::fs::read_to_string(verdicts).unwrap();
    let verified = verdicts.lines().filter_map(|line| line.strip_prefix("0 "));
    verified.map(|path| folder.join(path)).collect()
}

/// Matrices that are laid out anew, by the words of directives and flags.
pub fn layouts(text: &str, options: &str) -> Layouts {
    let mut found = Layouts::new();
    for after in text.split("matrix_lin ").skip(1) {
        let mut words = after.split_whitespace();
        if let (Some(name), Some(order)) = (words.next(), words.next()) {
            found.insert(name.to_owned(), order == "R");
        }
    }
    let mut words = options.split_whitespace();
    while let Some(word) = words.next() {
        if word == "--linearize"
            && let Some((name, rest)) = words.next().and_then(|value| value.split_once(':'))
        {
            found.insert(name.to_owned(), rest.starts_with("row"));
        }
    }
    found
}

/// A program to be transformed, and how.
pub struct Task {
    pub path: PathBuf,
    pub text: String,
    pub options: String,
}

impl Task {
    /// The task of a program, if it has directives or options.
    pub fn of(path: PathBuf) -> Option<Task> {
        let text = std::fs::read_to_string(&path).unwrap();
        let options = header(&text, "options").unwrap_or_default().to_owned();
        let asked = text.contains("gpuopt ") || options.contains("--");
        (asked && !text.contains("--profile vercors-1.4")).then_some(Task {
            path,
            text,
            options,
        })
    }

    /// What the program makes of it, without proofs or with them.
    pub fn result(&self, prove: bool) -> crate::common::Run {
        let words = self.options.split_whitespace().filter(|w| *w != "verify");
        let mut args: Vec<&str> = words.collect();
        args.extend(["-q", "--jobs", "1"]);
        if !prove {
            args.push("--no-verify");
        }
        args.push(self.path.to_str().unwrap());
        alpinist_in(root(), &args)
    }

    pub fn layouts(&self) -> Layouts {
        layouts(&self.text, &self.options)
    }
}

/// The lines of the second text that are not in the first, from 1.
pub fn new_lines(before: &str, after: &str) -> BTreeSet<usize> {
    let diff = TextDiff::from_lines(before, after);
    diff.iter_all_changes()
        .filter(|change| change.tag() == ChangeTag::Insert)
        .filter_map(|change| change.new_index().map(|at| at + 1))
        .collect()
}

/// What running a program showed.
#[derive(Default)]
pub struct Judged {
    /// How many runs ended.
    pub ended: u64,
    pub violation: Option<String>,
}

/// Steps of a run for which a mutant is worth it: kernels of a thousand threads take more, and no
/// run of them ends.
pub const FEW_STEPS: u64 = 40_000;

/// Runs every method on random inputs and schedules, until there is a violation.
pub fn judge(read: &Read, inputs: u64, schedules: u64) -> Judged {
    oracle::on_large_stack(|| {
        let tables = Tables::new(&read.program, &read.names);
        let mut judged = Judged::default();
        // An inline function is checked where it is used, and promises nothing by itself.
        let inline = |info: &&MethodInfo<'_>| info.is(ModifierKind::Inline);
        for info in tables.methods.values().filter(|info| !inline(info)) {
            let mut good = 0;
            let mut stopped = 0;
            for seed in 0..inputs * 6 {
                if good >= inputs || stopped > 2 {
                    break;
                }
                let call = random_call(&tables, info, seed);
                for schedule in 0..schedules {
                    let modular = schedule % 2 == 1;
                    let limits = Limits {
                        steps: FEW_STEPS,
                        modular,
                        ..Limits::default()
                    };
                    match oracle::run(&tables, &call, limits, seed * 1000 + schedule) {
                        Outcome::Done { .. } => judged.ended += 1,
                        Outcome::Stopped(Stop::Violation(violation)) => {
                            let at = violation.span.start as usize;
                            let line = read.file.line_column(at).line;
                            judged.violation = Some(format!(
                                "{}, line {line}: {} {} {:?} [{seed}, {schedule}] {}",
                                tables.method_name(info),
                                violation.kind.code(),
                                violation.message,
                                violation.notes,
                                violation.other.as_ref().map_or("", |(span, _)| {
                                    read.file.slice(*span).split('(').next().unwrap_or("")
                                })
                            ));
                            return judged;
                        }
                        Outcome::Stopped(Stop::Vacuous(..)) => break,
                        Outcome::Stopped(Stop::CannotRun(..)) => {
                            stopped = 9;
                            break;
                        }
                        Outcome::Stopped(_) => {
                            stopped += 1;
                            break;
                        }
                    }
                    if schedule == 0 {
                        good += 1;
                    }
                }
            }
        }
        judged
    })
    .unwrap_or_else(|fault| Judged {
        violation: Some(fault),
        ..Judged::default()
    })
}

/// How much is compared.
#[derive(Clone, Copy)]
pub struct Effort {
    pub inputs: u64,
    pub schedules: u64,
    /// For all methods of one program together.
    pub time: Duration,
    /// For one run.
    pub steps: u64,
}

/// What comparing two programs showed.
#[derive(Default)]
pub struct Compared {
    /// By word; `same` counts pairs of runs that agree.
    pub words: BTreeMap<String, u64>,
    pub fault: Option<String>,
}

impl Compared {
    pub fn same(&self) -> u64 {
        self.words.get("same").copied().unwrap_or(0)
    }
}

/// Runs an original and its result on the same inputs and schedules.
pub fn side_by_side(original: &Read, result: &Read, layouts: &Layouts, effort: Effort) -> Compared {
    oracle::on_large_stack(|| {
        let before = Tables::new(&original.program, &original.names);
        let after = Tables::new(&result.program, &result.names);
        let mut compared = Compared::default();
        let start = Instant::now();
        for info in before.methods.values() {
            let name = before.method_name(info);
            let mut good = 0;
            for seed in 0..effort.inputs * 8 {
                if good >= effort.inputs {
                    break;
                }
                if start.elapsed() > effort.time {
                    *compared.words.entry("out of time".to_owned()).or_default() += 1;
                    break;
                }
                let call = random_call(&before, info, seed);
                for schedule in 0..effort.schedules {
                    let seed = seed * 100 + schedule;
                    let limits = Limits {
                        steps: effort.steps,
                        ..Limits::default()
                    };
                    let found = compare(&before, &after, &call, layouts, limits, seed);
                    let word = match &found {
                        Comparison::Same => "same".to_owned(),
                        Comparison::Nothing(why) => (*why).to_owned(),
                        Comparison::CannotRun(why) => format!("cannot run: {why}"),
                        // A callee names its matrix otherwise than the directive does, so that no
                        // input of the original fits.
                        Comparison::Differs(how)
                            if !layouts.is_empty() && how.contains("Vacuous") =>
                        {
                            "no input that fits".to_owned()
                        }
                        Comparison::Differs(how) => {
                            compared.fault = Some(format!("{name}, seed {seed}: {how}"));
                            return compared;
                        }
                    };
                    let unfit = word == "no input that fits";
                    *compared.words.entry(word).or_default() += 1;
                    if unfit {
                        good = effort.inputs;
                        break;
                    }
                    if schedule == 0 && found == Comparison::Same {
                        good += 1;
                    }
                    if found == Comparison::Nothing("vacuous") {
                        break;
                    }
                }
            }
        }
        compared
    })
    .unwrap_or_else(|fault| Compared {
        fault: Some(fault),
        ..Compared::default()
    })
}

/// The name of a program in messages: from the repository's root.
pub fn short(path: &Path) -> String {
    path.strip_prefix(root())
        .unwrap_or(path)
        .to_string_lossy()
        .into_owned()
}
