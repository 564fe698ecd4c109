//! Which conditions of the host's code decide whether a launch is come to: those of `if`, `for`, `while` and
//! `switch` around it, and those before it where what they guard ends in `return` and its like.
//!
//! A function is read as its statements, from its beginning to the launch. Where a statement is none that is known, or
//! something may jump into the middle of others, nothing is said.

use super::blocks::Brace;
use super::{Part, Words};

/// Statements within statements are followed so deep.
const DEPTH: u32 = 64;

/// What is known of a condition where a launch stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// It is true.
    Holds,
    /// It is false.
    Fails,
    /// Its value is that of a label.
    Is(Part),
}

/// A condition that was evaluated before a launch, in each execution that comes to it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Guard {
    /// Its tokens.
    pub part: Part,
    pub outcome: Outcome,
    /// Where what is done behind it begins.
    pub since: usize,
    /// Whether it stands in another function than the launch, in which the launch's function begins behind it.
    pub outside: bool,
}

/// A loop around a launch, in the same function.
#[derive(Clone, Copy, Debug)]
pub(super) struct Loop {
    pub body: usize,
    pub end: usize,
}

/// The way to a launch.
#[derive(Clone, Debug, Default)]
pub(super) struct Way {
    pub guards: Vec<Guard>,
    pub loops: Vec<Loop>,
    /// The brace that opens the body of the innermost function or lambda.
    pub function: usize,
}

/// A statement, up to the position behind it.
#[derive(Debug)]
struct Statement {
    start: usize,
    end: usize,
    kind: Kind,
}

#[derive(Debug)]
enum Kind {
    Block,
    If {
        condition: Part,
        then: usize,
        other: Option<usize>,
    },
    /// `for`, `while`: without a condition where none is read.
    Loop {
        condition: Option<Part>,
        body: usize,
    },
    Do {
        body: usize,
    },
    Switch {
        of: Part,
        body: usize,
    },
    /// The blocks of `try` and `catch`.
    Try(Vec<Part>),
    /// Up to a semicolon.
    Simple,
}

/// What a position of a `switch` says of its value.
#[derive(Clone, Copy, Debug)]
enum Label {
    One(Part),
    Unknown,
}

impl Words<'_> {
    /// The way to a position, if all that stands before it in its function is understood.
    pub(super) fn way(&self, launch: usize) -> Option<Way> {
        let braces = self.braces(launch);
        let inside = |open: &&usize| !matches!(self.brace(**open), Brace::Namespace | Brace::Class);
        let open = *braces.iter().rev().find(inside)?;
        if self.facts.odd || self.brace(open) != Brace::Body || !self.is_followed(open, launch) {
            return None;
        }
        let mut walk = Walk {
            words: *self,
            launch,
            way: Way {
                function: open,
                ..Way::default()
            },
        };
        walk.block(open, None, DEPTH)?;
        let mut way = walk.way;
        way.guards
            .retain(|guard| !self.leaves_condition(guard.part.0, launch));
        Some(way)
    }

    /// Whether nothing in a function jumps into the middle of statements, and the preprocessor leaves out whole
    /// statements alone.
    fn is_followed(&self, open: usize, launch: usize) -> bool {
        let end = self.end_around(Some(open));
        let jumps = |word: &str| {
            matches!(word, "goto" | "asm" | "__asm" | "__asm__") || word.starts_with("co_")
        };
        let hidden = ["goto", "case", "default"]
            .iter()
            .any(|word| self.facts.in_macros.contains(*word));
        !hidden
            && (open..end).all(|at| match self.facts.is_directive(at) {
                true => at > launch || self.is_between_statements(at),
                false => !jumps(self.word(at)),
            })
    }

    /// Whether a token of a directive is none that may leave out a part of a statement.
    fn is_between_statements(&self, at: usize) -> bool {
        if self.word(at) != "#" {
            return true;
        }
        match self.word(at + 1) {
            "include" | "import" | "include_next" | "line" => return false,
            "if" | "ifdef" | "ifndef" | "else" | "elif" | "elifdef" | "elifndef" | "endif" => {}
            _ => return true,
        }
        let Some(before) = self.before(at) else {
            return false;
        };
        let around = match self.word(before) {
            "{" => Some(before),
            ";" | "}" => self.facts.parent(before),
            _ => None,
        };
        around.is_some_and(|open| self.brace(open) == Brace::Body)
            && !matches!(self.word(self.after(at)), "else" | "while" | "catch" | ";")
    }

    /// Whether a word that this reading relies on may stand for something else.
    fn is_hidden(&self, word: &str) -> bool {
        self.facts.macros.contains_key(word)
            || self.facts.around.macros.contains(word)
            || self.given.iter().any(|given| given == word)
    }

    fn past_directives(&self, at: usize) -> usize {
        match self.facts.is_directive(at) {
            true => self.after(at),
            false => at,
        }
    }

    /// The part between the brackets that open at a position.
    fn between(&self, open: usize) -> Option<Part> {
        let close = self
            .facts
            .partner(open)
            .filter(|_| self.word(open) == "(")?;
        Some((open + 1, close))
    }

    fn statement_from(&self, at: usize, depth: u32) -> Option<Statement> {
        let below = depth.checked_sub(1)?;
        let next = self.after(at);
        let (kind, end) = match self.word(at) {
            "{" => (Kind::Block, self.facts.partner(at)? + 1),
            "if" => {
                let open = match self.word(next) {
                    "constexpr" => self.after(next),
                    _ => next,
                };
                let condition = self.between(open)?;
                let then = self.after(condition.1);
                let end = self.statement_from(then, below)?.end;
                let behind = self.past_directives(end);
                match self.word(behind) {
                    "else" => {
                        let other = self.after(behind);
                        let end = self.statement_from(other, below)?.end;
                        let other = Some(other);
                        let kind = Kind::If {
                            condition,
                            then,
                            other,
                        };
                        (kind, end)
                    }
                    _ => {
                        let kind = Kind::If {
                            condition,
                            then,
                            other: None,
                        };
                        (kind, end)
                    }
                }
            }
            "for" => {
                let head = self.between(next)?;
                let body = self.after(head.1);
                let condition = self.middle(next, head);
                (
                    Kind::Loop { condition, body },
                    self.statement_from(body, below)?.end,
                )
            }
            "while" => {
                let head = self.between(next)?;
                let body = self.after(head.1);
                let condition = Some(head);
                (
                    Kind::Loop { condition, body },
                    self.statement_from(body, below)?.end,
                )
            }
            "do" => {
                let end = self.past_directives(self.statement_from(next, below)?.end);
                let open = (self.word(end) == "while").then(|| self.after(end))?;
                let last = self.after(self.between(open)?.1);
                let end = (self.word(last) == ";").then_some(last + 1)?;
                (Kind::Do { body: next }, end)
            }
            "switch" => {
                let of = self.between(next)?;
                let body = self.after(of.1);
                let close = self.facts.partner(body).filter(|_| self.word(body) == "{");
                (Kind::Switch { of, body }, close? + 1)
            }
            "try" => self.tried(next)?,
            "case" | "default" | "else" | "catch" => return None,
            _ if self.is_word(at) && self.word(next) == ":" && self.ahead(next, 1) != ":" => {
                return None;
            }
            _ => (Kind::Simple, self.simple(at)?),
        };
        Some(Statement {
            start: at,
            end,
            kind,
        })
    }

    /// The condition of a `for`: what stands between its two semicolons.
    fn middle(&self, open: usize, (from, to): Part) -> Option<Part> {
        let own = |at: &usize| self.word(*at) == ";" && self.facts.parent(*at) == Some(open);
        let marks: Vec<usize> = (from..to).filter(own).collect();
        match marks.as_slice() {
            [one, two] if one + 1 < *two => Some((one + 1, *two)),
            _ => None,
        }
    }

    /// The blocks behind `try`.
    fn tried(&self, first: usize) -> Option<(Kind, usize)> {
        let block = |at: usize| {
            let close = self.facts.partner(at).filter(|_| self.word(at) == "{");
            close.map(|close| (at, close))
        };
        let mut blocks = vec![block(first)?];
        loop {
            let (_, close) = *blocks.last()?;
            let next = self.after(close);
            if self.word(next) != "catch" {
                return Some((Kind::Try(blocks), close + 1));
            }
            let head = self.between(self.after(next))?;
            blocks.push(block(self.after(head.1))?);
        }
    }

    /// The position behind the semicolon that ends a statement without others in it.
    fn simple(&self, from: usize) -> Option<usize> {
        let mut at = from;
        loop {
            match self.word(at) {
                ";" => return Some(at + 1),
                "(" | "[" | "{" => at = self.facts.partner(at)?,
                "" | ")" | "]" | "}" => return None,
                "if" | "else" | "for" | "while" | "do" | "switch" | "case" | "try" | "catch" => {
                    return None;
                }
                _ => {}
            }
            at = self.after(at);
        }
    }

    /// Whether nobody comes behind a statement: it ends in `return` or its like. What the preprocessor may leave out
    /// before a position does not count.
    fn leaves(&self, statement: &Statement, before: usize, depth: u32) -> bool {
        let Some(below) = depth.checked_sub(1) else {
            return false;
        };
        let inner = |at: usize| {
            let one = self.statement_from(at, below);
            one.is_some_and(|one| self.leaves(&one, before, below))
        };
        match &statement.kind {
            Kind::Simple => {
                self.is_jump(statement) && !self.leaves_condition(statement.start, before)
            }
            Kind::Block => {
                let close = statement.end - 1;
                let mut at = self.past_directives(statement.start + 1);
                let mut last = None;
                while at < close {
                    let Some(one) = self.statement_from(at, below) else {
                        return false;
                    };
                    at = self.past_directives(one.end);
                    last = Some(one);
                }
                last.is_some_and(|one| self.leaves(&one, before, below))
            }
            Kind::If {
                then,
                other: Some(other),
                ..
            } => inner(*then) && inner(*other),
            _ => false,
        }
    }

    /// `return …;`, `exit(1);`
    fn is_jump(&self, statement: &Statement) -> bool {
        let at = statement.start;
        let word = self.word(at);
        if self.is_hidden(word) {
            return false;
        }
        match word {
            "return" | "throw" | "break" | "continue" => true,
            _ => {
                let qualified =
                    word == "std" && self.word(at + 1) == ":" && self.word(at + 2) == ":";
                let name = match qualified {
                    true => at + 3,
                    false => at,
                };
                let known = matches!(self.word(name), "exit" | "abort" | "_exit" | "quick_exit");
                let close = self.between(name + 1).map(|part| self.after(part.1));
                known
                    && close == statement.end.checked_sub(1)
                    && !self.is_hidden(self.word(name))
                    && !self.is_function_here(self.word(name))
            }
        }
    }

    /// Whether an `else` behind a statement belongs to what stands before that: what a macro stands for may have an `if`
    /// of its own.
    fn is_plain_branch(&self, statement: &Statement) -> bool {
        match statement.kind {
            Kind::Block => true,
            Kind::Simple => {
                let first = self.word(statement.start);
                let launch = (statement.start..statement.end).any(|at| self.run(at, "<"));
                (launch || self.is_jump(statement)) && !self.is_hidden(first)
            }
            _ => false,
        }
    }

    /// Whether each label of a `switch` stands among the statements of its block.
    fn has_plain_labels(&self, body: usize) -> bool {
        let Some(close) = self.facts.partner(body) else {
            return false;
        };
        let mut at = body + 1;
        while at < close {
            let word = self.word(at);
            if word == "switch" && !self.facts.is_directive(at) {
                let inner = self.between(self.after(at)).map(|of| self.after(of.1));
                match inner.and_then(|inner| self.facts.partner(inner)) {
                    Some(end) => at = end,
                    None => return false,
                }
            } else if matches!(word, "case" | "default")
                && self.back(at, 1) != "="
                && self.facts.parent(at) != Some(body)
            {
                return false;
            }
            at += 1;
        }
        true
    }
}

struct Walk<'a> {
    words: Words<'a>,
    launch: usize,
    way: Way,
}

impl Walk<'_> {
    fn guard(&mut self, part: Part, outcome: Outcome, since: usize) {
        self.way.guards.push(Guard {
            part,
            outcome,
            since,
            outside: false,
        });
    }

    /// Through the statements of a block up to the launch; `of` is what a `switch` chooses by whose block it is.
    fn block(&mut self, open: usize, of: Option<Part>, depth: u32) -> Option<()> {
        let words = self.words;
        let below = depth.checked_sub(1)?;
        let close = words.facts.partner(open)?;
        let first = self.way.guards.len();
        let mut label = None;
        // Whether the statement before goes on to the next one, and whether it was a label.
        let (mut falls, mut labelled) = (false, false);
        let mut at = words.past_directives(open + 1);
        while at < close {
            if of.is_some() && matches!(words.word(at), "case" | "default") {
                let colon = self.colon(at, close)?;
                // Who comes by a label has not come by what stands before it.
                self.way.guards.truncate(first);
                let sure = !falls && !labelled && !words.leaves_condition(at, self.launch);
                label = Some(match (words.word(at), sure) {
                    ("case", true) => Label::One((at + 1, colon)),
                    _ => Label::Unknown,
                });
                (falls, labelled) = (true, true);
                at = words.after(colon);
                continue;
            }
            let one = words.statement_from(at, below)?;
            if (one.start..one.end).contains(&self.launch) {
                if let (Some(of), Some(Label::One(part))) = (of, label) {
                    self.guard(of, Outcome::Is(part), of.0);
                }
                return self.into(&one, below);
            }
            let leaves = words.leaves(&one, self.launch, below);
            self.passed(&one, below);
            (falls, labelled) = (!leaves, false);
            at = words.past_directives(one.end);
        }
        None
    }

    fn colon(&self, label: usize, close: usize) -> Option<usize> {
        let words = self.words;
        let mut ends = label + 1..close;
        let colon = ends.find(|at| words.word(*at) == ":")?;
        let plain = (label + 1..colon).all(|at| !matches!(words.word(at), "?" | ";" | "{" | "("));
        (plain && words.word(colon + 1) != ":").then_some(colon)
    }

    /// What is known behind a statement.
    fn passed(&mut self, one: &Statement, depth: u32) {
        let words = self.words;
        match &one.kind {
            Kind::If {
                condition,
                then,
                other: None,
            } => {
                let branch = words.statement_from(*then, depth);
                if branch.is_some_and(|branch| words.leaves(&branch, self.launch, depth)) {
                    self.guard(*condition, Outcome::Fails, condition.0);
                }
            }
            Kind::Simple => {
                let name = words.word(one.start);
                let checks = matches!(name, "TORCH_CHECK" | "AT_ASSERTM");
                if let Some(inside) = words.between(one.start + 1)
                    && checks
                    && !words.is_hidden(name)
                    && !words.is_function_here(name)
                    && words.after(inside.1) + 1 == one.end
                    && let Some(part) = words.parts(inside).first()
                {
                    self.guard(*part, Outcome::Holds, part.0);
                }
            }
            _ => {}
        }
    }

    fn inner(&mut self, at: usize, depth: u32) -> Option<()> {
        let one = self.words.statement_from(at, depth)?;
        self.into(&one, depth)
    }

    /// Into the statement that the launch is in.
    fn into(&mut self, one: &Statement, depth: u32) -> Option<()> {
        let below = depth.checked_sub(1)?;
        let words = self.words;
        match &one.kind {
            Kind::Block => self.block(one.start, None, below),
            Kind::If {
                condition,
                then,
                other,
            } => {
                if self.launch < *then {
                    return Some(());
                }
                match other {
                    Some(other) if self.launch >= *other => {
                        let branch = words.statement_from(*then, below)?;
                        if words.is_plain_branch(&branch) {
                            self.guard(*condition, Outcome::Fails, condition.0);
                        }
                        self.inner(*other, below)
                    }
                    _ => {
                        self.guard(*condition, Outcome::Holds, condition.0);
                        self.inner(*then, below)
                    }
                }
            }
            Kind::Loop { condition, body } => {
                if self.launch < *body {
                    return Some(());
                }
                self.way.loops.push(Loop {
                    body: *body,
                    end: one.end,
                });
                if let Some(condition) = condition {
                    self.guard(*condition, Outcome::Holds, *body);
                }
                self.inner(*body, below)
            }
            Kind::Do { body } => {
                self.way.loops.push(Loop {
                    body: *body,
                    end: one.end,
                });
                let branch = words.statement_from(*body, below)?;
                match self.launch < branch.end {
                    true => self.into(&branch, below),
                    false => Some(()),
                }
            }
            Kind::Switch { of, body } => match self.launch < *body {
                true => Some(()),
                false if words.has_plain_labels(*body) => self.block(*body, Some(*of), below),
                false => None,
            },
            Kind::Try(blocks) => {
                let mut all = blocks.iter();
                let of = all.find(|(from, to)| (*from..*to).contains(&self.launch));
                match of {
                    Some((open, _)) => self.block(*open, None, below),
                    None => Some(()),
                }
            }
            Kind::Simple => self.lambda(one, below),
        }
    }

    /// In a statement without others in it a launch may stand in a lambda: a function of its own, which begins behind what
    /// was seen so far.
    fn lambda(&mut self, one: &Statement, depth: u32) -> Option<()> {
        let words = self.words;
        let braces = words.braces(self.launch);
        let Some(open) = braces.iter().rev().find(|open| **open > one.start) else {
            return Some(());
        };
        self.way.loops.clear();
        self.way
            .guards
            .iter_mut()
            .for_each(|guard| guard.outside = true);
        self.way.function = *open;
        let head = match words.back(*open, 1) {
            ")" => {
                let round = words
                    .before(*open)
                    .and_then(|close| words.facts.partner(close));
                round.map_or("", |open| words.back(open, 1))
            }
            word => word,
        };
        match head == "]" && words.brace(*open) == Brace::Body {
            true => self.block(*open, None, depth),
            false => None,
        }
    }
}
