//! Words and names with a meaning of their own.

use super::expr::{during_expr, expr};
use super::input::{Input, PResult};
use super::problem::{Because, Problem, expected, failure};
use super::types;
use super::words::{as_ident, close, commas, commas_until, name, need};
use crate::ast::*;
use text::code::Code;
use text::span::Span;

/// A call of a name that has a meaning of its own, if the number of arguments fits.
pub(crate) fn builtin_call(expr: Expr) -> Expr {
    let Expr { id, span, kind } = expr;
    let kind = match kind {
        ExprKind::Call(call)
            if call.receiver.is_none()
                && call.type_args.is_empty()
                && call.given.is_empty()
                && call.yields.is_empty()
                && call.ghost_statements.is_empty() =>
        {
            named(call)
        }
        kind => kind,
    };
    Expr { id, span, kind }
}

fn named(mut call: Box<Call>) -> ExprKind {
    let name = std::mem::take(&mut call.name.name);
    let mut args = std::mem::take(&mut call.args);
    let made = match (name.as_str(), args.as_mut_slice()) {
        ("Value" | "perm" | "held" | "idle" | "running" | "committed", [_]) => {
            args.pop().map(Box::new).map(match name.as_str() {
                "Value" => ExprKind::Value,
                "perm" => ExprKind::CurrentPerm,
                "held" => ExprKind::Held,
                "idle" => ExprKind::Idle,
                "running" => ExprKind::Running,
                _ => ExprKind::Committed,
            })
        }
        ("Perm" | "HPerm", [_, _]) => {
            let make = if name == "Perm" {
                ExprKind::Perm
            } else {
                ExprKind::HPerm
            };
            let second = args.pop();
            args.pop()
                .zip(second)
                .map(|(a, b)| make(Box::new(a), Box::new(b)))
        }
        ("PointsTo", [_, _, _]) => {
            let (third, second) = (args.pop(), args.pop());
            args.pop()
                .zip(second)
                .zip(third)
                .map(|((a, b), c)| ExprKind::PointsTo(Box::new(a), Box::new(b), Box::new(c)))
        }
        _ => None,
    };
    made.unwrap_or_else(|| {
        call.name.name = name;
        call.args = args;
        ExprKind::Call(call)
    })
}

/// `Reducible(e, +)` or with the name of an operation.
pub(crate) fn reducible<'a>(input: Input<'a>) -> PResult<'a, Expr> {
    let start = input.span();
    let word = as_ident(input);
    let open = input.peek(1).span;
    let (input, first) = input.skip(2).inside(expr)?;
    let (input, _) = need(input, ",")?;
    let operation = Ident {
        name: input.text(0).to_string(),
        span: input.span(),
    };
    let input = if input.is_punct("+") {
        input.skip(1)
    } else {
        name(input)?.0
    };
    let (input, _) = close(input, ")", open)?;
    let operation = input.expr(operation.span, ExprKind::Name(operation))?;
    let kind = ExprKind::Builtin(word, vec![first, operation]);
    let expr = input.expr(input.since(start), kind)?;
    Ok((input, expr))
}

/// Words with a backslash.
pub(crate) fn backslash<'a>(input: Input<'a>, word: &'static str) -> PResult<'a, Expr> {
    let start = input.span();
    let keyword = Ident {
        name: word.to_string(),
        span: start,
    };
    let rest = input.skip(1);
    match word {
        "\\result" => return Ok((rest, rest.expr(start, ExprKind::Result)?)),
        "\\current_thread" => return Ok((rest, rest.expr(start, ExprKind::CurrentThread)?)),
        "\\ltid" | "\\gtid" => {
            return Ok((
                rest,
                rest.expr(start, ExprKind::Builtin(keyword, Vec::new()))?,
            ));
        }
        "\\unfolding" | "\\Unfolding" => return during_expr(input),
        "\\forall" | "\\forall*" | "\\exists" | "\\let" | "\\forperm" | "\\forpermwithvalue" => {
            let message = format!("`{word}` must stand in parentheses");
            return Err(failure(Problem::new(Code::S011, start, message).help(
                format!("write `({word} … )`, with the closing parenthesis where its body ends"),
            )));
        }
        "\\in" | "\\memberof" | "\\union" | "\\intersect" | "\\cap" | "\\subset" | "\\subseteq"
        | "\\smtlib" | "\\boogie" => return expected(input, "an expression"),
        "\\old" => return old(input),
        "\\type" => return type_value(input, keyword),
        _ => {}
    }
    let open = rest.span();
    let (input, _) = need(rest, "(").because(start, "after this word")?;
    let (input, args) = nd_arguments(input, open, word)?;
    let kind = match (word, <[Expr; 3]>::try_from(args)) {
        ("\\matrix", Ok([a, b, c])) => ExprKind::Matrix(Box::new(a), Box::new(b), Box::new(c)),
        ("\\values", Ok([a, b, c])) => ExprKind::Values(Box::new(a), Box::new(b), Box::new(c)),
        (_, Ok(args)) => ExprKind::Builtin(keyword, args.into()),
        (_, Err(args)) => builtin(input, keyword, args)?,
    };
    let expr = input.expr(input.since(start), kind)?;
    Ok((input, expr))
}

/// Arguments, where `\nd_partial_index` has a `;` among them.
fn nd_arguments<'a>(input: Input<'a>, open: Span, word: &str) -> PResult<'a, Vec<Expr>> {
    if word != "\\nd_partial_index" {
        return commas_until(input, ")", open, expr);
    }
    input.inside(|input| {
        let (input, mut args) = commas(expr)(input)?;
        let (input, _) = need(input, ";").because(open, "between the two lists here")?;
        let (input, mut more) = commas(expr)(input)?;
        args.append(&mut more);
        let (input, _) = close(input, ")", open)?;
        Ok((input, args))
    })
}

fn builtin(
    input: Input<'_>,
    keyword: Ident,
    args: Vec<Expr>,
) -> Result<ExprKind, nom::Err<Problem>> {
    let count = args.len();
    let wrong = |wanted: &str| {
        let message = format!("`{}` takes {wanted}, not {count}", keyword.name);
        let _ = input;
        Err(failure(Problem::new(Code::S013, keyword.span, message)))
    };
    let word = keyword.name.as_str();
    match (word, <[Expr; 2]>::try_from(args)) {
        ("\\array", Ok([a, b])) => Ok(ExprKind::ArrayOf(Box::new(a), Box::new(b))),
        ("\\polarity_dependent", Ok([a, b])) => {
            Ok(ExprKind::PolarityDependent(Box::new(a), Box::new(b)))
        }
        ("\\choose" | "\\choose_fresh", Err(args)) => match <[Expr; 1]>::try_from(args) {
            Ok([set]) if word == "\\choose" => Ok(ExprKind::Choose(Box::new(set))),
            Ok([set]) => Ok(ExprKind::ChooseFresh(Box::new(set))),
            Err(_) => wrong("one argument"),
        },
        ("\\array" | "\\polarity_dependent", _) => wrong("two arguments"),
        ("\\choose" | "\\choose_fresh", _) => wrong("one argument"),
        ("\\matrix" | "\\values", _) => wrong("three arguments"),
        (_, Ok(args)) => Ok(ExprKind::Builtin(keyword, args.into())),
        (_, Err(args)) => Ok(ExprKind::Builtin(keyword, args)),
    }
}

/// `\old(e)`, `\old[l](e)`.
fn old<'a>(input: Input<'a>) -> PResult<'a, Expr> {
    let start = input.span();
    let mut input = input.skip(1);
    let mut label = None;
    if input.is_punct("[") {
        let open = input.span();
        let (rest, found) = name(input.skip(1))?;
        label = Some(found);
        input = close(rest, "]", open)?.0;
    }
    let open = input.span();
    let (input, _) = need(input, "(").because(start, "after this `\\old`")?;
    let (input, inner) = input.inside(expr)?;
    let (input, _) = close(input, ")", open)?;
    let expr = input.expr(input.since(start), ExprKind::Old(label, Box::new(inner)))?;
    Ok((input, expr))
}

/// `\type(T)`: the type stands as a name spelled as written.
fn type_value<'a>(input: Input<'a>, keyword: Ident) -> PResult<'a, Expr> {
    let start = input.span();
    let open = input.peek(1).span;
    let (input, _) = need(input.skip(1), "(")?;
    let (input, ty) = types::ty(input)?;
    let (input, _) = close(input, ")", open)?;
    let text = input
        .context
        .text
        .get(ty.span.range())
        .unwrap_or("")
        .to_string();
    let ident = Ident {
        name: text,
        span: ty.span,
    };
    let inner = input.expr(ty.span, ExprKind::Name(ident))?;
    let expr = input.expr(input.since(start), ExprKind::Builtin(keyword, vec![inner]))?;
    Ok((input, expr))
}
