//! Parallel blocks, an arbitrary thread of them, and the proof of a barrier for all threads
//! (Blom, Huisman, Mihelčić: Specification and Verification of GPGPU
//! Programs, Science of Computer Programming 95, 2014).

use crate::engine::Engine;
use crate::engine::context::{Context, Scope};
use crate::engine::findings::Findings;
use crate::exec::loop_frame::gains_permissions;
use crate::obligation::probe::Kind;
use crate::report::failure::Unsupported;
use crate::state::State;
use core_lang::{BarrierProof, Blame, Expr, LocalId, ParBlock, Reason, Stmt, StmtKind};
use solver::term::{self, Term};
use std::rc::Rc;

impl Engine<'_> {
    /// A parallel statement: each block is checked for an arbitrary thread; the caller
    /// exhales all threads' preconditions and inhales all their postconditions.
    pub(crate) fn par(&mut self, scope: Scope<'_>, state: &mut State, blocks: &[ParBlock]) {
        self.find_offers(state, blocks);
        let entry = state.clone();
        let mut exhaled = Vec::new();
        let mut contexts = Vec::new();
        for block in blocks {
            let context = self.threads(state, block);
            exhaled.extend(self.hand_over(state, &context, &block.requires, &block.take_blame));
            contexts.push(context);
        }
        // What giving the preconditions says of functions rests on their being well defined,
        // which the threads show, and so must not know.
        for block in blocks {
            self.thread(scope, &entry, block);
        }
        self.havoc_exhaled(state, &exhaled);
        for (block, context) in blocks.iter().zip(contexts) {
            let mut context = context;
            // What all threads exhale together is inhaled at once.
            context.injective = true;
            // Under vercors-1.4 `\old` in a block is its start.
            context
                .labels
                .insert(block.start_label, Rc::clone(&entry.heap));
            self.produce(state, &context, &block.ensures);
        }
    }

    /// Which offers are there to give beside what the blocks require: all that an offer asks for is shown,
    /// with those before it given. Where it is not, nothing is shared, and nothing else changes.
    fn find_offers(&mut self, state: &mut State, blocks: &[ParBlock]) {
        if blocks.iter().all(|block| block.offers.is_empty()) {
            return;
        }
        for offer in blocks.iter().flat_map(|block| &block.offers) {
            state.locals.insert(offer.shared, term::ff());
        }
        // What is tried here is asked on the way, and stays in no report.
        let found = std::mem::take(&mut self.found);
        let mut left = state.clone();
        let mut contexts = Vec::new();
        for block in blocks {
            let context = self.threads(&mut left, block);
            self.hand_over(&mut left, &context, &block.requires, &block.take_blame);
            contexts.push(context);
        }
        for (block, context) in blocks.iter().zip(&contexts) {
            for offer in &block.offers {
                self.found = Findings::default();
                let mut tried = left.clone();
                self.hand_over(&mut tried, context, &offer.part, &block.take_blame);
                if self.all_proved() {
                    left = tried;
                    for known in [&mut left, &mut *state] {
                        known.locals.insert(offer.shared, term::tt());
                    }
                }
            }
        }
        self.found = found;
    }

    /// Whether all that was found to be shown is proved on the way.
    fn all_proved(&mut self) -> bool {
        let found = std::mem::take(&mut self.found);
        found.gaps.is_empty()
            && found.obligations.iter().enumerate().all(|(number, one)| {
                let whole = found.whole.iter().find(|whole| whole.number == number);
                one.holds
                    && one.question.as_ref().is_none_or(|question| {
                        self.proves(question)
                            || whole.is_some_and(|whole| {
                                let facts = whole.facts.since(0);
                                let question = self.question(facts, &whole.goal);
                                self.proves(&question)
                            })
                    })
            })
    }

    /// All threads at once: the iterators bound to their ranges.
    pub(crate) fn threads(&mut self, state: &mut State, block: &ParBlock) -> Context {
        let mut context = Context::granted();
        for (iterator, low, high) in &block.iterators {
            let low = self.eval(state, &Context::checked(), low);
            let high = self.eval(state, &Context::checked(), high);
            let thread = self.fresh_variable(&mut context, *iterator);
            context = context.under(term::le(low, thread.clone()));
            context = context.under(term::lt(thread, high));
        }
        context
    }

    /// One arbitrary thread of a block. It knows what is known outside, its range, and the
    /// values at entry of the cells it inhales.
    pub(crate) fn thread(&mut self, scope: Scope<'_>, entry: &State, block: &ParBlock) {
        // A barrier's proof knows what is known outside, and nothing of a thread's path.
        let scope = Scope {
            outside: Some(entry),
            ..scope
        };
        let mut state = entry.clone();
        let ranges = self.ranges(&mut state, &block.iterators);
        for (iterator, low, high) in ranges {
            let thread = self.arbitrary(&mut state, iterator);
            state.assume(term::le(low, thread.clone()));
            state.assume(term::lt(thread.clone(), high));
            state.locals.insert(iterator, thread);
        }
        state.heap_mut().chunks.clear();
        // The precondition, well defined by itself, on the values at entry.
        self.produce(&mut state, &Context::checked(), &block.requires);
        // Cells that the thread does not inhale may be written by others. It never sees them if it
        // gains no more permissions; then they may as well keep their values.
        if gains_permissions(&block.body) {
            let before = Rc::clone(&state.heap);
            self.havoc_unheld(&mut state);
            self.carry_over(&mut state, &before);
        }
        self.reached(&state, Kind::Thread, block.span);
        let heap = Rc::clone(&state.heap);
        state.labels.insert(block.start_label, heap);
        self.well_defined(state.clone(), &block.ensures);
        let body = [Stmt::new(
            block.span,
            StmtKind::Labelled(block.end_label, block.body.clone()),
        )];
        let flow = self.run(scope, state, &body);
        if !flow.jumps.is_empty() {
            self.gap(Unsupported::JumpOutOfBlock, block.span);
        }
        if let Some(mut state) = flow.normal {
            self.check_assertion(
                &mut state,
                &Context::granted(),
                &block.ensures,
                &block.give_blame,
            );
        }
    }

    /// The ranges of iterators in a state that was seen to give them values.
    fn ranges(
        &mut self,
        state: &mut State,
        iterators: &[(LocalId, Expr, Expr)],
    ) -> Vec<(LocalId, Term, Term)> {
        let granted = Context::granted();
        let ranges = iterators.iter().map(|(iterator, low, high)| {
            let low = self.eval(state, &granted, low);
            (*iterator, low, self.eval(state, &granted, high))
        });
        ranges.collect()
    }

    /// A barrier's contract is well defined by itself, for an arbitrary thread: it reads
    /// only what that thread exhales, and afterwards what it inhales. What other threads
    /// exhale or inhale is not its to look at.
    fn barrier_well_defined(
        &mut self,
        mut state: State,
        ranges: &[(LocalId, Term, Term)],
        here: &State,
        proof: &BarrierProof,
    ) {
        let checked = Context::checked();
        let own = here.locals.iter();
        let own = own.filter(|(local, _)| **local >= proof.first_local);
        for (local, present) in own {
            let value = match proof.all_uniform {
                // vercors-1.4 fixes it to the present thread's value.
                true => present.clone(),
                false => self.arbitrary(&mut state, *local),
            };
            state.locals.insert(*local, value);
        }
        if proof.all_uniform {
            state.facts = here.facts.clone();
        }
        for (iterator, low, high) in ranges {
            let thread = self.arbitrary(&mut state, *iterator);
            state.assume(term::le(low.clone(), thread.clone()));
            state.assume(term::lt(thread.clone(), high.clone()));
            state.locals.insert(*iterator, thread);
        }
        self.produce(&mut state, &checked, &proof.requires);
        let before = Rc::clone(&state.heap);
        state.labels.insert(proof.label, before);
        state.heap_mut().chunks.clear();
        self.havoc_unheld(&mut state);
        self.produce(&mut state, &checked, &proof.ensures);
    }

    /// For all threads together, what a barrier lets them inhale follows from what they exhale.
    pub(crate) fn barrier_proof(&mut self, scope: Scope<'_>, here: &State, proof: &BarrierProof) {
        let Some(outside) = scope.outside else {
            return;
        };
        let mut state = outside.clone();
        // There are as many threads as began, whatever the ranges were read from holds now.
        let ranges = self.ranges(&mut state, &proof.iterators);
        state.heap_mut().chunks.clear();
        self.havoc_unheld(&mut state);
        self.barrier_well_defined(state.clone(), &ranges, here, proof);
        // What the contract reads was shown to be each thread's own; only that no two
        // threads ask for one location is left to show.
        let mut context = Context::granted();
        context.injective = true;
        let mut threads = Vec::new();
        for (iterator, low, high) in ranges {
            let thread = self.fresh_variable(&mut context, iterator);
            threads.push(thread.clone());
            context = context.under(term::le(low, thread.clone()));
            context = context.under(term::lt(thread, high));
        }
        // A thread's own variable stands for that thread's value: one constant if all
        // threads have the same, else a function of the thread.
        let own: Vec<LocalId> = here
            .locals
            .keys()
            .copied()
            .filter(|local| {
                *local >= proof.first_local
                    && !proof
                        .iterators
                        .iter()
                        .any(|(iterator, ..)| iterator == local)
            })
            .collect();
        for local in own {
            let declared = self.program().local(local).clone();
            let value = if threads.is_empty() || proof.all_uniform || proof.uniform.contains(&local)
            {
                if proof.all_uniform {
                    // vercors-1.4 fixes it to the present thread's value.
                    here.locals[&local].clone()
                } else {
                    self.fresh(&declared.name, &declared.sort)
                }
            } else {
                let symbol = self.fresh_function(&declared.name, &threads, declared.sort.clone());
                term::app(&symbol, threads.clone())
            };
            context.locals.insert(local, value);
        }
        if proof.all_uniform {
            state.facts = here.facts.clone();
        }
        self.produce(&mut state, &context, &proof.requires);
        // An invariant that is opened is there once, whoever the threads are.
        let once = Context::granted();
        for resource in &proof.invariants {
            self.produce(&mut state, &once, resource);
        }
        let before = Rc::clone(&state.heap);
        state.labels.insert(proof.label, Rc::clone(&before));
        context.labels.insert(proof.label, before);
        let mut after = state.clone();
        after.heap_mut().chunks.clear();
        self.havoc_unheld(&mut after);
        self.produce(&mut after, &context, &proof.ensures);
        for (local, value) in &context.locals {
            if !value.contains_bound() {
                state.locals.insert(*local, value.clone());
            }
        }
        let flow = self.run(scope, state, &proof.body);
        if !flow.jumps.is_empty() {
            self.gap(Unsupported::JumpOutOfBarrier, proof.requires.span);
        }
        if let Some(mut state) = flow.normal {
            let mut granted = context;
            granted.check = false;
            self.hand_over(&mut state, &granted, &proof.ensures, &proof.blame);
            let blame = Blame::at(Reason::BarrierInvariant, proof.requires.span);
            for resource in &proof.invariants {
                self.hand_over(&mut state, &once, resource, &blame);
            }
        }
    }
}
