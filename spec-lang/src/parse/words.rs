//! Which words are names, and the small parsers for single tokens.

use super::input::{Input, PResult};
use super::problem::{Because, Problem, expected, failure};
use crate::ast::Ident;
use crate::lex::TokenKind;
use nom::Parser;
use nom::combinator::cut;
use nom::multi::separated_list1;
use text::code::Code;
use text::span::Span;

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

/// Whether the token `n` places ahead can be a name.
pub(crate) fn is_name_at(input: Input<'_>, n: usize) -> bool {
    match input.peek(n).kind {
        TokenKind::Word => !is_reserved(input.text(n)),
        TokenKind::Escaped => true,
        _ => false,
    }
}

/// An operator or bracket, or an error from which another alternative may recover.
pub(crate) fn punct<'a>(punct: &'static str) -> impl FnMut(Input<'a>) -> PResult<'a, Span> + Clone {
    move |input: Input<'a>| {
        if input.is_punct(punct) {
            Ok((input.skip(1), input.span()))
        } else {
            Err(nom::Err::Error(Problem::expected(
                input,
                &format!("`{punct}`"),
            )))
        }
    }
}

/// An operator or bracket that must stand here.
pub(crate) fn need<'a>(input: Input<'a>, what: &'static str) -> PResult<'a, Span> {
    cut(punct(what)).parse(input)
}

/// A bracket that closes the one at `open`.
pub(crate) fn close<'a>(input: Input<'a>, what: &'static str, open: Span) -> PResult<'a, Span> {
    if input.is_punct(what) {
        return Ok((input.skip(1), input.span()));
    }
    let text = match what {
        ")" => "to close this parenthesis",
        "]" => "to close this bracket",
        "}" => "to close this brace",
        _ => "to close this",
    };
    let mut problem = Problem::expected(input, &format!("`{what}`"));
    if !input.at_end() {
        problem = problem.code(Code::S003);
    }
    let before = input.previous();
    let word = input.context.text.get(before.range()).unwrap_or("");
    if BACKSLASHED.contains(&word) && input.peek(0).kind == TokenKind::Word {
        problem = problem.help(format!("did you mean `\\{word}`?")).fix(
            format!("write `\\{word}`"),
            before,
            format!("\\{word}"),
        );
    } else if matches!(what, ")" | "]") && (input.is_punct("{") || input.is_punct(";")) {
        // Nothing within brackets holds these, so it was to be closed before.
        problem = problem.help(format!("close it with `{what}`")).fix(
            format!("add `{what}`"),
            behind(before),
            what,
        );
    }
    Err(failure(problem.because(open, text)))
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

/// The `;` that ends a construct. Where it is missing at the end of a line, that is
/// reported and reading goes on as if it stood there.
pub(crate) fn semicolon<'a>(input: Input<'a>, after: &str, start: Span) -> PResult<'a, ()> {
    if input.is_punct(";") {
        return Ok((input.skip(1), ()));
    }
    if broken_quote(input) {
        // The `;` was taken for a part of the string, which has been reported.
        return Ok((input, ()));
    }
    let begun = format!("{after} begins here");
    let ends = input.on_new_line() || input.is_punct("}") || input.is_word("else");
    if input.at_end() || !ends {
        return expected::<()>(input, "`;`")
            .because(start, &begun)
            .map(|()| (input, ()));
    }
    let place = behind(input.previous());
    let found = super::problem::describe(input);
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
    let text = input
        .context
        .text
        .get(input.previous().range())
        .unwrap_or("");
    let quote = text.chars().next().filter(|c| matches!(c, '"' | '\''));
    quote.is_some_and(|quote| text.len() < 2 || !text.ends_with(quote))
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
    expected(input, "a name")
}

/// A name after a point, where no word is a keyword.
pub(crate) fn member_name<'a>(input: Input<'a>) -> PResult<'a, Ident> {
    let text = match input.peek(0).kind {
        TokenKind::Word => input.text(0),
        TokenKind::Escaped => input.text(0).trim_matches('`'),
        _ => return expected(input, "a name"),
    };
    let ident = Ident {
        name: text.to_string(),
        span: input.span(),
    };
    Ok((input.skip(1), ident))
}

/// The next token, whatever it is, as a name.
pub(crate) fn as_ident(input: Input<'_>) -> Ident {
    Ident {
        name: input.text(0).to_string(),
        span: input.span(),
    }
}

/// One or more, with commas between.
pub(crate) fn commas<'a, T>(
    item: impl FnMut(Input<'a>) -> PResult<'a, T>,
) -> impl FnMut(Input<'a>) -> PResult<'a, Vec<T>> {
    let mut list = separated_list1(punct(","), cut(item));
    move |input| list.parse(input)
}

/// None or more with commas between, up to the bracket `end`, which is read as well.
pub(crate) fn commas_until<'a, T>(
    input: Input<'a>,
    end: &'static str,
    open: Span,
    item: impl FnMut(Input<'a>) -> PResult<'a, T>,
) -> PResult<'a, Vec<T>> {
    input.inside(|input| {
        if input.is_punct(end) {
            return Ok((input.skip(1), Vec::new()));
        }
        let (input, items) = commas(item)(input)?;
        let (input, _) = close(input, end, open)?;
        Ok((input, items))
    })
}
