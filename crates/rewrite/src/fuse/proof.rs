//! What is shown of a fused kernel: free of races under the contracts that both kernels had, and equal to both, one launch
//! after the other.

use super::Fusing;
use crate::check::{Job, clauses, is_verified, others};
use crate::compare::compare_fused;
use crate::model::Checked;
use contracts::Clause;
use inspect::model::{FileRun, Required, Verdict};
use inspect::{Contracts, Input, Settings, follows};
use std::collections::BTreeMap;

/// What becomes of the text with a fused kernel.
pub(crate) fn fused(
    job: &Job<'_>,
    (old, new): (&Input, &Input),
    before: FileRun,
    made: &Fusing,
) -> Checked {
    let had = contract(&before, made);
    let names = std::slice::from_ref(&made.fused);
    let held = match is_verified(&before) {
        true => under(job, new, names, &had),
        false => Some(before.clone()),
    };
    let (after, stronger) = match held {
        Some(run) => (run, Vec::new()),
        None => {
            let after = job.checked(new, names);
            let old = clauses(&had);
            let all = after.kernels.iter().flat_map(|one| &one.contract);
            let more = all.filter(|one| {
                let new = Clause::parse(&one.clause).unwrap_or_default();
                new.is_empty() || !new.iter().all(|clause| follows(clause, &old))
            });
            let more = more.map(|one| (made.fused.clone(), one.clause.clone()));
            let more = more.collect();
            (after, more)
        }
    };
    let mut checked = Checked {
        before,
        after,
        stronger,
        asserted: Vec::new(),
        others: Vec::new(),
        uncompared: Vec::new(),
        pairs: Vec::new(),
    };
    if !is_verified(&checked.before) || !is_verified(&checked.after) {
        return checked;
    }
    let all = Settings {
        kernels: Vec::new(),
        ..job.settings.clone()
    };
    let (Some(first), Some(second)) = (inspect::graphs(old, &all), inspect::graphs(new, &all))
    else {
        return checked;
    };
    checked.others = others((&first, &second), &made.kernels);
    let contract = checked.after.kernels.first();
    let contract = contract.map_or_else(Vec::new, |one| clauses(&one.contract));
    match compare_fused(job, ((old, &first), (new, &second)), made, &contract) {
        Some(pair) => checked.pairs.push(pair),
        None => checked.uncompared.push(made.fused.clone()),
    }
    checked
}

/// The fused kernel if it is verified under a contract.
fn under(job: &Job<'_>, new: &Input, names: &[String], had: &[Required]) -> Option<FileRun> {
    let mut settings = job.settings.clone();
    settings.kernels = names.to_vec();
    settings.only = Vec::new();
    settings.except = Vec::new();
    settings.checks.contracts = Contracts::Given;
    settings.checks.requires.extend(clauses(had));
    let mut runs = inspect::files(std::slice::from_ref(new), &settings, Some(job.pool));
    let mut run = runs.swap_remove(0);
    let fine = matches!(run.kernels.as_slice(), [one] if one.verdict() == Verdict::Verified);
    for kernel in &mut run.kernels {
        kernel.contract = had.to_vec();
    }
    (fine && run.errors.is_empty()).then_some(run)
}

/// What the launches of both kernels have to satisfy, in the names of the fused one.
fn contract(before: &FileRun, made: &Fusing) -> Vec<Required> {
    let mut found: Vec<Required> = Vec::new();
    let nothing = BTreeMap::new();
    for (name, names) in made.kernels.iter().zip([&nothing, &made.names]) {
        let kernel = before.kernels.iter().find(|one| one.name == *name);
        for one in kernel.into_iter().flat_map(|one| &one.contract) {
            let mut one = one.clone();
            one.clause = renamed(&one.clause, names);
            if found.iter().all(|known| known.clause != one.clause) {
                found.push(one);
            }
        }
    }
    found
}

/// A clause with other names of parameters.
fn renamed(clause: &str, names: &BTreeMap<String, String>) -> String {
    let mut text = String::new();
    let mut at = 0;
    for token in clang::tokens(clause, 0) {
        let word = token.of(clause);
        // `blockDim.x` is no parameter `x`.
        let member = clause
            .get(..token.start)
            .is_some_and(|all| all.ends_with('.'));
        text.push_str(clause.get(at..token.start).unwrap_or(""));
        match names.get(word).filter(|_| !member) {
            Some(name) => text.push_str(name),
            None => text.push_str(word),
        }
        at = token.end;
    }
    text.push_str(clause.get(at..).unwrap_or(""));
    text
}
