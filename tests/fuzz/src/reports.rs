// Every report of a run can be written and is what its schema says. A target includes this file
// behind `program.rs`.

use std::sync::LazyLock;

/// The steps that a first comment `//:: options …` names.
#[allow(dead_code)]
fn steps_in(text: &str) -> Vec<transforms::Step> {
    let mut words = text
        .lines()
        .map_while(|line| line.strip_prefix("//"))
        .filter_map(|line| line.strip_prefix(":: options "))
        .flat_map(str::split_whitespace);
    let switches: &[&str] = match text.contains("--guard") {
        true => &[transforms::unroll::GUARD],
        false => &[],
    };
    let mut steps = Vec::new();
    while let Some(word) = words.next() {
        let flag = word.trim_start_matches("--");
        if let Some(name) = transforms::named(flag).map(|entry| entry.about().name) {
            let value = words.next().unwrap_or_default().trim_matches('\'').to_owned();
            let flag = cli::StepFlag { name, value };
            steps.extend(rooms::parse_step(&flag, switches));
        }
    }
    steps
}

/// The text as a program of one file; none if its settings are not understood.
fn unit(text: &str) -> files::Unit {
    files::Unit {
        inputs: vec![files::Input {
            path: None,
            relative: "fuzz.pvl".into(),
            source: fuzz::file(text),
        }],
        settings: cli::ProofArgs::default(),
    }
}

fn validator(text: &str) -> jsonschema::Validator {
    let mut schema: serde_json::Value = serde_json::from_str(text).expect("JSON");
    // The published pattern has a bracket too many, which makes it no regular expression.
    for owner in ["run", "toolComponent"] {
        if let Some(language) = schema.pointer_mut(&format!("/definitions/{owner}/properties/language")) {
            language.as_object_mut().expect("an object").remove("pattern");
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

fn reports(run: model::ProgramRun) {
    let status = run.status.code();
    let runs = [run];
    let frame = report::json::Frame {
        status,
        problems: &[],
        measured: Some((0.0, String::new(), 0)),
    };
    valid(&REPORT, &output::json(&report::json::run(&frame, &runs)));
    let messages: Vec<_> = runs.iter().flat_map(report::messages::of_run).collect();
    valid(&SARIF, &output::json(&report::sarif::log(&messages, &runs, status)));
    let xml = report::junit::xml("alpinist", &[], &runs, Vec::new(), true);
    quick_junit::Report::deserialize_from_str(&xml).expect("JUnit");
    for line in report::github::commands(&messages).lines() {
        assert!(line.starts_with("::"), "{line}");
    }
    let [run] = &runs;
    report::text::describe(run, report::text::Style { verbose: true, ..Default::default() });
    report::reasons::reasons(run, 0);
    effort::table(&runs);
    effort::speedscope(&runs);
}
