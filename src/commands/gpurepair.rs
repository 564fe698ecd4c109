//! `alpinist gpurepair`: GPURepair's command line, messages and exit codes.

use crate::cli::kernels::GpurepairArgs;
use crate::commands::gpuverify::args::Wanted;
use crate::commands::gpuverify::{self, Asked};
use crate::output::{self, Failure};
use crate::run::files::{Replacement, can_write};
use crate::run::settings::Settings;
use crate::run::{self, Closed, Run};
use ::repair::model::{Change, Changed, FileRepair, Hopeless, KernelRepair, Options, Outcome};
use ::repair::{Level, file};
use inspect::model::{Fault, FileRun, Verdict, What};
use races::Finding;
use report::difference::unified;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// Its exit codes, beside those of GPUVerify.
mod exit {
    pub const SUCCESS: u8 = 0;
    pub const COMMAND_LINE: u8 = 1;
    /// An invariant or a contract.
    pub const NOT_ALL_VERIFIED: u8 = 6;
    pub const ASSERTION: u8 = 201;
    pub const REPAIR: u8 = 202;
    pub const NONBARRIER: u8 = 203;
    pub const SUMMARY: u8 = 204;
}

const HELP: &str = "\
usage: alpinist gpurepair [options] <kernel>

GPURepair's options, messages and exit codes. The patched text goes beside
the kernel, as KERNEL.fixed.EXTENSION, and a line for each change into KERNEL.summary.

options:
  --disable-inspect        barriers of the program stay
  --disable-grid           no barriers of the whole grid
  --loop-depth-weight=N    cost factor of a barrier for each enclosing loop (10)
  --grid-barrier-weight=N  cost factor of a grid barrier (12)
  --mhs, --maxsat, --sat, --incremental, --classic, --version-1.0, --use-axioms,
  --detailed-logging, --log-clauses
                           accepted; the search is exact in any case

exit status: 0 repaired, or nothing to repair; 1 command line, 2 clang, 4 not translatable,
5 not to be checked, 6 an invariant or a contract may not hold, 13 unknown (alpinist's own),
201 an assertion may not hold, 202 no barriers help, 203 a divergence that no barrier has part
in, 204 the summary cannot be written

GPUVerify's options say how the kernel is read and checked:

";

/// Options that change how GPURepair searches, not what it finds.
const IDLE: &[&str] = &[
    "--mhs",
    "--maxsat",
    "--sat",
    "--incremental",
    "--classic",
    "--version-1.0",
    "--use-axioms",
    "--detailed-logging",
    "--log-clauses",
];

/// Repairs a kernel as GPURepair would; the patched text goes beside it.
///
/// # Errors
/// If the solver is not to be had, or a file cannot be written.
pub fn run(args: &GpurepairArgs) -> Result<Closed, Failure> {
    run::with_status(Settings::own(), |run| repaired(args, run).map(Some))
}

fn repaired(args: &GpurepairArgs, run: &mut Run) -> Result<u8, Failure> {
    let (options, rest) = match own(&args.args) {
        Ok(read) => read,
        Err(message) => {
            output::say(&format!(
                "GPURepair: COMMAND_LINE_ERROR error ({}): {message}\n",
                exit::COMMAND_LINE
            ));
            return Ok(exit::COMMAND_LINE);
        }
    };
    if rest.iter().any(|arg| arg == "--help" || arg == "-h") {
        output::print(HELP)?;
        output::print(&gpuverify::args::options())?;
        return Ok(exit::SUCCESS);
    }
    let asked = match gpuverify::asked(&rest)? {
        Asked::Done(status) => return Ok(status),
        Asked::File(asked) => asked,
    };
    let workers = run.workers()?;
    let repair = file(&asked.input, &asked.settings, &options, &workers.pool);
    workers.confirm()?;
    drop(workers);
    let Some(repair) = repair else {
        return Ok(gpuverify::unknown("nothing was read"));
    };
    if let Some(status) = gpuverify::not_read(&repair.before, &asked.wanted) {
        return Ok(status);
    }
    answer(&repair, &asked.wanted, &asked.input.text, run)
}

/// GPURepair's own options, and the other arguments.
fn own(args: &[OsString]) -> Result<(Options, Vec<OsString>), String> {
    let mut options = Options {
        remove: true,
        redundant: false,
        ..Options::default()
    };
    let mut rest = Vec::new();
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        let text = arg.to_string_lossy();
        let (name, value) = match text.split_once('=') {
            Some((name, value)) => (name.to_owned(), Some(value.to_owned())),
            None => (text.into_owned(), None),
        };
        let mut number = || -> Result<u64, String> {
            let next = || args.next().map(|word| word.to_string_lossy().into_owned());
            let word = value.clone().or_else(next).unwrap_or_default();
            word.parse::<u32>()
                .map(u64::from)
                .map_err(|_| format!("argument {name}: invalid int value: '{word}'"))
        };
        match name.as_str() {
            "--disable-inspect" => options.remove = false,
            "--disable-grid" => options.grid = false,
            "--loop-depth-weight" => options.loop_weight = number()?,
            "--grid-barrier-weight" => options.grid_weight = number()?,
            idle if IDLE.contains(&idle) => {}
            _ => rest.push(arg.clone()),
        }
    }
    Ok((options, rest))
}

fn answer(repair: &FileRepair, wanted: &Wanted, old: &str, run: &mut Run) -> Result<u8, Failure> {
    let before = &repair.before;
    let (contracts, other) = beside_barriers(before);
    if !other.is_empty() {
        return Ok(not_mended(&other, wanted, exit::ASSERTION));
    }
    for one in &repair.kernels {
        let Outcome::Hopeless(why) = &one.outcome else {
            continue;
        };
        output::say(&::repair::words::kernel(repair, one));
        return Ok(match **why {
            Hopeless::Fixed(ref finding) if is_copy(before, finding) => exit::NOT_ALL_VERIFIED,
            Hopeless::Fixed(_) => exit::NONBARRIER,
            Hopeless::Undecided | Hopeless::Limit(_) | Hopeless::NoGraph => {
                gpuverify::unknown("the repair is unknown")
            }
            Hopeless::NoPoint { .. }
            | Hopeless::Divergent(_)
            | Hopeless::Unordered(_)
            | Hopeless::OtherKernel(_)
            | Hopeless::Blocks(_)
            | Hopeless::Contradiction => exit::REPAIR,
        });
    }
    if let Some(why) = &repair.rejected {
        output::say(&format!("GPURepair: the repair is not proved: {why}\n"));
        return Ok(exit::REPAIR);
    }
    if !contracts.is_empty() {
        return Ok(not_mended(&contracts, wanted, exit::NOT_ALL_VERIFIED));
    }
    let open = before.kernels.iter().any(|kernel| {
        let found = repair.kernels.iter().find(|one| one.name == kernel.name);
        !found.is_some_and(KernelRepair::mends) && kernel.verdict() != Verdict::Verified
    });
    if open || before.kernels.is_empty() {
        return Ok(gpuverify::unknown("a kernel is unknown"));
    }
    let changes = changes(repair);
    let mut lines: Vec<String> = Vec::new();
    for line in changes.iter().map(|one| summary(before, one)) {
        if !lines.contains(&line) {
            lines.push(line);
        }
    }
    output::print(&format!("Number of changes required: {}.\n", changes.len()))?;
    if let Some(new) = repair.text() {
        output::print(&(lines.join("\n") + "\n"))?;
        output::print(&unified(&before.name, old, new))?;
        run.replace(Replacement::new(beside(&wanted.file, true), new));
    }
    let place = beside(&wanted.file, false);
    let mut known = std::fs::read_to_string(&place).unwrap_or_default();
    for line in lines {
        if !known.lines().any(|old| old == line) {
            known.push_str(&line);
            known.push('\n');
        }
    }
    match can_write(&place) {
        Ok(()) => {
            run.replace(Replacement::new(place, known));
            Ok(exit::SUCCESS)
        }
        Err(failure) => {
            output::tell(&failure.0);
            Ok(exit::SUMMARY)
        }
    }
}

/// What is wrong with a file's kernels that barriers have no part in: invariants and contracts, for which
/// GPURepair ends as GPUVerify does; and the rest, of which it makes assertions.
fn beside_barriers(run: &FileRun) -> (Vec<Fault>, Vec<Fault>) {
    let all = run.kernels.iter().flat_map(|kernel| &kernel.faults);
    let other = all.filter(|fault| !::repair::is_about_barriers(fault));
    other.cloned().partition(is_contract)
}

/// Says what may not hold; the exit status.
fn not_mended(faults: &[Fault], wanted: &Wanted, status: u8) -> u8 {
    let weaker = gpuverify::weaker(faults, wanted);
    if !weaker.is_empty() {
        let options = weaker.join(", ");
        return gpuverify::unknown(&format!("what is found may be excluded by {options}"));
    }
    for fault in faults {
        let (place, line) = (fault.spot.short(), fault.spot.line.trim());
        output::say(&format!(
            "GPURepair: {place}: error: this may not hold, and barriers do not remove it: {line}\n"
        ));
    }
    status
}

/// Annotations of contracts.
const CONTRACTS: [&str; 4] = [
    "__requires",
    "__global_requires",
    "__ensures",
    "__global_ensures",
];

/// OpenCL's copies beside the threads, all of whose threads must come with the same arguments.
const COPY: &str = "async_work_group";

/// Whether a fault is one of a loop's invariant or a contract. What a copy demands of its threads is one.
fn is_contract(fault: &Fault) -> bool {
    let says = |word: &str| fault.spot.line.contains(word);
    match fault.what {
        What::Invariant { .. } => true,
        What::Assertion(_) => CONTRACTS.iter().any(|word| says(word)),
        What::Divergence { .. } => says(COPY),
        What::Race(_)
        | What::Bounds(_)
        | What::ConstantWrite(_)
        | What::NullAccess
        | What::BarrierInvariant
        | What::Covered { .. }
        | What::Permission => false,
    }
}

/// Whether a finding is at a copy beside the threads.
fn is_copy(run: &FileRun, finding: &Finding) -> bool {
    let span = finding.place.expansion;
    let source = run.sources.get(span.file as usize);
    let text = source.and_then(|source| source.text.get(span.range()));
    text.is_some_and(|text| text.contains(COPY))
}

/// The changes of all kernels, each once.
fn changes(repair: &FileRepair) -> Vec<Changed> {
    let mut all: Vec<Changed> = Vec::new();
    for one in &repair.kernels {
        if let Outcome::Repaired(changes) = &one.outcome {
            let new = changes.iter().filter(|one| !all.contains(one)).cloned();
            let new: Vec<Changed> = new.collect();
            all.extend(new);
        }
    }
    all
}

/// A line of the summary.
fn summary(run: &FileRun, changed: &Changed) -> String {
    let (what, level) = match changed.change {
        Change::Add(level, _) => ("Add a", level),
        Change::Remove(level) => ("Remove the", level),
        Change::Widen(_) => ("Change the flags of the", Level::Block),
    };
    let level = match level {
        Level::Warp => "warp-level ",
        Level::Block => "",
        Level::Grid => "grid-level ",
    };
    let source = run.sources.get(changed.site.file() as usize);
    let (name, line) = source.map_or((run.name.clone(), 0), |source| {
        let place = source.line_column(changed.site.offset() as usize);
        (source.name.clone(), place.line)
    });
    let name = std::path::absolute(&name).map_or(name, |path| path.display().to_string());
    let inside = match changed.depth {
        0 => "",
        _ => " inside the loop",
    };
    format!("{what} {level}barrier at location {name} {line}{inside}.")
}

/// The summary beside a kernel, or its patched text.
fn beside(path: &Path, text: bool) -> PathBuf {
    let extension = path.extension().map(|e| e.to_string_lossy().into_owned());
    match text {
        true => path.with_extension(format!("fixed.{}", extension.unwrap_or_default())),
        false => path.with_extension("summary"),
    }
}
