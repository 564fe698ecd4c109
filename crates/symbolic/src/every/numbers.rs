//! The terms of the thread's numbers and of sizes.

use super::folds::substituted;
use crate::term::{Arena, Leaf, Node, Op, TermId};
use kernel_graph::{Atom, BinaryOp, Dimension};
use rustc_hash::FxHashMap;

/// Keys of parameters from here on are numbers and sizes.
const FIRST: u32 = 0xe000_0000;

/// Keys from here on are locals in a loop that is at work.
pub(crate) const LOCALS: u32 = 0xf000_0000;

/// Keys from here on are what the term of a loop binds.
pub(crate) const BOUND: u32 = 0xf800_0000;

/// A number or size, of a dimension.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Number {
    /// The thread's in its block.
    Thread,
    /// Its block's in the grid.
    Block,
    /// How many threads a block has.
    BlockSize,
    /// How many blocks the grid has.
    GridSize,
    /// The thread's among all.
    Own,
    /// How many threads there are.
    Threads,
}

impl Number {
    const ALL: [Number; 6] = [
        Number::Thread,
        Number::Block,
        Number::BlockSize,
        Number::GridSize,
        Number::Own,
        Number::Threads,
    ];

    fn key(self, dimension: usize) -> u32 {
        let at = Number::ALL.iter().position(|one| *one == self);
        let number = at.unwrap_or(0) * 3 + dimension;
        FIRST + u32::try_from(number).unwrap_or(0)
    }

    /// The number that a key stands for.
    pub(crate) fn of(key: u32) -> Option<(Number, usize)> {
        let at = usize::try_from(key.checked_sub(FIRST)?).ok()?;
        Some((*Number::ALL.get(at / 3)?, at % 3))
    }
}

/// The name of a number, a size or what a loop binds, by its key as a parameter; none of a parameter's.
pub(crate) fn name(key: u32) -> Option<String> {
    if key >= BOUND {
        return Some(format!("v{}", key - BOUND));
    }
    if key >= LOCALS {
        return Some(format!("u{}", key - LOCALS));
    }
    let (number, dimension) = Number::of(key)?;
    let axis = ["x", "y", "z"].get(dimension).copied().unwrap_or("");
    Some(match number {
        Number::Thread => format!("threadIdx.{axis}"),
        Number::Block => format!("blockIdx.{axis}"),
        Number::BlockSize => format!("blockDim.{axis}"),
        Number::GridSize => format!("gridDim.{axis}"),
        Number::Own => format!("thread.{axis}"),
        Number::Threads => format!("threads.{axis}"),
    })
}

/// Terms that are numbers of their own.
#[derive(Debug, Default)]
pub(crate) struct Numbers {
    other: FxHashMap<TermId, TermId>,
}

fn leaf(arena: &mut Arena, number: Number, dimension: usize) -> TermId {
    arena.make(Node::Leaf(Leaf::Param(number.key(dimension))), 32)
}

impl Numbers {
    /// The terms for which there are numbers: the thread's number among all, and how many threads there are.
    pub(crate) fn new(arena: &mut Arena) -> Numbers {
        let mut other = FxHashMap::default();
        for dimension in 0..3 {
            let of = |arena: &mut Arena, number: Number| leaf(arena, number, dimension);
            let (thread, block) = (of(arena, Number::Thread), of(arena, Number::Block));
            let (size, grid) = (of(arena, Number::BlockSize), of(arena, Number::GridSize));
            let (own, threads) = (of(arena, Number::Own), of(arena, Number::Threads));
            for width in [32, 64] {
                let wide = |arena: &mut Arena, id: TermId| arena.extended(id, width, false);
                let (t, b) = (wide(arena, thread), wide(arena, block));
                let (s, g) = (wide(arena, size), wide(arena, grid));
                let first = arena.binary(BinaryOp::Mul, b, s);
                let sum = arena.binary(BinaryOp::Add, first, t);
                let all = arena.binary(BinaryOp::Mul, s, g);
                let (j, n) = (wide(arena, own), wide(arena, threads));
                other.insert(sum, j);
                other.insert(all, n);
            }
            // There are fewer than 2^31 threads.
            for id in [own, threads, thread, block, size, grid] {
                let signed = arena.extended(id, 64, true);
                let plain = arena.extended(id, 64, false);
                other.insert(signed, plain);
            }
        }
        Numbers { other }
    }

    /// A term, or the number that it is.
    pub(crate) fn of(&self, id: TermId) -> TermId {
        self.other.get(&id).copied().unwrap_or(id)
    }

    /// A term in which all that are numbers are these.
    pub(crate) fn within(&self, arena: &mut Arena, id: TermId) -> TermId {
        substituted(arena, id, &self.other)
    }
}

/// The term of an atom, of 32 bits; none if it has none.
pub(crate) fn atom(arena: &mut Arena, atom: Atom) -> Option<TermId> {
    let at = |dimension: Dimension| match dimension {
        Dimension::X => 0,
        Dimension::Y => 1,
        Dimension::Z => 2,
    };
    let (number, dimension) = match atom {
        Atom::Thread(d) => (Number::Thread, d),
        Atom::Block(d) => (Number::Block, d),
        Atom::BlockSize(d) => (Number::BlockSize, d),
        Atom::GridSize(d) => (Number::GridSize, d),
        Atom::Global(d) => (Number::Own, d),
        Atom::GlobalSize(d) => (Number::Threads, d),
        // Global numbers count from 0, as the race checker assumes as well.
        Atom::GlobalOffset(_) => return Some(arena.constant(0, 32)),
        Atom::Dimensions | Atom::Lane | Atom::Warp => return None,
    };
    Some(leaf(arena, number, at(dimension)))
}

/// The thread's number in a dimension.
pub(crate) fn own(arena: &mut Arena, dimension: usize) -> TermId {
    leaf(arena, Number::Own, dimension)
}

/// How many threads there are in a dimension.
pub(crate) fn threads(arena: &mut Arena, dimension: usize) -> TermId {
    leaf(arena, Number::Threads, dimension)
}

/// Whether a term is, or contains, one that a test holds of.
pub(crate) fn contains(arena: &Arena, root: TermId, test: &dyn Fn(u32) -> bool) -> bool {
    let mut seen = rustc_hash::FxHashSet::default();
    let mut open = vec![root];
    while let Some(id) = open.pop() {
        if !seen.insert(id) {
            continue;
        }
        match arena.node(id) {
            Node::Leaf(Leaf::Param(key)) if test(*key) => return true,
            Node::Leaf(_) => {}
            Node::Few(..) | Node::Many(..) => open.extend(arena.node(id).args()),
        }
    }
    false
}

/// A condition on the thread's number `J` in a dimension, which holds up to some number: `times * J + plus < most`, or
/// `<=` if that is taken too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Bound {
    pub times: u128,
    pub plus: u128,
    pub most: TermId,
    pub is_taken: bool,
    /// Whether numbers are compared with a sign.
    pub is_signed: bool,
}

/// Greater factors and summands have no rule.
const MOST: u128 = 1 << 10;

/// Factor and summand of a term that is one of each with the thread's number.
pub(crate) fn linear(arena: &Arena, id: TermId, dimension: usize) -> Option<(u128, u128)> {
    let node = arena.node(id);
    match (node.op(), node.args()) {
        (Some(Op::ZeroExtend), [inner]) => linear(arena, *inner, dimension),
        (Some(Op::Binary(BinaryOp::Add)), [a, b]) => {
            let by = arena.bits(*b).filter(|by| *by < MOST)?;
            let (times, plus) = linear(arena, *a, dimension)?;
            Some((times, plus + by))
        }
        (Some(Op::Binary(BinaryOp::Mul)), [a, b]) => {
            let by = arena.bits(*b).filter(|by| (1..MOST).contains(by))?;
            let (times, plus) = linear(arena, *a, dimension)?;
            Some((times * by, plus * by)).filter(|(times, plus)| times.max(plus) < &MOST)
        }
        _ => match node {
            Node::Leaf(Leaf::Param(key)) if Number::of(*key) == Some((Number::Own, dimension)) => {
                Some((1, 0))
            }
            _ => None,
        },
    }
}

/// A bound of the thread's number in a dimension, if a condition is one.
pub(crate) fn bound(arena: &Arena, condition: TermId, dimension: usize) -> Option<Bound> {
    let free = |id: TermId| {
        !contains(arena, id, &|key| {
            key >= LOCALS
                || matches!(
                    Number::of(key),
                    Some((Number::Thread | Number::Block | Number::Own, _))
                )
        })
    };
    let of = |op: Op, (own, most): (TermId, TermId), is_taken: bool| {
        let (times, plus) = linear(arena, own, dimension)?;
        free(most).then_some(Bound {
            times,
            plus,
            most,
            is_taken,
            is_signed: op == Op::LessSigned,
        })
    };
    let node = arena.node(condition);
    match (node.op()?, node.args()) {
        (op @ (Op::LessSigned | Op::LessUnsigned), [a, b]) => of(op, (*a, *b), false),
        (Op::Unary(kernel_graph::UnaryOp::Not), [inner]) => {
            let node = arena.node(*inner);
            match (node.op()?, node.args()) {
                (op @ (Op::LessSigned | Op::LessUnsigned), [a, b]) => of(op, (*b, *a), true),
                _ => None,
            }
        }
        _ => None,
    }
}
