//! Declarations.

use super::contract::contract;
use super::expr::expr;
use super::input::{Input, PResult};
use super::primary::begins_operand;
use super::problem::{Because, Problem, describe, expected, failure, problem_of};
use super::recover;
use super::stmt::{block, variable};
use super::types;
use super::words::{close, commas, commas_until, is_name_at, name, need, semicolon};
use crate::ast::*;
use crate::lex::TokenKind;
use text::code::Code;
use text::diagnostics::Diagnostic;
use text::span::Span;

/// All declarations of a file; broken ones are reported and left out.
pub(crate) fn file<'a>(input: Input<'a>) -> Vec<Declaration> {
    let mut declarations = Vec::new();
    let mut input = input;
    while !input.at_end() {
        if input.is_punct("}") {
            let message =
                "this brace closes nothing: expected a declaration or the end of the file";
            input
                .context
                .report(Problem::new(Code::S016, input.span(), message));
            input = input.skip(1);
            continue;
        }
        let (rest, declaration) = recovering(input, None);
        let class = declaration
            .as_ref()
            .is_some_and(|declaration| matches!(declaration.kind, DeclarationKind::Class(_)));
        declarations.extend(declaration);
        input = rest;
        if class && input.peek(0).kind == TokenKind::Backtick {
            let message = "a stray backtick behind a class is ignored";
            let warning = Diagnostic::warning(Code::W100, input.span(), message);
            input.context.diagnostics.borrow_mut().push(warning);
            input = input.skip(1);
        }
    }
    declarations
}

/// A declaration, or what follows it if it is broken.
fn recovering<'a>(input: Input<'a>, class: Option<&str>) -> (Input<'a>, Option<Declaration>) {
    match declaration(input, class) {
        Ok((rest, declaration)) => (rest, Some(declaration)),
        Err(error) => {
            let problem = problem_of(input, error);
            let rest = recover::behind(input, &problem);
            input.context.report(problem);
            let moved = rest.index() > input.index();
            (if moved { rest } else { input.skip(1) }, None)
        }
    }
}

/// Members up to the brace that closes the one at `open`.
fn members<'a>(input: Input<'a>, open: Span, class: Option<&str>) -> PResult<'a, Vec<Declaration>> {
    let mut input = input;
    let mut members = Vec::new();
    loop {
        if input.is_punct("}") {
            return Ok((input.skip(1), members));
        }
        if input.at_end() || input.is_word("class") && is_name_at(input, 1) {
            let problem = Problem::expected(input, "`}`");
            input
                .context
                .report(problem.because(open, "to close this brace"));
            return Ok((input, members));
        }
        let (rest, member) = recovering(input, class);
        members.extend(member);
        input = rest;
    }
}

/// The words before a declaration.
pub(crate) fn modifiers(input: Input<'_>) -> (Input<'_>, Vec<Modifier>) {
    let mut input = input;
    let mut modifiers = Vec::new();
    loop {
        let plain = input.peek(0).kind == TokenKind::Word;
        let before_type = is_name_at(input, 1) || types::at_type_keyword(input.skip(1));
        let kind = match input.text(0) {
            "pure" => ModifierKind::Pure,
            "static" => ModifierKind::Static,
            "final" => ModifierKind::Final,
            "thread_local" => ModifierKind::ThreadLocal,
            "inline" if before_type || input.is_word_at(1, "pure") => ModifierKind::Inline,
            "unique" if types::at_type_keyword(input.skip(1)) => ModifierKind::Unique,
            _ => return (input, modifiers),
        };
        if !plain {
            return (input, modifiers);
        }
        modifiers.push(Modifier {
            kind,
            span: input.span(),
        });
        input = input.skip(1);
    }
}

/// What stands before a declaration.
struct Front {
    start: Span,
    contract: Contract,
    modifiers: Vec<Modifier>,
}

/// A declaration at top level, or within the class of the given name.
fn declaration<'a>(input: Input<'a>, class: Option<&str>) -> PResult<'a, Declaration> {
    input.nested(|input| {
        let start = input.span();
        if input.is_word("ghost") && !input.is_punct_at(1, "(") {
            let (input, inner) = declaration(input.skip(1), class)?;
            return Ok((
                input,
                Declaration {
                    span: input.since(start),
                    ..inner
                },
            ));
        }
        let (input, contract) = contract(input)?;
        let (input, modifiers) = modifiers(input);
        let front = Front {
            start,
            contract,
            modifiers,
        };
        let (input, kind) = kind(input, front, class)?;
        let declaration = input.declaration(input.since(start), kind)?;
        Ok((input, declaration))
    })
}

fn kind<'a>(input: Input<'a>, front: Front, class: Option<&str>) -> PResult<'a, DeclarationKind> {
    let next = input.skip(1);
    let named = is_name_at(input, 1);
    match input.text(0) {
        "class" => return class_decl(input, front),
        "enum" if named && input.is_punct_at(2, "{") => return enum_decl(input, front),
        "adt" if named => return adt(input, front),
        "axiom" if named && input.is_punct_at(2, "{") || begins_operand(next) => {
            return axiom(input, front);
        }
        "model" if named && input.is_punct_at(2, "{") => return model(input),
        "prover_type" | "prover_function" | "endpoint" if named => return skipped(input, ";"),
        "seq_program" | "kernel" | "vesuv_entry" if named || next.is_punct("{") => {
            return skipped(input, "{");
        }
        "seq_run" if next.is_punct("{") => return skipped(input, "{"),
        "constructor" if next.is_punct("(") => {
            return constructor(input, front, MethodKind::KeywordConstructor);
        }
        "run" if next.is_punct("{") || next.is_punct(";") => return run_block(input, front),
        word if class == Some(word) && next.is_punct("(") => {
            return constructor(input, front, MethodKind::ClassNameConstructor);
        }
        _ => {}
    }
    if input.is_punct("{") && class.is_none() {
        let (input, _) = block(input)?;
        let what = "a block outside any method".to_string();
        return Ok((input, DeclarationKind::Unsupported { what }));
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
fn bare(front: &Front, what: &str) -> Result<(), nom::Err<Problem>> {
    let clause = front.contract.clauses.first().map(|clause| clause.span);
    let Some(span) = clause.or_else(|| front.modifiers.first().map(|modifier| modifier.span))
    else {
        return Ok(());
    };
    let message = format!("{what} takes no clauses and no modifiers");
    Err(failure(Problem::new(Code::S015, span, message)))
}

/// A method, predicate, operator or field: all that begins with a type.
fn typed<'a>(input: Input<'a>, front: Front) -> PResult<'a, DeclarationKind> {
    let (input, ty) = types::ty(input)?;
    if let Some(length) = operator_length(input) {
        let first = input.span();
        let rest = input.skip(length);
        let text = input
            .context
            .text
            .get(first.to(rest.previous()).range())
            .unwrap_or("+");
        let span = first.to(rest.previous());
        let spelled = text.chars().filter(|c| !c.is_whitespace()).collect();
        let operator = Ident {
            name: spelled,
            span,
        };
        return method(rest, front, ty, operator, MethodKind::Operator);
    }
    let (input, declared) = name(input).because(ty.span, "for what is declared with this type")?;
    if input.is_punct("(") || input.is_punct("<") {
        return method(input, front, ty, declared, MethodKind::Method);
    }
    if !input.is_punct("=") && !input.is_punct(",") && !input.is_punct(";") && !input.on_new_line()
    {
        return expected(input, "`(`, `=`, `,` or `;`")
            .because(declared.span, "behind the name declared here");
    }
    if let Some(clause) = front.contract.clauses.first() {
        let message = "a field takes no clauses";
        return Err(failure(Problem::new(Code::S015, clause.span, message)));
    }
    let id = input.id();
    let (input, first) = if input.is_punct("=") {
        let (input, init) = expr(input.skip(1))?;
        (
            input,
            Variable {
                id,
                name: declared,
                init: Some(init),
            },
        )
    } else {
        (
            input,
            Variable {
                id,
                name: declared,
                init: None,
            },
        )
    };
    let mut names = vec![first];
    let mut input = input;
    if input.is_punct(",") {
        let (rest, mut more) = commas(variable)(input.skip(1))?;
        names.append(&mut more);
        input = rest;
    }
    let (input, ()) = semicolon(input, "this field", front.start)?;
    Ok((
        input,
        DeclarationKind::Field(Field {
            modifiers: front.modifiers,
            ty,
            names,
        }),
    ))
}

/// How many tokens an operator takes as the name of a method: `+`, or `right +`.
fn operator_length(input: Input<'_>) -> Option<usize> {
    let operator = |n: usize| match input.peek(n).kind {
        TokenKind::Punct(form) => BinaryOp::of_symbol(form).is_some_and(|op| op.facts().declarable),
        _ => false,
    };
    if operator(0) && input.is_punct_at(1, "(") {
        Some(1)
    } else if is_name_at(input, 0) && operator(1) && input.is_punct_at(2, "(") {
        Some(2)
    } else {
        None
    }
}

fn parameters<'a>(input: Input<'a>, of: Span) -> PResult<'a, Vec<Param>> {
    let open = input.span();
    let (input, _) = need(input, "(").because(of, "for the parameters of this")?;
    commas_until(input, ")", open, types::parameter)
}

fn method<'a>(
    input: Input<'a>,
    front: Front,
    return_type: TypeExpr,
    name: Ident,
    kind: MethodKind,
) -> PResult<'a, DeclarationKind> {
    let (input, type_params) = types::type_parameters(input)?;
    let (input, params) = parameters(input, name.span)?;
    let (input, body) = method_body(input, name.span)?;
    let Front {
        contract,
        modifiers,
        ..
    } = front;
    let resource = return_type.kind == TypeKind::Primitive(Primitive::Resource);
    let body = match body {
        Body::Block(_) => body,
        _ if !resource => body,
        body => {
            let body = if let Body::Expr(expr) = body {
                Some(expr)
            } else {
                None
            };
            let predicate = Predicate {
                modifiers,
                contract,
                name,
                type_params,
                params,
                body,
            };
            return Ok((input, DeclarationKind::Predicate(predicate)));
        }
    };
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
    Ok((input, DeclarationKind::Method(Box::new(method))))
}

fn method_body<'a>(input: Input<'a>, of: Span) -> PResult<'a, Body> {
    if input.is_punct(";") {
        return Ok((input.skip(1), Body::Abstract));
    }
    if input.is_punct("{") {
        let (input, block) = block(input)?;
        return Ok((input, Body::Block(block)));
    }
    if input.is_punct("=") {
        let (input, value) = expr(input.skip(1)).because(of, "for the body of this")?;
        let (input, ()) = semicolon(input, "this body", of)?;
        return Ok((input, Body::Expr(value)));
    }
    expected(input, "a body: `{`, `=` or `;`").because(of, "of what is declared here")
}

fn void(input: Input<'_>, span: Span) -> Result<TypeExpr, nom::Err<Problem>> {
    input.ty(span, TypeKind::Primitive(Primitive::Void))
}

fn constructor<'a>(
    input: Input<'a>,
    front: Front,
    kind: MethodKind,
) -> PResult<'a, DeclarationKind> {
    let name = super::words::as_ident(input);
    let return_type = void(
        input,
        Span {
            end: name.span.start,
            ..name.span
        },
    )?;
    method(input.skip(1), front, return_type, name, kind)
}

fn run_block<'a>(input: Input<'a>, front: Front) -> PResult<'a, DeclarationKind> {
    let name = super::words::as_ident(input);
    let return_type = void(
        input,
        Span {
            end: name.span.start,
            ..name.span
        },
    )?;
    let (input, body) = method_body(input.skip(1), name.span)?;
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
    let (input, class) = name(input.skip(1)).because(start, "of this class")?;
    let (mut input, type_params) = types::type_parameters(input)?;
    let mut bases = Vec::new();
    while input.is_word("extends") || input.is_word("implements") {
        let (rest, mut more) = commas(types::ty)(input.skip(1))?;
        bases.append(&mut more);
        input = rest;
    }
    let open = input.span();
    let (input, _) = need(input, "{").because(start, "of this class")?;
    let own = class.name.clone();
    let (input, members) = members(input, open, Some(&own))?;
    let class = Class {
        name: class,
        type_params,
        bases,
        lock_invariants,
        members,
    };
    Ok((input, DeclarationKind::Class(class)))
}

fn enum_decl<'a>(input: Input<'a>, front: Front) -> PResult<'a, DeclarationKind> {
    bare(&front, "an enumeration")?;
    let start = input.span();
    let (input, declared) = name(input.skip(1))?;
    let open = input.span();
    let mut input = input.skip(1);
    let mut constants = Vec::new();
    if input.is_punct("}") || input.is_punct(",") {
        let message = "an enumeration has at least one constant";
        let problem = Problem::expected(input, "the name of a constant").message(message);
        let problem = problem
            .code(Code::S017)
            .because(start, "this enumeration begins here");
        return Err(failure(problem));
    }
    loop {
        let (rest, constant) = name(input)?;
        constants.push(EnumConstant {
            id: rest.id(),
            name: constant,
        });
        input = rest;
        if input.is_punct(",") {
            input = input.skip(1);
        }
        // A comma may stand behind the last constant.
        if input.is_punct("}") || !is_name_at(input, 0) || !input.previous_is(",") {
            break;
        }
    }
    let (input, _) = close(input, "}", open)?;
    Ok((
        input,
        DeclarationKind::Enum(Enum {
            name: declared,
            constants,
        }),
    ))
}

fn adt<'a>(input: Input<'a>, front: Front) -> PResult<'a, DeclarationKind> {
    bare(&front, "an abstract data type")?;
    let start = input.span();
    let (input, declared) = name(input.skip(1))?;
    let (input, type_params) = types::type_parameters(input)?;
    let open = input.span();
    let (input, _) = need(input, "{").because(start, "of this abstract data type")?;
    let (input, members) = members(input, open, Some(""))?;
    let adt = Adt {
        name: declared,
        type_params,
        members,
    };
    Ok((input, DeclarationKind::Adt(adt)))
}

/// `axiom name { e }` or `axiom e;`.
fn axiom<'a>(input: Input<'a>, front: Front) -> PResult<'a, DeclarationKind> {
    bare(&front, "an axiom")?;
    let start = input.span();
    let rest = input.skip(1);
    if is_name_at(rest, 0) && rest.is_punct_at(1, "{") {
        let (input, declared) = name(rest)?;
        let open = input.span();
        let (input, body) = input.skip(1).inside(expr)?;
        let (input, _) = close(input, "}", open)?;
        return Ok((
            input,
            DeclarationKind::Axiom(Axiom {
                name: Some(declared),
                body,
            }),
        ));
    }
    let (input, body) = expr(rest).because(start, "of this axiom")?;
    let (input, ()) = semicolon(input, "this axiom", start)?;
    Ok((input, DeclarationKind::Axiom(Axiom { name: None, body })))
}

/// `model name { … }`: kept as text.
fn model<'a>(input: Input<'a>) -> PResult<'a, DeclarationKind> {
    let (input, declared) = name(input.skip(1))?;
    let open = input.span();
    let (input, end) = behind_braces(input)?;
    let text = input
        .context
        .text
        .get(open.end as usize..end.start as usize)
        .unwrap_or("");
    let model = Model {
        name: declared,
        text: text.to_string(),
    };
    Ok((input, DeclarationKind::Model(model)))
}

/// Behind the brace that closes the next one, and where that stands.
fn behind_braces<'a>(input: Input<'a>) -> PResult<'a, Span> {
    let open = input.span();
    let mut depth = 0usize;
    let mut at = input;
    loop {
        match at.peek(0).kind {
            TokenKind::End => {
                return expected(at, "`}`").because(open, "to close this brace");
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

/// A declaration of which only the first word is known: up to its `;` or over its braces.
fn skipped<'a>(input: Input<'a>, until: &str) -> PResult<'a, DeclarationKind> {
    let start = input.span();
    let what = describe(input);
    let mut at = input;
    while !at.is_punct(until) {
        if at.at_end() || at.is_punct("}") {
            return expected(at, &format!("`{until}`")).because(start, "of what begins here");
        }
        at = at.skip(1);
    }
    let kind = DeclarationKind::Unsupported { what };
    if until == "{" {
        let (at, _) = behind_braces(at)?;
        return Ok((at, kind));
    }
    Ok((at.skip(1), kind))
}
