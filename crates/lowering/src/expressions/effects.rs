//! Expressions with effects: calls, creations and increments are carried out before,
//! from left to right, and replaced by the locals that hold their values.

use crate::context::environment::{Here, Place};
use crate::context::lowerer::Lowerer;
use crate::context::unsupported::{Lowered, unsupported};
use core_lang::blame::Lock;
use core_lang::{Blame, DataType, Expr, ExprKind, LocalId, Reason, Stmt, StmtKind};
use logic::Sort;
use spec_lang::ast::{self, BinaryOp, NodeId};
use spec_lang::facts;
use spec_lang::resolve::{Reference, Type};
use std::collections::HashMap;
use text::code::Code;
use text::span::Span;

/// A method that an expression calls.
struct Called<'a> {
    id: NodeId,
    call: &'a ast::Call,
    receiver: Option<Expr>,
}

/// Whether an assignment may give a final field its value.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Finals {
    /// It may: which of them do was looked at before.
    Given,
    /// It may not.
    Kept,
}

impl<'a> Lowerer<'_, 'a> {
    /// The value of an expression; its effects are appended to `out`.
    pub(crate) fn value(
        &mut self,
        here: Here<'_>,
        e: &'a ast::Expr,
        out: &mut Vec<Stmt>,
    ) -> Lowered<Expr> {
        if self.has_effects(e) {
            self.hoist(here, e, out)?;
        }
        self.expr(here.place, e)
    }

    /// Whether evaluating an expression does anything.
    pub(crate) fn has_effects(&self, e: &ast::Expr) -> bool {
        struct Find<'l, 'a> {
            lowerer: &'l Lowerer<'l, 'a>,
            found: bool,
        }
        impl ast::Visitor for Find<'_, '_> {
            fn visit_expr(&mut self, e: &ast::Expr) {
                self.found |= self.lowerer.is_effect(e);
                if !self.found {
                    self.walk_expr(e);
                }
            }
        }
        let mut find = Find {
            lowerer: self,
            found: false,
        };
        ast::Visitor::visit_expr(&mut find, e);
        find.found
    }

    fn is_effect(&self, e: &ast::Expr) -> bool {
        let effect = facts::expr(&e.kind).effect;
        !self.method.hoisted.contains_key(&e.id) && effect.settled(|| self.runs_method(e))
    }

    /// Whether an expression itself calls a method or constructor that is no function.
    pub(crate) fn runs_method(&self, e: &ast::Expr) -> bool {
        let called = self.tables.resolution.method_called(e);
        called.is_some_and(|id| !self.tables.is_function(id))
    }

    /// Carries out the effects within an expression; afterwards it has none.
    #[allow(clippy::wildcard_enum_match_arm, reason = "the rest is refused")]
    fn hoist(&mut self, here: Here<'_>, e: &'a ast::Expr, out: &mut Vec<Stmt>) -> Lowered<()> {
        use ast::ExprKind as E;
        match &e.kind {
            E::Binary(_, left, right) if self.is_effect(e) => {
                self.hoist_all(here, &[left, right], out)?;
                let result = self.operator_called(here, e, left, right, out)?;
                self.method.hoisted.insert(e.id, result);
                Ok(())
            }
            E::Binary(
                op @ (BinaryOp::And | BinaryOp::Star | BinaryOp::Or | BinaryOp::Implies),
                left,
                right,
            ) if self.has_effects(right) => {
                let left = self.value(here, left, out)?;
                let mut then = Vec::new();
                let right = self.value(here, right, &mut then)?;
                let holds = self.temporary(Sort::Bool, e.span);
                then.push(Stmt::new(e.span, StmtKind::Assign(holds, right)));
                let otherwise = vec![Stmt::new(
                    e.span,
                    StmtKind::Assign(
                        holds,
                        Expr::bool_(matches!(op, BinaryOp::Or | BinaryOp::Implies), e.span),
                    ),
                )];
                let (then, otherwise) = if *op == BinaryOp::Or {
                    (otherwise, then)
                } else {
                    (then, otherwise)
                };
                out.push(Stmt::new(e.span, StmtKind::If(left, then, otherwise)));
                self.method.hoisted.insert(e.id, holds);
                Ok(())
            }
            E::Conditional(condition, a, b) if self.has_effects(a) || self.has_effects(b) => {
                let condition = self.value(here, condition, out)?;
                let sort = self.sort(&self.tables.resolution.type_of(e.id).clone(), e.span)?;
                let chosen = self.temporary(sort.clone(), e.span);
                let mut branches = Vec::new();
                for side in [a, b] {
                    let mut branch = Vec::new();
                    let value = self.value(here, side, &mut branch)?;
                    let value = self.coerce(value, &sort)?;
                    branch.push(Stmt::new(e.span, StmtKind::Assign(chosen, value)));
                    branches.push(branch);
                }
                let otherwise = branches.pop().unwrap_or_default();
                let then = branches.pop().unwrap_or_default();
                out.push(Stmt::new(e.span, StmtKind::If(condition, then, otherwise)));
                self.method.hoisted.insert(e.id, chosen);
                Ok(())
            }
            E::Binary(_, a, b) | E::Index(a, b) => self.hoist_all(here, &[a, b], out),
            E::Unary(_, a) | E::Member(a, _) | E::Size(a) | E::Cast(_, a) => {
                self.hoist_all(here, &[a], out)
            }
            E::Conditional(a, b, c) | E::Update(a, b, c) => self.hoist_all(here, &[a, b, c], out),
            E::SeqLiteral(_, parts) | E::SetLiteral(_, parts) | E::TupleLiteral(_, parts) => {
                let parts: Vec<&ast::Expr> = parts.iter().collect();
                self.hoist_all(here, &parts, out)
            }
            E::Call(call) if !self.is_effect(e) => {
                let mut parts: Vec<&ast::Expr> = Vec::new();
                parts.extend(call.receiver.as_deref());
                parts.extend(call.args.iter());
                self.hoist_all(here, &parts, out)
            }
            E::Call(call) => {
                let results = self.call_statement(here, e, call, out)?;
                let Some(&result) = results.first() else {
                    return unsupported(Code::U058, e.span, "the value of a method without one");
                };
                self.method.hoisted.insert(e.id, result);
                Ok(())
            }
            E::New(call) => {
                let result = self.new_object(here, e, call, out)?;
                self.method.hoisted.insert(e.id, result);
                Ok(())
            }
            E::NewArray(_, sizes) => {
                let result = self.new_array(here, e, sizes, out)?;
                self.method.hoisted.insert(e.id, result);
                Ok(())
            }
            E::ChooseFresh(inner) => {
                let chosen = self.choose_fresh(here, inner, e.span, out)?;
                self.method.hoisted.insert(e.id, chosen);
                Ok(())
            }
            E::Increment {
                target, up, prefix, ..
            } => {
                let span = e.span;
                self.hoist_all(here, &[target], out)?;
                let before = self.expr(here.place, target)?;
                let sort = before.sort.clone();
                let one = self.coerce(Expr::int(1, span), &sort)?;
                let op = if *up { BinaryOp::Add } else { BinaryOp::Sub };
                let after = self.arithmetic(op, before.clone(), one, span)?;
                let value = self.temporary(sort, span);
                let kept = if *prefix {
                    after.clone()
                } else {
                    before.clone()
                };
                out.push(Stmt::new(span, StmtKind::Assign(value, kept)));
                self.store(before, after, Finals::Kept, span, out)?;
                self.method.hoisted.insert(e.id, value);
                Ok(())
            }
            _ if self.chooses(e) => unsupported(Code::U086, e.span, "`\\choose_fresh` in here"),
            _ => unsupported(Code::U026, e.span, "an effect within this expression"),
        }
    }

    /// Whether an expression has a choice that is made anew each time.
    pub(crate) fn chooses(&self, e: &ast::Expr) -> bool {
        struct Find(bool);
        impl ast::Visitor for Find {
            fn visit_expr(&mut self, e: &ast::Expr) {
                self.0 |= matches!(e.kind, ast::ExprKind::ChooseFresh(_));
                if !self.0 {
                    self.walk_expr(e);
                }
            }
        }
        let mut find = Find(false);
        ast::Visitor::visit_expr(&mut find, e);
        find.0
    }

    /// Effects of several operands, left to right; a value read before a later effect is kept.
    pub(crate) fn hoist_all(
        &mut self,
        here: Here<'_>,
        parts: &[&'a ast::Expr],
        out: &mut Vec<Stmt>,
    ) -> Lowered<()> {
        let last = parts.iter().rposition(|part| self.has_effects(part));
        for (number, part) in parts.iter().enumerate() {
            if self.has_effects(part) {
                self.hoist(here, part, out)?;
            }
            if last.is_some_and(|last| number < last) && !is_literal(part) {
                if matches!(
                    self.tables.resolution.references.get(&part.id),
                    Some(Reference::TypeName(_))
                ) {
                    continue;
                }
                let value = self.expr(here.place, part)?;
                let kept = self.temporary(value.sort.clone(), part.span);
                out.push(Stmt::new(part.span, StmtKind::Assign(kept, value)));
                self.method.hoisted.insert(part.id, kept);
            }
        }
        Ok(())
    }

    pub(crate) fn temporary(&mut self, sort: Sort, span: Span) -> LocalId {
        self.fresh_local("<value>", sort, DataType::Plain, span)
    }

    /// A call of a method; gives the locals with its results.
    pub(crate) fn call_statement(
        &mut self,
        here: Here<'_>,
        e: &'a ast::Expr,
        call: &'a ast::Call,
        out: &mut Vec<Stmt>,
    ) -> Lowered<Vec<LocalId>> {
        let span = e.span;
        let Some(id) = self.tables.resolution.method_called(e) else {
            return unsupported(Code::U041, span, "this call");
        };
        if call.null_safe {
            return unsupported(Code::U047, span, "`?.`");
        }
        let mut parts: Vec<&ast::Expr> = Vec::new();
        let type_receiver = call.receiver.as_deref().is_some_and(|receiver| {
            matches!(
                self.tables.resolution.references.get(&receiver.id),
                Some(Reference::TypeName(_))
            )
        });
        if !type_receiver {
            parts.extend(call.receiver.as_deref());
        }
        parts.extend(call.args.iter());
        self.hoist_all(here, &parts, out)?;
        let receiver = self.receiver(here.place, call, id)?;
        let called = Called { id, call, receiver };
        self.method_called(here, e, called, out)
    }

    /// The receiver and the argument of an operator that a class declares: `right+` belongs to
    /// the class of its right operand.
    pub(crate) fn operands(
        &mut self,
        place: Place<'_>,
        method: &ast::Method,
        left: &'a ast::Expr,
        right: &'a ast::Expr,
    ) -> Lowered<[Expr; 2]> {
        let (left, right) = (self.expr(place, left)?, self.expr(place, right)?);
        Ok(if method.name.name.starts_with("right") {
            [right, left]
        } else {
            [left, right]
        })
    }

    /// An operator that a class declares as a method.
    fn operator_called(
        &mut self,
        here: Here<'_>,
        e: &'a ast::Expr,
        left: &'a ast::Expr,
        right: &'a ast::Expr,
        out: &mut Vec<Stmt>,
    ) -> Lowered<LocalId> {
        let span = e.span;
        let called = self.tables.resolution.method_called(e);
        let declared = called
            .filter(|id| !self.tables.is_static(*id))
            .and_then(|id| {
                let method = self.tables.methods.get(&id).copied();
                method.zip(self.tables.ids.methods.get(&id).copied())
            });
        let Some((method, index)) = declared else {
            return unsupported(Code::U037, span, "this operator declared in a class");
        };
        let ghosts = method.contract.clauses.iter().any(|clause| {
            matches!(
                clause.kind,
                ast::ClauseKind::Given(_) | ast::ClauseKind::Yields(_)
            )
        });
        let [param] = method.params.as_slice() else {
            return unsupported(Code::U037, span, "an operator of so many operands");
        };
        let ty = self
            .tables
            .resolution
            .type_of(method.return_type.id)
            .clone();
        if ghosts || ty == Type::Void {
            return unsupported(
                Code::U037,
                span,
                "an operator with ghost parameters or no value",
            );
        }
        let [receiver, argument] = self.operands(here.place, method, left, right)?;
        let argument = self.coerce(
            argument,
            &self
                .tables
                .declared_sort(param.id, &self.method.types, span)?,
        )?;
        let sort = self.sort(&ty, span)?;
        let result = self.temporary(sort, span);
        let name = self.output.core.methods[index].name.clone();
        out.push(Stmt::new(
            span,
            StmtKind::Call {
                method: index,
                args: vec![receiver, argument],
                results: vec![result],
                ghost: here.ghost,
                within_atomic: here.within_atomic(),
                blame: Blame::at(Reason::MethodPrecondition(name), span),
            },
        ));
        Ok(result)
    }

    fn method_called(
        &mut self,
        here: Here<'_>,
        e: &'a ast::Expr,
        called: Called<'a>,
        out: &mut Vec<Stmt>,
    ) -> Lowered<Vec<LocalId>> {
        let Called { id, call, receiver } = called;
        let span = e.span;
        let Some(method) = self.tables.methods.get(&id).copied() else {
            return unsupported(Code::U041, span, "this call");
        };
        let result = self.tables.resolution.type_of(e.id).clone();
        let (index, types) = self.method_instance(id, method, call, &result, span)?;
        let mut args: Vec<Expr> = receiver.into_iter().collect();
        for (param, arg) in method.params.iter().zip(&call.args) {
            let arg = self.expr(here.place, arg)?;
            let sort = self.tables.declared_sort(param.id, &types, span)?;
            args.push(self.coerce(arg, &sort)?);
        }
        let mut results = Vec::new();
        let is_constructor = matches!(
            method.kind,
            ast::MethodKind::ClassNameConstructor | ast::MethodKind::KeywordConstructor
        );
        if is_constructor {
            results.push(self.temporary(Sort::Ref, span));
        } else {
            let ty = self
                .tables
                .resolution
                .type_of(method.return_type.id)
                .clone();
            if ty != Type::Void {
                let sort = self.tables.sort(&ty, &types, span)?;
                results.push(self.temporary(sort, span));
            }
        }
        let given = self
            .tables
            .resolution
            .given
            .get(&e.id)
            .cloned()
            .unwrap_or_default();
        let yields = self
            .tables
            .resolution
            .yields
            .get(&e.id)
            .cloned()
            .unwrap_or_default();
        let mut yielded = HashMap::new();
        for clause in &method.contract.clauses {
            match clause.kind.parts() {
                ast::ClauseParts::Given(params) => {
                    for param in params {
                        let sort = self.tables.declared_sort(param.id, &types, span)?;
                        let entry = given.iter().find(|(callee, _)| *callee == param.id);
                        let Some(value) = entry.and_then(|(_, e)| ghost_expr(call, *e)) else {
                            return unsupported(
                                Code::U059,
                                span,
                                "a call without a ghost argument",
                            );
                        };
                        let value = self.expr(here.place, value)?;
                        args.push(self.coerce(value, &sort)?);
                    }
                }
                ast::ClauseParts::Yields(params) => {
                    for param in params {
                        let sort = self.tables.declared_sort(param.id, &types, span)?;
                        let local = self.temporary(sort, span);
                        results.push(local);
                        yielded.insert(param.id, local);
                    }
                }
                ast::ClauseParts::One(..)
                | ast::ClauseParts::Measures(_)
                | ast::ClauseParts::Other(..)
                | ast::ClauseParts::Directive(_) => {}
            }
        }
        let name = self.output.core.methods[index].name.clone();
        out.push(Stmt::new(
            span,
            StmtKind::Call {
                method: index,
                args,
                results: results.clone(),
                ghost: here.ghost,
                within_atomic: here.within_atomic(),
                blame: Blame::at(Reason::MethodPrecondition(name), span),
            },
        ));
        // As written, each target in its turn.
        for (target, callee) in &yields {
            let (Some(target), Some(local)) = (ghost_expr(call, *target), yielded.get(callee))
            else {
                return unsupported(Code::U059, span, "a call with this ghost result");
            };
            let local = *local;
            let place = self.expr(here.place, target)?;
            let value = self.local_expr(local, span);
            self.store(place, value, Finals::Kept, span, out)?;
        }
        Ok(results)
    }

    fn new_object(
        &mut self,
        here: Here<'_>,
        e: &'a ast::Expr,
        call: &'a ast::Call,
        out: &mut Vec<Stmt>,
    ) -> Lowered<LocalId> {
        match self.tables.resolution.references.get(&e.id) {
            Some(Reference::Method(id, _)) => {
                let id = *id;
                let parts: Vec<&ast::Expr> = call.args.iter().collect();
                self.hoist_all(here, &parts, out)?;
                let called = Called {
                    id,
                    call,
                    receiver: None,
                };
                let results = self.method_called(here, e, called, out)?;
                match results.first() {
                    Some(result) => Ok(*result),
                    None => unsupported(Code::U041, e.span, "this creation"),
                }
            }
            Some(Reference::DefaultConstructor(class)) => {
                let fields = self.tables.fields.of(*class);
                let name = self.tables.class_name(*class);
                let object = self.temporary(Sort::Ref, e.span);
                let class = *class;
                out.push(Stmt::new(e.span, StmtKind::NewObject(object, fields, name)));
                self.initialise(here, class, object, out)?;
                let value = self.local_expr(object, e.span);
                if let Some(token) = self.idle_token(class, value.clone(), e.span) {
                    out.push(Stmt::new(e.span, StmtKind::InhaleChecked(token)));
                }
                let (invariant, committed) =
                    self.lock_invariant(here.place, class, value, e.span)?;
                if !committed {
                    out.push(Stmt::new(
                        e.span,
                        StmtKind::Exhale(
                            invariant,
                            Blame::at(Reason::Lock(Lock::NewObject), e.span),
                        ),
                    ));
                }
                Ok(object)
            }
            _ => unsupported(Code::U041, e.span, "this creation"),
        }
    }

    fn new_array(
        &mut self,
        here: Here<'_>,
        e: &'a ast::Expr,
        sizes: &'a [Option<ast::Expr>],
        out: &mut Vec<Stmt>,
    ) -> Lowered<LocalId> {
        let parts: Vec<&ast::Expr> = sizes.iter().flatten().collect();
        self.hoist_all(here, &parts, out)?;
        let mut lengths = Vec::new();
        for part in &parts {
            lengths.push(self.expr(here.place, part)?);
        }
        let mut element = self.tables.resolution.type_of(e.id).clone();
        for _ in 0..lengths.len() {
            if let Type::Array(inner) = element {
                element = *inner;
            }
        }
        let sort = self.sort(&element, e.span)?;
        let array = self.temporary(Sort::Ref, e.span);
        out.push(Stmt::new(e.span, StmtKind::NewArray(array, lengths, sort)));
        Ok(array)
    }

    /// Assigns to a location that was lowered as an expression.
    #[allow(clippy::wildcard_enum_match_arm, reason = "the rest is refused")]
    pub(crate) fn store(
        &mut self,
        place: Expr,
        value: Expr,
        finals: Finals,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Lowered<()> {
        let value = self.coerce(value, &place.sort)?;
        let kind = match place.kind {
            ExprKind::Local(local) => StmtKind::Assign(local, value),
            ExprKind::Field(_, field)
                if finals == Finals::Kept
                    && self.tables.fields.field(field).is_final
                    && !self.tables.reading.semantics.finals_need_permission =>
            {
                return unsupported(
                    Code::U092,
                    span,
                    "a final field that is given its value here",
                );
            }
            ExprKind::Field(receiver, field) => StmtKind::StoreField(*receiver, field, value),
            ExprKind::Element(array, index) => StmtKind::StoreElement(*array, *index, value),
            _ => return unsupported(Code::U061, span, "an assignment to this"),
        };
        out.push(Stmt::new(span, kind));
        Ok(())
    }
}

fn is_literal(e: &ast::Expr) -> bool {
    matches!(
        e.kind,
        ast::ExprKind::Int(_) | ast::ExprKind::Bool(_) | ast::ExprKind::Null | ast::ExprKind::This
    )
}

/// Finds an expression among the ghost arguments of a call.
pub(crate) fn ghost_expr(call: &ast::Call, id: NodeId) -> Option<&ast::Expr> {
    #[allow(clippy::wildcard_enum_match_arm, reason = "the rest names none")]
    fn in_stmt(stmt: &ast::Stmt, id: NodeId) -> Option<&ast::Expr> {
        match &stmt.kind {
            ast::StmtKind::Assign { target, value, .. } => {
                [target, value].into_iter().find(|e| e.id == id)
            }
            ast::StmtKind::Block(block) => block.statements.iter().find_map(|s| in_stmt(s, id)),
            ast::StmtKind::Label(_, Some(inner)) | ast::StmtKind::Ghost(inner) => {
                in_stmt(inner, id)
            }
            _ => None,
        }
    }
    call.given
        .iter()
        .chain(&call.yields)
        .map(|ghost| &ghost.right)
        .find(|e| e.id == id)
        .or_else(|| {
            call.ghost_statements
                .iter()
                .find_map(|stmt| in_stmt(stmt, id))
        })
}
