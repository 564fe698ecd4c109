//! A review: what was changed, why each line is so, what was proved for it, and what
//! is assumed; in the terminal or as one page.

pub mod banner;
mod colour;
pub mod html;
pub mod kernels;
mod picture;
mod rows;
pub mod terminal;

use banner::{Banner, file_name};
use colour::Colours;
use pipeline::front;
use pipeline::reported::model::{ProgramRun, Verified};
use pipeline::reported::obligations::word;
use pipeline::reported::{messages, summary};
use report::plural;
use rows::{Change, Reason, Row, rows};
use seplog::report::Outcome;
use std::collections::BTreeMap;
use text::source::SourceFile;
use text::span::Span;
use transforms::contracts::{definitions, difference, interfaces};

/// Everything that a review shows.
pub struct Review {
    /// What happened, in one line.
    banner: Banner,
    /// The program's name.
    title: String,
    /// What was done, in order: the step, and what became of it.
    steps: Vec<String>,
    /// The verdict on the original and on the result.
    verdicts: Vec<String>,
    /// Whether callers see a difference.
    contracts: String,
    /// What is assumed.
    trusted: Vec<String>,
    /// Elements of kernels, with what the old text and the new one leave there.
    terms: Vec<kernels::Terms>,
    /// Errors and warnings, each with its place.
    messages: Vec<String>,
    /// Its files.
    files: Vec<FileReview>,
}

/// A file before and after.
struct FileReview {
    name: String,
    rows: Vec<Row>,
    /// What was shown, by line of the new text.
    shown: BTreeMap<usize, Vec<Shown>>,
    /// What happened at a line of the old text.
    notes: BTreeMap<usize, Vec<String>>,
    pictures: Vec<picture::Beside>,
    /// Races of kernels.
    races: Vec<kernels::Raced>,
    /// The colours of the old text and of the new one.
    colours: (Colours, Colours),
}

impl FileReview {
    /// Whether nothing in it is changed.
    fn is_same(&self) -> bool {
        self.changed() == 0
    }

    /// How many rows show a change.
    fn changed(&self) -> usize {
        let rows = self.rows.iter();
        rows.filter(|row| row.change != Change::Same).count()
    }

    /// What happened at the old line of a row.
    fn notes(&self, row: &Row) -> &[String] {
        let line = row.old.as_ref().map(|(number, _)| number);
        let notes = line.and_then(|line| self.notes.get(line));
        notes.map_or(&[], Vec::as_slice)
    }
}

/// An obligation at a line.
struct Shown {
    id: String,
    message: String,
    outcome: &'static str,
    cached: bool,
}

/// The review of what steps did.
pub fn of_steps(run: &ProgramRun) -> Review {
    let newest = run.history.newest(&run.files);
    let last = run
        .steps
        .iter()
        .rev()
        .find_map(|step| step.verified.as_ref());
    let last = last.or(run.original.as_ref());
    let mut files = Vec::new();
    for (number, (old, new)) in (0_u32..).zip(run.files.iter().zip(&newest)) {
        let reasons = run.history.changes(number).into_iter().map(|line| {
            let reason = Reason {
                rules: line.trace.reasons(),
                from: line_of(&run.files, line.trace.user),
            };
            (line.line, reason)
        });
        files.push(file(old, new, &reasons.collect(), last, number));
    }
    let lines = files.iter().map(FileReview::changed).sum();
    Review {
        banner: banner::of_steps(run, lines),
        title: banner::title(&run.files),
        steps: run
            .steps
            .iter()
            .map(|step| {
                let outcome = serde_json::to_value(step.outcome).ok();
                let outcome = outcome
                    .as_ref()
                    .and_then(|word| word.as_str())
                    .unwrap_or("");
                format!("{}: {}", step.name, outcome.replace('-', " "))
            })
            .collect(),
        verdicts: verdicts(run),
        contracts: summary::contracts(run).unwrap_or_else(|| "No step was carried out".to_owned()),
        trusted: last.map_or_else(Vec::new, |one| summary::trusted(&one.report, &newest)),
        terms: Vec::new(),
        messages: said(run),
        files,
    }
}

/// The review of two programs that somebody wrote.
pub fn of_two(old: &ProgramRun, new: &ProgramRun) -> Review {
    let mut files = Vec::new();
    for (number, (before, after)) in (0_u32..).zip(old.files.iter().zip(&new.files)) {
        files.push(file(
            before,
            after,
            &BTreeMap::new(),
            new.original.as_ref(),
            number,
        ));
    }
    let seen = |run: &ProgramRun| {
        let front = front::front(&run.files, run.profile);
        interfaces(&front.program, &run.files)
    };
    let (before, after) = (seen(old), seen(new));
    let rests = |run: &ProgramRun| {
        let front = front::front(&run.files, run.profile);
        definitions(&front.program, &run.files)
    };
    let contracts = match difference(&before, &after) {
        None if rests(old) != rests(new) => format!(
            "{} in the same words, but functions, predicates, fields or axioms that they may \
                 rest on are changed",
            plural(after.len(), "contract")
        ),
        None => format!(
            "{} as callers see them: unchanged",
            plural(after.len(), "contract")
        ),
        Some(one) => format!("the contract of {} is not the same", one.name),
    };
    let in_short = match difference(&before, &after) {
        None if rests(old) != rests(new) => "what contracts rest on changed".to_owned(),
        None if after.len() == 1 => "contract unchanged".to_owned(),
        None => "contracts unchanged".to_owned(),
        Some(one) => format!("contract of {} changed", one.name),
    };
    let lines = files.iter().map(FileReview::changed).sum();
    Review {
        banner: banner::of_two(old, new, (&in_short, lines)),
        title: format!(
            "{} and {}",
            banner::title(&old.files),
            banner::title(&new.files)
        ),
        steps: Vec::new(),
        verdicts: [verdicts(old), verdicts(new)].concat(),
        contracts,
        trusted: new
            .original
            .as_ref()
            .map_or_else(Vec::new, |one| summary::trusted(&one.report, &new.files)),
        terms: Vec::new(),
        messages: [said(old), said(new)].concat(),
        files,
    }
}

fn file(
    old: &SourceFile,
    new: &SourceFile,
    reasons: &BTreeMap<usize, Reason>,
    verified: Option<&Verified>,
    number: u32,
) -> FileReview {
    let mut shown: BTreeMap<usize, Vec<Shown>> = BTreeMap::new();
    let mut failed = Vec::new();
    for (_, obligation) in verified.iter().flat_map(|one| one.report.obligations()) {
        if obligation.span.file != number {
            continue;
        }
        if obligation.outcome != Outcome::Proved {
            failed.push(obligation);
        }
        let line = new.line_column(obligation.span.start as usize).line;
        shown.entry(line).or_default().push(Shown {
            id: obligation.id.clone(),
            message: obligation.message.clone(),
            outcome: word(&obligation.outcome),
            cached: obligation.measured.cached,
        });
    }
    FileReview {
        name: file_name(&old.name).to_owned(),
        rows: rows(&old.text, &new.text, reasons),
        shown,
        notes: BTreeMap::new(),
        pictures: picture::beside(old, new, &failed),
        races: Vec::new(),
        colours: (colour::of_pvl(&old.text), colour::of_pvl(&new.text)),
    }
}

fn verdicts(run: &ProgramRun) -> Vec<String> {
    let original = run.original.iter().map(|one| {
        format!(
            "{}: {}",
            banner::title(&run.files),
            summary::line(run, one, false)
        )
    });
    let steps = run.steps.iter().enumerate().filter_map(|(number, step)| {
        let verified = step.verified.as_ref()?;
        Some(format!(
            "after step {}: {}",
            number + 1,
            summary::line(run, verified, false)
        ))
    });
    original.chain(steps).collect()
}

fn said(run: &ProgramRun) -> Vec<String> {
    let messages = messages::of_program(run).into_iter().map(|message| {
        let place = message.place.as_ref().map_or_else(String::new, |place| {
            format!("{}:{}: ", place.file, place.start.0)
        });
        format!("{place}{}: {}", message.diagnostic.code, message.text())
    });
    messages.collect()
}

fn line_of(files: &[SourceFile], span: Span) -> Option<usize> {
    let file = files.get(span.file as usize)?;
    Some(file.line_column(span.start as usize).line)
}
