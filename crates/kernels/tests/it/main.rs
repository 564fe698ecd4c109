//! Lowers every kernel of the published suites and our own: the graph is well-formed, before and
//! after promotion, and what is refused is counted by its reason.
//!
//! The suites are in the folder that `ALPINIST_CORPUS` names, else in `../shared/corpus` beside the
//! repository; without them, or without clang, the test says so and passes.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "what a test says"
)]

mod deep;
mod holes;
mod order;
mod real;

use clang::find::Program;
use clang::tree::Language;
use clang::types::Target;
use clang::{Request, read};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use text::code::Code;

/// What came of the kernels of some files.
#[derive(Default)]
struct Counts {
    files: usize,
    lowered: usize,
    refused: BTreeMap<String, usize>,
    wrong: Vec<String>,
}

impl Counts {
    fn add(&mut self, other: Counts) {
        self.files += other.files;
        self.lowered += other.lowered;
        for (why, count) in other.refused {
            *self.refused.entry(why).or_default() += count;
        }
        self.wrong.extend(other.wrong);
    }
}

fn request(name: &str, text: &str) -> Request {
    let language = match name.ends_with(".cu") {
        true => Language::Cuda,
        false => Language::OpenCl,
    };
    Request::new(name, text, language)
}

fn lower(request: &Request, counts: &mut Counts) {
    let name = &request.name;
    let reading = read(request);
    counts.files += 1;
    let mut graphs = kernels::lower(&reading.unit);
    if let Err(fault) = kernel_graph::check(&graphs.module) {
        counts.wrong.push(format!("{name}: {fault}"));
    }
    kernel_graph::promote(&mut graphs.module);
    if let Err(fault) = kernel_graph::check(&graphs.module) {
        counts.wrong.push(format!("{name}, promoted: {fault}"));
    }
    for kernel in reading.kernels.iter().filter_map(|kernel| kernel.function) {
        match graphs.refused.get(&kernel) {
            Some(why) => {
                if why.code == Code::K206 {
                    counts.wrong.push(format!("{name}: {}", why.message));
                }
                let reason = format!("{} {}", why.code, why.message);
                *counts.refused.entry(reason).or_default() += 1;
            }
            None => counts.lowered += 1,
        }
    }
}

fn say(counts: &Counts) {
    eprintln!(
        "{} files: {} kernels lowered, {} refused",
        counts.files,
        counts.lowered,
        counts.refused.values().sum::<usize>()
    );
    for (why, count) in &counts.refused {
        eprintln!("  {count:4} {why}");
    }
    assert!(counts.wrong.is_empty(), "{}", counts.wrong.join("\n"));
}

#[test]
fn published_kernels() {
    if Program::find().is_none() {
        eprintln!("skipped: there is no clang (./x setup)");
        return;
    }
    let named = std::env::var_os("ALPINIST_CORPUS").map(PathBuf::from);
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus");
    let corpus = named.unwrap_or(beside);
    let Ok(table) = std::fs::read_to_string(corpus.join("kernels/kernels.tsv")) else {
        eprintln!("skipped: there is no corpus (ALPINIST_CORPUS)");
        return;
    };
    let slow = std::env::var_os("ALPINIST_SLOW").is_some();
    let every = if slow { 1 } else { EVERY_DAY };
    let rows: Vec<&str> = table.lines().skip(1).step_by(every).collect();
    let of_row = |row: &&str| {
        let columns: Vec<&str> = row.split('\t').collect();
        let [_, _, file, args, ..] = columns[..] else {
            panic!("a row without columns: {row}");
        };
        let path = corpus.join(file);
        let text = std::fs::read_to_string(&path).unwrap();
        let defines = args.split_whitespace().filter_map(|a| a.strip_prefix("-D"));
        let mut request = request(&path.to_string_lossy(), &text);
        request.define = defines.map(str::to_owned).collect();
        request.target = match args.contains("--pointer-bitwidth=64") {
            true => Target::Bits64,
            false => Target::Bits32,
        };
        let mut counts = Counts::default();
        lower(&request, &mut counts);
        counts
    };
    let found: Vec<Counts> = rows.par_iter().with_max_len(1).map(of_row).collect();
    let mut counts = Counts::default();
    found.into_iter().for_each(|one| counts.add(one));
    say(&counts);
    let least = if slow { LOWERED } else { rows.len() * 9 / 10 };
    assert!(counts.lowered >= least, "only {} lowered", counts.lowered);
}

/// Of the published kernels one in so many is lowered every day, with `ALPINIST_SLOW=1` all.
const EVERY_DAY: usize = 3;

/// Of the published kernels so many have a graph; more is better.
const LOWERED: usize = 322;

#[test]
fn own_kernels() {
    if Program::find().is_none() {
        eprintln!("skipped: there is no clang (./x setup)");
        return;
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../clang/tests/kernels");
    let mut counts = Counts::default();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        lower(&request(&path.to_string_lossy(), &text), &mut counts);
    }
    say(&counts);
    assert!(counts.lowered > 0);
}
