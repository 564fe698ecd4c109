//! Axioms of options, tuples and enum constants.

use super::call;
use super::catalog::Axioms;
use crate::term::{Sort, Term, and, bound, eq, implies, int, le, lt, ne, or};
use logic::{DataOp, TUPLE_MEMBERS};

pub(super) fn option_axioms(element: &Sort, out: &mut Axioms) {
    let sort = Sort::option(element.clone());
    let (x, o) = (bound("x@", element.clone()), bound("o@", sort.clone()));
    let none = call(DataOp::OptNone, Vec::new(), &sort);
    let some = |x: &Term| call(DataOp::OptSome, vec![x.clone()], &sort);
    let get = |o: &Term| call(DataOp::OptGet, vec![o.clone()], element);
    let some_x = some(&x);
    out.all(
        "opt.some",
        &[&x],
        [&[&some_x]],
        and(vec![
            eq(get(&some_x), x.clone()),
            ne(some_x.clone(), none.clone()),
        ]),
    );
    let get_o = get(&o);
    out.all(
        "opt.get",
        &[&o],
        [&[&get_o]],
        or(vec![eq(o.clone(), none), eq(o.clone(), some(&get_o))]),
    );
}

pub(super) fn tuple_axioms(parts: &[Sort], out: &mut Axioms) {
    let sort = Sort::Tuple(parts.to_vec());
    if parts.is_empty() || parts.len() > usize::from(TUPLE_MEMBERS) {
        return;
    }
    let vars: Vec<Term> = parts
        .iter()
        .enumerate()
        .map(|(at, part)| bound(format!("x{at}@"), part.clone()))
        .collect();
    let members = |tuple: &Term| -> Vec<Term> {
        parts
            .iter()
            .zip(0..TUPLE_MEMBERS)
            .map(|(part, at)| call(DataOp::TuplePart(at), vec![tuple.clone()], part))
            .collect()
    };
    let made = call(DataOp::TupleMake, vars.clone(), &sort);
    let all: Vec<&Term> = vars.iter().collect();
    let equal = members(&made)
        .into_iter()
        .zip(&vars)
        .map(|(member, x)| eq(member, x.clone()));
    out.all("tuple.make", &all, [&[&made]], and(equal.collect()));
    let t = bound("t@", sort.clone());
    let read = members(&t);
    let trigger: Vec<&Term> = read.iter().collect();
    out.all(
        "tuple.members",
        &[&t],
        [&trigger],
        eq(t.clone(), call(DataOp::TupleMake, read.clone(), &sort)),
    );
}

/// Constants of an enum that come out of data are among the enum's constants.
pub(super) fn enum_axioms(out: &mut Axioms) {
    let (x, n) = (bound("x@", Sort::Int), bound("n@", Sort::Int));
    let constant = call(DataOp::EnumConstant, vec![x.clone(), n.clone()], &Sort::Int);
    let within = |x: &Term| and(vec![le(int(0), x.clone()), lt(x.clone(), n.clone())]);
    out.all(
        "enum.constant",
        &[&x, &n],
        [&[&constant]],
        and(vec![
            implies(lt(int(0), n.clone()), within(&constant)),
            implies(within(&x), eq(constant.clone(), x.clone())),
        ]),
    );
}
