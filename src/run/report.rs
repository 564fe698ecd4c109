//! The report of a run as a document, which `report` writes in each format.

use super::settings::About;
use super::{Giving, Run};
use crate::cli::ReportFormat;
use ::repair::{Repaired, Told};
use ::report::json::Json;
use ::report::{Document, Measured, Schema, Section, Shard, Style};

impl Run {
    /// The report in a form.
    pub(super) fn written(&self, form: ReportFormat) -> String {
        ::report::render(&self.document(), form)
    }

    fn document(&self) -> Document<'_> {
        let about = self.settings.about;
        let told = match (about, self.giving) {
            (About::Programs | About::Kernels | About::Pairs, _) => Told::Beside,
            (About::Repairs, Giving::InPlace) => Told::Written,
            (About::Repairs, Giving::Difference | Giving::Check | Giving::Review) => Told::Alone,
        };
        let repairs = self.repairs.iter().map(|one| Repaired(one, told));
        let style = Style {
            coloured: false,
            ..self.style
        };
        let kernels = || inspect::text::together(&self.kernels, style);
        let (schema, main, beside) = match about {
            About::Programs => (
                Schema::Report,
                Section::new("programs", &self.programs),
                vec![
                    Section::new("kernels", &self.kernels).read_as(kernels()),
                    Section::new("repairs", repairs),
                    Section::new("rewrites", &self.rewrites),
                    Section::new("pairs", &self.pairs),
                ],
            ),
            About::Kernels => (
                Schema::Kernels,
                Section::new("files", &self.kernels).read_as(kernels()),
                Vec::new(),
            ),
            About::Repairs => (Schema::Repair, Section::new("files", repairs), Vec::new()),
            About::Pairs => (
                Schema::Equal,
                Section::new("pairs", &self.pairs),
                Vec::new(),
            ),
        };
        let measured = match about {
            About::Programs | About::Kernels | About::Pairs if !self.settings.stable => {
                Some(Measured {
                    time_ms: self.start.elapsed().as_secs_f64() * 1000.0,
                    solver: (about == About::Programs)
                        .then(|| crate::version::solver(self.solver.as_ref())),
                    solver_calls: self.asked,
                })
            }
            About::Programs | About::Kernels | About::Repairs | About::Pairs => None,
        };
        Document {
            schema,
            status: self.status,
            problems: &self.problems,
            main,
            beside,
            measured,
            shard: self.part.as_ref().map(|part| Shard {
                name: part.shard.to_string(),
                line: part.words(),
                json: Json::object()
                    .with("number", part.shard.number)
                    .with("of", part.shard.of)
                    .with("jobs", part.jobs)
                    .with("whole", part.whole)
                    .with("digest", part.digest.clone()),
            }),
            style,
            closing: match (about, self.settings.quiet) {
                (About::Kernels, false) => self.total(self.asked, self.start.elapsed()),
                (About::Kernels, true) | (About::Programs | About::Repairs | About::Pairs, _) => {
                    String::new()
                }
            },
            codes: codes::all,
        }
    }
}
