//! What is wrong where a proof obligation does not hold, and what the engine has no rule for: as
//! data. The texts are in `messages.rs`.

use core_lang::{Blame, Partial, Rule};
use serde::{Deserialize, Serialize};
use text::code::Code;

/// What is wrong if an obligation does not hold; its `V…` code follows from it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
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
        /// Whether that is because it is ghost code.
        ghost: bool,
    },
    /// A method's measure may not decrease at a call or may be negative.
    CallMeasure,
    /// A method with a measure calls one without that reaches it.
    CalleeWithoutMeasure,
    /// A function's measure may not decrease at a recursive call or may be negative.
    FunctionMeasure,
    /// A call in ghost code may not end.
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
    /// A rule that the lowering decides is broken.
    Rule(Rule),
    /// An operation may have no value.
    Undefined(Partial),
}

/// Where `null` must not be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Place {
    /// A field of this name.
    Field(String),
    /// An element of an array.
    Element,
    /// All elements of a range.
    Elements,
}

/// What is given a type.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Typed {
    /// A value that is assigned or returned.
    Value,
    /// An argument of a call.
    Argument,
    /// An argument of the pure function of this name, which may also be `null`.
    FunctionArgument(String),
}

/// What permission is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
    pub fn code(&self) -> Code {
        match self {
            Failure::Null(_) => Code::V001,
            Failure::IndexOutOfBounds | Failure::RangeOutOfBounds => Code::V002,
            Failure::ReadPermission(_) => Code::V003,
            Failure::DivisionByZero => Code::V004,
            Failure::NegativeAmount => Code::V005,
            Failure::NotInjective => Code::V006,
            Failure::UnsatisfiablePrecondition => Code::V007,
            Failure::OutsideType(_) => Code::V008,
            Failure::WritePermission(_) => Code::V009,
            Failure::NotRefuted => Code::V012,
            Failure::NegativeSize => Code::V013,
            Failure::ContradictoryAxiom => Code::V014,
            Failure::LoopMeasure | Failure::LoopWithoutMeasure { .. } => Code::V033,
            Failure::CallMeasure
            | Failure::CalleeWithoutMeasure
            | Failure::FunctionMeasure
            | Failure::GhostCallMayNotEnd => Code::V034,
            Failure::BlockingInAtomic => Code::V056,
            Failure::LockHeld => Code::V068,
            Failure::NoInstance => Code::V075,
            Failure::Assertion(blame) => blame.reason.pure_code(),
            Failure::Permission(blame, _) => blame.reason.permission_code(),
            Failure::Rule(rule) => rule.code(),
            Failure::Undefined(operation) => operation.code(),
        }
    }
}

/// A construct that the engine has no rule for: nothing is proved about a declaration that uses it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unsupported {
    /// `\old` of a state that is not passed before.
    Old,
    /// `\forperm` where the permissions held differ between the exhale and the inhale.
    ForPerm,
    /// New arrays of this many dimensions.
    Dimensions,
    /// A jump that leaves its block.
    Jump,
    /// A jump out of a parallel block.
    JumpOutOfBlock,
    /// A jump out of a barrier.
    JumpOutOfBarrier,
    /// `perm` where the permissions held differ between the exhale and the inhale.
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
    pub fn code(self) -> Code {
        match self {
            Unsupported::Old => Code::U022,
            Unsupported::ForPerm => Code::U034,
            Unsupported::Dimensions => Code::U060,
            Unsupported::Jump => Code::U064,
            Unsupported::JumpOutOfBlock | Unsupported::JumpOutOfBarrier => Code::U066,
            Unsupported::Perm => Code::U071,
            Unsupported::Unfolding => Code::U074,
            Unsupported::Inlining => Code::U079,
            Unsupported::VaryingAmount | Unsupported::Uncounted => Code::U082,
            Unsupported::LoopMeasure => Code::U083,
            Unsupported::RefutedPermission => Code::U084,
            Unsupported::Values => Code::U085,
            Unsupported::Operator => Code::U095,
        }
    }
}
