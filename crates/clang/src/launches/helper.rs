//! Helpers of the host's code with which sizes are computed: macros such as
//! `#define CEIL_DIV(a, b) (((a) + (b) - 1) / (b))`, and functions that return one formula.
//!
//! A name that is defined more than once, taken back or defined in another scope is no helper: then the
//! call stays a call, and the size is open.

use super::blocks::Brace;
use super::facts::Facts;
use super::memory::Flows;
use super::reader::{DEPTH, Reader};
use super::types::is_wide;
use super::{Part, Words};
use crate::tokens::{Token, TokenKind};
use std::collections::{BTreeMap, BTreeSet};

/// Helpers call helpers no deeper.
const HELPERS: u32 = 8;

/// A macro or function with one formula.
#[derive(Clone, Debug)]
pub(super) struct Helper {
    /// Its parameters.
    pub params: Vec<String>,
    /// The tokens of the formula.
    pub body: Part,
    /// Whether it is a macro, whose arguments are put in as they are written.
    pub is_macro: bool,
    /// The position of its name.
    pub name: usize,
    /// The tokens between which the name means it.
    pub seen: Part,
}

/// The helpers of a text by their names; none for a name that may mean several things.
#[derive(Clone, Debug, Default)]
pub(super) struct Helpers {
    all: BTreeMap<String, Option<Helper>>,
}

impl Helpers {
    /// Those of a text with its tokens.
    pub(super) fn of((text, all): (&str, &[Token]), facts: &Facts, given: &[String]) -> Helpers {
        let none = Helpers::default();
        let no_flows = Flows::default();
        let words = Words {
            text,
            all,
            helpers: &none,
            facts,
            flows: &no_flows,
            given,
        };
        let mut found = Helpers::default();
        for at in 0..all.len() {
            let (next, name) = (words.word(at + 1), words.word(at + 2));
            let (name, helper) = match words.word(at) {
                "#" if next == "define" => (name, words.macro_at(at + 2)),
                "#" if next == "undef" => (name, None),
                name if next == "(" && words.kind(at) == Some(TokenKind::Word) => {
                    match words.begins_body(at) {
                        true => (name, words.function_at(at)),
                        false => continue,
                    }
                }
                _ => continue,
            };
            let several = found.all.contains_key(name);
            found
                .all
                .insert(name.to_owned(), helper.filter(|_| !several));
        }
        found
    }

    /// What a name means at a position.
    pub(super) fn at(&self, name: &str, position: usize) -> Option<&Helper> {
        let helper = self.all.get(name)?.as_ref()?;
        let (from, to) = helper.seen;
        (from <= position && position < to).then_some(helper)
    }
}

impl Words<'_> {
    /// `#define NAME(a, b) …` with the name at a position.
    fn macro_at(&self, at: usize) -> Option<Helper> {
        let name = self.all.get(at)?;
        let open = self.all.get(at + 1)?;
        if self.word(at + 1) != "(" || open.start != name.end {
            return None;
        }
        let end = self.end_of_line(at);
        let close = self.closed(at + 1).filter(|close| *close <= end)?;
        let mut params = Vec::new();
        for (from, to) in self.parts((at + 2, close - 1)) {
            if to != from + 1 || self.kind(from) != Some(TokenKind::Word) {
                return None;
            }
            params.push(self.word(from).to_owned());
        }
        let body = (close, end);
        if (close..end).any(|at| self.word(at) == "#") {
            return None;
        }
        Some(Helper {
            params,
            body,
            is_macro: true,
            name: at,
            seen: (end, self.condition_ends(at)),
        })
    }

    /// The first token behind the line of a directive.
    pub(super) fn end_of_line(&self, at: usize) -> usize {
        let start = self.all.get(at).map_or(0, |token| token.start);
        let rest = self.text.get(start..).unwrap_or("");
        let mut length = 0;
        for line in rest.split_inclusive('\n') {
            length += line.len();
            if !line.trim_end().ends_with('\\') {
                break;
            }
        }
        let mut end = at;
        while self
            .all
            .get(end)
            .is_some_and(|token| token.start < start + length)
        {
            end += 1;
        }
        end
    }

    /// Whether a name stands for a helper at a position that does nothing to its arguments but read them.
    pub(super) fn only_reads(&self, name: &str, position: usize) -> bool {
        self.reads(name, position, HELPERS)
    }

    fn reads(&self, name: &str, position: usize, depth: u32) -> bool {
        let (Some(helper), Some(below)) = (self.helpers.at(name, position), depth.checked_sub(1))
        else {
            return false;
        };
        if !helper.is_macro {
            return self.means_helper(name, helper, position);
        }
        // Without the marks of lines that go on.
        let (from, to) = helper.body;
        let body = (from..to).map(|at| self.word(at));
        let body: Vec<&str> = body.filter(|word| *word != "\\").collect();
        let text = body.join(" ");
        let tokens: Vec<Token> = crate::tokens::tokens(&text, 0).collect();
        let formula = Reader {
            words: Words {
                text: &text,
                all: &tokens,
                helpers: self.helpers,
                facts: self.facts,
                flows: self.flows,
                given: self.given,
            },
            start: 0,
            at: 0,
            end: tokens.len(),
            lookup: &|_, _| None,
            calls: &|_, _, _, _| None,
            depth: DEPTH,
        };
        let is_helper = |name: &str| self.reads(name, position, below);
        formula
            .all()
            .is_some_and(|formula| formula.only_reads(&is_helper))
    }

    /// Where the branch of the preprocessor ends that a position stands in; `#ifndef NAME` around the
    /// definition of that name counts for none.
    fn condition_ends(&self, name: usize) -> usize {
        let mut depth = 0usize;
        let guard = name >= 5
            && self.word(name - 5) == "#"
            && self.word(name - 4) == "ifndef"
            && self.word(name - 3) == self.word(name);
        let mut passed = !guard;
        for at in name..self.all.len() {
            if self.word(at) != "#" {
                continue;
            }
            match self.word(at + 1) {
                "if" | "ifdef" | "ifndef" => depth += 1,
                "else" | "elif" | "elifdef" | "elifndef" if depth == 0 => return at,
                "endif" => match depth.checked_sub(1) {
                    Some(less) => depth = less,
                    None if !passed => passed = true,
                    None => return at,
                },
                _ => {}
            }
        }
        self.all.len()
    }

    /// `name(…) {`, also with words between the brackets: the body of a function begins.
    fn begins_body(&self, name: usize) -> bool {
        let Some(mut at) = self.closed(name + 1) else {
            return false;
        };
        while matches!(self.word(at), "const" | "noexcept") {
            at += 1;
        }
        self.word(at) == "{"
    }

    /// `int name(int a, int b) { return …; }` with the name at a position.
    fn function_at(&self, name: usize) -> Option<Helper> {
        let types = self.result_types(name)?;
        let close = self.closed(name + 1)?;
        let mut params = Vec::new();
        for part in self.arguments((name + 2, close - 1))? {
            params.push(self.parameter(part, &types)?);
        }
        let mut open = close;
        while matches!(self.word(open), "const" | "noexcept") {
            open += 1;
        }
        let end = self.closed(open)?;
        if self.word(open + 1) != "return" || end < open + 4 || self.word(end - 2) != ";" {
            return None;
        }
        let body = (open + 2, end - 2);
        if (body.0..body.1).any(|at| matches!(self.word(at), ";" | "{")) {
            return None;
        }
        Some(Helper {
            params,
            body,
            is_macro: false,
            name,
            seen: (end, self.scope_ends(end).min(self.condition_ends(name))),
        })
    }

    /// The parameters of the template that a function with its name at a position is one of, if its result
    /// is a whole number that loses nothing.
    fn result_types(&self, name: usize) -> Option<BTreeSet<&str>> {
        let mut at = name;
        let mut kind: Option<&str> = None;
        while let Some(before) = at.checked_sub(1) {
            let word = self.word(before);
            let wide = is_wide(word) && !self.facts.redefined.contains(word);
            let known = wide || word == "auto";
            let own = kind.is_none() && self.kind(before) == Some(TokenKind::Word);
            match word {
                "static" | "inline" | "constexpr" | "const" | "__host__" | "__device__"
                | "__forceinline__" | "__inline__" => {}
                _ if known => kind = kind.or(Some("int")),
                _ if own => kind = Some(word),
                // `short int`, `virtual int`.
                _ if self.is_word(before) && !self.facts.is_directive(before) => return None,
                _ => break,
            }
            at = before;
        }
        let mut types = BTreeSet::new();
        if let Some(last) = at.checked_sub(1).filter(|at| self.word(*at) == ">") {
            let mut open = last;
            while open > 0 && !matches!(self.word(open), "<" | ";" | "{" | "}") {
                open -= 1;
            }
            if self.word(open) == "<" && open > 0 && self.word(open - 1) == "template" {
                // A type that no argument gives may be any.
                if (open..last).any(|at| self.word(at) == "=") {
                    return None;
                }
                for at in open + 1..last {
                    if matches!(self.word(at - 1), "typename" | "class") {
                        types.insert(self.word(at));
                    }
                }
            }
        }
        match kind? {
            "int" => Some(types),
            own => types.contains(own).then_some(types),
        }
    }

    /// The name of a parameter that is a whole number and cannot be changed through its argument.
    fn parameter(&self, (from, to): Part, types: &BTreeSet<&str>) -> Option<String> {
        let name = to.checked_sub(1).filter(|at| *at > from)?;
        let mut constant = false;
        let mut reference = false;
        let mut typed = false;
        for at in from..name {
            match self.word(at) {
                "const" => constant = true,
                "&" => reference = true,
                "std" | ":" => {}
                word if self.facts.redefined.contains(word) => return None,
                word if is_wide(word) || types.contains(word) => typed = true,
                _ => return None,
            }
        }
        let whole = typed && self.kind(name) == Some(TokenKind::Word) && (constant || !reference);
        let unnamed = is_wide(self.word(name));
        (whole && !unnamed).then(|| self.word(name).to_owned())
    }

    /// Whether a name of a helper means it at a position: it is not hidden by another thing of the name.
    pub(super) fn means_helper(&self, name: &str, helper: &Helper, at: usize) -> bool {
        let given = self.given.iter().any(|given| given == name);
        if self.facts.odd || given || self.facts.around.macros.contains(name) {
            return false;
        }
        if helper.is_macro {
            return !self.includes(helper.seen.0, at);
        }
        let macros = self.facts.macros.contains_key(name) || self.facts.in_macros.contains(name);
        let from = helper.seen.0;
        // Members of a class may have the name, also further down.
        let inner = self.braces(at).into_iter().filter(|open| *open > from);
        let mut classes = inner.map(|open| (open, self.brace(open)));
        if macros
            || classes.any(|(open, kind)| match kind {
                Brace::Body => self.is_of_a_class(open),
                Brace::Namespace | Brace::List => false,
                Brace::Class | Brace::Unknown => true,
            })
        {
            return false;
        }
        // Another function of the name, also one further down in a class, or a specialization of this one.
        let mut mentions = self.facts.places(name).iter().copied();
        let mut others = mentions.clone().filter(|of| !self.facts.is_directive(*of));
        let declared = |of: usize| {
            let behind = self.word(self.after(of));
            of != helper.name && matches!(behind, "(" | "<") && !self.is_called(of)
        };
        let method = |of: usize| {
            matches!(self.back(of, 1), ".") || self.back(of, 1) == ">" && self.back(of, 2) == "-"
        };
        if others.any(|of| declared(of) && !method(of)) {
            return false;
        }
        // A namespace may be opened again, and have a name of its own from before.
        mentions.all(|of| {
            of >= at
                || of == helper.name
                || self.facts.is_directive(of)
                || self.is_of_others(of, at)
                || self.is_called(of)
        })
    }

    /// Whether a name at a position is that of a function that is called.
    fn is_called(&self, at: usize) -> bool {
        let before = self.back(at, 1);
        self.word(self.after(at)) == "("
            && (matches!(
                before,
                "=" | "(" | "," | "+" | "-" | "/" | "%" | "return" | "?" | "<"
            ) || matches!(before, ";" | "{" | "}"))
    }

    /// Where the brackets around a position close.
    fn scope_ends(&self, from: usize) -> usize {
        let mut depth = 0usize;
        for at in from..self.all.len() {
            match self.word(at) {
                "{" => depth += 1,
                "}" => match depth.checked_sub(1) {
                    Some(less) => depth = less,
                    None => return at,
                },
                _ => {}
            }
        }
        self.all.len()
    }
}
