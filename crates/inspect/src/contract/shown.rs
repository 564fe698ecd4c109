//! What an execution shows by itself: a race or a divergence of which the checker, with what it may take, says nothing.

use super::meaning::Contract;
use super::runs::{Runs, What};
use crate::decide::Decided;
use crate::sizes::Chosen;
use crate::trial::Rest;
use executor::{Fault, Group, Racing, Stop, Stopped};
use kernel_graph::{BlockId, Module, Place};
use num_bigint::BigInt;
use races::{Abstraction, Finding, Kind, Meets, Who};

/// What memory contains where nothing but that may be wrong: each element another value, so that an index that is read is
/// another one for each thread. What goes wrong with others alone may be what the program says of its data.
const APART: [Rest; 1] = [Rest::Iota];

/// So many launches in which something goes wrong are looked at.
const MOST: usize = 3;

/// What a run that satisfies a contract shows, confirmed by an execution in a small launch in which memory contains values
/// that are apart; none if none does.
pub(super) fn shown(
    runs: &mut Runs<'_, '_>,
    (contract, chosen): (&Contract, &Chosen),
    decided: &Decided<'_>,
) -> Option<Finding> {
    let failing = runs.outcomes(contract, chosen).into_iter().filter(|ran| {
        let may_be_said_of_data = matches!(ran.what, What::Outside(_));
        ran.wrong.is_some() && !may_be_said_of_data
    });
    let failing: Vec<_> = failing.take(MOST).collect();
    failing.iter().find_map(|ran| {
        let (stop, module) = runs.stopped(ran)?;
        let finding = finding(&module, &stop)?;
        let judge = runs.checked().judge(&decided.module, chosen);
        let (found, _) = judge.smallest_of(&finding, decided, &APART)?;
        Some(found)
    })
}

/// The finding that an execution ends with, but for the values.
fn finding(module: &Module, stop: &Stopped) -> Option<Finding> {
    let Stop::Fault(fault) = &stop.why else {
        return None;
    };
    let (fault, place) = match fault {
        Fault::Race {
            array,
            first,
            second,
            ..
        } => {
            let same_block = first.who?.block == second.who?.block;
            let (first, second) = (racing(module, first)?, racing(module, second)?);
            let place = first.place;
            let fault = races::Fault::Race {
                array: *array,
                first,
                second,
                same_block,
                across: false,
            };
            (fault, place)
        }
        Fault::Divergence { group, .. } => {
            let who = match group {
                Group::Block => Who::Block,
                Group::Grid => Who::Grid,
                // That the threads of a warp come together may be assumed.
                Group::Warp(_) => return None,
            };
            let what = Meets::Barrier;
            let place = stop.site.place(module);
            (races::Fault::Divergence { what, who }, place)
        }
        // That a parameter is not too large, that an assertion holds, is for contracts to say.
        Fault::OutOfBounds { .. }
        | Fault::Null
        | Fault::ConstantWrite(_)
        | Fault::Assertion
        | Fault::Division => return None,
    };
    Some(Finding {
        fault,
        place,
        threads: Vec::new(),
        values: Vec::new(),
        abstractions: vec![Abstraction::Memory],
        cells: Vec::new(),
        only_by_overflow: false,
    })
}

/// An access of a race; none if it is atomic, for which the checker has rules of its own.
fn racing(module: &Module, one: &Racing) -> Option<races::Racing> {
    let kind = match one.kind {
        executor::Kind::Read => Kind::Read,
        executor::Kind::Write => Kind::Write,
        executor::Kind::Atomic(_) => return None,
    };
    let place: Place = one.site.place(module);
    let (offset, bytes) = one.unit;
    Some(races::Racing {
        kind,
        place,
        bytes: Some(u64::from(bytes)),
        offset: Some(BigInt::from(offset)),
        stmt: (
            BlockId(one.site.block),
            usize::try_from(one.site.stmt).unwrap_or(usize::MAX),
        ),
        iterations: Vec::new(),
    })
}
