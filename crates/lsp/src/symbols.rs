//! The outline of a document.

use crate::program::Program;
use gen_lsp_types::{DocumentSymbol, SymbolKind};
use spec_lang::ast::{
    Body, Declaration, DeclarationKind, Ident, Method, MethodKind, ParBlock, Visitor,
};
use text::span::Span;

/// What is declared in a file, in order, with what is declared in it.
pub(crate) fn outline(program: &Program, file: u32) -> Vec<DocumentSymbol> {
    let declarations = &program.front.program.declarations;
    of_file(program, declarations, file)
}

fn of_file(program: &Program, declarations: &[Declaration], file: u32) -> Vec<DocumentSymbol> {
    let own = declarations.iter().filter(|one| one.span.file == file);
    own.flat_map(|one| symbols(program, one, file)).collect()
}

fn symbols(program: &Program, declaration: &Declaration, file: u32) -> Vec<DocumentSymbol> {
    let whole = declaration.span;
    let one = |name: &Ident, kind, children| vec![symbol(program, name, whole, kind, children)];
    match &declaration.kind {
        DeclarationKind::Class(class) => {
            let members = of_file(program, &class.members, file);
            one(&class.name, SymbolKind::Class, members)
        }
        DeclarationKind::Field(field) => {
            let names = field.names.iter();
            names
                .map(|field| symbol(program, &field.name, whole, SymbolKind::Field, Vec::new()))
                .collect()
        }
        DeclarationKind::Method(method) => {
            let blocks = match &method.body {
                Body::Block(body) => {
                    let mut blocks = Blocks(Vec::new());
                    blocks.visit_block(body);
                    blocks.0
                }
                _ => Vec::new(),
            };
            let child = |(name, span): (Ident, Span)| {
                symbol(program, &name, span, SymbolKind::Namespace, Vec::new())
            };
            let children = blocks.into_iter().map(child).collect();
            one(&method.name, kind(method), children)
        }
        DeclarationKind::Predicate(predicate) => {
            one(&predicate.name, SymbolKind::Interface, Vec::new())
        }
        DeclarationKind::Enum(declared) => {
            let constant =
                |name: &Ident| symbol(program, name, name.span, SymbolKind::EnumMember, Vec::new());
            let constants = declared.constants.iter();
            let children = constants.map(|one| constant(&one.name)).collect();
            one(&declared.name, SymbolKind::Enum, children)
        }
        DeclarationKind::Adt(adt) => {
            let members = of_file(program, &adt.members, file);
            one(&adt.name, SymbolKind::Struct, members)
        }
        DeclarationKind::Axiom(axiom) => match &axiom.name {
            Some(name) => one(name, SymbolKind::Constant, Vec::new()),
            None => Vec::new(),
        },
        DeclarationKind::Model(model) => one(&model.name, SymbolKind::Module, Vec::new()),
        DeclarationKind::Unsupported { .. } => Vec::new(),
    }
}

fn kind(method: &Method) -> SymbolKind {
    match method.kind {
        MethodKind::ClassNameConstructor | MethodKind::KeywordConstructor => {
            SymbolKind::Constructor
        }
        MethodKind::Operator => SymbolKind::Operator,
        MethodKind::Method if method.is_pure() => SymbolKind::Function,
        MethodKind::Method | MethodKind::RunBlock => SymbolKind::Method,
    }
}

fn symbol(
    program: &Program,
    name: &Ident,
    whole: Span,
    kind: SymbolKind,
    children: Vec<DocumentSymbol>,
) -> DocumentSymbol {
    // Clients refuse a name outside of the whole, and an empty one.
    let whole = if whole.contains(name.span) {
        whole
    } else {
        name.span
    };
    let title = match name.name.is_empty() {
        true => "?".to_owned(),
        false => name.name.clone(),
    };
    let range = program.range(whole);
    let name = program.range(name.span);
    let children = (!children.is_empty()).then_some(children);
    DocumentSymbol::new(title, None, kind, None, None, range, name, children)
}

/// The named blocks of a body.
struct Blocks(Vec<(Ident, Span)>);

impl Visitor for Blocks {
    fn visit_par_block(&mut self, block: &ParBlock) {
        if let Some(name) = &block.name {
            self.0.push((name.clone(), block.span));
        }
        self.walk_par_block(block);
    }
}
