//! Ranges: neighbouring statements for which one register stands for the cell.
//!
//! Barriers, and assignments to what the pattern is made of, end a range. It begins with
//! the first statement that accesses the cell and ends with the last one, so that the
//! register lives no longer than it is of use.

use super::found::{Access, Found, Role};
use super::pattern::Cell;
use super::scan::Scan;
use crate::framework::input::Input;
use crate::shared::names::{local, writes};
use spec_lang::ast::{Block, Expr, Iterator, NodeId, ParBlock, Stmt, StmtKind, Variable, Visitor};
use spec_lang::resolve::Profile;
use std::collections::HashMap;
use text::span::Span;

/// Some statements that follow each other in a block.
#[derive(Clone, Debug)]
pub(super) struct Range {
    /// The statements; at least one.
    pub stmts: Vec<Stmt>,
    /// The block they are in.
    pub block: Span,
    /// What is in them.
    pub found: Found,
}

impl Range {
    /// From its first statement to its last.
    pub(super) fn span(&self) -> Span {
        match (self.stmts.first(), self.stmts.last()) {
            (Some(first), Some(last)) => first.span.to(last.span),
            _ => self.block,
        }
    }

    /// Whether all it does with the cell is one plain write of it.
    pub(super) fn is_one_write(&self) -> bool {
        let code = |access: &&Access| !access.annotation;
        let mut accesses = self.found.accesses.iter().filter(code);
        let plain = Role::Write {
            reads: false,
            whole: true,
        };
        matches!((self.stmts.as_slice(), accesses.next(), accesses.next()), ([stmt], Some(only), None)
            if only.role == plain && only.place.stmt == stmt.span)
    }

    /// What its statements assign.
    pub(super) fn written(&self, input: &Input<'_>) -> Vec<NodeId> {
        writes(input.resolution, &self.stmts)
            .iter()
            .map(|write| write.variable)
            .collect()
    }
}

/// The ranges of a block, as far out as they can be.
pub(super) fn ranges(input: &Input<'_>, cell: &Cell, block: &Block) -> Vec<Range> {
    let mut found = Vec::new();
    let mut run: Vec<Stmt> = Vec::new();
    for stmt in &block.statements {
        if splits(input, cell, stmt) {
            close(input, cell, block, &mut run, &mut found);
            for inner in inner_blocks(stmt) {
                found.extend(ranges(input, cell, inner));
            }
        } else {
            run.push(stmt.clone());
        }
    }
    close(input, cell, block, &mut run, &mut found);
    found
}

/// The ranges within the statements of a range: what is left if it is too wide. None if
/// one of the statements has no block to go into.
pub(super) fn narrower(input: &Input<'_>, cell: &Cell, range: &Range) -> Option<Vec<Range>> {
    let mut found = Vec::new();
    for stmt in range
        .stmts
        .iter()
        .filter(|stmt| accesses(input, cell, stmt))
    {
        let mut inner = Vec::new();
        for block in inner_blocks(stmt) {
            inner.extend(ranges(input, cell, block));
        }
        if inner.is_empty() {
            return None;
        }
        found.extend(inner);
    }
    Some(found)
}

fn close(
    input: &Input<'_>,
    cell: &Cell,
    block: &Block,
    run: &mut Vec<Stmt>,
    found: &mut Vec<Range>,
) {
    let stmts = std::mem::take(run);
    let hits = |stmt: &Stmt| accesses(input, cell, stmt);
    let (Some(first), Some(last)) = (stmts.iter().position(hits), stmts.iter().rposition(hits))
    else {
        return;
    };
    let stmts = stmts.get(first..=last).unwrap_or(&[]).to_vec();
    found.push(Range {
        found: Scan::statements(input, cell, &stmts),
        stmts,
        block: block.span,
    });
}

/// Whether code in a statement accesses the cell by its own name.
fn accesses(input: &Input<'_>, cell: &Cell, stmt: &Stmt) -> bool {
    Scan::statements(input, cell, std::slice::from_ref(stmt))
        .accesses
        .iter()
        .any(|access| access.matches && !access.annotation)
}

/// Whether no register outlives a statement: it has a barrier, or gives a name of the
/// pattern a new value or meaning.
fn splits(input: &Input<'_>, cell: &Cell, stmt: &Stmt) -> bool {
    struct Find<'a>(&'a Cell, bool);
    impl Visitor for Find<'_> {
        fn visit_stmt(&mut self, stmt: &Stmt) {
            self.1 |= matches!(stmt.kind, StmtKind::Barrier(_));
            self.walk_stmt(stmt);
        }
        // A block inside has barriers of its own, which are not this one's.
        fn visit_par_block(&mut self, _: &ParBlock) {}
        fn visit_expr(&mut self, _: &Expr) {}
        fn visit_variable(&mut self, variable: &Variable) {
            self.1 |= self.0.mentions(&variable.name.name);
        }
        fn visit_iterator(&mut self, iterator: &Iterator) {
            self.1 |= self.0.mentions(&iterator.name.name);
        }
    }
    let mut find = Find(cell, false);
    find.visit_stmt(stmt);
    let locals = cell.locals();
    find.1
        || writes(input.resolution, [stmt])
            .iter()
            .any(|write| locals.contains(&write.variable))
}

fn inner_blocks(stmt: &Stmt) -> Vec<&Block> {
    match &stmt.kind {
        StmtKind::Block(block)
        | StmtKind::Invariant { body: block, .. }
        | StmtKind::Atomic { body: block, .. } => vec![block],
        StmtKind::If {
            then_branch,
            else_branch,
            ..
        } => {
            let mut blocks = inner_blocks(then_branch);
            if let Some(branch) = else_branch {
                blocks.extend(inner_blocks(branch));
            }
            blocks
        }
        StmtKind::While { body, .. }
        | StmtKind::For { body, .. }
        | StmtKind::RangedFor { body, .. } => inner_blocks(body),
        StmtKind::Label(_, Some(inner)) | StmtKind::Ghost(inner) => inner_blocks(inner),
        _ => Vec::new(),
    }
}

/// Where every local can be named.
pub(super) struct Scopes {
    profile: Profile,
    scopes: HashMap<NodeId, (Span, usize)>,
    everywhere: Vec<NodeId>,
}

impl Scopes {
    /// Of a whole program.
    pub(super) fn new(input: &Input<'_>) -> Self {
        struct Collect {
            around: Vec<Span>,
            scopes: HashMap<NodeId, (Span, usize)>,
            everywhere: Vec<NodeId>,
        }
        impl Collect {
            fn within(&mut self, span: Span, walk: impl FnOnce(&mut Self)) {
                self.around.push(span);
                walk(self);
                self.around.pop();
            }
            fn add(&mut self, id: NodeId, from: usize) {
                let scope = self.around.last().copied().unwrap_or_default();
                self.scopes.insert(id, (scope, from));
            }
        }
        impl Visitor for Collect {
            fn visit_block(&mut self, block: &Block) {
                self.within(block.span, |this| this.walk_block(block));
            }
            fn visit_par_block(&mut self, block: &ParBlock) {
                self.within(block.span, |this| this.walk_par_block(block));
            }
            fn visit_stmt(&mut self, stmt: &Stmt) {
                match &stmt.kind {
                    StmtKind::For { .. } | StmtKind::RangedFor { .. } | StmtKind::Vector { .. } => {
                        self.within(stmt.span, |this| this.walk_stmt(stmt));
                    }
                    StmtKind::Local { names, .. } => {
                        for name in names {
                            // Only after the statement, lest one of its own values be meant.
                            self.add(name.id, stmt.span.end as usize);
                        }
                    }
                    _ => self.walk_stmt(stmt),
                }
            }
            fn visit_expr(&mut self, _: &Expr) {}
            fn visit_iterator(&mut self, iterator: &Iterator) {
                self.add(iterator.id, iterator.span.end as usize);
            }
            fn visit_param(&mut self, param: &spec_lang::ast::Param) {
                self.everywhere.push(param.id);
            }
        }
        let mut collect = Collect {
            around: Vec::new(),
            scopes: HashMap::new(),
            everywhere: Vec::new(),
        };
        collect.visit_program(input.program);
        Scopes {
            profile: input.profile,
            scopes: collect.scopes,
            everywhere: collect.everywhere,
        }
    }

    /// Whether every local an expression names can be named at a place, its own variables
    /// and `bound` apart.
    pub(super) fn can_say(
        &self,
        input: &Input<'_>,
        expr: &Expr,
        file: u32,
        at: usize,
        bound: &[NodeId],
    ) -> bool {
        struct Names<'a>(&'a Input<'a>, Vec<NodeId>, Vec<NodeId>);
        impl Visitor for Names<'_> {
            fn visit_expr(&mut self, expr: &Expr) {
                if let Some(id) = local(self.0.resolution, expr) {
                    self.1.push(id);
                }
                self.walk_expr(expr);
            }
            fn visit_binder(&mut self, binder: &spec_lang::ast::Binder) {
                self.2.push(binder.id);
                binder.exprs().for_each(|expr| self.visit_expr(expr));
            }
            fn visit_variable(&mut self, variable: &Variable) {
                self.2.push(variable.id);
                if let Some(init) = &variable.init {
                    self.visit_expr(init);
                }
            }
        }
        let mut names = Names(input, Vec::new(), Vec::new());
        names.visit_expr(expr);
        names.1.iter().all(|id| {
            names.2.contains(id)
                || bound.contains(id)
                || self.everywhere.contains(id)
                || self.scopes.get(id).is_some_and(|(scope, from)| {
                    let seen = scope.file == file
                        && (scope.start as usize..scope.end as usize).contains(&at);
                    *from <= at && (seen || self.profile == Profile::VerCors14)
                })
        })
    }
}
