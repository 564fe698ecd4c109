//! What is declared with a type: methods, predicates, operators and fields.

use super::combine::{Rule, after, continued, list};
use super::decl::Front;
use super::expr::expr;
use super::input::{Input, PResult};
use super::node::{Made, id};
use super::problem::{Problem, expected, failure};
use super::simple::variable;
use super::stmt::block;
use super::tokens::{need, semicolon, token};
use super::types;
use super::words::{as_ident, is_name_at, name};
use crate::ast::*;
use crate::lex::TokenKind;
use nom::Parser;
use nom::sequence::{delimited, terminated};
use text::code::Code;
use text::span::Span;

/// `typed = type ( operator function | name ( function | fields ) ) .`
///
/// A method, predicate, operator or field.
pub(crate) fn typed<'a>(input: Input<'a>, front: Front) -> PResult<'a, DeclarationKind> {
    let (input, ty) = types::ty(input)?;
    if let Some(length) = operator_length(input) {
        let rest = input.skip(length);
        let span = rest.since(input.span());
        let spelled = input.text_of(span).chars();
        let operator = Ident {
            name: spelled.filter(|c| !c.is_whitespace()).collect(),
            span,
        };
        return method(rest, front, ty, operator, MethodKind::Operator);
    }
    let mut declared = name.because(ty.span, "for what is declared with this type");
    let (input, declared) = declared.parse(input)?;
    if input.is("(") || input.is("<") {
        return method(input, front, ty, declared, MethodKind::Method);
    }
    if !["=", ",", ";"].iter().any(|text| input.is(text)) && !input.on_new_line() {
        let goes_on = expected("`(`, `=`, `,` or `;`");
        return goes_on
            .because(declared.span, "behind the name declared here")
            .parse(input);
    }
    fields(input, front, ty, declared)
}

/// `fields = [ "=" expression ] { "," variable } ";" .`
fn fields<'a>(
    input: Input<'a>,
    front: Front,
    ty: TypeExpr,
    name: Ident,
) -> PResult<'a, DeclarationKind> {
    if let Some(clause) = front.contract.clauses.first() {
        let message = "a field takes no clauses";
        return Err(failure(Problem::new(Code::S015, clause.span, message)));
    }
    let (input, (id, init)) = (id, after("=", expr)).parse(input)?;
    let names = continued(Variable { id, name, init }, variable);
    let names = terminated(names, semicolon("this field", front.start));
    let modifiers = front.modifiers;
    names.read(input, |names| {
        DeclarationKind::Field(Field {
            modifiers,
            ty,
            names,
        })
    })
}

/// How many tokens an operator takes as the name of a method: `+`, or `right +`.
fn operator_length(input: Input<'_>) -> Option<usize> {
    let operator = |n: usize| match input.peek(n).kind {
        TokenKind::Punct(form) => BinaryOp::of_symbol(form).is_some_and(|op| op.facts().declarable),
        _ => false,
    };
    if operator(0) && input.is_at(1, "(") {
        Some(1)
    } else if is_name_at(input, 0) && operator(1) && input.is_at(2, "(") {
        Some(2)
    } else {
        None
    }
}

/// `function = [ type-parameters ] "(" [ parameter { "," parameter } ] ")" method-body .`
fn method<'a>(
    input: Input<'a>,
    front: Front,
    return_type: TypeExpr,
    name: Ident,
    kind: MethodKind,
) -> PResult<'a, DeclarationKind> {
    let open = need("(").because(name.span, "for the parameters of this");
    let params = list(open, types::parameter, ")");
    let mut rule = (types::type_parameters, params, method_body(name.span));
    let (input, (type_params, params, body)) = rule.parse(input)?;
    let Front {
        contract,
        modifiers,
        ..
    } = front;
    let resource = return_type.kind == TypeKind::Primitive(Primitive::Resource);
    let body = match body {
        Body::Abstract if resource => None,
        Body::Expr(body) if resource => Some(body),
        body => {
            let method = Method {
                kind,
                modifiers,
                contract,
                return_type,
                name,
                type_params,
                params,
                body,
            };
            return Ok((input, DeclarationKind::Method(Box::new(method))));
        }
    };
    let predicate = Predicate {
        modifiers,
        contract,
        name,
        type_params,
        params,
        body,
    };
    Ok((input, DeclarationKind::Predicate(predicate)))
}

/// `method-body = ";" | block | "=" expression ";" .`
fn method_body<'a>(of: Span) -> impl Rule<'a, Body> {
    move |input: Input<'a>| match input.peek(0).kind {
        TokenKind::Punct(";") => token(";").map(|_| Body::Abstract).parse(input),
        TokenKind::Punct("{") => block.map(Body::Block).parse(input),
        TokenKind::Punct("=") => {
            let value = expr.because(of, "for the body of this");
            delimited(token("="), value, semicolon("this body", of))
                .map(Body::Expr)
                .parse(input)
        }
        _ => {
            let body = expected("a body: `{`, `=` or `;`");
            body.because(of, "of what is declared here").parse(input)
        }
    }
}

/// The type of what begins here and has none.
fn void(input: Input<'_>) -> Made<TypeExpr> {
    let start = input.span();
    let span = Span {
        end: start.start,
        ..start
    };
    input.node(span, TypeKind::Primitive(Primitive::Void))
}

/// `constructor = ( "constructor" | name ) function .`
pub(crate) fn constructor<'a>(
    input: Input<'a>,
    front: Front,
    kind: MethodKind,
) -> PResult<'a, DeclarationKind> {
    let return_type = void(input)?;
    let (input, name) = as_ident(input)?;
    method(input, front, return_type, name, kind)
}

/// `run = "run" method-body .`
pub(crate) fn run_block<'a>(input: Input<'a>, front: Front) -> PResult<'a, DeclarationKind> {
    let return_type = void(input)?;
    let (input, (name, body)) = (as_ident, method_body(input.span())).parse(input)?;
    let method = Method {
        kind: MethodKind::RunBlock,
        modifiers: front.modifiers,
        contract: front.contract,
        return_type,
        name,
        type_params: Vec::new(),
        params: Vec::new(),
        body,
    };
    Ok((input, DeclarationKind::Method(Box::new(method))))
}
