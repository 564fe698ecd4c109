//! One run of clang: limited in time, memory and output, without input.

use std::ffi::OsString;
use std::io::Read;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, Sender};
use std::time::{Duration, Instant};

use crate::find::Program;

/// How much longer than its processor time a run may take: what comes of a file does not depend on what
/// else the machine does, and one that waits for ever is stopped all the same.
const PATIENCE: u32 = if cfg!(target_os = "linux") { 4 } else { 1 };

/// What one run may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Processor time, in whole seconds; of the clock, `PATIENCE` times as much. Where the system
    /// cannot limit another process (all but Linux), it is the clock's.
    pub time: Duration,
    /// Address space in megabytes; 0 for no limit. Where the system cannot limit another process (all
    /// but Linux), only the clock and the output are limited.
    pub memory_mb: u64,
    /// Bytes of the tree and of the messages, each.
    pub output: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            time: Duration::from_secs(30),
            memory_mb: 4096,
            output: 256 << 20,
        }
    }
}

impl Limits {
    fn clock(self) -> Duration {
        self.time.saturating_mul(PATIENCE)
    }
}

/// What a run left.
#[derive(Debug)]
pub(crate) struct Output {
    /// Standard output: the tree.
    pub tree: Vec<u8>,
    /// Standard error: the messages.
    pub messages: String,
    /// How it ended, if not well.
    pub failed: Option<String>,
}

/// Why a run has no result.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// It could not be started.
    #[error("{0} could not be started: {1}")]
    Start(String, std::io::Error),
    /// The clock ran out.
    #[error("clang was stopped after {0} seconds")]
    Time(u64),
    /// Its processor time ran out.
    #[error("clang was stopped after {0} seconds of processor time")]
    Work(u64),
    /// It wrote more than it may.
    #[error("clang wrote more than {0} MB")]
    Output(usize),
    /// It ended by a signal, or could not be waited for.
    #[error("clang ended abnormally ({0})")]
    Crash(String),
}

enum Event {
    Bytes(bool, Vec<u8>),
    End,
}

/// Runs clang in a folder.
///
/// # Errors
/// Whatever keeps it from ending by itself within its limits.
pub(crate) fn run(
    program: &Program,
    arguments: &[OsString],
    folder: &Path,
    limits: Limits,
) -> Result<Output, RunError> {
    let mut child = Command::new(&program.path)
        .args(&program.leading)
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| RunError::Start(program.path.display().to_string(), error))?;
    limit(&child, limits);
    let outcome = collect(&mut child, limits);
    if outcome.is_err() {
        // It may have ended meanwhile, which is what is wanted.
        let _ = child.kill();
        let _ = child.wait();
    }
    outcome
}

/// A limit that the system refuses is left out: the clock stays.
fn limit(child: &Child, limits: Limits) {
    #[cfg(target_os = "linux")]
    if let Ok(id) = i32::try_from(child.id()) {
        use rlimit::{Resource, prlimit};
        if limits.memory_mb > 0 {
            let bytes = limits.memory_mb.saturating_mul(1 << 20);
            let _ = prlimit(id, Resource::AS, Some((bytes, bytes)), None);
        }
        let seconds = limits.time.as_secs().max(1);
        let _ = prlimit(
            id,
            Resource::CPU,
            Some((seconds, seconds.saturating_add(1))),
            None,
        );
        let _ = prlimit(id, Resource::CORE, Some((0, 0)), None);
    }
    #[cfg(not(target_os = "linux"))]
    let _ = (child, limits);
}

/// What a run that ended by a signal is told as.
fn signalled(status: ExitStatus, limits: Limits) -> RunError {
    #[cfg(target_os = "linux")]
    {
        use std::os::unix::process::ExitStatusExt;
        const SIGXCPU: i32 = 24;
        if status.signal() == Some(SIGXCPU) {
            return RunError::Work(limits.time.as_secs().max(1));
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = limits;
    RunError::Crash(status.to_string())
}

fn collect(child: &mut Child, limits: Limits) -> Result<Output, RunError> {
    let start = Instant::now();
    let (sender, events) = mpsc::channel();
    if let Some(output) = child.stdout.take() {
        forward(output, true, sender.clone());
    }
    if let Some(output) = child.stderr.take() {
        forward(output, false, sender);
    }
    let (tree, messages) = receive(&events, start, limits)?;
    loop {
        match child.try_wait() {
            Ok(Some(status)) if status.code().is_some() => {
                return Ok(Output {
                    tree,
                    messages: String::from_utf8_lossy(&messages).into_owned(),
                    failed: (!status.success()).then(|| status.to_string()),
                });
            }
            Ok(Some(status)) => return Err(signalled(status, limits)),
            Ok(None) if start.elapsed() > limits.clock() => {
                return Err(RunError::Time(limits.clock().as_secs()));
            }
            Ok(None) => std::thread::sleep(Duration::from_micros(200)),
            Err(error) => return Err(RunError::Crash(error.to_string())),
        }
    }
}

fn receive(
    events: &Receiver<Event>,
    start: Instant,
    limits: Limits,
) -> Result<(Vec<u8>, Vec<u8>), RunError> {
    let (mut tree, mut messages) = (Vec::new(), Vec::new());
    let mut open = 2;
    while open > 0 {
        let left = limits.clock().saturating_sub(start.elapsed());
        match events.recv_timeout(left) {
            Ok(Event::Bytes(first, bytes)) => {
                let buffer = if first { &mut tree } else { &mut messages };
                if buffer.len().saturating_add(bytes.len()) > limits.output {
                    return Err(RunError::Output(limits.output >> 20));
                }
                buffer.extend_from_slice(&bytes);
            }
            Ok(Event::End) => open -= 1,
            Err(mpsc::RecvTimeoutError::Timeout) => {
                return Err(RunError::Time(limits.clock().as_secs()));
            }
            Err(mpsc::RecvTimeoutError::Disconnected) => break,
        }
    }
    Ok((tree, messages))
}

/// A thread for each stream: whoever reads one after the other waits for ever once the other is full.
/// It ends with the stream, or with the one who listens.
fn forward(mut stream: impl Read + Send + 'static, first: bool, sender: Sender<Event>) {
    std::thread::spawn(move || {
        loop {
            let mut bytes = vec![0; 1 << 16];
            match stream.read(&mut bytes) {
                Ok(0) => break,
                Ok(count) => {
                    bytes.truncate(count);
                    if sender.send(Event::Bytes(first, bytes)).is_err() {
                        return;
                    }
                }
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                Err(_) => break,
            }
        }
        let _ = sender.send(Event::End);
    });
}
