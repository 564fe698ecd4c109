//! Declarations, and which of them a word begins.

use super::ahead;
use super::combine::{Rule, closed, commas, many, many_recovering, nested, spanned};
use super::contract::contract;
use super::input::{Input, PResult};
use super::logic::{adt, axiom, enum_decl};
use super::method::{constructor, run_block, typed};
use super::node::Made;
use super::primary::begins_operand;
use super::problem::{Problem, failure};
use super::recover;
use super::skipped::{model, skipped};
use super::stmt::block;
use super::tokens::{any, need, token};
use super::types;
use super::words::{is_name_at, name};
use crate::ast::*;
use crate::lex::TokenKind;
use nom::Parser;
use nom::sequence::{preceded, terminated};
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

/// What stands before a declaration.
pub(crate) struct Front {
    /// Where it begins.
    pub start: Span,
    /// The clauses.
    pub contract: Contract,
    /// The words.
    pub modifiers: Vec<Modifier>,
}

/// `declaration = "ghost" declaration | contract modifiers declared .`
///
/// At top level, or within the class of the given name.
fn declaration<'a>(input: Input<'a>, class: Option<&str>) -> PResult<'a, Declaration> {
    nested(|input: Input<'a>| {
        let start = input.span();
        if input.is("ghost") && !input.is_at(1, "(") {
            let inner = preceded(token("ghost"), |input| declaration(input, class));
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

/// `declared = class | enum | adt | axiom | model | skipped | constructor | run | block
/// | typed .`
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
    if ahead::type_length(input, 0, true).is_none() {
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
pub(crate) fn bare(front: &Front, what: &str) -> Made<()> {
    let clause = front.contract.clauses.first().map(|clause| clause.span);
    let Some(span) = clause.or_else(|| front.modifiers.first().map(|modifier| modifier.span))
    else {
        return Ok(());
    };
    let message = format!("{what} takes no clauses and no modifiers");
    Err(failure(Problem::new(Code::S015, span, message)))
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
    let before_keyword = || ahead::at_type_keyword(input.skip(1));
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

/// `class = "class" name [ type-parameters ]
/// { ( "extends" | "implements" ) type { "," type } } members .`
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
    let class = preceded(token("class"), name.because(start, "of this class"));
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
pub(crate) fn members<'a>(
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
