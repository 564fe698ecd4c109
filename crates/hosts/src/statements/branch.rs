//! The sides of an `if`.

use super::jumps::is_case;
use crate::machine::Machine;
use crate::state::State;
use clang::tree::{Expr, Stmt};

impl Machine<'_> {
    pub(super) fn if_else(
        &mut self,
        mut state: State,
        condition: &Expr,
        (then, otherwise): (Option<&Stmt>, Option<&Stmt>),
        stmt: &Stmt,
    ) -> Option<State> {
        let before = state.clone();
        let number = self.number_of(&mut state, condition);
        let run = |machine: &mut Self, state: State, stmt: Option<&Stmt>| match stmt {
            Some(stmt) => machine.statement(state, stmt),
            None => Some(state),
        };
        match number.literal() {
            Some(0) if !is_entered(then) => {
                self.skip(then);
                return run(self, state, otherwise);
            }
            Some(1..) | Some(..=-1) if !is_entered(otherwise) => {
                self.skip(otherwise);
                return run(self, state, then);
            }
            Some(_) | None => {}
        }
        let mut other = state.clone();
        self.assume_of(&before, &mut state, condition, true);
        self.assume_of(&before, &mut other, condition, false);
        let a = run(self, state, then);
        let b = run(self, other, otherwise);
        self.join(a, b, stmt.place)
    }

    /// A statement is not executed.
    pub(super) fn skip(&mut self, stmt: Option<&Stmt>) {
        let place = stmt.map(|stmt| stmt.place);
        if let Some(place) = place.filter(|place| place.spelling.is_none() && self.muted == 0) {
            self.skipped.insert(place.span);
        }
    }
}

/// Whether a jump may lead into it.
fn is_entered(stmt: Option<&Stmt>) -> bool {
    stmt.is_some_and(is_case)
}
