//! What a name does where it stands. A mention is a read only where it is known to be one: what cannot be
//! told may be a change, or another thing of the same name.

use super::facts::joined;
use super::{Part, Words};
use crate::tokens::TokenKind;

/// What a mention of a variable is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mention {
    /// It is the name of something else, and hides nothing.
    Elsewhere,
    /// The variable is read.
    Read,
    /// The variable is given another value, or may be.
    Change,
    /// It may be anything, also a declaration.
    Unknown,
}

/// What stands behind a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Right {
    /// An operator that binds more than those that read into variables and write out: `+ - * / %`.
    Strong,
    /// Another operator whose operand is read.
    Weak,
    /// The end of an operand.
    End,
    /// `:` of a choice or label.
    Colon,
    /// What assigns or steps.
    Change,
    Unknown,
}

/// What stands before a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Left {
    /// An operator that reads its operand, a cast.
    Read,
    /// `<<` or `>>`.
    Shift,
    /// What begins an operand: its position.
    Slot(usize),
    /// `?` or `:` of a choice: its position.
    Choice(usize),
    /// What begins a statement.
    Start,
    /// The address is taken.
    Address,
    /// A step.
    Change,
    Unknown,
}

impl Words<'_> {
    /// What the name at a position does there.
    pub(super) fn mention(&self, at: usize) -> Mention {
        if let Some(elsewhere) = self.of_another(at) {
            return elsewhere;
        }
        if self.is_given_to_stepping(at) {
            return Mention::Unknown;
        }
        let mut unit = (at, at);
        // The size of one dimension is a number as well.
        if self.ahead(at, 1) == "." {
            if !matches!(self.ahead(at, 2), "x" | "y" | "z") {
                return Mention::Unknown;
            }
            unit.1 = self.after(self.after(at));
        }
        // Brackets around it change nothing.
        while let Some(open) = self.grouped(unit) {
            match self.facts.partner(open) {
                Some(close) => unit = (open, close),
                None => return Mention::Unknown,
            }
        }
        let (left, right) = (self.left(unit.0), self.right(unit.1));
        match (left, right) {
            (Left::Unknown, _) | (_, Right::Unknown) => Mention::Unknown,
            (Left::Start | Left::Choice(_), Right::Change) => Mention::Change,
            (Left::Slot(slot), Right::Change) => match self.word(slot) {
                "(" | "=" => Mention::Change,
                _ => Mention::Unknown,
            },
            (_, Right::Change) => Mention::Unknown,
            (Left::Change, _) => Mention::Change,
            (Left::Address, _) => self.address(unit),
            (Left::Read, _) | (Left::Shift, Right::Strong) => Mention::Read,
            (Left::Shift, _) => self.shifted(unit.0),
            (Left::Slot(_) | Left::Choice(_) | Left::Start, Right::Strong | Right::Weak) => {
                Mention::Read
            }
            (Left::Slot(slot), Right::End) => self.passed(slot, unit),
            (Left::Choice(mark), Right::End | Right::Colon) => self.chosen(mark, unit),
            (Left::Slot(_), Right::Colon) | (Left::Start, Right::End | Right::Colon) => {
                Mention::Unknown
            }
        }
    }

    /// Whether a macro that may change what it is given is given what stands at a position, or a part of it.
    fn is_given_to_stepping(&self, at: usize) -> bool {
        let mut bracket = self.facts.parent(at);
        while let Some(open) = bracket {
            let named = self.before(open).map_or("", |name| self.word(name));
            if self.word(open) == "(" && self.facts.stepping.contains(named) {
                return true;
            }
            bracket = self.facts.parent(open);
        }
        false
    }

    /// A member of an object, or a name of a namespace or class.
    fn of_another(&self, at: usize) -> Option<Mention> {
        let (one, two) = (self.back(at, 1), self.back(at, 2));
        let near = |back: usize| at.checked_sub(back).is_some_and(|at| joined(self.all, at));
        if one == "." {
            return Some(match two {
                "." => Mention::Unknown,
                _ => Mention::Elsewhere,
            });
        }
        if one == ">" && two == "-" && near(2) {
            return Some(Mention::Elsewhere);
        }
        if one == ":" && two == ":" && near(2) {
            let mut said = self.statement(at)..at;
            return Some(match said.any(|at| self.word(at) == "using") {
                true => Mention::Unknown,
                false => Mention::Elsewhere,
            });
        }
        let scope = self.word(at + 1) == ":" && self.word(at + 2) == ":";
        let scope = scope && joined(self.all, at) && joined(self.all, at + 1);
        (scope && self.word(at + 3) != ":").then_some(Mention::Elsewhere)
    }

    /// The bracket that stands around a unit and nothing else, and is none of a call or declaration.
    fn grouped(&self, (from, to): Part) -> Option<usize> {
        let open = self.before(from).filter(|at| self.word(*at) == "(")?;
        if self.word(self.after(to)) != ")" {
            return None;
        }
        let before = self.before(open)?;
        let called = self.is_word(before) && self.word(before) != "return"
            || matches!(self.word(before), "]" | ">")
            || self.kind(before) == Some(TokenKind::Text)
            || self.word(before) == ")" && !self.is_cast(before);
        (!called).then_some(open)
    }

    fn right(&self, at: usize) -> Right {
        let one = self.after(at);
        let two = self.after(one);
        let same = |word: &str| self.word(two) == word && joined(self.all, one);
        match self.word(one) {
            "+" | "-" if same(self.word(one)) || same("=") => Right::Change,
            "-" if same(">") => Right::Unknown,
            "*" | "/" | "%" | "^" if same("=") => Right::Change,
            "+" | "-" | "*" | "/" | "%" => Right::Strong,
            "&" | "|" if same("=") => Right::Change,
            "&" | "|" | "^" | "?" => Right::Weak,
            "=" if same("=") => Right::Weak,
            "=" => Right::Change,
            "!" if same("=") => Right::Weak,
            "<" | ">" if same(self.word(one)) && self.word(two + 1) == "=" => {
                match joined(self.all, two) {
                    true => Right::Change,
                    false => Right::Unknown,
                }
            }
            "<" => Right::Weak,
            ">" if self.run(one, ">") => Right::End,
            ">" => Right::Weak,
            ")" | "," | ";" | "]" | "}" => Right::End,
            ":" => Right::Colon,
            _ => Right::Unknown,
        }
    }

    fn left(&self, at: usize) -> Left {
        let Some(one) = self.before(at) else {
            return Left::Unknown;
        };
        let two = self.before(one);
        let second = two.map_or("", |two| self.word(two));
        let near = two.is_some_and(|two| joined(self.all, two));
        match self.word(one) {
            "+" | "-" if second == self.word(one) && near => Left::Change,
            "+" | "-" | "/" | "%" | "^" | "|" | "!" | "~" => Left::Read,
            "*" => self.if_operand(one),
            "&" if second == "&" && near => two.map_or(Left::Unknown, |two| self.if_operand(two)),
            "&" => match two.map(|two| self.kind(two)) {
                Some(Some(TokenKind::Number)) => Left::Read,
                _ => Left::Address,
            },
            "<" if second == "<" && near => {
                let third = two.and_then(|two| self.before(two));
                match third.is_some_and(|third| self.run(third, "<")) {
                    true => Left::Slot(one),
                    false => Left::Shift,
                }
            }
            "<" => Left::Read,
            ">" if second == ">" && near => Left::Shift,
            ">" => match self.has_angle_before(one) {
                true => Left::Unknown,
                false => Left::Read,
            },
            "=" if near && matches!(second, "=" | "!" | "<" | ">") => Left::Read,
            "=" if near && matches!(second, "+" | "-" | "*" | "/" | "%" | "&" | "|" | "^") => {
                Left::Read
            }
            "=" | "(" | "," | "[" | "{" => match self.word(one) {
                "{" if self.brace(one) == super::blocks::Brace::Body => Left::Start,
                _ => Left::Slot(one),
            },
            "?" => Left::Choice(one),
            ":" => match self.question(one) {
                Some(question) => Left::Choice(question),
                None => Left::Start,
            },
            ")" if self.is_cast(one) => Left::Read,
            ")" if self.is_control(one) => Left::Start,
            ";" | "}" | "else" | "do" => Left::Start,
            "return" => Left::Slot(one),
            _ => Left::Unknown,
        }
    }

    fn if_operand(&self, operator: usize) -> Left {
        match self.is_operand(operator) {
            true => Left::Read,
            false => Left::Unknown,
        }
    }

    /// Whether what stands before an operator is a value: `T *n` declares a pointer, and `T &&n` a reference.
    fn is_operand(&self, operator: usize) -> bool {
        let Some(last) = self.before(operator) else {
            return false;
        };
        if self.kind(last) == Some(TokenKind::Number) {
            return true;
        }
        // Back over names, members, calls and elements.
        let mut first = last;
        loop {
            let opened = match self.word(first) {
                ")" | "]" => self.facts.partner(first),
                _ => None,
            };
            let named = match opened {
                Some(open) => match self.before(open) {
                    Some(name) if self.is_word(name) || matches!(self.word(name), ")" | "]") => {
                        name
                    }
                    _ => {
                        first = open;
                        break;
                    }
                },
                None => first,
            };
            if opened.is_some() && !self.is_word(named) {
                first = named;
                continue;
            }
            if !self.is_word(named) {
                return false;
            }
            first = named;
            let linked = match (self.back(first, 1), self.back(first, 2)) {
                (".", _) => 1,
                (">", "-") | (":", ":") => 2,
                _ => break,
            };
            for _ in 0..=linked {
                match self.before(first) {
                    Some(before) => first = before,
                    None => return false,
                }
            }
        }
        if self.specified(first, operator).is_some() {
            return false;
        }
        let Some(before) = self.before(first) else {
            return false;
        };
        match self.word(before) {
            "=" | "+" | "-" | "/" | "%" | "return" | "<" | "?" | "!" | "|" | "^" | "[" => true,
            "*" | "&" => {
                let two = self.before(before).filter(|two| self.word(*two) == "&");
                self.is_operand(two.unwrap_or(before))
            }
            ":" => self.question(before).is_some(),
            "(" | "," => {
                let open = match self.word(before) {
                    "(" => Some(before),
                    _ => self.facts.parent(before),
                };
                let round = open.filter(|open| self.word(*open) == "(");
                round.is_some_and(|open| {
                    let named = self.back(open, 1);
                    let kept = matches!(named, "]" | "for" | "catch" | "if" | "while");
                    // A condition begins with no declaration if it is a product that is compared.
                    !kept && self.body_of(open).is_none()
                        || matches!(named, "if" | "while")
                            && self.word(before) == "("
                            && self.is_condition(open)
                })
            }
            _ => false,
        }
    }

    /// Whether nothing is assigned in a condition, so that nothing is declared there.
    fn is_condition(&self, open: usize) -> bool {
        let Some(close) = self.facts.partner(open) else {
            return false;
        };
        (open + 1..close).all(|at| match self.word(at) {
            ";" | "{" => false,
            "=" => {
                matches!(self.word(at + 1), "=") && joined(self.all, at)
                    || matches!(self.word(at - 1), "=" | "<" | ">" | "!")
                        && joined(self.all, at - 1)
            }
            _ => true,
        })
    }

    /// Whether a `<` stands before a `>` that it may belong to.
    fn has_angle_before(&self, at: usize) -> bool {
        let mut back = at;
        while let Some(before) = self.before(back) {
            back = before;
            match self.word(back) {
                "<" => return true,
                ";" | "{" | "}" | "(" | "[" | "?" | "return" => return false,
                "&" | "|" if self.back(back, 1) == self.word(back) => return false,
                ")" | "]" => match self.facts.partner(back) {
                    Some(open) => back = open,
                    None => return true,
                },
                _ => {}
            }
        }
        false
    }

    /// The `?` that a `:` belongs to.
    pub(super) fn question(&self, colon: usize) -> Option<usize> {
        let mut depth = 0u32;
        let mut back = colon;
        while let Some(before) = self.before(back) {
            back = before;
            match self.word(back) {
                "?" if depth == 0 => return Some(back),
                "?" => depth -= 1,
                ":" => depth += 1,
                ";" | "{" | "}" | "(" | "[" | "," => return None,
                ")" | "]" => back = self.facts.partner(back)?,
                _ => {}
            }
        }
        None
    }

    /// Whether a bracket that closes at a position is that of a cast to a number.
    pub(super) fn is_cast(&self, close: usize) -> bool {
        let Some(open) = self.facts.partner(close) else {
            return false;
        };
        let called = self.before(open).is_some_and(|at| {
            self.is_word(at) && self.word(at) != "return" || matches!(self.word(at), ")" | "]")
        });
        let said = self.specified(open + 1, close);
        said.is_some_and(|said| said.end == close) && (!called || self.word_is_cast_head(open))
    }

    /// `(float)(int)n`.
    fn word_is_cast_head(&self, open: usize) -> bool {
        self.before(open)
            .is_some_and(|at| self.word(at) == ")" && self.is_cast(at))
    }

    /// `if (…)`, `while (…)`, `for (…)`.
    fn is_control(&self, close: usize) -> bool {
        let open = self.facts.partner(close);
        open.is_some_and(|open| matches!(self.back(open, 1), "if" | "while" | "for" | "switch"))
    }

    /// `&n`: the address, unless `int (&n)`, `T &n` declare something.
    fn address(&self, (from, to): Part) -> Mention {
        let Some(mark) = self.before(from) else {
            return Mention::Unknown;
        };
        let end = self.word(self.after(to));
        match self.back(mark, 1) {
            "," if matches!(end, "," | ")") => {
                let open = self.facts.parent(mark);
                match open
                    .is_some_and(|open| self.word(open) == "(" && self.body_of(open).is_none())
                {
                    true => Mention::Change,
                    false => Mention::Unknown,
                }
            }
            "(" => {
                let open = self.facts.parent(mark);
                let close = open.and_then(|open| self.facts.partner(open));
                let next = close.map_or("", |close| self.word(self.after(close)));
                let called = open.and_then(|open| self.before(open));
                let called = called.filter(|at| self.is_word(*at));
                // A parameter, as in `[](int (&n)) {`.
                let outer = open.and_then(|open| self.facts.parent(open));
                let param = outer.is_some_and(|open| self.body_of(open).is_some());
                let typed = called.is_some_and(|at| self.specified(at, at + 1).is_some());
                match matches!(next, ";" | ")" | ",") && called.is_some() && !param && !typed {
                    true => Mention::Change,
                    false => Mention::Unknown,
                }
            }
            // `(void *)&n`
            ")" => {
                let close = self.before(mark);
                let open = close.and_then(|close| self.facts.partner(close));
                let named = open.and_then(|open| self.before(open));
                match named.is_some_and(|at| matches!(self.word(at), "(" | "," | "=" | "{")) {
                    true => Mention::Change,
                    false => Mention::Unknown,
                }
            }
            _ => Mention::Unknown,
        }
    }

    /// `std::cout << n`, `1 << n`: read; else it may be read into.
    fn shifted(&self, at: usize) -> Mention {
        let Some(mark) = self.before(at) else {
            return Mention::Unknown;
        };
        let operand = self.before(mark).and_then(|one| self.before(one));
        if operand.is_some_and(|operand| self.kind(operand) == Some(TokenKind::Number)) {
            return Mention::Read;
        }
        let start = self.statement(at);
        let written = match (self.word(start), self.word(start + 3)) {
            ("std", "cout" | "cerr" | "clog") | ("cout" | "cerr" | "clog", _) => {
                let name = if self.word(start) == "std" {
                    start + 3
                } else {
                    start
                };
                self.word(name + 1) == "<" && self.word(name + 2) == "<"
            }
            _ => false,
        };
        let parent = self.facts.parent(start);
        let alone = !(start..at).any(|at| self.word(at) == "," && self.facts.parent(at) == parent);
        match written && alone && self.word(mark) == "<" {
            true => Mention::Read,
            false => Mention::Change,
        }
    }
}
