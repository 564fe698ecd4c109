//! `--profile-proof`: where the time of the proofs went, as a table and as a flame chart.

use crate::model::ProgramRun;
use checker::{MethodReport, ObligationReport};
use serde_json::{Value, json};

/// As many rows as anyone reads.
const MOST: usize = 25;

/// An obligation with where it stands.
struct Row<'a> {
    stage: String,
    method: &'a MethodReport,
    obligation: &'a ObligationReport,
}

/// Every obligation of every check, in order.
fn rows(runs: &[ProgramRun]) -> Vec<Row<'_>> {
    let mut found = Vec::new();
    for run in runs {
        let original = run.original.iter().map(|one| (run.name.clone(), one));
        let steps = run.steps.iter().enumerate().filter_map(|(number, step)| {
            let stage = format!("{}, step {}", run.name, number + 1);
            step.verified.as_ref().map(|one| (stage, one))
        });
        for (stage, verified) in original.chain(steps) {
            for (method, obligation) in verified.report.obligations() {
                found.push(Row {
                    stage: stage.clone(),
                    method,
                    obligation,
                });
            }
        }
    }
    found
}

/// The most expensive obligations, the first the worst.
pub fn table(runs: &[ProgramRun]) -> String {
    let mut rows = rows(runs);
    let total: f64 = rows.iter().map(|row| row.obligation.measured.time_ms).sum();
    let count = rows.len();
    rows.sort_by(|a, b| {
        let time = |row: &Row<'_>| row.obligation.measured.time_ms;
        time(b).total_cmp(&time(a))
    });
    rows.retain(|row| row.obligation.measured.time_ms > 0.0);
    let mut text = format!(
        "{count} obligations took {total:.0} ms of the solver's time\n{:>8}  {:>10}  {:>9}  {:>7}  obligation\n",
        "ms", "resources", "instances", "attempt"
    );
    for row in rows.iter().take(MOST) {
        let measured = row.obligation.measured;
        let cached = if measured.cached {
            ", from the cache"
        } else {
            ""
        };
        text.push_str(&format!(
            "{:>8.0}  {:>10}  {:>9}  {:>7}  {} in {}{cached}\n",
            measured.time_ms,
            measured.rlimit,
            measured.quantifier_instances,
            measured.rung + 1,
            row.obligation.id,
            row.stage,
        ));
    }
    if rows.len() > MOST {
        text.push_str(&format!("{:>8}  … and {} more\n", "", rows.len() - MOST));
    }
    text
}

/// A flame chart in the form that speedscope opens: program, method, obligation.
pub fn speedscope(runs: &[ProgramRun]) -> Value {
    let mut names: Vec<String> = Vec::new();
    let mut samples = Vec::new();
    let mut weights = Vec::new();
    for row in rows(runs) {
        let measured = row.obligation.measured;
        if measured.time_ms <= 0.0 {
            continue;
        }
        let stack = [
            row.stage.clone(),
            row.method.name.clone(),
            format!("{}: {}", row.obligation.id, row.obligation.message),
        ];
        let mut frame = |name: String| match names.iter().position(|known| *known == name) {
            Some(at) => at,
            None => {
                names.push(name);
                names.len() - 1
            }
        };
        samples.push(stack.map(&mut frame));
        weights.push(measured.time_ms);
    }
    let total: f64 = weights.iter().sum();
    let frames: Vec<Value> = names.iter().map(|name| json!({ "name": name })).collect();
    json!({
        "$schema": "https://www.speedscope.app/file-format-schema.json",
        "exporter": concat!("alpinist ", env!("CARGO_PKG_VERSION")),
        "name": "proofs",
        "activeProfileIndex": 0,
        "shared": { "frames": frames },
        "profiles": [{
            "type": "sampled",
            "name": "the solver's time",
            "unit": "milliseconds",
            "startValue": 0,
            "endValue": total,
            "samples": samples,
            "weights": weights,
        }],
    })
}
