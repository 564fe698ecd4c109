//! `alpinist verify --emit viper DIR`: programs as text for another verifier.

use crate::cli::VerifyArgs;
use crate::files;
use crate::output::{self, Failure};
use crate::run::files::{Replacement, no_collisions};
use crate::run::settings::Settings;
use crate::run::{self, Closed, Run};
use pipeline::front;
use report::status::Status;
use spec_lang::resolve::Profile;
use std::path::Path;
use text::code::Code;
use text::diagnostics::{Diagnostic, Severity};
use text::source::SourceFile;
use viper::Omission;

/// Writes each program to the folder; what is left out is named on standard error, and gives
/// status 3.
///
/// # Errors
/// `C001` for an unknown format, `C007` if two programs would go to one file, `C006` if the folder cannot be
/// written to.
pub fn emit(words: &[String], args: &VerifyArgs) -> Result<Closed, Failure> {
    let [format, folder] = words else {
        return Err(Diagnostic::global(Code::C001, "--emit takes a format and a folder").into());
    };
    if format != "viper" {
        let message = format!("there is no format `{format}` to emit");
        return Err(Diagnostic::global(Code::C001, message)
            .with_help("the only format is `viper`")
            .into());
    }
    run::run(Settings::of_programs(&args.common), |run| {
        all(Path::new(folder), args, run)
    })
}

fn all(folder: &Path, args: &VerifyArgs, run: &mut Run) -> Result<(), Failure> {
    let loaded = files::load(&args.files, args.together);
    no_collisions(loaded.units.iter().filter_map(|unit| {
        let first = unit.inputs.first()?;
        Some(first.relative.with_extension("vpr"))
    }))?;
    run.all_problems(loaded.problems);
    for unit in &loaded.units {
        let sources = unit.sources();
        let proof = args
            .common
            .proof
            .or(&unit.settings)
            .or(&run.config().proof());
        let profile = proof.profile.map_or(Profile::default(), Profile::from);
        let front = front::front(&sources, profile);
        if !front.is_sound() {
            let errors = front.diagnostics.into_iter();
            for error in errors.filter(|one| one.severity == Severity::Error) {
                run.complain((error, sources.clone()));
            }
            run.note(Status::Wrong);
            continue;
        }
        let exported =
            viper::export(&lowering::lower(&front.program, &front.resolution, profile).program);
        let Some(first) = unit.inputs.first() else {
            continue;
        };
        let path = folder.join(first.relative.with_extension("vpr"));
        run.replace(Replacement::with_folder(path, &exported.text));
        // What another verifier says of a part is no yes to the whole.
        let whole = exported.left_out.is_empty() && exported.partly.is_empty();
        if !whole {
            run.note(Status::Unknown);
        }
        if args.common.quiet && whole {
            continue;
        }
        let mut said = format!(
            "{}: {} of {} methods exported\n",
            unit.name(),
            exported.exported,
            exported.total
        );
        for one in &exported.left_out {
            said.push_str(&line(one, "is left out", &sources));
        }
        for one in &exported.partly {
            said.push_str(&line(one, "is exported in part", &sources));
        }
        match whole {
            true => run.at_end(said),
            false => output::say(&said),
        }
    }
    Ok(())
}

fn line(one: &Omission, what: &str, sources: &[SourceFile]) -> String {
    let number = sources
        .get(one.span.file as usize)
        .map_or(0, |file| file.line_column(one.span.start as usize).line);
    format!("  line {number}: {} {what}: {}\n", one.name, one.reason)
}
