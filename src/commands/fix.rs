//! `alpinist --fix`: the changes that messages propose, written only where the text with them
//! verifies.

use crate::cli::TransformArgs;
use crate::config::Config;
use crate::files::{self, Unit};
use crate::output::{self, Failure, Replacement};
use crate::progress::{Mode, Progress};
use crate::session;
use ::text::code::Code;
use ::text::diagnostics::Diagnostic;
use ::text::source::SourceFile;
use pipeline::run::Request;
use report::messages::{self, Change};
use report::model::ProgramRun;
use report::status::Status;
use report::terminal::Shown;
use report::text::Style;
use solver::cache::ProofCache;
use solver::smt::SolverPool;

/// A change may bring up the next message, which has a change of its own; after so many rounds
/// something goes in circles.
const ROUNDS: usize = 8;

/// As many changes are tried alone, if all together do not do.
const ALONE: usize = 16;

/// Runs it.
///
/// # Errors
/// If the solver or a file is not to be had.
pub fn run(args: &TransformArgs) -> Result<Status, Failure> {
    if !args.steps.flags.0.is_empty() {
        let message = "--fix mends the program as it is, without steps";
        let help = "leave the steps out, and carry them out on the result";
        return Err(Diagnostic::global(Code::C001, message)
            .with_help(help)
            .into());
    }
    let config = Config::find(args.common.config.as_deref())?;
    let loaded = files::load(&args.files, args.common.together);
    let mut status = Status::Holds;
    for (diagnostic, sources) in &loaded.problems {
        let (files, origin) = (sources.as_slice(), None);
        output::show(Shown {
            diagnostic,
            files,
            origin,
        });
        status = Status::Wrong;
    }
    let cache = session::cache(&args.common, &config);
    let cache = cache.map(|cache| Box::new(cache) as Box<dyn ProofCache>);
    let jobs = args.common.jobs.or(config.jobs);
    let pool = pipeline::pool::pool(jobs, cache, !loaded.units.is_empty()).map_err(Failure)?;
    for unit in &loaded.units {
        let work = Work {
            request: request(args, &config, unit),
            pool: &pool,
            progress: Progress::new(Mode::Silent, None),
        };
        status = status.and(mended(args, unit, &work)?);
    }
    Ok(status)
}

fn request(args: &TransformArgs, config: &Config, unit: &Unit) -> Request {
    let entry = crate::cli::ProofArgs::default();
    Request {
        settings: session::settings_of(&args.common, config, &unit.settings, &entry, &[]),
        directives: false,
        steps: Vec::new(),
        verify: true,
        keep_unverified: false,
    }
}

/// Mends one program and gives it out.
fn mended(args: &TransformArgs, unit: &Unit, work: &Work<'_>) -> Result<Status, Failure> {
    let before = unit.sources();
    let first = work.check(&before);
    let name = unit.name();
    if first.status == Status::Holds {
        if !args.common.quiet {
            output::say(&format!("{name}: holds, nothing to mend\n"));
        }
        return Ok(Status::Holds);
    }
    let Some((after, titles)) = work.search(&before, &first) else {
        let style = Style {
            coloured: output::colours(),
            quiet: args.common.quiet,
            ..Style::default()
        };
        output::say(&report::text::describe(&first, style));
        output::say(&format!(
            "{name}: no change that is known makes it verify; nothing is written\n"
        ));
        return Ok(first.status);
    };
    if !args.common.quiet {
        for title in &titles {
            output::say(&format!("{name}: {title}\n"));
        }
    }
    if args.diff || args.check {
        for (old, new) in before.iter().zip(&after).filter(|_| args.diff) {
            output::print(&report::difference::unified(
                &old.name, &old.text, &new.text,
            ))?;
        }
        return Ok(Status::WouldChange);
    }
    let mut places = Vec::new();
    for (input, new) in unit.inputs.iter().zip(&after) {
        match &input.path {
            Some(path) if input.source.text != new.text => places.push(Replacement {
                path,
                text: &new.text,
                old: Some(&input.source.text),
            }),
            Some(_) => {}
            None => output::print(&new.text)?,
        }
    }
    output::replace_all(&places)?;
    Ok(Status::Holds)
}

/// How a text is checked.
struct Work<'a> {
    request: Request,
    pool: &'a SolverPool,
    progress: Progress,
}

impl Work<'_> {
    fn check(&self, files: &[SourceFile]) -> ProgramRun {
        pipeline::run::run(files.to_vec(), &self.request, self.pool, &self.progress)
    }

    /// A text that verifies, with what was done: all changes that are proposed, round by round, else
    /// one of the first round alone.
    fn search(
        &self,
        files: &[SourceFile],
        first: &ProgramRun,
    ) -> Option<(Vec<SourceFile>, Vec<String>)> {
        let proposed = changes(first);
        let mut text = files.to_vec();
        let mut titles: Vec<String> = Vec::new();
        let mut next = proposed.clone();
        for _ in 0..ROUNDS {
            if next.is_empty() {
                break;
            }
            let done = apply(&mut text, &next);
            titles.extend(done);
            let run = self.check(&text);
            if run.status == Status::Holds {
                return Some((text, titles));
            }
            next = changes(&run);
        }
        if proposed.len() < 2 {
            return None;
        }
        proposed.iter().take(ALONE).find_map(|change| {
            let mut text = files.to_vec();
            let titles = apply(&mut text, std::slice::from_ref(change));
            (self.check(&text).status == Status::Holds).then_some((text, titles))
        })
    }
}

/// The changes that the messages of a run propose, each once.
fn changes(run: &ProgramRun) -> Vec<Change> {
    let mut found: Vec<Change> = Vec::new();
    for change in messages::of_program(run)
        .into_iter()
        .filter_map(|one| one.fix)
    {
        if !found.contains(&change) {
            found.push(change);
        }
    }
    found
}

/// Makes changes, but for those that overlap one before them; what was done.
fn apply(files: &mut [SourceFile], changes: &[Change]) -> Vec<String> {
    let mut titles = Vec::new();
    let mut places: Vec<(usize, usize, usize, &str)> = Vec::new();
    for change in changes {
        let own: Option<Vec<(usize, usize, usize, &str)>> = change
            .replacements
            .iter()
            .map(|(place, text)| {
                let file = files.iter().position(|file| file.name == place.file)?;
                let (start, length) = place.bytes;
                Some((file, start, start + length, text.as_str()))
            })
            .collect();
        let Some(own) = own else { continue };
        let free = own.iter().all(|(file, start, end, _)| {
            places
                .iter()
                .all(|(other, from, to, _)| other != file || end < from || to < start)
        });
        if free {
            places.extend(own);
            titles.push(change.title.clone());
        }
    }
    // From the end, so that places before stay what they are.
    places.sort_by_key(|(file, start, ..)| (*file, std::cmp::Reverse(*start)));
    for (file, start, end, text) in places {
        if let Some(source) = files.get_mut(file) {
            let mut changed = source.text.clone();
            if changed.is_char_boundary(start) && changed.is_char_boundary(end) && start <= end {
                changed.replace_range(start..end, text);
                *source = SourceFile::new(source.name.clone(), changed);
            }
        }
    }
    titles
}
