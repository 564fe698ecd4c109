//! The number that a `for` counts: at the begin of each iteration it is not smaller than where it began, if only the step
//! changes it, and the step makes it no smaller.

use crate::fact::Fact;
use crate::machine::{Changes, Machine};
use crate::number::Number;
use crate::state::State;
use crate::value::{Value, Variable};
use clang::tree::{BinaryOp, Expr, ExprKind, UnaryOp};
use clang::types::Qual;
use contracts::Relation;
use std::cell::Cell;

/// What a `for` counts.
pub(super) struct Counter {
    variable: Variable,
    /// Where it begins.
    first: Number,
    /// Whether the condition or the body may change it.
    pub changed: Cell<bool>,
    /// How deep the loop is executed for its launches, not for what it changes.
    level: u32,
}

impl Machine<'_> {
    /// Whether a step is at least `least`, as it is written and as it is computed: without a sign it may wrap, to
    /// a smaller number, and a conversion to a narrow type may give another number.
    fn grows(&self, computed: [Qual; 2], counted: Qual, (step, least): (&Expr, i128)) -> bool {
        let of_count = self.integer(counted);
        let signed = of_count.is_some_and(|(_, signed)| signed);
        if !signed || computed.iter().any(|ty| self.integer(*ty) != of_count) {
            return false;
        }
        let mut step = step;
        while let ExprKind::Cast { operand, .. } = &step.kind {
            if self.integer(step.ty).is_none_or(|(bits, _)| bits < 32) {
                return false;
            }
            step = operand;
        }
        let ExprKind::Integer(by) = &step.kind else {
            return false;
        };
        (least..=i128::from(i32::MAX)).contains(by)
    }

    /// What a loop counts, by its step, in the state in which it begins.
    pub(super) fn counter(&self, state: &State, step: Option<&Expr>) -> Option<Counter> {
        let step = step?;
        let (counted, grows) = match &step.kind {
            ExprKind::Unary {
                op: UnaryOp::PreIncrement | UnaryOp::PostIncrement,
                operand,
            } => (operand, 0),
            ExprKind::Assign {
                op: Some((BinaryOp::Add, operand, result)),
                left,
                right,
            } if self.grows([*operand, *result], left.ty, (right, 0)) => (left, 0),
            // A number that is not negative grows so, too.
            ExprKind::Assign {
                op: Some((BinaryOp::Mul, operand, result)),
                left,
                right,
            } if self.grows([*operand, *result], left.ty, (right, 1)) => (left, 1),
            _ => return None,
        };
        let ExprKind::Variable(id) = &counted.kind else {
            return None;
        };
        // One without a sign may wrap to a smaller number; a narrow one is converted to its type.
        let (bits, signed) = self.integer(counted.ty)?;
        if !signed || bits < 32 || counted.ty.volatile {
            return None;
        }
        let variable = self.variable(*id);
        let Value::Integer(first) = state.variables.get(&variable)? else {
            return None;
        };
        let low = self.symbols.bounds(first).map(|(low, _)| low);
        if grows == 1 && low.is_none_or(|low| low < 0) {
            return None;
        }
        Some(Counter {
            variable,
            first: first.clone(),
            changed: Cell::new(false),
            level: self.muted,
        })
    }

    /// Where an iteration begins whose launches are reported, and all that the loop changes was seen before.
    pub(super) fn at_least(&self, state: &mut State, counter: &Counter) {
        if self.muted != counter.level || self.unstable > 0 || counter.changed.get() {
            return;
        }
        if let Some(Value::Integer(now)) = state.variables.get(&counter.variable) {
            let fact = Fact::new(now.clone(), Relation::AtLeast, counter.first.clone());
            state.know(fact);
        }
    }

    /// Begins to look at what a part of an iteration changes.
    pub(super) fn watch(&mut self) {
        self.changes.push(Changes::default());
    }

    /// Ends it, and says whether that may be what the loop counts.
    pub(super) fn watched(&mut self, counter: &Counter) {
        let changes = self.changes.pop().unwrap_or_default();
        if changes.variables.contains(&counter.variable) {
            counter.changed.set(true);
        }
    }
}
