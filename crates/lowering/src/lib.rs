//! From the surface language to the core: each construct is one rule here.
//!
//! What has no rule is reported with a `U…` code and its place; the declaration it
//! stands in is then not checked at all (architecture.md, rule 9).
//!
//! What is known comes in four parts: [`Tables`] of what the program declares; what is known of
//! the declaration at work, a [`MethodContext`]; what is known at a place of it, which travels
//! with the calls; and the [`Output`].

mod adt;
mod assertion;
mod bad_functions;
mod contract;
mod data;
pub mod data_codes;
mod effects;
mod expr;
mod fields;
mod final_fields;
mod fold;
mod function;
mod function_body;
mod generic;
mod loops;
mod matrix;
mod method;
mod monitor;
mod operator;
mod output;
mod par;
mod pieces;
mod place;
mod predicate;
mod program;
mod quantifier;
mod reading;
mod region;
mod stmt;
mod tables;
mod types;
mod uniform;
mod wider;

use ir::{DataType, LabelId, LocalId, LoweredProgram};
use logic::Sort;
use output::Output;
use program::Lowering;
use reading::Reading;
use spec_lang::ast::{self, NodeId};
use spec_lang::resolve::{Profile, Resolution, Type};
use std::collections::HashMap;
use tables::Tables;
use text::diagnostics::Diagnostic;
use text::span::Span;
use types::TypeArguments;

/// A rule's result; the error is a construct without a rule.
type Lowered<T> = Result<T, Box<Diagnostic>>;

/// Lowers a resolved program.
pub fn lower(program: &ast::Program, resolution: &Resolution, profile: Profile) -> LoweredProgram {
    let mut tables = Tables::collect(program, resolution, Reading::of(profile));
    let mut output = Output::default();
    output.core.semantics = tables.reading.semantics;
    output.core.fields = tables.fields.all.clone();
    for span in program::float_types(program) {
        output.trust("float", "floating point", span);
    }
    tables.ids = program::signatures(&tables, &mut output, &program.declarations);
    let mut lowering = Lowering {
        tables: &tables,
        output: &mut output,
    };
    lowering.definitions(&program.declarations);
    output.finished()
}

/// Says that a construct has no rule.
fn unsupported<T>(code: &'static str, span: Span, what: impl Into<String>) -> Lowered<T> {
    Err(Box::new(
        Diagnostic::error(
            code,
            span,
            format!("the checker has no rule for {} yet", what.into()),
        )
        .with_note("nothing is proved about a declaration that uses it"),
    ))
}

/// The name of a member of a class, or of what stands outside of classes.
fn qualified(class: &str, name: &str) -> String {
    if class.is_empty() {
        name.to_owned()
    } else {
        format!("{class}.{name}")
    }
}

/// What is known of the declaration that is being lowered: begun with it and dropped at its end.
/// It only grows.
struct MethodContext {
    /// Its name, for what is believed in it.
    name: String,
    /// What its type parameters stand for.
    types: TypeArguments,
    /// What the names mean that it has declared so far.
    locals: HashMap<NodeId, LocalId>,
    /// The values of expressions whose effects have been carried out.
    hoisted: HashMap<NodeId, LocalId>,
    /// Labels by statement.
    labels: HashMap<NodeId, LabelId>,
    /// Labels whose statement was lowered already: a jump there would go back.
    passed_labels: Vec<NodeId>,
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
        }
    }
}

/// The work on one declaration.
struct Lowerer<'p, 'a> {
    tables: &'p Tables<'a>,
    output: &'p mut Output<'a>,
    method: MethodContext,
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
    fn whole(&mut self) -> Lowering<'_, 'a> {
        Lowering {
            tables: self.tables,
            output: self.output,
        }
    }

    fn fresh_label(&mut self) -> LabelId {
        self.output.fresh_label()
    }

    fn fresh_local(&mut self, name: &str, sort: Sort, data: DataType, span: Span) -> LocalId {
        self.output.fresh_local(name, sort, data, span)
    }

    /// Declares a variable of the program text.
    fn declare(&mut self, id: NodeId, name: &ast::Ident) -> Lowered<LocalId> {
        let local = self.variable(id, name)?;
        self.method.locals.insert(id, local);
        Ok(local)
    }

    /// A local for a variable of the program text.
    fn variable(&mut self, id: NodeId, name: &ast::Ident) -> Lowered<LocalId> {
        let ty = self.tables.resolution.declared.get(&id);
        let ty = ty.unwrap_or(&Type::Error);
        let sort = self.sort(ty, name.span)?;
        let data = self.data_type(ty);
        Ok(self.fresh_local(&name.name, sort, data, name.span))
    }

    fn sort(&self, ty: &Type, span: Span) -> Lowered<Sort> {
        self.tables.sort(ty, &self.method.types, span)
    }

    fn data_type(&self, ty: &Type) -> DataType {
        self.tables.data_type(ty, &self.method.types)
    }

    /// A type with the present meaning of type parameters.
    fn instantiated(&self, ty: &Type) -> Type {
        self.method.types.instantiated(ty)
    }

    fn trust(&mut self, kind: &'static str, span: Span) {
        self.output.trust(kind, &self.method.name, span);
    }
}
