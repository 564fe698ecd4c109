//! The parsers of single tokens.

use super::combine::Rule;
use super::input::{Input, PResult};
use super::problem::{Problem, describe, expected, failure};
use crate::lex::{Token, TokenKind};
use nom::combinator::cut;
use nom::{Mode, OutputMode, Parser};
use text::code::Code;
use text::span::Span;

/// See [`token`].
#[derive(Clone, Copy)]
pub(crate) struct Fixed(&'static str);

impl<'a> Parser<Input<'a>> for Fixed {
    type Output = Span;
    type Error = Problem;

    /// Makes no problem where nobody asks for it, as at the end of a list.
    fn process<M: OutputMode>(
        &mut self,
        input: Input<'a>,
    ) -> nom::PResult<M, Input<'a>, Span, Problem> {
        if input.is(self.0) {
            return Ok((input.skip(1), M::Output::bind(|| input.span())));
        }
        let problem = || Problem::expected(input, &format!("`{}`", self.0));
        Err(nom::Err::Error(M::Error::bind(problem)))
    }
}

/// An operator, bracket or word, or an error from which another alternative may recover.
pub(crate) fn token(text: &'static str) -> Fixed {
    Fixed(text)
}

/// An operator, bracket or word that must stand here.
pub(crate) fn need<'a>(text: &'static str) -> impl Rule<'a, Span> {
    cut(token(text))
}

/// Any token but the end.
pub(crate) fn any<'a>(input: Input<'a>) -> PResult<'a, Token> {
    Ok((input.skip(1), input.peek(0)))
}

/// A bracket that closes the one at `open`.
pub(crate) fn close<'a>(end: &'static str, open: Span) -> impl Rule<'a, Span> {
    move |input: Input<'a>| {
        if input.is(end) {
            Ok((input.skip(1), input.span()))
        } else {
            Err(failure(not_closed(input, end, open)))
        }
    }
}

/// The bracket at `open` is not closed by `end`.
fn not_closed(input: Input<'_>, end: &str, open: Span) -> Problem {
    let text = match end {
        ")" => "to close this parenthesis",
        "]" => "to close this bracket",
        "}" => "to close this brace",
        _ => "to close this",
    };
    let mut problem = Problem::expected(input, &format!("`{end}`"));
    if !input.at_end() {
        problem = problem.code(Code::S003);
    }
    let before = input.previous();
    let word = input.text_of(before);
    if BACKSLASHED.contains(&word) && input.peek(0).kind == TokenKind::Word {
        problem = problem.help(format!("did you mean `\\{word}`?")).fix(
            format!("write `\\{word}`"),
            before,
            format!("\\{word}"),
        );
    } else if matches!(end, ")" | "]") && (input.is("{") || input.is(";")) {
        // Nothing within brackets holds these, so it was to be closed before.
        problem = problem.help(format!("close it with `{end}`")).fix(
            format!("add `{end}`"),
            behind(before),
            end,
        );
    }
    problem.because(open, text)
}

/// Words of formulas that begin with a backslash.
const BACKSLASHED: &[&str] = &["forall", "exists", "forperm", "let", "sum", "product"];

/// The empty place behind something.
fn behind(span: Span) -> Span {
    Span {
        start: span.end,
        ..span
    }
}

/// The `;` that ends what began at `start`. Where it is missing at the end of a line, that is
/// reported and reading goes on as if it stood there.
pub(crate) fn semicolon<'a>(after: impl AsRef<str>, start: Span) -> impl Rule<'a, ()> {
    move |input| end_of(input, after.as_ref(), start)
}

fn end_of<'a>(input: Input<'a>, after: &str, start: Span) -> PResult<'a, ()> {
    if input.is(";") {
        return Ok((input.skip(1), ()));
    }
    if broken_quote(input) {
        // The `;` was taken for a part of the string, which has been reported.
        return Ok((input, ()));
    }
    let begun = format!("{after} begins here");
    let ends = input.on_new_line() || input.is("}") || input.is("else");
    if input.at_end() || !ends {
        return expected("`;`").because(start, begun).parse(input);
    }
    let place = behind(input.previous());
    let found = describe(input);
    let problem = Problem::new(
        Code::S004,
        place,
        format!("expected `;` after {after}, found {found}"),
    )
    .fix("add `;`", place, ";");
    input.context.report(problem.because(start, &begun));
    Ok((input, ()))
}

/// Whether the token read last is a string or character that is not closed.
fn broken_quote(input: Input<'_>) -> bool {
    let text = input.text_of(input.previous());
    let quote = text.chars().next().filter(|c| matches!(c, '"' | '\''));
    quote.is_some_and(|quote| text.len() < 2 || !text.ends_with(quote))
}
