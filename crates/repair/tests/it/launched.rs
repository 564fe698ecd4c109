//! Values of sizes and parameters that the launches of a file allow, for executions.

use executor::{Launch, Value};
use kernel_graph::{Dimension, FunctionId, Module, Scalar};
use num_bigint::BigInt;
use num_traits::{One, Signed, ToPrimitive, Zero};
use races::{Launched, Quantity, Size, Sizes};
use std::collections::BTreeMap;

/// So many choices of what is open are tried.
const TRIES: u64 = 500;

/// A grid of more blocks is not taken.
const MOST_BLOCKS: u32 = 4096;

/// A block of more threads is not taken.
const MOST_THREADS: u32 = 1024;

/// What has a value: a size, a parameter, or a variable of the host.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Name {
    Block(usize),
    Grid(usize),
    Parameter(String),
    Host(String),
}

type Values = BTreeMap<Name, BigInt>;

fn at(dimension: Dimension) -> usize {
    match dimension {
        Dimension::X => 0,
        Dimension::Y => 1,
        Dimension::Z => 2,
    }
}

fn name(quantity: &Quantity) -> Option<Name> {
    match quantity {
        Quantity::BlockSize(d) => Some(Name::Block(at(*d))),
        Quantity::GridSize(d) => Some(Name::Grid(at(*d))),
        Quantity::Parameter(name) => Some(Name::Parameter(name.clone())),
        Quantity::Host(name) => Some(Name::Host(name.clone())),
        _ => None,
    }
}

/// The value of a quantity, if it is known.
fn value(quantity: &Quantity, known: &Values) -> Option<BigInt> {
    let of = |one: &Quantity| value(one, known);
    let positive = |by: &BigInt| by.is_positive().then(|| by.clone());
    if let Some(name) = name(quantity) {
        return known.get(&name).cloned();
    }
    Some(match quantity {
        Quantity::Number(number) => number.clone(),
        Quantity::Sum(a, b) => of(a)? + of(b)?,
        Quantity::Difference(a, b) => of(a)? - of(b)?,
        Quantity::Product(a, b) => of(a)? * of(b)?,
        // Both towards zero, as these are.
        Quantity::Quotient(a, by) => of(a)? / positive(by)?,
        Quantity::Remainder(a, by) => of(a)? % positive(by)?,
        Quantity::Floor(a, by) => {
            let (a, by) = (of(a)?, positive(by)?);
            let down = a.is_negative() && !(&a % &by).is_zero();
            a / by - if down { BigInt::one() } else { BigInt::zero() }
        }
        Quantity::Least(a, b) => of(a)?.min(of(b)?),
        Quantity::Most(a, b) => of(a)?.max(of(b)?),
        Quantity::WithoutLowestBit(name) => {
            let number = known.get(&Name::Parameter(name.clone()))?;
            let lowest = number.trailing_zeros().map(|zeros| BigInt::one() << zeros);
            number - lowest.unwrap_or_default()
        }
        Quantity::BlockSize(_)
        | Quantity::GridSize(_)
        | Quantity::Parameter(_)
        | Quantity::Host(_) => return None,
    })
}

/// The names in a quantity.
fn names(quantity: &Quantity, all: &mut Vec<Name>) {
    all.extend(name(quantity));
    match quantity {
        Quantity::Sum(a, b)
        | Quantity::Difference(a, b)
        | Quantity::Product(a, b)
        | Quantity::Least(a, b)
        | Quantity::Most(a, b) => {
            names(a, all);
            names(b, all);
        }
        Quantity::Quotient(a, _) | Quantity::Remainder(a, _) | Quantity::Floor(a, _) => {
            names(a, all);
        }
        Quantity::WithoutLowestBit(name) => all.push(Name::Parameter(name.clone())),
        Quantity::Number(_)
        | Quantity::BlockSize(_)
        | Quantity::GridSize(_)
        | Quantity::Parameter(_)
        | Quantity::Host(_) => {}
    }
}

/// Takes what facts say of names from what is known.
fn follow(launch: &Launched, known: &mut Values) {
    for _ in 0..=launch.len() {
        for (one, other) in launch {
            for (one, other) in [(one, other), (other, one)] {
                if let (Some(name), Some(value)) = (name(one), value(other, known)) {
                    known.entry(name).or_insert(value);
                }
            }
        }
    }
}

/// A choice of all that a launch relates, beside what is known; none if none is found.
fn solved(launch: &Launched, fixed: &Values, seed: u64) -> Option<Values> {
    let mut open = Vec::new();
    for (one, other) in launch {
        names(one, &mut open);
        names(other, &mut open);
    }
    // What a size is made of comes before the size.
    open.sort_by_key(|name| matches!(name, Name::Block(_) | Name::Grid(_)));
    let mut state = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(9);
    for attempt in 0..TRIES {
        let mut known = fixed.clone();
        follow(launch, &mut known);
        for name in &open {
            if known.contains_key(name) {
                continue;
            }
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            let most = [8, 64, 300, 2000][(attempt % 4) as usize];
            known.insert(name.clone(), BigInt::from((state >> 33) % most + 1));
            follow(launch, &mut known);
        }
        let holds = |(one, other): &(Quantity, Quantity)| {
            let (one, other) = (value(one, &known), value(other, &known));
            one.is_some() && one == other
        };
        let fits = |(name, value): (&Name, &BigInt)| match name {
            Name::Block(_) => value.is_positive() && *value <= MOST_THREADS.into(),
            Name::Grid(_) => value.is_positive() && *value <= MOST_BLOCKS.into(),
            Name::Parameter(_) => !value.is_negative() && *value <= i32::MAX.into(),
            Name::Host(_) => true,
        };
        if launch.iter().all(holds) && known.iter().all(fits) {
            return Some(known);
        }
    }
    None
}

/// Gives a launch the sizes and parameters that one of these launches of the file has; none if none is found
/// that is small.
pub fn follow_launches(
    module: &Module,
    mut launch: Launch,
    (sizes, launches): (&Sizes, &[Launched]),
    seed: u64,
) -> Option<Launch> {
    let mut fixed = Values::new();
    for (at, (block, grid)) in sizes.block.iter().zip(&sizes.grid).enumerate() {
        for (name, size) in [(Name::Block(at), block), (Name::Grid(at), grid)] {
            if let Size::Fixed(n) = size {
                fixed.insert(name, BigInt::from(*n));
            }
        }
    }
    let number = usize::try_from(seed).ok()? % launches.len().max(1);
    let Some(one) = launches.get(number) else {
        return Some(launch);
    };
    for (name, value) in solved(one, &fixed, seed)? {
        match name {
            Name::Block(at) => *launch.block.get_mut(at)? = value.to_u32()?,
            Name::Grid(at) => *launch.grid.get_mut(at)? = value.to_u32()?,
            Name::Parameter(name) => {
                if is_number(module, launch.kernel, &name) {
                    launch.arguments.insert(name, Value::Bits(value.to_u128()?));
                }
            }
            Name::Host(_) => {}
        }
    }
    Some(launch)
}

/// Whether a parameter is a whole number; of others launches say nothing.
fn is_number(module: &Module, kernel: FunctionId, name: &str) -> bool {
    let function = module.functions.get(kernel.0 as usize);
    let found = function.and_then(|function| {
        let param = function.params.iter().find(|one| one.name == name)?;
        function.local(param.local)
    });
    found.is_some_and(|local| matches!(local.scalar, Scalar::Int(_)))
}

pub fn what_is_chosen_is_what_the_launch_says() {
    let parameter = |name: &str| Box::new(Quantity::Parameter(name.to_owned()));
    let number = |n: i32| Box::new(Quantity::Number(n.into()));
    let up = Quantity::Sum(parameter("n"), number(63));
    let launch: Launched = vec![
        (
            Quantity::GridSize(Dimension::X),
            Quantity::Quotient(Box::new(up), 64.into()),
        ),
        (
            *parameter("m"),
            Quantity::Product(parameter("n"), number(2)),
        ),
        (*parameter("k"), *number(7)),
    ];
    let fixed = Values::from([(Name::Block(0), 64.into())]);
    for seed in 0..20 {
        let known = solved(&launch, &fixed, seed).unwrap();
        let of = |name: &str| known[&Name::Parameter(name.to_owned())].to_u32().unwrap();
        assert_eq!(known[&Name::Grid(0)], of("n").div_ceil(64).into());
        assert_eq!((of("m"), of("k")), (2 * of("n"), 7));
    }
    // A grid of three blocks leaves few values for `n`.
    let fixed = Values::from([(Name::Grid(0), 3.into())]);
    let known = solved(&launch, &fixed, 1).unwrap();
    let n = known[&Name::Parameter("n".to_owned())].to_u32().unwrap();
    assert!((129..=192).contains(&n), "{n}");
}
