//! Enumerations, abstract data types and axioms.

use super::combine::{Rule, many, within};
use super::decl::{Front, bare, members};
use super::expr::expr;
use super::input::{Input, PResult};
use super::node::id;
use super::problem::{Problem, failure};
use super::tokens::{need, semicolon, token};
use super::types;
use super::words::{is_name_at, name};
use crate::ast::*;
use nom::Parser;
use nom::combinator::opt;
use nom::sequence::{delimited, preceded};
use text::code::Code;
use text::span::Span;

/// `enum = "enum" name "{" name { "," name } [ "," ] "}" .`
pub(crate) fn enum_decl<'a>(input: Input<'a>, front: Front) -> PResult<'a, DeclarationKind> {
    bare(&front, "an enumeration")?;
    let constant = || (name, id).map(|(name, id)| EnumConstant { id, name });
    let goes_on = |input: Input<'a>| input.is(",") && is_name_at(input, 1);
    let more = many(goes_on, preceded(token(","), constant()));
    let first = preceded(some_constant(input.span()), constant());
    let constants = within(token("{"), (first, more, opt(token(","))), "}");
    (token("enum"), name, constants).read(input, |(_, name, (first, more, _))| {
        let constants = std::iter::once(first).chain(more).collect();
        DeclarationKind::Enum(Enum { name, constants })
    })
}

/// Fails where the enumeration at `start` has no constant.
fn some_constant<'a>(start: Span) -> impl Rule<'a, ()> {
    move |input: Input<'a>| {
        if !input.is("}") && !input.is(",") {
            return Ok((input, ()));
        }
        let message = "an enumeration has at least one constant";
        let problem = Problem::expected(input, "the name of a constant").message(message);
        let problem = problem.code(Code::S017);
        Err(failure(
            problem.because(start, "this enumeration begins here"),
        ))
    }
}

/// `adt = "adt" name [ type-parameters ] members .`
pub(crate) fn adt<'a>(input: Input<'a>, front: Front) -> PResult<'a, DeclarationKind> {
    bare(&front, "an abstract data type")?;
    let open = need("{").because(input.span(), "of this abstract data type");
    let rule = (
        token("adt"),
        name,
        types::type_parameters,
        members(open, Some("")),
    );
    rule.read(input, |(_, name, type_params, members)| {
        DeclarationKind::Adt(Adt {
            name,
            type_params,
            members,
        })
    })
}

/// `axiom = "axiom" ( name "{" expression "}" | expression ";" ) .`
pub(crate) fn axiom<'a>(input: Input<'a>, front: Front) -> PResult<'a, DeclarationKind> {
    bare(&front, "an axiom")?;
    let start = input.span();
    let make = |(name, body)| DeclarationKind::Axiom(Axiom { name, body });
    if is_name_at(input, 1) && input.is_at(2, "{") {
        let body = within(token("{"), expr, "}");
        return preceded(token("axiom"), (name.map(Some), body))
            .map(make)
            .parse(input);
    }
    let body = expr.because(start, "of this axiom");
    let body = delimited(token("axiom"), body, semicolon("this axiom", start));
    body.map(|body| make((None, body))).parse(input)
}
