//! What the codes of lexer and parser mean.

use crate::diagnostics::CodeInfo;

/// The codes that the lexer and the parser give.
pub const CODES: &[CodeInfo] = &[];
