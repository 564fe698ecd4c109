//! Sentences on a pair.

use crate::model::{Extent, Origin, Outcome, PairRun, SizeRun, Sizes, Verdict};
use report::terminal::visible;
use report::{Style, plural, terminal};
use symbolic::{Law, Level};

/// A level in one word.
pub fn level(level: Level) -> &'static str {
    match level {
        Level::Exact => "exact",
        Level::Reordered => "reordered",
        Level::Real => "real",
    }
}

/// What a level says of arithmetic.
pub fn arithmetic(level: Level) -> &'static str {
    match level {
        Level::Exact => {
            "the same operations on the same operands; bit for bit on a device if neither kernel is contracted \
             (-fmad=false, -ffp-contract=off) and both are compiled with the same flags"
        }
        Level::Reordered => {
            "floats are added, multiplied or compared in another order; else the same operations"
        }
        Level::Real => "equal over the real numbers, without rounding and overflow",
    }
}

/// What a law takes for granted or changes.
pub fn law(law: Law) -> &'static str {
    match law {
        Law::Sums => "sums are added in another order",
        Law::Products => "products are multiplied in another order",
        Law::Extremes => {
            "the least or greatest is found in another order (the sign of a zero may differ)"
        }
        Law::SignOfZero => "a zero is added or left out (the sign of a zero may differ)",
        Law::NoNan => "no value is NaN where values are compared, or the result may differ",
        Law::NoInfinity => {
            "no value is infinite that is compared with the greatest or least number (FLT_MAX)"
        }
        Law::Finite => {
            "infinite constants count as numbers: no difference or product of infinities is met"
        }
        Law::Rounding => "results are not rounded",
        Law::Division => "no divisor is zero",
        Law::Exponential => "exp(a + b) is exp(a) * exp(b)",
        Law::Logarithm => "log(a * b) is log(a) + log(b), and both are positive",
        Law::Root => "no argument of a square root is negative",
    }
}

/// Some elements of an array that follow each other.
pub(crate) fn range(first: &str, last: &str) -> String {
    match first == last {
        true => first.to_owned(),
        false => format!("{first} to {last}"),
    }
}

fn extent([x, y, z]: [u32; 3]) -> String {
    match (y, z) {
        (1, 1) => x.to_string(),
        (_, 1) => format!("{x},{y}"),
        _ => format!("{x},{y},{z}"),
    }
}

fn launch(one: &Extent) -> String {
    format!(
        "blocks of {} in a grid of {}",
        extent(one.block),
        extent(one.grid)
    )
}

/// The launches of a side: those of one size behind each other once.
fn launches(all: &[Extent]) -> String {
    let each: Vec<String> = all.iter().map(launch).collect();
    match each.split_first() {
        Some((first, rest)) if rest.iter().all(|one| one == first) => first.clone(),
        _ => each.join("; "),
    }
}

/// A launch of both.
pub fn sizes(sizes: &Sizes) -> String {
    let [old, new] = &sizes.extents;
    let (old, new) = (launches(old), launches(new));
    let mut text = match old == new {
        true => old,
        false => format!("old: {old}, new: {new}"),
    };
    let values = sizes
        .values
        .iter()
        .map(|(name, value)| format!("{name} = {value}"));
    for value in values {
        text.push_str(&format!(", {value}"));
    }
    text
}

/// Both kernels' names.
pub fn names(pair: &PairRun) -> String {
    let [old, new] = &pair.kernels;
    match old == new {
        true => old.clone(),
        false => format!("{old} / {new}"),
    }
}

/// What a launch of both came to, in a few words.
pub fn outcome(run: &SizeRun) -> String {
    match &run.outcome {
        Outcome::Equal(found) => format!("equal ({})", level(*found)),
        Outcome::Different(_) => "different".to_owned(),
        Outcome::Open(..) => "not shown to be equal".to_owned(),
        Outcome::Unset(..) => "depends on uninitialized values".to_owned(),
        Outcome::Nothing => "nothing is written".to_owned(),
        Outcome::Refused(_) => "not executed".to_owned(),
    }
}

/// The first line on a pair.
pub fn verdict(pair: &PairRun) -> String {
    let names = names(pair);
    if let (Verdict::Equal(_), Some(Ok(_))) = (
        pair.verdict(),
        pair.every.as_ref().map(|every| every.shows(pair)),
    ) {
        return format!("{names}: equal for every content of memory, in all sizes");
    }
    match pair.verdict() {
        Verdict::Equal(_) if pair.origin == Origin::Launches => {
            format!("{names}: equal for every content of memory, in the launches of both files")
        }
        Verdict::Equal(_) => format!("{names}: equal for every content of memory, in these sizes"),
        Verdict::Different => format!("{names}: different"),
        Verdict::Wrong => format!("{names}: not compared"),
        Verdict::Unknown => {
            let shown = pair
                .runs
                .iter()
                .filter(|run| run.shows(pair).is_some())
                .count();
            match pair.origin {
                Origin::Tried if shown > 0 => format!(
                    "{names}: equal for {} that {} tried; not shown for all sizes",
                    match shown {
                        1 => "1 combination of sizes".to_owned(),
                        n => format!("{n} combinations of sizes"),
                    },
                    if shown == 1 { "was" } else { "were" }
                ),
                Origin::SomeLaunches if shown > 0 => format!(
                    "{names}: equal for {}; of other launches of the files not all is known",
                    plural(shown, "launch").replace("launchs", "launches")
                ),
                Origin::Tried | Origin::Given | Origin::Launches | Origin::SomeLaunches => {
                    format!("{names}: unknown")
                }
            }
        }
    }
}

/// The first of the messages on a pair, with its code; none if there is none.
pub fn first(pair: &PairRun) -> Option<String> {
    let all = crate::messages::diagnostics(pair).into_iter();
    let mut said = all.map(|one| format!("{} ({})", one.message, one.code));
    said.next()
}

/// All that people read of a pair.
pub fn describe(pair: &PairRun, style: Style) -> String {
    let mut text = String::new();
    for message in crate::messages::diagnostics(pair) {
        text.push_str(&terminal::show(&message, &pair.sources, style.coloured));
    }
    if style.quiet {
        return text;
    }
    text.push_str(&format!("{}\n", visible(&verdict(pair))));
    for run in pair.of_interest() {
        let shown = format!(
            "  {}: {}, {}",
            sizes(&run.sizes),
            outcome(run),
            plural(run.elements, "element")
        );
        text.push_str(&format!("{}\n", visible(&shown)));
    }
    for line in of_all_sizes(pair) {
        text.push_str(&format!("  {}\n", visible(&line)));
    }
    for place in &pair.matched {
        text.push_str(&format!("  matched by place: {}\n", visible(place)));
    }
    if let Verdict::Equal(level) = pair.verdict() {
        text.push_str(&format!("  arithmetic: {}\n", arithmetic(level)));
    }
    let every = pair.every.as_ref();
    let shown = every.is_some_and(|every| every.shows(pair).is_ok());
    if shown || pair.runs.iter().any(|run| run.shows(pair).is_some()) {
        text.push_str("  assumed:\n");
        for one in assumed(pair) {
            text.push_str(&format!("  - {}\n", visible(&one)));
        }
    }
    text
}

/// What is said of all sizes, a line each.
pub fn of_all_sizes(pair: &PairRun) -> Vec<String> {
    let Some(every) = &pair.every else {
        return Vec::new();
    };
    match every.shows(pair) {
        Ok(found) => {
            let mut lines = vec![format!("all sizes: equal ({})", level(found))];
            let where_so = every.launches.iter();
            lines.extend(where_so.map(|one| format!("  where {one}")));
            lines
        }
        Err(why) => vec![format!("not shown for all sizes: {why}")],
    }
}

/// What an equality rests on, a sentence each.
pub fn assumed(pair: &PairRun) -> Vec<String> {
    let mut found: Vec<String> = pair.assumptions().into_iter().map(|one| one.text).collect();
    let mut laws: Vec<Law> = pair
        .runs
        .iter()
        .flat_map(|run| run.laws.iter().copied())
        .chain(
            pair.every
                .iter()
                .flat_map(|every| every.laws.iter().copied()),
        )
        .collect();
    laws.sort_unstable();
    laws.dedup();
    found.extend(laws.into_iter().map(|one| law(one).to_owned()));
    found.push("integer arithmetic wraps".to_owned());
    found.push("accesses are aligned to their types".to_owned());
    let every = pair
        .every
        .as_ref()
        .filter(|every| every.shows(pair).is_ok());
    if every.is_some() {
        found.push(
            "a launch has fewer than 2^31 threads in each dimension, and a loop over them does not count beyond its type"
                .to_owned(),
        );
    }
    if pair.runs.iter().any(|run| run.non_null) || every.is_some_and(|every| every.non_null) {
        found.push("pointer arguments are not null".to_owned());
    }
    if every.is_some() || pair.runs.iter().any(|run| run.wide_indices) {
        found.push(
            "32-bit arithmetic on sizes, thread indices and array indices does not overflow"
                .to_owned(),
        );
    }
    if !pair.variables.is_empty() {
        let names = pair.variables.iter().map(|name| format!("`{name}`"));
        let names: Vec<String> = names.collect();
        found.push(format!(
            "variables of one name contain the same before both launches: {}",
            names.join(", ")
        ));
    }
    if pair.sequential.contains(&true) {
        found.push(
            "the function is executed by one thread of a device: functions of C's library are the device's".to_owned(),
        );
    }
    if pair.is_sequence() {
        found.push(
            "the launches of a sequence run one after the other, and nothing else writes their memory in between"
                .to_owned(),
        );
        found.push(
            "parameters of the same name are the same array or value in all launches".to_owned(),
        );
    }
    for name in &pair.temporaries {
        found.push(format!(
            "`{name}` is no output: what is left there is not compared, and no other array overlaps it"
        ));
    }
    if pair.accept_contract && pair.runs.iter().any(|run| !run.beyond.is_empty()) {
        found.push("arrays are as long as the new kernel needs them".to_owned());
    }
    found
}
