//! What a thread sees of memory that others may write, for arrays that annotations read.
//!
//! The view of a place is what the thread wrote there last since the barrier, else what lay there at
//! the barrier. In executions up to the first race it is what a load gives, and what an annotation
//! reads if no other thread writes the place in that interval, which is asked (`annotations/permission.rs`). At
//! the start of an iteration the view is a function of iteration and place: of the first iteration it
//! is the view at entry, of a later one the view at the end of the iteration before. That is said of
//! each place that is looked at.

use crate::execution::Exec;
use crate::execution::symbols::Varies;
use crate::execution::value::Value;
use crate::integers::align::is_multiple;
use crate::questions::abstraction::Abstraction;
use kernel_graph::ArrayId;
use num_bigint::BigInt;
use solver::term::{Sort, Term, add, and, app, eq, implies, int, ite, le, lt, not};

/// Views with more writes are given up.
const MOST_WRITES: usize = 64;

/// Loops within loops are followed so far.
const MOST_LOOPS: usize = 6;

/// What was there before the writes.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Base {
    /// What lay there at the last barrier; so many were passed.
    Barrier(Term),
    /// What the thread saw at the start of an iteration of a loop, which has this number in the
    /// execution.
    Loop(usize, Vec<Term>),
    /// Nothing is known.
    Unknown,
}

/// A write of the thread's own.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Written {
    /// When it was made.
    guard: Term,
    /// The first byte.
    offset: Term,
    /// How many bytes.
    bytes: Term,
    /// What was written, if it is known.
    value: Option<Term>,
}

/// What the thread sees of an array.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct View {
    base: Base,
    writes: Vec<Written>,
}

/// A loop that changes what the thread sees of an array.
#[derive(Clone, Debug)]
pub(crate) struct LoopView {
    /// The array.
    pub array: ArrayId,
    /// The view at entry.
    pub entry: View,
    /// The view at the end of an iteration that another one follows.
    pub back: View,
    /// The numbers of the iterations, this loop's last.
    pub numbers: Vec<Term>,
}

impl View {
    /// At a barrier, before which so many were passed.
    pub(crate) fn at_barrier(count: Option<Term>) -> View {
        View {
            base: count.map_or(Base::Unknown, Base::Barrier),
            writes: Vec::new(),
        }
    }

    /// At the start of an iteration of a loop.
    pub(crate) fn at_iteration(id: usize, numbers: Vec<Term>) -> View {
        View {
            base: Base::Loop(id, numbers),
            writes: Vec::new(),
        }
    }

    /// Of which nothing is known.
    pub(crate) fn unknown() -> View {
        View::at_barrier(None)
    }

    /// The thread writes bytes under a condition.
    pub(crate) fn write(
        &mut self,
        guard: Term,
        (offset, bytes): (Term, Term),
        value: Option<&Value>,
    ) {
        if self.writes.len() >= MOST_WRITES {
            *self = View::unknown();
            return;
        }
        let value = match value {
            Some(Value::Bits(term) | Value::Bool(term)) => Some(term.clone()),
            _ => None,
        };
        self.writes.push(Written {
            guard,
            offset,
            bytes,
            value,
        });
    }

    /// The view where two ways meet; `first` says which one the thread came by.
    pub(crate) fn join(&self, other: &View, first: &Term) -> View {
        if self == other {
            return self.clone();
        }
        let (base, common) = match (&self.base, &other.base) {
            (a, b) if a == b => {
                let both = self.writes.iter().zip(&other.writes);
                (a.clone(), both.take_while(|(a, b)| a == b).count())
            }
            (Base::Barrier(a), Base::Barrier(b)) => {
                let count = ite(first.clone(), a.clone(), b.clone());
                (Base::Barrier(count), 0)
            }
            _ => return View::unknown(),
        };
        let mut writes = self.writes.get(..common).unwrap_or_default().to_vec();
        for (view, way) in [(self, first.clone()), (other, not(first.clone()))] {
            for write in view.writes.iter().skip(common) {
                writes.push(Written {
                    guard: and(vec![way.clone(), write.guard.clone()]),
                    ..write.clone()
                });
            }
        }
        if writes.len() > MOST_WRITES {
            return View::unknown();
        }
        View { base, writes }
    }

    /// The view with each term replaced.
    pub(crate) fn map(&self, change: &mut dyn FnMut(&Term) -> Term) -> View {
        let base = match &self.base {
            Base::Barrier(count) => Base::Barrier(change(count)),
            Base::Loop(id, numbers) => Base::Loop(*id, numbers.iter().map(&mut *change).collect()),
            Base::Unknown => Base::Unknown,
        };
        let writes = self.writes.iter().map(|write| Written {
            guard: change(&write.guard),
            offset: change(&write.offset),
            bytes: change(&write.bytes),
            value: write.value.as_ref().map(&mut *change),
        });
        let writes = writes.collect();
        View { base, writes }
    }
}

impl Exec<'_> {
    /// What lay at a place of an array at a barrier of the block, before which so many were passed.
    pub(crate) fn at_barrier(
        &mut self,
        array: ArrayId,
        (count, offset): (Term, Term),
        sort: Sort,
    ) -> Term {
        let name = self.module.array(array).map(|found| found.name.clone());
        let key = format!("settled {} {}", name.unwrap_or_default(), array.0);
        let symbol = self.uninterpreted(&key, vec![Sort::Int, Sort::Int], sort);
        self.symbols.set_varies(&symbol, Varies::Block);
        self.symbols.set_contents(&symbol, array);
        app(&symbol, vec![count, offset])
    }

    /// The value that a view has at a place, and what is known of the values it is made of.
    pub(crate) fn seen(
        &mut self,
        array: ArrayId,
        view: &View,
        offset: &Term,
        sort: &Sort,
    ) -> (Term, Vec<Term>) {
        let mut facts = Vec::new();
        let value = self.looked_up((array, view), (offset, sort), &mut facts, &mut Vec::new());
        (value, facts)
    }

    fn looked_up(
        &mut self,
        (array, view): (ArrayId, &View),
        (offset, sort): (&Term, &Sort),
        facts: &mut Vec<Term>,
        loops: &mut Vec<usize>,
    ) -> Term {
        let mut value = match &view.base {
            Base::Unknown => self.fresh(sort.clone(), "loaded"),
            Base::Barrier(count) => {
                self.at_barrier(array, (count.clone(), offset.clone()), sort.clone())
            }
            Base::Loop(id, numbers) => {
                let mut arguments = numbers.clone();
                arguments.push(offset.clone());
                let key = format!("view {id}");
                let sorts = vec![Sort::Int; arguments.len()];
                let symbol = self.uninterpreted(&key, sorts, sort.clone());
                self.symbols.set_varies(&symbol, Varies::Thread);
                let memory = Abstraction::Memory;
                self.symbols.set_abstraction(&symbol, memory);
                let value = app(&symbol, arguments);
                self.unfold((*id, numbers), &value, (offset, facts), loops);
                value
            }
        };
        let bytes = sort.width().map_or(1, |width| width / 8);
        let size = BigInt::from(bytes);
        for write in &view.writes {
            let (here, end) = (
                offset.clone(),
                add(vec![offset.clone(), int(i64::from(bytes))]),
            );
            let behind = add(vec![write.offset.clone(), write.bytes.clone()]);
            let touched = and(vec![
                write.guard.clone(),
                lt(here.clone(), behind),
                lt(write.offset.clone(), end),
            ]);
            let same = eq(here, write.offset.clone());
            let whole = write.bytes == int(i64::from(bytes));
            value = match &write.value {
                Some(written) if whole && written.sort() == sort => {
                    let written_here = and(vec![write.guard.clone(), same]);
                    let aligned = is_multiple(offset, &size) && is_multiple(&write.offset, &size);
                    let rest = match aligned {
                        true => value,
                        false => ite(touched, self.fresh(sort.clone(), "partly written"), value),
                    };
                    ite(written_here, written.clone(), rest)
                }
                _ => ite(touched, self.fresh(sort.clone(), "written"), value),
            };
        }
        value
    }

    /// What is known of the view at the start of an iteration.
    fn unfold(
        &mut self,
        (id, numbers): (usize, &[Term]),
        value: &Term,
        (offset, facts): (&Term, &mut Vec<Term>),
        loops: &mut Vec<usize>,
    ) {
        if loops.contains(&id) || loops.len() >= MOST_LOOPS {
            return;
        }
        let (Some(found), Some(k)) = (self.loop_views.get(&id).cloned(), numbers.last()) else {
            return;
        };
        loops.push(id);
        let sort = value.sort().clone();
        let at = |numbers: &[Term], view: &View| {
            let pairs = found.numbers.iter().cloned().zip(numbers.iter().cloned());
            let pairs: Vec<(Term, Term)> = pairs.collect();
            view.map(&mut |term| term.subst(&pairs))
        };
        let entry = at(numbers, &found.entry);
        let mut before = numbers.to_vec();
        if let Some(last) = before.last_mut() {
            *last = solver::term::sub(k.clone(), int(1));
        }
        let back = at(&before, &found.back);
        let first = self.looked_up((found.array, &entry), (offset, &sort), facts, loops);
        let later = self.looked_up((found.array, &back), (offset, &sort), facts, loops);
        loops.pop();
        facts.push(implies(eq(k.clone(), int(0)), eq(value.clone(), first)));
        facts.push(implies(le(int(1), k.clone()), eq(value.clone(), later)));
    }
}
