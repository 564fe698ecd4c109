//! What is said about a program, as the editor shows it at its places.

use crate::program::Program;
use gen_lsp_types::{
    Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, Location, Range,
};
use pipeline::reported::messages;
use pipeline::reported::model::ProgramRun;
use report::messages::{Message, Place};
use report::plural;
use seplog::report::{MethodReport, Outcome};
use text::diagnostics::Severity;
use text::span::Span;

/// The name under which editors list what comes from here.
pub(crate) const SOURCE: &str = "alpinist";

/// What is said of each file: what is wrong with the text, and, if it was checked, what was
/// shown. With `hints` also what holds.
pub(crate) fn of_program(program: &Program, hints: bool) -> Vec<Vec<Diagnostic>> {
    let mut found: Vec<Vec<Diagnostic>> = vec![Vec::new(); program.files.len()];
    let mut add = |file: usize, diagnostic: Diagnostic| {
        if let Some(list) = found.get_mut(file) {
            list.push(diagnostic);
        }
    };
    let problems = program.problems.iter().cloned();
    let front = program.front.diagnostics.iter().cloned();
    let plain = |diagnostic| Message::of_problem(&(diagnostic, program.sources.clone()));
    let mut all: Vec<Message> = problems.map(plain).collect();
    match &program.checked {
        Some(run) => all.extend(messages::of_program(run)),
        None => all.extend(front.map(plain)),
    }
    for message in all {
        let (file, diagnostic) = diagnostic(program, &message);
        add(file, diagnostic);
    }
    if let Some(run) = program.checked.as_ref().filter(|_| hints) {
        for (span, words) in holds(run) {
            let severity = DiagnosticSeverity::Hint;
            add(span.file as usize, said(program, span, severity, words));
        }
        for trusted in run.original.iter().flat_map(|one| &one.report.trusted) {
            let words = format!("believed, not proved: {} in {}", trusted.kind, trusted.name);
            let severity = DiagnosticSeverity::Information;
            let span = trusted.span;
            add(span.file as usize, said(program, span, severity, words));
        }
    }
    found
}

/// The methods of which everything was shown.
fn holds(run: &ProgramRun) -> impl Iterator<Item = (Span, String)> + '_ {
    let methods = run.original.iter().flat_map(|one| &one.report.methods);
    methods.filter_map(|method| {
        let verdict = Verdict::of(method);
        (verdict.kind == Kind::Verified).then(|| {
            let count = plural(method.obligations.len(), "obligation");
            (method.span, format!("verified: {count}"))
        })
    })
}

fn said(program: &Program, span: Span, severity: DiagnosticSeverity, words: String) -> Diagnostic {
    Diagnostic {
        range: program.range(span),
        severity: Some(severity),
        source: Some(SOURCE.to_owned()),
        message: words.into(),
        ..Diagnostic::default()
    }
}

fn diagnostic(program: &Program, message: &Message) -> (usize, Diagnostic) {
    let (file, range) = place(program, message.place.as_ref()).unwrap_or_default();
    let severity = match message.diagnostic.severity {
        // Nothing is known to be wrong.
        Severity::Error if is_unknown(program, message) => DiagnosticSeverity::Warning,
        Severity::Error => DiagnosticSeverity::Error,
        Severity::Warning => DiagnosticSeverity::Warning,
        Severity::Note => DiagnosticSeverity::Information,
    };
    let related = message.related.iter().filter_map(|(at, words)| {
        let (file, range) = place(program, Some(at))?;
        let location = Location::new(program.files.get(file)?.uri.clone(), range);
        Some(DiagnosticRelatedInformation::new(location, words.clone()))
    });
    let related: Vec<DiagnosticRelatedInformation> = related.collect();
    let diagnostic = Diagnostic {
        range,
        severity: Some(severity),
        code: Some(message.diagnostic.code.to_string().into()),
        source: Some(SOURCE.to_owned()),
        message: words(message).into(),
        related_information: (!related.is_empty()).then_some(related),
        ..Diagnostic::default()
    };
    (file, diagnostic)
}

/// A message, what stands under its place, why, and what would help.
pub(crate) fn words(message: &Message) -> String {
    let text = message.text();
    let label = message.diagnostic.primary.as_ref();
    let label = label.map_or("", |label| label.text.as_str());
    match text.split_once('\n') {
        _ if label.is_empty() => text,
        Some((first, rest)) => format!("{first}\n{label}\n{rest}"),
        None => format!("{text}\n{label}"),
    }
}

fn is_unknown(program: &Program, message: &Message) -> bool {
    let Some(id) = &message.obligation else {
        return false;
    };
    let checked = program.checked.as_ref();
    let report = checked.and_then(|run| Some(&run.original.as_ref()?.report));
    report.is_some_and(|report| {
        let mut all = report.obligations();
        all.any(|(_, one)| one.id == *id && matches!(one.outcome, Outcome::Unknown(_)))
    })
}

/// The number of the file and the range of a place.
fn place(program: &Program, place: Option<&Place>) -> Option<(usize, Range)> {
    let place = place?;
    let mut sources = program.sources.iter();
    let file = sources.position(|source| source.name == place.file)?;
    let (text, lines) = (&program.sources.get(file)?.text, program.files.get(file)?);
    let (start, length) = place.bytes;
    let range = lines.lines.range(text, start..start.saturating_add(length));
    Some((file, range))
}

/// What became of a method.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Verdict {
    /// The answer.
    pub kind: Kind,
    /// How many obligations are not proved, by the words for it.
    pub open: Vec<(usize, &'static str)>,
}

/// The answers to a method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Everything was shown, and there was something to show.
    Verified,
    /// Something was not.
    Open,
    /// A construct without a rule stands in it.
    Unsupported,
    /// There was nothing to show.
    Nothing,
}

impl Verdict {
    /// The answer to a method.
    pub(crate) fn of(method: &MethodReport) -> Verdict {
        let count = |is: fn(&Outcome) -> bool| {
            let all = method.obligations.iter();
            all.filter(|one| is(&one.outcome)).count()
        };
        let open = [
            (count(|one| *one == Outcome::Refuted), "refuted"),
            (count(|one| *one == Outcome::Failed), "not proved"),
            (count(|one| matches!(one, Outcome::Unknown(_))), "unknown"),
        ];
        let open: Vec<(usize, &'static str)> =
            open.into_iter().filter(|(count, _)| *count > 0).collect();
        let kind = match method.unsupported {
            Some(_) => Kind::Unsupported,
            None if !open.is_empty() => Kind::Open,
            None if method.obligations.is_empty() => Kind::Nothing,
            None => Kind::Verified,
        };
        Verdict { kind, open }
    }
}
