//! Places of a text that a method or operator fills: `{B}` of `format`, `%d`, `$B`, `{{ B }}`.

use crate::literals::{Made, Piece};
use crate::tree::{Arguments, File, Why, arguments, bare, children};
use std::ops::Range;
use tree_sitter::Node;

/// How places to be filled are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Style {
    /// `str.format`.
    Format,
    /// The operator `%`.
    Percent,
    /// `string.Template`.
    Dollar,
    /// A template of Jinja.
    Jinja,
}

/// What places are filled with.
#[derive(Clone, Debug, Default)]
pub(crate) struct Values<'t> {
    ordered: Vec<Node<'t>>,
    named: Vec<(String, Node<'t>)>,
    /// Whether that is all.
    unknown: bool,
}

impl<'t> Values<'t> {
    /// The arguments of a call; of one dictionary, its entries.
    pub(crate) fn of_call(file: &File<'t>, call: Node<'t>, style: Style) -> Values<'t> {
        let Arguments {
            ordered,
            named,
            unpacked,
        } = arguments(file, call);
        let named = named
            .into_iter()
            .map(|(name, node)| (name.to_owned(), node));
        let mut values = Values {
            ordered,
            named: named.collect(),
            unknown: unpacked,
        };
        if matches!(style, Style::Dollar | Style::Jinja) {
            for one in std::mem::take(&mut values.ordered) {
                values.entries(file, one);
            }
        }
        values
    }

    /// The right side of `%`.
    pub(crate) fn of_operand(file: &File<'t>, node: Node<'t>) -> Values<'t> {
        let mut values = Values::default();
        match node.kind() {
            "dictionary" => values.entries(file, node),
            "tuple" => {
                values.ordered = children(node);
                let splat = |one: &Node<'_>| one.kind().ends_with("splat");
                values.unknown = values.ordered.iter().any(splat);
            }
            _ => values.ordered.push(bare(node)),
        }
        values
    }

    /// The entries of a dictionary whose keys are plain words.
    fn entries(&mut self, file: &File<'t>, node: Node<'t>) {
        if node.kind() != "dictionary" {
            self.unknown = true;
            return;
        }
        for pair in children(node) {
            let key = pair.child_by_field_name("key");
            let value = pair.child_by_field_name("value");
            let key = key.and_then(|key| word(file, key));
            match key.zip(value).filter(|_| pair.kind() == "pair") {
                Some((key, value)) => self.named.push((key, value)),
                None => self.unknown = true,
            }
        }
    }

    fn named(&self, name: &str) -> Option<Node<'t>> {
        let mut all = self.named.iter().filter(|(key, _)| key == name);
        let found = all.next().map(|(_, value)| *value);
        found.filter(|_| all.next().is_none() && !self.unknown)
    }

    fn at(&self, number: usize) -> Option<Node<'t>> {
        self.ordered.get(number).copied().filter(|_| !self.unknown)
    }
}

/// The contents of a string that is one plain literal without escapes.
pub(crate) fn word(file: &File<'_>, node: Node<'_>) -> Option<String> {
    let parts = children(node);
    let plain = node.kind() == "string"
        && parts.iter().all(|part| part.kind() != "interpolation")
        && matches!(
            file.of(*parts.first()?),
            "\"" | "'" | "\"\"\"" | "'''" | "r'" | "r\""
        );
    // The grammar takes a `\` before the end of a raw string for a part of its end.
    let quotes = file.of(*parts.first()?).trim_start_matches('r');
    let plain = plain && parts.len() <= 3 && file.of(*parts.last()?) == quotes;
    let text = parts.iter().filter(|part| part.kind() == "string_content");
    let text: String = text.map(|part| file.of(*part)).collect();
    (plain && !text.contains('\\')).then_some(text)
}

/// A place to be filled, as it is written.
enum Found {
    /// By the value in that order.
    Next,
    Number(usize),
    Name(String),
    /// A character that stands for two.
    Same(char),
    Other(&'static str),
}

/// Fills the places of a text.
pub(crate) fn fill<'t>(
    made: Made<'t>,
    style: Style,
    values: &Values<'t>,
    call: Node<'t>,
) -> Made<'t> {
    let mut filled = Made {
        whys: made.whys,
        ..Made::default()
    };
    // Values that are filled in already have no brackets or dollars in them: they are numbers.
    let chars: Vec<Option<char>> = made.pieces.iter().map(char_of).collect();
    let mut at = 0;
    let (mut next, mut numbered) = (0, false);
    while let Some(piece) = made.pieces.get(at) {
        let Some((length, found)) = place(chars.get(at..).unwrap_or(&[]), style) else {
            filled.pieces.push(piece.clone());
            at += 1;
            continue;
        };
        let end = (at + length).min(made.pieces.len());
        let range = whole(made.pieces.get(at..end).unwrap_or(&[]));
        at = end.max(at + 1);
        let value = match found {
            Found::Same(value) => {
                filled.pieces.push(Piece::Char {
                    value,
                    place: range,
                });
                continue;
            }
            Found::Other(why) => {
                filled.hole(range.clone(), Why::at(range, why));
                continue;
            }
            Found::Next => {
                next += 1;
                values.at(next - 1)
            }
            Found::Number(number) => {
                numbered = true;
                values.at(number)
            }
            Found::Name(name) => values.named(&name),
        };
        match value {
            Some(_) => filled.pieces.push(Piece::Hole {
                filling: value,
                place: range,
            }),
            None => {
                let why = Why::at(range.clone(), "it is not known what is filled in here");
                filled.hole(range, why);
            }
        }
    }
    let counted = matches!(style, Style::Percent) && values.named.is_empty();
    if numbered && next > 0 || counted && next != values.ordered.len() {
        let message = "the values do not fit the places to be filled";
        filled.whys.push(Why::new(call, message));
    }
    filled
}

fn char_of(piece: &Piece<'_>) -> Option<char> {
    match piece {
        Piece::Char { value, .. } => Some(*value),
        Piece::Hole { .. } => None,
    }
}

/// The bytes of the file from the first of some pieces to the last.
fn whole(pieces: &[Piece<'_>]) -> Range<usize> {
    let place = |piece: &Piece<'_>| match piece {
        Piece::Char { place, .. } | Piece::Hole { place, .. } => place.clone(),
    };
    let start = pieces.first().map(place).unwrap_or_default();
    let end = pieces.last().map(place).unwrap_or_default();
    start.start..end.end.max(start.end)
}

/// The place to be filled with which a text begins, and how many characters it has.
fn place(text: &[Option<char>], style: Style) -> Option<(usize, Found)> {
    let at = |number: usize| text.get(number).copied().flatten();
    let first = at(0)?;
    match (style, first, at(1)) {
        (Style::Format, '{' | '}', Some(second)) if first == second => {
            Some((2, Found::Same(first)))
        }
        (Style::Format, '}', _) => {
            Some((1, Found::Other("a single `}` in a string to be formatted")))
        }
        (Style::Format, '{', _) => {
            let Some((name, length)) = enclosed(text, 1, "}") else {
                return Some((1, Found::Other("a place to be filled does not end")));
            };
            let found = match name.parse() {
                _ if name.is_empty() => Found::Next,
                Ok(number) if name.bytes().all(|byte| byte.is_ascii_digit()) => {
                    Found::Number(number)
                }
                _ if is_name(&name) => Found::Name(name),
                _ => Found::Other("a conversion or format of a value is not understood"),
            };
            Some((length, found))
        }
        (Style::Percent, '%', Some('%')) => Some((2, Found::Same('%'))),
        (Style::Percent, '%', Some('d' | 'i' | 's')) => Some((2, Found::Next)),
        (Style::Percent, '%', Some('(')) => {
            let closed = enclosed(text, 2, ")");
            let plain = |(name, length): (String, usize)| {
                let sort = at(length).filter(|sort| matches!(sort, 'd' | 'i' | 's'));
                sort.map(|_| (length + 1, Found::Name(name)))
            };
            let other = Found::Other("a format of `%` is not understood");
            Some(closed.and_then(plain).unwrap_or((1, other)))
        }
        (Style::Percent, '%', _) => Some((1, Found::Other("a format of `%` is not understood"))),
        (Style::Dollar, '$', Some('$')) => Some((2, Found::Same('$'))),
        (Style::Dollar, '$', Some('{')) => {
            let name = enclosed(text, 2, "}").filter(|(name, _)| is_name(name));
            let other = Found::Other("a `$` of a template is not understood");
            Some(name.map_or((1, other), |(name, length)| (length, Found::Name(name))))
        }
        (Style::Dollar, '$', _) => {
            let name = text.iter().skip(1).map_while(|one| *one);
            let name: String = name
                .take_while(|one| one.is_ascii_alphanumeric() || *one == '_')
                .collect();
            let other = Found::Other("a `$` of a template is not understood");
            match is_name(&name) {
                true => Some((1 + name.len(), Found::Name(name))),
                false => Some((1, other)),
            }
        }
        (Style::Jinja, '{', Some('{')) => {
            let name = enclosed(text, 2, "}}");
            let name = name.map(|(name, length)| (name.trim().to_owned(), length));
            let name = name.filter(|(name, _)| is_name(name));
            let other = Found::Other("an expression of Jinja is not understood");
            Some(name.map_or((2, other), |(name, length)| (length, Found::Name(name))))
        }
        (Style::Jinja, '{', Some('%' | '#')) => Some((
            2,
            Found::Other("a statement or comment of Jinja chooses what the text is"),
        )),
        _ => None,
    }
}

/// The characters from a number on up to an end, and the length of all with it.
fn enclosed(text: &[Option<char>], from: usize, end: &str) -> Option<(String, usize)> {
    let rest = text.get(from..)?;
    let rest: String = rest.iter().map_while(|one| *one).take(200).collect();
    let (name, _) = rest.split_once(end)?;
    Some((name.to_owned(), from + name.chars().count() + end.len()))
}

fn is_name(text: &str) -> bool {
    let word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    text.bytes().all(word)
        && text
            .bytes()
            .next()
            .is_some_and(|first| !first.is_ascii_digit())
}
