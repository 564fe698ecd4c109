//! What is wrong where a proof obligation does not hold, and what the engine has no rule for: as
//! data. The texts are in `words.rs`.

use ir::Blame;

/// What is wrong if an obligation does not hold; its `V…` code follows from it.
#[derive(Clone, Debug, PartialEq)]
pub enum Failure {
    /// A reference may be `null` where it must not be.
    Null(Null),
    /// An index may be out of bounds.
    IndexOutOfBounds,
    /// The range of `\values` may be out of bounds.
    RangeOutOfBounds,
    /// There may be no permission to read.
    ReadPermission(Place),
    /// There may be less than the write permission.
    WritePermission(Place),
    /// A divisor may be zero.
    DivisionByZero,
    /// A permission amount may be negative.
    NegativeAmount,
    /// The receivers of a quantified permission may not be distinct.
    NotInjective,
    /// A precondition that no state satisfies.
    UnsatisfiablePrecondition,
    /// A value may be none of its type.
    OutsideType(Typed),
    /// What was to be refuted holds.
    NotRefuted,
    /// The size of a new array may be negative.
    NegativeSize,
    /// An axiom contradicts itself or those before it.
    ContradictoryAxiom,
    /// A loop's measure may not decrease or may be negative.
    LoopMeasure,
    /// A loop has no measure where it must end.
    LoopWithoutMeasure {
        /// Whether that is because it is proof text.
        ghost: bool,
    },
    /// A method's measure may not decrease at a call or may be negative.
    CallMeasure,
    /// A method with a measure calls one without that reaches it.
    CalleeWithoutMeasure,
    /// A function's measure may not decrease at a recursive call or may be negative.
    FunctionMeasure,
    /// What is called in proof text may not end.
    GhostCallMayNotEnd,
    /// What is called inside `atomic` might block.
    BlockingInAtomic,
    /// A lock is obtained that is held for certain.
    LockHeld,
    /// A predicate instance is opened of which nothing may be held.
    NoInstance,
    /// A pure conjunct of what somebody asks for may not hold.
    Assertion(Blame),
    /// A permission that somebody asks for may not be held.
    Permission(Blame, Wanted),
    /// What the translation into the core asks for: its code and text.
    Lowered(&'static str, String),
}

/// Where `null` must not be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Null {
    /// A field of this name is read of it.
    FieldRead(String),
    /// A field of it is written.
    FieldWrite,
    /// Its length is taken.
    Length,
    /// An element of it is meant.
    Array,
    /// A method of it is called.
    MethodCall,
    /// It is locked.
    Lock,
    /// It is forked.
    Fork,
    /// A predicate of it is folded.
    Fold,
}

/// A memory location that is accessed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// A field of this name.
    Field(String),
    /// An element of an array.
    Element,
    /// All elements of a range.
    Elements,
}

/// What is given a type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Typed {
    /// A value that is assigned or returned.
    Value,
    /// An argument of a call.
    Argument,
    /// An argument of the pure function of this name, which may also be `null`.
    FunctionArgument(String),
}

/// What permission is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// To a predicate instance.
    Instance,
    /// To one location.
    Location,
    /// To one location for each value of a quantifier.
    Quantified,
}

impl Failure {
    /// The `V…` code under which the obligation is reported.
    pub fn code(&self) -> &'static str {
        match self {
            Failure::Null(_) => "V001",
            Failure::IndexOutOfBounds | Failure::RangeOutOfBounds => "V002",
            Failure::ReadPermission(_) => "V003",
            Failure::DivisionByZero => "V004",
            Failure::NegativeAmount => "V005",
            Failure::NotInjective => "V006",
            Failure::UnsatisfiablePrecondition => "V007",
            Failure::OutsideType(_) => "V008",
            Failure::WritePermission(_) => "V009",
            Failure::NotRefuted => "V012",
            Failure::NegativeSize => "V013",
            Failure::ContradictoryAxiom => "V014",
            Failure::LoopMeasure | Failure::LoopWithoutMeasure { .. } => "V033",
            Failure::CallMeasure
            | Failure::CalleeWithoutMeasure
            | Failure::FunctionMeasure
            | Failure::GhostCallMayNotEnd => "V034",
            Failure::BlockingInAtomic => "V056",
            Failure::LockHeld => "V068",
            Failure::NoInstance => "V075",
            Failure::Assertion(blame) => blame.pure_code,
            Failure::Permission(blame, _) => blame.share_code,
            Failure::Lowered(code, _) => code,
        }
    }
}

/// A construct that the engine has no rule for: nothing is proved about a declaration that uses it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unsupported {
    /// `\old` of a state that is not passed before.
    Old,
    /// `\forperm` where what is held differs between giver and receiver.
    ForPerm,
    /// New arrays of this many dimensions.
    Dimensions,
    /// A jump that leaves its block.
    Jump,
    /// A jump out of a parallel block.
    JumpOutOfBlock,
    /// A jump out of a barrier.
    JumpOutOfBarrier,
    /// `perm` where what is held differs between giver and receiver.
    Perm,
    /// `unfolding` of a predicate without a body.
    Unfolding,
    /// Functions nested too deep to be replaced by their definitions.
    Inlining,
    /// A quantified permission to one location whose amount varies.
    VaryingAmount,
    /// A quantified permission to one location, for values that cannot be counted.
    Uncounted,
    /// A loop's measure that is no single integer.
    LoopMeasure,
    /// `refute` of a permission.
    RefutedPermission,
    /// `\values` of something that is no array with a map.
    Values,
    /// An operator.
    Operator,
}

impl Unsupported {
    /// The `U…` code under which it is reported.
    pub fn code(self) -> &'static str {
        match self {
            Unsupported::Old => "U022",
            Unsupported::ForPerm => "U034",
            Unsupported::Dimensions => "U060",
            Unsupported::Jump => "U064",
            Unsupported::JumpOutOfBlock | Unsupported::JumpOutOfBarrier => "U066",
            Unsupported::Perm => "U071",
            Unsupported::Unfolding => "U074",
            Unsupported::Inlining => "U079",
            Unsupported::VaryingAmount | Unsupported::Uncounted => "U082",
            Unsupported::LoopMeasure => "U083",
            Unsupported::RefutedPermission => "U084",
            Unsupported::Values => "U085",
            Unsupported::Operator => "U095",
        }
    }
}
