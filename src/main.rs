//! `alpinist`: verifies annotated GPU kernels and rewrites them so that they verify again.

mod advice;
mod audit;
mod cache;
mod ci;
mod cli;
mod codes;
mod config;
mod effort;
mod emit;
mod execute;
mod explain;
mod files;
mod interrupt;
mod layout;
mod lsp;
mod model;
mod output;
mod pipeline;
mod plan;
mod progress;
mod prover;
mod recursion;
mod report;
mod review;
mod rooms;
mod run;
mod seal;
mod status;

use clap::{CommandFactory, FromArgMatches};
use cli::{Cli, Command};
use output::Failure;
use report::terminal;
use status::Status;
use std::process::ExitCode;
use text::diagnostics::Diagnostic;

/// Programs may be nested deeply, and every descent over them is recursive.
const STACK: usize = 512 << 20;

/// The status of a fault of the program itself.
const FAULT: u8 = 101;

fn main() -> ExitCode {
    if std::env::args_os()
        .nth(1)
        .is_some_and(|word| word == solver::smt::WORKER_ARGUMENT)
    {
        return rooms::solver_worker();
    }
    interrupt::prepare();
    std::panic::set_hook(Box::new(|_| {}));
    let worker = std::thread::Builder::new()
        .stack_size(STACK)
        .spawn(|| guarded(program));
    let status = match worker.map(std::thread::JoinHandle::join) {
        Ok(Ok(status)) => status,
        Ok(Err(_)) => FAULT,
        Err(error) => {
            output::say(&format!("error: no thread can be started: {error}\n"));
            Status::Wrong.code()
        }
    };
    ExitCode::from(status)
}

/// Does the work, with faults of its own turned into a status and a request.
fn guarded(work: fn() -> Status) -> u8 {
    let place = std::sync::Arc::new(std::sync::Mutex::new(String::new()));
    let seen = std::sync::Arc::clone(&place);
    std::panic::set_hook(Box::new(move |info| {
        let mut seen = seen
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        // The first fault is the cause; others follow from it.
        if seen.is_empty() {
            *seen = info.to_string();
        }
    }));
    match std::panic::catch_unwind(work) {
        Ok(status) => status.code(),
        Err(_) => {
            let seen = place
                .lock()
                .unwrap_or_else(std::sync::PoisonError::into_inner);
            output::say(&format!(
                "error: alpinist has a fault and could not go on; this says nothing about your \
                 program\n  {seen}\nPlease send the command line, the files it names and this \
                 message to the maintainers (version {}).\n",
                env!("CARGO_PKG_VERSION")
            ));
            FAULT
        }
    }
}

fn program() -> Status {
    match dispatch() {
        Ok(status) => status,
        Err(Failure(diagnostic)) => {
            output::say(&terminal::render_global(&diagnostic));
            Status::Wrong
        }
    }
}

fn dispatch() -> Result<Status, Failure> {
    let command = Cli::command().long_version(rooms::long_version());
    let matches = match command.try_get_matches_from(std::env::args_os()) {
        Ok(matches) => matches,
        Err(error) => return usage(&error),
    };
    let cli = match Cli::from_arg_matches(&matches) {
        Ok(cli) => cli,
        Err(error) => return usage(&error),
    };
    match cli.command {
        None => run::transform(&cli.transform),
        Some(Command::Verify(args)) => match &args.emit {
            Some(words) => emit::emit(words, &args),
            None => run::verify(&args),
        },
        Some(Command::Review(args)) => review::run(&args, args.steps.flags.0.clone()),
        Some(Command::Ci(args)) => ci::run(&args),
        Some(Command::Plan(args)) => plan::run(&args),
        Some(Command::Run(args)) => execute::run(&args),
        Some(Command::Fmt(args)) => layout::run(&args),
        Some(Command::Audit(args)) => audit::run(&args),
        Some(Command::Explain(args)) => explain::run(&args),
        Some(Command::Lsp(args)) => lsp::run(&args),
        Some(Command::Completions(args)) => {
            let mut script = Vec::new();
            clap_complete::generate(args.shell, &mut Cli::command(), "alpinist", &mut script);
            output::print(&String::from_utf8_lossy(&script))?;
            Ok(Status::Holds)
        }
        Some(Command::Man) => {
            let mut page = Vec::new();
            let rendered = clap_mangen::Man::new(Cli::command()).render(&mut page);
            rendered.map_err(|error| Diagnostic::global("C006", files::sentence(&error)))?;
            output::print(&String::from_utf8_lossy(&page))?;
            Ok(Status::Holds)
        }
    }
}

/// Help and version go to standard output; anything else is a wrong command line.
fn usage(error: &clap::Error) -> Result<Status, Failure> {
    if !error.use_stderr() {
        output::print(&error.render().to_string())?;
        return Ok(Status::Holds);
    }
    let text = error.render().to_string();
    let text = text.strip_prefix("error: ").unwrap_or(&text);
    let (message, rest) = text.split_once('\n').unwrap_or((text, ""));
    let rest = rest.trim();
    let mut diagnostic = Diagnostic::global("C001", message.trim());
    if !rest.is_empty() {
        diagnostic = diagnostic.with_note(rest);
    }
    output::say(&terminal::render_global(&diagnostic));
    Ok(Status::Wrong)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[allow(clippy::panic)]
    fn a_fault_is_101() {
        assert_eq!(guarded(|| Status::Unknown), 3);
        assert_eq!(guarded(|| panic!("as meant")), FAULT);
    }
}
