//! Loops whose conditions are constant each time: `for (int n = 64; n <= 1024; n *= 2)`. They are executed turn by turn.

use super::jumps::{breaks, continues, depth, has_label, is_case};
use crate::machine::Machine;
use crate::state::State;
use clang::tree::{Expr, Stmt, StmtKind};

/// So many turns are executed.
const TURNS: u32 = 16;

/// So many of loops in each other.
const ALL_TURNS: u32 = 64;

/// The part of the steps left that a loop may take to see whether its turns are known.
const PART: u64 = 16;

/// Loops in it are so deep in each other.
const DEPTH: usize = 1;

/// As many of a loop that starts no kernel.
const SMALL: u64 = 600;

/// A loop.
struct Repeated<'e> {
    /// What is declared at the begin of each turn.
    variable: Option<&'e Stmt>,
    condition: &'e Expr,
    step: Option<&'e Expr>,
    body: &'e Stmt,
}

impl Repeated<'_> {
    /// A loop, if it is of a kind that may be executed turn by turn.
    fn of(stmt: &Stmt) -> Option<Repeated<'_>> {
        let (variable, condition, step, body) = match &stmt.kind {
            StmtKind::While {
                variable: None,
                condition,
                body,
            } => (None, condition, None, body),
            StmtKind::For {
                variable: None,
                condition: Some(condition),
                step,
                body,
                ..
            } => (None, condition, step.as_ref(), body),
            StmtKind::ForRange {
                condition,
                step,
                variable,
                body,
                ..
            } => (Some(&**variable), condition, Some(step), body),
            _ => return None,
        };
        Some(Repeated {
            variable,
            condition,
            step,
            body,
        })
    }
}

/// How far a loop is known.
enum Turns {
    /// It ends so, after so many turns; without a state, if it is left another way.
    Ended(Option<State>, u32),
    /// When it ends is not known.
    Open,
}

impl Machine<'_> {
    /// Executes a loop turn by turn, if it has only few, and each time it is known whether there is another one; `state` is
    /// what holds behind what stands in front of the turns. Gives what holds behind the loop; nothing is done where that is
    /// not known.
    pub(super) fn unrolled(&mut self, state: &State, stmt: &Stmt) -> Option<Option<State>> {
        let one = &Repeated::of(stmt)?;
        let body = one.body;
        let plain = !has_label(body) && !is_case(body) && !continues(body) && !breaks(body);
        let plain = plain && depth(body) <= DEPTH;
        // Where it is only looked for what a loop changes, the loop around is executed for it.
        if self.muted > 0 || !plain || !self.counts(state, one) {
            return None;
        }
        let begin = self.left;
        let mut turns = None;
        let started = self.started;
        self.ended(
            state.clone(),
            &mut |machine, state| match machine.each_turn(state, one, begin) {
                Turns::Ended(end, count) => {
                    turns = Some(count);
                    end
                }
                Turns::Open => None,
            },
        );
        if self.started == started && begin.saturating_sub(self.left) > SMALL {
            return None;
        }
        let around = self.around.max(1);
        let all = around.saturating_mul(turns?.max(1));
        if all > ALL_TURNS {
            return None;
        }
        self.around = all;
        let end = self.each_turn(state.clone(), one, 0);
        self.around = around;
        match end {
            Turns::Ended(end, _) => Some(end),
            // What was executed is so; the rest is not known.
            Turns::Open => None,
        }
    }

    /// Whether the condition is constant with each step, as far as the body changes nothing of it.
    fn counts(&mut self, state: &State, one: &Repeated<'_>) -> bool {
        let mut ends = one.step.is_none();
        self.ended(state.clone(), &mut |machine, mut state| {
            for _ in 0..=TURNS {
                match (
                    machine.number_of(&mut state, one.condition).literal(),
                    one.step,
                ) {
                    (None, _) => {
                        ends = false;
                        break;
                    }
                    (Some(0), _) => {
                        ends = true;
                        break;
                    }
                    (Some(_), None) => break,
                    (Some(_), Some(step)) => {
                        machine.value(&mut state, step);
                    }
                }
            }
            Some(state)
        });
        ends
    }

    /// Executes the turns; `begin` is how many steps were left before, where only so many may be taken, or 0.
    fn each_turn(&mut self, mut state: State, one: &Repeated<'_>, begin: u64) -> Turns {
        let started = self.started;
        for turn in 0..=TURNS {
            let taken = begin.saturating_sub(self.left);
            let most = match self.started == started {
                true => SMALL,
                false => begin / PART,
            };
            if begin > 0 && turn > 0 && taken > most {
                return Turns::Open;
            }
            match self.number_of(&mut state, one.condition).literal() {
                None => return Turns::Open,
                Some(0) => return Turns::Ended(Some(state), turn),
                Some(_) => {}
            }
            match self.turn(state, one) {
                Some(end) => state = end,
                None => return Turns::Ended(None, turn),
            }
        }
        Turns::Open
    }

    fn turn(&mut self, mut state: State, one: &Repeated<'_>) -> Option<State> {
        if let Some(variable) = one.variable {
            state = self.statement(state, variable)?;
        }
        state = self.statement(state, one.body)?;
        if let Some(step) = one.step {
            self.value(&mut state, step);
        }
        Some(state)
    }
}
