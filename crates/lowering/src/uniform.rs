//! Which locals and conditions have the same value in all threads of a block, and
//! whether all threads reach its barriers equally often.
//!
//! A value is uniform if it is built from constants, variables of outside, uniform
//! locals, and reads at uniform places where no atomic section, lock or call can come
//! between (checker.md, "barrier"). Whatever is not seen to be uniform is not.

use super::work::Lowerer;
use spec_lang::ast::{self, NodeId, Visitor};
use spec_lang::resolve::{Reference, Resolution};
use std::collections::HashSet;
use text::span::Span;

/// What was found out about the threads of a block.
#[derive(Clone, Default)]
pub(super) struct Uniformity {
    /// Locals that may differ between threads, iterators included.
    pub varying: HashSet<NodeId>,
    /// Barriers that some threads may not reach, with the condition that decides.
    pub divergent: Vec<(NodeId, Span)>,
}

struct Analysis<'a> {
    resolution: &'a Resolution,
    pure_functions: &'a HashSet<NodeId>,
    /// Reads of the heap may differ: something in the block may come between.
    heap_varies: bool,
    found: Uniformity,
    /// Conditions around the present place that may differ between threads.
    control: Vec<Span>,
    changed: bool,
}

impl Lowerer<'_, '_> {
    /// Analyses a block. All locals declared outside are uniform: it may not assign them.
    pub(super) fn uniformity(&self, iterators: &[ast::Iterator], body: &ast::Block) -> Uniformity {
        let pure_functions: HashSet<NodeId> = self
            .tables
            .methods
            .keys()
            .copied()
            .filter(|id| self.tables.is_function(*id))
            .collect();
        let mut analysis = Analysis {
            resolution: self.tables.resolution,
            pure_functions: &pure_functions,
            heap_varies: disturbs(body, self.tables.resolution, &pure_functions),
            found: Uniformity::default(),
            control: Vec::new(),
            changed: true,
        };
        for iterator in iterators {
            analysis.found.varying.insert(iterator.id);
        }
        // Each round only adds; the number of locals bounds the rounds.
        while analysis.changed {
            analysis.changed = false;
            analysis.found.divergent.clear();
            analysis.control.clear();
            for stmt in &body.statements {
                analysis.stmt(stmt);
            }
        }
        analysis.found
    }
}

/// Whether anything in the block lets another thread write what this one reads between
/// two barriers, or has effects that are not seen here.
fn disturbs(body: &ast::Block, resolution: &Resolution, pure: &HashSet<NodeId>) -> bool {
    struct Find<'a> {
        resolution: &'a Resolution,
        pure: &'a HashSet<NodeId>,
        found: bool,
    }
    impl Visitor for Find<'_> {
        fn visit_stmt(&mut self, stmt: &ast::Stmt) {
            self.found |= matches!(
                stmt.kind,
                ast::StmtKind::Atomic { .. }
                    | ast::StmtKind::Invariant { .. }
                    | ast::StmtKind::Par(_)
                    | ast::StmtKind::Vector { .. }
                    | ast::StmtKind::Region { .. }
                    | ast::StmtKind::Unsupported { .. }
                    | ast::StmtKind::Spec(
                        ast::SpecKind::Lock
                            | ast::SpecKind::Unlock
                            | ast::SpecKind::Wait
                            | ast::SpecKind::Fork
                            | ast::SpecKind::Join
                            | ast::SpecKind::Inhale
                            | ast::SpecKind::Exhale,
                        _
                    )
            );
            self.walk_stmt(stmt);
        }
        fn visit_expr(&mut self, e: &ast::Expr) {
            if let Some(id) = self.resolution.method_called(e) {
                self.found |= !self.pure.contains(&id);
            }
            self.walk_expr(e);
        }
    }
    let mut find = Find {
        resolution,
        pure,
        found: false,
    };
    find.visit_block(body);
    find.found
}

impl Analysis<'_> {
    fn vary(&mut self, id: NodeId) {
        let id = self.resolution.canonical(id);
        if self.found.varying.insert(id) {
            self.changed = true;
        }
    }

    fn assigned(&mut self, target: &ast::Expr, uniform: bool) {
        if let Some(Reference::Local(id)) = self.resolution.references.get(&target.id)
            && (!uniform || !self.control.is_empty())
        {
            self.vary(*id);
        }
    }

    fn uniform(&mut self, e: &ast::Expr) -> bool {
        struct Look<'a, 'b> {
            analysis: &'a mut Analysis<'b>,
            uniform: bool,
        }
        impl Visitor for Look<'_, '_> {
            fn visit_expr(&mut self, e: &ast::Expr) {
                use ast::ExprKind as E;
                match &e.kind {
                    E::Name(_) => match self.analysis.resolution.references.get(&e.id) {
                        Some(Reference::Local(id)) => {
                            let id = self.analysis.resolution.canonical(*id);
                            self.uniform &= !self.analysis.found.varying.contains(&id);
                        }
                        Some(Reference::Field(..)) => {
                            self.uniform &= !self.analysis.heap_varies;
                        }
                        _ => {}
                    },
                    E::Index(base, _) => {
                        // Elements of sequences and maps are no cells of the heap.
                        let array = matches!(
                            self.analysis.resolution.type_of(base.id),
                            spec_lang::resolve::Type::Array(_)
                        );
                        self.uniform &= !(array && self.analysis.heap_varies);
                    }
                    E::Values(..) => self.uniform &= !self.analysis.heap_varies,
                    E::Member(..) => {
                        // Lengths never change.
                        let cell = !matches!(
                            self.analysis.resolution.references.get(&e.id),
                            Some(Reference::Builtin(_) | Reference::EnumConstant(_))
                        );
                        self.uniform &= !(cell && self.analysis.heap_varies);
                    }
                    // An operator that a class declares.
                    E::Binary(..) => {
                        if let Some(id) = self.analysis.resolution.method_called(e) {
                            self.uniform &= self.analysis.pure_functions.contains(&id)
                                && !self.analysis.heap_varies;
                        }
                    }
                    // Its ghost results may be anything, wherever it stands.
                    E::Call(_) | E::New(_) if self.analysis.ghost_results(e) => {
                        self.uniform = false;
                    }
                    E::Call(_) => match self.analysis.resolution.references.get(&e.id) {
                        Some(Reference::Method(id, _)) => {
                            self.uniform &= self.analysis.pure_functions.contains(id)
                                && !self.analysis.heap_varies;
                        }
                        Some(Reference::Builtin(_)) => {}
                        _ => self.uniform = false,
                    },
                    E::Increment { target, .. } => {
                        // Within an expression it may be done by some threads only: what
                        // stands to the left of it, or how often a guard is asked, decides.
                        self.analysis.assigned(target, false);
                        self.uniform = false;
                    }
                    E::New(_)
                    | E::NewArray(..)
                    | E::Any
                    | E::CurrentThread
                    | E::ChooseFresh(_)
                    | E::ForPerm(..)
                    | E::CurrentPerm(_) => self.uniform = false,
                    _ => {}
                }
                self.walk_expr(e);
            }
        }
        let mut look = Look {
            analysis: self,
            uniform: true,
        };
        look.visit_expr(e);
        look.uniform
    }

    fn uniform_now(&mut self, e: &ast::Expr) -> bool {
        match self.resolution.references.get(&e.id) {
            Some(Reference::Local(id)) => {
                let id = self.resolution.canonical(*id);
                !self.found.varying.contains(&id)
            }
            _ => false,
        }
    }

    /// Statements under a condition.
    fn under(&mut self, condition: Option<&ast::Expr>, inside: impl FnOnce(&mut Self)) {
        let varies = match condition {
            Some(condition) if !self.uniform(condition) => Some(condition.span),
            _ => None,
        };
        let pushed = varies.is_some();
        self.control.extend(varies);
        inside(self);
        if pushed {
            self.control.pop();
        }
    }

    fn stmt(&mut self, stmt: &ast::Stmt) {
        use ast::StmtKind as S;
        match &stmt.kind {
            S::Block(block) => block.statements.iter().for_each(|s| self.stmt(s)),
            S::Region { body, .. } | S::Invariant { body, .. } => {
                body.statements.iter().for_each(|s| self.stmt(s));
            }
            S::Ghost(inner) | S::Label(_, Some(inner)) => self.stmt(inner),
            S::Local { names, .. } => {
                for name in names {
                    let uniform = match &name.init {
                        Some(init) => self.uniform(init),
                        None => false,
                    };
                    // Without a value it may be anything, and another in each thread.
                    if !uniform || !self.control.is_empty() {
                        self.vary(name.id);
                    }
                }
            }
            S::Assign { target, op, value } => {
                let mut uniform = self.uniform(value);
                if *op != ast::AssignOp::Set {
                    uniform &= self.uniform_now(target);
                }
                self.uniform(target);
                self.assigned(target, uniform);
            }
            S::Expr(e) => match &e.kind {
                ast::ExprKind::Increment { target, .. }
                    if self.resolution.references.contains_key(&target.id) =>
                {
                    let uniform = self.uniform_now(target);
                    // What stands within its place has effects of its own.
                    self.uniform(target);
                    self.assigned(target, uniform);
                }
                _ => {
                    self.uniform(e);
                }
            },
            S::Spec(_, e) => {
                self.uniform(e);
            }
            S::Empty | S::Package(..) | S::Label(_, None) => {}
            S::If {
                condition,
                then_branch,
                else_branch,
            } => self.under(Some(condition), |analysis| {
                analysis.stmt(then_branch);
                if let Some(branch) = else_branch {
                    analysis.stmt(branch);
                }
            }),
            S::While {
                condition, body, ..
            } => self.under(Some(condition), |analysis| analysis.stmt(body)),
            S::For {
                init,
                condition,
                update,
                body,
                ..
            } => {
                init.iter().for_each(|s| self.stmt(s));
                self.under(condition.as_ref(), |analysis| {
                    analysis.stmt(body);
                    update.iter().for_each(|s| analysis.stmt(s));
                });
            }
            S::RangedFor { iterator, body, .. } => {
                let low = self.uniform(&iterator.low);
                let high = self.uniform(&iterator.high);
                if !low || !high || !self.control.is_empty() {
                    self.vary(iterator.id);
                }
                let condition = if low { &iterator.high } else { &iterator.low };
                self.under(Some(condition), |analysis| analysis.stmt(body));
            }
            S::Return(_) | S::Break(_) | S::Continue(_) | S::Goto(_) => {
                // A jump that some threads take changes what they reach later, wherever
                // that is: every barrier of the block is then in doubt.
                if let Some(condition) = self.control.last().copied() {
                    self.found.divergent.push((NodeId(0), condition));
                }
            }
            S::Barrier(_) => {
                if let Some(condition) = self.control.last().copied() {
                    self.found.divergent.push((stmt.id, condition));
                }
            }
            S::Par(par) => {
                for block in &par.blocks {
                    // Inner blocks assign only their own locals.
                    for stmt in &block.body.statements {
                        self.stmt(stmt);
                    }
                }
            }
            S::Atomic { body, .. } | S::Vector { body, .. } => {
                if let S::Vector { iterators, .. } = &stmt.kind {
                    for end in iterators.iter().flat_map(|i| [&i.low, &i.high]) {
                        self.uniform(end);
                    }
                }
                self.control.push(stmt.span);
                body.statements.iter().for_each(|s| self.stmt(s));
                self.control.pop();
            }
            S::Unsupported { body, .. } => {
                if let Some(body) = body {
                    self.control.push(stmt.span);
                    body.statements.iter().for_each(|s| self.stmt(s));
                    self.control.pop();
                }
            }
        }
    }

    /// Ghost results of calls may be anything.
    fn ghost_results(&mut self, e: &ast::Expr) -> bool {
        let (ast::ExprKind::Call(call) | ast::ExprKind::New(call)) = &e.kind else {
            return false;
        };
        for ghost in &call.yields {
            if let Some(Reference::Local(id)) = self.resolution.references.get(&ghost.right.id) {
                self.vary(*id);
            }
        }
        for stmt in &call.ghost_statements {
            self.control.push(stmt.span);
            self.stmt(stmt);
            self.control.pop();
        }
        !call.yields.is_empty() || !call.ghost_statements.is_empty()
    }
}
