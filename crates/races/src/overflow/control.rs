//! Which blocks a branch decides about: those that are executed or not as it goes (control dependence;
//! Ferrante, Ottenstein, Warren, 1987).

use kernel_graph::{BlockId, Function};
use petgraph::algo::dominators::{Dominators, simple_fast};
use petgraph::graph::{DiGraph, NodeIndex};
use std::collections::{BTreeMap, BTreeSet};

/// What comes behind each block in any case, and the node that stands for the end of the function.
fn behind(function: &Function) -> (Dominators<NodeIndex>, NodeIndex) {
    let count = function.blocks.len();
    let end = NodeIndex::new(count);
    // Edges against the direction of control.
    let mut graph: DiGraph<(), ()> = DiGraph::new();
    for _ in 0..=count {
        graph.add_node(());
    }
    for (at, from) in function.blocks.iter().enumerate() {
        let next = from.end.successors();
        if next.is_empty() {
            graph.update_edge(end, NodeIndex::new(at), ());
        }
        for to in next {
            graph.update_edge(NodeIndex::new(to.0 as usize), NodeIndex::new(at), ());
        }
    }
    (simple_fast(&graph, end), end)
}

/// Where the ways of each branching block meet again: the first block that all of them come to, or none for the end of
/// the function. Nothing is known if some block never comes to an end of the function.
pub(crate) fn meets(function: &Function) -> Option<BTreeMap<BlockId, Option<BlockId>>> {
    let (behind, end) = behind(function);
    let mut all = BTreeMap::new();
    for (number, from) in (0u32..).zip(&function.blocks) {
        let meet = behind.immediate_dominator(NodeIndex::new(number as usize))?;
        if from.end.successors().len() < 2 {
            continue;
        }
        let meet = match meet == end {
            true => None,
            false => Some(BlockId(u32::try_from(meet.index()).ok()?)),
        };
        all.insert(BlockId(number), meet);
    }
    Some(all)
}

/// The blocks that each branching block decides about; none if some block never comes to an end of the
/// function, for then what is decided is not seen from the graph.
pub(crate) fn decided(function: &Function) -> Option<BTreeMap<BlockId, BTreeSet<BlockId>>> {
    let (behind, end) = behind(function);
    let mut all: BTreeMap<BlockId, BTreeSet<BlockId>> = BTreeMap::new();
    for (number, from) in (0u32..).zip(&function.blocks) {
        // What both ways come to in any case.
        let meet = behind.immediate_dominator(NodeIndex::new(number as usize))?;
        let next = from.end.successors();
        if next.len() < 2 {
            continue;
        }
        let deciding = all.entry(BlockId(number)).or_default();
        for to in next {
            let mut at = NodeIndex::new(to.0 as usize);
            while at != meet && at != end {
                deciding.insert(BlockId(u32::try_from(at.index()).ok()?));
                at = behind.immediate_dominator(at)?;
            }
        }
    }
    Some(all)
}
