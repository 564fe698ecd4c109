//! Which loop a step means: the one that a flag names, or the one that a directive stands before.

use crate::opened::Opened;
use crate::sites::{Site, find, sites};
use clang::tokens;
use text::code::Code;
use text::span::Span;
use transforms::{Asked, Refusal};

/// The loop that a step means. `word` is the directive's, `variable` the one that it names, `code` for a variable that the
/// loop does not run over.
///
/// # Errors
/// `C102`, `C103` of flags, `A001` and `code` of directives.
pub(crate) fn loop_meant<'a>(
    opened: &Opened<'a>,
    asked: &Asked,
    (word, variable): (&str, Option<&str>),
    code: Code,
) -> Result<Site<'a>, Refusal> {
    let Some(span) = asked.directive() else {
        return find(opened, asked.site.as_ref());
    };
    let site = behind(opened, span).ok_or_else(|| {
        let message = format!("`{word}` stands before a loop of a kernel, and nothing else");
        Refusal::wrong(Code::A001, span, message)
            .with_help("move it to the line above the `for` or `while` that is meant")
    })?;
    match variable {
        Some(name) if !site.names.iter().any(|own| own == name) => {
            let message = format!("`{name}` is not written in this loop");
            let refusal =
                Refusal::inapplicable(code, span, message).with_label(site.head, "this loop");
            Err(match site.names.as_slice() {
                [] => refusal,
                names => refusal.with_help(format!("it runs over `{}`", names.join("`, `"))),
            })
        }
        Some(_) | None => Ok(site),
    }
}

/// The loop that begins behind a place, with nothing but comments between.
fn behind<'a>(opened: &Opened<'a>, span: Span) -> Option<Site<'a>> {
    let next = tokens(&opened.source.text, span.end as usize).next()?;
    sites(opened)
        .into_iter()
        .find(|site| site.begin == next.start)
}
