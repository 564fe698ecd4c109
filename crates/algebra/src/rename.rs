//! Other names for numbers, where they make what is known shorter.
//!
//! A width is often a sum: `((n*k + m)*(h - r + 1) + y)*(w - r + 1) + x`. Multiplied out it has tens of products, and none of
//! its digits is seen. So `h` gets the name `f + r - 1`, with a new number `f` that is `h - r + 1`, wherever that makes the
//! problem shorter. The two problems have the same solutions.
//!
//! A width may be a product of two numbers of which the signs are not known, as in `if (i < h*w) a[c*h*w + i] = 0`. Then it
//! gets a name of its own, and that it is the product is forgotten: what follows without it follows with it.

use crate::poly::{Atom, Number, Poly, Product};
use crate::problem::{Claim, Formula, Problem};
use std::cell::Cell;

/// A sum is looked at if it is known to fit a type of so many values with a sign, as sums of a program are.
const HALVES: [Number; 2] = [1 << 31, 1 << 63];

/// How far its constant may be from that.
const NEAR: Number = 4_096;

/// Longer sums are no widths.
const LONGEST: usize = 4;

/// The most sums that are tried.
const MOST: usize = 24;

/// A new number for what it stands for.
#[derive(Clone, Debug)]
pub(crate) struct Renamed {
    /// The new one.
    pub new: Atom,
    /// What that is in terms of the numbers before.
    pub is: Poly,
    instead: Instead,
}

#[derive(Clone, Debug)]
enum Instead {
    /// A number is replaced by what it is in terms of the new one.
    Number(Atom, Poly),
    /// A product of two is.
    Product(Product),
}

/// The next number that gets another name, `new`; none if the problem gets no shorter, and no product is a width.
pub(crate) fn next(problem: &Problem, new: Atom) -> Option<Renamed> {
    of_sum(problem, new).or_else(|| of_product(problem, new))
}

/// A product of two numbers that something is less than, of which neither is known not to be negative: what is known of the
/// product says nothing of its factors.
fn of_product(problem: &Problem, new: Atom) -> Option<Renamed> {
    let (mut bounds, mut natural) = (Vec::new(), Vec::new());
    for formula in &problem.known {
        widths(formula, &mut bounds, &mut natural);
    }
    let open = |product: &Product| product.atoms().all(|atom| !natural.contains(&atom));
    let product = bounds.into_iter().find(open)?;
    Some(Renamed {
        new,
        is: Poly::of_product(product, 1),
        instead: Instead::Product(product),
    })
}

/// The products of two numbers that something is less than, and the numbers that are not negative.
fn widths(formula: &Formula, bounds: &mut Vec<Product>, natural: &mut Vec<Atom>) {
    match formula {
        Formula::Claim(Claim::NonNegative(poly)) => {
            let positive = poly
                .terms()
                .filter(|(product, by)| *by > 0 && !product.is_one());
            let positive: Vec<(Product, Number)> = positive.collect();
            let alone = poly
                .terms()
                .filter(|(product, _)| !product.is_one())
                .count()
                == 1;
            if let [(product, 1)] = positive.as_slice()
                && poly.constant() <= 0
            {
                match product.len() {
                    1 if alone => natural.extend(product.atoms()),
                    2 if !alone && !bounds.contains(product) => bounds.push(*product),
                    _ => {}
                }
            }
        }
        Formula::Claim(Claim::Zero(_)) => {}
        Formula::All(parts) | Formula::Any(parts) => {
            for part in parts {
                widths(part, bounds, natural);
            }
        }
    }
}

fn of_sum(problem: &Problem, new: Atom) -> Option<Renamed> {
    let mut sums: Vec<Poly> = Vec::new();
    let mut factors: Vec<Atom> = Vec::new();
    for formula in &problem.known {
        collect(formula, &mut sums, &mut factors);
    }
    let before = length(problem);
    sums.truncate(MOST);
    let each = sums.iter().flat_map(|is| {
        let atoms = is.atoms().into_iter();
        // What is multiplied with nothing is in no width.
        let atoms = atoms.filter(|atom| factors.contains(atom));
        atoms.filter_map(move |atom| renamed(is, atom, new))
    });
    let each = each.filter_map(|one| Some((shortened(problem, &one, before)?, one)));
    let (_, best) = each.min_by_key(|(after, _)| *after)?;
    Some(best)
}

/// A number by a sum in which it is one of the summands.
fn renamed(is: &Poly, atom: Atom, new: Atom) -> Option<Renamed> {
    let sign = is.linear_in(atom).filter(|by| by.abs() == 1)?;
    // new = sign*atom + rest, so atom = sign*(new - rest).
    let rest = is.minus(&Poly::from(atom).scaled(sign));
    let value = Poly::from(new).minus(&rest).scaled(sign);
    Some(Renamed {
        new,
        is: is.clone(),
        instead: Instead::Number(atom, value),
    })
}

/// The sums that are known to fit a type, and the numbers that are multiplied with others.
fn collect(formula: &Formula, sums: &mut Vec<Poly>, factors: &mut Vec<Atom>) {
    match formula {
        Formula::Claim(Claim::Zero(poly) | Claim::NonNegative(poly)) => {
            for (product, _) in poly.terms().filter(|(product, _)| product.len() > 1) {
                let new = product.atoms().filter(|atom| !factors.contains(atom));
                let new: Vec<Atom> = new.collect();
                factors.extend(new);
            }
            if matches!(formula, Formula::Claim(Claim::NonNegative(_)))
                && let Some(sum) = sum(poly)
                && !sums.contains(&sum)
                && !sums.contains(&sum.negated())
            {
                sums.push(sum);
            }
        }
        Formula::All(parts) | Formula::Any(parts) => {
            for part in parts {
                collect(part, sums, factors);
            }
        }
    }
}

/// The sum that fits a type if a polynomial is not negative.
fn sum(poly: &Poly) -> Option<Poly> {
    let few = (3..=LONGEST).contains(&poly.len()) || poly.len() == 2 && poly.constant() == 0;
    let linear = poly.degree() == 1
        && poly
            .terms()
            .filter(|(p, _)| p.len() == 1)
            .all(|(_, by)| by.abs() == 1);
    if !few || !linear {
        return None;
    }
    let constant = poly.constant();
    let near = |half: &Number| (constant - half).abs() <= NEAR;
    let half = HALVES.into_iter().find(near)?;
    Some(poly.shifted(-half))
}

/// How long all that is known is, in summands.
fn length(problem: &Problem) -> usize {
    let formulas = problem.known.iter().map(|one| summands(one, &Poly::len));
    let applied = problem.applications.iter().flat_map(|one| &one.arguments);
    formulas.sum::<usize>() + applied.map(Poly::len).sum::<usize>()
}

fn summands(formula: &Formula, of: &dyn Fn(&Poly) -> usize) -> usize {
    match formula {
        Formula::Claim(Claim::Zero(poly) | Claim::NonNegative(poly)) => of(poly),
        Formula::All(parts) | Formula::Any(parts) => {
            parts.iter().map(|part| summands(part, of)).sum()
        }
    }
}

/// How long it is with another name, where it was so long before; none if that is little less, which is not worth a name that
/// a reader does not know, or if a polynomial has no place then.
fn shortened(problem: &Problem, one: &Renamed, before: usize) -> Option<usize> {
    let lost = Cell::new(false);
    let long = |poly: &Poly| {
        if !one.is_in(poly) {
            return poly.len();
        }
        let poly = one.of(poly);
        lost.set(lost.get() | poly.is_lost());
        poly.len()
    };
    let formulas = problem.known.iter().map(|formula| summands(formula, &long));
    let applied = problem.applications.iter().flat_map(|one| &one.arguments);
    let mut after = 0usize;
    for part in formulas.chain(applied.map(long)) {
        after += part;
        if lost.get() || after * 10 >= before * 9 {
            return None;
        }
    }
    Some(after)
}

impl Renamed {
    /// Whether the other name changes a polynomial.
    fn is_in(&self, poly: &Poly) -> bool {
        match &self.instead {
            Instead::Number(atom, _) => poly.has(*atom),
            Instead::Product(_) => true,
        }
    }

    /// A polynomial with the other name.
    pub(crate) fn of(&self, poly: &Poly) -> Poly {
        match &self.instead {
            Instead::Number(atom, value) => poly.with(*atom, value),
            Instead::Product(product) => {
                let mut sum = Poly::default();
                for (whole, by) in poly.terms() {
                    let (mut rest, mut power) = (whole, Poly::from(1));
                    while let Some(less) = rest.without(*product) {
                        rest = less;
                        power = power.times(&Poly::from(self.new));
                    }
                    sum = sum.plus(&power.times(&Poly::of_product(rest, by)));
                }
                match poly.is_lost() {
                    true => Poly::lost(),
                    false => sum,
                }
            }
        }
    }

    /// The number that no longer stands for itself, or a factor of the product that has a name.
    pub(crate) fn instead_of(&self) -> Option<Atom> {
        match &self.instead {
            Instead::Number(atom, _) => Some(*atom),
            Instead::Product(product) => product.atoms().next(),
        }
    }

    /// The problem with the other name.
    pub(crate) fn apply(&self, problem: &mut Problem) {
        for formula in &mut problem.known {
            self.apply_to(formula);
        }
        let applied = problem.applications.iter_mut();
        for argument in applied.flat_map(|one| &mut one.arguments) {
            *argument = self.of(argument);
        }
    }

    fn apply_to(&self, formula: &mut Formula) {
        match formula {
            Formula::Claim(Claim::Zero(poly) | Claim::NonNegative(poly)) => {
                *poly = self.of(poly);
            }
            Formula::All(parts) | Formula::Any(parts) => {
                for part in parts {
                    self.apply_to(part);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::indexing_slicing)]

    use super::*;
    use crate::problem::Application;

    /// The next of some numbers that look like random ones (Knuth's multiplier).
    fn next(seed: &mut u64, below: u64) -> i128 {
        *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        i128::from((*seed >> 33) % below)
    }

    fn value(poly: &Poly, at: &[Number]) -> Number {
        let product = |product: Product| {
            product
                .atoms()
                .map(|atom| at[atom.0 as usize])
                .product::<Number>()
        };
        poly.terms().map(|(one, by)| by * product(one)).sum()
    }

    fn holds(formula: &Formula, at: &[Number]) -> bool {
        match formula {
            Formula::Claim(Claim::Zero(poly)) => value(poly, at) == 0,
            Formula::Claim(Claim::NonNegative(poly)) => value(poly, at) >= 0,
            Formula::All(parts) => parts.iter().all(|part| holds(part, at)),
            Formula::Any(parts) => parts.iter().any(|part| holds(part, at)),
        }
    }

    /// Whatever has a solution has one with other names: a proof about these is one about the numbers themselves.
    #[test]
    fn a_solution_stays_one() {
        let mut seed = 1;
        let (mut sums, mut products) = (0, 0);
        for _ in 0..4_000 {
            let mut at: Vec<Number> = (0..5).map(|_| next(&mut seed, 11) - 5).collect();
            let poly = |seed: &mut u64| {
                let mut sum = Poly::default();
                for _ in 0..=next(seed, 3) {
                    let mut part = Poly::from(if next(seed, 2) == 0 { 1 } else { -1 });
                    for _ in 0..=next(seed, 3) {
                        let atom = Atom(u16::try_from(next(seed, 5)).unwrap());
                        part = part.times(&Poly::from(atom));
                    }
                    sum = sum.plus(&part);
                }
                sum
            };
            let mut problem = Problem::default();
            let [a, b, c] = [0, 1, 2].map(|one| Poly::from(Atom(one)));
            let sum = a.minus(&b).plus(&c);
            for _ in 0..8 {
                let mut one = poly(&mut seed);
                if next(&mut seed, 2) == 0 {
                    one = one.times(&sum);
                }
                let exact = one.shifted(-value(&one, &at));
                let known = match next(&mut seed, 5) {
                    0 => Formula::zero(exact),
                    1 => Formula::non_negative(one.shifted(1 << 31)),
                    2 => Formula::any(vec![Formula::zero(poly(&mut seed)), Formula::zero(exact)]),
                    _ => Formula::non_negative(exact),
                };
                problem.known.push(known);
            }
            // The sums that fit a type, and a product that something is less than.
            let [a, b, c] = [0, 1, 2].map(|one| Poly::from(Atom(one)));
            problem
                .known
                .push(Formula::non_negative(a.minus(&b).plus(&c).shifted(1 << 31)));
            let argument = poly(&mut seed);
            let argued = value(&argument, &at);
            problem.applications.push(Application {
                atom: Atom(3),
                function: 0,
                arguments: vec![argument],
            });
            assert!(problem.known.iter().all(|one| holds(one, &at)));
            while let Some(one) = super::next(&problem, Atom(u16::try_from(at.len()).unwrap())) {
                match one.instead {
                    Instead::Number(..) => sums += 1,
                    Instead::Product(_) => products += 1,
                }
                at.push(value(&one.is, &at));
                one.apply(&mut problem);
                assert!(problem.known.iter().all(|one| holds(one, &at)), "{one:?}");
                assert_eq!(value(&problem.applications[0].arguments[0], &at), argued);
                if at.len() > 9 {
                    break;
                }
            }
        }
        assert!(sums > 100 && products > 100, "{sums} {products}");
    }
}
