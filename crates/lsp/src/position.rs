//! Places as editors count them: lines from 0, columns in UTF-16 code units.

use gen_lsp_types::{Position, Range};

/// Where the lines of a text begin. A line ends with `\n`, `\r\n` or `\r`, as the protocol has it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lines {
    starts: Vec<usize>,
}

impl Lines {
    /// The lines of a text; there is always one.
    pub(crate) fn of(text: &str) -> Lines {
        let bytes = text.as_bytes();
        let ends = |at: usize| match bytes.get(at) {
            Some(b'\n') => true,
            Some(b'\r') => bytes.get(at + 1) != Some(&b'\n'),
            _ => false,
        };
        let behind = (0..bytes.len()).filter(|&at| ends(at)).map(|at| at + 1);
        Lines {
            starts: std::iter::once(0).chain(behind).collect(),
        }
    }

    /// A line without its end, and where it begins.
    fn line<'a>(&self, text: &'a str, line: usize) -> Option<(usize, &'a str)> {
        let start = *self.starts.get(line)?;
        let end = self.starts.get(line + 1).copied().unwrap_or(text.len());
        let line = text.get(start..end)?;
        Some((start, line.trim_end_matches(['\n', '\r'])))
    }

    /// The place of a byte offset; within a character the character's, within a line end the
    /// line's end, behind the text its end.
    pub(crate) fn position(&self, text: &str, offset: usize) -> Position {
        let offset = offset.min(text.len());
        let number = self.starts.partition_point(|&start| start <= offset);
        let number = number.saturating_sub(1);
        let (start, line) = self.line(text, number).unwrap_or((0, ""));
        let before = line
            .char_indices()
            .take_while(|(at, character)| start + at + character.len_utf8() <= offset);
        let column: usize = before.map(|(_, character)| character.len_utf16()).sum();
        Position::new(small(number), small(column))
    }

    /// The byte offset of a place; behind a line's end the line's end, behind the text its end,
    /// within a character the character's.
    pub(crate) fn offset(&self, text: &str, position: Position) -> usize {
        let Some((start, line)) = self.line(text, position.line as usize) else {
            return text.len();
        };
        let mut left = position.character as usize;
        for (at, character) in line.char_indices() {
            match left.checked_sub(character.len_utf16()) {
                Some(rest) if left > 0 => left = rest,
                _ => return start + at,
            }
        }
        start + line.len()
    }

    /// A range of bytes as a range of places.
    pub(crate) fn range(&self, text: &str, bytes: std::ops::Range<usize>) -> Range {
        let start = self.position(text, bytes.start);
        Range::new(start, self.position(text, bytes.end).max(start))
    }

    /// A range of places as a range of bytes.
    pub(crate) fn bytes(&self, text: &str, range: Range) -> std::ops::Range<usize> {
        let start = self.offset(text, range.start);
        start..self.offset(text, range.end).max(start)
    }
}

fn small(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str, offset: usize) -> (u32, u32) {
        let position = Lines::of(text).position(text, offset);
        (position.line, position.character)
    }

    fn back(text: &str, line: u32, character: u32) -> usize {
        Lines::of(text).offset(text, Position::new(line, character))
    }

    #[test]
    fn columns_are_utf_16() {
        // One byte, two bytes, three bytes, four bytes: one unit each, but the last.
        let text = "aä→𝄞b";
        let offsets = [(0, 0), (1, 1), (3, 2), (6, 3), (10, 5), (11, 6)];
        for (offset, column) in offsets {
            assert_eq!(at(text, offset), (0, column));
            assert_eq!(back(text, 0, column), offset);
        }
        // Within a character.
        assert_eq!(at(text, 2), (0, 1));
        assert_eq!(at(text, 8), (0, 3));
        assert_eq!(back(text, 0, 4), 6);
    }

    #[test]
    fn three_line_ends() {
        let text = "a\nb\r\nc\rd\n";
        assert_eq!(at(text, 2), (1, 0));
        assert_eq!(at(text, 5), (2, 0));
        assert_eq!(at(text, 7), (3, 0));
        assert_eq!(at(text, 9), (4, 0));
        // Between `\r` and `\n`, and beyond.
        assert_eq!(at(text, 4), (1, 1));
        assert_eq!(at(text, 99), (4, 0));
        assert_eq!(back(text, 1, 99), 3);
        assert_eq!(back(text, 99, 0), 9);
        assert_eq!(at("", 0), (0, 0));
        assert_eq!(back("", 3, 3), 0);
    }

    #[test]
    fn every_character_comes_back() {
        let text = "\u{feff}x\r\r\n\n𝄞é\re\u{301}\u{2028}.\r";
        let lines = Lines::of(text);
        for (offset, character) in text.char_indices() {
            let inside = character == '\n' && text[..offset].ends_with('\r');
            if !inside {
                let there = lines.position(text, offset);
                assert_eq!(lines.offset(text, there), offset);
            }
        }
    }
}
