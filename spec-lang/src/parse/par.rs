//! Parallel statements, barriers, invariants and atomics.

use super::binder::iterator;
use super::combine::{Rule, after, at, commas, list, many, spanned, when, within};
use super::contract::{at_clause, both, contract};
use super::expr::expr;
use super::input::{Input, PResult};
use super::node::id;
use super::problem::expected;
use super::proof::block_or_end;
use super::stmt::{block, body};
use super::tokens::{any, need, token};
use super::words::{at_name, name};
use crate::ast::*;
use nom::Parser;
use nom::sequence::preceded;
use text::span::Span;

/// `par = "par" par-block { "and" par-block } .`
///
/// Directives among the clauses before it belong to the statement, the others to its first
/// block.
pub(crate) fn parallel<'a>(input: Input<'a>, before: Contract) -> PResult<'a, StmtKind> {
    let unit_behind = |text| {
        move |input: Input<'a>| {
            let unit = unit.because(input.span(), text);
            preceded(any, unit).parse(input)
        }
    };
    let first = unit_behind("of this `par`");
    let more = many(at("and"), unit_behind("behind this `and`"));
    let (input, (mut first, more)) = (first, more).parse(input)?;
    let (mut directives, mut clauses) = (Vec::new(), Vec::new());
    for clause in before.clauses {
        match clause.kind {
            ClauseKind::Directive(directive) => directives.push(directive),
            _ => clauses.push(clause),
        }
    }
    first.contract = both(Contract { clauses }, first.contract);
    let blocks = std::iter::once(first).chain(more).collect();
    Ok((input, StmtKind::Par(Par { directives, blocks })))
}

/// `par-block = [ name ] [ iterators ] contract body .`
fn unit<'a>(input: Input<'a>) -> PResult<'a, ParBlock> {
    let block_name = when(|input| at_name(input) && !at_clause(input), name);
    let rule = spanned((block_name, iterators, contract, braced(input.span()), id));
    rule.read(input, |((name, iterators, contract, body, id), span)| {
        ParBlock {
            id,
            span,
            name,
            iterators,
            contract,
            body,
        }
    })
}

/// The body of the parallel block at `start`.
fn braced<'a>(start: Span) -> impl Rule<'a, Block> {
    move |input: Input<'a>| {
        if input.at_end() || input.is("}") {
            let body = expected("a body in braces");
            return body.because(start, "of this parallel block").parse(input);
        }
        body(input)
    }
}

/// `iterators = "(" [ iterator { "," iterator } ] ")" .`
///
/// None where no `(` stands.
fn iterators<'a>(input: Input<'a>) -> PResult<'a, Vec<Iterator>> {
    let iterators = when(at("("), list(token("("), iterator, ")"));
    iterators.map(Option::unwrap_or_default).parse(input)
}

/// `region = ( "parallel" | "sequential" ) block .`
pub(crate) fn region<'a>(input: Input<'a>) -> PResult<'a, StmtKind> {
    let parallel = input.is("parallel");
    let body = preceded(any, block);
    body.map(|body| StmtKind::Region { parallel, body })
        .parse(input)
}

/// `vec = "vec" iterators contract body .`
///
/// Behind the clauses that stand before it.
pub(crate) fn vector<'a>(input: Input<'a>, before: Contract) -> PResult<'a, StmtKind> {
    let rule = (token("vec"), iterators, contract, body);
    rule.read(input, |(_, iterators, own, body)| StmtKind::Vector {
        iterators,
        contract: both(before, own),
        body,
    })
}

const BARRIER: &str = "a barrier names the block whose threads meet there, and says what they exchange: \
                       `barrier(b) { requires …; ensures …; }` in `par b (…)`";

/// `barrier = "barrier" "(" [ name ] [ ";" name { "," name } ] ")"
/// ( "{" contract "}" | contract block-or-end ) .`
pub(crate) fn barrier<'a>(input: Input<'a>) -> PResult<'a, StmtKind> {
    let start = input.span();
    let open = |input| {
        let opened = need("(").parse(input);
        opened.map_err(|error| error.map(|problem| problem.help(BARRIER)))
    };
    let block_name = when(|input| !input.is(")") && !input.is(";"), name);
    let invariants = after(";", commas(name)).map(Option::unwrap_or_default);
    let open = open.because(start, "after this `barrier`");
    let head = within(open, (block_name, invariants), ")");
    let (input, (block, invariants)) = preceded(token("barrier"), head).parse(input)?;
    let inner = input.skip(1);
    let brace_form = input.is("{") && (at_clause(inner) || inner.is("}"));
    let (input, (contract, body)) = match brace_form {
        true => within(token("{"), contract, "}")
            .map(|contract| (contract, None))
            .parse(input),
        false => (contract, block_or_end("this `barrier`", start)).parse(input),
    }?;
    let barrier = Barrier {
        block,
        invariants,
        brace_form,
        contract,
        body,
    };
    Ok((input, StmtKind::Barrier(barrier)))
}

/// `invariant = "invariant" [ name ] "(" expression ")" body .`
pub(crate) fn invariant<'a>(input: Input<'a>) -> PResult<'a, StmtKind> {
    let start = input.span();
    let open = need("(").because(start, "for the resource of this `invariant`");
    let body = body.because(start, "of this `invariant`");
    let rule = (
        token("invariant"),
        when(at_name, name),
        within(open, expr, ")"),
        body,
    );
    rule.map(|(_, name, resource, body)| StmtKind::Invariant {
        name,
        resource,
        body,
    })
    .parse(input)
}

/// `atomic = "atomic" "(" [ name { "," name } ] ")" body .`
pub(crate) fn atomic<'a>(input: Input<'a>) -> PResult<'a, StmtKind> {
    let start = input.span();
    let names = list(need("(").because(start, "after this `atomic`"), name, ")");
    let rule = (
        token("atomic"),
        names,
        body.because(start, "of this `atomic`"),
    );
    rule.map(|(_, names, body)| StmtKind::Atomic { names, body })
        .parse(input)
}
