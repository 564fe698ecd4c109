//! Normal forms of floats whose operations may come in another order.

use super::{Class, Law, Normal};
use crate::float;
use crate::names::bare;
use crate::term::{Float, Node, Op, TermId};
use kernel_graph::FloatFormat;
use std::collections::BTreeMap;

/// So often a term may be in a sum.
const MOST: u64 = 1 << 40;

impl Normal<'_> {
    /// The format of a term that is the least or greatest of two.
    pub(super) fn format(&self, id: TermId) -> Option<FloatFormat> {
        let node = self.arena.node(id);
        match (node.op(), node.args()) {
            (Some(Op::Ite), [condition, ..]) => match self.arena.node(*condition).op() {
                Some(Op::Float(_, format)) => Some(format),
                _ => None,
            },
            (Some(Op::Call(name)), _) => {
                let name = self.arena.name_of(name);
                match name.rsplit(' ').next() {
                    Some("f16") => Some(FloatFormat::Half),
                    Some("bf16") => Some(FloatFormat::BFloat16),
                    Some("f32") => Some(FloatFormat::Single),
                    Some("f64") => Some(FloatFormat::Double),
                    _ => None,
                }
            }
            (Some(Op::Float(_, format)), _) => Some(format),
            _ => None,
        }
    }

    /// The two floats of which a term is the greatest or least, where none of them is not a number.
    pub(super) fn extreme(&self, id: TermId) -> Option<(Float, TermId, TermId)> {
        let node = self.arena.node(id);
        match (node.op()?, node.args()) {
            (Op::Float(op @ (Float::Max | Float::Min), _), [a, b]) => Some((op, *a, *b)),
            (Op::Ite, [condition, then, otherwise]) => {
                let compared = self.arena.node(*condition);
                let (Some(Op::Float(Float::Less | Float::LessEqual, _)), [a, b]) =
                    (compared.op(), compared.args())
                else {
                    return None;
                };
                match (then, otherwise) {
                    (x, y) if x == b && y == a => Some((Float::Max, *a, *b)),
                    (x, y) if x == a && y == b => Some((Float::Min, *a, *b)),
                    _ => None,
                }
            }
            (Op::Call(name), [a, b]) => {
                let name = self.arena.name_of(name);
                // Of floats alone: `max(f32 true, f32 true) f32`.
                let types: Vec<&str> = name.split(['(', ',', ')']).map(str::trim).skip(1).collect();
                let [x, y, result] = types.as_slice() else {
                    return None;
                };
                let of = |one: &str| one.split(' ').next() == Some(result);
                let floats = result.starts_with('f') || result.starts_with("bf");
                if !floats || !of(x) || !of(y) {
                    return None;
                }
                match bare(name) {
                    "max" => Some((Float::Max, *a, *b)),
                    "min" => Some((Float::Min, *a, *b)),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// A normal form without its sign, and whether it has one.
    fn unsigned(&self, form: TermId) -> (TermId, bool) {
        match self.arena.node(form) {
            Node::Few(Op::Float(Float::Neg, _), [inner, ..], _) => (*inner, true),
            _ => (form, false),
        }
    }

    fn is_zero(&self, form: TermId, format: FloatFormat) -> bool {
        self.bits(form)
            .is_some_and(|bits| float::number(bits, format) == 0.0)
    }

    /// A sum: how often each term is added and taken away.
    pub(super) fn sum(&mut self, id: TermId, format: FloatFormat) -> Option<TermId> {
        let class = Class::Sum(format);
        let mut open: BTreeMap<TermId, [u64; 2]> = BTreeMap::from([(id, [1, 0])]);
        let mut leaves: BTreeMap<TermId, [u64; 2]> = BTreeMap::new();
        let mut zeros = false;
        let mut signs = false;
        let mut inner = 0u32;
        while let Some((term, [plus, minus])) = open.pop_last() {
            if plus.max(minus) > MOST {
                return None;
            }
            let mut add = |to: TermId, [plus, minus]: [u64; 2]| {
                let slot = open.entry(to).or_insert([0, 0]);
                *slot = [slot[0] + plus, slot[1] + minus];
            };
            if self.class(term) != class {
                let form = self.of(term);
                if self.is_zero(form, format) {
                    zeros = true;
                    continue;
                }
                self.add_leaf(&mut leaves, form, ([plus, minus], format));
                continue;
            }
            let node = self.arena.node(term).clone();
            match (node.op(), node.args()) {
                (Some(Op::Float(Float::Add, _) | Op::AnyOrder(_)), [a, b]) => {
                    inner += 1;
                    add(*a, [plus, minus]);
                    add(*b, [plus, minus]);
                }
                (Some(Op::Float(Float::Sub, _)), [a, b]) => {
                    inner += 1;
                    add(*a, [plus, minus]);
                    add(*b, [minus, plus]);
                }
                (Some(Op::Float(Float::Neg, _)), [a]) => {
                    // A sum that is zero has another sign than its negation.
                    signs = true;
                    add(*a, [minus, plus]);
                }
                _ => return None,
            }
        }
        if zeros || signs {
            self.laws.insert(Law::SignOfZero);
        }
        if inner > 1 {
            self.laws.insert(Law::Sums);
        }
        Some(self.sum_of(leaves, format))
    }

    fn add_leaf(
        &self,
        leaves: &mut BTreeMap<TermId, [u64; 2]>,
        form: TermId,
        ([plus, minus], format): ([u64; 2], FloatFormat),
    ) {
        let node = self.arena.node(form);
        if node.op() == Some(Op::Sum(format)) {
            // A part that is a sum only in normal form.
            for pair in node.args().chunks(2) {
                let [term, count] = pair else {
                    continue;
                };
                let count = self.arena.bits(*count).and_then(|n| u64::try_from(n).ok());
                let count = count.unwrap_or(1);
                let (term, turned) = self.unsigned(*term);
                let by = [plus.saturating_mul(count), minus.saturating_mul(count)];
                let by = if turned { [by[1], by[0]] } else { by };
                let slot = leaves.entry(term).or_insert([0, 0]);
                *slot = [slot[0].saturating_add(by[0]), slot[1].saturating_add(by[1])];
            }
            return;
        }
        let (term, turned) = self.unsigned(form);
        let by = if turned { [minus, plus] } else { [plus, minus] };
        let slot = leaves.entry(term).or_insert([0, 0]);
        *slot = [slot[0].saturating_add(by[0]), slot[1].saturating_add(by[1])];
    }

    fn sum_of(&mut self, leaves: BTreeMap<TermId, [u64; 2]>, format: FloatFormat) -> TermId {
        let mut args: Vec<(TermId, u64)> = Vec::new();
        for (term, [plus, minus]) in leaves {
            if plus > 0 {
                args.push((term, plus));
            }
            if minus > 0 {
                let turned = self.arena.float(Float::Neg, &[term], format);
                args.push((turned, minus));
            }
        }
        match args.as_slice() {
            [] => self.arena.constant(0, format.bits()),
            [(one, 1)] => *one,
            _ => {
                let mut all = Vec::new();
                for (term, count) in args {
                    all.push(term);
                    all.push(self.arena.constant(u128::from(count), 64));
                }
                self.arena
                    .make(Node::Many(Op::Sum(format), all.into()), format.bits())
            }
        }
    }

    /// A product without regard to the order of its factors; signs stand before it.
    pub(super) fn product(&mut self, id: TermId, format: FloatFormat) -> Option<TermId> {
        let all = self.flat(id, Class::Product(format))?;
        if all.len() > 2 {
            self.laws.insert(Law::Products);
        }
        let mut negative = false;
        let mut factors = Vec::new();
        for form in all {
            let (factor, turned) = self.unsigned(form);
            negative ^= turned;
            // The sign of a known number is one like any other.
            match self.bits(factor) {
                Some(bits) if bits >> (format.bits() - 1) & 1 == 1 => {
                    negative = !negative;
                    let plain = bits ^ 1 << (format.bits() - 1);
                    factors.push(self.arena.constant(plain, format.bits()));
                }
                _ => factors.push(factor),
            }
        }
        let one = float::bits(1.0, format);
        // To multiply by one changes nothing.
        if factors.len() > 1 {
            let plain: Vec<TermId> = factors
                .iter()
                .copied()
                .filter(|f| self.bits(*f) != Some(one))
                .collect();
            if !plain.is_empty() {
                factors = plain;
            }
        }
        factors.sort_unstable();
        let product = match factors.as_slice() {
            [one] => *one,
            _ => {
                let node = Node::Many(Op::Product(format), factors.into());
                self.arena.make(node, format.bits())
            }
        };
        Some(match negative {
            true => self.arena.float(Float::Neg, &[product], format),
            false => product,
        })
    }

    /// A quotient; signs stand before it.
    pub(super) fn quotient(&mut self, (a, b): (TermId, TermId), format: FloatFormat) -> TermId {
        let (a, first) = self.unsigned(a);
        let (b, second) = self.unsigned(b);
        let quotient = self.arena.float(Float::Div, &[a, b], format);
        match first != second {
            true => self.arena.float(Float::Neg, &[quotient], format),
            false => quotient,
        }
    }

    /// The least or greatest of floats.
    pub(super) fn extremes(
        &mut self,
        id: TermId,
        (op, format): (Float, FloatFormat),
    ) -> Option<TermId> {
        let class = match op {
            Float::Max => Class::Greatest(format),
            _ => Class::Least(format),
        };
        let mut all = self.flat(id, class)?;
        all.sort_unstable();
        all.dedup();
        if !self.is_plain(id, class) {
            self.laws.insert(Law::NoNan);
        }
        for (neutral, law) in neutrals(op, format) {
            if all.len() > 1 && all.iter().any(|one| self.bits(*one) == Some(neutral)) {
                self.laws.extend([law, Law::NoNan]);
                all.retain(|one| self.bits(*one) != Some(neutral));
            }
        }
        self.laws.insert(Law::Extremes);
        let of = match op {
            Float::Max => Op::Greatest(format),
            _ => Op::Least(format),
        };
        Some(match all.as_slice() {
            [one] => *one,
            _ => self.arena.make(Node::Many(of, all.into()), format.bits()),
        })
    }

    /// Whether a term of a class is made by `fmin` or `fmax` alone.
    fn is_plain(&self, id: TermId, class: Class) -> bool {
        let mut open = std::collections::BTreeSet::from([id]);
        while let Some(term) = open.pop_last() {
            if self.class(term) != class {
                continue;
            }
            if !matches!(self.arena.node(term).op(), Some(Op::Float(..))) {
                return false;
            }
            open.extend(self.parts(term, class));
        }
        true
    }
}

/// What changes no greatest or least float, as bits, and the law that says so.
pub(super) fn neutrals(op: Float, format: FloatFormat) -> [(u128, Law); 2] {
    let greatest = match format {
        FloatFormat::Half => 65504.0,
        FloatFormat::BFloat16 => 3.389_531_389_251_535_5e38,
        FloatFormat::Single => f64::from(f32::MAX),
        FloatFormat::Double => f64::MAX,
    };
    let sign = if op == Float::Max { -1.0 } else { 1.0 };
    [
        (float::bits(sign * f64::INFINITY, format), Law::NoNan),
        (float::bits(sign * greatest, format), Law::NoInfinity),
    ]
}
