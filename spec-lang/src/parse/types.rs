//! Types, and looking ahead for them.

use super::expr;
use super::input::{Input, Made, PResult};
use super::problem::{Because, expected};
use super::words::{as_ident, close, commas, is_name_at, name, punct};
use crate::ast::*;
use crate::lex::TokenKind;
use nom::Parser;
use nom::combinator::opt;

/// How deep type arguments may stand within each other.
const MAX_ARGUMENTS: usize = 64;

/// The type that a keyword spells.
fn primitive(word: &str) -> Option<Primitive> {
    Some(match word {
        "int" => Primitive::Int,
        "boolean" => Primitive::Boolean,
        "bool" => Primitive::Bool,
        "void" => Primitive::Void,
        "resource" => Primitive::Resource,
        "frac" => Primitive::Frac,
        "zfrac" => Primitive::ZFrac,
        "rational" => Primitive::Rational,
        "float" => Primitive::Float,
        "float32" => Primitive::Float32,
        "float64" | "double" => Primitive::Float64,
        "string" => Primitive::String,
        "char" => Primitive::Char,
        "process" => Primitive::Process,
        "any" => Primitive::Any,
        _ => return None,
    })
}

/// Words that are types only before `<`.
fn is_container(word: &str) -> bool {
    matches!(
        word,
        "seq"
            | "set"
            | "bag"
            | "option"
            | "map"
            | "tuple"
            | "pointer"
            | "type"
            | "either"
            | "vector"
    )
}

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
        if input.is_punct_at(at, "<") && !keyword {
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
            if !input.is_punct_at(at, ">") {
                break;
            }
            open -= 1;
            at += 1;
        }
        if !input.is_punct_at(at, ",") {
            return None;
        }
        at += 1;
    }
}

/// Behind the `[]` or, if `sized`, `[…]` from the `at`th token on.
fn dimensions(input: Input<'_>, mut at: usize, sized: bool) -> Option<usize> {
    while input.is_punct_at(at, "[") {
        if input.is_punct_at(at + 1, "]") {
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

/// A type with its dimensions.
pub(crate) fn ty<'a>(input: Input<'a>) -> PResult<'a, TypeExpr> {
    let start = input.span();
    let (mut input, base) = plain_type(input)?;
    let mut sizes = Vec::new();
    while input.is_punct("[") {
        let (rest, size) = dimension(input)?;
        sizes.push(size);
        input = rest;
    }
    let mut ty = base;
    // `int[m][n]` is an array of m arrays of n.
    while let Some(size) = sizes.pop() {
        ty = input.ty(input.since(start), TypeKind::Array(Box::new(ty), size))?;
    }
    Ok((input, ty))
}

fn dimension<'a>(input: Input<'a>) -> PResult<'a, Option<Box<Expr>>> {
    let open = input.span();
    let input = input.skip(1);
    if input.is_punct("]") {
        return Ok((input.skip(1), None));
    }
    let (input, size) = input.inside(expr::expr)?;
    let (input, _) = close(input, "]", open)?;
    Ok((input, Some(Box::new(size))))
}

/// A type without dimensions, as after `new`.
pub(crate) fn plain_type<'a>(input: Input<'a>) -> PResult<'a, TypeExpr> {
    input.nested(|input| {
        let start = input.span();
        let word = input.text(0);
        if input.peek(0).kind == TokenKind::Word {
            if let Some(primitive) = primitive(word).filter(|_| !input.is_punct_at(1, "<")) {
                let rest = input.skip(1);
                let ty = rest.ty(start, TypeKind::Primitive(primitive))?;
                return Ok((rest, ty));
            }
            if is_container(word) && input.is_punct_at(1, "<") {
                return container(input);
            }
            if matches!(word, "ref" | "nothing") {
                let rest = input.skip(1);
                let ty = rest.ty(start, TypeKind::Other(as_ident(input), Vec::new()))?;
                return Ok((rest, ty));
            }
        }
        if !is_name_at(input, 0) {
            return expected(input, "a type");
        }
        let (input, class) = name(input)?;
        let (input, arguments) = opt(type_arguments).parse(input)?;
        let kind = TypeKind::Named(class, arguments.unwrap_or_default());
        let ty = input.ty(input.since(start), kind)?;
        Ok((input, ty))
    })
}

fn container<'a>(input: Input<'a>) -> PResult<'a, TypeExpr> {
    let start = input.span();
    let word = as_ident(input);
    let (input, arguments) = type_arguments(input.skip(1))?;
    let count = arguments.len();
    let mut arguments = arguments.into_iter();
    let mut next = || arguments.next().map(Box::new);
    let kind = match (word.name.as_str(), count) {
        ("map", 2) => next()
            .zip(next())
            .map(|(key, value)| TypeKind::Map(key, value)),
        ("seq", 1) => next().map(TypeKind::Seq),
        ("set", 1) => next().map(TypeKind::Set),
        ("bag", 1) => next().map(TypeKind::Bag),
        ("option", 1) => next().map(TypeKind::Option),
        _ => None,
    };
    let Some(kind) = kind.or_else(|| match word.name.as_str() {
        "tuple" => Some(TypeKind::Tuple(arguments.collect())),
        "pointer" | "type" | "either" | "vector" => {
            Some(TypeKind::Other(word.clone(), arguments.collect()))
        }
        _ => None,
    }) else {
        let wanted = if word.name == "map" {
            "two type arguments"
        } else {
            "one type argument"
        };
        return expected(input, &format!("{wanted} before this"))
            .because(word.span, "of this type");
    };
    let ty = input.ty(input.since(start), kind)?;
    Ok((input, ty))
}

/// `<T, …>`, or an error from which another alternative may recover.
pub(crate) fn type_arguments<'a>(input: Input<'a>) -> PResult<'a, Vec<TypeExpr>> {
    let (input, open) = punct("<")(input)?;
    let (input, arguments) = commas(argument)(input)?;
    let (input, _) = close(input, ">", open)?;
    Ok((input, arguments))
}

/// A type argument: a type, or a number as in `vector<T, 4>`.
fn argument<'a>(input: Input<'a>) -> PResult<'a, TypeExpr> {
    if input.peek(0).kind == TokenKind::Int {
        let rest = input.skip(1);
        let ty = rest.ty(input.span(), TypeKind::Other(as_ident(input), Vec::new()))?;
        return Ok((rest, ty));
    }
    ty(input)
}

/// `<T, …>` of a declaration: names only.
pub(crate) fn type_parameters<'a>(input: Input<'a>) -> PResult<'a, Vec<Ident>> {
    if !input.is_punct("<") {
        return Ok((input, Vec::new()));
    }
    let open = input.span();
    let (input, names) = commas(name)(input.skip(1))?;
    let (input, _) = close(input, ">", open)?;
    Ok((input, names))
}

/// `T x`.
pub(crate) fn parameter<'a>(input: Input<'a>) -> PResult<'a, Param> {
    let start = input.span();
    let (input, ty) = ty(input)?;
    let (input, name) = name(input)?;
    let param: Made<Param> = Ok(Param {
        id: input.id(),
        span: input.since(start),
        ty,
        name,
    });
    Ok((input, param?))
}
