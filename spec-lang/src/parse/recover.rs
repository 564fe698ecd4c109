//! Where reading goes on after an error.

use super::ahead;
use super::contract::at_clause;
use super::input::Input;
use super::problem::Problem;
use super::stmt;
use super::words::is_name_at;
use crate::lex::TokenKind;
use text::code::Code;

/// Words that begin a statement or declaration and nothing else.
const BEGINNINGS: &[&str] = &[
    "assert",
    "assume",
    "atomic",
    "barrier",
    "boolean",
    "class",
    "context",
    "context_everywhere",
    "ensures",
    "exhale",
    "fold",
    "for",
    "given",
    "goto",
    "gpuopt",
    "if",
    "inhale",
    "int",
    "invariant",
    "loop_invariant",
    "par",
    "pure",
    "refute",
    "requires",
    "resource",
    "return",
    "static",
    "unfold",
    "void",
    "while",
    "yields",
];

fn at_beginning(input: Input<'_>) -> bool {
    input.peek(0).kind == TokenKind::Word
        && input.on_new_line()
        && BEGINNINGS.contains(&input.text(0))
}

/// Whether this `;` stands within a quantifier that lacks its parentheses.
fn inner_semicolon(at: Input<'_>, problem: &Problem) -> bool {
    problem.is(Code::S011) && !at.skip(1).on_new_line() && !at.is_at(1, "}")
}

/// Behind the statement or declaration that began at `input` and broke at the problem:
/// behind a `;` or a closed brace, before a brace that closes more than was opened, or
/// before a word at the start of a line that begins something new.
pub(crate) fn behind<'a>(input: Input<'a>, problem: &Problem) -> Input<'a> {
    let broken = problem.span();
    let first = input.index();
    let (mut braces, mut parens) = (0usize, 0usize);
    let mut at = input;
    loop {
        let passed = at.span().start > broken.start;
        let may_stop = at.span().start >= broken.start && at.index() > first;
        match at.peek(0).kind {
            TokenKind::End => return at,
            TokenKind::Punct("{" | "{:") => braces += 1,
            TokenKind::Punct("}" | ":}") => {
                if braces == 0 {
                    return at;
                }
                braces -= 1;
                let next = at.skip(1);
                let goes_on = next.is("else") || next.is("and");
                if braces == 0 && (passed || may_stop) && !goes_on && at.is("}") {
                    return next;
                }
            }
            TokenKind::Punct("(" | "[") => parens += 1,
            TokenKind::Punct(")" | "]") => parens = parens.saturating_sub(1),
            TokenKind::Punct(";") => {
                let ends = parens == 0 || at.skip(1).on_new_line();
                let passed = at.span().start >= broken.start;
                if braces == 0 && ends && passed && !inner_semicolon(at, problem) {
                    return at.skip(1);
                }
            }
            TokenKind::Word if braces == 0 && may_stop && at_beginning(at) => return at,
            _ => {}
        }
        at = at.skip(1);
    }
}

/// Behind the clause that began at `input` and broke at the problem.
pub(crate) fn behind_clause<'a>(input: Input<'a>, problem: &Problem) -> Input<'a> {
    let broken = problem.span();
    let first = input.index();
    let mut parens = 0usize;
    let mut at = input;
    while !at.at_end() {
        let passed = at.span().start >= broken.start && at.index() > first;
        match at.peek(0).kind {
            TokenKind::Punct("(" | "[") => parens += 1,
            TokenKind::Punct(")" | "]") => parens = parens.saturating_sub(1),
            TokenKind::Punct(";")
                if passed
                    && (parens == 0 || at.skip(1).on_new_line())
                    && !inner_semicolon(at, problem) =>
            {
                return at.skip(1);
            }
            TokenKind::Punct("{" | "}") if passed && at.on_new_line() => return at,
            TokenKind::Word if passed && at_beginning(at) => return at,
            _ => {}
        }
        at = at.skip(1);
    }
    at
}

/// Whether a method or class begins here, which cannot be within a block, clauses
/// before it included: a brace is missing.
pub(crate) fn at_member(input: Input<'_>) -> bool {
    let mut at = input;
    while at_clause(at) {
        while !at.is(";") && !at.is("}") && !at.at_end() {
            at = at.skip(1);
        }
        at = at.skip(1);
    }
    while ["pure", "static", "inline", "thread_local"]
        .iter()
        .any(|word| at.is(word))
    {
        at = at.skip(1);
    }
    if at.is("class") && is_name_at(at, 1) {
        return true;
    }
    if stmt::by_keyword(at).is_some() {
        return false;
    }
    ahead::type_length(at, 0, true)
        .is_some_and(|length| is_name_at(at, length) && at.is_at(length + 1, "("))
}
