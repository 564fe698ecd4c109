//! By which parameters and numbers something is multiplied in the address of an access, as a row's number by a row's length: what is
//! wrong with other accesses, and what is no race, says nothing of lengths of rows.

use super::evidence::{copies, local_of};
use super::literals::constant;
use super::meaning::Proposed;
use kernel_graph::{
    BinaryOp, Expr, ExprKind, Function, FunctionId, LocalId, Module, Place, StmtKind,
};
use std::collections::{BTreeMap, BTreeSet};

/// The parameters and numbers, as text, by the places of accesses.
#[derive(Debug, Default)]
pub(super) struct Rows {
    widths: BTreeMap<Place, BTreeSet<String>>,
}

impl Rows {
    /// Those of a kernel whose calls are inlined.
    pub(super) fn of(module: &Module, kernel: FunctionId) -> Rows {
        let Some(function) = module.functions.get(kernel.0 as usize) else {
            return Rows::default();
        };
        let copies = copies(function, function.params.iter().map(|param| param.local));
        let assigned = assigned(function);
        let mut rows = Rows::default();
        for stmt in function.blocks.iter().flat_map(|block| &block.stmts) {
            let (StmtKind::Load { address, .. }
            | StmtKind::Store { address, .. }
            | StmtKind::Atomic { address, .. }) = &stmt.kind
            else {
                continue;
            };
            let (factors, numbers) = factors(address, &assigned, &copies);
            let names = function.params.iter();
            let names = names.filter(|param| factors.contains(&param.local));
            let names = names.map(|param| param.name.clone());
            let widths = rows.widths.entry(stmt.place).or_default();
            widths.extend(names);
            widths.extend(numbers.iter().map(u32::to_string));
        }
        rows
    }

    /// The places of the accesses that some of these clauses are about.
    pub(super) fn places(&self, clauses: &[Proposed]) -> BTreeSet<Place> {
        let each = self.widths.iter().filter(|(_, widths)| {
            let mut clauses = clauses.iter();
            clauses.any(|one| widths.contains(&one.width))
        });
        each.map(|(place, _)| *place).collect()
    }

    /// Whether something is multiplied by a parameter in the address of an access of this place.
    pub(super) fn has(&self, place: &Place, width: &str) -> bool {
        let widths = self.widths.get(place);
        widths.is_some_and(|widths| widths.contains(width))
    }
}

/// What is assigned to each local.
fn assigned(function: &Function) -> BTreeMap<LocalId, Vec<&Expr>> {
    let mut found: BTreeMap<LocalId, Vec<&Expr>> = BTreeMap::new();
    for stmt in function.blocks.iter().flat_map(|block| &block.stmts) {
        if let StmtKind::Assign { to, value } = &stmt.kind {
            found.entry(*to).or_default().push(value);
        }
    }
    found
}

/// A number that may be the length of a row, if an expression is one: smaller ones are sizes of elements.
pub(super) fn length_of_row(expr: &Expr) -> Option<u32> {
    const FEWEST: u32 = 32;
    let number = constant(expr).and_then(|number| u32::try_from(number).ok());
    number.filter(|number| *number >= FEWEST)
}

/// The parameters and the numbers that are factors in an expression, or in what is assigned to the locals in it.
fn factors(
    expr: &Expr,
    assigned: &BTreeMap<LocalId, Vec<&Expr>>,
    copies: &BTreeMap<LocalId, LocalId>,
) -> (BTreeSet<LocalId>, BTreeSet<u32>) {
    let (mut found, mut seen) = (BTreeSet::new(), BTreeSet::new());
    let mut numbers = BTreeSet::new();
    let mut open = vec![expr];
    while let Some(expr) = open.pop() {
        let mut locals = Vec::new();
        expr.visit(&mut |part| match &part.kind {
            ExprKind::Local(local) => locals.push(*local),
            ExprKind::Binary(op, a, b)
                if matches!(op.wrapping(), BinaryOp::Mul | BinaryOp::MulSigned) =>
            {
                numbers.extend([a, b].into_iter().filter_map(|side| length_of_row(side)));
                let sides = [a, b].into_iter();
                let sides = sides.filter_map(|side| local_of(side));
                found.extend(sides.filter_map(|local| copies.get(&local)));
            }
            _ => {}
        });
        for local in locals {
            if seen.insert(local) {
                open.extend(assigned.get(&local).into_iter().flatten());
            }
        }
    }
    (found, numbers)
}
