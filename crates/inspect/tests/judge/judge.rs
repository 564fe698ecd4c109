//! What the tests share: what the checker says of a kernel, and what runs show of it.

use crate::subjects::{Size, Subject};
use executor::{Fault, Group, Outcome, Stop};
use kernel_graph::{Callee, FunctionId, Module, StmtKind};
use races::{Lack, NoAnswer, Report};
use solver::smt::{PoolConfig, SolverPool};
use std::collections::BTreeSet;

/// A kernel of a module.
pub type Of<'a> = (&'a Module, FunctionId);

/// The solver's worker, which the crate `solver` builds beside the tests.
pub fn pool() -> Option<SolverPool> {
    let mut path = std::env::current_exe().unwrap();
    path.pop();
    path.pop();
    let named = std::env::var_os("SOLVER_WORKER").map(std::path::PathBuf::from);
    let worker = named.unwrap_or(path.join("solver-worker"));
    if !worker.exists() {
        eprintln!("skipped: {} is missing", worker.display());
        return None;
    }
    let usual = PoolConfig::new(worker);
    let workers = usual.workers.max(2);
    Some(SolverPool::new(PoolConfig { workers, ..usual }))
}

/// What the race checker says of a kernel, with little effort: what takes longer is not decided, and
/// nothing rests on it here. With `until_one` it says no more than whether the kernel is verified.
pub fn report(subject: &Subject, of: Of<'_>, until_one: bool, pool: &SolverPool) -> Report {
    let sizes = |all: [Size; 3]| all.map(|n| n.map_or(races::Size::Any, races::Size::Fixed));
    let mut options = races::Options::new(races::Sizes {
        block: sizes(subject.block),
        grid: sizes(subject.grid),
        dimensions: None,
    });
    options.tolerate_equal_writes = subject.options.tolerate_equal_writes;
    options.between_blocks = subject.options.between_blocks;
    options.overflow = match subject.options.no_signed_overflow {
        true => races::Overflow::Never,
        false => races::Overflow::Wraps,
    };
    options.bounds = subject.bounds;
    options.trust_external = true;
    options.until_one = until_one;
    options.budget = super::setting("KERNEL_BUDGET", 1_000_000);
    options.effort.first_rlimit = 100_000;
    options.effort.rlimit = 200_000;
    options.effort.last_attempt = 2;
    options.candidates.first_rlimit = 40_000;
    options.candidates.rlimit = 40_000;
    options.candidates.last_attempt = 1;
    races::check(of.0, of.1, &options, pool)
}

/// Whether a fault is one that a verdict excludes; `lanes` says that it takes it for granted of no shuffle that
/// those come whom it names.
pub fn counts(fault: &Fault, bounds: bool, lanes: bool) -> bool {
    match fault {
        Fault::Race { .. } | Fault::Null | Fault::ConstantWrite(_) | Fault::Assertion => true,
        Fault::OutOfBounds { declared, .. } => *declared && bounds,
        Fault::Divergence { group, .. } => lanes || *group != Group::Warp(false),
        Fault::Division => false,
    }
}

/// What came of runs.
#[derive(Default)]
pub struct Shown {
    /// How many there were.
    pub runs: u64,
    /// How many came to their end.
    pub done: u64,
    /// The first that shows a fault of a kind that verdicts exclude.
    pub fault: Option<Outcome>,
    /// Why runs had no answer.
    pub no_rule: BTreeSet<String>,
    /// Whether it counts that threads do not come to a shuffle which names them.
    pub lanes: bool,
}

impl Shown {
    /// Executes inputs from one number to another, each under so many schedules, until one shows a fault.
    pub fn look(&mut self, subject: &Subject, of: Of<'_>, inputs: (u64, u64), schedules: u64) {
        for input in inputs.0..inputs.1 {
            subject.execute(of, input, schedules, &mut |_, outcome| {
                self.runs += 1;
                match outcome.stop.as_ref().map(|stop| &stop.why) {
                    None => self.done += 1,
                    Some(Stop::Fault(fault)) if counts(fault, subject.bounds, self.lanes) => {
                        self.fault = Some(outcome);
                        return false;
                    }
                    Some(Stop::Unsupported(why)) => {
                        self.no_rule.insert(why.clone());
                        return false;
                    }
                    Some(_) => {}
                }
                true
            });
            if self.fault.is_some() {
                return;
            }
        }
    }
}

/// A kernel and what it calls.
pub fn reached((module, kernel): Of<'_>) -> Vec<FunctionId> {
    let mut seen = BTreeSet::from([kernel]);
    let mut open = vec![kernel];
    while let Some(id) = open.pop() {
        let function = &module.functions[id.0 as usize];
        for stmt in function.blocks.iter().flat_map(|block| &block.stmts) {
            if let StmtKind::Call {
                callee: Callee::Function(called),
                ..
            } = &stmt.kind
                && seen.insert(*called)
            {
                open.push(*called);
            }
        }
    }
    seen.into_iter().collect()
}

/// The text at which the first finding stands.
pub fn place(report: &Report, text: &str) -> String {
    let place = report.findings.first().map(|finding| finding.place);
    let start = place.map_or(0, |place| place.expansion.start as usize);
    let rest = text.get(start..).unwrap_or_default();
    rest.lines()
        .next()
        .unwrap_or_default()
        .chars()
        .take(40)
        .collect()
}

/// Why a kernel is not verified, in a few words; the first reason.
pub fn why(report: &Report) -> String {
    if let Some(finding) = report.findings.first() {
        let kind = match &finding.fault {
            races::Fault::Race {
                same_block: true, ..
            } => "race in a block".to_owned(),
            races::Fault::Race { .. } => "race between blocks".to_owned(),
            races::Fault::Divergence { .. } => "divergence".to_owned(),
            races::Fault::Broken(reason) => {
                let word = format!("{reason:?}");
                word.split('(').next().unwrap_or("").to_lowercase()
            }
        };
        return match finding.abstractions.is_empty() {
            false => format!("{kind}, with values left open"),
            true => kind,
        };
    }
    match report.undecided.first().map(|one| &one.lack) {
        Some(Lack::Unconfirmed | Lack::Absent) => "not confirmed".to_owned(),
        Some(Lack::Solver(NoAnswer::Limit(why))) => format!("limit: {why}"),
        Some(Lack::External(_)) => "a function without a body".to_owned(),
        Some(lack) => format!("{lack:?}"),
        None => "verified".to_owned(),
    }
}
