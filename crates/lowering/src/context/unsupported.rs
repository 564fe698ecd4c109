//! What a rule gives.

use text::code::Code;
use text::diagnostics::Diagnostic;
use text::span::Span;

/// A rule's result; the error is a construct without a rule.
pub(crate) type Lowered<T> = Result<T, Box<Diagnostic>>;

/// Says that a construct has no rule.
pub(crate) fn unsupported<T>(code: Code, span: Span, what: impl Into<String>) -> Lowered<T> {
    let what = what.into();
    let yet = if code == Code::U030 { "" } else { " yet" };
    let message = format!("the checker has no rule for {what}{yet}");
    let mut diagnostic = Diagnostic::error(code, span, message)
        .with_note("nothing is proved about a declaration that uses it");
    if code == Code::U030 {
        diagnostic = diagnostic.with_help(
            "let each thread record what it did in a field of its own, and an `invariant` say how these \
             make up the shared value",
        );
    }
    Err(Box::new(diagnostic))
}

/// The name of a member of a class, or of what stands outside of classes.
pub(crate) fn qualified(class: &str, name: &str) -> String {
    if class.is_empty() {
        name.to_owned()
    } else {
        format!("{class}.{name}")
    }
}
