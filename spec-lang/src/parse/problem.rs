//! What parsers report when they cannot go on.

use super::combine::Rule;
use super::input::Input;
use crate::lex::TokenKind;
use nom::error::{ErrorKind, ParseError};
use text::code::Code;
use text::diagnostics::Diagnostic;
use text::span::Span;

/// A syntax error on its way to the place where reading goes on.
#[derive(Clone, Debug)]
pub(crate) struct Problem(Box<Parts>);

#[derive(Clone, Debug)]
struct Parts {
    diagnostic: Diagnostic,
    span: Span,
}

impl Problem {
    /// Any message.
    pub(super) fn new(code: Code, span: Span, message: impl Into<String>) -> Self {
        let diagnostic = Diagnostic::error(code, span, message);
        Problem(Box::new(Parts { diagnostic, span }))
    }

    /// `expected` (with an article or in backticks) does not stand where reading stopped.
    pub(super) fn expected(input: Input<'_>, expected: &str) -> Self {
        let found = describe(input);
        let code = if input.at_end() {
            Code::S002
        } else {
            Code::S001
        };
        let message = format!("expected {expected}, found {found}");
        let problem = Problem::new(code, input.span(), message)
            .map(|d| d.with_text(format!("expected {expected}")));
        // A slip of the keyboard, or a habit from mathematics.
        if input.is("=") && matches!(expected, "`;`" | "`)`" | "`]`" | "`}`") {
            return problem
                .help("`==` compares; `=` assigns, which is a statement of its own")
                .fix("write `==`", input.span(), "==");
        }
        if input.is(":") && input.peek(1).kind == TokenKind::Punct("=") {
            let span = input.span().to(input.skip(1).span());
            return problem.help("`=` assigns").fix("write `=`", span, "=");
        }
        // `forall int i = 0 .. n; …` without its backslash reads like a name in front of a declaration.
        let before = input.previous();
        let word = input.text_of(before);
        if matches!(word, "forall" | "exists") && input.peek(0).kind == TokenKind::Word {
            return problem
                .help(format!(
                    "did you mean `(\\{word} …)`? A quantifier stands in parentheses"
                ))
                .fix(format!("write `\\{word}`"), before, format!("\\{word}"));
        }
        problem
    }

    /// The program is nested beyond what is read.
    pub(super) fn too_deep(span: Span) -> Self {
        let (nesting, height) = (super::MAX_NESTING, super::MAX_HEIGHT);
        Problem::new(Code::S008, span, "this is nested too deeply").map(|d| {
            d.with_note(format!(
                "at most {nesting} constructs may stand within each other, and at most {height} \
                 operators may follow each other in one expression"
            ))
            .with_help("divide it over several clauses, functions or statements")
        })
    }

    fn map(mut self, change: impl FnOnce(Diagnostic) -> Diagnostic) -> Self {
        self.0.diagnostic = change(self.0.diagnostic);
        self
    }

    /// The same under another code.
    pub(super) fn code(self, code: Code) -> Self {
        self.map(|d| Diagnostic { code, ..d })
    }

    /// The same with another message.
    pub(super) fn message(self, message: impl Into<String>) -> Self {
        self.map(|d| Diagnostic {
            message: message.into(),
            ..d
        })
    }

    /// What would help.
    pub(super) fn help(self, help: impl Into<String>) -> Self {
        self.map(|d| d.with_help(help))
    }

    /// The same as a change of the text.
    pub(super) fn fix(self, title: impl Into<String>, span: Span, text: impl Into<String>) -> Self {
        self.map(|d| d.with_fix(title, span, text))
    }

    /// Why something was expected: where the construct began. The innermost two are kept.
    pub(super) fn because(self, span: Span, text: &str) -> Self {
        let labels = &self.0.diagnostic.labels;
        if labels.len() >= 2 || labels.iter().any(|label| label.span == span) {
            return self;
        }
        self.map(|d| d.with_label(span, text))
    }

    /// Whether it has this code.
    pub(super) fn is(&self, code: Code) -> bool {
        self.0.diagnostic.code == code
    }

    /// The place it is about.
    pub(super) fn span(&self) -> Span {
        self.0.span
    }

    /// The message.
    pub(super) fn into_diagnostic(self) -> Diagnostic {
        self.0.diagnostic
    }
}

impl<'a> ParseError<Input<'a>> for Problem {
    fn from_error_kind(input: Input<'a>, kind: ErrorKind) -> Self {
        let _ = kind;
        Problem::expected(input, "something else")
    }
    fn append(_: Input<'a>, _: ErrorKind, other: Self) -> Self {
        other
    }
}

/// Reading cannot go on, nor would another alternative help.
pub(crate) fn failure(problem: Problem) -> nom::Err<Problem> {
    nom::Err::Failure(problem)
}

/// The problem within a result of nom; `Incomplete` never occurs.
pub(crate) fn problem_of(input: Input<'_>, error: nom::Err<Problem>) -> Problem {
    match error {
        nom::Err::Error(problem) | nom::Err::Failure(problem) => problem,
        nom::Err::Incomplete(_) => Problem::expected(input, "more"),
    }
}

/// Fails: this does not stand here.
pub(crate) fn expected<'a, T>(what: &str) -> impl Rule<'a, T> {
    move |input| Err(failure(Problem::expected(input, what)))
}

/// What stands here, for a message.
pub(crate) fn describe(input: Input<'_>) -> String {
    let text = input.text(0);
    match input.peek(0).kind {
        TokenKind::End => "the end of the file".to_string(),
        TokenKind::Str => "a string".to_string(),
        TokenKind::Char => "a character literal".to_string(),
        TokenKind::Int | TokenKind::Float => format!("the number `{}`", shortened(text)),
        TokenKind::Word if super::words::is_reserved(text) => format!("the keyword `{text}`"),
        TokenKind::Punct("{:") => "`{:`".to_string(),
        _ => format!("`{}`", shortened(text)),
    }
}

fn shortened(text: &str) -> String {
    let mut chars = text.chars();
    let start: String = chars.by_ref().take(40).collect();
    if chars.next().is_some() {
        format!("{start}…")
    } else {
        start
    }
}
