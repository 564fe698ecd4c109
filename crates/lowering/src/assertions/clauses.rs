//! Clauses of a contract, in order.

use crate::context::environment::Place;
use crate::context::lowerer::Lowerer;
use crate::context::unsupported::{Lowered, unsupported};
use core_lang::{Assertion, AssertionKind, Expr};
use spec_lang::ast::{ClauseKind, Contract};
use text::code::Code;
use text::span::Span;

/// The parts of a contract.
pub(crate) struct Clauses {
    /// What is required.
    pub requires: Vec<Assertion>,
    /// What is ensured.
    pub ensures: Vec<Assertion>,
    /// What holds throughout.
    pub everywhere: Vec<Assertion>,
    /// Loop invariants.
    pub invariants: Vec<Assertion>,
    /// The measure, if a clause is there; empty for `decreases;`.
    pub decreases: Option<Vec<Expr>>,
    /// `decreases assume;`: that it ends is assumed.
    pub measure_assumed: bool,
}

impl<'a> Lowerer<'_, 'a> {
    /// Lowers the clauses; `given` and `yields` are declared by the caller.
    /// Postconditions are lowered with `\result` as the place has it.
    pub(crate) fn clauses(&mut self, place: Place<'_>, contract: &'a Contract) -> Lowered<Clauses> {
        let mut clauses = Clauses {
            requires: Vec::new(),
            ensures: Vec::new(),
            everywhere: Vec::new(),
            invariants: Vec::new(),
            decreases: None,
            measure_assumed: false,
        };
        for clause in &contract.clauses {
            match &clause.kind {
                ClauseKind::Requires(e) => {
                    let part = self.assertion(place, e)?;
                    clauses.requires.push(part);
                }
                ClauseKind::Ensures(e) => {
                    let part = self.assertion(place.shown(), e)?;
                    clauses.ensures.push(part);
                }
                ClauseKind::Context(e) => {
                    let part = self.assertion(place, e)?;
                    clauses.requires.push(part.clone());
                    clauses.ensures.push(part);
                }
                ClauseKind::ContextEverywhere(e) => {
                    let part = self.assertion(place, e)?;
                    clauses.requires.push(part.clone());
                    clauses.ensures.push(part.clone());
                    clauses.everywhere.push(part);
                }
                ClauseKind::LoopInvariant(e) => {
                    let part = self.assertion(place, e)?;
                    clauses.invariants.push(part);
                }
                ClauseKind::Decreases(measures)
                    if matches!(
                        measures.as_slice(),
                        [spec_lang::ast::Expr {
                            kind: spec_lang::ast::ExprKind::Name(name),
                            ..
                        }] if name.name == "assume"
                    ) =>
                {
                    self.trust("decreases assume", clause.span);
                    clauses.measure_assumed = true;
                }
                ClauseKind::Decreases(measures) => {
                    let measures = measures
                        .iter()
                        .map(|e| self.expr(place, e))
                        .collect::<Lowered<Vec<_>>>()?;
                    clauses.decreases = Some(measures);
                }
                ClauseKind::Given(_) | ClauseKind::Yields(_) | ClauseKind::Directive(_) => {}
                ClauseKind::LockInvariant(_) => {
                    return unsupported(Code::U050, clause.span, "lock invariants");
                }
                ClauseKind::KernelInvariant(_) => {
                    return unsupported(Code::U051, clause.span, "kernel invariants");
                }
                ClauseKind::Other(word, _) => {
                    return unsupported(
                        Code::U052,
                        clause.span,
                        format!("`{}` clauses", word.name),
                    );
                }
            }
        }
        Ok(clauses)
    }
}

/// All of them.
pub(crate) fn star(parts: Vec<Assertion>, span: Span) -> Assertion {
    let mut flat = Vec::new();
    for part in parts {
        if let AssertionKind::Star(inner) = part.kind {
            flat.extend(inner);
        } else {
            flat.push(part);
        }
    }
    Assertion::star(flat, span)
}

/// What is left of an assertion without its permissions (for `context_everywhere` in blocks).
pub(crate) fn pure_part(assertion: &Assertion) -> Option<Assertion> {
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
        AssertionKind::Ite(..)
        | AssertionKind::Permission(..)
        | AssertionKind::Forall { .. }
        | AssertionKind::Let(..) => None,
    }
}
