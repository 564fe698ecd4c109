//! Ghost arguments and results of calls.

use super::choose::Choice;
use super::resolver::Resolver;
use super::{Reference, Type, suggest};
use crate::ast::{AssignOp, Call, Expr, ExprKind, Ident, NodeId, Stmt, StmtKind};
use std::collections::BTreeSet;
use text::code::Code;
use text::diagnostics::Diagnostic;
use text::span::Span;

type Ghost = (NodeId, String, Type);
/// Ghost arguments or results, as filed.
type Filed = Vec<(NodeId, NodeId)>;

fn find<'a>(list: &'a [Ghost], name: &str) -> Option<&'a Ghost> {
    list.iter().find(|(_, other, _)| other == name)
}

impl Resolver<'_> {
    /// `given { p = e }`, `yields { x = p }`, `with { … }`, `then { … }`.
    pub(super) fn ghost_arguments(&mut self, expr: &Expr, call: &Call, choice: &Choice) {
        let signature = std::rc::Rc::clone(&choice.signature);
        let mut passed: BTreeSet<NodeId> = BTreeSet::new();
        let mut given: Filed = Vec::new();
        let mut yields: Filed = Vec::new();
        for entry in &call.given {
            match find(&signature.given, &entry.left.name) {
                Some((id, _, ty)) => {
                    self.expect(&entry.right, &choice.instantiate(ty));
                    self.passed_once(&mut passed, *id, &entry.left);
                    given.push((*id, entry.right.id));
                }
                None => {
                    self.expr(&entry.right);
                    self.no_such_ghost(&entry.left, "given", &signature.given);
                }
            }
        }
        for entry in &call.yields {
            let ExprKind::Name(name) = &entry.right.kind else {
                self.error(
                    Code::T010,
                    entry.right.span,
                    "the name of a ghost result is wanted",
                );
                continue;
            };
            match find(&signature.yields, &name.name) {
                Some((id, _, ty)) => {
                    self.receiver_of_result(&entry.left, &entry.right, &choice.instantiate(ty));
                    yields.push((entry.right.id, *id));
                }
                None => self.no_such_ghost(name, "yields", &signature.yields),
            }
        }
        for stmt in &call.ghost_statements {
            for (word, target, value) in self.old_entries(stmt) {
                self.old_entry(
                    &word,
                    (target, value),
                    choice,
                    &mut passed,
                    (&mut given, &mut yields),
                );
            }
        }
        for (id, name, _) in &signature.given {
            if !passed.contains(id) {
                self.report(
                    Diagnostic::error(
                        Code::T010,
                        call.name.span,
                        format!(
                            "`{}` wants a value for its ghost parameter `{name}`",
                            signature.name
                        ),
                    )
                    .with_label(signature.span, "declared here")
                    .with_help(format!("add `given {{ {name} = … }}` after the call")),
                );
            }
        }
        if !given.is_empty() {
            self.out.given.insert(expr.id, given);
        }
        if !yields.is_empty() {
            self.out.yields.insert(expr.id, yields);
        }
    }

    fn passed_once(&mut self, passed: &mut BTreeSet<NodeId>, id: NodeId, name: &Ident) {
        if !passed.insert(id) {
            self.error(
                Code::T010,
                name.span,
                format!("the ghost parameter `{}` gets several values", name.name),
            );
        }
    }

    fn no_such_ghost(&mut self, name: &Ident, word: &str, known: &[Ghost]) {
        let near = suggest::nearest(&name.name, known.iter().map(|(_, name, _)| name.as_str()));
        let message = format!(
            "what is called here declares no `{word}` named `{}`",
            name.name
        );
        let mut diagnostic = Diagnostic::error(Code::T010, name.span, message);
        if let Some(near) = near {
            diagnostic = diagnostic.with_name(name.span, near);
        }
        self.report(diagnostic);
    }

    /// The variable `x` of `yields { x = p }`, filed under `p`.
    fn receiver_of_result(&mut self, name: &Ident, filed: &Expr, gets: &Type) {
        let target = Expr {
            id: filed.id,
            span: name.span,
            kind: ExprKind::Name(name.clone()),
        };
        let wanted = self.target(&target);
        self.out.types.insert(filed.id, wanted.clone());
        self.fits_target(name.span, gets, &wanted);
    }

    fn fits_target(&mut self, span: Span, gets: &Type, wanted: &Type) {
        if !self.globals.fits(gets, wanted) {
            let (gets, wanted) = (self.show(gets), self.show(wanted));
            self.error(
                Code::T001,
                span,
                format!("the ghost result is of type `{gets}`, which does not fit `{wanted}`"),
            );
        }
    }

    /// The assignments in `with { … }` or `then { … }`.
    fn old_entries<'a>(&mut self, stmt: &'a Stmt) -> Vec<(String, &'a Expr, &'a Expr)> {
        let mut entries = Vec::new();
        let mut word = String::new();
        let mut next = vec![stmt];
        while let Some(stmt) = next.pop() {
            match &stmt.kind {
                StmtKind::Label(label, Some(inner)) => {
                    word.clone_from(&label.name);
                    next.push(inner);
                }
                StmtKind::Ghost(inner) => next.push(inner),
                StmtKind::Block(block) => next.extend(block.statements.iter().rev()),
                StmtKind::Assign {
                    target,
                    op: AssignOp::Set,
                    value,
                } => {
                    entries.push((word.clone(), target, value));
                }
                StmtKind::Empty => {}
                _ => self.error(
                    Code::T010,
                    stmt.span,
                    "only assignments with `=` pass ghost arguments and results",
                ),
            }
        }
        entries
    }

    /// An entry of `with` or `then`, sorted by what the callee declares.
    fn old_entry(
        &mut self,
        word: &str,
        (target, value): (&Expr, &Expr),
        choice: &Choice,
        passed: &mut BTreeSet<NodeId>,
        (given, yields): (&mut Filed, &mut Filed),
    ) {
        let signature = &choice.signature;
        let named = |expr: &Expr, list: &[Ghost]| match &expr.kind {
            ExprKind::Name(name) => find(list, &name.name).cloned(),
            _ => None,
        };
        let as_given = named(target, &signature.given);
        let as_yields = named(value, &signature.yields);
        match (as_given, as_yields) {
            (Some((id, name, ty)), other) if word != "then" || other.is_none() => {
                self.expect(value, &choice.instantiate(&ty));
                self.refer(target.id, Reference::Local(id));
                self.out.types.insert(target.id, ty);
                let name = Ident {
                    name,
                    span: target.span,
                };
                self.passed_once(passed, id, &name);
                given.push((id, value.id));
            }
            (_, Some((id, _, ty))) => {
                let wanted = self.target(target);
                let ty = choice.instantiate(&ty);
                self.fits_target(target.span, &ty, &wanted);
                self.refer(value.id, Reference::Local(id));
                self.out.types.insert(value.id, ty);
                yields.push((target.id, id));
            }
            _ => {
                let known = [signature.given.clone(), signature.yields.clone()].concat();
                match &target.kind {
                    ExprKind::Name(name) => self.no_such_ghost(name, "given` or `yields", &known),
                    _ => self.error(
                        Code::T010,
                        target.span,
                        "the name of a ghost parameter is wanted",
                    ),
                }
            }
        }
    }

    /// Reports ghost arguments of something that has no ghost parameters.
    pub(super) fn no_ghosts(&mut self, call: &Call) {
        let any =
            !call.given.is_empty() || !call.yields.is_empty() || !call.ghost_statements.is_empty();
        if any {
            self.error(
                Code::T010,
                call.name.span,
                format!("`{}` has no ghost parameters", call.name.name),
            );
        }
        self.loose_ghosts(call);
    }

    /// Looks at ghost arguments of a call whose target is not known.
    pub(super) fn loose_ghosts(&mut self, call: &Call) {
        for entry in &call.given {
            self.expr(&entry.right);
        }
    }
}
