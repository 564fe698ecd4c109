//! Operators that classes declare: calls that look like arithmetic.

use crate::framework::input::{Input, Refusal};
use spec_lang::ast::{Expr, ExprKind, Visitor};
use text::code::Code;
use text::span::Span;

/// What a step moves or does twice must be no call in disguise; `step` is the name of the
/// transformation.
///
/// # Errors
/// `A006` at the first use of a declared operator.
pub(crate) fn built_in(input: &Input<'_>, step: &str) -> Result<(), Refusal> {
    struct Find<'a>(&'a Input<'a>, Option<Span>);
    impl Visitor for Find<'_> {
        fn visit_expr(&mut self, expr: &Expr) {
            if let ExprKind::Binary(..) = &expr.kind
                && self.0.resolution.method_called(expr).is_some()
            {
                self.1.get_or_insert(expr.span);
            }
            self.walk_expr(expr);
        }
    }
    let mut find = Find(input, None);
    find.visit_program(input.program);
    let Some(span) = find.1 else {
        return Ok(());
    };
    let message = format!("`{step}` does not look into operators that a class declares");
    Err(Refusal::inapplicable(Code::A006, span, message)
        .with_help("call a method instead, or take the class out of the program"))
}
