//! Operands: what operators stand between.

use super::ahead;
use super::binder;
use super::builtin::{backslash, builtin_call, reducible};
use super::call::{adt_call, at_adt_call, at_call, call, creation, function};
use super::combine::{Rule, boxed, commas, inside, stopping, within};
use super::expr::{during_expr, expr};
use super::input::{Input, PIPE, PResult};
use super::literal;
use super::node::node;
use super::problem::{Problem, expected, failure};
use super::suffix::postfix;
use super::tokens::{any, need, token};
use super::words::{at_name, is_name_at, name};
use crate::ast::*;
use crate::lex::TokenKind;
use nom::Parser;
use nom::sequence::delimited;
use num_bigint::BigInt;
use text::code::Code;

/// Reserved words that begin an operand all the same.
const OPERAND_WORDS: &[&str] = &["this", "null", "true", "false", "new", "unfolding"];

/// Whether an operand can begin here, operators in front left aside.
pub(crate) fn begins_operand(input: Input<'_>) -> bool {
    match input.peek(0).kind {
        TokenKind::Word => {
            let word = input.text(0);
            is_name_at(input, 0) && word != "instanceof" || OPERAND_WORDS.contains(&word)
        }
        TokenKind::Escaped | TokenKind::Int | TokenKind::Float => true,
        TokenKind::Str | TokenKind::Char => true,
        TokenKind::Punct(punct) => matches!(punct, "(" | "{" | "{:" | "|" | "["),
        TokenKind::Keyword(word) => !matches!(
            word,
            "\\in" | "\\memberof" | "\\union" | "\\intersect" | "\\cap" | "\\subset" | "\\subseteq"
        ),
        _ => false,
    }
}

/// Whether `(` opens a cast: a type that is a keyword, or a name, array or container
/// in parentheses before something that can only be an operand.
pub(crate) fn at_cast(input: Input<'_>) -> bool {
    let Some(length) = ahead::type_length(input, 1, false) else {
        return false;
    };
    if !input.is_at(length + 1, ")") {
        return false;
    }
    let after = input.skip(length + 2);
    if ahead::at_type_keyword(input.skip(1))
        || ahead::at_primitive(input.skip(1)) && (begins_operand(after) || after.is("-"))
    {
        return true;
    }
    // `(x) (y)` and `(x) [y]` are no casts, nor `(x) |y|`: there `|` may close a size.
    begins_operand(after)
        && !after.is("(")
        && !after.is("[")
        && !after.is("{")
        && !after.is("|")
        && !after.is("and")
        && !input.stops().call
}

/// `operand = unit { suffix } .`
pub(crate) fn operand<'a>(input: Input<'a>) -> PResult<'a, Expr> {
    let (rest, first) = unit(input)?;
    postfix(rest, input.span(), first)
}

/// `unit = number | string | character | formula | parenthesised | trigger | braced | sequence
/// | "|" expression "|" | "*" | backslash | word-unit .`
fn unit<'a>(input: Input<'a>) -> PResult<'a, Expr> {
    let start = input.span();
    let text = input.text(0);
    let unquoted = || {
        let inner = text.get(1..text.len().saturating_sub(1));
        inner.unwrap_or("").to_string()
    };
    let single = |kind| input.skip(1).make(start, kind);
    match input.peek(0).kind {
        TokenKind::Int => {
            let value = BigInt::parse_bytes(text.as_bytes(), 10).unwrap_or_default();
            single(ExprKind::Int(value))
        }
        TokenKind::Float => single(ExprKind::Float(text.to_string())),
        TokenKind::Str => single(ExprKind::Str(unquoted())),
        TokenKind::Char => single(ExprKind::Char(unquoted())),
        TokenKind::Punct("(") if binder::at_binder(input.skip(1)) => binder::formula(input),
        TokenKind::Punct("(") => parenthesised(input),
        TokenKind::Punct("{:") => trigger(input),
        TokenKind::Punct("{") => literal::braced(input),
        TokenKind::Punct("|") => {
            let bar = need("|").because(start, "to close this size");
            let size = delimited(token("|"), stopping(PIPE, boxed(expr)), bar);
            node(size.map(ExprKind::Size)).parse(input)
        }
        TokenKind::Punct("*") if !begins_operand(input.skip(1)) => single(ExprKind::Any),
        TokenKind::Keyword(word) => backslash(input, word),
        TokenKind::Word | TokenKind::Escaped => word_unit(input),
        TokenKind::Punct("\\") if input.adjacent(1) => {
            let message = format!("`\\{}` is no word of the language", input.text(1));
            let span = start.to(input.peek(1).span);
            Err(failure(Problem::new(Code::S009, span, message)))
        }
        _ => expected("an expression").parse(input),
    }
}

/// `constant = "null" | "true" | "false" | "this" | "write" | "read" | "none" | "None"
/// | "current_thread" .`
fn constant(input: Input<'_>) -> Option<ExprKind> {
    let called = input.is_at(1, "(");
    Some(match input.text(0) {
        "null" => ExprKind::Null,
        "true" => ExprKind::Bool(true),
        "false" => ExprKind::Bool(false),
        "this" => ExprKind::This,
        "write" if !called => ExprKind::Write,
        "read" if !called => ExprKind::Read,
        "none" if !called => ExprKind::NoPerm,
        "None" if !called => ExprKind::OptionNone,
        "current_thread" if !called => ExprKind::CurrentThread,
        _ => return None,
    })
}

/// `word-unit = constant | creation | during | typed-literal | reducible | adt-call
/// | name [ call ] .`
fn word_unit<'a>(input: Input<'a>) -> PResult<'a, Expr> {
    let start = input.span();
    if let Some(kind) = constant(input) {
        return input.skip(1).make(start, kind);
    }
    match input.text(0) {
        "new" => creation(input),
        "unfolding" => during_expr(input),
        _ if literal::at_typed(input) => node(literal::typed).parse(input),
        "Reducible" if input.is_at(1, "(") => reducible(input),
        _ if !at_name(input) => expected("an expression").parse(input),
        _ if at_adt_call(input) => adt_call(input),
        _ => {
            let (input, ident) = name(input)?;
            if !at_call(input) {
                return input.make(start, ExprKind::Name(ident));
            }
            let (input, expr) = call(input, start, function(ident))?;
            Ok((input, builtin_call(expr)))
        }
    }
}

/// `parenthesised = "(" expression { "," expression } ")" .`
fn parenthesised<'a>(input: Input<'a>) -> PResult<'a, Expr> {
    let start = input.span();
    let (input, mut items) = within(token("("), commas(expr), ")").parse(input)?;
    if items.len() == 1
        && let Some(only) = items.pop()
    {
        return Ok((input, only));
    }
    input.make(start, ExprKind::TupleLiteral(Vec::new(), items))
}

/// `trigger = "{:" expression { "," expression } ":}" .`
///
/// A level may stand within the opening bracket.
fn trigger<'a>(input: Input<'a>) -> PResult<'a, Expr> {
    let level = input.text(0).get(2..).unwrap_or("").trim_end_matches(':');
    let level = (!level.is_empty()).then(|| level.to_string());
    let end = need(":}").because(input.span(), "to close this trigger");
    let patterns = delimited(any, inside(commas(expr)), end);
    node(patterns.map(|patterns| ExprKind::Trigger(patterns, level.clone()))).parse(input)
}
