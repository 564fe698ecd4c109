//! Why no two threads race on an array of a verified kernel (`--explain-proof`).
//!
//! Each pair of accesses is asked about once more, by algebra alone and with as little of what is known as goes: first
//! whether two threads get there, then whether they touch the same place, then whether nothing orders them. The first
//! of these that is impossible is the reason, and it has a certificate of its own that was checked. Of a pair for which
//! there is none, the reason is what the check rested on.

use super::work::Work;
use crate::accesses::{Access, Kind};
use crate::check::Two;
use crate::check::races::{Part, pairs};
use crate::execution::symbols::Other;
use crate::report::{Apart, Dialect, Why};
use algebra::widths;
use kernel_graph::{ArrayId, Space};
use num_bigint::BigInt;
use num_traits::ToPrimitive;
use solver::term::{Symbol, SymbolKind, Term, and};
use std::collections::BTreeMap;

/// Steps of all searches for one kernel.
const STEPS: u64 = 2_000_000;

/// Steps of one search: for what is mostly seen soon, and for the others.
const FEW: u64 = 10_000;
const MANY: u64 = 120_000;

/// A longer text of an index is no help.
const LONGEST: usize = 100;

/// How the groups of accesses of a kernel were shown to be apart: for each array, among threads of one block or not,
/// on how many answers of the solver that rests.
pub(crate) type Relied = BTreeMap<(ArrayId, bool), usize>;

impl Work<'_, '_> {
    /// Notes for each array why no two threads race on it.
    pub(super) fn explain(&mut self, dialect: Dialect) {
        let mut steps = STEPS;
        for (array, accesses) in self.by_array() {
            let Some(space) = self.module.array(array).map(|a| a.space) else {
                continue;
            };
            if space == Space::Private {
                continue;
            }
            let mut reasons: BTreeMap<Why, usize> = BTreeMap::new();
            if accesses.iter().all(|access| access.kind == Kind::Read) {
                reasons.insert(Why::ReadOnly, 0);
            }
            for same_block in self.scopes(space) {
                let of = (array, accesses.as_slice(), space);
                for (why, count) in self.explain_among(of, same_block, (dialect, &mut steps)) {
                    *reasons.entry(why).or_default() += count;
                }
            }
            let scopes = [true, false].map(|same_block| (array, same_block));
            let relied = scopes.iter().filter_map(|scope| self.relied.get(scope));
            self.report.apart.push(Apart {
                array,
                questions: relied.sum(),
                reasons: reasons.into_iter().collect(),
            });
        }
    }

    fn explain_among(
        &mut self,
        (array, accesses, space): (ArrayId, &[&Access], Space),
        same_block: bool,
        (dialect, steps): (Dialect, &mut u64),
    ) -> BTreeMap<Why, usize> {
        let mut reasons = BTreeMap::new();
        let mut two = Two {
            other: Other::new(&self.run.symbols, same_block),
            same_block,
        };
        let pairs = pairs(accesses, same_block);
        let common = self.together(&mut two);
        if pairs.is_empty() {
            return reasons;
        }
        if common.iter().any(Term::is_false) {
            reasons.insert(Why::Alone { same_block }, pairs.len());
            return reasons;
        }
        let mut open = 0;
        for (a, b) in pairs {
            match self.explain_pair((a, b), space, (&common, &mut two), (dialect, steps)) {
                Some(why) => *reasons.entry(why).or_default() += 1,
                None => open += 1,
            }
        }
        if open > 0 {
            let why = match self.relied.get(&(array, same_block)).copied().unwrap_or(0) {
                0 => Why::Several,
                _ => Why::Solver,
            };
            reasons.insert(why, open);
        }
        reasons
    }

    fn explain_pair(
        &mut self,
        (a, b): (&Access, &Access),
        space: Space,
        (common, two): (&[Term], &mut Two<'_>),
        (dialect, steps): (Dialect, &mut u64),
    ) -> Option<Why> {
        let mut parts = self.conflict_parts(a, b, space, two);
        parts.push((Part::Value, self.unwritten((a, b), space, two)));
        let with = |wanted: &[Part]| -> Vec<Term> {
            let all = parts.iter().filter(|(part, _)| wanted.contains(part));
            all.map(|(_, term)| term.clone()).collect()
        };
        let index = |radices| Why::Index {
            index: None,
            radices,
        };
        let atomic = matches!((a.kind, b.kind), (Kind::Atomic(_), Kind::Atomic(_)));
        let is_false = |wanted: &[Part]| and(with(wanted)).is_false();
        if is_false(&[Part::Guard]) {
            return Some(Why::Guard);
        }
        if is_false(&[Part::Place]) {
            return Some(index(Vec::new()));
        }
        if is_false(&[Part::Place, Part::Atomic]) && atomic {
            return Some(Why::Atomic);
        }
        if is_false(&[Part::Order]) {
            return Some(Why::Barriers);
        }
        let all = [
            Part::Guard,
            Part::Place,
            Part::Atomic,
            Part::Order,
            Part::Value,
        ];
        let attempts: [(&[Part], u64); 4] = [
            (&[Part::Guard], FEW),
            (&[Part::Guard, Part::Place], MANY),
            (&[Part::Guard, Part::Order], FEW),
            (&all, MANY),
        ];
        let origins = two.other.origins();
        for (at, (wanted, most)) in attempts.into_iter().enumerate() {
            let formulas: Vec<Term> = common.iter().cloned().chain(with(wanted)).collect();
            let of = (&self.run.symbols, &origins);
            let offset = std::slice::from_ref(&a.offset);
            let most = most.min(*steps);
            let (found, taken) = self.queries.certificate(of, &formulas, offset, most);
            *steps = steps.saturating_sub(taken);
            let Some((mut translation, proof, images)) = found else {
                continue;
            };
            return Some(match at {
                0 => Why::Guard,
                2 => Why::Barriers,
                3 => Why::Several,
                _ => {
                    let name = |symbol: &Symbol| named(symbol, dialect);
                    let widths = widths(&translation.problem, &proof);
                    let radices = widths.iter().filter(|width| width.as_constant() != Some(1));
                    let radices = radices.map(|width| translation.shown(width, &name));
                    let radices = radices.collect::<Option<Vec<String>>>();
                    let bytes = a.bytes.as_int().and_then(BigInt::to_i128);
                    let one_access = a.stmt == b.stmt;
                    let offset = images.first().filter(|_| one_access);
                    let offset = offset.map(|image| translation.poly(image));
                    let elements = offset.zip(bytes).and_then(|(o, n)| o.divided_by(n));
                    let text = elements.and_then(|index| translation.shown(&index, &name));
                    Why::Index {
                        index: text.filter(|text| text.len() <= LONGEST),
                        radices: radices.unwrap_or_default(),
                    }
                }
            });
        }
        None
    }
}

/// A symbol as a programmer names it; none for what has no name in the program.
fn named(symbol: &Symbol, dialect: Dialect) -> Option<String> {
    let mut kind = symbol.kind();
    let mut renamed = 0;
    while let SymbolKind::Renamed(of) = kind {
        kind = of;
        renamed += 1;
    }
    let hint = kind.hint();
    let (what, dimension) = hint.rsplit_once('.').unwrap_or((&hint, ""));
    let number = match dimension {
        "x" => "0",
        "y" => "1",
        _ => "2",
    };
    let text = match (dialect, what) {
        (Dialect::Cuda, "thread") => format!("threadIdx.{dimension}"),
        (Dialect::Cuda, "block") => format!("blockIdx.{dimension}"),
        (Dialect::Cuda, "block size") => format!("blockDim.{dimension}"),
        (Dialect::Cuda, "grid size") => format!("gridDim.{dimension}"),
        (Dialect::Cuda, "first thread") => format!("blockIdx.{dimension}*blockDim.{dimension}"),
        (Dialect::Cuda, "global size") => format!("gridDim.{dimension}*blockDim.{dimension}"),
        (Dialect::OpenCl, "thread") => format!("get_local_id({number})"),
        (Dialect::OpenCl, "block") => format!("get_group_id({number})"),
        (Dialect::OpenCl, "block size") => format!("get_local_size({number})"),
        (Dialect::OpenCl, "grid size") => format!("get_num_groups({number})"),
        (Dialect::OpenCl, "first thread") => {
            format!("get_group_id({number})*get_local_size({number})")
        }
        (Dialect::OpenCl, "global size") => format!("get_global_size({number})"),
        (_, "iteration") => "iteration".to_owned(),
        // A name of the program.
        _ if !hint.contains([' ', '!']) => hint,
        _ => return None,
    };
    // The second thread's name has one more mark than the first one's.
    let mark = if renamed > 1 { "'" } else { "" };
    Some(format!("{text}{mark}"))
}
