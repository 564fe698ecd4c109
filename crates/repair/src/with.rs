//! The graph with some barriers and no others.

use crate::cover::Var;
use crate::points::{BOTH, Choices, Level, Site, level_of, site_of};
use kernel_graph::{Barrier, Expr, Fences, Module, Scope, Space, StmtKind};
use std::collections::{BTreeMap, BTreeSet};

/// What new barriers of a block are in the end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct How {
    /// Which memory they order; where nothing is said, all.
    pub fences: BTreeMap<Site, Fences>,
    /// Where one of a warp is enough.
    pub warps: BTreeSet<Site>,
}

impl How {
    /// Of the block, for all memory.
    pub fn usual() -> How {
        How::default()
    }

    /// Which memory a barrier at a site orders.
    pub(crate) fn fences(&self, site: Site) -> Fences {
        self.fences.get(&site).copied().unwrap_or(BOTH)
    }

    /// What a barrier that is chosen at a site becomes.
    pub(crate) fn level(&self, site: Site, chosen: Level) -> Level {
        match chosen {
            Level::Block if self.warps.contains(&site) => Level::Warp,
            Level::Warp | Level::Block | Level::Grid => chosen,
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
        let level = levels.get(&site).map(|level| how.level(site, *level));
        match (&stmt.kind, level) {
            (StmtKind::Point, Some(level)) => stmt.kind = put(level, how.fences(site)),
            // What another kernel has there waits for more now.
            (StmtKind::Barrier(barrier), Some(level))
                if matches!(site, Site::New(..)) && level_of(barrier) < level =>
            {
                stmt.kind = put(level, how.fences(site));
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

/// A new barrier. One of a warp has the full mask, so that all threads of the warp have to come.
fn put(level: Level, fences: Fences) -> StmtKind {
    let (scope, fences) = match level {
        Level::Warp => (Scope::Warp(Expr::int(32, -1)), BOTH),
        Level::Block => (Scope::Block, fences),
        Level::Grid => (Scope::Grid, BOTH),
    };
    StmtKind::Barrier(Barrier { scope, fences })
}

/// What a barrier orders that is to order more; nothing that there is not in the program.
pub(crate) fn widened(module: &Module, fences: Fences, more: Fences) -> Fences {
    let has = |space: Space| module.arrays.iter().any(|array| array.space == space);
    Fences {
        shared: (fences.shared || more.shared) && has(Space::Shared),
        global: (fences.global || more.global) && has(Space::Global),
    }
}
