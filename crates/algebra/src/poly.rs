//! Polynomials with integer coefficients over numbered atoms.
//!
//! Coefficients have 127 bits and products few factors. What has no place becomes *lost*: a polynomial that is equal to
//! none, not even to itself, so that nothing follows from it.

use num_integer::Integer;
use std::hash::{Hash, Hasher};

/// An unknown integer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Atom(pub u16);

/// A number of a polynomial.
pub type Number = i128;

/// Factors of a product at most.
const FACTORS: usize = 8;

/// So many pairs of terms are multiplied at most.
const PAIRS: usize = 1 << 16;

/// A coefficient that has a place. The least number has none: its negation has not.
fn placed(number: Option<Number>) -> Option<Number> {
    number.filter(|number| *number != Number::MIN)
}

/// A product of atoms, in order; one that occurs twice is a square. Each has 16 bits, counted from one, the first ones the
/// highest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Product(u128);

impl Product {
    /// No atoms.
    pub(crate) const ONE: Product = Product(0);

    fn of(atoms: impl Iterator<Item = Atom>) -> Option<Product> {
        let mut all: Vec<Atom> = atoms.collect();
        if all.len() > FACTORS {
            return None;
        }
        all.sort_unstable();
        let packed = all.iter().rev().fold(0u128, |packed, atom| {
            packed << 16 | (u128::from(atom.0) + 1)
        });
        Some(Product(packed))
    }

    /// The atoms, in order.
    pub(crate) fn atoms(self) -> impl Iterator<Item = Atom> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let low = u16::try_from(rest & 0xffff).unwrap_or(0);
            rest >>= 16;
            Some(Atom(low.checked_sub(1)?))
        })
    }

    /// How many factors.
    pub(crate) fn len(self) -> usize {
        let bits = u128::BITS - self.0.leading_zeros();
        usize::try_from(bits.div_ceil(16)).unwrap_or(FACTORS)
    }

    pub(crate) fn is_one(self) -> bool {
        self.0 == 0
    }

    pub(crate) fn has(self, atom: Atom) -> bool {
        self.atoms().any(|one| one == atom)
    }

    fn joined(self, other: Product) -> Option<Product> {
        match (self.is_one(), other.is_one()) {
            (true, _) => Some(other),
            (_, true) => Some(self),
            (false, false) => Product::of(self.atoms().chain(other.atoms())),
        }
    }

    /// What is left without another product; none if that is not a part of it.
    pub(crate) fn without(self, some: Product) -> Option<Product> {
        if some.is_one() {
            return Some(self);
        }
        let mut left: Vec<Atom> = self.atoms().collect();
        for one in some.atoms() {
            let at = left.iter().position(|factor| *factor == one)?;
            left.remove(at);
        }
        Product::of(left.into_iter())
    }

    /// What is left without any power of an atom, and the power.
    pub(crate) fn apart(self, atom: Atom) -> (Product, usize) {
        let rest = Product::of(self.atoms().filter(|one| *one != atom)).unwrap_or_default();
        (rest, self.len() - rest.len())
    }

    /// What it is the square of, if it is one and has factors.
    pub(crate) fn root(self) -> Option<Product> {
        let all: Vec<Atom> = self.atoms().collect();
        let pairs = all.chunks(2);
        let half = pairs.map(|pair| match pair {
            [a, b] if a == b => Some(*a),
            _ => None,
        });
        let half: Option<Vec<Atom>> = half.collect();
        Product::of(half?.into_iter()).filter(|root| !root.is_one())
    }

    /// What two products have in common.
    pub(crate) fn common(self, other: Product) -> Product {
        let mut rest: Vec<Atom> = other.atoms().collect();
        let shared = self.atoms().filter(|one| {
            let at = rest.iter().position(|factor| factor == one);
            at.map(|at| rest.remove(at)).is_some()
        });
        let shared: Vec<Atom> = shared.collect();
        Product::of(shared.into_iter()).unwrap_or_default()
    }
}

impl From<Atom> for Product {
    fn from(atom: Atom) -> Product {
        Product(u128::from(atom.0) + 1)
    }
}

/// A polynomial: coefficients, never zero, of products of atoms.
#[derive(Clone, Debug, Default)]
pub struct Poly {
    /// In order of the products.
    terms: Vec<(Product, Number)>,
    lost: bool,
}

impl PartialEq for Poly {
    fn eq(&self, other: &Poly) -> bool {
        !self.lost && !other.lost && self.terms == other.terms
    }
}

impl Eq for Poly {}

impl Hash for Poly {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.terms.hash(state);
    }
}

impl From<Number> for Poly {
    fn from(value: Number) -> Poly {
        Poly::of_product(Product::ONE, value)
    }
}

impl From<Atom> for Poly {
    fn from(atom: Atom) -> Poly {
        // Counted from one, the last atom has no place in 16 bits.
        match atom.0 {
            u16::MAX => Poly::lost(),
            _ => Poly::of_product(atom.into(), 1),
        }
    }
}

impl Poly {
    /// A polynomial of which nothing is known, for what has no place.
    pub(crate) fn lost() -> Poly {
        Poly {
            terms: Vec::new(),
            lost: true,
        }
    }

    /// A product with a coefficient.
    pub(crate) fn of_product(product: Product, by: Number) -> Poly {
        match placed(Some(by)) {
            None => Poly::lost(),
            Some(0) => Poly::default(),
            Some(by) => Poly {
                terms: vec![(product, by)],
                lost: false,
            },
        }
    }

    /// Whether nothing is known of it.
    pub(crate) fn is_lost(&self) -> bool {
        self.lost
    }

    /// The products and their coefficients; the empty product is the constant.
    pub(crate) fn terms(&self) -> impl Iterator<Item = (Product, Number)> {
        self.terms.iter().copied()
    }

    /// Coefficients with the factors of each product; none if nothing is known of it.
    pub fn parts(&self) -> Option<Vec<(Number, Vec<Atom>)>> {
        let parts = self
            .terms()
            .map(|(product, by)| (by, product.atoms().collect()));
        (!self.lost).then(|| parts.collect())
    }

    /// How many products have a coefficient.
    pub(crate) fn len(&self) -> usize {
        self.terms.len()
    }

    /// Whether it is zero.
    pub fn is_zero(&self) -> bool {
        !self.lost && self.terms.is_empty()
    }

    /// Its value, if it has no atoms.
    pub fn as_constant(&self) -> Option<Number> {
        match self.terms.as_slice() {
            [] if !self.lost => Some(0),
            [(product, by)] if !self.lost && product.is_one() => Some(*by),
            _ => None,
        }
    }

    /// It divided by a number that divides all its coefficients.
    pub fn divided_by(&self, by: Number) -> Option<Poly> {
        let divides = |(_, c): &(Product, Number)| c.checked_rem(by) == Some(0);
        let whole = !self.lost && self.terms.iter().all(divides);
        whole.then(|| Poly {
            terms: self.terms.iter().map(|(p, c)| (*p, c / by)).collect(),
            lost: false,
        })
    }

    /// The coefficient of the empty product.
    pub(crate) fn constant(&self) -> Number {
        let first = self.terms.first().filter(|(product, _)| product.is_one());
        first.map_or(0, |(_, by)| *by)
    }

    /// `self + by * other`.
    pub(crate) fn plus_times(&self, other: &Poly, by: Number) -> Poly {
        let mut sum = Vec::with_capacity(self.len() + other.len());
        let (mut left, mut right) = (self.terms.iter().peekable(), other.terms.iter().peekable());
        let mut lost = self.lost || other.lost;
        loop {
            let order = match (left.peek(), right.peek()) {
                (Some(a), Some(b)) => a.0.cmp(&b.0),
                (Some(_), None) => std::cmp::Ordering::Less,
                (None, Some(_)) => std::cmp::Ordering::Greater,
                (None, None) => break,
            };
            let mine = if order.is_le() { left.next() } else { None };
            let theirs = if order.is_ge() { right.next() } else { None };
            let product = mine
                .or(theirs)
                .map_or(Product::ONE, |(product, _)| *product);
            let scaled = theirs.map_or(Some(0), |(_, c)| c.checked_mul(by));
            let both = scaled.and_then(|c| c.checked_add(mine.map_or(0, |(_, c)| *c)));
            match placed(both) {
                Some(0) => {}
                Some(c) => sum.push((product, c)),
                None => lost = true,
            }
        }
        Poly { terms: sum, lost }
    }

    /// The sum.
    pub fn plus(&self, other: &Poly) -> Poly {
        self.plus_times(other, 1)
    }

    /// The difference.
    pub fn minus(&self, other: &Poly) -> Poly {
        self.plus_times(other, -1)
    }

    /// The product.
    pub fn times(&self, other: &Poly) -> Poly {
        if self.len().saturating_mul(other.len()) > PAIRS {
            return Poly::lost();
        }
        let mut terms = Vec::with_capacity(self.len() * other.len());
        let mut lost = self.lost || other.lost;
        for (left, by) in &self.terms {
            for (right, times) in &other.terms {
                match left.joined(*right).zip(by.checked_mul(*times)) {
                    Some(term) => terms.push(term),
                    None => lost = true,
                }
            }
        }
        terms.sort_unstable_by_key(|(product, _)| *product);
        let mut sum: Vec<(Product, Number)> = Vec::with_capacity(terms.len());
        for (product, by) in terms {
            match sum.last_mut().filter(|(last, _)| *last == product) {
                Some((_, c)) => match c.checked_add(by) {
                    Some(both) => *c = both,
                    None => lost = true,
                },
                None => sum.push((product, by)),
            }
        }
        sum.retain(|(_, by)| *by != 0);
        lost |= sum.iter().any(|(_, by)| placed(Some(*by)).is_none());
        Poly { terms: sum, lost }
    }

    /// Multiplied by a number.
    pub fn scaled(&self, by: Number) -> Poly {
        Poly::default().plus_times(self, by)
    }

    /// With the other sign.
    pub fn negated(&self) -> Poly {
        self.scaled(-1)
    }

    /// With a number added.
    pub fn shifted(&self, by: Number) -> Poly {
        self.plus(&Poly::from(by))
    }

    /// The atoms in it, each once.
    pub(crate) fn atoms(&self) -> Vec<Atom> {
        let mut all: Vec<Atom> = self
            .terms
            .iter()
            .flat_map(|(product, _)| product.atoms())
            .collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// Whether an atom occurs.
    pub fn has(&self, atom: Atom) -> bool {
        self.terms.iter().any(|(product, _)| product.has(atom))
    }

    /// The coefficient of an atom that occurs nowhere but alone.
    pub(crate) fn linear_in(&self, atom: Atom) -> Option<Number> {
        let alone = Product::from(atom);
        let mut found = None;
        for (product, by) in &self.terms {
            if *product == alone {
                found = Some(*by);
            } else if product.has(atom) {
                return None;
            }
        }
        found
    }

    /// What an atom is multiplied with, where it occurs once.
    pub(crate) fn factor_of(&self, atom: Atom) -> Poly {
        let parts = self.terms().filter_map(|(product, by)| {
            let rest = product.without(atom.into())?;
            (!rest.has(atom)).then(|| Poly::of_product(rest, by))
        });
        parts.fold(Poly::default(), |sum, part| sum.plus(&part))
    }

    /// The greatest number of factors.
    pub(crate) fn degree(&self) -> usize {
        self.terms
            .iter()
            .map(|(product, _)| product.len())
            .max()
            .unwrap_or(0)
    }

    /// The greatest common divisor of all coefficients but the constant.
    pub(crate) fn content(&self) -> Number {
        let others = self.terms.iter().filter(|(product, _)| !product.is_one());
        others.fold(0, |gcd, (_, by)| gcd.gcd(by))
    }

    /// The polynomial with another in place of an atom.
    pub fn with(&self, atom: Atom, value: &Poly) -> Poly {
        if !self.has(atom) {
            return self.clone();
        }
        // Most terms stay as they are, in their order.
        let (within, without): (Vec<_>, Vec<_>) = self
            .terms
            .iter()
            .partition(|(product, _)| product.apart(atom).1 > 0);
        let mut result = Poly {
            terms: without,
            lost: self.lost,
        };
        for (product, by) in within {
            let (rest, power) = product.apart(atom);
            let mut part = Poly::of_product(rest, by);
            for _ in 0..power {
                part = part.times(value);
            }
            result = result.plus(&part);
        }
        result
    }

    /// What `atom - value` is multiplied with in `self - self[atom := value]`.
    pub(crate) fn slope(&self, atom: Atom, value: &Poly) -> Poly {
        // x^k - u^k = (x - u) * (x^(k-1) + x^(k-2) u + ... + u^(k-1)).
        let mut result = Poly::default();
        for (product, by) in &self.terms {
            let (rest, power) = product.apart(atom);
            for at in 0..power {
                let mut part = Poly::of_product(rest, *by);
                for step in 1..power {
                    part = match step <= at {
                        true => part.times(value),
                        false => part.times(&Poly::from(atom)),
                    };
                }
                result = result.plus(&part);
            }
        }
        result
    }

    /// It divided by a polynomial, if that leaves nothing.
    pub fn quotient(&self, by: &Poly) -> Option<Poly> {
        let (quotient, rest) = self.divided(by)?;
        rest.is_zero().then_some(quotient)
    }

    /// Quotient and rest of a division by a polynomial, by its leading product: `self = by * quotient + rest`. No product
    /// of the rest is a multiple of the leading one, coefficient included.
    pub(crate) fn divided(&self, by: &Poly) -> Option<(Poly, Poly)> {
        let (lead, factor) = by.leading()?;
        let (mut quotient, mut rest) = (Poly::default(), Poly::default());
        let mut left = self.clone();
        // Each step removes the leading product and adds smaller ones, so it ends; it is cut all the same.
        for _ in 0..64 {
            if left.lost {
                return None;
            }
            let Some((product, c)) = left.leading() else {
                return Some((quotient, rest));
            };
            match product.without(lead) {
                Some(others) if c % factor == 0 => {
                    let step = Poly::of_product(others, c / factor);
                    left = left.minus(&step.times(by));
                    quotient = quotient.plus(&step);
                }
                _ => {
                    let part = Poly::of_product(product, c);
                    left = left.minus(&part);
                    rest = rest.plus(&part);
                }
            }
        }
        None
    }

    /// The product with most factors, and among those the last.
    fn leading(&self) -> Option<(Product, Number)> {
        self.terms()
            .max_by_key(|(product, _)| (product.len(), *product))
    }

    /// Whether no coefficient is negative.
    pub(crate) fn is_plain(&self) -> bool {
        !self.lost && self.terms.iter().all(|(_, by)| *by > 0)
    }
}
