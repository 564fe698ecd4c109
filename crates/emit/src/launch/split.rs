//! Whether a block can be parted into launches at its barriers: the next launch begins when all threads
//! of the one before have ended, so it is a barrier of all of them. Locals do not survive it; those
//! that are computed from the identifiers and parameters alone are computed again.

use crate::code::{Axis, Expr, Place, Stmt};
use std::collections::BTreeSet;

/// The statements of each launch; none if a barrier stands in a branch or loop, or a local lives across it
/// that cannot be computed again.
pub(super) fn at_barriers(body: &[Stmt], axes: &[Axis]) -> Option<Vec<Vec<Stmt>>> {
    let inner = |stmt: &Stmt| *stmt != Stmt::Sync && stmt.any(&|one| *one == Stmt::Sync);
    if body.iter().any(inner) {
        return None;
    }
    let parts: Vec<&[Stmt]> = body.split(|stmt| *stmt == Stmt::Sync).collect();
    let assigned = assigned(body);
    let mut known: Vec<(String, Stmt)> = Vec::new();
    let mut lost: BTreeSet<String> = BTreeSet::new();
    let mut all = Vec::new();
    for part in parts {
        let used = used(part);
        if used.iter().any(|name| lost.contains(name)) {
            return None;
        }
        let mut own = again(&known, used);
        own.extend(part.iter().cloned());
        all.push(own);
        for stmt in part {
            let Stmt::Declare(_, name, value) = stmt else {
                continue;
            };
            let steady = |name: &String| {
                let fresh = known.iter().any(|(other, _)| other == name);
                let given = axes.iter().any(|axis| axis.name == *name);
                !assigned.contains(name) && (fresh || given || !declared(body).contains(name))
            };
            let computed = !value.reads_memory() && value.names().iter().all(steady);
            match computed && !assigned.contains(name) {
                true => known.push((name.clone(), stmt.clone())),
                false => {
                    lost.insert(name.clone());
                }
            }
        }
    }
    Some(all)
}

/// The declarations that names need, in their order.
fn again(known: &[(String, Stmt)], mut needed: BTreeSet<String>) -> Vec<Stmt> {
    let mut found = Vec::new();
    for (name, stmt) in known.iter().rev() {
        if needed.contains(name) {
            let values = stmt.exprs();
            values.iter().for_each(|value| needed.extend(value.names()));
            found.push(stmt.clone());
        }
    }
    found.reverse();
    found
}

fn used(stmts: &[Stmt]) -> BTreeSet<String> {
    let mut names = assigned(stmts);
    for stmt in stmts {
        stmt.walk(&mut |stmt| {
            let exprs: Vec<&Expr> = stmt.exprs();
            exprs.iter().for_each(|expr| names.extend(expr.names()));
        });
    }
    names
}

/// The locals that are assigned after their declaration.
pub(super) fn assigned(stmts: &[Stmt]) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for stmt in stmts {
        stmt.walk(&mut |stmt| {
            if let Stmt::Assign(Place::Name(name), _) = stmt {
                names.insert(name.clone());
            }
        });
    }
    names
}

/// The locals that are declared.
pub(super) fn declared(stmts: &[Stmt]) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for stmt in stmts {
        stmt.walk(&mut |stmt| {
            if let Stmt::Declare(_, name, _) = stmt {
                names.insert(name.clone());
            }
        });
    }
    names
}
