//! Final fields are read without a permission, since they are not written once they have their
//! value. So a constructor gives each its value once, in its first statements, before
//! anything could have read it.

use crate::context::lowerer::Lowerer;
use crate::context::unsupported::{Lowered, unsupported};
use spec_lang::ast::{self, ExprKind, NodeId, StmtKind, Visitor};
use spec_lang::resolve::Reference;
use text::code::Code;
use text::span::Span;

/// How far a constructor's first statements have come.
#[derive(Clone)]
struct Start {
    /// The final fields that have their values.
    assigned: Vec<NodeId>,
    /// Whether something may have looked at the object.
    sealed: bool,
    /// Whether something may refer to it.
    passed_on: bool,
}

/// Whether `this` stands somewhere else than before the name of a field.
fn passes_this(within: impl FnOnce(&mut PassesThis)) -> bool {
    let mut find = PassesThis(false);
    within(&mut find);
    find.0
}

struct PassesThis(bool);

impl Visitor for PassesThis {
    fn visit_expr(&mut self, e: &ast::Expr) {
        // A function may give it back.
        self.0 |= matches!(e.kind, ExprKind::This | ExprKind::Call(_));
        if !matches!(&e.kind, ExprKind::Member(of, _) if matches!(of.kind, ExprKind::This)) {
            self.walk_expr(e);
        }
    }
}

impl<'a> Lowerer<'_, 'a> {
    /// Refuses a constructor that gives a final field its value in any other way.
    pub(crate) fn finals_first(&self, class: NodeId, block: &'a ast::Block) -> Lowered<()> {
        // Those that begin with a value have theirs.
        let initial = self.tables.fields.initial_values.get(&class);
        let initial = initial.map_or(&[][..], Vec::as_slice);
        let assigned = initial.iter().map(|(_, variable, _)| *variable).collect();
        let passed_on = initial
            .iter()
            .any(|(_, _, init)| passes_this(|find| find.visit_expr(init)));
        let mut start = Start {
            assigned,
            sealed: false,
            passed_on,
        };
        self.finals_in(&block.statements, &mut start)
    }

    #[allow(clippy::wildcard_enum_match_arm, reason = "the rest is one statement")]
    fn finals_in(&self, statements: &'a [ast::Stmt], start: &mut Start) -> Lowered<()> {
        for stmt in statements {
            start.passed_on |= passes_this(|find| find.visit_stmt(stmt));
            let plain = self.is_plain(stmt, start.passed_on);
            match &stmt.kind {
                StmtKind::Block(block) if plain && !start.sealed => {
                    self.finals_in(&block.statements, start)?;
                }
                StmtKind::If {
                    then_branch,
                    else_branch,
                    ..
                } if plain && !start.sealed => {
                    let mut other = start.clone();
                    self.finals_in(std::slice::from_ref(&**then_branch), start)?;
                    if let Some(branch) = else_branch {
                        self.finals_in(std::slice::from_ref(&**branch), &mut other)?;
                    }
                    // Both ways give the same fields their values.
                    let same = start.assigned.len() == other.assigned.len()
                        && start.assigned.iter().all(|id| other.assigned.contains(id));
                    if !same {
                        return self.late(stmt.span);
                    }
                }
                _ => {
                    if let Some(field) = self.assigns_final(stmt).filter(|_| plain) {
                        if start.sealed || start.assigned.contains(&field) {
                            return self.late(stmt.span);
                        }
                        start.assigned.push(field);
                    } else if let Some(span) = self.assigns_final_within(stmt) {
                        return self.late(span);
                    }
                }
            }
            start.sealed |= !plain;
        }
        Ok(())
    }

    fn late(&self, span: Span) -> Lowered<()> {
        unsupported(
            Code::U092,
            span,
            "a final field that is given its value other than once, in the first plain assignments of the constructor,",
        )
    }

    /// A declaration or an assignment without calls, or a choice between such: nothing that
    /// could look at the fields of `this`. What makes a new array is one, too, and what makes a
    /// new object, unless `this` has been passed on.
    #[allow(clippy::wildcard_enum_match_arm, reason = "the rest is not plain")]
    fn is_plain(&self, stmt: &ast::Stmt, passed_on: bool) -> bool {
        let value_is_plain =
            |value: &ast::Expr| !self.has_effects(value) || self.only_makes(value, passed_on);
        match &stmt.kind {
            StmtKind::Empty => true,
            StmtKind::Local { names, .. } => names
                .iter()
                .all(|name| name.init.as_ref().is_none_or(value_is_plain)),
            StmtKind::Assign { target, value, .. } => {
                !self.has_effects(target) && value_is_plain(value)
            }
            StmtKind::Block(block) => block
                .statements
                .iter()
                .all(|stmt| self.is_plain(stmt, passed_on)),
            StmtKind::If {
                condition,
                then_branch,
                else_branch,
            } => {
                !matches!(condition.kind, ExprKind::Any)
                    && !self.has_effects(condition)
                    && self.is_plain(then_branch, passed_on)
                    && else_branch
                        .as_deref()
                        .is_none_or(|branch| self.is_plain(branch, passed_on))
            }
            _ => false,
        }
    }

    /// A new array or object, of arguments without effects. A constructor sees only what it is
    /// given; so it cannot see `this` if nothing that it could reach refers to it.
    #[allow(clippy::wildcard_enum_match_arm, reason = "the rest does more")]
    fn only_makes(&self, value: &ast::Expr, passed_on: bool) -> bool {
        match &value.kind {
            ExprKind::NewArray(_, sizes) => {
                sizes.iter().flatten().all(|size| !self.has_effects(size))
            }
            ExprKind::New(call) => {
                !passed_on
                    && call.given.is_empty()
                    && call.yields.is_empty()
                    && call.ghost_statements.is_empty()
                    && call.args.iter().all(|arg| !self.has_effects(arg))
            }
            _ => false,
        }
    }

    fn final_field(&self, target: &ast::Expr) -> Option<NodeId> {
        match self.tables.resolution.references.get(&target.id) {
            Some(Reference::Field(id, _)) => {
                let field = self.tables.fields.ids.get(id)?;
                self.tables.fields.field(*field).is_final.then_some(*id)
            }
            _ => None,
        }
    }

    /// The final field of `this` that a plain assignment gives a value.
    #[allow(clippy::wildcard_enum_match_arm, reason = "the rest is not of `this`")]
    fn assigns_final(&self, stmt: &ast::Stmt) -> Option<NodeId> {
        let StmtKind::Assign { target, .. } = &stmt.kind else {
            return None;
        };
        let of_this = match &target.kind {
            ExprKind::Name(_) => true,
            ExprKind::Member(receiver, _) => matches!(receiver.kind, ExprKind::This),
            _ => false,
        };
        // A static field has its value before any object is made.
        self.final_field(target).filter(|_| of_this).filter(|id| {
            self.tables
                .fields
                .ids
                .get(id)
                .is_none_or(|field| !self.tables.fields.statics.contains(field))
        })
    }

    fn assigns_final_within(&self, stmt: &ast::Stmt) -> Option<Span> {
        struct Find<'l, 'a> {
            lowerer: &'l Lowerer<'l, 'a>,
            found: Option<Span>,
        }
        impl Visitor for Find<'_, '_> {
            fn visit_stmt(&mut self, stmt: &ast::Stmt) {
                if let StmtKind::Assign { target, .. } = &stmt.kind
                    && self.lowerer.final_field(target).is_some()
                {
                    self.found.get_or_insert(stmt.span);
                }
                self.walk_stmt(stmt);
            }
            fn visit_expr(&mut self, e: &ast::Expr) {
                if let ExprKind::Increment { target, .. } = &e.kind
                    && self.lowerer.final_field(target).is_some()
                {
                    self.found.get_or_insert(e.span);
                }
                self.walk_expr(e);
            }
        }
        let mut find = Find {
            lowerer: self,
            found: None,
        };
        find.visit_stmt(stmt);
        find.found
    }
}
