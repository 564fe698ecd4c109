//! Operators, from the loosest to the tightest.

use super::call::ghost_statement;
use super::combine::{Rule, at, boxed, many, nested, spanned, stopping};
use super::input::{Input, PResult, Stops};
use super::literal::{self, Bracketed};
use super::node::{Made, node};
use super::primary::{self, begins_operand};
use super::problem::{Problem, failure};
use super::suffix::postfix;
use super::tokens::{need, token};
use super::types;
use super::words::as_ident;
use crate::ast::*;
use crate::lex::TokenKind;
use nom::Parser;
use nom::branch::alt;
use nom::sequence::{delimited, preceded};
use text::code::Code;
use text::span::Span;

/// `expression = with | during | conditional .`
///
/// A whole expression, ghost statements before and after it included.
pub(crate) fn expr<'a>(input: Input<'a>) -> PResult<'a, Expr> {
    nested(|input: Input<'a>| match input.is("with") {
        true => with(input),
        false => during_or_conditional(input),
    })
    .parse(input)
}

/// `with = "with" statement expression .`
fn with<'a>(input: Input<'a>) -> PResult<'a, Expr> {
    let (input, (before, mut inner)) = (ghost_statement, expr).parse(input)?;
    // `with s e then t` of 2.x: the statements belong to the call that `e` is.
    let (ExprKind::Call(call) | ExprKind::New(call)) = &mut inner.kind else {
        let problem = Problem::new(Code::S012, before.span, "`with` belongs to a call");
        return Err(failure(problem.because(inner.span, "this is no call")));
    };
    call.ghost_statements.insert(0, before);
    Ok((input, inner))
}

fn during_or_conditional<'a>(input: Input<'a>) -> PResult<'a, Expr> {
    match at_during(input) {
        true => during_expr(input),
        false => conditional(input),
    }
}

/// `during-word = "unfolding" | "\unfolding" | "\Unfolding" | "asserting" | "assuming"
/// | "applying" .`
///
/// Whether such a word stands here and is no name.
fn at_during(input: Input<'_>) -> bool {
    match input.text(0) {
        "unfolding" => true,
        "asserting" | "assuming" | "applying" => {
            begins_operand(input.skip(1)) && !input.is_at(1, "(")
        }
        _ => input.is("\\unfolding") || input.is("\\Unfolding"),
    }
}

/// `during = during-word ( during | conditional ) ( "in" | "\in" ) expression .`
pub(crate) fn during_expr<'a>(input: Input<'a>) -> PResult<'a, Expr> {
    nested(|input: Input<'a>| {
        let stops = |within| Stops {
            within,
            ..input.stops()
        };
        let first = stopping(stops(true), boxed(during_or_conditional));
        let word = alt((token("\\in"), need("in"))).because(input.span(), "of what begins here");
        let rule = (as_ident, first, word, stopping(stops(false), boxed(expr)));
        let kind = |(keyword, first, _, second): (Ident, _, _, _)| match keyword
            .name
            .to_lowercase()
            .ends_with("unfolding")
        {
            true => ExprKind::Unfolding(first, second),
            false => ExprKind::During(keyword, first, second),
        };
        node(rule.map(kind)).parse(input)
    })
    .parse(input)
}

/// An operand, and its place with the parentheses around it.
type Placed = (Expr, Span);

/// `conditional = operation { "?" expression ":" operation } .`
fn conditional<'a>(input: Input<'a>) -> PResult<'a, Expr> {
    let operand = |input| operation(input, None);
    let branch = |input: Input<'a>| {
        let colon = need(":").because(input.span(), "of the conditional here");
        (preceded(token("?"), boxed(expr)), preceded(colon, operand)).parse(input)
    };
    let (input, (mut last, branches)) = (operand, many(at("?"), branch)).parse(input)?;
    let mut conditions = Vec::new();
    for (then, otherwise) in branches {
        conditions.push((std::mem::replace(&mut last, otherwise), then));
    }
    for ((condition, start), then) in conditions.into_iter().rev() {
        let outer = start.to(last.1);
        let kind = ExprKind::Conditional(Box::new(condition), then, Box::new(last.0));
        last = (input.node(outer, kind)?, outer);
    }
    Ok((input, last.0))
}

/// `operator = "<==>" | "==>" | "-*" | "||" | "&&" | "**" | "|" | "^" | "&" | "==" | "!="
/// | "<" | "<=" | ">" | ">=" | "\in" | "in" | "\memberof" | "\subset" | "\subseteq"
/// | "<<" | ">>" | ">>>" | "+" | "-" | "\union" | "*" | "/" | "%" | "\" | "\intersect"
/// | "\cap" | "^^" | "++" | "::" .`
///
/// The operator that stands here and of how many tokens it is.
fn operator(input: Input<'_>) -> Option<(BinaryOp, usize)> {
    let stops = input.stops();
    let doubled = |punct| input.is_at(1, punct) && input.adjacent(1);
    let form = match input.peek(0).kind {
        TokenKind::Punct(form) | TokenKind::Keyword(form) => form,
        TokenKind::Word if input.is("in") => "in",
        _ => return None,
    };
    let (form, tokens) = match form {
        "<" if doubled("<") => ("<<", 2),
        ">" if doubled(">") => match input.is_at(2, ">") && input.adjacent(2) {
            true => (">>>", 3),
            false => (">>", 2),
        },
        _ => (form, 1),
    };
    let op = BinaryOp::of_symbol(form)?;
    let stopped = op == BinaryOp::BitOr && stops.pipe || op == BinaryOp::In && stops.within;
    (!stopped).then_some((op, tokens))
}

/// Binds as tightly as the comparisons.
const INSTANCEOF: Operator = BinaryOp::Lt.facts();

/// Whether an operator has all its operands where another follows. `++` leans to the left and
/// `::` to the right: `a ++ b :: c` is `a ++ (b :: c)`.
fn complete(operator: Operator, next: Operator) -> bool {
    let left = |operator: Operator| operator.associativity == Associativity::Left;
    operator.level > next.level || operator.level == next.level && left(operator) && left(next)
}

/// `operation = unary { operator unary | "instanceof" type } .`
///
/// Operators that bind tighter than `least`, each with what binds tighter than it; `open` are
/// those whose right operand may go on. It is a loop of its own because a chain to the right must
/// not recurse, a type may be the right operand, and `++` and `::` lean to two sides on one level.
pub(crate) fn operation<'a>(input: Input<'a>, least: Option<Level>) -> PResult<'a, Placed> {
    let mut open: Vec<(Placed, BinaryOp)> = Vec::new();
    let (mut input, mut last) = spanned(unary).parse(input)?;
    let mut typed = false;
    loop {
        // A type is no sequence that could go on.
        let fits = |level| Some(level) > least && !(typed && level == Level::Sequence);
        let found = operator(input).filter(|(op, _)| fits(op.facts().level));
        let instance = input.is("instanceof");
        let next = match found {
            Some((op, _)) => Some(op.facts()),
            None => instance.then_some(INSTANCEOF),
        };
        let ends = |op: BinaryOp| next.is_none_or(|next| complete(op.facts(), next));
        while let Some((left, op)) = open.pop_if(|(_, op)| ends(*op)) {
            last = join(input, op, left, last)?;
        }
        if let Some((op, tokens)) = found {
            open.push((last, op));
            (input, last) = spanned(unary).parse(input.skip(tokens))?;
            typed = false;
        } else if instance {
            let (rest, ty) = preceded(token("instanceof"), types::ty).parse(input)?;
            let outer = last.1.to(ty.span);
            let kind = ExprKind::InstanceOf(Box::new(last.0), ty);
            (input, last) = (rest, (rest.node(outer, kind)?, outer));
            typed = true;
        } else {
            return Ok((input, last));
        }
    }
}

fn join(input: Input<'_>, op: BinaryOp, left: Placed, right: Placed) -> Made<Placed> {
    let outer = left.1.to(right.1);
    let kind = ExprKind::Binary(op, Box::new(left.0), Box::new(right.0));
    Ok((input.node(outer, kind)?, outer))
}

enum Prefix {
    Unary(UnaryOp),
    Step(bool),
    Scale(Expr),
    Cast(TypeExpr),
}

/// `unary = { "!" | "-" | "+" | "++" | "--" | cast | amount } operand .`
/// `cast = "(" type ")" .` `amount = "[" expression "]" .`
///
/// Read without recursion, as there may be many. An expression in brackets is a permission if a
/// predicate follows, else itself the operand.
fn unary<'a>(input: Input<'a>) -> PResult<'a, Expr> {
    let mut prefixes = Vec::new();
    let mut input = input;
    loop {
        let start = input.span();
        let sign = |prefix| Ok((input.skip(1), prefix));
        let (rest, prefix) = match input.peek(0).kind {
            TokenKind::Punct("!") => sign(Prefix::Unary(UnaryOp::Not)),
            TokenKind::Punct("-") => sign(Prefix::Unary(UnaryOp::Neg)),
            TokenKind::Punct("+") => sign(Prefix::Unary(UnaryOp::Plus)),
            TokenKind::Punct("++") => sign(Prefix::Step(true)),
            TokenKind::Punct("--") => sign(Prefix::Step(false)),
            TokenKind::Punct("(") if primary::at_cast(input) => {
                delimited(token("("), types::ty, need(")")).read(input, Prefix::Cast)
            }
            TokenKind::Punct("[") => match literal::bracketed(input)? {
                (rest, Bracketed::Amount(amount)) => Ok((rest, Prefix::Scale(amount))),
                (rest, Bracketed::Value(value)) => {
                    let (rest, value) = postfix(rest, start, value)?;
                    return apply(rest, prefixes, value);
                }
            },
            _ => {
                let (input, operand) = primary::operand(input)?;
                return apply(input, prefixes, operand);
            }
        }?;
        prefixes.push((start, prefix));
        input = rest;
    }
}

fn apply(input: Input<'_>, prefixes: Vec<(Span, Prefix)>, mut operand: Expr) -> PResult<'_, Expr> {
    for (start, prefix) in prefixes.into_iter().rev() {
        let inner = Box::new(operand);
        let kind = match prefix {
            Prefix::Unary(op) => ExprKind::Unary(op, inner),
            Prefix::Step(up) => ExprKind::Increment {
                target: inner,
                up,
                prefix: true,
            },
            Prefix::Scale(amount) => ExprKind::Scale(Box::new(amount), inner),
            Prefix::Cast(ty) => ExprKind::Cast(ty, inner),
        };
        operand = input.node(input.since(start), kind)?;
    }
    Ok((input, operand))
}
