//! Producing (inhaling) an assertion: permissions are inhaled, formulas assumed (Smans, Jacobs,
//! Piessens: Implicit Dynamic Frames, ECOOP 2009).

use crate::engine::Engine;
use crate::engine::context::{Context, Scale};
use crate::quantified::Covering;
use crate::quantified::bounds::{conjuncts, within};
use crate::quantified::count;
use crate::report::failure::Failure;
use crate::state::reference::null;
use crate::state::{Resource, State, no_permission, whole};
use core_lang::{Amount, Assertion, AssertionKind, Location};
use solver::term::{self, Label, Op, Sort, Symbol, Term};
use text::span::Span;

impl Engine<'_> {
    /// Receives an assertion. With a checking context its own well-definedness is shown.
    pub(crate) fn produce(&mut self, state: &mut State, context: &Context, assertion: &Assertion) {
        let before = state.heap.chunks.len();
        self.produce_part(state, context, assertion);
        let resources = self.at_most_whole(state, before);
        self.separate_arrays(state);
        for resource in resources {
            self.at_most_whole_somewhere(state, &resource);
        }
    }

    fn produce_part(&mut self, state: &mut State, context: &Context, assertion: &Assertion) {
        match &assertion.kind {
            AssertionKind::Pure(formula) => {
                let fact = self.eval(state, context, formula);
                self.learn(state, context, fact);
            }
            AssertionKind::Star(parts) => {
                for part in parts {
                    self.produce_part(state, context, part);
                }
            }
            AssertionKind::Implies(condition, body) => {
                let condition = self.eval(state, context, condition);
                if !condition.is_false() {
                    self.produce_part(state, &context.under(condition), body);
                }
            }
            AssertionKind::Ite(condition, a, b) => {
                let condition = self.eval(state, context, condition);
                if !condition.is_false() {
                    self.produce_part(state, &context.under(condition.clone()), a);
                }
                if !condition.is_true() {
                    self.produce_part(state, &context.under(term::not(condition)), b);
                }
            }
            AssertionKind::Let(local, value, body) => {
                let inner = self.with_value(state, context, *local, value);
                self.produce_part(state, &inner, body);
            }
            AssertionKind::Forall {
                variables,
                guard,
                body,
                ..
            } => {
                let inner = self.bind(state, context, variables, guard);
                self.produce_part(state, &inner, body);
            }
            AssertionKind::Permission(location, amount) => {
                self.produce_permission(state, context, location, amount, assertion.span);
            }
        }
    }

    /// A context in which the variables are bound and the guard holds.
    pub(crate) fn bind(
        &mut self,
        state: &mut State,
        context: &Context,
        variables: &[core_lang::LocalId],
        guard: &core_lang::Expr,
    ) -> Context {
        let mut inner = context.clone();
        self.fresh_variables(&mut inner, variables);
        let guard = self.eval(state, &inner, guard);
        inner.under(guard)
    }

    /// A fact under the guards and for all bound variables.
    pub(crate) fn learn(&mut self, state: &mut State, context: &Context, fact: Term) {
        if context.bound.is_empty() {
            state.assume(term::implies(context.guard(), fact));
            return;
        }
        for part in conjuncts(&fact) {
            let (conditions, part) = without_conditions(part);
            let (bound, guard) = without_unused(context, &conditions, &part);
            let part = within(&conjuncts(&guard), &part);
            let fact = term::implies(guard, part);
            let fact = if bound.is_empty() {
                fact
            } else {
                let label = Label::known(self.found.obligations.len());
                term::forall(bound, Vec::new(), fact, label)
            };
            state.assume(fact);
        }
    }

    fn produce_permission(
        &mut self,
        state: &mut State,
        context: &Context,
        location: &Location,
        amount: &Amount,
        span: Span,
    ) {
        let (resource, args) = self.place(state, context, location);
        let lasting = self.lasting_fact(&resource, &args);
        let amount = match amount {
            Amount::Exact(amount) => {
                let amount = self.eval(state, context, amount);
                self.require(
                    state,
                    context,
                    term::le(no_permission(), amount.clone()),
                    span,
                    Failure::NegativeAmount,
                );
                match &context.scale {
                    None => amount,
                    Some(Scale::Exact(scale)) => term::mul(scale.clone(), amount),
                    // Some of nothing is nothing.
                    Some(Scale::Wildcard) => {
                        let some = self.wildcard(context, &args);
                        term::ite(term::lt(no_permission(), amount), some, no_permission())
                    }
                }
            }
            Amount::Wildcard => {
                let some = self.wildcard(context, &args);
                match &context.scale {
                    Some(Scale::Exact(scale)) => {
                        let held = term::lt(no_permission(), scale.clone());
                        term::ite(held, some, no_permission())
                    }
                    _ => some,
                }
            }
        };
        if let Some(fact) = lasting {
            let fact = term::implies(term::lt(no_permission(), amount), fact);
            self.learn(state, context, fact);
            return;
        }
        let covering = Covering {
            resource: &resource,
            args: &args,
            amount: &amount,
            span,
        };
        // Under vercors-1.4 what is inhaled is taken to be injective.
        if context.injective && !context.bound.is_empty() && !self.semantics().injectivity_assumed {
            self.require_injective(state, context, &covering);
        }
        let Some(covered) = self.chunk(state, context, &covering) else {
            return;
        };
        let chunk = covered.chunk;
        let point = chunk.fixed.iter().all(Option::is_some) && context.bound.is_empty();
        state.heap_mut().add(chunk);
        if let (Resource::Field(_), [receiver]) = (&resource, args.as_slice()) {
            let fact = term::implies(
                term::lt(no_permission(), amount),
                term::ne(receiver.clone(), null()),
            );
            self.learn(state, context, fact);
        }
        // No cell has more than write permission: so references and indices differ where
        // permissions would exceed it.
        if point && resource.is_limited() {
            let held = state.held(&state.heap, &resource, &args);
            state.assume(term::le(held, whole()));
        }
    }

    /// What a token says that is there for good: a fact about its arguments, in every state from
    /// the one on in which it is first known. It is only learnt where it was shown before, so that knowing
    /// it means that it came to be.
    pub(crate) fn lasting_fact(&self, resource: &Resource, args: &[Term]) -> Option<Term> {
        let Resource::Predicate(predicate) = resource else {
            return None;
        };
        let declared = self.program().predicate(*predicate);
        declared.lasting.then(|| {
            let sorts = args.iter().map(|arg| arg.sort().clone()).collect();
            let symbol = Symbol::new(&declared.name, sorts, Sort::Bool);
            term::app(&symbol, args.to_vec())
        })
    }

    /// Some positive permission, of its own at each occurrence and index.
    fn wildcard(&mut self, context: &Context, args: &[Term]) -> Term {
        let bound: Vec<Term> = context
            .bound
            .iter()
            .filter(|var| args.iter().any(|arg| arg.free_bound_vars().contains(var)))
            .cloned()
            .collect();
        if bound.is_empty() {
            let permission = self.fresh("read", &Sort::Real);
            // A constant without other constraints: true for some value.
            self.symbols.define(term::and(vec![
                term::lt(no_permission(), permission.clone()),
                term::le(permission.clone(), whole()),
            ]));
            return permission;
        }
        let symbol = self.fresh_function("read", &bound, Sort::Real);
        let permission = term::app(&symbol, bound.clone());
        self.symbols.define(term::forall(
            bound,
            vec![vec![permission.clone()]],
            term::and(vec![
                term::lt(no_permission(), permission.clone()),
                term::le(permission.clone(), whole()),
            ]),
            "read.positive",
        ));
        permission
    }
}

/// A fact without the conditions that it begins with, and these.
fn without_conditions(mut fact: Term) -> (Vec<Term>, Term) {
    let mut conditions = Vec::new();
    while let Some([condition, rest]) = fact.as_op(Op::Implies) {
        conditions.extend(conjuncts(condition));
        fact = rest.clone();
    }
    (conditions, fact)
}

/// The bound variables and the guard without variables that a fact does not mention: it holds if
/// there is any value of them at all, which bounds say without a quantifier. (A variable that no
/// term of the fact mentions could be no trigger's.)
fn without_unused(context: &Context, conditions: &[Term], fact: &Term) -> (Vec<Term>, Term) {
    let used = fact.free_bound_vars();
    let mut guards = conjuncts(&context.guard());
    guards.extend_from_slice(conditions);
    let mut bound = context.bound.clone();
    for var in context.bound.iter().rev() {
        if used.contains(var) {
            continue;
        }
        let (about, rest): (Vec<Term>, Vec<Term>) = guards
            .iter()
            .cloned()
            .partition(|part| part.free_bound_vars().contains(var));
        let some = match about.as_slice() {
            [] => Some(term::tt()),
            _ => count::values(&about, var).map(|(_, some)| some),
        };
        if let Some(some) = some {
            guards = rest;
            guards.extend(conjuncts(&some));
            bound.retain(|other| other != var);
        }
    }
    (bound, term::and(guards))
}
