//! Predicate instances: `fold`, `unfold` and `unfolding … in …`.

use crate::engine::Engine;
use crate::engine::context::{Context, Scale};
use crate::eval::typing::checked_typing;
use crate::function::recursion::Recursion;
use crate::obligation::Duty;
use crate::report::failure::{Failure, Null, Typed, Unsupported};
use crate::state::reference::null;
use crate::state::{Chunk, Heap, State, no_permission};
use core_lang::{Amount, Assertion, AssertionKind, Blame, Expr, ExprKind, Location, Reason};
use solver::term::{self, Term};
use std::rc::Rc;
use text::span::Span;

/// `unfolding location in value`.
#[derive(Clone, Copy)]
pub(crate) struct Unfolding<'a> {
    /// Which instance.
    pub location: &'a Location,
    /// How much of it.
    pub amount: &'a Amount,
    /// Where it is open.
    pub value: &'a Expr,
    /// The words.
    pub span: Span,
}

impl Engine<'_> {
    /// The body of a predicate, for an amount, is exchanged for an instance.
    pub(crate) fn fold_instance(
        &mut self,
        state: &mut State,
        location: &Location,
        amount: &Amount,
        body: &Assertion,
        span: Span,
    ) {
        let checked = Context::checked();
        let blame = Blame::at(Reason::FoldedBody, span);
        // What is hidden keeps its values as long as the instance is held.
        self.instance_is_one(state, location);
        self.positive_amount(state, &checked, amount, span);
        self.take_missing(state, body, &blame);
        self.hand_over(state, &checked, body, &blame);
        self.produce_instance(state, location, amount, span);
    }

    /// A predicate instance, for an amount, is exchanged for its body.
    pub(crate) fn unfold_instance(
        &mut self,
        state: &mut State,
        location: &Location,
        amount: &Amount,
        body: &Assertion,
        span: Span,
    ) {
        let checked = Context::checked();
        let blame = Blame::own_place(Reason::UnfoldedInstance);
        let instance = Assertion::new(
            span,
            AssertionKind::Permission(location.clone(), amount.clone()),
        );
        self.positive_amount(state, &checked, amount, span);
        self.take_missing(state, &instance, &blame);
        self.hand_over(state, &checked, &instance, &blame);
        self.produce(state, &Context::granted(), body);
    }

    /// The arguments of an instance that is folded are what its parameters can be: for others its
    /// body was not shown to be well defined.
    fn instance_is_one(&mut self, state: &mut State, location: &Location) {
        let Location::Predicate(predicate, args) = location else {
            return;
        };
        let program = self.program();
        let checked = Context::checked();
        for (param, arg) in program.predicate(*predicate).params.iter().zip(args) {
            let value = self.eval(state, &checked, arg);
            let declared = program.local(*param);
            if declared.name == "this" {
                let there = term::ne(value.clone(), null());
                self.require(state, &checked, there, arg.span, Failure::Null(Null::Fold));
            }
            for fact in checked_typing(&declared.data, &value) {
                let failure = Failure::OutsideType(Typed::Argument);
                self.require(state, &checked, fact, arg.span, failure);
            }
        }
    }

    /// A permission to a predicate instance is inhaled, without its body being looked at.
    pub(crate) fn produce_instance(
        &mut self,
        state: &mut State,
        location: &Location,
        amount: &Amount,
        span: Span,
    ) {
        let instance = Assertion::new(
            span,
            AssertionKind::Permission(location.clone(), amount.clone()),
        );
        self.produce(state, &Context::granted(), &instance);
    }

    /// An instance that is opened is held: its amount is not zero.
    pub(crate) fn positive_amount(
        &mut self,
        state: &mut State,
        context: &Context,
        amount: &Amount,
        span: Span,
    ) {
        if let Amount::Exact(amount) = amount {
            let amount = self.eval(state, context, amount);
            self.show(
                state,
                context,
                term::lt(no_permission(), amount),
                Duty::at(span, Failure::NoInstance),
            );
        }
    }

    /// The value of an expression where a predicate instance is unfolded.
    pub(crate) fn eval_unfolding(
        &mut self,
        state: &mut State,
        context: &Context,
        unfolding: &Unfolding<'_>,
    ) -> Term {
        let Unfolding {
            location,
            amount,
            value,
            span,
        } = *unfolding;
        let mut inside = state.clone();
        inside.heap = self.read_heap(state, context);
        let (mut within, fill) = self.for_any(context);
        within.heap = None;
        let blame = Blame {
            reason: Reason::UnfoldedInstance,
            at: context.at,
        };
        let instance = Assertion::new(
            span,
            AssertionKind::Permission(location.clone(), amount.clone()),
        );
        self.positive_amount(&mut inside, &within, amount, span);
        self.hand_over(&mut inside, &within, &instance, &blame);
        let within = self.within_unfolding(&mut inside, within, location);
        let mut granted = within.clone();
        granted.check = false;
        granted.injective = false;
        granted.scale = Some(match amount {
            Amount::Exact(amount) => Scale::Exact(self.eval(&mut inside, &granted, amount)),
            Amount::Wildcard => Scale::Wildcard,
        });
        let Location::Predicate(predicate, args) = location else {
            return self.fresh("unknown", &value.sort);
        };
        let program = self.program();
        let declared = program.predicate(*predicate);
        let Some(body) = &declared.body else {
            self.gap(Unsupported::Unfolding, span);
            return self.fresh("unknown", &value.sort);
        };
        for (param, arg) in declared.params.iter().zip(args) {
            let arg = self.eval(&mut inside, &within, arg);
            granted.locals.insert(*param, arg);
        }
        self.produce(&mut inside, &granted, body);
        let opened = self.eval(&mut inside, &within, value);
        if fill.is_empty() {
            // What the body says is known as long as the instance is held.
            state.facts = inside.facts;
            return opened;
        }
        // Shown for any one value of the variables; what was known of it stays with it.
        let mut shown = context.clone();
        shown.check = false;
        let whole = Expr::new(
            value.sort.clone(),
            span,
            ExprKind::Unfolding(
                Box::new(location.clone()),
                Box::new(amount.clone()),
                Box::new(value.clone()),
            ),
        );
        self.eval(state, &shown, &whole)
    }

    /// Shows that an assertion holds where an expression is evaluated, and takes nothing.
    pub(crate) fn show_held(
        &mut self,
        state: &State,
        context: &Context,
        assertion: &Assertion,
        span: Span,
    ) {
        let mut inside = state.clone();
        inside.heap = self.read_heap(state, context);
        let (mut within, _) = self.for_any(context);
        within.heap = None;
        let blame = Blame {
            reason: Reason::UnfoldedInstance,
            at: Some(context.at.unwrap_or(span)),
        };
        self.hand_over(&mut inside, &within, assertion, &blame);
    }

    /// Within the unfolding of an instance: a context that knows what is left of it, if recursive
    /// calls must do without.
    pub(crate) fn within_unfolding(
        &mut self,
        state: &mut State,
        mut context: Context,
        of: &Location,
    ) -> Context {
        let Some(recursion) = &context.recursion else {
            return context;
        };
        let Some(opened) = &recursion.opened else {
            return context;
        };
        let recursion = Rc::clone(recursion);
        let mut opened = opened.clone();
        let (resource, args) = self.place(state, &context, of);
        let mut heap = Heap::clone(&state.heap);
        for chunk in &opened {
            heap.add(chunk.clone());
        }
        let left = state.held(&heap, &resource, &args);
        opened.push(Chunk {
            resource,
            fixed: args.into_iter().map(Some).collect(),
            amount: term::neg(left),
            witness: None,
            row: None,
        });
        context.recursion = Some(Rc::new(Recursion {
            opened: Some(opened),
            ..(*recursion).clone()
        }));
        context
    }

    /// A context in which the variables bound around a place stand for any one value, and so
    /// multiply nothing; and which values stand for them.
    pub(crate) fn for_any(&mut self, context: &Context) -> (Context, Vec<(Term, Term)>) {
        let mut one = context.clone();
        let fill: Vec<(Term, Term)> = context
            .bound
            .iter()
            .map(|var| (var.clone(), self.fresh("any", &var.sort().clone())))
            .collect();
        if !fill.is_empty() {
            one.bound.clear();
            for guard in &mut one.guards {
                *guard = guard.subst(&fill);
            }
            for value in one.locals.values_mut() {
                *value = value.subst(&fill);
            }
        }
        (one, fill)
    }
}
