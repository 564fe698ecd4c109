//! Magic wands. `A -* B` stands for permissions that nobody sees, its footprint, by which `A` becomes
//! `B` (packaging: Schwerhoff, Summers: Lightweight Support for Magic Wands in an Automatic Verifier,
//! ECOOP 2015).
//!
//! The proof runs in a state of its own: it holds `A`, for a heap of which nothing else is known, and
//! takes what is missing from what is held around. What it takes must be the same whatever `A` holds
//! when the wand is applied (Dardinier, Parthasarathy, Weeks, Müller, Summers: Sound Automation of Magic
//! Wands, CAV 2022): so it may be told in terms of what is known around alone.

use crate::engine::Engine;
use crate::engine::context::{Context, Scope};
use crate::report::failure::Unsupported;
use crate::state::{Chunk, Resource, Source, State, no_permission};
use core_lang::{Assertion, Blame, Package, Reason};
use solver::term::{self, Node, Term, TermSet};
use std::rc::Rc;
use text::span::Span;

/// More than this is not taken for one assertion.
const MOST: usize = 64;

impl Engine<'_> {
    /// A wand is made, of what its proof takes of what is held.
    pub(crate) fn package(
        &mut self,
        scope: Scope<'_>,
        state: &mut State,
        package: &Package,
        span: Span,
    ) {
        let checked = Context::checked();
        // What is taken is found by trying, so that what is not shown is not shown to be wrong.
        self.found.hidden = true;
        // Each side is well defined by itself.
        for side in [&package.left, &package.right] {
            let mut alone = self.alone(state);
            self.produce(&mut alone, &checked, side);
        }
        let mut inside = self.alone(state);
        inside.source = Some(Rc::new(Source {
            around: state.clone(),
            taken: Vec::new(),
        }));
        self.produce(&mut inside, &Context::granted(), &package.left);
        let flow = self.run(scope, inside, &package.body);
        if !flow.jumps.is_empty() {
            self.gap(Unsupported::JumpOutOfBlock, span);
        }
        if let Some(mut inside) = flow.normal {
            let blame = Blame::at(Reason::PackagedWand, span);
            self.take_missing(&mut inside, &package.right, &blame);
            self.hand_over(&mut inside, &checked, &package.right, &blame);
            if let Some(source) = inside.source {
                for taken in &source.taken {
                    state.heap_mut().add(given(taken));
                }
                self.havoc_exhaled(state, &source.taken);
            }
        }
        let whole = core_lang::Expr::new(
            solver::term::Sort::Real,
            span,
            core_lang::ExprKind::Real(num_traits::One::one()),
        );
        self.produce_instance(state, &package.wand, &core_lang::Amount::Exact(whole), span);
    }

    /// A state in which nothing is held and nothing known of the heap.
    fn alone(&mut self, state: &State) -> State {
        let mut alone = state.clone();
        alone.source = None;
        alone.heap_mut().chunks.clear();
        self.havoc_unheld(&mut alone);
        alone
    }

    /// While a wand is packaged: what a statement exhales and is not held is taken from around.
    ///
    /// Only statements take. What an expression opens for its value is not the wand's, and what was
    /// learnt of it would outlast it.
    pub(crate) fn take_missing(&mut self, state: &mut State, assertion: &Assertion, blame: &Blame) {
        if state.source.is_none() {
            return;
        }
        let checked = Context::checked();
        for _ in 0..MOST {
            let Some(missing) = self.first_missing(state, &checked, assertion, blame) else {
                return;
            };
            if !self.take(state, &missing) {
                return;
            }
        }
    }

    /// Takes a chunk from around, if it is held there, and is the same for all that the left side may
    /// hold.
    fn take(&mut self, state: &mut State, missing: &Chunk) -> bool {
        let Some(source) = state.source.clone() else {
            return false;
        };
        let mut source = Source::clone(&source);
        if !source.knows(missing) {
            return false;
        }
        let (place, held) = self.held_there(&source.around, missing);
        let wanted = missing.amount.subst(&place);
        // Shown by what is known around, so that it does not rest on the left side.
        let goal = term::implies(
            term::lt(no_permission(), wanted.clone()),
            term::le(wanted, held),
        );
        if !self.decide(&source.around, &[], &goal) {
            return false;
        }
        self.values_of_taken(state, &source.around, missing);
        source.around.heap_mut().add(given(missing));
        source.taken.push(missing.clone());
        state.heap_mut().add(missing.clone());
        state.source = Some(Rc::new(source));
        true
    }

    /// What is taken has the values that it has around, for nobody can change it before the wand is
    /// applied.
    fn values_of_taken(&mut self, state: &mut State, around: &State, taken: &Chunk) {
        let holes = self.holes(taken);
        let args = self.chunk_args(taken);
        let some = term::lt(no_permission(), taken.amount.clone());
        let here = Context::granted();
        match (&taken.resource, args.as_slice()) {
            (Resource::Field(field), [receiver]) => {
                let is = self.field_map(state, &here, *field);
                let was = self.field_map(around, &here, *field);
                let value = term::select(was, receiver.clone());
                if holes.is_empty() && some.is_true() {
                    // The left side may have a part of the same cell.
                    state.assume(term::eq(
                        term::select(is.clone(), receiver.clone()),
                        value.clone(),
                    ));
                    let map = term::store(is, receiver.clone(), value);
                    state.heap_mut().fields.insert(*field, map);
                    return;
                }
                self.same_where(
                    state,
                    &holes,
                    some,
                    (term::select(is, receiver.clone()), value),
                );
            }
            (Resource::Element(sort), [array, index]) => {
                let is = self.select_element(state, &here, array, index, sort);
                let mut before = around.clone();
                let was = self.select_element(&mut before, &here, array, index, sort);
                self.same_where(state, &holes, some, (is, was));
            }
            (Resource::Predicate(predicate), _) => {
                if holes.is_empty() && !self.program().predicate(*predicate).token {
                    let before = Rc::clone(&around.heap);
                    self.carry_instance(state, &before, *predicate, &args, &some);
                }
            }
            (Resource::Field(_) | Resource::Element(_), _) => {}
        }
    }

    fn same_where(
        &mut self,
        state: &mut State,
        holes: &[Term],
        some: Term,
        (is, was): (Term, Term),
    ) {
        let fact = term::implies(some, term::eq(is.clone(), was));
        if holes.is_empty() {
            state.assume(fact);
            return;
        }
        let renamed: Vec<(Term, Term)> = holes
            .iter()
            .map(|hole| {
                let var = self.symbols.fresh_bound("place", hole.sort().clone());
                (hole.clone(), var)
            })
            .collect();
        let vars = renamed.iter().map(|(_, var)| var.clone()).collect();
        let trigger = vec![vec![is.subst(&renamed)]];
        state.assume(term::forall(vars, trigger, fact.subst(&renamed), "taken"));
    }
}

impl Source {
    /// Whether a chunk is told in terms of what is known around.
    fn knows(&self, chunk: &Chunk) -> bool {
        let mut known = TermSet::default();
        let around = &self.around;
        let heap = &around.heap;
        let cells = heap.fields.values().chain(heap.rest.values());
        let own = heap.own.iter().flat_map(|own| [&own.array, &own.map]);
        let chunks = heap.chunks.iter().flat_map(terms);
        let facts = around.facts.since(0);
        let all = around.locals.values().chain(cells).chain(own);
        for term in all.chain(chunks).chain(&facts) {
            made_up(term, &mut known);
        }
        let mut needed = TermSet::default();
        terms(chunk).for_each(|term| made_up(term, &mut needed));
        needed.iter().all(|term| known.contains(term))
    }
}

fn terms(chunk: &Chunk) -> impl Iterator<Item = &Term> {
    chunk.fixed.iter().flatten().chain([&chunk.amount])
}

/// The symbols in a term that were made on the way, each with arguments that say nothing.
fn made_up(term: &Term, found: &mut TermSet) {
    for part in term::postorder([term]) {
        match part.node() {
            Node::Const(_) => {
                found.insert(part.clone());
            }
            Node::App(symbol, args) => {
                let numbered = args.iter().enumerate();
                let plain = numbered
                    .map(|(number, arg)| term::bound(format!("arg!{number}"), arg.sort().clone()));
                if symbol.kind().is_fresh() {
                    found.insert(term::app(symbol, plain.collect()));
                }
            }
            Node::Int(_)
            | Node::Real(_)
            | Node::Bool(_)
            | Node::Bits(_)
            | Node::Bound(_)
            | Node::Op(..)
            | Node::Quant { .. } => {}
        }
    }
}

fn given(chunk: &Chunk) -> Chunk {
    let mut given = chunk.clone();
    given.amount = term::neg(given.amount);
    given.witness = None;
    given.row = None;
    given
}
