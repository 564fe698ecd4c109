//! Statements and terminators.

use super::{ArrayId, BinaryOp, BlockId, Expr, FunctionId, LocalId, PatchPoint, Place, Scalar};
use std::iter::once;

/// A statement.
#[derive(Clone, Debug, PartialEq)]
pub struct Stmt {
    /// Where it stands.
    pub place: Place,
    /// Where a barrier could be put before it; none where the source has no room for one.
    pub patch: Option<PatchPoint>,
    /// Which.
    pub kind: StmtKind,
}

/// How memory is accessed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Access {
    /// The access is `volatile`: it is not left out and not merged with others.
    pub volatile: bool,
    /// The access is made by an annotation, and takes no part in races.
    pub ghost: bool,
    /// It is a load with which an update by compare-and-exchange of the same word starts: it is assumed to return a value
    /// that the word has had ([`crate::guesses`]).
    pub guess: bool,
    /// Some lane of the warp makes the access for the thread, and it is not known which: nothing but a barrier of the warp
    /// or of more threads orders it with other accesses of the thread.
    pub lanes: bool,
}

/// Which memory a barrier or fence orders.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Fences {
    /// The block's shared memory.
    pub shared: bool,
    /// Global memory.
    pub global: bool,
}

/// Who takes part.
#[derive(Clone, Debug, PartialEq)]
pub enum Scope {
    /// The threads of the warp that the mask names.
    Warp(Expr),
    /// The threads of the block that stand in one tile of this many threads.
    Tile(u32),
    /// The threads of a sub-group of OpenCL's: how many, and which, is the device's choice.
    SubGroup,
    /// All threads of the block.
    Block,
    /// All threads of the grid.
    Grid,
    /// All threads of the device and beyond (for atomics and fences).
    System,
}

/// How far an atomic operation or fence orders other accesses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Order {
    /// Not at all.
    Relaxed,
    /// What follows stays behind it.
    Acquire,
    /// What precedes stays before it.
    Release,
    /// Both.
    AcquireRelease,
    /// All such operations have one order.
    Sequential,
}

/// A barrier.
#[derive(Clone, Debug, PartialEq)]
pub struct Barrier {
    /// Whose threads wait for each other.
    pub scope: Scope,
    /// What it orders.
    pub fences: Fences,
}

/// What an atomic operation does with the old value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum AtomicOp {
    Add,
    Sub,
    /// Adds one; at the operand it goes back to zero, if there is an operand.
    Increment,
    /// Takes one away; below zero it goes to the operand, if there is an operand.
    Decrement,
    MinSigned,
    MinUnsigned,
    MaxSigned,
    MaxUnsigned,
    And,
    Or,
    Xor,
    Exchange,
    /// Operands: what is expected, what comes in.
    CompareExchange,
    Load,
    Store,
    /// An addition of floats: the order of several decides the rounding.
    FloatAdd,
    /// Another operation on floats.
    Float,
}

/// An exchange among the threads of a warp, tile or block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Collective {
    /// Each thread reads a value of another. Operands: the value; which thread; how many threads make up
    /// a part of the warp within which threads are counted, if that is said.
    Shuffle(Shuffle),
    /// A value made of the truth values of all, or of which values are equal. One operand.
    Vote(Vote),
    /// Which threads are there, as a mask. No operand.
    ActiveMask,
    /// All threads' values, integers, by an operator that has no order. One operand.
    Reduce(BinaryOp),
    /// A value made of all threads' values in a way that is not told.
    Other,
    /// No value: all threads bring the same operands.
    Same,
}

/// Whose value a thread reads, by numbers in the part of the warp; its own where there is no such thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shuffle {
    /// That of the thread with the number.
    From,
    /// That of the thread so many before it.
    Up,
    /// That of the thread so many behind it.
    Down,
    /// That of the thread whose number differs in these bits.
    Xor,
}

/// What a vote gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Vote {
    /// Whether all have a true value.
    All,
    /// Whether some thread has a true value.
    Any,
    /// Whether all have a true value, or none.
    Alike,
    /// How many have a true value.
    Count,
    /// The mask of those with a true value.
    Ballot,
    /// The mask of those with the thread's own value.
    MatchAny,
    /// The mask of all if their values are equal, else zero.
    MatchAll,
}

/// What is called.
#[derive(Clone, Debug, PartialEq)]
pub enum Callee {
    /// A function with a body.
    Function(FunctionId),
    /// A function without a body, by its name.
    External(String),
    /// Whatever the address names.
    Pointer(Expr),
}

/// What the programmer says at a point.
#[derive(Clone, Debug, PartialEq)]
pub enum Annotation {
    /// Must hold (`__assert`, `assert`); at a loop's head it is an invariant.
    Assert(Expr),
    /// Is assumed, and listed (`__assume`).
    Assume(Expr),
    /// An invariant of the loop at whose head it stands.
    Invariant(Expr),
    /// An invariant to be tried.
    Candidate(Expr),
    /// A precondition of the function.
    Requires(Expr),
    /// A postcondition of the function.
    Ensures(Expr),
    /// Holds, or is assumed, whether or not a thread is enabled here (`__global_assert` and its
    /// like); without it an annotation speaks of threads that are.
    Everywhere(Box<Annotation>),
    /// An invariant of every loop of the function (`__function_wide_invariant`).
    EveryLoop(Box<Annotation>),
    /// Must hold for every thread at the next barrier, and is assumed behind it for the threads that
    /// are named (`__barrier_invariant_N`, `__barrier_invariant_binary_N`).
    BarrierInvariant {
        /// What holds. What it reads of memory was loaded by the ghost loads that precede.
        what: Expr,
        /// Whether it speaks of pairs of threads: the numbers then come in two halves.
        pairs: bool,
        /// Numbers of threads.
        threads: Vec<Expr>,
    },
    /// A barrier invariant reads what this address names (`__read_permission`).
    ReadPermission(Expr),
    /// The array that this address lies in is no other parameter's (`__requires_fresh_array`).
    Fresh(Expr),
    /// A specification reads (`__reads_from`) or writes (`__writes_to`) nothing but the arrays that
    /// addresses so named lie in.
    Footprint {
        /// It writes, else it reads.
        write: bool,
        /// An address in the array.
        array: Expr,
        /// What holds of each of these accesses, in terms of the logged access to the array.
        only: Vec<Expr>,
    },
}

/// How far apart the elements of a copy lie at one of its ends; at the other they lie one behind the
/// other.
#[derive(Clone, Debug, PartialEq)]
pub struct Stride {
    /// At the end that is written, else at the one that is read.
    pub to: bool,
    /// Bytes from the start of an element to that of the next, an integer of the pointer's width.
    pub step: Expr,
    /// Bytes of an element, an integer of the pointer's width.
    pub element: Expr,
}

/// What a thread does with the asynchronous copies that it has begun by itself (PTX ISA, `cp.async`): they form groups, and
/// groups are complete in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CopyGroup {
    /// The copies that were begun since the last one become a group.
    Commit,
    /// The thread waits for all groups but so many of the latest.
    WaitPrior(u32),
    /// The thread waits for all copies, those that belong to no group too.
    WaitAll,
}

/// The statements.
#[derive(Clone, Debug, PartialEq)]
pub enum StmtKind {
    /// A local gets a value of its type.
    Assign {
        /// The local.
        to: LocalId,
        /// Its value.
        value: Expr,
    },
    /// A local gets the value in memory.
    Load {
        /// The local; its type says how many bytes.
        to: LocalId,
        /// The address of the first byte.
        address: Expr,
        /// How.
        access: Access,
    },
    /// A value goes to memory.
    Store {
        /// The address of the first byte.
        address: Expr,
        /// The value; its type says how many bytes.
        value: Expr,
        /// How.
        access: Access,
    },
    /// Bytes are copied; the ranges do not overlap.
    Copy {
        /// Where to.
        to: Expr,
        /// Where from.
        from: Expr,
        /// How many, an integer of the pointer's width.
        bytes: Expr,
        /// How.
        access: Access,
    },
    /// Bytes get a value.
    Fill {
        /// Where.
        to: Expr,
        /// An integer of eight bits.
        value: Expr,
        /// How many, an integer of the pointer's width.
        bytes: Expr,
        /// How.
        access: Access,
    },
    /// An atomic operation; the local gets the old value.
    Atomic {
        /// The local, if the old value is wanted.
        to: Option<LocalId>,
        /// What is done.
        op: AtomicOp,
        /// The address of the first byte.
        address: Expr,
        /// The type of the value in memory.
        scalar: Scalar,
        /// The operation's operands.
        operands: Vec<Expr>,
        /// For whom it is atomic.
        scope: Scope,
        /// What it orders.
        order: Order,
    },
    /// Threads wait for each other.
    Barrier(Barrier),
    /// Accesses are ordered without waiting.
    Fence(Scope, Order),
    /// An exchange; all threads among whom it is must be there. It orders no accesses.
    Collective {
        /// The local that gets the result.
        to: LocalId,
        /// Which.
        op: Collective,
        /// Among whom; none where those of the warp take part that are there.
        among: Option<Scope>,
        /// The operands.
        operands: Vec<Expr>,
    },
    /// Bytes are copied between global and shared memory at some time before the event is waited
    /// for, by all threads of the block together or by this one alone.
    CopyAsync {
        /// The local that holds the event; none where the copy belongs to the thread's current group.
        event: Option<LocalId>,
        /// Where to.
        to: Expr,
        /// Where from.
        from: Expr,
        /// How many, an integer of the pointer's width.
        bytes: Expr,
        /// How many are read, if fewer: the others that are written are zero.
        read: Option<Expr>,
        /// Whether all threads of the block make one copy together.
        together: bool,
        /// An event of earlier copies that the new event stands for, too.
        joins: Option<Expr>,
        /// How the elements lie, where they do not lie one behind the other at both ends.
        stride: Option<Box<Stride>>,
    },
    /// Waits for copies: those that the event stands for, or all that the block has begun without
    /// one.
    WaitAsync(Option<Expr>),
    /// What a thread does with the copies that it has begun by itself.
    CopyGroup(CopyGroup),
    /// A local gets an arbitrary value.
    Havoc(LocalId),
    /// The life of a variable in private memory begins: its bytes are arbitrary.
    Declare(ArrayId),
    /// What the programmer says.
    Annotation(Annotation),
    /// Nothing: a point of the source where a barrier could be put, which the statement's patch
    /// point names. Only there where somebody asked for them.
    Point,
    /// A call that is not inlined.
    Call {
        /// The local that gets the result.
        to: Option<LocalId>,
        /// What is called.
        callee: Callee,
        /// The arguments.
        arguments: Vec<Expr>,
    },
}

/// How a block ends.
#[derive(Clone, Debug, PartialEq)]
pub enum Terminator {
    /// Goes on there.
    Goto(BlockId),
    /// Goes on at one of two blocks.
    Branch {
        /// A truth value.
        condition: Expr,
        /// Where it is true.
        then: BlockId,
        /// Where it is false.
        otherwise: BlockId,
    },
    /// Goes on at the block with the value, or at the last.
    Switch {
        /// An integer.
        value: Expr,
        /// Values, by their bits; no two are equal.
        cases: Vec<(u128, BlockId)>,
        /// If it is none of these.
        otherwise: BlockId,
    },
    /// The function ends, with a value if it has one.
    Return(Option<Expr>),
    /// The thread ends, with the whole kernel (`__trap`, a failed `assert`).
    Trap,
    /// Never reached, for the program says so (`__builtin_unreachable`); it is assumed and listed.
    Unreachable,
}

/// The expressions of a part of the graph, as they are or to be changed.
macro_rules! exprs {
    ($exprs:ident, $iter:ident, $as:ident, $($mutable:tt)?) => {
        impl Terminator {
            /// The expressions in it.
            pub fn $exprs(&$($mutable)? self) -> Vec<&$($mutable)? Expr> {
                match self {
                    Terminator::Branch { condition: e, .. } | Terminator::Switch { value: e, .. } => vec![e],
                    Terminator::Return(value) => value.$iter().collect(),
                    Terminator::Goto(_) | Terminator::Trap | Terminator::Unreachable => Vec::new(),
                }
            }
        }

        impl Scope {
            fn $exprs(&$($mutable)? self) -> Option<&$($mutable)? Expr> {
                match self {
                    Scope::Warp(mask) => Some(mask),
                    Scope::Tile(_) | Scope::SubGroup | Scope::Block | Scope::Grid | Scope::System => None,
                }
            }
        }

        impl Annotation {
            /// All expressions in it.
            pub fn $exprs(&$($mutable)? self) -> Vec<&$($mutable)? Expr> {
                match self {
                    Annotation::BarrierInvariant { what: e, threads: more, .. }
                    | Annotation::Footprint { array: e, only: more, .. } => once(e).chain(more).collect(),
                    Annotation::Everywhere(inner) | Annotation::EveryLoop(inner) => inner.$exprs(),
                    Annotation::Assert(e)
                    | Annotation::Assume(e)
                    | Annotation::Invariant(e)
                    | Annotation::Candidate(e)
                    | Annotation::Requires(e)
                    | Annotation::Ensures(e)
                    | Annotation::ReadPermission(e)
                    | Annotation::Fresh(e) => vec![e],
                }
            }
        }

        impl StmtKind {
            /// The expressions in it, in order of evaluation.
            pub fn $exprs(&$($mutable)? self) -> Vec<&$($mutable)? Expr> {
                match self {
                    StmtKind::Assign { value: e, .. } | StmtKind::Load { address: e, .. } => vec![e],
                    StmtKind::Store { address, value, .. } => vec![address, value],
                    StmtKind::Copy { to, from: a, bytes, .. } | StmtKind::Fill { to, value: a, bytes, .. } => {
                        vec![to, a, bytes]
                    }
                    StmtKind::CopyAsync { to, from, bytes, read, joins, stride, .. } => {
                        let stride = stride.$as().into_iter();
                        let stride = stride.flat_map(|Stride { step, element, .. }| [step, element]);
                        [to, from, bytes].into_iter().chain(read).chain(joins).chain(stride).collect()
                    }
                    StmtKind::Atomic { address, operands, scope, .. } => {
                        once(address).chain(operands).chain(scope.$exprs()).collect()
                    }
                    StmtKind::Barrier(Barrier { scope, .. }) | StmtKind::Fence(scope, _) => {
                        scope.$exprs().into_iter().collect()
                    }
                    StmtKind::Collective { among, operands, .. } => {
                        among.$iter().filter_map(|among| among.$exprs()).chain(operands).collect()
                    }
                    StmtKind::WaitAsync(event) => event.$iter().collect(),
                    StmtKind::CopyGroup(_) | StmtKind::Havoc(_) | StmtKind::Declare(_) | StmtKind::Point => Vec::new(),
                    StmtKind::Annotation(annotation) => annotation.$exprs(),
                    StmtKind::Call { callee: Callee::Pointer(pointer), arguments, .. } => {
                        once(pointer).chain(arguments).collect()
                    }
                    StmtKind::Call { callee: Callee::Function(_) | Callee::External(_), arguments, .. } => {
                        arguments.$iter().collect()
                    }
                }
            }
        }
    };
}

exprs! { exprs, iter, as_deref, }
exprs! { exprs_mut, iter_mut, as_deref_mut, mut }

impl Terminator {
    /// The blocks it may go on at, in order; one may occur twice.
    pub fn successors(&self) -> Vec<BlockId> {
        match self {
            Terminator::Goto(next) => vec![*next],
            Terminator::Branch {
                then, otherwise, ..
            } => vec![*then, *otherwise],
            Terminator::Switch {
                cases, otherwise, ..
            } => {
                let mut all: Vec<BlockId> = cases.iter().map(|(_, block)| *block).collect();
                all.push(*otherwise);
                all
            }
            Terminator::Return(_) | Terminator::Trap | Terminator::Unreachable => Vec::new(),
        }
    }
}

impl Annotation {
    /// What is said; an address where the annotation is about an array.
    pub fn expr(&self) -> &Expr {
        match self {
            Annotation::Assert(e)
            | Annotation::Assume(e)
            | Annotation::Invariant(e)
            | Annotation::Candidate(e)
            | Annotation::Requires(e)
            | Annotation::Ensures(e)
            | Annotation::BarrierInvariant { what: e, .. }
            | Annotation::ReadPermission(e)
            | Annotation::Fresh(e)
            | Annotation::Footprint { array: e, .. } => e,
            Annotation::Everywhere(inner) | Annotation::EveryLoop(inner) => inner.expr(),
        }
    }
}

impl StmtKind {
    /// The local it assigns, if it assigns one.
    pub fn assigned(&self) -> Option<LocalId> {
        match self {
            StmtKind::Assign { to, .. }
            | StmtKind::Load { to, .. }
            | StmtKind::Collective { to, .. }
            | StmtKind::Havoc(to) => Some(*to),
            StmtKind::Atomic { to, .. } | StmtKind::Call { to, .. } => *to,
            StmtKind::CopyAsync { event, .. } => *event,
            StmtKind::Store { .. }
            | StmtKind::Copy { .. }
            | StmtKind::Fill { .. }
            | StmtKind::Barrier(_)
            | StmtKind::Fence(..)
            | StmtKind::WaitAsync(_)
            | StmtKind::CopyGroup(_)
            | StmtKind::Declare(_)
            | StmtKind::Annotation(_)
            | StmtKind::Point => None,
        }
    }
}
