//! From a kernel to its report.

use crate::abstraction::{Abstraction, Counterexample};
use crate::access::{Access, Conflict, Kind, Meeting, Meets, Obligation, Reason, Summary, Who};
use crate::ask::{Answer, Queries, Source, Sources};
use crate::boogie::Axiom;
use crate::exec::{Choices, Exec, Known};
use crate::inline::{SPECIFICATION, inline};
use crate::overflow::{Fitting, Matter, Overflow};
use crate::passed::Barriers;
use crate::pinned::{pinned, small_launches};
use crate::relation::Launched;
use crate::relevant::{Relevant, decisive, relevant};
use crate::report::{
    Assumption, Fault, Finding, Lack, Racing, Report, Status, ThreadIds, Unsupported,
};
use crate::settled::settled;
use crate::sizes::{Atoms, MOST_THREADS, Size, Sizes};
use crate::symbols::{Other, Symbols, Varies};
use crate::unroll::{Copies, unrolled};
use crate::value::Value;
use crate::warp::{LockStep, together};
use crate::watched::Meet;
use ir::kernel::{ArrayId, Function, FunctionId, Graph, Linkage, Module, Place, Space};
use num_bigint::BigInt;
use num_traits::ToPrimitive;
use solver::encode::Effort;
use solver::smt::SolverPool;
use solver::term::{Sort, Term, add, and, bv, eq, lt, ne, not, or};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;

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
    /// What becomes of signed arithmetic whose result does not fit.
    pub overflow: Overflow,
    /// What is believed of the functions that the program declares as uninterpreted.
    pub axioms: Vec<Axiom>,
    /// Values of those parameters of kernels that are numbers, in order, by the kernel's name; none for
    /// any. What is said holds for these.
    pub arguments: Vec<(String, Vec<Option<u128>>)>,
    /// Whether the user's invariants are tried alone: those that may not hold are left out, instead of
    /// being findings.
    pub try_invariants: bool,
    /// Families of candidate invariants that are left out, by their names.
    pub omitted: Vec<String>,
    /// What each of the launches that may start the kernel says of sizes and parameters together; listed
    /// as an assumption. Nothing is known if there are none.
    pub launches: Vec<Launched>,
    /// An asynchronous copy is complete for a thread that has waited for it, without a barrier.
    pub wait_completes: bool,
    /// An access by an address of which nothing is known, and a call by one, are told as accesses by
    /// a null pointer; without it they are not decided. A point that the program calls unreachable must
    /// not be reached then; without it that is assumed.
    pub unknown_is_null: bool,
    /// Only the first so many iterations of each loop are looked at, and nothing is proved of a kernel
    /// with loops; all of them if absent.
    pub iterations: Option<u32>,
    /// A kernel that makes more accesses, after loops were taken apart, is not looked at.
    pub most_accesses: Option<usize>,
    /// The first thing that is wrong or not decided is enough: no more is asked. For who asks only
    /// whether a kernel is verified.
    pub until_one: bool,
    /// Whether what is found counts although nothing confirms it; else it is not decided.
    pub unconfirmed: bool,
    /// How hard the solver tries for one form of a question.
    pub effort: Effort,
    /// The same for a question whether a candidate invariant holds.
    pub candidates: Effort,
    /// Resource units for all questions about a kernel with one meaning of signed arithmetic; those about
    /// candidates have as many of their own.
    pub budget: u64,
}

/// How often the kernel is executed to find out what annotations read.
const MOST_ROUNDS: usize = 8;

/// So many obligations are asked together first.
const TOGETHER: usize = 16;

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
            overflow: Overflow::Undefined,
            axioms: Vec::new(),
            arguments: Vec::new(),
            try_invariants: false,
            omitted: Vec::new(),
            launches: Vec::new(),
            wait_completes: true,
            unknown_is_null: false,
            iterations: None,
            most_accesses: None,
            until_one: false,
            unconfirmed: false,
            effort: Effort {
                first_rlimit: 200_000,
                rlimit: 1_000_000,
                last_attempt: 4,
                ..Effort::default()
            },
            // Candidates that are hard to show are seldom needed.
            candidates: Effort {
                first_rlimit: 150_000,
                rlimit: 150_000,
                last_attempt: 4,
                ..Effort::default()
            },
            budget: 6_000_000,
        }
    }

    /// With fewer resource units for each question.
    pub(crate) fn with_little(mut self) -> Options {
        self.effort.rlimit = self.effort.rlimit.min(self.effort.first_rlimit);
        self
    }
}

/// Checks one kernel of a module.
pub fn check(module: &Module, kernel: FunctionId, options: &Options, pool: &SolverPool) -> Report {
    let mut left_out: BTreeSet<Place> = BTreeSet::new();
    let sources = Sources::new(pool, options.budget);
    loop {
        let mut report = checked((module, kernel), options, &left_out, &sources);
        report.units = sources.spent();
        let broken = report.findings.iter().filter(|finding| {
            options.try_invariants && finding.fault == Fault::Broken(Reason::Invariant)
        });
        let before = left_out.len();
        // What may not hold although all the others do is no invariant.
        left_out.extend(broken.map(|finding| finding.place));
        if left_out.len() == before {
            return report;
        }
    }
}

fn checked(
    of: (&Module, FunctionId),
    options: &Options,
    left_out: &BTreeSet<Place>,
    sources: &Sources<'_>,
) -> Report {
    let with_as = |overflow: Overflow, until_one: bool| {
        let options = Options {
            overflow,
            until_one: until_one || options.until_one,
            ..options.clone()
        };
        attempt(of, &options, left_out, sources.of(overflow))
    };
    let with = |overflow: Overflow| with_as(overflow, false);
    let with_little = |overflow: Overflow, until_one: bool| {
        let options = Options {
            overflow,
            until_one: until_one || options.until_one,
            ..options.clone()
        };
        attempt(of, &options.with_little(), left_out, sources.little())
    };
    let excused = match options.overflow {
        Overflow::Wraps | Overflow::Never | Overflow::Excluded => return with(options.overflow),
        Overflow::Told => false,
        Overflow::Undefined => true,
    };
    let limited =
        |lack: &Unsupported| matches!(lack.lack, Lack::Limit(_) | Lack::Unconfirmed | Lack::Absent);
    let is_again = |report: &Report| match report.status() {
        Status::Verified => false,
        Status::Wrong => true,
        // Numbers that do not wrap are easier.
        Status::Unknown => excused && report.undecided.iter().all(limited),
    };
    let mut questions = 0;
    if excused {
        // What is wrong is told in full only if it is not excused; the first thing that is found says
        // whether it has to be. Numbers that wrap are the harder ones: what is not seen soon is looked at
        // without them.
        let mut first = with_little(Overflow::Wraps, true);
        questions += first.questions;
        let too_large = |lack: &Unsupported| lack.lack == Lack::TooLarge;
        if first.status() == Status::Verified || first.undecided.iter().any(too_large) {
            return first;
        }
        if is_again(&first) {
            let wrong = first.status() == Status::Wrong;
            let small = |questions: usize| {
                let found = in_small_launches(of, options, left_out, sources)?;
                // The verdict is known. What else is wrong is looked for with little effort.
                let mut report = with_little(Overflow::Never, false);
                report.questions += questions + found.questions;
                let known = |one: &Finding| report.findings.iter().any(|it| is_same(it, one));
                let more = found.findings.into_iter().filter(|one| !known(one));
                let more: Vec<Finding> = more.collect();
                report.findings.extend(more);
                Some(report)
            };
            if !wrong && let Some(report) = small(questions) {
                return report;
            }
            first = with_as(Overflow::Never, true);
            questions += first.questions;
            if wrong
                && first.status() == Status::Unknown
                && let Some(report) = small(questions)
            {
                return report;
            }
            if !wrong && first.status() != Status::Verified {
                // What is seen without overflow is wrong in any case, and what is not decided there is
                // harder with it.
                first = with(Overflow::Never);
                first.questions += questions;
                questions = first.questions;
                if first.status() == Status::Unknown {
                    // Numbers that wrap are the easier ones now and then.
                    let mut last = with(Overflow::Wraps);
                    first.questions += last.questions;
                    if last.status() == Status::Verified {
                        last.questions = first.questions;
                        return last;
                    }
                }
                if first.status() != Status::Verified {
                    return first;
                }
            }
        }
        if first.status() == Status::Verified {
            let mut last = with(Overflow::Undefined);
            questions += last.questions;
            last.questions = questions;
            if last.status() == Status::Verified {
                return last;
            }
        }
    }
    let mut report = with(Overflow::Wraps);
    report.questions += questions;
    if report.findings.is_empty() {
        return report;
    }
    let without = with(Overflow::Excluded);
    report.questions += without.questions;
    let sure = without.undecided.is_empty();
    let mut unsure = Vec::new();
    for mut finding in std::mem::take(&mut report.findings) {
        let again = without
            .findings
            .iter()
            .any(|other| is_same(other, &finding));
        finding.only_by_overflow = sure && !again;
        match again || sure {
            true => report.findings.push(finding),
            false => unsure.push(finding),
        }
    }
    // With the sizes and parameters of the counterexample it is easier to see whether it takes an overflow.
    for finding in unsure {
        let options = pinned(of, options, &finding.values).with_little();
        let tried = attempt(of, &options, left_out, sources.little());
        report.questions += tried.questions;
        match tried.findings.iter().any(|other| is_same(other, &finding)) {
            true => report.findings.push(finding),
            false => {
                let lack = Unsupported::new(Lack::Overflow, finding.place);
                if !report.undecided.contains(&lack) {
                    report.undecided.push(lack);
                }
            }
        }
    }
    report
}

/// What is wrong in one of a few small launches, without overflow; none if nothing was seen.
fn in_small_launches(
    of: (&Module, FunctionId),
    options: &Options,
    left_out: &BTreeSet<Place>,
    sources: &Sources<'_>,
) -> Option<Report> {
    let mut questions = 0;
    for (values, options) in small_launches(of, options, left_out, sources.small()) {
        let mut report = attempt(of, &options, left_out, sources.small());
        questions += report.questions;
        if report.status() == Status::Wrong {
            report.questions = questions;
            for finding in &mut report.findings {
                // To the check that found it they were no parameters.
                finding.values.extend(values.iter().cloned());
            }
            return Some(report);
        }
    }
    None
}

/// Whether two findings are of one kind, at one place.
fn is_same(a: &Finding, b: &Finding) -> bool {
    a.place == b.place && std::mem::discriminant(&a.fault) == std::mem::discriminant(&b.fault)
}

/// One check, with one meaning of signed arithmetic.
fn attempt(
    (module, kernel): (&Module, FunctionId),
    options: &Options,
    left_out: &BTreeSet<Place>,
    source: &Source<'_>,
) -> Report {
    let name = module
        .functions
        .get(kernel.0 as usize)
        .map(|f| f.name.clone());
    let mut report = Report {
        kernel: name.unwrap_or_default(),
        ..Report::default()
    };
    if let Err(lack) = decide((module, kernel), (options, left_out), source, &mut report) {
        report.undecided.push(lack);
    }
    report
}

/// A kernel that is ready to be executed.
pub(crate) struct Prepared {
    pub function: Function,
    pub graph: Graph,
    pub choices: Choices,
    /// Blocks of loops that were taken apart; empty if none was.
    pub copies: Copies,
}

/// Takes a kernel's calls, and its loops where only some iterations are looked at, apart.
pub(crate) fn prepared(
    (module, kernel): (&Module, FunctionId),
    (options, left_out): (&Options, &BTreeSet<Place>),
    report: &mut Report,
) -> Result<Prepared, Unsupported> {
    let mut function = inline(module, kernel)?;
    let mut copies = Copies::default();
    if let Some(iterations) = options.iterations {
        (function, copies) = unrolled(function, iterations)?;
    }
    for (block, grid) in options.sizes.block.iter().zip(&options.sizes.grid) {
        // A thread's number in the grid is taken to fit in 32 bits.
        if let (Size::Fixed(block), Size::Fixed(grid)) = (block, grid)
            && block.checked_mul(*grid).is_none()
        {
            return Err(Unsupported::new(Lack::TooLarge, function.place));
        }
    }
    report.inlined.clone_from(&function.inlined);
    let graph = Graph::new(&function).map_err(|irreducible| {
        let block = function.block(irreducible.at);
        Unsupported::new(
            Lack::Irreducible,
            block.map(|b| b.end_place).unwrap_or_default(),
        )
    })?;
    let name = module.functions.get(kernel.0 as usize).map(|f| &f.name);
    let mut arguments = options.arguments.iter().filter(|(of, _)| Some(of) == name);
    let decisive = decisive(module, &function, options.tolerate_equal_writes);
    let matter = relevant(module, &function, options.tolerate_equal_writes);
    let choices = Choices {
        bounds: options.bounds,
        trust_external: options.trust_external,
        fitting: match options.overflow {
            Overflow::Wraps | Overflow::Told => Fitting::None,
            Overflow::Excluded => Fitting::All(matter),
            Overflow::Never | Overflow::Undefined => {
                let mut relevant = matter;
                // Of what decides nothing values are not followed, so that none is known to fit either.
                let Relevant { stmts, values } = &decisive.from;
                relevant.stmts.retain(|stmt| stmts.contains(stmt));
                relevant.values.retain(|stmt| values.contains(stmt));
                let listed = options.overflow == Overflow::Undefined;
                Fitting::Matter(Matter {
                    relevant,
                    lists_signed: listed,
                    decisive: listed,
                })
            }
        },
        arguments: arguments
            .next()
            .map_or_else(Vec::new, |(_, values)| values.clone()),
        omitted: options.omitted.clone(),
        demands_unreachable: options.unknown_is_null,
        try_invariants: options.try_invariants,
        left_out: left_out.clone(),
        decisive: Rc::new(decisive),
    };
    Ok(Prepared {
        function,
        graph,
        choices,
        copies,
    })
}

fn decide(
    (module, kernel): (&Module, FunctionId),
    (options, left_out): (&Options, &BTreeSet<Place>),
    source: &Source<'_>,
    report: &mut Report,
) -> Result<(), Unsupported> {
    let Prepared {
        function,
        graph,
        choices,
        copies,
    } = prepared((module, kernel), (options, left_out), report)?;
    if let (Some(iterations), false) = (options.iterations, copies.is_empty()) {
        let lack = Lack::Iterations(iterations);
        report
            .undecided
            .push(Unsupported::new(lack, function.place));
    }
    // The first execution tells which arrays are written.
    let all: BTreeSet<ArrayId> = (0u32..).take(module.arrays.len()).map(ArrayId).collect();
    let program = (module, &function, &graph);
    let run_once = |options: &Options, known: Known, prove: bool| {
        execute(program, known, (options, &choices), prove.then_some(source))
    };
    let (mut first, _) = run_once(options, Known::default(), false)?;
    let without;
    let mut options = options;
    let mut queries = source.claims(&options.effort);
    // From what cannot be, all would follow; a launch that cannot be would not be looked at.
    let related = first.related.clone();
    if !related
        .iter()
        .all(|case| can_be(&first, case, &mut queries))
    {
        without = Options {
            launches: Vec::new(),
            ..options.clone()
        };
        options = &without;
        (first, _) = run_once(options, Known::default(), false)?;
    }
    let facts = &first.atoms.facts;
    let answer = queries.possible(&first.symbols, &HashMap::new(), facts, &[]);
    if answer == Answer::Impossible {
        let lack = Lack::Given("no grid of these sizes is small enough");
        return Err(Unsupported::new(lack, function.place));
    }
    let execute = |known: Known, prove: bool| run_once(options, known, prove);
    let mut known = Known {
        read_only: all.difference(&first.written).copied().collect(),
        ..Known::default()
    };
    if options.races && options.lock_step.is_none() {
        let read = first.summary.read.intersection(&first.written).copied();
        known.followed = read
            .filter(|array| is_followed(module, &first, options, *array))
            .collect();
    }
    let (mut run, mut params) = execute(known.clone(), true)?;
    let mut queries = source.claims(&options.effort);
    let one_block = options.sizes.grid == [Size::Fixed(1); 3];
    // In lock-step a write of another thread before a load is no race with it.
    let spaces = |space: Space| match space {
        Space::Shared | Space::Global if options.lock_step.is_some() => false,
        Space::Shared => options.races,
        Space::Global => options.races && (options.between_blocks || one_block),
        Space::Constant | Space::Private => false,
    };
    // What is known of memory tells more of it.
    for _ in 0..MOST_ROUNDS {
        let found = settled(module, &run.summary, &run.symbols, (&mut queries, &spaces));
        let mut more = !found.is_subset(&known.settled);
        known.settled.extend(found);
        if !run.summary.ghosts.is_empty() {
            let mut nobody = Report::default();
            let mut work = Work {
                module,
                options,
                run: &run,
                params: Vec::new(),
                queries,
                lock_step: None,
                report: &mut nobody,
            };
            more |= work.permissions(&mut known);
            queries = work.queries;
        }
        if !more {
            break;
        }
        (run, params) = execute(known.clone(), true)?;
        // Where no annotation reads memory one round is enough.
        if run.summary.ghosts.is_empty() {
            break;
        }
    }
    if options
        .most_accesses
        .is_some_and(|most| run.summary.accesses.len() > most)
    {
        return Err(Unsupported::new(Lack::TooLarge, function.place));
    }
    let still = known
        .followed
        .iter()
        .all(|array| is_followed(module, &run, options, *array));
    if !run.written.is_subset(&first.written) || !still {
        return Err(Unsupported::new(Lack::Address, function.place));
    }
    report.inferred.clone_from(&run.summary.inferred);
    report.undecided.extend(run.summary.lacks.iter().cloned());
    if run.believe(&options.axioms) {
        let lack = Lack::Given("an axiom names a function that the kernel does not use");
        report
            .undecided
            .push(Unsupported::new(lack, function.place));
    }
    if !choices.arguments.is_empty() && choices.arguments.len() != run.numbers {
        let lack = Lack::Given("it has another number of parameters");
        report
            .undecided
            .push(Unsupported::new(lack, function.place));
    }
    report.assumptions = assumptions(module, options, &run.summary);
    report.touched.compared = run.summary.compared;
    for access in &run.summary.accesses {
        let written = report.touched.arrays.entry(access.array).or_default();
        *written |= access.kind != Kind::Read;
    }
    let order = function.order_matters.iter().copied();
    report.assumptions.extend(order.map(Assumption::Order));
    let specified = function.inlined.iter().map(|call| &call.callee);
    let specified: BTreeSet<&String> = specified
        .filter(|name| name.starts_with(SPECIFICATION))
        .collect();
    let specified = specified
        .into_iter()
        .cloned()
        .map(Assumption::Specification);
    report.assumptions.extend(specified);
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
    if !work.is_enough() {
        work.agreements();
        work.claims();
        work.without_permission();
    }
    if options.races && !work.is_enough() {
        work.races();
    }
    for finding in &mut work.report.findings {
        if let Fault::Race { first, second, .. } = &mut finding.fault {
            for racing in [first, second] {
                racing.stmt.0 = copies.original(racing.stmt.0);
            }
        }
    }
    if work.report.status() == Status::Verified {
        let listed = matches!(options.overflow, Overflow::Undefined | Overflow::Never);
        let overflows = listed.then(|| source.candidates(&options.candidates));
        work.granted(overflows, source.launches(&options.candidates));
    }
    work.report.questions += work.queries.asked;
    Ok(())
}

/// Whether there is a launch of a kernel, with threads of which this holds.
fn can_be(run: &Exec<'_>, case: &Term, queries: &mut Queries<'_>) -> bool {
    let facts: Vec<Term> = run.atoms.facts.iter().chain([case]).cloned().collect();
    let answer = queries.possible(&run.symbols, &HashMap::new(), &facts, &[]);
    matches!(answer, Answer::Possible(_))
}

/// Whether the contents of an array are followed: what other threads write is ordered by barriers of the
/// block alone.
fn is_followed(module: &Module, run: &Exec<'_>, options: &Options, array: ArrayId) -> bool {
    let summary = &run.summary;
    let warps = summary.meetings.iter().any(|meet| meet.who == Who::Warp);
    let one_block = options.sizes.grid == [Size::Fixed(1); 3];
    let looked_for = match module.array(array).map(|array| array.space) {
        Some(Space::Shared) => true,
        Some(Space::Global) => options.between_blocks || one_block,
        Some(Space::Constant | Space::Private) | None => false,
    };
    let mut on = summary.accesses.iter().filter(|on| on.array == array);
    let plain = on.all(|on| on.copy.is_none() && matches!(on.kind, Kind::Read | Kind::Write));
    !warps && plain && looked_for
}

pub(crate) fn execute<'a>(
    program: (&'a Module, &'a Function, &'a Graph),
    known: Known,
    (options, choices): (&Options, &Choices),
    source: Option<&Source<'a>>,
) -> Result<(Exec<'a>, Vec<(String, Term)>), Unsupported> {
    let mut symbols = Symbols::new();
    let atoms = Atoms::new(&options.sizes, &mut symbols);
    let mut exec = Exec::new(program, (symbols, atoms), known, choices.clone());
    exec.launches.clone_from(&options.launches);
    if let Some(source) = source {
        let mut queries = source.candidates(&options.candidates);
        exec.prove = Some(Box::new(move |symbols, formulas, wanted| {
            queries.possible(symbols, &HashMap::new(), formulas, wanted)
        }));
    }
    let params = exec.run()?;
    Ok((exec, params))
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
    if some_parameter && several || summary.compared {
        all.push(Assumption::NoAliasing);
    }
    all.push(Assumption::Addresses);
    let open: BTreeSet<String> = accessed
        .iter()
        .filter_map(|array| module.array(*array))
        .filter(|array| array.bytes.is_none())
        .map(|array| array.name.clone())
        .collect();
    match options.bounds {
        false if !accessed.is_empty() => all.push(Assumption::Bounds),
        true if !open.is_empty() => all.push(Assumption::Lengths(open.into_iter().collect())),
        _ => {}
    }
    if options.overflow == Overflow::Never {
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
    if !options.launches.is_empty() {
        all.push(Assumption::Launches);
    }
    all.extend(summary.external.iter().cloned().map(Assumption::External));
    let mut places: Vec<Place> = summary.assumed.clone();
    places.sort_unstable();
    places.dedup();
    all.extend(places.into_iter().map(Assumption::User));
    all
}

/// A kernel at work.
pub struct Work<'a, 'r> {
    /// The program.
    pub module: &'a Module,
    /// What is asked.
    pub options: &'a Options,
    /// What one thread does.
    pub run: &'r Exec<'a>,
    /// The parameters that are numbers, by their names.
    pub params: Vec<(String, Term)>,
    /// Asks the questions.
    pub queries: Queries<'a>,
    /// Warps whose threads go in lock-step.
    pub lock_step: Option<LockStep>,
    /// The answer so far.
    pub report: &'r mut Report,
}

/// What a question about two accesses showed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Seen {
    /// They do not race.
    Nothing,
    /// They race.
    Race,
    /// It is not known.
    Unknown,
}

/// Two threads, for a question about both.
pub struct Two<'a> {
    /// The second one.
    pub other: Other<'a>,
    /// Whether both are of one block.
    pub same_block: bool,
}

impl Work<'_, '_> {
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

    pub(crate) fn values(&self, values: &HashMap<String, BigInt>) -> Vec<(String, BigInt)> {
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
        seen: &Counterexample,
        threads: usize,
    ) -> bool {
        let finding = Finding {
            fault,
            place,
            threads: self.threads(&seen.values, threads),
            values: self.values(&seen.values),
            abstractions: seen.abstractions.clone(),
            cells: seen.cells.clone(),
            only_by_overflow: false,
        };
        match &finding.fault {
            Fault::Divergence {
                what: Meets::Exchange,
                ..
            } => {
                self.report.suspected.push(finding);
                false
            }
            _ if self.options.unconfirmed || seen.sure && !self.is_vague(seen) => {
                self.report.findings.push(finding);
                true
            }
            _ => {
                let lack = Unsupported::new(Lack::Unconfirmed, finding.place);
                self.report.undecided.push(lack);
                self.report.suspected.push(finding);
                false
            }
        }
    }

    /// Whether values in loops took part of which more may be known than the solver found out.
    fn is_vague(&self, seen: &Counterexample) -> bool {
        self.run.summary.given_up && seen.abstractions.contains(&Abstraction::Loops)
    }

    /// Notes that the solver gave no answer.
    pub fn undecided(&mut self, why: String, place: Place) {
        self.report
            .undecided
            .push(Unsupported::new(Lack::Limit(why), place));
    }

    /// Whether what is known is all that is asked for.
    fn is_enough(&self) -> bool {
        // Where only some iterations are looked at, something is never decided.
        let looked_at = self.options.iterations.is_some() || self.report.undecided.is_empty();
        self.options.until_one && !(self.report.findings.is_empty() && looked_at)
    }

    /// Of each obligation whether it was shown together with its neighbours. Most are kept, and many
    /// are alike.
    fn kept_together(&mut self) -> Vec<bool> {
        let run = self.run;
        let broken = |one: &Obligation| and(vec![one.known.clone(), not(one.goal.clone())]);
        let mut shown = Vec::new();
        for some in run.summary.obligations.chunks(TOGETHER) {
            let ways: BTreeSet<Term> = some.iter().map(broken).collect();
            let kept = ways.len() > 2 && {
                let any = [or(ways.into_iter().collect())];
                let none = HashMap::new();
                self.queries.none_possible((&run.symbols, &none), &any)
            };
            shown.extend(some.iter().map(|_| kept));
        }
        shown
    }

    fn obligations(&mut self) {
        let run = self.run;
        // Several accesses of one statement break for one reason.
        let mut told: BTreeSet<(Place, String)> = BTreeSet::new();
        let shown = self.kept_together();
        for (obligation, shown) in run.summary.obligations.iter().zip(shown) {
            if shown {
                continue;
            }
            let reason = match obligation.reason {
                Reason::UnknownAddress | Reason::UnknownCallee if self.options.unknown_is_null => {
                    Reason::NullAccess
                }
                reason => reason,
            };
            let key = (obligation.place, format!("{reason:?}"));
            if told.contains(&key) {
                continue;
            }
            if self.is_enough() {
                return;
            }
            let formulas = [obligation.known.clone(), not(obligation.goal.clone())];
            match self.possible(&formulas, None, Vec::new()) {
                Answer::Impossible => {}
                Answer::Possible(values) => {
                    told.insert(key);
                    if let Some(lack) = reason.lack() {
                        let lack = Unsupported::new(lack, obligation.place);
                        self.report.undecided.push(lack);
                        continue;
                    }
                    self.found(Fault::Broken(reason), obligation.place, &values, 1);
                }
                Answer::Unknown(why) => self.undecided(why, obligation.place),
            }
        }
    }

    fn meetings(&mut self) {
        let run = self.run;
        for meeting in &run.summary.meetings {
            if self.is_enough() {
                return;
            }
            self.meeting(meeting, true);
            if meeting.who == Who::Grid && self.options.between_blocks {
                self.meeting(meeting, false);
            }
        }
    }

    /// Whether one thread comes to the point and another does not.
    fn meeting(&mut self, meeting: &Meeting, same_block: bool) {
        match self.apart(meeting, same_block, self.part(meeting.who)) {
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

    /// How many threads of a block that follow each other meet, if it is a part of the block and known.
    pub fn part(&self, who: Who) -> Option<u32> {
        match who {
            Who::Tile(size) => Some(size),
            Who::Warp => Some(self.module.target.warp),
            // A sub-group may be as large as the block.
            Who::SubGroup | Who::Block | Who::Grid => None,
        }
    }

    /// Whether one thread comes to the point and another does not, though both were together at
    /// the start of the innermost iteration; of one part of so many threads, if asked for.
    pub fn apart(&mut self, meeting: &Meeting, same_block: bool, part: Option<u32>) -> Answer {
        let mut two = Two {
            other: Other::new(&self.run.symbols, same_block),
            same_block,
        };
        match self.parted(meeting, &mut two, part) {
            Some(formulas) => self.possible(&formulas, Some(&mut two), Vec::new()),
            None => Answer::Impossible,
        }
    }

    /// That it is so; none if it plainly cannot be.
    pub fn parted(
        &self,
        meeting: &Meeting,
        two: &mut Two<'_>,
        part: Option<u32>,
    ) -> Option<Vec<Term>> {
        let run = self.run;
        let shared = match two.same_block {
            true => Varies::Block,
            false => Varies::Never,
        };
        let way = meeting.since();
        if way
            .decisions()
            .into_iter()
            .all(|term| run.varies(term) <= shared)
        {
            return None;
        }
        let mut formulas = self.together(two);
        for cut in &run.summary.cut {
            // Whether a thread would still come to the point is not known of one that was left.
            formulas.push(not(cut.clone()));
            formulas.push(two.other.of(&not(cut.clone())));
        }
        let before = meeting.before();
        formulas.push(two.other.of(&before));
        formulas.push(before);
        for number in &meeting.iterations {
            formulas.push(eq(number.clone(), two.other.of(number)));
        }
        if let Some(size) = part {
            formulas.push(self.one_warp(size, two));
        }
        formulas.push(way.condition());
        formulas.push(two.other.of(&way.missed()));
        Some(formulas)
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
            if self.is_enough() {
                return;
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
        match self.alike_meet(accesses, (&common, &mut two)) {
            Meet::None => return,
            // Where one race is enough, one that may be is looked at before all.
            Meet::Perhaps(first, second) if self.options.until_one => {
                if let (Some(a), Some(b)) = (accesses.get(first), accesses.get(second)) {
                    let mut formulas = common.clone();
                    formulas.push(self.conflict(a, b, space, &mut two));
                    formulas.push(self.unwritten((a, b), space, &mut two));
                    let undecided = self.report.undecided.len();
                    let suspected = self.report.suspected.len();
                    if self.race((a, b), &formulas, &mut two) == Seen::Race {
                        return;
                    }
                    // All together may be easier.
                    self.report.undecided.truncate(undecided);
                    self.report.suspected.truncate(suspected);
                }
            }
            Meet::Perhaps(..) | Meet::Open => {}
        }
        if self.none_meet(accesses, space, (&common, &mut two)) {
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
        for ((a, b), conflict) in pairs.iter().zip(&conflicts) {
            if told.len() + unknown >= MOST_FINDINGS || self.is_enough() {
                return;
            }
            if conflict.is_false() || told.contains(&(a.place, a.kind, b.place, b.kind)) {
                continue;
            }
            let mut formulas = common.clone();
            formulas.push(conflict.clone());
            formulas.push(self.unwritten((a, b), space, &mut two));
            match self.race((a, b), &formulas, &mut two) {
                Seen::Nothing => {}
                Seen::Race => {
                    told.insert((a.place, a.kind, b.place, b.kind));
                }
                Seen::Unknown => unknown += 1,
            }
        }
    }

    /// Whether two accesses race, told if they do.
    fn race(&mut self, (a, b): (&Access, &Access), formulas: &[Term], two: &mut Two<'_>) -> Seen {
        let mut wanted = Vec::new();
        wanted.push(("offset 0".to_owned(), a.offset.clone()));
        wanted.push(("offset 1".to_owned(), two.other.of(&b.offset)));
        for (at, number) in a.iterations.iter().enumerate() {
            wanted.push((format!("offset 0 in {at}"), number.clone()));
        }
        for (at, number) in b.iterations.iter().enumerate() {
            wanted.push((format!("offset 1 in {at}"), two.other.of(number)));
        }
        let vague = self.run.summary.vague_waits;
        match self.possible(formulas, Some(&mut *two), wanted) {
            Answer::Impossible => Seen::Nothing,
            // It is noted that the end of some copy is not known.
            Answer::Possible(_) if vague && (a.copy.is_some() || b.copy.is_some()) => Seen::Unknown,
            Answer::Possible(values) => {
                let racing = |access: &Access, at: &str| Racing {
                    kind: access.kind,
                    place: access.place,
                    bytes: access.bytes.as_int().and_then(BigInt::to_u64),
                    offset: values.values.get(at).cloned(),
                    stmt: access.stmt,
                    iterations: (0..access.iterations.len())
                        .map(|number| values.values.get(&format!("{at} in {number}")).cloned())
                        .collect(),
                };
                let (first, second) = (racing(a, "offset 0"), racing(b, "offset 1"));
                // Loops around both have one symbol for their number.
                let loops = a.iterations.iter().zip(&b.iterations);
                let around_both = loops.take_while(|(a, b)| a == b).count();
                let numbers = first.iterations.iter().zip(&second.iterations);
                let across = numbers.take(around_both).any(|(a, b)| a != b);
                let fault = Fault::Race {
                    array: a.array,
                    first,
                    second,
                    same_block: two.same_block,
                    across,
                };
                match self.found(fault, a.place, &values, 2) {
                    true => Seen::Race,
                    false => Seen::Unknown,
                }
            }
            Answer::Unknown(why) => {
                self.undecided(why, a.place);
                Seen::Unknown
            }
        }
    }

    /// That the first thread makes access `a`, the second `b`, and both touch one byte with
    /// nothing between them.
    pub fn conflict(&self, a: &Access, b: &Access, space: Space, two: &mut Two<'_>) -> Term {
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
            all.extend(self.unordered((a, b), Barriers::of(space, true), &mut of));
            all.extend(self.not_waited((a, b), &mut of));
            all.push(Self::two_copies(a, b, &mut of));
        } else {
            let mut of = |term: &Term| two.other.of(term);
            all.extend(self.unordered((a, b), Barriers::Grid, &mut of));
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
