//! The review of two versions of a file of kernels: old beside new, whether they compute the same, and what one element
//! is to each.

use crate::cli::ReviewArgs;
use crate::cli::kernels::EqualArgs;
use crate::commands::equal;
use crate::files::{self, Place};
use crate::output::Failure;
use crate::run::Run;
use ::equal::model::{Outcome, PairRun, Verdict};
use ::equal::words;
use ::review::Review;
use ::review::banner::{Banner, Ending};
use ::review::kernels::{Changed, Terms, of_kernels};
use itertools::Itertools;
use report::Subject;
use report::messages::Message;
use report::status::Status;
use std::collections::BTreeMap;

/// The review of two versions; none if there is nothing to compare, for a reason that was reported.
pub(super) fn review(
    args: &ReviewArgs,
    new: &Place,
    run: &mut Run,
) -> Result<Option<Review>, Failure> {
    let both = [args.file.clone(), new.clone()];
    run.reviews(args.html.is_none());
    equal::compared(&EqualArgs::of_review(args, new), run)?;
    let (read, _) = files::read_kernels(&both);
    let [old, new] = read.as_slice() else {
        return Ok(None);
    };
    if run.pairs().is_empty() {
        return Ok(None);
    }
    Ok(Some(of_pairs(
        [
            (&old.source.name, &old.source.text),
            (&new.source.name, &new.source.text),
        ],
        run,
    )))
}

fn of_pairs([(old_name, old), (new_name, new)]: [(&str, &str); 2], run: &Run) -> Review {
    let pairs = run.pairs();
    let mut trusted: Vec<String> = Vec::new();
    let equal = |pair: &&PairRun| matches!(pair.verdict(), Verdict::Equal(_));
    for text in pairs.iter().filter(equal).flat_map(words::assumed) {
        if !trusted.contains(&text) {
            trusted.push(text);
        }
    }
    of_kernels(Changed {
        banner: banner(pairs, run.status()),
        name: &format!("{old_name} and {new_name}"),
        old,
        new,
        steps: Vec::new(),
        verdicts: pairs.iter().flat_map(verdicts).collect(),
        kept: "Kernels are compared; host code is not".to_owned(),
        trusted,
        terms: pairs.iter().filter_map(terms).collect(),
        messages: pairs.iter().flat_map(messages).collect(),
        races: Vec::new(),
        reasons: BTreeMap::new(),
        notes: BTreeMap::new(),
        excluded: BTreeMap::new(),
    })
}

fn verdicts(pair: &PairRun) -> Vec<String> {
    let mut lines = vec![words::verdict(pair)];
    lines.extend(
        pair.of_interest()
            .map(|run| format!("{}: {}", words::sizes(&run.sizes), words::outcome(run))),
    );
    // Also what launches have to be like for that.
    lines.extend(
        words::of_all_sizes(pair)
            .iter()
            .map(|line| line.trim().to_owned()),
    );
    lines
}

/// What is wrong with a pair, or unknown.
pub(super) fn messages(pair: &PairRun) -> Vec<String> {
    let mut all: Vec<Message> = Vec::new();
    Subject::messages(&pair, &mut all);
    // The same in other sizes is said once.
    let all = all.into_iter().unique_by(|one| {
        let said = &one.diagnostic;
        (said.code, said.message.clone())
    });
    let all = all.map(|mut message| {
        // It names options of `equal`.
        message.diagnostic.help = None;
        let place = message.place.as_ref().map_or_else(String::new, |place| {
            format!("{}:{}: ", place.file, place.start.0)
        });
        format!("{place}{}: {}", message.diagnostic.code, message.text())
    });
    all.collect()
}

fn of_level(level: symbolic::Level) -> &'static str {
    match level {
        symbolic::Level::Exact => "the same operations on the same operands",
        symbolic::Level::Reordered => "equal up to the order of operations",
        symbolic::Level::Real => "equal over the real numbers",
    }
}

/// What both leave in one element: where they differ, else one that is the same.
pub(super) fn terms(pair: &PairRun) -> Option<Terms> {
    let found = pair.runs.iter().filter_map(|run| {
        let (element, old, new, outcome) = match &run.outcome {
            Outcome::Different(one) => {
                let (old, new) = one.terms.as_ref()?;
                (&one.element, old, new, "different")
            }
            Outcome::Open(_, element, (old, new)) => (element, old, new, "not shown to be equal"),
            Outcome::Equal(level) => {
                let one = run.sample.as_ref()?;
                let every = pair.every.as_ref();
                let every = every.and_then(|every| every.shows(pair).ok());
                // Of kernels that are not verified, equal terms show nothing.
                let outcome = match (every, run.unverified()) {
                    (Some(level), _) => of_level(level),
                    (None, None) => of_level(*level),
                    (None, Some(_)) => "equal terms, but not both kernels are verified",
                };
                (&one.element, &one.old, &one.new, outcome)
            }
            Outcome::Unset(..) | Outcome::Nothing | Outcome::Refused(_) => return None,
        };
        let rank = match run.outcome {
            Outcome::Different(_) => 0,
            Outcome::Open(..) => 1,
            Outcome::Equal(_) | Outcome::Unset(..) | Outcome::Nothing | Outcome::Refused(_) => 2,
        };
        Some((
            rank,
            Terms {
                element: element.clone(),
                launch: format!("{}; {}", words::names(pair), words::sizes(&run.sizes)),
                old: old.clone(),
                new: new.clone(),
                outcome,
            },
        ))
    });
    found.min_by_key(|(rank, _)| *rank).map(|(_, terms)| terms)
}

/// What happened, in one line: proved only if all that was asked for holds.
fn banner(pairs: &[PairRun], status: Status) -> Banner {
    let says = |ending: Ending, words: String| Banner { ending, words };
    let line = |pair: &PairRun| words::verdict(pair);
    if let Some(pair) = pairs.iter().find(|one| one.verdict() == Verdict::Different) {
        let different = pair.runs.iter().find_map(|run| match &run.outcome {
            Outcome::Different(one) => Some(format!(
                "{}: {} is {} in the old text and {} in the new one",
                words::names(pair),
                one.element,
                one.old,
                one.new
            )),
            Outcome::Equal(_)
            | Outcome::Open(..)
            | Outcome::Unset(..)
            | Outcome::Nothing
            | Outcome::Refused(_) => None,
        });
        return says(Ending::Refuted, different.unwrap_or_else(|| line(pair)));
    }
    let open = pairs
        .iter()
        .find(|one| !matches!(one.verdict(), Verdict::Equal(_)));
    match (open, pairs, status) {
        (Some(pair), _, _) => {
            let why = ::equal::words::first(pair);
            says(Ending::NotDecided, why.unwrap_or_else(|| line(pair)))
        }
        (None, [one], Status::Holds) => says(Ending::Proved, line(one)),
        (None, all, Status::Holds) => says(
            Ending::Proved,
            format!("all {} kernels compute the same", all.len()),
        ),
        (None, _, _) => says(
            Ending::NotDecided,
            "what was compared is equal, but not all kernels were".to_owned(),
        ),
    }
}
