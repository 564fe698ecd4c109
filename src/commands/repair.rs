//! `alpinist repair`: the fewest barriers that make kernels free of races and divergence.

use crate::cli::ReportFormat;
use crate::cli_kernels::{OnlyCheck, RacesArgs, RepairArgs};
use crate::commands::{races, repair_review};
use crate::config::Config;
use crate::kernels::{self, Job};
use crate::output::{self, Failure, Replacement};
use crate::workers::Workers;
use ::repair::model::{FileRepair, Options};
use ::repair::{Repaired, Told, messages, words};
use ::text::code::Code;
use ::text::diagnostics::Diagnostic;
use report::messages::Problem;
use report::status::Status;
use report::{Document, Schema, Section, Style, terminal};
use std::path::{Path, PathBuf};

/// Repairs kernels.
///
/// # Errors
/// If the solver is not to be had, a file cannot be written, or the settings are wrong.
pub fn run(args: &RepairArgs) -> Result<Status, Failure> {
    let config = Config::find(args.races.run.config.as_deref())?;
    let named = args.races.run.report.as_deref().map(ReportFormat::of);
    let form = args.races.run.format.or(named);
    let form = form.unwrap_or(ReportFormat::Text);
    if form == ReportFormat::Junit {
        let message = "a repair is told as text, JSON, SARIF or GitHub's commands";
        return Err(Diagnostic::global(Code::C001, message).into());
    }
    if args.races.only == Some(OnlyCheck::Divergence) {
        let message = "a repair without a look at races would remove what orders them";
        return Err(Diagnostic::global(Code::C001, message).into());
    }
    let work = Work::of(&args.races, &options(args), &config)?;
    let Work {
        repairs, problems, ..
    } = &work;
    work.tell_problems();
    let status = work.status(args.in_place);
    let to_file = args.races.run.report.as_deref();
    if to_file.is_some() || form == ReportFormat::Text {
        tell(args, repairs)?;
    }
    let report = || written(form, args.in_place, repairs, problems, status);
    match to_file {
        Some(path) => output::replace(path, &report())?,
        None if form == ReportFormat::Text => {}
        None => output::print(&report())?,
    }
    if let Some(path) = &args.html {
        page(path, &work)?;
    }
    if args.in_place {
        write(repairs, &work.paths)?;
    }
    Ok(status)
}

/// The repairs of files with what `alpinist.toml` says of them, of which nothing is written; and what
/// they amount to.
///
/// # Errors
/// If the solver is not to be had, or the settings are wrong.
pub fn only(args: &RacesArgs) -> Result<(Vec<(FileRepair, Job)>, Status), Failure> {
    let config = Config::find(args.run.config.as_deref())?;
    let work = Work::of(args, &Options::default(), &config)?;
    work.tell_problems();
    let status = work.status(false);
    Ok((work.repairs.into_iter().zip(work.jobs).collect(), status))
}

/// Repairs of files.
struct Work {
    repairs: Vec<FileRepair>,
    /// What each of them was read from, and how it was checked.
    jobs: Vec<Job>,
    /// The names of files, with their paths.
    paths: Vec<(String, Option<PathBuf>)>,
    problems: Vec<Problem>,
}

impl Work {
    fn of(args: &RacesArgs, options: &Options, config: &Config) -> Result<Work, Failure> {
        let (files, problems) = kernels::inputs(args);
        let workers = match files.is_empty() {
            true => None,
            false => Some(races::workers(&args.run, config)?),
        };
        let mut work = Work {
            repairs: Vec::new(),
            jobs: Vec::new(),
            paths: Vec::new(),
            problems,
        };
        for (mut input, path) in files {
            work.paths.push((input.name.clone(), path.clone()));
            // A file may have several entries in the settings: each sees what was changed before.
            let jobs = kernels::jobs_of(&input, path.as_deref(), args, config);
            for job in jobs {
                if !kernels::is_possible(&job, &mut work.problems) {
                    continue;
                }
                let mut settings = job.1;
                settings.keep = workers.as_ref().map(Workers::keep);
                let pool = workers.as_ref().map(|workers| &*workers.pool);
                let found = pool.and_then(|pool| ::repair::file(&input, &settings, options, pool));
                let before = input.clone();
                if let Some(text) = found.as_ref().and_then(FileRepair::text) {
                    input.text = text.to_owned();
                }
                if let Some(found) = found {
                    work.repairs.push(found);
                    work.jobs.push((before, settings));
                }
            }
        }
        workers.as_ref().map_or(Ok(()), Workers::confirm)?;
        if let Some(workers) = workers.as_ref().filter(|_| !args.run.quiet) {
            workers.tell_troubles();
        }
        Ok(work)
    }

    fn tell_problems(&self) {
        for (diagnostic, sources) in &self.problems {
            output::say(&terminal::show(diagnostic, sources, output::colours()));
        }
    }

    /// What they amount to; `written` says that the files get what is proved.
    fn status(&self, written: bool) -> Status {
        let start = match self.problems.is_empty() {
            true => Status::Holds,
            false => Status::Wrong,
        };
        let all = self.repairs.iter();
        all.map(|repair| status_of(repair, written))
            .fold(start, Status::and)
    }
}

fn options(args: &RepairArgs) -> Options {
    Options {
        grid: !args.no_grid,
        warp: !args.no_warp,
        remove: args.remove,
        apart: !args.no_split,
        atomics: args.atomics,
        loop_weight: args.loop_weight.into(),
        grid_weight: args.grid_weight.into(),
        ..Options::default()
    }
}

fn tell(args: &RepairArgs, repairs: &[FileRepair]) -> Result<(), Failure> {
    for repair in repairs {
        for one in &messages::not_read(repair) {
            output::say(&terminal::show(
                one,
                &repair.before.sources,
                output::colours(),
            ));
        }
        // What is written is seen in the file; what is not repaired is an error.
        let done = repair.text().is_none() || args.in_place;
        let quiet =
            args.races.run.quiet && done && status_of(repair, args.in_place) == Status::Holds;
        if !quiet {
            output::say(&words::file(repair));
        }
        if !args.in_place && !args.check {
            output::print(&words::difference(repair))?;
        }
    }
    Ok(())
}

/// Writes the page that shows the repair of one file.
fn page(path: &Path, work: &Work) -> Result<(), Failure> {
    let ([repair], [(input, settings)]) = (work.repairs.as_slice(), work.jobs.as_slice()) else {
        let message = "a page shows the repair of one file";
        return Err(Diagnostic::global(Code::C001, message).into());
    };
    let review = repair_review::review(repair, (input, settings));
    output::replace(path, &::review::html::page(&review))
}

/// The report in a form; `done` says that the files get what is proved.
fn written(
    form: ReportFormat,
    done: bool,
    repairs: &[FileRepair],
    problems: &[Problem],
    status: Status,
) -> String {
    let told = if done { Told::Written } else { Told::Alone };
    let document = Document {
        schema: Schema::Repair,
        status,
        // The text is about repairs alone.
        problems: match form {
            ReportFormat::Text => &[],
            _ => problems,
        },
        main: Section::new("files", repairs.iter().map(|one| Repaired(one, told))),
        beside: Vec::new(),
        measured: None,
        shard: None,
        style: Style::default(),
        closing: String::new(),
        codes: codes::all,
    };
    report::render(&document, form)
}

/// Writes what is proved into the files.
fn write(repairs: &[FileRepair], paths: &[(String, Option<PathBuf>)]) -> Result<(), Failure> {
    let mut changed: Vec<Replacement<'_>> = Vec::new();
    for repair in repairs {
        let mut paths = paths.iter();
        let path = paths.find(|(known, _)| *known == repair.before.name);
        let (Some(path), Some(text)) = (path.and_then(|(_, path)| path.as_ref()), repair.text())
        else {
            continue;
        };
        match changed.iter_mut().find(|before| before.path == path) {
            Some(before) => before.text = text,
            None => changed.push(Replacement {
                path,
                text,
                old: repair.before.sources.first().map(|s| s.text.as_str()),
            }),
        }
    }
    output::replace_all(&changed)
}

/// What a file's repair amounts to. Once a text is given out, its kernels are what counts: one of them may
/// be mended by what another needed.
fn status_of(repair: &FileRepair, written: bool) -> Status {
    let status = repair.last().status();
    match repair.text().is_some() && !written {
        true => status.and(Status::WouldChange),
        false => status,
    }
}
