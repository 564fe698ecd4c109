//! `alpinist fmt`: canonical layout.

use crate::cli::FmtArgs;
use crate::files::{self, Input};
use crate::output::{self, Failure, Replacement};
use crate::report::terminal::{self, Shown};
use crate::rooms;
use crate::status::Status;
use spec_lang::ast::without_places;
use text::diagnostics::{Diagnostic, Severity};
use text::source::SourceFile;

/// Lays files out, or says which would change.
///
/// # Errors
/// If an output cannot be written.
pub fn run(args: &FmtArgs) -> Result<Status, Failure> {
    let (inputs, problems) = files::read_all(&args.files);
    let mut status = Status::Holds;
    for (diagnostic, sources) in &problems {
        say(diagnostic, sources);
        status = Status::Wrong;
    }
    for input in &inputs {
        status = status.and(lay_out(input, args)?);
    }
    Ok(status)
}

fn lay_out(input: &Input, args: &FmtArgs) -> Result<Status, Failure> {
    let source = &input.source;
    let text = match formatted(source) {
        Ok(text) => text,
        Err(diagnostics) => {
            for diagnostic in &diagnostics {
                say(diagnostic, std::slice::from_ref(source));
            }
            return Ok(Status::Wrong);
        }
    };
    let changed = text != source.text;
    if args.diff {
        output::print(&output::diff(&source.name, &source.text, &text))?;
    } else if args.check {
        if changed {
            output::say(&format!("{}: would change\n", source.name));
        }
    } else {
        match &input.path {
            None => output::print(&text)?,
            Some(path) if changed => output::replace_all(&[Replacement {
                path,
                text: &text,
                old: Some(&source.text),
            }])?,
            Some(_) => {}
        }
        return Ok(Status::Holds);
    }
    Ok(if changed {
        Status::WouldChange
    } else {
        Status::Holds
    })
}

/// The canonical layout of a file, shown to be the same program.
///
/// # Errors
/// What is wrong with the file; `C012` if the layout would be another program.
pub fn formatted(source: &SourceFile) -> Result<String, Vec<Diagnostic>> {
    let parsed = rooms::parse(std::slice::from_ref(source));
    let errors: Vec<Diagnostic> = parsed
        .diagnostics
        .into_iter()
        .filter(|diagnostic| diagnostic.severity == Severity::Error)
        .collect();
    if !errors.is_empty() {
        return Err(errors);
    }
    let text = rooms::format(source, &parsed.program);
    let again = rooms::parse(&[SourceFile::new(source.name.clone(), text.clone())]);
    if without_places(&again.program) != without_places(&parsed.program) {
        let message = format!("the canonical layout of {} is another program", source.name);
        return Err(vec![
            Diagnostic::global("C012", message)
                .with_note("the file was left alone")
                .with_help("this is a fault of the program; please send the file"),
        ]);
    }
    Ok(text)
}

fn say(diagnostic: &Diagnostic, files: &[SourceFile]) {
    let shown = Shown {
        diagnostic,
        files,
        origin: None,
    };
    output::say(&terminal::render(shown, terminal::colours()));
}
