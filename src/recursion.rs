//! Methods that come back to themselves and have no measure: shown for partial correctness only,
//! so that what they ensure rests on their coming to an end.

use spec_lang::ast::{
    Body, ClauseKind, Declaration, DeclarationKind, Expr, Method, NodeId, Program, Visitor,
};
use spec_lang::resolve::Resolution;
use spec_lang::span::Span;
use std::collections::{BTreeMap, BTreeSet};

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
