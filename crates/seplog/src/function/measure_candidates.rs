//! Measures worth trying, by the shape of a function's parameters, calls and comparisons.

use crate::function::measure::{Measure, MeasureTerm};
use core_lang::{
    Builtin, DataOp, Expr, ExprKind, Function, FunctionBody, FunctionId, LocalId, Program,
};
use itertools::Itertools;
use solver::term::Sort;
use std::collections::BTreeMap;

/// Measures worth trying: the written ones, or the same simple shape for all members; of those
/// that may be negative somewhere, also what the bodies compare.
pub(crate) fn candidates(program: &Program, group: &[FunctionId], partial: bool) -> Vec<Measure> {
    let written: Vec<(FunctionId, Option<Vec<Expr>>)> = group
        .iter()
        .map(|id| (*id, program.function(*id).decreases.clone()))
        .collect();
    if written
        .iter()
        .any(|(_, measure)| measure.as_ref().is_some_and(|m| !m.is_empty()))
    {
        let of = written
            .into_iter()
            .map(|(id, measure)| {
                let terms = measure
                    .unwrap_or_default()
                    .into_iter()
                    .map(MeasureTerm::Written)
                    .collect();
                (id, terms)
            })
            .collect();
        return vec![Measure { of }];
    }
    let mut choices: Vec<Vec<Measure>> = Vec::new();
    for id in group {
        let params = &program.function(*id).params;
        let sort = |number: usize| program.local(params[number]).sort.clone();
        let mut mine: Vec<MeasureTerm> = (0..params.len())
            .filter_map(|number| of_parameter(&sort(number), number))
            .collect();
        for a in 0..params.len() {
            for b in 0..params.len() {
                if a != b
                    && [a, b]
                        .map(sort)
                        .iter()
                        .all(|of| *of == Sort::Int || of.is_data())
                {
                    mine.push(MeasureTerm::Difference(a, b));
                }
            }
        }
        if partial {
            mine.extend(distances(program.function(*id)));
        }
        let mut mine: Vec<Vec<MeasureTerm>> = mine.into_iter().map(|one| vec![one]).collect();
        if group.len() == 1 {
            mine.extend(of_two(program, *id, partial));
        }
        choices.push(
            mine.into_iter()
                .map(|terms| Measure {
                    of: BTreeMap::from([(*id, terms)]),
                })
                .collect(),
        );
    }
    // All combinations, up to a small number.
    let mut combined: Vec<Measure> = vec![Measure {
        of: BTreeMap::new(),
    }];
    for choice in choices {
        let mut next = Vec::new();
        for before in &combined {
            for one in &choice {
                let mut of = before.of.clone();
                of.extend(one.of.clone());
                next.push(Measure { of });
                if next.len() > 200 {
                    break;
                }
            }
        }
        combined = next;
    }
    combined.truncate(64);
    combined
}

/// A parameter, or its size, as a measure.
fn of_parameter(sort: &Sort, number: usize) -> Option<MeasureTerm> {
    match *sort == Sort::Int {
        true => Some(MeasureTerm::Parameter(number)),
        false => sort.is_sized().then_some(MeasureTerm::Size(number)),
    }
}

/// Measures of two parameters that recursive calls change: their sum, and one before the other.
fn of_two(program: &Program, function: FunctionId, partial: bool) -> Vec<Vec<MeasureTerm>> {
    let declared = program.function(function);
    let single =
        |number: usize| of_parameter(&program.local(*declared.params.get(number)?).sort, number);
    let mut changing = vec![false; declared.params.len()];
    if let FunctionBody::Expr(body) = &declared.body {
        body.visit(&mut |e| {
            if let ExprKind::Call(callee, args) = &e.kind
                && *callee == function
            {
                for ((arg, param), changes) in args.iter().zip(&declared.params).zip(&mut changing)
                {
                    *changes |= !matches!(arg.kind, ExprKind::Local(local) if local == *param);
                }
            }
        });
    }
    let worth: Vec<(usize, MeasureTerm)> = (0..declared.params.len())
        .filter(|number| changing.get(*number) == Some(&true))
        .filter_map(|number| Some((number, single(number)?)))
        .take(4)
        .collect();
    let mut found = Vec::new();
    for ((a, first), (b, second)) in worth.iter().tuple_combinations() {
        let sum = MeasureTerm::Sum(*a, *b);
        if partial {
            // Neither is negative there.
            found.push(vec![sum, first.clone(), second.clone()]);
        } else {
            found.push(vec![sum]);
            found.push(vec![first.clone(), second.clone()]);
            found.push(vec![second.clone(), first.clone()]);
        }
    }
    found
}

/// Whether an expression is an integer built from parameters alone, without the heap.
#[allow(
    clippy::wildcard_enum_match_arm,
    reason = "other expressions give no measure, so termination is not proved"
)]
fn simple(e: &Expr, params: &[LocalId]) -> bool {
    let is_param = |e: &Expr| matches!(&e.kind, ExprKind::Local(local) if params.contains(local));
    e.sort == Sort::Int
        && match &e.kind {
            ExprKind::Int(_) => true,
            ExprKind::Local(_) => is_param(e),
            ExprKind::Length(array) => is_param(array),
            ExprKind::Data(op, args) => {
                matches!(
                    op,
                    DataOp::SeqLen | DataOp::SetCard | DataOp::BagCard | DataOp::MapCard
                ) && matches!(args.as_slice(), [one] if is_param(one))
            }
            ExprKind::Apply(Builtin::Add | Builtin::Sub | Builtin::Mul, args) => {
                args.iter().all(|arg| simple(arg, params))
            }
            _ => false,
        }
}

/// The distances between what a function's body compares.
fn distances(declared: &Function) -> Vec<MeasureTerm> {
    let mut found = Vec::new();
    let FunctionBody::Expr(body) = &declared.body else {
        return found;
    };
    body.visit(&mut |e| {
        if let ExprKind::Apply(op, sides) = &e.kind
            && matches!(
                op,
                Builtin::Eq | Builtin::Ne | Builtin::Lt | Builtin::Le | Builtin::Gt | Builtin::Ge
            )
            && let [left, right] = sides.as_slice()
            && simple(left, &declared.params)
            && simple(right, &declared.params)
        {
            for (from, to) in [(left, right), (right, left)] {
                let one = MeasureTerm::Distance(from.clone(), to.clone());
                if !found.contains(&one) && found.len() < 12 {
                    found.push(one);
                }
            }
        }
    });
    found
}
