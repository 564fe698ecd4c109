//! The other crates, as the pipeline uses them: one function a room.

use crate::cache::Folder;
use crate::cli::StepFlag;
use crate::output::Failure;
use solver::smt::{self, PoolConfig, SolverPool};
use spec_lang::ast::Program;
use spec_lang::resolve::{Profile, Resolution};
use text::diagnostics::{CodeInfo, Diagnostic, Severity};
use text::source::SourceFile;
use transforms::Step;

/// The tables of codes of what the other crates report.
pub fn code_tables() -> impl Iterator<Item = &'static [CodeInfo]> {
    [
        spec_lang::parse::CODES,
        spec_lang::resolve::CODES,
        crate::codes::checking::OBLIGATIONS,
        crate::codes::checking::GAPS,
        lowering::data_codes::CODES,
        oracle::codes::CODES,
    ]
    .into_iter()
    .chain(transforms::code_tables())
}

/// A text that has been read.
#[derive(Debug, Default)]
pub struct Front {
    /// Its tree.
    pub program: Program,
    /// What its names mean; empty if it did not parse.
    pub resolution: Resolution,
    /// Errors and warnings, in order of place.
    pub diagnostics: Vec<Diagnostic>,
}

impl Front {
    /// Whether it can be worked with.
    pub fn is_sound(&self) -> bool {
        !self
            .diagnostics
            .iter()
            .any(|diagnostic| diagnostic.severity == Severity::Error)
    }
}

/// Parses and resolves a program.
pub fn front(files: &[SourceFile], profile: Profile) -> Front {
    let parsed = spec_lang::parse::parse(files);
    let mut front = Front {
        program: parsed.program,
        diagnostics: parsed.diagnostics,
        ..Front::default()
    };
    if front.is_sound() {
        let resolved = spec_lang::resolve::resolve(&front.program, profile);
        front.resolution = resolved.resolution;
        front.diagnostics.extend(resolved.diagnostics);
        crate::advice::of_text(&mut front.diagnostics, &front.program, files);
    }
    front.diagnostics = in_order(front.diagnostics);
    front
}

/// As many messages as anyone reads; after that many the cause is one of the first.
const MOST: usize = 100;

/// In order of place, and not without end.
fn in_order(mut diagnostics: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let place = |diagnostic: &Diagnostic| {
        diagnostic
            .primary
            .as_ref()
            .map(|label| (label.span.file, label.span.start, label.span.end))
    };
    // An error first, so that none is cut off for the sake of warnings.
    diagnostics.sort_by(|a, b| {
        let key = |one: &Diagnostic| (one.severity != Severity::Error, place(one));
        key(a).cmp(&key(b)).then(a.code.cmp(b.code))
    });
    let more = diagnostics.len().saturating_sub(MOST);
    if more > 0 {
        diagnostics.truncate(MOST);
        let message = format!("{more} more messages are left out");
        diagnostics.push(Diagnostic {
            severity: Severity::Note,
            ..Diagnostic::global("W900", message)
        });
    }
    diagnostics
}

/// What the program believes without a proof.
pub fn trusted(front: &Front, profile: Profile) -> Vec<ir::Trusted> {
    verifier::trusted(&front.program, &front.resolution, profile)
}

/// Parses only.
pub fn parse(files: &[SourceFile]) -> spec_lang::parse::Parsed {
    spec_lang::parse::parse(files)
}

/// A program as text for Viper's verifiers.
pub fn viper(front: &Front, profile: Profile) -> viper::Exported {
    viper::export(&lowering::lower(&front.program, &front.resolution, profile).program)
}

/// The canonical layout of a file.
pub fn format(source: &SourceFile, program: &Program) -> String {
    spec_lang::format::format(source, program)
}

/// Reads the argument of a step's flag; `switches` are those that are given.
///
/// # Errors
/// `C101` if it is not of the flag's form.
pub fn parse_step(flag: &StepFlag, switches: &[&str]) -> Result<Step, Failure> {
    transforms::parse_flag(flag.name, &flag.value, switches)
        .map_err(|refusal| Failure(refusal.diagnostic))
}

/// Questions are made on other threads than the main one, and their terms are as deep.
const STACK: usize = 128 << 20;

/// The workers that seek proofs, and as many threads to ask them; if they are `needed`, it is
/// seen at once whether they can be had.
///
/// # Errors
/// `C009` if the solver is not to be had.
pub fn pool(jobs: Option<u16>, cache: Option<Folder>, needed: bool) -> Result<SolverPool, Failure> {
    let fail = |message: String| {
        let help = "`alpinist --version` says which Z3 was found";
        Failure::from(Diagnostic::global("C009", message).with_help(help))
    };
    let mut config = PoolConfig::this_program()
        .map_err(|error| fail(format!("the solver cannot be started: {error}")))?;
    if let Some(jobs) = jobs {
        config.workers = usize::from(jobs);
    }
    let mut threads = rayon::ThreadPoolBuilder::new().stack_size(STACK);
    if jobs.is_some() {
        threads = threads.num_threads(config.workers);
    }
    // There is one pool a process; a second call finds it as the first one left it.
    let _ = threads.build_global();
    let pool = SolverPool::new(config);
    let pool = match cache {
        Some(cache) => pool.with_cache(Box::new(cache)),
        None => pool,
    };
    // Where nothing is proved, or the cache must hold every answer, no solver is started.
    let enforced = pool.cache().is_some_and(|cache| cache.enforced());
    if needed && !enforced {
        pool.probe().map_err(fail)?;
    }
    Ok(pool)
}

/// The solver and its version.
pub fn solver_version() -> String {
    format!("Z3 {}", smt::z3_version())
}

/// What `--version` says.
pub fn long_version() -> String {
    format!(
        "{}\nsolver: {}, from {}",
        env!("CARGO_PKG_VERSION"),
        solver_version(),
        smt::z3_library_path()
    )
}

/// The life of a worker process.
pub fn solver_worker() -> std::process::ExitCode {
    smt::worker::run()
}
