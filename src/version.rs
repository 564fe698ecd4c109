//! What the program is made of.

use solver::smt::{Identity, PoolConfig, SolverPool};

/// The solver and its version, in a report.
pub fn solver(identity: Option<&Identity>) -> String {
    match identity {
        Some(identity) => format!("Z3 {}", identity.version),
        // Nothing was asked, nor taken from what is kept.
        None => "Z3".to_owned(),
    }
}

/// What `--version` says. A solver is started to say which it is; that there is none is said, too.
pub fn long() -> String {
    let number = env!("CARGO_PKG_VERSION");
    let config = match PoolConfig::installed() {
        Ok(config) => config,
        Err(error) => return format!("{number}\nsolver: none, {error}"),
    };
    match SolverPool::new(config).identity() {
        Ok(identity) => {
            let solver = solver(Some(identity));
            format!("{number}\nsolver: {solver}, from {}", identity.library)
        }
        Err(none) => {
            let help = none.help.map(|help| format!("\nhelp: {help}"));
            let help = help.unwrap_or_default();
            format!("{number}\nsolver: none, {}{help}", none.problem)
        }
    }
}
