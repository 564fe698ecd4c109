//! Directives as comments: `//@ gpuopt loop_unroll k 4;` above a loop.

use clang::annotations::annotations;
use text::code::Code;
use text::diagnostics::Diagnostic;
use text::source::SourceFile;
use text::span::Span;
use transforms::{Carrier, Placed, Refusal, Step, of_directive};

/// The word that begins a directive.
const WORD: &str = "gpuopt";

/// The first directive of a text as a step; none if it has none. One that the preprocessor leaves out with `#if 0` is none.
///
/// # Errors
/// What is wrong with it.
pub(crate) fn next(source: &SourceFile) -> Option<Result<Step, Refusal>> {
    let all = annotations(&source.text).into_iter();
    let mut all = all.filter(|one| !one.dead && one.text.trim_start().starts_with(WORD));
    let one = all.next()?;
    let span = Span::new(0, one.range.start, one.range.end);
    if one.in_directive {
        let message = "a directive in a macro has no effect";
        return Some(Err(Refusal::wrong(Code::A001, span, message)));
    }
    Some(step(&one.text, span))
}

/// Whether a text asks for a step, also for one that is not understood.
pub fn has_directives(text: &str) -> bool {
    let source = SourceFile::new(String::new(), text.to_owned());
    next(&source).is_some()
}

/// The step that the text of a comment asks for; the text has spaces for the marks of the comment.
fn step(text: &str, span: Span) -> Result<Step, Refusal> {
    let padded = format!("{}{}", " ".repeat(span.start as usize), text.trim_end());
    let read = spec_lang::parse::parse_directive(&padded, span.file, 0);
    let Some(directive) = read.value else {
        let first = read.diagnostics.into_iter().next();
        let unknown = || Diagnostic::error(Code::A001, span, "this is no directive");
        return Err(Refusal::wrong_input(first.unwrap_or_else(unknown)));
    };
    let mut step = of_directive(&Placed {
        directive,
        carrier: Carrier::Other,
    })?;
    // What is taken out is the whole comment.
    step.asked.origin = transforms::StepOrigin::Directive {
        span,
        carrier: Carrier::Other,
    };
    Ok(step)
}
