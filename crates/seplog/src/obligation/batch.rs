//! Obligations that are asked together: of those that follow each other and know the same, but for little, one
//! question is whether all of them hold.
//!
//! Most of what a short question costs is the same for all of them: the solver takes in what is known. A proof of all
//! is a proof of each, for each knows what all have in common and its own part. Where there is no proof each is asked
//! alone, as if nothing had been asked before, so that nothing is lost by it, and what is asked does not depend on what
//! is kept. Boogie and Dafny ask so, for a whole procedure at once (Barnett and Leino, *Weakest-precondition of
//! unstructured programs*, PASTE 2005, section 5).
//!
//! What the others speak of may find instances of axioms that nothing in one's own question would find. So this is for
//! programs in which all axioms hold: one that contradicts itself would be found at a place where nobody speaks of it.

use crate::engine::settings::Settings;
use crate::function::axioms::FunctionAxioms;
use crate::obligation::Obligation;
use core_lang::{FunctionBody, Program};
use rayon::prelude::*;
use solver::encode::{Effort, Question};
use solver::term::{Term, TermSet, and, implies};

/// No more obligations are asked together.
const MOST: usize = 16;

/// Each may have no more than so many facts and axioms besides those of the first.
const OWN: usize = 40;

/// Resource limit of a question of several obligations, in Z3's units, for each of them. Of such questions in the
/// corpus that have a proof within twice as much nine in ten have it within this.
const EACH: u64 = 8_000;

/// Several obligations, by their positions.
#[derive(Debug)]
pub(crate) struct Group {
    /// The obligations, in their order.
    pub members: Vec<usize>,
    /// Whether all of them hold.
    pub question: Question,
}

/// Whether nothing that may be used of functions is believed, all of the program is looked at, and there is no clock for
/// each obligation: only then some are asked together, once all functions are shown to be what is used of them.
pub(crate) fn is_shown(program: &Program, functions: &FunctionAxioms, settings: &Settings) -> bool {
    let of = |all: &Vec<Vec<Term>>, number: usize| all.get(number).is_some_and(|of| !of.is_empty());
    let promised = program
        .functions
        .iter()
        .enumerate()
        .any(|(number, function)| {
            let said = of(&functions.definitions, number) || of(&functions.postconditions, number);
            said && !matches!(function.body, FunctionBody::Expr(_))
        });
    let believed = promised || functions.believed.contains(&true) || !program.axioms.is_empty();
    let whole = settings.only.is_empty() && settings.asked.is_empty();
    whole && !believed && settings.timeout_ms.is_none()
}

/// The groups of two or more of the obligations that a solver must be asked for.
pub(crate) fn groups<'a>(obligations: impl Iterator<Item = &'a Obligation>) -> Vec<Group> {
    let all: Vec<&Obligation> = obligations.collect();
    let joining: Vec<Option<&Question>> = all
        .par_iter()
        .map(|obligation| {
            let joins = !obligation.selected && !obligation.is_refutation();
            let question = obligation.question.as_ref().filter(|_| joins)?;
            // What never holds would spoil the question of the others.
            (!question.goal.is_false() && !question.is_said()).then_some(question)
        })
        .collect();
    let mut groups = Vec::new();
    let mut open: Option<Open<'_>> = None;
    for (at, question) in joining.into_iter().enumerate() {
        let Some(question) = question else { continue };
        if !open.as_mut().is_some_and(|open| open.joins(at, question)) {
            groups.extend(open.replace(Open::new(at, question)).and_then(Open::group));
        }
    }
    groups.extend(open.and_then(Open::group));
    groups
}

/// How much is tried for a question of so many obligations. Without a proof it only steers the work.
pub(crate) fn effort(effort: &Effort, members: usize) -> Effort {
    let most = EACH.saturating_mul(u64::try_from(members).unwrap_or(u64::MAX));
    let rlimit = effort.first_rlimit.min(most);
    Effort {
        first_rlimit: rlimit,
        rlimit,
        total_rlimit: rlimit,
        last_attempt: 1,
        on_the_way: true,
        ..effort.clone()
    }
}

/// A group that may grow.
struct Open<'a> {
    members: Vec<(usize, &'a Question)>,
    /// What the first knows, and so all.
    facts: TermSet,
    /// The axioms of the first. Those that do not matter for another are there for it as well: they were made before.
    axioms: TermSet,
}

impl<'a> Open<'a> {
    fn new(at: usize, question: &'a Question) -> Self {
        Open {
            members: vec![(at, question)],
            facts: question.assumptions.iter().cloned().collect(),
            axioms: question.axioms.iter().cloned().collect(),
        }
    }

    /// Takes an obligation in, if it knows what the first knows and little besides.
    fn joins(&mut self, at: usize, question: &'a Question) -> bool {
        let joins = self.members.len() < MOST
            && self.is_known_to(question)
            && self.own(question).take(OWN + 1).count() <= OWN;
        if joins {
            self.members.push((at, question));
        }
        joins
    }

    /// Whether a question has all facts of the first. On one path they are its beginning.
    fn is_known_to(&self, question: &Question) -> bool {
        let first = self.members.first().map(|(_, first)| &first.assumptions);
        if first.is_some_and(|first| question.assumptions.starts_with(first)) {
            return true;
        }
        let facts: TermSet = question.assumptions.iter().cloned().collect();
        self.facts.is_subset(&facts)
    }

    /// What an obligation is proved by, and the first is not. What was made after another obligation may be made
    /// by what that one asks for, so it stays with those that had it.
    fn own(&self, question: &'a Question) -> impl Iterator<Item = &'a Term> {
        let facts = question.assumptions.iter();
        let axioms = question.axioms.iter();
        let facts = facts.filter(|fact| !self.facts.contains(fact));
        facts.chain(axioms.filter(|axiom| !self.axioms.contains(axiom)))
    }

    fn group(self) -> Option<Group> {
        let [(_, first), _, ..] = self.members.as_slice() else {
            return None;
        };
        let goals = self.members.iter().map(|(_, one)| {
            let own = self.own(one).cloned().collect();
            implies(and(own), one.goal.clone())
        });
        let question = Question {
            goal: and(goals.collect()),
            ..(*first).clone()
        };
        let members = self.members.iter().map(|(at, _)| *at).collect();
        Some(Group { members, question })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::failure::Failure;
    use solver::term::{self, Sort};
    use text::span::Span;

    fn named(name: &str) -> Term {
        term::constant(name, Sort::Bool)
    }

    fn obligation(axioms: &[&str], assumptions: &[&str], goal: &str) -> Obligation {
        let all = |names: &[&str]| names.iter().map(|name| named(name)).collect();
        Obligation {
            failure: Failure::DivisionByZero,
            span: Span::default(),
            demanded_by: None,
            question: Some(Question {
                axioms: all(axioms),
                assumptions: all(assumptions),
                goal: named(goal),
            }),
            wanted: Vec::new(),
            claims: Vec::new(),
            holds: true,
            selected: false,
            loose: false,
        }
    }

    fn grouped(obligations: &[Obligation]) -> Vec<(Vec<usize>, Term)> {
        let groups = groups(obligations.iter()).into_iter();
        groups
            .map(|group| (group.members, group.question.goal))
            .collect()
    }

    #[test]
    fn what_one_has_besides_the_first_is_a_premise_of_its_own_goal_alone() {
        let all = [
            obligation(&["x"], &["a"], "p"),
            obligation(&["x", "y"], &["a", "b"], "q"),
            obligation(&["x"], &["a", "c"], "r"),
        ];
        let goal = and(vec![
            named("p"),
            implies(and(vec![named("b"), named("y")]), named("q")),
            implies(named("c"), named("r")),
        ]);
        assert_eq!(grouped(&all), [(vec![0, 1, 2], goal)]);
    }

    #[test]
    fn who_does_not_know_what_the_first_knows_is_asked_apart() {
        let all = [
            obligation(&[], &["a", "b"], "p"),
            obligation(&[], &["a"], "q"),
            obligation(&[], &["a"], "r"),
        ];
        let goal = and(vec![named("q"), named("r")]);
        assert_eq!(grouped(&all), [(vec![1, 2], goal)]);
    }

    #[test]
    fn what_needs_no_solver_and_what_must_not_be_provable_are_in_no_group() {
        let mut all = vec![
            obligation(&[], &["a"], "p"),
            obligation(&[], &["a"], "a"),
            obligation(&[], &["a"], "q"),
            obligation(&[], &["a"], "r"),
            obligation(&[], &["a"], "s"),
        ];
        if let [.., one] = all.as_mut_slice() {
            one.failure = Failure::NotRefuted;
        }
        let goal = and(vec![named("p"), named("q"), named("r")]);
        assert_eq!(grouped(&all), [(vec![0, 2, 3], goal)]);
    }
}
