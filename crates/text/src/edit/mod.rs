//! Changes to source text that leave every other byte alone and remember where they came from.
//!
//! A transformation states its changes as [`Edit`]s, collected in an [`EditSet`] and carried
//! out by [`apply`]. What no edit covers comes out byte for byte. [`Applied`] then knows
//! for every line and byte of the new text what it came from, and [`History`] follows that
//! through several steps back to the user's file.

mod applied;
mod history;
mod lines;
mod snippet;

pub use applied::{Applied, Cause, Change, LineSource, MappedSpan, Origin, Removal, apply};
pub use history::{Derivation, History, HistoryLine, Step, Trace};
pub use lines::{
    LineEnd, indentation, indentation_unit, line_end, line_span, unit_of, whole_lines,
};
pub use snippet::Snippet;

use crate::source::SourceFile;
use crate::span::Span;
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// Which rule made a line of a replacement, and from which place of the old text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LineOrigin {
    /// The rule, in the words of the change log.
    pub rule: String,
    /// The place in the old text it derives from, if there is one.
    pub origin: Option<Span>,
}

/// Where a range of bytes of a replacement comes from; finer than a line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Piece {
    /// Bytes of the replacement.
    pub range: Range<usize>,
    /// The rule that put them there.
    pub rule: String,
    /// The place in the old text they derive from, if there is one.
    pub origin: Option<Span>,
    /// True if the bytes are those of `origin`, one for one.
    pub verbatim: bool,
}

/// One change: `span` of the old text becomes `replacement`. An empty span inserts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Edit {
    /// What is replaced.
    pub span: Span,
    /// By what.
    pub replacement: String,
    /// The rule that makes the change.
    pub rule: String,
    /// The place in the old text that the replacement derives from; none means `span`.
    pub origin: Option<Span>,
    /// Provenance line by line; lines past its end have `rule` and `origin`.
    pub lines: Vec<LineOrigin>,
    /// Provenance byte by byte, in order and without overlaps; may leave gaps.
    pub pieces: Vec<Piece>,
}

impl Edit {
    /// Replaces `span` by generated text.
    pub fn new(span: Span, replacement: impl Into<String>, rule: impl Into<String>) -> Self {
        Edit {
            span,
            replacement: replacement.into(),
            rule: rule.into(),
            origin: None,
            lines: Vec::new(),
            pieces: Vec::new(),
        }
    }

    /// Replaces `span` by a snippet, with the snippet's own provenance.
    pub fn from_snippet(span: Span, snippet: &Snippet, rule: impl Into<String>) -> Self {
        Edit {
            lines: snippet.line_origins(),
            pieces: snippet.pieces(),
            ..Edit::new(span, snippet.text(), rule)
        }
    }

    /// The same edit, derived from `origin`.
    pub fn with_origin(mut self, origin: Span) -> Self {
        self.origin = Some(origin);
        self
    }

    /// The same edit with the line ends of its generated text in the given style; copied
    /// pieces keep their own.
    pub fn with_line_end(mut self, line_end: LineEnd) -> Self {
        let old = std::mem::take(&mut self.replacement);
        let mut at = 0;
        for piece in &mut self.pieces {
            let between = old.get(at..piece.range.start).unwrap_or("");
            self.replacement.push_str(&line_end.apply(between));
            let start = self.replacement.len();
            let text = old.get(piece.range.clone()).unwrap_or("");
            if piece.verbatim {
                self.replacement.push_str(text);
            } else {
                self.replacement.push_str(&line_end.apply(text));
            }
            at = piece.range.end.max(at);
            piece.range = start..self.replacement.len();
        }
        let rest = old.get(at..).unwrap_or("");
        self.replacement.push_str(&line_end.apply(rest));
        self
    }

    /// Rule and place for a line (from 0) of the replacement.
    pub fn line_origin(&self, line: usize) -> LineOrigin {
        self.lines.get(line).cloned().unwrap_or_else(|| LineOrigin {
            rule: self.rule.clone(),
            origin: self.origin,
        })
    }
}

/// Why edits cannot be carried out.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EditError {
    /// Two edits change the same bytes, or one inserts within what another replaces.
    #[error("two changes overlap: \u{201c}{first_rule}\u{201d} and \u{201c}{second_rule}\u{201d}")]
    Overlap {
        /// The place of the first.
        first: Span,
        /// Its rule.
        first_rule: String,
        /// The place of the second.
        second: Span,
        /// Its rule.
        second_rule: String,
    },
    /// A place lies outside the text, ends before it starts, or cuts a character.
    #[error("a change lies outside the text: bytes {}..{}", span.start, span.end)]
    OutOfRange {
        /// The place.
        span: Span,
    },
    /// Edits of several files where one is wanted.
    #[error("changes of file {found} among those of file {expected}")]
    MixedFiles {
        /// The file of the first edit.
        expected: u32,
        /// Another one.
        found: u32,
    },
    /// An edit of a file that is not part of the program.
    #[error("a change of file {file}, of which there is none")]
    NoSuchFile {
        /// Its number.
        file: u32,
    },
}

/// A growing list of edits, possibly of several files.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EditSet {
    edits: Vec<Edit>,
}

impl EditSet {
    /// No edits.
    pub fn new() -> Self {
        EditSet::default()
    }

    /// Inserts text before byte `offset` of file number `file`. Insertions at one place
    /// come out in the order of these calls, and before what a replacement at the
    /// same place puts there.
    pub fn insert(
        &mut self,
        file: u32,
        offset: usize,
        text: impl Into<String>,
        rule: impl Into<String>,
    ) -> &mut Edit {
        self.push(Edit::new(Span::new(file, offset, offset), text, rule))
    }

    /// Replaces the text of a span.
    pub fn replace(
        &mut self,
        span: Span,
        text: impl Into<String>,
        rule: impl Into<String>,
    ) -> &mut Edit {
        self.push(Edit::new(span, text, rule))
    }

    /// Removes the text of a span.
    pub fn delete(&mut self, span: Span, rule: impl Into<String>) -> &mut Edit {
        self.push(Edit::new(span, "", rule))
    }

    /// Adds an edit made elsewhere, and gives it back for amendments.
    pub fn push(&mut self, edit: Edit) -> &mut Edit {
        let at = self.edits.len();
        self.edits.push(edit);
        &mut self.edits[at]
    }

    /// The edits, in the order they were added.
    pub fn edits(&self) -> &[Edit] {
        &self.edits
    }

    /// Whether there is nothing to do.
    pub fn is_empty(&self) -> bool {
        self.edits.is_empty()
    }

    /// Checks that the edits fit the files and do not overlap.
    ///
    /// # Errors
    /// As [`EditSet::apply`].
    pub fn check(&self, files: &[SourceFile]) -> Result<(), EditError> {
        self.apply(files).map(|_| ())
    }

    /// Carries the edits out; one answer a file, none where a file has no edit. The line
    /// ends of generated text become those of the file.
    ///
    /// # Errors
    /// [`EditError::NoSuchFile`] if an edit names a file that is not in `files`, and those
    /// of [`apply`].
    pub fn apply(&self, files: &[SourceFile]) -> Result<Vec<Option<Applied>>, EditError> {
        if let Some(edit) = self
            .edits
            .iter()
            .find(|edit| edit.span.file as usize >= files.len())
        {
            return Err(EditError::NoSuchFile {
                file: edit.span.file,
            });
        }
        files
            .iter()
            .enumerate()
            .map(|(number, source)| {
                let own: Vec<Edit> = self
                    .edits
                    .iter()
                    .filter(|edit| edit.span.file as usize == number)
                    .map(|edit| edit.clone().with_line_end(line_end(source)))
                    .collect();
                if own.is_empty() {
                    Ok(None)
                } else {
                    apply(source, &own).map(Some)
                }
            })
            .collect()
    }
}

#[cfg(test)]
mod tests;
