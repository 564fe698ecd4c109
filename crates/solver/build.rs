//! Makes a fingerprint of the sources that decide how a question is put to the solver.

use fnv::FnvHasher;
use std::env;
use std::hash::Hasher;
use std::path::PathBuf;

/// A fingerprint of the sources that decide how a question is put to the solver and its answer
/// read. Kept answers hold for one manner of asking only. Terms belong to it: lemmas and abstracted
/// forms are made of a question when it is asked, by their arithmetic. The worker has a fingerprint of
/// its own, which it tells (`solver-worker/build.rs`).
const MANNER: &str = "SOLVER_MANNER_OF_ASKING";

fn manner_of_asking() -> u64 {
    let mut files = vec![PathBuf::from("src/cache.rs")];
    println!("cargo::rerun-if-changed=src/cache.rs");
    let mut folders: Vec<PathBuf> = ["src/encode", "src/smt", "src/term", "src/theory"]
        .map(PathBuf::from)
        .into();
    // Sorts and operations have a crate of their own, which says where it is.
    folders.extend(env::var_os("DEP_LOGIC_SOURCES").map(PathBuf::from));
    for folder in &folders {
        println!("cargo::rerun-if-changed={}", folder.display());
    }
    while let Some(folder) = folders.pop() {
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
        for path in entries.map(|entry| entry.path()) {
            match path.is_dir() {
                true => folders.push(path),
                false => files.push(path),
            }
        }
    }
    files.sort();
    let mut hash = FnvHasher::default();
    for text in files.iter().filter_map(|file| std::fs::read(file).ok()) {
        hash.write(&text);
    }
    hash.finish()
}

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-env={MANNER}={:016x}", manner_of_asking());
}
