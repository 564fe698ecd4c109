//! What keeps the body of a kernel from being a loop over several elements.

use super::found::{AXES, Elements, part_of};
use crate::loops::counted::is_read_alone;
use crate::loops::fit::called;
use crate::opened::Opened;
use crate::sites::{Touched, body_of};
use clang::tree::{Expr, ExprKind, Stmt, StmtKind, Unit};
use clang::types::AddressSpace;
use clang::walk::{Part, of_expr, of_stmt};
use text::code::Code;
use text::span::Span;
use transforms::Refusal;

/// A `return` of the body, which ends an element's turn.
pub(crate) type Return = Span;

/// Refuses bodies that are no loop, and finds what becomes a `continue`.
///
/// # Errors
/// With the codes of tiling.
pub(crate) fn fits(opened: &Opened<'_>, elements: &Elements<'_>) -> Result<Vec<Return>, Refusal> {
    let unit = &opened.reading.unit;
    let name = unit
        .variable(elements.variable)
        .map_or("", |one| one.name.as_str());
    if let Some(last) = elements.body.last()
        && !elements.guard.early
        && elements.guard.at + 1 < elements.body.len()
    {
        let message =
            "behind the guarded statement there are others, which each thread executes once";
        return Err(Refusal::inapplicable(Code::A504, last.place.span, message));
    }
    let mut returns = Vec::new();
    let behind = elements.body.iter().enumerate().skip(elements.declared + 1);
    for (at, stmt) in behind {
        let mut walk = Walk {
            unit,
            axis: elements.axis,
            found: None,
        };
        walk.stmt(stmt);
        if let Some((code, span, message)) = walk.found {
            return Err(Refusal::inapplicable(code, span, message));
        }
        if !is_read_alone(unit, stmt, elements.variable) {
            let message = format!("`{name}` is not only read behind its declaration");
            return Err(Refusal::inapplicable(Code::A504, stmt.place.span, message)
                .with_help("keep the thread's number in a variable of its own"));
        }
        steady(unit, elements, stmt)?;
        if at != elements.guard.at || !elements.guard.early {
            leaves(stmt, (true, true, true), &mut returns)?;
        }
    }
    for span in &returns {
        if opened.slice(*span).trim() != "return" && opened.slice(*span).trim() != "return;" {
            let message = "a macro brings this `return`";
            return Err(Refusal::inapplicable(Code::A009, *span, message));
        }
    }
    Ok(returns)
}

/// Refuses a bound that the body changes.
fn steady(unit: &Unit, elements: &Elements<'_>, stmt: &Stmt) -> Result<(), Refusal> {
    let mut bound = Touched::default();
    bound.expr(unit, elements.guard.bound);
    let mut inside = Touched::default();
    inside.stmt(unit, stmt);
    let changed = bound.read.iter().find(|id| inside.written.contains(id));
    match changed.and_then(|id| unit.variable(*id)) {
        Some(one) => {
            let message = format!(
                "the body changes `{}`, with which the guard is tested",
                one.name
            );
            Err(Refusal::inapplicable(Code::A509, stmt.place.span, message))
        }
        None => Ok(()),
    }
}

struct Walk<'a> {
    unit: &'a Unit,
    axis: usize,
    found: Option<(Code, Span, String)>,
}

impl Walk<'_> {
    fn stmt(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Asm { .. } => {
                let why = "assembly may depend on which thread executes it".to_owned();
                self.refuse(Code::A507, stmt.place.span, why);
            }
            StmtKind::Declare(all) => {
                for id in all {
                    let one = self.unit.variable(*id);
                    if let Some(one) = one.filter(|one| one.space == AddressSpace::Local) {
                        let why = format!(
                            "the body declares `{}`, which the threads of a block share",
                            one.name
                        );
                        self.refuse(Code::A502, stmt.place.span, why);
                    }
                }
            }
            _ => {}
        }
        for part in of_stmt(stmt) {
            self.part(part);
        }
    }

    fn part(&mut self, part: Part<'_>) {
        match part {
            Part::Stmt(inner) => self.stmt(inner),
            Part::Expr(inner) => self.expr(inner),
            Part::Declared(id) => {
                let init = self.unit.variable(id).and_then(|one| one.init.as_ref());
                if let Some(init) = init {
                    self.expr(init);
                }
            }
        }
    }

    fn expr(&mut self, expr: &Expr) {
        for name in ["threadIdx", "blockIdx", "gridDim"] {
            if part_of(self.unit, expr, name) == Some(self.axis) {
                let axis = AXES.get(self.axis).copied().unwrap_or_default();
                let why = format!(
                    "the body uses `{name}.{axis}`, which is another for the other elements of a thread"
                );
                self.refuse(Code::A507, expr.place.span, why);
            }
        }
        if let Some(function) = called(self.unit, expr) {
            let name = function.name.as_str();
            let meets = [
                "sync",
                "barrier",
                "fence",
                "shfl",
                "ballot",
                "activemask",
                "sub_group",
            ];
            if meets.iter().any(|word| name.contains(word)) {
                let why = format!(
                    "threads meet in `{name}`, which they would for each of their elements"
                );
                self.refuse(Code::A502, expr.place.span, why);
            }
            let own = [
                "get_global_id",
                "get_group_id",
                "get_local_id",
                "get_num_groups",
                "get_global_size",
            ];
            let axis = match &expr.kind {
                ExprKind::Call { arguments, .. } => arguments.first(),
                _ => None,
            };
            let axis = axis.and_then(|one| crate::loops::counted::number(self.unit, one));
            if own.contains(&name) && axis.is_none_or(|axis| usize::try_from(axis) == Ok(self.axis))
            {
                let why = format!(
                    "the body calls `{name}`, which gives another number for the other elements of a thread"
                );
                self.refuse(Code::A507, expr.place.span, why);
            }
        }
        for part in of_expr(expr) {
            self.part(part);
        }
    }

    fn refuse(&mut self, code: Code, span: Span, why: String) {
        self.found.get_or_insert((code, span, why));
    }
}

/// The `return`s of a statement that end an element's turn; those in a loop of its own would have to leave both. The flags
/// say whether `return`, `break` and `continue` mean what is around the statement.
fn leaves(
    stmt: &Stmt,
    (outside, breaks, continues): (bool, bool, bool),
    found: &mut Vec<Return>,
) -> Result<(), Refusal> {
    let jump = |word: &str| {
        let message = format!("a `{word}` here would leave out the other elements of the thread");
        Err(Refusal::inapplicable(Code::A505, stmt.place.span, message)
            .with_help("write it with `if` instead"))
    };
    match &stmt.kind {
        StmtKind::Return(None) if outside => {
            found.push(stmt.place.span);
            return Ok(());
        }
        StmtKind::Return(_) => return jump("return"),
        StmtKind::Goto(_) | StmtKind::Label { .. } => return jump("goto"),
        StmtKind::Break if breaks => return jump("break"),
        StmtKind::Continue if continues => return jump("continue"),
        _ => {}
    }
    let is_loop = body_of(stmt).is_some();
    let is_switch = matches!(stmt.kind, StmtKind::Switch { .. });
    let inside = (
        outside && !is_loop,
        breaks && !is_loop && !is_switch,
        continues && !is_loop,
    );
    for part in of_stmt(stmt) {
        if let Part::Stmt(inner) = part {
            leaves(inner, inside, found)?;
        }
    }
    Ok(())
}
