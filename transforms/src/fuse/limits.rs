//! What the old tool could not do, where the profile asks for it.

use super::Fuse;
use super::formula::canonical;
use super::row::Row;
use crate::framework::input::{Input, Refusal};
use crate::framework::transformation::Transformation;
use spec_lang::ast::{
    BinaryOp, ClauseKind, Declaration, DeclarationKind, Expr, ExprKind, Method, NodeId, Visitor,
};
use std::collections::BTreeSet;
use text::code::Code;

/// The old tool's limits, if the profile has them: equal ranges, written-out lengths.
pub(super) fn limits(input: &Input<'_>, row: &Row) -> Result<(), Refusal> {
    let limits = Fuse::ABOUT.limits(input.profile);
    let Some(first) = row.kernels.first() else {
        return Ok(());
    };
    let refuse = |span, message: String| {
        Err(Refusal::inapplicable(Code::A611, span, message)
            .with_note("a limit of `--profile vercors-1.4`"))
    };
    if limits.equal_ranges {
        for (index, kernel) in row.kernels.iter().enumerate().skip(1) {
            let own = kernel.block.iterators.iter();
            let different = own.zip(&first.block.iterators).find(|(own, first)| {
                canonical(&own.low) != canonical(&first.low)
                    || canonical(&own.high) != canonical(&first.high)
            });
            if let Some((iterator, _)) = different {
                let described = kernel.describe(index + 1);
                let message = format!("the range of {described} is not that of the first");
                return refuse(iterator.span, message);
            }
        }
    }
    if limits.literal_lengths {
        let known = literals(input, row.site.method_id);
        let mut before = arrays(&first.block.contract);
        for right in row.kernels.iter().skip(1) {
            let own = arrays(&right.block.contract);
            for array in before.intersection(&own) {
                if !known.contains(&format!("{array}.length")) {
                    let message =
                        format!("Could not find concrete value for the length of {array}");
                    return refuse(right.head(), message);
                }
            }
            before.extend(own);
            for iterator in &first.block.iterators {
                for end in [&iterator.low, &iterator.high] {
                    let text = canonical(end);
                    let literal = matches!(end.kind, ExprKind::Int(_)) || known.contains(&text);
                    if !literal {
                        // The old tool named the variable.
                        let variable = text.trim_end_matches(".length");
                        let message = format!(
                            "Could not find concrete value for {variable}; it bounds the range of the kernels"
                        );
                        return refuse(end.span, message);
                    }
                }
            }
        }
    }
    Ok(())
}

/// The arrays that a contract has permissions of.
fn arrays(contract: &spec_lang::ast::Contract) -> BTreeSet<String> {
    struct Find(BTreeSet<String>);
    impl Visitor for Find {
        fn visit_expr(&mut self, expr: &Expr) {
            if let ExprKind::Perm(location, _) = &expr.kind
                && let ExprKind::Index(array, _) = &location.kind
            {
                let mut array = &**array;
                while let ExprKind::Index(outer, _) = &array.kind {
                    array = outer;
                }
                self.0.insert(canonical(array));
            }
            self.walk_expr(expr);
        }
    }
    let mut find = Find(BTreeSet::new());
    find.visit_contract(contract);
    find.0
}

/// What the method's contract says to be equal to a number.
fn literals(input: &Input<'_>, method: NodeId) -> BTreeSet<String> {
    struct Find {
        method: NodeId,
        inside: bool,
        found: BTreeSet<String>,
    }
    impl Visitor for Find {
        fn visit_declaration(&mut self, declaration: &Declaration) {
            if matches!(declaration.kind, DeclarationKind::Method(_)) {
                self.inside = declaration.id == self.method;
            }
            self.walk_declaration(declaration);
        }
        fn visit_method(&mut self, method: &Method) {
            if !self.inside {
                return;
            }
            for clause in &method.contract.clauses {
                if let ClauseKind::Requires(expr)
                | ClauseKind::Context(expr)
                | ClauseKind::ContextEverywhere(expr) = &clause.kind
                {
                    for part in super::formula::conjuncts(expr) {
                        if let ExprKind::Binary(BinaryOp::Eq, left, right) = &part.kind {
                            match (&left.kind, &right.kind) {
                                (_, ExprKind::Int(_)) => self.found.insert(canonical(left)),
                                (ExprKind::Int(_), _) => self.found.insert(canonical(right)),
                                _ => false,
                            };
                        }
                    }
                }
            }
        }
    }
    let mut find = Find {
        method,
        inside: false,
        found: BTreeSet::new(),
    };
    find.visit_program(input.program);
    find.found
}
