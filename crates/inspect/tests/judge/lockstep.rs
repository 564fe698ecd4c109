//! Interleaving equals lock-step (*Interleaving and Lock-Step Semantics*, theorem 5.2), over generated
//! programs with reducible control flow.
//!
//! What the theorem says of all executions is looked at in single ones. Barriers are all that orders
//! threads here, so an execution that comes to its end without a race is, up to steps that commute, the
//! only one: then every schedule and lock-step must come to their ends with the same memory. In all other
//! cases every schedule and lock-step must find something wrong, but not the same: which of two races,
//! or whether a race or what comes of it, is met first depends on who goes on when.
//! The theorem speaks of kernels that terminate, and so do these programs.

use super::reducible::program;
use executor::{Launch, Options, Outcome, Schedule, run, run_lock_step};
use kernel_graph::FunctionId;
use rayon::prelude::*;
use std::collections::BTreeMap;

/// In so many orders of the threads.
const SCHEDULES: u64 = 6;

/// What is in memory at the end.
fn memory(outcome: &Outcome) -> Vec<(u32, i64, u128)> {
    let all = outcome.arrays.iter().flat_map(|array| {
        let id = array.array.0;
        let elements = array.elements.iter();
        elements.map(move |element| (id, element.offset, element.value.bits()))
    });
    all.collect()
}

/// How both end, by a schedule and in lock-step; or in what they contradict each other.
fn compared(seed: u64) -> Result<BTreeMap<(&'static str, &'static str), u64>, String> {
    let program = program(seed);
    kernel_graph::check(&program.module).map_err(|wrong| format!("seed {seed}: {wrong}"))?;
    let (block, grid) = ([program.block, 1, 1], [program.grid, 1, 1]);
    let launch = Launch::new(FunctionId(0), block, grid, seed);
    let options = Options {
        steps: 100_000,
        ..Options::default()
    };
    let lock = run_lock_step(&program.module, &launch, &options);
    let mut found = BTreeMap::new();
    for number in 0..SCHEDULES {
        let schedule = Schedule::number(number, seed);
        let other = run(&program.module, &launch, &options, schedule);
        let says = || {
            format!(
                "seed {seed}, {schedule:?}: {:?} {:?}, in lock-step {:?} {:?}\n{}",
                other.word(),
                other.stop,
                lock.word(),
                lock.stop,
                kernel_graph::print(&program.module)
            )
        };
        match (other.fault(), lock.fault()) {
            (Some(_), Some(_)) => {}
            (None, None) if other.stop.is_none() && lock.stop.is_none() => {
                if memory(&other) != memory(&lock) {
                    let (a, b) = (memory(&other), memory(&lock));
                    type Words = Vec<(u32, i64, u128)>;
                    let only = |a: &Words, b: &Words| -> Words {
                        a.iter().filter(|one| !b.contains(one)).copied().collect()
                    };
                    let (a, b) = (only(&a, &b), only(&b, &a));
                    return Err(format!("other memory {a:?}, {b:?}: {}", says()));
                }
            }
            (_, _) => return Err(says()),
        }
        *found.entry((other.word(), lock.word())).or_default() += 1;
    }
    Ok(found)
}

pub fn interleaving_and_lock_step_say_the_same() {
    let usual = if super::slow() { 100_000 } else { 600 };
    let count = super::setting("KERNEL_REDUCIBLE", usual);
    let first = super::setting("KERNEL_SEED", 0);
    let all: Vec<_> = (first..first + count)
        .into_par_iter()
        .map(compared)
        .collect();
    let mut sum: BTreeMap<(&str, &str), u64> = BTreeMap::new();
    let mut wrong = Vec::new();
    for one in all {
        match one {
            Ok(found) => {
                for (pair, count) in found {
                    *sum.entry(pair).or_default() += count;
                }
            }
            Err(says) => wrong.push(says),
        }
    }
    println!("{count} programs, {SCHEDULES} schedules each; by a schedule and in lock-step:");
    for ((one, other), count) in &sum {
        println!("{one}\t{other}\t{count}");
    }
    println!("contradictions: {}", wrong.len());
    assert!(wrong.is_empty(), "{}", wrong.first().unwrap());
    // Programs of both kinds are there.
    let done = sum.get(&("done", "done")).copied().unwrap_or(0);
    let total: u64 = sum.values().sum();
    assert!(done > total / 8 && done < total, "{done} of {total}");
}
