//! Kernels that are right, with barriers: each barrier is deleted, each two, and all; what is left is repaired
//! to no more weight than it had, nothing but barriers is changed, and the repaired text is executed in many
//! orders of its threads.
//!
//! Every day some of the examples; with `ALPINIST_SLOW=1`, as `./x judge repair` has it, all of them, the small
//! kernels of `races`, those in the style of real files, and the corpus's. `REPAIR_TRIAL=FILE` writes a table;
//! kernels that it names already are passed over, so that a run that was cut off goes on. `REPAIR_PART=1/4` takes
//! the second of each four, `REPAIR_UNITS` says how many resource units of the solver the searches of one deletion
//! may take, a file's trials together eight times as many.

use super::executed::{changed, execute, schedules};
use super::kernels::outcome;
use super::pool;
use super::published::{Row, corpus, rows, settings};
use inspect::model::{FileRun, Verdict};
use inspect::{Checks, Input, Opened, Settings};
use kernel_graph::PatchPoint;
use repair::model::{Change, Changed, Options, Outcome};
use repair::{Choices, Level, Patch, Site};
use solver::smt::SolverPool;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Instant;
use trials::{Suite, asked};

/// Of a kernel's barriers, pairs of so many are deleted.
const PAIRS: usize = 6;

/// Examples that are tried every day.
const EVERY_DAY: [&str; 5] = [
    "kernels-c/stencil.cu",
    "kernels-c/reduction.cu",
    "kernels-c/transpose.cu",
    "kernels-c/loop-barrier.cl",
    "kernels-c/two-barriers.cu",
];

/// What came of a deletion.
struct Trial {
    kernel: String,
    deleted: usize,
    before: u64,
    after: u64,
    outcome: String,
    executed: String,
    seconds: f64,
    checking: f64,
}

const HEADER: &str = "kernel\tdeleted\tbefore\tafter\toutcome\texecuted\tseconds\tchecking\n";

impl Trial {
    fn line(&self) -> String {
        format!(
            "{}\t{}\t{}\t{}\t{}\t{}\t{:.2}\t{:.2}\n",
            self.kernel,
            self.deleted,
            self.before,
            self.after,
            self.outcome,
            self.executed,
            self.seconds,
            self.checking
        )
    }

    fn of_line(line: &str) -> Option<Trial> {
        let columns: Vec<&str> = line.split('\t').collect();
        let [
            kernel,
            deleted,
            before,
            after,
            outcome,
            executed,
            seconds,
            checking,
        ] = columns[..]
        else {
            return None;
        };
        Some(Trial {
            kernel: kernel.to_owned(),
            deleted: deleted.parse().ok()?,
            before: before.parse().ok()?,
            after: after.parse().ok()?,
            outcome: outcome.to_owned(),
            executed: executed.to_owned(),
            seconds: seconds.parse().ok()?,
            checking: checking.parse().ok()?,
        })
    }

    fn has(&self, word: &str) -> bool {
        let mut parts = self.outcome.split([',', ':']);
        parts.any(|part| part == word)
    }

    /// Whether every kernel of the file is right, with or without a repair.
    fn is_right(&self) -> bool {
        let mut parts = self.outcome.split(',');
        parts.all(|part| part == "right" || part.starts_with("repaired:"))
    }

    /// What must never be.
    fn is_wrong(&self) -> bool {
        let ran = self.executed == "-" || self.executed.parse::<u64>().is_ok();
        !ran || (self.is_right() && self.after > self.before)
    }
}

pub fn add(suite: &mut Suite) {
    let to = std::env::var_os("REPAIR_TRIAL").map(PathBuf::from);
    let out = to
        .iter()
        .find_map(|path| std::fs::read_to_string(path).ok())
        .unwrap_or_default();
    let part = std::env::var("REPAIR_PART").unwrap_or_else(|_| "0/1".to_owned());
    let (mine, parts) = part.split_once('/').unwrap();
    let (mine, parts): (usize, usize) = (mine.parse().unwrap(), parts.parse().unwrap());
    let rows = kernels().into_iter().enumerate();
    let known = |row: &Row| {
        out.lines()
            .any(|line| line.split('\t').next() == Some(&*row.id))
    };
    let rows = rows.filter(|(at, row)| at % parts == mine && !known(row));
    let daily = |row: &Row| !row.published && EVERY_DAY.contains(&&*row.id);
    let cases = rows.map(|(_, row)| (row.id.clone(), daily(&row), row));
    let cases: Vec<_> = cases.collect();
    let out = Arc::new(Mutex::new(out));
    let (all, table) = (Arc::clone(&out), to.clone());
    suite.cases("deleted", cases, move |row| {
        let (mut settings, mut options) = settings(&row.args);
        options.units = limit();
        if !row.published {
            // What GPUVerify lets wrap around is an error elsewhere.
            settings.checks.overflow = Checks::default().overflow;
        }
        let made = trials(&row, &settings, &options, pool());
        let lines: Vec<String> = made.iter().map(Trial::line).collect();
        let mut out = out.lock().unwrap();
        out.push_str(&lines.concat());
        if let Some(to) = &to {
            std::fs::write(to, &*out).unwrap();
        }
        let daily = EVERY_DAY.contains(&&*row.id);
        let fails = |one: &&Trial| one.is_wrong() || (daily && !one.is_right());
        let wrong: Vec<String> = made.iter().filter(fails).map(Trial::line).collect();
        match wrong.is_empty() {
            true => Ok(()),
            false => Err(wrong.concat()),
        }
    });
    suite.last("deleted::table", move || {
        let out = all.lock().unwrap();
        if out.is_empty() {
            return Ok(Err("no barrier was deleted".to_owned()));
        }
        if asked("ALPINIST_SLOW") {
            print!("{out}");
        }
        if let Some(to) = &table
            && !out.starts_with(HEADER)
        {
            std::fs::write(to, HEADER.to_owned() + &out).unwrap();
        }
        let all: Vec<Trial> = out.lines().filter_map(Trial::of_line).collect();
        summary(&all);
        let there = |name: &&str| all.iter().any(|one| one.kernel == *name);
        match all.len() > 5 || !EVERY_DAY.iter().all(there) {
            true => Ok(Ok(())),
            false => Err(format!("only {} deletions", all.len())),
        }
    });
}

/// What is written into docs/repair-measured.md.
fn summary(all: &[Trial]) {
    let count = |is: &dyn Fn(&Trial) -> bool| all.iter().filter(|one| is(one)).count();
    let mut kernels: Vec<&str> = all.iter().map(|one| &*one.kernel).collect();
    kernels.dedup();
    let mut more: Vec<f64> = all.iter().map(|one| one.seconds - one.checking).collect();
    more.sort_by(f64::total_cmp);
    let at = |part: usize| more.get(more.len() * part / 100).copied();
    println!(
        "{} files, {} deletions ({} of one barrier): {} repaired, {} right without, {} neither",
        kernels.len(),
        all.len(),
        count(&|one| one.deleted == 1),
        count(&|one| one.is_right() && one.has("repaired")),
        count(&|one| one.is_right() && !one.has("repaired")),
        count(&|one| !one.is_right()),
    );
    println!(
        "weight after repair: {} less than before, {} as before, {} more",
        count(&|one| one.is_right() && one.after < one.before),
        count(&|one| one.is_right() && one.after == one.before),
        count(&|one| one.is_right() && one.after > one.before),
    );
    let runs = all
        .iter()
        .filter_map(|one| one.executed.parse::<u64>().ok());
    println!(
        "{} runs of repaired texts to their end; repairs of which none came there: {}",
        runs.sum::<u64>(),
        count(&|one| one.executed == "0"),
    );
    println!(
        "seconds beyond one check: median {:.2}, nine of ten below {:.2}, most {:.2}",
        at(50).unwrap_or_default(),
        at(90).unwrap_or_default(),
        more.last().copied().unwrap_or_default(),
    );
}

/// The kernels: of the corpus those that pass, of folders those that are verified, if they have a barrier.
fn kernels() -> Vec<Row> {
    let mut all = corpus().map_or_else(Vec::new, |corpus| rows(&corpus));
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    for folder in [
        "../../examples/kernels-c",
        "../races/tests/kernels",
        "../../tests/kernels-real",
    ] {
        let entries = std::fs::read_dir(here.join(folder)).unwrap();
        let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
        paths.sort();
        all.extend(paths.iter().filter_map(|path| of_folder(path)));
    }
    let words = ["arrier", "sync", "work_group_"];
    all.retain(|row| {
        let has_barrier = words.iter().any(|word| row.input.text.contains(word));
        row.races == "pass" && has_barrier
    });
    all
}

/// A file that says in its first line what comes of it, an example with its options on a line of their own, or
/// one that says nothing.
fn of_folder(path: &Path) -> Option<Row> {
    let form = inspect::form_of(path)?;
    if !matches!(form, inspect::Form::Source(_)) {
        return None;
    }
    let text = std::fs::read_to_string(path).ok()?;
    let lines = text.lines().map(|l| l.trim_start_matches("//").trim());
    let first = lines.clone().next().unwrap_or_default();
    let (word, args) = first.split_once(' ').unwrap_or((first, ""));
    let said = lines.clone().find_map(|l| l.strip_prefix("options:"));
    let args = said.unwrap_or(args);
    let other = ["wrong", "unknown", "broken"].iter();
    let other = other.copied().find(|other| word.starts_with(other));
    let folder = path.parent().and_then(|p| p.file_name());
    let folder = folder.unwrap_or_default().to_string_lossy();
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    Some(Row {
        id: format!("{folder}/{name}"),
        args: format!("{args} --no-benign-tolerance --pointer-bitwidth=64"),
        races: other.unwrap_or("pass").to_owned(),
        repair: "-".to_owned(),
        published: false,
        input: Input {
            name: path.to_string_lossy().into_owned(),
            text,
            folder: None,
            form,
        },
    })
}

/// The barriers of a kernel: where they are, and their weight.
struct Barriers {
    sites: Vec<Site>,
    weight: u64,
    points: BTreeMap<Site, PatchPoint>,
}

fn barriers(opened: &Opened, row: &Row, options: &Options, name: &str) -> Option<Barriers> {
    let kernel = opened.kernels.iter().find(|kernel| kernel.name == name)?;
    let text = &row.input.text;
    let choices = Choices::of(&opened.module, kernel.function, options, text)?;
    let there = choices.all.iter().filter(|choice| choice.there);
    let sites: BTreeSet<Site> = there.map(|choice| choice.site).collect();
    Some(Barriers {
        sites: sites.into_iter().collect(),
        weight: choices.weight(&choices.there()),
        points: choices.patches,
    })
}

/// Which barriers are deleted together.
fn sets(sites: &[Site]) -> Vec<Vec<Site>> {
    let mut sets: Vec<Vec<Site>> = sites.iter().map(|site| vec![*site]).collect();
    for (at, one) in sites.iter().enumerate().take(PAIRS) {
        sets.extend(sites.iter().take(at).map(|other| vec![*other, *one]));
    }
    if sites.len() > 2 {
        sets.push(sites.to_vec());
    }
    sets
}

/// So many resource units the search for one repair may take; the check at work is finished.
fn limit() -> u64 {
    let asked = std::env::var("REPAIR_UNITS").ok();
    asked.and_then(|n| n.parse().ok()).unwrap_or(5_000_000)
}

/// The trials of a file, kernel by kernel: whose barriers stay is not looked at again.
fn trials(row: &Row, settings: &Settings, options: &Options, pool: &SolverPool) -> Vec<Trial> {
    let mut units = 0;
    let mut all = Vec::new();
    let files = inspect::files(std::slice::from_ref(&row.input), settings, Some(pool));
    let opened = files.first();
    let opened = opened.and_then(|run| inspect::open(&row.input, settings, run));
    let Some(opened) = opened else {
        return all;
    };
    for kernel in &opened.kernels {
        let settings = &Settings {
            kernels: vec![kernel.name.clone()],
            ..settings.clone()
        };
        let Some(found) = barriers(&opened, row, options, &kernel.name) else {
            continue;
        };
        if found.sites.is_empty() {
            continue;
        }
        let checked = Instant::now();
        let files = inspect::files(std::slice::from_ref(&row.input), settings, Some(pool));
        let checking = checked.elapsed().as_secs_f64();
        let mut kernels = files.iter().flat_map(|run| &run.kernels);
        if !kernels.any(|kernel| kernel.verdict() == Verdict::Verified) {
            continue;
        }
        let work = Work {
            row,
            settings,
            options,
            run: &files[0],
            found: &found,
            checking,
        };
        for set in sets(&found.sites) {
            if units > 8 * limit() {
                println!("{}: not all trials were made", row.id);
                return all;
            }
            let made = work.trial(&set, pool);
            units += made.as_ref().map_or(0, |(_, units)| *units);
            all.extend(made.map(|(trial, _)| trial));
        }
    }
    all
}

/// A kernel whose barriers are deleted.
struct Work<'a> {
    row: &'a Row,
    settings: &'a Settings,
    options: &'a Options,
    run: &'a FileRun,
    found: &'a Barriers,
    checking: f64,
}

impl Work<'_> {
    /// The repair of the kernel without some barriers, and how many resource units its search took.
    fn trial(&self, set: &[Site], pool: &SolverPool) -> Option<(Trial, u64)> {
        let (row, settings) = (self.row, self.settings);
        let patch = Patch {
            text: &row.input.text,
            language: self.run.language,
            points: &self.found.points,
        };
        let gone = |site: &Site| Changed {
            site: *site,
            change: Change::Remove(Level::Block),
            depth: 0,
            apart: false,
            braces: false,
        };
        let gone: Vec<Changed> = set.iter().map(gone).collect();
        let without = patch
            .edits(&gone)
            .and_then(|edits| edits.apply(&self.run.sources).ok()?.into_iter().next())
            .flatten();
        let Some(without) = without else {
            println!("{}: a barrier cannot be deleted", row.id);
            return None;
        };
        let input = Input {
            text: without.text,
            ..row.input.clone()
        };
        let start = Instant::now();
        let repair = repair::file(&input, settings, self.options, pool)?;
        let seconds = start.elapsed().as_secs_f64();
        let executed = repair.text().map(|text| {
            let runs = execute(text, &repair, (&input, settings), schedules());
            let other = changed(&input.text, text, &repair);
            let said = other.map(|what| what.replace(['\n', '\t'], " "));
            runs.wrong.or(said).unwrap_or_else(|| runs.done.to_string())
        });
        let repaired = |outcome: &Outcome| matches!(outcome, Outcome::Repaired(_) | Outcome::Right);
        let kernels = repair.kernels.iter();
        let kernels = kernels.filter(|one| repaired(&one.outcome));
        let units = repair.kernels.iter().map(|one| one.units).sum();
        let trial = Trial {
            kernel: row.id.clone(),
            deleted: set.len(),
            before: self.found.weight,
            after: kernels.map(|k| k.weights.1).sum(),
            outcome: outcome(&repair),
            executed: executed.unwrap_or_else(|| "-".to_owned()),
            seconds,
            checking: self.checking,
        };
        Some((trial, units))
    }
}
