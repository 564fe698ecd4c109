//! What a program declares, and where it can be seen: callables, matrices, calls, scopes.

use crate::framework::input::Input;
use spec_lang::ast::{
    Binder, Block, Body, Call, Clause, ClauseKind, Contract, Declaration, DeclarationKind, Expr,
    ExprKind, Iterator, ModifierKind, NodeId, ParBlock, Param, Stmt, StmtKind, TypeExpr, TypeKind,
    Variable, Visitor,
};
use spec_lang::resolve::{Profile, Reference, Type};
use std::collections::{HashMap, HashSet};
use text::span::Span;

/// A method, function or predicate.
#[derive(Clone, Debug)]
pub(super) struct Callable {
    pub id: NodeId,
    /// `method` or `Class.method`.
    pub name: String,
    pub short: String,
    pub name_span: Span,
    pub span: Span,
    pub class: Option<NodeId>,
    pub params: Vec<Param>,
    pub contract: Contract,
    pub body: CallableBody,
    pub is_constructor: bool,
    /// Sets nothing: a function, a predicate.
    pub is_pure: bool,
    /// Put in where it is named, and looked at there.
    pub is_inline: bool,
    pub statements: Vec<Stmt>,
}

/// What a callable does.
#[derive(Clone, Debug)]
pub(super) enum CallableBody {
    /// Nothing is said.
    Abstract,
    /// A function's value.
    Expr,
    /// Statements; the place of the braces.
    Block(Span),
    /// What a predicate stands for.
    Predicate(Box<Expr>),
}

impl Callable {
    /// The formulas that hold when it is entered.
    pub(super) fn preconditions(&self) -> impl std::iter::Iterator<Item = &Expr> {
        self.contract
            .clauses
            .iter()
            .filter_map(|clause| match &clause.kind {
                ClauseKind::Requires(expr)
                | ClauseKind::Context(expr)
                | ClauseKind::ContextEverywhere(expr) => Some(expr),
                _ => None,
            })
    }
}

/// How a matrix is declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// The parameter of this number.
    Param(usize),
    /// A ghost parameter or ghost result.
    Ghost,
    Local,
    Field,
}

/// A declared variable of type `T[][]`.
#[derive(Clone, Debug)]
pub(super) struct Declared {
    pub id: NodeId,
    pub name: String,
    pub name_span: Span,
    pub ty: TypeExpr,
    pub kind: Kind,
    /// The other name in the same declaration, if there is one.
    pub beside: Option<String>,
    /// Number of the callable it is in.
    pub callable: Option<usize>,
    pub class: Option<NodeId>,
}

/// A name and the place where it can be seen.
#[derive(Clone, Debug)]
pub(super) struct Scope {
    pub id: NodeId,
    pub name: String,
    pub span: Span,
    /// Where it begins to be seen.
    pub from: u32,
}

/// The statement a call, allocation or assignment is made by.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub span: Span,
    /// Whether braces can be put around it: it declares nothing.
    pub wrap: bool,
}

/// A call of something declared.
#[derive(Clone, Debug)]
pub(super) struct CallSite {
    pub callee: NodeId,
    pub span: Span,
    pub receiver: Option<Expr>,
    pub args: Vec<Expr>,
    pub caller: Option<usize>,
    /// The statement that makes the call, unconditionally; none within formulas and conditions.
    pub place: Option<Place>,
}

/// Everything declared.
pub(super) struct World<'a> {
    pub input: &'a Input<'a>,
    pub callables: Vec<Callable>,
    pub matrices: Vec<Declared>,
    pub scopes: Vec<Scope>,
    pub calls: Vec<CallSite>,
    /// Fields: declaration, name, class.
    pub fields: Vec<(NodeId, String, Option<NodeId>)>,
    /// The fields that are no object's own.
    pub statics: HashSet<NodeId>,
    /// Classes: declaration and name.
    pub classes: Vec<(NodeId, String)>,
    /// Numbers of matrices and callables, by their declarations.
    numbers: HashMap<NodeId, usize>,
}

impl<'a> World<'a> {
    pub(super) fn new(input: &'a Input<'a>) -> Self {
        let mut collect = Collect {
            world: World {
                input,
                callables: Vec::new(),
                matrices: Vec::new(),
                scopes: Vec::new(),
                calls: Vec::new(),
                fields: Vec::new(),
                statics: HashSet::new(),
                classes: Vec::new(),
                numbers: HashMap::new(),
            },
            class: None,
            callable: None,
            around: Vec::new(),
            place: None,
        };
        collect.visit_program(input.program);
        collect.world
    }

    /// Whether a declared type is a matrix: an array of arrays.
    fn is_matrix(&self, id: NodeId) -> bool {
        matches!(
            self.input.resolution.declared.get(&id),
            Some(Type::Array(row)) if matches!(**row, Type::Array(_))
        )
    }

    /// The declared matrix that an expression names, by a plain name or as a field.
    pub(super) fn matrix(&self, expr: &Expr) -> Option<usize> {
        let id = match (&expr.kind, self.input.resolution.references.get(&expr.id)?) {
            (ExprKind::Name(_), Reference::Local(id)) => self.input.resolution.canonical(*id),
            (ExprKind::Name(_) | ExprKind::Member(..), Reference::Field(id, _)) => *id,
            _ => return None,
        };
        self.declared(id)
    }

    /// The number of the matrix with this declaration.
    pub(super) fn declared(&self, id: NodeId) -> Option<usize> {
        let number = *self.numbers.get(&id)?;
        (self.matrices.get(number)?.id == id).then_some(number)
    }

    /// The number of a callable.
    pub(super) fn callable(&self, id: NodeId) -> Option<usize> {
        let number = *self.numbers.get(&id)?;
        (self.callables.get(number)?.id == id).then_some(number)
    }

    /// The matrix that is this parameter of a callable.
    pub(super) fn param(&self, callable: usize, index: usize) -> Option<usize> {
        self.matrices.iter().position(|declared| {
            declared.callable == Some(callable) && declared.kind == Kind::Param(index)
        })
    }

    /// What a name means where `at` stands: the innermost local declaration that is seen there.
    pub(super) fn seen(&self, name: &str, at: Span) -> Option<NodeId> {
        self.scopes
            .iter()
            .filter(|scope| scope.name == name && scope.span.contains(at))
            .min_by_key(|scope| scope.span.end - scope.span.start)
            .map(|scope| self.input.resolution.canonical(scope.id))
    }

    /// Whether a plain name means this local declaration where `at` stands.
    pub(super) fn is_seen(&self, name: &str, id: NodeId, at: Span) -> bool {
        self.seen(name, at) == Some(id)
            && self.scopes.iter().any(|scope| {
                scope.name == name
                    && scope.span.contains(at)
                    && scope.from <= at.start
                    && self.input.resolution.canonical(scope.id) == id
            })
    }

    /// How a declared matrix is called in messages.
    pub(super) fn describe(&self, matrix: usize) -> String {
        let Some(declared) = self.matrices.get(matrix) else {
            return String::new();
        };
        match declared
            .callable
            .and_then(|number| self.callables.get(number))
        {
            Some(callable) => format!("`{}` in `{}`", declared.name, callable.name),
            None => match self
                .classes
                .iter()
                .find(|(id, _)| Some(*id) == declared.class)
            {
                Some((_, class)) => format!("the field `{class}.{}`", declared.name),
                None => format!("`{}`", declared.name),
            },
        }
    }
}

struct Collect<'a> {
    world: World<'a>,
    class: Option<(NodeId, String)>,
    callable: Option<usize>,
    /// Places whose declarations end with them, from outside.
    around: Vec<Span>,
    place: Option<Place>,
}

impl Collect<'_> {
    fn declare(&mut self, id: NodeId, name: &str, from: Option<Span>) {
        let legacy = self.world.input.profile == Profile::VerCors14;
        // Under vercors-1.4 all locals of a method are one per name.
        let span = match (
            legacy,
            self.callable.and_then(|n| self.world.callables.get(n)),
        ) {
            (true, Some(callable)) if self.world.input.resolution.canonical(id) != id => {
                callable.span
            }
            _ => self.around.last().copied().unwrap_or_default(),
        };
        self.world.scopes.push(Scope {
            id,
            name: name.to_owned(),
            span,
            from: from.map_or(span.start, |from| from.start),
        });
    }

    fn within(&mut self, span: Span, walk: impl FnOnce(&mut Self)) {
        self.around.push(span);
        walk(self);
        self.around.pop();
    }

    fn matrix(&mut self, declared: Declared) {
        if self.world.is_matrix(declared.id)
            && self.world.input.resolution.canonical(declared.id) == declared.id
        {
            let number = self.world.matrices.len();
            self.world.numbers.insert(declared.id, number);
            self.world.matrices.push(declared);
        }
    }

    fn param(&mut self, param: &Param, kind: Kind) {
        self.declare(param.id, &param.name.name, None);
        self.matrix(Declared {
            id: param.id,
            name: param.name.name.clone(),
            name_span: param.name.span,
            ty: param.ty.clone(),
            kind,
            beside: None,
            callable: self.callable,
            class: self.class.as_ref().map(|(id, _)| *id),
        });
    }

    fn variables(&mut self, names: &[Variable], ty: &TypeExpr, kind: Kind) {
        for (number, name) in names.iter().enumerate() {
            let other = match number {
                0 => names.get(1),
                _ => names.first(),
            };
            self.matrix(Declared {
                id: name.id,
                name: name.name.name.clone(),
                name_span: name.name.span,
                ty: ty.clone(),
                kind,
                beside: other.map(|other| other.name.name.clone()),
                callable: self.callable,
                class: self.class.as_ref().map(|(id, _)| *id),
            });
        }
    }

    fn callable(&mut self, callable: Callable, walk: impl FnOnce(&mut Self)) {
        let (span, params) = (callable.span, callable.params.clone());
        let number = self.world.callables.len();
        self.world.numbers.insert(callable.id, number);
        let outer = self.callable.replace(number);
        self.world.callables.push(callable);
        self.within(span, |this| {
            for (index, param) in params.iter().enumerate() {
                this.param(param, Kind::Param(index));
            }
            walk(this);
        });
        self.callable = outer;
    }

    fn call(&mut self, expr: &Expr, call: &Call) {
        let callee = match self.world.input.resolution.references.get(&expr.id) {
            Some(Reference::Method(id, _) | Reference::Predicate(id, _)) => *id,
            _ => return,
        };
        self.world.calls.push(CallSite {
            callee,
            span: expr.span,
            receiver: call.receiver.as_deref().cloned(),
            args: call.args.clone(),
            caller: self.callable,
            place: self.place,
        });
    }
}

/// Whether an expression is a call by itself, so that nothing is decided before it is made.
fn is_call(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Call(_) | ExprKind::New(_))
}

impl Visitor for Collect<'_> {
    fn visit_declaration(&mut self, declaration: &Declaration) {
        let class = self.class.as_ref().map(|(id, _)| *id);
        let full = |name: &str| match &self.class {
            Some((_, class)) => format!("{class}.{name}"),
            None => name.to_owned(),
        };
        match &declaration.kind {
            DeclarationKind::Class(inner) => {
                let entry = (declaration.id, inner.name.name.clone());
                self.world.classes.push(entry.clone());
                let outer = self.class.replace(entry);
                self.walk_declaration(declaration);
                self.class = outer;
            }
            DeclarationKind::Field(field) => {
                let is_static = field
                    .modifiers
                    .iter()
                    .any(|own| own.kind == ModifierKind::Static);
                for name in &field.names {
                    let entry = (name.id, name.name.name.clone(), class);
                    self.world.fields.push(entry);
                    if is_static || class.is_none() {
                        self.world.statics.insert(name.id);
                    }
                }
                self.variables(&field.names, &field.ty, Kind::Field);
                // No locals here, so the names do not shadow anything.
                for name in &field.names {
                    if let Some(init) = &name.init {
                        self.visit_expr(init);
                    }
                }
            }
            DeclarationKind::Method(method) => {
                let (body, statements) = match &method.body {
                    Body::Abstract => (CallableBody::Abstract, Vec::new()),
                    Body::Expr(_) => (CallableBody::Expr, Vec::new()),
                    Body::Block(block) => {
                        (CallableBody::Block(block.span), block.statements.clone())
                    }
                };
                use spec_lang::ast::MethodKind::{ClassNameConstructor, KeywordConstructor};
                let callable = Callable {
                    id: declaration.id,
                    name: full(&method.name.name),
                    short: method.name.name.clone(),
                    name_span: method.name.span,
                    span: declaration.span,
                    class,
                    params: method.params.clone(),
                    contract: method.contract.clone(),
                    body,
                    is_inline: method.is_inline(),
                    is_pure: method
                        .modifiers
                        .iter()
                        .any(|own| own.kind == ModifierKind::Pure),
                    is_constructor: matches!(
                        method.kind,
                        ClassNameConstructor | KeywordConstructor
                    ),
                    statements,
                };
                self.callable(callable, |this| this.walk_declaration(declaration));
            }
            DeclarationKind::Predicate(predicate) => {
                let callable = Callable {
                    id: declaration.id,
                    name: full(&predicate.name.name),
                    short: predicate.name.name.clone(),
                    name_span: predicate.name.span,
                    span: declaration.span,
                    class,
                    params: predicate.params.clone(),
                    contract: predicate.contract.clone(),
                    body: match &predicate.body {
                        Some(body) => CallableBody::Predicate(Box::new(body.clone())),
                        None => CallableBody::Abstract,
                    },
                    is_inline: predicate.is_inline(),
                    is_pure: true,
                    is_constructor: false,
                    statements: Vec::new(),
                };
                self.callable(callable, |this| this.walk_declaration(declaration));
            }
            _ => self.walk_declaration(declaration),
        }
    }

    fn visit_clause(&mut self, clause: &Clause) {
        if let ClauseKind::Given(params) | ClauseKind::Yields(params) = &clause.kind {
            for param in params {
                self.param(param, Kind::Ghost);
            }
            return;
        }
        let place = self.place.take();
        self.walk_clause(clause);
        self.place = place;
    }

    fn visit_block(&mut self, block: &Block) {
        self.within(block.span, |this| this.walk_block(block));
    }

    fn visit_par_block(&mut self, block: &ParBlock) {
        self.within(block.span, |this| this.walk_par_block(block));
    }

    fn visit_stmt(&mut self, stmt: &Stmt) {
        let direct = match &stmt.kind {
            StmtKind::Expr(expr) | StmtKind::Return(Some(expr)) => is_call(expr),
            StmtKind::Assign { value, .. } => is_call(value),
            StmtKind::Local { names, .. } => match names.as_slice() {
                [name] => name.init.as_ref().is_some_and(is_call),
                _ => false,
            },
            _ => false,
        };
        let outer = self.place.take();
        self.place = direct.then_some(Place {
            span: stmt.span,
            wrap: !matches!(stmt.kind, StmtKind::Local { .. }),
        });
        match &stmt.kind {
            StmtKind::Local { ty, names, .. } => {
                self.variables(names, ty, Kind::Local);
                for name in names {
                    self.declare(name.id, &name.name.name, Some(name.name.span));
                }
                self.walk_stmt(stmt);
            }
            StmtKind::For { .. } | StmtKind::RangedFor { .. } | StmtKind::Vector { .. } => {
                self.within(stmt.span, |this| this.walk_stmt(stmt));
            }
            _ => self.walk_stmt(stmt),
        }
        self.place = outer;
    }

    fn visit_iterator(&mut self, iterator: &Iterator) {
        self.declare(iterator.id, &iterator.name.name, None);
        self.visit_expr(&iterator.low);
        self.visit_expr(&iterator.high);
    }

    fn visit_binder(&mut self, binder: &Binder) {
        self.declare(binder.id, &binder.name.name, None);
        binder.exprs().for_each(|expr| self.visit_expr(expr));
    }

    fn visit_expr(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Call(call) | ExprKind::New(call) => {
                self.call(expr, call);
                // What is within the arguments is evaluated before.
                let place = self.place.take();
                self.walk_expr(expr);
                self.place = place;
            }
            ExprKind::Quantifier { .. }
            | ExprKind::Comprehension { .. }
            | ExprKind::ForPerm(..) => {
                let place = self.place.take();
                self.within(expr.span, |this| this.walk_expr(expr));
                self.place = place;
            }
            ExprKind::Let { variable, ty, .. } => {
                let place = self.place.take();
                self.within(expr.span, |this| {
                    this.variables(std::slice::from_ref(&**variable), ty, Kind::Ghost);
                    this.declare(variable.id, &variable.name.name, None);
                    this.walk_expr(expr);
                });
                self.place = place;
            }
            _ => self.walk_expr(expr),
        }
    }
}

/// Whether a type is written as `T[][]`, without sizes, and what its elements are.
pub(super) fn element_type(ty: &TypeExpr) -> Option<&TypeExpr> {
    match &ty.kind {
        TypeKind::Array(row, None) => match &row.kind {
            TypeKind::Array(element, None) => match &element.kind {
                TypeKind::Array(..) => None,
                _ => Some(element),
            },
            _ => None,
        },
        _ => None,
    }
}
