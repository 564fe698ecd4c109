//! Source files and the translation of offsets to lines and columns.

use crate::span::Span;
use serde::{Deserialize, Serialize};

/// One file of a program: its name as the user gave it, and its text.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(from = "Named", into = "Named")]
pub struct SourceFile {
    /// The path as given on the command line, or `<stdin>`.
    pub name: String,
    /// The text, exactly as read (byte order mark and line ends included).
    pub text: String,
    line_starts: Vec<usize>,
}

/// What is written of a file; where its lines begin follows from the text.
#[derive(Serialize, Deserialize)]
struct Named {
    name: String,
    text: String,
}

impl From<Named> for SourceFile {
    fn from(Named { name, text }: Named) -> SourceFile {
        SourceFile::new(name, text)
    }
}

impl From<SourceFile> for Named {
    fn from(SourceFile { name, text, .. }: SourceFile) -> Named {
        Named { name, text }
    }
}

/// A line and a column, both from 1; the column counts characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct LineColumn {
    /// Line number, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
}

impl SourceFile {
    /// Takes a text under a name.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        let text = text.into();
        let mut line_starts = vec![0];
        line_starts.extend(text.match_indices('\n').map(|(at, _)| at + 1));
        SourceFile {
            name: name.into(),
            text,
            line_starts,
        }
    }

    /// The line and column of a byte offset; offsets past the end give the end.
    pub fn line_column(&self, offset: usize) -> LineColumn {
        let offset = offset.min(self.text.len());
        let line = self.line_starts.partition_point(|&start| start <= offset);
        let start = self.line_starts.get(line - 1).copied().unwrap_or(0);
        let column = self
            .text
            .get(start..offset)
            .map_or(offset - start, |text| text.chars().count())
            + 1;
        LineColumn { line, column }
    }

    /// How many lines there are; a final line end does not begin another.
    pub fn line_count(&self) -> usize {
        self.text.lines().count()
    }

    /// The text of a line (from 1) without its line end; empty if there is none.
    pub fn line_text(&self, line: usize) -> &str {
        let Some(&start) = line.checked_sub(1).and_then(|i| self.line_starts.get(i)) else {
            return "";
        };
        let end = self
            .line_starts
            .get(line)
            .copied()
            .unwrap_or(self.text.len());
        self.text
            .get(start..end)
            .unwrap_or("")
            .trim_end_matches(['\n', '\r'])
    }

    /// The byte offset at which a line (from 1) begins.
    pub fn line_start(&self, line: usize) -> Option<usize> {
        line.checked_sub(1)
            .and_then(|i| self.line_starts.get(i))
            .copied()
    }

    /// The text a span covers; empty if the span is not of this text.
    pub fn slice(&self, span: Span) -> &str {
        self.text.get(span.range()).unwrap_or("")
    }
}
