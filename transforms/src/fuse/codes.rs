//! What `explain` says about the codes of fusing.

use spec_lang::diagnostics::CodeInfo;

/// The codes of fusing.
pub const CODES: &[CodeInfo] = &[];
