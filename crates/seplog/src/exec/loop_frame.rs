//! What a loop cannot change of what its invariant takes.
//!
//! A loop that calls nothing, makes nothing, and neither folds, unfolds, inhales nor exhales leaves
//! its thread with the permissions that it had before: what the invariant gives in an iteration was
//! taken from them. So no other thread writes to a cell that the invariant takes, and this one only to
//! what the loop stores to.
//!
//! Where the invariant says so itself, as `(\forall int i = 0 .. n; a[i] == \old(a[i]))` beside the
//! permissions to these cells, the array keeps its name: what is known of it before needs no instance of
//! the invariant to be known afterwards. (Cells of the array that another clause takes keep their values
//! as well, for the same reason.)

use crate::engine::Engine;
use crate::engine::context::Context;
use crate::state::{Chunk, Resource, State};
use core_lang::facts::{Store, acts};
use core_lang::{
    Amount, Assertion, AssertionKind, Builtin, Expr, ExprKind, FieldId, LocalId, Location, Loop,
    Quantifier, Shape, Stmt, StmtKind,
};
use solver::term::{Sort, Term};

/// Whether statements may gain a permission that is not held before them. A loop gains none: what
/// its invariant inhales was exhaled.
pub(crate) fn gains_permissions<'a>(statements: impl IntoIterator<Item = &'a Stmt>) -> bool {
    let mut gains = false;
    for stmt in statements {
        stmt.visit(&mut |_| (), &mut |part| {
            let exchanges = core_lang::facts::stmt(&part.kind).permissions;
            gains |= exchanges && !matches!(part.kind, StmtKind::Loop(_));
        });
    }
    gains
}

impl Engine<'_> {
    /// What may have other values after iterations of a loop than before it, of `exhaled`, which its
    /// invariant takes.
    pub(crate) fn changed_by(
        &mut self,
        state: &State,
        cut: &Loop,
        mut exhaled: Vec<Chunk>,
    ) -> Vec<Chunk> {
        let said = said_to_keep(&cut.invariant);
        if said.is_empty() || gains_permissions(parts(cut)) {
            return exhaled;
        }
        let stores = Stores::of(cut);
        let steady = |engine: &mut Self, array: &Expr| {
            let kept = stores.keep(array, state);
            kept.then(|| engine.eval(&mut state.clone(), &Context::granted(), array))
        };
        let keeping: Vec<Term> = said.iter().filter_map(|e| steady(self, e)).collect();
        let stored: Vec<(Option<Term>, &Sort)> = stores
            .elements
            .iter()
            .map(|(array, sort)| (steady(self, array), sort))
            .collect();
        exhaled.retain(|chunk| {
            let (Resource::Element(sort), Some(Some(array))) =
                (&chunk.resource, chunk.fixed.first())
            else {
                return true;
            };
            let other = |(to, of): &(Option<Term>, &Sort)| {
                let differ = |to: &Term| state.same(&chunk.resource, to, array).is_false();
                *of != sort || to.as_ref().is_some_and(differ)
            };
            !keeping.contains(array) || !stored.iter().all(other)
        });
        exhaled
    }
}

/// Where a loop stores to.
#[derive(Default)]
struct Stores {
    fields: Vec<FieldId>,
    /// Arrays with the sort of what is stored in them.
    elements: Vec<(Expr, Sort)>,
    /// Locals that the loop assigns.
    assigned: Vec<LocalId>,
}

impl Stores {
    fn of(cut: &Loop) -> Stores {
        let mut stores = Stores::default();
        for part in parts(cut) {
            let assigned = Stmt::assigned(std::slice::from_ref(part));
            stores.assigned.extend(assigned);
            part.visit(&mut |_| (), &mut |stmt| match acts(&stmt.kind).store {
                Some(Store::Field(field)) => stores.fields.push(field),
                Some(Store::Element(array, sort)) => {
                    stores.elements.push((array.clone(), sort.clone()));
                }
                None => {}
            });
        }
        stores
    }

    /// Whether an expression has the same value in each iteration, as it has before the first.
    #[allow(
        clippy::wildcard_enum_match_arm,
        reason = "what another kind of expression says may change"
    )]
    fn keep(&self, e: &Expr, state: &State) -> bool {
        match &e.kind {
            ExprKind::Int(_) => true,
            ExprKind::Local(local) => {
                !self.assigned.contains(local) && state.locals.contains_key(local)
            }
            ExprKind::Field(receiver, field) => {
                !self.fields.contains(field) && self.keep(receiver, state)
            }
            ExprKind::Element(array, index) => {
                self.elements.iter().all(|(_, sort)| *sort != e.sort)
                    && self.keep(array, state)
                    && self.keep(index, state)
            }
            _ => false,
        }
    }
}

fn parts(cut: &Loop) -> impl Iterator<Item = &Stmt> {
    cut.guard_effects.iter().chain(&cut.body).chain(&cut.update)
}

/// The arrays of which an assertion says, of exactly the cells that it takes, that they have the values
/// that they had.
fn said_to_keep(assertion: &Assertion) -> Vec<Expr> {
    let parts = assertion.conjuncts();
    let shape = |part: &Assertion| Shape::of(&[part]);
    let kept: Vec<_> = parts
        .iter()
        .filter_map(|part| shape(&as_permission(part)?))
        .collect();
    if kept.is_empty() {
        return Vec::new();
    }
    let taken = parts.iter().filter_map(|part| {
        let (array, taken) = one_array(part)?;
        Some((array, shape(&taken)?))
    });
    taken
        .filter(|(_, taken)| kept.contains(taken))
        .map(|(array, _)| array)
        .collect()
}

/// A permission to elements of one array, of whatever amount, with the array.
fn one_array(part: &Assertion) -> Option<(Expr, Assertion)> {
    let mut plain = part.clone();
    let mut inner = &mut plain;
    loop {
        match &mut inner.kind {
            AssertionKind::Permission(Location::Element(array, ..), amount) => {
                *amount = Amount::Wildcard;
                let array = array.clone();
                return Some((array, plain));
            }
            AssertionKind::Forall { body, triggers, .. } => {
                triggers.clear();
                inner = body;
            }
            AssertionKind::Implies(_, body) => inner = body,
            AssertionKind::Permission(Location::Field(..) | Location::Predicate(..), _)
            | AssertionKind::Pure(_)
            | AssertionKind::Star(_)
            | AssertionKind::Ite(..)
            | AssertionKind::Let(..) => return None,
        }
    }
}

/// An assertion that elements have the values that they had, as the permission to them.
fn as_permission(part: &Assertion) -> Option<Assertion> {
    let kind = match &part.kind {
        AssertionKind::Pure(e) => return formula_as_permission(e),
        AssertionKind::Forall {
            variables,
            guard,
            body,
            ..
        } => AssertionKind::Forall {
            variables: variables.clone(),
            guard: guard.clone(),
            body: Box::new(as_permission(body)?),
            triggers: Vec::new(),
        },
        AssertionKind::Implies(condition, body) => {
            AssertionKind::Implies(condition.clone(), Box::new(as_permission(body)?))
        }
        AssertionKind::Star(_)
        | AssertionKind::Ite(..)
        | AssertionKind::Permission(..)
        | AssertionKind::Let(..) => return None,
    };
    Some(Assertion::new(part.span, kind))
}

#[allow(
    clippy::wildcard_enum_match_arm,
    reason = "other formulas do not preserve a value"
)]
fn formula_as_permission(e: &Expr) -> Option<Assertion> {
    let kind = match &e.kind {
        ExprKind::Quant {
            quantifier: Quantifier::Forall,
            variables,
            body,
            ..
        } => match &body.kind {
            ExprKind::Implies(guard, body) => AssertionKind::Forall {
                variables: variables.clone(),
                guard: (**guard).clone(),
                body: Box::new(formula_as_permission(body)?),
                triggers: Vec::new(),
            },
            _ => return None,
        },
        ExprKind::Implies(condition, body) => AssertionKind::Implies(
            (**condition).clone(),
            Box::new(formula_as_permission(body)?),
        ),
        ExprKind::Apply(Builtin::Eq, sides) => match sides.as_slice() {
            [now, before] => match (&now.kind, &before.kind) {
                (ExprKind::Element(array, index), ExprKind::Old(_, old))
                    if same_words(now, old) =>
                {
                    let location =
                        Location::Element((**array).clone(), (**index).clone(), now.sort.clone());
                    AssertionKind::Permission(location, Amount::Wildcard)
                }
                _ => return None,
            },
            _ => return None,
        },
        _ => return None,
    };
    Some(Assertion::new(e.span, kind))
}

/// Whether two expressions say the same of the same values.
fn same_words(a: &Expr, b: &Expr) -> bool {
    let shape = |e: &Expr| Shape::of(&[&Assertion::pure_(e.clone())]);
    matches!((shape(a), shape(b)), (Some(a), Some(b)) if a == b)
}
