//! Launches of the file, held against a contract. What is not certain is unchecked.

use super::meaning::value;
use crate::model::Satisfied;
use crate::run::{Start, last_part};
use crate::sizes::{Chosen, Origin};
use clang::launches::{Extent, Launch};
use contracts::{Axis, Clause, Contract, Name, Number, Relation, Size, Value};
use hosts::{Hosts, Status};
use num_bigint::BigInt;
use text::span::Span;

/// A launch of clang's tree.
pub(crate) struct OfTree {
    /// Where it is.
    pub span: Span,
    /// Whether it satisfies the contract, on each way on which it is reached.
    pub status: Satisfied,
}

/// The launches of clang's tree that may start a kernel, and other uses of its name, held against a contract. `others` are
/// the kernels of the file.
pub(crate) fn of_tree(
    hosts: &Hosts,
    contract: &Contract,
    (kernel, others): (&str, &[String]),
    chosen: &Chosen,
) -> Vec<OfTree> {
    let mut found: Vec<OfTree> = Vec::new();
    let clauses: Vec<(Clause, Whose)> = clauses(contract, chosen);
    let all = Contract {
        clauses: clauses.iter().map(|(clause, _)| clause.clone()).collect(),
    };
    for launch in &hosts.launches {
        let status = match is_of(&launch.kernel, kernel, others) {
            Some(false) => continue,
            None => Satisfied::Unchecked("it is not known which kernel it starts".to_owned()),
            Some(true) => {
                let each = hosts.check_each(&all, launch);
                let each = clauses.iter().zip(each);
                let each = each.map(|((_, whose), status)| of_status(status, *whose));
                let known = match &launch.passed {
                    Ok(_) => Satisfied::Meets,
                    Err(why) => Satisfied::Unchecked(why.reason.clone()),
                };
                one_way(known, each)
            }
        };
        let span = launch.place.span;
        match found.iter_mut().find(|one| one.span == span) {
            Some(one) => one.status = worst(one.status.clone(), status),
            None => found.push(OfTree { span, status }),
        }
    }
    let unread = hosts.unread.iter().filter(|one| {
        let name = one.kernel.as_deref();
        name.is_none_or(|name| is_of(name, kernel, others) != Some(false))
    });
    found.extend(unread.map(|one| OfTree {
        span: one.why.place.span,
        status: Satisfied::Unchecked(one.why.reason.clone()),
    }));
    found
}

/// Whether a name is that of a kernel; none if that is not known.
fn is_of(name: &str, kernel: &str, others: &[String]) -> Option<bool> {
    if name.is_empty() {
        return None;
    }
    match last_part(name) == last_part(kernel) {
        true if name == kernel => {
            let overloads = others.iter().filter(|other| **other == kernel);
            (overloads.count() == 1).then_some(true)
        }
        // An instance that is another one.
        true if others.iter().any(|other| other == name) => Some(false),
        true => None,
        false => Some(false),
    }
}

fn of_status(status: Status, whose: Whose) -> Satisfied {
    match status {
        Status::Meets => Satisfied::Meets,
        Status::Violates { clause, .. } => violated(&clause, whose),
        Status::Conditional { text, .. } => Satisfied::Conditional(text),
        Status::Unchecked { why } => Satisfied::Unchecked(why.reason),
    }
}

/// What it means that a launch does not satisfy a clause.
fn violated(clause: &Clause, whose: Whose) -> Satisfied {
    match whose {
        Whose::Users => Satisfied::Outside(format!("`{clause}` was given")),
        Whose::Bounds => Satisfied::Unchecked(format!(
            "the kernel is checked for the most threads that `__launch_bounds__` allows, `{clause}`"
        )),
        Whose::Kernels => Satisfied::Violates {
            clause: clause.to_string(),
            finding: None,
        },
    }
}

/// Who says a clause.
#[derive(Clone, Copy)]
enum Whose {
    /// The kernel requires it.
    Kernels,
    /// It is the greatest size that the kernel allows.
    Bounds,
    /// It was given.
    Users,
}

/// What is said of a launch on one way to it: it is outside if one of the sizes that were given is another one, whatever
/// else is so.
fn one_way(known: Satisfied, each: impl Iterator<Item = Satisfied>) -> Satisfied {
    each.fold(known, |before, one| match (&before, &one) {
        (Satisfied::Outside(_), _) => before,
        (_, Satisfied::Outside(_)) => one,
        _ => worst(before, one),
    })
}

/// Of what is said of a launch on two ways to it that which promises less.
pub(crate) fn worst(one: Satisfied, other: Satisfied) -> Satisfied {
    let rank = |status: &Satisfied| match status {
        Satisfied::Meets => 0,
        Satisfied::Outside(_) => 1,
        Satisfied::Conditional(_) => 2,
        Satisfied::Unchecked(_) => 3,
        Satisfied::Violates { .. } => 4,
    };
    match rank(&other) > rank(&one) {
        true => other,
        false => one,
    }
}

/// All clauses: those of the sizes that a kernel was checked for, with who says them, and those of a contract.
fn clauses(contract: &Contract, chosen: &Chosen) -> Vec<(Clause, Whose)> {
    let own = contract
        .clauses
        .iter()
        .map(|clause| (clause.clone(), Whose::Kernels));
    sizes(chosen).chain(own).collect()
}

/// Whether a launch as tokens have it, of a kernel with these parameters, satisfies a contract; `chosen` are the sizes
/// that the kernel was checked for, which say in how many dimensions, and which sizes were given.
pub(crate) fn held(
    contract: &Contract,
    start: &Start<'_>,
    params: &[String],
    chosen: &Chosen,
) -> Satisfied {
    let launch = start.launch;
    if !start.sure {
        return Satisfied::Unchecked("it is not known which kernel it starts".to_owned());
    }
    let mut unknown = None;
    for (clause, whose) in clauses(contract, chosen) {
        match clause.eval(&|name| value(name, &|of| number(launch, params, of))) {
            Some(true) => {}
            Some(false) => match violated(&clause, whose) {
                Satisfied::Unchecked(why) => unknown = unknown.or(Some(why)),
                other => return other,
            },
            None => unknown = unknown.or(Some(reason(&clause, launch, params))),
        }
    }
    unknown.map_or(Satisfied::Meets, Satisfied::Unchecked)
}

/// What the sizes that a kernel was checked for say, and who says them.
fn sizes(chosen: &Chosen) -> impl Iterator<Item = (Clause, Whose)> {
    let each = [
        (Size::Block, chosen.block, chosen.sizes.block),
        (Size::Grid, chosen.grid, chosen.sizes.grid),
    ];
    each.into_iter().flat_map(|(size, origin, sizes)| {
        let whose = match origin {
            Origin::Given | Origin::Config => Whose::Users,
            Origin::Bounds => Whose::Bounds,
            Origin::Required
            | Origin::Contract
            | Origin::Launches
            | Origin::Unread
            | Origin::Any => Whose::Kernels,
        };
        let fixed = Axis::ALL.into_iter().zip(sizes);
        fixed.filter_map(move |(axis, n)| match n {
            races::Size::Fixed(n) => {
                let of = Number::Value(Value::Size(size, axis));
                let n = Number::from(i64::from(n));
                Some((Clause::Compare(of, Relation::Equal, n), whose))
            }
            races::Size::Any => None,
        })
    })
}

/// Why a clause has no value: the first thing that it speaks of and that is not known.
fn reason(clause: &Clause, launch: &Launch, params: &[String]) -> String {
    let names = clause.names();
    let values = names.into_iter().filter_map(|name| match name {
        Name::Value(of) => Some(of),
        Name::Address(_) | Name::Bytes(_) => None,
    });
    let mut values = values.filter(|of| number(launch, params, of).is_none());
    let unknown = values.next();
    let text = match &unknown {
        Some(Value::Size(size, _)) => {
            let extent = extent(launch, *size);
            (!extent.text.is_empty()).then(|| extent.text.clone())
        }
        Some(Value::Argument(name)) => {
            let at = params.iter().position(|param| param == name.as_str());
            let passed = at.and_then(|at| launch.arguments.get(at));
            passed.map(|passed| passed.text.clone())
        }
        Some(Value::SharedBytes | Value::WarpSize | Value::Length(_)) | None => None,
    };
    match (unknown, text) {
        (Some(of), Some(text)) => {
            format!(
                "`{clause}` depends on `{text}`, which is passed for `{}`",
                Number::Value(of)
            )
        }
        (Some(of), None) => format!("`{clause}` depends on `{}`", Number::Value(of)),
        (None, _) => format!("`{clause}` is not evaluated"),
    }
}

fn extent(launch: &Launch, size: Size) -> &Extent {
    match size {
        Size::Block => &launch.block,
        Size::Grid => &launch.grid,
    }
}

fn number(launch: &Launch, params: &[String], value: &Value) -> Option<BigInt> {
    match value {
        Value::Size(size, axis) => {
            let extent = extent(launch, *size);
            let at = Axis::ALL.iter().position(|one| one == axis)?;
            match extent.sizes.get(at) {
                Some(size) => size.value.map(BigInt::from),
                None => (!extent.sizes.is_empty()).then(|| BigInt::from(1)),
            }
        }
        Value::Argument(name) => {
            let at = params.iter().position(|param| param == name.as_str())?;
            let same = launch.arguments.len() == params.len();
            let passed = launch.arguments.get(at).filter(|_| same)?;
            // Of what may be a negative number nothing is known.
            let value = passed.value.filter(|value| i32::try_from(*value).is_ok());
            value.map(BigInt::from)
        }
        Value::SharedBytes | Value::WarpSize | Value::Length(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn that_a_launch_is_outside_on_one_way_hides_nothing_of_another() {
        let outside = || Satisfied::Outside("given".to_owned());
        let unchecked = || Satisfied::Unchecked("why".to_owned());
        assert_eq!(worst(outside(), unchecked()), unchecked());
        assert_eq!(worst(Satisfied::Meets, outside()), outside());
        let each = [unchecked(), outside()].into_iter();
        assert_eq!(one_way(Satisfied::Meets, each), outside());
    }
}
