//! Clauses and directives.

use super::expr::expr;
use super::input::{Input, PResult};
use super::primary::{begins_operand, location, subscripted};
use super::problem::{Because, Problem, expected, failure, problem_of};
use super::recover;
use super::types;
use super::words::{as_ident, close, commas, is_name_at, name, semicolon};
use crate::ast::*;
use crate::lex::TokenKind;
use text::code::Code;
use text::span::Span;

/// Whether a clause begins here. Words that may be names too are clauses only before
/// what can follow them as such.
pub(crate) fn at_clause(input: Input<'_>) -> bool {
    if input.peek(0).kind != TokenKind::Word {
        return false;
    }
    let named = is_name_at(input, 1) || input.is_word_at(1, "this");
    match input.text(0) {
        "given" | "yields" | "gpuopt" => true,
        "decreases" => {
            let next = input.skip(1);
            next.is_punct(";") || next.is_word("assume") || value_begins(next)
        }
        "lock_invariant" => value_begins(input.skip(1)) && !input.is_punct_at(2, ")"),
        "modifies" | "accessible" => named && !input.is_punct_at(2, "="),
        "signals" => input.is_punct_at(1, "(") && types::at_declaration(input.skip(2)),
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
    begins_operand(input) || input.is_punct("!") || input.is_punct("-")
}

/// All clauses that stand here, possibly none; broken ones are reported and left out.
pub(crate) fn contract<'a>(input: Input<'a>) -> PResult<'a, Contract> {
    let mut input = input;
    let mut clauses = Vec::new();
    while at_clause(input) {
        match clause(input) {
            Ok((rest, clause)) => {
                clauses.push(clause);
                input = rest;
            }
            Err(error) => {
                let problem = problem_of(input, error);
                let rest = recover::behind_clause(input, &problem);
                input.context.report(problem);
                input = rest;
            }
        }
    }
    Ok((input, Contract { clauses }))
}

fn clause<'a>(input: Input<'a>) -> PResult<'a, Clause> {
    let start = input.span();
    let keyword = as_ident(input);
    if keyword.name == "gpuopt" {
        let (input, directive) = directive(input)?;
        let kind = ClauseKind::Directive(directive);
        return Ok((
            input,
            Clause {
                id: input.id(),
                span: input.since(start),
                kind,
            },
        ));
    }
    let label = format!("of this `{}`", keyword.name);
    let rest = input.skip(1);
    let (input, kind) = match (single(&keyword.name), keyword.name.as_str()) {
        (Some(make), _) => {
            let (input, value) = expr(rest).because(start, &label)?;
            (input, make(value))
        }
        (None, "decreases") => decreases(rest)?,
        (None, "given" | "yields") => {
            let (input, params) = commas(types::parameter)(rest).because(start, &label)?;
            let given = keyword.name == "given";
            (
                input,
                if given {
                    ClauseKind::Given(params)
                } else {
                    ClauseKind::Yields(params)
                },
            )
        }
        (None, "signals") => signals(rest, keyword)?,
        _ => {
            let (input, values) = commas(expr)(rest)?;
            (input, ClauseKind::Other(keyword, values))
        }
    };
    let (input, ()) = semicolon(input, "this clause", start)?;
    Ok((
        input,
        Clause {
            id: input.id(),
            span: input.since(start),
            kind,
        },
    ))
}

/// `decreases;`, `decreases assume;`, `decreases e, …;` behind the word.
fn decreases<'a>(input: Input<'a>) -> PResult<'a, ClauseKind> {
    if input.is_punct(";") {
        return Ok((input, ClauseKind::Decreases(Vec::new())));
    }
    if input.is_word("assume") {
        let word = as_ident(input);
        let rest = input.skip(1);
        let assume = rest.expr(word.span, ExprKind::Name(word))?;
        return Ok((rest, ClauseKind::Decreases(vec![assume])));
    }
    let (input, measures) = commas(expr)(input)?;
    Ok((input, ClauseKind::Decreases(measures)))
}

/// `signals (T e) condition` behind the word; the variable is kept as a name.
fn signals<'a>(input: Input<'a>, keyword: Ident) -> PResult<'a, ClauseKind> {
    let open = input.span();
    let (input, param) = types::parameter(input.skip(1))?;
    let (input, _) = close(input, ")", open)?;
    let variable = input.expr(param.name.span, ExprKind::Name(param.name))?;
    let (input, condition) = expr(input)?;
    Ok((input, ClauseKind::Other(keyword, vec![variable, condition])))
}

/// `gpuopt …;`.
pub(crate) fn directive<'a>(input: Input<'a>) -> PResult<'a, Directive> {
    let start = input.span();
    let word = as_ident(input.skip(1));
    let Some(syntax) = DIRECTIVES.iter().find(|syntax| syntax.word == word.name) else {
        return Err(failure(no_directive(input.skip(1))));
    };
    let mut arguments = Vec::new();
    let mut input = input.skip(2);
    for argument in syntax.arguments {
        input = self::argument(input, argument, start, &mut arguments)?.0;
    }
    let (input, ()) = semicolon(input, "this directive", start)?;
    Ok((
        input,
        Directive {
            id: input.id(),
            span: input.since(start),
            word: syntax.word,
            arguments,
        },
    ))
}

/// What stands behind `gpuopt` begins no directive.
fn no_directive(input: Input<'_>) -> Problem {
    let found = super::problem::describe(input);
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

/// Reads what stands for one argument of the directive that begins at `start`.
fn argument<'a>(
    input: Input<'a>,
    syntax: &ArgumentSyntax,
    start: Span,
    found: &mut Vec<Argument>,
) -> PResult<'a, ()> {
    match syntax {
        ArgumentSyntax::Name => {
            let (input, name) = name(input)?;
            found.push(Argument::Name(name));
            Ok((input, ()))
        }
        ArgumentSyntax::Choice(words) => {
            let Some(word) = words.iter().find(|word| input.is_word(word)) else {
                let wanted: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
                return expected(input, &wanted.join(" or ")).because(start, "of this directive");
            };
            found.push(Argument::Choice(word));
            Ok((input.skip(1), ()))
        }
        ArgumentSyntax::Array => {
            let (input, array) = subscripted(input)?;
            found.push(Argument::Array(array));
            Ok((input, ()))
        }
        ArgumentSyntax::Int => {
            let (input, value) = location(input)?;
            found.push(Argument::Int(value));
            Ok((input, ()))
        }
        ArgumentSyntax::Ints => {
            let (mut input, value) = location(input)?;
            found.push(Argument::Int(value));
            while !input.is_punct(";") {
                let (rest, value) = location(input)?;
                found.push(Argument::Int(value));
                input = rest;
            }
            Ok((input, ()))
        }
    }
}

/// A directive on its own, from `gpuopt` to `;`.
pub(crate) fn whole_directive<'a>(input: Input<'a>) -> PResult<'a, Directive> {
    if input.is_word("gpuopt") {
        directive(input)
    } else {
        expected(input, "`gpuopt`")
    }
}
