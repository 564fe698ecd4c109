//! Literals of collections.

use super::ahead;
use super::binder::selector;
use super::combine::{
    Rule, after, boxed, commas, commas_until, continued, inside, list, stopping, within,
};
use super::expr::expr;
use super::input::{ARROW, Input, PIPE, PResult};
use super::node::node;
use super::primary::begins_operand;
use super::problem::expected;
use super::tokens::{close, need, token};
use super::types;
use crate::ast::*;
use crate::lex::TokenKind;
use nom::Parser;
use nom::branch::alt;
use nom::sequence::{delimited, preceded, separated_pair, terminated};
use text::span::Span;

/// Whether an empty collection is written here with its type: `{t:T}` and its like.
pub(crate) fn at_empty(input: Input<'_>) -> bool {
    input.is_at(1, "t") && input.is_at(2, ":")
}

/// The type of an empty collection between these brackets: `"t" ":" type`.
pub(crate) fn empty<'a>(open: &'static str, end: &'static str) -> impl Rule<'a, TypeExpr> {
    let typed = preceded((token("t"), token(":")), types::ty);
    within(token(open), typed, end)
}

/// What `[` begins where an operand is wanted.
pub(crate) enum Bracketed {
    /// `[p]` before a predicate.
    Amount(Expr),
    /// A sequence.
    Value(Expr),
}

/// A sequence; one of one element before a predicate is an amount.
pub(crate) fn bracketed<'a>(input: Input<'a>) -> PResult<'a, Bracketed> {
    let (rest, mut kind) = sequence(input)?;
    let goes_on = || ["[", "{", "|", "and"].iter().any(|text| rest.is(text));
    if let ExprKind::SeqLiteral(None, items) = &mut kind
        && items.len() == 1
        && begins_operand(rest)
        && !goes_on()
        && let Some(amount) = items.pop()
    {
        return Ok((rest, Bracketed::Amount(amount)));
    }
    let value = rest.node(rest.since(input.span()), kind)?;
    Ok((rest, Bracketed::Value(value)))
}

/// `sequence = "[" ( "t" ":" type | [ expression { "," expression } ] ) "]"
/// | "[" expression ".." expression ")" .`
fn sequence<'a>(input: Input<'a>) -> PResult<'a, ExprKind> {
    let start = input.span();
    if at_empty(input) {
        return empty("[", "]").read(input, |ty| ExprKind::SeqLiteral(Some(ty), Vec::new()));
    }
    if input.is_at(1, "]") {
        return Ok((input.skip(2), ExprKind::SeqLiteral(None, Vec::new())));
    }
    let (input, first) = preceded(token("["), inside(expr)).parse(input)?;
    if input.is("..") {
        let high = delimited(token(".."), inside(boxed(expr)), close(")", start));
        return high.read(input, |high| ExprKind::Range {
            sequence: true,
            low: Box::new(first),
            high,
        });
    }
    let items = continued(first, inside(expr));
    terminated(items, close("]", start)).read(input, |items| ExprKind::SeqLiteral(None, items))
}

/// `braced = "{" "t" ":" type "}" | set .`
pub(crate) fn braced<'a>(input: Input<'a>) -> PResult<'a, Expr> {
    if at_empty(input) {
        let of_type = |ty| ExprKind::SetLiteral(Some(ty), Vec::new());
        return node(empty("{", "}").map(of_type)).parse(input);
    }
    node(|input| set(input, None)).parse(input)
}

/// `set = "{" [ elements ] "}" .`
///
/// The braces of a set and what stands between them.
fn set<'a>(input: Input<'a>, mut ty: Option<TypeExpr>) -> PResult<'a, ExprKind> {
    within(need("{"), |input| elements(input, ty.take()), "}").parse(input)
}

/// `elements = expression { "," expression } | expression ".." expression
/// | expression "|" selector { "," selector } [ ";" expression ] .`
fn elements<'a>(input: Input<'a>, ty: Option<TypeExpr>) -> PResult<'a, ExprKind> {
    if input.is("}") {
        return Ok((input, ExprKind::SetLiteral(ty, Vec::new())));
    }
    let (input, first) = stopping(PIPE, expr).parse(input)?;
    match input.peek(0).kind {
        TokenKind::Punct("|") => {
            let rule = (token("|"), commas(selector), after(";", boxed(expr)));
            rule.read(input, |(_, binders, condition)| ExprKind::Comprehension {
                ty,
                element: Box::new(first),
                binders,
                condition,
            })
        }
        TokenKind::Punct("..") if ty.is_none() => {
            preceded(token(".."), boxed(expr)).read(input, |high| ExprKind::Range {
                sequence: false,
                low: Box::new(first),
                high,
            })
        }
        _ => continued(first, expr).read(input, |items| ExprKind::SetLiteral(ty, items)),
    }
}

/// Whether a literal begins here with its type, or with the `b` of a bag.
pub(crate) fn at_typed(input: Input<'_>) -> bool {
    match input.text(0) {
        "b" if input.adjacent(1) && input.is_at(1, "{") => true,
        // `set < x` compares a variable of that name.
        "seq" | "set" | "bag" | "map" | "tuple" => {
            ahead::type_length(input, 0, false).is_some_and(|length| input.is_at(length, "{"))
        }
        _ => false,
    }
}

/// `typed-literal = "b" bag
/// | plain-type ( set | "{" [ expression { "," expression } ] "}" | "{" entries "}" ) .`
///
/// The type decides what stands between the braces.
pub(crate) fn typed<'a>(input: Input<'a>) -> PResult<'a, ExprKind> {
    if input.is("b") {
        return preceded(token("b"), bag).parse(input);
    }
    let (input, ty) = types::plain_type(input)?;
    let brace = || need("{").because(ty.span, "of the literal of this type");
    let items = list(brace(), expr, "}");
    match ty.kind {
        TypeKind::Set(element) => set(input, Some(*element)),
        TypeKind::Seq(element) => {
            items.read(input, |items| ExprKind::SeqLiteral(Some(*element), items))
        }
        TypeKind::Bag(element) => {
            items.read(input, |items| ExprKind::BagLiteral(Some(*element), items))
        }
        TypeKind::Tuple(parts) => items.read(input, |items| ExprKind::TupleLiteral(parts, items)),
        TypeKind::Map(key, value) => {
            let entries = within(brace(), entries(input.span()), "}");
            entries.read(input, |entries| ExprKind::MapLiteral(*key, *value, entries))
        }
        _ => expected("a literal").parse(input),
    }
}

/// `entries = [ entry { "," entry } ] .` `entry = expression ( "->" | "," ) expression .`
///
/// 1.4 wrote the comma.
fn entries<'a>(map: Span) -> impl Rule<'a, Vec<(Expr, Expr)>> {
    let arrow = alt((token(","), need("->"))).because(map, "of an entry of this map");
    let entry = separated_pair(expr, arrow, expr);
    stopping(ARROW, commas_until("}", entry))
}

/// `bag = "{" ( "t" ":" type | [ expression { "," expression } ] ) "}" .`
fn bag<'a>(input: Input<'a>) -> PResult<'a, ExprKind> {
    if at_empty(input) {
        return empty("{", "}").read(input, |ty| ExprKind::BagLiteral(Some(ty), Vec::new()));
    }
    list(token("{"), expr, "}").read(input, |items| ExprKind::BagLiteral(None, items))
}
