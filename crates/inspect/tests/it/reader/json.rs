//! Where the values of a JSON text are, so that parts of it can be exchanged and all else stays, its
//! order included: clang's places are relative to the one before.

use std::ops::Range;

/// A value.
#[derive(Clone, Debug)]
pub struct Value {
    /// Its characters.
    pub at: Range<usize>,
    /// Its key with quotation marks, if it is part of an object.
    pub key: Option<Range<usize>>,
    /// The object or list that it is part of; the root is its own.
    pub parent: usize,
    /// Its parts.
    pub parts: Vec<usize>,
}

/// A text without blanks between its parts, and its values, outer ones first.
pub struct Text {
    pub text: String,
    pub values: Vec<Value>,
}

impl Text {
    /// Reads what clang wrote, which is well-formed.
    pub fn new(written: &[u8]) -> Self {
        let text = packed(std::str::from_utf8(written).unwrap());
        let mut values = Vec::new();
        let mut reader = Reader {
            bytes: text.as_bytes(),
            at: 0,
            values: &mut values,
        };
        reader.value(None, 0);
        Text { text, values }
    }

    pub fn of(&self, value: usize) -> &str {
        &self.text[self.values[value].at.clone()]
    }

    /// The key of a value without quotation marks; empty if it has none.
    pub fn key(&self, value: usize) -> &str {
        let key = self.values[value].key.clone();
        key.map_or("", |at| self.text[at].trim_matches('"'))
    }

    /// The part of an object under a key.
    pub fn part(&self, value: usize, key: &str) -> Option<usize> {
        let parts = self.values[value].parts.iter().copied();
        parts.into_iter().find(|part| self.key(*part) == key)
    }
}

/// Without blanks outside of strings.
fn packed(text: &str) -> String {
    let mut out = String::with_capacity(text.len() / 2);
    let (mut inside, mut escaped) = (false, false);
    for c in text.chars() {
        if inside {
            inside = escaped || c != '"';
            escaped = !escaped && c == '\\';
        } else if c.is_ascii_whitespace() {
            continue;
        } else {
            inside = c == '"';
        }
        out.push(c);
    }
    out
}

struct Reader<'t> {
    bytes: &'t [u8],
    at: usize,
    values: &'t mut Vec<Value>,
}

impl Reader<'_> {
    fn string(&mut self) -> Range<usize> {
        let start = self.at;
        self.at += 1;
        while self.bytes[self.at] != b'"' {
            self.at += if self.bytes[self.at] == b'\\' { 2 } else { 1 };
        }
        self.at += 1;
        start..self.at
    }

    fn value(&mut self, key: Option<Range<usize>>, parent: usize) -> usize {
        let number = self.values.len();
        let start = self.at;
        self.values.push(Value {
            at: start..start,
            key,
            parent,
            parts: Vec::new(),
        });
        match self.bytes[start] {
            b'"' => {
                self.string();
            }
            open @ (b'{' | b'[') => {
                self.at += 1;
                let close = if open == b'{' { b'}' } else { b']' };
                while self.bytes[self.at] != close {
                    if self.bytes[self.at] == b',' {
                        self.at += 1;
                    }
                    let mut key = None;
                    if open == b'{' {
                        key = Some(self.string());
                        self.at += 1;
                    }
                    let part = self.value(key, number);
                    self.values[number].parts.push(part);
                }
                self.at += 1;
            }
            _ => {
                while !b",]}".contains(&self.bytes[self.at]) {
                    self.at += 1;
                }
            }
        }
        self.values[number].at.end = self.at;
        number
    }
}
