//! Which nonlinear terms occur, and which lemmas they call for.
//!
//! Terms that quantifiers will bring up count too, at the ground terms that their
//! triggers match.

use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Zero};

use super::lemmas::{self, Family};
use super::nonlinear::{is_nonlinear, is_nonzero_literal};
use crate::term::{Node, Op, Poly, Sort, Term, TermMap, TermSet, int, mul, postorder};

/// How many things are considered, per divisor where it says so.
pub(super) mod cap {
    /// Divisors and radices.
    pub(crate) const RADICES: usize = 24;
    /// Terms divided by one divisor.
    pub(crate) const DIVIDED: usize = 16;
    /// Multiplicands of one radix.
    pub(crate) const MULTIPLES: usize = 10;
    /// Products.
    pub(crate) const PRODUCTS: usize = 60;
    /// Instances of one quantifier.
    pub(crate) const INSTANCES: usize = 16;
    /// Nonlinear terms of instances in all.
    pub(crate) const ALL_INSTANCES: usize = 400;
}

/// A substitution of an instance and a nonlinear term of the quantifier's body.
pub(super) type Instance = (Vec<(Term, Term)>, Term);

/// What occurs, in order of first occurrence.
#[derive(Default)]
pub(super) struct Occurrences {
    radices: Vec<Radix>,
    by_term: TermMap<usize>,
    /// Factors of real products, and integer products with more than two.
    products: Vec<(Term, Term)>,
    seen_products: TermSet,
    /// Quotients of reals: dividend and divisor.
    quotients: Vec<(Term, Term)>,
    pub(super) instances: Vec<Instance>,
}

struct Radix {
    term: Term,
    /// Terms that are divided by it.
    divided: Vec<Term>,
    /// Terms that it is multiplied with.
    multiples: Vec<Term>,
}

impl Occurrences {
    pub(super) fn collect(&mut self, formulas: &[Term]) {
        for term in postorder(formulas) {
            if term.contains_bound() {
                // What is ground directly below a term with variables.
                for child in term.args().iter().filter(|c| !c.contains_bound()) {
                    self.polynomial(child);
                }
            } else {
                self.visit(&term);
            }
        }
    }

    /// Takes note of what is directly below a ground term, and of the term itself.
    fn visit(&mut self, term: &Term) {
        if matches!(term.node(), Node::Op(Op::Add | Op::Mul, _)) {
            return;
        }
        if let Node::Op(op @ (Op::Div | Op::Mod | Op::RealDiv), args) = term.node()
            && let [dividend, divisor] = args.as_slice()
            && !is_nonzero_literal(divisor)
        {
            let quotient = (dividend.clone(), divisor.clone());
            if *op != Op::RealDiv {
                self.divides(dividend, divisor);
            } else if self.quotients.len() < cap::PRODUCTS && !self.quotients.contains(&quotient) {
                self.quotients.push(quotient);
                self.polynomial(&mul(divisor.clone(), term.clone()));
            }
        }
        for arg in term.args() {
            self.polynomial(arg);
        }
    }

    fn radix(&mut self, term: &Term) -> Option<&mut Radix> {
        let at = match self.by_term.get(term) {
            Some(at) => *at,
            None if self.radices.len() < cap::RADICES => {
                self.radices.push(Radix {
                    term: term.clone(),
                    divided: Vec::new(),
                    multiples: Vec::new(),
                });
                self.by_term.insert(term.clone(), self.radices.len() - 1);
                self.radices.len() - 1
            }
            None => return None,
        };
        self.radices.get_mut(at)
    }

    fn divides(&mut self, dividend: &Term, divisor: &Term) {
        let Some(radix) = self.radix(divisor) else {
            return;
        };
        if radix.divided.len() < cap::DIVIDED && !radix.divided.contains(dividend) {
            radix.divided.push(dividend.clone());
            let quotient = crate::term::div(dividend.clone(), divisor.clone());
            self.multiple(divisor, &quotient);
            let product = mul(divisor.clone(), quotient);
            for factors in Poly::of(&product).terms.keys() {
                self.product(factors.iter().filter(|f| !is_choice(f)));
            }
        }
    }

    fn multiple(&mut self, radix: &Term, by: &Term) {
        if by.is_literal() {
            return;
        }
        if let Some(radix) = self.radix(radix)
            && radix.multiples.len() < cap::MULTIPLES
            && !radix.multiples.contains(by)
        {
            radix.multiples.push(by.clone());
            // It has one factor less, so this ends.
            self.polynomial(by);
        }
    }

    /// Takes note of the products in a number, and of what each factor multiplies in it.
    fn polynomial(&mut self, term: &Term) {
        if term.as_op(Op::Add).is_none() && term.as_op(Op::Mul).is_none() {
            return;
        }
        let sort = term.sort().clone();
        let poly = Poly::of(term);
        let mut factors_seen: Vec<Term> = Vec::new();
        for factors in poly.terms.keys() {
            let factors: Vec<&Term> = factors.iter().filter(|f| !is_choice(f)).collect();
            if factors.len() < 2 {
                continue;
            }
            for factor in &factors {
                if !factors_seen.contains(factor) {
                    factors_seen.push((*factor).clone());
                }
            }
            self.product(factors.into_iter());
        }
        for factor in factors_seen {
            let quotient = coefficient_of(&poly, &factor).to_term(&sort);
            self.multiple(&factor, &quotient);
        }
    }

    /// A monomial, as its nested binary products.
    fn product<'a>(&mut self, mut factors: impl Iterator<Item = &'a Term>) {
        let Some(mut product) = factors.next().cloned() else {
            return;
        };
        for factor in factors {
            let next = mul(product.clone(), factor.clone());
            if self.products.len() < cap::PRODUCTS && self.seen_products.insert(next.clone()) {
                self.products.push((product, factor.clone()));
            }
            product = next;
        }
    }

    /// Takes note of what quantifiers bring up at the ground terms their triggers match.
    pub(super) fn instantiate(&mut self, formulas: &[Term]) {
        let all = postorder(formulas);
        let ground: Vec<Term> = all
            .iter()
            .filter(|t| !t.contains_bound() && is_matchable(t))
            .cloned()
            .collect();
        let mut budget = cap::ALL_INSTANCES;
        for term in &all {
            let Node::Quant {
                vars,
                triggers,
                body,
                ..
            } = term.node()
            else {
                continue;
            };
            if term.contains_bound() {
                continue;
            }
            let nonlinear: Vec<Term> = postorder(std::iter::once(body))
                .into_iter()
                .filter(|t| is_nonlinear(t) && t.contains_bound())
                .filter(|t| t.free_bound_vars().iter().all(|v| vars.contains(v)))
                .collect();
            if nonlinear.is_empty() {
                continue;
            }
            for binding in matches(triggers, vars, &ground) {
                for part in &nonlinear {
                    if budget == 0 {
                        return;
                    }
                    budget -= 1;
                    let instance = part.subst(&binding);
                    if !instance.contains_bound() {
                        self.collect(std::slice::from_ref(&instance));
                        self.polynomial(&instance);
                        self.instances.push((binding.clone(), part.clone()));
                    }
                }
            }
        }
    }

    pub(super) fn lemmas(&self) -> Vec<Term> {
        let mut out = Vec::new();
        let mut seen = TermSet::default();
        let mut say = |family: Family, terms: &[&Term]| {
            for lemma in lemmas::of(family, terms).iter() {
                if !lemma.is_true() && seen.insert(lemma.clone()) {
                    out.push(lemma.clone());
                }
            }
        };
        for radix in &self.radices {
            let d = &radix.term;
            if *d.sort() == Sort::Real {
                for (i, p) in radix.multiples.iter().enumerate() {
                    for q in radix.multiples.iter().skip(i + 1) {
                        say(Family::RealPair, &[d, p, q]);
                    }
                }
                continue;
            }
            for t in &radix.divided {
                say(Family::Division, &[d, t]);
                for (q, p) in split_by(t, d) {
                    say(Family::Decode, &[d, &q, &p, t]);
                }
            }
            for (i, p) in radix.multiples.iter().enumerate() {
                say(Family::Multiple, &[d, p]);
                for q in radix.multiples.iter().skip(i + 1) {
                    say(Family::Pair, &[d, p, q]);
                }
            }
        }
        for (p, q) in &self.products {
            say(Family::Product, &[p, q]);
        }
        for (a, b) in &self.quotients {
            say(Family::Quotient, &[a, b]);
        }
        out
    }
}

/// A choice of one and zero; it multiplies without making a product.
fn is_choice(term: &Term) -> bool {
    term.as_op(Op::Ite).is_some_and(|args| {
        args.iter()
            .skip(1)
            .all(|a| a.as_rational().is_some_and(|v| v.is_one() || v.is_zero()))
    })
}

/// What a factor is multiplied with in a polynomial.
fn coefficient_of(poly: &Poly, factor: &Term) -> Poly {
    let mut result = Poly::default();
    for (factors, coefficient) in &poly.terms {
        if let Some(at) = factors.iter().position(|f| f == factor) {
            let mut rest = factors.clone();
            rest.remove(at);
            if rest.is_empty() {
                result.constant += coefficient;
            } else {
                result.terms.insert(rest, coefficient.clone());
            }
        }
    }
    result
}

/// Ways to see `t` as `d * q + p` by its monomials.
fn split_by(t: &Term, d: &Term) -> Vec<(Term, Term)> {
    let poly = Poly::of(t);
    let mut divisor = Poly::of(d);
    let mut ways = vec![(int(0), t.clone())];
    let minus = -BigRational::one();
    if divisor.terms.len() == 1 && divisor.constant.is_zero() {
        // A divisor that is a monomial divides the monomials that have its factors.
        let Some((factors, coefficient)) = divisor.terms.pop_first() else {
            return ways;
        };
        let mut quotient = Poly::default();
        for (candidate, c) in &poly.terms {
            let Some(rest) = without(candidate, &factors) else {
                continue;
            };
            let (c, k) = (c.to_integer(), coefficient.to_integer());
            let (by, over): (BigInt, BigInt) = c.div_rem(&k);
            if !over.is_zero() {
                continue;
            }
            let by = BigRational::from_integer(by);
            if rest.is_empty() {
                quotient.constant += by;
            } else {
                quotient.terms.insert(rest, by);
            }
        }
        let quotient = quotient.to_term(&Sort::Int);
        if quotient != int(0) {
            let mut rest = poly;
            rest.add_scaled(&Poly::of(&mul(d.clone(), quotient.clone())), &minus);
            ways.push((quotient, rest.to_term(&Sort::Int)));
        }
    } else {
        // A sum as divisor: only once or twice of it are looked for.
        for times in [1i64, 2] {
            let mut rest = poly.clone();
            let by = BigRational::from_integer(BigInt::from(-times));
            rest.add_scaled(&Poly::of(d), &by);
            if rest.terms.len() < poly.terms.len() {
                ways.push((int(times), rest.to_term(&Sort::Int)));
            }
        }
    }
    ways
}

/// A sorted list without the elements of another, if it has them all.
fn without(from: &[Term], what: &[Term]) -> Option<Vec<Term>> {
    let mut rest = from.to_vec();
    for factor in what {
        let at = rest.iter().position(|f| f == factor)?;
        rest.remove(at);
    }
    Some(rest)
}

fn is_matchable(term: &Term) -> bool {
    matches!(term.node(), Node::App(..) | Node::Op(Op::Select, _))
}

/// Bindings under which a trigger looks like ground terms that occur. Ground parts of a
/// trigger match everything of their sort, since equalities are not known here.
fn matches(triggers: &[Vec<Term>], vars: &[Term], ground: &[Term]) -> Vec<Vec<(Term, Term)>> {
    let mut found: Vec<Vec<(Term, Term)>> = Vec::new();
    for trigger in triggers {
        let mut partial: Vec<Vec<(Term, Term)>> = vec![Vec::new()];
        for part in trigger {
            let mut next = Vec::new();
            for binding in &partial {
                for candidate in ground {
                    let mut extended = binding.clone();
                    if unify(part, candidate, &mut extended) && !next.contains(&extended) {
                        next.push(extended);
                        if next.len() >= cap::INSTANCES {
                            break;
                        }
                    }
                }
            }
            next.truncate(cap::INSTANCES);
            partial = next;
        }
        for binding in partial {
            if binding.len() == vars.len() && !found.contains(&binding) {
                found.push(binding);
            }
        }
    }
    found.truncate(cap::INSTANCES);
    found
}

fn unify(trigger: &Term, ground: &Term, binding: &mut Vec<(Term, Term)>) -> bool {
    let mut work = vec![(trigger, ground)];
    while let Some((trigger, ground)) = work.pop() {
        if trigger.sort() != ground.sort() {
            return false;
        }
        if !trigger.contains_bound() {
            continue;
        }
        match (trigger.node(), ground.node()) {
            (Node::Bound(_), _) => {
                match binding.iter().find(|(var, _)| var == trigger) {
                    Some((_, to)) if to != ground => return false,
                    Some(_) => {}
                    None => binding.push((trigger.clone(), ground.clone())),
                };
            }
            (Node::App(f, x), Node::App(g, y)) if f == g => work.extend(x.iter().zip(y)),
            (Node::Op(f, x), Node::Op(g, y)) if f == g && x.len() == y.len() => {
                work.extend(x.iter().zip(y));
            }
            _ => return false,
        }
    }
    true
}
