//! Bodies of blocks without braces, which the grammar allows: `par (int t = 0 .. n) a[t] = t;`.

use crate::framework::input::{Input, Refusal};
use spec_lang::ast::{Block, Stmt, Visitor};
use text::code::Code;
use text::span::Span;

/// Whether a statement is the body, without braces, of a `par`, `atomic` or `invariant`.
pub(crate) fn is_bare_body(input: &Input<'_>, stmt: &Stmt) -> bool {
    struct Find<'a>(&'a Stmt, bool);
    impl Visitor for Find<'_> {
        fn visit_block(&mut self, block: &Block) {
            self.1 |= bare(block).is_some_and(|only| only.id == self.0.id);
            self.walk_block(block);
        }
    }
    let mut find = Find(stmt, false);
    find.visit_program(input.program);
    find.1
}

/// The one statement of a body without braces.
pub(crate) fn bare(block: &Block) -> Option<&Stmt> {
    match block.statements.as_slice() {
        [only] if only.span == block.span => Some(only),
        _ => None,
    }
}

/// Rewrites of kernels write within the braces of a body, so there must be some; `step` is the
/// name of the transformation.
///
/// # Errors
/// `A005` at the first body of a `par`, `atomic` or `invariant` that has none.
pub(crate) fn required(input: &Input<'_>, step: &str) -> Result<(), Refusal> {
    struct Find<'a> {
        input: &'a Input<'a>,
        found: Option<Span>,
    }
    impl Visitor for Find<'_> {
        fn visit_block(&mut self, block: &Block) {
            let text = self.input.slice(block.span);
            if self.found.is_none() && !text.starts_with('{') {
                self.found = Some(block.span);
            }
            self.walk_block(block);
        }
    }
    let mut find = Find { input, found: None };
    find.visit_program(input.program);
    let Some(span) = find.found else {
        return Ok(());
    };
    let message = format!("`{step}` needs braces around this body");
    Err(Refusal::inapplicable(Code::A005, span, message).with_help("write it as `{ … }`"))
}
