//! How often a loop runs, where all that bears on it is numbers.

use crate::shared::bounds::{Side, tested};
use crate::shared::loops::{By, Update, UpdateOp, constant};
use crate::shared::names::local;
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{Signed, ToPrimitive, Zero};
use spec_lang::ast::{BinaryOp, Expr, ExprKind, NodeId};
use spec_lang::resolve::Resolution;

/// Iterations that are followed one by one at most.
const MOST_FOLLOWED: usize = 512;

/// A test of the variable against a number.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Test {
    relation: Relation,
    limit: BigInt,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Relation {
    Below,
    Above,
    Other,
}

impl Test {
    /// A comparison with a number that bounds the variable on this side.
    pub(super) fn at(side: Side, strict: bool, limit: BigInt) -> Test {
        let (relation, limit) = match (side, strict) {
            (Side::Upper, true) => (Relation::Below, limit),
            (Side::Upper, false) => (Relation::Below, limit + 1),
            (Side::Lower, true) => (Relation::Above, limit),
            (Side::Lower, false) => (Relation::Above, limit - 1),
        };
        Test { relation, limit }
    }

    /// A guard that is such a test, in any of its forms.
    pub(super) fn of(resolution: &Resolution, guard: &Expr, variable: NodeId) -> Option<Test> {
        if let Some((side, strict, limit)) = tested(resolution, guard, variable) {
            let limit = constant(limit)?;
            return Some(Test::at(side, strict, limit));
        }
        let ExprKind::Binary(BinaryOp::Ne, left, right) = &guard.kind else {
            return None;
        };
        let limit = match local(resolution, left) == Some(variable) {
            true => constant(right)?,
            false if local(resolution, right) == Some(variable) => constant(left)?,
            false => return None,
        };
        Some(Test {
            relation: Relation::Other,
            limit,
        })
    }

    fn holds(&self, value: &BigInt) -> bool {
        match self.relation {
            Relation::Below => *value < self.limit,
            Relation::Above => *value > self.limit,
            Relation::Other => *value != self.limit,
        }
    }
}

/// The variable's value after some iterations.
pub(super) fn value(first: &BigInt, update: &Update, iterations: &BigInt) -> Option<BigInt> {
    let By::Number(by) = &update.by else {
        return None;
    };
    match update.op {
        UpdateOp::Add => Some(first + by * iterations),
        UpdateOp::Sub => Some(first - by * iterations),
        UpdateOp::Mul | UpdateOp::Div => {
            let mut value = first.clone();
            for _ in 0..iterations.to_usize().filter(|&n| n <= MOST_FOLLOWED)? {
                value = next(&value, update.op, by)?;
            }
            Some(value)
        }
    }
}

fn next(value: &BigInt, op: UpdateOp, by: &BigInt) -> Option<BigInt> {
    match op {
        UpdateOp::Mul => Some(value * by),
        // What is left of a negative number depends on how it is rounded.
        UpdateOp::Div if by.is_positive() && !value.is_negative() => Some(value.div_floor(by)),
        _ => None,
    }
}

/// How often the loop runs from this value on; none if for ever, or if it cannot be said.
pub(super) fn iterations(first: &BigInt, update: &Update, test: &Test) -> Option<BigInt> {
    let By::Number(by) = &update.by else {
        return None;
    };
    if !test.holds(first) {
        return Some(BigInt::zero());
    }
    let step = match update.op {
        UpdateOp::Add => by.clone(),
        UpdateOp::Sub => -by,
        UpdateOp::Mul | UpdateOp::Div => {
            let mut value = first.clone();
            for count in 1..=MOST_FOLLOWED {
                value = next(&value, update.op, by)?;
                if !test.holds(&value) {
                    return Some(BigInt::from(count));
                }
            }
            return None;
        }
    };
    if step.is_zero() {
        return None;
    }
    let way = &test.limit - first;
    match test.relation {
        // The number of steps until the limit is reached or passed.
        Relation::Below if step.is_positive() => Some(way.div_ceil(&step)),
        Relation::Above if step.is_negative() => Some((-way).div_ceil(&-step)),
        Relation::Other => {
            let (count, rest) = way.div_mod_floor(&step);
            (rest.is_zero() && count.is_positive()).then_some(count)
        }
        _ => None,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use text::span::Span;

    fn update(op: UpdateOp, by: i64) -> Update {
        Update {
            op,
            by: By::Number(by.into()),
            places: 1,
            span: Span::default(),
        }
    }

    /// The loop itself, run.
    fn run(first: i64, op: UpdateOp, by: i64, test: &Test) -> Option<i64> {
        let mut value = BigInt::from(first);
        for count in 0..60 {
            if !test.holds(&value) {
                return Some(count);
            }
            value = match op {
                UpdateOp::Add => value + by,
                UpdateOp::Sub => value - by,
                UpdateOp::Mul => value * by,
                UpdateOp::Div => value / by,
            };
        }
        None
    }

    #[test]
    fn as_often_as_the_loop_itself() {
        for relation in [Relation::Below, Relation::Above, Relation::Other] {
            for op in [UpdateOp::Add, UpdateOp::Sub, UpdateOp::Mul, UpdateOp::Div] {
                for (first, by, limit) in (-3..12)
                    .flat_map(|f| (1..5).flat_map(move |b| (-4..20).map(move |l| (f, b, l))))
                {
                    let test = Test {
                        relation,
                        limit: limit.into(),
                    };
                    let update = update(op, by);
                    let found = iterations(&first.into(), &update, &test);
                    let wanted = run(first, op, by, &test).map(BigInt::from);
                    let unsaid = op == UpdateOp::Div && found.is_none() && first < 0;
                    assert!(
                        found == wanted || unsaid,
                        "{first} {op:?} {by} {test:?}: {found:?}, {wanted:?}"
                    );
                    if let Some(count) = found.filter(|count| *count > BigInt::zero()) {
                        let last = value(&first.into(), &update, &(&count - 1)).unwrap();
                        assert!(test.holds(&last));
                        assert!(!test.holds(&value(&first.into(), &update, &count).unwrap()));
                    }
                }
            }
        }
    }
}
