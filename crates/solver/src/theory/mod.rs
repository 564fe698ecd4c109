//! Sequences, sets, bags, maps, options, tuples and strings.
//!
//! [`apply`] builds the term of an operation, simplified where that is cheap.
//! [`axioms`] says what the solver has to know about the operations that occur.
//! [`extensional`] says when two values are the same in a way that can be shown.
//!
//! Every axiom is true in the standard model: finite sequences, sets, bags and maps over
//! their elements, in which `seq.at` outside a sequence, `map.get` of a key that is not
//! there, `opt.get` of nothing and `set.choose` of the empty set are some fixed value.
//! The language rules such uses out by conditions of their own.
//!
//! | file | holds |
//! |---|---|
//! | `fold.rs` | operations, simplified |
//! | `literal.rs` | terms that list their elements |
//! | `equal.rs` | equality by elements |
//! | `catalog.rs` | which axioms a question needs |
//! | `seq.rs` `set.rs` `bag.rs` `map.rs` `product.rs` | the axioms |
//! | `sum.rs` | sums and products over ranges of integers |

mod bag;
mod catalog;
mod equal;
mod fold;
mod literal;
mod map;
mod product;
mod seq;
mod set;
mod sum;

pub use catalog::axioms;
pub use equal::extensional;
pub use fold::apply;

use crate::term::{Sort, Symbol, Term, app};
use logic::{DataSort, data_sort};

/// An application of the operation `name`, as it stands.
fn call(name: &str, args: Vec<Term>, result: &Sort) -> Term {
    let sorts = args.iter().map(|a| a.sort().clone()).collect();
    app(&Symbol::new(name, sorts, result.clone()), args)
}

/// How many elements a value has, as an integer that is never negative; none for values
/// that have no size.
pub fn size(value: &Term) -> Option<Term> {
    let name = match data_sort(value.sort())? {
        DataSort::Seq(_) => "seq.len",
        DataSort::Set(_) => "set.card",
        DataSort::Bag(_) => "bag.card",
        DataSort::Map(..) => "map.card",
        DataSort::Option(_) | DataSort::Tuple(_) | DataSort::String => return None,
    };
    let op = logic::DataOp {
        name,
        sorts: Vec::new(),
    };
    Some(apply(&op, vec![value.clone()], &Sort::Int))
}
