//! For which launches a kernel is compared with what it was: those that the user gives, else small ones that satisfy its
//! contract.

use crate::check::Job;
use crate::fuse::Fusing;
use crate::rewriting::Compared;
use contracts::{Axis, Clause, Name, Number, Relation, Size, Value};
use equal::model::{EveryRun, Origin, PairRun, SizeRun, Verdict};
use equal::{Ask, Side, Step, Wanted};
use inspect::model::Passed;
use inspect::{GraphKernel, Graphs, Input};
use num_bigint::BigInt;
use num_traits::ToPrimitive;
use symbolic::Level;

/// Statements that all threads of a launch may execute, as `alpinist equal` has it.
const STEPS: u64 = 50_000_000;

/// Values of integer parameters that are tried, from small ones on.
const VALUES: [i64; 6] = [16, 33, 64, 7, 1, 100];
/// Blocks and grids that are tried.
const SHAPES: [([u32; 3], [u32; 3]); 8] = [
    ([32, 1, 1], [2, 1, 1]),
    ([64, 1, 1], [2, 1, 1]),
    ([128, 1, 1], [2, 1, 1]),
    ([256, 1, 1], [1, 1, 1]),
    ([8, 8, 1], [2, 2, 1]),
    ([16, 16, 1], [1, 1, 1]),
    ([32, 8, 1], [1, 1, 1]),
    ([32, 32, 1], [1, 1, 1]),
];
/// So many launches of one kernel are tried at most.
const MOST: usize = 3;

/// The launches that a user gives.
#[derive(Clone, Debug, Default)]
pub struct Launches {
    /// Threads of a block, before a step and after it.
    pub block: Option<[u32; 3]>,
    /// Blocks of the grid.
    pub grid: Option<[u32; 3]>,
    /// Values of integers; each is a launch.
    pub values: Vec<Vec<(String, i64)>>,
}

/// A file of the two.
type Read<'a> = (&'a Input, &'a Graphs);

/// Compares a kernel with what it was; nothing if one of the texts does not have it.
pub(crate) fn compare(
    job: &Job<'_>,
    (old, new): (Read<'_>, Read<'_>),
    (name, contract): (&str, &[Clause]),
    compared: Compared,
) -> Option<PairRun> {
    let sides = [side(job, old, name)?, side(job, new, name)?];
    let [first, _] = sides;
    let launches = job.launches;
    if launches.block.is_some() {
        // Kernels have parameters of their own; of a file with several, each gets the values of those that it has.
        let values = launches.values.iter().map(|all| of_kernel(first, all));
        let mut values: Vec<Vec<(String, i64)>> = values.collect();
        values.dedup();
        let wanted = Wanted {
            block: [launches.block; 2],
            grid: grids(launches.grid, compared),
            values,
            shared: [None; 2],
        };
        return Some(equal::compare(sides, &ask(wanted), job.pool));
    }
    if let Some(pair) = for_all(sides, job, compared) {
        return Some(pair);
    }
    in_tried(tried(first, launches, contract), |(block, grid, values)| {
        let wanted = Wanted {
            block: [Some(block); 2],
            grid: grids(Some(grid), compared),
            values: vec![values],
            shared: [None; 2],
        };
        equal::compare(sides, &ask(wanted), job.pool)
    })
}

/// Compares in launches that nobody gave, until enough say something.
fn in_tried(launches: Vec<Launch>, with: impl Fn(Launch) -> PairRun) -> Option<PairRun> {
    let mut all: Option<PairRun> = None;
    for launch in launches {
        let mut pair = with(launch);
        pair.origin = Origin::Tried;
        // Where a kernel may not be launched so, or does nothing, nothing is learned.
        let says_nothing = |run: &SizeRun| matches!(run.outcome, equal::model::Outcome::Nothing);
        if pair.wrong || (!pair.runs.is_empty() && pair.runs.iter().all(says_nothing)) {
            continue;
        }
        match &mut all {
            Some(all) => all.runs.extend(pair.runs),
            None => all = Some(pair),
        }
        let count = all.as_ref().map_or(0, |all| all.runs.len());
        let stuck = all.as_ref().is_some_and(|all| all.hindered.is_some());
        if count >= MOST || stuck {
            break;
        }
    }
    all
}

/// Compares two kernels, one launch after the other, with the one that does the work of both.
pub(crate) fn compare_fused(
    job: &Job<'_>,
    (old, new): (Read<'_>, Read<'_>),
    made: &Fusing,
    contract: &[Clause],
) -> Option<PairRun> {
    let [first, second] = &made.kernels;
    let one = Step::of(side(job, old, first)?);
    let other = Step {
        names: made.names.clone(),
        ..Step::of(side(job, old, second)?)
    };
    let fused = side(job, new, &made.fused)?;
    let sequences: [&[Step<'_>]; 2] = [&[one, other], &[Step::of(fused)]];
    let launches = job.launches;
    let with = |(block, grid, values): (_, _, Vec<Vec<(String, i64)>>)| {
        let wanted = Wanted {
            block: [block; 2],
            grid: [grid; 2],
            values,
            shared: [None; 2],
        };
        equal::compare_sequences(sequences, &ask(wanted), job.pool)
    };
    if launches.block.is_some() {
        let values = launches.values.iter().map(|all| of_kernel(fused, all));
        let mut values: Vec<Vec<(String, i64)>> = values.collect();
        values.dedup();
        return Some(with((launches.block, launches.grid, values)));
    }
    in_tried(tried(fused, launches, contract), |(block, grid, values)| {
        with((Some(block), Some(grid), vec![values]))
    })
}

/// The grids before and after a step.
fn grids(grid: Option<[u32; 3]>, compared: Compared) -> [Option<[u32; 3]>; 2] {
    [grid, grid.map(|grid| compared.grid(grid))]
}

/// Compares a kernel with what it was for all sizes, and in the launches of both files; nothing unless one of these is an
/// answer. Who gives values asks about these alone.
fn for_all(sides: [Side<'_>; 2], job: &Job<'_>, compared: Compared) -> Option<PairRun> {
    let given = job.launches;
    if !given.values.is_empty() || given.grid.is_some() {
        return None;
    }
    let wanted = Wanted {
        block: [None; 2],
        grid: [None; 2],
        values: Vec::new(),
        shared: [None; 2],
    };
    let pair = equal::compare(sides, &ask(wanted), job.pool);
    let fits = pair
        .every
        .as_ref()
        .is_none_or(|every| allows(every, compared));
    if !fits {
        return None;
    }
    let answers = match pair.verdict() {
        Verdict::Equal(_) => true,
        // In a launch that nobody meant an element may have no thread.
        Verdict::Different => pair.origin == Origin::Launches,
        Verdict::Unknown | Verdict::Wrong => false,
    };
    answers.then_some(pair)
}

/// Whether launches that are equal for all sizes may be those before and after a step: where the grid becomes another one,
/// nothing may rest on that it is the same.
fn allows(every: &EveryRun, compared: Compared) -> bool {
    match compared {
        Compared::Same => true,
        Compared::Fewer { axis, .. } => every.alike.get(axis) == Some(&false),
    }
}

/// A kernel of a file, as one of the two that are compared.
fn side<'a>(job: &Job<'a>, (input, graphs): Read<'a>, name: &str) -> Option<Side<'a>> {
    let kernel = graphs.kernels.iter().find(|one| one.name == name)?;
    Some(Side {
        input,
        settings: job.settings,
        graphs,
        kernel,
    })
}

/// A grid of no more dimensions than the kernel asks about: in others its threads do the same.
fn asked(kernel: &GraphKernel, mut grid: [u32; 3]) -> [u32; 3] {
    let dimensions = kernel.dimensions.iter().copied().max().unwrap_or(3);
    grid.iter_mut()
        .skip(dimensions)
        .for_each(|extent| *extent = 1);
    grid
}

/// A block with the sizes that the kernel requires, or its contract fixes.
fn fixed(side: Side<'_>, contract: &[Clause], block: [u32; 3]) -> [u32; 3] {
    let function = side.kernel.function;
    let function = function.and_then(|id| side.graphs.module.functions.get(id.0 as usize));
    if let Some(required) = function.and_then(|one| one.required_block) {
        return required;
    }
    let number = |axis: Axis| {
        contract.iter().find_map(|clause| match clause {
            Clause::Compare(
                Number::Value(Value::Size(Size::Block, own)),
                Relation::Equal,
                Number::Literal(number),
            ) if *own == axis => number.to_u32(),
            _ => None,
        })
    };
    let [x, y, z] = block;
    [
        number(Axis::X).unwrap_or(x),
        number(Axis::Y).unwrap_or(y),
        number(Axis::Z).unwrap_or(z),
    ]
}

fn ask(wanted: Wanted) -> Ask {
    Ask {
        demanded: Level::Reordered,
        accept_contract: false,
        wanted,
        steps: STEPS,
        temporary: Vec::new(),
    }
}

/// The values of those names that a kernel has as parameters, or that no kernel of the file has: those are a mistake, which
/// the comparison reports.
fn of_kernel(side: Side<'_>, values: &[(String, i64)]) -> Vec<(String, i64)> {
    let has = |kernel: &GraphKernel, name: &String| {
        let mut own = kernel.parameters.iter();
        own.any(|one| one.name == *name)
    };
    let meant = |name: &String| {
        let mut all = side.graphs.kernels.iter();
        has(side.kernel, name) || !all.any(|kernel| has(kernel, name))
    };
    let all = values.iter().filter(|(name, _)| meant(name));
    all.cloned().collect()
}

/// A launch: block, grid and the values of integers.
type Launch = ([u32; 3], [u32; 3], Vec<(String, i64)>);

/// Small launches that no clause of the contract excludes, of each shape the first few.
fn tried(side: Side<'_>, given: &Launches, contract: &[Clause]) -> Vec<Launch> {
    let kernel = side.kernel;
    let integers: Vec<&str> = kernel
        .parameters
        .iter()
        .filter(|one| matches!(one.passed, Passed::Integer { bits: 32.., .. }))
        .map(|one| one.name.as_str())
        .collect();
    let mut by_shape: Vec<Vec<Launch>> = Vec::new();
    let mut shapes: Vec<([u32; 3], [u32; 3])> = Vec::new();
    for (block, grid) in SHAPES {
        let grid = asked(kernel, grid);
        let shape = (fixed(side, contract, block), given.grid.unwrap_or(grid));
        if !shapes.contains(&shape) {
            shapes.push(shape);
        }
    }
    for (block, grid) in shapes {
        let mut own = Vec::new();
        let mut choices: Vec<Vec<(String, i64)>> = given
            .values
            .iter()
            .map(|all| of_kernel(side, all))
            .collect();
        if choices.is_empty() {
            let ([x, y, _], [columns, rows, _]) = (block, grid);
            // Sizes of the whole launch are what many kernels want.
            let of_launch = [x * columns, y * rows, x * y].map(i64::from);
            choices.extend(of_launch.iter().chain(&VALUES).map(|value| {
                let all = integers.iter();
                all.map(|name| ((*name).to_owned(), *value)).collect()
            }));
        }
        choices.dedup();
        for values in choices {
            let launch = (block, grid, values);
            if !own.contains(&launch) && satisfies(&launch, contract) {
                own.push(launch);
            }
        }
        by_shape.push(own);
    }
    // Of each shape another choice of values first.
    let longest = by_shape.iter().map(Vec::len).max().unwrap_or(0);
    (0..longest)
        .flat_map(|at| {
            let each = by_shape.iter().enumerate();
            each.filter_map(move |(shape, own)| {
                let turn = (at < own.len()).then(|| (at + shape) % own.len())?;
                own.get(turn).cloned()
            })
        })
        .collect()
}

/// Whether no clause is false of a launch.
fn satisfies((block, grid, values): &Launch, contract: &[Clause]) -> bool {
    let at = |all: &[u32; 3], axis: Axis| {
        let [x, y, z] = *all;
        BigInt::from(match axis {
            Axis::X => x,
            Axis::Y => y,
            Axis::Z => z,
        })
    };
    let known = |name: &Name| match name {
        Name::Value(Value::Size(Size::Block, axis)) => Some(at(block, *axis)),
        Name::Value(Value::Size(Size::Grid, axis)) => Some(at(grid, *axis)),
        Name::Value(value) => {
            let text = value.to_string();
            let found = values.iter().find(|(name, _)| *name == text);
            found.map(|(_, value)| BigInt::from(*value))
        }
        Name::Address(_) | Name::Bytes(_) | Name::Contents(_) => None,
    };
    contract
        .iter()
        .all(|clause| clause.eval(&known) != Some(false))
}
