//! Which pure functions rest on which.

use core_lang::function_callees as callees;
use core_lang::{FunctionId, Program};

/// The functions that a function rests on and that do not rest on it.
pub(crate) fn below(program: &Program, function: FunctionId) -> Vec<FunctionId> {
    let mut seen = Vec::new();
    let mut work = callees(program.function(function));
    while let Some(next) = work.pop() {
        if !seen.contains(&next) {
            seen.push(next);
            work.extend(callees(program.function(next)));
        }
    }
    let own = group(program, function);
    seen.retain(|other| *other != function && !own.contains(other));
    seen
}

/// The functions that can reach themselves through each other, with it.
pub(crate) fn group(program: &Program, function: FunctionId) -> Vec<FunctionId> {
    let reach = |from: FunctionId| {
        let mut seen = Vec::new();
        let mut work = callees(program.function(from));
        while let Some(next) = work.pop() {
            if !seen.contains(&next) {
                seen.push(next);
                work.extend(callees(program.function(next)));
            }
        }
        seen
    };
    let from_here = reach(function);
    let mut group: Vec<FunctionId> = from_here
        .into_iter()
        .filter(|other| *other == function || reach(*other).contains(&function))
        .collect();
    group.sort_unstable();
    group
}
