//! `alpinist fmt`: canonical layout.

use crate::cli::FmtArgs;
use crate::files::{self, Input};
use crate::output::{self, Failure, Replacement};
use pipeline::layout::formatted;
use report::status::Status;
use report::terminal::Shown;
use text::diagnostics::Diagnostic;
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
        output::print(&report::difference::unified(
            &source.name,
            &source.text,
            &text,
        ))?;
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

fn say(diagnostic: &Diagnostic, files: &[SourceFile]) {
    let shown = Shown {
        diagnostic,
        files,
        origin: None,
    };
    output::show(shown);
}
