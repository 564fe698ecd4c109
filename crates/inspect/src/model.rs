//! The data of a run: what is known of each file and each of its kernels.

use crate::accept::{Accepted, Comment};
use crate::assumed::Assumed;
use crate::place::Spot;
use crate::sizes::Chosen;
use crate::trial::Trial;
use crate::undefinable::Undefinable;
use clang::tree::Language;
use contracts::Clause;
use races::{Abstraction, Kind, Meets, Sizes, Who};
use report::status::Status;
use std::time::Duration;
use text::code::Code;
use text::diagnostics::Diagnostic;
use text::source::SourceFile;
use text::span::Span;

/// A file.
#[derive(Clone, Debug)]
pub struct FileRun {
    /// Its name as the user gave it.
    pub name: String,
    /// Its language.
    pub language: Language,
    /// The texts that took part; places of diagnostics are in these. The first is the file.
    pub sources: Vec<SourceFile>,
    /// Its kernels, as far as they were asked for, in the order of the text.
    pub kernels: Vec<KernelRun>,
    /// The names of kernels that were not asked for.
    pub passed_over: Vec<String>,
    /// What is wrong with the file as a whole.
    pub errors: Vec<Diagnostic>,
    /// What was assumed while it was read.
    pub notes: Vec<Diagnostic>,
    /// Errors of clang's that do not count here, in code of the host.
    pub elsewhere: Vec<Diagnostic>,
    /// Its comments that accept findings.
    pub comments: Vec<Comment>,
    /// The kernel graph as text, if it was asked for.
    pub graph: Option<String>,
    /// Wall-clock time of reading it.
    pub reading: Duration,
}

/// A kernel.
#[derive(Clone, Debug)]
pub struct KernelRun {
    /// Its name, with namespaces and template arguments.
    pub name: String,
    /// Where its name stands.
    pub spot: Option<Spot>,
    /// The sizes it was checked for; none if it was not checked.
    pub sizes: Option<Chosen>,
    /// What is wrong.
    pub faults: Vec<Fault>,
    /// What would make it safe, if something is wrong and that is known.
    pub safe_if: Option<SafeIf>,
    /// What is not decided, or was not understood.
    pub undecided: Vec<Diagnostic>,
    /// What is wrong with its text, in clang's eyes.
    pub errors: Vec<Diagnostic>,
    /// The names of the arrays of the file that threads share.
    pub arrays: Vec<String>,
    /// Whether it, or a function that it calls, uses atomic operations.
    pub atomics: bool,
    /// Invariants that do not stand at the head of a loop: they are asserted where they stand.
    pub misplaced: Vec<Spot>,
    /// Invariants of all loops of a function that do not stand at its end.
    pub early: Vec<Spot>,
    /// Into how many parts barriers that each thread passes once cut the kernel.
    pub intervals: usize,
    /// The contract under which it is verified, or under which something is found; no clause if for any launch.
    pub contract: Vec<Required>,
    /// What it does to arrays that outlive it, if it is verified.
    pub effects: Vec<Effect>,
    /// What arrays rest on that have to be written.
    pub worked: Vec<Worked>,
    /// The pointers that are taken to point to different memory, if it is verified.
    pub apart: Vec<Clause>,
    /// What it is passed.
    pub parameters: Vec<Parameter>,
    /// Where all of its definition is, from which on it could be written about.
    pub definition: Option<Span>,
    /// Where its name and its body are, if they are in the file itself and no macro brought them.
    pub head: Option<Head>,
    /// Where its text names arrays, if it was asked why no two threads race.
    pub named: Vec<Named>,
    /// The launches of the file, held against the contract; none if it is not verified.
    pub launches: Vec<Held>,
    /// Why no two threads race, a sentence for each array, if that was asked.
    pub explained: Vec<Explained>,
    /// What was taken for granted, one sentence each.
    pub assumptions: Vec<Assumed>,
    /// How many questions were asked.
    pub questions: usize,
    /// Candidate invariants of its loops.
    pub inferred: Vec<Inferred>,
    /// Wall-clock time of the check.
    pub time: Duration,
}

/// Clauses under which a kernel is verified in which something is found, for some of which nothing speaks but the finding or a
/// launch of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SafeIf {
    /// The clauses.
    pub clause: String,
    /// Whether that rests on that operations fit their types.
    pub fits: bool,
    /// The lines of the launches that satisfy them.
    pub lines: Vec<usize>,
}

/// Why no two threads race for an array.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explained {
    /// The array's name.
    pub array: String,
    /// The sentence.
    pub sentence: String,
}

/// Places of a kernel's definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Head {
    /// Its name.
    pub name: Span,
    /// Its body.
    pub body: Span,
}

/// A place at which a kernel's text names an array.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// The array's name.
    pub array: String,
    /// The place, in the file itself.
    pub span: Span,
}

/// A parameter of a kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Its name.
    pub name: String,
    /// What is passed for it.
    pub passed: Passed,
}

/// What is passed for a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passed {
    /// An integer.
    Integer {
        /// Bits of its type.
        bits: u32,
        /// Whether it has a sign.
        signed: bool,
    },
    /// An address.
    Pointer {
        /// Bytes of what it points to, if that is a number or a pointer.
        element: Option<u64>,
    },
    /// Anything else.
    Other,
}

/// A clause of a kernel's contract, or several that belong together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Required {
    /// As it was proved.
    pub clause: String,
    /// What it is about.
    pub kind: contracts::Kind,
    /// What of the kernel's text it follows from.
    pub evidence: String,
    /// Where that stands, if it is one place.
    pub spot: Option<Spot>,
    /// Whether nobody gave or wrote it.
    pub inferred: bool,
}

/// What a verified kernel does to an array that a launch passes, or that is a variable of the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Effect {
    /// The array's name.
    pub array: String,
    /// Whether elements of it may be read.
    pub reads: bool,
    /// Whether elements of it may be written.
    pub writes: bool,
    /// All that are accessed are among the first so many elements; none where that is not known.
    pub below: Option<String>,
    /// Elements that are written once, if that is known of some.
    pub once: Option<WrittenOnce>,
    /// Whether a user demands that.
    pub demanded: bool,
}

/// Elements of an array each of which is written exactly once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenOnce {
    /// The first so many.
    pub below: String,
    /// In launches that satisfy these clauses.
    pub clauses: Vec<String>,
    /// Whether no other is written.
    pub within: bool,
}

/// What an array rests on that has to be written, in small launches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Worked {
    /// The array.
    pub array: String,
    /// What its elements rest on: arrays as they are at first, and parameters that are no integers.
    pub from: Vec<String>,
    /// What none of its elements rests on.
    pub without: Vec<String>,
    /// How many launches were executed.
    pub launches: usize,
}

/// A launch of the file, held against the contract of a kernel that it may start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Held {
    /// Its line; none if it stands in a header.
    pub line: Option<usize>,
    /// Its place.
    pub span: Span,
    /// Whether it satisfies the contract.
    pub status: Satisfied,
    /// Who has accepted that it does not.
    pub accepted: Option<Accepted>,
}

/// Whether a launch satisfies a contract.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Satisfied {
    /// Every clause holds of it.
    Meets,
    /// This clause does not; the kernel is verified for its arguments all the same.
    Alone(String),
    /// This clause does not.
    Violates {
        /// The clause.
        clause: String,
        /// What goes wrong in the kernel, if that was found.
        finding: Option<String>,
    },
    /// It does if this holds of what comes from outside of the file's functions.
    Conditional(String),
    /// It is not known, for this reason.
    Unchecked(String),
    /// Its sizes are others than those that were given.
    Outside(String),
}

/// The candidate invariants of a loop, each by the name of its family.
#[derive(Clone, Debug)]
pub struct Inferred {
    /// Where the loop begins.
    pub spot: Spot,
    /// Those that were tried.
    pub tried: Vec<&'static str>,
    /// Those that hold.
    pub kept: Vec<&'static str>,
}

/// The verdict on a kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// Nothing is wrong with it.
    Verified,
    /// All that may be wrong with it is accepted, and no execution shows any of that.
    SuspectAccepted,
    /// All that is wrong with it is accepted, and an execution shows some of that.
    WrongAccepted,
    /// Something may be wrong with it, but no execution shows it.
    Suspect,
    /// Something is: an execution shows it.
    Wrong,
    /// Not decided.
    Unknown,
    /// Its text is wrong.
    NotUnderstood,
}

impl Verdict {
    /// One word.
    pub fn word(self) -> &'static str {
        match self {
            Verdict::Verified => "verified",
            Verdict::SuspectAccepted => "suspect, accepted",
            Verdict::WrongAccepted => "wrong, accepted",
            Verdict::Suspect => "suspect",
            Verdict::Wrong => "wrong",
            Verdict::Unknown => "unknown",
            Verdict::NotUnderstood => "not understood",
        }
    }
}

impl KernelRun {
    /// The verdict. What is accepted is neither a reason against the kernel nor one for it: where something else is
    /// unknown, the kernel is.
    pub fn verdict(&self) -> Verdict {
        let counts = |fault: &&Fault| !fault.is_accepted();
        if !self.errors.is_empty() {
            Verdict::NotUnderstood
        } else if self.faults.iter().filter(counts).any(Fault::is_certain) {
            Verdict::Wrong
        } else if self.faults.iter().any(|fault| counts(&fault)) {
            Verdict::Suspect
        } else if !self.undecided.is_empty() || self.sizes.is_none() {
            Verdict::Unknown
        } else if self.faults.iter().any(Fault::is_certain) {
            Verdict::WrongAccepted
        } else if !self.faults.is_empty() {
            Verdict::SuspectAccepted
        } else {
            Verdict::Verified
        }
    }

    /// What it amounts to.
    pub fn status(&self) -> Status {
        let violates = |held: &Held| held.is_violation() && !held.is_accepted();
        match self.verdict() {
            // Also where what it rests on is denied.
            Verdict::Verified | Verdict::Unknown if self.launches.iter().any(violates) => {
                Status::Failed
            }
            Verdict::Verified | Verdict::SuspectAccepted | Verdict::WrongAccepted => Status::Holds,
            Verdict::Wrong => Status::Failed,
            Verdict::Suspect | Verdict::Unknown => Status::Unknown,
            Verdict::NotUnderstood => Status::Wrong,
        }
    }
}

/// What an error of the file as a whole amounts to: wrong input, or nobody's fault.
pub fn status_of(error: &Diagnostic) -> Status {
    match error.code {
        Code::K001 | Code::K002 | Code::K013 => Status::Wrong,
        _ => Status::Unknown,
    }
}

impl FileRun {
    /// Takes in another run over the same texts, which was about other kernels of theirs; or gives it
    /// back.
    pub fn join(&mut self, other: FileRun) -> Option<Box<FileRun>> {
        let texts = |run: &FileRun| -> Vec<(String, String)> {
            let all = run.sources.iter();
            all.map(|one| (one.name.clone(), one.text.clone()))
                .collect()
        };
        if self.name != other.name || texts(self) != texts(&other) {
            return Some(Box::new(other));
        }
        let told = |run: &FileRun, name: &String| run.kernels.iter().any(|one| one.name == *name);
        let mut passed_over = std::mem::take(&mut self.passed_over);
        passed_over.retain(|name| !told(&other, name));
        self.passed_over = passed_over;
        self.kernels.extend(other.kernels);
        for (mine, theirs) in [
            (&mut self.errors, other.errors),
            (&mut self.notes, other.notes),
            (&mut self.elsewhere, other.elsewhere),
        ] {
            for one in theirs {
                if !mine.contains(&one) {
                    mine.push(one);
                }
            }
        }
        for one in other.comments {
            if !self.comments.contains(&one) {
                self.comments.push(one);
            }
        }
        self.reading += other.reading;
        None
    }

    /// What it amounts to. A file without kernels shows nothing.
    pub fn status(&self) -> Status {
        let errors = self.errors.iter().map(status_of);
        let kernels = self.kernels.iter().map(KernelRun::status);
        let nothing = match self.kernels.is_empty() && self.passed_over.is_empty() {
            true => Status::Unknown,
            false => Status::Holds,
        };
        errors.chain(kernels).fold(nothing, Status::and)
    }
}

/// A thread.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Thread {
    /// Its number in the block, by dimension.
    pub thread: [u64; 3],
    /// Its block's number in the grid, by dimension.
    pub block: [u64; 3],
    /// Its number in the grid, by dimension, if the size of blocks is known.
    pub global: Option<[u64; 3]>,
}

/// One access of a race.
#[derive(Clone, Debug)]
pub struct Access {
    /// Which kind.
    pub kind: Kind,
    /// Where.
    pub spot: Spot,
    /// What is accessed, as the programmer names it.
    pub location: String,
    /// How many bytes.
    pub bytes: Option<u64>,
}

/// A race.
#[derive(Clone, Debug)]
pub struct Race {
    /// The array's name.
    pub array: String,
    /// The bytes both access, as the programmer names them.
    pub location: String,
    /// The same in GPUVerify's form.
    pub published: String,
    /// The first thread's access.
    pub first: Access,
    /// The second's.
    pub second: Access,
    /// Whether both threads are in one block.
    pub same_block: bool,
    /// Whether the counterexample has the accesses in different iterations of a loop around both.
    pub across: bool,
    /// Whether one of them is an asynchronous copy of a thread.
    pub copied: bool,
    /// Whether other threads of the block see the array, but no other block.
    pub shared: bool,
}

impl Race {
    /// Whether it is a plain read of exactly what an atomic operation changes.
    pub fn is_mixed(&self) -> bool {
        let is = |read: &Access, other: &Access| {
            read.kind == Kind::Read
                && matches!(other.kind, Kind::Atomic(_))
                && read.location == other.location
                && read.bytes == other.bytes
        };
        is(&self.first, &self.second) || is(&self.second, &self.first)
    }
}

/// What an assertion is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asserted {
    /// One at its place.
    Here,
    /// What a function requires of a call.
    Precondition,
    /// What a function ensures when it returns.
    Postcondition,
}

/// What is wrong.
#[derive(Clone, Debug)]
pub enum What {
    /// Two threads race.
    Race(Box<Race>),
    /// Not all threads come to a point where all must meet.
    Divergence {
        /// The point.
        meets: Meets,
        /// Whose threads must meet.
        who: Who,
    },
    /// An assertion, of this kind.
    Assertion(Asserted),
    /// An invariant.
    Invariant {
        /// Whether it is about the loop's first iteration; else it is about one that follows another.
        entry: bool,
    },
    /// An access may lie outside of this array.
    Bounds(String),
    /// This array of constants may be written.
    ConstantWrite(String),
    /// A null pointer may be followed.
    NullAccess,
    /// A barrier invariant may not hold.
    BarrierInvariant,
    /// A barrier invariant reads what another thread may write.
    Permission,
    /// An array that has to be written as a whole is not.
    Covered {
        /// The array.
        array: String,
        /// What is wrong with it.
        how: Coverage,
    },
}

/// Why an array is not written as a user demands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coverage {
    /// This element is not written.
    Missed(u64),
    /// This element is written more than once.
    Twice(u64),
    /// It is read, and written all the same.
    Input,
    /// This element rests on nothing that a launch is given.
    Constant(u64),
    /// This element rests on what an earlier launch has left in a variable of the program, or on what nobody gave.
    Earlier(u64),
}

/// Something that is wrong with a kernel, as far as can be told.
#[derive(Clone, Debug)]
pub struct Fault {
    /// Its code.
    pub code: Code,
    /// What.
    pub what: What,
    /// Where; of a race the place of the first access.
    pub spot: Spot,
    /// The threads of the counterexample; one, if only one takes part.
    pub threads: Vec<Thread>,
    /// Parameters in the counterexample.
    pub values: Vec<(String, String)>,
    /// The sizes in the counterexample, as far as it says.
    pub sizes: Sizes,
    /// Those of them that are open, by the names of the language.
    pub open: Vec<(String, String)>,
    /// What took part that is not known.
    pub abstractions: Vec<Abstraction>,
    /// What came of executing it; it is certain only if that shows it.
    pub trial: Trial,
    /// What was launched, if an execution shows it.
    pub launch: Option<Box<executor::Launch>>,
    /// That it goes away if every operation is taken to have the result that is meant, and which
    /// operations may not have one.
    pub only_where: Option<Undefinable>,
    /// Who has accepted it.
    pub accepted: Option<Accepted>,
}

impl Held {
    /// Whether it violates the contract.
    pub fn is_violation(&self) -> bool {
        matches!(self.status, Satisfied::Violates { .. })
    }

    /// Whether that it violates the contract is accepted, and that counts.
    pub fn is_accepted(&self) -> bool {
        self.accepted.as_ref().is_some_and(|one| !one.denied)
    }
}

impl Fault {
    /// Whether it is accepted, and that counts.
    pub fn is_accepted(&self) -> bool {
        self.accepted.as_ref().is_some_and(|one| !one.denied)
    }

    /// Whether an execution shows it.
    pub fn is_certain(&self) -> bool {
        self.trial == Trial::Shown
    }
}
