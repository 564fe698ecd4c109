//! Which claims follow from what is known: asked together, as long as a counterexample says which do not
//! (Houdini). A claim is only ever taken for shown by an answer that nothing is left which denies it, so a
//! counterexample that is not one costs a claim and no soundness.

use crate::execution::Exec;
use crate::loops::invariant::Claim;
use crate::questions::Answer;
use crate::report::NoAnswer;
use num_traits::Zero;
use solver::term::{Term, and, not};

impl Claim {
    /// Whether it is arithmetic. Others want bit-vectors or are about several arrays, and are asked alone:
    /// one hard claim makes a question of all of them hard.
    fn is_arithmetic(self) -> bool {
        match self {
            Claim::StepsWithSign
            | Claim::StepsWithoutSign
            | Claim::FallsWithSign
            | Claim::FallsWithoutSign
            | Claim::RisesWithSign
            | Claim::RisesWithoutSign
            | Claim::NotNegative
            | Claim::Multiple
            | Claim::AtMost(_) => true,
            Claim::PowerOfTwo
            | Claim::OneOfFunctions
            | Claim::OneOfPlaces
            | Claim::InTwoArrays
            | Claim::Differ => false,
        }
    }
}

/// After so many claims in a row that are not decided the others are not asked about: they are taken not to hold, which
/// leaves less known and nothing wrong.
const MOST_UNKNOWN: usize = 4;

impl Exec<'_> {
    /// Of each claim whether it follows from what is known, as far as that was found out.
    pub(crate) fn shown(&mut self, known: &Term, claims: &[(Claim, Term)]) -> Vec<bool> {
        let mut holds: Vec<bool> = claims.iter().map(|(_, goal)| goal.is_true()).collect();
        let (mut open, mut alone) = (Vec::new(), Vec::new());
        for (at, (claim, goal)) in claims.iter().enumerate() {
            match (goal.is_true(), claim.is_arithmetic()) {
                (true, _) => {}
                (false, true) => open.push(at),
                (false, false) => alone.push(at),
            }
        }
        let goal_of = |at: &usize| claims.get(*at).map(|(_, goal)| goal.clone());
        while open.len() > 1 {
            let goals: Vec<Term> = open.iter().filter_map(goal_of).collect();
            let wanted: Vec<(String, Term)> = open
                .iter()
                .map(|at| format!("claim {at}"))
                .zip(goals.iter().cloned())
                .collect();
            let values = match self.denied(known, and(goals), &wanted) {
                Answer::Impossible => {
                    for at in open.drain(..) {
                        mark(&mut holds, at);
                    }
                    break;
                }
                Answer::Possible(values) => values,
                Answer::Unknown(_) => break,
            };
            let before = open.len();
            open.retain(|at| {
                let value = values.values.get(&format!("claim {at}"));
                !value.is_some_and(Zero::is_zero)
            });
            // A counterexample that denies none of them says nothing.
            if open.len() == before {
                break;
            }
        }
        let mut unknown = 0;
        for at in open.into_iter().chain(alone) {
            let Some(goal) = goal_of(&at).filter(|_| unknown < MOST_UNKNOWN) else {
                continue;
            };
            match self.denied(known, goal, &[]) {
                Answer::Impossible => {
                    mark(&mut holds, at);
                    unknown = 0;
                }
                Answer::Possible(_) => unknown = 0,
                Answer::Unknown(_) => {
                    self.summary.given_up = true;
                    unknown += 1;
                }
            }
        }
        holds
    }

    /// Whether a goal may be false.
    fn denied(&mut self, known: &Term, goal: Term, wanted: &[(String, Term)]) -> Answer {
        match &mut self.prove {
            Some(prove) => prove(&self.symbols, &[known.clone(), not(goal)], wanted),
            None => Answer::Unknown(NoAnswer::Absent(String::new())),
        }
    }
}

fn mark(holds: &mut [bool], at: usize) {
    if let Some(slot) = holds.get_mut(at) {
        *slot = true;
    }
}
