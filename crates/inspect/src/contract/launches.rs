//! Launches of the file, held against a contract. What is not certain is unchecked.

use crate::model::Satisfied;
use crate::sizes::{Chosen, Origin};
use contracts::{Axis, Clause, Contract, Number, Relation, Size, Value};
use hosts::{Hosts, Launch, Status};

/// Whether a launch of clang's tree, on one way to it, satisfies clauses.
pub(crate) fn of_clauses(hosts: &Hosts, launch: &Launch, clauses: &[(Clause, Whose)]) -> Satisfied {
    let all = Contract {
        clauses: clauses.iter().map(|(clause, _)| clause.clone()).collect(),
    };
    let each = clauses.iter().zip(hosts.check_each(&all, launch));
    let each = each.map(|((_, whose), status)| of_status(status, *whose));
    let known = match &launch.passed {
        Ok(_) => Satisfied::Meets,
        Err(why) => Satisfied::Unchecked(why.reason.clone()),
    };
    one_way(known, each)
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
pub(crate) enum Whose {
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

/// Of what is said of a launch, on two ways to it or of two clauses, that which promises less; of two conditions both.
pub(crate) fn worst(one: Satisfied, other: Satisfied) -> Satisfied {
    let rank = |status: &Satisfied| match status {
        Satisfied::Meets => 0,
        Satisfied::Alone(_) | Satisfied::Outside(_) => 1,
        Satisfied::Conditional(_) => 2,
        Satisfied::Unchecked(_) => 3,
        Satisfied::Violates { .. } => 4,
    };
    match (&one, &other) {
        (Satisfied::Conditional(a), Satisfied::Conditional(b)) => {
            let known = a.split(AND).any(|part| part == b);
            match known {
                true => one,
                false => Satisfied::Conditional(format!("{a}{AND}{b}")),
            }
        }
        _ if rank(&other) > rank(&one) => other,
        _ => one,
    }
}

/// Between conditions.
const AND: &str = "` and `";

/// All clauses: those of the sizes that a kernel was checked for, with who says them, and those of a contract.
pub(crate) fn clauses(contract: &Contract, chosen: &Chosen) -> Vec<(Clause, Whose)> {
    let own = contract
        .clauses
        .iter()
        .map(|clause| (clause.clone(), Whose::Kernels));
    sizes(chosen).chain(own).collect()
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
            Origin::Required | Origin::Contract | Origin::Launch | Origin::Any => Whose::Kernels,
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
