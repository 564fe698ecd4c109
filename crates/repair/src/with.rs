//! The graph with some barriers and no others.

use crate::cover::Var;
use crate::points::{BOTH, Choices, Level, Site, site_of};
use ir::kernel::{Barrier, Expr, Fences, Module, Scope, Space, StmtKind};
use std::collections::{BTreeMap, BTreeSet};

/// What new barriers below that of the grid are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum How {
    /// Of the block, each for this memory; where nothing is said, for all.
    Block(BTreeMap<Site, Fences>),
    /// Of each warp.
    Warp,
}

impl How {
    /// Of the block, for all memory.
    pub fn usual() -> How {
        How::Block(BTreeMap::new())
    }

    /// Which memory a barrier at a site orders.
    pub fn fences(&self, site: Site) -> Fences {
        match self {
            How::Block(known) => known.get(&site).copied().unwrap_or(BOTH),
            How::Warp => BOTH,
        }
    }
}

/// The module with these barriers and no others, but those that are no matter of choice. Points that
/// were not chosen stay.
pub fn with_barriers(
    module: &Module,
    choices: &Choices,
    chosen: &BTreeSet<Var>,
    how: &How,
) -> Module {
    let mut levels: BTreeMap<Site, Level> = BTreeMap::new();
    let mut wider: BTreeMap<Site, Fences> = BTreeMap::new();
    for choice in chosen.iter().filter_map(|var| choices.all.get(*var)) {
        let level = levels.entry(choice.site).or_insert(choice.level);
        *level = choice.level.max(*level);
        if let Some(fences) = choice.widens {
            let fences = widened(module, fences, how.fences(choice.site));
            wider.insert(choice.site, fences);
        }
    }
    let there = choices.all.iter().filter(|choice| choice.there);
    let of_kernel: BTreeSet<Site> = there.map(|choice| choice.site).collect();
    let mut module = module.clone();
    let blocks = module.functions.iter_mut().flat_map(|f| &mut f.blocks);
    for stmt in blocks.flat_map(|block| &mut block.stmts) {
        let Some(site) = site_of(stmt) else {
            continue;
        };
        if let (StmtKind::Barrier(barrier), Some(fences)) = (&mut stmt.kind, wider.get(&site)) {
            barrier.fences = *fences;
        }
        match (&stmt.kind, levels.get(&site)) {
            (StmtKind::Point, Some(level)) => {
                let (scope, fences) = match (level, how) {
                    (Level::Grid, _) => (Scope::Grid, BOTH),
                    (Level::Warp, _) | (Level::Block, How::Warp) => {
                        (Scope::Warp(Expr::int(32, -1)), BOTH)
                    }
                    (Level::Block, How::Block(_)) => (Scope::Block, how.fences(site)),
                };
                stmt.kind = StmtKind::Barrier(Barrier { scope, fences });
            }
            // Barriers that other kernels meet alone are none of this one's.
            (StmtKind::Barrier(_), None) if of_kernel.contains(&site) => {
                stmt.kind = StmtKind::Point;
            }
            _ => {}
        }
    }
    module
}

/// What a barrier orders that is to order more; nothing that there is not in the program.
pub fn widened(module: &Module, fences: Fences, more: Fences) -> Fences {
    let has = |space: Space| module.arrays.iter().any(|array| array.space == space);
    Fences {
        shared: (fences.shared || more.shared) && has(Space::Shared),
        global: (fences.global || more.global) && has(Space::Global),
    }
}
