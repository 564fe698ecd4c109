//! The clauses that the extents of arrays suggest: that threads, or a parameter, do not run out of them.

use super::columns::of_columns;
use super::grids::of_grid;
use super::kept::Kept;
use super::linear::{Sum, Term, Values, axis_of};
use super::meaning::{About, Proposed, Weight, parameter, threads};
use super::named::Names;
use super::rows::addresses;
use super::told_apart::ToldApart;
use crate::sizes::each_expression;
use contracts::{Clause, Number, Relation};
use kernel_graph::{
    Array, ArrayId, BlockId, Dimension, Expr, ExprKind, Function, FunctionId, LayoutKind, Linkage,
    LocalId, Module, Space,
};
use races::MOST_THREADS;
use std::collections::{BTreeMap, BTreeSet};

/// The clauses of a kernel whose calls are inlined: those that leave most first.
pub(super) fn extents(module: &Module, kernel: FunctionId) -> Vec<Proposed> {
    let Some(function) = module.functions.get(kernel.0 as usize) else {
        return Vec::new();
    };
    let values = Values::of(function);
    let names = Names::of(function);
    let bounds = Bounds::of(function, &values, &names);
    let mut found = Vec::new();
    let mut most: BTreeMap<(ArrayId, Dimension), BTreeSet<(u32, bool)>> = BTreeMap::new();
    let kept = Kept::of(function);
    let told = ToldApart::of(module, kernel);
    for (at, address) in all_addresses(function) {
        found.extend(of_grid(module, (&names, &kept, &values), (at, address)));
        found.extend(of_columns((&names, &kept, &values), (at, address)));
        let Some((id, sum)) = values.address(address) else {
            continue;
        };
        let Some(array) = module.array(id).filter(|array| is_declared(array)) else {
            continue;
        };
        let levels = levels(array);
        for (term, factor) in sum.terms.iter().filter(|(_, factor)| **factor > 0) {
            let Some(room) = room(&levels, &sum, *factor) else {
                continue;
            };
            match term {
                Term::Thread(axis, per) if array.space == Space::Shared => {
                    let inner = array.bytes.map(i128::from) != Some(room);
                    // A second part of the array has as many elements as the block has threads.
                    let parts = sum.terms.get(&Term::Threads(*axis));
                    let whole = factor.saturating_add(parts.copied().unwrap_or(0).max(0));
                    let threads = most_threads((&sum, room), (whole, *per));
                    let threads =
                        threads.filter(|n| is_once(&sum, *axis) && !told.exceeds_in(*axis, *n));
                    let each = most.entry((id, *axis)).or_default();
                    each.extend(threads.map(|n| (n, inner)));
                }
                Term::Local(local) => {
                    let of = (id, array, &*levels);
                    found.extend(bounds.clauses(of, *local, (&sum, *factor, room)));
                }
                Term::Thread(..) | Term::Block(_) | Term::Global(_) | Term::Threads(_) => {}
            }
        }
    }
    let of_threads = most.into_iter().flat_map(|((id, axis), each)| {
        let array = module.array(id);
        let each = each.into_iter().rev();
        each.filter_map(move |n| Some(at_most((id, array?), axis, n)))
    });
    let mut all: Vec<Proposed> = Vec::new();
    for mut one in of_threads.chain(found) {
        match all.iter_mut().find(|before| before.clause == one.clause) {
            Some(before) => before.about.join(&mut one.about),
            None => all.push(one),
        }
    }
    all.extend(squares(function, &values));
    all
}

/// That a block has as many threads in one dimension as in another, where the text compares a thread's number in the one with
/// the size in the other.
fn squares(function: &Function, values: &Values<'_>) -> Vec<Proposed> {
    let mut found: BTreeSet<(Dimension, Dimension)> = BTreeSet::new();
    each_expression(function, &mut |part| {
        let ExprKind::Compare(_, a, b) = &part.kind else {
            return;
        };
        for (number, size) in [(a, b), (b, a)] {
            let number = values.sum(number).only_thread();
            let size = values.sum(size).only_size();
            if let Some((one, other)) = number.zip(size).filter(|(one, other)| one != other) {
                found.insert((one.min(other), one.max(other)));
            }
        }
    });
    let each = found.into_iter().map(|(one, other)| Proposed {
        clause: Clause::Compare(
            threads(axis_of(one), false),
            Relation::Equal,
            threads(axis_of(other), false),
        ),
        about: About::Square,
        evidence: format!(
            "threads differ in `threadIdx.{}` and the size in the other dimension",
            axis_of(other)
        ),
        weight: Weight::Some,
    });
    each.collect()
}

/// The shared arrays that are indexed by the first number of a thread and by no other of it, in a kernel in which some threads
/// of a row do more than others, as in a sum over it, and no rows do: else the other number may be forgotten.
pub(super) fn lines(module: &Module, kernel: FunctionId) -> BTreeSet<ArrayId> {
    let Some(function) = module.functions.get(kernel.0 as usize) else {
        return BTreeSet::new();
    };
    let values = Values::of(function);
    let (mut found, mut others) = (BTreeSet::new(), BTreeSet::new());
    for (_, address) in all_addresses(function) {
        let Some((id, sum)) = values.address(address) else {
            continue;
        };
        let by = |term: &Term| matches!(term, Term::Thread(axis, _) if *axis == Dimension::X);
        let other = |term: &Term| matches!(term, Term::Thread(axis, _) if *axis != Dimension::X);
        if sum.more || sum.terms.keys().any(other) {
            others.insert(id);
        } else if sum.terms.keys().any(by) {
            found.insert(id);
        }
    }
    let mut compared = BTreeSet::new();
    each_expression(function, &mut |part| {
        if let ExprKind::Compare(_, a, b) = &part.kind {
            compared.extend(
                [a, b]
                    .into_iter()
                    .filter_map(|side| values.sum(side).only_thread()),
            );
        }
    });
    found.retain(|id| !others.contains(id) && compared == BTreeSet::from([Dimension::X]));
    found
}

/// The addresses of all accesses, with the blocks in which these are.
fn all_addresses(function: &Function) -> impl Iterator<Item = (BlockId, &Expr)> {
    let blocks = (0u32..).map(BlockId).zip(&function.blocks);
    let stmts = blocks.flat_map(|(at, block)| block.stmts.iter().map(move |stmt| (at, stmt)));
    stmts.flat_map(|(at, stmt)| {
        let each = addresses(&stmt.kind).into_iter();
        each.map(move |address| (at, address))
    })
}

/// Whether the program says how long an array is.
pub(super) fn is_declared(array: &Array) -> bool {
    match array.linkage {
        Linkage::Variable => array.bytes.is_some(),
        Linkage::Parameter(_) | Linkage::Dynamic | Linkage::Literal => false,
    }
}

/// How many bytes the array and the rows in it have.
pub(super) fn levels(array: &Array) -> Vec<i128> {
    let mut found: Vec<i128> = array.bytes.map(i128::from).into_iter().collect();
    let mut layout = &array.layout;
    loop {
        found.push(i128::from(layout.size));
        layout = match &layout.kind {
            LayoutKind::Array(of, _) => of,
            LayoutKind::Struct { fields, .. } => match fields.as_slice() {
                [only] => &only.layout,
                _ => return found,
            },
            LayoutKind::Scalar { .. } | LayoutKind::Vector(..) | LayoutKind::Opaque => {
                return found;
            }
        };
    }
}

/// Whether a thread's number in a dimension is in a sum once: a remainder has it twice.
fn is_once(sum: &Sum, axis: Dimension) -> bool {
    let of_axis = |term: &&Term| matches!(term, Term::Thread(of, _) if *of == axis);
    sum.terms.keys().filter(of_axis).count() == 1
}

/// In how many bytes multiples of a factor stay, so that they reach no other row.
fn room(levels: &[i128], sum: &Sum, factor: i128) -> Option<i128> {
    let others = sum.terms.iter();
    let others = others.filter(|(term, _)| matches!(term, Term::Thread(..)));
    let others = others.map(|(_, factor)| *factor);
    let all = levels.iter().copied().chain(others);
    all.filter(|room| *room > factor).min()
}

/// How many threads there may be in a dimension; none if that is a number by chance, but for whole warps within a margin.
fn most_threads((sum, room): (&Sum, i128), (factor, per): (i128, u32)) -> Option<u32> {
    let before = sum.number.max(0).rem_euclid(room);
    let times = (room - before + factor - 1) / factor;
    let threads = u32::try_from(times).ok()?.checked_mul(per)?;
    let whole = before < factor && room % factor == 0;
    let meant = whole || threads.is_power_of_two() || threads.is_multiple_of(32);
    // A margin on the other side takes more, where there is one: of an array with room for whole warps alone nothing is left.
    let margin = (room / factor) % 32 != 0;
    let threads = match (meant, margin) {
        (true, _) => threads,
        (false, true) => threads.checked_sub(threads % 32)?,
        (false, false) => return None,
    };
    (2..=MOST_THREADS).contains(&threads).then_some(threads)
}

fn at_most((id, array): (ArrayId, &Array), axis: Dimension, (n, inner): (u32, bool)) -> Proposed {
    Proposed {
        clause: Clause::Compare(
            threads(axis_of(axis), false),
            Relation::AtMost,
            Number::from(i64::from(n)),
        ),
        about: About::Extent {
            arrays: BTreeSet::from([id]),
            rows: inner,
        },
        evidence: format!("`{}` is indexed by `{}`", declared(array), name(axis)),
        weight: Weight::Most,
    }
}

/// An array as it is declared.
pub(super) fn declared(array: &Array) -> String {
    let mut text = array.name.clone();
    let mut layout = &array.layout.kind;
    while let LayoutKind::Array(of, Some(n)) = layout {
        text.push_str(&format!("[{n}]"));
        layout = &of.kind;
    }
    text
}

pub(super) fn name(axis: Dimension) -> &'static str {
    match axis {
        Dimension::X => "threadIdx.x",
        Dimension::Y => "threadIdx.y",
        Dimension::Z => "threadIdx.z",
    }
}

/// The parameters of a kernel, and with which numbers locals are compared.
struct Bounds<'f> {
    params: BTreeMap<LocalId, &'f str>,
    compared: BTreeMap<LocalId, Vec<Number>>,
}

impl<'f> Bounds<'f> {
    fn of(function: &'f Function, values: &Values<'_>, names: &Names<'_>) -> Self {
        let params = function.params.iter();
        let params: BTreeMap<LocalId, &str> =
            params.map(|param| (param.local, &*param.name)).collect();
        let mut compared: BTreeMap<LocalId, Vec<Number>> = BTreeMap::new();
        each_expression(function, &mut |part| {
            if let ExprKind::Compare(_, a, b) = &part.kind {
                for (one, other) in [(a, b), (b, a)] {
                    if let Some(local) = values.sum(one).only_local()
                        && let Some(number) = names.number(other, values)
                    {
                        let all = compared.entry(local).or_default();
                        if !all.contains(&number) {
                            all.push(number);
                        }
                    }
                }
            }
        });
        Bounds { params, compared }
    }

    /// What parameters are to be so that an access with a multiple of a local stays in an array.
    fn clauses(
        &self,
        (id, array, levels): (ArrayId, &Array, &[i128]),
        local: LocalId,
        (sum, factor, room): (&Sum, i128, i128),
    ) -> Vec<Proposed> {
        let one = |of: Number, relation, number: i128| {
            let number = i64::try_from(number).ok()?;
            Some(Proposed {
                clause: Clause::Compare(of, relation, Number::from(number)),
                about: About::Extent {
                    arrays: BTreeSet::from([id]),
                    rows: false,
                },
                evidence: format!("`{}` is indexed by it", declared(array)),
                weight: Weight::Most,
            })
        };
        // What is a part of a row says nothing of rows.
        let element = levels.last().copied().unwrap_or(1);
        if room % factor != 0 || factor < element {
            return Vec::new();
        }
        if let Some(name) = self.params.get(&local) {
            let last = (room - sum.number + factor - 1) / factor - 1;
            let first = (factor - 1 - sum.number) / factor;
            let one = |relation, number| one(parameter(name)?, relation, number);
            let below = (first >= 0).then(|| one(Relation::AtLeast, first));
            let above = one(Relation::AtMost, last);
            return above.into_iter().chain(below.flatten()).collect();
        }
        let bounds = self.compared.get(&local).into_iter().flatten();
        bounds
            .filter_map(|bound| one(bound.clone(), Relation::AtMost, room / factor))
            .collect()
    }
}
