//! Consuming (exhaling) an assertion: facts are shown, shares given away.

use crate::context::Context;
use crate::engine::Engine;
use crate::produce::Demand;
use crate::state::State;
use crate::state::{Chunk, Resource, hole, no_share};
use ir::{Amount, Assertion, AssertionKind, Blame, Location};
use solver::term::{self, Sort, Term};
use std::rc::Rc;

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
        let given = self.hand_over(state, context, assertion, blame);
        self.forget_given(state, &given);
    }

    /// Shows an assertion and gives nothing.
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

    /// Gives the shares, without forgetting values; says which were given for good.
    pub(crate) fn hand_over(
        &mut self,
        state: &mut State,
        context: &Context,
        assertion: &Assertion,
        blame: &Blame,
    ) -> Vec<Chunk> {
        let mut inner = context.clone();
        // Values are those before anything is given.
        if inner.heap.is_none() {
            inner.heap = Some(Rc::clone(&state.heap));
        }
        let mut given = Vec::new();
        let mut wildcards = Vec::new();
        let outer = std::mem::take(&mut self.asked);
        self.consume_part(state, &inner, assertion, blame, &mut given, &mut wildcards);
        // `read` comes last: it leaves some of what the other demands leave.
        for (context, demand, earlier) in wildcards {
            let mut later = given.iter().skip(earlier);
            if later.any(|chunk| chunk.resource == demand.chunk.resource) {
                self.some_is_held(state, &context, &demand, blame);
            }
            self.give_some(state, &demand);
        }
        self.asked = outer;
        given
    }

    fn consume_part(
        &mut self,
        state: &mut State,
        context: &Context,
        assertion: &Assertion,
        blame: &Blame,
        given: &mut Vec<Chunk>,
        wildcards: &mut Vec<(Context, Demand, usize)>,
    ) {
        match &assertion.kind {
            AssertionKind::Pure(formula) => {
                let goal = self.eval(state, context, formula);
                let (span, demanded_by) = places(blame, assertion.span);
                self.show(
                    state,
                    context,
                    goal,
                    blame.pure_code,
                    span,
                    demanded_by,
                    format!("{} may not hold", blame.subject),
                    None,
                );
            }
            AssertionKind::Star(parts) => {
                for part in parts {
                    self.consume_part(state, context, part, blame, given, wildcards);
                }
            }
            AssertionKind::Implies(condition, body) => {
                let condition = self.eval(state, context, condition);
                if !condition.is_false() {
                    let inner = context.under(condition);
                    self.consume_part(state, &inner, body, blame, given, wildcards);
                }
            }
            AssertionKind::Ite(condition, a, b) => {
                let condition = self.eval(state, context, condition);
                if !condition.is_false() {
                    let inner = context.under(condition.clone());
                    self.consume_part(state, &inner, a, blame, given, wildcards);
                }
                if !condition.is_true() {
                    let inner = context.under(term::not(condition));
                    self.consume_part(state, &inner, b, blame, given, wildcards);
                }
            }
            AssertionKind::Let(local, value, body) => {
                let value = self.eval(state, context, value);
                let mut inner = context.clone();
                inner.locals.insert(*local, value);
                self.consume_part(state, &inner, body, blame, given, wildcards);
            }
            AssertionKind::Forall {
                variables,
                guard,
                body,
                ..
            } => {
                let inner = self.bind(state, context, variables, guard);
                self.consume_part(state, &inner, body, blame, given, wildcards);
            }
            AssertionKind::Share(location, amount) => {
                let demand = self.demand(state, context, location, amount, assertion, blame);
                let Some(demand) = demand else { return };
                if demand.amount.is_none() {
                    // What follows may be defined only if something is held here.
                    self.some_is_held(state, context, &demand, blame);
                    wildcards.push((context.clone(), demand, given.len()));
                } else {
                    self.give(state, context, &demand, blame);
                    given.push(demand.chunk);
                }
            }
        }
    }

    fn demand(
        &mut self,
        state: &mut State,
        context: &Context,
        location: &Location,
        amount: &Amount,
        assertion: &Assertion,
        blame: &Blame,
    ) -> Option<Demand> {
        let span = assertion.span;
        let (resource, args) = self.place(state, context, location);
        let exact = match amount {
            Amount::Exact(amount) => {
                let amount = self.eval(state, context, amount);
                let (at, by) = places(blame, span);
                self.show(
                    state,
                    context,
                    term::le(no_share(), amount.clone()),
                    "V005",
                    at,
                    by,
                    "the permission amount may be negative".to_owned(),
                    None,
                );
                Some(amount)
            }
            Amount::Wildcard => None,
        };
        let size = exact.clone().unwrap_or_else(crate::state::whole);
        if !context.bound.is_empty() {
            let mut blamed = context.clone();
            blamed.at = blame.at;
            self.require_injective(state, &blamed, &args, &size, span);
        }
        self.inverse.clear();
        let chunk = self.chunk(state, context, &resource, &args, &size, span, true)?;
        self.note_asker(context, &chunk, span);
        Some(Demand {
            chunk,
            amount: exact,
            span,
        })
    }

    /// Gives an exact amount.
    fn give(&mut self, state: &mut State, context: &Context, demand: &Demand, blame: &Blame) {
        let chunk = &demand.chunk;
        let (place, held) = self.held_there(state, chunk);
        let fill: Vec<(Term, Term)> = place;
        let wanted = chunk.amount.subst(&fill);
        let goal = term::le(wanted.clone(), held);
        // Where nothing is asked for, nothing need be held.
        let goal = term::implies(term::lt(no_share(), wanted), goal);
        self.named_askers = self.askers(state, &fill);
        self.show_share(state, context, goal, demand, blame);
        let mut taken = chunk.clone();
        taken.amount = term::neg(taken.amount);
        taken.witness = None;
        taken.row = None;
        state.heap_mut().add(taken);
    }

    /// Shows that there is something to give.
    fn some_is_held(
        &mut self,
        state: &mut State,
        context: &Context,
        demand: &Demand,
        blame: &Blame,
    ) {
        let chunk = &demand.chunk;
        let (fill, held) = self.held_there(state, chunk);
        let inside = term::lt(no_share(), chunk.amount.subst(&fill));
        let goal = term::implies(inside, term::lt(no_share(), held));
        self.show_share(state, context, goal, demand, blame);
    }

    /// Gives some positive share, and keeps some.
    fn give_some(&mut self, state: &mut State, demand: &Demand) {
        let chunk = &demand.chunk;
        let holes: Vec<Term> = self.holes(chunk);
        let args = self.chunk_args(chunk);
        let held = state.held(&state.heap, &chunk.resource, &args);
        let inside = term::lt(no_share(), chunk.amount.clone());
        let share = if holes.is_empty() {
            self.fresh("given", &Sort::Real)
        } else {
            let symbol = self.fresh_function("given", &holes, Sort::Real);
            term::app(&symbol, holes.clone())
        };
        let some = term::implies(
            term::lt(no_share(), held.clone()),
            term::and(vec![
                term::lt(no_share(), share.clone()),
                term::lt(share.clone(), held),
            ]),
        );
        // True for some values of a new symbol, whatever is held.
        if holes.is_empty() {
            self.definitions.push(some);
        } else {
            let renamed: Vec<(Term, Term)> = holes
                .iter()
                .map(|one| {
                    let var = self.supply.fresh_bound("place", one.sort().clone());
                    (one.clone(), var)
                })
                .collect();
            let vars = renamed.iter().map(|(_, var)| var.clone()).collect();
            let pattern = share.subst(&renamed);
            self.definitions.push(term::forall(
                vars,
                vec![vec![pattern]],
                some.subst(&renamed),
                "given.some",
            ));
        }
        let mut taken = chunk.clone();
        taken.amount = term::neg(term::ite(inside, share, no_share()));
        taken.witness = None;
        taken.row = None;
        state.heap_mut().add(taken);
    }

    fn show_share(
        &mut self,
        state: &mut State,
        context: &Context,
        goal: Term,
        demand: &Demand,
        blame: &Blame,
    ) {
        let (span, demanded_by) = places(blame, demand.span);
        let mut plain = context.clone();
        // The chunk has the guards and bound variables in it, unless it is a point.
        plain.guards.clear();
        plain.bound.clear();
        let help = match &demand.chunk.resource {
            Resource::Predicate(_) => None,
            _ if context.bound.is_empty() => {
                Some("this much permission must be held here".to_owned())
            }
            _ => Some(
                "this much must be held for all threads or values together; where several name one location, their shares add up"
                    .to_owned(),
            ),
        };
        let facts = state.facts.clone();
        self.show(
            state,
            &plain,
            goal,
            blame.share_code,
            span,
            demanded_by,
            format!("{}: there may not be enough permission", blame.subject),
            help,
        );
        state.facts = facts;
    }

    /// A place covered by a chunk (fresh where it has holes) and what is held there.
    fn held_there(&mut self, state: &State, chunk: &Chunk) -> (Vec<(Term, Term)>, Term) {
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

    fn holes(&self, chunk: &Chunk) -> Vec<Term> {
        chunk
            .fixed
            .iter()
            .enumerate()
            .filter(|(_, fixed)| fixed.is_none())
            .map(|(number, _)| hole(number, &self.argument_sort(&chunk.resource, number)))
            .collect()
    }

    fn chunk_args(&self, chunk: &Chunk) -> Vec<Term> {
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

/// Who is blamed, and for which clause.
fn places(blame: &Blame, span: text::span::Span) -> (text::span::Span, Option<text::span::Span>) {
    match blame.at {
        Some(at) => (at, Some(span)),
        None => (span, None),
    }
}
