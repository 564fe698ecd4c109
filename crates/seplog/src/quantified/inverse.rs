//! Inverses of index maps in closed form.

use crate::quantified::bounds::comparison;
use crate::quantified::digit::{Digit, Wrapping, never_negative};
use num_rational::BigRational;
use num_traits::{One, Signed};
use solver::term::{self, Poly, Sort, Term};

/// An inverse of an index map: for a target, the values of the variables.
pub(crate) struct Inverse {
    /// Variables with their values, in terms of the target.
    pub values: Vec<(Term, Term)>,
    /// Where this holds, the map takes the values to the target.
    pub condition: Term,
    /// Whether the guard itself says that it gives back all values of the variables. If not, it may be
    /// none for some, and must be shown: what takes it for one loses those values.
    pub exact: bool,
}

impl Inverse {
    /// The same only where `arg`, of which the index is a part, gives `target`.
    #[must_use]
    pub(crate) fn where_it_gives(self, arg: &Term, target: &Term) -> Inverse {
        let gives = term::eq(arg.subst(&self.values), target.clone());
        Inverse {
            condition: term::and(vec![self.condition, gives]),
            ..self
        }
    }
}

/// Which inverse is looked for, of those that there are.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// The simplest: a digit of which the guard says nothing else begins at zero, and a sum modulo a
    /// number wraps once.
    Plain,
    /// Of more maps: digits begin where the guard says, and a sum wraps as often as it likes.
    General,
}

/// A product with a rational factor.
#[derive(Clone, PartialEq)]
struct Monomial {
    coefficient: BigRational,
    factors: Vec<Term>,
}

impl Monomial {
    fn to_term(&self) -> Term {
        let mut product = term::big(self.coefficient.to_integer());
        for factor in &self.factors {
            product = term::mul(product, factor.clone());
        }
        product
    }

    /// The quotient, if it is one without remainder.
    fn divided_by(&self, by: &Monomial) -> Option<Monomial> {
        let coefficient = &self.coefficient / &by.coefficient;
        if !coefficient.is_integer() {
            return None;
        }
        let mut factors = self.factors.clone();
        for factor in &by.factors {
            let at = factors.iter().position(|other| other == factor)?;
            factors.remove(at);
        }
        Some(Monomial {
            coefficient,
            factors,
        })
    }

    fn is_one(&self) -> bool {
        self.coefficient.is_one() && self.factors.is_empty()
    }
}

/// Solves `index(vars) = target` for the variables, if the index is a sum of multiples
/// of single variables, each multiple dividing the next (mixed radix), or such a sum
/// modulo a number.
///
/// Unless it is `exact`, nothing is claimed about uniqueness: that `index` is injective where it is
/// used, with this as its inverse, must be shown.
pub(crate) fn invert(
    index: &Term,
    vars: &[Term],
    target: &Term,
    guard: &[Term],
    form: Form,
) -> Option<Inverse> {
    if *index.sort() != Sort::Int {
        // A reference or a value: only the variable itself can be solved for.
        let [var] = vars else { return None };
        return (index == var).then(|| Inverse {
            values: vec![(var.clone(), target.clone())],
            condition: term::tt(),
            exact: true,
        });
    }
    if let Some([sum, modulus]) = index.as_op(term::Op::Mod)
        && let [var] = vars
        && !modulus.contains_bound()
    {
        let wrapping = Wrapping {
            index,
            modulus,
            var,
            shift: shift(sum, var)?,
        };
        return Some(wrapping.invert(target, guard, form));
    }
    let known: Vec<Term> = [index, target]
        .iter()
        .flat_map(|term| term.free_bound_vars())
        .filter(|var| !vars.contains(var))
        .collect();
    let digit = |var: &Term, radix: &Term| Digit::of((var, radix), &known, guard, form);
    let Some((mut digits, rest)) = linear(index, vars) else {
        return invert_by_sum(index, vars, target, &digit);
    };
    if digits.len() != vars.len() {
        return None;
    }
    digits.sort_by_cached_key(|(var, digit)| {
        let place = vars.iter().position(|other| other == var);
        (digit.factors.len(), digit.coefficient.abs(), place)
    });
    let mut remaining = term::sub(target.clone(), rest);
    // From the other end: `n - 1 - t - 4 * k`.
    if digits
        .iter()
        .all(|(_, digit)| digit.coefficient.is_negative())
    {
        for (_, digit) in &mut digits {
            digit.coefficient = -digit.coefficient.clone();
        }
        remaining = term::neg(remaining);
    }
    let mut condition = Vec::new();
    let (_, first) = digits.first()?;
    // The guard does not say of other multiples that they are not zero.
    let mut exact = first.factors.is_empty();
    if !first.is_one() {
        if first.factors.is_empty() && first.coefficient.is_negative() {
            return None;
        }
        let divisor = first.to_term();
        condition.push(term::ne(divisor.clone(), term::int(0)));
        condition.push(term::eq(
            term::modulo(remaining.clone(), divisor.clone()),
            term::int(0),
        ));
        remaining = term::div(remaining, divisor);
    }
    let divisible = digits.windows(2).all(|pair| match pair {
        [(_, small), (_, large)] => large.divided_by(small).is_some(),
        _ => false,
    });
    if !divisible {
        let inverse = from_the_largest(digits, remaining, guard)?;
        condition.push(inverse.condition);
        return Some(Inverse {
            values: inverse.values,
            condition: term::and(condition),
            exact: exact && inverse.exact,
        });
    }
    let mut values = Vec::new();
    for pair in digits.windows(2) {
        let [(var, small), (_, large)] = pair else {
            return None;
        };
        let radix = large.divided_by(small)?;
        if radix.coefficient.is_negative() {
            return None;
        }
        let radix = radix.to_term();
        // Of two variables with one multiple, only one can have more than one value.
        let low = digit(var, &radix);
        exact &= low.exact;
        condition.push(term::ne(radix.clone(), term::int(0)));
        let (value, quotient) = low.taken_from(&remaining, &radix);
        values.push((var.clone(), value));
        remaining = quotient;
    }
    let (last, _) = digits.last()?;
    values.push((last.clone(), remaining));
    Some(Inverse {
        values,
        condition: term::and(condition),
        exact,
    })
}

/// Digits none of which divides the next, as in `r * m + t * 4 + k`, where the guard says that
/// `t * 4 + k` stays below a row's length `m`: each is the quotient of what the larger ones leave.
fn from_the_largest(
    mut digits: Vec<(Term, Monomial)>,
    mut remaining: Term,
    guard: &[Term],
) -> Option<Inverse> {
    let mut values = Vec::new();
    let mut condition = Vec::new();
    let mut exact = true;
    while digits.len() > 1 {
        let largest = (0..digits.len()).find(|&number| {
            let rest = digits
                .iter()
                .enumerate()
                .filter(|(other, _)| *other != number)
                .map(|(_, (var, multiple))| term::mul(multiple.to_term(), var.clone()))
                .collect();
            says_less(guard, term::add(rest), digits[number].1.to_term())
        })?;
        let (var, multiple) = digits.remove(largest);
        exact &= digits.iter().all(|(var, multiple)| {
            let grows = multiple.factors.is_empty() && multiple.coefficient.is_positive();
            grows && never_negative(guard, var)
        });
        let multiple = multiple.to_term();
        condition.push(term::ne(multiple.clone(), term::int(0)));
        values.push((var, term::div(remaining.clone(), multiple.clone())));
        remaining = term::modulo(remaining, multiple);
    }
    let (last, multiple) = digits.pop()?;
    values.push((last, remaining));
    multiple.is_one().then(|| Inverse {
        values,
        condition: term::and(condition),
        exact,
    })
}

/// Whether a part of the guard is `small + c < large` for a number `c` that is not negative, in whatever
/// form: as the columns of a matrix's inner cells, `1 + c < cols - 1`.
fn says_less(guard: &[Term], small: Term, large: Term) -> bool {
    let wanted = term::sub(small, large);
    guard
        .iter()
        .filter_map(comparison)
        .any(|(left, right, strict)| {
            let less = i64::from(!strict);
            let said = term::sub(left.clone(), right.clone());
            let more = term::sub(term::sub(said, term::int(less)), wanted.clone());
            more.as_int().is_some_and(|more| !more.is_negative())
        })
}

/// `x * (n + 1) + y + c`: two digits of which the larger one's multiple is a sum.
fn invert_by_sum(
    index: &Term,
    vars: &[Term],
    target: &Term,
    digit: &dyn Fn(&Term, &Term) -> Digit,
) -> Option<Inverse> {
    let mut found = None;
    let [one, other] = vars else { return None };
    let poly = Poly::of(index);
    if !poly.constant.is_integer() {
        return None;
    }
    for (low, high) in [(one, other), (other, one)] {
        let mut radix = Poly::default();
        let mut rest = Poly::literal(poly.constant.clone());
        let mut low_once = false;
        let mut fits = true;
        for (factors, coefficient) in &poly.terms {
            let with_vars: Vec<&Term> = factors
                .iter()
                .filter(|factor| mentions(factor, vars))
                .collect();
            match with_vars.as_slice() {
                [] => {
                    rest.terms.insert(factors.clone(), coefficient.clone());
                }
                [var] if *var == low && factors.len() == 1 && coefficient.is_one() => {
                    low_once = true;
                }
                [var] if *var == high && coefficient.is_integer() => {
                    let by: Vec<Term> = factors.iter().filter(|f| *f != high).cloned().collect();
                    if by.is_empty() {
                        radix.constant = coefficient.clone();
                    } else {
                        radix.terms.insert(by, coefficient.clone());
                    }
                }
                _ => fits = false,
            }
        }
        if !fits || !low_once {
            continue;
        }
        let radix = radix.to_term(&Sort::Int);
        let remaining = term::sub(target.clone(), rest.to_term(&Sort::Int));
        // Whatever the radix is, quotient and remainder make up the number again.
        let from = digit(low, &radix);
        let (value, quotient) = from.taken_from(&remaining, &radix);
        let inverse = Inverse {
            condition: term::ne(radix, term::int(0)),
            values: vec![(low.clone(), value), (high.clone(), quotient)],
            exact: from.exact,
        };
        if inverse.exact {
            return Some(inverse);
        }
        found = found.or(Some(inverse));
    }
    found
}

/// The `c` of `x + c`.
fn shift(sum: &Term, var: &Term) -> Option<Term> {
    let (digits, rest) = linear(sum, std::slice::from_ref(var))?;
    match digits.as_slice() {
        [(_, digit)] if digit.is_one() => Some(rest),
        _ => None,
    }
}

/// The multiples of the variables and the rest, if each variable occurs in one product.
fn linear(index: &Term, vars: &[Term]) -> Option<(Vec<(Term, Monomial)>, Term)> {
    let poly = Poly::of(index);
    let mut digits: Vec<(Term, Monomial)> = Vec::new();
    let mut rest = Poly::literal(poly.constant.clone());
    for (factors, coefficient) in &poly.terms {
        let with_vars = factors
            .iter()
            .filter(|factor| mentions(factor, vars))
            .count();
        if with_vars == 0 {
            rest.terms.insert(factors.clone(), coefficient.clone());
            continue;
        }
        let var = vars.iter().find(|var| factors.contains(var))?;
        if with_vars > 1 || !coefficient.is_integer() {
            return None;
        }
        if digits.iter().any(|(other, _)| other == var) {
            // `k*x + x`: the multiple is a sum, which is not treated.
            return None;
        }
        digits.push((
            var.clone(),
            Monomial {
                coefficient: coefficient.clone(),
                factors: factors.iter().filter(|f| *f != var).cloned().collect(),
            },
        ));
    }
    if !poly.constant.is_integer() {
        return None;
    }
    Some((digits, rest.to_term(&Sort::Int)))
}

fn mentions(term: &Term, vars: &[Term]) -> bool {
    term.free_bound_vars()
        .iter()
        .any(|free| vars.contains(free))
}
