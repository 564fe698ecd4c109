//! Operations, simplified.

use num_traits::{Signed, ToPrimitive};

use super::call;
use super::equal::extensional;
use super::literal::{self, args_of, differ, is_value};
use crate::term::{Sort, Term, add, and, int, ite, le, lt, not, or, sub};
use logic::{DataOp, TEXT};
use logic::{DataSort, data_sort};

/// Operations nested deeper than this are left as they are.
const DEPTH: usize = 64;

/// Longer lists of unknowns are not compared pair by pair.
const LISTED: usize = 64;

/// The value of an operation, of sort `result`.
///
/// An operation of an unknown name, or with other arguments than it takes, is a function
/// about which nothing is known.
pub fn apply(op: &DataOp, args: Vec<Term>, result: &Sort) -> Term {
    match op.name {
        TEXT => {
            return match op.sorts.first() {
                Some(Sort::Data(text)) => literal::text(text, result),
                _ => call(TEXT, args, result),
            };
        }
        "seq.literal" => return literal::sequence_of(&args, result),
        "set.literal" => return literal::set_of(args, result),
        "bag.literal" => return literal::bag_of(args, result),
        "map.literal" => {
            let pairs = args.chunks_exact(2);
            let entries = pairs.filter_map(|pair| match pair {
                [key, value] => Some((key.clone(), value.clone())),
                _ => None,
            });
            return literal::map_of(entries.collect(), result);
        }
        _ => {}
    }
    let folded = match args.as_slice() {
        [a] => unary(op.name, a, result),
        [a, b] => binary(op.name, a, b, result),
        [a, b, c] => ternary(op.name, a, b, c, result),
        _ => None,
    };
    folded.unwrap_or_else(|| call(op.name, args, result))
}

fn unary(name: &str, a: &Term, result: &Sort) -> Option<Term> {
    match name {
        "seq.len" => Some(length(a)),
        "set.card" => set_card(a),
        "bag.card" => Some(int(i64::try_from(literal::bag(a)?.len()).ok()?)),
        "map.card" => {
            let keys = keys(a)?;
            Some(set_card(&keys).unwrap_or_else(|| call("set.card", vec![keys], result)))
        }
        "map.keys" => keys(a),
        "map.values" => {
            let entries = literal::map_by_values(a)?;
            let values = entries.into_iter().map(|(_, value)| value);
            Some(literal::set_of(values.collect(), result))
        }
        "map.items" => {
            let entries = literal::map_by_values(a)?;
            let Some(DataSort::Set(pair)) = data_sort(result) else {
                return None;
            };
            let pairs = entries
                .into_iter()
                .map(|(key, value)| call("tuple.make", vec![key, value], &pair));
            Some(literal::set_of(pairs.collect(), result))
        }
        "opt.get" => match args_of(a, "opt.some") {
            Some([x]) => Some(x.clone()),
            _ => None,
        },
        _ => {
            let at = logic::TUPLE_PARTS.iter().position(|part| *part == name)?;
            args_of(a, "tuple.make")?.get(at).cloned()
        }
    }
}

fn binary(name: &str, a: &Term, b: &Term, result: &Sort) -> Option<Term> {
    match name {
        "seq.at" => element(a, b),
        "seq.append" => append(a, b, result),
        "seq.take" | "seq.drop" => part(name == "seq.take", a, b, result),
        "seq.contains" => {
            let elements = literal::sequence(a)?;
            Some(one_of(&elements, b))
        }
        "seq.remove" => {
            let next = add(vec![b.clone(), int(1)]);
            let before = prefix(a, b, result);
            let after = suffix(a, &next, result);
            Some(joined(&before, &after, result))
        }
        "seq.range" | "set.range" => {
            let (low, high) = (a.as_int()?, b.as_int()?);
            let empty = if name == "seq.range" {
                "seq.empty"
            } else {
                "set.empty"
            };
            (low >= high).then(|| call(empty, Vec::new(), result))
        }
        "set.contains" => contains(a, b, DEPTH),
        "set.add" => {
            let mut elements = literal::set(a)?;
            elements.push(b.clone());
            Some(literal::set_of(elements, result))
        }
        "bag.add" => {
            let mut elements = literal::bag(a)?;
            elements.push(b.clone());
            Some(literal::bag_of(elements, result))
        }
        "set.union" | "set.inter" | "set.diff" => set_operation(name, a, b, result),
        "bag.union" => match (literal::bag(a), literal::bag(b)) {
            (Some(xs), _) if xs.is_empty() => Some(b.clone()),
            (_, Some(ys)) if ys.is_empty() => Some(a.clone()),
            (Some(mut xs), Some(ys)) => {
                xs.extend(ys);
                Some(literal::bag_of(xs, result))
            }
            _ => None,
        },
        "bag.count" => {
            let elements = literal::bag(a)?;
            let one = |x: &Term| ite(extensional(x, b), int(1), int(0));
            Some(add(elements.iter().map(one).collect()))
        }
        "set.strict" | "bag.strict" => {
            let subset = if name == "set.strict" {
                "set.subset"
            } else {
                "bag.subset"
            };
            let within = |a: &Term, b: &Term| {
                binary(subset, a, b, result)
                    .unwrap_or_else(|| call(subset, vec![a.clone(), b.clone()], result))
            };
            Some(and(vec![within(a, b), not(within(b, a))]))
        }
        "set.subset" => {
            let elements = literal::set(a).filter(|xs| xs.len() <= LISTED)?;
            Some(and(elements.iter().map(|x| is_in(b, x)).collect()))
        }
        "set.disjoint" => {
            let (list, other) = match (literal::set(a), literal::set(b)) {
                (Some(xs), _) => (xs, b),
                (_, Some(ys)) => (ys, a),
                _ => return None,
            };
            (list.len() <= LISTED).then(|| and(list.iter().map(|x| not(is_in(other, x))).collect()))
        }
        "map.disjoint" => {
            let (a, b) = (keys(a)?, keys(b)?);
            Some(
                binary("set.disjoint", &a, &b, result)
                    .unwrap_or_else(|| call("set.disjoint", vec![a, b], result)),
            )
        }
        "map.has" => Some(is_in(&keys(a)?, b)),
        "map.get" => value_of(a, b),
        "map.remove" => {
            let entries = literal::map_by_values(a)?;
            if !is_value(b) {
                return None;
            }
            let rest = entries.into_iter().filter(|(key, _)| key != b);
            Some(literal::map_of(rest.collect(), result))
        }
        "str.concat" => match (literal::plain_text(a), literal::plain_text(b)) {
            (Some(x), Some(y)) => Some(literal::text(&format!("{x}{y}"), result)),
            (Some(""), _) => Some(b.clone()),
            (_, Some("")) => Some(a.clone()),
            _ => None,
        },
        _ => None,
    }
}

fn ternary(name: &str, a: &Term, b: &Term, c: &Term, result: &Sort) -> Option<Term> {
    match name {
        "seq.slice" => {
            let front = prefix(a, c, result);
            Some(suffix(&front, b, result))
        }
        "seq.update" => {
            let mut elements = literal::sequence(a)?;
            let at = b.as_int()?.to_usize()?;
            *elements.get_mut(at)? = c.clone();
            Some(literal::sequence_of(&elements, result))
        }
        "map.build" => {
            let mut entries = literal::map(a)?;
            entries.push((b.clone(), c.clone()));
            Some(literal::map_of(entries, result))
        }
        _ => None,
    }
}

/// The length of a sequence, by its parts.
fn length(sequence: &Term) -> Term {
    let mut parts = Vec::new();
    let mut work = vec![sequence];
    while let Some(term) = work.pop() {
        if let Some([a, b]) = args_of(term, "seq.append") {
            work.push(a);
            work.push(b);
        } else if let Some([s, _, _]) = args_of(term, "seq.update") {
            work.push(s);
        } else if args_of(term, "seq.single").is_some() {
            parts.push(int(1));
        } else if let Some([low, high]) = args_of(term, "seq.range") {
            parts.push(distance(low, high));
        } else if args_of(term, "seq.empty").is_none() {
            parts.push(call("seq.len", vec![term.clone()], &Sort::Int));
        }
    }
    add(parts)
}

/// How many integers there are from `low` up to, not including, `high`.
fn distance(low: &Term, high: &Term) -> Term {
    ite(
        le(low.clone(), high.clone()),
        sub(high.clone(), low.clone()),
        int(0),
    )
}

/// An element, where it can be told which.
fn element(sequence: &Term, index: &Term) -> Option<Term> {
    let mut sequence = sequence.clone();
    let mut index = index.clone();
    let mut moved = false;
    loop {
        let next = if let Some([a, b]) = args_of(&sequence, "seq.append") {
            let Some((at, split)) = index.as_int().zip(length(a).as_int().cloned()) else {
                break;
            };
            if *at < split {
                a.clone()
            } else {
                index = sub(index, crate::term::big(split));
                b.clone()
            }
        } else if let Some([x]) = args_of(&sequence, "seq.single") {
            if index.as_int().is_some_and(|i| *i == 0.into()) {
                return Some(x.clone());
            }
            break;
        } else if let Some([s, at, x]) = args_of(&sequence, "seq.update") {
            if differ(at, &index) {
                s.clone()
            } else {
                let inside = index
                    .as_int()
                    .zip(length(s).as_int())
                    .is_some_and(|(i, n)| !i.is_negative() && i < n);
                if *at == index && inside {
                    return Some(x.clone());
                }
                break;
            }
        } else {
            break;
        };
        moved = true;
        sequence = next;
    }
    let Some(DataSort::Seq(of)) = data_sort(sequence.sort()) else {
        return None;
    };
    moved.then(|| call("seq.at", vec![sequence, index], &of))
}

fn append(a: &Term, b: &Term, result: &Sort) -> Option<Term> {
    if args_of(a, "seq.empty").is_some() {
        return Some(b.clone());
    }
    if args_of(b, "seq.empty").is_some() {
        return Some(a.clone());
    }
    let mut elements = literal::sequence(a)?;
    elements.extend(literal::sequence(b)?);
    Some(literal::sequence_of(&elements, result))
}

fn joined(a: &Term, b: &Term, result: &Sort) -> Term {
    append(a, b, result).unwrap_or_else(|| call("seq.append", vec![a.clone(), b.clone()], result))
}

/// The first `n` elements, or what comes after them.
fn part(front: bool, sequence: &Term, n: &Term, result: &Sort) -> Option<Term> {
    let n = n.as_int()?;
    if !n.is_positive() {
        return Some(if front {
            call("seq.empty", Vec::new(), result)
        } else {
            sequence.clone()
        });
    }
    let elements = literal::sequence(sequence)?;
    let n = n.to_usize().unwrap_or(usize::MAX).min(elements.len());
    let (before, after) = elements.split_at(n);
    let kept = if front { before } else { after };
    Some(literal::sequence_of(kept, result))
}

fn prefix(sequence: &Term, n: &Term, result: &Sort) -> Term {
    part(true, sequence, n, result)
        .unwrap_or_else(|| call("seq.take", vec![sequence.clone(), n.clone()], result))
}

fn suffix(sequence: &Term, n: &Term, result: &Sort) -> Term {
    part(false, sequence, n, result)
        .unwrap_or_else(|| call("seq.drop", vec![sequence.clone(), n.clone()], result))
}

fn one_of(elements: &[Term], x: &Term) -> Term {
    or(elements.iter().map(|e| extensional(e, x)).collect())
}

/// Membership in a set, by how the set is made.
fn contains(set: &Term, x: &Term, depth: usize) -> Option<Term> {
    let depth = depth.checked_sub(1)?;
    let inner = |set: &Term| {
        contains(set, x, depth)
            .unwrap_or_else(|| call("set.contains", vec![set.clone(), x.clone()], &Sort::Bool))
    };
    if let Some(elements) = literal::set(set) {
        return Some(one_of(&elements, x));
    }
    if let Some([rest, y]) = args_of(set, "set.add") {
        return Some(or(vec![extensional(y, x), inner(rest)]));
    }
    if let Some([low, high]) = args_of(set, "set.range") {
        return Some(and(vec![
            le(low.clone(), x.clone()),
            lt(x.clone(), high.clone()),
        ]));
    }
    if let Some([a, b]) = args_of(set, "set.union") {
        return Some(or(vec![inner(a), inner(b)]));
    }
    if let Some([a, b]) = args_of(set, "set.inter") {
        return Some(and(vec![inner(a), inner(b)]));
    }
    if let Some([a, b]) = args_of(set, "set.diff") {
        return Some(and(vec![inner(a), not(inner(b))]));
    }
    None
}

fn is_in(set: &Term, x: &Term) -> Term {
    contains(set, x, DEPTH)
        .unwrap_or_else(|| call("set.contains", vec![set.clone(), x.clone()], &Sort::Bool))
}

fn set_card(set: &Term) -> Option<Term> {
    if let Some([low, high]) = args_of(set, "set.range") {
        return Some(distance(low, high));
    }
    let elements = literal::set(set)?;
    let apart = elements.iter().all(is_value)
        || (elements.len() <= LISTED
            && elements
                .iter()
                .enumerate()
                .all(|(at, x)| elements.iter().skip(at + 1).all(|y| differ(x, y))));
    apart.then(|| int(i64::try_from(elements.len()).unwrap_or(i64::MAX)))
}

fn set_operation(name: &str, a: &Term, b: &Term, result: &Sort) -> Option<Term> {
    let (xs, ys) = (literal::set(a), literal::set(b));
    let nothing = |list: &Option<Vec<Term>>| list.as_ref().is_some_and(Vec::is_empty);
    match name {
        "set.union" if nothing(&xs) => return Some(b.clone()),
        "set.union" | "set.diff" if nothing(&ys) => return Some(a.clone()),
        "set.inter" | "set.diff" if nothing(&xs) => return Some(a.clone()),
        "set.inter" if nothing(&ys) => return Some(b.clone()),
        _ => {}
    }
    let (xs, ys) = (xs?, ys?);
    if name == "set.union" {
        return Some(literal::set_of([xs, ys].concat(), result));
    }
    if !xs.iter().chain(&ys).all(is_value) {
        return None;
    }
    let keep = name == "set.inter";
    let kept = xs.into_iter().filter(|x| ys.contains(x) == keep);
    Some(literal::set_of(kept.collect(), result))
}

/// The keys of a map, by how the map is made.
fn keys(map: &Term) -> Option<Term> {
    let Some(DataSort::Map(key, _)) = data_sort(map.sort()) else {
        return None;
    };
    let result = DataSort::Set(key).sort();
    if let Some(entries) = literal::map(map) {
        let keys = entries.into_iter().map(|(key, _)| key);
        return Some(literal::set_of(keys.collect(), &result));
    }
    let mut added = Vec::new();
    let mut rest = map;
    while let Some([inner, key, _]) = args_of(rest, "map.build") {
        added.push(key.clone());
        rest = inner;
    }
    let base = match args_of(rest, "map.remove") {
        Some([inner, key]) => {
            let inner = call("map.keys", vec![inner.clone()], &result);
            let one = literal::set_of(vec![key.clone()], &result);
            call("set.diff", vec![inner, one], &result)
        }
        _ => call("map.keys", vec![rest.clone()], &result),
    };
    added.sort();
    added.dedup();
    Some(
        added
            .into_iter()
            .fold(base, |set, key| call("set.add", vec![set, key], &result)),
    )
}

/// The value of a key, where it can be told which.
fn value_of(map: &Term, key: &Term) -> Option<Term> {
    let Some(DataSort::Map(_, of)) = data_sort(map.sort()) else {
        return None;
    };
    let mut rest = map;
    let mut moved = false;
    loop {
        let (inner, at, value) = match (args_of(rest, "map.build"), args_of(rest, "map.remove")) {
            (Some([inner, at, value]), _) => (inner, at, Some(value)),
            (_, Some([inner, at])) => (inner, at, None),
            _ => break,
        };
        if at == key {
            match value {
                Some(value) => return Some(value.clone()),
                None => break,
            }
        }
        if !differ(at, key) {
            break;
        }
        rest = inner;
        moved = true;
    }
    moved.then(|| call("map.get", vec![rest.clone(), key.clone()], &of))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::term::{constant, ff, tt};

    fn op(name: &'static str, args: Vec<Term>, result: &Sort) -> Term {
        let op = DataOp {
            name,
            sorts: Vec::new(),
        };
        apply(&op, args, result)
    }

    fn seq() -> Sort {
        DataSort::Seq(Sort::Int).sort()
    }

    fn list(elements: &[i64]) -> Term {
        op(
            "seq.literal",
            elements.iter().map(|x| int(*x)).collect(),
            &seq(),
        )
    }

    #[test]
    fn sequences_that_are_written_out_are_computed() {
        let s = list(&[4, 5, 6]);
        assert_eq!(op("seq.len", vec![s.clone()], &Sort::Int), int(3));
        assert_eq!(op("seq.at", vec![s.clone(), int(2)], &Sort::Int), int(6));
        assert_eq!(
            op("seq.remove", vec![s.clone(), int(1)], &seq()),
            list(&[4, 6])
        );
        let updated = op("seq.update", vec![s.clone(), int(0), int(9)], &seq());
        assert_eq!(updated, list(&[9, 5, 6]));
        let slice = op("seq.slice", vec![s.clone(), int(1), int(7)], &seq());
        assert_eq!(slice, list(&[5, 6]));
        assert_eq!(
            op("seq.contains", vec![s.clone(), int(5)], &Sort::Bool),
            tt()
        );
        assert_eq!(
            op("seq.contains", vec![s.clone(), int(7)], &Sort::Bool),
            ff()
        );
        // Out of range nothing is said.
        assert!(!op("seq.at", vec![s.clone(), int(3)], &Sort::Int).is_literal());
        assert!(!op("seq.at", vec![s.clone(), int(-1)], &Sort::Int).is_literal());
        assert_ne!(op("seq.update", vec![s.clone(), int(3), int(9)], &seq()), s);
    }

    #[test]
    fn lengths_are_sums() {
        let t = constant("t", seq());
        let s = op("seq.append", vec![t.clone(), list(&[1, 2])], &seq());
        let len = op("seq.len", vec![t.clone()], &Sort::Int);
        assert_eq!(op("seq.len", vec![s], &Sort::Int), add(vec![len, int(2)]));
        let front = op("seq.append", vec![list(&[1, 2]), t.clone()], &seq());
        let third = op("seq.at", vec![front, int(2)], &Sort::Int);
        assert_eq!(third, op("seq.at", vec![t, int(0)], &Sort::Int));
    }

    #[test]
    fn sets_and_maps_do_not_depend_on_order() {
        let set = DataSort::Set(Sort::Int).sort();
        let x = constant("x", Sort::Int);
        let a = op("set.literal", vec![int(3), x.clone(), int(1)], &set);
        let b = op("set.literal", vec![x.clone(), int(1), int(3), int(1)], &set);
        assert_eq!(a, b);
        // `x` may be 1 or 3.
        assert!(!op("set.card", vec![a.clone()], &Sort::Int).is_literal());
        let two = op("set.literal", vec![int(3), int(1)], &set);
        assert_eq!(op("set.card", vec![two.clone()], &Sort::Int), int(2));
        assert_eq!(
            extensional(&two, &op("set.literal", vec![int(1)], &set)),
            ff()
        );
        let map = DataSort::Map(Sort::Int, Sort::Int).sort();
        let m = op("map.literal", [2, 6, 3, 9, 2, 5].map(int).into(), &map);
        assert_eq!(m, op("map.literal", [3, 9, 2, 5].map(int).into(), &map));
        let unknown = op("map.build", vec![m.clone(), x.clone(), int(0)], &map);
        assert!(!op("map.get", vec![unknown.clone(), int(2)], &Sort::Int).is_literal());
        assert_eq!(op("map.get", vec![unknown, x], &Sort::Int), int(0));
        assert_eq!(op("map.get", vec![m, int(2)], &Sort::Int), int(5));
    }

    #[test]
    fn a_variable_that_becomes_a_literal_keeps_the_meaning() {
        let set = DataSort::Set(Sort::Int).sort();
        let x = crate::term::bound("x@", Sort::Int);
        let open = op("set.literal", vec![int(1), x.clone()], &set);
        let closed = open.subst(&[(x.clone(), int(0))]);
        let direct = op("set.literal", vec![int(0), int(1)], &set);
        assert_eq!(extensional(&closed, &direct), tt());
        let once = open.subst(&[(x.clone(), int(1))]);
        assert_eq!(op("set.card", vec![once], &Sort::Int), int(1));
        let map = DataSort::Map(Sort::Int, Sort::Int).sort();
        let open = op("map.literal", vec![x.clone(), int(5), int(1), int(7)], &map);
        let closed = open.subst(&[(x, int(1))]);
        assert_eq!(op("map.get", vec![closed, int(1)], &Sort::Int), int(7));
    }
}
