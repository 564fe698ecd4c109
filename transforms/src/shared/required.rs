//! What a method's precondition seems to say of a value.

use crate::framework::input::Input;
use crate::shared::loops::constant;
use crate::shared::names::is_stable;
use num_bigint::BigInt;
use spec_lang::ast::{BinaryOp, ClauseKind, Declaration, Expr, ExprKind, Method, NodeId, Visitor};

/// A number that the method's precondition seems to say a limit is, if that stays the same.
///
/// `method` is the method's declaration, `written` what the loop assigns. Whether it is so has to be shown:
/// a clause may be meant for another moment, or a name for something else.
pub(crate) fn equal_number(
    input: &Input<'_>,
    method: NodeId,
    limit: &Expr,
    written: &[NodeId],
) -> Option<BigInt> {
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
    if !is_stable(input.resolution, limit, written) {
        return None;
    }
    let mut find = Find {
        id: method,
        here: false,
        input,
        limit: input.slice(limit.span),
        found: None,
    };
    find.visit_program(input.program);
    find.found
}
