//! Whether a resource could speak of the cell: by types, so that no name matters.

use super::pattern::{Cell, compatible};
use crate::framework::input::Input;
use spec_lang::ast::{
    Body, Declaration, DeclarationKind, Expr, ExprKind, Method, NodeId, ParBlock, Predicate,
    Visitor,
};
use spec_lang::facts;
use spec_lang::resolve::{Reference, Type};

/// Whether a permission to the cell, or of what lies on the way to it, could be part of what a
/// tree says. Opens predicates; one that cannot be opened could hold anything.
pub(super) struct Involves<'a> {
    input: &'a Input<'a>,
    cell: &'a Cell,
    opened: Vec<NodeId>,
    found: bool,
}

impl<'a> Involves<'a> {
    fn new(input: &'a Input<'a>, cell: &'a Cell) -> Self {
        Involves {
            input,
            cell,
            opened: Vec::new(),
            found: false,
        }
    }

    /// In a resource.
    pub(super) fn expr(input: &'a Input<'a>, cell: &'a Cell, expr: &Expr) -> bool {
        let mut this = Involves::new(input, cell);
        this.visit_expr(expr);
        this.found
    }

    /// In the contract of a block or in what it does.
    pub(super) fn block(input: &'a Input<'a>, cell: &'a Cell, block: &ParBlock) -> bool {
        let mut this = Involves::new(input, cell);
        this.visit_par_block(block);
        this.found
    }

    /// In the contract of a method, or in what an inline one stands for; true if there is
    /// no such method.
    pub(super) fn method(input: &'a Input<'a>, cell: &'a Cell, id: NodeId) -> bool {
        let mut this = Involves::new(input, cell);
        this.called(id);
        this.found
    }

    fn called(&mut self, id: NodeId) {
        if self.opened.contains(&id) {
            return;
        }
        self.opened.push(id);
        let Some(method) = method(self.input, id) else {
            self.found = true;
            return;
        };
        self.visit_contract(&method.contract);
        if let (true, Body::Expr(body)) = (method.is_inline(), &method.body) {
            self.visit_expr(body);
        }
    }

    /// What a call or creation stands for.
    fn meant(&mut self, call: &Expr) {
        match self.input.resolution.references.get(&call.id) {
            Some(Reference::Method(id, _)) => self.called(*id),
            Some(Reference::Predicate(id, _)) => self.predicate(*id),
            Some(Reference::Implicit(_)) | None => self.found = true,
            Some(
                Reference::Local(_)
                | Reference::Field(..)
                | Reference::EnumConstant(_)
                | Reference::TypeName(_)
                | Reference::DefaultConstructor(_)
                | Reference::Statement(_)
                | Reference::Builtin(_),
            ) => {}
        }
    }

    /// An element of an array.
    fn elements(&mut self, array: &Expr) {
        if let Type::Array(element) = self.input.resolution.type_of(array.id) {
            self.found |= self.cell.may_be(element)
                || self.cell.rows.iter().any(|row| compatible(row, element));
        }
    }

    fn location(&mut self, location: &Expr) {
        match &location.kind {
            ExprKind::Index(array, _) | ExprKind::AllElements(array) => self.elements(array),
            ExprKind::Name(_) | ExprKind::Member(..) => {
                self.found |= match self.input.resolution.references.get(&location.id) {
                    Some(Reference::Field(id, _)) => self.cell.fields.contains(id),
                    _ => true,
                };
            }
            _ => self.found = true,
        }
    }

    fn predicate(&mut self, id: NodeId) {
        if self.opened.contains(&id) {
            return;
        }
        self.opened.push(id);
        match predicate(self.input, id).and_then(|predicate| predicate.body) {
            Some(body) => self.visit_expr(&body),
            None => self.found = true,
        }
    }
}

impl Visitor for Involves<'_> {
    fn visit_expr(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Perm(location, _)
            | ExprKind::PointsTo(location, ..)
            | ExprKind::Value(location)
            | ExprKind::HPerm(location, _) => self.location(location),
            // Who reads has a permission, or stands where somebody has one.
            ExprKind::Index(array, _) => {
                if let Type::Array(_) = self.input.resolution.type_of(array.id) {
                    self.location(expr);
                }
            }
            ExprKind::Values(..) | ExprKind::AllElements(_) => self.found = true,
            ExprKind::Matrix(matrix, ..) => self.elements(matrix),
            ExprKind::Call(_) | ExprKind::New(_) => self.meant(expr),
            // Of what is within, and of the lock: what that protects comes at `lock`.
            ExprKind::Scale(..) | ExprKind::Held(_) => {}
            kind => {
                if let Some(Reference::Method(id, _)) =
                    self.input.resolution.references.get(&expr.id)
                {
                    self.called(*id); // The operator of a class.
                }
                let resource = || *self.input.resolution.type_of(expr.id) == Type::Resource;
                self.found |= facts::expr(kind).permissions.settled(resource);
            }
        }
        self.walk_expr(expr);
    }
}

/// The method of this declaration.
pub(super) fn method(input: &Input<'_>, id: NodeId) -> Option<Method> {
    struct Find(NodeId, Option<Method>);
    impl Visitor for Find {
        fn visit_declaration(&mut self, declaration: &Declaration) {
            match &declaration.kind {
                DeclarationKind::Method(method) if declaration.id == self.0 => {
                    self.1 = Some((**method).clone());
                }
                DeclarationKind::Class(_) => self.walk_declaration(declaration),
                _ => {}
            }
        }
    }
    let mut find = Find(id, None);
    find.visit_program(input.program);
    find.1
}

/// Whether a method is a function.
pub(super) fn is_function(input: &Input<'_>, id: NodeId) -> bool {
    method(input, id).is_some_and(|method| matches!(method.body, Body::Expr(_)) || method.is_pure())
}

fn predicate(input: &Input<'_>, id: NodeId) -> Option<Predicate> {
    struct Find(NodeId, Option<Predicate>);
    impl Visitor for Find {
        fn visit_declaration(&mut self, declaration: &Declaration) {
            match &declaration.kind {
                DeclarationKind::Predicate(predicate) if declaration.id == self.0 => {
                    self.1 = Some(predicate.clone());
                }
                DeclarationKind::Class(_) => self.walk_declaration(declaration),
                _ => {}
            }
        }
    }
    let mut find = Find(id, None);
    find.visit_program(input.program);
    find.1
}
