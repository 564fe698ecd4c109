//! Loops taken apart: what happens in the first iterations, and nothing said of later ones.
//!
//! It finds faults without invariants, and proves nothing of a kernel with loops (GPUVerify's
//! `--findbugs --loop-unwind=N`). Where it is known how often a loop runs, these iterations are all of it.

use crate::report::{Lack, Unsupported};
use kernel_graph::{Block, BlockId, Function, Graph, Place, Terminator};
use std::collections::{BTreeMap, BTreeSet};

/// More blocks are too many.
const MOST_BLOCKS: usize = 20_000;

/// Where a loop goes on after the last iteration that is looked at: nowhere in the text.
pub(crate) fn cut() -> Place {
    Place::default()
}

/// Of which block each block behind those of the function is a copy.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Copies(BTreeMap<BlockId, BlockId>);

impl Copies {
    /// Whether there was no loop.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The block that one is a copy of; itself if it is none.
    pub(crate) fn original(&self, block: BlockId) -> BlockId {
        self.0.get(&block).copied().unwrap_or(block)
    }

    fn add(&mut self, copy: BlockId, of: BlockId) {
        let original = self.original(of);
        self.0.insert(copy, original);
    }
}

/// The function without loops: each runs `iterations` times at most, and then its head once more. What
/// goes on from there is cut off. Says which blocks are copies; none is only if there was no loop.
///
/// # Errors
/// [`Lack::TooLarge`], and [`Lack::Irreducible`] if a cycle has several entries.
pub(crate) fn unrolled(
    mut function: Function,
    iterations: u32,
) -> Result<(Function, Copies), Unsupported> {
    let mut copies = Copies::default();
    loop {
        let graph = Graph::new(&function)
            .map_err(|_| Unsupported::new(Lack::Irreducible, function.place))?;
        let is_innermost = |head: &BlockId| graph.loops.values().all(|l| l.parent != Some(*head));
        let Some((head, inner)) = graph.loops.iter().find(|(head, _)| is_innermost(head)) else {
            return Ok((function, copies));
        };
        let around = (*head, &inner.blocks);
        take_apart(&mut function, around, iterations, &mut copies)?;
    }
}

/// The function with some loops taken apart, none within another: each by its head, with the number of its last
/// iteration. What goes on after that is cut off. Blocks that are copies are added to those that are known.
///
/// # Errors
/// [`Lack::TooLarge`], and [`Lack::Irreducible`] if a cycle has several entries.
pub(crate) fn apart(
    mut function: Function,
    lasts: &BTreeMap<BlockId, u32>,
    copies: &mut Copies,
) -> Result<Function, Unsupported> {
    let graph =
        Graph::new(&function).map_err(|_| Unsupported::new(Lack::Irreducible, function.place))?;
    for (head, last) in lasts {
        if let Some(found) = graph.loops.get(head) {
            let around = (*head, &found.blocks);
            take_apart(&mut function, around, last.saturating_add(1), copies)?;
        }
    }
    Ok(function)
}

/// Puts copies of a loop behind each other.
fn take_apart(
    function: &mut Function,
    (head, blocks): (BlockId, &BTreeSet<BlockId>),
    iterations: u32,
    copies: &mut Copies,
) -> Result<(), Unsupported> {
    let body: Vec<(BlockId, Block)> = blocks
        .iter()
        .filter_map(|id| Some((*id, function.block(*id)?.clone())))
        .collect();
    let more = body.len().saturating_mul(iterations as usize) + 2;
    if function.blocks.len() + more > MOST_BLOCKS {
        return Err(Unsupported::new(Lack::TooLarge, function.place));
    }
    let next = |function: &Function| id(function.blocks.len());
    let end = next(function);
    function.blocks.push(Block {
        stmts: Vec::new(),
        end_place: cut(),
        end: Terminator::Unreachable,
    });
    // Each copy goes on at the one that was made before it; the first to be made is the last to run,
    // and only its head does.
    let mut after = next(function);
    if let Some((_, block)) = body.iter().find(|(id, _)| *id == head) {
        let within: BTreeMap<BlockId, BlockId> = blocks.iter().map(|id| (*id, end)).collect();
        copies.add(after, head);
        function.blocks.push(redirected(block, &within));
    }
    for _ in 1..iterations {
        let first = function.blocks.len();
        let mut within: BTreeMap<BlockId, BlockId> = BTreeMap::new();
        for (at, (block, _)) in body.iter().enumerate() {
            within.insert(*block, id(first + at));
            copies.add(id(first + at), *block);
        }
        let begin = within.get(&head).copied().unwrap_or(end);
        // A jump back to the head begins the next iteration.
        within.insert(head, after);
        for (_, block) in &body {
            function.blocks.push(redirected(block, &within));
        }
        after = begin;
    }
    // The loop itself is the first iteration.
    let back = BTreeMap::from([(head, after)]);
    for (at, block) in body {
        if let Some(place) = function.blocks.get_mut(at.0 as usize) {
            *place = redirected(&block, &back);
        }
    }
    Ok(())
}

fn id(number: usize) -> BlockId {
    BlockId(u32::try_from(number).unwrap_or(u32::MAX))
}

fn redirected(block: &Block, to: &BTreeMap<BlockId, BlockId>) -> Block {
    let target = |id: &BlockId| to.get(id).copied().unwrap_or(*id);
    let end = match &block.end {
        Terminator::Goto(next) => Terminator::Goto(target(next)),
        Terminator::Branch {
            condition,
            then,
            otherwise,
        } => Terminator::Branch {
            condition: condition.clone(),
            then: target(then),
            otherwise: target(otherwise),
        },
        Terminator::Switch {
            value,
            cases,
            otherwise,
        } => Terminator::Switch {
            value: value.clone(),
            cases: cases.iter().map(|(bits, id)| (*bits, target(id))).collect(),
            otherwise: target(otherwise),
        },
        end @ (Terminator::Return(_) | Terminator::Trap | Terminator::Unreachable) => end.clone(),
    };
    Block {
        stmts: block.stmts.clone(),
        end_place: block.end_place,
        end,
    }
}
