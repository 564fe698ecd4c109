//! See [`fuzz::parses`].
#![no_main]

#[path = "../src/mutate.rs"]
mod mutate;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::on_text(bytes, fuzz::parses));
libfuzzer_sys::fuzz_mutator!(|data: &mut [u8], size: usize, most: usize, seed: u32| {
    mutate::mutate(data, size, most, seed)
});
