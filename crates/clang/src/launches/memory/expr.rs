//! Expressions of the host as words, with the macros of the text put in.

use super::super::facts::joined;
use super::super::types::is_scalar;
use super::super::{Part, Words};

/// Macros stand for macros no deeper.
const MACROS: u32 = 8;

/// An expression has no more words.
const LONGEST: usize = 4000;

/// Stands for what a macro may be that has several meanings.
pub(super) const ANYTHING: &str = "?macro";

/// Marks of two characters that are one word here.
const DOUBLE: [&str; 14] = [
    "::", "->", "==", "!=", "<=", ">=", "&&", "||", "+=", "-=", "*=", "/=", "++", "--",
];

/// An expression, and where its names are looked up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in super::super) struct Expr {
    pub words: Vec<String>,
    pub at: usize,
}

impl Expr {
    /// Another expression whose names mean what they mean here.
    pub(crate) fn with(&self, words: &[String]) -> Expr {
        Expr {
            words: words.to_vec(),
            at: self.at,
        }
    }

    /// As a message shows it.
    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        for (at, word) in self.words.iter().enumerate() {
            let binary = at > 0
                && matches!(&**word, "+" | "-" | "*" | "?" | "=")
                && !is_sign(&self.words, at);
            let after = at > 0 && {
                let last = at - 1;
                let sign = matches!(&*self.words[last], "+" | "-" | "*" | "?" | "=");
                self.words[last] == "," || sign && last > 0 && !is_sign(&self.words, last)
            };
            let names = at > 0 && {
                let word_like = |word: &str| is_name(word) || is_number(word);
                word_like(word) && word_like(&self.words[at - 1])
            };
            if (binary || after || names) && !text.ends_with(' ') {
                text.push(' ');
            }
            text.push_str(word);
        }
        text
    }
}

/// Whether a mark is one before its operand, and not between two.
pub(super) fn is_sign(words: &[String], at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|at| words.get(at));
    before.is_none_or(|word| {
        !(is_name(word) || is_number(word) || matches!(&**word, ")" | "]" | "}"))
    })
}

/// Whether a word begins like a name.
pub(super) fn is_name(word: &str) -> bool {
    word.starts_with(|c: char| c.is_alphabetic() || c == '_' || c == '$')
}

/// Whether a word is a literal number.
pub(super) fn is_number(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_digit())
}

/// The position of the bracket that closes the one at a position.
pub(super) fn close(words: &[String], open: usize) -> Option<usize> {
    let mut depth = 0usize;
    for (at, word) in words.iter().enumerate().skip(open) {
        match &**word {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some(at);
                }
            }
            _ => {}
        }
    }
    None
}

/// The position of the `>` that closes the `<` of template arguments at a position.
pub(super) fn angle(words: &[String], open: usize) -> Option<usize> {
    let mut depth = 0usize;
    for (at, word) in words.iter().enumerate().skip(open) {
        match &**word {
            "<" => depth += 1,
            ">" => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some(at);
                }
            }
            "::" | "*" | "&" | "," => {}
            word if is_name(word) || is_number(word) => {}
            _ => return None,
        }
    }
    None
}

/// The parts between commas that stand in no bracket and between no template arguments.
pub(super) fn parts(words: &[String]) -> Vec<&[String]> {
    let mut all = Vec::new();
    let (mut start, mut at) = (0, 0);
    while at < words.len() {
        match &*words[at] {
            "(" | "[" | "{" => at = close(words, at).unwrap_or(words.len()),
            "<" => {
                // `f<A, B>(…)`, and not a comparison.
                let end = angle(words, at).filter(|end| {
                    matches!(
                        words.get(end + 1).map(|word| &**word),
                        Some("(" | "{" | "::")
                    )
                });
                at = end.unwrap_or(at);
            }
            "," => {
                all.push(&words[start..at]);
                start = at + 1;
            }
            _ => {}
        }
        at += 1;
    }
    if start < words.len() {
        all.push(&words[start..]);
    }
    all
}

/// The first position of one of these words outside of brackets.
pub(super) fn outside(words: &[String], wanted: &[&str]) -> Option<usize> {
    let mut at = 0;
    while at < words.len() {
        let word = &*words[at];
        if wanted.contains(&word) {
            return Some(at);
        }
        if matches!(word, "(" | "[" | "{") {
            at = close(words, at)?;
        }
        at += 1;
    }
    None
}

/// Condition, and what is chosen, of `c ? x : y`.
pub(super) fn choice(words: &[String]) -> Option<(&[String], &[String], &[String])> {
    let question = outside(words, &["?"])?;
    let mut depth = 0usize;
    let mut at = question + 1;
    while at < words.len() {
        match &*words[at] {
            "(" | "[" | "{" => at = close(words, at)?,
            "?" => depth += 1,
            ":" if depth == 0 => {
                return Some((
                    &words[..question],
                    &words[question + 1..at],
                    &words[at + 1..],
                ));
            }
            ":" => depth -= 1,
            _ => {}
        }
        at += 1;
    }
    None
}

/// The last `+` or `-` between two operands that stands in no bracket.
pub(super) fn sum(words: &[String]) -> Option<usize> {
    let (mut at, mut found) = (0, None);
    while at < words.len() {
        match &*words[at] {
            "(" | "[" | "{" => at = close(words, at)?,
            "+" | "-" if !is_sign(words, at) => found = Some(at),
            _ => {}
        }
        at += 1;
    }
    found
}

/// Words without brackets, casts and calls around them that change no address, and what casts there were.
pub(super) fn bare(words: &[String]) -> (&[String], String) {
    let mut words = words;
    let mut casts = String::new();
    loop {
        let Some(first) = words.first() else {
            return (words, casts);
        };
        if first == "(" {
            let Some(end) = close(words, 0) else {
                return (words, casts);
            };
            let (inside, rest) = (&words[1..end], &words[end + 1..]);
            if rest.is_empty() {
                words = inside;
                continue;
            }
            if is_cast(inside, rest) {
                casts.push_str(&inside.concat());
                words = rest;
                continue;
            }
            return (words, casts);
        }
        let Some((name, open)) = called(words) else {
            return (words, casts);
        };
        let whole = close(words, open) == Some(words.len() - 1);
        let cast = matches!(
            name,
            "static_cast" | "reinterpret_cast" | "const_cast" | "dynamic_cast" | "bit_cast"
        );
        let same = matches!(
            name,
            "raw_pointer_cast" | "move" | "forward" | "ref" | "cref" | "as_const" | "to_address"
        ) || matches!(name, "device_pointer_cast" | "device_ptr" | "launder");
        if !(whole && (cast || same)) {
            return (words, casts);
        }
        if cast {
            casts.push_str(&words[1..open].concat());
        }
        words = &words[open + 1..words.len() - 1];
    }
}

/// The last part of the name of a function that is called at the beginning, and where its bracket opens.
pub(super) fn called(words: &[String]) -> Option<(&str, usize)> {
    let mut at = usize::from(words.first().is_some_and(|word| word == "::"));
    loop {
        let name = words.get(at).filter(|word| is_name(word))?;
        at += 1;
        if words.get(at).is_some_and(|word| word == "<") {
            at = angle(words, at)? + 1;
        }
        match words.get(at).map(|word| &**word) {
            Some("::") => at += 1,
            Some("(") => return Some((name, at)),
            _ => return None,
        }
    }
}

/// Whether words in brackets are a type to which what follows is converted.
fn is_cast(inside: &[String], rest: &[String]) -> bool {
    let typed = inside.iter().all(|word| {
        is_name(word) || is_number(word) || matches!(&**word, "::" | "<" | ">" | "*" | "," | "&")
    });
    let begins = rest.first().is_some_and(|word| {
        is_name(word)
            || is_number(word)
            || matches!(&**word, "(" | "::")
            || matches!(&**word, "&" | "*") && inside.last().is_some_and(|last| last == "*")
    });
    let last = inside
        .iter()
        .rev()
        .find(|word| !matches!(&***word, "const" | "__restrict__" | "restrict" | "volatile"));
    let pointer = last.is_some_and(|last| last == "*");
    let scalar = last.is_some_and(|last| is_scalar(last) || last == "uintptr_t");
    // `(f)(x)` calls, unless it is a type; either way what is in its brackets counts.
    typed && begins && (pointer || scalar || rest.first().is_some_and(|word| word != "::"))
}

impl Words<'_> {
    /// An expression of the text, with macros put in; its names are looked up at a position.
    pub(in super::super) fn expr(&self, part: Part, at: usize) -> Expr {
        let mut words = Vec::new();
        let in_macro = self.facts.is_directive(part.0);
        self.put(part, in_macro, MACROS, &mut words);
        Expr { words, at }
    }

    fn put(&self, (from, to): Part, in_macro: bool, depth: u32, words: &mut Vec<String>) {
        let mut at = from;
        while at < to {
            let word = self.word(at);
            if words.len() > LONGEST {
                words.push(ANYTHING.to_owned());
                return;
            }
            if word == "\\" || self.facts.is_directive(at) && !in_macro {
                at += 1;
                continue;
            }
            let pair = format!("{word}{}", self.word(at + 1));
            if at + 1 < to && joined(self.all, at) && DOUBLE.contains(&&*pair) {
                words.push(pair);
                at += 2;
                continue;
            }
            at += match self.facts.macros.contains_key(word) && self.is_word(at) {
                true => self.put_macro((at, to), depth, words),
                false => {
                    words.push(word.to_owned());
                    1
                }
            };
        }
    }

    /// Puts in what the macro at a position stands for; says how many tokens that is instead of.
    fn put_macro(&self, (at, to): Part, depth: u32, words: &mut Vec<String>) -> usize {
        let name = self.word(at);
        let all = self.facts.macros.get(name).map_or(&[][..], Vec::as_slice);
        let mut defined = all.iter().filter(|one| one.defines);
        let Some(first) = defined.next() else {
            words.push(name.to_owned());
            return 1;
        };
        let body = |one: &super::super::facts::Directive| -> Vec<&str> {
            let all = (one.body..one.end).map(|at| self.word(at));
            all.filter(|word| *word != "\\").collect()
        };
        let one = defined.all(|other| body(other) == body(first) && other.params == first.params);
        let given = self.given.iter().any(|given| given == name);
        let harmless = |one: &super::super::facts::Directive| {
            body(one).iter().all(|word| {
                is_number(word) || is_scalar(word) || matches!(*word, "half" | "__half" | "const")
            })
        };
        let Some(below) = depth.checked_sub(1).filter(|_| one && !given) else {
            let known = all.iter().filter(|one| one.defines).all(harmless);
            words.push(match known {
                true => name.to_owned(),
                false => ANYTHING.to_owned(),
            });
            return 1;
        };
        let Some(params) = &first.params else {
            // What it stands for may mention it; then it is that.
            let itself = body(first).contains(&name);
            match itself {
                true => words.push(name.to_owned()),
                false => self.put((first.body, first.end), true, below, words),
            }
            return 1;
        };
        let close = self.closed(at + 1).filter(|close| *close <= to);
        let Some(close) = close.filter(|_| self.word(at + 1) == "(") else {
            words.push(name.to_owned());
            return 1;
        };
        let passed = self.parts((at + 2, close - 1));
        let mut inner = Vec::new();
        self.put((first.body, first.end), true, below, &mut inner);
        let variadic = params.iter().any(|param| param == ".");
        for word in inner {
            if variadic && word == "__VA_ARGS__" {
                let named = params.iter().filter(|param| *param != ".").count();
                if let Some(rest) = passed.get(named) {
                    self.put((rest.0, close - 1), false, below, words);
                }
                continue;
            }
            match params.iter().position(|param| *param == word) {
                Some(place) => {
                    if let Some(part) = passed.get(place) {
                        self.put(*part, false, below, words);
                    }
                }
                None => words.push(word),
            }
        }
        close - at
    }
}
