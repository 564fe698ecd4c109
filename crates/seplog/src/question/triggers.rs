//! Triggers for what is known: every universally quantified fact gets explicit triggers,
//! and variants over the index where the index is not the bare variable (R10).

#![allow(
    clippy::wildcard_enum_match_arm,
    reason = "triggers change no meaning: a formula of another kind stays as it is"
)]

use crate::quantified::bounds::conjuncts;
use crate::quantified::inverse::{self, Form};
use crate::quantified::window::{Window, window};
use crate::question::trigger_sets::{
    ALTERNATIVES, choose, clean_accesses, collect, completions, is_clean,
};
use solver::term::{self, Label, Need, Node, Op, Origin, Supply, Symbol, Term, TermSet};
use std::collections::HashMap;

/// Turns facts into facts with triggers; remembers what it did.
pub(crate) struct Triggers {
    supply: Supply,
    /// Names for what is said once more, so that all else is named as it would be without.
    spare: Supply,
    done: HashMap<Term, Term>,
    /// Recursive functions match by the symbol that is not unfolded again, which every
    /// mention of the other one brings along.
    limited: HashMap<Symbol, Symbol>,
}

impl Triggers {
    /// A source of triggers for one method.
    pub(crate) fn new(limited: &[(Symbol, Symbol)]) -> Self {
        Triggers {
            supply: Supply::new("q!"),
            spare: Supply::new("r!"),
            done: HashMap::new(),
            limited: limited.iter().cloned().collect(),
        }
    }

    /// The fact, with triggers on its quantifiers; equivalent to it.
    pub(crate) fn fact(&mut self, fact: &Term) -> Term {
        if let Some(done) = self.done.get(fact) {
            return done.clone();
        }
        let result = self.turn().positive(fact);
        self.done.insert(fact.clone(), result.clone());
        result
    }

    /// The same for something that is known by itself, not under a condition: with more of it
    /// for a last attempt.
    pub(crate) fn premise(&mut self, fact: &Term) -> Term {
        let mut parts = vec![self.fact(fact)];
        let mut besides = Turn {
            limited: &self.limited,
            supply: &mut self.spare,
        };
        besides.besides(fact, &mut parts);
        term::and(parts)
    }

    fn turn(&mut self) -> Turn<'_> {
        Turn {
            limited: &self.limited,
            supply: &mut self.supply,
        }
    }
}

/// The turning of one fact, with names from one of the supplies.
struct Turn<'a> {
    limited: &'a HashMap<Symbol, Symbol>,
    supply: &'a mut Supply,
}

impl Turn<'_> {
    fn limit(&self, triggers: Vec<Vec<Term>>) -> Vec<Vec<Term>> {
        if self.limited.is_empty() {
            return triggers;
        }
        triggers
            .into_iter()
            .map(|set| set.iter().map(|part| self.limit_term(part)).collect())
            .collect()
    }

    fn limit_term(&self, part: &Term) -> Term {
        let args: Vec<Term> = part.args().iter().map(|arg| self.limit_term(arg)).collect();
        match part.node() {
            Node::App(symbol, _) => match self.limited.get(symbol) {
                Some(limited) => term::app(limited, args),
                None => term::app(symbol, args),
            },
            Node::Op(..) => term::rebuild(part, args),
            _ => part.clone(),
        }
    }

    /// What a user gave triggers, once more with ours: for a last attempt, since the
    /// words that a goal brings up are not always those that were foreseen.
    fn besides(&mut self, fact: &Term, found: &mut Vec<Term>) {
        match fact.node() {
            Node::Op(Op::And, parts) => {
                for part in parts {
                    self.besides(part, found);
                }
            }
            Node::Quant {
                forall: true,
                vars,
                triggers,
                body,
                label,
            } if !triggers.is_empty() && matches!(label.origin(), Origin::Program(_)) => {
                let inner = self.positive_body(body);
                let ours = self.universal(vars, &inner, &label.repeated());
                match ours.as_op(Op::And) {
                    Some(parts) => found.extend(parts.iter().cloned()),
                    None => found.push(ours),
                }
            }
            _ => {}
        }
    }

    fn positive(&mut self, fact: &Term) -> Term {
        match fact.node() {
            Node::Op(Op::And, parts) => {
                term::and(parts.iter().map(|part| self.positive(part)).collect())
            }
            Node::Op(Op::Or, parts) => {
                term::or(parts.iter().map(|part| self.positive(part)).collect())
            }
            Node::Op(Op::Implies, parts) => match parts.as_slice() {
                [a, b] => term::implies(self.mixed(a), self.positive(b)),
                _ => fact.clone(),
            },
            Node::Quant {
                forall: true,
                vars,
                triggers,
                body,
                label,
            } => {
                let inner = self.positive_body(body);
                if triggers.is_empty() {
                    self.universal(vars, &inner, label)
                } else {
                    let triggers = self.limit(triggers.clone());
                    term::forall(vars.clone(), triggers, inner, label.clone())
                }
            }
            _ => self.mixed(fact),
        }
    }

    /// The body of a universal fact: quantifiers directly below are pulled out first.
    fn positive_body(&mut self, body: &Term) -> Term {
        match body.node() {
            // Joined with the outer one by `universal`.
            Node::Quant { forall: true, .. } => body.clone(),
            Node::Op(Op::Implies, parts) => match parts.as_slice() {
                [a, b] => term::implies(self.mixed(a), self.positive_body(b)),
                _ => body.clone(),
            },
            Node::Op(Op::And, parts) => {
                term::and(parts.iter().map(|part| self.positive_body(part)).collect())
            }
            _ => self.mixed(body),
        }
    }

    /// Where polarity is not known: triggers, but no variants.
    fn mixed(&mut self, term_: &Term) -> Term {
        if !has_quantifier(term_) {
            return term_.clone();
        }
        match term_.node() {
            Node::Quant {
                forall,
                vars,
                triggers,
                body,
                label,
            } => {
                let body = self.mixed(body);
                let triggers = if triggers.is_empty() {
                    choose(vars, &body).0
                } else {
                    triggers.clone()
                };
                let triggers = self.limit(triggers);
                if *forall {
                    term::forall(vars.clone(), triggers, body, label.clone())
                } else {
                    term::exists(vars.clone(), triggers, body, label.clone())
                }
            }
            Node::App(..) | Node::Op(..) => {
                let args = term_.args().iter().map(|arg| self.mixed(arg)).collect();
                term::rebuild(term_, args)
            }
            _ => term_.clone(),
        }
    }

    /// `forall vars. body` as a conjunction of quantifiers with triggers.
    fn universal(&mut self, vars: &[Term], body: &Term, label: &Label) -> Term {
        // forall x. (G ==> A && B)  is  (forall x. G ==> A) && (forall x. G ==> B).
        if let Some(parts) = split(body)
            && parts.len() > 1
        {
            return term::and(
                parts
                    .iter()
                    .map(|part| self.universal(vars, part, label))
                    .collect(),
            );
        }
        // forall x. (G ==> forall y. B)  is  forall x, y. (G ==> B).
        if let Some((inner, body)) = pull_out(body) {
            let mut all = vars.to_vec();
            all.extend(inner);
            return self.universal(&all, &body, label);
        }
        // forall k, i. k * n <= i && i < (k + 1) * n ==> B(i): the guard leaves `k` one value.
        if let Some((left, body)) = one_valued(vars, body) {
            return self.universal(&left, &body, label);
        }
        let (triggers, inverted) = choose(vars, body);
        let triggers = self.limit(triggers);
        let mut facts = Vec::new();
        // Whether one of them says all that is known.
        let mut whole = !triggers.is_empty();
        if whole {
            facts.push(term::forall(
                vars.to_vec(),
                triggers,
                body.clone(),
                label.clone(),
            ));
        }
        for (number, access) in inverted.iter().enumerate() {
            if let Some(variant) = self.variant(vars, body, access, label.variant(number)) {
                facts.push(variant.fact);
                whole |= variant.whole;
            }
        }
        if facts.is_empty() {
            // Nothing read at an index serves: what is applied to one may, as `xs[4 * t + k]`.
            let applied = applications(vars, body);
            for (number, access) in applied.iter().take(ALTERNATIVES).enumerate() {
                let variant = self.variant(vars, body, access, label.applied_variant(number));
                if let Some(variant) = variant {
                    facts.push(variant.fact);
                    whole |= variant.whole;
                }
            }
        }
        let untriggered = |label| term::forall(vars.to_vec(), Vec::new(), body.clone(), label);
        if facts.is_empty() {
            facts.push(untriggered(label.clone()));
        } else if !whole && label.need() != Need::Repeated {
            // Instances say less, and what satisfies no more than them is no counterexample.
            facts.push(untriggered(label.searched()));
        }
        term::and(facts)
    }

    /// An instance over the index of an access: any instance of a fact is a fact.
    fn variant(
        &mut self,
        vars: &[Term],
        body: &Term,
        access: &Term,
        label: Label,
    ) -> Option<Variant> {
        // The index, and the access with another one there.
        let (position, with): (&Term, Box<dyn Fn(Term) -> Term>) = match access.node() {
            Node::Op(Op::Select, args) => match args.as_slice() {
                [map, position] => (
                    position,
                    Box::new(move |index| term::select(map.clone(), index)),
                ),
                _ => return None,
            },
            Node::App(symbol, args) => {
                let number = only_index(args, vars)?;
                let with = move |index: Term| {
                    let mut args = args.clone();
                    args[number] = index;
                    term::app(symbol, args)
                };
                (&args[number], Box::new(with))
            }
            _ => return None,
        };
        let within: Vec<Term> = vars
            .iter()
            .filter(|var| position.free_bound_vars().contains(var))
            .cloned()
            .collect();
        let others: Vec<Term> = vars
            .iter()
            .filter(|var| !within.contains(var))
            .cloned()
            .collect();
        let guard: Vec<Term> = match body.as_op(Op::Implies) {
            Some([guard, _]) => match guard.as_op(Op::And) {
                Some(parts) => parts.to_vec(),
                None => vec![guard.clone()],
            },
            _ => Vec::new(),
        };
        let target = self.supply.fresh_bound("at", position.sort().clone());
        let inverse = inverse::invert(position, &within, &target, &guard, Form::Plain)?;
        // The access becomes one at the target, where the inverse is one.
        let direct = with(target.clone());
        let marked = body.subst(&[(access.clone(), direct.clone())]);
        let instance = marked.subst(&inverse.values);
        let trigger = direct.subst(&inverse.values);
        let mut variables = vec![target];
        variables.extend(others);
        // What the access does not mention needs terms of its own.
        let triggers = completions(&trigger, &variables, &clean_accesses(&variables, &instance));
        let fact = term::forall(
            variables,
            triggers,
            term::implies(inverse.condition, instance),
            label,
        );
        Some(Variant {
            fact,
            whole: inverse.exact,
        })
    }
}

/// An instance of a fact.
struct Variant {
    fact: Term,
    /// Whether the fact follows from it.
    whole: bool,
}

/// Applications that would be triggers if one argument were a bare variable.
fn applications(vars: &[Term], body: &Term) -> Vec<Term> {
    let mut accesses: Vec<Term> = Vec::new();
    collect(vars, body, &mut accesses, &mut TermSet::default());
    accesses.retain(|access| match access.node() {
        Node::App(_, args) => only_index(args, vars).is_some(),
        _ => false,
    });
    accesses
}

/// The number of the one argument that is no trigger as it stands, if it is an integer and the
/// others do without the variables.
fn only_index(args: &[Term], vars: &[Term]) -> Option<usize> {
    let mentions = |arg: &Term| vars.iter().any(|var| arg.free_bound_vars().contains(var));
    let mut with_vars = (0..args.len()).filter(|&number| mentions(&args[number]));
    let number = with_vars.next()?;
    let alone = with_vars.next().is_none();
    let arg = &args[number];
    (alone && *arg.sort() == term::Sort::Int && !is_clean(arg, vars)).then_some(number)
}

fn has_quantifier(term_: &Term) -> bool {
    term_.any_subterm(|part| matches!(part.node(), Node::Quant { .. }))
}

fn split(body: &Term) -> Option<Vec<Term>> {
    match body.node() {
        Node::Op(Op::And, parts) => Some(parts.clone()),
        Node::Op(Op::Implies, parts) => match parts.as_slice() {
            [guard, inner] => Some(
                split(inner)?
                    .into_iter()
                    .map(|part| term::implies(guard.clone(), part))
                    .collect(),
            ),
            _ => None,
        },
        _ => None,
    }
}

fn pull_out(body: &Term) -> Option<(Vec<Term>, Term)> {
    match body.node() {
        Node::Quant {
            forall: true,
            vars,
            triggers,
            body,
            ..
        } if triggers.is_empty() => Some((vars.clone(), body.clone())),
        Node::Op(Op::Implies, parts) => match parts.as_slice() {
            [guard, inner] => {
                let (vars, body) = pull_out(inner)?;
                Some((vars, term::implies(guard.clone(), body)))
            }
            _ => None,
        },
        _ => None,
    }
}

/// The fact without a variable that its guard leaves one value, if nothing but the guard mentions it.
fn one_valued(vars: &[Term], body: &Term) -> Option<(Vec<Term>, Term)> {
    let Some([guard, said]) = body.as_op(Op::Implies) else {
        return None;
    };
    if vars.len() < 2 {
        return None;
    }
    let free = said.free_bound_vars();
    let parts = conjuncts(guard);
    vars.iter()
        .filter(|var| !free.contains(var))
        .find_map(|var| {
            let Window {
                value,
                condition,
                mut rest,
            } = window(&parts, var)?;
            let fill = [(var.clone(), value)];
            rest.push(condition);
            let guard = term::and(rest.iter().map(|part| part.subst(&fill)).collect());
            let left = vars.iter().filter(|other| *other != var).cloned().collect();
            Some((left, term::implies(guard, said.clone())))
        })
}

/// A truth value that may be shown as well as known: its equations between collections in the form in
/// which they can be shown, by elements.
pub(crate) fn by_elements(formula: &Term) -> Term {
    let parts = || formula.args().iter().map(by_elements).collect();
    match formula.node() {
        Node::Op(Op::And | Op::Or | Op::Not | Op::Implies, _) => term::rebuild(formula, parts()),
        Node::Op(Op::Ite, _) if *formula.sort() == term::Sort::Bool => {
            term::rebuild(formula, parts())
        }
        Node::Op(Op::Eq, sides) => match sides.as_slice() {
            [a, b] if a.sort().is_data() => solver::theory::extensional(a, b),
            [a, _] if *a.sort() == term::Sort::Bool => term::rebuild(formula, parts()),
            _ => formula.clone(),
        },
        _ => formula.clone(),
    }
}

impl Triggers {
    /// A goal: what is universal in it has been taken apart already; the rest only gets
    /// triggers where something is known (negative places).
    pub(crate) fn goal(&mut self, goal: &Term) -> Term {
        match goal.node() {
            Node::Op(Op::And, parts) => {
                term::and(parts.iter().map(|part| self.goal(part)).collect())
            }
            Node::Op(Op::Or, parts) => term::or(parts.iter().map(|part| self.goal(part)).collect()),
            Node::Op(Op::Implies, parts) => match parts.as_slice() {
                [a, b] => term::implies(self.fact(a), self.goal(b)),
                _ => goal.clone(),
            },
            Node::Op(Op::Not, parts) => match parts.as_slice() {
                [a] => term::not(self.fact(a)),
                _ => goal.clone(),
            },
            Node::Op(Op::Eq, sides) => match sides.as_slice() {
                [a, b] if a.sort().is_data() => solver::theory::extensional(a, b),
                _ => self.turn().mixed(goal),
            },
            Node::Quant {
                forall: true,
                vars,
                triggers,
                body,
                label,
            } => {
                let body = self.goal(body);
                term::forall(vars.clone(), triggers.clone(), body, label.clone())
            }
            _ => self.turn().mixed(goal),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use itertools::Itertools;
    use solver::term::Sort;

    /// Triggers and body of each quantifier that a fact becomes. A variant over the index says it of the
    /// indices alone that the variable has.
    #[test]
    fn facts_get_triggers_that_mention_all_variables() {
        let [a, b] = ["a", "b"].map(|name| term::constant(name, Sort::array(Sort::Int, Sort::Int)));
        let [i, j] = ["i", "j"].map(|name| term::bound(name, Sort::Int));
        let read = |map: &Term, at: Term| term::select(map.clone(), at);
        let positive = |value: Term| term::lt(term::int(0), value);
        let plus = |x: &Term, y: Term| term::add(vec![x.clone(), y]);
        let twice = |x: &Term| term::mul(term::int(2), x.clone());
        let all = |vars: &[&Term], triggers: Vec<Vec<Term>>, body: Term| {
            let vars: Vec<Term> = vars.iter().map(|var| (*var).clone()).collect();
            term::forall(vars, triggers, body, Label::program(0))
        };
        let both = positive(plus(&read(&a, i.clone()), read(&b, j.clone())));
        let inner = all(&[&j], vec![], both.clone());
        let guarded = term::implies(positive(i.clone()), positive(read(&a, i.clone())));
        let cases = [
            all(&[&i], vec![], guarded),
            all(&[&i], vec![], positive(read(&a, plus(&i, term::int(1))))),
            all(&[&i], vec![], positive(read(&a, twice(&i)))),
            all(&[&i, &j], vec![], both.clone()),
            all(&[&i], vec![], inner),
            all(
                &[&i, &j],
                vec![vec![read(&a, i.clone()), read(&a, j.clone())]],
                both,
            ),
            all(&[&i], vec![], positive(i.clone())),
        ];
        let triggers = |fact: &Term| match fact.node() {
            Node::Quant { triggers, body, .. } => format!("{triggers:?} {body}"),
            _ => fact.to_string(),
        };
        let found = cases.iter().map(|fact| {
            let done = Triggers::new(&[]).fact(fact);
            conjuncts(&done).iter().map(triggers).join(" and ")
        });
        let expected = [
            "[[(select a i)]] (=> (< 0 i) (< 0 (select a i)))",
            "[[(select a q!at!1)]] (< 0 (select a q!at!1))",
            "[[(select a q!at!1)]] (=> (= (mod q!at!1 2) 0) (< 0 (select a q!at!1)))",
            "[[(select b j), (select a i)]] (< 0 (+ (select a i) (select b j)))",
            "[[(select b j), (select a i)]] (< 0 (+ (select a i) (select b j)))",
            "[[(select a i), (select a j)]] (< 0 (+ (select a i) (select b j)))",
            "[] (< 0 i)",
        ];
        assert_eq!(found.collect::<Vec<_>>(), expected);
    }
}
