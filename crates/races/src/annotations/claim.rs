//! What annotations say of accesses and of a second thread (`__write(a)`, `__other_int(e)`,
//! `__enabled()`), as GPUVerify means it.
//!
//! `__write(a)` speaks of one write that was chosen beforehand: whether it was made and no barrier
//! came since. Nobody knows the choice, so an assertion holds if it holds for every choice: for each
//! write of the thread since the last barrier, and for none. So `__assert(!__write(a))` says that
//! there is none, `__write_implies(a, e)` that all satisfy `e`, and `__assert(__write(a))` never
//! holds.
//!
//! `__other_int(e)` is the value of `e` for any second thread. If that thread is at this point, too,
//! in the same iterations, its value is that of the first one renamed; if it is not, its variables
//! may have any values. That all threads come here is what `__uniform_bool(__enabled())` says, and
//! is shown as for a barrier.

use crate::accesses::{Claim, Earlier, Meets, OfOther, Reason, Watched, Who};
use crate::execution::state::State;
use crate::execution::symbols::Varies;
use crate::execution::value::{Target, Value};
use crate::execution::{Exec, Executed};
use crate::report::{Lack, Unsupported};
use kernel_graph::{ArrayId, BlockId, Expr, ExprKind, Function, Graph, LocalId, Place, StmtKind};
use solver::term::{Sort, Term, and, eq, ff, int, ite, le, sub, tt};
use std::collections::BTreeMap;

/// Where the thread is of which an annotation speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Where {
    /// At the annotation.
    Here,
    /// Not at it, and not behind it.
    Elsewhere,
    /// Not in the function at work, whose variables have no values then.
    NotCalled,
    /// At the start of the kernel, before any access.
    Start,
    /// At a store of the value: nothing is concluded from it.
    Stored,
    /// At an access of a specification, which is the one that is meant.
    Access,
}

/// An annotation at work.
#[derive(Clone, Debug)]
pub(crate) struct Speaking {
    at: Where,
    watched: Vec<Watched>,
    others: Vec<OfOther>,
    /// Stands for "the thread is here" within an expression about the second thread.
    is_here: Term,
    other_here: Term,
    same_block: Term,
    of_two: bool,
    within_other: bool,
    /// The state here, if the thread is elsewhere: it tells which arrays are meant.
    here: Option<State>,
}

/// Whether an expression speaks of accesses, of a second thread, or of what only contracts know.
pub(crate) fn speaks(e: &Expr) -> bool {
    let mut found = false;
    e.visit(&mut |part| {
        found |= matches!(
            part.kind,
            ExprKind::Other(_)
                | ExprKind::Enabled
                | ExprKind::EnabledAbove
                | ExprKind::SameBlock
                | ExprKind::Result
                | ExprKind::Old(_)
                | ExprKind::Taken(..)
                | ExprKind::ArrayOf(_)
                | ExprKind::Accessed { .. }
                | ExprKind::AccessOffset { .. }
        );
    });
    found
}

/// The locals that occur in an expression.
pub(crate) fn locals_of(e: &Expr) -> Vec<LocalId> {
    let mut all = Vec::new();
    e.visit(&mut |part| {
        if let ExprKind::Local(local) = part.kind {
            all.push(local);
        }
    });
    all
}

/// The locals that occur in an expression, but for those that say only which array is meant.
fn locals_beside_arrays(e: &Expr) -> Vec<LocalId> {
    if let ExprKind::Local(local) = e.kind {
        return vec![local];
    }
    let of_array = matches!(
        e.kind,
        ExprKind::Accessed { .. } | ExprKind::AccessOffset { .. }
    );
    let beside = e.children().into_iter().filter(|_| !of_array);
    beside.flat_map(locals_beside_arrays).collect()
}

/// Locals that have one value all the time, for every thread: parameters that are not assigned,
/// and what the first block alone assigns.
pub(crate) fn lasting(function: &Function, graph: &Graph) -> Vec<LocalId> {
    let first = BlockId(0);
    if graph
        .loops
        .values()
        .any(|found| found.blocks.contains(&first))
    {
        return Vec::new();
    }
    let mut assigned: Vec<(LocalId, usize)> = Vec::new();
    for (number, block) in function.blocks.iter().enumerate() {
        let locals = block.stmts.iter().filter_map(|stmt| stmt.kind.assigned());
        assigned.extend(locals.map(|local| (local, number)));
    }
    let is_param = |local: LocalId| {
        let mut params = function.params.iter();
        params.any(|param| param.local == local)
    };
    let of = |local: LocalId| assigned.iter().filter(move |(to, _)| *to == local);
    let numbers = 0..u32::try_from(function.locals.len()).unwrap_or(u32::MAX);
    numbers
        .map(LocalId)
        .filter(|local| match is_param(*local) {
            true => of(*local).count() == 0,
            false => of(*local).count() > 0 && of(*local).all(|(_, block)| *block == 0),
        })
        .collect()
}

impl Exec<'_> {
    fn begin(&mut self, at: Where) {
        let mut truth = |hint: &str| self.symbols.constant(hint, Sort::Bool, Varies::Never);
        self.speaking = Some(Speaking {
            at,
            watched: Vec::new(),
            others: Vec::new(),
            is_here: truth("here"),
            other_here: truth("other here"),
            same_block: truth("same block"),
            of_two: false,
            within_other: false,
            here: None,
        });
    }

    /// Records what an annotation asserts about accesses or a second thread. If it speaks of
    /// neither after all, and the thread is here, what it asserts is given back instead.
    pub(crate) fn spoken(
        &mut self,
        state: &State,
        e: &Expr,
        at: Where,
        (reason, place): (Reason, Place),
    ) -> Executed<Option<Term>> {
        let here = at == Where::Here;
        let mut vague = false;
        let mut seen = state.clone();
        if !here {
            let lasting = self.lasting();
            vague = at == Where::Elsewhere
                && locals_beside_arrays(e)
                    .iter()
                    .any(|local| !lasting.contains(local));
            seen.locals.retain(|local, _| lasting.contains(local));
            seen.private.clear();
        }
        self.begin(at);
        if let (false, Some(speaking)) = (here, &mut self.speaking) {
            speaking.here = Some(state.clone());
        }
        let goal = self.truth(&seen, e, place);
        let speaking = self.speaking.take();
        let (goal, Some(speaking)) = (goal?, speaking) else {
            return Ok(None);
        };
        let of_two = speaking.of_two || self.names_partner(&goal);
        if here && !of_two && speaking.watched.is_empty() {
            return Ok(Some(goal));
        }
        if self.trials > 0 || goal.is_true() {
            return Ok(None);
        }
        if !here && of_two {
            return Err(Unsupported::new(Lack::TwoThreadAnnotation, place));
        }
        let mut others = speaking.others;
        others.extend(self.read_by_partner(&goal));
        let known = match here {
            true => state.path.condition(),
            false => and(self.of_everyone(state)),
        };
        let around = self.frames.last().filter(|_| here);
        let around = around.map(|frame| frame.iteration.clone());
        // What stands behind the start of an iteration, a thread may not come to that returns before.
        let each_iteration = around.is_some() && self.is_at_head();
        let claim = Claim {
            known,
            goal,
            reason,
            point: self.meeting(Meets::Barrier, state, Who::Grid, place),
            here,
            passed_alike: !here && self.passed_alike(state),
            vague,
            accesses: self.summary.accesses.len(),
            counts: state.counts.clone(),
            watched: speaking.watched,
            others,
            other_here: speaking.other_here,
            same_block: speaking.same_block,
            of_two,
            one_block: false,
            each_iteration,
            earlier: None,
        };
        let Some(k) = around else {
            self.summary.claims.push(claim);
            return Ok(None);
        };
        // In the first iteration there is none before; later what was claimed in that before is known.
        let at = |claim: &Claim, which: Term| Claim {
            known: and(vec![claim.known.clone(), which]),
            ..claim.clone()
        };
        let (first, later) = (eq(k.clone(), int(0)), le(int(1), k.clone()));
        match (reason, self.claimed_before(&claim, &k)) {
            (Reason::Invariant, earlier) => {
                let entry = Claim {
                    reason: Reason::Entry,
                    ..at(&claim, first)
                };
                let kept = Claim {
                    earlier,
                    ..at(&claim, later)
                };
                self.summary.claims.extend([entry, kept]);
            }
            (_, Some(earlier)) => {
                let kept = Claim {
                    earlier: Some(earlier),
                    ..at(&claim, later)
                };
                self.summary.claims.extend([at(&claim, first), kept]);
            }
            (_, None) => self.summary.claims.push(claim),
        }
        Ok(None)
    }

    /// What is known of all threads where annotations mean threads that are not there: at the start of the kernel, and on
    /// the way to the outermost loop, if all threads come to it.
    fn of_everyone(&self, state: &State) -> Vec<Term> {
        let mut known = self.of_all.clone();
        known.extend(self.way_of_all(state));
        known
    }

    /// What is known on the way to the outermost loop around, if all threads come to it.
    fn way_of_all(&self, state: &State) -> Option<Term> {
        let (here, _) = self.at;
        let mut loops = self.graph.loops.values();
        let outermost = loops.find(|one| one.parent.is_none() && one.blocks.contains(&here))?;
        let way = state.path.until(self.frames.first()?.path);
        let all = way.decisions().is_empty() && self.is_on_every_way(outermost.head);
        all.then(|| way.condition())
    }

    /// Whether all threads come to the outermost loop around, and no barrier was passed in it.
    fn passed_alike(&self, state: &State) -> bool {
        let counts = &state.counts;
        let mut all = [&counts.shared, &counts.global, &counts.grid].into_iter();
        let of_iteration = |term: &Term| {
            let mut frames = self.frames.iter();
            frames.any(|frame| term.any_subterm(|part| *part == frame.iteration))
        };
        let mut barriers = self.graph.loops.values().filter(|one| {
            let (here, _) = self.at;
            one.blocks.contains(&here)
        });
        let none = barriers.all(|one| {
            let blocks = one.blocks.iter().filter_map(|id| self.function.block(*id));
            let mut stmts = blocks.flat_map(|block| &block.stmts);
            !stmts.any(|stmt| matches!(stmt.kind, StmtKind::Barrier(_) | StmtKind::Call { .. }))
        });
        none && self.way_of_all(state).is_some()
            && all.all(|count| count.as_ref().is_some_and(|count| !of_iteration(count)))
    }

    /// What a claim about two threads says one iteration before, where a second thread that comes to it in an iteration
    /// has come to it in that before.
    fn claimed_before(&mut self, claim: &Claim, k: &Term) -> Option<Earlier> {
        if !claim.of_two || !claim.each_iteration || !claim.watched.is_empty() {
            return None;
        }
        // What is read of memory is another value in another iteration.
        if claim.others.iter().any(|other| other.read.is_some()) {
            return None;
        }
        let before = vec![(k.clone(), sub(k.clone(), int(1)))];
        let mut renamed = before.clone();
        let mut others = Vec::new();
        for other in &claim.others {
            let symbol = self.fresh(other.symbol.sort().clone(), "of the other before");
            renamed.push((other.symbol.clone(), symbol.clone()));
            others.push(OfOther {
                symbol,
                own: other.own.subst(&before),
                anywhere: other.anywhere,
                read: None,
            });
        }
        Some(Earlier {
            goal: claim.goal.subst(&renamed),
            others,
        })
    }

    /// What a precondition of the kernel says: nothing was accessed yet.
    pub(crate) fn at_start(&mut self, state: &State, e: &Expr, place: Place) -> Executed<Term> {
        if !self.frames.is_empty() || !self.summary.accesses.is_empty() {
            return Err(Unsupported::new(Lack::TwoThreadAnnotation, place));
        }
        self.begin(Where::Start);
        let term = self.truth(state, e, place);
        let speaking = self.speaking.take();
        match speaking.is_some_and(|speaking| speaking.of_two) {
            true => Err(Unsupported::new(Lack::TwoThreadAnnotation, place)),
            false => term,
        }
    }

    /// The value that a store stores. A number of an access may be stored; it is arbitrary.
    pub(crate) fn stored(&mut self, state: &State, e: &Expr, place: Place) -> Executed<Value> {
        if !speaks(e) {
            return self.value(state, e, place);
        }
        self.begin(Where::Stored);
        let value = self.value(state, e, place);
        let speaking = self.speaking.take();
        match speaking.is_some_and(|speaking| speaking.of_two) {
            true => Err(Unsupported::new(Lack::TwoThreadAnnotation, place)),
            false => value,
        }
    }

    /// What an expression says of an access to an array, of which nothing else is known.
    pub(crate) fn of_access(
        &mut self,
        state: &State,
        (e, place): (&Expr, Place),
        (write, array): (bool, ArrayId),
        offset: &Term,
    ) -> Executed<Term> {
        self.begin(Where::Access);
        if let Some(speaking) = &mut self.speaking {
            speaking.watched.push(Watched {
                write,
                array,
                pending: tt(),
                offset: offset.clone(),
            });
        }
        let term = self.truth(state, e, place);
        let speaking = self.speaking.take();
        match speaking.is_some_and(|speaking| speaking.of_two) {
            true => Err(Unsupported::new(Lack::TwoThreadAnnotation, place)),
            false => term,
        }
    }

    /// Locals that every thread has the value of that it has here, wherever it is: those that last, and those that one
    /// block before gives a value once that every thread passes once.
    fn lasting(&self) -> Vec<LocalId> {
        let mut all = lasting(self.function, self.graph);
        let (here, _) = self.at;
        let mut assigned: BTreeMap<LocalId, Vec<BlockId>> = BTreeMap::new();
        for (block, number) in self.function.blocks.iter().zip(0u32..) {
            for local in block.stmts.iter().filter_map(|stmt| stmt.kind.assigned()) {
                assigned.entry(local).or_default().push(BlockId(number));
            }
        }
        for (local, blocks) in assigned {
            if let [block] = blocks.as_slice()
                && self.graph.dominates(*block, here)
                && self.is_passed_once(*block)
            {
                all.push(local);
            }
        }
        all
    }

    /// Whether each thread that comes to the end of the kernel passes a block, once.
    fn is_passed_once(&self, block: BlockId) -> bool {
        let mut loops = self.graph.loops.values();
        !loops.any(|one| one.blocks.contains(&block)) && self.is_on_every_way(block)
    }

    /// Whether each thread that comes to the end of the kernel passes a block.
    fn is_on_every_way(&self, block: BlockId) -> bool {
        let mut order = self.graph.order.iter();
        order.all(|at| {
            let end = self.function.block(*at).map(|block| &block.end);
            let goes_on = end.is_some_and(|end| !end.successors().is_empty());
            goes_on || self.graph.dominates(block, *at)
        })
    }

    fn speaking(&mut self, place: Place) -> Executed<&mut Speaking> {
        let none = Unsupported::new(Lack::TwoThreadAnnotation, place);
        self.speaking.as_mut().ok_or(none)
    }

    /// Whether the thread is here.
    pub(crate) fn enabled(&mut self, place: Place) -> Executed<Value> {
        let none = Unsupported::new(Lack::TwoThreadAnnotation, place);
        let speaking = self.speaking(place)?;
        let here = match speaking.at {
            _ if speaking.within_other => speaking.is_here.clone(),
            Where::Here | Where::Start => tt(),
            Where::Elsewhere | Where::NotCalled => ff(),
            Where::Stored | Where::Access => return Err(none),
        };
        Ok(Value::Bool(here))
    }

    /// Whether the thread was at the point that dominates this one.
    pub(crate) fn enabled_above(&mut self, place: Place) -> Executed<Value> {
        let none = Unsupported::new(Lack::TwoThreadAnnotation, place);
        let speaking = self.speaking(place)?;
        if speaking.within_other {
            return Err(none);
        }
        match speaking.at {
            Where::Here | Where::Start => Ok(Value::Bool(tt())),
            Where::Elsewhere | Where::NotCalled => {
                Ok(Value::Bool(self.fresh(Sort::Bool, "enabled above")))
            }
            Where::Stored | Where::Access => Err(none),
        }
    }

    /// Whether both threads are of one block.
    pub(crate) fn same_block(&mut self, place: Place) -> Executed<Value> {
        let speaking = self.speaking(place)?;
        speaking.of_two = true;
        Ok(Value::Bool(speaking.same_block.clone()))
    }

    /// The value of an expression for the second thread.
    pub(crate) fn of_other(&mut self, state: &State, e: &Expr, place: Place) -> Executed<Value> {
        let none = Unsupported::new(Lack::TwoThreadAnnotation, place);
        let speaking = self.speaking(place)?;
        if speaking.within_other || speaking.at != Where::Here {
            return Err(none);
        }
        speaking.of_two = true;
        speaking.within_other = true;
        let value = self.value(state, e, place);
        self.speaking(place)?.within_other = false;
        let own = match value? {
            Value::Bits(term) | Value::Bool(term) => term,
            Value::Pointer(_) | Value::Event(_) | Value::Opaque => {
                return Err(none);
            }
        };
        let symbol = self.fresh(own.sort().clone(), "of the other");
        let result = Value::of(symbol.clone());
        let lasting = self.lasting();
        let speaking = self.speaking(place)?;
        let with = |truth: Term| own.subst(&[(speaking.is_here.clone(), truth)]);
        let anywhere = locals_of(e).iter().all(|local| lasting.contains(local));
        let own = match anywhere {
            true => ite(speaking.other_here.clone(), with(tt()), with(ff())),
            false => with(tt()),
        };
        speaking.others.push(OfOther {
            symbol,
            own,
            anywhere,
            read: None,
        });
        Ok(result)
    }

    /// Whether an access to the array of an address is pending, and its offset.
    pub(crate) fn pending(
        &mut self,
        state: &State,
        (write, address): (bool, &Expr),
        place: Place,
    ) -> Executed<(Term, Term)> {
        let none = Unsupported::new(Lack::TwoThreadAnnotation, place);
        let speaking = self.speaking(place)?;
        if speaking.within_other {
            return Err(none);
        }
        let here = speaking.here.clone();
        let value = self.value(here.as_ref().unwrap_or(state), address, place)?;
        let Value::Pointer(pointer) = value else {
            return Err(none);
        };
        // Which of several arrays it is may differ for a thread that is not here.
        if here.is_some() && pointer.cases.len() != 1 {
            return Err(none);
        }
        let mut result: Option<(Term, Term)> = None;
        for case in &pointer.cases {
            let Target::Array(array) = case.target else {
                return Err(none);
            };
            if self.is_private(array) {
                return Err(none);
            }
            let (pending, offset) = self.watched((write, array), place)?;
            result = Some(match result {
                None => (pending, offset),
                Some((other, elsewhere)) => (
                    ite(case.guard.clone(), pending, other),
                    ite(case.guard.clone(), offset, elsewhere),
                ),
            });
        }
        result.ok_or(none)
    }

    fn watched(&mut self, (write, array): (bool, ArrayId), place: Place) -> Executed<(Term, Term)> {
        let speaking = self.speaking(place)?;
        let at = speaking.at;
        let known = speaking
            .watched
            .iter()
            .find(|watched| watched.write == write && watched.array == array);
        if let Some(known) = known {
            return Ok((known.pending.clone(), known.offset.clone()));
        }
        let pending = match at {
            // GPUVerify logs no reads of what nobody writes.
            _ if !write && self.is_read_only(array) => ff(),
            Where::Start => ff(),
            Where::Here | Where::Elsewhere | Where::NotCalled | Where::Stored | Where::Access => {
                self.fresh(Sort::Bool, "pending")
            }
        };
        let offset = self.fresh(Sort::Int, "watched");
        self.speaking(place)?.watched.push(Watched {
            write,
            array,
            pending: pending.clone(),
            offset: offset.clone(),
        });
        Ok((pending, offset))
    }
}
