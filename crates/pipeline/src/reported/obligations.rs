//! An obligation that does not hold, as a message.

use super::help;
use itertools::Itertools;
use report::plural;
use seplog::report::{MethodReport, ObligationReport, Outcome, Report, ThreadValues};
use text::code::Code;
use text::diagnostics::{Diagnostic, Label, Severity};

/// What is to be said of a method's obligations, each with the obligation it is about. Those
/// that say the same of the same place are one: a clause that is asked for at the start and at
/// the end is wrong once. So are those that lack the same, wherever. What the cache lacks is said
/// by [`not_kept`].
pub fn messages(method: &MethodReport) -> Vec<(&ObligationReport, Diagnostic)> {
    let mut found: Vec<(&ObligationReport, Diagnostic)> = Vec::new();
    let mut repeated: Vec<Vec<&str>> = Vec::new();
    for obligation in &method.obligations {
        if obligation.outcome.is_not_kept() {
            continue;
        }
        let Some(diagnostic) = message(&method.name, obligation) else {
            continue;
        };
        let said = found.iter().position(|(earlier, other)| {
            let lack = obligation.lacks.is_some() && earlier.lacks == obligation.lacks;
            let same = earlier.span == obligation.span
                && earlier.outcome == obligation.outcome
                && other.message == diagnostic.message
                && other.labels == diagnostic.labels;
            earlier.code == obligation.code && (lack || same)
        });
        match said {
            Some(at) => repeated[at].push(&obligation.id),
            None => {
                found.push((obligation, diagnostic));
                repeated.push(Vec::new());
            }
        }
    }
    for ((_, diagnostic), others) in found.iter_mut().zip(repeated) {
        if let [_, ..] = others.as_slice() {
            let note = format!("so for {} as well", others.join(", "));
            diagnostic.notes.insert(1, note);
        }
    }
    found
}

/// That answers are missing where the cache must have all of them: of each program once, for no
/// obligation of it has a fault of its own.
pub fn not_kept(report: &Report) -> Option<Diagnostic> {
    let all = report.obligations();
    let missing: Vec<_> = all
        .filter(|(_, obligation)| obligation.outcome.is_not_kept())
        .collect();
    let (_, first) = missing.first()?;
    let mut methods = missing
        .iter()
        .map(|(method, _)| method.name.as_str())
        .dedup();
    let message = format!(
        "{} of {} not in the cache, so nothing is known of them: {}",
        missing.len(),
        plural(report.obligations().count(), "answer"),
        methods.join(", ")
    );
    Some(Diagnostic::error(first.code, first.span, message))
}

/// The message for an obligation of a method; none if it is proved.
fn message(method: &str, obligation: &ObligationReport) -> Option<Diagnostic> {
    let (text, candidate) = match &obligation.outcome {
        Outcome::Proved => return None,
        Outcome::Refuted => ("refuted: this does not hold".to_owned(), false),
        Outcome::Failed => ("no proof was found".to_owned(), true),
        Outcome::Unknown(reason) => (format!("unknown: {reason}"), true),
    };
    let mut labels = Vec::new();
    if let Some(span) = obligation.demanded_by
        && span != obligation.span
    {
        labels.push(Label {
            span,
            text: because(obligation.code).to_owned(),
        });
    }
    labels.extend(obligation.hints.iter().cloned());
    for thread in &obligation.threads {
        if thread.span != obligation.span && !labels.iter().any(|label| label.span == thread.span) {
            labels.push(Label {
                span: thread.span,
                text: "asked for here as well".to_owned(),
            });
        }
    }
    let mut notes = vec![format!(
        "while verifying {method} (obligation {})",
        obligation.id
    )];
    // That nothing satisfies a precondition no state shows.
    if !obligation.counterexample.is_empty() && obligation.code != Code::V007 {
        let values: Vec<String> = obligation
            .counterexample
            .iter()
            .map(|(name, value)| format!("{name} = {value}"))
            .collect();
        let word = if candidate {
            "candidate counterexample, not confirmed"
        } else {
            "counterexample"
        };
        notes.push(format!("{word}: {}", values.join(", ")));
    }
    notes.extend(columns(&obligation.threads));
    Some(Diagnostic {
        code: obligation.code,
        severity: Severity::Error,
        message: obligation.message.clone(),
        primary: Some(Label {
            span: obligation.span,
            text,
        }),
        labels,
        notes,
        help: help(obligation),
        fix: obligation.fix.clone(),
    })
}

/// What the place that a message points to besides has to do with it.
fn because(code: Code) -> &'static str {
    match code {
        Code::V045 => "this decides which threads come to it",
        _ => "demanded here",
    }
}

/// The threads or values that stand in each other's way, a column each.
fn columns(threads: &[ThreadValues]) -> Option<String> {
    let first = threads.first()?;
    let mut rows: Vec<Vec<String>> = Vec::new();
    if threads.len() > 1 {
        let mut heads = vec![String::new()];
        heads.extend((1..=threads.len()).map(|number| format!("#{number}")));
        rows.push(heads);
    }
    for (number, (name, _)) in first.values.iter().enumerate() {
        let mut row = vec![name.clone()];
        row.extend(threads.iter().map(|thread| {
            let value = thread.values.get(number);
            value.map_or_else(String::new, |(_, value)| value.clone())
        }));
        rows.push(row);
    }
    if first.amount.is_some() {
        let together = first.values.iter().any(|(_, value)| value == "all");
        let mut row = vec![if together { "together" } else { "asks for" }.to_owned()];
        row.extend(
            threads
                .iter()
                .map(|thread| thread.amount.clone().unwrap_or_default()),
        );
        rows.push(row);
    }
    let count = rows.iter().map(Vec::len).max().unwrap_or(0);
    let widths: Vec<usize> = (0..count)
        .map(|at| {
            let cells = rows.iter().filter_map(|row| row.get(at));
            cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
        })
        .collect();
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths);
        let cells: Vec<String> = cells
            .map(|(cell, width)| format!("{cell:<width$}"))
            .collect();
        cells.join("  ").trim_end().to_owned()
    };
    let lines = rows.iter().map(line).join("\n");
    Some(format!("at one location:\n{lines}"))
}

/// What would help: what the checker says of this one, else what usually does.
pub fn help(obligation: &ObligationReport) -> Option<String> {
    let usual = || help::usual(obligation.code).map(str::to_owned);
    match obligation.outcome {
        Outcome::Proved => None,
        Outcome::Refuted | Outcome::Failed | Outcome::Unknown(_)
            if obligation.outcome.is_not_kept() =>
        {
            None
        }
        Outcome::Refuted | Outcome::Failed | Outcome::Unknown(_) => {
            obligation.help.clone().or_else(usual)
        }
    }
}

/// The word for an outcome.
pub fn word(outcome: &Outcome) -> &'static str {
    match outcome {
        Outcome::Proved => "proved",
        Outcome::Refuted => "refuted",
        Outcome::Failed => "failed",
        Outcome::Unknown(_) => "unknown",
    }
}
