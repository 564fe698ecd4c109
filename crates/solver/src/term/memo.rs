//! Results of arithmetic, kept by thread.
//!
//! The questions about one kernel are made of the same indices: they are compared, renamed and put together
//! again for each question. Terms are unique and the constructors have no state, so that a result that is kept is
//! the one that would be computed again.

use std::cell::RefCell;

use rustc_hash::FxHashMap;

use super::node::Term;

/// So many results are kept; then all are dropped.
const MOST: usize = 1 << 15;

/// A constructor.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Made {
    Sum,
    Difference,
    Product,
    Less,
    AtMost,
    Equal,
}

thread_local! {
    static KNOWN: RefCell<FxHashMap<(Made, Vec<Term>), Term>> = RefCell::default();
}

/// The result of a constructor on its arguments, made by `make` where it is not kept.
pub(super) fn remembered(made: Made, args: Vec<Term>, make: impl FnOnce(&[Term]) -> Term) -> Term {
    let key = (made, args);
    if let Some(term) = KNOWN.with_borrow(|known| known.get(&key).cloned()) {
        return term;
    }
    let term = make(&key.1);
    KNOWN.with_borrow_mut(|known| {
        if known.len() >= MOST {
            known.clear();
        }
        known.insert(key, term.clone());
    });
    term
}
