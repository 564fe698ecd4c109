//! Kernels with barriers, right ones and wrong ones: what the checker calls verified is executed on
//! random inputs in many orders of its threads, and violates nothing.
//!
//! Every day a few; with `ALPINIST_SLOW=1` many. `BARRIERS=N` takes N kernels, `BARRIERS_SEED=S`
//! those from seed S on.

use crate::common::{each, solvers};
use crate::judge::barriers::{execute, kernel};
use crate::judge::{read, setting};
use pipeline::check::Settings;
use seplog::Silent;
use seplog::report::Summary;
use std::collections::BTreeMap;
use std::sync::Mutex;
use trials::asked;

#[derive(Default)]
struct Counts {
    /// By family: kernels, right ones, verified ones, right and verified ones, verified ones made
    /// with slips, executed ones.
    families: BTreeMap<&'static str, [u64; 6]>,
    refused: u64,
    unknown: u64,
    inputs: u64,
    ended: u64,
    limited: u64,
    wrong: Vec<String>,
}

/// How much each verified kernel is run.
#[derive(Clone, Copy)]
struct Effort {
    inputs: u64,
    schedules: u64,
}

fn try_kernel(seed: u64, effort: Effort, shared: &Mutex<Counts>) {
    let kernel = kernel(seed);
    let read = read("p.pvl", &kernel.text).expect("a generated program resolves");
    // The resource limit decides, not the clock; what it ends is not verified, and shows nothing.
    let settings = Settings {
        proofs: seplog::Settings {
            rlimit: Some(100_000),
            ..seplog::Settings::default()
        },
        ..Settings::default()
    };
    let report = pipeline::check::check(&read.program, &read.names, &settings, solvers(), &Silent);
    let verified = report.summary() == Summary::Verified;
    let executed = verified.then(|| execute(&read, effort.inputs, effort.schedules));
    let mut counts = shared.lock().unwrap();
    match report.summary() {
        Summary::Failed => counts.refused += 1,
        Summary::Unknown | Summary::Nothing => counts.unknown += 1,
        Summary::Verified => {}
    }
    let right = kernel.slips == 0;
    let row = counts.families.entry(kernel.family).or_default();
    let ran = executed.as_ref().is_some_and(|found| found.ended > 0);
    let facts = [
        true,
        right,
        verified,
        verified && right,
        verified && !right,
        ran,
    ];
    for (count, fact) in row.iter_mut().zip(facts) {
        *count += u64::from(fact);
    }
    if let Some(found) = executed {
        counts.inputs += found.inputs;
        counts.ended += found.ended;
        counts.limited += found.limited;
        if let Some(wrong) = found.wrong {
            counts.wrong.push(format!(
                "{seed} ({}) verifies, and: {wrong}\n{}",
                kernel.family, kernel.text
            ));
        }
    }
}

#[test]
fn verified_kernels_with_barriers_violate_nothing() {
    let slow = asked("ALPINIST_SLOW");
    let count = setting("BARRIERS", if slow { 2_400 } else { 30 });
    let from = setting("BARRIERS_SEED", 0);
    let effort = Effort {
        inputs: if slow { 8 } else { 4 },
        schedules: if slow { 50 } else { 10 },
    };
    let shared = Mutex::new(Counts::default());
    let seeds: Vec<u64> = (from..from + count).collect();
    each(&seeds, |seed| try_kernel(*seed, effort, &shared));
    let counts = shared.into_inner().unwrap();
    println!(
        "| family | kernels | without a slip | verified | of these without a slip | with slips | executed |"
    );
    println!("|---|---|---|---|---|---|---|");
    let mut sum = [0; 6];
    for (family, row) in &counts.families {
        println!("| {family} | {} |", row.map(|n| n.to_string()).join(" | "));
        for (total, part) in sum.iter_mut().zip(row) {
            *total += part;
        }
    }
    println!("| **all** | {} |", sum.map(|n| n.to_string()).join(" | "));
    println!(
        "{} refused, {} unknown; {} inputs, {} runs ended, {} too long",
        counts.refused, counts.unknown, counts.inputs, counts.ended, counts.limited
    );
    assert!(
        counts.wrong.is_empty(),
        "{} wrong:\n{}",
        counts.wrong.len(),
        counts.wrong.join("\n")
    );
    // Kernels of both kinds verify, and nearly all that verify are executed.
    let [kernels, _, verified, _, with_slips, executed] = sum;
    assert!(verified * 4 >= kernels && verified * 4 <= kernels * 3);
    assert!(executed * 10 >= verified * 9 && (kernels < 30 || with_slips > 0));
}
