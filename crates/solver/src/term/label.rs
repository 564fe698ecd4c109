//! What a quantified formula is there for.

use std::fmt;

/// What a quantified formula is there for: how it is told of in statistics, how dear its instances
/// are, and which attempts have it.
///
/// The order is that of places where there are some, so that it does not change with a name.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Label {
    need: Need,
    variant: bool,
    origin: Origin,
    text: String,
}

/// Who says what a formula says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Origin {
    /// A theory, a definition, or the verifier itself.
    Background,
    /// The program, at this offset of its text.
    Program(u32),
    /// What was read of the program's assertions, once it is known.
    Known,
}

/// Which attempts have a formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Need {
    /// All.
    Always,
    /// Not the first: it makes terms from which more terms come.
    Seldom,
    /// Only the last: it says once more what another formula says, with other triggers.
    Repeated,
    /// Only the search for a counterexample, which must satisfy it: others say most of it with
    /// triggers, and it has none.
    Searched,
}

/// How dear an instance is. What is instantiated from its own instances must come to an end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Weight {
    /// What Z3 takes if nothing is said. A frame may follow a long chain of heaps.
    Usual,
    /// What a program says follows a short chain.
    Dear,
    /// A variant over the inverse of an index follows hardly any.
    Dearest,
}

impl Label {
    fn new(text: String, origin: Origin, need: Need) -> Label {
        Label {
            text,
            origin,
            need,
            variant: false,
        }
    }

    /// Of a formula of the theories, of a definition or of the verifier itself.
    pub fn background(text: impl Into<String>) -> Label {
        Label::new(text.into(), Origin::Background, Need::Always)
    }

    /// The same of a formula that is seldom needed.
    pub fn seldom(text: impl Into<String>) -> Label {
        Label::new(text.into(), Origin::Background, Need::Seldom)
    }

    /// Of a quantifier of the program, at an offset of its text.
    pub fn program(offset: u32) -> Label {
        let origin = Origin::Program(offset);
        Label::new(format!("user.{offset}"), origin, Need::Always)
    }

    /// Of the fact that was read as number `number` of a declaration.
    pub fn known(number: usize) -> Label {
        Label::new(format!("known.{number}"), Origin::Known, Need::Always)
    }

    /// Of a formula that says the same with other triggers.
    #[must_use]
    pub fn repeated(&self) -> Label {
        Label {
            text: format!("{}.auto", self.text),
            need: Need::Repeated,
            ..self.clone()
        }
    }

    /// Of the formula where instances of it say less.
    #[must_use]
    pub fn searched(&self) -> Label {
        Label {
            text: format!("{}.whole", self.text),
            need: Need::Searched,
            ..self.clone()
        }
    }

    /// Of an instance of the formula over the inverse of its index number `number`.
    #[must_use]
    pub fn variant(&self, number: usize) -> Label {
        self.varied(&format!("~{number}"))
    }

    /// The same over an index that a function is applied to.
    #[must_use]
    pub fn applied_variant(&self, number: usize) -> Label {
        self.varied(&format!("~a{number}"))
    }

    fn varied(&self, end: &str) -> Label {
        Label {
            text: format!("{}{end}", self.text),
            variant: true,
            ..self.clone()
        }
    }

    /// The same formula for a sort, whose name ends the text.
    #[must_use]
    pub fn of_sort(mut self, suffix: &str) -> Label {
        self.text.push_str(suffix);
        self
    }

    /// The same without a text: what it means to an attempt.
    #[must_use]
    pub fn anonymous(&self) -> Label {
        Label {
            text: String::new(),
            origin: match self.origin {
                Origin::Program(_) => Origin::Program(0),
                Origin::Background | Origin::Known => self.origin,
            },
            ..self.clone()
        }
    }

    /// The text, for statistics and for a reader. Nothing is to be read out of it.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Who says it.
    pub fn origin(&self) -> Origin {
        self.origin
    }

    /// Which attempts have it.
    pub fn need(&self) -> Need {
        self.need
    }

    /// How dear its instances are.
    pub fn weight(&self) -> Weight {
        match (self.variant, self.origin) {
            (true, _) => Weight::Dearest,
            (false, Origin::Program(_) | Origin::Known) => Weight::Dear,
            (false, Origin::Background) => Weight::Usual,
        }
    }
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// Of a formula of the verifier itself.
impl From<&str> for Label {
    fn from(text: &str) -> Label {
        Label::background(text)
    }
}

impl From<String> for Label {
    fn from(text: String) -> Label {
        Label::background(text)
    }
}
