//! See [`fuzz::parses`].
#![no_main]

#[macro_use]
#[path = "../src/mutate.rs"]
mod mutate;

target!(fuzz::parses);
