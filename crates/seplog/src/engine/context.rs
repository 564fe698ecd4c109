//! What is known at an expression and at a statement, beside the state.

use crate::function::recursion::Recursion;
use crate::state::{Heap, State};
use core_lang::{LabelId, LocalId};
use solver::term::{self, Term};
use std::collections::BTreeMap;
use std::rc::Rc;
use text::span::Span;

/// The permission to a predicate instance whose body is inhaled.
#[derive(Clone)]
pub(crate) enum Scale {
    /// This much.
    Exact(Term),
    /// Some of it.
    Wildcard,
}

/// The circumstances in which an expression is evaluated.
#[derive(Clone)]
pub(crate) struct Context {
    /// The heap that is read; none for the state's own.
    pub heap: Option<Rc<Heap>>,
    /// Whether what the expression needs must be shown.
    pub check: bool,
    /// Whether quantified permissions that are inhaled must be shown injective.
    pub injective: bool,
    /// Whether `perm(…)` has a meaning: where nothing is exhaled or inhaled.
    pub own_permissions: bool,
    /// What is assumed within the expression (left sides of implications and so on).
    pub guards: Vec<Term>,
    /// Variables bound around it.
    pub bound: Vec<Term>,
    /// Variables that mean something else than in the state.
    pub locals: BTreeMap<LocalId, Term>,
    /// Labels that mean something else than in the state.
    pub labels: BTreeMap<LabelId, Rc<Heap>>,
    /// What every amount is multiplied by: the permission to an instance that is opened.
    pub scale: Option<Scale>,
    /// Whether it is code, not an annotation.
    pub in_code: bool,
    /// The recursion that the expression is part of, where that is looked at.
    pub recursion: Option<Rc<Recursion>>,
    /// How deep inlined functions are nested around it.
    pub depth: usize,
    /// The statement that is blamed instead of the expression's own place.
    pub at: Option<Span>,
}

impl Context {
    /// In the present state, with everything shown.
    pub(crate) fn checked() -> Self {
        Context {
            heap: None,
            check: true,
            injective: true,
            own_permissions: false,
            guards: Vec::new(),
            bound: Vec::new(),
            locals: BTreeMap::new(),
            labels: BTreeMap::new(),
            scale: None,
            in_code: false,
            recursion: None,
            depth: 0,
            at: None,
        }
    }

    /// In the present state, with everything taken for granted that was shown before.
    pub(crate) fn granted() -> Self {
        Context {
            check: false,
            injective: false,
            ..Context::checked()
        }
    }

    /// Code in the present state, with everything shown.
    pub(crate) fn code() -> Self {
        Context {
            in_code: true,
            ..Context::checked()
        }
    }

    /// With one more assumption.
    pub(crate) fn under(&self, guard: Term) -> Self {
        let mut inner = self.clone();
        if !guard.is_true() {
            inner.guards.push(guard);
        }
        inner
    }

    pub(crate) fn guard(&self) -> Term {
        term::and(self.guards.clone())
    }
}

/// What is known at a statement, beside the state.
#[derive(Clone, Copy, Default)]
pub(crate) struct Scope<'a> {
    /// The measure of the method, if it has one.
    pub measure: Option<&'a MethodMeasure>,
    /// What is known around the innermost parallel block.
    pub outside: Option<&'a State>,
}

/// The measure of a method that must decrease at calls which reach it again.
pub(crate) struct MethodMeasure {
    /// The methods that the method calls and that reach it, by their numbers.
    pub group: Vec<usize>,
    /// Its values at entry.
    pub before: Vec<Term>,
}
