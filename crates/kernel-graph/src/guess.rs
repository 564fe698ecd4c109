//! Plain loads that start an update by compare-and-exchange.
//!
//! CUDA's programming guide makes an atomic operation of any function so: `old = *p; do { seen = old; old =
//! atomicCAS(p, seen, f(seen)); } while (old != seen)`. The first load is a guess: where another thread has changed the
//! word since, the exchange fails and is tried again. By the letter of the memory model the load races with the
//! exchanges of other threads. That it returns a value which the word has had is an assumption, which a report lists.

use super::{
    AtomicOp, Expr, ExprKind, Function, LocalId, Module, Order, Scalar, Scope, Stmt, StmtKind,
};
use std::collections::{BTreeMap, BTreeSet};

/// Makes [`AtomicOp::Guess`] of each load whose value is what an exchange of the same word, in the same function,
/// expects first.
pub fn guesses(module: &mut Module) {
    let pointer = module.target.pointer;
    for function in &mut module.functions {
        let exchanges: Vec<Exchange> = exchanges(function).collect();
        if exchanges.is_empty() {
            continue;
        }
        let known = Known::of(function);
        let each = exchanges.into_iter().map(|one| Exchange {
            address: known.expanded(&one.address),
            expects: known.flows_into(one.expects),
            ..one
        });
        let each: Vec<Exchange> = each.collect();
        let guess = |stmt: &Stmt| guess(stmt, &known, (&each, pointer));
        let found: Vec<Vec<Option<StmtKind>>> = function
            .blocks
            .iter()
            .map(|block| block.stmts.iter().map(guess).collect())
            .collect();
        for (block, found) in function.blocks.iter_mut().zip(found) {
            for (stmt, found) in block.stmts.iter_mut().zip(found) {
                if let Some(kind) = found {
                    stmt.kind = kind;
                }
            }
        }
    }
}

/// A compare-and-exchange.
struct Exchange {
    address: Expr,
    scalar: Scalar,
    /// The locals that what it expects is made of.
    expects: BTreeSet<LocalId>,
}

fn exchanges(function: &Function) -> impl Iterator<Item = Exchange> + '_ {
    let stmts = function.blocks.iter().flat_map(|block| &block.stmts);
    stmts.filter_map(|stmt| match &stmt.kind {
        StmtKind::Atomic {
            op: AtomicOp::CompareExchange,
            address,
            scalar,
            operands,
            ..
        } => Some(Exchange {
            address: address.clone(),
            scalar: *scalar,
            expects: locals(operands.first()?),
        }),
        _ => None,
    })
}

/// What a load becomes that an exchange makes a guess.
fn guess(
    stmt: &Stmt,
    known: &Known<'_>,
    (exchanges, pointer): (&[Exchange], u32),
) -> Option<StmtKind> {
    let StmtKind::Load {
        to,
        address,
        access,
    } = &stmt.kind
    else {
        return None;
    };
    let scalar = known.function.local(*to)?.scalar;
    let at = known.expanded(address);
    let mut exchanges = exchanges.iter();
    let is_guess = !access.ghost
        && exchanges.any(|one| {
            one.scalar.bytes(pointer) == scalar.bytes(pointer)
                && one.expects.contains(to)
                && one.address == at
        });
    is_guess.then(|| StmtKind::Atomic {
        to: Some(*to),
        op: AtomicOp::Guess,
        address: address.clone(),
        scalar,
        operands: Vec::new(),
        scope: Scope::Grid,
        order: Order::Relaxed,
    })
}

/// The locals that an expression reads.
fn locals(e: &Expr) -> BTreeSet<LocalId> {
    let mut found = BTreeSet::new();
    e.visit(&mut |part| {
        if let ExprKind::Local(local) = part.kind {
            found.insert(local);
        }
    });
    found
}

/// What locals of a function are made of.
struct Known<'a> {
    function: &'a Function,
    /// The values that are assigned to each.
    assigned: BTreeMap<LocalId, Vec<&'a Expr>>,
    /// How often each gets a value, in whichever way.
    times: BTreeMap<LocalId, usize>,
}

impl<'a> Known<'a> {
    fn of(function: &'a Function) -> Self {
        let mut known = Known {
            function,
            assigned: BTreeMap::new(),
            times: BTreeMap::new(),
        };
        for param in &function.params {
            *known.times.entry(param.local).or_default() += 1;
        }
        for stmt in function.blocks.iter().flat_map(|block| &block.stmts) {
            if let StmtKind::Assign { to, value } = &stmt.kind {
                known.assigned.entry(*to).or_default().push(value);
            }
            // Where its life begins, a variable has no value yet.
            let begins = matches!(stmt.kind, StmtKind::Havoc(_));
            if let Some(to) = stmt.kind.assigned().filter(|_| !begins) {
                *known.times.entry(to).or_default() += 1;
            }
        }
        known
    }

    /// Whether a local has one value wherever it has any.
    fn is_constant(&self, local: LocalId) -> bool {
        self.times.get(&local) == Some(&1)
    }

    /// An address with the values of locals that have one, as far as these are made of such locals alone: two that are
    /// equal then are the same address.
    fn expanded(&self, e: &Expr) -> Expr {
        let mut e = e.clone();
        // Each round takes one definition away; those of a chain come one after the other.
        for _ in 0..self.assigned.len() {
            let mut changed = false;
            self.replace(&mut e, &mut changed);
            if !changed {
                break;
            }
        }
        e
    }

    fn replace(&self, e: &mut Expr, changed: &mut bool) {
        if let ExprKind::Local(local) = e.kind {
            let value = self.assigned.get(&local).map(Vec::as_slice);
            if let (true, Some([value])) = (self.is_constant(local), value)
                && locals(value).iter().all(|one| self.is_constant(*one))
            {
                *e = (*value).clone();
                *changed = true;
            }
            return;
        }
        for part in e.children_mut() {
            self.replace(part, changed);
        }
    }

    /// These locals, and those whose values are assigned to them.
    fn flows_into(&self, locals_: BTreeSet<LocalId>) -> BTreeSet<LocalId> {
        let mut found = BTreeSet::new();
        let mut open: Vec<LocalId> = locals_.into_iter().collect();
        while let Some(local) = open.pop() {
            if found.insert(local) {
                let values = self.assigned.get(&local).into_iter().flatten();
                open.extend(values.flat_map(|value| locals(value)));
            }
        }
        found
    }
}
