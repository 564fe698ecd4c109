//! Application of pure functions: the precondition is shown, the value is a symbol applied to the
//! arguments and the footprint's maps (Heule, Kassios, Müller, Summers:
//! Verification Condition Generation for Permission Logics with Abstract Predicates and Abstraction
//! Functions, ECOOP 2013).

use crate::engine::Engine;
use crate::engine::context::Context;
use crate::eval::typing::argument_facts;
use crate::function::recursion::RecursiveCall;
use crate::function::symbol;
use crate::obligation::Duty;
use crate::report::failure::{Failure, Typed, Unsupported};
use crate::state::{Heap, State};
use core_lang::{Blame, Expr, Function, FunctionBody, FunctionId, Reason};
use solver::term::{self, Term};
use std::rc::Rc;
use text::span::Span;

/// Functions nested deeper than this are not replaced by their definitions.
const INLINE: usize = 40;

impl Engine<'_> {
    pub(crate) fn call_function(
        &mut self,
        state: &mut State,
        context: &Context,
        function: FunctionId,
        args: Vec<Term>,
        e: &Expr,
    ) -> Term {
        let declared = self.program().function(function);
        let mut inner = Context {
            heap: context.heap.clone(),
            check: false,
            injective: false,
            own_permissions: false,
            guards: context.guards.clone(),
            bound: context.bound.clone(),
            locals: declared
                .params
                .iter()
                .copied()
                .zip(args.iter().cloned())
                .collect(),
            // An inline function is its text, in which `\old` is that of the place.
            labels: context.labels.clone(),
            scale: None,
            in_code: context.in_code,
            recursion: context.recursion.clone(),
            depth: context.depth,
            at: Some(context.at.unwrap_or(e.span)),
        };
        if context.check {
            let mut requiring = inner.clone();
            if let Some(heap) = self.heap_for_call(state, context, function) {
                requiring.heap = Some(heap);
            }
            self.function_precondition(state, &requiring, declared, e.span);
        }
        let inlined = self
            .around
            .functions
            .inlined
            .get(function.0 as usize)
            .copied()
            .unwrap_or(false);
        if declared.inline && context.check {
            // An inline function is its text: what that needs is shown here.
            inner.check = true;
            inner.injective = context.injective;
        }
        if inlined
            && context.depth < INLINE
            && let FunctionBody::Expr(body) = &declared.body
        {
            inner.depth += 1;
            return self.eval(state, &inner, body);
        }
        if inlined {
            self.gap(Unsupported::Inlining, e.span);
        }
        self.recursive_call(state, context, function, &args);
        let heap = self.read_heap(state, context);
        let maps = self.footprint_maps(state, &heap, function, &args);
        let symbol = symbol::symbol(self.program(), self.around.functions, function);
        let mut args = args;
        args.extend(maps);
        // Shown above, or when what is evaluated here was shown to be well defined.
        let defined = symbol::defined(
            self.program(),
            self.around.functions,
            function,
            args.clone(),
        );
        self.learn(state, context, defined);
        term::app(&symbol, args)
    }

    /// What a function asks for, at a place where it is applied.
    pub(crate) fn function_precondition(
        &mut self,
        state: &mut State,
        context: &Context,
        declared: &Function,
        span: Span,
    ) {
        let blame = Blame::at(Reason::FunctionPrecondition(declared.name.clone()), span);
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
        let symbol = symbol::symbol(self.program(), self.around.functions, function);
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
