//! The engine at work on one declaration: what its rules share.

pub(crate) mod context;
pub(crate) mod declaration;
pub(crate) mod findings;
pub(crate) mod settings;
pub(crate) mod symbols;

use crate::engine::context::Context;
use crate::engine::declaration::Declaration;
use crate::engine::findings::Findings;
use crate::engine::symbols::Symbols;
use crate::eval::typing::typing;
use crate::function::axioms::FunctionAxioms;
use crate::question::Questions;
use crate::report::failure::Unsupported;
use crate::state::{Facts, State};
use core_lang::{LocalId, Program};
use solver::smt::SolverPool;
use solver::term::{Sort, Symbol, Term};
use std::collections::BTreeMap;
use std::rc::Rc;
use text::span::Span;

/// What the engine needs from outside.
#[derive(Clone, Copy)]
pub(crate) struct Surroundings<'a> {
    /// The program.
    pub program: &'a Program,
    /// Who answers questions asked on the way.
    pub pool: &'a SolverPool,
    /// Axioms of the program's pure functions.
    pub functions: &'a FunctionAxioms,
    /// Seed of the solver.
    pub seed: u32,
    /// Places where a contradiction is looked for ([`crate::Settings::asked`]).
    pub asked: &'a [Span],
    /// Whether obligations may be asked together ([`crate::obligation::batch::is_shown`]).
    pub together: bool,
}

/// The engine at work on one declaration. What is known at a place is in the arguments of its
/// rules: the state, the context of an expression, the scope of a statement.
pub(crate) struct Engine<'a> {
    /// What comes from outside.
    pub(crate) around: Surroundings<'a>,
    /// What is known of the declaration.
    pub(crate) declaration: Declaration,
    /// Fresh symbols and their definitions.
    pub(crate) symbols: Symbols,
    /// What was found on the way, in order.
    pub(crate) found: Findings,
    /// How questions are made, with what was prepared and answered already.
    pub(crate) questions: Questions,
}

impl<'a> Engine<'a> {
    /// An engine for one declaration.
    pub(crate) fn new(around: Surroundings<'a>, declaration: Declaration) -> Self {
        Engine::with_prefix(around, declaration, "")
    }

    /// An engine whose fresh symbols begin with `prefix`, for axioms that are used with others.
    pub(crate) fn with_prefix(
        around: Surroundings<'a>,
        declaration: Declaration,
        prefix: impl Into<String>,
    ) -> Self {
        Engine {
            around,
            declaration,
            symbols: Symbols::new(prefix),
            found: Findings::default(),
            questions: Questions::new(&around.functions.limited),
        }
    }

    pub(crate) fn program(&self) -> &'a Program {
        self.around.program
    }

    /// What the program means where readings differ.
    pub(crate) fn semantics(&self) -> core_lang::Semantics {
        self.program().semantics
    }

    pub(crate) fn fresh(&mut self, hint: &str, sort: &Sort) -> Term {
        self.symbols.fresh(hint, sort)
    }

    pub(crate) fn fresh_function(&mut self, hint: &str, of: &[Term], sort: Sort) -> Symbol {
        self.symbols.fresh_function(hint, of, sort)
    }

    /// A name for a value, so that triggers and texts stay small.
    pub(crate) fn named(&mut self, hint: &str, value: Term) -> Term {
        self.symbols.named(hint, value)
    }

    /// A fresh value for a local, with what holds by typing.
    pub(crate) fn arbitrary(&mut self, state: &mut State, local: LocalId) -> Term {
        let declared = self.program().local(local);
        let hint = declared.name.trim_matches(|c: char| !c.is_alphanumeric());
        let value = self.fresh(hint, &declared.sort);
        for fact in typing(&declared.data, &value) {
            state.assume(fact);
        }
        value
    }

    /// A fresh variable for a local, bound around what is evaluated in the context.
    pub(crate) fn fresh_variable(&mut self, context: &mut Context, local: LocalId) -> Term {
        let declared = self.program().local(local);
        let sort = declared.sort.clone();
        let fresh = self.symbols.fresh_bound(&declared.name, sort);
        context.locals.insert(local, fresh.clone());
        context.bound.push(fresh.clone());
        fresh
    }

    pub(crate) fn fresh_variables(
        &mut self,
        context: &mut Context,
        locals: &[LocalId],
    ) -> Vec<Term> {
        let fresh = |local: &LocalId| self.fresh_variable(context, *local);
        locals.iter().map(fresh).collect()
    }

    /// A state in which nothing is known and nothing held.
    pub(crate) fn initial(&mut self) -> State {
        let heap = self.arbitrary_heap();
        State {
            facts: Facts::default(),
            locals: BTreeMap::new(),
            heap: Rc::new(heap),
            labels: BTreeMap::new(),
            apart: std::collections::BTreeSet::new(),
            source: None,
        }
    }

    /// Says that a construct has no rule; the declaration then has an unknown outcome.
    pub(crate) fn gap(&mut self, what: Unsupported, span: Span) {
        self.found.gaps.push((what, span));
    }
}
