//! Where a kernel's text names its arrays, for whoever asks about a place.

use crate::model::{Head, Named};
use clang::place::{Place, Role};
use clang::tree::{ExprKind, Function, Storage, Unit, VariableId};
use clang::walk::{Part, of_expr, of_stmt};
use text::span::Span;

/// The places in the file itself at which a function names its parameters, and variables that outlive it or are shared.
pub(crate) fn places(unit: &Unit, function: &Function) -> Vec<Named> {
    let mut found = Vec::new();
    for id in &function.parameters {
        if let Some(variable) = unit.variable(*id) {
            found.extend(named(unit, *id, &variable.name_place));
        }
    }
    let mut open: Vec<Part<'_>> = function.body.iter().map(Part::Stmt).collect();
    while let Some(part) = open.pop() {
        match part {
            Part::Stmt(stmt) => open.extend(of_stmt(stmt)),
            Part::Expr(expr) => {
                if let ExprKind::Variable(id) = &expr.kind {
                    found.extend(named(unit, *id, &expr.place));
                }
                open.extend(of_expr(expr));
            }
            Part::Declared(id) => {
                let Some(variable) = unit.variable(id) else {
                    continue;
                };
                found.extend(named(unit, id, &variable.name_place));
                open.extend(variable.init.iter().map(Part::Expr));
            }
        }
    }
    found.sort_by_key(|one| one.span.start);
    found.dedup();
    found
}

/// What a use of a variable at a place names, if the variable is an array's.
fn named(unit: &Unit, id: VariableId, place: &Place) -> Option<Named> {
    let variable = unit.variable(id)?;
    match variable.storage {
        Storage::Local => return None,
        Storage::Parameter | Storage::Static | Storage::Global | Storage::Extern => {}
    }
    Some(Named {
        array: variable.name.clone(),
        span: in_text(unit, place)?,
    })
}

/// Where a function's name and body are.
pub(crate) fn head(unit: &Unit, function: &Function) -> Option<Head> {
    Some(Head {
        name: in_text(unit, &function.name_place)?,
        body: in_text(unit, &function.body.as_ref()?.place)?,
    })
}

/// The range of the file itself that a place is, if no macro brought it.
fn in_text(unit: &Unit, place: &Place) -> Option<Span> {
    let file = unit.files.get(place.span.file as usize)?;
    (place.spelling.is_none() && file.role == Role::Main).then_some(place.span)
}
