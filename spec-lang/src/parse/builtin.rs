//! Words and names with a meaning of their own.

use super::combine::{Rule, at, boxed, commas, list, when, within};
use super::expr::{during_expr, expr};
use super::input::{Input, PResult};
use super::node::{Made, node};
use super::problem::{Problem, expected, failure};
use super::tokens::{any, need, token};
use super::types;
use super::words::{as_ident, name};
use crate::ast::*;
use nom::Parser;
use nom::combinator::peek;
use nom::sequence::{preceded, separated_pair};
use text::code::Code;

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

/// `reducible = "Reducible" "(" expression "," ( "+" | name ) ")" .`
pub(crate) fn reducible<'a>(input: Input<'a>) -> PResult<'a, Expr> {
    let start = input.span();
    let operation = |input: Input<'a>| match input.is("+") {
        true => as_ident(input),
        false => (peek(name), as_ident)
            .map(|(_, written)| written)
            .parse(input),
    };
    let operands = within(token("("), separated_pair(expr, need(","), operation), ")");
    let (input, (word, (first, operation))) = (as_ident, operands).parse(input)?;
    let operation = input.node(operation.span, ExprKind::Name(operation))?;
    input.make(start, ExprKind::Builtin(word, vec![first, operation]))
}

/// `backslash = "\result" | "\current_thread" | "\ltid" | "\gtid" | during | old | type-value
/// | keyword keyword-arguments .`
pub(crate) fn backslash<'a>(input: Input<'a>, word: &'static str) -> PResult<'a, Expr> {
    let start = input.span();
    let keyword = Ident {
        name: word.to_string(),
        span: start,
    };
    let constant = |kind| input.skip(1).make(start, kind);
    match word {
        "\\result" => constant(ExprKind::Result),
        "\\current_thread" => constant(ExprKind::CurrentThread),
        "\\ltid" | "\\gtid" => constant(ExprKind::Builtin(keyword, Vec::new())),
        "\\unfolding" | "\\Unfolding" => during_expr(input),
        "\\forall" | "\\forall*" | "\\exists" | "\\let" | "\\forperm" | "\\forpermwithvalue" => {
            let message = format!("`{word}` must stand in parentheses");
            Err(failure(Problem::new(Code::S011, start, message).help(
                format!("write `({word} … )`, with the closing parenthesis where its body ends"),
            )))
        }
        "\\in" | "\\memberof" | "\\union" | "\\intersect" | "\\cap" | "\\subset" | "\\subseteq"
        | "\\smtlib" | "\\boogie" => expected("an expression").parse(input),
        "\\old" => old(input),
        "\\type" => type_value(input, keyword),
        _ => {
            let (input, args) = preceded(any, arguments(input)).parse(input)?;
            input.make(start, applied(keyword, args)?)
        }
    }
}

/// `keyword-arguments = "(" [ expression { "," expression } ]
/// [ ";" expression { "," expression } ] ")" .`
///
/// Only `\nd_partial_index` has a `;` among them.
fn arguments<'a>(input: Input<'a>) -> impl Rule<'a, Vec<Expr>> {
    let (word, open) = (input.span(), input.peek(1).span);
    let two_lists = input.is("\\nd_partial_index");
    move |input| {
        let paren = need("(").because(word, "after this word");
        if !two_lists {
            return list(paren, expr, ")").parse(input);
        }
        let between = need(";").because(open, "between the two lists here");
        let lists = separated_pair(commas(expr), between, commas(expr));
        within(paren, lists, ")").read(input, |(mut first, second)| {
            first.extend(second);
            first
        })
    }
}

/// What a word with a backslash makes of its arguments.
fn applied(keyword: Ident, args: Vec<Expr>) -> Made<ExprKind> {
    let count = args.len();
    let wanted = match keyword.name.as_str() {
        "\\matrix" | "\\values" => "three arguments",
        "\\array" | "\\polarity_dependent" if count != 3 => "two arguments",
        "\\choose" | "\\choose_fresh" if count != 3 => "one argument",
        _ => return Ok(ExprKind::Builtin(keyword, args)),
    };
    let mut args = args.into_iter().map(Box::new);
    let mut next = || args.next();
    Ok(
        match (keyword.name.as_str(), count, next(), next(), next()) {
            ("\\matrix", 3, Some(a), Some(b), Some(c)) => ExprKind::Matrix(a, b, c),
            ("\\values", 3, Some(a), Some(b), Some(c)) => ExprKind::Values(a, b, c),
            ("\\array", 2, Some(a), Some(b), _) => ExprKind::ArrayOf(a, b),
            ("\\polarity_dependent", 2, Some(a), Some(b), _) => ExprKind::PolarityDependent(a, b),
            ("\\choose", 1, Some(set), ..) => ExprKind::Choose(set),
            ("\\choose_fresh", 1, Some(set), ..) => ExprKind::ChooseFresh(set),
            _ => {
                let message = format!("`{}` takes {wanted}, not {count}", keyword.name);
                return Err(failure(Problem::new(Code::S013, keyword.span, message)));
            }
        },
    )
}

/// `old = "\old" [ "[" name "]" ] "(" expression ")" .`
fn old<'a>(input: Input<'a>) -> PResult<'a, Expr> {
    let paren = need("(").because(input.span(), "after this `\\old`");
    let label = when(at("["), within(token("["), name, "]"));
    let rule = (token("\\old"), label, within(paren, boxed(expr), ")"));
    node(rule.map(|(_, label, inner)| ExprKind::Old(label, inner))).parse(input)
}

/// `type-value = "\type" "(" type ")" .`
///
/// The type stands as a name spelled as written.
fn type_value<'a>(input: Input<'a>, keyword: Ident) -> PResult<'a, Expr> {
    let start = input.span();
    let (input, ty) = preceded(token("\\type"), within(need("("), types::ty, ")")).parse(input)?;
    let ident = Ident {
        name: input.text_of(ty.span).to_string(),
        span: ty.span,
    };
    let inner = input.node(ty.span, ExprKind::Name(ident))?;
    input.make(start, ExprKind::Builtin(keyword, vec![inner]))
}
