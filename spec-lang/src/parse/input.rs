//! What the parsers read: the rest of a file's tokens, and what they share.

use super::problem::{Problem, failure};
use crate::ast::*;
use crate::lex::{Token, TokenKind};
use std::cell::{Cell, RefCell};
use text::diagnostics::Diagnostic;
use text::span::Span;

/// How deep constructs may stand within each other as written.
pub const MAX_NESTING: u32 = 400;
/// How deep a tree may become, where `a + b + c + …` counts one level an operator.
pub const MAX_HEIGHT: u16 = 2500;
/// How many errors of one file are reported.
const MAX_ERRORS: usize = 64;

/// The result of a parser.
pub(crate) type PResult<'a, T> = nom::IResult<Input<'a>, T, Problem>;
/// The result of what consumes nothing.
pub(crate) type Made<T> = Result<T, nom::Err<Problem>>;

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
    depth: Cell<u32>,
    first_id: u32,
    heights: RefCell<Vec<u16>>,
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

    fn height(&self, id: NodeId) -> u16 {
        let at = id.0.checked_sub(self.first_id).map(|at| at as usize);
        at.and_then(|at| self.heights.borrow().get(at).copied())
            .unwrap_or(0)
    }

    fn set_height(&self, id: NodeId, height: u16) {
        let mut heights = self.heights.borrow_mut();
        let at = id.0.saturating_sub(self.first_id) as usize;
        if heights.len() <= at {
            heights.resize(at + 1, 0);
        }
        if let Some(place) = heights.get_mut(at) {
            *place = height;
        }
    }
}

/// The greatest height among a node's parts, without descending into them.
struct Parts<'c, 'a> {
    context: &'c Context<'a>,
    height: u16,
}

impl Parts<'_, '_> {
    fn note(&mut self, id: NodeId) {
        self.height = self.height.max(self.context.height(id));
    }
}

impl Visitor for Parts<'_, '_> {
    fn visit_expr(&mut self, expr: &Expr) {
        self.note(expr.id);
    }
    fn visit_stmt(&mut self, stmt: &Stmt) {
        self.note(stmt.id);
    }
    fn visit_type(&mut self, ty: &TypeExpr) {
        self.note(ty.id);
    }
    fn visit_declaration(&mut self, declaration: &Declaration) {
        self.note(declaration.id);
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
        self.context
            .text
            .get(self.peek(n).span.range())
            .unwrap_or("")
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

    /// Whether the token `n` places ahead is this operator or bracket.
    pub(super) fn is_punct_at(self, n: usize, punct: &str) -> bool {
        matches!(self.peek(n).kind, TokenKind::Punct(found) if found == punct)
    }

    /// Whether the next token is this operator or bracket.
    pub(super) fn is_punct(self, punct: &str) -> bool {
        self.is_punct_at(0, punct)
    }

    /// Whether the token `n` places ahead is this word.
    pub(super) fn is_word_at(self, n: usize, word: &str) -> bool {
        self.peek(n).kind == TokenKind::Word && self.text(n) == word
    }

    /// Whether the next token is this word.
    pub(super) fn is_word(self, word: &str) -> bool {
        self.is_word_at(0, word)
    }

    /// Whether the next token is this word with its backslash.
    pub(super) fn is_keyword(self, word: &str) -> bool {
        matches!(self.peek(0).kind, TokenKind::Keyword(found) if found == word)
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

    /// Whether the token read last is this operator or bracket.
    pub(super) fn previous_is(self, punct: &str) -> bool {
        let before = self.index().checked_sub(1);
        before
            .and_then(|at| self.context.tokens.get(at))
            .is_some_and(|token| matches!(token.kind, TokenKind::Punct(found) if found == punct))
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

    /// A new identity.
    pub(super) fn id(self) -> NodeId {
        let id = self.context.next_id.get();
        self.context.next_id.set(id.saturating_add(1));
        NodeId(id)
    }

    fn settle(self, id: NodeId, span: Span, height: u16) -> Made<()> {
        if height > MAX_HEIGHT {
            return Err(failure(Problem::too_deep(span)));
        }
        self.context.set_height(id, height);
        Ok(())
    }

    fn parts(self) -> Parts<'a, 'a> {
        Parts {
            context: self.context,
            height: 0,
        }
    }

    /// An expression; fails if the tree becomes too deep.
    pub(super) fn expr(self, span: Span, kind: ExprKind) -> Made<Expr> {
        let expr = Expr {
            id: self.id(),
            span,
            kind,
        };
        let mut parts = self.parts();
        parts.walk_expr(&expr);
        self.settle(expr.id, span, parts.height + 1)?;
        Ok(expr)
    }

    /// A statement; fails if the tree becomes too deep.
    pub(super) fn stmt(self, span: Span, kind: StmtKind) -> Made<Stmt> {
        let stmt = Stmt {
            id: self.id(),
            span,
            kind,
        };
        let mut parts = self.parts();
        parts.walk_stmt(&stmt);
        self.settle(stmt.id, span, parts.height + 1)?;
        Ok(stmt)
    }

    /// A type; fails if the tree becomes too deep.
    pub(super) fn ty(self, span: Span, kind: TypeKind) -> Made<TypeExpr> {
        let ty = TypeExpr {
            id: self.id(),
            span,
            kind,
        };
        let mut parts = self.parts();
        parts.walk_type(&ty);
        self.settle(ty.id, span, parts.height + 1)?;
        Ok(ty)
    }

    /// A declaration; fails if the tree becomes too deep.
    pub(super) fn declaration(self, span: Span, kind: DeclarationKind) -> Made<Declaration> {
        let declaration = Declaration {
            id: self.id(),
            span,
            kind,
        };
        let mut parts = self.parts();
        parts.walk_declaration(&declaration);
        self.settle(declaration.id, span, parts.height + 1)?;
        Ok(declaration)
    }

    /// Reads one level deeper; fails if that is too deep.
    pub(super) fn nested<T>(self, parser: impl FnOnce(Self) -> PResult<'a, T>) -> PResult<'a, T> {
        let depth = self.context.depth.get();
        if depth >= MAX_NESTING {
            return Err(failure(Problem::too_deep(self.span())));
        }
        self.context.depth.set(depth + 1);
        let result = parser(self);
        self.context.depth.set(depth);
        result
    }

    /// Reads with other ends of an expression.
    pub(super) fn stopping<T>(
        self,
        stops: Stops,
        parser: impl FnOnce(Self) -> PResult<'a, T>,
    ) -> PResult<'a, T> {
        let before = self.context.stops.replace(stops);
        let result = parser(self);
        self.context.stops.set(before);
        result
    }

    /// Reads within brackets, where nothing ends an expression early.
    pub(super) fn inside<T>(self, parser: impl FnOnce(Self) -> PResult<'a, T>) -> PResult<'a, T> {
        self.stopping(Stops::default(), parser)
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
