//! Execution of statements.

use crate::call::Call;
use crate::context::{Context, Scope};
use crate::engine::Engine;
use crate::failure::{Failure, Null, Place, Typed, Unsupported};
use crate::obligation::Duty;
use crate::probe::Kind;
use crate::reference::null;
use crate::state::State;
use crate::state::{Resource, no_share, whole};
use ir::OLD;
use ir::{Assertion, Blame, Expr, LabelId, LocalId, Loop, Stmt, StmtKind};
use solver::term::{self, Sort, Term};
use std::rc::Rc;
use text::span::Span;

/// Where control goes on: at the end, or at labels.
pub(crate) struct Flow {
    /// At the end.
    pub normal: Option<State>,
    /// At labels.
    pub jumps: Vec<(LabelId, State)>,
}

impl Engine<'_> {
    pub(crate) fn run(&mut self, scope: Scope<'_>, state: State, statements: &[Stmt]) -> Flow {
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
            let mut next = self.stmt(scope, state, stmt);
            flow.normal = next.normal.take();
            if let Some(state) = &flow.normal {
                self.lost(state, stmt);
            }
            flow.jumps.append(&mut next.jumps);
        }
        flow
    }

    pub(crate) fn stmt(&mut self, scope: Scope<'_>, mut state: State, stmt: &Stmt) -> Flow {
        let in_code = matches!(
            stmt.kind,
            StmtKind::Assign(..)
                | StmtKind::StoreField(..)
                | StmtKind::StoreElement(..)
                | StmtKind::NewArray(..)
                | StmtKind::If(..)
        );
        let checked = Context {
            in_code,
            ..Context::checked()
        };
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
                for fact in crate::typing::checked_typing(&declared.data, &value) {
                    self.require(
                        &mut state,
                        &checked,
                        fact,
                        stmt.span,
                        Failure::OutsideType(Typed::Value),
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
                    receiver_span,
                    Failure::Null(Null::FieldWrite),
                );
                let held = state.held(
                    &state.heap,
                    &Resource::Field(*field),
                    std::slice::from_ref(&receiver),
                );
                let name = self.program().field(*field).name.clone();
                let most = term::le(held.clone(), whole());
                self.require(
                    &mut state,
                    &checked,
                    term::le(whole(), held),
                    stmt.span,
                    Failure::WritePermission(Place::Field(name)),
                );
                self.nobody_else(&mut state, &Resource::Field(*field), most);
                let data = self.program().field(*field).data.clone();
                for fact in crate::typing::checked_typing(&data, &value) {
                    self.require(
                        &mut state,
                        &checked,
                        fact,
                        stmt.span,
                        Failure::OutsideType(Typed::Value),
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
                let held = state.held(&state.heap, &resource, &[array.clone(), index.clone()]);
                let most = term::le(held.clone(), whole());
                self.require(
                    &mut state,
                    &checked,
                    term::le(whole(), held),
                    stmt.span,
                    Failure::WritePermission(Place::Element),
                );
                self.nobody_else(&mut state, &resource, most);
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
                self.reached(&state, Kind::Received, stmt.span);
                Some(state)
            }
            StmtKind::Receive(assertion) => {
                self.produce(&mut state, &Context::granted(), assertion);
                Some(state)
            }
            StmtKind::BarrierProof(proof) => {
                self.barrier_proof(scope, &state, proof);
                Some(state)
            }
            StmtKind::Claim {
                holds,
                code,
                message,
                because,
            } => {
                let failure = Failure::Lowered(code, message.clone());
                let duty = Duty {
                    demanded_by: *because,
                    ..Duty::at(stmt.span, failure)
                };
                self.claim(duty, *holds);
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
                self.reached(&state, Kind::Received, stmt.span);
                Some(state)
            }
            StmtKind::If(condition, then, otherwise) => {
                return self.branch(scope, state, condition, then, otherwise);
            }
            StmtKind::Loop(cut) => return self.loop_(scope, state, cut, stmt),
            StmtKind::Labelled(label, body) => {
                let here = state.facts.len();
                let flow = self.run(scope, state, body);
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
                ghost,
                within_atomic,
            } => {
                if *within_atomic && ir::blocks(self.program(), *method) {
                    self.claim(Duty::at(stmt.span, Failure::BlockingInAtomic), false);
                }
                if *ghost && !ir::ends(self.program(), *method) {
                    self.claim(Duty::at(stmt.span, Failure::GhostCallMayNotEnd), false);
                }
                let call = Call {
                    method: *method,
                    args,
                    results,
                    blame,
                };
                self.call(scope, &mut state, &call);
                self.reached(&state, Kind::Received, stmt.span);
                Some(state)
            }
            StmtKind::Par(blocks) => {
                self.par(scope, &mut state, blocks);
                Some(state)
            }
            StmtKind::Side(body, forget) => {
                let mut side = state.clone();
                side.heap_mut().chunks.clear();
                if *forget {
                    self.forget_unheld(&mut side);
                }
                self.run(scope, side, body);
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
                // Of a cell that the thread does not hold it may learn nothing: what it
                // knew would outlast what another thread writes.
                self.produce(&mut state, &checked, ensures);
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
                self.instance_is_one(&mut state, location);
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
                    ir::AssertionKind::Share(location.clone(), amount.clone()),
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
                    object.span,
                    Failure::Null(Null::Lock),
                );
                if let ir::AssertionKind::Share(ir::Location::Predicate(id, _), _) = &token.kind {
                    // Not reentrant: a lock that is held for certain is never obtained.
                    let resource = Resource::Predicate(*id);
                    let held = state.held(&state.heap, &resource, std::slice::from_ref(&value));
                    let again = self.decide(&state, &[], &term::lt(no_share(), held));
                    self.claim(Duty::at(stmt.span, Failure::LockHeld), !again);
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
                    object.span,
                    Failure::Null(Null::Fork),
                );
                context.heap = Some(Rc::clone(&state.heap));
                self.consume(&mut state, &context, &callee.requires, blame);
                self.call_decreases(scope, &mut state, *method, &context, blame);
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

    /// The arguments of an instance that is folded are what its parameters can be: for others its
    /// body was not shown to be well defined.
    fn instance_is_one(&mut self, state: &mut State, location: &ir::Location) {
        let ir::Location::Predicate(predicate, args) = location else {
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
            for fact in crate::typing::checked_typing(&declared.data, &value) {
                let failure = Failure::OutsideType(Typed::Argument);
                self.require(state, &checked, fact, arg.span, failure);
            }
        }
    }

    /// A share of a predicate instance is received, without its body being looked at.
    pub(crate) fn produce_instance(
        &mut self,
        state: &mut State,
        location: &ir::Location,
        amount: &ir::Amount,
        span: Span,
    ) {
        let instance = Assertion::new(
            span,
            ir::AssertionKind::Share(location.clone(), amount.clone()),
        );
        self.produce(state, &Context::granted(), &instance);
    }

    pub(crate) fn havoc(&mut self, state: &mut State, locals: &[LocalId]) {
        for local in locals {
            let value = self.arbitrary(state, *local);
            state.locals.insert(*local, value);
        }
    }

    pub(crate) fn branch(
        &mut self,
        scope: Scope<'_>,
        mut state: State,
        condition: &Expr,
        then: &[Stmt],
        otherwise: &[Stmt],
    ) -> Flow {
        let place = condition.span;
        let condition = self.eval(&mut state, &Context::code(), condition);
        let base = state.facts.len();
        let mut jumps = Vec::new();
        let mut arriving = Vec::new();
        for (side, body, kind) in [
            (condition.clone(), then, Kind::Then),
            (term::not(condition), otherwise, Kind::Else),
        ] {
            let unreached = side.is_false();
            let mut taken = state.clone();
            // Kept as one fact, by which the join knows the branch.
            taken.facts.push(side);
            if !body.is_empty() {
                self.reached(&taken, kind, place);
            }
            if unreached {
                continue;
            }
            let flow = self.run(scope, taken, body);
            arriving.extend(flow.normal);
            jumps.extend(flow.jumps);
        }
        Flow {
            normal: self.join(arriving, base),
            jumps,
        }
    }

    /// A loop, cut at its head (checker.md, "What is proved").
    pub(crate) fn loop_(
        &mut self,
        scope: Scope<'_>,
        mut state: State,
        cut: &Loop,
        stmt: &Stmt,
    ) -> Flow {
        let granted = Context::granted();
        // What giving the invariant says of functions rests on its being well defined, which is
        // shown below, and so must not know it.
        let known = state.facts.clone();
        let given = self.hand_over(&mut state, &granted, &cut.invariant, &cut.entry_blame);
        state.facts = known;
        self.forget_given(&mut state, &given);
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
        // From guard to guard, so that what the guard does itself counts.
        let measure_of = |engine: &mut Self, body: &mut State| -> Vec<Term> {
            let measure = cut.decreases.iter();
            measure
                .map(|e| engine.eval(body, &Context::checked(), e))
                .collect()
        };
        let effects = !cut.guard_effects.is_empty();
        let before = effects.then(|| measure_of(self, &mut body));
        let flow = self.run(scope, body, &cut.guard_effects);
        leave(&mut jumps, flow.jumps);
        if let Some(mut body) = flow.normal {
            let guard = self.eval(&mut body, &Context::code(), &cut.guard);
            let mut ending = body.clone();
            ending.facts.push(term::not(guard.clone()));
            leaving.push(ending);
            body.facts.push(guard);
            self.reached(&body, Kind::LoopBody, cut.guard.span);
            if cut.decreases.is_empty() && (scope.measure.is_some() || cut.ghost) {
                let failure = Failure::LoopWithoutMeasure { ghost: cut.ghost };
                self.claim(Duty::at(cut.guard.span, failure), false);
            }
            let measure = before.unwrap_or_else(|| measure_of(self, &mut body));
            let flow = self.run(scope, body, &cut.body);
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
                let flow = self.run(scope, state, &cut.update);
                leave(&mut jumps, flow.jumps);
                if let Some(mut state) = flow.normal {
                    self.decreases(&mut state, &measure, &cut.decreases, stmt);
                    self.check_assertion(&mut state, &granted, &cut.invariant, &cut.keep_blame);
                }
            }
        }
        let endless = cut.guard_effects.is_empty() && cut.guard.as_bool() == Some(true);
        if let [state] = leaving.as_slice()
            && state.facts.is_contradictory()
            && !endless
        {
            self.reached(state, Kind::LoopEnd, cut.guard.span);
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
    pub(crate) fn decreases(
        &mut self,
        state: &mut State,
        before: &[Term],
        after: &[Expr],
        stmt: &Stmt,
    ) {
        let ([before, ..], [after_expr, ..]) = (before, after) else {
            return;
        };
        if *before.sort() != Sort::Int || after.len() != 1 {
            self.gap(Unsupported::LoopMeasure, stmt.span);
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
            Duty::at(after_expr.span, Failure::LoopMeasure),
        );
    }

    pub(crate) fn refute_assertion(
        &mut self,
        state: &mut State,
        assertion: &Assertion,
        stmt: &Stmt,
    ) {
        let mut formulas = Vec::new();
        for part in assertion.conjuncts() {
            match &part.kind {
                ir::AssertionKind::Pure(formula) => {
                    let mut here = Context::checked();
                    here.own_shares = true;
                    formulas.push(self.eval(state, &here, formula));
                }
                _ => {
                    self.gap(Unsupported::RefutedPermission, part.span);
                    return;
                }
            }
        }
        self.refute(state, term::and(formulas), stmt.span);
    }
}
