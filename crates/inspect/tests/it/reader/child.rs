//! The process that makes changes and reads them.

use super::dice::Dice;
use super::judge::{self, Answer};
use super::trees::{self, Tree};
use super::{Source, sources, texts};
use clang::{Recording, Request};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// What is changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// What clang left.
    Trees,
    /// What clang reads.
    Sources,
}

/// So many changes after each other are of one tree: clang runs once for them.
const OF_ONE: u64 = 128;

/// One change of so many goes all the way.
const ALL_THE_WAY: u64 = 8;

/// The job in the environment: `KIND FROM TO FOLDER`.
pub const JOB: &str = "READER_JOB";

struct Job {
    kind: Kind,
    from: u64,
    to: u64,
    folder: PathBuf,
}

/// What a process found.
#[derive(Default)]
pub struct Counts {
    pub answers: BTreeMap<String, u64>,
    pub wrong: Vec<String>,
    pub longest: (Duration, u64),
    /// Changed sources that share a file with others.
    pub together: u64,
}

pub fn work() {
    let Ok(job) = std::env::var(JOB) else { return };
    let words: Vec<&str> = job.splitn(4, ' ').collect();
    let job = Job {
        kind: if words[0] == "Trees" {
            Kind::Trees
        } else {
            Kind::Sources
        },
        from: words[1].parse().unwrap(),
        to: words[2].parse().unwrap(),
        folder: PathBuf::from(words[3]),
    };
    judge::listen();
    let mut counts = Counts::default();
    match job.kind {
        Kind::Trees => trees(&job, &mut counts),
        Kind::Sources => texts(&job, &mut counts),
    }
    let mut text = String::new();
    for (answer, count) in &counts.answers {
        text += &format!("answer\t{answer}\t{count}\n");
    }
    for wrong in &counts.wrong {
        text += &format!("wrong\t{}\n", wrong.replace('\n', " "));
    }
    text += &format!("together\t{}\n", counts.together);
    let (longest, seed) = counts.longest;
    text += &format!("longest\t{}\t{seed}\n", longest.as_millis());
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    text += &format!("peak\t{}\n", peak.unwrap_or("0 kB").trim());
    std::fs::write(job.folder.join("done"), text).unwrap();
}

/// Says in a file which seed is at work, so that an end without words has a cause.
fn at_work(job: &Job, seed: u64) -> File {
    let mut file = File::create(job.folder.join("seed")).unwrap();
    file.write_all(seed.to_string().as_bytes()).unwrap();
    file
}

fn count(
    counts: &mut Counts,
    seed: u64,
    name: &str,
    start: Instant,
    answer: Result<Answer, String>,
) {
    let took = start.elapsed();
    if took > counts.longest.0 {
        counts.longest = (took, seed);
    }
    match answer {
        Ok(answer) => *counts.answers.entry(format!("{answer:?}")).or_default() += 1,
        Err(what) => counts.wrong.push(format!("seed {seed} of {name}: {what}")),
    }
}

struct Base {
    name: String,
    request: Request,
    recording: Recording,
    tree: Tree,
}

impl Base {
    fn of(sources: &[Source], block: u64) -> Option<Base> {
        let mut dice = Dice::new(block);
        let source = dice.of(sources);
        let request = source.request(&source.text);
        let recording = clang::record(&request).ok()?;
        let tree = Tree::new(recording.tree());
        Some(Base {
            name: source.name.clone(),
            request,
            recording,
            tree,
        })
    }
}

fn trees(job: &Job, counts: &mut Counts) {
    let sources = sources();
    let mut bases: BTreeMap<u64, Base> = BTreeMap::new();
    for seed in job.from..job.to {
        let block = seed / OF_ONE;
        for needed in [block, block + 1] {
            if !bases.contains_key(&needed)
                && let Some(base) = Base::of(&sources, needed)
            {
                bases.insert(needed, base);
            }
        }
        bases.retain(|number, _| *number >= block);
        let (Some(mut base), Some(donor)) = (bases.remove(&block), bases.get(&(block + 1))) else {
            continue;
        };
        let mut dice = Dice::new(seed);
        let bytes = trees::mutant(&base.tree, &donor.tree, &mut dice);
        let _file = at_work(job, seed);
        if let Some(folder) = std::env::var_os("READER_KEEP") {
            std::fs::write(PathBuf::from(folder).join(format!("{seed}.json")), &bytes).unwrap();
        }
        let said = match dice.below(6) {
            0 => trees::messages(&mut dice),
            _ => String::new(),
        };
        base.recording.change(bytes, said);
        let start = Instant::now();
        let recording = &base.recording;
        let read = |request: &Request| recording.replay(request);
        let answer = match seed % ALL_THE_WAY {
            0 => judge::checked(&base.request, read),
            _ => judge::lowered(&base.request, read),
        };
        count(counts, seed, &base.name, start, answer);
        bases.insert(block, base);
    }
}

/// So many changed sources are in one file, where there are several: starting clang takes longer than
/// reading a kernel.
const IN_A_FILE: usize = 16;

fn texts(job: &Job, counts: &mut Counts) {
    let sources = sources();
    let (cuda, _): (Vec<&Source>, Vec<&Source>) = sources
        .iter()
        .partition(|source| source.name.ends_with(".cu"));
    for seed in job.from..job.to {
        let mut dice = Dice::new(seed);
        let together = seed % 2 == 1;
        let source = match together {
            true => *dice.of(&cuda),
            false => dice.of(&sources),
        };
        let text = match together {
            true => texts::many(&cuda, IN_A_FILE, &mut dice),
            false => texts::mutant(&source.text, &dice.of(&sources).text.clone(), &mut dice),
        };
        let _file = at_work(job, seed);
        if let Some(folder) = std::env::var_os("READER_KEEP") {
            std::fs::write(PathBuf::from(folder).join(format!("{seed}.txt")), &text).unwrap();
        }
        let request = source.request(&text);
        let start = Instant::now();
        let answer = match seed / 2 % ALL_THE_WAY {
            0 => judge::checked(&request, clang::read),
            _ => judge::lowered(&request, clang::read),
        };
        if together {
            counts.together += IN_A_FILE as u64;
        }
        count(counts, seed, &source.name, start, answer);
    }
}
