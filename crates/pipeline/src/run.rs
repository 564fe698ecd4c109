//! One program from its text to its result: verify, then step by step find the site,
//! show that it may be done, rewrite, and verify the printed text again.

use crate::advice;
use crate::check::Settings;
use crate::front::{self, Front};
use crate::prover::{CheckingProver, NoProver};
use crate::reported::model::{ProgramRun, StepOutcome, StepRun, Verified};
use crate::watch::Watch;
use report::messages::name_of;
use report::status::Status;
use seplog::report::declared_name;
use seplog::report::{Report, Summary};
use solver::smt::SolverPool;
use spec_lang::ast::{Declaration, DeclarationKind, Program};
use std::borrow::Cow;
use std::time::Instant;
use text::code::Code;
use text::diagnostics::{Diagnostic, Severity};
use text::edit::History;
use text::source::SourceFile;
use text::span::Span;
use transforms::contracts::{Contracts, Version, each_method, interfaces, names};
use transforms::{Input, Placed, Prover, Refusal, RefusalClass, Rewritten, Step, StepOrigin};

/// What is asked for.
#[derive(Clone, Debug)]
pub struct Request {
    /// How proofs are sought.
    pub settings: Settings,
    /// Whether directives are carried out.
    pub directives: bool,
    /// The steps after them.
    pub steps: Vec<Step>,
    /// Whether anything is verified.
    pub verify: bool,
    /// Go on although something does not hold.
    pub keep_unverified: bool,
}

/// Carries a request out on one program.
pub fn run(
    files: Vec<SourceFile>,
    request: &Request,
    pool: &SolverPool,
    watch: &impl Watch,
) -> ProgramRun {
    let mut run = ProgramRun {
        name: name_of(&files),
        files,
        profile: request.settings.profile,
        only: request.settings.proofs.only.clone(),
        diagnostics: Vec::new(),
        original: None,
        steps: Vec::new(),
        history: History::new(),
        status: Status::Holds,
        complete: false,
    };
    let mut front = front::front(&run.files, run.profile);
    run.diagnostics = std::mem::take(&mut front.diagnostics);
    run.status = status_of(&run.diagnostics);
    if run.status == Status::Holds {
        check_names(&mut run, &front, request);
    }
    if run.status != Status::Holds {
        return run;
    }
    let work = Work {
        request,
        pool,
        watch,
    };
    if request.verify {
        let verified = work.verify(&front, &run.files, "original");
        run.status = run.status.and(status_of_summary(verified.report.summary()));
        check_reports(&mut run, &verified.report, request);
        run.original = Some(verified);
        if run.status != Status::Holds && !request.keep_unverified {
            return run;
        }
    } else {
        run.status = run.status.and(Status::Unknown);
    }
    run.complete = work.steps(&mut run, front);
    run
}

/// The status that errors of the front have: 3 if all are constructs without a rule, else 2.
fn status_of(diagnostics: &[Diagnostic]) -> Status {
    let errors = diagnostics
        .iter()
        .filter(|diagnostic| diagnostic.severity == Severity::Error);
    let status = |diagnostic: &Diagnostic| match diagnostic.code.is_unsupported() {
        true => Status::Unknown,
        false => Status::Wrong,
    };
    errors.map(status).fold(Status::Holds, Status::and)
}

fn status_of_summary(summary: Summary) -> Status {
    match summary {
        Summary::Verified => Status::Holds,
        Summary::Nothing | Summary::Unknown => Status::Unknown,
        Summary::Failed => Status::Failed,
    }
}

/// `--only` must name methods that there are.
fn check_names(run: &mut ProgramRun, front: &Front, request: &Request) {
    let mut all: Vec<String> = Vec::new();
    each_method(&front.program, |name, _, _| all.push(name));
    for wanted in &request.settings.proofs.only {
        if all.iter().any(|full| names(wanted, full)) {
            continue;
        }
        let diagnostic =
            Diagnostic::global(Code::C008, format!("{} has no method `{wanted}`", run.name));
        let known = all.iter().take(20).map(|name| format!("`{name}`"));
        let known: Vec<String> = known.collect();
        run.diagnostics.push(match known.as_slice() {
            [] => diagnostic.with_note("it has no methods at all"),
            _ => diagnostic.with_help(format!("one of {}", known.join(", "))),
        });
        run.status = Status::Wrong;
    }
}

/// What `--only` names must be among what was checked: that others hold is no answer about it.
fn check_reports(run: &mut ProgramRun, report: &Report, request: &Request) {
    for wanted in &request.settings.proofs.only {
        let is_meant = |name: &str| names(wanted, declared_name(name));
        if report.methods.iter().any(|method| is_meant(&method.name)) {
            continue;
        }
        let message = format!("nothing of `{wanted}` was checked");
        let help = "what is inline is shown where it is used: name the methods that use it";
        run.diagnostics
            .push(Diagnostic::global(Code::C020, message).with_help(help));
        run.status = run.status.and(Status::Unknown);
    }
}

/// The program with only the methods that are meant; all of them if none is named.
fn restricted(program: &Program, only: &[String]) -> Program {
    let mut copy = program.clone();
    if only.is_empty() {
        return copy;
    }
    let keep = |declaration: &Declaration, class: Option<&str>| match &declaration.kind {
        DeclarationKind::Method(method) => {
            let full = match class {
                Some(class) => format!("{class}.{}", method.name.name),
                None => method.name.name.clone(),
            };
            only.iter().any(|wanted| names(wanted, &full))
        }
        _ => true,
    };
    copy.declarations
        .retain(|declaration| keep(declaration, None));
    for declaration in &mut copy.declarations {
        if let DeclarationKind::Class(class) = &mut declaration.kind {
            let name = class.name.name.clone();
            class.members.retain(|member| keep(member, Some(&name)));
        }
    }
    copy
}

/// A step, or the words of one that cannot be read and why.
type Asked = Result<Step, (String, Refusal)>;

/// What a step has made.
struct Printed<'a> {
    front: &'a Front,
    files: &'a [SourceFile],
    /// The number of the step, from 1.
    number: usize,
}

struct Work<'a, W> {
    request: &'a Request,
    pool: &'a SolverPool,
    watch: &'a W,
}

impl<W: Watch> Work<'_, W> {
    fn verify(&self, front: &Front, files: &[SourceFile], stage: &str) -> Verified {
        let start = Instant::now();
        let settings = &self.request.settings;
        let mut report = self.watch.during(stage, || {
            crate::check::check(
                &front.program,
                &front.resolution,
                settings,
                self.pool,
                self.watch,
            )
        });
        advice::of_proofs(&mut report, &front.program, files);
        Verified {
            report,
            elapsed: start.elapsed(),
        }
    }

    /// Carries out all steps; false if one could not be.
    fn steps(&self, run: &mut ProgramRun, mut front: Front) -> bool {
        let mut files = run.files.clone();
        let mut flags = self.request.steps.iter();
        let mut directives = usize::MAX;
        loop {
            let next: Asked = match self.next_directive(&front) {
                Some(placed) => {
                    let span = placed.directive.span;
                    let left = transforms::directives(&front.program).len();
                    // Every step takes its directive away, so this comes to an end.
                    if left >= std::mem::replace(&mut directives, left) {
                        let message = "the step left its directive in place";
                        run.diagnostics
                            .push(Diagnostic::error(Code::V901, span, message));
                        run.status = run.status.and(Status::Failed);
                        return false;
                    }
                    transforms::of_directive(&placed)
                        .map_err(|refusal| (directive_name(&span, &files), refusal))
                }
                None => match flags.next() {
                    Some(step) => in_present_lines(run, step),
                    None => return true,
                },
            };
            match self.step(run, &mut front, &mut files, next) {
                Some(true) => {}
                Some(false) | None => return false,
            }
        }
    }

    fn next_directive(&self, front: &Front) -> Option<Placed> {
        if !self.request.directives {
            return None;
        }
        let program = restricted(&front.program, &self.request.settings.proofs.only);
        transforms::next_directive(&program, self.request.settings.profile)
    }

    /// Carries out one step. True if its result holds or is kept all the same.
    fn step(
        &self,
        run: &mut ProgramRun,
        front: &mut Front,
        files: &mut Vec<SourceFile>,
        step: Asked,
    ) -> Option<bool> {
        let before = run.history.steps().len();
        let mut done = StepRun {
            name: String::new(),
            transformation: Cow::Borrowed(""),
            directive: None,
            outcome: StepOutcome::Done,
            before,
            diagnostics: Vec::new(),
            faults: Vec::new(),
            shown: Vec::new(),
            contracts: None,
            contracts_read: 0,
            verified: None,
        };
        let step = match step {
            Ok(step) => step,
            Err((name, refusal)) => {
                done.name = name;
                refused(run, done, refusal);
                return None;
            }
        };
        done.transformation = Cow::Borrowed(step.about().name);
        done.name = match &step.asked.origin {
            StepOrigin::Directive { span, .. } => {
                done.directive = Some(run.history.trace(*span).user);
                directive_name(span, files)
            }
            StepOrigin::Flag(flag) => flag.clone(),
        };
        let number = run.steps.len() + 1;
        let input = Input {
            files,
            program: &front.program,
            resolution: &front.resolution,
            profile: self.request.settings.profile,
            only: self
                .request
                .settings
                .proofs
                .only
                .first()
                .map(String::as_str),
        };
        let rewritten = self.carry_out(&input, &step, &format!("step-{number}-prerequisites"));
        let rewritten = match rewritten {
            Ok(rewritten) => rewritten,
            Err(refusal) => {
                refused(run, done, refusal);
                return None;
            }
        };
        let contracts = step.contracts(&input);
        done.shown = rewritten.shown;
        done.diagnostics = rewritten.notes;
        let applied = match rewritten.edits.apply(files) {
            Ok(applied) => applied,
            Err(error) => {
                done.outcome = StepOutcome::NotVerified;
                done.faults
                    .push(Diagnostic::global(Code::V901, error.to_string()));
                run.steps.push(done);
                run.status = run.status.and(Status::Failed);
                return None;
            }
        };
        let old = interfaces(&front.program, files);
        run.history
            .push(format!("step {number}, {}", done.name), applied);
        *files = run.history.newest(&run.files);
        let new_front = front::front(files, self.request.settings.profile);
        let old_front = std::mem::replace(front, new_front);
        let before = Version {
            program: &old_front.program,
            resolution: &old_front.resolution,
            interfaces: &old,
            profile: self.request.settings.profile,
        };
        let printed = Printed {
            front,
            files,
            number,
        };
        let status = self.judge(&printed, &before, contracts.as_ref(), &mut done);
        if status != Status::Holds {
            done.outcome = StepOutcome::NotVerified;
        }
        let usable = done.faults.is_empty();
        run.status = run.status.and(status);
        run.steps.push(done);
        Some(status == Status::Holds || (usable && self.request.keep_unverified))
    }

    fn carry_out(&self, input: &Input<'_>, step: &Step, stage: &str) -> Result<Rewritten, Refusal> {
        transforms::apply(input, step, &mut *self.prover(stage))
    }

    fn prover(&self, stage: &str) -> Box<dyn Prover + '_> {
        match self.request.verify {
            true => Box::new(CheckingProver {
                settings: &self.request.settings,
                pool: self.pool,
                watch: self.watch,
                stage: stage.to_owned(),
            }),
            false => Box::new(NoProver),
        }
    }

    /// Whether the printed text is a program, has the old contracts, and verifies.
    fn judge(
        &self,
        printed: &Printed<'_>,
        before: &Version<'_>,
        contracts: &dyn Contracts,
        done: &mut StepRun,
    ) -> Status {
        let Printed {
            front,
            files,
            number,
        } = *printed;
        if !front.is_sound() {
            let errors = front.diagnostics.iter();
            let errors = errors.filter(|diagnostic| diagnostic.severity == Severity::Error);
            done.faults = errors.cloned().collect();
            done.faults.push(
                Diagnostic::global(
                    Code::V901,
                    format!("step {number} printed text that is not a program"),
                )
                .with_help("this is a fault of the program; please send the file and the step"),
            );
            return Status::Failed;
        }
        let new = interfaces(&front.program, files);
        let after = Version {
            program: &front.program,
            resolution: &front.resolution,
            interfaces: &new,
            profile: before.profile,
        };
        let stage = format!("step-{number}-{}", contracts.stage());
        match contracts.compare(before, &after, &mut *self.prover(&stage)) {
            Ok(compared) => {
                done.contracts = Some(compared.unchanged);
                done.contracts_read = compared.read.len();
                done.shown.extend(compared.shown);
            }
            Err(what) => {
                let message = format!("step {number} changed the contract of {what}");
                done.faults
                    .push(Diagnostic::global(Code::V900, message).with_help(
                        "this is a fault of the program; please send the file and the step",
                    ));
                return Status::Failed;
            }
        }
        if !self.request.verify {
            return Status::Holds;
        }
        let verified = self.verify(front, files, &format!("step-{number}"));
        let status = status_of_summary(verified.report.summary());
        done.verified = Some(verified);
        status
    }
}

/// A line in a flag is one of the user's file; the step needs that of the present text. A line
/// that a step before took away is none of it, whatever stands there now.
fn in_present_lines(run: &ProgramRun, step: &Step) -> Asked {
    let mut step = step.clone();
    if let Some(transforms::SiteName::Line(line)) = &mut step.asked.site
        && !run.history.steps().is_empty()
    {
        match present_line(run, *line) {
            Some(now) => *line = now,
            None => {
                let message = format!("line {line} is not there any more as it was");
                let diagnostic = Diagnostic::global(Code::C102, message)
                    .with_note("lines are those of the file as it was given; a step before changed or removed this one")
                    .with_help("name the place by its variable or block, or run the steps one by one");
                let name = match &step.asked.origin {
                    StepOrigin::Flag(flag) => flag.clone(),
                    StepOrigin::Directive { .. } => step.about().name.to_owned(),
                };
                return Err((name, Refusal::wrong_input(diagnostic)));
            }
        }
    }
    Ok(step)
}

/// What a refusal makes of a step and of the run.
fn refused(run: &mut ProgramRun, mut step: StepRun, refusal: Refusal) {
    let (outcome, status) = match refusal.class {
        RefusalClass::WrongInput => (StepOutcome::Wrong, Status::Wrong),
        RefusalClass::Unknown => (StepOutcome::Unknown, Status::Unknown),
        RefusalClass::NotApplicable => (StepOutcome::NotApplicable, Status::NotApplicable),
    };
    step.outcome = outcome;
    step.diagnostics.push(*refusal.diagnostic);
    run.steps.push(step);
    run.status = run.status.and(status);
}

/// The line of the newest text that is this line of the first file, if it is still there.
fn present_line(run: &ProgramRun, line: usize) -> Option<usize> {
    let user = run.files.first()?;
    let newest = run.history.newest(&run.files);
    let text = newest.first()?;
    let is_it = |at: usize| {
        let trace = run.history.trace(Span::new(0, at, at));
        trace.exact && user.line_column(trace.user.start as usize).line == line
    };
    let first = |now: &usize| {
        let (start, words) = (text.line_start(*now).unwrap_or(0), text.line_text(*now));
        is_it(start + words.len() - words.trim_start().len())
    };
    // Where the line begins with something else by now, the rest of it may be there.
    let any = |now: &usize| {
        let (start, words) = (text.line_start(*now).unwrap_or(0), text.line_text(*now));
        let mut chars = words.char_indices();
        chars.any(|(at, c)| !c.is_whitespace() && is_it(start + at))
    };
    let mut lines = 1..=text.line_count();
    lines
        .find(first)
        .or_else(|| (1..=text.line_count()).find(any))
}

/// A directive in the words of the user, on one line.
fn directive_name(span: &Span, files: &[SourceFile]) -> String {
    let text = files
        .get(span.file as usize)
        .map_or("", |file| file.slice(*span));
    let words: Vec<&str> = text.trim_end_matches(';').split_whitespace().collect();
    let words = words.strip_prefix(&["gpuopt"]).unwrap_or(&words);
    words.join(" ")
}
