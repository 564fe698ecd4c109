//! Clauses.

use super::ahead;
use super::combine::{Rule, commas, many_recovering, spanned, unless, within};
use super::directive::directive;
use super::expr::expr;
use super::input::{Input, PResult};
use super::node::{id, node};
use super::primary::begins_operand;
use super::recover;
use super::tokens::{any, semicolon, token};
use super::types::parameter;
use super::words::{as_ident, is_name_at};
use crate::ast::*;
use crate::lex::TokenKind;
use nom::Parser;
use nom::sequence::{preceded, terminated};

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
        "signals" => input.is_at(1, "(") && ahead::at_declaration(input.skip(2)),
        word => single(word).is_some(),
    }
}

/// `clause-word = "requires" | "ensures" | "context" | "context_everywhere" | "loop_invariant"
/// | "kernel_invariant" | "lock_invariant" .`
///
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

/// `clause-kind = clause-word expression | decreases | signals
/// | ( "given" | "yields" ) parameter { "," parameter }
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
    preceded(token("decreases"), measures)
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
