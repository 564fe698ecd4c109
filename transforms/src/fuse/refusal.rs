//! What is said when kernels cannot be fused.

use super::contract::Conjunct;
use super::exchange::{Obstacle, Reason};
use super::formula::shown;
use super::join::Place;
use super::row::Kernel;
use super::text::Mark;
use crate::framework::input::Refusal;
use crate::framework::prover::Outcome;
use std::collections::BTreeSet;
use text::code::Code;
use text::diagnostics::Diagnostic;

/// Two names of one array.
pub(super) struct Alias {
    /// The name in the kernel that is to be joined.
    pub name: String,
    /// The name in those before it.
    pub other: String,
}

/// The arrays of which the program before the kernels has not enough.
pub(super) fn missing(failed: &[(Mark, Outcome)], flow: &BTreeSet<String>) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for (marked, _) in failed {
        if let Mark::Conjunct(Place::Take, conjunct) = marked
            && let Some(atom) = &conjunct.atom
            && atom.location.is_some()
            && !flow.contains(&atom.root)
        {
            found.insert(atom.root.clone());
        }
    }
    found
}

/// What all threads exchange of an array cannot be said.
pub(super) fn not_followed(
    kernel: &Kernel,
    number: usize,
    root: &str,
    obstacle: Obstacle,
) -> Refusal {
    let array = shown(root);
    let (why, help) = match obstacle.reason {
        Reason::Read => (
            "`read` is an unknown amount, so the rest of the permission is unknown too".to_owned(),
            "write a fraction, as in `1\\2`, here and wherever this kernel says `read` of these cells"
                .to_owned(),
        ),
        Reason::Amount => (
            "this amount is neither a number nor an equal part for each thread of what all threads hold"
                .to_owned(),
            "write a fraction; of a cell that all `n` threads have, `1\\n`".to_owned(),
        ),
        Reason::Index => (
            "this index does not determine the thread that has the cell".to_owned(),
            "write the index as a sum of the thread and numbers, as in `t + 1` or `2 * t`, and what \
             depends on a case as `condition ==> Perm(…)`"
                .to_owned(),
        ),
        Reason::Row => (
            "the row or object itself depends on the thread, and may be that of another".to_owned(),
            "let the kernels pass on cells of one array or object only".to_owned(),
        ),
        Reason::Common => (
            "all threads hold a part of the permission to this cell, and no thread would hold the rest".to_owned(),
            format!("let the kernels distribute all of `{array}` or the same part of it"),
        ),
        Reason::Cases => (
            "this cell would go to different threads in too many cases".to_owned(),
            "write the permissions with fewer conditions".to_owned(),
        ),
    };
    Refusal::inapplicable(
            Code::A614,
            obstacle.at,
            format!(
                "before {} threads exchange cells of `{array}`, and the permission of each thread is then not known",
                kernel.describe(number + 1),
            ),
        ).with_note(why)
        .with_help(help)
}

/// The fused kernel does not hold.
pub(super) fn not_shown(
    kernel: &Kernel,
    number: usize,
    failed: &[(Mark, Outcome)],
    whole: &Outcome,
    flow: &BTreeSet<String>,
    same: Option<&Alias>,
) -> Refusal {
    let described = kernel.describe(number + 1);
    // What is wanted first fails first; parts of a barrier come before the whole of it.
    let rank = |marked: &Mark| match marked {
        Mark::Conjunct(Place::Take, _) => 0,
        Mark::Conjunct(Place::BarrierTake, _) => 1,
        Mark::Conjunct(Place::BarrierGive, _) => 2,
        Mark::Host(_) => 3,
        Mark::Conjunct(Place::Seam, _) => 4,
        Mark::Barrier => 5,
        Mark::Body => 6,
        Mark::Conjunct(Place::Give, _) => 7,
    };
    let first = failed.iter().min_by_key(|(marked, _)| rank(marked));
    let Some((marked, _)) = first else {
        if let Outcome::Unknown(reason) = whole {
            return Refusal::unknown(
                Diagnostic::error(
                    Code::A612,
                    kernel.head(),
                    format!("whether {described} can be fused is unknown"),
                )
                .with_note(format!("unknown: {reason}")),
            );
        }
        return Refusal::inapplicable(
            Code::A615,
            kernel.head(),
            format!("with {described} fused the method is not shown to hold"),
        )
        .with_note("every part of the fused kernel holds, but what follows it does not")
        .with_help("state in the kernels' postconditions what is needed behind them");
    };
    if let (Mark::Conjunct(_, conjunct), Some(Alias { name, other })) = (marked, same) {
        let message = format!(
            "{described} asks for `{}`, and the kernels before it call this array `{other}`",
            conjunct.text
        );
        return Refusal::inapplicable(Code::A615, conjunct.origin, message)
            .with_note(format!(
                "`{name} == {other}` holds here, but permissions are tracked by the array's name"
            ))
            .with_help(format!("write `{other}` for `{name}` in {described}"));
    }
    let (at, message, help) = match marked {
        Mark::Conjunct(place, conjunct) => {
            let (message, help) = conjunct_not_shown(&described, *place, conjunct);
            (conjunct.origin, message, help)
        }
        Mark::Barrier => (
            kernel.head(),
            format!("the barrier before {described} is not shown"),
            "state in the contracts what goes from one thread to another",
        ),
        Mark::Body => (
            kernel.block.body.span,
            format!("the body of {described} is not shown to hold behind the kernels before it"),
            "state in its precondition what it needs to know",
        ),
        Mark::Host(span) => (
            *span,
            format!("this assertion is not shown at the barrier before {described}"),
            "leave it out, or say in the contract of a kernel before it what makes it true",
        ),
    };
    let mut diagnostic = Diagnostic::error(Code::A615, at, message);
    if !flow.is_empty() {
        let arrays: Vec<String> = flow
            .iter()
            .map(|root| format!("`{}`", shown(root)))
            .collect();
        diagnostic = diagnostic.with_note(format!(
            "data flows between threads through {}",
            arrays.join(", ")
        ));
    }
    Refusal::not_applicable(diagnostic.with_help(help))
}

fn conjunct_not_shown(
    described: &str,
    place: Place,
    conjunct: &Conjunct,
) -> (String, &'static str) {
    let text = &conjunct.text;
    let array = conjunct.atom.as_ref().map(|atom| shown(&atom.root));
    let message = match (place, array) {
        (Place::Take, Some(array)) => format!(
            "{described} needs `{text}`, and less of `{array}` is held before the first kernel"
        ),
        (Place::Take, None) => {
            format!("{described} requires `{text}`, which is not shown before the first kernel")
        }
        (Place::BarrierTake, _) => {
            format!("`{text}` is not shown at the barrier before {described}")
        }
        (Place::BarrierGive, Some(array)) => format!(
            "{described} needs `{text}`, and all threads together hold less of `{array}` at the barrier before it"
        ),
        (Place::BarrierGive, None) => format!(
            "{described} requires `{text}`, which does not follow from what all threads know at the barrier before it"
        ),
        (Place::Seam, _) => format!(
            "{described} requires `{text}`, which its own thread does not know after the kernels before it"
        ),
        (Place::Give, _) => {
            format!("`{text}` is not shown at the end of the fused kernel")
        }
    };
    let help = match (place, &conjunct.atom) {
        (Place::BarrierGive | Place::Seam, _) => {
            "say in the postcondition of a kernel before it what makes it true"
        }
        (Place::Take, Some(_)) => {
            "let the program hold that permission before the kernels, or let a kernel ensure it at its end"
        }
        _ => "state what makes it true in a precondition",
    };
    (message, help)
}
