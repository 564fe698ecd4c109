//! Whether each element of an array is written exactly once.
//!
//! That an element is written is shown by a thread that writes it. The index of a store is a sum of coordinates, those of
//! threads and blocks and the numbers of iterations; where it is a number in mixed radix ([`algebra::readings`]), each
//! element has coordinates, and it is left to show that whoever has them executes the store: that all decisions on the way to
//! it are so, and that no loop around it is left before. That an element is not written twice is shown by pairs of stores, as
//! for races, whatever orders them. What is said is said of launches that come to their end.

use super::decide::decide;
use super::divergence::Two;
use super::index_names::{Names, unwrapped};
use super::lengths::{Proposed, meanings};
use super::options::Options;
use super::work::Work;
use crate::accesses::representative::elements;
use crate::accesses::{Access, Kind};
use crate::execution::loop_path::Left;
use crate::execution::symbols::Other;
use crate::questions::{Answer, Sources};
use crate::report::{Assumption, Report};
use algebra::{Coordinate, Poly, Reading, Translation, readings, several};
use contracts::{Clause, Number};
use kernel_graph::{ArrayId, FunctionId, Module};
use num_bigint::BigInt;
use num_traits::ToPrimitive;
use solver::smt::SolverPool;
use solver::term::{Term, add, and, eq, int, le, lt, mul, ne, not, or};
use std::collections::{BTreeSet, HashMap};

/// An array of which each element up to a length is written once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Once {
    /// The array.
    pub array: ArrayId,
    /// So many elements, from the first on.
    pub elements: Number,
    /// What launches have to satisfy for it, beside what is required of them.
    pub clauses: Vec<Clause>,
    /// Whether nothing behind these elements is written.
    pub within: bool,
    /// Whether it is shown under these clauses.
    pub(crate) shown: bool,
}

/// What was shown of arrays that are written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Covers {
    /// The arrays.
    pub shown: Vec<Once>,
    /// What it rests on.
    pub assumptions: Vec<Assumption>,
    /// How many questions were asked.
    pub questions: usize,
}

/// Of an array with more stores nothing is shown.
const MOST_STORES: usize = 32;

/// So many clauses are proposed for an array at most.
const MOST_CLAUSES: usize = 8;

/// Shows for arrays of a verified kernel that each element up to one of the lengths that are proposed is written once; with
/// little effort where nobody demands it.
pub fn covers(
    module: &Module,
    kernel: FunctionId,
    options: &Options,
    pool: &SolverPool,
    (verified, proposed): (&Report, &[Proposed]),
    demanded: bool,
) -> Covers {
    let sources = Sources::new(pool, options.budget);
    let nothing = BTreeSet::new();
    let mut found = Covers::default();
    for overflow in meanings(options.overflow, verified) {
        let mut ask = |proposed: Vec<Proposed>, clauses: &[Clause]| {
            let mut options = Options {
                overflow: *overflow,
                lengths: Some(proposed),
                covers: true,
                explain: None,
                ..options.clone()
            };
            options.premises.extend(clauses.iter().cloned());
            let options = match demanded {
                true => options.with_little(),
                false => options.with_a_glance(),
            };
            let mut report = Report::default();
            let source = match demanded {
                true => sources.of(*overflow),
                false => sources.little(),
            };
            let answered = decide((module, kernel), (&options, &nothing), source, &mut report);
            found.questions += report.questions;
            let counts =
                answered.is_ok() && report.undecided.is_empty() && report.findings.is_empty();
            let all = report.once.into_iter().filter(|_| counts);
            all.map(|once| (once, report.assumptions.clone()))
                .collect::<Vec<_>>()
        };
        let mut open = proposed.to_vec();
        open.retain(|(array, _)| found.shown.iter().all(|one| one.array != *array));
        if open.is_empty() {
            break;
        }
        let mut shown = Vec::new();
        for (once, assumptions) in ask(open, &[]) {
            if once.shown {
                shown.push((once, assumptions));
                continue;
            }
            // What is reported is what was shown under the clauses as they are printed.
            let texts = once
                .clauses
                .iter()
                .map(|one| Clause::parse(&one.to_string()));
            let Ok(clauses) = texts.collect::<Result<Vec<Vec<Clause>>, _>>() else {
                continue;
            };
            let clauses = clauses.concat();
            let proposed = vec![(once.array, vec![once.elements.clone()])];
            let again = ask(proposed, &clauses);
            shown.extend(
                again
                    .into_iter()
                    .filter(|(one, _)| one.shown)
                    .map(|(one, rests)| {
                        let once = Once {
                            clauses: clauses.clone(),
                            ..one
                        };
                        (once, rests)
                    }),
            );
        }
        for (once, rests) in shown {
            found.shown.push(once);
            let new = rests
                .into_iter()
                .filter(|one| !found.assumptions.contains(one));
            let new: Vec<Assumption> = new.collect();
            found.assumptions.extend(new);
        }
    }
    found
}

/// A store, with its first byte as a polynomial, and how many steps of each kind it is away from the first store.
struct Store<'r> {
    access: &'r Access,
    index: Poly,
    steps: Vec<i128>,
}

/// What was shown of an array.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shown {
    /// Nothing.
    Not,
    /// Each element up to the length is written once.
    Written,
    /// And nothing else is written.
    Within,
}

/// All stores to an array, as numbers in mixed radix.
struct Stores<'r> {
    all: Vec<Store<'r>>,
    /// The names that stand for numbers of steps.
    steps: Vec<algebra::Atom>,
    /// What has to be at least zero for it.
    natural: Vec<Poly>,
    readings: Vec<Reading>,
}

impl<'r> Work<'_, 'r> {
    /// Notes which arrays are written once, or what would have to hold for it.
    pub(super) fn covers(&mut self) {
        let run = self.run;
        if self.options.iterations.is_some() || !run.summary.cut.is_empty() {
            return;
        }
        for (array, numbers) in &run.lengths {
            let size = self.module.array(*array).map(|array| array.layout.size);
            let Some(size) = size.map(i128::from).filter(|size| *size > 0) else {
                continue;
            };
            for (elements, term) in numbers {
                let bytes = mul(solver::term::big(size.into()), term.clone());
                if let Some((clauses, shown)) = self.once(*array, (elements, bytes, size)) {
                    self.report.once.push(Once {
                        array: *array,
                        elements: elements.clone(),
                        clauses,
                        within: shown == Shown::Within,
                        shown: shown != Shown::Not,
                    });
                    break;
                }
            }
        }
    }

    /// Whether each element is written once, else what would have to hold for it.
    fn once(
        &mut self,
        array: ArrayId,
        (elements, bytes, size): (&Number, Term, i128),
    ) -> Option<(Vec<Clause>, Shown)> {
        let run = self.run;
        let accesses = run.summary.accesses.iter();
        let stores: Vec<&Access> = accesses
            .filter(|one| one.array == array && one.kind != Kind::Read)
            .collect();
        let width = stores.first()?.bytes.as_int()?.to_i128()?;
        // A copy, and what a function may write, is no more than an upper bound.
        let is_exact = |one: &&Access| one.kind == Kind::Write && one.exact && one.copy.is_none();
        let alike = |one: &&Access| one.bytes.as_int() == Some(&BigInt::from(width));
        if stores.len() > MOST_STORES || !stores.iter().all(|one| is_exact(one) && alike(one)) {
            return None;
        }
        let iterations = stores.iter().flat_map(|one| one.iterations.iter().cloned());
        let names = Names::of(run, &iterations.collect());
        let length = names.poly(elements)?.scaled(size);
        let stores = self.stores(&stores, width, &names)?;
        let mut needed: Option<Vec<Clause>> = None;
        for reading in &stores.readings {
            let mut conditions = reading.conditions.clone();
            let natural = stores.natural.iter();
            conditions.extend(natural.map(|one| (Poly::default(), one.clone())));
            conditions.extend(reading.reach.clone().map(|reach| (length.clone(), reach)));
            // Where there is no element nothing has to be written.
            let some = le(int(1), bytes.clone());
            let Some(clauses) = self.unmet(&conditions, &some, &names) else {
                continue;
            };
            if !clauses.is_empty() {
                let fewer = needed
                    .as_ref()
                    .is_none_or(|known| clauses.len() < known.len());
                if fewer && clauses.len() <= MOST_CLAUSES {
                    needed = Some(clauses);
                }
                continue;
            }
            if self.are_at(&stores, (&names, &some))
                && self.are_executed(&stores, reading, (&names, &bytes, &length))
                && self.are_apart(&stores)
            {
                let shown = match self.are_within(&stores, &bytes) {
                    true => Shown::Within,
                    false => Shown::Written,
                };
                return Some((Vec::new(), shown));
            }
        }
        needed.map(|clauses| (clauses, Shown::Not))
    }

    /// The indices of stores as polynomials, and the readings of all of them together.
    fn stores(&self, accesses: &[&'r Access], width: i128, names: &Names) -> Option<Stores<'r>> {
        let run = self.run;
        let (mut indices, mut natural) = (Vec::new(), BTreeSet::new());
        for access in accesses {
            let formulas = [access.condition.clone()];
            let mut wanted = names.terms();
            wanted.push(access.offset.clone());
            let (known, mut images) = self.queries.images(&run.symbols, &formulas, &wanted);
            let offset = images.pop()?;
            let mut translation = Translation::of(&known)?;
            let index = translation.poly(&offset);
            let is_name = |atom: algebra::Atom| {
                let term = translation.terms.get(atom.0 as usize);
                term.is_some_and(|term| images.contains(term))
            };
            let index = translation.resolved(&index, &is_name);
            let index = unwrapped(index, &mut translation, &images);
            let (index, own) = names.renamed(&index, &translation, &images)?;
            indices.push(index);
            natural.extend(own);
        }
        let (mut index, steps) = several(&indices)?;
        let start = index.clone();
        let mut coordinates = names.coordinates.clone();
        let mut atoms = Vec::new();
        for (more, (step, count)) in steps.iter().enumerate() {
            let atom = names.new_atom(more)?;
            index = index.plus(&step.times(&Poly::from(atom)));
            coordinates.push(Coordinate {
                atom,
                size: Some(Poly::from(*count)),
            });
            atoms.push(atom);
        }
        let each = accesses.iter().zip(indices);
        let all = each.map(|(access, index)| {
            let steps = steps_to(&start, &steps, &index)?;
            Some(Store {
                access,
                index,
                steps,
            })
        });
        Some(Stores {
            all: all.collect::<Option<Vec<Store<'r>>>>()?,
            readings: readings(&index, width, &coordinates),
            steps: atoms,
            natural: natural.into_iter().map(Poly::from).collect(),
        })
    }

    /// Those conditions that do not follow from what launches satisfy, as clauses; none if one is no clause.
    fn unmet(
        &mut self,
        conditions: &[(Poly, Poly)],
        known: &Term,
        names: &Names,
    ) -> Option<Vec<Clause>> {
        let mut found = Vec::new();
        for (low, high) in conditions {
            if !self.follows((low, high), known, names)? {
                // That there are fewer elements than numbers say is no requirement, but a fault that is kept away.
                if low.as_constant().is_none() && !names.has_size(high) {
                    return None;
                }
                let clause = names.clause((low, high))?;
                if !found.contains(&clause) {
                    found.push(clause);
                }
            }
        }
        Some(found)
    }

    /// Whether one polynomial is at most another in each launch: also where what both are multiples of is left out.
    fn follows(
        &mut self,
        (low, high): (&Poly, &Poly),
        known: &Term,
        names: &Names,
    ) -> Option<bool> {
        let mut formulas = self.run.atoms.facts.clone();
        formulas.push(known.clone());
        let less = lt(names.term(high)?, names.term(low)?);
        if self.never(&[&formulas[..], &[less]].concat()) {
            return Some(true);
        }
        let (mut low, mut high) = (low.clone(), high.clone());
        let mut shared = Vec::new();
        for at in 0..names.all.len() {
            let atom = Poly::from(algebra::Atom(u16::try_from(at).ok()?));
            if let (Some(less), Some(more)) = (low.quotient(&atom), high.quotient(&atom)) {
                (low, high) = (less, more);
                shared.push(names.term(&atom)?);
            }
        }
        let negative = shared.iter().map(|one| lt(one.clone(), int(0)));
        let cases = negative.chain([lt(names.term(&high)?, names.term(&low)?)]);
        let some = !shared.is_empty();
        let mut cases: Vec<Term> = cases.collect();
        cases.retain(|case| !self.never(&[&formulas[..], std::slice::from_ref(case)].concat()));
        Some(some && cases.is_empty())
    }

    /// Whether stores are where their polynomials say.
    fn are_at(&mut self, stores: &Stores<'_>, (names, known): (&Names, &Term)) -> bool {
        stores.all.iter().all(|one| {
            let Some(index) = names.term(&one.index) else {
                return false;
            };
            let access = one.access;
            let other = ne(access.offset.clone(), index);
            self.never(&[access.condition.clone(), known.clone(), other])
        })
    }

    /// Whether all that is written is within these bytes.
    fn are_within(&mut self, stores: &Stores<'_>, bytes: &Term) -> bool {
        stores.all.iter().all(|one| {
            let access = one.access;
            let end = add(vec![access.offset.clone(), access.bytes.clone()]);
            let within = and(vec![
                le(int(0), access.offset.clone()),
                le(end, bytes.clone()),
            ]);
            self.never(&[access.condition.clone(), not(within)])
        })
    }

    /// Whether each thread whose digits are below their radices executes the store, in those iterations.
    fn are_executed(
        &mut self,
        stores: &Stores<'_>,
        reading: &Reading,
        (names, bytes, length): (&Names, &Term, &Poly),
    ) -> bool {
        let mut known: BTreeSet<&[i128]> = BTreeSet::new();
        for one in &stores.all {
            if !known.insert(&one.steps) {
                continue;
            }
            let Some(mut has) = domain(one, reading, length, (stores, names)) else {
                return false;
            };
            let Some(index) = names.term(&one.index) else {
                return false;
            };
            has.extend([le(int(0), index.clone()), lt(index, bytes.clone())]);
            has.extend(self.run.atoms.facts.iter().cloned());
            // Of several stores of one index one is executed.
            let same = stores.all.iter().filter(|other| other.steps == one.steps);
            let missed: Option<Vec<Vec<Term>>> = same.map(|one| self.missed(one.access)).collect();
            let Some(missed) = missed else {
                return false;
            };
            let shown = match missed.as_slice() {
                [only] => only.iter().all(|way| {
                    let formulas: Vec<Term> = has.iter().chain([way]).cloned().collect();
                    self.never(&formulas)
                }),
                several => {
                    has.extend(several.iter().map(|ways| or(ways.clone())));
                    self.never(&has)
                }
            };
            if !shown {
                return false;
            }
        }
        true
    }

    /// The ways of a thread that does not execute a store in these iterations: it decides otherwise, leaves a loop before, or
    /// stores to another array. None if it is not known how a loop is left.
    fn missed(&self, access: &Access) -> Option<Vec<Term>> {
        let lefts = &self.run.lefts;
        let mut ways = vec![access.way.missed()];
        for iteration in &access.iterations {
            let of = |left: &&Left| left.iteration == *iteration;
            let left = lefts.iter().rev().find(of)?;
            ways.push(and(vec![
                access.way.until(left.before).condition(),
                left.known.clone(),
                le(int(0), left.exit.clone()),
                le(int(0), iteration.clone()),
                lt(left.exit.clone(), iteration.clone()),
            ]));
        }
        if !access.guard.is_true() {
            ways.push(and(vec![access.way.condition(), not(access.guard.clone())]));
        }
        Some(ways)
    }

    /// Whether no two stores are to one byte: of two threads, of one thread in two iterations, or two statements.
    fn are_apart(&mut self, stores: &Stores<'_>) -> bool {
        let all: Vec<&Access> = stores.all.iter().map(|one| one.access).collect();
        for (at, a) in all.iter().enumerate() {
            for b in all.iter().skip(at + 1) {
                let overlap = overlap(a, b, &mut Term::clone);
                if !self.never(&[a.condition.clone(), b.condition.clone(), overlap]) {
                    return false;
                }
            }
            for b in all.iter().skip(at) {
                let own = self.again(a, b);
                let several = [true, false].iter().all(|same| self.of_two(a, b, *same));
                if !(own && several) {
                    return false;
                }
            }
        }
        true
    }

    /// Whether no two threads store to one byte.
    fn of_two(&mut self, a: &Access, b: &Access, same_block: bool) -> bool {
        let mut two = Two {
            other: Other::new(&self.run.symbols, same_block),
            same_block,
        };
        let mut formulas = self.together(&mut two);
        let mut of = |term: &Term| two.other.of(term);
        formulas.extend([a.condition.clone(), of(&b.condition)]);
        formulas.push(overlap(a, b, &mut of));
        let origins = two.other.origins();
        let symbols = &self.run.symbols;
        let answer = self.queries.possible(symbols, &origins, &formulas, &[]);
        answer == Answer::Impossible
    }

    /// Whether one thread does not store to one byte in two iterations of a loop around both.
    fn again(&mut self, a: &Access, b: &Access) -> bool {
        let both = a.iterations.iter().filter(|one| b.iterations.contains(one));
        let both: Vec<&Term> = both.collect();
        if both.is_empty() {
            return true;
        }
        let mut other = Other::new(&self.run.symbols, true);
        let mut of = |term: &Term| other.of(term);
        let mut formulas = self.run.atoms.facts.clone();
        formulas.extend(self.run.atoms.facts.iter().map(&mut of));
        formulas.extend(
            self.run
                .atoms
                .thread()
                .iter()
                .map(|one| eq(one.clone(), of(one))),
        );
        let differ = both.into_iter().map(|one| ne(one.clone(), of(one)));
        formulas.push(or(differ.collect()));
        formulas.extend([a.condition.clone(), of(&b.condition)]);
        formulas.push(overlap(a, b, &mut of));
        let origins = other.origins();
        let of = (&self.run.symbols, &origins);
        self.queries.none_possible(of, &formulas)
    }

    /// Whether formulas contradict each other.
    fn never(&mut self, formulas: &[Term]) -> bool {
        let of = (&self.run.symbols, &HashMap::new());
        self.queries.none_possible(of, formulas)
    }
}

/// That two stores share a byte.
fn overlap(a: &Access, b: &Access, of: &mut dyn FnMut(&Term) -> Term) -> Term {
    let other = of(&b.offset);
    if elements(&[a, b]) {
        return eq(a.offset.clone(), other);
    }
    let end = add(vec![a.offset.clone(), a.bytes.clone()]);
    let other_end = add(vec![other.clone(), of(&b.bytes)]);
    and(vec![lt(a.offset.clone(), other_end), lt(other, end)])
}

/// How many steps of each kind lead from a start to an index.
fn steps_to(start: &Poly, steps: &[(Poly, i128)], index: &Poly) -> Option<Vec<i128>> {
    let Some(((step, count), rest)) = steps.split_last() else {
        return (start == index).then(Vec::new);
    };
    (0..*count).find_map(|number| {
        let before = index.minus(&step.scaled(number));
        let mut found = steps_to(start, rest, &before)?;
        found.push(number);
        Some(found)
    })
}

/// That the digits of a thread at a store are below their radices.
fn domain(
    store: &Store<'_>,
    reading: &Reading,
    length: &Poly,
    (stores, names): (&Stores<'_>, &Names),
) -> Option<Vec<Term>> {
    let fixed = |poly: &Poly| {
        let steps = stores.steps.iter().zip(&store.steps);
        let fixed = steps.fold(poly.clone(), |poly, (atom, number)| {
            poly.with(*atom, &Poly::from(*number))
        });
        names.term(&fixed)
    };
    let mut all = Vec::new();
    for digit in &reading.digits {
        let (value, radix) = (fixed(&digit.value)?, fixed(&digit.radix)?);
        all.extend([le(int(0), value.clone()), lt(value, radix)]);
    }
    // What is below the highest digit is less than its unit, so that a length that is a multiple of it bounds the digit.
    if let Some((value, unit)) = &reading.highest
        && let Some(most) = length.quotient(unit)
    {
        let value = fixed(value)?;
        all.extend([le(int(0), value.clone()), lt(value, names.term(&most)?)]);
    }
    for one in &store.access.iterations {
        all.push(le(int(0), one.clone()));
    }
    // Any value of a coordinate will do of which the index is not made.
    for one in &names.coordinates {
        if !store.index.has(one.atom) {
            all.push(eq(names.term(&Poly::from(one.atom))?, int(0)));
        }
    }
    Some(all)
}
