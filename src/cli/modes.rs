//! Commands that do something else when a flag or a file says so, and the flags that they then take. Any other
//! flag is refused, for it would change nothing.

use crate::cli::{Cli, Command, TransformArgs, help};
use crate::commands::review::{self, Form};
use crate::commands::{rewrite, run_kernel};
use clap::ArgMatches;
use clap::parser::ValueSource;
use text::code::Code;
use text::diagnostics::Diagnostic;

/// A way in which a command is used.
struct Mode {
    /// What is said of it: "X takes no `--flag`".
    words: &'static str,
    /// The arguments that change something.
    takes: &'static [&'static str],
}

/// How much is worked on at once, and whether what is measured is left out, is nobody's mistake.
const ALWAYS: &[&str] = &["jobs", "stable"];

const EMIT_VIPER: Mode = Mode {
    words: "--emit proves nothing, and",
    takes: &["files", "emit", "profile", "config", "together", "quiet"],
};

const EMIT_GRAPH: Mode = Mode {
    words: "--emit checks nothing, and",
    takes: &[
        "files",
        "emit",
        "kernel",
        "instantiate",
        "language",
        "include",
        "define",
        "project",
        "std",
        "cuda_path",
        "bits",
        "quiet",
        "verbose",
        "config",
    ],
};

const CONTRACT: Mode = Mode {
    words: "a contract is proved for all iterations, and",
    takes: &[
        "files",
        "emit",
        "in_place",
        "block",
        "grid",
        "kernel",
        "instantiate",
        "language",
        "include",
        "define",
        "std",
        "cuda_path",
        "bits",
        "only",
        "tolerate_equal_writes",
        "no_bounds",
        "assume",
        "warp_sync",
        "trust_external",
        "deny",
        "format",
        "report",
        "quiet",
        "verbose",
        "config",
        "timeout",
        "rlimit",
        "seed",
        "no_cache",
        "cache",
        "cache_mode",
        "cache_verify",
    ],
};

const INIT: Mode = Mode {
    words: "--init checks nothing, and",
    takes: &["init", "quiet"],
};

const FIX: Mode = Mode {
    words: "--fix corrects the program as it is, and",
    takes: &[
        "files",
        "fix",
        "diff",
        "check",
        "profile",
        "rlimit",
        "timeout",
        "seed",
        "config",
        "only",
        "together",
        "deny",
        "jobs",
        "quiet",
        "verbose",
        "stable",
        "no_cache",
        "cache",
        "cache_mode",
        "cache_verify",
    ],
};

const OPTIMIZE_PROGRAMS: Mode = Mode {
    words: "a program of PVL",
    takes: &[
        "files",
        "unroll",
        "merge",
        "prefetch",
        "linearize",
        "tile",
        "fuse",
        "schedule",
        "guard",
        "no_directives",
        "output",
        "in_place",
        "diff",
        "check",
        "keep_unverified",
        "no_verify",
        "emit",
        "int",
        "together",
        "profile",
        "rlimit",
        "timeout",
        "seed",
        "config",
        "only",
        "deny",
        "jobs",
        "format",
        "report",
        "stable",
        "quiet",
        "verbose",
        "no_cache",
        "cache",
        "cache_mode",
        "cache_verify",
        "profile_proof",
        "log_smt",
    ],
};

const OPTIMIZE_KERNELS: Mode = Mode {
    words: "a kernel of CUDA or OpenCL",
    takes: &[
        "files",
        "unroll",
        "merge",
        "prefetch",
        "linearize",
        "tile",
        "fuse",
        "schedule",
        "guard",
        "no_directives",
        "output",
        "in_place",
        "diff",
        "check",
        "block",
        "grid",
        "sizes",
        "rlimit",
        "timeout",
        "seed",
        "config",
        "only",
        "deny",
        "jobs",
        "format",
        "report",
        "stable",
        "quiet",
        "verbose",
        "no_cache",
        "cache",
        "cache_mode",
        "cache_verify",
    ],
};

const COMPARE: Mode = Mode {
    words: "a review of two files compares them as they are, and",
    takes: &[
        "file",
        "other",
        "html",
        "profile",
        "rlimit",
        "timeout",
        "seed",
        "config",
        "only",
        "deny",
        "jobs",
        "format",
        "report",
        "stable",
        "quiet",
        "verbose",
        "no_cache",
        "cache",
        "cache_mode",
        "cache_verify",
        "profile_proof",
        "log_smt",
    ],
};

const REVIEW_REPAIR: Mode = Mode {
    words: "a review of CUDA or OpenCL without a step",
    takes: &[
        "file",
        "html",
        "no_directives",
        "rlimit",
        "timeout",
        "seed",
        "config",
        "deny",
        "jobs",
        "format",
        "report",
        "stable",
        "quiet",
        "no_cache",
        "cache",
        "cache_mode",
        "cache_verify",
    ],
};

const REVIEW_STEPS: Mode = Mode {
    words: "a review of steps on CUDA or OpenCL",
    takes: &[
        "file",
        "html",
        "block",
        "grid",
        "sizes",
        "only",
        "verbose",
        "unroll",
        "merge",
        "prefetch",
        "linearize",
        "tile",
        "fuse",
        "schedule",
        "guard",
        "no_directives",
        "rlimit",
        "timeout",
        "seed",
        "config",
        "deny",
        "jobs",
        "format",
        "report",
        "stable",
        "quiet",
        "no_cache",
        "cache",
        "cache_mode",
        "cache_verify",
    ],
};

const REVIEW_PAIR: Mode = Mode {
    words: "a review of two files of CUDA or OpenCL compares their kernels, and",
    takes: &[
        "file",
        "other",
        "html",
        "block",
        "grid",
        "sizes",
        "verbose",
        "rlimit",
        "timeout",
        "seed",
        "config",
        "deny",
        "jobs",
        "format",
        "report",
        "stable",
        "quiet",
        "no_cache",
        "cache",
        "cache_mode",
        "cache_verify",
    ],
};

const REVIEW_PROGRAM: Mode = Mode {
    words: "a review of a program of PVL",
    takes: &[
        "file",
        "html",
        "profile",
        "only",
        "verbose",
        "profile_proof",
        "log_smt",
        "unroll",
        "merge",
        "prefetch",
        "linearize",
        "tile",
        "fuse",
        "schedule",
        "guard",
        "no_directives",
        "rlimit",
        "timeout",
        "seed",
        "config",
        "deny",
        "jobs",
        "format",
        "report",
        "stable",
        "quiet",
        "no_cache",
        "cache",
        "cache_mode",
        "cache_verify",
    ],
};

const RUN_METHOD: Mode = Mode {
    words: "a method of PVL",
    takes: &[
        "file",
        "method",
        "args",
        "json",
        "random",
        "seed",
        "schedules",
        "steps",
        "modular",
        "profile",
    ],
};

const RUN_KERNEL: Mode = Mode {
    words: "a kernel of CUDA or OpenCL",
    takes: &[
        "file",
        "method",
        "seed",
        "schedules",
        "steps",
        "kernel",
        "block",
        "grid",
        "arg",
        "array",
        "values",
        "instantiate",
        "language",
        "include",
        "define",
        "std",
        "bits",
        "tolerate_equal_writes",
    ],
};

/// The way in which the command is used, if it takes fewer flags than the command has.
fn mode(cli: &Cli) -> Option<&'static Mode> {
    match &cli.command {
        None => Some(optimize(&cli.transform)),
        Some(Command::Optimize(args)) => Some(optimize(args)),
        Some(Command::Verify(args)) => args.emit.is_some().then_some(&EMIT_VIPER),
        Some(Command::Races(args)) => args.emit.is_some().then_some(&EMIT_GRAPH),
        Some(Command::Contract(_)) => Some(&CONTRACT),
        Some(Command::Ci(args)) => args.init.then_some(&INIT),
        Some(Command::Review(args)) => Some(match (review::form(args), &args.other) {
            (Form::Repair, _) => &REVIEW_REPAIR,
            (Form::Steps, _) => &REVIEW_STEPS,
            (Form::Pair(_), _) => &REVIEW_PAIR,
            (Form::Programs, Some(_)) => &COMPARE,
            (Form::Programs, None) => &REVIEW_PROGRAM,
        }),
        Some(Command::Run(args)) => Some(match run_kernel::form(args) {
            Some(_) => &RUN_KERNEL,
            None => &RUN_METHOD,
        }),
        Some(
            Command::Repair(_)
            | Command::Emit(_)
            | Command::Equal(_)
            | Command::Gpuverify(_)
            | Command::Gpurepair(_)
            | Command::Plan(_)
            | Command::Fmt(_)
            | Command::Audit(_)
            | Command::Explain(_)
            | Command::Lsp(_)
            | Command::Setup(_)
            | Command::Completions(_)
            | Command::Man,
        ) => None,
    }
}

fn optimize(args: &TransformArgs) -> &'static Mode {
    match (rewrite::is_of_kernels(args), args.fix) {
        (true, _) => &OPTIMIZE_KERNELS,
        (false, true) => &FIX,
        (false, false) => &OPTIMIZE_PROGRAMS,
    }
}

/// Why a command line is refused: flags are given that would change nothing.
pub fn refused(cli: &Cli, matches: &ArgMatches) -> Option<Diagnostic> {
    let mode = mode(cli)?;
    let whole = help::command();
    let (command, given) = match matches.subcommand() {
        Some((name, given)) => (whole.find_subcommand(name)?, given),
        None => (&whole, matches),
    };
    let given = command.get_arguments().filter(|arg| {
        let id = arg.get_id().as_str();
        !mode.takes.contains(&id)
            && !ALWAYS.contains(&id)
            && given.value_source(id) == Some(ValueSource::CommandLine)
    });
    let named: Vec<String> = given
        .map(|arg| match (arg.get_long(), arg.get_short()) {
            (Some(long), _) => format!("--{long}"),
            (None, Some(short)) => format!("-{short}"),
            (None, None) => arg.get_id().as_str().to_uppercase(),
        })
        .collect();
    if named.is_empty() {
        return None;
    }
    let message = format!("{} takes no {}", mode.words, named.join(", "));
    let help = "leave it out: it has no effect here";
    Some(Diagnostic::global(Code::C001, message).with_help(help))
}

#[cfg(test)]
#[allow(clippy::panic)]
mod tests {
    use super::*;

    #[test]
    fn what_a_mode_takes_is_a_flag_of_its_command() {
        let whole = help::command();
        for (name, mode) in [
            ("verify", &EMIT_VIPER),
            ("races", &EMIT_GRAPH),
            ("contract", &CONTRACT),
            ("ci", &INIT),
            ("optimize", &FIX),
            ("optimize", &OPTIMIZE_PROGRAMS),
            ("optimize", &OPTIMIZE_KERNELS),
            ("review", &COMPARE),
            ("review", &REVIEW_REPAIR),
            ("review", &REVIEW_STEPS),
            ("review", &REVIEW_PAIR),
            ("review", &REVIEW_PROGRAM),
            ("run", &RUN_METHOD),
            ("run", &RUN_KERNEL),
        ] {
            let Some(command) = whole.find_subcommand(name) else {
                panic!("there is no command {name}");
            };
            for id in mode.takes {
                let mut all = command.get_arguments();
                assert!(all.any(|arg| arg.get_id() == *id), "{name} has no {id}");
            }
        }
    }
}
