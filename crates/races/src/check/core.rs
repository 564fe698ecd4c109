//! What of a condition is about an index.
//!
//! A thread that makes an access has come a long way: through loops over other things, past what it read. Most of that says
//! nothing of the index, and a question that has all of it is a hundred times as long as one that has what bounds the
//! numbers of the index alone. What is impossible with less is impossible.

use crate::accesses::Access;
use solver::term::{Op, Symbol, Term, and, postorder};
use std::collections::BTreeSet;

/// Of fewer terms a question is as soon answered as with less.
const MANY: usize = 300;

/// Whether less of what is known makes a question short that is long.
pub(super) fn is_short_of<'t>(
    core: impl Iterator<Item = &'t Term>,
    whole: impl Iterator<Item = &'t Term>,
) -> bool {
    let whole = postorder(whole).len();
    whole > MANY && postorder(core).len() <= whole / 2
}

/// The symbols of what every index may be made of: numbers of threads and blocks, sizes, parameters.
pub(super) struct Known(BTreeSet<Symbol>);

impl Known {
    /// Those of these terms.
    pub(super) fn of<'t>(terms: impl Iterator<Item = &'t Term>) -> Self {
        Known(terms.flat_map(Term::symbols).cloned().collect())
    }

    /// The parts of a condition that speak of nothing but what these terms are made of, and of what is known; none if it has
    /// no others.
    pub(super) fn core(&self, condition: &Term, of: &[&Term]) -> Option<Term> {
        let of: BTreeSet<&Symbol> = of.iter().flat_map(|term| term.symbols()).collect();
        let parts = match condition.as_op(Op::And) {
            Some(parts) => parts,
            None => std::slice::from_ref(condition),
        };
        let is_about = |part: &&Term| {
            let mut symbols = part.symbols().iter();
            symbols.all(|symbol| of.contains(symbol) || self.0.contains(symbol))
        };
        let kept: Vec<Term> = parts.iter().filter(is_about).cloned().collect();
        (kept.len() < parts.len()).then(|| and(kept))
    }

    /// An access under the part of its condition that is about its index; none if all of it is.
    pub(super) fn core_of(&self, access: &Access) -> Option<Access> {
        let condition = self.core(&access.condition, &[&access.offset, &access.bytes])?;
        Some(Access {
            condition,
            ..access.clone()
        })
    }
}
