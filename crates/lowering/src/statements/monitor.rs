//! Locks, threads and their tokens; predicates that are folded and unfolded.

use crate::context::build::broken;
use crate::context::environment::{Here, Names, Place};
use crate::context::lowerer::Lowerer;
use crate::context::unsupported::{Lowered, unsupported};
use core_lang::blame::{Lock, Thread};
use core_lang::{
    Amount, Assertion, AssertionKind, Blame, Builtin, DataType, Expr, ExprKind, LocalId, Location,
    Reason, Rule, Stmt, StmtKind,
};
use logic::Sort;
use num_rational::BigRational;
use num_traits::One;
use spec_lang::ast::{self, MethodKind, NodeId, SpecKind, Visitor};
use spec_lang::resolve::{Reference, Type};
use text::code::Code;
use text::span::Span;

impl<'a> Lowerer<'_, 'a> {
    /// A permission to a token of an object.
    pub(crate) fn token_permission(
        &mut self,
        name: &'static str,
        object: Expr,
        amount: Amount,
        span: Span,
    ) -> Assertion {
        let token = self.output.token(name);
        Assertion::new(
            span,
            AssertionKind::Permission(Location::Predicate(token, vec![object]), amount),
        )
    }

    /// `lock`, `unlock`, `wait`, `notify`, `commit`.
    #[allow(clippy::wildcard_enum_match_arm, reason = "the rest is refused")]
    pub(crate) fn lock_statement(
        &mut self,
        here: Here<'_>,
        kind: SpecKind,
        e: &'a ast::Expr,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Lowered<()> {
        let object = self.kept_value(here, e, out)?;
        if here.within_atomic() && matches!(kind, SpecKind::Lock | SpecKind::Wait) {
            out.push(broken(Rule::BlockingInAtomic, span));
        }
        let Type::Class(class, _) = self.tables.resolution.type_of(e.id).clone() else {
            return unsupported(Code::U075, span, "a lock of this");
        };
        let (invariant, committed) =
            self.lock_invariant(here.place, class, object.clone(), span)?;
        let blame = |lock: Lock| Blame::at(Reason::Lock(lock), span);
        let one = || Amount::Exact(crate::context::build::real(BigRational::one(), span));
        let held = self.token_permission("held", object.clone(), one(), span);
        match kind {
            SpecKind::Lock => {
                if committed {
                    let token =
                        self.token_permission("committed", object.clone(), Amount::Wildcard, span);
                    out.push(Stmt::new(
                        span,
                        StmtKind::Assert(token, blame(Lock::Committed)),
                    ));
                }
                out.push(Stmt::new(span, StmtKind::Acquire(object, held)));
                out.push(Stmt::new(span, StmtKind::InhaleChecked(invariant)));
            }
            SpecKind::Unlock => {
                out.push(Stmt::new(span, StmtKind::Exhale(held, blame(Lock::Held))));
                out.push(Stmt::new(
                    span,
                    StmtKind::Exhale(invariant, blame(Lock::Unlock)),
                ));
            }
            SpecKind::Wait => {
                out.push(Stmt::new(span, StmtKind::Assert(held, blame(Lock::Held))));
                out.push(Stmt::new(
                    span,
                    StmtKind::Exhale(invariant.clone(), blame(Lock::Wait)),
                ));
                out.push(Stmt::new(span, StmtKind::InhaleChecked(invariant)));
            }
            SpecKind::Notify => {
                // Under vercors-1.4 nothing is asked.
                if !self.tables.reading.notify_needs_nothing {
                    out.push(Stmt::new(span, StmtKind::Assert(held, blame(Lock::Held))));
                } else {
                    out.push(not_null(&object, span));
                }
            }
            SpecKind::Commit => {
                out.push(not_null(&object, span));
                out.push(Stmt::new(
                    span,
                    StmtKind::Exhale(invariant, blame(Lock::Commit)),
                ));
                let token = self.token_permission("committed", object, Amount::Wildcard, span);
                out.push(Stmt::new(span, StmtKind::InhaleChecked(token)));
            }
            _ => return unsupported(Code::U075, span, "this"),
        }
        Ok(())
    }

    /// A value that is used several times while the heap changes.
    fn kept_value(
        &mut self,
        here: Here<'_>,
        e: &'a ast::Expr,
        out: &mut Vec<Stmt>,
    ) -> Lowered<Expr> {
        let value = self.value(here, e, out)?;
        if matches!(value.kind, ExprKind::Local(_)) {
            return Ok(value);
        }
        let kept = self.fresh_local("<object>", value.sort.clone(), DataType::Plain, e.span);
        out.push(Stmt::new(e.span, StmtKind::Assign(kept, value)));
        Ok(self.local_expr(kept, e.span))
    }

    /// The lock invariant of a class for an object, and whether it must be committed (2.x)
    /// or is established by the constructor (1.4).
    pub(crate) fn lock_invariant(
        &mut self,
        place: Place<'_>,
        class: NodeId,
        object: Expr,
        span: Span,
    ) -> Lowered<(Assertion, bool)> {
        let Some(declared) = self.tables.classes.get(&class).copied() else {
            return unsupported(Code::U075, span, "a lock of this");
        };
        let written = own_lock_invariant(declared);
        let some = written.is_some() || !declared.lock_invariants.is_empty();
        if some && !declared.type_params.is_empty() {
            return unsupported(Code::U053, span, "classes with type parameters");
        }
        let this = self.fresh_local("this", Sort::Ref, DataType::Plain, span);
        let place = Place {
            this: Some(this),
            ..place
        };
        let mut parts = Vec::new();
        let mut failed = None;
        for e in declared.lock_invariants.iter().chain(written) {
            match self.assertion(place, e) {
                Ok(part) => parts.push(part),
                Err(diagnostic) => failed = Some(diagnostic),
            }
        }
        if let Some(diagnostic) = failed {
            return Err(diagnostic);
        }
        let invariant = crate::assertions::clauses::star(parts, span);
        Ok((
            Assertion::new(span, AssertionKind::Let(this, object, Box::new(invariant))),
            !declared.lock_invariants.is_empty(),
        ))
    }

    /// Before its lock invariant is established, an object may not be given to others.
    pub(crate) fn constructor_start(
        &self,
        class: NodeId,
        block: &'a ast::Block,
        out: &mut Vec<Stmt>,
    ) {
        let Some(declared) = self.tables.classes.get(&class) else {
            return;
        };
        // Under 2.x `commit` comes before; what follows it may lock.
        let commits = !declared.lock_invariants.is_empty();
        if own_lock_invariant(declared).is_some()
            && !commits
            && let Some(place) = leaks_this(declared, block, self.tables.resolution)
        {
            out.push(broken(Rule::EarlyThis, place));
        }
    }

    /// What the end of a constructor establishes beside its postcondition: the lock
    /// invariant of 1.4, after which other threads may have the object.
    pub(crate) fn constructor_end(
        &mut self,
        here: Here<'_>,
        class: NodeId,
        this: LocalId,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Lowered<()> {
        let Some(declared) = self.tables.classes.get(&class).copied() else {
            return Ok(());
        };
        if own_lock_invariant(declared).is_none() {
            return Ok(());
        }
        let object = self.local_expr(this, span);
        let (invariant, _) = self.lock_invariant(here.place, class, object, span)?;
        out.push(Stmt::new(
            span,
            StmtKind::Exhale(
                invariant,
                Blame::own_place(Reason::Lock(Lock::ConstructorEnd)),
            ),
        ));
        Ok(())
    }

    /// The `run` of a class: its index among the methods, and whether its tokens are
    /// implicit (`void run()` of 1.4).
    #[allow(clippy::wildcard_enum_match_arm, reason = "the rest does not run")]
    pub(crate) fn run_of(&self, class: NodeId) -> Option<(NodeId, bool)> {
        let declared = self.tables.classes.get(&class)?;
        declared
            .members
            .iter()
            .find_map(|member| match &member.kind {
                ast::DeclarationKind::Method(method) if method.kind == MethodKind::RunBlock => {
                    Some((member.id, false))
                }
                ast::DeclarationKind::Method(method)
                    if method.name.name == "run"
                        && method.params.is_empty()
                        && method.kind == MethodKind::Method
                        && !method.is_pure()
                        && *self.tables.resolution.type_of(method.return_type.id) == Type::Void =>
                {
                    Some((member.id, true))
                }
                _ => None,
            })
    }

    /// `fork`, or else `join`.
    pub(crate) fn thread_statement(
        &mut self,
        here: Here<'_>,
        forks: bool,
        e: &'a ast::Expr,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Lowered<()> {
        let object = self.kept_value(here, e, out)?;
        let Type::Class(class, _) = self.tables.resolution.type_of(e.id).clone() else {
            return unsupported(Code::U076, span, "`fork` and `join` of this");
        };
        let Some((run, _)) = self.run_of(class) else {
            return unsupported(
                Code::U076,
                span,
                "`fork` and `join` of an object without `run`",
            );
        };
        let Some(&method) = self.tables.ids.methods.get(&run) else {
            return unsupported(Code::U076, span, "`fork` and `join` of this");
        };
        // Nobody says which values it would be given.
        let given = self
            .tables
            .methods
            .get(&run)
            .is_some_and(|run| crate::declarations::function::given(run).next().is_some());
        if given {
            return unsupported(
                Code::U076,
                span,
                "`fork` and `join` of a `run` with `given`",
            );
        }
        if !forks && here.within_atomic() {
            out.push(broken(Rule::BlockingInAtomic, span));
        }
        let one = || Amount::Exact(crate::context::build::real(BigRational::one(), span));
        let idle = self.token_permission("idle", object.clone(), one(), span);
        let running = self.token_permission("running", object.clone(), one(), span);
        let blame = |thread: Thread| Blame::at(Reason::Thread(thread), span);
        if forks {
            out.push(Stmt::new(span, StmtKind::Exhale(idle, blame(Thread::Idle))));
            out.push(Stmt::new(
                span,
                StmtKind::Fork(method, object, blame(Thread::Precondition)),
            ));
            out.push(Stmt::new(span, StmtKind::InhaleChecked(running)));
        } else {
            out.push(Stmt::new(
                span,
                StmtKind::Exhale(running, blame(Thread::Running)),
            ));
            out.push(Stmt::new(span, StmtKind::Join(method, object)));
            out.push(Stmt::new(span, StmtKind::InhaleChecked(idle)));
        }
        Ok(())
    }

    /// The token that a new object of a class with `run` comes with.
    pub(crate) fn idle_token(
        &mut self,
        class: NodeId,
        object: Expr,
        span: Span,
    ) -> Option<Assertion> {
        self.run_of(class)?;
        let one = Amount::Exact(crate::context::build::real(BigRational::one(), span));
        Some(self.token_permission("idle", object, one, span))
    }

    /// `fold`, or else `unfold`: the instance, its permission, and the body for that amount.
    pub(crate) fn fold_statement(
        &mut self,
        here: Here<'_>,
        folds: bool,
        e: &'a ast::Expr,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Lowered<()> {
        if self.is_inline_instance(e) {
            // Nothing is exchanged: the body is held before and after.
            let held = self.inline_instance(here.place, e)?;
            let reason = if folds {
                Reason::FoldedBody
            } else {
                Reason::UnfoldedInstance
            };
            out.push(Stmt::new(
                span,
                StmtKind::Assert(held, Blame::at(reason, span)),
            ));
            return Ok(());
        }
        let (location, amount) = self.predicate_instance(here.place, e)?;
        let body = self.instance_body(e, &location, amount.clone())?;
        out.push(Stmt::new(
            span,
            if folds {
                StmtKind::Fold(location, amount, body)
            } else {
                StmtKind::Unfold(location, amount, body)
            },
        ));
        Ok(())
    }

    /// The body of a predicate instance, for a permission to it.
    pub(crate) fn instance_body(
        &mut self,
        e: &'a ast::Expr,
        location: &Location,
        amount: Amount,
    ) -> Lowered<Assertion> {
        let Location::Predicate(predicate, args) = location else {
            return unsupported(Code::U046, e.span, "this as a predicate instance");
        };
        let Some((id, declared)) = self
            .tables
            .ids
            .predicates
            .iter()
            .find(|(_, number)| *number == predicate)
            .and_then(|(id, _)| {
                self.tables
                    .predicates
                    .get(id)
                    .map(|declared| (*id, *declared))
            })
        else {
            return unsupported(Code::U046, e.span, "this predicate");
        };
        let Some(body) = &declared.body else {
            return unsupported(Code::U046, e.span, "an abstract predicate");
        };
        let params = self.output.core.predicate(*predicate).params.clone();
        let args = args.clone();
        let body = self.predicate_body(id, declared, &params, body)?;
        let mut body = self.scaled(amount, body)?;
        for (param, arg) in params.into_iter().zip(args).rev() {
            body = Assertion::new(e.span, AssertionKind::Let(param, arg, Box::new(body)));
        }
        Ok(body)
    }

    /// The body over the predicate's own parameters.
    pub(crate) fn predicate_body(
        &mut self,
        id: NodeId,
        declared: &'a ast::Predicate,
        params: &[LocalId],
        body: &'a ast::Expr,
    ) -> Lowered<Assertion> {
        let this = params.first().copied();
        let this = this.filter(|_| self.tables.has_receiver(id));
        let own = &params[usize::from(this.is_some())..];
        let own = declared.params.iter().zip(own);
        let names = Names {
            own: own.map(|(param, local)| (param.id, *local)).collect(),
            outer: None,
        };
        let place = Place {
            names: Some(&names),
            ..Place::new(this, None)
        };
        self.assertion(place, body)
    }

    /// `held(e)` and the other tokens in an assertion.
    #[allow(clippy::wildcard_enum_match_arm, reason = "the rest is refused")]
    pub(crate) fn token_assertion(
        &mut self,
        place: Place<'_>,
        e: &'a ast::Expr,
    ) -> Lowered<Assertion> {
        let (name, object) = match &e.kind {
            ast::ExprKind::Held(object) => ("held", object),
            ast::ExprKind::Idle(object) => ("idle", object),
            ast::ExprKind::Running(object) => ("running", object),
            ast::ExprKind::Committed(object) => ("committed", object),
            _ => return unsupported(Code::U031, e.span, "this token"),
        };
        let object = self.expr(place, object)?;
        let amount = if name == "committed" {
            Amount::Wildcard
        } else {
            Amount::Exact(crate::context::build::real(BigRational::one(), e.span))
        };
        Ok(self.token_permission(name, object, amount, e.span))
    }
}

/// That an object is there whose lock is meant.
fn not_null(object: &Expr, span: Span) -> Stmt {
    let null = Expr::new(Sort::Ref, span, ExprKind::Null);
    let there = Expr::test(Builtin::Eq, vec![object.clone(), null], span).negated();
    let blame = Blame::at(Reason::Lock(Lock::There), span);
    Stmt::new(span, StmtKind::Assert(Assertion::pure_(there), blame))
}

/// `resource lock_invariant() = e;` of 1.4.
fn own_lock_invariant(class: &ast::Class) -> Option<&ast::Expr> {
    class.members.iter().find_map(|member| {
        let ast::DeclarationKind::Predicate(predicate) = &member.kind else {
            return None;
        };
        let named = predicate.name.name == "lock_invariant" && predicate.params.is_empty();
        predicate.body.as_ref().filter(|_| named)
    })
}

/// Where a constructor or an initial value does something with `this` other than using its fields.
fn leaks_this(
    class: &ast::Class,
    block: &ast::Block,
    resolution: &spec_lang::resolve::Resolution,
) -> Option<Span> {
    struct Find<'a> {
        resolution: &'a spec_lang::resolve::Resolution,
        place: Option<Span>,
    }
    impl Visitor for Find<'_> {
        fn visit_stmt(&mut self, stmt: &ast::Stmt) {
            if let ast::StmtKind::Spec(
                SpecKind::Lock
                | SpecKind::Unlock
                | SpecKind::Wait
                | SpecKind::Notify
                | SpecKind::Fork
                | SpecKind::Join,
                e,
            ) = &stmt.kind
                && matches!(e.kind, ast::ExprKind::This)
            {
                self.place.get_or_insert(stmt.span);
            }
            // What is only said, not done, passes nothing on.
            if let ast::StmtKind::Spec(SpecKind::Assert | SpecKind::Assume, _) = &stmt.kind {
                return;
            }
            self.walk_stmt(stmt);
        }
        fn visit_contract(&mut self, _: &ast::Contract) {}
        fn visit_expr(&mut self, e: &ast::Expr) {
            let of_this = |inner: &ast::Expr| matches!(inner.kind, ast::ExprKind::This);
            if matches!(&e.kind, ast::ExprKind::Member(inner, _) if of_this(inner)) {
                return;
            }
            let calls = matches!(e.kind, ast::ExprKind::Call(_))
                && matches!(
                    self.resolution.references.get(&e.id),
                    Some(Reference::Method(_, true))
                );
            if of_this(e) || calls {
                self.place.get_or_insert(e.span);
            }
            self.walk_expr(e);
        }
    }
    let mut find = Find {
        resolution,
        place: None,
    };
    for member in &class.members {
        if let ast::DeclarationKind::Field(field) = &member.kind {
            let values = field.names.iter().filter_map(|name| name.init.as_ref());
            values.for_each(|value| find.visit_expr(value));
        }
    }
    find.visit_block(block);
    find.place
}
