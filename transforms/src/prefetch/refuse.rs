//! Refusals, in words.

use super::conditions::Condition;
use super::found::{Access, Trouble, TroubleKind};
use super::pattern::Cell;
use super::ranges::Range;
use crate::framework::input::Refusal;
use crate::framework::prover::Outcome;
use text::code::Code;
use text::diagnostics::Diagnostic;
use text::span::Span;

/// The diagnostic with what the verdict says; not decided if that is the verdict.
fn classed(mut diagnostic: Diagnostic, outcome: &Outcome) -> Refusal {
    match outcome {
        Outcome::Unknown(reason) => {
            diagnostic.code = Code::A313;
            Refusal::unknown(diagnostic.with_note(format!("unknown: {reason}")))
        }
        Outcome::Refuted(example) if !example.is_empty() => {
            Refusal::not_applicable(diagnostic.with_note(format!("counterexample: {example}")))
        }
        Outcome::Failed(Some(example)) => Refusal::not_applicable(
            diagnostic.with_note(format!("candidate counterexample: {example}")),
        ),
        _ => Refusal::not_applicable(diagnostic),
    }
}

/// The cell cannot be read where the register would be loaded.
pub(super) fn permission(cell: &Cell, first: Span, range: &Range, outcome: &Outcome) -> Refusal {
    let text = cell.pattern.text();
    let used = range
        .found
        .accesses
        .iter()
        .find(|access| access.matches && !access.annotation)
        .map_or(first, |access| access.expr.span);
    let diagnostic = Diagnostic::error(
        Code::A302,
        used,
        format!("`{text}` is not shown to be readable before this statement, where its register would be loaded"),
    )
    .with_help(format!(
        "a permission such as `Perm({text}, read)` is needed there, perhaps under a condition: `c ==> Perm({text}, read)`"
    ));
    classed(diagnostic, outcome)
}

/// An access is not under the condition of the load.
pub(super) fn condition(
    cell: &Cell,
    access: Span,
    condition: &Condition,
    outcome: &Outcome,
) -> Refusal {
    let text = cell.pattern.text();
    let condition = condition.text().unwrap_or_else(|| "true".into());
    let diagnostic = Diagnostic::error(
        Code::A302,
        access,
        format!("`{text}` can be loaded only if `{condition}`, which is not shown to hold here"),
    )
    .with_help("the register is loaded under the condition of the permission; access the cell under it, too");
    classed(diagnostic, outcome)
}

/// The cell is written, but the permission `write` is not held where it is loaded.
pub(super) fn not_held(cell: &Cell, first: Span, range: &Range, outcome: &Outcome) -> Refusal {
    let text = cell.pattern.text();
    let used = range
        .found
        .accesses
        .iter()
        .find(|access| access.writes() && (access.matches || !access.annotation))
        .map_or(first, |access| access.expr.span);
    let diagnostic = Diagnostic::error(
        Code::A311,
        used,
        format!("`{text}` is written here, but the permission `write` for it is not shown where its register would be loaded"),
    )
    .with_note("another thread could read the cell before the register is written back")
    .with_help(format!("`Perm({text}, write)` is needed there"));
    classed(diagnostic, outcome)
}

/// An access may be the same cell.
pub(super) fn alias(cell: &Cell, access: &Access, outcome: &Outcome) -> Refusal {
    let text = cell.pattern.text();
    let message = match access.writes() {
        true => format!("this may write `{text}`, which is in a register"),
        false => format!("this may read `{text}`, which is in a register and was written there"),
    };
    let own = access.parts().map(|(array, index)| {
        let (array, index) = (
            spec_lang::print::operand(array),
            spec_lang::print::expr(index),
        );
        format!("{array}[{index}]")
    });
    let mut diagnostic = Diagnostic::error(Code::A303, access.expr.span, message);
    if let Some(own) = own {
        diagnostic = diagnostic.with_help(format!(
            "show that `{own}` is another cell, or the same: permissions that add up to more than `write` show that it is another"
        ));
    }
    classed(diagnostic, outcome)
}

/// The pattern does not name one cell.
pub(super) fn moving(cell: &Cell, span: Span, why: &str) -> Refusal {
    Refusal::inapplicable(
        Code::A304,
        span,
        format!(
            "`{}` does not name the same cell throughout: {why}",
            cell.pattern.text()
        ),
    )
}

/// A name means two things.
pub(super) fn two_meanings(cell: &Cell, span: Span) -> Refusal {
    Refusal::inapplicable(
            Code::A315,
            span,
            format!(
                "whether this is `{}` cannot be determined here: a name of it means something else, or it is part of another access",
                cell.pattern.text()
            ),
        ).with_help("give the bound variable another name")
}

/// The cell is written in the middle of something.
pub(super) fn within(cell: &Cell, span: Span) -> Refusal {
    Refusal::inapplicable(
        Code::A312,
        span,
        format!(
            "`{}` is written within an expression or a loop's header",
            cell.pattern.text()
        ),
    )
    .with_help("make the assignment a statement of its own")
}

/// Something stands between load and store.
pub(super) fn trouble(cell: &Cell, trouble: &Trouble, range: &Range) -> Refusal {
    let text = cell.pattern.text();
    let what = &trouble.what;
    let (code, message, help) = match trouble.kind {
        TroubleKind::Call => (
            Code::A305,
            format!("{what} may take a permission to `{text}` while it is in a register"),
            "use the cell only before or only after the call",
        ),
        TroubleKind::Atomic => (
            Code::A306,
            format!(
                "{what} opens an invariant with permissions that may be to `{text}`, while it is in a register"
            ),
            "use the cell only before or only after the atomic block",
        ),
        TroubleKind::Block => (
            Code::A307,
            format!("{what} may take a permission to `{text}` while it is in a register"),
            "use the cell only before or only after the block",
        ),
        TroubleKind::Exchange => (
            Code::A308,
            format!("{what} may exhale a permission to `{text}` while it is in a register"),
            "use the cell only before or only after it",
        ),
        TroubleKind::Whole => (
            Code::A309,
            format!("{what} may read `{text}` in memory while its value is in a register"),
            "mention the array before the first or after the last access to the cell",
        ),
        TroubleKind::Jump => (
            Code::A310,
            format!("{what} would leave before `{text}` is written back from its register"),
            "leave by the end of the block",
        ),
        TroubleKind::Label => (
            Code::A310,
            format!("{what} may skip the load of `{text}` or its store"),
            "do without `goto`",
        ),
        TroubleKind::OldLabel => (
            Code::A309,
            format!("{what} refers to a state in which `{text}` may be in a register"),
            "keep the value in a variable instead",
        ),
        TroubleKind::Moved => {
            return moving(cell, trouble.span, "what leads to it is assigned here");
        }
    };
    let mut diagnostic = Diagnostic::error(code, trouble.span, message).with_help(help);
    if let Some(first) = range.stmts.first() {
        diagnostic = diagnostic.with_label(first.span, "the register lives from here on");
    }
    Refusal::not_applicable(diagnostic)
}

/// A statement between load and store is not shown to do without the cell.
pub(super) fn passed_on(
    cell: &Cell,
    passing: &Trouble,
    range: &Range,
    outcome: &Outcome,
) -> Refusal {
    classed(*trouble(cell, passing, range).diagnostic, outcome)
}

/// The register is not shown to hold the cell's value.
pub(super) fn parted(
    cell: &Cell,
    span: Span,
    before: Option<&Trouble>,
    outcome: &Outcome,
) -> Refusal {
    let text = cell.pattern.text();
    let mut diagnostic = Diagnostic::error(
        Code::A314,
        span,
        format!("the register is not shown to hold the value of `{text}` here"),
    );
    if let Some(trouble) = before {
        diagnostic.code = match trouble.kind {
            TroubleKind::Call => Code::A305,
            TroubleKind::Atomic => Code::A306,
            TroubleKind::Block => Code::A307,
            TroubleKind::Exchange => Code::A308,
            _ => Code::A314,
        };
        diagnostic = diagnostic.with_label(
            trouble.span,
            format!("{} may exhale a permission to it", trouble.what),
        );
    }
    classed(
        diagnostic.with_help("the permission to the cell must be kept from the load on"),
        outcome,
    )
}

/// `goto` may pass anything by.
pub(super) fn jumps(text: String, goto: Span) -> Refusal {
    Refusal::inapplicable(
        Code::A310,
        goto,
        format!("`goto` may skip the load of `{text}` or its store"),
    )
    .with_help("do without `goto`")
}

/// Two patterns of one step may be the same cell.
pub(super) fn one_cell(cell: &Cell, other: &Cell, place: Span, outcome: &Outcome) -> Refusal {
    let (one, two) = (other.pattern.text(), cell.pattern.text());
    let diagnostic = Diagnostic::error(
        Code::A316,
        place,
        format!("`{one}` and `{two}`, both in registers here, may be one cell"),
    )
    .with_help("one of two registers for one cell would be out of date");
    classed(diagnostic, outcome)
}
