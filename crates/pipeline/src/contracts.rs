//! A method keeps its contract and its header, byte for byte, whatever a step does to its body.

use spec_lang::ast::{Body, ClauseKind, Declaration, DeclarationKind, Method, Program};
use text::source::SourceFile;
use text::span::Span;

/// What a caller sees of a method.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Interface {
    /// `method` or `Class.method`.
    pub name: String,
    /// The name's place.
    pub span: Span,
    /// The bytes of its clauses (directives left out), result type and parameters.
    parts: Vec<String>,
}

/// What callers see of each method, in the order of the text.
pub fn interfaces(program: &Program, files: &[SourceFile]) -> Vec<Interface> {
    let mut found = Vec::new();
    each_method(program, |name, method, _| {
        found.push(interface(name, method, files));
    });
    found
}

/// What the words of contracts may rest on: all that is declared beside methods with a body of
/// statements, and the values of functions; in the order of the text.
pub fn definitions(program: &Program, files: &[SourceFile]) -> Vec<String> {
    fn go(declarations: &[Declaration], files: &[SourceFile], found: &mut Vec<String>) {
        let text = |span: Span| {
            let file = files.get(span.file as usize);
            file.map_or_else(String::new, |file| file.slice(span).to_owned())
        };
        for declaration in declarations {
            match &declaration.kind {
                DeclarationKind::Class(class) => {
                    let invariants = class.lock_invariants.iter();
                    found.extend(invariants.map(|invariant| text(invariant.span)));
                    go(&class.members, files, found);
                }
                DeclarationKind::Method(method) => {
                    let modifiers = method.modifiers.iter();
                    found.extend(modifiers.map(|modifier| text(modifier.span)));
                    match &method.body {
                        Body::Expr(value) => found.push(text(value.span)),
                        Body::Block(block) if method.is_pure() => found.push(text(block.span)),
                        _ => {}
                    }
                }
                _ => found.push(text(declaration.span)),
            }
        }
    }
    let mut found = Vec::new();
    go(&program.declarations, files, &mut found);
    found
}

/// Calls `act` with every method's full name, the method and its whole place.
pub fn each_method(program: &Program, mut act: impl FnMut(String, &Method, Span)) {
    fn go(
        declarations: &[Declaration],
        class: Option<&str>,
        act: &mut impl FnMut(String, &Method, Span),
    ) {
        for declaration in declarations {
            match &declaration.kind {
                DeclarationKind::Method(method) => {
                    let name = match class {
                        Some(class) => format!("{class}.{}", method.name.name),
                        None => method.name.name.clone(),
                    };
                    act(name, method, declaration.span);
                }
                // Classes stand at the top, so this does not go deep.
                DeclarationKind::Class(inner) if class.is_none() => {
                    go(&inner.members, Some(&inner.name.name), act);
                }
                _ => {}
            }
        }
    }
    go(&program.declarations, None, &mut act);
}

/// Whether `wanted` (`method` or `Class.method`) means the method of this full name.
pub fn names(wanted: &str, full: &str) -> bool {
    wanted == full
        || full
            .rsplit_once('.')
            .is_some_and(|(_, name)| name == wanted)
}

fn interface(name: String, method: &Method, files: &[SourceFile]) -> Interface {
    let text = |span: Span| {
        files
            .get(span.file as usize)
            .map_or_else(String::new, |file| file.slice(span).to_owned())
    };
    let clauses = method.contract.clauses.iter();
    let mut parts: Vec<String> = clauses
        .filter(|clause| !matches!(clause.kind, ClauseKind::Directive(_)))
        .map(|clause| text(clause.span))
        .collect();
    parts.push(text(method.return_type.span));
    parts.extend(method.params.iter().map(|param| text(param.span)));
    Interface {
        name,
        span: method.name.span,
        parts,
    }
}

/// Whether a method has the same header and contract in two texts.
pub fn same(old: &Interface, new: &Interface) -> bool {
    old.name == new.name && old.parts == new.parts
}

/// The first method that another text has differently: gone, new, moved or changed.
pub fn difference<'a>(before: &'a [Interface], after: &'a [Interface]) -> Option<&'a Interface> {
    let changed = before.iter().zip(after).find(|(old, new)| !same(old, new));
    match changed {
        Some((old, _)) => Some(old),
        None if before.len() > after.len() => before.get(after.len()),
        None => after.get(before.len()),
    }
}
