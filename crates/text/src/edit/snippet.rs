//! Text with provenance: copied from the source, written anew, or both.

use super::{EditError, LineEnd, LineOrigin, Piece};
use crate::source::SourceFile;
use crate::span::Span;

/// A run of text of one provenance.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Chunk {
    text: String,
    rule: String,
    origin: Option<Span>,
    verbatim: bool,
}

/// Text that knows, chunk by chunk, which rule made it from which place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Snippet {
    chunks: Vec<Chunk>,
}

impl Snippet {
    /// No text.
    pub fn new() -> Self {
        Snippet::default()
    }

    /// Generated text, derived from `origin` if it is given.
    pub fn generated(
        text: impl Into<String>,
        rule: impl Into<String>,
        origin: Option<Span>,
    ) -> Self {
        let mut snippet = Snippet::new();
        snippet.push(text, rule, origin);
        snippet
    }

    /// The source text of a span, byte for byte.
    pub fn copy(source: &SourceFile, span: Span, rule: impl Into<String>) -> Self {
        let mut snippet = Snippet::new();
        snippet.push_chunk(Chunk {
            text: source.slice(span).to_owned(),
            rule: rule.into(),
            origin: Some(span),
            verbatim: true,
        });
        snippet
    }

    /// The source text of a span in which each listed place is replaced; all else,
    /// comments included, stays byte for byte. Places outside the span are passed over,
    /// so that a list for a whole method serves each of its statements.
    ///
    /// # Errors
    /// [`EditError::OutOfRange`] if the span is not one of the text,
    /// [`EditError::Overlap`] if two of the places within it overlap.
    pub fn copy_with(
        source: &SourceFile,
        span: Span,
        substitutions: &[(Span, String)],
        rule: impl Into<String>,
    ) -> Result<Self, EditError> {
        let rule = rule.into();
        if source.text.get(span.range()).is_none() {
            return Err(EditError::OutOfRange { span });
        }
        let mut own: Vec<&(Span, String)> = substitutions
            .iter()
            .filter(|(place, _)| span.contains(*place))
            .collect();
        own.sort_by_key(|(place, _)| (place.start, place.end));
        let mut snippet = Snippet::new();
        let mut at = span.start;
        let mut previous = Span::new(span.file, span.start as usize, span.start as usize);
        for (place, text) in own {
            if place.start < at {
                return Err(EditError::Overlap {
                    first: previous,
                    first_rule: rule.clone(),
                    second: *place,
                    second_rule: rule,
                });
            }
            let before = Span::new(span.file, at as usize, place.start as usize);
            snippet.append(Snippet::copy(source, before, rule.as_str()));
            snippet.push(text.as_str(), rule.as_str(), Some(*place));
            at = place.end;
            previous = *place;
        }
        let rest = Span::new(span.file, at as usize, span.end as usize);
        snippet.append(Snippet::copy(source, rest, rule));
        Ok(snippet)
    }

    /// Adds generated text.
    pub fn push(&mut self, text: impl Into<String>, rule: impl Into<String>, origin: Option<Span>) {
        self.push_chunk(Chunk {
            text: text.into(),
            rule: rule.into(),
            origin,
            verbatim: false,
        });
    }

    /// Adds another snippet.
    pub fn append(&mut self, other: Snippet) {
        for chunk in other.chunks {
            self.push_chunk(chunk);
        }
    }

    fn push_chunk(&mut self, chunk: Chunk) {
        if !chunk.text.is_empty() {
            self.chunks.push(chunk);
        }
    }

    /// The text.
    pub fn text(&self) -> String {
        self.chunks
            .iter()
            .map(|chunk| chunk.text.as_str())
            .collect()
    }

    /// Whether there is no text.
    pub fn is_empty(&self) -> bool {
        self.chunks.is_empty()
    }

    /// The same text without its first bytes; they must end where a character does.
    pub fn without_start(self, bytes: usize) -> Self {
        let mut kept = Snippet::new();
        let mut left = bytes;
        for chunk in &self.chunks {
            let cut = left.min(chunk.text.len());
            left -= cut;
            kept.push_part(chunk, cut, chunk.text.len());
        }
        kept
    }

    /// The same text without the line end that it ends with, if it does.
    pub fn without_last_line_end(mut self) -> Self {
        if let Some(last) = self.chunks.last_mut() {
            let text = last.text.strip_suffix('\n').unwrap_or(&last.text);
            last.text = text.strip_suffix('\r').unwrap_or(text).to_owned();
            last.verbatim = false;
        }
        self
    }

    /// The same text moved from one indentation to another: on every line but the first,
    /// `from` at the start (or as much of it as is there) becomes `to`. Blank lines and
    /// the order of everything else stay.
    pub fn reindented(self, from: &str, to: &str) -> Self {
        if from == to {
            return self;
        }
        let mut moved = Snippet::new();
        // What is left to strip of the present line's indentation; none inside a line.
        let mut strip: Option<&str> = None;
        for chunk in self.chunks {
            let mut start = 0;
            let mut offset = 0;
            while offset < chunk.text.len() {
                if let Some(pending) = strip {
                    let rest = &chunk.text[offset..];
                    let common = common_prefix(pending, rest);
                    moved.push_part(&chunk, start, offset);
                    offset += common;
                    start = offset;
                    if offset == chunk.text.len() {
                        strip = Some(&pending[common..]);
                        break;
                    }
                    if !chunk.text[offset..].starts_with(['\n', '\r']) {
                        moved.push(to, chunk.rule.as_str(), chunk.origin);
                    }
                    strip = None;
                }
                match chunk.text[offset..].find('\n') {
                    Some(at) => {
                        offset += at + 1;
                        strip = Some(from);
                    }
                    None => offset = chunk.text.len(),
                }
            }
            moved.push_part(&chunk, start, chunk.text.len());
        }
        moved
    }

    /// Adds the bytes `start..end` of a chunk, its provenance narrowed accordingly.
    fn push_part(&mut self, chunk: &Chunk, start: usize, end: usize) {
        let origin = match chunk.origin {
            Some(origin) if chunk.verbatim => Some(Span::new(
                origin.file,
                origin.start as usize + start,
                origin.start as usize + end,
            )),
            origin => origin,
        };
        self.push_chunk(Chunk {
            text: chunk.text.get(start..end).unwrap_or("").to_owned(),
            rule: chunk.rule.clone(),
            origin,
            verbatim: chunk.verbatim,
        });
    }

    /// The same with the line ends of generated text in the given style; copied text keeps its own.
    pub fn with_line_end(mut self, line_end: LineEnd) -> Self {
        for chunk in self.chunks.iter_mut().filter(|chunk| !chunk.verbatim) {
            chunk.text = line_end.apply(&chunk.text);
        }
        self
    }

    /// Provenance chunk by chunk, as an [`super::Edit`] takes it.
    pub fn pieces(&self) -> Vec<Piece> {
        let mut at = 0;
        self.chunks
            .iter()
            .map(|chunk| {
                let start = at;
                at += chunk.text.len();
                Piece {
                    range: start..at,
                    rule: chunk.rule.clone(),
                    origin: chunk.origin,
                    verbatim: chunk.verbatim,
                }
            })
            .collect()
    }

    /// Provenance line by line: that of the first chunk on the line that is more than blanks.
    pub fn line_origins(&self) -> Vec<LineOrigin> {
        let mut origins: Vec<(Option<LineOrigin>, bool)> = vec![(None, false)];
        for chunk in &self.chunks {
            let mut offset = 0;
            for part in chunk.text.split_inclusive('\n') {
                let origin = match chunk.origin {
                    Some(origin) if chunk.verbatim => {
                        let lead = part.len() - part.trim_start().len();
                        let start = origin.start as usize + offset;
                        let from = if part.trim().is_empty() {
                            start
                        } else {
                            start + lead
                        };
                        let length = part.trim().len();
                        Some(Span::new(origin.file, from, from + length))
                    }
                    origin => origin,
                };
                let solid = !part.trim().is_empty();
                if let Some(last) = origins.last_mut()
                    && (last.0.is_none() || (!last.1 && solid))
                {
                    *last = (
                        Some(LineOrigin {
                            rule: chunk.rule.clone(),
                            origin,
                        }),
                        solid,
                    );
                }
                if part.ends_with('\n') {
                    origins.push((None, false));
                }
                offset += part.len();
            }
        }
        origins
            .into_iter()
            .map_while(|(origin, _)| origin)
            .collect()
    }
}

/// Length of the longest common prefix, in whole characters of blanks and tabs.
fn common_prefix(pattern: &str, text: &str) -> usize {
    pattern
        .bytes()
        .zip(text.bytes())
        .take_while(|(left, right)| left == right && matches!(right, b' ' | b'\t'))
        .count()
}
