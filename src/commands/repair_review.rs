//! The review of a repair: the races before with both threads, the barriers, the proof of the new text.

use ::repair::model::{Change, Changed, FileRepair, Outcome};
use ::repair::words;
use ::review::Review;
use ::review::banner::{Banner, Ending};
use ::review::kernels::{Accesses, Cell, Changed as Shown, Raced, Reason, of_kernels};
use inspect::drawn::{self, Drawn, Told};
use inspect::model::{Fault, FileRun, KernelRun, Verdict, What};
use inspect::{Input, Settings};
use report::plural;
use std::collections::BTreeMap;

/// What a repair made of a file; of a file that stays as it is, what is said of it.
/// `job` is what the file was read from, and how it was checked.
pub fn review(repair: &FileRepair, job: (&Input, &Settings)) -> Review {
    let before = &repair.before;
    let old = before.sources.first();
    let old = old.map_or("", |source| source.text.as_str());
    let changes = changes(repair);
    let given = repair.text().is_some();
    let after = repair.after.as_ref().filter(|_| given);
    let mut verdicts = verdicts("old", before);
    verdicts.extend(
        after
            .map(|after| self::verdicts("new", after))
            .into_iter()
            .flatten(),
    );
    let last = after.unwrap_or(before);
    let mut trusted: Vec<String> = Vec::new();
    for one in last.kernels.iter().flat_map(|kernel| &kernel.assumptions) {
        if !trusted.contains(&one.text) {
            trusted.push(one.text.clone());
        }
    }
    let mut messages = said(before, after);
    messages.extend(
        words::file(repair)
            .lines()
            .filter(|line| {
                let said = ["[K502]", "[K503]", "it is verified"];
                said.iter().any(|word| line.contains(word))
            })
            .map(str::to_owned),
    );
    of_kernels(Shown {
        banner: banner(last, &changes, given, trusted.len()),
        name: &before.name,
        old,
        new: repair.text().unwrap_or(old),
        steps: changes
            .iter()
            .filter(|_| given)
            .map(|one| words::change(before, one))
            .collect(),
        verdicts,
        kept: kept(&changes, given),
        trusted,
        terms: Vec::new(),
        messages,
        races: races(repair, job),
        reasons: reasons(repair, &changes),
        notes: notes(before),
        excluded: after.map_or_else(BTreeMap::new, |after| excluded(before, after)),
    })
}

fn changes(repair: &FileRepair) -> Vec<Changed> {
    let mut all: Vec<Changed> = Vec::new();
    for kernel in &repair.kernels {
        if let Outcome::Repaired(changes) = &kernel.outcome {
            let new = changes.iter().filter(|one| !all.contains(one));
            let new: Vec<Changed> = new.cloned().collect();
            all.extend(new);
        }
    }
    all.sort_by_key(|one| one.site.offset());
    all
}

/// As many races of a file as are drawn.
const MOST_DRAWN: usize = 4;

/// The races that an execution shows, drawn, and how the same accesses stand in the new text.
fn races(repair: &FileRepair, (input, settings): (&Input, &Settings)) -> Vec<Raced> {
    let run = &repair.before;
    let faults = run.kernels.iter().flat_map(|kernel| {
        let faults = kernel.faults.iter().filter(|one| one.launch.is_some());
        faults.map(|fault| (kernel.name.as_str(), fault))
    });
    let drawn = faults.take(MOST_DRAWN).filter_map(|(kernel, fault)| {
        let (old, new) = drawn::of((input, repair.text()), settings, (kernel, fault))?;
        Some(Raced {
            title: format!(
                "{} in `{kernel}`",
                inspect::words::fault(fault, run.language)
            ),
            old: accesses(old),
            new: new.map(accesses),
        })
    });
    drawn.collect()
}

fn accesses(drawn: Drawn) -> Accesses {
    let cell = |told: &Told| Cell {
        thread: told.thread,
        element: told.element,
        name: told.name.clone(),
        index: told.index.clone(),
        writes: told.writes,
        line: told.line,
        races: told.races,
        band: told.band,
    };
    Accesses {
        cells: drawn.accesses.iter().map(cell).collect(),
        array: drawn.array,
        threads: drawn.threads,
        barriers: drawn.barriers.into_iter().map(|(line, _)| line).collect(),
    }
}

/// What happened, in one line: `last` is the text that is given out, or the one that stays as it is.
fn banner(last: &FileRun, changes: &[Changed], given: bool, trusted: usize) -> Banner {
    let says = |ending: Ending, words: String| Banner { ending, words };
    let kernels = || last.kernels.iter();
    let findings = |one: &KernelRun| inspect::grouped::groups(&one.faults).len();
    let count = |wanted: Verdict| kernels().filter(|one| one.verdict() == wanted).count();
    let of_all = |some: usize| match kernels().count() {
        1 => format!(
            "kernel `{}`",
            kernels().map(|one| one.name.as_str()).collect::<String>()
        ),
        all if all == some => format!("all {all} kernels"),
        all => format!("{some} of {}", plural(all, "kernel")),
    };
    if let Some((kernel, fault)) =
        kernels().find_map(|one| one.faults.first().map(|fault| (one, fault)))
    {
        let words = inspect::words::fault(fault, last.language);
        let more = match kernels().map(findings).sum::<usize>() - 1 {
            0 => String::new(),
            more => format!(", and {}", plural(more, "more finding")),
        };
        let (code, line) = (fault.code, fault.spot.place.start.0);
        let words = format!(
            "kernel `{}`: {words} ({code}, line {line}){more}",
            kernel.name
        );
        // What no execution shows may be no fault of the kernel's.
        return match fault.is_certain() {
            true => says(Ending::Refuted, words),
            false => says(Ending::NotDecided, words),
        };
    }
    let open = kernels().find(|one| one.verdict() != Verdict::Verified);
    if let Some(kernel) = open {
        let why = kernel.errors.iter().chain(&kernel.undecided).next();
        let why = why.map_or_else(String::new, |one| {
            format!(": {} ({})", one.message, one.code)
        });
        return says(Ending::NotDecided, format!("kernel `{}`{why}", kernel.name));
    }
    if let Some(error) = last.errors.first() {
        return says(
            Ending::NotDecided,
            format!("{} ({})", error.message, error.code),
        );
    }
    let verified = count(Verdict::Verified);
    if verified == 0 {
        return says(Ending::NotDecided, "there is no kernel in it".to_owned());
    }
    let mut parts = vec![format!("{} free of races and divergence", of_all(verified))];
    let changed = |is: fn(Change) -> bool| changes.iter().filter(|one| is(one.change)).count();
    for (count, what) in [
        (changed(|one| matches!(one, Change::Add(..))), "added"),
        (changed(|one| matches!(one, Change::Remove(_))), "removed"),
        (changed(|one| matches!(one, Change::Widen(_))), "widened"),
    ] {
        if given && count > 0 {
            parts.push(format!("{} {what}", plural(count, "barrier")));
        }
    }
    if !given {
        parts.push("nothing was changed".to_owned());
    }
    parts.push(match trusted {
        0 => "nothing assumed".to_owned(),
        count => plural(count, "assumption"),
    });
    says(Ending::Proved, parts.join(", "))
}

/// What the change leaves alone.
fn kept(changes: &[Changed], given: bool) -> String {
    let apart = changes.iter().filter(|one| one.apart).count();
    match (given, apart) {
        (false, _) => "Nothing is changed".to_owned(),
        (true, 0) => "Nothing but barriers is changed".to_owned(),
        (true, n) => format!(
            "Nothing but barriers is changed, and {} taken apart, so that all threads read before one \
             writes",
            plural(n, "assignment")
        ),
    }
}

fn verdicts(when: &str, run: &FileRun) -> Vec<String> {
    let one = |kernel: &KernelRun| {
        let sizes = kernel.sizes.map_or_else(String::new, |chosen| {
            format!(
                " for block {} ({}), grid {} ({})",
                inspect::sizes::show(&chosen.sizes.block),
                chosen.block.words(),
                inspect::sizes::show(&chosen.sizes.grid),
                chosen.grid.words()
            )
        });
        let proof = match kernel.verdict() {
            Verdict::Verified => format!(
                ": no race and no divergence, {}",
                plural(kernel.questions, "question")
            ),
            Verdict::Wrong | Verdict::Suspect => {
                let count = inspect::grouped::groups(&kernel.faults).len();
                format!(": {}", plural(count, "finding"))
            }
            Verdict::SuspectAccepted
            | Verdict::WrongAccepted
            | Verdict::Unknown
            | Verdict::NotUnderstood => String::new(),
        };
        let word = kernel.verdict().word();
        format!("{when}: `{}` is {word}{sizes}{proof}", kernel.name)
    };
    run.kernels.iter().map(one).collect()
}

/// What was said of a file; of kernels that are verified after the change not what to do about it.
fn said(run: &FileRun, after: Option<&FileRun>) -> Vec<String> {
    let done = |name: &Option<String>| {
        let kernels = after.iter().flat_map(|after| &after.kernels);
        let mut verified = kernels.filter(|one| one.verdict() == Verdict::Verified);
        verified.any(|one| name.as_ref() == Some(&one.name))
    };
    let messages = inspect::messages::of_file(run)
        .into_iter()
        .map(|mut message| {
            if done(&message.method) {
                message.diagnostic.help = None;
            }
            let place = message.place.as_ref().map_or_else(String::new, |place| {
                format!("{}:{}: ", place.file, place.start.0)
            });
            format!("{place}{}: {}", message.diagnostic.code, message.text())
        });
    messages.collect()
}

/// By line of the old text: which thread does what there in a finding.
fn notes(run: &FileRun) -> BTreeMap<usize, Vec<String>> {
    let mut notes: BTreeMap<usize, Vec<String>> = BTreeMap::new();
    for kernel in &run.kernels {
        for fault in kernel
            .faults
            .iter()
            .filter(|one| ::repair::is_about_barriers(one))
        {
            let message = inspect::words::diagnostic(fault, kernel, run.language);
            let places = message.primary.iter().chain(&message.labels);
            for label in places.filter(|label| label.span.file == 0 && !label.text.is_empty()) {
                let Some(source) = run.sources.first() else {
                    continue;
                };
                let line = source.line_column(label.span.start as usize).line;
                let all = notes.entry(line).or_default();
                if !all.contains(&label.text) {
                    all.push(label.text.clone());
                }
            }
        }
    }
    notes
}

/// By line of the new text: the number of the change that made it, which is the one next to where its words came in. What it
/// is stands among the steps.
fn reasons(repair: &FileRepair, changes: &[Changed]) -> BTreeMap<usize, Reason> {
    let mut reasons = BTreeMap::new();
    let Some(applied) = repair.patched.as_ref().filter(|_| repair.text().is_some()) else {
        return reasons;
    };
    for line in applied.changes() {
        let edits = line.causes.iter();
        let mut edits = edits.filter_map(|cause| applied.edits.get(cause.edit));
        let Some(edit) = edits.next() else {
            continue;
        };
        let distance = |(_, one): &(usize, &Changed)| one.site.offset().abs_diff(edit.span.start);
        if let Some((number, _)) = (1..).zip(changes).min_by_key(distance) {
            let rules = format!("step {number}");
            reasons.insert(line.line, Reason { rules, from: None });
        }
    }
    reasons
}

/// By line of the new text, where each kernel is named: what was wrong with it, and is excluded now.
fn excluded(before: &FileRun, after: &FileRun) -> BTreeMap<usize, Vec<(String, String)>> {
    let mut all: BTreeMap<usize, Vec<(String, String)>> = BTreeMap::new();
    for new in after
        .kernels
        .iter()
        .filter(|one| one.verdict() == Verdict::Verified)
    {
        let old = before.kernels.iter().find(|one| one.name == new.name);
        let faults = old.iter().flat_map(|old| &old.faults);
        let Some(spot) = &new.spot else {
            continue;
        };
        for fault in faults {
            let words = match &fault.what {
                What::Race(race) => format!(
                    "{} ({} and {})",
                    words_of(fault, before),
                    race.first.spot.short(),
                    race.second.spot.short()
                ),
                _ => words_of(fault, before),
            };
            let said = all.entry(spot.place.start.0).or_default();
            said.push((fault.code.to_string(), words));
        }
    }
    all
}

fn words_of(fault: &Fault, run: &FileRun) -> String {
    let words = inspect::words::fault(fault, run.language);
    words.trim_start_matches("possible ").to_owned()
}
