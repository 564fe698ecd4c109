//! Numbers of the text that say how many threads a block has: what a block's number is multiplied by, what a thread's
//! number is divided by, and the steps of loops.

use crate::sizes::{each_expression, reached};
use kernel_graph::{
    Atom, BinaryOp, Expr, ExprKind, Function, FunctionId, LocalId, Module, Scalar, StmtKind,
};
use races::MOST_THREADS;
use std::collections::{BTreeMap, BTreeSet};

/// The most numbers that are tried.
const MOST: usize = 6;

/// What a local is a copy of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Of {
    Thread,
    Block,
}

/// The numbers that the text of a kernel suggests for the threads of a block in one dimension, in the order of the text.
pub(super) fn literals(module: &Module, kernel: FunctionId) -> Vec<u32> {
    let mut found: Vec<u32> = Vec::new();
    for function in reached(module, kernel) {
        let numbers = numbers(function);
        let of = |expr: &Expr| atom(expr, &numbers);
        let mut see = |number: Option<u128>| {
            let number = number.and_then(|number| u32::try_from(number).ok());
            let number = number.filter(|number| (2..=MOST_THREADS).contains(number));
            if let Some(number) = number.filter(|number| !found.contains(number)) {
                found.push(number);
            }
        };
        each_expression(function, &mut |part| {
            let ExprKind::Binary(op, a, b) = &part.kind else {
                return;
            };
            match op.wrapping() {
                BinaryOp::Mul | BinaryOp::MulSigned => {
                    for (one, other) in [(a, b), (b, a)] {
                        if of(one) == Some(Of::Block) {
                            see(constant(other));
                        }
                    }
                }
                BinaryOp::DivSigned
                | BinaryOp::DivUnsigned
                | BinaryOp::RemSigned
                | BinaryOp::RemUnsigned
                    if of(a) == Some(Of::Thread) =>
                {
                    see(constant(b));
                }
                BinaryOp::ShiftLeft if of(a) == Some(Of::Block) => see(power(constant(b))),
                BinaryOp::ShiftRightSigned | BinaryOp::ShiftRightUnsigned
                    if of(a) == Some(Of::Thread) =>
                {
                    see(power(constant(b)));
                }
                BinaryOp::And if of(a) == Some(Of::Thread) => {
                    see(constant(b).and_then(|mask| mask.checked_add(1)));
                }
                _ => {}
            }
        });
        let copied = copied(function);
        for stmt in function.blocks.iter().flat_map(|block| &block.stmts) {
            if let StmtKind::Assign { to, value } = &stmt.kind {
                see(step(*to, value, &copied));
            }
        }
    }
    found.truncate(MOST);
    found
}

/// The numbers that a thread's number is divided by, masked with or compared with.
pub(super) fn bounds(module: &Module, kernel: FunctionId) -> BTreeSet<u32> {
    let mut found = BTreeSet::new();
    for function in reached(module, kernel) {
        let numbers = numbers(function);
        let is_thread = |expr: &Expr| atom(expr, &numbers) == Some(Of::Thread);
        let mut see = |number: Option<u128>| {
            found.extend(number.and_then(|number| u32::try_from(number).ok()));
        };
        each_expression(function, &mut |part| match &part.kind {
            ExprKind::Compare(_, a, b) => {
                for (one, other) in [(a, b), (b, a)] {
                    if is_thread(one) {
                        see(constant(other));
                    }
                }
            }
            ExprKind::Binary(op, a, b) if is_thread(a) => match op.wrapping() {
                BinaryOp::DivSigned
                | BinaryOp::DivUnsigned
                | BinaryOp::RemSigned
                | BinaryOp::RemUnsigned => see(constant(b)),
                BinaryOp::ShiftRightSigned | BinaryOp::ShiftRightUnsigned => {
                    see(power(constant(b)));
                }
                BinaryOp::And => see(constant(b).and_then(|mask| mask.checked_add(1))),
                _ => {}
            },
            _ => {}
        });
    }
    found
}

/// What is added to a local with each round of a loop.
fn step(to: LocalId, value: &Expr, copied: &BTreeMap<LocalId, LocalId>) -> Option<u128> {
    let ExprKind::Binary(op, a, b) = &value.kind else {
        return None;
    };
    if !matches!(op.wrapping(), BinaryOp::Add | BinaryOp::AddSigned) {
        return None;
    }
    let own = |side: &Expr| match side.kind {
        ExprKind::Local(id) => id == to || copied.get(&id) == Some(&to),
        _ => false,
    };
    match (own(a), own(b)) {
        (true, _) => constant(b),
        (false, true) => constant(a),
        (false, false) => None,
    }
}

/// The locals that are assigned once, the value of another.
fn copied(function: &Function) -> BTreeMap<LocalId, LocalId> {
    let mut times: BTreeMap<LocalId, usize> = BTreeMap::new();
    let mut found = BTreeMap::new();
    for stmt in function.blocks.iter().flat_map(|block| &block.stmts) {
        if let Some(to) = stmt.kind.assigned() {
            *times.entry(to).or_default() += 1;
        }
        if let StmtKind::Assign { to, value } = &stmt.kind
            && let ExprKind::Local(of) = value.kind
        {
            found.insert(*to, of);
        }
    }
    found.retain(|local, _| times.get(local) == Some(&1));
    found
}

fn power(exponent: Option<u128>) -> Option<u128> {
    let exponent = exponent.and_then(|exponent| u32::try_from(exponent).ok())?;
    1u128.checked_shl(exponent)
}

/// The value of a literal.
pub(super) fn constant(expr: &Expr) -> Option<u128> {
    match &expr.kind {
        ExprKind::Const(bits) if matches!(expr.scalar, Scalar::Int(_)) => Some(*bits),
        ExprKind::Cast(_, of) => constant(of),
        _ => None,
    }
}

fn atom(expr: &Expr, numbers: &BTreeMap<LocalId, Of>) -> Option<Of> {
    match &expr.kind {
        ExprKind::Atom(Atom::Thread(_)) => Some(Of::Thread),
        ExprKind::Atom(Atom::Block(_)) => Some(Of::Block),
        ExprKind::Local(id) => numbers.get(id).copied(),
        ExprKind::Cast(_, of) => atom(of, numbers),
        _ => None,
    }
}

/// The locals that are a thread's or a block's number wherever they have a value.
fn numbers(function: &Function) -> BTreeMap<LocalId, Of> {
    let mut found = BTreeMap::new();
    let mut others = BTreeSet::new();
    for stmt in function.blocks.iter().flat_map(|block| &block.stmts) {
        match &stmt.kind {
            StmtKind::Havoc(_) => {}
            StmtKind::Assign { to, value } => {
                match atom(value, &BTreeMap::new()) {
                    Some(of) if found.get(to).is_none_or(|one| *one == of) => {
                        found.insert(*to, of);
                    }
                    _ => {
                        others.insert(*to);
                    }
                };
            }
            kind => others.extend(kind.assigned()),
        }
    }
    found.retain(|local, _| !others.contains(local));
    found
}
