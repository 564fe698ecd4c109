//! Axioms about uninterpreted functions: instances for the applications that occur in a question.

use crate::annotations::boogie::{Axiom, Formula};
use crate::execution::Exec;
use crate::execution::symbols::Varies;
use solver::term::{Node, Sort, Symbol, Term, TermSet, app, postorder};
use std::collections::BTreeMap;

/// More instances are not made.
const MOST_INSTANCES: usize = 400;

/// Instances lead to instances so often.
const MOST_ROUNDS: usize = 3;

/// An axiom in terms of constants that stand for its variables.
#[derive(Clone, Debug)]
pub(crate) struct Template {
    variables: Vec<Term>,
    /// Applications in it that have all variables.
    patterns: Vec<Term>,
    body: Term,
}

impl Template {
    /// Whether it says something of a function.
    pub(crate) fn speaks_of(&self, function: &Symbol) -> bool {
        let mut parts = postorder([&self.body]).into_iter();
        parts.any(|part| part.symbol() == Some(function))
    }
}

impl Exec<'_> {
    /// Takes the axioms for the functions that the kernel applies. Gives whether some axiom speaks of
    /// a function that it applies and cannot be used.
    pub(crate) fn believe(&mut self, axioms: &[Axiom]) -> bool {
        let mut unused = false;
        for axiom in axioms {
            match self.template(axiom) {
                Some(template) => self.symbols.axioms.push(template),
                None => unused |= self.applies(&axiom.body),
            }
        }
        unused
    }

    fn named(&self, name: &str) -> Vec<Symbol> {
        let key = format!("user {name}");
        let all = self.functions.iter().filter(|((name, _), _)| *name == key);
        all.map(|(_, symbol)| symbol.clone()).collect()
    }

    fn applies(&self, formula: &Formula) -> bool {
        match formula {
            Formula::Variable(_) | Formula::Literal(_) => false,
            Formula::Known(_, args) => args.iter().any(|arg| self.applies(arg)),
            Formula::Function(name, args) => {
                !self.named(name).is_empty() || args.iter().any(|arg| self.applies(arg))
            }
        }
    }

    fn template(&mut self, axiom: &Axiom) -> Option<Template> {
        let variables = axiom.variables.iter();
        let variables: Vec<Term> = variables
            .map(|sort| self.symbols.constant("any", sort.clone(), Varies::Never))
            .collect();
        let body = self.instance(&axiom.body, &variables)?;
        if *body.sort() != Sort::Bool {
            return None;
        }
        let whole = |part: &Term| {
            let named = variables.iter();
            let mut named = named.map(|variable| part.any_subterm(|inner| inner == variable));
            matches!(part.node(), Node::App(..)) && named.all(|found| found)
        };
        let patterns: Vec<Term> = postorder([&body]).into_iter().filter(whole).collect();
        (variables.is_empty() || !patterns.is_empty()).then_some(Template {
            variables,
            patterns,
            body,
        })
    }

    fn instance(&self, formula: &Formula, variables: &[Term]) -> Option<Term> {
        let all = |args: &[Formula]| -> Option<Vec<Term>> {
            args.iter()
                .map(|arg| self.instance(arg, variables))
                .collect()
        };
        match formula {
            Formula::Variable(number) => variables.get(*number).cloned(),
            Formula::Literal(term) => Some(term.clone()),
            Formula::Known(known, args) => known.on(&all(args)?),
            Formula::Function(name, args) => {
                let args = all(args)?;
                let fits = |symbol: &Symbol| {
                    let sorts = args.iter().map(|arg| arg.sort());
                    symbol.args().iter().eq(sorts)
                };
                match self.named(name).as_slice() {
                    [one] if fits(one) => Some(app(one, args)),
                    _ => None,
                }
            }
        }
    }
}

/// The instances of axioms for the applications that occur in formulas.
pub(crate) fn instances(axioms: &[Template], formulas: &[Term]) -> Vec<Term> {
    if axioms.is_empty() {
        return Vec::new();
    }
    let mut all: Vec<Term> = Vec::new();
    let mut seen = TermSet::default();
    let mut next: Vec<Term> = formulas.to_vec();
    for axiom in axioms.iter().filter(|axiom| axiom.variables.is_empty()) {
        all.push(axiom.body.clone());
        next.push(axiom.body.clone());
    }
    for _ in 0..MOST_ROUNDS {
        let mut found = Vec::new();
        for part in postorder(&next) {
            for axiom in axioms {
                for pattern in &axiom.patterns {
                    let mut values = BTreeMap::new();
                    if !matches(pattern, &part, &axiom.variables, &mut values) {
                        continue;
                    }
                    let values: Vec<(Term, Term)> = values.into_iter().collect();
                    let instance = axiom.body.subst(&values);
                    if all.len() + found.len() < MOST_INSTANCES && seen.insert(instance.clone()) {
                        found.push(instance);
                    }
                }
            }
        }
        if found.is_empty() {
            break;
        }
        all.extend(found.iter().cloned());
        next = found;
    }
    all
}

/// Whether a term is an instance of a pattern; the values of the pattern's variables.
fn matches(
    pattern: &Term,
    term: &Term,
    variables: &[Term],
    values: &mut BTreeMap<Term, Term>,
) -> bool {
    if variables.contains(pattern) {
        if pattern.sort() != term.sort() {
            return false;
        }
        let known = values.entry(pattern.clone());
        return known.or_insert_with(|| term.clone()) == term;
    }
    match (pattern.node(), term.node()) {
        (Node::App(a, ours), Node::App(b, theirs)) => {
            let both = ours.iter().zip(theirs);
            a == b
                && ours.len() == theirs.len()
                && both
                    .into_iter()
                    .all(|(one, other)| matches(one, other, variables, values))
        }
        _ => pattern == term,
    }
}
