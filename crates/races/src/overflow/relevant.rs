//! Which operations matter: those from which conditions and addresses are computed. What is only computed
//! to be written, such as a sum, decides no race. Where this is wrong, fewer operations are taken to fit
//! than might be, or more are listed, or less is known of a local than might be; no verdict rests on it.

use crate::accesses::StmtId;
use crate::annotations::claim::locals_of;
use crate::overflow::control::decided;
use kernel_graph::{
    ArrayId, BlockId, Expr, ExprKind, Function, LocalId, Module, StmtKind, Terminator,
};
use std::collections::{BTreeMap, BTreeSet};

/// Statements of a function that matter; the end of a block has the number behind its statements.
#[derive(Clone, Debug, Default)]
pub(crate) struct Relevant {
    /// Those from whose expressions conditions or addresses come.
    pub stmts: BTreeSet<StmtId>,
    /// Of those that write to memory: those of which this is so of what they write.
    pub values: BTreeSet<StmtId>,
}

/// What decides whether anything is found: locals from which addresses come, what annotations and
/// barriers say, and those conditions on which accesses, annotations or barriers depend. A condition that
/// only decides what is added to a sum is not among them.
#[derive(Clone, Debug)]
pub(crate) struct Decisive {
    /// The locals.
    pub locals: BTreeSet<LocalId>,
    /// The statements from whose expressions they come; of those that write to memory, those of which
    /// this is so of what they write.
    pub from: Relevant,
}

/// What is found out step by step.
#[derive(Default)]
struct Search {
    found: Relevant,
    locals: BTreeSet<LocalId>,
    /// Locals of whose addresses only the array has to be known: they decide nothing else.
    moved: BTreeSet<LocalId>,
    /// Arrays whose contents matter; none for all of them.
    arrays: Option<BTreeSet<ArrayId>>,
    /// Arrays that an address in a local may be in, as far as that is seen.
    bases: BTreeMap<LocalId, BTreeSet<ArrayId>>,
    /// Arrays that are only read, at any place: where a load of them is decides nothing but what it gives.
    only_read: BTreeSet<ArrayId>,
    /// Whether it does matter where such arrays are read.
    lengths: bool,
    /// The blocks that a branch decides about; none where each condition is to matter.
    decided: Option<BTreeMap<BlockId, BTreeSet<BlockId>>>,
    /// Blocks with something that matters.
    blocks: BTreeSet<BlockId>,
    /// Whether exchanges between threads matter, whatever becomes of their results.
    exchanges: bool,
    changed: bool,
}

/// What matters besides conditions and the addresses of what is written.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wanted {
    /// All that is written.
    pub values: bool,
    /// Where arrays of no known size are accessed that are only read.
    pub lengths: bool,
}

/// The statements that matter in a function of a module.
pub(crate) fn relevant(module: &Module, function: &Function, wanted: Wanted) -> Relevant {
    let mut search = Search {
        arrays: (!wanted.values).then(BTreeSet::new),
        lengths: wanted.lengths,
        ..Search::default()
    };
    search.all(module, function);
    search.found
}

/// What decides whether anything is found in a function of a module.
pub(crate) fn decisive(module: &Module, function: &Function, wanted: Wanted) -> Decisive {
    let mut search = Search {
        arrays: (!wanted.values).then(BTreeSet::new),
        lengths: wanted.lengths,
        decided: decided(function),
        exchanges: true,
        ..Search::default()
    };
    search.all(module, function);
    search.locals.extend(search.moved);
    Decisive {
        locals: search.locals,
        from: search.found,
    }
}

impl Search {
    fn all(&mut self, module: &Module, function: &Function) {
        self.follow_bases(function);
        if !self.lengths {
            self.only_read = self.only_read(module, function);
        }
        loop {
            self.changed = false;
            for (number, block) in (0u32..).zip(&function.blocks) {
                let id = BlockId(number);
                for (at, stmt) in block.stmts.iter().enumerate() {
                    self.stmt((id, at), &stmt.kind);
                }
                if self.decides(id) {
                    self.matters((id, block.stmts.len()), &block.end.exprs());
                }
                // That control does not come there is known.
                if matches!(block.end, Terminator::Unreachable) {
                    self.changed |= self.blocks.insert(id);
                }
            }
            if !self.changed {
                return;
            }
        }
    }

    /// Whether it matters how a block goes on.
    fn decides(&self, id: BlockId) -> bool {
        self.decided.as_ref().is_none_or(|all| {
            let about = all.get(&id);
            about.is_some_and(|about| !about.is_disjoint(&self.blocks))
        })
    }

    /// Where addresses in locals may point.
    fn follow_bases(&mut self, function: &Function) {
        let stmts = || function.blocks.iter().flat_map(|block| &block.stmts);
        loop {
            let mut changed = false;
            for stmt in stmts() {
                if let StmtKind::Assign { to, value } = &stmt.kind {
                    let more = self.bases_of(value);
                    if more.is_empty() {
                        continue;
                    }
                    let known = self.bases.entry(*to).or_default();
                    let before = known.len();
                    known.extend(more);
                    changed |= known.len() > before;
                }
            }
            if !changed {
                return;
            }
        }
    }

    /// Arrays of no known size that no statement writes, as far as is seen where addresses point.
    fn only_read(&self, module: &Module, function: &Function) -> BTreeSet<ArrayId> {
        let mut open: BTreeSet<ArrayId> = (0u32..)
            .zip(&module.arrays)
            .filter(|(_, array)| array.bytes.is_none())
            .map(|(number, _)| ArrayId(number))
            .collect();
        for stmt in function.blocks.iter().flat_map(|block| &block.stmts) {
            let sure = matches!(stmt.kind, StmtKind::Call { .. } | StmtKind::Annotation(_));
            for address in may_write(&stmt.kind) {
                let bases = self.bases_of(address);
                if bases.is_empty() && !sure {
                    return BTreeSet::new();
                }
                open.retain(|array| !bases.contains(array));
            }
        }
        open
    }

    /// Whether what lies at an address is only read, wherever it is.
    fn is_only_read(&self, address: &Expr) -> bool {
        let bases = self.bases_of(address);
        !bases.is_empty() && bases.is_subset(&self.only_read)
    }

    fn bases_of(&self, e: &Expr) -> BTreeSet<ArrayId> {
        let mut all = BTreeSet::new();
        e.visit(&mut |part| {
            if let ExprKind::Base(array) = &part.kind {
                all.insert(*array);
            }
            if let ExprKind::Local(local) = &part.kind {
                all.extend(self.bases.get(local).into_iter().flatten());
            }
        });
        all
    }

    /// All of a statement matters.
    fn matters(&mut self, at: StmtId, exprs: &[&Expr]) {
        self.changed |= self.found.stmts.insert(at);
        self.changed |= self.blocks.insert(at.0);
        for e in exprs {
            for local in locals_of(e) {
                self.changed |= self.locals.insert(local);
            }
        }
    }

    /// Into which array an address points has to be known.
    fn moves(&mut self, address: &Expr) {
        for local in locals_of(address) {
            if self.bases.contains_key(&local) {
                self.changed |= self.moved.insert(local);
            }
        }
    }

    /// What lies where an address points matters.
    fn contents(&mut self, address: &Expr) {
        let bases = self.bases_of(address);
        match &mut self.arrays {
            None => {}
            Some(_) if bases.is_empty() => {
                self.arrays = None;
                self.changed = true;
            }
            Some(arrays) => {
                let before = arrays.len();
                arrays.extend(bases);
                self.changed |= arrays.len() > before;
            }
        }
    }

    fn matters_there(&self, address: &Expr) -> bool {
        let bases = self.bases_of(address);
        match &self.arrays {
            None => true,
            Some(arrays) => bases.is_empty() || !bases.is_disjoint(arrays),
        }
    }

    fn stmt(&mut self, at: StmtId, kind: &StmtKind) {
        match kind {
            StmtKind::Assign { to, value } => {
                if self.locals.contains(to) {
                    self.matters(at, &[value]);
                } else if self.moved.contains(to) {
                    self.moves(value);
                }
            }
            StmtKind::Load { to, address, .. } => {
                let wanted = self.locals.contains(to);
                if wanted || !self.is_only_read(address) {
                    self.matters(at, &[address]);
                } else {
                    self.moves(address);
                }
                if wanted {
                    self.contents(address);
                }
            }
            StmtKind::Store { address, value, .. } => {
                self.matters(at, &[address]);
                if self.matters_there(address) {
                    self.changed |= self.found.values.insert(at);
                    self.matters(at, &[value]);
                }
            }
            StmtKind::Atomic { to, address, .. } => {
                self.matters(at, &kind.exprs());
                if to.is_some_and(|to| self.locals.contains(&to)) {
                    self.contents(address);
                }
            }
            StmtKind::Copy { from, .. } | StmtKind::CopyAsync { from, .. } => {
                self.matters(at, &kind.exprs());
                self.contents(from);
            }
            StmtKind::Fill { .. }
            | StmtKind::Barrier(_)
            | StmtKind::Fence(..)
            | StmtKind::WaitAsync(_)
            | StmtKind::CopyGroup(_)
            | StmtKind::Annotation(_)
            | StmtKind::Call { .. } => self.matters(at, &kind.exprs()),
            StmtKind::Collective { to, .. } => {
                if self.exchanges || self.locals.contains(to) {
                    self.matters(at, &kind.exprs());
                }
            }
            StmtKind::Havoc(local) => {
                if self.locals.contains(local) {
                    self.changed |= self.blocks.insert(at.0);
                }
            }
            StmtKind::Declare(_) | StmtKind::Point => {}
        }
    }
}

/// The addresses at which a statement may write; of calls and annotations all expressions, which may name arrays.
pub(crate) fn may_write(kind: &StmtKind) -> Vec<&Expr> {
    match kind {
        StmtKind::Store { address, .. } | StmtKind::Atomic { address, .. } => vec![address],
        StmtKind::Copy { to, .. } | StmtKind::Fill { to, .. } | StmtKind::CopyAsync { to, .. } => {
            vec![to]
        }
        StmtKind::Call { .. } | StmtKind::Annotation(_) => kind.exprs(),
        StmtKind::Assign { .. }
        | StmtKind::Load { .. }
        | StmtKind::Barrier(_)
        | StmtKind::Fence(..)
        | StmtKind::Collective { .. }
        | StmtKind::WaitAsync(_)
        | StmtKind::CopyGroup(_)
        | StmtKind::Havoc(_)
        | StmtKind::Declare(_)
        | StmtKind::Point => Vec::new(),
    }
}
