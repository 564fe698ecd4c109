//! A run over some programs: from the arguments to the pipeline to the report.

use crate::cache::place::{self, Place as CachePlace};
use crate::cache::{Again, Cache, Mode as CacheUse};
use crate::cli::{CacheMode, CacheVerify, CommonArgs, Deny, ProofArgs, ReportFormat, StepArgs};
use crate::config::{Config, parse_step, step_flags};
use crate::config_place::At;
use crate::files::{self, Place, Unit};
use crate::gate::Gate;
use crate::output::{self, Failure};
use crate::progress::{self, Mode, Progress};
use crate::reports::Reports;
use crate::seal::Seal;
use crate::shard::Part;
use ::repair::model::FileRepair;
use ::repair::{Repaired, Told};
use ::text::code::Code;
use ::text::diagnostics::{Diagnostic, Severity};
use inspect::model::FileRun;
use pipeline::check::Settings;
use pipeline::reported::effort;
use pipeline::reported::model::ProgramRun;
use pipeline::reported::text;
use pipeline::run::Request;
use report::json::{Json, pretty};
use report::messages::Problem;
use report::status::Status;
use report::{Document, Measured, Schema, Section, Style, plural, terminal};
use solver::cache::ProofCache;
use solver::smt::Identity;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

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
        early(common, &Diagnostic::global(Code::C021, unfinished))?;
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
        gate: Gate::default(),
        status: Status::Wrong,
        solver_calls: 0,
        solver: None,
        kernels: Vec::new(),
        repairs: Vec::new(),
        part: None,
        times: Vec::new(),
    };
    session.report(&[], false)
}

/// Where answers are kept, if anywhere. The variable `ALPINIST_CACHE` names a folder or a server, or
/// says `off`, where no flag does.
///
/// # Errors
/// `C001` or `C013` for the address of a server that is none, or that this program cannot use.
pub fn cache(common: &CommonArgs, config: &Config) -> Result<Option<Cache>, Failure> {
    let set = std::env::var_os("ALPINIST_CACHE").filter(|value| !value.is_empty());
    let mode = common.cache_mode.or(config.cache_mode);
    let named = common.cache.clone();
    let off = common.no_cache || mode == Some(CacheMode::Off);
    if off || (named.is_none() && set.as_deref().is_some_and(|value| value == "off")) {
        return Ok(None);
    }
    let words = named.or_else(|| set.map(PathBuf::from));
    let Some(place) = place_of_answers(words, config)? else {
        return Ok(None);
    };
    let mode = match mode {
        Some(CacheMode::Enforce) => CacheUse::Enforce,
        _ => CacheUse::ReadWrite,
    };
    let again = match common.cache_verify {
        None => Again::None,
        Some(CacheVerify::Sample) => Again::Sample,
        Some(CacheVerify::All) => Again::All,
    };
    let Some(seal) = Seal::of_user(place.path()) else {
        return Ok(None);
    };
    let cache = Cache::new(place, mode, again, seal);
    if let Err(message) = cache.prepare()
        && !common.quiet
    {
        let help = "name another with --cache, or say --no-cache";
        output::tell(&Diagnostic {
            severity: Severity::Warning,
            ..Diagnostic::global(Code::C006, message).with_help(help)
        });
    }
    let form = common.format.unwrap_or(ReportFormat::Text);
    let speaks = !common.quiet && (common.report.is_some() || form == ReportFormat::Text);
    let mut used = USED.lock().unwrap_or_else(PoisonError::into_inner);
    used.push((cache.clone(), speaks));
    Ok(Some(cache))
}

/// The caches of this program, and whether it may be told what becomes of them.
static USED: Mutex<Vec<(Cache, bool)>> = Mutex::new(Vec::new());

/// At the end of the program, when everything else is said: waits until all answers are kept, and says
/// if they could not be.
pub fn finish() {
    let used = std::mem::take(&mut *USED.lock().unwrap_or_else(PoisonError::into_inner));
    for (cache, speaks) in used {
        if let Some(diagnostic) = cache.finish().filter(|_| speaks) {
            output::tell(&diagnostic);
        }
    }
}

/// The place that a flag or the variable names, else that of the project, else the user's.
fn place_of_answers(
    words: Option<PathBuf>,
    config: &Config,
) -> Result<Option<CachePlace>, Failure> {
    let help = "name a folder, or say --no-cache; README.md tells how to build with `remote-cache`";
    let (place, way) = match (words, &config.cache) {
        (Some(words), _) => (Some(CachePlace::named(&words)), None),
        (None, Some(words)) if place::scheme(words).is_some() => {
            (Some(CachePlace::named(words)), Some([At::Key("cache")]))
        }
        (None, Some(path)) => (Some(CachePlace::named(&config.place(path))), None),
        (None, None) => (
            CachePlace::usual().map(|path| CachePlace::named(&path)),
            None,
        ),
    };
    place.transpose().map_err(|why| {
        let code = if way.is_some() {
            Code::C013
        } else {
            Code::C001
        };
        let diagnostic = Diagnostic::global(code, why).with_help(help);
        match way {
            Some(way) => config.origin.told(&way, diagnostic),
            None => diagnostic.into(),
        }
    })
}

/// Says at the end of a run what of the cache was of no use.
pub fn tell_troubles(cache: Option<&Cache>) {
    for diagnostic in cache.map(Cache::troubles).unwrap_or_default() {
        output::tell(&diagnostic);
    }
}

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

/// A run over some programs.
pub struct Session<'a> {
    common: &'a CommonArgs,
    config: Config,
    /// The programs.
    pub jobs: Vec<Job>,
    problems: Vec<Problem>,
    start: Instant,
    style: Style,
    gate: Gate,
    status: Status,
    /// How often the solver was asked.
    solver_calls: u64,
    /// Who answered, or gave the answers that are kept.
    solver: Option<Identity>,
    /// Files with kernels.
    kernels: Vec<FileRun>,
    /// What barriers would make of some of these.
    repairs: Vec<FileRepair>,
    /// Which part of a project this is, if it is one.
    part: Option<Part>,
    /// How long each program took.
    times: Vec<Duration>,
}

impl<'a> Session<'a> {
    /// Whether an argument could not be read or understood.
    pub fn has_problems(&self) -> bool {
        !self.problems.is_empty()
    }

    /// A run over the programs in these places, all treated alike.
    ///
    /// # Errors
    /// If the folder for questions is not to be had.
    pub fn start(
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
            Code::C016 => Status::WouldChange,
            _ => Status::Wrong,
        };
        let status = problems.iter().map(status).fold(Status::Holds, Status::and);
        let gate = Gate::of(&common.deny, &config, &[]);
        Ok(Session {
            common,
            gate,
            config,
            jobs,
            problems,
            start,
            style: Style {
                coloured: output::colours(),
                quiet: common.quiet,
                verbose: common.verbose,
                stable: common.stable,
            },
            status,
            solver_calls: 0,
            solver: None,
            kernels: Vec::new(),
            repairs: Vec::new(),
            part: None,
            times: Vec::new(),
        })
    }

    /// Denies kinds of assumptions that neither the command line nor alpinist.toml mentions.
    pub fn deny_by_default(&mut self, denied: &[Deny]) {
        self.gate = Gate::of(&self.common.deny, &self.config, denied);
    }

    /// The run is a part of a project, and says so.
    pub fn is_part(&mut self, part: Part) {
        if self.speaks() && !self.style.quiet {
            output::say(&part.words());
        }
        self.part = Some(part);
    }

    /// How long each program took, in their order.
    pub fn times(&self) -> &[Duration] {
        &self.times
    }

    /// Whether people are to read standard error.
    pub fn speaks(&self) -> bool {
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
                output::say(&terminal::show(diagnostic, sources, self.style.coloured));
            }
        }
        let mode = Mode::choose(self.common.quiet || !self.speaks(), self.common.stable);
        let progress = Progress::new(mode, self.common.log_smt.clone());
        let jobs = self.common.jobs.or(self.config.jobs);
        let needed = self.jobs.iter().any(|job| job.template.verify);
        let cache = cache(self.common, &self.config)?;
        let proofs = cache
            .clone()
            .map(|cache| Box::new(cache) as Box<dyn ProofCache>);
        let pool = pipeline::pool::pool(jobs, proofs, needed).map_err(Failure)?;
        // Where questions are wanted they must be made.
        let reports = match self.common.log_smt {
            Some(_) => None,
            None => Reports::new(cache.as_ref(), &pool),
        };
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
            let make = |files| pipeline::run::run(files, &request, &pool, &progress);
            let sources = job.unit.sources();
            let (mut run, took) = match &reports {
                Some(reports) => reports.report(sources, &request, make),
                None => {
                    let start = Instant::now();
                    (make(sources), start.elapsed())
                }
            };
            self.times.push(took);
            self.gate.check(&mut run);
            self.status = self.status.and(run.status);
            if self.speaks() {
                output::say(&text::describe(&run, self.style));
            }
            runs.push(run);
        }
        self.solver_calls = pool.asked();
        self.solver = pool.known_identity().cloned();
        if self.speaks() {
            tell_troubles(cache.as_ref());
        }
        if let Some(error) = progress.log_error() {
            let message = format!(
                "cannot write to the --log-smt folder: {}",
                files::sentence(&error)
            );
            return Err(Diagnostic::global(Code::C006, message).into());
        }
        Ok(runs)
    }

    /// One line on all programs: how many hold, and with `--verbose` where the answers came from.
    pub fn sum_up(&self, runs: &[ProgramRun]) {
        if !self.speaks() || self.style.quiet || runs.is_empty() {
            return;
        }
        let hold = runs.iter().filter(|run| run.status == Status::Holds);
        let part = hold.clone().filter(|run| {
            let mut checks = run.checks();
            checks.any(|check| !check.report.passed_over.is_empty())
        });
        let (hold, part) = (hold.count(), part.count());
        let verb = match hold == 1 || runs.len() == 1 {
            true => "holds",
            false => "hold",
        };
        let mut line = format!("{hold} of {} {verb}", plural(runs.len(), "program"));
        if part > 0 {
            line.push_str(&format!(" ({part} in part)"));
        }
        if self.style.verbose && !self.style.stable {
            let cached = runs.iter().flat_map(ProgramRun::checks);
            let cached = cached.flat_map(|check| check.report.obligations());
            let cached = cached.filter(|(_, one)| one.measured.cached).count();
            line.push_str(&format!(
                "; {} taken from the cache, {} to the solver, {:.1} s",
                plural(cached, "answer"),
                plural(usize::try_from(self.solver_calls).unwrap_or(0), "call"),
                self.start.elapsed().as_secs_f64(),
            ));
        }
        output::say(&format!("{line}\n"));
    }

    /// What the project's files say beside the programs.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// Takes in files with kernels, for which the solver was asked so often.
    pub fn kernels(&mut self, runs: Vec<FileRun>, asked: u64, time: Duration) {
        self.kernels = runs;
        self.solver_calls += asked;
        for run in &mut self.kernels {
            self.gate.check_kernels(run);
            self.status = self.status.and(run.status());
        }
        if !self.speaks() {
            return;
        }
        for run in &self.kernels {
            output::say(&inspect::text::describe(run, self.style));
        }
        if !self.style.quiet {
            let mut line = inspect::text::total(&self.kernels);
            if self.style.verbose && !self.style.stable {
                let calls = usize::try_from(asked).unwrap_or(usize::MAX);
                let calls = plural(calls, "call");
                line = format!(
                    "{}; {calls} to the solver, {:.1} s\n",
                    line.trim_end(),
                    time.as_secs_f64()
                );
            }
            output::say(&line);
        }
    }

    /// Takes in what barriers would make of files with kernels, and shows it.
    pub fn repairs(&mut self, repairs: Vec<FileRepair>) {
        self.repairs = repairs;
        for repair in self.repairs.iter().filter(|_| self.speaks()) {
            output::say(&::repair::words::file(repair));
            output::say(&::repair::words::difference(repair));
        }
    }

    /// Takes in what is wrong beside the programs and has been said.
    pub fn more_problems(&mut self, problems: Vec<Problem>) {
        self.problems.extend(problems);
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
                output::replace(path, &pretty(&effort::speedscope(runs)))?;
            }
        }
        self.report(runs, to_stdout)?;
        Ok(self.status)
    }

    fn report(&self, runs: &[ProgramRun], to_stdout: bool) -> Result<(), Failure> {
        let written = |form: ReportFormat| report::render(&self.document(runs), form);
        match (&self.common.report, self.common.format) {
            (Some(path), form) => {
                let form = form.unwrap_or_else(|| ReportFormat::of(path));
                output::replace(path, &written(form))?;
            }
            (None, None | Some(ReportFormat::Text)) => {}
            (None, Some(form)) if to_stdout => output::print(&written(form))?,
            (None, Some(form)) => output::say(&written(form)),
        }
        Ok(())
    }

    /// What the report says.
    fn document<'b>(&'b self, runs: &'b [ProgramRun]) -> Document<'b> {
        let repairs = self.repairs.iter();
        Document {
            schema: Schema::Report,
            status: self.status,
            problems: &self.problems,
            main: Section::new("programs", runs),
            beside: vec![
                Section::new("kernels", &self.kernels),
                Section::new("repairs", repairs.map(|one| Repaired(one, Told::Beside))),
            ],
            measured: (!self.common.stable).then(|| Measured {
                time_ms: self.start.elapsed().as_secs_f64() * 1000.0,
                solver: Some(crate::version::solver(self.solver.as_ref())),
                solver_calls: self.solver_calls,
            }),
            shard: self.part.as_ref().map(|part| report::Shard {
                name: part.shard.to_string(),
                line: part.words(),
                json: Json::object()
                    .with("number", part.shard.number)
                    .with("of", part.shard.of)
                    .with("jobs", part.jobs)
                    .with("whole", part.whole)
                    .with("digest", part.digest.clone()),
            }),
            style: Style {
                coloured: false,
                ..self.style
            },
            closing: String::new(),
            codes: codes::all,
        }
    }
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
