//! Formulas with bound variables.

use super::combine::{Rule, after, boxed, commas, inside, spanned, within};
use super::expr::expr;
use super::input::{Input, PResult};
use super::node::id;
use super::tokens::{any, need, token};
use super::types;
use super::words::name;
use crate::ast::*;
use crate::lex::TokenKind;
use nom::Parser;
use nom::branch::alt;
use nom::sequence::{preceded, separated_pair};
use text::span::Span;

/// `quantifier = "\forall" | "\forall*" | "\exists" | "\sum" | "\product" .`
fn quantifier(input: Input<'_>) -> Option<QuantifierKind> {
    match input.peek(0).kind {
        TokenKind::Keyword("\\forall") => Some(QuantifierKind::Forall),
        TokenKind::Keyword("\\forall*") => Some(QuantifierKind::ForallStar),
        TokenKind::Keyword("\\exists") => Some(QuantifierKind::Exists),
        // `\sum(a, b)` is a function of 1.4.
        TokenKind::Keyword("\\sum") if !input.is_at(1, "(") => Some(QuantifierKind::Sum),
        TokenKind::Keyword("\\product") if !input.is_at(1, "(") => Some(QuantifierKind::Product),
        _ => None,
    }
}

/// Whether variables are bound here, behind an open parenthesis.
pub(crate) fn at_binder(input: Input<'_>) -> bool {
    quantifier(input).is_some()
        || matches!(
            input.peek(0).kind,
            TokenKind::Keyword("\\let" | "\\forperm" | "\\forpermwithvalue")
        )
}

/// `formula = "(" ( quantified | let | for-perm ) ")" .`
pub(crate) fn formula<'a>(input: Input<'a>) -> PResult<'a, Expr> {
    let bound = bound.because(input.peek(1).span, "of what begins here");
    let (input, (kind, span)) = within(token("("), spanned(bound), ")").parse(input)?;
    Ok((input, input.node(span, kind)?))
}

fn bound<'a>(input: Input<'a>) -> PResult<'a, ExprKind> {
    match quantifier(input) {
        Some(kind) => quantified(input, kind),
        None if input.is("\\let") => binding(input),
        None => for_perm(input),
    }
}

/// `quantified = quantifier binder { "," binder } ";" expression [ ";" expression ] .`
fn quantified<'a>(input: Input<'a>, kind: QuantifierKind) -> PResult<'a, ExprKind> {
    let head = (any, commas(binder), need(";"));
    let rule = (head, boxed(expr), after(";", boxed(expr)));
    rule.read(input, |((_, binders, _), first, second)| {
        let (range, body) = match second {
            Some(body) => (Some(first), body),
            None => (None, first),
        };
        ExprKind::Quantifier {
            kind,
            binders,
            range,
            body,
        }
    })
}

/// `binder = type name [ "=" range ] .`
fn binder<'a>(input: Input<'a>) -> PResult<'a, Binder> {
    let start = input.span();
    let (input, (ty, name, id)) = (types::ty, name, id).parse(input)?;
    let (input, range) = after("=", range(name.span)).parse(input)?;
    let (span, from) = (input.since(start), None);
    let binder = Binder {
        id,
        span,
        ty,
        name,
        range,
        from,
    };
    Ok((input, binder))
}

const IN_RANGE: &str = "in the range of this variable";

/// `range = expression ".." expression .`
fn range<'a>(of: Span) -> impl Rule<'a, (Expr, Expr)> {
    separated_pair(expr, need("..").because(of, IN_RANGE), expr)
}

/// `selector = type name [ "<-" expression ] .`
///
/// A variable of a comprehension.
pub(crate) fn selector<'a>(input: Input<'a>) -> PResult<'a, Binder> {
    let rule = spanned((types::ty, name, id, after("<-", inside(expr))));
    rule.read(input, |((ty, name, id, from), span)| Binder {
        id,
        span,
        ty,
        name,
        range: None,
        from,
    })
}

/// `let = "\let" type name "=" expression ";" expression .`
fn binding<'a>(input: Input<'a>) -> PResult<'a, ExprKind> {
    let (input, (_, ty, name, id)) = (token("\\let"), types::ty, name, id).parse(input)?;
    let equals = need("=").because(name.span, "for the value of this variable");
    let rule = (equals, expr, need(";"), boxed(expr));
    rule.read(input, |(_, value, _, body)| ExprKind::Let {
        ty,
        variable: Box::new(Variable {
            id,
            name,
            init: Some(value),
        }),
        body,
    })
}

/// `for-perm = ( "\forperm" | "\forpermwithvalue" ) selector { "," selector } ( "\in" | "in" )
/// expression ";" expression .`
fn for_perm<'a>(input: Input<'a>) -> PResult<'a, ExprKind> {
    let head = (any, commas(selector), alt((token("in"), need("\\in"))));
    let rule = (head, inside(boxed(expr)), need(";"), boxed(expr));
    rule.read(input, |((_, binders, _), location, _, body)| {
        ExprKind::ForPerm(binders, location, body)
    })
}

/// `iterator = type name "=" range .`
pub(crate) fn iterator<'a>(input: Input<'a>) -> PResult<'a, Iterator> {
    let start = input.span();
    let (input, (ty, name, id)) = (types::ty, name, id).parse(input)?;
    let equals = need("=").because(name.span, IN_RANGE);
    let (input, (low, high)) = preceded(equals, range(name.span)).parse(input)?;
    let iterator = Iterator {
        id,
        span: input.since(start),
        ty,
        name,
        low,
        high,
    };
    Ok((input, iterator))
}
