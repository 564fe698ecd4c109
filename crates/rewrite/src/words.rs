//! What people read of a rewritten file.

use crate::model::{Checked, FileRewrite, Outcome, StepRun};
use inspect::model::{FileRun, KernelRun, Verdict};
use inspect::sizes::show;
use report::status::Status;
use report::{Style, terminal};
use transforms::RefusalClass;

/// Everything there is to say about a file.
pub fn describe(file: &FileRewrite, style: Style) -> String {
    let mut text = String::new();
    if let Some(original) = &file.original {
        text.push_str(&inspect::text::describe(original, style));
    }
    for (number, step) in (1..).zip(&file.steps) {
        text.push_str(&describe_step(file, number, step, style));
    }
    text
}

fn describe_step(file: &FileRewrite, number: usize, step: &StepRun, style: Style) -> String {
    let mut text = String::new();
    let refusal = step.refusal.iter().map(|one| &*one.diagnostic);
    for one in step.notes.iter().chain(refusal) {
        text.push_str(&terminal::show(one, &step.sources, style.coloured));
    }
    if let Some(checked) = &step.checked {
        text.push_str(&described(checked, style));
    }
    let outcome = step.outcome();
    if outcome == Outcome::Proved && style.quiet {
        return text;
    }
    text.push_str(&format!(
        "{}: step {number}, {}: {}\n",
        file.name,
        step.name,
        word(outcome)
    ));
    if let Some(checked) = &step.checked {
        for line in lines(checked) {
            text.push_str(&format!("  {line}\n"));
        }
    }
    if style.verbose {
        for shown in &step.shown {
            text.push_str(&format!("  shown before: {shown}\n"));
        }
    }
    text
}

/// What became of a step, in a few words.
pub fn word(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Proved => "done",
        Outcome::InPart => "done, and shown in part",
        Outcome::NotProved => "carried out, but not proved, so its result is not given out",
        Outcome::Refused(RefusalClass::NotApplicable) => "not applicable",
        Outcome::Refused(RefusalClass::Unknown) => "not shown to be applicable",
        Outcome::Refused(RefusalClass::WrongInput) => "not understood",
    }
}

/// The checks in full where something is not as it should be, and the comparisons.
fn described(checked: &Checked, style: Style) -> String {
    let mut text = String::new();
    if let Some(run) = checked.first_open() {
        text.push_str(&inspect::text::describe(run, style));
    }
    for pair in &checked.pairs {
        text.push_str(&equal::words::describe(pair, style));
    }
    text
}

fn holds(run: &FileRun) -> bool {
    run.status() == Status::Holds
}

/// What was shown of the text after a step, and what was not, a line each.
pub fn lines(checked: &Checked) -> Vec<String> {
    let mut lines = Vec::new();
    let name = |run: &FileRun| {
        let bad = run
            .kernels
            .iter()
            .find(|one| one.verdict() != Verdict::Verified);
        bad.map(|one| format!("`{}` is {}", one.name, one.verdict().word()))
    };
    if let Some(bad) = name(&checked.before) {
        lines.push(format!(
            "before the step {bad}, so nothing can be shown of the text after it"
        ));
    } else if let Some(bad) = name(&checked.after) {
        lines.push(format!("after it {bad}"));
    }
    for kernel in checked
        .after
        .kernels
        .iter()
        .filter(|_| holds(&checked.after))
    {
        let clauses: Vec<&str> = kernel
            .contract
            .iter()
            .map(|one| one.clause.as_str())
            .collect();
        let own = checked
            .stronger
            .iter()
            .any(|(name, _)| *name == kernel.name);
        let contract = match (clauses.as_slice(), own) {
            ([], _) => "without a contract".to_owned(),
            (all, false) => format!("under the contract that it had: {}", all.join("; ")),
            (all, true) => format!("under another contract: {}", all.join("; ")),
        };
        let name = &kernel.name;
        lines.push(format!(
            "`{name}` is free of races, {contract}; {}",
            sizes(kernel)
        ));
        let assumed = assumed(checked, name);
        if !assumed.is_empty() {
            lines.push("assumed for that:".to_owned());
            lines.extend(assumed.into_iter().map(|one| format!("- {one}")));
        }
    }
    lines.extend(open(checked));
    lines
}

/// What was not shown of the text after a step, a line each.
pub(crate) fn open(checked: &Checked) -> Vec<String> {
    let mut lines = Vec::new();
    for (kernel, clause) in &checked.stronger {
        lines.push(format!(
            "launches of `{kernel}` have to satisfy more than before: {clause}"
        ));
    }
    for kernel in &checked.others {
        lines.push(format!(
            "`{kernel}`, which the step is not about, is read otherwise after it: it depends on lines of the file"
        ));
    }
    for kernel in &checked.uncompared {
        lines.push(format!(
            "`{kernel}` is not compared with what it was, for no small launch was found that its contract allows and in which it writes: give --block, --grid and --sizes"
        ));
    }
    if checked.is_equal() && checked.is_tried() {
        lines.push(
            "equal in the sizes that were tried: --block, --grid and --sizes say for which it has to be".to_owned(),
        );
    }
    lines
}

/// For which sizes a kernel was checked for races, and who says so.
fn sizes(kernel: &KernelRun) -> String {
    let Some(chosen) = &kernel.sizes else {
        return "not checked".to_owned();
    };
    format!(
        "block {} ({}), grid {} ({})",
        show(&chosen.sizes.block),
        chosen.block.words(),
        show(&chosen.sizes.grid),
        chosen.grid.words()
    )
}

/// What that a kernel is free of races rests on, and that what the step rests on holds.
fn assumed(checked: &Checked, name: &str) -> Vec<String> {
    let of = |run: &FileRun| {
        let own = run.kernels.iter().filter(|one| one.name == name);
        own.flat_map(|one| one.assumptions.clone())
            .collect::<Vec<_>>()
    };
    let mut found = of(&checked.after);
    for one in checked.asserted.iter().flat_map(of) {
        // Places in the text with assertions are others.
        if found.iter().all(|other| other.kind != one.kind) {
            found.push(one);
        }
    }
    let mut found: Vec<String> = found.into_iter().map(|one| one.text).collect();
    found.dedup();
    found
}
