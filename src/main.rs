//! `alpinist`: verifies annotated GPU kernels and rewrites them so that they verify again.
#![allow(clippy::disallowed_methods, reason = "the program is what prints")]
#![allow(unreachable_pub, reason = "a binary has no public interface")]

mod cache;
mod cli;
mod commands;
mod config;
mod files;
mod interrupt;
mod kernels;
mod output;
mod programs;
mod progress;
mod project;
mod run;
mod version;

use clap::FromArgMatches;
use cli::{Cli, Command, help, modes, usage};
use output::Failure;
use report::status::Status;
use run::Closed;
use std::process::ExitCode;
use text::code::Code;
use text::diagnostics::Diagnostic;

/// Terms are small and many; the C library's allocator takes a fourth of the time of a check.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The status of a fault of the program itself.
const FAULT: u8 = 101;

fn main() -> ExitCode {
    #[cfg(feature = "vendored-z3")]
    {
        solver::smt::find::z3_is_inside();
        let first = std::env::args_os().nth(1);
        if first.is_some_and(|word| word == solver::smt::WORKER_ARGUMENT) {
            return solver_worker::run();
        }
    }
    interrupt::prepare();
    std::panic::set_hook(Box::new(|_| {}));
    let worker = std::thread::Builder::new()
        .stack_size(pipeline::STACK)
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
fn guarded(work: fn() -> u8) -> u8 {
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
        Ok(status) => status,
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

fn program() -> u8 {
    let status = match dispatch() {
        Ok(status) => status,
        Err(Failure(diagnostic)) => {
            output::tell(&diagnostic);
            Status::Wrong.code()
        }
    };
    run::cache::finish();
    status
}

/// The exit status of what the command line asks for.
fn dispatch() -> Result<u8, Failure> {
    let words: Vec<_> = std::env::args_os().collect();
    let words = help::asked_by_word(words);
    let mut command = help::command_for(&words);
    if words.len() < 2 {
        output::say(&usage::commands(&mut command));
        return Ok(Status::Wrong.code());
    }
    // A solver is asked for its version, which takes a moment, so only where it may be told.
    if words.iter().any(|word| word == "--version") {
        command = command.long_version(version::long());
    }
    let words = cli::command_first(words);
    let matches = match command.try_get_matches_from(words) {
        Ok(matches) => matches,
        Err(error) => return usage(&error).map(Status::code),
    };
    let cli = match Cli::from_arg_matches(&matches) {
        Ok(cli) => cli,
        Err(error) => return usage(&error).map(Status::code),
    };
    if let Some(refused) = modes::refused(&cli, &matches) {
        output::tell(&refused);
        return Ok(Status::Wrong.code());
    }
    carry_out(cli).map(Closed::code)
}

fn carry_out(cli: Cli) -> Result<Closed, Failure> {
    match cli.command {
        None => commands::transform::run(&cli.transform),
        Some(Command::Optimize(args)) => commands::transform::run(&args),
        Some(Command::Verify(args)) => match &args.emit {
            Some(words) => commands::emit::emit(words, &args),
            None => commands::verify::run(&args),
        },
        Some(Command::Emit(args)) => commands::emit_code::run(&args),
        Some(Command::Review(args)) => commands::review::run(&args),
        Some(Command::Ci(args)) => commands::ci::run(&args),
        Some(Command::Races(args)) => commands::races::run(&args),
        Some(Command::Contract(args)) => commands::contract::run(&args),
        Some(Command::Equal(args)) => commands::equal::run(&args),
        Some(Command::Repair(args)) => commands::repair::run(&args),
        Some(Command::Gpuverify(args)) => commands::gpuverify::run(&args),
        Some(Command::Gpurepair(args)) => commands::gpurepair::run(&args),
        Some(Command::Fmt(args)) => commands::fmt::run(&args),
        Some(Command::Plan(args)) => run::plain(|| commands::plan::run(&args)),
        Some(Command::Run(args)) => run::plain(|| commands::run::run(&args)),
        Some(Command::Audit(args)) => run::plain(|| commands::audit::run(&args)),
        Some(Command::Explain(args)) => run::plain(|| commands::explain::run(&args)),
        Some(Command::Lsp(args)) => run::plain(|| commands::lsp::run(&args)),
        Some(Command::Setup(args)) => run::plain(|| commands::setup::run(&args)),
        Some(Command::Completions(args)) => run::plain(|| {
            let mut script = Vec::new();
            clap_complete::generate(args.shell, &mut help::command(), "alpinist", &mut script);
            output::print(&String::from_utf8_lossy(&script))?;
            Ok(Status::Holds)
        }),
        Some(Command::Man) => run::plain(|| {
            let mut page = Vec::new();
            let rendered = clap_mangen::Man::new(help::command()).render(&mut page);
            rendered.map_err(|error| Diagnostic::global(Code::C006, files::sentence(&error)))?;
            output::print(&String::from_utf8_lossy(&page))?;
            Ok(Status::Holds)
        }),
    }
}

/// Help and version go to standard output; anything else is a wrong command line.
fn usage(error: &clap::Error) -> Result<Status, Failure> {
    if !error.use_stderr() {
        output::print(&error.render().to_string())?;
        return Ok(Status::Holds);
    }
    output::tell(&usage::diagnostic(error));
    Ok(Status::Wrong)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[allow(clippy::panic)]
    fn a_fault_is_101() {
        assert_eq!(guarded(|| Status::Unknown.code()), 3);
        assert_eq!(guarded(|| panic!("as meant")), FAULT);
    }
}
