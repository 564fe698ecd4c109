//! Which thread has a cell: index maps followed back.

use super::contract::Atom;
use super::exchange::Threads;
use super::formula::{Linear, replaced};
use spec_lang::ast::build::{self, binary};
use spec_lang::ast::{BinaryOp, Expr, ExprKind};
use std::collections::{BTreeMap, BTreeSet};

/// Which thread has its permission at the cell of another.
pub(super) enum Cover {
    /// None.
    Never,
    /// One.
    When {
        /// When there is one.
        conditions: Vec<Expr>,
        /// Its iterators.
        thread: BTreeMap<String, Expr>,
    },
}

/// The iterator of the thread whose cell is looked at, apart from the one looked for.
fn primed(name: &str) -> String {
    format!("{name}'")
}

/// When some thread has its permission `other` at the cell of `own`, said of the thread
/// that has `own`. None if that cannot be said.
pub(super) fn covers(threads: &Threads, other: &Atom, own: &Atom) -> Option<Cover> {
    if other.indices.len() != own.indices.len() {
        return None;
    }
    let binders = |atom: &Atom| -> Vec<String> {
        let names = atom.binders.iter();
        names.map(|binder| binder.name.name.clone()).collect()
    };
    let mut names: Vec<String> = threads
        .iterators
        .iter()
        .map(|(name, ..)| name.clone())
        .collect();
    names.extend(binders(other));
    let mut both = names.clone();
    both.extend(binders(own));
    let prime: BTreeMap<String, Expr> = both
        .iter()
        .map(|name| (name.clone(), build::name(&primed(name))))
        .collect();
    let unprime: BTreeMap<String, Expr> = both
        .iter()
        .map(|name| (primed(name), build::name(name)))
        .collect();
    let cell: Vec<Linear> = own
        .indices
        .iter()
        .map(|index| Linear::of(&replaced(index, &prime)))
        .collect::<Option<_>>()?;
    let Some(Solved {
        values: solved,
        mut conditions,
        exact,
    }) = solve(threads, &names, other, &cell)?
    else {
        return Some(Cover::Never);
    };
    let values: BTreeMap<String, Expr> = solved
        .iter()
        .map(|(name, value)| (name.clone(), value.expr()))
        .collect();
    for (number, (index, cell)) in other.indices.iter().zip(&cell).enumerate() {
        if exact.contains(&number) {
            continue;
        }
        let difference = Linear::of(&replaced(index, &values))?.plus(cell, -1)?;
        match difference.as_number() {
            Some(0) => {}
            Some(_) => return Some(Cover::Never),
            None => conditions.push(zero(&difference)),
        }
    }
    for (name, low, high) in &threads.iterators {
        let value = solved.get(name)?;
        let (low, high) = (Linear::of(low)?, Linear::of(high)?);
        // The thread that has `own` is in the range.
        let same = value.factor(&primed(name)) == 1;
        let shift = same
            .then(|| value.without(&primed(name)).as_number())
            .flatten();
        let from_low = value.plus(&low, -1)?;
        let to_high = high.plus(value, -1)?;
        // There is a thread, so the range has a first and a last one.
        let is_end = from_low.as_number() == Some(0) || to_high.as_number() == Some(1);
        let above = match from_low.as_number() {
            Some(number) if number < 0 => return Some(Cover::Never),
            Some(_) => true,
            None => shift.is_some_and(|shift| shift >= 0) || is_end,
        };
        let below = match to_high.as_number() {
            Some(number) if number <= 0 => return Some(Cover::Never),
            Some(_) => true,
            None => shift.is_some_and(|shift| shift <= 0) || is_end,
        };
        if !above {
            conditions.push(at_least(&from_low));
        }
        if !below {
            conditions.push(binary(BinaryOp::Lt, value.expr(), high.expr()));
        }
    }
    for condition in &other.conditions {
        let condition = replaced(condition, &values);
        match decided(&condition) {
            Some(true) => {}
            Some(false) => return Some(Cover::Never),
            None => conditions.push(simplified(&condition)),
        }
    }
    let unprimed = |expr: &Expr| replaced(expr, &unprime);
    Some(Cover::When {
        conditions: conditions.iter().map(unprimed).collect(),
        thread: values
            .iter()
            .map(|(name, value)| (name.clone(), unprimed(value)))
            .collect(),
    })
}

/// The thread whose cell is looked at.
#[derive(Default)]
struct Solved {
    /// A value for each iterator and quantified variable.
    values: BTreeMap<String, Linear>,
    /// When it is one.
    conditions: Vec<Expr>,
    /// The indices that are those of the cell then.
    exact: BTreeSet<usize>,
}

/// The thread whose cell this is. None if that cannot be said; the inner option is none if it is
/// no thread's.
#[allow(clippy::option_option)]
fn solve(
    threads: &Threads,
    names: &[String],
    atom: &Atom,
    cell: &[Linear],
) -> Option<Option<Solved>> {
    let mut solved = Solved::default();
    // One index after the other gives an iterator, until none does.
    loop {
        let before = solved.values.len();
        for (number, (index, cell)) in atom.indices.iter().zip(cell).enumerate() {
            let index = Linear::of(index)?;
            let mut open: Vec<(&String, i64)> = names
                .iter()
                .filter(|name| !solved.values.contains_key(*name))
                .map(|name| (name, index.factor(name)))
                .filter(|(_, factor)| *factor != 0)
                .collect();
            open.sort_by_key(|(_, factor)| factor.abs());
            let rest = open
                .iter()
                .fold(index.clone(), |rest, (name, _)| rest.without(name));
            let rest = substituted(&rest, &solved.values)?;
            let free = names
                .iter()
                .all(|name| !super::formula::mentions(&rest.expr(), name));
            if !free {
                if let Some((name, value, conditions)) = around(threads, &index, cell) {
                    solved.values.entry(name).or_insert(value);
                    solved.conditions.extend(conditions);
                    solved.exact.insert(number);
                }
                continue;
            }
            let left = cell.plus(&rest, -1)?;
            match open.as_slice() {
                [(name, factor @ (1 | -1))] => {
                    solved.values.insert((*name).clone(), left.times(*factor)?);
                }
                [(name, factor)] => {
                    let left = left.times(factor.signum())?;
                    let factor = factor.checked_abs()?;
                    match quotient(&left, factor) {
                        Quotient::Never => return Some(None),
                        Quotient::Is(value) => {
                            solved.values.insert((*name).clone(), value);
                        }
                        Quotient::When(value, condition) => {
                            solved.values.insert((*name).clone(), value);
                            solved.conditions.push(*condition);
                        }
                    }
                    solved.exact.insert(number);
                }
                // A digit and what is left: `tile * 4 + k` with `0 <= k && k < 4`; both may be
                // subtracted.
                [(small, sign @ (1 | -1)), (large, factor)]
                    if factor.signum() == *sign
                        && factor.unsigned_abs() > 1
                        && is_digit(threads, atom, small, factor.checked_abs()?) =>
                {
                    let (quotient, digit) = divided(&left.times(*sign)?, factor.checked_abs()?)?;
                    solved.values.insert((*small).clone(), digit);
                    solved.values.insert((*large).clone(), quotient);
                    solved.exact.insert(number);
                }
                _ => {}
            }
        }
        if solved.values.len() == before {
            break;
        }
    }
    for name in names {
        if solved.values.contains_key(name) {
            continue;
        }
        // A condition may single out one thread.
        let value = atom.conditions.iter().find_map(|condition| {
            let ExprKind::Binary(BinaryOp::Eq, left, right) = &condition.kind else {
                return None;
            };
            let difference = Linear::of(left)?.plus(&Linear::of(right)?, -1)?;
            let factor = difference.factor(name);
            let rest = difference.without(name);
            let free = names
                .iter()
                .all(|name| !super::formula::mentions(&rest.expr(), name));
            (matches!(factor, 1 | -1) && free).then(|| rest.times(-factor))?
        })?;
        solved.values.insert(name.clone(), value);
    }
    Some(Some(solved))
}

/// The thread whose index is `(t + c) % n`, of threads `0 .. n`, and when it is one: a ring.
fn around(threads: &Threads, index: &Linear, cell: &Linear) -> Option<(String, Linear, Vec<Expr>)> {
    let (_, (term, 1)) = index.terms.iter().next()? else {
        return None;
    };
    let ExprKind::Binary(BinaryOp::Mod, sum, size) = &term.kind else {
        return None;
    };
    if index.terms.len() > 1 || index.constant != 0 {
        return None;
    }
    let (sum, size) = (Linear::of(sum)?, Linear::of(size)?);
    let (name, ..) = threads.iterators.iter().find(|(name, low, high)| {
        let is = |expr: &Expr, other: &Linear| {
            let difference = Linear::of(expr).and_then(|sum| sum.plus(other, -1));
            difference.and_then(|difference| difference.as_number()) == Some(0)
        };
        sum.factor(name) == 1 && is(low, &Linear::of_number(0)) && is(high, &size)
    })?;
    let shift = sum.without(name);
    let mut others = threads.iterators.iter();
    if others.any(|(other, ..)| super::formula::mentions(&shift.expr(), other)) {
        return None;
    }
    let back = cell.plus(&shift, -1)?;
    // Of what is negative the remainder would be, too.
    let back = match back.constant < 0 || back.terms.values().any(|(_, factor)| *factor < 0) {
        true => back.plus(&size, 1)?,
        false => back,
    };
    let conditions = vec![
        at_least(cell),
        binary(BinaryOp::Lt, cell.expr(), size.expr()),
    ];
    let thread = binary(BinaryOp::Mod, back.expr(), size.expr());
    Some((name.clone(), Linear::variable(&thread), conditions))
}

/// A sum divided by a number greater than 1.
enum Quotient {
    /// Without a remainder.
    Is(Linear),
    /// Never without one.
    Never,
    /// Without one if this holds.
    When(Linear, Box<Expr>),
}

fn quotient(sum: &Linear, by: i64) -> Quotient {
    if sum.terms.values().all(|(_, factor)| factor % by == 0) {
        if sum.constant % by != 0 {
            return Quotient::Never;
        }
        let mut whole = sum.clone();
        whole.constant /= by;
        for (_, factor) in whole.terms.values_mut() {
            *factor /= by;
        }
        return Quotient::Is(whole);
    }
    let of = |op| binary(op, sum.expr(), build::int(by));
    let none = build::int(0);
    Quotient::When(
        Linear::variable(&of(BinaryOp::Div)),
        Box::new(binary(BinaryOp::Eq, of(BinaryOp::Mod), none)),
    )
}

/// A sum divided by a number greater than 1, and the remainder.
fn divided(sum: &Linear, by: i64) -> Option<(Linear, Linear)> {
    // What is a multiple is as it is; a digit that is left over is the remainder.
    let mut whole = sum.clone();
    whole.terms.retain(|_, (_, factor)| *factor % by == 0);
    whole.constant -= whole.constant.rem_euclid(by);
    let rest = sum.plus(&whole, -1)?;
    match (quotient(&whole, by), rest.as_number()) {
        (Quotient::Is(quotient), Some(_)) => Some((quotient, rest)),
        _ => {
            let of = |op| binary(op, sum.expr(), build::int(by));
            Some((
                Linear::variable(&of(BinaryOp::Div)),
                Linear::variable(&of(BinaryOp::Mod)),
            ))
        }
    }
}

/// Whether a variable is known to lie in `0 .. size`, by the range of threads or the conditions.
fn is_digit(threads: &Threads, atom: &Atom, name: &str, size: i64) -> bool {
    let own = threads.iterators.iter().find(|(own, ..)| own == name);
    let mut known = atom.conditions.clone();
    if let Some((_, low, high)) = own {
        known.push(binary(BinaryOp::Le, low.clone(), build::name(name)));
        known.push(binary(BinaryOp::Lt, build::name(name), high.clone()));
    }
    let (mut from, mut to) = (false, false);
    for condition in &known {
        let ExprKind::Binary(op, left, right) = &condition.kind else {
            continue;
        };
        let (low, high, strict) = match op {
            BinaryOp::Lt => (left, right, 1),
            BinaryOp::Le => (left, right, 0),
            BinaryOp::Gt => (right, left, 1),
            BinaryOp::Ge => (right, left, 0),
            _ => continue,
        };
        // 0 <= difference
        let difference = Linear::of(high)
            .zip(Linear::of(low))
            .and_then(|(high, low)| high.plus(&low, -1));
        let Some(difference) = difference else {
            continue;
        };
        let bound = difference.without(name).as_number();
        match (difference.factor(name), bound) {
            (1, Some(number)) => from |= number <= strict,
            (-1, Some(number)) => to |= number - strict < size,
            _ => {}
        }
    }
    from && to
}

fn substituted(sum: &Linear, values: &BTreeMap<String, Linear>) -> Option<Linear> {
    let mut result = sum.clone();
    for name in values.keys() {
        result = result.without(name);
    }
    for (name, value) in values {
        result = result.plus(value, sum.factor(name))?;
    }
    Some(result)
}

/// `x >= 0` as it is best read: without a sum on the left.
fn at_least(sum: &Linear) -> Expr {
    let rest = Linear {
        constant: 0,
        ..sum.clone()
    };
    let bound = build::int(sum.constant.saturating_neg());
    binary(BinaryOp::Ge, rest.expr(), bound)
}

/// `x == 0` likewise.
fn zero(sum: &Linear) -> Expr {
    let positive = match sum.terms.values().all(|(_, by)| *by < 0) {
        true => sum.times(-1).unwrap_or_else(|| sum.clone()),
        false => sum.clone(),
    };
    let bound = build::int(positive.constant.saturating_neg());
    let rest = Linear {
        constant: 0,
        ..positive
    };
    binary(BinaryOp::Eq, rest.expr(), bound)
}

/// A comparison of numbers.
fn decided(condition: &Expr) -> Option<bool> {
    let ExprKind::Binary(op, left, right) = &condition.kind else {
        return None;
    };
    let difference = Linear::of(left)?
        .plus(&Linear::of(right)?, -1)?
        .as_number()?;
    Some(match op {
        BinaryOp::Eq => difference == 0,
        BinaryOp::Ne => difference != 0,
        BinaryOp::Lt => difference < 0,
        BinaryOp::Le => difference <= 0,
        BinaryOp::Gt => difference > 0,
        BinaryOp::Ge => difference >= 0,
        _ => return None,
    })
}

/// A condition with the sums in its comparison put in order.
fn simplified(condition: &Expr) -> Expr {
    match &condition.kind {
        ExprKind::Binary(
            op @ (BinaryOp::Eq
            | BinaryOp::Ne
            | BinaryOp::Lt
            | BinaryOp::Le
            | BinaryOp::Gt
            | BinaryOp::Ge),
            left,
            right,
        ) => binary(*op, super::formula::tidy(left), super::formula::tidy(right)),
        _ => condition.clone(),
    }
}
