//! Loops: one iteration stands for all.
//!
//! The body is executed from an arbitrary iteration `k`. A local that the loop assigns is, at the
//! start of iteration `k`, either its value at entry plus `k` times what each iteration adds, or the
//! value at `k` of a function of which two things are known: it is the value at entry for `k = 0`,
//! and what the iteration before gave it for `k > 0`. All threads share the function if the value
//! at entry is shared and what an iteration makes of shared values is: then, by induction, all
//! threads that come to iteration `k` have the same. Both are guessed, executed, compared with what
//! came out, and given up where they were wrong, until nothing changes; only then accesses are
//! recorded. So two threads can be compared at different iterations, and at equal ones where
//! barriers say so.

mod before;
mod candidates;
pub(crate) mod cycle;
mod guess;
pub(crate) mod houdini;
pub(crate) mod invariant;
pub(crate) mod known_length;
mod own_copies;
mod passed;
mod plan;
mod revise;
pub(crate) mod sequence;
pub(crate) mod unroll;

pub(crate) use self::before::Before;
use self::candidates::Candidate;
use self::guess::{Guess, Slot, at_iteration, equal_values, put, slots};
use self::known_length::is_uneven;
use self::passed::LastPassed;
use self::plan::{Plan, counted};
use crate::accesses::{self, Meets, Who};
use crate::barriers::last_barrier::Barriers;
use crate::execution::loop_path::{Frame, Left};
use crate::execution::path::Path;
use crate::execution::state::State;
use crate::execution::symbols::Varies;
use crate::execution::{Exec, Executed, Leaving, joined};
use crate::memory::view::{LoopView, View};
use crate::questions::abstraction::Abstraction;
use crate::report::{Lack, Unsupported};
use kernel_graph::{BlockId, Loop, Place};
use solver::term::{Sort, Symbol, Term, add, and, app, eq, int, le, mul, or, sub};
use std::collections::{BTreeMap, BTreeSet};

/// What is given a symbol at the head of a loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Named {
    /// What is kept there at the start of an iteration.
    Value(Slot),
    /// A number of the barrier that was passed last.
    Passed(Barriers, usize),
    /// The iteration in which the loop is left.
    Exit,
}

/// The symbols of loops: of each loop by its head. A thread comes to a loop at most once in each iteration of the loops
/// around it, so what a symbol stands for is the same whenever the loop is executed here: what an execution says of the
/// iteration before, and what the next one says of this one, is about the same values.
#[derive(Default)]
pub(crate) struct LoopSymbols(BTreeMap<(BlockId, Named), Symbol>);

impl LoopSymbols {
    /// Whether a symbol stands for something at the head of a loop.
    fn is_any(&self, symbol: &Symbol) -> bool {
        self.0.values().any(|known| known == symbol)
    }

    /// Whether a symbol stands for the iteration in which a loop is left.
    pub(crate) fn is_exit(&self, symbol: &Symbol) -> bool {
        let mut all = self.0.iter();
        all.any(|((_, named), known)| *named == Named::Exit && known == symbol)
    }
}

/// What the iteration before says of one, and invariants.
type Facts<'a> = (&'a Term, &'a [Candidate]);

/// Guesses are revised at most so often.
const MOST_ROUNDS: usize = 60;

impl Exec<'_> {
    /// Executes a loop; gives the states that leave it.
    pub(crate) fn repeat(&mut self, around: &Loop, entry: State) -> Executed<Vec<Leaving>> {
        let outer: Vec<Term> = self.frames.iter().map(|f| f.iteration.clone()).collect();
        let sorts = vec![Sort::Int; outer.len()];
        let number = self
            .symbols
            .function("iteration", sorts.clone(), Sort::Int, Varies::Thread);
        self.symbols.set_abstraction(&number, Abstraction::Loops);
        self.iterations.insert(number.clone());
        let k = app(&number, outer.clone());
        let mut plan = self.first_plan(around, &entry);
        self.trials += 1;
        let mut rounds = 0;
        let relation = loop {
            let (back, _, _) = self.iterate(around, &entry, (&plan, None), &k)?;
            rounds += 1;
            if rounds > MOST_ROUNDS {
                self.trials -= 1;
                let place = self.place_of(around.head);
                return Err(Unsupported::new(Lack::TooLarge, place));
            }
            let Some(back) = joined(back) else {
                // No iteration follows another.
                self.keep_views(&plan, (&entry, None), &k);
                break solver::term::ff();
            };
            if !self.revise(&mut plan, &entry, &back, &k) {
                self.keep_views(&plan, (&entry, Some(&back)), &k);
                plan.last_passed(&back, &k);
                plan.ends_with(&entry.counts.passed, &back.counts.passed);
                plan.last = plan.iteration(&entry, &back, &k).last;
                plan.uneven = is_uneven(self.function, &plan, &back);
                break self.relation(&plan, &entry, &back, &k);
            }
        };
        self.trials -= 1;
        self.remember(&plan);
        self.note_length(around, &plan);
        let known = self.invariants(around, &entry, (&plan, &relation), &k)?;
        let before = (self.summary.meetings.len(), self.summary.gatherings.len());
        let accesses = self.summary.accesses.len();
        let waits = self.summary.waits.len();
        let facts = Some((&relation, known.as_slice()));
        let (back, out, head) = self.iterate(around, &entry, (&plan, facts), &k)?;
        if let Some(back) = joined(back.clone()) {
            self.backs.note(&k, back.path.since(head));
        }
        self.loop_meetings(around, &entry, (back, head), (before, &k));
        let exit = match relation.is_false() {
            true => int(0),
            false => self.exit_number(around.head, (&out, head), (&sorts, &outer)),
        };
        // A thread that leaves the loop makes no iteration after that; of one that does not leave it the
        // number is arbitrary. Where all threads share the number none of them is in a later iteration.
        for access in self.summary.accesses.iter_mut().skip(accesses) {
            let made = le(k.clone(), exit.clone());
            access.condition = and(vec![access.condition.clone(), made.clone()]);
            access.within = and(vec![access.within.clone(), made]);
        }
        for wait in self.summary.waits.iter_mut().skip(waits) {
            let reached = wait.is_reached(&k, &exit);
            wait.condition = and(reached
                .into_iter()
                .chain([wait.condition.clone()])
                .collect());
        }
        let left = leave(out, head, &k, &exit);
        if self.trials == 0 && !left.is_empty() {
            let before = entry.path.len();
            let known = left
                .iter()
                .map(|(_, state)| state.path.since(before).condition());
            self.lefts.push(Left {
                iteration: k,
                exit,
                before,
                known: or(known.collect()),
            });
        }
        Ok(left)
    }

    /// Keeps what is known of views at the start of iterations.
    fn keep_views(&mut self, plan: &Plan, (entry, back): (&State, Option<&State>), k: &Term) {
        let numbers = self.numbers(k);
        for (array, id) in &plan.views {
            let of = |state: &State| state.views.get(array).cloned();
            let kept = LoopView {
                array: *array,
                entry: of(entry).unwrap_or_else(View::unknown),
                back: back.and_then(of).unwrap_or_else(View::unknown),
                numbers: numbers.clone(),
            };
            self.loop_views.insert(*id, kept);
        }
    }

    fn place_of(&self, block: BlockId) -> kernel_graph::Place {
        self.function
            .block(block)
            .map(|b| b.end_place)
            .unwrap_or_default()
    }

    /// A symbol for what changes from one iteration to the next.
    fn of_loop(&mut self, hint: &str, args: Vec<Sort>, result: Sort, varies: Varies) -> Symbol {
        let symbol = self.symbols.function(hint, args, result, varies);
        self.symbols.set_abstraction(&symbol, Abstraction::Loops);
        symbol
    }

    /// The symbol for something at the head of a loop, shared by no more threads than `varies` says, and than was said
    /// before.
    fn at_head(
        &mut self,
        of: (BlockId, Named),
        (hint, args): (&str, Vec<Sort>),
        result: Sort,
        varies: Varies,
    ) -> Symbol {
        let known = self.loop_symbols.0.get(&of);
        let known = known.filter(|symbol| symbol.args() == args && *symbol.result() == result);
        if let Some(symbol) = known.cloned() {
            let most = varies.max(self.symbols.varies(&symbol));
            self.symbols.set_varies(&symbol, most);
            return symbol;
        }
        let symbol = match of.1 {
            Named::Exit => self.symbols.function(hint, args, result, varies),
            Named::Value(_) | Named::Passed(..) => self.of_loop(hint, args, result, varies),
        };
        self.loop_symbols.0.insert(of, symbol.clone());
        symbol
    }

    /// The numbers of the iterations around, and this one's.
    fn numbers(&self, k: &Term) -> Vec<Term> {
        let around = self.frames.iter().map(|f| &f.iteration);
        around.chain([k]).cloned().collect()
    }

    /// The state at the start of an arbitrary iteration; `relation` is what the iteration before
    /// says of this one, where that is known.
    fn start(&mut self, entry: &State, plan: &Plan, facts: Option<Facts<'_>>, k: &Term) -> State {
        let arguments = self.numbers(k);
        let mut state = entry.clone();
        state.locals.clear();
        state.private.clear();
        for (slot, value) in slots(entry) {
            let guess = plan.guesses.get(&slot).unwrap_or(&Guess::Arbitrary);
            let Some(value) = at_iteration(guess, &value, k, &arguments) else {
                continue;
            };
            put(&mut state, slot, value);
        }
        for array in entry.private.keys() {
            state.private.entry(*array).or_default();
        }
        for (array, id) in &plan.views {
            let view = View::at_iteration(*id, arguments.clone());
            state.views.insert(*array, view);
        }
        state.counts = entry.counts.zip(&plan.counts, &|at_entry, each| {
            Some(add(vec![at_entry.clone(), mul(k.clone(), each.clone())]))
        });
        match &plan.passed {
            LastPassed::Same => {}
            LastPassed::Function(passed, _) => state.counts.passed.clone_from(passed),
            LastPassed::Before(passed) => {
                let first = eq(k.clone(), int(0));
                state.counts.passed = entry.counts.passed.choose(passed, &first);
            }
        }
        state.begun.clone_from(&plan.begun);
        state.own = plan.own.at_head(entry.own.as_ref(), k);
        state.path.learn(le(int(0), k.clone()));
        if let Some(last) = plan.last {
            state.path.learn(le(k.clone(), int(last)));
            for fact in counted(plan, entry, last, k) {
                state.path.learn(fact);
            }
        }
        if let Some((relation, known)) = facts {
            for candidate in known {
                if let Some(fact) = self.candidate_at(candidate, entry, plan, k) {
                    state.path.learn(fact);
                }
            }
            for fact in &plan.ending {
                state.path.learn(fact.clone());
            }
            let first = self.first_values(entry, plan, k, &arguments);
            let later = and(vec![le(int(1), k.clone()), relation.clone()]);
            state.path.learn(or(vec![first, later]));
        }
        state
    }

    /// That this is the first iteration, with the values at entry.
    fn first_values(&self, entry: &State, plan: &Plan, k: &Term, arguments: &[Term]) -> Term {
        let mut all = vec![eq(k.clone(), int(0))];
        for (slot, value) in slots(entry) {
            if let Some(guess @ (Guess::Function(_) | Guess::Choice(_))) = plan.guesses.get(&slot)
                && let Some(now) = at_iteration(guess, &value, k, arguments)
            {
                all.extend(equal_values(&now, &value));
            }
        }
        if let LastPassed::Function(now, _) = &plan.passed {
            all.push(now.is(&entry.counts.passed));
        }
        and(all)
    }

    /// One iteration: the states that jump back, those that leave, and how long the path is at
    /// its start.
    fn iterate(
        &mut self,
        around: &Loop,
        entry: &State,
        (plan, facts): (&Plan, Option<Facts<'_>>),
        k: &Term,
    ) -> Executed<(Vec<State>, Vec<Leaving>, usize)> {
        let state = self.start(entry, plan, facts, k);
        let head = state.path.len();
        self.frames.push(Frame {
            iteration: k.clone(),
            path: head,
            last: plan.last,
        });
        let result = self.region(&around.blocks, around.head, Some(around.head), state);
        self.frames.pop();
        let (back, out) = result?;
        Ok((back, out, head))
    }

    /// What an iteration says of the next one: that it came to its end, and the values it left.
    fn relation(&self, plan: &Plan, entry: &State, back: &State, k: &Term) -> Term {
        let arguments = &self.numbers(k);
        let before = sub(k.clone(), int(1));
        let earlier = |term: &Term| term.subst(&[(k.clone(), before.clone())]);
        let from = back.path.since(entry.path.len()).condition();
        let mut all = vec![earlier(&from)];
        let after = slots(back);
        for (slot, value) in slots(entry) {
            if let Some(guess @ (Guess::Function(_) | Guess::Choice(_))) = plan.guesses.get(&slot)
                && let Some(now) = at_iteration(guess, &value, k, arguments)
                && let Some(left) = after.get(&slot)
            {
                let left = left.map(&mut |term| earlier(term));
                all.extend(equal_values(&now, &left));
            }
        }
        if let LastPassed::Function(now, _) = &plan.passed {
            all.push(now.is(&back.counts.passed.map(&mut |term| earlier(term))));
        }
        and(all)
    }

    /// A loop with a barrier in it is entered by all threads or none, and so is each iteration. A loop with a
    /// shuffle in it is by those that it names.
    fn loop_meetings(
        &mut self,
        around: &Loop,
        entry: &State,
        (back, head): (Vec<State>, usize),
        ((meetings, gatherings), k): ((usize, usize), &Term),
    ) {
        if self.trials > 0 {
            return;
        }
        let inside = self.summary.meetings.get(meetings..).unwrap_or_default();
        let who = inside.iter().map(|meeting| meeting.who).max();
        let place = self.place_of(around.head);
        let any = who.unwrap_or(Who::Grid);
        let together = self.summary.gatherings.get(gatherings..);
        let together = together.unwrap_or_default().iter();
        let together = together.map(|one| (one.who, one.place, one.mask.clone()));
        let together: BTreeSet<(Who, Place, Option<Term>)> = together.collect();
        let mut points = vec![self.meeting(Meets::LoopEntry, entry, any, place)];
        // Those take part whom the mask of the iteration names that begins.
        let named = |mask: &Option<Term>, number: Term| {
            let mask = mask.as_ref();
            mask.map(|mask| mask.subst(&[(k.clone(), number)]))
        };
        for (who, place, mask) in &together {
            self.gather(*who, named(mask, int(0)), entry, *place);
        }
        if let Some(back) = joined(back) {
            self.frames.push(Frame {
                iteration: k.clone(),
                path: head,
                last: None,
            });
            points.push(self.meeting(Meets::NextIteration, &back, any, place));
            for (who, place, mask) in &together {
                let mask = named(mask, add(vec![k.clone(), int(1)]));
                self.gather(*who, mask, &back, *place);
            }
            self.frames.pop();
        }
        if who.is_some() {
            self.summary.meetings.extend(points.iter().cloned());
        }
        let asked = |claim: &accesses::Claim| claim.of_two && claim.point.iterations.contains(k);
        if self.summary.claims.iter().any(asked) {
            let points = points.into_iter().map(|point| (k.clone(), point));
            self.summary.shared_loops.extend(points);
        }
    }

    /// The number of the iteration in which the loop is left. All threads share it if they agree
    /// in every iteration on how it goes on.
    fn exit_number(
        &mut self,
        around: BlockId,
        (out, head): (&[Leaving], usize),
        (sorts, outer): (&[Sort], &[Term]),
    ) -> Term {
        let ways: Vec<Path> = out
            .iter()
            .map(|(_, state)| state.path.since(head))
            .collect();
        let decisions: Vec<&Term> = ways.iter().flat_map(Path::decisions).collect();
        let most = decisions.iter().map(|term| self.varies(term)).max();
        let varies = most.unwrap_or(Varies::Thread);
        let given = decisions.iter().any(|term| self.is_given(term));
        let of = (around, Named::Exit);
        let symbol = self.at_head(of, ("exit", sorts.to_vec()), Sort::Int, varies);
        if given {
            self.given_by_launch.insert(symbol.clone());
        }
        app(&symbol, outer.to_vec())
    }
}

/// The states after a loop: in terms of the iteration in which it is left.
fn leave(out: Vec<Leaving>, head: usize, k: &Term, exit: &Term) -> Vec<Leaving> {
    let decided = |state: &State| {
        let way = state.path.since(head);
        and(way.decisions().into_iter().cloned().collect())
    };
    let some_way = or(out.iter().map(|(_, state)| decided(state)).collect());
    let only_one = out.len() == 1;
    let moved = out.into_iter().map(|(to, mut state)| {
        let way = state.path.since(head);
        let mut path = state.path.until(head);
        state.path = match only_one {
            true => path.then(way.certain()),
            false => {
                path.learn(some_way.clone());
                path.then(way)
            }
        };
        let mut memo = BTreeMap::new();
        let mut change = |term: &Term| -> Term {
            let image = memo.entry(term.clone());
            image
                .or_insert_with(|| term.subst(&[(k.clone(), exit.clone())]))
                .clone()
        };
        (to, state.map(&mut change))
    });
    moved.collect()
}
