//! Clauses and directives.

use super::combine::{Rule, commas, many, many_recovering, spanned, unless, within};
use super::expr::expr;
use super::input::{Input, PResult};
use super::node::{id, node};
use super::primary::{begins_operand, location, subscripted};
use super::problem::{Problem, describe, expected, failure};
use super::recover;
use super::tokens::{any, semicolon, token};
use super::types::{self, parameter};
use super::words::{as_ident, is_name_at, name};
use crate::ast::*;
use crate::lex::TokenKind;
use nom::Parser;
use nom::sequence::{preceded, terminated};
use text::code::Code;
use text::span::Span;

/// Whether a clause begins here. Words that may be names too are clauses only before
/// what can follow them as such.
pub(crate) fn at_clause(input: Input<'_>) -> bool {
    if input.peek(0).kind != TokenKind::Word {
        return false;
    }
    let named = is_name_at(input, 1) || input.is_at(1, "this");
    match input.text(0) {
        "given" | "yields" | "gpuopt" => true,
        "decreases" => {
            let next = input.skip(1);
            next.is(";") || next.is("assume") || value_begins(next)
        }
        "lock_invariant" => value_begins(input.skip(1)) && !input.is_at(2, ")"),
        "modifies" | "accessible" => named && !input.is_at(2, "="),
        "signals" => input.is_at(1, "(") && types::at_declaration(input.skip(2)),
        word => single(word).is_some(),
    }
}

/// What makes a clause of a word and one expression.
fn single(word: &str) -> Option<fn(Expr) -> ClauseKind> {
    match word {
        "requires" => Some(ClauseKind::Requires),
        "ensures" => Some(ClauseKind::Ensures),
        "context" => Some(ClauseKind::Context),
        "context_everywhere" => Some(ClauseKind::ContextEverywhere),
        "loop_invariant" => Some(ClauseKind::LoopInvariant),
        "kernel_invariant" => Some(ClauseKind::KernelInvariant),
        "lock_invariant" => Some(ClauseKind::LockInvariant),
        _ => None,
    }
}

fn value_begins(input: Input<'_>) -> bool {
    begins_operand(input) || input.is("!") || input.is("-")
}

/// `contract = { clause } .`
///
/// Broken clauses are reported and left out.
pub(crate) fn contract<'a>(input: Input<'a>) -> PResult<'a, Contract> {
    let clauses = many_recovering(at_clause, clause, recover::behind_clause);
    clauses.map(|clauses| Contract { clauses }).parse(input)
}

/// Clauses in front of a construct, and those within it.
pub(crate) fn both(before: Contract, own: Contract) -> Contract {
    let clauses = before.clauses.into_iter().chain(own.clauses).collect();
    Contract { clauses }
}

/// `clause = directive | clause-kind ";" .`
fn clause<'a>(input: Input<'a>) -> PResult<'a, Clause> {
    let end = || semicolon("this clause", input.span());
    let kind = |input: Input<'a>| match input.is("gpuopt") {
        true => directive.map(ClauseKind::Directive).parse(input),
        false => terminated(clause_kind, end()).parse(input),
    };
    let rule = spanned((kind, id));
    rule.map(|((kind, id), span)| Clause { id, span, kind })
        .parse(input)
}

/// `clause-kind = word expression | decreases | ( "given" | "yields" ) parameter { "," parameter } | signals
/// | ( "modifies" | "accessible" ) expression { "," expression } .`
fn clause_kind<'a>(input: Input<'a>) -> PResult<'a, ClauseKind> {
    let (start, word) = (input.span(), input.text(0));
    let label = format!("of this `{word}`");
    if let Some(make) = single(word) {
        return preceded(any, expr.because(start, label))
            .map(make)
            .parse(input);
    }
    let parameters = preceded(any, commas(parameter).because(start, label));
    match word {
        "decreases" => decreases(input),
        "given" => parameters.map(ClauseKind::Given).parse(input),
        "yields" => parameters.map(ClauseKind::Yields).parse(input),
        "signals" => signals(input),
        _ => (as_ident, commas(expr)).read(input, |(keyword, values)| {
            ClauseKind::Other(keyword, values)
        }),
    }
}

/// `decreases = "decreases" [ "assume" | expression { "," expression } ] .`
fn decreases<'a>(input: Input<'a>) -> PResult<'a, ClauseKind> {
    let measures = |input: Input<'a>| match input.is("assume") {
        true => node(as_ident.map(ExprKind::Name))
            .map(|assume| vec![assume])
            .parse(input),
        false => commas(expr).parse(input),
    };
    let measures = unless(";", measures).map(Option::unwrap_or_default);
    preceded(any, measures)
        .map(ClauseKind::Decreases)
        .parse(input)
}

/// `signals = "signals" "(" parameter ")" expression .`
///
/// The variable is kept as a name.
fn signals<'a>(input: Input<'a>) -> PResult<'a, ClauseKind> {
    let variable = within(token("("), parameter, ")");
    let (input, (keyword, Param { name, .. })) = (as_ident, variable).parse(input)?;
    let variable = input.node(name.span, ExprKind::Name(name))?;
    expr.read(input, |condition| {
        ClauseKind::Other(keyword, vec![variable, condition])
    })
}

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

/// `argument = name | word | subscripted | location | location { location } .`
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
            let (input, first) = int().parse(input)?;
            let more = many(|input| !input.is(";"), int());
            more.read(input, |more| std::iter::once(first).chain(more).collect())
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
