//! What is known of the thread at a point.

use crate::accesses::event::Event;
use crate::accesses::own_copies::OwnCopies;
use crate::barriers::last_barrier::Passed;
use crate::execution::path::Path;
use crate::execution::value::Value;
use crate::memory::view::View;
use crate::overflow::margins::Margins;
use kernel_graph::{ArrayId, LocalId};
use solver::term::{Term, ite};
use std::collections::BTreeMap;

/// How many barriers of each kind the thread has passed; none where that has no closed form, so
/// that nothing is ordered by it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Counts {
    /// Barriers that order shared memory.
    pub shared: Option<Term>,
    /// Barriers of the block that order global memory.
    pub global: Option<Term>,
    /// Barriers of the grid.
    pub grid: Option<Term>,
    /// Barriers of whole warps, those of blocks not among them.
    pub warp: Option<Term>,
    /// Those of warps that had been passed at the last barrier that orders shared memory.
    pub warp_at_shared: Option<Term>,
    /// The same for the last barrier that orders global memory.
    pub warp_at_global: Option<Term>,
    /// Which barrier was the last one of each kind; that is always known.
    pub passed: Passed,
}

impl Counts {
    /// At the start.
    pub(crate) fn zero() -> Counts {
        let zero = Some(solver::term::int(0));
        Counts {
            shared: zero.clone(),
            global: zero.clone(),
            grid: zero.clone(),
            warp: zero.clone(),
            warp_at_shared: zero.clone(),
            warp_at_global: zero,
            passed: Passed::none(),
        }
    }

    /// Each count, or that of another where it is not known; what was passed last is that of the other.
    pub(crate) fn or(&self, other: &Counts) -> Counts {
        let one = |a: &Option<Term>, b: &Option<Term>| a.as_ref().or(b.as_ref()).cloned();
        Counts {
            shared: one(&self.shared, &other.shared),
            global: one(&self.global, &other.global),
            grid: one(&self.grid, &other.grid),
            warp: one(&self.warp, &other.warp),
            warp_at_shared: one(&self.warp_at_shared, &other.warp_at_shared),
            warp_at_global: one(&self.warp_at_global, &other.warp_at_global),
            passed: other.passed.clone(),
        }
    }

    /// Each count of one and the other; what was passed last is that of the one.
    pub(crate) fn zip(
        &self,
        other: &Counts,
        both: &dyn Fn(&Term, &Term) -> Option<Term>,
    ) -> Counts {
        let one = |a: &Option<Term>, b: &Option<Term>| both(a.as_ref()?, b.as_ref()?);
        Counts {
            shared: one(&self.shared, &other.shared),
            global: one(&self.global, &other.global),
            grid: one(&self.grid, &other.grid),
            warp: one(&self.warp, &other.warp),
            warp_at_shared: one(&self.warp_at_shared, &other.warp_at_shared),
            warp_at_global: one(&self.warp_at_global, &other.warp_at_global),
            passed: self.passed.clone(),
        }
    }

    /// With each term replaced.
    pub(crate) fn map(&self, change: &mut dyn FnMut(&Term) -> Term) -> Counts {
        Counts {
            shared: self.shared.as_ref().map(&mut *change),
            global: self.global.as_ref().map(&mut *change),
            grid: self.grid.as_ref().map(&mut *change),
            warp: self.warp.as_ref().map(&mut *change),
            warp_at_shared: self.warp_at_shared.as_ref().map(&mut *change),
            warp_at_global: self.warp_at_global.as_ref().map(&mut *change),
            passed: self.passed.map(change),
        }
    }
}

/// What is known of an array in private memory: values at constant offsets, by offset; they do not
/// overlap, and all other bytes are arbitrary. The number is how many bytes the value has.
pub(crate) type Private = BTreeMap<u64, (u32, Value)>;

/// The state of the thread.
#[derive(Clone, Debug)]
pub(crate) struct State {
    /// How it came here.
    pub path: Path,
    /// Locals that have a value.
    pub locals: BTreeMap<LocalId, Value>,
    /// Private memory; an array that is missing is arbitrary.
    pub private: BTreeMap<ArrayId, Private>,
    /// What the thread sees of arrays that annotations read; of others it is not followed.
    pub views: BTreeMap<ArrayId, View>,
    /// Barriers passed.
    pub counts: Counts,
    /// Signed numbers that are known to be away from the ends of their types.
    pub margins: Margins,
    /// The copies that the block began without an event and has not waited for; none where that is
    /// not known.
    pub begun: Option<Event>,
    /// The copies that the thread began by itself and has not waited for; none where that is not known.
    pub own: Option<OwnCopies>,
}

impl State {
    /// The state where two ways meet.
    pub(crate) fn join(&self, other: &State) -> State {
        let (path, first) = self.path.join(&other.path);
        let mut locals = BTreeMap::new();
        for (id, value) in &self.locals {
            if let Some(second) = other.locals.get(id) {
                locals.insert(*id, Value::choose(&first, value, second));
            }
        }
        let mut private = BTreeMap::new();
        for (id, cells) in &self.private {
            let Some(others) = other.private.get(id) else {
                continue;
            };
            let mut joined = Private::new();
            for (offset, (bytes, value)) in cells {
                if let Some((width, second)) = others.get(offset)
                    && width == bytes
                {
                    joined.insert(*offset, (*bytes, Value::choose(&first, value, second)));
                }
            }
            private.insert(*id, joined);
        }
        let both = |a: &Term, b: &Term| Some(ite(first.clone(), a.clone(), b.clone()));
        let mut views = BTreeMap::new();
        for (id, view) in &self.views {
            if let Some(second) = other.views.get(id) {
                views.insert(*id, view.join(second, &first));
            }
        }
        let mut counts = self.counts.zip(&other.counts, &both);
        counts.passed = self.counts.passed.choose(&other.counts.passed, &first);
        State {
            path,
            locals,
            private,
            views,
            counts,
            margins: self.margins.join(&other.margins),
            begun: chosen(&first, self.begun.as_ref(), other.begun.as_ref()),
            own: either(&first, self.own.as_ref(), other.own.as_ref()),
        }
    }

    /// The state with each term replaced.
    pub(crate) fn map(&self, change: &mut dyn FnMut(&Term) -> Term) -> State {
        let locals = self.locals.iter();
        let locals = locals.map(|(id, value)| (*id, value.map(change))).collect();
        let mut private = BTreeMap::new();
        for (id, cells) in &self.private {
            let cells = cells
                .iter()
                .map(|(at, (bytes, value))| (*at, (*bytes, value.map(change))));
            private.insert(*id, cells.collect());
        }
        let views = self.views.iter();
        let views = views.map(|(id, view)| (*id, view.map(change))).collect();
        State {
            path: self.path.map(change),
            locals,
            private,
            views,
            counts: self.counts.map(change),
            margins: self.margins.map(change),
            begun: self.begun.as_ref().map(|event| event.map(change)),
            own: self.own.as_ref().map(|own| own.map(change)),
        }
    }
}

/// The copies of one way or of the other, as the condition says.
fn either(condition: &Term, yes: Option<&OwnCopies>, no: Option<&OwnCopies>) -> Option<OwnCopies> {
    match (yes?, no?) {
        (yes, no) if yes == no => Some(yes.clone()),
        (yes, no) => Some(OwnCopies::choose(condition, yes, no)),
    }
}

/// One of two events, as the condition says.
fn chosen(condition: &Term, yes: Option<&Event>, no: Option<&Event>) -> Option<Event> {
    match (yes?, no?) {
        (yes, no) if yes == no => Some(yes.clone()),
        (yes, no) => Event::choose(condition, yes, no),
    }
}
