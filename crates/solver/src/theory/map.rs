//! Axioms of finite maps.

use super::call;
use super::catalog::Axioms;
use super::equal::extensional;
use crate::term::{Label, Sort, Term, and, bound, eq, implies, ite, ne, not, or};
use logic::DataOp;

/// The operations on maps from one sort to another.
struct Map<'a> {
    key: &'a Sort,
    value: &'a Sort,
    sort: Sort,
    key_set: Sort,
    maps: [Term; 2],
    keys: [Term; 2],
    v: Term,
}

impl Map<'_> {
    fn keys(&self, m: &Term) -> Term {
        call(DataOp::MapKeys, vec![m.clone()], &self.key_set)
    }
    fn has(&self, m: &Term, k: &Term) -> Term {
        let args = vec![self.keys(m), k.clone()];
        call(DataOp::SetContains, args, &Sort::Bool)
    }
    fn get(&self, m: &Term, k: &Term) -> Term {
        call(DataOp::MapGet, vec![m.clone(), k.clone()], self.value)
    }
    fn with(&self, set: Term, k: &Term) -> Term {
        call(DataOp::SetAdd, vec![set, k.clone()], &self.key_set)
    }
}

pub(super) fn axioms(key: &Sort, value: &Sort, out: &mut Axioms) {
    let sort = Sort::map(key.clone(), value.clone());
    let map = &Map {
        key,
        value,
        key_set: Sort::set(key.clone()),
        maps: ["m@", "n@"].map(|name| bound(name, sort.clone())),
        keys: ["k@", "j@"].map(|name| bound(name, key.clone())),
        v: bound("v@", value.clone()),
        sort,
    };
    entries(map, out);
    values(map, out);
    items(map, out);
    equality(map, out);
}

/// Keys and their values, as maps are made.
fn entries(map: &Map<'_>, out: &mut Axioms) {
    let ([m, _], [k, j], v) = (&map.maps, &map.keys, &map.v);
    let empty = call(DataOp::MapEmpty, Vec::new(), &map.sort);
    let no_keys = call(DataOp::SetEmpty, Vec::new(), &map.key_set);
    let keys_m = map.keys(m);
    let get_j = map.get(m, j);
    out.fact(&empty, eq(map.keys(&empty), no_keys.clone()));
    out.all(
        "map.keys",
        &[m],
        [&[&keys_m]],
        implies(
            eq(keys_m.clone(), no_keys.clone()),
            eq(m.clone(), empty.clone()),
        ),
    );
    let build = call(
        DataOp::MapBuild,
        vec![m.clone(), k.clone(), v.clone()],
        &map.sort,
    );
    out.all(
        "map.build",
        &[m, k, v],
        [&[&build]],
        and(vec![
            eq(map.keys(&build), map.with(map.keys(m), k)),
            eq(map.get(&build, k), v.clone()),
        ]),
    );
    let get_build = map.get(&build, j);
    out.all(
        "map.build.get",
        &[m, k, v, j],
        [&[&get_build], &[&get_j, &build]],
        eq(
            get_build.clone(),
            ite(extensional(j, k), v.clone(), get_j.clone()),
        ),
    );
    let remove = call(DataOp::MapRemove, vec![m.clone(), k.clone()], &map.sort);
    let one = map.with(no_keys, k);
    out.all(
        "map.remove",
        &[m, k],
        [&[&remove]],
        eq(
            map.keys(&remove),
            call(DataOp::SetDiff, vec![map.keys(m), one], &map.key_set),
        ),
    );
    let get_remove = map.get(&remove, j);
    out.all(
        "map.remove.get",
        &[m, k, j],
        [&[&get_remove], &[&get_j, &remove]],
        or(vec![
            extensional(j, k),
            eq(get_remove.clone(), get_j.clone()),
        ]),
    );
}

/// The set of all values.
fn values(map: &Map<'_>, out: &mut Axioms) {
    let ([m, _], [k, _], v) = (&map.maps, &map.keys, &map.v);
    let (has_k, get_k) = (map.has(m, k), map.get(m, k));
    let value_set = Sort::set(map.value.clone());
    let values = call(DataOp::MapValues, vec![m.clone()], &value_set);
    let has_value = |v: &Term| {
        call(
            DataOp::SetContains,
            vec![values.clone(), v.clone()],
            &Sort::Bool,
        )
    };
    out.all(
        "map.values",
        &[m, k],
        [&[&values, &has_k], &[&values, &get_k]],
        implies(has_k.clone(), has_value(&get_k)),
    );
    let in_values = has_value(v);
    let of = call(DataOp::MapKey, vec![m.clone(), v.clone()], map.key);
    out.all(
        "map.values.contains",
        &[m, v],
        [&[&in_values]],
        implies(
            in_values.clone(),
            and(vec![map.has(m, &of), eq(map.get(m, &of), v.clone())]),
        ),
    );
}

/// The set of all pairs of a key and its value.
fn items(map: &Map<'_>, out: &mut Axioms) {
    let ([m, _], [k, _]) = (&map.maps, &map.keys);
    let (has_k, get_k) = (map.has(m, k), map.get(m, k));
    let pair_sort = Sort::Tuple(vec![map.key.clone(), map.value.clone()]);
    let item_set = Sort::set(pair_sort.clone());
    let items = call(DataOp::MapItems, vec![m.clone()], &item_set);
    let pair = bound("p@", pair_sort.clone());
    let in_items = call(
        DataOp::SetContains,
        vec![items.clone(), pair.clone()],
        &Sort::Bool,
    );
    let first = call(DataOp::TuplePart(0), vec![pair.clone()], map.key);
    let second = call(DataOp::TuplePart(1), vec![pair.clone()], map.value);
    out.all(
        "map.items",
        &[m, &pair],
        [&[&in_items]],
        eq(
            in_items.clone(),
            and(vec![
                map.has(m, &first),
                extensional(&map.get(m, &first), &second),
            ]),
        ),
    );
    let entry = call(
        DataOp::TupleMake,
        vec![k.clone(), get_k.clone()],
        &pair_sort,
    );
    out.all(
        Label::seldom("map.items.back"),
        &[m, k],
        [&[&items, &has_k], &[&items, &get_k]],
        implies(
            has_k.clone(),
            call(DataOp::SetContains, vec![items.clone(), entry], &Sort::Bool),
        ),
    );
}

/// Equality by keys and values.
fn equality(map: &Map<'_>, out: &mut Axioms) {
    let [m, n] = &map.maps;
    let same = call(DataOp::MapEq, vec![m.clone(), n.clone()], &Sort::Bool);
    let at = call(DataOp::MapDiffers, vec![m.clone(), n.clone()], map.key);
    let values = extensional(&map.get(m, &at), &map.get(n, &at));
    let differ = vec![
        ne(map.has(m, &at), map.has(n, &at)),
        and(vec![map.has(m, &at), not(values)]),
    ];
    out.equality("map.eq", [m, n], &same, differ);
}
