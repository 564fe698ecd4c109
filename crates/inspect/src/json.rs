//! A run as JSON (docs/json.md). Members stand in a fixed order, lists in that of the text.

use crate::messages::of_file;
use crate::model::{Access, Fault, FileRun, KernelRun, Thread, What};
use crate::place::{Call, Spot};
use crate::sizes::Chosen;
use crate::trial::Trial;
use crate::words;
use clang::tree::Language;
use races::Size;
use report::messages::{Message, Place};
use report::model::Problem;
use serde_json::{Value, json};
use text::diagnostics::Severity;

/// What the object is: the member `schema`.
pub const SCHEMA: &str = "alpinist-kernels";

/// Grows whenever a member goes or changes its meaning; new members may come without.
pub const SCHEMA_VERSION: u32 = 1;

/// What is not about a file.
#[derive(Debug)]
pub struct Frame<'a> {
    /// The exit status.
    pub status: u8,
    /// What could not be read.
    pub problems: &'a [Problem],
    /// Milliseconds in all and calls of the solver, if what is measured is wanted.
    pub measured: Option<(f64, u64)>,
}

/// The run.
pub fn run(frame: &Frame<'_>, runs: &[FileRun]) -> Value {
    let problems: Vec<Value> = frame
        .problems
        .iter()
        .map(|one| message(&report::messages::of_problem(one)))
        .collect();
    let times = frame.measured.is_some();
    let mut value = json!({
        "schema": SCHEMA,
        "schema_version": SCHEMA_VERSION,
        "tool": { "name": "alpinist", "version": env!("CARGO_PKG_VERSION") },
        "status": frame.status,
        "diagnostics": problems,
        "files": files(runs, times),
    });
    if let Some((time, calls)) = frame.measured {
        value["measured"] = json!({ "time_ms": time, "solver_calls": calls });
    }
    value
}

/// The files of a run, with times if they are wanted.
pub fn files(runs: &[FileRun], times: bool) -> Value {
    runs.iter().map(|one| file(one, times)).collect()
}

fn file(run: &FileRun, times: bool) -> Value {
    let messages = of_file(run);
    let general = messages.iter().filter(|one| one.method.is_none());
    let language = match run.language {
        Language::Cuda => "cuda",
        Language::OpenCl => "opencl",
    };
    let mut value = json!({
        "name": run.name,
        "language": language,
        "status": run.status().code(),
        "diagnostics": general.map(message).collect::<Vec<_>>(),
        "kernels": run.kernels.iter().map(|one| kernel(run, one, times)).collect::<Vec<_>>(),
        "passed_over": run.passed_over,
    });
    if times {
        value["measured"] = json!({ "reading_ms": run.reading.as_secs_f64() * 1000.0 });
    }
    value
}

fn kernel(run: &FileRun, kernel: &KernelRun, times: bool) -> Value {
    let not_decided: Vec<Value> = of_file(run)
        .iter()
        .filter(|one| one.method.as_deref() == Some(&kernel.name))
        .filter(|one| {
            let said = kernel.errors.iter().chain(&kernel.undecided);
            said.into_iter().any(|other| *other == one.diagnostic)
        })
        .map(message)
        .collect();
    let mut value = json!({
        "name": kernel.name,
        "place": kernel.spot.as_ref().map(|spot| place(&spot.place)),
        "verdict": kernel.verdict().word(),
        "sizes": kernel.sizes.as_ref().map(sizes),
        "findings": kernel.faults.iter().map(|one| fault(run, kernel, one)).collect::<Vec<_>>(),
        "undecided": not_decided,
        "assumptions": kernel.assumptions.iter().map(|one| &one.text).collect::<Vec<_>>(),
        "assumption_kinds": kernel.assumptions.iter().map(|one| one.kind.word()).collect::<Vec<_>>(),
    });
    // One answer for each.
    if !kernel.apart.is_empty() {
        value["sizes_of_launches"] = kernel.apart.iter().map(sizes).collect();
    }
    if times {
        value["measured"] = json!({
            "time_ms": kernel.time.as_secs_f64() * 1000.0,
            "questions": kernel.questions,
        });
    }
    value
}

fn sizes(chosen: &Chosen) -> Value {
    json!({
        "block": chosen.sizes.block.map(size),
        "block_from": chosen.block.words(),
        "grid": chosen.sizes.grid.map(size),
        "grid_from": chosen.grid.words(),
    })
}

fn size(size: Size) -> Value {
    match size {
        Size::Fixed(n) => json!(n),
        Size::Any => json!("*"),
    }
}

fn fault(run: &FileRun, kernel: &KernelRun, fault: &Fault) -> Value {
    let kind = match &fault.what {
        What::Race(_) => "race",
        What::Divergence { .. } => "divergence",
        What::Assertion => "assertion",
        What::Invariant => "invariant",
        What::Bounds(_) => "bounds",
        What::ConstantWrite(_) => "constant-write",
        What::NullAccess => "null-access",
        What::BarrierInvariant => "barrier-invariant",
        What::Permission => "permission",
    };
    let diagnostic = words::diagnostic(fault, kernel, run.language);
    let values = fault.values.iter();
    let mut value = json!({
        "code": fault.code,
        "kind": kind,
        "message": diagnostic.message,
        "place": place(&fault.spot.place),
        "calls": fault.spot.calls.iter().map(call).collect::<Vec<_>>(),
        "threads": fault.threads.iter().map(thread).collect::<Vec<_>>(),
        "values": values.map(|(name, value)| json!({ "name": name, "value": value })).collect::<Vec<_>>(),
        "certain": fault.trial == Trial::Shown,
        "execution": fault.trial.word(),
        "abstracted": !fault.abstractions.is_empty(),
        "abstractions": fault.abstractions.iter().map(|one| one.word()).collect::<Vec<_>>(),
        "only_by_overflow": fault.only_where.is_some(),
        "help": diagnostic.help,
    });
    if let What::Race(race) = &fault.what {
        value["race"] = json!({
            "array": race.array,
            "location": race.location,
            "same_block": race.same_block,
            "accesses": [access(&race.first), access(&race.second)],
        });
    }
    value
}

fn access(access: &Access) -> Value {
    let Spot {
        place: at,
        definition,
        line,
        calls,
        ..
    } = &access.spot;
    json!({
        "kind": access.kind.noun(),
        "location": access.location,
        "bytes": access.bytes,
        "place": place(at),
        "macro": definition.as_ref().map(place),
        "source": line,
        "calls": calls.iter().map(call).collect::<Vec<_>>(),
    })
}

fn call(call: &Call) -> Value {
    json!({ "callee": call.callee, "place": place(&call.place) })
}

fn thread(thread: &Thread) -> Value {
    json!({ "thread": thread.thread, "block": thread.block, "global": thread.global })
}

fn place(place: &Place) -> Value {
    json!({
        "file": place.file,
        "line": place.start.0,
        "column": place.start.1,
        "end_line": place.end.0,
        "end_column": place.end.1,
        "byte_start": place.bytes.0,
        "byte_end": place.bytes.0 + place.bytes.1,
    })
}

/// A message as it stands in the lists of a file.
pub fn message(message: &Message) -> Value {
    let severity = match message.diagnostic.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    };
    json!({
        "code": message.diagnostic.code,
        "severity": severity,
        "message": message.diagnostic.message,
        "place": message.place.as_ref().map(place),
        "notes": message.diagnostic.notes,
        "help": message.diagnostic.help,
    })
}
