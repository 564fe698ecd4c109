//! A pair as the subject of a report.

use crate::messages::{diagnostics, messages};
use crate::model::{EveryRun, Extent, Outcome, PairRun, SizeRun, Verdict};
use crate::words;
use report::json::Json;
use report::messages::Message;
use report::render::json::message;
use report::{Case, Style, Subject, Suite};
use serde_json::json;

impl Subject for &PairRun {
    fn messages(&self, all: &mut Vec<Message>) {
        all.extend(messages(self));
    }

    fn text(&self, style: Style) -> String {
        words::describe(self, style)
    }

    fn json(&self, times: bool) -> Json {
        let [old, new] = &self.kernels;
        let [old_file, new_file] = &self.files;
        let level = match self.verdict() {
            Verdict::Equal(level) => Some(words::level(level)),
            Verdict::Different | Verdict::Unknown | Verdict::Wrong => None,
        };
        Json::object()
            .with("old", json!({ "file": old_file, "kernel": old }))
            .with("new", json!({ "file": new_file, "kernel": new }))
            .with("verdict", self.verdict().word())
            .with("status", self.status().code())
            .with("demanded", words::level(self.demanded))
            .with("arithmetic", level)
            .with(
                "sizes_from",
                match self.origin {
                    crate::model::Origin::Given => "given",
                    crate::model::Origin::Launches => "launches",
                    crate::model::Origin::SomeLaunches => "some launches",
                    crate::model::Origin::Tried => "tried",
                },
            )
            .with("matched_by_place", self.matched.clone())
            .with("temporaries", self.temporaries.clone())
            .with("sequential", self.sequential.to_vec())
            .with(
                "launches",
                Json::list(self.runs.iter().map(|run| launch(self, run, times))),
            )
            .with_some(
                "all_sizes",
                self.every.as_ref().map(|every| all_sizes(self, every)),
            )
            .with("assumptions", words::assumed(self))
            .with(
                "diagnostics",
                Json::list(messages(self).iter().map(message)),
            )
    }

    fn suite(&self, times: bool) -> Option<Suite> {
        let mut all = messages(self);
        if let (true, Verdict::Unknown) = (all.is_empty(), self.verdict()) {
            all.push(Message::new(crate::messages::not_for_all(self), |_| None));
        }
        let error = self.verdict() != Verdict::Different;
        let held = matches!(self.verdict(), Verdict::Equal(_));
        let time = self.runs.iter().map(|run| run.time).sum();
        Some(Suite {
            name: self.files.join(" / "),
            cases: vec![Case {
                time: times.then_some(time),
                ..Case::new(
                    words::names(self),
                    if held { Vec::new() } else { all },
                    error,
                )
            }],
            said: diagnostics(self)
                .iter()
                .map(|one| one.message.clone())
                .collect::<Vec<_>>()
                .join("\n"),
        })
    }
}

/// What is said of all sizes.
fn all_sizes(pair: &PairRun, every: &EveryRun) -> serde_json::Value {
    let shown = every.shows(pair);
    json!({
        "shown": shown.is_ok(),
        "arithmetic": shown.as_ref().ok().map(|found| words::level(*found)),
        "launches": every.launches,
        "laws": every.laws.iter().map(|one| words::law(*one)).collect::<Vec<_>>(),
        "why_not": shown.err(),
    })
}

fn launch(pair: &PairRun, run: &SizeRun, times: bool) -> Json {
    let sizes = &run.sizes;
    let values: serde_json::Map<String, serde_json::Value> = sizes
        .values
        .iter()
        .map(|(name, value)| (name.clone(), json!(value)))
        .collect();
    let [old, new] = &sizes.extents;
    let first = |all: &[Extent]| {
        all.first()
            .map(|one| (one.block.to_vec(), one.grid.to_vec()))
    };
    let (block, grid) = first(old).unwrap_or_default();
    let (new_block, new_grid) = first(new).unwrap_or_default();
    let each = |(names, all): (&Vec<String>, &Vec<Extent>)| {
        let each = names.iter().zip(all);
        let one = |(name, extent): (&String, &Extent)| json!({ "kernel": name, "block": extent.block, "grid": extent.grid });
        each.map(one).collect::<Vec<_>>()
    };
    let sequences: Vec<_> = pair.launches.iter().zip(&sizes.extents).map(each).collect();
    let difference = match &run.outcome {
        Outcome::Different(one) => Some(json!({
            "element": one.element,
            "old": one.old,
            "new": one.new,
            "inputs": one.inputs,
            "old_term": one.terms.as_ref().map(|(old, _)| old),
            "new_term": one.terms.as_ref().map(|(_, new)| new),
        })),
        Outcome::Equal(_)
        | Outcome::Open(..)
        | Outcome::Unset(..)
        | Outcome::Nothing
        | Outcome::Refused(_) => None,
    };
    Json::object()
        .with("block", block)
        .with("grid", grid)
        .with("new_block", new_block)
        .with("new_grid", new_grid)
        .with_some("sequences", pair.is_sequence().then(|| json!(sequences)))
        .with("values", serde_json::Value::Object(values))
        .with("outcome", words::outcome(run))
        .with("shows", run.shows(pair).is_some())
        .with("elements", run.elements)
        .with(
            "laws",
            run.laws
                .iter()
                .map(|one| words::law(*one))
                .collect::<Vec<_>>(),
        )
        .with("beyond", run.beyond.clone())
        .with_some("difference", difference)
        .with_some("time_ms", times.then_some(run.time.as_secs_f64() * 1000.0))
}
