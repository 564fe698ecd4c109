//! Symbolic execution of one thread.
//!
//! Blocks are executed in an order in which each comes after its predecessors; where ways meet,
//! states are joined. A loop is executed once, from an arbitrary iteration (`loops.rs`).

use crate::abstraction::Abstraction;
use crate::access::{
    Access, Among, Kind, Meeting, Meets, Obligation, Reason, StmtId, Summary, Who,
};
use crate::ask::Answer;
use crate::barriers::Promise;
use crate::claim::Speaking;
use crate::event::Event;
use crate::floats::Meanings;
use crate::functions::is_function;
use crate::loops::LoopSymbols;
use crate::margins::Margins;
use crate::observe::Observed;
use crate::overflow::{Fitting, Pending};
use crate::passed::Last;
use crate::path::Path;
use crate::relation::{self, Launched, Parameters};
use crate::relevant::Decisive;
use crate::report::{Lack, Unsupported};
use crate::sizes::Atoms;
use crate::state::{Counts, State};
use crate::symbols::{Symbols, Varies};
use crate::unroll::cut;
use crate::value::{Pointer, Target, Value};
use crate::view::{LoopView, View};
use crate::way::{Backs, Frame, Way};
use ir::kernel::{
    ArrayId, Barrier, BlockId, Callee, Expr, Function, Graph, LocalId, Module, Place, Scalar,
    Scope, Space, Stmt, StmtKind, Terminator,
};
use solver::term::{Sort, Symbol, Term, TermMap, add, and, app, bv, eq, int, le, not, or};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// More statements are not executed.
const MOST_STEPS: u64 = 200_000;

/// A result, or why there is none.
pub type Executed<T> = Result<T, Unsupported>;

/// Says whether formulas may be true together, with the values of wanted terms.
pub type Prove<'a> = dyn FnMut(&Symbols, &[Term], &[(String, Term)]) -> Answer + 'a;

/// Choices of the execution.
#[derive(Clone, Debug)]
pub struct Choices {
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
    /// Whether invariants are tried alone, so that those without a rule are passed over.
    pub try_invariants: bool,
    /// Places of invariants that are passed over.
    pub left_out: BTreeSet<Place>,
    /// What decides whether anything is found; of other locals loops say nothing.
    pub decisive: Rc<Decisive>,
}

/// What earlier executions found out about memory that others may write.
#[derive(Clone, Debug, Default)]
pub struct Known {
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
pub struct Exec<'a> {
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
    /// Ways from iterations of loops to the next ones.
    pub backs: Backs,
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
    /// What results of arithmetic that mixes signed and unsigned are if nothing wraps round; they may be below zero.
    pub below: TermMap<Term>,
    /// Functions of the iteration that depend on what a launch gives.
    pub given_by_launch: BTreeSet<Symbol>,
    /// The annotation at work, if it may speak of accesses and of a second thread.
    pub speaking: Option<Speaking>,
    /// What holds of every thread of the launch.
    pub of_all: Vec<Term>,
    /// What each of the launches that may start the kernel says.
    pub launches: Vec<Launched>,
    /// The same as formulas, one for each.
    pub related: Vec<Term>,
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
pub type Leaving = (BlockId, State);

impl<'a> Exec<'a> {
    /// An execution in which `memory` is known.
    pub fn new(
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
            backs: Backs::default(),
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
            given_by_launch: BTreeSet::new(),
            speaking: None,
            of_all: Vec::new(),
            launches: Vec::new(),
            related: Vec::new(),
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
    pub fn run(&mut self) -> Executed<Vec<(String, Term)>> {
        let (mut params, mut numbers) = (Vec::new(), Vec::new());
        let mut locals = BTreeMap::new();
        let mut given = std::mem::take(&mut self.choices.arguments).into_iter();
        for param in &self.function.params {
            let Some(local) = self.function.local(param.local) else {
                continue;
            };
            let sort = crate::value::sort_of(local.scalar);
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
                    match sort {
                        Sort::Bool => Value::Bool(term),
                        _ => Value::Bits(term),
                    }
                }
                (None, _) => self.arbitrary(local.scalar, &param.name),
            };
            if let Value::Bits(term) | Value::Bool(term) = &value {
                numbers.push((param.name.clone(), term.clone()));
            }
            locals.insert(param.local, value);
        }
        let known = self.known_params(&numbers);
        self.related = relation::cases(&self.launches, &known, &self.atoms, &mut self.symbols);
        if !self.related.is_empty() {
            self.atoms.facts.push(or(self.related.clone()));
        }
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

    /// Executes the blocks of a region from its head: gives the states that jump back to the head,
    /// and those that leave the region.
    pub fn region(
        &mut self,
        blocks: &BTreeSet<BlockId>,
        head: BlockId,
        around: Option<BlockId>,
        state: State,
    ) -> Executed<(Vec<State>, Vec<Leaving>)> {
        let mut waiting: BTreeMap<BlockId, Vec<State>> = BTreeMap::new();
        waiting.insert(head, vec![state]);
        let (mut back, mut out) = (Vec::new(), Vec::new());
        let graph = self.graph;
        for block in &graph.order {
            let Some(states) = waiting.remove(block) else {
                continue;
            };
            let Some(state) = joined(states) else {
                continue;
            };
            let inner = graph
                .loops
                .get(block)
                .filter(|inner| inner.parent == around && Some(inner.head) != around);
            let next = match inner {
                Some(inner) => self.repeat(inner, state)?,
                None => self.block(*block, state)?,
            };
            for (to, state) in next {
                if state.path.is_impossible() {
                    continue;
                }
                if Some(to) == around {
                    back.push(state);
                } else if blocks.contains(&to) {
                    waiting.entry(to).or_default().push(state);
                } else {
                    out.push((to, state));
                }
            }
        }
        Ok((back, out))
    }

    fn block(&mut self, id: BlockId, mut state: State) -> Executed<Vec<Leaving>> {
        let function = self.function;
        let Some(block) = function.block(id) else {
            return Ok(Vec::new());
        };
        for (number, stmt) in block.stmts.iter().enumerate() {
            self.at = (id, number);
            self.steps += 1;
            if self.steps > MOST_STEPS {
                return Err(Unsupported::new(Lack::TooLarge, stmt.place));
            }
            self.stmt(&mut state, stmt)?;
            self.learn_fitting(&mut state, stmt.place);
        }
        let place = block.end_place;
        self.at = (id, block.stmts.len());
        Ok(match &block.end {
            Terminator::Goto(to) => vec![(*to, state)],
            Terminator::Branch {
                condition,
                then,
                otherwise,
            } => {
                let condition = self.truth(&state, condition, place)?;
                self.learn_fitting(&mut state, place);
                let mut no = state.clone();
                state.path.decide(condition.clone());
                no.path.decide(not(condition));
                vec![(*then, state), (*otherwise, no)]
            }
            Terminator::Switch {
                value,
                cases,
                otherwise,
            } => {
                let Value::Bits(value) = self.value(&state, value, place)? else {
                    return Err(Unsupported::new(Lack::Address, place));
                };
                self.learn_fitting(&mut state, place);
                let width = value.sort().width().unwrap_or(1);
                let is = |bits: u128| eq(value.clone(), bv::lit(bits, width));
                let mut next = Vec::new();
                let mut targets: Vec<BlockId> = cases.iter().map(|(_, to)| *to).collect();
                targets.dedup();
                let mut seen = BTreeSet::new();
                for to in targets {
                    if !seen.insert(to) {
                        continue;
                    }
                    let ways = cases.iter().filter(|(_, block)| *block == to);
                    let mut way = state.clone();
                    way.path
                        .decide(or(ways.map(|(bits, _)| is(*bits)).collect()));
                    next.push((to, way));
                }
                let none = cases.iter().map(|(bits, _)| not(is(*bits)));
                state.path.decide(and(none.collect()));
                next.push((*otherwise, state));
                next
            }
            Terminator::Return(_) | Terminator::Trap => Vec::new(),
            Terminator::Unreachable if place == cut() => {
                self.summary.cut.push(state.path.condition());
                Vec::new()
            }
            Terminator::Unreachable if self.choices.demands_unreachable => {
                let known = state.path.condition();
                self.oblige(&known, solver::term::ff(), Reason::Assertion, place);
                Vec::new()
            }
            Terminator::Unreachable => {
                if self.trials == 0 {
                    self.summary.assumed.push(place);
                }
                Vec::new()
            }
        })
    }

    /// A symbol of which nothing is known: another in each iteration and for each thread.
    pub fn fresh(&mut self, sort: Sort, hint: &str) -> Term {
        let iterations: Vec<Term> = self.frames.iter().map(|f| f.iteration.clone()).collect();
        let sorts = vec![Sort::Int; iterations.len()];
        let symbol = self.symbols.function(hint, sorts, sort, Varies::Thread);
        let abstraction = Abstraction::of_hint(hint);
        self.symbols.set_abstraction(&symbol, abstraction);
        app(&symbol, iterations)
    }

    /// The uninterpreted function of a name and types.
    pub fn uninterpreted(&mut self, name: &str, args: Vec<Sort>, result: Sort) -> Symbol {
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
    pub fn set(&mut self, state: &mut State, to: LocalId, value: Value) {
        state.locals.insert(to, value);
    }

    fn scalar(&self, local: LocalId) -> Scalar {
        self.function
            .local(local)
            .map_or(Scalar::Handle, |l| l.scalar)
    }

    /// The value of an address.
    pub fn pointer(&mut self, state: &State, e: &Expr, place: Place) -> Executed<Pointer> {
        match self.value(state, e, place)? {
            Value::Pointer(pointer) => Ok(pointer),
            _ => Ok(Pointer::unknown()),
        }
    }

    fn stmt(&mut self, state: &mut State, stmt: &Stmt) -> Executed<()> {
        let place = stmt.place;
        match &stmt.kind {
            StmtKind::Assign { to, value } => {
                let value = self.value(state, value, place)?;
                self.set(state, *to, value);
            }
            StmtKind::Load {
                to,
                address,
                access,
            } => {
                self.fitting.annotation = access.ghost;
                let pointer = self.pointer(state, address, place);
                self.fitting.annotation = false;
                let pointer = pointer?;
                match access.ghost {
                    // What an annotation reads nobody executes.
                    true => self.fitting.forget(0),
                    false => self.learn_fitting(state, place),
                }
                let scalar = self.scalar(*to);
                let value = self.load(
                    state,
                    &pointer,
                    scalar,
                    (access.ghost, access.volatile),
                    place,
                )?;
                self.set(state, *to, value);
            }
            StmtKind::Store {
                address,
                value,
                access,
            } => {
                let pointer = self.pointer(state, address, place)?;
                let bytes = value.scalar.bytes(self.module.target.pointer);
                let before = self.fitting.len();
                let value = self.stored(state, value, place)?;
                if !self.choices.fitting.wants_values(self.at) {
                    self.fitting.forget(before);
                }
                self.learn_fitting(state, place);
                self.store(state, &pointer, (value, bytes), access.ghost, place)?;
            }
            StmtKind::Copy {
                to, from, bytes, ..
            } => {
                let to = self.pointer(state, to, place)?;
                let from = self.pointer(state, from, place)?;
                let bytes = self.size(state, bytes, place)?;
                self.learn_fitting(state, place);
                self.copy(state, &to, &from, &bytes, place)?;
            }
            StmtKind::Fill { to, bytes, .. } => {
                let to = self.pointer(state, to, place)?;
                let bytes = self.size(state, bytes, place)?;
                self.learn_fitting(state, place);
                self.touch(state, &to, &bytes, Kind::Write, place)?;
            }
            StmtKind::Atomic {
                to,
                op,
                address,
                scalar,
                operands,
                scope,
                ..
            } => {
                let pointer = self.pointer(state, address, place)?;
                self.learn_fitting(state, place);
                let bytes = int(i64::from(scalar.bytes(self.module.target.pointer)));
                let among = match scope {
                    Scope::Grid | Scope::System => Among::All,
                    Scope::Block => Among::Block,
                    Scope::Warp(_) | Scope::Tile(_) | Scope::SubGroup => Among::Few,
                };
                self.touch(state, &pointer, &bytes, Kind::Atomic(among), place)?;
                if let Some(to) = to {
                    let value = self.arbitrary(*scalar, "atomic");
                    self.counter(state, (*op, operands), &pointer, &value);
                    self.set(state, *to, value);
                }
            }
            StmtKind::Barrier(barrier) => self.barrier(state, barrier, place)?,
            // A fence orders what one thread does; it makes nobody wait.
            StmtKind::Fence(..) | StmtKind::Point => {}
            StmtKind::Collective { to, among, .. } => {
                match among {
                    Some(Scope::Warp(mask)) => self.gather_named(mask, state, place)?,
                    Some(Scope::Tile(size)) => self.gather(Who::Tile(*size), None, state, place),
                    Some(Scope::SubGroup) => self.gather(Who::SubGroup, None, state, place),
                    // A barrier of the block stands before it; or whoever is there takes part.
                    Some(Scope::Block | Scope::Grid | Scope::System) | None => {}
                }
                let value = self.arbitrary(self.scalar(*to), "exchanged");
                self.set(state, *to, value);
            }
            StmtKind::CopyAsync { .. } | StmtKind::WaitAsync(_) => {
                self.asynchronous(state, &stmt.kind, place)?;
            }
            StmtKind::Havoc(to) => {
                let value = self.arbitrary(self.scalar(*to), "arbitrary");
                self.set(state, *to, value);
            }
            StmtKind::Declare(array) => {
                state.private.insert(*array, BTreeMap::new());
            }
            StmtKind::Annotation(annotation) => {
                self.fitting.annotation = true;
                let result = self.annotation(state, annotation, place);
                // Nobody executes what an annotation says: there it is arithmetic of the machine.
                self.fitting.annotation = false;
                self.fitting.forget(0);
                result?;
            }
            StmtKind::Call {
                to,
                callee,
                arguments,
            } => self.call(state, *to, (callee, arguments), place)?,
        }
        Ok(())
    }

    /// A number of bytes, an integer.
    pub fn size(&mut self, state: &State, e: &Expr, place: Place) -> Executed<Term> {
        Ok(match self.value(state, e, place)? {
            Value::Bits(bits) => bv::to_nat(bits),
            _ => self.fresh(Sort::Int, "size"),
        })
    }

    fn call(
        &mut self,
        state: &mut State,
        to: Option<LocalId>,
        (callee, arguments): (&Callee, &[Expr]),
        place: Place,
    ) -> Executed<()> {
        let name = match callee {
            Callee::External(name) => name,
            // What is left of these are the ways of a choice that must not be taken.
            Callee::Function(_) => {
                self.call_again(state, to, place);
                return Ok(());
            }
            Callee::Pointer(pointer) => {
                let value = self.value(state, pointer, place)?;
                self.call_nowhere(state, (value, to), place);
                return Ok(());
            }
        };
        // A function without a body may write whatever it can name, and wait for other threads.
        let mut harmless = self.choices.trust_external;
        for argument in arguments {
            let value = self.value(state, argument, place)?;
            harmless = harmless && self.stays_private(state, &value);
        }
        let lack = Unsupported::new(Lack::External(name.clone()), place);
        if !harmless && self.choices.demands_unreachable && self.ends_here() {
            // What it does is not decided, but that it does not return is to be shown.
            return self.lacking(lack);
        }
        if !harmless {
            return Err(lack);
        }
        if self.trials == 0 {
            self.summary.external.insert(name.clone());
        }
        if let Some(to) = to {
            let value = self.arbitrary(self.scalar(to), "result");
            self.set(state, to, value);
        }
        Ok(())
    }

    /// Whether a function that gets a value cannot write what others see by it; the thread's own
    /// memory that it may write becomes arbitrary.
    fn stays_private(&mut self, state: &mut State, value: &Value) -> bool {
        let pointer = match value {
            // It could call it.
            value if is_function(value) => return false,
            Value::Bits(_) | Value::Bool(_) => return true,
            Value::Event(_) | Value::Opaque => return false,
            Value::Pointer(pointer) => pointer,
        };
        for case in &pointer.cases {
            match case.target {
                Target::Null => {}
                Target::Array(array) if self.is_constant(array) => {}
                Target::Array(array) if self.is_private(array) => {
                    // The addresses that an array without cells holds are unknown.
                    let Some(cells) = state.private.remove(&array) else {
                        return false;
                    };
                    let plain = |value: &Value| {
                        matches!(value, Value::Bits(_) | Value::Bool(_)) && !is_function(value)
                    };
                    if !cells.values().all(|(_, value)| plain(value)) {
                        return false;
                    }
                }
                Target::Array(_) | Target::Function(_) | Target::Unknown => return false,
            }
        }
        true
    }

    /// Whether nothing comes after the statement at work, as the program says.
    fn ends_here(&self) -> bool {
        let (id, at) = self.at;
        let block = self.function.block(id);
        block.is_some_and(|block| {
            block.end == Terminator::Unreachable && block.stmts.len() == at + 1
        })
    }

    /// Whether an array lies in memory that no thread writes.
    pub fn is_constant(&self, array: ArrayId) -> bool {
        let found = self.module.array(array);
        found.is_some_and(|array| array.space == Space::Constant)
    }

    /// Whether the load at work sees what lay there at the last barrier.
    pub fn is_settled(&self) -> bool {
        self.memory.settled.contains(&self.at)
    }

    /// The numbers of the iterations around, outermost first.
    pub fn iteration_numbers(&self) -> Vec<Term> {
        self.frames.iter().map(|f| f.iteration.clone()).collect()
    }

    /// Whether no thread writes an array.
    pub fn is_read_only(&self, array: ArrayId) -> bool {
        self.is_constant(array) || self.memory.read_only.contains(&array)
    }

    /// What the thread sees where so many barriers are passed, of followed arrays in these kinds of
    /// memory.
    fn views_at(&self, counts: &Counts, kind: &dyn Fn(Space) -> bool) -> BTreeMap<ArrayId, View> {
        let each = self.memory.followed.iter().filter_map(|array| {
            let space = self.module.array(*array)?.space;
            let count = match space {
                Space::Shared => counts.shared.clone(),
                Space::Global | Space::Constant | Space::Private => counts.global.clone(),
            };
            kind(space).then(|| (*array, View::at_barrier(count)))
        });
        each.collect()
    }

    fn barrier(&mut self, state: &mut State, barrier: &Barrier, place: Place) -> Executed<()> {
        let warp = i64::from(self.module.target.warp);
        let who = match &barrier.scope {
            Scope::Block => Who::Block,
            Scope::Grid | Scope::System => Who::Grid,
            Scope::Warp(mask) if is_full(mask) => Who::Warp,
            Scope::Tile(size) if i64::from(*size) == warp => Who::Warp,
            Scope::Tile(size) => Who::Tile(*size),
            Scope::SubGroup => Who::SubGroup,
            // Nothing is ordered by a part of a warp here.
            Scope::Warp(mask) => {
                self.gather_named(mask, state, place)?;
                return self.no_promises();
            }
        };
        self.meet(Meets::Barrier, state, who, place);
        let more = |count: &Option<Term>| count.as_ref().map(|n| add(vec![n.clone(), int(1)]));
        if matches!(who, Who::Tile(_) | Who::SubGroup) {
            // Its threads meet; nothing is ordered by that here.
            return self.no_promises();
        }
        if who == Who::Warp {
            // A barrier that orders but one kind of memory is not counted.
            if barrier.fences.shared && barrier.fences.global {
                state.counts.warp = more(&state.counts.warp);
            }
            return self.no_promises();
        }
        let this = Last::at(self.at, &self.iteration_numbers());
        let mut behind = state.counts.clone();
        if barrier.fences.shared {
            behind.shared = more(&behind.shared);
            behind.warp_at_shared.clone_from(&behind.warp);
            behind.passed.shared = this.clone();
        }
        if barrier.fences.global {
            behind.global = more(&behind.global);
            behind.warp_at_global.clone_from(&behind.warp);
            if who == Who::Grid {
                behind.grid = more(&behind.grid);
                behind.passed.grid = this.clone();
            }
            behind.passed.global = this;
        }
        for fact in self.kept(state, &behind)? {
            state.path.learn(fact);
        }
        let fenced = |space: Space| match space {
            Space::Shared => barrier.fences.shared,
            Space::Global => barrier.fences.global,
            Space::Constant | Space::Private => false,
        };
        let views = self.views_at(&behind, &fenced);
        state.views.extend(views);
        state.counts = behind;
        Ok(())
    }

    /// Records a point where threads meet.
    pub fn meet(&mut self, what: Meets, state: &State, who: Who, place: Place) {
        if self.trials == 0 {
            let meeting = self.meeting(what, state, who, place);
            self.summary.meetings.push(meeting);
        }
    }

    /// Records a point where the threads of a part of a block work together, so that all who are meant have
    /// to come: those that a mask names, if there is one.
    pub fn gather(&mut self, who: Who, mask: Option<Term>, state: &State, place: Place) {
        if self.trials == 0 {
            let meeting = self.meeting(Meets::Exchange, state, who, place);
            self.summary.gatherings.push(Meeting { mask, ..meeting });
        }
    }

    /// Records a point where the lanes of a warp work together that a mask names.
    fn gather_named(&mut self, mask: &Expr, state: &State, place: Place) -> Executed<()> {
        let value = match is_full(mask) {
            true => None,
            false => Some(self.value(state, mask, place)?),
        };
        let mask = match value {
            None => None,
            // A mask has a bit for each lane.
            Some(Value::Bits(bits)) if bits.sort().width() == Some(self.module.target.warp) => {
                Some(bits)
            }
            Some(_) => Some(self.fresh(Sort::BitVec(self.module.target.warp), "exchanged")),
        };
        self.gather(Who::Warp, mask, state, place);
        Ok(())
    }

    /// The way to where a state is.
    pub fn way(&self, state: &State) -> Way {
        Way {
            path: state.path.clone(),
            loops: self.frames.clone(),
        }
    }

    /// The point that a state is at, as one where threads meet.
    pub fn meeting(&self, what: Meets, state: &State, who: Who, place: Place) -> Meeting {
        Meeting {
            what,
            place,
            way: self.way(state),
            iterations: self.iteration_numbers(),
            who,
            mask: None,
        }
    }

    /// Records an access.
    pub fn access(&mut self, access: Access) {
        if access.kind != Kind::Read {
            self.written.insert(access.array);
        }
        if self.trials > 0 {
            return;
        }
        let place = access.place;
        if access.kind != Kind::Read && self.is_constant(access.array) {
            self.oblige(
                &access.condition,
                solver::term::ff(),
                Reason::ConstantWrite(access.array),
                place,
            );
        }
        let bytes = (access.offset.clone(), access.bytes.clone());
        self.within(&access.condition, access.array, bytes, place);
        self.summary.accesses.push(access);
    }

    /// Records that bytes lie within their array, where its size is known.
    pub fn within(
        &mut self,
        condition: &Term,
        array: ArrayId,
        (offset, bytes): (Term, Term),
        place: Place,
    ) {
        let size = self.module.array(array).and_then(|array| array.bytes);
        if let (true, Some(size)) = (self.choices.bounds, size) {
            let end = add(vec![offset.clone(), bytes]);
            let within = and(vec![
                le(int(0), offset),
                le(end, solver::term::big(size.into())),
            ]);
            self.oblige(condition, within, Reason::Bounds(array), place);
        }
    }

    /// Records what must hold.
    pub fn oblige(&mut self, known: &Term, goal: Term, reason: Reason, place: Place) {
        if self.trials == 0 && !goal.is_true() {
            self.summary.obligations.push(Obligation {
                known: known.clone(),
                goal,
                reason,
                place,
            });
        }
    }

    /// How far threads may differ in a term at equal iterations.
    pub fn varies(&self, term: &Term) -> Varies {
        self.symbols.term_varies(term, &self.iterations)
    }
}

/// Whether a mask names all threads of a warp.
fn is_full(mask: &Expr) -> bool {
    mask.as_const() == Some(u128::from(u32::MAX)) || mask.as_const() == Some(u128::from(u64::MAX))
}

/// The state where several ways meet; none if there is no way.
pub fn joined(states: Vec<State>) -> Option<State> {
    let mut states = states.into_iter();
    let first = states.next()?;
    Some(states.fold(first, |a, b| a.join(&b)))
}
