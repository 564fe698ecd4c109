//! Any alpinist.toml is read, or refused with a sentence; so are its steps.
#![no_main]
#![allow(dead_code)]

include!("../src/program.rs");

use config::Config;
use fuzz::on_text;
use std::path::Path;

fn check(text: &str) {
    let Ok(config) = Config::understand(Path::new("alpinist.toml"), text) else {
        return;
    };
    config.proof();
    let schedules = config.schedule.values().map(|one| &one.steps);
    let programs = config.program.iter().inspect(|one| {
        one.proof();
    });
    for steps in schedules.chain(programs.map(|one| &one.steps)) {
        for flag in config::step_flags(steps).unwrap_or_default() {
            let _ = rooms::parse_step(&flag, &[]);
        }
    }
}

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| on_text(bytes, check));
