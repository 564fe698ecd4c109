//! The clauses that the text suggests about contents of arrays: that offsets of rows are sorted, that no two elements are
//! written to one place by way of an array of places, that what is loaded lies within an array that it is an index of.
//!
//! They are proposed of integers alone that a launch passes and no thread writes, and where the text does with two of them
//! what is right for no others: an offset beside the next one, a place to which what a thread reads for itself is moved.
//! A mark (`visited[next[i]] = true`), an update of what lies at a place (`count[bin[i]] += 1`, also from one array to
//! another) and a sum over a loop suggest nothing: who forgets that two threads may have one place writes the same.

use super::extents::{declared, is_declared, levels};
use super::linear::{Sum, Term, Values};
use super::meaning::{About, Proposed, Weight};
use super::places::places;
use super::rows::{addresses, assigned};
use contracts::{Argument, Clause, Kind, Number};
use kernel_graph::{
    ArrayId, Atom, Expr, ExprKind, Function, FunctionId, LayoutKind, Linkage, LocalId, Module,
    Scalar, Space, StmtKind, Terminator,
};
use std::collections::{BTreeMap, BTreeSet};

/// More clauses about contents are not proposed.
const MOST: usize = 3;

/// From which arrays the values of locals come, and what is only read.
pub(super) struct Loaded<'f> {
    assigned: BTreeMap<LocalId, Vec<&'f Expr>>,
    loads: BTreeMap<LocalId, BTreeSet<ArrayId>>,
    /// The addresses that locals are loaded from, with what is added up to them.
    places: BTreeMap<LocalId, Vec<(&'f Expr, Sum)>>,
}

impl<'f> Loaded<'f> {
    /// Those of a kernel whose calls are inlined.
    pub(super) fn of(function: &'f Function, values: &Values<'_>) -> Self {
        let mut loads: BTreeMap<LocalId, BTreeSet<ArrayId>> = BTreeMap::new();
        let mut places: BTreeMap<LocalId, Vec<(&Expr, Sum)>> = BTreeMap::new();
        for stmt in function.blocks.iter().flat_map(|block| &block.stmts) {
            if let StmtKind::Load { to, address, .. } = &stmt.kind
                && let Some((array, place)) = values.address(address)
            {
                loads.entry(*to).or_default().insert(array);
                places.entry(*to).or_default().push((address, place));
            }
        }
        Loaded {
            assigned: assigned(function),
            loads,
            places,
        }
    }

    /// Whether a value is made of what each thread reads for itself, once: not of a sum over a loop, nor of anything that
    /// lies where an element of an array says.
    fn is_own(&self, value: &Expr, places: ArrayId) -> bool {
        let mut seen = BTreeMap::new();
        let ends = self.follow(value, &mut seen);
        let loaded = || {
            let loaded = seen.keys().filter_map(|local| self.places.get(local));
            loaded.flatten()
        };
        let is_of_thread = |term: &Term| match term {
            Term::Thread(..) | Term::Global(_) => true,
            Term::Local(local) => self.counts_threads(*local),
            Term::Block(_) | Term::Threads(_) => false,
        };
        ends && loaded().any(|(_, sum)| sum.terms.keys().any(is_of_thread))
            && !loaded().any(|(address, _)| self.behind(address).contains(&places))
    }

    /// Whether a branch of the kernel rests on something that lies where an element of an array says: who updates what is
    /// there where it is less, has several threads that do.
    fn decides(&self, function: &Function, places: ArrayId) -> bool {
        let ends = function.blocks.iter().map(|block| &block.end);
        let mut conditions = ends.flat_map(Terminator::exprs);
        conditions.any(|condition| {
            let mut seen = BTreeMap::new();
            self.follow(condition, &mut seen);
            let loaded = seen.keys().filter_map(|local| self.places.get(local));
            let mut loaded = loaded.flatten();
            loaded.any(|(address, _)| self.behind(address).contains(&places))
        })
    }

    /// Whether a local begins with the number of a thread, as the counter of a loop over a row or a grid does.
    fn counts_threads(&self, local: LocalId) -> bool {
        let (mut found, mut seen) = (false, BTreeSet::from([local]));
        let mut open = vec![local];
        while let Some(local) = open.pop() {
            for value in self.assigned.get(&local).into_iter().flatten() {
                value.visit(&mut |part| match &part.kind {
                    ExprKind::Atom(Atom::Thread(_) | Atom::Global(_)) => found = true,
                    ExprKind::Local(of) if seen.insert(*of) => open.push(*of),
                    _ => {}
                });
            }
        }
        found
    }

    /// Takes in the locals that a value is made of, and whether each is followed to its ends; whether none of them is made
    /// of itself.
    fn follow(&self, value: &Expr, seen: &mut BTreeMap<LocalId, bool>) -> bool {
        let mut locals = BTreeSet::new();
        value.visit(&mut |part| {
            if let ExprKind::Local(local) = part.kind {
                locals.insert(local);
            }
        });
        locals.into_iter().all(|local| {
            if let Some(done) = seen.get(&local) {
                return *done;
            }
            seen.insert(local, false);
            let mut values = self.assigned.get(&local).into_iter().flatten();
            let ends = values.all(|value| self.follow(value, seen));
            seen.insert(local, ends);
            ends
        })
    }

    /// The arrays from which come values that an expression is made of.
    pub(super) fn behind(&self, expr: &Expr) -> BTreeSet<ArrayId> {
        let (mut found, mut seen) = (BTreeSet::new(), BTreeSet::new());
        let mut open = vec![expr];
        while let Some(expr) = open.pop() {
            match &expr.kind {
                ExprKind::Local(local) if seen.insert(*local) => {
                    found.extend(self.loads.get(local).into_iter().flatten());
                    open.extend(self.assigned.get(local).into_iter().flatten());
                }
                _ => open.extend(expr.children()),
            }
        }
        found
    }

    /// The locals in a sum that are elements of arrays, with these.
    fn elements(&self, sum: &Sum) -> Vec<(LocalId, ArrayId)> {
        let locals = sum.terms.keys().filter_map(|term| match term {
            Term::Local(local) => Some(*local),
            Term::Thread(..) | Term::Block(_) | Term::Global(_) | Term::Threads(_) => None,
        });
        locals
            .filter_map(|local| Some((local, self.element(local)?)))
            .collect()
    }

    /// The array of which a local is an element, wherever it has a value.
    pub(super) fn element(&self, local: LocalId) -> Option<ArrayId> {
        let mut all = self.loads.get(&local)?.iter();
        let only = !self.assigned.contains_key(&local);
        match (all.next(), all.next()) {
            (Some(array), None) if only => Some(*array),
            _ => None,
        }
    }
}

/// The clauses of a kernel whose calls are inlined.
pub(super) fn contents(module: &Module, kernel: FunctionId) -> Vec<Proposed> {
    let Some(function) = module.functions.get(kernel.0 as usize) else {
        return Vec::new();
    };
    let values = Values::of(function);
    let loaded = Loaded::of(function, &values);
    let used = Used::of(function, &values);
    let given =
        |array: ArrayId| name_of_integers(module, array).filter(|_| used.is_only_read(array));
    let mut found: Vec<Proposed> = Vec::new();
    for array in used.sorted() {
        let Some(name) = given(array) else {
            continue;
        };
        found.push(Proposed {
            evidence: format!("an element of `{name}` is loaded beside the next one"),
            clause: Clause::Sorted(name.clone()),
            about: About::Contents(array),
            weight: Weight::Most,
        });
        found.extend(half(module, (array, name)));
    }
    let sorted = used.sorted();
    let scattered = used.scattered(&values, &loaded);
    // Offsets of rows are equal where a row is empty.
    for array in scattered.difference(&sorted).copied() {
        let Some(name) = given(array).filter(|_| !loaded.decides(function, array)) else {
            continue;
        };
        found.push(Proposed {
            evidence: format!("elements of `{name}` are places that are written"),
            clause: Clause::Injective(name),
            about: About::Contents(array),
            weight: Weight::Some,
        });
    }
    for (of, sum) in &used.accesses {
        let Some(declaration) = module.array(*of).filter(|array| is_declared(array)) else {
            continue;
        };
        let levels = levels(declaration);
        for (local, array) in loaded.elements(sum) {
            let (Some(one), Some(name)) = (within(sum, local, &levels), given(array)) else {
                continue;
            };
            // Bytes without a sign are below 256 in any case; and who counts, counts from none or one: what else is added to
            // an index is no evidence.
            if !(0..=1).contains(&one.low) || fits(module, array, one.low, one.high) {
                continue;
            }
            found.push(Proposed {
                evidence: format!(
                    "`{}` is indexed by elements of `{name}`",
                    declared(declaration)
                ),
                clause: Clause::Within(name, Number::from(one.low), Number::from(one.high)),
                about: About::Extent {
                    arrays: BTreeSet::from([*of]),
                    rows: one.inner,
                },
                weight: Weight::Some,
            });
        }
    }
    let mut all: Vec<Proposed> = Vec::new();
    for mut one in found {
        match all.iter_mut().find(|before| before.clause == one.clause) {
            Some(before) => before.about.join(&mut one.about),
            None => all.push(one),
        }
    }
    all.truncate(MOST);
    all
}

/// The name of an array of integers that a launch passes.
fn name_of_integers(module: &Module, array: ArrayId) -> Option<Argument> {
    let of = module.array(array)?;
    let whole = matches!(
        of.layout.kind,
        LayoutKind::Scalar {
            scalar: Scalar::Int(8..),
            ..
        }
    );
    let passed = matches!(of.linkage, Linkage::Parameter(_)) && of.space == Space::Global;
    Argument::new(&of.name).ok().filter(|_| whole && passed)
}

/// That offsets without a sign are in the lower half of what their type has: a thread's number is added to one, and behind
/// the upper half such a sum begins again at none.
fn half(module: &Module, (array, name): (ArrayId, Argument)) -> Option<Proposed> {
    let LayoutKind::Scalar {
        scalar: Scalar::Int(bits @ (32 | 64)),
        signed: false,
    } = module.array(array)?.layout.kind
    else {
        return None;
    };
    let most = i64::MAX.checked_shr(64 - bits)?;
    Some(Proposed {
        evidence: format!("no memory has more than so many elements before one of `{name}`"),
        clause: Clause::Within(name, Number::from(0), Number::from(most)),
        about: About::Contents(array),
        weight: Weight::Some,
    })
}

/// Whether all values of an array's type lie between two numbers.
fn fits(module: &Module, array: ArrayId, low: i64, high: i64) -> bool {
    match module.array(array).map(|array| &array.layout.kind) {
        Some(LayoutKind::Scalar {
            scalar: Scalar::Int(bits @ ..=32),
            signed: false,
        }) => low <= 0 && high >= 1 << bits,
        _ => false,
    }
}

/// Between which numbers an index has to be.
struct Between {
    low: i64,
    high: i64,
    /// Whether there is more of the array behind the row that it is an index of.
    inner: bool,
}

/// Between which numbers the value of a local has to be that an access has as an index: of the array, or of a row of it
/// where another index says of which. What else is in the index has to be within an element of that row.
fn within(sum: &Sum, local: LocalId, levels: &[i128]) -> Option<Between> {
    let factor = *sum.terms.get(&Term::Local(local))?;
    let (bytes, element) = (levels.first()?, levels.last()?);
    let others = || {
        let others = sum.terms.iter();
        let others = others.filter(|(term, _)| **term != Term::Local(local));
        others.map(|(_, factor)| *factor)
    };
    if sum.more || factor < *element || sum.number < 0 && others().next().is_some() {
        return None;
    }
    let rows = levels.iter().copied().chain(others());
    let room = rows.filter(|row| *row > factor).min()?;
    let part = |other: i128| other > 0 && (other >= room || factor % other == 0 && other < factor);
    // What is added to the index as a whole is no more than the others leave of an element.
    let alone = others().all(|other| other >= room);
    if room % factor != 0 || !others().all(part) || alone && sum.number % factor != 0 {
        return None;
    }
    let before = i64::try_from(sum.number.div_euclid(factor)).ok()?;
    let elements = i64::try_from(room / factor).ok()?;
    Some(Between {
        low: before.checked_neg()?,
        high: elements.checked_sub(before)?,
        inner: room < *bytes,
    })
}

/// What addresses have in common that differ in a number: the array, the terms, whether there is more.
type Alike<'s> = (ArrayId, &'s BTreeMap<Term, i128>, bool);

/// How arrays are used.
struct Used<'f> {
    /// All accesses.
    accesses: Vec<(ArrayId, Sum)>,
    /// Plain loads.
    loads: Vec<(ArrayId, Sum)>,
    /// Plain stores: of what, and to which address.
    stores: Vec<(ArrayId, &'f Expr, &'f Expr)>,
    /// What is read.
    read: BTreeSet<ArrayId>,
    /// What is changed.
    written: BTreeSet<ArrayId>,
    /// Whether some address is not followed.
    more: bool,
}

impl<'f> Used<'f> {
    fn of(function: &'f Function, values: &Values<'_>) -> Self {
        let mut used = Self {
            accesses: Vec::new(),
            loads: Vec::new(),
            stores: Vec::new(),
            read: BTreeSet::new(),
            written: BTreeSet::new(),
            more: false,
        };
        for stmt in function.blocks.iter().flat_map(|block| &block.stmts) {
            for address in addresses(&stmt.kind) {
                let Some((array, sum)) = values.address(address) else {
                    used.more = true;
                    continue;
                };
                used.accesses.push((array, sum.clone()));
                match &stmt.kind {
                    StmtKind::Load { .. } => {
                        used.read.insert(array);
                        used.loads.push((array, sum));
                    }
                    StmtKind::Store { value, .. } => {
                        used.written.insert(array);
                        used.stores.push((array, value, address));
                    }
                    _ => {
                        used.read.insert(array);
                        used.written.insert(array);
                    }
                }
            }
        }
        used
    }

    fn is_only_read(&self, array: ArrayId) -> bool {
        !self.more && !self.written.contains(&array)
    }

    /// The arrays of which an element is loaded beside the next one.
    fn sorted(&self) -> BTreeSet<ArrayId> {
        let mut found = BTreeSet::new();
        let mut numbers: BTreeMap<Alike<'_>, BTreeSet<i128>> = BTreeMap::new();
        for (array, sum) in &self.loads {
            let alike = numbers.entry((*array, &sum.terms, sum.more)).or_default();
            alike.insert(sum.number);
        }
        for ((array, terms, _), numbers) in numbers {
            let step = terms.values().map(|factor| factor.abs()).min();
            let mut pairs = numbers.iter().zip(numbers.iter().skip(1));
            if pairs.any(|(one, next)| step.is_none_or(|step| next - one == step)) {
                found.insert(array);
            }
        }
        found
    }

    /// The arrays whose elements are places, of elements or of rows, to which each thread moves what it has read, in arrays
    /// of which nothing is read.
    fn scattered(&self, values: &Values<'f>, loaded: &Loaded<'f>) -> BTreeSet<ArrayId> {
        let stores = self.stores.iter();
        let stores = stores.filter(|(array, _, _)| !self.more && !self.read.contains(array));
        let each = stores.flat_map(|(_, value, address)| {
            let arrays = places(address, values, loaded).into_iter();
            arrays.filter(|array| loaded.is_own(value, *array))
        });
        each.collect()
    }
}

impl Proposed {
    /// Whether it is about contents: executions, in which these are arbitrary, say nothing of it.
    pub(super) fn is_of_contents(&self) -> bool {
        self.clause.kind() == Kind::Contents
    }
}
