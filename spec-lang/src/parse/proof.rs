//! Statements of the proof, and those that are read but not understood.

use super::combine::{Rule, boxed, list, many};
use super::contract::contract;
use super::expr::expr;
use super::input::{Input, PResult};
use super::stmt::{block, body, stmt};
use super::tokens::{any, need, semicolon, token};
use crate::ast::*;
use nom::Parser;
use nom::sequence::{delimited, preceded};
use text::span::Span;

/// `spec = ( "assert" | "assume" | "inhale" | "exhale" | "refute" | "fold" | "unfold" | "apply"
/// | "lock" | "unlock" | "wait" | "notify" | "fork" | "join" | "commit" ) expression ";" .`
pub(crate) fn spec<'a>(input: Input<'a>) -> PResult<'a, StmtKind> {
    let (start, word) = (input.span(), input.text(0));
    let kind = match word {
        "assert" => SpecKind::Assert,
        "assume" => SpecKind::Assume,
        "inhale" => SpecKind::Inhale,
        "exhale" => SpecKind::Exhale,
        "refute" => SpecKind::Refute,
        "fold" => SpecKind::Fold,
        "unfold" => SpecKind::Unfold,
        "apply" => SpecKind::Apply,
        "lock" => SpecKind::Lock,
        "unlock" => SpecKind::Unlock,
        "wait" => SpecKind::Wait,
        "notify" => SpecKind::Notify,
        "fork" => SpecKind::Fork,
        "join" => SpecKind::Join,
        _ => SpecKind::Commit,
    };
    let value = expr.because(start, format!("of this `{word}`"));
    let rule = delimited(any, value, semicolon(format!("this `{word}`"), start));
    rule.map(|value| StmtKind::Spec(kind, value)).parse(input)
}

/// `block-or-end = block | ";" .`
pub(crate) fn block_or_end<'a>(of: &'static str, start: Span) -> impl Rule<'a, Option<Block>> {
    move |input: Input<'a>| match input.is("{") {
        true => block.map(Some).parse(input),
        false => semicolon(of, start).map(|()| None).parse(input),
    }
}

/// `package = "package" expression block-or-end .`
pub(crate) fn package<'a>(input: Input<'a>) -> PResult<'a, StmtKind> {
    let start = input.span();
    let wand = expr.because(start, "of this `package`");
    let rule = (
        token("package"),
        wand,
        block_or_end("this `package`", start),
    );
    rule.map(|(_, wand, body)| StmtKind::Package(wand, body))
        .parse(input)
}

/// `ghost = "ghost" statement .`
pub(crate) fn ghost<'a>(input: Input<'a>) -> PResult<'a, StmtKind> {
    let inner = boxed(stmt).because(input.span(), "behind this `ghost`");
    preceded(token("ghost"), inner)
        .map(StmtKind::Ghost)
        .parse(input)
}

/// `action = "action" "(" [ expression { "," expression } ] ")" block-or-end .`
///
/// Process algebra.
pub(crate) fn action<'a>(input: Input<'a>) -> PResult<'a, StmtKind> {
    let body = block_or_end("this action", input.span());
    let rule = (token("action"), list(token("("), expr, ")"), body);
    rule.map(|(.., body)| StmtKind::Unsupported {
        what: "an action block".to_string(),
        body,
    })
    .parse(input)
}

/// `unsupported-block = ( "create" | "extract" | "frame" ) contract body .`
pub(crate) fn unsupported_block<'a>(input: Input<'a>) -> PResult<'a, StmtKind> {
    let rule = (any, contract, body);
    rule.read(input, |(.., body)| StmtKind::Unsupported {
        what: format!("a `{}` block", input.text(0)),
        body: Some(body),
    })
}

/// `unsupported = ( "open" | "close" | "witness" | "transfer" | "csl_subject" | "use" | "qed"
/// | "create" | "destroy" | "split" | "merge" | "choose" | "send" | "recv" | "communicate" )
/// { token } ";" .`
///
/// A statement of which only the keyword is known.
pub(crate) fn unsupported<'a>(input: Input<'a>) -> PResult<'a, StmtKind> {
    let ends = |input: Input<'a>| [";", "{", "}"].iter().any(|end| input.is(end));
    let skipped = many(|input| !ends(input) && !input.at_end(), any);
    let end = need(";").because(input.span(), "to end this statement");
    (skipped, end).read(input, |_| StmtKind::Unsupported {
        what: format!("a `{}` statement", input.text(0)),
        body: None,
    })
}
