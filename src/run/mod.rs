//! The one layer that every command passes: from settings to an exit status.
//!
//! A run is opened with its settings, takes in what the command finds out, and is closed. Opening it
//! writes a report that says that the run did not end, so that no report of an earlier run stays, and
//! tries the files that it will write. What it takes in passes the gate (`--deny`, `allow`) before it is
//! shown or counted. Closing it writes the user's files, all or none, then the report, and gives the
//! status. A [`Closed`] run is made here alone, and a command has to return one, so that none can
//! leave a part out.
//!
//! | file | decides |
//! |---|---|
//! | `settings.rs` | what is said about every run, from each command's arguments |
//! | `gate.rs` | which assumptions a verdict may rest on |
//! | `cache.rs` | where answers are kept |
//! | `workers.rs` | the solvers of a run over kernels, and what of clang's is kept |
//! | `report.rs` | what is written in which form |
//! | `files.rs` | how the user's files are replaced |

pub mod cache;
pub mod files;
pub mod gate;
mod report;
pub mod settings;
pub mod workers;

use self::files::Replacement;
use self::gate::{Gate, Gated};
use self::settings::Settings;
use self::workers::Workers;
use crate::cache::Cache;
use crate::commands::ci::shard::Part;
use crate::config::Config;
use crate::output::{self, Failure};
use ::equal::model::PairRun;
use ::repair::model::FileRepair;
use ::report::messages::Problem;
use ::report::status::Status;
use ::report::{Style, plural, terminal};
use ::rewrite::FileRewrite;
use ::text::code::{Code, Kind};
use ::text::diagnostics::Diagnostic;
use inspect::model::FileRun;
use pipeline::reported::model::ProgramRun;
use pipeline::reported::{effort, text};
use solver::smt::{Identity, SolverPool};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The end of a run: its exit status.
#[derive(Debug)]
#[must_use]
pub struct Closed(u8);

impl Closed {
    /// The exit status.
    pub fn code(self) -> u8 {
        self.0
    }
}

/// What is done with the texts that repairs give.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Giving {
    /// They are shown as differences.
    Difference,
    /// They replace the files.
    InPlace,
    /// It is only said whether there are any.
    Check,
    /// A review shows them.
    Review,
}

/// A run.
pub struct Run {
    settings: Settings,
    config: Config,
    gate: Gate,
    start: Instant,
    style: Style,
    status: Status,
    problems: Vec<Problem>,
    programs: Vec<ProgramRun>,
    kernels: Vec<FileRun>,
    repairs: Vec<FileRepair>,
    pairs: Vec<PairRun>,
    rewrites: Vec<FileRewrite>,
    giving: Giving,
    /// How often the solver was asked.
    asked: u64,
    /// Who answered, or gave the answers that are kept.
    solver: Option<Identity>,
    /// Which part of a project this is, if it is one.
    part: Option<Part>,
    /// What is written when the run is closed.
    files: Vec<Vec<Replacement>>,
    /// What is mentioned then.
    later: Vec<String>,
    /// Whether nothing was looked at.
    idle: bool,
}

/// Does the work of a run: opens it, lets `work` take in what there is, and closes it. Whatever ends it
/// before is in its report.
///
/// # Errors
/// Those of the work; `C006` if a file or the report cannot be written; `C013` for the project's settings.
pub fn run(
    settings: Settings,
    work: impl FnOnce(&mut Run) -> Result<(), Failure>,
) -> Result<Closed, Failure> {
    with_status(settings, |run| work(run).map(|()| None))
}

/// A command that gives no verdict and writes none of the user's files.
///
/// # Errors
/// Those of the work.
pub fn plain(work: impl FnOnce() -> Result<Status, Failure>) -> Result<Closed, Failure> {
    work().map(|status| Closed(status.code()))
}

/// As [`run`], of a command that has exit statuses of its own: `work` may give one.
///
/// # Errors
/// As [`run`].
pub fn with_status(
    settings: Settings,
    work: impl FnOnce(&mut Run) -> Result<Option<u8>, Failure>,
) -> Result<Closed, Failure> {
    let mut run = Run::new(settings);
    // Where a report would replace what is read, it is not written.
    run.apart()?;
    let done = run.open().and_then(|()| run.begin());
    let done = done.and_then(|()| work(&mut run));
    match done.and_then(|own| run.close(own)) {
        Ok(closed) => Ok(closed),
        Err(failure) => {
            // What ended the run is told in any case; this may be it.
            let _ = run.broken_off(&failure.0);
            Err(failure)
        }
    }
}

impl Run {
    fn new(settings: Settings) -> Run {
        let style = Style {
            coloured: output::colours(),
            quiet: settings.quiet,
            verbose: settings.verbose,
            stable: settings.stable,
        };
        Run {
            settings,
            config: Config::default(),
            gate: Gate::default(),
            start: Instant::now(),
            style,
            status: Status::Holds,
            problems: Vec::new(),
            programs: Vec::new(),
            kernels: Vec::new(),
            repairs: Vec::new(),
            pairs: Vec::new(),
            rewrites: Vec::new(),
            giving: Giving::Difference,
            asked: 0,
            solver: None,
            part: None,
            files: Vec::new(),
            later: Vec::new(),
            idle: true,
        }
    }

    /// What the run writes by its own flags is no file that it reads, and each is another one.
    fn apart(&self) -> Result<(), Failure> {
        let settings = &self.settings;
        let chart = settings.chart.iter().flatten();
        let written: Vec<&PathBuf> = settings
            .report
            .iter()
            .chain(chart)
            .chain(&settings.writes)
            .collect();
        for (number, path) in written.iter().enumerate() {
            let read = settings.reads.iter().find(|one| files::same(one, path));
            let again = written
                .iter()
                .take(number)
                .find(|one| files::same(one, path));
            let name = path.display();
            let message = match (read, again) {
                (Some(_), _) => {
                    format!("{name} is another file of this run, and would be replaced")
                }
                (None, Some(_)) => format!("two outputs would both be {name}"),
                (None, None) if files::is_read_as_source(path) => {
                    format!("{name} is a program's text, and would be replaced")
                }
                (None, None) => continue,
            };
            let help = "name another file for the report, page or chart";
            return Err(Diagnostic::global(Code::C007, message)
                .with_help(help)
                .into());
        }
        Ok(())
    }

    /// Writes the report of a run that did not end, and tries what is written later.
    fn open(&self) -> Result<(), Failure> {
        let unfinished = "the run that was to write this report did not come to its end";
        self.broken_off(&Diagnostic::global(Code::C021, unfinished))?;
        let chart = self.settings.chart.iter().flatten();
        for path in self.settings.writes.iter().chain(chart) {
            files::can_write(path)?;
        }
        Ok(())
    }

    /// Reads the project's settings.
    fn begin(&mut self) -> Result<(), Failure> {
        self.config = self.settings.project.read()?;
        self.settings.has_form()?;
        self.gate = Gate::of(
            &self.settings.deny,
            &self.config,
            self.settings.deny_by_default,
        );
        if let Some(folder) = &self.settings.log_smt {
            files::create_folder(folder)?;
        }
        Ok(())
    }

    /// Writes the report of a run that came to nothing.
    fn broken_off(&self, why: &Diagnostic) -> Result<(), Failure> {
        // A pipe or a device keeps nothing of an earlier run.
        let is_kept = |path: &Path| !files::is_special(path);
        let Some(path) = self.settings.report.as_deref().filter(|path| is_kept(path)) else {
            return Ok(());
        };
        let mut empty = Run::new(self.settings.clone());
        empty.problems = vec![(why.clone(), Vec::new())];
        empty.status = Status::Wrong;
        let text = empty.written(self.settings.form());
        files::replace_all(&[Replacement::new(path, text)])
    }

    /// What is said about the run.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The project's settings.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// Whether people are to read standard error, or it is left to a program.
    pub fn speaks(&self) -> bool {
        self.settings.speaks()
    }

    /// Says something to people, unless they want to hear of errors alone.
    pub fn mention(&self, text: &str) {
        if self.speaks() && !self.settings.quiet {
            output::say(text);
        }
    }

    /// What verdicts may rest on.
    pub fn gate(&self) -> &Gate {
        &self.gate
    }

    /// How much is worked on at once; as many as there are cores if nobody says.
    pub fn jobs(&self) -> Option<u16> {
        self.settings.jobs.or(self.config.jobs)
    }

    /// The cache, if there is one.
    ///
    /// # Errors
    /// `C001` or `C013` for the address of a server that is none, or that this program cannot use.
    pub fn cache(&self) -> Result<Option<Cache>, Failure> {
        let voice = (self.speaks(), self.settings.quiet);
        cache::cache(&self.settings.cache, &self.config, voice)
    }

    /// The workers that seek proofs about kernels, behind the cache.
    ///
    /// # Errors
    /// `C009` if they are not to be had.
    pub fn workers(&self) -> Result<Workers, Failure> {
        Workers::new(self.jobs(), self.cache()?)
    }

    /// Says what of the cache was of no use.
    pub fn cache_troubles(&self, troubles: Vec<Diagnostic>) {
        for diagnostic in troubles.iter().filter(|_| self.speaks()) {
            output::tell(diagnostic);
        }
    }

    /// Takes in, and says, what is wrong beside programs and kernels.
    pub fn problem(&mut self, problem: Problem) {
        let apart = !self.settings.result_to_stdout;
        if self.speaks() || (apart && self.settings.about == settings::About::Repairs) {
            output::say(&shown(&problem, self.style.coloured));
        }
        self.noted(problem);
    }

    /// Says what is wrong with a part of what is worked on; the rest goes on. Other than a [`Run::problem`] it keeps
    /// no file from being written, and the part's status is for the caller to note.
    pub fn complain(&self, problem: Problem) {
        if self.speaks() {
            output::say(&shown(&problem, self.style.coloured));
        }
    }

    /// As [`Run::problem`] of several.
    pub fn all_problems(&mut self, problems: Vec<Problem>) {
        problems.into_iter().for_each(|one| self.problem(one));
    }

    /// Takes in what is wrong and has been said.
    pub fn noted(&mut self, problem: Problem) {
        self.idle = false;
        self.status = self.status.and(status_of(&problem));
        self.problems.push(problem);
    }

    /// Something besides verdicts decides the status as well.
    pub fn note(&mut self, status: Status) {
        self.idle = false;
        self.status = self.status.and(status);
    }

    /// The run is a part of a project, and says so.
    pub fn is_part(&mut self, part: Part) {
        self.mention(&part.words());
        self.part = Some(part);
        self.idle = false;
    }

    /// Takes in, and shows, what came of a program.
    pub fn program(&mut self, mut program: ProgramRun) {
        self.gate.check(&mut program);
        self.note(program.status);
        if self.speaks() {
            output::say(&text::describe(&program, self.style));
        }
        self.programs.push(program);
    }

    /// The programs taken in, after the gate.
    pub fn programs(&self) -> &[ProgramRun] {
        &self.programs
    }

    /// The output of a program that holds is not the one that is kept.
    pub fn would_change(&mut self, number: usize) {
        if let Some(program) = self.programs.get_mut(number) {
            program.status = program.status.and(Status::WouldChange);
        }
        self.note(Status::WouldChange);
    }

    /// Notes which solvers answered about programs.
    pub fn answered_by(&mut self, pool: &SolverPool) {
        self.asked += pool.asked();
        self.solver = pool.known_identity().cloned();
    }

    /// Takes in, and shows, what came of files with kernels, for which the solver was asked so often.
    pub fn kernels(&mut self, mut runs: Vec<FileRun>, asked: u64, time: Duration) {
        self.asked += asked;
        for run in &mut runs {
            self.gate.check_kernels(run);
            self.note(run.status());
        }
        self.kernels = runs;
        if !self.speaks() {
            return;
        }
        let style = self.style;
        output::say(&inspect::text::together(&self.kernels, style));
        if !self.settings.quiet && !self.kernels.is_empty() {
            output::say(&self.total(asked, time));
        }
    }

    /// The files with kernels taken in, after the gate.
    pub fn files_of_kernels(&self) -> &[FileRun] {
        &self.kernels
    }

    /// Shows the graphs of kernels that were read and not checked. What could not be read is said, but not
    /// that nothing was checked.
    ///
    /// # Errors
    /// `C006` if standard output cannot be written.
    pub fn graphs(&mut self, runs: &[FileRun]) -> Result<(), Failure> {
        for run in runs {
            output::print(run.graph.as_deref().unwrap_or_default())?;
            let mut told = run.clone();
            told.kernels
                .retain(|k| !k.undecided.is_empty() || !k.errors.is_empty());
            output::say(&inspect::text::describe(&told, self.style));
            self.note(Status::Holds);
            for error in &run.errors {
                self.note(inspect::model::status_of(error));
            }
            for kernel in &told.kernels {
                self.note(match kernel.errors.is_empty() {
                    true => Status::Unknown,
                    false => Status::Wrong,
                });
            }
        }
        Ok(())
    }

    /// Takes in, and shows, what barriers make of a file that is repaired.
    ///
    /// # Errors
    /// `C006` if standard output cannot be written.
    pub fn repair(&mut self, repair: Gated, giving: Giving) -> Result<(), Failure> {
        self.giving = giving;
        let (repair, denied) = repair.into_parts();
        let said = ::repair::words::file(&repair);
        let named = ::repair::messages::remains(&repair, Code::C024);
        for denied in denied {
            self.note(Status::Unknown);
            // The words on a repair name what remains.
            if self.speaks() && !named {
                let problem = (denied, repair.last().sources.clone());
                output::say(&shown(&problem, self.style.coloured));
            }
        }
        let written = giving == Giving::InPlace;
        let status = status_of_repair(&repair, written);
        self.note(status);
        if self.speaks() && giving != Giving::Review {
            let elsewhere = repair.before.elsewhere.iter().cloned();
            let elsewhere = elsewhere.filter(|_| self.settings.verbose);
            for one in elsewhere.chain(::repair::messages::not_read(&repair)) {
                let problem = (one, repair.before.sources.clone());
                output::say(&shown(&problem, self.style.coloured));
            }
            // What is written is seen in the file; what is not repaired is an error.
            let done = repair.text().is_none() || written;
            if !(self.settings.quiet && done && status == Status::Holds) {
                output::say(&said);
            }
            if giving == Giving::Difference && repair.text().is_some() && !self.settings.quiet {
                output::say("  = help: `--in-place` writes the repair into the file\n");
            }
            if giving == Giving::Difference {
                output::print(&::repair::words::difference(&repair))?;
            }
        }
        self.repairs.push(repair);
        Ok(())
    }

    /// Takes in, and shows, what came of a pair of kernels. What the checks of either rest on although it is denied leaves
    /// it, and so the pair, unknown.
    pub fn pair(&mut self, mut pair: PairRun) {
        for file in pair.checked() {
            self.gate.check_kernels(file);
        }
        self.note(pair.status());
        if self.speaks() && self.giving != Giving::Review {
            output::say(&::equal::words::describe(&pair, self.style));
        }
        self.pairs.push(pair);
    }

    /// What comes of pairs and of steps is shown by a review, if `shown`, and not besides.
    pub fn reviews(&mut self, shown: bool) {
        if shown {
            self.giving = Giving::Review;
        }
    }

    /// The pairs taken in, after the gate.
    pub fn pairs(&self) -> &[PairRun] {
        &self.pairs
    }

    /// What the run amounts to so far.
    pub fn status(&self) -> Status {
        self.status
    }

    /// Takes in, and shows, what steps make of a file of kernels. What its checks rest on although it is denied keeps the text
    /// from being given out.
    pub fn rewritten(&mut self, mut file: FileRewrite) {
        self.gate.check_rewrite(&mut file);
        self.note(file.status());
        if self.speaks() && self.giving != Giving::Review {
            output::say(&::rewrite::words::describe(&file, self.style));
        }
        self.rewrites.push(file);
    }

    /// The rewritten files taken in, after the gate.
    pub fn rewrites(&self) -> &[FileRewrite] {
        &self.rewrites
    }

    /// Takes in, and shows, what barriers would make of kernels that were checked as well.
    pub fn proposed(&mut self, repair: Gated) {
        let (repair, _) = repair.into_parts();
        if self.speaks() {
            output::say(&::repair::words::file(&repair));
            output::say(&::repair::words::difference(&repair));
        }
        self.repairs.push(repair);
    }

    /// The repairs taken in, after the gate.
    pub fn repairs(&self) -> &[FileRepair] {
        &self.repairs
    }

    /// A file of the user's that gets this text when the run is closed.
    pub fn replace(&mut self, file: Replacement) {
        self.replace_together(vec![file]);
    }

    /// Files of the user's that get these texts when the run is closed, all or none of them.
    pub fn replace_together(&mut self, files: Vec<Replacement>) {
        self.idle = false;
        self.files.push(files);
    }

    /// Files of the user's as [`Run::replace_together`]; each is said to be written.
    pub fn rewrite(&mut self, files: Vec<Replacement>) {
        let said = |file: &Replacement| format!("{}: written\n", file.path.display());
        self.later.extend(files.iter().map(said));
        self.replace_together(files);
    }

    /// What is mentioned when the files are written.
    pub fn at_end(&mut self, text: String) {
        self.later.push(text);
    }

    /// A result of `name` for a file, as [`Run::replace`]; said if it cannot be given out.
    pub fn results(&mut self, name: &str, files: Vec<Replacement>) {
        if self.withholds() {
            self.mention(&format!(
                "{name}: nothing is written, for another argument is wrong\n"
            ));
            return;
        }
        self.replace_together(files);
    }

    /// Where an argument is wrong, the others may not be what was meant either: no file is written.
    fn withholds(&self) -> bool {
        let mut problems = self.problems.iter();
        problems.any(|one| status_of(one) == Status::Wrong)
    }

    /// One line on all programs: how many hold, and with `--verbose` where the answers came from.
    pub fn sum_up(&self) {
        if !self.programs.is_empty() {
            self.mention(&self.programs_total());
        }
    }

    fn programs_total(&self) -> String {
        let runs = &self.programs;
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
        let all = plural(runs.len(), "program");
        let mut line = format!("{hold} of {all} {verb}");
        if part > 0 {
            line.push_str(&format!(" ({part} in part)"));
        }
        if self.settings.verbose && !self.settings.stable {
            let cached = runs.iter().flat_map(ProgramRun::checks);
            let cached = cached.flat_map(|check| check.report.obligations());
            let cached = cached.filter(|(_, one)| one.measured.cached).count();
            line.push_str(&format!(
                "; {} taken from the cache, {}",
                plural(cached, "answer"),
                calls(self.asked, self.start.elapsed()),
            ));
        }
        line + "\n"
    }

    /// One line on all kernels, with times if they are wanted.
    fn total(&self, asked: u64, time: Duration) -> String {
        let line = inspect::text::total(&self.kernels);
        match self.settings.verbose && !self.settings.stable {
            true => format!("{}; {}\n", line.trim_end(), calls(asked, time)),
            false => line,
        }
    }

    /// Writes the files, then the report, and gives the status, or the command's `own`.
    fn close(&mut self, own: Option<u8>) -> Result<Closed, Failure> {
        if self.idle && own.is_none() {
            let message = "there was nothing to do, and nothing was shown";
            self.problem((Diagnostic::global(Code::C003, message), Vec::new()));
        }
        let files = std::mem::take(&mut self.files);
        match self.withholds() {
            true if files.iter().any(|group| !group.is_empty()) => {
                self.mention("nothing is written, for an argument is wrong\n");
            }
            true => {}
            false => {
                // What becomes of one group is nothing to the others.
                let written: Vec<_> = files.iter().map(|one| files::replace_all(one)).collect();
                written.into_iter().collect::<Result<(), Failure>>()?;
                self.later.iter().for_each(|text| self.mention(text));
            }
        }
        if self.settings.counts && self.programs.len() > 1 {
            self.sum_up();
        }
        if let Some(chart) = &self.settings.chart {
            let alone = self.speaks() || !self.settings.result_to_stdout;
            if alone && !self.settings.quiet {
                output::say(&effort::table(&self.programs));
            }
            if let Some(path) = chart {
                let chart = effort::speedscope(&self.programs);
                let chart = ::report::json::pretty(&chart);
                files::replace_all(&[Replacement::new(path, chart)])?;
            }
        }
        self.report()?;
        Ok(Closed(own.unwrap_or(self.status.code())))
    }

    /// Writes the report to where it is wanted.
    fn report(&self) -> Result<(), Failure> {
        let form = self.settings.form();
        match (&self.settings.report, self.settings.form) {
            (Some(path), _) => files::replace_all(&[Replacement::new(path, self.written(form))]),
            (None, None | Some(crate::cli::ReportFormat::Text)) => Ok(()),
            (None, Some(form)) if self.settings.result_to_stdout => {
                output::say(&self.written(form));
                Ok(())
            }
            (None, Some(form)) => output::print(&self.written(form)),
        }
    }
}

/// What a problem amounts to. Of a kept output that is not today's nothing is wrong with the programs; an
/// assumption that is denied leaves a verdict open.
fn status_of((diagnostic, _): &Problem) -> Status {
    match diagnostic.code {
        Code::C016 => Status::WouldChange,
        // These are warnings.
        Code::K017 | Code::E012 => Status::Holds,
        code if code.kind() == Kind::Emission => Status::NotApplicable,
        Code::C024 => Status::Unknown,
        _ => Status::Wrong,
    }
}

/// What a file's repair amounts to. Once a text is given out, its kernels are what counts: one of them may
/// be mended by what another needed.
fn status_of_repair(repair: &FileRepair, written: bool) -> Status {
    let status = repair.last().status();
    match repair.text().is_some() && !written {
        true => status.and(Status::WouldChange),
        false => status,
    }
}

fn calls(asked: u64, time: Duration) -> String {
    let calls = usize::try_from(asked).unwrap_or(usize::MAX);
    let calls = plural(calls, "call");
    format!("{calls} to the solver, {:.1} s", time.as_secs_f64())
}

/// A message as people read it.
fn shown((diagnostic, files): &Problem, coloured: bool) -> String {
    terminal::show(diagnostic, files, coloured)
}
