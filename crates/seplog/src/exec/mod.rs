//! Execution of statements: each has a rule, most of them in a file that is named after it.

pub(crate) mod allocate;
pub(crate) mod assign;
pub(crate) mod call;
pub(crate) mod loop_cut;
pub(crate) mod loop_frame;
pub(crate) mod par;
pub(crate) mod predicate;
pub(crate) mod thread;
pub(crate) mod wand;

use crate::engine::Engine;
use crate::engine::context::{Context, Scope};
use crate::exec::call::Call;
use crate::obligation::Duty;
use crate::obligation::probe::Kind;
use crate::report::failure::{Failure, Unsupported};
use crate::state::State;
use core_lang::{Assertion, Expr, LabelId, LocalId, Stmt, StmtKind};
use solver::term::{self};
use std::rc::Rc;

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
        for (number, stmt) in statements.iter().enumerate() {
            let Some(state) = flow.normal.take() else {
                break;
            };
            if state.facts.is_contradictory() {
                for stmt in statements.iter().skip(number) {
                    self.passed_over(&state, stmt);
                }
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
                self.assign(&mut state, *local, value, stmt.span);
                Some(state)
            }
            StmtKind::Havoc(locals) => {
                self.havoc(&mut state, locals);
                Some(state)
            }
            StmtKind::StoreField(receiver, field, value) => {
                self.store_field(&mut state, receiver, *field, value, stmt.span);
                Some(state)
            }
            StmtKind::StoreElement(array, index, value) => {
                self.store_element(&mut state, array, index, value, stmt.span);
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
                self.reached(&state, Kind::Inhaled, stmt.span);
                Some(state)
            }
            StmtKind::InhaleChecked(assertion) => {
                self.produce(&mut state, &Context::granted(), assertion);
                Some(state)
            }
            StmtKind::BarrierProof(proof) => {
                self.barrier_proof(scope, &state, proof);
                Some(state)
            }
            StmtKind::Decided {
                holds,
                rule,
                because,
            } => {
                let failure = Failure::Rule(*rule);
                let duty = Duty {
                    demanded_by: *because,
                    ..Duty::at(stmt.span, failure)
                };
                self.decided(duty, *holds);
                Some(state)
            }
            StmtKind::Exhale(assertion, blame) => {
                self.take_missing(&mut state, assertion, blame);
                self.consume(&mut state, &checked, assertion, blame);
                Some(state)
            }
            StmtKind::Assert(assertion, blame) => {
                let mut here = checked;
                here.own_permissions = true;
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
                self.reached(&state, Kind::Inhaled, stmt.span);
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
                if *within_atomic && core_lang::blocks(self.program(), *method) {
                    self.decided(Duty::at(stmt.span, Failure::BlockingInAtomic), false);
                }
                if *ghost && !core_lang::ends(self.program(), *method) {
                    self.decided(Duty::at(stmt.span, Failure::GhostCallMayNotEnd), false);
                }
                let call = Call {
                    method: *method,
                    args,
                    results,
                    blame,
                };
                self.call(scope, &mut state, &call);
                self.reached(&state, Kind::Inhaled, stmt.span);
                Some(state)
            }
            StmtKind::Par(blocks) => {
                self.par(scope, &mut state, blocks);
                Some(state)
            }
            StmtKind::Side(body, havoc) => {
                let mut side = state.clone();
                side.heap_mut().chunks.clear();
                if *havoc {
                    self.havoc_unheld(&mut side);
                }
                self.run(scope, side, body);
                Some(state)
            }
            StmtKind::EndScope(locals) => {
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
            StmtKind::Package(package) => {
                self.package(scope, &mut state, package, stmt.span);
                Some(state)
            }
            StmtKind::Fold(location, amount, body) => {
                self.fold_instance(&mut state, location, amount, body, stmt.span);
                Some(state)
            }
            StmtKind::Unfold(location, amount, body) => {
                self.unfold_instance(&mut state, location, amount, body, stmt.span);
                Some(state)
            }
            StmtKind::Acquire(object, token) => {
                self.acquire(&mut state, object, token, stmt.span);
                Some(state)
            }
            StmtKind::Fork(method, object, blame) => {
                self.fork(scope, &mut state, *method, object, blame);
                Some(state)
            }
            StmtKind::Join(method, object) => {
                self.join_thread(&mut state, *method, object);
                Some(state)
            }
        };
        Flow { normal, jumps }
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

    pub(crate) fn refute_assertion(
        &mut self,
        state: &mut State,
        assertion: &Assertion,
        stmt: &Stmt,
    ) {
        let mut formulas = Vec::new();
        for part in assertion.conjuncts() {
            let core_lang::AssertionKind::Pure(formula) = &part.kind else {
                self.gap(Unsupported::RefutedPermission, part.span);
                return;
            };
            let mut here = Context::checked();
            here.own_permissions = true;
            formulas.push(self.eval(state, &here, formula));
        }
        self.refute(state, term::and(formulas), stmt.span);
    }
}
