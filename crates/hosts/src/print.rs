//! Numbers and clauses as text, with the names that host code has.

use crate::number::Number;
use crate::symbols::{Origin, Symbols};
use contracts::Relation;

/// How strongly an operator binds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Sum,
    Product,
    Atom,
}

impl Symbols {
    /// A number as text. What is not known has no name.
    pub fn text(&self, number: &Number) -> String {
        self.write(number, Level::Sum)
    }

    fn write(&self, number: &Number, around: Level) -> String {
        let two = |a: &Number, sign: &str, b: &Number, level: Level| {
            let right = if level == Level::Sum {
                Level::Product
            } else {
                Level::Atom
            };
            let text = format!("{} {sign} {}", self.write(a, level), self.write(b, right));
            if around > level {
                format!("({text})")
            } else {
                text
            }
        };
        match number {
            Number::Literal(value) if *value < 0 && around > Level::Sum => format!("({value})"),
            Number::Literal(value) => value.to_string(),
            Number::Symbol(symbol) => match self.get(*symbol).map(|known| &known.origin) {
                Some(Origin::Given(name)) => name.clone(),
                Some(Origin::Lost(_)) | None => "?".to_owned(),
            },
            Number::Sum(a, b) => match &**b {
                Number::Literal(value @ ..0) => {
                    two(a, "-", &Number::Literal(value.saturating_neg()), Level::Sum)
                }
                _ => two(a, "+", b, Level::Sum),
            },
            Number::Product(a, b) => two(a, "*", b, Level::Product),
            Number::Quotient(a, b) | Number::Floor(a, b) => two(a, "/", b, Level::Product),
            Number::Remainder(a, b) | Number::Modulo(a, b) => two(a, "%", b, Level::Product),
            Number::Min(a, b) => format!("min({}, {})", self.text(a), self.text(b)),
            Number::Max(a, b) => format!("max({}, {})", self.text(a), self.text(b)),
            Number::Choice {
                condition,
                then,
                otherwise,
            } => {
                let condition =
                    self.comparison(&condition.left, condition.relation, &condition.right);
                let (then, otherwise) = (self.text(then), self.text(otherwise));
                format!("({condition} ? {then} : {otherwise})")
            }
            Number::Wrap { bits, signed, of } => {
                let sign = if *signed { "int" } else { "uint" };
                format!("{sign}{bits}({})", self.text(of))
            }
        }
    }

    /// A comparison as text.
    pub fn comparison(&self, left: &Number, relation: Relation, right: &Number) -> String {
        let sign = match relation {
            Relation::AtMost => "<=",
            Relation::Less => "<",
            Relation::Equal => "==",
            Relation::Different => "!=",
            Relation::AtLeast => ">=",
            Relation::More => ">",
        };
        format!("{} {sign} {}", self.text(left), self.text(right))
    }
}
