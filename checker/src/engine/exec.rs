//! Execution of statements.

use super::state::{Chunk, Resource, hole, no_share, whole};
use super::{Context, Engine, State, fixed_row, length_of, null};
use crate::core::{
    Assertion, BarrierProof, Blame, Expr, LabelId, LocalId, Loop, Method, ParBlock, Stmt, StmtKind,
};
use crate::lower::OLD;
use crate::term::{self, Sort, Term};
use num_traits::Zero;
use spec_lang::span::Span;
use std::rc::Rc;

/// Where control goes on: at the end, or at labels.
struct Flow {
    normal: Option<State>,
    jumps: Vec<(LabelId, State)>,
}

impl Engine<'_> {
    /// Checks a method: from its precondition the body establishes its postcondition.
    pub fn method(&mut self, method: &Method) {
        let mut state = self.initial();
        for param in &method.params {
            let value = self.arbitrary(&mut state, *param);
            state.locals.insert(*param, value);
        }
        if method.has_receiver
            && let Some(this) = method.params.first().and_then(|p| state.locals.get(p))
        {
            let fact = term::ne(this.clone(), null());
            state.assume(fact);
        }
        let checked = Context::checked();
        self.produce(&mut state, &checked, &method.requires);
        self.satisfiable(&state, method);
        state.labels.insert(OLD, Rc::clone(&state.heap));
        self.well_defined_after(&state, method);
        let Some(body) = &method.body else { return };
        if let Some(measure) = method.decreases.as_ref().filter(|m| !m.is_empty()) {
            let before = measure
                .iter()
                .map(|e| self.eval(&mut state, &checked, e))
                .collect();
            self.measured = Some((self.method_group(method), before));
        }
        let flow = self.run(state, body);
        if !flow.jumps.is_empty() {
            self.gap("U064", method.span, "a jump that leaves its block this way");
        }
        if let Some(mut state) = flow.normal {
            let blame = Blame {
                pure_code: "V022",
                share_code: "V023",
                subject: "the postcondition".to_owned(),
                at: None,
            };
            self.show_ensures(&mut state, &method.ensures, &blame, method.span);
        }
    }

    /// The postcondition; without clauses it is `true`, which every body establishes.
    pub(super) fn show_ensures(
        &mut self,
        state: &mut State,
        ensures: &Assertion,
        blame: &Blame,
        span: Span,
    ) {
        if ensures.conjuncts().is_empty() {
            self.show(
                state,
                &Context::granted(),
                term::tt(),
                blame.pure_code,
                span,
                None,
                format!("{} may not hold", blame.subject),
                None,
            );
        }
        self.check_assertion(state, &Context::granted(), ensures, blame);
    }

    /// The methods that a method calls and that reach it again.
    fn method_group(&self, method: &Method) -> Vec<usize> {
        let callees = |method: &Method| {
            let mut found = Vec::new();
            for stmt in method.body.iter().flatten() {
                stmt.visit(&mut |_| {}, &mut |stmt| {
                    if let StmtKind::Call { method, .. } | StmtKind::Fork(method, ..) = &stmt.kind {
                        found.push(*method);
                    }
                });
            }
            found
        };
        let methods = &self.program().methods;
        let reach = |from: Vec<usize>| {
            let mut seen: Vec<usize> = Vec::new();
            let mut work = from;
            while let Some(next) = work.pop() {
                if !seen.contains(&next)
                    && let Some(declared) = methods.get(next)
                {
                    seen.push(next);
                    work.extend(callees(declared));
                }
            }
            seen
        };
        let own = methods.iter().position(|other| other.span == method.span);
        reach(callees(method))
            .into_iter()
            .filter(|callee| {
                own.is_some_and(|own| *callee == own || reach(callees(&methods[*callee])).contains(&own))
            })
            .collect()
    }

    /// A contract that no state satisfies is an error, unless a clause says `false`.
    fn satisfiable(&mut self, state: &State, method: &Method) {
        let literal = method
            .requires
            .conjuncts()
            .iter()
            .any(|part| matches!(&part.kind, crate::core::AssertionKind::Pure(e) if e.as_bool() == Some(false)));
        if literal {
            return;
        }
        let contradictory = self.decide(state, &[], &term::ff());
        if contradictory {
            let mut state = state.clone();
            state.facts = super::state::Facts::default();
            self.show(
                &mut state,
                &Context::checked(),
                term::ff(),
                "V007",
                method.span,
                None,
                "no state satisfies the precondition, so every claim about this method is empty"
                    .to_owned(),
                Some("if that is meant, write the clause `requires false;`".to_owned()),
            );
        }
    }

    /// A contract that holds afterwards is well defined by itself: shown on any heap.
    fn well_defined_after(&mut self, before: &State, method: &Method) {
        let mut state = before.clone();
        for (number, result) in method.results.iter().enumerate() {
            let value = self.arbitrary(&mut state, *result);
            if number == 0 && method.is_constructor {
                state.assume(term::ne(value.clone(), null()));
            }
            state.locals.insert(*result, value);
        }
        self.well_defined(state, &method.ensures);
    }

    /// An assertion is well defined by itself, on a heap of which nothing is known.
    fn well_defined(&mut self, mut state: State, ensures: &Assertion) {
        state.heap_mut().chunks.clear();
        self.forget_unheld(&mut state);
        self.produce(&mut state, &Context::checked(), ensures);
    }

    fn run(&mut self, state: State, statements: &[Stmt]) -> Flow {
        let mut flow = Flow {
            normal: Some(state),
            jumps: Vec::new(),
        };
        for stmt in statements {
            let Some(state) = flow.normal.take() else {
                break;
            };
            if state.facts.is_contradictory() {
                break;
            }
            let mut next = self.stmt(state, stmt);
            flow.normal = next.normal.take();
            flow.jumps.append(&mut next.jumps);
        }
        flow
    }

    fn stmt(&mut self, mut state: State, stmt: &Stmt) -> Flow {
        let checked = Context::checked();
        let mut jumps = Vec::new();
        let normal = match &stmt.kind {
            StmtKind::Assign(local, value) => {
                let value = self.eval(&mut state, &checked, value);
                let hint = self.program().local(*local).name.clone();
                let value = if value.depth() > 3 {
                    self.named(hint.trim_matches(|c: char| !c.is_alphanumeric()), value)
                } else {
                    value
                };
                let declared = self.program().local(*local);
                for fact in super::checked_typing(&declared.data, &value) {
                    self.require(
                        &mut state,
                        &checked,
                        fact,
                        "V008",
                        stmt.span,
                        "the value may be outside the range of its type".to_owned(),
                    );
                }
                state.locals.insert(*local, value);
                Some(state)
            }
            StmtKind::Havoc(locals) => {
                self.havoc(&mut state, locals);
                Some(state)
            }
            StmtKind::StoreField(receiver, field, value) => {
                let receiver_span = receiver.span;
                let receiver = self.eval(&mut state, &checked, receiver);
                let value = self.eval(&mut state, &checked, value);
                self.require(
                    &mut state,
                    &checked,
                    term::ne(receiver.clone(), null()),
                    "V001",
                    receiver_span,
                    "the field of `null` may be written".to_owned(),
                );
                let held = state.held(
                    &state.heap,
                    &Resource::Field(*field),
                    std::slice::from_ref(&receiver),
                );
                let name = self.program().field(*field).name.clone();
                self.require_help(
                    &mut state,
                    &checked,
                    term::le(whole(), held),
                    "V009",
                    stmt.span,
                    format!("there may be no permission to write `{name}`"),
                    Some(format!("the whole permission `Perm({name}, write)` is needed here")),
                );
                let data = self.program().field(*field).data.clone();
                for fact in super::checked_typing(&data, &value) {
                    self.require(
                        &mut state,
                        &checked,
                        fact,
                        "V008",
                        stmt.span,
                        "the value may be outside the range of its type".to_owned(),
                    );
                }
                self.write_field(&mut state, *field, receiver, value);
                Some(state)
            }
            StmtKind::StoreElement(array, index, value) => {
                let place = array.span.to(index.span);
                let array = self.eval(&mut state, &checked, array);
                let index = self.eval(&mut state, &checked, index);
                let value = self.eval(&mut state, &checked, value);
                self.require_bounds(&mut state, &checked, &array, &index, place);
                let resource = Resource::Element(value.sort().clone());
                let held = state.held(
                    &state.heap,
                    &resource,
                    &[array.clone(), index.clone()],
                );
                self.require_help(
                    &mut state,
                    &checked,
                    term::le(whole(), held),
                    "V009",
                    stmt.span,
                    "there may be no permission to write this element".to_owned(),
                    Some("the whole permission for it, such as `Perm(a[i], write)`, is needed here, from the precondition, the loop invariant or the block's contract".to_owned()),
                );
                self.write_element(&mut state, &array, &index, value);
                Some(state)
            }
            StmtKind::NewObject(local, fields, _) => {
                self.new_object(&mut state, *local, fields);
                Some(state)
            }
            StmtKind::NewArray(local, sizes, element) => {
                self.new_array(&mut state, *local, sizes, element, stmt);
                Some(state)
            }
            StmtKind::Inhale(assertion) => {
                self.produce(&mut state, &checked, assertion);
                Some(state)
            }
            StmtKind::Receive(assertion) => {
                self.produce(&mut state, &Context::granted(), assertion);
                Some(state)
            }
            StmtKind::BarrierProof(proof) => {
                self.barrier_proof(&state, proof);
                Some(state)
            }
            StmtKind::Claim {
                holds,
                code,
                message,
                because,
            } => {
                self.claim(code, stmt.span, *because, message, *holds);
                Some(state)
            }
            StmtKind::Exhale(assertion, blame) => {
                self.consume(&mut state, &checked, assertion, blame);
                Some(state)
            }
            StmtKind::Assert(assertion, blame) => {
                let mut here = checked;
                here.own_shares = true;
                self.check_assertion(&mut state, &here, assertion, blame);
                Some(state)
            }
            StmtKind::Refute(assertion) => {
                self.refute_assertion(&mut state, assertion, stmt);
                Some(state)
            }
            StmtKind::Assume(formula) => {
                let fact = self.eval(&mut state, &checked, formula);
                state.assume(fact);
                Some(state)
            }
            StmtKind::If(condition, then, otherwise) => {
                return self.branch(state, condition, then, otherwise);
            }
            StmtKind::Loop(cut) => return self.loop_(state, cut, stmt),
            StmtKind::Labelled(label, body) => {
                let here = state.facts.len();
                let flow = self.run(state, body);
                let mut arriving: Vec<State> = flow.normal.into_iter().collect();
                for (target, state) in flow.jumps {
                    if target == *label {
                        arriving.push(state);
                    } else {
                        jumps.push((target, state));
                    }
                }
                self.join(arriving, here)
            }
            StmtKind::Jump(label) => {
                jumps.push((*label, state));
                None
            }
            StmtKind::Mark(label) => {
                let heap = Rc::clone(&state.heap);
                state.labels.insert(*label, heap);
                Some(state)
            }
            StmtKind::Call {
                method,
                args,
                results,
                blame,
            } => {
                self.call(&mut state, *method, args, results, blame);
                Some(state)
            }
            StmtKind::Par(blocks) => {
                self.par(&mut state, blocks);
                Some(state)
            }
            StmtKind::Side(body, forget) => {
                let mut side = state.clone();
                side.heap_mut().chunks.clear();
                if *forget {
                    self.forget_unheld(&mut side);
                }
                self.run(side, body);
                Some(state)
            }
            StmtKind::Forget(locals) => {
                for local in locals {
                    state.locals.remove(local);
                }
                Some(state)
            }
            StmtKind::Barrier {
                requires,
                ensures,
                blame,
            } => {
                self.consume(&mut state, &Context::granted(), requires, blame);
                self.produce(&mut state, &Context::granted(), ensures);
                Some(state)
            }
            StmtKind::Fold(location, amount, body) => {
                let blame = Blame {
                    pure_code: "V072",
                    share_code: "V073",
                    subject: "the body of the predicate that is folded".to_owned(),
                    at: Some(stmt.span),
                };
                // What is hidden keeps its values as long as the instance is held.
                self.positive_amount(&mut state, &checked, amount, stmt.span);
                self.hand_over(&mut state, &checked, body, &blame);
                self.produce_instance(&mut state, location, amount, stmt.span);
                Some(state)
            }
            StmtKind::Unfold(location, amount, body) => {
                let blame = Blame {
                    pure_code: "V074",
                    share_code: "V074",
                    subject: "the predicate instance that is unfolded".to_owned(),
                    at: None,
                };
                let instance = Assertion::new(
                    stmt.span,
                    crate::core::AssertionKind::Share(location.clone(), amount.clone()),
                );
                self.positive_amount(&mut state, &checked, amount, stmt.span);
                self.hand_over(&mut state, &checked, &instance, &blame);
                self.produce(&mut state, &Context::granted(), body);
                Some(state)
            }
            StmtKind::Acquire(object, token) => {
                let value = self.eval(&mut state, &checked, object);
                self.require(
                    &mut state,
                    &checked,
                    term::ne(value.clone(), null()),
                    "V001",
                    object.span,
                    "`null` may be locked".to_owned(),
                );
                if let crate::core::AssertionKind::Share(
                    crate::core::Location::Predicate(id, _),
                    _,
                ) = &token.kind
                {
                    // Not reentrant: a lock that is held for certain is never obtained.
                    let resource = Resource::Predicate(*id);
                    let held =
                        state.held(&state.heap, &resource, std::slice::from_ref(&value));
                    let again = self.decide(&state, &[], &term::lt(no_share(), held));
                    self.claim(
                        "V068",
                        stmt.span,
                        None,
                        "the lock is held already, and locks are not reentrant",
                        !again,
                    );
                }
                self.produce(&mut state, &Context::granted(), token);
                Some(state)
            }
            StmtKind::Fork(method, object, blame) => {
                let callee = &self.program().methods[*method];
                let value = self.eval(&mut state, &checked, object);
                let mut context = Context::granted();
                context.at = blame.at;
                if let Some(this) = callee.params.first() {
                    context.locals.insert(*this, value.clone());
                }
                self.require(
                    &mut state,
                    &checked,
                    term::ne(value, null()),
                    "V001",
                    object.span,
                    "`null` may be forked".to_owned(),
                );
                self.consume(&mut state, &context, &callee.requires, blame);
                Some(state)
            }
            StmtKind::Join(method, object) => {
                let callee = &self.program().methods[*method];
                let value = self.eval(&mut state, &checked, object);
                let mut context = Context::granted();
                if let Some(this) = callee.params.first() {
                    context.locals.insert(*this, value);
                }
                for result in &callee.results {
                    let value = self.arbitrary(&mut state, *result);
                    context.locals.insert(*result, value);
                }
                // Nothing is known of the heap at the thread's start.
                let unknown = self.arbitrary_heap();
                context.labels.insert(OLD, Rc::new(unknown));
                self.produce(&mut state, &context, &callee.ensures);
                Some(state)
            }
        };
        Flow { normal, jumps }
    }

    /// A share of a predicate instance is received, without its body being looked at.
    fn produce_instance(
        &mut self,
        state: &mut State,
        location: &crate::core::Location,
        amount: &crate::core::Amount,
        span: Span,
    ) {
        let instance = Assertion::new(
            span,
            crate::core::AssertionKind::Share(location.clone(), amount.clone()),
        );
        self.produce(state, &Context::granted(), &instance);
    }

    /// Checks that a predicate's body is well defined by itself.
    pub fn predicate(&mut self, predicate: &crate::core::Predicate) {
        let Some(body) = &predicate.body else { return };
        let mut state = self.initial();
        for param in &predicate.params {
            let value = self.arbitrary(&mut state, *param);
            if self.program().local(*param).name == "this" {
                state.assume(term::ne(value.clone(), null()));
            }
            state.locals.insert(*param, value);
        }
        self.produce(&mut state, &Context::checked(), body);
    }

    fn havoc(&mut self, state: &mut State, locals: &[LocalId]) {
        for local in locals {
            let value = self.arbitrary(state, *local);
            state.locals.insert(*local, value);
        }
    }

    fn branch(&mut self, mut state: State, condition: &Expr, then: &[Stmt], otherwise: &[Stmt]) -> Flow {
        let condition = self.eval(&mut state, &Context::checked(), condition);
        let base = state.facts.len();
        let mut jumps = Vec::new();
        let mut arriving = Vec::new();
        for (side, body) in [
            (condition.clone(), then),
            (term::not(condition), otherwise),
        ] {
            if side.is_false() {
                continue;
            }
            let mut taken = state.clone();
            // Kept as one fact, by which the join knows the branch.
            taken.facts.push(side);
            let flow = self.run(taken, body);
            arriving.extend(flow.normal);
            jumps.extend(flow.jumps);
        }
        Flow {
            normal: self.join(arriving, base),
            jumps,
        }
    }

    /// A loop, cut at its head (checker.md, "What is proved").
    fn loop_(&mut self, mut state: State, cut: &Loop, stmt: &Stmt) -> Flow {
        let granted = Context::granted();
        self.consume(&mut state, &granted, &cut.invariant, &cut.entry_blame);
        self.havoc(&mut state, &cut.assigned);
        // What the invariant does not hold stays outside, with its values.
        let outside = std::mem::take(&mut state.heap_mut().chunks);
        let here = state.facts.len();
        let mut jumps = Vec::new();
        let mut leaving = Vec::new();
        // An arbitrary iteration. The invariant must be well defined by itself.
        let mut body = state.clone();
        self.produce(&mut body, &Context::checked(), &cut.invariant);
        let leave = |jumps: &mut Vec<(LabelId, State)>, flow_jumps: Vec<(LabelId, State)>| {
            for (label, mut state) in flow_jumps {
                let mut chunks = outside.clone();
                chunks.append(&mut state.heap_mut().chunks);
                state.heap_mut().chunks = Vec::new();
                for chunk in chunks {
                    state.heap_mut().add(chunk);
                }
                jumps.push((label, state));
            }
        };
        let flow = self.run(body, &cut.guard_effects);
        leave(&mut jumps, flow.jumps);
        if let Some(mut body) = flow.normal {
            let guard = self.eval(&mut body, &Context::checked(), &cut.guard);
            let mut ending = body.clone();
            ending.facts.push(term::not(guard.clone()));
            leaving.push(ending);
            body.facts.push(guard);
            let measure: Vec<Term> = cut
                .decreases
                .iter()
                .map(|e| self.eval(&mut body, &Context::checked(), e))
                .collect();
            let flow = self.run(body, &cut.body);
            let mut arriving: Vec<State> = flow.normal.into_iter().collect();
            let mut others = Vec::new();
            for (label, state) in flow.jumps {
                if label == cut.continue_label {
                    arriving.push(state);
                } else {
                    others.push((label, state));
                }
            }
            leave(&mut jumps, others);
            if let Some(state) = self.join(arriving, here) {
                let flow = self.run(state, &cut.update);
                leave(&mut jumps, flow.jumps);
                if let Some(mut state) = flow.normal {
                    self.decreases(&mut state, &measure, &cut.decreases, stmt);
                    self.check_assertion(
                        &mut state,
                        &granted,
                        &cut.invariant,
                        &cut.keep_blame,
                    );
                }
            }
        }
        let mut ended = Vec::new();
        for mut state in leaving {
            let mut chunks = outside.clone();
            chunks.append(&mut state.heap_mut().chunks);
            state.heap_mut().chunks = Vec::new();
            for chunk in chunks {
                state.heap_mut().add(chunk);
            }
            ended.push(state);
        }
        Flow {
            normal: self.join(ended, here),
            jumps,
        }
    }

    /// The measure of a loop: bounded below and smaller after each iteration.
    fn decreases(&mut self, state: &mut State, before: &[Term], after: &[Expr], stmt: &Stmt) {
        let ([before, ..], [after_expr, ..]) = (before, after) else {
            return;
        };
        if *before.sort() != Sort::Int || after.len() != 1 {
            self.gap("U083", stmt.span, "this measure of a loop");
            return;
        }
        let context = Context::checked();
        let after = self.eval(state, &context, after_expr);
        let goal = term::and(vec![
            term::le(term::int(0), before.clone()),
            term::lt(after, before.clone()),
        ]);
        self.show(
            state,
            &context,
            goal,
            "V033",
            after_expr.span,
            None,
            "the measure may not decrease, or may be negative".to_owned(),
            None,
        );
    }

    fn call(
        &mut self,
        state: &mut State,
        method: usize,
        args: &[Expr],
        results: &[LocalId],
        blame: &Blame,
    ) {
        let program = self.program();
        let Some(callee) = program.methods.get(method) else {
            return;
        };
        let mut context = Context::granted();
        context.at = blame.at;
        for (number, (param, arg)) in callee.params.iter().zip(args).enumerate() {
            let value = self.eval(state, &Context::checked(), arg);
            if number == 0 && callee.has_receiver {
                self.require(
                    state,
                    &Context::checked(),
                    term::ne(value.clone(), null()),
                    "V001",
                    arg.span,
                    "a method of `null` may be called".to_owned(),
                );
            }
            for fact in super::checked_typing(&program.local(*param).data, &value) {
                self.require(
                    state,
                    &Context::checked(),
                    fact,
                    "V008",
                    arg.span,
                    "the argument may be outside the range of its type".to_owned(),
                );
            }
            context.locals.insert(*param, value);
        }
        self.call_decreases(state, method, &context, blame);
        let before = Rc::clone(&state.heap);
        self.consume(state, &context, &callee.requires, blame);
        for (result, target) in callee.results.iter().zip(results) {
            let value = self.arbitrary(state, *result);
            if callee.is_constructor {
                state.assume(term::ne(value.clone(), null()));
            }
            context.locals.insert(*result, value.clone());
            state.locals.insert(*target, value);
        }
        context.labels.insert(OLD, before);
        self.produce(state, &context, &callee.ensures);
    }

    /// A method with a measure calls others that reach it only with a smaller one.
    fn call_decreases(
        &mut self,
        state: &mut State,
        method: usize,
        context: &Context,
        blame: &Blame,
    ) {
        let Some((group, before)) = self.measured.clone() else {
            return;
        };
        if !group.contains(&method) {
            return;
        }
        let span = blame.at.unwrap_or_default();
        let callee = &self.program().methods[method];
        let after: Option<Vec<Term>> = callee
            .decreases
            .as_ref()
            .filter(|measure| measure.len() == before.len())
            .map(|measure| measure.iter().map(|e| self.eval(state, context, e)).collect());
        let Some(after) = after else {
            self.claim(
                "V034",
                span,
                None,
                "the method that is called has no measure to compare with",
                false,
            );
            return;
        };
        let goal = super::function::smaller(&after, &before);
        self.show(
            state,
            context,
            goal,
            "V034",
            span,
            None,
            "the measure may not decrease at this call, or may be negative".to_owned(),
            None,
        );
    }

    /// A parallel statement: each block is checked for an arbitrary thread; the caller
    /// gives all threads' preconditions and receives all their postconditions.
    fn par(&mut self, state: &mut State, blocks: &[ParBlock]) {
        let entry = state.clone();
        let mut given = Vec::new();
        let mut contexts = Vec::new();
        for block in blocks {
            let context = self.threads(state, block);
            given.extend(self.hand_over(state, &context, &block.requires, &block.take_blame));
            contexts.push(context);
        }
        for block in blocks {
            self.thread(&entry, state, block);
        }
        self.forget_given(state, &given);
        for (block, context) in blocks.iter().zip(contexts) {
            let mut context = context;
            // What all threads give together is received at once.
            context.injective = true;
            // Under vercors-1.4 `\old` in a block is its start.
            context.labels.insert(block.start_label, Rc::clone(&entry.heap));
            self.produce(state, &context, &block.ensures);
        }
    }

    /// All threads at once: the iterators bound to their ranges.
    fn threads(&mut self, state: &mut State, block: &ParBlock) -> Context {
        let mut context = Context::granted();
        for (iterator, low, high) in &block.iterators {
            let low = self.eval(state, &Context::checked(), low);
            let high = self.eval(state, &Context::checked(), high);
            let name = self.program().local(*iterator).name.clone();
            let thread = self.supply.fresh_bound(&name, Sort::Int);
            context.locals.insert(*iterator, thread.clone());
            context.bound.push(thread.clone());
            context = context.under(term::le(low, thread.clone()));
            context = context.under(term::lt(thread, high));
        }
        context
    }

    /// One arbitrary thread of a block. It knows what is known outside, its range, and the
    /// values at entry of the cells it receives.
    fn thread(&mut self, entry: &State, given: &State, block: &ParBlock) {
        // A barrier's proof knows what is known outside, and nothing of a thread's path.
        let mut outside = entry.clone();
        outside.facts = given.facts.clone();
        outside.apart = given.apart.clone();
        self.outside.push(outside);
        self.thread_body(entry, given, block);
        self.outside.pop();
    }

    fn thread_body(&mut self, entry: &State, given: &State, block: &ParBlock) {
        let mut state = entry.clone();
        // What was shown on the way of giving the preconditions is known too.
        state.facts = given.facts.clone();
        state.apart = given.apart.clone();
        let mut ranges = Vec::new();
        for (iterator, low, high) in &block.iterators {
            let low = self.eval(&mut state, &Context::granted(), low);
            let high = self.eval(&mut state, &Context::granted(), high);
            ranges.push((*iterator, low, high));
        }
        for (iterator, low, high) in ranges {
            let thread = self.arbitrary(&mut state, iterator);
            state.assume(term::le(low, thread.clone()));
            state.assume(term::lt(thread.clone(), high));
            state.locals.insert(iterator, thread);
        }
        state.heap_mut().chunks.clear();
        // The precondition, well defined by itself, on the values at entry.
        self.produce(&mut state, &Context::checked(), &block.requires);
        // Cells that the thread does not receive may be written by others.
        self.forget_unheld(&mut state);
        let heap = Rc::clone(&state.heap);
        state.labels.insert(block.start_label, heap);
        self.well_defined(state.clone(), &block.ensures);
        let body = [Stmt::new(
            block.span,
            StmtKind::Labelled(block.end_label, block.body.clone()),
        )];
        let flow = self.run(state, &body);
        if !flow.jumps.is_empty() {
            self.gap("U066", block.span, "a jump out of a parallel block");
        }
        if let Some(mut state) = flow.normal {
            self.check_assertion(
                &mut state,
                &Context::granted(),
                &block.ensures,
                &block.give_blame,
            );
        }
    }

    /// For all threads together, what a barrier gives out follows from what it takes.
    fn barrier_proof(&mut self, here: &State, proof: &BarrierProof) {
        let Some(outside) = self.outside.last() else {
            return;
        };
        let mut state = outside.clone();
        state.heap_mut().chunks.clear();
        self.forget_unheld(&mut state);
        let mut context = Context::checked();
        let mut threads = Vec::new();
        for (iterator, low, high) in &proof.iterators {
            let low = self.eval(&mut state, &Context::granted(), low);
            let high = self.eval(&mut state, &Context::granted(), high);
            let name = self.program().local(*iterator).name.clone();
            let thread = self.supply.fresh_bound(&name, Sort::Int);
            context.locals.insert(*iterator, thread.clone());
            context.bound.push(thread.clone());
            threads.push(thread.clone());
            context = context.under(term::le(low, thread.clone()));
            context = context.under(term::lt(thread, high));
        }
        // A thread's own variable stands for that thread's value: one constant if all
        // threads have the same, else a function of the thread.
        let own: Vec<LocalId> = here
            .locals
            .keys()
            .copied()
            .filter(|local| {
                *local >= proof.first_local
                    && !proof.iterators.iter().any(|(iterator, ..)| iterator == local)
            })
            .collect();
        for local in own {
            let declared = self.program().local(local).clone();
            let value = if threads.is_empty()
                || proof.all_uniform
                || proof.uniform.contains(&local)
            {
                if proof.all_uniform {
                    // vercors-1.4 fixes it to the present thread's value.
                    here.locals[&local].clone()
                } else {
                    self.fresh(&declared.name, &declared.sort)
                }
            } else {
                let symbol = self.fresh_function(&declared.name, &threads, declared.sort.clone());
                term::app(&symbol, threads.clone())
            };
            context.locals.insert(local, value);
        }
        if proof.all_uniform {
            state.facts = here.facts.clone();
        }
        self.produce(&mut state, &context, &proof.requires);
        // Well defined by itself, for an arbitrary thread.
        let before = Rc::clone(&state.heap);
        state.labels.insert(proof.label, Rc::clone(&before));
        context.labels.insert(proof.label, before);
        let mut after = state.clone();
        after.heap_mut().chunks.clear();
        self.forget_unheld(&mut after);
        self.produce(&mut after, &context, &proof.ensures);
        for (local, value) in &context.locals {
            if !value.contains_bound() {
                state.locals.insert(*local, value.clone());
            }
        }
        let flow = self.run(state, &proof.body);
        if !flow.jumps.is_empty() {
            self.gap("U066", proof.requires.span, "a jump out of a barrier");
        }
        if let Some(mut state) = flow.normal {
            let mut granted = context;
            granted.check = false;
            self.hand_over(&mut state, &granted, &proof.ensures, &proof.blame);
        }
    }

    fn refute_assertion(&mut self, state: &mut State, assertion: &Assertion, stmt: &Stmt) {
        let mut formulas = Vec::new();
        for part in assertion.conjuncts() {
            match &part.kind {
                crate::core::AssertionKind::Pure(formula) => {
                    let mut here = Context::checked();
                    here.own_shares = true;
                    formulas.push(self.eval(state, &here, formula));
                }
                _ => {
                    self.gap("U084", part.span, "`refute` of a permission");
                    return;
                }
            }
        }
        self.refute(state, term::and(formulas), stmt.span);
    }

    /// A new object: not null, with the whole share of each field, holding defaults.
    fn new_object(&mut self, state: &mut State, local: LocalId, fields: &[crate::core::FieldId]) {
        let object = self.arbitrary(state, local);
        state.assume(term::ne(object.clone(), null()));
        for field in fields {
            let resource = Resource::Field(*field);
            let others = state.held(&state.heap, &resource, std::slice::from_ref(&object));
            // No one else holds anything of it.
            state.assume(term::eq(others, no_share()));
            state.heap_mut().add(Chunk {
                resource,
                fixed: vec![Some(object.clone())],
                amount: whole(),
                witness: None,
            });
            let sort = self.program().field(*field).sort.clone();
            if let Some(value) = default(&sort)
                && self.program().field(*field).data != crate::core::DataType::Share
            {
                let map = self.field_map(state, &Context::granted(), *field);
                state.assume(term::eq(term::select(map, object.clone()), value));
            }
        }
        for (other, value) in state.locals.clone() {
            if other != local && *value.sort() == Sort::Ref {
                state.assume(term::ne(value, object.clone()));
            }
        }
        state.locals.insert(local, object);
    }

    /// A new array with the whole share of each element, holding defaults.
    fn new_array(
        &mut self,
        state: &mut State,
        local: LocalId,
        sizes: &[Expr],
        element: &Sort,
        stmt: &Stmt,
    ) {
        let checked = Context::checked();
        let mut lengths = Vec::new();
        for size in sizes {
            let length = self.eval(state, &checked, size);
            self.require(
                state,
                &checked,
                term::le(term::int(0), length.clone()),
                "V013",
                size.span,
                "the size may be negative".to_owned(),
            );
            lengths.push(length);
        }
        let array = self.arbitrary(state, local);
        state.assume(term::ne(array.clone(), null()));
        for (other, value) in state.locals.clone() {
            if other != local && *value.sort() == Sort::Ref {
                state.assume(term::ne(value, array.clone()));
            }
        }
        match lengths.as_slice() {
            [length] => {
                self.new_elements(state, &array, length, element, default(element));
            }
            [rows, columns] => {
                if self.legacy() {
                    self.new_fixed_rows(state, &array, rows, columns, element);
                } else {
                    self.new_rows(state, &array, rows, columns, element);
                }
            }
            _ => self.gap("U060", stmt.span, "new arrays of more than two dimensions"),
        }
        state.locals.insert(local, array);
        self.separate_arrays(state);
    }

    fn new_elements(
        &mut self,
        state: &mut State,
        array: &Term,
        length: &Term,
        element: &Sort,
        value: Option<Term>,
    ) {
        state.assume(term::eq(length_of(array.clone()), length.clone()));
        let index = hole(1, &Sort::Int);
        let resource = Resource::Element(element.clone());
        // Nobody holds anything of a new array.
        for own in state.heap.own.clone() {
            state.apart.insert((own.array.clone(), array.clone()));
            state.apart.insert((array.clone(), own.array));
        }
        let range = |i: &Term| {
            term::and(vec![
                term::le(term::int(0), i.clone()),
                term::lt(i.clone(), length.clone()),
            ])
        };
        state.heap_mut().add(Chunk {
            resource,
            fixed: vec![Some(array.clone()), None],
            amount: term::ite(range(&index), whole(), no_share()),
            witness: Some(term::int(0)),
        });
        self.separate_arrays(state);
        if let Some(value) = value {
            let i = self.supply.fresh_bound("i", Sort::Int);
            let read =
                self.select_element(state, &Context::granted(), array, &i, element);
            let fact = term::forall(
                vec![i.clone()],
                Vec::new(),
                term::implies(range(&i), term::eq(read, value)),
                "new.array",
            );
            state.assume(fact);
        }
    }

    /// A matrix is an array of row arrays, all new.
    fn new_rows(
        &mut self,
        state: &mut State,
        array: &Term,
        rows: &Term,
        columns: &Term,
        element: &Sort,
    ) {
        self.new_elements(state, array, rows, &Sort::Ref, None);
        let i = self.supply.fresh_bound("row", Sort::Int);
        let row = self.select_element(state, &Context::granted(), array, &i, &Sort::Ref);
        let of = self.fresh_function("row.of", &[term::bound("x", Sort::Ref)], Sort::Int);
        let number = term::app(&of, vec![row.clone()]);
        let inside = term::and(vec![
            term::le(term::int(0), i.clone()),
            term::lt(i.clone(), rows.clone()),
        ]);
        let mut known = vec![
            term::ne(row.clone(), null()),
            term::eq(length_of(row.clone()), columns.clone()),
            term::eq(number, i.clone()),
        ];
        for value in state.locals.values() {
            if *value.sort() == Sort::Ref {
                known.push(term::ne(row.clone(), value.clone()));
            }
        }
        let fact = term::forall(
            vec![i],
            Vec::new(),
            term::implies(inside, term::and(known)),
            "new.rows",
        );
        state.assume(fact);
        let (r, c) = (hole(0, &Sort::Ref), hole(1, &Sort::Int));
        let number = term::app(&of, vec![r.clone()]);
        let here = self.select_element(state, &Context::granted(), array, &number, &Sort::Ref);
        let covered = term::and(vec![
            term::le(term::int(0), number.clone()),
            term::lt(number, rows.clone()),
            term::eq(here, r),
            term::le(term::int(0), c.clone()),
            term::lt(c, columns.clone()),
        ]);
        state.heap_mut().add(Chunk {
            resource: Resource::Element(element.clone()),
            fixed: vec![None, None],
            amount: term::ite(covered, whole(), no_share()),
            witness: None,
        });
        if let Some(value) = default(element) {
            let i = self.supply.fresh_bound("row", Sort::Int);
            let j = self.supply.fresh_bound("column", Sort::Int);
            let row = self.select_element(state, &Context::granted(), array, &i, &Sort::Ref);
            let cell = self.select_element(state, &Context::granted(), &row, &j, element);
            let inside = term::and(vec![
                term::le(term::int(0), i.clone()),
                term::lt(i.clone(), rows.clone()),
                term::le(term::int(0), j.clone()),
                term::lt(j.clone(), columns.clone()),
            ]);
            let fact = term::forall(
                vec![i, j],
                Vec::new(),
                term::implies(inside, term::eq(cell, value)),
                "new.cells",
            );
            state.assume(fact);
        }
    }

    /// The same under vercors-1.4, where rows are fixed.
    fn new_fixed_rows(
        &mut self,
        state: &mut State,
        array: &Term,
        rows: &Term,
        columns: &Term,
        element: &Sort,
    ) {
        state.assume(term::eq(length_of(array.clone()), rows.clone()));
        let (r, c) = (hole(0, &Sort::Ref), hole(1, &Sort::Int));
        let index_of = term::Symbol::new("row.index", vec![Sort::Ref], Sort::Int);
        let number = term::app(&index_of, vec![r.clone()]);
        let covered = term::and(vec![
            term::le(term::int(0), number.clone()),
            term::lt(number.clone(), rows.clone()),
            term::eq(fixed_row(array.clone(), number), r),
            term::le(term::int(0), c.clone()),
            term::lt(c, columns.clone()),
        ]);
        state.heap_mut().add(Chunk {
            resource: Resource::Element(element.clone()),
            fixed: vec![None, None],
            amount: term::ite(covered, whole(), no_share()),
            witness: None,
        });
    }
}

/// What a new cell holds.
fn default(sort: &Sort) -> Option<Term> {
    Some(match sort {
        Sort::Int => term::int(0),
        Sort::Bool => term::ff(),
        Sort::Real => term::real(num_rational::BigRational::zero()),
        Sort::Ref => null(),
        _ => return None,
    })
}
