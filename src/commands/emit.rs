//! `alpinist verify --emit viper DIR`: programs as text for another verifier.

use crate::cli::VerifyArgs;
use crate::config::Config;
use crate::files;
use crate::output::{self, Failure};
use pipeline::front;
use report::status::Status;
use report::terminal;
use spec_lang::resolve::Profile;
use std::path::Path;
use text::code::Code;
use text::diagnostics::{Diagnostic, Severity};
use text::source::SourceFile;
use viper::Omission;

/// Options of a run that proves something: here they would be passed over in silence.
fn meaningless(args: &VerifyArgs) -> Result<(), Failure> {
    let common = &args.common;
    let given = [
        ("--only", !common.only.is_empty()),
        ("--report", common.report.is_some()),
        ("--format", common.format.is_some()),
        ("--log-smt", common.log_smt.is_some()),
        ("--profile-proof", common.profile_proof.is_some()),
        ("--cache-verify", common.cache_verify.is_some()),
    ];
    let named: Vec<&str> = given.iter().filter(|one| one.1).map(|one| one.0).collect();
    if named.is_empty() {
        return Ok(());
    }
    let message = format!("--emit proves nothing, and takes no {}", named.join(", "));
    let help = "the whole program is written; what is left out is named on standard error";
    Err(Diagnostic::global(Code::C001, message)
        .with_help(help)
        .into())
}

/// Writes each program to the folder; what is left out is named on standard error, and gives
/// status 3.
///
/// # Errors
/// `C001` for an unknown format or options that have no meaning here, `C007` if two programs would
/// go to one file, `C006` if the folder cannot be written to.
pub fn emit(words: &[String], args: &VerifyArgs) -> Result<Status, Failure> {
    let [format, folder] = words else {
        return Err(Diagnostic::global(Code::C001, "--emit takes a format and a folder").into());
    };
    if format != "viper" {
        let message = format!("there is no format `{format}` to emit");
        return Err(Diagnostic::global(Code::C001, message)
            .with_help("the only format is `viper`")
            .into());
    }
    meaningless(args)?;
    let folder = Path::new(folder);
    output::create_folder(folder)?;
    let config = Config::find(args.common.config.as_deref())?;
    let loaded = files::load(&args.files, args.common.together);
    output::no_collisions(loaded.units.iter().filter_map(|unit| {
        let first = unit.inputs.first()?;
        Some(first.relative.with_extension("vpr"))
    }))?;
    let mut status = Status::Holds;
    for (diagnostic, sources) in &loaded.problems {
        output::say(&shown(diagnostic, sources));
        status = status.and(Status::Wrong);
    }
    for unit in &loaded.units {
        let sources = unit.sources();
        let proof = args.common.proof.or(&unit.settings).or(&config.proof());
        let profile = proof.profile.map_or(Profile::default(), Profile::from);
        let front = front::front(&sources, profile);
        let errors = front.diagnostics.iter();
        for error in errors.filter(|one| one.severity == Severity::Error) {
            output::say(&shown(error, &sources));
        }
        if !front.is_sound() {
            status = status.and(Status::Wrong);
            continue;
        }
        let exported =
            viper::export(&lowering::lower(&front.program, &front.resolution, profile).program);
        let Some(first) = unit.inputs.first() else {
            continue;
        };
        let path = output::within(folder, &first.relative.with_extension("vpr"));
        output::create_folder(path.parent().unwrap_or(folder))?;
        output::replace(&path, &exported.text)?;
        // What another verifier says of a part is no yes to the whole.
        let whole = exported.left_out.is_empty() && exported.partly.is_empty();
        if !whole {
            status = status.and(Status::Unknown);
        }
        if args.common.quiet && whole {
            continue;
        }
        output::say(&format!(
            "{}: {} of {} methods exported\n",
            unit.name(),
            exported.exported,
            exported.total
        ));
        for one in &exported.left_out {
            output::say(&line(one, "is left out", &sources));
        }
        for one in &exported.partly {
            output::say(&line(one, "is exported in part", &sources));
        }
    }
    Ok(status)
}

fn line(one: &Omission, what: &str, sources: &[SourceFile]) -> String {
    let number = sources
        .get(one.span.file as usize)
        .map_or(0, |file| file.line_column(one.span.start as usize).line);
    format!("  line {number}: {} {what}: {}\n", one.name, one.reason)
}

fn shown(diagnostic: &Diagnostic, files: &[SourceFile]) -> String {
    let shown = terminal::Shown {
        diagnostic,
        files,
        origin: None,
    };
    terminal::render(shown, output::colours())
}
