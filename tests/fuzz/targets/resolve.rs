//! Names and types under both profiles, what is believed, and the export; whatever is found has
//! its place in the text.
#![no_main]

use spec_lang::resolve::Profile;

#[macro_use]
#[path = "../src/mutate.rs"]
mod mutate;

fn check(text: &str) {
    for profile in [Profile::Sound, Profile::VerCors14] {
        let front = pipeline::front::front(&[fuzz::file(text)], profile);
        for diagnostic in &front.diagnostics {
            for label in diagnostic.primary.iter().chain(&diagnostic.labels) {
                assert!(text.get(label.span.range()).is_some(), "{diagnostic:?}");
            }
        }
        if front.is_sound() {
            viper::export(&lowering::lower(&front.program, &front.resolution, profile).program);
        }
    }
}

target!(check);
