//! Pure functions: their axioms, and that they deserve them.
//!
//! A function's symbol gets an equation and its postconditions only if its recursion is
//! well founded; each mention is unfolded once, since the recursive calls in an
//! unfolding use a second symbol (encodings.md, R23 to R25).

use crate::call_graph::{below, group};
use crate::context::Context;
use crate::engine::Engine;
use crate::function_symbol::symbol;
use crate::recursion::Recursion;
use crate::state::Chunk;
use crate::state::State;
use crate::typing::argument_facts;
use ir::{Assertion, Blame, Function, FunctionBody, FunctionId, Location};
use solver::term::{self, Term};
use text::span::Span;

impl Engine<'_> {
    /// Checks that an axiom has a meaning, by those before it alone, and that they do not
    /// contradict each other in a way that is seen; that it is true is believed.
    pub fn axiom(&mut self, number: usize) {
        let Some(axiom) = self.program().axioms.get(number) else {
            return;
        };
        self.believed = number;
        let mut state = self.initial();
        let before = state.clone();
        self.eval(&mut state, &Context::checked(), &axiom.formula);
        let was = self.decide(&before, &[], &term::ff());
        self.believed = number + 1;
        self.decided.clear();
        if !was && self.decide(&before, &[], &term::ff()) {
            self.claim(
                "V014",
                axiom.span,
                None,
                "this axiom contradicts itself, or those before it, so everything follows from it",
                false,
            );
        }
    }

    /// Checks a function: its contract and body are well defined, and the value of the
    /// body satisfies the postcondition.
    pub fn function(&mut self, function: FunctionId) {
        let declared = self.program().function(function);
        self.below = Some(below(self.program(), function));
        let mut state = self.initial();
        let mut context = Context::checked();
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
            self.claim(
                "V034",
                declared.span,
                None,
                "the measure may not decrease at a recursive call, or may be negative",
                false,
            );
        }
        if let Some(measure) = &declared.decreases {
            for part in measure {
                self.eval(&mut state.clone(), &context, part);
            }
        }
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
            self.recursion = Some(Recursion {
                group: members,
                measure: None,
                founded,
                domain,
                opened: (self.around.functions.by_places.get(function.0 as usize) == Some(&true))
                    .then(Vec::new),
                calls: Vec::new(),
            });
        }
        let FunctionBody::Expr(body) = &declared.body else {
            let value = self.arbitrary(&mut state, declared.result);
            context.locals.insert(declared.result, value);
            let _ = self.eval_pure(&mut state, &context, &declared.ensures);
            return;
        };
        let value = self.eval(&mut state, &context, body);
        self.recursion = None;
        for fact in crate::typing::checked_typing(&declared.data, &value) {
            self.require(
                &mut state,
                &Context::checked(),
                fact,
                "V008",
                declared.span,
                "the value may be outside the range of its type".to_owned(),
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
                "V008",
                span,
                None,
                format!(
                    "an argument of `{}` may be `null` or outside the range of its type",
                    declared.name
                ),
                None,
            );
        }
        // A function needs only to read: it takes nothing away, and two of them at once
        // may read the same.
        let heap = std::rc::Rc::clone(&state.heap);
        let (mut reading, _) = self.for_any(context);
        if let Some(heap) = &context.heap {
            state.heap = std::rc::Rc::clone(heap);
        }
        reading.heap = Some(std::rc::Rc::clone(&state.heap));
        self.hand_over(state, &reading, &declared.requires, &blame);
        state.heap = heap;
    }

    /// While an instance is unfolded: what is left of it, if recursive calls must do without.
    pub(crate) fn open_wholly(&mut self, state: &mut State, context: &Context, of: &Location) {
        let strict = self.recursion.as_ref().and_then(|r| r.opened.as_ref());
        if strict.is_none() {
            return;
        }
        let (resource, args) = self.place(state, context, of);
        let mut heap = crate::state::Heap::clone(&state.heap);
        let recursion = self.recursion.as_ref();
        for chunk in recursion
            .and_then(|r| r.opened.as_ref())
            .into_iter()
            .flatten()
        {
            heap.add(chunk.clone());
        }
        let left = state.held(&heap, &resource, &args);
        let rest = Chunk {
            resource,
            fixed: args.into_iter().map(Some).collect(),
            amount: term::neg(left),
            witness: None,
            row: None,
        };
        if let Some(opened) = self.recursion.as_mut().and_then(|r| r.opened.as_mut()) {
            opened.push(rest);
        }
    }

    /// The instance opened last is folded again.
    pub(crate) fn close_wholly(&mut self) {
        if let Some(opened) = self.recursion.as_mut().and_then(|r| r.opened.as_mut()) {
            opened.pop();
        }
    }

    /// The heap that a call takes what it requires from, if that is not all that is held.
    pub(crate) fn heap_for_call(
        &self,
        state: &State,
        context: &Context,
        function: FunctionId,
    ) -> Option<std::rc::Rc<crate::state::Heap>> {
        let recursion = self.recursion.as_ref()?;
        let opened = recursion.opened.as_ref()?;
        if !recursion.group.contains(&function) {
            return None;
        }
        let mut heap = crate::state::Heap::clone(&self.read_heap(state, context));
        for chunk in opened {
            heap.add(chunk.clone());
        }
        Some(std::rc::Rc::new(heap))
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
        let guard = context.guard();
        let Some(recursion) = &mut self.recursion else {
            return;
        };
        if !recursion.group.contains(&function) {
            return;
        }
        recursion.calls.push((function, args.to_vec(), guard));
        if recursion.measure.is_some() || !recursion.founded {
            return;
        }
        // Induction: the postcondition of a smaller application is known (R24). Outside the
        // domain no application is known to be smaller.
        let domain = recursion.domain.clone();
        let saved = self.recursion.take();
        let declared = self.program().function(function);
        let mut applied = args.to_vec();
        let heap = self.read_heap(state, context);
        applied.extend(self.footprint_maps(state, &heap, function, args));
        let symbol = symbol(self.program(), self.around.functions, function);
        let value = term::app(&symbol, applied);
        let mut inner = Context::granted();
        inner.heap.clone_from(&context.heap);
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
        self.recursion = saved;
    }
}
