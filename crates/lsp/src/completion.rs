//! What may be written at a place: names in sight, members, clauses, directives, words.

use crate::nodes::{Nodes, Place};
use crate::program::Program;
use crate::{scope, signature};
use gen_lsp_types::Range;
use pipeline::front::{self, Front};
use serde_json::{Value, json};
use spec_lang::ast::{Declaration, DeclarationKind, Expr, ExprKind, NodeId, Visitor};
use spec_lang::lex::{self, TokenKind};
use spec_lang::parse::CLAUSES;
use spec_lang::resolve::{self, Reference, Type};
use std::collections::BTreeMap;
use text::source::SourceFile;

/// Stands for the name that is being written, so that the text around it can be read.
const STAND_IN: &str = "name_being_written__";

/// What may be missing behind the name that is being written.
const ENDS: &[&str] = &["", ";", ");", ")", "];", "]); ", "); }", "; }"];

const DECLARATIONS: &[&str] = &[
    "class",
    "enum",
    "adt",
    "axiom",
    "pure",
    "static",
    "final",
    "inline",
    "thread_local",
    "lock_invariant",
    "constructor",
];
const STATEMENTS: &[&str] = &[
    "if",
    "else",
    "while",
    "for",
    "return",
    "break",
    "continue",
    "goto",
    "label",
    "par",
    "and",
    "barrier",
    "atomic",
    "invariant",
    "parallel",
    "sequential",
    "vec",
    "assert",
    "assume",
    "inhale",
    "exhale",
    "refute",
    "fold",
    "unfold",
    "lock",
    "unlock",
    "wait",
    "notify",
    "fork",
    "join",
    "commit",
    "ghost",
];
const TYPES: &[&str] = &[
    "int", "boolean", "void", "resource", "frac", "zfrac", "rational", "float32", "float64",
    "string", "char", "seq", "set", "bag", "option", "map", "tuple",
];
const VALUES: &[&str] = &[
    "true",
    "false",
    "null",
    "this",
    "new",
    "write",
    "read",
    "none",
    "None",
    "unfolding",
];
const RESOURCES: &[&str] = &[
    "Perm",
    "PointsTo",
    "Value",
    "perm",
    "held",
    "idle",
    "running",
    "committed",
];

/// Kinds of items, as the protocol numbers them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Method = 2,
    Function = 3,
    Field = 5,
    Variable = 6,
    Class = 7,
    Interface = 8,
    Module = 9,
    Enum = 13,
    Keyword = 14,
    EnumMember = 20,
    Struct = 22,
}

/// What stands before the word that is being written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Before {
    /// A comment or a string: nothing is offered.
    NoCode,
    /// A backslash.
    Backslash,
    /// A point.
    Point,
    /// `gpuopt`.
    Directive,
    /// The end of something: a statement, clause or declaration may begin.
    End,
    /// Anything else: a value is wanted.
    Within,
}

/// What may be written at a place.
pub(crate) fn completions(program: &Program, at: Place) -> Vec<Value> {
    let Some((_, source)) = program.file(at.file) else {
        return Vec::new();
    };
    let text = source.text.as_str();
    let start = word_start(text, at.offset);
    let before = before(text, at, start);
    let replaced = match before {
        Before::Backslash => start.saturating_sub(1),
        _ => start,
    };
    let mut items = Items {
        range: program.range(text::span::Span::new(at.file, replaced, at.offset)),
        found: BTreeMap::new(),
    };
    let place = Place {
        offset: start,
        ..at
    };
    match before {
        Before::NoCode => {}
        Before::Backslash => items.words(lex::BACKSLASH_WORDS, 1),
        Before::Directive => {
            for entry in transforms::TRANSFORMATIONS {
                let about = entry.about();
                items.add(about.word, Kind::Keyword, about.directive, 1);
            }
        }
        Before::Point => members(&mut items, &read(program, place, at.offset)),
        Before::End | Before::Within => {
            let read = read(program, place, at.offset);
            in_sight(&mut items, &read, place);
            items.words(VALUES, 4);
            for name in RESOURCES {
                items.add(name, Kind::Function, "resource", 3);
            }
            for name in resolve::built_in_functions() {
                items.add(name, Kind::Function, "built in", 5);
            }
            items.words(lex::BACKSLASH_WORDS, 5);
            items.words(TYPES, 5);
            if before == Before::End {
                items.words(CLAUSES, 2);
                items.words(&["gpuopt"], 2);
                match scope::in_body(&read.front.program, place) {
                    true => items.words(STATEMENTS, 3),
                    false => items.words(DECLARATIONS, 3),
                }
            }
        }
    }
    items.found.into_values().collect()
}

/// The items, by name.
struct Items {
    range: Range,
    found: BTreeMap<String, Value>,
}

impl Items {
    /// Adds an item, unless one of its name is there; lower ranks come first in the list.
    fn add(&mut self, name: &str, kind: Kind, detail: &str, rank: u8) {
        let item = || {
            json!({
                "label": name,
                "kind": kind as u8,
                "detail": detail,
                "sortText": format!("{rank}{name}"),
                "filterText": name,
                "textEdit": {"range": self.range, "newText": name},
            })
        };
        if !self.found.contains_key(name) {
            let item = item();
            self.found.insert(name.to_owned(), item);
        }
    }

    fn words(&mut self, words: &[&str], rank: u8) {
        for word in words {
            self.add(word, Kind::Keyword, "", rank);
        }
    }
}

/// Where the word begins that ends at a place.
fn word_start(text: &str, offset: usize) -> usize {
    let before = text.as_bytes().get(..offset).unwrap_or_default();
    let in_word = |byte: &&u8| byte.is_ascii_alphanumeric() || **byte == b'_';
    offset - before.iter().rev().take_while(in_word).count()
}

fn before(text: &str, at: Place, start: usize) -> Before {
    let comments = lex::comments(text, at.file);
    let in_comment = comments.iter().any(|comment| {
        let (first, last) = (comment.span.start as usize, comment.span.end as usize);
        first < at.offset && (at.offset < last || !comment.block && at.offset == last)
    });
    let whole = lex::tokens(text, at.file).0;
    let in_text = whole.iter().any(|token| {
        let quoted = matches!(token.kind, TokenKind::Str | TokenKind::Char);
        let (first, last) = (token.span.start as usize, token.span.end as usize);
        let words = text.get(first..last).unwrap_or("");
        // One that is being written is not closed yet.
        let closed = words.len() > 1 && words.ends_with(['"', '\'']);
        quoted && first < at.offset && (at.offset < last || at.offset == last && !closed)
    });
    if in_comment || in_text {
        return Before::NoCode;
    }
    let left = text.get(..start).unwrap_or("");
    if left.ends_with('\\') {
        return Before::Backslash;
    }
    let mut tokens = lex::tokens(left, at.file).0;
    tokens.retain(|token| token.kind != TokenKind::End);
    match tokens.last() {
        None => Before::End,
        Some(last) => match last.kind {
            TokenKind::Punct("." | "?.") => Before::Point,
            TokenKind::Punct(";" | "{" | "}" | ")") => Before::End,
            TokenKind::Word if left.get(last.span.range()) == Some("gpuopt") => Before::Directive,
            TokenKind::Word
                if matches!(left.get(last.span.range()), Some("else" | "ghost" | "pure")) =>
            {
                Before::End
            }
            _ => Before::Within,
        },
    }
}

/// A program with a stand-in for the word that is being written.
struct Read {
    front: Front,
    sources: Vec<SourceFile>,
    nodes: Nodes,
}

/// Reads the program with a stand-in from `place` to `end`, and what may be missing behind it.
fn read(program: &Program, place: Place, end: usize) -> Read {
    let mut first = None;
    for missing in ENDS {
        let mut sources = program.sources.clone();
        if let Some(source) = sources.get_mut(place.file as usize) {
            let mut text = source.text.clone();
            text.replace_range(place.offset..end, &format!("{STAND_IN}{missing}"));
            *source = SourceFile::new(source.name.clone(), text);
        }
        let front = front::front(&sources, program.settings.profile);
        let parsed = !front.resolution.types.is_empty();
        let nodes = Nodes::of(&front.program);
        let read = Read {
            front,
            sources,
            nodes,
        };
        if parsed {
            return read;
        }
        first.get_or_insert(read);
    }
    first.unwrap_or_else(|| Read {
        front: Front::default(),
        sources: Vec::new(),
        nodes: Nodes::default(),
    })
}

/// The names in sight.
fn in_sight(items: &mut Items, read: &Read, place: Place) {
    for one in scope::visible(&read.front.program, place) {
        let Some(declared) = read.nodes.declared(one.id) else {
            continue;
        };
        if one.name == STAND_IN {
            continue;
        }
        let kind = match declared.what {
            "method" | "operator" | "run block" => Kind::Method,
            "function" => Kind::Function,
            "predicate" => Kind::Interface,
            "class" | "constructor" => Kind::Class,
            "enum" => Kind::Enum,
            "abstract data type" => Kind::Struct,
            "field" => Kind::Field,
            "block" | "invariant" | "label" => Kind::Module,
            _ => Kind::Variable,
        };
        let rank = match declared.is_value() {
            true => 1,
            false => 2,
        };
        items.add(&one.name, kind, &detail(read, one.id, declared.what), rank);
    }
}

/// What is said of a declared name: its type, or its header.
fn detail(read: &Read, id: NodeId, what: &str) -> String {
    let mut find = Find {
        id,
        label: None,
        read,
    };
    if matches!(what, "method" | "function" | "predicate") {
        find.visit_program(&read.front.program);
    }
    let show = |ty: &Type| ty.show(&|id| read.nodes.name(id));
    let ty = || read.front.resolution.declared.get(&id).map(show);
    find.label.or_else(ty).unwrap_or_else(|| what.to_owned())
}

/// The header of a declaration.
struct Find<'a> {
    id: NodeId,
    label: Option<String>,
    read: &'a Read,
}

impl Visitor for Find<'_> {
    fn visit_declaration(&mut self, declaration: &Declaration) {
        if declaration.id == self.id {
            let source = self.read.sources.get(declaration.span.file as usize);
            let name = self.read.nodes.name(self.id).unwrap_or_default();
            let found = source.and_then(|source| signature::signature(source, declaration, &name));
            self.label = found.map(|found| found.label().to_owned());
        }
        if matches!(
            declaration.kind,
            DeclarationKind::Class(_) | DeclarationKind::Adt(_)
        ) {
            self.walk_declaration(declaration);
        }
    }
}

/// The members of what stands before the point.
fn members(items: &mut Items, read: &Read) {
    let mut receiver = Receiver(None);
    receiver.visit_program(&read.front.program);
    let Some(id) = receiver.0 else { return };
    let resolution = &read.front.resolution;
    if let Some(Reference::TypeName(named)) = resolution.references.get(&id) {
        return constants(items, read, *named);
    }
    match resolution.type_of(id) {
        Type::Class(class, _) => of_class(items, read, *class, 0),
        // Whatever it is, it has an error of its own.
        Type::Error => {}
        ty => {
            for name in resolve::members_of(ty) {
                items.add(&name, Kind::Method, "built in", 1);
            }
        }
    }
}

/// The receiver of the stand-in.
struct Receiver(Option<NodeId>);

impl Visitor for Receiver {
    fn visit_expr(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Member(inner, name) if name.name == STAND_IN => self.0 = Some(inner.id),
            ExprKind::Call(call) if call.name.name == STAND_IN => {
                self.0 = call.receiver.as_ref().map(|receiver| receiver.id);
            }
            _ => {}
        }
        self.walk_expr(expr);
    }
}

/// How far bases of bases are followed.
const BASES: u32 = 32;

/// The members of a class and of what it extends.
fn of_class(items: &mut Items, read: &Read, class: NodeId, depth: u32) {
    let declarations = read.front.program.declarations.iter();
    let found = declarations.into_iter().find(|one| one.id == class);
    let Some(DeclarationKind::Class(class)) = found.map(|one| &one.kind) else {
        return;
    };
    for member in &class.members {
        match &member.kind {
            DeclarationKind::Field(field) => {
                for name in &field.names {
                    let ty = detail(read, name.id, "field");
                    items.add(&name.name.name, Kind::Field, &ty, 1);
                }
            }
            DeclarationKind::Method(method)
                if method.kind == spec_lang::ast::MethodKind::Method =>
            {
                let header = detail(read, member.id, "method");
                items.add(&method.name.name, Kind::Method, &header, 1);
            }
            DeclarationKind::Predicate(predicate) => {
                let header = detail(read, member.id, "predicate");
                items.add(&predicate.name.name, Kind::Interface, &header, 1);
            }
            _ => {}
        }
    }
    if depth < BASES {
        for base in &class.bases {
            if let Type::Class(base, _) = read.front.resolution.type_of(base.id) {
                of_class(items, read, *base, depth + 1);
            }
        }
    }
}

/// The constants of an enumeration.
fn constants(items: &mut Items, read: &Read, named: NodeId) {
    for one in &read.front.program.declarations {
        if let DeclarationKind::Enum(declared) = &one.kind
            && one.id == named
        {
            for constant in &declared.constants {
                let name = &constant.name.name;
                items.add(name, Kind::EnumMember, &declared.name.name, 1);
            }
        }
    }
}
