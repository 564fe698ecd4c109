//! Which names stand where in a program, and what they mean.

use spec_lang::ast::{
    Argument, Barrier, Binder, Body, Call, Declaration, DeclarationKind, Directive, Expr, ExprKind,
    Ident, Iterator, Method, MethodKind, NodeId, ParBlock, Param, Program, Stmt, StmtKind,
    TypeExpr, TypeKind, Variable, Visitor,
};
use spec_lang::resolve::Resolution;
use std::collections::HashMap;
use text::span::Span;

/// Something with a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Declared {
    /// Its name.
    pub name: String,
    /// Where the name stands.
    pub span: Span,
    /// What it is, in a word or two.
    pub what: &'static str,
    /// The text that says all there is to it, if that is more than its type: a method's
    /// clauses and header.
    pub text: Option<Span>,
}

impl Declared {
    /// Whether it stands for a value: a variable of any kind.
    pub(crate) fn is_value(&self) -> bool {
        matches!(
            self.what,
            "local" | "parameter" | "iterator" | "bound variable" | "field"
        )
    }
}

/// What is filed under a name that is used.
#[derive(Clone, Copy, Debug)]
enum Meaning {
    /// What the resolver says of this node.
    Of(NodeId),
    /// The invariant of this number that a statement names.
    Invariant(NodeId, usize),
    /// This very declaration.
    Itself(NodeId),
    /// The `given` parameter that an argument of a call is for: the call and the argument.
    Given(NodeId, NodeId),
    /// The `yields` parameter that a call gives to a local: the call and the local.
    Yielded(NodeId, NodeId),
    /// The name in the directive of this number, which no resolver looks up: what the name
    /// means where the directive stands.
    Directed(usize),
}

/// The names and expressions of a program.
#[derive(Debug, Default)]
pub(crate) struct Nodes {
    declared: HashMap<NodeId, Declared>,
    uses: Vec<(Span, Meaning)>,
    expressions: Vec<(Span, NodeId)>,
    directives: Vec<Directive>,
    /// The names in directives, with the loop, block or method that the directive is for.
    directed: Vec<(Ident, Span)>,
    /// The statements and declarations around what is being looked at.
    around: Vec<Span>,
}

impl Nodes {
    /// Looks through a program.
    pub(crate) fn of(program: &Program) -> Nodes {
        let mut nodes = Nodes::default();
        nodes.visit_program(program);
        nodes
    }

    /// What the name at a place means, with the place of the name used.
    pub(crate) fn named(
        &self,
        resolution: &Resolution,
        at: Place,
    ) -> Option<(Span, NodeId, &Declared)> {
        let (span, meaning) = at.innermost(&self.uses)?;
        let id = self.declaration(resolution, meaning)?;
        Some((span, id, self.declared.get(&id)?))
    }

    /// Every name that is used or declared, in order of place, with what it means; none for what
    /// the language itself brings and for names that mean nothing.
    pub(crate) fn names(&self, resolution: &Resolution) -> Vec<(Span, Option<NodeId>)> {
        let meant = |(span, meaning): &(Span, Meaning)| {
            let id = self.declaration(resolution, *meaning);
            (*span, id.filter(|id| self.declared.contains_key(id)))
        };
        let mut names: Vec<_> = self.uses.iter().map(meant).collect();
        names.sort_by_key(|(span, _)| (span.file, span.start, span.end));
        names
    }

    /// What is known of a declaration with a name.
    pub(crate) fn declared(&self, id: NodeId) -> Option<&Declared> {
        self.declared.get(&id)
    }

    /// The declaration that is meant.
    fn declaration(&self, resolution: &Resolution, meaning: Meaning) -> Option<NodeId> {
        let id = match meaning {
            Meaning::Itself(id) => id,
            Meaning::Invariant(id, number) => *resolution.invariants.get(&id)?.get(number)?,
            Meaning::Of(id) => resolution.references.get(&id)?.declaration()?,
            Meaning::Given(call, argument) => {
                let mut given = resolution.given.get(&call)?.iter();
                given.find(|(_, own)| *own == argument)?.0
            }
            Meaning::Yielded(call, target) => {
                let mut yielded = resolution.yields.get(&call)?.iter();
                yielded.find(|(own, _)| *own == target)?.1
            }
            Meaning::Directed(number) => self.directed_to(resolution, number)?,
        };
        Some(resolution.canonical(id))
    }

    /// What the name in a directive means: what all of that name mean in the loop, block or
    /// method it is for; none if they mean several things.
    fn directed_to(&self, resolution: &Resolution, number: usize) -> Option<NodeId> {
        let (ident, within) = self.directed.get(number)?;
        let mut meant: Option<NodeId> = None;
        for (span, meaning) in &self.uses {
            if !within.contains(*span) || matches!(meaning, Meaning::Directed(_)) {
                continue;
            }
            let Some(id) = self.declaration(resolution, *meaning) else {
                continue;
            };
            let of_name = |declared: &&Declared| declared.name == ident.name && declared.is_value();
            if self.declared.get(&id).filter(of_name).is_none() {
                continue;
            }
            if meant.is_some_and(|other| other != id) {
                return None;
            }
            meant = Some(id);
        }
        meant
    }

    /// The smallest expression around a place.
    pub(crate) fn expression(&self, at: Place) -> Option<(Span, NodeId)> {
        at.innermost(&self.expressions)
    }

    /// The directive at a place.
    pub(crate) fn directive(&self, at: Place) -> Option<&Directive> {
        let mut all = self.directives.iter();
        all.find(|directive| at.is_in(directive.span))
    }

    /// All directives.
    pub(crate) fn directives(&self) -> &[Directive] {
        &self.directives
    }

    /// The name of a declaration.
    pub(crate) fn name(&self, id: NodeId) -> Option<String> {
        Some(self.declared.get(&id)?.name.clone())
    }

    fn declare(&mut self, id: NodeId, name: &spec_lang::ast::Ident, what: &'static str) {
        self.declare_with(id, name, what, None);
    }

    fn declare_with(
        &mut self,
        id: NodeId,
        name: &spec_lang::ast::Ident,
        what: &'static str,
        text: Option<Span>,
    ) {
        self.uses.push((name.span, Meaning::Itself(id)));
        let declared = Declared {
            name: name.name.clone(),
            span: name.span,
            what,
            text,
        };
        self.declared.insert(id, declared);
    }

    fn method(&mut self, declaration: &Declaration, method: &Method) {
        let end = match &method.body {
            Body::Block(block) => block.span.start,
            _ => declaration.span.end,
        };
        let text = Span {
            end,
            ..declaration.span
        };
        let what = match method.kind {
            MethodKind::ClassNameConstructor | MethodKind::KeywordConstructor => "constructor",
            MethodKind::RunBlock => "run block",
            MethodKind::Operator => "operator",
            MethodKind::Method if method.is_pure() => "function",
            MethodKind::Method => "method",
        };
        self.declare_with(declaration.id, &method.name, what, Some(text));
    }

    /// The names in `given { p = e }` and `yields { x = p }`.
    fn ghosts(&mut self, id: NodeId, call: &Call) {
        for ghost in &call.given {
            let meaning = Meaning::Given(id, ghost.right.id);
            self.uses.push((ghost.left.span, meaning));
        }
        for ghost in &call.yields {
            // What the local means is filed under the name that is yielded.
            let local = ghost.right.id;
            self.uses.push((ghost.left.span, Meaning::Of(local)));
            self.uses
                .push((ghost.right.span, Meaning::Yielded(id, local)));
        }
    }

    fn barrier(&mut self, id: NodeId, barrier: &Barrier) {
        if let Some(block) = &barrier.block {
            self.uses.push((block.span, Meaning::Of(id)));
        }
        for (number, invariant) in barrier.invariants.iter().enumerate() {
            let meaning = Meaning::Invariant(id, number);
            self.uses.push((invariant.span, meaning));
        }
    }
}

/// A place in one of the files.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    /// The number of the file.
    pub file: u32,
    /// The offset in bytes.
    pub offset: usize,
}

impl Place {
    /// Whether it lies in a span, or just behind it.
    pub(crate) fn is_in(self, span: Span) -> bool {
        span.file == self.file
            && (span.start as usize) <= self.offset
            && self.offset <= span.end as usize
    }

    /// The smallest of those it lies in; of equal ones the first.
    fn innermost<T: Copy>(self, all: &[(Span, T)]) -> Option<(Span, T)> {
        let around = all.iter().filter(|(span, _)| self.is_in(*span));
        // What the place is just behind is meant less than what it is in.
        let key = |(span, _): &&(Span, T)| {
            let behind = span.end as usize == self.offset;
            (behind, span.end.saturating_sub(span.start))
        };
        around.min_by_key(key).copied()
    }
}

impl Visitor for Nodes {
    fn visit_declaration(&mut self, declaration: &Declaration) {
        self.around.push(declaration.span);
        let id = declaration.id;
        let whole = Some(declaration.span);
        match &declaration.kind {
            DeclarationKind::Class(class) => self.declare(id, &class.name, "class"),
            DeclarationKind::Field(field) => {
                for name in &field.names {
                    self.declare(name.id, &name.name, "field");
                }
            }
            DeclarationKind::Method(method) => self.method(declaration, method),
            DeclarationKind::Predicate(predicate) => {
                self.declare_with(id, &predicate.name, "predicate", whole);
            }
            DeclarationKind::Enum(declared) => {
                self.declare_with(id, &declared.name, "enum", whole);
                for constant in &declared.constants {
                    self.declare(constant.id, &constant.name, "enum constant");
                }
            }
            DeclarationKind::Adt(adt) => {
                self.declare(id, &adt.name, "abstract data type");
            }
            DeclarationKind::Axiom(_)
            | DeclarationKind::Model(_)
            | DeclarationKind::Unsupported { .. } => {}
        }
        self.walk_declaration(declaration);
        self.around.pop();
    }

    fn visit_directive(&mut self, directive: &Directive) {
        self.directives.push(directive.clone());
        for argument in &directive.arguments {
            if let Argument::Name(name) = argument {
                let meaning = Meaning::Directed(self.directed.len());
                self.uses.push((name.span, meaning));
                let around = self.around.last().copied().unwrap_or_default();
                self.directed.push((name.clone(), around));
            }
        }
        self.walk_directive(directive);
    }

    fn visit_variable(&mut self, variable: &Variable) {
        if !self.declared.contains_key(&variable.id) {
            self.declare(variable.id, &variable.name, "local");
        }
        if let Some(init) = &variable.init {
            self.visit_expr(init);
        }
    }

    fn visit_param(&mut self, param: &Param) {
        self.declare(param.id, &param.name, "parameter");
        self.visit_type(&param.ty);
    }

    fn visit_iterator(&mut self, iterator: &Iterator) {
        self.declare(iterator.id, &iterator.name, "iterator");
        self.visit_type(&iterator.ty);
        self.visit_expr(&iterator.low);
        self.visit_expr(&iterator.high);
    }

    fn visit_binder(&mut self, binder: &Binder) {
        self.declare(binder.id, &binder.name, "bound variable");
        self.visit_type(&binder.ty);
        binder.exprs().for_each(|expr| self.visit_expr(expr));
    }

    fn visit_par_block(&mut self, block: &ParBlock) {
        if let Some(name) = &block.name {
            self.declare(block.id, name, "block");
        }
        self.walk_par_block(block);
    }

    fn visit_type(&mut self, ty: &TypeExpr) {
        if let TypeKind::Named(name, _) | TypeKind::Other(name, _) = &ty.kind {
            self.uses.push((name.span, Meaning::Of(ty.id)));
        }
        self.walk_type(ty);
    }

    fn visit_call(&mut self, call: &Call) {
        if let Some(receiver) = &call.receiver {
            self.visit_expr(receiver);
        }
        for ty in &call.type_args {
            self.visit_type(ty);
        }
        for arg in &call.args {
            self.visit_expr(arg);
        }
        for ghost in &call.given {
            self.visit_expr(&ghost.right);
        }
        for stmt in &call.ghost_statements {
            self.visit_stmt(stmt);
        }
    }

    fn visit_expr(&mut self, expr: &Expr) {
        self.expressions.push((expr.span, expr.id));
        let name = match &expr.kind {
            ExprKind::Name(name) | ExprKind::Member(_, name) | ExprKind::Old(Some(name), _) => {
                Some(name)
            }
            ExprKind::Call(call) | ExprKind::New(call) => Some(&call.name),
            _ => None,
        };
        if let Some(name) = name {
            self.uses.push((name.span, Meaning::Of(expr.id)));
        }
        if let ExprKind::Call(call) | ExprKind::New(call) = &expr.kind {
            self.ghosts(expr.id, call);
        }
        self.walk_expr(expr);
    }

    fn visit_stmt(&mut self, stmt: &Stmt) {
        let id = stmt.id;
        self.around.push(stmt.span);
        match &stmt.kind {
            StmtKind::Break(Some(name)) | StmtKind::Continue(Some(name)) | StmtKind::Goto(name) => {
                self.uses.push((name.span, Meaning::Of(id)));
            }
            StmtKind::Label(name, _) => self.declare(id, name, "label"),
            StmtKind::Invariant {
                name: Some(name), ..
            } => self.declare(id, name, "invariant"),
            StmtKind::Barrier(barrier) => self.barrier(id, barrier),
            StmtKind::Atomic { names, .. } => {
                for (number, name) in names.iter().enumerate() {
                    let meaning = Meaning::Invariant(id, number);
                    self.uses.push((name.span, meaning));
                }
            }
            _ => {}
        }
        self.walk_stmt(stmt);
        self.around.pop();
    }
}
