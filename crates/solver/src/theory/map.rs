//! Axioms of finite maps.

use super::call;
use super::catalog::Axioms;
use super::equal::extensional;
use crate::term::{Label, Sort, Term, and, bound, eq, implies, ite, ne, not, or};
use logic::DataOp;

pub(super) fn axioms(key: &Sort, value: &Sort, out: &mut Axioms) {
    let sort = Sort::map(key.clone(), value.clone());
    let key_set = Sort::set(key.clone());
    let var = |name: &str, sort: &Sort| bound(name, sort.clone());
    let (m, n) = (var("m@", &sort), var("n@", &sort));
    let (k, j, v) = (var("k@", key), var("j@", key), var("v@", value));
    let empty = call(DataOp::MapEmpty, Vec::new(), &sort);
    let no_keys = call(DataOp::SetEmpty, Vec::new(), &key_set);
    let keys = |m: &Term| call(DataOp::MapKeys, vec![m.clone()], &key_set);
    let has = |m: &Term, k: &Term| call(DataOp::SetContains, vec![keys(m), k.clone()], &Sort::Bool);
    let get = |m: &Term, k: &Term| call(DataOp::MapGet, vec![m.clone(), k.clone()], value);
    let with = |set: Term, k: &Term| call(DataOp::SetAdd, vec![set, k.clone()], &key_set);

    let keys_m = keys(&m);
    let (has_k, get_j, get_k) = (has(&m, &k), get(&m, &j), get(&m, &k));
    out.fact(&empty, eq(keys(&empty), no_keys.clone()));
    out.all(
        "map.keys",
        &[&m],
        [&[&keys_m]],
        implies(
            eq(keys_m.clone(), no_keys.clone()),
            eq(m.clone(), empty.clone()),
        ),
    );
    let build = call(
        DataOp::MapBuild,
        vec![m.clone(), k.clone(), v.clone()],
        &sort,
    );
    out.all(
        "map.build",
        &[&m, &k, &v],
        [&[&build]],
        and(vec![
            eq(keys(&build), with(keys(&m), &k)),
            eq(get(&build, &k), v.clone()),
        ]),
    );
    let get_build = get(&build, &j);
    out.all(
        "map.build.get",
        &[&m, &k, &v, &j],
        [&[&get_build], &[&get_j, &build]],
        eq(
            get_build.clone(),
            ite(extensional(&j, &k), v.clone(), get_j.clone()),
        ),
    );
    let remove = call(DataOp::MapRemove, vec![m.clone(), k.clone()], &sort);
    let one = with(no_keys, &k);
    out.all(
        "map.remove",
        &[&m, &k],
        [&[&remove]],
        eq(
            keys(&remove),
            call(DataOp::SetDiff, vec![keys(&m), one], &key_set),
        ),
    );
    let get_remove = get(&remove, &j);
    out.all(
        "map.remove.get",
        &[&m, &k, &j],
        [&[&get_remove], &[&get_j, &remove]],
        or(vec![
            extensional(&j, &k),
            eq(get_remove.clone(), get_j.clone()),
        ]),
    );

    let value_set = Sort::set(value.clone());
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
        &[&m, &k],
        [&[&values, &has_k], &[&values, &get_k]],
        implies(has_k.clone(), has_value(&get_k)),
    );
    let in_values = has_value(&v);
    let of = call(DataOp::MapKey, vec![m.clone(), v.clone()], key);
    out.all(
        "map.values.contains",
        &[&m, &v],
        [&[&in_values]],
        implies(
            in_values.clone(),
            and(vec![has(&m, &of), eq(get(&m, &of), v.clone())]),
        ),
    );

    let pair_sort = Sort::Tuple(vec![key.clone(), value.clone()]);
    let item_set = Sort::set(pair_sort.clone());
    let items = call(DataOp::MapItems, vec![m.clone()], &item_set);
    let pair = var("p@", &pair_sort);
    let in_items = call(
        DataOp::SetContains,
        vec![items.clone(), pair.clone()],
        &Sort::Bool,
    );
    let first = call(DataOp::TuplePart(0), vec![pair.clone()], key);
    let second = call(DataOp::TuplePart(1), vec![pair.clone()], value);
    out.all(
        "map.items",
        &[&m, &pair],
        [&[&in_items]],
        eq(
            in_items.clone(),
            and(vec![
                has(&m, &first),
                extensional(&get(&m, &first), &second),
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
        &[&m, &k],
        [&[&items, &has_k], &[&items, &get_k]],
        implies(
            has_k.clone(),
            call(DataOp::SetContains, vec![items.clone(), entry], &Sort::Bool),
        ),
    );

    let same = call(DataOp::MapEq, vec![m.clone(), n.clone()], &Sort::Bool);
    let at = call(DataOp::MapDiffers, vec![m.clone(), n.clone()], key);
    out.all(
        "map.eq",
        &[&m, &n],
        [&[&same]],
        and(vec![
            implies(same.clone(), eq(m.clone(), n.clone())),
            implies(eq(m.clone(), n.clone()), same.clone()),
            or(vec![
                same.clone(),
                ne(has(&m, &at), has(&n, &at)),
                and(vec![
                    has(&m, &at),
                    not(extensional(&get(&m, &at), &get(&n, &at))),
                ]),
            ]),
        ]),
    );
}
