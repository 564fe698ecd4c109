//! Texts of kernels in strings.

use crate::bindings::Names;
use crate::ctokens::{Kind, Token, Tokens, declares, is_word, tokens};
use crate::forms::{made, outermost};
use crate::integers::{Constant, Integers};
use crate::layout::{Unit, laid_out, roughly};
use crate::literals::{Made, Piece};
use crate::tree::{File, Why, parse};
use crate::uses::Uses;
use clang::Request;
use clang::tree::Language;
use std::collections::HashSet;
use std::ops::Range;
use text::diagnostics::Diagnostic;
use text::span::Span;
use tree_sitter::Node;

/// A text that declares a kernel.
#[derive(Clone, Debug)]
pub struct Text {
    /// The text to read: as long as the Python file, each character at its place there, blanks for the rest.
    pub request: Request,
    /// The names that are taken to have values.
    pub constants: Vec<Constant>,
    /// The calls that compile it, as far as it is known where it goes.
    pub compiled: Vec<Span>,
    /// Why it is not known which text is compiled, if it is not; then nothing may be said of its kernels.
    pub undecided: Option<Diagnostic>,
}

/// The texts of a Python file that declare kernels. `define` are the user's macros, `NAME=VALUE`.
pub fn texts(name: &str, text: &str, define: &[String]) -> Vec<Text> {
    let mentions = ["__global__", "__kernel"]
        .iter()
        .any(|word| text.contains(word));
    let Some(tree) = parse(text).filter(|_| mentions) else {
        return Vec::new();
    };
    let file = File::new(text, &tree);
    let names = Names::new(&file);
    let reader = Reader {
        name,
        define,
        file: &file,
        integers: Integers::new(&file, &names, define),
        names: &names,
    };
    let mut seen = HashSet::new();
    let mut found: Vec<Text> = Vec::new();
    for node in file.nodes() {
        if node.kind() != "string" {
            continue;
        }
        let whole = outermost(&file, &names, node);
        if seen.insert(whole.id()) {
            found.extend(reader.read(whole));
        }
    }
    match file.error().filter(|_| found.is_empty()) {
        Some(error) => reader.lost(error).into_iter().collect(),
        None => found,
    }
}

struct Reader<'a, 't> {
    name: &'a str,
    define: &'a [String],
    file: &'a File<'t>,
    names: &'a Names<'t>,
    integers: Integers<'a, 't>,
}

/// A text with what is filled in.
#[derive(Default)]
struct Filled<'t> {
    units: Vec<Unit>,
    text: String,
    /// Places that were filled, as ranges of the text, and with what.
    holes: Vec<(Range<usize>, Node<'t>)>,
    /// Places of which it is not known what comes there.
    unknown: Vec<Range<usize>>,
    constants: Vec<Constant>,
    whys: Vec<Why>,
}

impl<'t> Filled<'t> {
    fn put(&mut self, value: char, place: Range<usize>) {
        self.text.push(value);
        self.units.push(Unit { value, place });
    }

    fn digits(&mut self, digits: &str, place: &Range<usize>) {
        let last = digits.chars().count().saturating_sub(1);
        for (number, value) in digits.chars().enumerate() {
            let start = (place.start + number).min(place.end);
            let end = if number == last {
                place.end
            } else {
                (start + 1).min(place.end)
            };
            self.put(value, start..end.max(start));
        }
    }
}

impl<'t> Reader<'_, 't> {
    /// What an expression makes, if that declares a kernel.
    fn read(&self, node: Node<'t>) -> Option<Text> {
        let mut filled = self.filled(made(self.file, self.names, node));
        let found = tokens(&filled.text);
        let language = if declares(&found, &filled.unknown, "__global__") {
            Language::Cuda
        } else if declares(&found, &filled.unknown, "__kernel") {
            Language::OpenCl
        } else {
            return None;
        };
        if let Some(error) = self.file.error() {
            filled.whys.insert(0, misread(error));
        }
        if has_another_encoding(self.file.text) {
            let message = "the file says that it is not in UTF-8";
            filled.whys.insert(0, Why::at(0..0, message));
        }
        self.place_holes(&mut filled, &found);
        let mut uses = Uses::new(self.file, self.names, self.define);
        if let Err(why) = uses.follow(node) {
            filled.whys.push(why);
        }
        // Places are those of text that stands once, in its order.
        let order = filled.units.windows(2).all(|pair| match pair {
            [one, other] => one.place.start <= other.place.start,
            _ => true,
        });
        let text = laid_out(self.file.text, &filled.units, &found).filter(|_| order);
        if text.is_none() && filled.whys.is_empty() {
            let message = "it cannot be laid out over the string with the same tokens";
            filled.whys.push(Why::new(node, message));
        }
        let text = text.unwrap_or_else(|| roughly(self.file.text, &filled.units));
        Some(Text {
            request: Request::new(self.name, text, language),
            constants: filled.constants,
            compiled: uses.into_compiled(),
            undecided: filled.whys.into_iter().next().map(Why::diagnostic),
        })
    }

    /// A file whose tree has no text, though it may have one where the grammar does not fit.
    fn lost(&self, error: Node<'t>) -> Option<Text> {
        let found = tokens(self.file.text);
        let cuda = self.file.text.contains("__global__");
        let language = if cuda {
            Language::Cuda
        } else {
            Language::OpenCl
        };
        let any = !found.all.is_empty();
        any.then(|| Text {
            request: Request::new(self.name, roughly(self.file.text, &[]), language),
            constants: Vec::new(),
            compiled: Vec::new(),
            undecided: Some(misread(error).diagnostic()),
        })
    }

    /// Puts in the values that are known.
    fn filled(&self, made: Made<'t>) -> Filled<'t> {
        let mut filled = Filled {
            whys: made.whys,
            ..Filled::default()
        };
        let pieces = made.pieces;
        for (number, piece) in pieces.iter().enumerate() {
            let (filling, place) = match piece {
                Piece::Char { value, place } => {
                    filled.put(*value, place.clone());
                    continue;
                }
                Piece::Hole { filling, place } => (*filling, place),
            };
            let start = filled.text.len();
            let value =
                filling.map(|node| (node, self.integers.value(node, &mut filled.constants)));
            match value {
                Some((node, Ok(value))) => {
                    filled.digits(&value.to_string(), place);
                    filled.holes.push((start..filled.text.len(), node));
                    if value < 0 {
                        let why = Why::at(place.clone(), "a negative number is filled in");
                        filled.whys.push(why);
                    }
                    continue;
                }
                Some((_, Err(why))) => filled.whys.push(why),
                None => {}
            }
            // Something, so that kernels are found: their names are reported.
            let beside = |piece: Option<&Piece<'_>>| matches!(piece, Some(Piece::Char { value, .. }) if is_word(*value));
            let before = number.checked_sub(1).and_then(|before| pieces.get(before));
            let word = beside(before) || beside(pieces.get(number + 1));
            filled.digits(if word { "_" } else { "1" }, place);
            filled.unknown.push(start..filled.text.len());
        }
        filled
    }

    /// Holes are whole numbers of the text.
    fn place_holes(&self, filled: &mut Filled<'t>, found: &Tokens) {
        for (range, node) in &filled.holes {
            let touches = |token: &&Token| {
                token.kind != Kind::End
                    && token.range.start < range.end
                    && range.start < token.range.end
            };
            let bad = match found.all.iter().position(|token| touches(&token)) {
                // In a comment, which a number does not end.
                None => None,
                Some(at) => {
                    let token = &found.all[at];
                    match token.kind {
                        Kind::Number if token.range == *range => {
                            (!is_value(found, at)).then_some("in a line of the preprocessor")
                        }
                        Kind::Text => Some("inside a literal of C"),
                        _ => Some("inside a word or number of C"),
                    }
                }
            };
            if let Some(place) = bad {
                let shown: String = self.file.of(*node).chars().take(40).collect();
                let message = format!("`{shown}` is filled in {place}");
                filled.whys.push(Why::new(*node, message));
            }
        }
        // A macro that the user defines for a hole would stand for the same name in the text.
        for one in filled.constants.iter().filter(|one| one.line.is_none()) {
            if found
                .all
                .iter()
                .any(|token| token.kind == Kind::Word && token.text == one.name)
            {
                let message = format!(
                    "-D gives `{}`, which is a name in the text as well",
                    one.name
                );
                filled.whys.push(Why::at(0..0, message));
            }
        }
    }
}

/// Whether one of the first two lines names an encoding that is not understood.
fn has_another_encoding(text: &str) -> bool {
    let usual = ["utf-8", "utf8", "ascii", "latin-1", "iso-8859-1"];
    text.lines().take(2).any(|line| {
        let line = line.to_ascii_lowercase();
        let named = line.contains("coding:") || line.contains("coding=");
        let comment = line.trim_start().starts_with('#');
        comment && named && !usual.iter().any(|name| line.contains(name))
    })
}

fn misread(error: Node<'_>) -> Why {
    Why::new(error, "the grammar of Python does not fit the file here")
}

/// Whether a token stands in no directive, or is the whole value of a macro, or belongs to a `#pragma`.
fn is_value(found: &Tokens, at: usize) -> bool {
    let all = &found.all;
    if !all[at].directive {
        return true;
    }
    let before = &all[..at];
    let ends = |token: &Token| token.kind == Kind::End || !token.directive;
    let start = before.iter().rposition(ends).map_or(0, |end| end + 1);
    let line: Vec<&str> = before[start..]
        .iter()
        .map(|token| token.text.as_str())
        .collect();
    let last = all.get(at + 1).is_none_or(|next| next.kind == Kind::End);
    match line.as_slice() {
        ["#", "define", _] => last,
        ["#", "pragma", ..] => true,
        _ => false,
    }
}
