//! Normal forms: a term for each term, with the same value under the laws of a level; two terms with one normal form have
//! the same value under these laws. What has no rule stays as it is, on operands in normal form.
//!
//! | file | holds |
//! |---|---|
//! | `integers.rs` | integers and Booleans, exactly |
//! | `floats.rs` | sums, products, least and greatest of floats in any order |
//! | `reals.rs`, `poly.rs` | floats as real numbers: polynomials over terms |
//! | `sources.rs` | what a value rests on |

mod floats;
mod integers;
mod poly;
mod reals;
mod sources;

use crate::term::{Arena, Float, Leaf, Node, Op, TermId};
use kernel_graph::{BinaryOp, FloatFormat, UnaryOp};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

pub use sources::{Sources, sources};

/// What may be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// The same operations on the same operands; integers are those of the machine.
    Exact,
    /// Floats may be added, multiplied and compared in another order.
    Reordered,
    /// Floats are real numbers.
    Real,
}

/// A law that made a normal form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Law {
    /// Floats are added in another order.
    Sums,
    /// Floats are multiplied in another order.
    Products,
    /// The least or greatest of floats is found in another order.
    Extremes,
    /// A zero is added: the sign of a zero may be another.
    SignOfZero,
    /// A comparison stands for `fmin` or `fmax`, or an infinity is left out: no value is not a number.
    NoNan,
    /// The greatest number in place of an infinity: no value that is compared with it is infinite.
    NoInfinity,
    /// Constants that are infinite count as numbers: no difference or product of infinities is met.
    Finite,
    /// Rounding is left out: fused multiplication and addition, conversions between formats, distribution.
    Rounding,
    /// A division: the divisor is not zero.
    Division,
    /// `exp` of a sum is a product.
    Exponential,
    /// `log` of a product is a sum: its factors are positive.
    Logarithm,
    /// A square root: its argument is not negative, and positive where it divides.
    Root,
}

/// Finds normal forms.
pub(crate) struct Normal<'a> {
    pub arena: &'a mut Arena,
    pub level: Level,
    pub laws: BTreeSet<Law>,
    known: FxHashMap<TermId, TermId>,
    reals: reals::Reals,
}

/// What terms are taken together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Class {
    /// Sums of integers.
    IntegerSum(u32),
    /// Products of integers of which no factor is known.
    IntegerProduct(u32),
    /// One operator of integers, again and again.
    Many(BinaryOp),
    Sum(FloatFormat),
    Product(FloatFormat),
    Greatest(FloatFormat),
    Least(FloatFormat),
    /// Alone.
    Own,
}

/// The normal form of an integer or a condition, which changes no bit.
pub fn exactly(arena: &mut Arena, id: TermId) -> TermId {
    let mut normal = Normal::new(arena, Level::Exact);
    normal.all(&[id]);
    normal.of(id)
}

impl<'a> Normal<'a> {
    pub(crate) fn new(arena: &'a mut Arena, level: Level) -> Normal<'a> {
        Normal {
            arena,
            level,
            laws: BTreeSet::new(),
            known: FxHashMap::default(),
            reals: reals::Reals::default(),
        }
    }

    /// Finds the normal forms of terms.
    pub(crate) fn all(&mut self, roots: &[TermId]) {
        let mut reached: FxHashSet<TermId> = FxHashSet::default();
        // Terms whose own normal form somebody needs.
        let mut needed: FxHashSet<TermId> = roots.iter().copied().collect();
        let mut work: Vec<TermId> = roots.to_vec();
        while let Some(id) = work.pop() {
            if !reached.insert(id) {
                continue;
            }
            let class = self.class(id);
            for arg in self.parts(id, class) {
                let within = class != Class::Own && self.class(arg) == class;
                if !within {
                    needed.insert(arg);
                }
                work.push(arg);
            }
        }
        let mut order: Vec<TermId> = needed.into_iter().collect();
        order.sort_unstable();
        if self.level == Level::Real {
            self.bits_as_they_are(&order);
        }
        for id in order {
            if self.known.contains_key(&id) {
                continue;
            }
            let form = self.one(id);
            self.known.insert(id, form);
        }
    }

    /// As real numbers, operations on the bits of a value are about other things than the number: what they are applied to
    /// stays as it is.
    fn bits_as_they_are(&mut self, order: &[TermId]) {
        let about_bits: Vec<TermId> = order
            .iter()
            .copied()
            .filter(|id| self.is_about_bits(*id))
            .collect();
        let mut exact = Normal::new(self.arena, Level::Exact);
        exact.all(&about_bits);
        let forms: Vec<(TermId, TermId)> =
            about_bits.iter().map(|id| (*id, exact.of(*id))).collect();
        self.known.extend(forms);
    }

    fn is_about_bits(&self, id: TermId) -> bool {
        let wide = self.arena.width(id) > 1;
        let args = self.arena.node(id).args();
        let of_truths = args.iter().all(|arg| self.arena.width(*arg) == 1);
        match self.arena.node(id).op() {
            None => false,
            Some(op) => match op {
                Op::Unary(_)
                | Op::Binary(_)
                | Op::IntegerSum
                | Op::IntegerProduct
                | Op::Many(_) => wide,
                Op::Equal | Op::LessSigned | Op::LessUnsigned => !of_truths,
                Op::Extract(_) | Op::Concat | Op::ZeroExtend | Op::SignExtend => true,
                Op::FromSigned(_) | Op::FromUnsigned(_) => true,
                Op::Ite
                | Op::Float(..)
                | Op::ToSigned(_)
                | Op::ToUnsigned(_)
                | Op::Convert(..)
                | Op::Contents(_)
                | Op::Fold
                | Op::Call(_)
                | Op::AnyOrder(_)
                | Op::Sum(_)
                | Op::Product(_)
                | Op::Greatest(_)
                | Op::Least(_)
                | Op::Real(_) => false,
            },
        }
    }

    /// The normal form of a term; itself if not requested.
    pub(crate) fn of(&self, id: TermId) -> TermId {
        self.known.get(&id).copied().unwrap_or(id)
    }

    /// What a term of a class is made of.
    pub(crate) fn parts(&self, id: TermId, class: Class) -> Vec<TermId> {
        match class {
            Class::Greatest(_) | Class::Least(_) => match self.extreme(id) {
                Some((_, a, b)) => vec![a, b],
                None => self.arena.node(id).args().to_vec(),
            },
            Class::IntegerSum(_)
            | Class::IntegerProduct(_)
            | Class::Many(_)
            | Class::Sum(_)
            | Class::Product(_)
            | Class::Own => self.arena.node(id).args().to_vec(),
        }
    }

    /// With what a term is taken together.
    pub(crate) fn class(&self, id: TermId) -> Class {
        let width = self.arena.width(id);
        let node = self.arena.node(id);
        let Some(op) = node.op() else {
            return Class::Own;
        };
        match op {
            Op::Binary(op) => self.class_of_integers(id, op, width),
            Op::Unary(UnaryOp::Neg) => Class::IntegerSum(width),
            _ if self.level == Level::Exact => Class::Own,
            Op::Float(Float::Add | Float::Sub | Float::Neg, format) | Op::AnyOrder(format) => {
                Class::Sum(format)
            }
            // Real numbers are multiplied out.
            Op::Float(Float::Mul, _) if self.level == Level::Real => Class::Own,
            Op::Float(Float::Mul, format) => Class::Product(format),
            Op::Float(Float::Max, format) => Class::Greatest(format),
            Op::Float(Float::Min, format) => Class::Least(format),
            Op::Ite | Op::Call(_) => match self.extreme(id) {
                Some((Float::Max, ..)) => self.format(id).map_or(Class::Own, Class::Greatest),
                Some((Float::Min, ..)) => self.format(id).map_or(Class::Own, Class::Least),
                _ => Class::Own,
            },
            Op::Unary(_)
            | Op::Equal
            | Op::LessSigned
            | Op::LessUnsigned
            | Op::Extract(_)
            | Op::Concat
            | Op::ZeroExtend
            | Op::SignExtend
            | Op::Float(..)
            | Op::FromSigned(_)
            | Op::FromUnsigned(_)
            | Op::ToSigned(_)
            | Op::ToUnsigned(_)
            | Op::Convert(..)
            | Op::Contents(_)
            | Op::Fold
            | Op::Sum(_)
            | Op::Product(_)
            | Op::Greatest(_)
            | Op::Least(_)
            | Op::IntegerSum
            | Op::IntegerProduct
            | Op::Many(_)
            | Op::Real(_) => Class::Own,
        }
    }

    fn one(&mut self, id: TermId) -> TermId {
        if self.level == Level::Real
            && let Some(form) = self.one_real(id)
        {
            return form;
        }
        let form = match self.class(id) {
            Class::IntegerSum(width) => self.integer_sum(id, width),
            Class::IntegerProduct(width) => self.integer_product(id, width),
            Class::Many(op) => self.many(id, op),
            Class::Sum(format) => self.sum(id, format),
            Class::Product(format) => self.product(id, format),
            Class::Greatest(format) => self.extremes(id, (Float::Max, format)),
            Class::Least(format) => self.extremes(id, (Float::Min, format)),
            Class::Own => None,
        };
        form.unwrap_or_else(|| self.rebuilt(id))
    }

    fn one_real(&mut self, id: TermId) -> Option<TermId> {
        match self.class(id) {
            Class::Sum(format) => self.real_sum(id, format),
            Class::Greatest(format) => self.real_extremes(id, (Float::Max, format)),
            Class::Least(format) => self.real_extremes(id, (Float::Min, format)),
            Class::Own => match self.real(id) {
                Some(form) => Some(form),
                // What was too large to multiply out is a number of its own.
                None => self.alone(id),
            },
            Class::IntegerSum(_)
            | Class::IntegerProduct(_)
            | Class::Many(_)
            | Class::Product(_) => None,
        }
    }

    /// A term whose operands, floats, stay as they are; none if it is no operation on floats.
    fn alone(&self, id: TermId) -> Option<TermId> {
        match self.arena.node(id).op()? {
            Op::Float(..) | Op::Convert(..) => Some(id),
            _ => None,
        }
    }

    /// The same operation on operands in normal form.
    fn rebuilt(&mut self, id: TermId) -> TermId {
        let node = self.arena.node(id).clone();
        let width = self.arena.width(id);
        let Some(op) = node.op() else {
            return id;
        };
        let args: Vec<TermId> = node.args().iter().map(|arg| self.form(*arg)).collect();
        match (op, args.as_slice()) {
            (Op::Float(Float::Div, format), [a, b]) if self.level != Level::Exact => {
                self.quotient((*a, *b), format)
            }
            _ => self.arena.applied(op, &args, width),
        }
    }

    /// The normal form of a part; of one within a sum that is not taken apart after all, as it stands.
    fn form(&mut self, id: TermId) -> TermId {
        if let Some(known) = self.known.get(&id) {
            return *known;
        }
        // What nobody needed alone is in the middle of a sum that was too large.
        id
    }

    /// The known bits of a term.
    pub(crate) fn bits(&self, id: TermId) -> Option<u128> {
        match self.arena.node(id) {
            Node::Leaf(Leaf::Const(bits)) => Some(*bits),
            _ => None,
        }
    }
}
