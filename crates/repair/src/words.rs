//! What is said of a repair.

use crate::atomic::Atomics;
use crate::messages;
use crate::model::{Change, Changed, FileRepair, Hopeless, KernelRepair, NoPoint, Outcome};
use crate::patch::{flags, statement};
use crate::points::{Level, Site};
use clang::tree::Language;
use inspect::model::FileRun;
use races::{Fault, Finding, Kind};
use std::fmt::Write as _;

/// A site as `file:line`.
pub fn place(run: &FileRun, site: Site) -> String {
    match run.sources.get(site.file() as usize) {
        Some(source) => {
            let line = source.line_column(site.offset() as usize).line;
            format!("{}:{line}", source.name)
        }
        None => run.name.clone(),
    }
}

fn at(run: &FileRun, span: text::span::Span) -> String {
    match run.sources.get(span.file as usize) {
        Some(source) => {
            let place = source.line_column(span.start as usize);
            format!("{}:{}:{}", source.name, place.line, place.column)
        }
        None => run.name.clone(),
    }
}

/// One change, in a few words.
pub fn change(run: &FileRun, changed: &Changed) -> String {
    let place = place(run, changed.site);
    let loops = match changed.depth {
        0 => String::new(),
        1 => ", in a loop".to_owned(),
        n => format!(", in {n} loops"),
    };
    match changed.change {
        Change::Add(level, fences) => {
            let text = statement(run.language, level, fences);
            match changed.apart {
                true => format!(
                    "split the assignment at {place} and insert `{text}` before its write{loops}"
                ),
                false => {
                    let room = if changed.braces { ", in braces" } else { "" };
                    let header = match level {
                        Level::Grid => ", with its header if that is missing",
                        Level::Warp | Level::Block => "",
                    };
                    format!("add `{text}` before {place}{loops}{room}{header}")
                }
            }
        }
        Change::Remove(level) => {
            let what = match level {
                Level::Warp => "the barrier of a warp",
                Level::Block => "the barrier",
                Level::Grid => "the barrier of the grid",
            };
            format!("remove {what} at {place}{loops}")
        }
        Change::Widen(fences) => {
            let flags = flags(fences);
            format!("extend the fence of the barrier at {place} to `{flags}`{loops}")
        }
    }
}

/// Why there is no point between two accesses.
fn no_point(why: NoPoint) -> &'static str {
    match why {
        NoPoint::OneStatement => "both accesses are in the same statement",
        NoPoint::Exclusive => "the accesses are on mutually exclusive paths",
        NoPoint::Macro => "both accesses are in one macro expansion, where no barrier is inserted",
        NoPoint::Conditional => {
            "the code between them is in one branch of an `#if`, and a barrier there would be missing in the \
             others"
        }
        NoPoint::Included => {
            "the code between them is in an included file, where no barrier is inserted"
        }
        NoPoint::Operand => {
            "the code between them is in a call whose evaluation order among the operands is unspecified"
        }
        NoPoint::NoRoom => "there is no statement boundary between them",
    }
}

/// What would help where iterations of threads come to one place.
const STRIDE: &str = "another loop stride, so that no two threads access the same element";

/// Whether both accesses of a race are of one statement, in different iterations of a loop.
fn is_of_iterations(race: &Finding) -> bool {
    match &race.fault {
        Fault::Race { first, second, .. } => {
            first.stmt == second.stmt && first.iterations != second.iterations
        }
        Fault::Divergence { .. } | Fault::Broken(_) => false,
    }
}

/// What would help against a race where barriers do not.
fn instead(race: &Finding, atomic: Option<&str>) -> String {
    let mut all = vec![match atomic {
        Some(name) => format!("the atomic operation `{name}`"),
        None => "an atomic operation".to_owned(),
    }];
    all.push("a separate element for each thread".to_owned());
    if let Fault::Race { first, second, .. } = &race.fault
        && (first.kind == Kind::Read || second.kind == Kind::Read)
    {
        all.push("a second buffer".to_owned());
    }
    if is_of_iterations(race) {
        all.push(STRIDE.to_owned());
    }
    let last = all.pop().unwrap_or_default();
    format!("{}, or {last}", all.join(", "))
}

/// Why barriers do not help, and what would.
pub fn hopeless(run: &FileRun, why: &Hopeless) -> String {
    let race = |finding: &Finding| match &finding.fault {
        Fault::Race { first, second, .. } => {
            let (a, b) = (
                at(run, first.place.expansion),
                at(run, second.place.expansion),
            );
            match a == b {
                true => format!("the race of {a} with itself"),
                false => format!("the race between {a} and {b}"),
            }
        }
        Fault::Divergence { .. } | Fault::Broken(_) => {
            format!("the divergence at {}", at(run, finding.place.expansion))
        }
    };
    match why {
        Hopeless::NoPoint {
            race: finding,
            why,
            atomic,
        } => format!(
            "no barrier separates {}: {}; {} would",
            race(finding),
            no_point(*why),
            instead(finding, *atomic)
        ),
        Hopeless::Divergent(finding) => format!(
            "no barrier separates {}: no point between is reached by all threads; move the accesses out of the \
             divergent branch or loop{}",
            race(finding),
            match is_of_iterations(finding) {
                true => format!("; {STRIDE}, also helps"),
                false => String::new(),
            }
        ),
        Hopeless::Unordered(finding) => format!(
            "no barrier separates {}: it remains with a barrier at every point that all threads reach; {} would",
            race(finding),
            instead(finding, None)
        ),
        Hopeless::OtherKernel(finding) => format!(
            "no barrier separates {}: the points between are in functions that another kernel calls in divergent \
             code; a copy of the function for this kernel would",
            race(finding)
        ),
        Hopeless::Blocks(finding) => format!(
            "no block barrier separates {}: the threads are in different blocks; an atomic operation, separate \
             elements for each block, or a second kernel would{}",
            race(finding),
            match run.language {
                Language::Cuda => ", or a barrier of the grid",
                Language::OpenCl => "",
            }
        ),
        Hopeless::Fixed(finding) => format!(
            "{} cannot be removed by adding or removing barriers",
            race(finding)
        ),
        Hopeless::Contradiction => {
            "every choice of barriers leaves a race or divergence".to_owned()
        }
        Hopeless::Limit(checks) => format!("the search stopped after {checks} checks"),
        Hopeless::Undecided => {
            "with barriers against the findings the verdict is unknown".to_owned()
        }
        Hopeless::NoGraph => "the kernel was not understood".to_owned(),
    }
}

/// The word for a kernel that a change mends, as far as it does.
fn repaired(left: usize) -> String {
    match left {
        0 => "repaired [K501]".to_owned(),
        1 => "repaired in part [K501], 1 finding remains".to_owned(),
        n => format!("repaired in part [K501], {n} findings remain"),
    }
}

/// What is said of a kernel, in lines.
pub fn kernel(repair: &FileRepair, kernel: &KernelRepair) -> String {
    let run = &repair.before;
    let left = messages::remaining(repair, kernel);
    let mut out = format!("{}: kernel `{}`: ", run.name, kernel.name);
    match &kernel.outcome {
        Outcome::Right if kernel.by_others => {
            let comma = if left.is_empty() { "" } else { "," };
            let word = repaired(left.len());
            let _ = writeln!(
                out,
                "{word}{comma} by the changes for other kernels of the file"
            );
        }
        Outcome::Right => out.push_str("nothing to repair\n"),
        Outcome::Unknown => out.push_str("unknown, so not repaired\n"),
        Outcome::Other => out.push_str("the findings are not about barriers\n"),
        Outcome::Repaired(changes) => {
            let (before, after) = kernel.weights;
            let minimal = match kernel.minimal {
                true => ", the minimum",
                false => "",
            };
            let _ = writeln!(
                out,
                "{}; barrier cost {before} before, {after} after{minimal}",
                repaired(left.len())
            );
            for one in changes {
                let _ = writeln!(out, "  {}", change(run, one));
            }
        }
        Outcome::Hopeless(why) => {
            let _ = writeln!(out, "not repaired [K502]: {}", hopeless(run, why));
        }
    }
    let word = match kernel.outcome {
        Outcome::Unknown => "unknown",
        Outcome::Right | Outcome::Other | Outcome::Repaired(_) | Outcome::Hopeless(_) => "remains",
    };
    for one in &left {
        let place = one.place.as_ref().map_or_else(String::new, |place| {
            format!(" at {}:{}", place.file, place.start.0)
        });
        let (code, message) = (one.diagnostic.code, &one.diagnostic.message);
        let _ = writeln!(out, "  {word} [{code}]{place}: {message}");
    }
    for site in &kernel.redundant {
        let place = place(run, *site);
        let _ = writeln!(
            out,
            "  not needed [K504]: the barrier at {place}; the kernel is free of races and divergence without it"
        );
    }
    out
}

/// What atomic operations would do, in one sentence.
pub fn swapped(run: &FileRun, atomics: &Atomics) -> String {
    let places = atomics.places.iter().map(|(at, call)| {
        let place = place(run, Site::New(0, *at));
        format!("`{call}` at {place}")
    });
    let places: Vec<String> = places.collect();
    format!("with {} it is verified", places.join(", "))
}

/// Whether the text that is given out is that with the atomic operations.
fn written(repair: &FileRepair, atomics: &Atomics) -> bool {
    repair.text() == Some(atomics.applied.text.as_str())
}

/// What is said of a file.
pub fn file(repair: &FileRepair) -> String {
    let run = &repair.before;
    let mut out = String::new();
    for one in &repair.kernels {
        out.push_str(&kernel(repair, one));
        let atomics = repair.atomics.iter();
        for atomics in atomics.filter(|atomics| atomics.kernels.contains(&one.name)) {
            let said = swapped(run, atomics);
            let _ = match written(repair, atomics) {
                true => writeln!(out, "  {said}, which is applied"),
                false => writeln!(out, "  {said}; `--atomics` applies it"),
            };
        }
    }
    if let Some(why) = &repair.rejected {
        let _ = writeln!(out, "{}: the repair is rejected [K503]: {why}", run.name);
    }
    out
}

/// The change of a file as a diff; empty if none is given out.
pub fn difference(repair: &FileRepair) -> String {
    let old = repair.before.sources.first();
    let old = old.map_or("", |source| source.text.as_str());
    repair.text().map_or_else(String::new, |new| {
        report::difference::unified(&repair.before.name, old, new)
    })
}
