//! The nodes of the tree: their identities, and how high the tree is below them.

use super::combine::Rule;
use super::input::{Input, PResult};
use super::problem::{Problem, failure};
use crate::ast::*;
use text::span::Span;

/// How deep a tree may become, where `a + b + c + …` counts one level an operator.
pub const MAX_HEIGHT: u16 = 2500;

/// The result of what consumes nothing.
pub(crate) type Made<T> = Result<T, nom::Err<Problem>>;

/// What a node is, and the node that it becomes with an identity and a place.
pub(crate) trait Kind {
    /// The node.
    type Node;
    /// The node of this kind.
    fn node(self, id: NodeId, span: Span) -> Self::Node;
    /// Shows the parts of a node to a visitor.
    fn parts(node: &Self::Node, visitor: &mut Highest<'_, '_>);
}

macro_rules! kind {
    ($kind:ident of $node:ident, $walk:ident) => {
        impl Kind for $kind {
            type Node = $node;
            fn node(self, id: NodeId, span: Span) -> $node {
                let kind = self;
                $node { id, span, kind }
            }
            fn parts(node: &$node, visitor: &mut Highest<'_, '_>) {
                visitor.$walk(node);
            }
        }
    };
}

kind!(ExprKind of Expr, walk_expr);
kind!(StmtKind of Stmt, walk_stmt);
kind!(TypeKind of TypeExpr, walk_type);
kind!(DeclarationKind of Declaration, walk_declaration);

/// The greatest height among the parts of a node, without descending into them.
pub(crate) struct Highest<'c, 'a> {
    input: &'c Input<'a>,
    height: u16,
}

impl Highest<'_, '_> {
    fn note(&mut self, id: NodeId) {
        self.height = self.height.max(self.input.height(id));
    }
}

impl Visitor for Highest<'_, '_> {
    fn visit_expr(&mut self, expr: &Expr) {
        self.note(expr.id);
    }
    fn visit_stmt(&mut self, stmt: &Stmt) {
        self.note(stmt.id);
    }
    fn visit_type(&mut self, ty: &TypeExpr) {
        self.note(ty.id);
    }
    fn visit_declaration(&mut self, declaration: &Declaration) {
        self.note(declaration.id);
    }
}

impl<'a> Input<'a> {
    /// A new identity.
    pub(super) fn id(self) -> NodeId {
        let id = self.context.next_id.get();
        self.context.next_id.set(id.saturating_add(1));
        NodeId(id)
    }

    /// Where the height of a node is filed.
    fn place(self, id: NodeId) -> usize {
        id.0.saturating_sub(self.context.first_id) as usize
    }

    fn height(self, id: NodeId) -> u16 {
        let heights = self.context.heights.borrow();
        heights.get(self.place(id)).copied().unwrap_or(0)
    }

    /// A node of this kind; fails if the tree becomes too deep.
    pub(super) fn node<K: Kind>(self, span: Span, kind: K) -> Made<K::Node> {
        let id = self.id();
        let node = kind.node(id, span);
        let mut parts = Highest {
            input: &self,
            height: 0,
        };
        K::parts(&node, &mut parts);
        let height = parts.height + 1;
        if height > MAX_HEIGHT {
            return Err(failure(Problem::too_deep(span)));
        }
        let (at, mut heights) = (self.place(id), self.context.heights.borrow_mut());
        if heights.len() <= at {
            heights.resize(at + 1, 0);
        }
        if let Some(place) = heights.get_mut(at) {
            *place = height;
        }
        Ok(node)
    }

    /// A node from `start` to the token read last, behind which reading goes on.
    pub(super) fn make<K: Kind>(self, start: Span, kind: K) -> PResult<'a, K::Node> {
        Ok((self, self.node(self.since(start), kind)?))
    }
}

/// A new identity.
pub(crate) fn id<'a>(input: Input<'a>) -> PResult<'a, NodeId> {
    Ok((input, input.id()))
}

/// The node of the kind that a rule reads.
pub(crate) fn node<'a, K: Kind>(mut rule: impl Rule<'a, K>) -> impl Rule<'a, K::Node> {
    move |input: Input<'a>| {
        let (rest, kind) = rule.parse(input)?;
        rest.make(input.span(), kind)
    }
}
