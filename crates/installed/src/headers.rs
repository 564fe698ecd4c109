//! NVIDIA's headers of CUDA, which the user's command brings into the cache folder.
//!
//! They are no part of this program and nothing needs them: built-in declarations do instead. What fetches them is a
//! script of Python's, for `pip` checks the hashes and knows the index that the user has.

use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The version, that of the package `nvidia-cuda-runtime`; the script has it, too.
pub const VERSION: &str = "13.5.37";

/// The command that brings the headers, for a message.
pub const SETUP: &str = "alpinist setup cuda";

const SCRIPT: &str = include_str!("bring_headers.py");

/// The user's folder for what can be had again; none if there is no home.
pub fn cache() -> Option<PathBuf> {
    let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
    let base = set("XDG_CACHE_HOME")
        .map(PathBuf::from)
        .or_else(|| set("HOME").map(|home| Path::new(&home).join(".cache")))?;
    Some(base.join("alpinist"))
}

/// Where the headers are put.
fn place() -> Option<PathBuf> {
    Some(cache()?.join("cuda").join(VERSION))
}

/// The folder of the headers' SDK, if they are all there.
pub fn folder() -> Option<PathBuf> {
    place().filter(|place| place.join("complete").is_file())
}

/// The folders that headers of an SDK are looked for in.
pub fn roots(sdk: &Path) -> Vec<PathBuf> {
    let include = sdk.join("include");
    vec![include.join("cccl"), include]
}

/// Brings the headers; what is said goes to standard error.
///
/// # Errors
/// Why they are not there, unless it was said.
pub fn bring() -> Result<(), Option<String>> {
    let place = place().ok_or("there is no cache folder: set XDG_CACHE_HOME".to_owned())?;
    let python = python();
    let start = |error: std::io::Error| {
        let name = python.to_string_lossy();
        Some(format!(
            "Python 3 is needed, and `{name}` could not be started: {error}"
        ))
    };
    let mut child = Command::new(&python)
        .arg("-")
        .arg(&place)
        .stdin(Stdio::piped())
        .spawn()
        .map_err(start)?;
    // A Python that ends at once says why itself.
    if let Some(mut input) = child.stdin.take() {
        let _ = input.write_all(SCRIPT.as_bytes());
    }
    match child.wait() {
        Ok(status) if status.success() => Ok(()),
        Ok(_) => Err(None),
        Err(error) => Err(Some(error.to_string())),
    }
}

/// The Python that is named in `PYTHON`, else that beside the running program, else the usual one.
fn python() -> OsString {
    let named = std::env::var_os("PYTHON").filter(|name| !name.is_empty());
    let beside = || {
        crate::packages()?;
        let program = std::env::current_exe().ok()?.canonicalize().ok()?;
        Some(program.parent()?.join("python3")).filter(|python| python.exists())
    };
    named
        .or_else(|| beside().map(PathBuf::into_os_string))
        .unwrap_or_else(|| "python3".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_script_has_the_same_version_and_only_pinned_packages() {
        let first = format!("(\"nvidia-cuda-runtime\", \"{VERSION}\", \"");
        assert!(SCRIPT.contains(&first));
        let packages = SCRIPT
            .lines()
            .filter(|line| line.starts_with("    (\"nvidia-"));
        let mut hashes = packages.map(|line| line.split('"').nth(5).unwrap_or(""));
        assert!(hashes.all(|hash| hash.len() == 64 && hash.bytes().all(|c| c.is_ascii_hexdigit())));
        assert!(SCRIPT.contains("--require-hashes"));
    }
}
