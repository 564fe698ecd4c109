//! Reads a file: clang is run until nothing is left to mend, then its tree is converted.

mod ask;
mod attempt;
mod choices;
mod conditions;
mod directives;
mod doubt;
mod extent;
mod found;
mod guess;
mod host;
mod instances;
mod kept;
mod kernels;
mod named;
mod recording;
mod sdk;
mod sequential;
mod session;
mod uses;

pub(crate) use directives::{Directive, directives};
pub(crate) use extent::whole;
pub use host::{HostReading, read_host};
pub use recording::Recording;
pub use uses::Stray;

use text::code::Code;
use text::diagnostics::Diagnostic;

use crate::convert::Fault;
use crate::find::{Program, VARIABLE, setup};
use crate::request::{Reading, Request};
use crate::tree::Unit;
use crate::types::Types;

/// What is reserved for the tree's depth; only what is touched takes memory.
const STACK: usize = 512 << 20;

/// Reads the kernels of a file. All that goes wrong is part of the answer.
pub fn read(request: &Request) -> Reading {
    match program(request) {
        Ok(program) => on_large_stack(request, || session::read(request, &program)),
        Err(error) => failed(request, *error),
    }
}

/// Runs clang as [`read`] does, without the tries at templates, and keeps what it left.
///
/// # Errors
/// There is no clang, or it did not end by itself within its limits.
pub fn record(request: &Request) -> Result<Recording, Box<Diagnostic>> {
    program(request).and_then(|program| Recording::new(request, &program))
}

fn program(request: &Request) -> Result<Program, Fault> {
    request
        .program
        .clone()
        .or_else(Program::find)
        .ok_or_else(|| {
            let message = "CUDA and OpenCL are read by clang, which was not found";
            let help = format!("run {}, or name a clang 19 or newer in {VARIABLE}", setup());
            Box::new(Diagnostic::global(Code::K001, message).with_help(help))
        })
}

/// What a reading in a thread with a large stack gives; a fault of the reader's own is an answer, too.
fn on_large_stack(
    request: &Request,
    work: impl FnOnce() -> Result<Reading, Fault> + Send,
) -> Reading {
    in_large_stack(work).unwrap_or_else(|error| failed(request, *error))
}

/// Works in a thread with a large stack.
fn in_large_stack<T: Send>(work: impl FnOnce() -> Result<T, Fault> + Send) -> Result<T, Fault> {
    let outcome = std::thread::scope(|scope| {
        std::thread::Builder::new()
            .name("reader".into())
            .stack_size(STACK)
            .spawn_scoped(scope, work)
            .map(|thread| thread.join())
    });
    let message = match outcome {
        Ok(Ok(result)) => return result,
        Ok(Err(_)) => "the reader ended abnormally".to_owned(),
        Err(error) => format!("no thread could be started to read: {error}"),
    };
    Err(Box::new(Diagnostic::global(Code::K006, message)))
}

fn failed(request: &Request, error: Diagnostic) -> Reading {
    Reading {
        unit: Unit {
            language: request.language,
            target: request.target,
            files: Vec::new(),
            types: Types::default(),
            records: Vec::new(),
            enums: Vec::new(),
            variables: Vec::new(),
            functions: Vec::new(),
            closures: Vec::new(),
            axioms: Vec::new(),
        },
        kernels: Vec::new(),
        notes: Vec::new(),
        errors: vec![error],
        clang: Vec::new(),
        runs: 0,
    }
}
