//! Everything in some statements that could bear on the cell: accesses, permissions,
//! and what passes permissions on.

mod expressions;
mod facts;

use super::found::{
    Access, Found, Head, Known, LoopFound, Permission, Place, Role, Trouble, TroubleKind,
};
use super::involves::{Involves, is_function};
use super::pattern::{Cell, compatible};
use crate::framework::input::Input;
use crate::shared::names::writes;
use facts::{continues, within};
use spec_lang::ast::{
    AssignOp, Binder, Block, Contract, Expr, ExprKind, Ident, NodeId, ParBlock, SpecKind, Stmt,
    StmtKind, Visitor,
};
use spec_lang::resolve::{Reference, Type};
use text::span::Span;

/// Looks through statements.
pub(super) struct Scan<'a> {
    input: &'a Input<'a>,
    cell: &'a Cell,
    place: Place,
    annotation: bool,
    depth: usize,
    binders: Vec<Binder>,
    speakable: bool,
    known: Vec<Known>,
    found: Found,
}

impl<'a> Scan<'a> {
    /// Nothing found yet.
    fn new(input: &'a Input<'a>, cell: &'a Cell) -> Self {
        Scan {
            input,
            cell,
            place: Place {
                stmt: Span::default(),
                in_block: true,
                head: None,
            },
            annotation: false,
            depth: 0,
            binders: Vec::new(),
            speakable: true,
            known: Vec::new(),
            found: Found::default(),
        }
    }

    /// Every permission that a block writes down, from its contract on.
    pub(super) fn permissions(
        input: &'a Input<'a>,
        cell: &'a Cell,
        block: &ParBlock,
    ) -> Vec<Permission> {
        let mut scan = Scan::new(input, cell);
        scan.visit_contract(&block.contract);
        scan.block(&block.body);
        scan.found.permissions
    }

    /// What is in these statements of a block.
    pub(super) fn statements(input: &'a Input<'a>, cell: &'a Cell, stmts: &[Stmt]) -> Found {
        let mut scan = Scan::new(input, cell);
        for stmt in stmts {
            scan.stmt(stmt, true);
        }
        let mut found = scan.found;
        // What is said before a statement need not hold in the middle of it.
        for access in &mut found.accesses {
            let stepped = found.stepped.contains(&access.place.stmt);
            access.speakable &= !stepped;
        }
        found
    }

    fn trouble(&mut self, kind: TroubleKind, span: Span, what: impl Into<String>) {
        self.found.troubles.push(Trouble {
            kind,
            span,
            what: what.into(),
            place: self.place.clone(),
            arrays: Vec::new(),
        });
    }

    fn block(&mut self, block: &Block) {
        for stmt in &block.statements {
            self.stmt(stmt, true);
        }
    }

    fn annotated(&mut self, walk: impl FnOnce(&mut Self)) {
        let outer = std::mem::replace(&mut self.annotation, true);
        walk(self);
        self.annotation = outer;
    }

    fn knowing(&mut self, known: impl IntoIterator<Item = Known>, walk: impl FnOnce(&mut Self)) {
        let length = self.known.len();
        self.known.extend(known);
        walk(self);
        self.known.truncate(length);
    }

    fn stmt(&mut self, stmt: &Stmt, in_block: bool) {
        let place = Place {
            stmt: stmt.span,
            in_block,
            head: None,
        };
        let outer = std::mem::replace(&mut self.place, place);
        self.parts(stmt);
        self.place = outer;
    }

    fn parts(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Block(block) => self.block(block),
            StmtKind::Assign { target, op, value } => {
                self.visit_expr(value);
                self.written(target, *op != AssignOp::Set);
            }
            StmtKind::Expr(Expr {
                kind: ExprKind::Increment { target, .. },
                ..
            }) => self.written(target, true),
            StmtKind::If {
                condition,
                then_branch,
                else_branch,
            } => {
                self.visit_expr(condition);
                self.stmt(then_branch, false);
                let other = else_branch.iter();
                other.for_each(|branch| self.stmt(branch, false));
            }
            StmtKind::While {
                contract,
                condition,
                body,
            } => {
                self.head(stmt, body, &[], true, |this| this.visit_expr(condition));
                self.loop_contract(stmt, contract, body, &[], true);
                self.body(body);
            }
            StmtKind::For {
                contract,
                init,
                condition,
                update,
                body,
            } => {
                init.iter().for_each(|first| self.part_of_header(first));
                self.head(stmt, body, update, false, |this| {
                    condition.iter().for_each(|e| this.visit_expr(e));
                    update.iter().for_each(|last| this.part_of_header(last));
                });
                self.loop_contract(stmt, contract, body, update, false);
                self.body(body);
            }
            StmtKind::RangedFor {
                contract,
                iterator,
                body,
            } => {
                self.visit_iterator(iterator);
                self.loop_contract(stmt, contract, body, &[], false);
                self.body(body);
            }
            StmtKind::Return(value) => {
                value.iter().for_each(|value| self.visit_expr(value));
                self.trouble(TroubleKind::Jump, stmt.span, "`return`");
            }
            StmtKind::Break(label) => self.leaves_loop(stmt, label.is_some(), "`break`"),
            StmtKind::Continue(label) => self.leaves_loop(stmt, label.is_some(), "`continue`"),
            StmtKind::Goto(label) => {
                let what = format!("`goto {}`", label.name);
                self.trouble(TroubleKind::Label, stmt.span, what);
            }
            StmtKind::Label(_, inner) => inner.iter().for_each(|inner| self.stmt(inner, false)),
            StmtKind::Spec(kind, expr) => self.spec(stmt, *kind, expr),
            StmtKind::Package(..) => {
                self.trouble(TroubleKind::Exchange, stmt.span, "`package`");
            }
            StmtKind::Ghost(inner) => match &inner.kind {
                StmtKind::Block(block) => self.block(block),
                _ => self.parts(inner),
            },
            StmtKind::Par(par) => {
                let (input, cell) = (self.input, self.cell);
                let involves = |block| Involves::block(input, cell, block);
                if par.blocks.iter().any(involves) {
                    self.trouble(TroubleKind::Block, stmt.span, "the parallel block inside");
                }
            }
            StmtKind::Region { .. } | StmtKind::Vector { .. } => {
                self.trouble(TroubleKind::Block, stmt.span, "the block inside");
            }
            StmtKind::Unsupported { what, .. } => {
                let what = format!("`{what}`");
                self.trouble(TroubleKind::Block, stmt.span, what);
            }
            StmtKind::Invariant { resource, body, .. } => {
                if Involves::expr(self.input, self.cell, resource) {
                    self.trouble(TroubleKind::Block, resource.span, "the invariant");
                }
                self.annotated(|this| this.visit_expr(resource));
                self.block(body);
            }
            StmtKind::Atomic { names, body } => {
                if self.opens_permissions(stmt.id) {
                    let span = names.first().map_or(stmt.span, |name| name.span);
                    self.trouble(TroubleKind::Atomic, span, "`atomic`");
                }
                self.block(body);
            }
            // A barrier ends a range; it gets here only where permissions are looked for.
            StmtKind::Barrier(barrier) => {
                self.trouble(TroubleKind::Block, stmt.span, "the barrier");
                self.annotated(|this| this.visit_contract(&barrier.contract));
            }
            StmtKind::Local { .. } | StmtKind::Expr(_) | StmtKind::Empty => self.walk_stmt(stmt),
        }
    }

    fn written(&mut self, target: &Expr, reads: bool) {
        self.target(target, Role::Write { reads, whole: true });
    }

    fn leaves_loop(&mut self, stmt: &Stmt, labelled: bool, word: &str) {
        if self.depth == 0 || labelled {
            self.trouble(TroubleKind::Jump, stmt.span, word);
        }
    }

    /// Whether the invariants that an `atomic` opens could hold permissions to the cell.
    fn opens_permissions(&self, atomic: NodeId) -> bool {
        let Some(ids) = self.input.resolution.invariants.get(&atomic) else {
            return true;
        };
        ids.iter().any(|id| match self.input.statement(*id) {
            Some(Stmt {
                kind: StmtKind::Invariant { resource, .. },
                ..
            }) => Involves::expr(self.input, self.cell, &resource),
            _ => true,
        })
    }

    fn spec(&mut self, stmt: &Stmt, kind: SpecKind, expr: &Expr) {
        let (input, cell) = (self.input, self.cell);
        let (word, gives) = match kind {
            SpecKind::Assert | SpecKind::Assume | SpecKind::Refute | SpecKind::Notify => {
                ("", false)
            }
            SpecKind::Inhale => ("`inhale`", Involves::expr(input, cell, expr)),
            SpecKind::Exhale => ("`exhale`", Involves::expr(input, cell, expr)),
            SpecKind::Fold => ("`fold`", Involves::expr(input, cell, expr)),
            SpecKind::Unfold => ("`unfold`", Involves::expr(input, cell, expr)),
            SpecKind::Apply => ("`apply`", true),
            SpecKind::Lock => ("`lock`", true),
            SpecKind::Unlock => ("`unlock`", true),
            SpecKind::Wait => ("`wait`", true),
            SpecKind::Fork => ("`fork`", true),
            SpecKind::Join => ("`join`", true),
            SpecKind::Commit => ("`commit`", true),
        };
        if gives {
            self.trouble(TroubleKind::Exchange, stmt.span, word);
        }
        self.annotated(|this| this.visit_expr(expr));
    }

    fn body(&mut self, body: &Stmt) {
        self.depth += 1;
        self.stmt(body, false);
        self.depth -= 1;
    }

    /// A statement of a `for` header: what it writes cannot be followed by another statement.
    fn part_of_header(&mut self, stmt: &Stmt) {
        let role = Role::Write {
            reads: true,
            whole: false,
        };
        match &stmt.kind {
            StmtKind::Assign { target, value, .. } => {
                self.visit_expr(value);
                self.target(target, role);
            }
            StmtKind::Expr(Expr {
                kind: ExprKind::Increment { target, .. },
                ..
            }) => self.target(target, role),
            _ => self.walk_stmt(stmt),
        }
    }

    fn head(
        &mut self,
        stmt: &Stmt,
        body: &Stmt,
        update: &[Stmt],
        plain: bool,
        walk: impl FnOnce(&mut Self),
    ) {
        let written = writes(self.input.resolution, std::iter::once(stmt).chain(update));
        let end = match &body.kind {
            StmtKind::Block(block) if plain && !continues(body) => {
                Some((block.span.end as usize).saturating_sub(1))
            }
            _ => None,
        };
        self.place.head = Some(Head {
            written: written.iter().map(|write| write.variable).collect(),
            again: end,
        });
        walk(self);
        self.place.head = None;
    }

    fn loop_contract(
        &mut self,
        stmt: &Stmt,
        contract: &Contract,
        body: &Stmt,
        update: &[Stmt],
        plain: bool,
    ) {
        let before = self.found.permissions.len();
        self.head(stmt, body, update, plain, |this| {
            this.annotated(|this| this.visit_contract(contract));
        });
        let permissions = self.found.permissions.get(before..).unwrap_or(&[]).to_vec();
        self.found.loops.push(LoopFound {
            after: contract.clauses.last().map(|clause| clause.span),
            stmt: stmt.span,
            permissions,
        });
    }

    /// Something is assigned.
    fn target(&mut self, target: &Expr, role: Role) {
        match &target.kind {
            ExprKind::Index(array, index) => {
                self.element(target, array, role);
                self.visit_expr(array);
                self.visit_expr(index);
            }
            ExprKind::Member(object, _) => {
                self.field(target);
                self.visit_expr(object);
            }
            ExprKind::Name(_) => self.field(target),
            _ => self.visit_expr(target),
        }
    }

    /// A field is assigned, perhaps the one that holds the array.
    fn field(&mut self, target: &Expr) {
        if let Some(Reference::Field(id, _)) = self.input.resolution.references.get(&target.id)
            && self.cell.fields.contains(id)
        {
            self.trouble(TroubleKind::Moved, target.span, "the assignment");
        }
    }

    fn element(&mut self, expr: &Expr, array: &Expr, role: Role) {
        let resolution = self.input.resolution;
        let Type::Array(element) = resolution.type_of(array.id) else {
            return;
        };
        if role != Role::Read && self.cell.rows.iter().any(|row| compatible(row, element)) {
            self.trouble(TroubleKind::Moved, expr.span, "the assignment of a row");
        }
        if !self.cell.may_be(element) {
            return;
        }
        let matches = match &expr.kind {
            ExprKind::Index(array, index) => self.cell.is(resolution, array, index),
            _ => false,
        };
        self.found.accesses.push(Access {
            expr: expr.clone(),
            role,
            annotation: self.annotation,
            matches,
            binders: self.binders.clone(),
            speakable: self.speakable,
            known: self.known.clone(),
            place: self.place.clone(),
        });
    }

    /// The place of a permission: itself not read, what leads to it is.
    fn location(&mut self, location: &Expr) {
        self.found.permissions.push(Permission {
            location: location.clone(),
            binders: self.binders.clone(),
            known: self.known.clone(),
        });
        match &location.kind {
            ExprKind::Index(array, index) => {
                self.visit_expr(array);
                self.visit_expr(index);
            }
            ExprKind::Member(inner, _) | ExprKind::AllElements(inner) => self.visit_expr(inner),
            _ => self.walk_expr(location),
        }
    }

    /// Something reads all of an array.
    fn whole(&mut self, array: &Expr, span: Span, what: &str) {
        let may = match self.input.resolution.type_of(array.id) {
            Type::Array(element) => self.cell.may_be(element),
            _ => true,
        };
        if may {
            self.trouble(TroubleKind::Whole, span, what);
        }
    }

    fn called(&mut self, expr: &Expr, name: &Ident) {
        let (input, cell) = (self.input, self.cell);
        match input.resolution.references.get(&expr.id) {
            Some(Reference::Method(id, _)) if Involves::method(input, cell, *id) => {
                let (kind, word) = match is_function(input, *id) {
                    true => (TroubleKind::Whole, "the function"),
                    false => (TroubleKind::Call, "the call of"),
                };
                self.trouble(kind, expr.span, format!("{word} `{}`", name.name));
                let arrays = self.arrays(expr);
                if let Some(trouble) = self.found.troubles.last_mut() {
                    trouble.arrays = arrays;
                }
            }
            Some(Reference::Predicate(..)) if Involves::expr(input, cell, expr) => {
                self.trouble(
                    TroubleKind::Whole,
                    expr.span,
                    format!("the predicate `{}`", name.name),
                );
            }
            Some(Reference::Implicit(_)) => {
                self.trouble(TroubleKind::Whole, expr.span, "the lock invariant");
            }
            _ => {}
        }
    }

    /// The arguments of a call that are arrays which may have the cell.
    fn arrays(&self, call: &Expr) -> Vec<Expr> {
        let ExprKind::Call(call) = &call.kind else {
            return Vec::new();
        };
        let types = self.input.resolution;
        let may = |arg: &&Expr| match types.type_of(arg.id) {
            Type::Array(element) => self.cell.may_be(element),
            _ => false,
        };
        call.args.iter().filter(may).cloned().collect()
    }

    fn bound(&mut self, binders: &[Binder], walk: impl FnOnce(&mut Self)) {
        let (length, known) = (self.binders.len(), self.known.len());
        let speakable = self.speakable;
        for binder in binders {
            if let Some((low, high)) = &binder.range {
                self.visit_expr(low);
                self.visit_expr(high);
                self.known.push((within(binder, low, high), true));
            }
            if let Some(from) = &binder.from {
                self.visit_expr(from);
                self.speakable = false;
            }
            self.speakable &= !self
                .binders
                .iter()
                .any(|own| own.name.name == binder.name.name);
            self.binders.push(binder.clone());
        }
        walk(self);
        self.binders.truncate(length);
        self.known.truncate(known);
        self.speakable = speakable;
    }

    fn unspeakable(&mut self, walk: impl FnOnce(&mut Self)) {
        let outer = std::mem::replace(&mut self.speakable, false);
        walk(self);
        self.speakable = outer;
    }
}
