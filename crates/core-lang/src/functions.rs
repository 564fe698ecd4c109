//! What the definition of a pure function mentions.

use crate::{Expr, ExprKind, Function, FunctionBody, FunctionId, Program, facts};

/// The functions a function's definition calls, directly.
pub fn callees(function: &Function) -> Vec<FunctionId> {
    let mut found = Vec::new();
    let mut see = |e: &Expr| {
        if let ExprKind::Call(callee, _) = &e.kind
            && !found.contains(callee)
        {
            found.push(*callee);
        }
    };
    if let FunctionBody::Expr(body) = &function.body {
        body.visit(&mut see);
    }
    function.ensures.visit(&mut see);
    function.requires.visit(&mut see);
    found
}

/// Whether a function's value depends on the heap.
pub fn reads_heap(program: &Program, function: FunctionId) -> bool {
    let mut seen = Vec::new();
    let mut work = vec![function];
    while let Some(next) = work.pop() {
        if seen.contains(&next) {
            continue;
        }
        seen.push(next);
        let declared = program.function(next);
        let mut reads = !declared.requires.is_pure();
        let mut see = |e: &Expr| {
            reads |= facts::expr(&e.kind).heap;
        };
        if let FunctionBody::Expr(body) = &declared.body {
            body.visit(&mut see);
        }
        if reads {
            return true;
        }
        work.extend(callees(declared));
    }
    false
}
