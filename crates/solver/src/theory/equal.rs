//! Equality by elements.

use super::call;
use super::literal::{self, args_of, differ, is_value};
use crate::term::{Sort, Term, and, bool_, eq, ff, ne, or, tt};
use logic::DataOp;

/// Literals nested deeper than this are not compared element by element.
const DEPTH: usize = 16;

/// `a == b`, in the form that can be shown: values are equal if their elements are.
///
/// It is equivalent to `a = b` under [`super::axioms`]. Where an equality is only
/// assumed, `a = b` itself is cheaper. Terms of other sorts are compared as they are.
pub fn extensional(a: &Term, b: &Term) -> Term {
    same(a, b, DEPTH)
}

fn same(a: &Term, b: &Term, depth: usize) -> Term {
    if a == b {
        return tt();
    }
    let plain = || eq(a.clone(), b.clone());
    if a.sort() != b.sort() || depth == 0 {
        return plain();
    }
    let predicate = |op: DataOp| call(op, vec![a.clone(), b.clone()], &Sort::Bool);
    match a.sort() {
        Sort::String if is_value(a) && is_value(b) => ff(),
        Sort::String
        | Sort::Bool
        | Sort::Int
        | Sort::Real
        | Sort::Ref
        | Sort::BitVec(_)
        | Sort::Array(..)
        | Sort::Parameter(_)
        | Sort::Adt(..) => plain(),
        Sort::Seq(_) => match (literal::sequence(a), literal::sequence(b)) {
            (Some(xs), Some(ys)) if xs.len() != ys.len() => ff(),
            (Some(xs), Some(ys)) => and(xs
                .iter()
                .zip(&ys)
                .map(|(x, y)| same(x, y, depth - 1))
                .collect()),
            _ => predicate(DataOp::SeqEq),
        },
        Sort::Set(_) => match (literal::set(a), literal::set(b)) {
            (Some(xs), Some(ys)) if xs.iter().chain(&ys).all(is_value) => bool_(xs == ys),
            _ => predicate(DataOp::SetEq),
        },
        Sort::Bag(_) => match (literal::bag(a), literal::bag(b)) {
            (Some(xs), Some(ys)) if xs.iter().chain(&ys).all(is_value) => bool_(xs == ys),
            _ => predicate(DataOp::BagEq),
        },
        Sort::Map(..) => match (literal::map_by_values(a), literal::map_by_values(b)) {
            (Some(xs), Some(ys)) => {
                let keys = |entries: &[(Term, Term)]| -> Vec<Term> {
                    entries.iter().map(|(key, _)| key.clone()).collect()
                };
                if keys(&xs) != keys(&ys) {
                    return ff();
                }
                and(xs
                    .iter()
                    .zip(&ys)
                    .map(|((_, v), (_, w))| same(v, w, depth - 1))
                    .collect())
            }
            _ => predicate(DataOp::MapEq),
        },
        Sort::Option(element) => {
            match (args_of(a, DataOp::OptSome), args_of(b, DataOp::OptSome)) {
                (Some([x]), Some([y])) => return same(x, y, depth - 1),
                (Some(_), _) if args_of(b, DataOp::OptNone).is_some() => return ff(),
                (_, Some(_)) if args_of(a, DataOp::OptNone).is_some() => return ff(),
                _ => {}
            }
            let none = call(DataOp::OptNone, Vec::new(), a.sort());
            if *a == none || *b == none {
                return plain();
            }
            let (x, y) = (get(a, element), get(b, element));
            or(vec![
                plain(),
                and(vec![
                    ne(a.clone(), none.clone()),
                    ne(b.clone(), none),
                    same(&x, &y, depth - 1),
                ]),
            ])
        }
        Sort::Tuple(parts) => {
            let made =
                args_of(a, DataOp::TupleMake).is_some() && args_of(b, DataOp::TupleMake).is_some();
            let mut all = Vec::new();
            for (at, sort) in parts.iter().enumerate() {
                let (Some(x), Some(y)) = (part(a, at, sort), part(b, at, sort)) else {
                    return plain();
                };
                if differ(&x, &y) {
                    return ff();
                }
                all.push(same(&x, &y, depth - 1));
            }
            if made {
                and(all)
            } else {
                or(vec![plain(), and(all)])
            }
        }
    }
}

fn get(option: &Term, element: &Sort) -> Term {
    match args_of(option, DataOp::OptSome) {
        Some([x]) => x.clone(),
        _ => call(DataOp::OptGet, vec![option.clone()], element),
    }
}

/// The member of a tuple; none if tuples do not have that many.
fn part(tuple: &Term, at: usize, sort: &Sort) -> Option<Term> {
    if let Some(parts) = args_of(tuple, DataOp::TupleMake) {
        return parts.get(at).cloned();
    }
    Some(call(DataOp::tuple_part(at)?, vec![tuple.clone()], sort))
}
