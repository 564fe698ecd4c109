//! Statements.

use crate::context::environment::Here;
use crate::context::lowerer::Lowerer;
use crate::context::unsupported::{Lowered, unsupported};
use crate::expressions::effects::Finals;
use crate::parallel::blocks::{Iterators, Threads};
use crate::statements::loops::{Guard, LoopHead, LoopText};
use core_lang::{Blame, DataType, Expr, ExprKind, LabelId, LocalId, Reason, Stmt, StmtKind};
use logic::Sort;
use spec_lang::ast::{self, AssignOp, BinaryOp, NodeId, SpecKind};
use spec_lang::resolve::Reference;
use text::code::Code;
use text::span::Span;

impl<'a> Lowerer<'_, 'a> {
    /// The statements of a block, with forward jumps to its labels.
    pub(crate) fn block(
        &mut self,
        here: Here<'_>,
        block: &'a ast::Block,
        out: &mut Vec<Stmt>,
    ) -> Lowered<()> {
        self.statements(here, &block.statements, out)
    }

    pub(crate) fn statements(
        &mut self,
        here: Here<'_>,
        list: &'a [ast::Stmt],
        out: &mut Vec<Stmt>,
    ) -> Lowered<()> {
        let mut so_far = Vec::new();
        for (number, stmt) in list.iter().enumerate() {
            let rest = &list[number + 1..];
            if let ast::StmtKind::Label(_, None) = &stmt.kind
                && self.is_jumped_back_to(stmt.id, rest)
            {
                let label = self.label_of(stmt.id);
                so_far = vec![Stmt::new(stmt.span, StmtKind::Labelled(label, so_far))];
                self.jumped_back_to(here, stmt, rest, &mut so_far)?;
                break;
            }
            if let ast::StmtKind::Label(_, inner) = &stmt.kind {
                // Jumps forward to the label end what stands before it.
                let label = self.label_of(stmt.id);
                self.method.passed_labels.push(stmt.id);
                so_far = vec![Stmt::new(stmt.span, StmtKind::Labelled(label, so_far))];
                so_far.push(Stmt::new(stmt.span, StmtKind::Mark(label)));
                if let Some(inner) = inner {
                    self.stmt(here, inner, &mut so_far)?;
                }
            } else {
                self.stmt(here, stmt, &mut so_far)?;
            }
        }
        out.append(&mut so_far);
        Ok(())
    }

    /// The label of a statement, made at first use.
    pub(crate) fn label_of(&mut self, id: NodeId) -> LabelId {
        if let Some(label) = self.method.labels.get(&id) {
            return *label;
        }
        let label = self.fresh_label();
        self.method.labels.insert(id, label);
        label
    }

    /// A statement.
    pub(crate) fn stmt(
        &mut self,
        here: Here<'_>,
        stmt: &'a ast::Stmt,
        out: &mut Vec<Stmt>,
    ) -> Lowered<()> {
        use ast::StmtKind as S;
        let (id, span) = (stmt.id, stmt.span);
        let text = |contract, update, body| LoopText {
            id,
            span,
            contract,
            update,
            body,
        };
        match &stmt.kind {
            S::Empty => Ok(()),
            S::Block(block) => self.block(here, block, out),
            S::Ghost(inner) => self.stmt(here.in_proof_text(), inner, out),
            S::Local { names, .. } => names
                .iter()
                .try_for_each(|variable| self.local(here, variable, out)),
            S::Assign { target, op, value } => self.assign(here, (target, *op, value), span, out),
            S::Expr(e) => self.expression_statement(here, e, out),
            S::If {
                condition,
                then_branch,
                else_branch,
            } => {
                let condition = self.condition(here, condition, out)?;
                let (mut then, mut otherwise) = (Vec::new(), Vec::new());
                self.stmt(here, then_branch, &mut then)?;
                if let Some(branch) = else_branch {
                    self.stmt(here, branch, &mut otherwise)?;
                }
                out.push(Stmt::new(span, StmtKind::If(condition, then, otherwise)));
                Ok(())
            }
            S::While {
                contract,
                condition,
                body,
            } => {
                let head = LoopHead::of(Guard::Written(condition));
                self.loop_(here, text(contract, &[], body), head, out)
            }
            S::For { contract, .. } if contract.is_of_iterations() => {
                self.counted_iterations(here, stmt, out)
            }
            S::For {
                contract,
                init,
                condition,
                update,
                body,
            } => {
                for stmt in init.iter().filter(|stmt| !is_name(stmt)) {
                    self.stmt(here, stmt, out)?;
                }
                let always = Guard::Lowered(Expr::bool_(true, span));
                let guard = condition.as_ref().map_or(always, Guard::Written);
                let text = text(contract, update, body);
                self.loop_(here, text, LoopHead::of(guard), out)
            }
            S::RangedFor { contract, .. } if contract.is_of_iterations() => {
                self.ranged_iterations(here, stmt, out)
            }
            S::RangedFor {
                contract,
                iterator,
                body,
            } => self.ranged_for(here, text(contract, &[], body), iterator, out),
            S::Return(_) | S::Goto(_) if here.ghost => {
                unsupported(Code::U070, span, "a jump out of ghost code")
            }
            S::Return(value) => self.return_(here, value.as_ref(), span, out),
            S::Break(_) => self.loop_jump(here, stmt, true, out),
            S::Continue(_) => self.loop_jump(here, stmt, false, out),
            S::Goto(_) => self.goto(here, stmt, out),
            S::Label(_, inner) => {
                let label = self.label_of(stmt.id);
                self.method.passed_labels.push(stmt.id);
                out.push(Stmt::new(span, StmtKind::Mark(label)));
                inner
                    .as_ref()
                    .map_or(Ok(()), |inner| self.stmt(here, inner, out))
            }
            S::Spec(kind, e) => self.spec(here, *kind, e, span, out),
            S::Package(wand, body) => self.package_wand(here, wand, body.as_ref(), span, out),
            S::Par(par) => self.par(here, par, span, out),
            S::Region { parallel, body } => self.region(here, *parallel, body, span, out),
            S::Barrier(_) | S::Atomic { .. } if here.ghost => {
                unsupported(Code::U070, span, MORE_THAN_PROOF)
            }
            S::Barrier(barrier) => self.barrier(here, stmt, barrier, out),
            S::Invariant { resource, body, .. } => self.invariant(here, stmt, resource, body, out),
            S::Atomic { body, .. } => self.atomic(here, stmt, body, out),
            S::Vector {
                iterators,
                contract,
                body,
            } => {
                let lanes = Threads {
                    id: stmt.id,
                    beside: 1,
                    ordered: false,
                    iterators: Iterators::Written(iterators),
                    contract,
                    body,
                    span,
                };
                self.vector(here, lanes, out)
            }
            S::Unsupported { what, .. } => unsupported(Code::U033, span, what.clone()),
        }
    }

    fn return_(
        &mut self,
        here: Here<'_>,
        value: Option<&'a ast::Expr>,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Lowered<()> {
        if let Some(value) = value {
            let value = self.value(here, value, out)?;
            let Some(result) = here.place.result else {
                return unsupported(Code::U062, span, "a value returned here");
            };
            let value = self.coerce(value, &self.output.core.local(result).sort.clone())?;
            out.push(Stmt::new(span, StmtKind::Assign(result, value)));
        }
        let Some(end) = here.end else {
            return unsupported(Code::U062, span, "`return` here");
        };
        out.push(Stmt::new(span, StmtKind::Jump(end)));
        Ok(())
    }

    /// The statement that `break`, `continue` or `goto` names.
    fn jump_target(&self, stmt: &ast::Stmt) -> Lowered<NodeId> {
        match self.tables.resolution.references.get(&stmt.id) {
            Some(Reference::Statement(target)) => Ok(*target),
            _ => unsupported(Code::U063, stmt.span, "this jump"),
        }
    }

    /// `break`, or else `continue`.
    fn loop_jump(
        &mut self,
        here: Here<'_>,
        stmt: &'a ast::Stmt,
        leaves: bool,
        out: &mut Vec<Stmt>,
    ) -> Lowered<()> {
        let span = stmt.span;
        let Some(labels) = here.open_loop(self.jump_target(stmt)?) else {
            return unsupported(Code::U063, span, "a jump to this");
        };
        if here.ghost && !labels.ghost {
            return unsupported(Code::U070, span, MORE_THAN_PROOF);
        }
        let label = if leaves { labels.leave } else { labels.next };
        out.push(Stmt::new(span, StmtKind::Jump(label)));
        Ok(())
    }

    fn goto(&mut self, here: Here<'_>, stmt: &'a ast::Stmt, out: &mut Vec<Stmt>) -> Lowered<()> {
        let span = stmt.span;
        let target = self.jump_target(stmt)?;
        let label = if self.method.passed_labels.contains(&target) {
            let Some(head) = self.method.heads.get(&target).copied() else {
                return unsupported(Code::U064, span, "this jump backwards");
            };
            if here.block.is_some() {
                return unsupported(Code::U064, span, "a jump backwards in a parallel block");
            }
            head
        } else {
            self.label_of(target)
        };
        out.push(Stmt::new(span, StmtKind::Jump(label)));
        Ok(())
    }

    fn local(
        &mut self,
        here: Here<'_>,
        variable: &'a ast::Variable,
        out: &mut Vec<Stmt>,
    ) -> Lowered<()> {
        let span = variable.name.span;
        let any = variable.init.as_ref().is_some_and(is_any);
        let value = match &variable.init {
            Some(init) if !any => Some(self.value(here, init, out)?),
            Some(_) | None => None,
        };
        let canonical = self.tables.resolution.canonical(variable.id);
        let local = match self.method.locals.get(&canonical) {
            // Under vercors-1.4 a second declaration assigns.
            Some(local) if canonical != variable.id => *local,
            _ => self.declare(variable.id, &variable.name)?,
        };
        match value {
            Some(value) => {
                let value = self.coerce(value, &self.output.core.local(local).sort.clone())?;
                out.push(Stmt::new(span, StmtKind::Assign(local, value)));
            }
            None if canonical != variable.id && !any => {}
            None => out.push(Stmt::new(span, StmtKind::Havoc(vec![local]))),
        }
        Ok(())
    }

    fn assign(
        &mut self,
        here: Here<'_>,
        (target, op, value): (&'a ast::Expr, AssignOp, &'a ast::Expr),
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Lowered<()> {
        // The place itself is not a value; what it is computed from is.
        let mut parts: Vec<&'a ast::Expr> = Vec::new();
        if let ast::ExprKind::Index(array, index) = &target.kind {
            parts.extend([&**array, &**index]);
        } else if let ast::ExprKind::Member(receiver, _) = &target.kind {
            parts.push(receiver);
        }
        if is_any(value) && op == AssignOp::Set {
            let ty = self.tables.resolution.type_of(target.id).clone();
            let data = self.data_type(&ty);
            self.hoist_all(here, &parts, out)?;
            let place = self.expr(here.place, target)?;
            let chosen = self.fresh_local("<choice>", place.sort.clone(), data, value.span);
            out.push(Stmt::new(value.span, StmtKind::Havoc(vec![chosen])));
            let chosen = self.local_expr(chosen, value.span);
            return self.store(place, chosen, Finals::Given, span, out);
        }
        parts.push(value);
        let read_before = self.hoist_parts(here, &parts, op != AssignOp::Set, target, out)?;
        let place = self.expr(here.place, target)?;
        let value = self.expr(here.place, value)?;
        let Some(op) = op.operator() else {
            return self.store(place, value, Finals::Given, span, out);
        };
        let before = match read_before {
            Some(kept) => self.local_expr(kept, span),
            None => place.clone(),
        };
        let value = self.arithmetic(op, before, value, span)?;
        self.store(place, value, Finals::Kept, span, out)
    }

    /// Effects of an assignment's parts; a compound one reads its target before the
    /// effects of its right side, and the local with its value is given.
    fn hoist_parts(
        &mut self,
        here: Here<'_>,
        parts: &[&'a ast::Expr],
        reads: bool,
        target: &'a ast::Expr,
        out: &mut Vec<Stmt>,
    ) -> Lowered<Option<LocalId>> {
        let Some((value, place)) = parts.split_last() else {
            return Ok(None);
        };
        if !reads || !self.has_effects(value) {
            self.hoist_all(here, parts, out)?;
            return Ok(None);
        }
        // What the place is computed from keeps its value, too.
        for part in place {
            let part_value = self.value(here, part, out)?;
            let kept = self.fresh_local(
                "<value>",
                part_value.sort.clone(),
                DataType::Plain,
                part.span,
            );
            out.push(Stmt::new(part.span, StmtKind::Assign(kept, part_value)));
            self.method.hoisted.insert(part.id, kept);
        }
        let before = self.expr(here.place, target)?;
        let kept = self.fresh_local("<value>", before.sort.clone(), DataType::Plain, target.span);
        out.push(Stmt::new(target.span, StmtKind::Assign(kept, before)));
        self.hoist_all(here, &[*value], out)?;
        Ok(Some(kept))
    }

    fn expression_statement(
        &mut self,
        here: Here<'_>,
        e: &'a ast::Expr,
        out: &mut Vec<Stmt>,
    ) -> Lowered<()> {
        if let ast::ExprKind::Increment { target, up, .. } = &e.kind {
            self.hoist_all(here, &[target], out)?;
            let before = self.expr(here.place, target)?;
            let one = self.coerce(Expr::int(1, e.span), &before.sort)?;
            let op = if *up { BinaryOp::Add } else { BinaryOp::Sub };
            let after = self.arithmetic(op, before.clone(), one, e.span)?;
            return self.store(before, after, Finals::Kept, e.span, out);
        }
        if let ast::ExprKind::Call(call) = &e.kind
            && self.runs_method(e)
        {
            return self.call_statement(here, e, call, out).map(|_| ());
        }
        // Evaluated for its effects; what it requires must still hold.
        let value = self.value(here, e, out)?;
        if !matches!(value.kind, ExprKind::Local(_)) {
            let kept = self.fresh_local("<value>", value.sort.clone(), DataType::Plain, e.span);
            out.push(Stmt::new(e.span, StmtKind::Assign(kept, value)));
        }
        Ok(())
    }

    /// A condition; `*` may be either.
    pub(crate) fn condition(
        &mut self,
        here: Here<'_>,
        e: &'a ast::Expr,
        out: &mut Vec<Stmt>,
    ) -> Lowered<Expr> {
        if matches!(e.kind, ast::ExprKind::Any) {
            let any = self.fresh_local("<choice>", Sort::Bool, DataType::Plain, e.span);
            out.push(Stmt::new(e.span, StmtKind::Havoc(vec![any])));
            return Ok(self.local_expr(any, e.span));
        }
        self.value(here, e, out)
    }

    fn spec(
        &mut self,
        here: Here<'_>,
        kind: SpecKind,
        e: &'a ast::Expr,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Lowered<()> {
        match kind {
            SpecKind::Assert => {
                let here = here.shown();
                if self.chooses(e) {
                    self.hoist_all(here, &[e], out)?;
                }
                let assertion = self.assertion(here.place, e)?;
                let kind = StmtKind::Assert(assertion, Blame::own_place(Reason::Assert));
                out.push(Stmt::new(span, kind));
            }
            SpecKind::Exhale => {
                let assertion = self.assertion(here.place.shown(), e)?;
                let kind = StmtKind::Exhale(assertion, Blame::own_place(Reason::Exhale));
                out.push(Stmt::new(span, kind));
            }
            SpecKind::Assume => {
                self.trust("assume", span);
                let formula = self.expr(here.place, e)?;
                if formula.as_bool() == Some(false) {
                    self.output.assumes_false(span);
                }
                out.push(Stmt::new(span, StmtKind::Assume(formula)));
            }
            SpecKind::Inhale => {
                self.trust("inhale", span);
                let assertion = self.assertion(here.place, e)?;
                let is_false = |part: &&core_lang::Assertion| matches!(&part.kind, core_lang::AssertionKind::Pure(e) if e.as_bool() == Some(false));
                if assertion.conjuncts().iter().any(is_false) {
                    self.output.assumes_false(span);
                }
                out.push(Stmt::new(span, StmtKind::Inhale(assertion)));
            }
            SpecKind::Refute => {
                let assertion = self.assertion(here.place.shown(), e)?;
                out.push(Stmt::new(span, StmtKind::Refute(assertion)));
            }
            SpecKind::Fold => return self.fold_statement(here, true, e, span, out),
            SpecKind::Unfold => return self.fold_statement(here, false, e, span, out),
            SpecKind::Apply => return self.apply_wand(here, e, span, out),
            SpecKind::Lock
            | SpecKind::Unlock
            | SpecKind::Wait
            | SpecKind::Notify
            | SpecKind::Commit
            | SpecKind::Fork
            | SpecKind::Join
                if here.ghost =>
            {
                return unsupported(Code::U070, span, MORE_THAN_PROOF);
            }
            SpecKind::Lock
            | SpecKind::Unlock
            | SpecKind::Wait
            | SpecKind::Notify
            | SpecKind::Commit => return self.lock_statement(here, kind, e, span, out),
            SpecKind::Fork => return self.thread_statement(here, true, e, span, out),
            SpecKind::Join => return self.thread_statement(here, false, e, span, out),
        }
        Ok(())
    }
}

/// As the first `i` in `for (i; …)`, where nothing happens.
fn is_name(stmt: &ast::Stmt) -> bool {
    matches!(&stmt.kind, ast::StmtKind::Expr(e) if matches!(e.kind, ast::ExprKind::Name(_)))
}

/// Whether it is `*`, any value.
fn is_any(e: &ast::Expr) -> bool {
    matches!(e.kind, ast::ExprKind::Any)
}

/// What ghost code may not do: synchronize with other threads.
const MORE_THAN_PROOF: &str = "a statement in ghost code by which threads synchronize";
