//! Recursion that ends because each call is made within the unfolding of something held.

use crate::engine::declaration::Declaration;
use crate::engine::{Engine, Surroundings};
use core_lang::{
    Amount, Assertion, AssertionKind, Expr, ExprKind, FunctionBody, FunctionId, Location, Program,
};
use std::collections::HashSet;
use text::code::Code;

/// Whether the functions of a group call each other only within the unfolding of something
/// that they hold, and how that founds them. The permissions held where a function begins are those of its
/// precondition: finitely many instances, each of finite depth. Unfolding one takes some of it away
/// and exhales instances that are less deep, and the call takes what it requires from these.
pub(crate) fn by_unfolding(program: &Program, group: &[FunctionId]) -> Option<Descent> {
    let mut exact = true;
    for function in group {
        let declared = program.function(*function);
        let FunctionBody::Expr(body) = &declared.body else {
            return None;
        };
        let amounts = required_instances(&declared.requires)?;
        // Where nothing is held there is nothing to unfold, which is then said there.
        if amounts.is_empty() {
            return None;
        }
        exact &= amounts
            .iter()
            .all(|amount| matches!(amount, Amount::Exact(e) if constant(e)));
        // What these look at is not asked for as calls are.
        let mut of_permissions = false;
        body.visit(&mut |e| {
            of_permissions |= core_lang::facts::expr(&e.kind).varies;
            of_permissions |= matches!(e.kind, ExprKind::Old(..));
        });
        if of_permissions {
            return None;
        }
        let mut all = HashSet::new();
        let mut inside = HashSet::new();
        calls_within(body, group, &mut all);
        body.visit(&mut |e| {
            if let ExprKind::Unfolding(_, _, value) = &e.kind {
                calls_within(value, group, &mut inside);
            }
        });
        let elsewhere: usize = group
            .iter()
            .map(|member| {
                calls_of(&declared.ensures, *member) + calls_of(&declared.requires, *member)
            })
            .sum();
        if all != inside || elsewhere > 0 {
            return None;
        }
    }
    Some(match exact {
        true => Descent::ByAmounts,
        false => Descent::ByPlaces,
    })
}

/// How unfolding founds functions.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Descent {
    /// All required amounts are constant: there are finitely many sums of them, so the sum at the
    /// greatest depth that changes becomes smaller, and cannot do so for ever.
    ByAmounts,
    /// Some of a permission can always be divided again, so the calls must have what they require
    /// with all of the unfolded instance gone: the places that something is held at descend.
    ByPlaces,
}

/// Whether the calls of a group have what they require with all of what is unfolded around them
/// gone ([`Descent::ByPlaces`]). The group's own axioms are not known to it.
pub(crate) fn descends_by_places(around: Surroundings<'_>, group: &[FunctionId]) -> bool {
    let mut functions = around.functions.clone();
    for function in group {
        if let Some(strict) = functions.by_places.get_mut(function.0 as usize) {
            *strict = true;
        }
    }
    let around = Surroundings {
        functions: &functions,
        ..around
    };
    group.iter().all(|function| {
        let mut engine = Engine::new(around, Declaration::function(around.program, *function));
        engine.function(*function);
        engine.found.gaps.is_empty()
            && engine
                .found
                .obligations
                .iter()
                .filter(|obligation| obligation.failure.code() == Code::V025)
                .all(|obligation| {
                    obligation.holds
                        && obligation
                            .question
                            .as_ref()
                            .is_none_or(|question| engine.proves(question))
                })
    })
}

/// The amounts of the predicate instances that an assertion holds; none if these are not
/// finitely many.
fn required_instances(assertion: &Assertion) -> Option<Vec<&Amount>> {
    let mut found = Vec::new();
    match &assertion.kind {
        AssertionKind::Pure(_) => {}
        AssertionKind::Permission(Location::Predicate(..), amount) => found.push(amount),
        AssertionKind::Permission(Location::Field(..) | Location::Element(..), _) => {}
        AssertionKind::Star(parts) => {
            for part in parts {
                found.extend(required_instances(part)?);
            }
        }
        AssertionKind::Implies(_, body) | AssertionKind::Let(_, _, body) => {
            found = required_instances(body)?;
        }
        AssertionKind::Ite(_, a, b) => {
            found = required_instances(a)?;
            found.extend(required_instances(b)?);
        }
        AssertionKind::Forall { body, .. } => {
            if !required_instances(body)?.is_empty() {
                return None;
            }
        }
    }
    Some(found)
}

/// Whether an amount is the same wherever it stands.
#[allow(
    clippy::wildcard_enum_match_arm,
    reason = "an amount of another kind may change, and then more is asked for"
)]
fn constant(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Int(_) | ExprKind::Real(_) => true,
        ExprKind::Apply(_, args) => args.iter().all(constant),
        ExprKind::Requires(_, value, ..) => constant(value),
        _ => false,
    }
}

/// The calls of a group in an expression, by where they are kept.
fn calls_within(e: &Expr, group: &[FunctionId], found: &mut HashSet<*const Expr>) {
    e.visit(&mut |e| {
        if matches!(&e.kind, ExprKind::Call(callee, _) if group.contains(callee)) {
            found.insert(std::ptr::from_ref(e));
        }
    });
}

fn calls_of(assertion: &Assertion, function: FunctionId) -> usize {
    let mut count = 0;
    assertion.visit(&mut |e| {
        count += usize::from(matches!(&e.kind, ExprKind::Call(callee, _) if *callee == function));
    });
    count
}
