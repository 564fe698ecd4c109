//! The programs of a run: what is done with each, and the way through the pipeline.

use crate::cache::Cache;
use crate::cache::reports::Reports;
use crate::cli::{CommonArgs, ProofArgs, StepArgs};
use crate::config::{Config, parse_step, step_flags};
use crate::files::{self, Place, Unit};
use crate::output::Failure;
use crate::progress::{Mode, Progress};
use crate::run::Run;
use pipeline::check::Settings;
use pipeline::run::Request;
use solver::cache::ProofCache;
use std::time::{Duration, Instant};
use text::code::Code;
use text::diagnostics::Diagnostic;

/// The steps that a schedule and the flags ask for, in this order.
///
/// # Errors
/// `C013` for an unknown schedule, `C101` if a step is not of its form.
pub fn steps(config: &Config, args: &StepArgs) -> Result<Vec<transforms::Step>, Failure> {
    let mut steps = Vec::new();
    let given = &args.switches.0;
    if let Some(name) = &args.schedule {
        let schedule = config.schedule(name)?;
        let switches = [schedule.switches(), given.as_slice()].concat();
        for flag in step_flags(&schedule.steps)? {
            steps.push(parse_step(&flag, &switches)?);
        }
    }
    for flag in &args.flags.0 {
        steps.push(parse_step(flag, given)?);
    }
    Ok(steps)
}

/// What is done with a program.
#[derive(Clone, Debug)]
pub struct Template {
    /// Whether its directives are carried out.
    pub directives: bool,
    /// The steps after them.
    pub steps: Vec<transforms::Step>,
    /// Whether anything is verified.
    pub verify: bool,
    /// Go on although something does not hold.
    pub keep_unverified: bool,
}

/// A program and what is done with it.
pub struct Job {
    /// Its files.
    pub unit: Unit,
    /// What is done.
    pub template: Template,
    /// What alpinist.toml says of its proofs.
    pub proof: ProofArgs,
    /// The methods that alpinist.toml restricts it to.
    pub only: Vec<String>,
}

/// The jobs for places, all treated alike; what cannot be read is a problem of the run.
pub fn jobs(run: &mut Run, places: &[Place], together: bool, template: &Template) -> Vec<Job> {
    let loaded = files::load(places, together);
    run.all_problems(loaded.problems);
    let job = |unit| Job {
        unit,
        template: template.clone(),
        proof: ProofArgs::default(),
        only: Vec::new(),
    };
    loaded.units.into_iter().map(job).collect()
}

/// Works on one program after the other, and gives how long each took.
///
/// # Errors
/// If the solver is not to be had, or questions cannot be written.
pub fn check(run: &mut Run, common: &CommonArgs, jobs: &[Job]) -> Result<Vec<Duration>, Failure> {
    let log = run.settings().log_smt.clone();
    let mode = Mode::choose(run.settings().quiet || !run.speaks(), run.settings().stable);
    let progress = Progress::new(mode, log.clone());
    let needed = jobs.iter().any(|job| job.template.verify);
    let cache = run.cache()?;
    let proofs = cache
        .clone()
        .map(|cache| Box::new(cache) as Box<dyn ProofCache>);
    let pool = pipeline::pool::pool(run.jobs(), proofs, needed).map_err(Failure)?;
    // Where questions are wanted they must be made.
    let reports = match log {
        Some(_) => None,
        None => Reports::new(cache.as_ref(), &pool),
    };
    let mut times = Vec::new();
    for (at, job) in jobs.iter().enumerate() {
        progress.program(at + 1, jobs.len());
        let request = Request {
            settings: settings(common, run.config(), job),
            directives: job.template.directives,
            steps: job.template.steps.clone(),
            verify: job.template.verify,
            keep_unverified: job.template.keep_unverified,
        };
        let make = |files| pipeline::run::run(files, &request, &pool, &progress);
        let sources = job.unit.sources();
        let (program, took) = match &reports {
            Some(reports) => reports.report(sources, &request, make),
            None => {
                let start = Instant::now();
                (make(sources), start.elapsed())
            }
        };
        times.push(took);
        run.program(program);
    }
    run.answered_by(&pool);
    run.cache_troubles(cache.as_ref().map(Cache::troubles).unwrap_or_default());
    if let Some(error) = progress.log_error() {
        let error = files::sentence(&error);
        let message = format!("cannot write to the --log-smt folder: {error}");
        return Err(Diagnostic::global(Code::C006, message).into());
    }
    Ok(times)
}

/// The settings of a program: flags, then what its files say, then alpinist.toml, then the
/// defaults.
pub fn settings(common: &CommonArgs, config: &Config, job: &Job) -> Settings {
    settings_of(common, config, &job.unit.settings, &job.proof, &job.only)
}

/// As [`settings`]: `files` is what the files say, `entry` and `only` what their entry in
/// alpinist.toml says.
pub fn settings_of(
    common: &CommonArgs,
    config: &Config,
    files: &ProofArgs,
    entry: &ProofArgs,
    only: &[String],
) -> Settings {
    let proof = common.proof.or(files).or(entry).or(&config.proof());
    let defaults = Settings::default();
    let only = match common.only.is_empty() {
        true => only.to_vec(),
        false => common.only.clone(),
    };
    Settings {
        profile: proof.profile.map_or(defaults.profile, Into::into),
        proofs: seplog::Settings {
            rlimit: proof.rlimit.or(defaults.proofs.rlimit),
            timeout_ms: proof.timeout.or(defaults.proofs.timeout_ms),
            seed: proof.seed.unwrap_or(defaults.proofs.seed),
            only,
            on_the_way: false,
            asked: Vec::new(),
        },
    }
}
