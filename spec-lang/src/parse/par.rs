//! Parallel statements, barriers, invariants and atomics.

use super::binder::iterator;
use super::contract::{at_clause, contract};
use super::expr::expr;
use super::input::{Input, PResult};
use super::problem::{Because, expected};
use super::stmt::{block, body};
use super::words::{close, commas, commas_until, is_name_at, name, need, semicolon};
use crate::ast::*;

/// `par … and …`, behind the clauses that stand before it. Directives among them belong
/// to the statement, the others to its first block.
pub(crate) fn parallel<'a>(input: Input<'a>, before: Contract) -> PResult<'a, StmtKind> {
    let mut directives = Vec::new();
    let mut clauses = Vec::new();
    for clause in before.clauses {
        match clause.kind {
            ClauseKind::Directive(directive) => directives.push(directive),
            _ => clauses.push(clause),
        }
    }
    let start = input.span();
    let (mut input, mut first) = unit(input.skip(1)).because(start, "of this `par`")?;
    clauses.append(&mut first.contract.clauses);
    first.contract.clauses = clauses;
    let mut blocks = vec![first];
    while input.is_word("and") {
        let word = input.span();
        let (rest, next) = unit(input.skip(1)).because(word, "behind this `and`")?;
        blocks.push(next);
        input = rest;
    }
    Ok((input, StmtKind::Par(Par { directives, blocks })))
}

/// One block: `name (iterators) contract body`, of which only the body must be.
fn unit<'a>(input: Input<'a>) -> PResult<'a, ParBlock> {
    let start = input.span();
    let mut input = input;
    let mut block_name = None;
    if is_name_at(input, 0) && !at_clause(input) {
        let (rest, found) = name(input)?;
        block_name = Some(found);
        input = rest;
    }
    let (input, iterators) = iterators(input)?;
    let (input, contract) = contract(input)?;
    if input.at_end() || input.is_punct("}") {
        return expected(input, "a body in braces").because(start, "of this parallel block");
    }
    let (input, body) = body(input)?;
    let (id, span) = (input.id(), input.since(start));
    Ok((
        input,
        ParBlock {
            id,
            span,
            name: block_name,
            iterators,
            contract,
            body,
        },
    ))
}

/// `(T x = lo .. hi, …)`, possibly empty or missing.
fn iterators<'a>(input: Input<'a>) -> PResult<'a, Vec<Iterator>> {
    if !input.is_punct("(") {
        return Ok((input, Vec::new()));
    }
    commas_until(input.skip(1), ")", input.span(), iterator)
}

/// `parallel { … }` and `sequential { … }`.
pub(crate) fn region<'a>(input: Input<'a>) -> PResult<'a, StmtKind> {
    let parallel = input.is_word("parallel");
    let (input, body) = block(input.skip(1))?;
    Ok((input, StmtKind::Region { parallel, body }))
}

/// `vec (T i = lo .. hi) contract { … }`, behind the clauses that stand before it.
pub(crate) fn vector<'a>(input: Input<'a>, before: Contract) -> PResult<'a, StmtKind> {
    let (input, iterators) = iterators(input.skip(1))?;
    let (input, own) = contract(input)?;
    let (input, body) = body(input)?;
    let clauses = before.clauses.into_iter().chain(own.clauses).collect();
    Ok((
        input,
        StmtKind::Vector {
            iterators,
            contract: Contract { clauses },
            body,
        },
    ))
}

/// `barrier(name; inv, …) { contract }` or `barrier(name; inv, …) contract { body }`.
pub(crate) fn barrier<'a>(input: Input<'a>) -> PResult<'a, StmtKind> {
    let start = input.span();
    let open = input.peek(1).span;
    let (input, _) = need(input.skip(1), "(")
        .map_err(|error| {
            error.map(|problem| {
                problem.help(
                    "a barrier names the block whose threads meet there, and says what they exchange: \
                     `barrier(b) { requires …; ensures …; }` in `par b (…)`",
                )
            })
        })
        .because(start, "after this `barrier`")?;
    let mut input = input;
    let mut block_name = None;
    let mut invariants = Vec::new();
    if !input.is_punct(")") && !input.is_punct(";") {
        let (rest, found) = name(input)?;
        block_name = Some(found);
        input = rest;
    }
    if input.is_punct(";") {
        let (rest, found) = commas(name)(input.skip(1))?;
        invariants = found;
        input = rest;
    }
    let (input, _) = close(input, ")", open)?;
    let brace = input.span();
    let in_brace = input.skip(1);
    if input.is_punct("{") && (at_clause(in_brace) || in_brace.is_punct("}")) {
        let (input, contract) = contract(in_brace)?;
        let (input, _) = close(input, "}", brace)?;
        let barrier = Barrier {
            block: block_name,
            invariants,
            brace_form: true,
            contract,
            body: None,
        };
        return Ok((input, StmtKind::Barrier(barrier)));
    }
    let (input, contract) = contract(input)?;
    let (input, body) = if input.is_punct("{") {
        let (input, body) = block(input)?;
        (input, Some(body))
    } else {
        let (input, ()) = semicolon(input, "this `barrier`", start)?;
        (input, None)
    };
    let barrier = Barrier {
        block: block_name,
        invariants,
        brace_form: false,
        contract,
        body,
    };
    Ok((input, StmtKind::Barrier(barrier)))
}

/// `invariant name (resource) { … }`.
pub(crate) fn invariant<'a>(input: Input<'a>) -> PResult<'a, StmtKind> {
    let start = input.span();
    let mut input = input.skip(1);
    let mut invariant_name = None;
    if is_name_at(input, 0) {
        let (rest, found) = name(input)?;
        invariant_name = Some(found);
        input = rest;
    }
    let open = input.span();
    let (input, _) = need(input, "(").because(start, "for the resource of this `invariant`")?;
    let (input, resource) = expr(input)?;
    let (input, _) = close(input, ")", open)?;
    let (input, body) = body(input).because(start, "of this `invariant`")?;
    Ok((
        input,
        StmtKind::Invariant {
            name: invariant_name,
            resource,
            body,
        },
    ))
}

/// `atomic (name, …) { … }`.
pub(crate) fn atomic<'a>(input: Input<'a>) -> PResult<'a, StmtKind> {
    let start = input.span();
    let open = input.peek(1).span;
    let (input, _) = need(input.skip(1), "(").because(start, "after this `atomic`")?;
    let (input, names) = commas_until(input, ")", open, name)?;
    let (input, body) = body(input).because(start, "of this `atomic`")?;
    Ok((input, StmtKind::Atomic { names, body }))
}
