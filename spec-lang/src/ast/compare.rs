//! Comparing trees regardless of places.

use super::{Expr, NodeId, Program, VisitorMut};
use text::span::Span;

/// A copy in which every identity and place is zero, so that `==` compares
/// what was said and not where.
pub fn without_places(program: &Program) -> Program {
    let mut copy = program.clone();
    Strip.visit_program(&mut copy);
    copy
}

impl Expr {
    /// A copy in which every identity and place is zero, so that `==` compares
    /// what was said and not where.
    pub fn without_places(&self) -> Expr {
        let mut copy = self.clone();
        Strip.visit_expr(&mut copy);
        copy
    }
}

struct Strip;

impl VisitorMut for Strip {
    fn visit_place(&mut self, id: &mut NodeId, span: &mut Span) {
        *id = NodeId(0);
        *span = Span::default();
    }
}
