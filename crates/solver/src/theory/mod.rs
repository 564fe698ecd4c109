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
//! | `collection.rs` | what those of sets and of bags have in common |
//! | `sum.rs` | sums and products over ranges of integers |

mod bag;
mod catalog;
mod collection;
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

use crate::term::{Sort, Symbol, SymbolKind, Term, app};
use logic::DataOp;

/// An application of an operation, as it stands.
fn call(op: DataOp, args: Vec<Term>, result: &Sort) -> Term {
    let sorts = args.iter().map(|a| a.sort().clone()).collect();
    app(
        &Symbol::of_kind(SymbolKind::Data(op), sorts, result.clone()),
        args,
    )
}

/// How many elements a value has, as an integer that is never negative; none for values
/// that have no size.
pub fn size(value: &Term) -> Option<Term> {
    let op = match value.sort() {
        Sort::Seq(_) => DataOp::SeqLen,
        Sort::Set(_) => DataOp::SetCard,
        Sort::Bag(_) => DataOp::BagCard,
        Sort::Map(..) => DataOp::MapCard,
        Sort::Bool
        | Sort::Int
        | Sort::Real
        | Sort::Ref
        | Sort::BitVec(_)
        | Sort::Array(..)
        | Sort::Option(_)
        | Sort::Tuple(_)
        | Sort::String
        | Sort::Parameter(_)
        | Sort::Adt(..) => return None,
    };
    Some(apply(&op, vec![value.clone()], &Sort::Int))
}
