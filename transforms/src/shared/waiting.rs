//! Whether threads meet others in a body by other means than barriers: locks, threads, `atomic`.
//!
//! Between two kernels all threads meet, and what one hands to another by a lock is seen in that
//! order. In a fused kernel it would not be, though nothing that a contract says need change.

use crate::framework::input::Input;
use spec_lang::ast::{
    Body, Declaration, DeclarationKind, Expr, Method, NodeId, SpecKind, Stmt, StmtKind, Visitor,
};
use spec_lang::facts;
use spec_lang::resolve::Reference;
use std::collections::{HashMap, HashSet};
use text::span::Span;

/// The word for a statement that waits for other threads, or wakes or makes them.
pub(crate) fn word(stmt: &Stmt) -> Option<&'static str> {
    let StmtKind::Spec(kind, _) = &stmt.kind else {
        return None;
    };
    Some(match kind {
        SpecKind::Lock => "`lock`",
        SpecKind::Unlock => "`unlock`",
        SpecKind::Wait => "`wait`",
        SpecKind::Notify => "`notify`",
        SpecKind::Fork => "`fork`",
        SpecKind::Join => "`join`",
        SpecKind::Commit => "`commit`",
        SpecKind::Assert
        | SpecKind::Assume
        | SpecKind::Refute
        | SpecKind::Inhale
        | SpecKind::Exhale
        | SpecKind::Fold
        | SpecKind::Unfold
        | SpecKind::Apply => return None,
    })
}

/// What is thought of a method without a body, of which only the contract is known.
#[derive(Clone, Copy)]
pub(crate) enum Bodiless {
    /// It may meet others, which no contract would say.
    Meets,
    /// Only its contract counts.
    DoesNot,
}

/// The first call in a body whose callee, itself or by its calls, synchronizes with other threads, and how.
pub(crate) fn called(
    input: &Input<'_>,
    bodiless: Bodiless,
    walk: impl FnOnce(&mut Calls<'_>),
) -> Option<(Span, &'static str)> {
    fn collect<'a>(declarations: &'a [Declaration], found: &mut HashMap<NodeId, &'a Method>) {
        for declaration in declarations {
            match &declaration.kind {
                DeclarationKind::Method(method) => {
                    found.insert(declaration.id, method);
                }
                DeclarationKind::Class(class) => collect(&class.members, found),
                // What an abstract data type has is pure; the others have no body that runs.
                DeclarationKind::Adt(_)
                | DeclarationKind::Field(_)
                | DeclarationKind::Predicate(_)
                | DeclarationKind::Enum(_)
                | DeclarationKind::Axiom(_)
                | DeclarationKind::Model(_)
                | DeclarationKind::Unsupported { .. } => {}
            }
        }
    }
    let mut methods = HashMap::new();
    collect(&input.program.declarations, &mut methods);
    let mut search = Search {
        input,
        methods,
        bodiless,
        seen: HashSet::new(),
    };
    calls(input, walk).into_iter().find_map(|(span, id)| {
        let word = search.meets(id)?;
        Some((span, word))
    })
}

struct Search<'a> {
    input: &'a Input<'a>,
    methods: HashMap<NodeId, &'a Method>,
    bodiless: Bodiless,
    seen: HashSet<NodeId>,
}

impl Search<'_> {
    fn meets(&mut self, id: NodeId) -> Option<&'static str> {
        let method = *self.methods.get(&id)?;
        if method.is_pure() || !self.seen.insert(id) {
            return None;
        }
        let body = match &method.body {
            Body::Block(body) => body,
            Body::Expr(_) => return None,
            Body::Abstract => {
                return match self.bodiless {
                    Bodiless::Meets => Some("call of a method without a body"),
                    Bodiless::DoesNot => None,
                };
            }
        };
        struct Find(Option<&'static str>);
        impl Visitor for Find {
            fn visit_stmt(&mut self, stmt: &Stmt) {
                let found = match &stmt.kind {
                    StmtKind::Atomic { .. } => Some("`atomic`"),
                    _ => word(stmt),
                };
                self.0 = self.0.or(found);
                self.walk_stmt(stmt);
            }
        }
        let mut find = Find(None);
        find.visit_block(body);
        find.0.or_else(|| {
            let next = calls(self.input, |look| look.visit_block(body));
            next.into_iter().find_map(|(_, id)| self.meets(id))
        })
    }
}

/// The methods and constructors that are called, operators included.
fn calls(input: &Input<'_>, walk: impl FnOnce(&mut Calls<'_>)) -> Vec<(Span, NodeId)> {
    let mut calls = Calls(input, Vec::new());
    walk(&mut calls);
    calls.1
}

/// Collects calls.
pub(crate) struct Calls<'a>(&'a Input<'a>, Vec<(Span, NodeId)>);

impl Visitor for Calls<'_> {
    fn visit_expr(&mut self, expr: &Expr) {
        if facts::expr(&expr.kind).calls.may()
            && let Some(Reference::Method(id, _)) = self.0.resolution.references.get(&expr.id)
        {
            self.1.push((expr.span, *id));
        }
        self.walk_expr(expr);
    }
}
