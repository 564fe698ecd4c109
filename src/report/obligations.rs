//! An obligation that does not hold, as a message.

use crate::codes;
use checker::{ObligationReport, Outcome};
use spec_lang::diagnostics::{Diagnostic, Label, Severity};

/// The message for an obligation of a method; none if it is proved.
pub fn message(method: &str, obligation: &ObligationReport) -> Option<Diagnostic> {
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
            text: "demanded here".to_owned(),
        });
    }
    let mut notes = vec![format!(
        "while verifying {method} (obligation {})",
        obligation.id
    )];
    if !obligation.counterexample.is_empty() {
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
    })
}

/// What would help: what the checker says of this one, else what usually does.
pub fn help(obligation: &ObligationReport) -> Option<String> {
    let usual = || codes::help::usual(obligation.code).map(str::to_owned);
    match obligation.outcome {
        Outcome::Proved => None,
        _ => obligation.help.clone().or_else(usual),
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
