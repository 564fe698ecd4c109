//! Which words are names, and how names are read.

use super::combine::Rule;
use super::input::{Input, PResult};
use super::problem::{Problem, expected, failure};
use crate::ast::Ident;
use crate::lex::TokenKind;
use nom::Parser;
use text::code::Code;

/// Words that are never names unless they stand between backticks or after a point.
const RESERVED: &[&str] = &[
    "and",
    "assert",
    "assume",
    "atomic",
    "barrier",
    "boolean",
    "bool",
    "class",
    "context",
    "context_everywhere",
    "else",
    "ensures",
    "exhale",
    "false",
    "final",
    "fold",
    "for",
    "given",
    "goto",
    "gpuopt",
    "if",
    "in",
    "inhale",
    "int",
    "invariant",
    "kernel_invariant",
    "loop_invariant",
    "new",
    "null",
    "par",
    "pure",
    "refute",
    "requires",
    "resource",
    "return",
    "static",
    "then",
    "this",
    "thread_local",
    "true",
    "unfold",
    "unfolding",
    "void",
    "while",
    "with",
    "yields",
];

/// The words with which the clauses of contracts and loops begin.
pub const CLAUSES: &[&str] = &[
    "requires",
    "ensures",
    "context",
    "context_everywhere",
    "loop_invariant",
    "decreases",
    "given",
    "yields",
];

/// Whether a word is never a name.
pub(crate) fn is_reserved(word: &str) -> bool {
    RESERVED.contains(&word)
}

/// Whether the next token can be a name.
pub(crate) fn at_name(input: Input<'_>) -> bool {
    is_name_at(input, 0)
}

/// Whether the token `n` places ahead can be a name.
pub(crate) fn is_name_at(input: Input<'_>, n: usize) -> bool {
    match input.peek(n).kind {
        TokenKind::Word => !is_reserved(input.text(n)),
        TokenKind::Escaped => true,
        _ => false,
    }
}

/// A name.
pub(crate) fn name<'a>(input: Input<'a>) -> PResult<'a, Ident> {
    if is_name_at(input, 0) {
        return member_name(input);
    }
    if input.peek(0).kind == TokenKind::Word {
        let found = input.text(0);
        let message = format!("expected a name, found the keyword `{found}`");
        let help = format!("choose another name, or write `{found}` between backticks");
        return Err(failure(
            Problem::new(Code::S010, input.span(), message).help(help),
        ));
    }
    expected("a name").parse(input)
}

/// A name after a point, where no word is a keyword.
pub(crate) fn member_name<'a>(input: Input<'a>) -> PResult<'a, Ident> {
    match input.peek(0).kind {
        TokenKind::Word => as_ident(input),
        TokenKind::Escaped => as_ident.read(input, |Ident { name, span }| Ident {
            name: name.trim_matches('`').to_string(),
            span,
        }),
        _ => expected("a name").parse(input),
    }
}

/// The next token, whatever it is, as a name.
pub(crate) fn as_ident<'a>(input: Input<'a>) -> PResult<'a, Ident> {
    let ident = Ident {
        name: input.text(0).to_string(),
        span: input.span(),
    };
    Ok((input.skip(1), ident))
}
