//! Which form the result has, and what has to be shown for it.

use super::Merge;
use super::check::Target;
use super::counted::{Counted, counted};
use super::divisible::divisible;
use super::lookahead::{lookahead, lookahead_each};
use super::published::{bound_that_is_no_number, start_that_is_no_number};
use crate::framework::input::{Input, Refusal};
use crate::framework::prover::{Outcome, Prover, ask};
use crate::framework::transformation::Transformation;
use crate::shared::copies::Layout;
use crate::shared::entry::{before_loop, explained};
use spec_lang::ast::ExprKind;
use text::code::Code;
use text::diagnostics::{Diagnostic, Severity};

/// How M iterations are made one.
pub(super) enum Form {
    /// The number of iterations, or what is left of it by M, is known: what is left over runs first.
    Counted {
        /// Iterations before the loop.
        peeled: u64,
        /// What is known of the variable wherever a merged iteration starts.
        phase: String,
    },
    /// The loop has no guard.
    Endless,
    /// The guard looks ahead; what is left over runs in a loop behind.
    Ahead {
        /// The guard of all M iterations.
        guard: String,
    },
    /// The guard is still tested before each iteration.
    Tested,
}

/// A form, and what is said about it.
pub(super) struct Choice {
    pub form: Form,
    pub notes: Vec<Diagnostic>,
    pub shown: Vec<String>,
}

/// Chooses the form: the one with the fewest tests that is sure to be right.
pub(super) fn choose(
    input: &Input<'_>,
    target: &Target,
    layout: &Layout<'_>,
    count: u64,
    prover: &mut dyn Prover,
) -> Result<Choice, Refusal> {
    bound_that_is_no_number(input, target)?;
    let old = Merge::ABOUT.limits(input.profile).literal_bounds;
    let parts = &target.parts;
    let endless = match &parts.guard {
        Some(guard) => guard.kind == ExprKind::Bool(true),
        None => parts.iterator.is_none(),
    };
    if endless && !old {
        return Ok(Choice {
            form: Form::Endless,
            notes: Vec::new(),
            shown: Vec::new(),
        });
    }
    let mut why = None;
    if !target.continues {
        match counted(input, target, layout, count, prover)? {
            Counted::Known(choice) => return Ok(choice),
            Counted::Open(outcome) => why = outcome,
        }
    }
    if old {
        let unknown = matches!(why, Some(Outcome::Unknown(_)));
        let start = start_that_is_no_number(input, target).filter(|_| !unknown);
        return Err(start.unwrap_or_else(|| count_not_found(target, why)));
    }
    if !target.continues
        && prover.decides()
        && let Some((phase, whole)) = divisible(input, target, layout, count, prover)
    {
        return Ok(Choice {
            form: Form::Counted { peeled: 0, phase },
            notes: Vec::new(),
            shown: vec![format!("no iteration is left over: `{whole}`")],
        });
    }
    if !target.breaks
        && let Some((guard, shown)) = ahead(input, target, layout, count, prover)
    {
        return Ok(Choice {
            form: Form::Ahead { guard },
            notes: vec![note(
                Code::A210,
                target,
                "the number of iterations is not known, so what is left over runs in a loop of its own",
            )],
            shown,
        });
    }
    Ok(Choice {
        form: Form::Tested,
        notes: vec![note(
            Code::A211,
            target,
            "which iteration is the last one cannot be predicted, so the guard is still tested between them",
        )],
        shown: Vec::new(),
    })
}

fn note(code: Code, target: &Target, message: &str) -> Diagnostic {
    let mut note = Diagnostic::warning(code, target.site.head, message);
    note.severity = Severity::Note;
    note
}

fn count_not_found(target: &Target, why: Option<Outcome>) -> Refusal {
    let at = target.directive.unwrap_or(target.site.head);
    let message = "the number of iterations could not be found";
    let diagnostic = Diagnostic::error(Code::A205, at, message)
        .with_note("a limit of `--profile vercors-1.4`")
        .with_help("set the variable to a number just before the loop");
    match why {
        None => Refusal::not_applicable(diagnostic),
        Some(outcome) => {
            let mut diagnostic = explained(diagnostic, &outcome);
            match outcome {
                Outcome::Unknown(_) => {
                    diagnostic.code = Code::A209;
                    Refusal::unknown(diagnostic)
                }
                _ => Refusal::not_applicable(diagnostic),
            }
        }
    }
}

/// The guard that looks ahead, and what was shown for it.
fn ahead(
    input: &Input<'_>,
    target: &Target,
    layout: &Layout<'_>,
    count: u64,
    prover: &mut dyn Prover,
) -> Option<(String, Vec<String>)> {
    let found = lookahead(input, target, layout, count)?;
    let Some(formula) = found.assumed else {
        return Some((found.guard, Vec::new()));
    };
    let question = before_loop(input, &target.site, layout, &[&formula]);
    if prover.decides() && ask(prover, question) == [Outcome::Proved] {
        let shown = vec![format!("`{formula}` holds before the loop")];
        return Some((found.guard, shown));
    }
    let found = lookahead_each(input, target, count)?;
    Some((found.guard, Vec::new()))
}
