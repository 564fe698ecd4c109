//! Which names are in sight at a place.

use crate::nodes::Place;
use spec_lang::ast::{
    Binder, Block, Declaration, DeclarationKind, Expr, ExprKind, Ident, Iterator, MethodKind,
    NodeId, ParBlock, Param, Program, Stmt, StmtKind, Variable, Visitor,
};
use text::span::Span;

/// A name in sight.
#[derive(Clone, Debug)]
pub(crate) struct Visible {
    /// The name.
    pub name: String,
    /// Its declaration.
    pub id: NodeId,
    /// How far it reaches: the smaller, the nearer.
    reach: u32,
}

/// The names in sight at a place, the nearest of each name, by name.
pub(crate) fn visible(program: &Program, at: Place) -> Vec<Visible> {
    let mut scopes = Scopes {
        at,
        around: Vec::new(),
        found: Vec::new(),
    };
    scopes.visit_program(program);
    let mut found = scopes.found;
    found.sort_by(|a, b| (&a.name, a.reach, a.id).cmp(&(&b.name, b.reach, b.id)));
    found.dedup_by(|later, first| later.name == first.name);
    found
}

struct Scopes {
    at: Place,
    /// The scopes around what is being looked at, outermost first; none is the whole program.
    around: Vec<Span>,
    found: Vec<Visible>,
}

impl Scopes {
    /// Looks at what has a scope of its own.
    fn within(&mut self, span: Span, act: impl FnOnce(&mut Self)) {
        self.around.push(span);
        act(self);
        self.around.pop();
    }

    /// Files a name that is in sight in the whole scope around it.
    fn add(&mut self, name: &Ident, id: NodeId) {
        let around = self.around.last();
        if name.name.is_empty() || around.is_some_and(|span| !self.at.is_in(*span)) {
            return;
        }
        self.found.push(Visible {
            name: name.name.clone(),
            id,
            reach: around.map_or(u32::MAX, |span| span.end.saturating_sub(span.start)),
        });
    }

    /// Files a name that is in sight only behind its declaration.
    fn add_behind(&mut self, name: &Ident, id: NodeId) {
        if (name.span.end as usize) < self.at.offset {
            self.add(name, id);
        }
    }
}

impl Visitor for Scopes {
    fn visit_declaration(&mut self, declaration: &Declaration) {
        let id = declaration.id;
        match &declaration.kind {
            DeclarationKind::Class(class) => self.add(&class.name, id),
            DeclarationKind::Method(method) if method.kind == MethodKind::Method => {
                self.add(&method.name, id);
            }
            DeclarationKind::Predicate(predicate) => self.add(&predicate.name, id),
            DeclarationKind::Enum(declared) => self.add(&declared.name, id),
            DeclarationKind::Adt(adt) => self.add(&adt.name, id),
            DeclarationKind::Field(field) => {
                for name in &field.names {
                    self.add(&name.name, name.id);
                }
                return;
            }
            DeclarationKind::Method(_)
            | DeclarationKind::Axiom(_)
            | DeclarationKind::Model(_)
            | DeclarationKind::Unsupported { .. } => {}
        }
        self.within(declaration.span, |scopes| {
            scopes.walk_declaration(declaration)
        });
    }

    fn visit_param(&mut self, param: &Param) {
        self.add(&param.name, param.id);
    }

    fn visit_block(&mut self, block: &Block) {
        self.within(block.span, |scopes| scopes.walk_block(block));
    }

    fn visit_par_block(&mut self, block: &ParBlock) {
        if let Some(name) = &block.name {
            self.add(name, block.id);
        }
        self.within(block.span, |scopes| scopes.walk_par_block(block));
    }

    fn visit_stmt(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Invariant {
                name: Some(name), ..
            }
            | StmtKind::Label(name, _) => self.add(name, stmt.id),
            _ => {}
        }
        match &stmt.kind {
            StmtKind::For { .. } | StmtKind::RangedFor { .. } | StmtKind::Vector { .. } => {
                self.within(stmt.span, |scopes| scopes.walk_stmt(stmt));
            }
            _ => self.walk_stmt(stmt),
        }
    }

    fn visit_variable(&mut self, variable: &Variable) {
        self.add_behind(&variable.name, variable.id);
        if let Some(init) = &variable.init {
            self.visit_expr(init);
        }
    }

    fn visit_iterator(&mut self, iterator: &Iterator) {
        self.add(&iterator.name, iterator.id);
        self.visit_expr(&iterator.low);
        self.visit_expr(&iterator.high);
    }

    fn visit_binder(&mut self, binder: &Binder) {
        self.add(&binder.name, binder.id);
        binder.exprs().for_each(|expr| self.visit_expr(expr));
    }

    fn visit_expr(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Quantifier { .. }
            | ExprKind::Let { .. }
            | ExprKind::ForPerm(..)
            | ExprKind::Comprehension { .. } => {
                self.within(expr.span, |scopes| scopes.walk_expr(expr));
            }
            _ => self.walk_expr(expr),
        }
    }
}

/// Whether a place is within a body, where statements stand.
pub(crate) fn in_body(program: &Program, at: Place) -> bool {
    struct Bodies(Place, bool);
    impl Visitor for Bodies {
        fn visit_block(&mut self, block: &Block) {
            self.1 |= self.0.is_in(block.span) && self.0.offset > block.span.start as usize;
        }
    }
    let mut bodies = Bodies(at, false);
    bodies.visit_program(program);
    bodies.1
}
