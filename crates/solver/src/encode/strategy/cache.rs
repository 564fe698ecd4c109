//! Which answers are kept, and what they depend on.

use super::run::run_attempts;
use super::{Effort, Solved, limit_name};
use crate::cache::{Kept, Trust};
use crate::encode::prepare::Prepared;
use crate::encode::{Model, Value, Verdict, plain, smtlib, sorted};
use crate::smt::{Identity, SolverPool, UnknownCause};
use sha2::{Digest, Sha256};
use std::cell::LazyCell;
use std::sync::Arc;

/// Takes the answer from the cache, or asks.
pub(in crate::encode) fn answer(prepared: &Prepared, pool: &SolverPool, effort: &Effort) -> Solved {
    if !sorted::well_sorted(&prepared.formulas) {
        let verdict = Verdict::Fault("a question that is not well sorted".to_owned());
        return without_solver(prepared, verdict, 0);
    }
    // Where the answer only steers the work, nobody reads the values.
    if effort.on_the_way
        && prepared.names.is_empty()
        && let Some(model) = plain::model(prepared)
    {
        return without_solver(prepared, Verdict::Refuted(model), 0);
    }
    let Some(cache) = pool.cache().filter(|_| !prepared.is_trivial()) else {
        return run_attempts(prepared, pool, effort);
    };
    let key = match pool.identity() {
        Ok(identity) => key(prepared, effort, identity),
        // Of whom an answer is, is not known, and there is nobody to ask.
        Err(none) => return without_solver(prepared, Verdict::Fault(none.to_string()), 0),
    };
    // A proof has no values. That there is something else is kept under the same key; only then is the
    // other key worth its making.
    let with_values = LazyCell::new(|| key_with_values(prepared, &key));
    let kept = match cache.load(&key) {
        Some((kept, trust)) if kept.proved => Some((kept, trust)),
        Some(_) => cache.load(&with_values),
        None => None,
    };
    let kept = kept.filter(|(kept, _)| !kept.open || effort.on_the_way);
    if let Some((kept, Trust::Full)) = kept {
        return taken(prepared, kept);
    }
    if cache.enforced() {
        return without_solver(prepared, Verdict::NotKept, 0);
    }
    let mut solved = run_attempts(prepared, pool, effort);
    let kept_as = |proved: bool, model: Option<&Model>| Kept {
        proved,
        open: false,
        limit: String::new(),
        attempt: solved.attempt,
        rlimit_used: solved.rlimit_used,
        values: model.map_or_else(Vec::new, |model| positions(&prepared.names, model)),
    };
    let found = match &solved.verdict {
        Verdict::Proved => Some(kept_as(true, None)),
        Verdict::Refuted(model) => Some(kept_as(false, Some(model))),
        Verdict::Failed(model) if effort.on_the_way => Some(Kept {
            open: true,
            ..kept_as(false, model.as_ref())
        }),
        // Not where the clock ended the search, or a fault: the next time there may be a proof.
        Verdict::Limited(limit, model)
            if effort.on_the_way
                && [UnknownCause::ResourceLimit, UnknownCause::Uncounted]
                    .map(limit_name)
                    .contains(&limit.as_str()) =>
        {
            Some(Kept {
                open: true,
                limit: limit.clone(),
                ..kept_as(false, model.as_ref())
            })
        }
        Verdict::Failed(_)
        | Verdict::Limited(..)
        | Verdict::Fault(_)
        | Verdict::NotKept
        | Verdict::KeptOtherwise => None,
    };
    let settled = kept.filter(|(kept, _)| !kept.open).map(|(kept, _)| kept);
    let given = |kept: &Kept| {
        let found = found.as_ref();
        found.is_some_and(|found| !found.open && found.proved == kept.proved)
    };
    // What the clock ended, or a fault, says nothing of what is kept.
    let ended = match &solved.verdict {
        Verdict::Proved | Verdict::Refuted(_) | Verdict::Failed(_) => true,
        Verdict::Limited(limit, _) => limit == limit_name(UnknownCause::ResourceLimit),
        Verdict::Fault(_) | Verdict::NotKept | Verdict::KeptOtherwise => false,
    };
    let differs = ended && settled.is_some_and(|kept| !given(&kept));
    let nothing = || Kept {
        open: true,
        ..kept_as(false, None)
    };
    // What is not what the solver gives must not stay, or the next run takes it.
    let Some(found) = found.or_else(|| differs.then(nothing)) else {
        return solved;
    };
    if found.proved {
        cache.store(&key, &found);
    } else {
        cache.store(&with_values, &found);
        if *with_values != key {
            let elsewhere = Kept {
                open: true,
                values: Vec::new(),
                ..found
            };
            cache.store(&key, &elsewhere);
        }
    }
    if differs {
        cache.differs();
        solved.verdict = Verdict::KeptOtherwise;
    }
    solved
}

/// The values of a model by the positions of their names.
fn positions(names: &[String], model: &Model) -> Vec<(usize, Value)> {
    let position = |name: &String| names.iter().position(|known| known == name);
    model
        .values
        .iter()
        .filter(|(_, value)| !matches!(value, Value::Map { .. }))
        .filter_map(|(name, value)| Some((position(name)?, value.clone())))
        .collect()
}

/// What an answer depends on: the question, how it is asked, and who answers.
fn key(prepared: &Prepared, effort: &Effort, identity: &Identity) -> String {
    // A proof is one, whatever it was asked for. What the clock ends is not kept.
    let effort = Effort {
        on_the_way: false,
        timeout_ms: None,
        ..effort.clone()
    };
    let mut hash = Sha256::new();
    let about = format!(
        "{} {} {} {effort:?}\n",
        env!("SOLVER_MANNER_OF_ASKING"),
        identity.sources,
        identity.version,
    );
    hash.update(about.as_bytes());
    hash.update(prepared.script().as_bytes());
    hex(hash)
}

/// What an answer with values depends on besides: which values are wanted, but not by which words
/// they are told.
fn key_with_values(prepared: &Prepared, key: &str) -> String {
    if prepared.names.is_empty() {
        return key.to_owned();
    }
    let count = prepared.names.len().min(prepared.asked.len());
    let script = smtlib::print(&prepared.formulas, &prepared.asked[..count]);
    let mut hash = Sha256::new();
    // Terms have no line feeds in them, but for the last text.
    for line in [&[key.to_owned()], &*script.wanted].concat() {
        hash.update(line.as_bytes());
        hash.update(b"\n");
    }
    hash.update(script.text.as_bytes());
    hex(hash)
}

fn hex(hash: Sha256) -> String {
    let digest = hash.finalize();
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn taken(prepared: &Prepared, kept: Kept) -> Solved {
    let values: Vec<(String, Value)> = kept
        .values
        .into_iter()
        .filter_map(|(at, value)| Some((prepared.names.get(at)?.clone(), value)))
        .collect();
    let verdict = match kept.proved {
        true => Verdict::Proved,
        false if kept.open => {
            let candidate = (!values.is_empty()).then_some(Model {
                values,
                confirmed: false,
            });
            match kept.limit.is_empty() {
                true => Verdict::Failed(candidate),
                false => Verdict::Limited(kept.limit, candidate),
            }
        }
        false => Verdict::Refuted(Model {
            values,
            confirmed: true,
        }),
    };
    Solved {
        cached: true,
        rlimit_used: kept.rlimit_used,
        ..without_solver(prepared, verdict, kept.attempt)
    }
}

fn without_solver(prepared: &Prepared, verdict: Verdict, attempt: usize) -> Solved {
    Solved {
        verdict,
        attempt,
        rlimit_used: 0,
        time_ms: 0,
        quantifier_instances: 0,
        core_uses_goal: None,
        limit: None,
        cached: false,
        script: prepared.script().to_owned(),
        legend: Arc::clone(&prepared.legend),
    }
}
