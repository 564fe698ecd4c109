//! By which parameters and numbers something is multiplied in the address of an access, as a row's number by a row's length: what is
//! wrong with other accesses, and what is no race, says nothing of lengths of rows.

use super::columns::columns;
use super::contents::Loaded;
use super::diagonal::{DIAGONAL, diagonal};
use super::linear::Values;
use super::meaning::{About, Change, Proposed};
use kernel_graph::{
    ArrayId, BinaryOp, Expr, ExprKind, Function, FunctionId, LocalId, Module, Place, StmtKind,
};
use std::collections::{BTreeMap, BTreeSet};

/// The parameters and numbers, as text, by the places of accesses.
#[derive(Debug, Default)]
pub(super) struct Rows {
    widths: BTreeMap<Place, BTreeSet<String>>,
    arrays: BTreeMap<Place, BTreeSet<ArrayId>>,
    /// From which arrays the addresses come.
    behind: BTreeMap<Place, BTreeSet<ArrayId>>,
}

impl Rows {
    /// Those of a kernel whose calls are inlined.
    pub(super) fn of(module: &Module, kernel: FunctionId) -> Rows {
        let Some(function) = module.functions.get(kernel.0 as usize) else {
            return Rows::default();
        };
        let values = Values::of(function);
        let assigned = assigned(function);
        let loaded = Loaded::of(function, &values);
        let mut rows = Rows::default();
        for stmt in function.blocks.iter().flat_map(|block| &block.stmts) {
            let addresses = addresses(&stmt.kind);
            if addresses.is_empty() {
                continue;
            }
            let widths = rows.widths.entry(stmt.place).or_default();
            for address in addresses {
                let array = values.address(address).map(|(array, _)| array);
                rows.arrays.entry(stmt.place).or_default().extend(array);
                let behind = rows.behind.entry(stmt.place).or_default();
                behind.extend(loaded.behind(address));
                let Factors {
                    params: factors,
                    numbers,
                    diagonal,
                } = factors(address, &assigned, &values);
                widths.extend(diagonal.then(|| DIAGONAL.to_owned()));
                let names = factors.into_iter().filter_map(|(local, change)| {
                    let mut params = function.params.iter();
                    let param = params.find(|param| param.local == local)?;
                    Some(change.length(&param.name)?.to_string())
                });
                widths.extend(names);
                let blocks = values.row_of_blocks(address).map(|(_, number)| number);
                let numbers = numbers.into_iter().chain(blocks);
                widths.extend(numbers.map(|number| number.to_string()));
                let columns = columns(address, &values).into_iter();
                widths.extend(columns.map(|column| column.width.to_string()));
            }
        }
        rows
    }

    /// The places of the accesses that some of these clauses are about.
    pub(super) fn places(&self, clauses: &[Proposed]) -> BTreeSet<Place> {
        let each = self.widths.iter().filter(|(_, widths)| {
            let mut clauses = clauses.iter();
            clauses.any(|one| match &one.about {
                About::Row(width) => widths.contains(width),
                About::Extent { .. }
                | About::Unasked
                | About::Square
                | About::Lanes
                | About::Contents(_) => false,
            })
        });
        each.map(|(place, _)| *place).collect()
    }

    /// Whether one of these arrays is accessed at this place.
    pub(super) fn is_in(&self, place: &Place, arrays: &BTreeSet<ArrayId>) -> bool {
        let accessed = self.arrays.get(place);
        accessed.is_some_and(|accessed| !accessed.is_disjoint(arrays))
    }

    /// Whether the address of an access of this place comes from elements of an array.
    pub(super) fn comes_from(&self, place: &Place, array: ArrayId) -> bool {
        let behind = self.behind.get(place);
        behind.is_some_and(|behind| behind.contains(&array))
    }

    /// Whether something is multiplied by a parameter in the address of an access of this place.
    pub(super) fn has(&self, place: &Place, width: &str) -> bool {
        let widths = self.widths.get(place);
        widths.is_some_and(|widths| widths.contains(width))
    }
}

/// The addresses of what a statement accesses.
pub(super) fn addresses(stmt: &StmtKind) -> Vec<&Expr> {
    match stmt {
        StmtKind::Load { address, .. }
        | StmtKind::Store { address, .. }
        | StmtKind::Atomic { address, .. } => vec![address],
        StmtKind::Copy { to, from, .. } => vec![to, from],
        StmtKind::Fill { to, .. } => vec![to],
        _ => Vec::new(),
    }
}

/// What is assigned to each local.
pub(super) fn assigned(function: &Function) -> BTreeMap<LocalId, Vec<&Expr>> {
    let mut found: BTreeMap<LocalId, Vec<&Expr>> = BTreeMap::new();
    for stmt in function.blocks.iter().flat_map(|block| &block.stmts) {
        if let StmtKind::Assign { to, value } = &stmt.kind {
            found.entry(*to).or_default().push(value);
        }
    }
    found
}

/// Fewer elements are no row.
pub(super) const FEWEST_IN_ROW: u32 = 32;

/// A number that may be the length of a row, if an expression is one: smaller ones are sizes of elements.
pub(super) fn length_of_row(values: &Values<'_>, expr: &Expr) -> Option<u32> {
    let number = values
        .constant(expr)
        .and_then(|number| u32::try_from(number).ok());
    number.filter(|number| *number >= FEWEST_IN_ROW)
}

/// What an expression is made of, or what is assigned to the locals in it.
#[derive(Default)]
struct Factors {
    /// The parameters that are factors.
    params: BTreeSet<(LocalId, Change)>,
    /// The numbers that are.
    numbers: BTreeSet<u32>,
    /// Whether a block's number along a diagonal is in it.
    diagonal: bool,
}

fn factors(expr: &Expr, assigned: &BTreeMap<LocalId, Vec<&Expr>>, values: &Values<'_>) -> Factors {
    let (mut found, mut seen) = (Factors::default(), BTreeSet::new());
    let mut open = vec![expr];
    while let Some(expr) = open.pop() {
        let mut locals = Vec::new();
        expr.visit(&mut |part| match &part.kind {
            ExprKind::Local(local) => locals.push(*local),
            ExprKind::Binary(op, a, b)
                if matches!(op.wrapping(), BinaryOp::Mul | BinaryOp::MulSigned) =>
            {
                let sides = [a, b].into_iter();
                let numbers = sides.filter_map(|side| length_of_row(values, side));
                found.numbers.extend(numbers);
                let sides = [a, b].into_iter();
                let sides = sides.filter_map(|side| values.row(side));
                found.params.extend(sides);
            }
            ExprKind::Binary(op, a, b) if op.wrapping() == BinaryOp::And => {
                let sides = [a, b].into_iter().filter_map(|side| values.mask(side));
                let sides = sides.map(|local| (local, Change::Plus(-1)));
                found.params.extend(sides);
            }
            _ => found.diagonal |= diagonal(part, values).is_some(),
        });
        for local in locals {
            if seen.insert(local) {
                let each = assigned.get(&local).into_iter().flatten();
                let rounds = each.clone().filter_map(|value| round(local, value, values));
                found.numbers.extend(rounds);
                open.extend(each);
            }
        }
    }
    found
}

/// What is added to a local with each round of a loop, if that may be the length of a row.
pub(super) fn round(to: LocalId, value: &Expr, values: &Values<'_>) -> Option<u32> {
    let sum = values.sum(value);
    let number = u32::try_from(sum.number).ok()?;
    (sum.only_local() == Some(to) && number >= FEWEST_IN_ROW).then_some(number)
}
