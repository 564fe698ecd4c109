//! Which locals and conditions have the same value in all threads of a block, and
//! whether all threads reach its barriers equally often.
//!
//! A value is uniform if it is built from constants, variables of outside, uniform
//! locals, and reads at uniform places where no atomic section, lock or call can come
//! between. Whatever is not seen to be uniform is not.

use crate::context::lowerer::Lowerer;
use spec_lang::ast::{self, NodeId, Visitor};
use spec_lang::facts;
use spec_lang::resolve::{Reference, Resolution, Type};
use std::collections::HashSet;
use text::span::Span;

/// What was found out about the threads of a block.
#[derive(Clone, Default)]
pub(crate) struct Uniformity {
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
    pub(crate) fn uniformity(&self, iterators: &[ast::Iterator], body: &ast::Block) -> Uniformity {
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
            self.found |= facts::stmt(&stmt.kind).interferes.may();
            self.walk_stmt(stmt);
        }
        fn visit_expr(&mut self, e: &ast::Expr) {
            self.found |= facts::expr(&e.kind).interferes.settled(|| {
                match self.resolution.references.get(&e.id) {
                    Some(Reference::Method(id, _)) => !self.pure.contains(id),
                    // A predicate instance runs nothing, nor does what is built in.
                    Some(
                        Reference::Predicate(..)
                        | Reference::Implicit(_)
                        | Reference::Builtin(_)
                        | Reference::DefaultConstructor(_),
                    ) => false,
                    Some(
                        Reference::Local(_)
                        | Reference::Field(..)
                        | Reference::EnumConstant(_)
                        | Reference::TypeName(_)
                        | Reference::Statement(_),
                    ) => true,
                    // Only what is built in is an operator without a name.
                    None => !matches!(e.kind, ast::ExprKind::Binary(..)),
                }
            });
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

/// The locals that an inner block assigns and does not declare.
fn assigned_outside(block: &ast::ParBlock, resolution: &Resolution) -> Vec<NodeId> {
    struct Find<'a> {
        resolution: &'a Resolution,
        declared: HashSet<NodeId>,
        assigned: Vec<NodeId>,
    }
    impl Find<'_> {
        fn assign(&mut self, target: &ast::Expr) {
            if let Some(Reference::Local(id)) = self.resolution.references.get(&target.id) {
                self.assigned.push(self.resolution.canonical(*id));
            }
        }
    }
    impl Visitor for Find<'_> {
        fn visit_stmt(&mut self, stmt: &ast::Stmt) {
            if let ast::StmtKind::Local { names, .. } = &stmt.kind {
                let ids = names.iter().map(|name| self.resolution.canonical(name.id));
                self.declared.extend(ids);
            } else if let ast::StmtKind::Assign { target, .. } = &stmt.kind {
                self.assign(target);
            }
            self.walk_stmt(stmt);
        }
        fn visit_expr(&mut self, e: &ast::Expr) {
            if let ast::ExprKind::Increment { target, .. } = &e.kind {
                self.assign(target);
            } else if let ast::ExprKind::Call(call) | ast::ExprKind::New(call) = &e.kind {
                call.yields
                    .iter()
                    .for_each(|ghost| self.assign(&ghost.right));
            }
            self.walk_expr(e);
        }
    }
    let mut find = Find {
        resolution,
        declared: HashSet::new(),
        assigned: Vec::new(),
    };
    find.visit_block(&block.body);
    let Find {
        declared, assigned, ..
    } = find;
    assigned
        .into_iter()
        .filter(|id| !declared.contains(id))
        .collect()
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
                // What it does to locals counts wherever it stands.
                let ghosts = self.analysis.ghost_results(e);
                if let ast::ExprKind::Increment { target, .. } = &e.kind {
                    // Within an expression it may be done by some threads only: what stands to
                    // the left of it, or how often a guard is asked, decides.
                    self.analysis.assigned(target, false);
                }
                let varies = facts::expr(&e.kind).varies;
                self.uniform &= !ghosts && !varies.settled(|| self.analysis.differs(e));
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

    /// Whether the value of something whose meaning decides may differ between threads.
    fn differs(&self, e: &ast::Expr) -> bool {
        use ast::ExprKind as E;
        let array = |base: &ast::Expr| matches!(self.resolution.type_of(base.id), Type::Array(_));
        match (&e.kind, self.resolution.references.get(&e.id)) {
            (E::Name(_), Some(Reference::Local(id))) => {
                let id = self.resolution.canonical(*id);
                self.found.varying.contains(&id)
            }
            (E::Name(_) | E::Member(..), Some(Reference::Field(..))) => self.heap_varies,
            // Lengths never change.
            (
                E::Name(_) | E::Member(..) | E::Call(_),
                Some(Reference::Builtin(_) | Reference::EnumConstant(_)),
            ) => false,
            (E::Name(_), Some(Reference::TypeName(_))) => false,
            (E::Member(..), _) => self.heap_varies,
            // Elements of sequences and maps are no cells of the heap.
            (E::Index(base, _), _) => array(base) && self.heap_varies,
            (E::Values(..), _) => self.heap_varies,
            (E::Call(_) | E::Binary(..), Some(Reference::Method(id, _))) => {
                self.heap_varies || !self.pure_functions.contains(id)
            }
            // What no class declares.
            (E::Binary(..), None) => false,
            _ => true,
        }
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
                    // Without a value it may be anything, and another in each thread.
                    let uniform = name.init.as_ref().is_some_and(|init| self.uniform(init));
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
            S::Expr(e) => self.expression(e),
            S::Spec(_, e) => {
                self.uniform(e);
            }
            S::Empty | S::Label(_, None) => {}
            S::Package(wand, body) => {
                self.uniform(wand);
                if let Some(body) = body {
                    self.in_doubt(stmt.span, &body.statements);
                }
            }
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
            S::RangedFor { iterator, body, .. } => self.ranged_for(iterator, body),
            S::Return(_) | S::Break(_) | S::Continue(_) | S::Goto(_) => {
                if let S::Return(Some(value)) = &stmt.kind {
                    self.uniform(value);
                }
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
            S::Par(par) => par.blocks.iter().for_each(|block| self.inner_block(block)),
            S::Vector {
                iterators, body, ..
            } => {
                self.ends(iterators);
                self.in_doubt(stmt.span, &body.statements);
            }
            S::Atomic { body, .. } => self.in_doubt(stmt.span, &body.statements),
            S::Unsupported { body, .. } => {
                if let Some(body) = body {
                    self.in_doubt(stmt.span, &body.statements);
                }
            }
        }
    }

    fn expression(&mut self, e: &ast::Expr) {
        if let ast::ExprKind::Increment { target, .. } = &e.kind
            && self.resolution.references.contains_key(&target.id)
        {
            let uniform = self.uniform_now(target);
            // What stands within its place has effects of its own.
            self.uniform(target);
            self.assigned(target, uniform);
        } else {
            self.uniform(e);
        }
    }

    fn ranged_for(&mut self, iterator: &ast::Iterator, body: &ast::Stmt) {
        let low = self.uniform(&iterator.low);
        let high = self.uniform(&iterator.high);
        if !low || !high || !self.control.is_empty() {
            self.vary(iterator.id);
        }
        // Whoever assigns it decides how often the loop runs, too.
        let id = self.resolution.canonical(iterator.id);
        let same = low && high && !self.found.varying.contains(&id);
        self.control.extend((!same).then_some(iterator.span));
        self.stmt(body);
        if !same {
            self.control.pop();
        }
    }

    fn ends(&mut self, iterators: &[ast::Iterator]) {
        for end in iterators.iter().flat_map(|i| [&i.low, &i.high]) {
            self.uniform(end);
        }
    }

    fn inner_block(&mut self, block: &ast::ParBlock) {
        self.ends(&block.iterators);
        // Which of its threads assigns a local of outside last is not known.
        for id in assigned_outside(block, self.resolution) {
            self.vary(id);
        }
        block.body.statements.iter().for_each(|s| self.stmt(s));
    }

    /// Statements that some threads may carry out only, or in another order.
    fn in_doubt(&mut self, span: Span, statements: &[ast::Stmt]) {
        self.control.push(span);
        statements.iter().for_each(|stmt| self.stmt(stmt));
        self.control.pop();
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
            self.in_doubt(stmt.span, std::slice::from_ref(stmt));
        }
        !call.yields.is_empty() || !call.ghost_statements.is_empty()
    }
}
