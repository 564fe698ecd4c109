//! `alpinist --fix`: the changes that messages propose, written only where the text with them
//! verifies.

use crate::cache::Cache;
use crate::cli::TransformArgs;
use crate::config::Config;
use crate::files::{self, Unit};
use crate::output::{self, Failure};
use crate::programs;
use crate::progress::{Mode, Progress};
use crate::run::files::Replacement;
use crate::run::gate::Gate;
use crate::run::settings::Settings;
use crate::run::{self, Closed, Run};
use ::text::source::SourceFile;
use pipeline::reported::messages;
use pipeline::reported::model::ProgramRun;
use pipeline::run::Request;
use report::messages::Change;
use report::status::Status;
use solver::cache::ProofCache;
use solver::smt::SolverPool;
use std::ops::Range;

/// A change may bring up the next message, which has a change of its own; after so many rounds
/// something goes in circles.
const ROUNDS: usize = 8;

/// As many changes are tried alone, if all together do not do.
const ALONE: usize = 16;

/// Runs it.
///
/// # Errors
/// If the solver or a file is not to be had.
pub fn run(args: &TransformArgs) -> Result<Closed, Failure> {
    run::run(Settings::of_programs(&args.common), |run| mend(args, run))
}

fn mend(args: &TransformArgs, run: &mut Run) -> Result<(), Failure> {
    let loaded = files::load(&args.files, args.together);
    run.all_problems(loaded.problems);
    let cache = run.cache()?;
    let proofs = cache
        .clone()
        .map(|cache| Box::new(cache) as Box<dyn ProofCache>);
    let needed = !loaded.units.is_empty();
    let pool = pipeline::pool::pool(run.jobs(), proofs, needed).map_err(Failure)?;
    for unit in &loaded.units {
        let work = Work {
            request: request(args, run.config(), unit),
            pool: &pool,
            progress: Progress::new(Mode::Silent, None),
            gate: run.gate().clone(),
        };
        mended(args, unit, &work, run)?;
    }
    if !args.common.quiet {
        run.cache_troubles(cache.as_ref().map(Cache::troubles).unwrap_or_default());
    }
    Ok(())
}

fn request(args: &TransformArgs, config: &Config, unit: &Unit) -> Request {
    let entry = crate::cli::ProofArgs::default();
    Request {
        settings: programs::settings_of(&args.common, config, &unit.settings, &entry, &[]),
        directives: false,
        steps: Vec::new(),
        verify: true,
        keep_unverified: false,
    }
}

/// Mends one program and gives it out.
fn mended(
    args: &TransformArgs,
    unit: &Unit,
    work: &Work<'_>,
    run: &mut Run,
) -> Result<(), Failure> {
    let before = unit.sources();
    let first = work.check(&before);
    let name = unit.name();
    if first.status == Status::Holds {
        run.mention(&format!("{name}: holds, nothing to mend\n"));
        run.note(Status::Holds);
        return Ok(());
    }
    let Some((after, titles)) = work.search(&before, &first) else {
        run.program(first);
        output::say(&format!(
            "{name}: no change that is known makes it verify; nothing is written\n"
        ));
        return Ok(());
    };
    for title in &titles {
        run.mention(&format!("{name}: {title}\n"));
    }
    if args.diff || args.check {
        for (old, new) in before.iter().zip(&after).filter(|_| args.diff) {
            output::print(&report::difference::unified(
                &old.name, &old.text, &new.text,
            ))?;
        }
        run.note(Status::WouldChange);
        return Ok(());
    }
    let mut given = Vec::new();
    for (input, new) in unit.inputs.iter().zip(&after) {
        let old = &input.source.text;
        match &input.path {
            Some(path) if *old != new.text => {
                given.push(Replacement::of(path, old, new.text.as_str()));
            }
            Some(_) => {}
            None => output::print(&new.text)?,
        }
    }
    run.note(Status::Holds);
    run.results(&name, given);
    Ok(())
}

/// How a text is checked.
struct Work<'a> {
    request: Request,
    pool: &'a SolverPool,
    progress: Progress,
    gate: Gate,
}

impl Work<'_> {
    fn check(&self, files: &[SourceFile]) -> ProgramRun {
        let mut run = pipeline::run::run(files.to_vec(), &self.request, self.pool, &self.progress);
        self.gate.check(&mut run);
        run
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
        let mut made: Vec<Made> = Vec::new();
        let mut next = proposed.clone();
        for _ in 0..ROUNDS {
            if next.is_empty() {
                break;
            }
            apply(&mut text, &next, &mut made);
            let run = self.check(&text);
            if run.status == Status::Holds {
                return Some((text, titles(made)));
            }
            next = changes(&run);
        }
        if proposed.len() < 2 {
            return None;
        }
        proposed.iter().take(ALONE).find_map(|change| {
            let mut text = files.to_vec();
            let mut made = Vec::new();
            apply(&mut text, std::slice::from_ref(change), &mut made);
            (self.check(&text).status == Status::Holds).then(|| (text, titles(made)))
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

/// A change that was made.
#[derive(Debug)]
struct Made {
    title: String,
    /// Where its words stand by now, by file; empty if later changes have replaced them all.
    places: Vec<(usize, Range<usize>)>,
}

/// What the changes that are still there did.
fn titles(made: Vec<Made>) -> Vec<String> {
    let left = made.into_iter().filter(|one| !one.places.is_empty());
    left.map(|one| one.title).collect()
}

/// What comes where: the file, the bytes that go, the words instead, and which change it is of.
type Edit<'a> = (usize, Range<usize>, &'a str, usize);

/// Makes changes, but for those that overlap one before them, and adds them to those made before.
fn apply(files: &mut [SourceFile], changes: &[Change], made: &mut Vec<Made>) {
    let mut edits: Vec<Edit<'_>> = Vec::new();
    for change in changes {
        let owner = made.len();
        let own: Option<Vec<Edit<'_>>> = change
            .replacements
            .iter()
            .map(|(place, text)| {
                let file = files.iter().position(|file| file.name == place.file)?;
                let (start, length) = place.bytes;
                Some((file, start..start + length, text.as_str(), owner))
            })
            .collect();
        let Some(own) = own else { continue };
        let free = own.iter().all(|(file, range, ..)| {
            edits.iter().all(|(other, before, ..)| {
                other != file || range.end < before.start || before.end < range.start
            })
        });
        if free {
            edits.extend(own);
            made.push(Made {
                title: change.title.clone(),
                places: Vec::new(),
            });
        }
    }
    // From the end, so that places before stay what they are.
    edits.sort_by_key(|(file, range, ..)| (*file, std::cmp::Reverse(range.start)));
    for (file, range, text, owner) in edits {
        let Some(source) = files.get_mut(file) else {
            continue;
        };
        let mut changed = source.text.clone();
        let inside = changed.is_char_boundary(range.start) && changed.is_char_boundary(range.end);
        if !inside || range.start > range.end {
            continue;
        }
        changed.replace_range(range.clone(), text);
        *source = SourceFile::new(source.name.clone(), changed);
        for one in made.iter_mut() {
            one.places = one
                .places
                .drain(..)
                .filter_map(|(at, place)| match at == file {
                    true => moved(place, &range, text.len()).map(|place| (at, place)),
                    false => Some((at, place)),
                })
                .collect();
        }
        if let Some(own) = made.get_mut(owner) {
            let place = range.start..range.start + text.len();
            own.places.push((file, place));
        }
    }
}

/// Where words stand after something else was replaced by so many bytes; none if they were.
fn moved(place: Range<usize>, replaced: &Range<usize>, length: usize) -> Option<Range<usize>> {
    let shift = |at: usize| at - replaced.end + replaced.start + length;
    let within = replaced.start <= place.start && place.end <= replaced.end;
    match (place.end <= replaced.start, replaced.end <= place.start) {
        (true, _) => Some(place),
        (_, true) => Some(shift(place.start)..shift(place.end)),
        _ if within => None,
        _ => Some(place.start.min(replaced.start)..shift(place.end.max(replaced.end))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use report::messages::Place;

    fn change(title: &str, replacements: &[(Range<usize>, &str)]) -> Change {
        let replacements = replacements.iter().map(|(range, text)| {
            let place = Place {
                file: "a".to_owned(),
                start: (1, 1),
                end: (1, 1),
                bytes: (range.start, range.end - range.start),
                line: String::new(),
            };
            (place, (*text).to_owned())
        });
        Change {
            title: title.to_owned(),
            replacements: replacements.collect(),
        }
    }

    #[test]
    fn what_a_later_round_replaces_is_not_told() {
        let mut files = vec![SourceFile::new("a", "one two three")];
        let mut made = Vec::new();
        let first = [
            change("write 2", &[(4..7, "2")]),
            change("add four", &[(13..13, " four")]),
            change("overlaps", &[(5..6, "x")]),
        ];
        apply(&mut files, &first, &mut made);
        assert_eq!(files[0].text, "one 2 three four");
        // It stands behind what is put in before it, and is then replaced; the other one is not.
        let second = [change("add zero", &[(0..0, "zero ")])];
        apply(&mut files, &second, &mut made);
        assert_eq!(files[0].text, "zero one 2 three four");
        let third = [change("write two", &[(9..10, "TWO")])];
        apply(&mut files, &third, &mut made);
        assert_eq!(files[0].text, "zero one TWO three four");
        assert_eq!(titles(made), ["add four", "add zero", "write two"]);
    }

    #[test]
    fn what_is_replaced_in_part_is_told() {
        let mut files = vec![SourceFile::new("a", "abc")];
        let mut made = Vec::new();
        apply(
            &mut files,
            &[change("both", &[(0..1, "AA"), (2..3, "CC")])],
            &mut made,
        );
        assert_eq!(files[0].text, "AAbCC");
        apply(&mut files, &[change("first", &[(0..2, "x")])], &mut made);
        assert_eq!(files[0].text, "xbCC");
        assert_eq!(titles(made), ["both", "first"]);
    }
}
