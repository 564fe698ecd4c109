//! Normal forms of integers: sums with coefficients and products, in the ring of the integers of a width, and operators
//! that are associative, commutative and idempotent. All of it is exact.

use super::{Class, Normal};
use crate::arith::mask;
use crate::term::{Node, Op, TermId};
use kernel_graph::{BinaryOp, UnaryOp};
use std::collections::BTreeMap;

impl Normal<'_> {
    /// With what an operation on integers is taken together.
    pub(super) fn class_of_integers(&self, id: TermId, op: BinaryOp, width: u32) -> Class {
        match op {
            BinaryOp::Add | BinaryOp::Sub => Class::IntegerSum(width),
            BinaryOp::Mul => {
                let args = self.arena.node(id).args();
                match args.iter().any(|arg| self.arena.bits(*arg).is_some()) {
                    true => Class::IntegerSum(width),
                    false => Class::IntegerProduct(width),
                }
            }
            BinaryOp::And
            | BinaryOp::Or
            | BinaryOp::Xor
            | BinaryOp::MinSigned
            | BinaryOp::MinUnsigned
            | BinaryOp::MaxSigned
            | BinaryOp::MaxUnsigned => Class::Many(op),
            BinaryOp::AddSigned
            | BinaryOp::SubSigned
            | BinaryOp::MulSigned
            | BinaryOp::WrapIntent(_)
            | BinaryOp::MulHighSigned
            | BinaryOp::MulHighUnsigned
            | BinaryOp::DivSigned
            | BinaryOp::DivUnsigned
            | BinaryOp::RemSigned
            | BinaryOp::RemUnsigned
            | BinaryOp::ShiftLeft
            | BinaryOp::ShiftRightSigned
            | BinaryOp::ShiftRightUnsigned => Class::Own,
        }
    }

    /// A sum with coefficients.
    pub(super) fn integer_sum(&mut self, id: TermId, width: u32) -> Option<TermId> {
        let all = mask(width);
        let class = Class::IntegerSum(width);
        let mut open: BTreeMap<TermId, u128> = BTreeMap::from([(id, 1)]);
        let mut leaves: BTreeMap<TermId, u128> = BTreeMap::new();
        let mut constant = 0u128;
        while let Some((term, factor)) = open.pop_last() {
            let mut add = |to: TermId, by: u128| {
                let slot = open.entry(to).or_insert(0);
                *slot = slot.wrapping_add(by) & all;
            };
            if self.class(term) != class {
                let form = self.of(term);
                if let Some(bits) = self.bits(form) {
                    constant = constant.wrapping_add(factor.wrapping_mul(bits)) & all;
                    continue;
                }
                self.take_in(form, factor, (&mut leaves, &mut constant), all);
                continue;
            }
            let node = self.arena.node(term).clone();
            match (node.op(), node.args()) {
                (Some(Op::Binary(BinaryOp::Add)), [a, b]) => {
                    add(*a, factor);
                    add(*b, factor);
                }
                (Some(Op::Binary(BinaryOp::Sub)), [a, b]) => {
                    add(*a, factor);
                    add(*b, factor.wrapping_neg() & all);
                }
                (Some(Op::Unary(UnaryOp::Neg)), [a]) => add(*a, factor.wrapping_neg() & all),
                (Some(Op::Binary(BinaryOp::Mul)), [a, b]) => match (self.bits(*a), self.bits(*b)) {
                    (_, Some(bits)) => add(*a, factor.wrapping_mul(bits) & all),
                    (Some(bits), None) => add(*b, factor.wrapping_mul(bits) & all),
                    (None, None) => return None,
                },
                _ => return None,
            }
        }
        leaves.retain(|_, factor| *factor != 0);
        Some(self.with_coefficients(leaves, constant, width))
    }

    /// Adds a term in normal form, which may itself be a sum.
    fn take_in(
        &mut self,
        form: TermId,
        factor: u128,
        (leaves, constant): (&mut BTreeMap<TermId, u128>, &mut u128),
        all: u128,
    ) {
        let mut add = |to: TermId, by: u128| {
            let slot = leaves.entry(to).or_insert(0);
            *slot = slot.wrapping_add(by) & all;
        };
        let node = self.arena.node(form);
        match node.op() {
            Some(Op::IntegerSum) => {
                let args = node.args();
                for pair in args.chunks(2) {
                    let [term, count] = pair else {
                        continue;
                    };
                    let by = factor.wrapping_mul(self.arena.bits(*count).unwrap_or(0)) & all;
                    match self.arena.bits(*term) {
                        Some(bits) => {
                            *constant = constant.wrapping_add(by.wrapping_mul(bits)) & all;
                        }
                        None => add(*term, by),
                    }
                }
            }
            _ => add(form, factor),
        }
    }

    fn with_coefficients(
        &mut self,
        leaves: BTreeMap<TermId, u128>,
        constant: u128,
        width: u32,
    ) -> TermId {
        if leaves.is_empty() {
            return self.arena.constant(constant, width);
        }
        if let (0, 1, Some((term, 1))) = (
            constant,
            leaves.len(),
            leaves.first_key_value().map(|(t, f)| (*t, *f)),
        ) {
            return term;
        }
        let mut args = Vec::new();
        for (term, factor) in leaves {
            args.push(term);
            args.push(self.arena.constant(factor, width));
        }
        if constant != 0 {
            let one = self.arena.constant(1, width);
            args.push(self.arena.constant(constant, width));
            args.push(one);
        }
        self.arena
            .make(Node::Many(Op::IntegerSum, args.into()), width)
    }

    /// A product of what is not known.
    pub(super) fn integer_product(&mut self, id: TermId, width: u32) -> Option<TermId> {
        let mut factors = self.flat(id, Class::IntegerProduct(width))?;
        factors.sort_unstable();
        match factors.as_slice() {
            [one] => Some(*one),
            _ if factors.iter().any(|f| self.bits(*f).is_some()) => None,
            _ => Some(
                self.arena
                    .make(Node::Many(Op::IntegerProduct, factors.into()), width),
            ),
        }
    }

    /// An operator that has no order.
    pub(super) fn many(&mut self, id: TermId, op: BinaryOp) -> Option<TermId> {
        let width = self.arena.width(id);
        let mut all = self.flat(id, Class::Many(op))?;
        all.sort_unstable();
        match op {
            // What comes twice is nothing.
            BinaryOp::Xor => {
                let mut once: Vec<TermId> = Vec::new();
                for one in all {
                    match once.last() == Some(&one) {
                        true => {
                            once.pop();
                        }
                        false => once.push(one),
                    }
                }
                all = once;
            }
            _ => all.dedup(),
        }
        match all.as_slice() {
            [] => Some(self.arena.constant(0, width)),
            [one] => Some(*one),
            [a, b] => Some(self.arena.binary(op, *a, *b)),
            _ => Some(self.arena.make(Node::Many(Op::Many(op), all.into()), width)),
        }
    }

    /// The normal forms of the operands of a term's class, each as often as it comes; none if there are too many.
    pub(super) fn flat(&mut self, id: TermId, class: Class) -> Option<Vec<TermId>> {
        const MOST: u64 = 1 << 20;
        let mut open: BTreeMap<TermId, u64> = BTreeMap::from([(id, 1)]);
        let mut found = Vec::new();
        while let Some((term, count)) = open.pop_last() {
            if self.class(term) != class {
                let form = self.of(term);
                if found.len() as u64 + count > MOST {
                    return None;
                }
                found.extend((0..count).map(|_| form));
                continue;
            }
            for arg in self.parts(term, class) {
                let slot = open.entry(arg).or_insert(0);
                *slot = slot.checked_add(count)?;
            }
        }
        Some(found)
    }
}
