//! The pipeline without a solver: the directives of the text, the steps its first comment names,
//! and every step that `plan` thinks possible, each by itself, their prerequisites taken for
//! granted. What comes out is a program with the old contracts, nothing counts as shown, and
//! every report of it can be written.
#![no_main]
#![allow(dead_code)]

include!("../src/program.rs");
include!("../src/reports.rs");

use pipeline::check::Settings;
use fuzz::on_text;
use spec_lang::resolve::Profile;
use status::Status;

/// Steps of `plan` that are tried.
const MOST: usize = 10;

fn carry_out(text: &str, profile: Profile, directives: bool, steps: Vec<transforms::Step>) {
    let request = pipeline::Request {
        settings: Settings {
            profile,
            ..Settings::default()
        },
        directives,
        steps,
        verify: false,
        keep_unverified: false,
    };
    static POOL: LazyLock<solver::smt::SolverPool> =
        LazyLock::new(|| rooms::pool(Some(1), None, false).expect("a pool"));
    let progress = progress::Progress::new(progress::Mode::Silent, None);
    let run = pipeline::run(&unit(text), &request, &POOL, &progress);
    assert!(run.status != Status::Holds, "nothing was verified");
    for step in &run.steps {
        for fault in &step.faults {
            assert!(
                !fault.code.as_str().starts_with("V9"),
                "{}: {fault:?}\n{}",
                step.name,
                run.history.newest(&run.files)[0].text
            );
        }
    }
    for one in &run.diagnostics {
        assert!(!one.code.as_str().starts_with("V9"), "{one:?}");
    }
    reports(run);
}

fn check(text: &str) {
    carry_out(text, Profile::Sound, true, steps_in(text));
    let front = rooms::front(&[fuzz::file(text)], Profile::Sound);
    if !front.is_sound() {
        return;
    }
    carry_out(text, Profile::VerCors14, true, Vec::new());
    let sources = [fuzz::file(text)];
    let input = transforms::Input {
        files: &sources,
        program: &front.program,
        resolution: &front.resolution,
        profile: Profile::Sound,
        only: None,
    };
    let plan = transforms::plan(&input);
    let possible = plan.iter().flat_map(|entry| &entry.possible);
    let flags = possible
        .filter(|one| one.obstacle.is_none())
        .map(|one| one.flag.clone());
    let flags: Vec<String> = flags.take(MOST).collect();
    for flag in flags {
        // The plan leaves the number to the reader.
        let number = 1 + text.len() % 4;
        let flag = [" K", " M", " F", ":N"].iter().fold(flag, |flag, hole| {
            let start = &hole[..1];
            flag.replacen(&format!("{hole}@"), &format!("{start}{number}@"), 1)
        });
        let words = config::step_flags(std::slice::from_ref(&flag)).expect("a step of the plan");
        let step = rooms::parse_step(&words[0], &[]);
        let step = step.unwrap_or_else(|error| panic!("{flag}: {error:?}"));
        carry_out(text, Profile::Sound, false, vec![step]);
    }
}

#[path = "../src/mutate.rs"]
mod mutate;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| on_text(bytes, check));
libfuzzer_sys::fuzz_mutator!(|data: &mut [u8], size: usize, most: usize, seed: u32| {
    mutate::mutate(data, size, most, seed)
});
