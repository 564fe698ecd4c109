//! String literals: the characters that they stand for, each with its place in the file.

use crate::tree::{File, Why, children};
use std::ops::Range;
use tree_sitter::Node;

/// A part of a text that Python makes.
#[derive(Clone, Debug)]
pub(crate) enum Piece<'t> {
    /// A character, and the bytes of the file that stand for it.
    Char { value: char, place: Range<usize> },
    /// What is filled in: an expression that is printed as decimal digits, or nothing that is understood.
    Hole {
        filling: Option<Node<'t>>,
        place: Range<usize>,
    },
}

/// A text, and what of it is not known.
#[derive(Clone, Debug, Default)]
pub(crate) struct Made<'t> {
    pub(crate) pieces: Vec<Piece<'t>>,
    pub(crate) whys: Vec<Why>,
}

impl<'t> Made<'t> {
    pub(crate) fn hole(&mut self, place: Range<usize>, why: Why) {
        self.whys.push(why);
        let filling = None;
        self.pieces.push(Piece::Hole { filling, place });
    }
}

/// What a node of kind `string` stands for.
pub(crate) fn literal<'t>(file: &File<'t>, node: Node<'t>) -> Made<'t> {
    let mut made = Made::default();
    let parts = children(node);
    let (Some(start), Some(end)) = (parts.first(), parts.last()) else {
        made.hole(
            node.byte_range(),
            Why::new(node, "a string is not understood"),
        );
        return made;
    };
    let prefix = file
        .of(*start)
        .trim_matches(['"', '\''])
        .to_ascii_lowercase();
    let known = ["", "r", "u", "f", "b", "rf", "fr", "rb", "br"];
    // The grammar takes a `\` before the end of a raw string for a part of its end.
    let quotes = file
        .of(*start)
        .trim_start_matches(|c: char| c.is_ascii_alphabetic());
    let ends = start.kind() == "string_start"
        && end.kind() == "string_end"
        && !quotes.is_empty()
        && file.of(*end) == quotes;
    if !ends || !known.contains(&prefix.as_str()) || parts.len() < 2 {
        let message = format!("a string that begins with `{prefix}` or ends so is not understood");
        made.hole(node.byte_range(), Why::new(node, message));
        return made;
    }
    let mut reader = Reader {
        file,
        raw: prefix.contains('r'),
        formatted: prefix.contains('f'),
        bytes: prefix.contains('b'),
        made,
    };
    let mut at = start.end_byte();
    for part in &parts[1..parts.len() - 1] {
        if part.start_byte() != at {
            let message = "a part of the string is not in the grammar's tree";
            reader.made.whys.push(Why::new(node, message));
        }
        at = part.end_byte();
        match part.kind() {
            "string_content" => reader.content(*part),
            "interpolation" => reader.interpolation(*part),
            kind => {
                let message = format!("`{kind}` in a string is not understood");
                reader
                    .made
                    .hole(part.byte_range(), Why::new(*part, message));
            }
        }
    }
    if at != end.start_byte() {
        let message = "a part of the string is not in the grammar's tree";
        reader.made.whys.push(Why::new(node, message));
    }
    reader.made
}

struct Reader<'a, 't> {
    file: &'a File<'t>,
    raw: bool,
    formatted: bool,
    bytes: bool,
    made: Made<'t>,
}

impl<'t> Reader<'_, 't> {
    fn content(&mut self, node: Node<'t>) {
        let mut at = node.start_byte();
        for part in children(node) {
            self.plain(at..part.start_byte());
            at = part.end_byte();
            match part.kind() {
                "escape_sequence" if !self.raw => self.escape(part),
                "escape_interpolation" if self.formatted => {
                    let value = self.file.of(part).chars().next().unwrap_or(' ');
                    let place = part.byte_range();
                    self.made.pieces.push(Piece::Char { value, place });
                }
                _ => self.plain(part.byte_range()),
            }
        }
        self.plain(at..node.end_byte());
    }

    /// Characters that stand for themselves.
    fn plain(&mut self, range: Range<usize>) {
        let text = self.file.text.get(range.clone()).unwrap_or("");
        for (offset, value) in text.char_indices() {
            let start = range.start + offset;
            let place = start..start + value.len_utf8();
            if self.formatted && matches!(value, '{' | '}') {
                let message = format!("a single `{value}` in a string to be formatted");
                self.made.whys.push(Why::at(place.clone(), message));
            }
            if value == '\r' && !text[offset..].starts_with("\r\n") {
                let message = "a carriage return that ends a line by itself";
                self.made.whys.push(Why::at(place.clone(), message));
            }
            self.made.pieces.push(Piece::Char { value, place });
        }
    }

    fn escape(&mut self, node: Node<'t>) {
        let text = self.file.of(node);
        let place = node.byte_range();
        let rest = text.strip_prefix('\\').unwrap_or(text);
        let first = rest.chars().next();
        let number = |digits: &str, base| {
            u32::from_str_radix(digits, base)
                .ok()
                .and_then(char::from_u32)
        };
        let (value, length) = match first {
            Some('\n' | '\r') => return,
            Some('n') => (Some('\n'), 2),
            Some('t') => (Some('\t'), 2),
            Some('r') => (Some('\r'), 2),
            Some('f') => (Some('\x0c'), 2),
            Some('v') => (Some('\x0b'), 2),
            Some('a') => (Some('\x07'), 2),
            Some('b') => (Some('\x08'), 2),
            Some(same @ ('\\' | '"' | '\'')) => (Some(same), 2),
            Some('0'..='7') => {
                let octal = rest
                    .bytes()
                    .take(3)
                    .take_while(|byte| (b'0'..b'8').contains(byte));
                let length = octal.count();
                (number(&rest[..length], 8), 1 + length)
            }
            Some('x') => (number(&rest[1..], 16), text.len()),
            Some('u' | 'U') if !self.bytes => (number(&rest[1..], 16), text.len()),
            // Not an escape: both characters stand for themselves.
            Some('8' | '9' | 'u' | 'U') => return self.plain(place),
            _ => (None, text.len()),
        };
        let end = (place.start + length).min(place.end);
        match value.filter(|value| is_text(*value) && (!self.bytes || value.is_ascii())) {
            Some(value) => {
                let place = place.start..end;
                self.made.pieces.push(Piece::Char { value, place });
            }
            None => {
                let why = Why::new(node, format!("the escape `{text}` is not understood"));
                self.made.hole(place.start..end, why);
            }
        }
        self.plain(end..place.end);
    }

    fn interpolation(&mut self, node: Node<'t>) {
        let parts = children(node);
        let expression = node.child_by_field_name("expression");
        let alone = parts.len() == 1 && expression == parts.first().copied();
        // `{x=}` has one more token, and prints the name.
        match expression.filter(|_| alone && node.child_count() == 3) {
            Some(expression) => self.made.pieces.push(Piece::Hole {
                filling: Some(expression),
                place: node.byte_range(),
            }),
            None => {
                let why = Why::new(node, "a conversion or format of a value is not understood");
                self.made.hole(node.byte_range(), why);
            }
        }
    }
}

/// Whether a character may stand in a text of C: no control character but blanks, and no end of line that
/// Python and C tell apart.
fn is_text(value: char) -> bool {
    !value.is_control() || matches!(value, '\n' | '\t' | '\x0b' | '\x0c')
}
