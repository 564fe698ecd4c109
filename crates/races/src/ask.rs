//! Questions: as integers first, then as bit-vectors.

use crate::abstraction::Counterexample;
use crate::axioms::instances;
use crate::bits::Wide;
use crate::ints::Ints;
use crate::symbols::{About, Symbols};
use solver::encode::{Effort, Question, Value, Verdict, solve};
use solver::smt::SolverPool;
use solver::term::{Symbol, Term, ff};
use std::collections::HashMap;

/// The answer to a question whether something is possible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It is not.
    Impossible,
    /// It may be; with these values.
    Possible(Counterexample),
    /// Not decided, for this reason.
    Unknown(String),
}

/// Asks questions about one kernel.
pub struct Queries<'a> {
    pool: &'a SolverPool,
    effort: Effort,
    /// Resource units that are left for all questions together.
    budget: u64,
    /// How many questions were asked.
    pub asked: usize,
}

impl<'a> Queries<'a> {
    /// Asks `pool`, with `effort` for each form of a question, and not more than `budget` resource
    /// units for all.
    pub fn new(pool: &'a SolverPool, effort: Effort, budget: u64) -> Queries<'a> {
        Queries {
            pool,
            effort,
            budget,
            asked: 0,
        }
    }

    /// Whether all formulas may be true at once. `origins` says of which symbol each symbol of the
    /// second thread is a copy.
    pub fn possible(
        &mut self,
        symbols: &Symbols,
        origins: &HashMap<Symbol, Symbol>,
        formulas: &[Term],
        wanted: &[(String, Term)],
    ) -> Answer {
        if formulas.iter().any(Term::is_false) {
            return Answer::Impossible;
        }
        let mut all = formulas.to_vec();
        all.extend(instances(&symbols.axioms, formulas));
        let formulas = all.as_slice();
        let about = |symbol: &Symbol| -> Option<About> {
            symbols
                .about(origins.get(symbol).unwrap_or(symbol))
                .cloned()
        };
        let mut ints = Ints::new(&about);
        let mut assumptions: Vec<Term> = formulas.iter().map(|f| ints.image(f)).collect();
        let names: Vec<(String, Term)> = wanted
            .iter()
            .map(|(name, term)| (name.clone(), ints.wanted(term)))
            .collect();
        assumptions.append(&mut ints.facts);
        let inexact = ints.inexact;
        let (first, sure) = self.ask(assumptions, &names);
        if sure && (!inexact || first == Answer::Impossible) {
            return first;
        }
        let mut wide = Wide::new();
        let mut assumptions: Vec<Term> = formulas.iter().map(|f| wide.image(f)).collect();
        let names: Vec<(String, Term)> = wanted
            .iter()
            .map(|(name, term)| (name.clone(), wide.image(term)))
            .collect();
        assumptions.append(&mut wide.facts);
        assumptions.extend(ranges(&about, formulas, &mut wide));
        match (self.ask(assumptions, &names).0, first) {
            (Answer::Unknown(_), first @ Answer::Possible(_)) => first,
            (second, _) => second,
        }
    }

    /// The answer, and whether it is sure: a proof, or a counterexample that our own evaluation confirms.
    fn ask(&mut self, assumptions: Vec<Term>, wanted: &[(String, Term)]) -> (Answer, bool) {
        self.asked += 1;
        let question = Question {
            axioms: Vec::new(),
            assumptions,
            goal: ff(),
        };
        if self.budget == 0 {
            let why = "the resource limit of the kernel".to_owned();
            return (Answer::Unknown(why), false);
        }
        let solved = solve(&question, self.pool, &self.effort, wanted);
        self.budget = self.budget.saturating_sub(solved.rlimit_used);
        let values = |model: &solver::encode::Model| {
            let all = model.values.iter().filter_map(|(name, value)| {
                let number = match value {
                    Value::Int(number) => number.clone(),
                    Value::Bits(bits) => bits.unsigned(),
                    Value::Bool(truth) => u8::from(*truth).into(),
                    _ => return None,
                };
                Some((name.clone(), number))
            });
            Counterexample {
                values: all.collect(),
                ..Counterexample::default()
            }
        };
        match solved.verdict {
            Verdict::Proved => (Answer::Impossible, true),
            Verdict::Refuted(model) => (Answer::Possible(values(&model)), true),
            Verdict::Failed(Some(model)) => (Answer::Possible(values(&model)), false),
            Verdict::Failed(None) => (Answer::Possible(Counterexample::default()), false),
            Verdict::Limited(why, _) => (Answer::Unknown(why), false),
            Verdict::Fault(why) => (Answer::Unknown(format!("fault: {why}")), false),
            Verdict::NotKept => (Answer::Unknown("not in the cache".to_owned()), false),
        }
    }
}

/// Bounds of the machine integers that symbols stand for.
fn ranges(
    about: &dyn Fn(&Symbol) -> Option<About>,
    formulas: &[Term],
    wide: &mut Wide,
) -> Vec<Term> {
    use solver::term::{Node, Sort, bv, postorder};
    let mut all = Vec::new();
    for part in postorder(formulas) {
        let (Node::Const(symbol) | Node::App(symbol, _)) = part.node() else {
            continue;
        };
        let (Sort::BitVec(width), Some((low, high))) =
            (part.sort(), about(symbol).and_then(|about| about.range))
        else {
            continue;
        };
        let image = wide.image(&part);
        // All ranges are of numbers without a sign.
        all.push(bv::ule(bv::lit(low, *width), image.clone()));
        all.push(bv::ule(image, bv::lit(high, *width)));
    }
    all
}
