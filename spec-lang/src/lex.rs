//! Text to tokens.
//!
//! Operators come out under one spelling: `∀` and `\forall` are the same token, told
//! apart only by their spans. Keywords are not told from names here, for most words
//! of the language are names wherever they are not needed as keywords.

use text::code::Code;
use text::diagnostics::Diagnostic;
use text::span::Span;

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TokenKind {
    /// A name or a keyword.
    Word,
    /// A name between backticks, which is never a keyword.
    Escaped,
    /// Digits.
    Int,
    /// `0.5`, `0.5f`.
    Float,
    /// `"…"`, quotes included.
    Str,
    /// `'…'`, quotes included.
    Char,
    /// An operator or bracket, in its ASCII spelling. Triggers open with `{:`,
    /// whose span covers the level as in `{:1:`.
    Punct(&'static str),
    /// A word with a backslash, in its ASCII spelling, such as `\forall*`.
    Keyword(&'static str),
    /// A backtick that begins no escaped name.
    Backtick,
    /// A character that begins no token; it has been reported.
    Unknown,
    /// The end of the text, always the last token.
    End,
}

/// A token and its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// Which.
    pub kind: TokenKind,
    /// Where.
    pub span: Span,
}

/// An ordinary comment; annotation comments (`/*@ … @*/`, `//@ …`) are code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Comment {
    /// Delimiters included; the line end that ends a line comment is not.
    pub span: Span,
    /// What stands between the delimiters.
    pub content: Span,
    /// True for `/* … */`.
    pub block: bool,
}

/// Words that are one token with their backslash. Before any other word a backslash
/// is the operator that makes a fraction.
pub const BACKSLASH_WORDS: &[&str] = &[
    "\\Unfolding",
    "\\array",
    "\\boogie",
    "\\cap",
    "\\choose",
    "\\choose_fresh",
    "\\current_thread",
    "\\euclidean_div",
    "\\euclidean_mod",
    "\\exists",
    "\\forall",
    "\\forperm",
    "\\forpermwithvalue",
    "\\gtid",
    "\\id",
    "\\in",
    "\\intersect",
    "\\is_int",
    "\\length",
    "\\let",
    "\\ltid",
    "\\matrix",
    "\\mcmp",
    "\\memberof",
    "\\mrep",
    "\\msum",
    "\\nd_index",
    "\\nd_length",
    "\\nd_partial_index",
    "\\old",
    "\\owner",
    "\\pointer",
    "\\pointer_block_length",
    "\\pointer_block_offset",
    "\\pointer_index",
    "\\pointer_length",
    "\\polarity_dependent",
    "\\pow",
    "\\product",
    "\\result",
    "\\shared_mem_size",
    "\\smtlib",
    "\\subset",
    "\\subseteq",
    "\\sum",
    "\\type",
    "\\typeof",
    "\\unfolding",
    "\\union",
    "\\values",
    "\\vcmp",
    "\\vrep",
];

/// Operators by descending length. `<<`, `>>`, `>>>` are left in pieces, for `>`
/// also closes type arguments; the parser joins them.
const OPERATORS: &[&str] = &[
    "<==>", "==>", "**", "&&", "||", "==", "!=", "<=", ">=", "-*", "->", "<-", "++", "--", "+=",
    "-=", "*=", "/=", "%=", "::", "^^", "..", "?.", ":}", "{:", "+", "-", "*", "/", "%", "\\", "<",
    ">", "=", "!", "&", "|", "^", "(", ")", "[", "]", "{", "}", ",", ";", ":", ".", "?",
];

/// Unicode forms, longest first where one begins another.
const UNICODE: &[(&str, TokenKind)] = &[
    ("∀∗", TokenKind::Keyword("\\forall*")),
    ("∀*", TokenKind::Keyword("\\forall*")),
    ("∀", TokenKind::Keyword("\\forall")),
    ("∃", TokenKind::Keyword("\\exists")),
    ("∑", TokenKind::Keyword("\\sum")),
    ("∏", TokenKind::Keyword("\\product")),
    ("∈", TokenKind::Keyword("\\in")),
    ("∪", TokenKind::Keyword("\\union")),
    ("∩", TokenKind::Keyword("\\intersect")),
    ("⊆", TokenKind::Keyword("\\subseteq")),
    ("⊂", TokenKind::Keyword("\\subset")),
    ("⇔", TokenKind::Punct("<==>")),
    ("⟺", TokenKind::Punct("<==>")),
    ("⇒", TokenKind::Punct("==>")),
    ("⟹", TokenKind::Punct("==>")),
    ("−∗", TokenKind::Punct("-*")),
    ("-∗", TokenKind::Punct("-*")),
    ("−*", TokenKind::Punct("-*")),
    ("−", TokenKind::Punct("-")),
    ("∗∗", TokenKind::Punct("**")),
    ("∗", TokenKind::Punct("**")),
    ("×", TokenKind::Punct("*")),
    ("∧", TokenKind::Punct("&&")),
    ("∨", TokenKind::Punct("||")),
    ("¬", TokenKind::Punct("!")),
    ("≠", TokenKind::Punct("!=")),
    ("≤", TokenKind::Punct("<=")),
    ("≥", TokenKind::Punct(">=")),
    ("→", TokenKind::Punct("->")),
    ("↦", TokenKind::Punct("->")),
    ("←", TokenKind::Punct("<-")),
];

/// All tokens of a text, ended by [`TokenKind::End`], and what could not be read
/// (codes S005 to S007). `file` goes into the spans.
pub fn tokens(text: &str, file: u32) -> (Vec<Token>, Vec<Diagnostic>) {
    let mut lexer = Lexer::new(text, file);
    lexer.run();
    (lexer.tokens, lexer.diagnostics)
}

/// The ordinary comments of a text, in order.
pub fn comments(text: &str, file: u32) -> Vec<Comment> {
    let mut lexer = Lexer::new(text, file);
    lexer.run();
    lexer.comments
}

struct Lexer<'a> {
    text: &'a str,
    file: u32,
    at: usize,
    /// Where the annotation comment opened that the place is in.
    annotation: Option<usize>,
    tokens: Vec<Token>,
    comments: Vec<Comment>,
    diagnostics: Vec<Diagnostic>,
}

fn begins_word(c: char) -> bool {
    c.is_ascii_alphabetic() || c == '_'
}

fn in_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

impl<'a> Lexer<'a> {
    fn new(text: &'a str, file: u32) -> Self {
        Lexer {
            text,
            file,
            at: 0,
            annotation: None,
            tokens: Vec::new(),
            comments: Vec::new(),
            diagnostics: Vec::new(),
        }
    }

    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or("")
    }

    fn span(&self, start: usize) -> Span {
        Span::new(self.file, start, self.at)
    }

    /// The length of the run of characters that hold.
    fn run_length(text: &str, holds: impl Fn(char) -> bool) -> usize {
        text.find(|c| !holds(c)).unwrap_or(text.len())
    }

    fn push(&mut self, kind: TokenKind, length: usize) {
        let start = self.at;
        self.at += length;
        let span = self.span(start);
        self.tokens.push(Token { kind, span });
    }

    fn run(&mut self) {
        if self.rest().starts_with('\u{feff}') {
            self.at += '\u{feff}'.len_utf8();
        }
        while let Some(c) = self.rest().chars().next() {
            if c.is_whitespace() || c == '\u{feff}' {
                self.at += c.len_utf8();
            } else if !self.trivia() {
                self.token(c);
            }
        }
        if let Some(start) = self.annotation {
            self.diagnostics.push(Diagnostic::error(
                Code::S006,
                Span::new(self.file, start, start + 3),
                "this annotation comment is not closed: expected `@*/` before the end of the file",
            ));
        }
        self.push(TokenKind::End, 0);
    }

    /// Skips a comment or a delimiter of an annotation; false if there is none here.
    fn trivia(&mut self) -> bool {
        let rest = self.rest();
        let start = self.at;
        if self.annotation.is_some() && rest.starts_with("@*/") {
            self.annotation = None;
            self.at += 3;
        } else if self.annotation.is_some() && rest.starts_with("*/") {
            self.annotation = None;
            self.at += 2;
        } else if self.annotation.is_some() && rest.starts_with('@') {
            self.at += 1;
        } else if rest.starts_with("//@") {
            self.at += 3;
        } else if rest.starts_with("/*@") && !rest.starts_with("/*@*/") && self.annotation.is_none()
        {
            self.annotation = Some(start);
            self.at += 3;
        } else if rest.starts_with("//") {
            let length = rest.find('\n').unwrap_or(rest.len());
            let length = rest
                .get(..length)
                .unwrap_or(rest)
                .trim_end_matches('\r')
                .len();
            self.at += length;
            self.one_line(start);
            self.comments.push(Comment {
                span: self.span(start),
                content: self.span(start + 2),
                block: false,
            });
        } else if rest.starts_with("/*") {
            self.block_comment();
        } else if rest.starts_with('#') {
            return self.latex();
        } else {
            return false;
        }
        true
    }

    fn block_comment(&mut self) {
        let rest = self.rest();
        let start = self.at;
        let end = rest.get(2..).and_then(|inner| inner.find("*/"));
        let length = end.map_or(rest.len(), |end| end + 4);
        self.at += length;
        let inner_end = end.map_or(self.at, |_| self.at - 2);
        self.comments.push(Comment {
            span: self.span(start),
            content: Span::new(self.file, start + 2, inner_end),
            block: true,
        });
        if end.is_none() {
            self.diagnostics.push(Diagnostic::error(
                Code::S006,
                Span::new(self.file, start, start + 2),
                "this comment is not closed: expected `*/` before the end of the file",
            ));
        }
    }

    /// `#…#` on one line, which VerCors skips as embedded LaTeX.
    fn latex(&mut self) -> bool {
        let line = self.rest().lines().next().unwrap_or("");
        let Some(end) = line.rfind('#').filter(|&end| end > 0) else {
            return false;
        };
        let start = self.at;
        self.at += end + 1;
        self.one_line(start);
        let inner = line.get(1..end).unwrap_or("");
        if let Some(at) = inner.find('#') {
            let at = start + 1 + at;
            let message =
                "what stands between two `#` would be skipped up to the last `#` of the line";
            self.diagnostics.push(
                Diagnostic::error(Code::S019, Span::new(self.file, at, at + 1), message)
                    .with_help("put each pair on a line of its own, or use `/* … */`"),
            );
        }
        self.comments.push(Comment {
            span: self.span(start),
            content: Span::new(self.file, start + 1, self.at - 1),
            block: true,
        });
        true
    }

    /// Refuses a comment of one line that is several lines on a screen: what stands on the later
    /// ones would look like code.
    fn one_line(&mut self, start: usize) {
        let text = self.text.get(start..self.at).unwrap_or("");
        let breaks = ['\r', '\u{b}', '\u{c}', '\u{85}', '\u{2028}', '\u{2029}'];
        if let Some((at, c)) = text.char_indices().find(|(_, c)| breaks.contains(c)) {
            let at = start + at;
            let message = match c {
                '\r' => "a carriage return without a line feed within a comment".to_owned(),
                _ => format!("a line break within a comment (U+{:04X})", u32::from(c)),
            };
            let place = Span::new(self.file, at, at + c.len_utf8());
            self.diagnostics.push(
                Diagnostic::error(Code::S019, place, message)
                    .with_note("an editor shows what follows on a line of its own, as code")
                    .with_help("end the line with a line feed, or take the character out"),
            );
        }
    }

    fn token(&mut self, c: char) {
        let rest = self.rest();
        if begins_word(c) {
            self.push(TokenKind::Word, Self::run_length(rest, in_word));
        } else if c.is_ascii_digit() {
            self.number();
        } else if c == '"' || c == '\'' {
            self.quoted(c);
        } else if c == '`' {
            self.backtick();
        } else if let Some((form, kind)) = UNICODE.iter().find(|(form, _)| rest.starts_with(form)) {
            self.push(*kind, form.len());
        } else if let Some((kind, length)) = self.backslash_word() {
            self.push(kind, length);
        } else if let Some(operator) = OPERATORS.iter().find(|op| rest.starts_with(**op)) {
            let length = operator.len()
                + if *operator == "{:" {
                    self.trigger_level()
                } else {
                    0
                };
            self.push(TokenKind::Punct(operator), length);
        } else {
            self.unknown();
        }
    }

    fn number(&mut self) {
        let rest = self.rest();
        let whole = Self::run_length(rest, |c| c.is_ascii_digit());
        let after = rest.get(whole..).unwrap_or("");
        let fraction = after
            .strip_prefix('.')
            .map_or(0, |digits| Self::run_length(digits, |c| c.is_ascii_digit()));
        if fraction == 0 {
            // `0..n` is a range and `1.f` a member, so digits must follow the point.
            self.push(TokenKind::Int, whole);
            return;
        }
        let mut length = whole + 1 + fraction;
        let mut suffix = rest.get(length..).unwrap_or("").chars();
        if matches!(suffix.next(), Some('f' | 'F' | 'd' | 'D'))
            && !suffix.next().is_some_and(in_word)
        {
            length += 1;
        }
        self.push(TokenKind::Float, length);
    }

    fn quoted(&mut self, quote: char) {
        let rest = self.rest();
        let mut escaped = false;
        let mut end = None;
        let mut stop = rest.len();
        for (at, c) in rest.char_indices().skip(1) {
            if c == '\n' {
                stop = at;
                break;
            }
            if escaped {
                escaped = false;
            } else if c == '\\' {
                escaped = true;
            } else if c == quote {
                end = Some(at + 1);
                break;
            }
        }
        let kind = if quote == '"' {
            TokenKind::Str
        } else {
            TokenKind::Char
        };
        let start = self.at;
        self.push(kind, end.unwrap_or(stop));
        if end.is_none() {
            let what = if quote == '"' { "string" } else { "character" };
            self.diagnostics.push(Diagnostic::error(
                Code::S007,
                Span::new(self.file, start, start + 1),
                format!("this {what} is not closed: expected `{quote}` before the end of the line"),
            ));
        }
    }

    fn backtick(&mut self) {
        let inner = self.rest().get(1..).unwrap_or("");
        let length = Self::run_length(inner, in_word);
        if length > 0
            && inner
                .get(length..)
                .is_some_and(|after| after.starts_with('`'))
        {
            self.push(TokenKind::Escaped, length + 2);
        } else {
            self.push(TokenKind::Backtick, 1);
        }
    }

    fn backslash_word(&self) -> Option<(TokenKind, usize)> {
        let rest = self.rest();
        let inner = rest.strip_prefix('\\')?;
        let length = Self::run_length(inner, in_word) + 1;
        let word = rest.get(..length)?;
        let known = *BACKSLASH_WORDS.iter().find(|known| **known == word)?;
        let star = rest
            .get(length..)
            .is_some_and(|after| after.starts_with('*'));
        if known == "\\forall" && star {
            return Some((TokenKind::Keyword("\\forall*"), length + 1));
        }
        Some((TokenKind::Keyword(known), length))
    }

    /// The length of `1:` or `<:` after `{:`.
    fn trigger_level(&self) -> usize {
        let rest = self.rest().get(2..).unwrap_or("");
        let less = Self::run_length(rest, |c| c == '<');
        let digits = Self::run_length(rest.get(less..).unwrap_or(""), |c| c.is_ascii_digit());
        let level = less + digits;
        let closed = rest
            .get(level..)
            .is_some_and(|after| after.starts_with(':'));
        if level > 0 && closed { level + 1 } else { 0 }
    }

    /// One report for a run of characters that begin nothing.
    fn unknown(&mut self) {
        let rest = self.rest();
        let known = |c: char| {
            c.is_whitespace()
                || in_word(c)
                || "\"'`#".contains(c)
                || OPERATORS.iter().any(|op| op.starts_with(c))
                || UNICODE.iter().any(|(form, _)| form.starts_with(c))
        };
        let first = rest.chars().next().map_or(1, char::len_utf8);
        let more = Self::run_length(rest.get(first..).unwrap_or(""), |c| !known(c));
        let found = rest.get(..first).unwrap_or("").escape_debug().to_string();
        self.push(TokenKind::Unknown, first + more);
        let span = self
            .tokens
            .last()
            .map_or_else(Span::default, |token| token.span);
        self.diagnostics.push(
            Diagnostic::error(
                Code::S005,
                span,
                format!("`{found}` begins nothing of the language"),
            )
            .with_text("this character is not expected here"),
        );
    }
}
