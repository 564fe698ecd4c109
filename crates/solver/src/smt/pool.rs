//! The worker processes, seen from the client.
//!
//! A pool starts workers when they are needed and keeps them. One that dies, hangs or talks nonsense is
//! killed and replaced; the request it had is answered as unknown, with what happened.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use super::memory::{self, Memory};
use super::protocol::{Hello, PROTOCOL, WORKER_ARGUMENT, WireReply, WireRequest};
use super::{SolveReply, SolveRequest, UnknownCause, find};
use crate::cache::ProofCache;

/// How long a worker may take to say that it is ready.
const START: Duration = Duration::from_secs(60);

/// How often someone who waits for an answer looks whether it is still wanted.
const GLANCE: Duration = Duration::from_millis(50);

/// How much of what a worker wrote to standard error is kept for a message, in bytes.
const LAST_WORDS: usize = 2048;

/// How a pool runs its workers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PoolConfig {
    /// The program to start; its first argument is [`WORKER_ARGUMENT`].
    pub worker_program: PathBuf,
    /// The folder with the Z3 library, if the worker does not find it by itself.
    pub library: Option<PathBuf>,
    /// How many workers there are at most; 0 counts as 1.
    pub workers: usize,
    /// Memory limit of a worker in megabytes, 0 for none.
    pub memory_mb: u64,
    /// How long after a request's time limit a worker that has not answered is killed.
    pub grace: Duration,
}

impl PoolConfig {
    /// As many workers as the machine has cores, 2 GB each, and two seconds of grace.
    pub fn new(worker_program: impl Into<PathBuf>) -> Self {
        PoolConfig {
            worker_program: worker_program.into(),
            library: None,
            workers: std::thread::available_parallelism().map_or(1, |cores| cores.get()),
            memory_mb: 2048,
            grace: Duration::from_secs(2),
        }
    }

    /// The same with the worker and the library that the running program was installed with.
    ///
    /// # Errors
    /// If the system does not tell which program runs.
    pub fn installed() -> std::io::Result<Self> {
        // The worker is beside the program itself, not beside a link to it.
        let program = std::env::current_exe()?.canonicalize()?;
        Ok(PoolConfig {
            library: find::library(),
            ..PoolConfig::new(find::worker(&program))
        })
    }
}

/// Who answers the questions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Identity {
    /// The version of Z3, such as `5.3.3.0`.
    pub version: String,
    /// Where its library is, for people to read.
    pub library: String,
    /// A fingerprint of what the worker is made of, Z3 aside.
    pub sources: String,
}

/// Why there is no solver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoSolver {
    /// What is wrong, in a sentence.
    pub problem: String,
    /// What would mend it, if that is known.
    pub help: Option<String>,
}

impl NoSolver {
    fn new(problem: String) -> Self {
        NoSolver {
            problem,
            help: None,
        }
    }

    /// Of a worker that ended before it was ready, with a sentence about its end.
    fn ended(epitaph: String) -> Self {
        match find::missed_library(&epitaph) {
            true => NoSolver {
                problem: format!("the Z3 library was not found: {epitaph}"),
                help: Some(find::help()),
            },
            false => NoSolver::new(epitaph),
        }
    }
}

impl std::fmt::Display for NoSolver {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.help {
            Some(help) => write!(f, "{}; {help}", self.problem),
            None => write!(f, "{}", self.problem),
        }
    }
}

impl std::error::Error for NoSolver {}

/// A set of solver workers that many threads may use at once. Dropping it ends them.
#[derive(Debug)]
pub struct SolverPool {
    config: PoolConfig,
    state: Mutex<State>,
    /// Signalled when a place becomes free.
    free: Condvar,
    cache: Option<Box<dyn ProofCache>>,
    /// What was answered before, if it is kept in mind.
    memory: Option<Memory>,
    stopped: AtomicBool,
    /// Who answers, once that was asked.
    identity: OnceLock<Identity>,
    /// Held by who asks that.
    asking: Mutex<()>,
}

#[derive(Debug, Default)]
struct State {
    idle: Vec<Worker>,
    /// How many requests are being worked on.
    active: usize,
    last_id: u64,
    /// Requests taken.
    asked: u64,
    /// Those of them whose reply need not be the same another time.
    passing: u64,
}

impl SolverPool {
    /// A pool that has started nothing yet.
    pub fn new(config: PoolConfig) -> Self {
        SolverPool {
            config,
            state: Mutex::default(),
            free: Condvar::new(),
            cache: None,
            memory: None,
            stopped: AtomicBool::new(false),
            identity: OnceLock::new(),
            asking: Mutex::new(()),
        }
    }

    /// Nobody wants the answers any more: workers in the middle of a question are ended, and
    /// whatever is asked from now on is unknown at once.
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    /// The same with answers kept from other runs.
    #[must_use]
    pub fn with_cache(self, cache: Box<dyn ProofCache>) -> Self {
        SolverPool {
            cache: Some(cache),
            ..self
        }
    }

    /// The same that asks no solver the same thing twice, where the answer would be the same.
    #[must_use]
    pub fn with_memory(self) -> Self {
        SolverPool {
            memory: Some(Memory::default()),
            ..self
        }
    }

    /// Where answers are kept, if anywhere.
    pub fn cache(&self) -> Option<&dyn ProofCache> {
        self.cache.as_deref()
    }

    /// How many requests went to a worker so far.
    pub fn asked(&self) -> u64 {
        self.lock().asked
    }

    /// How many replies so far depended on more than their requests: on the clock, on memory, on a fault.
    /// What was concluded while this number stayed the same will be concluded again.
    pub fn passing(&self) -> u64 {
        self.lock().passing
    }

    /// Who answers. Starts a worker the first time, and asks it nothing; later calls give the same.
    ///
    /// # Errors
    /// Why no worker runs: it cannot be started, there is no Z3, or one that is too old.
    pub fn identity(&self) -> Result<&Identity, NoSolver> {
        let _asking = self.asking.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = self.identity.get() {
            return Ok(known);
        }
        let worker = self.start()?;
        let identity = worker.identity.clone();
        // Beyond the places there are, but one that has no question does not work.
        self.lock().idle.push(worker);
        Ok(self.identity.get_or_init(|| identity))
    }

    /// A new worker, which is as the first one was: kept answers are those of one.
    fn start(&self) -> Result<Worker, NoSolver> {
        let worker = Worker::start(&self.config)?;
        let first = self.identity.get_or_init(|| worker.identity.clone());
        match *first == worker.identity {
            true => Ok(worker),
            false => Err(NoSolver::new(
                "the solver was exchanged while it was in use".into(),
            )),
        }
    }

    /// Who answers, if that was asked before.
    pub fn known_identity(&self) -> Option<&Identity> {
        self.identity.get()
    }

    /// Answers a request. Blocks until a worker is free and has answered, or its time is over.
    ///
    /// The answer depends on the request alone, except where the cause is a timeout, memory or a fault.
    pub fn solve(&self, request: &SolveRequest) -> SolveReply {
        let Some((memory, key)) = self.remembered(request) else {
            return self.ask(request);
        };
        if let Some(known) = memory.reply(&key) {
            return known;
        }
        let reply = self.ask(request);
        memory.keep(key, &reply);
        reply
    }

    /// What is kept in mind, and where this request has its place there.
    fn remembered(&self, request: &SolveRequest) -> Option<(&Memory, memory::Key)> {
        let memory = self.memory.as_ref()?;
        Some((memory, memory::key(request)?))
    }

    fn ask(&self, request: &SolveRequest) -> SolveReply {
        let reply = self.exchange(request);
        if !memory::lasts(&reply) {
            self.lock().passing += 1;
        }
        reply
    }

    fn exchange(&self, request: &SolveRequest) -> SolveReply {
        // A fault, and not the end of a search, from which something might be concluded.
        let stopped = || SolveReply::unknown(UnknownCause::Fault, "no longer wanted");
        self.lock().asked += 1;
        let (mut kept, id, place) = self.enter();
        if self.stopped.load(Ordering::Relaxed) {
            place.leave(kept);
            return stopped();
        }
        let message = match wire(id, request) {
            Ok(message) => message,
            Err(error) => {
                place.leave(kept);
                return SolveReply::fault(format!("the request cannot be written: {error}"));
            }
        };
        let limit =
            Duration::from_millis(request.timeout_ms.max(1)).saturating_add(self.config.grace);
        let (reply, worker) = loop {
            let reused = kept.is_some();
            let mut worker = match kept.take().map_or_else(|| self.start(), Ok) {
                Ok(worker) => worker,
                Err(none) => break (SolveReply::fault(none.to_string()), None),
            };
            match worker.ask(id, message.clone(), limit, &self.stopped) {
                Exchange::Answered(reply) => break (reply, Some(worker)),
                Exchange::Over(reply) => break (reply, None),
                Exchange::Stopped => break (stopped(), None),
                // It died while it was idle, and has not seen the request.
                Exchange::Undelivered if reused => {}
                Exchange::Undelivered => {
                    break (SolveReply::fault(worker.epitaph("took no request")), None);
                }
            }
        };
        place.leave(worker);
        reply.checked()
    }

    /// Waits for a place; gives an idle worker if there is one, and a number for the request.
    fn enter(&self) -> (Option<Worker>, u64, Place<'_>) {
        let mut state = self.lock();
        while state.active >= self.config.workers.max(1) {
            state = self
                .free
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
        }
        state.active += 1;
        state.last_id += 1;
        (state.idle.pop(), state.last_id, Place { pool: self })
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // No code that can panic runs under the lock, so a poisoned one is whole.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The right to run one worker; given back when dropped.
struct Place<'a> {
    pool: &'a SolverPool,
}

impl Place<'_> {
    /// Gives the place back, with a worker that can be used again.
    fn leave(self, worker: Option<Worker>) {
        self.pool.lock().idle.extend(worker);
    }
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        self.pool.lock().active -= 1;
        self.pool.free.notify_one();
    }
}

fn wire(id: u64, request: &SolveRequest) -> serde_json::Result<Arc<[u8]>> {
    let mut line = serde_json::to_vec(&WireRequest {
        id,
        request: request.clone(),
    })?;
    line.push(b'\n');
    Ok(line.into())
}

/// How an exchange with a worker ended.
enum Exchange {
    /// With a reply; the worker can be used again.
    Answered(SolveReply),
    /// With a reply, or what stands for one; the worker cannot be used again.
    Over(SolveReply),
    /// The worker was not there any more to take the request.
    Undelivered,
    /// The answer is not wanted any more; the worker is ended.
    Stopped,
}

/// What the thread that talks to a worker reports.
enum Event {
    /// A line the worker wrote.
    Line(String),
    /// The request could not be written.
    Unwritten,
    /// The worker's output ended.
    Ended,
}

/// A running worker process. Killed when dropped.
#[derive(Debug)]
struct Worker {
    child: Child,
    identity: Identity,
    /// Requests for the thread that talks to the process. It does the writing too, so that a process
    /// that does not read cannot hold up the client.
    requests: mpsc::Sender<Arc<[u8]>>,
    events: mpsc::Receiver<Event>,
    last_words: Arc<Mutex<Vec<u8>>>,
}

impl Worker {
    fn start(config: &PoolConfig) -> Result<Self, NoSolver> {
        let program = config.worker_program.display();
        let mut command = Command::new(&config.worker_program);
        command
            .arg(WORKER_ARGUMENT)
            .arg(config.memory_mb.to_string())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command.envs(config.library.as_deref().and_then(find::loader));
        command.envs(allocation());
        let mut child = command.spawn().map_err(|error| {
            let missing = error.kind() == std::io::ErrorKind::NotFound;
            NoSolver {
                problem: format!("the solver worker {program} cannot be started: {error}"),
                help: missing.then(find::help_with_worker),
            }
        })?;
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (requests, queue) = mpsc::channel();
        let (reports, events) = mpsc::channel();
        let mut worker = Worker {
            child,
            identity: Identity::default(),
            requests,
            events,
            last_words: Arc::default(),
        };
        let (Some(input), Some(output), Some(errors)) = pipes else {
            return Err(NoSolver::new("the solver worker has no pipes".into()));
        };
        let words = worker.last_words.clone();
        let threads = spawn("solver-talk", move || talk(input, output, &queue, &reports))
            .and_then(|()| spawn("solver-errors", move || keep_last_words(errors, &words)));
        if let Err(error) = threads {
            return Err(NoSolver::new(format!(
                "a thread for the solver worker cannot be started: {error}"
            )));
        }
        let hello = match worker.events.recv_timeout(START) {
            Ok(Event::Line(line)) => serde_json::from_str::<Hello>(&line),
            Ok(_) | Err(RecvTimeoutError::Disconnected) => {
                return Err(NoSolver::ended(worker.epitaph("ended before it was ready")));
            }
            Err(RecvTimeoutError::Timeout) => {
                return Err(NoSolver::new(format!(
                    "the solver worker {program} does not get ready"
                )));
            }
        };
        match hello {
            Ok(Hello {
                refusal: Some(problem),
                ..
            }) => Err(NoSolver {
                problem,
                help: Some(find::help()),
            }),
            Ok(hello) if hello.protocol == PROTOCOL => {
                worker.identity = Identity {
                    version: hello.z3_version,
                    library: hello.library,
                    sources: hello.sources,
                };
                Ok(worker)
            }
            _ => Err(NoSolver::new(format!(
                "{program} is not a solver worker of this version"
            ))),
        }
    }

    /// Has a request answered within `limit` of now, unless `stopped` comes first.
    fn ask(
        &mut self,
        id: u64,
        message: Arc<[u8]>,
        limit: Duration,
        stopped: &AtomicBool,
    ) -> Exchange {
        if !matches!(self.child.try_wait(), Ok(None)) || self.requests.send(message).is_err() {
            return Exchange::Undelivered;
        }
        let start = Instant::now();
        let event = loop {
            let left = limit.saturating_sub(start.elapsed());
            match self.events.recv_timeout(left.min(GLANCE)) {
                Err(RecvTimeoutError::Timeout) if stopped.load(Ordering::Relaxed) => {
                    self.end();
                    return Exchange::Stopped;
                }
                Err(RecvTimeoutError::Timeout) if left > GLANCE => {}
                event => break event,
            }
        };
        let line = match event {
            Ok(Event::Line(line)) => line,
            Ok(Event::Unwritten) => return Exchange::Undelivered,
            Ok(Event::Ended) | Err(RecvTimeoutError::Disconnected) => {
                let mut reply = SolveReply::fault(self.epitaph("ended without an answer"));
                reply.time_us = micros(start);
                return Exchange::Over(reply);
            }
            Err(RecvTimeoutError::Timeout) => {
                self.end();
                let mut reply = SolveReply::unknown(UnknownCause::Timeout, "wall clock");
                reply.time_us = micros(start);
                return Exchange::Over(reply);
            }
        };
        match serde_json::from_str::<WireReply>(&line) {
            Ok(wire) if wire.id == id && wire.retire => Exchange::Over(wire.reply),
            Ok(wire) if wire.id == id => Exchange::Answered(wire.reply),
            Ok(wire) if wire.reply.fault.is_some() => Exchange::Over(wire.reply),
            Ok(_) => Exchange::Over(SolveReply::fault(
                "the solver worker answered another request",
            )),
            Err(error) => Exchange::Over(SolveReply::fault(format!(
                "the solver worker's reply cannot be read: {error}"
            ))),
        }
    }

    /// Ends the process, whatever it is doing.
    fn end(&mut self) -> String {
        // Both fail only if it is gone already.
        let _ = self.child.kill();
        match self.child.wait() {
            Ok(status) => status.to_string(),
            Err(error) => error.to_string(),
        }
    }

    /// A sentence about a worker that is gone: what it failed to do, how it ended and what it said.
    fn epitaph(&mut self, failing: &str) -> String {
        // Its output has ended, so it is about to end itself; how it does is worth a moment.
        let deadline = Instant::now() + Duration::from_secs(1);
        while matches!(self.child.try_wait(), Ok(None)) && Instant::now() < deadline {
            std::thread::sleep(Duration::from_millis(5));
        }
        let status = self.end();
        // What it said is read by a thread of its own, which ends with it.
        while Arc::strong_count(&self.last_words) > 1 && Instant::now() < deadline {
            std::thread::sleep(Duration::from_millis(5));
        }
        let words = self
            .last_words
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let words = String::from_utf8_lossy(&words);
        match words.lines().rfind(|line| !line.trim().is_empty()) {
            Some(line) => format!("the solver worker {failing} ({status}: {})", line.trim()),
            None => format!("the solver worker {failing} ({status})"),
        }
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.end();
    }
}

/// The variable with which glibc's allocation is set, and its value for a worker: what is freed is kept.
/// `None` where the user has set it.
///
/// Each context of Z3 begins with two tables of 8 MB that it fills. Given back to the system after each
/// request and taken anew, they cost more than most questions.
fn allocation() -> Option<(&'static str, &'static str)> {
    const TUNABLES: &str = "GLIBC_TUNABLES";
    std::env::var_os(TUNABLES).is_none().then_some((
        TUNABLES,
        "glibc.malloc.mmap_threshold=33554432:glibc.malloc.trim_threshold=268435456",
    ))
}

fn micros(start: Instant) -> u64 {
    u64::try_from(start.elapsed().as_micros()).unwrap_or(u64::MAX)
}

fn spawn(name: &str, work: impl FnOnce() + Send + 'static) -> std::io::Result<()> {
    std::thread::Builder::new()
        .name(name.into())
        .spawn(work)
        .map(drop)
}

/// Carries requests to a worker and its lines back, first the greeting and then one for each request.
/// Ends with the worker, or when nobody sends requests any more.
fn talk(
    mut input: ChildStdin,
    output: ChildStdout,
    requests: &mpsc::Receiver<Arc<[u8]>>,
    reports: &mpsc::Sender<Event>,
) {
    let mut output = BufReader::new(output);
    loop {
        let mut line = String::new();
        let whole = matches!(output.read_line(&mut line), Ok(1..)) && line.ends_with('\n');
        let event = if whole {
            Event::Line(line)
        } else {
            Event::Ended
        };
        if reports.send(event).is_err() || !whole {
            return;
        }
        let Ok(message) = requests.recv() else { return };
        if input
            .write_all(&message)
            .and_then(|()| input.flush())
            .is_err()
        {
            // If the client is gone as well there is nobody to tell.
            let _ = reports.send(Event::Unwritten);
            return;
        }
    }
}

fn keep_last_words(mut errors: ChildStderr, words: &Mutex<Vec<u8>>) {
    let mut chunk = [0; 1024];
    while let Ok(count @ 1..) = errors.read(&mut chunk) {
        let mut words = words.lock().unwrap_or_else(PoisonError::into_inner);
        words.extend_from_slice(&chunk[..count]);
        let surplus = words.len().saturating_sub(LAST_WORDS);
        words.drain(..surplus);
    }
}
