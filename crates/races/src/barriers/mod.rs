//! Barrier invariants: what is shown for all threads when they come to a barrier, and known behind it.
//!
//! All threads of the block come to a barrier or none (that is shown on its own), so what holds of each
//! thread there holds of all. It is shown of memory as it is at the barrier: what the invariant reads
//! no other thread writes since the barrier before, or in a binary invariant no other than the second
//! thread; else the permission to read it is missing, which is a finding. Behind the barrier the
//! invariant is known for the threads that it names, as far as there are such threads, with what lay in
//! memory at the barrier; what else may differ among threads is arbitrary for them.

pub(crate) mod convergence;
pub(crate) mod last_barrier;
pub(crate) mod warp;

use crate::accesses::{Claim, Meets, Obligation, Reason, Who};
use crate::execution::state::{Counts, State};
use crate::execution::symbols::Varies;
use crate::execution::value::Value;
use crate::execution::{Exec, Executed};
use crate::report::{Lack, Unsupported};
use kernel_graph::{BlockId, Expr, Place, Space, Stmt, StmtKind};
use solver::term::{Sort, Term, and, implies, ne, or, postorder};
use std::collections::BTreeMap;

/// An invariant of the next barrier.
#[derive(Clone, Debug)]
pub(crate) struct Promise {
    what: Term,
    /// The threads it is known for behind the barrier; pairs if there are second ones.
    threads: Vec<(Term, Option<Term>)>,
    pairs: bool,
    place: Place,
}

/// The numbers of one thread by dimension.
type Numbers = [Term; 3];

impl Exec<'_> {
    /// Notes a barrier invariant. The barrier is to follow at once.
    pub(crate) fn promise(
        &mut self,
        state: &State,
        (what, pairs, threads): (&Expr, bool, &[Expr]),
        place: Place,
    ) -> Executed<()> {
        let lack = || Unsupported::new(Lack::TwoThreadAnnotation, place);
        if !self.barrier_follows() {
            return Err(lack());
        }
        let what = self.truth(state, what, place)?;
        let mut numbers = Vec::new();
        for thread in threads {
            let Value::Bits(number) = self.value(state, thread, place)? else {
                return Err(lack());
            };
            if number.sort().width() != Some(32) {
                return Err(lack());
            }
            numbers.push(number);
        }
        let threads = match pairs {
            false => numbers.into_iter().map(|number| (number, None)).collect(),
            true => {
                let second = numbers.split_off(numbers.len() / 2);
                let both = numbers.into_iter().zip(second);
                both.map(|(first, second)| (first, Some(second))).collect()
            }
        };
        let pairs = pairs || self.names_partner(&what);
        self.promises.push(Promise {
            what,
            threads,
            pairs,
            place,
        });
        Ok(())
    }

    /// Whether a barrier follows the statement at work with nothing but annotations between.
    fn barrier_follows(&self) -> bool {
        let (block, at): (BlockId, usize) = self.at;
        let stmts = self.function.block(block).map(|block| &block.stmts);
        let rest = stmts.and_then(|stmts| stmts.get(at..)).unwrap_or_default();
        let of_annotation = |stmt: &&Stmt| {
            matches!(
                &stmt.kind,
                StmtKind::Assign { .. } | StmtKind::Annotation(_) | StmtKind::Havoc(_)
            ) || matches!(&stmt.kind, StmtKind::Load { access, .. } if access.ghost)
        };
        let next = rest.iter().find(|stmt| !of_annotation(stmt));
        next.is_some_and(|stmt| matches!(stmt.kind, StmtKind::Barrier(_)))
    }

    /// Asserts the invariants of the barrier that a state is at. Gives what is known behind it, where so
    /// many barriers are passed.
    ///
    /// # Errors
    /// The barrier does not order what an invariant reads.
    pub(crate) fn kept(&mut self, state: &State, behind: &Counts) -> Executed<Vec<Term>> {
        let mut known = Vec::new();
        for promise in std::mem::take(&mut self.promises) {
            let lack = || Unsupported::new(Lack::TwoThreadAnnotation, promise.place);
            let mut memory: Vec<(Term, Term)> = Vec::new();
            for (symbol, observed) in self.read_for(&promise.what) {
                let space = self.module.array(observed.array).map(|array| array.space);
                let count = |counts: &Counts| match space {
                    Some(Space::Shared) => counts.shared.clone(),
                    Some(Space::Global | Space::Constant | Space::Private) | None => {
                        counts.global.clone()
                    }
                };
                let (Some(now), Some(then)) = (count(&state.counts), count(behind)) else {
                    return Err(lack());
                };
                // The thread itself writes nothing between the load and the barrier.
                if now == then || state.views.get(&observed.array) != Some(&observed.view) {
                    return Err(lack());
                }
                let sort = symbol.sort().clone();
                let there = self.at_barrier(observed.array, (then, observed.offset), sort);
                memory.push((symbol, there));
                if self.trials == 0 {
                    let read = (observed.stmt, promise.place);
                    self.summary.barrier_reads.push(read);
                }
            }
            self.show(state, &promise);
            let mut what = promise.what.clone();
            // Addresses are made of what was read, too.
            for _ in 0..memory.len() {
                what = what.subst(&memory);
            }
            for (first, second) in &promise.threads {
                known.extend(self.for_threads(&what, (first, second.as_ref()), promise.pairs));
            }
        }
        Ok(known)
    }

    /// Refuses what is to hold at a barrier that does not order what threads of the block do.
    pub(crate) fn no_promises(&mut self) -> Executed<()> {
        match self.promises.first() {
            None => Ok(()),
            Some(promise) => Err(Unsupported::new(Lack::TwoThreadAnnotation, promise.place)),
        }
    }

    fn show(&mut self, state: &State, promise: &Promise) {
        if self.trials > 0 || promise.what.is_true() {
            return;
        }
        let (reason, place) = (Reason::BarrierInvariant, promise.place);
        let known = state.path.condition();
        if !promise.pairs {
            self.summary.obligations.push(Obligation {
                known,
                goal: promise.what.clone(),
                reason,
                place,
            });
            return;
        }
        let same_block = self
            .symbols
            .constant("same block", Sort::Bool, Varies::Never);
        let other_here = self
            .symbols
            .constant("other here", Sort::Bool, Varies::Never);
        self.summary.claims.push(Claim {
            known,
            goal: promise.what.clone(),
            reason,
            point: self.meeting(Meets::Barrier, state, Who::Block, place),
            here: true,
            passed_alike: false,
            vague: false,
            accesses: self.summary.accesses.len(),
            counts: state.counts.clone(),
            watched: Vec::new(),
            others: self.read_by_partner(&promise.what),
            other_here,
            same_block,
            of_two: true,
            one_block: true,
            each_iteration: false,
            earlier: None,
        });
    }

    /// What an invariant says of named threads, as far as there are such.
    fn for_threads(
        &mut self,
        what: &Term,
        (first, second): (&Term, Option<&Term>),
        pairs: bool,
    ) -> Vec<Term> {
        let own = self.atoms.thread().clone();
        let partner = self.atoms.partner().clone();
        let with = |numbers: &Numbers, x: &Term| {
            let mut numbers = numbers.clone();
            if let Some(number) = numbers.first_mut() {
                *number = x.clone();
            }
            numbers
        };
        let one = with(&own, first);
        let other = with(&partner, second.unwrap_or(&partner[0]));
        let mut guard = vec![self.atoms.is_thread(&one)];
        if pairs {
            guard.push(self.atoms.is_thread(&other));
            let both = one.iter().zip(&other);
            guard.push(or(both.map(|(a, b)| ne(a.clone(), b.clone())).collect()));
        }
        let guard = and(guard);
        if guard.is_false() {
            return Vec::new();
        }
        let said = self.renamed(what, (&one, &other));
        vec![implies(guard, said)]
    }

    /// A term for other threads: what may differ among threads and is no number of theirs is
    /// arbitrary.
    fn renamed(&mut self, what: &Term, (one, other): (&Numbers, &Numbers)) -> Term {
        let own = self.atoms.thread().clone();
        let partner = self.atoms.partner().clone();
        let numbers = own.iter().chain(&partner).zip(one.iter().chain(other));
        // In a dimension with one thread its number is a literal.
        let open = numbers.filter(|(from, _)| from.as_bits().is_none());
        let mut pairs: Vec<(Term, Term)> = open.map(|(a, b)| (a.clone(), b.clone())).collect();
        // The thread itself has its own values.
        if *one == own && *other == partner {
            return what.clone();
        }
        let mut fresh: BTreeMap<Term, Term> = BTreeMap::new();
        for part in postorder([what]) {
            if let Some(symbol) = part.symbol()
                && self.symbols.varies(symbol) == Varies::Thread
                && !self.iterations.contains(symbol)
                && !own.contains(&part)
            {
                let new = self.fresh(part.sort().clone(), "of another thread");
                fresh.insert(part.clone(), new);
            }
        }
        pairs.extend(fresh);
        what.subst(&pairs)
    }
}
