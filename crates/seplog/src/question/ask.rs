//! Asking: questions by what the declaration may use, and their answers on the way.

use crate::engine::Engine;
use crate::function::framing;
use crate::question::{assemble, skolemize};
use crate::state::State;
use solver::encode::{Effort, Question, Verdict};
use solver::term::Term;

impl Engine<'_> {
    /// Asks the solver on the way; `false` if not proved, for whatever reason.
    pub(crate) fn decide(&mut self, state: &State, more: &[Term], goal: &Term) -> bool {
        if goal.is_true() {
            return true;
        }
        let mut facts = state.facts.since(0);
        facts.extend(more.iter().cloned());
        self.decide_from(facts, goal)
    }

    /// The same from these facts alone.
    pub(crate) fn decide_from(&mut self, facts: Vec<Term>, goal: &Term) -> bool {
        self.asked_on_the_way(facts, goal, false)
    }

    /// Asks by one attempt alone: where much is known, and hardly ever is there more to find.
    pub(crate) fn decide_briefly(&mut self, state: &State, more: &[Term], goal: &Term) -> bool {
        let mut facts = state.facts.since(0);
        facts.extend(more.iter().cloned());
        self.asked_on_the_way(facts, goal, true)
    }

    fn asked_on_the_way(&mut self, facts: Vec<Term>, goal: &Term, briefly: bool) -> bool {
        let key = (facts.clone(), goal.clone());
        if let Some(answer) = self.questions.decided.get(&key) {
            return *answer;
        }
        let question = self.question(facts, goal);
        let mut effort = self.on_the_way();
        if briefly {
            effort.last_attempt = 1;
            effort.rlimit = effort.first_rlimit;
        }
        let answer = self.proves_with(&question, &effort);
        self.questions.decided.insert(key, answer);
        answer
    }

    /// Asked on the way: cheap, and `false` only means that nothing is concluded.
    pub(crate) fn proves(&self, question: &Question) -> bool {
        self.proves_with(question, &self.on_the_way())
    }

    fn on_the_way(&self) -> Effort {
        Effort {
            rlimit: 1_000_000,
            total_rlimit: 1_500_000,
            seed: self.around.seed,
            last_attempt: 3,
            on_the_way: true,
            ..Effort::default()
        }
    }

    fn proves_with(&self, question: &Question, effort: &Effort) -> bool {
        matches!(
            solver::encode::solve(question, self.around.pool, effort, &[]).verdict,
            Verdict::Proved
        )
    }

    /// The question whether a goal follows from facts, by the axioms that the declaration may use.
    pub(crate) fn question(&mut self, facts: Vec<Term>, goal: &Term) -> Question {
        let axioms = self.axioms();
        self.question_with(axioms, facts, goal)
    }

    /// The same by some axioms.
    pub(crate) fn question_with(
        &mut self,
        axioms: Vec<Term>,
        facts: Vec<Term>,
        goal: &Term,
    ) -> Question {
        let (assumptions, goal) = self.with_triggers(facts, goal);
        assemble(&self.symbols.definitions, axioms, assumptions, goal)
    }

    /// The axioms that the declaration may use.
    pub(crate) fn axioms(&self) -> Vec<Term> {
        self.around.functions.usable(
            self.declaration.postconditions_of.as_deref(),
            self.declaration.assumed,
        )
    }

    /// Facts and goal with triggers, and what frames functions between them.
    pub(crate) fn with_triggers(&mut self, facts: Vec<Term>, goal: &Term) -> (Vec<Term>, Term) {
        let (more, goal) = skolemize(goal, &mut self.symbols.supply);
        let mut assumptions: Vec<Term> = facts
            .iter()
            .map(|f| self.questions.triggers.premise(f))
            .collect();
        assumptions.extend(more.iter().map(|f| self.questions.triggers.premise(f)));
        let goal = self.questions.triggers.goal(&goal);
        let mut all = assumptions.clone();
        all.push(goal.clone());
        assumptions.extend(framing::framing(
            self.around.functions,
            self.program(),
            &all,
            &mut self.symbols.supply,
        ));
        (assumptions, goal)
    }
}
