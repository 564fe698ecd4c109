//! A file as JSON (docs/json.md).

use crate::accept::{Accepted, By};
use crate::messages::{of_file, of_kernel};
use crate::model::{
    Access, Effect, Fault, FileRun, Held, KernelRun, Required, Satisfied, Thread, What, Worked,
};
use crate::place::{Call, Spot};
use crate::sizes::Chosen;
use crate::trial::Trial;
use crate::words;
use clang::tree::Language;
use contracts::Kind;
use races::Size;
use report::json::Json;
use report::messages::Place;
use report::render::json::message;
use serde_json::{Value, json};

/// The object of a file, with times if they are wanted.
pub(crate) fn file(run: &FileRun, times: bool) -> Value {
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
    let not_decided: Vec<Json> = of_kernel(run, kernel)
        .iter()
        .filter(|one| {
            let said = kernel.errors.iter().chain(&kernel.undecided);
            said.into_iter().any(|other| *other == one.diagnostic)
        })
        .map(message)
        .collect();
    let mut value = json!({
        "name": kernel.name,
        "place": kernel.spot.as_ref().map(|spot| &spot.place),
        "verdict": kernel.verdict().word(),
        "sizes": kernel.sizes.as_ref().map(sizes),
        "findings": kernel.faults.iter().map(|one| fault(run, kernel, one)).collect::<Vec<_>>(),
        "undecided": not_decided,
        "assumptions": kernel.assumptions.iter().map(|one| &one.text).collect::<Vec<_>>(),
        "assumption_kinds": kernel.assumptions.iter().map(|one| one.kind.word()).collect::<Vec<_>>(),
    });
    if let Some(safe) = &kernel.safe_if {
        value["help"] = json!(words::safe_if(safe));
    }
    if !kernel.worked.is_empty() {
        let one = |one: &Worked| {
            json!({
                "array": one.array,
                "depends_on": one.from,
                "not_on": one.without,
                "launches": one.launches,
            })
        };
        value["work"] = kernel.worked.iter().map(one).collect();
    }
    if !kernel.effects.is_empty() {
        value["effects"] = kernel.effects.iter().map(effect).collect();
    }
    if !(kernel.contract.is_empty() && kernel.launches.is_empty()) {
        value["contract"] = kernel.contract.iter().map(required).collect();
        value["launches"] = kernel.launches.iter().map(|one| held(run, one)).collect();
    }
    if times {
        value["measured"] = json!({
            "time_ms": kernel.time.as_secs_f64() * 1000.0,
            "questions": kernel.questions,
        });
    }
    value
}

fn required(one: &Required) -> Value {
    json!({
        "clause": one.clause,
        "kind": kind_of(one.kind),
        "place": one.spot.as_ref().map(|spot| &spot.place),
        "evidence": one.evidence,
    })
}

/// What a clause is about, as assumptions of its kind are denied.
fn kind_of(kind: Kind) -> &'static str {
    match kind {
        Kind::Sizes => "sizes",
        Kind::Numbers => "numbers",
        Kind::Pointers => "aliasing",
        Kind::Extents => "lengths",
        Kind::Contents => "contents",
    }
}

fn effect(one: &Effect) -> Value {
    let mut value = json!({
        "array": one.array,
        "reads": one.reads,
        "writes": one.writes,
        "below": one.below,
    });
    if let Some(once) = &one.once {
        value["once"] = json!({
            "below": once.below,
            "where": once.clauses,
            "within": once.within,
        });
    }
    value
}

fn held(run: &FileRun, held: &Held) -> Value {
    let alone = words::ALONE.to_owned();
    let (status, clause, reason) = match &held.status {
        Satisfied::Meets => ("meets", None, None),
        Satisfied::Alone(clause) => ("meets", Some(clause), Some(&alone)),
        Satisfied::Violates { clause, finding } => ("violates", Some(clause), finding.as_ref()),
        Satisfied::Conditional(text) => ("conditional", Some(text), None),
        Satisfied::Unchecked(why) => ("unchecked", None, Some(why)),
        Satisfied::Outside(why) => ("outside", None, Some(why)),
    };
    let mut value = json!({
        "line": held.line,
        "place": Place::within(&run.sources, held.span),
        "status": status,
        "clause": clause,
        "reason": reason,
    });
    if let Some(one) = &held.accepted {
        value["accepted"] = accepted(one);
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
        What::Race(race) if race.is_mixed() => "mixed-access",
        What::Race(_) => "race",
        What::Divergence { .. } => "divergence",
        What::Assertion(_) => "assertion",
        What::Invariant { .. } => "invariant",
        What::Bounds(_) => "bounds",
        What::ConstantWrite(_) => "constant-write",
        What::NullAccess => "null-access",
        What::BarrierInvariant => "barrier-invariant",
        What::Permission => "permission",
        What::Covered { .. } => "coverage",
    };
    let diagnostic = words::diagnostic(fault, kernel, run.language);
    let values = fault.values.iter().chain(&fault.open);
    let mut value = json!({
        "code": fault.code,
        "kind": kind,
        "message": diagnostic.message,
        "place": fault.spot.place,
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
    if let Some(one) = &fault.accepted {
        value["accepted"] = accepted(one);
    }
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

/// Who has accepted a finding, and why.
fn accepted(one: &Accepted) -> Value {
    let (place, entry, date) = match &one.by {
        By::Comment(place) => (Some(place), None, None),
        By::Entry { place, date } => (None, Some(place), Some(date)),
        By::Baseline(name) => (None, Some(name), None),
    };
    json!({
        "reason": one.reason,
        "place": place,
        "entry": entry,
        "date": date,
        "denied": one.denied,
    })
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
        "place": at,
        "macro": definition,
        "source": line,
        "calls": calls.iter().map(call).collect::<Vec<_>>(),
    })
}

fn call(call: &Call) -> Value {
    json!({ "callee": call.callee, "place": call.place })
}

fn thread(thread: &Thread) -> Value {
    json!({ "thread": thread.thread, "block": thread.block, "global": thread.global })
}
