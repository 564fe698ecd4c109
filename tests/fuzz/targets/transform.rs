//! The pipeline without a solver: the directives of the text, the steps its first comment names,
//! and every step that `plan` thinks possible, each by itself, their prerequisites taken for
//! granted. What comes out is a program with the old contracts, nothing counts as shown, and
//! every report of it can be written.
#![no_main]

use report::status::Status;
use spec_lang::resolve::Profile;
use transforms::Step;

#[macro_use]
#[path = "../src/mutate.rs"]
mod mutate;
#[path = "../src/reports.rs"]
mod reports;

/// Steps of `plan` that are tried.
const MOST: usize = 10;

/// A step in the words of the command line.
fn step(words: &str, switches: &[&str]) -> Option<Step> {
    let words = words.trim().trim_start_matches("--");
    let (name, value) = words.split_once(' ')?;
    transforms::parse_flag(name, &value.trim().replace('\'', ""), switches).ok()
}

/// The steps that a first comment `//:: options …` names.
fn steps_in(text: &str) -> Vec<Step> {
    let switches: &[&str] = match text.contains("--guard") {
        true => &[transforms::unroll::GUARD],
        false => &[],
    };
    let comments = text.lines().map_while(|line| line.strip_prefix("//"));
    let options = comments.filter_map(|line| line.strip_prefix(":: options "));
    let words = options.flat_map(|line| line.split(" --"));
    words.filter_map(|words| step(words, switches)).collect()
}

fn carry_out(text: &str, profile: Profile, directives: bool, steps: Vec<Step>) {
    let run = reports::run(text, profile, Some((directives, steps)));
    assert!(run.status != Status::Holds, "nothing was verified");
    let faults = run.steps.iter().flat_map(|step| &step.faults);
    for one in run.diagnostics.iter().chain(faults) {
        let text = &run.history.newest(&run.files)[0].text;
        assert!(!one.code.as_str().starts_with("V9"), "{one:?}\n{text}");
    }
}

fn check(text: &str) {
    carry_out(text, Profile::Sound, true, steps_in(text));
    let sources = [fuzz::file(text)];
    let front = pipeline::front::front(&sources, Profile::Sound);
    if !front.is_sound() {
        return;
    }
    carry_out(text, Profile::VerCors14, true, Vec::new());
    let input = transforms::Input {
        files: &sources,
        program: &front.program,
        resolution: &front.resolution,
        profile: Profile::Sound,
        only: None,
    };
    // The plan leaves the number to the reader.
    let number = (1 + text.len() % 4).to_string();
    let plan = transforms::plan(&input);
    let possible = plan.iter().flat_map(|entry| &entry.possible);
    let possible = possible.filter(|one| one.obstacle.is_none());
    for flag in possible
        .flat_map(|one| one.flag.filled(&[&number]))
        .take(MOST)
    {
        let step = step(&flag, &[]).unwrap_or_else(|| panic!("no step: {flag}"));
        carry_out(text, Profile::Sound, false, vec![step]);
    }
}

target!(check);
