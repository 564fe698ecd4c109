//! What is known at a point of the search, and how it came to be known.

use crate::poly::{Atom, Number, Poly};
use crate::problem::{Claim, Formula, Problem};
use crate::proof::{End, Fact, Proof, Reason, Step, flattened};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// What an atom was replaced by.
#[derive(Clone, Debug)]
pub(super) struct Replaced {
    pub atom: Atom,
    pub value: Rc<Poly>,
    /// The equation, which is `atom - value` times `sign`.
    pub by: Fact,
    pub sign: Number,
}

/// A bound of an atom: the polynomial, and the fact that says it.
pub(super) type Bound = (Rc<Poly>, Fact);

/// So deep it is looked what atoms were replaced by.
const NEWS: usize = 4;

/// Beyond so many atoms none are added.
const MOST_ATOMS: u16 = 20_000;

/// Whether a claim is about a polynomial that is lost.
fn is_lost(formula: &Formula) -> bool {
    match formula {
        Formula::Claim(Claim::Zero(poly) | Claim::NonNegative(poly)) => poly.is_lost(),
        Formula::All(_) | Formula::Any(_) => false,
    }
}

/// Constants as large say between what the values of a type lie.
pub(super) const WIDE: Number = 1 << 30;

/// What is known.
#[derive(Clone, Default)]
pub(super) struct State {
    facts: Vec<Rc<Formula>>,
    /// The facts that nothing replaced yet.
    live: Vec<Fact>,
    seen: FxHashSet<Rc<Formula>>,
    pub(super) replaced: Vec<Replaced>,
    steps: Vec<Step>,
    absurd: Option<Fact>,
    next_atom: u16,
    pub(super) lowers: FxHashMap<Atom, Vec<Bound>>,
    pub(super) uppers: FxHashMap<Atom, Vec<Bound>>,
    /// The best literal bounds.
    pub(super) low: FxHashMap<Atom, (Number, Fact)>,
    pub(super) high: FxHashMap<Atom, (Number, Fact)>,
    /// The inequalities whose bounds were taken up.
    bounded: FxHashSet<Fact>,
    /// Facts that were tried in vain, with the bounds that were known then.
    pub(super) tried: FxHashMap<Fact, usize>,
    ever_bounded: FxHashSet<Fact>,
    version: usize,
    /// When the last bound of an atom was found.
    versions: FxHashMap<Atom, usize>,
    /// Alternatives that were looked at, with the bounds that were known then.
    pub(super) glanced: FxHashMap<Fact, usize>,
    /// Inequalities that were looked at, in the same way.
    pub(super) looked: FxHashMap<Fact, usize>,
    pub(super) congruent: FxHashSet<(usize, usize)>,
    /// Equations of which the difference was looked at.
    pub(super) subtracted: FxHashSet<(Fact, Fact)>,
    /// How much was replaced when congruences were looked for.
    pub(super) compared: Option<usize>,
    /// Bounds and divisions that were compared, in the same way.
    pub(super) divided: FxHashMap<(Fact, Fact), usize>,
    /// Whether it was told apart which of two numbers with squares is the greater one.
    pub(super) is_ordered: bool,
}

impl State {
    pub(super) fn new(problem: &Problem) -> State {
        let mut state = State {
            next_atom: problem.next_atom(),
            ..State::default()
        };
        for formula in &problem.known {
            state.assume(formula);
        }
        state
    }

    /// The same facts, for a case.
    pub(super) fn branch(&self) -> State {
        State {
            steps: Vec::new(),
            ..self.clone()
        }
    }

    /// Begins a case in place: what followed so far.
    pub(super) fn begin(&mut self) -> Vec<Step> {
        std::mem::take(&mut self.steps)
    }

    /// The proof that ends here.
    pub(super) fn ended(self, end: End) -> Proof {
        Proof {
            steps: self.steps,
            end,
        }
    }

    /// Takes up what holds; the facts that this adds.
    pub(super) fn assume(&mut self, formula: &Formula) -> std::ops::Range<Fact> {
        let first = self.facts.len();
        let mut all = Vec::new();
        flattened(formula, &mut all);
        for formula in all {
            self.add(formula);
        }
        first..self.facts.len()
    }

    fn add(&mut self, formula: Formula) -> Fact {
        let fact = self.facts.len();
        let formula = Rc::new(formula);
        self.facts.push(Rc::clone(&formula));
        let is_absurd = match &*formula {
            // Of what has no place nothing follows.
            Formula::Claim(Claim::Zero(poly) | Claim::NonNegative(poly)) if poly.is_lost() => {
                Some(false)
            }
            Formula::Claim(Claim::Zero(poly)) => poly.as_constant().map(|value| value != 0),
            Formula::Claim(Claim::NonNegative(poly)) => poly.as_constant().map(|value| value < 0),
            Formula::Any(parts) => Some(parts.is_empty()).filter(|empty| *empty),
            Formula::All(_) => None,
        };
        match is_absurd {
            Some(true) => self.absurd = Some(fact),
            // A number that is as it is said to be says nothing.
            Some(false) => {}
            // Nothing follows from what is lost.
            None if is_lost(&formula) => {}
            None if self.seen.insert(Rc::clone(&formula)) => self.live.push(fact),
            None => {}
        }
        fact
    }

    /// Adds what follows, of which nothing more is to follow by itself.
    pub(super) fn note(&mut self, claim: Claim, reason: Reason) -> Fact {
        self.steps.push(Step {
            claim: claim.clone(),
            reason,
        });
        self.facts.push(Rc::new(Formula::Claim(claim)));
        self.facts.len() - 1
    }

    /// Adds what follows.
    pub(super) fn follow(&mut self, claim: Claim, reason: Reason) -> Fact {
        self.steps.push(Step {
            claim: claim.clone(),
            reason,
        });
        self.add(Formula::Claim(claim))
    }

    pub(super) fn absurd(&self) -> Option<Fact> {
        self.absurd
    }

    /// When the last bound of an atom of a fact was found.
    pub(super) fn news(&self, fact: Fact) -> usize {
        let formula = self.facts.get(fact).map(|formula| &**formula);
        formula.map_or(0, |formula| self.news_of(formula))
    }

    fn news_of(&self, formula: &Formula) -> usize {
        match formula {
            Formula::Claim(Claim::Zero(poly) | Claim::NonNegative(poly)) => {
                let all = poly.atoms().into_iter();
                all.map(|atom| self.news_of_atom(atom, NEWS))
                    .max()
                    .unwrap_or(0)
            }
            Formula::All(parts) | Formula::Any(parts) => parts
                .iter()
                .map(|part| self.news_of(part))
                .max()
                .unwrap_or(0),
        }
    }

    /// The same of an atom; of one that was replaced, of those that it was replaced by, which came later.
    fn news_of_atom(&self, atom: Atom, depth: usize) -> usize {
        let own = self.versions.get(&atom).copied().unwrap_or(0);
        let Some(depth) = depth.checked_sub(1) else {
            return own;
        };
        let by = self.replaced.iter().find(|one| one.atom == atom);
        let parts = by.map(|one| one.value.atoms()).unwrap_or_default();
        let parts = parts.into_iter().filter(|part| *part != atom);
        parts
            .map(|part| self.news_of_atom(part, depth))
            .fold(own, usize::max)
    }

    /// How large it is: what a copy of it costs.
    pub(super) fn size(&self) -> usize {
        self.facts.len() + self.live.len()
    }

    /// Whether a claim is a fact, or was one.
    pub(super) fn knows(&self, claim: &Claim) -> bool {
        self.seen.contains(&Formula::Claim(claim.clone()))
    }

    /// Does not look at a fact again.
    pub(super) fn retire(&mut self, fact: Fact) {
        self.live.retain(|one| *one != fact);
    }

    pub(super) fn claim(&self, fact: Fact) -> Option<&Claim> {
        match &**self.facts.get(fact)? {
            Formula::Claim(claim) => Some(claim),
            Formula::All(_) | Formula::Any(_) => None,
        }
    }

    /// The polynomial of a claim.
    pub(super) fn value(&self, fact: Fact) -> Option<&Poly> {
        match self.claim(fact)? {
            Claim::Zero(poly) | Claim::NonNegative(poly) => Some(poly),
        }
    }

    /// The polynomial of a claim that it is not negative.
    pub(super) fn non_negative(&self, fact: Fact) -> Option<&Poly> {
        match self.claim(fact)? {
            Claim::NonNegative(poly) => Some(poly),
            Claim::Zero(_) => None,
        }
    }

    /// The equations.
    pub(super) fn equations(&self) -> impl Iterator<Item = (Fact, &Poly)> {
        self.live
            .iter()
            .filter_map(|fact| match self.claim(*fact)? {
                Claim::Zero(poly) => Some((*fact, poly)),
                Claim::NonNegative(_) => None,
            })
    }

    /// The inequalities.
    pub(super) fn inequalities(&self) -> impl Iterator<Item = (Fact, &Poly)> {
        let all = self.live.iter();
        all.filter_map(|fact| Some((*fact, self.non_negative(*fact)?)))
    }

    /// The inequalities that are no literal bound of one atom.
    pub(super) fn compound(&self) -> impl Iterator<Item = Fact> {
        self.inequalities()
            .filter(|(_, poly)| !self.is_natural(poly))
            .filter(|(_, poly)| poly.constant().abs() < WIDE && poly.atoms().len() > 1)
            .map(|(fact, _)| fact)
    }

    /// The facts with alternatives.
    pub(super) fn alternatives(&self) -> impl Iterator<Item = Fact> {
        let all = self.live.iter().copied();
        all.filter(|fact| self.count_parts(*fact).is_some())
    }

    /// How many alternatives a fact has.
    pub(super) fn count_parts(&self, fact: Fact) -> Option<usize> {
        match &**self.facts.get(fact)? {
            Formula::Any(parts) => Some(parts.len()),
            Formula::Claim(_) | Formula::All(_) => None,
        }
    }

    /// The alternatives of a fact.
    pub(super) fn parts(&self, fact: Fact) -> Option<Vec<Formula>> {
        match &**self.facts.get(fact)? {
            Formula::Any(parts) => Some(parts.clone()),
            Formula::Claim(_) | Formula::All(_) => None,
        }
    }

    /// The fact that a polynomial is not zero, as it is written.
    pub(super) fn not_zero(&self, poly: &Poly) -> Option<Fact> {
        let (one, other) = (Formula::not_zero(poly), Formula::not_zero(&poly.negated()));
        let is = |fact: &Fact| {
            let formula = self.facts.get(*fact).map(|formula| &**formula);
            formula == Some(&one) || formula == Some(&other)
        };
        (0..self.facts.len()).find(is)
    }

    /// The sum of facts that are not negative.
    pub(super) fn sum_of(&mut self, facts: &[Fact]) -> Fact {
        let all = facts.iter().filter_map(|fact| self.value(*fact));
        let sum = all.fold(Poly::default(), |sum, poly| sum.plus(poly));
        let products = facts.iter().map(|fact| (1, vec![*fact]));
        let reason = Reason::Sum {
            products: products.collect(),
            zeros: Vec::new(),
        };
        self.follow(Claim::NonNegative(sum), reason)
    }

    /// What is not negative without what is zero.
    pub(super) fn difference_of(&mut self, fact: Fact, zero: Fact) -> Fact {
        let both = self.value(fact).zip(self.value(zero));
        let difference = both.map(|(a, b)| a.minus(b)).unwrap_or_default();
        let reason = Reason::Sum {
            products: vec![(1, vec![fact])],
            zeros: vec![(Poly::from(-1), zero)],
        };
        self.follow(Claim::NonNegative(difference), reason)
    }

    /// That minus one is not negative: a fact, and a multiple of one that is zero.
    pub(super) fn below_zero(&mut self, fact: Fact, zero: (Poly, Fact)) -> Fact {
        let reason = Reason::Sum {
            products: vec![(1, vec![fact])],
            zeros: vec![zero],
        };
        self.follow(Claim::NonNegative(Poly::from(-1)), reason)
    }

    /// The fact with all that was replaced replaced; none for alternatives.
    pub(super) fn reduced(&mut self, fact: Fact) -> Option<Fact> {
        let mut here = self.reduced_only(fact)?;
        if let Some(poly) = self.non_negative(here).cloned() {
            here = self.rounded(here, &poly);
        }
        if here != fact {
            self.retire(fact);
        }
        Some(here)
    }

    /// The fact with all that was replaced replaced, and nothing else.
    pub(super) fn reduced_only(&mut self, fact: Fact) -> Option<Fact> {
        let claim = self.claim(fact)?.clone();
        let (is_zero, mut poly) = match claim {
            Claim::Zero(poly) => (true, poly),
            Claim::NonNegative(poly) => (false, poly),
        };
        if poly.is_lost() {
            return None;
        }
        let before = poly.clone();
        let mut zeros = Vec::new();
        for one in &self.replaced {
            if poly.has(one.atom) {
                let slope = poly.slope(one.atom, &one.value);
                zeros.push((slope.scaled(-one.sign), one.by));
                poly = poly.with(one.atom, &one.value);
            }
        }
        if poly.is_lost() {
            self.retire(fact);
            return None;
        }
        let mut here = fact;
        if poly != before {
            let (claim, reason) = match is_zero {
                true => {
                    zeros.push((Poly::from(1), fact));
                    let reason = Reason::Sum {
                        products: Vec::new(),
                        zeros,
                    };
                    (Claim::Zero(poly.clone()), reason)
                }
                false => {
                    let reason = Reason::Sum {
                        products: vec![(1, vec![fact])],
                        zeros,
                    };
                    (Claim::NonNegative(poly.clone()), reason)
                }
            };
            here = self.follow(claim, reason);
        }
        Some(here)
    }

    /// The inequality divided by what divides all its coefficients.
    fn rounded(&mut self, fact: Fact, poly: &Poly) -> Fact {
        let by = poly.content();
        if by <= 1 {
            return fact;
        }
        let constant = poly.constant();
        let varying = poly.minus(&Poly::from(constant));
        let Some((smaller, _)) = varying.divided(&Poly::from(by)) else {
            return fact;
        };
        let floor = num_integer::Integer::div_floor(&constant, &by);
        let claim = Claim::NonNegative(smaller.plus(&Poly::from(floor)));
        self.retire(fact);
        self.follow(claim, Reason::Rounded { of: fact, by })
    }

    /// Replaces an atom by what an equation says it is.
    pub(super) fn replace(&mut self, one: Replaced) {
        let atom = one.atom;
        self.version += 1;
        self.versions.insert(atom, self.version);
        self.retire(one.by);
        self.replaced.push(one);
        let stale = self.live.clone();
        for fact in stale {
            if self.value(fact).is_some_and(|poly| poly.has(atom)) {
                self.reduced(fact);
            }
        }
        self.forget_bounds();
    }

    /// Speaks of the negation of an atom that is never positive; whether there was one.
    pub(super) fn flip_negative(&mut self) -> bool {
        if self.next_atom >= MOST_ATOMS {
            return false;
        }
        let negative = |(atom, (high, _)): (&Atom, &(Number, Fact))| {
            let natural = self.low.get(atom).is_some_and(|(low, _)| *low >= 0);
            (*high <= 0 && !natural).then_some(*atom)
        };
        let Some(atom) = self.high.iter().filter_map(negative).min() else {
            return false;
        };
        self.flip(atom);
        true
    }

    fn flip(&mut self, atom: Atom) {
        if let Some((new, by)) = self.named(&Poly::from(atom).negated()) {
            self.replace(Replaced {
                atom,
                value: Rc::new(Poly::from(new).negated()),
                by,
                sign: 1,
            });
        }
    }

    /// A new name for a polynomial, and the equation that it has; none where there are too many.
    pub(super) fn named(&mut self, is: &Poly) -> Option<(Atom, Fact)> {
        if self.next_atom >= MOST_ATOMS {
            return None;
        }
        let new = Atom(self.next_atom);
        self.next_atom = self.next_atom.saturating_add(1);
        let difference = Poly::from(new).minus(is);
        let reason = Reason::Name {
            new,
            is: is.clone(),
        };
        Some((new, self.note(Claim::Zero(difference), reason)))
    }

    /// Bounds are taken up anew.
    fn forget_bounds(&mut self) {
        self.lowers.clear();
        self.uppers.clear();
        self.low.clear();
        self.high.clear();
        self.bounded.clear();
    }

    /// Takes up the bounds that inequalities say.
    pub(super) fn bound(&mut self) {
        loop {
            let new = self.inequalities().map(|(fact, _)| fact);
            let new: Vec<Fact> = new.filter(|fact| !self.bounded.contains(fact)).collect();
            if new.is_empty() {
                return;
            }
            for fact in new {
                self.bounded.insert(fact);
                let Some(fact) = self.reduced(fact) else {
                    continue;
                };
                self.bounded.insert(fact);
                if let Some(poly) = self.non_negative(fact).cloned() {
                    self.bounds_of(fact, &poly);
                    if poly.len() > 1 && self.is_natural(&poly) {
                        self.retire(fact);
                    }
                }
            }
        }
    }

    /// That the least value of an atom is above its greatest one, if that is so of one.
    pub(super) fn crossed(&mut self) -> Option<Fact> {
        let crossed = self.low.iter().filter_map(|(atom, (low, from))| {
            let (high, to) = self.high.get(atom)?;
            (low > high).then_some((*atom, *from, *to))
        });
        let (_, from, to) = crossed.min()?;
        Some(self.sum_of(&[from, to]))
    }

    /// Takes up that an atom is a number, where its least value is its greatest one; whether there was one.
    pub(super) fn pin(&mut self) -> bool {
        let exact = |fact: &Fact, poly: &Poly| self.non_negative(*fact) == Some(poly);
        let pinned = self.low.iter().filter_map(|(atom, (low, from))| {
            let (high, to) = self.high.get(atom)?;
            let is = Poly::from(*atom).minus(&Poly::from(*low));
            let pinned = low == high && exact(from, &is) && exact(to, &is.negated());
            let new = pinned && !self.knows(&Claim::Zero(is.clone()));
            new.then_some((*atom, is, *from, *to))
        });
        let Some((_, is, from, to)) = pinned.min_by_key(|(atom, ..)| *atom) else {
            return false;
        };
        self.follow(Claim::Zero(is), Reason::Both(from, to));
        true
    }

    fn bounds_of(&mut self, fact: Fact, poly: &Poly) {
        if self.ever_bounded.insert(fact) {
            self.version += 1;
            for atom in poly.atoms() {
                self.versions.insert(atom, self.version);
            }
        }
        // That a sum fits its type bounds none of its parts well.
        if poly.len() > 2 && poly.constant().abs() >= WIDE {
            return;
        }
        for atom in poly.atoms() {
            let Some(by) = poly.linear_in(atom) else {
                continue;
            };
            if by == 1 {
                let below = Poly::from(atom).minus(poly);
                if let Some(value) = below.as_constant().filter(|value| *value > -WIDE)
                    && self.low.get(&atom).is_none_or(|(known, _)| value > *known)
                {
                    self.low.insert(atom, (value, fact));
                }
                let entry = self.lowers.entry(atom).or_default();
                if entry.iter().all(|(_, known)| *known != fact) {
                    entry.push((Rc::new(below), fact));
                }
            } else if by == -1 {
                let above = Poly::from(atom).plus(poly);
                if let Some(value) = above.as_constant()
                    && self.high.get(&atom).is_none_or(|(known, _)| value < *known)
                {
                    self.high.insert(atom, (value, fact));
                }
                let entry = self.uppers.entry(atom).or_default();
                if entry.iter().all(|(_, known)| *known != fact) {
                    entry.push((Rc::new(above), fact));
                }
            }
        }
    }

    /// Whether a polynomial is a sum of products of atoms that are not negative, so that nothing more follows from that it is
    /// not negative.
    fn is_natural(&self, poly: &Poly) -> bool {
        let natural = |atom: &Atom| self.low.get(atom).is_some_and(|(low, _)| *low >= 0);
        poly.is_plain()
            && poly
                .terms()
                .all(|(product, _)| product.atoms().all(|atom| natural(&atom)))
    }

    /// Whether a polynomial may be shown to be positive: a product is where its atoms are, of a sum it is not said here.
    pub(super) fn may_be_positive(&self, poly: &Poly) -> bool {
        let positive = |atom: &Atom| self.low.get(atom).is_some_and(|(low, _)| *low > 0);
        poly.len() > 1
            || poly
                .terms()
                .all(|(product, _)| product.atoms().all(|atom| positive(&atom)))
    }

    /// Whether it is known of an atom that it is not negative, or that it is not positive.
    pub(super) fn has_sign(&self, atom: Atom) -> bool {
        let positive = self.low.get(&atom).is_some_and(|(low, _)| *low >= 0);
        let negative = self.high.get(&atom).is_some_and(|(high, _)| *high <= 0);
        positive || negative
    }

    /// Factors of products of which it is not known whether they are positive, those that occur most first.
    pub(super) fn unsigned_factors(&self, problem: &Problem) -> Vec<Atom> {
        let mut count: FxHashMap<Atom, usize> = FxHashMap::default();
        let polys = self.live.iter().filter_map(|fact| self.value(*fact));
        for poly in polys {
            for (product, _) in poly.terms().filter(|(product, _)| product.len() > 1) {
                for atom in product.atoms() {
                    if !self.has_sign(atom) && problem.rank(atom) <= 1 {
                        *count.entry(atom).or_default() += 1;
                    }
                }
            }
        }
        let mut all: Vec<(Atom, usize)> = count.into_iter().collect();
        all.sort_by_key(|(atom, count)| (std::cmp::Reverse(*count), *atom));
        all.into_iter().map(|(atom, _)| atom).collect()
    }
}
