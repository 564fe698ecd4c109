//! Symbolic execution of one thread.
//!
//! Blocks are executed in an order in which each comes after its predecessors; where ways meet,
//! states are joined. A loop is executed once, from an arbitrary iteration (`loops/mod.rs`).

mod barrier;
mod blocks;
pub(crate) mod eval;
pub(crate) mod loop_path;
pub(crate) mod path;
mod record;
pub(crate) mod state;
mod stmt;
pub(crate) mod symbols;
pub(crate) mod value;

pub(crate) use self::blocks::joined;
use crate::accesses::event::Event;
use crate::accesses::own_copies::OwnCopies;
use crate::accesses::{StmtId, Summary};
use crate::annotations::claim::Speaking;
use crate::annotations::observe::Observed;
use crate::barriers::Promise;
use crate::check::Proposed;
use crate::execution::loop_path::{Backs, Frame, Left, Way};
use crate::execution::path::Path;
use crate::execution::state::{Counts, State};
use crate::execution::symbols::{Symbols, Varies};
use crate::execution::value::{Pointer, Value};
use crate::integers::floats::Meanings;
use crate::launch::Atoms;
use crate::launch::premises::{Parameters, Premises};
use crate::launch::said::{Between, is_of_contents, said};
use crate::loops::{Before, LoopSymbols};
use crate::memory::view::LoopView;
use crate::overflow::margins::Margins;
use crate::overflow::relevant::Decisive;
use crate::overflow::{Fitting, GivenByLaunch, Pending};
use crate::questions::Answer;
use crate::questions::abstraction::Abstraction;
use crate::report::{Lack, Unsupported};
use contracts::{Clause, Number};
use kernel_graph::{
    ArrayId, BlockId, Expr, Function, Graph, LocalId, Module, Place, Scalar, Space,
};
use solver::term::{Sort, Symbol, Term, TermMap, app, bv};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use text::span::Span;

/// A result, or why there is none.
pub(crate) type Executed<T> = Result<T, Unsupported>;

/// Says whether formulas may be true together, with the values of wanted terms.
pub(crate) type Prove<'a> = dyn FnMut(&Symbols, &[Term], &[(String, Term)]) -> Answer + 'a;

/// Choices of the execution.
#[derive(Clone, Debug)]
pub(crate) struct Choices {
    /// Whether accesses to arrays of known size are to stay within them.
    pub bounds: bool,
    /// Whether functions without a body are taken to write nothing but what their arguments point to,
    /// and to wait for nobody.
    pub trust_external: bool,
    /// Which signed arithmetic is taken not to overflow.
    pub fitting: Fitting,
    /// Values of those parameters that are numbers, in order; none for any.
    pub arguments: Vec<Option<u128>>,
    /// Whether a point that the program calls unreachable must not be reached; else it is assumed.
    pub demands_unreachable: bool,
    /// Families of candidate invariants that are left out, by their names.
    pub omitted: Vec<String>,
    /// Whether the user's candidates are tried: not where questions follow that do not ask whether they hold.
    pub tries_candidates: bool,
    /// Where postconditions stand, which are asserted at returns.
    pub postconditions: BTreeSet<Span>,
    /// Whether anything is found out of loops.
    pub infers: bool,
    /// Whether invariants are tried alone, so that those without a rule are passed over.
    pub try_invariants: bool,
    /// Places of invariants that are passed over.
    pub left_out: BTreeSet<Place>,
    /// What decides whether anything is found; of other locals loops say nothing.
    pub decisive: Rc<Decisive>,
}

/// What earlier executions found out about memory that others may write.
#[derive(Clone, Debug, Default)]
pub(crate) struct Known {
    /// Arrays that no thread writes.
    pub read_only: BTreeSet<ArrayId>,
    /// Loads of what the thread has not written since the last barrier.
    pub settled: BTreeSet<StmtId>,
    /// Arrays whose contents are followed, for annotations read them.
    pub followed: BTreeSet<ArrayId>,
    /// Loads of annotations from where no other thread writes.
    pub own: BTreeSet<StmtId>,
    /// Loads of annotations from where no thread but the second one writes.
    pub partner: BTreeSet<StmtId>,
}

/// The execution of a kernel whose calls are inlined.
pub(crate) struct Exec<'a> {
    /// The program.
    pub module: &'a Module,
    /// The kernel.
    pub function: &'a Function,
    /// Its control flow.
    pub graph: &'a Graph,
    /// Symbols made so far.
    pub symbols: Symbols,
    /// The thread's numbers.
    pub atoms: Atoms,
    /// What was found, where the execution is not a trial.
    pub summary: Summary,
    /// How often trials are nested; nothing is recorded while one runs.
    pub trials: u32,
    /// Loops around the point at work, outermost first.
    pub frames: Vec<Frame>,
    /// Numbers of iterations; threads are compared at equal ones.
    pub iterations: BTreeSet<Symbol>,
    /// What stands for values at the heads of loops.
    pub loop_symbols: LoopSymbols,
    /// What loops came to that were executed.
    pub before: Before,
    /// Ways from iterations of loops to the next ones.
    pub backs: Backs,
    /// How loops are left.
    pub lefts: Vec<Left>,
    /// Loops that run a known number of times and count by more than steps, with the number of the last iteration.
    pub countable: BTreeMap<BlockId, u32>,
    /// Arrays that some statement may write.
    pub written: BTreeSet<ArrayId>,
    /// What is known of memory that others may write.
    pub memory: Known,
    /// What annotations read, by the symbols of the values.
    pub observed: TermMap<Observed>,
    /// Loops that change what a thread sees, by the numbers that views have of them.
    pub loop_views: BTreeMap<usize, LoopView>,
    /// How many such views there are.
    pub views_made: usize,
    /// How many of the kernel's parameters are numbers.
    pub numbers: usize,
    /// Invariants of the next barrier.
    pub promises: Vec<Promise>,
    /// The statement at work.
    pub at: StmtId,
    /// What the expressions of the statement at work are taken to satisfy.
    pub fitting: Pending,
    /// What results of arithmetic that mixes signed and unsigned are if nothing wraps; they may be below zero.
    pub below: TermMap<Term>,
    /// Functions of the iteration that depend on what a launch gives.
    pub given_by_launch: GivenByLaunch,
    /// The annotation at work, if it may speak of accesses and of a second thread.
    pub speaking: Option<Speaking>,
    /// What holds of every thread of the launch.
    pub of_all: Vec<Term>,
    /// What the launch satisfies.
    pub premises: Vec<Clause>,
    /// What it says of each element of an array.
    pub between: Vec<Between>,
    /// Parameters that are integers.
    pub parameters: Parameters,
    /// Lengths of arrays that are asked about.
    pub proposed: Vec<Proposed>,
    /// Those that have a value here.
    pub lengths: Vec<(ArrayId, Vec<(Number, Term)>)>,
    /// Says whether formulas may be true together; without it no invariants are sought.
    pub prove: Option<Box<Prove<'a>>>,
    /// Uninterpreted functions, by name and types.
    pub functions: BTreeMap<(String, String), Symbol>,
    /// What those on floats stand for.
    pub floats: Meanings,
    /// What was chosen.
    pub choices: Choices,
    steps: u64,
}

/// A state that leaves a region by an edge.
pub(crate) type Leaving = (BlockId, State);

impl<'a> Exec<'a> {
    /// An execution in which `memory` is known.
    pub(crate) fn new(
        (module, function, graph): (&'a Module, &'a Function, &'a Graph),
        (symbols, atoms): (Symbols, Atoms),
        memory: Known,
        choices: Choices,
    ) -> Exec<'a> {
        Exec {
            module,
            function,
            graph,
            symbols,
            atoms,
            summary: Summary::default(),
            trials: 0,
            frames: Vec::new(),
            iterations: BTreeSet::new(),
            loop_symbols: LoopSymbols::default(),
            before: Before::default(),
            backs: Backs::default(),
            lefts: Vec::new(),
            countable: BTreeMap::new(),
            written: BTreeSet::new(),
            memory,
            observed: TermMap::default(),
            loop_views: BTreeMap::new(),
            views_made: 0,
            promises: Vec::new(),
            numbers: 0,
            at: (BlockId(0), 0),
            fitting: Pending::default(),
            below: TermMap::default(),
            given_by_launch: GivenByLaunch::default(),
            speaking: None,
            of_all: Vec::new(),
            premises: Vec::new(),
            between: Vec::new(),
            parameters: Parameters::new(),
            proposed: Vec::new(),
            lengths: Vec::new(),
            prove: None,
            functions: BTreeMap::new(),
            floats: Meanings::new(),
            choices,
            steps: 0,
        }
    }

    /// Executes the kernel; the parameters' terms by name are given back.
    ///
    /// # Errors
    /// What has no rule.
    pub(crate) fn run(&mut self) -> Executed<Vec<(String, Term)>> {
        let (mut params, mut numbers) = (Vec::new(), Vec::new());
        let mut locals = BTreeMap::new();
        let mut given = std::mem::take(&mut self.choices.arguments).into_iter();
        for param in &self.function.params {
            let Some(local) = self.function.local(param.local) else {
                continue;
            };
            let sort = crate::execution::value::sort_of(local.scalar);
            self.numbers += usize::from(sort.is_some());
            let known = sort.as_ref().and_then(|_| given.next().flatten());
            let value = match (sort, known) {
                (Some(Sort::BitVec(width)), Some(bits)) => Value::Bits(bv::lit(bits, width)),
                (Some(sort), _) => {
                    let term = self
                        .symbols
                        .constant(&param.name, sort.clone(), Varies::Never);
                    // The number of a function says nothing to a reader.
                    if local.scalar != Scalar::Function {
                        params.push((param.name.clone(), term.clone()));
                    }
                    Value::of(term)
                }
                (None, _) => self.arbitrary(local.scalar, &param.name),
            };
            if let Value::Bits(term) | Value::Bool(term) = &value {
                numbers.push((param.name.clone(), term.clone()));
            }
            locals.insert(param.local, value);
        }
        let known = self.known_params(&numbers);
        let premises = Premises {
            params: &known,
            atoms: &self.atoms,
        };
        let proposed = self.proposed.iter();
        let lengths = proposed.map(|(array, numbers)| {
            let numbers = numbers.iter();
            let valued = numbers.filter_map(|one| Some((one.clone(), premises.number(one)?)));
            (*array, valued.collect())
        });
        self.lengths = lengths.collect();
        let of_thread = premises.of_thread(&self.premises);
        let of_contents = said((self.module, self.function), &self.premises);
        let of_contents = of_contents.filter(|(_, between)| {
            let mut all = between.iter();
            all.all(|one| one.has_value(&premises))
        });
        self.premises.retain(|clause| !is_of_contents(clause));
        let premises = premises.all(&self.premises);
        self.parameters = known;
        let without_value = "a clause names no integer parameter of the kernel";
        let lack = Unsupported::new(Lack::Given(without_value), self.function.place);
        self.atoms.facts.extend(premises.ok_or(lack.clone())?);
        (self.symbols.said, self.between) = of_contents.ok_or(lack)?;
        self.atoms.facts.extend(of_thread);
        let mut path = Path::default();
        for fact in self.atoms.facts.clone() {
            path.learn(fact);
        }
        self.of_all.clone_from(&self.atoms.facts);
        let state = State {
            path,
            locals,
            private: BTreeMap::new(),
            views: self.views_at(&Counts::zero(), &|_| true),
            counts: Counts::zero(),
            margins: Margins::default(),
            begun: Some(Event::default()),
            own: Some(OwnCopies::default()),
        };
        let blocks: BTreeSet<BlockId> = self.graph.order.iter().copied().collect();
        self.region(&blocks, BlockId(0), None, state)?;
        Ok(params)
    }

    /// Parameters that are integers, with their signs. Of two of one name nothing is known.
    fn known_params(&self, params: &[(String, Term)]) -> Parameters {
        let mut known = Parameters::new();
        for param in &self.function.params {
            let mut named = params.iter().filter(|(name, _)| *name == param.name);
            let local = self.function.local(param.local);
            if let (Some((name, term)), None, Some(local)) = (named.next(), named.next(), local)
                && matches!(local.scalar, Scalar::Int(_) | Scalar::Bool)
            {
                known.insert(name.clone(), (term.clone(), local.signed));
            }
        }
        known
    }

    /// A symbol of which nothing is known: another in each iteration and for each thread.
    pub(crate) fn fresh(&mut self, sort: Sort, hint: &str) -> Term {
        let iterations: Vec<Term> = self.frames.iter().map(|f| f.iteration.clone()).collect();
        let sorts = vec![Sort::Int; iterations.len()];
        let symbol = self.symbols.function(hint, sorts, sort, Varies::Thread);
        let abstraction = Abstraction::of_hint(hint);
        self.symbols.set_abstraction(&symbol, abstraction);
        app(&symbol, iterations)
    }

    /// The uninterpreted function of a name and types.
    pub(crate) fn uninterpreted(&mut self, name: &str, args: Vec<Sort>, result: Sort) -> Symbol {
        let key = (name.to_owned(), format!("{args:?} {result:?}"));
        if let Some(known) = self.functions.get(&key) {
            return known.clone();
        }
        let symbol = self.symbols.function(name, args, result, Varies::Never);
        let functions = Abstraction::Functions;
        self.symbols.set_abstraction(&symbol, functions);
        self.functions.insert(key, symbol.clone());
        symbol
    }

    /// Gives a local a value.
    pub(crate) fn set(&mut self, state: &mut State, to: LocalId, value: Value) {
        state.locals.insert(to, value);
    }

    fn scalar(&self, local: LocalId) -> Scalar {
        self.function
            .local(local)
            .map_or(Scalar::Handle, |l| l.scalar)
    }

    /// The value of an address.
    pub(crate) fn pointer(&mut self, state: &State, e: &Expr, place: Place) -> Executed<Pointer> {
        let Value::Pointer(pointer) = self.value(state, e, place)? else {
            return Ok(Pointer::unknown());
        };
        Ok(pointer)
    }

    /// A number of bytes, an integer.
    pub(crate) fn size(&mut self, state: &State, e: &Expr, place: Place) -> Executed<Term> {
        let Value::Bits(bits) = self.value(state, e, place)? else {
            return Ok(self.fresh(Sort::Int, "size"));
        };
        Ok(bv::to_nat(bits))
    }

    /// Whether an array lies in memory that no thread writes.
    pub(crate) fn is_constant(&self, array: ArrayId) -> bool {
        let found = self.module.array(array);
        found.is_some_and(|array| array.space == Space::Constant)
    }

    /// Whether the load at work sees what lay there at the last barrier.
    pub(crate) fn is_settled(&self) -> bool {
        self.memory.settled.contains(&self.at)
    }

    /// The numbers of the iterations around, outermost first.
    pub(crate) fn iteration_numbers(&self) -> Vec<Term> {
        self.frames.iter().map(|f| f.iteration.clone()).collect()
    }

    /// Whether no thread writes an array.
    pub(crate) fn is_read_only(&self, array: ArrayId) -> bool {
        self.is_constant(array) || self.memory.read_only.contains(&array)
    }

    /// The way to where a state is.
    pub(crate) fn way(&self, state: &State) -> Way {
        Way {
            path: state.path.clone(),
            loops: self.frames.clone(),
        }
    }

    /// How far threads may differ in a term at equal iterations.
    pub(crate) fn varies(&self, term: &Term) -> Varies {
        self.symbols.term_varies(term, &self.iterations)
    }
}
