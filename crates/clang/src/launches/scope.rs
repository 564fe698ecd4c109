//! What names mean where a launch stands: definitions before it in blocks that are still open.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};

use super::declared::{Declared, Given, asks};
use super::formula::Formula;
use super::reader::{DEPTH, Lookup, Reader, converted};
use super::types::Kind;
use super::variable::Variable;
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
    pub(super) words: Words<'a>,
    at: usize,
    state: &'b State,
}

/// What is noted while the formulas of a launch are read.
pub(super) struct State {
    /// How many names may still be looked up.
    budget: Cell<u32>,
    /// Which declarations the names in formulas mean; none if that is not certain, or differs.
    meant: RefCell<BTreeMap<String, Option<usize>>>,
    /// What was found of names at positions.
    found: RefCell<BTreeMap<(String, usize), Option<Variable>>>,
}

impl State {
    pub(super) fn new() -> State {
        State {
            budget: Cell::new(LOOKUPS),
            meant: RefCell::default(),
            found: RefCell::default(),
        }
    }

    fn spend(&self) -> Option<()> {
        self.budget.set(self.budget.get().checked_sub(1)?);
        Some(())
    }

    fn note(&self, name: &str, declared: Option<usize>) {
        let mut meant = self.meant.borrow_mut();
        let slot = meant.entry(name.to_owned()).or_insert(declared);
        if *slot != declared {
            *slot = None;
        }
    }
}

impl<'a, 'b> Scope<'a, 'b> {
    pub(super) fn new(words: Words<'a>, at: usize, state: &'b State) -> Self {
        Scope { words, at, state }
    }

    /// The variable that a name means here.
    pub(super) fn variable(&self, name: &str) -> Option<Variable> {
        let key = (name.to_owned(), self.at);
        if let Some(found) = self.state.found.borrow().get(&key) {
            return found.clone();
        }
        let found = self.words.variable(name, self.at);
        self.state.found.borrow_mut().insert(key, found.clone());
        found
    }

    /// The same at another position.
    pub(super) fn there(&self, at: usize) -> Self {
        Scope { at, ..*self }
    }

    /// The kernel that a variable stands for, and its template arguments: `auto f = kernel<T>;`.
    pub(super) fn named(&self, name: &str) -> Option<(String, Vec<Part>)> {
        let Given::Value((mut from, mut to)) = self.definition(name)?.given else {
            return None;
        };
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
    pub(super) fn argument(&self, part: Part) -> String {
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
        // Another declaration of the name may be the one that is meant.
        let declares = |at: &&usize| {
            let before = at.checked_sub(1).map_or("", |at| self.words.word(at));
            matches!(before, "using" | "typename" | "class" | "struct" | "enum")
                || self.words.word(*at + 1) == ";"
        };
        if self
            .words
            .facts
            .places(name)
            .iter()
            .filter(declares)
            .count()
            != 1
        {
            return name.to_owned();
        }
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
    pub(super) fn quantity(&self, part: Part) -> Quantity {
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
    pub(super) fn extent(&self, part: Part) -> Extent {
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
            && found.kind == Kind::Dim3
        {
            return self.sizes_of(&found, below);
        }
        self.one_number(part)
    }

    /// The sizes that the definition of a `dim3` gives. Their names are those of its place: where it is set
    /// before this function begins, or at its first call, it is not set from what they are now.
    fn sizes_of(&self, found: &Declared, chain: u32) -> Vec<Quantity> {
        let there = self.there(found.name);
        let mut sizes = match &found.given {
            Given::Brackets(inside) => there.in_brackets(*inside),
            Given::Value(value) => there.sizes(*value, chain),
            Given::Members(all) => {
                let one = || Quantity {
                    text: "1".to_owned(),
                    formula: Formula::Number(1),
                    value: Some(1),
                };
                all.iter()
                    .map(|part| part.map_or_else(one, |part| self.there(part.0).quantity(part)))
                    .collect()
            }
            Given::Nothing => Vec::new(),
        };
        if found.outside || found.is_static {
            for size in sizes.iter_mut().filter(|size| size.value.is_none()) {
                size.formula = Formula::Other(size.text.clone());
            }
        }
        sizes
    }

    /// The sizes that a constructor's brackets give.
    fn in_brackets(&self, inside: Part) -> Vec<Quantity> {
        match self.words.arguments(inside).unwrap_or_default().as_slice() {
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
        let is_whole = |name: &str| self.is_whole(name, CHAIN);
        let (from, to) = part;
        let name = to == from + 1 && is_whole(self.words.word(from));
        let number = name || self.words.is_converted(part);
        match number || quantity.value.is_some() || quantity.formula.is_number(&is_whole) {
            true => vec![quantity],
            false => Vec::new(),
        }
    }

    /// Whether a name is that of a whole number here.
    fn is_whole(&self, name: &str, chain: u32) -> bool {
        if name.contains('(') {
            return matches!(self.state.meant.borrow().get(name), Some(Some(_)));
        }
        let Some(below) = chain.checked_sub(1) else {
            return false;
        };
        let Some(found) = self.variable(name) else {
            return false;
        };
        match (found.declared.kind, found.declared.given) {
            (Kind::Whole, _) => true,
            (Kind::Auto, Given::Value(value)) => {
                let there = self.there(found.declared.name);
                let formula = there.formula(value, below);
                let is_whole = |name: &str| there.is_whole(name, below);
                formula.is_some_and(|formula| formula.is_number(&is_whole))
            }
            _ => false,
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
        self.state.spend()?;
        let below = chain.checked_sub(1)?;
        if let Some(asked) = self.asked(name, words.slice(inside)) {
            return Some(asked);
        }
        let helper = self.words.helpers.at(name, self.at);
        let helper = helper.filter(|helper| self.words.means_helper(name, helper, self.at));
        let last = name.rsplit("::").next().unwrap_or(name);
        let Some(helper) = helper else {
            // What the text itself calls so may be anything.
            let own = matches!(last, "min" | "max") && self.words.is_function_here(last);
            return own.then(|| Formula::Other(name.to_owned()));
        };
        let parts = words.arguments(inside).unwrap_or_default();
        if parts.len() != helper.params.len() || parts.is_empty() && inside.0 < inside.1 {
            return Some(Formula::Other(name.to_owned()));
        }
        if helper.is_macro {
            let passed: Vec<&str> = parts.iter().map(|part| words.slice(*part)).collect();
            let text = self.put_in(&helper.params, helper.body, &passed)?;
            return self.text_formula(&text, whole, (below, names));
        }
        let calls = |words: Words<'_>, name: &str, inside: Part, whole: bool| {
            self.called(words, (name, whole), inside, (below, names))
        };
        // A type that is deduced from them may be small.
        let small = |at: usize| {
            words.kind(at) == Some(TokenKind::Text) || matches!(words.word(at), "true" | "false")
        };
        if (inside.0..inside.1).any(small) {
            return Some(Formula::Other(name.to_owned()));
        }
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
            passed.insert(param.as_str(), converted(argument.all()?)?);
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
        .and_then(converted)
    }

    /// The text of a macro with its arguments put in.
    fn put_in(&self, params: &[String], body: Part, passed: &[&str]) -> Option<String> {
        let mut text = String::new();
        for at in body.0..body.1 {
            let word = self.words.word(at);
            if word == "\\" {
                continue;
            }
            let place = params.iter().position(|param| param == word);
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
            facts: self.words.facts,
            flows: self.words.flows,
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

    /// `x.size(0)` as a number of the host, where `x` gives the same answer each time.
    fn asked(&self, name: &str, inside: &str) -> Option<Formula> {
        let (of, method) = name.rsplit_once('.')?;
        let number = inside.chars().all(|c| c.is_ascii_digit());
        if !asks(method) || !number || self.words.is_method_here(method) {
            return None;
        }
        let declared = self.words.is_asked_only(of, self.at)?;
        let text = format!("{name}({inside})");
        self.state.note(&text, Some(declared));
        Some(Formula::Name(text))
    }

    fn looked_up(&self, name: &str, chain: u32, whole: bool) -> Option<Formula> {
        if let Some((whole, member)) = name.rsplit_once('.') {
            let at = ["x", "y", "z"].iter().position(|d| *d == member)?;
            let found = self
                .definition(whole)
                .filter(|found| found.kind == Kind::Dim3)?;
            let sizes = self.sizes_of(&found, chain);
            if !sizes.is_empty() && sizes.len() <= at {
                return Some(Formula::Number(1));
            }
            return Some(sizes.into_iter().nth(at)?.formula);
        }
        self.state.spend()?;
        if self.words.is_of_macro(name, self.at) {
            self.state.note(name, None);
            return None;
        }
        let other = || Some(Formula::Other(name.to_owned()));
        if let Some(found) = self.variable(name) {
            let declared = found.declared;
            let number = match declared.kind {
                Kind::Whole => true,
                Kind::Auto => self.is_whole(name, chain),
                Kind::Dim3 | Kind::Other => return other(),
            };
            if !number {
                self.state.note(name, None);
                return None;
            }
            if found.keeps
                && let Given::Value(value) = declared.given
                && let Some(formula) = self.there(declared.name).formula(value, chain)
            {
                let value = formula.value();
                // What others may set at another time, or what the type may not hold.
                let held = value.is_none_or(|value| (0..=i128::from(i32::MAX)).contains(&value));
                if !held || value.is_none() && (declared.outside || declared.is_static) {
                    return other();
                }
                // What a call gives may differ from call to call; the name stands for one of them.
                if formula.is_plain() {
                    return Some(formula);
                }
            }
            self.state.note(name, Some(declared.name));
            return Some(Formula::Name(name.to_owned()));
        }
        self.state.note(name, None);
        let (from, to) = self.words.macro_body(name, self.at)?;
        let text = self.put_in(&[], (from, to), &[])?;
        let below = chain.checked_sub(1)?;
        let one = crate::tokens::tokens(&text, 0).nth(1).is_none();
        // A macro's names mean what they mean at its use.
        let lookup = |name: &str, _depth: u32| self.looked_up(name, below, one);
        self.text_formula(&text, whole, (below, &lookup))
    }

    /// The definition of a name that is visible here, if the name keeps its value from there to here.
    fn definition(&self, name: &str) -> Option<Declared> {
        self.state.spend()?;
        if self.words.is_of_macro(name, self.at) {
            return None;
        }
        let found = self.variable(name).filter(|found| found.keeps)?;
        (found.declared.given != Given::Nothing).then_some(found.declared)
    }

    /// The names of formulas that mean one number throughout: that of one declaration, which keeps its value
    /// up to here.
    pub(super) fn fixed(&self, all: &[&Quantity]) -> BTreeSet<String> {
        let mut names = BTreeSet::new();
        all.iter().for_each(|one| one.formula.names(&mut names));
        let meant = self.state.meant.borrow();
        names.retain(|name| {
            let declared = meant.get(name).copied().flatten();
            let here = match name.split_once('.') {
                Some((of, _)) => self.words.is_asked_only(of, self.at),
                None => {
                    let found = self.variable(name);
                    found
                        .filter(|found| found.keeps)
                        .map(|found| found.declared.name)
                }
            };
            declared.is_some() && declared == here
        });
        names
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
