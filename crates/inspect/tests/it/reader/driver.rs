//! Starts the processes, under limits, and gathers what they found.

use super::child::{Counts, JOB, Kind};
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Changes of one process.
const OF_A_PROCESS: u64 = 256;

/// Seconds of processor time that a process may take, many times what it needs.
const SECONDS: u64 = 1200;

/// Kilobytes of address space: reader and lowering reserve half a gigabyte of stack each.
const KILOBYTES: u64 = 4 << 20;

fn setting(name: &str, usual: u64) -> u64 {
    let asked = std::env::var(name).ok();
    asked.and_then(|text| text.parse().ok()).unwrap_or(usual)
}

struct Found {
    counts: Counts,
    peak: u64,
}

pub fn run(kind: Kind, name: &str, usual: u64) {
    let from = setting("READER_SEED", 0);
    let end = from + setting(name, usual);
    let next = AtomicU64::new(from);
    let found = Mutex::new(Found {
        counts: Counts::default(),
        peak: 0,
    });
    let jobs = std::thread::available_parallelism().map_or(1, |n| n.get() as u64);
    std::thread::scope(|scope| {
        for _ in 0..setting("READER_JOBS", jobs) {
            scope.spawn(|| {
                loop {
                    let start = next.fetch_add(OF_A_PROCESS, Ordering::Relaxed);
                    if start >= end {
                        break;
                    }
                    part(kind, start, end.min(start + OF_A_PROCESS), &found);
                }
            });
        }
    });
    let Found { counts, peak } = found.into_inner().unwrap();
    let sum: u64 = counts.answers.values().sum();
    println!("{kind:?}: {sum} answers {:?}", counts.answers);
    if counts.together > 0 {
        println!(
            "{} changed sources were in files with others",
            counts.together
        );
    }
    let (longest, seed) = counts.longest;
    println!(
        "the longest took {longest:?} (seed {seed}); most memory {} MB",
        peak >> 10
    );
    assert!(
        counts.wrong.is_empty(),
        "{} wrong:\n{}",
        counts.wrong.len(),
        counts.wrong.join("\n")
    );
    assert!(sum > 0, "nothing was read");
}

/// Seeds of one process; after an end without words the rest in another.
fn part(kind: Kind, from: u64, to: u64, found: &Mutex<Found>) {
    let mut from = from;
    while from < to {
        let folder = tempfile::tempdir().unwrap();
        let ended = process(kind, from, to, folder.path());
        let mut all = found.lock().unwrap();
        if let Ok(said) = std::fs::read_to_string(folder.path().join("done")) {
            take(&said, &mut all);
            // How far it is, for who looks into the log of a long run.
            let sum: u64 = all.counts.answers.values().sum();
            println!(
                "{sum} so far {:?}, most memory {} MB",
                all.counts.answers,
                all.peak >> 10
            );
            return;
        }
        let seed = std::fs::read_to_string(folder.path().join("seed")).unwrap_or_default();
        let seed: u64 = seed.parse().unwrap_or(to);
        let wrong = format!("seed {seed}: the process ended: {ended}");
        println!("{wrong}");
        all.counts.wrong.push(wrong);
        from = seed + 1;
    }
}

fn process(kind: Kind, from: u64, to: u64, folder: &Path) -> String {
    let limits =
        format!("ulimit -v {KILOBYTES}; ulimit -t {SECONDS}; ulimit -c 0; exec \"$0\" \"$@\"");
    let log = std::fs::File::create(folder.join("log")).unwrap();
    let mut child = Command::new("sh")
        .arg("-c")
        .arg(limits)
        .arg(std::env::current_exe().unwrap())
        .args([
            "--exact",
            "reader::child_process",
            "--ignored",
            "--nocapture",
        ])
        .env(JOB, format!("{kind:?} {from} {to} {}", folder.display()))
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(log)
        .spawn()
        .unwrap();
    let status: ExitStatus = loop {
        match child.try_wait().unwrap() {
            Some(status) => break status,
            None => std::thread::sleep(Duration::from_millis(20)),
        }
    };
    let log = std::fs::read_to_string(folder.join("log")).unwrap_or_default();
    let last: String = log.lines().rev().take(3).collect::<Vec<_>>().join(" | ");
    format!("{status} {last}")
}

fn take(said: &str, all: &mut Found) {
    for line in said.lines() {
        let (word, rest) = line.split_once('\t').unwrap_or((line, ""));
        let (first, second) = rest.split_once('\t').unwrap_or((rest, ""));
        match word {
            "answer" => {
                let count: u64 = second.parse().unwrap();
                *all.counts.answers.entry(first.to_owned()).or_default() += count;
            }
            "longest" => {
                let took = Duration::from_millis(first.parse().unwrap());
                let seed = second.parse().unwrap();
                all.counts.longest = all.counts.longest.max((took, seed));
            }
            "together" => all.counts.together += first.parse::<u64>().unwrap(),
            "peak" => {
                let peak = first.split(' ').next().unwrap_or("0").parse().unwrap();
                all.peak = all.peak.max(peak);
            }
            _ => {
                println!("{rest}");
                all.counts.wrong.push(rest.to_owned());
            }
        }
    }
}
