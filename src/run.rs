//! `alpinist verify` and `alpinist [STEPS]`: from the arguments to the pipeline to the outputs.

use crate::cache::{Again, Folder, Mode as CacheUse};
use crate::cli::{
    CacheMode, CacheVerify, CommonArgs, ProofArgs, ReportFormat, StepArgs, StepFlag, TransformArgs,
    VerifyArgs,
};
use crate::config::{Config, step_flags};
use crate::effort;
use crate::files::{self, Place, Problem, Unit};
use crate::model::ProgramRun;
use crate::output::{self, Failure, Replacement};
use crate::pipeline::{self, Request};
use crate::progress::{self, Mode, Progress};
use crate::report::messages::{self, Message};
use crate::report::reasons::reasons;
use crate::report::text::Style;
use crate::report::{github, json, junit, sarif, summary, terminal, text};
use crate::rooms;
use crate::seal::{self, Seal};
use crate::status::Status;
use ::text::diagnostics::{Diagnostic, Severity};
use ::text::source::SourceFile;
use solver::cache::ProofCache;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Instant;
use verifier::Settings;

/// `alpinist verify`.
///
/// # Errors
/// If the solver or an output is not to be had.
pub fn verify(args: &VerifyArgs) -> Result<Status, Failure> {
    reported(&args.common, || verified(args))
}

fn verified(args: &VerifyArgs) -> Result<Status, Failure> {
    let template = Template {
        directives: false,
        steps: Vec::new(),
        verify: true,
        keep_unverified: false,
    };
    let config = Config::find(args.common.config.as_deref())?;
    let mut session = Session::start(&args.common, &args.files, config, &template)?;
    let runs = session.programs()?;
    session.finish(&runs, true)
}

/// `alpinist [STEPS] FILE…`.
///
/// # Errors
/// If the command line makes no sense, or the solver or an output is not to be had.
pub fn transform(args: &TransformArgs) -> Result<Status, Failure> {
    reported(&args.common, || transformed(args, &args.steps.flags.0))
}

fn transformed(args: &TransformArgs, flags: &[StepFlag]) -> Result<Status, Failure> {
    let config = Config::find(args.common.config.as_deref())?;
    let steps = steps(&config, &args.steps, flags)?;
    if args.in_place && args.files.contains(&Place::Stdin) {
        let message = "--in-place cannot replace standard input";
        let help = "leave --in-place out, and the result goes to standard output";
        return Err(Diagnostic::global("C010", message).with_help(help).into());
    }
    let template = Template {
        directives: !args.no_directives,
        steps,
        verify: !args.no_verify,
        keep_unverified: args.keep_unverified,
    };
    let mut session = Session::start(&args.common, &args.files, config, &template)?;
    let units = session.jobs.iter().map(|job| &job.unit);
    let count: usize = units.map(|unit| unit.inputs.len()).sum();
    let target = Target::choose(args, count)?;
    if let Target::Folder(_) = target {
        let inputs = session.jobs.iter().flat_map(|job| &job.unit.inputs);
        no_collisions(inputs.map(|input| input.relative.clone()))?;
    }
    let runs = session.programs()?;
    let jobs = std::mem::take(&mut session.jobs);
    for (job, run) in jobs.iter().zip(&runs) {
        if gives_out(run, args) {
            session.deliver(&job.unit, run, &target)?;
        } else if session.speaks() && !args.common.quiet {
            output::say(&format!("{}: no result is given out\n", run.name));
        }
    }
    session.finish(&runs, false)
}

/// Does the work of a run with the report that it promises: whatever ends it before its end, a
/// report of an earlier run does not stay as if it were of this one.
///
/// # Errors
/// Those of the work; `C006` if the report cannot be written.
pub fn reported(
    common: &CommonArgs,
    work: impl FnOnce() -> Result<Status, Failure>,
) -> Result<Status, Failure> {
    let Some(path) = &common.report else {
        return work();
    };
    let unfinished = "the run that was to write this report did not come to its end";
    // A pipe or a device keeps nothing of an earlier run.
    if std::fs::metadata(path).is_ok_and(|old| old.is_file()) {
        early(common, &Diagnostic::global("C021", unfinished))?;
    }
    let status = work();
    if let Err(Failure(diagnostic)) = &status {
        // What ended the run is told in any case; this may be it.
        let _ = early(common, diagnostic);
    }
    status
}

/// Writes the report of a run that came to nothing.
fn early(common: &CommonArgs, why: &Diagnostic) -> Result<(), Failure> {
    let session = Session {
        common,
        config: Config::default(),
        jobs: Vec::new(),
        problems: vec![(why.clone(), Vec::new())],
        start: Instant::now(),
        style: Style {
            coloured: false,
            quiet: common.quiet,
            verbose: common.verbose,
            stable: common.stable,
        },
        status: Status::Wrong,
        solver_calls: 0,
    };
    session.report(&[], false)
}

/// Where answers are kept, if anywhere. The variable `ALPINIST_CACHE` names a folder, or
/// says `off`, where no flag does.
pub fn cache(common: &CommonArgs, config: &Config) -> Option<Folder> {
    let set = std::env::var_os("ALPINIST_CACHE").filter(|value| !value.is_empty());
    let mode = common.cache_mode.or(config.cache_mode);
    let named = common.cache.clone();
    let off = common.no_cache || mode == Some(CacheMode::Off);
    if off || (named.is_none() && set.as_deref().is_some_and(|value| value == "off")) {
        return None;
    }
    let path = named
        .or_else(|| set.map(PathBuf::from))
        .or_else(|| config.cache.as_ref().map(|path| config.place(path)))
        .or_else(Folder::usual)?;
    let mode = match mode {
        Some(CacheMode::Enforce) => CacheUse::Enforce,
        _ => CacheUse::ReadWrite,
    };
    let again = match common.cache_verify {
        None => Again::None,
        Some(CacheVerify::Sample) => Again::Sample,
        Some(CacheVerify::All) => Again::All,
    };
    let seal = Seal::of_user(&path)?;
    Some(Folder::new(path, mode, again, seal))
}

/// The steps that a schedule and the flags ask for, in this order.
///
/// # Errors
/// `C013` for an unknown schedule, `C101` if a step is not of its form.
pub fn steps(
    config: &Config,
    args: &StepArgs,
    flags: &[StepFlag],
) -> Result<Vec<transforms::Step>, Failure> {
    let mut steps = Vec::new();
    let given = &args.switches.0;
    if let Some(name) = &args.schedule {
        let schedule = config.schedule(name)?;
        let switches = [schedule.switches(), given.as_slice()].concat();
        for flag in step_flags(&schedule.steps)? {
            steps.push(rooms::parse_step(&flag, &switches)?);
        }
    }
    for flag in flags {
        steps.push(rooms::parse_step(flag, given)?);
    }
    Ok(steps)
}

/// Whether the result may be printed or written.
fn gives_out(run: &ProgramRun, args: &TransformArgs) -> bool {
    if !run.complete {
        return false;
    }
    match run.status {
        Status::Holds => true,
        Status::Unknown => args.no_verify || args.keep_unverified,
        Status::Failed => args.keep_unverified,
        Status::Wrong | Status::NotApplicable | Status::WouldChange => false,
    }
}

/// Where results go.
#[derive(Debug)]
enum Target {
    Stdout,
    File(PathBuf),
    Folder(PathBuf),
    InPlace,
    Diff,
    Check,
}

impl Target {
    fn choose(args: &TransformArgs, count: usize) -> Result<Target, Failure> {
        let several = count > 1 || args.files.iter().any(is_folder);
        Ok(match &args.output {
            Some(path) if several || path.is_dir() => Target::Folder(path.clone()),
            Some(path) => Target::File(path.clone()),
            None if args.in_place => Target::InPlace,
            None if args.diff => Target::Diff,
            None if args.check => Target::Check,
            None if count > 1 => {
                let message = format!("{count} results and no place for them");
                let help =
                    "give -o FOLDER, --in-place, --diff or --check; or use `alpinist verify`";
                return Err(Diagnostic::global("C007", message).with_help(help).into());
            }
            None => Target::Stdout,
        })
    }
}

fn is_folder(place: &Place) -> bool {
    matches!(place, Place::Path(path) if path.is_dir())
}

/// Two results must not go to one file; these are their places in the output folder.
///
/// # Errors
/// `C007` if two are the same.
pub fn no_collisions(places: impl Iterator<Item = PathBuf>) -> Result<(), Failure> {
    let mut seen = BTreeSet::new();
    for place in places {
        let message = format!(
            "two results would both be {} in the output folder",
            place.display()
        );
        if !seen.insert(place) {
            let help = "name the folder above them, or use --in-place";
            return Err(Diagnostic::global("C007", message).with_help(help).into());
        }
    }
    Ok(())
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

/// A run over some programs.
pub struct Session<'a> {
    common: &'a CommonArgs,
    config: Config,
    jobs: Vec<Job>,
    problems: Vec<Problem>,
    start: Instant,
    style: Style,
    status: Status,
    /// How often the solver was asked.
    solver_calls: u64,
}

impl<'a> Session<'a> {
    fn start(
        common: &'a CommonArgs,
        places: &[Place],
        config: Config,
        template: &Template,
    ) -> Result<Self, Failure> {
        let loaded = files::load(places, common.together);
        let jobs = loaded.units.into_iter().map(|unit| Job {
            unit,
            template: template.clone(),
            proof: ProofArgs::default(),
            only: Vec::new(),
        });
        Session::of(common, config, jobs.collect(), loaded.problems)
    }

    /// A run over these programs.
    ///
    /// # Errors
    /// If the folder for questions is not to be had.
    pub fn of(
        common: &'a CommonArgs,
        config: Config,
        jobs: Vec<Job>,
        problems: Vec<Problem>,
    ) -> Result<Self, Failure> {
        let start = Instant::now();
        if let Some(folder) = &common.log_smt {
            progress::prepare_log(folder)?;
        }
        // Of what is kept and nobody's nothing is wrong with the programs.
        let status = |(diagnostic, _): &Problem| match diagnostic.code {
            "C016" => Status::WouldChange,
            _ => Status::Wrong,
        };
        let status = problems.iter().map(status).fold(Status::Holds, Status::and);
        Ok(Session {
            common,
            config,
            jobs,
            problems,
            start,
            style: Style {
                coloured: terminal::colours(),
                quiet: common.quiet,
                verbose: common.verbose,
                stable: common.stable,
            },
            status,
            solver_calls: 0,
        })
    }

    /// Whether people are to read standard error.
    fn speaks(&self) -> bool {
        let form = self.common.format.unwrap_or(ReportFormat::Text);
        self.common.report.is_some() || form == ReportFormat::Text
    }

    /// Works on one program after the other.
    ///
    /// # Errors
    /// If the solver is not to be had, or questions cannot be written.
    pub fn programs(&mut self) -> Result<Vec<ProgramRun>, Failure> {
        if self.speaks() {
            for (diagnostic, sources) in &self.problems {
                output::say(&show(diagnostic, sources, self.style));
            }
        }
        let mode = Mode::choose(self.common.quiet || !self.speaks(), self.common.stable);
        let progress = Progress::new(mode, self.common.log_smt.clone());
        let jobs = self.common.jobs.or(self.config.jobs);
        let needed = self.jobs.iter().any(|job| job.template.verify);
        let cache = cache(self.common, &self.config);
        let enforced = cache.as_ref().is_some_and(ProofCache::enforced);
        let foreign = cache.as_ref().map(Folder::foreign).unwrap_or_default();
        let pool = rooms::pool(jobs, cache, needed)?;
        let mut runs = Vec::new();
        for (at, job) in self.jobs.iter().enumerate() {
            progress.program(at + 1, self.jobs.len());
            let request = Request {
                settings: settings(self.common, &self.config, job),
                directives: job.template.directives,
                steps: job.template.steps.clone(),
                verify: job.template.verify,
                keep_unverified: job.template.keep_unverified,
            };
            let run = pipeline::run(&job.unit, &request, &pool, &progress);
            self.status = self.status.and(run.status);
            if self.speaks() {
                output::say(&text::describe(&run, self.style));
            }
            runs.push(run);
        }
        self.solver_calls = pool.asked();
        let foreign = foreign.load(std::sync::atomic::Ordering::Relaxed);
        if enforced && foreign > 0 && self.speaks() {
            let message = format!(
                "{} in the cache sealed with another key, or altered, so not used",
                summary::plural(foreign, "answer")
            );
            let help = format!(
                "give the key under which the cache was filled in the variable {}, or leave out \
                 --cache-mode enforce, and the solver is asked again",
                seal::VARIABLE
            );
            let diagnostic = Diagnostic::global("C015", message).with_help(help);
            output::say(&terminal::render_global(&Diagnostic {
                severity: Severity::Warning,
                ..diagnostic
            }));
        }
        if let Some(error) = progress.log_error() {
            let message = format!(
                "cannot write to the --log-smt folder: {}",
                files::sentence(&error)
            );
            return Err(Diagnostic::global("C006", message).into());
        }
        Ok(runs)
    }

    /// Gives out the result of a program.
    fn deliver(&mut self, unit: &Unit, run: &ProgramRun, target: &Target) -> Result<(), Failure> {
        let results = run.history.newest(&run.files);
        let mut places = Vec::new();
        for ((number, input), result) in (0_u32..).zip(&unit.inputs).zip(&results) {
            let old = &input.source;
            let changed = old.text != result.text;
            match target {
                Target::Stdout => output::print(&result.text)?,
                Target::File(path) => places.push((path.clone(), result, None)),
                Target::Folder(folder) => {
                    let path = output::within(folder, &input.relative);
                    output::create_folder(path.parent().unwrap_or(folder))?;
                    places.push((path, result, None));
                }
                Target::InPlace => {
                    if let Some(path) = input.path.clone().filter(|_| changed) {
                        places.push((path, result, Some(old.text.as_str())));
                    }
                }
                Target::Diff => {
                    output::print(&reasons(run, number))?;
                    output::print(&output::diff(&old.name, &old.text, &result.text))?;
                }
                Target::Check => {
                    if changed && self.speaks() {
                        output::say(&format!("{}: would change\n", old.name));
                    }
                }
            }
            if changed && matches!(target, Target::Diff | Target::Check) {
                self.status = self.status.and(Status::WouldChange);
            }
        }
        // The files of a program belong together.
        let replacements = places.iter().map(|(path, result, old)| Replacement {
            path,
            text: &result.text,
            old: *old,
        });
        output::replace_all(&replacements.collect::<Vec<_>>())
    }

    /// One line on all programs: how many hold, and where the answers came from.
    pub fn sum_up(&self, runs: &[ProgramRun]) {
        if !self.speaks() || self.style.quiet {
            return;
        }
        let hold = runs.iter().filter(|run| run.status == Status::Holds);
        let part = hold.clone().filter(|run| {
            let mut checks = run.checks();
            checks.any(|check| !check.report.passed_over.is_empty())
        });
        let (hold, part) = (hold.count(), part.count());
        let mut line = format!("{hold} of {} hold", summary::plural(runs.len(), "program"));
        if part > 0 {
            line.push_str(&format!(" ({part} in part)"));
        }
        if !self.style.stable {
            let cached = runs.iter().flat_map(ProgramRun::checks);
            let cached = cached.flat_map(|check| check.report.obligations());
            let cached = cached.filter(|(_, one)| one.measured.cached).count();
            line.push_str(&format!(
                "; {} taken from the cache, {} to the solver, {:.1} s",
                summary::plural(cached, "answer"),
                summary::plural(usize::try_from(self.solver_calls).unwrap_or(0), "call"),
                self.start.elapsed().as_secs_f64(),
            ));
        }
        output::say(&format!("{line}\n"));
    }

    /// Something besides the proofs decides the status as well.
    pub fn note(&mut self, status: Status) {
        self.status = self.status.and(status);
    }

    /// Writes the report and gives the status. JSON goes to standard output only where
    /// nothing else does (`to_stdout`).
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn finish(&self, runs: &[ProgramRun], to_stdout: bool) -> Result<Status, Failure> {
        if let Some(chart) = &self.common.profile_proof {
            if !self.common.quiet {
                output::say(&effort::table(runs));
            }
            if let Some(path) = chart {
                output::replace(path, &output::json(&effort::speedscope(runs)))?;
            }
        }
        self.report(runs, to_stdout)?;
        Ok(self.status)
    }

    fn report(&self, runs: &[ProgramRun], to_stdout: bool) -> Result<(), Failure> {
        let measured = (!self.common.stable).then(|| {
            let time = self.start.elapsed().as_secs_f64() * 1000.0;
            (time, rooms::solver_version(), self.solver_calls)
        });
        let frame = json::Frame {
            status: self.status.code(),
            problems: &self.problems,
            measured,
        };
        let written = |form: ReportFormat| match form {
            ReportFormat::Text => self.plain(runs),
            ReportFormat::Json => output::json(&json::run(&frame, runs)),
            ReportFormat::Sarif => {
                output::json(&sarif::log(&self.messages(runs), runs, self.status.code()))
            }
            ReportFormat::Junit => junit::xml(&self.problems, runs, !self.common.stable),
            ReportFormat::Github => github::commands(&self.messages(runs)),
        };
        match (&self.common.report, self.common.format) {
            (Some(path), form) => {
                let form = form.unwrap_or_else(|| format_of(path));
                output::replace(path, &written(form))?;
            }
            (None, None | Some(ReportFormat::Text)) => {}
            (None, Some(form)) if to_stdout => output::print(&written(form))?,
            (None, Some(form)) => output::say(&written(form)),
        }
        Ok(())
    }

    /// Every message of the run.
    fn messages(&self, runs: &[ProgramRun]) -> Vec<Message> {
        let problems = self.problems.iter().map(messages::of_problem);
        problems
            .chain(runs.iter().flat_map(messages::of_run))
            .collect()
    }

    /// The report as text without colours.
    fn plain(&self, runs: &[ProgramRun]) -> String {
        let style = Style {
            coloured: false,
            ..self.style
        };
        let problems = self.problems.iter();
        let problems = problems.map(|(diagnostic, sources)| show(diagnostic, sources, style));
        problems
            .chain(runs.iter().map(|run| text::describe(run, style)))
            .collect()
    }
}

/// The form a report file's name suggests.
fn format_of(path: &Path) -> ReportFormat {
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("json") => ReportFormat::Json,
        Some("sarif") => ReportFormat::Sarif,
        Some("xml") => ReportFormat::Junit,
        _ => ReportFormat::Text,
    }
}

fn show(diagnostic: &Diagnostic, files: &[SourceFile], style: Style) -> String {
    let shown = terminal::Shown {
        diagnostic,
        files,
        origin: None,
    };
    terminal::render(shown, style.coloured)
}

/// The settings of a program: flags, then what its files say, then alpinist.toml, then the
/// defaults.
pub fn settings(common: &CommonArgs, config: &Config, job: &Job) -> Settings {
    let proof = common.proof.or(&job.unit.settings);
    let proof = proof.or(&job.proof).or(&config.proof());
    let defaults = Settings::default();
    let only = match common.only.is_empty() {
        true => job.only.clone(),
        false => common.only.clone(),
    };
    Settings {
        profile: proof.profile.map_or(defaults.profile, Into::into),
        proofs: seplog::Settings {
            rlimit: proof.rlimit.or(defaults.proofs.rlimit),
            timeout_ms: proof.timeout.unwrap_or(defaults.proofs.timeout_ms),
            seed: proof.seed.unwrap_or(defaults.proofs.seed),
            only,
            on_the_way: false,
        },
    }
}
