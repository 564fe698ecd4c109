//! From a kernel to its report.

mod assumptions;
mod divergence;
mod options;
mod prepared;
mod races;
mod work;

use self::assumptions::assumptions;
pub use self::divergence::Two;
pub use self::options::Options;
pub(crate) use self::prepared::{Prepared, prepared};
pub use self::work::Work;
use crate::access::{Kind, Reason, Who};
use crate::ask::{Answer, Queries, Source, Sources};
use crate::exec::{Choices, Exec, Known};
use crate::inline::SPECIFICATION;
use crate::overflow::Overflow;
use crate::pinned::{pinned, small_launches};
use crate::report::{Assumption, Fault, Finding, Lack, Report, Status, Unsupported};
use crate::settled::settled;
use crate::sizes::{Atoms, Size};
use crate::symbols::Symbols;
use crate::warp::{LockStep, together};
use kernel_graph::{ArrayId, Function, FunctionId, Graph, Module, Place, Space};
use solver::smt::SolverPool;
use solver::term::Term;
use std::collections::{BTreeSet, HashMap};

/// How often the kernel is executed to find out what annotations read.
const MOST_ROUNDS: usize = 8;

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
