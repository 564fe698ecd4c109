//! A pair of kernels: launches, terms, checks.

use crate::beyond::beyond;
use crate::concrete::{self, Executed};
use crate::launches::{self, Wanted, launches};
use crate::matched::Matched;
use crate::messages;
use crate::model::{EveryRun, Origin, Outcome, PairRun, Sample, SizeRun, Sizes};
use crate::work::{Part, Work, names};
use contracts::Clause;
use inspect::model::{FileRun, Passed};
use inspect::{Contracts, GraphKernel, Graphs, Input, Settings};
use races::Size;
use solver::smt::SolverPool;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;
use symbolic::{Arena, Final, Launch, Level, Named};
use text::diagnostics::Diagnostic;
use text::source::SourceFile;

/// What is asked of a pair.
#[derive(Clone, Debug)]
pub struct Ask {
    /// The level that is demanded.
    pub demanded: Level,
    /// Whether a new kernel that needs longer arrays is accepted.
    pub accept_contract: bool,
    /// The launches.
    pub wanted: Wanted,
    /// How many statements the launches of one side may execute.
    pub steps: u64,
    /// Arrays that are no output: what is left in them is not compared, and nothing may rest on what they contain at first.
    pub temporary: Vec<String>,
}

/// One of the two kernels.
#[derive(Clone, Copy)]
pub struct Side<'a> {
    /// The file.
    pub input: &'a Input,
    /// How it is read and checked.
    pub settings: &'a Settings,
    /// What was read.
    pub graphs: &'a Graphs,
    /// The kernel.
    pub kernel: &'a GraphKernel,
}

impl Side<'_> {
    /// Whether it is a plain function, which one thread executes.
    pub fn is_sequential(&self) -> bool {
        self.settings.sequential.is_some()
    }
}

/// A launch of a sequence.
#[derive(Clone)]
pub struct Step<'a> {
    /// The kernel. All of one sequence are of one file.
    pub side: Side<'a>,
    /// What parameters are called in the sequence, where that is not their own name.
    pub names: BTreeMap<String, String>,
    /// Threads of a block, where they are not those of all launches.
    pub block: Option<[u32; 3]>,
    /// Blocks of the grid, in the same way.
    pub grid: Option<[u32; 3]>,
}

impl<'a> Step<'a> {
    /// A launch of a kernel in the sizes of all.
    pub fn of(side: Side<'a>) -> Step<'a> {
        Step {
            side,
            names: BTreeMap::new(),
            block: None,
            grid: None,
        }
    }
}

/// A pair of which nothing is known yet.
fn fresh(sequences: [&[Step<'_>]; 2], ask: &Ask) -> PairRun {
    let file = |steps: &[Step<'_>]| {
        steps
            .first()
            .map_or_else(String::new, |one| one.side.input.name.clone())
    };
    let kernels = |steps: &[Step<'_>]| {
        steps
            .iter()
            .map(|one| one.side.kernel.name.clone())
            .collect()
    };
    // The launches of a sequence are of one file.
    let files = sequences.into_iter().filter_map(|steps| steps.first());
    let files = files.flat_map(|one| &one.side.graphs.files);
    let sources: Vec<SourceFile> = files.map(|file| file.source.clone()).collect();
    PairRun {
        files: sequences.map(file),
        kernels: sequences.map(names),
        launches: sequences.map(kernels),
        sequential: sequences.map(|steps| steps.iter().any(|one| one.side.is_sequential())),
        temporaries: ask.temporary.clone(),
        sources,
        demanded: ask.demanded,
        accept_contract: ask.accept_contract,
        matched: Vec::new(),
        variables: Vec::new(),
        hindered: None,
        wrong: false,
        origin: Origin::Given,
        runs: Vec::new(),
        every: None,
    }
}

/// A pair of which nothing can be compared.
pub fn hindered(sides: [Side<'_>; 2], ask: &Ask, why: Diagnostic, wrong: bool) -> PairRun {
    let [old, new] = sides.map(Step::of);
    PairRun {
        hindered: Some(why),
        wrong,
        ..fresh([&[old], &[new]], ask)
    }
}

/// Compares two kernels.
pub fn compare(sides: [Side<'_>; 2], ask: &Ask, pool: &SolverPool) -> PairRun {
    let [old, new] = sides;
    let matched = Matched::of(old.kernel, new.kernel, &ask.temporary);
    let steps = sides.map(Step::of);
    let [first, second] = &steps;
    let both = [std::slice::from_ref(first), std::slice::from_ref(second)];
    match launches(&ask.wanted, &matched, sides) {
        Some(found) => compared((both, matched), found, ask, pool),
        None => without_sizes(both, ask),
    }
}

/// Compares two sequences of launches, each after the other; neither is empty. What has one name is one array or number in
/// all of them.
pub fn compare_sequences(sequences: [&[Step<'_>]; 2], ask: &Ask, pool: &SolverPool) -> PairRun {
    let matched = Matched::by_name(sequences);
    match launches::of_sequences(&ask.wanted, sequences) {
        Some(launches) => compared((sequences, matched), (Origin::Given, launches), ask, pool),
        None => without_sizes(sequences, ask),
    }
}

/// A pair of whose launches not all sizes are known.
fn without_sizes(sequences: [&[Step<'_>]; 2], ask: &Ask) -> PairRun {
    PairRun {
        hindered: Some(messages::no_sizes(&sequences.map(names))),
        wrong: true,
        ..fresh(sequences, ask)
    }
}

fn compared(
    (sequences, matched): ([&[Step<'_>]; 2], Matched),
    (origin, launches): (Origin, Vec<Sizes>),
    ask: &Ask,
    pool: &SolverPool,
) -> PairRun {
    let fresh = fresh(sequences, ask);
    let Some(work) = Work::new(sequences, matched, ask) else {
        return PairRun {
            hindered: Some(messages::no_graph(sequences)),
            ..fresh
        };
    };
    if let Some((why, wrong)) = work.hindrance(&launches) {
        return PairRun {
            hindered: Some(why),
            wrong,
            ..fresh
        };
    }
    // Who gives sizes asks about these alone.
    let every = (origin != Origin::Given).then(|| work.every(pool));
    let runs = launches
        .into_iter()
        .map(|sizes| work.run(sizes, every.as_ref(), pool))
        .collect();
    PairRun {
        matched: work.matched.by_place.clone(),
        variables: work.compared_variables(),
        origin,
        runs,
        every,
        ..fresh
    }
}

impl<'a> Work<'a> {
    fn run(&self, sizes: Sizes, every: Option<&EveryRun>, pool: &SolverPool) -> SizeRun {
        let start = Instant::now();
        let mut arena = Arena::default();
        let finals = self.finals(&sizes, &mut arena);
        let executed = start.elapsed();
        let mut run = SizeRun {
            outcome: Outcome::Nothing,
            sample: None,
            outside: every.is_some_and(|every| self.is_outside(every, &sizes)),
            laws: Vec::new(),
            elements: 0,
            beyond: Vec::new(),
            non_null: false,
            wide_indices: false,
            checked: Vec::new(),
            time: start.elapsed(),
            sizes,
        };
        let start = Instant::now();
        match finals {
            Ok((old, new)) => self.settle(&mut run, &mut arena, (&old, &new)),
            Err(why) => {
                run.outcome = match concrete::differ(self, &run.sizes, None) {
                    Executed::Differs(difference) => Outcome::Different(difference),
                    Executed::Same | Executed::Unknown => Outcome::Refused(why),
                };
            }
        }
        run.time = executed + start.elapsed();
        // Where both kernels are verified for all sizes, only a difference is a matter of these.
        let [first, second] = &self.names;
        let kernels = [first.as_str(), second.as_str()];
        let demanded = (self.ask.demanded, self.ask.accept_contract);
        let shown = every.is_some_and(|every| every.shows_as(demanded, kernels).is_ok());
        let needed = match &run.outcome {
            Outcome::Refused(_) => false,
            Outcome::Different(_) => true,
            Outcome::Equal(_) | Outcome::Open(..) | Outcome::Unset(..) | Outcome::Nothing => !shown,
        };
        if needed {
            let all = self.all();
            run.checked = all
                .filter_map(|(at, _)| self.checked(at, &run.sizes, pool))
                .collect();
        }
        run
    }

    fn finals(&self, sizes: &Sizes, arena: &mut Arena) -> Result<(Final, Final), Box<Diagnostic>> {
        let mut found = Vec::new();
        for (side, starts) in self.starts.iter().enumerate() {
            let all = (0..starts.len()).map(|step| self.launch((side, step), sizes));
            let Some(all) = all.collect::<Option<Vec<Launch<'_>>>>() else {
                return Err(Box::new(messages::not_launched(&self.names)));
            };
            match symbolic::in_order(&all, arena) {
                Ok(done) => found.push(done),
                Err((step, refused)) => {
                    return Err(Box::new(messages::refused(self, (side, step), &refused)));
                }
            }
        }
        let mut found = found.into_iter();
        match (found.next(), found.next()) {
            (Some(old), Some(new)) => Ok((old, new)),
            _ => Err(Box::new(messages::not_launched(&self.names))),
        }
    }

    /// The race checker's answer for one launch; none if it has no sizes.
    fn checked(&self, at: (usize, usize), sizes: &Sizes, pool: &SolverPool) -> Option<FileRun> {
        let one = self.start(at)?.side;
        let extent = self.extent(at, sizes)?;
        let fixed = |all: [u32; 3]| all.map(Size::Fixed).to_vec();
        let mut settings = one.settings.clone();
        settings.kernels = vec![one.kernel.name.clone()];
        settings.only = Vec::new();
        settings.except = Vec::new();
        settings.sizes.block = Some(fixed(extent.block));
        settings.sizes.grid = Some(fixed(extent.grid));
        settings.checks.contracts = Contracts::Given;
        settings.checks.launches = false;
        // A contract that these sizes contradict would be met by no launch.
        settings.checks.written = false;
        for parameter in &one.kernel.parameters {
            let part = self.matched.part(at, one.kernel, &parameter.name);
            let value = part.and_then(|part| self.value(&part, sizes));
            let wide = matches!(parameter.passed, Passed::Integer { bits: 32.., .. });
            if let Some(value) = value.filter(|_| wide)
                && let Ok(clauses) = Clause::parse(&format!("{} == {value}", parameter.name))
            {
                settings.checks.requires.extend(clauses);
            }
        }
        if let Some(bytes) = extent.shared
            && let Ok(clauses) = Clause::parse(&format!("sharedBytes == {bytes}"))
        {
            settings.checks.requires.extend(clauses);
        }
        let mut runs = inspect::files(std::slice::from_ref(one.input), &settings, Some(pool));
        let mut run = runs.swap_remove(0);
        run.kernels.retain(|kernel| kernel.name == one.kernel.name);
        // One thread races with nobody, nor do launches that follow each other, whatever overlaps; what is left rests on it all the
        // same.
        let apart = inspect::assumed::Assumed::aliasing();
        let arrays = self.all().flat_map(|(_, one)| one.arrays.keys());
        let arrays: BTreeSet<&Part> = arrays.collect();
        let alone = [extent.block, extent.grid] == [[1; 3]; 2];
        if arrays.len() > 1 && (alone || !self.is_pair()) {
            for kernel in &mut run.kernels {
                if kernel
                    .assumptions
                    .iter()
                    .all(|known| known.kind != apart.kind)
                {
                    kernel.assumptions.push(apart.clone());
                }
            }
        }
        Some(run)
    }

    fn settle(&self, run: &mut SizeRun, arena: &mut Arena, (old, new): (&Final, &Final)) {
        run.non_null = old.non_null || new.non_null;
        run.wide_indices = old.wide_indices || new.wide_indices;
        run.beyond = beyond(self, arena, (old, new));
        if let Some((one, other)) = self.same_memory(&run.sizes, (old, new)) {
            run.outcome = Outcome::Refused(Box::new(messages::same_memory(&one, &other)));
            return;
        }
        let outputs = (self.outputs(old), self.outputs(new));
        let compared = symbolic::compare(arena, (&outputs.0, &outputs.1), Level::Real);
        run.elements = compared.pieces;
        run.laws = compared.laws.iter().copied().collect();
        if let Some(level) = compared.level() {
            run.sample = compared.sample.map(|one| self.sample(arena, &one));
            run.outcome = match compared.pieces {
                0 => Outcome::Nothing,
                _ => Outcome::Equal(level),
            };
            return;
        }
        let Some(first) = compared.open.first() else {
            return;
        };
        let Sample {
            element: before,
            old,
            new,
        } = self.sample(arena, first);
        let terms = (old, new);
        run.outcome = match concrete::differ(self, &run.sizes, Some((arena, &compared.open))) {
            Executed::Differs(difference) => Outcome::Different(difference),
            Executed::Same | Executed::Unknown if compared.unset > 0 => {
                Outcome::Unset(compared.unset, before)
            }
            Executed::Same | Executed::Unknown => Outcome::Open(compared.open.len(), before, terms),
        };
    }

    /// An element that both leave, and its terms.
    fn sample(&self, arena: &Arena, pair: &symbolic::Pair) -> Sample {
        let words = |written: bool, id| {
            let shown = symbolic::show(arena, id, 6, &|named| self.named(named));
            match written {
                true => shown,
                false => format!("{shown} (not written)"),
            }
        };
        let [by_old, by_new] = pair.written;
        Sample {
            element: self.named(Named::Input(
                pair.key,
                pair.piece.0.saturating_mul(i64::from(pair.piece.1)),
                8 * pair.piece.1,
            )),
            old: words(by_old, pair.old),
            new: words(by_new, pair.new),
        }
    }

    /// What launches leave in arrays that are outputs.
    fn outputs(&self, all: &Final) -> Final {
        let temporaries = self.temporaries();
        let mut outputs = all.clone();
        outputs.arrays.retain(|key, _| !temporaries.contains(key));
        outputs
    }

    /// Two parameters for which the launches may pass the same memory, where one of the kernels writes it.
    fn same_memory(&self, sizes: &Sizes, (old, new): (&Final, &Final)) -> Option<(String, String)> {
        let written = |part: &Part| {
            let keys = self
                .keys
                .iter()
                .filter(|((number, _), _)| *number == part.0);
            keys.into_iter().any(|(_, key)| {
                let of = |all: &Final| all.arrays.get(key).is_some_and(|a| !a.written.is_empty());
                of(old) || of(new)
            })
        };
        let mut all = sizes.together.iter();
        let (one, other) = all.find(|(one, other)| written(one) || written(other))?;
        Some((self.name(one), self.name(other)))
    }
}
