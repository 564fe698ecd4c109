//! `alpinist fmt`: canonical layout.

use crate::cli::FmtArgs;
use crate::files::{self, Input};
use crate::output::{self, Failure};
use crate::run::files::Replacement;
use crate::run::settings::{Project, Settings};
use crate::run::{self, Closed, Run};
use pipeline::layout::formatted;
use report::status::Status;

/// Lays files out, or says which would change.
///
/// # Errors
/// If an output cannot be written.
pub fn run(args: &FmtArgs) -> Result<Closed, Failure> {
    let settings = Settings {
        project: Project::Without,
        ..Settings::default()
    };
    run::run(settings, |run| {
        let (inputs, problems) = files::read_all(&args.files);
        run.all_problems(problems);
        inputs
            .iter()
            .try_for_each(|input| lay_out(input, args, run))
    })
}

fn lay_out(input: &Input, args: &FmtArgs, run: &mut Run) -> Result<(), Failure> {
    let source = &input.source;
    run.note(Status::Holds);
    let text = match formatted(source) {
        Ok(text) => text,
        Err(diagnostics) => {
            // What is wrong with one file does not keep the others from being laid out.
            for diagnostic in diagnostics {
                run.complain((diagnostic, vec![source.clone()]));
            }
            run.note(Status::Wrong);
            return Ok(());
        }
    };
    let changed = text != source.text;
    if args.diff {
        let difference = report::difference::unified(&source.name, &source.text, &text);
        output::print(&difference)?;
    } else if args.check && changed {
        output::say(&format!("{}: would change\n", source.name));
    } else if !args.check {
        match &input.path {
            None => output::print(&text)?,
            Some(path) if changed => {
                run.results(
                    &source.name,
                    vec![Replacement::of(path, &source.text, text)],
                );
            }
            Some(_) => {}
        }
        return Ok(());
    }
    if changed {
        run.note(Status::WouldChange);
    }
    Ok(())
}
