//! Barriers that are there, and points where one could be put.

use crate::cover::{Price, Var};
use crate::model::Options;
use kernel_graph::{
    Annotation, Barrier, BlockId, Fences, FunctionId, Graph, Module, PatchPoint, Place, Scope,
    Stmt, StmtKind,
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
pub fn site_of(stmt: &Stmt) -> Option<Site> {
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
        _ => None,
    }
}

/// Where a barrier that comes out of a macro is written; only what it orders may change there.
fn in_definition(place: Place, barrier: &Barrier) -> Option<Span> {
    let whole = barrier.scope == Scope::Block && place.spelling.file == 0;
    whole.then_some(place.spelling)
}

/// Whether a barrier says by its own words which memory it orders, not by those of a macro's use.
fn says_flags(text: &str, span: Span) -> bool {
    let call = text.get(span.range()).unwrap_or_default();
    let flags = call
        .strip_prefix("work_group_")
        .unwrap_or(call)
        .strip_prefix("barrier")
        .and_then(|rest| rest.trim_start().strip_prefix('(')?.strip_suffix(')'));
    let known = |word: &str| {
        let word = word.trim();
        word == "0" || (word.starts_with("CLK_") && word.ends_with("_MEM_FENCE"))
    };
    flags.is_some_and(|flags| flags.split('|').all(known))
}

/// Whose threads a barrier makes wait.
pub fn level_of(barrier: &Barrier) -> Level {
    match barrier.scope {
        Scope::Grid | Scope::System => Level::Grid,
        Scope::Warp(_) | Scope::Tile(_) | Scope::SubGroup => Level::Warp,
        Scope::Block => Level::Block,
    }
}

/// Whether a statement may touch memory that other threads see, or orders such accesses.
fn matters(kind: &StmtKind) -> bool {
    match kind {
        StmtKind::Load { .. }
        | StmtKind::Store { .. }
        | StmtKind::Copy { .. }
        | StmtKind::Fill { .. }
        | StmtKind::Atomic { .. }
        | StmtKind::Barrier(_)
        | StmtKind::Fence(..)
        | StmtKind::Collective { .. }
        | StmtKind::CopyAsync { .. }
        | StmtKind::WaitAsync(_)
        | StmtKind::Call { .. } => true,
        StmtKind::Assign { .. }
        | StmtKind::Havoc(_)
        | StmtKind::Declare(_)
        | StmtKind::Annotation(_)
        | StmtKind::Point => false,
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

/// Points in functions that are operands beside others which access memory. C leaves open in which order
/// operands are evaluated, so a barrier in such a function would order nothing beside it.
fn within_operands(module: &Module) -> BTreeSet<Site> {
    let functions = module.functions.iter().filter(|f| f.beside_accesses);
    let stmts = functions
        .flat_map(|function| &function.blocks)
        .flat_map(|block| &block.stmts);
    let points = stmts.filter(|stmt| matches!(stmt.kind, StmtKind::Point));
    points.filter_map(site_of).collect()
}

/// Why a point is none for a barrier, if it is so.
fn barred_by(stmt: &Stmt, operands: &BTreeSet<Site>) -> Option<Barred> {
    let site = site_of(stmt).filter(|_| matches!(stmt.kind, StmtKind::Point))?;
    match stmt.patch.as_ref() {
        _ if site.file() != 0 => Some(Barred::Included),
        _ if operands.contains(&site) => Some(Barred::Operand),
        Some(patch) if patch.conditional => Some(Barred::Conditional),
        _ => None,
    }
}

/// Whether a barrier that is there is a statement of its own, and no part of another function's meaning.
fn is_written(text: &str, site: Site) -> bool {
    let Site::There(span) = site else {
        return true;
    };
    let call = text.get(span.range()).unwrap_or_default();
    let named = call.contains("sync") || call.contains("barrier");
    let before = text.get(..span.start as usize).unwrap_or_default();
    let after = text.get(span.end as usize..).unwrap_or_default();
    let begins = before.trim_end();
    let begins = begins.is_empty()
        || begins.ends_with([';', '{', '}', ')', ':'])
        || begins.ends_with("*/")
        || begins.ends_with("else")
        || begins
            .lines()
            .next_back()
            .is_some_and(|line| line.contains("//"));
    named && !call.contains("async") && begins && after.trim_start().starts_with(';')
}

/// Whether a point is the operator of an assignment, between what it reads and its write. No statement
/// begins so.
pub fn is_operator(text: &str, site: Site) -> bool {
    let Site::New(0, at) = site else {
        return false;
    };
    let rest = text.get(at as usize..).unwrap_or_default();
    operator(rest).is_some()
}

/// The operator of an assignment that a text begins with.
pub fn operator(text: &str) -> Option<&'static str> {
    let all = [
        "<<=", ">>=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "=",
    ];
    all.into_iter().find(|one| text.starts_with(one))
}

fn is_alone(patch: &PatchPoint) -> bool {
    patch.braces_until.is_some()
}

/// Whether a statement is part of a function's contract.
fn is_contract(kind: &StmtKind) -> bool {
    let StmtKind::Annotation(annotation) = kind else {
        return false;
    };
    let mut inner = annotation;
    while let Annotation::Everywhere(within) | Annotation::EveryLoop(within) = inner {
        inner = within;
    }
    match inner {
        Annotation::Requires(_)
        | Annotation::Ensures(_)
        | Annotation::Fresh(_)
        | Annotation::Invariant(_)
        | Annotation::Candidate(_)
        | Annotation::ReadPermission(_)
        | Annotation::Footprint { .. } => true,
        Annotation::Assert(_) | Annotation::Assume(_) | Annotation::BarrierInvariant { .. } => {
            false
        }
        Annotation::Everywhere(_) | Annotation::EveryLoop(_) => true,
    }
}

impl Choices {
    /// The decisions for a kernel of a file with this text, seen from its inlined graph.
    pub fn of(
        module: &Module,
        kernel: FunctionId,
        options: &Options,
        text: &str,
    ) -> Option<Choices> {
        let function = races::inlined(module, kernel).ok()?;
        let graph = Graph::new(&function).ok()?;
        let mut depths: BTreeMap<(Site, Level), (u32, bool)> = BTreeMap::new();
        let mut narrow: BTreeMap<Site, Fences> = BTreeMap::new();
        // Barriers that come out of macros stay where they are.
        let mut fixed: BTreeMap<Site, (Fences, u32)> = BTreeMap::new();
        let mut barred = BTreeMap::new();
        let mut patches: BTreeMap<Site, PatchPoint> = BTreeMap::new();
        // Where the body of a loop begins; at its end a barrier is as good, and reads better.
        let mut begins = BTreeSet::new();
        // Where functions are called from several places, a change of one concerns all.
        let mut called = BTreeSet::new();
        let operands = within_operands(module);
        for block in &graph.order {
            let around = graph.loops.values().filter(|l| l.blocks.contains(block));
            let depth = u32::try_from(around.count()).unwrap_or(u32::MAX);
            // Of points with nothing between them the first stands for all.
            let mut first: Option<Site> = None;
            let mut any = false;
            let stmts = function.block(*block).map_or(&[][..], |b| &b.stmts);
            // Whether the statement at work has read.
            let mut reads = false;
            for (at, stmt) in stmts.iter().enumerate() {
                if is_contract(&stmt.kind)
                    && let Some(site) = first.take()
                {
                    // A contract stands at the start of its function.
                    depths.retain(|(known, _), _| *known != site);
                }
                if let Some(why) = barred_by(stmt, &operands) {
                    // An assignment there may still become an atomic operation.
                    if let (Some(site), Some(patch)) = (site_of(stmt), &stmt.patch) {
                        barred.insert(site, why);
                        remember(&mut patches, site, patch);
                    }
                    continue;
                }
                if let StmtKind::Barrier(barrier) = &stmt.kind
                    && stmt.place.in_macro()
                {
                    (first, any, reads) = (None, true, true);
                    let site = in_definition(stmt.place, barrier);
                    let narrow = barrier.fences != BOTH;
                    if let Some(span) = site.filter(|span| narrow && says_flags(text, *span)) {
                        let known = fixed.entry(Site::There(span));
                        let known = known.or_insert((barrier.fences, depth));
                        known.1 = depth.max(known.1);
                    }
                    continue;
                }
                let levels: Vec<Level> = match &stmt.kind {
                    // What another kernel of the file put there may wait for more.
                    StmtKind::Barrier(barrier) => {
                        let known = level_of(barrier);
                        let new = matches!(site_of(stmt), Some(Site::New(..)));
                        let more = options.levels().into_iter().filter(|_| new);
                        let more = more.filter(|level| *level > known);
                        std::iter::once(known).chain(more).collect()
                    }
                    StmtKind::Point if first.is_some() => Vec::new(),
                    StmtKind::Point => options.levels(),
                    _ => Vec::new(),
                };
                if matters(&stmt.kind) {
                    first = None;
                    any = true;
                }
                let point = matches!(stmt.kind, StmtKind::Point);
                let apart = point && site_of(stmt).is_some_and(|s| is_operator(text, s));
                // Only what reads and writes memory is worth taking apart.
                let writes = stmts.get(at + 1).is_some_and(|next| matters(&next.kind));
                if apart && !(options.apart && reads && writes) {
                    continue;
                }
                reads = (reads && !point) || matters(&stmt.kind);
                let own = |site: &Site| site.file() == 0 && is_written(text, *site);
                let Some(site) = site_of(stmt).filter(own) else {
                    continue;
                };
                if let StmtKind::Barrier(barrier) = &stmt.kind
                    && barrier.scope == Scope::Block
                    && barrier.fences != BOTH
                {
                    narrow.insert(site, barrier.fences);
                }
                for level in levels {
                    let there = match &stmt.kind {
                        StmtKind::Barrier(barrier) => level_of(barrier) == level,
                        _ => false,
                    };
                    let known = depths.entry((site, level)).or_insert((depth, there));
                    known.0 = depth.max(known.0);
                }
                if let (StmtKind::Point, Some(patch)) = (&stmt.kind, &stmt.patch) {
                    if enters_body(&graph, *block) && !any {
                        begins.insert(site);
                    }
                    if stmt.place.inlined.is_some() {
                        called.insert(site);
                    }
                    first.get_or_insert(site);
                    remember(&mut patches, site, patch);
                }
            }
        }
        let mut all: Vec<Choice> = Vec::new();
        for ((site, level), (depth, there)) in depths {
            let choice = Choice {
                site,
                level,
                there,
                widens: None,
                depth,
                weight: options.weight(depth, level),
                rank: match () {
                    // Of barriers of one weight those that are there stay.
                    () if there => 1,
                    () if is_operator(text, site) => NEW + (1 << 20),
                    () if begins.contains(&site) => NEW + (1 << 16),
                    () if called.contains(&site) => NEW + (1 << 15),
                    () if patches.get(&site).is_some_and(is_alone) => NEW + (1 << 14),
                    () => NEW,
                },
            };
            if let (Some(fences), true) = (narrow.get(&site), there) {
                all.push(Choice {
                    there: false,
                    widens: Some(*fences),
                    rank: NEW >> 1,
                    ..choice.clone()
                });
            }
            all.push(choice);
        }
        all.extend(fixed.into_iter().map(|(site, (fences, depth))| Choice {
            site,
            level: Level::Block,
            there: false,
            widens: Some(fences),
            depth,
            weight: 0,
            rank: NEW >> 1,
        }));
        let widens = |choice: &Choice| choice.widens.is_some();
        all.sort_by_key(|c| (c.site.offset(), c.site, c.level, widens(c)));
        for (choice, at) in all.iter_mut().zip(0u64..) {
            choice.rank += at;
        }
        Some(Choices {
            all,
            barred,
            patches,
        })
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
    pub fn is_alone(&self, site: Site) -> bool {
        self.patches.get(&site).is_some_and(is_alone)
    }

    /// The level of a decision.
    pub fn level(&self, var: Var) -> Option<Level> {
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
    pub fn at(&self, site: Site) -> impl Iterator<Item = Var> {
        let all = self.all.iter().enumerate();
        all.filter(move |(_, choice)| choice.site == site)
            .map(|(var, _)| var)
    }

    /// The weight of barriers: what is decided twice of one is weighed once.
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
pub fn remember(patches: &mut BTreeMap<Site, PatchPoint>, site: Site, patch: &PatchPoint) {
    match patches.get_mut(&site) {
        Some(known) if known.update != patch.update => known.update = None,
        Some(_) => {}
        None => {
            patches.insert(site, patch.clone());
        }
    }
}

/// A barrier that orders all memory.
pub const BOTH: Fences = Fences {
    shared: true,
    global: true,
};
