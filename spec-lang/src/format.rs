//! Canonical layout of a file, comments and blank lines included.
//!
//! The printer's segments are laid over the tokens of the source. Where a segment holds a
//! comment, or where printing would change more than blanks, parentheses and the spelling of
//! operators, its source text stays; otherwise its printed form replaces it. Comments between
//! segments keep their place: at the end of a line, or on their own before what follows.

use crate::ast::{Declaration, Program};
use crate::lex::{self, TokenKind};
use crate::print::{self, Join, Keep, Parenthesised, Segment, Start};
use std::ops::Range;
use text::edit::{LineEnd, line_end};
use text::source::SourceFile;

/// The canonical layout of a file, whose tree `program` must be. Keeps the byte order mark
/// and the (more frequent) line end. The result reads back as the same tree, and formatting it
/// again changes nothing. A text that is not this tree's, or that holds what cannot be
/// read, comes back as it is.
pub fn format(source: &SourceFile, program: &Program) -> String {
    Formatter::new(source)
        .and_then(|formatter| formatter.run(program))
        .unwrap_or_else(|| source.text.clone())
}

/// What stands between tokens, blanks aside.
struct Trivium {
    range: Range<usize>,
    kind: TriviumKind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum TriviumKind {
    /// `// …`.
    Line,
    /// `/* … */`.
    Block,
    /// `/*@` or `//@`: belongs before what follows it.
    Opening,
    /// `@*/`: belongs behind what precedes it.
    Closing,
}

/// A segment and the tokens it covers.
struct Placed {
    segment: Segment,
    tokens: Range<usize>,
}

struct Formatter<'a> {
    text: &'a str,
    line_end: LineEnd,
    tokens: Vec<(TokenKind, Range<usize>)>,
    trivia: Vec<Trivium>,
    parens: Parenthesised,
}

impl<'a> Formatter<'a> {
    /// None if the text cannot be split into tokens.
    fn new(source: &'a SourceFile) -> Option<Self> {
        let text = source.text.as_str();
        let (tokens, diagnostics) = lex::tokens(text, 0);
        if !diagnostics.is_empty() {
            return None;
        }
        let tokens: Vec<_> = tokens
            .into_iter()
            .filter(|token| token.kind != TokenKind::End)
            .map(|token| (token.kind, token.span.range()))
            .collect();
        let mut formatter = Formatter {
            text,
            line_end: line_end(source),
            tokens,
            trivia: Vec::new(),
            parens: Parenthesised::new(),
        };
        formatter.find_trivia();
        formatter.find_parens();
        Some(formatter)
    }

    /// Comments, and what else is neither token nor blank: the marks of annotations.
    fn find_trivia(&mut self) {
        let comments = lex::comments(self.text, 0);
        let mut solid: Vec<(Range<usize>, Option<bool>)> = self
            .tokens
            .iter()
            .map(|(_, range)| (range.clone(), None))
            .chain(
                comments
                    .iter()
                    .map(|comment| (comment.span.range(), Some(comment.block))),
            )
            .collect();
        solid.sort_by_key(|(range, _)| range.start);
        solid.push((self.text.len()..self.text.len(), None));
        let mut at = 0;
        for (range, comment) in solid {
            let gap = self.text.get(at..range.start).unwrap_or("");
            let mut from = at;
            for word in gap.split(|c: char| c.is_whitespace() || c == '\u{feff}') {
                if !word.is_empty() {
                    let kind = if word.starts_with('/') {
                        TriviumKind::Opening
                    } else {
                        TriviumKind::Closing
                    };
                    self.trivia.push(Trivium {
                        range: from..from + word.len(),
                        kind,
                    });
                }
                let end = from + word.len();
                let next = self.text.get(end..).and_then(|rest| rest.chars().next());
                from = end + next.map_or(0, char::len_utf8);
            }
            if let Some(block) = comment {
                self.trivia.push(Trivium {
                    range: range.clone(),
                    kind: if block {
                        TriviumKind::Block
                    } else {
                        TriviumKind::Line
                    },
                });
            }
            at = range.end;
        }
    }

    /// What stands in parentheses.
    fn find_parens(&mut self) {
        let place = |offset: usize| u32::try_from(offset).unwrap_or(u32::MAX);
        let mut open = Vec::new();
        for pair in self.tokens.windows(2) {
            if let [(first, before), (second, after)] = pair {
                if *first == TokenKind::Punct("(") {
                    open.push(after.start);
                }
                if *second == TokenKind::Punct(")")
                    && let Some(start) = open.pop()
                {
                    self.parens.insert((place(start), place(before.end)));
                }
            }
        }
    }

    fn run(&self, program: &Program) -> Option<String> {
        let mut placed: Vec<Placed> = Vec::new();
        for declaration in &program.declarations {
            placed.extend(self.place(declaration)?);
        }
        // Segments end where the next one starts, so that no token is lost.
        let mut next = self.tokens.len();
        for segment in placed.iter_mut().rev() {
            if segment.tokens.start >= next {
                return None;
            }
            segment.tokens.end = next;
            next = segment.tokens.start;
        }
        if next > 0 {
            return None;
        }
        let mut output = Output::new(self);
        for segment in &placed {
            output.segment(segment);
        }
        Some(output.finish())
    }

    /// The segments of a declaration; the whole of it as one if they do not fit the tokens.
    fn place(&self, declaration: &Declaration) -> Option<Vec<Placed>> {
        let mut placed = Vec::new();
        let first = self.token_from(declaration.span.start as usize);
        let mut least = first;
        for segment in print::segments(declaration, &self.parens) {
            match self.token_at(segment.start) {
                Some(mut token) if token >= least => {
                    least = token + 1;
                    if placed.is_empty() {
                        // Words before the first clause belong to the declaration.
                        token = token.min(first);
                    }
                    placed.push(Placed {
                        segment,
                        tokens: token..token,
                    });
                }
                _ => return self.place_whole(declaration),
            }
        }
        Some(placed)
    }

    fn place_whole(&self, declaration: &Declaration) -> Option<Vec<Placed>> {
        let start = Start::At(declaration.span.start as usize);
        let token = self.token_at(start)?;
        let segment = Segment {
            indent: 0,
            text: String::new(),
            start,
            join: Join::Line,
            blank_before: false,
            keep: Keep::Lines,
        };
        Some(vec![Placed {
            segment,
            tokens: token..token,
        }])
    }

    /// The first token from a byte on.
    fn token_from(&self, offset: usize) -> usize {
        self.tokens
            .partition_point(|(_, range)| range.start < offset)
    }

    fn token_at(&self, start: Start) -> Option<usize> {
        let token = match start {
            Start::Nowhere => return None,
            Start::After(offset) => self.token_from(offset),
            Start::At(offset) | Start::Brace(offset) => {
                let token = self.token_from(offset);
                let (kind, range) = self.tokens.get(token)?;
                let brace = *kind == TokenKind::Punct("}");
                if range.start != offset || (matches!(start, Start::Brace(_)) && !brace) {
                    return None;
                }
                token
            }
            Start::AfterSemicolon(offset) => {
                let from = self.token_from(offset);
                let behind = self.tokens.get(from..)?;
                let at = behind
                    .iter()
                    .position(|(kind, _)| *kind == TokenKind::Punct(";"))?;
                from + at + 1
            }
        };
        (token < self.tokens.len()).then_some(token)
    }

    /// The bytes from the first to the last of some tokens.
    fn bytes(&self, tokens: &Range<usize>) -> Range<usize> {
        let range = |index: usize| self.tokens.get(index).map(|(_, range)| range.clone());
        let first = range(tokens.start).unwrap_or(0..0);
        let last = range(tokens.end.wrapping_sub(1)).unwrap_or(0..0);
        first.start..last.end.max(first.start)
    }

    fn trivia_within(&self, bytes: &Range<usize>) -> &[Trivium] {
        let from = self
            .trivia
            .partition_point(|trivium| trivium.range.start < bytes.start);
        let to = self
            .trivia
            .partition_point(|trivium| trivium.range.start < bytes.end);
        self.trivia.get(from..to).unwrap_or(&[])
    }

    /// The text of a segment that starts on a line indented by `margin`.
    fn segment_text(&self, placed: &Placed, margin: &str) -> String {
        let bytes = self.bytes(&placed.tokens);
        let source = self.text.get(bytes.clone()).unwrap_or("");
        let segment = &placed.segment;
        let own = self.tokens.get(placed.tokens.clone()).unwrap_or(&[]);
        let keep = match segment.keep {
            Keep::Nothing
                if self.trivia_within(&bytes).is_empty()
                    && same_tokens(self.text, own, &segment.text) =>
            {
                Keep::Nothing
            }
            Keep::Nothing => Keep::Lines,
            keep => keep,
        };
        match keep {
            Keep::Nothing => self.line_end.apply(&segment.text),
            Keep::Lines => self.moved(source, bytes.start, margin),
            Keep::Bytes => source.to_owned(),
        }
    }

    /// Source text from byte `start` on with its lines moved from their indentation
    /// to another one.
    fn moved(&self, source: &str, start: usize, margin: &str) -> String {
        let from = indentation(self.text, start);
        let mut lines = source.split('\n').map(|line| line.trim_end());
        let mut text = lines.next().unwrap_or("").to_owned();
        for line in lines {
            text.push_str(self.line_end.as_str());
            if !line.is_empty() {
                let common = line
                    .bytes()
                    .zip(from.bytes())
                    .take_while(|(left, right)| left == right)
                    .count();
                text.push_str(margin);
                text.push_str(line.get(common..).unwrap_or(line));
            }
        }
        text
    }
}

/// The blanks at the start of the line with a byte.
fn indentation(text: &str, offset: usize) -> &str {
    let before = text.get(..offset).unwrap_or("");
    let line = before.rfind('\n').map_or(0, |at| at + 1);
    let line = text
        .get(line..)
        .unwrap_or("")
        .trim_start_matches('\u{feff}');
    let width = line.len() - line.trim_start_matches([' ', '\t']).len();
    line.get(..width).unwrap_or("")
}

/// What must not change of a token: all but parentheses, and not which of two spellings
/// an operator has.
fn substance(kind: TokenKind, text: &str) -> Option<&str> {
    match (kind, text) {
        (TokenKind::Punct("(" | ")"), _) => None,
        // The span of an opened trigger covers its level.
        (TokenKind::Punct("{:"), _) => Some(text),
        (TokenKind::Punct(operator), _) => Some(operator),
        (TokenKind::Keyword(keyword), _) => Some(keyword),
        (TokenKind::Word, "in") => Some("\\in"),
        (TokenKind::Word, "unfolding") => Some("\\unfolding"),
        _ => Some(text.trim_matches('`')),
    }
}

/// Whether printed text has the tokens of the source, parentheses aside.
fn same_tokens(text: &str, source: &[(TokenKind, Range<usize>)], printed: &str) -> bool {
    let (tokens, diagnostics) = lex::tokens(printed, 0);
    let old = source
        .iter()
        .filter_map(|(kind, range)| substance(*kind, text.get(range.clone()).unwrap_or("")));
    let new = tokens
        .iter()
        .filter(|token| token.kind != TokenKind::End)
        .filter_map(|token| substance(token.kind, printed.get(token.span.range()).unwrap_or("")));
    diagnostics.is_empty() && old.eq(new)
}

/// The text being built.
struct Output<'a> {
    formatter: &'a Formatter<'a>,
    text: String,
    /// Where in the source the output has come to.
    at: usize,
    /// Columns of the last segment.
    indent: usize,
    /// Whether the last thing written opens a block, or is the start of the file.
    opened: bool,
}

impl<'a> Output<'a> {
    fn new(formatter: &'a Formatter<'a>) -> Self {
        let mark = if formatter.text.starts_with('\u{feff}') {
            "\u{feff}"
        } else {
            ""
        };
        Output {
            formatter,
            text: mark.to_owned(),
            at: mark.len(),
            indent: 0,
            opened: true,
        }
    }

    /// Whether nothing is written yet.
    fn empty(&self) -> bool {
        self.text.trim_start_matches('\u{feff}').is_empty()
    }

    /// Line ends in the source between here and a byte.
    fn lines_to(&self, offset: usize) -> usize {
        let gap = self.formatter.text.get(self.at..offset).unwrap_or("");
        gap.matches('\n').count()
    }

    /// Indentation of the line being written.
    fn margin(&self) -> String {
        indentation(&self.text, self.text.len()).to_owned()
    }

    /// Begins a line, after a blank one if the source has one and the place allows it.
    fn new_line(&mut self, indent: usize, blank: bool) {
        if !self.empty() {
            let line_end = self.formatter.line_end.as_str();
            self.text.push_str(line_end);
            if blank && !self.opened {
                self.text.push_str(line_end);
            }
        }
        self.text.push_str(&" ".repeat(indent));
    }

    /// The comments before byte `end`, each on a line indented by `indent` unless it ends one.
    /// Says whether what follows may go on behind the last of them.
    fn comments(&mut self, end: usize, indent: usize) -> bool {
        let formatter = self.formatter;
        let mut leading = false;
        for trivium in formatter.trivia_within(&(self.at..end)) {
            let range = trivium.range.clone();
            let lines = self.lines_to(range.start);
            let text = formatter.text.get(range.clone()).unwrap_or("");
            let next_line = formatter.text.get(range.end..end).unwrap_or("");
            let leads = trivium.kind == TriviumKind::Opening && !next_line.contains('\n');
            if self.empty() || lines > 0 || (leads && !leading) {
                self.new_line(indent, lines > 1);
                leading = true;
                self.opened = false;
            } else {
                self.text.push(' ');
            }
            let margin = self.margin();
            self.text
                .push_str(&formatter.moved(text, range.start, &margin));
            self.at = range.end;
            if trivium.kind == TriviumKind::Line || text.contains('\n') {
                leading = false;
            }
        }
        leading
    }

    fn segment(&mut self, placed: &Placed) {
        let formatter = self.formatter;
        let segment = &placed.segment;
        let bytes = formatter.bytes(&placed.tokens);
        let closes = matches!(segment.start, Start::Brace(_));
        let comment_indent = if closes {
            segment.indent + 2
        } else if segment.text == "{" {
            segment.indent.max(self.indent)
        } else {
            segment.indent
        };
        let start = self.at;
        let leading = self.comments(bytes.start, comment_indent);
        let commented = self.at > start;
        let lines = self.lines_to(bytes.start);
        if commented && leading && lines == 0 {
            self.text.push(' ');
        } else if commented || segment.join == Join::Line || self.empty() {
            self.new_line(segment.indent, lines > 1 && !closes);
        } else if segment.join == Join::Space {
            self.text.push(' ');
        }
        let margin = self.margin();
        let text = formatter.segment_text(placed, &margin);
        self.opened = text.ends_with('{');
        self.text.push_str(&text);
        self.indent = segment.indent;
        self.at = bytes.end;
    }

    fn finish(mut self) -> String {
        self.comments(self.formatter.text.len(), 0);
        if !self.empty() {
            self.text.push_str(self.formatter.line_end.as_str());
        }
        self.text
    }
}
