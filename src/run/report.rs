//! The report of a run in each form.

use super::settings::About;
use super::{Run, shown};
use crate::cli::ReportFormat;
use crate::commands::ci::shard::Part;
use ::repair::messages::{of_file as of_repaired, of_repair, propose};
use ::repair::{json as repair_json, words};
use ::report::messages::{self, Message};
use ::report::text::{self, Style};
use ::report::{github, json, junit, sarif};
use serde::Serialize;

impl Run {
    /// The report in a form.
    pub(super) fn written(&self, form: ReportFormat) -> String {
        match form {
            ReportFormat::Text => self.plain(),
            ReportFormat::Json => self.json(),
            ReportFormat::Sarif => {
                let mut log = sarif::log(&self.messages(), &self.programs, self.status.code());
                if let Some(part) = &self.part {
                    sarif::tell_apart(&mut log, &part.shard.to_string());
                }
                json::pretty(&log)
            }
            ReportFormat::Junit => self.junit(),
            ReportFormat::Github => github::commands(&self.messages()),
        }
    }

    fn times(&self) -> bool {
        !self.settings.stable
    }

    fn json(&self) -> String {
        let time = self.start.elapsed().as_secs_f64() * 1000.0;
        match self.settings.about {
            About::Programs => {
                let solver = || crate::version::solver(self.solver.as_ref());
                let frame = json::Frame {
                    status: self.status.code(),
                    problems: &self.problems,
                    measured: self.times().then(|| (time, solver(), self.asked)),
                };
                json::pretty(&Whole {
                    shard: self.part.as_ref(),
                    run: json::run(&frame, &self.programs),
                    kernels: (!self.kernels.is_empty())
                        .then(|| inspect::json::files(&self.kernels, self.times())),
                    repairs: (!self.repairs.is_empty())
                        .then(|| self.repairs.iter().map(repair_json::file).collect()),
                })
            }
            About::Kernels => {
                let frame = inspect::json::Frame {
                    status: self.status.code(),
                    problems: &self.problems,
                    measured: self.times().then_some((time, self.asked)),
                };
                json::pretty(&inspect::json::run(&frame, &self.kernels))
            }
            About::Repairs => json::pretty(&serde_json::json!({
                "schema": "alpinist-repair",
                "schema_version": 1,
                "files": self.repairs.iter().map(repair_json::file).collect::<Vec<_>>(),
                "problems": self.problems.iter().map(|(one, _)| one.message.clone()).collect::<Vec<_>>(),
            })),
        }
    }

    fn junit(&self) -> String {
        match self.settings.about {
            About::Programs => {
                let more = inspect::junit::suites(&self.kernels, self.times());
                let name = match &self.part {
                    Some(part) => format!("alpinist, shard {}", part.shard),
                    None => "alpinist".to_owned(),
                };
                junit::xml(&name, &self.problems, &self.programs, more, self.times())
            }
            // A repair has no such report, but for why it is none.
            About::Kernels | About::Repairs => {
                inspect::junit::xml(&self.problems, &self.kernels, self.times())
            }
        }
    }

    /// Every message of the run.
    fn messages(&self) -> Vec<Message> {
        let problems = self.problems.iter().map(messages::of_problem);
        let programs = self.programs.iter().flat_map(messages::of_run);
        let mut kernels: Vec<Message> = self
            .kernels
            .iter()
            .flat_map(inspect::messages::of_file)
            .collect();
        let repairs: Vec<Message> = match self.settings.about {
            About::Repairs => {
                let done = self.giving == super::Giving::InPlace;
                let all = self.repairs.iter();
                all.flat_map(|repair| of_repaired(repair, done)).collect()
            }
            About::Programs | About::Kernels => {
                for repair in &self.repairs {
                    propose(repair, &mut kernels);
                }
                self.repairs.iter().flat_map(of_repair).collect()
            }
        };
        problems
            .chain(programs)
            .chain(kernels)
            .chain(repairs)
            .collect()
    }

    /// The report as text without colours.
    fn plain(&self) -> String {
        let style = Style {
            coloured: false,
            ..self.style
        };
        let of_kernels = inspect::text::Style {
            coloured: false,
            ..self.kernel_style()
        };
        let problems = self.problems.iter().map(|one| shown(one, false));
        let programs = self.programs.iter().map(|run| text::describe(run, style));
        let kernels = self.kernels.iter();
        let kernels = kernels.map(|run| inspect::text::describe(run, of_kernels));
        let repairs = self.repairs.iter().map(words::file);
        let total = match (self.settings.about, self.settings.quiet) {
            (About::Kernels, false) => Some(self.total(self.asked, self.start.elapsed())),
            (About::Kernels, true) | (About::Programs | About::Repairs, _) => None,
        };
        self.part
            .iter()
            .map(Part::words)
            .chain(problems)
            .chain(programs)
            .chain(kernels)
            .chain(repairs)
            .chain(total)
            .collect()
    }
}

/// A run over programs, and perhaps over files with kernels.
#[derive(Serialize)]
struct Whole<'a> {
    #[serde(flatten)]
    run: json::RunJson,
    #[serde(skip_serializing_if = "Option::is_none")]
    shard: Option<&'a Part>,
    #[serde(skip_serializing_if = "Option::is_none")]
    kernels: Option<serde_json::Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    repairs: Option<serde_json::Value>,
}
