//! Terms about references: `null`, lengths, and the fixed rows of a matrix.

use solver::term::{self, Sort, Symbol, Term};

/// The length of an array.
pub(crate) fn length_of(array: Term) -> Term {
    term::app(
        &Symbol::new("length", vec![Sort::Ref], Sort::Int),
        vec![array],
    )
}

/// The null reference.
pub(crate) fn null() -> Term {
    term::constant("null", Sort::Ref)
}

/// The row of a matrix under vercors-1.4, where rows are fixed.
pub(crate) fn fixed_row(matrix: Term, row: Term) -> Term {
    term::app(&row_symbol(), vec![matrix, row])
}

/// The function that gives a fixed row of a matrix.
pub(crate) fn row_symbol() -> Symbol {
    Symbol::new("row", vec![Sort::Ref, Sort::Int], Sort::Ref)
}

/// The function that gives the number of a fixed row in its matrix.
pub(crate) fn row_index_symbol() -> Symbol {
    Symbol::new("row.index", vec![Sort::Ref], Sort::Int)
}
