//! Rewrites of code and specification together, one file a transformation.
//!
//! A transformation finds its site, states what must hold there as assertions, asks a
//! [`Prover`], and answers with edits to the source. It decides nothing about truth and
//! asserts nothing about its result: whoever applies the edits verifies what comes out.

pub mod framework;
pub mod fuse;
pub mod linearize;
pub mod merge;
pub mod prefetch;
pub mod shared;
pub mod tile;
pub mod unroll;

pub use framework::codes;
pub use shared::{loops, names};

pub use framework::input::{Input, Refusal, RefusalClass, Rewritten};
pub use framework::probe::Probe;
pub use framework::prover::{NOTHING_ASKED, Outcome, Prover, Question, ask, proved_prefix};
pub use framework::site::{
    PlanEntry, Possibility, Site, SiteKind, SiteName, find_site, loop_of_directive, plan,
    site_of_directive, sites,
};
pub use framework::step::{
    Count, Step, StepKind, StepOrigin, directives, next_directive, of_directive, parse_flag,
};

use text::diagnostics::{CodeInfo, Diagnostic};

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
pub const TRANSFORMATIONS: &[TransformationInfo] = &[
    TransformationInfo {
        name: "unroll",
        flag: "--unroll K[@SITE]",
        directive: "gpuopt loop_unroll v K;",
        summary: "run K iterations of a loop ahead of it, without their tests",
        codes: unroll::CODES,
        source: include_str!("unroll/mod.rs"),
    },
    TransformationInfo {
        name: "merge",
        flag: "--merge M[@SITE]",
        directive: "gpuopt iter_merge v M;",
        summary: "make M iterations of a loop one",
        codes: merge::CODES,
        source: include_str!("merge/mod.rs"),
    },
    TransformationInfo {
        name: "prefetch",
        flag: "--prefetch 'A[PAT]'[@SITE]",
        directive: "gpuopt glob_to_reg A PAT;",
        summary: "keep a cell of an array in a register while a block runs",
        codes: prefetch::CODES,
        source: include_str!("prefetch/mod.rs"),
    },
    TransformationInfo {
        name: "linearize",
        flag: "--linearize NAME:row|col[:ROWS,COLS]",
        directive: "gpuopt matrix_lin m R|C ROWS COLS;",
        summary: "lay a matrix out in one array",
        codes: linearize::CODES,
        source: include_str!("linearize/mod.rs"),
    },
    TransformationInfo {
        name: "tile",
        flag: "--tile inter|intra:N[@SITE]",
        directive: "gpuopt tile inter|intra N;",
        summary: "give each thread several cells",
        codes: tile::CODES,
        source: include_str!("tile/mod.rs"),
    },
    TransformationInfo {
        name: "fuse",
        flag: "--fuse F[:BLOCKS][@SITE]",
        directive: "gpuopt fuse F BLOCKS;",
        summary: "make one kernel of several",
        codes: fuse::CODES,
        source: include_str!("fuse/mod.rs"),
    },
];

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
    framework::braces::required(input, &step.kind)?;
    framework::operators::built_in(input, &step.kind)?;
    let rewritten = match &step.kind {
        StepKind::Unroll { count, guard } => unroll::apply(input, step, *count, *guard, prover)?,
        StepKind::Merge { count } => merge::apply(input, step, *count, prover)?,
        StepKind::Prefetch { .. } => prefetch::apply(input, step, prover)?,
        StepKind::Linearize { .. } => linearize::apply(input, step, prover)?,
        StepKind::Tile { inter, size } => tile::apply(input, step, *inter, *size, prover)?,
        StepKind::Fuse { kernels, blocks } => fuse::apply(input, step, *kernels, *blocks, prover)?,
    };
    match rewritten.edits.check(input.files) {
        Ok(()) => {
            framework::meaning::kept(input, &step.kind, &rewritten.edits)?;
            Ok(rewritten)
        }
        Err(error) => Err(Refusal::unknown(Diagnostic::global(
            "A004",
            format!(
                "`{}` makes changes that do not fit: {error}",
                step.kind.name()
            ),
        ))),
    }
}
