//! The operators on bit-vectors: names and widths.

use std::fmt;

use logic::Sort;

/// An operator on bit-vectors, as SMT-LIB has it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum BvOp {
    /// All bits turned.
    Not,
    /// Two's complement.
    Neg,
    /// Conjunction bit by bit, n-ary.
    And,
    /// Disjunction bit by bit, n-ary.
    Or,
    /// Difference bit by bit, n-ary.
    Xor,
    /// Negated conjunction.
    Nand,
    /// Negated disjunction.
    Nor,
    /// Equality bit by bit.
    Xnor,
    /// Sum, n-ary.
    Add,
    /// Difference.
    Sub,
    /// Product, n-ary.
    Mul,
    /// Quotient; all bits set for a divisor of zero.
    Udiv,
    /// Remainder; the dividend for a divisor of zero.
    Urem,
    /// Signed quotient, towards zero.
    Sdiv,
    /// Signed remainder with the sign of the dividend.
    Srem,
    /// Signed remainder with the sign of the divisor.
    Smod,
    /// Shift to the left.
    Shl,
    /// Shift to the right, filled with zeros.
    Lshr,
    /// Shift to the right, filled with the sign.
    Ashr,
    /// Unsigned `<`.
    Ult,
    /// Unsigned `<=`.
    Ule,
    /// Unsigned `>`.
    Ugt,
    /// Unsigned `>=`.
    Uge,
    /// Signed `<`.
    Slt,
    /// Signed `<=`.
    Sle,
    /// Signed `>`.
    Sgt,
    /// Signed `>=`.
    Sge,
    /// One bit that says whether two are equal.
    Comp,
    /// One above the other, n-ary.
    Concat,
    /// The bits from `low` to `high`, both included.
    Extract {
        /// The highest bit.
        high: u32,
        /// The lowest bit.
        low: u32,
    },
    /// So many copies, one above the other.
    Repeat(u32),
    /// So many zeros above.
    ZeroExtend(u32),
    /// So many copies of the sign above.
    SignExtend(u32),
    /// Rotation to the left.
    RotateLeft(u32),
    /// Rotation to the right.
    RotateRight(u32),
    /// The integer without a sign.
    ToNat,
    /// The integer in two's complement.
    ToInt,
    /// The lowest so many bits of an integer.
    OfInt(u32),
}

impl BvOp {
    /// Whether it takes two and more arguments.
    pub fn takes_many(self) -> bool {
        matches!(
            self,
            BvOp::And | BvOp::Or | BvOp::Xor | BvOp::Add | BvOp::Mul | BvOp::Concat
        )
    }

    /// The sort of an application; none if it takes no arguments of these sorts.
    pub fn result(self, args: &[&Sort]) -> Option<Sort> {
        if let (BvOp::OfInt(width), [Sort::Int]) = (self, args) {
            return (width > 0).then_some(Sort::BitVec(width));
        }
        let widths: Vec<u32> = args
            .iter()
            .map(|sort| sort.width())
            .collect::<Option<_>>()?;
        let bits = |width: Option<u32>| width.filter(|width| *width > 0).map(Sort::BitVec);
        if self == BvOp::Concat {
            let sum = widths.iter().try_fold(0u32, |sum, w| sum.checked_add(*w));
            return bits(sum.filter(|_| widths.len() > 1));
        }
        let same = widths.windows(2).all(|pair| pair[0] == pair[1]);
        match (self, widths.as_slice()) {
            (BvOp::Not | BvOp::Neg | BvOp::RotateLeft(_) | BvOp::RotateRight(_), [w]) => {
                bits(Some(*w))
            }
            (BvOp::Extract { high, low }, [w]) => {
                (low <= high && high < *w).then(|| Sort::BitVec(high - low + 1))
            }
            (BvOp::ZeroExtend(by) | BvOp::SignExtend(by), [w]) => bits(w.checked_add(by)),
            (BvOp::Repeat(times), [w]) => bits(w.checked_mul(times)),
            (BvOp::ToNat | BvOp::ToInt, [_]) => Some(Sort::Int),
            (BvOp::And | BvOp::Or | BvOp::Xor | BvOp::Add | BvOp::Mul, [w, _, ..]) if same => {
                bits(Some(*w))
            }
            (
                BvOp::Nand
                | BvOp::Nor
                | BvOp::Xnor
                | BvOp::Sub
                | BvOp::Udiv
                | BvOp::Urem
                | BvOp::Sdiv
                | BvOp::Srem
                | BvOp::Smod
                | BvOp::Shl
                | BvOp::Lshr
                | BvOp::Ashr,
                [w, _],
            ) if same => bits(Some(*w)),
            (BvOp::Comp, [_, _]) if same => bits(Some(1)),
            (
                BvOp::Ult
                | BvOp::Ule
                | BvOp::Ugt
                | BvOp::Uge
                | BvOp::Slt
                | BvOp::Sle
                | BvOp::Sgt
                | BvOp::Sge,
                [_, _],
            ) if same => Some(Sort::Bool),
            _ => None,
        }
    }
}

/// As SMT-LIB writes it where it is applied.
impl fmt::Display for BvOp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            BvOp::Not => "bvnot",
            BvOp::Neg => "bvneg",
            BvOp::And => "bvand",
            BvOp::Or => "bvor",
            BvOp::Xor => "bvxor",
            BvOp::Nand => "bvnand",
            BvOp::Nor => "bvnor",
            BvOp::Xnor => "bvxnor",
            BvOp::Add => "bvadd",
            BvOp::Sub => "bvsub",
            BvOp::Mul => "bvmul",
            BvOp::Udiv => "bvudiv",
            BvOp::Urem => "bvurem",
            BvOp::Sdiv => "bvsdiv",
            BvOp::Srem => "bvsrem",
            BvOp::Smod => "bvsmod",
            BvOp::Shl => "bvshl",
            BvOp::Lshr => "bvlshr",
            BvOp::Ashr => "bvashr",
            BvOp::Ult => "bvult",
            BvOp::Ule => "bvule",
            BvOp::Ugt => "bvugt",
            BvOp::Uge => "bvuge",
            BvOp::Slt => "bvslt",
            BvOp::Sle => "bvsle",
            BvOp::Sgt => "bvsgt",
            BvOp::Sge => "bvsge",
            BvOp::Comp => "bvcomp",
            BvOp::Concat => "concat",
            BvOp::Extract { high, low } => return write!(f, "(_ extract {high} {low})"),
            BvOp::Repeat(times) => return write!(f, "(_ repeat {times})"),
            BvOp::ZeroExtend(by) => return write!(f, "(_ zero_extend {by})"),
            BvOp::SignExtend(by) => return write!(f, "(_ sign_extend {by})"),
            BvOp::RotateLeft(by) => return write!(f, "(_ rotate_left {by})"),
            BvOp::RotateRight(by) => return write!(f, "(_ rotate_right {by})"),
            BvOp::ToNat => "ubv_to_int",
            BvOp::ToInt => "sbv_to_int",
            BvOp::OfInt(width) => return write!(f, "(_ int_to_bv {width})"),
        })
    }
}
