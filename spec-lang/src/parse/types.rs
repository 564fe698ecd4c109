//! Types, and looking ahead for them.

use super::combine::{Rule, at, boxed, commas, many, nested, spanned, unless, when, within};
use super::expr::expr;
use super::input::{Input, PResult};
use super::node::{id, node};
use super::problem::expected;
use super::tokens::{any, token};
use super::words::{as_ident, at_name, name};
use crate::ast::*;
use crate::lex::TokenKind;
use nom::Parser;

/// `primitive = "int" | "boolean" | "bool" | "void" | "resource" | "frac" | "zfrac" | "rational"
/// | "float" | "float32" | "float64" | "double" | "string" | "char" | "process" | "any" .`
///
/// The type that a keyword spells.
pub(crate) fn primitive(word: &str) -> Option<Primitive> {
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

/// `type = plain-type { "[" [ expression ] "]" } .`
pub(crate) fn ty<'a>(input: Input<'a>) -> PResult<'a, TypeExpr> {
    let start = input.span();
    let dimension = within(token("["), unless("]", boxed(expr)), "]");
    let (input, (base, sizes)) = (plain_type, many(at("["), dimension)).parse(input)?;
    // `int[m][n]` is an array of m arrays of n.
    let array = |ty, size| input.node(input.since(start), TypeKind::Array(Box::new(ty), size));
    let ty = sizes.into_iter().rev().try_fold(base, array)?;
    Ok((input, ty))
}

/// `plain-type = primitive | container | "ref" | "nothing" | name [ type-arguments ] .`
///
/// A type without dimensions, as after `new`.
pub(crate) fn plain_type<'a>(input: Input<'a>) -> PResult<'a, TypeExpr> {
    nested(|input: Input<'a>| {
        let generic = input.is_at(1, "<");
        match primitive(input.text(0)) {
            Some(primitive) if !generic => {
                node(any.map(|_| TypeKind::Primitive(primitive))).parse(input)
            }
            _ if generic && is_container(input.text(0)) => container(input),
            _ if matches!(input.text(0), "ref" | "nothing") => bare(input),
            _ if at_name(input) => named(input),
            _ => expected("a type").parse(input),
        }
    })
    .parse(input)
}

/// A word or number that is read as a type and not understood.
fn bare<'a>(input: Input<'a>) -> PResult<'a, TypeExpr> {
    node(as_ident.map(|word| TypeKind::Other(word, Vec::new()))).parse(input)
}

fn named<'a>(input: Input<'a>) -> PResult<'a, TypeExpr> {
    node((name, type_arguments).map(|(class, arguments)| TypeKind::Named(class, arguments)))
        .parse(input)
}

/// `container = ( "seq" | "set" | "bag" | "option" | "map" | "tuple" | "pointer" | "type" | "either"
/// | "vector" ) type-arguments .`
fn container<'a>(input: Input<'a>) -> PResult<'a, TypeExpr> {
    let start = input.span();
    let (input, (word, arguments)) = (as_ident, type_arguments).parse(input)?;
    let wrong = |wanted: &str| {
        let wanted = format!("{wanted} before this");
        expected(&wanted)
            .because(start, "of this type")
            .parse(input)
    };
    let of_one = match word.name.as_str() {
        "seq" => TypeKind::Seq,
        "set" => TypeKind::Set,
        "bag" => TypeKind::Bag,
        "option" => TypeKind::Option,
        "map" => {
            let Ok([key, value]) = <[TypeExpr; 2]>::try_from(arguments) else {
                return wrong("two type arguments");
            };
            return input.make(start, TypeKind::Map(Box::new(key), Box::new(value)));
        }
        "tuple" => return input.make(start, TypeKind::Tuple(arguments)),
        _ => return input.make(start, TypeKind::Other(word, arguments)),
    };
    match <[TypeExpr; 1]>::try_from(arguments) {
        Ok([element]) => input.make(start, of_one(Box::new(element))),
        Err(_) => wrong("one type argument"),
    }
}

/// `type-arguments = "<" ( type | number ) { "," ( type | number ) } ">" .`
///
/// None where no `<` stands.
pub(crate) fn type_arguments<'a>(input: Input<'a>) -> PResult<'a, Vec<TypeExpr>> {
    angled(|input: Input<'a>| match input.peek(0).kind {
        TokenKind::Int => bare(input),
        _ => ty(input),
    })
    .parse(input)
}

/// `type-parameters = "<" name { "," name } ">" .`
///
/// None where no `<` stands.
pub(crate) fn type_parameters<'a>(input: Input<'a>) -> PResult<'a, Vec<Ident>> {
    angled(name).parse(input)
}

fn angled<'a, T>(item: impl Rule<'a, T>) -> impl Rule<'a, Vec<T>> {
    when(at("<"), within(token("<"), commas(item), ">")).map(Option::unwrap_or_default)
}

/// `parameter = type name .`
pub(crate) fn parameter<'a>(input: Input<'a>) -> PResult<'a, Param> {
    let rule = spanned((ty, name, id));
    rule.map(|((ty, name, id), span)| Param { id, span, ty, name })
        .parse(input)
}
