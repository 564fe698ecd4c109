//! `alpinist ci`: everything `alpinist.toml` names is verified, and its golden outputs are
//! what the tool writes today.
//!
//! | file | decides |
//! |---|---|
//! | `shard.rs` | which part of the work is done |
//! | `costs.rs` | what work costs |
//! | `contracts.rs` | whether contracts of kernels are as kept |
//! | `baseline.rs` | which findings were there before |
//! | `names.rs` | what files are called in what is kept |
//! | `init.rs` | what `--init` writes |

mod baseline;
mod contracts;
pub mod costs;
mod init;
mod names;
pub mod shard;

use crate::cli::kernels::{EqualArgs, KernelArgs, KernelRunArgs};
use crate::cli::{CiArgs, CommonArgs, Deny};
use crate::commands::ci::shard::{Part, Shard, Work, part};
use crate::commands::equal;
use crate::config::kernels::Repair;
use crate::config::place::At;
use crate::config::{Config, Program, allow, parse_step, step_flags, whole};
use crate::files::{self, Place, Unit};
use crate::kernels;
use crate::output::{self, Failure};
use crate::programs::{self, Job, Template};
use crate::run::files::Replacement;
use crate::run::settings::{Project, Settings};
use crate::run::{self, Closed, Run};
use ::repair::model::Options;
use inspect::accept::{Baseline, nowhere};
use inspect::model::FileRun;
use pipeline::reported::model::ProgramRun;
use report::messages::Problem;
use report::status::Status;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use text::code::Code;
use text::diagnostics::Diagnostic;
use text::source::SourceFile;
use text::span::Span;

/// Runs it.
///
/// # Errors
/// If the file, the solver or an output is not to be had.
pub fn run(args: &CiArgs) -> Result<Closed, Failure> {
    let mut settings = Settings {
        reads: args.common.config.iter().cloned().collect(),
        deny_by_default: &[Deny::Trusted, Deny::Launches],
        ..Settings::of_programs(&args.common)
    };
    if args.init {
        settings.project = Project::Without;
        return run::run(settings, init::run);
    }
    settings
        .reads
        .extend(args.baseline.iter().filter(|_| !args.update).cloned());
    // What was answered before costs nothing, and says nothing of what it costs.
    settings.cache.off |= args.record_costs;
    run::run(settings, |run| checked(args, run))
}

fn checked(args: &CiArgs, run: &mut Run) -> Result<(), Failure> {
    let config = run.config().clone();
    if config.program.is_empty() && config.kernel.is_empty() && config.equal.is_empty() {
        let message = match config.origin.path.as_os_str().is_empty() {
            true => "there is no alpinist.toml in this folder or in one above it",
            false => "alpinist.toml names no program and no kernel, nor a pair",
        };
        let help = match config.origin.path.as_os_str().is_empty() {
            true => "`alpinist ci --init` writes one that names what is here",
            false => {
                "add `[[program]]` with `files = [\"kernel.pvl\"]` or `each = [\"folder\"]`, or \
                    `[[kernel]]` with `files = [\"kernel.cu\"]`"
            }
        };
        return Err(Diagnostic::global(Code::C013, message)
            .with_help(help)
            .into());
    }
    if let (Some(_), true, Some(_)) = (&args.baseline, args.update, args.shard) {
        let message = "--baseline with --update writes what all of the project gives, and --shard does a part of it";
        return Err(Diagnostic::global(Code::C001, message).into());
    }
    let mut all = All::of(args, &config)?;
    let baseline = args.baseline.as_deref();
    let baseline = baseline.map(|path| baseline::read(path, args.update, &config));
    all.kernels.know(baseline.transpose()?.unwrap_or_default());
    let part = match args.shard {
        Some(shard) => Some(all.restrict(shard, &config)?),
        None => None,
    };
    if args.record_costs {
        costs::place(&config)?;
    }
    let names = all.names(&config);
    let All {
        jobs,
        golden,
        kernels,
        problems,
    } = all;
    if let Some(part) = part {
        run.is_part(part);
    }
    run.all_problems(problems);
    let mut times = programs::check(run, &args.common, &jobs)?;
    let mut differ = Vec::new();
    for (number, wanted) in golden.iter().enumerate() {
        let program = run.programs().get(number);
        let program = program.filter(|one| one.complete && one.status == Status::Holds);
        let (kept, others) = program.map_or_else(Default::default, |one| compare(one, wanted));
        match args.update {
            true => run.rewrite(others),
            false if !kept.is_empty() => {
                run.would_change(number);
                differ.extend(kept);
            }
            false => {}
        }
    }
    for (problem, difference) in differ {
        output::say(&format!("{}\n{difference}", problem.0.message));
        output::say("help: `alpinist ci --update` writes it\n");
        run.noted(problem);
    }
    run.sum_up();
    let known = kernels.baseline.clone();
    times.extend(kernels.check(run)?);
    compared(args, run, (&config, &known))?;
    // Pairs are few: the first part does all of them.
    if args.shard.is_none_or(|shard| shard.number == 1) {
        for pair in config.equal_args()? {
            let common = KernelRunArgs::of(&args.common);
            let pair = EqualArgs {
                run: common,
                deny: args.common.deny.clone(),
                ..pair
            };
            equal::compared(&pair, run)?;
        }
    }
    if args.record_costs {
        let measured: Vec<(String, Duration)> = names.into_iter().zip(times).collect();
        let costs = costs::record(&config, &measured)?;
        run.rewrite(vec![costs]);
    }
    Ok(())
}

/// Compares contracts with those that are kept, and findings with those that were there before.
fn compared(
    args: &CiArgs,
    run: &mut Run,
    (config, known): (&Config, &Baseline),
) -> Result<(), Failure> {
    let whole = args.shard.is_none();
    let runs = run.files_of_kernels().to_vec();
    if let Some(compared) = contracts::compare(config, &runs, whole)? {
        match args.update {
            true => run.rewrite(compared.file.into_iter().collect()),
            false => run.all_problems(compared.problems),
        }
    }
    let mut stale = baseline::stale(known, &runs, whole);
    if whole {
        stale.extend(nowhere(&runs, &allow::accepted(config)));
    }
    run.all_problems(stale.into_iter().map(|one| (one, Vec::new())).collect());
    if let (Some(path), true) = (&args.baseline, args.update) {
        run.rewrite(vec![baseline::written(path, &runs, config)]);
    }
    Ok(())
}

/// Whether a name is that of a file by its canonical path.
fn is_file(name: &str, path: &Path) -> bool {
    whole(Path::new(name)) == path
}

/// All that alpinist.toml names.
struct All {
    jobs: Vec<Job>,
    /// Where the outputs of each job are kept.
    golden: Vec<Vec<PathBuf>>,
    kernels: Kernels,
    problems: Vec<Problem>,
}

impl All {
    fn of(args: &CiArgs, config: &Config) -> Result<All, Failure> {
        let mut jobs = Vec::new();
        let mut golden = Vec::new();
        let mut problems = Vec::new();
        let named = config.program.iter().flat_map(|program| &program.files);
        let own: BTreeSet<PathBuf> = named.map(|path| whole(&config.place(path))).collect();
        for (number, program) in config.program.iter().enumerate() {
            let places = |paths: &[PathBuf]| -> Vec<Place> {
                paths
                    .iter()
                    .map(|path| Place::Path(config.place(path)))
                    .collect()
            };
            let loaded = match program.each.is_empty() {
                true => files::load(&places(&program.files), true),
                false => files::load(&places(&program.each), false),
            };
            let missing = named_in(config, number, program);
            problems.extend(loaded.problems.into_iter().map(|(problem, sources)| {
                let of = missing
                    .iter()
                    .find(|(path, _)| problem.message.contains(path));
                let note = of.map(|(_, line)| format!("{line} names it"));
                (
                    note.into_iter().fold(problem, Diagnostic::with_note),
                    sources,
                )
            }));
            // Whatever has an entry of its own is not one of many.
            let is_own = |unit: &Unit| {
                let mut paths = unit.inputs.iter().filter_map(|input| input.path.as_deref());
                !program.each.is_empty() && paths.any(|path| own.contains(&whole(path)))
            };
            let several = loaded
                .units
                .iter()
                .map(|unit| unit.inputs.len())
                .sum::<usize>()
                > 1;
            for unit in loaded.units.into_iter().filter(|unit| !is_own(unit)) {
                golden.push(expected(config, program, &unit, several));
                jobs.push(job(config, program, unit)?);
            }
        }
        no_collisions(config, &golden)?;
        // What could not be read may be what they come from. Of the shards the first one tells.
        if problems.is_empty() && args.shard.is_none_or(|shard| shard.number == 1) {
            problems = stale(config, &jobs, &golden)
                .iter()
                .map(|path| nobodys(path))
                .collect();
        }
        let kernels = Kernels::of(&args.common, config, &mut problems);
        Ok(All {
            jobs,
            golden,
            kernels,
            problems,
        })
    }

    /// What each job is called wherever the project lies: the jobs of programs first, then those of kernels.
    fn names(&self, config: &Config) -> Vec<String> {
        let folder = whole(&config.folder_or_here());
        let place = |path: &Path| {
            let path = whole(path);
            let inner = path.strip_prefix(&folder).unwrap_or(&path);
            let parts = inner
                .components()
                .map(|part| part.as_os_str().to_string_lossy());
            parts.collect::<Vec<_>>().join("/")
        };
        let only = |names: &[String]| match names.is_empty() {
            true => String::new(),
            false => format!(": {}", names.join(", ")),
        };
        let programs = self.jobs.iter().map(|job| {
            let paths = job
                .unit
                .inputs
                .iter()
                .filter_map(|input| input.path.as_deref());
            let paths: Vec<String> = paths.map(place).collect();
            format!("{}{}", paths.join(" "), only(&job.only))
        });
        let kernels = self.kernels.jobs.iter().map(|((input, settings), _)| {
            format!("{}{}", place(Path::new(&input.name)), only(&settings.only))
        });
        // What has several entries is told apart by their order.
        let mut seen: BTreeMap<String, usize> = BTreeMap::new();
        let numbered = programs.chain(kernels).map(|name| {
            let times = seen.entry(name.clone()).or_default();
            *times += 1;
            match *times {
                1 => name,
                times => format!("{name} ({times})"),
            }
        });
        numbered.collect()
    }

    /// The jobs with what they are expected to cost, in the order of their names.
    fn work(&self, config: &Config) -> Result<Vec<Work>, Failure> {
        let texts = |job: &Job| {
            let inputs = job.unit.inputs.iter();
            let texts = inputs.map(|input| input.source.text.clone());
            texts.collect::<Vec<_>>().concat()
        };
        let programs = self.jobs.iter().map(|job| {
            let text = texts(job);
            // After each step all is verified again.
            let directives = match job.template.directives {
                true => text.matches("gpuopt").count(),
                false => 0,
            };
            text.len() * (1 + job.template.steps.len() + directives)
        });
        let kernels = self.kernels.jobs.iter();
        let kernels = kernels.map(|((input, _), _)| input.text.len());
        let costs = programs.chain(kernels);
        let estimated = self.names(config).into_iter().zip(costs);
        let estimated = estimated.map(|(name, cost)| Work {
            name,
            cost: u64::try_from(cost).unwrap_or(u64::MAX),
        });
        Ok(costs::expected(
            estimated.collect(),
            &costs::recorded(config)?,
        ))
    }

    /// Keeps what falls to a shard. What could not be read stays: it belongs to nobody, and where files
    /// are missing, the parts are others than elsewhere.
    fn restrict(&mut self, shard: Shard, config: &Config) -> Result<Part, Failure> {
        let (part, own) = part(shard, &self.work(config)?);
        let (programs, kernels) = own.split_at_checked(self.jobs.len()).unwrap_or_default();
        let mut falls = programs.iter();
        self.jobs.retain(|_| falls.next() == Some(&true));
        let mut falls = programs.iter();
        self.golden.retain(|_| falls.next() == Some(&true));
        let mut falls = kernels.iter();
        self.kernels.jobs.retain(|_| falls.next() == Some(&true));
        Ok(part)
    }
}

/// The kernels that alpinist.toml names.
struct Kernels {
    jobs: Vec<(kernels::Job, Option<Repair>)>,
    /// Findings that are known from before.
    baseline: Baseline,
}

impl Kernels {
    fn of(common: &CommonArgs, config: &Config, problems: &mut Vec<Problem>) -> Kernels {
        let args = KernelArgs {
            run: KernelRunArgs::of(common),
            deny: common.deny.clone(),
            ..KernelArgs::default()
        };
        let (jobs, more) = kernels::entries(&args, config);
        problems.extend(more);
        Kernels {
            jobs,
            baseline: Baseline::Without,
        }
    }

    /// Takes in which findings are known from before.
    fn know(&mut self, baseline: Baseline) {
        for ((_, settings), _) in &mut self.jobs {
            settings.accept.baseline = baseline.clone();
        }
        self.baseline = baseline;
    }

    /// Checks them, and says how long each job took.
    fn check(self, run: &mut Run) -> Result<Vec<Duration>, Failure> {
        if self.jobs.is_empty() {
            return Ok(Vec::new());
        }
        let start = Instant::now();
        let workers = run.workers()?;
        let mut jobs = self.jobs;
        for ((_, settings), _) in &mut jobs {
            settings.keep = Some(workers.keep());
        }
        let all = jobs.iter().map(|((input, settings), _)| (input, settings));
        let runs = inspect::all(all, Some(&workers.pool));
        let times = jobs.iter().map(|((input, _), _)| {
            let same = jobs
                .iter()
                .filter(|((other, _), _)| other.name == input.name);
            let share = u32::try_from(same.count()).unwrap_or(u32::MAX).max(1);
            time_of(&input.name, &runs) / share
        });
        let times = times.collect();
        let mut repairs = Vec::new();
        for ((input, settings), wanted) in &jobs {
            let mut own = runs.iter().filter(|run| run.name == input.name);
            if let (Some(Repair::Check), true) = (wanted, own.any(may_be_repaired)) {
                let options = Options {
                    redundant: false,
                    ..Options::default()
                };
                repairs.extend(::repair::file(input, settings, &options, &workers.pool));
            }
        }
        workers.confirm()?;
        run.cache_troubles(workers.troubles());
        let named = jobs.iter().map(|(job, _)| job);
        for missing in kernels::without_kernel(named, &runs) {
            run.problem((missing, Vec::new()));
        }
        run.kernels(runs, workers.pool.asked(), start.elapsed());
        for repair in repairs {
            let repair = run.gate().check_repair(repair);
            run.proposed(repair);
        }
        Ok(times)
    }
}

/// How long a file took. Jobs that have read the same text are one run.
fn time_of(name: &str, runs: &[FileRun]) -> Duration {
    let own = runs.iter().filter(|run| run.name.starts_with(name));
    let time = |run: &FileRun| {
        let kernels: Duration = run.kernels.iter().map(|one| one.time).sum();
        run.reading + kernels
    };
    own.map(time).sum()
}

/// Whether something is wrong that barriers may mend.
fn may_be_repaired(run: &FileRun) -> bool {
    let faults = run.kernels.iter().flat_map(|kernel| &kernel.faults);
    let mut faults = faults.filter(|fault| !fault.is_accepted());
    faults.any(::repair::is_about_barriers)
}

/// The entries of alpinist.toml that a program's files belong to.
pub fn entries<'a>(config: &'a Config, unit: &Unit) -> Vec<&'a Program> {
    let paths = unit.inputs.iter().filter_map(|input| input.path.as_deref());
    let paths: Vec<PathBuf> = paths.map(whole).collect();
    let own = |program: &Program| {
        let mut files = program.files.iter();
        files.any(|file| paths.contains(&whole(&config.place(file))))
    };
    let each = |program: &Program| {
        let mut folders = program.each.iter().map(|at| whole(&config.place(at)));
        folders.any(|folder| paths.iter().any(|path| path.starts_with(&folder)))
    };
    let named: Vec<&Program> = config.program.iter().filter(|one| own(one)).collect();
    match named.is_empty() {
        // Whatever has an entry of its own is not one of many.
        false => named,
        true => config.program.iter().filter(|one| each(one)).collect(),
    }
}

fn job(config: &Config, program: &Program, unit: Unit) -> Result<Job, Failure> {
    let mut steps = Vec::new();
    if let Some(name) = &program.schedule {
        let schedule = config.schedule(name)?;
        for flag in step_flags(&schedule.steps)? {
            steps.push(parse_step(&flag, schedule.switches())?);
        }
    }
    for flag in step_flags(&program.steps)? {
        steps.push(parse_step(&flag, program.switches())?);
    }
    Ok(Job {
        unit,
        template: Template {
            directives: program.directives.unwrap_or(true),
            steps,
            verify: true,
            keep_unverified: false,
        },
        proof: program.proof(),
        only: program.only.clone(),
    })
}

/// Where the outputs of a program's files are kept.
fn expected(config: &Config, program: &Program, unit: &Unit, several: bool) -> Vec<PathBuf> {
    let Some(golden) = &program.golden else {
        return Vec::new();
    };
    let golden = config.place(golden);
    let folder = several || golden.is_dir() || golden.extension().is_none();
    let place = |input: &files::Input| match folder {
        true => golden.join(&input.relative),
        false => golden.clone(),
    };
    unit.inputs.iter().map(place).collect()
}

/// Two outputs must not be kept in one file.
fn no_collisions(config: &Config, golden: &[Vec<PathBuf>]) -> Result<(), Failure> {
    let mut seen = BTreeSet::new();
    let twice = golden
        .iter()
        .flatten()
        .find(|path| !seen.insert(whole(path)));
    twice.map_or(Ok(()), |path| {
        let message = format!("two outputs would both be kept in {}", path.display());
        let help = "give the programs other files or folders as `golden`";
        // The entry that comes last is the one that was added.
        let holds = |program: &Program| {
            let golden = program
                .golden
                .as_ref()
                .map(|golden| whole(&config.place(golden)));
            golden.is_some_and(|golden| whole(path).starts_with(golden))
        };
        let last = config.program.iter().rposition(holds).unwrap_or(0);
        let way = [At::Key("program"), At::Number(last), At::Key("golden")];
        let diagnostic = Diagnostic::global(Code::C007, message).with_help(help);
        Err(config.origin.told(&way, diagnostic))
    })
}

/// The files and folders of an entry that are not there, each with the line of alpinist.toml.
fn named_in(config: &Config, number: usize, program: &Program) -> Vec<(String, String)> {
    let keys = [("files", &program.files), ("each", &program.each)];
    let all = keys.into_iter().flat_map(|(key, paths)| {
        let paths = paths.iter().enumerate();
        paths.map(move |(at, path)| (key, at, config.place(path)))
    });
    let missing = all.filter(|(_, _, path)| !path.exists());
    let lines = missing.filter_map(|(key, at, path)| {
        let entry = [At::Key("program"), At::Number(number)];
        let way = [&entry[..], &[At::Key(key), At::Number(at)]].concat();
        Some((path.display().to_string(), config.origin.line(&way)?))
    });
    lines.collect()
}

/// Files in the folders of outputs that no program produces any more, because it was renamed or is
/// not listed any more. They look like results, but no run verifies them.
fn stale(config: &Config, jobs: &[Job], golden: &[Vec<PathBuf>]) -> Vec<PathBuf> {
    let inputs = jobs.iter().flat_map(|job| &job.unit.inputs);
    let inputs = inputs.filter_map(|input| input.path.as_deref());
    let known = golden.iter().flatten().map(PathBuf::as_path).chain(inputs);
    let known: BTreeSet<PathBuf> = known.map(whole).collect();
    let named = config.program.iter().flat_map(|program| &program.golden);
    let folders = named
        .map(|path| config.place(path))
        .filter(|path| path.is_dir());
    let found: BTreeSet<PathBuf> = folders
        .flat_map(|folder| files::walk(&folder, &mut Vec::new()))
        .filter(|path| !known.contains(&whole(path)))
        .collect();
    found.into_iter().collect()
}

fn nobodys(path: &Path) -> Problem {
    let name = path.display().to_string();
    let message = format!("{name}: no program makes it any more");
    let help = "delete it, or name in alpinist.toml the program that it comes from";
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let diagnostic = Diagnostic::error(Code::C016, Span::new(0, 0, 0), message).with_help(help);
    (diagnostic, vec![SourceFile::new(name, text)])
}

/// The first line of a kept output that is another one today.
fn first_change(kept: &str, today: &str) -> Span {
    let same = kept
        .split_inclusive('\n')
        .zip(today.split_inclusive('\n'))
        .take_while(|(old, new)| old == new);
    let at: usize = same.map(|(line, _)| line.len()).sum();
    Span::new(0, at, at)
}

/// An output that is not as kept, at the place in the file where it is kept, and how it differs.
type Differing = (Problem, String);

/// Which outputs are not as kept, and what would stand in these files.
fn compare(run: &ProgramRun, wanted: &[PathBuf]) -> (Vec<Differing>, Vec<Replacement>) {
    let results = run.history.newest(&run.files);
    let mut differ = Vec::new();
    let mut files = Vec::new();
    for (path, result) in wanted.iter().zip(&results) {
        let kept = std::fs::read_to_string(path).ok();
        if kept.as_deref() == Some(result.text.as_str()) {
            continue;
        }
        files.push(Replacement::with_folder(path, &result.text));
        let name = path.display().to_string();
        let message = match &kept {
            Some(_) => format!("{name}: differs from the current output of {}", run.name),
            None => format!("{name}: not there yet"),
        };
        let text = kept.unwrap_or_default();
        let difference = match text.is_empty() {
            true => String::new(),
            false => report::difference::unified(&name, &text, &result.text),
        };
        let diagnostic = Diagnostic::error(Code::C016, first_change(&text, &result.text), message)
            .with_help("`alpinist ci --update` writes it");
        differ.push(((diagnostic, vec![SourceFile::new(name, text)]), difference));
    }
    (differ, files)
}
