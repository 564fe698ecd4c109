//! Which obligations arise of small programs, and which of them hold without a question: nobody
//! answers here, so what is not plain stays open.
#![allow(unreachable_pub, reason = "modules of one test binary")]
#![allow(clippy::unwrap_used, reason = "a test that panics has failed")]

mod cases;

use cases::{CASES, Case};
use libtest_mimic::{Arguments, Failed, Trial};
use seplog::report::Outcome;
use seplog::{Settings, Silent};
use solver::smt::{PoolConfig, SolverPool};
use spec_lang::resolve::Profile;
use std::process::ExitCode;
use text::code::Code;
use text::source::SourceFile;

/// What every program begins with.
const DECLARED: &str = "class C { int f; int g; } resource box(C c) = Perm(c.f, 1); ";

/// The codes of the obligations of a program that hold as they stand, and the others with their words. That
/// amounts are not negative is left out where it is plain.
fn obligations(program: &str) -> Result<(String, String), Failed> {
    let file = SourceFile::new("case.pvl", format!("{DECLARED}{program}"));
    let parsed = spec_lang::parse::parse(std::slice::from_ref(&file));
    let resolved = spec_lang::resolve::resolve(&parsed.program, Profile::Sound);
    if let Some(wrong) = parsed
        .diagnostics
        .iter()
        .chain(&resolved.diagnostics)
        .next()
    {
        return Err(format!("{}: {}", wrong.code, wrong.message).into());
    }
    let lowered = lowering::lower(&parsed.program, &resolved.resolution, Profile::Sound);
    let nobody = SolverPool::new(PoolConfig::new("/nowhere/at/all"));
    let report = seplog::verify(lowered, &Settings::default(), &nobody, &Silent);
    let (mut holds, mut open) = (Vec::new(), Vec::new());
    for method in &report.methods {
        if let Some(unsupported) = &method.unsupported {
            open.push(format!("{} {}", unsupported.code, unsupported.message));
        }
        for obligation in &method.obligations {
            let code = obligation.code;
            match obligation.outcome {
                Outcome::Proved if code == Code::V005 => {}
                Outcome::Proved => holds.push(code.to_string()),
                Outcome::Unknown(_) => {
                    open.push(format!("{code} {}", file.slice(obligation.span)));
                }
                Outcome::Refuted | Outcome::Failed => open.push(format!("{code} fails")),
            }
        }
    }
    Ok((holds.join(" "), open.join(", ")))
}

fn check((_, program, holds, open): Case) -> Result<(), Failed> {
    let found = obligations(program)?;
    match found == (holds.to_owned(), open.to_owned()) {
        true => Ok(()),
        false => Err(format!("{program}\nholds: {}\nopen: {}", found.0, found.1).into()),
    }
}

fn main() -> ExitCode {
    let trials = CASES
        .iter()
        .map(|case| Trial::test(case.0, || check(*case)))
        .collect();
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}
