//! Whether what is taken for granted is so for all threads of some launch.
//!
//! Taken for granted is that the results of operations fit, and that the lanes of a warp which work together all come.
//! That it is so for some thread says little: where the first thread of each launch divides by zero, the kernel is
//! not right for any. So a launch is sought in which all of it is so for all threads that come by, in each iteration:
//! sizes, parameters and what parameters point to, to begin with small numbers. It comes from a thread for which it
//! is so; then all others are asked about, and one for which it is not is part of the next attempt
//! (counterexample-guided instantiation). For each thing there is to be such a launch with a thread that comes by,
//! whatever the values are that the program makes itself. Where none is found nothing may rest on it.
//!
//! Memory is given contents of a simple form ([`crate::contents`]).

use crate::access::Fits;
use crate::ask::{Answer, Queries};
use crate::contents::{Contents, Memory};
use crate::exec::Exec;
use crate::path::Path;
use num_bigint::BigInt;
use num_traits::Zero;
use solver::term::{
    Node, Rewriter, Sort, Symbol, Term, big, bool_, bv, int, not, or, postorder, tt,
};
use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap};

/// Sizes, parameters and contents of memory are at most so large at first; then they are what they like.
const SMALL: [Option<u64>; 3] = [Some(64), Some(2048), None];

/// All sizes, parameters and contents of memory have one of these values in the launches that are tried first.
const GUESSES: [u64; 3] = [1, 2, 64];

/// So many launches are tried for one operation.
const TRIES: usize = 4;

/// Something that is taken for granted of all threads that come by.
#[derive(Clone, Debug)]
pub struct Granted {
    /// The way of a thread there.
    way: Path,
    /// That it is so for the thread itself, as far as that says it.
    goal: Term,
    /// That it is not: for a thread that comes by, perhaps because of what a second thread does.
    broken: Term,
}

impl Granted {
    /// That the result of an operation fits.
    pub fn fits(one: &Fits) -> Granted {
        Granted {
            way: one.way.clone(),
            goal: one.goal.clone(),
            broken: one.overflows(),
        }
    }

    fn terms(&self) -> [Term; 3] {
        [self.way.condition(), self.goal.clone(), self.broken.clone()]
    }

    /// That something which takes two threads does not happen.
    pub fn never(way: Path, broken: Term) -> Granted {
        Granted {
            way,
            goal: tt(),
            broken,
        }
    }
}

impl Exec<'_> {
    /// Of what is taken for granted that for which no launch was found, by its number: one in which a thread comes by, and
    /// in which all is so for all threads. What no thread ever comes by needs none. `origins` says of which symbol
    /// each symbol of a second thread is a copy.
    pub fn in_no_launch(
        &self,
        all: &[Granted],
        origins: &HashMap<Symbol, Symbol>,
        queries: &mut Queries<'_>,
    ) -> Vec<usize> {
        let mut left: Vec<usize> = (0..all.len()).collect();
        for contents in [Contents::Same, Contents::Rising] {
            if left.is_empty() {
                break;
            }
            let search = Search::new(self, (all, origins), contents);
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
        left.retain(|at| {
            let comes_by = all.get(*at).map(|one| one.way.condition());
            let answer = queries.possible(&self.symbols, origins, comes_by.as_slice(), &[]);
            answer != Answer::Impossible
        });
        left
    }
}

/// Values of constants.
type Values = Vec<(Term, Term)>;

/// A search for launches, with contents of memory of one form.
struct Search<'w, 'a> {
    run: &'w Exec<'a>,
    /// What is taken for granted. What depends on memory is said by constants of the launch.
    granted: Vec<Granted>,
    /// Sizes, parameters, and the constants for memory.
    of_launch: Vec<(String, Term)>,
    /// The numbers of the thread that comes by.
    of_thread: Vec<(String, Term)>,
    /// What else differs from thread to thread, and from iteration to iteration.
    others: Vec<(String, Term)>,
    /// Numbers of iterations, those of inner loops first.
    iterations: Vec<Term>,
    /// Of which symbol each symbol of a second thread is a copy, and each constant for memory gives the value.
    origins: HashMap<Symbol, Symbol>,
}

impl<'w, 'a> Search<'w, 'a> {
    fn new(
        run: &'w Exec<'a>,
        (all, origins): (&[Granted], &HashMap<Symbol, Symbol>),
        contents: Contents,
    ) -> Search<'w, 'a> {
        let parts = all.iter().flat_map(Granted::terms);
        let mut memory = Memory::new(run, contents, parts);
        let mut images = Rewriter::new(|term, args| memory.value(term, args.last()?));
        let granted: Vec<Granted> = all
            .iter()
            .map(|one| Granted {
                way: one.way.map(&mut |term| images.apply(term)),
                goal: images.apply(&one.goal),
                broken: images.apply(&one.broken),
            })
            .collect();
        let roots: Vec<Term> = granted.iter().flat_map(Granted::terms).collect();
        let numbers: BTreeSet<Term> = run.atoms.of_thread().collect();
        let (mut of_launch, mut of_thread, mut others) = (Vec::new(), Vec::new(), Vec::new());
        let mut iterations = Vec::new();
        for part in postorder(&roots) {
            let symbol = match part.node() {
                Node::Const(symbol) | Node::App(symbol, _) => symbol,
                _ => continue,
            };
            if run.iterations.contains(symbol) {
                iterations.push(part.clone());
            }
            if !matches!(part.node(), Node::Const(_)) {
                continue;
            }
            let fixed = memory.origins.contains_key(symbol) || run.is_of_launch(symbol);
            let among = match (fixed, numbers.contains(&part)) {
                (true, _) => &mut of_launch,
                (false, true) => &mut of_thread,
                (false, false) => &mut others,
            };
            among.push((String::new(), part));
        }
        for (all, of) in [
            (&mut of_launch, "launch"),
            (&mut of_thread, "thread"),
            (&mut others, "other"),
        ] {
            for (at, (name, _)) in all.iter_mut().enumerate() {
                *name = format!("{of} {at}");
            }
        }
        iterations.sort_by_key(|number| Reverse(number.args().len()));
        let mut origins = origins.clone();
        origins.extend(memory.origins);
        Search {
            run,
            granted,
            of_launch,
            of_thread,
            others,
            iterations,
            origins,
        }
    }

    /// Tries the launch whose numbers all have one value: with all numbers known the questions are short.
    fn guess(&self, value: u64, left: &mut Vec<usize>, queries: &mut Queries<'_>) {
        let launch = self.all_equal(value);
        if !left.is_empty() && self.is_so_for_all(&launch, queries) {
            self.without_reached(&launch, left, queries);
        }
    }

    /// Whether a launch is found in which a thread comes by one and all is so. Then those that threads come by in it are
    /// no longer left.
    fn find(&self, one: usize, left: &mut Vec<usize>, queries: &mut Queries<'_>) -> bool {
        let Some(granted) = self.granted.get(one) else {
            return false;
        };
        let mut formulas = vec![
            self.first_iteration(&granted.way.condition()),
            self.first_iteration(&granted.goal),
        ];
        for _ in 0..TRIES {
            let Some(launch) = self.launch(&formulas, queries) else {
                return false;
            };
            if self.is_so_for_all(&launch, queries) {
                self.without_reached(&launch, left, queries);
                return !left.contains(&one);
            }
            let broken = or(self.broken(&launch));
            let wanted: Vec<(String, Term)> =
                self.of_thread.iter().chain(&self.others).cloned().collect();
            let Some(thread) = self.values(&[broken], &wanted, queries) else {
                return false;
            };
            let all = self.granted.iter();
            formulas.extend(all.map(|granted| not(granted.broken.subst(&thread))));
        }
        false
    }

    /// For each thing, that it is not so in a launch.
    fn broken(&self, launch: &Values) -> Vec<Term> {
        let all = self.granted.iter();
        all.map(|one| one.broken.subst(launch)).collect()
    }

    /// Whether all is so in a launch, for all threads.
    fn is_so_for_all(&self, launch: &Values, queries: &mut Queries<'_>) -> bool {
        queries.is_none((&self.run.symbols, &self.origins), &self.broken(launch))
    }

    /// Leaves out what a thread of a launch certainly comes by: whatever the values are that the program makes itself, such
    /// as what lies in memory that it writes, for these are not chosen. Only first iterations of loops are looked at,
    /// which are there whenever a thread comes to the loop.
    fn without_reached(&self, launch: &Values, left: &mut Vec<usize>, queries: &mut Queries<'_>) {
        let wanted: Vec<(String, Term)> = self
            .of_launch
            .iter()
            .chain(&self.of_thread)
            .cloned()
            .collect();
        let mut threads: Vec<Values> = Vec::new();
        left.retain(|at| {
            let Some(one) = self.granted.get(*at) else {
                return true;
            };
            let missed = self.first_iteration(&one.way.missed());
            if threads.iter().any(|thread| missed.subst(thread).is_false()) {
                return false;
            }
            let comes = self.first_iteration(&one.way.condition()).subst(launch);
            let Some(found) = self.values(&[comes], &wanted, queries) else {
                return true;
            };
            // What the launch gives goes before.
            let thread: Values = launch.iter().cloned().chain(found).collect();
            let missed = missed.subst(&thread);
            threads.push(thread);
            !queries.is_none((&self.run.symbols, &self.origins), &[missed])
        });
    }

    /// A formula, for the first iteration of each loop.
    fn first_iteration(&self, formula: &Term) -> Term {
        let mut formula = formula.clone();
        for number in &self.iterations {
            formula = formula.subst(&[(number.clone(), int(0))]);
        }
        formula
    }

    /// What a launch gives with which all formulas hold, small if possible.
    fn launch(&self, formulas: &[Term], queries: &mut Queries<'_>) -> Option<Values> {
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
            Sort::BitVec(width) if *width >= 8 => Some((term, *width)),
            _ => None,
        })
    }

    /// All numbers of a launch with one value, or that next to it that they can have.
    fn all_equal(&self, value: u64) -> Values {
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
    ) -> Option<Values> {
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
