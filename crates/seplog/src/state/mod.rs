//! Symbolic states: facts, locals, total heaps and permissions, as chunks beside them (total heaps:
//! Parkinson, Summers: The Relationship Between Separation Logic and Implicit Dynamic Frames,
//! ESOP 2011; amounts: Boyland: Checking Interference with Fractional Permissions, SAS 2003).

pub(crate) mod disjoint_arrays;
pub(crate) mod full_permission;
pub(crate) mod havoc;
pub(crate) mod instance_cells;
pub(crate) mod join;
pub(crate) mod reference;
pub(crate) mod values;

use core_lang::{FieldId, LabelId, LocalId, PredicateId};
use num_traits::Zero;
use solver::term::{self, Sort, Term};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// A persistent list of facts; cloning is cheap.
#[derive(Clone, Default)]
pub(crate) struct Facts(Option<Rc<FactNode>>);

struct FactNode {
    fact: Term,
    before: Facts,
    length: usize,
}

impl Facts {
    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.0.as_ref().map_or(0, |node| node.length)
    }

    /// One more; `true` is not kept.
    pub(crate) fn push(&mut self, fact: Term) {
        if fact.is_true() {
            return;
        }
        let before = std::mem::take(self);
        let length = before.len() + 1;
        self.0 = Some(Rc::new(FactNode {
            fact,
            before,
            length,
        }));
    }

    /// Oldest first, those after the first `from`.
    pub(crate) fn since(&self, from: usize) -> Vec<Term> {
        let mut found = Vec::new();
        let mut at = self;
        while let Some(node) = &at.0 {
            if node.length <= from {
                break;
            }
            found.push(node.fact.clone());
            at = &node.before;
        }
        found.reverse();
        found
    }

    /// The first `length` of them.
    pub(crate) fn truncated(&self, length: usize) -> Facts {
        let mut at = self.clone();
        while at.len() > length {
            let before = match &at.0 {
                Some(node) => node.before.clone(),
                None => break,
            };
            at = before;
        }
        at
    }

    /// Whether it begins with all of another list's facts.
    pub(crate) fn continues(&self, earlier: &Facts) -> bool {
        let own = self.truncated(earlier.len());
        match (&own.0, &earlier.0) {
            (Some(own), Some(other)) => Rc::ptr_eq(own, other),
            (None, None) => true,
            (Some(_), None) | (None, Some(_)) => false,
        }
    }

    /// Whether one of them is `false`.
    pub(crate) fn is_contradictory(&self) -> bool {
        let mut at = self;
        while let Some(node) = &at.0 {
            if node.fact.is_false() {
                return true;
            }
            at = &node.before;
        }
        false
    }
}

impl Drop for FactNode {
    fn drop(&mut self) {
        // Long lists must not be dropped recursively.
        let mut next = self.before.0.take();
        while let Some(node) = next {
            match Rc::try_unwrap(node) {
                Ok(mut inner) => next = inner.before.0.take(),
                Err(_) => break,
            }
        }
    }
}

/// What permissions are held of.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Resource {
    /// A field: of a receiver.
    Field(FieldId),
    /// Elements of arrays with this element sort: of an array at an index.
    Element(Sort),
    /// Predicate instances: of arguments.
    Predicate(PredicateId),
}

impl Resource {
    /// Whether no location has more than the full permission. A predicate instance may be held more than once.
    pub(crate) fn is_limited(&self) -> bool {
        match self {
            Resource::Field(_) | Resource::Element(_) => true,
            Resource::Predicate(_) => false,
        }
    }
}

/// A summand of the permissions held: for every location that agrees with the fixed arguments, the
/// amount, in which the others occur as holes. Negative amounts are exhaled permissions.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Chunk {
    /// Of what.
    pub resource: Resource,
    /// The arguments; `None` for a hole.
    pub fixed: Vec<Option<Term>>,
    /// The amount at a place, over [`hole`]s.
    pub amount: Term,
    /// An index at which there is something, if there is anywhere, for showing that arrays differ;
    /// of a field an object.
    pub witness: Option<Term>,
    /// An array at such an index, for permissions to the rows of a matrix.
    pub row: Option<Term>,
}

/// A chunk that covers the places of a quantified permission, with the inverse by which it does.
pub(crate) struct Covered {
    /// The chunk.
    pub chunk: Chunk,
    /// Values of the quantifier's variables, over the holes of the chunk.
    pub values: Vec<(Term, Term)>,
}

/// The variable that stands for an open argument of a chunk.
pub(crate) fn hole(number: usize, sort: &Sort) -> Term {
    term::bound(format!("hole!{number}"), sort.clone())
}

/// No permission.
pub(crate) fn no_permission() -> Term {
    term::real(num_rational::BigRational::zero())
}

/// The write permission.
pub(crate) fn whole() -> Term {
    term::real(num_traits::One::one())
}

/// Values and permissions to the heap.
#[derive(Clone, Default)]
pub(crate) struct Heap {
    /// For each field, a map from receivers to values.
    pub fields: BTreeMap<FieldId, Term>,
    /// For each element sort, a map from arrays to maps from indices to values.
    pub rest: BTreeMap<Sort, Term>,
    /// Arrays known to share no cell with one another have maps of their own.
    pub own: Vec<OwnArray>,
    /// The permissions held, as a sum.
    pub chunks: Vec<Chunk>,
}

/// An array with a map of its own.
#[derive(Clone, PartialEq)]
pub(crate) struct OwnArray {
    /// The array.
    pub array: Term,
    /// Sort of its elements.
    pub sort: Sort,
    /// From indices to values.
    pub map: Term,
    /// The map of all arrays that it was taken from, and what it was then.
    pub taken: Option<(Term, Term)>,
}

impl OwnArray {
    /// Whether neither this array nor one without a map of its own has changed since it got one.
    pub(crate) fn untouched(&self, rest: &Term) -> bool {
        self.taken
            .as_ref()
            .is_some_and(|(from, map)| from == rest && *map == self.map)
    }
}

/// A symbolic state.
#[derive(Clone)]
pub(crate) struct State {
    /// What is known.
    pub facts: Facts,
    /// Values of locals.
    pub locals: BTreeMap<LocalId, Term>,
    /// The present heap.
    pub heap: Rc<Heap>,
    /// Heaps at labels.
    pub labels: BTreeMap<LabelId, Rc<Heap>>,
    /// Pairs of arrays that share no cell (both orders).
    pub apart: BTreeSet<(Term, Term)>,
    /// While a magic wand is packaged: where what it needs is taken from.
    pub source: Option<Rc<Source>>,
}

/// What is held around a magic wand that is packaged, and what of it the wand takes.
#[derive(Clone)]
pub(crate) struct Source {
    /// Without what was taken.
    pub around: State,
    /// What was taken.
    pub taken: Vec<Chunk>,
}

impl State {
    /// The heap, to be changed.
    pub(crate) fn heap_mut(&mut self) -> &mut Heap {
        Rc::make_mut(&mut self.heap)
    }

    /// Learns a fact.
    pub(crate) fn assume(&mut self, fact: Term) {
        match fact.as_op(term::Op::And) {
            Some(parts) => parts.iter().for_each(|part| self.facts.push(part.clone())),
            None => self.facts.push(fact),
        }
    }

    /// The formula that two references are the same, simplified by what is known.
    pub(crate) fn same(&self, resource: &Resource, a: &Term, b: &Term) -> Term {
        if matches!(resource, Resource::Element(_)) && self.apart.contains(&(a.clone(), b.clone()))
        {
            return term::ff();
        }
        term::eq(a.clone(), b.clone())
    }

    /// The permission held at a place.
    pub(crate) fn held(&self, heap: &Heap, resource: &Resource, args: &[Term]) -> Term {
        let mut parts = Vec::new();
        for chunk in &heap.chunks {
            if chunk.resource != *resource {
                continue;
            }
            let mut guard = Vec::new();
            let mut fill = Vec::new();
            for (number, (fixed, arg)) in chunk.fixed.iter().zip(args).enumerate() {
                match fixed {
                    Some(fixed) if number == 0 => guard.push(self.same(resource, fixed, arg)),
                    Some(fixed) => guard.push(term::eq(fixed.clone(), arg.clone())),
                    None => fill.push((hole(number, arg.sort()), arg.clone())),
                }
            }
            let guard = term::and(guard);
            if guard.is_false() {
                continue;
            }
            let amount = if fill.is_empty() {
                chunk.amount.clone()
            } else {
                chunk.amount.subst(&fill)
            };
            parts.push(term::ite(guard, amount, no_permission()));
        }
        if parts.is_empty() {
            return no_permission();
        }
        term::add(parts)
    }
}

impl Heap {
    /// Adds a summand; one that cancels another takes it away.
    pub(crate) fn add(&mut self, chunk: Chunk) {
        if chunk.amount == no_permission() {
            return;
        }
        let negated = term::neg(chunk.amount.clone());
        let cancels = self.chunks.iter().position(|other| {
            other.resource == chunk.resource
                && other.fixed == chunk.fixed
                && other.amount == negated
        });
        match cancels {
            Some(at) => {
                self.chunks.remove(at);
            }
            None => self.chunks.push(chunk),
        }
    }

    /// The map of an array that has its own.
    pub(crate) fn own_map(&self, array: &Term) -> Option<&OwnArray> {
        self.own.iter().find(|own| own.array == *array)
    }
}
