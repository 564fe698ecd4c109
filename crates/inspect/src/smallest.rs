//! The smallest launch that shows a finding: what a solver gives as a counterexample has numbers that nobody passes, and
//! no execution may show it, for loops and memory are abstracted there. All limits are numbers of steps.

use crate::contract::filled;
use crate::decide::Decided;
use crate::sample::Sample;
use crate::trial::{Judge, Rest, same};
use contracts::{Clause, Kind, Name};
use executor::{Clash, Launch, Outcome, Random, Schedule, Site, Stop, Stopped, ThreadName};
use kernel_graph::Scalar;
use num_bigint::BigInt;
use num_traits::ToPrimitive;
use races::{Abstraction, Fault, Finding, Size, ThreadIds, Who};
use std::collections::BTreeMap;
use std::sync::atomic::Ordering::Relaxed;

/// Statements of all executions that look for one finding.
const STEPS: u64 = 600_000;

/// Statements of one of them.
const STEPS_EACH: u64 = 150_000;

/// Threads of one.
const MOST_THREADS: u32 = 1024;

/// Blocks for kernels that ask about one, two and three dimensions.
const BLOCKS: [&[[u32; 3]]; 3] = [
    &[
        [1, 1, 1],
        [2, 1, 1],
        [4, 1, 1],
        [32, 1, 1],
        [64, 1, 1],
        [256, 1, 1],
    ],
    &[
        [1, 1, 1],
        [2, 2, 1],
        [4, 4, 1],
        [2, 4, 1],
        [16, 16, 1],
        [32, 8, 1],
    ],
    &[[1, 1, 1], [2, 2, 2], [4, 2, 2], [8, 8, 4]],
];

/// What is passed for integers: in the first launches for all of them.
const NUMBERS: [u32; 12] = [1, 2, 3, 4, 5, 8, 16, 17, 32, 64, 100, 256];

/// In so many launches the numbers are independent of each other.
const INDEPENDENT: u64 = 24;

/// Whether all clauses hold of a launch. Arrays of an execution are apart from each other and begin at addresses that are
/// multiples of all that is asked for; how long they are is not known.
fn satisfies(sample: &Sample, clauses: &[Clause]) -> bool {
    let value = |name: &Name| match name {
        Name::Value(value) => sample.value(value),
        Name::Address(_) | Name::Bytes(_) | Name::Contents(_) => None,
    };
    let holds = |one: &Clause| match one.kind() {
        Kind::Pointers => true,
        // They are arbitrary.
        Kind::Contents => false,
        Kind::Sizes | Kind::Numbers | Kind::Extents => one.eval(&value) == Some(true),
    };
    clauses.iter().all(holds)
}

impl Judge<'_> {
    /// The finding with the values of the smallest launch, of those that the check was about, in which an execution shows
    /// it, and that launch; none if it is shown in none that was tried.
    pub(crate) fn smallest(
        &self,
        finding: &Finding,
        decided: &Decided<'_>,
    ) -> Option<(Finding, Box<Launch>)> {
        if self.checks.lock_step.is_some() || self.may_be_ordered(finding) {
            return None;
        }
        let rests: &[Rest] = match finding.abstractions.contains(&Abstraction::Memory) {
            true => &[Rest::Zero, Rest::Small, Rest::Iota],
            false => &[Rest::Zero],
        };
        let mut left = STEPS.min(self.left.load(Relaxed));
        for sample in self.samples(finding, decided) {
            for rest in rests {
                if left == 0 {
                    return None;
                }
                let mut launch = self.small(&sample, finding)?;
                self.fill(&mut launch, &[], *rest);
                let steps = left.min(STEPS_EACH);
                let outcome = self.executed(finding, &launch, (Schedule::Forward, steps));
                left = left.saturating_sub(outcome.steps);
                let used = outcome.steps.min(self.left.load(Relaxed));
                self.left.fetch_sub(used, Relaxed);
                if let Some(stop) = self.shown(finding, &outcome) {
                    let found = self.found(finding, stop, &sample)?;
                    return Some((found, Box::new(launch)));
                }
            }
        }
        None
    }

    /// How an execution ended, if it shows the finding.
    fn shown<'o>(&self, finding: &Finding, outcome: &'o Outcome) -> Option<&'o Stopped> {
        let undefined = outcome.undefined.any() || outcome.undefined.unmeant;
        let undefined = undefined && self.is_undefined();
        let stop = outcome.stop.as_ref()?;
        let fault = matches!(stop.why, Stop::Fault(_));
        (fault && !outcome.arbitrary && !undefined && self.shows(finding, stop)).then_some(stop)
    }

    /// A launch in which parameters have these numbers; none if a parameter is a function.
    fn small(&self, sample: &Sample, finding: &Finding) -> Option<Launch> {
        let mut launch = Launch::new(self.kernel, sample.block, sample.grid, 1);
        if let Some(dimensions) = self.chosen.sizes.dimensions {
            launch.dimensions = dimensions;
        }
        let function = self.module.functions.get(self.kernel.0 as usize)?;
        for param in &function.params {
            let scalar = function.local(param.local).map(|local| local.scalar);
            let value = match scalar? {
                Scalar::Int(_) | Scalar::Bool => {
                    let bits = sample.numbers.get(&param.name)?;
                    executor::Value::Bits(bits.to_u128()?)
                }
                Scalar::Float(format) => executor::float_value(1.0, format),
                Scalar::Function => return None,
                Scalar::Pointer | Scalar::Handle => continue,
            };
            launch.arguments.insert(param.name.clone(), value);
        }
        // As it may be where there is no room for more.
        let all = launch.taking_part();
        if all.is_none_or(|all| all > MOST_THREADS) && !self.is_of_grid(finding) {
            launch.blocks = Some(vec![0, 1]);
        }
        let all = launch.taking_part();
        all.is_some_and(|all| all <= MOST_THREADS).then_some(launch)
    }

    /// The launches that are tried, those first that cost least.
    fn samples(&self, finding: &Finding, decided: &Decided<'_>) -> Vec<Sample> {
        let sizes = &self.chosen.sizes;
        let dimensions = self.chosen.dimensions();
        let used = sizes.block.iter().filter(|size| **size != Size::Fixed(1));
        let blocks = BLOCKS.get(used.count().max(1) - 1).copied();
        let passed = decided.passed.as_slice();
        let same = NUMBERS.map(|number| self.numbers(passed, &mut || Some(number)));
        let independent = (0..INDEPENDENT).map(|seed| {
            let mut random = Random::new(seed);
            let mut next = || NUMBERS.get(random.below(NUMBERS.len())).copied();
            self.numbers(passed, &mut next)
        });
        let mut found: Vec<Sample> = Vec::new();
        for numbers in same.into_iter().chain(independent).flatten() {
            for block in blocks.unwrap_or_default() {
                for n in grids(finding).iter().copied() {
                    let grid = [0, 1, 2].map(|at| if at < dimensions { n } else { 1 });
                    let sample = Sample {
                        block: filled(&sizes.block, *block),
                        grid: filled(&sizes.grid, grid),
                        numbers: numbers.clone(),
                    };
                    if self.is_started(&sample) && satisfies(&sample, &decided.clauses) {
                        found.push(sample);
                    }
                }
            }
        }
        found.sort();
        found.dedup();
        found.sort_by_key(Sample::cost);
        found
    }

    /// Numbers for all parameters that are integers: what was given or is passed, else the next ones. None if others were
    /// given.
    fn numbers(
        &self,
        passed: &[(String, BigInt)],
        next: &mut dyn FnMut() -> Option<u32>,
    ) -> Option<BTreeMap<String, BigInt>> {
        let function = self.module.functions.get(self.kernel.0 as usize)?;
        let mut given = self.given(function).iter().copied();
        let mut found = BTreeMap::new();
        for param in &function.params {
            let scalar = function.local(param.local).map(|local| local.scalar);
            let one = match scalar {
                Some(Scalar::Pointer | Scalar::Handle) | None => continue,
                Some(Scalar::Bool | Scalar::Int(_) | Scalar::Float(_) | Scalar::Function) => {
                    given.next().flatten()
                }
            };
            if let Some(Scalar::Int(_) | Scalar::Bool) = scalar {
                let mut passed = passed.iter();
                let passed = passed.find(|(name, _)| *name == param.name);
                let value = match (one, passed) {
                    (Some(bits), _) => BigInt::from(bits),
                    (None, Some((_, value))) => value.clone(),
                    (None, None) => BigInt::from(next()? % most(scalar)),
                };
                found.insert(param.name.clone(), value);
            } else if one.is_some() {
                return None;
            }
        }
        Some(found)
    }

    /// Whether a device starts blocks and grids of these sizes.
    fn is_started(&self, sample: &Sample) -> bool {
        self.is_of_device(sample.block, sample.grid)
    }

    /// The finding with the values of an execution that shows it.
    fn found(&self, finding: &Finding, stop: &Stopped, sample: &Sample) -> Option<Finding> {
        let mut found = finding.clone();
        let sizes = &self.chosen.sizes;
        let numbers = sample.numbers.iter();
        let mut values: Vec<(String, BigInt)> =
            numbers.map(|(name, n)| (name.clone(), n.clone())).collect();
        for (what, sizes, taken) in [
            ("block", &sizes.block, &sample.block),
            ("grid", &sizes.grid, &sample.grid),
        ] {
            for ((size, n), axis) in sizes.iter().zip(taken).zip(["x", "y", "z"]) {
                if *size == Size::Any {
                    values.push((format!("{what}.{axis}"), BigInt::from(*n)));
                }
            }
        }
        // Those that the counterexample does not speak of matter as little here.
        let function = self.module.functions.get(self.kernel.0 as usize)?;
        let is_truth = |name: &String| {
            let mut named = function.params.iter().filter(|param| param.name == *name);
            named.any(|param| {
                let local = function.local(param.local);
                local.is_some_and(|local| local.scalar == Scalar::Bool)
            })
        };
        let told =
            |name: &String| finding.values.iter().any(|(one, _)| one == name) || is_truth(name);
        values.retain(|(name, _)| told(name));
        found.values = values;
        found.cells = Vec::new();
        let ids = |who: ThreadName| ThreadIds {
            thread: who.thread,
            block: who.block,
        };
        let Stop::Fault(why) = &stop.why else {
            return None;
        };
        match (&mut found.fault, why) {
            (
                Fault::Race { first, second, .. },
                executor::Fault::Race {
                    first: one,
                    second: other,
                    array,
                    ..
                },
            ) => {
                let clash = Clash {
                    array: *array,
                    kinds: [one.kind, other.kind],
                    sites: [one.site, other.site],
                    same_block: one.who?.block == other.who?.block,
                };
                let (one, other) =
                    match self.is_access(first, &clash, 0) && self.is_access(second, &clash, 1) {
                        true => (one, other),
                        false => (other, one),
                    };
                found.threads = vec![ids(one.who?), ids(other.who?)];
                for (racing, of) in [(first, one), (second, other)] {
                    racing.offset = Some(BigInt::from(of.unit.0));
                    racing.iterations = Vec::new();
                }
            }
            (
                _,
                executor::Fault::Divergence {
                    other, elsewhere, ..
                },
            ) => {
                // Who comes here is told first.
                let here = |site: &Site| same(&site.place(self.module), &finding.place);
                let there = !here(&stop.site) && elsewhere.as_ref().is_some_and(here);
                let both = match there {
                    true => [*other, stop.thread],
                    false => [stop.thread, *other],
                };
                found.threads = both.map(ids).to_vec();
            }
            _ => found.threads = vec![ids(stop.thread)],
        }
        Some(found)
    }
}

/// Numbers of a type are below this one, or are not tried.
fn most(scalar: Option<Scalar>) -> u32 {
    match scalar {
        Some(Scalar::Bool) => 2,
        Some(Scalar::Int(bits)) if bits < 16 => 1 << bits.saturating_sub(1),
        _ => u32::MAX,
    }
}

/// How many blocks in each dimension may show a finding.
fn grids(finding: &Finding) -> &'static [u32] {
    match &finding.fault {
        Fault::Race {
            same_block: true, ..
        }
        | Fault::Divergence {
            who: Who::Block, ..
        } => &[1],
        Fault::Race {
            same_block: false, ..
        } => &[2, 3],
        Fault::Divergence { .. } | Fault::Broken(_) => &[1, 2, 3],
    }
}
