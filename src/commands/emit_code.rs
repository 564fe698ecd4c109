//! `alpinist emit`: a verified program of PVL as CUDA, OpenCL or HIP that runs.

use crate::cli::{CommonArgs, Deny, EmitArgs, EmitInt, EmitTarget};
use crate::output::{self, Failure};
use crate::programs::{self, Job, Template};
use crate::run::files::{Replacement, can_write};
use crate::run::settings::{Settings, paths};
use crate::run::{self, Closed, Run};
use emit::{Emitted, Options, Target, Width};
use pipeline::front;
use report::status::Status;
use seplog::Silent;
use solver::cache::ProofCache;
use std::path::Path;
use text::code::Code;
use text::diagnostics::Diagnostic;
use text::source::SourceFile;

/// What is emitted, and where it goes.
pub struct Wanted<'a> {
    /// The language.
    pub target: EmitTarget,
    /// The width of integers.
    pub int: EmitInt,
    /// The file that gets it; standard output if none.
    pub output: Option<&'a Path>,
}

/// `alpinist emit`.
///
/// # Errors
/// If the solver or an output is not to be had.
pub fn run(args: &EmitArgs) -> Result<Closed, Failure> {
    let settings = Settings {
        result_to_stdout: true,
        reads: paths([&args.file]),
        ..Settings::of_programs(&args.common)
    };
    let template = Template {
        directives: false,
        steps: Vec::new(),
        verify: true,
        keep_unverified: false,
    };
    run::run(settings, |run| {
        let output = args.output.as_deref();
        output.map_or(Ok(()), can_write)?;
        let jobs = programs::jobs(run, std::slice::from_ref(&args.file), false, &template);
        programs::check(run, &args.common, &jobs)?;
        let wanted = Wanted {
            target: args.to,
            int: args.int,
            output,
        };
        deliver(run, &jobs, &args.common, &wanted)
    })
}

/// Emits the newest text of the program that was checked, if all about it holds.
///
/// # Errors
/// `C007` if there are several programs; `C009` if the solver is not to be had; `C006` if the output cannot be written.
pub fn deliver(
    run: &mut Run,
    jobs: &[Job],
    common: &CommonArgs,
    wanted: &Wanted<'_>,
) -> Result<(), Failure> {
    let (job, program) = match (jobs, run.programs()) {
        ([job], [program]) => (job, program),
        // What could not be read has been said.
        ([], _) | (_, []) => return Ok(()),
        _ => {
            let message = "code is emitted of one program";
            return Err(Diagnostic::global(Code::C007, message).into());
        }
    };
    let name = program.name.clone();
    if program.status != Status::Holds || !program.complete {
        run.mention(&format!("{name}: no code is emitted\n"));
        return Ok(());
    }
    let sources = program.history.newest(&program.files);
    match emitted(run, job, (&name, &sources), common, wanted)? {
        Err(refused) => {
            for diagnostic in refused {
                run.problem((diagnostic, sources.clone()));
            }
        }
        Ok(emitted) => {
            for one in &emitted.assumed {
                let problem = (of_integer(one, wanted.int), sources.clone());
                match common.quiet {
                    true => run.noted(problem),
                    false => run.problem(problem),
                }
            }
            if !emitted.assumed.is_empty() && run.gate().denies(Deny::Overflow) {
                run.note(Status::Unknown);
                run.mention(&format!("{name}: no code is emitted: --deny overflow\n"));
                return Ok(());
            }
            match wanted.output {
                None => output::print(&emitted.text)?,
                Some(path) => run.results(&name, vec![Replacement::new(path, &emitted.text)]),
            }
        }
    }
    Ok(())
}

/// The code, or why there is none.
fn emitted(
    run: &mut Run,
    job: &Job,
    (name, sources): (&str, &[SourceFile]),
    common: &CommonArgs,
    wanted: &Wanted<'_>,
) -> Result<Result<Emitted, Vec<Diagnostic>>, Failure> {
    let settings = programs::settings(common, run.config(), job);
    let front = front::front(sources, settings.profile);
    let cache = run.cache()?;
    let proofs = cache.map(|cache| Box::new(cache) as Box<dyn ProofCache>);
    let pool = pipeline::pool::pool(run.jobs(), proofs, false).map_err(Failure)?;
    let input = transforms::Input {
        files: sources,
        program: &front.program,
        resolution: &front.resolution,
        profile: settings.profile,
        only: None,
    };
    let options = Options {
        target: match wanted.target {
            EmitTarget::Cuda => Target::Cuda,
            EmitTarget::Opencl => Target::Opencl,
            EmitTarget::Hip => Target::Hip,
        },
        width: match wanted.int {
            EmitInt::Bits32 => Width::Bits32,
            EmitInt::Bits64 => Width::Bits64,
        },
        only: settings.proofs.only.clone(),
        name: name.to_owned(),
    };
    let mut prover = pipeline::prover(&settings, &pool, &Silent, "emit");
    let result = emit::emit(&input, &options, &mut prover);
    run.answered_by(&pool);
    Ok(result)
}

/// The warning about an integer that is not proved to fit.
fn of_integer(one: &emit::Assumed, int: EmitInt) -> Diagnostic {
    let bits = match int {
        EmitInt::Bits32 => 32,
        EmitInt::Bits64 => 64,
    };
    let message = format!("it is not proved that `{}` fits into {bits} bits", one.text);
    Diagnostic::warning(Code::E012, one.span, message)
        .with_help("bounds in the contract prove it; `--deny overflow` refuses it")
}
