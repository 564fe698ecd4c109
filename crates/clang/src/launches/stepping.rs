//! Macros that may give what they are given another value, `#define NEXT(x) ++x`: where a name stands within
//! their brackets, also in a larger expression as in `NEXT(n + 1)`, it may be changed. And macros that may
//! stand for several arguments, `#define SIZES 1, 64`.

use std::collections::{BTreeMap, BTreeSet};

use super::facts::Directive;
use crate::tokens::Token;

/// What is known of macros by their names, in one text or several.
#[derive(Clone, Debug, Default)]
pub(super) struct Stepping {
    /// Those that do it themselves, as far as their words say.
    own: BTreeSet<String>,
    /// Those that stand for something with a comma outside of brackets.
    commas: BTreeSet<String>,
    /// Those that put names together.
    pasting: BTreeSet<String>,
    /// For each macro the words in what it stands for: it may be that of another one.
    words: BTreeMap<String, BTreeSet<String>>,
}

impl Stepping {
    /// Adds a definition.
    pub(super) fn add(&mut self, text: &str, all: &[Token], one: &Directive) {
        let word = |at: usize| all.get(at).map_or("", |token| token.of(text));
        let name = word(one.name).to_owned();
        // Without the marks of lines that go on.
        let words = (one.body..one.end).map(word).filter(|word| *word != "\\");
        let words: Vec<&str> = words.collect();
        let mut params =
            (0..words.len()).filter(|at| words.get(*at).is_some_and(|w| one.is_param(w)));
        if params.any(|at| changes(&words, at)) {
            self.own.insert(name.clone());
        }
        if has_comma(&words, one.rest()) {
            self.commas.insert(name.clone());
        }
        if words.windows(2).any(|two| two == ["#", "#"]) {
            self.pasting.insert(name.clone());
        }
        let words = words.into_iter().map(str::to_owned);
        self.words.entry(name).or_default().extend(words);
    }

    /// Adds what is known of the macros of another text.
    pub(super) fn extend(&mut self, other: &Stepping) {
        self.own.extend(other.own.iter().cloned());
        self.commas.extend(other.commas.iter().cloned());
        self.pasting.extend(other.pasting.iter().cloned());
        for (name, words) in &other.words {
            let mine = self.words.entry(name.clone()).or_default();
            mine.extend(words.iter().cloned());
        }
    }

    /// The names of all that may do it, those too that only stand for another one.
    pub(super) fn all(&self) -> BTreeSet<String> {
        self.with_users(self.own.clone())
    }

    /// The names of all that may stand for several arguments where they seem to be one. What puts names together
    /// may put together the name of one.
    pub(super) fn splitting(&self) -> BTreeSet<String> {
        match self.commas.is_empty() {
            true => BTreeSet::new(),
            false => self.with_users(self.commas.union(&self.pasting).cloned().collect()),
        }
    }

    /// These macros, and those that stand for something with one of them in it.
    fn with_users(&self, mut found: BTreeSet<String>) -> BTreeSet<String> {
        loop {
            let before = found.len();
            for (name, words) in &self.words {
                if !words.is_disjoint(&found) {
                    found.insert(name.clone());
                }
            }
            if found.len() == before {
                return found;
            }
        }
    }
}

/// Whether there is a comma outside of brackets, or what may have one: all arguments that are left, also if they
/// have a name. What has statements is no argument, if each `<<<` in it has its `>>>`.
fn has_comma(words: &[&str], rest: Option<&str>) -> bool {
    let (mut depth, mut launch, mut least) = (0i32, 0i32, 0i32);
    let (mut comma, mut statements) = (false, false);
    for (at, word) in words.iter().enumerate() {
        let three = words
            .get(at..at + 3)
            .is_some_and(|next| next.iter().all(|one| one == word));
        match *word {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth -= 1,
            "<" if three => launch += 1,
            ">" if three => launch -= 1,
            ";" => statements |= depth <= 0,
            _ => {}
        }
        least = least.min(launch);
        let several = matches!(*word, "," | "__VA_ARGS__") || rest == Some(*word);
        comma |= depth <= 0 && launch <= 0 && several;
    }
    let whole = launch == 0 && least == 0;
    !whole || comma && !statements
}

/// Whether what a parameter stands for may be changed where it stands: it is stepped, assigned, read into,
/// lent by its address, or is itself what is called.
fn changes(words: &[&str], at: usize) -> bool {
    let word = |at: Option<usize>| at.and_then(|at| words.get(at)).copied().unwrap_or("");
    let back = |by: usize| word(at.checked_sub(by));
    let ahead = |by: usize| word(at.checked_add(by));
    let before = match (back(2), back(1)) {
        ("+", "+") | ("-", "-") | (">", ">") => true,
        ("&", "&") => false,
        (_, "&") => true,
        _ => false,
    };
    let behind = match (ahead(1), ahead(2)) {
        ("+", "+") | ("-", "-") | ("(", _) => true,
        ("=", next) => next != "=",
        ("+" | "-" | "*" | "/" | "%" | "&" | "|" | "^", "=") => true,
        ("<", "<") | (">", ">") => ahead(3) == "=",
        _ => false,
    };
    before || behind
}
