//! Words of types that are known.

use super::{Part, Words};

/// Whether a word is one of a type of whole numbers with at least 32 bits.
pub(super) fn is_wide(word: &str) -> bool {
    matches!(
        word,
        "int" | "unsigned" | "long" | "uint" | "size_t" | "ssize_t" | "ptrdiff_t" | "signed"
    ) || matches!(word, "int32_t" | "uint32_t" | "int64_t" | "uint64_t")
}

/// Whether a word is one of a type of numbers.
pub(super) fn is_scalar(word: &str) -> bool {
    is_wide(word)
        || matches!(word, "char" | "short" | "bool" | "float" | "double")
        || matches!(word, "int8_t" | "uint8_t" | "int16_t" | "uint16_t")
}

/// Whether a word is one that this reader knows as a type, or as a function between numbers.
pub(super) fn is_known(word: &str) -> bool {
    is_scalar(word) || matches!(word, "auto" | "dim3" | "std")
}

/// What a variable is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A whole number.
    Whole,
    /// The three sizes of a grid or block.
    Dim3,
    /// What its value is: `auto`.
    Auto,
    /// Another number, or a whole one with few bits.
    Other,
}

/// What stands before a declared name.
#[derive(Clone, Copy, Debug)]
pub(super) struct Specified {
    pub kind: Kind,
    pub constant: bool,
    pub is_static: bool,
    /// The position behind the type.
    pub end: usize,
}

impl Words<'_> {
    /// The type that begins at a position, where each of its words is known and it is no reference.
    pub(super) fn specified(&self, from: usize, to: usize) -> Option<Specified> {
        let (mut constant, mut is_static) = (false, false);
        let mut kind: Option<Kind> = None;
        let mut at = from;
        while at < to {
            let word = self.word(at);
            match word {
                _ if self.facts.is_directive(at) => {}
                "const" | "constexpr" => constant = true,
                "static" => is_static = true,
                "inline" | "register" => {}
                "std" if self.word(at + 1) == ":" && self.word(at + 2) == ":" => at += 2,
                _ if self.facts.redefined.contains(word) => return None,
                "auto" if kind.is_none() => kind = Some(Kind::Auto),
                "dim3" if kind.is_none() => kind = Some(Kind::Dim3),
                _ if is_scalar(word) => {
                    kind = match (kind, is_wide(word)) {
                        (None | Some(Kind::Whole), true) => Some(Kind::Whole),
                        (None | Some(Kind::Whole | Kind::Other), _) => Some(Kind::Other),
                        _ => return None,
                    };
                }
                _ => break,
            }
            at += 1;
        }
        Some(Specified {
            kind: kind?,
            constant,
            is_static,
            end: at,
        })
    }

    /// Whether tokens are a conversion to a number as a whole: `(int)ceil(…)`, `static_cast<int>(…)`.
    pub(super) fn is_converted(&self, (from, to): Part) -> bool {
        let number = |(from, to): Part| {
            let said = self.specified(from, to).filter(|said| said.end == to);
            said.is_some_and(|said| matches!(said.kind, Kind::Whole | Kind::Other))
        };
        let last = to.checked_sub(1);
        let bracketed = |open: usize| {
            self.word(open) == "(" && last.is_some() && self.facts.partner(open) == last
        };
        if self.word(from) == "static_cast" && self.word(from + 1) == "<" {
            let close = (from..to).find(|at| self.word(*at) == ">");
            return close.is_some_and(|close| number((from + 2, close)) && bracketed(close + 1));
        }
        let Some(close) = self.facts.partner(from).filter(|_| self.word(from) == "(") else {
            return false;
        };
        let mut name = close + 1;
        while self.is_word(name) || self.word(name) == ":" {
            name += 1;
        }
        number((from + 1, close)) && bracketed(name)
    }
}
