//! Tells the build where Z3 is, and refuses a Z3 that is missing or too old with a sentence.
//!
//! The bindings crate does the linking proper. What it cannot do is make the built programs find the
//! library when they run, so this script hands out the run-time search path: to this crate's own
//! tests and programs directly, and to whoever depends on it as `DEP_SOLVER_Z3_LINK_ARGS`
//! (arguments for the linker, one a line feed-free word, separated by `;`).
#![allow(clippy::print_stderr, reason = "what a build script has to say")]

use fnv::FnvHasher;
use std::env;
use std::hash::Hasher;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// The least version of Z3 that is accepted, as in `src/version.rs`.
const LEAST: (u32, u32) = (5, 3);

/// What the programs say about where Z3 is when the operating system cannot tell.
const FOUND: &str = "SOLVER_Z3_FOUND";

/// A fingerprint of the sources of the worker. Kept answers hold for one of them only.
const SOURCES: &str = "SOLVER_WORKER_SOURCES";

fn fingerprint() -> u64 {
    println!("cargo::rerun-if-changed=src");
    let mut files: Vec<PathBuf> = std::fs::read_dir("src")
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path())
        .collect();
    files.sort();
    let mut hash = FnvHasher::default();
    for text in files.iter().filter_map(|file| std::fs::read(file).ok()) {
        hash.write(&text);
    }
    hash.finish()
}

fn main() -> ExitCode {
    for name in [
        "Z3_LIBRARY_PATH_OVERRIDE",
        "PKG_CONFIG",
        "PKG_CONFIG_PATH",
        "CXXSTDLIB",
    ] {
        println!("cargo::rerun-if-env-changed={name}");
    }
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-env={SOURCES}={:016x}", fingerprint());

    let apple = env::var("CARGO_CFG_TARGET_VENDOR").as_deref() == Ok("apple");
    if env::var_os("CARGO_FEATURE_VENDORED_Z3").is_some() {
        // The configuration of this workspace switches the C++ library off, because a shared libz3
        // brings its own. A copy that is linked in needs it. One that is named the bindings link.
        if env::var("CXXSTDLIB").unwrap_or_default().is_empty() {
            let library = if apple { "c++" } else { "stdc++" };
            println!("cargo::rustc-link-lib={library}");
        }
        println!("cargo::rustc-env={FOUND}=linked into the program");
        println!("cargo::metadata=LINK_ARGS=");
        return ExitCode::SUCCESS;
    }

    // The same order as that of the bindings: pkg-config, then the folder that is named outright.
    let named = env::var_os("Z3_LIBRARY_PATH_OVERRIDE").map(PathBuf::from);
    let library = match from_pkg_config().or_else(|| named.as_deref().and_then(from_folder)) {
        Some(library) => library,
        None => return refuse("Z3 was not found."),
    };
    if let Some(version) = &library.version
        && major_minor(version).is_some_and(|version| version < LEAST)
    {
        return refuse(&format!(
            "Z3 {version} was found{}, which is too old.",
            library
                .folder
                .as_deref()
                .map(|folder| format!(" in {}", folder.display()))
                .unwrap_or_default()
        ));
    }

    let mut folders: Vec<PathBuf> = library.folder.iter().cloned().collect();
    // The named folder may be filled after this script ran, so it is searched even while it is empty.
    folders.extend(named.filter(|folder| library.folder.as_ref() != Some(folder)));
    let origin = if apple { "@loader_path" } else { "$ORIGIN" };
    let mut search: Vec<String> = Vec::new();
    for folder in &folders {
        println!("cargo::rustc-link-search=native={}", folder.display());
        search.push(folder.display().to_string());
        // A clone that was moved as a whole still runs: programs are two or three levels below it.
        if let Some(inside) = inside_clone(folder) {
            search.push(format!("{origin}/../../{inside}"));
            search.push(format!("{origin}/../../../{inside}"));
        }
    }
    let arguments: Vec<String> = search
        .iter()
        .map(|folder| format!("-Wl,-rpath,{folder}"))
        .collect();
    for argument in &arguments {
        println!("cargo::rustc-link-arg={argument}");
    }
    println!("cargo::metadata=LINK_ARGS={}", arguments.join(";"));
    match &library.folder {
        Some(folder) => {
            println!("cargo::rerun-if-changed={}", folder.display());
            println!("cargo::rustc-env={FOUND}={}", folder.display());
        }
        None => println!("cargo::rustc-env={FOUND}=the system's library folder"),
    }
    ExitCode::SUCCESS
}

/// A Z3 library the linker is going to find.
struct Library {
    /// Where it is; `None` if it is where the linker looks anyway.
    folder: Option<PathBuf>,
    /// Its version, if something tells it. The program asks the library itself once more.
    version: Option<String>,
}

/// The library as pkg-config describes it; `None` without pkg-config or without a description.
fn from_pkg_config() -> Option<Library> {
    let version = pkg_config("--modversion")?;
    let folder = pkg_config("--libs-only-L")?
        .split_whitespace()
        .find_map(|word| Path::new(word.strip_prefix("-L")?).canonicalize().ok());
    Some(Library {
        folder,
        version: Some(version),
    })
}

fn pkg_config(question: &str) -> Option<String> {
    let program = env::var_os("PKG_CONFIG").unwrap_or_else(|| "pkg-config".into());
    let output = Command::new(program).args([question, "z3"]).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}

/// The library in `folder`, if there is one.
fn from_folder(folder: &Path) -> Option<Library> {
    ["libz3.so", "libz3.dylib", "libz3.a"]
        .iter()
        .any(|name| folder.join(name).exists())
        .then(|| Library {
            folder: folder.canonicalize().ok(),
            version: [
                folder.join("pkgconfig/z3.pc"),
                folder.join("../pkgconfig/z3.pc"),
            ]
            .iter()
            .find_map(|path| described_version(path)),
        })
}

fn described_version(description: &Path) -> Option<String> {
    std::fs::read_to_string(description)
        .ok()?
        .lines()
        .find_map(|line| Some(line.strip_prefix("Version:")?.trim().to_owned()))
}

fn major_minor(version: &str) -> Option<(u32, u32)> {
    let mut parts = version.split('.');
    Some((parts.next()?.parse().ok()?, parts.next()?.parse().ok()?))
}

/// `folder` relative to the clone, if it is inside it.
fn inside_clone(folder: &Path) -> Option<String> {
    let clone = Path::new(&env::var_os("CARGO_MANIFEST_DIR")?)
        .ancestors()
        .nth(2)?
        .canonicalize()
        .ok()?;
    Some(folder.strip_prefix(clone).ok()?.to_str()?.to_owned())
}

fn refuse(problem: &str) -> ExitCode {
    eprintln!(
        "{problem} Run ./x setup, which fetches the right one; or install libz3 {}.{} or newer with its \
         pkg-config file; or build with --features vendored-z3 (needs CMake 3.26 and a C++ compiler whose \
         library has <format>, such as GCC 13).",
        LEAST.0, LEAST.1
    );
    ExitCode::FAILURE
}
