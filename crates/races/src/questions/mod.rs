//! Questions: as integers first, then as bit-vectors.

pub(crate) mod abstraction;
pub(crate) mod batch;
pub(crate) mod cases;
pub(crate) mod memo;
pub(crate) mod sample;
pub(crate) mod smaller;

use crate::check::GLANCE;
use crate::execution::symbols::{About, Symbols};
use crate::integers::Integers;
use crate::integers::bits::Wide;
use crate::integers::rows::positions;
use crate::overflow::Overflow;
use crate::questions::abstraction::Counterexample;
use crate::questions::memo::{Deciding, Memo, Searched, Sure};
use crate::report::NoAnswer;
use algebra::{Proof, Translation, contradictory_within};
use num_bigint::BigInt;
use num_traits::One;
use solver::encode::{Effort, Forms, Prepared, Question, Value, Verdict};
use solver::smt::SolverPool;
use solver::term::{Sort, Symbol, Term, ff, postorder};
use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;

/// The answer to a question whether something is possible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    /// It is not.
    Impossible,
    /// It may be; with these values.
    Possible(Counterexample),
    /// Not decided, for this reason.
    Unknown(NoAnswer),
}

/// Resource units for an attempt to find a counterexample with small numbers: those that exist are found
/// with less.
const LITTLE: u64 = 200_000;

/// A unit of a question about bit-vectors takes as long as so many of one about integers.
const BITS: u64 = 10;

/// Steps of one search for a proof by algebra.
const ALGEBRA: u64 = 120_000;

/// The same for a question whether a candidate invariant holds: there are many, and the solver knows what is linear.
const ALGEBRA_OF_CANDIDATE: u64 = 6_000;

/// Where most searches find nothing, each gets such a part of that: what is found is mostly found with less.
const TIRED: u64 = 4;

/// A part of such a search has at least this part of its steps.
const PARTS: u64 = 16;

/// With fewer steps left nothing is looked for: to translate a question takes longer than they do.
const FEWEST: u64 = 500;

/// Steps of all of them for one kernel: a second or two.
const ALGEBRA_TOGETHER: u64 = 400_000;

/// With up to so many units questions of up to so many terms are asked. Of 14 real files the solver answered no larger one with
/// a glance or with all units, and none of 12 above 12,000 terms with any; to prepare one takes as long as a hundred others.
const LARGEST: [(u64, usize); 3] = [(GLANCE, 1_500), (50_000, 12_000), (u64::MAX, 4_000)];

/// Resource units that are left for questions of one kind.
type Left = Rc<Cell<u64>>;

/// Who answers questions about one kernel, what was answered before, and how much may still be asked.
#[derive(Clone)]
pub(crate) struct Source<'a> {
    pool: &'a SolverPool,
    memo: Rc<RefCell<Memo>>,
    claims: Left,
    apart: Left,
    candidates: Left,
    launches: Left,
    /// How much there was for claims; as much for launches, and a third as much for candidates.
    budget: u64,
}

impl<'a> Source<'a> {
    fn new(pool: &'a SolverPool, budget: u64) -> Source<'a> {
        Source {
            pool,
            memo: Rc::new(RefCell::new(Memo::new(ALGEBRA_TOGETHER))),
            claims: Rc::new(Cell::new(budget)),
            apart: Rc::new(Cell::new(budget)),
            candidates: Rc::new(Cell::new(budget / 3)),
            launches: Rc::new(Cell::new(budget)),
            budget,
        }
    }

    /// The same answers are known, and as much may be asked as at first.
    fn again(&self, budget: u64) -> Source<'a> {
        Source {
            claims: Rc::new(Cell::new(budget)),
            apart: Rc::new(Cell::new(budget)),
            candidates: Rc::new(Cell::new(budget / 3)),
            launches: Rc::new(Cell::new(budget)),
            budget,
            ..self.clone()
        }
    }

    /// Asks about the kernel with some of its loops taken apart: from a budget of its own, and without a trace in what is
    /// known of other questions, for where that does not verify the kernel it is checked as it is.
    pub(crate) fn of_loops_apart(&self) -> Source<'a> {
        let memo = Memo {
            answers: Rc::default(),
            ..Memo::new(ALGEBRA_TOGETHER)
        };
        Source {
            claims: Rc::clone(&self.apart),
            memo: Rc::new(RefCell::new(memo)),
            ..self.clone()
        }
    }

    /// What decides anything in the kernel; it is looked for once.
    pub(crate) fn deciding(
        &self,
        iterations: Option<u32>,
        found: impl FnOnce() -> Deciding,
    ) -> Deciding {
        let mut memo = self.memo.borrow_mut();
        memo.deciding
            .entry(iterations)
            .or_insert_with(found)
            .clone()
    }

    /// Whether nothing more may be asked about claims.
    fn is_exhausted(&self) -> bool {
        self.claims.get() == 0
    }

    /// How many resource units were taken.
    fn spent(&self) -> u64 {
        let claims = self.budget.saturating_sub(self.claims.get());
        let apart = self.budget.saturating_sub(self.apart.get());
        let candidates = (self.budget / 3).saturating_sub(self.candidates.get());
        claims + apart + candidates + self.budget.saturating_sub(self.launches.get())
    }

    /// Asks what decides, with `effort` for each form of a question.
    pub(crate) fn claims(&self, effort: &Effort) -> Queries<'a> {
        self.queries(effort, &self.claims)
    }

    /// Asks whether candidate invariants hold, and what else need not be known.
    pub(crate) fn candidates(&self, effort: &Effort) -> Queries<'a> {
        Queries {
            of_candidates: true,
            ..self.queries(effort, &self.candidates)
        }
    }

    /// Asks for launches in which what is taken to fit does. What was spent on other questions does not decide
    /// whether one is found.
    pub(crate) fn launches(&self, effort: &Effort) -> Queries<'a> {
        self.queries(effort, &self.launches)
    }

    fn queries(&self, effort: &Effort, left: &Left) -> Queries<'a> {
        Queries {
            source: self.clone(),
            effort: effort.clone(),
            left: Rc::clone(left),
            of_candidates: false,
            asked: 0,
            relied: 0,
        }
    }
}

/// Who answers for each meaning of signed arithmetic. What one meaning cannot decide takes nothing from
/// the others.
pub(crate) struct Sources<'a> {
    little: Source<'a>,
    small: Source<'a>,
    wraps: Source<'a>,
    never: Source<'a>,
    undefined: Source<'a>,
}

impl<'a> Sources<'a> {
    /// Nothing was asked yet; with each meaning, questions may take `budget` resource units, and
    /// those about candidate invariants a third as many of their own.
    pub(crate) fn new(pool: &'a SolverPool, budget: u64) -> Sources<'a> {
        let wraps = Source::new(pool, budget);
        Sources {
            little: wraps.again(budget / 6),
            small: wraps.again(budget / 6),
            never: wraps.again(budget),
            undefined: wraps.again(budget),
            wraps,
        }
    }

    /// How many resource units all questions took.
    pub(crate) fn spent(&self) -> u64 {
        let Sources {
            little,
            small,
            wraps,
            never,
            undefined,
        } = self;
        let all = [little, small, wraps, never, undefined];
        all.into_iter().map(Source::spent).sum()
    }

    /// Whether nothing more may be asked with a part of the budget.
    pub(crate) fn is_little_exhausted(&self) -> bool {
        self.little.is_exhausted()
    }

    /// Who answers a first look, with a part of the budget.
    pub(crate) fn little(&self) -> &Source<'a> {
        &self.little
    }

    /// Who answers about small launches, with a part of the budget.
    pub(crate) fn small(&self) -> &Source<'a> {
        &self.small
    }

    /// Who answers with this meaning.
    pub(crate) fn of(&self, overflow: Overflow) -> &Source<'a> {
        match overflow {
            Overflow::Wraps | Overflow::Told => &self.wraps,
            Overflow::Never | Overflow::Excluded => &self.never,
            Overflow::Undefined => &self.undefined,
        }
    }
}

/// Asks questions about one kernel.
pub(crate) struct Queries<'a> {
    source: Source<'a>,
    effort: Effort,
    /// Shared with all who ask for the same.
    left: Left,
    /// Whether they are about candidate invariants.
    of_candidates: bool,
    /// How many questions were asked.
    pub asked: usize,
    /// How often something was impossible because the solver says so.
    pub relied: usize,
}

impl<'a> Queries<'a> {
    /// Whether all formulas may be true at once. `origins` says of which symbol each symbol of the
    /// second thread is a copy.
    pub(crate) fn possible(
        &mut self,
        symbols: &Symbols,
        origins: &HashMap<Symbol, Symbol>,
        formulas: &[Term],
        wanted: &[(String, Term)],
    ) -> Answer {
        let (mut answer, sure) = self.answer((symbols, origins), formulas, wanted);
        if let Answer::Possible(found) = &mut answer {
            found.sure = sure;
        }
        answer
    }

    /// Whether a question that stands for several shows at once that none of them is possible: asked as
    /// integers alone, and with little effort, for the several are asked where it does not.
    pub(crate) fn none_possible(
        &mut self,
        of: (&Symbols, &HashMap<Symbol, Symbol>),
        formulas: &[Term],
    ) -> bool {
        self.several(of, formulas, &[]) == Answer::Impossible
    }

    /// The answer to such a question, with values that say where to look if it is possible.
    pub(crate) fn several(
        &mut self,
        (symbols, origins): (&Symbols, &HashMap<Symbol, Symbol>),
        formulas: &[Term],
        wanted: &[(String, Term)],
    ) -> Answer {
        if formulas.iter().any(Term::is_false) {
            return Answer::Impossible;
        }
        let effort = self.replace_by_little(self.effort.first_rlimit);
        let about = |symbol: &Symbol| known_about(symbols, origins, symbol);
        let mut all = formulas.to_vec();
        all.extend(symbols.instances(formulas));
        let found = match is_too_large(postorder(&all).len(), self.effort.rlimit) {
            true => exhausted().0,
            false => self.as_ints(&about, &all, wanted).0,
        };
        self.effort = effort;
        found
    }

    /// Whether algebra alone shows that formulas contradict each other.
    pub(crate) fn contradictory(
        &mut self,
        (symbols, origins): (&Symbols, &HashMap<Symbol, Symbol>),
        formulas: &[Term],
    ) -> bool {
        let about = |symbol: &Symbol| known_about(symbols, origins, symbol);
        let mut all = formulas.to_vec();
        all.extend(symbols.instances(formulas));
        let Integers { images, facts, .. } = self.integers(&about, &all, &[]);
        let all: Vec<Term> = images.into_iter().chain(facts).collect();
        self.contradict(&all)
    }

    /// Goes on with the limit of first attempts; gives what it was before.
    pub(crate) fn be_brief(&mut self) -> Effort {
        let effort = self.effort.clone();
        self.effort.rlimit = effort.rlimit.min(effort.first_rlimit);
        effort
    }

    /// Goes on with this effort.
    pub(crate) fn try_with(&mut self, effort: Effort) {
        self.effort = effort;
    }

    /// Goes on with few attempts, each with this limit; gives what it was before.
    fn replace_by_little(&mut self, rlimit: u64) -> Effort {
        let little = Effort {
            first_rlimit: rlimit,
            rlimit,
            ..self.effort.clone()
        };
        std::mem::replace(&mut self.effort, little)
    }

    /// As [`Queries::answer`], with very little effort, without telling cases apart, and for who looks for values alone: no
    /// proof is looked for.
    pub(crate) fn with_little(
        &mut self,
        of: (&Symbols, &HashMap<Symbol, Symbol>),
        formulas: &[Term],
        wanted: &[(String, Term)],
    ) -> Sure {
        let effort = self.replace_by_little(self.effort.first_rlimit.min(LITTLE));
        self.effort.forms = Forms::Plain;
        let answer = self.undivided(of, formulas, wanted);
        self.effort = effort;
        answer
    }

    /// The answer to [`Queries::possible`], and whether it is beyond doubt: a proof, or values that make
    /// all formulas true.
    pub(crate) fn answer(
        &mut self,
        of: (&Symbols, &HashMap<Symbol, Symbol>),
        formulas: &[Term],
        wanted: &[(String, Term)],
    ) -> Sure {
        let effort = self.effort.clone();
        let is_first_look = effort.rlimit <= effort.first_rlimit;
        if let (false, Some(few)) = (is_first_look, rounds(&effort).into_iter().next()) {
            self.effort = few;
            let soon = self.undivided(of, formulas, wanted);
            let by_cases = match soon.1 {
                true => Some(soon.0),
                false => self.by_cases(of, (formulas, wanted), cases::MOST_SPLITS),
            };
            self.effort = effort;
            if let Some(answer) = by_cases {
                return (answer, true);
            }
        }
        self.undivided(of, formulas, wanted)
    }

    /// The answer that is found without telling cases apart.
    pub(crate) fn undivided(
        &mut self,
        (symbols, origins): (&Symbols, &HashMap<Symbol, Symbol>),
        formulas: &[Term],
        wanted: &[(String, Term)],
    ) -> Sure {
        if formulas.iter().any(Term::is_false) {
            return (Answer::Impossible, true);
        }
        let mut all = formulas.to_vec();
        all.extend(symbols.instances(formulas));
        let terms = postorder(&all).len();
        if is_too_large(terms, self.effort.rlimit.min(self.effort.first_rlimit)) {
            return exhausted();
        }
        let about = |symbol: &Symbol| known_about(symbols, origins, symbol);
        let (mut first, mut second): (Option<Sure>, Option<Sure>) = (None, None);
        let effort = self.effort.clone();
        // Bit-vectors take long before they take resource units, and show little that integers do not, but for what no
        // integer says. Of candidate invariants in real kernels they decided one in fifty, in a third of the time.
        let as_bits =
            effort.rlimit > GLANCE && !self.of_candidates && self.is_inexact(&about, &all, wanted);
        for round in rounds(&effort) {
            if is_too_large(terms, round.rlimit) {
                break;
            }
            self.effort = round;
            if is_open(first.as_ref()) {
                first = Some(self.as_ints(&about, &all, wanted));
            }
            if as_bits && !is_decided(first.as_ref()) && is_open(second.as_ref()) {
                second = Some(self.as_bits(&about, &all, wanted));
            }
            let decided = is_decided(first.as_ref()) || is_decided(second.as_ref());
            if decided || !(is_open(first.as_ref()) || is_open(second.as_ref())) {
                break;
            }
        }
        self.effort = effort;
        match (first, second) {
            (Some(first), _) if first.1 => first,
            (Some((first @ Answer::Possible(_), _)), Some((Answer::Unknown(_), _))) => {
                (first, false)
            }
            (_, Some(second)) => second,
            (first, None) => first.unwrap_or_else(|| {
                let why = "nothing was asked".to_owned();
                (Answer::Unknown(NoAnswer::Absent(why)), false)
            }),
        }
    }

    /// The answer to a question about integers, and whether it is beyond doubt for that about bit-vectors.
    fn as_ints(
        &mut self,
        about: &dyn Fn(&Symbol) -> Option<About>,
        formulas: &[Term],
        wanted: &[(String, Term)],
    ) -> Sure {
        let terms: Vec<Term> = wanted.iter().map(|(_, term)| term.clone()).collect();
        let integers = self.integers(about, formulas, &terms);
        let names = wanted.iter().map(|(name, _)| name.clone());
        let names: Vec<(String, Term)> = names.zip(integers.wanted).collect();
        let mut assumptions = integers.images;
        assumptions.extend(integers.facts);
        if self.effort.forms != Forms::Plain && self.contradict(&assumptions) {
            return (Answer::Impossible, true);
        }
        if self.left.get() == 0 {
            return exhausted();
        }
        assumptions.extend(positions(&assumptions));
        let (answer, sure) = self.ask(assumptions, &names);
        let sure = sure && (!integers.inexact || answer == Answer::Impossible);
        (answer, sure)
    }

    /// Whether the question about integers leaves something out.
    fn is_inexact(
        &self,
        about: &dyn Fn(&Symbol) -> Option<About>,
        formulas: &[Term],
        wanted: &[(String, Term)],
    ) -> bool {
        let terms: Vec<Term> = wanted.iter().map(|(_, term)| term.clone()).collect();
        self.integers(about, formulas, &terms).inexact
    }

    /// The question about integers that one about machine integers becomes.
    fn integers(
        &self,
        about: &dyn Fn(&Symbol) -> Option<About>,
        formulas: &[Term],
        wanted: &[Term],
    ) -> Integers {
        let mut memo = self.source.memo.borrow_mut();
        memo.translations.question(about, formulas, wanted)
    }

    /// What formulas say of integers, and what these terms are then.
    pub(crate) fn images(
        &self,
        symbols: &Symbols,
        formulas: &[Term],
        wanted: &[Term],
    ) -> (Vec<Term>, Vec<Term>) {
        let none = HashMap::new();
        let about = |symbol: &Symbol| known_about(symbols, &none, symbol);
        let found = self.integers(&about, formulas, wanted);
        let known = found.images.into_iter().chain(found.facts);
        (known.collect(), found.wanted)
    }

    /// The answer to a question about bit-vectors, and whether it is beyond doubt.
    fn as_bits(
        &mut self,
        about: &dyn Fn(&Symbol) -> Option<About>,
        formulas: &[Term],
        wanted: &[(String, Term)],
    ) -> Sure {
        if self.left.get() == 0 {
            return exhausted();
        }
        let effort = self.effort.clone();
        let few = |rlimit: u64| rlimit / BITS;
        self.effort.first_rlimit = few(effort.first_rlimit);
        self.effort.rlimit = few(effort.rlimit);
        let found = self.as_bits_with(about, formulas, wanted);
        self.effort = effort;
        found
    }

    /// The same with the effort as it is.
    fn as_bits_with(
        &mut self,
        about: &dyn Fn(&Symbol) -> Option<About>,
        formulas: &[Term],
        wanted: &[(String, Term)],
    ) -> Sure {
        let mut wide = Wide::new();
        wide.take_in(formulas);
        let mut assumptions: Vec<Term> = formulas.iter().map(|f| wide.of(f)).collect();
        let names: Vec<(String, Term)> = wanted
            .iter()
            .map(|(name, term)| (name.clone(), wide.image(term)))
            .collect();
        assumptions.append(&mut wide.facts);
        assumptions.extend(ranges(about, formulas, &mut wide));
        let inexact = wide.inexact;
        let (mut answer, sure) = self.ask(assumptions, &names);
        if let Answer::Possible(found) = &mut answer {
            for ((name, term), (_, image)) in wanted.iter().zip(&names) {
                // Integers have a sign.
                if let (Sort::Int, Sort::BitVec(width)) = (term.sort(), image.sort())
                    && let Some(value) = found.values.get_mut(name)
                    && *value >= BigInt::one() << (width - 1)
                {
                    *value -= BigInt::one() << *width;
                }
            }
        }
        let sure = sure && (!inexact || answer == Answer::Impossible);
        (answer, sure)
    }

    /// Whether algebra shows that formulas over integers contradict each other.
    fn contradict(&mut self, formulas: &[Term]) -> bool {
        let mut memo = self.source.memo.borrow_mut();
        let tired = memo.answers.borrow().is_algebra_tired(self.of_candidates);
        let whole = match (self.of_candidates, tired) {
            // To translate such a question takes longer than the search, which finds nothing.
            (true, true) => 0,
            (true, false) => ALGEBRA_OF_CANDIDATE,
            (false, true) => ALGEBRA / TIRED,
            (false, false) => ALGEBRA,
        };
        let most = memo.steps.min(whole);
        match memo.answers.borrow().algebra.get(formulas) {
            Some(Searched::Found) => return true,
            Some(Searched::Nothing { with }) if most <= *with => return false,
            Some(Searched::Nothing { .. }) | None => {}
        }
        if most < FEWEST {
            return false;
        }
        let (found, taken) = contradictory_within(formulas, most);
        let found = found.is_some();
        memo.steps = memo.steps.saturating_sub(taken);
        let mut answers = memo.answers.borrow_mut();
        answers.count_algebra(self.of_candidates, found);
        let searched = match found {
            true => Searched::Found,
            // With more steps there might be a proof, unless no part of the search took all that it had.
            false if taken < most / PARTS => Searched::Nothing { with: u64::MAX },
            false => Searched::Nothing { with: most },
        };
        answers.algebra.insert(formulas.to_vec(), searched);
        found
    }

    /// A proof by algebra that formulas contradict each other, with the images of terms, if at most so many steps find
    /// one; and how many were taken.
    pub(crate) fn certificate(
        &mut self,
        (symbols, origins): (&Symbols, &HashMap<Symbol, Symbol>),
        formulas: &[Term],
        wanted: &[Term],
        most: u64,
    ) -> (Option<(Translation, Proof, Vec<Term>)>, u64) {
        let about = |symbol: &Symbol| known_about(symbols, origins, symbol);
        let mut all = formulas.to_vec();
        all.extend(symbols.instances(formulas));
        let integers = self.integers(&about, &all, wanted);
        let all: Vec<Term> = integers.images.into_iter().chain(integers.facts).collect();
        let (found, taken) = contradictory_within(&all, most);
        let found = found.map(|(translation, proof)| (translation, proof, integers.wanted));
        (found, taken)
    }

    /// The answer, and whether it is sure: a proof, or a counterexample that our own evaluation confirms.
    fn ask(&mut self, assumptions: Vec<Term>, wanted: &[(String, Term)]) -> Sure {
        let answer = self.asked_of_solver(assumptions, wanted);
        self.relied += usize::from(answer.0 == Answer::Impossible);
        answer
    }

    fn asked_of_solver(&mut self, assumptions: Vec<Term>, wanted: &[(String, Term)]) -> Sure {
        let put = (assumptions.clone(), wanted.to_vec());
        let answers = Rc::clone(&self.source.memo.borrow().answers);
        if let Some(known) = answers.borrow().of(&self.effort, &put) {
            return known;
        }
        let question = Question {
            axioms: Vec::new(),
            assumptions,
            goal: ff(),
        };
        if self.left.get() == 0 {
            return exhausted();
        }
        let prepared = Prepared::new(&question, wanted);
        let text = prepared.script();
        let known = answers
            .borrow()
            .of_text(&self.effort, text, !wanted.is_empty());
        if let Some(known) = known {
            return known;
        }
        self.asked += 1;
        let solved = prepared.solve(self.source.pool, &self.effort);
        let left = self.left.get().saturating_sub(solved.rlimit_used);
        self.left.set(left);
        let values = |model: &solver::encode::Model| {
            let all = model.values.iter().filter_map(|(name, value)| {
                #[allow(
                    clippy::wildcard_enum_match_arm,
                    reason = "of another sort is no number"
                )]
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
            Verdict::Limited(why, _) => (Answer::Unknown(NoAnswer::Limit(why)), false),
            // A fault may not come again.
            Verdict::Fault(why) => return absent(format!("a fault: {why}")),
            Verdict::NotKept => return absent("not in the cache".to_owned()),
            Verdict::KeptOtherwise => {
                return absent("the cache had another answer".to_owned());
            }
        };
        answers.borrow_mut().keep(&self.effort, put, text, &answer);
        answer
    }
}

/// Whether a question of so many terms is too large to be asked with so many units.
fn is_too_large(terms: usize, rlimit: u64) -> bool {
    let mut limits = LARGEST.iter();
    let most = limits.find(|(units, _)| rlimit <= *units);
    most.is_some_and(|(_, most)| terms > *most)
}

/// The answer where no more may be asked.
fn exhausted() -> Sure {
    let why = "the resource limit of the kernel".to_owned();
    (Answer::Unknown(NoAnswer::Limit(why)), false)
}

/// The answer where there is none, though no limit was met.
fn absent(why: String) -> Sure {
    (Answer::Unknown(NoAnswer::Absent(why)), false)
}

/// What is tried for each form of a question, one after the other: few units for all forms before many for
/// one of them.
fn rounds(effort: &Effort) -> Vec<Effort> {
    let few = Effort {
        rlimit: effort.first_rlimit.min(effort.rlimit),
        ..effort.clone()
    };
    let many = Effort {
        first_rlimit: effort.rlimit,
        ..effort.clone()
    };
    match few.rlimit < effort.rlimit {
        true => vec![few, many],
        false => vec![few],
    }
}

/// Whether more units may give another answer.
fn is_open(answer: Option<&Sure>) -> bool {
    matches!(answer, None | Some((Answer::Unknown(_), _)))
}

fn is_decided(answer: Option<&Sure>) -> bool {
    matches!(answer, Some((_, true)))
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
    use solver::term::{Sort, bv};
    let mut all = Vec::new();
    for part in postorder(formulas) {
        let Some(symbol) = part.symbol() else {
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
