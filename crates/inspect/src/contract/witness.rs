//! Launches in which arithmetic is as the program means it, shown by executions.
//!
//! A kernel that is verified where its arithmetic fits is so of no use if it fits in no launch: so one is asked for in which
//! it does for all threads, and in which some thread comes to what is taken to fit. An execution is one, if it comes to its
//! end without a race and nothing rests on the order in which threads go on, nor on values that nothing decides. All limits
//! are numbers of steps.

use crate::sizes::reached;
use crate::trial::of_launch;
use executor::{Contents, Evaluated, Launch, Options};
use kernel_graph::{
    AtomicOp, Expr, ExprKind, Function, FunctionId, LocalId, Module, Place, StmtKind,
};
use races::Witness;
use std::collections::{BTreeSet, HashSet};
use std::sync::{Arc, Mutex};

/// Statements of one execution.
const STEPS_EACH: u64 = 150_000;

/// Statements of all executions.
const STEPS: u64 = 450_000;

/// So many launches at most, each with both contents, and as many of many threads.
const MOST: usize = 12;

/// Threads of a block, and blocks, of a launch of many threads.
const MANY: (u64, u64) = (32, 2);

/// What memory contains that a launch passes.
const CONTENTS: [Contents; 2] = [Contents::Zero, Contents::Below(3)];

/// Launches, executed as far as somebody has asked.
#[derive(Debug)]
struct Launches {
    module: Arc<Module>,
    kernel: Option<FunctionId>,
    options: Options,
    work: Mutex<Work>,
}

#[derive(Debug)]
struct Work {
    /// Those that were not executed, the next one last.
    launches: Vec<Launch>,
    steps: u64,
    /// What those have evaluated in which all arithmetic is as it is meant, and whether they are of many threads.
    seen: Vec<(Evaluated, bool)>,
}

/// Who knows these launches, of which the first come first; nobody where values may depend on the order of threads.
pub(super) fn witness(
    module: Arc<Module>,
    launches: Vec<Launch>,
    options: Options,
) -> Option<Arc<dyn Witness>> {
    let kernel = launches.first().map(|launch| launch.kernel);
    if kernel.is_none_or(|kernel| is_of_order(&module, kernel)) {
        return None;
    }
    let (some, more) = launches.split_at(launches.len().min(MOST));
    let more = more.iter().filter(|launch| is_of_many(launch)).take(MOST);
    let some: Vec<&Launch> = some.iter().chain(more).collect();
    let filled = CONTENTS.iter().flat_map(|contents| {
        let some = some.iter();
        some.map(|launch| filled(&module, launch, contents))
    });
    let mut launches: Vec<Launch> = filled.collect();
    launches.reverse();
    let work = Mutex::new(Work {
        launches,
        steps: STEPS,
        seen: Vec::new(),
    });
    Some(Arc::new(Launches {
        module,
        kernel,
        options,
        work,
    }))
}

/// Whether a launch is of many threads.
fn is_of_many(launch: &Launch) -> bool {
    let product = |sizes: &[u32; 3]| sizes.iter().map(|n| u64::from(*n)).product::<u64>();
    let (threads, blocks) = MANY;
    product(&launch.block) >= threads && product(&launch.grid) >= blocks
}

/// Whether what a kernel computes may depend on the order in which its threads go on, though it has no race: by atomic
/// operations that give the old value, or leave another one in another order.
fn is_of_order(module: &Module, kernel: FunctionId) -> bool {
    let mut functions = reached(module, kernel).into_iter();
    functions.any(|function| {
        let read = read(function);
        let mut stmts = function.blocks.iter().flat_map(|block| &block.stmts);
        stmts.any(|stmt| tells_order(&stmt.kind, &read))
    }) || !is_of_one_kind(module, kernel)
}

/// Whether all atomic operations of a kernel are the same one, or additions: others do not commute.
fn is_of_one_kind(module: &Module, kernel: FunctionId) -> bool {
    let functions = reached(module, kernel).into_iter();
    let blocks = functions.flat_map(|function| &function.blocks);
    let ops = blocks.flat_map(|block| &block.stmts);
    let ops = ops.filter_map(|stmt| match &stmt.kind {
        StmtKind::Atomic { op, .. } => Some(match op {
            AtomicOp::Sub => AtomicOp::Add,
            op => *op,
        }),
        _ => None,
    });
    ops.collect::<HashSet<AtomicOp>>().len() <= 1
}

/// The locals that a function reads.
fn read(function: &Function) -> BTreeSet<LocalId> {
    let mut found = BTreeSet::new();
    let mut see = |part: &Expr| {
        if let ExprKind::Local(local) = part.kind {
            found.insert(local);
        }
    };
    for block in &function.blocks {
        let exprs = block.stmts.iter().flat_map(|stmt| stmt.kind.exprs());
        exprs
            .chain(block.end.exprs())
            .for_each(|e| e.visit(&mut see));
    }
    found
}

/// Whether a statement is an atomic operation whose old value is used, or that leaves another one in another order.
fn tells_order(kind: &StmtKind, read: &BTreeSet<LocalId>) -> bool {
    match kind {
        StmtKind::Atomic { to: Some(to), .. } if read.contains(to) => true,
        StmtKind::Atomic { op, .. } => match op {
            AtomicOp::Add
            | AtomicOp::Sub
            | AtomicOp::MinSigned
            | AtomicOp::MinUnsigned
            | AtomicOp::MaxSigned
            | AtomicOp::MaxUnsigned
            | AtomicOp::And
            | AtomicOp::Or
            | AtomicOp::Xor => false,
            AtomicOp::Increment
            | AtomicOp::Decrement
            | AtomicOp::Exchange
            | AtomicOp::CompareExchange
            | AtomicOp::Load
            | AtomicOp::Store
            | AtomicOp::FloatAdd
            | AtomicOp::Float => true,
        },
        StmtKind::Havoc(_)
        | StmtKind::Declare(_)
        | StmtKind::Point
        | StmtKind::Assign { .. }
        | StmtKind::Load { .. }
        | StmtKind::Store { .. }
        | StmtKind::Copy { .. }
        | StmtKind::Fill { .. }
        | StmtKind::Barrier(_)
        | StmtKind::Fence(..)
        | StmtKind::Collective { .. }
        | StmtKind::CopyAsync { .. }
        | StmtKind::WaitAsync(_)
        | StmtKind::CopyGroup(_)
        | StmtKind::Call { .. }
        | StmtKind::Annotation(_) => false,
    }
}

/// A launch with these contents of all memory that it passes.
fn filled(module: &Module, launch: &Launch, contents: &Contents) -> Launch {
    let mut launch = launch.clone();
    for array in of_launch(module) {
        launch.contents.insert(array, contents.clone());
    }
    launch
}

impl Witness for Launches {
    fn shows(&self, place: &Place, of_many: bool) -> bool {
        let Ok(mut work) = self.work.lock() else {
            return false;
        };
        let mut looked_at = 0;
        loop {
            let new = work.seen.get(looked_at..).unwrap_or_default();
            let mut new = new.iter().filter(|(_, many)| *many || !of_many);
            if new.any(|(seen, _)| self.is_evaluated(place, seen)) {
                return true;
            }
            looked_at = work.seen.len();
            if work.next(&self.module, &self.options).is_none() {
                return false;
            }
        }
    }
}

impl Launches {
    /// Whether all operations with two operands were evaluated of the kernel's statements at a place, of which there is one.
    fn is_evaluated(&self, place: &Place, seen: &Evaluated) -> bool {
        let kernel = self
            .kernel
            .and_then(|kernel| self.module.functions.get(kernel.0 as usize));
        let (mut some, mut all) = (false, true);
        let mut see = |part: &Expr| {
            if matches!(part.kind, ExprKind::Binary(..)) {
                some = true;
                all &= seen.has(part);
            }
        };
        for block in kernel.into_iter().flat_map(|kernel| &kernel.blocks) {
            let here = block.stmts.iter().filter(|stmt| stmt.place == *place);
            here.flat_map(|stmt| stmt.kind.exprs())
                .for_each(|e| e.visit(&mut see));
            if block.end_place == *place {
                block
                    .end
                    .exprs()
                    .into_iter()
                    .for_each(|e| e.visit(&mut see));
            }
        }
        some && all
    }
}

impl Work {
    /// Executes the next launch; none if there is none, or no step is left.
    fn next(&mut self, module: &Module, options: &Options) -> Option<()> {
        let launch = self.launches.pop()?;
        let steps = self.steps.min(STEPS_EACH);
        if steps == 0 {
            return None;
        }
        let options = Options { steps, ..*options };
        let many = is_of_many(&launch);
        let (outcome, evaluated) = executor::run_evaluating(module, &launch, &options);
        self.steps = self.steps.saturating_sub(outcome.steps);
        let meant = !outcome.undefined.any() && !outcome.undefined.wraps;
        if outcome.stop.is_none() && !outcome.arbitrary && meant {
            self.seen.push((evaluated, many));
        }
        Some(())
    }
}
