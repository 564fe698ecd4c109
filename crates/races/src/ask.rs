//! Questions: as integers first, then as bit-vectors.

use crate::abstraction::Counterexample;
use crate::axioms::instances;
use crate::bits::Wide;
use crate::ints::Ints;
use crate::memo::{Memo, Sure};
use crate::rows::positions;
use crate::symbols::{About, Symbols};
use solver::encode::{Effort, Prepared, Question, Value, Verdict};
use solver::smt::SolverPool;
use solver::term::{Symbol, Term, ff};
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

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

/// Who answers questions about one kernel, and what was answered before.
#[derive(Clone)]
pub struct Source<'a> {
    pool: &'a SolverPool,
    memo: Rc<RefCell<Memo>>,
}

impl<'a> Source<'a> {
    /// Nothing was asked yet.
    pub fn new(pool: &'a SolverPool) -> Source<'a> {
        Source {
            pool,
            memo: Rc::default(),
        }
    }
}

/// Asks questions about one kernel.
pub struct Queries<'a> {
    source: Source<'a>,
    effort: Effort,
    /// Resource units that are left for all questions together.
    budget: u64,
    /// How many questions were asked.
    pub asked: usize,
}

impl<'a> Queries<'a> {
    /// Asks `source`, with `effort` for each form of a question, and not more than `budget` resource
    /// units for all.
    pub fn new(source: &Source<'a>, effort: Effort, budget: u64) -> Queries<'a> {
        Queries {
            source: source.clone(),
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
        self.answer((symbols, origins), formulas, wanted).0
    }

    /// Whether a question that stands for several shows at once that none of them is possible: asked as
    /// integers alone, and with little effort, for the several are asked where it does not.
    pub fn none_possible(
        &mut self,
        of: (&Symbols, &HashMap<Symbol, Symbol>),
        formulas: &[Term],
    ) -> bool {
        self.several(of, formulas, &[]) == Answer::Impossible
    }

    /// The answer to such a question, with values that say where to look if it is possible.
    pub fn several(
        &mut self,
        (symbols, origins): (&Symbols, &HashMap<Symbol, Symbol>),
        formulas: &[Term],
        wanted: &[(String, Term)],
    ) -> Answer {
        if formulas.iter().any(Term::is_false) {
            return Answer::Impossible;
        }
        let little = Effort {
            rlimit: self.effort.first_rlimit,
            last_attempt: 3,
            ..self.effort.clone()
        };
        let effort = std::mem::replace(&mut self.effort, little);
        let about = |symbol: &Symbol| known_about(symbols, origins, symbol);
        let mut all = formulas.to_vec();
        all.extend(instances(&symbols.axioms, formulas));
        let mut ints = Ints::new(&about);
        ints.take_up(&all);
        let mut assumptions: Vec<Term> = all.iter().map(|f| ints.image(f)).collect();
        let wanted: Vec<(String, Term)> = wanted
            .iter()
            .map(|(name, term)| (name.clone(), ints.wanted(term)))
            .collect();
        assumptions.append(&mut ints.facts);
        assumptions.extend(positions(&assumptions));
        let (found, _) = self.ask(assumptions, &wanted);
        self.effort = effort;
        found
    }

    /// The answer to [`Queries::possible`], and whether it is beyond doubt: a proof, or values that make
    /// all formulas true.
    pub fn answer(
        &mut self,
        (symbols, origins): (&Symbols, &HashMap<Symbol, Symbol>),
        formulas: &[Term],
        wanted: &[(String, Term)],
    ) -> Sure {
        if formulas.iter().any(Term::is_false) {
            return (Answer::Impossible, true);
        }
        let mut all = formulas.to_vec();
        all.extend(instances(&symbols.axioms, formulas));
        let formulas = all.as_slice();
        let about = |symbol: &Symbol| known_about(symbols, origins, symbol);
        let mut ints = Ints::new(&about);
        ints.take_up(formulas);
        let mut assumptions: Vec<Term> = formulas.iter().map(|f| ints.image(f)).collect();
        let names: Vec<(String, Term)> = wanted
            .iter()
            .map(|(name, term)| (name.clone(), ints.wanted(term)))
            .collect();
        assumptions.append(&mut ints.facts);
        assumptions.extend(positions(&assumptions));
        let inexact = ints.inexact;
        let (first, sure) = self.ask(assumptions, &names);
        if sure && (!inexact || first == Answer::Impossible) {
            return (first, true);
        }
        let mut wide = Wide::new();
        let mut assumptions: Vec<Term> = formulas.iter().map(|f| wide.image(f)).collect();
        let names: Vec<(String, Term)> = wanted
            .iter()
            .map(|(name, term)| (name.clone(), wide.image(term)))
            .collect();
        assumptions.append(&mut wide.facts);
        assumptions.extend(ranges(&about, formulas, &mut wide));
        let inexact = wide.inexact;
        match (self.ask(assumptions, &names), first) {
            ((Answer::Unknown(_), _), first @ Answer::Possible(_)) => (first, false),
            ((second, sure), _) => {
                let sure = sure && (!inexact || second == Answer::Impossible);
                (second, sure)
            }
        }
    }

    /// The answer, and whether it is sure: a proof, or a counterexample that our own evaluation confirms.
    fn ask(&mut self, assumptions: Vec<Term>, wanted: &[(String, Term)]) -> Sure {
        let put = (assumptions.clone(), wanted.to_vec());
        if let Some(known) = self.source.memo.borrow().of(&self.effort, &put) {
            return known;
        }
        let question = Question {
            axioms: Vec::new(),
            assumptions,
            goal: ff(),
        };
        if self.budget == 0 {
            let why = "the resource limit of the kernel".to_owned();
            return (Answer::Unknown(why), false);
        }
        let prepared = Prepared::new(&question, wanted);
        let memo = Rc::clone(&self.source.memo);
        let text = &prepared.script;
        let known = memo
            .borrow()
            .of_text(&self.effort, text, !wanted.is_empty());
        if let Some(known) = known {
            return known;
        }
        self.asked += 1;
        let solved = prepared.solve(self.source.pool, &self.effort);
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
        let answer = match solved.verdict {
            Verdict::Proved => (Answer::Impossible, true),
            Verdict::Refuted(model) => (Answer::Possible(values(&model)), true),
            Verdict::Failed(Some(model)) => (Answer::Possible(values(&model)), false),
            Verdict::Failed(None) => (Answer::Possible(Counterexample::default()), false),
            Verdict::Limited(why, _) => (Answer::Unknown(why), false),
            // A fault may not come again.
            Verdict::Fault(why) => return (Answer::Unknown(format!("fault: {why}")), false),
            Verdict::NotKept => return (Answer::Unknown("not in the cache".to_owned()), false),
        };
        memo.borrow_mut().keep(&self.effort, put, text, &answer);
        answer
    }
}

/// What is known of a symbol; of one of the second thread, what is known of the symbol it is a copy of.
fn known_about(
    symbols: &Symbols,
    origins: &HashMap<Symbol, Symbol>,
    symbol: &Symbol,
) -> Option<About> {
    symbols
        .about(origins.get(symbol).unwrap_or(symbol))
        .cloned()
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
