//! The review of steps on the text of kernels: why each line is new, what was proved after each step.

use crate::cli::ReviewArgs;
use crate::cli::kernels::{Fixed, KernelArgs, KernelRunArgs};
use crate::commands::rewrite::several;
use crate::kernels;
use crate::output::Failure;
use crate::programs::steps;
use crate::run::Run;
use ::review::Review;
use ::review::banner::{Banner, Ending};
use ::review::kernels::{Changed, Reason, of_kernels};
use ::rewrite::model::{FileRewrite, Outcome, StepRun};
use ::rewrite::{Launches, Request, words};
use equal::model::Outcome as Compared;
use report::plural;
use report::status::Status;
use std::collections::BTreeMap;

/// What steps make of a file, as a review; none if that cannot be said, for a reason that was reported.
pub(super) fn review(args: &ReviewArgs, run: &mut Run) -> Result<Option<Review>, Failure> {
    let fixed = |sizes: &Option<Fixed>| sizes.map(|sizes| sizes.0);
    let request = Request {
        directives: !args.no_directives,
        steps: steps(run.config(), &args.steps)?,
        launches: Launches {
            block: fixed(&args.block),
            grid: fixed(&args.grid),
            values: args.sizes.clone(),
        },
    };
    let kernels = KernelArgs {
        files: vec![args.file.clone()],
        kernel: args.common.only.clone(),
        deny: args.common.deny.clone(),
        run: KernelRunArgs::of(&args.common),
        ..KernelArgs::default()
    };
    let (files, problems) = kernels::inputs(&kernels);
    run.all_problems(problems);
    run.reviews(args.html.is_none());
    let workers = run.workers()?;
    for (input, path) in files {
        let mut jobs =
            kernels::jobs_of(&input, path.as_deref(), &kernels, run.config()).into_iter();
        let (Some((input, mut settings)), None) = (jobs.next(), jobs.next()) else {
            run.problem((several(&input), Vec::new()));
            continue;
        };
        settings.keep = Some(workers.keep());
        let file = ::rewrite::file(&input, &settings, &request, &workers.pool);
        run.rewritten(file);
    }
    workers.confirm()?;
    run.cache_troubles(workers.troubles());
    Ok(run.rewrites().last().map(of_file))
}

fn of_file(file: &FileRewrite) -> Review {
    let old = file.source.text.as_str();
    let result = file.result();
    let given = result.is_some();
    let new = result.unwrap_or_else(|| old.to_owned());
    let reasons: BTreeMap<usize, Reason> = match given {
        false => BTreeMap::new(),
        true => file
            .history
            .changes(0)
            .into_iter()
            .map(|line| {
                let user = line.trace.user;
                let from =
                    (user.file == 0).then(|| file.source.line_column(user.start as usize).line);
                let rules = line.trace.reasons();
                (line.line, Reason { rules, from })
            })
            .collect(),
    };
    let checked = file.steps.iter().filter_map(|step| step.checked.as_ref());
    let mut trusted: Vec<String> = Vec::new();
    let mut trust = |text: String| {
        if !trusted.contains(&text) {
            trusted.push(text);
        }
    };
    for one in checked {
        let kernels = one.after.kernels.iter();
        let own = kernels.flat_map(|kernel| &kernel.assumptions);
        own.for_each(|assumed| trust(assumed.text.clone()));
        one.pairs
            .iter()
            .flat_map(equal::words::assumed)
            .for_each(&mut trust);
    }
    of_kernels(Changed {
        banner: banner(file, given),
        name: &file.name,
        old,
        new: &new,
        steps: file.steps.iter().map(step).collect(),
        verdicts: file
            .steps
            .iter()
            .flat_map(|step| verdicts(step, file.steps.len() > 1))
            .collect(),
        kept: match given {
            true => "Every other byte of the file is unchanged".to_owned(),
            false => "Nothing is changed".to_owned(),
        },
        trusted,
        terms: file
            .steps
            .iter()
            .filter_map(|step| step.checked.as_ref())
            .flat_map(|checked| checked.pairs.iter().filter_map(super::pairs::terms))
            .collect(),
        messages: file.steps.iter().flat_map(messages).collect(),
        races: Vec::new(),
        reasons,
        notes: BTreeMap::new(),
        excluded: BTreeMap::new(),
    })
}

fn step(step: &StepRun) -> String {
    format!("{}: {}", step.name, words::word(step.outcome()))
}

/// What was shown for a step; where there are several, each line names its own.
fn verdicts(step: &StepRun, named: bool) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    lines.extend(step.shown.iter().map(|one| format!("before it: {one}")));
    if let Some(checked) = &step.checked {
        for pair in &checked.pairs {
            lines.push(equal::words::verdict(pair));
            let all = equal::words::of_all_sizes(pair);
            lines.extend(all.iter().map(|line| line.trim().to_owned()));
        }
        lines.extend(words::lines(checked).into_iter().filter(|line| {
            // Assumptions have a heading of their own.
            !line.starts_with("- ") && !line.ends_with(':')
        }));
    }
    match named {
        true => lines
            .into_iter()
            .map(|line| format!("{}: {line}", step.name))
            .collect(),
        false => lines,
    }
}

fn messages(step: &StepRun) -> Vec<String> {
    let refusal = step.refusal.iter().map(|one| &*one.diagnostic);
    let all = step.notes.iter().chain(refusal);
    let mut found: Vec<String> = all
        .map(|one| {
            let source = one.primary.as_ref().and_then(|label| {
                let source = step.sources.get(label.span.file as usize)?;
                Some((source, label.span.start as usize))
            });
            let place = source.map_or_else(String::new, |(source, at)| {
                format!("{}:{}: ", source.name, source.line_column(at).line)
            });
            let help = one.help.iter().map(|help| format!("\nhelp: {help}"));
            let help: String = help.collect();
            format!("{place}{}: {}{help}", one.code, one.message)
        })
        .collect();
    for pair in step.checked.iter().flat_map(|checked| &checked.pairs) {
        found.extend(super::pairs::messages(pair));
    }
    found
}

/// What happened, in one line.
fn banner(file: &FileRewrite, given: bool) -> Banner {
    let says = |ending: Ending, words: String| Banner { ending, words };
    let first = file
        .steps
        .iter()
        .find(|step| step.outcome() != Outcome::Proved);
    let Some(step) = first else {
        if file.steps.is_empty() {
            return says(Ending::NotDecided, "there is no step".to_owned());
        }
        let names: Vec<String> = file
            .steps
            .iter()
            .map(|step| format!("`{}`", step.name))
            .collect();
        let lines = plural(file.history.changes(0).len(), "line");
        let words = format!(
            "{} done, {lines} changed, each kernel equal to what it was, contract unchanged",
            names.join(", ")
        );
        return match (file.status(), given) {
            (Status::Holds, true) => says(Ending::Proved, words),
            _ => says(Ending::NotDecided, "nothing was shown".to_owned()),
        };
    };
    let name = &step.name;
    let differs = step.checked.iter().flat_map(|one| &one.pairs);
    let mut differs = differs.flat_map(|pair| &pair.runs);
    if differs.any(|run| matches!(run.outcome, Compared::Different(_))) {
        let words = format!("after `{name}` a kernel computes something else");
        return says(Ending::Refuted, words);
    }
    let words = match &step.refusal {
        Some(refusal) => format!(
            "the step `{name}` is not carried out: {}",
            refusal.diagnostic.message
        ),
        None => format!("`{name}`: {}", words::word(step.outcome())),
    };
    says(Ending::NotDecided, words)
}
