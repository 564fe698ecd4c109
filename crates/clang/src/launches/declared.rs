//! Declarations of variables whose types are known.

use super::blocks::Brace;
use super::types::{Kind, Specified};
use super::{Part, Words};

/// Statements within the statement of a loop are followed so deep.
const DEPTH: u32 = 16;

/// What a declaration gives its variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Given {
    /// Nothing that is known: it is a parameter, or set later.
    Nothing,
    /// `= …`, also `int n(…)`.
    Value(Part),
    /// `dim3 d(…)`, `dim3 d{…}`: what stands between the brackets.
    Brackets(Part),
    /// `dim3 d; d.x = …; d.y = …;`
    Members([Option<Part>; 3]),
}

/// A variable's declaration.
#[derive(Clone, Debug)]
pub(super) struct Declared {
    /// The position of its name.
    pub name: usize,
    pub kind: Kind,
    pub given: Given,
    pub constant: bool,
    pub is_static: bool,
    /// Whether it stands in no function.
    pub outside: bool,
    /// Where what it gives ends.
    pub end: usize,
    /// Where its variable is seen.
    pub seen: Part,
}

impl Words<'_> {
    /// The declaration whose name is at a position; none if it is none that is known.
    pub(super) fn declaration(&self, at: usize) -> Option<Declared> {
        match self.facts.parent(at) {
            Some(open) if self.word(open) == "(" => match self.back(open, 1) {
                "for" => self.in_loop(at, open),
                "if" | "while" | "switch" | "catch" => None,
                _ => self.parameter_at(at, open),
            },
            Some(open) if self.word(open) != "{" => None,
            parent => self.in_block(at, parent),
        }
    }

    /// `(int n, …) {`: a parameter of a function or lambda.
    fn parameter_at(&self, at: usize, open: usize) -> Option<Declared> {
        let named = self.before(open)?;
        if !(self.is_word(named) || self.word(named) == "]") {
            return None;
        }
        let body = self.body_of(open)?;
        let close = self.facts.partner(open)?;
        let parts = self.parts((open + 1, close));
        let part = parts
            .into_iter()
            .find(|(from, to)| (*from..*to).contains(&at))?;
        let said = self.specified(part.0, at)?;
        if said.end != at || said.is_static || !matches!(self.ahead(at, 1), "," | ")" | "=") {
            return None;
        }
        Some(Declared {
            name: at,
            kind: said.kind,
            given: Given::Nothing,
            constant: false,
            is_static: false,
            outside: false,
            end: self.after(close),
            seen: (at, self.facts.partner(body)?),
        })
    }

    /// `for (int n = 0, m = 1; …`
    fn in_loop(&self, at: usize, open: usize) -> Option<Declared> {
        let close = self.facts.partner(open)?;
        let from = self.after(open);
        let first = (from..close).find(|at| self.word(*at) == ";")?;
        if at > first {
            return None;
        }
        let next = self.after(close);
        let end = self.nested_end(next, DEPTH)?;
        self.declarator(at, from, (at, end))
    }

    /// `int n = 0, m = 1;` in a block, a namespace or a class.
    fn in_block(&self, at: usize, parent: Option<usize>) -> Option<Declared> {
        let mut found = self.declarator(at, self.statement(at), (at, self.end_around(parent)))?;
        let around = parent.map(|open| self.brace(open));
        found.outside = match around {
            None | Some(Brace::Namespace) => true,
            // A constructor may give a member another value.
            Some(Brace::Class) if found.constant && found.is_static => true,
            Some(Brace::Body) => false,
            Some(Brace::Class | Brace::List | Brace::Unknown) => return None,
        };
        Some(found)
    }

    fn declarator(&self, at: usize, from: usize, seen: Part) -> Option<Declared> {
        let said = self.specified(from, at)?;
        let first = self.skip_directives(said.end);
        let another = self.back(at, 1) == "," && !self.has_angle(first, at);
        if first != at && !another {
            return None;
        }
        self.given(at, said, seen)
    }

    fn skip_directives(&self, at: usize) -> usize {
        match self.facts.is_directive(at) {
            true => self.after(at),
            false => at,
        }
    }

    /// Whether a `<` stands between two positions outside of brackets: commas may be those of templates.
    fn has_angle(&self, from: usize, to: usize) -> bool {
        let parent = self.facts.parent(to);
        (from..to).any(|at| self.word(at) == "<" && self.facts.parent(at) == parent)
    }

    fn given(&self, at: usize, said: Specified, seen: Part) -> Option<Declared> {
        let next = self.after(at);
        let (given, end) = match self.word(next) {
            "=" if self.word(next + 1) != "=" => {
                let from = self.after(next);
                let end = self.value_end(from)?;
                (Given::Value((from, end)), end)
            }
            "(" | "{" => {
                let close = self.facts.partner(next)?;
                let inside = (next + 1, close);
                let one = self.arguments(inside).is_some_and(|all| all.len() == 1);
                let given = match said.kind {
                    Kind::Dim3 => Given::Brackets(inside),
                    Kind::Whole if one => Given::Value(inside),
                    _ => Given::Nothing,
                };
                (given, close + 1)
            }
            ";" | "," if said.kind == Kind::Dim3 => self.members(at, self.statement_end(next)),
            ";" | "," => (Given::Nothing, next),
            _ => return None,
        };
        Some(Declared {
            name: at,
            kind: self.settled(said.kind, &given),
            given,
            constant: said.constant,
            is_static: said.is_static,
            outside: false,
            end,
            seen,
        })
    }

    /// What `auto` is, where that does not depend on other variables.
    fn settled(&self, kind: Kind, given: &Given) -> Kind {
        match (kind, given) {
            (Kind::Auto, Given::Value((from, to))) => {
                if self.word(*from) == "dim3" && self.facts.partner(from + 1) == Some(to - 1) {
                    return Kind::Dim3;
                }
                match self.is_accessor((*from, *to)) {
                    true => Kind::Whole,
                    false => Kind::Auto,
                }
            }
            (Kind::Auto, _) => Kind::Other,
            _ => kind,
        }
    }

    /// `x.size(0)`, `x->numel()`: what is asked is a whole number, if the text defines no such function.
    pub(super) fn is_accessor(&self, (from, to): Part) -> bool {
        let mut at = from;
        loop {
            if !self.is_word(at) {
                return false;
            }
            let asked = self.word(at);
            let next = at + 1;
            at = match (self.word(next), self.word(next + 1)) {
                (".", _) => next + 1,
                ("-", ">") => next + 2,
                ("(", _) => {
                    let method = asks(asked) && at > from && !self.is_method_here(asked);
                    return method && self.facts.partner(next) == to.checked_sub(1);
                }
                _ => return false,
            };
        }
    }

    /// Whether the text declares a function of this name, or a variable that may be called.
    pub(super) fn is_function_here(&self, name: &str) -> bool {
        let mut places = self.facts.places(name).iter().copied();
        self.is_method_here(name)
            || self.facts.set.contains(name)
            || places.any(|at| !self.facts.is_directive(at) && self.may_be_declared(at))
    }

    /// Whether a name of a function may be declared here, and not called: `(min)(int, int)`, `Min min{};`, `F min,`.
    fn may_be_declared(&self, at: usize) -> bool {
        let (before, behind) = (self.back(at, 1), self.word(at + 1));
        let member = before == "." || before == ">" && self.back(at, 2) == "-";
        let using = before == ":" && behind == ";";
        // `decltype(auto) min(`, and not `(int)min(`.
        let specified = before == ")"
            && self.facts.partner(at - 1).is_some_and(|open| {
                let words = ["decltype", "alignas", "__attribute__", "__declspec"];
                words.contains(&self.back(open, 1))
            });
        let typed = at > 0 && (self.is_word(at - 1) || specified);
        let free = !matches!(before, "return" | "else" | "case" | "co_return");
        !member && !using && (!matches!(behind, "(" | "<") || typed && free)
    }

    /// Whether the text declares a method of this name.
    pub(super) fn is_method_here(&self, name: &str) -> bool {
        self.facts.macros.contains_key(name) || self.facts.functions.contains(name)
    }

    /// Whether the words of a type are that type wherever they stand: no macros, and nothing that is declared.
    pub(super) fn is_type_everywhere(&self, of: &str) -> bool {
        of.split_whitespace().all(|word| {
            let changed = self.facts.macros.contains_key(word)
                || self.facts.around.macros.contains(word)
                || self.given.iter().any(|name| name == word)
                || self.facts.redefined.contains(word);
            let mut places = self.facts.places(word).iter().copied();
            !changed && (super::types::is_known(word) || !places.any(|at| self.may_declare(at)))
        })
    }

    /// Whether a word may be declared here: behind another type or a keyword, or before what a name is given.
    fn may_declare(&self, at: usize) -> bool {
        let before = self.back(at, 1);
        let typed = super::types::is_known(before)
            || matches!(
                before,
                "typename" | "class" | "using" | "struct" | "union" | "enum" | "unsigned"
            );
        let behind = self.word(at + 1);
        let used = match behind {
            "*" | ">" | "&" => true,
            ")" => before == "(",
            "(" => !self.is_word(at - 1) && !matches!(before, ")" | "*" | "&" | ">" | ","),
            ":" => self.word(at + 2) == ":",
            _ => self.is_word(at + 1),
        };
        typed || !used
    }

    /// Where a value ends: at a comma or semicolon that stands in no bracket.
    fn value_end(&self, from: usize) -> Option<usize> {
        let mut at = from;
        loop {
            match self.word(at) {
                ";" | "," => return Some(at),
                "" | ")" | "]" | "}" => return None,
                "(" | "[" | "{" => at = self.facts.partner(at)? + 1,
                _ => at += 1,
            }
        }
    }

    /// `dim3 d; … d.x = …; d.y = …;` with the name and the semicolon at positions: what is set in statements
    /// of the same block, each once, before anything else is done with it.
    fn members(&self, name: usize, semicolon: usize) -> (Given, usize) {
        let mut all: [Option<Part>; 3] = [None; 3];
        let mut end = semicolon;
        let block = self.facts.parent(name);
        let last = self.end_around(block);
        let places = self.facts.places(self.word(name)).iter().copied();
        let mentions = places.filter(|at| (semicolon..last).contains(at));
        let mentions = mentions.filter(|at| !self.facts.is_directive(*at));
        // Not with `all`: what is set up to the first other mention counts.
        for at in mentions {
            let place = ["x", "y", "z"].iter().position(|d| *d == self.word(at + 2));
            let slot = place.and_then(|place| all.get_mut(place));
            let statement = self.word(at + 1) == "."
                && self.word(at + 3) == "="
                && self.word(at + 4) != "="
                && self.facts.parent(at) == block
                && matches!(self.back(at, 1), ";" | "}");
            let close = self.value_end(at + 4).filter(|end| self.word(*end) == ";");
            let straight = !(end..close.unwrap_or(end)).any(|at| self.facts.is_directive(at));
            match (slot, close) {
                (Some(slot), Some(close)) if statement && straight && slot.is_none() => {
                    *slot = Some((at + 4, close));
                    end = close;
                }
                _ => break,
            }
            if (at + 4..end).any(|at| self.word(at) == self.word(name)) {
                return (Given::Nothing, semicolon);
            }
        }
        // They may be jumped over.
        match self.facts.places("goto").is_empty() {
            true => (Given::Members(all), end),
            false => (Given::Nothing, semicolon),
        }
    }

    /// The end of a statement behind the head of a loop: its semicolon, or its closing bracket. Statements within
    /// statements are followed so deep.
    fn nested_end(&self, from: usize, depth: u32) -> Option<usize> {
        let below = depth.checked_sub(1)?;
        let behind_head = |at: usize| {
            let open = self.after(at);
            let head = (self.word(open) == "(").then(|| self.facts.partner(open))??;
            Some(self.after(head))
        };
        match self.word(from) {
            "{" => self.facts.partner(from),
            "for" | "while" => self.nested_end(behind_head(from)?, below),
            "if" => {
                let end = self.nested_end(behind_head(from)?, below)?;
                let next = self.after(end);
                match self.word(next) {
                    "else" => self.nested_end(self.after(next), below),
                    _ => Some(end),
                }
            }
            _ => self.simple_end(from),
        }
    }

    /// The end of a statement that has no others in it.
    fn simple_end(&self, from: usize) -> Option<usize> {
        let mut at = from;
        loop {
            match self.word(at) {
                ";" => return Some(at),
                "{" | "}" | ")" | "]" | "" | "if" | "else" | "for" | "while" | "do" | "switch"
                | "try" => return None,
                "(" | "[" => at = self.facts.partner(at)? + 1,
                _ => at += 1,
            }
        }
    }

    /// The end of a statement: the semicolon that stands in no bracket, or the end of the bracket.
    pub(super) fn statement_end(&self, from: usize) -> usize {
        let mut at = from;
        while at < self.all.len() {
            match self.word(at) {
                ";" | ")" | "]" | "}" => return at,
                "(" | "[" | "{" => match self.facts.partner(at) {
                    Some(close) => at = close + 1,
                    None => return self.all.len(),
                },
                _ => at += 1,
            }
        }
        at
    }
}

/// Whether a method of this name tells a whole number, and changes nothing.
pub(super) fn asks(name: &str) -> bool {
    matches!(
        name,
        "size" | "numel" | "dim" | "ndimension" | "stride" | "length" | "nbytes" | "element_size"
    )
}
