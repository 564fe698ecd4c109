//! The deductive verifier for annotated kernels.
//!
//! A program is lowered to a small [`core`] language (inhale, exhale, assign, havoc,
//! branch, loop cut), which the [`engine`] executes symbolically; each thing that must
//! be shown becomes a question, which [`encode`] turns into text for the worker
//! processes of [`smt`], the only place that knows Z3.

pub mod cache;
pub mod core;
pub mod encode;
mod engine;
mod lower;
pub mod report;
pub mod smt;
pub mod term;
pub mod theory;
mod verify;
pub mod viper;

pub use report::{
    Measured, MethodReport, ObligationReport, Outcome, Report, Summary, ThreadValues, Trusted,
};

use spec_lang::ast::Program;
use spec_lang::resolve::{Profile, Resolution};

/// How a check is done. What is in here decides the answer; nothing else does.
#[derive(Clone, Debug)]
pub struct Settings {
    /// How the program is read and what is granted.
    pub profile: Profile,
    /// Resource limit of an obligation, in Z3's units; none takes the ladder's own.
    pub rlimit: Option<u64>,
    /// Wall-clock limit of an obligation, in milliseconds.
    pub timeout_ms: u64,
    /// Seed of the solver.
    pub seed: u32,
    /// Check only methods whose name (`method` or `Class.method`) is listed; empty for all.
    pub only: Vec<String>,
    /// Whether the answers only steer the work: nothing is reported, and what is not proved is
    /// merely not concluded. Then the cache may keep that there was no proof.
    pub on_the_way: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            profile: Profile::Sound,
            rlimit: None,
            timeout_ms: 10_000,
            seed: 0,
            only: Vec::new(),
            on_the_way: false,
        }
    }
}

/// Is told what goes on, from several threads.
pub trait Observer: Sync {
    /// Work on a method begins.
    fn started(&self, _method: &str) {}
    /// Work on a method has ended.
    fn finished(&self, _report: &MethodReport) {}
    /// The text of a question, with a name for it, before it is asked.
    fn question(&self, _obligation: &str, _smt: &str) {}
}

/// An observer that does not look.
pub struct Silent;
impl Observer for Silent {}

/// What a resolved program believes without a proof, in order of the text; nothing is proved.
pub fn trusted(program: &Program, resolution: &Resolution, profile: Profile) -> Vec<Trusted> {
    let mut trusted = lower::lower(program, resolution, profile).trusted;
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
    pool: &smt::SolverPool,
    observer: &dyn Observer,
) -> Report {
    let lowered = lower::lower(program, resolution, settings.profile);
    verify::verify(lowered, settings, pool, observer)
}
