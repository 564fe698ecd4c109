//! What `explain` says about the codes of prefetching.

use spec_lang::diagnostics::CodeInfo;

/// The codes of prefetching.
pub const CODES: &[CodeInfo] = &[];
