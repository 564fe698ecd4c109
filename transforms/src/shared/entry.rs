//! Questions about the state just before a loop, after what its header does first.

use crate::framework::input::Input;
use crate::framework::probe::Probe;
use crate::framework::prover::{Outcome, Question};
use crate::framework::site::Site;
use crate::shared::copies::Layout;
use crate::shared::loops::{Loop, constant};
use crate::shared::names::{local, writes};
use crate::shared::variable::LoopVariable;
use num_bigint::BigInt;
use spec_lang::ast::{AssignOp, StmtKind};
use text::diagnostics::Diagnostic;

/// The program that asserts formulas just before the loop.
pub(crate) fn before_loop(
    input: &Input<'_>,
    site: &Site,
    layout: &Layout<'_>,
    formulas: &[&str],
) -> Question {
    ahead(input, site, layout, |probe, file, at| {
        for formula in formulas {
            probe.assert(file, at, formula);
        }
    })
}

/// The program with text just before the loop, after its initialisation, in a block of
/// its own.
pub(crate) fn ahead(
    input: &Input<'_>,
    site: &Site,
    layout: &Layout<'_>,
    put: impl FnOnce(&mut Probe<'_>, u32, usize),
) -> Question {
    let span = site.span;
    let (file, at) = (span.file, layout.begin);
    let mut probe = Probe::new(input, &site.method);
    let alone = site.parent.is_none();
    probe.insert(file, at, if alone { "{ {\n" } else { "{\n" });
    probe.insert(file, at, layout.init("").text());
    put(&mut probe, file, at);
    // Nothing after this can bear on the assertions, so it need not be looked at.
    probe.insert(file, at, "assume false;\n}\n");
    if alone {
        probe.insert(file, span.end as usize, " }");
    }
    probe.finish()
}

/// The diagnostic with what the verdict says.
pub(crate) fn explained(diagnostic: Diagnostic, outcome: &Outcome) -> Diagnostic {
    match outcome {
        Outcome::Proved => diagnostic,
        Outcome::Refuted(example) if example.is_empty() => diagnostic,
        Outcome::Refuted(example) => diagnostic.with_note(format!("counterexample: {example}")),
        Outcome::Failed(Some(example)) => {
            diagnostic.with_note(format!("candidate counterexample: {example}"))
        }
        Outcome::Failed(None) => diagnostic.with_note("no proof was found within the limits"),
        Outcome::Unknown(reason) => diagnostic.with_note(format!("unknown: {reason}")),
    }
}

/// The variable's value before the loop, if it was just set to a number.
pub(crate) fn initial(
    input: &Input<'_>,
    site: &Site,
    parts: &Loop,
    variable: &LoopVariable,
) -> Option<BigInt> {
    let parent = site.parent.and_then(|id| input.block(id));
    let before = parent
        .iter()
        .flat_map(|block| &block.statements)
        .filter(|stmt| stmt.span.end <= parts.stmt.span.start);
    let mut value = None;
    for stmt in before.chain(&parts.init) {
        match &stmt.kind {
            StmtKind::Local { names, .. } => {
                for name in names
                    .iter()
                    .filter(|name| input.resolution.canonical(name.id) == variable.id)
                {
                    value = name.init.as_ref().and_then(constant);
                }
            }
            StmtKind::Assign {
                target,
                op: AssignOp::Set,
                value: set,
            } if local(input.resolution, target) == Some(variable.id) => {
                value = constant(set);
            }
            _ if writes(input.resolution, [stmt])
                .iter()
                .any(|write| write.variable == variable.id) =>
            {
                value = None
            }
            _ => {}
        }
    }
    value
}
