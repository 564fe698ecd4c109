//! `alpinist races`: are kernels free of races, divergence, and in bounds?

use crate::cache::Folder;
use crate::cli::ReportFormat;
use crate::cli_kernels::{Assumed, Bits, Emit, KernelRunArgs, LanguageName, OnlyCheck, RacesArgs};
use crate::config::Config;
use crate::files::{self, Place};
use crate::output::{self, Failure};
use crate::session;
use ::text::code::Code;
use ::text::diagnostics::Diagnostic;
use clang::tree::Language;
use clang::types::Target;
use inspect::messages::of_file;
use inspect::model::FileRun;
use inspect::sizes::{Extent, Wanted, parse};
use inspect::text::Style;
use inspect::{Checks, Form, Input, Settings};
use report::messages::{Message, of_problem};
use report::model::Problem;
use report::status::Status;
use report::{github, sarif, terminal};
use solver::cache::ProofCache;
use solver::encode::Effort;
use solver::smt::SolverPool;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Checks kernels.
///
/// # Errors
/// If the solver is not to be had, an output cannot be written, or the settings are wrong.
pub fn run(args: &RacesArgs) -> Result<Status, Failure> {
    let start = Instant::now();
    let work = Work {
        args,
        problems: Vec::new(),
        runs: Vec::new(),
        start,
        asked: 0,
    };
    if let Some(path) = &args.run.report
        && std::fs::metadata(path).is_ok_and(|old| old.is_file())
    {
        let unfinished = "the run that was to write this report did not come to its end";
        let problem = (Diagnostic::global(Code::C021, unfinished), Vec::new());
        output::replace(path, &work.written(work.form(), &[problem], Status::Wrong))?;
    }
    work.all()
}

struct Work<'a> {
    args: &'a RacesArgs,
    problems: Vec<Problem>,
    runs: Vec<FileRun>,
    start: Instant,
    asked: u64,
}

impl Work<'_> {
    fn all(mut self) -> Result<Status, Failure> {
        let args = self.args;
        let config = Config::find(args.run.config.as_deref())?;
        let settings = settings(args, &config)?;
        let (files, problems) = files::read_kernels(&args.files);
        self.problems = problems;
        let mut inputs = Vec::new();
        for file in files {
            let named = file.path.as_deref().and_then(inspect::form_of);
            let asked = args.language.map(|language| match language {
                LanguageName::Cuda => Form::Source(Language::Cuda),
                LanguageName::Opencl => Form::Source(Language::OpenCl),
            });
            let form = asked.or(named);
            if form == Some(Form::Python)
                && !self.is_named(file.path.as_deref())
                && clang::python::requests("", &file.source.text).is_empty()
            {
                // Most programs in a folder have no kernels.
                continue;
            }
            match form {
                Some(form) => inputs.push(Input {
                    folder: file.path.is_none().then(PathBuf::new),
                    name: file.source.name,
                    text: file.source.text,
                    form,
                }),
                None => {
                    let name = &file.source.name;
                    let message = format!("it is not known in which language {name} is");
                    let help = "name it .cu, .cuh or .cl, or say --language cuda or opencl";
                    let problem = Diagnostic::global(Code::C022, message).with_help(help);
                    self.problems.push((problem, Vec::new()));
                }
            }
        }
        let checked = args.emit.is_none();
        let pool = match checked && !inputs.is_empty() {
            true => Some(pool(&args.run, &config)?),
            false => None,
        };
        self.runs = inspect::files(&inputs, &settings, pool.as_ref());
        self.asked = pool.as_ref().map_or(0, SolverPool::asked);
        // A solver that is still at work on nothing anybody waits for ends with the program.
        drop(pool);
        if let Some(Emit::Ir) = args.emit {
            return self.emit();
        }
        self.missing();
        let status = self.status();
        self.tell(status)?;
        Ok(status)
    }

    /// Whether a file is one of the arguments, not only in a folder that is.
    fn is_named(&self, path: Option<&Path>) -> bool {
        let named = |place: &Place| match place {
            Place::Path(named) => Some(named.as_path()) == path,
            Place::Stdin => path.is_none(),
        };
        self.args.files.iter().any(named)
    }

    /// A clang that is not there is one fault, not one of each file; a kernel that is in no file is
    /// one of the command line.
    fn missing(&mut self) {
        let absent = |run: &FileRun| run.errors.iter().find(|e| e.code == Code::K001).cloned();
        if let Some(error) = self.runs.iter().find_map(absent) {
            self.runs.retain(|run| absent(run).is_none());
            self.problems.push((error, Vec::new()));
        }
        let all = self.runs.iter();
        let none = all.clone().all(|run| run.kernels.is_empty());
        let others: Vec<&str> = all
            .flat_map(|run| run.passed_over.iter().map(String::as_str))
            .collect();
        if !self.args.kernel.is_empty() && none && !others.is_empty() {
            let message = format!("there is no kernel `{}`", self.args.kernel.join("`, `"));
            let help = format!("there are `{}`", others.join("`, `"));
            let problem = Diagnostic::global(Code::C023, message).with_help(help);
            self.problems.push((problem, Vec::new()));
        }
    }

    fn status(&self) -> Status {
        let start = match self.problems.is_empty() {
            true => Status::Holds,
            false => Status::Wrong,
        };
        let runs = self.runs.iter().map(FileRun::status);
        runs.fold(start, Status::and)
    }

    fn emit(self) -> Result<Status, Failure> {
        let style = self.style();
        for run in &self.runs {
            output::print(run.graph.as_deref().unwrap_or_default())?;
            // What could not be taken over is said, but not that nothing was checked.
            let mut told = run.clone();
            told.kernels
                .retain(|k| !k.undecided.is_empty() || !k.errors.is_empty());
            output::say(&inspect::text::describe(&told, style));
        }
        self.tell_problems();
        let start = match self.problems.is_empty() {
            true => Status::Holds,
            false => Status::Wrong,
        };
        let errors = self.runs.iter().flat_map(|run| {
            let kernels = run.kernels.iter();
            let gaps = kernels.clone().filter(|k| !k.undecided.is_empty());
            let gaps = gaps.map(|_| Status::Unknown);
            let wrong = kernels.filter(|k| !k.errors.is_empty());
            let wrong = wrong.map(|_| Status::Wrong);
            let files = run.errors.iter().map(inspect::model::status_of);
            files.chain(gaps).chain(wrong)
        });
        Ok(errors.fold(start, Status::and))
    }

    fn style(&self) -> Style {
        Style {
            coloured: output::colours(),
            stable: self.args.run.stable,
            quiet: self.args.run.quiet,
            verbose: self.args.run.verbose,
        }
    }

    /// The form of the report.
    fn form(&self) -> ReportFormat {
        let named = self.args.run.report.as_deref().map(session::format_of);
        let asked = self.args.run.format.or(named);
        asked.unwrap_or(ReportFormat::Text)
    }

    fn tell_problems(&self) {
        for (diagnostic, sources) in &self.problems {
            output::say(&shown(diagnostic, sources, output::colours()));
        }
    }

    fn tell(&self, status: Status) -> Result<(), Failure> {
        let args = &self.args.run;
        let form = self.form();
        let to_file = args.report.is_some();
        // People read standard error, unless it is a program that reads.
        if to_file || form == ReportFormat::Text {
            self.tell_problems();
            for run in &self.runs {
                output::say(&inspect::text::describe(run, self.style()));
            }
            if !args.quiet && !self.runs.is_empty() {
                output::say(&self.total());
            }
        }
        let report = self.written(form, &self.problems, status);
        match &args.report {
            Some(path) => output::replace(path, &report),
            None if form == ReportFormat::Text => Ok(()),
            None => output::print(&report),
        }
    }

    /// The last line, with times unless they are not wanted.
    fn total(&self) -> String {
        let mut line = inspect::text::total(&self.runs);
        if !self.args.run.stable {
            let calls = usize::try_from(self.asked).unwrap_or(usize::MAX);
            line = format!(
                "{}; {} to the solver, {:.1} s\n",
                line.trim_end(),
                report::summary::plural(calls, "call"),
                self.start.elapsed().as_secs_f64()
            );
        }
        line
    }

    fn written(&self, form: ReportFormat, problems: &[Problem], status: Status) -> String {
        let stable = self.args.run.stable;
        let messages = || -> Vec<Message> {
            let files = self.runs.iter().flat_map(of_file);
            problems.iter().map(of_problem).chain(files).collect()
        };
        match form {
            ReportFormat::Text => {
                let style = Style {
                    coloured: false,
                    ..self.style()
                };
                let said = problems.iter().map(|(one, files)| shown(one, files, false));
                let runs = self.runs.iter();
                let runs = runs.map(|run| inspect::text::describe(run, style));
                let mut text: String = said.chain(runs).collect();
                if !self.args.run.quiet {
                    text.push_str(&self.total());
                }
                text
            }
            ReportFormat::Json => {
                let time = self.start.elapsed().as_secs_f64() * 1000.0;
                let frame = inspect::json::Frame {
                    status: status.code(),
                    problems,
                    measured: (!stable).then_some((time, self.asked)),
                };
                report::json::pretty(&inspect::json::run(&frame, &self.runs))
            }
            ReportFormat::Sarif => {
                report::json::pretty(&sarif::log(&messages(), &[], status.code()))
            }
            ReportFormat::Junit => inspect::junit::xml(problems, &self.runs, !stable),
            ReportFormat::Github => github::commands(&messages()),
        }
    }
}

fn shown(diagnostic: &Diagnostic, files: &[::text::source::SourceFile], coloured: bool) -> String {
    let shown = terminal::Shown {
        diagnostic,
        files,
        origin: None,
    };
    terminal::render(shown, coloured)
}

/// The workers that seek proofs, behind the cache as for programs.
///
/// # Errors
/// `C009` if they are not to be had.
pub fn pool(args: &KernelRunArgs, config: &Config) -> Result<SolverPool, Failure> {
    let cache = session::cache(&args.common(), config);
    let cache = cache.map(|cache: Folder| Box::new(cache) as Box<dyn ProofCache>);
    let jobs = args.jobs.or(config.jobs);
    pipeline::pool::pool(jobs, cache, true).map_err(Failure)
}

fn settings(args: &RacesArgs, config: &Config) -> Result<Settings, Failure> {
    let usual = |what: &str, text: &Option<String>| -> Result<Option<Extent>, Failure> {
        let Some(text) = text else {
            return Ok(None);
        };
        let wrong = |why: String| {
            let message = format!("alpinist.toml: `{what}` of [kernels]: {why}");
            Failure::from(Diagnostic::global(Code::C013, message))
        };
        parse(text).map(Some).map_err(wrong)
    };
    let mut include = args.include.clone();
    include.extend(args.cuda_path.iter().map(|path| path.join("include")));
    let usual_folders = config.kernels.include.iter();
    include.extend(usual_folders.map(|path| config.place(path)));
    let mut define = config.kernels.define.clone();
    define.extend(args.define.iter().cloned());
    let effort = effort(args, config);
    Ok(Settings {
        target: match args.bits {
            Bits::Bits32 => Target::Bits32,
            Bits::Bits64 => Target::Bits64,
        },
        include,
        define,
        standard: args.std.clone(),
        instantiate: args.instantiate.clone(),
        kernels: args.kernel.clone(),
        sizes: Wanted {
            block: args.block.as_ref().map(|sizes| sizes.0.clone()),
            grid: args.grid.as_ref().map(|sizes| sizes.0.clone()),
            usual_block: usual("block", &config.kernels.block)?,
            usual_grid: usual("grid", &config.kernels.grid)?,
        },
        checks: Checks {
            races: args.only != Some(OnlyCheck::Divergence),
            between_blocks: args.only != Some(OnlyCheck::Block),
            tolerate_equal_writes: args.tolerate_equal_writes,
            bounds: !args.no_bounds,
            trust_external: args.trust_external,
            lock_step: args.warp_sync,
            no_signed_overflow: args.assume.contains(&Assumed::NoSignedOverflow),
            tell_overflow: true,
            effort,
        },
        graph: args.emit.is_some(),
    })
}

/// The engine's effort, with what the user says of it.
fn effort(args: &RacesArgs, config: &Config) -> Option<Effort> {
    let proof = config.proof();
    let (timeout, rlimit, seed) = (
        args.run.timeout.or(proof.timeout),
        args.run.rlimit.or(proof.rlimit),
        args.run.seed.or(proof.seed),
    );
    if timeout.is_none() && rlimit.is_none() && seed.is_none() {
        return None;
    }
    let mut effort = inspect::usual_effort();
    if let Some(timeout) = timeout {
        effort.timeout_ms = Some(timeout);
    }
    if let Some(rlimit) = rlimit {
        effort.total_rlimit = rlimit;
        effort.rlimit = effort.rlimit.min(rlimit);
        effort.first_rlimit = effort.first_rlimit.min(rlimit);
    }
    effort.seed = seed.unwrap_or(effort.seed);
    Some(effort)
}
