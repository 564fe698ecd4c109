//! The condition under which a register is loaded: that of a permission for its cell.

use super::found::{Known, Permission};
use super::pattern::{Cell, is_fixed, same};
use super::ranges::{Range, Scopes};
use crate::framework::input::Input;
use spec_lang::ast::{Binder, Expr, ExprKind, NodeId, VisitorMut};
use spec_lang::print;

/// Conditions that are tried at most.
const MOST: usize = 4;

/// When the cell is in a register.
#[derive(Clone, Debug)]
pub(super) struct Condition {
    /// What must hold; nothing means always.
    pub all: Vec<Known>,
}

impl Condition {
    /// Always.
    pub(super) fn always() -> Self {
        Condition { all: Vec::new() }
    }

    /// Its text; none if it is always so.
    pub(super) fn text(&self) -> Option<String> {
        let texts: Vec<String> = match self.all.as_slice() {
            [] => return None,
            [(only, true)] => vec![print::expr(only)],
            more => more.iter().map(known_text).collect(),
        };
        Some(texts.join(" && "))
    }

    /// Whether one of its names is this.
    pub(super) fn mentions(&self, name: &str) -> bool {
        self.all
            .iter()
            .any(|(expr, _)| expr.names().iter().any(|own| own == name))
    }

    /// The text to stand before a formula.
    pub(super) fn implies(&self, formula: &str) -> String {
        match self.text() {
            None => formula.to_owned(),
            Some(text) => format!("(({text}) ==> ({formula}))"),
        }
    }
}

/// A fact as text that can be any operand.
pub(super) fn known_text((expr, holds): &Known) -> String {
    let text = print::expr(expr);
    match holds {
        true => format!("({text})"),
        false => format!("!({text})"),
    }
}

/// What could be the condition for a range: those of permissions for the cell that a block
/// writes down, and what accesses stand under in their expressions.
pub(super) fn candidates(
    input: &Input<'_>,
    cell: &Cell,
    permissions: &[Permission],
    range: &Range,
    scopes: &Scopes,
) -> Vec<Condition> {
    let written = range.written(input);
    let place = range.span();
    let mut found: Vec<Condition> = Vec::new();
    let of_permissions = permissions
        .iter()
        .filter_map(|permission| of_permission(cell, permission));
    let of_accesses = range
        .found
        .accesses
        .iter()
        .filter(|access| access.matches && !access.annotation)
        .map(|access| Condition {
            all: access.known.clone(),
        });
    for condition in of_permissions.chain(of_accesses) {
        let usable = condition.all.iter().all(|(expr, _)| {
            is_fixed(input.resolution, expr, &written)
                && scopes.can_say(input, expr, place.file, place.start as usize, &[])
                && !declares_name_of(range, expr)
        });
        let new = condition.text().is_some()
            && !found.iter().any(|other| other.text() == condition.text());
        if usable && new && found.len() < MOST {
            found.push(condition);
        }
    }
    found
}

/// Whether a block has permissions for just the cell, and each under a condition.
pub(super) fn only_conditional(cell: &Cell, permissions: &[Permission]) -> bool {
    let mut own = permissions
        .iter()
        .filter(|permission| of_permission(cell, permission).is_some())
        .peekable();
    own.peek().is_some()
        && own.all(|permission| permission.binders.is_empty() && !permission.known.is_empty())
}

/// The condition of one permission, if it is for the cell.
pub(super) fn of_permission(cell: &Cell, permission: &Permission) -> Option<Condition> {
    let ExprKind::Index(array, index) = &permission.location.kind else {
        return None;
    };
    let mut values = Vec::new();
    let fits = unify(array, &cell.pattern.array, &permission.binders, &mut values)
        && unify(index, &cell.pattern.index, &permission.binders, &mut values);
    fits.then(|| {
        let mut all: Vec<Known> = Vec::new();
        for (expr, holds) in &permission.known {
            let mut expr = expr.clone();
            Substitute(&values).visit_expr(&mut expr);
            all.push((expr, *holds));
        }
        Condition { all }
    })
}

/// Whether a general expression becomes the concrete one with some values for its binders.
fn unify(
    general: &Expr,
    concrete: &Expr,
    binders: &[Binder],
    values: &mut Vec<(String, Expr)>,
) -> bool {
    match (&general.kind, &concrete.kind) {
        (ExprKind::Name(name), _) if binders.iter().any(|own| own.name.name == name.name) => {
            match values.iter().find(|(known, _)| *known == name.name) {
                Some((_, value)) => same(value, concrete),
                None => {
                    values.push((name.name.clone(), concrete.clone()));
                    true
                }
            }
        }
        (ExprKind::Index(array, index), ExprKind::Index(other_array, other_index)) => {
            unify(array, other_array, binders, values) && unify(index, other_index, binders, values)
        }
        (ExprKind::Binary(op, left, right), ExprKind::Binary(other, other_left, other_right))
            if op == other =>
        {
            unify(left, other_left, binders, values) && unify(right, other_right, binders, values)
        }
        _ => same(general, concrete),
    }
}

struct Substitute<'a>(&'a [(String, Expr)]);

impl VisitorMut for Substitute<'_> {
    fn visit_expr(&mut self, expr: &mut Expr) {
        if let ExprKind::Name(name) = &expr.kind
            && let Some((_, value)) = self.0.iter().find(|(known, _)| *known == name.name)
        {
            *expr = value.clone();
            return;
        }
        self.walk_expr(expr);
    }
}

/// Whether a statement of the range declares a name that an expression uses.
fn declares_name_of(range: &Range, expr: &Expr) -> bool {
    let names = expr.names();
    range
        .found
        .declared
        .iter()
        .any(|declared| names.contains(&declared.name))
}

/// The identities of binders.
pub(super) fn ids(binders: &[Binder]) -> Vec<NodeId> {
    binders.iter().map(|binder| binder.id).collect()
}
