//! Questions about names: what is written, what stays the same, what would clash.

use crate::framework::input::Input;
use spec_lang::ast::{
    BinaryOp, Binder, Block, Call, Declaration, DeclarationKind, Expr, ExprKind, Ident, Iterator,
    NodeId, ParBlock, Param, Program, Stmt, StmtKind, UnaryOp, Variable, Visitor,
};
use spec_lang::facts;
use spec_lang::resolve::{Builtin, Reference, Resolution};
use std::collections::{BTreeMap, BTreeSet};
use text::span::Span;

/// A place that gives a local variable a new value.
#[derive(Clone, Debug, PartialEq)]
pub struct Write {
    /// The variable's declaration.
    pub variable: NodeId,
    /// The statement, if writing is all it does.
    pub stmt: Option<NodeId>,
    /// Where.
    pub span: Span,
}

/// The local variable a plain name stands for.
pub fn local(resolution: &Resolution, expr: &Expr) -> Option<NodeId> {
    match (&expr.kind, resolution.references.get(&expr.id)) {
        (ExprKind::Name(_), Some(Reference::Local(id))) => Some(resolution.canonical(*id)),
        _ => None,
    }
}

/// Every write to a local variable in some statements, in source order.
pub fn writes<'s>(
    resolution: &Resolution,
    stmts: impl IntoIterator<Item = &'s Stmt>,
) -> Vec<Write> {
    let mut collect = Writes {
        resolution,
        in_ghost_arguments: false,
        found: Vec::new(),
    };
    for stmt in stmts {
        collect.visit_stmt(stmt);
    }
    collect.found
}

struct Writes<'a> {
    resolution: &'a Resolution,
    /// Within `with { … }` after a call, whose assignments are filed as its ghost results.
    in_ghost_arguments: bool,
    found: Vec<Write>,
}

impl Writes<'_> {
    fn add(&mut self, target: &Expr, stmt: Option<NodeId>, span: Span) {
        if let Some(variable) = local(self.resolution, target) {
            self.found.push(Write {
                variable,
                stmt,
                span,
            });
        }
    }
}

impl Visitor for Writes<'_> {
    fn visit_call(&mut self, call: &Call) {
        let exprs = call
            .receiver
            .iter()
            .map(|receiver| &**receiver)
            .chain(&call.args);
        for expr in exprs.chain(call.given.iter().map(|ghost| &ghost.right)) {
            self.visit_expr(expr);
        }
        let outer = std::mem::replace(&mut self.in_ghost_arguments, true);
        for stmt in &call.ghost_statements {
            self.visit_stmt(stmt);
        }
        self.in_ghost_arguments = outer;
    }

    fn visit_stmt(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            _ if self.in_ghost_arguments => {}
            StmtKind::Assign { target, .. } => self.add(target, Some(stmt.id), stmt.span),
            StmtKind::Expr(Expr {
                kind: ExprKind::Increment { target, .. },
                ..
            }) => {
                self.add(target, Some(stmt.id), stmt.span);
                // Not the increment again, as an expression.
                return self.visit_expr(target);
            }
            _ => {}
        }
        self.walk_stmt(stmt);
    }

    fn visit_expr(&mut self, expr: &Expr) {
        if let ExprKind::Increment { target, .. } = &expr.kind {
            self.add(target, None, expr.span);
        }
        // Where a call's ghost results go; what they stand beside resolves like any name.
        for (target, _) in self.resolution.yields.get(&expr.id).into_iter().flatten() {
            if let Some(Reference::Local(id)) = self.resolution.references.get(target) {
                self.found.push(Write {
                    variable: self.resolution.canonical(*id),
                    stmt: None,
                    span: expr.span,
                });
            }
        }
        self.walk_expr(expr);
    }

    fn visit_variable(&mut self, variable: &Variable) {
        let first = self.resolution.canonical(variable.id);
        // Under vercors-1.4 a second declaration assigns.
        if first != variable.id {
            self.found.push(Write {
                variable: first,
                stmt: None,
                span: variable.name.span,
            });
        }
        if let Some(init) = &variable.init {
            self.visit_expr(init);
        }
    }
}

/// Whether an expression has the same value wherever it stands among statements that
/// write only `written`: literals, unwritten locals, arithmetic, lengths.
pub fn is_stable(resolution: &Resolution, expr: &Expr, written: &[NodeId]) -> bool {
    let stable = |inner: &Expr| is_stable(resolution, inner, written);
    match &expr.kind {
        ExprKind::Int(_) => true,
        ExprKind::Name(_) => local(resolution, expr).is_some_and(|id| !written.contains(&id)),
        ExprKind::Unary(UnaryOp::Neg | UnaryOp::Plus, inner) | ExprKind::Size(inner) => {
            stable(inner)
        }
        ExprKind::Binary(
            BinaryOp::Add
            | BinaryOp::Sub
            | BinaryOp::Mul
            | BinaryOp::Div
            | BinaryOp::Mod
            | BinaryOp::Pow,
            left,
            right,
        ) => stable(left) && stable(right),
        ExprKind::Member(inner, _) if is_length(resolution, expr) => {
            matches!(inner.kind, ExprKind::Name(_)) && stable(inner)
        }
        _ => false,
    }
}

/// Whether an expression is the built-in length of an array, which never changes; a field may
/// have that name, too.
pub fn is_length(resolution: &Resolution, expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Member(..))
        && matches!(
            resolution.references.get(&expr.id),
            Some(Reference::Builtin(Builtin::ArrayLength))
        )
}

/// Every name that a piece of program declares, at any depth: locals (behind labels, too),
/// iterators, binders. An expression put within it may be caught by one of these.
#[derive(Clone, Debug, Default)]
pub struct DeclaredNames(BTreeMap<String, Vec<NodeId>>);

impl DeclaredNames {
    /// Those that are met on a walk.
    pub fn on(walk: impl FnOnce(&mut DeclaredNames)) -> DeclaredNames {
        let mut declared = DeclaredNames::default();
        walk(&mut declared);
        declared
    }

    /// Adds one.
    pub fn add(&mut self, name: &Ident, id: NodeId) {
        self.0.entry(name.name.clone()).or_default().push(id);
    }

    /// Whether an expression means the same within the piece of program as where it stands: no
    /// name of it is declared there, but for the declaration that it means anyway.
    pub fn spare(&self, resolution: &Resolution, expr: &Expr) -> bool {
        struct Caught<'a> {
            declared: &'a DeclaredNames,
            resolution: &'a Resolution,
            found: bool,
        }
        impl Visitor for Caught<'_> {
            fn visit_expr(&mut self, expr: &Expr) {
                if let ExprKind::Name(name) = &expr.kind
                    && let Some(ids) = self.declared.0.get(&name.name)
                {
                    let means = self.resolution.references.get(&expr.id);
                    let other = |id: &NodeId| means != Some(&Reference::Local(*id));
                    self.found |= ids.iter().any(other);
                }
                self.walk_expr(expr);
            }
        }
        let mut caught = Caught {
            declared: self,
            resolution,
            found: false,
        };
        caught.visit_expr(expr);
        !caught.found
    }
}

impl Visitor for DeclaredNames {
    fn visit_variable(&mut self, variable: &Variable) {
        self.add(&variable.name, variable.id);
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
}

/// The local variables that some statements declare, which have a value of their own each time.
pub fn declared_variables<'s>(stmts: impl IntoIterator<Item = &'s Stmt>) -> Vec<NodeId> {
    struct Own(Vec<NodeId>);
    impl Visitor for Own {
        fn visit_variable(&mut self, variable: &Variable) {
            self.0.push(variable.id);
            if let Some(init) = &variable.init {
                self.visit_expr(init);
            }
        }
        fn visit_iterator(&mut self, iterator: &Iterator) {
            self.0.push(iterator.id);
            self.visit_expr(&iterator.low);
            self.visit_expr(&iterator.high);
        }
    }
    let mut own = Own(Vec::new());
    for stmt in stmts {
        own.visit_stmt(stmt);
    }
    own.0
}

/// Every write to a local variable in an expression.
pub fn writes_within(resolution: &Resolution, expr: &Expr) -> Vec<NodeId> {
    let mut collect = Writes {
        resolution,
        in_ghost_arguments: false,
        found: Vec::new(),
    };
    collect.visit_expr(expr);
    collect.found.iter().map(|write| write.variable).collect()
}

/// The first part of an expression that keeps it from being asserted: an effect, or a
/// choice that would be made anew.
pub fn effect(input: &Input<'_>, expr: &Expr) -> Option<Span> {
    struct Effects<'a> {
        resolution: &'a Resolution,
        pure: Vec<NodeId>,
        found: Option<Span>,
    }
    impl Visitor for Effects<'_> {
        fn visit_expr(&mut self, expr: &Expr) {
            let effect = facts::expr(&expr.kind).effect.settled(|| {
                match self.resolution.references.get(&expr.id) {
                    // An operator that a class declares may do what a method does.
                    Some(Reference::Method(id, _)) => !self.pure.contains(id),
                    Some(Reference::DefaultConstructor(_)) => true,
                    Some(_) => false,
                    None => !matches!(expr.kind, ExprKind::Binary(..)),
                }
            });
            let harmful = effect || matches!(expr.kind, ExprKind::Any);
            if harmful && self.found.is_none() {
                self.found = Some(expr.span);
            }
            self.walk_expr(expr);
        }
    }
    struct Pure(Vec<NodeId>);
    impl Visitor for Pure {
        fn visit_declaration(&mut self, declaration: &Declaration) {
            if let DeclarationKind::Method(method) = &declaration.kind
                && method.is_pure()
            {
                self.0.push(declaration.id);
            }
            self.walk_declaration(declaration);
        }
    }
    let mut pure = Pure(Vec::new());
    pure.visit_program(input.program);
    let mut effects = Effects {
        resolution: input.resolution,
        pure: pure.0,
        found: None,
    };
    effects.visit_expr(expr);
    effects.found
}

/// A name that occurs nowhere in the program: the one wished for, or with a number behind it.
pub fn fresh(program: &Program, wish: &str) -> String {
    struct All(BTreeSet<String>);
    impl Visitor for All {
        fn visit_ident(&mut self, ident: &Ident) {
            self.0.insert(ident.name.clone());
        }
    }
    let mut all = All(BTreeSet::new());
    all.visit_program(program);
    if !all.0.contains(wish) {
        return wish.to_owned();
    }
    // One of so many is free.
    (2..=all.0.len() + 2)
        .map(|number| format!("{wish}_{number}"))
        .find(|name| !all.0.contains(name))
        .unwrap_or_else(|| wish.to_owned())
}

/// Whether a variable that now lives in `stmt` only would clash if it lived in the whole
/// block around it: the name is declared where it would be seen, or used after `stmt`.
pub fn clashes(input: &Input<'_>, stmt: &Stmt, parent: &Block, name: &str) -> bool {
    let mut declared = Declared {
        stmt,
        name,
        scopes: Vec::new(),
        found: false,
    };
    declared.visit_program(input.program);
    let mut used = Used {
        resolution: input.resolution,
        name,
        binders: Vec::new(),
        found: false,
    };
    for after in &parent.statements {
        if after.span.start >= stmt.span.end {
            used.visit_stmt(after);
        }
    }
    declared.found || used.found
}

/// Whether a sum may stand in place of a name without parentheses, as far as the words beside it
/// on its line tell; or if nothing that matters stands before it, those behind it.
pub(crate) fn takes_sum(text: &str, place: Span, begins: bool) -> bool {
    const BLANKS: [char; 2] = [' ', '\t'];
    let before = text.get(..place.start as usize).unwrap_or("");
    let before = before.trim_end_matches(BLANKS);
    let after = text.get(place.end as usize..).unwrap_or("");
    let after = after.trim_start_matches(BLANKS);
    let opens = before.ends_with(['(', '[', ',', ';', '{', '=', '<', '>'])
        || before.ends_with("&&")
        || before.ends_with("||");
    let closes = after.starts_with([')', ']', ',', ';', '}', '<', '>', '+', '-'])
        || ["==", "!=", "&&", "||"]
            .iter()
            .any(|sign| after.starts_with(sign));
    let other = ["<<", ">>", "->"].iter().any(|sign| before.ends_with(sign))
        || ["<<", ">>", "->", "-*", "++", "--"]
            .iter()
            .any(|sign| after.starts_with(sign));
    (opens || begins) && closes && !other
}

/// Finds declarations of a name outside a statement whose scope holds the statement.
struct Declared<'a> {
    stmt: &'a Stmt,
    name: &'a str,
    scopes: Vec<Span>,
    found: bool,
}

impl Declared<'_> {
    fn check(&mut self, name: &str) {
        let seen = self
            .scopes
            .last()
            .is_some_and(|scope| scope.contains(self.stmt.span));
        self.found |= seen && name == self.name;
    }

    fn within(&mut self, scope: Span, walk: impl FnOnce(&mut Self)) {
        self.scopes.push(scope);
        walk(self);
        self.scopes.pop();
    }
}

impl Visitor for Declared<'_> {
    fn visit_declaration(&mut self, declaration: &Declaration) {
        // Fields do not clash: a local hides them, and their uses are looked at apart.
        let scope = match declaration.kind {
            DeclarationKind::Method(_) => declaration.span,
            _ => Span::default(),
        };
        self.within(scope, |this| this.walk_declaration(declaration));
    }
    fn visit_block(&mut self, block: &Block) {
        self.within(block.span, |this| this.walk_block(block));
    }
    fn visit_par_block(&mut self, block: &ParBlock) {
        self.within(block.span, |this| this.walk_par_block(block));
    }
    fn visit_stmt(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            _ if stmt.id == self.stmt.id => {}
            StmtKind::For { .. } | StmtKind::RangedFor { .. } | StmtKind::Vector { .. } => {
                self.within(stmt.span, |this| this.walk_stmt(stmt));
            }
            _ => self.walk_stmt(stmt),
        }
    }
    fn visit_expr(&mut self, _: &Expr) {}
    fn visit_variable(&mut self, variable: &Variable) {
        self.check(&variable.name.name);
    }
    fn visit_iterator(&mut self, iterator: &Iterator) {
        self.check(&iterator.name.name);
    }
    fn visit_param(&mut self, param: &Param) {
        self.check(&param.name.name);
    }
}

/// Finds uses and declarations of a name, those by binders of formulas apart.
struct Used<'a> {
    resolution: &'a Resolution,
    name: &'a str,
    binders: Vec<NodeId>,
    found: bool,
}

impl Visitor for Used<'_> {
    fn visit_expr(&mut self, expr: &Expr) {
        if let ExprKind::Name(name) = &expr.kind
            && name.name == self.name
        {
            let bound = matches!(
                self.resolution.references.get(&expr.id),
                Some(Reference::Local(id)) if self.binders.contains(id)
            );
            self.found |= !bound;
        }
        self.walk_expr(expr);
    }
    fn visit_binder(&mut self, binder: &Binder) {
        self.binders.push(binder.id);
        binder.exprs().for_each(|expr| self.visit_expr(expr));
    }
    fn visit_call(&mut self, call: &Call) {
        let ghosts = call.given.iter().chain(&call.yields);
        self.found |= ghosts.into_iter().any(|ghost| ghost.left.name == self.name);
        if let Some(receiver) = &call.receiver {
            self.visit_expr(receiver);
        }
        for expr in call.args.iter().chain(
            call.given
                .iter()
                .chain(&call.yields)
                .map(|ghost| &ghost.right),
        ) {
            self.visit_expr(expr);
        }
        for stmt in &call.ghost_statements {
            self.visit_stmt(stmt);
        }
    }
    fn visit_variable(&mut self, variable: &Variable) {
        self.found |= variable.name.name == self.name;
        if let Some(init) = &variable.init {
            self.visit_expr(init);
        }
    }
    fn visit_iterator(&mut self, iterator: &Iterator) {
        self.found |= iterator.name.name == self.name;
        self.visit_expr(&iterator.low);
        self.visit_expr(&iterator.high);
    }
}
