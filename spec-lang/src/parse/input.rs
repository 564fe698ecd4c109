//! What the parsers read: the rest of a file's tokens, and what they share.

use super::problem::Problem;
use crate::lex::{Token, TokenKind};
use std::cell::{Cell, RefCell};
use text::diagnostics::Diagnostic;
use text::span::Span;

/// How many errors of one file are reported.
const MAX_ERRORS: usize = 64;

/// The result of a parser.
pub(crate) type PResult<'a, T> = nom::IResult<Input<'a>, T, Problem>;
/// What ends an expression early; brackets put an end to it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Stops {
    /// `|` closes a size or begins the variables of a comprehension.
    pub pipe: bool,
    /// `in` and `\in` belong to `unfolding` or a binder.
    pub within: bool,
    /// `->` stands between a key and a value.
    pub arrow: bool,
    /// A name before `(` or `[` is not a call: locations of a directive.
    pub call: bool,
}

/// Within `|…|` and before the `|` of a comprehension.
pub(crate) const PIPE: Stops = Stops {
    pipe: true,
    ..BRACKETS
};

/// Before an `->` that stands between a key and a value.
pub(crate) const ARROW: Stops = Stops {
    arrow: true,
    ..BRACKETS
};

/// In a location of a directive.
pub(crate) const LOCATION: Stops = Stops {
    call: true,
    ..BRACKETS
};

/// Within brackets.
pub(crate) const BRACKETS: Stops = Stops {
    pipe: false,
    within: false,
    arrow: false,
    call: false,
};

/// What all parsers of one file share.
pub(crate) struct Context<'a> {
    /// The text of the file.
    pub text: &'a str,
    /// All tokens of the file, the end included.
    pub tokens: &'a [Token],
    /// The next identity.
    pub next_id: Cell<u32>,
    /// Errors and warnings so far.
    pub diagnostics: RefCell<Vec<Diagnostic>>,
    /// What ends the expression being read.
    pub stops: Cell<Stops>,
    /// How many constructs are open.
    pub depth: Cell<u32>,
    /// The identity from which heights are counted.
    pub first_id: u32,
    /// The heights of the trees made so far, by identity.
    pub heights: RefCell<Vec<u16>>,
    last_error: Cell<Option<u32>>,
}

impl<'a> Context<'a> {
    /// Identities are counted from `first_id`.
    pub(super) fn new(text: &'a str, tokens: &'a [Token], first_id: u32) -> Self {
        Context {
            text,
            tokens,
            next_id: Cell::new(first_id),
            diagnostics: RefCell::default(),
            stops: Cell::default(),
            depth: Cell::new(0),
            first_id,
            heights: RefCell::default(),
            last_error: Cell::new(None),
        }
    }

    /// Files a problem, unless one was filed at the same place already.
    pub(super) fn report(&self, problem: Problem) {
        let start = problem.span().start;
        if self.last_error.replace(Some(start)) == Some(start) {
            return;
        }
        let mut diagnostics = self.diagnostics.borrow_mut();
        if diagnostics.len() < MAX_ERRORS {
            diagnostics.push(problem.into_diagnostic());
        }
    }
}

/// The tokens still to read.
#[derive(Clone, Copy)]
pub(crate) struct Input<'a> {
    /// What is shared.
    pub context: &'a Context<'a>,
    tokens: &'a [Token],
}

impl<'a> Input<'a> {
    /// From the first token on.
    pub(super) fn new(context: &'a Context<'a>) -> Self {
        Input {
            context,
            tokens: context.tokens,
        }
    }

    /// The token `n` places ahead; past the end it is the end.
    pub(super) fn peek(self, n: usize) -> Token {
        let end = self.context.text.len();
        let file = self
            .context
            .tokens
            .first()
            .map_or(0, |token| token.span.file);
        let last = Token {
            kind: TokenKind::End,
            span: Span::new(file, end, end),
        };
        self.tokens.get(n).copied().unwrap_or(last)
    }

    /// The place of the next token.
    pub(super) fn span(self) -> Span {
        self.peek(0).span
    }

    /// The text of the token `n` places ahead.
    pub(super) fn text(self, n: usize) -> &'a str {
        self.text_of(self.peek(n).span)
    }

    /// The text of a place.
    pub(super) fn text_of(self, span: Span) -> &'a str {
        self.context.text.get(span.range()).unwrap_or("")
    }

    /// How many tokens were read before.
    pub(super) fn index(self) -> usize {
        self.context.tokens.len() - self.tokens.len()
    }

    /// Behind the next `n` tokens, but not behind the end.
    pub(super) fn skip(self, n: usize) -> Self {
        let n = n.min(self.tokens.len().saturating_sub(1));
        Input {
            tokens: self.tokens.get(n..).unwrap_or(self.tokens),
            ..self
        }
    }

    /// Whether all is read.
    pub(super) fn at_end(self) -> bool {
        self.peek(0).kind == TokenKind::End
    }

    /// Whether the token `n` places ahead is this operator, bracket or word.
    pub(super) fn is_at(self, n: usize, text: &str) -> bool {
        match self.peek(n).kind {
            TokenKind::Punct(found) | TokenKind::Keyword(found) => found == text,
            TokenKind::Word => self.text(n) == text,
            _ => false,
        }
    }

    /// Whether the next token is this operator, bracket or word.
    pub(super) fn is(self, text: &str) -> bool {
        self.is_at(0, text)
    }

    /// Whether the token `n` places ahead follows the one before it directly.
    pub(super) fn adjacent(self, n: usize) -> bool {
        n > 0 && self.peek(n - 1).span.end == self.peek(n).span.start
    }

    /// The place of the token read last.
    pub(super) fn previous(self) -> Span {
        let before = self.index().checked_sub(1);
        before.and_then(|at| self.context.tokens.get(at)).map_or(
            Span {
                end: self.span().start,
                ..self.span()
            },
            |token| token.span,
        )
    }

    /// From the first byte of `start` to the token read last.
    pub(super) fn since(self, start: Span) -> Span {
        let previous = self.previous();
        if previous.end < start.start {
            start
        } else {
            Span {
                end: previous.end,
                ..start
            }
        }
    }

    /// Whether a line ends between the token read last and the next one.
    pub(super) fn on_new_line(self) -> bool {
        let between = self.previous().end as usize..self.span().start as usize;
        self.context
            .text
            .get(between)
            .is_some_and(|gap| gap.contains('\n'))
    }

    /// Reads with other ends of an expression.
    pub(super) fn stopping<T>(
        self,
        stops: Stops,
        read: impl FnOnce(Self) -> PResult<'a, T>,
    ) -> PResult<'a, T> {
        let before = self.context.stops.replace(stops);
        let result = read(self);
        self.context.stops.set(before);
        result
    }

    /// What ends the expression being read.
    pub(super) fn stops(self) -> Stops {
        self.context.stops.get()
    }
}

impl<'a> nom::Input for Input<'a> {
    type Item = Token;
    type Iter = std::iter::Copied<std::slice::Iter<'a, Token>>;
    type IterIndices = std::iter::Enumerate<Self::Iter>;

    fn input_len(&self) -> usize {
        self.tokens.len()
    }
    fn take(&self, index: usize) -> Self {
        Input {
            tokens: self.tokens.get(..index).unwrap_or(self.tokens),
            ..*self
        }
    }
    fn take_from(&self, index: usize) -> Self {
        Input {
            tokens: self.tokens.get(index..).unwrap_or(&[]),
            ..*self
        }
    }
    fn take_split(&self, index: usize) -> (Self, Self) {
        (self.take_from(index), self.take(index))
    }
    fn position<P: Fn(Self::Item) -> bool>(&self, predicate: P) -> Option<usize> {
        self.iter_elements().position(predicate)
    }
    fn iter_elements(&self) -> Self::Iter {
        self.tokens.iter().copied()
    }
    fn iter_indices(&self) -> Self::IterIndices {
        self.iter_elements().enumerate()
    }
    fn slice_index(&self, count: usize) -> Result<usize, nom::Needed> {
        match count.checked_sub(self.tokens.len()) {
            None | Some(0) => Ok(count),
            Some(missing) => Err(nom::Needed::new(missing)),
        }
    }
}
