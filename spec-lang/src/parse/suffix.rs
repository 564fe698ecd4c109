//! What follows an operand: members, subscripts and steps.

use super::call::{at_call, call, method};
use super::combine::{Rule, boxed, unless};
use super::expr::expr;
use super::input::{ARROW, Input, PResult};
use super::primary::begins_operand;
use super::tokens::{close, token};
use super::words::{is_name_at, member_name, name};
use crate::ast::*;
use crate::lex::TokenKind;
use nom::Parser;
use nom::sequence::preceded;
use text::span::Span;

/// `suffix = "." name [ call ] | ( "?." | "->" ) name call | subscript | "++" | "--" .`
///
/// All that follow an operand that begins at `start`. It is a loop of its own because each suffix
/// takes what was read before it.
pub(crate) fn postfix<'a>(input: Input<'a>, start: Span, first: Expr) -> PResult<'a, Expr> {
    let (mut input, mut left) = (input, first);
    loop {
        (input, left) = match input.peek(0).kind {
            TokenKind::Punct(".") => {
                let (input, member) = preceded(token("."), member_name).parse(input)?;
                match at_call(input) {
                    true => call(input, start, method(left, false, member)),
                    false => input.make(start, ExprKind::Member(Box::new(left), member)),
                }
            }
            TokenKind::Punct("?.") => {
                let (input, member) = preceded(token("?."), member_name).parse(input)?;
                call(input, start, method(left, true, member))
            }
            TokenKind::Punct("->") if at_arrow_call(input) => {
                let (input, member) = preceded(token("->"), name).parse(input)?;
                call(input, start, method(left, true, member))
            }
            TokenKind::Punct("[") => subscript(input, start, left),
            TokenKind::Punct(step @ ("++" | "--"))
                if step == "--" || !begins_operand(input.skip(1)) =>
            {
                let kind = ExprKind::Increment {
                    target: Box::new(left),
                    up: step == "++",
                    prefix: false,
                };
                input.skip(1).make(start, kind)
            }
            _ => return Ok((input, left)),
        }?;
    }
}

fn at_arrow_call(input: Input<'_>) -> bool {
    !input.stops().arrow && is_name_at(input, 1) && input.is_at(2, "(")
}

/// `subscript = "[" index "]" .`
pub(crate) fn subscript<'a>(input: Input<'a>, start: Span, left: Expr) -> PResult<'a, Expr> {
    let (open, of) = (input.span(), Box::new(left));
    let (input, kind) = input.skip(1).stopping(ARROW, |input| index(input, of))?;
    let (input, _) = close("]", open).parse(input)?;
    input.make(start, kind)
}

/// `index = "*" | [ expression ] ".." [ expression ] | expression [ "->" expression ] .`
///
/// All elements, slice, element or update.
fn index<'a>(input: Input<'a>, of: Box<Expr>) -> PResult<'a, ExprKind> {
    if input.is("*") && input.is_at(1, "]") {
        return token("*").read(input, |_| ExprKind::AllElements(of));
    }
    let high = preceded(token(".."), unless("]", boxed(expr)));
    if input.is("..") {
        return high.read(input, |high| ExprKind::Slice(of, None, high));
    }
    let (input, first) = boxed(expr).parse(input)?;
    match input.peek(0).kind {
        TokenKind::Punct("..") => high.read(input, |high| ExprKind::Slice(of, Some(first), high)),
        TokenKind::Punct("->") => preceded(token("->"), boxed(expr))
            .read(input, |value| ExprKind::Update(of, first, value)),
        _ => Ok((input, ExprKind::Index(of, first))),
    }
}
