//! Every mention of a matrix, as one of the array; or which mention stands in the way.

mod reading;
mod rule;
mod statements;

use super::arith::{plus, same, times};
use super::extents::{Extents, Meaning};
use super::group::{Group, is_null, mentions};
use super::world::{Place, World};
use crate::framework::input::Refusal;
use crate::shared::copies::directive_place;
use crate::shared::names::effect;
use num_bigint::BigInt;
use spec_lang::ast::build::{self, binary, ident, int, name};
use spec_lang::ast::{
    BinaryOp, Call, Clause, ClauseKind, Declaration, DeclarationKind, Directive, Expr, ExprKind,
    Method, QuantifierKind, Stmt, StmtKind, Visitor, VisitorMut,
};
use spec_lang::print;
use spec_lang::resolve::Profile;
use text::code::Code;
use text::diagnostics::Diagnostic;
use text::span::Span;

/// The names of the rules, as the change log has them.
pub(super) mod rules {
    pub(crate) const DIRECTIVE: &str = "linearize: directive carried out";
    pub(crate) const DECLARATION: &str = "linearize: declared as an array";
    pub(crate) const ACCESS: &str = "linearize: element of the array";
    pub(crate) const LENGTH: &str = "linearize: length in terms of the extents";
    pub(crate) const ROWS: &str = "linearize: facts about the rows themselves";
    pub(crate) const FUNCTION: &str = "linearize: the number of an element, as a function";
    pub(crate) const ALLOCATION: &str = "linearize: allocated as one array";
    pub(crate) const SIGNS: &str = "linearize: what the lengths said of the extents";
}

/// A place where a matrix of the group is made.
#[derive(Clone, Debug)]
pub(super) struct Allocation {
    pub member: usize,
    /// The sizes as they stand there, and the extents of the matrix.
    pub sizes: (Expr, Expr),
    pub extents: (Expr, Expr),
    pub place: Place,
    pub span: Span,
    pub callable: usize,
}

/// What comes of all mentions.
pub(super) struct Rewrite<'w> {
    world: &'w World<'w>,
    group: &'w Group,
    /// The directive that is carried out.
    directive: Option<Span>,
    /// The new name of a column that is counted.
    column: String,
    /// The new function for the number of a cell, if there is one.
    function: Option<String>,
    callable: Option<usize>,
    place: Option<Place>,
    in_trigger: bool,
    pub edits: Vec<(Span, String, &'static str)>,
    pub accesses: Vec<(usize, Span)>,
    pub allocations: Vec<Allocation>,
    /// Matrices of which two rows are compared.
    pub compared: Vec<usize>,
    pub refusal: Option<Refusal>,
}

/// What becomes of an expression.
enum Rule {
    /// Nothing by itself; its parts may change.
    Parts,
    /// Another one.
    Becomes(Box<Expr>, &'static str),
    /// It stays, and only these parts may change.
    Only(Vec<Expr>),
}

fn truth(value: bool) -> Expr {
    build::expr(ExprKind::Bool(value))
}

impl<'w> Rewrite<'w> {
    pub(super) fn new(
        world: &'w World<'w>,
        group: &'w Group,
        directive: Option<Span>,
        column: String,
        function: Option<String>,
    ) -> Self {
        Rewrite {
            world,
            group,
            directive,
            column,
            function,
            callable: None,
            place: None,
            in_trigger: false,
            edits: Vec::new(),
            accesses: Vec::new(),
            allocations: Vec::new(),
            compared: Vec::new(),
            refusal: None,
        }
    }

    /// Goes over the whole program.
    pub(super) fn all(&mut self) {
        self.visit_program(self.world.input.program);
    }

    fn fail(&mut self, diagnostic: Diagnostic) {
        self.refusal
            .get_or_insert_with(|| Refusal::not_applicable(diagnostic));
    }
}

/// The parts of a conjunction.
pub(super) fn conjuncts(expr: &Expr) -> Vec<&Expr> {
    let mut parts = Vec::new();
    let mut todo = vec![expr];
    while let Some(next) = todo.pop() {
        match &next.kind {
            ExprKind::Binary(BinaryOp::And | BinaryOp::Star, left, right) => {
                todo.extend([&**right, &**left]);
            }
            _ => parts.push(next),
        }
    }
    parts
}

/// The extents of a matrix in words for the place where an expression names it.
///
/// # Errors
/// The name that cannot be seen there.
pub(super) fn in_words(
    world: &World<'_>,
    extents: &Extents,
    matrix: &Expr,
) -> Result<(Expr, Expr), String> {
    let at = matrix.span;
    let mut words = Vec::new();
    for (own, meaning) in &extents.names {
        let word = match meaning {
            Meaning::Local(id) if world.is_seen(own, *id, at) => name(own),
            Meaning::Local(_) => return Err(own.clone()),
            Meaning::Field(_) => match &matrix.kind {
                ExprKind::Member(object, _) if !matches!(object.kind, ExprKind::This) => {
                    if !is_path(object) {
                        return Err(own.clone());
                    }
                    build::expr(ExprKind::Member(object.clone(), ident(own)))
                }
                _ if world.seen(own, at).is_none() => name(own),
                _ => build::expr(ExprKind::Member(
                    Box::new(build::expr(ExprKind::This)),
                    ident(own),
                )),
            },
        };
        words.push((own.clone(), word));
    }
    Ok(extents.map(&|own| {
        words
            .iter()
            .find(|(known, _)| known == own)
            .map(|(_, word)| word.clone())
    }))
}

/// What is looked at to find a matrix: the object of a field.
fn receiver(matrix: &Expr) -> Vec<Expr> {
    match &matrix.kind {
        ExprKind::Member(object, _) => vec![(**object).clone()],
        _ => Vec::new(),
    }
}

/// `a.b.c`: evaluating it twice gives the same.
fn is_path(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Name(_) | ExprKind::This => true,
        ExprKind::Member(inner, _) => is_path(inner),
        _ => false,
    }
}

impl Visitor for Rewrite<'_> {
    fn visit_declaration(&mut self, declaration: &Declaration) {
        let outer = self.callable;
        if matches!(
            declaration.kind,
            DeclarationKind::Method(_) | DeclarationKind::Predicate(_)
        ) {
            self.callable = self.world.callable(declaration.id);
        }
        if let DeclarationKind::Field(field) = &declaration.kind {
            for name in &field.names {
                let member = self
                    .world
                    .declared(name.id)
                    .filter(|member| self.group.members.contains(member));
                if let (Some(_), Some(init)) = (member, &name.init) {
                    self.fail(Diagnostic::error(
                        Code::A405,
                        init.span,
                        "a field of matrix type with an initial value cannot be followed",
                    ));
                }
            }
        }
        self.walk_declaration(declaration);
        self.callable = outer;
    }

    fn visit_method(&mut self, method: &Method) {
        self.walk_method(method);
    }

    fn visit_clause(&mut self, clause: &Clause) {
        match &clause.kind {
            ClauseKind::Requires(expr)
            | ClauseKind::Ensures(expr)
            | ClauseKind::Context(expr)
            | ClauseKind::ContextEverywhere(expr)
            | ClauseKind::LoopInvariant(expr)
                if self.trivial(expr) =>
            {
                // What is compared in it still has to be shown.
                self.mapped(expr);
                self.delete_clause(clause.span);
            }
            ClauseKind::Directive(directive) => self.directive(directive),
            _ => self.walk_clause(clause),
        }
    }

    fn visit_directive(&mut self, directive: &Directive) {
        self.directive(directive);
    }

    fn visit_stmt(&mut self, stmt: &Stmt) {
        let outer = self.place.replace(Place {
            span: stmt.span,
            wrap: !matches!(stmt.kind, StmtKind::Local { .. }),
        });
        let place = self.place.unwrap_or(Place {
            span: stmt.span,
            wrap: true,
        });
        match &stmt.kind {
            StmtKind::Assign { target, value, .. } => {
                if let Some(member) = self.member(target) {
                    for part in receiver(target) {
                        self.visit_expr(&part);
                    }
                    self.set(member, Some(target), value, place);
                } else {
                    self.walk_stmt(stmt);
                }
            }
            StmtKind::Local { names, .. } => {
                for name in names {
                    let member = self
                        .world
                        .declared(name.id)
                        .filter(|member| self.group.members.contains(member));
                    match (member, &name.init) {
                        (Some(member), Some(init)) => self.set(member, None, init, place),
                        (None, Some(init)) => self.visit_expr(init),
                        (_, None) => {}
                    }
                }
            }
            _ => self.walk_stmt(stmt),
        }
        self.place = outer;
    }

    fn visit_expr(&mut self, expr: &Expr) {
        if let ExprKind::Trigger(..) = expr.kind
            && self.length(expr).is_none()
        {
            let outer = std::mem::replace(&mut self.in_trigger, true);
            self.walk_expr(expr);
            self.in_trigger = outer;
            return;
        }
        if !mentions(self.world, self.group, expr) {
            return;
        }
        if self.trivial(expr) {
            self.mapped(expr);
            self.edits.push((expr.span, "true".to_owned(), rules::ROWS));
            return;
        }
        if let ExprKind::Binary(BinaryOp::And | BinaryOp::Star, left, right) = &expr.kind {
            let (first, second) = (self.trivial(left), self.trivial(right));
            if first {
                self.mapped(left);
                return self.drop_side(expr.span, left, right, true);
            }
            if second {
                self.mapped(right);
                return self.drop_side(expr.span, right, left, false);
            }
        }
        match self.rule(expr) {
            Rule::Parts => self.walk_expr(expr),
            Rule::Only(parts) => {
                for part in &parts {
                    self.visit_expr(part);
                }
            }
            Rule::Becomes(new, rule) => {
                // An equation stands where one stood; all else can be any operand.
                let text = match (&expr.kind, &new.kind) {
                    (ExprKind::Binary(..), _) | (_, ExprKind::Index(..)) => print::expr(&new),
                    _ => print::operand(&new),
                };
                self.edits.push((expr.span, text, rule));
            }
        }
    }
}
