//! Generated kernels, transformed by every step that applies: the result verifies, or the step is
//! refused with a code; and it does the same when it runs.
//!
//! Every day a few, one step each; with `ALPINIST_SLOW=1` many, each with all its steps.
//! `GENERATED=N` takes N programs, `GENERATED_SEED` others.

use crate::common::{alpinist_in, each, folder};
use crate::judge::generate::generate;
use crate::judge::{Effort, layouts, read, setting, side_by_side};
use oracle::Random;
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::Mutex;
use std::time::Duration;
use trials::asked;

/// Of a step, with numbers chosen.
fn chosen(flag: &str, random: &mut Random) -> Vec<String> {
    let number = random.between(1, 5).to_string();
    let flag = flag.replace('\'', "");
    let (name, argument) = flag.split_once(' ').unwrap();
    let argument = match name {
        "--unroll" => argument.replacen('K', &number, 1),
        "--merge" => argument.replacen('M', &number, 1),
        "--tile" => argument.replacen(":N", &format!(":{number}"), 1),
        "--fuse" => argument.replacen('F', "2", 1),
        _ => argument.to_owned(),
    };
    let mut step = vec![name.to_owned(), argument];
    if name == "--unroll" && random.one_in(2) {
        step.push("--guard".to_owned());
    }
    step
}

/// The steps that may be possible at the sites of a program.
fn possible(folder: &std::path::Path, random: &mut Random) -> Vec<Vec<String>> {
    let plan = alpinist_in(folder, &["plan", "--format", "json", "p.pvl"]);
    let plan: Value = serde_json::from_str(&plan.stdout).unwrap();
    let mut steps = Vec::new();
    for site in plan["sites"].as_array().unwrap() {
        for step in site["possible"].as_array().unwrap() {
            if step["obstacle"].is_null() {
                steps.push(chosen(step["flag"].as_str().unwrap(), random));
            }
        }
    }
    steps
}

#[derive(Default)]
struct Counts {
    programs: u64,
    /// The original does not verify: nothing is learnt.
    unverified: u64,
    /// By step: verified, refused with a code, result not shown.
    steps: BTreeMap<String, [u64; 3]>,
    refusals: BTreeMap<String, u64>,
    same: u64,
    not_shown: Vec<String>,
    wrong: Vec<String>,
}

fn try_program(seed: u64, all_steps: bool, effort: Effort, shared: &Mutex<Counts>) {
    let program = generate(seed);
    let place = folder(&[("p.pvl", &program.text)]);
    let mut random = Random::new(seed ^ 0xabcd);
    let mut steps = possible(place.path(), &mut random);
    shared.lock().unwrap().programs += 1;
    let verify = ["verify", "-q", "--jobs", "1", "--cache", "cache", "p.pvl"];
    if alpinist_in(place.path(), &verify).status != 0 {
        shared.lock().unwrap().unverified += 1;
        return;
    }
    while !all_steps && steps.len() > 1 {
        steps.remove(random.below(steps.len()));
    }
    // Two steps, one after the other.
    if all_steps && steps.len() > 1 {
        let first = steps[random.below(steps.len())].clone();
        let second = steps[random.below(steps.len())].clone();
        let guards = |step: &Vec<String>| step.iter().any(|word| word == "--guard");
        if first[0] != second[0] && !guards(&first) {
            steps.push(first.into_iter().chain(second).collect());
        }
    }
    let original = read("p.pvl", &program.text).expect("a generated program resolves");
    for step in steps {
        let name = format!("{seed} ({}) {}", program.family, step.join(" "));
        let mut args: Vec<&str> = step.iter().map(String::as_str).collect();
        args.extend(["-q", "--jobs", "1", "--cache", "cache", "p.pvl"]);
        let run = alpinist_in(place.path(), &args);
        let code = run
            .stderr
            .split("error[")
            .nth(1)
            .map_or("none", |rest| rest.split(']').next().unwrap_or(""))
            .to_owned();
        let mut counts = shared.lock().unwrap();
        let words: Vec<&str> = step
            .iter()
            .filter(|word| word.starts_with("--") && *word != "--guard")
            .map(String::as_str)
            .collect();
        let row = counts.steps.entry(words.join(" ")).or_default();
        match run.status {
            0 => {
                row[0] += 1;
                drop(counts);
                let compared = match read("result.pvl", &run.stdout) {
                    Some(result) => {
                        let layouts = layouts("", &step.join(" "));
                        side_by_side(&original, &result, &layouts, effort)
                    }
                    None => crate::judge::Compared {
                        fault: Some("the result does not resolve".to_owned()),
                        ..crate::judge::Compared::default()
                    },
                };
                let mut counts = shared.lock().unwrap();
                println!("{name}: verified, {} pairs agree", compared.same());
                counts.same += compared.same();
                // It was verified, so its runs violate nothing.
                if compared.words.contains_key("violation") {
                    counts
                        .wrong
                        .push(format!("{name}: the original violates\n{}", program.text));
                }
                if let Some(fault) = compared.fault {
                    counts
                        .wrong
                        .push(format!("{name}: {fault}\n{}\n{}", program.text, run.stdout));
                }
            }
            // What the second of two steps names may be several sites by then.
            2 if words.len() == 2 && code == "C103" => {
                row[1] += 1;
                *counts.refusals.entry(code).or_default() += 1;
            }
            4 if code.starts_with('A') => {
                row[1] += 1;
                *counts.refusals.entry(code).or_default() += 1;
            }
            1 | 3 => {
                row[2] += 1;
                counts.not_shown.push(format!("{name}: {code}"));
            }
            status => counts.wrong.push(format!(
                "{name}: status {status}\n{}\n{}",
                run.stderr, program.text
            )),
        }
    }
}

#[test]
fn generated_programs_verify_again_and_do_the_same() {
    let slow = asked("ALPINIST_SLOW");
    let count = setting("GENERATED", if slow { 300 } else { 5 });
    let from = setting("GENERATED_SEED", 0);
    let effort = Effort {
        inputs: if slow { 30 } else { 10 },
        schedules: if slow { 6 } else { 2 },
        time: Duration::from_secs(20),
        steps: 200_000,
    };
    let shared = Mutex::new(Counts::default());
    let seeds: Vec<u64> = (from..from + count).collect();
    each(&seeds, |seed| try_program(*seed, slow, effort, &shared));
    let counts = shared.into_inner().unwrap();
    println!("| steps | verified again | refused | result not shown |");
    println!("|---|---|---|---|");
    let mut sum = [0; 3];
    for (step, row) in &counts.steps {
        println!("| `{step}` | {} | {} | {} |", row[0], row[1], row[2]);
        for (total, part) in sum.iter_mut().zip(row) {
            *total += part;
        }
    }
    println!("| **all** | {} | {} | {} |", sum[0], sum[1], sum[2]);
    println!(
        "{} programs, {} of them not verified; refusals {:?}; {} pairs of runs agree",
        counts.programs, counts.unverified, counts.refusals, counts.same
    );
    println!("not shown:\n{}", counts.not_shown.join("\n"));
    assert!(
        counts.wrong.is_empty(),
        "{} wrong:\n{}",
        counts.wrong.len(),
        counts.wrong.join("\n")
    );
    // The generator makes programs that verify, and most steps are carried out.
    assert!(counts.unverified * 10 <= counts.programs);
    assert!(sum[0] * 2 >= sum.iter().sum::<u64>() && counts.same > 0);
}
