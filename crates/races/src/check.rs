//! From a kernel to its report.

use crate::access::{Access, Conflict, Kind, Meeting, StmtId, Summary, Who};
use crate::ask::{Answer, Queries};
use crate::exec::{Choices, Exec};
use crate::inline::inline;
use crate::report::{Assumption, Fault, Finding, Lack, Racing, Report, ThreadIds, Unsupported};
use crate::settled::settled;
use crate::sizes::{Atoms, MOST_THREADS, Size, Sizes};
use crate::symbols::{Other, Symbols, Varies};
use crate::value::Value;
use crate::warp::{LockStep, together};
use ir::kernel::{ArrayId, Function, FunctionId, Graph, Linkage, Module, Place, Space};
use num_bigint::BigInt;
use num_traits::ToPrimitive;
use solver::encode::Effort;
use solver::smt::SolverPool;
use solver::term::{Sort, Term, add, and, bv, eq, lt, ne, not, or};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// What is checked, and how.
#[derive(Clone, Debug)]
pub struct Options {
    /// Sizes of blocks and grid.
    pub sizes: Sizes,
    /// Races and divergence of threads of different blocks, too.
    pub between_blocks: bool,
    /// Races at all; without it only divergence and assertions.
    pub races: bool,
    /// Two writes of the same value are no race.
    pub tolerate_equal_writes: bool,
    /// Accesses stay in arrays of known size.
    pub bounds: bool,
    /// Functions without a body are taken to write nothing but what their arguments point to, and to
    /// wait for nobody; listed as an assumption. Without it a kernel that calls one is not decided.
    pub trust_external: bool,
    /// The threads of a warp of so many are taken to go in lock-step, and each to see what the others
    /// wrote at statements before; listed as an assumption.
    pub lock_step: Option<u32>,
    /// Signed arithmetic is taken not to overflow, as C says; listed as an assumption. Without it, it
    /// wraps round, as the machine does.
    pub no_signed_overflow: bool,
    /// Whether it is found out which findings there are only where signed arithmetic overflows.
    pub tell_overflow: bool,
    /// How hard the solver tries for one form of a question.
    pub effort: Effort,
    /// Resource units for all questions about a kernel together.
    pub budget: u64,
}

/// More findings about one array are not told.
const MOST_FINDINGS: usize = 3;

impl Options {
    /// Everything is checked, for launches of these sizes.
    pub fn new(sizes: Sizes) -> Options {
        Options {
            sizes,
            between_blocks: true,
            races: true,
            tolerate_equal_writes: false,
            bounds: true,
            trust_external: false,
            lock_step: None,
            no_signed_overflow: false,
            tell_overflow: true,
            effort: Effort {
                rlimit: 4_000_000,
                first_rlimit: 1_000_000,
                last_attempt: 4,
                ..Effort::default()
            },
            budget: 100_000_000,
        }
    }
}

/// Checks one kernel of a module.
pub fn check(module: &Module, kernel: FunctionId, options: &Options, pool: &SolverPool) -> Report {
    let name = module
        .functions
        .get(kernel.0 as usize)
        .map(|f| f.name.clone());
    let mut report = Report {
        kernel: name.unwrap_or_default(),
        ..Report::default()
    };
    if let Err(lack) = decide(module, kernel, options, pool, &mut report) {
        report.undecided.push(lack);
    }
    if options.tell_overflow && !options.no_signed_overflow && !report.findings.is_empty() {
        let strict = Options {
            no_signed_overflow: true,
            tell_overflow: false,
            ..options.clone()
        };
        let without = check(module, kernel, &strict, pool);
        report.questions += without.questions;
        let sure = without.undecided.is_empty();
        for finding in &mut report.findings {
            let kind = std::mem::discriminant(&finding.fault);
            let again = without.findings.iter().any(|other| {
                other.place == finding.place && std::mem::discriminant(&other.fault) == kind
            });
            finding.only_by_overflow = sure && !again;
        }
    }
    report
}

fn decide(
    module: &Module,
    kernel: FunctionId,
    options: &Options,
    pool: &SolverPool,
    report: &mut Report,
) -> Result<(), Unsupported> {
    let function = inline(module, kernel)?;
    for (block, grid) in options.sizes.block.iter().zip(&options.sizes.grid) {
        // A thread's number in the grid is taken to fit in 32 bits.
        if let (Size::Fixed(block), Size::Fixed(grid)) = (block, grid)
            && block.checked_mul(*grid).is_none()
        {
            return Err(Unsupported::new(Lack::TooLarge, function.place));
        }
    }
    report.inlined = function.inlined.clone();
    let graph = Graph::new(&function).map_err(|irreducible| {
        let block = function.block(irreducible.at);
        Unsupported::new(
            Lack::Irreducible,
            block.map(|b| b.end_place).unwrap_or_default(),
        )
    })?;
    // The first execution tells which arrays are written.
    let all: BTreeSet<ArrayId> = (0u32..).take(module.arrays.len()).map(ArrayId).collect();
    let program = (module, &function, &graph);
    let nothing = (BTreeSet::new(), BTreeSet::new());
    let (first, _) = execute(program, nothing, options, None)?;
    let read_only: BTreeSet<ArrayId> = all.difference(&first.written).copied().collect();
    let known = (read_only.clone(), BTreeSet::new());
    let (mut run, mut params) = execute(program, known, options, Some(pool))?;
    let mut queries = Queries::new(pool, options.effort.clone(), options.budget);
    let one_block = options.sizes.grid == [Size::Fixed(1); 3];
    // In lock-step a write of another thread before a load is no race with it.
    let spaces = |space: Space| match space {
        Space::Shared | Space::Global if options.lock_step.is_some() => false,
        Space::Shared => options.races,
        Space::Global => options.races && (options.between_blocks || one_block),
        Space::Constant | Space::Private => false,
    };
    let known = settled(module, &run.summary, &run.symbols, (&mut queries, &spaces));
    if !known.is_empty() {
        (run, params) = execute(program, (read_only, known), options, Some(pool))?;
    }
    if !run.written.is_subset(&first.written) {
        return Err(Unsupported::new(Lack::Address, function.place));
    }
    report.undecided.clone_from(&run.summary.lacks);
    report.assumptions = assumptions(module, options, &run.summary);
    let mut work = Work {
        module,
        options,
        run: &run,
        params,
        queries,
        lock_step: options.lock_step.map(|warp| LockStep {
            warp,
            together: together(&function, &graph),
        }),
        report,
    };
    work.obligations();
    work.meetings();
    work.agreements();
    work.claims();
    if options.races {
        work.races();
    }
    work.report.questions = work.queries.asked;
    Ok(())
}

fn execute<'a>(
    program: (&'a Module, &'a Function, &'a Graph),
    known: (BTreeSet<ArrayId>, BTreeSet<StmtId>),
    options: &Options,
    pool: Option<&'a SolverPool>,
) -> Result<(Exec<'a>, Vec<(String, Term)>), Unsupported> {
    let mut symbols = Symbols::new();
    let atoms = Atoms::new(&options.sizes, &mut symbols);
    let choices = Choices {
        bounds: options.bounds,
        trust_external: options.trust_external,
        no_signed_overflow: options.no_signed_overflow,
    };
    let mut exec = Exec::new(program, (symbols, atoms), known, choices);
    if let Some(pool) = pool {
        let mut queries = Queries::new(pool, candidate_effort(), options.budget);
        exec.prove = Some(Box::new(move |symbols, formulas| {
            let none = HashMap::new();
            queries.possible(symbols, &none, formulas, &[]) == Answer::Impossible
        }));
    }
    let params = exec.run()?;
    Ok((exec, params))
}

/// Candidates that are hard to show are seldom needed.
fn candidate_effort() -> Effort {
    Effort {
        first_rlimit: 300_000,
        rlimit: 300_000,
        ..Effort::default()
    }
}

fn assumptions(module: &Module, options: &Options, summary: &Summary) -> Vec<Assumption> {
    let accessed: BTreeSet<ArrayId> = summary.accesses.iter().map(|a| a.array).collect();
    let global = |array: &ArrayId| {
        let found = module.array(*array);
        found.is_some_and(|array| array.space == Space::Global)
    };
    let by_parameter = |array: &ArrayId| {
        let found = module.array(*array);
        found.is_some_and(|array| matches!(array.linkage, Linkage::Parameter(_)))
    };
    let some_parameter = accessed.iter().any(by_parameter);
    let several = accessed
        .iter()
        .filter(|a| global(a) || by_parameter(a))
        .count()
        > 1;
    let mut all = Vec::new();
    if some_parameter && several {
        all.push(Assumption::NoAliasing);
    }
    all.push(Assumption::Addresses);
    if options.no_signed_overflow {
        all.push(Assumption::NoSignedOverflow);
    }
    let sizes = &options.sizes;
    if sizes.grid.contains(&Size::Any) || sizes.block.contains(&Size::Any) {
        all.push(Assumption::GlobalSize);
    }
    if summary.offset {
        all.push(Assumption::GlobalOffset);
    }
    if sizes.block.contains(&Size::Any) {
        all.push(Assumption::BlockSize(MOST_THREADS));
    }
    all.extend(options.lock_step.map(Assumption::LockStep));
    all.extend(summary.external.iter().cloned().map(Assumption::External));
    let mut places: Vec<Place> = summary.assumed.clone();
    places.sort_unstable();
    places.dedup();
    all.extend(places.into_iter().map(Assumption::User));
    all
}

/// A kernel at work.
pub struct Work<'a> {
    /// The program.
    pub module: &'a Module,
    /// What is asked.
    pub options: &'a Options,
    /// What one thread does.
    pub run: &'a Exec<'a>,
    params: Vec<(String, Term)>,
    /// Asks the questions.
    pub queries: Queries<'a>,
    /// Warps whose threads go in lock-step.
    pub lock_step: Option<LockStep>,
    /// The answer so far.
    pub report: &'a mut Report,
}

/// Two threads, for a question about both.
pub struct Two<'a> {
    /// The second one.
    pub other: Other<'a>,
    /// Whether both are of one block.
    pub same_block: bool,
}

impl Work<'_> {
    /// Terms whose values are shown with a counterexample.
    pub fn wanted(&self, two: Option<&mut Two<'_>>) -> Vec<(String, Term)> {
        let atoms = &self.run.atoms;
        let mut all = Vec::new();
        for (at, (thread, block)) in atoms.thread().iter().zip(atoms.block()).enumerate() {
            all.push((format!("thread 0 {at}"), thread.clone()));
            all.push((format!("block 0 {at}"), block.clone()));
        }
        if let Some(two) = two {
            for (at, (thread, block)) in atoms.thread().iter().zip(atoms.block()).enumerate() {
                all.push((format!("thread 1 {at}"), two.other.of(thread)));
                all.push((format!("block 1 {at}"), two.other.of(block)));
            }
        }
        for (name, term) in self.params.iter().chain(&atoms.open_sizes()) {
            if *term.sort() != Sort::Bool {
                all.push((format!("value {name}"), term.clone()));
            }
        }
        all
    }

    fn threads(&self, values: &HashMap<String, BigInt>, count: usize) -> Vec<ThreadIds> {
        let number = |name: String| values.get(&name).and_then(BigInt::to_u32).unwrap_or(0);
        let three =
            |what: &str, who: usize| [0, 1, 2].map(|at| number(format!("{what} {who} {at}")));
        (0..count)
            .map(|who| ThreadIds {
                thread: three("thread", who),
                block: three("block", who),
            })
            .collect()
    }

    fn values(&self, values: &HashMap<String, BigInt>) -> Vec<(String, BigInt)> {
        let sizes = self.run.atoms.open_sizes();
        let names = self.params.iter().chain(&sizes).map(|(name, _)| name);
        names
            .filter_map(|name| Some((name.clone(), values.get(&format!("value {name}"))?.clone())))
            .collect()
    }

    /// Notes what is wrong.
    pub fn found(
        &mut self,
        fault: Fault,
        place: Place,
        values: &HashMap<String, BigInt>,
        threads: usize,
    ) {
        let finding = Finding {
            fault,
            place,
            threads: self.threads(values, threads),
            values: self.values(values),
            abstracted: self.run.summary.abstracted,
            only_by_overflow: false,
        };
        self.report.findings.push(finding);
    }

    /// Notes that the solver gave no answer.
    pub fn undecided(&mut self, why: String, place: Place) {
        self.report
            .undecided
            .push(Unsupported::new(Lack::Limit(why), place));
    }

    fn obligations(&mut self) {
        let run = self.run;
        // Several accesses of one statement break for one reason.
        let mut told: BTreeSet<(Place, String)> = BTreeSet::new();
        for obligation in &run.summary.obligations {
            let key = (obligation.place, format!("{:?}", obligation.reason));
            if told.contains(&key) {
                continue;
            }
            let formulas = [obligation.known.clone(), not(obligation.goal.clone())];
            let wanted = self.wanted(None);
            match self
                .queries
                .possible(&run.symbols, &HashMap::new(), &formulas, &wanted)
            {
                Answer::Impossible => {}
                Answer::Possible(values) => {
                    told.insert(key);
                    let fault = Fault::Broken(obligation.reason);
                    self.found(fault, obligation.place, &values, 1);
                }
                Answer::Unknown(why) => self.undecided(why, obligation.place),
            }
        }
    }

    fn meetings(&mut self) {
        let run = self.run;
        for meeting in &run.summary.meetings {
            self.meeting(meeting, true);
            if meeting.who == Who::Grid && self.options.between_blocks {
                self.meeting(meeting, false);
            }
        }
    }

    /// Whether one thread comes to the point and another does not.
    fn meeting(&mut self, meeting: &Meeting, same_block: bool) {
        match self.apart(meeting, same_block, meeting.who == Who::Warp) {
            Answer::Impossible => {}
            Answer::Possible(values) => {
                let fault = Fault::Divergence {
                    what: meeting.what,
                    who: match same_block {
                        true => meeting.who.min(Who::Block),
                        false => Who::Grid,
                    },
                };
                self.found(fault, meeting.place, &values, 2);
            }
            Answer::Unknown(why) => self.undecided(why, meeting.place),
        }
    }

    /// Whether one thread comes to the point and another does not, though both were together at
    /// the start of the innermost iteration; of one warp, if asked for.
    pub fn apart(&mut self, meeting: &Meeting, same_block: bool, one_warp: bool) -> Answer {
        let run = self.run;
        let shared = match same_block {
            true => Varies::Block,
            false => Varies::Never,
        };
        let uniform = |term: &&Term| run.varies(term) <= shared;
        if meeting.way.decisions().iter().all(uniform) {
            return Answer::Impossible;
        }
        let mut two = Two {
            other: Other::new(&run.symbols, same_block),
            same_block,
        };
        let mut formulas = self.together(&mut two);
        formulas.push(meeting.before.clone());
        formulas.push(two.other.of(&meeting.before));
        for number in &meeting.iterations {
            formulas.push(eq(number.clone(), two.other.of(number)));
        }
        if one_warp {
            formulas.push(self.one_warp(self.module.target.warp, &mut two));
        }
        formulas.push(meeting.way.condition());
        formulas.push(two.other.of(&meeting.way.missed()));
        let wanted = self.wanted(Some(&mut two));
        let origins = two.other.origins();
        self.queries
            .possible(&run.symbols, &origins, &formulas, &wanted)
    }

    /// That two threads of a block are in one warp of so many threads.
    pub fn one_warp(&self, warp: u32, two: &mut Two<'_>) -> Term {
        let warp = bv::lit(warp, 32);
        let mine = bv::udiv(self.run.atoms.flat(), warp);
        let theirs = two.other.of(&mine);
        eq(mine, theirs)
    }

    /// What holds of two different threads.
    pub fn together(&self, two: &mut Two<'_>) -> Vec<Term> {
        let atoms = &self.run.atoms;
        let mut all = Vec::new();
        for fact in &atoms.facts {
            all.push(fact.clone());
            all.push(two.other.of(fact));
        }
        let apart = match two.same_block {
            true => atoms.another_thread(&mut |term| two.other.of(term)),
            false => atoms.another_block(&mut |term| two.other.of(term)),
        };
        all.push(apart);
        if self.options.races {
            all.extend(self.counters(two));
        }
        all
    }

    fn races(&mut self) {
        let run = self.run;
        let mut arrays: BTreeMap<ArrayId, Vec<&Access>> = BTreeMap::new();
        for access in &run.summary.accesses {
            arrays.entry(access.array).or_default().push(access);
        }
        self.copies_alone();
        for (array, accesses) in arrays {
            let changed = accesses.iter().any(|access| access.kind != Kind::Read);
            let Some(space) = self.module.array(array).map(|a| a.space) else {
                continue;
            };
            if !changed || space == Space::Private {
                continue;
            }
            self.races_on(&accesses, space, true);
            if space != Space::Shared && self.options.between_blocks {
                self.races_on(&accesses, space, false);
            }
        }
    }

    /// Whether two accesses of one array race: first all at once, then pair by pair.
    fn races_on(&mut self, accesses: &[&Access], space: Space, same_block: bool) {
        let mut pairs = Vec::new();
        for (at, a) in accesses.iter().enumerate() {
            for b in accesses.iter().skip(at) {
                if a.kind.conflict(b.kind, same_block) != Conflict::Never {
                    pairs.push((*a, *b));
                }
            }
        }
        let mut two = Two {
            other: Other::new(&self.run.symbols, same_block),
            same_block,
        };
        let common = self.together(&mut two);
        if common.iter().any(Term::is_false) {
            return;
        }
        let conflicts: Vec<Term> = pairs
            .iter()
            .map(|(a, b)| self.conflict(a, b, space, &mut two))
            .collect();
        let mut formulas = common.clone();
        formulas.push(or(conflicts.clone()));
        let origins = two.other.origins();
        let run = self.run;
        let all = self
            .queries
            .possible(&run.symbols, &origins, &formulas, &[]);
        if all == Answer::Impossible {
            return;
        }
        let mut told: BTreeSet<(Place, Kind, Place, Kind)> = BTreeSet::new();
        let mut unknown = 0;
        let vague = run.summary.vague_waits;
        for ((a, b), conflict) in pairs.iter().zip(&conflicts) {
            if told.len() + unknown >= MOST_FINDINGS {
                return;
            }
            if conflict.is_false() || told.contains(&(a.place, a.kind, b.place, b.kind)) {
                continue;
            }
            let mut formulas = common.clone();
            formulas.push(conflict.clone());
            let mut wanted = self.wanted(Some(&mut two));
            wanted.push(("offset 0".to_owned(), a.offset.clone()));
            wanted.push(("offset 1".to_owned(), two.other.of(&b.offset)));
            match self
                .queries
                .possible(&run.symbols, &origins, &formulas, &wanted)
            {
                Answer::Impossible => {}
                // It is noted that the end of some copy is not known.
                Answer::Possible(_) if vague && (a.copy.is_some() || b.copy.is_some()) => {
                    unknown += 1;
                }
                Answer::Possible(values) => {
                    told.insert((a.place, a.kind, b.place, b.kind));
                    let racing = |access: &Access, at: &str| Racing {
                        kind: access.kind,
                        place: access.place,
                        bytes: access.bytes.as_int().and_then(BigInt::to_u64),
                        offset: values.get(at).cloned(),
                    };
                    let fault = Fault::Race {
                        array: a.array,
                        first: racing(a, "offset 0"),
                        second: racing(b, "offset 1"),
                        same_block,
                    };
                    self.found(fault, a.place, &values, 2);
                }
                Answer::Unknown(why) => {
                    unknown += 1;
                    self.undecided(why, a.place);
                }
            }
        }
    }

    /// That the first thread makes access `a`, the second `b`, and both touch one byte with
    /// nothing between them.
    fn conflict(&self, a: &Access, b: &Access, space: Space, two: &mut Two<'_>) -> Term {
        let mut of = |term: &Term| two.other.of(term);
        let (start, other_start) = (a.offset.clone(), of(&b.offset));
        let (end, other_end) = (
            add(vec![start.clone(), a.bytes.clone()]),
            add(vec![other_start.clone(), of(&b.bytes)]),
        );
        let same_size = a.bytes == b.bytes;
        let aligned = same_size && is_aligned(a) && is_aligned(b);
        let overlap = match aligned {
            true => eq(start.clone(), other_start.clone()),
            false => and(vec![
                lt(start.clone(), other_end),
                lt(other_start.clone(), end),
            ]),
        };
        let mut all = vec![a.condition.clone(), of(&b.condition), overlap];
        if a.kind.conflict(b.kind, two.same_block) == Conflict::UnlessEqual && same_size {
            all.push(ne(start.clone(), other_start.clone()));
        }
        if two.same_block {
            // What a warp orders is the work of its threads, not a copy that the block makes.
            if a.copy.is_none()
                && b.copy.is_none()
                && let (Some(mine), Some(theirs)) = (&a.counts.warp, &b.counts.warp)
            {
                let equal = eq(mine.clone(), of(theirs));
                if !equal.is_true() {
                    let one_warp = self.one_warp(self.module.target.warp, two);
                    all.push(or(vec![not(one_warp), equal]));
                }
            }
            all.push(self.out_of_step(a, b, two));
            let mut of = |term: &Term| two.other.of(term);
            all.extend(self.unordered((a, b), &Self::counted(space), &mut of));
            all.push(Self::two_copies(a, b, &mut of));
        } else {
            let mut of = |term: &Term| two.other.of(term);
            all.extend(self.unordered((a, b), &|counts| counts.grid.clone(), &mut of));
        }
        let mut of = |term: &Term| two.other.of(term);
        if self.options.tolerate_equal_writes && (a.kind, b.kind) == (Kind::Write, Kind::Write) {
            let differ = match (&a.value, &b.value) {
                (Some(Value::Bits(x)), Some(Value::Bits(y))) if x.sort() == y.sort() => {
                    Some(ne(x.clone(), of(y)))
                }
                (Some(Value::Bool(x)), Some(Value::Bool(y))) => Some(ne(x.clone(), of(y))),
                (Some(Value::Pointer(p)), Some(y)) => match y.map(&mut of) {
                    Value::Pointer(q) => p.equals(&q, &mut |_, _| None).map(not),
                    _ => None,
                },
                _ => None,
            };
            // Where writes overlap in part, equal values are different bytes.
            if let (Some(differ), true) = (differ, same_size) {
                all.push(or(vec![differ, ne(start, other_start)]));
            }
        }
        and(all)
    }
}

/// Whether all offsets of an access are multiples of its size, so that two of one size that overlap
/// are equal. Seen from the structure of the offset alone.
fn is_aligned(access: &Access) -> bool {
    let Some(bytes) = access.bytes.as_int() else {
        return false;
    };
    crate::align::is_multiple(&access.offset, bytes)
}
