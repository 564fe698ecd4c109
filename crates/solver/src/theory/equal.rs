//! Equality by elements.

use super::call;
use super::literal::{self, args_of, differ, is_value};
use crate::term::{Sort, Term, and, bool_, eq, ff, ne, or, tt};
use logic::{DataSort, data_sort};

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
    let Some(kind) = data_sort(a.sort()) else {
        return plain();
    };
    let predicate = |name: &str| call(name, vec![a.clone(), b.clone()], &Sort::Bool);
    match kind {
        DataSort::String if is_value(a) && is_value(b) => ff(),
        DataSort::String => plain(),
        DataSort::Seq(_) => match (literal::sequence(a), literal::sequence(b)) {
            (Some(xs), Some(ys)) if xs.len() != ys.len() => ff(),
            (Some(xs), Some(ys)) => and(xs
                .iter()
                .zip(&ys)
                .map(|(x, y)| same(x, y, depth - 1))
                .collect()),
            _ => predicate("seq.eq"),
        },
        DataSort::Set(_) => match (literal::set(a), literal::set(b)) {
            (Some(xs), Some(ys)) if xs.iter().chain(&ys).all(is_value) => bool_(xs == ys),
            _ => predicate("set.eq"),
        },
        DataSort::Bag(_) => match (literal::bag(a), literal::bag(b)) {
            (Some(xs), Some(ys)) if xs.iter().chain(&ys).all(is_value) => bool_(xs == ys),
            _ => predicate("bag.eq"),
        },
        DataSort::Map(..) => match (literal::map_by_values(a), literal::map_by_values(b)) {
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
            _ => predicate("map.eq"),
        },
        DataSort::Option(element) => {
            match (args_of(a, "opt.some"), args_of(b, "opt.some")) {
                (Some([x]), Some([y])) => return same(x, y, depth - 1),
                (Some(_), _) if args_of(b, "opt.none").is_some() => return ff(),
                (_, Some(_)) if args_of(a, "opt.none").is_some() => return ff(),
                _ => {}
            }
            let none = call("opt.none", Vec::new(), a.sort());
            if *a == none || *b == none {
                return plain();
            }
            let (x, y) = (get(a, &element), get(b, &element));
            or(vec![
                plain(),
                and(vec![
                    ne(a.clone(), none.clone()),
                    ne(b.clone(), none),
                    same(&x, &y, depth - 1),
                ]),
            ])
        }
        DataSort::Tuple(parts) => {
            let made = args_of(a, "tuple.make").is_some() && args_of(b, "tuple.make").is_some();
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
    match args_of(option, "opt.some") {
        Some([x]) => x.clone(),
        _ => call("opt.get", vec![option.clone()], element),
    }
}

/// The member of a tuple; none if tuples do not have that many.
fn part(tuple: &Term, at: usize, sort: &Sort) -> Option<Term> {
    if let Some(parts) = args_of(tuple, "tuple.make") {
        return parts.get(at).cloned();
    }
    let name = logic::TUPLE_PARTS.get(at)?;
    Some(call(name, vec![tuple.clone()], sort))
}
