//! Terms that list their elements.

use super::call;
use crate::term::{Node, Sort, Symbol, Term, TermSet, eq};
use logic::DataOp;

/// The arguments, if the term is an application of the operation.
pub(super) fn args_of(term: &Term, op: DataOp) -> Option<&[Term]> {
    (term.symbol()?.data_op() == Some(&op)).then(|| term.args())
}

/// The string with this text, as it is written between quotes.
pub(super) fn text(written: &str) -> Term {
    call(
        DataOp::StrLiteral(written.into()),
        Vec::new(),
        &Sort::String,
    )
}

/// The text that a symbol stands for, if that is exactly what is written.
pub(super) fn text_of(symbol: &Symbol) -> Option<&str> {
    let DataOp::StrLiteral(text) = symbol.data_op()? else {
        return None;
    };
    // What has an escape in it may be written in another way.
    (!text.contains('\\')).then_some(text)
}

/// The text of a string that is exactly what is written.
pub(super) fn plain_text(term: &Term) -> Option<&str> {
    let Node::Const(symbol) = term.node() else {
        return None;
    };
    text_of(symbol)
}

/// Whether the term stands for one value that differs from all others written so.
pub(super) fn is_value(term: &Term) -> bool {
    term.is_literal() || plain_text(term).is_some()
}

/// Whether two terms can be seen to differ.
pub(super) fn differ(a: &Term, b: &Term) -> bool {
    a != b && ((is_value(a) && is_value(b)) || eq(a.clone(), b.clone()).is_false())
}

/// The elements of a sequence that lists them.
pub(super) fn sequence(term: &Term) -> Option<Vec<Term>> {
    let mut found = Vec::new();
    let mut work = vec![term];
    while let Some(term) = work.pop() {
        if let Some([a, b]) = args_of(term, DataOp::SeqAppend) {
            work.push(b);
            work.push(a);
        } else if let Some([x]) = args_of(term, DataOp::SeqSingle) {
            found.push(x.clone());
        } else if args_of(term, DataOp::SeqEmpty).is_none() {
            return None;
        }
    }
    Some(found)
}

/// The sequence of some elements.
pub(super) fn sequence_of(elements: &[Term], result: &Sort) -> Term {
    let single = |x: &Term| call(DataOp::SeqSingle, vec![x.clone()], result);
    elements
        .iter()
        .map(single)
        .reduce(|list, x| call(DataOp::SeqAppend, vec![list, x], result))
        .unwrap_or_else(|| call(DataOp::SeqEmpty, Vec::new(), result))
}

/// The elements of a set or bag that lists them.
fn collection(term: &Term, add: &DataOp, empty: DataOp) -> Option<Vec<Term>> {
    let mut found = Vec::new();
    let mut rest = term;
    while let Some([inner, x]) = args_of(rest, add.clone()) {
        found.push(x.clone());
        rest = inner;
    }
    args_of(rest, empty)?;
    found.reverse();
    Some(found)
}

/// The elements of a set that lists them, in order, none twice. A substitution may have
/// put a literal for a variable, so the term itself need not be in order.
pub(super) fn set(term: &Term) -> Option<Vec<Term>> {
    let mut elements = collection(term, &DataOp::SetAdd, DataOp::SetEmpty)?;
    elements.sort();
    elements.dedup();
    Some(elements)
}

/// The elements of a bag that lists them, in order.
pub(super) fn bag(term: &Term) -> Option<Vec<Term>> {
    let mut elements = collection(term, &DataOp::BagAdd, DataOp::BagEmpty)?;
    elements.sort();
    Some(elements)
}

/// The set of some elements; their order does not matter.
pub(super) fn set_of(mut elements: Vec<Term>, result: &Sort) -> Term {
    elements.sort();
    elements.dedup();
    elements
        .into_iter()
        .fold(call(DataOp::SetEmpty, Vec::new(), result), |set, x| {
            call(DataOp::SetAdd, vec![set, x], result)
        })
}

/// The bag of some elements; their order does not matter.
pub(super) fn bag_of(mut elements: Vec<Term>, result: &Sort) -> Term {
    elements.sort();
    elements
        .into_iter()
        .fold(call(DataOp::BagEmpty, Vec::new(), result), |bag, x| {
            call(DataOp::BagAdd, vec![bag, x], result)
        })
}

/// The entries of a map that lists them, of each key the last one. Keys that are written
/// out are in order.
pub(super) fn map(term: &Term) -> Option<Vec<(Term, Term)>> {
    let mut found = Vec::new();
    let mut rest = term;
    while let Some([inner, key, value]) = args_of(rest, DataOp::MapBuild) {
        found.push((key.clone(), value.clone()));
        rest = inner;
    }
    args_of(rest, DataOp::MapEmpty)?;
    found.reverse();
    Some(in_order(found))
}

fn in_order(entries: Vec<(Term, Term)>) -> Vec<(Term, Term)> {
    let mut kept: Vec<(Term, Term)> = Vec::new();
    let mut seen = TermSet::default();
    for (key, value) in entries.into_iter().rev() {
        if seen.insert(key.clone()) {
            kept.push((key, value));
        }
    }
    kept.reverse();
    // Keys that may be the same must stay as they are.
    if kept.iter().all(|(key, _)| is_value(key)) {
        kept.sort();
    }
    kept
}

/// The map of some entries, of which a later one wins.
pub(super) fn map_of(entries: Vec<(Term, Term)>, result: &Sort) -> Term {
    in_order(entries)
        .into_iter()
        .fold(call(DataOp::MapEmpty, Vec::new(), result), |map, (k, v)| {
            call(DataOp::MapBuild, vec![map, k, v], result)
        })
}

/// The entries of a map whose keys are written out: in order, each key once.
pub(super) fn map_by_values(term: &Term) -> Option<Vec<(Term, Term)>> {
    map(term).filter(|entries| entries.iter().all(|(key, _)| is_value(key)))
}
