//! What is printed is read back as the same clauses.

use crate::generate;
use contracts::{Clause, Contract, Number, Relation};
use random::Random;

#[test]
fn printed_clauses_are_read_back() {
    for seed in 0..20_000 {
        let mut random = Random::new(seed);
        let clauses = generate::clauses(&mut random, 2);
        let text = Contract {
            clauses: clauses.clone(),
        }
        .to_string();
        let read = Clause::parse(&text);
        assert_eq!(read.as_ref(), Ok(&clauses), "seed {seed}: {text}");
        for clause in clauses {
            let text = clause.to_string();
            assert_eq!(
                Clause::parse(&text),
                Ok(vec![clause]),
                "seed {seed}: {text}"
            );
        }
    }
}

/// Without one pair of its parentheses a text is refused or means something else. Those of functions, those that make a
/// literal stand apart from its sign and those of nested alternatives are part of the notation.
#[test]
fn no_parentheses_are_superfluous() {
    for seed in 0..3_000 {
        let mut random = Random::new(seed);
        let number = generate::number(&mut random, 4);
        let clause = Clause::Compare(number, Relation::Equal, Number::from(0));
        let text = clause.to_string();
        for (open, close) in parentheses(&text) {
            let mut without = text.clone();
            without.remove(close);
            without.remove(open);
            let read = Clause::parse(&without);
            assert_ne!(read, Ok(vec![clause.clone()]), "seed {seed}: {text}");
        }
    }
}

fn parentheses(text: &str) -> Vec<(usize, usize)> {
    let (mut open, mut pairs) = (Vec::new(), Vec::new());
    for (at, c) in text.char_indices() {
        match c {
            '(' => open.push(at),
            ')' => pairs.extend(open.pop().map(|open| (open, at))),
            _ => {}
        }
    }
    pairs
}

/// What parse never makes keeps its meaning, though not its form.
#[test]
fn clauses_that_are_not_well_formed_keep_their_meaning() {
    let less = || Clause::parse("n < 3 && m < 3").expect("clauses");
    let rows = [
        (Clause::AnyOf(Vec::new()), "0 != 0"),
        (Clause::AnyOf(vec![Vec::new()]), "0 == 0"),
        (
            Clause::AnyOf(vec![Vec::new(), less()]),
            "0 == 0 || n < 3 && m < 3",
        ),
        (Clause::AnyOf(vec![less()]), "n < 3 && m < 3"),
        (
            Clause::AnyOf(vec![vec![Clause::AnyOf(vec![less()])]]),
            "(n < 3 && m < 3)",
        ),
    ];
    for (clause, text) in rows {
        assert_eq!(clause.to_string(), text);
        let read = Contract {
            clauses: Clause::parse(text).expect(text),
        };
        for known in [None, Some(0), Some(3)] {
            let known = |_: &_| known.map(num_bigint::BigInt::from);
            assert_eq!(read.eval(&known), clause.eval(&known), "{text}");
        }
    }
}
