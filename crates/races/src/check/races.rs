//! Whether two accesses race.

use super::core::is_short_of;
use super::divergence::Two;
use super::work::Work;
use crate::accesses::representative::Meet;
use crate::accesses::{Access, Conflict, Kind};
use crate::barriers::last_barrier::Barriers;
use crate::execution::symbols::Other;
use crate::questions::Answer;
use crate::report::{Fault, Lack, Racing, Unsupported};
use kernel_graph::{ArrayId, Place, Space};
use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{ToPrimitive, Zero};
use solver::term::{Poly, Term, add, and, eq, ff, lt, ne, not, or};
use std::collections::{BTreeMap, BTreeSet};

/// More findings about one array are not told.
const MOST_FINDINGS: usize = 3;

/// Where all are to be told, no more than so many.
const ALL_FINDINGS: usize = 64;

/// Where algebra does not show of so many pairs that they are apart, the others are not tried.
const MOST_OPEN: usize = 2;

/// What a question about two accesses showed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Seen {
    /// They do not race.
    Nothing,
    /// They race.
    Race,
    /// It is not known.
    Unknown,
}

/// What a part of the condition of a conflict says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// That both threads make their accesses.
    Guard,
    /// That both touch one byte.
    Place,
    /// That they are not atomic operations on the very same bytes.
    Atomic,
    /// That nothing orders the accesses.
    Order,
    /// That they do not write, or have not written, equal values.
    Value,
}

/// The pairs of accesses that may be in conflict.
pub(super) fn pairs<'a>(
    accesses: &[&'a Access],
    same_block: bool,
) -> Vec<(&'a Access, &'a Access)> {
    let mut pairs = Vec::new();
    for (at, a) in accesses.iter().enumerate() {
        for b in accesses.iter().skip(at) {
            if a.conflict(b, same_block) != Conflict::Never {
                pairs.push((*a, *b));
            }
        }
    }
    pairs
}

impl<'r> Work<'_, 'r> {
    /// The accesses of each array.
    pub(super) fn by_array(&self) -> BTreeMap<ArrayId, Vec<&'r Access>> {
        let run = self.run;
        let mut arrays: BTreeMap<ArrayId, Vec<&Access>> = BTreeMap::new();
        for access in &run.summary.accesses {
            arrays.entry(access.array).or_default().push(access);
        }
        arrays
    }

    /// Which threads may race in a space: of one block (`true`), of two.
    pub(super) fn scopes(&self, space: Space) -> Vec<bool> {
        match space != Space::Shared && self.options.between_blocks {
            true => vec![true, false],
            false => vec![true],
        }
    }
}

impl Work<'_, '_> {
    pub(super) fn races(&mut self) {
        self.copies_alone();
        self.own_copies();
        self.accesses_of_lanes();
        for (array, accesses) in self.by_array() {
            let changed = accesses.iter().any(|access| access.kind != Kind::Read);
            let Some(space) = self.module.array(array).map(|a| a.space) else {
                continue;
            };
            if !changed || space == Space::Private {
                continue;
            }
            if self.is_enough() {
                return;
            }
            for same_block in self.scopes(space) {
                let before = self.queries.relied;
                for accesses in in_intervals(&accesses, Barriers::of(space, same_block)) {
                    self.races_on(&accesses, space, same_block);
                }
                let relied = self.queries.relied - before;
                self.relied.insert((array, same_block), relied);
            }
        }
    }

    /// Whether two accesses of one array race: first all at once, then pair by pair.
    fn races_on(&mut self, accesses: &[&Access], space: Space, same_block: bool) {
        let pairs = pairs(accesses, same_block);
        let mut two = Two {
            other: Other::new(&self.run.symbols, same_block),
            same_block,
        };
        let common = self.together(&mut two);
        if common.iter().any(Term::is_false) {
            return;
        }
        if self.apart_by_index(accesses, space, (&common, &mut two)) {
            return;
        }
        match self.alike_meet(accesses, (&common, &mut two)) {
            Meet::None => return,
            // Where one race is enough, one that may be is looked at before all.
            Meet::Perhaps(first, second) if self.options.until_one => {
                if let (Some(a), Some(b)) = (accesses.get(first), accesses.get(second)) {
                    let mut formulas = common.clone();
                    formulas.push(self.conflict(a, b, space, &mut two));
                    formulas.push(self.unwritten((a, b), space, &mut two));
                    let undecided = self.report.undecided.len();
                    let suspected = self.report.suspected.len();
                    let effort = self.queries.be_brief();
                    if self.race((a, b), &formulas, &mut two) == Seen::Race {
                        return;
                    }
                    self.queries.try_with(effort);
                    // All together may be easier.
                    self.report.undecided.truncate(undecided);
                    self.report.suspected.truncate(suspected);
                }
            }
            Meet::Perhaps(..) | Meet::Open => {}
        }
        if self.none_meet(accesses, space, (&common, &mut two)) {
            return;
        }
        let conflicts: Vec<Term> = pairs
            .iter()
            .map(|(a, b)| self.conflict(a, b, space, &mut two))
            .collect();
        let conflicts = self.left_by_algebra(&common, conflicts, &two);
        let mut formulas = common.clone();
        formulas.push(or(conflicts.clone()));
        let origins = two.other.origins();
        let run = self.run;
        // What is hard together is easier pair by pair.
        let several = conflicts.iter().filter(|one| !one.is_false()).count() > 1;
        let effort = several.then(|| self.queries.be_brief());
        let all = self
            .queries
            .possible(&run.symbols, &origins, &formulas, &[]);
        if let Some(effort) = effort {
            self.queries.try_with(effort);
        }
        match all {
            Answer::Impossible => return,
            Answer::Unknown(why) if self.options.is_glance() => {
                let place = accesses.first().map(|access| access.place);
                return self.undecided(why, place.unwrap_or_default());
            }
            Answer::Possible(_) | Answer::Unknown(_) => {}
        }
        let mut told: BTreeSet<(Place, Kind, Place, Kind)> = BTreeSet::new();
        let mut unknown = 0;
        for ((a, b), conflict) in pairs.iter().zip(&conflicts) {
            if self.is_enough() || self.tells_enough(told.len(), unknown, a.place) {
                return;
            }
            if conflict.is_false() || told.contains(&(a.place, a.kind, b.place, b.kind)) {
                continue;
            }
            let mut formulas = common.clone();
            formulas.push(conflict.clone());
            formulas.push(self.unwritten((a, b), space, &mut two));
            match self.race((a, b), &formulas, &mut two) {
                Seen::Nothing => {}
                Seen::Race => {
                    told.insert((a.place, a.kind, b.place, b.kind));
                }
                Seen::Unknown => unknown += 1,
            }
        }
    }

    /// Whether enough is known of an array: so many findings, and so many pairs of which nothing is known.
    fn tells_enough(&mut self, told: usize, unknown: usize, next: Place) -> bool {
        if !self.options.all_findings {
            return told + unknown >= MOST_FINDINGS;
        }
        let too_many = told >= ALL_FINDINGS;
        if too_many {
            let lack = Unsupported::new(Lack::ManyFindings, next);
            self.report.undecided.push(lack);
        }
        too_many || unknown >= MOST_FINDINGS
    }

    /// Whether what bounds the numbers of indices shows that no two accesses race, wherever else a thread has been on its
    /// way to them.
    fn apart_by_index(
        &mut self,
        accesses: &[&Access],
        space: Space,
        (common, two): (&[Term], &mut Two<'_>),
    ) -> bool {
        let known = self.known();
        let cores = accesses.iter().map(|access| {
            let core = known.core_of(access);
            core.unwrap_or_else(|| (*access).clone())
        });
        let cores: Vec<Access> = cores.collect();
        let conditions = accesses.iter().map(|access| &access.condition);
        if !is_short_of(cores.iter().map(|core| &core.condition), conditions) {
            return false;
        }
        let cores: Vec<&Access> = cores.iter().collect();
        let pairs = pairs(&cores, two.same_block);
        let ways: BTreeSet<Term> = pairs
            .iter()
            .map(|(a, b)| self.conflict(a, b, space, two))
            .collect();
        let ways = self.left_by_algebra(common, ways.into_iter().collect(), two);
        let any = or(ways);
        if any.is_false() {
            return true;
        }
        let origins = two.other.origins();
        let formulas: Vec<Term> = common.iter().cloned().chain([any]).collect();
        let of = (&self.run.symbols, &origins);
        self.queries.none_possible(of, &formulas)
    }

    /// The conflicts with those false that algebra shows to be impossible, each alone. It is given up where the first few
    /// are not.
    fn left_by_algebra(&mut self, common: &[Term], all: Vec<Term>, two: &Two<'_>) -> Vec<Term> {
        let origins = two.other.origins();
        let mut open = 0;
        let each = all.into_iter().map(|conflict| {
            if conflict.is_false() || open >= MOST_OPEN {
                return conflict;
            }
            let formulas: Vec<Term> = common.iter().chain([&conflict]).cloned().collect();
            let of = (&self.run.symbols, &origins);
            match self.queries.contradictory(of, &formulas) {
                true => ff(),
                false => {
                    open += 1;
                    conflict
                }
            }
        });
        each.collect()
    }

    /// Whether two accesses race, told if they do.
    fn race(&mut self, (a, b): (&Access, &Access), formulas: &[Term], two: &mut Two<'_>) -> Seen {
        let mut wanted = Vec::new();
        wanted.push(("offset 0".to_owned(), a.offset.clone()));
        wanted.push(("offset 1".to_owned(), two.other.of(&b.offset)));
        for (at, number) in a.iterations.iter().enumerate() {
            wanted.push((format!("offset 0 in {at}"), number.clone()));
        }
        for (at, number) in b.iterations.iter().enumerate() {
            wanted.push((format!("offset 1 in {at}"), two.other.of(number)));
        }
        let vague = self.run.summary.vague_waits;
        match self.possible(formulas, Some(&mut *two), wanted) {
            Answer::Impossible => Seen::Nothing,
            // It is noted that the end of some copy is not known.
            Answer::Possible(_) if vague && (a.copy.is_some() || b.copy.is_some()) => Seen::Unknown,
            Answer::Possible(values) => {
                let racing = |access: &Access, at: &str| Racing {
                    kind: access.kind,
                    place: access.place,
                    bytes: access.bytes.as_int().and_then(BigInt::to_u64),
                    offset: values.values.get(at).cloned(),
                    stmt: access.stmt,
                    copied: access.alone,
                    iterations: (0..access.iterations.len())
                        .map(|number| values.values.get(&format!("{at} in {number}")).cloned())
                        .collect(),
                };
                let (first, second) = (racing(a, "offset 0"), racing(b, "offset 1"));
                // Loops around both have one symbol for their number.
                let loops = a.iterations.iter().zip(&b.iterations);
                let around_both = loops.take_while(|(a, b)| a == b).count();
                let numbers = first.iterations.iter().zip(&second.iterations);
                let across = numbers.take(around_both).any(|(a, b)| a != b);
                let fault = Fault::Race {
                    array: a.array,
                    first,
                    second,
                    same_block: two.same_block,
                    across,
                };
                match self.found(fault, a.place, &values, 2) {
                    true => Seen::Race,
                    false => Seen::Unknown,
                }
            }
            Answer::Unknown(why) => {
                self.undecided(why, a.place);
                Seen::Unknown
            }
        }
    }

    /// That the first thread makes access `a`, the second `b`, and both touch one byte with
    /// nothing between them.
    pub(crate) fn conflict(&self, a: &Access, b: &Access, space: Space, two: &mut Two<'_>) -> Term {
        let parts = self.conflict_parts(a, b, space, two).into_iter();
        let mut all: Vec<Term> = parts.map(|(_, term)| term).collect();
        all.extend(self.relations((a, b), two));
        and(all)
    }

    /// The same, by what each part says.
    pub(super) fn conflict_parts(
        &self,
        a: &Access,
        b: &Access,
        space: Space,
        two: &mut Two<'_>,
    ) -> Vec<(Part, Term)> {
        let mut of = |term: &Term| two.other.of(term);
        let (start, other_start) = (a.offset.clone(), of(&b.offset));
        let (end, other_end) = (
            add(vec![start.clone(), a.bytes.clone()]),
            add(vec![other_start.clone(), of(&b.bytes)]),
        );
        let same_size = a.bytes == b.bytes;
        let aligned = same_size && is_aligned(a) && is_aligned(b);
        let overlap = match aligned {
            true => eq(start.clone(), other_start.clone()),
            false => and(vec![
                lt(start.clone(), other_end),
                lt(other_start.clone(), end),
            ]),
        };
        let mut all = vec![
            (Part::Guard, a.condition.clone()),
            (Part::Guard, of(&b.condition)),
            (Part::Place, overlap),
        ];
        if a.conflict(b, two.same_block) == Conflict::UnlessEqual && same_size {
            all.push((Part::Atomic, ne(start.clone(), other_start.clone())));
        }
        let ordered = |term: Term| (Part::Order, term);
        if two.same_block {
            // What a warp orders is the work of its threads, not a copy that the block makes.
            if a.copy.is_none()
                && b.copy.is_none()
                && let (Some(mine), Some(theirs)) = (&a.counts.warp, &b.counts.warp)
            {
                let equal = eq(mine.clone(), of(theirs));
                if !equal.is_true() {
                    let one_warp = self.one_warp(self.module.target.warp, two);
                    all.push(ordered(or(vec![not(one_warp), equal])));
                }
            }
            all.push(ordered(self.out_of_step(a, b, two)));
            let mut of = |term: &Term| two.other.of(term);
            let unordered = self.unordered((a, b), Barriers::of(space, true), &mut of);
            all.extend(unordered.into_iter().map(ordered));
            all.extend(self.not_waited((a, b), &mut of).into_iter().map(ordered));
            all.push(ordered(Self::two_copies(a, b, &mut of)));
        } else {
            let mut of = |term: &Term| two.other.of(term);
            let unordered = self.unordered((a, b), Barriers::Grid, &mut of);
            all.extend(unordered.into_iter().map(ordered));
        }
        let mut of = |term: &Term| two.other.of(term);
        if self.options.tolerate_equal_writes && (a.kind, b.kind) == (Kind::Write, Kind::Write) {
            let values = a.value.as_ref().zip(b.value.as_ref());
            let differ = values.and_then(|(x, y)| x.differs(&y.map(&mut of)));
            // Where writes overlap in part, equal values are different bytes.
            if let (Some(differ), true) = (differ, same_size) {
                all.push((Part::Value, or(vec![differ, ne(start, other_start)])));
            }
        }
        all
    }
}

/// The accesses that may be between the same barriers together: those whose numbers of these barriers before them differ
/// by literals that no iterations make up for are ordered. All of them, where that is not known.
fn in_intervals<'a>(accesses: &[&'a Access], barriers: Barriers) -> Vec<Vec<&'a Access>> {
    let whole = |number: &BigRational| number.is_integer().then(|| number.to_integer());
    let parted = |access: &&Access| {
        // A copy ends where somebody waits for it.
        let count = barriers.count(&access.counts);
        let sum = Poly::of(count.filter(|_| access.copy.is_none())?);
        let mut by = BigInt::zero();
        for coefficient in sum.terms.values() {
            by = by.gcd(&whole(coefficient)?);
        }
        Some((whole(&sum.constant)?, by))
    };
    let numbers: Option<Vec<(BigInt, BigInt)>> = accesses.iter().map(parted).collect();
    let Some(numbers) = numbers else {
        return vec![accesses.to_vec()];
    };
    let step = numbers
        .iter()
        .fold(BigInt::zero(), |all, (_, by)| all.gcd(by));
    let mut intervals: BTreeMap<BigInt, Vec<&Access>> = BTreeMap::new();
    for (access, (constant, _)) in accesses.iter().zip(numbers) {
        let place = match step.is_zero() {
            true => constant,
            false => constant.mod_floor(&step),
        };
        intervals.entry(place).or_default().push(access);
    }
    let changed = |some: &Vec<&Access>| some.iter().any(|access| access.kind != Kind::Read);
    intervals.into_values().filter(changed).collect()
}

/// Whether all offsets of an access are multiples of its size, so that two of one size that overlap
/// are equal. Seen from the structure of the offset alone.
fn is_aligned(access: &Access) -> bool {
    let Some(bytes) = access.bytes.as_int() else {
        return false;
    };
    crate::integers::align::is_multiple(&access.offset, bytes)
}
