//! Prefetching: an element that is read several times between barriers goes into a register, and is written back where it was
//! written.
//!
//! A register lives for a run of statements of one block: from the first that uses the element to the last, not beyond a
//! barrier nor a change of what its index is made of. While it may be ahead of memory, every other element of the array in
//! the run is shown to be another one, by assertions in the text. That nothing else leads to the element is left to the proof
//! that the kernel computes the same.
//!
//! | file | decides |
//! |---|---|
//! | `element.rs` | which expressions are the element |
//! | `area.rs` | where it is looked for |
//! | `uses.rs` | what a statement does with it |
//! | `runs.rs` | for which statements there is a register |
//! | `register.rs` | its type and its name |
//! | `write.rs` | the edits |

mod area;
pub(crate) mod element;
pub(crate) mod register;
mod runs;
mod uses;
mod write;

use crate::loops::parts::no_directives;
use crate::opened::Opened;
use crate::rewriting::{Assertions, Compared, Rewriting};
use area::{Place, place};
use element::{Element, spelled};
use register::{Names, is_steady, type_of};
use runs::{Found, Run, runs};
use text::code::Code;
use text::diagnostics::Diagnostic;
use text::edit::{EditSet, whole_lines};
use transforms::prefetch::Arguments;
use transforms::{Asked, Refusal};
use uses::Role;
use write::Registers;

const DIRECTIVE: &str = "prefetch: directive carried out";

/// What prefetching makes of a file.
///
/// # Errors
/// With the codes of prefetching.
pub(crate) fn rewriting(
    opened: &Opened<'_>,
    arguments: &Arguments,
    asked: &Asked,
) -> Result<Rewriting, Refusal> {
    let Some(all) = spelled(opened, arguments, asked) else {
        let message = "an element is meant by its array and index, as `a[i]`";
        return Err(Refusal::wrong_input(Diagnostic::global(
            Code::C101,
            message,
        )));
    };
    let mut names = Names::of(&opened.source.text);
    let mut edits = EditSet::new();
    let mut asserted = EditSet::new();
    let mut shown = Vec::new();
    let mut refused = None;
    let mut functions = Vec::new();
    for one in &all {
        let place = place(opened, one, asked)?;
        let ty = type_of(opened, &place.element)?;
        let found = of_place(opened, &place)?;
        for run in &found.runs {
            let registers = Registers {
                opened,
                element: &place.element,
                ty: &ty,
                name: names.fresh(&one.register()),
                run,
            };
            registers.edits(&mut edits)?;
            if registers.asserted(&mut asserted)? {
                shown.push(format!(
                    "no other element of `{}` that is accessed while `{}` is in a register is it",
                    one.array(),
                    one.text
                ));
                refused = Some(may_be_it(&place.element, run));
            }
        }
        for id in place.functions {
            if !functions.contains(&id) {
                functions.push(id);
            }
        }
    }
    if let Some(span) = asked.directive() {
        edits.delete(whole_lines(opened.source, span), DIRECTIVE);
    }
    shown.dedup();
    Ok(Rewriting {
        edits,
        assertions: refused.map(|refused| Assertions {
            edits: asserted,
            refused,
            undecided: Code::A313,
            shown,
        }),
        functions,
        notes: Vec::new(),
        compared: Compared::Same,
    })
}

/// The runs of a function for which there is a register; those of the instances of a template are the same.
fn of_place<'a>(opened: &Opened<'a>, place: &Place) -> Result<Found<'a>, Refusal> {
    let unit = &opened.reading.unit;
    let element = &place.element;
    let first = place.functions.first().and_then(|id| unit.function(*id));
    let Some(body) = first.and_then(|one| one.body.as_ref()) else {
        let message = "the function has no body";
        return Err(Refusal::not_applicable(Diagnostic::global(
            Code::A301,
            message,
        )));
    };
    if !is_steady(unit, &element.first) {
        let message = format!("the index of `{}` has an effect", element.spelled.text);
        return Err(
            Refusal::inapplicable(Code::A304, element.first.place.span, message)
                .with_help("take it out of the index, into a variable"),
        );
    }
    let found = runs(opened, element, (body, place.area));
    if found.runs.is_empty() {
        return Err(does_not_pay(element, &found));
    }
    for run in &found.runs {
        fits(opened, element, run)?;
    }
    Ok(found)
}

fn does_not_pay(element: &Element, found: &Found<'_>) -> Refusal {
    let text = &element.spelled.text;
    let at = found.single.first().or(found.unhosted.first());
    let at = at.copied().unwrap_or(element.first.place.span);
    let message = format!("`{text}` is accessed at most once between barriers");
    let refused = Refusal::inapplicable(Code::A301, at, message).with_note(
        "a register lives within the statements of one block, up to a barrier or a change of what the index is made of",
    );
    match found.unhosted.is_empty() {
        true => refused,
        false => refused.with_help("put braces around the statement that accesses it"),
    }
}

/// Refuses runs through which no register lives.
fn fits(opened: &Opened<'_>, element: &Element, run: &Run<'_>) -> Result<(), Refusal> {
    let text = &element.spelled.text;
    if let Some(span) = run.span() {
        no_directives(&opened.source.text, span, "the statements")?;
    }
    let mut hindrances = run.facts.iter().flat_map(|one| &one.hindrances);
    if let Some((code, span, why)) = hindrances.next() {
        return Err(Refusal::inapplicable(
            *code,
            *span,
            format!("{why}, so `{text}` is kept in no register"),
        )
        .with_help("name a loop or a line, behind `@`, to keep it for fewer statements"));
    }
    for one in run.uses() {
        if one.role == Role::Taken {
            let message = format!("what is done with `{text}` here may need its address");
            return Err(Refusal::inapplicable(Code::A309, one.span, message)
                .with_help("name a loop or a line, behind `@`, to keep it for fewer statements"));
        }
        if one.at.is_none() {
            let message = format!("a macro brings this use of `{text}`");
            return Err(Refusal::inapplicable(Code::A009, one.span, message));
        }
    }
    let jump = run.facts.iter().find_map(|one| one.jump);
    match jump {
        Some(span) if run.ahead().is_some() => {
            let message = format!("this jump would leave `{text}` unwritten");
            Err(Refusal::inapplicable(Code::A310, span, message)
                .with_help("write it with `if` instead, or name a loop or a line behind `@`"))
        }
        _ => Ok(()),
    }
}

fn may_be_it(element: &Element, run: &Run<'_>) -> Refusal {
    let text = &element.spelled.text;
    let name = element.spelled.array();
    let message = format!("another element of `{name}` is not shown to be other than `{text}`");
    let other = run.facts.iter().flat_map(|one| &one.others).next();
    let span = other.map_or(element.first.place.span, |one| one.span);
    Refusal::not_applicable(
        Diagnostic::error(Code::A303, span, message)
            .with_note(format!("while `{text}` is in a register, it would be read or written in memory"))
            .with_help("state what launches satisfy above the kernel, or name a loop or a line, behind `@`, to keep it for fewer statements"),
    )
}
