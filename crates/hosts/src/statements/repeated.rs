//! Loops of each kind, and the `switch`.

use super::constant;
use super::counter::Counter;
use super::jumps::{continues, has_label, is_case, jumps};
use crate::machine::Machine;
use crate::state::State;
use crate::value::Why;
use clang::tree::{Expr, Stmt, StmtKind};

impl Machine<'_> {
    /// What is known where a loop begins, also if a jump leads into it.
    fn before_loop(&mut self, state: State, body: &Stmt) -> State {
        if has_label(body) {
            return self.anything();
        }
        match self.switches.last().filter(|_| is_case(body)) {
            Some(switch) => {
                let begin = Some(switch.begin.clone());
                let joined = self.join(Some(state), begin, body.place);
                joined.unwrap_or_default()
            }
            None => state,
        }
    }

    /// A loop or a `switch`.
    pub(super) fn repeated(&mut self, mut state: State, stmt: &Stmt) -> Option<State> {
        let why = |reason: &str| Why {
            reason: reason.to_owned(),
            place: stmt.place,
        };
        if let StmtKind::While { body, .. }
        | StmtKind::For { body, .. }
        | StmtKind::ForRange { body, .. } = &stmt.kind
        {
            state = self.before_loop(state, body);
        }
        match &stmt.kind {
            StmtKind::Do { body, condition } => {
                let once = matches!(constant(condition), Some(0)) && !jumps(body);
                if once {
                    return self.statement(state, body);
                }
                let state = self.before_loop(state, body);
                Some(self.looped(
                    state,
                    (&why("it is changed in a loop"), !continues(body)),
                    &mut |machine, state| {
                        let end = machine.statement(state.clone(), body);
                        // Also behind a `continue`.
                        let mut end = end.unwrap_or(state);
                        machine.value(&mut end, condition);
                        Some(end)
                    },
                ))
            }
            StmtKind::While {
                variable,
                condition,
                body,
            } => {
                if let Some(end) = self.unrolled(&state, stmt) {
                    return end;
                }
                Some(self.looped(
                    state,
                    (&why("it is changed in a loop"), !continues(body)),
                    &mut |machine, mut state| {
                        if let Some(variable) = variable {
                            state = machine.statement(state, variable)?;
                        }
                        machine.iteration(state, (Some(condition), None, body), None)
                    },
                ))
            }
            StmtKind::For {
                init,
                variable,
                condition,
                step,
                body,
            } => {
                if let Some(init) = init {
                    state = self.statement(state, init)?;
                }
                if let Some(end) = self.unrolled(&state, stmt) {
                    return end;
                }
                let entered = variable.is_some() || has_label(body) || is_case(body);
                let counter = match entered {
                    false => self.counter(&state, step.as_ref()),
                    true => None,
                };
                Some(self.looped(
                    state,
                    (&why("it is changed in a loop"), !continues(body)),
                    &mut |machine, mut state| {
                        if let Some(counter) = &counter {
                            machine.at_least(&mut state, counter);
                        }
                        if let Some(variable) = variable {
                            state = machine.statement(state, variable)?;
                        }
                        let parts = (condition.as_ref(), step.as_ref(), &**body);
                        machine.iteration(state, parts, counter.as_ref())
                    },
                ))
            }
            StmtKind::ForRange {
                before,
                condition,
                step,
                variable,
                body,
            } => {
                for one in before {
                    state = self.statement(state, one)?;
                }
                if let Some(end) = self.unrolled(&state, stmt) {
                    return end;
                }
                Some(self.looped(
                    state,
                    (&why("it is changed in a loop"), !continues(body)),
                    &mut |machine, mut state| {
                        machine.value(&mut state, condition);
                        let state = machine.statement(state, variable)?;
                        machine.iteration(state, (None, Some(step), body), None)
                    },
                ))
            }
            StmtKind::Switch {
                before,
                value,
                body,
            } => {
                for one in before {
                    state = self.statement(state, one)?;
                }
                let value = self.number_of(&mut state, value);
                Some(self.switch(state, value, body))
            }
            _ => Some(state),
        }
    }

    /// One time through a loop.
    fn iteration(
        &mut self,
        mut state: State,
        (condition, step, body): (Option<&Expr>, Option<&Expr>, &Stmt),
        counter: Option<&Counter>,
    ) -> Option<State> {
        if counter.is_some() {
            self.watch();
        }
        if let Some(condition) = condition {
            let before = state.clone();
            self.value(&mut state, condition);
            self.assume_of(&before, &mut state, condition, true);
        }
        let end = self.statement(state.clone(), body);
        if let Some(counter) = counter {
            self.watched(counter);
        }
        // Also behind a `continue`.
        let mut state = end.unwrap_or(state);
        if let Some(step) = step {
            self.value(&mut state, step);
        }
        Some(state)
    }
}
