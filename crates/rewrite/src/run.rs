//! A file's way: for each step find the site, rewrite, read again, prove.

use crate::check::{Job, is_verified};
use crate::compare::Launches;
use crate::directives;
use crate::fuse::proof::fused;
use crate::fuse::{Fusing, fusing};
use crate::model::{Checked, FileRewrite, StepRun};
use crate::opened::Opened;
use crate::rewriting::{Assertions, Rewriting, needs_host, rewriting};
use inspect::model::{FileRun, KernelRun, Verdict};
use inspect::{Input, Settings};
use solver::smt::SolverPool;
use text::code::Code;
use text::diagnostics::Diagnostic;
use text::edit::{Applied, EditSet, History};
use text::source::SourceFile;
use transforms::{Refusal, RefusalClass, Step, StepOrigin};

/// What is done with a file.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// Whether its directives are carried out.
    pub directives: bool,
    /// The steps after them.
    pub steps: Vec<Step>,
    /// The launches for which kernels are compared.
    pub launches: Launches,
}

/// So many directives are carried out at most.
const MOST_DIRECTIVES: usize = 256;

/// Carries out directives and steps on a file of CUDA or OpenCL, each proved before the next.
pub fn file(
    input: &Input,
    settings: &Settings,
    request: &Request,
    pool: &SolverPool,
) -> FileRewrite {
    let job = Job {
        settings,
        launches: &request.launches,
        pool,
    };
    let source = SourceFile::new(input.name.clone(), input.text.clone());
    let mut work = Work {
        job,
        input: input.clone(),
        result: FileRewrite {
            name: input.name.clone(),
            source,
            original: None,
            steps: Vec::new(),
            history: History::new(),
        },
    };
    for _ in 0..MOST_DIRECTIVES {
        if !request.directives {
            break;
        }
        let now = SourceFile::new(work.input.name.clone(), work.input.text.clone());
        let Some(next) = directives::next(&now) else {
            break;
        };
        let name = match &next {
            Ok(step) => match step.asked.directive() {
                Some(span) => words(now.slice(span)),
                None => String::new(),
            },
            Err(_) => "directive".to_owned(),
        };
        if !work.step(name, next) {
            return work.result;
        }
    }
    for step in &request.steps {
        let name = match &step.asked.origin {
            StepOrigin::Flag(text) => text.clone(),
            StepOrigin::Directive { .. } => step.about().name.to_owned(),
        };
        if !work.step(name, Ok(step.clone())) {
            return work.result;
        }
    }
    if work.result.steps.is_empty() {
        work.result.original = Some(job.checked(&work.input, &[]));
    }
    work.result
}

/// A directive without the marks of its comment.
fn words(comment: &str) -> String {
    let inner = comment.trim_start_matches("//@").trim_start_matches("/*@");
    inner
        .trim_end_matches("*/")
        .trim_end_matches('@')
        .trim()
        .to_owned()
}

/// A file at work.
struct Work<'a> {
    job: Job<'a>,
    /// The text as it is now.
    input: Input,
    result: FileRewrite,
}

impl Work<'_> {
    /// Carries out a step; whether the next may follow.
    fn step(&mut self, name: String, step: Result<Step, Refusal>) -> bool {
        let mut run = StepRun {
            name,
            sources: vec![SourceFile::new(
                self.input.name.clone(),
                self.input.text.clone(),
            )],
            refusal: None,
            notes: Vec::new(),
            shown: Vec::new(),
            checked: None,
        };
        let done = step.and_then(|step| self.carry_out(&step, &mut run));
        if let Err(refusal) = done {
            run.refusal = Some(refusal);
        }
        let goes_on = run.checked.as_ref().is_some_and(|one| {
            is_verified(&one.before)
                && is_verified(&one.after)
                && one.is_equal()
                && one.others.is_empty()
        });
        self.result.steps.push(run);
        goes_on
    }

    fn carry_out(&mut self, step: &Step, run: &mut StepRun) -> Result<(), Refusal> {
        let Some(reading) = inspect::trees(&self.input, self.job.settings) else {
            let message = "kernels in strings of Python are not rewritten";
            return Err(Refusal::wrong_input(Diagnostic::global(
                Code::C022,
                message,
            )));
        };
        let all = reading.unit.files.iter().map(|file| file.source.clone());
        run.sources = all.collect();
        if run.sources.is_empty() {
            let source = SourceFile::new(self.input.name.clone(), self.input.text.clone());
            run.sources.push(source);
        }
        let Some(source) = run.sources.first().cloned() else {
            return Ok(());
        };
        if source.text != self.input.text {
            let message = "the file was read as another text than it has";
            return Err(Refusal::unknown(Diagnostic::global(Code::A009, message)));
        }
        if let Some(error) = reading.errors.first() {
            return Err(Refusal::unknown(error.clone()));
        }
        let host = match needs_host(step) {
            true => inspect::host_trees(&self.input, self.job.settings),
            false => None,
        };
        let opened = Opened {
            reading: &reading,
            host: host.as_ref(),
            source: &source,
            only: &self.job.settings.kernels,
        };
        let arguments = step.work.arguments();
        if let Some(arguments) = arguments.downcast_ref::<transforms::fuse::Arguments>() {
            let made = fusing(&opened, arguments, &step.asked)?;
            return self.fuse(&made, run);
        }
        let made = rewriting(&opened, step)?;
        run.notes.clone_from(&made.notes);
        let names = opened.reaching(&made.functions);
        let before = self.job.checked(&self.input, &names);
        let is_there = |name: &String| before.kernels.iter().any(|one| one.name == *name);
        if !names.iter().all(is_there) {
            let message = "not all kernels that reach this place can be checked";
            return Err(Refusal::unknown(Diagnostic::global(Code::A009, message)));
        }
        let asserted = match &made.assertions {
            Some(assertions) if is_verified(&before) => self.shown(assertions, &before, run)?,
            Some(_) | None => Vec::new(),
        };
        self.give(&made, (before, asserted), run)
    }

    /// Has a fused kernel proved: without a barrier if that is enough.
    fn fuse(&mut self, made: &Fusing, run: &mut StepRun) -> Result<(), Refusal> {
        run.notes.clone_from(&made.notes);
        let before = self.job.checked(&self.input, &made.kernels);
        let is_there = |name: &String| before.kernels.iter().any(|one| one.name == *name);
        if !made.kernels.iter().all(is_there) {
            let message = "not both kernels can be checked";
            return Err(Refusal::unknown(Diagnostic::global(Code::A009, message)));
        }
        let mut last = None;
        for edits in &made.edits {
            let applied = applied(edits, &run.sources)?;
            let new = self.with(&applied);
            let checked = fused(&self.job, (&self.input, &new), before.clone(), made);
            let ends = checked.is_proved() || !is_verified(&checked.before);
            last = Some((applied, new, checked));
            if ends {
                break;
            }
        }
        if let Some((applied, new, checked)) = last {
            if is_verified(&checked.before) && !is_verified(&checked.after) {
                return Err(with_either(made, &checked.after));
            }
            run.checked = Some(checked);
            self.result
                .history
                .push(run.name.clone(), vec![Some(applied)]);
            self.input = new;
        }
        Ok(())
    }

    /// Has the assertions of a step proved, for all launches of the contracts.
    fn shown(
        &self,
        assertions: &Assertions,
        before: &FileRun,
        run: &mut StepRun,
    ) -> Result<Vec<FileRun>, Refusal> {
        let asserted = self.with(&applied(&assertions.edits, &run.sources)?);
        match self.job.holds_under(&asserted, before) {
            Ok(runs) => {
                run.shown.extend(assertions.shown.iter().cloned());
                Ok(runs)
            }
            Err(failed) => {
                let mut refused = assertions.refused.clone();
                let is_open = |one: &KernelRun| one.verdict() == Verdict::Unknown;
                if failed.kernels.iter().all(is_open) {
                    refused.diagnostic.code = assertions.undecided;
                    refused.class = RefusalClass::Unknown;
                }
                if let Some(why) = first_finding(&failed, "with the assertions the kernel is") {
                    refused = refused.with_note(why);
                }
                let clauses: Vec<&str> = before
                    .kernels
                    .iter()
                    .flat_map(|one| &one.contract)
                    .map(|one| one.clause.as_str())
                    .collect();
                if !clauses.is_empty() {
                    refused =
                        refused.with_note(format!("the contract is `{}`", clauses.join("`, `")));
                }
                Err(refused)
            }
        }
    }

    /// Applies the edits, and checks what comes out.
    fn give(
        &mut self,
        made: &Rewriting,
        (before, asserted): (FileRun, Vec<FileRun>),
        run: &mut StepRun,
    ) -> Result<(), Refusal> {
        let applied = applied(&made.edits, &run.sources)?;
        let new = self.with(&applied);
        let checked = self.job.after((&self.input, &new), before, made.compared);
        run.checked = Some(Checked {
            asserted,
            ..checked
        });
        self.result
            .history
            .push(run.name.clone(), vec![Some(applied)]);
        self.input = new;
        Ok(())
    }

    fn with(&self, applied: &Applied) -> Input {
        Input {
            text: applied.text.clone(),
            ..self.input.clone()
        }
    }
}

/// A fused kernel that is not free of races, with a barrier between its parts or without.
fn with_either(made: &Fusing, after: &FileRun) -> Refusal {
    let [first, second] = &made.kernels;
    let is_open = |one: &KernelRun| one.verdict() == Verdict::Unknown;
    let found = first_finding(after, "with a barrier between both the kernel is");
    let refused = match after.kernels.iter().all(is_open) {
        true => {
            let message = format!("whether `{first}` and `{second}` are one kernel is unknown");
            Refusal::unknown(Diagnostic::global(Code::A612, message))
        }
        false => {
            let message = format!("`{second}` needs what other blocks of `{first}` leave");
            Refusal::not_applicable(Diagnostic::global(Code::A613, message))
                .with_help("only two launches, or a barrier of the whole grid, order threads of different blocks")
        }
    };
    found.into_iter().fold(refused, Refusal::with_note)
}

/// The file after edits.
fn applied(edits: &EditSet, sources: &[SourceFile]) -> Result<Applied, Refusal> {
    let unfit = |why: String| {
        let message = format!("the step makes changes that do not fit: {why}");
        Refusal::unknown(Diagnostic::global(Code::A004, message))
    };
    let all = edits
        .apply(sources)
        .map_err(|error| unfit(error.to_string()))?;
    let first = all.into_iter().next().flatten();
    first.ok_or_else(|| unfit("nothing is changed".to_owned()))
}

/// What is said first of a run that is not verified; `how` it was made.
fn first_finding(run: &FileRun, how: &str) -> Option<String> {
    let all = inspect::messages::of_file(run);
    let error = all.iter().find(|one| one.is_error()).or(all.first())?;
    let verdict = run
        .kernels
        .first()
        .map_or(Verdict::Unknown, inspect::model::KernelRun::verdict);
    let verdict = verdict.word();
    let why = &error.diagnostic;
    Some(format!("{how} {verdict}: {} [{}]", why.message, why.code))
}
