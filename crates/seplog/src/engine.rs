//! The engine at work on one declaration: what its rules share.

use crate::askers::Asker;
use crate::function_axioms::FunctionAxioms;
use crate::obligation::Obligation;
use crate::question;
use crate::state::{Facts, State};
use crate::typing::typing;
use crate::{askers, near, patterns, recursion, vacuity};
use ir::{LocalId, Program};
use solver::encode::{Effort, Question, Verdict};
use solver::smt::SolverPool;
use solver::term::{self, Sort, Supply, Symbol, Term};
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;
use text::diagnostics::Diagnostic;
use text::span::Span;

/// What the engine needs from outside.
#[derive(Clone, Copy)]
pub struct Surroundings<'a> {
    /// The program.
    pub program: &'a Program,
    /// Who answers questions asked on the way.
    pub pool: &'a SolverPool,
    /// Axioms of the program's pure functions.
    pub functions: &'a FunctionAxioms,
    /// Seed of the solver.
    pub seed: u32,
}
/// The engine at work on one declaration.
pub struct Engine<'a> {
    pub(crate) around: Surroundings<'a>,
    pub(crate) supply: Supply,
    /// What defines made-up symbols; true in every state.
    pub(crate) definitions: Vec<Term>,
    /// What was found to be shown, in order.
    pub(crate) obligations: Vec<Obligation>,
    /// Values of the bound variables at a place, as the last share was inverted.
    pub(crate) inverse: Vec<(Term, Term)>,
    /// Shares that the assertion at work has asked for.
    pub(crate) asked: Vec<askers::Asked>,
    /// Who is to be named if the next thing to be shown does not hold.
    pub(crate) named_askers: Vec<Asker>,
    /// Whether what is evaluated is code, not an annotation.
    pub(crate) in_code: bool,
    /// Places that some state should reach.
    pub(crate) probes: Vec<vacuity::Probe>,
    /// Constructs met on the way that have no rule.
    pub(crate) gaps: Vec<Diagnostic>,
    /// Questions asked on the way and their answers.
    pub(crate) decided: HashMap<(Vec<Term>, Term), bool>,
    /// The function whose own contract and body are checked: its recursive calls are
    /// handled apart.
    pub(crate) recursion: Option<recursion::Recursion>,
    /// While a function is checked: those it rests on, whose postconditions may be used.
    pub(crate) below: Option<Vec<ir::FunctionId>>,
    /// How many of the user's axioms may be used: while one is checked, those before it.
    pub(crate) believed: usize,
    /// What is added up in sums, with the maps that were made of it.
    pub(crate) summands: HashMap<Term, Symbol>,
    /// The sets that comprehensions stand for, by what they say.
    pub(crate) comprehensions: HashMap<Vec<Term>, Symbol>,
    /// Functions from rows to their numbers, by the map of rows and the range of numbers.
    pub(crate) row_numbers: HashMap<(Term, Term), Symbol>,
    /// Definitions by what they define.
    pub(crate) definitions_index: near::Index,
    /// Obligations that are asked with what is near, with all that is known.
    pub(crate) whole: Vec<near::Whole>,
    pub(crate) patterns: patterns::Patterns,
    /// For a method with a measure: the methods that reach it, and its measure at entry.
    pub(crate) measured: Option<(Vec<usize>, Vec<Term>)>,
    /// What is known around the parallel blocks at work, innermost last.
    pub(crate) outside: Vec<State>,
    /// How deep inlined functions are nested.
    pub(crate) depth: usize,
}

impl<'a> Engine<'a> {
    /// An engine for one declaration.
    pub fn new(around: Surroundings<'a>) -> Self {
        Engine {
            around,
            supply: Supply::new(""),
            definitions: Vec::new(),
            obligations: Vec::new(),
            inverse: Vec::new(),
            asked: Vec::new(),
            named_askers: Vec::new(),
            in_code: false,
            probes: Vec::new(),
            gaps: Vec::new(),
            decided: HashMap::new(),
            recursion: None,
            below: None,
            believed: usize::MAX,
            summands: HashMap::new(),
            comprehensions: HashMap::new(),
            row_numbers: HashMap::new(),
            definitions_index: near::Index::default(),
            whole: Vec::new(),
            patterns: patterns::Patterns::new(&around.functions.limited),
            measured: None,
            outside: Vec::new(),
            depth: 0,
        }
    }

    pub(crate) fn program(&self) -> &'a Program {
        self.around.program
    }

    /// What the program means where readings differ.
    pub(crate) fn semantics(&self) -> ir::Semantics {
        self.program().semantics
    }

    pub(crate) fn fresh(&mut self, hint: &str, sort: &Sort) -> Term {
        self.supply.fresh_const(hint, sort.clone())
    }

    /// A name for a value, so that patterns and texts stay small.
    pub(crate) fn named(&mut self, hint: &str, value: Term) -> Term {
        if value.args().is_empty() {
            return value;
        }
        let name = self.fresh(hint, &value.sort().clone());
        self.definitions.push(term::eq(name.clone(), value));
        name
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

    /// A state in which nothing is known and nothing held.
    pub fn initial(&mut self) -> State {
        let heap = self.arbitrary_heap();
        State {
            facts: Facts::default(),
            locals: BTreeMap::new(),
            heap: Rc::new(heap),
            labels: BTreeMap::new(),
            apart: std::collections::BTreeSet::new(),
        }
    }

    /// Says that a construct has no rule; the declaration then has an unknown outcome.
    pub(crate) fn gap(&mut self, code: &'static str, span: Span, what: &str) {
        self.gaps.push(
            Diagnostic::error(
                code,
                span,
                format!("the checker has no rule for {what} yet"),
            )
            .with_note("nothing is proved about a declaration that uses it"),
        );
    }

    /// What must be shown, and the constructs without a rule.
    pub fn results(&mut self) -> (Vec<Obligation>, Vec<Diagnostic>) {
        (
            std::mem::take(&mut self.obligations),
            std::mem::take(&mut self.gaps),
        )
    }

    /// Asks the solver on the way; `false` if not proved, for whatever reason.
    pub(crate) fn decide(&mut self, state: &State, more: &[Term], goal: &Term) -> bool {
        if goal.is_true() {
            return true;
        }
        let mut facts = state.facts.since(0);
        facts.extend(more.iter().cloned());
        let key = (facts.clone(), goal.clone());
        if let Some(answer) = self.decided.get(&key) {
            return *answer;
        }
        let question = self.question(facts, goal);
        let answer = self.proves(&question);
        self.decided.insert(key, answer);
        answer
    }

    /// Asked on the way: cheap, and `false` only means that nothing is concluded.
    pub(crate) fn proves(&self, question: &Question) -> bool {
        let effort = Effort {
            rlimit: 1_000_000,
            first_timeout_ms: 1_000,
            timeout_ms: 2_000,
            seed: self.around.seed,
            last_rung: 3,
            on_the_way: true,
            ..Effort::default()
        };
        matches!(
            solver::encode::solve(question, self.around.pool, &effort, &[]).verdict,
            Verdict::Proved
        )
    }

    pub(crate) fn question(&mut self, facts: Vec<Term>, goal: &Term) -> Question {
        let (assumptions, goal) = self.with_patterns(facts, goal);
        question::assemble(
            &self.definitions,
            self.around
                .functions
                .usable(self.below.as_deref(), self.believed),
            assumptions,
            goal,
        )
    }
}
