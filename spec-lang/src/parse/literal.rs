//! Literals of collections.

use super::binder;
use super::expr::expr;
use super::input::{Input, PResult, Stops};
use super::problem::Because;
use super::types;
use super::words::{close, commas, commas_until, need};
use crate::ast::*;
use crate::lex::TokenKind;
use nom::Parser;
use nom::combinator::map;

/// `{e, …}`, `{lo .. hi}`, `{t:T}`, `{e | T x; c}`.
pub(crate) fn braced<'a>(input: Input<'a>) -> PResult<'a, Expr> {
    let start = input.span();
    let (input, kind) = if input.is_word_at(1, "t") && input.is_punct_at(2, ":") {
        let (input, ty) = types::ty(input.skip(3))?;
        let (input, _) = close(input, "}", start)?;
        (input, ExprKind::SetLiteral(Some(ty), Vec::new()))
    } else {
        set_body(input, None)?
    };
    let expr = input.expr(input.since(start), kind)?;
    Ok((input, expr))
}

/// The braces of a set and what stands between them.
fn set_body<'a>(input: Input<'a>, ty: Option<TypeExpr>) -> PResult<'a, ExprKind> {
    let open = input.span();
    let (input, _) = need(input, "{")?;
    if input.is_punct("}") {
        return Ok((input.skip(1), ExprKind::SetLiteral(ty, Vec::new())));
    }
    let stops = Stops {
        pipe: true,
        ..Stops::default()
    };
    let (input, first) = input.stopping(stops, expr)?;
    if input.is_punct("|") {
        let (input, binders) = commas(binder::selector)(input.skip(1))?;
        let mut condition = None;
        let mut input = input;
        if input.is_punct(";") {
            let (rest, found) = input.skip(1).inside(expr)?;
            condition = Some(Box::new(found));
            input = rest;
        }
        let (input, _) = close(input, "}", open)?;
        let element = Box::new(first);
        return Ok((
            input,
            ExprKind::Comprehension {
                ty,
                element,
                binders,
                condition,
            },
        ));
    }
    if input.is_punct("..") && ty.is_none() {
        let (input, high) = input.skip(1).inside(expr)?;
        let (input, _) = close(input, "}", open)?;
        let (low, high) = (Box::new(first), Box::new(high));
        return Ok((
            input,
            ExprKind::Range {
                sequence: false,
                low,
                high,
            },
        ));
    }
    let mut items = vec![first];
    let mut input = input;
    if input.is_punct(",") {
        let (rest, mut more) = input.skip(1).inside(|input| commas(expr)(input))?;
        items.append(&mut more);
        input = rest;
    }
    let (input, _) = close(input, "}", open)?;
    Ok((input, ExprKind::SetLiteral(ty, items)))
}

/// Literals that begin with a word: `seq<T>{…}` and its like, `b{…}`; none if there is
/// no such literal here.
pub(crate) fn typed<'a>(
    input: Input<'a>,
) -> Result<Option<(Input<'a>, ExprKind)>, nom::Err<super::problem::Problem>> {
    if input.peek(0).kind != TokenKind::Word {
        return Ok(None);
    }
    let word = input.text(0);
    if word == "b" && input.adjacent(1) && input.is_punct_at(1, "{") {
        return bag(input.skip(1)).map(Some);
    }
    let container = matches!(word, "seq" | "set" | "bag" | "map" | "tuple");
    // `set < x` compares a variable of that name.
    let literal = |length| input.is_punct_at(length, "{");
    if !container || !types::type_length(input, 0, false).is_some_and(literal) {
        return Ok(None);
    }
    let (input, ty) = types::plain_type(input)?;
    let open = input.span();
    let elements = |input: Input<'a>| {
        let (input, _) = need(input, "{").because(ty.span, "of the literal of this type")?;
        commas_until(input, "}", open, expr)
    };
    let (input, kind) = match ty.kind {
        TypeKind::Set(element) => set_body(input, Some(*element))?,
        TypeKind::Seq(element) => map(elements, |items| {
            ExprKind::SeqLiteral(Some((*element).clone()), items)
        })
        .parse(input)?,
        TypeKind::Bag(element) => map(elements, |items| {
            ExprKind::BagLiteral(Some((*element).clone()), items)
        })
        .parse(input)?,
        TypeKind::Tuple(ref parts) => map(elements, |items| {
            ExprKind::TupleLiteral(parts.clone(), items)
        })
        .parse(input)?,
        TypeKind::Map(key, value) => {
            let (input, _) = need(input, "{").because(ty.span, "of the literal of this type")?;
            let (input, entries) = map_entries(input, open)?;
            (input, ExprKind::MapLiteral(*key, *value, entries))
        }
        _ => return super::problem::expected(input, "a literal"),
    };
    Ok(Some((input, kind)))
}

/// `k -> v, …}`; 1.4 also wrote `k, v, …}`.
fn map_entries<'a>(input: Input<'a>, open: text::span::Span) -> PResult<'a, Vec<(Expr, Expr)>> {
    let stops = Stops {
        arrow: true,
        ..Stops::default()
    };
    input.stopping(stops, |input| {
        if input.is_punct("}") {
            return Ok((input.skip(1), Vec::new()));
        }
        let (input, entries) = commas(|input: Input<'a>| {
            let (input, key) = expr(input)?;
            let separator = if input.is_punct(",") { "," } else { "->" };
            let (input, _) = need(input, separator).because(open, "of an entry of this map")?;
            let (input, value) = expr(input)?;
            Ok((input, (key, value)))
        })(input)?;
        let (input, _) = close(input, "}", open)?;
        Ok((input, entries))
    })
}

/// `b{e, …}`, `b{t:T}`, from the brace on.
fn bag<'a>(input: Input<'a>) -> PResult<'a, ExprKind> {
    let open = input.span();
    if input.is_word_at(1, "t") && input.is_punct_at(2, ":") {
        let (input, ty) = types::ty(input.skip(3))?;
        let (input, _) = close(input, "}", open)?;
        return Ok((input, ExprKind::BagLiteral(Some(ty), Vec::new())));
    }
    let (input, items) = commas_until(input.skip(1), "}", open, expr)?;
    Ok((input, ExprKind::BagLiteral(None, items)))
}
