//! Variables of the host that are given other values, as loops count: whether one has, where a launch stands, the
//! value that it had before; from which number on it counts up, or down.

use super::blocks::Brace;
use super::condition::{Comparison, Condition};
use super::control::Way;
use super::declared::{Declared, Given};
use super::formula::Formula;
use super::scope::Scope;
use super::types::Kind;
use super::variable::Variable;
use super::{Part, Words};
use std::collections::BTreeSet;

/// What an assignment makes of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    /// What stands behind `=`.
    Set(Part),
    /// More, if it fits.
    Up,
    /// More or the same, if it was not below zero.
    Multiplied,
    /// Less, if it fits.
    Down,
    /// Not farther from zero, and on the same side.
    Divided,
    Unknown,
}

impl Words<'_> {
    /// Whether a variable has at a launch the value that it had at a position that was passed on the way to it, with
    /// nothing between but what stands behind that position. It is one of the launch's function, and all that it is
    /// ever given is given by statements of that function.
    pub(super) fn is_steady(
        &self,
        (found, from): (&Variable, usize),
        way: &Way,
        launch: usize,
    ) -> bool {
        if !self.is_of_function(found, way) {
            return false;
        }
        // A loop that begins behind the position, or that it is in the head of, may be gone round before the launch.
        let again = way.loops.iter().filter(|one| from < one.body);
        let until = again.map(|one| one.end).max().unwrap_or(launch).max(launch);
        let mut changes = found.changes.iter();
        changes.all(|at| !(from..until).contains(at))
    }

    /// Whether a variable is a whole number of the innermost function around a launch, and changed only by statements of
    /// that function that do nothing else to it.
    fn is_of_function(&self, found: &Variable, way: &Way) -> bool {
        let declared = &found.declared;
        let end = self.facts.partner(way.function);
        let inside = declared.name > way.function || end == Some(declared.seen.1);
        inside
            && declared.kind == Kind::Whole
            && !declared.outside
            && !declared.is_static
            && found
                .changes
                .iter()
                .all(|at| self.is_direct(*at) && self.is_in_function(*at, way.function))
    }

    /// Whether no other function or lambda begins between a brace and a position.
    fn is_in_function(&self, at: usize, function: usize) -> bool {
        let braces = self.braces(at);
        let mut inner = braces.iter().take_while(|open| **open != function);
        braces.contains(&function) && inner.all(|open| self.is_of_statement(*open))
    }

    /// Whether a brace opens a block that is a statement or a part of one.
    fn is_of_statement(&self, open: usize) -> bool {
        if self.brace(open) != Brace::Body {
            return false;
        }
        match self.back(open, 1) {
            ";" | "{" | "}" | "else" | "do" | "try" => true,
            ":" => {
                let start = self.statement(open);
                matches!(self.word(start), "case" | "default")
            }
            ")" => {
                let close = self.before(open);
                let round = close.and_then(|close| self.facts.partner(close));
                round.is_some_and(|round| {
                    matches!(
                        self.back(round, 1),
                        "if" | "for" | "while" | "switch" | "catch" | "constexpr"
                    )
                })
            }
            _ => false,
        }
    }

    /// Whether a mention is that of a statement, or of the step or beginning of a `for`, that gives a variable a value and
    /// does nothing else with it.
    fn is_direct(&self, at: usize) -> bool {
        let step = |mark: &str| (self.back(at, 1), self.back(at, 2)) == (mark, mark);
        let (before, start) = match step("+") || step("-") {
            true => (self.back(at, 3), true),
            false => (self.back(at, 1), false),
        };
        let in_head = self
            .facts
            .parent(at)
            .is_some_and(|open| self.word(open) == "(" && self.back(open, 1) == "for");
        let begins = match before {
            ";" | "{" | "}" | "else" | "do" => true,
            "(" | "," => in_head,
            ")" => {
                let mark = if start {
                    self.before_steps(at)
                } else {
                    self.before(at)
                };
                let round = mark.and_then(|close| self.facts.partner(close));
                round.is_some_and(|round| matches!(self.back(round, 1), "if" | "for" | "while"))
            }
            _ => false,
        };
        let braced = self.facts.parent(at).is_some_and(|open| {
            in_head || self.word(open) == "{" && self.brace(open) == Brace::Body
        });
        begins && braced && (start || self.step(at) != Step::Unknown || self.is_assigned(at))
    }

    /// The token before `++n`.
    fn before_steps(&self, at: usize) -> Option<usize> {
        let one = self.before(at)?;
        self.before(self.before(one)?)
    }

    /// `n = …`, `n += …` and their like.
    fn is_assigned(&self, at: usize) -> bool {
        let (one, two, three) = (self.ahead(at, 1), self.ahead(at, 2), self.ahead(at, 3));
        match (one, two) {
            ("=", two) => two != "=",
            ("+" | "-" | "*" | "/" | "%" | "&" | "|" | "^", "=") => true,
            ("<", "<") | (">", ">") => three == "=",
            _ => false,
        }
    }

    /// The part from so many tokens behind a position up to the end of an expression.
    fn operand(&self, at: usize, count: usize) -> Option<Part> {
        let from = (0..count).fold(at, |at, _| self.after(at));
        let mut end = from;
        loop {
            match self.word(end) {
                ";" | "," | ")" => return (from < end).then_some((from, end)),
                "(" | "[" => end = self.facts.partner(end)? + 1,
                "" | "{" | "}" | "]" => return None,
                _ => end += 1,
            }
        }
    }

    fn step(&self, at: usize) -> Step {
        let (one, two, three) = (self.ahead(at, 1), self.ahead(at, 2), self.ahead(at, 3));
        let by = |count: usize, least: u64| {
            let part = self.operand(at, count);
            let literal = part.filter(|(from, end)| from + 1 == *end);
            let value = literal.and_then(|(from, _)| super::reader::number(self.word(from)));
            let value = value.and_then(|value| u64::try_from(value).ok());
            value.is_some_and(|value| value >= least && value < 1 << 31)
        };
        match (self.back(at, 1), self.back(at, 2)) {
            ("+", "+") => return Step::Up,
            ("-", "-") => return Step::Down,
            _ => {}
        }
        match (one, two, three) {
            ("+", "+", _) => Step::Up,
            ("-", "-", _) => Step::Down,
            ("+", "=", _) if by(3, 0) => Step::Up,
            ("-", "=", _) if by(3, 0) => Step::Down,
            ("*", "=", _) if by(3, 1) => Step::Multiplied,
            ("/", "=", _) if by(3, 1) => Step::Divided,
            ("<", "<", "=") if by(4, 0) => Step::Multiplied,
            (">", ">", "=") if by(4, 0) => Step::Divided,
            ("=", next, _) if next != "=" => self.set(at),
            _ => Step::Unknown,
        }
    }

    /// `n = n / 2` is a step as `n /= 2` is.
    fn set(&self, at: usize) -> Step {
        let Some((from, end)) = self.operand(at, 2) else {
            return Step::Unknown;
        };
        if self.word(from) != self.word(at) {
            let again = (from..end).any(|other| self.word(other) == self.word(at));
            return match again {
                true => Step::Unknown,
                false => Step::Set((from, end)),
            };
        }
        let literal = |at: usize| {
            let value = super::reader::number(self.word(at));
            let number = self.word(at).starts_with(|c: char| c.is_ascii_digit());
            value.filter(|value| number && (1..1 << 31).contains(value) && at + 1 == end)
        };
        match (self.word(from + 1), self.word(from + 2)) {
            ("+", _) if literal(from + 2).is_some() => Step::Up,
            ("-", _) if literal(from + 2).is_some() => Step::Down,
            ("*", _) if literal(from + 2).is_some() => Step::Multiplied,
            ("/", _) if literal(from + 2).is_some() => Step::Divided,
            ("<", "<") if literal(from + 3).is_some() => Step::Multiplied,
            (">", ">") if literal(from + 3).is_some() => Step::Divided,
            _ => Step::Unknown,
        }
    }

    /// Whether the type that a variable is declared with has a sign; none where that is not known.
    pub(super) fn has_sign(&self, declared: &Declared) -> Option<bool> {
        let name = declared.name;
        let open = self.facts.parent(name);
        let parameter = open.filter(|open| self.word(*open) == "(" && self.back(*open, 1) != "for");
        let from = match parameter {
            Some(open) => {
                let parts = self.parts((open + 1, self.facts.partner(open)?));
                let mut all = parts.into_iter();
                all.find(|(from, to)| (*from..*to).contains(&name))?.0
            }
            None => self.statement(name),
        };
        let said = self.specified(from, name)?;
        if said.kind != Kind::Whole {
            return None;
        }
        let unsigned = (from..said.end).any(|at| {
            matches!(
                self.word(at),
                "unsigned" | "uint" | "size_t" | "uint32_t" | "uint64_t"
            )
        });
        Some(!unsigned)
    }
}

impl Scope<'_, '_> {
    /// What is so of a variable that counts up or down, all the time: it is not below the number that it starts with,
    /// or not above.
    pub(super) fn counts(&self, name: &str, way: &Way) -> Vec<Condition> {
        let Some(found) = self.variable(name).filter(|found| !found.keeps) else {
            return Vec::new();
        };
        let words = self.words;
        if !words.is_of_function(&found, way) {
            return Vec::new();
        }
        let Some(sign) = words.has_sign(&found.declared) else {
            return Vec::new();
        };
        let steps: Vec<Step> = found.changes.iter().map(|at| words.step(*at)).collect();
        let mut values: Vec<Part> = steps
            .iter()
            .filter_map(|step| match step {
                Step::Set(part) => Some(*part),
                _ => None,
            })
            .collect();
        match found.declared.given {
            Given::Value(part) => values.push(part),
            // What nobody set has no value; a parameter has any.
            Given::Nothing
                if words
                    .facts
                    .parent(found.declared.name)
                    .is_some_and(|open| words.word(open) == "{") => {}
            _ => return Vec::new(),
        }
        let mut said = Vec::new();
        let numbers: Option<Vec<i128>> = values.iter().map(|part| self.literal(*part)).collect();
        let own = || Formula::Name(name.to_owned());
        if let Some(least) = numbers.and_then(|all| all.into_iter().min()) {
            let up = steps.iter().all(|step| match step {
                // What has no sign may come round, to zero and what is above it.
                Step::Up | Step::Set(_) => sign || least == 0,
                Step::Multiplied => least >= 0 && (sign || least == 0),
                Step::Divided => least == 0,
                Step::Down | Step::Unknown => false,
            });
            if up {
                said.push(Condition {
                    left: own(),
                    is: Comparison::AtLeast,
                    right: Formula::Number(least),
                });
            }
        }
        let down = steps.iter().all(|step| match step {
            Step::Down => sign,
            Step::Divided | Step::Set(_) => true,
            Step::Up | Step::Multiplied | Step::Unknown => false,
        });
        // What is assigned later may be so in another round of a loop than this one.
        let begins = steps.iter().all(|step| !matches!(step, Step::Set(_)));
        if let ([part], true) = (values.as_slice(), down)
            && let Some(most) = self.first_value(*part, !begins, way)
        {
            let zero = Formula::Number(0);
            let most = Formula::Call("max".to_owned(), vec![most, zero]);
            said.push(Condition {
                left: own(),
                is: Comparison::AtMost,
                right: most,
            });
        }
        said
    }

    fn literal(&self, part: Part) -> Option<i128> {
        let value = self.there(part.0).quantity(part).formula.value()?;
        (-(1 << 30)..1 << 30).contains(&value).then_some(value)
    }

    /// The value that a variable starts with, if what it is made of is the same at the launch; with `never` only if that is
    /// never given another value.
    fn first_value(&self, part: Part, never: bool, way: &Way) -> Option<Formula> {
        let formula = self.own_words(part, part.0)?;
        let mut names = BTreeSet::new();
        formula.names(&mut names);
        let signed = self.is_signed(part);
        let same = names
            .iter()
            .all(|name| self.is_same(name, (part.0, part.0), never, way));
        (signed && same).then_some(formula)
    }
}
