//! Which Z3 the worker is linked with, and where it came from.

use std::fmt;

/// The least version of Z3 that is accepted, major and minor.
///
/// It is the version whose enumerations the bindings crate was generated from. Versions before it number
/// the kinds of declarations differently, and those the corpus was tried with were far slower.
pub const LEAST_Z3_VERSION: (u32, u32) = (5, 3);

/// The full version of the linked library, as it says it itself, for example `5.3.3.0`.
pub fn z3_version() -> String {
    let full = z3::full_version();
    full.strip_prefix("Z3 ").unwrap_or(full).to_owned()
}

/// Where the linked library is, for a person to read.
///
/// On Linux this is the file that is loaded into this process. Elsewhere, and for a library that is
/// linked into the program, it is what the build recorded.
pub fn z3_library_path() -> String {
    loaded_library().unwrap_or_else(|| env!("SOLVER_Z3_FOUND").to_owned())
}

/// The libz3 among the files mapped into this process, if the system tells.
fn loaded_library() -> Option<String> {
    let maps = std::fs::read_to_string("/proc/self/maps").ok()?;
    maps.lines().find_map(|line| {
        let path = &line[line.find('/')?..];
        let name = path.rsplit('/').next()?;
        name.starts_with("libz3.").then(|| path.to_owned())
    })
}

/// The linked Z3 is not one the worker works with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnsuitableZ3 {
    /// The version it reports.
    pub version: String,
    /// Where it is, as [`z3_library_path`] gives it.
    pub path: String,
}

impl fmt::Display for UnsuitableZ3 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (major, minor) = LEAST_Z3_VERSION;
        write!(
            f,
            "Z3 {} ({}) is too old: {major}.{minor} or newer is needed",
            self.version, self.path
        )
    }
}

impl std::error::Error for UnsuitableZ3 {}

/// Refuses a linked library that is older than [`LEAST_Z3_VERSION`], or that reports no version.
pub fn check_z3_version() -> Result<(), UnsuitableZ3> {
    let version = z3_version();
    if is_recent_enough(&version) {
        return Ok(());
    }
    Err(UnsuitableZ3 {
        version,
        path: z3_library_path(),
    })
}

fn is_recent_enough(version: &str) -> bool {
    let mut parts = version.split(['.', ' ']).map(|part| part.parse::<u32>());
    match (parts.next(), parts.next()) {
        (Some(Ok(major)), Some(Ok(minor))) => (major, minor) >= LEAST_Z3_VERSION,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn old_versions_are_refused() {
        for (version, recent) in [
            ("5.3.3.0", true),
            ("5.3.0", true),
            ("5.10.0.0 build hash abc", true),
            ("6.0.0.0", true),
            ("5.2.9.9", false),
            ("4.16.0.0", false),
            ("4.8.12.0", false),
            ("nightly", false),
            ("", false),
        ] {
            assert_eq!(is_recent_enough(version), recent, "{version}");
        }
    }

    #[test]
    fn the_linked_library_is_recent_and_known() {
        assert_eq!(check_z3_version(), Ok(()));
        assert!(!z3_library_path().is_empty());
    }

    #[test]
    fn the_refusal_says_what_is_needed() {
        let refusal = UnsuitableZ3 {
            version: "4.8.12.0".into(),
            path: "/usr/lib/libz3.so.4".into(),
        };
        assert_eq!(
            refusal.to_string(),
            "Z3 4.8.12.0 (/usr/lib/libz3.so.4) is too old: 5.3 or newer is needed"
        );
    }
}
