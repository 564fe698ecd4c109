//! Whether what is taken to fit is so for all threads of some launch.
//!
//! That some thread comes by without an overflow says little: where the first thread of each launch divides by
//! zero, the kernel is not right for any. So a launch is sought in which each operation fits for all threads that
//! execute it: sizes and parameters come from a thread for which one fits, at first with small numbers, and then all
//! others are asked about. What depends on memory is left out, for that differs from thread to thread.

use crate::abstraction::Abstraction;
use crate::access::Fits;
use crate::ask::{Answer, Queries};
use crate::check::Work;
use solver::term::{Node, Sort, Term, and, bv, eq, not, or, postorder};
use std::collections::HashMap;

/// Sizes and parameters are at most so large at first.
const SMALL: [u64; 2] = [64, 2048];

/// So many launches are tried for one operation.
const TRIES: usize = 3;

impl Work<'_, '_> {
    /// Whether there is a launch, for each operation, in which it fits for all threads that execute it; if so much is
    /// not found out, there is.
    pub fn fit_in_some_launch(&self, queries: &mut Queries<'_>) -> bool {
        let of_launch: Vec<&Fits> = self.run.summary.fitting.iter().collect();
        let of_launch: Vec<&Fits> = of_launch
            .into_iter()
            .filter(|one| self.is_of_launch(&one.goal) && self.is_of_launch(&one.known))
            .collect();
        let mut left = of_launch;
        // One launch mostly does for all of them.
        if let Some(launch) = left.first().and_then(|one| self.launch(one, &[], queries)) {
            let all: Vec<Term> = left.iter().map(|one| overflow(one)).collect();
            if self.is_impossible(&launch, or(all), queries) {
                return true;
            }
            left.retain(|one| !self.is_impossible(&launch, overflow(one), queries));
        }
        left.iter().all(|one| self.fits_in_one(one, queries))
    }

    fn fits_in_one(&self, one: &Fits, queries: &mut Queries<'_>) -> bool {
        let mut thread: Vec<Term> = Vec::new();
        for _ in 0..TRIES {
            let Some(launch) = self.launch(one, &thread, queries) else {
                // With large numbers alone, or not at all for this thread.
                return thread.is_empty();
            };
            let mut formulas = launch;
            formulas.push(overflow(one));
            match self.ask(&formulas, &self.run.atoms.numbers(), queries) {
                Found::Values(values) => thread = values,
                Found::Nothing => return true,
                Found::Unknown => return true,
            }
        }
        false
    }

    /// The sizes and parameters of a launch with small numbers in which an operation is executed by a thread, of which
    /// this is known, and fits.
    fn launch(&self, one: &Fits, thread: &[Term], queries: &mut Queries<'_>) -> Option<Vec<Term>> {
        let mut wanted = self.run.atoms.open_sizes();
        wanted.extend(self.params.iter().cloned());
        SMALL.iter().find_map(|most| {
            let mut formulas = vec![one.known.clone(), one.goal.clone()];
            formulas.extend_from_slice(thread);
            formulas.extend(wanted.iter().filter_map(|(_, term)| match term.sort() {
                Sort::BitVec(width) if *width >= 16 => {
                    Some(bv::ule(term.clone(), bv::lit(*most, *width)))
                }
                _ => None,
            }));
            match self.ask(&formulas, &wanted, queries) {
                Found::Values(values) => Some(values),
                Found::Nothing | Found::Unknown => None,
            }
        })
    }

    fn is_impossible(&self, launch: &[Term], what: Term, queries: &mut Queries<'_>) -> bool {
        let mut formulas = launch.to_vec();
        formulas.push(what);
        matches!(self.ask(&formulas, &[], queries), Found::Nothing)
    }

    /// The values, as equations, with which all formulas hold.
    fn ask(
        &self,
        formulas: &[Term],
        wanted: &[(String, Term)],
        queries: &mut Queries<'_>,
    ) -> Found {
        let answer = queries.answer((&self.run.symbols, &HashMap::new()), formulas, wanted);
        match answer {
            (Answer::Impossible, _) => Found::Nothing,
            (Answer::Possible(found), true) => Found::Values(
                wanted
                    .iter()
                    .filter_map(|(name, term)| {
                        let Sort::BitVec(width) = *term.sort() else {
                            return None;
                        };
                        let value = found.values.get(name)?.clone();
                        Some(eq(term.clone(), bv::lit(value, width)))
                    })
                    .collect(),
            ),
            (Answer::Possible(_) | Answer::Unknown(_), _) => Found::Unknown,
        }
    }

    /// Whether what is said depends on nothing but the launch, the thread, and how often loops were repeated.
    fn is_of_launch(&self, term: &Term) -> bool {
        postorder([term]).iter().all(|part| match part.node() {
            Node::Const(symbol) | Node::App(symbol, _) => {
                let about = self.run.symbols.about(symbol);
                about.is_none_or(|about| {
                    matches!(about.abstraction, None | Some(Abstraction::Loops))
                })
            }
            _ => true,
        })
    }
}

/// What came of a question.
enum Found {
    /// It is possible, surely, with these values.
    Values(Vec<Term>),
    /// It is not possible.
    Nothing,
    /// Neither was found.
    Unknown,
}

/// That an operation is executed and does not fit.
fn overflow(one: &Fits) -> Term {
    and(vec![one.known.clone(), not(one.goal.clone())])
}
