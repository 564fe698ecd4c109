//! Directives.

use super::combine::{Rule, many, nested, spanned, stopping};
use super::expr::operation;
use super::input::{Input, LOCATION, PResult};
use super::node::{id, node};
use super::problem::{Problem, describe, expected, failure};
use super::suffix::subscript;
use super::tokens::{any, semicolon};
use super::words::name;
use crate::ast::*;
use nom::Parser;
use text::code::Code;
use text::span::Span;

/// `directive = "gpuopt" word { argument } ";" .`
///
/// The word says which arguments follow.
pub(crate) fn directive<'a>(input: Input<'a>) -> PResult<'a, Directive> {
    let (start, word) = (input.span(), input.text(1));
    let Some(syntax) = DIRECTIVES.iter().find(|syntax| syntax.word == word) else {
        return Err(failure(no_directive(input.skip(1))));
    };
    let arguments = |mut input: Input<'a>| {
        let (mut arguments, mut more);
        arguments = Vec::new();
        for syntax in syntax.arguments {
            (input, more) = argument(input, syntax, start)?;
            arguments.append(&mut more);
        }
        Ok((input, arguments))
    };
    let rule = (any, any, arguments, semicolon("this directive", start), id);
    spanned(rule).read(input, |((.., arguments, (), id), span)| Directive {
        id,
        span,
        word: syntax.word,
        arguments,
    })
}

/// What stands behind `gpuopt` begins no directive.
fn no_directive(input: Input<'_>) -> Problem {
    let found = describe(input);
    let words: Vec<String> = DIRECTIVES
        .iter()
        .map(|syntax| format!("`{}`", syntax.word))
        .collect();
    let help = match words.split_last() {
        Some((last, others)) => format!("the directives are {} and {last}", others.join(", ")),
        None => String::new(),
    };
    Problem::new(Code::S014, input.span(), format!("{found} is no directive")).help(help)
}

/// `argument = name | word | subscripted | location { location } .`
///
/// What stands for one argument of the directive that begins at `start`.
fn argument<'a>(
    input: Input<'a>,
    syntax: &ArgumentSyntax,
    start: Span,
) -> PResult<'a, Vec<Argument>> {
    let int = || location.map(Argument::Int);
    let one = |argument| vec![argument];
    match syntax {
        ArgumentSyntax::Name => name.map(Argument::Name).map(one).parse(input),
        ArgumentSyntax::Choice(words) => {
            if let Some(word) = words.iter().find(|word| input.is(word)) {
                return Ok((input.skip(1), vec![Argument::Choice(word)]));
            }
            let wanted: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
            let wanted = wanted.join(" or ");
            expected(&wanted)
                .because(start, "of this directive")
                .parse(input)
        }
        ArgumentSyntax::Array => subscripted.map(Argument::Array).map(one).parse(input),
        ArgumentSyntax::Int => int().map(one).parse(input),
        ArgumentSyntax::Ints => {
            let more = many(|input| !input.is(";"), int());
            (int(), more).read(input, |(first, more)| {
                [vec![first], more].into_iter().flatten().collect()
            })
        }
    }
}

/// A directive on its own, from `gpuopt` to `;`.
pub(crate) fn whole_directive<'a>(input: Input<'a>) -> PResult<'a, Directive> {
    match input.is("gpuopt") {
        true => directive(input),
        false => expected("`gpuopt`").parse(input),
    }
}

/// `location = operation .`
///
/// In a directive: operators continue it, calls do not.
pub(crate) fn location<'a>(input: Input<'a>) -> PResult<'a, Expr> {
    let operation = |input| operation(input, Some(Level::Implication));
    nested(stopping(LOCATION, operation)).read(input, |(location, _)| location)
}

/// `subscripted = name { subscript } .`
///
/// The array of a directive.
pub(crate) fn subscripted<'a>(input: Input<'a>) -> PResult<'a, Expr> {
    let start = input.span();
    let (mut input, mut array) = node(name.map(ExprKind::Name)).parse(input)?;
    while input.is("[") {
        (input, array) = subscript(input, start, array)?;
    }
    Ok((input, array))
}
