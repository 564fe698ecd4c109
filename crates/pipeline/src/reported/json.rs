//! A program as JSON (docs/json.md). Members stand in a fixed order, lists in that of the text.

use super::model::{ProgramRun, StepOutcome, StepRun, Verified};
use super::obligations::{self, word};
use super::summary::counts;
use report::json::Json;
use report::messages::Place;
use report::render::json::Text;
use seplog::report::{Measured, ObligationReport, Outcome, Report};

/// The object of a program.
pub(super) fn program(run: &ProgramRun) -> Json {
    let user = Text::plain(&run.files);
    let names = run.files.iter().map(|file| file.name.clone());
    let only = Some(run.only.clone()).filter(|only| !only.is_empty());
    let verified = run.original.as_ref();
    let steps = run.steps.iter().enumerate();
    Json::object()
        .with("name", run.name.clone())
        .with("files", Json::list(names))
        .with("profile", run.profile.to_string())
        .with_some("only", only)
        .with("status", run.status.code())
        .with("diagnostics", user.diagnostics(&run.diagnostics))
        .with(
            "verification",
            Json::or_null(verified.map(|one| verification(&user, &one.report))),
        )
        .with(
            "steps",
            Json::list(steps.map(|(at, one)| step(run, at + 1, one))),
        )
        .with("changes", changes(run))
}

fn step(run: &ProgramRun, number: usize, step: &StepRun) -> Json {
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
    let said = step.diagnostics.iter().map(|one| old.diagnostic(one));
    let said = said.chain(step.faults.iter().map(|one| new.diagnostic(one)));
    let applied = match step.outcome {
        StepOutcome::Done | StepOutcome::NotVerified => run.history.steps().get(step.before),
        StepOutcome::NotApplicable | StepOutcome::Unknown | StepOutcome::Wrong => None,
    };
    let edits = applied
        .iter()
        .flat_map(|applied| applied.files.iter().flatten())
        .flat_map(|file| &file.edits);
    let edits = edits.map(|edit| {
        Json::object()
            .with("place", Json::or_null(old.place(edit.span)))
            .with("replacement", edit.replacement.clone())
            .with("rule", edit.rule.clone())
    });
    let directive = step.directive.and_then(|at| Place::within(&run.files, at));
    let verified = step.verified.as_ref();
    Json::object()
        .with("number", number)
        .with("name", step.name.clone())
        .with("transformation", step.transformation.to_string())
        .with("directive", Json::or_null(directive))
        .with("outcome", Json::of(step.outcome))
        .with("diagnostics", Json::list(said))
        .with("prerequisites", step.shown.clone())
        .with("contracts_unchanged", step.contracts)
        .with("edits", Json::list(edits))
        .with(
            "verification",
            Json::or_null(verified.map(|one| verification(&new, &one.report))),
        )
}

/// The lines of the result that are not lines of the user's file.
fn changes(run: &ProgramRun) -> Json {
    let files = run.files.iter().zip(0..);
    Json::list(files.flat_map(|(file, number)| {
        run.history.changes(number).into_iter().map(|line| {
            let origin = Place::within(&run.files, line.trace.user);
            let rules = line.trace.rules().into_iter();
            let rules =
                rules.map(|(step, rule)| Json::object().with("step", step).with("rule", rule));
            Json::object()
                .with("file", file.name.clone())
                .with("line", line.line)
                .with("text", line.text.clone())
                .with("origin", Json::or_null(origin))
                .with("rules", Json::list(rules))
        })
    }))
}

/// What was measured of a program: step 0 is the user's text.
pub(super) fn measured(run: &ProgramRun) -> Json {
    let check = |(step, verified): (usize, &Verified)| {
        let all = verified.report.obligations();
        let all = all.map(|(_, one)| measures(&one.id, &one.measured));
        Json::object()
            .with("step", step)
            .with("time_ms", verified.elapsed.as_secs_f64() * 1000.0)
            .with("obligations", Json::list(all))
    };
    let original = run.original.iter().map(|verified| (0, verified));
    let steps = run.steps.iter().zip(1..);
    let steps = steps.filter_map(|(step, at)| Some((at, step.verified.as_ref()?)));
    Json::object()
        .with("name", run.name.clone())
        .with("checks", Json::list(original.chain(steps).map(check)))
}

fn measures(id: &str, measured: &Measured) -> Json {
    Json::object()
        .with("id", id)
        .with("time_ms", measured.time_ms)
        .with("rlimit", measured.rlimit)
        .with("quantifier_instances", measured.quantifier_instances)
        .with("rung", measured.attempt)
        .with("cached", measured.cached)
}

fn verification(text: &Text<'_>, report: &Report) -> Json {
    let trusted = report.trusted.iter().map(|one| {
        Json::object()
            .with("kind", one.kind.to_string())
            .with("name", one.name.clone())
            .with("place", Json::or_null(text.place(one.span)))
    });
    let methods = report.methods.iter().map(|method| {
        let unsupported = method.unsupported.as_ref();
        let unsupported = unsupported.map(|found| text.diagnostic(found));
        let obligations = method.obligations.iter().map(|one| obligation(text, one));
        Json::object()
            .with("name", method.name.clone())
            .with("place", Json::or_null(text.place(method.span)))
            .with("unsupported", Json::or_null(unsupported))
            .with("obligations", Json::list(obligations))
    });
    let passed_over = Some(report.passed_over.clone()).filter(|all| !all.is_empty());
    let counts = counts(report);
    let counts = Json::object()
        .with("methods", counts.methods)
        .with("obligations", counts.obligations)
        .with("proved", counts.proved)
        .with("refuted", counts.refuted)
        .with("failed", counts.failed)
        .with("unknown", counts.unknown)
        .with("unsupported", counts.unsupported)
        .with("trusted", counts.trusted);
    Json::object()
        .with("summary", Json::of(report.summary()))
        .with("counts", counts)
        .with("trusted", Json::list(trusted))
        .with("warnings", text.diagnostics(&report.warnings))
        .with("methods", Json::list(methods))
        .with_some("passed_over", passed_over)
}

fn obligation(text: &Text<'_>, one: &ObligationReport) -> Json {
    let reason = match &one.outcome {
        Outcome::Unknown(reason) => Some(reason.clone()),
        Outcome::Proved | Outcome::Refuted | Outcome::Failed => None,
    };
    let values = |pairs: &[(String, String)]| {
        Json::list(pairs.iter().map(|(name, value)| {
            Json::object()
                .with("name", name.clone())
                .with("value", value.clone())
        }))
    };
    let threads = one.threads.iter().map(|thread| {
        Json::object()
            .with("place", Json::or_null(text.place(thread.span)))
            .with("values", values(&thread.values))
            .with("share", thread.amount.clone())
    });
    let threads = (!one.threads.is_empty()).then(|| Json::list(threads));
    let hints = (!one.hints.is_empty()).then(|| text.labels(&one.hints));
    let demanded_by = one.demanded_by.and_then(|span| text.place(span));
    Json::object()
        .with("id", one.id.clone())
        .with("code", one.code.as_str())
        .with("message", one.message.clone())
        .with("outcome", word(&one.outcome))
        .with("reason", reason)
        .with("place", Json::or_null(text.place(one.span)))
        .with_some("origin", text.origin(one.span))
        .with("demanded_by", Json::or_null(demanded_by))
        .with("counterexample", values(&one.counterexample))
        .with_some("threads", threads)
        .with_some("hints", hints)
        .with("help", obligations::help(one))
        .with_some("fix", text.fix(one.fix.as_ref()))
}
