//! # Iteration merging
//!
//! Not there yet.

use crate::input::{Input, Refusal, Rewritten};
use crate::prover::Prover;
use crate::site::{Possibility, Site, SiteName};
use crate::step::Step;
use spec_lang::diagnostics::{CodeInfo, Diagnostic};

/// The codes of this transformation.
pub const CODES: &[CodeInfo] = &[];

/// Carries the step out.
///
/// # Errors
/// A refusal with one of [`CODES`], or of [`crate::codes::CODES`] if the site is not found.
pub fn apply(
    _input: &Input<'_>,
    step: &Step,
    _count: u64,
    _prover: &mut dyn Prover,
) -> Result<Rewritten, Refusal> {
    let message = format!("`{}` is not available", step.kind.name());
    Err(Refusal::unknown(Diagnostic::global("A003", message)))
}

/// What could be done at a site, and what stands in the way as far as can be said
/// without a proof; nothing if the site is not of the kind.
pub fn possible(_input: &Input<'_>, _site: &Site, _name: &SiteName) -> Vec<Possibility> {
    Vec::new()
}
