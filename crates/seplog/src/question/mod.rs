//! Questions to the solver: a goal, what is assumed for it, and the axioms and definitions that
//! belong to them.

pub(crate) mod ask;
pub(crate) mod background;
pub(crate) mod incomplete;
pub(crate) mod premises;
pub(crate) mod trigger_sets;
pub(crate) mod triggers;

use crate::obligation::claimants::word;
use crate::question::background::background;
use crate::question::triggers::Triggers;
use solver::encode::Question;
use solver::term::{self, Node, Op, Supply, Symbol, SymbolKind, Term};
use std::collections::HashMap;

/// What was prepared for questions and answered on the way; only saves work.
pub(crate) struct Questions {
    /// Triggers for facts.
    pub(crate) triggers: Triggers,
    /// Questions asked on the way and their answers.
    pub(crate) decided: HashMap<(Vec<Term>, Term), bool>,
    /// Definitions by what they define.
    pub(crate) index: Index,
}

impl Questions {
    /// None asked yet. `limited` are the symbols of recursive functions with those that are not
    /// unfolded again.
    pub(crate) fn new(limited: &[(Symbol, Symbol)]) -> Self {
        Questions {
            triggers: Triggers::new(limited),
            decided: HashMap::new(),
            index: Index::default(),
        }
    }
}

/// Definitions by the symbol they define, kept as they grow.
#[derive(Default)]
pub(crate) struct Index {
    pub(crate) by_symbol: HashMap<Term, Vec<usize>>,
    /// Of no symbol.
    pub(crate) loose: Vec<usize>,
    /// How many are in the index.
    seen: usize,
}

impl Index {
    pub(crate) fn grow(&mut self, definitions: &[Term]) {
        for (number, definition) in definitions.iter().enumerate().skip(self.seen) {
            match defined(definition) {
                Some(symbol) => self.by_symbol.entry(symbol).or_default().push(number),
                None => self.loose.push(number),
            }
        }
        self.seen = definitions.len();
    }
}

/// Takes a goal apart: what may be assumed for it, and what is left.
pub(crate) fn skolemize(goal: &Term, supply: &mut Supply) -> (Vec<Term>, Term) {
    let mut assumed = Vec::new();
    let mut goal = goal.clone();
    loop {
        goal = if let Some([a, b]) = goal.as_op(Op::Implies) {
            assumed.push(a.clone());
            b.clone()
        } else if let Node::Quant {
            forall: true,
            vars,
            body,
            ..
        } = goal.node()
        {
            let fresh = |var: &Term| supply.fresh_const(&word(var), var.sort().clone());
            let values: Vec<Term> = vars.iter().map(fresh).collect();
            body.subst(&vars.iter().cloned().zip(values).collect::<Vec<_>>())
        } else {
            return (assumed, goal);
        };
    }
}

/// Everything that belongs to a question.
pub(crate) fn assemble(
    definitions: &[Term],
    functions: Vec<Term>,
    assumptions: Vec<Term>,
    goal: Term,
) -> Question {
    let mut axioms = background();
    axioms.extend(functions);
    let relevant = relevant_definitions(definitions, &assumptions, &goal);
    let theory = solver::theory::axioms(
        axioms
            .iter()
            .chain(&relevant)
            .chain(&assumptions)
            .chain([&goal]),
    );
    axioms.extend(theory);
    axioms.extend(relevant);
    Question {
        axioms,
        assumptions,
        goal,
    }
}

/// The definitions of made-up symbols that occur, and of those in these definitions.
fn relevant_definitions(definitions: &[Term], assumptions: &[Term], goal: &Term) -> Vec<Term> {
    use std::collections::HashSet;
    let mut by_symbol: HashMap<Term, Vec<usize>> = HashMap::new();
    for (number, definition) in definitions.iter().enumerate() {
        if let Some(symbol) = defined(definition) {
            by_symbol.entry(symbol).or_default().push(number);
        }
    }
    let mut wanted: HashSet<usize> = definitions
        .iter()
        .enumerate()
        .filter(|(_, definition)| defined(definition).is_none())
        .map(|(number, _)| number)
        .collect();
    let mut seen: HashSet<Term> = HashSet::new();
    let mut work: Vec<Term> = assumptions.to_vec();
    work.push(goal.clone());
    work.extend(wanted.iter().map(|number| definitions[*number].clone()));
    while let Some(next) = work.pop() {
        if !seen.insert(next.clone()) {
            continue;
        }
        if let Some(numbers) = symbol_of(&next).and_then(|symbol| by_symbol.get(&symbol)) {
            for number in numbers {
                if wanted.insert(*number) {
                    work.push(definitions[*number].clone());
                }
            }
        }
        work.extend(next.children().into_iter().cloned());
    }
    let mut wanted: Vec<usize> = wanted.into_iter().collect();
    wanted.sort_unstable();
    wanted
        .into_iter()
        .map(|number| definitions[number].clone())
        .collect()
}

/// The symbol that a term begins with, as definitions are known by.
pub(crate) fn symbol_of(term_: &Term) -> Option<Term> {
    if let Node::App(symbol, _) = term_.node() {
        return Some(function_head(symbol));
    }
    matches!(term_.node(), Node::Const(_)).then(|| term_.clone())
}

/// A constant that stands for a function symbol.
fn function_head(symbol: &term::Symbol) -> Term {
    let kind = SymbolKind::Head(Box::new(symbol.kind().clone()));
    let head = Symbol::of_kind(kind, Vec::new(), symbol.result().clone());
    term::app(&head, Vec::new())
}

/// The symbol a definition is about: a constant's value, or the map or function in the
/// trigger of a frame.
#[allow(
    clippy::wildcard_enum_match_arm,
    reason = "a definition of no known symbol belongs to every question"
)]
pub(crate) fn defined(definition: &Term) -> Option<Term> {
    match definition.node() {
        Node::Op(Op::Eq, sides) => sides
            .iter()
            .find(|side| matches!(side.node(), Node::Const(_)) && made_up(side))
            .cloned(),
        Node::Quant { triggers, .. } => {
            let trigger = triggers.first()?.first()?;
            let mut at = trigger.clone();
            loop {
                let next = match at.node() {
                    Node::Op(Op::Select, args) => args.first()?.clone(),
                    // Of an operation on a made-up value it is that value.
                    Node::App(symbol, args) if !symbol.kind().is_fresh() => {
                        match args.first().map(|first| (first, first.node())) {
                            Some((first, Node::Const(of) | Node::App(of, _)))
                                if of.kind().is_fresh() =>
                            {
                                first.clone()
                            }
                            _ => return Some(function_head(symbol)),
                        }
                    }
                    Node::App(symbol, _) => return Some(function_head(symbol)),
                    Node::Const(_) => return Some(at),
                    _ => return None,
                };
                at = next;
            }
        }
        _ => None,
    }
}

fn made_up(constant: &Term) -> bool {
    matches!(constant.node(), Node::Const(symbol) if symbol.kind().is_fresh())
}
