//! Expressions: machine operations over locals and thread numbers. They read no memory.

use super::{ArrayId, FloatFormat, FunctionId, LocalId, Scalar};

/// A dimension of blocks and grids.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Dimension {
    /// The first, whose neighbours stand in one warp.
    X,
    /// The second.
    Y,
    /// The third.
    Z,
}

/// What a thread knows of itself and of the launch; an integer of 32 bits each (`size_t` results
/// are converted).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Atom {
    /// The thread's number in its block (`threadIdx`, `get_local_id`).
    Thread(Dimension),
    /// The block's number in the grid (`blockIdx`, `get_group_id`).
    Block(Dimension),
    /// Threads of a block (`blockDim`, `get_local_size`).
    BlockSize(Dimension),
    /// Blocks of the grid (`gridDim`, `get_num_groups`).
    GridSize(Dimension),
    /// `get_global_id` without the offset: block number times block size plus thread number. It is
    /// an atom of its own, so that differences of it need no products.
    Global(Dimension),
    /// `get_global_size`.
    GlobalSize(Dimension),
    /// `get_global_offset`.
    GlobalOffset(Dimension),
    /// How many dimensions the launch has (`get_work_dim`).
    Dimensions,
    /// The thread's number in its warp.
    Lane,
    /// The number of the warp in its block.
    Warp,
}

impl Atom {
    /// Whether threads of one block may have different values.
    pub fn differs_within_block(self) -> bool {
        match self {
            Atom::Thread(_) | Atom::Global(_) | Atom::Lane | Atom::Warp => true,
            Atom::Block(_)
            | Atom::BlockSize(_)
            | Atom::GridSize(_)
            | Atom::GlobalSize(_)
            | Atom::GlobalOffset(_)
            | Atom::Dimensions => false,
        }
    }
}

/// The name of the function that says which lane of a warp stores a row of a matrix (`wmma`), by the row and a number for the
/// matrix's form, in 32 bits of which the lowest five count. Nothing is known of it.
pub const LANE_OF_ROW: &str = "the lane of a row";

/// Operators with one operand, of integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum UnaryOp {
    /// Two's complement.
    Neg,
    /// Each bit turned round; of a truth value its negation.
    Not,
    /// The number of ones.
    PopCount,
    /// Zeros before the first one, from the top.
    LeadingZeros,
    /// Zeros before the first one, from the bottom.
    TrailingZeros,
    /// The bits in reverse order.
    ReverseBits,
}

/// Operators with two operands of one integer type, and results of that type. All wrap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum BinaryOp {
    Add,
    Sub,
    Mul,
    /// As `Add`; in the program's language the operands are signed, and the result must fit.
    AddSigned,
    /// As `Sub`, of which the same is true.
    SubSigned,
    /// As `Mul`, of which the same is true.
    MulSigned,
    /// Wraps, which the program does not intend.
    WrapIntent(WrapIntent),
    /// The upper half of the product.
    MulHighSigned,
    MulHighUnsigned,
    /// Rounds towards zero; the divisor must not be zero.
    DivSigned,
    DivUnsigned,
    /// Has the sign of the dividend; the divisor must not be zero.
    RemSigned,
    RemUnsigned,
    And,
    Or,
    Xor,
    /// By as many bits as the second says, modulo nothing: too many bits give zero.
    ShiftLeft,
    ShiftRightSigned,
    ShiftRightUnsigned,
    MinSigned,
    MinUnsigned,
    MaxSigned,
    MaxUnsigned,
}

impl BinaryOp {
    /// The operator that computes the same where it is meant to wrap.
    pub fn wrapping(self) -> BinaryOp {
        let BinaryOp::WrapIntent(meant) = self else {
            return self;
        };
        meant.wrapping()
    }
}

/// Arithmetic that the language lets wrap, in a program that does not intend it to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum WrapIntent {
    /// As `Add`; the sum, operands and result read with a sign, is meant to fit.
    AddIntoSigned,
    /// As `Sub`, of which the same is true.
    SubIntoSigned,
    /// As `Mul`, of which the same is true.
    MulIntoSigned,
    /// As `ShiftLeft` by a literal; the number times that power of two, read with a sign, is meant to fit.
    ShiftIntoSigned,
    /// As `Add`; the sum, read without a sign, is meant to be no larger than the type's greatest number.
    AddBelow,
    /// As `AddBelow`, where the second operand is read with a sign. The sum may be below zero.
    AddSignedBelow,
    /// As `Mul`; the product, read without a sign, is meant to be no larger than the type's greatest number.
    MulBelow,
    /// As `MulBelow`, where the second operand is read with a sign. The product may be below zero.
    MulSignedBelow,
}

impl WrapIntent {
    /// The operation that computes the same.
    pub fn wrapping(self) -> BinaryOp {
        match self {
            WrapIntent::AddIntoSigned | WrapIntent::AddBelow | WrapIntent::AddSignedBelow => {
                BinaryOp::Add
            }
            WrapIntent::SubIntoSigned => BinaryOp::Sub,
            WrapIntent::MulIntoSigned | WrapIntent::MulBelow | WrapIntent::MulSignedBelow => {
                BinaryOp::Mul
            }
            WrapIntent::ShiftIntoSigned => BinaryOp::ShiftLeft,
        }
    }
}

/// Comparisons.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum CompareOp {
    /// Of any type.
    Eq,
    /// Of any type.
    Ne,
    LessSigned,
    LessUnsigned,
    LessEqualSigned,
    LessEqualUnsigned,
}

/// Conversions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum CastOp {
    /// To a narrower integer.
    Truncate,
    /// To a wider integer, with zeros.
    ZeroExtend,
    /// To a wider integer, with the sign.
    SignExtend,
    /// From a truth value to an integer: 0 or 1.
    FromBool,
    /// From an integer, float, pointer to a truth value: whether it is not zero or null.
    ToBool,
    /// Between an integer and a float of the same width: the same bits.
    Bits,
    /// From a signed integer to the nearest float.
    SignedToFloat,
    /// From an unsigned integer to the nearest float.
    UnsignedToFloat,
    /// From a float to a signed integer.
    FloatToSigned,
    /// From a float to an unsigned integer.
    FloatToUnsigned,
    /// Between floats.
    FloatToFloat,
    /// The number of an address.
    PointerToInt,
    /// An address with this number: nothing is known of what it points to.
    IntToPointer,
    /// Between the address of a function and an address in memory.
    FunctionAddress,
}

/// Operations on floats. They are uninterpreted: equal operands give equal results.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum FloatOp {
    Neg,
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    FusedMultiplyAdd,
    /// Comparisons give truth values; all but `Ne` are false where an operand is not a number.
    Eq,
    Ne,
    Less,
    LessEqual,
    /// A function of the mathematical library, by its name without suffixes.
    Function(String),
}

/// An expression with its type.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Expr {
    /// The type of the value.
    pub scalar: Scalar,
    /// Which expression.
    pub kind: ExprKind,
}

/// The expressions.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ExprKind {
    /// A literal, by its bits; bits above the width are zero. A float has its format's bits.
    Const(u128),
    /// The null pointer.
    Null,
    /// The address of the first byte of an array.
    Base(ArrayId),
    /// The address of a function.
    FunctionAddress(FunctionId),
    /// The value of a local.
    Local(LocalId),
    /// A number of the thread or the launch.
    Atom(Atom),
    /// An integer operation.
    Unary(UnaryOp, Box<Expr>),
    /// An integer operation.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// A comparison; gives a truth value.
    Compare(CompareOp, Box<Expr>, Box<Expr>),
    /// A conversion to this expression's type.
    Cast(CastOp, Box<Expr>),
    /// The second or the third, as the first says. All three have values: nothing is skipped.
    Select(Box<Expr>, Box<Expr>, Box<Expr>),
    /// An address so many bytes further; the offset is a signed integer of the pointer's width.
    Offset(Box<Expr>, Box<Expr>),
    /// The signed distance in bytes between two addresses in one array.
    Distance(Box<Expr>, Box<Expr>),
    /// An operation on floats.
    Float(FloatOp, Vec<Expr>),
    /// A function the program declares as uninterpreted, by its name: equal arguments give equal
    /// results.
    Uninterpreted(String, Vec<Expr>),
    /// The value that the expression has for the other of the two threads (`__other_int` and its
    /// like), in assertions and invariants alone.
    Other(Box<Expr>),
    /// Whether the thread is enabled at this point (`__enabled`), in assertions alone.
    Enabled,
    /// Whether an access of a kind to an array is logged (`__read`, `__write`), in assertions alone.
    Accessed {
        /// A write, else a read.
        write: bool,
        /// The array, by an address in it.
        array: Box<Expr>,
    },
    /// The byte offset of the logged access (`__write_offset_bytes`), in assertions alone.
    AccessOffset {
        /// A write, else a read.
        write: bool,
        /// The array, by an address in it.
        array: Box<Expr>,
    },
    /// The value that the expression had at the function's entry (`__old_int`), in contracts alone.
    Old(Box<Expr>),
    /// The value that the function gives (`__return_val_int`), in postconditions alone; where it gives an
    /// object, the address that its first parameter says, for what is there when it returns.
    Result,
    /// Whether the two threads are of one block (`__same_group`), in assertions alone.
    SameBlock,
    /// Whether the thread was enabled at the block that dominates this one (`__dominator_enabled`),
    /// in assertions alone.
    EnabledAbove,
    /// A number for the array that an address lies in (`__ptr_base`), of which only equality is
    /// known; in assertions alone.
    ArrayOf(Box<Expr>),
    /// How many bytes an address lies behind the start of its array (`__ptr_offset_bytes`), in
    /// assertions alone.
    OffsetIn(Box<Expr>),
    /// Whether an atomic operation at an address has given the thread a value
    /// (`__atomic_has_taken_value`), in assertions alone.
    Taken(Box<Expr>, Box<Expr>),
}

/// The children of an expression, as they are or to be changed.
macro_rules! children {
    ($name:ident: $vec:ty, $iter:ident, $($mutable:tt)?) => {
        /// The expressions directly below, in order of evaluation.
        pub fn $name(&$($mutable)? self) -> $vec {
            match &$($mutable)? self.kind {
                ExprKind::Const(_)
                | ExprKind::Null
                | ExprKind::Base(_)
                | ExprKind::FunctionAddress(_)
                | ExprKind::Local(_)
                | ExprKind::Atom(_)
                | ExprKind::Result
                | ExprKind::SameBlock
                | ExprKind::EnabledAbove
                | ExprKind::Enabled => Vec::new(),
                ExprKind::Unary(_, a)
                | ExprKind::Cast(_, a)
                | ExprKind::Other(a)
                | ExprKind::Old(a)
                | ExprKind::ArrayOf(a)
                | ExprKind::OffsetIn(a)
                | ExprKind::Accessed { array: a, .. }
                | ExprKind::AccessOffset { array: a, .. } => vec![a],
                ExprKind::Binary(_, a, b)
                | ExprKind::Compare(_, a, b)
                | ExprKind::Offset(a, b)
                | ExprKind::Taken(a, b)
                | ExprKind::Distance(a, b) => vec![a, b],
                ExprKind::Select(a, b, c) => vec![a, b, c],
                ExprKind::Float(_, args) | ExprKind::Uninterpreted(_, args) => args.$iter().collect(),
            }
        }
    };
}

impl Expr {
    children! { children: Vec<&Expr>, iter, }
    children! { children_mut: Vec<&mut Expr>, iter_mut, mut }

    /// An expression of a type.
    pub fn new(scalar: Scalar, kind: ExprKind) -> Self {
        Expr { scalar, kind }
    }

    /// A literal of an integer type of `bits` bits; higher bits of `value` are cut off.
    pub fn int(bits: u32, value: i128) -> Self {
        let mask = match bits {
            128.. => u128::MAX,
            bits => (1u128 << bits) - 1,
        };
        // Two's complement is what the cast does.
        #[allow(clippy::cast_sign_loss)]
        let value = value as u128 & mask;
        Expr::new(Scalar::Int(bits), ExprKind::Const(value))
    }

    /// A truth value.
    pub fn bool_(value: bool) -> Self {
        Expr::new(Scalar::Bool, ExprKind::Const(u128::from(value)))
    }

    /// The value of a local of type `scalar`.
    pub fn local(local: LocalId, scalar: Scalar) -> Self {
        Expr::new(scalar, ExprKind::Local(local))
    }

    /// A number of the thread or the launch.
    pub fn atom(atom: Atom) -> Self {
        Expr::new(Scalar::Int(32), ExprKind::Atom(atom))
    }

    /// A literal float, by its bits.
    pub fn float(format: FloatFormat, bits: u64) -> Self {
        Expr::new(Scalar::Float(format), ExprKind::Const(u128::from(bits)))
    }

    /// Negation of a truth value.
    pub fn negated(self) -> Self {
        Expr::new(Scalar::Bool, ExprKind::Unary(UnaryOp::Not, Box::new(self)))
    }

    /// The literal's bits, if it is one.
    pub fn as_const(&self) -> Option<u128> {
        let ExprKind::Const(bits) = self.kind else {
            return None;
        };
        Some(bits)
    }

    /// An address without the offsets that are added to it.
    pub fn without_offsets(&self) -> &Expr {
        let mut address = self;
        while let ExprKind::Offset(from, _) = &address.kind {
            address = from;
        }
        address
    }

    /// Visits this and everything below it.
    pub fn visit(&self, see: &mut dyn FnMut(&Expr)) {
        let mut work = vec![self];
        while let Some(next) = work.pop() {
            see(next);
            let mut below = next.children();
            below.reverse();
            work.extend(below);
        }
    }
}
