//! The checker without a solver, as with `--cache-mode enforce` and an empty cache: lowering,
//! symbolic execution and the text of the questions.
#![no_main]
#![allow(dead_code)]

include!("../src/program.rs");
include!("../src/reports.rs");

use pipeline::check::Settings;
use fuzz::on_text;
use spec_lang::resolve::Profile;

fn check(text: &str) {
    static POOL: LazyLock<solver::smt::SolverPool> = LazyLock::new(|| {
        let nowhere = "/nonexistent/alpinist".into();
        let seal = seal::Seal::new(b"fuzz").expect("a seal");
        let cache = cache::Folder::new(nowhere, cache::Mode::Enforce, cache::Again::None, seal);
        rooms::pool(Some(1), Some(cache), false).expect("a pool")
    });
    for profile in [Profile::Sound, Profile::VerCors14] {
        let request = pipeline::Request {
            settings: Settings {
                profile,
                ..Settings::default()
            },
            directives: false,
            steps: Vec::new(),
            verify: true,
            keep_unverified: false,
        };
        let progress = progress::Progress::new(progress::Mode::Silent, None);
        reports(pipeline::run(&unit(text), &request, &POOL, &progress));
    }
}

#[path = "../src/mutate.rs"]
mod mutate;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| on_text(bytes, check));
libfuzzer_sys::fuzz_mutator!(|data: &mut [u8], size: usize, most: usize, seed: u32| {
    mutate::mutate(data, size, most, seed)
});
