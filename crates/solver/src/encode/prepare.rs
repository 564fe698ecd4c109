//! Putting a question into the form that is asked: premises taken apart, outer
//! quantifiers replaced by constants, axioms that cannot matter left out, names replaced by numbers.

use rustc_hash::FxHashSet;
use std::collections::BTreeSet;
use std::sync::Arc;

use super::canonical::Parts;
use super::smtlib::{self, Script};
use super::{Question, nonlinear};
use crate::term::{
    Need, Node, Op, Symbol, SymbolKind, Term, TermSet, and, app, ff, implies, not, or, postorder,
    tt,
};

/// A question ready to be asked.
#[derive(Clone, Debug)]
pub struct Prepared {
    /// What must be contradictory: the negated goal first, then the premises. Names are replaced
    /// by numbers.
    pub formulas: Vec<Term>,
    /// All of them; without quantifiers with the terms that are asked of a model, for then a model may come of
    /// any attempt.
    pub(super) whole: Script,
    /// The symbols that the text has numbers for, each with its number's symbol first.
    pub legend: Arc<[(Symbol, Symbol)]>,
    pub(super) nonlinear: bool,
    pub(super) quantified: bool,
    /// Terms whose values are asked of a model: those wanted, then what is needed to
    /// compute the formulas.
    pub(super) asked: Vec<Term>,
    /// Names of the first of `asked`.
    pub(super) names: Vec<String>,
}

/// Whether a formula has a quantifier in it.
pub(super) fn has_quantifier(formula: &Term) -> bool {
    formula.any_subterm(|t| matches!(t.node(), Node::Quant { .. }))
}

/// A formula without what only a search has, and so perhaps weaker.
pub(super) fn without_searched(formula: &Term) -> Term {
    match formula.any_subterm(|part| need(part) == Need::Searched) {
        true => weakened(formula, true),
        false => formula.clone(),
    }
}

/// The formula with `true` for what only a search has, where that makes it weaker, or stronger if it is
/// not `asserted`.
fn weakened(formula: &Term, asserted: bool) -> Term {
    match (formula.node(), formula.args()) {
        _ if asserted && need(formula) == Need::Searched => tt(),
        (Node::Op(Op::And, _), parts) => and(parts.iter().map(|p| weakened(p, asserted)).collect()),
        (Node::Op(Op::Or, _), parts) => or(parts.iter().map(|p| weakened(p, asserted)).collect()),
        (Node::Op(Op::Not, _), [part]) => not(weakened(part, !asserted)),
        (Node::Op(Op::Implies, _), [premise, conclusion]) => {
            implies(weakened(premise, !asserted), weakened(conclusion, asserted))
        }
        _ => formula.clone(),
    }
}

/// Which attempts have a formula.
pub(super) fn need(formula: &Term) -> Need {
    let Node::Quant { label, .. } = formula.node() else {
        return Need::Always;
    };
    label.need()
}

impl Prepared {
    /// Whether some facts are only for the last attempts.
    pub(super) fn has_repeated(&self) -> bool {
        self.formulas.iter().any(|f| need(f) == Need::Repeated)
    }

    /// Whether some axioms may be left out at first.
    pub(super) fn has_optional(&self) -> bool {
        self.formulas.iter().any(|f| need(f) == Need::Seldom)
    }

    /// Prepares a question. `wanted` names terms whose values are shown with a model.
    pub fn new(question: &Question, wanted: &[(String, Term)]) -> Prepared {
        let (work, goal) = Work::of(question);
        if work.says(&goal) {
            return Prepared::trivial();
        }
        let roots: Vec<Term> = work
            .premises
            .iter()
            .flatten()
            .chain(std::iter::once(&goal))
            .cloned()
            .collect();
        let axioms = relevant(&question.axioms, &roots);
        let parts = Parts {
            negated: not(goal),
            // What was said last is closest to the goal.
            premises: work.premises.into_iter().rev().collect(),
            axioms,
        };
        let (mut formulas, mut renaming) = parts.canonical();
        let mut seen = TermSet::default();
        let mut first = true;
        // The negated goal stays where it is, whatever it says.
        formulas.retain(|f| std::mem::take(&mut first) || (!f.is_true() & seen.insert(f.clone())));
        let quantified = formulas.iter().any(has_quantifier);
        let (names, mut asked): (Vec<String>, Vec<Term>) = wanted
            .iter()
            .filter(|(_, term)| !term.contains_bound())
            .map(|(name, term)| (name.clone(), renaming.apply(term)))
            .unzip();
        let mut known: TermSet = asked.iter().cloned().collect();
        for term in postorder(&formulas) {
            let leaf = matches!(term.node(), Node::Const(_) | Node::App(..));
            if leaf && !term.contains_bound() && known.insert(term.clone()) {
                asked.push(term);
            }
        }
        Prepared {
            nonlinear: nonlinear::any_nonlinear(&formulas),
            whole: smtlib::print(&formulas, if quantified { &[] } else { &asked }),
            formulas,
            legend: renaming.legend().into(),
            quantified,
            asked,
            names,
        }
    }

    /// A question that needs no solver.
    fn trivial() -> Prepared {
        let formulas = vec![ff()];
        Prepared {
            whole: smtlib::print(&formulas, &[]),
            formulas,
            legend: Arc::default(),
            nonlinear: false,
            quantified: false,
            asked: Vec::new(),
            names: Vec::new(),
        }
    }

    /// The canonical text of the question, for a cache.
    pub fn script(&self) -> &str {
        self.whole.text.get(..self.whole.asserted).unwrap_or("")
    }

    /// Whether the answer needs no solver: a premise is false.
    pub fn is_trivial(&self) -> bool {
        self.formulas.iter().any(Term::is_false)
    }
}

impl Question {
    /// Whether a premise says what is to be shown, or the opposite of another: no solver is needed.
    pub fn is_said(&self) -> bool {
        let (work, goal) = Work::of(self);
        work.says(&goal)
    }

    /// All symbols that occur, in the axioms only where these can be instantiated.
    pub fn symbols(&self) -> BTreeSet<Symbol> {
        let mut roots = self.assumptions.clone();
        roots.push(self.goal.clone());
        roots.extend(relevant(&self.axioms, &roots));
        symbols(&roots).into_iter().collect()
    }
}

#[derive(Default)]
struct Work {
    /// The parts of each premise.
    premises: Vec<Vec<Term>>,
    seen: TermSet,
    constants: usize,
}

impl Work {
    /// The premises of a question, and what is left of its goal.
    fn of(question: &Question) -> (Work, Term) {
        let mut work = Work::default();
        for premise in &question.assumptions {
            work.premises.push(Vec::new());
            work.premise(premise.clone());
        }
        work.premises.push(Vec::new());
        let goal = work.goal(question.goal.clone());
        let known = |part: &Term| work.seen.contains(part);
        let goal = match goal.as_op(Op::And) {
            Some(parts) => and(parts.iter().filter(|p| !known(p)).cloned().collect()),
            None => goal,
        };
        (work, goal)
    }

    /// Whether the goal is said by a premise, or a premise is false. Half of what is asked of a program with
    /// lemmas is.
    fn says(&self, goal: &Term) -> bool {
        goal.is_true() || self.premises.iter().flatten().any(Term::is_false)
    }

    /// Takes a premise apart into conjuncts; an existential one gets a constant.
    fn premise(&mut self, premise: Term) {
        let mut work = vec![premise];
        while let Some(term) = work.pop() {
            if let Some(parts) = term.as_op(Op::And) {
                work.extend(parts.iter().rev().cloned());
                continue;
            }
            if let Node::Op(Op::Not, args) = term.node()
                && let [inner] = args.as_slice()
                && (inner.as_op(Op::Or).is_some() || inner.as_op(Op::Implies).is_some())
            {
                // The constructor takes the negation inside.
                let split = and(vec![term.clone()]);
                if split != term {
                    work.push(split);
                    continue;
                }
            }
            if let Some(body) = self.skolemized(&term, false) {
                work.push(body);
                continue;
            }
            if !term.is_true()
                && self.seen.insert(term.clone())
                && let Some(parts) = self.premises.last_mut()
            {
                parts.push(term);
            }
        }
    }

    /// Moves the goal's premises over and replaces its variables.
    fn goal(&mut self, goal: Term) -> Term {
        let mut goal = goal;
        loop {
            if self.seen.contains(&goal) {
                return tt();
            }
            if let Some([premise, conclusion]) = goal.as_op(Op::Implies) {
                self.premises.push(Vec::new());
                self.premise(premise.clone());
                goal = conclusion.clone();
            } else if let Some(body) = self.skolemized(&goal, true) {
                goal = body;
            } else {
                return goal;
            }
        }
    }

    /// The body with fresh constants for the variables of an outer quantifier. Every
    /// use gets its own, also of the same quantifier.
    fn skolemized(&mut self, term: &Term, universal: bool) -> Option<Term> {
        let Node::Quant {
            forall, vars, body, ..
        } = term.node()
        else {
            return None;
        };
        if *forall != universal || term.contains_bound() {
            return None;
        }
        let mut map = Vec::with_capacity(vars.len());
        for var in vars {
            let Node::Bound(symbol) = var.node() else {
                return None;
            };
            let kind = SymbolKind::Skolem {
                variable: Box::new(symbol.kind().clone()),
                number: self.constants,
            };
            let symbol = Symbol::of_kind(kind, Vec::new(), symbol.result().clone());
            let fresh = app(&symbol, Vec::new());
            self.constants += 1;
            map.push((var.clone(), fresh));
        }
        Some(body.subst(&map))
    }
}

/// The axioms that can be instantiated, in their order: those one of whose triggers has
/// only symbols that occur, counting what these axioms bring up themselves.
fn relevant(axioms: &[Term], roots: &[Term]) -> Vec<Term> {
    let mut occurring = symbols(roots);
    let mut taken = vec![false; axioms.len()];
    loop {
        let mut changed = false;
        for (i, axiom) in axioms.iter().enumerate() {
            let Some(done) = taken.get_mut(i) else {
                continue;
            };
            if !*done && may_be_instantiated(axiom, &occurring) {
                *done = true;
                changed = true;
                occurring.extend(axiom.symbols().iter().cloned());
            }
        }
        if !changed {
            break;
        }
    }
    axioms
        .iter()
        .zip(taken)
        .filter(|(axiom, taken)| *taken && !axiom.is_true())
        .map(|(axiom, _)| axiom.clone())
        .collect()
}

fn symbols(terms: &[Term]) -> FxHashSet<Symbol> {
    let all = terms.iter().flat_map(Term::symbols);
    all.cloned().collect()
}

/// Whether one of an axiom's triggers has only symbols that occur. An axiom without triggers always is
/// relevant.
fn may_be_instantiated(axiom: &Term, occurring: &FxHashSet<Symbol>) -> bool {
    let occurs = |part: &Term| part.symbols().is_subset(occurring);
    let Node::Quant { triggers, .. } = axiom.node() else {
        return true;
    };
    triggers.is_empty() || triggers.iter().any(|trigger| trigger.iter().all(occurs))
}
