//! Everything in some statements that could bear on the cell: accesses, permissions,
//! and what passes shares on.

use super::pattern::{Cell, compatible};
use super::share::{Involves, is_function};
use crate::input::Input;
use crate::names::{effect, writes};
use spec_lang::ast::{
    AssignOp, BinaryOp, Binder, Block, Call, Clause, ClauseKind, Contract, Expr, ExprKind, Ident,
    Iterator, NodeId, ParBlock, SpecKind, Stmt, StmtKind, UnaryOp, Variable, Visitor,
};
use spec_lang::resolve::{Reference, Type};
use spec_lang::span::Span;

/// What an access does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// Reads.
    Read,
    /// Writes, and reads before if `reads`. `whole` if the statement does nothing else.
    Write { reads: bool, whole: bool },
}

/// Where something is evaluated.
#[derive(Clone, Debug)]
pub(super) struct Place {
    /// The statement.
    pub stmt: Span,
    /// Whether the statement is one of a block's, so that others may stand before it.
    pub in_block: bool,
    /// At a loop's head, before the first and after every iteration.
    pub head: Option<Head>,
}

/// The head of a loop.
#[derive(Clone, Debug)]
pub(super) struct Head {
    /// What an iteration assigns.
    pub written: Vec<NodeId>,
    /// The end of an iteration, if that is the same state as the head's: the body's brace.
    pub again: Option<usize>,
}

/// What is known where an expression is evaluated: a conjunct, or its negation.
pub(super) type Known = (Expr, bool);

/// An element of an array of the cell's type.
#[derive(Clone, Debug)]
pub(super) struct Access {
    /// The element.
    pub expr: Expr,
    /// What is done.
    pub role: Role,
    /// Whether only proofs see it.
    pub annotation: bool,
    /// Whether it is the cell as it is written.
    pub matches: bool,
    /// Variables of formulas around it.
    pub binders: Vec<Binder>,
    /// False if something around it has no place in a formula of ours.
    pub speakable: bool,
    /// What is known there.
    pub known: Vec<Known>,
    /// Where.
    pub place: Place,
}

impl Access {
    /// Array and index.
    pub fn parts(&self) -> Option<(&Expr, &Expr)> {
        match &self.expr.kind {
            ExprKind::Index(array, index) => Some((array, index)),
            _ => None,
        }
    }

    /// Whether it writes.
    pub fn writes(&self) -> bool {
        matches!(self.role, Role::Write { .. })
    }
}

/// A permission that is written somewhere.
#[derive(Clone, Debug)]
pub(super) struct Permission {
    /// For what.
    pub location: Expr,
    /// Variables of formulas around it.
    pub binders: Vec<Binder>,
    /// What it is under.
    pub known: Vec<Known>,
}

/// A loop, and what of it concerns the cell.
#[derive(Clone, Debug)]
pub(super) struct LoopFound {
    /// Its last clause; the statement's start if there is none.
    pub after: Option<Span>,
    /// The statement.
    pub stmt: Span,
    /// Permissions its invariants name.
    pub permissions: Vec<Permission>,
}

/// Why a register could part from the cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TroubleKind {
    /// A call of a method that takes shares.
    Call,
    /// `atomic` with an invariant that has shares.
    Atomic,
    /// Another parallel block, or a region, with shares.
    Block,
    /// `fold`, `exhale`, `unlock` and so on.
    Exchange,
    /// The cell is read as part of a whole: a function, `\values`, `PointsTo`.
    Whole,
    /// A way out that passes the end by.
    Jump,
    /// A label that `goto` may reach.
    Label,
    /// `\old[label]`.
    OldLabel,
    /// The array itself is assigned.
    Moved,
}

/// One such reason.
#[derive(Clone, Debug)]
pub(super) struct Trouble {
    /// Which.
    pub kind: TroubleKind,
    /// Where.
    pub span: Span,
    /// The words for it.
    pub what: String,
    /// Where it is part of the program.
    pub place: Place,
}

/// What was found.
#[derive(Clone, Debug, Default)]
pub(super) struct Found {
    /// Elements of arrays of the cell's type.
    pub accesses: Vec<Access>,
    /// Permissions that are written.
    pub permissions: Vec<Permission>,
    /// Loops.
    pub loops: Vec<LoopFound>,
    /// What stands in the way.
    pub troubles: Vec<Trouble>,
    /// Names that statements declare.
    pub declared: Vec<Ident>,
    /// Statements with `++` or `--` in the middle.
    stepped: Vec<Span>,
}

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
    pub fn permissions(input: &'a Input<'a>, cell: &'a Cell, block: &ParBlock) -> Vec<Permission> {
        let mut scan = Scan::new(input, cell);
        scan.visit_contract(&block.contract);
        scan.block(&block.body);
        scan.found.permissions
    }

    /// What is in these statements of a block.
    pub fn statements(input: &'a Input<'a>, cell: &'a Cell, stmts: &[Stmt]) -> Found {
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
                let reads = *op != AssignOp::Set;
                self.target(target, Role::Write { reads, whole: true });
            }
            StmtKind::Expr(Expr {
                kind: ExprKind::Increment { target, .. },
                ..
            }) => self.target(
                target,
                Role::Write {
                    reads: true,
                    whole: true,
                },
            ),
            StmtKind::If {
                condition,
                then_branch,
                else_branch,
            } => {
                self.visit_expr(condition);
                self.stmt(then_branch, false);
                if let Some(branch) = else_branch {
                    self.stmt(branch, false);
                }
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
                for first in init {
                    self.part_of_header(first);
                }
                self.head(stmt, body, update, false, |this| {
                    if let Some(condition) = condition {
                        this.visit_expr(condition);
                    }
                    for last in update {
                        this.part_of_header(last);
                    }
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
                if let Some(value) = value {
                    self.visit_expr(value);
                }
                self.trouble(TroubleKind::Jump, stmt.span, "`return`");
            }
            StmtKind::Break(label) | StmtKind::Continue(label) => {
                if self.depth == 0 || label.is_some() {
                    let word = match stmt.kind {
                        StmtKind::Break(_) => "`break`",
                        _ => "`continue`",
                    };
                    self.trouble(TroubleKind::Jump, stmt.span, word);
                }
            }
            StmtKind::Goto(label) => {
                self.trouble(
                    TroubleKind::Label,
                    stmt.span,
                    format!("`goto {}`", label.name),
                );
            }
            StmtKind::Label(_, inner) => {
                if let Some(inner) = inner {
                    self.stmt(inner, false);
                }
            }
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
                if par
                    .blocks
                    .iter()
                    .any(|block| Involves::block(input, cell, block))
                {
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
                if self.opens_shares(stmt.id) {
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

    /// Whether the invariants that an `atomic` opens could hold shares of the cell.
    fn opens_shares(&self, atomic: NodeId) -> bool {
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

    /// What is known if a formula holds (or does not), as far as we may say it.
    fn fact(&self, expr: &Expr, holds: bool) -> Vec<Known> {
        if let ExprKind::Binary(BinaryOp::And | BinaryOp::Star, left, right) = &expr.kind
            && holds
        {
            let mut both = self.fact(left, true);
            both.extend(self.fact(right, true));
            return both;
        }
        let plain = effect(self.input, expr).is_none() && !has_resource(self.input, expr);
        plain.then(|| (expr.clone(), holds)).into_iter().collect()
    }
}

/// `low <= i && i < high`.
fn within(binder: &Binder, low: &Expr, high: &Expr) -> Expr {
    let at = |kind| Expr {
        id: NodeId(u32::MAX),
        span: binder.span,
        kind,
    };
    let name = || Box::new(at(ExprKind::Name(binder.name.clone())));
    let first = at(ExprKind::Binary(
        BinaryOp::Le,
        Box::new(low.clone()),
        name(),
    ));
    let last = at(ExprKind::Binary(
        BinaryOp::Lt,
        name(),
        Box::new(high.clone()),
    ));
    at(ExprKind::Binary(
        BinaryOp::And,
        Box::new(first),
        Box::new(last),
    ))
}

/// Whether an iteration may go to the head by `continue`.
fn continues(body: &Stmt) -> bool {
    struct Find(bool);
    impl Visitor for Find {
        fn visit_stmt(&mut self, stmt: &Stmt) {
            self.0 |= matches!(stmt.kind, StmtKind::Continue(_));
            self.walk_stmt(stmt);
        }
        fn visit_expr(&mut self, _: &Expr) {}
    }
    let mut find = Find(false);
    find.visit_stmt(body);
    find.0
}

/// Whether a formula says more than true or false.
fn has_resource(input: &Input<'_>, expr: &Expr) -> bool {
    struct Find<'a>(&'a Input<'a>, bool);
    impl Visitor for Find<'_> {
        fn visit_expr(&mut self, expr: &Expr) {
            self.1 |= match &expr.kind {
                ExprKind::Perm(..)
                | ExprKind::PointsTo(..)
                | ExprKind::Value(_)
                | ExprKind::HPerm(..)
                | ExprKind::Scale(..)
                | ExprKind::Held(_)
                | ExprKind::Idle(_)
                | ExprKind::Running(_)
                | ExprKind::Committed(_)
                | ExprKind::Matrix(..)
                | ExprKind::ForPerm(..)
                | ExprKind::PolarityDependent(..)
                | ExprKind::Trigger(..)
                | ExprKind::Any
                | ExprKind::Binary(BinaryOp::Star | BinaryOp::Wand, ..) => true,
                ExprKind::Quantifier { kind, .. } => {
                    *kind == spec_lang::ast::QuantifierKind::ForallStar
                }
                ExprKind::Call(_) => matches!(
                    self.0.resolution.references.get(&expr.id),
                    Some(Reference::Predicate(..) | Reference::Implicit(_)) | None
                ),
                _ => *self.0.resolution.type_of(expr.id) == Type::Resource,
            };
            self.walk_expr(expr);
        }
    }
    let mut find = Find(input, false);
    find.visit_expr(expr);
    find.1
}

impl Visitor for Scan<'_> {
    fn visit_stmt(&mut self, stmt: &Stmt) {
        self.stmt(stmt, false);
    }

    fn visit_variable(&mut self, variable: &Variable) {
        self.found.declared.push(variable.name.clone());
        if let Some(init) = &variable.init {
            self.visit_expr(init);
        }
    }

    fn visit_iterator(&mut self, iterator: &Iterator) {
        self.found.declared.push(iterator.name.clone());
        self.visit_expr(&iterator.low);
        self.visit_expr(&iterator.high);
    }

    fn visit_clause(&mut self, clause: &Clause) {
        // A directive is carried out, not executed.
        if !matches!(clause.kind, ClauseKind::Directive(_)) {
            self.walk_clause(clause);
        }
    }

    fn visit_call(&mut self, call: &Call) {
        for expr in call
            .receiver
            .iter()
            .map(|receiver| &**receiver)
            .chain(&call.args)
            .chain(call.given.iter().map(|ghost| &ghost.right))
        {
            self.visit_expr(expr);
        }
        for result in &call.yields {
            self.visit_expr(&result.right);
        }
        for stmt in &call.ghost_statements {
            self.part_of_header(stmt);
        }
    }

    fn visit_expr(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Index(array, index) => {
                self.element(expr, array, Role::Read);
                self.visit_expr(array);
                self.visit_expr(index);
            }
            ExprKind::Increment { target, .. } => {
                self.found.stepped.push(self.place.stmt);
                let role = Role::Write {
                    reads: true,
                    whole: false,
                };
                self.target(target, role);
            }
            ExprKind::AllElements(array) => {
                self.whole(array, expr.span, "the whole array");
                self.visit_expr(array);
            }
            ExprKind::Values(array, from, to) => {
                self.whole(array, expr.span, "`\\values`");
                for inner in [array, from, to] {
                    self.visit_expr(inner);
                }
            }
            ExprKind::Old(label, _) => {
                // The state meant is another one, in which the cell was as it was.
                if label.is_some() {
                    self.trouble(TroubleKind::OldLabel, expr.span, "`\\old` with a label");
                }
            }
            ExprKind::Perm(location, share) | ExprKind::HPerm(location, share) => {
                self.location(location);
                self.visit_expr(share);
            }
            ExprKind::PointsTo(location, share, value) => {
                self.location(location);
                if let ExprKind::Index(array, _) = &location.kind {
                    self.whole(array, expr.span, "`PointsTo`");
                }
                self.visit_expr(share);
                self.visit_expr(value);
            }
            ExprKind::Value(location) => self.location(location),
            ExprKind::CurrentPerm(location) => self.location(location),
            ExprKind::ForPerm(binders, location, body) => self.unspeakable(|this| {
                this.bound(binders, |this| {
                    this.location(location);
                    this.visit_expr(body);
                });
            }),
            ExprKind::Binary(BinaryOp::Implies, left, right) => {
                self.visit_expr(left);
                let fact = self.fact(left, true);
                self.knowing(fact, |this| this.visit_expr(right));
            }
            ExprKind::Binary(BinaryOp::And | BinaryOp::Star, left, right) => {
                self.visit_expr(left);
                let fact = self.fact(left, true);
                self.knowing(fact, |this| this.visit_expr(right));
            }
            ExprKind::Binary(BinaryOp::Or, left, right) => {
                self.visit_expr(left);
                let fact = self.fact(left, false);
                self.knowing(fact, |this| this.visit_expr(right));
            }
            ExprKind::Conditional(test, yes, no) => {
                self.visit_expr(test);
                let fact = self.fact(test, true);
                self.knowing(fact, |this| this.visit_expr(yes));
                let fact = self.fact(test, false);
                self.knowing(fact, |this| this.visit_expr(no));
            }
            ExprKind::Quantifier {
                binders,
                range,
                body,
                ..
            } => self.bound(binders, |this| {
                let mut fact = Vec::new();
                if let Some(range) = range {
                    this.visit_expr(range);
                    fact = this.fact(range, true);
                }
                this.knowing(fact, |this| this.visit_expr(body));
            }),
            ExprKind::Comprehension {
                element,
                binders,
                condition,
                ..
            } => self.unspeakable(|this| {
                this.bound(binders, |this| {
                    this.visit_expr(element);
                    if let Some(condition) = condition {
                        this.visit_expr(condition);
                    }
                });
            }),
            ExprKind::Let { .. } => self.unspeakable(|this| this.walk_expr(expr)),
            ExprKind::Unfolding(predicate, inner) => {
                if Involves::expr(self.input, self.cell, predicate) {
                    self.trouble(TroubleKind::Whole, expr.span, "`unfolding`");
                }
                self.unspeakable(|this| this.visit_expr(inner));
            }
            ExprKind::During(word, ..) => {
                let what = format!("`{}`", word.name);
                self.trouble(TroubleKind::Whole, expr.span, what);
            }
            ExprKind::Call(call) | ExprKind::New(call) => {
                self.called(expr, &call.name);
                self.walk_expr(expr);
            }
            ExprKind::Unary(UnaryOp::Not | UnaryOp::Neg | UnaryOp::Plus, inner) => {
                self.visit_expr(inner);
            }
            _ => self.walk_expr(expr),
        }
    }
}
