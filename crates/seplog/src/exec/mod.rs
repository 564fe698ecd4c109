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

    #[allow(
        clippy::wildcard_enum_match_arm,
        reason = "`step` lists all kinds, these as well"
    )]
    fn stmt(&mut self, scope: Scope<'_>, mut state: State, stmt: &Stmt) -> Flow {
        match &stmt.kind {
            StmtKind::If(condition, then, otherwise) => {
                self.branch(scope, state, condition, then, otherwise)
            }
            StmtKind::Loop(cut) => self.loop_(scope, state, cut, stmt),
            StmtKind::Labelled(label, body) => self.labelled(scope, state, *label, body),
            StmtKind::Jump(label) => Flow {
                normal: None,
                jumps: vec![(*label, state)],
            },
            _ => {
                self.step(scope, &mut state, stmt);
                Flow {
                    normal: Some(state),
                    jumps: Vec::new(),
                }
            }
        }
    }

    /// A statement after which control goes on behind it.
    fn step(&mut self, scope: Scope<'_>, state: &mut State, stmt: &Stmt) {
        let in_code = matches!(
            stmt.kind,
            StmtKind::Assign(..)
                | StmtKind::StoreField(..)
                | StmtKind::StoreElement(..)
                | StmtKind::NewArray(..)
        );
        let checked = Context {
            in_code,
            ..Context::checked()
        };
        let span = stmt.span;
        match &stmt.kind {
            StmtKind::If(..) | StmtKind::Loop(_) | StmtKind::Labelled(..) | StmtKind::Jump(_) => {}
            StmtKind::Assign(local, value) => self.assign(state, *local, value, span),
            StmtKind::Havoc(locals) => self.havoc(state, locals),
            StmtKind::StoreField(receiver, field, value) => {
                self.store_field(state, receiver, *field, value, span);
            }
            StmtKind::StoreElement(array, index, value) => {
                self.store_element(state, array, index, value, span);
            }
            StmtKind::NewObject(local, fields, _) => self.new_object(state, *local, fields),
            StmtKind::NewArray(local, sizes, element) => {
                self.new_array(state, *local, sizes, element, stmt);
            }
            StmtKind::Inhale(assertion) => {
                self.produce(state, &checked, assertion);
                self.reached(state, Kind::Inhaled, span);
            }
            StmtKind::InhaleChecked(assertion) => {
                self.produce(state, &Context::granted(), assertion);
            }
            StmtKind::BarrierProof(proof) => self.barrier_proof(scope, state, proof),
            StmtKind::Decided {
                holds,
                rule,
                because,
            } => {
                let duty = Duty {
                    demanded_by: *because,
                    ..Duty::at(span, Failure::Rule(*rule))
                };
                self.decided(duty, *holds);
            }
            StmtKind::Exhale(assertion, blame) => {
                self.take_missing(state, assertion, blame);
                self.consume(state, &checked, assertion, blame);
            }
            StmtKind::Assert(assertion, blame) => {
                let mut here = checked;
                here.own_permissions = true;
                self.check_assertion(state, &here, assertion, blame);
            }
            StmtKind::Refute(assertion) => self.refute_assertion(state, assertion, stmt),
            StmtKind::Assume(formula) => {
                let fact = self.eval(state, &checked, formula);
                state.assume(fact);
                self.reached(state, Kind::Inhaled, span);
            }
            StmtKind::Mark(label) => {
                let heap = Rc::clone(&state.heap);
                state.labels.insert(*label, heap);
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
                    self.decided(Duty::at(span, Failure::BlockingInAtomic), false);
                }
                if *ghost && !core_lang::ends(self.program(), *method) {
                    self.decided(Duty::at(span, Failure::GhostCallMayNotEnd), false);
                }
                let call = Call {
                    method: *method,
                    args,
                    results,
                    blame,
                };
                self.call(scope, state, &call);
                self.reached(state, Kind::Inhaled, span);
            }
            StmtKind::Par(blocks) => self.par(scope, state, blocks),
            StmtKind::Side(body, havoc) => self.side(scope, state, body, *havoc),
            StmtKind::EndScope(locals) => state.locals.retain(|local, _| !locals.contains(local)),
            StmtKind::Barrier {
                requires,
                ensures,
                blame,
            } => {
                self.consume(state, &Context::granted(), requires, blame);
                // Of a cell that the thread does not hold it may learn nothing: what it
                // knew would outlast what another thread writes.
                self.produce(state, &checked, ensures);
            }
            StmtKind::Package(package) => self.package(scope, state, package, span),
            StmtKind::Fold(location, amount, body) => {
                self.fold_instance(state, location, amount, body, span);
            }
            StmtKind::Unfold(location, amount, body) => {
                self.unfold_instance(state, location, amount, body, span);
            }
            StmtKind::Acquire(object, token) => self.acquire(state, object, token, span),
            StmtKind::Fork(method, object, blame) => {
                self.fork(scope, state, *method, object, blame);
            }
            StmtKind::Join(method, object) => self.join_thread(state, *method, object),
        }
    }

    /// Statements with a label at their end, where jumps to it arrive.
    fn labelled(&mut self, scope: Scope<'_>, state: State, label: LabelId, body: &[Stmt]) -> Flow {
        let here = state.facts.len();
        let flow = self.run(scope, state, body);
        let (ending, jumps): (Vec<_>, Vec<_>) = flow
            .jumps
            .into_iter()
            .partition(|(target, _)| *target == label);
        let mut arriving: Vec<State> = flow.normal.into_iter().collect();
        arriving.extend(ending.into_iter().map(|(_, state)| state));
        Flow {
            normal: self.join(arriving, here),
            jumps,
        }
    }

    /// A proof on the side, without permissions.
    fn side(&mut self, scope: Scope<'_>, state: &State, body: &[Stmt], havoc: bool) {
        let mut side = state.clone();
        side.heap_mut().chunks.clear();
        if havoc {
            self.havoc_unheld(&mut side);
        }
        self.run(scope, side, body);
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
