//! The report for people.

mod common;

use crate::assumed::Assumed;
use crate::grouped::Group;
use crate::messages::nothing;
use crate::model::{Access, Effect, FileRun, Held, KernelRun, Required, Satisfied, Verdict, What};
use crate::sizes::{self, Chosen};
use crate::{grouped, words};
use clang::tree::Language;
use contracts::Kind;
use itertools::Itertools;
use report::terminal::{self, visible};
use report::{Style, plural};
use text::diagnostics::{Diagnostic, Severity};

/// All that people read of a file.
pub fn describe(run: &FileRun, style: Style) -> String {
    together(std::slice::from_ref(run), style)
}

/// All that people read of files: headers that were not found in one line, and assumptions that all verdicts rest on
/// once.
pub fn together(runs: &[FileRun], style: Style) -> String {
    let shared = common::assumptions(runs);
    let mut text = match style.quiet {
        true => String::new(),
        false => common::headers(runs),
    };
    text.extend(runs.iter().map(|run| file(run, style, &shared)));
    if !style.quiet {
        text.push_str(&common::listed(&shared));
    }
    text
}

fn file(run: &FileRun, style: Style, shared: &[&str]) -> String {
    let mut text = String::new();
    let show = |one: &Diagnostic| terminal::show(one, &run.sources, style.coloured);
    text.extend(run.errors.iter().map(show));
    if !style.quiet {
        let notes = run.notes.iter().filter(|one| !common::is_of_header(one));
        text.extend(notes.chain(&nothing(run)).map(show));
    }
    if style.verbose {
        let elsewhere = run.elsewhere.iter().map(|error| Diagnostic {
            severity: Severity::Note,
            ..error.clone()
        });
        text.extend(elsewhere.map(|error| show(&error)));
    }
    for kernel in &run.kernels {
        text.push_str(&describe_kernel(run, kernel, (style, shared)));
    }
    text
}

fn describe_kernel(run: &FileRun, kernel: &KernelRun, (style, shared): (Style, &[&str])) -> String {
    let mut text = String::new();
    for message in kernel.errors.iter().chain(&kernel.undecided) {
        text.push_str(&terminal::show(message, &run.sources, style.coloured));
    }
    let groups = grouped::groups(&kernel.faults);
    for group in &groups {
        text.push_str(&describe_fault(run, kernel, group, style));
    }
    let violations = kernel.launches.iter();
    for violation in violations.filter_map(|held| words::violation(held, kernel)) {
        text.push_str(&terminal::show(&violation, &run.sources, style.coloured));
    }
    if style.quiet {
        return text;
    }
    text.push_str(&verdict(run, kernel, style));
    text.push_str(&contract(kernel));
    let demanded = |one: &&Effect| one.demanded && one.once.is_some();
    text.push_str(&effects(kernel.effects.iter().filter(demanded)));
    for one in &kernel.worked {
        text.push_str(&format!("  works    {}\n", visible(&words::worked(one))));
    }
    let helps = [
        kernel.safe_if.as_ref().map(words::safe_if),
        words::which_sizes(kernel),
    ];
    for help in helps.into_iter().flatten() {
        text.push_str(&format!("  = help: {}\n", visible(&help)));
    }
    if kernel.verdict() == Verdict::Verified && !kernel.explained.is_empty() {
        text.push_str("  why no two threads race, by pairs of accesses:\n");
        for one in &kernel.explained {
            text.push_str(&format!("  - {}\n", visible(&one.sentence)));
        }
    }
    let own = kernel.assumptions.iter();
    let own: Vec<&Assumed> = own
        .filter(|one| !shared.contains(&one.text.as_str()))
        .collect();
    if kernel.sizes.is_some() && !own.is_empty() {
        text.push_str("  assumed:\n");
        for assumption in own {
            text.push_str(&format!("  - {}\n", visible(&assumption.text)));
        }
    }
    // Where nothing is required all launches meet it.
    let meets = |held: &&Held| held.status != Satisfied::Meets;
    if !kernel.contract.is_empty() || kernel.launches.iter().any(|held| meets(&held)) {
        for held in &kernel.launches {
            text.push_str(&format!("  {}\n", visible(&words::held(held))));
        }
    }
    text
}

/// The contracts of a file's kernels, and nothing else: if wanted, not even that there is none.
pub fn contracts(run: &FileRun, clauses_alone: bool) -> String {
    let mut text = String::new();
    let has_one =
        |kernel: &&KernelRun| kernel.verdict() == Verdict::Verified && !kernel.contract.is_empty();
    let all = run.kernels.iter();
    for kernel in all.filter(|one| !clauses_alone || has_one(one)) {
        let place = match &kernel.spot {
            Some(spot) => format!("{}:{}", spot.place.file, spot.place.start.0),
            None => run.name.clone(),
        };
        let name = visible(&kernel.name);
        let verdict = kernel.verdict();
        let said = match (verdict, kernel.contract.is_empty()) {
            (Verdict::Verified, true) => "nothing is required".to_owned(),
            (Verdict::Verified, false) => "verified for all launches with".to_owned(),
            _ => format!("no contract: {}", verdict.word()),
        };
        text.push_str(&format!("{place}: kernel `{name}`: {said}\n"));
        if verdict == Verdict::Verified {
            text.push_str(&contract(kernel));
            text.push_str(&effects(kernel.effects.iter()));
        }
    }
    text
}

/// The clauses of a kernel's contract, a line each; those about lengths that were inferred together.
pub fn contract(kernel: &KernelRun) -> String {
    let (lengths, others): (Vec<&Required>, Vec<&Required>) = kernel
        .contract
        .iter()
        .partition(|one| one.kind == Kind::Extents && one.inferred);
    let line = |clause: &str, evidence: &str| format!("  requires {clause}    // {evidence}\n");
    let others = others
        .into_iter()
        .map(|one| line(&one.clause, &one.evidence));
    let mut text: String = others.collect();
    match lengths.as_slice() {
        [] => {}
        [one] => text.push_str(&line(&one.clause, &one.evidence)),
        several => {
            let all: Vec<&str> = several.iter().map(|one| one.clause.as_str()).collect();
            text.push_str(&line(
                &all.join(" && "),
                "accesses stay within these arrays",
            ));
        }
    }
    text
}

/// What is read and written, a line for all that is read and one for each array that is written.
pub fn effects<'e>(all: impl Iterator<Item = &'e Effect>) -> String {
    let range = |one: &Effect| match &one.below {
        Some(below) => format!("{}[0 .. {below})", one.array),
        None => one.array.clone(),
    };
    let all: Vec<&Effect> = all.collect();
    let read: Vec<String> = all
        .iter()
        .filter(|one| one.reads)
        .map(|one| range(one))
        .collect();
    let mut text = String::new();
    if !read.is_empty() {
        text.push_str(&format!("  reads    {}\n", visible(&read.join(", "))));
    }
    for one in all.iter().filter(|one| one.writes) {
        let (range, mut once) = match &one.once {
            None => (range(one), String::new()),
            Some(once) if once.within => {
                let range = format!("{}[0 .. {})", one.array, once.below);
                (range, ", each element once".to_owned())
            }
            Some(once) => {
                let some = format!(", each element of {}[0 .. {}) once", one.array, once.below);
                (range(one), some)
            }
        };
        let clauses = one.once.iter().flat_map(|once| &once.clauses);
        let clauses: Vec<&str> = clauses.map(String::as_str).collect();
        if !clauses.is_empty() {
            once.push_str(&format!(" if {}", clauses.join(" && ")));
        }
        text.push_str(&format!("  writes   {}{once}\n", visible(&range)));
    }
    text
}

/// One line: name, verdict, sizes.
fn verdict(run: &FileRun, kernel: &KernelRun, style: Style) -> String {
    let name = visible(&kernel.name);
    let place = match &kernel.spot {
        Some(spot) => format!("{}:{}", spot.place.file, spot.place.start.0),
        None => run.name.clone(),
    };
    let verdict = kernel.verdict();
    // Findings of one statement are told together.
    let word = match verdict {
        Verdict::Wrong | Verdict::Suspect => {
            let groups = grouped::groups(&kernel.faults);
            let accepted = groups.iter().filter(|one| one.first.is_accepted()).count();
            let findings = plural(groups.len() - accepted, "finding");
            match accepted {
                0 => format!("{}, {findings}", verdict.word()),
                _ => format!("{}, {findings}, {accepted} accepted", verdict.word()),
            }
        }
        Verdict::Verified
        | Verdict::SuspectAccepted
        | Verdict::WrongAccepted
        | Verdict::Unknown
        | Verdict::NotUnderstood => verdict.word().to_owned(),
    };
    let word = match (style.coloured, verdict) {
        (false, _) => word,
        (true, Verdict::Verified) => format!("\u{1b}[32m{word}\u{1b}[0m"),
        (true, Verdict::Wrong | Verdict::NotUnderstood) => format!("\u{1b}[31m{word}\u{1b}[0m"),
        (
            true,
            Verdict::Suspect | Verdict::SuspectAccepted | Verdict::WrongAccepted | Verdict::Unknown,
        ) => format!("\u{1b}[33m{word}\u{1b}[0m"),
    };
    let mut line = format!("{place}: kernel `{name}`: {word}");
    if let Some(chosen) = &kernel.sizes {
        line.push_str(&format!("; {}", taken(chosen)));
    }
    if style.verbose && !style.stable && kernel.sizes.is_some() {
        let time = kernel.time.as_secs_f64();
        line.push_str(&format!("; {} questions, {time:.2} s", kernel.questions));
    }
    line.push('\n');
    line
}

/// The sizes, and who said them.
pub fn taken(chosen: &Chosen) -> String {
    format!(
        "block {} ({}), grid {} ({})",
        sizes::show(&chosen.sizes.block),
        chosen.block.words(),
        sizes::show(&chosen.sizes.grid),
        chosen.grid.words()
    )
}

/// A finding, with those of the same statement.
fn describe_fault(run: &FileRun, kernel: &KernelRun, group: &Group<'_>, style: Style) -> String {
    let fault = group.first;
    let mut diagnostic = words::diagnostic(fault, kernel, run.language);
    diagnostic.notes.extend(grouped::also(group, run.language));
    let What::Race(race) = &fault.what else {
        return terminal::show(&diagnostic, &run.sources, style.coloured);
    };
    let (word, colour) = match (fault.is_accepted(), fault.is_certain()) {
        (true, _) => ("note", 96),
        (false, true) => ("error", 91),
        (false, false) => ("warning", 93),
    };
    let title = format!("{word}[{}]", fault.code);
    let title = match style.coloured {
        true => format!("\u{1b}[1;{colour}m{title}\u{1b}[0m"),
        false => title,
    };
    let mut text = format!("{title}: {}\n", visible(&diagnostic.message));
    let dimensions = kernel.sizes.map_or(1, |sizes| sizes.dimensions());
    let who = |at: usize| match fault.threads.get(at) {
        Some(one) => words::thread(one, run.language, dimensions),
        None => match run.language {
            Language::Cuda => "a thread".to_owned(),
            Language::OpenCl => "a work item".to_owned(),
        },
    };
    let left = column(who(0), &race.first);
    let right = column(who(1), &race.second);
    text.push_str(&beside(&left, &right));
    for note in &diagnostic.notes {
        // Chains of calls stand in the columns.
        if !note.starts_with("in `") && !note.starts_with("written in a macro") {
            text.push_str(&format!("  = note: {}\n", visible(note)));
        }
    }
    if let Some(help) = &diagnostic.help {
        text.push_str(&format!("  = help: {}\n", visible(help)));
    }
    text.push('\n');
    text
}

/// What one thread does, line by line.
fn column(who: String, access: &Access) -> Vec<String> {
    let mut lines = vec![who];
    let bytes = match access.bytes {
        Some(1) => ", 1 byte".to_owned(),
        Some(n) => format!(", {n} bytes"),
        None => String::new(),
    };
    lines.push(format!("{} {}{bytes}", access.kind.verb(), access.location));
    lines.push(format!("at {}", access.spot.short()));
    lines.push(format!("    {}", access.spot.line));
    if let Some(place) = &access.spot.definition {
        lines.push(format!("by a macro at {}", place.short()));
    }
    for call in &access.spot.calls {
        lines.push(format!(
            "in {}, called at {}",
            call.callee,
            call.place.short()
        ));
        lines.push(format!("    {}", call.line));
    }
    lines
}

/// A line of a column is no longer; only source text is cut.
const WIDE: usize = 60;

/// Two columns beside each other.
fn beside(left: &[String], right: &[String]) -> String {
    let cut = |line: &String| {
        let line = visible(line);
        match line.starts_with("    ") && line.chars().count() > WIDE {
            true => line.chars().take(WIDE - 1).chain(['…']).collect(),
            false => line,
        }
    };
    let left: Vec<String> = left.iter().map(cut).collect();
    let right: Vec<String> = right.iter().map(cut).collect();
    let width = left.iter().map(|line| line.chars().count()).max();
    let width = width.unwrap_or(0);
    let mut text = String::new();
    for pair in left.iter().zip_longest(right.iter()) {
        let (one, other) = (pair.clone().left(), pair.right());
        let one = one.map_or("", String::as_str);
        let fill = " ".repeat(width - one.chars().count());
        let line = format!("  {one}{fill}  | {}", other.map_or("", String::as_str));
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

/// One line on all files.
pub fn total(runs: &[FileRun]) -> String {
    let kernels: Vec<&KernelRun> = runs.iter().flat_map(|run| &run.kernels).collect();
    let count = |verdict: Verdict| {
        let all = kernels.iter().filter(|one| one.verdict() == verdict);
        all.count()
    };
    let mut parts = vec![format!("{} verified", count(Verdict::Verified))];
    for verdict in [
        Verdict::Wrong,
        Verdict::Suspect,
        Verdict::WrongAccepted,
        Verdict::SuspectAccepted,
        Verdict::Unknown,
        Verdict::NotUnderstood,
    ] {
        if count(verdict) > 0 {
            let word = match verdict {
                Verdict::WrongAccepted => "wrong but accepted",
                Verdict::SuspectAccepted => "suspect but accepted",
                Verdict::Verified
                | Verdict::Suspect
                | Verdict::Wrong
                | Verdict::Unknown
                | Verdict::NotUnderstood => verdict.word(),
            };
            parts.push(format!("{} {word}", count(verdict)));
        }
    }
    let broken = runs.iter().filter(|run| !run.errors.is_empty()).count();
    let mut line = format!(
        "{} in {}: {}",
        plural(kernels.len(), "kernel"),
        plural(runs.len(), "file"),
        parts.join(", ")
    );
    if broken > 0 {
        line.push_str(&format!("; {} with errors", plural(broken, "file")));
    }
    line.push('\n');
    line
}
