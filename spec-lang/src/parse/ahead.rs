//! Looking ahead for types: whether tokens look like one, and how many they are.

use super::input::Input;
use super::types::primitive;
use super::words::is_name_at;
use crate::lex::TokenKind;

/// How deep type arguments may stand within each other.
const MAX_ARGUMENTS: usize = 64;

/// Whether the next token is a word that begins nothing but a type.
pub(crate) fn at_type_keyword(input: Input<'_>) -> bool {
    matches!(
        input.text(0),
        "int" | "boolean" | "bool" | "void" | "resource"
    ) && input.peek(0).kind == TokenKind::Word
}

/// Whether the next token spells a type, but could be a name as well.
pub(crate) fn at_primitive(input: Input<'_>) -> bool {
    input.peek(0).kind == TokenKind::Word && primitive(input.text(0)).is_some()
}

/// How many tokens from the `n`th on look like a type; sizes of arrays are skipped by
/// their brackets if `sized`, else only `[]` is taken.
pub(crate) fn type_length(input: Input<'_>, n: usize, sized: bool) -> Option<usize> {
    let mut at = n;
    let mut open = 0usize;
    loop {
        // A type begins here.
        let word = input.text(at);
        let keyword = input.peek(at).kind == TokenKind::Word && primitive(word).is_some();
        let literal_argument = open > 0 && input.peek(at).kind == TokenKind::Int;
        if !keyword && !is_name_at(input, at) && !literal_argument {
            return None;
        }
        at += 1;
        if input.is_at(at, "<") && !keyword {
            open += 1;
            if open > MAX_ARGUMENTS {
                return None;
            }
            at += 1;
            continue;
        }
        // A type ends here, and with it perhaps those around it.
        loop {
            at = dimensions(input, at, sized)?;
            if open == 0 {
                return Some(at - n);
            }
            if !input.is_at(at, ">") {
                break;
            }
            open -= 1;
            at += 1;
        }
        if !input.is_at(at, ",") {
            return None;
        }
        at += 1;
    }
}

/// Behind the `[]` or, if `sized`, `[…]` from the `at`th token on.
fn dimensions(input: Input<'_>, mut at: usize, sized: bool) -> Option<usize> {
    while input.is_at(at, "[") {
        if input.is_at(at + 1, "]") {
            at += 2;
        } else if sized {
            at = behind_brackets(input, at)?;
        } else {
            break;
        }
    }
    Some(at)
}

/// Behind the bracket that closes the one at the `at`th token; none if a `;`, brace
/// or the end comes first.
fn behind_brackets(input: Input<'_>, mut at: usize) -> Option<usize> {
    let mut open = 0usize;
    loop {
        match input.peek(at).kind {
            TokenKind::Punct("[" | "(") => open += 1,
            TokenKind::Punct("]" | ")") => {
                open = open.checked_sub(1)?;
                if open == 0 {
                    return Some(at + 1);
                }
            }
            TokenKind::Punct(";" | "{" | "}") | TokenKind::End => return None,
            _ => {}
        }
        at += 1;
    }
}

/// Whether a type and then a name stand here, as in a declaration.
pub(crate) fn at_declaration(input: Input<'_>) -> bool {
    type_length(input, 0, true).is_some_and(|length| is_name_at(input, length))
}

/// How many tokens `<T, …>` takes, if that is what stands here.
pub(crate) fn arguments_length(input: Input<'_>) -> Option<usize> {
    if !input.is("<") {
        return None;
    }
    let mut at = 1;
    loop {
        at += type_length(input, at, false)?;
        if input.is_at(at, ">") {
            return Some(at + 1);
        }
        if !input.is_at(at, ",") {
            return None;
        }
        at += 1;
    }
}
