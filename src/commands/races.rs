//! `alpinist races`: are kernels free of races, divergence, and in bounds?

use crate::cli::ReportFormat;
use crate::cli_kernels::{Emit, KernelRunArgs, RacesArgs};
use crate::config::Config;
use crate::gate::Gate;
use crate::kernels;
use crate::output::{self, Failure};
use crate::session;
use crate::workers::Workers;
use ::text::code::Code;
use ::text::diagnostics::Diagnostic;
use inspect::model::FileRun;
use report::messages::Problem;
use report::status::Status;
use report::{Document, Measured, Schema, Section, Style, terminal};
use solver::smt::SolverPool;
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
        let (mut jobs, problems) = kernels::jobs(args, &config);
        self.problems = problems;
        let checked = args.emit.is_none();
        let workers = match checked && !jobs.is_empty() {
            true => Some(workers(&args.run, &config)?),
            false => None,
        };
        for (_, settings) in &mut jobs {
            settings.keep = workers.as_ref().map(Workers::keep);
        }
        let pool = workers.as_ref().map(|workers| &*workers.pool);
        self.runs = inspect::all(jobs.iter().map(|(input, settings)| (input, settings)), pool);
        self.asked = pool.map_or(0, SolverPool::asked);
        workers.as_ref().map_or(Ok(()), Workers::confirm)?;
        if let Some(workers) = workers.as_ref().filter(|_| !args.run.quiet) {
            workers.tell_troubles();
        }
        // A solver that is still at work on nothing anybody waits for ends with the program.
        drop((jobs, workers));
        if let Some(Emit::Ir) = args.emit {
            return self.emit();
        }
        let gate = Gate::of(&args.deny, &config, &[]);
        self.runs.iter_mut().for_each(|run| gate.check_kernels(run));
        self.missing();
        let status = self.status();
        self.tell(status)?;
        Ok(status)
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
        let named = self.args.run.report.as_deref().map(ReportFormat::of);
        let asked = self.args.run.format.or(named);
        asked.unwrap_or(ReportFormat::Text)
    }

    fn tell_problems(&self) {
        for (diagnostic, sources) in &self.problems {
            output::say(&terminal::show(diagnostic, sources, output::colours()));
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
        if self.args.run.verbose && !self.args.run.stable {
            let calls = usize::try_from(self.asked).unwrap_or(usize::MAX);
            line = format!(
                "{}; {} to the solver, {:.1} s\n",
                line.trim_end(),
                report::plural(calls, "call"),
                self.start.elapsed().as_secs_f64()
            );
        }
        line
    }

    fn written(&self, form: ReportFormat, problems: &[Problem], status: Status) -> String {
        let document = Document {
            schema: Schema::Kernels,
            status,
            problems,
            main: Section::new("files", &self.runs),
            beside: Vec::new(),
            measured: (!self.args.run.stable).then(|| Measured {
                time_ms: self.start.elapsed().as_secs_f64() * 1000.0,
                solver: None,
                solver_calls: self.asked,
            }),
            shard: None,
            style: Style {
                coloured: false,
                ..self.style()
            },
            closing: match self.args.run.quiet {
                true => String::new(),
                false => self.total(),
            },
            codes: codes::all,
        };
        report::render(&document, form)
    }
}

/// The workers that seek proofs, behind the cache as for programs.
///
/// # Errors
/// `C009` if they are not to be had.
pub fn workers(args: &KernelRunArgs, config: &Config) -> Result<Workers, Failure> {
    let cache = session::cache(&args.common(), config)?;
    Workers::new(args.jobs.or(config.jobs), cache)
}
