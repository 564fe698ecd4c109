//! Statements, and calls of functions without a body.

use super::{Exec, Executed};
use crate::accesses::{Among, Kind, Who};
use crate::calls::function_address::is_function;
use crate::execution::state::State;
use crate::execution::value::{Target, Value};
use crate::memory::view::View;
use crate::report::{Lack, Unsupported};
use kernel_graph::{
    Access, Callee, Collective, Expr, LocalId, Place, Scope, Stmt, StmtKind, Terminator,
};
use solver::term::int;
use std::collections::BTreeMap;

impl Exec<'_> {
    pub(super) fn stmt(&mut self, state: &mut State, stmt: &Stmt) -> Executed<()> {
        let first = self.summary.accesses.len();
        self.one_stmt(state, stmt)?;
        if of_lanes(&stmt.kind) {
            for made in self.summary.accesses.iter_mut().skip(first) {
                made.lanes = true;
            }
        }
        Ok(())
    }

    fn one_stmt(&mut self, state: &mut State, stmt: &Stmt) -> Executed<()> {
        let place = stmt.place;
        match &stmt.kind {
            StmtKind::Assign { to, value } => {
                let value = self.value(state, value, place)?;
                self.set(state, *to, value);
            }
            StmtKind::Load {
                to,
                address,
                access,
            } => self.load_local(state, *to, (address, *access), place)?,
            StmtKind::Store {
                address,
                value,
                access,
            } => self.store_value(state, (address, *access), value, place)?,
            StmtKind::Copy {
                to, from, bytes, ..
            } => {
                let to = self.pointer(state, to, place)?;
                let from = self.pointer(state, from, place)?;
                let bytes = self.size(state, bytes, place)?;
                self.learn_fitting(state, place);
                self.copy(state, &to, &from, &bytes, place)?;
            }
            StmtKind::Fill { to, bytes, .. } => {
                let to = self.pointer(state, to, place)?;
                let bytes = self.size(state, bytes, place)?;
                self.learn_fitting(state, place);
                self.overwrite(state, &to, &bytes, place)?;
            }
            StmtKind::Atomic {
                to,
                op,
                address,
                scalar,
                operands,
                scope,
                ..
            } => {
                let pointer = self.pointer(state, address, place)?;
                self.learn_fitting(state, place);
                let bytes = int(i64::from(scalar.bytes(self.module.target.pointer)));
                let among = match scope {
                    Scope::Grid | Scope::System => Among::All,
                    Scope::Block => Among::Block,
                    Scope::Warp(_) | Scope::Tile(_) | Scope::SubGroup => Among::Few,
                };
                self.touch(state, &pointer, &bytes, Kind::Atomic(among), place)?;
                if let Some(to) = to {
                    let value = self.arbitrary(*scalar, "atomic");
                    self.counter(state, (*op, operands), &pointer, &value);
                    self.set(state, *to, value);
                }
            }
            StmtKind::Barrier(barrier) => self.barrier(state, barrier, place)?,
            // A fence orders what one thread does; it makes nobody wait.
            StmtKind::Fence(..) | StmtKind::Point => {}
            StmtKind::Collective {
                to,
                op,
                among,
                operands,
            } => {
                self.exchange(state, among.as_ref(), place)?;
                if *op == Collective::Same {
                    let mut same = Vec::new();
                    for operand in operands {
                        same.push(self.value(state, operand, place)?);
                    }
                    self.agreement(state, same, (Who::Warp, place));
                    self.whole_warps(place);
                }
                let voted = self.voted(state, (op, among.as_ref()), self.scalar(*to));
                let value = voted.unwrap_or_else(|| self.arbitrary(self.scalar(*to), "exchanged"));
                self.set(state, *to, value);
            }
            StmtKind::CopyAsync { .. } | StmtKind::WaitAsync(_) | StmtKind::CopyGroup(_) => {
                self.asynchronous(state, &stmt.kind, place)?;
            }
            StmtKind::Havoc(to) => {
                let value = self.arbitrary(self.scalar(*to), "arbitrary");
                self.set(state, *to, value);
            }
            StmtKind::Declare(array) => {
                state.private.insert(*array, BTreeMap::new());
            }
            StmtKind::Annotation(annotation) => {
                self.fitting.annotation = true;
                let result = self.annotation(state, annotation, place);
                // Nobody executes what an annotation says: there it is arithmetic of the machine.
                self.fitting.annotation = false;
                self.fitting.forget(0);
                result?;
            }
            StmtKind::Call {
                to,
                callee,
                arguments,
            } => self.call(state, *to, (callee, arguments), place)?,
        }
        Ok(())
    }

    fn load_local(
        &mut self,
        state: &mut State,
        to: LocalId,
        (address, access): (&Expr, Access),
        place: Place,
    ) -> Executed<()> {
        self.fitting.annotation = access.ghost;
        let pointer = self.pointer(state, address, place);
        self.fitting.annotation = false;
        let pointer = pointer?;
        match access.ghost {
            // What an annotation reads nobody executes.
            true => self.fitting.forget(0),
            false => self.learn_fitting(state, place),
        }
        let scalar = self.scalar(to);
        let value = self.load(state, &pointer, scalar, access, place)?;
        self.set(state, to, value);
        Ok(())
    }

    fn store_value(
        &mut self,
        state: &mut State,
        (address, access): (&Expr, Access),
        value: &Expr,
        place: Place,
    ) -> Executed<()> {
        let pointer = self.pointer(state, address, place)?;
        let bytes = value.scalar.bytes(self.module.target.pointer);
        let before = self.fitting.len();
        let value = self.stored(state, value, place)?;
        if !self.choices.fitting.wants_values(self.at) {
            self.fitting.forget(before);
        }
        self.learn_fitting(state, place);
        self.store(state, &pointer, (value, bytes), access.ghost, place)
    }

    /// Records who has to come to an exchange.
    fn exchange(&mut self, state: &State, among: Option<&Scope>, place: Place) -> Executed<()> {
        match among {
            Some(Scope::Warp(mask)) => return self.gather_named(mask, state, place),
            Some(Scope::Tile(size)) => self.gather(Who::Tile(*size), None, state, place),
            Some(Scope::SubGroup) => self.gather(Who::SubGroup, None, state, place),
            // A barrier of the block stands before it; or whoever is there takes part.
            Some(Scope::Block | Scope::Grid | Scope::System) | None => {}
        }
        Ok(())
    }

    fn call(
        &mut self,
        state: &mut State,
        to: Option<LocalId>,
        (callee, arguments): (&Callee, &[Expr]),
        place: Place,
    ) -> Executed<()> {
        let name = match callee {
            Callee::External(name) => name,
            // What is left of these are the ways of a choice that must not be taken.
            Callee::Function(_) => {
                self.call_again(state, to, place);
                return Ok(());
            }
            Callee::Pointer(pointer) => {
                let value = self.value(state, pointer, place)?;
                self.call_nowhere(state, (value, to), place);
                return Ok(());
            }
        };
        // A function without a body may write whatever it can name, and wait for other threads.
        let mut harmless = self.choices.trust_external;
        let mut passed = Vec::new();
        for argument in arguments {
            let value = self.value(state, argument, place)?;
            harmless = harmless && self.stays_private(state, &value);
            passed.push(value);
        }
        let lack = Unsupported::new(Lack::External(name.clone()), place);
        if !harmless && self.choices.demands_unreachable && self.ends_here() {
            // What it does is not decided, but that it does not return is to be shown.
            return self.lacking(lack);
        }
        if !harmless && self.choices.demands_unreachable {
            // It is not decided, and what is found beside it counts: nothing is known of what it may have written.
            for view in state.views.values_mut() {
                *view = View::unknown();
            }
            for value in &passed {
                let Value::Pointer(pointer) = value else {
                    continue;
                };
                for case in &pointer.cases {
                    if let Target::Array(array) = case.target {
                        state.private.remove(&array);
                    }
                }
            }
            self.lacking(lack)?;
        } else if !harmless {
            return Err(lack);
        }
        if self.trials == 0 {
            self.summary.external.insert(name.clone());
        }
        if let Some(to) = to {
            let value = self.arbitrary(self.scalar(to), "result");
            self.set(state, to, value);
        }
        Ok(())
    }

    /// Whether a function that gets a value cannot write what others see by it; the thread's own
    /// memory that it may write becomes arbitrary.
    fn stays_private(&mut self, state: &mut State, value: &Value) -> bool {
        let pointer = match value {
            // It could call it.
            value if is_function(value) => return false,
            Value::Bits(_) | Value::Bool(_) => return true,
            Value::Event(_) | Value::Opaque => return false,
            Value::Pointer(pointer) => pointer,
        };
        for case in &pointer.cases {
            match case.target {
                Target::Null => {}
                Target::Array(array) if self.is_constant(array) => {}
                Target::Array(array) if self.is_private(array) => {
                    // The addresses that an array without cells holds are unknown.
                    let Some(cells) = state.private.remove(&array) else {
                        return false;
                    };
                    let plain = |value: &Value| {
                        matches!(value, Value::Bits(_) | Value::Bool(_)) && !is_function(value)
                    };
                    if !cells.values().all(|(_, value)| plain(value)) {
                        return false;
                    }
                }
                Target::Array(_) | Target::Function(_) | Target::Unknown => return false,
            }
        }
        true
    }

    /// Whether nothing comes after the statement at work, as the program says.
    fn ends_here(&self) -> bool {
        let (id, at) = self.at;
        let block = self.function.block(id);
        block.is_some_and(|block| {
            block.end == Terminator::Unreachable && block.stmts.len() == at + 1
        })
    }
}

/// Whether lanes of the warp make the accesses of a statement for the thread.
fn of_lanes(kind: &StmtKind) -> bool {
    match kind {
        StmtKind::Load { access, .. }
        | StmtKind::Store { access, .. }
        | StmtKind::Copy { access, .. }
        | StmtKind::Fill { access, .. } => access.lanes,
        StmtKind::Assign { .. }
        | StmtKind::Atomic { .. }
        | StmtKind::Barrier(_)
        | StmtKind::Fence(..)
        | StmtKind::Collective { .. }
        | StmtKind::CopyAsync { .. }
        | StmtKind::WaitAsync(_)
        | StmtKind::CopyGroup(_)
        | StmtKind::Havoc(_)
        | StmtKind::Declare(_)
        | StmtKind::Annotation(_)
        | StmtKind::Point
        | StmtKind::Call { .. } => false,
    }
}
