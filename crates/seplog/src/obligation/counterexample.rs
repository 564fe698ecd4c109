//! What a counterexample is asked for, and what is said of the answer.

use crate::obligation::Obligation;
use crate::report::ThreadValues;
use num_traits::Signed;
use solver::encode::{Model, Value};
use solver::term::Term;

/// A term whose value makes a counterexample readable.
#[derive(Clone)]
pub(crate) struct Wanted {
    /// The variable, in the program's words.
    pub name: String,
    /// What of it.
    pub part: Part,
    /// The term.
    pub term: Term,
}

/// What of a variable a counterexample tells.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    /// Its value.
    Value,
    /// The length of the array.
    Length,
    /// Whether it is `null`.
    Null,
}

/// What is asked of a claim.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Claimed {
    /// A variable, by the numbers of claim and variable.
    Of(usize, usize),
    /// The amount.
    Amount(usize),
}

/// What a term that is asked for belongs to.
enum Asked<'a> {
    Variable(&'a Wanted),
    Claim(Claimed),
}

/// All that is asked of a model, in order.
fn asked(obligation: &Obligation) -> Vec<(Asked<'_>, &Term)> {
    let variables = obligation.wanted.iter();
    let mut all: Vec<_> = variables
        .map(|wanted| (Asked::Variable(wanted), &wanted.term))
        .collect();
    for (number, claim) in obligation.claims.iter().enumerate() {
        for (at, (_, value)) in claim.variables.iter().enumerate() {
            all.extend(
                value
                    .iter()
                    .map(|value| (Asked::Claim(Claimed::Of(number, at)), value)),
            );
        }
        let amount = claim.amount.iter();
        all.extend(amount.map(|amount| (Asked::Claim(Claimed::Amount(number)), amount)));
    }
    all
}

/// The terms to ask for, each named by its position.
pub(crate) fn terms(obligation: &Obligation) -> Vec<(String, Term)> {
    let all = asked(obligation).into_iter().enumerate();
    all.map(|(at, (_, term))| (at.to_string(), term.clone()))
        .collect()
}

/// A model in the words of the program.
pub(crate) struct Words {
    /// Values of variables.
    pub values: Vec<(String, String)>,
    /// The threads that take part.
    pub threads: Vec<ThreadValues>,
}

/// A model in the words of the program. None of a candidate that no state is like, for an array in it
/// has less than no elements.
pub(crate) fn words(obligation: &Obligation, model: &Model) -> Option<Words> {
    let all = asked(obligation);
    let found = |position: usize| {
        let position = position.to_string();
        let mut values = model.values.iter();
        Some(&values.find(|(name, _)| *name == position)?.1)
    };
    let mut nulls = Vec::new();
    for (at, (asked, _)) in all.iter().enumerate() {
        match (asked, found(at)) {
            (Asked::Variable(wanted), Some(Value::Bool(true))) if wanted.part == Part::Null => {
                nulls.push(wanted.name.as_str());
            }
            (Asked::Variable(wanted), Some(Value::Int(length)))
                if wanted.part == Part::Length && length.is_negative() =>
            {
                return None;
            }
            _ => {}
        }
    }
    let mut values: Vec<(String, String)> = Vec::new();
    for (at, (asked, _)) in all.iter().enumerate() {
        let (Asked::Variable(wanted), Some(value)) = (asked, found(at)) else {
            continue;
        };
        let null = nulls.contains(&wanted.name.as_str());
        values.extend(match wanted.part {
            Part::Value => Some((wanted.name.clone(), value.to_string())),
            Part::Length if null => None,
            Part::Length => Some((format!("{}.length", wanted.name), value.to_string())),
            Part::Null => null.then(|| (wanted.name.clone(), "null".to_owned())),
        });
    }
    values.dedup();
    let claimed = |wanted: Claimed| {
        let own = |asked: &Asked<'_>| matches!(asked, Asked::Claim(own) if *own == wanted);
        found(all.iter().position(|(asked, _)| own(asked))?)
    };
    Some(Words {
        values,
        threads: threads(obligation, &claimed),
    })
}

/// The claims in a model: those who ask for something there.
fn threads<'m>(
    obligation: &Obligation,
    value: &dyn Fn(Claimed) -> Option<&'m Value>,
) -> Vec<ThreadValues> {
    let mut found: Vec<ThreadValues> = Vec::new();
    for (number, claim) in obligation.claims.iter().enumerate() {
        let asks = value(Claimed::Amount(number));
        let amount = match (&claim.amount, asks) {
            (None, _) => None,
            (Some(_), Some(Value::Real(amount))) if amount.is_positive() => {
                Some(amount.to_string())
            }
            _ => continue,
        };
        let said = |(at, (name, term)): (usize, &(String, Option<Term>))| {
            let own = Claimed::Of(number, at);
            let text = match term {
                Some(_) => value(own).map_or_else(|| "?".to_owned(), ToString::to_string),
                None => "all".to_owned(),
            };
            (name.clone(), text)
        };
        let thread = ThreadValues {
            span: claim.span,
            values: claim.variables.iter().enumerate().map(said).collect(),
            amount,
        };
        if !found.contains(&thread) {
            found.push(thread);
        }
    }
    found
}
