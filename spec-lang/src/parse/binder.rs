//! Formulas with bound variables.

use super::expr::expr;
use super::input::{Input, PResult, Stops};
use super::problem::Because;
use super::types;
use super::words::{close, commas, name, need};
use crate::ast::*;
use crate::lex::TokenKind;
use text::span::Span;

fn quantifier(input: Input<'_>) -> Option<QuantifierKind> {
    match input.peek(0).kind {
        TokenKind::Keyword("\\forall") => Some(QuantifierKind::Forall),
        TokenKind::Keyword("\\forall*") => Some(QuantifierKind::ForallStar),
        TokenKind::Keyword("\\exists") => Some(QuantifierKind::Exists),
        // `\sum(a, b)` is a function of 1.4.
        TokenKind::Keyword("\\sum") if !input.is_punct_at(1, "(") => Some(QuantifierKind::Sum),
        TokenKind::Keyword("\\product") if !input.is_punct_at(1, "(") => {
            Some(QuantifierKind::Product)
        }
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

/// `(\forall T x, …; range; body)` and its like, from the parenthesis on.
pub(crate) fn formula<'a>(input: Input<'a>) -> PResult<'a, Expr> {
    let open = input.span();
    let input = input.skip(1);
    let start = input.span();
    let (input, kind) = input
        .inside(|input| match quantifier(input) {
            Some(kind) => quantified(input.skip(1), kind),
            None if input.is_keyword("\\let") => binding(input.skip(1)),
            None => for_perm(input.skip(1)),
        })
        .because(start, "of what begins here")?;
    let end = input.previous();
    let (input, _) = close(input, ")", open)?;
    let expr = input.expr(start.to(end), kind)?;
    Ok((input, expr))
}

fn quantified<'a>(input: Input<'a>, kind: QuantifierKind) -> PResult<'a, ExprKind> {
    let (input, binders) = commas(binder)(input)?;
    let (input, _) = need(input, ";")?;
    let (mut input, mut body) = expr(input)?;
    let mut range = None;
    if input.is_punct(";") {
        range = Some(Box::new(body));
        (input, body) = expr(input.skip(1))?;
    }
    Ok((
        input,
        ExprKind::Quantifier {
            kind,
            binders,
            range,
            body: Box::new(body),
        },
    ))
}

/// `T x`, or `T x = lo .. hi`.
fn binder<'a>(input: Input<'a>) -> PResult<'a, Binder> {
    let start = input.span();
    let (input, ty) = types::ty(input)?;
    let (input, name) = name(input)?;
    let id = input.id();
    if !input.is_punct("=") {
        let span = input.since(start);
        return Ok((
            input,
            Binder {
                id,
                span,
                ty,
                name,
                range: None,
                from: None,
            },
        ));
    }
    let (input, low) = expr(input.skip(1))?;
    let (input, _) = need(input, "..").because(name.span, "in the range of this variable")?;
    let (input, high) = expr(input)?;
    let (span, range) = (input.since(start), Some((low, high)));
    Ok((
        input,
        Binder {
            id,
            span,
            ty,
            name,
            range,
            from: None,
        },
    ))
}

/// `T x` or `T x <- s` in a comprehension.
pub(crate) fn selector<'a>(input: Input<'a>) -> PResult<'a, Binder> {
    let start = input.span();
    let (input, ty) = types::ty(input)?;
    let (mut input, name) = name(input)?;
    let id = input.id();
    let mut from = None;
    if input.is_punct("<-") {
        let (rest, source) = input.skip(1).inside(expr)?;
        from = Some(source);
        input = rest;
    }
    Ok((
        input,
        Binder {
            id,
            span: input.since(start),
            ty,
            name,
            range: None,
            from,
        },
    ))
}

/// `\let T x = e; body`.
fn binding<'a>(input: Input<'a>) -> PResult<'a, ExprKind> {
    let (input, ty) = types::ty(input)?;
    let (input, name) = name(input)?;
    let id = input.id();
    let (input, _) = need(input, "=").because(name.span, "for the value of this variable")?;
    let (input, value) = expr(input)?;
    let (input, _) = need(input, ";")?;
    let (input, body) = expr(input)?;
    let variable = Box::new(Variable {
        id,
        name,
        init: Some(value),
    });
    Ok((
        input,
        ExprKind::Let {
            ty,
            variable,
            body: Box::new(body),
        },
    ))
}

/// `\forperm T x \in loc; e`.
fn for_perm<'a>(input: Input<'a>) -> PResult<'a, ExprKind> {
    let (input, binders) = commas(selector)(input)?;
    if !input.is_keyword("\\in") && !input.is_word("in") {
        return super::problem::expected(input, "`\\in`");
    }
    let (input, location) = input.skip(1).stopping(Stops::default(), expr)?;
    let (input, _) = need(input, ";")?;
    let (input, body) = expr(input)?;
    Ok((
        input,
        ExprKind::ForPerm(binders, Box::new(location), Box::new(body)),
    ))
}

/// `T x = lo .. hi` of a statement.
pub(crate) fn iterator<'a>(input: Input<'a>) -> PResult<'a, Iterator> {
    let start: Span = input.span();
    let (input, ty) = types::ty(input)?;
    let (input, name) = name(input)?;
    let id = input.id();
    let (input, _) = need(input, "=").because(name.span, "in the range of this variable")?;
    let (input, low) = expr(input)?;
    let (input, _) = need(input, "..").because(name.span, "in the range of this variable")?;
    let (input, high) = expr(input)?;
    Ok((
        input,
        Iterator {
            id,
            span: input.since(start),
            ty,
            name,
            low,
            high,
        },
    ))
}
