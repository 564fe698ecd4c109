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
use super::rows::{addresses, assigned};
use contracts::{Argument, Clause, Kind, Number};
use kernel_graph::{
    ArrayId, Expr, ExprKind, Function, FunctionId, LayoutKind, Linkage, LocalId, Module, Scalar,
    Space, StmtKind,
};
use std::collections::{BTreeMap, BTreeSet};

/// More clauses about contents are not proposed.
const MOST: usize = 3;

/// From which arrays the values of locals come, and what is only read.
pub(super) struct Loaded<'f> {
    assigned: BTreeMap<LocalId, Vec<&'f Expr>>,
    loads: BTreeMap<LocalId, BTreeSet<ArrayId>>,
    /// What is added up to the addresses that locals are loaded from.
    places: BTreeMap<LocalId, Vec<Sum>>,
}

impl<'f> Loaded<'f> {
    /// Those of a kernel whose calls are inlined.
    pub(super) fn of(function: &'f Function, values: &Values<'_>) -> Self {
        let mut loads: BTreeMap<LocalId, BTreeSet<ArrayId>> = BTreeMap::new();
        let mut places: BTreeMap<LocalId, Vec<Sum>> = BTreeMap::new();
        for stmt in function.blocks.iter().flat_map(|block| &block.stmts) {
            if let StmtKind::Load { to, address, .. } = &stmt.kind
                && let Some((array, place)) = values.address(address)
            {
                loads.entry(*to).or_default().insert(array);
                places.entry(*to).or_default().push(place);
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
        let sums = || {
            let loaded = seen.keys().filter_map(|local| self.places.get(local));
            loaded.flatten()
        };
        let is_of_thread = |term: &Term| match term {
            Term::Thread(..) | Term::Global(_) => true,
            Term::Block(_) | Term::Threads(_) | Term::Local(_) => false,
        };
        let is_of_place = |term: &Term| match term {
            Term::Local(local) => {
                let of = self.loads.get(local);
                of.is_some_and(|of| of.contains(&places))
            }
            Term::Thread(..) | Term::Block(_) | Term::Global(_) | Term::Threads(_) => false,
        };
        ends && sums().any(|sum| sum.terms.keys().any(is_of_thread))
            && !sums().any(|sum| sum.terms.keys().any(is_of_place))
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

    /// The array of which a local is an element, wherever it has a value.
    fn element(&self, local: LocalId) -> Option<ArrayId> {
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
            clause: Clause::Sorted(name),
            about: About::Contents(array),
            weight: Weight::Most,
        });
    }
    for array in used.scattered(&loaded) {
        let Some(name) = given(array) else {
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
        let Some((local, low, high)) = within(sum, levels(declaration)) else {
            continue;
        };
        let Some((array, name)) = loaded
            .element(local)
            .and_then(|array| Some((array, given(array)?)))
        else {
            continue;
        };
        // Bytes without a sign are below 256 in any case.
        if fits(module, array, low, high) {
            continue;
        }
        found.push(Proposed {
            evidence: format!(
                "`{}` is indexed by elements of `{name}`",
                declared(declaration)
            ),
            clause: Clause::Within(name, Number::from(low), Number::from(high)),
            about: About::Extent {
                arrays: BTreeSet::from([*of]),
                rows: false,
            },
            weight: Weight::Some,
        });
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

/// The local that is the index of an access, and between which numbers it has to be; none if there is more in the index.
fn within(sum: &Sum, levels: Vec<i128>) -> Option<(LocalId, i64, i64)> {
    let mut terms = sum.terms.iter();
    let (Some((Term::Local(local), factor)), None) = (terms.next(), terms.next()) else {
        return None;
    };
    let (bytes, element) = (levels.first()?, levels.last()?);
    if sum.more || factor < element || sum.number % factor != 0 || bytes % factor != 0 {
        return None;
    }
    let before = i64::try_from(sum.number / factor).ok()?;
    let elements = i64::try_from(bytes / factor).ok()?;
    Some((*local, before.checked_neg()?, elements.checked_sub(before)?))
}

/// What addresses have in common that differ in a number: the array, the terms, whether there is more.
type Alike<'s> = (ArrayId, &'s BTreeMap<Term, i128>, bool);

/// How arrays are used.
struct Used<'f> {
    /// All accesses.
    accesses: Vec<(ArrayId, Sum)>,
    /// Plain loads.
    loads: Vec<(ArrayId, Sum)>,
    /// Plain stores, with what is stored.
    stores: Vec<(ArrayId, Sum, &'f Expr)>,
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
                        used.stores.push((array, sum, value));
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

    /// The arrays whose elements are places to which each thread moves what it has read, in arrays of which nothing is read.
    fn scattered(&self, loaded: &Loaded<'_>) -> BTreeSet<ArrayId> {
        let stores = self.stores.iter();
        let stores = stores.filter(|(array, _, _)| !self.more && !self.read.contains(array));
        let each = stores.flat_map(|(_, sum, value)| {
            let terms = sum.terms.keys();
            let arrays = terms.filter_map(|term| match term {
                Term::Local(local) => loaded.element(*local),
                Term::Thread(..) | Term::Block(_) | Term::Global(_) | Term::Threads(_) => None,
            });
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
