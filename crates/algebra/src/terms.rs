//! Problems from terms of the solver: formulas over integers.
//!
//! What has no rule becomes an unknown of its own: an integer, or one between zero and one for a Boolean; the same one for
//! the same term. So the problem has every solution that the formulas have, and a proof about it is one about them.

use crate::check::check;
use crate::poly::{Atom, Number, Poly};
use crate::problem::{Application, Claim, Formula, Problem};
use crate::proof::Proof;
use crate::rename::{self, Renamed};
use crate::search::refute_within;
use num_traits::ToPrimitive;
use solver::term::{Node, Op, Sort, Symbol, Term, TermMap, TermSet, postorder};
use std::collections::HashMap;

/// Deeper terms are unknowns.
const DEEPEST: u32 = 400;

/// A divisor as large is that of a type's values.
const WIDE: Number = 1 << 31;

/// Larger formulas are unknowns: terms share their parts, formulas do not.
const LARGEST: usize = 500;

/// Of problems with more atoms, or more parts of formulas, nothing is shown.
const MOST: usize = 3_000;

/// Of problems of more terms nothing is shown: they are not even translated.
const MOST_TERMS: usize = 6_000;

/// Longer products are not multiplied out.
const LONGEST: usize = 256;

/// Ranks of atoms: names that a product defines, names, and the least of what is computed. What is computed from others
/// has a higher one than these.
const DEFINED: u8 = 0;
const NAMED: u8 = 1;
const COMPUTED: u8 = 2;

/// A problem, and what its atoms stand for.
#[derive(Clone, Default)]
pub struct Translation {
    /// The problem.
    pub problem: Problem,
    /// The term of each atom, by its number.
    pub terms: Vec<Term>,
    atoms: TermMap<Atom>,
    pub(crate) polys: TermMap<Poly>,
    truths: TermMap<Formula>,
    /// Of how many parts the formula of a Boolean would be made.
    sizes: TermMap<usize>,
    functions: HashMap<Symbol, u32>,
    /// Whether something is divided by so much as types have values.
    wraps: bool,
    /// Whether choices of quotients are unknowns of which nothing is said.
    opaque: bool,
    /// Numbers that have another name in the problem.
    pub(crate) renamed: Vec<Renamed>,
    /// Quotient and remainder of each division by a number.
    pub(crate) divisions: HashMap<(Term, Number), (Atom, Atom)>,
}

/// A proof that formulas over integers and Booleans contradict each other. It is checked: that the search is right is not
/// relied upon. Of too many formulas nothing is shown.
pub fn contradictory(formulas: &[Term], budget: u64) -> Option<(Translation, Proof)> {
    contradictory_within(formulas, budget).0
}

/// The same, and how many steps of the budget were taken.
pub fn contradictory_within(formulas: &[Term], budget: u64) -> (Option<(Translation, Proof)>, u64) {
    let mut taken = 0;
    // Half of a width whose sign is not known is a choice of two quotients, and what it is half of decides seldom.
    if has_quotient_by_cases(formulas) {
        let opaque = Translation {
            opaque: true,
            ..Translation::default()
        };
        let (found, steps) = tried(opaque.conjunction(formulas), budget / OPAQUE);
        if found.is_some() {
            return (found, steps);
        }
        taken = steps;
    }
    let (found, steps) = tried(Translation::of(formulas), budget);
    (found, taken + steps)
}

/// Whether a quotient is taken by cases of signs.
fn has_quotient_by_cases(formulas: &[Term]) -> bool {
    let mut formulas = formulas.iter();
    formulas.any(|formula| formula.any_subterm(is_quotient_by_cases))
}

/// Whether a term is a choice of quotients or remainders.
fn is_quotient_by_cases(term: &Term) -> bool {
    let of_division = |part: &Term| part.any_subterm(is_division);
    term.as_op(Op::Ite)
        .is_some_and(|args| *term.sort() == Sort::Int && args.iter().skip(1).all(of_division))
}

fn is_division(term: &Term) -> bool {
    term.as_op(Op::Div).is_some() || term.as_op(Op::Mod).is_some()
}

/// A proof about a translation, if there is one, and how many steps were taken.
fn tried(translation: Option<Translation>, budget: u64) -> (Option<(Translation, Proof)>, u64) {
    let Some(translation) = translation else {
        return (None, 0);
    };
    // Where numbers wrap, their remainders hide what is multiplied; and what is linear solvers know as well.
    let budget = match (translation.wraps, translation.has_products()) {
        (true, _) => budget / 24,
        (false, false) => budget / 8,
        (false, true) => budget,
    };
    let attempt = |translation: Translation, budget| {
        let (proof, taken) = refute_within(&translation.problem, budget);
        let proof = proof.filter(|proof| check(&translation.problem, proof).is_ok());
        (proof.map(|proof| (translation, proof)), taken)
    };
    let mut shorter = translation.clone();
    if !shorter.shorten() {
        return attempt(translation, budget);
    }
    let (found, taken) = attempt(shorter, budget);
    if found.is_some() {
        return (found, taken);
    }
    let (found, more) = attempt(translation, budget / 2);
    (found, taken + more)
}

/// A search in which choices of quotients are unknowns gets such a part of the budget.
const OPAQUE: u64 = 8;

/// More numbers get no other names.
const MOST_RENAMED: usize = 6;

impl Translation {
    /// The problem of a conjunction; none if it has too many atoms.
    pub fn of(formulas: &[Term]) -> Option<Translation> {
        Translation::default().conjunction(formulas)
    }

    fn conjunction(self, formulas: &[Term]) -> Option<Translation> {
        if postorder(formulas).len() > MOST_TERMS {
            return None;
        }
        let mut translation = self;
        let mut seen = TermSet::default();
        for formula in formulas {
            if seen.insert(formula.clone()) {
                translation.know(formula);
            }
        }
        // Beyond them numbers of atoms would mean several.
        let few = translation.terms.len() <= MOST && translation.truths.len() <= MOST;
        few.then_some(translation)
    }

    /// Gives numbers other names with which the problem is shorter; whether there are any.
    fn shorten(&mut self) -> bool {
        for _ in 0..MOST_RENAMED {
            let next = Atom(u16::try_from(self.terms.len()).unwrap_or(u16::MAX));
            let Some(one) = rename::next(&self.problem, next) else {
                break;
            };
            let named = one.instead_of();
            let term = named.and_then(|atom| self.terms.get(atom.0 as usize).cloned());
            let Some(term) = term else {
                break;
            };
            one.apply(&mut self.problem);
            self.terms.push(term);
            self.problem.ranks.push(NAMED);
            for poly in self.polys.values_mut() {
                *poly = one.of(poly);
            }
            self.renamed.push(one);
        }
        !self.renamed.is_empty()
    }

    /// Takes up a formula that holds.
    pub fn know(&mut self, formula: &Term) {
        if let Some(parts) = formula.as_op(Op::And) {
            for part in parts {
                self.know(part);
            }
            return;
        }
        self.defines(formula);
        let formula = self.truth(formula);
        self.problem.known.push(formula);
    }

    /// An equation of a name and a product says what the name is.
    fn defines(&mut self, formula: &Term) {
        let Some([a, b]) = formula.as_op(Op::Eq) else {
            return;
        };
        for (name, value) in [(a, b), (b, a)] {
            if matches!(name.node(), Node::Const(_)) && value.as_op(Op::Mul).is_some() {
                let atom = self.atom(name, DEFINED);
                if let Some(rank) = self.problem.ranks.get_mut(atom.0 as usize) {
                    *rank = DEFINED;
                }
            }
        }
    }

    /// Whether unknowns are multiplied, but for those of a name's definition.
    fn has_products(&self) -> bool {
        let mut known = self.problem.known.iter();
        known.any(|formula| self.is_nonlinear(formula))
    }

    fn is_nonlinear(&self, formula: &Formula) -> bool {
        match formula {
            Formula::Claim(Claim::Zero(poly)) => {
                let defines = poly
                    .atoms()
                    .iter()
                    .any(|atom| self.problem.rank(*atom) == DEFINED);
                poly.degree() > 1 && !defines
            }
            Formula::Claim(Claim::NonNegative(poly)) => poly.degree() > 1,
            Formula::All(parts) | Formula::Any(parts) => {
                parts.iter().any(|part| self.is_nonlinear(part))
            }
        }
    }

    fn atom(&mut self, term: &Term, rank: u8) -> Atom {
        if let Some(known) = self.atoms.get(term) {
            return *known;
        }
        let atom = self.fresh(term);
        if let Some(at) = self.problem.ranks.last_mut() {
            *at = rank;
        }
        self.atoms.insert(term.clone(), atom);
        atom
    }

    /// An atom for what a term computes.
    fn fresh(&mut self, term: &Term) -> Atom {
        let atom = Atom(u16::try_from(self.terms.len()).unwrap_or(u16::MAX));
        self.terms.push(term.clone());
        self.problem.ranks.push(COMPUTED);
        atom
    }

    /// Gives atoms a higher rank than what they are computed from.
    fn rank_above(&mut self, atoms: &[Atom], of: &[Poly]) {
        let parts = of.iter().flat_map(Poly::atoms);
        let most = parts.map(|atom| self.problem.rank(atom)).max();
        let rank = most.map_or(COMPUTED, |most| COMPUTED.max(most.saturating_add(1)));
        for atom in atoms {
            if let Some(known) = self.problem.ranks.get_mut(atom.0 as usize) {
                *known = rank;
            }
        }
    }

    /// A polynomial without those atoms that are no names, as far as equations say what they are by names.
    pub fn resolved(&self, poly: &Poly, is_name: &dyn Fn(Atom) -> bool) -> Poly {
        let value = |atom: Atom| {
            let mut known = self.problem.known.iter();
            known.find_map(|formula| {
                let Formula::Claim(Claim::Zero(poly)) = formula else {
                    return None;
                };
                let factor = poly.linear_in(atom)?;
                let mut others = poly.atoms().into_iter().filter(|other| *other != atom);
                let usable = factor.abs() == 1 && others.all(is_name);
                let rest = poly.minus(&Poly::from(atom).scaled(factor));
                usable.then(|| rest.scaled(-factor))
            })
        };
        let unknown = poly.atoms().into_iter().filter(|atom| !is_name(*atom));
        let values = unknown.filter_map(|atom| Some((atom, value(atom)?)));
        values.fold(poly.clone(), |poly, (atom, value)| poly.with(atom, &value))
    }

    /// The polynomial that an integer is.
    pub fn poly(&mut self, term: &Term) -> Poly {
        if let Some(known) = self.polys.get(term) {
            return known.clone();
        }
        let poly = self.sum(term);
        let renamed = self.renamed.iter();
        let poly = renamed.fold(poly, |poly, one| one.of(&poly));
        self.polys.insert(term.clone(), poly.clone());
        poly
    }

    #[allow(
        clippy::wildcard_enum_match_arm,
        reason = "what has no rule is an unknown"
    )]
    fn sum(&mut self, term: &Term) -> Poly {
        if *term.sort() != Sort::Int || term.depth() > DEEPEST {
            return Poly::from(self.atom(term, COMPUTED));
        }
        match term.node() {
            Node::Int(value) => value.to_i128().map_or_else(Poly::lost, Poly::from),
            Node::Op(Op::Add, args) => {
                let parts = args.iter().map(|arg| self.poly(arg)).collect::<Vec<Poly>>();
                parts
                    .iter()
                    .fold(Poly::default(), |sum, part| sum.plus(part))
            }
            Node::Op(Op::Mul, args) => {
                let parts = args.iter().map(|arg| self.poly(arg)).collect::<Vec<Poly>>();
                let product = parts.iter().try_fold(Poly::from(1), |product, part| {
                    (product.len() * part.len() <= LONGEST).then(|| product.times(part))
                });
                // What would be too long to multiply out is an unknown.
                product.unwrap_or_else(|| Poly::from(self.atom(term, COMPUTED)))
            }
            Node::Op(op @ (Op::Div | Op::Mod), args) => match args.as_slice() {
                [a, b] => self.division(term, *op, (a, b)),
                _ => Poly::from(self.atom(term, COMPUTED)),
            },
            Node::Op(Op::Ite, args) => match args.as_slice() {
                [condition, yes, no] => self.choice(term, (condition, yes, no)),
                _ => Poly::from(self.atom(term, COMPUTED)),
            },
            Node::Const(_) => Poly::from(self.atom(term, NAMED)),
            Node::App(symbol, args) => self.application(term, symbol, args),
            _ => Poly::from(self.atom(term, COMPUTED)),
        }
    }

    fn application(&mut self, term: &Term, symbol: &Symbol, args: &[Term]) -> Poly {
        let is_new = !self.atoms.contains_key(term);
        let atom = self.atom(term, COMPUTED);
        if is_new && args.iter().all(|arg| *arg.sort() == Sort::Int) {
            let next = u32::try_from(self.functions.len()).unwrap_or(u32::MAX);
            let function = *self.functions.entry(symbol.clone()).or_insert(next);
            let arguments: Vec<Poly> = args.iter().map(|arg| self.poly(arg)).collect();
            self.rank_above(&[atom], &arguments);
            self.problem.applications.push(Application {
                atom,
                function,
                arguments,
            });
        }
        Poly::from(atom)
    }

    /// A quotient or remainder by a number: `a = b*q + r` with `0 <= r < b`.
    fn division(&mut self, term: &Term, op: Op, (a, b): (&Term, &Term)) -> Poly {
        let Some(number) = b
            .as_int()
            .and_then(ToPrimitive::to_i128)
            .filter(|number| *number > 0)
        else {
            return Poly::from(self.atom(term, COMPUTED));
        };
        self.wraps |= number >= WIDE;
        let key = (a.clone(), number);
        let known = self.divisions.get(&key).copied();
        let is_new = known.is_none();
        let (q, r) = known.unwrap_or_else(|| {
            let both = (self.fresh(term), self.fresh(term));
            self.divisions.insert(key, both);
            both
        });
        if is_new {
            let a = self.poly(a);
            self.rank_above(&[q, r], std::slice::from_ref(&a));
            let (q, r) = (Poly::from(q), Poly::from(r));
            let whole = a.minus(&q.scaled(number)).minus(&r);
            let above = Poly::from(number - 1).minus(&r);
            let known = &mut self.problem.known;
            known.push(Formula::zero(whole));
            known.push(Formula::non_negative(r));
            known.push(Formula::non_negative(above));
        }
        Poly::from(if op == Op::Div { q } else { r })
    }

    fn choice(&mut self, term: &Term, (condition, yes, no): (&Term, &Term, &Term)) -> Poly {
        let is_new = !self.atoms.contains_key(term);
        let value = Poly::from(self.atom(term, COMPUTED));
        if is_new && !(self.opaque && is_quotient_by_cases(term)) {
            let condition = self.truth(condition);
            let (yes, no) = (self.poly(yes), self.poly(no));
            let not = condition.negated();
            self.problem.known.push(Formula::any(vec![
                Formula::all(vec![condition, Formula::zero(value.minus(&yes))]),
                Formula::all(vec![not, Formula::zero(value.minus(&no))]),
            ]));
        }
        value
    }

    /// The formula of a Boolean.
    pub fn truth(&mut self, term: &Term) -> Formula {
        if let Some(known) = self.truths.get(term) {
            return known.clone();
        }
        let formula = match self.size(term) > LARGEST {
            true => self.unknown(term),
            false => self.formula(term),
        };
        self.truths.insert(term.clone(), formula.clone());
        formula
    }

    /// Of how many parts a formula would be made, about: it is known before any is.
    fn size(&mut self, term: &Term) -> usize {
        if *term.sort() != Sort::Bool || term.depth() > DEEPEST {
            return 1;
        }
        if let Some(known) = self.sizes.get(term) {
            return *known;
        }
        let parts = term.args().iter();
        let below = parts.fold(1, |sum: usize, part| sum.saturating_add(self.size(part)));
        let size = match term.node() {
            // An equation of Booleans and a choice become two alternatives.
            Node::Op(Op::Eq | Op::Ite, _) if below > 3 => below.saturating_mul(2),
            Node::Op(..) => below,
            Node::Int(_)
            | Node::Real(_)
            | Node::Bool(_)
            | Node::Bits(_)
            | Node::Const(_)
            | Node::App(..)
            | Node::Bound(_)
            | Node::Quant { .. } => 1,
        };
        self.sizes.insert(term.clone(), size);
        size
    }

    #[allow(
        clippy::wildcard_enum_match_arm,
        reason = "what has no rule is an unknown"
    )]
    fn formula(&mut self, term: &Term) -> Formula {
        if term.depth() > DEEPEST {
            return self.unknown(term);
        }
        let (op, args) = match term.node() {
            Node::Bool(true) => return Formula::All(Vec::new()),
            Node::Bool(false) => return Formula::Any(Vec::new()),
            Node::Op(op, args) => (*op, args.as_slice()),
            _ => return self.unknown(term),
        };
        match (op, args) {
            (Op::And, _) => Formula::all(args.iter().map(|arg| self.truth(arg)).collect()),
            (Op::Or, _) => Formula::any(args.iter().map(|arg| self.truth(arg)).collect()),
            (Op::Not, [a]) => self.truth(a).negated(),
            (Op::Implies, [a, b]) => Formula::any(vec![self.truth(a).negated(), self.truth(b)]),
            (Op::Eq, [a, b]) if *a.sort() == Sort::Int => {
                Formula::zero(self.poly(a).minus(&self.poly(b)))
            }
            (Op::Eq, [a, b]) if *a.sort() == Sort::Bool => {
                let (a, b) = (self.truth(a), self.truth(b));
                let (not_a, not_b) = (a.negated(), b.negated());
                Formula::any(vec![
                    Formula::all(vec![a, b]),
                    Formula::all(vec![not_a, not_b]),
                ])
            }
            (Op::Distinct, [a, b]) if *a.sort() == Sort::Int => {
                Formula::not_zero(&self.poly(a).minus(&self.poly(b)))
            }
            (Op::Le, [a, b]) if *a.sort() == Sort::Int => {
                Formula::non_negative(self.poly(b).minus(&self.poly(a)))
            }
            (Op::Lt, [a, b]) if *a.sort() == Sort::Int => {
                Formula::non_negative(self.poly(b).minus(&self.poly(a)).shifted(-1))
            }
            (Op::Ite, [c, yes, no]) => {
                let c = self.truth(c);
                let not = c.negated();
                let (yes, no) = (self.truth(yes), self.truth(no));
                Formula::any(vec![
                    Formula::all(vec![c, yes]),
                    Formula::all(vec![not, no]),
                ])
            }
            _ => self.unknown(term),
        }
    }

    /// A Boolean of which nothing is known: an unknown that is one or zero.
    fn unknown(&mut self, term: &Term) -> Formula {
        let is_new = !self.atoms.contains_key(term);
        let value = Poly::from(self.atom(term, COMPUTED));
        if is_new {
            let known = &mut self.problem.known;
            known.push(Formula::non_negative(value.clone()));
            known.push(Formula::non_negative(Poly::from(1).minus(&value)));
        }
        Formula::non_negative(value.shifted(-1))
    }
}
