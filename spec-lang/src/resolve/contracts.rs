//! Clauses and directives.

use super::resolver::{Pure, Resolver, ResultType, This};
use super::scope::LocalKind;
use super::{Profile, Reference, Type};
use crate::ast::{Argument, Clause, ClauseKind, Contract, Directive, Expr, ExprKind};
use text::code::Code;
use text::diagnostics::Diagnostic;

/// What a contract belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// A method, function or constructor.
    Callable,
    /// A predicate.
    Predicate,
    /// A loop.
    Loop,
    /// A parallel block or a barrier.
    Block,
}

impl Place {
    /// Whether it is before or in a statement.
    fn is_statement(self) -> bool {
        matches!(self, Place::Loop | Place::Block)
    }

    /// Whether such a clause says something here.
    fn takes(self, clause: &ClauseKind) -> bool {
        match clause {
            ClauseKind::LoopInvariant(_) => self == Place::Loop,
            ClauseKind::Context(_)
            | ClauseKind::ContextEverywhere(_)
            | ClauseKind::Given(_)
            | ClauseKind::Yields(_) => matches!(self, Place::Callable | Place::Block),
            ClauseKind::Decreases(_) => matches!(self, Place::Callable | Place::Loop),
            ClauseKind::Requires(_)
            | ClauseKind::Ensures(_)
            | ClauseKind::LockInvariant(_)
            | ClauseKind::KernelInvariant(_)
            | ClauseKind::Other(..)
            | ClauseKind::Directive(_) => self != Place::Predicate,
        }
    }
}

impl Resolver<'_> {
    /// A contract; the directives before a method wait until its body is known.
    pub(super) fn contract(&mut self, contract: &Contract, place: Place) {
        for clause in &contract.clauses {
            self.clause(clause, place);
            // 1.4 passes over them.
            if !place.takes(&clause.kind) && self.profile == Profile::Sound {
                let what = match place {
                    Place::Callable => "a method or function",
                    Place::Predicate => "a predicate",
                    Place::Loop => "a loop",
                    Place::Block => "a parallel block or a barrier",
                };
                let message = format!("{what} takes no such clause, so it would say nothing");
                self.error(Code::N024, clause.span, message);
            }
        }
        let measures: Vec<&Clause> = contract
            .clauses
            .iter()
            .filter(|clause| matches!(clause.kind, ClauseKind::Decreases(_)))
            .collect();
        if let [first, second, ..] = measures.as_slice() {
            self.report(
                Diagnostic::error(
                    Code::N018,
                    second.span,
                    "there are several `decreases` clauses",
                )
                .with_label(first.span, "the first one")
                .with_help("a measure of several parts is one clause: `decreases a, b;`"),
            );
        }
    }

    /// Brings `given` and `yields` parameters into scope.
    pub(super) fn ghost_params(&mut self, contract: &Contract) {
        for clause in &contract.clauses {
            match &clause.kind {
                ClauseKind::Given(params) => self.params(params, LocalKind::Parameter),
                ClauseKind::Yields(params) => self.params(params, LocalKind::Yielded),
                _ => {}
            }
        }
    }

    fn clause(&mut self, clause: &Clause, place: Place) {
        match &clause.kind {
            ClauseKind::Requires(expr) | ClauseKind::Context(expr) => {
                self.precondition(expr, place);
            }
            ClauseKind::ContextEverywhere(expr) => self.precondition(expr, place),
            ClauseKind::Ensures(expr) => {
                let result = match place {
                    Place::Callable | Place::Predicate => self.postcondition(),
                    Place::Loop | Place::Block => ResultType::Outside,
                };
                self.formula(expr, |here| here.result = result);
            }
            ClauseKind::LoopInvariant(expr)
            | ClauseKind::LockInvariant(expr)
            | ClauseKind::KernelInvariant(expr) => self.formula(expr, |_| {}),
            ClauseKind::Decreases(measure) => {
                let before = place == Place::Callable;
                for expr in measure {
                    self.with_here(|here| here.before = before, |this| this.measure(expr));
                }
            }
            ClauseKind::Given(_) | ClauseKind::Yields(_) => {}
            ClauseKind::Other(keyword, exprs) => {
                // `signals` and the clauses of process algebra are refused elsewhere.
                let understood = matches!(keyword.name.as_str(), "modifies" | "accessible");
                for expr in exprs {
                    let known = self.diagnostics.len();
                    self.purely(Pure::Contract, |this| this.expr(expr));
                    if !understood {
                        self.diagnostics.truncate(known);
                    }
                }
            }
            ClauseKind::Directive(directive) => {
                if place.is_statement() {
                    self.directive(directive);
                }
            }
        }
    }

    /// What must hold before; in a constructor there is no object yet.
    fn precondition(&mut self, expr: &Expr, place: Place) {
        let early = place == Place::Callable && self.here.constructor;
        self.formula(expr, |here| {
            here.before = place == Place::Callable;
            if let (true, This::Is(ty)) = (early, &here.this) {
                here.this = This::NotYet(ty.clone());
            }
        });
    }

    fn formula(&mut self, expr: &Expr, change: impl FnOnce(&mut super::resolver::Here)) {
        self.with_here(change, |this| {
            this.purely(Pure::Contract, |this| this.expect_resource(expr))
        });
    }

    /// A part of a measure; `decreases assume;` grants termination.
    fn measure(&mut self, expr: &Expr) {
        if let ExprKind::Name(name) = &expr.kind
            && name.name == "assume"
            && self.scopes.find("assume").is_none()
        {
            self.refer(expr.id, Reference::Implicit("assume".into()));
            self.out.types.insert(expr.id, Type::Boolean);
            return;
        }
        self.purely(Pure::Contract, |this| this.expr(expr));
    }

    /// The directives before a method, which may mention any name in it.
    pub(super) fn directives_of(&mut self, contract: &Contract) {
        for clause in &contract.clauses {
            if let ClauseKind::Directive(directive) = &clause.kind {
                self.directive(directive);
            }
        }
    }

    /// A directive. Names it introduces nothing for are looked up in the whole method.
    pub(super) fn directive(&mut self, directive: &Directive) {
        for argument in &directive.arguments {
            self.with_here(
                |here| here.directive = true,
                |this| match argument {
                    Argument::Name(_) | Argument::Choice(_) => {}
                    Argument::Array(array) => {
                        this.purely(Pure::Formula, |this| this.expr(array));
                    }
                    Argument::Int(value) => {
                        this.purely(Pure::Formula, |this| this.expect_int(value));
                    }
                },
            );
        }
    }
}
