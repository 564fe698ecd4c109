//! Terms about references: `null`, lengths, and the fixed rows of a matrix.

use solver::term::{self, Sort, Symbol, Term};

/// The length of an array.
pub fn length_of(array: Term) -> Term {
    term::app(
        &Symbol::new("length", vec![Sort::Ref], Sort::Int),
        vec![array],
    )
}

/// The null reference.
pub fn null() -> Term {
    term::constant("null", Sort::Ref)
}

/// The row of a matrix under vercors-1.4, where rows are fixed.
pub fn fixed_row(matrix: Term, row: Term) -> Term {
    term::app(
        &Symbol::new("row", vec![Sort::Ref, Sort::Int], Sort::Ref),
        vec![matrix, row],
    )
}
