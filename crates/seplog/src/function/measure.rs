//! Measures by which recursion ends: what they are, and how they are compared.

use core_lang::{Builtin, Expr, ExprKind, FunctionId, Program};
use solver::term::{self, Sort, Term};
use std::collections::BTreeMap;

/// What decreases: for each function of a group, an expression over its parameters.
#[derive(Clone, Debug)]
pub(crate) struct Measure {
    pub(crate) of: BTreeMap<FunctionId, Vec<MeasureTerm>>,
}

/// Where the functions of a group are founded, if not wherever their preconditions hold: where
/// one of these measures is not negative, for there each call decreases it and has it not
/// negative again. Of the values elsewhere nothing is known.
#[derive(Clone, Debug)]
pub(crate) struct Domain {
    pub(crate) measures: Vec<Measure>,
}

impl Domain {
    /// The domain of one function, as the user may write it.
    pub(crate) fn text(&self, program: &Program, function: FunctionId) -> Option<String> {
        let params = &program.function(function).params;
        let texts: Option<Vec<String>> = self
            .measures
            .iter()
            .map(|measure| {
                let terms = measure.of.get(&function)?;
                let parts: Option<Vec<String>> = terms
                    .iter()
                    // These are not negative, or not where what follows is not.
                    .filter(|term| !matches!(term, MeasureTerm::Size(_) | MeasureTerm::Sum(..)))
                    .map(|term| term.text(program, params))
                    .collect();
                let parts = parts?;
                Some(match parts.is_empty() {
                    true => "true".to_owned(),
                    false => parts.join(" && "),
                })
            })
            .collect();
        Some(texts?.join(" || "))
    }
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum MeasureTerm {
    Written(Expr),
    /// Of two sides that the body compares, built from parameters alone.
    Distance(Expr, Expr),
    Parameter(usize),
    Difference(usize, usize),
    Sum(usize, usize),
    Size(usize),
}

impl MeasureTerm {
    /// That it is not negative, in the user's words.
    fn text(&self, program: &Program, params: &[core_lang::LocalId]) -> Option<String> {
        let param = |number: &usize| {
            let local = program.local(*params.get(*number)?);
            Some(match &local.sort {
                sort if sort.is_data() => format!("|{}|", local.name),
                _ => local.name.clone(),
            })
        };
        match self {
            MeasureTerm::Written(_) => None,
            MeasureTerm::Distance(from, to) => Some(format!(
                "{} >= {}",
                expression_text(program, from)?,
                expression_text(program, to)?
            )),
            MeasureTerm::Parameter(a) | MeasureTerm::Size(a) => Some(format!("{} >= 0", param(a)?)),
            MeasureTerm::Difference(a, b) => Some(format!("{} >= {}", param(a)?, param(b)?)),
            MeasureTerm::Sum(a, b) => Some(format!("{} + {} >= 0", param(a)?, param(b)?)),
        }
    }
}

/// A simple expression as the user may write it.
#[allow(
    clippy::wildcard_enum_match_arm,
    reason = "of what has no text here, the warning names no domain"
)]
fn expression_text(program: &Program, e: &Expr) -> Option<String> {
    match &e.kind {
        ExprKind::Int(value) => Some(value.to_string()),
        ExprKind::Local(local) => Some(program.local(*local).name.clone()),
        ExprKind::Length(array) => Some(format!("{}.length", expression_text(program, array)?)),
        ExprKind::Data(_, args) => match args.as_slice() {
            [one] => Some(format!("|{}|", expression_text(program, one)?)),
            _ => None,
        },
        ExprKind::Apply(op, args) => {
            let sign = match op {
                Builtin::Add => "+",
                Builtin::Sub => "-",
                Builtin::Mul => "*",
                _ => return None,
            };
            let args: Option<Vec<String>> = args
                .iter()
                .map(|arg| {
                    let text = expression_text(program, arg)?;
                    Some(match arg.kind {
                        ExprKind::Apply(..) => format!("({text})"),
                        _ => text,
                    })
                })
                .collect();
            Some(args?.join(&format!(" {sign} ")))
        }
        _ => None,
    }
}

/// Whether the user wrote a measure.
pub(crate) fn written(program: &Program, function: FunctionId) -> bool {
    program
        .function(function)
        .decreases
        .as_ref()
        .is_some_and(|measure| !measure.is_empty())
}

/// That no component is negative; false if one is no integer.
pub(crate) fn not_negative(measure: &[Term]) -> Term {
    if measure.iter().any(|part| *part.sort() != Sort::Int) {
        return term::ff();
    }
    let parts = measure.iter().cloned();
    term::and(parts.map(|part| term::le(term::int(0), part)).collect())
}

/// Lexicographic, each component bounded below by zero.
pub(crate) fn smaller(after: &[Term], before: &[Term]) -> Term {
    let mut goal = term::ff();
    for (a, b) in after.iter().zip(before).rev() {
        if *a.sort() != Sort::Int || *b.sort() != Sort::Int {
            return term::ff();
        }
        let less = term::and(vec![
            term::le(term::int(0), b.clone()),
            term::lt(a.clone(), b.clone()),
        ]);
        let same = term::and(vec![term::eq(a.clone(), b.clone()), goal]);
        goal = term::or(vec![less, same]);
    }
    goal
}
