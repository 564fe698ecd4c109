//! Where the text of a declaration is.

use text::span::Span;

use super::conditions::is_include;
use super::directives::directives;
use crate::node::{Files, Node};
use crate::place::Role;

/// The place of a declaration; of one that a macro makes, the arguments of the macro belong to it,
/// for clang places errors in them there.
pub(crate) fn whole(files: &Files, node: &Node<'_>) -> Span {
    let span = node.place.span;
    let text = files.files.get(span.file as usize);
    let (Some(file), true) = (text, node.place.spelling.is_some()) else {
        return span;
    };
    let text = &file.source.text;
    let rest = text.get(span.end as usize..).unwrap_or("");
    let (mut depth, mut end) = (0usize, 0usize);
    for token in crate::tokens::tokens(rest, 0) {
        match token.of(rest) {
            "(" => depth += 1,
            ")" if depth > 0 => depth -= 1,
            _ if depth == 0 => break,
            _ => {}
        }
        end = token.start.saturating_add(token.of(rest).len());
        if depth == 0 {
            break;
        }
    }
    Span::new(
        span.file,
        span.start as usize,
        (span.end as usize).saturating_add(end),
    )
}

/// Whether a function is not written in one piece: another file is included in it, or it begins in
/// one file and ends in another.
pub(super) fn is_composed(files: &Files, node: &Node<'_>) -> bool {
    let span = whole(files, node);
    let text = files.text(span);
    if is_ours(files, span) {
        return false;
    }
    directives(text).iter().any(is_include) || node.torn
}

/// Whether a place is one of our headers, or none.
pub(super) fn is_ours(files: &Files, span: Span) -> bool {
    let file = files.files.get(span.file as usize);
    file.is_none_or(|file| file.role == Role::Own)
}
