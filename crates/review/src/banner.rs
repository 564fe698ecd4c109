//! What happened, in one line for a reader who has ten seconds.

use pipeline::reported::model::{ProgramRun, StepOutcome, StepRun, Verified};
use pipeline::reported::{messages, summary};
use report::plural;
use report::status::Status;
use seplog::report::{ObligationReport, Outcome, Summary};
use spec_lang::ast::{ParBlock, Stmt, StmtKind, Visitor};
use text::source::SourceFile;

/// How a review ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Everything asked for is proved.
    Proved,
    /// Something is shown to be wrong.
    Refuted,
    /// Neither.
    NotDecided,
}

impl Ending {
    /// In words.
    pub fn words(self) -> &'static str {
        match self {
            Ending::Proved => "Proved",
            Ending::Refuted => "Refuted",
            Ending::NotDecided => "Unknown",
        }
    }

    /// Its name in the page's style.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Ending::Proved => "proved",
            Ending::Refuted => "refuted",
            Ending::NotDecided => "undecided",
        }
    }
}

/// The first line of a review.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Banner {
    /// How it ends.
    pub ending: Ending,
    /// What was done, or what is wrong.
    pub words: String,
}

impl Banner {
    /// The whole line.
    pub(crate) fn line(&self) -> String {
        format!("{}: {}", self.ending.words(), self.words)
    }

    fn new(ending: Ending, words: impl Into<String>) -> Banner {
        let words = words.into();
        Banner { ending, words }
    }
}

/// What steps did.
pub(crate) fn of_steps(run: &ProgramRun, lines: usize) -> Banner {
    if let Some(banner) = wrong(run) {
        return banner;
    }
    let newest = run.history.newest(&run.files);
    let mut parts = done(run);
    parts.extend(changes(&run.files, &newest, lines));
    parts.extend(of_contracts(run));
    let last = run.checks().last();
    parts.extend(last.map(believed));
    proved(run.checks(), parts)
}

/// Which steps were carried out. That kernels were fused is told by their numbers.
fn done(run: &ProgramRun) -> Vec<String> {
    let fuses = |step: &StepRun| step.name.trim_start_matches('-').starts_with("fuse");
    let mut others = run.steps.iter().filter(|step| !fuses(step));
    match (others.next(), others.count()) {
        (None, _) => Vec::new(),
        (Some(step), 0) => vec![format!("`{}` done", step.name)],
        (Some(_), more) => vec![format!("{} done", plural(more + 1, "step"))],
    }
}

/// What became of two programs.
pub(crate) fn of_two(
    old: &ProgramRun,
    new: &ProgramRun,
    (contracts, lines): (&str, usize),
) -> Banner {
    let wrong = wrong(new).map(|banner| (banner, "new"));
    let wrong = wrong.or_else(|| self::wrong(old).map(|banner| (banner, "old")));
    if let Some((banner, which)) = wrong {
        return Banner::new(banner.ending, format!("{} ({which} text)", banner.words));
    }
    let mut parts = changes(&old.files, &new.files, lines);
    parts.push(contracts.to_owned());
    parts.extend(new.original.as_ref().map(believed));
    proved(old.checks().chain(new.checks()), parts)
}

/// Everything holds, as far as it was asked for.
fn proved<'a>(checks: impl Iterator<Item = &'a Verified>, parts: Vec<String>) -> Banner {
    let mut checks = checks.map(|one| &one.report);
    let words = match checks.any(|report| !report.passed_over.is_empty()) {
        true => format!("in part, as --only asks; {}", parts.join(", ")),
        false => parts.join(", "),
    };
    Banner::new(Ending::Proved, words)
}

/// What is wrong or open; none if everything holds.
fn wrong(run: &ProgramRun) -> Option<Banner> {
    if let Some((found, step)) = first(run, |outcome| *outcome == Outcome::Refuted) {
        return Some(Banner::new(Ending::Refuted, said(run, found, step)));
    }
    let open = first(run, |outcome| *outcome != Outcome::Proved);
    if let Some((found, step)) = open {
        let words = format!("no proof was found; {}", said(run, found, step));
        return Some(Banner::new(Ending::NotDecided, words));
    }
    let refused = |step: &&StepRun| step.outcome != StepOutcome::Done;
    if let Some(step) = run.steps.iter().find(refused) {
        let why = step.diagnostics.iter().chain(&step.faults).next();
        let why = why.map_or_else(String::new, |one| {
            format!(": {} ({})", one.message, one.code)
        });
        let what = match step.outcome {
            StepOutcome::NotApplicable => "does not apply, so it was not carried out",
            StepOutcome::Unknown => "may not apply, so it was not carried out",
            StepOutcome::Done | StepOutcome::NotVerified | StepOutcome::Wrong => "was not done",
        };
        let words = format!("the step `{}` {what}{why}", step.name);
        return Some(Banner::new(Ending::NotDecided, words));
    }
    let unchecked = run.checks().flat_map(|one| &one.report.methods);
    let mut unchecked = unchecked.filter_map(|method| method.unsupported.as_ref());
    let message = messages::of_program(run)
        .into_iter()
        .find(|one| one.is_error());
    if let Some(message) = message {
        let place = message.place.as_ref();
        let place = place.map_or_else(String::new, |place| format!(", line {}", place.start.0));
        let (code, words) = (message.diagnostic.code, &message.diagnostic.message);
        return Some(Banner::new(
            Ending::NotDecided,
            format!("{words} ({code}{place})"),
        ));
    }
    if let Some(one) = unchecked.next() {
        let words = format!("{} ({})", one.message, one.code);
        return Some(Banner::new(Ending::NotDecided, words));
    }
    let nothing = run
        .checks()
        .any(|one| one.report.summary() != Summary::Verified);
    if nothing || run.original.is_none() || run.status != Status::Holds {
        return Some(Banner::new(Ending::NotDecided, "nothing was shown"));
    }
    None
}

/// The first obligation with such an outcome, and the step after which it was asked for.
fn first(
    run: &ProgramRun,
    is: impl Fn(&Outcome) -> bool,
) -> Option<(&ObligationReport, Option<usize>)> {
    let original = run.original.iter().map(|one| (one, None));
    let steps = run.steps.iter().enumerate();
    let steps = steps.filter_map(|(at, step)| Some((step.verified.as_ref()?, Some(at))));
    let found = original.chain(steps).flat_map(|(one, step)| {
        let all = one.report.obligations();
        all.map(move |(_, obligation)| (obligation, step))
    });
    let mut found = found.filter(|(obligation, _)| is(&obligation.outcome));
    found.next()
}

fn said(run: &ProgramRun, one: &ObligationReport, step: Option<usize>) -> String {
    let files = match step {
        None => run.files.clone(),
        Some(at) => run
            .steps
            .get(at)
            .map_or_else(Vec::new, |step| run.files_after(step.before + 1)),
    };
    let line = files.get(one.span.file as usize);
    let line = line.map(|file| file.line_column(one.span.start as usize).line);
    // The message may name it itself.
    let line = line.filter(|line| !one.message.contains(&format!("(line {line})")));
    let line = line.map_or_else(String::new, |line| format!(", line {line}"));
    let after = step.map_or_else(String::new, |at| format!(" after step {}", at + 1));
    format!("{} ({}{line}{after})", one.message, one.code)
}

/// Whether callers see a difference, in few words.
fn of_contracts(run: &ProgramRun) -> Option<String> {
    summary::contracts(run)?;
    if run.steps.iter().any(|step| step.contracts.is_none()) {
        return Some("contracts not compared".to_owned());
    }
    let read = run
        .steps
        .iter()
        .map(|step| step.contracts_read)
        .max()
        .unwrap_or(0);
    let same = run.steps.iter().filter_map(|step| step.contracts).max();
    let word = |count: usize| if count == 1 { "contract" } else { "contracts" };
    match (read, same.unwrap_or(0)) {
        (0, 0) => None,
        (0, count) => Some(format!("{} unchanged", word(count))),
        (read, _) => Some(format!(
            "{} read through the index map",
            plural(read, "contract")
        )),
    }
}

fn believed(last: &Verified) -> String {
    match last.report.trusted.len() {
        0 => "nothing trusted".to_owned(),
        count => format!("{} trusted", plural(count, "place")),
    }
}

/// What became of the kernels, barriers and loops of a program.
fn changes(old: &[SourceFile], new: &[SourceFile], lines: usize) -> Vec<String> {
    let (old, new) = (Counted::of(old), Counted::of(new));
    let mut parts = Vec::new();
    if old.kernels != new.kernels {
        parts.push(format!(
            "{} became {}",
            plural(old.kernels, "kernel"),
            new.kernels
        ));
    }
    for (old, new, word) in [
        (old.barriers, new.barriers, "barrier"),
        (old.loops, new.loops, "loop"),
    ] {
        match new.checked_sub(old) {
            Some(0) => {}
            Some(more) => parts.push(format!("{} added", plural(more, word))),
            None => parts.push(format!("{} removed", plural(old - new, word))),
        }
    }
    match (parts.is_empty(), lines) {
        (true, 0) => parts.push("all obligations, nothing was changed".to_owned()),
        (true, lines) => parts.push(format!("{} changed", plural(lines, "line"))),
        (false, _) => {}
    }
    parts
}

/// How many of what a program has.
#[derive(Clone, Copy, Debug, Default)]
struct Counted {
    /// Parallel blocks that are not within another one.
    kernels: usize,
    barriers: usize,
    loops: usize,
    /// Within how many parallel blocks the visit is.
    depth: usize,
}

impl Counted {
    fn of(files: &[SourceFile]) -> Counted {
        let mut counted = Counted::default();
        counted.visit_program(&spec_lang::parse::parse(files).program);
        counted
    }
}

impl Visitor for Counted {
    fn visit_par_block(&mut self, block: &ParBlock) {
        self.kernels += usize::from(self.depth == 0);
        self.depth += 1;
        self.walk_par_block(block);
        self.depth -= 1;
    }

    fn visit_stmt(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Barrier(_) => self.barriers += 1,
            StmtKind::While { .. } | StmtKind::For { .. } | StmtKind::RangedFor { .. } => {
                self.loops += 1
            }
            _ => {}
        }
        self.walk_stmt(stmt);
    }
}

/// A title: the names of files without their folders.
pub(crate) fn title(files: &[SourceFile]) -> String {
    let first = files.first().map_or("", |file| file_name(&file.name));
    match files.len() {
        0 | 1 => first.to_owned(),
        count => format!("{first} and {} more", count - 1),
    }
}

/// The name of a file without its folders.
pub(crate) fn file_name(path: &str) -> &str {
    let name = path.rsplit(['/', '\\']).next();
    name.filter(|name| !name.is_empty()).unwrap_or(path)
}
