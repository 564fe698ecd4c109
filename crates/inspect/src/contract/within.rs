//! Which numbers of threads and blocks lie within a row: what is added to the product of a row's number and its length.
//! A row is to be as long as they reach.

use super::flattened::lengths;
use super::linear::{Sum, Term, Values, axis_of};
use super::meaning::{blocks, threads};
use super::rows::addresses;
use contracts::{Axis, Number};
use kernel_graph::{Atom, BinaryOp, CastOp, Dimension, Expr, ExprKind, Function, LocalId};
use std::collections::{BTreeMap, BTreeSet};

/// No deeper into an index.
const DEPTH: u32 = 40;

/// How far something reaches along a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Reach {
    /// As far as there are threads in the grid, each with so many elements.
    Threads(Axis, u32),
    /// As far as there are blocks, each with so many elements.
    Blocks(Axis, u32),
    /// As far as a block has threads, each with so many elements.
    OfBlock(Axis, u32),
}

/// How far indices reach along rows, by the parameter that says how long these are.
#[derive(Debug, Default)]
pub(super) struct Within(BTreeMap<LocalId, BTreeSet<Reach>>);

impl Within {
    /// That of a kernel whose calls are inlined; `params` are those that may be lengths.
    pub(super) fn of(
        function: &Function,
        values: &Values<'_>,
        params: &BTreeSet<LocalId>,
    ) -> Within {
        let mut found = Within::default();
        for stmt in function.blocks.iter().flat_map(|block| &block.stmts) {
            for address in addresses(&stmt.kind) {
                let mut parts = Vec::new();
                offsets(address, values, &mut parts, DEPTH);
                found.add((values, params), &parts, DEPTH);
                for (length, along) in lengths(&parts, (values, params)) {
                    found.0.entry(length).or_default().extend(reaches(&along));
                }
            }
        }
        found
    }

    /// Whether it is known what reaches along rows of this length.
    pub(super) fn reaches(&self, param: LocalId) -> bool {
        self.0
            .get(&param)
            .is_some_and(|reached| !reached.is_empty())
    }

    /// How long a row has to be for each of these. Whether that may be said is asked of the dimension, and of whether it
    /// is about threads.
    pub(super) fn least(
        &self,
        param: LocalId,
        may: impl Fn(Axis, bool) -> bool,
    ) -> impl Iterator<Item = Number> {
        let reached = self.0.get(&param).into_iter().flatten();
        let reached = reached.filter(move |reach| match reach {
            Reach::Threads(axis, _) | Reach::OfBlock(axis, _) => may(*axis, true),
            Reach::Blocks(axis, _) => may(*axis, false),
        });
        reached.map(|reach| {
            let (number, elements) = match reach {
                Reach::Threads(axis, elements) => (threads(*axis, true), *elements),
                Reach::OfBlock(axis, elements) => (threads(*axis, false), *elements),
                Reach::Blocks(axis, elements) => (blocks(*axis), *elements),
            };
            match elements {
                1 => number,
                elements => Number::product([number, Number::from(i64::from(elements))]),
            }
        })
    }

    /// Takes in a sum of these parts, and those that are rows of it.
    fn add(
        &mut self,
        (values, params): (&Values<'_>, &BTreeSet<LocalId>),
        parts: &[&Expr],
        depth: u32,
    ) {
        let Some(deeper) = depth.checked_sub(1) else {
            return;
        };
        let mut rows: BTreeSet<LocalId> = BTreeSet::new();
        let mut within = Sum::default();
        let mut of_grid: BTreeSet<Reach> = BTreeSet::new();
        for part in parts {
            let sides = factors(part, values);
            let row = sides.into_iter().find_map(|(side, other)| {
                let (local, _) = values
                    .row(side)
                    .filter(|(local, _)| params.contains(local))?;
                Some((local, other))
            });
            match row {
                Some((local, other)) => {
                    rows.insert(local);
                    let mut inner = Vec::new();
                    summands(other, values, &mut inner, deeper);
                    self.add((values, params), &inner, deeper);
                }
                None => {
                    of_grid.extend(multiple_in_grid(part, values));
                    within = within.plus(&values.sum(part), 1);
                }
            }
        }
        let reaches = match of_grid.is_empty() {
            true => reaches(&within),
            // What a block has lies within what all have.
            false => of_grid,
        };
        for row in rows {
            self.0.entry(row).or_default().extend(&reaches);
        }
    }
}

/// How far a multiple of a thread's number in the grid reaches.
fn multiple_in_grid(part: &Expr, values: &Values<'_>) -> Option<Reach> {
    let found = scaled(part, values).filter(|found| !found.divided && found.factor > 1)?;
    let elements = u32::try_from(found.factor).ok()?;
    Some(Reach::Threads(axis_of(found.axis), elements))
}

/// The dimension of which an expression is a thread's number in the grid and a margin before it.
pub(super) fn margin_of_threads(expr: &Expr, values: &Values<'_>) -> Option<Axis> {
    let (axis, margin) = number_in_grid(expr, values)?;
    (margin >= 1).then(|| axis_of(axis))
}

/// An index that is made of a thread's number in the grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Scaled {
    /// The dimension of the number.
    pub axis: Dimension,
    /// By what it is multiplied or divided; at least 1.
    pub factor: i128,
    /// Whether the number, with its margin, is divided.
    pub divided: bool,
    /// What is added: before the division, or behind the product.
    pub margin: i128,
}

/// How an index is made of a thread's number in the grid.
pub(super) fn index_in_grid(address: &Expr, values: &Values<'_>) -> Option<Scaled> {
    let ExprKind::Offset(_, by) = &values.resolved(address).kind else {
        return None;
    };
    // The index is multiplied by the size of an element.
    let sides = factors(by, values).into_iter();
    let mut sides = sides.filter(|(side, _)| values.constant(side).is_some());
    let index = sides.next().map_or(&**by, |(_, other)| other);
    scaled(index, values)
}

/// The number itself, a part of it, or a multiple of it and a number.
fn scaled(index: &Expr, values: &Values<'_>) -> Option<Scaled> {
    let whole = |index: &Expr| {
        let (axis, margin) = number_in_grid(index, values)?;
        Some(Scaled {
            axis,
            factor: 1,
            divided: false,
            margin,
        })
    };
    if let Some(found) = whole(index) {
        return Some(found);
    }
    if let ExprKind::Binary(op, a, b) = &plain(index, values).kind {
        let by = values.constant(b).filter(|by| *by > 0);
        let by = match op.wrapping() {
            BinaryOp::DivSigned | BinaryOp::DivUnsigned => by,
            BinaryOp::ShiftRightSigned | BinaryOp::ShiftRightUnsigned => {
                by.filter(|by| *by < 64).map(|by| 1 << by)
            }
            _ => None,
        };
        if let Some(factor) = by {
            let found = whole(a).filter(|found| found.margin >= 0)?;
            return Some(Scaled {
                factor,
                divided: true,
                ..found
            });
        }
    }
    let mut parts = Vec::new();
    summands(index, values, &mut parts, DEPTH);
    let (mut margin, mut multiple) = (0i128, None);
    for part in parts {
        match values.constant(part) {
            Some(number) => margin = margin.checked_add(number)?,
            None if multiple.is_none() => multiple = Some(part),
            None => return None,
        }
    }
    let (factor, number) = multiple_of(multiple?, values)?;
    let found = whole(number)?;
    Some(Scaled {
        factor,
        margin: found.margin.checked_mul(factor)?.checked_add(margin)?,
        ..found
    })
}

/// A positive factor of a product that is a number, with the other one.
fn multiple_of<'e>(expr: &'e Expr, values: &Values<'e>) -> Option<(i128, &'e Expr)> {
    let known = |side: &Expr| values.constant(side).filter(|factor| *factor > 0);
    if let ExprKind::Binary(op, a, b) = &plain(expr, values).kind
        && op.wrapping() == BinaryOp::ShiftLeft
    {
        let by = values.constant(b).filter(|by| (0..32).contains(by))?;
        return Some((1 << by, a));
    }
    let mut sides = factors(expr, values).into_iter();
    sides.find_map(|(side, other)| Some((known(side)?, other)))
}

/// The dimension of which an expression is a thread's number in the grid, and what is added to it.
pub(super) fn number_in_grid(expr: &Expr, values: &Values<'_>) -> Option<(Dimension, i128)> {
    let mut parts = Vec::new();
    summands(expr, values, &mut parts, DEPTH);
    let mut margin: i128 = 0;
    let (mut threads, mut blocks, mut global) = (None, None, None);
    for part in parts {
        if let Some(number) = values.constant(part) {
            margin = number.saturating_add(margin);
            continue;
        }
        let (slot, axis) = match (first_of_block(part, values), &plain(part, values).kind) {
            (Some(axis), _) => (&mut blocks, axis),
            (None, ExprKind::Atom(Atom::Thread(axis))) => (&mut threads, *axis),
            (None, ExprKind::Atom(Atom::Global(axis))) => (&mut global, *axis),
            (None, _) => return None,
        };
        if slot.replace(axis).is_some() {
            return None;
        }
    }
    let axis = match (threads, blocks, global) {
        (Some(axis), Some(of), None) if axis == of => axis,
        (None, None, Some(axis)) => axis,
        _ => return None,
    };
    Some((axis, margin))
}

/// The dimension of which an expression is the number of a block's first thread in the grid.
fn first_of_block(expr: &Expr, values: &Values<'_>) -> Option<Dimension> {
    factors(expr, values).into_iter().find_map(|(one, other)| {
        match (&plain(one, values).kind, &plain(other, values).kind) {
            (ExprKind::Atom(Atom::Block(of)), ExprKind::Atom(Atom::BlockSize(size))) => {
                (of == size).then_some(*of)
            }
            _ => None,
        }
    })
}

/// How far a sum reaches with the numbers of threads and blocks in it.
fn reaches(sum: &Sum) -> BTreeSet<Reach> {
    let has_block = |axis: Dimension| {
        let of_grid = [Term::Block(axis), Term::Global(axis)];
        of_grid.iter().any(|term| sum.terms.contains_key(term))
    };
    let each = sum.terms.iter().filter_map(|(term, times)| match term {
        Term::Global(axis) => Some(Reach::Threads(axis_of(*axis), elements(*times, 1))),
        Term::Thread(axis, per) if !has_block(*axis) => {
            Some(Reach::OfBlock(axis_of(*axis), elements(*times, *per)))
        }
        Term::Block(axis) => {
            let size = u32::try_from(*times).ok().filter(|size| *size > 0)?;
            Some(Reach::Blocks(axis_of(*axis), size))
        }
        Term::Thread(..) | Term::Threads(_) | Term::Local(_) => None,
    });
    let mut found: BTreeSet<Reach> = each.collect();
    // What a block has lies within what all have.
    let of_block = |reach: &Reach| matches!(reach, Reach::OfBlock(..));
    if !found.iter().all(of_block) {
        found.retain(|reach| !of_block(reach));
    }
    found
}

/// How many elements there are for each thread, where a part of its number is multiplied.
fn elements(times: i128, per: u32) -> u32 {
    let each = (times + i128::from(per) - 1).div_euclid(i128::from(per.max(1)));
    u32::try_from(each).map_or(1, |each| each.max(1))
}

/// The parts of what is added in an address, each with the number of bytes that it is multiplied by.
pub(super) fn offsets_by_factor<'e>(
    address: &'e Expr,
    values: &Values<'e>,
) -> Vec<(i128, &'e Expr)> {
    let mut found = Vec::new();
    let mut address = values.resolved(address);
    for _ in 0..DEPTH {
        let ExprKind::Offset(base, by) = &address.kind else {
            break;
        };
        multiples((by, 1), values, &mut found, DEPTH);
        address = values.resolved(base);
    }
    found
}

/// The parts of a sum, a multiple of which is meant, with what each is multiplied by.
fn multiples<'e>(
    (expr, factor): (&'e Expr, i128),
    values: &Values<'e>,
    found: &mut Vec<(i128, &'e Expr)>,
    depth: u32,
) {
    // The number of a thread in the grid is none of several parts.
    if number_in_grid(expr, values).is_none()
        && let Some(deeper) = depth.checked_sub(1)
    {
        let expr = plain(expr, values);
        if let ExprKind::Binary(op, a, b) = &expr.kind
            && let BinaryOp::Add | BinaryOp::AddSigned = op.wrapping()
        {
            multiples((a, factor), values, found, deeper);
            multiples((b, factor), values, found, deeper);
            return;
        }
        if let Some((by, other)) = multiple_of(expr, values)
            && let Some(factor) = by.checked_mul(factor)
        {
            multiples((other, factor), values, found, deeper);
            return;
        }
    }
    found.push((factor, expr));
}

/// What is added in an address, in elements.
pub(super) fn offsets<'e>(
    address: &'e Expr,
    values: &Values<'e>,
    found: &mut Vec<&'e Expr>,
    depth: u32,
) {
    let Some(deeper) = depth.checked_sub(1) else {
        return;
    };
    let address = values.resolved(address);
    if let ExprKind::Offset(base, by) = &address.kind {
        offsets(base, values, found, deeper);
        // The index is multiplied by the size of an element.
        let index = factors(by, values)
            .into_iter()
            .find(|(side, _)| values.constant(side).is_some())
            .map_or(&**by, |(_, other)| other);
        summands(index, values, found, deeper);
    }
}

/// The parts of a sum.
pub(super) fn summands<'e>(
    expr: &'e Expr,
    values: &Values<'e>,
    found: &mut Vec<&'e Expr>,
    depth: u32,
) {
    let expr = plain(expr, values);
    if let (ExprKind::Binary(op, a, b), Some(deeper)) = (&expr.kind, depth.checked_sub(1))
        && let BinaryOp::Add | BinaryOp::AddSigned = op.wrapping()
    {
        summands(a, values, found, deeper);
        summands(b, values, found, deeper);
        return;
    }
    found.push(expr);
}

/// The factors of a product, each with the other one; none of what is none.
pub(super) fn factors<'e>(expr: &'e Expr, values: &Values<'e>) -> Vec<(&'e Expr, &'e Expr)> {
    match &plain(expr, values).kind {
        ExprKind::Binary(op, a, b)
            if matches!(op.wrapping(), BinaryOp::Mul | BinaryOp::MulSigned) =>
        {
            vec![(&**a, &**b), (&**b, &**a)]
        }
        _ => Vec::new(),
    }
}

/// What an expression is the value of, without conversions.
pub(super) fn plain<'e>(expr: &'e Expr, values: &Values<'e>) -> &'e Expr {
    let mut expr = values.resolved(expr);
    for _ in 0..DEPTH {
        let ExprKind::Cast(CastOp::ZeroExtend | CastOp::SignExtend | CastOp::Truncate, of) =
            &expr.kind
        else {
            break;
        };
        expr = values.resolved(of);
    }
    expr
}
