//! Annotations with the values of locals written out, where these speak of accesses or of a second
//! thread.
//!
//! The front end gives each part of an expression a local of its own. Whether the second thread has
//! a value although it is not at the annotation is seen from the whole expression.

use crate::annotations::claim::speaks;
use kernel_graph::{Expr, ExprKind, Function, LocalId, Stmt, StmtKind};
use std::collections::BTreeSet;

/// Larger expressions are not made.
const MOST_PARTS: usize = 4_000;

/// Writes out what annotations and stores take from statements before them in their block that
/// speak of accesses or of a second thread, and removes these.
pub(crate) fn expand(function: &mut Function) {
    let temporary = temporaries(function);
    let mut dropped: BTreeSet<LocalId> = BTreeSet::new();
    for block in &mut function.blocks {
        for at in 0..block.stmts.len() {
            let (before, rest) = block.stmts.split_at_mut(at);
            let Some(stmt) = rest.first_mut() else {
                continue;
            };
            if let StmtKind::Assign { to, value } = &stmt.kind
                && taken(value, &dropped)
            {
                dropped.insert(*to);
            }
            if matches!(stmt.kind, StmtKind::Annotation(_) | StmtKind::Store { .. }) {
                for e in stmt.kind.exprs_mut() {
                    let mut whole = e.clone();
                    let mut left = MOST_PARTS;
                    if write_out(&mut whole, (before, &temporary), &mut left) && speaks(&whole) {
                        *e = whole;
                    }
                }
            }
        }
    }
    // Chains of locals that nothing else uses go, from their ends.
    loop {
        let used = used(function);
        let before = count(function);
        for block in &mut function.blocks {
            block.stmts.retain(|stmt| {
                let StmtKind::Assign { to, value } = &stmt.kind else {
                    return true;
                };
                used.contains(to) || !taken(value, &dropped)
            });
        }
        if count(function) == before {
            return;
        }
    }
}

/// An expression with the values of the front end's locals written out as far as they are known from
/// the statements before it. None if that becomes too large.
pub(crate) fn whole(function: &Function, before: &[Stmt], e: &Expr) -> Option<Expr> {
    let temporary = temporaries(function);
    let mut whole = e.clone();
    let mut left = MOST_PARTS;
    write_out(&mut whole, (before, &temporary), &mut left).then_some(whole)
}

/// Locals of the front end that are assigned once. What a variable of the program is now says
/// nothing of a thread that is not here.
fn temporaries(function: &Function) -> BTreeSet<LocalId> {
    let (mut once, mut again) = (BTreeSet::new(), BTreeSet::new());
    let stmts = function.blocks.iter().flat_map(|block| &block.stmts);
    for local in stmts.filter_map(|stmt| stmt.kind.assigned()) {
        if !once.insert(local) {
            again.insert(local);
        }
    }
    once.retain(|local| {
        let unnamed = function.local(*local).is_some_and(|l| l.name.is_empty());
        unnamed && !again.contains(local)
    });
    once
}

fn count(function: &Function) -> usize {
    function.blocks.iter().map(|block| block.stmts.len()).sum()
}

/// Whether a value speaks, or is made of one that does.
fn taken(value: &Expr, dropped: &BTreeSet<LocalId>) -> bool {
    let mut found = speaks(value);
    value.visit(&mut |part| {
        found |= matches!(part.kind, ExprKind::Local(local) if dropped.contains(&local));
    });
    found
}

fn used(function: &Function) -> BTreeSet<LocalId> {
    let mut used = BTreeSet::new();
    let mut see = |e: &Expr| {
        e.visit(&mut |part| {
            if let ExprKind::Local(local) = part.kind {
                used.insert(local);
            }
        });
    };
    for block in &function.blocks {
        for stmt in &block.stmts {
            stmt.kind.exprs().into_iter().for_each(&mut see);
        }
        block.end.exprs().into_iter().for_each(&mut see);
    }
    used
}

/// Replaces locals by what the statements before assigned to them; says whether all that speaks
/// could be.
fn write_out(
    e: &mut Expr,
    (before, temporary): (&[Stmt], &BTreeSet<LocalId>),
    left: &mut usize,
) -> bool {
    let Some(rest) = left.checked_sub(1) else {
        return false;
    };
    *left = rest;
    if let ExprKind::Local(local) = e.kind {
        if !temporary.contains(&local) {
            return true;
        }
        let assigned = |stmt: &Stmt| stmt.kind.assigned() == Some(local);
        let Some(at) = before.iter().rposition(assigned) else {
            return true;
        };
        let (Some(stmt), earlier, since) = (
            before.get(at),
            before.get(..at).unwrap_or_default(),
            before.get(at + 1..).unwrap_or_default(),
        ) else {
            return true;
        };
        let StmtKind::Assign { value, .. } = &stmt.kind else {
            return true;
        };
        let mut value = value.clone();
        if !write_out(&mut value, (earlier, temporary), left) {
            return false;
        }
        // What it was made of may have changed since.
        let mut stale = false;
        value.visit(&mut |part| {
            if let ExprKind::Local(of) = part.kind {
                stale |= since.iter().any(|s| s.kind.assigned() == Some(of)) || of == local;
            }
        });
        if stale {
            return !speaks(&value);
        }
        *e = value;
        return true;
    }
    e.children_mut()
        .into_iter()
        .all(|child| write_out(child, (before, temporary), left))
}
