//! Rewrites of code and specification together, one file a transformation.
//!
//! A transformation finds its site, states what must hold there as assertions, asks a
//! [`Prover`], and answers with edits to the source. It decides nothing about truth and
//! asserts nothing about its result: whoever applies the edits verifies what comes out.

pub mod bounds;
pub mod codes;
pub mod copies;
mod input;
pub mod legacy;
pub mod loops;
pub mod names;
mod probe;
mod prover;
mod site;
mod step;
pub mod unroll;

pub use input::{Input, Refusal, RefusalClass, Rewritten};
pub use probe::Probe;
pub use prover::{Outcome, Prover, Question, ask, proved_prefix};
pub use site::{
    PlanEntry, Possibility, Site, SiteKind, SiteName, find_site, loop_of_directive, plan, sites,
};
pub use step::{
    Count, Step, StepKind, StepOrigin, directives, next_directive, of_directive, parse_flag,
};

use spec_lang::diagnostics::{CodeInfo, Diagnostic};

/// A transformation, for help, book and `explain`.
#[derive(Clone, Copy, Debug)]
pub struct TransformationInfo {
    /// Its name.
    pub name: &'static str,
    /// Its flag, with the argument's form.
    pub flag: &'static str,
    /// Its directive, with the arguments.
    pub directive: &'static str,
    /// What it does, in a line.
    pub summary: &'static str,
    /// Its codes.
    pub codes: &'static [CodeInfo],
    /// Its source file, which opens with its documentation.
    source: &'static str,
}

impl TransformationInfo {
    /// What it does, when it applies, an example before and after: Markdown, taken from
    /// the head of its source file.
    pub fn doc(&self) -> String {
        let mut doc = String::new();
        for line in self.source.lines() {
            let Some(text) = line.strip_prefix("//!") else {
                break;
            };
            doc.push_str(text.strip_prefix(' ').unwrap_or(text));
            doc.push('\n');
        }
        doc
    }
}

/// Every transformation.
pub const TRANSFORMATIONS: &[TransformationInfo] = &[TransformationInfo {
    name: "unroll",
    flag: "--unroll K[@SITE]",
    directive: "gpuopt loop_unroll v K;",
    summary: "run K iterations of a loop ahead of it, without their tests",
    codes: unroll::CODES,
    source: include_str!("unroll.rs"),
}];

/// Every code this crate gives.
pub fn all_codes() -> impl Iterator<Item = &'static CodeInfo> {
    codes::CODES
        .iter()
        .chain(TRANSFORMATIONS.iter().flat_map(|info| info.codes))
}

/// Carries out one step: the edits, or why not.
///
/// # Errors
/// A [`Refusal`] with the class that decides the exit status.
pub fn apply(
    input: &Input<'_>,
    step: &Step,
    prover: &mut dyn Prover,
) -> Result<Rewritten, Refusal> {
    let rewritten = match &step.kind {
        StepKind::Unroll { count, guard } => unroll::apply(input, step, *count, *guard, prover)?,
        other => {
            let message = format!("`{}` is not available", other.name());
            return Err(Refusal::unknown(Diagnostic::global("A003", message)));
        }
    };
    match rewritten.edits.check(input.files) {
        Ok(()) => Ok(rewritten),
        Err(error) => Err(Refusal::unknown(Diagnostic::global(
            "A004",
            format!(
                "`{}` makes changes that do not fit: {error}",
                step.kind.name()
            ),
        ))),
    }
}
