//! The proof that a register never parts from its cell, by following one through the
//! program as it is: loaded where it would be loaded, set after every write to the cell,
//! and shown to be equal to the cell wherever it is to stand for it.

use super::ask::{Area, Inquiry, Ticket};
use super::decide::Plan;
use super::found::{Trouble, TroubleKind};
use super::pattern::Cell;
use super::refuse;
use crate::framework::input::Refusal;
use crate::framework::prover::Prover;
use crate::shared::names::fresh;
use text::span::Span;

/// Shows it for all plans of a cell.
///
/// # Errors
/// `A314`, or the code of what stands between, at the first place where it is not shown.
pub(super) fn follow(
    area: Area<'_>,
    cell: &Cell,
    ty: &str,
    plans: &[Plan],
    prover: &mut dyn Prover,
) -> Result<(), Refusal> {
    let mut inquiry = Inquiry::new(area, false);
    let mut asked: Vec<(Ticket, Span, usize)> = Vec::new();
    let mut given: Vec<(Ticket, Trouble, usize)> = Vec::new();
    let text = cell.pattern.text();
    for (number, plan) in plans.iter().enumerate() {
        let (Some(first), Some(last)) = (plan.range.stmts.first(), plan.range.stmts.last()) else {
            continue;
        };
        let name = fresh(area.input.program, &format!("register_{number}"));
        let agrees = plan.condition.implies(&format!("{text} == {name}"));
        inquiry.begin(first.span, loaded(ty, &name, &text, plan));
        let without = statements_without(plan);
        let hold = plan.condition.implies(&format!("Perm({text}, write)"));
        for trouble in &without {
            let ticket = inquiry.without(&trouble.place, &hold, &agrees);
            given.push((ticket, (*trouble).clone(), number));
        }
        let inside = |span: Span| {
            without
                .iter()
                .any(|trouble| trouble.place.stmt.contains(span))
        };
        let mut places: Vec<Span> = Vec::new();
        for access in &plan.replaced {
            if inside(access.expr.span) {
                inquiry.instead(access.expr.span, &name);
                continue;
            }
            if !places.contains(&access.place.stmt) {
                places.push(access.place.stmt);
                let mut place = access.place.clone();
                // What holds at a loop's head is an invariant, below.
                place.head = None;
                let ticket = inquiry.at(&place, agrees.clone(), &[], &[]);
                asked.push((ticket, access.expr.span, number));
            }
            if access.writes() {
                inquiry.follow(&access.place, format!("\n{name} = {text};\n"));
            }
        }
        for found in plan.loops.iter().filter(|found| !inside(found.stmt)) {
            asked.push((inquiry.invariant(found, &agrees), found.stmt, number));
        }
        if plan.dirty {
            asked.push((inquiry.end(last.span, agrees), last.span, number));
        }
    }
    let answers = inquiry.finish(prover);
    for (ticket, trouble, number) in given {
        if let Some(outcome) = answers.worst(&ticket)
            && let Some(plan) = plans.get(number)
        {
            return Err(refuse::passed_on(cell, &trouble, &plan.range, &outcome));
        }
    }
    for (ticket, span, number) in asked {
        let Some(outcome) = answers.worst(&ticket) else {
            continue;
        };
        let before = plans.get(number).and_then(|plan| {
            plan.range.found.troubles.iter().rfind(|trouble| {
                let passes = matches!(
                    trouble.kind,
                    TroubleKind::Call
                        | TroubleKind::Atomic
                        | TroubleKind::Block
                        | TroubleKind::Exchange
                );
                passes && trouble.span.start < span.end
            })
        });
        return Err(refuse::parted(cell, span, before, &outcome));
    }
    Ok(())
}

/// What could see the cell while its register is ahead of memory, one for each statement:
/// each must go through without any permission to the cell.
fn statements_without(plan: &Plan) -> Vec<&Trouble> {
    let mut found: Vec<&Trouble> = Vec::new();
    for trouble in &plan.range.found.troubles {
        let known = found
            .iter()
            .any(|other| other.place.stmt == trouble.place.stmt);
        if plan.dirty && !known {
            found.push(trouble);
        }
    }
    found
}

/// A register with the value of the cell, where it may be read.
fn loaded(ty: &str, name: &str, text: &str, plan: &Plan) -> String {
    match plan.condition.text() {
        None => format!("{ty} {name} = {text};\n"),
        Some(condition) => {
            format!("{ty} {name};\nif ({condition}) {{\n{name} = {text};\n}}\n")
        }
    }
}
