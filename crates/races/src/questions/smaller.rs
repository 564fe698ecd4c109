//! Counterexamples with small numbers: a reader follows them, and an execution with them ends.

use crate::check::Work;
use crate::questions::Answer;
use crate::questions::abstraction::{Abstraction, Counterexample};
use solver::term::{Sort, Symbol, Term, bv, postorder};
use std::collections::{BTreeSet, HashMap};

/// Larger numbers are large.
const SMALL: u64 = 64;

/// What is tried, one after the other: the largest number, and whether contents of memory and what else
/// is not known have to be small as well.
pub(crate) const TRIED: [(u64, bool); 2] = [(SMALL, true), (1024, false)];

/// Narrower numbers are small.
const NARROW: u32 = 16;

impl Work<'_, '_> {
    /// Whether a parameter or a size has a large value.
    pub(crate) fn is_large(&self, found: &Counterexample) -> bool {
        let values = self.values(&found.values);
        values.iter().any(|(_, value)| *value > SMALL.into())
    }

    /// Values with which all formulas are true, and small: of parameters, sizes and iterations, if possible
    /// of all that takes part: by these of the bounds that are [`TRIED`]. None if little effort finds none; `formulas` may
    /// be true all the same.
    pub(crate) fn smaller(
        &mut self,
        formulas: &[Term],
        origins: &HashMap<Symbol, Symbol>,
        wanted: &[(String, Term)],
        tried: &[(u64, bool)],
    ) -> Option<Counterexample> {
        let run = self.run;
        let mut open: BTreeSet<(Term, bool)> = BTreeSet::new();
        for part in postorder(formulas) {
            let Some(symbol) = part.symbol() else {
                continue;
            };
            let symbol = origins.get(symbol).unwrap_or(symbol);
            if let Some(about) = run.symbols.about(symbol)
                && matches!(part.sort(), Sort::BitVec(width) if *width >= NARROW)
            {
                let known = matches!(about.abstraction, None | Some(Abstraction::Loops));
                open.insert((part.clone(), known && about.contents.is_none()));
            }
        }
        for &(largest, all) in tried {
            let bounds = open.iter().filter(|(_, known)| all || *known);
            let bounds = bounds.filter_map(|(term, _)| {
                Some(bv::ule(
                    term.clone(),
                    bv::lit(largest, term.sort().width()?),
                ))
            });
            let formulas: Vec<Term> = formulas.iter().cloned().chain(bounds).collect();
            let (answer, sure) =
                self.queries
                    .with_little((&run.symbols, origins), &formulas, wanted);
            if let (Answer::Possible(found), true) = (answer, sure) {
                return Some(Counterexample {
                    sure: true,
                    ..found
                });
            }
        }
        None
    }
}
