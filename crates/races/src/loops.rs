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

use crate::abstraction::Abstraction;
use crate::access::{self, Meets, Who};
use crate::choice::{self, Choice, Offset};
use crate::cycle::{self, Changing};
use crate::dispatch::functions_of;
use crate::event::Event;
use crate::exec::{Exec, Executed, Leaving, joined};
use crate::functions::{address_taken, is_function, number};
use crate::invariant::{self, Claim};
use crate::passed::{Barriers, Last, Passed};
use crate::path::Path;
use crate::report::{Inferred, Lack, Unsupported};
use crate::sequence::{self, Iteration};
use crate::state::{Counts, Private, State};
use crate::symbols::Varies;
use crate::value::{Case, Pointer, Target, Value};
use crate::view::{LoopView, View};
use crate::way::Frame;
use ir::kernel::{ArrayId, BlockId, LocalId, Loop, Place, Scalar};
use num_traits::ToPrimitive;
use solver::term::{
    Node, Op, Sort, Symbol, Term, add, and, app, bv, eq, int, le, mul, or, postorder, sub,
};
use std::collections::{BTreeMap, BTreeSet};

/// What a local or a part of private memory is at the start of an iteration.
#[derive(Clone, Debug, PartialEq)]
enum Guess {
    /// The value at entry.
    Same,
    /// The value at entry, plus so much for each iteration before; an integer for addresses.
    Steps(Term),
    /// These in one iteration after the other; there are no more iterations.
    Sequence(Vec<Term>),
    /// These again and again.
    Cycle(Vec<Term>),
    /// A function of the iteration.
    Function(Symbol),
    /// Of an address: one of several arrays.
    Choice(Choice),
    /// Nothing is known.
    Arbitrary,
}

/// Where a value is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Slot {
    Local(LocalId),
    Cell(ArrayId, u64, u32),
}

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
pub struct LoopSymbols(BTreeMap<(BlockId, Named), Symbol>);

impl LoopSymbols {
    /// Whether a symbol stands for the iteration in which a loop is left.
    pub fn is_exit(&self, symbol: &Symbol) -> bool {
        let mut all = self.0.iter();
        all.any(|((_, named), known)| *named == Named::Exit && known == symbol)
    }
}

/// Which barrier was passed last at the start of an iteration.
#[derive(Clone, Debug)]
enum LastPassed {
    /// The one before the loop.
    Same,
    /// What the symbols say of the iteration.
    Function(Passed, BTreeSet<Symbol>),
    /// The one before the loop in the first iteration, else this, which the iteration before passed.
    Before(Passed),
}

struct Plan {
    /// The loop's head.
    head: BlockId,
    guesses: BTreeMap<Slot, Guess>,
    /// Slots that were found not to grow by steps.
    irregular: BTreeSet<Slot>,
    /// How many barriers each iteration passes; none where that differs.
    counts: Counts,
    /// Which barrier was passed last at the start of an iteration.
    passed: LastPassed,
    /// That it is the one before the loop, or one of the loop's that iterations end with.
    ending: Vec<Term>,
    /// Arrays of which the thread sees something else in each iteration, by the numbers of the views.
    views: BTreeMap<ArrayId, usize>,
    /// Copies begun at the start of an iteration, where all begin with the same.
    begun: Option<Event>,
    /// The number of the last iteration, where it is known.
    last: Option<i64>,
}

/// What the iteration before says of one, and invariants.
type Facts<'a> = (&'a Term, &'a [Candidate]);

/// A candidate invariant: something about a value at the start of each iteration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Candidate {
    slot: Slot,
    claim: Claim,
    /// The other value, if it is about two.
    with: Option<Slot>,
}

/// An address that a loop may move to more arrays is one of which nothing is known.
const MOST_ARRAYS: usize = 8;

/// Larger literals are not where numbers of buffers end, and no more are tried.
const LARGEST_END: u32 = 64;
const MOST_ENDS: usize = 6;

/// Guesses are revised at most so often.
const MOST_ROUNDS: usize = 60;

type Values = BTreeMap<Slot, Value>;

fn slots(state: &State) -> Values {
    let locals = state.locals.iter();
    let mut all: Values = locals
        .map(|(id, value)| (Slot::Local(*id), value.clone()))
        .collect();
    for (array, cells) in &state.private {
        for (at, (bytes, value)) in cells {
            all.insert(Slot::Cell(*array, *at, *bytes), value.clone());
        }
    }
    all
}

impl Exec<'_> {
    /// Executes a loop; gives the states that leave it.
    pub fn repeat(&mut self, around: &Loop, entry: State) -> Executed<Vec<Leaving>> {
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
                break self.relation(&plan, &entry, &back, &k);
            }
        };
        self.trials -= 1;
        let known = self.invariants(around, &entry, (&plan, &relation), &k)?;
        let before = (self.summary.meetings.len(), self.summary.gatherings.len());
        let accesses = self.summary.accesses.len();
        let facts = Some((&relation, known.as_slice()));
        let (back, out, head) = self.iterate(around, &entry, (&plan, facts), &k)?;
        if let Some(back) = joined(back.clone()) {
            self.backs.note(&k, back.path.since(head));
        }
        self.loop_meetings(around, &entry, (back, head), (before, &k));
        let exit = self.exit_number(around.head, (&out, head), (&sorts, &outer));
        // A thread that leaves the loop makes no iteration after that; of one that does not leave it the
        // number is arbitrary. Where all threads share the number none of them is in a later iteration.
        for access in self.summary.accesses.iter_mut().skip(accesses) {
            let made = le(k.clone(), exit.clone());
            access.condition = and(vec![access.condition.clone(), made.clone()]);
            access.within = and(vec![access.within.clone(), made]);
        }
        Ok(leave(out, head, &k, &exit))
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

    fn place_of(&self, block: BlockId) -> ir::kernel::Place {
        self.function
            .block(block)
            .map(|b| b.end_place)
            .unwrap_or_default()
    }

    /// What the loop does not assign stays; a function is guessed for the rest.
    fn first_plan(&mut self, around: &Loop, entry: &State) -> Plan {
        let mut assigned = BTreeSet::new();
        for block in &around.blocks {
            let Some(block) = self.function.block(*block) else {
                continue;
            };
            for stmt in &block.stmts {
                assigned.extend(stmt.kind.assigned());
            }
        }
        let mut guesses = BTreeMap::new();
        for (slot, value) in slots(entry) {
            let several = matches!(&value, Value::Pointer(pointer) if pointer.cases.len() > 1);
            let guess = match slot {
                // Where it may go is seen from an iteration.
                // From what decides nothing no question gets longer.
                Slot::Local(id)
                    if assigned.contains(&id) && !self.choices.decisive.locals.contains(&id) =>
                {
                    Guess::Arbitrary
                }
                Slot::Local(_) if several => Guess::Same,
                Slot::Local(id) if assigned.contains(&id) => {
                    self.function_for((around.head, slot), &value)
                }
                // Whether memory changes is seen when the body is executed.
                Slot::Local(_) | Slot::Cell(..) => Guess::Same,
            };
            guesses.insert(slot, guess);
        }
        Plan {
            guesses,
            irregular: BTreeSet::new(),
            counts: Counts::zero(),
            passed: LastPassed::Same,
            ending: Vec::new(),
            views: BTreeMap::new(),
            begun: entry.begun.clone(),
            last: None,
            head: around.head,
        }
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

    /// A function of the iteration for a slot with this value at entry, of the loop with a head.
    fn function_for(&mut self, (head, slot): (BlockId, Slot), value: &Value) -> Guess {
        let sort = match value {
            Value::Bits(term) | Value::Bool(term) => term.sort().clone(),
            Value::Pointer(pointer) if pointer.cases.len() == 1 => Sort::Int,
            Value::Pointer(_) | Value::Event(_) | Value::Opaque => {
                return Guess::Arbitrary;
            }
        };
        let most = value
            .terms()
            .into_iter()
            .map(|term| self.varies(term))
            .max();
        let varies = most.unwrap_or(Varies::Thread);
        let sorts = vec![Sort::Int; self.frames.len() + 1];
        // What an offset is counted from may be another array in another execution.
        let symbol = match value {
            Value::Pointer(_) => self.of_loop("loop", sorts, sort, varies),
            _ => self.at_head((head, Named::Value(slot)), ("loop", sorts), sort, varies),
        };
        Guess::Function(symbol)
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
        });
        let result = self.region(&around.blocks, around.head, Some(around.head), state);
        self.frames.pop();
        let (back, out) = result?;
        Ok((back, out, head))
    }

    /// Compares the guesses with what an iteration did; says whether something changed.
    fn revise(&mut self, plan: &mut Plan, entry: &State, back: &State, k: &Term) -> bool {
        let after = slots(back);
        let mut changed = false;
        let kept = kept_offsets(plan, entry);
        let iteration = plan.iteration(entry, back, k);
        let mut cycles = self.cycles(plan, &slots(entry), &after, k);
        for (slot, value) in slots(entry) {
            let guess = plan.guesses.get(&slot).cloned().unwrap_or(Guess::Arbitrary);
            let of = (plan.head, slot);
            let mut next = self.next_guess(of, (&guess, &value, after.get(&slot)), k);
            if let (Guess::Arbitrary, Some(after)) = (&next, after.get(&slot)) {
                next = self.choice(&guess, (&value, after), &kept);
            }
            if let (Some(after), true) = (after.get(&slot), next == guess) {
                let cycle = cycles.remove(&slot);
                next = self.known_values(of, (&guess, &value, after), &iteration, cycle);
            }
            if next.is_regular() && plan.irregular.contains(&slot) {
                next = guess.clone();
            }
            if guess.is_regular() && matches!(next, Guess::Function(_)) {
                plan.irregular.insert(slot);
            }
            if next != guess {
                changed = true;
                plan.guesses.insert(slot, next);
            } else if let Some(result) = after.get(&slot) {
                let most = result
                    .terms()
                    .into_iter()
                    .map(|term| self.varies(term))
                    .max();
                let most = most.unwrap_or(Varies::Thread);
                let mut parts = value.terms().into_iter().chain(result.terms());
                let given = parts.any(|term| self.is_given(term));
                for symbol in guess.symbols() {
                    if most > self.symbols.varies(&symbol) {
                        self.symbols.set_varies(&symbol, most);
                        changed = true;
                    }
                    changed |= given && self.given_by_launch.insert(symbol);
                }
            }
        }
        for (array, view) in &entry.views {
            if !plan.views.contains_key(array) && back.views.get(array) != Some(view) {
                self.views_made += 1;
                plan.views.insert(*array, self.views_made);
                changed = true;
            }
        }
        // Whether addresses stay where they point at entry is seen once it is known into which arrays.
        if !changed {
            changed = self.moved_offsets(plan, &slots(entry), &after);
        }
        if plan.begun.is_some() && plan.begun != back.begun {
            plan.begun = None;
            changed = true;
        }
        let counts = self.passed(entry, plan, back, k);
        if counts != plan.counts {
            plan.counts = counts;
            changed = true;
        }
        changed | self.revise_passed(plan, (&entry.counts.passed, &back.counts.passed), k)
    }

    /// The same for the barrier that was passed last. All threads share the function if they share what
    /// it is at entry and what an iteration makes of it, as for other values.
    fn revise_passed(
        &mut self,
        plan: &mut Plan,
        (entry, back): (&Passed, &Passed),
        k: &Term,
    ) -> bool {
        let now = match &plan.passed {
            LastPassed::Same if entry == back => return false,
            LastPassed::Same => entry,
            LastPassed::Function(now, _) => now,
            LastPassed::Before(_) => return false,
        };
        let mut symbols = match &plan.passed {
            LastPassed::Function(_, symbols) => symbols.clone(),
            LastPassed::Same | LastPassed::Before(_) => BTreeSet::new(),
        };
        // What an iteration leaves as it was needs no function, and what has one with enough numbers no other.
        let known = symbols.clone();
        let open = |now: &Last, back: &Last| {
            let has_one = now.mentions(&known) && now.lengthened(back) == *now;
            now != back && !has_one
        };
        let mut changed = false;
        let numbers = self.numbers(k);
        let mut passed = now.clone();
        for kind in Barriers::ALL {
            let (now, back) = (kind.last_of(now), kind.last_of(back));
            if !open(now, back) {
                continue;
            }
            changed = true;
            let mut at = 0;
            let made = now.lengthened(back).map(&mut |_| {
                let of = (plan.head, Named::Passed(kind, at));
                at += 1;
                let sorts = vec![Sort::Int; numbers.len()];
                let symbol = self.at_head(of, ("passed", sorts), Sort::Int, Varies::Never);
                symbols.insert(symbol.clone());
                app(&symbol, numbers.clone())
            });
            kind.set(&mut passed, made);
        }
        if changed {
            plan.passed = LastPassed::Function(passed, symbols);
            return true;
        }
        let mut pairs = Vec::new();
        for from in [entry, back] {
            now.zip(from, &mut |now, from| {
                let each = now.terms().iter().cloned();
                pairs.extend(each.zip(from.terms().iter().cloned()));
                now.clone()
            });
        }
        let mut changed = false;
        for (now, from) in pairs {
            let most = self.varies(&from);
            if let Node::App(symbol, _) = now.node()
                && most > self.symbols.varies(symbol)
            {
                self.symbols.set_varies(symbol, most);
                changed = true;
            }
        }
        changed
    }

    fn next_guess(
        &mut self,
        of: (BlockId, Slot),
        (guess, entry, after): (&Guess, &Value, Option<&Value>),
        k: &Term,
    ) -> Guess {
        let Some(after) = after else {
            return Guess::Arbitrary;
        };
        match guess {
            Guess::Arbitrary => Guess::Arbitrary,
            // That is looked at with what says whether the loop goes on.
            Guess::Sequence(_) | Guess::Cycle(_) => guess.clone(),
            Guess::Choice(choice) => match after {
                Value::Pointer(after) if choice.covers(after) => guess.clone(),
                _ => Guess::Arbitrary,
            },
            Guess::Same if after == entry => Guess::Same,
            Guess::Same => self.function_for(of, entry),
            Guess::Steps(step) => {
                let now = at_iteration(guess, entry, k, &[]);
                let expected = now.and_then(|now| one_step(&now, step));
                match expected.as_ref() == Some(after) {
                    true => guess.clone(),
                    false => self.function_for(of, entry),
                }
            }
            Guess::Function(_) => {
                let Some(now) = at_iteration(guess, entry, k, &self.numbers(k)) else {
                    return Guess::Arbitrary;
                };
                match difference(&now, after) {
                    Some(Some(step)) if !self.depends(&step, k) => Guess::Steps(step),
                    Some(_) => guess.clone(),
                    None => Guess::Arbitrary,
                }
            }
        }
    }

    /// The numbers that seem to come round, with their values.
    fn cycles(
        &self,
        plan: &Plan,
        entry: &Values,
        after: &Values,
        k: &Term,
    ) -> BTreeMap<Slot, Vec<Term>> {
        let (mut slots, mut all) = (Vec::new(), Vec::new());
        for (slot, value) in entry {
            if let Some(Guess::Function(symbol)) = plan.guesses.get(slot)
                && let (Value::Bits(entry), Some(Value::Bits(after))) = (value, after.get(slot))
            {
                slots.push(*slot);
                all.push(Changing {
                    now: app(symbol, self.numbers(k)),
                    entry: entry.clone(),
                    after: after.clone(),
                });
            }
        }
        let cycle = |(at, slot): (usize, &Slot)| Some((*slot, cycle::cycle(&all, at, k)?));
        slots.iter().enumerate().filter_map(cycle).collect()
    }

    /// The guess for a number that has one known value after the other, if it still seems to have them; else
    /// the guess as it was. `cycle` are values that it may have again and again.
    fn known_values(
        &mut self,
        slot: (BlockId, Slot),
        (guess, value, after): (&Guess, &Value, &Value),
        of: &Iteration,
        cycle: Option<Vec<Term>>,
    ) -> Guess {
        let (Value::Bits(at_entry), Value::Bits(after)) = (value, after) else {
            return guess.clone();
        };
        match guess {
            Guess::Function(symbol) => {
                let now = app(symbol, self.numbers(&of.k));
                let found = sequence::values(&now, at_entry, after, of).map(Guess::Sequence);
                let found = found.or_else(|| cycle.map(Guess::Cycle));
                found.unwrap_or_else(|| guess.clone())
            }
            Guess::Sequence(values) if sequence::holds(values, after, of) => guess.clone(),
            Guess::Cycle(values) if cycle::holds(values, after, &of.k) => guess.clone(),
            Guess::Sequence(_) | Guess::Cycle(_) => self.function_for(slot, value),
            Guess::Same | Guess::Steps(_) | Guess::Choice(_) | Guess::Arbitrary => guess.clone(),
        }
    }

    /// The guess for an address that an iteration may move to another array; nothing is known of
    /// other values, and of an address of which the iteration knows nothing.
    fn choice(
        &mut self,
        guess: &Guess,
        (entry, after): (&Value, &Value),
        kept: &BTreeMap<Target, Option<Term>>,
    ) -> Guess {
        let (Value::Pointer(entry), Value::Pointer(after)) = (entry, after) else {
            return Guess::Arbitrary;
        };
        let old = match guess {
            Guess::Arbitrary => return Guess::Arbitrary,
            Guess::Choice(choice) => choice.ways.as_slice(),
            Guess::Same
            | Guess::Steps(_)
            | Guess::Sequence(_)
            | Guess::Cycle(_)
            | Guess::Function(_) => &[],
        };
        let cases = entry.cases.iter().chain(&after.cases);
        let mut targets: BTreeSet<Target> = cases.map(|case| case.target).collect();
        targets.extend(old.iter().map(|(target, _)| *target));
        if targets.contains(&Target::Unknown) || targets.len() > MOST_ARRAYS {
            return Guess::Arbitrary;
        }
        let most = Value::Pointer(entry.clone());
        let most = most.terms().into_iter().map(|term| self.varies(term)).max();
        let varies = most.unwrap_or(Varies::Thread);
        let sorts = vec![Sort::Int; self.frames.len() + 1];
        let mut ways = Vec::new();
        for target in targets {
            let known = kept.get(&target).cloned().flatten();
            let offset = match (old.iter().find(|(way, _)| *way == target), known) {
                (Some((_, offset)), _) => offset.clone(),
                (None, Some(known)) => Offset::Kept(known),
                (None, None) => {
                    let sorts = sorts.clone();
                    Offset::Function(self.of_loop("offset", sorts, Sort::Int, varies))
                }
            };
            ways.push((target, offset));
        }
        let which = self.of_loop("array", sorts, Sort::Int, varies);
        Guess::Choice(Choice { which, ways })
    }

    /// Gives up that addresses stay where they point at entry, where they do not; says whether
    /// something changed.
    fn moved_offsets(&mut self, plan: &mut Plan, entry: &Values, after: &Values) -> bool {
        let mut changed = false;
        for (slot, guess) in &mut plan.guesses {
            let Guess::Choice(choice) = guess else {
                continue;
            };
            let mut moved = Vec::new();
            for value in [entry.get(slot), after.get(slot)].into_iter().flatten() {
                if let Value::Pointer(pointer) = value {
                    moved.extend(choice.moved(pointer));
                }
            }
            let varies = self.symbols.varies(&choice.which);
            for (target, offset) in &mut choice.ways {
                if moved.contains(target) {
                    let sorts = vec![Sort::Int; self.frames.len() + 1];
                    let symbol = self.of_loop("offset", sorts, Sort::Int, varies);
                    *offset = Offset::Function(symbol);
                    changed = true;
                }
            }
        }
        changed
    }

    /// Whether a term may have another value in another iteration of the loop.
    fn depends(&self, term: &Term, k: &Term) -> bool {
        postorder([term]).iter().any(|part| part == k)
    }

    /// Barriers passed in each iteration.
    fn passed(&self, entry: &State, plan: &Plan, back: &State, k: &Term) -> Counts {
        let before = entry.counts.zip(&plan.counts, &|at_entry, each| {
            Some(add(vec![at_entry.clone(), mul(k.clone(), each.clone())]))
        });
        let each = back.counts.zip(&before, &|after, before| {
            let each = sub(after.clone(), before.clone());
            each.as_int().is_some().then_some(each)
        });
        // What had to be given up is not tried again.
        plan.counts.zip(&each, &|_, each| Some(each.clone()))
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

    /// The candidate invariants that hold: at the start, and after an iteration if all of them hold
    /// before it (Houdini). Only where accesses are recorded, for in a trial it is not sure what
    /// surrounds the loop.
    fn invariants(
        &mut self,
        around: &Loop,
        entry: &State,
        (plan, relation): (&Plan, &Term),
        k: &Term,
    ) -> Executed<Vec<Candidate>> {
        if self.trials > 0 || self.prove.is_none() {
            return Ok(Vec::new());
        }
        let values = slots(entry);
        let (mut tried, mut claims) = (Vec::new(), Vec::new());
        for candidate in candidates(plan, &values, &ends(relation)) {
            if self
                .choices
                .omitted
                .iter()
                .any(|tag| tag == candidate.claim.tag())
            {
                continue;
            }
            let now = (&values, &values);
            if !self.is_float(candidate.slot)
                && let Some(first) = self.candidate_of(&candidate, plan, now, &int(0))
            {
                claims.push((candidate.claim, first));
                tried.push(candidate);
            }
        }
        self.begin_inferred(around.head, &tried);
        let holds = self.shown(&entry.path.condition(), &claims);
        let mut kept = chosen(tried, &holds);
        loop {
            self.still_inferred(&kept);
            if kept.is_empty() {
                return Ok(kept);
            }
            self.trials += 1;
            let result = self.iterate(around, entry, (plan, Some((relation, &kept))), k);
            self.trials -= 1;
            let Some(back) = joined(result?.0) else {
                return Ok(kept);
            };
            let condition = back.path.condition();
            let after = slots(&back);
            let next = add(vec![k.clone(), int(1)]);
            let before = kept.len();
            let (mut tried, mut claims) = (Vec::new(), Vec::new());
            for candidate in kept {
                let now = (&values, &after);
                if let Some(claim) = self.candidate_of(&candidate, plan, now, &next) {
                    claims.push((candidate.claim, claim));
                    tried.push(candidate);
                }
            }
            let holds = self.shown(&condition, &claims);
            kept = chosen(tried, &holds);
            if kept.len() == before {
                return Ok(kept);
            }
        }
    }

    /// Notes the candidates of a loop.
    fn begin_inferred(&mut self, head: BlockId, tried: &[Candidate]) {
        let function = self.function;
        let block = function.block(head);
        let first = block.and_then(|block| block.stmts.first());
        let place = first.map_or_else(
            || block.map(|block| block.end_place).unwrap_or_default(),
            |stmt| stmt.place,
        );
        self.summary.inferred.push(Inferred {
            place,
            tried: tried.iter().map(|one| one.claim.tag()).collect(),
            kept: Vec::new(),
        });
    }

    /// Notes which of them still hold.
    fn still_inferred(&mut self, kept: &[Candidate]) {
        if let Some(last) = self.summary.inferred.last_mut() {
            last.kept = kept.iter().map(|one| one.claim.tag()).collect();
        }
    }

    /// Whether a slot holds a number of which no order of integers is known: the bits of a float.
    fn is_float(&self, slot: Slot) -> bool {
        match slot {
            Slot::Local(id) => {
                let local = self.function.local(id);
                local.is_some_and(|local| matches!(local.scalar, Scalar::Float(_)))
            }
            Slot::Cell(..) => false,
        }
    }

    /// What a candidate says at the start of iteration `k`.
    fn candidate_at(
        &self,
        candidate: &Candidate,
        entry: &State,
        plan: &Plan,
        k: &Term,
    ) -> Option<Term> {
        let values = slots(entry);
        let mut now = BTreeMap::new();
        for slot in [Some(candidate.slot), candidate.with].into_iter().flatten() {
            let guess = plan.guesses.get(&slot)?;
            let value = at_iteration(guess, values.get(&slot)?, k, &self.numbers(k))?;
            now.insert(slot, value);
        }
        self.candidate_of(candidate, plan, (&values, &now), k)
    }

    /// What a candidate says of values at the start of iteration `k`.
    fn candidate_of(
        &self,
        candidate: &Candidate,
        plan: &Plan,
        (at_entry, now): (&Values, &Values),
        k: &Term,
    ) -> Option<Term> {
        let values = (at_entry.get(&candidate.slot)?, now.get(&candidate.slot)?);
        if let (Some(with), (_, Value::Pointer(one))) = (candidate.with, values) {
            return match now.get(&with)? {
                Value::Pointer(other) => {
                    let places = candidate.claim == Claim::Differ;
                    Some(choice::apart(one, other, places))
                }
                _ => None,
            };
        }
        if let (Claim::OneOfPlaces, (_, Value::Pointer(now))) = (candidate.claim, values) {
            return Some(choice::among(now, changing(plan, at_entry)));
        }
        let (Value::Bits(at_entry), Value::Bits(now)) = values else {
            return None;
        };
        if candidate.claim == Claim::OneOfFunctions {
            let of_local = match candidate.slot {
                Slot::Local(local) => functions_of(self.function, local),
                Slot::Cell(..) => None,
            };
            let all = of_local.unwrap_or_else(|| address_taken(self.module));
            let is = |id| eq(now.clone(), number(Some(id)));
            return Some(or(all.into_iter().map(is).collect()));
        }
        let step = match plan.guesses.get(&candidate.slot)? {
            Guess::Steps(step) => Some(step),
            Guess::Same
            | Guess::Sequence(_)
            | Guess::Cycle(_)
            | Guess::Function(_)
            | Guess::Choice(_)
            | Guess::Arbitrary => None,
        };
        candidate.claim.about(at_entry, now, step, k)
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
        let asked = |claim: &access::Claim| claim.of_two && claim.point.iterations.contains(k);
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

/// The candidates that hold.
fn chosen(all: Vec<Candidate>, holds: &[bool]) -> Vec<Candidate> {
    let kept = all.into_iter().zip(holds).filter(|(_, holds)| **holds);
    kept.map(|(candidate, _)| candidate).collect()
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

/// A value and what one iteration adds to it.
fn one_step(value: &Value, step: &Term) -> Option<Value> {
    match value {
        Value::Bits(bits) => Some(Value::Bits(bv::add(bits.clone(), step.clone()))),
        Value::Pointer(pointer) => Some(Value::Pointer(pointer.clone().further(step))),
        Value::Bool(_) | Value::Event(_) | Value::Opaque => None,
    }
}

/// Where the addresses that the loop changes point at entry.
fn kept_offsets(plan: &Plan, entry: &State) -> BTreeMap<Target, Option<Term>> {
    choice::at_entry(changing(plan, &slots(entry)))
}

/// The addresses at entry that the loop changes.
fn changing<'a>(plan: &'a Plan, entry: &'a Values) -> impl Iterator<Item = &'a Pointer> + Clone {
    entry.iter().filter_map(|(slot, value)| {
        let changes = !matches!(plan.guesses.get(slot), None | Some(Guess::Same));
        match value {
            Value::Pointer(pointer) if changes => Some(pointer),
            _ => None,
        }
    })
}

/// Where numbers that come round may end: the small literals of an iteration, and one below each, as
/// in `i = (i + 1) % 3`.
fn ends(relation: &Term) -> Vec<Claim> {
    let mut ends = BTreeSet::from([1]);
    for part in postorder([relation]) {
        let small = part.as_bits().and_then(|bits| bits.unsigned().to_u32());
        if let Some(number) = small.filter(|number| (2..=LARGEST_END).contains(number)) {
            ends.extend([number - 1, number]);
        }
    }
    ends.into_iter()
        .take(MOST_ENDS)
        .map(Claim::AtMost)
        .collect()
}

/// The candidate invariants that fit.
fn candidates(plan: &Plan, values: &Values, ends: &[Claim]) -> Vec<Candidate> {
    let mut all = Vec::new();
    let mut addresses: Vec<Slot> = Vec::new();
    for (slot, value) in values {
        let guess = plan.guesses.get(slot).unwrap_or(&Guess::Arbitrary);
        let claims = match (guess, value) {
            (Guess::Function(_), value) if is_function(value) => &[Claim::OneOfFunctions],
            // The number of iterations says it all.
            (Guess::Steps(step), Value::Bits(at_entry))
                if plan.last.is_some() && are_literals(step, at_entry) =>
            {
                continue;
            }
            (Guess::Steps(_), Value::Bits(_)) => invariant::OF_STEPS,
            (Guess::Function(_), Value::Bits(_)) => invariant::OF_FUNCTIONS,
            (Guess::Choice(_) | Guess::Function(_), Value::Pointer(_)) => {
                addresses.push(*slot);
                &[Claim::OneOfPlaces]
            }
            _ => continue,
        };
        let numbers = matches!((guess, value), (Guess::Function(_), Value::Bits(_)));
        let ends = ends.iter().filter(|_| numbers && !is_function(value));
        all.extend(claims.iter().chain(ends).map(|claim| Candidate {
            slot: *slot,
            claim: *claim,
            with: None,
        }));
    }
    addresses.truncate(MOST_ARRAYS);
    for (number, slot) in addresses.iter().enumerate() {
        for other in addresses.iter().skip(number + 1) {
            all.extend([Claim::InTwoArrays, Claim::Differ].map(|claim| Candidate {
                slot: *slot,
                claim,
                with: Some(*other),
            }));
        }
    }
    all
}

impl Plan {
    /// Where an iteration passes a barrier whatever was passed before, that is the one that the next
    /// iteration begins with.
    fn last_passed(&mut self, back: &State, k: &Term) {
        let passed = &back.counts.passed;
        if let LastPassed::Function(_, symbols) = &self.passed
            && !passed.mentions(symbols)
        {
            let before = [(k.clone(), sub(k.clone(), int(1)))];
            self.passed = LastPassed::Before(passed.map(&mut |term| term.subst(&before)));
        }
    }
}

impl Plan {
    /// An iteration ends with the barrier that it began with, or with one that it passes: by induction it
    /// begins with that before the loop or with one of those.
    fn ends_with(&mut self, entry: &Passed, back: &Passed) {
        let LastPassed::Function(now, _) = &self.passed else {
            return;
        };
        let mut facts = Vec::new();
        for kind in Barriers::ALL {
            let number = |passed: &Passed| kind.last_of(passed).terms().first().cloned();
            let (Some(at_start), Some(before), Some(at_end)) =
                (number(now), number(entry), number(back))
            else {
                continue;
            };
            let mut one_of = vec![eq(at_start.clone(), before)];
            let known = choices(&at_end).into_iter().all(|choice| {
                let constant = choice.as_int().is_some();
                if constant {
                    one_of.push(eq(at_start.clone(), choice.clone()));
                }
                constant || choice == at_start
            });
            if known {
                facts.push(or(one_of));
            }
        }
        self.ending = facts;
    }
}

/// The terms of which a term is one, whatever its conditions are.
fn choices(term: &Term) -> Vec<Term> {
    let (mut open, mut found) = (vec![term.clone()], Vec::new());
    let mut seen = BTreeSet::new();
    while let Some(term) = open.pop() {
        if !seen.insert(term.clone()) {
            continue;
        }
        match term.as_op(Op::Ite) {
            Some([_, yes, no]) => open.extend([yes.clone(), no.clone()]),
            _ => found.push(term),
        }
    }
    found
}

impl Guess {
    /// The functions of the iteration in it.
    fn symbols(&self) -> Vec<Symbol> {
        match self {
            Guess::Function(symbol) => vec![symbol.clone()],
            Guess::Choice(choice) => choice.symbols(),
            Guess::Same
            | Guess::Steps(_)
            | Guess::Sequence(_)
            | Guess::Cycle(_)
            | Guess::Arbitrary => Vec::new(),
        }
    }

    /// Whether the value is known from the number of the iteration alone.
    fn is_regular(&self) -> bool {
        matches!(self, Guess::Steps(_) | Guess::Sequence(_) | Guess::Cycle(_))
    }
}

impl Plan {
    /// An arbitrary iteration; the last one is looked for where it may be found.
    fn iteration(&self, entry: &State, back: &State, k: &Term) -> Iteration {
        let again = back.path.since(entry.path.len()).condition();
        let last = self
            .counts_in_literals(entry)
            .then(|| sequence::last(k, &again));
        Iteration {
            k: k.clone(),
            again,
            last: last.flatten(),
        }
    }

    /// Whether some number is counted from a literal by steps of a literal, or has one known value after the
    /// other, so that the last iteration may be known.
    fn counts_in_literals(&self, entry: &State) -> bool {
        slots(entry)
            .iter()
            .any(|(slot, value)| match (self.guesses.get(slot), value) {
                (Some(Guess::Sequence(_)), _) => true,
                (Some(Guess::Steps(step)), Value::Bits(at_entry)) => are_literals(step, at_entry),
                _ => false,
            })
    }
}

/// Of numbers that are counted from a literal by steps of a literal in so many iterations: that they are what
/// integers would be, where they fit.
fn counted(plan: &Plan, entry: &State, last: i64, k: &Term) -> Vec<Term> {
    let mut facts = Vec::new();
    for (slot, value) in slots(entry) {
        let (Some(guess @ Guess::Steps(step)), Value::Bits(at_entry)) =
            (plan.guesses.get(&slot), &value)
        else {
            continue;
        };
        let Some(Value::Bits(now)) = at_iteration(guess, &value, k, &[]) else {
            continue;
        };
        let (with_sign, without) = sequence::fit(at_entry, step, last);
        let claims = [
            (Claim::StepsWithSign, with_sign),
            (Claim::StepsWithoutSign, without),
        ];
        for (claim, _) in claims.iter().filter(|(_, fits)| *fits) {
            facts.extend(claim.about(at_entry, &now, Some(step), k));
        }
    }
    facts
}

fn are_literals(step: &Term, at_entry: &Term) -> bool {
    step.as_bits().is_some() && at_entry.as_bits().is_some()
}

fn put(state: &mut State, slot: Slot, value: Value) {
    match slot {
        Slot::Local(id) => {
            state.locals.insert(id, value);
        }
        Slot::Cell(array, at, bytes) => {
            let cells: &mut Private = state.private.entry(array).or_default();
            cells.insert(at, (bytes, value));
        }
    }
}

/// The value at the start of iteration `k`; none if nothing is known of it.
fn at_iteration(guess: &Guess, entry: &Value, k: &Term, arguments: &[Term]) -> Option<Value> {
    match guess {
        Guess::Same => Some(entry.clone()),
        Guess::Arbitrary => None,
        Guess::Choice(choice) => Some(Value::Pointer(choice.at(arguments))),
        Guess::Sequence(values) => sequence::at(values, k).map(Value::Bits),
        Guess::Cycle(values) => cycle::at(values, k).map(Value::Bits),
        Guess::Steps(step) => match entry {
            Value::Bits(at_entry) => {
                let width = at_entry.sort().width()?;
                let times = bv::of_int(width, k.clone());
                let moved = bv::mul(times, step.clone());
                Some(Value::Bits(bv::add(at_entry.clone(), moved)))
            }
            Value::Pointer(pointer) => {
                let by = mul(k.clone(), step.clone());
                Some(Value::Pointer(pointer.clone().further(&by)))
            }
            Value::Bool(_) | Value::Event(_) | Value::Opaque => None,
        },
        Guess::Function(symbol) => {
            let term = app(symbol, arguments.to_vec());
            match entry {
                Value::Bits(_) => Some(Value::Bits(term)),
                Value::Bool(_) => Some(Value::Bool(term)),
                Value::Pointer(pointer) => match pointer.cases.as_slice() {
                    [case] => Some(Value::Pointer(Pointer {
                        cases: vec![Case {
                            offset: term,
                            ..case.clone()
                        }],
                    })),
                    _ => None,
                },
                Value::Event(_) | Value::Opaque => None,
            }
        }
    }
}

/// What was added, if the two are values of one kind that has differences. None if the second
/// cannot be a value of the function that the first one is a value of.
fn difference(now: &Value, after: &Value) -> Option<Option<Term>> {
    match (now, after) {
        (Value::Bits(now), Value::Bits(after)) if now.sort() == after.sort() => {
            Some(Some(bv::sub(after.clone(), now.clone())))
        }
        (Value::Bool(_), Value::Bool(_)) => Some(None),
        (Value::Pointer(now), Value::Pointer(after)) => {
            match (now.cases.as_slice(), after.cases.as_slice()) {
                ([now], [after]) if now.target == after.target && now.guard == after.guard => {
                    Some(Some(sub(after.offset.clone(), now.offset.clone())))
                }
                _ => None,
            }
        }
        _ => None,
    }
}

/// That two values of one kind are equal.
fn equal_values(a: &Value, b: &Value) -> Vec<Term> {
    match (a, b) {
        (Value::Bits(a), Value::Bits(b)) if a.sort() == b.sort() => vec![eq(a.clone(), b.clone())],
        (Value::Bool(a), Value::Bool(b)) => vec![eq(a.clone(), b.clone())],
        (Value::Pointer(a), Value::Pointer(b)) => choice::equal(a, b),
        _ => Vec::new(),
    }
}
