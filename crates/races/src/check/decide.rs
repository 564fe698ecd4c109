//! One check of a kernel: it is executed until no more is learnt of memory, and then the questions are asked.

use super::assumptions::assumptions;
use super::explain::Relied;
use super::options::{Contents, Options};
use super::prepared::{Prepared, choices, deciding, graph_of, prepared};
use super::work::Work;
use crate::accesses::{Kind, Who};
use crate::barriers::warp::{LockStep, together};
use crate::calls::inline::SPECIFICATION;
use crate::execution::symbols::Symbols;
use crate::execution::{Choices, Exec, Known};
use crate::launch::{Atoms, Size};
use crate::loops::known_length::{is_barrier, next_apart};
use crate::loops::unroll::apart;
use crate::memory::barrier_stable::{settled, steering};
use crate::overflow::Overflow;
use crate::questions::{Answer, Queries, Source};
use crate::report::{Assumption, Fault, Lack, Report, Status, Unsupported};
use kernel_graph::{ArrayId, Function, FunctionId, Graph, Module, Place, Space};
use solver::term::bv::{self, Bits};
use solver::term::{Node, Sort, Term, int, postorder};
use std::collections::{BTreeSet, HashMap};

/// How often the kernel is executed to find out what annotations read.
const MOST_ROUNDS: usize = 8;

/// Loops within loops that are taken apart.
const MOST_NESTED: usize = 4;

/// An execution, and the parameters that are numbers, by their names.
type Run<'a> = (Exec<'a>, Vec<(String, Term)>);

pub(super) fn decide(
    (module, kernel): (&Module, FunctionId),
    (options, left_out): (&Options, &BTreeSet<Place>),
    source: &Source<'_>,
    report: &mut Report,
) -> Result<(), Unsupported> {
    let whole = prepared((module, kernel), (options, left_out), source, report)?;
    let of = (module, kernel);
    let Some(apart) = taken_apart(of, (options, left_out), &whole) else {
        return decide_prepared(module, options, (source, &whole), report);
    };
    // Where loops with barriers are left, taking others apart makes many questions of few.
    let soon = !has_barrier_in_loop(&apart);
    if !soon {
        let answer = decide_prepared(module, options, (source, &whole), report);
        if answer.is_err() || report.status() != Status::Unknown {
            return answer;
        }
    }
    let mut shown = Report {
        kernel: report.kernel.clone(),
        inlined: report.inlined.clone(),
        ..Report::default()
    };
    let until_one = Options {
        until_one: true,
        ..options.clone()
    };
    let of_apart = source.of_loops_apart();
    let done = decide_prepared(module, &until_one, (&of_apart, &apart), &mut shown);
    let status = done.map(|()| shown.status());
    if status == Ok(Status::Verified) {
        shown.questions += report.questions;
        *report = shown;
        return Ok(());
    }
    report.questions += shown.questions;
    let answer = match soon {
        true => decide_prepared(module, options, (source, &whole), report),
        false => Ok(()),
    };
    // What is wrong in one iteration may not be seen in one that stands for all.
    if status == Ok(Status::Wrong) && report.status() == Status::Unknown {
        report.findings = shown.findings;
    }
    answer
}

/// Whether threads of a block meet in a loop.
fn has_barrier_in_loop(ready: &Prepared) -> bool {
    let loops = ready.graph.loops.values();
    let mut blocks = loops.flat_map(|found| &found.blocks);
    blocks.any(|id| {
        let block = ready.function.block(*id);
        block.is_some_and(|block| block.stmts.iter().any(|stmt| is_barrier(&stmt.kind)))
    })
}

/// The kernel with the loops taken apart of which it is known how often they run, where that makes anything simpler;
/// none where there is no such loop.
fn taken_apart(
    (module, kernel): (&Module, FunctionId),
    (options, left_out): (&Options, &BTreeSet<Place>),
    whole: &Prepared,
) -> Option<Prepared> {
    // What is assumed, and what is told of a proof, is said once for all iterations.
    let assumes_nothing = matches!(options.overflow, Overflow::Wraps | Overflow::Told);
    let whole_alone = options.iterations.is_some()
        || options.lengths.is_some()
        || options.lock_step.is_some()
        || options.explain.is_some();
    if whole_alone || !assumes_nothing || !options.infers {
        return None;
    }
    let mut found: Option<Prepared> = None;
    for _ in 0..MOST_NESTED {
        let last = found.as_ref().unwrap_or(whole);
        let program = (module, &last.function, &last.graph);
        let (run, _) = execute(program, Known::default(), (options, &last.choices), None).ok()?;
        let next = next_apart(&last.function, &last.graph, &run.countable);
        drop(run);
        if next.is_empty() {
            break;
        }
        let mut copies = last.copies.clone();
        let function = apart(last.function.clone(), &next, &mut copies).ok()?;
        let graph = graph_of(&function).ok()?;
        let deciding = deciding(module, &function, options);
        let choices = choices((module, kernel), (options, left_out), deciding);
        found = Some(Prepared {
            function,
            graph,
            choices,
            copies,
            read: whole.read.clone(),
        });
    }
    found
}

/// The same for a kernel that is ready to be executed.
fn decide_prepared(
    module: &Module,
    options: &Options,
    (source, ready): (&Source<'_>, &Prepared),
    report: &mut Report,
) -> Result<(), Unsupported> {
    let Prepared {
        function,
        graph,
        choices,
        copies,
        read,
    } = ready;
    let lacking = |lack: Lack| Unsupported::new(lack, function.place);
    if let (Some(iterations), false) = (options.iterations, copies.is_empty()) {
        report.undecided.push(lacking(Lack::Iterations(iterations)));
    }
    let program = (module, function, graph);
    let run_once = |options: &Options, known: Known, prove: bool| {
        execute(program, known, (options, choices), prove.then_some(source))
    };
    // The first execution tells which arrays are written.
    let (first, _) = run_once(options, Known::default(), false)?;
    let mut queries = source.claims(&options.effort);
    // From what cannot be, all would follow.
    let facts = &first.atoms.facts;
    let are_possible = plainly_possible(&first)
        || queries.possible(&first.symbols, &HashMap::new(), facts, &[]) != Answer::Impossible;
    if !are_possible {
        let lack = Lack::Given("no grid of these sizes is small enough");
        return Err(lacking(lack));
    }
    let again = |known: Known| run_once(options, known, true);
    let queries = source.claims(&options.effort);
    let loops_apart = options.iterations.is_none() && !copies.is_empty();
    let of = (module, options, loops_apart);
    let ((mut run, params), mut queries) = rounds(of, &first, &again, queries)?;
    if loops_apart && !run.summary.cut.is_empty() {
        // A loop goes on after what was thought to be its last iteration.
        return Err(lacking(Lack::TooLarge));
    }
    run.confine_counters(&options.sizes, &mut queries);
    report.inferred.clone_from(&run.summary.inferred);
    report.undecided.extend(run.summary.lacks.iter().cloned());
    if run.believe(&options.axioms) {
        let lack = Lack::Given("an axiom names a function that the kernel does not use");
        report.undecided.push(lacking(lack));
    }
    if !choices.arguments.is_empty() && choices.arguments.len() != run.numbers {
        let lack = Lack::Given("it has another number of parameters");
        report.undecided.push(lacking(lack));
    }
    rests_on((module, options), function, (&run, read), report);
    let mut work = Work {
        module,
        options,
        run: &run,
        params,
        queries,
        lock_step: options.lock_step.map(|warp| LockStep {
            warp,
            together: together(function, graph),
        }),
        relied: Relied::new(),
        not_of_two: BTreeSet::new(),
        claims_decided: false,
        report,
    };
    match (&options.lengths, options.covers) {
        (Some(_), true) => work.covers(),
        (Some(_), false) => work.lengths(),
        (None, _) => work.answer(),
    }
    for finding in &mut work.report.findings {
        if let Fault::Race { first, second, .. } = &mut finding.fault {
            for racing in [first, second] {
                racing.stmt.0 = copies.original(racing.stmt.0);
            }
        }
    }
    // Where nothing is shown nothing has to be assumed.
    let rests = match (&options.lengths, options.covers) {
        (Some(_), true) => work.report.once.iter().any(|one| one.shown),
        (Some(_), false) => !work.report.long.is_empty(),
        (None, _) => true,
    };
    if work.report.status() == Status::Verified && rests {
        if let Some(dialect) = options.explain {
            work.explain(dialect);
        }
        let listed = matches!(options.overflow, Overflow::Undefined | Overflow::Never);
        let overflows = listed.then(|| source.candidates(&options.candidates));
        work.granted(overflows, source.launches(&options.candidates));
    }
    work.report.questions += work.queries.asked;
    Ok(())
}

/// Whether what is known of each launch is so in one whose numbers are all the same, for the first thread: then no solver
/// has to say that it is not a contradiction.
fn plainly_possible(run: &Exec<'_>) -> bool {
    let facts = &run.atoms.facts;
    let of_thread: BTreeSet<Term> = run.atoms.of_thread().collect();
    let parts = postorder(facts);
    let constants = parts
        .iter()
        .filter(|part| matches!(part.node(), Node::Const(_)));
    let constants: Vec<&Term> = constants.collect();
    [1, 64].into_iter().any(|number| {
        let value = |term: &&Term| {
            let value = if of_thread.contains(*term) { 0 } else { number };
            let value = match (term.sort().width(), *term.sort() == Sort::Int) {
                (Some(width), _) => bv::lit(value, width),
                (None, true) => int(value),
                (None, false) => return None,
            };
            Some(((*term).clone(), value))
        };
        let Some(values) = constants.iter().map(value).collect::<Option<Vec<_>>>() else {
            return false;
        };
        let in_range = values.iter().all(|(term, value)| {
            let about = term.symbol().and_then(|symbol| run.symbols.about(symbol));
            let range = about.and_then(|about| about.range.as_ref());
            range.is_none_or(|(low, high)| {
                let value = value.as_bits().map(Bits::unsigned);
                value.is_some_and(|value| *low <= value && value <= *high)
            })
        });
        in_range && facts.iter().all(|fact| fact.subst(&values).is_true())
    })
}

/// Executes a kernel again with what was learnt of memory, until that is all. Where `loops_apart` there are as many loads as
/// iterations: only those are looked at on which more depends than whether an access is made.
fn rounds<'a>(
    (module, options, loops_apart): (&'a Module, &'a Options, bool),
    first: &Exec<'a>,
    execute: &dyn Fn(Known) -> Result<Run<'a>, Unsupported>,
    mut queries: Queries<'a>,
) -> Result<(Run<'a>, Queries<'a>), Unsupported> {
    let all: BTreeSet<ArrayId> = (0u32..).take(module.arrays.len()).map(ArrayId).collect();
    let mut known = Known {
        read_only: all.difference(&first.written).copied().collect(),
        ..Known::default()
    };
    if options.races && options.lock_step.is_none() {
        let read = first.summary.read.intersection(&first.written).copied();
        let read: BTreeSet<ArrayId> = match options.contents {
            Contents::Barriers => read.collect(),
            Contents::Followed => first.written.clone(),
            Contents::Nothing => BTreeSet::new(),
        };
        known.followed = read
            .into_iter()
            .filter(|array| is_followed(module, first, options, *array))
            .collect();
    }
    let (mut run, mut params) = execute(known.clone())?;
    let steering = steering(run.function);
    let one_block = options.sizes.grid == [Size::Fixed(1); 3];
    // In lock-step a write of another thread before a load is no race with it.
    let spaces = |space: Space| match space {
        Space::Shared | Space::Global if options.contents == Contents::Nothing => false,
        Space::Shared | Space::Global if options.lock_step.is_some() => false,
        Space::Shared => options.races,
        Space::Global => options.races && (options.between_blocks || one_block),
        Space::Constant | Space::Private => false,
    };
    // What is known of memory tells more of it.
    for _ in 0..MOST_ROUNDS {
        let of = (&run.summary, (!loops_apart).then_some(&steering));
        let found = settled(module, of, &run.symbols, (&mut queries, &spaces));
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
                relied: Relied::new(),
                not_of_two: BTreeSet::new(),
                claims_decided: false,
                report: &mut nobody,
            };
            more |= work.permissions(&mut known);
            queries = work.queries;
        }
        if !more {
            break;
        }
        (run, params) = execute(known.clone())?;
        // Where no annotation reads memory one round is enough.
        if run.summary.ghosts.is_empty() {
            break;
        }
    }
    let place = run.function.place;
    if options
        .most_accesses
        .is_some_and(|most| run.summary.accesses.len() > most)
    {
        return Err(Unsupported::new(Lack::TooLarge, place));
    }
    let mut followed = known.followed.iter();
    let still = followed.all(|array| is_followed(module, &run, options, *array));
    if !run.written.is_subset(&first.written) || !still {
        return Err(Unsupported::new(Lack::Address, place));
    }
    Ok(((run, params), queries))
}

/// Notes what the answer rests on, and what the kernel touches, with the arrays that are read in what was left out.
fn rests_on(
    (module, options): (&Module, &Options),
    function: &Function,
    (run, read): (&Exec<'_>, &BTreeSet<ArrayId>),
    report: &mut Report,
) {
    report.assumptions = assumptions(module, options, (&run.summary, read));
    report.touched.compared = run.summary.compared;
    for access in &run.summary.accesses {
        let written = report.touched.arrays.entry(access.array).or_default();
        *written |= access.kind != Kind::Read;
        if access.kind != Kind::Write {
            report.touched.read.insert(access.array);
        }
    }
    for array in read {
        report.touched.arrays.entry(*array).or_default();
        report.touched.read.insert(*array);
    }
    let order = function.order_matters.iter().copied();
    report.assumptions.extend(order.map(Assumption::Order));
    let accesses = &run.summary.accesses;
    let guesses = accesses.iter().filter(|access| {
        let mut others = accesses.iter();
        access.guess
            && others.any(|one| one.array == access.array && matches!(one.kind, Kind::Atomic(_)))
    });
    let guesses: BTreeSet<Place> = guesses.map(|access| access.place).collect();
    let guesses = guesses.into_iter().map(Assumption::Guess);
    report.assumptions.extend(guesses);
    let called = function.inlined.iter().map(|call| &call.callee);
    let specified: BTreeSet<&String> = called
        .filter(|name| name.starts_with(SPECIFICATION))
        .collect();
    let specified = specified.into_iter().cloned();
    report
        .assumptions
        .extend(specified.map(Assumption::Specification));
}

impl Work<'_, '_> {
    /// Asks the questions.
    fn answer(&mut self) {
        self.obligations();
        self.meetings();
        // What rests on a candidate that is not shown says nothing; it is asked again without it.
        if !self.report.dropped.is_empty() {
            return;
        }
        if !self.is_enough() {
            self.agreements();
            self.claims();
            self.without_permission();
        }
        if self.options.races && !self.is_enough() && self.report.dropped.is_empty() {
            self.races();
        }
    }
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
) -> Result<Run<'a>, Unsupported> {
    let mut symbols = Symbols::new();
    let atoms = Atoms::new(&options.sizes, &mut symbols);
    let mut exec = Exec::new(program, (symbols, atoms), known, choices.clone());
    exec.premises.clone_from(&options.premises);
    exec.proposed = options.lengths.clone().unwrap_or_default();
    if let Some(source) = source {
        let mut queries = source.candidates(&options.candidates);
        exec.prove = Some(Box::new(move |symbols, formulas, wanted| {
            queries.possible(symbols, &HashMap::new(), formulas, wanted)
        }));
    }
    let params = exec.run()?;
    Ok((exec, params))
}
