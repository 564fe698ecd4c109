//! Normal forms of floats as real numbers: polynomials over terms, with the laws of division, `exp`, `log` and roots.

use super::poly::{MOST, Monomial, Poly, joined};
use super::{Class, Law, Normal};
use crate::float;
use crate::names::bare;
use crate::term::{Float, Leaf, Node, Op, TermId};
use kernel_graph::FloatFormat;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// The width of a term that stands for a real number, whatever formats it came from.
const WIDTH: u32 = 64;

/// What is known of real numbers.
#[derive(Debug, Default)]
pub(crate) struct Reals {
    polys: Vec<Poly>,
    found: FxHashMap<Poly, u32>,
    /// Terms that are one by a polynomial.
    reciprocals: BTreeMap<TermId, Poly>,
    /// Terms that are square roots of polynomials.
    roots: BTreeMap<TermId, Poly>,
}

impl Reals {
    /// The terms that the real number of a normal form is made of.
    pub(super) fn atoms(&self, number: u32) -> Vec<TermId> {
        let poly = self.polys.get(number as usize);
        let monomials = poly.into_iter().flat_map(|poly| poly.terms.keys());
        monomials.flat_map(|one| one.keys().copied()).collect()
    }
}

impl Normal<'_> {
    /// The term of a real number.
    pub(super) fn of_poly(&mut self, poly: Poly) -> TermId {
        if let Some((monomial, factor)) = poly.single()
            && factor.is_one()
            && monomial.len() == 1
            && let Some((atom, 1)) = monomial.first_key_value().map(|(a, e)| (*a, *e))
        {
            return atom;
        }
        let number = match self.reals.found.get(&poly) {
            Some(number) => *number,
            None => {
                let number = u32::try_from(self.reals.polys.len()).unwrap_or(u32::MAX);
                self.reals.polys.push(poly.clone());
                self.reals.found.insert(poly, number);
                number
            }
        };
        self.arena
            .make(Node::Many(Op::Real(number), Box::new([])), WIDTH)
    }

    /// The real number that a normal form stands for.
    fn poly_of(&self, form: TermId) -> Poly {
        if let Some(Op::Real(number)) = self.arena.node(form).op() {
            return self
                .reals
                .polys
                .get(number as usize)
                .cloned()
                .unwrap_or_default();
        }
        Poly::power(form, 1)
    }

    /// The real number of an operand of a format.
    fn operand(&mut self, arg: TermId, format: FloatFormat) -> Poly {
        if let Node::Leaf(Leaf::Const(bits)) = self.arena.node(arg)
            && let Some(value) = BigRational::from_float(float::number(*bits, format))
        {
            return Poly::constant(value);
        }
        if matches!(self.arena.node(arg), Node::Leaf(Leaf::Const(_))) {
            self.laws.insert(Law::Finite);
        }
        let form = self.of(arg);
        // The same 16 bits are one number as `half` and another as `bfloat16`.
        let form = match (format, self.arena.width(form)) {
            (FloatFormat::Half | FloatFormat::BFloat16, 16) => {
                let name = self.arena.name(&format!("{format:?} of bits"));
                self.arena.apply(Op::Call(name), &[form], WIDTH)
            }
            _ => form,
        };
        self.poly_of(form)
    }

    /// A product, in which squares of roots are what they are of.
    fn product_of(&mut self, a: &Poly, b: &Poly) -> Option<Poly> {
        let product = a.times(b)?;
        let square = |m: &Monomial| {
            let mut found = m.iter().filter(|(_, e)| e.abs() >= 2);
            found
                .find(|(atom, _)| self.reals.roots.contains_key(atom))
                .map(|(a, e)| (*a, *e))
        };
        let squares: Vec<(Monomial, TermId, i32)> = product
            .terms
            .keys()
            .filter_map(|m| square(m).map(|(atom, exponent)| (m.clone(), atom, exponent)))
            .collect();
        if squares.is_empty() {
            return Some(product);
        }
        let mut result = product;
        for (monomial, atom, exponent) in squares {
            let Some(factor) = result.terms.remove(&monomial) else {
                continue;
            };
            let of = self.reals.roots.get(&atom)?.clone();
            let rest = exponent % 2;
            let mut bare = monomial.clone();
            match rest {
                0 => bare.remove(&atom),
                rest => bare.insert(atom, rest),
            };
            let mut part = Poly::default();
            part.add(bare, factor);
            for _ in 0..(exponent.abs() / 2) {
                let by = if exponent > 0 {
                    of.clone()
                } else {
                    self.reciprocal(&of)?
                };
                part = self.product_of(&part, &by)?;
            }
            result.add_times(&part, &BigRational::one());
        }
        self.laws.insert(Law::Root);
        Some(result)
    }

    /// One by a real number; none if that is zero, or too large.
    fn reciprocal(&mut self, of: &Poly) -> Option<Poly> {
        if let Some(value) = of.as_constant() {
            return (!value.is_zero()).then(|| Poly::constant(value.recip()));
        }
        self.laws.insert(Law::Division);
        if let Some((monomial, factor)) = of.single() {
            let mut turned = Poly::default();
            let all = monomial.iter().map(|(atom, exponent)| (*atom, -exponent));
            turned.add(all.collect(), factor.clone().recip());
            return Some(turned);
        }
        // What all products have in common stands before it.
        let mut common: Option<Monomial> = None;
        for monomial in of.terms.keys() {
            common = Some(match common {
                None => monomial.clone(),
                Some(before) => {
                    let atoms = before.keys().chain(monomial.keys());
                    let least = |atom: &TermId| {
                        let of = |m: &Monomial| m.get(atom).copied().unwrap_or(0);
                        of(&before).min(of(monomial))
                    };
                    let all: Monomial = atoms.map(|atom| (*atom, least(atom))).collect();
                    all.into_iter().filter(|(_, e)| *e != 0).collect()
                }
            });
        }
        let common = common.unwrap_or_default();
        let turned: Monomial = common.iter().map(|(atom, e)| (*atom, -e)).collect();
        let lead = of
            .terms
            .last_key_value()
            .map(|(_, factor)| factor.clone())?;
        let mut rest = Poly::default();
        for (monomial, factor) in &of.terms {
            rest.add(joined(monomial, &turned)?, factor / &lead);
        }
        let form = self.of_poly(rest.clone());
        let name = self.arena.name("one by");
        let atom = self.arena.apply(Op::Call(name), &[form], WIDTH);
        self.reals.reciprocals.insert(atom, rest);
        let mut result = Poly::default();
        let all = joined(&turned, &Monomial::from([(atom, 1)]))?;
        result.add(all, lead.recip());
        Some(result)
    }

    /// `exp`, and its like of another base.
    fn exponential(&mut self, name: &str, of: &Poly) -> Option<Poly> {
        if of.terms.len() > 1 {
            self.laws.insert(Law::Exponential);
        }
        let mut all = Monomial::new();
        for (monomial, factor) in &of.terms {
            let whole = factor
                .is_integer()
                .then(|| factor.to_integer().to_i32())
                .flatten();
            let (part, exponent) = match whole.filter(|n| n.abs() <= 64) {
                Some(exponent) => (BigRational::one(), exponent),
                None if factor.is_negative() => (-factor.clone(), -1),
                None => (factor.clone(), 1),
            };
            let mut inner = Poly::default();
            inner.add(monomial.clone(), part);
            let form = self.of_poly(inner);
            let name = self.arena.name(name);
            let atom = self.arena.apply(Op::Call(name), &[form], WIDTH);
            all = joined(&all, &Monomial::from([(atom, exponent)]))?;
        }
        let mut result = Poly::default();
        result.add(all, BigRational::one());
        Some(result)
    }

    /// `log` of a product as a sum.
    fn logarithm(&mut self, name: &str, of: &Poly) -> Option<Poly> {
        let (monomial, factor) = of.single()?;
        if monomial.is_empty()
            || (monomial.len() == 1 && factor.is_one()) && monomial.values().all(|e| *e == 1)
        {
            return None;
        }
        if !factor.is_positive() {
            return None;
        }
        let (monomial, factor) = (monomial.clone(), factor.clone());
        self.laws.insert(Law::Logarithm);
        let name = self.arena.name(name);
        let mut sum = Poly::default();
        if !factor.is_one() {
            let form = self.of_poly(Poly::constant(factor));
            let atom = self.arena.apply(Op::Call(name), &[form], WIDTH);
            sum.add(Monomial::from([(atom, 1)]), BigRational::one());
        }
        for (atom, exponent) in monomial {
            let of = self.arena.apply(Op::Call(name), &[atom], WIDTH);
            let times = BigRational::from_integer(BigInt::from(exponent));
            sum.add(Monomial::from([(of, 1)]), times);
        }
        Some(sum)
    }

    fn root(&mut self, of: &Poly) -> Option<Poly> {
        self.laws.insert(Law::Root);
        if of.is_zero() {
            return Some(Poly::default());
        }
        let form = self.of_poly(of.clone());
        let name = self.arena.name("root");
        let atom = self.arena.apply(Op::Call(name), &[form], WIDTH);
        self.reals.roots.insert(atom, of.clone());
        Some(Poly::power(atom, 1))
    }

    /// A sum as a real number.
    pub(super) fn real_sum(&mut self, id: TermId, format: FloatFormat) -> Option<TermId> {
        let class = Class::Sum(format);
        let mut open: BTreeMap<TermId, [u64; 2]> = BTreeMap::from([(id, [1, 0])]);
        let mut sum = Poly::default();
        while let Some((term, [plus, minus])) = open.pop_last() {
            if plus.max(minus) > 1 << 40 || sum.terms.len() > MOST {
                return None;
            }
            if self.class(term) != class {
                let poly = self.operand(term, format);
                let times = BigInt::from(plus) - BigInt::from(minus);
                sum.add_times(&poly, &BigRational::from_integer(times));
                continue;
            }
            let mut add = |to: TermId, [plus, minus]: [u64; 2]| {
                let slot = open.entry(to).or_insert([0, 0]);
                *slot = [slot[0] + plus, slot[1] + minus];
            };
            let node = self.arena.node(term).clone();
            match (node.op(), node.args()) {
                (Some(Op::Float(Float::Add, _) | Op::AnyOrder(_)), [a, b]) => {
                    add(*a, [plus, minus]);
                    add(*b, [plus, minus]);
                }
                (Some(Op::Float(Float::Sub, _)), [a, b]) => {
                    add(*a, [plus, minus]);
                    add(*b, [minus, plus]);
                }
                (Some(Op::Float(Float::Neg, _)), [a]) => add(*a, [minus, plus]),
                _ => return None,
            }
        }
        self.laws.insert(Law::Rounding);
        Some(self.of_poly(sum))
    }

    /// The least or greatest of real numbers.
    pub(super) fn real_extremes(
        &mut self,
        id: TermId,
        (op, format): (Float, FloatFormat),
    ) -> Option<TermId> {
        let class = match op {
            Float::Max => Class::Greatest(format),
            _ => Class::Least(format),
        };
        let neutrals = super::floats::neutrals(op, format);
        let mut open = std::collections::BTreeSet::from([id]);
        let mut all = Vec::new();
        while let Some(term) = open.pop_last() {
            if self.class(term) == class {
                open.extend(self.parts(term, class));
                continue;
            }
            if let Some((_, law)) = neutrals.iter().find(|(n, _)| self.bits(term) == Some(*n)) {
                self.laws.insert(*law);
                continue;
            }
            let poly = self.operand(term, format);
            all.push(self.of_poly(poly));
        }
        all.sort_unstable();
        all.dedup();
        self.laws.insert(Law::Extremes);
        self.laws.insert(Law::NoNan);
        let of = match op {
            Float::Max => Op::Greatest(FloatFormat::Double),
            _ => Op::Least(FloatFormat::Double),
        };
        match all.as_slice() {
            [] => None,
            [one] => Some(*one),
            _ => Some(self.arena.make(Node::Many(of, all.into()), WIDTH)),
        }
    }

    /// The normal form of an operation on floats as real numbers; none if it is none.
    pub(super) fn real(&mut self, id: TermId) -> Option<TermId> {
        let node = self.arena.node(id).clone();
        let found = match (node.op()?, node.args()) {
            (Op::Float(Float::Mul, format), [a, b]) => {
                let (a, b) = (self.operand(*a, format), self.operand(*b, format));
                self.product_of(&a, &b)?
            }
            (Op::Float(Float::FusedMultiplyAdd, format), [a, b, c]) => {
                let (a, b) = (self.operand(*a, format), self.operand(*b, format));
                let mut sum = self.product_of(&a, &b)?;
                let c = self.operand(*c, format);
                sum.add_times(&c, &BigRational::one());
                sum
            }
            (Op::Float(Float::Div, format), [a, b]) => {
                let (a, b) = (self.operand(*a, format), self.operand(*b, format));
                let by = self.reciprocal(&b)?;
                self.product_of(&a, &by)?
            }
            (Op::Float(op @ (Float::Equal | Float::Less | Float::LessEqual), format), [a, b]) => {
                let mut difference = self.operand(*a, format);
                let b = self.operand(*b, format);
                difference.add_times(&b, &-BigRational::one());
                if let Some(value) = difference.as_constant() {
                    self.laws.insert(Law::NoNan);
                    self.laws.insert(Law::Rounding);
                    let holds = match op {
                        Float::Equal => value.is_zero(),
                        Float::Less => value.is_negative(),
                        _ => !value.is_positive(),
                    };
                    return Some(self.arena.truth(holds));
                }
                let form = self.of_poly(difference);
                let zero = self.of_poly(Poly::default());
                return Some(self.arena.apply(
                    Op::Float(op, FloatFormat::Double),
                    &[form, zero],
                    1,
                ));
            }
            (Op::Convert(from, _), [a]) => self.operand(*a, from),
            (Op::Call(name), args) => {
                let name = self.arena.name_of(name).to_owned();
                self.function(&name, args)?
            }
            _ => return None,
        };
        self.laws.insert(Law::Rounding);
        Some(self.of_poly(found))
    }

    /// A function of real numbers, by its name with types.
    fn function(&mut self, name: &str, args: &[TermId]) -> Option<Poly> {
        let format = match name.rsplit(' ').next()? {
            "f16" => FloatFormat::Half,
            "bf16" => FloatFormat::BFloat16,
            "f32" => FloatFormat::Single,
            "f64" => FloatFormat::Double,
            _ => return None,
        };
        // All arguments are of the result's format.
        let types = name.split_once('(')?.1.split_once(')')?.0;
        let own = name.rsplit(' ').next()?;
        if types
            .split(',')
            .any(|one| one.trim().split(' ').next() != Some(own))
        {
            return None;
        }
        let mut polys = Vec::new();
        for arg in args {
            polys.push(self.operand(*arg, format));
        }
        match (bare(name), polys.as_slice()) {
            ("exp" | "__expf", [a]) => self.exponential("exp", a),
            ("exp2" | "__exp2f" | "exp10" | "__exp10f", [a]) => {
                let base = if bare(name).contains("10") {
                    "exp10"
                } else {
                    "exp2"
                };
                self.exponential(base, a)
            }
            ("log" | "__logf", [a]) => self
                .logarithm("log", a)
                .or_else(|| self.opaque("log", &polys)),
            ("log2" | "__log2f", [a]) => self
                .logarithm("log2", a)
                .or_else(|| self.opaque("log2", &polys)),
            ("sqrt" | "__fsqrt_rn" | "__dsqrt_rn", [a]) => self.root(a),
            ("rsqrt" | "__frsqrt_rn", [a]) => {
                let root = self.root(a)?;
                self.reciprocal(&root)
            }
            ("__fdividef" | "__fdiv_rn" | "__ddiv_rn" | "fdividef", [a, b]) => {
                let by = self.reciprocal(b)?;
                self.product_of(a, &by)
            }
            ("__frcp_rn" | "__drcp_rn", [a]) => self.reciprocal(a),
            ("__fmul_rn" | "__dmul_rn", [a, b]) => self.product_of(a, b),
            ("__fadd_rn" | "__dadd_rn", [a, b]) => {
                let mut sum = a.clone();
                sum.add_times(b, &BigRational::one());
                Some(sum)
            }
            ("__fsub_rn" | "__dsub_rn", [a, b]) => {
                let mut sum = a.clone();
                sum.add_times(b, &-BigRational::one());
                Some(sum)
            }
            ("pow", [a, b]) => {
                let exponent = b.as_constant().filter(BigRational::is_integer);
                match exponent
                    .and_then(|e| e.to_integer().to_u32())
                    .filter(|e| *e <= 8)
                {
                    Some(exponent) => {
                        let mut product = Poly::integer(1);
                        for _ in 0..exponent {
                            product = self.product_of(&product, a)?;
                        }
                        Some(product)
                    }
                    None => self.opaque("pow", &polys),
                }
            }
            // Any other function: the same of the same numbers.
            (other, _) => self.opaque(&format!("{other} of {own}"), &polys),
        }
    }

    fn opaque(&mut self, name: &str, args: &[Poly]) -> Option<Poly> {
        let mut forms = Vec::new();
        for arg in args {
            forms.push(self.of_poly(arg.clone()));
        }
        let name = self.arena.name(name);
        let node = Node::Many(Op::Call(name), forms.into());
        let atom = self.arena.make(node, WIDTH);
        Some(Poly::power(atom, 1))
    }

    /// Whether two normal forms are the same real number, once denominators are multiplied out.
    pub(crate) fn same_number(&mut self, a: TermId, b: TermId) -> bool {
        const ROUNDS: usize = 24;
        let mut difference = self.poly_of(a);
        let other = self.poly_of(b);
        difference.add_times(&other, &-BigRational::one());
        for _ in 0..ROUNDS {
            if difference.is_zero() {
                return true;
            }
            let mut atoms = difference.terms.keys().flat_map(BTreeMap::iter);
            let found = atoms.find(|(atom, _)| self.reals.reciprocals.contains_key(atom));
            let Some(atom) = found.map(|(atom, _)| *atom) else {
                return false;
            };
            let Some(cleared) = self.cleared(&difference, atom) else {
                return false;
            };
            difference = cleared;
        }
        false
    }

    /// A polynomial times a power of what a term is one by, without the term.
    fn cleared(&self, poly: &Poly, atom: TermId) -> Option<Poly> {
        let of = self.reals.reciprocals.get(&atom)?;
        let power = |m: &Monomial| m.get(&atom).copied().unwrap_or(0);
        let most = poly.terms.keys().map(power).max()?.max(0);
        let mut powers = vec![Poly::integer(1)];
        let mut result = Poly::default();
        for (monomial, factor) in &poly.terms {
            let by = usize::try_from(most - power(monomial)).ok()?;
            while powers.len() <= by {
                let next = powers.last()?.times(of)?;
                powers.push(next);
            }
            let mut bare = Poly::default();
            let mut rest = monomial.clone();
            rest.remove(&atom);
            bare.add(rest, factor.clone());
            let part = bare.times(powers.get(by)?)?;
            result.add_times(&part, &BigRational::one());
            if result.terms.len() > MOST * 4 {
                return None;
            }
        }
        Some(result)
    }
}
