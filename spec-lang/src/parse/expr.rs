//! Operators, from the loosest to the tightest.

use super::input::{Input, Made, PResult, Stops};
use super::primary;
use super::problem::{Because, Problem, expected, failure};
use super::types;
use super::words::{as_ident, need};
use crate::ast::*;
use crate::lex::TokenKind;
use text::code::Code;
use text::span::Span;

/// A whole expression, ghost statements before and after it included.
pub(crate) fn expr<'a>(input: Input<'a>) -> PResult<'a, Expr> {
    input.nested(|input| {
        if !input.is_word("with") {
            return during(input);
        }
        let (input, before) = primary::ghost_statement(input)?;
        let (input, mut inner) = expr(input)?;
        // `with s e then t` of 2.x: the statements belong to the call that `e` is.
        let (ExprKind::Call(call) | ExprKind::New(call)) = &mut inner.kind else {
            let problem = Problem::new(Code::S012, before.span, "`with` belongs to a call");
            return Err(failure(problem.because(inner.span, "this is no call")));
        };
        call.ghost_statements.insert(0, before);
        Ok((input, inner))
    })
}

/// `unfolding e in e` and its like, or a conditional.
fn during<'a>(input: Input<'a>) -> PResult<'a, Expr> {
    let word = input.text(0);
    let plain = input.peek(0).kind == TokenKind::Word
        && (word == "unfolding"
            || matches!(word, "asserting" | "assuming" | "applying")
                && primary::begins_operand(input.skip(1))
                && !input.is_punct_at(1, "("));
    let escaped = input.is_keyword("\\unfolding") || input.is_keyword("\\Unfolding");
    if plain || escaped {
        during_expr(input)
    } else {
        conditional(input)
    }
}

/// `unfolding e in e`, from its keyword on.
pub(crate) fn during_expr<'a>(input: Input<'a>) -> PResult<'a, Expr> {
    input.nested(|input| {
        let start = input.span();
        let keyword = as_ident(input);
        let stops = Stops {
            within: true,
            ..input.stops()
        };
        let (input, first) = input.skip(1).stopping(stops, during)?;
        if !input.is_word("in") && !input.is_keyword("\\in") {
            return expected(input, "`in`").because(start, "of what begins here");
        }
        let stops = Stops {
            within: false,
            ..input.stops()
        };
        let (input, second) = input.skip(1).stopping(stops, expr)?;
        let (first, second) = (Box::new(first), Box::new(second));
        let kind = if keyword.name.to_lowercase().ends_with("unfolding") {
            ExprKind::Unfolding(first, second)
        } else {
            ExprKind::During(keyword, first, second)
        };
        let expr = input.expr(input.since(start), kind)?;
        Ok((input, expr))
    })
}

/// An operand, and its place with the parentheses around it.
struct Placed {
    expr: Expr,
    outer: Span,
}

fn placed<'a>(
    input: Input<'a>,
    parser: impl FnOnce(Input<'a>) -> PResult<'a, Expr>,
) -> PResult<'a, Placed> {
    let start = input.span();
    let (rest, expr) = parser(input)?;
    Ok((
        rest,
        Placed {
            expr,
            outer: rest.since(start),
        },
    ))
}

fn join(input: Input<'_>, op: BinaryOp, left: Placed, right: Placed) -> Made<Placed> {
    let outer = left.outer.to(right.outer);
    let kind = ExprKind::Binary(op, Box::new(left.expr), Box::new(right.expr));
    Ok(Placed {
        expr: input.expr(outer, kind)?,
        outer,
    })
}

/// `c ? t : e`, to the right.
fn conditional<'a>(input: Input<'a>) -> PResult<'a, Expr> {
    let mut branches = Vec::new();
    let (mut input, mut last) = placed(input, implication)?;
    while input.is_punct("?") {
        let question = input.span();
        let (rest, then) = input.skip(1).stopping(input.stops(), expr)?;
        let (rest, _) = need(rest, ":").because(question, "of the conditional here")?;
        branches.push((last, then));
        (input, last) = placed(rest, implication)?;
    }
    while let Some((condition, then)) = branches.pop() {
        let outer = condition.outer.to(last.outer);
        let (condition, then) = (Box::new(condition.expr), Box::new(then));
        let kind = ExprKind::Conditional(condition, then, Box::new(last.expr));
        last = Placed {
            expr: input.expr(outer, kind)?,
            outer,
        };
    }
    Ok((input, last.expr))
}

/// `<==>` to the left; below it `==>` and `-*` to the right.
fn implication<'a>(input: Input<'a>) -> PResult<'a, Expr> {
    let (mut input, mut left) = placed(input, rightward)?;
    while let Some((op, tokens)) = operator_of(input, Level::Equivalence) {
        let (rest, right) = placed(input.skip(tokens), rightward)?;
        left = join(rest, op, left, right)?;
        input = rest;
    }
    Ok((input, left.expr))
}

fn rightward<'a>(input: Input<'a>) -> PResult<'a, Expr> {
    let mut before = Vec::new();
    let (mut input, mut last) = placed(input, |input| binary(input, Level::Implication))?;
    while let Some((op, tokens)) = operator_of(input, Level::Implication) {
        before.push((last, op));
        (input, last) = placed(input.skip(tokens), |input| {
            binary(input, Level::Implication)
        })?;
    }
    while let Some((left, op)) = before.pop() {
        last = join(input, op, left, last)?;
    }
    Ok((input, last.expr))
}

/// The operator that stands here and of how many tokens it is.
fn operator(input: Input<'_>) -> Option<(BinaryOp, usize)> {
    let stops = input.stops();
    let doubled = |punct| input.is_punct_at(1, punct) && input.adjacent(1);
    let form = match input.peek(0).kind {
        TokenKind::Punct(form) | TokenKind::Keyword(form) => form,
        TokenKind::Word if input.is_word("in") => "in",
        _ => return None,
    };
    let (form, tokens) = match form {
        "<" if doubled("<") => ("<<", 2),
        ">" if doubled(">") => match input.is_punct_at(2, ">") && input.adjacent(2) {
            true => (">>>", 3),
            false => (">>", 2),
        },
        _ => (form, 1),
    };
    let op = BinaryOp::of_symbol(form)?;
    let stopped = op == BinaryOp::BitOr && stops.pipe || op == BinaryOp::In && stops.within;
    (!stopped).then_some((op, tokens))
}

/// The operator that stands here, if it is of a level.
fn operator_of(input: Input<'_>, level: Level) -> Option<(BinaryOp, usize)> {
    operator(input).filter(|(op, _)| op.facts().level == level)
}

/// Binds as tightly as the comparisons.
const INSTANCEOF: Level = Level::Comparison;

/// Operators that bind tighter than `least`, to the left, by precedence climbing. Those of
/// sequences bind tightest and are read below.
pub(crate) fn binary<'a>(input: Input<'a>, least: Level) -> PResult<'a, Expr> {
    let (mut input, mut left) = placed(input, sequence)?;
    loop {
        if input.is_word("instanceof") && INSTANCEOF > least {
            let (rest, ty) = types::ty(input.skip(1))?;
            let outer = left.outer.to(ty.span);
            let kind = ExprKind::InstanceOf(Box::new(left.expr), ty);
            left = Placed {
                expr: rest.expr(outer, kind)?,
                outer,
            };
            input = rest;
            continue;
        }
        let found = operator(input).map(|(op, tokens)| (op, op.facts().level, tokens));
        let climbs = |level| level > least && level < Level::Sequence;
        let Some((op, level, tokens)) = found.filter(|(_, level, _)| climbs(*level)) else {
            return Ok((input, left.expr));
        };
        let (rest, right) = placed(input.skip(tokens), |input| binary(input, level))?;
        left = join(rest, op, left, right)?;
        input = rest;
    }
}

/// `++` to the left and `::` to the right; `a ++ b :: c` is `a ++ (b :: c)`.
fn sequence<'a>(input: Input<'a>) -> PResult<'a, Expr> {
    let concat = |before: Option<Placed>, last: Placed| match before {
        Some(before) => join(input, BinaryOp::Concat, before, last),
        None => Ok(last),
    };
    let (mut input, mut last) = placed(input, unary)?;
    // What `++` joins before the last operand, and such runs with the head that `::` follows.
    let mut before = None;
    let mut runs = Vec::new();
    loop {
        match input.peek(0).kind {
            TokenKind::Punct("++") => before = Some(concat(before, last)?),
            TokenKind::Punct("::") => runs.push((before.take(), last)),
            _ => break,
        }
        (input, last) = placed(input.skip(1), unary)?;
    }
    let mut result = concat(before, last)?;
    while let Some((before, head)) = runs.pop() {
        let cons = join(input, BinaryOp::Cons, head, result)?;
        result = concat(before, cons)?;
    }
    Ok((input, result.expr))
}

enum Prefix {
    Unary(UnaryOp),
    Step(bool),
    Scale(Expr),
    Cast(TypeExpr),
}

/// Prefix operators, permissions before predicates, and casts; read without recursion.
pub(crate) fn unary<'a>(input: Input<'a>) -> PResult<'a, Expr> {
    let mut prefixes = Vec::new();
    let mut input = input;
    loop {
        let start = input.span();
        let prefix = match input.peek(0).kind {
            TokenKind::Punct("!") => Prefix::Unary(UnaryOp::Not),
            TokenKind::Punct("-") => Prefix::Unary(UnaryOp::Neg),
            TokenKind::Punct("+") => Prefix::Unary(UnaryOp::Plus),
            TokenKind::Punct("++") => Prefix::Step(true),
            TokenKind::Punct("--") => Prefix::Step(false),
            TokenKind::Punct("(") if primary::at_cast(input) => {
                let (rest, ty) = types::ty(input.skip(1))?;
                prefixes.push((start, Prefix::Cast(ty)));
                input = need(rest, ")")?.0;
                continue;
            }
            TokenKind::Punct("[") => match primary::bracketed(input)? {
                (rest, primary::Bracketed::Amount(amount)) => {
                    prefixes.push((start, Prefix::Scale(amount)));
                    input = rest;
                    continue;
                }
                (rest, primary::Bracketed::Value(value)) => {
                    let (rest, value) = primary::postfix(rest, start, value)?;
                    return apply(rest, prefixes, value);
                }
            },
            _ => break,
        };
        prefixes.push((start, prefix));
        input = input.skip(1);
    }
    let (input, operand) = primary::operand(input)?;
    apply(input, prefixes, operand)
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
        operand = input.expr(input.since(start), kind)?;
    }
    Ok((input, operand))
}
