//! What an index of a kernel is made of, by the names of clauses: coordinates, sizes and parameters.

use crate::execution::Exec;
use crate::launch::Atoms;
use algebra::{Coordinate, Poly, Translation};
use contracts::{Argument, Axis, Clause, Number, Relation, Size as OfLaunch, Value};
use kernel_graph::Scalar;
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::ToPrimitive;
use solver::term::{Op, Term, add, bv, mul};
use std::collections::BTreeSet;

/// So many numbers of an index that may wrap are taken as if they did not.
const MOST_WRAPS: usize = 16;

/// What an index may be made of.
pub(super) struct Name {
    /// An integer.
    term: Term,
    /// What clauses call it.
    number: Option<Number>,
}

/// The names of a kernel's coordinates, sizes, parameters.
pub(super) struct Names {
    pub(super) all: Vec<Name>,
    pub(super) coordinates: Vec<Coordinate>,
    /// Names that stand for products.
    products: Vec<(algebra::Atom, Poly)>,
    /// Parameters with a sign, read without it.
    unsigned: Vec<(Term, algebra::Atom)>,
}

impl Names {
    /// Those of a kernel whose stores are in loops with these numbers of iterations.
    pub(super) fn of(run: &Exec<'_>, iterations: &BTreeSet<Term>) -> Names {
        let mut names = Names {
            all: Vec::new(),
            coordinates: Vec::new(),
            products: Vec::new(),
            unsigned: Vec::new(),
        };
        names.of_launch(&run.atoms);
        for param in &run.function.params {
            let Some((term, signed)) = run.parameters.get(&param.name) else {
                continue;
            };
            let local = run.function.local(param.local);
            let wide = local.is_some_and(|l| matches!(l.scalar, Scalar::Int(width) if width >= 32));
            let Ok(argument) = Argument::new(&param.name) else {
                continue;
            };
            if !wide || term.symbol().is_none() {
                continue;
            }
            let value = match signed {
                true => bv::to_int(term.clone()),
                false => bv::to_nat(term.clone()),
            };
            let atom = names.named(value, Some(Number::Value(Value::Argument(argument))));
            let unsigned = atom.filter(|_| *signed);
            names
                .unsigned
                .extend(unsigned.map(|atom| (bv::to_nat(term.clone()), atom)));
        }
        for iteration in iterations {
            if let Some(atom) = names.named(iteration.clone(), None) {
                names.coordinates.push(Coordinate { atom, size: None });
            }
        }
        names
    }

    fn of_launch(&mut self, atoms: &Atoms) {
        for (at, axis) in Axis::ALL.into_iter().enumerate() {
            let (Some(thread), Some(block)) = (atoms.thread().get(at), atoms.block().get(at))
            else {
                continue;
            };
            let (Some(threads), Some(blocks)) = (atoms.block_size.get(at), atoms.grid_size.get(at))
            else {
                continue;
            };
            let blocks = self.size(blocks, OfLaunch::Grid, axis);
            let threads = self.size(threads, OfLaunch::Block, axis);
            let each = [(thread, &threads), (block, &blocks)];
            let each = each.map(|(term, size)| {
                let atom = term
                    .symbol()
                    .and_then(|_| self.named(bv::to_nat(term.clone()), None));
                if let (Some(atom), Some(size)) = (atom, size) {
                    let size = Some(size.clone());
                    self.coordinates.push(Coordinate { atom, size });
                }
                atom
            });
            let (Some(threads), Some(blocks)) = (threads, blocks) else {
                continue;
            };
            let [_, block] = each;
            let first = block.map_or_else(Poly::default, Poly::from).times(&threads);
            for (term, value) in [
                (atoms.first(at), first),
                (atoms.global_size.get(at), blocks.times(&threads)),
            ] {
                let Some(term) = term.filter(|term| term.symbol().is_some()) else {
                    continue;
                };
                // A product may be one of its factors.
                let term = bv::to_nat(term.clone());
                let known = self.all.iter().any(|one| one.term == term);
                if let Some(atom) = self.named(term, None).filter(|_| !known) {
                    self.products.push((atom, value));
                }
            }
        }
    }

    fn size(&mut self, term: &Term, size: OfLaunch, axis: Axis) -> Option<Poly> {
        match term.as_bits() {
            Some(bits) => bits.unsigned().to_i128().map(Poly::from),
            None => {
                let number = Number::Value(Value::Size(size, axis));
                self.named(bv::to_nat(term.clone()), Some(number))
                    .map(Poly::from)
            }
        }
    }

    fn named(&mut self, term: Term, number: Option<Number>) -> Option<algebra::Atom> {
        let atom = match self.all.iter().position(|one| one.term == term) {
            Some(at) => u16::try_from(at),
            None => {
                self.all.push(Name { term, number });
                u16::try_from(self.all.len() - 1)
            }
        };
        atom.ok().map(algebra::Atom)
    }

    /// A name that nothing has yet, for how often a step is made.
    pub(super) fn new_atom(&self, more: usize) -> Option<algebra::Atom> {
        let at = u16::try_from(self.all.len() + more).ok()?;
        Some(algebra::Atom(at))
    }

    /// All terms that an index may be made of: the names, and those parameters without their signs.
    pub(super) fn terms(&self) -> Vec<Term> {
        let names = self.all.iter().map(|one| &one.term);
        let unsigned = self.unsigned.iter().map(|(term, _)| term);
        names.chain(unsigned).cloned().collect()
    }

    /// A polynomial in these names, of one of a translation whose atoms are images of their terms; with the parameters that
    /// have to be at least zero for it.
    pub(super) fn renamed(
        &self,
        poly: &Poly,
        translation: &Translation,
        images: &[Term],
    ) -> Option<(Poly, BTreeSet<algebra::Atom>)> {
        let mut sum = Poly::default();
        let mut natural = BTreeSet::new();
        for (by, atoms) in poly.parts()? {
            let mut product = Poly::from(by);
            for atom in atoms {
                let term = translation.terms.get(atom.0 as usize)?;
                let at = images.iter().position(|image| image == term)?;
                let name = match at.checked_sub(self.all.len()) {
                    None => algebra::Atom(u16::try_from(at).ok()?),
                    Some(more) => {
                        let (_, name) = self.unsigned.get(more)?;
                        natural.insert(*name);
                        *name
                    }
                };
                product = product.times(&Poly::from(name));
            }
            sum = sum.plus(&product);
        }
        let products = self.products.iter();
        let poly = products.fold(sum, |sum, (atom, value)| sum.with(*atom, value));
        Some((poly, natural))
    }

    /// The polynomial of a number of a clause.
    pub(super) fn poly(&self, number: &Number) -> Option<Poly> {
        Some(match number {
            Number::Literal(value) => Poly::from(value.to_i128()?),
            Number::Value(_) => {
                let named = |one: &Name| one.number.as_ref() == Some(number);
                let at = u16::try_from(self.all.iter().position(named)?).ok()?;
                Poly::from(algebra::Atom(at))
            }
            Number::Negation(a) => self.poly(a)?.negated(),
            Number::Sum(a, b) => self.poly(a)?.plus(&self.poly(b)?),
            Number::Product(a, b) => self.poly(a)?.times(&self.poly(b)?),
            Number::Quotient(..)
            | Number::Remainder(..)
            | Number::CeilDiv(..)
            | Number::Min(..)
            | Number::Max(..) => return None,
        })
    }

    /// Whether the size of a block or grid is a part of a polynomial.
    pub(super) fn has_size(&self, poly: &Poly) -> bool {
        let mut all = (0u16..).zip(&self.all);
        all.any(|(at, name)| {
            let is_size = matches!(name.number, Some(Number::Value(Value::Size(..))));
            is_size && poly.has(algebra::Atom(at))
        })
    }

    /// What a polynomial is, as an integer.
    pub(super) fn term(&self, poly: &Poly) -> Option<Term> {
        let product = |(by, atoms): (i128, Vec<algebra::Atom>)| {
            let factors = atoms.into_iter().map(|atom| self.all.get(atom.0 as usize));
            let factors = factors.map(|name| name.map(|name| name.term.clone()));
            let factors = factors.collect::<Option<Vec<Term>>>()?;
            let by = solver::term::big(BigInt::from(by));
            Some(factors.into_iter().fold(by, mul))
        };
        let all = poly.parts()?.into_iter().map(product);
        Some(add(all.collect::<Option<Vec<Term>>>()?))
    }

    /// That one polynomial is at most another, as a clause: without what both are multiples of, which is positive where the
    /// clause is of use.
    pub(super) fn clause(&self, (low, high): (&Poly, &Poly)) -> Option<Clause> {
        let (mut low, mut high) = (low.parts()?, high.parts()?);
        let content = |parts: &[(i128, Vec<algebra::Atom>)]| {
            parts.iter().fold(0i128, |gcd, (by, _)| gcd.gcd(by)).max(1)
        };
        // `4 * w >= 1` is `w >= 1`.
        if let [(least, factors)] = low.as_mut_slice()
            && factors.is_empty()
            && high.iter().all(|(_, atoms)| !atoms.is_empty())
        {
            let by = content(&high);
            *least = Integer::div_ceil(least, &by);
            high.iter_mut().for_each(|(factor, _)| *factor /= by);
        }
        let gcd = content(&low).gcd(&content(&high)).max(1);
        let shared: Vec<algebra::Atom> = low
            .first()
            .map_or_else(Vec::new, |(_, atoms)| atoms.clone());
        for atom in shared {
            let has = |(_, atoms): &(i128, Vec<algebra::Atom>)| atoms.contains(&atom);
            if low.iter().chain(&high).all(has) {
                for (_, atoms) in low.iter_mut().chain(&mut high) {
                    if let Some(at) = atoms.iter().position(|one| *one == atom) {
                        atoms.remove(at);
                    }
                }
            }
        }
        // What is subtracted stands on the other side.
        let (mut left, mut right) = (Vec::new(), Vec::new());
        for (by, atoms) in high {
            match by.is_positive() {
                true => left.push((by / gcd, atoms)),
                false => right.push((-by / gcd, atoms)),
            }
        }
        for (by, atoms) in low {
            match by.is_positive() {
                true => right.push((by / gcd, atoms)),
                false => left.push((-by / gcd, atoms)),
            }
        }
        let sum = |parts: Vec<(i128, Vec<algebra::Atom>)>| {
            let product = |(by, atoms): (i128, Vec<algebra::Atom>)| {
                let factors = atoms
                    .into_iter()
                    .map(|atom| self.all.get(atom.0 as usize)?.number.clone());
                let mut factors = factors.collect::<Option<Vec<Number>>>()?;
                if by != 1 || factors.is_empty() {
                    factors.push(Number::from(i64::try_from(by).ok()?));
                }
                Some(Number::product(factors))
            };
            let parts = parts.into_iter().map(product);
            Some(Number::sum(parts.collect::<Option<Vec<Number>>>()?))
        };
        Some(Clause::Compare(sum(left)?, Relation::AtLeast, sum(right)?))
    }
}

/// A polynomial with numbers that may wrap as if they did not: it is a guess, for who holds it against what it is of.
pub(super) fn unwrapped(poly: Poly, translation: &mut Translation, images: &[Term]) -> Poly {
    let mut poly = poly;
    for _ in 0..MOST_WRAPS {
        let wraps = (0u16..).zip(&translation.terms).find_map(|(at, term)| {
            let atom = algebra::Atom(at);
            if !poly.has(atom) || images.contains(term) {
                return None;
            }
            match (term.as_op(Op::Mod), term.as_op(Op::Ite)) {
                (Some([number, _]), _) | (_, Some([_, _, number])) => Some((atom, number.clone())),
                _ => None,
            }
        });
        let Some((atom, number)) = wraps else {
            break;
        };
        let number = translation.poly(&number);
        poly = poly.with(atom, &number);
    }
    poly
}
