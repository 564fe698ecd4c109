//! Of a clause that holds wherever no number of the host wraps: which numbers have to fit, as a condition for people.

use crate::check::Check;
use crate::decide::Question;
use crate::fact::Fact;
use crate::number::{Number, range};
use algebra::Formula;
use contracts::Relation;

/// Of more numbers it is not asked which have to fit.
const MOST: usize = 6;

/// What a type makes of a number, which is the number itself where it fits.
#[derive(Clone, PartialEq)]
struct Wrapping {
    of: Number,
    bits: u32,
    signed: bool,
}

impl Check<'_> {
    /// What has to fit so that a clause holds, if that is all; `question` is what the clause's formula was made in, and
    /// `numbers` are those that it compares.
    pub(crate) fn fits(
        &self,
        question: &Question,
        formula: &Formula,
        numbers: &[Number],
    ) -> Option<String> {
        let mut all = Vec::new();
        numbers.iter().for_each(|number| find(number, &mut all));
        if all.is_empty() || all.len() > MOST {
            return None;
        }
        let suffices = |fitting: &[Wrapping]| {
            let mut question = question.clone();
            for one in fitting {
                one.facts().iter().for_each(|fact| question.know(fact));
                // So it is the number itself.
                let same = Fact::new(one.wrapped(), Relation::Equal, one.of.clone());
                question.know(&same);
            }
            !question.is_impossible() && question.proves(formula)
        };
        if !suffices(&all) {
            return None;
        }
        let facts = all.iter().flat_map(Wrapping::facts);
        let mut facts: Vec<Fact> = facts
            .map(|fact| Fact::new(without(&fact.left, &all), fact.relation, fact.right))
            .collect();
        facts.dedup();
        // Without those that follow from the others.
        let mut at = 0;
        while let Some(fact) = facts.get(at).cloned() {
            let mut question = question.clone();
            let others = facts.iter().enumerate().filter(|(other, _)| *other != at);
            others.for_each(|(_, other)| question.know(other));
            let formula = question.compare(&fact.left, fact.relation, &fact.right);
            match question.proves(&formula) {
                true => drop(facts.remove(at)),
                false => at += 1,
            }
        }
        let said = facts.iter();
        let said = said.map(|fact| {
            self.symbols
                .comparison(&fact.left, fact.relation, &fact.right)
        });
        let said: Vec<String> = said.collect();
        (!said.is_empty()).then(|| said.join(" && "))
    }
}

impl Wrapping {
    /// What a type makes of it.
    fn wrapped(&self) -> Number {
        self.of.clone().wrapped(self.bits, self.signed)
    }

    /// That the number fits.
    fn facts(&self) -> [Fact; 2] {
        let (low, high) = range(self.bits, self.signed);
        let bound = |relation, bound| Fact::new(self.of.clone(), relation, Number::Literal(bound));
        [bound(Relation::AtLeast, low), bound(Relation::AtMost, high)]
    }
}

/// The numbers that may wrap in a number, from the outside in.
fn find(number: &Number, found: &mut Vec<Wrapping>) {
    if let Number::Wrap { bits, signed, of } = number {
        let one = Wrapping {
            of: (**of).clone(),
            bits: *bits,
            signed: *signed,
        };
        if !found.contains(&one) {
            found.push(one);
        }
    }
    for part in number.parts() {
        find(part, found);
    }
}

/// A number in which those that fit are as they are.
fn without(number: &Number, fitting: &[Wrapping]) -> Number {
    let two = |a: &Number, b: &Number| (without(a, fitting), without(b, fitting));
    match number {
        Number::Literal(_) | Number::Symbol(_) => number.clone(),
        Number::Sum(a, b) => {
            let (a, b) = two(a, b);
            a.plus(b)
        }
        Number::Product(a, b) => {
            let (a, b) = two(a, b);
            a.times(b)
        }
        Number::Wrap { bits, signed, of } => {
            let one = |other: &Wrapping| {
                other.of == **of && (other.bits, other.signed) == (*bits, *signed)
            };
            let inner = without(of, fitting);
            match fitting.iter().any(one) {
                true => inner,
                false => inner.wrapped(*bits, *signed),
            }
        }
        Number::Quotient(..)
        | Number::Floor(..)
        | Number::Remainder(..)
        | Number::Modulo(..)
        | Number::Min(..)
        | Number::Max(..)
        | Number::Choice { .. } => number.clone(),
    }
}
