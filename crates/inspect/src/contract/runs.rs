//! Executions of a kernel in small launches that satisfy a contract: what fails in one refutes the contract before any
//! solver is asked, and what is done in one shows that a contract leaves it to do. All limits are numbers of steps.

mod samples;

use super::lanes::WARP;
use super::meaning::{About, Contract, Proposed, value};
use super::renamed::renamed;
use super::rows::Rows;
use super::witness::witness;
use crate::run::Checked;
use crate::sample::Sample;
use crate::sizes::Chosen;
use crate::written::usable;
use contracts::{Clause, Kind, Number, Value};
use executor::{
    Clash, Deed, Fault, Group, Launch, Noted, Options, Racing, Schedule, Sought, Stop, ThreadName,
};
use kernel_graph::{ArrayId, FunctionId, Module, Place, Space};
use num_bigint::BigInt;
use num_traits::ToPrimitive;
use races::{Size, Witness};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Statements of one execution.
const STEPS_EACH: u64 = 600_000;

/// Statements of all executions that look for one failure.
const STEPS: u64 = 1_200_000;

/// Statements of all executions that show how long arrays have to be.
const STEPS_OF_NEEDS: u64 = 1_000_000;

/// In so many launches it is seen at most.
const MOST_NEEDS: usize = 60;

/// The same in a look that costs little.
const FEW_STEPS: u64 = 250_000;

/// To make so many locals of a thread takes about as long as a statement.
const LOCALS: u64 = 8;

/// Threads of one execution.
const MOST_THREADS: u32 = 2048;

/// The same where few numbers are passed.
const MOST_FEW: u64 = 16_384;

/// Blocks for kernels that ask about one, two and three dimensions: the first show what a few threads show, the last are
/// for contracts that leave more room.
const BLOCKS: [&[[u32; 3]]; 3] = [
    &[[6, 1, 1], [34, 1, 1], [256, 1, 1]],
    &[[3, 2, 1], [17, 5, 1], [32, 8, 1], [8, 16, 1]],
    &[[2, 3, 2], [5, 4, 3], [8, 4, 4]],
];

/// Further ones, where a block is to have as many threads in one dimension as in another.
const SQUARES: [[u32; 3]; 2] = [[4, 4, 1], [16, 16, 1]];

/// What is passed for integers where it is seen how long arrays have to be, and how often.
const DENSE: [u32; 10] = [1, 2, 3, 5, 8, 16, 17, 32, 40, 64];
const MORE_INDEPENDENT: u64 = 60;

/// Grids in which it is seen how long arrays have to be.
const GRIDS: [[u32; 3]; 3] = [[1, 1, 1], [2, 2, 2], [3, 1, 2]];

/// What is passed for integers.
const NUMBERS: [u32; 10] = [1, 2, 3, 4, 5, 7, 16, 33, 64, 100];

/// In so many launches the numbers of parameters are independent of each other; in those before they are all the same.
const INDEPENDENT: u64 = 24;

/// What all parameters have in the first launches.
const SAME: [u32; 4] = [2, 7, 64, 2048];

/// What all parameters have where it is to be seen whether an array is long enough.
const ENOUGH: [u32; 3] = [2048, 64, 1];

/// How long arrays have to be in a launch.
pub(super) struct Need {
    sample: Sample,
    /// Of each array that is accessed so many bytes.
    pub bytes: BTreeMap<ArrayId, u64>,
}

impl Need {
    /// The value of a number in the launch.
    pub(super) fn value(&self, number: &Number) -> Option<BigInt> {
        number.eval(&|name| value(name, &|of| self.sample.value(of)))
    }
}

/// Two threads that something goes wrong with, by the statements that they come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Meeting {
    /// The statement of each: the same one where one statement is enough.
    pub places: [Place; 2],
    /// Whether threads of one block are enough for it.
    pub same_block: bool,
}

impl Meeting {
    /// Two threads of a block that come to one place.
    pub(super) fn at(place: Place) -> Self {
        Meeting {
            places: [place; 2],
            same_block: true,
        }
    }
}

/// Where something goes wrong in a launch, if anything does, and what.
type Wrong = (Option<Meeting>, What);

/// What goes wrong in a launch, as far as clauses are about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum What {
    /// A race.
    Race,
    /// An access outside of a declared array.
    Outside(ArrayId),
    /// Something else, or nothing.
    Other,
}

/// Whether larger blocks than an extent names run out of the array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outgrown {
    /// They do, here.
    At(Place),
    /// They do not.
    Never,
    /// That is not known: executions do not come to the array.
    NotKnown,
}

/// The numbers of a launch.
pub(super) enum Numbers {
    /// Those of one that was made.
    Made(Sample),
    /// Those of one that was found.
    Found(BTreeMap<Value, BigInt>),
}

/// A launch that was tried.
pub(super) struct Ran {
    /// The launch.
    pub numbers: Numbers,
    /// Where something goes wrong in it; none if nothing does.
    pub wrong: Option<Meeting>,
    /// What that is.
    pub what: What,
}

impl Ran {
    /// Whether it is a race, of threads of one block or of two.
    pub(super) fn is_race(&self, same_block: bool) -> bool {
        let same = self.wrong.is_some_and(|one| one.same_block == same_block);
        self.what == What::Race && same
    }

    /// Whether a clause holds of it.
    pub(super) fn satisfies(&self, one: &Proposed) -> bool {
        satisfies(one, &|of| self.value(of))
    }

    /// A number of it.
    pub(super) fn value(&self, of: &Value) -> Option<BigInt> {
        match &self.numbers {
            Numbers::Made(sample) => sample.value(of),
            Numbers::Found(numbers) => numbers.get(of).cloned(),
        }
    }
}

/// Whether a clause holds of a launch with these numbers.
fn satisfies(one: &Proposed, number: &dyn Fn(&Value) -> Option<BigInt>) -> bool {
    one.clause.eval(&|name| value(name, number)) == Some(true)
}

/// The executions of one search.
pub(super) struct Runs<'c, 'a> {
    checked: &'c Checked<'a>,
    /// The program, calls of the kernel inlined as for the checker, so that a place is one of a call; none if that cannot
    /// be done.
    pub(super) inlined: Option<Arc<Module>>,
    /// What the addresses of its accesses are multiplied by.
    pub(super) rows: Arc<Rows>,
    /// The most threads that clauses may leave in each dimension: there are launches with as many, too.
    pub(super) most: [Option<u32>; 3],
    left: u64,
    /// Which blocks run out of which arrays, as far as that was asked.
    outgrown: Vec<((ArrayId, [u32; 3]), Outgrown)>,
    /// What went wrong in launches, each of which is executed once, whatever contracts it satisfies; none where that is not
    /// known with as many steps as there may be.
    known: BTreeMap<Sample, Option<Wrong>>,
}

/// The program with the calls of a kernel inlined.
fn inlined(module: &Module, kernel: FunctionId) -> Option<Module> {
    let function = races::inlined(module, kernel).ok()?;
    let mut module = module.clone();
    *module.functions.get_mut(kernel.0 as usize)? = function;
    Some(module)
}

impl<'c, 'a> Runs<'c, 'a> {
    pub(super) fn new(checked: &'c Checked<'a>) -> Self {
        let inlined = inlined(checked.module, checked.kernel);
        let rows = inlined.as_ref();
        let rows = rows.map(|module| Rows::of(&renamed(module, checked.kernel), checked.kernel));
        Runs {
            checked,
            inlined: inlined.map(Arc::new),
            rows: Arc::new(rows.unwrap_or_default()),
            most: [None; 3],
            outgrown: Vec::new(),
            left: STEPS,
            known: BTreeMap::new(),
        }
    }

    /// What goes wrong in launches of these sizes that satisfy a contract. A run that rests on values that nothing
    /// decides, or on undefined arithmetic, shows nothing, and so does one that is not brought to its end.
    pub(super) fn outcomes(&mut self, contract: &Contract, chosen: &Chosen) -> Vec<Ran> {
        self.within(STEPS, contract, chosen)
    }

    /// The same with few steps.
    pub(super) fn glanced(&mut self, contract: &Contract, chosen: &Chosen) -> Vec<Ran> {
        self.within(FEW_STEPS, contract, chosen)
    }

    fn within(&mut self, steps: u64, contract: &Contract, chosen: &Chosen) -> Vec<Ran> {
        self.left = steps;
        let (rows, module) = (Arc::clone(&self.rows), self.inlined.clone());
        let contents = contract.contents();
        // What lies in arrays is chosen for an execution, whatever is required of it.
        let sought = |clash: &Clash| {
            let from = |place: &Place| contents.iter().any(|about| about.explains(place, &rows));
            let mut sites = clash.sites.iter();
            module
                .as_ref()
                .is_none_or(|module| !sites.any(|site| from(&site.place(module))))
        };
        let mut found = Vec::new();
        for sample in self.samples(contract, chosen) {
            let known = self.known.get(&sample).filter(|_| contents.is_empty());
            let outcome = match known {
                Some(known) => *known,
                None => {
                    let Some(options) = self.options_for(&sample) else {
                        continue;
                    };
                    let outcome = self.outcome(&sample, &options, &sought);
                    let outcome = outcome.filter(|(_, what)| match what {
                        What::Outside(array) => !contents.iter().any(|about| about.has(*array)),
                        What::Race | What::Other => true,
                    });
                    let keeps = contents.is_empty();
                    if keeps && (outcome.is_some() || options.steps == STEPS_EACH) {
                        self.known.insert(sample.clone(), outcome);
                    }
                    outcome
                }
            };
            if let Some((wrong, what)) = outcome {
                found.push(Ran {
                    numbers: Numbers::Made(sample),
                    wrong,
                    what,
                });
            }
        }
        found
    }

    /// Where blocks of twice this shape run out of an array, so that its extent says something of blocks.
    pub(super) fn runs_out_of(&mut self, array: ArrayId, threads: [u32; 3]) -> Outgrown {
        if let Some((_, known)) = self.outgrown.iter().find(|(of, _)| *of == (array, threads)) {
            return *known;
        }
        let found = self.outgrown(array, threads);
        self.outgrown.push(((array, threads), found));
        found
    }

    fn outgrown(&mut self, array: ArrayId, threads: [u32; 3]) -> Outgrown {
        self.left = STEPS;
        let block = threads.map(|n| if n > 1 { n.saturating_mul(2) } else { n });
        let mut known = true;
        for number in ENOUGH {
            let sample = Sample {
                block,
                grid: [1; 3],
                numbers: self.numbers(&mut || Some(number)),
            };
            let given = contracts::Contract {
                clauses: self.given(),
            };
            if given.eval(&|name| value(name, &|of| sample.value(of))) != Some(true) {
                known = false;
                continue;
            }
            let (Some(options), Some(module)) = (self.options(), self.inlined.clone()) else {
                break;
            };
            let launch = self.launch(&sample);
            let forward = Schedule::Forward;
            let outcome = executor::run_for(&module, &launch, &options, forward, &|_| false);
            self.left = self.left.saturating_sub(outcome.steps);
            // What rests on values that nothing decides shows nothing.
            if outcome.arbitrary || outcome.undefined.any() {
                known = false;
                continue;
            }
            let Some(stop) = outcome.stop else {
                continue;
            };
            match &stop.why {
                Stop::Fault(Fault::OutOfBounds {
                    array: found,
                    declared: true,
                    ..
                }) if *found == array || self.is_shared(*found) => {
                    return Outgrown::At(stop.site.place(&module));
                }
                // What a library demands of a block is tested before the array is accessed.
                Stop::Fault(Fault::Assertion) | Stop::Unsupported(_) => known = false,
                Stop::Fault(_) | Stop::Outside(_) | Stop::Limit | Stop::Trap => {}
            }
        }
        match known {
            true => Outgrown::Never,
            false => Outgrown::NotKnown,
        }
    }

    /// Whether the threads of a block see an array: one that ends before another does so for the same blocks.
    pub(super) fn is_shared(&self, array: ArrayId) -> bool {
        let array = self.checked.module.array(array);
        array.is_some_and(|array| array.space == Space::Shared)
    }

    /// Launches that satisfy a contract, for who asks whether arithmetic is as it is meant in one; none if nothing can be
    /// executed.
    pub(super) fn witness(&self, contract: &Contract, chosen: &Chosen) -> Option<Arc<dyn Witness>> {
        let module = self.inlined.clone()?;
        let options = self.rules()?;
        let samples = self.samples(contract, chosen).into_iter();
        let launches = samples.map(|sample| self.launch(&sample));
        witness(module, launches.collect(), options)
    }

    /// Whether one of them satisfies a contract.
    pub(super) fn has_launch(&self, contract: &Contract, chosen: &Chosen) -> bool {
        !self.samples(contract, chosen).is_empty()
    }

    /// Whether something goes wrong in one of them.
    pub(super) fn fails(&mut self, contract: &Contract, chosen: &Chosen) -> bool {
        let ran = self.outcomes(contract, chosen);
        ran.iter().any(|one| one.wrong.is_some())
    }

    /// Whether something else goes wrong in launches that a contract excludes by its clauses, but for races of accesses
    /// that a clause is about.
    pub(super) fn hides(&mut self, contract: &Contract, chosen: &Chosen) -> bool {
        let all = Contract {
            block: contract.block.clone(),
            clauses: Vec::new(),
        };
        let rows = Arc::clone(&self.rows);
        let concerns: BTreeSet<Place> = rows.places(&contract.clauses);
        let contents = contract.contents();
        self.left = STEPS;
        for sample in self.samples(&all, chosen) {
            let broken = contract.clauses.iter();
            let mut broken = broken
                .filter(|one| !one.is_of_contents() && !satisfies(one, &|of| sample.value(of)))
                .peekable();
            if broken.peek().is_none() {
                continue;
            }
            let broken: Vec<&About> = broken.map(|one| &one.about).collect();
            // Without a race there is none that is not looked for.
            let known = self.known.get(&sample).and_then(Option::as_ref);
            if known.is_some_and(|(wrong, _)| wrong.is_none()) {
                continue;
            }
            let Some(options) = self.options_for(&sample) else {
                continue;
            };
            let Some(module) = self.inlined.clone() else {
                break;
            };
            let others = |clash: &Clash| {
                let mut places = clash.sites.iter().map(|site| site.place(&module));
                // Threads that the kernel does not tell apart do the same in one place.
                let same = broken.iter().any(|about| match about {
                    About::Unasked => true,
                    About::Square => clash.same_block,
                    About::Lanes => clash.same_block && sample.block[0] > WARP,
                    About::Row(_) | About::Extent { .. } | About::Contents(_) => false,
                });
                let is_concern = |place: &Place| {
                    let in_row = |about: &&About| match about {
                        About::Extent {
                            arrays,
                            rows: of_rows,
                        } => *of_rows && rows.is_in(place, arrays),
                        About::Row(_)
                        | About::Unasked
                        | About::Square
                        | About::Lanes
                        | About::Contents(_) => false,
                    };
                    let from = |about: &&About| about.explains(place, &rows);
                    concerns.contains(place)
                        || broken.iter().any(in_row)
                        || contents.iter().any(from)
                };
                !same && !places.any(|place| is_concern(&place))
            };
            let outcome = self.outcome(&sample, &options, &others);
            let is_other = outcome.is_some_and(|(wrong, what)| match what {
                What::Outside(array) if contents.iter().any(|about| about.has(array)) => false,
                What::Outside(array) => !broken.iter().any(|about| match about {
                    About::Extent { arrays, .. } => arrays.contains(&array),
                    About::Square => self.is_shared(array),
                    About::Row(_) | About::Unasked | About::Lanes | About::Contents(_) => false,
                }),
                What::Race | What::Other => wrong.is_some(),
            });
            if is_other {
                return true;
            }
        }
        false
    }

    /// Where something goes wrong in a launch, and whether it is a race; none if that is not known. Races that are not
    /// looked for do not count.
    fn outcome(
        &mut self,
        sample: &Sample,
        options: &Options,
        sought: &Sought<'_>,
    ) -> Option<Wrong> {
        let module = self.inlined.clone()?;
        let launch = self.launch(sample);
        let outcome = executor::run_for(&module, &launch, options, Schedule::Forward, sought);
        self.left = self.left.saturating_sub(outcome.steps);
        if outcome.arbitrary || outcome.undefined.any() {
            return None;
        }
        let Some(stop) = outcome.stop else {
            return Some((None, What::Other));
        };
        let here = stop.site.place(&module);
        match &stop.why {
            Stop::Fault(Fault::Race { first, second, .. }) => {
                let block = |one: &Racing| one.who.map(|who| who.block);
                let meeting = Meeting {
                    places: [first, second].map(|one| one.site.place(&module)),
                    same_block: block(first) == block(second),
                };
                Some((Some(meeting), What::Race))
            }
            Stop::Fault(fault) if counts(fault) => {
                let what = match fault {
                    Fault::OutOfBounds { array, .. } => What::Outside(*array),
                    _ => What::Other,
                };
                Some((Some(Meeting::at(here)), what))
            }
            Stop::Fault(_) | Stop::Outside(_) | Stop::Unsupported(_) | Stop::Limit | Stop::Trap => {
                None
            }
        }
    }

    /// Which of these meetings there are in launches that satisfy a contract.
    pub(super) fn visited(
        &mut self,
        contract: &Contract,
        chosen: &Chosen,
        meetings: &BTreeSet<Meeting>,
    ) -> BTreeSet<Meeting> {
        // What lies in arrays is arbitrary in an execution.
        if contract.has_contents() || self.requires_contents() {
            return BTreeSet::new();
        }
        self.left = STEPS;
        let mut seen = BTreeSet::new();
        for sample in self.samples(contract, chosen) {
            if seen.len() == meetings.len() {
                break;
            }
            let Some(options) = self.options_for(&sample) else {
                continue;
            };
            let Some(module) = &self.inlined else {
                break;
            };
            let launch = self.launch(&sample);
            let (outcome, noted) = executor::run_noting(module, &launch, &options);
            self.left = self.left.saturating_sub(outcome.steps);
            let met = meetings.iter().filter(|one| meet(module, &noted, one));
            seen.extend(met.copied());
        }
        seen
    }

    /// What was given that sizes and numbers decide.
    fn given(&self) -> Vec<Clause> {
        let mut given = usable(&self.checked.settings.checks.requires);
        given.retain(|clause| clause.kind() != Kind::Contents);
        given
    }

    /// Whether something was given about contents.
    fn requires_contents(&self) -> bool {
        let mut all = self.checked.settings.checks.requires.iter();
        all.any(|clause| clause.kind() == Kind::Contents)
    }

    /// How long arrays have to be in launches that satisfy a contract and come to their ends.
    pub(super) fn needs(&mut self, contract: &Contract, chosen: &Chosen) -> Vec<Need> {
        self.left = STEPS_OF_NEEDS;
        let mut found = Vec::new();
        // Some of the dear ones, too, before all of the cheap ones.
        let mut samples: Vec<Option<Sample>> = self
            .of_grids(contract, chosen)
            .into_iter()
            .map(Some)
            .collect();
        let mut ordered = Vec::new();
        for step in [9, 3, 1] {
            ordered.extend(samples.iter_mut().step_by(step).filter_map(Option::take));
        }
        for sample in ordered {
            if found.len() >= MOST_NEEDS {
                break;
            }
            let (Some(options), Some(module)) = (self.options(), self.inlined.clone()) else {
                break;
            };
            let launch = self.launch(&sample);
            let (outcome, noted) = executor::run_noting(&module, &launch, &options);
            self.left = self.left.saturating_sub(outcome.steps);
            if outcome.stop.is_some() {
                continue;
            }
            let mut bytes: BTreeMap<ArrayId, u64> = BTreeMap::new();
            for one in &noted {
                if let Deed::Access {
                    array,
                    offset,
                    bytes: width,
                    ..
                } = one.what
                {
                    let end = u64::try_from(offset.saturating_add(i64::from(width))).unwrap_or(0);
                    let most = bytes.entry(array).or_default();
                    *most = end.max(*most);
                }
            }
            found.push(Need { sample, bytes });
        }
        found
    }

    /// Launches of small numbers, with so many blocks in each dimension; the cheap ones first.
    pub(super) fn of_few(
        &self,
        contract: &Contract,
        chosen: &Chosen,
        (numbers, often): (&[u32], u64),
        blocks: u32,
    ) -> Vec<Sample> {
        let same = numbers.iter().map(|n| self.numbers(&mut || Some(*n)));
        let all = same.chain(self.independent(numbers, often)).collect();
        let dimensions = chosen.dimensions();
        let wide = [0, 1, 2].map(|at| if at < dimensions { blocks } else { 1 });
        let grid = filled(&chosen.sizes.grid, wide);
        let contract = contract.decidable();
        let mut given = self.given();
        given.extend(contract.clauses);
        let given = contracts::Contract { clauses: given };
        let mut found: Vec<Sample> = Vec::new();
        for sample in self.samples_with(&Contract::default(), chosen, all) {
            let sample = Sample { grid, ..sample };
            let holds = given.eval(&|name| value(name, &|of| sample.value(of)));
            if holds == Some(true) && !found.contains(&sample) && sample.threads() <= MOST_FEW {
                found.push(sample);
            }
        }
        found.sort_by_key(Sample::cost);
        found
    }

    /// What all threads do in a launch that comes to its end, and rests on nothing that is not known.
    pub(super) fn noted(&mut self, sample: &Sample) -> Option<(Launch, Vec<Noted>, Arc<Module>)> {
        let (options, module) = (self.options_for(sample)?, self.inlined.clone()?);
        let launch = self.launch(sample);
        let (outcome, noted) = executor::run_noting(&module, &launch, &options);
        self.left = self.left.saturating_sub(outcome.steps);
        let is_whole = outcome.stop.is_none() && !outcome.arbitrary && !outcome.undefined.any();
        is_whole.then_some((launch, noted, module))
    }

    /// The launches that are tried, each with grids of several shapes.
    fn of_grids(&self, contract: &Contract, chosen: &Chosen) -> Vec<Sample> {
        let all = contract.decidable();
        let numbers = self.independent(&DENSE, MORE_INDEPENDENT);
        let samples = self.samples_with(contract, chosen, numbers);
        let each = samples.into_iter().flat_map(|sample| {
            GRIDS.map(|grid| {
                let grid = filled(&chosen.sizes.grid, grid);
                let dimensions = chosen.dimensions();
                let grid = [0, 1, 2].map(|at| if at < dimensions { grid[at] } else { 1 });
                Sample {
                    grid,
                    ..sample.clone()
                }
            })
        });
        let mut found: Vec<Sample> = Vec::new();
        for sample in each {
            let holds = all.eval(&|name| value(name, &|of| sample.value(of)));
            if holds == Some(true) && !found.contains(&sample) {
                found.push(sample);
            }
        }
        found.sort_by_key(Sample::cost);
        found
    }

    /// The same for a launch, the threads of which are paid for: none if there are too many for what is left.
    fn options_for(&mut self, sample: &Sample) -> Option<Options> {
        let functions = &self.inlined.as_ref()?.functions;
        let locals = functions.get(self.checked.kernel.0 as usize)?.locals.len();
        let cost = sample.threads().saturating_mul(u64::try_from(locals).ok()?) / LOCALS;
        self.left = self.left.checked_sub(cost.min(self.left))?;
        let options = self.options()?;
        (cost < options.steps).then_some(options)
    }

    fn options(&self) -> Option<Options> {
        let steps = self.left.min(STEPS_EACH);
        let rules = self.rules().filter(|_| steps > 0)?;
        Some(Options { steps, ..rules })
    }

    /// What counts as a fault; none if nothing can be executed, for there is no rule for the lock-step of warps.
    fn rules(&self) -> Option<Options> {
        let checks = &self.checked.settings.checks;
        checks.lock_step.is_none().then(|| Options {
            tolerate_equal_writes: checks.tolerate_equal_writes,
            between_blocks: checks.between_blocks,
            ..Options::default()
        })
    }

    fn launch(&self, sample: &Sample) -> Launch {
        let mut launch = Launch::new(self.checked.kernel, sample.block, sample.grid, 1);
        for (name, number) in &sample.numbers {
            if let Some(bits) = number.to_u128() {
                let value = executor::Value::Bits(bits);
                launch.arguments.insert(name.clone(), value);
            }
        }
        launch
    }
}

/// Whether two threads, of one block or of two, come to the places of a meeting.
fn meet(module: &Module, noted: &[Noted], meeting: &Meeting) -> bool {
    let [first, second] = meeting.places.map(|place| {
        let here = noted.iter();
        let here = here.filter(|one| one.site.place(module) == place);
        let mut blocks: BTreeMap<[u32; 3], BTreeSet<ThreadName>> = BTreeMap::new();
        for one in here {
            blocks.entry(one.who.block).or_default().insert(one.who);
        }
        blocks
    });
    let differ = |a: usize, b: usize, same: bool| a > 0 && b > 0 && (a > 1 || b > 1 || !same);
    match meeting.same_block {
        true => first.iter().any(|(block, threads)| {
            let others = second.get(block);
            others.is_some_and(|others| differ(threads.len(), others.len(), threads == others))
        }),
        false => differ(first.len(), second.len(), first.keys().eq(second.keys())),
    }
}

/// Whether what goes wrong does so for the checker, too: it knows no length of what a launch passes, and may take it
/// that lanes come together and that nothing is divided by zero.
fn counts(fault: &Fault) -> bool {
    match fault {
        Fault::Race { .. } | Fault::ConstantWrite(_) | Fault::Assertion => true,
        Fault::Divergence { group, .. } => matches!(group, Group::Block | Group::Grid),
        Fault::OutOfBounds { declared, .. } => *declared,
        Fault::Null | Fault::Division => false,
    }
}

/// Sizes, the open ones as proposed.
pub(crate) fn filled(sizes: &[Size; 3], proposed: [u32; 3]) -> [u32; 3] {
    let mut found = proposed;
    for (slot, size) in found.iter_mut().zip(sizes) {
        if let Size::Fixed(n) = size {
            *slot = *n;
        }
    }
    found
}
