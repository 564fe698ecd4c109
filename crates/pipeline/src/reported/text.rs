//! A program as text for people.

use super::model::{ProgramRun, StepOutcome, StepRun, Verified};
use super::{obligations, summary};
use report::status::Status;
use report::terminal::{self, Origin, Shown};
use report::{Style, plural};
use text::diagnostics::{Diagnostic, Severity};
use text::source::SourceFile;

/// Everything there is to say about a program.
pub fn describe(run: &ProgramRun, style: Style) -> String {
    let mut text = String::new();
    let user = Text {
        files: &run.files,
        run,
        depth: 0,
    };
    for diagnostic in &run.diagnostics {
        text.push_str(&user.show(diagnostic, style));
    }
    if let Some(verified) = &run.original {
        text.push_str(&user.checked(verified, style));
        if !style.quiet {
            text.push_str(&format!("{}: {}\n", run.name, line(run, verified, style)));
        }
        // What a verdict rests on is said in any case.
        text.push_str(&user.trusted(verified));
    }
    for (number, step) in run.steps.iter().enumerate() {
        text.push_str(&describe_step(run, number + 1, step, style));
    }
    if !style.quiet {
        text.push_str(&closing(run));
    }
    text
}

/// What happened before and beside the verification.
fn closing(run: &ProgramRun) -> String {
    let name = &run.name;
    match run.status {
        Status::Wrong if run.original.is_none() => {
            let errors = run
                .diagnostics
                .iter()
                .filter(|diagnostic| diagnostic.severity == Severity::Error)
                .count();
            format!(
                "{name}: {}, nothing was verified\n",
                plural(errors, "error")
            )
        }
        Status::Unknown if run.original.is_none() && run.complete => {
            format!("{name}: not verified, as asked; nothing was shown\n")
        }
        Status::Unknown if run.original.is_none() => {
            format!("{name}: refused before any proof; nothing was verified\n")
        }
        Status::Holds
        | Status::Failed
        | Status::Wrong
        | Status::Unknown
        | Status::NotApplicable
        | Status::WouldChange => match run.original.as_ref().is_some_and(is_empty) {
            true => {
                format!("{name}: no method has a body to check, and an empty proof is no proof\n")
            }
            false => String::new(),
        },
    }
}

/// Whether there was nothing to show.
fn is_empty(verified: &Verified) -> bool {
    verified.report.summary() == seplog::report::Summary::Nothing
}

fn line(run: &ProgramRun, verified: &Verified, style: Style) -> String {
    summary::line(run, verified, style.verbose && !style.stable)
}

fn describe_step(run: &ProgramRun, number: usize, step: &StepRun, style: Style) -> String {
    let mut text = String::new();
    let before = generated(run, step.before);
    let old = Text {
        files: &before,
        run,
        depth: step.before,
    };
    for diagnostic in &step.diagnostics {
        text.push_str(&old.show(diagnostic, style));
    }
    let after = generated(run, step.before + 1);
    let new = Text {
        files: &after,
        run,
        depth: step.before + 1,
    };
    for diagnostic in &step.faults {
        text.push_str(&new.show(diagnostic, style));
    }
    if let Some(verified) = &step.verified {
        text.push_str(&new.checked(verified, style));
    }
    let word = match step.outcome {
        StepOutcome::Done => "done",
        StepOutcome::NotVerified => "carried out, but its result does not hold",
        StepOutcome::NotApplicable => "not applicable",
        StepOutcome::Unknown => "not shown to be applicable",
        StepOutcome::Wrong => "not understood",
    };
    if step.outcome == StepOutcome::Done && style.quiet {
        return text;
    }
    text.push_str(&format!(
        "{}: step {number}, {}: {word}",
        run.name, step.name
    ));
    if let Some(verified) = &step.verified {
        text.push_str(&format!("; result {}", line(run, verified, style)));
    }
    let contracts = |count: usize| match count {
        1 => "1 contract".to_owned(),
        _ => format!("{count} contracts"),
    };
    if step.contracts_read > 0 {
        let read = contracts(step.contracts_read);
        text.push_str(&format!("; {read} read through the index map"));
    }
    if let Some(count) = step
        .contracts
        .filter(|count| *count > 0 || step.contracts_read == 0)
    {
        text.push_str(&format!("; {} unchanged", contracts(count)));
    }
    text.push('\n');
    if style.verbose {
        for shown in &step.shown {
            text.push_str(&format!("  shown before: {shown}\n"));
        }
    }
    if let Some(verified) = &step.verified
        && !style.quiet
    {
        let original = run
            .original
            .as_ref()
            .map_or(0, |known| known.report.trusted.len());
        // What the user's own text trusts has been listed; a step adds nothing to it.
        if verified.report.trusted.len() > original {
            text.push_str(&new.trusted(verified));
        }
    }
    text
}

/// The text after some steps, under a name that cannot be taken for the user's file.
fn generated(run: &ProgramRun, steps: usize) -> Vec<SourceFile> {
    let files = run.files_after(steps);
    if steps == 0 {
        return files;
    }
    let name = |file: &SourceFile| format!("{} (after step {steps})", file.name);
    let rename = |file: SourceFile| SourceFile::new(name(&file), file.text);
    files.into_iter().map(rename).collect()
}

/// A text of the pipeline.
struct Text<'a> {
    files: &'a [SourceFile],
    run: &'a ProgramRun,
    /// How many steps made it.
    depth: usize,
}

impl Text<'_> {
    fn show(&self, diagnostic: &Diagnostic, style: Style) -> String {
        if style.quiet && diagnostic.severity != Severity::Error {
            return String::new();
        }
        let history = &self.run.history;
        let step = history.steps().get(self.depth.wrapping_sub(1));
        let name = step.map_or(String::new(), |step| step.name.clone());
        let origin = (self.depth > 0 && diagnostic.primary.is_some()).then(|| Origin {
            files: &self.run.files,
            span: diagnostic
                .primary
                .as_ref()
                .map(|label| history.trace_before(label.span, self.depth).user),
            step: &name,
        });
        let shown = Shown {
            diagnostic,
            files: self.files,
            origin,
        };
        terminal::render(shown, style.coloured)
    }

    fn checked(&self, verified: &Verified, style: Style) -> String {
        let mut text = String::new();
        for warning in &verified.report.warnings {
            text.push_str(&self.show(warning, style));
        }
        for method in &verified.report.methods {
            if let Some(diagnostic) = &method.unsupported {
                text.push_str(&self.show(diagnostic, style));
            }
            for (_, diagnostic) in obligations::messages(method) {
                text.push_str(&self.show(&diagnostic, style));
            }
            if style.verbose {
                text.push_str(&method_line(method, style));
            }
        }
        if let Some(missing) = obligations::not_kept(&verified.report) {
            text.push_str(&format!("{}: {}\n", self.run.name, missing.message));
        }
        text
    }

    fn trusted(&self, verified: &Verified) -> String {
        let lines = summary::trusted(&verified.report, self.files);
        lines.iter().map(|line| format!("  {line}\n")).collect()
    }
}

/// A method with its figures, for `--verbose`.
fn method_line(method: &seplog::report::MethodReport, style: Style) -> String {
    let proved = method
        .obligations
        .iter()
        .filter(|obligation| obligation.outcome == seplog::report::Outcome::Proved)
        .count();
    let mut text = format!(
        "  {}: {proved} of {} proved",
        method.name,
        plural(method.obligations.len(), "obligation")
    );
    if !style.stable {
        text.push_str(&format!(", {:.0} ms", method.time_ms));
    }
    text.push('\n');
    for obligation in &method.obligations {
        if obligation.measured.attempt > 0 && !style.stable {
            let attempt = obligation.measured.attempt;
            text.push_str(&format!(
                "    {}: {} at attempt {}\n",
                obligation.id,
                obligations::word(&obligation.outcome),
                attempt + 1
            ));
        }
    }
    text
}
