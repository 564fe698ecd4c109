//! What is refuted has no solution: random problems, whose solutions are counted out.

use crate::shapes::model;
use algebra::{Translation, check, refute_within};
use random::Random;

/// Steps of the search: few, for most that is refuted is refuted soon.
const BUDGET: u64 = 400;

/// Of what is not refuted one in so many is looked at, whether it has a solution.
const LOOKED_AT: u64 = 40;

/// What was found out about so many problems.
#[derive(Default)]
struct Found {
    refuted: usize,
    /// Of the others.
    looked_at: usize,
    /// Of these those that have no small solution.
    without_solution: usize,
}

fn look_at(seed: u64, found: &mut Found) {
    let mut random = Random::new(seed);
    let model = model(&mut random);
    let translation = Translation::of(&model.terms()).unwrap();
    let (proof, _) = refute_within(&translation.problem, BUDGET);
    let tables = [0, 1].map(|_| [0; 8].map(|_: i64| random.between(-2, 4)));
    let Some(proof) = proof else {
        if seed.is_multiple_of(LOOKED_AT) {
            found.looked_at += 1;
            found.without_solution += usize::from(model.solution(&tables).is_none());
        }
        return;
    };
    check(&translation.problem, &proof).unwrap_or_else(|why| panic!("{seed}: {why:?}\n{model:#?}"));
    let solution = model.solution(&tables);
    assert_eq!(solution, None, "{seed}: {:?}", model.terms());
    found.refuted += 1;
}

/// What holds of some values is not refuted, even if most of them are known, so that the search computes with all there is.
#[test]
fn what_is_so_is_not_refuted() {
    let count = match std::env::var_os("ALPINIST_SLOW") {
        None => 4_000,
        Some(_) => 200_000,
    };
    for seed in 0..count {
        let mut random = Random::new(seed);
        let mut model = model(&mut random);
        let ranges = model.ranges.clone();
        let values = ranges.iter().map(|(low, high)| random.between(*low, *high));
        let values: Vec<i64> = values.collect();
        let table = [0; 8].map(|_: i64| random.between(-2, 4));
        let dropped = random.below(2 * values.len());
        model.holds_at(&values, &table, |at| at != dropped);
        let translation = Translation::of(&model.terms()).unwrap();
        let (proof, _) = refute_within(&translation.problem, BUDGET);
        assert_eq!(proof, None, "{seed}: {values:?} {:?}", model.terms());
    }
}

#[test]
fn what_is_refuted_has_no_solution() {
    let count = match std::env::var_os("ALPINIST_SLOW") {
        None => 20_000,
        Some(_) => 1_000_000,
    };
    let threads = std::thread::available_parallelism().map_or(1, |threads| threads.get() as u64);
    let found: Vec<Found> = std::thread::scope(|scope| {
        let part = |first: u64| {
            scope.spawn(move || {
                let mut found = Found::default();
                let seeds = (first..count).step_by(usize::try_from(threads).unwrap());
                seeds.for_each(|seed| look_at(seed, &mut found));
                found
            })
        };
        let parts: Vec<_> = (0..threads).map(part).collect();
        parts.into_iter().map(|part| part.join().unwrap()).collect()
    });
    let total = |of: fn(&Found) -> usize| found.iter().map(of).sum::<usize>();
    let refuted = total(|found| found.refuted);
    let looked_at = total(|found| found.looked_at);
    let without = total(|found| found.without_solution);
    let said = format!("{refuted} of {count} refuted; of {looked_at} others {without} might be");
    // So that it does not hold by doing nothing, nor by asking for nothing else.
    assert!(refuted as u64 > count / 3, "{said}");
    assert!(without < looked_at / 2, "{said}");
}
