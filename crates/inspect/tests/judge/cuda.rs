//! A GPU executes kernels of CUDA on the same inputs: memory at the end must be that of the executor, and
//! of what is verified compute-sanitizer has nothing to say. What the executor shows to be wrong is
//! executed under compute-sanitizer as well, and counted by what it says.
//!
//! It needs a GPU of NVIDIA, nvcc, and for half of it compute-sanitizer; without them it says that it was
//! skipped. Where they are in another machine, `CUDA_JOBS=FILE` writes what it is to do, `cuda.py --sanitize
//! <FILE >ANSWERS` does it there, and `CUDA_ANSWERS=ANSWERS` compares. `CUDA_GENERATED=N` takes N generated
//! kernels, `CUDA_INPUTS=N` N inputs each.

use crate::generated::{OF_FILE, subject, text};
use crate::grammar::{Kernel, kernel};
use crate::judge::{pool, report};
use crate::machine::{Compared, End, Job, Seek, Text, ask, jobs, lines};
use crate::subjects::all;
use clang::tree::Language;
use clang::types::Target;
use races::Status;
use rayon::prelude::*;
use serde_json::Value;
use solver::smt::SolverPool;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use trials::Suite;

/// A text and the jobs of it.
type Made = (Text, Vec<Result<Job, String>>);

/// Generated kernels are other ones than those of `generated.rs`.
const SEED: u64 = 7_000_000;

fn script() -> Command {
    let mut command = Command::new("python3");
    command.arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/judge/cuda.py"));
    command
}

fn has_gpu() -> bool {
    let mut present = script();
    present.arg("--present");
    present.stdout(Stdio::null()).stderr(Stdio::null());
    present.status().is_ok_and(|status| status.success())
}

/// Those on record: what is verified is to have the same memory, what is wrong is to be seen.
fn of_files(inputs: u64) -> Vec<Made> {
    let slow = super::slow();
    let mut subjects = all();
    subjects.retain(|subject| {
        subject.request.language == Language::Cuda
            && !subject.verdict.is_empty()
            && (slow || subject.suite == "examples")
    });
    let subjects = subjects.into_par_iter().with_max_len(1).enumerate();
    let made = subjects.map(|(of, subject)| {
        let mut request = subject.request.clone();
        request.target = Target::Bits64;
        let made = match super::entries(&request) {
            Ok((module, entries)) => {
                let seek = match subject.verdict.as_str() {
                    "verified" => Seek::Memory,
                    _ => Seek::Fault,
                };
                let of = (of, inputs);
                jobs(&subject, (&module, &entries), of, &|_| Some(seek))
            }
            Err(_) => vec![Err("not read".to_owned())],
        };
        let text = Text {
            text: subject.request.text,
            define: subject.request.define,
        };
        (text, made)
    });
    made.collect()
}

/// Generated ones, judged here.
fn of_grammar((from, count): (usize, u64), inputs: u64, pool: &SolverPool) -> Vec<Made> {
    let seeds: Vec<u64> = (SEED..SEED + count).collect();
    let files = seeds.par_chunks(OF_FILE).with_max_len(1).enumerate();
    let made = files.map(|(at, seeds)| {
        let all: Vec<Kernel> = seeds.iter().map(|seed| kernel(*seed)).collect();
        let text = text(&all);
        let request = super::request("k.cu", &text, Target::Bits64);
        let (module, entries) = super::entries(&request).unwrap();
        assert_eq!(entries.len(), all.len(), "{text}");
        let mut found = Vec::new();
        for (made, entry) in all.iter().zip(&entries) {
            let subject = subject(made);
            let seek = match report(&subject, (&module, entry.id), true, pool).status() {
                Status::Verified => Seek::Memory,
                Status::Wrong | Status::Unknown => Seek::Fault,
            };
            let entries = std::slice::from_ref(entry);
            let of = (from + at, inputs);
            found.extend(jobs(&subject, (&module, entries), of, &|_| Some(seek)));
        }
        let define = Vec::new();
        (Text { text, define }, found)
    });
    made.collect()
}

/// What compute-sanitizer says of an answer, by tool.
fn said(answer: &Value) -> BTreeMap<&str, Vec<&str>> {
    let tools = answer["said"].as_object().into_iter().flatten();
    tools
        .filter_map(|(tool, said)| {
            let lines = said["lines"].as_array()?;
            let lines: Vec<&str> = lines.iter().filter_map(Value::as_str).collect();
            (!lines.is_empty()).then_some((tool.as_str(), lines))
        })
        .collect()
}

/// Whether compute-sanitizer saw it run, with each tool that was asked for.
fn is_looked_at(answer: &Value) -> bool {
    let mut said = answer["said"].as_object().into_iter().flatten();
    // A fault that it tells of ends the run.
    answer["said"].is_object()
        && said.all(|(_, said)| said["skip"].is_null() || said["lines"][0].is_string())
}

/// Adds the test if there is a GPU, here or elsewhere.
pub fn add(suite: &mut Suite) {
    let elsewhere = ["CUDA_JOBS", "CUDA_ANSWERS"];
    let elsewhere = elsewhere
        .iter()
        .any(|name| std::env::var_os(name).is_some());
    if elsewhere || has_gpu() {
        return trials::tests!(suite; crate::cuda::a_gpu_has_the_same_memory);
    }
    let why = "no GPU of NVIDIA with nvcc (CUDA_NVCC names it)";
    suite.absent("cuda", why.to_owned());
}

fn a_gpu_has_the_same_memory() {
    let pool = pool().expect("there is no solver");
    let written = std::env::var_os("CUDA_JOBS").map(PathBuf::from);
    let answered = std::env::var_os("CUDA_ANSWERS").map(PathBuf::from);
    let slow = super::slow();
    let inputs = super::setting("CUDA_INPUTS", if slow { 4 } else { 1 });
    let generated = super::setting("CUDA_GENERATED", if slow { 2000 } else { 20 });
    let mut made = of_files(inputs);
    let from = made.len();
    made.extend(of_grammar((from, generated), inputs, &pool));
    let (texts, made): (Vec<Text>, Vec<_>) = made.into_iter().unzip();
    let mut compared = Compared::default();
    let jobs = compared.taking(made.into_iter().flatten().collect());
    let lines = lines(&texts, &jobs);
    if let Some(path) = written {
        std::fs::write(path, lines).unwrap();
        println!("{} inputs written, not compared", jobs.len());
        return;
    }
    let text = match answered {
        Some(path) => std::fs::read_to_string(path).unwrap(),
        None => {
            let mut script = script();
            script.arg("--sanitize");
            ask(script, lines)
        }
    };
    let answers: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(answers.len(), jobs.len(), "the other machine stopped");
    let mut clean = 0;
    let mut against = Vec::new();
    let mut faults: BTreeMap<(&str, String), u64> = BTreeMap::new();
    for (job, answer) in jobs.iter().zip(&answers) {
        let said = said(answer);
        match job.end {
            End::Memory(_) => {
                compared.add(job, answer);
                clean += u64::from(is_looked_at(answer) && said.is_empty());
                against.extend(said.iter().map(|said| format!("{}: {said:?}", job.name)));
            }
            End::Fault(_) if !is_looked_at(answer) => {}
            End::Fault(kind) => {
                let tools = said.keys().copied().collect::<Vec<_>>().join(", ");
                *faults.entry((kind, tools)).or_default() += 1;
            }
        }
    }
    let wrong = compared.print(jobs.len());
    println!("compute-sanitizer says nothing: {clean} inputs of verified kernels");
    println!("| what the executor shows | what compute-sanitizer says | inputs |\n|---|---|---|");
    for ((kind, tools), count) in &faults {
        println!("| {kind} | {tools} | {count} |");
    }
    println!("of verified kernels it says: {}", against.join("\n"));
    assert!(compared.same > 0, "nothing was compared");
    assert_eq!((wrong, against.len()), (0, 0), "(other memory, messages)");
}
