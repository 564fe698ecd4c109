//! The control flow graph's order, dominators and loops.

use super::{BlockId, Function};
use petgraph::algo::dominators::{Dominators, simple_fast};
use petgraph::graph::{DiGraph, NodeIndex};
use petgraph::visit::{Dfs, DfsPostOrder, Reversed};
use std::collections::{BTreeMap, BTreeSet};

/// A natural loop: all its entries go through its head.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loop {
    /// The block that dominates all others of the loop.
    pub head: BlockId,
    /// All its blocks, those of inner loops too.
    pub blocks: BTreeSet<BlockId>,
    /// The blocks that jump back to the head.
    pub latches: Vec<BlockId>,
    /// The edges that leave it, from within to outside.
    pub exits: Vec<(BlockId, BlockId)>,
    /// The head of the loop around it, if there is one.
    pub parent: Option<BlockId>,
}

/// A cycle with more than one entry, which no rule covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Irreducible {
    /// A block of the cycle.
    pub at: BlockId,
}

/// What is known of a function's control flow. Blocks that the entry does not reach have no part in it.
#[derive(Debug)]
pub struct Graph {
    /// Reachable blocks, each after all its predecessors but those that jump back to it.
    pub order: Vec<BlockId>,
    /// Predecessors of each reachable block, in order and without repetition.
    pub predecessors: BTreeMap<BlockId, Vec<BlockId>>,
    /// Loops by head, in the order of their heads.
    pub loops: BTreeMap<BlockId, Loop>,
    dominators: Dominators<NodeIndex>,
}

fn node(block: BlockId) -> NodeIndex {
    NodeIndex::new(block.0 as usize)
}

fn block(node: NodeIndex) -> BlockId {
    BlockId(u32::try_from(node.index()).unwrap_or(u32::MAX))
}

impl Graph {
    /// The graph of a function whose block numbers are in range (see [`super::check`]).
    ///
    /// # Errors
    /// [`Irreducible`] if a cycle has several entries.
    pub fn new(function: &Function) -> Result<Graph, Irreducible> {
        let mut graph: DiGraph<(), ()> = DiGraph::new();
        for _ in &function.blocks {
            graph.add_node(());
        }
        for (at, from) in function.blocks.iter().enumerate() {
            for to in from.end.successors() {
                graph.update_edge(NodeIndex::new(at), node(to), ());
            }
        }
        let entry = NodeIndex::new(0);
        let dominators = simple_fast(&graph, entry);
        let mut order = Vec::new();
        let mut walk = DfsPostOrder::new(&graph, entry);
        while let Some(next) = walk.next(&graph) {
            order.push(next);
        }
        order.reverse();
        let position: BTreeMap<NodeIndex, usize> =
            order.iter().enumerate().map(|(at, n)| (*n, at)).collect();
        let dominates = |above: NodeIndex, below: NodeIndex| {
            dominators
                .dominators(below)
                .is_some_and(|mut all| all.any(|one| one == above))
        };
        let mut predecessors: BTreeMap<BlockId, Vec<BlockId>> = BTreeMap::new();
        let mut latches: BTreeMap<BlockId, Vec<BlockId>> = BTreeMap::new();
        for from in &order {
            predecessors.entry(block(*from)).or_default();
            for to in graph.neighbors(*from) {
                let into = predecessors.entry(block(to)).or_default();
                if !into.contains(&block(*from)) {
                    into.push(block(*from));
                }
                // In this order an edge that does not go forward closes a cycle.
                if position.get(&to) <= position.get(from) {
                    if !dominates(to, *from) {
                        return Err(Irreducible { at: block(to) });
                    }
                    latches.entry(block(to)).or_default().push(block(*from));
                }
            }
        }
        for list in predecessors.values_mut().chain(latches.values_mut()) {
            list.sort_unstable();
        }
        let mut loops = BTreeMap::new();
        for (head, latches) in latches {
            let mut blocks = body(&graph, head, &latches);
            // What leads to a latch, but is never reached, is no part of the loop.
            blocks.retain(|one| position.contains_key(&node(*one)));
            let mut exits = Vec::new();
            for from in &blocks {
                for to in graph.neighbors(node(*from)) {
                    if !blocks.contains(&block(to)) {
                        exits.push((*from, block(to)));
                    }
                }
            }
            exits.sort_unstable();
            loops.insert(
                head,
                Loop {
                    head,
                    blocks,
                    latches,
                    exits,
                    parent: None,
                },
            );
        }
        let parents: Vec<(BlockId, Option<BlockId>)> = loops
            .values()
            .map(|inner| (inner.head, smallest_around(&loops, inner)))
            .collect();
        for (head, parent) in parents {
            if let Some(inner) = loops.get_mut(&head) {
                inner.parent = parent;
            }
        }
        Ok(Graph {
            order: order.into_iter().map(block).collect(),
            predecessors,
            loops,
            dominators,
        })
    }

    /// Whether every way to `below` goes through `above`; a block dominates itself.
    pub fn dominates(&self, above: BlockId, below: BlockId) -> bool {
        self.dominators
            .dominators(node(below))
            .is_some_and(|mut all| all.any(|one| one == node(above)))
    }

    /// The innermost loop around a block, if there is one.
    pub fn innermost(&self, of: BlockId) -> Option<&Loop> {
        let around = self.loops.values().filter(|l| l.blocks.contains(&of));
        around.min_by_key(|l| l.blocks.len())
    }
}

/// The blocks from which a latch is reached without passing the head, and the head.
fn body(graph: &DiGraph<(), ()>, head: BlockId, latches: &[BlockId]) -> BTreeSet<BlockId> {
    let mut blocks = BTreeSet::from([head]);
    for latch in latches {
        if blocks.contains(latch) {
            continue;
        }
        let reversed = Reversed(graph);
        let mut walk = Dfs::new(reversed, node(*latch));
        // The head ends the search: what is above it is no part of the loop.
        walk.discovered.insert(head.0 as usize);
        while let Some(next) = walk.next(reversed) {
            blocks.insert(block(next));
        }
    }
    blocks
}

fn smallest_around(loops: &BTreeMap<BlockId, Loop>, inner: &Loop) -> Option<BlockId> {
    loops
        .values()
        .filter(|outer| outer.head != inner.head && outer.blocks.contains(&inner.head))
        .min_by_key(|outer| outer.blocks.len())
        .map(|outer| outer.head)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

    use super::super::{Block, Expr, Place, Terminator};
    use super::*;

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
    fn nested_loops_have_heads_latches_and_parents() {
        // 0 -> 1 (head) -> 2 (inner head) -> 3 -> 2, 2 -> 4 -> 1, 1 -> 5, 3 -> 5 (break of both)
        let f = function(vec![
            goto(1),
            branch(2, 5),
            branch(3, 4),
            branch(2, 5),
            goto(1),
            Terminator::Return(None),
        ]);
        let graph = Graph::new(&f).unwrap();
        let outer = &graph.loops[&BlockId(1)];
        let inner = &graph.loops[&BlockId(2)];
        assert_eq!(outer.blocks.len(), 4);
        assert_eq!(inner.blocks, BTreeSet::from([BlockId(2), BlockId(3)]));
        assert_eq!(inner.parent, Some(BlockId(1)));
        assert_eq!(outer.parent, None);
        assert_eq!(
            inner.exits,
            vec![(BlockId(2), BlockId(4)), (BlockId(3), BlockId(5))]
        );
        assert_eq!(graph.order.first(), Some(&BlockId(0)));
        assert!(graph.dominates(BlockId(1), BlockId(5)));
        assert_eq!(graph.innermost(BlockId(4)).unwrap().head, BlockId(1));
    }

    #[test]
    fn a_cycle_with_two_entries_is_irreducible() {
        let f = function(vec![
            branch(1, 2),
            goto(2),
            branch(1, 3),
            Terminator::Return(None),
        ]);
        assert!(Graph::new(&f).is_err());
    }

    #[test]
    fn a_block_that_jumps_to_itself_is_a_loop() {
        let f = function(vec![goto(1), branch(1, 2), Terminator::Return(None)]);
        let graph = Graph::new(&f).unwrap();
        assert_eq!(graph.loops[&BlockId(1)].latches, vec![BlockId(1)]);
    }

    #[test]
    fn unreached_blocks_are_in_no_loop() {
        // 0 -> 1 (head) -> 2 or 4; 2 -> 1; 3 -> 2, and nothing leads to 3
        let f = function(vec![
            goto(1),
            branch(2, 4),
            goto(1),
            goto(2),
            Terminator::Return(None),
        ]);
        let graph = Graph::new(&f).unwrap();
        let blocks = BTreeSet::from([BlockId(1), BlockId(2)]);
        assert_eq!(graph.loops[&BlockId(1)].blocks, blocks);
    }

    #[test]
    fn unreached_blocks_take_no_part() {
        let f = function(vec![Terminator::Return(None), goto(2), goto(1)]);
        let graph = Graph::new(&f).unwrap();
        assert_eq!(graph.order, vec![BlockId(0)]);
        assert!(graph.loops.is_empty());
    }
}
