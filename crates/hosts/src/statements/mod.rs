//! Statements.
//!
//! | file | decides |
//! |---|---|
//! | `declare.rs` | what is known of a variable where it is declared, and what a function returns |
//! | `branch.rs` | which side of an `if` is executed |
//! | `switch.rs` | which case of a `switch` is executed |
//! | `repeated.rs` | what one iteration of a loop is, and in which order its parts are executed |
//! | `counter.rs` | how small the number that a loop counts can be |
//! | `looped.rs` | what is forgotten of what a loop changes |
//! | `turns.rs` | which pointers a loop exchanges |
//! | `unrolled.rs` | which loops are executed turn by turn |
//! | `jumps.rs` | where jumps lead |

mod branch;
mod counter;
mod declare;
mod jumps;
mod looped;
mod repeated;
mod switch;
mod turns;
mod unrolled;

pub(crate) use jumps::jumps_forward;

use crate::forms;
use crate::machine::Machine;
use crate::state::State;
use crate::value::{Value, Why};
use clang::tree::{Expr, ExprKind, Opaque, Stmt, StmtKind, VariableId};
use jumps::is_case;

impl Machine<'_> {
    /// Executes a statement; gives nothing if it is not left at its end.
    pub(crate) fn statement(&mut self, mut state: State, stmt: &Stmt) -> Option<State> {
        // Temporaries of a condition in front of it are gone.
        self.end_objects(&mut state, stmt.place);
        let mut end = self.executed(state, stmt);
        // Wherever the life of an object ends, its destructor may do anything that it can.
        if let Some(state) = &mut end {
            self.end_objects(state, stmt.place);
        }
        end
    }

    /// What destructors may do to what is known.
    pub(crate) fn end_objects(&mut self, state: &mut State, place: clang::place::Place) {
        if self.frames.last().is_some_and(|frame| frame.objects) {
            let reason = "a destructor may change it".to_owned();
            self.disturb(state, &Why { reason, place });
        }
    }

    fn executed(&mut self, mut state: State, stmt: &Stmt) -> Option<State> {
        let why = |reason: &str| Why {
            reason: reason.to_owned(),
            place: stmt.place,
        };
        if !self.step() {
            self.forget_all(&mut state, &why("the function is too long to follow"));
            return Some(state);
        }
        if forms::of_statement(&stmt.kind).is_none() {
            match &stmt.kind {
                StmtKind::Opaque(Opaque { why: reason, words }) => {
                    self.run_words(&mut state, words.as_ref(), &why(reason));
                }
                _ => self.run_words(&mut state, None, &why("this statement is not followed")),
            }
            return Some(state);
        }
        match &stmt.kind {
            StmtKind::Block(all) => self.block(Some(state), all),
            StmtKind::Empty => Some(state),
            StmtKind::Expr(expr) if crate::calls::is_throw(expr) => None,
            StmtKind::Expr(expr) => {
                self.value(&mut state, expr);
                (!self.ends(expr)).then_some(state)
            }
            StmtKind::Declare(all) => {
                for id in all {
                    self.declare(&mut state, *id);
                    self.end_objects(&mut state, stmt.place);
                }
                Some(state)
            }
            StmtKind::If {
                before,
                condition,
                then,
                otherwise,
                ..
            } => {
                for one in before {
                    state = self.statement(state, one)?;
                }
                self.if_else(
                    state,
                    condition,
                    (then.as_deref(), otherwise.as_deref()),
                    stmt,
                )
            }
            StmtKind::Do { .. }
            | StmtKind::While { .. }
            | StmtKind::For { .. }
            | StmtKind::ForRange { .. }
            | StmtKind::Switch { .. } => self.repeated(state, stmt),
            StmtKind::Case { body, .. } | StmtKind::Default(body) => {
                // What is changed anywhere in it is not known where a case begins.
                let switch = self.switches.last();
                let begin = switch.map_or(state, |switch| switch.begin.clone());
                self.statement(begin, body)
            }
            StmtKind::Break | StmtKind::Continue => {
                self.end_objects(&mut state, stmt.place);
                None
            }
            StmtKind::Goto(_) => {
                for value in state.variables.values() {
                    self.leak(value);
                }
                self.end_objects(&mut state, stmt.place);
                None
            }
            StmtKind::Label { body, .. } => {
                for value in state.variables.values() {
                    self.leak(value);
                }
                let state = self.anything();
                self.statement(state, body)
            }
            StmtKind::Return(value) => {
                let value = match value {
                    Some(value) => self.returned(&mut state, value),
                    None => Value::Unknown(why("nothing is returned")),
                };
                self.end_objects(&mut state, stmt.place);
                if let Some(frame) = self.frames.last_mut() {
                    frame.returns.push((state, value));
                }
                None
            }
            StmtKind::Attributed { body, .. } => self.statement(state, body),
            StmtKind::Asm { .. } | StmtKind::Opaque(_) => Some(state),
        }
    }

    /// The state of which nothing is known.
    fn anything(&mut self) -> State {
        let mut state = State::default();
        self.free_all(&mut state);
        state
    }

    /// The statements of a block; at its end, what its variables own is given back.
    fn block(&mut self, mut now: Option<State>, all: &[Stmt]) -> Option<State> {
        let owned = |machine: &Self, one: &Stmt| match &one.kind {
            StmtKind::Declare(all) => {
                let all = all.iter().filter(|id| {
                    machine
                        .unit
                        .variable(**id)
                        .is_some_and(|v| machine.owns(v.ty))
                });
                all.copied().collect::<Vec<_>>()
            }
            _ => Vec::new(),
        };
        let owners: Vec<VariableId> = all.iter().flat_map(|one| owned(self, one)).collect();
        self.of_blocks.extend(&owners);
        let mut case_is_left_out = false;
        for (at, one) in all.iter().enumerate() {
            // Behind what leaves a block, a label of a `switch` may follow.
            now = match now {
                Some(state) => self.statement(state, one),
                None if is_case(one) => {
                    let before = self.left_out.len();
                    let end = self.entered(one);
                    case_is_left_out = self.left_out.len() > before;
                    end
                }
                None => {
                    if case_is_left_out {
                        self.leave_out(one);
                    }
                    None
                }
            };
            if now.is_none() && !all.iter().skip(at + 1).any(is_case) {
                return None;
            }
        }
        if let Some(state) = &mut now {
            for id in owners {
                let variable = self.variable(id);
                self.end_owner(state, variable);
            }
        }
        now
    }
}

/// The value of an expression that is a number as it stands.
pub(crate) fn constant(expr: &Expr) -> Option<i128> {
    match &expr.kind {
        ExprKind::Integer(value) => Some(*value),
        ExprKind::Cast { operand, .. } => constant(operand),
        _ => None,
    }
}
