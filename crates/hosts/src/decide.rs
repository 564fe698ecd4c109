//! Questions about unknown numbers, put to the algebra.

use crate::fact::Fact;
use crate::number::{Number, range};
use crate::symbols::Symbols;
use algebra::{Atom, Claim, Formula, Poly, Problem, check, refute};
use contracts::Relation;
use std::collections::HashMap;

/// Steps of the algebra for a question.
const BUDGET: u64 = 8_000;

/// The same for whether what is known contradicts itself, which it mostly does not.
const BUDGET_OF_FACTS: u64 = 8_000;

/// So many cases of a number that wraps are told apart.
const CASES: i128 = 6;

/// What is known, as polynomials.
#[derive(Clone)]
pub(crate) struct Question {
    /// The ranges of symbols, as narrow as facts make them.
    symbols: Symbols,
    known: Vec<Formula>,
    atoms: HashMap<Number, Atom>,
    next: u16,
}

impl Question {
    pub(crate) fn new(symbols: &Symbols) -> Self {
        Question {
            symbols: symbols.clone(),
            known: Vec::new(),
            atoms: HashMap::new(),
            next: 0,
        }
    }

    /// With facts, of which all that say the range of a symbol are looked at first.
    pub(crate) fn with(symbols: &Symbols, facts: &[Fact]) -> Self {
        let mut question = Question::new(symbols);
        facts.iter().for_each(|fact| question.narrow(fact));
        facts.iter().for_each(|fact| question.know(fact));
        question
    }

    /// Adds a fact.
    pub(crate) fn know(&mut self, fact: &Fact) {
        let formula = self.compare(&fact.left, fact.relation, &fact.right);
        self.known.push(formula);
        self.narrow(fact);
    }

    fn narrow(&mut self, fact: &Fact) {
        if let (Number::Symbol(symbol), Number::Literal(value)) = (&fact.left, &fact.right) {
            self.symbols.narrow(*symbol, fact.relation, *value);
        }
    }

    /// Whether what is known contradicts itself.
    pub(crate) fn is_impossible(&self) -> bool {
        self.refutes(None, BUDGET_OF_FACTS)
    }

    /// Whether a formula holds.
    pub(crate) fn proves(&self, formula: &Formula) -> bool {
        self.refutes(Some(formula.negated()), BUDGET)
    }

    /// Whether a formula does not hold.
    pub(crate) fn disproves(&self, formula: &Formula) -> bool {
        self.refutes(Some(formula.clone()), BUDGET)
    }

    fn refutes(&self, formula: Option<Formula>, budget: u64) -> bool {
        let mut known = self.known.clone();
        known.extend(formula);
        if is_absurd(&known) {
            return true;
        }
        let problem = Problem {
            known,
            applications: Vec::new(),
            ranks: Vec::new(),
        };
        refute(&problem, budget).is_some_and(|proof| check(&problem, &proof).is_ok())
    }

    /// A comparison.
    pub(crate) fn compare(&mut self, left: &Number, relation: Relation, right: &Number) -> Formula {
        let apart = right.clone().minus(left.clone());
        let decided = self
            .symbols
            .bounds(&apart)
            .and_then(|(low, high)| match relation {
                Relation::AtMost => decided(low >= 0, high < 0),
                Relation::Less => decided(low > 0, high <= 0),
                Relation::Equal => decided((low, high) == (0, 0), high < 0 || low > 0),
                Relation::Different => decided(high < 0 || low > 0, (low, high) == (0, 0)),
                Relation::AtLeast => decided(high <= 0, low > 0),
                Relation::More => decided(high < 0, low >= 0),
            });
        match decided {
            Some(true) => return Formula::All(Vec::new()),
            Some(false) => return Formula::Any(Vec::new()),
            None => {}
        }
        let difference = self.poly(right).minus(&self.poly(left));
        match relation {
            Relation::AtMost => Formula::non_negative(difference),
            Relation::Less => Formula::non_negative(difference.shifted(-1)),
            Relation::Equal => Formula::zero(difference),
            Relation::Different => Formula::not_zero(&difference),
            Relation::AtLeast => Formula::non_negative(difference.negated()),
            Relation::More => Formula::non_negative(difference.negated().shifted(-1)),
        }
    }

    fn atom(&mut self, number: &Number) -> Poly {
        let atom = self.fresh();
        self.atoms.insert(number.clone(), atom);
        Poly::from(atom)
    }

    /// An atom that stands for nothing yet.
    fn fresh(&mut self) -> Atom {
        let atom = Atom(self.next);
        // Of the last one no polynomial is known.
        self.next = self.next.saturating_add(1);
        atom
    }

    /// A number as a polynomial; what is none becomes an atom of which is said what is known.
    fn poly(&mut self, number: &Number) -> Poly {
        if let Some(atom) = self.atoms.get(number) {
            return Poly::from(*atom);
        }
        match number {
            Number::Literal(value) => Poly::from(*value),
            Number::Symbol(symbol) => {
                let poly = self.atom(number);
                let range = self.symbols.get(*symbol).and_then(|known| known.range);
                if let Some((low, high)) = range {
                    self.between(&poly, low, high);
                }
                poly
            }
            Number::Sum(a, b) => self.poly(a).plus(&self.poly(b)),
            Number::Product(a, b) => self.poly(a).times(&self.poly(b)),
            Number::Quotient(a, b) => self.quotient(number, (a, b), true),
            Number::Floor(a, b) => self.quotient(number, (a, b), false),
            Number::Remainder(a, b) => {
                let quotient = Number::Quotient(a.clone(), b.clone());
                self.left_over(a, b, &quotient)
            }
            Number::Modulo(a, b) => {
                let quotient = Number::Floor(a.clone(), b.clone());
                self.left_over(a, b, &quotient)
            }
            Number::Min(a, b) | Number::Max(a, b) => {
                let (a, b) = (self.poly(a), self.poly(b));
                let poly = self.atom(number);
                let least = matches!(number, Number::Min(..));
                let case = |chosen: &Poly, other: &Poly| {
                    let ordered = if least {
                        other.minus(chosen)
                    } else {
                        chosen.minus(other)
                    };
                    Formula::all(vec![
                        Formula::zero(poly.minus(chosen)),
                        Formula::non_negative(ordered),
                    ])
                };
                let cases = Formula::any(vec![case(&a, &b), case(&b, &a)]);
                self.known.push(cases);
                poly
            }
            Number::Choice {
                condition,
                then,
                otherwise,
            } => self.choice(number, condition, (then, otherwise)),
            Number::Wrap { bits, signed, of } => self.wrap(number, (*bits, *signed), of),
        }
    }

    /// One of two numbers: the atom is the first one and the comparison holds, or the second one and it does not.
    fn choice(
        &mut self,
        number: &Number,
        condition: &Fact,
        (then, otherwise): (&Number, &Number),
    ) -> Poly {
        let holds = self.compare(&condition.left, condition.relation, &condition.right);
        let fails = holds.negated();
        let (then, otherwise) = (self.poly(then), self.poly(otherwise));
        let poly = self.atom(number);
        if let Some((low, high)) = self.symbols.bounds(number) {
            self.between(&poly, low, high);
        }
        let cases = Formula::any(vec![
            Formula::all(vec![holds, Formula::zero(poly.minus(&then))]),
            Formula::all(vec![fails, Formula::zero(poly.minus(&otherwise))]),
        ]);
        self.known.push(cases);
        poly
    }

    fn left_over(&mut self, a: &Number, b: &Number, quotient: &Number) -> Poly {
        let (a, b, quotient) = (self.poly(a), self.poly(b), self.poly(quotient));
        a.minus(&b.times(&quotient))
    }

    fn between(&mut self, poly: &Poly, low: i128, high: i128) {
        self.known.push(Formula::non_negative(poly.shifted(-low)));
        self.known
            .push(Formula::non_negative(poly.negated().shifted(high)));
    }

    /// `a / b`, rounded to zero or down. Of a divisor that is not positive nothing is said.
    fn quotient(&mut self, number: &Number, (a, b): (&Number, &Number), to_zero: bool) -> Poly {
        let positive = self.symbols.bounds(b).is_some_and(|(low, _)| low > 0);
        let natural = self.symbols.bounds(a).is_some_and(|(low, _)| low >= 0);
        let (top, bottom) = (self.poly(a), self.poly(b));
        let poly = self.atom(number);
        let rest = top.minus(&bottom.times(&poly));
        let below = |rest: &Poly| bottom.minus(rest).shifted(-1);
        let down = Formula::all(vec![
            Formula::non_negative(rest.clone()),
            Formula::non_negative(below(&rest)),
        ]);
        let mut cases = match to_zero && !natural {
            false => vec![down],
            true => {
                let up = rest.negated();
                vec![
                    Formula::all(vec![Formula::non_negative(top.clone()), down]),
                    Formula::all(vec![
                        Formula::non_negative(top.negated().shifted(-1)),
                        Formula::non_negative(up.clone()),
                        Formula::non_negative(below(&up)),
                    ]),
                ]
            }
        };
        if !positive {
            cases.push(Formula::non_negative(bottom.negated()));
        }
        let cases = Formula::any(cases);
        self.known.push(cases);
        poly
    }

    fn wrap(&mut self, number: &Number, (bits, signed): (u32, bool), of: &Number) -> Poly {
        let (low, high) = range(bits, signed);
        let inner = self.poly(of);
        let fits = |(least, most): (i128, i128)| low <= least && most <= high;
        if self.symbols.bounds(of).is_some_and(fits) {
            return inner;
        }
        let poly = self.atom(number);
        self.between(&poly, low, high);
        let modulus = 1i128 << bits.min(64);
        // How often the range is to be added.
        let times = self.symbols.bounds(of).map(|(least, most)| {
            let first = low.checked_sub(most)?.div_euclid(modulus);
            let last = high.checked_sub(least)?.div_euclid(modulus);
            last.checked_sub(first).filter(|cases| *cases < CASES)?;
            Some((first, last))
        });
        match times.flatten() {
            Some((first, last)) => {
                let cases = (first..=last)
                    .map(|count| Formula::zero(poly.minus(&inner).shifted(-(count * modulus))));
                let cases = Formula::any(cases.collect());
                self.known.push(cases);
            }
            None => {
                let count = Poly::from(self.fresh());
                let sum = inner.plus(&count.scaled(modulus));
                self.known.push(Formula::zero(poly.minus(&sum)));
            }
        }
        poly
    }
}

fn decided(holds: bool, fails: bool) -> Option<bool> {
    (holds || fails).then_some(holds)
}

/// Whether two of some claims contradict each other, or each of the alternatives one of them.
fn is_absurd(known: &[Formula]) -> bool {
    let mut claims = Vec::new();
    let mut alternatives = Vec::new();
    for formula in known {
        flatten(formula, &mut claims, &mut alternatives);
    }
    let same = |claims: &[Poly]| {
        claims
            .iter()
            .enumerate()
            .any(|(at, one)| contradicts(one, claims.iter().skip(at)))
    };
    same(&claims)
        || alternatives.iter().any(|cases| {
            cases.iter().all(|case| {
                let (mut more, mut inner) = (Vec::new(), Vec::new());
                flatten(case, &mut more, &mut inner);
                let empty = inner.iter().any(|cases| cases.is_empty());
                empty || same(&more) || more.iter().any(|one| contradicts(one, claims.iter()))
            })
        })
}

/// Whether two polynomials cannot both be zero or more.
fn contradicts<'p>(one: &Poly, mut others: impl Iterator<Item = &'p Poly>) -> bool {
    let negative = |poly: &Poly| poly.as_constant().is_some_and(|value| value < 0);
    negative(one) || others.any(|other| negative(&one.plus(other)))
}

/// The polynomials that are zero or more, and the alternatives.
fn flatten<'f>(
    formula: &'f Formula,
    claims: &mut Vec<Poly>,
    alternatives: &mut Vec<&'f [Formula]>,
) {
    match formula {
        Formula::Claim(Claim::Zero(poly)) => claims.extend([poly.clone(), poly.negated()]),
        Formula::Claim(Claim::NonNegative(poly)) => claims.push(poly.clone()),
        Formula::All(parts) => {
            for part in parts {
                flatten(part, claims, alternatives);
            }
        }
        Formula::Any(parts) => alternatives.push(parts),
    }
}
