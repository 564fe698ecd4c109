//! Kernels of strings in a Python file: what is assumed of the text, and the launches that Python makes.

use crate::assumed::{Assumed, Taken};
use crate::launched::last_part;
use crate::model::{FileRun, Held, KernelRun, Satisfied, Verdict};
use crate::words;
use contracts::{Axis, Clause, Name, Size, Value};
use num_bigint::BigInt;
use python::{Constant, Launch, Text};
use std::collections::BTreeSet;
use text::source::SourceFile;

/// Adds what is known of a text before it is read: which values are assumed, and that it may be another.
pub(super) fn of_string(mut run: FileRun, text: &Text) -> FileRun {
    for kernel in &mut run.kernels {
        let constants = text.constants.iter().map(constant);
        kernel.assumptions.extend(constants);
    }
    let Some(undecided) = &text.undecided else {
        return run;
    };
    // What clang says of a text that nobody compiles is of no use.
    (run.errors, run.elsewhere) = (Vec::new(), Vec::new());
    for kernel in &mut run.kernels {
        kernel.errors.clear();
        kernel.undecided.insert(0, undecided.clone());
    }
    if run.kernels.is_empty() && run.passed_over.is_empty() {
        run.errors.push(undecided.clone());
    }
    run
}

/// That a name has the value that it is assumed to have.
fn constant(one: &Constant) -> Assumed {
    let has = match one.line {
        Some(line) => format!("line {line} has it"),
        None => "`-D` gives it".to_owned(),
    };
    Assumed {
        kind: Taken::Macros,
        text: format!("`{}` is {}, as {has}", one.name, one.value),
    }
}

/// Holds those launches of a Python file against the contracts of its kernels that were not taken over as launches of
/// clang's tree, by their sizes: what is passed is not followed, so none is known to meet one.
pub(super) fn hold_launches(run: &mut FileRun, file: &SourceFile, launches: &[Launch]) {
    // Launches stand outside of the text that is compiled.
    let same = |first: &&mut SourceFile| first.text.len() == file.text.len();
    if let Some(first) = run.sources.first_mut().filter(same) {
        *first = file.clone();
    }
    for kernel in &mut run.kernels {
        if kernel.verdict() != Verdict::Verified {
            continue;
        }
        let mut taken: BTreeSet<(u32, u32)> = BTreeSet::new();
        for held in &mut kernel.launches {
            let own = launches.iter().find(|one| one.span == held.span);
            let Some(launch) = own else { continue };
            held.line = Some(file.line_column(launch.span.start as usize).line);
            taken.insert((launch.span.start, launch.span.end));
            for one in launch.constants.iter().map(constant) {
                if !kernel.assumptions.contains(&one) {
                    kernel.assumptions.push(one);
                }
            }
        }
        let own = launches.iter().filter(|launch| {
            let name = launch.kernel.as_deref();
            !taken.contains(&(launch.span.start, launch.span.end))
                && name.is_none_or(|name| last_part(name) == last_part(&kernel.name))
        });
        let held: Vec<Held> = own
            .map(|launch| Held {
                line: Some(file.line_column(launch.span.start as usize).line),
                span: launch.span,
                status: status(kernel, launch),
                accepted: None,
            })
            .collect();
        let open = held.iter();
        let open = open.filter(|held| matches!(held.status, Satisfied::Unchecked(_)));
        let lines: BTreeSet<Option<usize>> = open.map(|held| held.line).collect();
        if !lines.is_empty() {
            kernel.assumptions.push(Assumed {
                kind: Taken::Launches,
                text: words::unchecked(&lines),
            });
        }
        kernel.launches.extend(held);
        kernel.launches.sort_by_key(|held| held.span.start);
    }
}

fn status(kernel: &KernelRun, launch: &Launch) -> Satisfied {
    if let Some(reason) = &launch.unknown {
        return Satisfied::Unchecked(reason.clone());
    }
    if launch.kernel.is_none() {
        return Satisfied::Unchecked("it is not known which kernel it starts".to_owned());
    }
    let size = |name: &Name| match name {
        Name::Value(Value::Size(size, axis)) => {
            let sizes = match size {
                Size::Block => &launch.block,
                Size::Grid => &launch.grid,
            };
            let at = Axis::ALL.iter().position(|one| one == axis)?;
            sizes.get(at).copied().flatten().map(BigInt::from)
        }
        Name::Value(_) | Name::Address(_) | Name::Bytes(_) | Name::Contents(_) => None,
    };
    let texts = kernel.contract.iter();
    let clauses = texts.filter_map(|one| Clause::parse(&one.clause).ok());
    let mut clauses = clauses.flatten();
    match clauses.find(|clause| clause.eval(&size) == Some(false)) {
        Some(clause) => Satisfied::Violates {
            clause: clause.to_string(),
            finding: None,
        },
        None => Satisfied::Unchecked("what Python passes is not followed".to_owned()),
    }
}
