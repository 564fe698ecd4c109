//! Operators, from the loosest to the tightest.

use super::input::{Input, Made, PResult, Stops};
use super::primary;
use super::problem::{Because, Problem, expected, failure};
use super::types;
use super::words::{as_ident, need};
use crate::ast::*;
use crate::lex::TokenKind;
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
            let problem = Problem::new("S012", before.span, "`with` belongs to a call");
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
    while input.is_punct("<==>") {
        let (rest, right) = placed(input.skip(1), rightward)?;
        left = join(rest, BinaryOp::Iff, left, right)?;
        input = rest;
    }
    Ok((input, left.expr))
}

fn rightward<'a>(input: Input<'a>) -> PResult<'a, Expr> {
    let mut before = Vec::new();
    let (mut input, mut last) = placed(input, |input| binary(input, 0))?;
    loop {
        let op = match input.peek(0).kind {
            TokenKind::Punct("==>") => BinaryOp::Implies,
            TokenKind::Punct("-*") => BinaryOp::Wand,
            _ => break,
        };
        before.push((last, op));
        (input, last) = placed(input.skip(1), |input| binary(input, 0))?;
    }
    while let Some((left, op)) = before.pop() {
        last = join(input, op, left, last)?;
    }
    Ok((input, last.expr))
}

/// The operator that stands here, how tightly it binds and of how many tokens it is.
fn operator(input: Input<'_>) -> Option<(BinaryOp, u8, usize)> {
    use BinaryOp::*;
    let stops = input.stops();
    let doubled = |punct| input.is_punct_at(1, punct) && input.adjacent(1);
    let (op, level) = match input.peek(0).kind {
        TokenKind::Punct("||") => (Or, 1),
        TokenKind::Punct("&&") => (And, 2),
        TokenKind::Punct("**") => (Star, 2),
        TokenKind::Punct("|") if !stops.pipe => (BitOr, 3),
        TokenKind::Punct("^") => (BitXor, 4),
        TokenKind::Punct("&") => (BitAnd, 5),
        TokenKind::Punct("==") => (Eq, 6),
        TokenKind::Punct("!=") => (Ne, 6),
        TokenKind::Punct("<") if doubled("<") => return Some((Shl, 8, 2)),
        TokenKind::Punct(">") if doubled(">") => {
            let tripled = input.is_punct_at(2, ">") && input.adjacent(2);
            return Some(if tripled { (UShr, 8, 3) } else { (Shr, 8, 2) });
        }
        TokenKind::Punct("<") => (Lt, 7),
        TokenKind::Punct("<=") => (Le, 7),
        TokenKind::Punct(">") => (Gt, 7),
        TokenKind::Punct(">=") => (Ge, 7),
        TokenKind::Keyword("\\in" | "\\memberof") if !stops.within => (In, 7),
        TokenKind::Word if input.is_word("in") && !stops.within => (In, 7),
        TokenKind::Keyword("\\subset") => (Subset, 7),
        TokenKind::Keyword("\\subseteq") => (SubsetEq, 7),
        TokenKind::Punct("+") => (Add, 9),
        TokenKind::Punct("-") => (Sub, 9),
        TokenKind::Keyword("\\union") => (Union, 9),
        TokenKind::Punct("*") => (Mul, 10),
        TokenKind::Punct("/") => (Div, 10),
        TokenKind::Punct("%") => (Mod, 10),
        TokenKind::Punct("\\") => (Frac, 10),
        TokenKind::Keyword("\\intersect" | "\\cap") => (Intersect, 10),
        TokenKind::Punct("^^") => (Pow, 11),
        _ => return None,
    };
    Some((op, level, 1))
}

/// Binds as tightly as the comparisons.
const INSTANCEOF: u8 = 7;

/// Operators that bind tighter than `least`, to the left, by precedence climbing.
pub(crate) fn binary<'a>(input: Input<'a>, least: u8) -> PResult<'a, Expr> {
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
        let Some((op, level, tokens)) = operator(input).filter(|(_, level, _)| *level > least)
        else {
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

/// Prefix operators, shares before predicates, and casts; read without recursion.
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
                (rest, primary::Bracketed::Share(share)) => {
                    prefixes.push((start, Prefix::Scale(share)));
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
            Prefix::Scale(share) => ExprKind::Scale(Box::new(share), inner),
            Prefix::Cast(ty) => ExprKind::Cast(ty, inner),
        };
        operand = input.expr(input.since(start), kind)?;
    }
    Ok((input, operand))
}
