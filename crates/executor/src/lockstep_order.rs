//! The order in which lock-step goes through the blocks of a function: each block after those that lead
//! to it, and the blocks of a loop one behind the other (the sort order of *Interleaving and Lock-Step
//! Semantics*, section 4).

use kernel_graph::{BlockId, Function, Graph};
use std::collections::{BTreeMap, BTreeSet};

/// A block in the order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Placed {
    pub block: u32,
    /// The heads of the loops of which it is the last block, those of inner loops first.
    pub ends: Vec<u32>,
}

/// The blocks of a function in the order of lock-step.
#[derive(Clone, Debug, Default)]
pub(crate) struct Order {
    pub blocks: Vec<Placed>,
    position: BTreeMap<u32, usize>,
}

impl Order {
    /// The order of a function; none if a loop has several entries, or a block is not there.
    pub(crate) fn of(function: &Function) -> Option<Order> {
        let known = |to: &BlockId| function.block(*to).is_some();
        let mut ends = function.blocks.iter().map(|block| block.end.successors());
        if !ends.all(|next| next.iter().all(known)) || function.blocks.is_empty() {
            return None;
        }
        let graph = Graph::new(function).ok()?;
        let mut order = Order::default();
        let all: BTreeSet<BlockId> = graph.order.iter().copied().collect();
        order.region(&graph, None, &all)?;
        for (at, placed) in order.blocks.iter().enumerate() {
            order.position.insert(placed.block, at);
        }
        Some(order)
    }

    /// Where a block stands.
    pub(crate) fn position(&self, block: u32) -> Option<usize> {
        self.position.get(&block).copied()
    }

    /// Appends the blocks of the loop with this head, or of the whole function, each inner loop as one;
    /// none if there is no such order.
    fn region(
        &mut self,
        graph: &Graph,
        head: Option<BlockId>,
        blocks: &BTreeSet<BlockId>,
    ) -> Option<()> {
        let inner = |of: &BlockId| {
            let mut loops = graph.loops.values();
            loops.find(|one| one.parent == head && one.blocks.contains(of))
        };
        // A block stands for the loop within this region that it is the head of.
        let stands = |of: &BlockId| inner(of).map_or(*of, |one| one.head);
        let mut waits: BTreeMap<BlockId, BTreeSet<BlockId>> = BTreeMap::new();
        for block in blocks {
            waits.entry(stands(block)).or_default();
            for from in graph.predecessors.get(block).into_iter().flatten() {
                let (from, to) = (stands(from), stands(block));
                let back = Some(*block) == head;
                if blocks.contains(&from) && from != to && !back {
                    waits.entry(to).or_default().insert(from);
                }
            }
        }
        // Of those that wait for none the first in the graph's order comes next.
        while !waits.is_empty() {
            let ready = |block: &&BlockId| waits.get(block).is_some_and(BTreeSet::is_empty);
            let next = graph.order.iter().find(ready).copied()?;
            waits.remove(&next);
            for others in waits.values_mut() {
                others.remove(&next);
            }
            match inner(&next) {
                Some(one) => self.region(graph, Some(one.head), &one.blocks)?,
                None => self.blocks.push(Placed {
                    block: next.0,
                    ends: Vec::new(),
                }),
            }
        }
        if let (Some(head), Some(last)) = (head, self.blocks.last_mut()) {
            last.ends.push(head.0);
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use kernel_graph::{Block, Expr, Place, Terminator};

    fn function(ends: Vec<Terminator>) -> Function {
        Function {
            name: "f".to_owned(),
            place: Place::default(),
            kernel: true,
            params: Vec::new(),
            result: None,
            locals: Vec::new(),
            blocks: ends
                .into_iter()
                .map(|end| Block {
                    stmts: Vec::new(),
                    end_place: Place::default(),
                    end,
                })
                .collect(),
            inlined: Vec::new(),
            required_block: None,
            most_threads: None,
            order_matters: Vec::new(),
            beside_accesses: false,
        }
    }

    fn goto(to: u32) -> Terminator {
        Terminator::Goto(BlockId(to))
    }

    fn branch(then: u32, otherwise: u32) -> Terminator {
        Terminator::Branch {
            condition: Expr::bool_(true),
            then: BlockId(then),
            otherwise: BlockId(otherwise),
        }
    }

    #[test]
    fn what_follows_a_loop_stands_behind_all_of_it() {
        // 0 -> 1 (head) -> 2 or 5; 2 -> 3 (inner head) or 6; 3 -> 4 or 1; 4 -> 3 or 5; 5, 6 -> end
        let f = function(vec![
            goto(1),
            branch(5, 2),
            branch(6, 3),
            branch(1, 4),
            branch(5, 3),
            goto(6),
            Terminator::Return(None),
        ]);
        let order = Order::of(&f).unwrap();
        let blocks: Vec<u32> = order.blocks.iter().map(|one| one.block).collect();
        assert_eq!(blocks, [0, 1, 2, 3, 4, 5, 6]);
        let ends: Vec<_> = order.blocks.iter().map(|one| one.ends.clone()).collect();
        assert_eq!(ends[4], [3, 1]);
        assert!(
            ends.iter()
                .enumerate()
                .all(|(at, e)| at == 4 || e.is_empty())
        );
        assert_eq!(order.position(3), Some(3));
    }

    #[test]
    fn a_loop_with_two_entries_has_no_order() {
        let f = function(vec![branch(1, 2), goto(2), goto(1)]);
        assert!(Order::of(&f).is_none());
    }
}
