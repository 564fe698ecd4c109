//! From a resolved program to a report: lowering, then symbolic execution, then the solver.
//!
//! This is the one place that knows the whole way; each room on it has a crate of its own.

use core_lang::Trusted;
use seplog::Observer;
use seplog::report::Report;
use solver::smt::SolverPool;
use spec_lang::ast::Program;
use spec_lang::resolve::{Profile, Resolution};

/// How a check is done. What is in here decides the answer; nothing else does.
#[derive(Clone, Debug)]
pub struct Settings {
    /// How the program is read and what is granted.
    pub profile: Profile,
    /// How proofs are sought.
    pub proofs: seplog::Settings,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            profile: Profile::Sound,
            proofs: seplog::Settings::default(),
        }
    }
}

/// What a resolved program assumes without a proof, in order of the text; nothing is proved.
pub fn trusted(program: &Program, resolution: &Resolution, profile: Profile) -> Vec<Trusted> {
    let mut trusted = lowering::lower(program, resolution, profile).trusted;
    trusted.sort_by_key(|one| one.span);
    trusted
}

/// Checks every method of a resolved program.
///
/// The program must have resolved without errors. Methods are spread over the pool's
/// workers; the report does not depend on the order in which they end.
pub fn check(
    program: &Program,
    resolution: &Resolution,
    settings: &Settings,
    pool: &SolverPool,
    observer: &dyn Observer,
) -> Report {
    let lowered = lowering::lower(program, resolution, settings.profile);
    seplog::verify(lowered, &settings.proofs, pool, observer)
}
