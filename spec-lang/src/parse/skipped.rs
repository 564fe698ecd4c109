//! Declarations that are read but not understood.

use super::combine::{Rule, many};
use super::input::{Input, PResult};
use super::problem::{describe, expected};
use super::tokens::{any, need, token};
use super::words::name;
use crate::ast::*;
use crate::lex::TokenKind;
use nom::Parser;
use nom::combinator::peek;
use nom::sequence::preceded;
use text::span::Span;

/// `model = "model" name braces .`
///
/// Kept as text.
pub(crate) fn model<'a>(input: Input<'a>) -> PResult<'a, DeclarationKind> {
    let (input, name) = preceded(token("model"), name).parse(input)?;
    let open = input.span();
    braces.read(input, |end| {
        let between = Span {
            start: open.end,
            end: end.start,
            ..open
        };
        let text = input.text_of(between).to_string();
        DeclarationKind::Model(Model { name, text })
    })
}

/// `braces = "{" { token | braces } "}" .`
///
/// The place of the brace that closes the next one.
fn braces<'a>(input: Input<'a>) -> PResult<'a, Span> {
    let open = input.span();
    let mut depth = 0usize;
    let mut at = input;
    loop {
        match at.peek(0).kind {
            TokenKind::End => {
                return expected("`}`")
                    .because(open, "to close this brace")
                    .parse(at);
            }
            TokenKind::Punct("{" | "{:") => depth += 1,
            TokenKind::Punct("}" | ":}") => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return Ok((at.skip(1), at.span()));
                }
            }
            _ => {}
        }
        at = at.skip(1);
    }
}

/// `skipped = ( "prover_type" | "prover_function" | "endpoint" ) { token } ";"
/// | ( "seq_program" | "seq_run" | "kernel" | "vesuv_entry" ) { token } braces .`
///
/// A declaration of which only the first word is known: up to its `;` or over its braces.
pub(crate) fn skipped<'a>(input: Input<'a>, until: &'static str) -> PResult<'a, DeclarationKind> {
    let what = describe(input);
    let goes_on = move |input: Input<'a>| !input.is(until) && !input.is("}") && !input.at_end();
    let end = peek(need(until)).because(input.span(), "of what begins here");
    let (input, _) = (many(goes_on, any), end).parse(input)?;
    let rest = |input| match until {
        "{" => braces(input),
        _ => need(until).parse(input),
    };
    rest.read(input, |_| DeclarationKind::Unsupported { what })
}
