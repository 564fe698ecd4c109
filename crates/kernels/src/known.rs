//! The one table of functions that CUDA, OpenCL and GPUVerify's annotation language declare and that
//! have no body here: what each means, by its name.
//!
//! A function of these languages that is not in the table is refused. A function of the user's
//! without a body is an external call, whatever its name is, unless the name is reserved for the
//! language: its result is unknown, and it may write whatever its pointer arguments reach.

mod table;

use clang::tree::Language;
use kernel_graph::{Atom, AtomicOp, BinaryOp, Collective, Dimension, Vote};
use std::collections::HashMap;
use std::sync::LazyLock;

/// Where a name has its meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Where {
    /// In both languages.
    Both,
    /// In CUDA.
    Cuda,
    /// In OpenCL.
    OpenCl,
    /// As a member of CUDA's cooperative groups.
    Group,
}

/// A number that a thread asks for.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Number {
    /// That of a dimension, which is the argument; in dimensions that are not there the second.
    Of(fn(Dimension) -> Atom, u32),
    /// The thread's number in its block, over all dimensions.
    FlatThread,
    /// The thread's number in the grid, over all dimensions.
    FlatGlobal,
    /// How many dimensions the launch has.
    Dimensions,
    /// A number that nothing is known of.
    Unknown,
}

/// Threads that wait for each other, or among whom an order holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Group {
    /// Those of the warp; all of them.
    Warp,
    /// Those of the warp that the first argument names; all of them without one.
    Mask,
    /// Those of the block.
    Block,
    /// Those of the grid.
    Grid,
    /// Those of the device and beyond.
    System,
}

/// What a barrier orders.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Orders {
    /// Shared and global memory.
    All,
    /// What the flags say, which are the first argument.
    Flags,
    /// Shared memory.
    Shared,
}

/// For whom an atomic operation is atomic, and what it does with the old value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Atomics {
    /// An operation; signed and unsigned, integer and float are told apart by the type.
    Do(AtomicOp),
    /// The smallest, by the type's sign.
    Least,
    /// The largest, by the type's sign.
    Greatest,
    /// C11's, which gets what is expected by address and says whether it was there.
    CompareExchange,
    /// `atomic_init`, which is not atomic.
    Init,
}

/// What an annotation says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub(crate) enum Says {
    Assert,
    /// C's `assert`: what it reads is read by the program.
    ProgramAssert,
    Assume,
    Invariant,
    Candidate,
    Requires,
    Ensures,
}

/// Of whom an annotation speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Speaks {
    /// Of threads that are enabled at this point.
    Here,
    /// Of all threads.
    Everywhere,
    /// Of every loop of the function.
    EveryLoop,
}

/// Functions that stand within annotations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub(crate) enum Spec {
    Implies,
    Enabled,
    EnabledAbove,
    SameBlock,
    /// Of both threads.
    All,
    /// Not of both threads.
    Exclusive,
    Uniform,
    Distinct,
    Other,
    OtherBase,
    Base,
    OffsetIn,
    /// A write is logged, or a read; turned round by the second.
    Accessed(bool, bool),
    /// The same, as a premise.
    AccessedImplies(bool, bool),
    AccessOffset(bool),
    Old,
    Result,
    Ite,
    ModPow2,
    /// Whether a sum fits into its type.
    NoOverflow,
    /// A sum that is promised to fit into its type.
    Sum,
    Taken,
    BarrierInvariant(bool),
    ReadPermission,
    /// What a specification writes, or reads.
    Footprint(bool),
    Fresh,
}

/// Functions on integers with an exact meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub(crate) enum Whole {
    Abs,
    PopCount,
    LeadingZeros,
    TrailingZeros,
    ReverseBits,
    FirstSet,
    Min,
    Max,
    MulHigh,
    Mul24,
    Mad24,
    Clamp,
}

/// Functions of cooperative groups.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub(crate) enum Cooperative {
    /// The handle of the block or grid: all its threads ask for it.
    Handle,
    /// The threads that are there.
    Coalesced,
    /// A part of a group: all threads of the group ask for it.
    Partition,
    Sync,
    Rank,
    Size,
    MetaRank,
    MetaSize,
    /// An exchange in which all threads of the group take part.
    Exchange(Collective),
    /// The block's number by dimension.
    BlockIndex,
    /// The thread's number by dimension.
    ThreadIndex,
    /// The block's size by dimension.
    BlockSize,
    /// The grid's size by dimension.
    GridSize,
    BlockRank,
    Blocks,
    Valid,
    Copy,
    Wait,
}

/// How memory is read or written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub(crate) enum Memory {
    Copy,
    /// The ranges may overlap.
    Move,
    Fill,
    /// Through a cache; past all caches with the flag.
    Load(bool),
    Store,
    VectorLoad,
    VectorStore,
    /// Of halves, as floats.
    HalfLoad,
    HalfStore,
    /// What pointer arguments point to is written, and read before with the flag.
    Results(bool),
}

/// Copies beside the thread's work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub(crate) enum Async {
    /// All threads of the block copy together. The argument behind the number of elements is their
    /// size, with the flag.
    Group(bool),
    /// The same; the argument behind the number of elements says how far apart they lie.
    Strided(bool),
    WaitGroup,
    /// This thread copies.
    Thread,
    Commit,
    WaitPrior,
}

/// Things that compilers offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub(crate) enum Compiler {
    /// The first argument's value.
    First,
    Unreachable,
    Trap,
    Infinity,
    NotANumber,
    /// Whether the compiler knows a value: it may say no.
    ConstantP,
    /// The thread's number in its warp.
    Lane,
    /// All lanes of the warp come together; that orders nothing.
    MeetWarp,
    /// The lane of a warp that stores a row of a matrix: it is not known which.
    LaneOfRow,
    /// The number of an address in shared memory, in 32 bits.
    SharedAddress,
    /// The same address, of which something is promised.
    Aligned,
}

/// What a function means.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Meaning {
    /// A number of the thread or the launch.
    Number(Number),
    /// Threads wait for each other.
    Barrier(Group, Orders),
    /// A barrier that orders all memory, and gives a value made of all threads'.
    BarrierVote(Vote),
    /// All threads of the block come to it, as to a barrier that orders nothing; the value is
    /// unknown.
    BlockValue,
    /// Accesses are ordered without waiting.
    Fence(Group),
    /// An exchange in a warp; the position of the mask, or none where those take part that are there.
    Warp(Collective, Option<usize>),
    /// An exchange in a warp in which all its threads take part, whoever they are.
    OfWarp,
    /// `__match_all_sync`: a vote that also writes whether all agree.
    MatchAll,
    /// `__all`: CUDA's vote, or GPUVerify's "of both threads".
    VoteOrBoth,
    /// An atomic operation, and for whom it is atomic.
    Atomic(Atomics, Group),
    /// Cooperative groups.
    Cooperative(Cooperative),
    /// An annotation.
    Says(Says, Speaks),
    /// A function within annotations.
    Spec(Spec),
    /// A function on integers; on floats it is one of the arguments alone.
    Whole(Whole),
    /// A function of its arguments alone, on vectors element by element.
    Pure,
    /// A function of its arguments alone, on vectors of all elements together.
    PureWhole,
    /// The fields of a record in order.
    Make,
    /// `convert_…`.
    Convert,
    /// The same bits as another type.
    Bits,
    /// From a float to an integer, towards zero.
    TowardsZero,
    /// From an integer to a float, or between floats, to the nearest.
    Nearest,
    /// Nothing is written but through pointer arguments, of which there is none; the value is unknown.
    Unknown,
    /// Memory is read or written.
    Memory(Memory),
    /// A copy beside the thread's work.
    Async(Async),
    /// Something that compilers offer.
    Compiler(Compiler),
    /// Nothing that others see.
    Nothing,
    /// `printf`.
    Print,
    /// An external call: the value is unknown, and what pointer arguments reach may be written.
    External,
    /// An element of an image is read.
    ImageRead,
    /// An element of an image is written.
    ImageWrite,
    /// Has no rule; why.
    Refused(&'static str),
}

/// A row of the table: names (a `*` at the end stands for any rest), where they mean this, the meaning.
type Row = (&'static str, Where, Meaning);

struct Table {
    exact: HashMap<&'static str, Vec<(Place, Meaning)>>,
    /// Longest first.
    prefixes: Vec<(&'static str, Place, Meaning)>,
}

/// Where a name is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Place {
    Cuda,
    OpenCl,
    Group,
}

fn places(at: Where) -> &'static [Place] {
    match at {
        Where::Both => &[Place::Cuda, Place::OpenCl],
        Where::Cuda => &[Place::Cuda],
        Where::OpenCl => &[Place::OpenCl],
        Where::Group => &[Place::Group],
    }
}

static TABLE: LazyLock<Table> = LazyLock::new(|| {
    let mut table = Table {
        exact: HashMap::new(),
        prefixes: Vec::new(),
    };
    for (names, at, meaning) in table::ROWS {
        for name in names.split_whitespace() {
            for place in places(*at) {
                match name.strip_suffix('*') {
                    Some(prefix) => table.prefixes.push((prefix, *place, *meaning)),
                    None => {
                        let all: &mut Vec<_> = table.exact.entry(name).or_default();
                        all.push((*place, *meaning));
                    }
                }
            }
        }
    }
    table
        .prefixes
        .sort_by_key(|(prefix, ..)| std::cmp::Reverse(prefix.len()));
    table
});

impl Table {
    fn find(&self, name: &str, place: Place) -> Option<Meaning> {
        let exact = self.exact.get(name).and_then(|all| {
            let found = all.iter().find(|(at, _)| *at == place);
            found.map(|(_, meaning)| *meaning)
        });
        exact.or_else(|| {
            self.prefixes
                .iter()
                .find(|(prefix, at, _)| *at == place && name.starts_with(prefix))
                .map(|(.., meaning)| *meaning)
        })
    }
}

fn place(language: Language) -> Place {
    match language {
        Language::Cuda => Place::Cuda,
        Language::OpenCl => Place::OpenCl,
    }
}

/// What a function of the language means.
///
/// `name` is without namespaces; none where the table does not know it.
pub(crate) fn meaning(name: &str, language: Language) -> Option<Meaning> {
    let place = place(language);
    TABLE.find(name, place).or_else(|| {
        // `sinf` is `sin` of floats.
        let bare = name.strip_suffix('f').filter(|_| place == Place::Cuda)?;
        match TABLE.find(bare, place) {
            Some(meaning @ (Meaning::Pure | Meaning::Memory(Memory::Results(_)))) => Some(meaning),
            _ => None,
        }
    })
}

/// What a function means whose name the table has in full, or that annotates.
pub(crate) fn named(name: &str, language: Language) -> Option<Meaning> {
    let found = TABLE.find(name, place(language))?;
    let annotates = matches!(found, Meaning::Spec(_));
    (annotates || TABLE.exact.contains_key(name)).then_some(found)
}

/// What a member of a cooperative group means.
pub(crate) fn member(name: &str) -> Option<Cooperative> {
    match TABLE.find(name, Place::Group) {
        Some(Meaning::Cooperative(which)) => Some(which),
        _ => None,
    }
}

/// Whether no program may give the name a meaning of its own.
pub(crate) fn is_reserved(name: &str, language: Language) -> bool {
    match language {
        Language::Cuda => name.starts_with("__"),
        Language::OpenCl => {
            name.starts_with("__")
                || name.starts_with("get_")
                || matches!(name, "barrier" | "mem_fence" | "work_group_barrier")
        }
    }
}

/// The operation of the smallest or largest, by the sign.
pub(crate) fn extreme(which: Whole, signed: bool) -> Option<BinaryOp> {
    Some(match (which, signed) {
        (Whole::Min, true) => BinaryOp::MinSigned,
        (Whole::Min, false) => BinaryOp::MinUnsigned,
        (Whole::Max, true) => BinaryOp::MaxSigned,
        (Whole::Max, false) => BinaryOp::MaxUnsigned,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn no_name_has_two_meanings() {
        let mut seen = HashSet::new();
        for (names, at, _) in table::ROWS {
            for name in names.split_whitespace() {
                for place in places(*at) {
                    assert!(seen.insert((name, *place)), "{name} twice in {place:?}");
                }
            }
        }
        assert!(seen.len() > 500);
    }

    #[test]
    fn what_is_not_listed_is_not_pure() {
        for name in [
            "my_float_function",
            "tex2Dsomething_new",
            "surf2Dwrite",
            "zzz",
        ] {
            let found = meaning(name, Language::Cuda);
            assert!(
                !matches!(found, Some(Meaning::Pure | Meaning::PureWhole)),
                "{name}"
            );
        }
        assert!(matches!(
            meaning("sinf", Language::Cuda),
            Some(Meaning::Pure)
        ));
        assert!(meaning("sinf", Language::OpenCl).is_none());
    }

    #[test]
    fn functions_of_a_work_group_are_barriers() {
        for name in [
            "work_group_all",
            "work_group_scan_inclusive_max",
            "work_group_reduce_mul",
            "work_group_broadcast",
        ] {
            let found = meaning(name, Language::OpenCl);
            assert!(matches!(found, Some(Meaning::BlockValue)), "{name}");
        }
        assert!(matches!(
            meaning("work_group_barrier", Language::OpenCl),
            Some(Meaning::Barrier(Group::Block, Orders::Flags))
        ));
    }
}
