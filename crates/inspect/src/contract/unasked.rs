//! That there is one thread, or one block, in a dimension about which the kernel does not ask. What all of them would do is
//! the same.

use super::extents::name;
use super::flattened::has_gaps;
use super::linear::{Term, Values, axis_of};
use super::meaning::{About, Proposed, Weight, blocks, threads};
use super::ranks::asked;
pub(super) use super::ranks::dimensions;
use super::rows::{addresses, assigned, round};
use super::within::{factors, offsets};
use crate::sizes::each_expression;
use contracts::{Clause, Number, Relation};
use kernel_graph::{
    Atom, Dimension, Expr, ExprKind, Function, FunctionId, LocalId, Module, Scalar, Space, StmtKind,
};
use std::collections::{BTreeMap, BTreeSet};

/// No deeper into an index.
const DEPTH: u32 = 40;

/// Threads: in a dimension before one that is asked about, and in those of which the kernel knows by ranks alone, where it
/// asks about the first.
pub(super) fn unasked(module: &Module, kernel: FunctionId, of_blocks: usize) -> Vec<Proposed> {
    let Some(function) = module.functions.get(kernel.0 as usize) else {
        return Vec::new();
    };
    let mut by_number = false;
    let mut read = BTreeSet::new();
    each_expression(function, &mut |part| match &part.kind {
        ExprKind::Atom(
            Atom::Thread(axis)
            | Atom::BlockSize(axis)
            | Atom::Global(axis)
            | Atom::GlobalSize(axis),
        ) => {
            read.insert(*axis);
        }
        ExprKind::Atom(Atom::Lane | Atom::Warp) => by_number = true,
        _ => {}
    });
    let all = [Dimension::X, Dimension::Y, Dimension::Z];
    let before = all.into_iter().take(of_blocks.saturating_sub(1));
    let before = before.filter(|axis| !by_number && !read.contains(axis));
    let in_ranks = asked(function) == BTreeSet::from([Dimension::X]);
    let behind = all.into_iter().skip(1);
    let behind = behind.filter(|axis| in_ranks && read.contains(axis));
    let one = |axis: Dimension, what: &str| Proposed {
        clause: Clause::Compare(
            threads(axis_of(axis), false),
            Relation::Equal,
            Number::from(1),
        ),
        about: About::Unasked,
        evidence: format!("the kernel {what} `{}`", name(axis)),
        weight: Weight::Most,
    };
    let before = before.map(|axis| one(axis, "does not ask for"));
    let behind = behind.map(|axis| one(axis, "asks in ranks alone for"));
    let of_threads = before.chain(behind);
    of_threads.chain(unasked_blocks(module, function)).collect()
}

/// Blocks: in a dimension before one in which the kernel asks for the number of its block, if the threads of a block go
/// through all that lies along that dimension, so that nothing is left for another one. Who forgets the number of the block
/// there has threads that come to one element each, or rows with gaps between them.
fn unasked_blocks(module: &Module, function: &Function) -> Vec<Proposed> {
    let mut read = BTreeSet::new();
    each_expression(function, &mut |part| {
        if let ExprKind::Atom(
            Atom::Block(axis) | Atom::GridSize(axis) | Atom::Global(axis) | Atom::GlobalSize(axis),
        ) = &part.kind
        {
            read.insert(*axis);
        }
    });
    let all = [Dimension::X, Dimension::Y];
    let before = all
        .into_iter()
        .filter(|axis| !read.contains(axis) && read.iter().any(|other| other > axis));
    let rounds = Rounds::of(function);
    let covered =
        before.filter(|axis| rounds.is_whole(function) && rounds.cover(module, function, *axis));
    let each = covered.map(|axis| Proposed {
        clause: Clause::Compare(blocks(axis_of(axis)), Relation::Equal, Number::from(1)),
        about: About::Unasked,
        evidence: format!(
            "the kernel does not ask for `blockIdx.{}`: a block goes through all that lies along it",
            axis_of(axis)
        ),
        weight: Weight::Some,
    });
    each.collect()
}

/// How the threads of a block go on to further elements.
struct Rounds<'f> {
    values: Values<'f>,
    assigned: BTreeMap<LocalId, Vec<&'f Expr>>,
}

impl<'f> Rounds<'f> {
    fn of(function: &'f Function) -> Self {
        Rounds {
            values: Values::of(function),
            assigned: assigned(function),
        }
    }

    /// Whether all numbers that a launch passes are used, and rows that are written lie one behind the other: else something
    /// is forgotten.
    fn is_whole(&self, function: &Function) -> bool {
        let params = function.params.iter().map(|param| param.local);
        let whole = params.filter(|local| {
            let local = function.local(*local);
            local.is_some_and(|local| matches!(local.scalar, Scalar::Int(width) if width >= 32))
        });
        let whole: BTreeSet<LocalId> = whole.collect();
        let used = self.used(function);
        let stmts = function.blocks.iter().flat_map(|block| &block.stmts);
        let mut stored = stmts.filter_map(|stmt| match &stmt.kind {
            StmtKind::Store { address, .. } => Some(address),
            _ => None,
        });
        whole.is_subset(&used)
            && stored.all(|address| {
                let mut parts = Vec::new();
                offsets(address, &self.values, &mut parts, DEPTH);
                !has_gaps(&parts, (&self.values, &whole))
            })
    }

    /// The locals on which something rests that the kernel does: not those that are only copied.
    fn used(&self, function: &Function) -> BTreeSet<LocalId> {
        let mut open: Vec<&Expr> = Vec::new();
        for block in &function.blocks {
            for stmt in &block.stmts {
                if !matches!(stmt.kind, StmtKind::Assign { .. }) {
                    open.extend(stmt.kind.exprs());
                }
            }
            open.extend(block.end.exprs());
        }
        let mut used = BTreeSet::new();
        while let Some(expr) = open.pop() {
            match &expr.kind {
                ExprKind::Local(local) if used.insert(*local) => {
                    open.extend(self.assigned.get(local).into_iter().flatten());
                }
                _ => open.extend(expr.children()),
            }
        }
        used
    }

    /// Whether each address of what a launch passes that differs by thread in a dimension also goes on by the threads of a
    /// block, and there is one.
    fn cover(&self, module: &Module, function: &Function, axis: Dimension) -> bool {
        let stmts = function.blocks.iter().flat_map(|block| &block.stmts);
        let all = stmts.flat_map(|stmt| addresses(&stmt.kind));
        let mut some = false;
        for address in all {
            let array = self.values.address(address);
            let array = array.and_then(|(array, _)| module.array(array));
            if array.is_some_and(|array| array.space != Space::Global) {
                continue;
            }
            let (differs, goes_on) = self.along(address, axis);
            if differs && !goes_on {
                return false;
            }
            some |= differs;
        }
        some
    }

    /// Whether an address differs by the thread's number in a dimension, and whether a round of a loop that it is in goes on
    /// by as many elements as there are threads, or by a whole number of warps.
    fn along(&self, address: &Expr, axis: Dimension) -> (bool, bool) {
        let (mut differs, mut goes_on) = (false, false);
        let mut seen: BTreeSet<LocalId> = BTreeSet::new();
        let mut open = vec![address];
        while let Some(expr) = open.pop() {
            match &expr.kind {
                ExprKind::Atom(Atom::Thread(of)) => differs |= *of == axis,
                ExprKind::Local(local) if seen.insert(*local) => {
                    let values = self.assigned.get(local).into_iter().flatten();
                    goes_on |= values.clone().any(|value| self.steps(*local, value, axis));
                    open.extend(values);
                }
                _ => {
                    goes_on |= self.counts(expr, axis);
                    open.extend(expr.children());
                }
            }
        }
        (differs, goes_on)
    }

    /// Whether what is assigned to a local is the local itself and as much as a block has threads, or a number of a warp.
    fn steps(&self, to: LocalId, value: &Expr, axis: Dimension) -> bool {
        let sum = self.values.sum(value);
        let itself = sum.terms.get(&Term::Local(to)) == Some(&1);
        let by_size = sum.terms.contains_key(&Term::Threads(axis));
        itself && by_size || round(to, value, &self.values).is_some()
    }

    /// Whether an expression is the product of a loop's counter and the size of a block.
    fn counts(&self, expr: &Expr, axis: Dimension) -> bool {
        factors(expr, &self.values).into_iter().any(|(one, other)| {
            let counter = self.values.sum(one).only_local();
            let of_size = self.values.sum(other).only_size() == Some(axis);
            of_size && counter.is_some_and(|local| self.is_counter(local))
        })
    }

    fn is_counter(&self, local: LocalId) -> bool {
        let mut values = self.assigned.get(&local).into_iter().flatten();
        values.any(|value| self.values.sum(value).only_local() == Some(local))
    }
}
