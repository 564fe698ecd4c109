//! Consuming (exhaling) an assertion: formulas are shown on the heap before, permissions given up
//! (Smans, Jacobs, Piessens: Implicit Dynamic Frames, ECOOP 2009).
//!
//! A wildcard (`read`) gives an unknown part of what is left when all other demands are met, and
//! keeps some (Heule, Leino, Müller, Summers: Abstract Read Permissions, VMCAI 2013).

use crate::engine::Engine;
use crate::engine::context::Context;
use crate::obligation::Duty;
use crate::obligation::claimants::{Asked, claims};
use crate::quantified::Covering;
use crate::report::failure::{Failure, Wanted};
use crate::state::{Chunk, Resource, State, hole, no_permission, whole};
use core_lang::{Amount, Assertion, AssertionKind, Blame, Location};
use solver::term::{self, Sort, Term};
use std::rc::Rc;
use text::span::Span;

/// A permission as an assertion states it.
#[derive(Clone, Copy)]
struct Permission<'a> {
    location: &'a Location,
    amount: &'a Amount,
    span: Span,
}

/// A permission as it is asked for.
struct Demand {
    /// Of what, with which arguments and amount.
    chunk: Chunk,
    /// The amount over the bound variables; none for `read`.
    amount: Option<Term>,
    /// The words.
    span: Span,
}

/// An exhale at work.
struct Exhale<'a> {
    blame: &'a Blame,
    /// What was exhaled for good.
    exhaled: Vec<Chunk>,
    /// The demands for `read`, each with how much was exhaled before it.
    wildcards: Vec<(Context, Demand, usize)>,
    /// Who asked for what so far.
    asked: Vec<Asked>,
    /// Looking for the first demand that is not met, which comes here.
    missing: Option<Missing>,
}

/// The first demand that is not met.
enum Missing {
    /// None so far.
    Sought,
    /// This, as far as it is not held.
    Found(Chunk),
}

impl Engine<'_> {
    /// Gives an assertion away. Its formulas are shown on the heap before; afterwards
    /// values stay only where something is still held.
    pub(crate) fn consume(
        &mut self,
        state: &mut State,
        context: &Context,
        assertion: &Assertion,
        blame: &Blame,
    ) {
        let exhaled = self.hand_over(state, context, assertion, blame);
        self.havoc_exhaled(state, &exhaled);
    }

    /// Shows an assertion and exhales nothing.
    pub(crate) fn check_assertion(
        &mut self,
        state: &mut State,
        context: &Context,
        assertion: &Assertion,
        blame: &Blame,
    ) {
        let heap = Rc::clone(&state.heap);
        self.hand_over(state, context, assertion, blame);
        state.heap = heap;
    }

    /// Exhales the permissions, without havocking values; says which were exhaled for good.
    pub(crate) fn hand_over(
        &mut self,
        state: &mut State,
        context: &Context,
        assertion: &Assertion,
        blame: &Blame,
    ) -> Vec<Chunk> {
        let mut inner = context.clone();
        // Values are those before anything is exhaled.
        if inner.heap.is_none() {
            inner.heap = Some(Rc::clone(&state.heap));
        }
        let mut exhale = Exhale {
            blame,
            exhaled: Vec::new(),
            wildcards: Vec::new(),
            asked: Vec::new(),
            missing: None,
        };
        self.consume_part(state, &inner, assertion, &mut exhale);
        let Exhale {
            exhaled, wildcards, ..
        } = exhale;
        // `read` comes last: it leaves some of what the other demands leave.
        for (context, demand, earlier) in wildcards {
            let mut later = exhaled.iter().skip(earlier);
            if later.any(|chunk| chunk.resource == demand.chunk.resource) {
                self.some_is_held(state, &context, &demand, blame);
            }
            self.give_some(state, &demand);
        }
        exhaled
    }

    /// The first permission that an exhale asks for and that is not held, as far as it is not; nothing
    /// is exhaled, and nothing of it stays in a report.
    pub(crate) fn first_missing(
        &mut self,
        state: &State,
        context: &Context,
        assertion: &Assertion,
        blame: &Blame,
    ) -> Option<Chunk> {
        let found = std::mem::take(&mut self.found);
        let mut state = state.clone();
        let mut inner = context.clone();
        if inner.heap.is_none() {
            inner.heap = Some(Rc::clone(&state.heap));
        }
        let mut exhale = Exhale {
            blame,
            exhaled: Vec::new(),
            wildcards: Vec::new(),
            asked: Vec::new(),
            missing: Some(Missing::Sought),
        };
        self.consume_part(&mut state, &inner, assertion, &mut exhale);
        self.found = found;
        match exhale.missing {
            Some(Missing::Found(chunk)) => Some(chunk),
            Some(Missing::Sought) | None => None,
        }
    }

    fn consume_part(
        &mut self,
        state: &mut State,
        context: &Context,
        assertion: &Assertion,
        exhale: &mut Exhale<'_>,
    ) {
        match &assertion.kind {
            AssertionKind::Pure(formula) => {
                let goal = self.eval(state, context, formula);
                let failure = Failure::Assertion(exhale.blame.clone());
                let duty = Duty::blamed(exhale.blame.at, assertion.span, failure);
                self.show(state, context, goal, duty);
            }
            AssertionKind::Star(parts) => {
                for part in parts {
                    self.consume_part(state, context, part, exhale);
                }
            }
            AssertionKind::Implies(condition, body) => {
                let condition = self.eval(state, context, condition);
                if !condition.is_false() {
                    self.consume_part(state, &context.under(condition), body, exhale);
                }
            }
            AssertionKind::Ite(condition, a, b) => {
                let condition = self.eval(state, context, condition);
                if !condition.is_false() {
                    self.consume_part(state, &context.under(condition.clone()), a, exhale);
                }
                if !condition.is_true() {
                    self.consume_part(state, &context.under(term::not(condition)), b, exhale);
                }
            }
            AssertionKind::Let(local, value, body) => {
                let inner = self.with_value(state, context, *local, value);
                self.consume_part(state, &inner, body, exhale);
            }
            AssertionKind::Forall {
                variables,
                guard,
                body,
                ..
            } => {
                let inner = self.bind(state, context, variables, guard);
                self.consume_part(state, &inner, body, exhale);
            }
            AssertionKind::Permission(location, amount) => {
                let permission = Permission {
                    location,
                    amount,
                    span: assertion.span,
                };
                if let Location::Predicate(token, _) = location
                    && self.program().predicate(*token).lasting
                {
                    self.show_lasting(state, context, permission, exhale.blame);
                    return;
                }
                let demand = self.demand(state, context, permission, exhale);
                let Some(demand) = demand else { return };
                if demand.amount.is_none() {
                    // What follows may be defined only if something is held here.
                    self.some_is_held(state, context, &demand, exhale.blame);
                    let earlier = exhale.exhaled.len();
                    exhale.wildcards.push((context.clone(), demand, earlier));
                } else {
                    self.give(state, context, &demand, exhale);
                    exhale.exhaled.push(demand.chunk);
                }
            }
        }
    }

    /// A token that is there for good is shown, and stays.
    fn show_lasting(
        &mut self,
        state: &mut State,
        context: &Context,
        permission: Permission<'_>,
        blame: &Blame,
    ) {
        let span = permission.span;
        let (resource, args) = self.place(state, context, permission.location);
        let Some(mut goal) = self.lasting_fact(&resource, &args) else {
            return;
        };
        if let Amount::Exact(amount) = permission.amount {
            let amount = self.eval(state, context, amount);
            let positive = term::le(no_permission(), amount.clone());
            let duty = Duty::blamed(blame.at, span, Failure::NegativeAmount);
            self.show(state, context, positive, duty);
            goal = term::implies(term::lt(no_permission(), amount), goal);
        }
        let failure = Failure::Permission(blame.clone(), Wanted::Instance);
        self.show(state, context, goal, Duty::blamed(blame.at, span, failure));
    }

    fn demand(
        &mut self,
        state: &mut State,
        context: &Context,
        permission: Permission<'_>,
        exhale: &mut Exhale<'_>,
    ) -> Option<Demand> {
        let span = permission.span;
        let blame = exhale.blame;
        let (resource, args) = self.place(state, context, permission.location);
        let exact = match permission.amount {
            Amount::Exact(amount) => {
                let amount = self.eval(state, context, amount);
                let goal = term::le(no_permission(), amount.clone());
                let duty = Duty::blamed(blame.at, span, Failure::NegativeAmount);
                self.show(state, context, goal, duty);
                Some(amount)
            }
            Amount::Wildcard => None,
        };
        let size = exact.clone().unwrap_or_else(whole);
        let covering = Covering {
            resource: &resource,
            args: &args,
            amount: &size,
            span,
        };
        if !context.bound.is_empty() {
            let mut blamed = context.clone();
            blamed.at = blame.at;
            self.require_injective(state, &blamed, &covering);
        }
        let covered = self.chunk(state, context, &covering)?;
        exhale.asked.push(Asked::new(context, &covered, span));
        Some(Demand {
            chunk: covered.chunk,
            amount: exact,
            span,
        })
    }

    /// Gives an exact amount.
    fn give(
        &mut self,
        state: &mut State,
        context: &Context,
        demand: &Demand,
        exhale: &mut Exhale<'_>,
    ) {
        let chunk = &demand.chunk;
        let (place, held) = self.held_there(state, chunk);
        let wanted = chunk.amount.subst(&place);
        let goal = term::le(wanted.clone(), held);
        // Where nothing is asked for, nothing need be held.
        let goal = term::implies(term::lt(no_permission(), wanted), goal);
        if matches!(exhale.missing, Some(Missing::Sought)) && !self.decide(state, &[], &goal) {
            exhale.missing = Some(Missing::Found(self.not_held(state, chunk)));
        }
        let claims = claims(state, &exhale.asked, &place);
        let duty = missing(context, demand, exhale.blame).among(claims);
        self.show_permission(state, context, goal, duty);
        let mut taken = chunk.clone();
        taken.amount = term::neg(taken.amount);
        taken.witness = None;
        taken.row = None;
        state.heap_mut().add(taken);
    }

    /// What of a chunk is not held.
    fn not_held(&mut self, state: &State, chunk: &Chunk) -> Chunk {
        let (place, held) = self.held_there(state, chunk);
        let nothing = term::le(held, no_permission());
        let asked = term::lt(no_permission(), chunk.amount.subst(&place));
        let mut missing = chunk.clone();
        if !self.decide(state, &[], &term::implies(asked, nothing)) {
            let held = state.held(&state.heap, &chunk.resource, &self.chunk_args(chunk));
            let more = term::lt(held.clone(), chunk.amount.clone());
            let rest = term::sub(chunk.amount.clone(), held);
            missing.amount = term::ite(more, rest, no_permission());
        }
        missing
    }

    /// Shows that there is something to exhale.
    fn some_is_held(
        &mut self,
        state: &mut State,
        context: &Context,
        demand: &Demand,
        blame: &Blame,
    ) {
        let chunk = &demand.chunk;
        let (fill, held) = self.held_there(state, chunk);
        let inside = term::lt(no_permission(), chunk.amount.subst(&fill));
        let goal = term::implies(inside, term::lt(no_permission(), held));
        self.show_permission(state, context, goal, missing(context, demand, blame));
    }

    /// Exhales a wildcard: a positive amount, and less than the permission held.
    fn give_some(&mut self, state: &mut State, demand: &Demand) {
        let chunk = &demand.chunk;
        let holes: Vec<Term> = self.holes(chunk);
        let args = self.chunk_args(chunk);
        let held = state.held(&state.heap, &chunk.resource, &args);
        let inside = term::lt(no_permission(), chunk.amount.clone());
        let amount = if holes.is_empty() {
            self.fresh("given", &Sort::Real)
        } else {
            let symbol = self.fresh_function("given", &holes, Sort::Real);
            term::app(&symbol, holes.clone())
        };
        let some = term::implies(
            term::lt(no_permission(), held.clone()),
            term::and(vec![
                term::lt(no_permission(), amount.clone()),
                term::lt(amount.clone(), held),
            ]),
        );
        // True for some values of a new symbol, whatever is held.
        if holes.is_empty() {
            self.symbols.define(some);
        } else {
            let renamed: Vec<(Term, Term)> = holes
                .iter()
                .map(|one| {
                    let var = self.symbols.fresh_bound("place", one.sort().clone());
                    (one.clone(), var)
                })
                .collect();
            let vars = renamed.iter().map(|(_, var)| var.clone()).collect();
            let trigger = amount.subst(&renamed);
            self.symbols.define(term::forall(
                vars,
                vec![vec![trigger]],
                some.subst(&renamed),
                "given.some",
            ));
        }
        let mut taken = chunk.clone();
        taken.amount = term::neg(term::ite(inside, amount, no_permission()));
        taken.witness = None;
        taken.row = None;
        state.heap_mut().add(taken);
    }

    fn show_permission(&mut self, state: &State, context: &Context, goal: Term, duty: Duty) {
        let mut plain = context.clone();
        // The chunk has the guards and bound variables in it, unless it is a point.
        plain.guards.clear();
        plain.bound.clear();
        self.oblige(state, &plain, goal, duty);
    }

    /// A location covered by a chunk (fresh where it has holes) and the permission held there.
    pub(crate) fn held_there(&mut self, state: &State, chunk: &Chunk) -> (Vec<(Term, Term)>, Term) {
        let holes = self.holes(chunk);
        let fill: Vec<(Term, Term)> = holes
            .iter()
            .map(|one| {
                let place = self.fresh("place", &one.sort().clone());
                (one.clone(), place)
            })
            .collect();
        let args: Vec<Term> = self
            .chunk_args(chunk)
            .iter()
            .map(|arg| arg.subst(&fill))
            .collect();
        let held = state.held(&state.heap, &chunk.resource, &args);
        (fill, held)
    }

    pub(crate) fn holes(&self, chunk: &Chunk) -> Vec<Term> {
        chunk
            .fixed
            .iter()
            .enumerate()
            .filter(|(_, fixed)| fixed.is_none())
            .map(|(number, _)| hole(number, &self.argument_sort(&chunk.resource, number)))
            .collect()
    }

    pub(crate) fn chunk_args(&self, chunk: &Chunk) -> Vec<Term> {
        chunk
            .fixed
            .iter()
            .enumerate()
            .map(|(number, fixed)| match fixed {
                Some(fixed) => fixed.clone(),
                None => hole(number, &self.argument_sort(&chunk.resource, number)),
            })
            .collect()
    }

    fn argument_sort(&self, resource: &Resource, number: usize) -> Sort {
        match resource {
            Resource::Field(_) => Sort::Ref,
            Resource::Element(_) if number == 0 => Sort::Ref,
            Resource::Element(_) => Sort::Int,
            Resource::Predicate(predicate) => self
                .program()
                .predicate(*predicate)
                .params
                .get(number)
                .map_or(Sort::Ref, |param| self.program().local(*param).sort.clone()),
        }
    }
}

/// What is wrong if what is demanded is not held.
fn missing(context: &Context, demand: &Demand, blame: &Blame) -> Duty {
    let wanted = match &demand.chunk.resource {
        Resource::Predicate(_) => Wanted::Instance,
        Resource::Field(_) | Resource::Element(_) if context.bound.is_empty() => Wanted::Location,
        Resource::Field(_) | Resource::Element(_) => Wanted::Quantified,
    };
    let failure = Failure::Permission(blame.clone(), wanted);
    Duty::blamed(blame.at, demand.span, failure)
}
