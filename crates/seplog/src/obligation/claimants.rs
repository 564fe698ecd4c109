//! Who asks for a permission: the values of the quantifier's or block's variables, so that a
//! counterexample can name the threads that stand in each other's way.

use crate::engine::context::Context;
use crate::state::{Chunk, Covered, State, hole, no_permission};
use solver::term::{self, Node, Term};
use text::span::Span;

/// One who asks for a permission, or one of two values that denote one location.
#[derive(Clone)]
pub(crate) struct Claim {
    /// The words of the permission.
    pub span: Span,
    /// Variables by name with their values; none where any value does it.
    pub variables: Vec<(String, Option<Term>)>,
    /// How much; none if that is not at issue.
    pub amount: Option<Term>,
}

/// A permission that was asked for, over the holes of its chunk.
pub(crate) struct Asked {
    /// The words.
    pub span: Span,
    /// What is asked for.
    pub chunk: Chunk,
    /// Variables by name with their values, over the holes.
    pub variables: Vec<(String, Option<Term>)>,
}

impl Asked {
    /// Who asks for a chunk, by the inverse found for it.
    pub(crate) fn new(context: &Context, covered: &Covered, span: Span) -> Self {
        let value = |var: &Term| {
            let found = covered.values.iter().find(|(own, _)| own == var);
            found.map(|(_, value)| value.clone())
        };
        let variables = context.bound.iter();
        Asked {
            span,
            chunk: covered.chunk.clone(),
            variables: variables.map(|var| (word(var), value(var))).collect(),
        }
    }
}

/// Everyone of `all` who asks for something at the place that the last one asks for: `place` fills
/// the holes of its chunk.
pub(crate) fn claims(state: &State, all: &[Asked], place: &[(Term, Term)]) -> Vec<Claim> {
    let Some(last) = all.last() else {
        return Vec::new();
    };
    let args: Vec<Term> = last
        .chunk
        .fixed
        .iter()
        .enumerate()
        .map(|(number, fixed)| match fixed {
            Some(fixed) => fixed.clone(),
            None => place
                .iter()
                .find(|(one, _)| is_hole(one, number))
                .map_or_else(crate::state::reference::null, |(_, value)| value.clone()),
        })
        .collect();
    let mut found = Vec::new();
    for asked in all.iter().rev() {
        if asked.chunk.resource != last.chunk.resource || asked.variables.is_empty() {
            continue;
        }
        let mut guard = Vec::new();
        let mut fill = Vec::new();
        for (number, (fixed, arg)) in asked.chunk.fixed.iter().zip(&args).enumerate() {
            match fixed {
                Some(fixed) if number == 0 => {
                    guard.push(state.same(&asked.chunk.resource, fixed, arg));
                }
                Some(fixed) => guard.push(term::eq(fixed.clone(), arg.clone())),
                None => fill.push((hole(number, arg.sort()), arg.clone())),
            }
        }
        let amount = term::ite(
            term::and(guard),
            asked.chunk.amount.subst(&fill),
            no_permission(),
        );
        found.push(Claim {
            span: asked.span,
            variables: asked
                .variables
                .iter()
                .map(|(name, value)| (name.clone(), value.as_ref().map(|v| v.subst(&fill))))
                .collect(),
            amount: Some(amount),
        });
    }
    // With one claim alone there is nobody in the way.
    found
}

/// The name of a bound variable in the program.
pub(crate) fn word(var: &Term) -> String {
    let Node::Bound(symbol) = var.node() else {
        return "value".to_owned();
    };
    symbol.kind().hint()
}

fn is_hole(term: &Term, number: usize) -> bool {
    *term == hole(number, term.sort())
}
