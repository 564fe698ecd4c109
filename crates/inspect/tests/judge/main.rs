//! The race checker judged by the executor. It stands here, for a test that asks the solver needs a
//! package that links to it, which the executor must not.
#![allow(unreachable_pub, reason = "modules of one test binary")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "what a test says"
)]

mod cuda;
mod exchange;
mod generated;
mod grammar;
mod judge;
mod lockstep;
mod machine;
mod mutants;
mod pocl;
mod reducible;
mod small;
mod subjects;
mod verified;

use clang::find::Program;
use clang::tree::Language;
use clang::types::{Target, Type};
use clang::{Request, read};
use kernel_graph::{FunctionId, Module};
use std::process::ExitCode;
use std::sync::Arc;
use trials::Suite;

fn main() -> ExitCode {
    let mut suite = Suite::default();
    trials::tests!(
        suite;
        lockstep::interleaving_and_lock_step_say_the_same,
        exchange::exchanges_have_their_values,
        exchange::what_a_warp_adds_up_is_the_sum,
        exchange::who_does_not_come_is_told_of,
        exchange::who_has_ended_is_not_waited_for,
        exchange::functions_keep_their_addresses_in_memory,
        small::a_reduction_has_its_sum_in_every_order,
        small::a_missing_barrier_is_a_race_in_every_order,
        small::faults_have_their_kinds,
        small::what_a_specification_does_is_not_known,
        small::blocks_are_ordered_by_nothing,
        small::what_atomics_find_in_fresh_shared_memory_is_not_known,
    );
    if Program::find().is_none() {
        suite.absent("kernels", "there is no clang (./x setup)".to_owned());
        return suite.run();
    }
    let subjects: Vec<_> = subjects::all().into_iter().map(Arc::new).collect();
    verified::add(&mut suite, &subjects);
    if judge::pool().is_some() {
        trials::tests!(suite; generated::generated_kernels);
        mutants::add(&mut suite, &subjects);
        cuda::add(&mut suite);
    }
    pocl::add(&mut suite);
    suite.run()
}

/// A request for a text in the language that its name says.
fn request(name: &str, text: &str, target: Target) -> Request {
    let language = match name.ends_with(".cl") {
        true => Language::OpenCl,
        false => Language::Cuda,
    };
    let mut request = Request::new(name, text, language);
    request.target = target;
    request
}

/// The kernels of a text that can be executed, or why there are none.
fn kernels(request: &Request) -> Result<(Module, Vec<FunctionId>), String> {
    let (module, entries) = entries(request)?;
    Ok((module, entries.iter().map(|entry| entry.id).collect()))
}

/// A kernel as a host launches it.
struct Entry {
    id: FunctionId,
    /// The linker's name; empty where clang gives none.
    symbol: String,
    /// Names of the parameters, in order, and whether they are pointers.
    parameters: Vec<(String, bool)>,
}

/// The name on the device of what clang calls `_Z16__device_stub__kPi`, as the host does.
fn on_device(mangled: &str) -> String {
    const STUB: &str = "__device_stub__";
    let Some((before, after)) = mangled.split_once(STUB) else {
        return mangled.to_owned();
    };
    let head = before.trim_end_matches(|c: char| c.is_ascii_digit());
    match before[head.len()..].parse::<usize>() {
        Ok(length) => format!("{head}{}{after}", length.saturating_sub(STUB.len())),
        Err(_) => format!("{before}{after}"),
    }
}

/// The same with what a host needs to launch them.
fn entries(request: &Request) -> Result<(Module, Vec<Entry>), String> {
    let reading = read(request);
    let mut graphs = kernels::lower(&reading.unit);
    kernel_graph::promote(&mut graphs.module);
    let mut all = Vec::new();
    let mut why = "no kernel".to_owned();
    for kernel in &reading.kernels {
        if let Some(error) = kernel.errors.first() {
            why = format!("refused: {} {}", error.code, error.message);
            continue;
        }
        let Some(function) = kernel.function else {
            "a kernel without function".clone_into(&mut why);
            continue;
        };
        match (
            graphs.refused.get(&function),
            graphs.functions.get(&function),
        ) {
            (None, Some(number)) => {
                let unit = &reading.unit;
                let Some(of) = unit.function(function) else {
                    continue;
                };
                let variables = of.parameters.iter().filter_map(|id| unit.variable(*id));
                all.push(Entry {
                    id: *number,
                    symbol: on_device(&of.mangled),
                    parameters: variables
                        .map(|it| {
                            (
                                it.name.clone(),
                                matches!(unit.types.get(it.ty.id), Type::Pointer(_)),
                            )
                        })
                        .collect(),
                });
            }
            (Some(reason), _) => why = format!("refused: {} {}", reason.code, reason.message),
            (None, None) => "a kernel without graph".clone_into(&mut why),
        }
    }
    if let Some(error) = reading.errors.first() {
        return Err(format!("clang: {}", error.message));
    }
    if std::env::var_os("PRINT").is_some() {
        eprintln!("{}", kernel_graph::print(&graphs.module));
    }
    match all.is_empty() {
        true => Err(why),
        false => Ok((graphs.module, all)),
    }
}

/// A number from the environment.
fn setting(name: &str, usual: u64) -> u64 {
    let text = std::env::var(name).ok();
    text.and_then(|text| text.parse().ok()).unwrap_or(usual)
}

/// Whether the long form of the tests is asked for.
fn slow() -> bool {
    std::env::var_os("ALPINIST_SLOW").is_some_and(|value| value != "0")
}
