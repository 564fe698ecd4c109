//! Methods that come back to themselves, by calls or by threads they start, and loops, without a
//! measure: shown for partial correctness only, so that what is ensured rests on their coming to
//! an end.

use spec_lang::ast::{
    BinaryOp, Body, ClauseKind, Declaration, DeclarationKind, Expr, ExprKind, Method, NodeId,
    Program, SpecKind, Stmt, StmtKind, Visitor,
};
use spec_lang::resolve::{Reference, Resolution, Type};
use std::collections::{BTreeMap, BTreeSet};
use text::span::Span;
use transforms::loops::{self, By, Loop, UpdateOp};

/// The names and places of such methods, in the order of the text. Functions are none: without a
/// measure nothing is used of them.
pub fn without_measure(program: &Program, resolution: &Resolution) -> Vec<(String, Span)> {
    let mut methods = BTreeMap::new();
    collect(&program.declarations, None, &mut methods);
    let calls: BTreeMap<NodeId, BTreeSet<NodeId>> = methods
        .iter()
        .map(|(id, (_, method))| (*id, called(method, resolution)))
        .collect();
    let mut found: Vec<(String, Span)> = methods
        .iter()
        .filter(|(_, (_, method))| !has_measure(method))
        .filter(|(id, _)| comes_back(**id, &calls))
        .map(|(_, (name, method))| (name.clone(), method.name.span))
        .collect();
    found.sort_by_key(|(_, span)| *span);
    found
}

fn collect<'a>(
    declarations: &'a [Declaration],
    class: Option<&str>,
    found: &mut BTreeMap<NodeId, (String, &'a Method)>,
) {
    for declaration in declarations {
        match &declaration.kind {
            DeclarationKind::Class(inner) => {
                collect(&inner.members, Some(&inner.name.name), found);
            }
            DeclarationKind::Method(method) if !method.is_pure() => {
                let name = match class {
                    Some(class) => format!("{class}.{}", method.name.name),
                    None => method.name.name.clone(),
                };
                found.insert(declaration.id, (name, method));
            }
            _ => {}
        }
    }
}

fn has_measure(method: &Method) -> bool {
    let mut clauses = method.contract.clauses.iter();
    clauses.any(|clause| matches!(clause.kind, ClauseKind::Decreases(_)))
}

fn called(method: &Method, resolution: &Resolution) -> BTreeSet<NodeId> {
    struct Calls<'a>(&'a Resolution, BTreeSet<NodeId>);
    impl Visitor for Calls<'_> {
        fn visit_expr(&mut self, expr: &Expr) {
            self.1.extend(self.0.method_called(expr));
            self.walk_expr(expr);
        }
        fn visit_stmt(&mut self, stmt: &Stmt) {
            if let StmtKind::Spec(SpecKind::Fork, _) = &stmt.kind
                && let Some(Reference::Method(id, _)) = self.0.references.get(&stmt.id)
            {
                self.1.insert(*id);
            }
            self.walk_stmt(stmt);
        }
    }
    let mut calls = Calls(resolution, BTreeSet::new());
    if let Body::Block(body) = &method.body {
        calls.visit_block(body);
    }
    calls.1
}

fn comes_back(id: NodeId, calls: &BTreeMap<NodeId, BTreeSet<NodeId>>) -> bool {
    let mut seen = BTreeSet::new();
    let mut work = vec![id];
    while let Some(next) = work.pop() {
        for callee in calls.get(&next).into_iter().flatten() {
            if *callee == id {
                return true;
            }
            if seen.insert(*callee) {
                work.push(*callee);
            }
        }
    }
    false
}

/// The methods that promise something and have a loop of which nothing says that it ends: neither
/// a measure nor a variable that counts up or down to a bound. With the places of the loops.
pub fn loops_without_measure(program: &Program, resolution: &Resolution) -> Vec<(String, Span)> {
    struct Loops<'a>(&'a Resolution, Vec<Span>);
    impl Visitor for Loops<'_> {
        fn visit_stmt(&mut self, stmt: &Stmt) {
            if let Some(parts) = Loop::of(stmt.clone())
                && !ends(self.0, &parts)
            {
                self.1.push(stmt.span);
            }
            self.walk_stmt(stmt);
        }
    }
    let mut methods = BTreeMap::new();
    collect(&program.declarations, None, &mut methods);
    let mut found = Vec::new();
    for (name, method) in methods.values().filter(|(_, method)| promises(method)) {
        let mut loops = Loops(resolution, Vec::new());
        if let Body::Block(body) = &method.body {
            loops.visit_block(body);
        }
        found.extend(loops.1.into_iter().map(|span| (name.clone(), span)));
    }
    found.sort_by_key(|(_, span)| *span);
    found
}

fn promises(method: &Method) -> bool {
    let mut clauses = method.contract.clauses.iter();
    clauses.any(|clause| {
        matches!(
            clause.kind,
            ClauseKind::Ensures(_) | ClauseKind::Context(_) | ClauseKind::ContextEverywhere(_)
        )
    })
}

/// Whether a loop has a measure, or a range, or plainly counts to a bound that stays.
fn ends(resolution: &Resolution, parts: &Loop) -> bool {
    let mut clauses = parts.contract.clauses.iter();
    let measured = clauses.any(|clause| matches!(clause.kind, ClauseKind::Decreases(_)));
    if measured || parts.iterator.is_some() {
        return true;
    }
    // An iteration that is cut short may leave out what counts.
    loops::jump(&parts.body, &[]).is_none()
        && parts
            .guard
            .as_ref()
            .is_some_and(|guard| is_bound(resolution, parts, guard))
}

/// Whether a guard, or a part of it, is passed by what an iteration does.
fn is_bound(resolution: &Resolution, parts: &Loop, guard: &Expr) -> bool {
    let ExprKind::Binary(op, left, right) = &guard.kind else {
        return false;
    };
    let counts = |variable: &Expr, bound: &Expr, wanted: UpdateOp| {
        let variable = transforms::names::local(resolution, variable);
        let update = variable.map(|id| loops::update_of(resolution, parts, id));
        let Some(Ok(update)) = update else {
            return false;
        };
        let zero = num_bigint::BigInt::from(0);
        let moves = matches!(&update.by, By::Number(number) if *number > zero);
        moves && update.op == wanted && stays(resolution, parts, bound)
    };
    match op {
        BinaryOp::And => is_bound(resolution, parts, left) || is_bound(resolution, parts, right),
        BinaryOp::Lt | BinaryOp::Le => {
            counts(left, right, UpdateOp::Add) || counts(right, left, UpdateOp::Sub)
        }
        BinaryOp::Gt | BinaryOp::Ge => {
            counts(left, right, UpdateOp::Sub) || counts(right, left, UpdateOp::Add)
        }
        _ => false,
    }
}

/// Whether an expression has the same value in each iteration: numbers, locals that are not
/// written, and what is computed of them.
fn stays(resolution: &Resolution, parts: &Loop, expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Int(_) => true,
        ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul, left, right) => {
            stays(resolution, parts, left) && stays(resolution, parts, right)
        }
        ExprKind::Member(array, field) if field.name == "length" => {
            matches!(resolution.type_of(array.id), Type::Array(_))
                && stays(resolution, parts, array)
        }
        _ => transforms::names::local(resolution, expr).is_some_and(|id| {
            let writes = parts.writes(resolution);
            writes.iter().all(|write| write.variable != id)
        }),
    }
}
