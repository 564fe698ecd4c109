//! Our own small kernels. The first line of each says what is to come out and the sizes of the
//! launch, as `// verified --local_size=64 --num_groups=2`; `wrong` and `unknown` are the other
//! outcomes, and what follows a `:` must occur in the finding.
//!
//! `ALPINIST_KERNELS` names another folder, whose outcomes are only printed.

use super::published::{sizes, warp};
use super::{pool, reports, request};
use clang::find::Program;
use clang::types::Target;
use races::Status;
use std::path::{Path, PathBuf};

#[test]
fn own_kernels() {
    if Program::find().is_none() {
        eprintln!("skipped: there is no clang (scripts/setup-clang)");
        return;
    }
    let other = std::env::var_os("ALPINIST_KERNELS").map(PathBuf::from);
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/kernels");
    let folder = other.clone().unwrap_or(own);
    let mut files: Vec<PathBuf> = std::fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|e| e == "cl" || e == "cu"))
        .collect();
    files.sort();
    let pool = pool();
    let mut wrong = Vec::new();
    for path in &files {
        let text = std::fs::read_to_string(path).unwrap();
        let header = text.lines().next().unwrap_or_default();
        let header = header.trim_start_matches("//").trim();
        let (expected, args) = header.split_once(' ').unwrap_or((header, ""));
        let (expected, word) = expected.split_once(':').unwrap_or((expected, ""));
        let mut request = request(&path.to_string_lossy(), &text);
        request.target = match args.contains("--pointer-bitwidth=32") {
            true => Target::Bits32,
            false => Target::Bits64,
        };
        let change = |options: &mut races::Options| {
            options.no_signed_overflow = args.contains("--no-signed-overflow");
            options.lock_step = warp(args);
            options.tolerate_equal_writes = args.contains("--tolerate-equal-writes");
        };
        let found = reports(&request, sizes(args), &change, &pool);
        let outcome = match &found {
            Err(why) if why.starts_with("clang") => "error",
            Err(_) => "unknown",
            Ok(all) if all.iter().any(|r| r.status() == Status::Wrong) => "wrong",
            Ok(all) if all.iter().any(|r| r.status() == Status::Unknown) => "unknown",
            Ok(_) => "verified",
        };
        let said = format!("{found:?}");
        println!("{}\t{expected}\t{outcome}", path.display());
        if other.is_some() {
            println!("  {}", said.chars().take(700).collect::<String>());
        } else if outcome != expected || !said.contains(word) {
            wrong.push(format!("{}: {outcome}: {said}", path.display()));
        }
    }
    assert!(other.is_some() || !files.is_empty());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
