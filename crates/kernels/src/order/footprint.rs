//! What statements may access, as far as one operand can tell what another does.

use kernel_graph::{
    Array, ArrayId, Callee, Expr, ExprKind, Function, FunctionId, LocalId, Space, StmtKind,
    Terminator,
};
use std::collections::{BTreeMap, BTreeSet};

/// Where an address may point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Root {
    /// Into an array.
    Array(ArrayId),
    /// Where a parameter of the function points.
    Param(usize),
    /// Anywhere that an address was taken of.
    Any,
}

/// What evaluating something does.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Effects {
    /// It waits for other threads, or orders accesses.
    waits: bool,
    reads: BTreeSet<Root>,
    writes: BTreeSet<Root>,
}

impl Effects {
    fn join(&mut self, other: Effects) {
        self.waits |= other.waits;
        self.reads.extend(other.reads);
        self.writes.extend(other.writes);
    }
}

/// What is known of a function's values without following its control flow.
pub(super) struct Known {
    /// The value of each local that is assigned once; none of others.
    values: BTreeMap<LocalId, Option<Origin>>,
    /// What is stored to each variable that is stored to once, whole, and whose address goes nowhere.
    stored: BTreeMap<ArrayId, Option<Expr>>,
    /// Arrays whose address goes somewhere.
    escaped: BTreeSet<ArrayId>,
}

/// Where a local has its value from.
enum Origin {
    Param(usize),
    Value(Expr),
    /// A load from this address.
    Load(Expr),
    Other,
}

impl Known {
    /// What is known of a function, before its variables are promoted.
    pub(super) fn of(function: &Function) -> Known {
        let mut known = Known {
            values: BTreeMap::new(),
            stored: BTreeMap::new(),
            escaped: BTreeSet::new(),
        };
        for (at, param) in function.params.iter().enumerate() {
            known.note(param.local, Origin::Param(at));
        }
        for block in &function.blocks {
            for stmt in &block.stmts {
                known.stmt(&stmt.kind);
            }
            if let Terminator::Return(Some(value)) = &block.end {
                known.escape(value);
            }
        }
        known
    }

    fn note(&mut self, local: LocalId, origin: Origin) {
        let origin = match self.values.contains_key(&local) {
            true => None,
            false => Some(origin),
        };
        self.values.insert(local, origin);
    }

    fn stmt(&mut self, kind: &StmtKind) {
        if let Some(to) = kind.assigned() {
            let origin = if let StmtKind::Assign { value, .. } = kind {
                Origin::Value(value.clone())
            } else if let StmtKind::Load { address, .. } = kind {
                Origin::Load(address.clone())
            } else {
                Origin::Other
            };
            self.note(to, origin);
        }
        // Addresses that are only accessed go nowhere; each other use of one lets it escape.
        match kind {
            StmtKind::Load { address, .. } => self.accessed(address),
            StmtKind::Store { address, value, .. } => {
                self.accessed(address);
                self.escape(value);
                if let Some(array) = array_of(address) {
                    let whole = matches!(address.kind, ExprKind::Base(_));
                    let once = whole && !self.stored.contains_key(&array);
                    let value = once.then(|| value.clone());
                    self.stored.insert(array, value);
                }
            }
            StmtKind::Copy {
                to, from, bytes, ..
            } => {
                self.accessed(to);
                self.accessed(from);
                self.escape(bytes);
                self.changed(to);
            }
            StmtKind::Fill {
                to, value, bytes, ..
            } => {
                self.accessed(to);
                self.escape(value);
                self.escape(bytes);
                self.changed(to);
            }
            StmtKind::Atomic {
                address, operands, ..
            } => {
                self.accessed(address);
                operands.iter().for_each(|e| self.escape(e));
                self.changed(address);
            }
            StmtKind::Assign { .. }
            | StmtKind::Barrier(_)
            | StmtKind::Fence(..)
            | StmtKind::Collective { .. }
            | StmtKind::CopyAsync { .. }
            | StmtKind::WaitAsync(_)
            | StmtKind::CopyGroup(_)
            | StmtKind::Havoc(_)
            | StmtKind::Declare(_)
            | StmtKind::Annotation(_)
            | StmtKind::Point
            | StmtKind::Call { .. } => {
                for e in kind.exprs() {
                    self.escape(e);
                }
            }
        }
    }

    fn changed(&mut self, address: &Expr) {
        if let Some(array) = array_of(address) {
            self.stored.insert(array, None);
        }
    }

    /// Offsets may hold addresses only as differences.
    fn accessed(&mut self, mut address: &Expr) {
        while let ExprKind::Offset(from, by) = &address.kind {
            self.escape(by);
            address = from;
        }
        if !matches!(address.kind, ExprKind::Base(_)) {
            self.escape(address);
        }
    }

    fn escape(&mut self, value: &Expr) {
        value.visit(&mut |e| {
            if let ExprKind::Base(array) = e.kind {
                self.escaped.insert(array);
            }
        });
    }

    /// Where an address may point.
    #[allow(
        clippy::wildcard_enum_match_arm,
        reason = "what is not followed may point anywhere"
    )]
    fn roots(&self, address: &Expr, depth: usize) -> BTreeSet<Root> {
        let any = BTreeSet::from([Root::Any]);
        let Some(below) = depth.checked_sub(1) else {
            return any;
        };
        match &address.kind {
            ExprKind::Base(array) => BTreeSet::from([Root::Array(*array)]),
            ExprKind::Offset(from, _) => self.roots(from, below),
            ExprKind::Null => BTreeSet::new(),
            ExprKind::Select(_, one, other) => {
                let mut all = self.roots(one, below);
                all.extend(self.roots(other, below));
                all
            }
            ExprKind::Local(local) => match self.values.get(local) {
                Some(Some(Origin::Param(at))) => BTreeSet::from([Root::Param(*at)]),
                Some(Some(Origin::Value(value))) => self.roots(value, below),
                Some(Some(Origin::Load(from))) => match &from.kind {
                    ExprKind::Base(array) if !self.escaped.contains(array) => {
                        match self.stored.get(array) {
                            Some(Some(value)) if value.scalar == address.scalar => {
                                self.roots(value, below)
                            }
                            _ => any,
                        }
                    }
                    _ => any,
                },
                _ => any,
            },
            _ => any,
        }
    }
}

/// How far a value is followed to where it comes from.
const DEPTH: usize = 32;

fn array_of(address: &Expr) -> Option<ArrayId> {
    let ExprKind::Base(array) = address.without_offsets().kind else {
        return None;
    };
    Some(array)
}

/// What each function of a module does.
pub(super) struct Summaries<'a> {
    functions: &'a [Function],
    arrays: &'a [Array],
    /// Private arrays whose address goes somewhere, in any function.
    escaped: BTreeSet<ArrayId>,
    effects: Vec<Effects>,
}

impl<'a> Summaries<'a> {
    /// Summaries of all functions; `known` has one entry for each.
    pub(super) fn of(
        functions: &'a [Function],
        known: &[Known],
        arrays: &'a [Array],
    ) -> Summaries<'a> {
        let mut all = Summaries {
            functions,
            arrays,
            escaped: BTreeSet::new(),
            effects: vec![Effects::default(); functions.len()],
        };
        for known in known {
            all.escaped.extend(&known.escaped);
        }
        // Effects only grow, so this ends.
        loop {
            let mut changed = false;
            for (number, (function, known)) in functions.iter().zip(known).enumerate() {
                let stmts = function.blocks.iter().flat_map(|block| &block.stmts);
                let new = all.effects(stmts.map(|stmt| &stmt.kind), known);
                if let Some(old) = all.effects.get_mut(number)
                    && *old != new
                {
                    *old = new;
                    changed = true;
                }
            }
            if !changed {
                return all;
            }
        }
    }

    /// What statements of a function do.
    pub(super) fn effects<'s>(
        &self,
        stmts: impl Iterator<Item = &'s StmtKind>,
        known: &Known,
    ) -> Effects {
        let mut all = Effects::default();
        for kind in stmts {
            all.join(self.of_one(kind, known));
        }
        all
    }

    fn of_one(&self, kind: &StmtKind, known: &Known) -> Effects {
        let roots = |address: &Expr| known.roots(address, DEPTH);
        let mut does = Effects::default();
        match kind {
            StmtKind::Load {
                address, access, ..
            } => {
                if !access.ghost {
                    does.reads = roots(address);
                }
            }
            StmtKind::Store {
                address, access, ..
            }
            | StmtKind::Fill {
                to: address,
                access,
                ..
            } => {
                if !access.ghost {
                    does.writes = roots(address);
                }
            }
            StmtKind::Copy {
                to, from, access, ..
            } => {
                if !access.ghost {
                    does.writes = roots(to);
                    does.reads = roots(from);
                }
            }
            StmtKind::Atomic { address, .. } => {
                does.writes = roots(address);
                does.reads = roots(address);
            }
            StmtKind::CopyAsync { to, from, .. } => {
                does.waits = true;
                does.writes = roots(to);
                does.reads = roots(from);
            }
            StmtKind::Barrier(_)
            | StmtKind::Fence(..)
            | StmtKind::WaitAsync(_)
            | StmtKind::CopyGroup(_) => {
                does.waits = true;
            }
            StmtKind::Call {
                callee, arguments, ..
            } => match callee {
                Callee::Function(id) => does = self.call(*id, arguments, known),
                Callee::External(_) => {
                    does.writes = arguments.iter().flat_map(roots).collect();
                    does.reads.clone_from(&does.writes);
                }
                Callee::Pointer(_) => {
                    does.waits = true;
                    does.reads.insert(Root::Any);
                    does.writes.insert(Root::Any);
                }
            },
            // Results of a warp's exchange are arbitrary, and it orders no accesses.
            StmtKind::Assign { .. }
            | StmtKind::Collective { .. }
            | StmtKind::Havoc(_)
            | StmtKind::Declare(_)
            | StmtKind::Annotation(_)
            | StmtKind::Point => {}
        }
        does
    }

    fn call(&self, id: FunctionId, arguments: &[Expr], known: &Known) -> Effects {
        let Some(callee) = self.effects.get(id.0 as usize) else {
            return Effects::default();
        };
        let passed = |root: &Root| match root {
            Root::Param(at) => match arguments.get(*at) {
                Some(argument) => known.roots(argument, DEPTH),
                None => BTreeSet::from([Root::Any]),
            },
            // The callee's own variables end with it.
            Root::Array(array) if self.is_private(*array) => BTreeSet::new(),
            Root::Array(_) | Root::Any => BTreeSet::from([*root]),
        };
        Effects {
            waits: callee.waits,
            reads: callee.reads.iter().flat_map(passed).collect(),
            writes: callee.writes.iter().flat_map(passed).collect(),
        }
    }

    fn is_private(&self, array: ArrayId) -> bool {
        let found = self.arrays.get(array.0 as usize);
        found.is_some_and(|array| array.space == Space::Private)
    }

    /// Whether one of two operands can tell whether the other was evaluated before it.
    pub(super) fn disturb(&self, one: &Effects, other: &Effects) -> bool {
        let waits =
            |waiting: &Effects, beside: &Effects| waiting.waits && self.meets_others(beside);
        let writes = |writing: &Effects, beside: &Effects| {
            let mut roots = beside.reads.iter().chain(&beside.writes);
            roots.any(|root| writing.writes.iter().any(|w| self.overlap(*w, *root)))
        };
        waits(one, other) || waits(other, one) || writes(one, other) || writes(other, one)
    }

    /// Whether something waits for other threads or accesses memory that they see: it matters on which side of
    /// a barrier it is.
    pub(super) fn meets_others(&self, does: &Effects) -> bool {
        let visible = |root: &Root| match root {
            Root::Array(array) => !self.is_private(*array),
            Root::Param(_) | Root::Any => true,
        };
        let mut roots = does.reads.iter().chain(&does.writes);
        does.waits || roots.any(visible)
    }

    fn overlap(&self, one: Root, other: Root) -> bool {
        match (one, other) {
            (Root::Array(a), Root::Array(b)) => a == b,
            (Root::Array(a), Root::Param(_) | Root::Any)
            | (Root::Param(_) | Root::Any, Root::Array(a)) => {
                !self.is_private(a) || self.escaped.contains(&a)
            }
            (Root::Param(_) | Root::Any, Root::Param(_) | Root::Any) => true,
        }
    }

    /// The functions that one may call, itself among them. A call by an address may be one of each
    /// function.
    pub(super) fn reached(&self, from: usize) -> BTreeSet<usize> {
        self.reached_from(vec![from])
    }

    /// The functions that statements may call, and those that these may call.
    pub(super) fn called(&self, stmts: &[StmtKind]) -> BTreeSet<usize> {
        self.reached_from(stmts.iter().flat_map(|kind| self.callees(kind)).collect())
    }

    fn callees(&self, kind: &StmtKind) -> Vec<usize> {
        let StmtKind::Call { callee, .. } = kind else {
            return Vec::new();
        };
        match callee {
            Callee::Function(id) => vec![id.0 as usize],
            Callee::Pointer(_) => (0..self.functions.len()).collect(),
            Callee::External(_) => Vec::new(),
        }
    }

    fn reached_from(&self, mut work: Vec<usize>) -> BTreeSet<usize> {
        let mut reached = BTreeSet::new();
        while let Some(next) = work.pop() {
            let Some(function) = self.functions.get(next) else {
                continue;
            };
            if !reached.insert(next) {
                continue;
            }
            for stmt in function.blocks.iter().flat_map(|block| &block.stmts) {
                work.extend(self.callees(&stmt.kind));
            }
        }
        reached
    }
}
