//! Walking statements.

use super::contracts::Place;
use super::resolver::{Pure, Resolver};
use super::scope::{Earlier, Leavable, Local, LocalKind};
use super::{Reference, Type};
use crate::ast::{
    AssignOp, Block, Contract, Expr, Ident, Iterator, Modifier, ModifierKind, SpecKind, Stmt,
    StmtKind, TypeExpr, Variable,
};
use text::code::Code;
use text::diagnostics::Diagnostic;
use text::span::Span;

impl Resolver<'_> {
    /// A block with a scope of its own.
    pub(super) fn block(&mut self, block: &Block) {
        self.scopes.open(false);
        self.statements(block);
        self.scopes.close();
    }

    /// The statements of a block, in the scope that is open.
    fn statements(&mut self, block: &Block) {
        for stmt in &block.statements {
            self.stmt(stmt);
        }
        self.around.pending_labels.clear();
    }

    /// A statement that is the whole body of another: a scope of its own even without braces.
    fn body(&mut self, stmt: &Stmt) {
        self.scopes.open(false);
        self.stmt(stmt);
        self.scopes.close();
    }

    /// A statement.
    pub(super) fn stmt(&mut self, stmt: &Stmt) {
        let labels = match stmt.kind {
            StmtKind::Label(..) => Vec::new(),
            _ => std::mem::take(&mut self.around.pending_labels),
        };
        match &stmt.kind {
            StmtKind::Block(block) => {
                let labelled = !labels.is_empty();
                if labelled {
                    self.enter_leavable(stmt, labels, false);
                }
                self.block(block);
                if labelled {
                    self.around.leavable.pop();
                }
            }
            StmtKind::Local {
                modifiers,
                ty,
                names,
            } => self.local(modifiers, ty, names),
            StmtKind::Assign { target, op, value } => self.assign(target, *op, value),
            StmtKind::Expr(expr) => {
                self.expr(expr);
            }
            StmtKind::If {
                condition,
                then_branch,
                else_branch,
            } => {
                self.expect_boolean(condition);
                self.body(then_branch);
                if let Some(branch) = else_branch {
                    self.body(branch);
                }
            }
            StmtKind::While {
                contract,
                condition,
                body,
            } => {
                self.contract(contract, Place::Loop);
                self.expect_boolean(condition);
                self.loop_body(stmt, labels, body);
            }
            StmtKind::For {
                contract,
                init,
                condition,
                update,
                body,
            } => {
                // The variables of the header are in scope in the contract before it.
                self.scopes.open(false);
                init.iter().for_each(|stmt| self.stmt(stmt));
                let iterations = contract.is_of_iterations();
                if !iterations {
                    self.contract(contract, Place::Loop);
                }
                if let Some(condition) = condition {
                    self.expect_boolean(condition);
                }
                update.iter().for_each(|stmt| self.stmt(stmt));
                if iterations {
                    self.iterations(stmt.id, contract, body);
                } else {
                    self.loop_body(stmt, labels, body);
                }
                self.scopes.close();
            }
            StmtKind::RangedFor {
                contract,
                iterator,
                body,
            } => {
                self.scopes.open(false);
                self.iterator(iterator);
                if contract.is_of_iterations() {
                    self.iterations(stmt.id, contract, body);
                } else {
                    self.contract(contract, Place::Loop);
                    self.loop_body(stmt, labels, body);
                }
                self.scopes.close();
            }
            StmtKind::Return(value) => self.return_statement(stmt.span, value.as_ref()),
            StmtKind::Break(label) => self.leave(stmt, label.as_ref(), "break"),
            StmtKind::Continue(label) => self.leave(stmt, label.as_ref(), "continue"),
            StmtKind::Goto(label) => self.goto(stmt, label),
            StmtKind::Label(label, inner) => self.label(stmt, label, inner.as_deref()),
            StmtKind::Spec(kind, expr) => self.spec(stmt, *kind, expr),
            StmtKind::Package(wand, body) => {
                self.purely(Pure::Assertion, |this| this.expect_resource(wand));
                if let Some(body) = body {
                    self.block(body);
                }
            }
            StmtKind::Ghost(inner) => self.stmt(inner),
            StmtKind::Par(par) => self.par(par),
            StmtKind::Region { body, .. } => self.block(body),
            StmtKind::Barrier(barrier) => self.barrier(stmt, barrier),
            StmtKind::Invariant {
                name,
                resource,
                body,
            } => self.invariant(stmt, name.as_ref(), resource, body),
            StmtKind::Atomic { names, body } => {
                self.invariants_named(stmt, names);
                self.block(body);
            }
            StmtKind::Vector {
                iterators,
                contract,
                body,
            } => self.thread(stmt.id, None, iterators, contract, body),
            StmtKind::Unsupported { body, .. } => body.iter().for_each(|body| self.block(body)),
            StmtKind::Empty => {}
        }
    }

    fn local(&mut self, modifiers: &[Modifier], ty: &TypeExpr, names: &[Variable]) {
        self.sizes(ty);
        let declared = self.written_value(ty);
        let is_final = super::collect::has(modifiers, ModifierKind::Final);
        for variable in names {
            if let Some(init) = &variable.init {
                self.expect(init, &declared);
            }
            self.out.declared.insert(variable.id, declared.clone());
            let local = Local {
                id: variable.id,
                ty: declared.clone(),
                kind: if is_final && variable.init.is_some() {
                    LocalKind::Final
                } else {
                    LocalKind::Variable
                },
                level: self.scopes.level(),
                span: variable.name.span,
            };
            self.remember(&variable.name.name, &local);
            if self.legacy() {
                self.declare_legacy(&variable.name, local);
            } else {
                self.declare_sound(&variable.name, local);
            }
        }
    }

    fn declare_sound(&mut self, name: &Ident, local: Local) {
        match self.scopes.earlier(&name.name) {
            Earlier::Nothing => {}
            Earlier::SameScope(earlier) => self.report(
                Diagnostic::error(
                    Code::N006,
                    name.span,
                    format!("`{}` is already declared here", name.name),
                )
                .with_label(earlier.span, "first declared here")
                .with_help("assign to it, or give this one another name")
                .with_note("under `--profile vercors-1.4` a second declaration assigns"),
            ),
            Earlier::Around(earlier) => self.report(
                Diagnostic::warning(
                    Code::N020,
                    name.span,
                    format!("this `{}` hides another one", name.name),
                )
                .with_label(earlier.span, "the other one, hidden in this block")
                .with_note("under `--profile vercors-1.4` both are one variable"),
            ),
        }
        self.scopes.declare(&name.name, local);
    }

    /// All locals of a body with one name are one variable; a second declaration assigns.
    fn declare_legacy(&mut self, name: &Ident, local: Local) {
        let Some(earlier) = self.scopes.in_body(&name.name).cloned() else {
            self.scopes.declare_in_body(&name.name, local);
            return;
        };
        if earlier.kind == LocalKind::Iterator || earlier.ty != local.ty {
            self.report(
                Diagnostic::error(
                    Code::N006,
                    name.span,
                    format!("`{}` is already declared, as something else", name.name),
                )
                .with_label(earlier.span, "first declared here")
                .with_note(
                    "under `--profile vercors-1.4` all locals of a method with one name are one variable",
                ),
            );
            return;
        }
        self.out.redeclared.insert(local.id, earlier.id);
    }

    /// A ranged variable: its bounds, then itself.
    pub(super) fn iterator(&mut self, iterator: &Iterator) {
        self.range(iterator);
        self.iterator_name(iterator);
    }

    /// The range of an iterator.
    pub(super) fn range(&mut self, iterator: &Iterator) {
        self.expect_int(&iterator.low);
        self.expect_int(&iterator.high);
    }

    /// Declares an iterator.
    pub(super) fn iterator_name(&mut self, iterator: &Iterator) {
        self.sizes(&iterator.ty);
        let ty = self.written_value(&iterator.ty);
        if ty != Type::Int && ty != Type::Error {
            self.error(Code::T001, iterator.ty.span, "a range is one of integers");
        }
        self.out.declared.insert(iterator.id, ty.clone());
        let local = Local {
            id: iterator.id,
            ty,
            kind: LocalKind::Iterator,
            level: self.scopes.level(),
            span: iterator.name.span,
        };
        self.remember(&iterator.name.name, &local);
        self.scopes.declare(&iterator.name.name, local);
    }

    fn assign(&mut self, target: &Expr, op: AssignOp, value: &Expr) {
        let wanted = self.target(target);
        let Some(operator) = op.operator() else {
            self.expect(value, &wanted);
            return;
        };
        let right = self.expr_wanted(value, &wanted);
        let span = target.span.to(value.span);
        let result = self.operator(span, None, operator, (target, &wanted), (value, &right));
        if !self.globals.fits(&result, &wanted) {
            let (result, wanted) = (self.show(&result), self.show(&wanted));
            self.error(
                Code::T001,
                span,
                format!("the result is of type `{result}`, which does not fit `{wanted}`"),
            );
        }
    }

    fn enter_leavable(&mut self, stmt: &Stmt, labels: Vec<String>, is_loop: bool) {
        self.around.leavable.push(Leavable {
            id: stmt.id,
            labels,
            is_loop,
        });
    }

    fn loop_body(&mut self, stmt: &Stmt, labels: Vec<String>, body: &Stmt) {
        self.enter_leavable(stmt, labels, true);
        self.body(body);
        self.around.leavable.pop();
    }

    fn return_statement(&mut self, span: Span, value: Option<&Expr>) {
        let wanted = self.here.returns.clone();
        if !self.around.blocks.is_empty() {
            self.error(
                Code::N010,
                span,
                "`return` in a parallel block: a thread cannot end the method",
            );
        }
        match value {
            Some(value) if wanted == Type::Void => {
                self.expr(value);
                self.report(
                    Diagnostic::error(
                        Code::T007,
                        value.span,
                        "a value is returned where none is wanted",
                    )
                    .with_help("declare a result type other than `void`, or use `return;`"),
                );
            }
            Some(value) => {
                self.expect(value, &wanted);
            }
            None if wanted != Type::Void && wanted != Type::Error => {
                let wanted = self.show(&wanted);
                self.error(
                    Code::T007,
                    span,
                    format!("a value of type `{wanted}` must be returned"),
                );
            }
            None => {}
        }
    }

    fn leave(&mut self, stmt: &Stmt, label: Option<&Ident>, word: &str) {
        let found = self
            .around
            .leavable
            .iter()
            .rev()
            .find(|around| match label {
                Some(label) => around.labels.contains(&label.name),
                None => around.is_loop,
            });
        let (span, message, code) = match (found, label) {
            (Some(around), _) if around.is_loop || word == "break" => {
                let id = around.id;
                self.refer(stmt.id, Reference::Statement(id));
                return;
            }
            (Some(_), Some(label)) => {
                let message = format!("`{}` is not the label of a loop", label.name);
                (label.span, message, Code::N010)
            }
            (_, Some(label)) => {
                let message = format!("no statement around is labelled `{}`", label.name);
                (label.span, message, Code::N009)
            }
            (_, None) => (stmt.span, format!("`{word}` outside a loop"), Code::N010),
        };
        self.error(code, span, message);
    }

    fn goto(&mut self, stmt: &Stmt, label: &Ident) {
        let here: Vec<_> = self.around.blocks.iter().map(|(id, _)| *id).collect();
        match self.labels.get(&label.name) {
            Some((id, blocks)) if *blocks == here => {
                let id = *id;
                self.refer(stmt.id, Reference::Statement(id));
            }
            Some(_) => self.error(
                Code::N009,
                label.span,
                format!(
                    "the label `{}` is in another thread's statements",
                    label.name
                ),
            ),
            None => self.unknown_label(label),
        }
    }

    /// Reports a label that is nowhere in the method.
    pub(super) fn unknown_label(&mut self, label: &Ident) {
        let near = super::suggest::nearest(&label.name, self.labels.keys().map(String::as_str));
        let message = format!("there is no label `{}` in this method", label.name);
        let mut diagnostic = Diagnostic::error(Code::N009, label.span, message);
        if let Some(near) = near {
            diagnostic = diagnostic.with_name(label.span, near);
        }
        self.report(diagnostic);
    }

    fn label(&mut self, stmt: &Stmt, label: &Ident, inner: Option<&Stmt>) {
        if self
            .labels
            .get(&label.name)
            .is_some_and(|(id, _)| *id != stmt.id)
        {
            self.error(
                Code::N005,
                label.span,
                format!("the label `{}` is declared twice", label.name),
            );
        }
        self.around.pending_labels.push(label.name.clone());
        if let Some(inner) = inner {
            self.stmt(inner);
        }
    }

    fn spec(&mut self, stmt: &Stmt, kind: SpecKind, expr: &Expr) {
        match kind {
            SpecKind::Assert
            | SpecKind::Inhale
            | SpecKind::Exhale
            | SpecKind::Refute
            | SpecKind::Apply => {
                self.purely(Pure::Assertion, |this| this.expect_resource(expr));
            }
            SpecKind::Assume => {
                self.purely(Pure::Assertion, |this| {
                    if this.legacy() {
                        this.expect_resource(expr)
                    } else {
                        this.expect_boolean(expr)
                    }
                });
            }
            SpecKind::Fold | SpecKind::Unfold => self.folded(expr, kind == SpecKind::Fold),
            SpecKind::Lock
            | SpecKind::Unlock
            | SpecKind::Wait
            | SpecKind::Notify
            | SpecKind::Commit => {
                self.object(expr);
            }
            SpecKind::Fork | SpecKind::Join => {
                let word = if kind == SpecKind::Fork {
                    "forked"
                } else {
                    "joined"
                };
                if let Some(run) = self.runnable(expr, word) {
                    self.refer(stmt.id, Reference::Method(run, false));
                }
            }
        }
    }

    /// An expression that is an object of a class.
    fn object(&mut self, expr: &Expr) -> Type {
        let ty = self.expr(expr);
        if !matches!(
            ty,
            Type::Class(..) | Type::Error | Type::Any | Type::Other(_) | Type::Parameter(_)
        ) {
            let shown = self.show(&ty);
            self.error(
                Code::T001,
                expr.span,
                format!("an object is wanted, this is of type `{shown}`"),
            );
            return Type::Error;
        }
        ty
    }

    /// An object with `run`; reports if its class has none.
    pub(super) fn runnable(&mut self, expr: &Expr, word: &str) -> Option<crate::ast::NodeId> {
        let ty = self.object(expr);
        if !matches!(ty, Type::Class(..)) {
            return None;
        }
        let run = self.globals.run_of(&ty);
        if run.is_none() {
            let class = self.show(&ty);
            self.report(
                Diagnostic::error(
                    Code::N017,
                    expr.span,
                    format!("`{class}` cannot be {word}: it has no `run`"),
                )
                .with_help(format!(
                    "declare `run {{ … }}` or `void run()` in `{class}`"
                )),
            );
        }
        run
    }

    /// The contract of a block or barrier.
    pub(super) fn statement_contract(&mut self, contract: &Contract) {
        self.contract(contract, Place::Block);
    }
}
