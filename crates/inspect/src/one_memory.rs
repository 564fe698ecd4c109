//! Launches that pass the same pointer for several parameters, as `k<<<…>>>(x, x, n)`. A kernel is verified for pointers
//! to different memory; of a launch that passes the same pointer twice the kernel is checked again, with one array for both.

use crate::launched::last_part;
use crate::sizes;
use contracts::Clause;
use hosts::Memory;
use kernel_graph::{ArrayId, ExprKind, FunctionId, Linkage, Module, Space};
use races::Touched;
use std::collections::BTreeMap;

/// Two arrays that a kernel uses, at least one of which it writes: they are taken to be different memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Pair {
    /// The arrays.
    pub arrays: (ArrayId, ArrayId),
    /// What they are to the host; none where no expression of host code names it.
    pub memory: Option<(Memory, Memory)>,
}

impl Pair {
    /// That they are different memory, if both are parameters.
    pub(crate) fn clause(&self) -> Option<Clause> {
        match self.memory.as_ref()? {
            (Memory::Argument(a), Memory::Argument(b)) => Some(Clause::Disjoint(
                contracts::Argument::new(a).ok()?,
                contracts::Argument::new(b).ok()?,
            )),
            _ => None,
        }
    }
}

/// The pairs of arrays of a kernel for which it matters that a launch passes different memory, by what a check of it
/// touched.
pub(crate) fn pairs((module, kernel): (&Module, FunctionId), touched: &Touched) -> Vec<Pair> {
    let of_host = |id: &ArrayId| {
        let array = module.array(*id)?;
        match (array.linkage, array.space) {
            // What is passed as a whole, and not by a pointer.
            (Linkage::Parameter(_), Space::Constant) if array.bytes.is_some() => None,
            (Linkage::Parameter(_), _) => Some(argument(&array.name)),
            (Linkage::Variable, Space::Global) => {
                Some(Some(Memory::Variable(last_part(&array.name).to_owned())))
            }
            // Nothing is written there while a kernel runs, by whatever pointer.
            (Linkage::Variable, Space::Constant | Space::Shared | Space::Private)
            | (Linkage::Dynamic | Linkage::Literal, _) => None,
        }
    };
    let mut all: BTreeMap<ArrayId, bool> = touched.arrays.clone();
    // Whether addresses are equal shows in what is computed, whatever is accessed.
    if touched.compared {
        for function in sizes::reached(module, kernel) {
            sizes::each_expression(function, &mut |part| {
                if let ExprKind::Base(id) = part.kind {
                    all.entry(id).or_default();
                }
            });
        }
    }
    let all: Vec<(ArrayId, bool)> = all.into_iter().collect();
    let mut found = Vec::new();
    for (at, (one, writes)) in all.iter().enumerate() {
        for (other, also) in all.iter().skip(at + 1) {
            let (Some(a), Some(b)) = (of_host(one), of_host(other)) else {
                continue;
            };
            let variables = matches!(
                (&a, &b),
                (Some(Memory::Variable(_)), Some(Memory::Variable(_)))
            );
            if (*writes || *also || touched.compared) && !variables {
                found.push(Pair {
                    arrays: (*one, *other),
                    memory: a.zip(b),
                });
            }
        }
    }
    found
}

/// What the host passes for an array, by the array's name; none if no name of host code says it.
fn argument(name: &str) -> Option<Memory> {
    contracts::Argument::new(name).ok()?;
    Some(Memory::Argument(name.to_owned()))
}

/// A program in which these pairs of arrays are one each.
pub(crate) fn merged(module: &Module, same: &[(ArrayId, ArrayId)]) -> Module {
    let mut into: BTreeMap<ArrayId, ArrayId> = BTreeMap::new();
    for (one, other) in same {
        let first = |of: &ArrayId| into.get(of).copied().unwrap_or(*of);
        let (a, b) = (first(one), first(other));
        let (kept, gone) = (a.min(b), a.max(b));
        for slot in into.values_mut().filter(|slot| **slot == gone) {
            *slot = kept;
        }
        if kept != gone {
            into.insert(gone, kept);
        }
    }
    let mut module = module.clone();
    for function in &mut module.functions {
        for block in &mut function.blocks {
            let stmts = block.stmts.iter_mut();
            let within = stmts.flat_map(|stmt| stmt.kind.exprs_mut());
            let mut open: Vec<&mut kernel_graph::Expr> =
                within.chain(block.end.exprs_mut()).collect();
            while let Some(next) = open.pop() {
                if let ExprKind::Base(array) = &mut next.kind
                    && let Some(first) = into.get(array)
                {
                    *array = *first;
                }
                open.extend(next.children_mut());
            }
        }
    }
    module
}
