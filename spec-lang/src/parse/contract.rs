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

/// Whether a clause begins here. Words that may be names too are clauses only before
/// what can follow them as such.
pub(crate) fn at_clause(input: Input<'_>) -> bool {
    if input.peek(0).kind != TokenKind::Word {
        return false;
    }
    let named = is_name_at(input, 1) || input.is_word_at(1, "this");
    match input.text(0) {
        "requires" | "ensures" | "context" | "context_everywhere" | "loop_invariant"
        | "kernel_invariant" | "given" | "yields" | "gpuopt" => true,
        "decreases" => {
            let next = input.skip(1);
            next.is_punct(";") || next.is_word("assume") || value_begins(next)
        }
        "lock_invariant" => value_begins(input.skip(1)) && !input.is_punct_at(2, ")"),
        "modifies" | "accessible" => named && !input.is_punct_at(2, "="),
        "signals" => input.is_punct_at(1, "(") && types::at_declaration(input.skip(2)),
        _ => false,
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
    let single: Option<fn(Expr) -> ClauseKind> = match keyword.name.as_str() {
        "requires" => Some(ClauseKind::Requires),
        "ensures" => Some(ClauseKind::Ensures),
        "context" => Some(ClauseKind::Context),
        "context_everywhere" => Some(ClauseKind::ContextEverywhere),
        "loop_invariant" => Some(ClauseKind::LoopInvariant),
        "kernel_invariant" => Some(ClauseKind::KernelInvariant),
        "lock_invariant" => Some(ClauseKind::LockInvariant),
        _ => None,
    };
    let label = format!("of this `{}`", keyword.name);
    let rest = input.skip(1);
    let (input, kind) = match (single, keyword.name.as_str()) {
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
    let rest = input.skip(2);
    let (input, kind) = match word.name.as_str() {
        "loop_unroll" | "iter_merge" => {
            let (input, variable) = name(rest)?;
            let (input, count) = location(input)?;
            let unroll = word.name == "loop_unroll";
            let make = if unroll {
                DirectiveKind::LoopUnroll
            } else {
                DirectiveKind::IterMerge
            };
            (input, make(variable, count))
        }
        "matrix_lin" => matrix_lin(rest)?,
        "glob_to_reg" => {
            let (mut input, array) = subscripted(rest)?;
            let mut locations = Vec::new();
            while !input.is_punct(";") || locations.is_empty() {
                let (rest, found) = location(input)?;
                locations.push(found);
                input = rest;
            }
            (input, DirectiveKind::GlobToReg(array, locations))
        }
        "tile" => {
            let inter = rest.is_word("inter");
            if !inter && !rest.is_word("intra") {
                return expected(rest, "`inter` or `intra`").because(start, "of this directive");
            }
            let (input, size) = location(rest.skip(1))?;
            (input, DirectiveKind::Tile { inter, size })
        }
        "fuse" => {
            let (input, count) = location(rest)?;
            let (input, blocks) = location(input)?;
            (input, DirectiveKind::Fuse(count, blocks))
        }
        _ => {
            let found = super::problem::describe(input.skip(1));
            let message = format!("{found} is no directive");
            return Err(failure(
                Problem::new("S014", input.skip(1).span(), message).help(
                    "the directives are `loop_unroll`, `iter_merge`, `matrix_lin`, `glob_to_reg`, \
                 `tile` and `fuse`",
                ),
            ));
        }
    };
    let (input, ()) = semicolon(input, "this directive", start)?;
    Ok((
        input,
        Directive {
            id: input.id(),
            span: input.since(start),
            kind,
        },
    ))
}

fn matrix_lin<'a>(input: Input<'a>) -> PResult<'a, DirectiveKind> {
    let (input, matrix) = name(input)?;
    let row_major = input.is_word("R");
    if !row_major && !input.is_word("C") {
        return expected(input, "`R` or `C`");
    }
    let (input, rows) = location(input.skip(1))?;
    let (input, columns) = location(input)?;
    Ok((
        input,
        DirectiveKind::MatrixLin {
            matrix,
            row_major,
            rows,
            columns,
        },
    ))
}

/// A directive on its own, from `gpuopt` to `;`.
pub(crate) fn whole_directive<'a>(input: Input<'a>) -> PResult<'a, Directive> {
    if input.is_word("gpuopt") {
        directive(input)
    } else {
        expected(input, "`gpuopt`")
    }
}
