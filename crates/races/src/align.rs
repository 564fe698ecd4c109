//! Multiples, seen from the structure of a term.

use num_bigint::BigInt;
use num_traits::{Signed, Zero};
use solver::term::{Node, Op, Term};

/// Whether an integer is certainly a multiple of `of`, which is positive.
pub fn is_multiple(term: &Term, of: &BigInt) -> bool {
    if !of.is_positive() {
        return false;
    }
    match term.node() {
        Node::Int(value) => (value % of).is_zero(),
        Node::Op(Op::Add, args) => args.iter().all(|arg| is_multiple(arg, of)),
        Node::Op(Op::Mul, args) => args.iter().any(|arg| is_multiple(arg, of)),
        Node::Op(Op::Ite, args) => match args.as_slice() {
            [_, yes, no] => is_multiple(yes, of) && is_multiple(no, of),
            _ => false,
        },
        _ => false,
    }
}
