//! What a thread does to memory and at barriers: the summary that questions are made of.

pub(crate) mod copies;
pub(crate) mod counter;
pub(crate) mod event;
pub(crate) mod grouping;
pub(crate) mod lanes;
pub(crate) mod own_copies;
pub(crate) mod representative;

use crate::accesses::counter::Counter;
use crate::execution::loop_path::Way;
use crate::execution::path::Path;
use crate::execution::state::Counts;
use crate::execution::value::Value;
use crate::overflow::margins::Margins;
use crate::report::{Inferred, Unsupported};
use kernel_graph::{ArrayId, BinaryOp, BlockId, Place};
use solver::term::{Symbol, Term, and, eq, le, not, or};
use std::collections::BTreeSet;

/// For whom an operation is atomic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Among {
    /// For the thread alone, or for some of its block.
    Few,
    /// For threads of its block.
    Block,
    /// For all threads.
    All,
}

/// Kinds of accesses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// A load.
    Read,
    /// A store.
    Write,
    /// An atomic operation.
    Atomic(Among),
}

impl Kind {
    /// When two accesses that touch one byte are a conflict; `same_block` says whether threads of
    /// one block make them.
    pub fn conflict(self, other: Kind, same_block: bool) -> Conflict {
        match (self, other) {
            (Kind::Read, Kind::Read) => Conflict::Never,
            (Kind::Atomic(a), Kind::Atomic(b)) => {
                let needed = if same_block { Among::Block } else { Among::All };
                match a.min(b) >= needed {
                    true => Conflict::UnlessEqual,
                    false => Conflict::Always,
                }
            }
            _ => Conflict::Always,
        }
    }
}

/// When two accesses that touch one byte are a conflict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Conflict {
    /// Never.
    Never,
    /// Unless they are of the very same bytes: atomic operations of one place and width.
    UnlessEqual,
    /// Always.
    Always,
}

/// An access to memory that others may see.
#[derive(Clone, Debug)]
pub(crate) struct Access {
    /// When it is made.
    pub condition: Term,
    /// The array.
    pub array: ArrayId,
    /// The first byte, an integer.
    pub offset: Term,
    /// How many bytes, an integer.
    pub bytes: Term,
    /// Which kind.
    pub kind: Kind,
    /// Of a load: it is assumed not to race with atomic operations on the same word.
    pub guess: bool,
    /// That its address is in this array and no other, on the way to the statement.
    pub guard: Term,
    /// Whether it is made of all these bytes, and not at most; else that is not known.
    pub exact: bool,
    /// What is written, where that is one value.
    pub value: Option<Value>,
    /// Where it stands.
    pub place: Place,
    /// Barriers passed before it.
    pub counts: Counts,
    /// The numbers of the iterations around it, outermost first.
    pub iterations: Vec<Term>,
    /// The statement that makes it.
    pub stmt: StmtId,
    /// The way to the statement.
    pub way: Path,
    /// That the thread makes the iterations around it.
    pub within: Term,
    /// The statement, if the group makes it beside the work of its threads, from here on until the
    /// event is waited for.
    pub copy: Option<StmtId>,
    /// Whether the thread makes that copy alone.
    pub alone: bool,
    /// Whether some lane of the warp makes it for the thread.
    pub lanes: bool,
    /// How many accesses stand before it.
    pub order: usize,
    /// Signed numbers that are known to be away from the ends of their types.
    pub margins: Margins,
}

impl Access {
    /// When it and another access that touch one byte are a conflict; `same_block` says whether threads of one block make
    /// them.
    pub(crate) fn conflict(&self, other: &Access, same_block: bool) -> Conflict {
        let as_atomic = |one: &Access, other: &Access| match (one.kind, other.kind) {
            (Kind::Read, Kind::Atomic(among)) if one.guess => Kind::Atomic(among),
            (kind, _) => kind,
        };
        as_atomic(self, other).conflict(as_atomic(other, self), same_block)
    }

    /// That a thread does not execute the statement in these iterations.
    pub(crate) fn missed(&self) -> Term {
        or(vec![not(self.within.clone()), self.way.missed()])
    }
}

/// A wait for an asynchronous copy.
#[derive(Clone, Debug)]
pub(crate) struct Wait {
    /// What a thread decides that comes to it, and that it is for that copy.
    pub condition: Term,
    /// The statement that started the copy.
    pub copy: StmtId,
    /// In which iterations of the loops around that statement; none for all that were made before.
    pub of: Vec<Option<Term>>,
    /// Barriers passed before it.
    pub counts: Counts,
    /// The numbers of the iterations that are around both.
    pub iterations: Vec<Term>,
    /// The numbers of all iterations around it, with those in which the thread waits.
    pub at: Vec<(Term, Term)>,
    /// How many accesses stand before it.
    pub accesses: usize,
}

impl Wait {
    /// That it is for the copy in these iterations; each part of a conjunction.
    pub(crate) fn is_for(&self, iterations: &[Term]) -> Vec<Term> {
        let both = self.of.iter().zip(iterations);
        let known = both.filter_map(|(of, number)| Some((of.as_ref()?, number)));
        known
            .map(|(of, number)| eq(of.clone(), number.clone()))
            .collect()
    }

    /// That the thread makes the iterations in which it waits, where it leaves the loop of `k` in iteration `exit`: of
    /// those in which the copy is made this is known.
    pub(crate) fn is_reached(&self, k: &Term, exit: &Term) -> Option<Term> {
        let (_, at) = self
            .at
            .iter()
            .find(|(number, at)| number == k && number != at)?;
        Some(le(at.clone(), exit.subst(&self.at)))
    }
}

/// A call that all threads of a block make with the same arguments.
#[derive(Clone, Debug)]
pub(crate) struct Agreement {
    /// The point, as one where threads meet.
    pub point: Meeting,
    /// The arguments.
    pub arguments: Vec<Value>,
}

/// A load of what others may write.
#[derive(Clone, Debug)]
pub(crate) struct Load {
    /// The statement.
    pub stmt: StmtId,
    /// The symbol of its value.
    pub symbol: Symbol,
    /// The access, by its number in the summary.
    pub access: usize,
}

/// Names a statement of a function: its block, and its number there.
pub(crate) type StmtId = (BlockId, usize);

/// A point that all threads of a group must reach together, or none.
#[derive(Clone, Debug)]
pub(crate) struct Meeting {
    /// The point.
    pub what: Meets,
    /// Where it stands.
    pub place: Place,
    /// The way of a thread to the point.
    pub way: Way,
    /// The numbers of the iterations around it.
    pub iterations: Vec<Term>,
    /// Which threads are meant.
    pub who: Who,
    /// The mask that says which lanes of a warp are; all of those meant if absent.
    pub mask: Option<Term>,
}

impl Meeting {
    /// What holds of every thread at the start of the innermost iteration around the point.
    pub(crate) fn before(&self) -> Term {
        self.way.path.until(self.from()).condition()
    }

    /// The way from there to the point.
    pub(crate) fn since(&self) -> Path {
        self.way.path.since(self.from())
    }

    fn from(&self) -> usize {
        self.way.loops.last().map_or(0, |around| around.path)
    }
}

/// Whose threads meet, from fewer to more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Who {
    /// Those of some part of a block, nobody says which.
    SubGroup,
    /// Those of a part of so many threads of a block, that follow each other, from a multiple on.
    Tile(u32),
    /// Those of a warp.
    Warp,
    /// Those of a block.
    Block,
    /// All.
    Grid,
}

/// The points where threads meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meets {
    /// A barrier.
    Barrier,
    /// The entry of a loop with a barrier in it.
    LoopEntry,
    /// The next iteration of a loop with a barrier in it.
    NextIteration,
    /// A call that is to have the same arguments for all.
    Arguments,
    /// A shuffle, a vote, or a `__syncwarp` with a mask: what a part of the block does together.
    Exchange,
}

/// Why something must hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The user asserts it.
    Assertion,
    /// The user says that it is an invariant: the loop keeps it.
    Invariant,
    /// The same: it holds when the loop is entered.
    Entry,
    /// A function says that its callers have to see to it.
    Precondition,
    /// A function says that it holds when it returns.
    Postcondition,
    /// The user proposes it as an invariant. It is passed over where it is not shown.
    Candidate,
    /// An access lies in its array.
    Bounds(ArrayId),
    /// Constant memory is not written.
    ConstantWrite(ArrayId),
    /// A null pointer is not followed.
    NullAccess,
    /// The user says that it holds of all threads at a barrier.
    BarrierInvariant,
    /// What a barrier invariant reads no other thread writes before the barrier.
    Permission,
    /// It is known what an address points into that is accessed.
    UnknownAddress,
    /// It is known which function is called.
    UnknownCallee,
    /// No function calls itself by its address.
    Recursion,
}

/// Something that must hold of every thread.
#[derive(Clone, Debug)]
pub(crate) struct Obligation {
    /// What is known there.
    pub known: Term,
    /// What must hold.
    pub goal: Term,
    /// Why.
    pub reason: Reason,
    /// Where.
    pub place: Place,
}

/// An access that an annotation speaks of: any that the thread has made since the last barrier
/// that orders it, or none. It is one of its own for each annotation, as if somebody had chosen
/// beforehand which access to watch.
#[derive(Clone, Debug)]
pub(crate) struct Watched {
    /// A write, else a read. Atomic operations are neither.
    pub write: bool,
    /// The array.
    pub array: ArrayId,
    /// That there is one: a truth value of its own.
    pub pending: Term,
    /// Its byte offset, an integer of its own; arbitrary if there is none.
    pub offset: Term,
}

/// A value of the second thread.
#[derive(Clone, Debug)]
pub(crate) struct OfOther {
    /// The symbol that stands for it.
    pub symbol: Term,
    /// The same expression's value for the first thread.
    pub own: Term,
    /// Whether the second thread has the value wherever it is; else only if it is here, too.
    pub anywhere: bool,
    /// Of a value that an annotation read from memory: what is known of it. It is known for threads of
    /// one block.
    pub read: Option<Vec<Term>>,
}

/// What an annotation reads of memory that others may write.
#[derive(Clone, Debug)]
pub(crate) struct Ghost {
    /// The load, as if it were an access.
    pub access: Access,
    /// Whether its address depends on a second thread.
    pub of_two: bool,
    /// The address with the thread and the second one exchanged.
    pub swapped: Term,
}

/// An assertion that speaks of accesses or of a second thread.
#[derive(Clone, Debug)]
pub(crate) struct Claim {
    /// What is known of the first thread.
    pub known: Term,
    /// What must hold.
    pub goal: Term,
    /// Why.
    pub reason: Reason,
    /// The point, as one where threads meet.
    pub point: Meeting,
    /// Whether the first thread is here; else it is anywhere that is not behind this point.
    pub here: bool,
    /// Whether every thread has passed as many barriers as the first one when it comes here, wherever it is: all come to
    /// the loop around, which has had none yet.
    pub passed_alike: bool,
    /// Whether the goal has values in it that are not known although the program knows them.
    pub vague: bool,
    /// How many accesses stand before it.
    pub accesses: usize,
    /// Barriers passed before it.
    pub counts: Counts,
    /// What it says of accesses.
    pub watched: Vec<Watched>,
    /// What it says of the second thread.
    pub others: Vec<OfOther>,
    /// That the second thread is here in the same iterations: a truth value of its own.
    pub other_here: Term,
    /// That both threads are of one block: a truth value of its own.
    pub same_block: Term,
    /// Whether it speaks of a second thread.
    pub of_two: bool,
    /// Whether threads of one block are meant.
    pub one_block: bool,
    /// Whether every thread that makes the innermost iteration around the point comes to it in that iteration.
    pub each_iteration: bool,
    /// What it says one iteration before, of a second thread that is here in this one; none in the first iteration.
    pub earlier: Option<Earlier>,
}

/// What a claim about two threads says one iteration before.
#[derive(Clone, Debug)]
pub(crate) struct Earlier {
    /// What was claimed.
    pub goal: Term,
    /// What it says of the second thread.
    pub others: Vec<OfOther>,
}

/// An operation whose result was taken to fit.
#[derive(Clone, Debug)]
pub(crate) struct Fits {
    /// The way of a thread to where it is evaluated.
    pub way: Way,
    /// That the result fits.
    pub goal: Term,
    /// Which operation.
    pub op: BinaryOp,
    /// Whether it is listed; else it is so by an assumption about all operations of its kind.
    pub listed: bool,
    /// The statement's place.
    pub place: Place,
}

impl Fits {
    /// That a thread evaluates it and the result does not fit.
    pub(crate) fn overflows(&self) -> Term {
        and(vec![self.way.path.condition(), not(self.goal.clone())])
    }
}

/// All that one thread does.
#[derive(Clone, Debug, Default)]
pub(crate) struct Summary {
    /// Accesses to memory that others may see, in program order.
    pub accesses: Vec<Access>,
    /// Loads whose values are not known.
    pub loads: Vec<Load>,
    /// Arrays that annotations read and threads write.
    pub read: BTreeSet<ArrayId>,
    /// What annotations read of arrays whose contents are followed.
    pub ghosts: Vec<Ghost>,
    /// Statements that read for a barrier invariant, and where it stands.
    pub barrier_reads: Vec<(StmtId, Place)>,
    /// Waits for asynchronous copies.
    pub waits: Vec<Wait>,
    /// Calls that are to have the same arguments for all threads of a block.
    pub agreements: Vec<Agreement>,
    /// Whether it is not known of some wait which copies it is for.
    pub vague_waits: bool,
    /// Points where threads meet.
    pub meetings: Vec<Meeting>,
    /// Points where threads of a part of a block work together without ordering anything.
    pub gatherings: Vec<Meeting>,
    /// What must hold.
    pub obligations: Vec<Obligation>,
    /// Assertions that speak of accesses or of a second thread.
    pub claims: Vec<Claim>,
    /// Assertions that have no rule.
    pub lacks: Vec<Unsupported>,
    /// Operations on atomic counters.
    pub counters: Vec<Counter>,
    /// Loops with such assertions in them: the number of the iteration, and the points where all
    /// threads enter it and go on with it, or none.
    pub shared_loops: Vec<(Term, Meeting)>,
    /// Functions without a body that were taken to do no harm.
    pub external: BTreeSet<String>,
    /// Whether the offset of OpenCL's global numbers took part.
    pub offset: bool,
    /// Whether addresses in different arrays were compared, and taken to differ.
    pub compared: bool,
    /// Places of assumptions of the user that were taken.
    pub assumed: Vec<Place>,
    /// Signed operations that were taken not to overflow.
    pub fitting: Vec<Fits>,
    /// Candidate invariants of loops.
    pub inferred: Vec<Inferred>,
    /// Whether some were given up because the solver reached a limit: more may be known of values in loops.
    pub given_up: bool,
    /// When a thread would go on where nobody looks any more ([`crate::loops::unroll`]).
    pub cut: Vec<Term>,
}
