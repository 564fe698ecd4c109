//! The work: on a whole program, and on one declaration.

use crate::context::output::Output;
use crate::context::unsupported::Lowered;
use crate::tables::declared::Tables;
use crate::tables::types::TypeArguments;
use core_lang::{DataType, LabelId, LocalId};
use logic::Sort;
use spec_lang::ast::{self, NodeId};
use spec_lang::resolve::Type;
use std::collections::HashMap;
use text::span::Span;

/// The work on a program, between declarations.
pub(crate) struct Lowering<'p, 'a> {
    /// What the program declares.
    pub tables: &'p Tables<'a>,
    /// What is made of it.
    pub output: &'p mut Output<'a>,
}

impl<'a> Lowering<'_, 'a> {
    /// The work on one declaration.
    pub(crate) fn declaration(&mut self, name: String, types: TypeArguments) -> Lowerer<'_, 'a> {
        Lowerer::new(self.tables, self.output, MethodContext::new(name, types))
    }

    /// The same of one without type parameters.
    pub(crate) fn plain(&mut self, name: String) -> Lowerer<'_, 'a> {
        self.declaration(name, TypeArguments::default())
    }
}

/// What is known of the declaration that is being lowered: begun with it and dropped at its end.
/// It only grows.
pub(crate) struct MethodContext {
    /// Its name, for what is assumed in it.
    pub name: String,
    /// What its type parameters stand for.
    pub types: TypeArguments,
    /// What the names mean that it has declared so far.
    pub locals: HashMap<NodeId, LocalId>,
    /// The values of expressions whose effects have been carried out.
    pub hoisted: HashMap<NodeId, LocalId>,
    /// Labels by statement.
    pub labels: HashMap<NodeId, LabelId>,
    /// Labels whose statement was lowered already: a jump there would go back.
    pub passed_labels: Vec<NodeId>,
    /// Where jumps back to a label go, in what stands behind it.
    pub heads: HashMap<NodeId, LabelId>,
}

impl MethodContext {
    fn new(name: String, types: TypeArguments) -> MethodContext {
        MethodContext {
            name,
            types,
            locals: HashMap::new(),
            hoisted: HashMap::new(),
            labels: HashMap::new(),
            passed_labels: Vec::new(),
            heads: HashMap::new(),
        }
    }
}

/// The work on one declaration.
pub(crate) struct Lowerer<'p, 'a> {
    /// What the program declares.
    pub tables: &'p Tables<'a>,
    /// What is made of it.
    pub output: &'p mut Output<'a>,
    /// What is known of the declaration.
    pub method: MethodContext,
}

impl<'p, 'a> Lowerer<'p, 'a> {
    fn new(tables: &'p Tables<'a>, output: &'p mut Output<'a>, method: MethodContext) -> Self {
        Lowerer {
            tables,
            output,
            method,
        }
    }

    /// The work on the whole program, for an instance that this declaration needs.
    pub(crate) fn whole(&mut self) -> Lowering<'_, 'a> {
        Lowering {
            tables: self.tables,
            output: self.output,
        }
    }

    pub(crate) fn fresh_label(&mut self) -> LabelId {
        self.output.fresh_label()
    }

    pub(crate) fn fresh_local(
        &mut self,
        name: &str,
        sort: Sort,
        data: DataType,
        span: Span,
    ) -> LocalId {
        self.output.fresh_local(name, sort, data, span)
    }

    /// Declares a variable of the program text.
    pub(crate) fn declare(&mut self, id: NodeId, name: &ast::Ident) -> Lowered<LocalId> {
        let local = self.variable(id, name)?;
        self.method.locals.insert(id, local);
        Ok(local)
    }

    /// A local for a variable of the program text.
    pub(crate) fn variable(&mut self, id: NodeId, name: &ast::Ident) -> Lowered<LocalId> {
        let ty = self.tables.resolution.declared.get(&id);
        let ty = ty.unwrap_or(&Type::Error);
        let sort = self.sort(ty, name.span)?;
        let data = self.data_type(ty);
        Ok(self.fresh_local(&name.name, sort, data, name.span))
    }

    pub(crate) fn sort(&self, ty: &Type, span: Span) -> Lowered<Sort> {
        self.tables.sort(ty, &self.method.types, span)
    }

    pub(crate) fn data_type(&self, ty: &Type) -> DataType {
        self.tables.data_type(ty, &self.method.types)
    }

    /// A type with the present meaning of type parameters.
    pub(crate) fn instantiated(&self, ty: &Type) -> Type {
        self.method.types.instantiated(ty)
    }

    pub(crate) fn trust(&mut self, kind: &'static str, span: Span) {
        self.output.trust(kind, &self.method.name, span);
    }
}
