//! Names that are not to be relied on: clang goes on behind an error with a guess (a type that is not
//! known is `int`, a constant without a value is counted on), and says nothing where the name is used.

use std::collections::HashSet;

use text::span::Span;

use crate::convert::is_function;
use crate::headers::words;
use crate::index::Index;
use crate::kinds::DeclKind;
use crate::node::{Files, Node};
use crate::place::Role;
use crate::tokens::{TokenKind, tokens};

/// Declarations that doubtful names are mentioned in are looked for so many times.
const ROUNDS: usize = 16;

/// A declaration outside of functions: its names, and its text.
struct Declared<'t> {
    names: Vec<&'t str>,
    text: &'t str,
    doubtful: bool,
}

/// The names of types, constants, variables and macros that an error stands in, and of those that
/// are made of them. `errors` are the places of clang's errors.
pub(super) fn doubtful<'t>(
    index: &Index<'t, '_>,
    files: &'t Files,
    errors: &[(u32, u32)],
) -> HashSet<&'t str> {
    if errors.is_empty() {
        return HashSet::new();
    }
    let mut all: Vec<Declared<'t>> = Vec::new();
    for entry in index.entries.values() {
        // Errors inside of functions are those of the functions.
        let outer = index.entries.get(&entry.scope).map(|outer| outer.kind);
        if outer.is_some_and(is_function) {
            continue;
        }
        all.extend(declared(entry.node, entry.kind, files, errors));
    }
    for file in files.files.iter().filter(|file| file.role != Role::Own) {
        all.extend(file.source.text.lines().filter_map(defined));
    }
    let mut names: HashSet<&'t str> = HashSet::new();
    for declared in all.iter().filter(|declared| declared.doubtful) {
        names.extend(&declared.names);
    }
    if names.is_empty() {
        return names;
    }
    for _ in 0..ROUNDS {
        let before = names.len();
        for declared in &all {
            if words(declared.text).any(|word| names.contains(word)) {
                names.extend(&declared.names);
            }
        }
        if names.len() == before {
            break;
        }
    }
    names.remove("");
    names
}

fn declared<'t>(
    node: &'t Node<'_>,
    kind: DeclKind,
    files: &'t Files,
    errors: &[(u32, u32)],
) -> Option<Declared<'t>> {
    let span = node.place.span;
    let file = files.files.get(span.file as usize)?;
    if file.role == Role::Own || span == Span::default() {
        return None;
    }
    let mut names = vec![node.name()];
    let mut functions: Vec<Span> = Vec::new();
    let record = matches!(
        kind,
        DeclKind::RecordDecl | DeclKind::CXXRecordDecl | DeclKind::ClassTemplateSpecializationDecl
    );
    match kind {
        DeclKind::TypedefDecl | DeclKind::TypeAliasDecl | DeclKind::VarDecl => {}
        // Errors inside of its functions are those of the functions.
        _ if record => {
            let members = node.parts().filter(|part| {
                DeclKind::of(&part.kind).is_some_and(is_function)
                    || part.kind == "FunctionTemplateDecl"
            });
            functions.extend(members.map(|part| part.place.span));
        }
        DeclKind::EnumDecl => names.extend(node.parts().map(Node::name)),
        _ => return None,
    }
    // Up to the semicolon: clang leaves out what it did not understand.
    let rest = file.source.text.get(span.start as usize..).unwrap_or("");
    let length = match kind {
        _ if record => Some((span.end.saturating_sub(span.start)) as usize),
        DeclKind::EnumDecl => rest.find('}'),
        _ => rest.find(';'),
    };
    let text = rest.get(..length.unwrap_or(rest.len())).unwrap_or("");
    let end = span.start as usize + text.len();
    let within = |(file, offset): &(u32, u32)| {
        let inside = |of: &Span| of.start <= *offset && *offset < of.end;
        let here = *file == span.file && span.start <= *offset && (*offset as usize) < end;
        here && !functions.iter().any(inside)
    };
    Some(Declared {
        names,
        text,
        doubtful: node.flag("isInvalid") || errors.iter().any(within),
    })
}

/// The name and text of a macro.
fn defined(line: &str) -> Option<Declared<'_>> {
    let rest = line.trim_start().strip_prefix('#')?.trim_start();
    let rest = rest.strip_prefix("define")?.trim_start();
    let name = words(rest).next()?;
    Some(Declared {
        names: vec![name],
        text: rest.get(name.len()..).unwrap_or(""),
        doubtful: false,
    })
}

/// The macros that the files define, or the request does.
pub(super) fn macros<'t>(files: &'t Files, given: &'t [String]) -> HashSet<&'t str> {
    let mut names: HashSet<&str> = HashSet::new();
    for file in &files.files {
        let lines = file.source.text.lines().filter_map(defined);
        names.extend(lines.flat_map(|declared| declared.names));
    }
    names.extend(given.iter().filter_map(|define| words(define).next()));
    names
}

/// Names in the conditions of a text that are no macros, with their offsets.
pub(super) fn conditions<'t>(text: &'t str, macros: &HashSet<&str>) -> Vec<(usize, &'t str)> {
    let mut found: Vec<(usize, &'t str)> = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let offset = start;
        start += line.len();
        let Some(rest) = line.trim_start().strip_prefix('#').map(str::trim_start) else {
            continue;
        };
        let condition = ["ifndef", "ifdef", "elif", "if"]
            .iter()
            .find_map(|word| rest.strip_prefix(word));
        let Some(condition) = condition else {
            continue;
        };
        let at = offset + line.len() - condition.len();
        for token in tokens(condition, 0).filter(|token| token.kind == TokenKind::Word) {
            let name = token.of(condition);
            let ours =
                name.starts_with("__") || matches!(name, "defined" | "true" | "false" | "NDEBUG");
            if !ours && !macros.contains(name) && found.iter().all(|(_, known)| *known != name) {
                found.push((at + token.start, name));
            }
        }
    }
    found
}
