//! Statements.

use super::contract::star;
use super::{LoopLabels, Lowered, Lowerer, unsupported};
use ir::{
    Assertion, AssertionKind, Blame, Builtin, DataType, Expr, ExprKind, LabelId, Loop, Stmt,
    StmtKind,
};
use logic::Sort;
use spec_lang::ast::{self, AssignOp, BinaryOp, NodeId, SpecKind};
use spec_lang::resolve::Reference;
use text::span::Span;

impl<'a> Lowerer<'_, 'a> {
    /// The statements of a block, with forward jumps to its labels.
    pub(super) fn block(&mut self, block: &'a ast::Block, out: &mut Vec<Stmt>) -> Lowered<()> {
        self.statements(&block.statements, out)
    }

    fn statements(&mut self, list: &'a [ast::Stmt], out: &mut Vec<Stmt>) -> Lowered<()> {
        let mut here = Vec::new();
        for stmt in list {
            if let ast::StmtKind::Label(_, inner) = &stmt.kind {
                // Jumps forward to the label end what stands before it.
                let label = self.label_of(stmt.id);
                self.method.passed_labels.push(stmt.id);
                here = vec![Stmt::new(stmt.span, StmtKind::Labelled(label, here))];
                here.push(Stmt::new(stmt.span, StmtKind::Mark(label)));
                if let Some(inner) = inner {
                    self.stmt(inner, &mut here)?;
                }
            } else {
                self.stmt(stmt, &mut here)?;
            }
        }
        out.append(&mut here);
        Ok(())
    }

    /// The label of a statement, made at first use.
    pub(super) fn label_of(&mut self, id: NodeId) -> LabelId {
        if let Some(label) = self.method.labels.get(&id) {
            return *label;
        }
        let label = self.fresh_label();
        self.method.labels.insert(id, label);
        label
    }

    /// A statement.
    pub(super) fn stmt(&mut self, stmt: &'a ast::Stmt, out: &mut Vec<Stmt>) -> Lowered<()> {
        use ast::StmtKind as S;
        let span = stmt.span;
        match &stmt.kind {
            S::Empty => Ok(()),
            S::Block(block) => self.block(block, out),
            S::Ghost(inner) => self.in_proof_text(|lowerer| lowerer.stmt(inner, out)),
            S::Local { names, .. } => {
                for variable in names {
                    self.local(variable, out)?;
                }
                Ok(())
            }
            S::Assign { target, op, value } => self.assign(target, *op, value, span, out),
            S::Expr(e) => self.expression_statement(e, out),
            S::If {
                condition,
                then_branch,
                else_branch,
            } => {
                let condition = self.condition(condition, out)?;
                let mut then = Vec::new();
                self.stmt(then_branch, &mut then)?;
                let mut otherwise = Vec::new();
                if let Some(branch) = else_branch {
                    self.stmt(branch, &mut otherwise)?;
                }
                out.push(Stmt::new(span, StmtKind::If(condition, then, otherwise)));
                Ok(())
            }
            S::While {
                contract,
                condition,
                body,
            } => {
                let parts = LoopParts {
                    id: stmt.id,
                    span,
                    contract,
                    guard: Guard::Written(condition),
                    update: &[],
                    body,
                };
                self.loop_(parts, Vec::new(), out)
            }
            S::For {
                contract,
                init,
                condition,
                update,
                body,
            } => {
                for stmt in init {
                    match &stmt.kind {
                        // `for (i; …)`: nothing happens.
                        S::Expr(e) if matches!(e.kind, ast::ExprKind::Name(_)) => {}
                        _ => self.stmt(stmt, out)?,
                    }
                }
                let guard = match condition {
                    Some(condition) => Guard::Written(condition),
                    None => Guard::Lowered(Expr::bool_(true, span)),
                };
                let parts = LoopParts {
                    id: stmt.id,
                    span,
                    contract,
                    guard,
                    update,
                    body,
                };
                self.loop_(parts, Vec::new(), out)
            }
            S::RangedFor {
                contract,
                iterator,
                body,
            } => self.ranged_for(stmt, contract, iterator, body, out),
            S::Return(_) | S::Goto(_) if self.ghost => {
                unsupported("U070", span, "a jump out of proof text")
            }
            S::Return(value) => {
                if let Some(value) = value {
                    let value = self.value(value, out)?;
                    let Some(result) = self.scope.result else {
                        return unsupported("U062", span, "a value returned here");
                    };
                    let value = self.coerce(value, &self.output.core.local(result).sort.clone());
                    out.push(Stmt::new(span, StmtKind::Assign(result, value)));
                }
                match self.scope.end {
                    Some(end) => out.push(Stmt::new(span, StmtKind::Jump(end))),
                    None => return unsupported("U062", span, "`return` here"),
                }
                Ok(())
            }
            S::Break(_) | S::Continue(_) => {
                let Some(Reference::Statement(target)) =
                    self.tables.resolution.references.get(&stmt.id)
                else {
                    return unsupported("U063", span, "this jump");
                };
                let Some(labels) = self.loop_labels.get(target).copied() else {
                    return unsupported("U063", span, "a jump to this");
                };
                if self.ghost && !labels.ghost {
                    return unsupported("U070", span, MORE_THAN_PROOF);
                }
                let label = match stmt.kind {
                    S::Break(_) => labels.leave,
                    _ => labels.next,
                };
                out.push(Stmt::new(span, StmtKind::Jump(label)));
                Ok(())
            }
            S::Goto(_) => {
                let Some(Reference::Statement(target)) =
                    self.tables.resolution.references.get(&stmt.id)
                else {
                    return unsupported("U063", span, "this jump");
                };
                if self.method.passed_labels.contains(target) {
                    return unsupported("U064", span, "a jump backwards");
                }
                let label = self.label_of(*target);
                out.push(Stmt::new(span, StmtKind::Jump(label)));
                Ok(())
            }
            S::Label(_, inner) => {
                let label = self.label_of(stmt.id);
                self.method.passed_labels.push(stmt.id);
                out.push(Stmt::new(span, StmtKind::Mark(label)));
                match inner {
                    Some(inner) => self.stmt(inner, out),
                    None => Ok(()),
                }
            }
            S::Spec(kind, e) => self.spec(*kind, e, span, out),
            S::Package(..) => unsupported("U038", span, "magic wands"),
            S::Par(par) => self.par(par, span, out),
            S::Region { parallel, body } => self.region(*parallel, body, span, out),
            S::Barrier(_) | S::Atomic { .. } if self.ghost => {
                unsupported("U070", span, MORE_THAN_PROOF)
            }
            S::Barrier(barrier) => self.barrier(stmt, barrier, out),
            S::Invariant { resource, body, .. } => self.invariant(stmt, resource, body, out),
            S::Atomic { body, .. } => self.atomic(stmt, body, out),
            S::Vector {
                iterators,
                contract,
                body,
            } => self.vector(stmt.id, iterators, contract, body, span, out),
            S::Unsupported { what, .. } => unsupported("U033", span, what.clone()),
        }
    }

    fn local(&mut self, variable: &'a ast::Variable, out: &mut Vec<Stmt>) -> Lowered<()> {
        let span = variable.name.span;
        let value = match &variable.init {
            Some(init) => Some(self.value(init, out)?),
            None => None,
        };
        let canonical = self.tables.resolution.canonical(variable.id);
        let local = match self.method.locals.get(&canonical) {
            // Under vercors-1.4 a second declaration assigns.
            Some(local) if canonical != variable.id => *local,
            _ => self.declare(variable.id, &variable.name)?,
        };
        match value {
            Some(value) => {
                let value = self.coerce(value, &self.output.core.local(local).sort.clone());
                out.push(Stmt::new(span, StmtKind::Assign(local, value)));
            }
            None if canonical != variable.id => {}
            None => out.push(Stmt::new(span, StmtKind::Havoc(vec![local]))),
        }
        Ok(())
    }

    fn assign(
        &mut self,
        target: &'a ast::Expr,
        op: AssignOp,
        value: &'a ast::Expr,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Lowered<()> {
        // The place itself is not a value; what it is computed from is.
        let mut parts: Vec<&'a ast::Expr> = Vec::new();
        match &target.kind {
            ast::ExprKind::Index(array, index) => parts.extend([&**array, &**index]),
            ast::ExprKind::Member(receiver, _) => parts.push(receiver),
            _ => {}
        }
        parts.push(value);
        self.hoist_parts(&parts, op != AssignOp::Set, target, out)?;
        let place = self.expr(target)?;
        let value = self.expr(value)?;
        let op = match op {
            AssignOp::Set => {
                // Which of these may give a final field its value was looked at before.
                self.plain_assignment = true;
                let stored = self.store(place, value, span, out);
                self.plain_assignment = false;
                return stored;
            }
            AssignOp::Add => BinaryOp::Add,
            AssignOp::Sub => BinaryOp::Sub,
            AssignOp::Mul => BinaryOp::Mul,
            AssignOp::Div => BinaryOp::Div,
            AssignOp::Mod => BinaryOp::Mod,
        };
        let before = match self.read_before.take() {
            Some(kept) => self.local_expr(kept, span),
            None => place.clone(),
        };
        let value = self.arithmetic(op, before, value, span)?;
        self.store(place, value, span, out)
    }

    /// Effects of an assignment's parts; a compound one reads its target before the
    /// effects of its right side.
    fn hoist_parts(
        &mut self,
        parts: &[&'a ast::Expr],
        reads: bool,
        target: &'a ast::Expr,
        out: &mut Vec<Stmt>,
    ) -> Lowered<()> {
        self.read_before = None;
        let Some((value, place)) = parts.split_last() else {
            return Ok(());
        };
        if !reads || !self.has_effects(value) {
            return self.hoist_all(parts, out);
        }
        // What the place is computed from keeps its value, too.
        for part in place {
            let part_value = self.value(part, out)?;
            let kept = self.fresh_local(
                "<value>",
                part_value.sort.clone(),
                DataType::Plain,
                part.span,
            );
            out.push(Stmt::new(part.span, StmtKind::Assign(kept, part_value)));
            self.method.hoisted.insert(part.id, kept);
        }
        let before = self.expr(target)?;
        let kept = self.fresh_local("<value>", before.sort.clone(), DataType::Plain, target.span);
        out.push(Stmt::new(target.span, StmtKind::Assign(kept, before)));
        self.hoist_all(&[*value], out)?;
        self.read_before = Some(kept);
        Ok(())
    }

    fn expression_statement(&mut self, e: &'a ast::Expr, out: &mut Vec<Stmt>) -> Lowered<()> {
        match &e.kind {
            ast::ExprKind::Increment { target, up, .. } => {
                self.hoist_all(&[target], out)?;
                let before = self.expr(target)?;
                let one = self.coerce(Expr::int(1, e.span), &before.sort);
                let op = if *up { BinaryOp::Add } else { BinaryOp::Sub };
                let after = self.arithmetic(op, before.clone(), one, e.span)?;
                self.store(before, after, e.span, out)
            }
            ast::ExprKind::Call(call) if self.runs_method(e) => {
                self.call_statement(e, call, out)?;
                Ok(())
            }
            _ => {
                // Evaluated for its effects; what it requires must still hold.
                let value = self.value(e, out)?;
                if !matches!(value.kind, ExprKind::Local(_)) {
                    let kept =
                        self.fresh_local("<value>", value.sort.clone(), DataType::Plain, e.span);
                    out.push(Stmt::new(e.span, StmtKind::Assign(kept, value)));
                }
                Ok(())
            }
        }
    }

    /// A condition; `*` may be either.
    fn condition(&mut self, e: &'a ast::Expr, out: &mut Vec<Stmt>) -> Lowered<Expr> {
        if matches!(e.kind, ast::ExprKind::Any) {
            let any = self.fresh_local("<choice>", Sort::Bool, DataType::Plain, e.span);
            out.push(Stmt::new(e.span, StmtKind::Havoc(vec![any])));
            return Ok(self.local_expr(any, e.span));
        }
        self.value(e, out)
    }

    /// Lowers what nobody runs.
    pub(super) fn in_proof_text<T>(&mut self, lower: impl FnOnce(&mut Self) -> T) -> T {
        let outside = std::mem::replace(&mut self.ghost, true);
        let lowered = lower(self);
        self.ghost = outside;
        lowered
    }

    fn loop_(
        &mut self,
        parts: LoopParts<'a>,
        implicit: Vec<Assertion>,
        out: &mut Vec<Stmt>,
    ) -> Lowered<()> {
        let span = parts.span;
        let break_label = self.fresh_label();
        let continue_label = self.fresh_label();
        self.loop_labels.insert(
            parts.id,
            LoopLabels {
                leave: break_label,
                next: continue_label,
                ghost: self.ghost,
            },
        );
        let clauses = self.clauses(parts.contract)?;
        if let Some(clause) = parts.contract.clauses.iter().find(|clause| {
            matches!(
                clause.kind,
                ast::ClauseKind::Requires(_) | ast::ClauseKind::Ensures(_)
            )
        }) {
            return unsupported("U065", clause.span, "a loop with a contract of iterations");
        }
        // What holds throughout comes first, so that the invariants may rely on it.
        let mut invariant = self.everywhere.clone();
        invariant.extend(implicit);
        invariant.extend(clauses.invariants);
        let invariant = star(invariant, span);
        let mut guard_effects = Vec::new();
        let guard = match parts.guard {
            Guard::Written(e) => self.condition(e, &mut guard_effects)?,
            Guard::Lowered(e) => e,
        };
        // Taken before the body, whose loops may have one of their own.
        let own_update = self.pending_update.take();
        let own_measure = self.pending_measure.take();
        let mut body = Vec::new();
        self.stmt(parts.body, &mut body)?;
        let mut update = Vec::new();
        for stmt in parts.update {
            self.stmt(stmt, &mut update)?;
        }
        update.extend(own_update);
        let mut assigned = Stmt::assigned(&body);
        assigned.extend(Stmt::assigned(&update));
        assigned.extend(Stmt::assigned(&guard_effects));
        assigned.sort_unstable();
        assigned.dedup();
        let blame = |pure_code, subject: &str| Blame {
            pure_code,
            share_code: "V032",
            subject: subject.to_owned(),
            at: None,
        };
        let cut = Loop {
            invariant,
            guard_effects,
            guard,
            body,
            continue_label,
            update,
            assigned,
            decreases: match clauses.decreases {
                Some(written) if !written.is_empty() => written,
                // Of a range it is known, and of use only where the end is to be shown.
                _ if self.ends || self.ghost => own_measure.into_iter().collect(),
                _ => Vec::new(),
            },
            ghost: self.ghost,
            entry_blame: blame("V030", "on entry, the loop invariant"),
            keep_blame: blame("V031", "after an iteration, the loop invariant"),
        };
        out.push(Stmt::new(
            span,
            StmtKind::Labelled(
                break_label,
                vec![Stmt::new(span, StmtKind::Loop(Box::new(cut)))],
            ),
        ));
        Ok(())
    }

    /// `for (int i = lo .. hi)`: the bounds are evaluated once, and stay invariant.
    fn ranged_for(
        &mut self,
        stmt: &'a ast::Stmt,
        contract: &'a ast::Contract,
        iterator: &'a ast::Iterator,
        body: &'a ast::Stmt,
        out: &mut Vec<Stmt>,
    ) -> Lowered<()> {
        let span = iterator.span;
        self.hoist_all(&[&iterator.low, &iterator.high], out)?;
        let low_value = self.expr(&iterator.low)?;
        let high_value = self.expr(&iterator.high)?;
        let low = self.fresh_local("<low>", Sort::Int, DataType::Plain, span);
        let high = self.fresh_local("<high>", Sort::Int, DataType::Plain, span);
        out.push(Stmt::new(span, StmtKind::Assign(low, low_value)));
        out.push(Stmt::new(span, StmtKind::Assign(high, high_value)));
        let variable = self.declare(iterator.id, &iterator.name)?;
        let value = |lowerer: &Self, local| lowerer.local_expr(local, span);
        out.push(Stmt::new(
            span,
            StmtKind::Assign(variable, value(self, low)),
        ));
        let (i, low, high) = (value(self, variable), value(self, low), value(self, high));
        let below = Expr::test(Builtin::Le, vec![low.clone(), i.clone()], span);
        let within = Expr::test(Builtin::Le, vec![i.clone(), high.clone()], span);
        let untouched = Expr::test(Builtin::Eq, vec![i.clone(), low], span);
        let implicit = vec![
            Assertion::pure_(below),
            Assertion::pure_(Expr::new(
                Sort::Bool,
                span,
                ExprKind::Or(vec![within, untouched]),
            )),
        ];
        let guard = Expr::test(Builtin::Lt, vec![i.clone(), high.clone()], span);
        let left = self.arithmetic(BinaryOp::Sub, high, i.clone(), span)?;
        self.pending_measure = Some(left);
        let next = self.arithmetic(BinaryOp::Add, i, Expr::int(1, span), span)?;
        self.pending_update = Some(Stmt::new(span, StmtKind::Assign(variable, next)));
        self.loop_(
            LoopParts {
                id: stmt.id,
                span: stmt.span,
                contract,
                guard: Guard::Lowered(guard),
                update: &[],
                body,
            },
            implicit,
            out,
        )
    }

    fn spec(
        &mut self,
        kind: SpecKind,
        e: &'a ast::Expr,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Lowered<()> {
        let blame = |what: &str| Blame {
            pure_code: "V010",
            share_code: "V011",
            subject: what.to_owned(),
            at: None,
        };
        match kind {
            SpecKind::Assert => {
                self.scope.shown = true;
                if self.chooses(e) {
                    self.hoist_all(&[e], out)?;
                }
                let assertion = self.assertion(e);
                self.scope.shown = false;
                out.push(Stmt::new(
                    span,
                    StmtKind::Assert(assertion?, blame("the assertion")),
                ));
            }
            SpecKind::Exhale => {
                self.scope.shown = true;
                let assertion = self.assertion(e);
                self.scope.shown = false;
                out.push(Stmt::new(
                    span,
                    StmtKind::Exhale(assertion?, blame("what is exhaled")),
                ));
            }
            SpecKind::Assume => {
                self.trust("assume", span);
                let formula = self.stated(e)?;
                out.push(Stmt::new(span, StmtKind::Assume(formula)));
            }
            SpecKind::Inhale => {
                self.trust("inhale", span);
                let assertion = self.assertion(e)?;
                out.push(Stmt::new(span, StmtKind::Inhale(assertion)));
            }
            SpecKind::Refute => {
                self.scope.shown = true;
                let assertion = self.assertion(e);
                self.scope.shown = false;
                out.push(Stmt::new(span, StmtKind::Refute(assertion?)));
            }
            SpecKind::Fold | SpecKind::Unfold => {
                return self.fold_statement(kind, e, span, out);
            }
            SpecKind::Apply => return unsupported("U038", span, "magic wands"),
            SpecKind::Lock
            | SpecKind::Unlock
            | SpecKind::Wait
            | SpecKind::Notify
            | SpecKind::Commit
            | SpecKind::Fork
            | SpecKind::Join
                if self.ghost =>
            {
                return unsupported("U070", span, MORE_THAN_PROOF);
            }
            SpecKind::Lock
            | SpecKind::Unlock
            | SpecKind::Wait
            | SpecKind::Notify
            | SpecKind::Commit => return self.lock_statement(kind, e, span, out),
            SpecKind::Fork | SpecKind::Join => return self.thread_statement(kind, e, span, out),
        }
        Ok(())
    }
}

/// What proof text may not do: meet other threads.
const MORE_THAN_PROOF: &str = "a statement in proof text by which threads meet";

/// A loop as written.
struct LoopParts<'a> {
    id: NodeId,
    span: Span,
    contract: &'a ast::Contract,
    guard: Guard<'a>,
    update: &'a [ast::Stmt],
    body: &'a ast::Stmt,
}

/// Where the guard comes from.
enum Guard<'a> {
    Written(&'a ast::Expr),
    Lowered(Expr),
}

/// What is left of an assertion without its shares (for `context_everywhere` in blocks).
pub(super) fn pure_part(assertion: &Assertion) -> Option<Assertion> {
    match &assertion.kind {
        AssertionKind::Pure(_) => Some(assertion.clone()),
        AssertionKind::Star(parts) => {
            let parts: Vec<_> = parts.iter().filter_map(pure_part).collect();
            (!parts.is_empty()).then(|| Assertion::star(parts, assertion.span))
        }
        AssertionKind::Implies(condition, body) => pure_part(body).map(|body| {
            Assertion::new(
                assertion.span,
                AssertionKind::Implies(condition.clone(), Box::new(body)),
            )
        }),
        _ => None,
    }
}
