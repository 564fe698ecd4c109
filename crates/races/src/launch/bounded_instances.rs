//! Launches of which sizes and parameters are known.
//!
//! In a small one of these most of what is hard to show is a matter of a few numbers: a kernel that is wrong
//! is mostly wrong there as well (the small scope hypothesis; Jackson, *Software Abstractions*, 2006).

use crate::check::{Options, execute, prepared};
use crate::execution::value::sort_of;
use crate::execution::{Exec, Known};
use crate::launch::Size;
use crate::overflow::Overflow;
use crate::questions::{Answer, Queries, Source};
use crate::report::Report;
use kernel_graph::{FunctionId, Module, Place, Scalar};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::ToPrimitive;
use solver::term::{Sort, Term, bv, eq};
use std::collections::{BTreeSet, HashMap};

/// How many threads a block has, and what parameters are, if that can be.
const SMALL: [(u64, u64); 4] = [(4, 2), (4, 4), (8, 3), (2, 16)];

/// What cannot have the value that is wanted has one that is no larger.
const LARGEST: u64 = 64;

/// So many iterations of each loop are looked at.
const ITERATIONS: u32 = 4;

/// A launch in which threads make more accesses is not looked at: each two of them are a question.
const MOST_ACCESSES: usize = 250;

/// Parameters and sizes, by their names.
type Values = Vec<(String, BigInt)>;

/// Sizes that are open, and parameters, as `values` names them, and no overflow.
pub(crate) fn pinned(
    (module, kernel): (&Module, FunctionId),
    options: &Options,
    values: &[(String, BigInt)],
) -> Options {
    let mut options = Options {
        overflow: Overflow::Excluded,
        witness: None,
        ..options.clone()
    };
    let value = |name: &str| {
        let found = values.iter().find(|(one, _)| one == name);
        found.map(|(_, value)| value)
    };
    let (block, grid) = (&mut options.sizes.block, &mut options.sizes.grid);
    for (what, sizes) in [("block", block), ("grid", grid)] {
        for (size, letter) in sizes.iter_mut().zip(["x", "y", "z"]) {
            let known = value(&format!("{what}.{letter}"));
            if let (Size::Any, Some(known)) = (&size, known.and_then(BigInt::to_u32)) {
                *size = Size::Fixed(known);
            }
        }
    }
    give((module, kernel), &mut options, values);
    options
}

/// The same kernel with these numbers for the parameters of these names, if they are whole numbers, each converted
/// to the parameter's type; and what they are then, as bits. What was given before stays.
pub fn with_arguments(
    (module, kernel): (&Module, FunctionId),
    options: &Options,
    values: &[(String, BigInt)],
) -> (Options, Vec<(String, BigInt)>) {
    let mut options = options.clone();
    let Some(function) = module.functions.get(kernel.0 as usize) else {
        return (options, Vec::new());
    };
    let converted = values.iter().filter_map(|(name, value)| {
        let mut named = function.params.iter().filter(|param| param.name == *name);
        let (param, None) = (named.next()?, named.next()) else {
            return None;
        };
        match function.local(param.local)?.scalar {
            Scalar::Int(width) => {
                let bits = value.mod_floor(&(BigInt::from(1) << width));
                Some((name.clone(), bits))
            }
            Scalar::Bool
            | Scalar::Float(_)
            | Scalar::Pointer
            | Scalar::Handle
            | Scalar::Function => None,
        }
    });
    let converted: Vec<(String, BigInt)> = converted.collect();
    give((module, kernel), &mut options, &converted);
    (options, converted)
}

fn give(
    (module, kernel): (&Module, FunctionId),
    options: &mut Options,
    values: &[(String, BigInt)],
) {
    let Some(function) = module.functions.get(kernel.0 as usize) else {
        return;
    };
    let known = options
        .arguments
        .iter()
        .position(|(name, _)| *name == function.name);
    let mut known = known
        .map_or_else(Vec::new, |at| options.arguments.swap_remove(at).1)
        .into_iter();
    let params = function.params.iter().filter(|param| {
        let local = function.local(param.local);
        local.is_some_and(|local| sort_of(local.scalar).is_some())
    });
    let values = params.map(|param| {
        let found = values.iter().find(|(name, _)| *name == param.name);
        let bits = found.and_then(|(_, value)| value.to_u128());
        known.next().flatten().or(bits)
    });
    let values = values.collect();
    options.arguments.push((function.name.clone(), values));
}

/// A few small launches that can be, without overflow and with few iterations of each loop: what was open
/// there, and how that is checked. What is wrong in one is wrong.
pub(crate) fn small_launches(
    of: (&Module, FunctionId),
    options: &Options,
    left_out: &BTreeSet<Place>,
    source: &Source<'_>,
) -> Vec<(Values, Options)> {
    let options = Options {
        overflow: Overflow::Excluded,
        iterations: Some(ITERATIONS),
        most_accesses: Some(MOST_ACCESSES),
        until_one: true,
        witness: None,
        ..options.clone()
    };
    let options = options.with_little();
    let mut nobody = Report::default();
    let Ok(found) = prepared(of, (&options, left_out), source, &mut nobody) else {
        return Vec::new();
    };
    let program = (of.0, &found.function, &found.graph);
    let given = (&options, &found.choices);
    let Ok((run, params)) = execute(program, Known::default(), given, None) else {
        return Vec::new();
    };
    let mut queries = source.claims(&options.effort);
    let mut chosen: BTreeSet<Values> = BTreeSet::new();
    for (threads, number) in SMALL {
        let sizes = run.atoms.open_sizes().into_iter().map(|(name, term)| {
            let wanted = match (&run.atoms.block_size, &run.atoms.grid_size) {
                ([x, ..], _) if *x == term => threads,
                (_, [x, ..]) if *x == term => 2,
                _ => 1,
            };
            (name, term, wanted)
        });
        let params = params.iter().cloned();
        let params = params.map(|(name, term)| (name, term, number));
        let open: Vec<(String, Term, u64)> = sizes.chain(params).collect();
        chosen.extend(values(&run, &mut queries, &open));
    }
    let pinned = |values: Values| {
        let options = pinned(of, &options, &values);
        (values, options)
    };
    chosen.into_iter().map(pinned).collect()
}

/// Small values of whole numbers that can be together, each as wanted if it can be; none if there are no such.
fn values(
    run: &Exec<'_>,
    queries: &mut Queries<'_>,
    open: &[(String, Term, u64)],
) -> Option<Values> {
    let mut facts = run.atoms.facts.clone();
    let mut values = Vec::new();
    for (name, term, wanted) in open {
        let Sort::BitVec(width) = *term.sort() else {
            continue;
        };
        let is = |value: u64| eq(term.clone(), bv::lit(value, width));
        let mut found = None;
        for value in [*wanted, 2 * wanted, 1] {
            let facts: Vec<Term> = facts.iter().cloned().chain([is(value)]).collect();
            let answer = queries.possible(&run.symbols, &HashMap::new(), &facts, &[]);
            if matches!(answer, Answer::Possible(_)) {
                found = Some(value);
                break;
            }
        }
        let value = match found {
            Some(value) => value,
            None => {
                let small = bv::ule(term.clone(), bv::lit(LARGEST, width));
                let facts: Vec<Term> = facts.iter().cloned().chain([small]).collect();
                let wanted = [(name.clone(), term.clone())];
                match queries.possible(&run.symbols, &HashMap::new(), &facts, &wanted) {
                    Answer::Possible(found) => found.values.get(name)?.to_u64()?,
                    Answer::Impossible | Answer::Unknown(_) => return None,
                }
            }
        };
        facts.push(is(value));
        values.push((name.clone(), BigInt::from(value)));
    }
    Some(values)
}
