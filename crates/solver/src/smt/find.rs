//! Where the worker is, and the Z3 library that it needs.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

/// The version of the pinned package `z3-solver`. Change it together with `.ci/setup-z3`.
pub const PACKAGED: &str = "5.3.3.0";

/// The environment variable that names the folder in which the Z3 library is.
pub const VARIABLE: &str = "ALPINIST_Z3";

/// The file name of the worker, without the ending that programs have on some systems.
pub const WORKER: &str = "alpinist-solver";

/// Where the system's loader looks for libraries before it looks where the program was linked to look.
const LOADER: &str = if cfg!(target_vendor = "apple") {
    "DYLD_LIBRARY_PATH"
} else if cfg!(windows) {
    "PATH"
} else {
    "LD_LIBRARY_PATH"
};

/// Whether the running program has Z3 inside.
static INSIDE: AtomicBool = AtomicBool::new(false);

/// The running program has Z3 inside, and turns into a worker by [`super::WORKER_ARGUMENT`]. To be said
/// before anything else.
pub fn z3_is_inside() {
    INSIDE.store(true, Ordering::Relaxed);
}

/// The worker of a program: the one beside it, or the program itself if it has Z3 inside.
pub(super) fn worker(program: &Path) -> PathBuf {
    match INSIDE.load(Ordering::Relaxed) {
        true => program.to_owned(),
        false => program.with_file_name(format!("{WORKER}{}", std::env::consts::EXE_SUFFIX)),
    }
}

/// The folder with the Z3 library: the one that [`VARIABLE`] names, else that of the Python package with
/// which this program was installed. `None` if the worker finds it where it was linked to look.
pub(super) fn library() -> Option<PathBuf> {
    if let Some(named) = std::env::var_os(VARIABLE).filter(|name| !name.is_empty()) {
        return Some(PathBuf::from(named));
    }
    let folder = installed::packages()?.join("z3").join("lib");
    folder.is_dir().then_some(folder)
}

/// The variable that makes the loader look into a folder first, and its value. `None` for a path that
/// no such variable can hold.
pub(super) fn loader(folder: &Path) -> Option<(&'static str, OsString)> {
    let before = std::env::var_os(LOADER).filter(|value| !value.is_empty());
    let before = before.iter().flat_map(std::env::split_paths);
    let folders = std::iter::once(folder.to_owned()).chain(before);
    Some((LOADER, std::env::join_paths(folders).ok()?))
}

/// What would bring the Z3 library.
pub(super) fn help() -> String {
    if let Some(named) = std::env::var_os(VARIABLE).filter(|name| !name.is_empty()) {
        let named = PathBuf::from(named);
        // Whatever else is installed, it is sought there first.
        return format!(
            "{VARIABLE} names the folder {}, which does not have it; name one that has, or `unset {VARIABLE}`, \
             and what alpinist was installed with is taken",
            named.display()
        );
    }
    let package = format!("z3-solver=={PACKAGED}");
    match installed::command(&package) {
        Some(command) => {
            format!("`{command}` brings it; a folder that has it can be named in {VARIABLE}")
        }
        None => format!(
            "`./x setup` in the folder that alpinist was built in brings it; without that folder, \
             `python3 -m pip install --target \"$HOME/.alpinist-z3\" {package}` does, and `export \
             {VARIABLE}=\"$HOME/.alpinist-z3/z3/lib\"` names it"
        ),
    }
}

/// What would bring the worker.
pub(super) fn help_with_worker() -> String {
    let package = concat!("alpinist==", env!("CARGO_PKG_VERSION"));
    let command = match installed::command(package) {
        Some(command) => format!("`{command}` brings it back"),
        None => "`cargo install --path . --locked --force`, in the source folder, puts both there"
            .to_owned(),
    };
    format!("the program {WORKER} belongs beside alpinist; {command}")
}

/// Whether a worker that ended with these words did so because the Z3 library is not there.
pub(super) fn missed_library(words: &str) -> bool {
    let loader = [
        "error while loading shared libraries",
        "Error loading shared library",
        "Library not loaded",
    ];
    words.contains("libz3") && loader.iter().any(|sign| words.contains(sign))
}
