//! Calls and their ghost arguments.

use super::ahead;
use super::combine::{Rule, at, inside, list, many, unless, within};
use super::expr::expr;
use super::input::{Input, PResult};
use super::problem::expected;
use super::stmt::stmt;
use super::tokens::{any, need, token};
use super::types;
use super::words::{as_ident, is_name_at, name};
use crate::ast::*;
use nom::Parser;
use nom::sequence::{preceded, separated_pair};
use text::span::Span;

/// Whether arguments follow the name just read.
pub(crate) fn at_call(input: Input<'_>) -> bool {
    if input.stops().call {
        return false;
    }
    input.is("(") || ahead::arguments_length(input).is_some_and(|at| input.is_at(at, "("))
}

/// A call of a name, without its arguments.
pub(crate) fn function(name: Ident) -> Call {
    Call {
        receiver: None,
        null_safe: false,
        name,
        type_args: Vec::new(),
        args: Vec::new(),
        given: Vec::new(),
        yields: Vec::new(),
        ghost_statements: Vec::new(),
    }
}

/// A call of a member, without its arguments.
pub(crate) fn method(receiver: Expr, null_safe: bool, name: Ident) -> Call {
    Call {
        receiver: Some(Box::new(receiver)),
        null_safe,
        ..function(name)
    }
}

/// `call = [ type-arguments ] arguments .`
pub(crate) fn call<'a>(input: Input<'a>, start: Span, call: Call) -> PResult<'a, Expr> {
    let (input, type_args) = types::type_arguments(input)?;
    let (input, call) = arguments(input, Call { type_args, ..call })?;
    input.make(start, ExprKind::Call(Box::new(call)))
}

pub(crate) fn at_adt_call(input: Input<'_>) -> bool {
    ahead::arguments_length(input.skip(1)).is_some_and(|length| {
        let member = input.skip(length + 1);
        member.is(".") && is_name_at(member, 1) && member.is_at(2, "(")
    })
}

/// `adt-call = name type-arguments "." name call .`
///
/// A function of an abstract data type.
pub(crate) fn adt_call<'a>(input: Input<'a>) -> PResult<'a, Expr> {
    let start = input.span();
    let (input, adt) = name(input)?;
    let receiver = input.node(adt.span, ExprKind::Name(adt))?;
    let (input, (type_args, _, function)) =
        (types::type_arguments, token("."), name).parse(input)?;
    let (input, mut expr) = call(input, start, method(receiver, false, function))?;
    if let ExprKind::Call(call) = &mut expr.kind {
        call.type_args = type_args;
    }
    Ok((input, expr))
}

/// `creation = "new" plain-type
/// ( "[" [ expression ] "]" { "[" [ expression ] "]" } | arguments ) .`
pub(crate) fn creation<'a>(input: Input<'a>) -> PResult<'a, Expr> {
    let start = input.span();
    let of_type = types::plain_type.because(start, "after this `new`");
    let (input, ty) = preceded(token("new"), of_type).parse(input)?;
    if input.is("[") {
        let size = within(token("["), unless("]", expr), "]");
        let (input, sizes) = many(at("["), size).parse(input)?;
        return input.make(start, ExprKind::NewArray(ty, sizes));
    }
    let TypeKind::Named(name, type_args) = ty.kind else {
        let size = expected("`[` and a size");
        return size.because(start, "after this `new`").parse(input);
    };
    let class = Call {
        type_args,
        ..function(name)
    };
    let (input, call) = arguments(input, class)?;
    input.make(start, ExprKind::New(Box::new(call)))
}

/// `arguments = "(" [ expression { "," expression } ] ")"
/// { ( "given" | "yields" ) ghost-arguments | ghost-statement } .`
pub(crate) fn arguments<'a>(input: Input<'a>, mut call: Call) -> PResult<'a, Call> {
    let paren = need("(").because(call.name.span, "to call this");
    let (mut input, args) = list(paren, expr, ")").parse(input)?;
    call.args = args;
    loop {
        let ghost = input.is_at(1, "{");
        let (more, statement);
        match input.text(0) {
            "given" if ghost => {
                (input, more) = ghost_arguments(input)?;
                call.given.extend(more);
            }
            "yields" if ghost => {
                (input, more) = ghost_arguments(input)?;
                call.yields.extend(more);
            }
            "with" | "then" => {
                (input, statement) = ghost_statement(input)?;
                call.ghost_statements.push(statement);
            }
            _ => return Ok((input, call)),
        }
    }
}

/// `ghost-arguments = "{" [ ghost-argument { "," ghost-argument } ] "}" .`
fn ghost_arguments<'a>(input: Input<'a>) -> PResult<'a, Vec<GhostArg>> {
    preceded(any, list(token("{"), ghost_argument, "}")).parse(input)
}

/// `ghost-argument = name "=" expression .`
fn ghost_argument<'a>(input: Input<'a>) -> PResult<'a, GhostArg> {
    let equals = need("=").because(input.span(), "of this ghost argument");
    separated_pair(name, equals, expr).read(input, |(left, right)| GhostArg { left, right })
}

/// `ghost-statement = ( "with" | "then" ) statement .`
///
/// The word becomes a label on the statement.
pub(crate) fn ghost_statement<'a>(input: Input<'a>) -> PResult<'a, Stmt> {
    let start = input.span();
    let (input, (word, inner)) = (as_ident, inside(stmt)).parse(input)?;
    let ghost = input.node(inner.span, StmtKind::Ghost(Box::new(inner)))?;
    input.make(start, StmtKind::Label(word, Some(Box::new(ghost))))
}
