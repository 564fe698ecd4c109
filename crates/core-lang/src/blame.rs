//! What is wrong if something that the core asks for does not hold: as data. A code follows from
//! it here; the words are made where failures are told.

use serde::{Deserialize, Serialize};
use text::code::Code;
use text::span::Span;

/// Who asks for an assertion that must be shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Blame {
    /// What asks for it.
    pub reason: Reason,
    /// The statement for which it must be shown; none takes the conjunct's own place.
    pub at: Option<Span>,
}

impl Blame {
    /// What is asked for, at the conjunct's own place.
    pub fn own_place(reason: Reason) -> Blame {
        Blame { reason, at: None }
    }

    /// What is asked for, at a statement.
    pub fn at(reason: Reason, span: Span) -> Blame {
        let at = Some(span);
        Blame { reason, at }
    }
}

/// What asks for an assertion.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Reason {
    /// `assert`.
    Assert,
    /// `exhale`.
    Exhale,
    /// The precondition of the method of this name, which is called.
    MethodPrecondition(String),
    /// The postcondition of what is checked.
    Postcondition,
    /// The end of a body that must give a result: nothing gets there.
    NoReturn,
    /// The precondition of the function of this name, which is applied.
    FunctionPrecondition(String),
    /// A loop's invariant, on entry.
    LoopEntry,
    /// A loop's invariant, after an iteration.
    LoopKept,
    /// The precondition of a parallel block.
    BlockPrecondition,
    /// The postcondition of a parallel block.
    BlockPostcondition,
    /// The precondition of the first of several blocks in sequence.
    FirstPrecondition,
    /// The postcondition of the last of several blocks in sequence.
    LastPostcondition,
    /// The precondition of a barrier, of each thread.
    BarrierPrecondition,
    /// The postcondition of a barrier, of all threads together.
    BarrierPostcondition,
    /// The invariant that the body of a barrier opens, of all threads together.
    BarrierInvariant,
    /// The invariant of an `invariant` block, on entry.
    Invariant,
    /// The same, at the end of `atomic`.
    AtomicEnd,
    /// A lock, or the lock invariant.
    Lock(Lock),
    /// A thread that is started or joined.
    Thread(Thread),
    /// The body of a predicate that is folded.
    FoldedBody,
    /// The instance of a predicate that is unfolded.
    UnfoldedInstance,
    /// The right side of a magic wand that is packaged.
    PackagedWand,
    /// A magic wand that is applied, and its left side.
    AppliedWand,
}

/// What a lock asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Lock {
    /// That there is an object.
    There,
    /// That it is held.
    Held,
    /// That its invariant is established.
    Committed,
    /// Its invariant, at `unlock`.
    Unlock,
    /// Its invariant, at `wait`.
    Wait,
    /// Its invariant, at `commit`.
    Commit,
    /// Its invariant, where an object is made.
    NewObject,
    /// Its invariant, at the end of a constructor.
    ConstructorEnd,
}

/// What a thread that is started or joined asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Thread {
    /// That it is idle.
    Idle,
    /// That it is running.
    Running,
    /// The precondition of `run`.
    Precondition,
}

impl Reason {
    /// The code of a pure conjunct that does not hold.
    pub fn pure_code(&self) -> Code {
        match self {
            Reason::Assert | Reason::Exhale => Code::V010,
            Reason::MethodPrecondition(_) => Code::V020,
            Reason::Postcondition => Code::V022,
            Reason::NoReturn => Code::V026,
            Reason::FunctionPrecondition(_) => Code::V024,
            Reason::LoopEntry => Code::V030,
            Reason::LoopKept => Code::V031,
            Reason::BlockPrecondition | Reason::FirstPrecondition => Code::V040,
            Reason::BlockPostcondition | Reason::LastPostcondition => Code::V042,
            Reason::BarrierPrecondition => Code::V044,
            Reason::BarrierPostcondition | Reason::BarrierInvariant => Code::V046,
            Reason::Invariant => Code::V051,
            Reason::AtomicEnd => Code::V054,
            Reason::Lock(Lock::There) => Code::V001,
            Reason::Lock(_) => Code::V058,
            Reason::Thread(_) => Code::V070,
            Reason::FoldedBody => Code::V072,
            Reason::UnfoldedInstance => Code::V074,
            Reason::PackagedWand => Code::V076,
            Reason::AppliedWand => Code::V077,
        }
    }

    /// The code of a permission that is not held.
    pub fn permission_code(&self) -> Code {
        match self {
            Reason::Assert | Reason::Exhale => Code::V011,
            Reason::MethodPrecondition(_) => Code::V021,
            Reason::Postcondition => Code::V023,
            Reason::NoReturn => Code::V026,
            Reason::FunctionPrecondition(_) => Code::V025,
            Reason::LoopEntry | Reason::LoopKept => Code::V032,
            Reason::BlockPrecondition | Reason::FirstPrecondition => Code::V041,
            Reason::BlockPostcondition | Reason::LastPostcondition => Code::V043,
            Reason::BarrierPrecondition => Code::V049,
            Reason::BarrierPostcondition | Reason::BarrierInvariant => Code::V047,
            Reason::Invariant => Code::V052,
            Reason::AtomicEnd => Code::V055,
            Reason::Lock(_) => Code::V059,
            Reason::Thread(_) => Code::V071,
            Reason::FoldedBody => Code::V073,
            Reason::UnfoldedInstance => Code::V074,
            Reason::PackagedWand => Code::V076,
            Reason::AppliedWand => Code::V077,
        }
    }
}

/// A rule about where something may stand, which the lowering decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Rule {
    /// All threads reach a barrier, or none.
    BarrierReached,
    /// No barrier stands inside `atomic`.
    BarrierInAtomic,
    /// A local variable of an invariant keeps its value within the invariant's block.
    InvariantLocal,
    /// An invariant that is open is not opened again.
    InvariantOpen,
    /// Nothing inside `atomic` blocks.
    BlockingInAtomic,
    /// A constructor does not pass on `this` before the lock invariant is established.
    EarlyThis,
}

impl Rule {
    /// The code of what breaks it.
    pub fn code(self) -> Code {
        match self {
            Rule::BarrierReached => Code::V045,
            Rule::BarrierInAtomic => Code::V048,
            Rule::InvariantLocal => Code::V050,
            Rule::InvariantOpen => Code::V053,
            Rule::BlockingInAtomic => Code::V056,
            Rule::EarlyThis => Code::V057,
        }
    }
}

/// An operation on data that has no value for all operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Partial {
    /// `xs[i]` of a sequence.
    SequenceIndex,
    /// `xs[i -> x]` of a sequence.
    SequenceUpdate,
    /// `xs.removeAt(i)` of a sequence.
    SequenceRemoval,
    /// The first element of a sequence.
    SequenceHead,
    /// `m[k]` of a map.
    MapKey,
    /// The value of an option.
    OptionValue,
    /// An element of a set that is chosen.
    Choice,
}

impl Partial {
    /// The code of operands for which it has no value.
    pub fn code(self) -> Code {
        match self {
            Partial::SequenceIndex => Code::V060,
            Partial::MapKey => Code::V061,
            Partial::OptionValue => Code::V062,
            Partial::SequenceHead => Code::V063,
            Partial::SequenceUpdate => Code::V064,
            Partial::SequenceRemoval => Code::V066,
            Partial::Choice => Code::V065,
        }
    }
}
