//! The texts for failures, gaps and warnings: pure functions from data to words.

use crate::obligation::probe::Kind;
use crate::report::failure::{Failure, Null, Place, Typed, Unsupported, Wanted};
use core_lang::blame::{Lock, Thread};
use core_lang::{Blame, Partial, Reason, Rule};
use text::code::Code;
use text::diagnostics::Diagnostic;
use text::span::Span;

/// What is wrong, as a sentence without a final stop.
pub(crate) fn message(failure: &Failure) -> String {
    match failure {
        Failure::Null(null) => match null {
            Null::FieldRead(field) => return format!("`{field}` may be read of `null`"),
            Null::FieldWrite => "the field of `null` may be written",
            Null::Length => "the length of `null` may be taken",
            Null::Array => "the array may be `null`",
            Null::MethodCall => "a method of `null` may be called",
            Null::Lock => "`null` may be locked",
            Null::Fork => "`null` may be forked",
            Null::Fold => "a predicate of `null` may be folded",
        },
        Failure::IndexOutOfBounds => "the index may be out of bounds",
        Failure::RangeOutOfBounds => "the range of `\\values` may be out of bounds",
        Failure::ReadPermission(place) => match place {
            Place::Field(field) => {
                return format!("there may be no permission to read `{field}`");
            }
            Place::Element => "there may be no permission to read this element",
            Place::Elements => "there may be no permission to read all of these elements",
        },
        Failure::WritePermission(place) => match place {
            Place::Field(field) => {
                return format!("there may be no permission to write `{field}`");
            }
            Place::Element => "there may be no permission to write this element",
            Place::Elements => "there may be no permission to write all of these elements",
        },
        Failure::DivisionByZero => "the divisor may be zero",
        Failure::NegativeAmount => "the permission amount may be negative",
        Failure::NotInjective => {
            "two values of the quantifier's variables may denote the same location"
        }
        Failure::UnsatisfiablePrecondition => {
            "no state satisfies the precondition, so every claim about this method holds for no reason"
        }
        Failure::OutsideType(typed) => match typed {
            Typed::Value => "the value may be outside the range of its type",
            Typed::Argument => "the argument may be outside the range of its type",
            Typed::FunctionArgument(function) => {
                return format!(
                    "an argument of `{function}` may be `null` or outside the range of its type"
                );
            }
        },
        Failure::NotRefuted => "the refuted condition holds",
        Failure::NegativeSize => "the size may be negative",
        Failure::ContradictoryAxiom => {
            "this axiom contradicts itself, or those before it, so everything follows from it"
        }
        Failure::LoopMeasure => "the measure may not decrease, or may be negative",
        Failure::LoopWithoutMeasure { ghost: true } => {
            "the loop stands in ghost code and has no measure, so it may not end"
        }
        Failure::LoopWithoutMeasure { ghost: false } => {
            "the loop has no measure, and the method has one"
        }
        Failure::CallMeasure => "the measure may not decrease at this call, or may be negative",
        Failure::CalleeWithoutMeasure => "the method that is called has no measure to compare with",
        Failure::FunctionMeasure => {
            "the measure may not decrease at a recursive call, or may be negative"
        }
        Failure::GhostCallMayNotEnd => {
            "the call stands in ghost code and may not end: the callee has no measure, or synchronizes with other threads"
        }
        Failure::BlockingInAtomic => "nothing may block inside `atomic`, and what is called might",
        Failure::LockHeld => "the lock is held already, and locks are not reentrant",
        Failure::NoInstance => "the permission to the predicate instance may be zero",
        Failure::Assertion(Blame {
            reason: Reason::NoReturn,
            ..
        }) => "the body may end without a `return`, and then there is no result",
        Failure::Assertion(blame) => return format!("{} may not hold", subject(&blame.reason)),
        Failure::Permission(blame, _) => {
            return format!(
                "{}: there may not be enough permission",
                subject(&blame.reason)
            );
        }
        Failure::Rule(rule) => broken(*rule),
        Failure::Undefined(operation) => undefined(*operation),
    }
    .to_owned()
}

/// What asks for an assertion; completes "… may not hold".
fn subject(reason: &Reason) -> String {
    match reason {
        Reason::Assert => "the assertion",
        Reason::Exhale => "what is exhaled",
        Reason::MethodPrecondition(name) | Reason::FunctionPrecondition(name) => {
            return format!("the precondition of `{name}`");
        }
        Reason::Postcondition => "the postcondition",
        Reason::NoReturn => "that the body ends with a `return`",
        Reason::LoopEntry => "on entry, the loop invariant",
        Reason::LoopKept => "after an iteration, the loop invariant",
        Reason::BlockPrecondition => "the precondition of the parallel block",
        Reason::BlockPostcondition => "the postcondition of the parallel block",
        Reason::FirstPrecondition => "the precondition of the first block of the sequence",
        Reason::LastPostcondition => "the postcondition of the last block of the sequence",
        Reason::BarrierPrecondition => "the barrier's precondition",
        Reason::BarrierPostcondition => "for all threads together, the barrier's postcondition",
        Reason::BarrierInvariant => {
            "for all threads together, the invariant that the barrier opens"
        }
        Reason::Invariant => "the invariant",
        Reason::AtomicEnd => "the invariant, at the end of `atomic`,",
        Reason::Lock(lock) => match lock {
            Lock::There => "that the object of the lock is not `null`",
            Lock::Held => "that the lock is held",
            Lock::Committed => "that the object is committed",
            Lock::Unlock => "the lock invariant, at `unlock`,",
            Lock::Wait => "the lock invariant, at `wait`,",
            Lock::Commit => "the lock invariant, at `commit`,",
            Lock::NewObject => "the lock invariant of the new object",
            Lock::ConstructorEnd => "the lock invariant, at the end of the constructor,",
        },
        Reason::Thread(thread) => match thread {
            Thread::Idle => "that the thread is idle",
            Thread::Running => "that the thread is running",
            Thread::Precondition => "the precondition of `run`",
        },
        Reason::FoldedBody => "the body of the predicate that is folded",
        Reason::UnfoldedInstance => "the predicate instance that is unfolded",
        Reason::PackagedWand => "the right side of the wand that is packaged",
        Reason::AppliedWand => "the wand that is applied, with its left side",
    }
    .to_owned()
}

fn broken(rule: Rule) -> &'static str {
    match rule {
        Rule::BarrierReached => "some threads may not reach this barrier while others wait at it",
        Rule::BarrierInAtomic => "a barrier may not stand inside `atomic`",
        Rule::InvariantLocal => {
            "a local variable that the invariant mentions is assigned within its block"
        }
        Rule::InvariantOpen => {
            "this invariant is open already: `atomic` may not be nested for one invariant"
        }
        Rule::BlockingInAtomic => "nothing may block inside `atomic`",
        Rule::EarlyThis => {
            "before the lock invariant is established, the constructor may not lock, fork or pass on `this`"
        }
    }
}

fn undefined(operation: Partial) -> &'static str {
    match operation {
        Partial::SequenceIndex => "the index may be outside the sequence",
        Partial::SequenceUpdate => "the index of the update may be outside the sequence",
        Partial::SequenceRemoval => "the index of what is removed may be outside the sequence",
        Partial::SequenceHead => "the sequence may be empty, and then it has no first element",
        Partial::MapKey => "the key may not be in the map",
        Partial::OptionValue => "the option may be `None`, and then it has no value",
        Partial::Choice => "the set to choose from may be empty",
    }
}

/// What would help, where that can be told from the failure alone.
pub(crate) fn help(failure: &Failure) -> Option<String> {
    let help = match failure {
        Failure::IndexOutOfBounds => {
            "the bounds `0 <= index && index < array.length` must be known here"
        }
        Failure::RangeOutOfBounds => {
            "`0 <= low && low <= high && high <= array.length` must be known here"
        }
        Failure::ReadPermission(Place::Field(field)) => {
            return Some(format!(
                "a permission such as `Perm({field}, read)` is needed here, from the precondition, the loop invariant or the block's contract"
            ));
        }
        Failure::ReadPermission(Place::Element) => {
            "a permission for it, such as `Perm(a[i], read)`, is needed here, from the precondition, the loop invariant or the block's contract"
        }
        Failure::ReadPermission(Place::Elements) => {
            "a permission for each of them is needed here, such as `(\\forall* int i = low .. high; Perm(a[i], read))`"
        }
        Failure::WritePermission(Place::Field(field)) => {
            return Some(format!(
                "the whole permission `Perm({field}, write)` is needed here"
            ));
        }
        Failure::WritePermission(Place::Element | Place::Elements) => {
            "the whole permission for it, such as `Perm(a[i], write)`, is needed here, from the precondition, the loop invariant or the block's contract"
        }
        Failure::NotInjective => {
            "each value must give a location of its own; bound the variables, or divide the amount"
        }
        Failure::UnsatisfiablePrecondition => {
            "if that is meant, write the clause `requires false;`"
        }
        Failure::Assertion(Blame {
            reason: Reason::NoReturn,
            ..
        }) => {
            "return a value on each path; where no state gets to the end, say so with `assert false;`"
        }
        Failure::Permission(_, Wanted::Location) => "this much permission must be held here",
        Failure::Permission(_, Wanted::Quantified) => {
            "this much must be held for all threads or values together; where several name one location, their amounts add up"
        }
        Failure::Permission(_, Wanted::Instance)
        | Failure::Null(_)
        | Failure::DivisionByZero
        | Failure::NegativeAmount
        | Failure::OutsideType(_)
        | Failure::NotRefuted
        | Failure::NegativeSize
        | Failure::ContradictoryAxiom
        | Failure::LoopMeasure
        | Failure::LoopWithoutMeasure { .. }
        | Failure::CallMeasure
        | Failure::CalleeWithoutMeasure
        | Failure::FunctionMeasure
        | Failure::GhostCallMayNotEnd
        | Failure::BlockingInAtomic
        | Failure::LockHeld
        | Failure::NoInstance
        | Failure::Assertion(_)
        | Failure::Rule(_)
        | Failure::Undefined(_) => return None,
    };
    Some(help.to_owned())
}

/// That there is no rule for a construct at a place.
pub(crate) fn unsupported(what: Unsupported, span: Span) -> Diagnostic {
    let construct = match what {
        Unsupported::Old => {
            "`\\old` of a state that is not passed before this place (for a precondition there is none)"
        }
        Unsupported::ForPerm => "`\\forperm` outside of `assert` and `refute`",
        Unsupported::Dimensions => "new arrays of this many dimensions",
        Unsupported::Jump => "a jump that leaves its block this way",
        Unsupported::JumpOutOfBlock => "a jump out of a parallel block",
        Unsupported::JumpOutOfBarrier => "a jump out of a barrier",
        Unsupported::Perm => "`perm` outside of `assert` and `refute`",
        Unsupported::Unfolding => "`unfolding` of this predicate",
        Unsupported::Inlining => "functions nested as deep as this",
        Unsupported::VaryingAmount => {
            "a permission amount that varies over values that denote one location"
        }
        Unsupported::Uncounted => {
            "a permission that is the same for all values of a variable without plain bounds"
        }
        Unsupported::LoopMeasure => "this measure of a loop",
        Unsupported::RefutedPermission => "`refute` of a permission",
        Unsupported::Values => "`\\values` of this",
        Unsupported::Operator => "this operator",
    };
    Diagnostic::error(
        what.code(),
        span,
        format!("the checker has no rule for {construct} yet"),
    )
    .with_note("nothing is proved about a declaration that uses it")
}

/// That something holds for no reason, or that the sign of a division's operands is open.
pub(crate) fn vacuous(kind: Kind, span: Span) -> Diagnostic {
    let unreached = |message: &str| {
        Diagnostic::warning(Code::W002, span, message.to_owned())
            .with_note("whatever is claimed there holds for no reason")
    };
    match kind {
        Kind::Then => unreached("this is never true here, so no state reaches the branch"),
        Kind::Else => {
            unreached("this is always true here, so no state reaches the `else` branch")
        }
        Kind::LoopBody => unreached("no state reaches the body of this loop")
            .with_help("the invariant and the guard contradict each other, or what is known before"),
        Kind::Thread => unreached("no thread runs this block")
            .with_help("its range is empty, or its precondition contradicts what is known around it"),
        Kind::End => Diagnostic::warning(
            Code::W003,
            span,
            "no state reaches the end, so the postcondition holds for no reason",
        ),
        Kind::LoopEnd => Diagnostic::warning(
            Code::W003,
            span,
            "this loop never ends, so everything after it holds for no reason",
        )
        .with_help("by the invariant the guard stays true: is an update missing?"),
        Kind::Inhaled | Kind::Asked | Kind::Lost => Diagnostic::warning(
            Code::W003,
            span,
            "the facts known from here on contradict each other, so everything after it holds for no reason",
        )
        .with_help("what is assumed or ensured here contradicts what is known before, or itself"),
        Kind::Division => Diagnostic::warning(
            Code::W004,
            span,
            "the dividend may be negative, or the divisor may be",
        )
        .with_note("`/` and `%` are Euclidean here: the remainder is never negative, unlike in C and CUDA"),
    }
}

/// That nothing founds the recursion of a function.
pub(crate) fn without_measure(function: &str, span: Span) -> Diagnostic {
    Diagnostic::warning(
        Code::W001,
        span,
        format!("no measure shows that the recursion of `{function}` ends"),
    )
    .with_note("neither its definition nor its postconditions are used")
    .with_help("add a clause such as `decreases n;` or `decreases |xs|;`")
}

/// That the recursion of a function is founded only in a part of what its precondition allows;
/// `part` as the user may write it, if that can be said.
pub(crate) fn founded_within(function: &str, part: Option<&str>, span: Span) -> Diagnostic {
    let told = match part {
        Some(part) => format!("the recursion of `{function}` is known to end only where `{part}`"),
        None => format!("the recursion of `{function}` is known to end only for some arguments"),
    };
    let help = match part {
        Some(part) => format!("if it is meant for no others, add `requires {part};`"),
        None => "add a clause such as `decreases n;`".to_owned(),
    };
    Diagnostic::warning(Code::W001, span, told)
        .with_note("its definition and its postconditions are used only there")
        .with_help(help)
}
