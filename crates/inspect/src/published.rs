//! What GPUVerify says: its messages for people and tools that know them.

use crate::model::{Access, Asserted, Fault, FileRun, KernelRun, Race, Thread, What};
use crate::place::{Call, Spot};
use crate::words::numbers;
use clang::tree::Language;
use races::{Kind, Meets};
use text::diagnostics::{Diagnostic, Severity};

/// What is said of a file and how.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    /// How many dimensions the command line gave.
    pub dimensions: usize,
    /// Races and assertions only between threads of one block.
    pub within_blocks: bool,
    /// No races at all.
    pub only_divergence: bool,
    /// Accesses stay in their arrays.
    pub bounds: bool,
}

/// What was shown, for standard output.
pub fn verified(run: &FileRun, style: Style) -> String {
    let groups = match run.language {
        Language::Cuda => "thread blocks",
        Language::OpenCl => "work groups",
    };
    let mut lines = vec![format!("Verified: {}", run.name)];
    if !style.only_divergence {
        lines.push(format!("- no data races within {groups}"));
    }
    if !style.only_divergence && !style.within_blocks {
        lines.push(format!("- no data races between {groups}"));
    }
    lines.push("- no barrier divergence".to_owned());
    lines.push("- no assertion failures".to_owned());
    if style.bounds {
        lines.push(
            "- no out-of-bounds array accesses (for arrays where size information is available)"
                .to_owned(),
        );
    }
    lines.push("(but absolutely no warranty provided)".to_owned());
    lines.join("\n") + "\n"
}

/// What is said if no fault was found in the first iterations of loops.
pub fn no_defects(run: &FileRun) -> String {
    format!(
        "No defects were found while analysing: {}\nNotes:\n\
         - A larger --loop-unwind=N looks at more iterations of loops.\n\
         - Nothing is proved: without --findbugs it is tried.\n",
        run.name
    )
}

/// Which candidate invariants of each loop were tried and kept, by the names of their families.
pub fn inferred(run: &FileRun) -> String {
    let loops = run.kernels.iter().flat_map(|kernel| &kernel.inferred);
    let each = loops.map(|one| {
        let kept = match one.kept.as_slice() {
            [] => String::new(),
            kept => format!(": {}", kept.join(", ")),
        };
        let (at, tried, count) = (one.spot.short(), one.tried.len(), one.kept.len());
        format!("Loop at {at}: {tried} candidates, {count} kept{kept}\n")
    });
    each.collect()
}

/// The last line.
///
/// `limit` is how many errors are told of a kernel.
pub fn total(run: &FileRun, limit: usize) -> String {
    let kernels = run.kernels.iter();
    let verified = kernels.clone().filter(|one| one.faults.is_empty()).count();
    let errors: usize = kernels.map(|kernel| count(kernel).min(limit)).sum();
    let word = match errors {
        1 => "error",
        _ => "errors",
    };
    format!("\nGPUVerify kernel analyser finished with {verified} verified, {errors} {word}\n")
}

/// Clang's messages in clang's form.
pub fn clang(run: &FileRun, errors: &[&Diagnostic]) -> String {
    let mut text = String::new();
    for error in errors {
        let severity = match error.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "note",
        };
        let place = place(run, error);
        let line = place.as_ref().map_or("", |(_, line)| line.as_str());
        let message = earlier(&error.message, line);
        match &place {
            Some((place, line)) => {
                text.push_str(&format!("{place}: {severity}: {message}\n{line}\n"));
            }
            None => text.push_str(&format!("{severity}: {message}\n")),
        }
    }
    let count = errors.len();
    let word = if count == 1 { "error" } else { "errors" };
    text.push_str(&format!("{count} {word} generated.\n"));
    text
}

/// The place and the source line of a message.
pub fn place(run: &FileRun, message: &Diagnostic) -> Option<(String, String)> {
    let span = message.primary.as_ref()?.span;
    let file = run.sources.get(span.file as usize)?;
    let at = file.line_column(span.start as usize);
    let place = format!("{}:{}:{}", file.name, at.line, at.column);
    Some((place, file.line_text(at.line).to_owned()))
}

/// What the clang of GPUVerify's time said in these cases: a call of an unknown function in `line`.
fn earlier(message: &str, line: &str) -> String {
    const FORMS: [&str; 3] = [
        "call to undeclared function '",
        "use of undeclared function '",
        "use of undeclared identifier '",
    ];
    let name = FORMS.iter().find_map(|form| {
        let rest = message.strip_prefix(form)?;
        rest.split('\'').next()
    });
    match name {
        Some(name) if line.contains(&format!("{name}(")) => {
            format!("implicit declaration of function '{name}' is invalid in OpenCL")
        }
        _ => message.to_owned(),
    }
}

/// The messages on a kernel's faults, for standard error; at most `limit` of them.
///
/// Races of one access with several others on one array are one message.
pub fn faults(run: &FileRun, kernel: &KernelRun, style: Style, limit: usize) -> String {
    let mut text = String::new();
    for group in groups(&kernel.faults).iter().take(limit) {
        let Some(fault) = group.first() else {
            continue;
        };
        text.push('\n');
        text.push_str(&one(run, group, style));
        let values = fault.values.iter().chain(&fault.open);
        if values.clone().count() > 0 {
            text.push_str(&format!(
                "\nBitwise values of parameters of '{}':\n",
                kernel.name
            ));
            for (name, value) in values {
                text.push_str(&format!(" {name} = {value}\n"));
            }
        }
    }
    text
}

/// How many messages there are on a kernel.
fn count(kernel: &KernelRun) -> usize {
    groups(&kernel.faults).len()
}

/// Faults of which one message tells, in the order of the first.
fn groups(faults: &[Fault]) -> Vec<Vec<&Fault>> {
    let mut groups: Vec<Vec<&Fault>> = Vec::new();
    for fault in faults {
        let same = |group: &&mut Vec<&Fault>| {
            let first = group.first().map(|one| &one.what);
            match (first, &fault.what) {
                (Some(What::Race(a)), What::Race(b)) => {
                    let key = |race: &Race| {
                        let (first, second) = (&race.first, &race.second);
                        (noun(first.kind), noun(second.kind), race.same_block)
                    };
                    a.array == b.array && key(a) == key(b) && a.second.spot == b.second.spot
                }
                _ => false,
            }
        };
        match groups.iter_mut().find(same) {
            Some(group) => group.push(fault),
            None => groups.push(vec![fault]),
        }
    }
    groups
}

fn one(run: &FileRun, group: &[&Fault], style: Style) -> String {
    let Some(fault) = group.first() else {
        return String::new();
    };
    let who = |at: usize| {
        let one = fault.threads.get(at).copied().unwrap_or_default();
        thread(&one, run.language, style.dimensions)
    };
    let at = |message: String| said(&fault.spot, &message);
    let for_one = |what: &str| at(format!("{what} for {}", who(0)));
    match &fault.what {
        What::Race(found) => {
            let first = group.iter().filter_map(|fault| match &fault.what {
                What::Race(race) => Some(&race.first),
                _ => None,
            });
            race(run, found, (&first.collect::<Vec<_>>(), &who(0)), &who(1))
        }
        What::Divergence {
            meets: Meets::Arguments,
            ..
        } => said(&fault.spot, "this precondition might not hold"),
        What::Divergence { .. } => {
            let message = "barrier may be reached by non-uniform control flow";
            said(&fault.spot, message)
        }
        What::Assertion(Asserted::Here) => for_one("this assertion might not hold"),
        What::Assertion(Asserted::Precondition) => precondition(&fault.spot),
        What::Assertion(Asserted::Postcondition) => {
            at("postcondition might not hold on all return paths".to_owned())
        }
        What::Invariant { entry: true } => for_one("loop invariant might not hold on entry"),
        What::Invariant { entry: false } => {
            for_one("loop invariant might not be maintained by the loop")
        }
        What::Bounds(array) => at(format!(
            "possible array out-of-bounds access on array {array} by {}",
            who(0)
        )),
        What::ConstantWrite(_) => for_one("possible attempt to modify constant memory"),
        What::NullAccess => for_one("possible null pointer access"),
        What::BarrierInvariant => for_one("this barrier invariant might not hold"),
        What::Covered { .. } => at("an array is not written as a whole".to_owned()),
        What::Permission => {
            for_one("insufficient permission may be held for evaluation of this barrier invariant")
        }
    }
}

/// That a call may not meet a precondition: the call's place comes first, then that of the precondition.
fn precondition(spot: &Spot) -> String {
    let (call, around) = match spot.calls.split_first() {
        Some((call, around)) => (call, around),
        None => return said(spot, "this precondition might not hold"),
    };
    format!(
        "{}: error: a precondition for this call might not hold\n{}{}\n\
         {}: note: this is the precondition that might not hold\n{}",
        call.place.short(),
        source(&call.line),
        invoked(around),
        spot.short(),
        source(&spot.line)
    )
}

/// A message at a place, with its source line and the calls that led there.
fn said(spot: &Spot, message: &str) -> String {
    format!(
        "{}: error: {message}\n{}{}",
        spot.short(),
        source(&spot.line),
        invoked(&spot.calls)
    )
}

fn source(line: &str) -> String {
    format!("  {line}\n")
}

fn invoked(calls: &[Call]) -> String {
    let line = |call: &Call| {
        format!(
            "invoked from {}:\n{}",
            call.place.short(),
            source(&call.line)
        )
    };
    calls.iter().map(line).collect()
}

fn race(run: &FileRun, race: &Race, first: (&[&Access], &str), second: &str) -> String {
    // The thread whose access is the second comes first.
    format!(
        "{}: error: possible {}-{} race on {}:\n{}{}",
        run.name,
        noun(race.first.kind).to_lowercase(),
        noun(race.second.kind).to_lowercase(),
        race.published,
        side(second, &[&race.second]),
        side(first.1, first.0)
    )
}

fn side(who: &str, accesses: &[&Access]) -> String {
    let at = |access: &&Access| {
        let spot = &access.spot;
        let (place, line) = (spot.short(), source(&spot.line));
        format!("{place}:\n{line}{}", invoked(&spot.calls))
    };
    let kind = accesses.first().map_or("Read", |one| noun(one.kind));
    let sources: Vec<String> = accesses.iter().map(at).collect();
    match sources.as_slice() {
        [one] => format!("\n{kind} by {who}, {one}"),
        several => format!(
            "\n{kind} by {who}, possible sources are:\n{}",
            several.join("")
        ),
    }
}

fn noun(kind: Kind) -> &'static str {
    match kind {
        Kind::Read => "Read",
        Kind::Write => "Write",
        Kind::Atomic(_) => "Atomic",
    }
}

/// A thread in GPUVerify's words.
pub fn thread(thread: &Thread, language: Language, dimensions: usize) -> String {
    let global = thread.global.unwrap_or_default();
    let (global, local, block) = (
        numbers(&global, dimensions),
        numbers(&thread.thread, dimensions),
        numbers(&thread.block, dimensions),
    );
    match language {
        Language::OpenCl => {
            format!("work item {global} with local id {local} in work group {block}")
        }
        Language::Cuda => format!("thread {local} in thread block {block} (global id {global})"),
    }
}
