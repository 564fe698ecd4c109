//! Whether what is taken to fit is so for all threads of some launch.
//!
//! That some thread comes by without an overflow says little: where the first thread of each launch divides by
//! zero, the kernel is not right for any. So a launch is sought in which each operation fits for all threads that
//! execute it, in each iteration: sizes, parameters and what
//! parameters point to, to begin with small numbers. It comes from a thread for which the operations fit; then all others are asked about, and one for which an operation
//! does not fit is part of the next attempt (counterexample-guided instantiation). For each operation there is to
//! be such a launch in which it is executed. Where none is found nothing may rest on the operation.
//!
//! Memory is given contents of a simple form, so that all threads see the same: each array the same value
//! everywhere, or numbers that rise with the address.

use crate::access::Fits;
use crate::ask::{Answer, Queries};
use crate::exec::Exec;
use crate::symbols::Varies;
use crate::ways::Seen;
use ir::kernel::Linkage;
use num_bigint::BigInt;
use num_traits::Zero;
use solver::term::{
    Node, Rewriter, Sort, Supply, Symbol, Term, and, app, big, bool_, bv, implies, not, or,
    postorder,
};
use std::collections::HashMap;

/// Sizes, parameters and contents of memory are at most so large at first; then they are what they like.
const SMALL: [Option<u64>; 3] = [Some(64), Some(2048), None];

/// All sizes, parameters and contents of memory have one of these values in the launches that are tried first.
const GUESSES: [u64; 3] = [1, 2, 64];

/// So many launches are tried for one operation.
const TRIES: usize = 4;

/// What memory contains in the launches that are tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Contents {
    /// The same value in all cells of an array.
    Same,
    /// A value, and the address of the cell within the array.
    Rising,
}

impl Exec<'_> {
    /// Whether there is a launch, for each of these operations, in which a thread executes it and all of them fit for
    /// all threads. What no thread ever executes needs none.
    pub fn fit_in_some_launch(&self, all: &[&Fits], queries: &mut Queries<'_>) -> bool {
        if all.is_empty() {
            return true;
        }
        let mut left: Vec<usize> = (0..all.len()).collect();
        for contents in [Contents::Same, Contents::Rising] {
            if left.is_empty() {
                break;
            }
            let search = Search::new(self, all, contents);
            for value in GUESSES {
                search.guess(value, &mut left, queries);
            }
            let mut at = 0;
            while let Some(one) = left.get(at).copied() {
                if !search.find(one, &mut left, queries) {
                    at += 1;
                }
            }
        }
        let mut is_executed = |one: &Fits| {
            let known = std::slice::from_ref(&one.known);
            queries.possible(&self.symbols, &HashMap::new(), known, &[]) != Answer::Impossible
        };
        let mut left = left.into_iter().filter_map(|at| all.get(at));
        !left.any(|one| is_executed(one))
    }
}

/// A search for launches, with contents of memory of one form.
struct Search<'w, 'a> {
    run: &'w Exec<'a>,
    /// What is known where each operation is executed, and that it fits there. What depends on memory is said by
    /// constants of the launch.
    operations: Vec<(Term, Term)>,
    /// Sizes, parameters, and the constants for memory.
    of_launch: Vec<(String, Term)>,
    /// What differs from thread to thread, and from iteration to iteration.
    of_thread: Vec<(String, Term)>,
    /// Of which symbol each constant for memory gives the value.
    origins: HashMap<Symbol, Symbol>,
}

impl<'w, 'a> Search<'w, 'a> {
    fn new(run: &'w Exec<'a>, all: &[&Fits], contents: Contents) -> Search<'w, 'a> {
        let mut memory = Memory::new(run, contents);
        let mut images = Rewriter::new(|term, args| memory.value(term, args.last()?));
        let operations: Vec<(Term, Term)> = all
            .iter()
            .map(|one| (images.apply(&one.known), images.apply(&one.goal)))
            .collect();
        let (mut of_launch, mut of_thread) = (Vec::new(), Vec::new());
        for part in postorder(operations.iter().flat_map(|(known, goal)| [known, goal])) {
            if let Node::Const(symbol) = part.node() {
                let fixed = memory.origins.contains_key(symbol) || run.is_of_launch(symbol);
                let among = if fixed {
                    &mut of_launch
                } else {
                    &mut of_thread
                };
                among.push((format!("constant {}", among.len()), part));
            }
        }
        Search {
            run,
            operations,
            of_launch,
            of_thread,
            origins: memory.origins,
        }
    }

    /// Tries the launch whose numbers all have one value: with all numbers known the questions are short.
    fn guess(&self, value: u64, left: &mut Vec<usize>, queries: &mut Queries<'_>) {
        let launch = self.all_equal(value);
        if !left.is_empty() && self.fit_all(&launch, queries) {
            self.without_executed(&launch, left, queries);
        }
    }

    /// Whether a launch is found in which an operation is executed and all fit. Then those that are executed in it
    /// are no longer left.
    fn find(&self, one: usize, left: &mut Vec<usize>, queries: &mut Queries<'_>) -> bool {
        let Some((known, goal)) = self.operations.get(one) else {
            return false;
        };
        let mut formulas = vec![known.clone(), goal.clone()];
        for _ in 0..TRIES {
            let Some(launch) = self.launch(&formulas, queries) else {
                return false;
            };
            if self.fit_all(&launch, queries) {
                left.retain(|at| *at != one);
                self.without_executed(&launch, left, queries);
                return true;
            }
            let overflows = or(self.overflows(&launch));
            let Some(thread) = self.values(&[overflows], &self.of_thread, queries) else {
                return false;
            };
            let all = self.operations.iter();
            let of_thread =
                all.map(|(known, goal)| implies(known.clone(), goal.clone()).subst(&thread));
            formulas.extend(of_thread);
        }
        false
    }

    /// For each operation, that a thread of a launch executes it and it does not fit.
    fn overflows(&self, launch: &[(Term, Term)]) -> Vec<Term> {
        let all = self.operations.iter();
        all.map(|(known, goal)| with(known, not(goal.clone()), launch))
            .collect()
    }

    /// Whether all operations fit in a launch, for all threads.
    fn fit_all(&self, launch: &[(Term, Term)], queries: &mut Queries<'_>) -> bool {
        queries.is_none((&self.run.symbols, &self.origins), &self.overflows(launch))
    }

    /// Leaves out operations that a thread executes in a launch.
    fn without_executed(
        &self,
        launch: &[(Term, Term)],
        left: &mut Vec<usize>,
        queries: &mut Queries<'_>,
    ) {
        let ways = left.iter().filter_map(|at| {
            let (known, goal) = self.operations.get(*at)?;
            Some(with(known, goal.clone(), launch))
        });
        let ways: Vec<Term> = ways.collect();
        let executed = queries.which((&self.run.symbols, &self.origins), &ways);
        let mut executed = executed.into_iter();
        left.retain(|_| executed.next() != Some(Seen::Shown));
    }

    /// What a launch gives with which all formulas hold, small if possible.
    fn launch(&self, formulas: &[Term], queries: &mut Queries<'_>) -> Option<Vec<(Term, Term)>> {
        SMALL.iter().find_map(|most| {
            let mut formulas = formulas.to_vec();
            formulas.extend(
                self.numbers().filter_map(|(term, width)| {
                    Some(bv::ule(term.clone(), bv::lit((*most)?, width)))
                }),
            );
            self.values(&formulas, &self.of_launch, queries)
        })
    }

    /// The numbers among the constants of a launch, with how many bits they have.
    fn numbers(&self) -> impl Iterator<Item = (&Term, u32)> {
        let all = self.of_launch.iter();
        all.filter_map(|(_, term)| match term.sort() {
            Sort::BitVec(width) if *width >= 16 => Some((term, *width)),
            _ => None,
        })
    }

    /// All numbers of a launch with one value, or that next to it that they can have.
    fn all_equal(&self, value: u64) -> Vec<(Term, Term)> {
        let all = self.numbers().map(|(term, width)| {
            let range = match term.node() {
                Node::Const(symbol) => {
                    let symbol = self.origins.get(symbol).unwrap_or(symbol);
                    self.run
                        .symbols
                        .about(symbol)
                        .and_then(|about| about.range.clone())
                }
                _ => None,
            };
            let value = BigInt::from(value);
            let value = match range {
                Some((low, high)) => value.min(high).max(low),
                None => value,
            };
            (term.clone(), bv::lit(value, width))
        });
        all.collect()
    }

    /// Values of the wanted constants with which all formulas hold, if some are found.
    fn values(
        &self,
        formulas: &[Term],
        wanted: &[(String, Term)],
        queries: &mut Queries<'_>,
    ) -> Option<Vec<(Term, Term)>> {
        let of = (&self.run.symbols, &self.origins);
        let (Answer::Possible(found), true) = queries.answer(of, formulas, wanted) else {
            return None;
        };
        let values = wanted.iter().filter_map(|(name, term)| {
            let value = found.values.get(name)?.clone();
            let value = match term.sort() {
                Sort::BitVec(width) => bv::lit(value, *width),
                Sort::Int => big(value),
                Sort::Bool => bool_(!value.is_zero()),
                _ => return None,
            };
            Some((term.clone(), value))
        });
        Some(values.collect())
    }
}

/// That a formula holds where this is known, in a launch.
fn with(known: &Term, formula: Term, launch: &[(Term, Term)]) -> Term {
    and(vec![known.clone(), formula]).subst(launch)
}

/// Terms in which constants of the launch say what depends on memory.
struct Memory<'w, 'a> {
    run: &'w Exec<'a>,
    contents: Contents,
    constants: HashMap<Symbol, Term>,
    origins: HashMap<Symbol, Symbol>,
    supply: Supply,
}

impl<'w, 'a> Memory<'w, 'a> {
    fn new(run: &'w Exec<'a>, contents: Contents) -> Memory<'w, 'a> {
        Memory {
            run,
            contents,
            constants: HashMap::new(),
            origins: HashMap::new(),
            supply: Supply::new("contents "),
        }
    }

    /// Whether a symbol says what memory contains that the launch gives: what a parameter points to, as long as the kernel
    /// does not write it. A variable may have a value that was not understood. What else is not known, such as
    /// what a function gives or what threads exchange, may be fixed by the program, so no value is chosen for it.
    fn is_contents(&self, symbol: &Symbol) -> bool {
        let symbols = &self.run.symbols;
        let about = symbols.about(symbol);
        let about = about.filter(|about| about.varies == Varies::Never);
        let array = about.and_then(|about| self.run.module.array(about.contents?));
        let given = array.is_some_and(|array| matches!(array.linkage, Linkage::Parameter(_)));
        given && !symbols.axioms.iter().any(|axiom| axiom.speaks_of(symbol))
    }

    /// What memory contains at a place, if a term says that.
    fn value(&mut self, term: &Term, place: &Term) -> Option<Term> {
        let Node::App(symbol, _) = term.node() else {
            return None;
        };
        if !self.is_contents(symbol) {
            return None;
        }
        let constant = match self.constants.get(symbol) {
            Some(constant) => constant.clone(),
            None => {
                let new =
                    self.supply
                        .fresh_symbol(symbol.name(), Vec::new(), symbol.result().clone());
                let constant = app(&new, Vec::new());
                self.origins.insert(new, symbol.clone());
                self.constants.insert(symbol.clone(), constant.clone());
                constant
            }
        };
        Some(match self.contents {
            Contents::Same => constant,
            Contents::Rising => rising(&constant, place),
        })
    }
}

/// A value, and the number of a place; the value alone where there is no such number.
fn rising(value: &Term, place: &Term) -> Term {
    match (value.sort(), place.sort()) {
        (Sort::BitVec(width), Sort::Int) => {
            bv::add(value.clone(), bv::of_int(*width, place.clone()))
        }
        _ => value.clone(),
    }
}
