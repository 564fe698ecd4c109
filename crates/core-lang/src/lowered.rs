//! What lowering gives beside the program.

use crate::Program;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use text::diagnostics::Diagnostic;
use text::span::Span;

/// Something that is assumed, not proved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trusted {
    /// `assume`, `inhale`, `axiom`, `abstract method`, `abstract function`, `profile`, `float`.
    pub kind: Cow<'static, str>,
    /// In or of which declaration.
    pub name: String,
    /// Where.
    pub span: Span,
}

/// A lowered program with what it trusts.
pub struct LoweredProgram {
    /// The core program.
    pub program: Program,
    /// What is assumed.
    pub trusted: Vec<Trusted>,
    /// Warnings.
    pub warnings: Vec<Diagnostic>,
}
