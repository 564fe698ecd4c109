//! Asynchronous copies: what a work-group copies beside the work of its threads.
//!
//! All threads of the group make the call with the same arguments, and the group copies at some time
//! from then on until the event is waited for: some thread of it may begin before the others are at
//! the call. So a copy counts as accesses by any thread of the group that last from the barriers
//! passed at the call to those passed at the wait. What another thread does is ordered with it by a
//! barrier before the call, or by one after the wait; the wait itself makes nobody else's work wait,
//! and it is no barrier. For a thread that has waited itself the copy is complete, as OpenCL says;
//! GPUVerify does not see that (`Options::wait_completes`). A copy that is never waited for lasts to
//! the end.

use crate::accesses::event::Event;
use crate::accesses::{Access, Agreement, Kind, Meets, Wait, Who};
use crate::barriers::last_barrier::Barriers;
use crate::check::{Two, Work};
use crate::execution::state::State;
use crate::execution::symbols::{Other, Varies};
use crate::execution::value::{Pointer, Target, Value};
use crate::execution::{Exec, Executed};
use crate::launch::Size;
use crate::questions::Answer;
use crate::report::{Fault, Lack, Unsupported};
use kernel_graph::{
    Atom, CastOp, Dimension, Expr, ExprKind, Place, Scalar, Space, StmtKind, Stride,
};
use solver::term::{Sort, Supply, Term, and, bv, eq, int, le, lt, mul, ne, not, or};
use std::collections::HashMap;

impl Exec<'_> {
    /// A copy or a wait for copies.
    pub(crate) fn asynchronous(
        &mut self,
        state: &mut State,
        kind: &StmtKind,
        place: Place,
    ) -> Executed<()> {
        #[allow(clippy::wildcard_enum_match_arm, reason = "anything else is refused")]
        match kind {
            StmtKind::CopyAsync {
                event: Some(made),
                to,
                from,
                bytes,
                read: _,
                together: true,
                joins,
                stride,
            } => {
                let joined = match joins {
                    Some(joins) => self.joined_event(state, joins, place)?,
                    None => Value::Event(Event::default()),
                };
                let mut arguments = Vec::new();
                for argument in [to, from, bytes] {
                    arguments.push(self.value(state, argument, place)?);
                }
                arguments.push(joined.clone());
                if let Some(stride) = stride {
                    for argument in [&stride.step, &stride.element] {
                        arguments.push(self.value(state, argument, place)?);
                    }
                }
                self.agreement(state, arguments, (Who::Block, place));
                self.begin_copy(state, ((to, from, bytes), stride.as_deref()), place)?;
                let new = Event::of(self.at, self.iteration_numbers());
                let event = match joined {
                    Value::Event(old) => new.with(&old).map_or(Value::Opaque, Value::Event),
                    // A number that is no event.
                    Value::Bits(_) => Value::Event(new),
                    Value::Bool(_) | Value::Pointer(_) | Value::Opaque => {
                        self.vague(place);
                        Value::Opaque
                    }
                };
                self.set(state, *made, event);
                Ok(())
            }
            // CUDA's copy of a block: it belongs to the block, not to an event.
            StmtKind::CopyAsync {
                event: None,
                to,
                from,
                bytes,
                read: _,
                together: true,
                joins: None,
                stride: None,
            } => {
                let mut arguments = Vec::new();
                for argument in [to, from, bytes] {
                    arguments.push(self.value(state, argument, place)?);
                }
                self.agreement(state, arguments, (Who::Block, place));
                self.begin_copy(state, ((to, from, bytes), None), place)?;
                let new = Event::of(self.at, self.iteration_numbers());
                state.begun = state.begun.take().and_then(|old| new.with(&old));
                Ok(())
            }
            StmtKind::CopyAsync {
                event: None,
                to,
                from,
                bytes,
                read,
                together: false,
                joins: None,
                stride: None,
            } => {
                let read = read.as_ref().unwrap_or(bytes);
                self.begin_own_copy(state, (to, from), (bytes, read), place)
            }
            StmtKind::CopyGroup(group) => {
                self.copy_group(state, *group, place);
                Ok(())
            }
            StmtKind::WaitAsync(None) => {
                match state.begun.take() {
                    Some(event) => self.wait(state, &event, place),
                    None => self.vague(place),
                }
                state.begun = Some(Event::default());
                Ok(())
            }
            StmtKind::WaitAsync(Some(event)) => {
                let Value::Event(event) = self.value(state, event, place)? else {
                    self.vague(place);
                    return Ok(());
                };
                self.agreement(
                    state,
                    vec![Value::Event(event.clone())],
                    (Who::Block, place),
                );
                self.wait(state, &event, place);
                Ok(())
            }
            _ => Err(Unsupported::new(Lack::AsyncCopy, place)),
        }
    }

    /// The event that a copy joins; a number that does not come of a copy is that number.
    fn joined_event(&mut self, state: &State, e: &Expr, place: Place) -> Executed<Value> {
        if let ExprKind::Cast(CastOp::IntToPointer, number) = &e.kind
            && matches!(number.scalar, Scalar::Int(_))
        {
            return self.value(state, number, place);
        }
        self.value(state, e, place)
    }

    /// A copy of the thread alone: it writes bytes of which so many are read.
    fn begin_own_copy(
        &mut self,
        state: &mut State,
        (to, from): (&Expr, &Expr),
        (bytes, read): (&Expr, &Expr),
        place: Place,
    ) -> Executed<()> {
        let first = self.summary.accesses.len();
        for (end, bytes, kind) in [(from, read, Kind::Read), (to, bytes, Kind::Write)] {
            let end = self.pointer(state, end, place)?;
            let mut targets = end.cases.iter().map(|case| case.target);
            if targets.any(|to| matches!(to, Target::Array(array) if self.is_private(array))) {
                return Err(Unsupported::new(Lack::AsyncCopy, place));
            }
            let bytes = self.size(state, bytes, place)?;
            self.touch(state, &end, &bytes, kind, place)?;
        }
        let at = self.at;
        for access in self.summary.accesses.iter_mut().skip(first) {
            access.copy = Some(at);
            access.alone = true;
            access.exact = true;
        }
        self.begins_own(state);
        Ok(())
    }

    /// It is not known which copies an event stands for.
    pub(super) fn vague(&mut self, place: Place) {
        if self.trials == 0 {
            self.summary.vague_waits = true;
            let lack = Unsupported::new(Lack::AsyncCopy, place);
            self.summary.lacks.push(lack);
        }
    }

    /// All threads that come bring the same.
    pub(crate) fn agreement(
        &mut self,
        state: &State,
        arguments: Vec<Value>,
        (who, place): (Who, Place),
    ) {
        if self.trials == 0 {
            let point = self.meeting(Meets::Arguments, state, who, place);
            self.summary.agreements.push(Agreement { point, arguments });
        }
    }

    fn begin_copy(
        &mut self,
        state: &mut State,
        ((to, from, bytes), stride): ((&Expr, &Expr, &Expr), Option<&Stride>),
        place: Place,
    ) -> Executed<()> {
        let to = self.pointer(state, to, place)?;
        let from = self.pointer(state, from, place)?;
        let bytes = self.size(state, bytes, place)?;
        let private = |pointer: &Pointer| {
            let mut targets = pointer.cases.iter().map(|case| case.target);
            targets.any(|to| matches!(to, Target::Array(array) if self.is_private(array)))
        };
        // The language copies between local and global memory only.
        if private(&to) || private(&from) {
            return Err(Unsupported::new(Lack::AsyncCopy, place));
        }
        let first = self.summary.accesses.len();
        for (end, kind) in [(&from, Kind::Read), (&to, Kind::Write)] {
            match stride.filter(|stride| stride.to == (kind == Kind::Write)) {
                None => self.touch(state, end, &bytes, kind, place)?,
                Some(stride) => {
                    // One element stands for all.
                    let step = self.size(state, &stride.step, place)?;
                    let element = self.size(state, &stride.element, place)?;
                    let number = self.fresh(Sort::Int, "element");
                    let before = mul(number.clone(), element.clone());
                    let mut one = state.clone();
                    one.path.learn(le(int(0), number.clone()));
                    one.path.learn(lt(before, bytes.clone()));
                    let end = end.clone().further(&mul(number, step));
                    self.touch(&mut one, &end, &element, kind, place)?;
                }
            }
        }
        let at = self.at;
        for access in self.summary.accesses.iter_mut().skip(first) {
            access.copy = Some(at);
        }
        Ok(())
    }

    fn wait(&mut self, state: &State, event: &Event, place: Place) {
        if self.trials > 0 {
            return;
        }
        let iterations = self.iteration_numbers();
        for part in &event.parts {
            // A wait in a loop that the copy is not in is for the copy in some iterations only.
            if !part.iterations.starts_with(&iterations) {
                self.vague(place);
                continue;
            }
            // A thread that decides so comes here. The facts on the way hold of it then; to ask for
            // them would let the solver choose them false for a thread that is still at the copy.
            let decisions = state.path.decisions().into_iter().cloned();
            let condition = and(decisions.chain([part.guard.clone()]).collect());
            self.summary.waits.push(Wait {
                condition,
                copy: part.copy,
                of: part.iterations.iter().cloned().map(Some).collect(),
                counts: state.counts.clone(),
                iterations: iterations.clone(),
                at: iterations.iter().map(|k| (k.clone(), k.clone())).collect(),
                accesses: self.summary.accesses.len(),
            });
        }
    }
}

/// That a thread has waited for a copy.
struct Waited {
    /// What the thread decides.
    condition: Term,
    /// Iterations of the copy, and those that are waited for.
    same: Vec<(Term, Term)>,
}

impl Work<'_, '_> {
    /// That no barrier orders two accesses of two threads; `of` makes the second thread's terms of
    /// the first's.
    pub(crate) fn unordered(
        &self,
        (a, b): (&Access, &Access),
        barriers: Barriers,
        of: &mut dyn FnMut(&Term) -> Term,
    ) -> Vec<Term> {
        let mine = barriers.count(&a.counts);
        let theirs = barriers.count(&b.counts).map(&mut *of);
        if a.copy.is_none() && b.copy.is_none() {
            return vec![match (mine, theirs) {
                (Some(mine), Some(theirs)) => eq(mine.clone(), theirs),
                _ => {
                    let last = |access: &Access| barriers.last(&access.counts).clone();
                    last(a).is(&last(b).map(of))
                }
            }];
        }
        let mut all = Vec::new();
        if let Some(theirs) = &theirs {
            all.push(not(self.over(a, theirs, barriers, &mut Term::clone)));
        }
        if let Some(mine) = mine {
            all.push(not(self.over(b, mine, barriers, of)));
        }
        all
    }

    /// That of two threads of one block, or of one and the same, none has waited for the other's copy
    /// before its access: a copy is made once for the block.
    pub(crate) fn not_waited(
        &self,
        (a, b): (&Access, &Access),
        of: &mut dyn FnMut(&Term) -> Term,
    ) -> Vec<Term> {
        let mut all = Vec::new();
        for way in self.waited(a, b) {
            let same = way.same.into_iter().map(|(copy, wait)| eq(copy, of(&wait)));
            let same: Vec<Term> = same.collect();
            all.push(not(and(vec![of(&way.condition), and(same)])));
        }
        for way in self.waited(b, a) {
            let same = way.same.into_iter().map(|(copy, wait)| eq(of(&copy), wait));
            let same: Vec<Term> = same.collect();
            all.push(not(and(vec![way.condition, and(same)])));
        }
        all
    }

    /// The ways in which the thread that makes an access has itself waited for a copy before, so that
    /// the copy is complete. The two are executed in the same iterations of the loops around the
    /// wait, and in those the one that is executed later stands later.
    fn waited(&self, copy: &Access, access: &Access) -> Vec<Waited> {
        // That a thread has waited for its own copy says nothing to another one.
        let completes = self.options.wait_completes && !copy.alone;
        let Some(stmt) = copy.copy.filter(|_| completes) else {
            return Vec::new();
        };
        let waits = self.run.summary.waits.iter().filter(|wait| {
            wait.copy == stmt
                && wait.accesses <= access.order
                && access.iterations.starts_with(&wait.iterations)
                && wait.of.len() == copy.iterations.len()
        });
        let ways = waits.map(|wait| Waited {
            condition: wait.condition.clone(),
            same: copy
                .iterations
                .iter()
                .zip(&wait.of)
                .filter_map(|(made, of)| Some((made.clone(), of.clone()?)))
                .collect(),
        });
        ways.collect()
    }

    /// That an access is over before so many barriers are passed.
    fn over(
        &self,
        access: &Access,
        passed: &Term,
        barriers: Barriers,
        of: &mut dyn FnMut(&Term) -> Term,
    ) -> Term {
        let Some(copy) = access.copy else {
            let then = barriers.count(&access.counts).map(of);
            return then.map_or_else(solver::term::ff, |then| lt(then, passed.clone()));
        };
        let mut ways = Vec::new();
        let waits = self.run.summary.waits.iter();
        for wait in waits.filter(|wait| wait.copy == copy) {
            // The thread comes to the wait in the iterations of the access that are around both.
            let around_both = access.iterations.starts_with(&wait.iterations);
            let Some(then) = barriers.count(&wait.counts).filter(|_| around_both) else {
                continue;
            };
            if wait.of.len() != access.iterations.len() {
                continue;
            }
            let mut way = wait.is_for(&access.iterations);
            way.push(wait.condition.clone());
            ways.push(and(vec![of(&and(way)), lt(of(then), passed.clone())]));
        }
        or(ways)
    }

    /// That two accesses are not those of one copy to one place, which is made once for the block.
    pub(crate) fn two_copies(a: &Access, b: &Access, of: &mut dyn FnMut(&Term) -> Term) -> Term {
        if a.copy.is_none() || a.alone || a.copy != b.copy || a.kind != b.kind {
            return solver::term::tt();
        }
        let numbers = a.iterations.iter().zip(&b.iterations);
        or(numbers.map(|(x, y)| ne(x.clone(), of(y))).collect())
    }

    /// Whether all threads make each of the calls that need it with the same arguments.
    pub(crate) fn agreements(&mut self) {
        let run = self.run;
        for agreement in &run.summary.agreements {
            let mut terms = agreement.arguments.iter().flat_map(Value::terms);
            if terms.all(|term| run.varies(term) <= Varies::Block) {
                continue;
            }
            let point = &agreement.point;
            let mut two = Two {
                other: Other::new(&run.symbols, true),
                same_block: true,
            };
            let mut formulas = self.together(&mut two);
            let comes = point.way.path.condition();
            formulas.push(two.other.of(&comes));
            formulas.push(comes);
            for number in &point.iterations {
                formulas.push(eq(number.clone(), two.other.of(number)));
            }
            if point.who == Who::Warp {
                formulas.push(self.one_warp(self.module.target.warp, &mut two));
            }
            let differ = agreement.arguments.iter();
            let differ = differ.map(|value| differs(value, &mut |term| two.other.of(term)));
            let Some(differ) = differ.collect::<Option<Vec<Term>>>() else {
                let lack = Unsupported::new(Lack::AsyncCopy, point.place);
                self.report.undecided.push(lack);
                continue;
            };
            formulas.push(or(differ));
            match self.possible(&formulas, Some(&mut two), Vec::new()) {
                Answer::Impossible => {}
                Answer::Possible(values) => {
                    let fault = Fault::Divergence {
                        what: point.what,
                        who: point.who,
                    };
                    self.found(fault, point.place, &values, 2);
                }
                Answer::Unknown(why) => self.undecided(why, point.place),
            }
        }
    }

    /// Whether it is shown that something cannot be of one thread alone; what is not shown is noted as lacking, for it is
    /// no race of two threads.
    pub(crate) fn is_impossible_alone(
        &mut self,
        formulas: &[Term],
        (lack, place): (Lack, Place),
    ) -> bool {
        let of = &self.run.symbols;
        match self.queries.possible(of, &HashMap::new(), formulas, &[]) {
            Answer::Impossible => true,
            Answer::Possible(_) => {
                let lack = Unsupported::new(lack, place);
                if !self.report.undecided.contains(&lack) {
                    self.report.undecided.push(lack);
                }
                false
            }
            Answer::Unknown(why) => {
                self.undecided(why, place);
                false
            }
        }
    }

    /// What a block of one thread does beside its own copies, where blocks may have but one.
    pub(crate) fn copies_alone(&mut self) {
        let run = self.run;
        let accesses = &run.summary.accesses;
        let block = self.options.sizes.block;
        let several = |size: &Size| matches!(size, Size::Fixed(size) if *size > 1);
        let of_block = |access: &Access| access.copy.is_some() && !access.alone;
        if block.iter().any(several) || !accesses.iter().any(of_block) {
            return;
        }
        let mut formulas = run.atoms.facts.clone();
        for dimension in [Dimension::X, Dimension::Y, Dimension::Z] {
            let size = run.atoms.term(Atom::BlockSize(dimension));
            formulas.push(eq(size, bv::lit(1, 32)));
        }
        for (number, a) in accesses.iter().enumerate() {
            for (other, b) in accesses.iter().enumerate() {
                let write = a.kind != Kind::Read || b.kind != Kind::Read;
                // Each pair once; of two copies the first one is the first.
                let once = b.copy.is_none() || number <= other;
                if !of_block(a) || a.array != b.array || !write || !once {
                    continue;
                }
                let mut formulas = formulas.clone();
                formulas.push(self.conflict_alone(a, b));
                if !self.is_impossible_alone(&formulas, (Lack::AsyncCopy, a.place)) {
                    return;
                }
            }
        }
    }

    /// That a copy and another access of the same thread, in iterations of its own, touch one byte
    /// with nothing between them.
    fn conflict_alone(&self, a: &Access, b: &Access) -> Term {
        let mut supply = Supply::new("alone ");
        let renamed: Vec<(Term, Term)> = b
            .iterations
            .iter()
            .map(|k| (k.clone(), supply.fresh_const("iteration", Sort::Int)))
            .collect();
        let mut of = |term: &Term| term.subst(&renamed);
        let space = self.module.array(a.array).map(|array| array.space);
        let barriers = Barriers::of(space.unwrap_or(Space::Global), true);
        let end = |start: Term, bytes: Term| solver::term::add(vec![start, bytes]);
        let (start, other_start) = (a.offset.clone(), of(&b.offset));
        let mut all = self.unordered((a, b), barriers, &mut of);
        all.extend(self.not_waited((a, b), &mut of));
        all.push(Self::two_copies(a, b, &mut of));
        all.push(a.condition.clone());
        all.push(of(&b.condition));
        all.push(lt(start.clone(), end(other_start.clone(), of(&b.bytes))));
        all.push(lt(other_start, end(start, a.bytes.clone())));
        and(all)
    }
}

/// That the value of another thread is another one, if that can be said.
fn differs(value: &Value, of: &mut dyn FnMut(&Term) -> Term) -> Option<Term> {
    match (value, value.map(of)) {
        (Value::Event(a), Value::Event(b)) => Some(a.differs(&b)),
        (_, other) => value.differs(&other),
    }
}
