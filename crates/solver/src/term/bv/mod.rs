//! Bit-vectors: all operators of SMT-LIB's `QF_BV`, conversions and overflow predicates.
//!
//! Terms are kept in a normal form: sums and multiples by literals are linear over the machine
//! integers of their width, extensions and shifts by literals are concatenations and extractions,
//! `a > b` is `b < a`. Operands of different widths give the operator as it stands, which
//! [`crate::encode`] refuses.
//!
//! | file | holds |
//! |---|---|
//! | `op.rs` | the operators: names, widths |
//! | `bits.rs` | values, and what the operators do to them |
//! | `linear.rs` | sums, differences, products |
//! | `bitwise.rs` | operators bit by bit |
//! | `divide.rs` | quotients and remainders |
//! | `parts.rs` | extraction, concatenation, extension, shifts |
//! | `compare.rs` | orders and equality |
//! | `convert.rs` | from and to integers |
//! | `overflow.rs` | whether a machine operation overflows |

mod bits;
mod bitwise;
mod compare;
mod convert;
mod divide;
mod linear;
mod op;
mod overflow;
mod parts;

use num_bigint::BigInt;

pub use bits::{Bits, Computed};
pub use bitwise::{and, nand, nor, not, or, xnor, xor};
pub(super) use compare::equal;
pub use compare::{comp, sge, sgt, sle, slt, uge, ugt, ule, ult};
pub use convert::{of_int, to_int, to_nat};
pub use divide::{sdiv, smod, srem, udiv, urem};
pub use linear::{add, mul, neg, sub};
pub use op::BvOp;
pub use overflow::{nego, saddo, sdivo, smulo, ssubo, uaddo, umulo, usubo};
pub use parts::{
    ashr, concat, extract, lshr, repeat, rotate_left, rotate_right, shl, sign_extend, zero_extend,
};

use super::node::{Node, Op, Term, intern};
use super::{big, bool_};

/// A literal: the lowest bits of an integer.
pub fn lit(value: impl Into<BigInt>, width: u32) -> Term {
    literal(Bits::new(&value.into(), width))
}

/// A literal of some bits.
pub fn literal(bits: Bits) -> Term {
    intern(Node::Bits(bits))
}

/// An operator on arguments, in normal form. Arguments that it does not take give a term that
/// says just that.
pub fn apply(op: BvOp, args: Vec<Term>) -> Term {
    match (op, args.as_slice()) {
        (BvOp::And, [first, rest @ ..]) => rest.iter().cloned().fold(first.clone(), and),
        (BvOp::Or, [first, rest @ ..]) => rest.iter().cloned().fold(first.clone(), or),
        (BvOp::Xor, [first, rest @ ..]) => rest.iter().cloned().fold(first.clone(), xor),
        (BvOp::Add, [first, rest @ ..]) => rest.iter().cloned().fold(first.clone(), add),
        (BvOp::Mul, [first, rest @ ..]) => rest.iter().cloned().fold(first.clone(), mul),
        (BvOp::Concat, [first, rest @ ..]) => rest.iter().cloned().fold(first.clone(), concat),
        (op, [a]) => one(op, a.clone()),
        (op, [a, b]) => two(op, a.clone(), b.clone()),
        _ => raw(op, args),
    }
}

#[allow(
    clippy::wildcard_enum_match_arm,
    reason = "an operator that takes no such arguments stays as it is"
)]
fn one(op: BvOp, a: Term) -> Term {
    match op {
        BvOp::Not => not(a),
        BvOp::Neg => neg(a),
        BvOp::Extract { high, low } => extract(high, low, a),
        BvOp::ZeroExtend(by) => zero_extend(by, a),
        BvOp::SignExtend(by) => sign_extend(by, a),
        BvOp::Repeat(times) => repeat(times, a),
        BvOp::RotateLeft(by) => rotate_left(by, a),
        BvOp::RotateRight(by) => rotate_right(by, a),
        BvOp::ToNat => to_nat(a),
        BvOp::ToInt => to_int(a),
        BvOp::OfInt(width) => of_int(width, a),
        _ => raw(op, vec![a]),
    }
}

#[allow(
    clippy::wildcard_enum_match_arm,
    reason = "an operator that takes no such arguments stays as it is"
)]
fn two(op: BvOp, a: Term, b: Term) -> Term {
    match op {
        BvOp::Nand => nand(a, b),
        BvOp::Nor => nor(a, b),
        BvOp::Xnor => xnor(a, b),
        BvOp::Sub => sub(a, b),
        BvOp::Udiv => udiv(a, b),
        BvOp::Urem => urem(a, b),
        BvOp::Sdiv => sdiv(a, b),
        BvOp::Srem => srem(a, b),
        BvOp::Smod => smod(a, b),
        BvOp::Shl => shl(a, b),
        BvOp::Lshr => lshr(a, b),
        BvOp::Ashr => ashr(a, b),
        BvOp::Comp => comp(a, b),
        BvOp::Ult => ult(a, b),
        BvOp::Ule => ule(a, b),
        BvOp::Ugt => ugt(a, b),
        BvOp::Uge => uge(a, b),
        BvOp::Slt => slt(a, b),
        BvOp::Sle => sle(a, b),
        BvOp::Sgt => sgt(a, b),
        BvOp::Sge => sge(a, b),
        _ => raw(op, vec![a, b]),
    }
}

/// The operator as it stands.
fn raw(op: BvOp, args: Vec<Term>) -> Term {
    intern(Node::Op(Op::Bv(op), args))
}

/// The common width of two bit-vectors; none if they have none.
fn width_of(a: &Term, b: &Term) -> Option<u32> {
    let width = a.sort().width()?;
    (b.sort().width() == Some(width)).then_some(width)
}

/// The value of an operator whose arguments are literals.
fn folded(op: BvOp, args: &[&Term]) -> Option<Term> {
    let bits: Vec<Bits> = args
        .iter()
        .map(|arg| arg.as_bits().cloned())
        .collect::<Option<_>>()?;
    Some(match op.compute(&bits)? {
        Computed::Bits(bits) => literal(bits),
        Computed::Bool(value) => bool_(value),
        Computed::Int(value) => big(value),
    })
}

/// The arguments, if the term is one of this operator.
fn args_of(term: &Term, op: BvOp) -> Option<&[Term]> {
    term.as_op(Op::Bv(op))
}
