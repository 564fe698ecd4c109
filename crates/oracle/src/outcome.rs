//! What becomes of a run.

use crate::value::Value;
use text::code::Code;
use text::diagnostics::Diagnostic;
use text::span::Span;

/// What was done wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// A contract, invariant or assertion is false.
    False,
    /// Read or written without the permission, or given away without having it.
    Permission,
    /// Two threads use one place at the same time and one writes.
    Race,
    /// Threads of a block wait at different barriers, or some never come.
    Divergence,
    /// An expression has no value: null, out of bounds, division by zero and the like.
    Undefined,
    /// A lock or thread is used in the wrong state.
    Protocol,
    /// A measure does not decrease.
    Measure,
}

impl Kind {
    /// The code of the diagnostic.
    pub fn code(self) -> Code {
        match self {
            Kind::False => Code::R001,
            Kind::Permission => Code::R002,
            Kind::Race => Code::R003,
            Kind::Divergence => Code::R004,
            Kind::Undefined => Code::R005,
            Kind::Protocol => Code::R006,
            Kind::Measure => Code::R007,
        }
    }
}

/// A step of a thread, for the trace.
#[derive(Clone, Debug)]
pub struct TraceStep {
    /// The thread, as `t(tid = 3)`.
    pub thread: String,
    /// The statement.
    pub span: Span,
}

/// Something that must not happen and did.
#[derive(Clone, Debug)]
pub struct Violation {
    /// What kind of thing.
    pub kind: Kind,
    /// The place to blame.
    pub span: Span,
    /// One sentence.
    pub message: String,
    /// Further sentences, such as the values of variables.
    pub notes: Vec<String>,
    /// A further place: the other access of a race, the statement that was under way.
    pub other: Option<(Span, String)>,
    /// The last steps of the thread, and of the other thread if there is one.
    pub trace: Vec<TraceStep>,
}

impl Violation {
    /// As a diagnostic.
    pub fn diagnostic(&self) -> Diagnostic {
        let mut diagnostic = Diagnostic::error(self.kind.code(), self.span, self.message.clone());
        if let Some((span, text)) = &self.other {
            diagnostic = diagnostic.with_label(*span, text.clone());
        }
        for note in &self.notes {
            diagnostic = diagnostic.with_note(note.clone());
        }
        diagnostic
    }
}

/// Why a run did not come to an end by itself.
#[derive(Clone, Debug)]
pub enum Stop {
    /// Something that must not happen happened.
    Violation(Box<Violation>),
    /// There is no rule to run this.
    CannotRun(String, Span),
    /// Too many steps, too much memory, or too deep.
    Limit(&'static str),
    /// What is assumed (a precondition, `assume`, `inhale`) is false: the run says nothing.
    Vacuous(String, Span),
    /// All threads wait for each other; says nothing, for what is shown is partial correctness.
    Stuck,
}

/// What became of a run.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// It ended and nothing was wrong.
    Done {
        /// What the method gave.
        result: Value,
        /// Ghost results by name.
        yields: Vec<(String, Value)>,
        /// The heap at the end.
        heap: crate::heap::Heap,
    },
    /// It did not come to an end.
    Stopped(Stop),
}

impl Outcome {
    /// The violation, if that is what it is.
    pub fn violation(&self) -> Option<&Violation> {
        match self {
            Outcome::Stopped(Stop::Violation(violation)) => Some(violation),
            _ => None,
        }
    }

    /// One word, for counting.
    pub fn word(&self) -> &'static str {
        match self {
            Outcome::Done { .. } => "done",
            Outcome::Stopped(Stop::Violation(_)) => "violation",
            Outcome::Stopped(Stop::CannotRun(..)) => "cannot-run",
            Outcome::Stopped(Stop::Limit(_)) => "limit",
            Outcome::Stopped(Stop::Vacuous(..)) => "vacuous",
            Outcome::Stopped(Stop::Stuck) => "stuck",
        }
    }
}
