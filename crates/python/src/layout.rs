//! A text as it is read: as long as the Python file, with each character at its place there.

use crate::ctokens::{Kind, Tokens, same, tokens};
use std::ops::Range;

/// A character of the text that Python makes, and what stands for it in the file.
#[derive(Clone, Debug)]
pub(crate) struct Unit {
    pub(crate) value: char,
    pub(crate) place: Range<usize>,
}

/// The file with blanks for all that is not the text. None if the text cannot be put there so that a compiler
/// reads the same tokens.
pub(crate) fn laid_out(file: &str, units: &[Unit], of_text: &Tokens) -> Option<String> {
    let mut page = Page::new(file, units);
    let inside = interior(of_text);
    let mut at = 0;
    for (number, unit) in units.iter().enumerate() {
        let start = at;
        at += unit.value.len_utf8();
        // No blank comes into a token.
        let in_token = inside.binary_search_by(|range| {
            if range.end <= start {
                std::cmp::Ordering::Less
            } else if range.start > start {
                std::cmp::Ordering::Greater
            } else {
                std::cmp::Ordering::Equal
            }
        });
        if in_token.is_err() {
            page.pad(unit.place.start);
        }
        let mut value = unit.value;
        let stands = file.as_bytes().get(unit.place.start) == Some(&b'\n');
        if value == '\n' && !stands && of_text.ends.binary_search(&start).is_err() {
            value = ' ';
        }
        let next = units.get(number + 1).map(|next| next.value);
        let late = page.at > unit.place.start;
        if late && matches!(value, ' ' | '\t') && is_free(page.last, next) {
            continue;
        }
        page.put(value)?;
    }
    let text = page.done(units)?;
    same(of_text, &tokens(&text)).then_some(text)
}

/// As far as that is possible, where it does not matter what is read.
pub(crate) fn roughly(file: &str, units: &[Unit]) -> String {
    let mut bytes = blanked(file);
    for unit in units {
        let mut buffer = [0; 4];
        let value = unit.value.encode_utf8(&mut buffer).as_bytes();
        let place = bytes.get_mut(unit.place.start..unit.place.end.max(unit.place.start));
        if let Some(place) = place.filter(|place| place.len() >= value.len()) {
            place
                .iter_mut()
                .zip(value)
                .for_each(|(slot, byte)| *slot = *byte);
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Where tokens go on: from behind the first character of each to its end.
fn interior(of: &Tokens) -> Vec<Range<usize>> {
    let long = of
        .all
        .iter()
        .filter(|token| token.kind != Kind::End && token.range.len() > 1);
    long.map(|token| token.range.start + 1..token.range.end)
        .collect()
}

/// Whether a blank may be left out between two characters.
fn is_free(last: char, next: Option<char>) -> bool {
    let free =
        |c: char| c.is_whitespace() || matches!(c, '(' | ')' | '[' | ']' | '{' | '}' | ';' | ',');
    free(last) || next.is_none_or(free)
}

fn blanked(file: &str) -> Vec<u8> {
    let blank = |byte| if byte == b'\n' { b'\n' } else { b' ' };
    file.bytes().map(blank).collect()
}

struct Page {
    bytes: Vec<u8>,
    at: usize,
    last: char,
}

impl Page {
    fn new(file: &str, units: &[Unit]) -> Page {
        Page {
            bytes: blanked(file),
            at: units.first().map_or(0, |unit| unit.place.start),
            last: '\n',
        }
    }

    /// Goes on to a place. Lines that end on the way do not end in the text: `\` takes the end away.
    fn pad(&mut self, to: usize) {
        for at in self.at..to {
            if self.bytes.get(at) == Some(&b'\n')
                && at > self.at
                && let Some(slot) = self.bytes.get_mut(at - 1).filter(|slot| **slot == b' ')
            {
                *slot = b'\\';
            }
        }
        if to > self.at {
            self.at = to;
            self.last = ' ';
        }
    }

    fn put(&mut self, value: char) -> Option<()> {
        let mut buffer = [0; 4];
        let value_bytes = value.encode_utf8(&mut buffer).as_bytes();
        let place = self.bytes.get_mut(self.at..self.at + value_bytes.len())?;
        place.copy_from_slice(value_bytes);
        self.at += value_bytes.len();
        self.last = value;
        Some(())
    }

    /// The text, if it ends before the string does.
    fn done(mut self, units: &[Unit]) -> Option<String> {
        // Behind the last character stand at least the quotes of the literal.
        let end = units.last().map_or(0, |unit| unit.place.end) + 1;
        let fits = self.at <= end;
        self.pad(end.min(self.bytes.len()));
        fits.then(|| String::from_utf8(self.bytes).ok())?
    }
}
