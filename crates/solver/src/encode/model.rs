//! Counterexamples: what a model says of the wanted terms, and whether it holds up.

use super::eval::Evaluator;
use super::prepare::{Prepared, has_quantifier};
use super::value::{Value, parse};
use crate::smt::SolveReply;

/// Values that make the premises true and the goal false, as far as is known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Model {
    /// The wanted terms by name, in the order asked for, those with a plain value.
    pub values: Vec<(String, Value)>,
    /// Whether our own evaluation of the goal and of every premise without quantifiers
    /// agrees.
    pub confirmed: bool,
}

/// Reads the model of a reply to a request for the prepared question's terms.
pub(super) fn read(prepared: &Prepared, reply: &SolveReply) -> Model {
    let mut given = Vec::new();
    for (term, (_, text)) in prepared.asked.iter().zip(&reply.model) {
        if let Some(value) = parse(text, term.sort()) {
            given.push((term.clone(), value));
        }
    }
    let mut evaluator = Evaluator::new(given.iter().cloned());
    let mut confirmed = prepared.asked.len() == reply.model.len();
    for (i, formula) in prepared.formulas.iter().enumerate() {
        // The negated goal is the first; it must be computed in any case.
        if i > 0 && has_quantifier(formula) {
            continue;
        }
        confirmed &= evaluator.truth(formula) == Some(true);
    }
    confirmed &= !evaluator.is_inconsistent();
    let values = prepared
        .names
        .iter()
        .zip(&prepared.asked)
        .filter_map(|(name, term)| {
            let value = given
                .iter()
                .find(|(t, _)| t == term)
                .map(|(_, v)| v.clone())?;
            Some((name.clone(), value))
        })
        .collect();
    Model { values, confirmed }
}
