//! Barriers that are there, and points where one could be put.

mod found;

use self::found::Found;
use crate::cover::{Price, Var};
use crate::model::Options;
use kernel_graph::{
    Barrier, BlockId, Fences, FunctionId, Graph, Module, PatchPoint, Place, Scope, Stmt, StmtKind,
};
use std::collections::{BTreeMap, BTreeSet};
use text::span::Span;

/// Where a barrier stands, or could stand, in the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Site {
    /// Before this offset of a file.
    New(u32, u32),
    /// The barrier that is written there.
    There(Span),
}

impl Site {
    /// The file that it is in.
    pub fn file(self) -> u32 {
        match self {
            Site::New(file, _) => file,
            Site::There(span) => span.file,
        }
    }

    /// The offset that it begins at.
    pub fn offset(self) -> u32 {
        match self {
            Site::New(_, offset) => offset,
            Site::There(span) => span.start,
        }
    }
}

/// Whose threads wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Those of a warp.
    Warp,
    /// Those of a block.
    Block,
    /// All.
    Grid,
}

/// The rank of a barrier that is not there yet.
const NEW: u64 = 1 << 22;

/// A decision: a barrier at a site or none.
#[derive(Clone, Debug)]
pub struct Choice {
    /// Where.
    pub site: Site,
    /// For whom.
    pub level: Level,
    /// Whether it is there before anything is changed.
    pub there: bool,
    /// Of a barrier that is there and does not order all memory: which it orders. The decision is then whether
    /// it orders more.
    pub widens: Option<Fences>,
    /// How many loops are around it, in the kernel and in what calls it.
    pub depth: u32,
    /// Its weight.
    pub weight: u64,
    /// Among choices of one weight those of a lower rank are taken.
    pub rank: u64,
}

/// Why a point is none where a barrier can be put.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Barred {
    /// It is within a branch of the preprocessor.
    Conditional,
    /// It is in a file that is included.
    Included,
    /// It is in a function that is an operand beside others which access memory.
    Operand,
}

/// All decisions for a kernel.
#[derive(Clone, Debug, Default)]
pub struct Choices {
    /// By [`Var`].
    pub all: Vec<Choice>,
    /// Points where no barrier can be put.
    pub barred: BTreeMap<Site, Barred>,
    /// The patch points of new sites.
    pub patches: BTreeMap<Site, PatchPoint>,
}

/// The site of a statement, if it is one: a point, a barrier put there, or one of the source.
pub(crate) fn site_of(stmt: &Stmt) -> Option<Site> {
    let span = stmt.place.expansion;
    // What is not written has no extent.
    let new = span.start == span.end;
    match &stmt.kind {
        StmtKind::Point | StmtKind::Barrier(_) if new => Some(Site::New(span.file, span.start)),
        StmtKind::Point => Some(Site::There(span)),
        StmtKind::Barrier(barrier) => {
            let whole = matches!(barrier.scope, Scope::Block | Scope::Grid) && span.file == 0;
            match stmt.place.in_macro() {
                false => whole.then_some(Site::There(span)),
                // All uses of the macro are one: what changes is its definition.
                true => in_definition(stmt.place, barrier).map(Site::There),
            }
        }
        StmtKind::Assign { .. }
        | StmtKind::Load { .. }
        | StmtKind::Store { .. }
        | StmtKind::Copy { .. }
        | StmtKind::Fill { .. }
        | StmtKind::Atomic { .. }
        | StmtKind::Fence(..)
        | StmtKind::Collective { .. }
        | StmtKind::CopyAsync { .. }
        | StmtKind::WaitAsync(_)
        | StmtKind::CopyGroup(_)
        | StmtKind::Havoc(_)
        | StmtKind::Declare(_)
        | StmtKind::Annotation(_)
        | StmtKind::Call { .. } => None,
    }
}

/// Where a barrier that comes out of a macro is written; only what it orders may change there.
fn in_definition(place: Place, barrier: &Barrier) -> Option<Span> {
    let whole = barrier.scope == Scope::Block && place.spelling.file == 0;
    whole.then_some(place.spelling)
}

/// Whose threads a barrier makes wait.
pub(crate) fn level_of(barrier: &Barrier) -> Level {
    match barrier.scope {
        Scope::Grid | Scope::System => Level::Grid,
        Scope::Warp(_) | Scope::Tile(_) | Scope::SubGroup => Level::Warp,
        Scope::Block => Level::Block,
    }
}

/// Whether a loop's body begins with a block.
fn enters_body(graph: &Graph, block: BlockId) -> bool {
    let Some(around) = graph.innermost(block) else {
        return false;
    };
    let from_head = |from: &Vec<BlockId>| from.as_slice() == [around.head];
    around.head == block || graph.predecessors.get(&block).is_some_and(from_head)
}

/// Whether a point is the operator of an assignment, between what it reads and its write. No statement
/// begins so.
pub(crate) fn is_operator(text: &str, site: Site) -> bool {
    let Site::New(0, at) = site else {
        return false;
    };
    let rest = text.get(at as usize..).unwrap_or_default();
    operator(rest).is_some()
}

/// The operator of an assignment that a text begins with.
pub(crate) fn operator(text: &str) -> Option<&'static str> {
    let all = [
        "<<=", ">>=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "=",
    ];
    all.into_iter().find(|one| text.starts_with(one))
}

fn is_alone(patch: &PatchPoint) -> bool {
    patch.braces_until.is_some()
}

impl Choices {
    /// The decisions for a kernel of a file with this text, seen from its inlined graph; none if it has no graph.
    pub fn of(
        module: &Module,
        kernel: FunctionId,
        options: &Options,
        text: &str,
    ) -> Option<Choices> {
        let function = races::inlined(module, kernel).ok()?;
        let graph = Graph::new(&function).ok()?;
        let mut found = Found::new((module, options, text));
        for block in &graph.order {
            let around = graph.loops.values().filter(|l| l.blocks.contains(block));
            let depth = u32::try_from(around.count()).unwrap_or(u32::MAX);
            let stmts = function.block(*block).map_or(&[][..], |b| &b.stmts);
            found.block(stmts, depth, enters_body(&graph, *block));
        }
        Some(found.choices())
    }

    /// What each decision costs: its weight, and among equals its rank.
    pub fn prices(&self, options: &Options) -> Vec<Price> {
        let all = self.all.iter();
        all.map(|choice| match choice.there && !options.remove {
            true => Price {
                usual: true,
                cost: choice.rank,
            },
            // A barrier that is there may order more memory for nothing.
            false if choice.widens.is_some() && !options.remove => Price {
                usual: false,
                cost: choice.rank,
            },
            false => Price {
                usual: false,
                cost: (choice.weight << 32) + choice.rank,
            },
        })
        .collect()
    }

    /// Whether the statement behind a site is a body without braces.
    pub(crate) fn is_alone(&self, site: Site) -> bool {
        self.patches.get(&site).is_some_and(is_alone)
    }

    /// The level of a decision.
    pub(crate) fn level(&self, var: Var) -> Option<Level> {
        self.all.get(var).map(|choice| choice.level)
    }

    /// The site of a decision.
    pub fn site(&self, var: Var) -> Option<Site> {
        self.all.get(var).map(|choice| choice.site)
    }

    /// Where a barrier could be put or left out.
    pub fn sites(&self) -> BTreeSet<Site> {
        self.all.iter().map(|choice| choice.site).collect()
    }

    /// The variables of a site.
    pub(crate) fn at(&self, site: Site) -> impl Iterator<Item = Var> {
        let all = self.all.iter().enumerate();
        all.filter(move |(_, choice)| choice.site == site)
            .map(|(var, _)| var)
    }

    /// The barrier cost: what is decided twice of one is weighed once.
    pub fn weight(&self, chosen: &BTreeSet<Var>) -> u64 {
        let mut weights: BTreeMap<Site, u64> = BTreeMap::new();
        for choice in chosen.iter().filter_map(|var| self.all.get(*var)) {
            let known = weights.entry(choice.site).or_default();
            *known = choice.weight.max(*known);
        }
        weights.values().sum()
    }

    /// What is there before anything is changed.
    pub fn there(&self) -> BTreeSet<Var> {
        let all = self.all.iter().enumerate();
        all.filter(|(_, choice)| choice.there)
            .map(|(var, _)| var)
            .collect()
    }
}

/// Keeps the patch point of a site. What a statement does in one instance of a template and not in another is
/// no update: the text is one.
pub(crate) fn remember(patches: &mut BTreeMap<Site, PatchPoint>, site: Site, patch: &PatchPoint) {
    match patches.get_mut(&site) {
        Some(known) if known.update != patch.update => known.update = None,
        Some(_) => {}
        None => {
            patches.insert(site, patch.clone());
        }
    }
}

/// A barrier that orders all memory.
pub(crate) const BOTH: Fences = Fences {
    shared: true,
    global: true,
};
