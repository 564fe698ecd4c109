//! Both kernels executed on the same values, by the executor, which shares no code with the symbolic machine.

use crate::pair::{Pair, Run, bits_of};
use executor::{Contents, Launch, Options, Schedule, Value};
use kernel_graph::{Module, Scalar};
use random::Random;
use std::collections::BTreeMap;
use symbolic::Level;

const ELEMENTS: usize = 3000;

thread_local! {
    static RACES: std::cell::Cell<bool> = const { std::cell::Cell::new(false) };
}

/// Whether an execution of the new kernel has a race.
pub(crate) fn races(pair: &Pair, module: &Module, run: &Run) -> bool {
    RACES.with(|races| races.set(false));
    let inputs: BTreeMap<String, Vec<f64>> = pair
        .keys()
        .into_keys()
        .map(|name| {
            let all = contents(0, &name);
            (name, all)
        })
        .collect();
    let _ = left(pair, module, run, 1, &inputs, 0);
    RACES.with(std::cell::Cell::get)
}

/// Whether executions of both come to their ends.
pub(crate) fn ends(pair: &Pair, module: &Module, run: &Run) -> bool {
    let inputs: BTreeMap<String, Vec<f64>> = pair
        .keys()
        .into_keys()
        .map(|name| {
            let all = contents(1, &name);
            (name, all)
        })
        .collect();
    left(pair, &pair.module, run, 0, &inputs, 1).is_some()
        && left(pair, module, run, 1, &inputs, 1).is_some()
}

type Left = BTreeMap<(String, i64), (Scalar, u128)>;

/// How the kernels differ in an execution; none if they do not. At a level, what it leaves open is no difference.
pub(crate) fn differ(
    pair: &Pair,
    module: &Module,
    run: &Run,
    level: Option<Level>,
) -> Option<String> {
    (0..4u64).find_map(|seed| once(pair, module, run, (seed, level)))
}

pub(crate) fn contents(seed: u64, name: &str) -> Vec<f64> {
    let mut random = Random::new(name.bytes().fold(seed + 1, |s, b| {
        s.wrapping_mul(131).wrapping_add(u64::from(b))
    }));
    let mut one = || -> f64 {
        let small = random.below(9) as f64;
        match seed % 4 {
            0 => small,
            1 => (small - 4.0) / 4.0,
            2 => 0.3 + small / 7.0,
            _ => (random.below(2000) as f64 - 1000.0) / 37.0,
        }
    };
    (0..ELEMENTS).map(|_| one()).collect()
}

fn once(
    pair: &Pair,
    module: &Module,
    run: &Run,
    (seed, level): (u64, Option<Level>),
) -> Option<String> {
    let inputs: BTreeMap<String, Vec<f64>> = pair
        .keys()
        .into_keys()
        .map(|name| {
            let all = contents(seed, &name);
            (name, all)
        })
        .collect();
    let old = left(pair, &pair.module, run, 0, &inputs, seed)?;
    let new = left(pair, module, run, 1, &inputs, seed)?;
    let before = |key: &(String, i64), scalar: Scalar| {
        let bytes = i64::from(scalar.bytes(8));
        let at = usize::try_from(key.1 / bytes).ok()?;
        let number = inputs.get(&key.0)?.get(at).copied().unwrap_or(0.0);
        Some(match scalar {
            Scalar::Float(format) => symbolic::float::bits(number, format),
            _ => bits_of(number as i64, scalar),
        })
    };
    let keys: std::collections::BTreeSet<_> = old.keys().chain(new.keys()).cloned().collect();
    for key in keys {
        let scalar = old.get(&key).or(new.get(&key))?.0;
        let of = |side: &Left| {
            side.get(&key)
                .map(|(_, bits)| *bits)
                .or_else(|| before(&key, scalar))
        };
        let (a, b) = (of(&old)?, of(&new)?);
        if !alike(a, b, scalar, level) {
            let shown = |bits: u128| match scalar {
                Scalar::Float(format) => symbolic::float::number(bits, format).to_string(),
                _ => bits.to_string(),
            };
            return Some(format!(
                "{key:?}: {} and {}, seed {seed}",
                shown(a),
                shown(b)
            ));
        }
    }
    None
}

pub(crate) fn alike(a: u128, b: u128, scalar: Scalar, level: Option<Level>) -> bool {
    let Scalar::Float(format) = scalar else {
        return a == b;
    };
    let (x, y) = (
        symbolic::float::number(a, format),
        symbolic::float::number(b, format),
    );
    match level {
        Some(Level::Exact) => a == b || (x.is_nan() && y.is_nan()),
        _ => {
            a == b
                || !x.is_finite()
                || !y.is_finite()
                || (x - y).abs() <= 1e-3 * (1.0 + x.abs().max(y.abs()))
        }
    }
}

fn left(
    pair: &Pair,
    module: &Module,
    run: &Run,
    which: usize,
    inputs: &BTreeMap<String, Vec<f64>>,
    seed: u64,
) -> Option<Left> {
    let kernel = [pair.old, pair.new][which];
    let [grid, block] = run.sizes[which];
    let mut launch = Launch::new(kernel, block, grid, 7);
    launch.dimensions = 3;
    let function = &module.functions[kernel.0 as usize];
    for param in &function.params {
        let scalar = function.local(param.local).unwrap().scalar;
        let value = run.values.get(&param.name).copied();
        let other =
            param.name.bytes().map(i64::from).sum::<i64>() % 5 + i64::try_from(seed).unwrap();
        launch.arguments.insert(
            param.name.clone(),
            Value::Bits(bits_of(value.unwrap_or(other), scalar)),
        );
    }
    for (name, id) in pair.arrays(kernel) {
        launch
            .contents
            .insert(id, Contents::Given(inputs[&name].clone()));
    }
    for (number, array) in (0..).zip(&module.arrays) {
        if array.linkage == kernel_graph::Linkage::Dynamic
            && let Some(bytes) = run.dynamic
        {
            launch.extents.insert(kernel_graph::ArrayId(number), bytes);
        }
    }
    let options = Options {
        steps: 5_000_000,
        ordered_sums: true,
        ..Options::default()
    };
    let outcome = executor::run(module, &launch, &options, Schedule::Backward);
    if let Some(executor::Fault::Race { .. }) = outcome.fault() {
        RACES.with(|races| races.set(true));
    }
    if outcome.stop.is_some() || outcome.arbitrary || !outcome.warnings.is_empty() {
        return None;
    }
    let names: BTreeMap<_, _> = pair
        .arrays(kernel)
        .into_iter()
        .map(|(name, id)| (id, name))
        .collect();
    let mut found = Left::new();
    for array in &outcome.arrays {
        let Some(name) = names.get(&array.array) else {
            continue;
        };
        for element in &array.elements {
            found.insert(
                (name.clone(), element.offset),
                (element.scalar, element.value.bits()),
            );
        }
    }
    Some(found)
}
