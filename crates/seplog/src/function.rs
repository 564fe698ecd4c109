//! Pure functions: their axioms, and that they deserve them.
//!
//! A function's symbol gets an equation and its postconditions only if its recursion is
//! well founded; each mention is unfolded once, since the recursive calls in an
//! unfolding use a second symbol (encodings.md, R23 to R25).

use super::measure::Measure;
use super::state::Chunk;
use super::{Context, Engine, FunctionAxioms, State};
use ir::function_callees as callees;
use ir::{Assertion, Blame, Function, FunctionBody, FunctionId, Location, Program};
use solver::term::{self, FunctionRole, Sort, Symbol, SymbolKind, Term};
use text::span::Span;

/// Bookkeeping while a function's own contract and body are checked.
#[derive(Clone)]
pub struct Recursion {
    /// The functions that call each other with it, itself included.
    pub(super) group: Vec<FunctionId>,
    /// The measure at entry, and how it is computed for a call; none if there is none.
    pub(super) measure: Option<Measure>,
    /// Whether a measure was found before, so that induction is allowed.
    pub(super) founded: bool,
    /// Where the function at work is founded, for its parameters: induction is allowed there.
    pub(super) domain: Term,
    /// Where recursive calls must do without any of what is unfolded around them
    /// ([`super::unfolding::Descent::ByPlaces`]): what of it is left, as shares to take away.
    pub(super) opened: Option<Vec<Chunk>>,
    /// The recursive calls met: callee, arguments, and under which conditions.
    pub(super) calls: Vec<(FunctionId, Vec<Term>, Term)>,
}

/// The symbol of a function.
pub fn symbol(program: &Program, functions: &FunctionAxioms, function: FunctionId) -> Symbol {
    named_symbol(program, functions, function, FunctionRole::Value)
}

/// The symbol that is not unfolded again.
pub(super) fn limited(
    program: &Program,
    functions: &FunctionAxioms,
    function: FunctionId,
) -> Symbol {
    named_symbol(program, functions, function, FunctionRole::Limited)
}

/// The symbol that every mention of a function brings along.
pub fn stopping_symbol(
    program: &Program,
    functions: &FunctionAxioms,
    function: FunctionId,
) -> Symbol {
    let plain = symbol(program, functions, function);
    functions
        .limited
        .iter()
        .find(|(symbol, _)| *symbol == plain)
        .map_or(plain, |(_, limited)| limited.clone())
}

/// The symbol that says that a function's precondition, shares included, holds for some
/// arguments and maps: nothing is known of the value otherwise.
pub(super) fn defined(
    program: &Program,
    functions: &FunctionAxioms,
    function: FunctionId,
    applied: Vec<Term>,
) -> Term {
    if functions.footprint(function).is_none() {
        return term::tt();
    }
    let symbol = named_symbol(program, functions, function, FunctionRole::Defined);
    term::app(&symbol, applied)
}

pub(super) fn named_symbol(
    program: &Program,
    functions: &FunctionAxioms,
    function: FunctionId,
    role: FunctionRole,
) -> Symbol {
    let declared = program.function(function);
    let mut args: Vec<Sort> = declared
        .params
        .iter()
        .map(|param| program.local(*param).sort.clone())
        .collect();
    if let Some(footprint) = functions.footprint(function) {
        args.extend(footprint.map_sorts(program));
    }
    let kind = SymbolKind::Function {
        name: declared.name.clone(),
        number: function.0,
        role,
    };
    let result = match role {
        FunctionRole::Value | FunctionRole::Limited => declared.sort.clone(),
        FunctionRole::Defined => Sort::Bool,
    };
    Symbol::of_kind(kind, args, result)
}

/// The functions that a function rests on and that do not rest on it.
pub(super) fn below(program: &Program, function: FunctionId) -> Vec<FunctionId> {
    let mut seen = Vec::new();
    let mut work = callees(program.function(function));
    while let Some(next) = work.pop() {
        if !seen.contains(&next) {
            seen.push(next);
            work.extend(callees(program.function(next)));
        }
    }
    let own = group(program, function);
    seen.retain(|other| *other != function && !own.contains(other));
    seen
}

/// What holds of the arguments wherever a function has a meaning: their types, and that
/// the receiver is there.
pub(super) fn argument_facts(
    program: &Program,
    declared: &Function,
    context: &Context,
    shown: bool,
) -> Vec<Term> {
    let mut facts = Vec::new();
    for (number, param) in declared.params.iter().enumerate() {
        let Some(value) = context.locals.get(param) else {
            continue;
        };
        let local = program.local(*param);
        facts.extend(if shown {
            super::checked_typing(&local.data, value)
        } else {
            super::typing(&local.data, value)
        });
        if number == 0 && local.name == "this" {
            facts.push(term::ne(value.clone(), super::null()));
        }
    }
    facts
}

/// The functions that can reach themselves through each other, with it.
pub(super) fn group(program: &Program, function: FunctionId) -> Vec<FunctionId> {
    let reach = |from: FunctionId| {
        let mut seen = Vec::new();
        let mut work = callees(program.function(from));
        while let Some(next) = work.pop() {
            if !seen.contains(&next) {
                seen.push(next);
                work.extend(callees(program.function(next)));
            }
        }
        seen
    };
    let from_here = reach(function);
    let mut group: Vec<FunctionId> = from_here
        .into_iter()
        .filter(|other| *other == function || reach(*other).contains(&function))
        .collect();
    group.sort_unstable();
    group
}

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
            let fact = term::ne(this.clone(), super::null());
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
        for fact in super::checked_typing(&declared.data, &value) {
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
    pub(super) fn eval_pure(
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
    pub(super) fn for_any(&mut self, context: &Context) -> (Context, Vec<(Term, Term)>) {
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
    pub(super) fn function_precondition(
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
    pub(super) fn open_wholly(&mut self, state: &mut State, context: &Context, of: &Location) {
        let strict = self.recursion.as_ref().and_then(|r| r.opened.as_ref());
        if strict.is_none() {
            return;
        }
        let (resource, args) = self.place(state, context, of);
        let mut heap = super::Heap::clone(&state.heap);
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
    pub(super) fn close_wholly(&mut self) {
        if let Some(opened) = self.recursion.as_mut().and_then(|r| r.opened.as_mut()) {
            opened.pop();
        }
    }

    /// The heap that a call takes what it requires from, if that is not all that is held.
    pub(super) fn heap_for_call(
        &self,
        state: &State,
        context: &Context,
        function: FunctionId,
    ) -> Option<std::rc::Rc<super::Heap>> {
        let recursion = self.recursion.as_ref()?;
        let opened = recursion.opened.as_ref()?;
        if !recursion.group.contains(&function) {
            return None;
        }
        let mut heap = super::Heap::clone(&self.read_heap(state, context));
        for chunk in opened {
            heap.add(chunk.clone());
        }
        Some(std::rc::Rc::new(heap))
    }

    /// A call within the recursion that is being checked: its postcondition is known only
    /// where its measure is smaller, which is shown when the measure is sought.
    pub(super) fn recursive_call(
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
