//! Premise selection: questions of long methods are asked first with the premises that are near their goal.
//!
//! A long body, such as that of a loop unrolled three hundred times, knows thousands of facts, and
//! each of its obligations would carry all of them: time would grow with the square of the
//! length. Most need only the contract and what was learnt last. So the first facts and the last
//! ones are asked with, and the definitions a few steps from them. Only a proof counts, since what
//! follows from a part follows from the whole; whatever is not proved so is asked again in full.

use crate::engine::Engine;
use crate::engine::findings::Whole;
use crate::obligation::Obligation;
use crate::obligation::prove;
use crate::question;
use crate::report::{ObligationReport, Outcome};
use crate::state::Facts;
use solver::encode::{Effort, Question, Solved};
use solver::term::Term;
use std::collections::HashSet;

/// With no more facts than this all of them are asked with at once.
const MANY: usize = 300;

/// How many of the first facts are selected.
const FIRST: usize = 80;

/// How many of the last facts are selected.
const LAST: usize = 60;

/// How many steps away definitions are selected.
const STEPS: usize = 4;

/// How obligations are asked.
#[derive(Clone, Copy)]
pub(crate) struct Asking<'e> {
    /// Whether obligations that know the same are asked together first.
    pub together: bool,
    /// How much is tried.
    pub effort: &'e Effort,
    /// Is told each question, by the names of the obligations that it is about, with its answer.
    pub observe: &'e (dyn Fn(&[&str], &Solved) + Sync),
}

impl Engine<'_> {
    /// The question whether a goal follows, with selected premises if there are many.
    pub(crate) fn selected_or_whole(&mut self, facts: &Facts, goal: &Term) -> (Question, bool) {
        if facts.len() <= MANY || !self.declaration.selected_first {
            return (self.question(facts.since(0), goal), false);
        }
        self.found.whole.push(Whole {
            number: self.found.obligations.len(),
            facts: facts.clone(),
            goal: goal.clone(),
        });
        let mut selected = facts.truncated(FIRST).since(0);
        selected.extend(facts.since(facts.len().saturating_sub(LAST)));
        (self.selected_question(selected, goal), true)
    }

    fn selected_question(&mut self, facts: Vec<Term>, goal: &Term) -> Question {
        let (assumptions, goal) = self.with_triggers(facts, goal);
        self.questions.index.grow(&self.symbols.definitions);
        let index = &self.questions.index;
        let mut wanted: HashSet<usize> = index.loose.iter().copied().collect();
        let mut seen: HashSet<Term> = HashSet::new();
        let mut layer: Vec<Term> = assumptions.clone();
        layer.push(goal.clone());
        layer.extend(
            index
                .loose
                .iter()
                .map(|n| self.symbols.definitions[*n].clone()),
        );
        for _ in 0..STEPS {
            let mut next = Vec::new();
            while let Some(term) = layer.pop() {
                if !seen.insert(term.clone()) {
                    continue;
                }
                let numbers = question::symbol_of(&term)
                    .and_then(|symbol| index.by_symbol.get(&symbol))
                    .into_iter()
                    .flatten();
                for number in numbers {
                    if wanted.insert(*number) {
                        next.push(self.symbols.definitions[*number].clone());
                    }
                }
                layer.extend(term.children().into_iter().cloned());
            }
            layer = next;
        }
        let mut wanted: Vec<usize> = wanted.into_iter().collect();
        wanted.sort_unstable();
        let selected: Vec<Term> = wanted
            .iter()
            .map(|n| self.symbols.definitions[*n].clone())
            .collect();
        let functions = self.axioms();
        question::assemble(&selected, functions, assumptions, goal)
    }

    /// Answers every obligation; the order of the answers is that of the obligations. Those that
    /// were asked with selected premises and not proved are asked again in full.
    ///
    /// The first obligations are those that `answered` is about, if there was a round before. No
    /// counterexample is looked for ([`prove::search`]).
    pub(crate) fn prove(
        &mut self,
        ids: &[String],
        obligations: &mut [Obligation],
        whole: Vec<Whole>,
        asking: &Asking<'_>,
        answered: Vec<ObligationReport>,
    ) -> Vec<ObligationReport> {
        let around = &self.around;
        let first = answered.len();
        // In a second round the neighbours of some are answered, and others would be asked with others.
        let asking = &Asking {
            together: asking.together && answered.is_empty(),
            ..*asking
        };
        let open: Vec<usize> = (first..obligations.len()).collect();
        let mut reports = answered;
        reports.extend(prove::prove_all(ids, obligations, &open, around, asking));
        let mut again = Vec::new();
        for whole in whole {
            let proved = reports
                .get(whole.number)
                .is_none_or(|report| report.outcome == Outcome::Proved);
            let Some(obligation) = obligations.get_mut(whole.number).filter(|_| !proved) else {
                continue;
            };
            obligation.question = Some(self.question(whole.facts.since(0), &whole.goal));
            obligation.selected = false;
            if whole.number >= first {
                again.push(whole.number);
            }
        }
        let answers = prove::prove_all(ids, obligations, &again, &self.around, asking);
        for (number, mut answer) in again.into_iter().zip(answers) {
            if let Some(report) = reports.get_mut(number) {
                answer.measured.time_ms += report.measured.time_ms;
                answer.measured.rlimit += report.measured.rlimit;
                *report = answer;
            }
        }
        reports
    }
}
