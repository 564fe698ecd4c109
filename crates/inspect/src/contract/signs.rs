//! That parameters of which indices are made are not negative. C has signed integers for sizes, offsets and radii, and
//! kernels are written for those that are none below zero: with one an index runs back into the row before.

use super::meaning::{About, Proposed, Weight, parameter};
use super::rows::{addresses, assigned};
use contracts::{Clause, Number, Relation};
use kernel_graph::{ArrayId, Expr, ExprKind, FunctionId, LocalId, Module, Scalar};
use std::collections::{BTreeMap, BTreeSet};

/// No clause is proposed for kernels with more such parameters: each one costs a check without it.
const MOST: usize = 4;

/// The clauses for a kernel whose calls are inlined.
pub(super) fn signs(module: &Module, kernel: FunctionId) -> Vec<Proposed> {
    let Some(function) = module.functions.get(kernel.0 as usize) else {
        return Vec::new();
    };
    let assigned = assigned(function);
    let mut arrays: BTreeMap<LocalId, BTreeSet<ArrayId>> = BTreeMap::new();
    for stmt in function.blocks.iter().flat_map(|block| &block.stmts) {
        for address in addresses(&stmt.kind) {
            let (locals, bases) = made_of(address, &assigned);
            for local in locals {
                arrays.entry(local).or_default().extend(&bases);
            }
        }
    }
    let params = function.params.iter();
    let each = params.filter_map(|param| {
        let local = function.local(param.local)?;
        let signed = local.signed && matches!(local.scalar, Scalar::Int(32 | 64));
        let arrays = arrays
            .get(&param.local)
            .filter(|arrays| signed && !arrays.is_empty())?;
        let first = module.array(*arrays.first()?)?;
        Some(Proposed {
            clause: Clause::Compare(parameter(&param.name)?, Relation::AtLeast, Number::from(0)),
            evidence: format!("indices of `{}` are made of it", first.name),
            about: About::Extent {
                arrays: arrays.clone(),
                rows: true,
            },
            weight: Weight::Some,
        })
    });
    let all: Vec<Proposed> = each.collect();
    match all.len() <= MOST {
        true => all,
        false => Vec::new(),
    }
}

/// The locals whose values an address is computed from, and the arrays that it may point into. What is only compared
/// decides which value it is, and is no part of it.
fn made_of<'f>(
    address: &'f Expr,
    assigned: &BTreeMap<LocalId, Vec<&'f Expr>>,
) -> (BTreeSet<LocalId>, BTreeSet<ArrayId>) {
    let (mut locals, mut bases) = (BTreeSet::new(), BTreeSet::new());
    let mut open = vec![address];
    while let Some(e) = open.pop() {
        match &e.kind {
            ExprKind::Compare(..) => {}
            ExprKind::Base(array) => {
                bases.insert(*array);
            }
            ExprKind::Local(local) => {
                if locals.insert(*local) {
                    open.extend(assigned.get(local).into_iter().flatten());
                }
            }
            _ => open.extend(e.children()),
        }
    }
    (locals, bases)
}
