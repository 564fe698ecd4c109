//! The functions that execution begins with, and what the tree does not show.

use crate::Launch;
use crate::launch::Entry;
use crate::machine::{Allocation, Frame, Machine};
use crate::state::State;
use crate::symbols::{Origin, Symbols};
use crate::value::{Location, Place, Value, Why};
use clang::kinds::AttributeKind;
use clang::place::Place as Source;
use clang::tree::{Function, FunctionId, Membership, Unit};
use clang::types::Type;
use clang::{HostReading, Request, Stray};
use std::collections::BTreeSet;
use text::code::Code;
use text::diagnostics::Diagnostic;
use text::span::Span;

/// What is reserved for the depth of trees; only what is touched takes memory.
const STACK: usize = 512 << 20;

/// A use of a kernel that may be a launch and is not followed.
#[derive(Clone, Debug, PartialEq)]
pub struct Unread {
    /// The kernel's name; none if only `<<<` is seen.
    pub kernel: Option<String>,
    /// Why it is not followed, and where it is.
    pub why: Why,
}

/// All launches of a file.
#[derive(Clone, Debug)]
pub struct Hosts {
    /// The trees.
    pub unit: Unit,
    /// The launches that are executed, on each way on which they are.
    pub launches: Vec<Launch>,
    /// Uses of kernels that are not followed.
    pub unread: Vec<Unread>,
    /// The unknown numbers.
    pub symbols: Symbols,
    /// The allocations.
    pub allocations: Vec<Allocation>,
    /// How often clang ran.
    pub runs: u32,
}

/// Reads the launches of a file of CUDA.
///
/// # Errors
/// There is no clang, or it leaves no tree.
pub fn read(request: &Request) -> Result<Hosts, Box<Diagnostic>> {
    // Trees may be deep.
    let outcome = std::thread::scope(|scope| {
        std::thread::Builder::new()
            .name("hosts".into())
            .stack_size(STACK)
            .spawn_scoped(scope, || read_here(request))
            .map(|thread| thread.join())
    });
    let message = match outcome {
        Ok(Ok(result)) => return result,
        Ok(Err(_)) => "the reader of host code ended abnormally".to_owned(),
        Err(error) => format!("no thread could be started to read host code: {error}"),
    };
    Err(Box::new(Diagnostic::global(Code::K006, message)))
}

fn read_here(request: &Request) -> Result<Hosts, Box<Diagnostic>> {
    let reading = clang::read_host(request)?;
    let mut machine = Machine::new(&reading.unit);
    run_all(&mut machine, &reading);
    let Machine {
        symbols,
        allocations,
        mut launches,
        asked,
        ..
    } = machine;
    let mut unread = unread(&reading, &launches, &asked);
    launches.sort_by_key(|launch| {
        (
            launch.place.span.file,
            launch.place.span.start,
            launch.entry != Entry::Main,
        )
    });
    launches.dedup();
    unread.sort_by_key(|one| (one.why.place.span.file, one.why.place.span.start));
    unread.dedup();
    Ok(Hosts {
        unit: reading.unit,
        launches,
        unread,
        symbols,
        allocations,
        runs: reading.runs,
    })
}

fn run_all(machine: &mut Machine<'_>, reading: &HostReading) {
    let unit = &reading.unit;
    let mut inner = Vec::new();
    for id in &reading.functions {
        let Some(function) = unit.function(*id).filter(|function| is_of_host(function)) else {
            continue;
        };
        match is_internal(function) {
            true => inner.push((*id, function)),
            false => run(machine, *id, function),
        }
    }
    // One that nobody but this file can call, by calls that are followed, is called in no other way.
    let words: Vec<&str> = reading
        .refused
        .iter()
        .filter_map(|(id, _)| Some(unit.slice(unit.function(*id)?.place.span)))
        .collect();
    for (id, function) in inner {
        let refused = words.iter().any(|text| text.contains(&function.name));
        let seen = machine.complete
            && machine.followed.contains(&id)
            && !machine.not_followed.contains(&id)
            && !refused;
        if !seen {
            run(machine, id, function);
        }
    }
}

fn is_of_host(function: &Function) -> bool {
    let has = |kind| function.attributes.iter().any(|one| one.kind == kind);
    let device = has(AttributeKind::CUDADeviceAttr) && !has(AttributeKind::CUDAHostAttr);
    let forward = function
        .body
        .as_ref()
        .is_some_and(crate::statements::jumps_forward);
    forward && !function.kernel && !device && !function.own
}

/// Whether no other file can name it.
fn is_internal(function: &Function) -> bool {
    function.mangled.starts_with("_ZL") || function.mangled.contains("_GLOBAL__N_")
}

fn is_lambda(unit: &Unit, function: &Function) -> bool {
    let Membership::Method(record) = function.membership else {
        return false;
    };
    unit.record(record).is_some_and(|record| record.lambda)
}

fn run(machine: &mut Machine<'_>, id: FunctionId, function: &Function) {
    let main = function.name == "main" && function.membership == Membership::Free;
    machine.begin(if main { Entry::Main } else { Entry::Elsewhere });
    let mut state = State::default();
    let number = machine.number();
    let this = match function.membership {
        Membership::Method(_) | Membership::Constructor(_) | Membership::Destructor(_) => {
            let why = Why {
                reason: "the object is not known".to_owned(),
                place: function.name_place,
            };
            Some(Value::Unknown(why))
        }
        Membership::Free | Membership::StaticMethod(_) => None,
    };
    machine.frames.push(Frame {
        number,
        this,
        function: Some(id),
        ..Frame::default()
    });
    for parameter in &function.parameters {
        let Some(declared) = machine.unit.variable(*parameter) else {
            continue;
        };
        let name = match declared.name.is_empty() {
            true => "a parameter without a name".to_owned(),
            false => declared.name.clone(),
        };
        let to = Location::Exact(Place::whole(machine.variable(*parameter)));
        // A lambda is called by code that is not followed.
        let origin = match is_lambda(machine.unit, function) {
            true => Origin::Lost(Why {
                reason: format!("`{name}` is a parameter of a lambda"),
                place: declared.name_place,
            }),
            false => Origin::Given(name),
        };
        let mut value = machine.any(declared.ty, &origin, 0);
        // A reference to a number is one to a variable of its own, which others may change.
        if let Type::Reference { to, .. } = machine.ty(declared.ty) {
            let referred = machine.temporary();
            let held = machine.any(*to, &origin, 0);
            state.variables.insert(referred, held);
            machine.leaked.insert(referred);
            machine.quiet.insert(referred);
            value = Value::Pointer(crate::value::Pointer::to(Place::whole(referred)));
        }
        let why = Why {
            reason: String::new(),
            place: declared.name_place,
        };
        machine.write(&mut state, &to, value, &why);
    }
    if let Some(body) = function.body.as_ref() {
        machine.statement(state, body);
    }
    machine.frames.clear();
}

/// What the tree does not show as a launch.
fn unread(reading: &HostReading, launches: &[Launch], asked: &[Source]) -> Vec<Unread> {
    let mut seen = BTreeSet::new();
    let mut all = Vec::new();
    let dropped = !reading.errors.is_empty() || !reading.refused.is_empty();
    for stray in &reading.strays {
        let holds = |place: &Source| {
            [place.span, place.text_span()].iter().any(|span| {
                span.file == stray.place.file
                    && span.start <= stray.place.start
                    && stray.place.end <= span.end
            })
        };
        let read = launches.iter().any(|launch| match stray.name {
            Some(_) => holds(&launch.callee),
            None => holds(&launch.place),
        });
        let read = read || (stray.name.is_some() && asked.iter().any(holds));
        let macro_alone = stray.name.is_none() && stray.in_directive && !dropped;
        let line = line(reading, stray.place);
        // A name in front of `<<<` says it.
        let is_said = stray.name.is_none() && seen.contains(&line);
        if read || macro_alone || is_said {
            continue;
        }
        seen.insert(line);
        all.push(Unread {
            kernel: stray.name.clone(),
            why: Why {
                reason: reason(reading, stray),
                place: Source {
                    span: stray.place,
                    spelling: None,
                },
            },
        });
    }
    all
}

/// The file and the line of a place.
fn line(reading: &HostReading, span: Span) -> (u32, usize) {
    let file = reading.unit.files.get(span.file as usize);
    let line = file.map_or(0, |file| file.source.line_column(span.start as usize).line);
    (span.file, line)
}

fn reason(reading: &HostReading, stray: &Stray) -> String {
    let within = |span: Span| {
        span.file == stray.place.file
            && span.start <= stray.place.start
            && stray.place.end <= span.end
    };
    let mut refused = reading.refused.iter();
    let inside = refused.find(|(id, _)| {
        reading
            .unit
            .function(*id)
            .is_some_and(|function| within(function.place.span))
    });
    let mut bodies = reading
        .functions
        .iter()
        .filter_map(|id| reading.unit.function(*id));
    let back = bodies.any(|function| {
        let body = function.body.as_ref();
        within(function.place.span)
            && body.is_some_and(|body| !crate::statements::jumps_forward(body))
    });
    if back {
        return "the function around it jumps back, or may do so".to_owned();
    }
    // What clang says of the same line.
    let here = line(reading, stray.place);
    let mut errors = reading.errors.iter();
    let said = errors.find(|error| {
        let at = error.primary.as_ref().map(|label| label.span);
        at.is_some_and(|at| line(reading, at) == here)
    });
    if let (None, Some(error)) = (inside, said) {
        return format!("clang does not understand this: {}", error.message);
    }
    match (inside, &stray.name) {
        (Some((_, why)), _) => format!("the function around it is not understood: {why}"),
        (None, Some(name)) => format!("this use of `{name}` is not followed"),
        (None, None) => "this launch is not in clang's tree, or is not reached".to_owned(),
    }
}
