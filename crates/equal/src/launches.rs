//! For which launches a pair is compared: those that the user says, those of the files, else small ones.

use crate::matched::Matched;
use crate::model::{Extent, Origin, Sizes};
use crate::pair::{Side, Step};
use inspect::model::Passed;
use inspect::{GraphKernel, KnownLaunch};
use num_traits::ToPrimitive;

/// What the user says of launches. A plain function is executed by one thread whatever is said.
#[derive(Clone, Debug, Default)]
pub struct Wanted {
    /// Threads of a block, of the old kernel and of the new one, where they are said.
    pub block: [Option<[u32; 3]>; 2],
    /// Blocks of the grid, in the same way.
    pub grid: [Option<[u32; 3]>; 2],
    /// Values of integers; each is a launch.
    pub values: Vec<Vec<(String, i64)>>,
    /// Dynamic shared memory in bytes, of the old kernel and of the new one.
    pub shared: [Option<u64>; 2],
}

/// Reads values of integers: `n=64,m=3`.
///
/// # Errors
/// One sentence on what is wrong.
pub fn parse(text: &str) -> Result<Vec<(String, i64)>, String> {
    let parts = text
        .split(',')
        .map(str::trim)
        .filter(|part| !part.is_empty());
    let one = |part: &str| {
        let (name, value) = part.split_once('=').ok_or("expected NAME=NUMBER")?;
        let value = value
            .trim()
            .parse()
            .map_err(|_| "expected a whole number behind `=`")?;
        Ok((name.trim().to_owned(), value))
    };
    let all: Vec<(String, i64)> = parts.map(one).collect::<Result<_, String>>()?;
    let mut names: Vec<&String> = all.iter().map(|(name, _)| name).collect();
    names.sort_unstable();
    match names.windows(2).find(|two| two[0] == two[1]) {
        Some(two) => Err(format!("`{}` has two values", two[0])),
        None => Ok(all),
    }
}

/// The launches of a pair, and where they come from; none if one of the two is a plain function, and of the other no launch is
/// known: small ones that nobody meant would show nothing.
pub(crate) fn launches(
    wanted: &Wanted,
    matched: &Matched,
    sides: [Side<'_>; 2],
) -> Option<(Origin, Vec<Sizes>)> {
    let kernels = sides.map(|side| side.kernel);
    let [old, _] = sides;
    match old.is_sequential() {
        true => beside_function(wanted, kernels),
        false => Some(of_kernels(wanted, matched, kernels)),
    }
}

/// The launches of a kernel that is compared with a plain function.
fn beside_function(wanted: &Wanted, kernels: [&GraphKernel; 2]) -> Option<(Origin, Vec<Sizes>)> {
    let [block, new_block] = wanted.block;
    let [grid, new_grid] = wanted.grid;
    if let Some(block) = new_block.or(block) {
        let said = Extent {
            block,
            grid: new_grid.or(grid).unwrap_or([1; 3]),
            shared: wanted.shared[1].or(wanted.shared[0]),
        };
        let one = |values: Vec<(String, i64)>| Sizes {
            extents: [vec![ONE_THREAD], vec![said]],
            values,
            together: Vec::new(),
        };
        return Some((Origin::Given, each(wanted).map(one).collect()));
    }
    let [_, new] = kernels;
    let launches = new.launches.iter();
    let known: Vec<Sizes> = launches.filter_map(|one| alone(wanted, one)).collect();
    let all = new.unknown_launches == 0 && known.len() == new.launches.len();
    let origin = match all {
        true => Origin::Launches,
        false => Origin::SomeLaunches,
    };
    (wanted.values.is_empty() && !known.is_empty()).then_some((origin, known))
}

/// The values that are said, for each launch; none of any for one.
fn each(wanted: &Wanted) -> impl Iterator<Item = Vec<(String, i64)>> {
    let none = wanted.values.is_empty().then(Vec::new);
    wanted.values.iter().cloned().chain(none)
}

/// The launch of a plain function.
const ONE_THREAD: Extent = Extent {
    block: [1; 3],
    grid: [1; 3],
    shared: None,
};

fn of_kernels(
    wanted: &Wanted,
    matched: &Matched,
    kernels: [&GraphKernel; 2],
) -> (Origin, Vec<Sizes>) {
    let said = !wanted.values.is_empty() || wanted.block.iter().any(Option::is_some);
    if said {
        let all = each(wanted).map(|values| sizes(wanted, values, [[1; 3]; 2]));
        // Of blocks that nobody gave no more is said than that they were tried.
        let origin = match wanted.block[0] {
            Some(_) => Origin::Given,
            None => Origin::Tried,
        };
        return (origin, all.collect());
    }
    let [old, new] = kernels;
    let mut known = Vec::new();
    let mut all = old.unknown_launches == 0 && new.unknown_launches == 0;
    all &= old.launches.len() == new.launches.len();
    for (number, launch) in old.launches.iter().enumerate() {
        // The launches of two versions of a file correspond in their order.
        let other = match new.launches.len() == old.launches.len() {
            true => new.launches.get(number),
            false => new.launches.first().filter(|_| new.launches.len() == 1),
        };
        let both = other.and_then(|other| together(wanted, matched, kernels, [launch, other]));
        all &= both.is_some();
        known.extend(both);
    }
    if !known.is_empty() {
        let origin = if all {
            Origin::Launches
        } else {
            Origin::SomeLaunches
        };
        return (origin, known);
    }
    (Origin::Tried, tried(wanted, kernels))
}

fn sizes(wanted: &Wanted, values: Vec<(String, i64)>, usual: [[u32; 3]; 2]) -> Sizes {
    let [block, grid] = usual;
    let both = |said: &[Option<[u32; 3]>; 2], usual: [u32; 3]| {
        let [old, new] = *said;
        let old = old.unwrap_or(usual);
        [old, new.unwrap_or(old)]
    };
    let [old, new] = wanted.shared;
    let shared = [old, new.or(old)];
    let (blocks, grids) = (both(&wanted.block, block), both(&wanted.grid, grid));
    let own = |((block, grid), shared)| {
        vec![Extent {
            block,
            grid,
            shared,
        }]
    };
    let [first, second] = blocks;
    let [one, other] = grids;
    let [less, more] = shared;
    Sizes {
        extents: [own(((first, one), less)), own(((second, other), more))],
        values,
        together: Vec::new(),
    }
}

/// The launches of two sequences, for each of the values that are said; none if a launch has no sizes.
pub(crate) fn of_sequences(wanted: &Wanted, sequences: [&[Step<'_>]; 2]) -> Option<Vec<Sizes>> {
    let usual = sizes(wanted, Vec::new(), [[1; 3]; 2]);
    let [block, new_block] = wanted.block;
    let said = [block, new_block.or(block)];
    let mut extents = [Vec::new(), Vec::new()];
    let sides = sequences.into_iter().zip(&usual.extents).zip(said);
    for (((steps, usual), said), own) in sides.zip(&mut extents) {
        let usual = usual.first()?;
        for step in steps {
            if step.side.is_sequential() {
                own.push(ONE_THREAD);
                continue;
            }
            step.block.or(said)?;
            own.push(Extent {
                block: step.block.unwrap_or(usual.block),
                grid: step.grid.unwrap_or(usual.grid),
                shared: usual.shared,
            });
        }
    }
    let one = |values| Sizes {
        extents: extents.clone(),
        values,
        together: Vec::new(),
    };
    Some(each(wanted).map(one).collect())
}

/// A launch of the new kernel, where the old one is a plain function.
fn alone(wanted: &Wanted, launch: &KnownLaunch) -> Option<Sizes> {
    let values = launch.values.iter();
    let values = values.map(|(name, value)| Some((name.clone(), value.to_i64()?)));
    // Which of them the function has is matched by name; nothing is shown of aliased pointers.
    launch.together.is_empty().then_some(())?;
    let [_, shared] = wanted.shared;
    Some(Sizes {
        extents: [
            vec![ONE_THREAD],
            vec![Extent {
                block: launch.block,
                grid: launch.grid,
                shared: launch.shared.or(shared),
            }],
        ],
        values: values.collect::<Option<_>>()?,
        together: Vec::new(),
    })
}

/// A launch of each, if they pass the same integers.
fn together(
    wanted: &Wanted,
    matched: &Matched,
    kernels: [&GraphKernel; 2],
    launches: [&KnownLaunch; 2],
) -> Option<Sizes> {
    let mut values: Vec<(String, i64)> = Vec::new();
    let mut parts = std::collections::BTreeMap::new();
    for (side, (kernel, launch)) in kernels.into_iter().zip(launches).enumerate() {
        for (name, value) in &launch.values {
            let value = value.to_i64()?;
            let part = matched.part((side, 0), kernel, name)?;
            match parts.insert(part, value) {
                Some(before) if before != value => return None,
                Some(_) => {}
                None => values.push((name.clone(), value)),
            }
        }
    }
    let [old, new] = launches;
    let mut same = Vec::new();
    for (side, (kernel, launch)) in kernels.into_iter().zip(launches).enumerate() {
        for (one, other) in &launch.together {
            let part = |name: &str| matched.part((side, 0), kernel, name);
            same.push((part(one)?, part(other)?));
        }
    }
    let extent = |(launch, shared): (&KnownLaunch, Option<u64>)| {
        vec![Extent {
            block: launch.block,
            grid: launch.grid,
            shared: launch.shared.or(shared),
        }]
    };
    let [less, more] = wanted.shared;
    Some(Sizes {
        together: same,
        extents: [extent((old, less)), extent((new, more))],
        values,
    })
}

/// Small launches, of as many dimensions as the kernels ask about.
fn tried(wanted: &Wanted, kernels: [&GraphKernel; 2]) -> Vec<Sizes> {
    let [old, new] = kernels;
    let integers: Vec<&str> = old
        .parameters
        .iter()
        .filter(|param| matches!(param.passed, Passed::Integer { bits: 32.., .. }))
        .map(|param| param.name.as_str())
        .collect();
    let dimensions = |at: usize| {
        let of = |kernel: &GraphKernel| kernel.dimensions.get(at).copied().unwrap_or(1);
        of(old).max(of(new))
    };
    let shapes: &[([u32; 3], [u32; 3])] = match dimensions(0).max(dimensions(1)) {
        1 => &[([32, 1, 1], [2, 1, 1]), ([64, 1, 1], [1, 1, 1])],
        2 => &[([8, 8, 1], [2, 2, 1]), ([16, 16, 1], [1, 1, 1])],
        _ => &[([4, 4, 2], [2, 2, 2])],
    };
    let mut found = Vec::new();
    for (block, grid) in shapes {
        for value in [16i64, 33, 64] {
            let values = integers
                .iter()
                .map(|name| ((*name).to_owned(), value))
                .collect();
            found.push(sizes(wanted, values, [*block, *grid]));
            if integers.is_empty() {
                break;
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_names_and_numbers() {
        let two = vec![("n".to_owned(), 64), ("m".to_owned(), -3)];
        assert_eq!(parse("n=64, m=-3"), Ok(two));
        assert!(parse("n").is_err());
        assert!(parse("n=x").is_err());
    }
}
