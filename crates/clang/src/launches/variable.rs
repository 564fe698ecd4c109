//! Which variable a name means where a launch stands, and whether it still has the value that it had when
//! it was declared.

use super::blocks::Brace;
use super::declared::{Declared, Given};
use super::mention::Mention;
use super::types::Kind;
use super::{Part, Words};

/// A variable as it is at a position.
#[derive(Clone, Debug)]
pub(super) struct Variable {
    pub declared: Declared,
    /// Whether it certainly has one value from its declaration on.
    pub keeps: bool,
    /// Where it is given another one.
    pub changes: Vec<usize>,
}

impl Words<'_> {
    /// The variable that a name means at a position, if that is certain.
    pub(super) fn variable(&self, name: &str, at: usize) -> Option<Variable> {
        if !self.may_be_known(name, at) {
            return None;
        }
        let declared = self.nearest(name, at)?;
        if self.leaves_condition(declared.name, at) || self.includes(declared.name, at) {
            return None;
        }
        let until = self.until(&declared, at)?;
        let mut changes = Vec::new();
        let mut keeps = declared.constant || !(declared.outside || declared.is_static);
        keeps &= declared.kind != Kind::Other;
        // Its own value may mention it: `int n = f(&n)`.
        let inside = match declared.given {
            Given::Members(_) => declared.end,
            _ => declared.name + 1,
        };
        // A namespace may be opened again, and have a name of its own from before.
        let from = if declared.outside { 0 } else { inside };
        for of in self.facts.places(name).iter().copied() {
            let own = (declared.name..inside).contains(&of);
            if !(from..until).contains(&of) || own {
                continue;
            }
            if self.facts.is_directive(of) {
                // What a macro stands for is looked at by `may_be_known`.
                match self.is_pragma(of) {
                    true => return None,
                    false => continue,
                }
            }
            if declared.outside && self.is_of_others(of, at) {
                continue;
            }
            if let Some(other) = self.declaration(of) {
                match other.seen.1 <= at && !other.outside {
                    true => continue,
                    false => return None,
                }
            }
            match self.mention(of) {
                Mention::Elsewhere | Mention::Read => {}
                Mention::Change => {
                    keeps &= declared.constant;
                    changes.push(of);
                }
                Mention::Unknown => return None,
            }
        }
        Some(Variable {
            declared,
            keeps,
            changes,
        })
    }

    /// Whether the text as a whole allows that a name is that of a variable at a position.
    pub(super) fn may_be_known(&self, name: &str, at: usize) -> bool {
        !self.facts.odd
            && !self.facts.is_directive(at)
            && !self.facts.macros.contains_key(name)
            && !self.facts.in_macros.contains(name)
            && !self.facts.around.macros.contains(name)
            && !self.given.iter().any(|given| given == name)
    }

    /// The nearest declaration before a position that is seen there.
    fn nearest(&self, name: &str, at: usize) -> Option<Declared> {
        let places = self.facts.places(name).iter().rev().copied();
        let mut before = places.filter(|of| *of < at && !self.facts.is_directive(*of));
        before.find_map(|of| {
            let declared = self.declaration(of)?;
            (declared.seen.0 < at && at < declared.seen.1).then_some(declared)
        })
    }

    /// Up to where mentions of a variable count for a position: up to the end of its statement, or up to the
    /// end of what the variable is seen in if what stands there may be done several times.
    fn until(&self, declared: &Declared, at: usize) -> Option<usize> {
        let (from, end) = declared.seen;
        let inner: Vec<usize> = self
            .braces(at)
            .into_iter()
            .filter(|open| *open > declared.name)
            .collect();
        let mut until = self.statement_end(self.statement(at)).max(at);
        for open in &inner {
            match self.brace(*open) {
                Brace::Body => {
                    let function = self.is_function_body(*open);
                    let own = !declared.outside && !self.is_body_of(*open, from);
                    let around = self.brace_around(*open).map(|of| self.brace(of));
                    let nested = around == Some(Brace::Body);
                    if function && (own || nested) || self.is_of_unknown_macro(*open) {
                        // A function in a function: not what it seems.
                        return None;
                    }
                    if function && declared.outside && self.may_be_member(*open, declared) {
                        return None;
                    }
                }
                Brace::Namespace if declared.outside => {}
                // A class may have a member of the name, also below.
                Brace::Class if declared.outside && !self.has_base(*open) => {
                    until = until.max(self.end_around(Some(*open)));
                }
                _ => return None,
            }
        }
        if declared.outside {
            return Some(until);
        }
        let nested = inner.iter().any(|open| !self.is_body_of(*open, from));
        let in_head = self.facts.parent(declared.name);
        let in_loop = in_head.is_some_and(|open| self.back(open, 1) == "for");
        let again = nested || in_loop || self.repeats((declared.end, at), end);
        Some(match again {
            true => end.max(until),
            false => until,
        })
    }

    /// Whether what is done between two positions may be done again: a loop, a jump, or a macro of the text
    /// that may be one.
    fn repeats(&self, (from, to): Part, end: usize) -> bool {
        let again = |at: usize| {
            matches!(self.word(at), "for" | "while" | "do" | "switch")
                || self.is_word(at) && self.is_odd_macro(self.word(at))
        };
        let jumps = |at: usize| self.word(at) == "goto" || self.word(at).starts_with("co_");
        (from..to).any(|at| !self.facts.is_directive(at) && again(at)) || (from..end).any(jumps)
    }

    /// Whether a macro of the text stands for more than an expression.
    fn is_odd_macro(&self, name: &str) -> bool {
        if self.facts.around.odd.contains(name) {
            return true;
        }
        let all = self.facts.macros.get(name);
        all.into_iter().flatten().any(|one| {
            (one.body..one.end).any(|at| {
                let word = self.word(at);
                matches!(
                    word,
                    "{" | "}" | ";" | "for" | "while" | "do" | "if" | "switch"
                )
            })
        })
    }

    /// Whether a block is the body of a function, a lambda or a loop that a position is in the brackets of.
    fn is_body_of(&self, open: usize, at: usize) -> bool {
        let bracket = self.facts.parent(at);
        bracket
            .is_some_and(|bracket| self.word(bracket) == "(" && self.body_of(bracket) == Some(open))
    }

    /// Whether a block is the body of a function: `T f(…) {`.
    fn is_function_body(&self, open: usize) -> bool {
        !self.heads(open).is_empty()
    }

    /// The names of functions that stand before brackets before a block; of what initializes members as
    /// well.
    fn heads(&self, open: usize) -> Vec<usize> {
        let start = self.statement(open);
        let parent = self.facts.parent(open);
        let brackets =
            (start..open).filter(|at| self.word(*at) == "(" && self.facts.parent(*at) == parent);
        let names = brackets.filter_map(|bracket| self.before(bracket));
        let functions = names.filter(|name| {
            let control = matches!(
                self.word(*name),
                "if" | "for" | "while" | "switch" | "catch" | "constexpr" | "__attribute__"
            );
            let start = self.chain(*name);
            let typed = self.before(start).is_some_and(|before| {
                self.is_word(before) && !matches!(self.word(before), "else" | "do" | "return")
                    || matches!(self.word(before), "*" | "&" | ">" | "~" | ":")
            });
            self.is_word(*name) && !control && (typed || start != *name)
        });
        functions.collect()
    }

    /// Whether a position is in a function or the head of one that another position is not in.
    pub(super) fn is_of_others(&self, of: usize, at: usize) -> bool {
        let here = |open: usize| open < at && at < self.end_around(Some(open));
        // The outermost bracket that is no namespace's or class's.
        let mut outer = None;
        let mut bracket = self.facts.parent(of);
        while let Some(open) = bracket {
            let kind = self.word(open) == "{";
            match kind.then(|| self.brace(open)) {
                Some(Brace::Namespace | Brace::Class | Brace::Unknown) => {}
                Some(Brace::Body | Brace::List) | None => outer = Some(open),
            }
            bracket = self.facts.parent(open);
        }
        let Some(open) = outer else {
            return self.is_of_other_template(of, at);
        };
        match self.word(open) {
            "{" if self.brace(open) == Brace::Body => !here(open),
            "(" => match self.body_of(open) {
                Some(body) => !here(body) && !here(open),
                // A declaration without a body.
                None => {
                    let end = self.facts.partner(open).map(|close| self.after(close));
                    !here(open) && end.is_some_and(|end| self.word(end) == ";")
                }
            },
            _ => false,
        }
    }

    /// Whether a position is in the head of a template that another position is not in.
    fn is_of_other_template(&self, of: usize, at: usize) -> bool {
        let start = self.statement(of);
        if self.word(start) != "template" {
            return false;
        }
        let mut next = of;
        while !matches!(self.word(next), "{" | ";" | "") {
            next = match self.word(next) {
                "(" | "[" => match self.facts.partner(next) {
                    Some(close) => close + 1,
                    None => return false,
                },
                _ => next + 1,
            };
        }
        match self.word(next) {
            "{" => self.end_around(Some(next)) <= at,
            _ => self.word(next) == ";",
        }
    }

    /// Whether the class that a block stands for has others above it.
    fn has_base(&self, open: usize) -> bool {
        (self.statement(open)..open).any(|at| self.word(at) == ":")
    }

    /// Whether a function is one of a class that is not here, or that has such a name itself, `void C::f() {`:
    /// a name that is declared outside may be that of a member there.
    fn may_be_member(&self, open: usize, declared: &Declared) -> bool {
        let mentioned = self.word(declared.name);
        self.heads(open).into_iter().any(|name| {
            let start = self.chain(name);
            if start == name {
                // `C<T>::f` has a `:` before the name; `C::~C`, `C::operator int`.
                return matches!(self.back(name, 1), ":" | "~") || self.is_operator(open);
            }
            let of = self.word(name - 3);
            let class = (1..self.all.len()).find(|at| {
                self.word(*at) == of
                    && matches!(self.word(at - 1), "struct" | "class" | "namespace")
                    && self.word(at + 1) == "{"
            });
            class.is_none_or(|class| {
                let end = self.end_around(Some(class + 1));
                let inside = class < declared.name && declared.name < end;
                !inside && (class..end).any(|at| self.word(at) == mentioned)
            })
        })
    }

    /// Whether a block is the body of an operator.
    fn is_operator(&self, open: usize) -> bool {
        (self.statement(open)..open).any(|at| self.word(at) == "operator")
    }

    /// Whether a block outside of functions is one of a macro that is not known: it may be a class.
    fn is_of_unknown_macro(&self, open: usize) -> bool {
        let start = self.statement(open);
        let alone = self.word(start + 1) == "(" && self.heads(open).is_empty();
        let known = matches!(
            self.word(start),
            "main" | "TEST" | "TEST_F" | "TEST_P" | "PYBIND11_MODULE" | "TORCH_LIBRARY"
        );
        let outside = self
            .brace_around(open)
            .is_none_or(|of| self.brace(of) != Brace::Body);
        outside && alone && self.is_word(start) && !known
    }

    /// Whether a block is the body of a function of a class, `void C::f() {`.
    pub(super) fn is_of_a_class(&self, open: usize) -> bool {
        let mut names = self.heads(open).into_iter();
        names.any(|name| self.chain(name) != name || matches!(self.back(name, 1), ":" | "~"))
            || self.is_operator(open)
    }

    /// Whether a token of a directive is one of `#pragma`.
    fn is_pragma(&self, at: usize) -> bool {
        let start = (0..=at).rev().find(|at| self.word(*at) == "#");
        start.is_none_or(|start| match self.word(start + 1) {
            "define" | "if" | "elif" | "undef" | "include" => false,
            "pragma" => self.word(start + 2) != "unroll",
            _ => true,
        })
    }

    /// Whether two branches of the preprocessor's part two positions: one that the earlier one stands in has
    /// ended before the later one.
    pub(super) fn leaves_condition(&self, from: usize, to: usize) -> bool {
        let mut depth = 0usize;
        for at in from..to {
            if self.word(at) != "#" {
                continue;
            }
            match self.word(at + 1) {
                "if" | "ifdef" | "ifndef" => depth += 1,
                "else" | "elif" | "elifdef" | "elifndef" if depth == 0 => return true,
                "endif" => match depth.checked_sub(1) {
                    Some(less) => depth = less,
                    None => return true,
                },
                _ => {}
            }
        }
        false
    }
}
