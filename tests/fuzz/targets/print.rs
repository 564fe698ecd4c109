//! See [`fuzz::prints`].
#![no_main]

#[macro_use]
#[path = "../src/mutate.rs"]
mod mutate;

target!(fuzz::prints);
