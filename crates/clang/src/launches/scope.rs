//! What names mean where a launch stands: definitions before it in blocks that are still open.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};

use super::formula::{DEPTH, Formula, Lookup, Reader};
use super::helper::Helper;
use super::{Extent, Part, Quantity, Words};
use crate::tokens::TokenKind;

/// Definitions refer to definitions no deeper.
const CHAIN: u32 = 16;

/// No further back than this many tokens is looked for a definition.
const REACH: usize = 20_000;

/// So many names are looked up for one launch.
const LOOKUPS: u32 = 1000;

/// The text of a macro with its arguments put in is no longer than so many bytes.
const LONGEST_TEXT: usize = 4000;

/// A position in a text.
#[derive(Clone, Copy)]
pub(super) struct Scope<'a, 'b> {
    words: Words<'a>,
    at: usize,
    /// How many names may still be looked up.
    budget: &'b Cell<u32>,
}

/// How many names may be looked up for a launch.
pub(super) fn budget() -> Cell<u32> {
    Cell::new(LOOKUPS)
}

/// A definition: the tokens of its value, and whether they are those of a constructor's brackets.
#[derive(Clone, Copy)]
struct Definition {
    name: usize,
    value: Part,
    brackets: bool,
}

impl<'a, 'b> Scope<'a, 'b> {
    pub fn new(words: Words<'a>, at: usize, budget: &'b Cell<u32>) -> Self {
        Scope { words, at, budget }
    }

    /// The same at another position.
    fn there(&self, at: usize) -> Self {
        Scope { at, ..*self }
    }

    /// The kernel that a variable stands for, and its template arguments: `auto f = kernel<T>;`.
    pub fn named(&self, name: &str) -> Option<(String, Vec<Part>)> {
        let (mut from, mut to) = self.definition(name)?.value;
        // Commas between template arguments end no value.
        while !matches!(self.words.word(to), ";" | "{" | "}" | "") {
            to += 1;
        }
        while from < to && matches!(self.words.word(from), "&" | "(" | ")" | "void" | "*") {
            from += 1;
        }
        while from < to && self.words.word(to - 1) == ")" {
            to -= 1;
        }
        let (start, name, arguments) = self.words.callee(to)?;
        (start == from).then_some((name, arguments))
    }

    /// A template argument: a number where it is one, else as written.
    pub fn argument(&self, part: Part) -> String {
        match self
            .formula(part, CHAIN)
            .and_then(|formula| formula.value())
        {
            Some(value) => value.to_string(),
            None => self.alias(self.words.slice(part)),
        }
    }

    /// The type that an alias beside the launch stands for.
    fn alias(&self, name: &str) -> String {
        for at in (self.at.saturating_sub(REACH)..self.at).rev() {
            let words = |more: usize| self.words.word(at + more);
            if words(0) == "using" && words(1) == name && words(2) == "=" {
                let mut end = at + 3;
                while !matches!(self.words.word(end), ";" | "") {
                    end += 1;
                }
                return self.words.slice((at + 3, end)).to_owned();
            }
        }
        name.to_owned()
    }

    /// One number.
    pub fn quantity(&self, part: Part) -> Quantity {
        let text = self.words.slice(part).to_owned();
        let formula = self
            .formula(part, CHAIN)
            .unwrap_or(Formula::Other(text.clone()));
        let value = formula.value().and_then(|value| u64::try_from(value).ok());
        Quantity {
            text,
            formula,
            value,
        }
    }

    /// The sizes of a grid or block.
    pub fn extent(&self, part: Part) -> Extent {
        Extent {
            text: self.words.slice(part).to_owned(),
            sizes: self.sizes(part, CHAIN),
        }
    }

    fn sizes(&self, part: Part, chain: u32) -> Vec<Quantity> {
        let (from, to) = part;
        let Some(below) = chain.checked_sub(1) else {
            return Vec::new();
        };
        let dim3 = self.words.word(from) == "dim3";
        let open = if dim3 { from + 1 } else { from };
        let bracket = self.words.word(open);
        let whole = self.words.closed(open) == Some(to);
        if whole && (bracket == "{" || dim3 && bracket == "(") {
            return self.in_brackets((open + 1, to.saturating_sub(1)));
        }
        if to == from + 1
            && self.words.kind(from) == Some(TokenKind::Word)
            && let Some(found) = self.definition(self.words.word(from))
        {
            let there = self.there(found.name);
            let sizes = match found.brackets {
                true => there.in_brackets(found.value),
                false => there.sizes(found.value, below),
            };
            let plain = || {
                there
                    .formula(found.value, below)
                    .is_some_and(|f| f.is_plain())
            };
            let sizes = match sizes.is_empty() && self.words.is_whole_at(found.name) && plain() {
                true => vec![there.quantity(found.value)],
                false => sizes,
            };
            if !sizes.is_empty() {
                return self.as_of_here(found, sizes);
            }
        }
        self.one_number(part)
    }

    /// The sizes that a constructor's brackets give.
    fn in_brackets(&self, inside: Part) -> Vec<Quantity> {
        match self.words.parts(inside).as_slice() {
            [] => Vec::new(),
            // It may be copied: `dim3 b(other)`.
            [one] => self.one_number(*one),
            all => all
                .iter()
                .take(3)
                .map(|part| self.quantity(*part))
                .collect(),
        }
    }

    /// One size, where this certainly is a number: a `dim3` has more, and a name, a member, a call or an
    /// operator on them may be one.
    fn one_number(&self, part: Part) -> Vec<Quantity> {
        let quantity = self.quantity(part);
        let is_whole = |name: &str| self.words.is_whole(name, self.at);
        match quantity.value.is_some() || quantity.formula.is_number(&is_whole) {
            true => vec![quantity],
            false => Vec::new(),
        }
    }

    fn formula(&self, (at, end): Part, chain: u32) -> Option<Formula> {
        let below = chain.checked_sub(1)?;
        let whole = end == at + 1;
        let lookup = |name: &str, _depth: u32| self.looked_up(name, below, whole);
        let calls = |words: Words<'_>, name: &str, inside: Part, whole: bool| {
            self.called(words, (name, whole), inside, (below, &lookup))
        };
        Reader {
            words: self.words,
            start: at,
            at,
            end,
            lookup: &lookup,
            calls: &calls,
            depth: DEPTH,
        }
        .all()
    }

    /// What a call of a helper of the file stands for. The arguments stand in `words`, whose names are
    /// those of this position.
    fn called(
        &self,
        words: Words<'_>,
        (name, whole): (&str, bool),
        inside: Part,
        (chain, names): (u32, Lookup<'_>),
    ) -> Option<Formula> {
        self.budget.set(self.budget.get().checked_sub(1)?);
        let below = chain.checked_sub(1)?;
        let helper = self.words.helpers.at(name, self.at)?;
        let parts = words.parts(inside);
        if parts.len() != helper.params.len() {
            return None;
        }
        if helper.is_macro {
            let passed: Vec<&str> = parts.iter().map(|part| words.slice(*part)).collect();
            let text = self.put_in(helper, &passed)?;
            return self.text_formula(&text, whole, (below, names));
        }
        let calls = |words: Words<'_>, name: &str, inside: Part, whole: bool| {
            self.called(words, (name, whole), inside, (below, names))
        };
        let mut passed = BTreeMap::new();
        for (param, (at, end)) in helper.params.iter().zip(parts) {
            let argument = Reader {
                words,
                start: at,
                at,
                end,
                lookup: names,
                calls: &calls,
                depth: DEPTH,
            };
            passed.insert(param.as_str(), argument.all()?);
        }
        // What is neither a parameter nor a literal means what it means where the helper stands.
        let there = self.there(helper.body.0);
        let lookup = |name: &str, _depth: u32| match passed.get(name) {
            Some(formula) => Some(formula.clone()),
            None => Some(match there.looked_up(name, below, false) {
                Some(formula) if formula.value().is_some() => formula,
                _ => Formula::Other(name.to_owned()),
            }),
        };
        let calls = |words: Words<'_>, name: &str, inside: Part, whole: bool| {
            there.called(words, (name, whole), inside, (below, &lookup))
        };
        let (at, end) = helper.body;
        Reader {
            words: self.words,
            start: at,
            at,
            end,
            lookup: &lookup,
            calls: &calls,
            depth: DEPTH,
        }
        .all()
    }

    /// The text of a macro with its arguments put in.
    fn put_in(&self, helper: &Helper, passed: &[&str]) -> Option<String> {
        let mut text = String::new();
        for at in helper.body.0..helper.body.1 {
            let word = self.words.word(at);
            if word == "\\" {
                continue;
            }
            let place = helper.params.iter().position(|param| param == word);
            let word = match place.and_then(|place| passed.get(place)) {
                Some(argument) => argument,
                None => word,
            };
            text.push_str(word);
            text.push(' ');
            if text.len() > LONGEST_TEXT {
                return None;
            }
        }
        Some(text)
    }

    /// A macro's text as a formula; `names` says what its names mean. It is put in as it is, so what stands
    /// beside would bind to a part of it, unless it is the whole.
    fn text_formula(
        &self,
        text: &str,
        whole: bool,
        (chain, names): (u32, Lookup<'_>),
    ) -> Option<Formula> {
        let tokens: Vec<_> = crate::tokens::tokens(text, 0).collect();
        if tokens.len() > 1 && !whole && !is_in_brackets(text, &tokens) {
            return None;
        }
        let words = Words {
            text,
            all: &tokens,
            helpers: self.words.helpers,
            given: self.words.given,
        };
        let below = chain.checked_sub(1)?;
        let calls = |words: Words<'_>, name: &str, inside: Part, whole: bool| {
            self.called(words, (name, whole), inside, (below, names))
        };
        Reader {
            words,
            start: 0,
            at: 0,
            end: tokens.len(),
            lookup: names,
            calls: &calls,
            depth: DEPTH,
        }
        .all()
    }

    /// Sizes that a definition gives. Their names are those of its place: where it is set before this
    /// function begins, or at its first call, it is not set from what they are now.
    fn as_of_here(&self, found: Definition, mut sizes: Vec<Quantity>) -> Vec<Quantity> {
        if self.words.is_set_elsewhere(found.name, self.at) {
            for size in sizes.iter_mut().filter(|size| size.value.is_none()) {
                size.formula = Formula::Other(size.text.clone());
            }
        }
        sizes
    }

    fn looked_up(&self, name: &str, chain: u32, whole: bool) -> Option<Formula> {
        if let Some((whole, member)) = name.rsplit_once('.') {
            let at = ["x", "y", "z"].iter().position(|d| *d == member)?;
            let found = self.definition(whole)?;
            let there = self.there(found.name);
            let sizes = match found.brackets {
                true => there.in_brackets(found.value),
                false => there.sizes(found.value, chain),
            };
            if found.brackets && !sizes.is_empty() && sizes.len() <= at {
                return Some(Formula::Number(1));
            }
            let size = self.as_of_here(found, sizes).into_iter().nth(at)?;
            return Some(size.formula);
        }
        if let Some(found) = self.definition(name) {
            let there = self.there(found.name);
            let formula = there.formula(found.value, chain)?;
            // What a call gives may differ from call to call; the name stands for one of them.
            let plain = found.brackets || formula.is_plain();
            // As in `as_of_here`.
            if formula.value().is_none() && self.words.is_set_elsewhere(found.name, self.at) {
                return Some(Formula::Other(name.to_owned()));
            }
            return Some(match plain {
                true => formula,
                false => Formula::Name(name.to_owned()),
            });
        }
        let text = self.macro_text(name)?;
        let below = chain.checked_sub(1)?;
        let one = crate::tokens::tokens(&text, 0).nth(1).is_none();
        // A macro's names mean what they mean at its use.
        let lookup = |name: &str, _depth: u32| self.looked_up(name, below, one);
        self.text_formula(&text, whole, (below, &lookup))
    }

    /// The text of a macro without parameters, if the file defines it once.
    fn macro_text(&self, name: &str) -> Option<String> {
        self.budget.set(self.budget.get().checked_sub(1)?);
        if self.words.given.iter().any(|given| given == name) {
            return None;
        }
        if !self.words.is_defined_here(name, self.at) {
            return None;
        }
        let mut found: Option<String> = None;
        for line in self.words.text.lines() {
            let Some(rest) = line.trim_start().strip_prefix('#') else {
                continue;
            };
            let Some(rest) = rest.trim_start().strip_prefix("define") else {
                continue;
            };
            let rest = rest.trim_start();
            let Some(value) = rest
                .strip_prefix(name)
                .filter(|v| v.starts_with([' ', '\t']))
            else {
                continue;
            };
            let value = value.split("//").next().unwrap_or("").trim().to_owned();
            match &found {
                Some(other) if *other != value => return None,
                _ => found = Some(value),
            }
        }
        found
    }

    /// The definition of a name that is visible here, if the name keeps its value from there to here.
    fn definition(&self, name: &str) -> Option<Definition> {
        self.budget.set(self.budget.get().checked_sub(1)?);
        let words = self.words;
        if words.is_of_macro(name, self.at) {
            return None;
        }
        let (mut braces, mut brackets) = (0i32, 0i32);
        let first = self.at.saturating_sub(REACH);
        for at in (first..self.at).rev() {
            match words.word(at) {
                "}" => braces += 1,
                "{" => braces = (braces - 1).max(0),
                ")" | "]" => brackets += 1,
                "(" | "[" => brackets = (brackets - 1).max(0),
                word if word == name && words.kind(at) == Some(TokenKind::Word) => {
                    if braces == 0 && words.is_template_parameter(at) {
                        return None;
                    }
                    if braces == 0
                        && brackets == 0
                        && let Some(found) = self.defined_at(at)
                    {
                        if !words.has_one_value(at) || words.leaves_condition(at, self.at) {
                            return None;
                        }
                        let (_, end) = words.function(self.at);
                        // Where it may be done again, what comes later counts as well.
                        let until = match words.repeats(at, self.at, end) {
                            true => end.max(self.at),
                            false => self.at,
                        };
                        return self.keeps(name, found, until).then_some(found);
                    }
                }
                _ => {}
            }
        }
        None
    }

    /// `int name = …;`, `dim3 name(…)`, `dim3 name{…}`, with the name at a position.
    fn defined_at(&self, at: usize) -> Option<Definition> {
        let words = self.words;
        let before = words.word(at.checked_sub(1)?);
        let typed = words.kind(at - 1) == Some(TokenKind::Word)
            && !matches!(
                before,
                "return" | "else" | "goto" | "case" | "define" | "undef"
            );
        // Another name of one declaration: `int a = 1, b = 2;`.
        if !(typed || words.continued(at).is_some()) {
            return None;
        }
        match words.word(at + 1) {
            "=" if words.word(at + 2) != "=" => {
                let mut end = at + 2;
                while !matches!(words.word(end), ";" | "," | "") {
                    end = match words.word(end) {
                        "(" | "[" | "{" => words.closed(end)?,
                        ")" | "]" | "}" => return None,
                        _ => end + 1,
                    };
                }
                Some(Definition {
                    name: at,
                    value: (at + 2, end),
                    brackets: false,
                })
            }
            "(" | "{" if typed && before == "dim3" => {
                let end = words.closed(at + 1)?;
                Some(Definition {
                    name: at,
                    value: (at + 2, end - 1),
                    brackets: true,
                })
            }
            // A declaration without a value hides whatever has the name further out.
            _ => None,
        }
    }

    /// What is known of names of a formula that have one value throughout.
    pub fn fixed(&self, all: &[&Quantity]) -> BTreeSet<String> {
        let mut names = BTreeSet::new();
        all.iter().for_each(|one| one.formula.names(&mut names));
        names.retain(|name| self.words.is_fixed(name, self.at));
        names
    }

    /// Whether a name is neither assigned, nor hidden, nor has its address or a reference taken
    /// between its definition and a position.
    fn keeps(&self, name: &str, found: Definition, until: usize) -> bool {
        let words = self.words;
        let end = found.value.1.max(found.name + 1);
        if words.is_constant(found.name) {
            return words.keeps_constant(name, end, until);
        }
        if words.is_in_a_macro(name) || words.has_hidden_references() {
            return false;
        }
        for at in end..until {
            if words.word(at) != name || words.kind(at) != Some(TokenKind::Word) {
                continue;
            }
            // A declaration further in hides it.
            if !words.is_read(at) || words.declares(at) || words.is_lent(at) {
                return false;
            }
        }
        true
    }
}

/// Whether brackets are around a whole text.
fn is_in_brackets(text: &str, tokens: &[crate::tokens::Token]) -> bool {
    let mut depth = 0usize;
    for (at, token) in tokens.iter().enumerate() {
        match token.of(text) {
            "(" => depth += 1,
            ")" => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            return at + 1 == tokens.len() && at > 0;
        }
    }
    false
}
