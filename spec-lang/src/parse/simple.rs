//! Declarations of variables, assignments and expressions as statements.

use super::ahead;
use super::combine::{Rule, after, commas, commas_until};
use super::decl::modifiers;
use super::expr::expr;
use super::input::{Input, PResult};
use super::node::{id, node};
use super::problem::Problem;
use super::tokens::any;
use super::types;
use super::words::name;
use crate::ast::*;
use crate::lex::TokenKind;
use nom::Parser;
use nom::sequence::preceded;
use text::code::Code;

/// `simple-list = [ simple { "," simple } ] .`
///
/// Up to `end`, which is not read.
pub(crate) fn simple_list<'a>(end: &'static str) -> impl Rule<'a, Vec<Stmt>> {
    commas_until(end, node(simple))
}

/// `simple = modifiers local
/// | expression [ ( "=" | "+=" | "-=" | "*=" | "/=" | "%=" ) expression ] .`
pub(crate) fn simple<'a>(input: Input<'a>) -> PResult<'a, StmtKind> {
    let (declared, modifiers) = modifiers(input)?;
    let typed = || ahead::at_type_keyword(input) && !input.is_at(1, "(");
    if !modifiers.is_empty() || ahead::at_declaration(input) || typed() {
        return local(declared, modifiers);
    }
    let start = input.span();
    let (rest, target) = expr(input).map_err(|error| {
        error.map(|problem| {
            // Where not even an expression begins, a statement was wanted.
            let nothing = problem.span() == start && problem.is(Code::S001);
            if nothing {
                Problem::expected(input, "a statement")
            } else {
                problem
            }
        })
    })?;
    let op = match rest.peek(0).kind {
        TokenKind::Punct(form) => AssignOp::of_symbol(form),
        _ => None,
    };
    let Some(op) = op else {
        return Ok((rest, StmtKind::Expr(target)));
    };
    let value = preceded(any, expr.because(start, "of this assignment"));
    value.read(rest, |value| StmtKind::Assign { target, op, value })
}

/// `local = type variable { "," variable } .`
fn local<'a>(input: Input<'a>, modifiers: Vec<Modifier>) -> PResult<'a, StmtKind> {
    let (input, ty) = types::ty(input)?;
    let names = commas(variable).because(ty.span, "of this type");
    names.read(input, |names| StmtKind::Local {
        modifiers,
        ty,
        names,
    })
}

/// `variable = name [ "=" expression ] .`
pub(crate) fn variable<'a>(input: Input<'a>) -> PResult<'a, Variable> {
    let init = expr.because(input.span(), "for the value of this");
    let rule = (name, id, after("=", init));
    rule.map(|(name, id, init)| Variable { id, name, init })
        .parse(input)
}
