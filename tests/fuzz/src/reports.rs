//! The pipeline without a solver, and every report of what came of it: each can be written and is
//! what its schema says.

use pipeline::check::Settings;
use pipeline::reported::{effort, model::ProgramRun, reasons};
use pipeline::run::Request;
use pipeline::watch::Watch;
use report::{Document, Format, Measured, Schema, Section, Style};
use seplog::Observer;
use solver::cache::{Kept, ProofCache, Trust};
use solver::encode::Solved;
use solver::smt::SolverPool;
use spec_lang::resolve::Profile;
use std::sync::LazyLock;

/// An empty cache in the place of a solver.
#[derive(Debug)]
struct Nothing;

impl ProofCache for Nothing {
    fn load(&self, _: &str) -> Option<(Kept, Trust)> {
        None
    }
    fn store(&self, _: &str, _: &Kept) {}
    fn differs(&self) {}
    fn enforced(&self) -> bool {
        true
    }
}

/// Makes the text of each question.
struct Texts;

impl Watch for Texts {
    fn during<T>(&self, _: &str, work: impl FnOnce() -> T) -> T {
        work()
    }
}

impl Observer for Texts {
    fn question(&self, _: &[&str], solved: &Solved) {
        assert!(!solved.readable().is_empty());
    }
}

static POOL: LazyLock<SolverPool> = LazyLock::new(|| {
    pipeline::pool::pool(Some(1), Some(Box::new(Nothing)), false).expect("a pool")
});

/// Carries out directives and steps, or verifies the text if there are none, and writes the
/// reports.
pub fn run(
    text: &str,
    profile: Profile,
    rewrite: Option<(bool, Vec<transforms::Step>)>,
) -> ProgramRun {
    let verify = rewrite.is_none();
    let (directives, steps) = rewrite.unwrap_or_default();
    let request = Request {
        settings: Settings {
            profile,
            ..Settings::default()
        },
        directives,
        steps,
        verify,
        keep_unverified: false,
    };
    let run = pipeline::run::run(vec![fuzz::file(text)], &request, &POOL, &Texts);
    report(&run);
    run
}

fn validator(text: &str) -> jsonschema::Validator {
    let mut schema: serde_json::Value = serde_json::from_str(text).expect("JSON");
    // The published pattern has a bracket too many, which makes it no regular expression.
    for owner in ["run", "toolComponent"] {
        let language = format!("/definitions/{owner}/properties/language");
        if let Some(language) = schema.pointer_mut(&language) {
            language
                .as_object_mut()
                .expect("an object")
                .remove("pattern");
        }
    }
    jsonschema::validator_for(&schema).expect("a schema")
}

static REPORT: LazyLock<jsonschema::Validator> =
    LazyLock::new(|| validator(include_str!("../../../docs/report.schema.json")));
static SARIF: LazyLock<jsonschema::Validator> =
    LazyLock::new(|| validator(include_str!("../../data/sarif-2.1.0.schema.json")));

fn valid(validator: &jsonschema::Validator, text: &str) {
    let value: serde_json::Value = serde_json::from_str(text).expect("JSON");
    if let Err(error) = validator.validate(&value) {
        panic!("{error} at {}", error.instance_path());
    }
}

fn report(run: &ProgramRun) {
    let document = Document {
        schema: Schema::Report,
        status: run.status,
        problems: &[],
        main: Section::new("programs", [run]),
        beside: Vec::new(),
        measured: Some(Measured {
            time_ms: 0.0,
            solver: Some(String::new()),
            solver_calls: 0,
        }),
        shard: None,
        style: Style {
            verbose: true,
            ..Style::default()
        },
        closing: String::new(),
        codes: codes::all,
    };
    for (format, ..) in Format::ALL {
        let text = report::render(&document, *format);
        match format {
            Format::Text => {}
            Format::Json => valid(&REPORT, &text),
            Format::Sarif => valid(&SARIF, &text),
            Format::Junit => {
                quick_junit::Report::deserialize_from_str(&text).expect("JUnit");
            }
            Format::Github => assert!(text.lines().all(|line| line.starts_with("::")), "{text}"),
        }
    }
    reasons::reasons(run, 0);
    effort::table(std::slice::from_ref(run));
    effort::speedscope(std::slice::from_ref(run));
}
