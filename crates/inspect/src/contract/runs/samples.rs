//! The launches in which a kernel is executed: sizes of blocks and grids, and numbers that are passed.

use super::{BLOCKS, INDEPENDENT, MOST_THREADS, NUMBERS, Runs, SAME, SQUARES, filled};
use crate::contract::meaning::{About, Contract, value};
use crate::sample::Sample;
use crate::sizes::Chosen;
use contracts::{Clause, Number, Relation, Value};
use executor::Random;
use kernel_graph::Scalar;
use num_bigint::BigInt;
use races::Size;
use std::collections::BTreeMap;

impl Runs<'_, '_> {
    /// The launches that are tried, those that satisfy a contract and what was given.
    pub(super) fn samples(&self, contract: &Contract, chosen: &Chosen) -> Vec<Sample> {
        let same = SAME.map(|number| self.numbers(&mut || Some(number)));
        let independent = self.independent(&NUMBERS, INDEPENDENT);
        let numbers = same.into_iter().chain(independent).collect();
        self.samples_with(contract, chosen, numbers)
    }

    /// Numbers for all parameters, independent of each other, so often.
    pub(super) fn independent(&self, numbers: &[u32], often: u64) -> Vec<BTreeMap<String, BigInt>> {
        let each = (0..often).map(|seed| {
            let mut random = Random::new(seed);
            let mut next = || numbers.get(random.below(numbers.len())).copied();
            self.numbers(&mut next)
        });
        each.collect()
    }

    /// The launches with these numbers, those that satisfy a contract and what was given.
    pub(super) fn samples_with(
        &self,
        contract: &Contract,
        chosen: &Chosen,
        numbers: Vec<BTreeMap<String, BigInt>>,
    ) -> Vec<Sample> {
        let mut all = contract.decidable();
        all.clauses.extend(self.given());
        let dimensions = chosen.dimensions();
        let used = chosen
            .sizes
            .block
            .iter()
            .filter(|size| **size != Size::Fixed(1));
        let blocks = BLOCKS.get(used.count().saturating_sub(1));
        let mut blocks = self.blocks(blocks.copied().unwrap_or_default());
        let mut clauses = contract.clauses.iter();
        if clauses.any(|one| one.about == About::Square) {
            blocks.extend(SQUARES);
        }
        let of_grid = &chosen.sizes.grid;
        let of_block = &chosen.sizes.block;
        let mut found: Vec<Sample> = Vec::new();
        for (at, numbers) in numbers.into_iter().enumerate() {
            for block in &blocks {
                let block = filled(of_block, *block);
                for grid in grids(block, of_grid, dimensions) {
                    let sample = Sample {
                        block,
                        grid,
                        numbers: numbers.clone(),
                    };
                    let tight = (at < SAME.len()).then(|| tight(&sample, contract));
                    for sample in tight.flatten().into_iter().chain([sample]) {
                        let holds = all.eval(&|name| value(name, &|of| sample.value(of)));
                        if !found.contains(&sample) && holds == Some(true) {
                            found.push(sample);
                        }
                    }
                }
            }
        }
        // The cheap ones first, as far as loops go as often as the numbers say.
        found.sort_by_key(Sample::cost);
        found
    }

    /// These blocks, and those with no more threads than clauses may leave.
    pub(super) fn blocks(&self, proposed: &[[u32; 3]]) -> Vec<[u32; 3]> {
        let mut found = proposed.to_vec();
        for block in proposed {
            let fewer = [0, 1, 2].map(|at| match self.most[at] {
                Some(most) => block[at].min(most),
                None => block[at],
            });
            if !found.contains(&fewer) {
                found.push(fewer);
            }
        }
        found
    }

    /// Numbers for all parameters that are integers.
    pub(super) fn numbers(
        &self,
        next: &mut dyn FnMut() -> Option<u32>,
    ) -> BTreeMap<String, BigInt> {
        let functions = &self.checked.module.functions;
        let Some(function) = functions.get(self.checked.kernel.0 as usize) else {
            return BTreeMap::new();
        };
        let integers = function.params.iter().filter(|param| {
            let local = function.local(param.local);
            local.is_some_and(|local| matches!(local.scalar, Scalar::Int(width) if width >= 16))
        });
        integers
            .filter_map(|param| Some((param.name.clone(), BigInt::from(next()?))))
            .collect()
    }
}

/// A launch in which rows are no longer than a contract requires: what is wrong by one element shows there alone.
fn tight(sample: &Sample, contract: &Contract) -> Option<Sample> {
    let mut tight = sample.clone();
    for one in &contract.clauses {
        if let Clause::Compare(Number::Value(Value::Argument(of)), Relation::AtLeast, least) =
            &one.clause
            && !matches!(least, Number::Literal(_))
        {
            let least = least.eval(&|name| value(name, &|of| sample.value(of)))?;
            tight.numbers.insert(of.as_str().to_owned(), least);
        }
    }
    (tight != *sample).then_some(tight)
}

/// Grids of two blocks in each dimension; where these are too many threads, of two in one after the other.
fn grids(block: [u32; 3], sizes: &[Size; 3], dimensions: usize) -> Vec<[u32; 3]> {
    let of = |twice: &dyn Fn(usize) -> bool| {
        let proposed = [0, 1, 2].map(|at| if at < dimensions && twice(at) { 2 } else { 1 });
        filled(sizes, proposed)
    };
    let fits = |grid: &[u32; 3]| {
        let all = block.iter().chain(grid).copied();
        let threads = all.clone().try_fold(1u32, u32::checked_mul);
        threads.is_some_and(|threads| threads <= MOST_THREADS)
    };
    let whole = of(&|_| true);
    if fits(&whole) {
        return vec![whole];
    }
    let each = (0..dimensions).map(|one| of(&|at| at == one));
    each.filter(fits).collect()
}
