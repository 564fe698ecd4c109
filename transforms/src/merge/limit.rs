//! The number that a guard tests the variable against.

use super::check::Target;
use super::count::Test;
use crate::framework::input::Input;
use crate::shared::bounds::{Side, tested};
use crate::shared::loops::constant;
use crate::shared::names::is_stable;
use crate::shared::variable::LoopVariable;
use num_bigint::BigInt;
use spec_lang::ast::{BinaryOp, ClauseKind, Declaration, Expr, ExprKind, Method, NodeId, Visitor};

/// The test of the guard against a number, and what has to be shown if the guard has
/// another word for it.
pub(super) fn test(
    input: &Input<'_>,
    target: &Target,
    variable: &LoopVariable,
) -> Option<(Test, Option<String>)> {
    let number = |limit: &Expr| match constant(limit) {
        Some(number) => Some((number, None)),
        None => {
            let number = equal_number(input, target, limit)?;
            let given = format!("{} == {number}", input.slice(limit.span));
            Some((number, Some(given)))
        }
    };
    match (&target.parts.guard, &target.parts.iterator) {
        (Some(guard), _) => {
            if let Some(test) = Test::of(input.resolution, guard, variable.id) {
                return Some((test, None));
            }
            let (side, strict, limit) = tested(input.resolution, guard, variable.id)?;
            let (number, given) = number(limit)?;
            Some((Test::at(side, strict, number), given))
        }
        (None, Some(iterator)) => {
            let (number, given) = number(&iterator.high)?;
            Some((Test::at(Side::Upper, true, number), given))
        }
        (None, None) => None,
    }
}

/// A number that the method's precondition seems to say a limit is, if that stays the same.
fn equal_number(input: &Input<'_>, target: &Target, limit: &Expr) -> Option<BigInt> {
    struct Find<'a> {
        id: NodeId,
        here: bool,
        input: &'a Input<'a>,
        limit: &'a str,
        found: Option<BigInt>,
    }
    impl Find<'_> {
        fn look(&mut self, formula: &Expr) {
            let ExprKind::Binary(op, left, right) = &formula.kind else {
                return;
            };
            match op {
                BinaryOp::And | BinaryOp::Star => {
                    self.look(left);
                    self.look(right);
                }
                BinaryOp::Eq => {
                    for (word, number) in [(left, right), (right, left)] {
                        if self.found.is_none() && self.input.slice(word.span) == self.limit {
                            self.found = constant(number);
                        }
                    }
                }
                _ => {}
            }
        }
    }
    impl Visitor for Find<'_> {
        fn visit_declaration(&mut self, declaration: &Declaration) {
            let outer = std::mem::replace(&mut self.here, declaration.id == self.id);
            self.walk_declaration(declaration);
            self.here = outer;
        }
        fn visit_method(&mut self, method: &Method) {
            if !self.here {
                return;
            }
            for clause in &method.contract.clauses {
                if let ClauseKind::Requires(formula)
                | ClauseKind::Context(formula)
                | ClauseKind::ContextEverywhere(formula) = &clause.kind
                {
                    self.look(formula);
                }
            }
        }
    }
    let written = target.parts.changing(input.resolution);
    if !is_stable(input.resolution, limit, &written) {
        return None;
    }
    let mut find = Find {
        id: target.site.method_id,
        here: false,
        input,
        limit: input.slice(limit.span),
        found: None,
    };
    find.visit_program(input.program);
    find.found
}
