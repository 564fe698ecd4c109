//! Quantifiers: all values of the bound variables, found from what bounds them.

use super::{Cx, Evaluated, literal, restore};
use crate::machine::{Machine, cannot};
use crate::outcome::Stop;
use crate::value::Value;
use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};
use spec_lang::ast::{BinaryOp, Binder, Expr, ExprKind, NodeId, QuantifierKind, UnaryOp, Visitor};
use spec_lang::resolve::{Reference, Type};
use std::collections::BTreeMap;
use text::span::Span;

/// One value for each bound variable.
pub(crate) type Assignment = Vec<(NodeId, Value)>;

/// How many assignments are tried at most.
const MOST: usize = 100_000;

/// Bounds of a variable, both included.
#[derive(Clone, Debug, Default, PartialEq)]
struct Interval {
    low: Option<BigInt>,
    high: Option<BigInt>,
}

impl Interval {
    fn at_most(&mut self, bound: BigInt) {
        if self.high.as_ref().is_none_or(|high| bound < *high) {
            self.high = Some(bound);
        }
    }

    fn at_least(&mut self, bound: BigInt) {
        if self.low.as_ref().is_none_or(|low| bound > *low) {
            self.low = Some(bound);
        }
    }
}

/// The parts of a quantifier.
#[derive(Clone, Copy)]
pub(crate) struct Quantified<'e> {
    /// What is made of all instances.
    pub kind: QuantifierKind,
    /// The bound variables.
    pub binders: &'e [Binder],
    /// What bounds them, beside the ranges of their own.
    pub range: Option<&'e Expr>,
    /// What is said of each instance.
    pub body: &'e Expr,
}

impl<'e> Quantified<'e> {
    pub(crate) fn new(
        kind: QuantifierKind,
        binders: &'e [Binder],
        range: Option<&'e Expr>,
        body: &'e Expr,
    ) -> Self {
        Quantified {
            kind,
            binders,
            range,
            body,
        }
    }
}

type Intervals = BTreeMap<NodeId, Interval>;

/// What bounds the variables.
struct Bounds<'e> {
    /// The quantifier.
    span: Span,
    /// `left <= right`, or `left < right` if strict.
    at_most: Vec<(&'e Expr, &'e Expr, bool)>,
    /// `variable \in set`.
    members: Vec<(NodeId, &'e Expr)>,
}

impl<'p> Machine<'p> {
    pub(super) fn quantified(
        &self,
        cx: &mut Cx<'_>,
        e: &Expr,
        quantified: Quantified<'_>,
    ) -> Evaluated {
        let Quantified { kind, binders, .. } = quantified;
        let assignments = match self.assignments(cx, e, quantified) {
            Ok(assignments) => assignments,
            Err(Stop::CannotRun(what, span)) => {
                return match self.sampled(cx, quantified)? {
                    Some(value) => Ok(Value::Bool(value)),
                    None => cannot(what, span),
                };
            }
            Err(stop) => return Err(stop),
        };
        let mut sum = match kind {
            QuantifierKind::Product => BigRational::one(),
            _ => BigRational::zero(),
        };
        let saved: Vec<_> = binders
            .iter()
            .map(|binder| (binder.id, cx.frame.locals.get(&binder.id).cloned()))
            .collect();
        let mut found = None;
        for assignment in assignments {
            cx.frame.locals.extend(assignment);
            match self.instance_of(cx, quantified, &mut sum) {
                Ok(None) => {}
                other => {
                    found = Some(other);
                    break;
                }
            }
        }
        for (id, before) in saved {
            restore(cx.frame, id, before);
        }
        match found {
            Some(Ok(Some(value))) => Ok(Value::Bool(value)),
            Some(Err(stop)) => Err(stop),
            _ => Ok(match kind {
                QuantifierKind::Forall | QuantifierKind::ForallStar => Value::Bool(true),
                QuantifierKind::Exists => Value::Bool(false),
                QuantifierKind::Sum | QuantifierKind::Product => Value::number(sum),
            }),
        }
    }

    /// The answer, if one assignment decides it.
    fn instance_of(
        &self,
        cx: &mut Cx<'_>,
        quantified: Quantified<'_>,
        sum: &mut BigRational,
    ) -> Evaluated<Option<bool>> {
        let Quantified {
            kind,
            binders,
            range,
            body,
        } = quantified;
        self.step()?;
        if !self.in_range(cx, binders, range)? {
            return Ok(None);
        }
        match kind {
            QuantifierKind::Forall | QuantifierKind::ForallStar => {
                Ok((!self.truth(cx, body)?).then_some(false))
            }
            QuantifierKind::Exists => Ok(self.truth(cx, body)?.then_some(true)),
            QuantifierKind::Sum => {
                *sum += self.number(cx, body)?;
                Ok(None)
            }
            QuantifierKind::Product => {
                *sum *= self.number(cx, body)?;
                Ok(None)
            }
        }
    }

    /// Whether the present values are in the ranges written.
    pub(crate) fn in_range(
        &self,
        cx: &mut Cx<'_>,
        binders: &[Binder],
        range: Option<&Expr>,
    ) -> Evaluated<bool> {
        for binder in binders {
            if let Some((low, high)) = &binder.range {
                let Some(value) = cx.frame.locals.get(&binder.id).and_then(Value::as_number) else {
                    return Ok(false);
                };
                if value < self.number(cx, low)? || value >= self.number(cx, high)? {
                    return Ok(false);
                }
            }
        }
        match range {
            Some(range) => self.truth(cx, range),
            None => Ok(true),
        }
    }

    /// All values of the variables that can matter.
    pub(crate) fn assignments(
        &self,
        cx: &mut Cx<'_>,
        e: &Expr,
        quantified: Quantified<'_>,
    ) -> Evaluated<Vec<Assignment>> {
        let Quantified {
            kind,
            binders,
            range,
            body,
        } = quantified;
        let mut bounds = Bounds {
            span: e.span,
            at_most: Vec::new(),
            members: Vec::new(),
        };
        if let Some(range) = range {
            self.conjuncts(range, binders, &mut bounds);
        }
        match kind {
            QuantifierKind::Forall | QuantifierKind::ForallStar => {
                self.premises(body, binders, &mut bounds);
            }
            QuantifierKind::Exists => self.conjuncts(body, binders, &mut bounds),
            QuantifierKind::Sum | QuantifierKind::Product => {}
        }
        let mut all = Vec::new();
        let saved: Vec<_> = binders
            .iter()
            .map(|binder| (binder.id, cx.frame.locals.remove(&binder.id)))
            .collect();
        let open: Vec<&Binder> = binders.iter().collect();
        let result = self.extend(cx, &open, &bounds, &mut Vec::new(), &mut all);
        for (id, before) in saved {
            restore(cx.frame, id, before);
        }
        result?;
        Ok(all)
    }

    fn extend<'e>(
        &self,
        cx: &mut Cx<'_>,
        open: &[&'e Binder],
        bounds: &Bounds<'e>,
        so_far: &mut Assignment,
        all: &mut Vec<Assignment>,
    ) -> Result<(), Stop> {
        self.step()?;
        if open.is_empty() {
            if all.len() >= MOST {
                return Err(Stop::Limit("values of a quantifier"));
            }
            all.push(so_far.clone());
            return Ok(());
        }
        let intervals = self.intervals(cx, open, bounds);
        for (at, binder) in open.iter().enumerate() {
            let Some(values) = self.domain(cx, binder, bounds, &intervals)? else {
                continue;
            };
            let mut rest = open.to_vec();
            rest.remove(at);
            for value in values {
                cx.frame.locals.insert(binder.id, value.clone());
                so_far.push((binder.id, value));
                let result = self.extend(cx, &rest, bounds, so_far, all);
                so_far.pop();
                cx.frame.locals.remove(&binder.id);
                result?;
            }
            return Ok(());
        }
        let name = open.first().map_or("?", |binder| binder.name.name.as_str());
        cannot(
            format!("a quantifier over `{name}` without bounds"),
            bounds.span,
        )
    }

    /// The values one variable can have, if they are known to be few.
    fn domain(
        &self,
        cx: &mut Cx<'_>,
        binder: &Binder,
        bounds: &Bounds<'_>,
        intervals: &Intervals,
    ) -> Evaluated<Option<Vec<Value>>> {
        if let Some(from) = &binder.from {
            return Ok(Some(elements(&self.eval(cx, from)?)));
        }
        match self.tables.declared(binder.id) {
            Type::Boolean => return Ok(Some(vec![Value::Bool(false), Value::Bool(true)])),
            Type::Enum(id) => {
                let constants = self.tables.enums.get(&id);
                return Ok(constants.map(|declared| {
                    declared
                        .constants
                        .iter()
                        .map(|c| Value::Constant(c.id))
                        .chain([Value::Null])
                        .collect()
                }));
            }
            Type::Int => {
                if let Some(Interval {
                    low: Some(low),
                    high: Some(high),
                }) = intervals.get(&binder.id)
                {
                    if (high - low) > BigInt::from(MOST) {
                        return Err(Stop::Limit("values of a quantifier"));
                    }
                    let mut values = Vec::new();
                    let mut next = low.clone();
                    while next <= *high {
                        values.push(Value::Int(next.clone()));
                        next += 1;
                    }
                    return Ok(Some(values));
                }
            }
            _ => {}
        }
        for (id, set) in &bounds.members {
            if *id == binder.id
                && !mentions(set, intervals, self)
                && let Ok(value) = self.eval(cx, set)
            {
                return Ok(Some(elements(&value)));
            }
        }
        Ok(None)
    }

    fn premises<'e>(&self, body: &'e Expr, binders: &'e [Binder], bounds: &mut Bounds<'e>) {
        match &body.kind {
            ExprKind::Binary(BinaryOp::Implies, left, right) => {
                self.conjuncts(left, binders, bounds);
                self.premises(right, binders, bounds);
            }
            ExprKind::Binary(BinaryOp::Or, left, right) => {
                if let ExprKind::Unary(UnaryOp::Not, inner) = &left.kind {
                    self.conjuncts(inner, binders, bounds);
                }
                self.premises(right, binders, bounds);
            }
            ExprKind::Trigger(parts, _) => {
                if let [one] = parts.as_slice() {
                    self.premises(one, binders, bounds);
                }
            }
            _ => {}
        }
    }

    fn conjuncts<'e>(&self, e: &'e Expr, binders: &'e [Binder], bounds: &mut Bounds<'e>) {
        let ExprKind::Binary(op, left, right) = &e.kind else {
            return;
        };
        match op {
            BinaryOp::And | BinaryOp::Star => {
                self.conjuncts(left, binders, bounds);
                self.conjuncts(right, binders, bounds);
            }
            BinaryOp::Lt => bounds.at_most.push((left, right, true)),
            BinaryOp::Le => bounds.at_most.push((left, right, false)),
            BinaryOp::Gt => bounds.at_most.push((right, left, true)),
            BinaryOp::Ge => bounds.at_most.push((right, left, false)),
            BinaryOp::Eq if matches!(self.tables.resolution.type_of(left.id), Type::Int) => {
                bounds.at_most.push((left, right, false));
                bounds.at_most.push((right, left, false));
            }
            BinaryOp::In => {
                if let Some(Reference::Local(id)) = self.tables.reference(left.id)
                    && binders.iter().any(|binder| binder.id == *id)
                {
                    bounds.members.push((*id, right));
                }
            }
            _ => {}
        }
    }

    /// Bounds of all open variables, by a few rounds of narrowing.
    fn intervals<'e>(
        &self,
        cx: &mut Cx<'_>,
        open: &[&'e Binder],
        bounds: &Bounds<'e>,
    ) -> Intervals {
        let mut known: Intervals = open
            .iter()
            .map(|binder| (binder.id, Interval::default()))
            .collect();
        for _ in 0..=open.len() {
            let before = known.clone();
            for binder in open {
                if let Some((low, high)) = &binder.range {
                    let low = self.interval(cx, low, &known).low;
                    let high = self.interval(cx, high, &known).high;
                    let own = known.entry(binder.id).or_default();
                    if let Some(low) = low {
                        own.at_least(low);
                    }
                    if let Some(high) = high {
                        own.at_most(high - 1);
                    }
                }
            }
            for (left, right, strict) in &bounds.at_most {
                let step = BigInt::from(i32::from(*strict));
                if let Some(high) = self.interval(cx, right, &known).high {
                    self.narrow(cx, left, &(high - &step), true, &mut known);
                }
                if let Some(low) = self.interval(cx, left, &known).low {
                    self.narrow(cx, right, &(low + &step), false, &mut known);
                }
            }
            if known == before {
                break;
            }
        }
        known
    }

    /// What values an expression can have.
    fn interval(&self, cx: &mut Cx<'_>, e: &Expr, known: &Intervals) -> Interval {
        if let Some(Reference::Local(id)) = self.tables.reference(e.id)
            && let Some(interval) = known.get(id)
        {
            return interval.clone();
        }
        if !mentions(e, known, self) {
            return match self.eval(cx, e) {
                Ok(Value::Int(value)) => Interval {
                    low: Some(value.clone()),
                    high: Some(value),
                },
                _ => Interval::default(),
            };
        }
        let ExprKind::Binary(op, left, right) = &e.kind else {
            return Interval::default();
        };
        let (a, b) = (
            self.interval(cx, left, known),
            self.interval(cx, right, known),
        );
        let both = |x: &Option<BigInt>, y: &Option<BigInt>, sign: i32| match (x, y) {
            (Some(x), Some(y)) => Some(x + y * sign),
            _ => None,
        };
        match op {
            BinaryOp::Add => Interval {
                low: both(&a.low, &b.low, 1),
                high: both(&a.high, &b.high, 1),
            },
            BinaryOp::Sub => Interval {
                low: both(&a.low, &b.high, -1),
                high: both(&a.high, &b.low, -1),
            },
            BinaryOp::Mul => match (a.low, a.high, b.low, b.high) {
                (Some(al), Some(ah), Some(bl), Some(bh)) => {
                    let products = [&al * &bl, &al * &bh, &ah * &bl, &ah * &bh];
                    Interval {
                        low: products.iter().min().cloned(),
                        high: products.iter().max().cloned(),
                    }
                }
                _ => Interval::default(),
            },
            _ => Interval::default(),
        }
    }

    /// Learns from `e <= bound` (`above`) or `e >= bound`.
    fn narrow(
        &self,
        cx: &mut Cx<'_>,
        e: &Expr,
        bound: &BigInt,
        above: bool,
        known: &mut Intervals,
    ) {
        if let Some(Reference::Local(id)) = self.tables.reference(e.id)
            && let Some(interval) = known.get_mut(id)
        {
            if above {
                interval.at_most(bound.clone());
            } else {
                interval.at_least(bound.clone());
            }
            return;
        }
        let ExprKind::Binary(op, left, right) = &e.kind else {
            return;
        };
        let (a, b) = (
            self.interval(cx, left, known),
            self.interval(cx, right, known),
        );
        // The end of an interval that leaves the most room for the other operand.
        let loose = |interval: &Interval, low: bool| {
            if low {
                interval.low.clone()
            } else {
                interval.high.clone()
            }
        };
        match op {
            BinaryOp::Add => {
                if let Some(other) = loose(&b, above) {
                    self.narrow(cx, left, &(bound - other), above, known);
                }
                if let Some(other) = loose(&a, above) {
                    self.narrow(cx, right, &(bound - other), above, known);
                }
            }
            BinaryOp::Sub => {
                if let Some(other) = loose(&b, !above) {
                    self.narrow(cx, left, &(bound + other), above, known);
                }
                if let Some(other) = loose(&a, above) {
                    self.narrow(cx, right, &(other - bound), !above, known);
                }
            }
            BinaryOp::Mul => {
                for (factor, other) in [(&a, right), (&b, left)] {
                    if let Interval {
                        low: Some(low),
                        high: Some(high),
                    } = factor
                        && low == high
                        && low.is_positive()
                    {
                        let quotient = if above {
                            bound.div_floor(low)
                        } else {
                            -((-bound).div_floor(low))
                        };
                        self.narrow(cx, other, &quotient, above, known);
                    }
                }
            }
            _ => {}
        }
    }

    pub(super) fn comprehension(
        &self,
        cx: &mut Cx<'_>,
        e: &Expr,
        element: &Expr,
        binders: &[Binder],
        condition: Option<&Expr>,
    ) -> Evaluated {
        let elements = Quantified {
            kind: QuantifierKind::Sum,
            binders,
            range: condition,
            body: element,
        };
        let assignments = self.assignments(cx, e, elements)?;
        let mut values = Vec::new();
        let saved: Vec<_> = binders
            .iter()
            .map(|binder| (binder.id, cx.frame.locals.get(&binder.id).cloned()))
            .collect();
        let mut result = Ok(());
        for assignment in assignments {
            cx.frame.locals.extend(assignment);
            result = self.in_range(cx, binders, condition).and_then(|inside| {
                if inside {
                    values.push(self.eval(cx, element)?);
                }
                Ok(())
            });
            if result.is_err() {
                break;
            }
        }
        for (id, before) in saved {
            restore(cx.frame, id, before);
        }
        result?;
        Ok(match self.tables.resolution.type_of(e.id) {
            Type::Seq(_) => Value::seq(values),
            Type::Bag(_) => literal::bag(values),
            _ => Value::Set(std::rc::Rc::new(values.into_iter().collect())),
        })
    }
}

fn elements(value: &Value) -> Vec<Value> {
    match value {
        Value::Seq(values) => values.to_vec(),
        Value::Set(values) => values.iter().cloned().collect(),
        Value::Bag(values) => values.keys().cloned().collect(),
        Value::Map(values) => values.keys().cloned().collect(),
        _ => Vec::new(),
    }
}

/// Whether an expression mentions a variable that has no value yet.
fn mentions(e: &Expr, open: &Intervals, machine: &Machine<'_>) -> bool {
    struct Find<'a, 'p> {
        open: &'a Intervals,
        machine: &'a Machine<'p>,
        found: bool,
    }
    impl Visitor for Find<'_, '_> {
        fn visit_expr(&mut self, e: &Expr) {
            if let Some(Reference::Local(id)) = self.machine.tables.reference(e.id) {
                self.found |= self.open.contains_key(id);
            }
            if !self.found {
                self.walk_expr(e);
            }
        }
    }
    let mut find = Find {
        open,
        machine,
        found: false,
    };
    find.visit_expr(e);
    find.found
}
