//! Statements, and which of them a word begins.

use super::ahead;
use super::combine::{Rule, closed, inside, many_recovering, nested, spanned};
use super::contract::{at_clause, contract};
use super::control::{at_contracted, if_stmt, jump, label, return_stmt, with_contract};
use super::input::{Input, PResult};
use super::node::{id, node};
use super::par;
use super::primary::begins_operand;
use super::proof::{action, ghost, package, spec, unsupported, unsupported_block};
use super::recover;
use super::simple::simple;
use super::tokens::{need, semicolon, token};
use super::words::is_name_at;
use crate::ast::*;
use crate::lex::TokenKind;
use nom::Parser;

/// `block = "{" { statement } "}" .`
///
/// Broken statements are reported and left out; a missing brace is reported where the next
/// member or the end of the file stands.
pub(crate) fn block<'a>(input: Input<'a>) -> PResult<'a, Block> {
    let goes_on =
        |input: Input<'a>| !input.is("}") && !input.at_end() && !recover::at_member(input);
    let statements = many_recovering(goes_on, stmt, recover::behind);
    let end = closed(input.span(), "to close this block");
    let rule = spanned((need("{"), statements, end, id));
    rule.read(input, |((_, statements, (), id), span)| Block {
        id,
        span,
        statements,
    })
}

/// `body = block | statement .`
pub(crate) fn body<'a>(input: Input<'a>) -> PResult<'a, Block> {
    if input.is("{") {
        return nested(block).parse(input);
    }
    (stmt, id).read(input, |(statement, id)| Block {
        id,
        span: statement.span,
        statements: vec![statement],
    })
}

/// `statement = block | ";" | contract contracted | keyword-statement | simple ";" .`
pub(crate) fn stmt<'a>(input: Input<'a>) -> PResult<'a, Stmt> {
    nested(node(inside(kind))).parse(input)
}

fn kind<'a>(input: Input<'a>) -> PResult<'a, StmtKind> {
    let start = input.span();
    if input.is("{") {
        return block.map(StmtKind::Block).parse(input);
    }
    if input.is(";") {
        return token(";").map(|_| StmtKind::Empty).parse(input);
    }
    if at_clause(input) {
        let (input, contract) = contract(input)?;
        if contract.clauses.is_empty() && !at_contracted(input) {
            // All of them were broken, which has been reported.
            return Ok((input, StmtKind::Empty));
        }
        return with_contract(input, contract, start);
    }
    if let Some(parser) = by_keyword(input) {
        return parser(input);
    }
    let end = semicolon("this statement", start);
    (simple, end).map(|(kind, ())| kind).parse(input)
}

type KindParser = for<'a> fn(Input<'a>) -> PResult<'a, StmtKind>;

/// `keyword-statement = if | region | return | jump | label | spec | package | ghost | barrier
/// | invariant | atomic | action | unsupported-block | unsupported .`
///
/// The rule of a statement that a word begins, if the word is used as a keyword.
pub(crate) fn by_keyword(input: Input<'_>) -> Option<KindParser> {
    let next = input.skip(1);
    let parser: KindParser = match input.text(0) {
        "if" => if_stmt,
        "while" | "for" | "par" | "vec" if input.text(0) != "vec" || at_vec(input) => {
            |input| with_contract(input, Contract::default(), input.span())
        }
        "parallel" | "sequential" if next.is("{") => par::region,
        "return" => return_stmt,
        "goto" | "break" | "continue" if jump_follows(input) => jump,
        "label" if is_name_at(next, 0) && !next.is_at(1, "=") => label,
        "assert" | "assume" | "inhale" | "exhale" | "refute" | "fold" | "unfold" => spec,
        "apply" | "lock" | "unlock" | "wait" | "notify" | "fork" | "join" | "commit"
            if names_operand(next) =>
        {
            spec
        }
        "package" if names_operand(next) => package,
        "ghost" if next.is("{") || ghost_follows(next) => ghost,
        "barrier" => par::barrier,
        "invariant" => par::invariant,
        "atomic" => par::atomic,
        "action" if next.is("(") => action,
        "create" | "extract" if next.is("{") => unsupported_block,
        "frame" if next.is("{") || at_clause(next) => unsupported_block,
        "open" | "close" | "witness" | "transfer" | "csl_subject" | "use" | "qed" | "create"
        | "destroy" | "split" | "merge" | "choose" | "send" | "recv" | "communicate"
            if (is_name_at(next, 0) || next.is("this")) && !next.is_at(1, "=") =>
        {
            unsupported
        }
        _ => return None,
    };
    Some(parser)
}

/// Whether what follows a word makes it a keyword: `lock x`, `lock (x)`, but not
/// `lock()`, `lock[i]` or `lock = x`.
pub(crate) fn names_operand(input: Input<'_>) -> bool {
    let empty_call = input.is("(") && input.is_at(1, ")");
    let amount = input.is("[");
    begins_operand(input) && !empty_call && !amount
}

/// Whether a statement follows `ghost`, rather than what makes it a name.
fn ghost_follows(input: Input<'_>) -> bool {
    matches!(
        input.peek(0).kind,
        TokenKind::Word | TokenKind::Escaped | TokenKind::Keyword(_)
    ) && !input.is("in")
        && !input.is("instanceof")
}

pub(crate) fn at_vec(input: Input<'_>) -> bool {
    input.is_at(1, "(") && ahead::at_declaration(input.skip(2))
}

fn jump_follows(input: Input<'_>) -> bool {
    let next = input.skip(1);
    input.is("goto") || next.is(";") || is_name_at(next, 0) && next.is_at(1, ";")
}
