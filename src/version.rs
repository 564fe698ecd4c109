//! What the program is made of.

use solver::smt;

/// The solver and its version.
pub fn solver() -> String {
    format!("Z3 {}", smt::z3_version())
}

/// What `--version` says.
pub fn long() -> String {
    format!(
        "{}\nsolver: {}, from {}",
        env!("CARGO_PKG_VERSION"),
        solver(),
        smt::z3_library_path()
    )
}
