//! Machine integers as integers.
//!
//! A bit-vector of width `w` is represented by an integer that is congruent to it modulo `2^w`, with
//! bounds that are known from its structure. Sums and products of representatives represent sums and
//! products, so nothing is reduced until an operation needs the value itself: an order, a division,
//! an extension. The translation is exact but for the operators bit by bit of two unknown numbers and shifts by unknown
//! numbers, which become uninterpreted functions of which something is known: so a proof is sound,
//! and a counterexample may be due to them.

pub(crate) mod align;
mod apart;
pub(crate) mod bits;
mod bitwise;
mod division;
mod exact;
mod fields;
pub(crate) mod fitting;
pub(crate) mod floats;
pub(crate) mod literal_cases;
mod nested;
mod ranges;
pub(crate) mod rows;

use self::exact::{Meaning, exact, is_zero};
use self::nested::{Division, related, reordered};
use crate::execution::symbols::About;
use crate::integers::bits::with_args;
use crate::integers::fitting::fitting;
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, ToPrimitive, Zero};
use solver::term::bv::BvOp;
use solver::term::{
    Node, Op, Sort, Supply, Symbol, SymbolKind, Term, TermMap, TermSet, add, and, app, big,
    constant, eq, ge, int, ite, le, lt, mul, neg, not, postorder, sub,
};
use std::collections::{HashMap, HashSet};

fn power(exponent: u32) -> BigInt {
    BigInt::one() << exponent
}

/// A representative with its bounds, both included.
#[derive(Clone, Debug)]
struct Rep {
    term: Term,
    low: BigInt,
    high: BigInt,
}

impl Rep {
    fn literal(value: BigInt) -> Rep {
        Rep {
            term: big(value.clone()),
            low: value.clone(),
            high: value,
        }
    }
}

/// A translation at work, of all questions of which the same is known to fit.
#[derive(Default)]
pub(crate) struct Ints {
    /// Between what the values of symbols lie, as it was said when they were met.
    abouts: HashMap<Symbol, Option<(BigInt, BigInt)>>,
    reps: TermMap<Rep>,
    images: TermMap<Term>,
    symbols: HashMap<Symbol, Symbol>,
    /// The symbols that these have become.
    taken: HashSet<Symbol>,
    /// Between what unknown integers lie, as the questions say.
    numbers: TermMap<Option<(BigInt, BigInt)>>,
    /// Between what the integers for symbols lie, and those.
    ranges: TermMap<(BigInt, BigInt)>,
    /// For what has no rule; its source is its own.
    supply: Option<Supply>,
    /// What is said of the part at work.
    said: Said,
    /// What was said of each part, if anything was.
    of_parts: TermMap<Said>,
    /// What is taken up first, whatever the question.
    fitting: Vec<(Term, Term)>,
    /// What was said for that.
    at_first: Vec<Term>,
    /// Names that stand for products by what is taken up, as the number of threads of a grid in one dimension.
    named: Vec<Meaning>,
}

/// What is said beside the image of a term.
#[derive(Clone, Default)]
struct Said {
    /// Bounds of what has no structure.
    facts: Vec<Term>,
    /// Whether an operator was replaced by an uninterpreted function.
    inexact: bool,
    division: Option<Division>,
}

impl Said {
    fn is_nothing(&self) -> bool {
        self.facts.is_empty() && !self.inexact && self.division.is_none()
    }
}

/// A question about integers.
pub(crate) struct Integers {
    /// The images of what is assumed.
    pub images: Vec<Term>,
    /// The images of what is wanted; of bit-vectors the values without a sign.
    pub wanted: Vec<Term>,
    /// What is known beside them.
    pub facts: Vec<Term>,
    /// Whether an operator was replaced by an uninterpreted function.
    pub inexact: bool,
}

/// Translations of questions that were asked before.
#[derive(Default)]
pub(crate) struct Translations {
    /// The one that was used last is the last.
    all: Vec<Ints>,
}

/// So many translations are kept, for as many meanings of what fits.
const KEPT: usize = 6;

/// One of more terms is begun anew.
const MOST_TERMS: usize = 200_000;

/// Integers whose least value alone is known have no greater one, in bits.
const HUGE: u32 = 208;

/// Between what unknown integers lie, as formulas say of them; nothing of those that have no least value.
fn bounds(parts: &[Term], formulas: &[Term]) -> TermMap<Option<(BigInt, BigInt)>> {
    let unknown = |term: &&Term| *term.sort() == Sort::Int && term.symbol().is_some();
    let numbers = parts.iter().filter(unknown);
    let mut found: TermMap<(Option<BigInt>, Option<BigInt>)> =
        numbers.map(|term| (term.clone(), (None, None))).collect();
    let mut open: Vec<&Term> = formulas.iter().collect();
    while let Some(formula) = open.pop() {
        if let Some(parts) = formula.as_op(Op::And) {
            open.extend(parts);
            continue;
        }
        let (a, b, strict) = match (formula.as_op(Op::Le), formula.as_op(Op::Lt)) {
            (Some([a, b]), _) => (a, b, 0),
            (_, Some([a, b])) => (a, b, 1),
            _ => continue,
        };
        if let (Some(low), Some((least, _))) = (a.as_int(), found.get_mut(b)) {
            let low: BigInt = low + strict;
            *least = Some(least.take().map_or(low.clone(), |known| known.max(low)));
        }
        if let (Some((_, most)), Some(high)) = (found.get_mut(a), b.as_int()) {
            let high: BigInt = high - strict;
            *most = Some(most.take().map_or(high.clone(), |known| known.min(high)));
        }
    }
    let between = |(low, high): (Option<BigInt>, Option<BigInt>)| {
        let (low, high) = (low?, high.unwrap_or_else(|| power(HUGE)));
        (low <= high).then_some((low, high))
    };
    let all = found.into_iter();
    all.map(|(term, both)| (term, between(both))).collect()
}

impl Translations {
    /// A question over integers; `about` knows the bounds of symbols.
    pub(crate) fn question(
        &mut self,
        about: &dyn Fn(&Symbol) -> Option<About>,
        formulas: &[Term],
        wanted: &[Term],
    ) -> Integers {
        let fitting = fitting(formulas);
        let known = self.all.iter().position(|ints| ints.fitting == fitting);
        let known = known.map(|at| self.all.remove(at));
        let roots: Vec<Term> = fitting
            .iter()
            .flat_map(|(value, bits)| [value, bits])
            .cloned()
            .collect();
        let parts = postorder(roots.iter().chain(formulas).chain(wanted));
        let abouts: HashMap<Symbol, Option<(BigInt, BigInt)>> = parts
            .iter()
            .filter_map(Term::symbol)
            .map(|symbol| (symbol.clone(), about(symbol).and_then(|about| about.range)))
            .collect();
        let numbers = bounds(&parts, formulas);
        // Of another execution a symbol may be another one.
        let usable = known.filter(|ints| {
            let mut abouts = abouts.iter();
            let mut numbers = numbers.iter();
            abouts.all(|(symbol, range)| ints.abouts.get(symbol).is_none_or(|known| known == range))
                && numbers
                    .all(|(term, range)| ints.numbers.get(term).is_none_or(|known| known == range))
                && ints.reps.len() + ints.images.len() <= MOST_TERMS
        });
        let mut ints = usable.unwrap_or_default();
        let is_new = ints.abouts.is_empty() && ints.reps.is_empty();
        ints.abouts.extend(abouts);
        ints.bound(numbers);
        if is_new {
            ints.take_up(fitting);
        }
        let question = ints.question(&parts, formulas, wanted);
        if self.all.len() >= KEPT {
            self.all.remove(0);
        }
        self.all.push(ints);
        question
    }
}

impl Ints {
    /// Takes up between what unknown integers lie.
    fn bound(&mut self, numbers: TermMap<Option<(BigInt, BigInt)>>) {
        for (term, range) in numbers {
            if let Some(range) = &range {
                self.all_of(&term);
                let image = self.formula(&term);
                self.ranges.insert(image, range.clone());
            }
            self.numbers.insert(term, range);
        }
    }

    /// A translation of questions of which this is known to fit.
    fn take_up(&mut self, fitting: Vec<(Term, Term)>) {
        for (value, bits) in &fitting {
            self.fits(value, bits);
        }
        self.at_first = std::mem::take(&mut self.said.facts);
        self.fitting = fitting;
    }

    /// A question, of which these are all parts.
    fn question(&mut self, parts: &[Term], formulas: &[Term], wanted: &[Term]) -> Integers {
        for part in parts {
            self.part(part);
        }
        let images = formulas.iter().map(|formula| self.formula(formula));
        let images: Vec<Term> = images.collect();
        let wanted = wanted.iter().map(|term| self.value(term)).collect();
        let mut facts = self.at_first.clone();
        let mut divisions: Vec<Division> = Vec::new();
        let mut inexact = false;
        for said in parts.iter().filter_map(|part| self.of_parts.get(part)) {
            facts.extend(said.facts.iter().cloned());
            inexact |= said.inexact;
            divisions.extend(said.division.clone());
        }
        let mut seen = TermSet::default();
        divisions.retain(|one| seen.insert(one.quotient.clone()));
        facts.extend(related(&divisions));
        facts.extend(reordered(&divisions));
        facts.extend(exact(&divisions, &images));
        // Of quotient and remainder the same is said.
        let mut seen = TermSet::default();
        facts.retain(|fact| seen.insert(fact.clone()));
        Integers {
            images,
            wanted,
            facts,
            inexact,
        }
    }

    /// Translates a term, and whatever it is made of.
    fn all_of(&mut self, root: &Term) {
        for part in postorder([root]) {
            self.part(&part);
        }
    }

    /// Takes up that an integer is the value of a machine integer, with its sign: if the one is what
    /// represents the other, then that is within the range of the type, and its value.
    fn fits(&mut self, value: &Term, bits: &Term) {
        self.all_of(value);
        self.all_of(bits);
        let rep = self.rep(bits);
        let image = self.formula(value);
        if image != rep.term {
            let same = is_zero(&sub(image.clone(), rep.term.clone()), &self.named);
            if matches!(rep.term.node(), Node::Const(_)) && !postorder([&image]).contains(&rep.term)
            {
                self.named.push(Meaning::always(rep.term.clone(), &image));
            }
            if !same {
                return;
            }
        }
        let half = power(bits.sort().width().unwrap_or(1) - 1);
        let (low, high) = (rep.low.max(-&half), rep.high.min(half - 1));
        self.said.facts.push(le(big(low.clone()), rep.term.clone()));
        self.said
            .facts
            .push(le(rep.term.clone(), big(high.clone())));
        let term = rep.term;
        self.reps.insert(bits.clone(), Rep { term, low, high });
    }

    fn part(&mut self, term: &Term) {
        if self.reps.contains_key(term) || self.images.contains_key(term) {
            return;
        }
        let before = std::mem::take(&mut self.said);
        if let Some(width) = term.sort().width() {
            let rep = self.bits(term, width);
            self.reps.insert(term.clone(), rep);
        } else {
            let image = self.plain(term);
            self.images.insert(term.clone(), image);
        }
        let said = std::mem::replace(&mut self.said, before);
        if !said.is_nothing() {
            self.of_parts.insert(term.clone(), said);
        }
    }

    fn rep(&self, term: &Term) -> Rep {
        let found = self.reps.get(term).cloned();
        // Every child is translated before. Were one not, nothing would be known of it.
        found.unwrap_or_else(|| {
            let size = power(term.sort().width().unwrap_or(1));
            Rep {
                term: constant(format!("untranslated {term:?}"), Sort::Int),
                low: -size.clone(),
                high: size,
            }
        })
    }

    fn formula(&self, term: &Term) -> Term {
        self.images
            .get(term)
            .cloned()
            .unwrap_or_else(|| term.clone())
    }

    /// The value without a sign.
    fn unsigned(&self, term: &Term) -> Rep {
        let width = term.sort().width().unwrap_or(1);
        let rep = self.rep(term);
        let size = power(width);
        if !rep.low.is_negative() && rep.high < size {
            return rep;
        }
        let half = power(width - 1);
        // One subtraction is less than a remainder.
        if rep.low >= -&half && rep.high < half {
            let negative = lt(rep.term.clone(), int(0));
            let moved = add(vec![rep.term.clone(), big(size.clone())]);
            return Rep {
                term: ite(negative, moved, rep.term),
                low: BigInt::zero(),
                high: size - 1,
            };
        }
        Rep {
            term: self.remainder(&rep.term, &size),
            low: BigInt::zero(),
            high: size - 1,
        }
    }

    /// The value with a sign.
    fn signed(&self, term: &Term) -> Rep {
        let width = term.sort().width().unwrap_or(1);
        let rep = self.rep(term);
        let (size, half) = (power(width), power(width - 1));
        if rep.low >= -&half && rep.high < half {
            return rep;
        }
        let (low, high) = (-&half, &half - 1);
        if !rep.low.is_negative() && rep.high < size {
            let large = ge(rep.term.clone(), big(half));
            let moved = sub(rep.term.clone(), big(size));
            return Rep {
                term: ite(large, moved, rep.term),
                low,
                high,
            };
        }
        let moved = add(vec![rep.term, big(half.clone())]);
        Rep {
            term: sub(self.remainder(&moved, &size), big(half)),
            low,
            high,
        }
    }

    fn bits(&mut self, term: &Term, width: u32) -> Rep {
        match term.node() {
            Node::Bits(bits) => Rep::literal(bits.unsigned()),
            Node::Const(symbol) | Node::App(symbol, _) => self.symbol(symbol, term.args(), width),
            Node::Op(Op::Ite, args) => match args.as_slice() {
                [c, yes, no] => {
                    // Of a step back or forth the bounds stay small.
                    let (yes, no) = (self.small(yes), self.small(no));
                    Rep {
                        term: ite(self.formula(c), yes.term, no.term),
                        low: yes.low.min(no.low),
                        high: yes.high.max(no.high),
                    }
                }
                _ => self.arbitrary_bits(width),
            },
            Node::Op(Op::Bv(op), args) => self.operator(*op, args, width),
            Node::Int(_)
            | Node::Real(_)
            | Node::Bool(_)
            | Node::Bound(_)
            | Node::Op(..)
            | Node::Quant { .. } => self.arbitrary_bits(width),
        }
    }

    /// A symbol, and a fact that says between what its value lies.
    fn symbol(&mut self, symbol: &Symbol, args: &[Term], width: u32) -> Rep {
        let range = self.abouts.get(symbol).cloned().flatten();
        let (low, high) = range.unwrap_or_else(|| (-power(width - 1), power(width - 1) - 1));
        let term = self.applied(symbol, args, Sort::Int);
        self.said.facts.push(le(big(low.clone()), term.clone()));
        self.said.facts.push(le(term.clone(), big(high.clone())));
        let bounds = (low.clone(), high.clone());
        self.ranges.insert(term.clone(), bounds);
        Rep { term, low, high }
    }

    /// The same symbol over integers.
    fn applied(&mut self, symbol: &Symbol, args: &[Term], result: Sort) -> Term {
        let images: Vec<Term> = args.iter().map(|arg| self.value(arg)).collect();
        if let Some(known) = self.symbols.get(symbol) {
            return app(known, images);
        }
        let sorts: Vec<Sort> = images.iter().map(|t| t.sort().clone()).collect();
        let mut kind = symbol.kind().clone();
        let new = loop {
            // The order of symbols stays as it is, whatever was asked before.
            kind = SymbolKind::Renamed(Box::new(kind));
            let new = Symbol::of_kind(kind.clone(), sorts.clone(), result.clone());
            // Symbols of one kind and of different widths are different ones.
            if self.taken.insert(new.clone()) {
                break new;
            }
        };
        self.symbols.insert(symbol.clone(), new.clone());
        app(&new, images)
    }

    /// A term's value: of a bit-vector the one without a sign, so that equal ones are equal.
    fn value(&self, term: &Term) -> Term {
        match term.sort().width() {
            Some(_) => self.unsigned(term).term,
            None => self.formula(term),
        }
    }

    /// A machine integer of which nothing is known, for what has no rule.
    fn arbitrary_bits(&mut self, width: u32) -> Rep {
        self.said.inexact = true;
        let term = self.unknown(Sort::Int);
        let high: BigInt = power(width) - 1;
        self.said.facts.push(le(int(0), term.clone()));
        self.said.facts.push(le(term.clone(), big(high.clone())));
        Rep {
            term,
            low: BigInt::zero(),
            high,
        }
    }

    fn operator(&mut self, op: BvOp, args: &[Term], width: u32) -> Rep {
        match (op, args) {
            (BvOp::Add, _) => self.sum(args),
            (BvOp::Mul, _) => args.iter().fold(Rep::literal(BigInt::one()), |a, b| {
                times(&a, &self.small(b))
            }),
            (BvOp::Sub, [a, b]) => {
                let (a, b) = (self.rep(a), self.rep(b));
                self.narrowed(Rep {
                    term: sub(a.term, b.term),
                    low: a.low - &b.high,
                    high: a.high - &b.low,
                })
            }
            (BvOp::Neg, [a]) => negated(self.rep(a)),
            (BvOp::Not, [a]) => {
                let rep = negated(self.rep(a));
                Rep {
                    term: sub(rep.term, int(1)),
                    low: rep.low - 1,
                    high: rep.high - 1,
                }
            }
            (BvOp::Concat, _) => self.concat(args),
            (BvOp::Extract { high: _, low: 0 }, [a]) => self.rep(a),
            (BvOp::Extract { high: _, low }, [a]) => self.floor_div(self.rep(a), &power(low)),
            (BvOp::ZeroExtend(_), [a]) => self.unsigned(a),
            (BvOp::SignExtend(_), [a]) => self.signed(a),
            (BvOp::Comp, [a, b]) => Rep {
                term: ite(self.equal(a, b), int(1), int(0)),
                low: BigInt::zero(),
                high: BigInt::one(),
            },
            (BvOp::OfInt(_), [a]) => self.of_int(a, width),
            (BvOp::Udiv | BvOp::Urem | BvOp::Sdiv | BvOp::Srem, [a, b]) => {
                self.division(op, a, b, width)
            }
            (BvOp::And, _) => self.masked(args, width),
            (BvOp::Shl, [a, b]) => match b.as_bits().and_then(|bits| bits.unsigned().to_u32()) {
                Some(by) if by < width => times(&self.rep(a), &Rep::literal(power(by))),
                _ => self.replaced(op, args, width),
            },
            (BvOp::Or | BvOp::Xor, _) => match self.with_literal(op, args, width) {
                Some(exact) => exact,
                None => self.replaced(op, args, width),
            },
            _ => self.replaced(op, args, width),
        }
    }

    /// Division by a positive number, downwards.
    fn floor_div(&self, a: Rep, by: &BigInt) -> Rep {
        Rep {
            term: self.quotient(&a.term, by),
            low: a.low.div_floor(by),
            high: a.high.div_floor(by),
        }
    }

    /// The representative; of a literal near the top the negative number it stands for.
    fn small(&self, arg: &Term) -> Rep {
        let (rep, width) = (self.rep(arg), arg.sort().width().unwrap_or(1));
        match arg.as_bits() {
            Some(_) if rep.low >= power(width - 1) => Rep::literal(rep.low - power(width)),
            _ => rep,
        }
    }

    fn sum(&self, args: &[Term]) -> Rep {
        let mut low = BigInt::zero();
        let mut high = BigInt::zero();
        let mut terms = Vec::new();
        for arg in args {
            let rep = self.small(arg);
            low += &rep.low;
            high += &rep.high;
            terms.push(rep.term);
        }
        self.narrowed(Rep {
            term: add(terms),
            low,
            high,
        })
    }

    fn concat(&self, args: &[Term]) -> Rep {
        let mut low = BigInt::zero();
        let mut high = BigInt::zero();
        let mut terms = Vec::new();
        let mut at = 0u32;
        for (number, part) in args.iter().rev().enumerate() {
            let top = number + 1 == args.len();
            let rep = match top {
                true => self.rep(part),
                false => self.unsigned(part),
            };
            let factor = power(at);
            low += &rep.low * &factor;
            high += &rep.high * &factor;
            terms.push(mul(big(factor), rep.term));
            at += part.sort().width().unwrap_or(0);
        }
        Rep {
            term: add(terms),
            low,
            high,
        }
    }

    /// The lowest bits of an integer: it is a representative, whose bounds are those of the integer.
    fn of_int(&self, a: &Term, width: u32) -> Rep {
        let image = self.formula(a);
        let huge = power(2 * width + 80);
        let known = self.range_of(&image);
        let (low, high) = known.unwrap_or_else(|| (-&huge, huge.clone()));
        Rep {
            term: image,
            low: low.max(-&huge),
            high: high.min(huge),
        }
    }

    /// Conjunctions with a mask of lowest or highest bits are remainders and multiples.
    fn masked(&mut self, args: &[Term], width: u32) -> Rep {
        let literal = args
            .iter()
            .find_map(|arg| Some((arg, arg.as_bits()?.unsigned())));
        let others: Vec<&Term> = args.iter().filter(|a| a.as_bits().is_none()).collect();
        if let (Some((_, mask)), [other]) = (literal, others.as_slice()) {
            let above = &mask + 1;
            if let Some(bits) = exponent(&above) {
                let rep = self.rep(other);
                let size = power(bits);
                if !rep.low.is_negative() && rep.high < size {
                    return rep;
                }
                return Rep {
                    term: self.remainder(&rep.term, &size),
                    low: BigInt::zero(),
                    high: size - 1,
                };
            }
            if let Some(bits) = exponent(&(power(width) - &mask)) {
                let size: BigInt = power(bits);
                let rep = self.rep(other);
                let rest = self.remainder(&rep.term, &size);
                return Rep {
                    term: sub(rep.term, rest),
                    low: rep.low - (size - 1),
                    high: rep.high,
                };
            }
        }
        if let Some(exact) = self.with_literal(BvOp::And, args, width) {
            return exact;
        }
        self.replaced(BvOp::And, args, width)
    }

    /// That two bit-vectors are equal.
    fn equal(&self, a: &Term, b: &Term) -> Term {
        let width = a.sort().width().unwrap_or(1);
        let (x, y) = (self.rep(a), self.rep(b));
        let (low, high) = (&x.low - &y.high, &x.high - &y.low);
        let size = power(width);
        // The difference is a multiple of the size.
        if low > -&size && high < size {
            return eq(x.term, y.term);
        }
        let (x, y) = (self.unsigned(a), self.unsigned(b));
        eq(x.term, y.term)
    }

    fn plain(&mut self, term: &Term) -> Term {
        match term.node() {
            Node::Const(symbol) | Node::App(symbol, _) => {
                let bits = symbol
                    .args()
                    .iter()
                    .any(|sort| matches!(sort, Sort::BitVec(_)));
                match bits {
                    true => self.applied(symbol, term.args(), term.sort().clone()),
                    false => {
                        let args = term.args().iter().map(|arg| self.formula(arg)).collect();
                        app(symbol, args)
                    }
                }
            }
            Node::Op(Op::Eq, args) => match args.as_slice() {
                [a, b] => self.same(a, b),
                _ => self.arbitrary(term),
            },
            Node::Op(Op::Distinct, args) => {
                let mut all = Vec::new();
                for (at, a) in args.iter().enumerate() {
                    for b in args.iter().skip(at + 1) {
                        all.push(not(self.same(a, b)));
                    }
                }
                and(all)
            }
            Node::Op(Op::Bv(op), args) => match (op, args.as_slice()) {
                (BvOp::Ult, [a, b]) => lt(self.unsigned(a).term, self.unsigned(b).term),
                (BvOp::Ule, [a, b]) => le(self.unsigned(a).term, self.unsigned(b).term),
                (BvOp::Ugt, [a, b]) => lt(self.unsigned(b).term, self.unsigned(a).term),
                (BvOp::Uge, [a, b]) => le(self.unsigned(b).term, self.unsigned(a).term),
                (BvOp::Slt, [a, b]) => lt(self.signed(a).term, self.signed(b).term),
                (BvOp::Sle, [a, b]) => le(self.signed(a).term, self.signed(b).term),
                (BvOp::Sgt, [a, b]) => lt(self.signed(b).term, self.signed(a).term),
                (BvOp::Sge, [a, b]) => le(self.signed(b).term, self.signed(a).term),
                (BvOp::ToNat, [a]) => self.unsigned(a).term,
                (BvOp::ToInt, [a]) => self.signed(a).term,
                _ => self.arbitrary(term),
            },
            Node::Op(op, args) => {
                let fits = args
                    .iter()
                    .all(|arg| !matches!(arg.sort(), Sort::BitVec(_)));
                if !fits {
                    return self.arbitrary(term);
                }
                let args: Vec<Term> = args.iter().map(|arg| self.formula(arg)).collect();
                with_args(*op, term, args)
            }
            Node::Quant { .. } | Node::Bound(..) => self.arbitrary(term),
            Node::Int(_) | Node::Real(_) | Node::Bool(_) | Node::Bits(_) => term.clone(),
        }
    }

    /// That two terms of any sort are equal.
    fn same(&mut self, a: &Term, b: &Term) -> Term {
        match a.sort().width() {
            Some(_) => self.equal(a, b),
            None => eq(self.formula(a), self.formula(b)),
        }
    }

    /// A value of which nothing is known, for what has no rule.
    fn arbitrary(&mut self, term: &Term) -> Term {
        self.said.inexact = true;
        self.unknown(term.sort().clone())
    }

    fn unknown(&mut self, sort: Sort) -> Term {
        let supply = self.supply.get_or_insert_with(|| Supply::new("int "));
        supply.fresh_const("arbitrary", sort)
    }
}

/// The exponent of a power of two.
fn exponent(value: &BigInt) -> Option<u32> {
    let bits = value.bits();
    let only = value.is_positive()
        && value
            .trailing_zeros()
            .is_some_and(|zeros| zeros + 1 == bits);
    only.then(|| u32::try_from(bits - 1).ok()).flatten()
}

fn negated(a: Rep) -> Rep {
    Rep {
        term: neg(a.term),
        low: -a.high,
        high: -a.low,
    }
}

fn times(a: &Rep, b: &Rep) -> Rep {
    let corners = [
        &a.low * &b.low,
        &a.low * &b.high,
        &a.high * &b.low,
        &a.high * &b.high,
    ];
    let low = corners.iter().min().cloned().unwrap_or_default();
    let high = corners.iter().max().cloned().unwrap_or_default();
    Rep {
        term: mul(a.term.clone(), b.term.clone()),
        low,
        high,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod contradictions;
#[cfg(test)]
mod tests;
