//! The worker process: reads requests from standard input, asks Z3, writes replies to standard output.
//!
//! Every request gets a context of its own, so an answer depends on the request alone and not on what
//! the worker did before. The assertions are put in after a `push`: without it Z3 5.3 takes a path that
//! loses quantifier instances when `auto_config` and `smt.mbqi` are both off.

use std::io::{BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError, mpsc};
use std::time::{Duration, Instant};

use z3::ast::{Ast, Bool, Dynamic};
use z3::{Config, Context, Optimize, SatResult, Solver, StatisticsValue, with_z3_config};

use solver::smt::{
    Hello, PROTOCOL, SolveReply, SolveRequest, SolverAnswer, UnknownCause, WireReply, WireRequest,
};

use crate::options::Options;
use crate::script::{self, Piece};
use crate::version::{check_z3_version, z3_library_path, z3_version};
use crate::watch::Watch;

/// Z3 recurses over terms, so a deep one needs room. Only what is touched takes memory.
const STACK_BYTES: usize = 512 << 20;

/// What the address space may hold beside Z3's own memory: stacks, the program, the C library's pools.
const BESIDES_MB: u64 = 2048;

/// The program as a worker. `main` calls this, before anything else, if the first argument is
/// [`solver::smt::WORKER_ARGUMENT`], and ends with what it returns.
///
/// The second argument is the memory limit in megabytes, none or 0 for no limit. Requests come from
/// standard input until it ends; the worker then ends too, even in the middle of a search.
pub fn run() -> ExitCode {
    let memory_mb = std::env::args()
        .nth(2)
        .and_then(|argument| argument.parse().ok())
        .unwrap_or(0);
    let refusal = check_z3_version().err().map(|error| error.to_string());
    let refused = refusal.is_some();
    let hello = Hello {
        protocol: PROTOCOL,
        z3_version: z3_version(),
        library: z3_library_path(),
        sources: env!("SOLVER_WORKER_SOURCES").to_owned(),
        refusal,
    };
    if send(&hello).is_err() || refused {
        return ExitCode::FAILURE;
    }
    limit_resources(memory_mb);

    let (requests, queue) = mpsc::channel();
    let busy = std::sync::Arc::new(AtomicBool::new(false));
    let working = busy.clone();
    let solver = std::thread::Builder::new()
        .name("solver".into())
        .stack_size(STACK_BYTES)
        .spawn(move || answer_all(queue, &working));
    let Ok(solver) = solver else {
        return ExitCode::FAILURE;
    };
    for line in std::io::stdin().lock().lines() {
        let Ok(line) = line else { break };
        busy.store(true, Ordering::Release);
        if requests.send(line).is_err() {
            break;
        }
    }
    if busy.load(Ordering::Acquire) && !solver.is_finished() {
        // Nobody waits for the answer any more. An ordinary exit would take Z3 apart under the
        // thread that is still searching.
        std::process::abort();
    }
    drop(requests);
    match solver.join() {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}

/// Sets Z3's own memory limit, and one of the system as a backstop. A limit the system does not know
/// is left out: the pool's clock stays.
fn limit_resources(memory_mb: u64) {
    // A worker that ends by a signal is an everyday event and leaves no core file.
    let _ = rlimit::setrlimit(rlimit::Resource::CORE, 0, 0);
    if memory_mb > 0 {
        z3::set_global_param("memory_max_size", &memory_mb.to_string());
        #[cfg(target_os = "linux")]
        {
            let bytes = memory_mb.saturating_add(BESIDES_MB).saturating_mul(1 << 20);
            let _ = rlimit::setrlimit(rlimit::Resource::AS, bytes, bytes);
        }
    }
}

pub(super) fn send(message: &impl serde::Serialize) -> std::io::Result<()> {
    let mut line = serde_json::to_vec(message)?;
    line.push(b'\n');
    #[allow(
        clippy::disallowed_methods,
        reason = "a pipe to the process that started it"
    )]
    let mut output = std::io::stdout().lock();
    output.write_all(&line)?;
    output.flush()
}

/// Answers requests until there are no more, or until this process is in no state to go on.
///
/// Each is answered in a context of its own, which is made before the request is there: Z3 takes
/// milliseconds for one, in which the client is about to ask. The first context is the thread's own.
fn answer_all(queue: mpsc::Receiver<String>, busy: &AtomicBool) {
    let watch = Watch::start();
    let queue = Mutex::new(queue);
    Context::thread_local();
    let mut more = answer_next(&queue, busy, &watch);
    while more {
        more = with_z3_config(&Config::new(), || answer_next(&queue, busy, &watch));
    }
}

/// Answers the next request, in the current context if that is as the request wants it. Whether there
/// was one.
fn answer_next(queue: &Mutex<mpsc::Receiver<String>>, busy: &AtomicBool, watch: &Watch) -> bool {
    let next = queue.lock().unwrap_or_else(PoisonError::into_inner).recv();
    let Ok(line) = next else { return false };
    let reply = match serde_json::from_str::<WireRequest>(&line) {
        Ok(WireRequest { id, request }) => {
            watch.begin(id, request.processor_ms);
            let answered = catch_unwind(AssertUnwindSafe(|| solve(&request)));
            watch.end();
            let panicked = answered.is_err();
            let reply =
                answered.unwrap_or_else(|_| SolveReply::fault("the interface to Z3 panicked"));
            let retire = panicked || reply.cause == Some(UnknownCause::Memory);
            WireReply { id, reply, retire }
        }
        Err(error) => WireReply {
            id: 0,
            reply: SolveReply::fault(format!(
                "the solver worker cannot read its request: {error}"
            )),
            retire: true,
        },
    };
    let retire = reply.retire;
    // Before the reply, so that a pool that is dropped after it finds an idle worker.
    busy.store(false, Ordering::Release);
    if send(&reply).is_err() || retire {
        std::process::abort();
    }
    true
}

/// Answers one request, in the current context or, if it wants another kind, in one of its own.
fn solve(request: &SolveRequest) -> SolveReply {
    let start = Instant::now();
    let mut reply = match Question::new(request) {
        Ok(question) => {
            let answered = match question.options.config() {
                None => question.answer(),
                Some(config) => with_z3_config(&config, || question.answer()),
            };
            answered.unwrap_or_else(|| SolveReply::fault(question.rejection()))
        }
        Err(problem) => SolveReply::fault(problem),
    };
    reply.time_us = u64::try_from(start.elapsed().as_micros()).unwrap_or(u64::MAX);
    reply
}

/// A request whose parts have been checked, as far as that goes without Z3.
struct Question<'a> {
    request: &'a SolveRequest,
    options: Options,
    commands: Vec<Piece<'a>>,
}

impl<'a> Question<'a> {
    fn new(request: &'a SolveRequest) -> Result<Self, String> {
        let options = Options::new(&request.options).map_err(|error| error.to_string())?;
        let commands = script::commands(&request.script, request.assertions)?;
        for term in &request.want_model {
            if !script::is_one_term(term) {
                return Err(format!("`{term}` is not one term"));
            }
        }
        Ok(Question {
            request,
            options,
            commands,
        })
    }

    /// The reply; `None` if Z3 does not take the script.
    fn answer(&self) -> Option<SolveReply> {
        let (assertions, terms) = self.read()?;
        self.options.set_globals();
        let solver = Solver::new();
        solver.set_params(
            &self
                .options
                .params(self.request.rlimit, self.request.timeout_ms),
        );
        // See the head of this file.
        solver.push();
        for (at, assertion) in assertions.iter().enumerate() {
            if self.request.want_core {
                solver.assert_and_track(assertion.clone(), &Bool::new_const(marker(at)));
            } else {
                solver.assert(assertion);
            }
        }
        if solver.get_assertions().len() < assertions.len() {
            return Some(SolveReply::fault("Z3 did not take every assertion"));
        }
        let before = statistic(&solver, "rlimit count");
        let start = Instant::now();
        let result = solver.check();
        let search = start.elapsed();
        let rlimit_used = statistic(&solver, "rlimit count").saturating_sub(before);
        let mut reply = match result {
            SatResult::Unsat => SolveReply {
                answer: SolverAnswer::Unsat,
                cause: None,
                unsat_core: if self.request.want_core {
                    core(&solver, assertions.len())
                } else {
                    Vec::new()
                },
                ..SolveReply::unknown(UnknownCause::Incomplete, "")
            },
            SatResult::Sat => SolveReply {
                answer: SolverAnswer::Sat,
                cause: None,
                model: values(&solver, &self.request.want_model, &terms),
                ..SolveReply::unknown(UnknownCause::Incomplete, "")
            },
            SatResult::Unknown => {
                let reason = solver.get_reason_unknown().unwrap_or_default();
                SolveReply {
                    model: values(&solver, &self.request.want_model, &terms),
                    ..SolveReply::unknown(cause(&reason, self.request, rlimit_used, search), reason)
                }
            }
        };
        reply.rlimit_used = rlimit_used;
        reply.quant_instantiations = statistic(&solver, "quant instantiations");
        if self.request.statistics {
            reply.statistics = all_statistics(&solver);
        }
        Some(reply)
    }

    /// The script's assertions and the terms to evaluate, read by Z3; `None` if it rejects anything.
    ///
    /// They are not read into the solver: what is asserted, and counted, is a list that holds them as
    /// they were written.
    fn read(&self) -> Option<(Vec<Bool>, Vec<Dynamic>)> {
        let request = self.request;
        let mut text = request.script.clone();
        for term in &request.want_model {
            // An equation is the one assertion that can be made of a term without knowing its sort.
            text.push_str(&equation(term));
        }
        // Without an assertion at the end, a script that has none looks the same accepted and rejected.
        text.push_str(SENTINEL);
        let mut assertions = parse(text);
        if assertions.len() != request.assertions + request.want_model.len() + 1 {
            return None;
        }
        assertions.pop();
        let terms = assertions
            .split_off(request.assertions)
            .iter()
            .map(|equation| equation.nth_child(0))
            .collect::<Option<Vec<_>>>()?;
        Some((assertions, terms))
    }

    /// Why Z3 does not take the script: the first command or term it stops at.
    ///
    /// The interface gives no message, so this looks for the longest beginning that is taken. A script
    /// is taken if an assertion behind it arrives.
    fn rejection(&self) -> String {
        let request = self.request;
        let taken = |beginning: &str, more: &str| {
            with_z3_config(&Config::new(), || {
                !parse(format!("{beginning}\n{more}{SENTINEL}")).is_empty()
            })
        };
        let beginning = |count: usize| match count.checked_sub(1) {
            None => "",
            Some(last) => &request.script[..self.commands[last].end],
        };
        // `good` commands are taken, `bad` are not.
        let (mut good, mut bad) = (0, self.commands.len() + 1);
        while bad - good > 1 {
            let middle = good + (bad - good) / 2;
            if taken(beginning(middle), "") {
                good = middle;
            } else {
                bad = middle;
            }
        }
        if let Some(command) = self.commands.get(good) {
            return format!(
                "Z3 does not accept line {} of the script: {}",
                command.line,
                command.excerpt()
            );
        }
        for term in &request.want_model {
            if !taken(&request.script, &equation(term)) {
                return format!("Z3 does not accept the term `{term}`");
            }
        }
        "Z3 did not read every assertion of the script".into()
    }
}

/// What Z3 makes of a script's assertions, in order; empty if it rejects anything in it.
///
/// An optimizer serves as reader because it only keeps the list, which a solver does not: that costs a
/// third less a request.
fn parse(script: String) -> Vec<Bool> {
    let reader = Optimize::new();
    reader.from_string(script);
    reader.get_assertions()
}

fn equation(term: &str) -> String {
    format!("\n(assert (= {term} {term}))")
}

/// An assertion that says nothing, on a line of its own because a comment may end the text before it.
const SENTINEL: &str = "\n(assert true)";

const MARKER: &str = "alpinist!assertion!";

fn marker(position: usize) -> String {
    format!("{MARKER}{position}")
}

/// The positions of the assertions in the unsat core. Should Z3 name none, all of them are meant.
fn core(solver: &Solver, assertions: usize) -> Vec<usize> {
    let mut positions: Vec<usize> = solver
        .get_unsat_core()
        .iter()
        .filter_map(|literal| literal.decl().name().strip_prefix(MARKER)?.parse().ok())
        .collect();
    positions.sort_unstable();
    if positions.is_empty() {
        positions = (0..assertions).collect();
    }
    positions
}

fn values(solver: &Solver, names: &[String], terms: &[Dynamic]) -> Vec<(String, String)> {
    if names.is_empty() {
        return Vec::new();
    }
    let Some(model) = solver.get_model() else {
        return Vec::new();
    };
    names
        .iter()
        .zip(terms)
        .filter_map(|(name, term)| Some((name.clone(), model.eval(term, true)?.to_string())))
        .collect()
}

/// Why an answer is unknown. Z3 says "canceled" for every limit, so the figures decide which it was;
/// what is no limit is incompleteness.
fn cause(reason: &str, request: &SolveRequest, rlimit_used: u64, search: Duration) -> UnknownCause {
    const CLOCK_SLACK: Duration = Duration::from_millis(5);
    let limit = Duration::from_millis(request.timeout_ms);
    let mentions = |words: &[&str]| words.iter().any(|word| reason.contains(word));
    if mentions(&["memout", "out of memory", "max. memory"]) {
        UnknownCause::Memory
    } else if !mentions(&["canceled", "timeout", "resource limit", "interrupted"]) {
        UnknownCause::Incomplete
    } else if request.rlimit > 0 && rlimit_used >= request.rlimit.min(u32::MAX.into()) {
        UnknownCause::ResourceLimit
    } else if reason.contains("timeout") || search + CLOCK_SLACK >= limit {
        UnknownCause::Timeout
    } else {
        // Nothing else stops a search before its time.
        UnknownCause::Memory
    }
}

fn statistic(solver: &Solver, name: &str) -> u64 {
    match solver.get_statistics().value(name) {
        Some(StatisticsValue::UInt(value)) => value.into(),
        Some(StatisticsValue::Double(value)) => value as u64,
        None => 0,
    }
}

fn all_statistics(solver: &Solver) -> Vec<(String, f64)> {
    let mut all: Vec<(String, f64)> = solver
        .get_statistics()
        .entries()
        .map(|entry| {
            let value = match entry.value {
                StatisticsValue::UInt(value) => value.into(),
                StatisticsValue::Double(value) => value,
            };
            (entry.key, value)
        })
        .collect();
    all.sort_by(|a, b| a.0.cmp(&b.0));
    all
}
