//! Lines of a text: their ends, their indentation, and the lines of a statement.

use crate::source::SourceFile;
use crate::span::Span;

/// How the lines of a file end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LineEnd {
    /// `\n`.
    #[default]
    Lf,
    /// `\r\n`.
    CrLf,
}

impl LineEnd {
    /// The more frequent one in a text; `\n` in a text without line ends or in case of a draw.
    pub fn of(text: &str) -> Self {
        let all = text.matches('\n').count();
        let crlf = text.matches("\r\n").count();
        if crlf > all - crlf {
            LineEnd::CrLf
        } else {
            LineEnd::Lf
        }
    }

    /// Its bytes.
    pub fn as_str(self) -> &'static str {
        match self {
            LineEnd::Lf => "\n",
            LineEnd::CrLf => "\r\n",
        }
    }

    /// A text with every line end in this style.
    pub fn apply(self, text: &str) -> String {
        let plain = text.replace("\r\n", "\n");
        match self {
            LineEnd::Lf => plain,
            LineEnd::CrLf => plain.replace('\n', "\r\n"),
        }
    }
}

/// How the lines of a file end.
pub fn line_end(source: &SourceFile) -> LineEnd {
    LineEnd::of(&source.text)
}

/// Where the line with byte `offset` begins (a byte order mark not included) and
/// where the next one does.
fn line_bounds(text: &str, offset: usize) -> (usize, usize) {
    let bytes = text.as_bytes();
    let offset = offset.min(bytes.len());
    let start = bytes[..offset]
        .iter()
        .rposition(|&byte| byte == b'\n')
        .map_or(0, |at| at + 1);
    let end = bytes[offset..]
        .iter()
        .position(|&byte| byte == b'\n')
        .map_or(bytes.len(), |at| offset + at + 1);
    if start == 0 && text.starts_with('\u{feff}') {
        ('\u{feff}'.len_utf8(), end)
    } else {
        (start, end)
    }
}

/// The whole line with byte `offset`, its line end included.
pub fn line_span(source: &SourceFile, file: u32, offset: usize) -> Span {
    let (start, end) = line_bounds(&source.text, offset);
    Span::new(file, start, end.max(start))
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

/// The blanks and tabs at the start of the line with byte `offset`.
pub fn indentation(source: &SourceFile, offset: usize) -> &str {
    let (start, end) = line_bounds(&source.text, offset);
    let line = source.text.get(start..end).unwrap_or("");
    let width = line.bytes().take_while(|&byte| is_blank(byte)).count();
    &line[..width]
}

/// One level of indentation as this file has it: a tab if most indented lines start with one,
/// else the smallest number of blanks (two to eight) by which a line is indented; two blanks
/// if no line is.
pub fn indentation_unit(source: &SourceFile) -> String {
    unit_of(&source.text)
}

/// The same for a text.
pub fn unit_of(text: &str) -> String {
    let (mut smallest, mut tabs, mut blanks) = (usize::MAX, 0, 0);
    for line in text.lines() {
        let code = line.trim_start_matches(' ');
        let width = line.len() - code.len();
        if line.starts_with('\t') {
            tabs += 1;
        } else if (2..=8).contains(&width) && !code.is_empty() && !code.starts_with('*') {
            // Lines within a block comment start with ` *`, which says nothing about the code.
            blanks += 1;
            smallest = smallest.min(width);
        }
    }
    if tabs > blanks {
        return "\t".to_owned();
    }
    " ".repeat(if blanks == 0 { 2 } else { smallest })
}

/// The lines a span stands on, leading blanks and the last line end included, if nothing
/// else stands on them. Otherwise the span with the blanks behind it, so that deleting it
/// leaves the neighbours as they are.
pub fn whole_lines(source: &SourceFile, span: Span) -> Span {
    let text = source.text.as_bytes();
    let (start, end) = (span.start as usize, span.end as usize);
    if end > text.len() || start > end {
        return span;
    }
    let (line_start, _) = line_bounds(&source.text, start);
    let line_end = match text.get(end.wrapping_sub(1)) {
        Some(b'\n') if end > start => end,
        _ => line_bounds(&source.text, end).1,
    };
    let clear_before = text
        .get(line_start..start)
        .is_some_and(|before| before.iter().all(|&byte| is_blank(byte)));
    let clear_after = text[end..line_end]
        .iter()
        .all(|&byte| is_blank(byte) || byte == b'\r' || byte == b'\n');
    if clear_before && clear_after {
        return Span::new(span.file, line_start, line_end);
    }
    if clear_after {
        return span;
    }
    let blanks = text[end..]
        .iter()
        .take_while(|&&byte| is_blank(byte))
        .count();
    Span::new(span.file, start, end + blanks)
}
