//! A repair as JSON.

use crate::atomic::Atomics;
use crate::messages;
use crate::model::{Change, FileRepair, KernelRepair, Outcome};
use crate::points::{Level, Site};
use crate::words;
use inspect::model::FileRun;
use report::render::json::message;
use serde_json::{Value, json};

fn line(run: &FileRun, site: Site) -> Value {
    match run.sources.get(site.file() as usize) {
        Some(source) => {
            let line = source.line_column(site.offset() as usize).line;
            json!({ "file": source.name, "line": line })
        }
        None => Value::Null,
    }
}

fn kernel(repair: &FileRepair, one: &KernelRepair) -> Value {
    let run = &repair.before;
    let (outcome, why) = match &one.outcome {
        Outcome::Right if one.by_others => {
            let why = "by the changes for other kernels of the file";
            ("repaired", Some(why.to_owned()))
        }
        Outcome::Right => ("right", None),
        Outcome::Unknown => ("unknown", None),
        Outcome::Other => ("other findings", None),
        Outcome::Repaired(_) => ("repaired", None),
        Outcome::Hopeless(why) => ("not repaired", Some(words::hopeless(run, why))),
    };
    let changes: Vec<Value> = match &one.outcome {
        Outcome::Repaired(all) => all
            .iter()
            .map(|changed| {
                let (kind, level) = match changed.change {
                    Change::Add(level, _) => ("add", level),
                    Change::Remove(level) => ("remove", level),
                    Change::Widen(_) => ("widen", Level::Block),
                };
                json!({
                    "change": kind,
                    "level": match level {
                        Level::Warp => "warp",
                        Level::Block => "block",
                        Level::Grid => "grid",
                    },
                    "before": line(run, changed.site),
                    "loops": changed.depth,
                    "takes_apart": changed.apart,
                })
            })
            .collect(),
        Outcome::Right | Outcome::Unknown | Outcome::Other | Outcome::Hopeless(_) => Vec::new(),
    };
    json!({
        "name": one.name,
        "outcome": outcome,
        "why": why,
        "changes": changes,
        "weight_before": one.weights.0,
        "weight_after": one.weights.1,
        "minimal": one.minimal,
        "remaining": messages::remaining(repair, one).iter().map(message).collect::<Vec<_>>(),
        "not_needed": one.redundant.iter().map(|site| line(run, *site)).collect::<Vec<_>>(),
        "points": one.points,
        "checks": one.checks,
    })
}

/// Atomic operations that help where barriers do not.
fn atomics(run: &FileRun, one: &Atomics) -> Value {
    let place =
        |(at, call): &(u32, String)| json!({ "place": line(run, Site::New(0, *at)), "call": call });
    json!({
        "kernels": one.kernels,
        "places": one.places.iter().map(place).collect::<Vec<_>>(),
        "text": one.applied.text,
    })
}

/// A file.
pub(crate) fn file(repair: &FileRepair) -> Value {
    let run = &repair.before;
    let kernels: Vec<Value> = repair
        .kernels
        .iter()
        .map(|one| kernel(repair, one))
        .collect();
    let errors = messages::not_read(repair).into_iter();
    let errors = errors.map(|one| message(&inspect::messages::message(run, one, None)));
    json!({
        "file": run.name,
        "kernels": kernels,
        "text": repair.text(),
        "rejected": repair.rejected,
        "errors": errors.collect::<Vec<_>>(),
        "atomics": repair.atomics.as_ref().map(|one| atomics(run, one)),
    })
}
