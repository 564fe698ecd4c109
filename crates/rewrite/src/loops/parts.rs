//! Where the parts of a loop are in the text.

use crate::opened::Opened;
use crate::sites::{Site, body_of};
use clang::tree::{Stmt, StmtKind};
use clang::{Token, TokenKind, tokens};
use text::code::Code;
use text::diagnostics::Diagnostic;
use text::span::Span;
use transforms::Refusal;

/// Which loop it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// `for (…; …; …)`.
    For,
    /// `while (…)`.
    While,
}

/// The parts of a loop in the text.
#[derive(Clone, Debug)]
pub(crate) struct Parts {
    pub kind: Kind,
    /// From the keyword to the end of the body.
    pub span: Span,
    /// What a `for` does first, without its semicolon; none if it does nothing.
    pub init: Option<Span>,
    /// The guard; none if it is always true.
    pub guard: Option<Span>,
    /// What a `for` does after each iteration.
    pub step: Option<Span>,
    /// Where its header ends.
    pub close: usize,
    /// The body: with its braces, or a statement with its semicolon.
    pub body: Span,
    /// What stands between its braces, without blanks and line ends around; the body if there are none.
    pub inner: Span,
}

/// Finds the parts of a loop.
///
/// # Errors
/// `A009` where a macro or directive of the preprocessor brings a part of it, `A001` of other loops than `for` and
/// `while`.
pub(crate) fn parts(opened: &Opened<'_>, site: &Site<'_>) -> Result<Parts, Refusal> {
    let Some(stmt) = site.stmt() else {
        return Err(Refusal::wrong(
            Code::A001,
            site.head,
            "this is not a loop".to_owned(),
        ));
    };
    let text = &opened.source.text;
    let start = site.place.span.start as usize;
    let kind = match &stmt.kind {
        StmtKind::For { variable: None, .. } => Kind::For,
        StmtKind::While { variable: None, .. } => Kind::While,
        StmtKind::Do { .. } => {
            return Err(other(site, "a `do` loop tests its guard behind its body"));
        }
        StmtKind::ForRange { .. } => {
            return Err(other(site, "a loop over a range has no guard of its own"));
        }
        _ => return Err(other(site, "the guard of this loop declares a variable")),
    };
    let word = match kind {
        Kind::For => "for",
        Kind::While => "while",
    };
    let mut all = tokens(text, start);
    let first = all.next();
    let in_macro = site.place.spelling.is_some() || first.is_none_or(|one| one.of(text) != word);
    if in_macro {
        return Err(in_a_macro(opened, site));
    }
    let (open, semicolons, close) = header(text, all).ok_or_else(|| in_a_macro(opened, site))?;
    let pieces = match (kind, semicolons.as_slice()) {
        (Kind::For, [one, two]) => [
            trimmed(text, open + 1, *one),
            trimmed(text, one + 1, *two),
            trimmed(text, two + 1, close),
        ],
        (Kind::While, []) => [None, trimmed(text, open + 1, close), None],
        (Kind::For | Kind::While, _) => return Err(in_a_macro(opened, site)),
    };
    let [init, guard, step] = pieces;
    let Some(body) = body_of(stmt) else {
        return Err(in_a_macro(opened, site));
    };
    let (body, inner) = body_in(text, body, close).ok_or_else(|| in_a_macro(opened, site))?;
    let span = Span {
        end: body.end,
        ..site.place.span
    };
    directives(text, site, span)?;
    Ok(Parts {
        kind,
        span,
        init,
        guard,
        step,
        close: close + 1,
        body,
        inner,
    })
}

fn other(site: &Site<'_>, why: &str) -> Refusal {
    let message = "steps on CUDA and OpenCL are for `for` and `while` loops with an ordinary guard";
    Refusal::wrong(Code::A001, site.head, message).with_note(why)
}

/// A loop that a macro brings, wholly or in part.
fn in_a_macro(opened: &Opened<'_>, site: &Site<'_>) -> Refusal {
    let text = &opened.source.text;
    let name = tokens(text, site.place.span.start as usize)
        .next()
        .filter(|one| one.kind == TokenKind::Word)
        .map_or("", |one| one.of(text));
    let message = match name {
        "for" | "while" | "" => {
            "a macro brings a part of this loop's header, or the end of its body".to_owned()
        }
        name => format!("the macro `{name}` brings this loop"),
    };
    Refusal::inapplicable(Code::A009, site.head, message)
        .with_note("the text of a macro is that of all its uses")
        .with_help("write the loop out, with braces around its body; macros within the body are no hindrance")
}

/// The places of the parenthesis that opens a header, of its semicolons, and of the one that closes it.
fn header(text: &str, all: impl Iterator<Item = Token>) -> Option<(usize, Vec<usize>, usize)> {
    let mut all = all;
    let open = all.next().filter(|one| one.of(text) == "(")?;
    let mut depth = 0usize;
    let mut semicolons = Vec::new();
    for token in all {
        match token.of(text) {
            "(" | "[" | "{" => depth += 1,
            ")" if depth == 0 => return Some((open.start, semicolons, token.start)),
            ")" | "]" | "}" => depth = depth.checked_sub(1)?,
            ";" if depth == 0 => semicolons.push(token.start),
            _ => {}
        }
    }
    None
}

/// A part of the text without the blanks around it; none if nothing is left.
fn trimmed(text: &str, start: usize, end: usize) -> Option<Span> {
    let part = text.get(start..end)?;
    let lead = part.len() - part.trim_start().len();
    let kept = part.trim();
    (!kept.is_empty()).then(|| Span::new(0, start + lead, start + lead + kept.len()))
}

/// The body and what is inside; none if a macro has part in where it begins or ends.
fn body_in(text: &str, body: &Stmt, close: usize) -> Option<(Span, Span)> {
    let span = body.place.span;
    let first = tokens(text, close + 1).next()?;
    if span.file != 0 || first.start != span.start as usize || body.place.spelling.is_some() {
        return None;
    }
    let (start, end) = (span.start as usize, span.end as usize);
    if let StmtKind::Block(_) = body.kind {
        let braces =
            text.get(start..=start) == Some("{") && text.get(end.checked_sub(1)?..end) == Some("}");
        let inner = trimmed(text, start + 1, end - 1).unwrap_or(Span::new(0, start + 1, start + 1));
        return braces.then_some((span, inner));
    }
    let end = statement_end(text, body)?;
    let whole = Span::new(0, start, end);
    Some((whole, whole))
}

/// Where a statement ends, its semicolon included; none if a macro brings its last words.
pub(crate) fn statement_end(text: &str, stmt: &Stmt) -> Option<usize> {
    let end = stmt.place.span.end as usize;
    if stmt.place.spelling.is_some() || stmt.place.span.file != 0 {
        return None;
    }
    let inner = match &stmt.kind {
        StmtKind::Block(_) | StmtKind::Switch { .. } => {
            return (text.get(end.checked_sub(1)?..end) == Some("}")).then_some(end);
        }
        StmtKind::Empty | StmtKind::Declare(_) => {
            return (text.get(end.checked_sub(1)?..end) == Some(";")).then_some(end);
        }
        StmtKind::If {
            then,
            otherwise,
            constexpr: false,
            ..
        } => otherwise.as_ref().or(then.as_ref())?,
        StmtKind::For { body, .. }
        | StmtKind::While { body, .. }
        | StmtKind::ForRange { body, .. }
        | StmtKind::Attributed { body, .. } => body,
        StmtKind::Expr(_)
        | StmtKind::Do { .. }
        | StmtKind::Break
        | StmtKind::Continue
        | StmtKind::Return(_) => {
            let next = tokens(text, end).next()?;
            return (next.of(text) == ";").then_some(next.end);
        }
        StmtKind::If { .. }
        | StmtKind::Case { .. }
        | StmtKind::Default(_)
        | StmtKind::Label { .. }
        | StmtKind::Goto(_)
        | StmtKind::Opaque(_)
        | StmtKind::Asm { .. } => return None,
    };
    statement_end(text, inner)
}

/// Refuses directives of the preprocessor within a loop, but for pragmas: which of its lines count would be decided anew in
/// each copy, and only one choice is checked.
fn directives(text: &str, site: &Site<'_>, span: Span) -> Result<(), Refusal> {
    no_directives(text, span, "the loop")
        .map_err(|refused| refused.with_label(site.head, "within this loop"))
}

/// Refuses directives of the preprocessor within a part of the text, but for pragmas; `what` the part is.
pub(crate) fn no_directives(text: &str, span: Span, what: &str) -> Result<(), Refusal> {
    let mut hash = None;
    for token in tokens(text, span.start as usize) {
        if token.start >= span.end as usize {
            break;
        }
        let line = text.get(..token.start).unwrap_or("");
        let line = line.rsplit('\n').next().unwrap_or("");
        match hash.take() {
            Some(at) if token.of(text) != "pragma" => {
                let at = Span::new(span.file, at, token.end);
                let message = format!("a directive of the preprocessor stands within {what}");
                return Err(Refusal::inapplicable(Code::A009, at, message)
                    .with_note("only one of the texts that it chooses from is checked"));
            }
            _ => {}
        }
        if token.of(text) == "#" && line.trim().is_empty() {
            hash = Some(token.start);
        }
    }
    Ok(())
}

/// A part of a loop that is not there and would have to be.
pub(crate) fn nothing(code: Code, site: &Site<'_>, message: &str) -> Refusal {
    Refusal::not_applicable(Diagnostic::error(code, site.head, message))
}
