//! Answering proof obligations.

use crate::engine::Surroundings;
use crate::obligation::Obligation;
use crate::obligation::batch;
use crate::obligation::counterexample;
use crate::question::incomplete::Known;
use crate::question::premises::Asking;
use crate::report::messages;
use crate::report::{KEPT_OTHERWISE, Measured, NOT_KEPT, ObligationReport, Outcome};
use itertools::Itertools;
use rayon::prelude::*;
use solver::encode::{self, Effort, Solved, Verdict};
use std::collections::HashMap;
use text::code::Code;

/// The names of obligations, by which a report knows them.
pub(crate) fn identities(owner: &str, obligations: &[Obligation]) -> Vec<String> {
    let mut numbers: HashMap<Code, usize> = HashMap::new();
    obligations
        .iter()
        .map(|obligation| {
            let number = numbers.entry(obligation.failure.code()).or_insert(0);
            *number += 1;
            format!("{owner}/{}/{number}", obligation.failure.code())
        })
        .collect()
}

/// The last attempt before counterexamples are looked for.
const BEFORE_SEARCH: usize = 5;

/// For so many obligations of a declaration without a proof a counterexample is looked for as long as it may
/// take; for the others only a little. Nobody reads more of them, and to find none takes longest.
const SEARCHED: usize = 16;

/// Resource limit of the search for the others, in Z3's units. It finds nine in ten of what can be found.
const LITTLE_SEARCH: u64 = 60_000;

/// Answers some obligations by proofs alone. Those without one are [`search`]ed when it is known that they
/// are asked for no more.
pub(crate) fn prove_all(
    ids: &[String],
    obligations: &[Obligation],
    which: &[usize],
    around: &Surroundings<'_>,
    asking: &Asking<'_>,
) -> Vec<ObligationReport> {
    let which: Vec<(&String, &Obligation)> = which
        .iter()
        .filter_map(|number| Some((ids.get(*number)?, obligations.get(*number)?)))
        .collect();
    let shares = match asking.together {
        true => prove_together(&which, around, asking),
        false => vec![Share::default(); which.len()],
    };
    which
        .par_iter()
        .zip(shares)
        .map(|((id, obligation), share)| match share.outcome {
            Some(outcome) => ObligationReport {
                outcome,
                measured: share.measured,
                ..proved(id, obligation)
            },
            None => {
                let mut report = alone(id, obligation, around, asking);
                report.measured.add_cost(&share.measured);
                report
            }
        })
        .collect()
}

/// What a question about several obligations says of one of them, and its part of what that took.
#[derive(Clone, Debug, Default)]
struct Share {
    /// None if the obligation is to be asked alone.
    outcome: Option<Outcome>,
    measured: Measured,
}

/// Asks of obligations that belong together whether all of them hold.
fn prove_together(
    which: &[(&String, &Obligation)],
    around: &Surroundings<'_>,
    asking: &Asking<'_>,
) -> Vec<Share> {
    let groups = batch::groups(which.iter().map(|(_, obligation)| *obligation));
    let answers: Vec<Solved> = groups
        .par_iter()
        .map(|group| {
            let effort = batch::effort(asking.effort, group.members.len());
            let all = encode::solve(&group.question, around.pool, &effort, &[]);
            let members = group.members.iter().filter_map(|at| which.get(*at));
            let names: Vec<&str> = members.map(|(id, _)| id.as_str()).collect();
            (asking.observe)(&names, &all);
            all
        })
        .collect();
    let mut shares = vec![Share::default(); which.len()];
    for (group, all) in groups.iter().zip(answers) {
        let outcome = match all.verdict {
            Verdict::Proved => Some(Outcome::Proved),
            Verdict::KeptOtherwise => Some(Outcome::Unknown(KEPT_OTHERWISE.to_owned())),
            // Only a proof of all says something of each.
            Verdict::Refuted(_)
            | Verdict::Failed(_)
            | Verdict::Limited(..)
            | Verdict::Fault(_)
            | Verdict::NotKept => None,
        };
        let share = Share {
            outcome,
            measured: measured(&all).share(group.members.len()),
        };
        for at in &group.members {
            if let Some(place) = shares.get_mut(*at) {
                place.clone_from(&share);
            }
        }
    }
    shares
}

fn alone(
    id: &str,
    obligation: &Obligation,
    around: &Surroundings<'_>,
    asking: &Asking<'_>,
) -> ObligationReport {
    let mut effort = asking.effort.clone();
    // What `refute` asks for is answered by all that can be tried.
    if !obligation.is_refutation() {
        effort.last_attempt = effort.last_attempt.min(BEFORE_SEARCH);
    }
    let (report, solved) = prove(id, obligation, around, &effort);
    if let Some(solved) = solved.filter(|_| !is_searched(obligation, &report, around)) {
        (asking.observe)(&[id], &solved);
    }
    report
}

/// Looks for a counterexample to each obligation that has no proof.
pub(crate) fn search(
    ids: &[String],
    obligations: &[Obligation],
    around: &Surroundings<'_>,
    asking: &Asking<'_>,
    reports: &mut [ObligationReport],
) {
    let open: Vec<usize> = obligations
        .iter()
        .zip(reports.iter())
        .positions(|(obligation, report)| is_searched(obligation, report, around))
        .collect();
    // Of what a caller relies on the first that does not hold is told.
    let thoroughly = match around.asked.is_empty() {
        true => SEARCHED,
        false => 1,
    };
    let searched: Vec<Option<ObligationReport>> = open
        .par_iter()
        .enumerate()
        .map(|(earlier, at)| {
            let (id, obligation) = (ids.get(*at)?, obligations.get(*at)?);
            let mut effort = asking.effort.clone();
            if earlier >= thoroughly {
                effort.search_rlimit = effort.search_rlimit.min(LITTLE_SEARCH);
            }
            let (report, solved) = prove(id, obligation, around, &effort);
            if let Some(solved) = solved {
                (asking.observe)(&[id], &solved);
            }
            Some(report)
        })
        .collect();
    for (at, found) in open.into_iter().zip(searched) {
        if let (Some(report), Some(found)) = (reports.get_mut(at), found) {
            *report = found;
        }
    }
}

/// Whether a counterexample is looked for.
fn is_searched(
    obligation: &Obligation,
    report: &ObligationReport,
    around: &Surroundings<'_>,
) -> bool {
    let open = report.outcome != Outcome::Proved
        && !report.outcome.is_kept_otherwise()
        && !obligation.is_refutation();
    open && obligation.question.is_some() && !obligation.selected && is_read(obligation, around)
}

/// Whether somebody reads why an obligation does not hold: where a caller relies on some places, those of
/// these places alone.
fn is_read(obligation: &Obligation, around: &Surroundings<'_>) -> bool {
    let mut places = around.asked.iter();
    around.asked.is_empty() || places.any(|place| place.contains(obligation.span))
}

/// How much is tried with selected premises: a proof is found soon, and no counterexample is sought.
fn little(effort: &Effort) -> Effort {
    Effort {
        rlimit: effort.first_rlimit,
        last_attempt: 2,
        ..effort.clone()
    }
}

/// An obligation that holds.
fn proved(id: &str, obligation: &Obligation) -> ObligationReport {
    ObligationReport {
        id: id.to_owned(),
        failure: obligation.failure.clone(),
        code: obligation.failure.code(),
        message: messages::message(&obligation.failure),
        span: obligation.span,
        demanded_by: obligation.demanded_by,
        outcome: Outcome::Proved,
        counterexample: Vec::new(),
        threads: Vec::new(),
        help: None,
        hints: Vec::new(),
        fix: None,
        lacks: None,
        measured: Measured::default(),
    }
}

fn measured(solved: &Solved) -> Measured {
    Measured {
        time_ms: solved.time_ms as f64,
        // What this run took.
        rlimit: if solved.cached { 0 } else { solved.rlimit_used },
        quantifier_instances: solved.quantifier_instances,
        // The first attempt is no retry.
        attempt: solved.attempt.saturating_sub(1),
        cached: solved.cached,
    }
}

/// Answers an obligation, with what the solver said if it was asked.
fn prove(
    id: &str,
    obligation: &Obligation,
    around: &Surroundings<'_>,
    effort: &Effort,
) -> (ObligationReport, Option<Solved>) {
    let pool = around.pool;
    let mut report = proved(id, obligation);
    let Some(question) = &obligation.question else {
        if !obligation.holds {
            report.outcome = Outcome::Failed;
        }
        return (report, None);
    };
    // That there was no proof is what `refute` succeeds with, so it is not taken from the cache,
    // which does not say how the search ended.
    let effort = &Effort {
        on_the_way: effort.on_the_way && !obligation.is_refutation(),
        ..effort.clone()
    };
    let (effort, wanted) = match obligation.selected {
        true => (&little(effort), Vec::new()),
        false => (effort, counterexample::terms(obligation)),
    };
    let mut solved = encode::solve(question, pool, effort, &wanted);
    if matches!(&solved.verdict, Verdict::Fault(_)) {
        // A worker that died by mishap gets a second chance, in a fresh one.
        solved = encode::solve(question, pool, effort, &wanted);
    }
    report.measured = measured(&solved);
    let shown = |report: &mut ObligationReport, model: &encode::Model| {
        if let Some(words) = counterexample::words(obligation, model) {
            report.counterexample = words.values;
            report.threads = words.threads;
        }
    };
    report.outcome = match &solved.verdict {
        Verdict::Proved => Outcome::Proved,
        _ if obligation.selected => Outcome::Unknown("asked with what is near".to_owned()),
        Verdict::Refuted(model) => {
            shown(&mut report, model);
            let known = Known {
                program: around.program,
                functions: around.functions,
            };
            match obligation.loose || known.says_less(question) {
                true => Outcome::Failed,
                false => Outcome::Refuted,
            }
        }
        Verdict::Failed(model) => {
            model.iter().for_each(|model| shown(&mut report, model));
            Outcome::Failed
        }
        Verdict::Limited(limit, model) => {
            model.iter().for_each(|model| shown(&mut report, model));
            Outcome::Unknown(limit.clone())
        }
        Verdict::Fault(reason) => Outcome::Unknown(format!("fault: {reason}")),
        Verdict::NotKept => Outcome::Unknown(NOT_KEPT.to_owned()),
        Verdict::KeptOtherwise => Outcome::Unknown(KEPT_OTHERWISE.to_owned()),
    };
    if obligation.is_refutation() {
        // Succeeds only where the formula is refuted or failed, not where it is unknown.
        report.outcome = match report.outcome {
            Outcome::Proved => Outcome::Failed,
            Outcome::Refuted | Outcome::Failed => Outcome::Proved,
            // The formula may be provable with more.
            Outcome::Unknown(limit) => Outcome::Unknown(limit),
        };
        report.counterexample.clear();
        report.threads.clear();
    }
    if report.outcome != Outcome::Proved {
        report.help = messages::help(&obligation.failure);
    }
    (report, Some(solved))
}
