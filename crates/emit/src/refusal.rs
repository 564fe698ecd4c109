//! Why something is not emitted.

use text::code::Code;
use text::diagnostics::Diagnostic;
use text::span::Span;

/// A refusal with its place.
pub(crate) type Refused = Box<Diagnostic>;

/// A refusal: `what` has no counterpart in the emitted languages.
pub(crate) fn refuse<T>(code: Code, span: Span, message: impl Into<String>) -> Result<T, Refused> {
    Err(Box::new(Diagnostic::error(code, span, message)))
}

/// The same, with what may help.
pub(crate) fn refuse_with<T>(
    code: Code,
    span: Span,
    message: impl Into<String>,
    help: &str,
) -> Result<T, Refused> {
    Err(Box::new(
        Diagnostic::error(code, span, message).with_help(help),
    ))
}
