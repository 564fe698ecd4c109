//! Arguments of a launch that satisfy the contract under which a kernel is right, for executions.

use contracts::{Axis, Clause, Contract, Name, Size, Value as Of};
use executor::{Launch, Value};
use num_bigint::BigInt;
use random::Random;
use std::collections::BTreeMap;

/// Numbers that a parameter may have.
const NUMBERS: [u32; 12] = [0, 1, 2, 3, 4, 8, 16, 32, 64, 100, 128, 256];

/// So many choices are tried.
const TRIES: usize = 2000;

/// Gives a launch arguments with which it satisfies clauses; none if none are found.
pub fn satisfying(mut launch: Launch, clauses: &[Clause], seed: u64) -> Option<Launch> {
    let contract = Contract {
        clauses: clauses.to_vec(),
    };
    let names = clauses.iter().flat_map(Clause::names);
    let arguments: Vec<String> = names
        .filter_map(|name| match name {
            Name::Value(Of::Argument(argument)) => Some(argument.as_str().to_owned()),
            _ => None,
        })
        .collect();
    let mut random = Random::new(seed);
    for _ in 0..TRIES {
        let chosen: BTreeMap<&String, u32> = arguments
            .iter()
            .map(|name| (name, NUMBERS[random.below(NUMBERS.len())]))
            .collect();
        let known = |name: &Name| match name {
            Name::Value(Of::Size(size, axis)) => {
                let sizes = match size {
                    Size::Block => &launch.block,
                    Size::Grid => &launch.grid,
                };
                let at = Axis::ALL.iter().position(|one| one == axis)?;
                sizes.get(at).map(|n| BigInt::from(*n))
            }
            Name::Value(Of::Argument(argument)) => {
                let found = chosen.get(&argument.as_str().to_owned());
                found.map(|n| BigInt::from(*n))
            }
            _ => None,
        };
        if contract.eval(&known) == Some(true) {
            let chosen = chosen.into_iter();
            let values = chosen.map(|(name, n)| (name.clone(), Value::Bits(u128::from(n))));
            launch.arguments.extend(values.collect::<Vec<_>>());
            return Some(launch);
        }
    }
    None
}

pub fn what_is_chosen_satisfies_the_contract() {
    let clauses = Clause::parse("n >= gridDim.x * blockDim.x && n % 64 == 0").unwrap();
    let launch = Launch::new(kernel_graph::FunctionId(0), [64, 1, 1], [2, 1, 1], 0);
    for seed in 0..20 {
        let found = satisfying(launch.clone(), &clauses, seed).unwrap();
        let Value::Bits(n) = found.arguments["n"] else {
            panic!("{:?}", found.arguments);
        };
        assert!(n == 128 || n == 256, "{n}");
    }
    let never = Clause::parse("n > 1000").unwrap();
    assert!(satisfying(launch, &never, 0).is_none());
}
