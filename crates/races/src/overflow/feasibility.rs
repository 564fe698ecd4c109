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
//! Memory is given contents of a simple form ([`crate::memory::contents`]).

use crate::accesses::Fits;
use crate::execution::Exec;
use crate::execution::loop_path::Way;
use crate::execution::path::Path;
use crate::integers::floats::{Meaning, Meanings, bits_of, folded};
use crate::launch::MOST_THREADS;
use crate::memory::contents::{Contents, Memory};
use crate::questions::{Answer, Queries};
use kernel_graph::{BinaryOp, FloatFormat, WrapIntent};
use num_bigint::BigInt;
use num_traits::{ToPrimitive, Zero};
use solver::term::{Node, Rewriter, Sort, Symbol, Term, big, bool_, bv, not, or, postorder, tt};
use std::collections::{BTreeSet, HashMap};

/// Sizes, parameters and contents of memory are at most so large at first; then they are what they like.
const SMALL: [Option<u64>; 3] = [Some(64), Some(2048), None];

/// So many threads along each open dimension of blocks, by how many there are, make a warp or more.
const MANY: [u64; 3] = [32, 6, 4];

/// All sizes, parameters and contents of memory have one of these values in the launches that are tried first.
const GUESSES: [u64; 3] = [1, 2, 64];

/// What floats that the launch gives are, the first of them, and what each is more than the one before. They are tried
/// with all that is found for the others: which of two is less is what conditions ask.
const FLOATS: [(f64, f64); 7] = [
    (1.0, 0.0),
    (0.0, 0.0),
    (1000.0, 0.0),
    (-1000.0, 0.0),
    (0.5, 0.0),
    (1000.0, 1000.0),
    (-1000.0, -1000.0),
];

/// A launch with such a guess has few threads.
const FEW_THREADS: u64 = 2;

/// A device starts blocks of no more threads along the third dimension, and grids of no more blocks along each (CUDA C++
/// Programming Guide, technical specifications per compute capability).
const MOST_DEEP: u64 = 64;
const MOST_BLOCKS: [u64; 3] = [(1 << 31) - 1, 65_535, 65_535];

/// So many launches are tried for one operation.
const TRIES: usize = 4;

/// Something that is taken for granted of all threads that come by.
#[derive(Clone, Debug)]
pub(crate) struct Granted {
    /// The way of a thread there.
    way: Way,
    /// That it is so for the thread itself, as far as that says it.
    goal: Term,
    /// That it is not: for a thread that comes by, perhaps because of what a second thread does.
    broken: Term,
    /// Whether it has to be so in a launch of many threads: the language lets such a number wrap, and in a launch of
    /// one thread or two hardly any does.
    of_many: bool,
}

impl Granted {
    /// That the result of an operation fits.
    pub(crate) fn fits(one: &Fits) -> Granted {
        Granted {
            way: one.way.clone(),
            goal: one.goal.clone(),
            broken: one.overflows(),
            of_many: is_of_many(one.op),
        }
    }

    /// Whether it has to be so in a launch of many threads.
    pub(crate) fn is_of_many(&self) -> bool {
        self.of_many
    }

    /// That something which takes two threads does not happen.
    pub(crate) fn never(way: Way, broken: Term) -> Granted {
        Granted {
            way,
            goal: tt(),
            broken,
            of_many: false,
        }
    }
}

/// Whether an operation is one that the language lets wrap, and that is marked as an index or a shift.
fn is_of_many(op: BinaryOp) -> bool {
    let BinaryOp::WrapIntent(meant) = op else {
        return false;
    };
    match meant {
        WrapIntent::AddBelow
        | WrapIntent::AddSignedBelow
        | WrapIntent::MulBelow
        | WrapIntent::MulSignedBelow
        | WrapIntent::ShiftIntoSigned => true,
        WrapIntent::AddIntoSigned | WrapIntent::SubIntoSigned | WrapIntent::MulIntoSigned => false,
    }
}

impl Exec<'_> {
    /// Of what is taken for granted that for which no launch was found, by its number: one in which a thread comes by, and
    /// in which all is so for all threads. What no thread ever comes by needs none. For those that are not `left` one is
    /// known. `origins` says of which symbol each symbol of a second thread is a copy. If it is enough that there is one,
    /// no more is looked for than that.
    pub(crate) fn in_no_launch(
        &self,
        (all, mut left): (&[Granted], Vec<usize>),
        origins: &HashMap<Symbol, Symbol>,
        queries: &mut Queries<'_>,
        one_is_enough: bool,
    ) -> Vec<usize> {
        let mut never = Vec::new();
        let of_many = match all.iter().any(Granted::is_of_many) {
            true => self.of_many(origins, queries),
            false => Vec::new(),
        };
        let mut ways = Ways::new(self, (all, origins), of_many);
        while !left.is_empty() && (!one_is_enough || never.is_empty()) {
            // All of them in each way of searching, or each in all ways.
            let several = match one_is_enough {
                true => 1,
                false => left.len(),
            };
            let sought: Vec<usize> = left.iter().take(several).copied().collect();
            ways.find(&sought, &mut left, queries);
            let (missed, rest) = left.into_iter().partition(|at| sought.contains(at));
            left = rest;
            never.extend(missed.into_iter().filter(|at: &usize| {
                let comes_by = all.get(*at).map(|one| one.way.path.condition());
                let answer = queries.possible(&self.symbols, origins, comes_by.as_slice(), &[]);
                answer != Answer::Impossible
            }));
        }
        never
    }

    /// That a launch has many threads, as far as that can be: blocks of a warp or more, and several of them.
    fn of_many(&self, origins: &HashMap<Symbol, Symbol>, queries: &mut Queries<'_>) -> Vec<Term> {
        let is_open = |size: &&Term| size.as_bits().is_none();
        let at_least = |size: &Term, least: u64| bv::ule(bv::lit(least, 32), size.clone());
        let open: Vec<&Term> = self.atoms.block_size.iter().filter(is_open).collect();
        let each = open.len().checked_sub(1).and_then(|at| MANY.get(at));
        let blocks = open.iter().zip(each.into_iter().cycle());
        let blocks: Vec<Term> = blocks.map(|(size, least)| at_least(size, *least)).collect();
        let grid = self.atoms.grid_size.iter().find(is_open);
        let grid: Vec<Term> = grid.map(|size| at_least(size, 2)).into_iter().collect();
        let mut kept: Vec<Term> = Vec::new();
        for part in [blocks, grid] {
            let mut all = self.atoms.facts.clone();
            all.extend(kept.iter().chain(&part).cloned());
            if queries.possible(&self.symbols, origins, &all, &[]) != Answer::Impossible {
                kept.extend(part);
            }
        }
        kept
    }

    /// How a thread comes by in some iterations, if these are other ones than were looked at before.
    fn met(&self, one: &Granted, iterations: Iterations) -> Option<Met> {
        let loops = one.way.loops.len();
        let numbers = iterations.of(loops)?;
        let (way, goal) = self.in_iterations(&one.way, &numbers, &one.goal)?;
        Some(Met { way, goal })
    }
}

/// Which iterations of the loops around something are looked at: a thread makes the first ones if it comes to the
/// loops, but may come by in later ones alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Iterations {
    /// The first of each loop.
    First,
    /// The second of each.
    Second,
    /// The second of the outermost loop.
    SecondAround,
    /// The second of the innermost loop.
    SecondWithin,
}

const ITERATIONS: [Iterations; 4] = [
    Iterations::First,
    Iterations::Second,
    Iterations::SecondAround,
    Iterations::SecondWithin,
];

impl Iterations {
    /// The numbers of the iterations of so many loops, outermost first; none if others say the same.
    fn of(self, loops: usize) -> Option<Vec<i64>> {
        let mut numbers = vec![0; loops];
        match self {
            Iterations::First => {}
            Iterations::Second => {
                numbers.fill(1);
                return (loops > 0).then_some(numbers);
            }
            Iterations::SecondAround => *numbers.first_mut().filter(|_| loops > 1)? = 1,
            Iterations::SecondWithin => *numbers.last_mut().filter(|_| loops > 1)? = 1,
        }
        Some(numbers)
    }
}

/// The ways of searching for launches, one after the other; each is made when it is first used.
struct Ways<'w, 'a> {
    run: &'w Exec<'a>,
    of: (&'w [Granted], &'w HashMap<Symbol, Symbol>),
    /// That a launch has many threads, where it has to.
    of_many: Vec<Term>,
    /// And whether the launches that are guessed were tried.
    made: Vec<(Search<'w, 'a>, bool)>,
}

impl<'w, 'a> Ways<'w, 'a> {
    fn new(
        run: &'w Exec<'a>,
        of: (&'w [Granted], &'w HashMap<Symbol, Symbol>),
        of_many: Vec<Term>,
    ) -> Self {
        Ways {
            run,
            of,
            of_many,
            made: Vec::new(),
        }
    }

    /// Searches for launches of some of those that are left, until there is one for each or all ways were tried.
    fn find(&mut self, sought: &[usize], left: &mut Vec<usize>, queries: &mut Queries<'_>) {
        let each = ITERATIONS
            .into_iter()
            .flat_map(|one| [(one, Contents::Same), (one, Contents::Rising)]);
        for (number, (iterations, contents)) in each.enumerate() {
            if self.made.len() <= number {
                let (all, origins) = self.of;
                let met = all.iter().map(|one| self.run.met(one, iterations));
                let met: Vec<Option<Met>> = met.collect();
                let mut search = Search::new(self.run, (all, &met, origins), contents);
                search.of_many.clone_from(&self.of_many);
                self.made.push((search, false));
            }
            let Some((search, guessed)) = self.made.get_mut(number) else {
                return;
            };
            let open = |left: &[usize]| {
                let mut sought = sought.iter();
                sought.any(|at| left.contains(at) && matches!(search.met.get(*at), Some(Some(_))))
            };
            if open(left) && !std::mem::replace(guessed, true) {
                for value in GUESSES {
                    if search.of_many.is_empty() || value > FEW_THREADS {
                        search.guess(value, left, queries);
                    }
                }
            }
            for one in sought {
                if open(left) && left.contains(one) {
                    search.find(*one, left, queries);
                }
            }
        }
    }
}

/// How a thread comes by something that is taken for granted.
#[derive(Clone, Debug)]
struct Met {
    way: Path,
    goal: Term,
}

/// Values of constants.
type Values = Vec<(Term, Term)>;

/// A search for launches, with contents of memory of one form.
struct Search<'w, 'a> {
    run: &'w Exec<'a>,
    /// That a launch has many threads, where it has to.
    of_many: Vec<Term>,
    /// That what is taken for granted is not so. Here and below, what depends on memory is said by constants of the launch.
    broken: Vec<Term>,
    /// How a thread comes by it.
    met: Vec<Option<Met>>,
    /// Sizes, parameters, and the constants for memory.
    of_launch: Vec<(String, Term)>,
    /// Those of them that are floats.
    floats: Vec<(Term, FloatFormat)>,
    /// The numbers of the thread that comes by.
    of_thread: Vec<(String, Term)>,
    /// What else differs from thread to thread, and from iteration to iteration.
    others: Vec<(String, Term)>,
    /// Of which symbol each symbol of a second thread is a copy, and each constant for memory gives the value.
    origins: HashMap<Symbol, Symbol>,
}

impl<'w, 'a> Search<'w, 'a> {
    fn new(
        run: &'w Exec<'a>,
        (all, met, origins): (&[Granted], &[Option<Met>], &HashMap<Symbol, Symbol>),
        contents: Contents,
    ) -> Search<'w, 'a> {
        let comes = |one: &Met| [one.way.condition(), one.goal.clone()];
        let broken = all.iter().map(|one| one.broken.clone());
        let parts = broken.chain(met.iter().flatten().flat_map(comes));
        let mut memory = Memory::new(run, contents, parts);
        let mut images = Rewriter::new(|term, args| memory.value(term, args.last()?));
        let broken: Vec<Term> = all.iter().map(|one| images.apply(&one.broken)).collect();
        let each = met.iter().map(|one| {
            one.as_ref().map(|one| Met {
                way: one.way.map(&mut |term| images.apply(term)),
                goal: images.apply(&one.goal),
            })
        });
        let met: Vec<Option<Met>> = each.collect();
        let mut roots = broken.clone();
        roots.extend(met.iter().flatten().flat_map(comes));
        let numbers: BTreeSet<Term> = run.atoms.of_thread().collect();
        let (mut of_launch, mut of_thread, mut others) = (Vec::new(), Vec::new(), Vec::new());
        for part in postorder(&roots) {
            let Node::Const(symbol) = part.node() else {
                continue;
            };
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
        let mut origins = origins.clone();
        origins.extend(memory.origins);
        let floats = floats(&roots, &of_launch, &run.floats);
        Search {
            run,
            of_many: Vec::new(),
            broken,
            met,
            of_launch,
            floats,
            of_thread,
            others,
            origins,
        }
    }

    /// Tries the launch whose numbers all have one value: with all numbers known the questions are short.
    fn guess(&self, value: u64, left: &mut Vec<usize>, queries: &mut Queries<'_>) {
        for launch in self.so_for_all(self.all_equal(value), queries) {
            if !left.is_empty() {
                self.without_reached(&launch, left, queries);
            }
        }
    }

    /// Of a launch, and of the same with other floats, those in which all is so for all threads.
    fn so_for_all(&self, launch: Values, queries: &mut Queries<'_>) -> Vec<Values> {
        let is_float = |term: &Term| self.floats.iter().any(|(float, _)| float == term);
        let (floats, numbers): (Values, Values) =
            launch.iter().cloned().partition(|(term, _)| is_float(term));
        // What all of these launches have in common.
        let common = self.broken(&numbers);
        let mut all = self.with_floats(launch);
        let has_float = common.iter().any(|term| term.any_subterm(is_float));
        if floats.is_empty() || !has_float {
            let holds = queries.is_none((&self.run.symbols, &self.origins), &common);
            return if holds { all } else { Vec::new() };
        }
        let mut known: Option<(Vec<Term>, bool)> = None;
        all.retain(|launch| {
            let broken: Vec<Term> = common.iter().map(|one| self.at(one, launch)).collect();
            if let Some((before, holds)) = &known
                && *before == broken
            {
                return *holds;
            }
            let holds = queries.is_none((&self.run.symbols, &self.origins), &broken);
            known = Some((broken, holds));
            holds
        });
        all
    }

    /// A launch, and the same with other floats.
    fn with_floats(&self, launch: Values) -> Vec<Values> {
        let mut all = vec![launch];
        let others = FLOATS.iter().filter(|_| !self.floats.is_empty());
        let first = all.first().cloned().unwrap_or_default();
        all.extend(others.map(|(first_one, more)| {
            let mut launch = first.clone();
            let mut value = *first_one;
            for (term, format) in &self.floats {
                let width = term.sort().width();
                let bits = bits_of(value, *format).zip(width);
                let bits = bits.map(|(bits, width)| bv::lit(bits, width));
                let slot = launch.iter_mut().find(|(known, _)| known == term);
                if let (Some(bits), Some((_, slot))) = (bits, slot) {
                    *slot = bits;
                }
                value += more;
            }
            launch
        }));
        all
    }

    /// What is known of a term where some numbers are.
    fn at(&self, term: &Term, values: &Values) -> Term {
        folded(&term.subst(values), &self.run.floats)
    }

    /// Whether a launch is found in which a thread comes by one and all is so. Then those that threads come by in it are
    /// no longer left.
    fn find(&self, one: usize, left: &mut Vec<usize>, queries: &mut Queries<'_>) -> bool {
        let Some(Some(met)) = self.met.get(one) else {
            return false;
        };
        let mut formulas = vec![met.way.condition(), met.goal.clone()];
        for _ in 0..TRIES {
            let Some(launch) = self.launch(&formulas, queries) else {
                return false;
            };
            let so_for_all = self.so_for_all(launch.clone(), queries);
            for launch in &so_for_all {
                self.without_reached(launch, left, queries);
                if !left.contains(&one) {
                    return true;
                }
            }
            if !so_for_all.is_empty() {
                return false;
            }
            let broken = or(self.broken(&launch));
            let wanted: Vec<(String, Term)> =
                self.of_thread.iter().chain(&self.others).cloned().collect();
            let Some(thread) = self.values(&[broken], &wanted, queries) else {
                return false;
            };
            let all = self.broken.iter();
            formulas.extend(all.map(|broken| not(broken.subst(&thread))));
        }
        false
    }

    /// For each thing, that it is not so in a launch.
    fn broken(&self, launch: &Values) -> Vec<Term> {
        let all = self.broken.iter();
        all.map(|broken| self.at(broken, launch)).collect()
    }

    /// Leaves out what a thread of a launch certainly comes by: whatever the values are that the program makes itself, such
    /// as what lies in memory that it writes, for these are not chosen.
    fn without_reached(&self, launch: &Values, left: &mut Vec<usize>, queries: &mut Queries<'_>) {
        let wanted: Vec<(String, Term)> = self
            .of_launch
            .iter()
            .chain(&self.of_thread)
            .cloned()
            .collect();
        let mut threads: Vec<Values> = Vec::new();
        left.retain(|at| {
            let Some(Some(one)) = self.met.get(*at) else {
                return true;
            };
            let missed = one.way.missed();
            if threads
                .iter()
                .any(|thread| self.at(&missed, thread).is_false())
            {
                return false;
            }
            let comes = self.at(&one.way.condition(), launch);
            let Some(found) = self.values(&[comes], &wanted, queries) else {
                return true;
            };
            // What the launch gives goes before.
            let thread: Values = launch.iter().cloned().chain(found).collect();
            let missed = self.at(&missed, &thread);
            threads.push(thread);
            !queries.is_none((&self.run.symbols, &self.origins), &[missed])
        });
    }

    /// The sizes that are open and must not be more than so much, for a device to start the launch: a block is to have
    /// no more threads than that in all, in whatever shape.
    fn limits(&self) -> Vec<(&Term, u64)> {
        let run = self.run;
        let bound = run.function.most_threads.unwrap_or(MOST_THREADS);
        let (mut left, mut open) = (u64::from(bound.min(MOST_THREADS)), 0);
        for size in &run.atoms.block_size {
            match size.as_bits().and_then(|bits| bits.unsigned().to_u64()) {
                Some(fixed) => left /= fixed.max(1),
                None => open += 1,
            }
        }
        let along = match open {
            0 | 1 => left,
            2 => left.isqrt(),
            _ => (1..).take_while(|side| side * side * side <= left).count() as u64,
        };
        let most = [along, along, along.min(MOST_DEEP)].map(|most| most.max(1));
        let blocks = run.atoms.block_size.iter().zip(most);
        let grids = run.atoms.grid_size.iter().zip(MOST_BLOCKS);
        let all = blocks.chain(grids);
        all.filter(|(size, _)| size.as_bits().is_none()).collect()
    }

    /// What a launch gives with which all formulas hold, small if possible.
    fn launch(&self, formulas: &[Term], queries: &mut Queries<'_>) -> Option<Values> {
        let limits = self.limits();
        SMALL.iter().find_map(|most| {
            let mut formulas = formulas.to_vec();
            formulas.extend(self.of_many.iter().cloned());
            let within = limits.iter();
            let within = within.map(|(size, most)| bv::ule((*size).clone(), bv::lit(*most, 32)));
            formulas.extend(within);
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
        let wide = all.filter_map(|(_, term)| Some((term, term.sort().width()?)));
        wide.filter(|(_, width)| *width >= 8)
    }

    /// All numbers of a launch with one value, or that next to it that they can have.
    fn all_equal(&self, value: u64) -> Values {
        let limits = self.limits();
        let number = |term: &Term| -> BigInt {
            if let Some(bits) = term.as_bits() {
                return bits.unsigned();
            }
            let symbol = term.symbol().filter(|_| term.args().is_empty());
            let symbol = symbol.map(|symbol| self.origins.get(symbol).unwrap_or(symbol));
            let about = symbol.and_then(|symbol| self.run.symbols.about(symbol));
            let range = about.and_then(|about| about.range.clone());
            let limit = limits.iter().find(|(size, _)| *size == term);
            let value = BigInt::from(limit.map_or(value, |(_, most)| value.min(*most)));
            match range {
                Some((low, high)) => value.min(high).max(low),
                None => value,
            }
        };
        let atoms = &self.run.atoms;
        let all = self.numbers().map(|(term, width)| {
            // How many threads there are follows.
            let at = atoms.global_size.iter().position(|size| size == term);
            let parts =
                at.and_then(|at| Some((atoms.block_size.get(at)?, atoms.grid_size.get(at)?)));
            let value = match parts {
                Some((block, grid)) => number(block) * number(grid),
                None => number(term),
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
            let value = if *term.sort() == Sort::Int {
                big(value)
            } else if *term.sort() == Sort::Bool {
                bool_(!value.is_zero())
            } else {
                bv::lit(value, term.sort().width()?)
            };
            Some((term.clone(), value))
        });
        Some(values.collect())
    }
}

/// The constants of a launch that operations on floats have as operands.
fn floats(
    roots: &[Term],
    of_launch: &[(String, Term)],
    meanings: &Meanings,
) -> Vec<(Term, FloatFormat)> {
    let mut all: Vec<(Term, FloatFormat)> = Vec::new();
    for part in postorder(roots) {
        let Node::App(symbol, args) = part.node() else {
            continue;
        };
        let Some(format) = meanings.get(symbol).and_then(Meaning::operands) else {
            continue;
        };
        for arg in args {
            let given = of_launch.iter().any(|(_, term)| term == arg);
            if given && all.iter().all(|(known, _)| known != arg) {
                all.push((arg.clone(), format));
            }
        }
    }
    all
}
