//! Makes the solver's program find Z3 when it runs, and a fingerprint of the program itself.

use fnv::FnvHasher;
use std::env;
use std::hash::Hasher;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A fingerprint of everything of this repository that the program is made of. A report that is kept
/// whole holds for one program only. Empty where the other packages of the repository are elsewhere, as
/// for a package of a registry: then no report is kept.
const SOURCES: &str = "ALPINIST_SOURCES";

/// Folders of a package that are no part of the program.
const ASIDE: [&str; 4] = ["tests", "examples", "benches", "target"];

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=DEP_SOLVER_Z3_LINK_ARGS");
    // Hands on the linker arguments that the crate of the worker worked out.
    for argument in env::var("DEP_SOLVER_Z3_LINK_ARGS")
        .unwrap_or_default()
        .split(';')
        .filter(|argument| !argument.is_empty())
    {
        println!("cargo::rustc-link-arg-bin=alpinist-solver={argument}");
    }
    let print = fingerprint().map(|print| format!("{print:016x}"));
    println!("cargo::rustc-env={SOURCES}={}", print.unwrap_or_default());
}

/// The packages' sources, the versions of what they use, the compiler and how it is called; `None` if
/// something of it cannot be read.
fn fingerprint() -> Option<u64> {
    let mut files: Vec<PathBuf> = ["Cargo.toml", "Cargo.lock", "build.rs"]
        .map(PathBuf::from)
        .into();
    let mut folders = vec![PathBuf::from("src")];
    for package in packages()? {
        for entry in std::fs::read_dir(package).ok()? {
            let entry = entry.ok()?;
            let aside = ASIDE.iter().any(|name| entry.file_name() == *name);
            match entry.path().is_dir() {
                true if aside => {}
                true => folders.push(entry.path()),
                false => files.push(entry.path()),
            }
        }
    }
    // What comes and goes is seen by its folder.
    for path in files.iter().chain(&folders) {
        println!("cargo::rerun-if-changed={}", path.display());
    }
    for folder in folders {
        walk(&folder, &mut files)?;
    }
    files.sort();
    let mut hash = FnvHasher::default();
    let mut add = |bytes: &[u8]| {
        hash.write(&bytes.len().to_le_bytes());
        hash.write(bytes);
    };
    for file in &files {
        add(file.to_string_lossy().as_bytes());
        add(&std::fs::read(file).ok()?);
    }
    let compiler = Command::new(env::var_os("RUSTC")?)
        .arg("-vV")
        .output()
        .ok()?;
    add(&compiler.stdout);
    for name in [
        "TARGET",
        "PROFILE",
        "OPT_LEVEL",
        "DEBUG",
        "CARGO_ENCODED_RUSTFLAGS",
        "CARGO_CFG_FEATURE",
    ] {
        add(env::var_os(name)
            .unwrap_or_default()
            .to_string_lossy()
            .as_bytes());
    }
    Some(hash.finish())
}

/// The folders of the packages of the repository beside this one.
fn packages() -> Option<Vec<PathBuf>> {
    let mut found: Vec<PathBuf> = ["spec-lang", "transforms"].map(PathBuf::from).into();
    for entry in std::fs::read_dir("crates").ok()? {
        found.push(entry.ok()?.path());
    }
    found.retain(|path| path.is_dir());
    Some(found)
}

/// Adds the files of a folder and of those in it.
fn walk(folder: &Path, files: &mut Vec<PathBuf>) -> Option<()> {
    for entry in std::fs::read_dir(folder).ok()? {
        let path = entry.ok()?.path();
        match path.is_dir() {
            true => walk(&path, files)?,
            false => files.push(path),
        }
    }
    Some(())
}
