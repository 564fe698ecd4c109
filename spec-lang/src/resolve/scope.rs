//! Locals and what encloses a statement.

use super::Type;
use crate::ast::NodeId;
use std::collections::BTreeMap;
use text::span::Span;

/// What a local name is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LocalKind {
    /// A declared variable.
    Variable,
    /// A declared variable with `final` and a value.
    Final,
    /// A parameter, also a given one.
    Parameter,
    /// A ghost result: it has its value at the end.
    Yielded,
    /// A thread identifier or the variable of a ranged loop.
    Iterator,
    /// A variable bound in a formula.
    Bound,
}

/// A local in scope.
#[derive(Clone, Debug)]
pub(super) struct Local {
    /// Its declaration; under vercors-1.4 the first one of the name.
    pub id: NodeId,
    /// Its type.
    pub ty: Type,
    /// What it is.
    pub kind: LocalKind,
    /// How many parallel blocks enclose its declaration.
    pub level: usize,
    /// Where it is declared.
    pub span: Span,
}

#[derive(Debug, Default)]
struct Scope {
    names: BTreeMap<String, Local>,
    /// A body of its own: a method's or a thread's.
    body: bool,
}

/// The scopes around a place, outermost first.
#[derive(Debug, Default)]
pub(super) struct Scopes {
    scopes: Vec<Scope>,
    level: usize,
}

/// What a second declaration of a name met.
pub(super) enum Earlier {
    /// Nothing of that name in sight.
    Nothing,
    /// One in the same scope.
    SameScope(Local),
    /// One in an enclosing scope of the same body.
    Around(Local),
}

impl Scopes {
    /// Opens a scope; `body` for that of a method.
    pub(super) fn open(&mut self, body: bool) {
        self.scopes.push(Scope {
            body,
            ..Scope::default()
        });
    }

    /// Opens the scope of a thread: locals outside it are not its own.
    pub(super) fn open_thread(&mut self) {
        self.level += 1;
        self.open(true);
    }

    /// Closes the innermost scope.
    pub(super) fn close(&mut self) {
        self.scopes.pop();
    }

    /// Closes the scope of a thread.
    pub(super) fn close_thread(&mut self) {
        self.level = self.level.saturating_sub(1);
        self.close();
    }

    /// How many parallel blocks enclose this place.
    pub(super) fn level(&self) -> usize {
        self.level
    }

    /// The local of that name.
    pub(super) fn find(&self, name: &str) -> Option<&Local> {
        self.scopes
            .iter()
            .rev()
            .find_map(|scope| scope.names.get(name))
    }

    /// What a declaration of that name would repeat.
    pub(super) fn earlier(&self, name: &str) -> Earlier {
        for (depth, scope) in self.scopes.iter().rev().enumerate() {
            if let Some(local) = scope.names.get(name) {
                return if depth == 0 {
                    Earlier::SameScope(local.clone())
                } else {
                    Earlier::Around(local.clone())
                };
            }
            if scope.body {
                break;
            }
        }
        Earlier::Nothing
    }

    /// The local of that name in the scope of the whole body (vercors-1.4).
    pub(super) fn in_body(&self, name: &str) -> Option<&Local> {
        self.body().and_then(|scope| scope.names.get(name))
    }

    fn body(&self) -> Option<&Scope> {
        self.scopes.iter().rev().find(|scope| scope.body)
    }

    /// Adds a local to the innermost scope.
    pub(super) fn declare(&mut self, name: &str, local: Local) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.names.insert(name.to_owned(), local);
        }
    }

    /// Adds a local to the scope of the whole body (vercors-1.4).
    pub(super) fn declare_in_body(&mut self, name: &str, local: Local) {
        if let Some(scope) = self.scopes.iter_mut().rev().find(|scope| scope.body) {
            scope.names.insert(name.to_owned(), local);
        }
    }

    /// Every name in sight, for suggestions.
    pub(super) fn names(&self) -> impl std::iter::Iterator<Item = &str> {
        self.scopes
            .iter()
            .flat_map(|scope| scope.names.keys().map(String::as_str))
    }
}

/// A loop or a labelled statement that `break` and `continue` may leave.
#[derive(Debug)]
pub(super) struct Leavable {
    /// The statement.
    pub id: NodeId,
    /// Its labels.
    pub labels: Vec<String>,
    /// Whether it is a loop.
    pub is_loop: bool,
}

/// What encloses a statement, apart from scopes.
#[derive(Debug, Default)]
pub(super) struct Around {
    /// Loops and labelled statements of this body.
    pub leavable: Vec<Leavable>,
    /// Parallel blocks: identity and name.
    pub blocks: Vec<(NodeId, Option<String>)>,
    /// `invariant` statements: identity and name.
    pub invariants: Vec<(NodeId, Option<String>)>,
    /// Labels that stand before the next statement.
    pub pending_labels: Vec<String>,
}
