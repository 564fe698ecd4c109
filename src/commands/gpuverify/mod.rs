//! `alpinist gpuverify`: GPUVerify's command line, messages and exit codes.

pub mod args;

use crate::cli::kernels::GpuverifyArgs;
use crate::files::{self, Place};
use crate::output::{self, Failure};
use crate::run::settings::Settings;
use crate::run::{self, Closed, Run};
use crate::version;
use ::races::{Contents, Kind};
use ::text::code::Code;
use ::text::diagnostics::Diagnostic;
use args::Refused;
pub use args::Wanted;
use clang::tree::Language;
use clang::types::Target;
use inspect::model::{Fault, FileRun, KernelRun, What};
use inspect::published::{self, Style};
use inspect::sizes;
use inspect::{Checks, Form, Input};
use std::time::Instant;

/// Its exit codes; those that another version of it gives and we do not are left out.
mod exit {
    pub const SUCCESS: u8 = 0;
    pub const COMMAND_LINE: u8 = 1;
    pub const CLANG: u8 = 2;
    pub const BUGLE: u8 = 4;
    pub const VCGEN: u8 = 5;
    pub const NOT_ALL_VERIFIED: u8 = 6;
    pub const CONFIGURATION: u8 = 9;
    /// Ours: not decided.
    pub const UNKNOWN: u8 = 13;
}

/// How many errors of a kernel are shown if nobody says.
const ERRORS: usize = 20;

/// Checks a kernel as GPUVerify would.
///
/// # Errors
/// If the solver is not to be had, or standard output cannot be written.
pub fn run(args: &GpuverifyArgs) -> Result<Closed, Failure> {
    run::with_status(Settings::own(), |run| checked(args, run).map(Some))
}

fn checked(args: &GpuverifyArgs, run: &Run) -> Result<u8, Failure> {
    let start = Instant::now();
    let Asking {
        input,
        settings,
        wanted,
        ..
    } = match asked(&args.args)? {
        Asked::Done(status) => return Ok(status),
        Asked::File(asking) => *asking,
    };
    let workers = run.workers()?;
    let settings = inspect::Settings {
        keep: Some(workers.keep()),
        ..settings
    };
    let mut runs = inspect::files(&[input], &settings, Some(&workers.pool));
    workers.confirm()?;
    drop((settings, workers));
    let Some(mut run) = runs.pop() else {
        return Ok(unknown("nothing was read"));
    };
    let status = answer(&mut run, &wanted)?;
    let time = start.elapsed().as_secs_f64();
    if let Some(label) = &wanted.csv {
        output::print(&format!("{label}, {time:.3}\n"))?;
    } else if wanted.time && !wanted.silent {
        output::print(&format!(
            "Timing information (seconds):\n- total: {time:.3}\n"
        ))?;
    }
    Ok(status)
}

/// What a command line asks for.
pub enum Asked {
    /// Nothing more; the exit status.
    Done(u8),
    /// A file to be read.
    File(Box<Asking>),
}

/// A file to be read, and how.
pub struct Asking {
    /// The file.
    pub input: Input,
    /// How it is read and checked.
    pub settings: inspect::Settings,
    /// The command line.
    pub wanted: Wanted,
}

/// Reads a command line, and the file that it names.
///
/// # Errors
/// If standard output cannot be written.
pub fn asked(words: &[std::ffi::OsString]) -> Result<Asked, Failure> {
    let wanted = match args::read(words) {
        Ok(wanted) => wanted,
        Err(Refused::Wrong(message)) => return Ok(Asked::Done(command_line(&message))),
        Err(Refused::NotSupported(option)) => {
            let message = format!("{option} is not supported");
            return Ok(Asked::Done(unknown(&message)));
        }
    };
    match wanted.only_say {
        Some("help") => {
            output::print(&args::help())?;
            return Ok(Asked::Done(exit::SUCCESS));
        }
        Some(_) => {
            output::print(&format!("alpinist {}\n", version::long()))?;
            return Ok(Asked::Done(exit::SUCCESS));
        }
        None => {}
    }
    let language = match wanted.cuda {
        Some(true) => Some(Language::Cuda),
        Some(false) => Some(Language::OpenCl),
        None => match inspect::form_of(&wanted.file) {
            Some(Form::Source(language)) => Some(language),
            Some(Form::Python) | None => None,
        },
    };
    let Some(language) = language else {
        let name = wanted.file.display();
        return Ok(Asked::Done(command_line(&format!(
            "'{name}' has an unknown extension; .cl and .cu are known, or --opencl, --cuda"
        ))));
    };
    let (mut files, problems) = files::read_kernels(&[Place::Path(wanted.file.clone())]);
    let (Some(file), true) = (files.pop(), problems.is_empty()) else {
        let why = problems.first().map(|(one, _)| one.message.clone());
        return Ok(Asked::Done(command_line(&why.unwrap_or_default())));
    };
    let input = Input {
        name: file.source.name,
        text: file.source.text,
        folder: None,
        form: Form::Source(language),
    };
    Ok(Asked::File(Box::new(Asking {
        input,
        settings: settings(&wanted),
        wanted,
    })))
}

fn command_line(message: &str) -> u8 {
    output::say(&format!(
        "GPUVerify: COMMAND_LINE_ERROR error ({}): {message}\n",
        exit::COMMAND_LINE
    ));
    exit::COMMAND_LINE
}

/// Says that something is not decided; the exit status.
pub fn unknown(message: &str) -> u8 {
    output::say(&format!("alpinist: unknown: {message}\n"));
    exit::UNKNOWN
}

fn settings(wanted: &Wanted) -> inspect::Settings {
    let effort = wanted.timeout.map(|seconds| {
        let mut effort = inspect::usual_effort();
        effort.timeout_ms = Some(seconds.saturating_mul(1000));
        effort
    });
    inspect::Settings {
        target: match wanted.wide {
            true => Target::Bits64,
            false => Target::Bits32,
        },
        include: wanted.include.clone(),
        define: wanted.define.clone(),
        vector_operators: true,
        sizes: sizes::Wanted {
            block: Some(wanted.block.clone()),
            grid: Some(wanted.grid.clone()),
            ..sizes::Wanted::default()
        },
        checks: Checks {
            races: !wanted.no_races,
            between_blocks: !wanted.within_blocks,
            tolerate_equal_writes: !wanted.strict,
            bounds: wanted.bounds,
            fits: false,
            trust_external: true,
            lock_step: wanted.warp,
            overflow: ::races::Overflow::Wraps,
            axioms: wanted.axioms.clone(),
            arguments: wanted.arguments.clone(),
            try_invariants: wanted.try_invariants,
            wait_completes: false,
            guesses: false,
            omitted: wanted.omitted.clone(),
            infers: !wanted.no_inference,
            contents: wanted.contents,
            annotations: wanted.annotations,
            offset: wanted.offset,
            counts_intervals: wanted.debug,
            modular: wanted.no_inline,
            unknown_is_null: true,
            iterations: wanted.iterations,
            requires: Vec::new(),
            covers: Vec::new(),
            written: false,
            contracts: inspect::Contracts::Given,
            launches: false,
            explain: false,
            execute: false,
            effort,
        },
        ..inspect::Settings::default()
    }
}

/// Says why a file cannot be checked, if so; the exit status.
pub fn not_read(run: &FileRun, wanted: &Wanted) -> Option<u8> {
    if let Some(missing) = run.errors.iter().find(|error| error.code == Code::K001) {
        let help = missing.help.clone().unwrap_or_default();
        output::say(&format!(
            "GPUVerify: CONFIGURATION_ERROR error ({}): {}; {help}\n",
            exit::CONFIGURATION,
            missing.message
        ));
        return Some(exit::CONFIGURATION);
    }
    let kernels = run.kernels.iter().flat_map(|kernel| &kernel.errors);
    let all = run.errors.iter().filter(|error| error.code == Code::K002);
    let wrong: Vec<&Diagnostic> = all.chain(kernels).collect();
    if !wrong.is_empty() {
        output::say(&published::clang(run, &wrong));
        return Some(exit::CLANG);
    }
    refused(run, wanted)
}

/// Says what came of it.
fn answer(run: &mut FileRun, wanted: &Wanted) -> Result<u8, Failure> {
    if let Some(status) = not_read(run, wanted) {
        return Ok(status);
    }
    if let Some(names) = &wanted.arrays {
        restrict(&mut run.kernels, names);
    }
    if wanted.no_atomics {
        without_atomics(&mut run.kernels);
    }
    if wanted.infer_info && !wanted.silent {
        // No candidate of an invariant about two threads is needed; those about one are told below it.
        output::print("Houdini assignment axiom: true\n")?;
        output::print(&published::inferred(run))?;
    }
    if wanted.debug {
        for kernel in &run.kernels {
            output::print(&format!(
                "Found {} barrier interval(s)\n",
                kernel.intervals.max(1)
            ))?;
        }
    }
    let style = Style {
        dimensions: wanted.block.len().max(wanted.grid.len()),
        within_blocks: wanted.within_blocks,
        only_divergence: wanted.no_races,
        bounds: wanted.bounds,
    };
    if wanted.iterations.is_some() {
        // It is said that nothing is proved.
        for kernel in &mut run.kernels {
            kernel.undecided.retain(|one| one.code != Code::K412);
        }
    }
    let mut status = exit::SUCCESS;
    for kernel in &run.kernels {
        let limit = wanted.errors.unwrap_or(ERRORS);
        if !kernel.faults.is_empty() {
            let weaker = weaker(&kernel.faults, wanted);
            match weaker.as_slice() {
                [] => status = exit::NOT_ALL_VERIFIED,
                options => {
                    let options = options.join(", ");
                    let message = format!("what is found may be excluded by {options}");
                    status = status.max(unknown(&message));
                }
            }
            output::say(&published::faults(run, kernel, style, limit));
        }
    }
    let undecided: Vec<&Diagnostic> = run
        .errors
        .iter()
        .chain(run.kernels.iter().flat_map(|kernel| &kernel.undecided))
        .collect();
    for one in &undecided {
        let place = published::place(run, one).map_or_else(String::new, |(place, _)| place + ": ");
        let said = unknown(&format!("{place}{}: {}", one.code, one.message));
        if status == exit::SUCCESS {
            status = said;
        }
    }
    if status == exit::SUCCESS && run.kernels.is_empty() {
        status = unknown("there is no kernel, so nothing was shown");
    }
    let unchecked = run.kernels.iter().any(|kernel| kernel.sizes.is_none());
    if status == exit::SUCCESS && unchecked {
        status = unknown("a kernel was not checked");
    }
    if status == exit::NOT_ALL_VERIFIED {
        output::say(&published::total(run, wanted.errors.unwrap_or(ERRORS)));
    }
    if status == exit::SUCCESS && !wanted.silent {
        output::print(&match wanted.iterations {
            Some(_) => published::no_defects(run),
            None => published::verified(run, style),
        })?;
    }
    Ok(status)
}

/// The options by which GPUVerify may find less than these faults, and that are not had here.
pub fn weaker(faults: &[Fault], wanted: &Wanted) -> Vec<String> {
    // What barrier invariants read matters for these alone.
    let about_barriers =
        |fault: &Fault| matches!(fault.what, What::BarrierInvariant | What::Permission);
    let about_barriers = faults.iter().all(about_barriers);
    let weaker = wanted.weaker.iter();
    weaker
        .filter(|name| about_barriers || *name != args::NO_ACCESS_CHECKS)
        .cloned()
        .collect()
}

/// What GPUVerify refuses in its own words.
fn refused(run: &FileRun, wanted: &Wanted) -> Option<u8> {
    if wanted.contents == Contents::Followed && run.kernels.iter().any(|kernel| kernel.atomics) {
        output::say("GPUVerify: error: --equality-abstraction cannot be used with atomics.\n");
        return Some(exit::VCGEN);
    }
    for name in wanted.arrays.iter().flatten() {
        if !run
            .kernels
            .iter()
            .any(|kernel| kernel.arrays.contains(name))
        {
            output::say(&format!(
                "GPUVerify: error: Array name '{name}' specified for restricted checking is not \
                 found\n"
            ));
            return Some(exit::VCGEN);
        }
    }
    let misplaced = run.kernels.iter().flat_map(|kernel| &kernel.misplaced);
    if let Some(spot) = misplaced.into_iter().next() {
        output::say(&format!(
            "{}: user-specified invariant does not appear at loop head\n",
            spot.short()
        ));
        return Some(exit::VCGEN);
    }
    let early = run.kernels.iter().flat_map(|kernel| &kernel.early);
    if let Some(spot) = early.into_iter().next() {
        output::say(&format!(
            "{}: error: function-wide annotation does not appear at the end of the function\n",
            spot.short()
        ));
        return Some(exit::BUGLE);
    }
    let undecided = run.kernels.iter().flat_map(|kernel| &kernel.undecided);
    for one in run.errors.iter().chain(undecided) {
        if one.code == Code::K208 {
            let place = published::place(run, one).map_or_else(String::new, |(place, _)| place);
            let message = "Type of __return_val function does not match return type";
            output::say(&format!("{place}: error: {message}\n"));
            return Some(exit::BUGLE);
        }
        // GPUVerify's translator knows no recursion, its generator no loops with several entries.
        let refused = match one.code {
            Code::K404 => Some((exit::BUGLE, "Recursion is not supported")),
            Code::K405 => Some((exit::VCGEN, "Irreducible control flow is not supported")),
            _ => None,
        };
        if let Some((status, message)) = refused {
            let place = published::place(run, one).map_or_else(String::new, |(place, _)| place);
            output::say(&format!("{place}: error: {message}\n"));
            return Some(status);
        }
        if matches!(one.code, Code::K207 | Code::K402) {
            let place = published::place(run, one).map_or_else(String::new, |(place, _)| place);
            output::say(&format!("{place}: error: Unsupported function pointer\n"));
            return Some(exit::BUGLE);
        }
    }
    None
}

/// Leaves out races on other arrays than those named.
fn restrict(kernels: &mut [KernelRun], names: &[String]) {
    for kernel in kernels {
        kernel.faults.retain(|fault| match &fault.what {
            What::Race(race) => names.contains(&race.array),
            _ => true,
        });
    }
}

/// Leaves out races with atomic operations.
fn without_atomics(kernels: &mut [KernelRun]) {
    let is_atomic = |kind: Kind| matches!(kind, Kind::Atomic(_));
    for kernel in kernels {
        kernel.faults.retain(|fault| match &fault.what {
            What::Race(race) => !is_atomic(race.first.kind) && !is_atomic(race.second.kind),
            _ => true,
        });
    }
}
