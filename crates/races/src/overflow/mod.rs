//! Signed arithmetic whose result does not fit in its type.
//!
//! The machine wraps; C leaves undefined what is done. A kernel is first checked with numbers that
//! wrap. Where that leads to findings, it may be checked again with operations that are taken to fit, each
//! where it is executed. None is taken to fit whose operands the program itself fixes: if such a one
//! overflows, it does so in every launch. With [`Overflow::Never`] all are, as the user says.

pub(crate) mod control;
pub(crate) mod extents;
pub(crate) mod feasibility;
pub(crate) mod margins;
pub(crate) mod relevant;

use crate::accesses::{Fits, StmtId};
use crate::check::Work;
use crate::execution::Exec;
use crate::execution::path::Path;
use crate::execution::state::State;
use crate::execution::symbols::Varies;
use crate::loops::sequence;
use crate::overflow::feasibility::Granted;
use crate::overflow::margins::Operation;
use crate::overflow::relevant::Relevant;
use crate::questions::Queries;
use crate::questions::abstraction::Abstraction;
use crate::questions::batch::Seen;
use crate::report::{Assumption, Lack, Unsupported};
use kernel_graph::{BinaryOp, Place, WrapIntent};
use solver::term::{Node, Symbol, Term, TermMap, and, implies, int, or, postorder};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// What becomes of signed arithmetic whose result does not fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overflow {
    /// It wraps.
    Wraps,
    /// It wraps, and it is found out which findings there are only because of that.
    Told,
    /// What C leaves undefined is no finding: a kernel with which nothing is wrong else rests on the
    /// assumption that certain operations do not overflow, each of which is listed.
    Undefined,
    /// There is none but where the program itself fixes it: listed as an assumption about all signed operations.
    Never,
    /// There is none at all, not even where the program itself fixes it: this tells which findings take one. No
    /// verdict rests on it.
    Excluded,
}

/// Whether the language says what comes out where a result does not fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Arithmetic {
    /// It leaves that undefined.
    Signed,
    /// It leaves a division by zero undefined.
    Division,
    /// It leaves undefined to shift a number by as many bits as it has, or more.
    Shift,
    /// It wraps; the program mixes numbers with and without a sign, or counts, and does not mean it to.
    Mixed,
    /// It wraps; the program reads operands and result with a sign, and means them to be right so.
    IntoSigned,
}

impl Arithmetic {
    fn of(op: BinaryOp) -> Arithmetic {
        match op {
            BinaryOp::WrapIntent(
                WrapIntent::AddIntoSigned
                | WrapIntent::SubIntoSigned
                | WrapIntent::MulIntoSigned
                | WrapIntent::ShiftIntoSigned,
            ) => Arithmetic::IntoSigned,
            BinaryOp::WrapIntent(
                WrapIntent::AddBelow
                | WrapIntent::AddSignedBelow
                | WrapIntent::MulBelow
                | WrapIntent::MulSignedBelow,
            ) => Arithmetic::Mixed,
            BinaryOp::DivSigned
            | BinaryOp::DivUnsigned
            | BinaryOp::RemSigned
            | BinaryOp::RemUnsigned => Arithmetic::Division,
            BinaryOp::ShiftLeft | BinaryOp::ShiftRightSigned | BinaryOp::ShiftRightUnsigned => {
                Arithmetic::Shift
            }
            BinaryOp::Add
            | BinaryOp::Sub
            | BinaryOp::Mul
            | BinaryOp::AddSigned
            | BinaryOp::SubSigned
            | BinaryOp::MulSigned
            | BinaryOp::MulHighSigned
            | BinaryOp::MulHighUnsigned
            | BinaryOp::And
            | BinaryOp::Or
            | BinaryOp::Xor
            | BinaryOp::MinSigned
            | BinaryOp::MinUnsigned
            | BinaryOp::MaxSigned
            | BinaryOp::MaxUnsigned => Arithmetic::Signed,
        }
    }
}

/// Which operations an execution takes to fit.
#[derive(Clone, Debug)]
pub(crate) enum Fitting {
    /// None.
    None,
    /// All of those that matter.
    All(Relevant),
    /// Those that matter, of values that a launch or memory gives.
    Matter(Matter),
}

/// Operations that matter.
#[derive(Clone, Debug)]
pub(crate) struct Matter {
    /// Which.
    pub relevant: Relevant,
    /// Whether signed ones are listed one by one; else an assumption speaks of all of them.
    pub lists_signed: bool,
    /// Whether what a statement writes is of interest only where it decides something.
    pub decisive: bool,
}

impl Fitting {
    /// Whether what a statement writes is of interest, beside where it writes it.
    pub(crate) fn wants_values(&self, at: StmtId) -> bool {
        match self {
            Fitting::None | Fitting::All(_) => true,
            Fitting::Matter(matter) => !matter.decisive || matter.relevant.values.contains(&at),
        }
    }
}

/// That the result of an operation fits.
#[derive(Clone, Debug)]
struct Noted {
    /// It fits.
    bare: Term,
    /// The same, where the operation is evaluated.
    fact: Term,
    operation: Operation,
    /// Where the statement is executed, that it is evaluated.
    guards: Term,
    /// Whether the value rests on it already.
    taken: bool,
}

/// What the expressions of the statement at work are taken to satisfy.
#[derive(Debug, Default)]
pub(crate) struct Pending {
    /// Conditions under which the expression at work is evaluated.
    pub guards: Vec<Term>,
    /// Whether nobody executes the expression at work: it belongs to an annotation.
    pub annotation: bool,
    facts: Vec<Noted>,
}

impl Pending {
    /// How many facts there are.
    pub(crate) fn len(&self) -> usize {
        self.facts.len()
    }

    /// Leaves out all but the first so many facts, and those that a value rests on.
    pub(crate) fn forget(&mut self, from: usize) {
        let mut at = 0;
        self.facts.retain(|one| {
            at += 1;
            at <= from || one.taken
        });
    }
}

/// What a term is made of, beside what a launch alone gives.
#[derive(Clone, Copy, Debug, Default)]
struct Made {
    /// What is in memory, or not known for another reason.
    memory: bool,
    /// Numbers of threads, blocks or iterations.
    program: bool,
}

/// So many iterations of each of two loops are looked at together.
const FEW_OF_TWO: i64 = 18;

impl Exec<'_> {
    /// Notes that the result of a signed operation fits, where it is evaluated.
    pub(crate) fn fits(&mut self, fact: Term, operation: Operation) {
        if matches!(self.choices.fitting, Fitting::None) || fact.is_true() {
            return;
        }
        let guards = and(self.fitting.guards.clone());
        self.fitting.facts.push(Noted {
            fact: implies(guards.clone(), fact.clone()),
            guards,
            bare: fact,
            operation,
            taken: false,
        });
    }

    /// Whether an operand may be taken to be one for which the language says what comes out, a divisor not to be zero and
    /// a number of bits to shift by to be small: it decides something, and a launch or memory
    /// gives it. What memory gives together with what the program
    /// fixes is not: that may be so for no contents of memory.
    pub(crate) fn is_taken(&self, operand: &Term) -> bool {
        let (relevant, given) = match &self.choices.fitting {
            Fitting::None => return false,
            Fitting::All(relevant) => (relevant, true),
            Fitting::Matter(matter) => {
                let made = self.made_of(operand);
                let given = self.is_given(operand) && !(made.memory && made.program);
                (&matter.relevant, given)
            }
        };
        given && !self.fitting.annotation && relevant.stmts.contains(&self.at)
    }

    /// Whether a number of bits to shift by may be taken to be small: parameters and sizes alone give it.
    pub(crate) fn is_shift_taken(&self, bits: &Term) -> bool {
        let made = self.made_of(bits);
        self.is_taken(bits) && !made.memory && !made.program
    }

    /// What a term is made of, beside parameters and sizes.
    fn made_of(&self, term: &Term) -> Made {
        let mut found = Made::default();
        let mut open = vec![term.clone()];
        while let Some(part) = open.pop() {
            let Some(symbol) = part.symbol() else {
                open.extend(part.children().into_iter().cloned());
                continue;
            };
            let about = self.symbols.about(symbol);
            let of_memory = about
                .is_some_and(|about| !matches!(about.abstraction, None | Some(Abstraction::Loops)));
            match (self.is_of_launch(symbol), of_memory) {
                (true, _) => {}
                (false, true) => found.memory = true,
                (false, false) => found.program = true,
            }
        }
        found
    }

    /// Whether a symbol is a size or a parameter.
    pub(crate) fn is_of_launch(&self, symbol: &Symbol) -> bool {
        let about = self.symbols.about(symbol);
        let shared =
            about.is_some_and(|about| about.varies == Varies::Never && about.abstraction.is_none());
        let is = |term: &Term| matches!(term.node(), Node::Const(other) if other == symbol);
        let of_thread = self.atoms.partner().iter().any(is);
        shared && !of_thread && !self.is_of_loop(symbol)
    }

    /// Notes what was taken of an operation, by [`Exec::is_taken`], where it is evaluated.
    pub(crate) fn taken(&mut self, fact: Term, operation: Operation) {
        let guards = and(self.fitting.guards.clone());
        self.fitting.facts.push(Noted {
            fact: implies(guards.clone(), fact.clone()),
            guards,
            bare: fact,
            operation,
            taken: true,
        });
    }

    /// What was noted of a statement is known from here on: where it accesses memory, as soon as its operands are
    /// evaluated, else behind it.
    pub(crate) fn learn_fitting(&mut self, state: &mut State, place: Place) {
        let noted = std::mem::take(&mut self.fitting.facts);
        for one in noted {
            // It follows from what is known here.
            if !one.taken && state.margins.is_enough(&one.operation) {
                continue;
            }
            let operands = &one.operation.operands;
            let (relevant, matter) = match &self.choices.fitting {
                Fitting::None => continue,
                Fitting::All(relevant) => (relevant, None),
                Fitting::Matter(matter) => (&matter.relevant, Some(matter)),
            };
            if !one.taken && !relevant.stmts.contains(&self.at) {
                continue;
            }
            if let Some(matter) = matter {
                let open =
                    |fact| self.is_open(operands, &state.path) && !self.is_false_somewhere(fact);
                if !one.taken && !open(&one.bare) {
                    continue;
                }
                // That no signed arithmetic overflows says nothing of what the language lets wrap, nor of
                // divisors and bits to shift by.
                let signed = Arithmetic::of(one.operation.op) == Arithmetic::Signed;
                let listed = matter.lists_signed || !signed;
                if self.trials == 0 {
                    let mut way = self.way(state);
                    way.path.decide(one.guards.clone());
                    self.summary.fitting.push(Fits {
                        way,
                        goal: one.bare.clone(),
                        op: one.operation.op,
                        listed,
                        place,
                    });
                }
            }
            if one.guards.is_true() {
                state.margins.note(&one.operation);
            }
            state.path.learn(one.fact);
        }
    }

    /// Whether some launch may give operands other values: they depend on parameters, memory, or sizes
    /// that are open; or they depend on how often a loop is repeated, and that on these.
    fn is_open(&self, operands: &[Term; 2], path: &Path) -> bool {
        if operands.iter().any(|term| self.is_given(term)) {
            return true;
        }
        let mut parts = postorder(operands).into_iter();
        let of_loop = parts.any(|part| part.symbol().is_some_and(|of| self.is_of_loop(of)));
        let around = self.frames.first();
        of_loop
            && around.is_some_and(|frame| {
                let within = path.since(frame.path);
                let mut decisions = within.decisions().into_iter();
                decisions.any(|term| self.is_given(term))
            })
    }

    /// Whether a fact about nothing but the numbers of iterations does not hold in one of the first of them: the
    /// program itself says then what is not so. What rests on the fact would hold for the iterations after that
    /// one, for there would be none.
    fn is_false_somewhere(&self, fact: &Term) -> bool {
        let mut numbers: BTreeSet<Term> = BTreeSet::new();
        let mut open = vec![fact.clone()];
        while let Some(part) = open.pop() {
            if self.frames.iter().any(|frame| frame.iteration == part) {
                numbers.insert(part);
            } else if part.symbol().is_some() {
                return false;
            } else {
                open.extend(part.children().into_iter().cloned());
            }
        }
        let numbers: Vec<Term> = numbers.into_iter().collect();
        let at = |values: &[i64]| {
            let values = values.iter().map(|value| int(*value));
            let pairs: Vec<(Term, Term)> = numbers.iter().cloned().zip(values).collect();
            fact.subst(&pairs).is_false()
        };
        match numbers.len() {
            0 => fact.is_false(),
            1 => (0..sequence::MOST).any(|n| at(&[n])),
            2 => (0..FEW_OF_TWO).any(|n| (0..FEW_OF_TWO).any(|m| at(&[n, m]))),
            _ => true,
        }
    }

    /// Whether a term depends on what a launch or memory gives.
    pub(crate) fn is_given(&self, term: &Term) -> bool {
        let given = |symbol: &Symbol| match self.is_of_loop(symbol) {
            true => self.given_by_launch.0.contains(symbol),
            false => !self.is_certain(symbol),
        };
        let mut known = self.given_by_launch.1.borrow_mut();
        let mut work = vec![(term, false)];
        while let Some((term, done)) = work.pop() {
            if known.contains_key(term) {
                continue;
            }
            let below = match term.args() {
                [] => term.children(),
                args => args.iter().collect(),
            };
            if !done {
                work.push((term, true));
                work.extend(below.into_iter().map(|part| (part, false)));
                continue;
            }
            let mut below = below.into_iter();
            let is = term.symbol().is_some_and(given)
                || below.any(|part| known.get(part).is_none_or(|given| *given));
            known.insert(term.clone(), is);
        }
        known.get(term).is_none_or(|given| *given)
    }

    fn is_of_loop(&self, symbol: &Symbol) -> bool {
        let about = self.symbols.about(symbol);
        let of_loop = about.is_some_and(|about| about.abstraction == Some(Abstraction::Loops));
        of_loop || self.loop_symbols.is_exit(symbol)
    }

    /// Whether a symbol is a number of a thread that is there in each launch.
    fn is_certain(&self, symbol: &Symbol) -> bool {
        let is = |term: &Term| matches!(term.node(), Node::Const(other) if other == symbol);
        self.atoms.certain.iter().any(is)
    }
}

/// Functions of the iteration that depend on what a launch gives.
#[derive(Debug, Default)]
pub(crate) struct GivenByLaunch(
    BTreeSet<Symbol>,
    /// Of terms whether they do, as far as that was asked. What a symbol is called for is settled before a term has it, so
    /// that only more such functions change it.
    RefCell<TermMap<bool>>,
);

impl GivenByLaunch {
    /// Notes one more; whether it is new.
    pub(crate) fn insert(&mut self, symbol: Symbol) -> bool {
        let is_new = self.0.insert(symbol);
        if is_new {
            self.1.get_mut().clear();
        }
        is_new
    }
}

impl Work<'_, '_> {
    /// Lists the operations that were taken to fit and are not shown to. Those that are not are taken for granted.
    pub(crate) fn taken_to_fit(&mut self, mut queries: Queries<'_>) -> Vec<(Unsupported, Granted)> {
        let run = self.run;
        let mut by_place: BTreeMap<(Place, Arithmetic), Vec<&Fits>> = BTreeMap::new();
        for one in &run.summary.fitting {
            let of = (one.place, Arithmetic::of(one.op));
            by_place.entry(of).or_default().push(one);
        }
        let any = |all: &Vec<&Fits>| or(all.iter().map(|one| one.overflows()).collect());
        let ways: Vec<Term> = by_place.values().map(any).collect();
        let overflowing = queries.which((&run.symbols, &HashMap::new()), &ways);
        let mut open = Vec::new();
        for (((place, of), all), overflows) in by_place.into_iter().zip(overflowing) {
            if overflows == Seen::Impossible {
                continue;
            }
            let lack = Unsupported::new(Lack::NoLaunch, place);
            let each = all.iter().map(|one| (lack.clone(), Granted::fits(one)));
            open.extend(each);
            if !all.iter().any(|one| one.listed) {
                continue;
            }
            let signs: BTreeSet<&'static str> = all.iter().map(|one| sign(one.op)).collect();
            let signs = signs.into_iter().collect();
            self.report
                .assumptions
                .push(Assumption::Fits(place, of, signs));
        }
        self.report.questions += queries.asked;
        open
    }
}

fn sign(op: BinaryOp) -> &'static str {
    match op.wrapping() {
        BinaryOp::Sub | BinaryOp::SubSigned => "-",
        BinaryOp::Mul | BinaryOp::MulSigned => "*",
        BinaryOp::DivSigned | BinaryOp::DivUnsigned => "/",
        BinaryOp::RemSigned | BinaryOp::RemUnsigned => "%",
        BinaryOp::ShiftLeft => "<<",
        BinaryOp::ShiftRightSigned | BinaryOp::ShiftRightUnsigned => ">>",
        BinaryOp::Add
        | BinaryOp::AddSigned
        | BinaryOp::WrapIntent(_)
        | BinaryOp::MulHighSigned
        | BinaryOp::MulHighUnsigned
        | BinaryOp::And
        | BinaryOp::Or
        | BinaryOp::Xor
        | BinaryOp::MinSigned
        | BinaryOp::MinUnsigned
        | BinaryOp::MaxSigned
        | BinaryOp::MaxUnsigned => "+",
    }
}
