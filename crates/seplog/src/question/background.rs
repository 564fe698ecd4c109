//! Axioms that every question rests on.

use crate::state::reference::{fixed_row, length_of, null, row_index_symbol};
use solver::term::{self, Sort, Symbol, Term};

/// What holds of lengths and, under vercors-1.4, of rows.
pub(crate) fn background() -> Vec<Term> {
    let array = term::bound("bg!array", Sort::Ref);
    let index = term::bound("bg!index", Sort::Int);
    let length = length_of(array.clone());
    let row = fixed_row(array.clone(), index.clone());
    let matrix_of = Symbol::new("row.matrix", vec![Sort::Ref], Sort::Ref);
    let index_of = row_index_symbol();
    vec![
        term::forall(
            vec![array.clone()],
            vec![vec![length.clone()]],
            term::le(term::int(0), length),
            "length.nonnegative",
        ),
        term::forall(
            vec![array.clone(), index.clone()],
            vec![vec![row.clone()]],
            term::and(vec![
                term::eq(term::app(&matrix_of, vec![row.clone()]), array),
                term::eq(term::app(&index_of, vec![row.clone()]), index),
                term::ne(row, null()),
            ]),
            "row.injective",
        ),
    ]
}
