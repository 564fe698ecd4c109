//! Annotations that mean other places than their own: postconditions of functions whose calls are
//! inlined are asserted at each return, and invariants of all loops of a function at each of them.

use crate::annotations::claim::{lasting, locals_of};
use crate::annotations::expand::whole;
use kernel_graph::{
    Access, Annotation, Expr, ExprKind, Function, Graph, Local, LocalId, Place, Scalar, Stmt,
    StmtKind, Terminator,
};
use std::collections::BTreeSet;

/// What a function asserts when it returns.
#[derive(Clone, Debug)]
pub(crate) struct Ensured {
    /// What holds, in terms of the function's locals and its result.
    pub what: Expr,
    /// Whether threads are meant that do not call it, too.
    pub everywhere: bool,
    /// Locals in it that have what lies in the function's result, each with the address.
    pub results: Vec<(LocalId, Expr)>,
    /// Where it stands.
    pub place: Place,
}

impl Ensured {
    /// What is done at a return of this value: the result is looked at, and the assertion.
    pub(crate) fn at_return(&self, value: Option<&Expr>) -> Vec<Stmt> {
        let mut all: Vec<Stmt> = self.results.iter().map(|one| self.look(one)).collect();
        all.push(self.assertion(value));
        all
    }

    fn look(&self, (to, address): &(LocalId, Expr)) -> Stmt {
        let access = Access {
            volatile: false,
            ghost: true,
            guess: false,
            lanes: false,
        };
        let kind = StmtKind::Load {
            to: *to,
            address: address.clone(),
            access,
        };
        Stmt {
            place: self.place,
            patch: None,
            kind,
        }
    }

    fn assertion(&self, value: Option<&Expr>) -> Stmt {
        let mut what = self.what.clone();
        if let Some(value) = value {
            result(&mut what, value);
        }
        let said = Annotation::Assert(what);
        Stmt {
            place: self.place,
            patch: None,
            kind: StmtKind::Annotation(match self.everywhere {
                true => Annotation::Everywhere(Box::new(said)),
                false => said,
            }),
        }
    }
}

/// Puts the value that is returned for the result.
fn result(e: &mut Expr, value: &Expr) {
    if e.kind == ExprKind::Result && e.scalar == value.scalar {
        *e = value.clone();
        return;
    }
    for child in e.children_mut() {
        result(child, value);
    }
}

/// The function without those of its postconditions that can be asserted at its returns, and these.
pub(crate) fn postconditions(function: &Function) -> (Function, Vec<Ensured>) {
    let mut rest = function.clone();
    let mut found = Vec::new();
    let Some(first) = function.blocks.first() else {
        return (rest, found);
    };
    let mut taken = Vec::new();
    for (at, stmt) in first.stmts.iter().enumerate() {
        let StmtKind::Annotation(said) = &stmt.kind else {
            continue;
        };
        let (said, everywhere) = if let Annotation::Everywhere(inner) = said {
            (&**inner, true)
        } else {
            (said, false)
        };
        let Annotation::Ensures(what) = said else {
            continue;
        };
        let before = first.stmts.get(..at).unwrap_or_default();
        let Some(mut what) = whole(function, before, what) else {
            continue;
        };
        let results = of_result(&what, function, before);
        let looked = |local: LocalId| results.iter().any(|(to, _)| *to == local);
        if !is_of_entry(&what, function, (before, &looked)) {
            continue;
        }
        old(&mut what);
        let changed = changed_later(&what, function, (before, &looked));
        taken.push((
            at,
            kept_copies(&mut rest, &mut what, (&changed, stmt.place)),
        ));
        for (number, stmt) in before.iter().enumerate() {
            if let StmtKind::Load { to, .. } = &stmt.kind
                && looked(*to)
                && let Some(kept) = rest
                    .blocks
                    .first_mut()
                    .and_then(|b| b.stmts.get_mut(number))
            {
                // It is looked at behind.
                kept.kind = StmtKind::Havoc(*to);
            }
        }
        found.push(Ensured {
            what,
            everywhere,
            results,
            place: stmt.place,
        });
    }
    if let Some(first) = rest.blocks.first_mut() {
        for (at, copies) in taken.into_iter().rev() {
            first.stmts.splice(at..=at, copies);
        }
    }
    (rest, found)
}

/// The value at entry is that at the postcondition, which stands there.
pub(crate) fn old(e: &mut Expr) {
    while let ExprKind::Old(inner) = &e.kind {
        *e = (**inner).clone();
    }
    for child in e.children_mut() {
        old(child);
    }
}

/// The locals of a postcondition that have what lies in the function's result, each with the address in
/// terms of the parameter that says where the result goes.
fn of_result(e: &Expr, function: &Function, before: &[Stmt]) -> Vec<(LocalId, Expr)> {
    let Some(param) = function.params.first() else {
        return Vec::new();
    };
    let whole = Expr::local(param.local, Scalar::Pointer);
    let locals = locals_of(e);
    let each = before.iter().filter_map(|stmt| {
        let StmtKind::Load {
            to,
            address,
            access,
        } = &stmt.kind
        else {
            return None;
        };
        let looked = access.ghost && locals.contains(to) && begins_at_result(address);
        looked.then(|| {
            let mut address = address.clone();
            result(&mut address, &whole);
            (*to, address)
        })
    });
    each.collect()
}

/// Whether an address is that of the result, or so many bytes behind it.
fn begins_at_result(address: &Expr) -> bool {
    if let ExprKind::Offset(from, by) = &address.kind {
        return by.as_const().is_some() && begins_at_result(from);
    }
    address.scalar == Scalar::Pointer && address.kind == ExprKind::Result
}

/// Locals of a postcondition that get other values behind it. What it says is about those that they have where it stands,
/// the values at entry.
fn changed_later(
    e: &Expr,
    function: &Function,
    (before, looked): (&[Stmt], &dyn Fn(LocalId) -> bool),
) -> Vec<LocalId> {
    let changes = |local: &LocalId| {
        let assigns = |stmt: &&Stmt| stmt.kind.assigned() == Some(*local);
        let here = before.iter().filter(assigns).count();
        let all = function.blocks.iter().flat_map(|block| &block.stmts);
        !looked(*local) && here != all.filter(assigns).count()
    };
    let locals: BTreeSet<LocalId> = locals_of(e).into_iter().collect();
    locals.into_iter().filter(changes).collect()
}

/// Copies of locals, made where a postcondition stands, with their names put into it.
fn kept_copies(
    function: &mut Function,
    what: &mut Expr,
    (changed, place): (&[LocalId], Place),
) -> Vec<Stmt> {
    let mut copies = Vec::new();
    for local in changed {
        let Some(found) = function.local(*local).cloned() else {
            continue;
        };
        let scalar = found.scalar;
        let to = LocalId(u32::try_from(function.locals.len()).unwrap_or(u32::MAX));
        function.locals.push(Local {
            name: String::new(),
            ..found
        });
        rename(what, (*local, to));
        copies.push(Stmt {
            place,
            patch: None,
            kind: StmtKind::Assign {
                to,
                value: Expr::local(*local, scalar),
            },
        });
    }
    copies
}

fn rename(e: &mut Expr, (from, to): (LocalId, LocalId)) {
    if e.kind == ExprKind::Local(from) {
        e.kind = ExprKind::Local(to);
    }
    for child in e.children_mut() {
        rename(child, (from, to));
    }
}

/// Whether a postcondition reads of memory what lay there at entry alone.
fn is_of_entry(
    e: &Expr,
    function: &Function,
    (before, looked): (&[Stmt], &dyn Fn(LocalId) -> bool),
) -> bool {
    let ghost = |local: LocalId| {
        !looked(local) && before.iter().any(|stmt| {
            matches!(&stmt.kind, StmtKind::Load { to, access, .. } if *to == local && access.ghost)
        })
    };
    // The first block may be a loop's.
    let looped = function.blocks.iter().any(|block| {
        let targets = block.end.successors();
        targets.iter().any(|to| to.0 == 0)
    });
    !looped && !reads(e, &ghost)
}

/// Whether memory is read outside of what speaks of the entry.
fn reads(e: &Expr, ghost: &dyn Fn(LocalId) -> bool) -> bool {
    if let ExprKind::Local(local) = e.kind {
        return ghost(local);
    }
    let old = matches!(e.kind, ExprKind::Old(_));
    !old && e.children().into_iter().any(|child| reads(child, ghost))
}

/// Puts invariants of all loops, which stand at the end of the function, at each loop's head.
pub(crate) fn every_loop(function: &mut Function) {
    let Ok(graph) = Graph::new(function) else {
        return;
    };
    let mut found: Vec<Stmt> = Vec::new();
    let mut rest = function.clone();
    let constant = lasting(function, &graph);
    for (block, kept) in function.blocks.iter().zip(&mut rest.blocks) {
        if !matches!(block.end, Terminator::Return(_)) {
            continue;
        }
        let mut taken = Vec::new();
        for (at, stmt) in block.stmts.iter().enumerate() {
            let StmtKind::Annotation(Annotation::EveryLoop(inner)) = &stmt.kind else {
                continue;
            };
            let before = block.stmts.get(..at).unwrap_or_default();
            let (e, make): (&Expr, fn(Expr) -> Annotation) =
                if let Annotation::Invariant(e) = &**inner {
                    (e, Annotation::Invariant)
                } else if let Annotation::Candidate(e) = &**inner {
                    (e, Annotation::Candidate)
                } else {
                    continue;
                };
            let Some(whole) = whole(function, before, e) else {
                continue;
            };
            if locals_of(&whole)
                .iter()
                .all(|local| constant.contains(local))
            {
                taken.push(at);
                found.push(Stmt {
                    place: stmt.place,
                    patch: None,
                    kind: StmtKind::Annotation(make(whole)),
                });
            }
        }
        for at in taken.into_iter().rev() {
            kept.stmts.remove(at);
        }
    }
    for head in graph.loops.keys() {
        if let Some(block) = rest.blocks.get_mut(head.0 as usize) {
            block.stmts.splice(0..0, found.iter().cloned());
        }
    }
    *function = rest;
}
