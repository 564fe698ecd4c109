//! The cases of a `switch`.

use super::jumps::{has_label, is_case};
use crate::fact::Fact;
use crate::machine::{Machine, Switch};
use crate::number::Number;
use crate::state::State;
use crate::value::Why;
use clang::tree::{Expr, Stmt, StmtKind};
use contracts::Relation;

impl Machine<'_> {
    /// A statement that is reached by a jump alone, which a label is in.
    pub(super) fn entered(&mut self, stmt: &Stmt) -> Option<State> {
        let Some(Switch {
            mut begin,
            value,
            labels,
        }) = self.switches.last().cloned()
        else {
            // Only a label is there.
            let begin = self.anything();
            return self.statement(begin, stmt);
        };
        let (body, left_out) = match &stmt.kind {
            StmtKind::Case { first, last, body } => {
                let low = self.label(first);
                let high = last.as_ref().map_or(low, |last| self.label(last));
                let (Some(low), Some(high)) = (low, high) else {
                    return self.statement(begin, stmt);
                };
                let ends = match low == high {
                    true => vec![(Relation::Equal, low)],
                    false => vec![(Relation::AtLeast, low), (Relation::AtMost, high)],
                };
                for (relation, label) in ends {
                    begin.know(Fact::new(value.clone(), relation, Number::Literal(label)));
                }
                let value = value.literal();
                let other = value.is_some_and(|value| !(low..=high).contains(&value));
                (body, other)
            }
            StmtKind::Default(body) => {
                for label in &labels {
                    let label = Number::Literal(*label);
                    begin.know(Fact::new(value.clone(), Relation::Different, label));
                }
                let value = value.literal();
                (body, value.is_some_and(|value| labels.contains(&value)))
            }
            _ => return self.statement(begin, stmt),
        };
        if !left_out {
            return self.statement(begin, body);
        }
        if is_case(body) {
            return self.entered(body);
        }
        self.leave_out(body);
        None
    }

    /// A statement of a case is not executed.
    pub(super) fn leave_out(&mut self, stmt: &Stmt) {
        self.skip(Some(stmt));
        if self.skipped.contains(&stmt.place.span) {
            self.left_out.insert(stmt.place.span);
        }
    }

    /// The value of a label of a `switch`.
    fn label(&mut self, label: &Expr) -> Option<i128> {
        self.muted += 1;
        let number = self.number_of(&mut State::default(), label);
        self.muted -= 1;
        number.literal()
    }

    /// Executes a `switch`, from the state behind what is looked at.
    pub(super) fn switch(&mut self, mut state: State, value: Number, body: &Stmt) -> State {
        let mut cases = Vec::new();
        find_cases(body, &mut cases);
        let labels: Vec<i128> = cases
            .into_iter()
            .filter_map(|one| self.label(one))
            .collect();
        if has_label(body) {
            state = self.anything();
        }
        let why = Why {
            reason: "it is changed in a `switch`".to_owned(),
            place: body.place,
        };
        self.looped(state, (&why, false), &mut |machine, begin| {
            machine.switches.push(Switch {
                begin: begin.clone(),
                value: value.clone(),
                labels: labels.clone(),
            });
            let end = match &body.kind {
                // What is in front of the first case is not executed.
                StmtKind::Block(all) => machine.block(None, all),
                _ => machine.statement(begin, body),
            };
            machine.switches.pop();
            end
        })
    }
}

/// The first values of the cases of a `switch`.
fn find_cases<'s>(body: &'s Stmt, found: &mut Vec<&'s Expr>) {
    match &body.kind {
        StmtKind::Block(all) => all.iter().for_each(|one| find_cases(one, found)),
        StmtKind::Case { first, body, .. } => {
            found.push(first);
            find_cases(body, found);
        }
        StmtKind::Default(body) => find_cases(body, found),
        // The rest may be of another one; fewer are no error.
        _ => {}
    }
}
