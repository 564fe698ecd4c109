//! What becomes of a file: an honest answer, or a fault of this program's.

use clang::{Reading, Request};
use inspect::model::FileRun;
use inspect::sizes::Wanted;
use inspect::{Settings, of_reading, published};
use races::Size;
use report::{Document, Format, Schema, Section, Style, render};
use solver::encode::Effort;
use solver::smt::{PoolConfig, SolverPool};
use std::path::PathBuf;
use std::sync::{LazyLock, Mutex};

/// What panics said since it was last asked; a panic that is caught counts as well.
static PANICS: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// Listens for panics from now on.
pub fn listen() {
    std::panic::set_hook(Box::new(|info| {
        let mut all = PANICS.lock().unwrap_or_else(|poison| poison.into_inner());
        all.push(info.to_string());
    }));
}

fn panics() -> Vec<String> {
    std::mem::take(&mut *PANICS.lock().unwrap_or_else(|poison| poison.into_inner()))
}

/// The solver's worker, which the crate `solver` builds beside the tests.
static POOL: LazyLock<SolverPool> = LazyLock::new(|| {
    let mut path = std::env::current_exe().unwrap();
    path.pop();
    path.pop();
    let worker: PathBuf = path.join("solver-worker");
    assert!(worker.exists(), "{} is missing", worker.display());
    SolverPool::new(PoolConfig {
        workers: 1,
        ..PoolConfig::new(worker)
    })
});

/// A thread with as much stack as the program's own have.
static THREAD: LazyLock<rayon::ThreadPool> = LazyLock::new(|| {
    let thread = rayon::ThreadPoolBuilder::new().num_threads(1);
    thread.stack_size(512 << 20).build().unwrap()
});

/// What came of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Answer {
    /// Nothing was read.
    Unread,
    /// There is no kernel.
    NoKernel,
    /// No kernel has a graph.
    Refused,
    /// A kernel has a graph.
    Lowered,
    Verified,
    Wrong,
    Unknown,
}

/// Reads and lowers.
///
/// # Errors
/// What is no honest answer.
pub fn lowered(
    request: &Request,
    read: impl FnOnce(&Request) -> Reading + Send,
) -> Result<Answer, String> {
    let work = std::panic::AssertUnwindSafe(|| {
        let reading = read(request);
        let mut graphs = kernels::lower(&reading.unit);
        kernel_graph::check(&graphs.module).map_err(|fault| format!("malformed: {fault}"))?;
        kernel_graph::promote(&mut graphs.module);
        kernel_graph::check(&graphs.module)
            .map_err(|fault| format!("malformed, promoted: {fault}"))?;
        let mut functions = reading.kernels.iter().filter_map(|kernel| kernel.function);
        Ok(
            match (reading.errors.is_empty(), reading.kernels.is_empty()) {
                _ if functions.any(|f| graphs.functions.contains_key(&f)) => Answer::Lowered,
                (false, true) => Answer::Unread,
                (true, true) => Answer::NoKernel,
                (_, false) => Answer::Refused,
            },
        )
    });
    let outcome = THREAD.install(|| std::panic::catch_unwind(work));
    let panics = panics();
    match outcome {
        _ if !panics.is_empty() => Err(panics.join("; ")),
        Ok(answer) => answer,
        Err(_) => Err("a panic without words".to_owned()),
    }
}

/// Reads, lowers, looks for races under a resource limit, and writes every report.
///
/// # Errors
/// What is no honest answer.
pub fn checked(
    request: &Request,
    read: impl FnOnce(&Request) -> Reading + Send,
) -> Result<Answer, String> {
    let pool: &SolverPool = &POOL;
    let settings = settings();
    let work = std::panic::AssertUnwindSafe(|| {
        let run = of_reading(request, &settings, Some(pool), read);
        reports(&run);
        answer(&run)
    });
    let outcome = THREAD.install(|| std::panic::catch_unwind(work));
    let panics = panics();
    match outcome {
        _ if !panics.is_empty() => Err(panics.join("; ")),
        Ok(answer) => Ok(answer),
        Err(_) => Err("a panic without words".to_owned()),
    }
}

fn settings() -> Settings {
    let sizes = |x| Some(vec![Size::Fixed(x)]);
    let mut settings = Settings {
        sizes: Wanted {
            usual_block: sizes(32),
            usual_grid: sizes(2),
            ..Wanted::default()
        },
        ..Settings::default()
    };
    settings.checks.effort = Some(Effort {
        rlimit: 20_000,
        first_rlimit: 20_000,
        total_rlimit: 40_000,
        last_attempt: 1,
        ..Effort::default()
    });
    settings
}

const PUBLISHED: published::Style = published::Style {
    dimensions: 1,
    within_blocks: false,
    only_divergence: false,
    bounds: true,
};

fn reports(run: &FileRun) {
    let document = Document {
        schema: Schema::Kernels,
        status: run.status(),
        problems: &[],
        main: Section::new("files", [run]),
        beside: Vec::new(),
        measured: None,
        shard: None,
        style: Style::default(),
        closing: String::new(),
        codes: || clang::codes::CODES.to_vec(),
    };
    let formats = Format::ALL.iter();
    let mut all: String = formats.map(|(f, ..)| render(&document, *f)).collect();
    all += &published::verified(run, PUBLISHED);
    for kernel in &run.kernels {
        all += &published::faults(run, kernel, PUBLISHED, 5);
    }
    assert!(!all.is_empty());
}

fn answer(run: &FileRun) -> Answer {
    let decided = |run: &&inspect::model::KernelRun| run.errors.is_empty();
    let mut kernels = run.kernels.iter().filter(decided).peekable();
    if kernels.peek().is_none() {
        return match (run.errors.is_empty(), run.kernels.is_empty()) {
            (true, true) => Answer::NoKernel,
            (false, _) => Answer::Unread,
            _ => Answer::Refused,
        };
    }
    let all: Vec<_> = kernels.collect();
    match all.iter().any(|kernel| !kernel.faults.is_empty()) {
        true => Answer::Wrong,
        false if all.iter().any(|kernel| !kernel.undecided.is_empty()) => Answer::Unknown,
        false => Answer::Verified,
    }
}
