//! Symbolic execution of the core: walks each body once, with total heaps and shares
//! beside them, and collects what must be shown.
//!
//! Names follow the literature: a contract is *produced* (inhaled) and *consumed*
//! (exhaled). See checker.md, "State and frame".

mod askers;
mod axioms;
mod call;
mod comprehension;
mod consume;
mod count;
mod create;
mod eval;
mod exec;
mod fold;
mod footprint;
mod function;
mod heap;
mod index;
mod join;
mod measure;
mod method;
mod near;
mod obligation;
mod par;
mod patterns;
mod produce;
pub mod report;
mod rows;
mod settings;
mod state;
mod unfolding;
mod vacuity;
mod verify;

pub use askers::Asker;
pub use axioms::prepare;
pub use obligation::Obligation;
pub use settings::{Observer, Settings, Silent};
pub use state::{Heap, State};
pub use verify::verify;

use ir::{LabelId, LocalId, Program};
use solver::encode::{Effort, Question, Verdict};
use solver::smt::SolverPool;
use solver::term::{self, FunctionRole, Sort, Supply, Symbol, SymbolKind, Term};
use state::Facts;
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

/// Axioms of pure functions that may be used, by function.
#[derive(Clone, Debug, Default)]
pub struct FunctionAxioms {
    /// For each function its equation; empty if nothing may be assumed.
    pub definitions: Vec<Vec<Term>>,
    /// For each function its postconditions; empty if nothing may be assumed.
    pub postconditions: Vec<Vec<Term>>,
    /// For each of the user's axioms what it says.
    pub believed: Vec<Vec<Term>>,
    /// Whether uses are replaced by the definition.
    pub inlined: Vec<bool>,
    /// Functions with a written measure that was not shown to decrease.
    pub unfounded: Vec<bool>,
    /// Functions whose recursive calls must do without any of what is unfolded around them,
    /// while it is found out whether that founds them.
    pub by_places: Vec<bool>,
    /// For functions that are founded only in a part of what their preconditions allow, that part.
    pub domains: Vec<Option<measure::Domain>>,
    /// Functions that read only what one predicate instance hides: the predicate, and
    /// which parameters its arguments are.
    pub instances: Vec<(ir::FunctionId, ir::PredicateId, Vec<usize>)>,
    /// Symbols of recursive functions with those that are not unfolded again.
    pub limited: Vec<(Symbol, Symbol)>,
    /// What the symbol's value depends on, for functions that read the heap.
    pub footprints: Vec<Option<footprint::Footprint>>,
}

impl FunctionAxioms {
    /// What a function reads, if it is not replaced by its definition.
    pub fn footprint(&self, function: ir::FunctionId) -> Option<&footprint::Footprint> {
        self.footprints
            .get(function.0 as usize)
            .and_then(Option::as_ref)
    }

    /// Where a function is founded, if that is not wherever its precondition holds.
    fn domain(&self, function: ir::FunctionId) -> Option<&measure::Domain> {
        self.domains
            .get(function.0 as usize)
            .and_then(Option::as_ref)
    }

    /// The function with this symbol, if it reads the heap.
    fn number_of(&self, symbol: &Symbol) -> Option<usize> {
        let SymbolKind::Function {
            number,
            role: FunctionRole::Value,
            ..
        } = symbol.kind()
        else {
            return None;
        };
        let number = usize::try_from(*number).ok()?;
        self.footprints.get(number)?.as_ref().map(|_| number)
    }

    /// Everything that may be assumed. Of postconditions only those of some functions,
    /// if given: what is being shown, or rests on it, must not be assumed.
    fn usable(&self, below: Option<&[ir::FunctionId]>, believed: usize) -> Vec<Term> {
        let known = self
            .postconditions
            .iter()
            .enumerate()
            .filter(|(number, _)| {
                below.is_none_or(|below| below.iter().any(|id| id.0 as usize == *number))
            })
            .flat_map(|(_, axioms)| axioms);
        self.definitions
            .iter()
            .flatten()
            .chain(known)
            .chain(self.believed.iter().take(believed).flatten())
            .cloned()
            .collect()
    }
}

/// The engine at work on one declaration.
pub struct Engine<'a> {
    around: Surroundings<'a>,
    supply: Supply,
    /// What defines made-up symbols; true in every state.
    definitions: Vec<Term>,
    /// What was found to be shown, in order.
    obligations: Vec<Obligation>,
    /// Values of the bound variables at a place, as the last share was inverted.
    inverse: Vec<(Term, Term)>,
    /// Shares that the assertion at work has asked for.
    asked: Vec<askers::Asked>,
    /// Who is to be named if the next thing to be shown does not hold.
    named_askers: Vec<Asker>,
    /// Whether what is evaluated is code, not an annotation.
    in_code: bool,
    /// Places that some state should reach.
    probes: Vec<vacuity::Probe>,
    /// Constructs met on the way that have no rule.
    gaps: Vec<Diagnostic>,
    /// Questions asked on the way and their answers.
    decided: HashMap<(Vec<Term>, Term), bool>,
    /// The function whose own contract and body are checked: its recursive calls are
    /// handled apart.
    recursion: Option<function::Recursion>,
    /// While a function is checked: those it rests on, whose postconditions may be used.
    below: Option<Vec<ir::FunctionId>>,
    /// How many of the user's axioms may be used: while one is checked, those before it.
    believed: usize,
    /// What is added up in sums, with the maps that were made of it.
    summands: HashMap<Term, Symbol>,
    /// The sets that comprehensions stand for, by what they say.
    comprehensions: HashMap<Vec<Term>, Symbol>,
    /// Functions from rows to their numbers, by the map of rows and the range of numbers.
    row_numbers: HashMap<(Term, Term), Symbol>,
    /// Definitions by what they define.
    definitions_index: near::Index,
    /// Obligations that are asked with what is near, with all that is known.
    whole: Vec<near::Whole>,
    patterns: patterns::Patterns,
    /// For a method with a measure: the methods that reach it, and its measure at entry.
    measured: Option<(Vec<usize>, Vec<Term>)>,
    /// What is known around the parallel blocks at work, innermost last.
    outside: Vec<State>,
    /// How deep inlined functions are nested.
    depth: usize,
}

/// The share of a predicate instance whose body is received.
#[derive(Clone)]
pub enum Scale {
    /// This much.
    Exact(Term),
    /// Some of it.
    Wildcard,
}

/// The circumstances in which an expression is evaluated.
#[derive(Clone)]
pub struct Context {
    /// The heap that is read; none for the state's own.
    pub heap: Option<Rc<Heap>>,
    /// Whether what the expression needs must be shown.
    pub check: bool,
    /// Whether quantified shares that are received must be shown injective.
    pub injective: bool,
    /// Whether `perm(…)` has a meaning: where nothing is given or received.
    pub own_shares: bool,
    /// What is assumed within the expression (left sides of implications and so on).
    pub guards: Vec<Term>,
    /// Variables bound around it.
    pub bound: Vec<Term>,
    /// Variables that mean something else than in the state.
    pub locals: BTreeMap<LocalId, Term>,
    /// Labels that mean something else than in the state.
    pub labels: BTreeMap<LabelId, Rc<Heap>>,
    /// What every share is multiplied by: the share of an instance that is opened.
    pub scale: Option<Scale>,
    /// The statement that is blamed instead of the expression's own place.
    pub at: Option<Span>,
}

impl Context {
    /// In the present state, with everything shown.
    pub fn checked() -> Self {
        Context {
            heap: None,
            check: true,
            injective: true,
            own_shares: false,
            guards: Vec::new(),
            bound: Vec::new(),
            locals: BTreeMap::new(),
            labels: BTreeMap::new(),
            scale: None,
            at: None,
        }
    }

    /// In the present state, with everything taken for granted that was shown before.
    pub fn granted() -> Self {
        Context {
            check: false,
            injective: false,
            ..Context::checked()
        }
    }

    /// With one more assumption.
    fn under(&self, guard: Term) -> Self {
        let mut inner = self.clone();
        if !guard.is_true() {
            inner.guards.push(guard);
        }
        inner
    }

    fn guard(&self) -> Term {
        term::and(self.guards.clone())
    }
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

    fn program(&self) -> &'a Program {
        self.around.program
    }

    /// What the program means where readings differ.
    fn semantics(&self) -> ir::Semantics {
        self.program().semantics
    }

    fn fresh(&mut self, hint: &str, sort: &Sort) -> Term {
        self.supply.fresh_const(hint, sort.clone())
    }

    /// A name for a value, so that patterns and texts stay small.
    fn named(&mut self, hint: &str, value: Term) -> Term {
        if value.args().is_empty() {
            return value;
        }
        let name = self.fresh(hint, &value.sort().clone());
        self.definitions.push(term::eq(name.clone(), value));
        name
    }

    /// A fresh value for a local, with what holds by typing.
    fn arbitrary(&mut self, state: &mut State, local: LocalId) -> Term {
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
    fn gap(&mut self, code: &'static str, span: Span, what: &str) {
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
    fn decide(&mut self, state: &State, more: &[Term], goal: &Term) -> bool {
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
    fn proves(&self, question: &Question) -> bool {
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

    fn question(&mut self, facts: Vec<Term>, goal: &Term) -> Question {
        let (assumptions, goal) = self.with_patterns(facts, goal);
        obligation::assemble(
            &self.definitions,
            self.around
                .functions
                .usable(self.below.as_deref(), self.believed),
            assumptions,
            goal,
        )
    }
}

/// What holds of a value by its type.
fn typing(data: &ir::DataType, value: &Term) -> Vec<Term> {
    use ir::DataType;
    match data {
        DataType::Plain => Vec::new(),
        DataType::Share => vec![
            term::lt(state::no_share(), value.clone()),
            term::le(value.clone(), state::whole()),
        ],
        DataType::ZeroShare => vec![
            term::le(state::no_share(), value.clone()),
            term::le(value.clone(), state::whole()),
        ],
        DataType::Enum(count) => vec![
            term::le(term::int(0), value.clone()),
            term::lt(
                value.clone(),
                term::int(i64::try_from(*count).unwrap_or(i64::MAX)),
            ),
        ],
    }
}

/// What must be shown of a value that is given a type. Every value of an enum is one of
/// its constants, since there is no other way to get one.
fn checked_typing(data: &ir::DataType, value: &Term) -> Vec<Term> {
    match data {
        ir::DataType::Enum(_) => Vec::new(),
        _ => typing(data, value),
    }
}

/// The length of an array.
pub fn length_of(array: Term) -> Term {
    term::app(
        &Symbol::new("length", vec![Sort::Ref], Sort::Int),
        vec![array],
    )
}

/// The null reference.
pub fn null() -> Term {
    term::constant("null", Sort::Ref)
}

/// The row of a matrix under vercors-1.4, where rows are fixed.
pub fn fixed_row(matrix: Term, row: Term) -> Term {
    term::app(&row_symbol(), vec![matrix, row])
}

fn row_symbol() -> Symbol {
    Symbol::new("row", vec![Sort::Ref, Sort::Int], Sort::Ref)
}

/// What number a row has in its matrix.
fn row_index_symbol() -> Symbol {
    Symbol::new("row.index", vec![Sort::Ref], Sort::Int)
}

/// What holds of lengths and, under vercors-1.4, of rows.
pub fn background() -> Vec<Term> {
    let array = term::bound("bg!array", Sort::Ref);
    let index = term::bound("bg!index", Sort::Int);
    let length = length_of(array.clone());
    let row = fixed_row(array.clone(), index.clone());
    let matrix_of = Symbol::new("row.matrix", vec![Sort::Ref], Sort::Ref);
    let index_of = row_index_symbol();
    vec![
        term::forall(
            vec![array.clone()],
            vec![vec![length.clone()]],
            term::le(term::int(0), length),
            "length.nonnegative",
        ),
        term::forall(
            vec![array.clone(), index.clone()],
            vec![vec![row.clone()]],
            term::and(vec![
                term::eq(term::app(&matrix_of, vec![row.clone()]), array),
                term::eq(term::app(&index_of, vec![row.clone()]), index),
                term::ne(row, null()),
            ]),
            "row.injective",
        ),
    ]
}
