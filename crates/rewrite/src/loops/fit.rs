//! Whether the body of a loop can be copied, and its guard left out.

use super::parts::{Parts, nothing};
use crate::opened::Opened;
use crate::sites::{Site, body_of};
use clang::tree::{Expr, ExprKind, Function, Stmt, StmtKind, Storage, UnaryOp, Unit};
use clang::types::AddressSpace;
use clang::walk::{Part, of_expr, of_stmt};
use text::code::Code;
use text::diagnostics::Diagnostic;
use text::span::Span;
use transforms::Refusal;

/// Copies of a body that are made at most, as of PVL.
pub(crate) const MOST_COPIES: u64 = 1_024;

/// Bytes that copies may take at most.
const MOST_BYTES: u64 = 1 << 20;

/// Whether so many copies of a body are a text that somebody can read; the code is that of more.
pub(crate) fn short_enough(
    site: &Site<'_>,
    parts: &Parts,
    (copies, code): (u64, Code),
) -> Result<(), Refusal> {
    let bytes = u64::from(parts.body.end - parts.body.start);
    match bytes.saturating_mul(copies) > MOST_BYTES {
        true => {
            let message = "the copies would be more text than anybody could read";
            Err(nothing(code, site, message))
        }
        false => Ok(()),
    }
}

/// Functions whose call changes nothing and gives the same each time.
const PURE: [&str; 16] = [
    "abs",
    "get_global_id",
    "get_global_size",
    "get_group_id",
    "get_local_id",
    "get_local_size",
    "get_num_groups",
    "llmax",
    "llmin",
    "max",
    "min",
    "__max",
    "__min",
    "umax",
    "umin",
    "__mul24",
];

/// The codes of a step for what cannot be copied.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Codes {
    /// For the body.
    pub body: Code,
    /// For the guard.
    pub guard: Code,
    /// For annotations.
    pub clause: Code,
    /// Whether a `break` or `continue` of the loop keeps its body from being copied.
    pub jumps: bool,
}

/// Refuses bodies that copies would change, and guards that do more than test.
///
/// # Errors
/// With one of these codes, where the text has it.
pub(crate) fn fits(
    opened: &Opened<'_>,
    site: &Site<'_>,
    parts: &Parts,
    codes: Codes,
) -> Result<(), Refusal> {
    let unit = &opened.reading.unit;
    for stmt in &site.stmts {
        if let Some(body) = body_of(stmt)
            && let Some((span, what)) = hindrance(unit, body, (codes.jumps, codes.jumps))
        {
            let diagnostic = Diagnostic::error(codes.body, here(span, parts.body), what)
                .with_label(site.head, "in the body of this loop");
            return Err(Refusal::not_applicable(diagnostic));
        }
        let guard = match &stmt.kind {
            StmtKind::For { condition, .. } => condition.as_ref(),
            StmtKind::While { condition, .. } => Some(condition),
            _ => None,
        };
        let Some(guard) = guard else {
            continue;
        };
        if let Some(span) = annotation(unit, guard) {
            let message = "the guard has an annotation, which a copy has no place for";
            return Err(
                Refusal::inapplicable(codes.clause, here(span, parts.span), message)
                    .with_label(site.head, "the guard of this loop")
                    .with_help("write `__invariant(…);` as the first statement of the body"),
            );
        }
        if let Some(span) = effect(unit, guard) {
            let message = "the guard has an effect, so it cannot be asserted";
            return Err(
                Refusal::inapplicable(codes.guard, here(span, parts.span), message)
                    .with_label(site.head, "the guard of this loop")
                    .with_help("take it out of the guard, into a variable"),
            );
        }
    }
    Ok(())
}

/// A place in the file, or else the loop.
fn here(span: Span, otherwise: Span) -> Span {
    match span.file == 0 {
        true => span,
        false => otherwise,
    }
}

/// What keeps a statement from being copied: jumps to where the copy is not, labels, and variables that threads share or
/// that outlive the block. The flags say whether a `break` and a `continue` would leave what is copied.
fn hindrance(
    unit: &Unit,
    stmt: &Stmt,
    (breaks, continues): (bool, bool),
) -> Option<(Span, String)> {
    let jump = |word: &str| {
        let what = format!("the body has a `{word}`, which would leave a copy for another place");
        Some((stmt.place.span, what))
    };
    match &stmt.kind {
        StmtKind::Break if breaks => return jump("break"),
        StmtKind::Continue if continues => return jump("continue"),
        StmtKind::Goto(_) => return jump("goto"),
        StmtKind::Label { name, .. } => {
            let what =
                format!("the body has a label `{name}`, which copies would have several times");
            return Some((stmt.place.span, what));
        }
        StmtKind::Asm { .. } => {
            let what =
                "the body has assembly, which may have labels that copies would have several times";
            return Some((stmt.place.span, what.to_owned()));
        }
        StmtKind::Declare(all) => {
            for id in all {
                if let Some(found) = unit.variable(*id).and_then(lasting) {
                    return Some((stmt.place.span, found));
                }
            }
        }
        _ => {}
    }
    let is_loop = body_of(stmt).is_some();
    let is_switch = matches!(stmt.kind, StmtKind::Switch { .. });
    let inside = (breaks && !is_loop && !is_switch, continues && !is_loop);
    of_stmt(stmt).into_iter().find_map(|part| match part {
        Part::Stmt(inner) => hindrance(unit, inner, inside),
        Part::Expr(_) | Part::Declared(_) => None,
    })
}

/// Why a variable that is declared in a copy would be another one.
fn lasting(variable: &clang::tree::Variable) -> Option<String> {
    let shared = matches!(
        variable.space,
        AddressSpace::Local | AddressSpace::Global | AddressSpace::Constant
    );
    let fixed = matches!(variable.storage, Storage::Static | Storage::Extern);
    (shared || fixed).then(|| {
        format!(
            "the body declares `{}`, which threads share: each copy would have its own",
            variable.name
        )
    })
}

/// A call of an annotation within an expression.
fn annotation(unit: &Unit, expr: &Expr) -> Option<Span> {
    if let Some(function) = called(unit, expr)
        && function.own
        && (function.name.contains("invariant") || function.name.contains("assert"))
    {
        return Some(expr.place.span);
    }
    inside(expr, |inner| annotation(unit, inner))
}

/// The function that a call names.
pub(crate) fn called<'u>(unit: &'u Unit, expr: &Expr) -> Option<&'u Function> {
    let ExprKind::Call { callee, .. } = &expr.kind else {
        return None;
    };
    let mut callee: &Expr = callee;
    while let ExprKind::Cast { operand, .. } = &callee.kind {
        callee = operand;
    }
    match &callee.kind {
        ExprKind::Function(id) => unit.function(*id),
        _ => None,
    }
}

fn inside<T>(expr: &Expr, found: impl FnMut(&Expr) -> Option<T>) -> Option<T> {
    let mut found = found;
    of_expr(expr).into_iter().find_map(|part| match part {
        Part::Expr(inner) => found(inner),
        Part::Stmt(_) | Part::Declared(_) => None,
    })
}

/// Where an expression does more than compute a value from what does not change by itself. Kinds that are not listed do.
pub(crate) fn effect(unit: &Unit, expr: &Expr) -> Option<Span> {
    let simple = match &expr.kind {
        ExprKind::Integer(_)
        | ExprKind::Floating(_)
        | ExprKind::NullPointer
        | ExprKind::Variable(_)
        | ExprKind::Function(_)
        | ExprKind::This
        | ExprKind::Zero
        | ExprKind::Measure { .. }
        | ExprKind::OffsetOf { .. }
        | ExprKind::Field { .. }
        | ExprKind::Swizzle { .. }
        | ExprKind::Index { .. }
        | ExprKind::Binary { .. }
        | ExprKind::Conditional { .. }
        | ExprKind::Cast { .. } => true,
        ExprKind::Unary { op, .. } => !matches!(
            op,
            UnaryOp::PreIncrement
                | UnaryOp::PreDecrement
                | UnaryOp::PostIncrement
                | UnaryOp::PostDecrement
        ),
        ExprKind::Call { .. } => {
            called(unit, expr).is_some_and(|one| one.own && PURE.contains(&one.name.as_str()))
        }
        _ => false,
    };
    if !simple || expr.ty.volatile {
        return Some(expr.place.span);
    }
    inside(expr, |inner| effect(unit, inner))
}

/// Where the names of calls of `__invariant` stand in a body: outside of a loop they are assertions.
pub(crate) fn invariants(opened: &Opened<'_>, site: &Site<'_>) -> Vec<Span> {
    let unit = &opened.reading.unit;
    let mut found = Vec::new();
    if let Some(body) = site.stmt().and_then(body_of) {
        of_body(unit, body, &mut found);
    }
    found.retain(|span| opened.slice(*span) == "__invariant");
    found
}

fn of_body(unit: &Unit, stmt: &Stmt, found: &mut Vec<Span>) {
    for part in of_stmt(stmt) {
        match part {
            // Those of inner loops stay.
            Part::Stmt(inner) if body_of(inner).is_none() => of_body(unit, inner, found),
            Part::Expr(expr) => {
                if called(unit, expr).is_some_and(|one| one.own && one.name == "__invariant")
                    && let ExprKind::Call { callee, .. } = &expr.kind
                {
                    found.push(callee.place.span);
                }
            }
            Part::Stmt(_) | Part::Declared(_) => {}
        }
    }
}

/// Whether a body has a `break`, and a `continue`, of its own loop.
pub(crate) fn jumps(site: &Site<'_>) -> (bool, bool) {
    let body = site.stmt().and_then(body_of);
    body.map_or((false, false), |body| own_jumps(body, (true, true)))
}

fn own_jumps(stmt: &Stmt, (breaks, continues): (bool, bool)) -> (bool, bool) {
    match stmt.kind {
        StmtKind::Break => return (breaks, false),
        StmtKind::Continue => return (false, continues),
        _ => {}
    }
    let is_loop = body_of(stmt).is_some();
    let is_switch = matches!(stmt.kind, StmtKind::Switch { .. });
    let inside = (breaks && !is_loop && !is_switch, continues && !is_loop);
    let mut found = (false, false);
    for part in of_stmt(stmt) {
        if let Part::Stmt(inner) = part {
            let own = own_jumps(inner, inside);
            found = (found.0 || own.0, found.1 || own.1);
        }
    }
    found
}
