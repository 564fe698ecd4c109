//! What the kernel's text keeps numbers of threads below, and by what it takes them apart.
//!
//! A clause that says that a row has room for all threads of a dimension makes a guard of the kernel superfluous where the
//! guard compares those threads with the length of the row, or a division by that length a division without a purpose. Who wrote
//! the guard meant launches with more threads, so that such a clause would hide what is wrong in them.

use super::linear::axis_of;
use crate::sizes::each_expression;
use contracts::Axis;
use kernel_graph::{Atom, BinaryOp, Expr, ExprKind, Function, LocalId, StmtKind};
use std::collections::{BTreeMap, BTreeSet};

/// What in an expression differs by thread or by block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Number {
    /// Of threads, in a block or in the grid.
    Thread(Axis),
    /// Of blocks.
    Block(Axis),
}

/// What is compared, or taken apart, by which parameters.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Guards {
    compared: BTreeSet<(LocalId, Number)>,
    divided: BTreeSet<(LocalId, Number)>,
}

impl Guards {
    /// Those of a kernel whose calls are inlined.
    pub(super) fn of(function: &Function) -> Guards {
        let below = Below::of(function);
        let mut guards = Guards::default();
        each_expression(function, &mut |part| match &part.kind {
            ExprKind::Compare(_, a, b) => {
                for (number, by) in [(a, b), (b, a)] {
                    below.pairs(number, by, &mut guards.compared);
                }
            }
            ExprKind::Binary(op, a, b) if divides(*op) => {
                below.pairs(a, b, &mut guards.divided);
            }
            _ => {}
        });
        guards
    }

    /// Whether the numbers of threads of a dimension are kept below a parameter, or taken apart by this one.
    pub(super) fn of_threads(&self, by: Option<LocalId>, axis: Axis) -> bool {
        self.keeps(by, Number::Thread(axis))
    }

    /// The same of numbers of blocks.
    pub(super) fn of_blocks(&self, by: Option<LocalId>, axis: Axis) -> bool {
        self.keeps(by, Number::Block(axis))
    }

    fn keeps(&self, by: Option<LocalId>, number: Number) -> bool {
        let mut compared = self.compared.iter();
        let divided = by.is_some_and(|by| self.divided.contains(&(by, number)));
        divided || by.is_some() && compared.any(|(_, one)| *one == number)
    }

    /// Whether two parameters bound numbers of different dimensions: rows of one as length are then no longer by chance than
    /// the other one says.
    pub(super) fn cross(&self, one: LocalId, other: LocalId) -> bool {
        let of = |by: LocalId| -> BTreeSet<Number> {
            let pairs = self.compared.iter().filter(|(local, _)| *local == by);
            pairs.map(|(_, number)| *number).collect()
        };
        let (one, other) = (of(one), of(other));
        !one.is_empty() && !other.is_empty() && one.is_disjoint(&other)
    }

    /// Whether numbers that are kept below one parameter are taken apart by another.
    pub(super) fn parts(&self, by: LocalId, most: LocalId) -> bool {
        let mut divided = self.divided.iter();
        divided.any(|(local, number)| *local == by && self.compared.contains(&(most, *number)))
    }
}

fn divides(op: BinaryOp) -> bool {
    matches!(
        op,
        BinaryOp::DivSigned | BinaryOp::DivUnsigned | BinaryOp::RemSigned | BinaryOp::RemUnsigned
    )
}

/// What is below the locals of a kernel: the numbers and the parameters in what is assigned to them, and so on.
struct Below<'f> {
    assigned: BTreeMap<LocalId, Vec<&'f Expr>>,
    params: BTreeSet<LocalId>,
}

impl<'f> Below<'f> {
    fn of(function: &'f Function) -> Self {
        let mut assigned: BTreeMap<LocalId, Vec<&Expr>> = BTreeMap::new();
        for stmt in function.blocks.iter().flat_map(|block| &block.stmts) {
            if let StmtKind::Assign { to, value } = &stmt.kind {
                assigned.entry(*to).or_default().push(value);
            }
        }
        let params = function.params.iter().map(|param| param.local).collect();
        Below { assigned, params }
    }

    /// Adds the parameters in `by` with the number that `number` differs by, if that is of one dimension.
    fn pairs(&self, number: &Expr, by: &Expr, into: &mut BTreeSet<(LocalId, Number)>) {
        let (numbers, _) = self.leaves(number);
        let (others, params) = self.leaves(by);
        let axes: BTreeSet<Axis> = numbers
            .iter()
            .map(|one| match one {
                Number::Thread(axis) | Number::Block(axis) => *axis,
            })
            .collect();
        let (Some(axis), 1) = (axes.first(), axes.len()) else {
            return;
        };
        if !others.is_empty() {
            return;
        }
        let number = match numbers.contains(&Number::Thread(*axis)) {
            true => Number::Thread(*axis),
            false => Number::Block(*axis),
        };
        into.extend(params.into_iter().map(|param| (param, number)));
    }

    fn leaves(&self, expr: &Expr) -> (BTreeSet<Number>, BTreeSet<LocalId>) {
        let (mut numbers, mut params) = (BTreeSet::new(), BTreeSet::new());
        let mut seen: BTreeSet<LocalId> = BTreeSet::new();
        let mut open = vec![expr];
        while let Some(expr) = open.pop() {
            let mut locals = Vec::new();
            expr.visit(&mut |part| match &part.kind {
                ExprKind::Atom(Atom::Thread(axis) | Atom::Global(axis)) => {
                    numbers.insert(Number::Thread(axis_of(*axis)));
                }
                ExprKind::Atom(Atom::Block(axis)) => {
                    numbers.insert(Number::Block(axis_of(*axis)));
                }
                ExprKind::Local(local) => locals.push(*local),
                _ => {}
            });
            for local in locals {
                if self.params.contains(&local) {
                    params.insert(local);
                }
                if seen.insert(local) {
                    open.extend(self.assigned.get(&local).into_iter().flatten());
                }
            }
        }
        (numbers, params)
    }
}
