//! Names and types under both profiles, what is believed, and the export; whatever is found has
//! its place in the text.
#![no_main]

use fuzz::{on_text, read};
use text::diagnostics::Severity;
use spec_lang::resolve::{Profile, resolve};

fn check(text: &str) {
    let parsed = read(text);
    let is_error = |one: &text::diagnostics::Diagnostic| one.severity == Severity::Error;
    if parsed.diagnostics.iter().any(is_error) {
        return;
    }
    for profile in [Profile::Sound, Profile::VerCors14] {
        let resolved = resolve(&parsed.program, profile);
        for diagnostic in &resolved.diagnostics {
            for label in diagnostic.primary.iter().chain(&diagnostic.labels) {
                assert!(text.get(label.span.range()).is_some(), "{diagnostic:?}");
            }
        }
        if !resolved.diagnostics.iter().any(is_error) {
            pipeline::check::trusted(&parsed.program, &resolved.resolution, profile);
            viper::export(&parsed.program, &resolved.resolution, profile);
        }
    }
}

#[path = "../src/mutate.rs"]
mod mutate;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| on_text(bytes, check));
libfuzzer_sys::fuzz_mutator!(|data: &mut [u8], size: usize, most: usize, seed: u32| {
    mutate::mutate(data, size, most, seed)
});
