//! `--profile-proof`: where the time of the proofs went, as a table and as a flame chart.

use super::model::ProgramRun;
use report::plural;
use seplog::report::{Measured, ObligationReport};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// As many obligations as anyone reads.
const MOST: usize = 20;
/// As many methods.
const MOST_METHODS: usize = 8;

/// An obligation with where it stands.
struct Row<'a> {
    /// The program, and the step after which the text was like that.
    stage: String,
    method: &'a str,
    line: usize,
    obligation: &'a ObligationReport,
}

/// Every obligation of every check, in order.
fn rows(runs: &[ProgramRun]) -> Vec<Row<'_>> {
    let mut found = Vec::new();
    for run in runs {
        let original = run.original.iter().map(|one| (run.name.clone(), 0, one));
        let steps = run.steps.iter().enumerate().filter_map(|(number, step)| {
            let stage = format!("{}, step {}", run.name, number + 1);
            let verified = step.verified.as_ref()?;
            Some((stage, step.before + 1, verified))
        });
        for (stage, depth, verified) in original.chain(steps) {
            let files = run.files_after(depth);
            for (method, obligation) in verified.report.obligations() {
                let file = files.get(obligation.span.file as usize);
                found.push(Row {
                    stage: stage.clone(),
                    method: &method.name,
                    line: file.map_or(0, |file| {
                        file.line_column(obligation.span.start as usize).line
                    }),
                    obligation,
                });
            }
        }
    }
    found
}

/// What several obligations took together.
#[derive(Clone, Copy, Default)]
struct Sum {
    time_ms: f64,
    resources: u64,
    instances: u64,
    count: usize,
}

impl Sum {
    fn add(&mut self, measured: &Measured) {
        self.time_ms += measured.time_ms;
        self.resources = self.resources.saturating_add(measured.rlimit);
        self.instances = self.instances.saturating_add(measured.quantifier_instances);
        self.count += 1;
    }
}

/// The most expensive methods and obligations, the first the worst.
pub fn table(runs: &[ProgramRun]) -> String {
    let mut rows = rows(runs);
    let all = rows.len();
    let cached = rows
        .iter()
        .filter(|row| row.obligation.measured.cached)
        .count();
    let mut total = Sum::default();
    let mut methods: BTreeMap<(String, &str), Sum> = BTreeMap::new();
    rows.retain(|row| row.obligation.measured.time_ms > 0.0);
    for row in &rows {
        let measured = &row.obligation.measured;
        total.add(measured);
        methods
            .entry((row.stage.clone(), row.method))
            .or_default()
            .add(measured);
    }
    let mut text = format!(
        "{}: {} took the solver {:.0} ms, {cached} came from the cache, the others needed no question\n",
        plural(all, "obligation"),
        rows.len(),
        total.time_ms
    );
    if rows.is_empty() {
        return text;
    }
    let head = |what: &str| {
        format!(
            "\n{:>6}  {:>6}  {:>9}  {:>10}  {what}\n",
            "ms", "share", "instances", "resources"
        )
    };
    let figures = |sum: Sum| {
        format!(
            "{:>6.0}  {:>4.0} %  {:>9}  {:>10}",
            sum.time_ms,
            100.0 * sum.time_ms / total.time_ms.max(f64::MIN_POSITIVE),
            sum.instances,
            sum.resources
        )
    };
    let more = |count: usize| format!("{:>6}  and {count} more\n", "…");
    text.push_str(&head("method"));
    let mut methods: Vec<_> = methods.into_iter().collect();
    methods.sort_by(|a, b| b.1.time_ms.total_cmp(&a.1.time_ms));
    for ((stage, method), sum) in methods.iter().take(MOST_METHODS) {
        let count = plural(sum.count, "question");
        text.push_str(&format!(
            "{}  {method} in {stage} ({count})\n",
            figures(*sum)
        ));
    }
    if methods.len() > MOST_METHODS {
        text.push_str(&more(methods.len() - MOST_METHODS));
    }
    text.push_str(&head("obligation"));
    let time = |row: &Row<'_>| row.obligation.measured.time_ms;
    rows.sort_by(|a, b| time(b).total_cmp(&time(a)));
    for row in rows.iter().take(MOST) {
        let mut sum = Sum::default();
        sum.add(&row.obligation.measured);
        let attempt = match row.obligation.measured.attempt {
            0 => String::new(),
            attempt => format!(", at attempt {}", attempt + 1),
        };
        text.push_str(&format!(
            "{}  {}, line {} of {}: {}{attempt}\n",
            figures(sum),
            row.obligation.id,
            row.line,
            row.stage,
            row.obligation.message,
        ));
    }
    if rows.len() > MOST {
        text.push_str(&more(rows.len() - MOST));
    }
    text
}

/// Flame charts in the form that speedscope opens: program, method, obligation; one by the
/// solver's time and one by the quantifiers' instances.
pub fn speedscope(runs: &[ProgramRun]) -> Value {
    let mut names: Vec<String> = Vec::new();
    let mut samples = Vec::new();
    let mut times = Vec::new();
    let mut instances = Vec::new();
    for row in rows(runs) {
        let measured = row.obligation.measured;
        if measured.time_ms <= 0.0 {
            continue;
        }
        let stack = [
            row.stage.clone(),
            row.method.to_owned(),
            format!(
                "{}, line {}: {}",
                row.obligation.id, row.line, row.obligation.message
            ),
        ];
        let mut frame = |name: String| match names.iter().position(|known| *known == name) {
            Some(at) => at,
            None => {
                names.push(name);
                names.len() - 1
            }
        };
        samples.push(stack.map(&mut frame));
        times.push(measured.time_ms);
        instances.push(measured.quantifier_instances);
    }
    let frames: Vec<Value> = names.iter().map(|name| json!({ "name": name })).collect();
    let profile = |name: &str, unit: &str, end: Value, weights: Value| {
        json!({
            "type": "sampled",
            "name": name,
            "unit": unit,
            "startValue": 0,
            "endValue": end,
            "samples": samples,
            "weights": weights,
        })
    };
    let total: f64 = times.iter().sum();
    let count: u64 = instances.iter().sum();
    json!({
        "$schema": "https://www.speedscope.app/file-format-schema.json",
        "exporter": concat!("alpinist ", env!("CARGO_PKG_VERSION")),
        "name": "proofs",
        "activeProfileIndex": 0,
        "shared": { "frames": frames },
        "profiles": [
            profile("the solver's time", "milliseconds", json!(total), json!(times)),
            profile("quantifier instances", "none", json!(count), json!(instances)),
        ],
    })
}
