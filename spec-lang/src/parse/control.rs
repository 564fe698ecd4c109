//! Branches, loops and jumps.

use super::ahead;
use super::binder::iterator;
use super::combine::{Rule, after, boxed, unless, within};
use super::contract::{both, contract};
use super::expr::expr;
use super::input::{Input, PResult};
use super::par;
use super::problem::{Problem, describe, failure};
use super::simple::simple_list;
use super::stmt::{at_vec, stmt};
use super::tokens::{any, need, semicolon, token};
use super::words::name;
use crate::ast::*;
use crate::lex::TokenKind;
use nom::Parser;
use nom::combinator::opt;
use nom::sequence::{delimited, preceded};
use text::code::Code;
use text::span::Span;

/// `contracted = while | for | par | vec .`
///
/// A loop or parallel statement behind its clauses.
pub(crate) fn with_contract<'a>(
    input: Input<'a>,
    contract: Contract,
    start: Span,
) -> PResult<'a, StmtKind> {
    match input.text(0) {
        "while" => while_loop(input, contract),
        "for" => for_loop(input, contract),
        "par" => par::parallel(input, contract),
        "vec" if at_vec(input) => par::vector(input, contract),
        _ => {
            let found = describe(input);
            let message =
                format!("expected a loop or a parallel block behind clauses, found {found}");
            let first = contract.clauses.first().map_or(start, |clause| clause.span);
            let problem = Problem::new(Code::S015, input.span(), message).help(
                "the contract of a parallel block stands between its head and its `{`; a loop's \
                 invariants stand in front of it, or between its head and its `{`",
            );
            Err(failure(problem.because(first, "the clauses begin here")))
        }
    }
}

/// Whether something stands here that takes clauses.
pub(crate) fn at_contracted(input: Input<'_>) -> bool {
    matches!(input.text(0), "while" | "for" | "par") || input.is("vec") && at_vec(input)
}

/// `condition = "(" expression ")" .`
///
/// Behind the keyword at `start`.
fn condition<'a>(start: Span) -> impl Rule<'a, Expr> {
    let open = need("(").because(start, "after this keyword");
    within(open, expr.because(start, "for the condition of this"), ")")
}

/// `if = "if" condition statement [ "else" statement ] .`
pub(crate) fn if_stmt<'a>(input: Input<'a>) -> PResult<'a, StmtKind> {
    let start = input.span();
    let then = boxed(stmt).because(start, "in the branch of this `if`");
    let branch = |input: Input<'a>| {
        let branch = boxed(stmt).because(input.previous(), "in this branch");
        branch.read(input, |branch| branch)
    };
    let rule = (token("if"), condition(start), then, after("else", branch));
    rule.read(input, |(_, condition, then_branch, else_branch)| {
        StmtKind::If {
            condition,
            then_branch,
            else_branch,
        }
    })
}

/// The body of the loop at `start`.
fn repeated<'a>(start: Span) -> impl Rule<'a, Box<Stmt>> {
    boxed(stmt).because(start, "in the body of this loop")
}

/// `while = "while" condition contract statement .`
fn while_loop<'a>(input: Input<'a>, before: Contract) -> PResult<'a, StmtKind> {
    let start = input.span();
    let rule = (token("while"), condition(start), contract, repeated(start));
    rule.read(input, |(_, condition, own, body)| StmtKind::While {
        contract: both(before, own),
        condition,
        body,
    })
}

/// `for = "for" "(" ( iterator | simple-list ";" [ expression ] ";" simple-list ) ")"
/// contract statement .`
fn for_loop<'a>(input: Input<'a>, before: Contract) -> PResult<'a, StmtKind> {
    let start = input.span();
    let open = need("(").because(start, "after this keyword");
    if ranged(input.skip(2)) {
        let rule = (
            token("for"),
            within(open, iterator, ")"),
            contract,
            repeated(start),
        );
        return rule.read(input, |(_, iterator, own, body)| StmtKind::RangedFor {
            contract: both(before, own),
            iterator,
            body,
        });
    }
    let (condition, end) = (unless(";", expr), || need(";"));
    let header = (simple_list(";"), end(), condition, end(), simple_list(")"));
    let header = within(
        open,
        header.because(start, "in the header of this loop"),
        ")",
    );
    let rule = (token("for"), header, contract, repeated(start));
    rule.read(input, |(_, (init, _, condition, _, update), own, body)| {
        StmtKind::For {
            contract: both(before, own),
            init,
            condition,
            update,
            body,
        }
    })
}

/// Whether `T x = lo .. hi` stands here: a `..` comes before any `;` outside brackets.
fn ranged(input: Input<'_>) -> bool {
    if !ahead::at_declaration(input) {
        return false;
    }
    let mut at = input;
    let mut open = 0usize;
    loop {
        match at.peek(0).kind {
            TokenKind::Punct("(" | "[" | "{") => open += 1,
            TokenKind::Punct(")" | "]" | "}") if open == 0 => return false,
            TokenKind::Punct(")" | "]" | "}") => open -= 1,
            TokenKind::Punct("..") if open == 0 => return true,
            TokenKind::Punct(";") | TokenKind::End => return false,
            _ => {}
        }
        at = at.skip(1);
    }
}

/// `return = "return" [ expression ] ";" .`
pub(crate) fn return_stmt<'a>(input: Input<'a>) -> PResult<'a, StmtKind> {
    let start = input.span();
    let value = unless(";", expr.because(start, "of this `return`"));
    let rule = delimited(token("return"), value, semicolon("this `return`", start));
    rule.map(StmtKind::Return).parse(input)
}

/// `jump = ( "goto" name | ( "break" | "continue" ) [ name ] ) ";" .`
pub(crate) fn jump<'a>(input: Input<'a>) -> PResult<'a, StmtKind> {
    let start = input.span();
    let end = semicolon("this statement", start);
    if input.is("goto") {
        let target = name.because(start, "for this `goto`");
        return delimited(token("goto"), target, end)
            .map(StmtKind::Goto)
            .parse(input);
    }
    let make = match input.is("break") {
        true => StmtKind::Break,
        false => StmtKind::Continue,
    };
    delimited(any, unless(";", name), end)
        .map(make)
        .parse(input)
}

/// `label = "label" name ( ";" | [ ":" ] statement ) .`
pub(crate) fn label<'a>(input: Input<'a>) -> PResult<'a, StmtKind> {
    let (input, label) = preceded(token("label"), name).parse(input)?;
    if input.is(";") {
        return Ok((input.skip(1), StmtKind::Label(label, None)));
    }
    let inner = boxed(stmt).because(label.span, "behind this label");
    preceded(opt(token(":")), inner).read(input, |inner| StmtKind::Label(label, Some(inner)))
}
