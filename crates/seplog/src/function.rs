//! Pure functions: their axioms, and that they deserve them.
//!
//! A function's symbol gets an equation and its postconditions only if its recursion is
//! well founded; each mention is unfolded once, since the recursive calls in an
//! unfolding use a second symbol (encodings.md, R23 to R25).

use crate::call_graph::group;
use crate::context::Context;
use crate::engine::Engine;
use crate::failure::{Failure, Typed};
use crate::function_symbol::symbol;
use crate::obligation::Duty;
use crate::recursion::{Recursion, RecursiveCall};
use crate::state::State;
use crate::state::{Chunk, Heap};
use crate::typing::argument_facts;
use ir::{Assertion, Blame, Function, FunctionBody, FunctionId, Location};
use solver::term::{self, Term};
use std::rc::Rc;
use text::span::Span;

impl Engine<'_> {
    /// Checks that an axiom has a meaning, by those before it alone, and that they do not
    /// contradict each other in a way that is seen; that it is true is believed.
    pub fn axiom(&mut self, number: usize) {
        let Some(axiom) = self.program().axioms.get(number) else {
            return;
        };
        let mut state = self.initial();
        let before = state.clone();
        self.eval(&mut state, &Context::checked(), &axiom.formula);
        if self.decide(&before, &[], &term::ff()) {
            return;
        }
        let with_this = self.around.functions.usable(None, number + 1);
        let question = self.question_with(with_this, before.facts.since(0), &term::ff());
        if self.proves(&question) {
            self.claim(Duty::at(axiom.span, Failure::ContradictoryAxiom), false);
        }
    }

    /// Checks a function: its contract and body are well defined, and the value of the
    /// body satisfies the postcondition.
    pub fn function(&mut self, function: FunctionId) {
        let declared = self.program().function(function);
        let mut state = self.initial();
        let context = Context::checked();
        for param in &declared.params {
            let value = self.arbitrary(&mut state, *param);
            state.locals.insert(*param, value);
        }
        if let Some(this) = declared.params.first()
            && self.program().local(*this).name == "this"
            && let Some(this) = state.locals.get(this)
        {
            let fact = term::ne(this.clone(), crate::reference::null());
            state.assume(fact);
        }
        self.produce(&mut state, &context, &declared.requires);
        let members = group(self.program(), function);
        if self.around.functions.unfounded.get(function.0 as usize) == Some(&true) {
            self.claim(Duty::at(declared.span, Failure::FunctionMeasure), false);
        }
        if let Some(measure) = &declared.decreases {
            for part in measure {
                self.eval(&mut state.clone(), &context, part);
            }
        }
        let mut inside = context.clone();
        if !members.is_empty() {
            let founded = members.iter().any(|member| {
                self.around
                    .functions
                    .definitions
                    .get(member.0 as usize)
                    .is_some_and(|axioms| !axioms.is_empty())
            });
            let mut domain = term::tt();
            if let Some(known) = self.around.functions.domain(function) {
                let args: Vec<Term> = declared
                    .params
                    .iter()
                    .filter_map(|param| state.locals.get(param).cloned())
                    .collect();
                domain = self.domain_at(&mut state, function, known, &args);
            }
            inside.recursion = Some(Rc::new(Recursion {
                group: members,
                founded,
                domain,
                opened: (self.around.functions.by_places.get(function.0 as usize) == Some(&true))
                    .then(Vec::new),
            }));
        }
        let FunctionBody::Expr(body) = &declared.body else {
            let value = self.arbitrary(&mut state, declared.result);
            inside.locals.insert(declared.result, value);
            self.eval_pure(&mut state, &inside, &declared.ensures);
            return;
        };
        let value = self.eval(&mut state, &inside, body);
        for fact in crate::typing::checked_typing(&declared.data, &value) {
            self.require(
                &mut state,
                &Context::checked(),
                fact,
                declared.span,
                Failure::OutsideType(Typed::Value),
            );
        }
        // The postcondition is well defined for any value that it may speak of.
        let mut any = state.clone();
        let result = self.arbitrary(&mut any, declared.result);
        let mut any_context = context.clone();
        any_context.locals.insert(declared.result, result);
        for part in declared.ensures.conjuncts() {
            let fact = self.eval_pure(&mut any, &any_context, part);
            any.assume(fact);
        }
        let blame = Blame {
            pure_code: "V022",
            share_code: "V023",
            subject: "the postcondition".to_owned(),
            at: None,
        };
        let value = self.named("result", value);
        state.locals.insert(declared.result, value);
        self.show_ensures(&mut state, &declared.ensures, &blame, declared.span);
    }

    /// The pure part of an assertion as a formula.
    pub(crate) fn eval_pure(
        &mut self,
        state: &mut State,
        context: &Context,
        assertion: &Assertion,
    ) -> Term {
        use ir::AssertionKind;
        match &assertion.kind {
            AssertionKind::Pure(formula) => self.eval(state, context, formula),
            AssertionKind::Star(parts) => {
                let mut inner = context.clone();
                let mut formulas = Vec::new();
                for part in parts {
                    let formula = self.eval_pure(state, &inner, part);
                    inner = inner.under(formula.clone());
                    formulas.push(formula);
                }
                term::and(formulas)
            }
            AssertionKind::Implies(condition, body) => {
                let condition = self.eval(state, context, condition);
                let inner = context.under(condition.clone());
                let body = self.eval_pure(state, &inner, body);
                term::implies(condition, body)
            }
            AssertionKind::Ite(condition, a, b) => {
                let condition = self.eval(state, context, condition);
                let a = self.eval_pure(state, &context.under(condition.clone()), a);
                let b = self.eval_pure(state, &context.under(term::not(condition.clone())), b);
                term::ite(condition, a, b)
            }
            AssertionKind::Let(local, value, body) => {
                let value = self.eval(state, context, value);
                let mut inner = context.clone();
                inner.locals.insert(*local, value);
                self.eval_pure(state, &inner, body)
            }
            AssertionKind::Share(..) | AssertionKind::Forall { .. } => term::tt(),
        }
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

    /// What a function asks for, at a place where it is applied.
    pub(crate) fn function_precondition(
        &mut self,
        state: &mut State,
        context: &Context,
        declared: &Function,
        span: Span,
    ) {
        let blame = Blame {
            pure_code: "V024",
            share_code: "V025",
            subject: format!("the precondition of `{}`", declared.name),
            at: Some(span),
        };
        for fact in argument_facts(self.program(), declared, context, true) {
            self.show(
                state,
                context,
                fact,
                Duty::at(
                    span,
                    Failure::OutsideType(Typed::FunctionArgument(declared.name.clone())),
                ),
            );
        }
        // A function needs only to read: it takes nothing away, and two of them at once
        // may read the same.
        let heap = Rc::clone(&state.heap);
        let (mut reading, _) = self.for_any(context);
        if let Some(heap) = &context.heap {
            state.heap = Rc::clone(heap);
        }
        reading.heap = Some(Rc::clone(&state.heap));
        self.hand_over(state, &reading, &declared.requires, &blame);
        state.heap = heap;
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

    /// The heap that a call takes what it requires from, if that is not all that is held.
    pub(crate) fn heap_for_call(
        &self,
        state: &State,
        context: &Context,
        function: FunctionId,
    ) -> Option<Rc<Heap>> {
        let recursion = context.recursion.as_ref()?;
        let opened = recursion.opened.as_ref()?;
        if !recursion.group.contains(&function) {
            return None;
        }
        let mut heap = Heap::clone(&self.read_heap(state, context));
        for chunk in opened {
            heap.add(chunk.clone());
        }
        Some(Rc::new(heap))
    }

    /// A call within the recursion that is being checked: its postcondition is known only
    /// where its measure is smaller, which is shown when the measure is sought.
    pub(crate) fn recursive_call(
        &mut self,
        state: &mut State,
        context: &Context,
        function: FunctionId,
        args: &[Term],
    ) {
        let Some(recursion) = &context.recursion else {
            return;
        };
        if !recursion.group.contains(&function) {
            return;
        }
        self.found.calls.push(RecursiveCall {
            function,
            args: args.to_vec(),
            guard: context.guard(),
        });
        if !recursion.founded {
            return;
        }
        // Induction: the postcondition of a smaller application is known (R24). Outside the
        // domain no application is known to be smaller.
        let domain = &recursion.domain;
        let declared = self.program().function(function);
        let mut applied = args.to_vec();
        let heap = self.read_heap(state, context);
        applied.extend(self.footprint_maps(state, &heap, function, args));
        let symbol = symbol(self.program(), self.around.functions, function);
        let value = term::app(&symbol, applied);
        let mut inner = Context::granted();
        inner.heap.clone_from(&context.heap);
        inner.depth = context.depth;
        inner.locals = declared
            .params
            .iter()
            .copied()
            .zip(args.iter().cloned())
            .collect();
        inner.locals.insert(declared.result, value);
        for part in declared.ensures.conjuncts() {
            let fact = self.eval_pure(state, &inner, part);
            self.learn(state, context, term::implies(domain.clone(), fact));
        }
    }
}
