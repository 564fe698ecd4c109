//! Values that make formulas true, found by trying a few: where numbers are free, most are true of some.
//!
//! What is found is a counterexample like one of the solver's, confirmed by evaluation: each symbol has a value in its
//! range, one of a function the same for all arguments. So it may take the place of a question, and where nothing is found
//! nothing is said.

use crate::execution::symbols::Symbols;
use crate::questions::cases::Named;
use num_bigint::BigInt;
use num_traits::One;
use solver::term::{Symbol, Term, TermMap, big, bool_, bv, postorder, rebuild};
use std::collections::HashMap;

/// So many assignments are tried.
const TRIED: u64 = 40;

/// In longer formulas it takes longer than to ask.
const LONGEST: usize = 2_500;

/// Of a linear congruential generator, whose high bits are used (Knuth, MMIX).
const STEP: u64 = 6_364_136_223_846_793_005;

/// For each of some formulas whether one of a few assignments makes it true.
pub(crate) fn shown((symbols, origins): Named<'_>, formulas: &[Term]) -> Vec<bool> {
    let mut found = vec![false; formulas.len()];
    let parts = postorder(formulas);
    // What is believed of functions would have to hold as well.
    if !symbols.axioms.is_empty() || !symbols.said.is_empty() || parts.len() > LONGEST {
        return found;
    }
    for seed in 0..TRIED {
        if found.iter().all(|found| *found) {
            break;
        }
        let Some(values) = values((symbols, origins), &parts, seed) else {
            return found;
        };
        let mut images: TermMap<Term> = TermMap::default();
        for part in &parts {
            let image = match part.symbol() {
                Some(symbol) => values.get(symbol).cloned(),
                None => {
                    let args = part.args().iter();
                    let args = args.map(|arg| images.get(arg).unwrap_or(arg).clone());
                    Some(rebuild(part, args.collect()))
                }
            };
            if let Some(image) = image {
                images.insert(part.clone(), image);
            }
        }
        for (found, formula) in found.iter_mut().zip(formulas) {
            *found |= images.get(formula).is_some_and(Term::is_true);
        }
    }
    found
}

/// A value for each symbol; none if one has another sort than numbers and Booleans have.
fn values(
    (symbols, origins): Named<'_>,
    parts: &[Term],
    seed: u64,
) -> Option<HashMap<Symbol, Term>> {
    let mut all: HashMap<Symbol, Term> = HashMap::new();
    let mut number = seed;
    for part in parts {
        let Some(symbol) = part.symbol().filter(|symbol| !all.contains_key(*symbol)) else {
            continue;
        };
        number = number.wrapping_mul(STEP).wrapping_add(STEP);
        let dice = number >> 40;
        let value = match part.sort().width() {
            Some(width) => {
                let range = range((symbols, origins), symbol, width);
                bv::lit(chosen(seed, dice, &range), width)
            }
            None if *part.sort() == solver::term::Sort::Int => big((dice % 3).into()),
            None if *part.sort() == solver::term::Sort::Bool => bool_(dice.is_multiple_of(2)),
            None => return None,
        };
        all.insert(symbol.clone(), value);
    }
    Some(all)
}

/// The least and the greatest number that a symbol may be, without a sign.
fn range(
    (symbols, origins): (&Symbols, &HashMap<Symbol, Symbol>),
    symbol: &Symbol,
    width: u32,
) -> (BigInt, BigInt) {
    let about = symbols.about(origins.get(symbol).unwrap_or(symbol));
    let known = about.and_then(|about| about.range.clone());
    known.unwrap_or_else(|| (BigInt::ZERO, (BigInt::one() << width) - 1))
}

/// A number of a range: small ones, those at its ends, and those at which numbers with a sign, and products of two of
/// them, begin to overflow.
fn chosen(seed: u64, number: u64, (low, high): &(BigInt, BigInt)) -> BigInt {
    let half: BigInt = (high + 1u32) >> 1u32;
    let root: BigInt = half.sqrt();
    let some = [
        low.clone(),
        low + 1u32,
        high.clone(),
        &half - 1u32,
        half.clone(),
        root,
        low + 2u32,
        (&half >> 1u32) + 1u32,
    ];
    // Half of the assignments have the same number for all, as far as ranges go.
    let at = match seed < 8 {
        true => seed,
        false => number % 8,
    };
    let wanted = usize::try_from(at).ok().and_then(|at| some.get(at));
    wanted.map_or_else(
        || low.clone(),
        |wanted| wanted.clone().clamp(low.clone(), high.clone()),
    )
}
