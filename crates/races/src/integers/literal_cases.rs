//! Bit operations on numbers that are one of several literals, such as a stride that is halved from one literal on: the
//! result is one of several literals as well.

use solver::term::{Op, Term, ite, postorder};

/// Of more literals nothing is made.
const MOST: usize = 70;

/// The cases of a number that is one of several literals: conditions with literals, and the last literal.
fn cases(term: &Term) -> Option<(Vec<(Term, Term)>, Term)> {
    let mut found = Vec::new();
    let mut rest = term.clone();
    while let Some([condition, value, other]) = rest.as_op(Op::Ite) {
        value.as_bits()?;
        found.push((condition.clone(), value.clone()));
        if found.len() > MOST {
            return None;
        }
        rest = other.clone();
    }
    rest.as_bits()?;
    (!found.is_empty()).then_some((found, rest))
}

/// The result of an operation, if both operands are made of literals and of one number that is one of several.
pub(crate) fn on_literals(operation: fn(Term, Term) -> Term, a: &Term, b: &Term) -> Option<Term> {
    let parts = postorder([a, b]);
    let chosen = parts
        .iter()
        .rev()
        .find_map(|part| Some((part.clone(), cases(part)?)));
    let (number, (found, last)) = chosen?;
    let with = |literal: &Term| {
        let value = [(number.clone(), literal.clone())];
        let (a, b) = (a.subst(&value), b.subst(&value));
        (a.as_bits().is_some() && b.as_bits().is_some()).then(|| operation(a, b))
    };
    let mut result = with(&last)?;
    for (condition, literal) in found.iter().rev() {
        result = ite(condition.clone(), with(literal)?, result);
    }
    Some(result)
}
