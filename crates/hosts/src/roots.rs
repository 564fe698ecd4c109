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
    /// Where launches are, and the names that decide what is compiled of what is executed with them.
    choices: Vec<(Span, BTreeSet<String>)>,
    /// The unknown numbers.
    pub symbols: Symbols,
    /// The allocations.
    pub allocations: Vec<Allocation>,
    /// How often clang ran.
    pub runs: u32,
}

impl Hosts {
    /// The names that a build may give, and that decide what is compiled of the functions that
    /// are executed with a launch.
    pub fn decided_by(&self, launch: Span) -> Vec<&str> {
        let here = self.choices.iter().filter(|(span, _)| *span == launch);
        let names = here.flat_map(|(_, names)| names);
        // Of code of the host these say nothing.
        let of_device = ["__CUDA_ARCH__", "__HIP_DEVICE_COMPILE__"];
        let names = names.map(String::as_str);
        let names: BTreeSet<&str> = names.filter(|name| !of_device.contains(name)).collect();
        names.into_iter().collect()
    }
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
    let choices = run_all(&mut machine, &reading);
    let Machine {
        symbols,
        allocations,
        mut launches,
        asked,
        left_out,
        complete,
        ..
    } = machine;
    let mut unread = unread(&reading, &launches, (&asked, &left_out), complete);
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
        choices,
        symbols,
        allocations,
        runs: reading.runs,
    })
}

/// Executes all functions that may be called from elsewhere; gives the places of launches with the names that decide what
/// is compiled of what is executed with them.
fn run_all(machine: &mut Machine<'_>, reading: &HostReading) -> Vec<(Span, BTreeSet<String>)> {
    let unit = &reading.unit;
    let mut inner = Vec::new();
    let mut outer = Vec::new();
    let mut choices = Vec::new();
    for id in &reading.functions {
        let Some(function) = unit.function(*id).filter(|function| is_of_host(function)) else {
            continue;
        };
        match function.is_internal() {
            true => inner.push((*id, function)),
            false => {
                let before = machine.launches.len();
                choices.extend(run_chosen(machine, reading, (*id, function)));
                outer.push((*id, function, before..machine.launches.len()));
            }
        }
    }
    // One that nobody but this file can call, by calls that are followed, is called in no other way. Those that call
    // stand behind those that are called, as a rule.
    for (id, function) in inner.into_iter().rev() {
        let seen = machine.complete
            && machine.followed.contains(&id)
            && !machine.not_followed.contains(&id)
            && is_only_called(machine, reading, function);
        if !seen {
            choices.extend(run_chosen(machine, reading, (id, function)));
        }
    }
    // In a program of several files others might call them, too.
    let whole = outer.iter().any(|(_, function, _)| is_main(function));
    for (id, function, launches) in outer {
        let here = whole
            && !is_main(function)
            && machine.complete
            && machine.followed.contains(&id)
            && !machine.not_followed.contains(&id)
            && is_only_called(machine, reading, function);
        let all = machine.launches.get_mut(launches).unwrap_or_default();
        for launch in all.iter_mut().filter(|_| here) {
            launch.called_here = Some(function.name.clone());
        }
    }
    choices
}

fn is_main(function: &Function) -> bool {
    function.name == "main" && function.membership == Membership::Free
}

/// Executes a function as one that may be called from elsewhere; gives its launches with what decides of them.
fn run_chosen(
    machine: &mut Machine<'_>,
    reading: &HostReading,
    (id, function): (FunctionId, &Function),
) -> Vec<(Span, BTreeSet<String>)> {
    let before = machine.launches.len();
    run(machine, id, function);
    let all = reading.choices.iter();
    let executed = all.filter(|(function, _)| machine.ran.contains(function));
    let names: BTreeSet<String> = executed.flat_map(|(_, names)| names.clone()).collect();
    let launches = machine.launches.iter().skip(before);
    let spans: BTreeSet<Span> = launches.map(|launch| launch.place.span).collect();
    let spans = spans.into_iter().filter(|_| !names.is_empty());
    spans.map(|span| (span, names.clone())).collect()
}

/// Whether wherever the name of a function stands it is called, and the call is followed.
fn is_only_called(machine: &Machine<'_>, reading: &HostReading, function: &Function) -> bool {
    // Others are called without their name.
    let by_name = match function.membership {
        Membership::Free | Membership::Method(_) | Membership::StaticMethod(_) => {
            let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
            function.name.chars().all(is_word)
        }
        Membership::Constructor(_) | Membership::Destructor(_) => false,
    };
    let mut uses = reading.uses.iter();
    by_name
        && !reading.pastes
        && uses.all(|one| {
            let place = one.place;
            let other = one.name.as_ref() != Some(&function.name);
            let called = machine.call_names.contains(&(place.file, place.start));
            let skipped = || machine.skipped.iter().any(|span| holds(*span, place));
            other || (!one.in_directive && (called || skipped()))
        })
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

fn is_lambda(unit: &Unit, function: &Function) -> bool {
    let Membership::Method(record) = function.membership else {
        return false;
    };
    unit.record(record).is_some_and(|record| record.lambda)
}

fn run(machine: &mut Machine<'_>, id: FunctionId, function: &Function) {
    let entry = match is_main(function) {
        true => Entry::Main,
        false => Entry::Elsewhere,
    };
    machine.begin(entry);
    let mut state = State::default();
    machine.ran.insert(id);
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
    let begun = machine.initializers(state, function);
    if let (Some(state), Some(body)) = (begun, function.body.as_ref()) {
        machine.statement(state, body);
    }
    machine.frames.clear();
}

/// What the tree does not show as a launch.
fn unread(
    reading: &HostReading,
    launches: &[Launch],
    (asked, left_out): (&[Source], &BTreeSet<Span>),
    complete: bool,
) -> Vec<Unread> {
    let mut said = None;
    let mut all = Vec::new();
    let dropped = !reading.errors.is_empty() || !reading.refused.is_empty();
    for stray in &reading.strays {
        let is_in = |place: &Source| {
            let spans = [place.span, place.text_span()];
            spans.into_iter().any(|span| holds(span, stray.place))
        };
        let read = launches.iter().any(|launch| match stray.name {
            Some(_) if !stray.of_macro => is_in(&launch.callee),
            Some(_) | None => is_in(&launch.place) || is_argument(reading, &launch.place, stray),
        });
        let read = read || (stray.name.is_some() && asked.iter().any(is_in));
        let mut cases = left_out.iter();
        let read = read || (!stray.in_directive && cases.any(|span| holds(*span, stray.place)));
        let macro_alone = stray.name.is_none() && stray.in_directive && !dropped;
        // A name in front of `<<<` says it.
        let before = said.filter(|_| stray.name.is_none());
        let is_said = before.is_some_and(|name: Span| follows(reading, name, stray.place));
        if read || macro_alone || is_said {
            continue;
        }
        said = stray.name.as_ref().map(|_| stray.place);
        all.push(Unread {
            kernel: stray.name.clone(),
            why: Why {
                reason: reason(reading, stray, complete),
                place: Source {
                    span: stray.place,
                    spelling: None,
                },
            },
        });
    }
    all
}

/// Whether one place is in another.
fn holds(outer: Span, inner: Span) -> bool {
    outer.file == inner.file && outer.start <= inner.start && inner.end <= outer.end
}

/// Whether the use of a macro, which is a launch, is the only one among the arguments of another macro.
fn is_argument(reading: &HostReading, launch: &Source, stray: &Stray) -> bool {
    let file = reading.unit.files.get(launch.span.file as usize);
    let behind = file.and_then(|file| file.source.text.get(launch.span.end as usize..));
    let (Some(behind), true) = (behind, stray.of_macro && launch.spelling.is_some()) else {
        return false;
    };
    let mut depth = 0usize;
    let end = behind.char_indices().find_map(|(at, c)| {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            c if depth == 0 && !c.is_whitespace() => return Some(0),
            _ => {}
        }
        (c == ')' && depth == 0).then_some(at)
    });
    let length = end.and_then(|end| u32::try_from(end).ok()).unwrap_or(0);
    let arguments = Span {
        end: launch.span.end.saturating_add(length),
        ..launch.span
    };
    let mut strays = reading.strays.iter();
    let other = |one: &Stray| one.of_macro && one != stray && holds(arguments, one.place);
    holds(arguments, stray.place) && !strays.any(other)
}

/// Whether nothing is between a name and `<<<` but arguments of a template.
fn follows(reading: &HostReading, name: Span, chevrons: Span) -> bool {
    let file = reading.unit.files.get(name.file as usize);
    let between = file.and_then(|file| {
        let text = file.source.text.as_str();
        text.get(name.end as usize..chevrons.start as usize)
    });
    let between = between
        .filter(|_| name.file == chevrons.file)
        .map(str::trim);
    between.is_some_and(|text| {
        let template = text.starts_with('<') && text.ends_with('>');
        text.is_empty() || (template && !text.contains([';', '{', '}']))
    })
}

/// The file and the line of a place.
fn line(reading: &HostReading, span: Span) -> (u32, usize) {
    let file = reading.unit.files.get(span.file as usize);
    let line = file.map_or(0, |file| file.source.line_column(span.start as usize).line);
    (span.file, line)
}

fn reason(reading: &HostReading, stray: &Stray, complete: bool) -> String {
    let within = |span: Span| holds(span, stray.place);
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
    let by_handle = !stray.of_macro
        && reading
            .unit
            .slice(stray.place)
            .starts_with(char::is_alphabetic);
    match (inside, &stray.name) {
        (Some((_, why)), _) => format!("the function around it is not understood: {why}"),
        (None, Some(name)) if complete => format!("this use of `{name}` is not followed"),
        (None, Some(name)) => {
            format!("this use of `{name}` is not followed; the code around it is too long")
        }
        (None, None) if by_handle => "which kernel is started is not known".to_owned(),
        (None, None) => "this launch is not in clang's tree, or is not reached".to_owned(),
    }
}
