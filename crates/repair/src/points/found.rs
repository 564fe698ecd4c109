//! What a kernel's statements say of the points where barriers are or could be.

use super::{
    BOTH, Barred, Choice, Choices, Level, NEW, Site, in_definition, is_alone, is_operator,
    level_of, remember, site_of,
};
use crate::model::Options;
use kernel_graph::{Annotation, Fences, Module, PatchPoint, Scope, Stmt, StmtKind};
use std::collections::{BTreeMap, BTreeSet};
use text::span::Span;

/// What was found so far.
pub(super) struct Found<'a> {
    options: &'a Options,
    text: &'a str,
    /// How many loops are around, and whether the barrier is there.
    depths: BTreeMap<(Site, Level), (u32, bool)>,
    /// Barriers that do not order all memory.
    narrow: BTreeMap<Site, Fences>,
    /// Barriers that come out of macros: they stay where they are.
    fixed: BTreeMap<Site, (Fences, u32)>,
    barred: BTreeMap<Site, Barred>,
    patches: BTreeMap<Site, PatchPoint>,
    /// Where the body of a loop begins; at its end a barrier is as good, and reads better.
    begins: BTreeSet<Site>,
    /// Where functions are called from several places, a change of one concerns all.
    called: BTreeSet<Site>,
    operands: BTreeSet<Site>,
}

/// The statements of a block up to one of them.
struct Before {
    /// How many loops are around the block.
    depth: u32,
    /// Whether the body of a loop begins with the block.
    enters: bool,
    /// Of points with nothing between them the first, which stands for all.
    first: Option<Site>,
    /// Whether one of the statements matters.
    any: bool,
    /// Whether the statement of the source at work has read.
    reads: bool,
}

impl<'a> Found<'a> {
    pub(super) fn new((module, options, text): (&Module, &'a Options, &'a str)) -> Self {
        Found {
            options,
            text,
            depths: BTreeMap::new(),
            narrow: BTreeMap::new(),
            fixed: BTreeMap::new(),
            barred: BTreeMap::new(),
            patches: BTreeMap::new(),
            begins: BTreeSet::new(),
            called: BTreeSet::new(),
            operands: within_operands(module),
        }
    }

    /// Takes in a block within so many loops; `enters` says whether the body of a loop begins with it.
    pub(super) fn block(&mut self, stmts: &[Stmt], depth: u32, enters: bool) {
        let mut before = Before {
            depth,
            enters,
            first: None,
            any: false,
            reads: false,
        };
        for (at, stmt) in stmts.iter().enumerate() {
            self.stmt(&mut before, stmt, stmts.get(at + 1));
        }
    }

    fn stmt(&mut self, before: &mut Before, stmt: &Stmt, next: Option<&Stmt>) {
        if is_contract(&stmt.kind)
            && let Some(site) = before.first.take()
        {
            // A contract stands at the start of its function.
            self.depths.retain(|(known, _), _| *known != site);
        }
        if let Some(why) = barred_by(stmt, &self.operands) {
            // An assignment there may still become an atomic operation.
            if let (Some(site), Some(patch)) = (site_of(stmt), &stmt.patch) {
                self.barred.insert(site, why);
                remember(&mut self.patches, site, patch);
            }
            return;
        }
        if self.is_of_macro(before, stmt) {
            return;
        }
        let levels = self.levels(stmt, before.first.is_none());
        if matters(&stmt.kind) {
            before.first = None;
            before.any = true;
        }
        let point = matches!(stmt.kind, StmtKind::Point);
        let apart = point && site_of(stmt).is_some_and(|s| is_operator(self.text, s));
        // Only what reads and writes memory is worth taking apart.
        let writes = next.is_some_and(|next| matters(&next.kind));
        if apart && !(self.options.apart && before.reads && writes) {
            return;
        }
        before.reads = (before.reads && !point) || matters(&stmt.kind);
        let own = |site: &Site| site.file() == 0 && is_written(self.text, *site);
        let Some(site) = site_of(stmt).filter(own) else {
            return;
        };
        let known = if let StmtKind::Barrier(barrier) = &stmt.kind {
            if barrier.scope == Scope::Block && barrier.fences != BOTH {
                self.narrow.insert(site, barrier.fences);
            }
            Some(level_of(barrier))
        } else {
            None
        };
        for level in levels {
            let there = known == Some(level);
            let known = self.depths.entry((site, level));
            let known = known.or_insert((before.depth, there));
            known.0 = before.depth.max(known.0);
        }
        if let (StmtKind::Point, Some(patch)) = (&stmt.kind, &stmt.patch) {
            if before.enters && !before.any {
                self.begins.insert(site);
            }
            if stmt.place.inlined.is_some() {
                self.called.insert(site);
            }
            before.first.get_or_insert(site);
            remember(&mut self.patches, site, patch);
        }
    }

    /// Whether a statement is a barrier that comes out of a macro; what it orders may be written there.
    fn is_of_macro(&mut self, before: &mut Before, stmt: &Stmt) -> bool {
        let StmtKind::Barrier(barrier) = &stmt.kind else {
            return false;
        };
        if !stmt.place.in_macro() {
            return false;
        }
        (before.first, before.any, before.reads) = (None, true, true);
        let span = in_definition(stmt.place, barrier).filter(|_| barrier.fences != BOTH);
        if let Some(span) = span.filter(|span| says_flags(self.text, *span)) {
            let known = self.fixed.entry(Site::There(span));
            let known = known.or_insert((barrier.fences, before.depth));
            known.1 = before.depth.max(known.1);
        }
        true
    }

    /// For whom a barrier may wait at a statement, which is the first point of some or not.
    fn levels(&self, stmt: &Stmt, first: bool) -> Vec<Level> {
        if let StmtKind::Barrier(barrier) = &stmt.kind {
            // What another kernel of the file put there may wait for more.
            let known = level_of(barrier);
            let new = matches!(site_of(stmt), Some(Site::New(..)));
            let more = self.options.levels().into_iter();
            let more = more.filter(|level| new && *level > known);
            return std::iter::once(known).chain(more).collect();
        }
        match first && matches!(stmt.kind, StmtKind::Point) {
            true => self.options.levels(),
            false => Vec::new(),
        }
    }

    /// The decisions.
    pub(super) fn choices(self) -> Choices {
        let mut all: Vec<Choice> = Vec::new();
        for ((site, level), (depth, there)) in &self.depths {
            let choice = Choice {
                site: *site,
                level: *level,
                there: *there,
                widens: None,
                depth: *depth,
                weight: self.options.weight(*depth, *level),
                rank: self.rank(*site, *there),
            };
            if let (Some(fences), true) = (self.narrow.get(site), there) {
                all.push(Choice {
                    there: false,
                    widens: Some(*fences),
                    rank: NEW >> 1,
                    ..choice.clone()
                });
            }
            all.push(choice);
        }
        all.extend(
            self.fixed
                .into_iter()
                .map(|(site, (fences, depth))| Choice {
                    site,
                    level: Level::Block,
                    there: false,
                    widens: Some(fences),
                    depth,
                    weight: 0,
                    rank: NEW >> 1,
                }),
        );
        let widens = |choice: &Choice| choice.widens.is_some();
        all.sort_by_key(|c| (c.site.offset(), c.site, c.level, widens(c)));
        for (choice, at) in all.iter_mut().zip(0u64..) {
            choice.rank += at;
        }
        Choices {
            all,
            barred: self.barred,
            patches: self.patches,
        }
    }

    fn rank(&self, site: Site, there: bool) -> u64 {
        match () {
            // Of barriers of one weight those that are there stay.
            () if there => 1,
            () if is_operator(self.text, site) => NEW + (1 << 20),
            () if self.begins.contains(&site) => NEW + (1 << 16),
            () if self.called.contains(&site) => NEW + (1 << 15),
            () if self.patches.get(&site).is_some_and(is_alone) => NEW + (1 << 14),
            () => NEW,
        }
    }
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
        | StmtKind::CopyGroup(_)
        | StmtKind::Call { .. } => true,
        StmtKind::Assign { .. }
        | StmtKind::Havoc(_)
        | StmtKind::Declare(_)
        | StmtKind::Annotation(_)
        | StmtKind::Point => false,
    }
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
    if site.file() != 0 {
        return Some(Barred::Included);
    }
    if operands.contains(&site) {
        return Some(Barred::Operand);
    }
    let conditional = stmt.patch.as_ref().is_some_and(|patch| patch.conditional);
    conditional.then_some(Barred::Conditional)
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
