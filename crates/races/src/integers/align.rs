//! Multiples, and places apart from each other, seen from the structure of terms.

use num_bigint::BigInt;
use num_traits::{One, Signed, Zero};
use solver::term::bv::{self, BvOp};
use solver::term::{Op, Term, sub};

/// Whether an integer is certainly a multiple of `of`, which is positive.
pub(crate) fn is_multiple(term: &Term, of: &BigInt) -> bool {
    if !of.is_positive() {
        return false;
    }
    if let Some([_, yes, no]) = term.as_op(Op::Ite) {
        return is_multiple(yes, of) && is_multiple(no, of);
    }
    let all = |args: &[Term]| args.iter().all(|arg| is_multiple(arg, of));
    let any = |args: &[Term]| args.iter().any(|arg| is_multiple(arg, of));
    term.as_int().is_some_and(|value| (value % of).is_zero())
        || term.as_op(Op::Add).is_some_and(all)
        || term.as_op(Op::Mul).is_some_and(any)
}

/// Whether accesses that one thread makes, from their first bytes on and with so many bytes, certainly have
/// no byte in common, whatever values the symbols have.
pub(crate) fn apart((a, a_bytes): (&Term, &Term), (b, b_bytes): (&Term, &Term)) -> bool {
    let (Some(a_bytes), Some(b_bytes)) = (a_bytes.as_int(), b_bytes.as_int()) else {
        return false;
    };
    let difference = sub(a.clone(), b.clone());
    if let Some(by) = difference.as_int() {
        return by >= b_bytes || -by >= *a_bytes;
    }
    // Different machine integers of one width are different integers, so that multiples of them by `c`
    // are at least `c` apart.
    let Some([first, second]) = difference.as_op(Op::Add) else {
        return false;
    };
    match (multiple(first), multiple(second)) {
        (Some((c, x)), Some((d, y))) if c == -&d => {
            let ((op, [x]), (other, [y])) = (x, y) else {
                return false;
            };
            let differ = op == other
                && matches!(op, BvOp::ToInt | BvOp::ToNat)
                && x.sort() == y.sort()
                && bv::sub(x.clone(), y.clone())
                    .as_bits()
                    .is_some_and(|by| !by.is_zero());
            let c = c.abs();
            differ && c >= *a_bytes && c >= *b_bytes
        }
        _ => false,
    }
}

/// A literal times a machine integer read as an integer.
fn multiple(term: &Term) -> Option<(BigInt, (BvOp, &[Term]))> {
    match term.as_op(Op::Mul) {
        Some([factor, read]) => Some((factor.as_int()?.clone(), read.as_bv()?)),
        Some(_) => None,
        None => Some((BigInt::one(), term.as_bv()?)),
    }
}
