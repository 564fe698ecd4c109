//! A run as JSON (docs/json.md). Members stand in a fixed order, lists in that of the text.

use crate::model::{ProgramRun, StepOutcome, StepRun, Verified};
use crate::obligations::{self, word};
use crate::summary::{Counts, counts};
use seplog::report::{ObligationReport, Outcome, Report, Summary};
use serde::Serialize;
use text::code::Code;
use text::diagnostics::{Diagnostic, Fix, Label, Severity};
use text::edit::History;
use text::source::SourceFile;
use text::span::Span;

/// A value as indented JSON with a final line end.
pub fn pretty(value: &impl serde::Serialize) -> String {
    // The types of reports have no maps with keys that are not strings, so this cannot fail.
    let mut text = serde_json::to_string_pretty(value).unwrap_or_default();
    text.push('\n');
    text
}

/// Grows whenever a member goes or changes its meaning; new members may come without.
pub const SCHEMA_VERSION: u32 = 1;

/// A run.
#[derive(Serialize)]
pub struct RunJson {
    schema: &'static str,
    schema_version: u32,
    tool: ToolJson,
    status: u8,
    diagnostics: Vec<DiagnosticJson>,
    programs: Vec<ProgramJson>,
    #[serde(skip_serializing_if = "Option::is_none")]
    measured: Option<MeasuredRun>,
}

#[derive(Serialize)]
struct ToolJson {
    name: &'static str,
    version: &'static str,
}

/// A place: lines and columns from 1, columns in characters; byte offsets from 0, half open.
#[derive(Serialize)]
pub struct PlaceJson {
    file: String,
    line: usize,
    column: usize,
    end_line: usize,
    end_column: usize,
    byte_start: u32,
    byte_end: u32,
}

impl PlaceJson {
    /// `file:line:column`.
    pub fn short(&self) -> String {
        format!("{}:{}:{}", self.file, self.line, self.column)
    }
}

#[derive(Serialize)]
struct LabelJson {
    place: PlaceJson,
    text: String,
}

#[derive(Serialize)]
struct DiagnosticJson {
    code: Code,
    severity: Severity,
    message: String,
    place: Option<PlaceJson>,
    /// For generated text: the place of the user's file that leads to it.
    #[serde(skip_serializing_if = "Option::is_none")]
    origin: Option<PlaceJson>,
    text: String,
    labels: Vec<LabelJson>,
    notes: Vec<String>,
    help: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fix: Option<FixJson>,
}

/// A change of the text that would answer a message.
#[derive(Serialize)]
struct FixJson {
    title: String,
    replacements: Vec<ReplacementJson>,
}

#[derive(Serialize)]
struct ReplacementJson {
    place: PlaceJson,
    text: String,
}

#[derive(Serialize)]
struct ProgramJson {
    name: String,
    files: Vec<String>,
    profile: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    only: Vec<String>,
    status: u8,
    diagnostics: Vec<DiagnosticJson>,
    verification: Option<VerificationJson>,
    steps: Vec<StepJson>,
    changes: Vec<ChangeJson>,
}

#[derive(Serialize)]
struct VerificationJson {
    summary: Summary,
    counts: Counts,
    trusted: Vec<TrustedJson>,
    warnings: Vec<DiagnosticJson>,
    methods: Vec<MethodJson>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    passed_over: Vec<String>,
}

#[derive(Serialize)]
struct TrustedJson {
    kind: String,
    name: String,
    place: Option<PlaceJson>,
}

#[derive(Serialize)]
struct MethodJson {
    name: String,
    place: Option<PlaceJson>,
    unsupported: Option<DiagnosticJson>,
    obligations: Vec<ObligationJson>,
}

#[derive(Serialize)]
struct ObligationJson {
    id: String,
    code: Code,
    message: String,
    outcome: &'static str,
    reason: Option<String>,
    place: Option<PlaceJson>,
    #[serde(skip_serializing_if = "Option::is_none")]
    origin: Option<PlaceJson>,
    demanded_by: Option<PlaceJson>,
    counterexample: Vec<ValueJson>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    threads: Vec<ThreadJson>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    hints: Vec<LabelJson>,
    help: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fix: Option<FixJson>,
}

#[derive(Serialize)]
struct ThreadJson {
    place: Option<PlaceJson>,
    values: Vec<ValueJson>,
    #[serde(rename = "share")]
    amount: Option<String>,
}

#[derive(Serialize)]
struct ValueJson {
    name: String,
    value: String,
}

#[derive(Serialize)]
struct StepJson {
    number: usize,
    name: String,
    transformation: String,
    directive: Option<PlaceJson>,
    outcome: StepOutcome,
    diagnostics: Vec<DiagnosticJson>,
    prerequisites: Vec<String>,
    contracts_unchanged: Option<usize>,
    edits: Vec<EditJson>,
    verification: Option<VerificationJson>,
}

#[derive(Serialize)]
struct EditJson {
    place: Option<PlaceJson>,
    replacement: String,
    rule: String,
}

/// A line of the result that is not a line of the user's file.
#[derive(Serialize)]
struct ChangeJson {
    file: String,
    line: usize,
    text: String,
    origin: Option<PlaceJson>,
    rules: Vec<RuleJson>,
}

#[derive(Serialize)]
struct RuleJson {
    step: usize,
    rule: String,
}

#[derive(Serialize)]
struct MeasuredRun {
    time_ms: f64,
    solver: String,
    solver_calls: u64,
    programs: Vec<MeasuredProgram>,
}

#[derive(Serialize)]
struct MeasuredProgram {
    name: String,
    checks: Vec<MeasuredCheck>,
}

#[derive(Serialize)]
struct MeasuredCheck {
    /// 0 for the user's text, else the step's number.
    step: usize,
    time_ms: f64,
    obligations: Vec<MeasuredObligation>,
}

#[derive(Serialize)]
struct MeasuredObligation {
    id: String,
    #[serde(flatten)]
    measured: seplog::report::Measured,
}

/// What a report says beside its programs.
pub struct Frame<'a> {
    /// The exit status.
    pub status: u8,
    /// What has no program: unreadable files, command line.
    pub problems: &'a [crate::model::Problem],
    /// Whole time in milliseconds, the solver's version, and how often it was asked; none to
    /// leave measurements out.
    pub measured: Option<(f64, String, u64)>,
}

/// The object for a run.
pub fn run(frame: &Frame<'_>, programs: &[ProgramRun]) -> RunJson {
    RunJson {
        schema: "alpinist-report",
        schema_version: SCHEMA_VERSION,
        tool: ToolJson {
            name: "alpinist",
            version: env!("CARGO_PKG_VERSION"),
        },
        status: frame.status,
        diagnostics: frame
            .problems
            .iter()
            .map(|(diagnostic, files)| Text::plain(files).diagnostic(diagnostic))
            .collect(),
        programs: programs.iter().map(program).collect(),
        measured: frame
            .measured
            .as_ref()
            .map(|(time_ms, solver, solver_calls)| MeasuredRun {
                time_ms: *time_ms,
                solver: solver.clone(),
                solver_calls: *solver_calls,
                programs: programs.iter().map(measured).collect(),
            }),
    }
}

fn program(run: &ProgramRun) -> ProgramJson {
    let user = Text::plain(&run.files);
    let steps = run.steps.iter().enumerate();
    ProgramJson {
        name: run.name.clone(),
        files: run.files.iter().map(|file| file.name.clone()).collect(),
        profile: run.profile.to_string(),
        only: run.only.clone(),
        status: run.status.code(),
        diagnostics: user.diagnostics(&run.diagnostics),
        verification: run
            .original
            .as_ref()
            .map(|verified| user.verification(&verified.report)),
        steps: steps.map(|(at, one)| step(run, at + 1, one)).collect(),
        changes: changes(run),
    }
}

fn step(run: &ProgramRun, number: usize, step: &StepRun) -> StepJson {
    let before = run.files_after(step.before);
    let old = Text {
        files: &before,
        user: &run.files,
        back: Some((&run.history, step.before)),
    };
    let after = run.files_after(step.before + 1);
    let new = Text {
        files: &after,
        user: &run.files,
        back: Some((&run.history, step.before + 1)),
    };
    let mut diagnostics = old.diagnostics(&step.diagnostics);
    diagnostics.extend(new.diagnostics(&step.faults));
    let applied = match step.outcome {
        StepOutcome::Done | StepOutcome::NotVerified => run.history.steps().get(step.before),
        _ => None,
    };
    let edits = applied
        .iter()
        .flat_map(|applied| applied.files.iter().flatten())
        .flat_map(|file| &file.edits);
    StepJson {
        number,
        name: step.name.clone(),
        transformation: step.transformation.to_string(),
        directive: step.directive.and_then(|span| place(&run.files, span)),
        outcome: step.outcome,
        diagnostics,
        prerequisites: step.shown.clone(),
        contracts_unchanged: step.contracts,
        edits: edits
            .map(|edit| EditJson {
                place: place(&before, edit.span),
                replacement: edit.replacement.clone(),
                rule: edit.rule.clone(),
            })
            .collect(),
        verification: step
            .verified
            .as_ref()
            .map(|verified| new.verification(&verified.report)),
    }
}

fn changes(run: &ProgramRun) -> Vec<ChangeJson> {
    let mut found = Vec::new();
    for (number, file) in run.files.iter().enumerate() {
        let number = u32::try_from(number).unwrap_or(u32::MAX);
        for line in run.history.changes(number) {
            let rules = line.trace.rules().into_iter();
            found.push(ChangeJson {
                file: file.name.clone(),
                line: line.line,
                text: line.text,
                origin: place(&run.files, line.trace.user),
                rules: rules
                    .map(|(step, rule)| RuleJson {
                        step,
                        rule: rule.to_owned(),
                    })
                    .collect(),
            });
        }
    }
    found
}

fn measured(run: &ProgramRun) -> MeasuredProgram {
    let check = |step: usize, verified: &Verified| MeasuredCheck {
        step,
        time_ms: verified.elapsed.as_secs_f64() * 1000.0,
        obligations: verified
            .report
            .obligations()
            .map(|(_, obligation)| MeasuredObligation {
                id: obligation.id.clone(),
                measured: obligation.measured,
            })
            .collect(),
    };
    let original = run.original.iter().map(|verified| check(0, verified));
    let steps = run.steps.iter().enumerate();
    let steps = steps.filter_map(|(at, step)| {
        step.verified
            .as_ref()
            .map(|verified| check(at + 1, verified))
    });
    MeasuredProgram {
        name: run.name.clone(),
        checks: original.chain(steps).collect(),
    }
}

/// A place as JSON; none if there is no such file.
pub fn place(files: &[SourceFile], span: Span) -> Option<PlaceJson> {
    let file = files.get(span.file as usize)?;
    let start = file.line_column(span.start as usize);
    let end = file.line_column(span.end as usize);
    Some(PlaceJson {
        file: file.name.clone(),
        line: start.line,
        column: start.column,
        end_line: end.line,
        end_column: end.column,
        byte_start: span.start,
        byte_end: span.end,
    })
}

/// A text whose places are reported, and the way back to the user's.
struct Text<'a> {
    files: &'a [SourceFile],
    user: &'a [SourceFile],
    back: Option<(&'a History, usize)>,
}

impl<'a> Text<'a> {
    fn plain(files: &'a [SourceFile]) -> Self {
        Text {
            files,
            user: files,
            back: None,
        }
    }

    fn place(&self, span: Span) -> Option<PlaceJson> {
        place(self.files, span)
    }

    fn origin(&self, span: Span) -> Option<PlaceJson> {
        let (history, depth) = self.back.filter(|(_, depth)| *depth > 0)?;
        place(self.user, history.trace_before(span, depth).user)
    }

    fn diagnostics(&self, diagnostics: &[Diagnostic]) -> Vec<DiagnosticJson> {
        diagnostics
            .iter()
            .map(|diagnostic| self.diagnostic(diagnostic))
            .collect()
    }

    fn diagnostic(&self, diagnostic: &Diagnostic) -> DiagnosticJson {
        let primary = diagnostic.primary.as_ref();
        DiagnosticJson {
            code: diagnostic.code,
            severity: diagnostic.severity,
            message: diagnostic.message.clone(),
            place: primary.and_then(|label| self.place(label.span)),
            origin: primary.and_then(|label| self.origin(label.span)),
            text: primary.map_or_else(String::new, |label| label.text.clone()),
            labels: self.labels(&diagnostic.labels),
            notes: diagnostic.notes.clone(),
            help: diagnostic.help.clone(),
            fix: self.fix(diagnostic.fix.as_ref()),
        }
    }

    fn labels(&self, labels: &[Label]) -> Vec<LabelJson> {
        let labels = labels.iter().filter_map(|label| {
            let place = self.place(label.span)?;
            let text = label.text.clone();
            Some(LabelJson { place, text })
        });
        labels.collect()
    }

    fn fix(&self, fix: Option<&Fix>) -> Option<FixJson> {
        let fix = fix?;
        let replacements = fix.replacements.iter().map(|one| {
            Some(ReplacementJson {
                place: self.place(one.span)?,
                text: one.text.clone(),
            })
        });
        Some(FixJson {
            title: fix.title.clone(),
            replacements: replacements.collect::<Option<_>>()?,
        })
    }

    fn verification(&self, report: &Report) -> VerificationJson {
        let trusted = report.trusted.iter().map(|trusted| TrustedJson {
            kind: trusted.kind.to_string(),
            name: trusted.name.clone(),
            place: self.place(trusted.span),
        });
        let methods = report.methods.iter().map(|method| MethodJson {
            name: method.name.clone(),
            place: self.place(method.span),
            unsupported: method
                .unsupported
                .as_ref()
                .map(|found| self.diagnostic(found)),
            obligations: method
                .obligations
                .iter()
                .map(|one| self.obligation(one))
                .collect(),
        });
        VerificationJson {
            summary: report.summary(),
            counts: counts(report),
            trusted: trusted.collect(),
            warnings: self.diagnostics(&report.warnings),
            passed_over: report.passed_over.clone(),
            methods: methods.collect(),
        }
    }

    fn obligation(&self, obligation: &ObligationReport) -> ObligationJson {
        let reason = match &obligation.outcome {
            Outcome::Unknown(reason) => Some(reason.clone()),
            _ => None,
        };
        let values = |pairs: &[(String, String)]| {
            let values = pairs.iter().map(|(name, value)| ValueJson {
                name: name.clone(),
                value: value.clone(),
            });
            values.collect()
        };
        ObligationJson {
            id: obligation.id.clone(),
            code: obligation.code,
            message: obligation.message.clone(),
            outcome: word(&obligation.outcome),
            reason,
            place: self.place(obligation.span),
            origin: self.origin(obligation.span),
            demanded_by: obligation.demanded_by.and_then(|span| self.place(span)),
            counterexample: values(&obligation.counterexample),
            threads: obligation
                .threads
                .iter()
                .map(|thread| ThreadJson {
                    place: self.place(thread.span),
                    values: values(&thread.values),
                    amount: thread.amount.clone(),
                })
                .collect(),
            hints: self.labels(&obligation.hints),
            help: obligations::help(obligation),
            fix: self.fix(obligation.fix.as_ref()),
        }
    }
}
