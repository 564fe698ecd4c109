//! Declarations.

use super::combine::{
    Rule, after, closed, commas, continued, list, many, many_recovering, nested, spanned, within,
};
use super::contract::contract;
use super::expr::expr;
use super::input::{Input, PResult};
use super::node::{Made, id};
use super::primary::begins_operand;
use super::problem::{Problem, describe, expected, failure};
use super::recover;
use super::stmt::{block, variable};
use super::tokens::{any, need, semicolon, token};
use super::types;
use super::words::{as_ident, is_name_at, name};
use crate::ast::*;
use crate::lex::TokenKind;
use nom::Parser;
use nom::combinator::{opt, peek};
use nom::sequence::{delimited, preceded, terminated};
use text::code::Code;
use text::diagnostics::Diagnostic;
use text::span::Span;

/// `file = { declaration } .`
///
/// Broken declarations are reported and left out.
pub(crate) fn file<'a>(input: Input<'a>) -> PResult<'a, Vec<Declaration>> {
    many_recovering(|input| !input.at_end(), top_level, recover::behind).parse(input)
}

fn top_level<'a>(input: Input<'a>) -> PResult<'a, Declaration> {
    if input.is("}") {
        let message = "this brace closes nothing: expected a declaration or the end of the file";
        return Err(failure(Problem::new(Code::S016, input.span(), message)));
    }
    let (input, declaration) = declaration(input, None)?;
    let class = matches!(declaration.kind, DeclarationKind::Class(_));
    if !class || input.peek(0).kind != TokenKind::Backtick {
        return Ok((input, declaration));
    }
    let message = "a stray backtick behind a class is ignored";
    let warning = Diagnostic::warning(Code::W100, input.span(), message);
    input.context.diagnostics.borrow_mut().push(warning);
    Ok((input.skip(1), declaration))
}

/// `modifiers = { "pure" | "static" | "final" | "thread_local" | "inline" | "unique" } .`
pub(crate) fn modifiers<'a>(input: Input<'a>) -> PResult<'a, Vec<Modifier>> {
    let mut input = input;
    let mut modifiers = Vec::new();
    while let Some(kind) = modifier(input) {
        let span = input.span();
        modifiers.push(Modifier { kind, span });
        input = input.skip(1);
    }
    Ok((input, modifiers))
}

/// The modifier that stands here; some words are modifiers only before a type.
fn modifier(input: Input<'_>) -> Option<ModifierKind> {
    let before_keyword = || types::at_type_keyword(input.skip(1));
    let before_type = || is_name_at(input, 1) || before_keyword();
    Some(match input.text(0) {
        "pure" => ModifierKind::Pure,
        "static" => ModifierKind::Static,
        "final" => ModifierKind::Final,
        "thread_local" => ModifierKind::ThreadLocal,
        "inline" if before_type() || input.is_at(1, "pure") => ModifierKind::Inline,
        "unique" if before_keyword() => ModifierKind::Unique,
        _ => return None,
    })
}

/// What stands before a declaration.
struct Front {
    start: Span,
    contract: Contract,
    modifiers: Vec<Modifier>,
}

/// `declaration = "ghost" declaration | contract modifiers declared .`
///
/// At top level, or within the class of the given name.
fn declaration<'a>(input: Input<'a>, class: Option<&str>) -> PResult<'a, Declaration> {
    nested(|input: Input<'a>| {
        let start = input.span();
        if input.is("ghost") && !input.is_at(1, "(") {
            let inner = preceded(any, |input| declaration(input, class));
            return spanned(inner).read(input, |(inner, span)| Declaration { span, ..inner });
        }
        let (input, (contract, modifiers)) = (contract, modifiers).parse(input)?;
        let front = Front {
            start,
            contract,
            modifiers,
        };
        let (input, kind) = kind(input, front, class)?;
        input.make(start, kind)
    })
    .parse(input)
}

/// `declared = class | enum | adt | axiom | model | skipped | constructor | run | block | typed .`
fn kind<'a>(input: Input<'a>, front: Front, class: Option<&str>) -> PResult<'a, DeclarationKind> {
    let next = input.skip(1);
    let named = is_name_at(input, 1);
    match input.text(0) {
        "class" => return class_decl(input, front),
        "enum" if named && input.is_at(2, "{") => return enum_decl(input, front),
        "adt" if named => return adt(input, front),
        "axiom" if named && input.is_at(2, "{") || begins_operand(next) => {
            return axiom(input, front);
        }
        "model" if named && input.is_at(2, "{") => return model(input),
        "prover_type" | "prover_function" | "endpoint" if named => return skipped(input, ";"),
        "seq_program" | "kernel" | "vesuv_entry" if named || next.is("{") => {
            return skipped(input, "{");
        }
        "seq_run" if next.is("{") => return skipped(input, "{"),
        "constructor" if next.is("(") => {
            return constructor(input, front, MethodKind::KeywordConstructor);
        }
        "run" if next.is("{") || next.is(";") => return run_block(input, front),
        word if class == Some(word) && next.is("(") => {
            return constructor(input, front, MethodKind::ClassNameConstructor);
        }
        _ => {}
    }
    if input.is("{") && class.is_none() {
        let what = "a block outside any method".to_string();
        return block.read(input, |_| DeclarationKind::Unsupported { what });
    }
    if types::type_length(input, 0, true).is_none() {
        let what = if class.is_some() {
            "a member of the class"
        } else {
            "a declaration"
        };
        let problem = Problem::expected(input, what);
        return Err(failure(after_front(problem, &front)));
    }
    typed(input, front)
}

/// Says what stood before, if anything did.
fn after_front(problem: Problem, front: &Front) -> Problem {
    match (front.contract.clauses.first(), front.modifiers.first()) {
        (Some(_), _) => problem.because(front.start, "behind the clauses that begin here"),
        (None, Some(modifier)) => problem.because(modifier.span, "behind this word"),
        (None, None) => problem,
    }
}

/// Refuses clauses and modifiers before what takes none.
fn bare(front: &Front, what: &str) -> Made<()> {
    let clause = front.contract.clauses.first().map(|clause| clause.span);
    let Some(span) = clause.or_else(|| front.modifiers.first().map(|modifier| modifier.span))
    else {
        return Ok(());
    };
    let message = format!("{what} takes no clauses and no modifiers");
    Err(failure(Problem::new(Code::S015, span, message)))
}

/// `typed = type ( operator function | name ( function | fields ) ) .`
///
/// A method, predicate, operator or field.
fn typed<'a>(input: Input<'a>, front: Front) -> PResult<'a, DeclarationKind> {
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
    let (input, names) = continued(input, Variable { id, name, init }, variable)?;
    let modifiers = front.modifiers;
    semicolon("this field", front.start).read(input, |()| {
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
        TokenKind::Punct(";") => any.map(|_| Body::Abstract).parse(input),
        TokenKind::Punct("{") => block.map(Body::Block).parse(input),
        TokenKind::Punct("=") => {
            let value = expr.because(of, "for the body of this");
            delimited(any, value, semicolon("this body", of))
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
fn constructor<'a>(
    input: Input<'a>,
    front: Front,
    kind: MethodKind,
) -> PResult<'a, DeclarationKind> {
    let return_type = void(input)?;
    let (input, name) = as_ident(input)?;
    method(input, front, return_type, name, kind)
}

/// `run = "run" method-body .`
fn run_block<'a>(input: Input<'a>, front: Front) -> PResult<'a, DeclarationKind> {
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

/// `class = "class" name [ type-parameters ] { ( "extends" | "implements" ) type { "," type } } members .`
fn class_decl<'a>(input: Input<'a>, front: Front) -> PResult<'a, DeclarationKind> {
    let start = input.span();
    let mut lock_invariants = Vec::new();
    let mut others = Vec::new();
    for clause in front.contract.clauses {
        match clause.kind {
            ClauseKind::LockInvariant(invariant) => lock_invariants.push(invariant),
            _ => others.push(clause),
        }
    }
    let rest = Front {
        contract: Contract { clauses: others },
        ..front
    };
    bare(&rest, "a class (except for `lock_invariant`)")?;
    let class = preceded(any, name.because(start, "of this class"));
    let extends = |input: Input<'a>| input.is("extends") || input.is("implements");
    let bases = many(extends, preceded(any, commas(types::ty)));
    let (input, (name, type_params, bases)) =
        (class, types::type_parameters, bases).parse(input)?;
    let open = need("{").because(start, "of this class");
    let (input, members) = members(open, Some(&name.name)).parse(input)?;
    let class = Class {
        name,
        type_params,
        bases: bases.into_iter().flatten().collect(),
        lock_invariants,
        members,
    };
    Ok((input, DeclarationKind::Class(class)))
}

/// `members = "{" { declaration } "}" .`
///
/// Constructors may have the name of the class.
fn members<'a>(
    mut open: impl Rule<'a, Span>,
    class: Option<&str>,
) -> impl Rule<'a, Vec<Declaration>> {
    let ends = |input: Input<'a>| {
        input.is("}") || input.at_end() || input.is("class") && is_name_at(input, 1)
    };
    move |input| {
        let (input, open) = open.parse(input)?;
        let member = |input| declaration(input, class);
        let members = many_recovering(|input| !ends(input), member, recover::behind);
        terminated(members, closed(open, "to close this brace")).parse(input)
    }
}

/// `enum = "enum" name "{" constant { "," constant } [ "," ] "}" .` `constant = name .`
fn enum_decl<'a>(input: Input<'a>, front: Front) -> PResult<'a, DeclarationKind> {
    bare(&front, "an enumeration")?;
    let constant = || (name, id).map(|(name, id)| EnumConstant { id, name });
    let goes_on = |input: Input<'a>| input.is(",") && is_name_at(input, 1);
    let more = many(goes_on, preceded(any, constant()));
    let first = preceded(some_constant(input.span()), constant());
    let constants = within(token("{"), (first, more, opt(token(","))), "}");
    (any, name, constants).read(input, |(_, name, (first, more, _))| {
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
fn adt<'a>(input: Input<'a>, front: Front) -> PResult<'a, DeclarationKind> {
    bare(&front, "an abstract data type")?;
    let open = need("{").because(input.span(), "of this abstract data type");
    let rule = (any, name, types::type_parameters, members(open, Some("")));
    rule.read(input, |(_, name, type_params, members)| {
        DeclarationKind::Adt(Adt {
            name,
            type_params,
            members,
        })
    })
}

/// `axiom = "axiom" ( name "{" expression "}" | expression ";" ) .`
fn axiom<'a>(input: Input<'a>, front: Front) -> PResult<'a, DeclarationKind> {
    bare(&front, "an axiom")?;
    let start = input.span();
    let make = |(name, body)| DeclarationKind::Axiom(Axiom { name, body });
    if is_name_at(input, 1) && input.is_at(2, "{") {
        let body = within(token("{"), expr, "}");
        return preceded(any, (name.map(Some), body)).map(make).parse(input);
    }
    let body = expr.because(start, "of this axiom");
    let body = delimited(any, body, semicolon("this axiom", start));
    body.map(|body| make((None, body))).parse(input)
}

/// `model = "model" name braces .`
///
/// Kept as text.
fn model<'a>(input: Input<'a>) -> PResult<'a, DeclarationKind> {
    let (input, name) = preceded(any, name).parse(input)?;
    let open = input.span();
    braces.read(input, |end| {
        let between = Span {
            start: open.end,
            end: end.start,
            ..open
        };
        let text = input.text_of(between).to_string();
        DeclarationKind::Model(Model { name, text })
    })
}

/// `braces = "{" { token | braces } "}" .`
///
/// The place of the brace that closes the next one.
fn braces<'a>(input: Input<'a>) -> PResult<'a, Span> {
    let open = input.span();
    let mut depth = 0usize;
    let mut at = input;
    loop {
        match at.peek(0).kind {
            TokenKind::End => {
                return expected("`}`")
                    .because(open, "to close this brace")
                    .parse(at);
            }
            TokenKind::Punct("{" | "{:") => depth += 1,
            TokenKind::Punct("}" | ":}") => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return Ok((at.skip(1), at.span()));
                }
            }
            _ => {}
        }
        at = at.skip(1);
    }
}

/// `skipped = word { token } ( ";" | braces ) .`
///
/// A declaration of which only the first word is known: up to its `;` or over its braces.
fn skipped<'a>(input: Input<'a>, until: &'static str) -> PResult<'a, DeclarationKind> {
    let what = describe(input);
    let goes_on = move |input: Input<'a>| !input.is(until) && !input.is("}") && !input.at_end();
    let end = peek(need(until)).because(input.span(), "of what begins here");
    let (input, _) = (many(goes_on, any), end).parse(input)?;
    let rest = |input| match until {
        "{" => braces(input),
        _ => need(until).parse(input),
    };
    rest.read(input, |_| DeclarationKind::Unsupported { what })
}
