//! Variables that a guard leaves one value: of the chunks `[k * n, (k + 1) * n)` a number lies in
//! one, and that is its quotient by `n`.

use crate::quantified::bounds::comparison;
use num_rational::BigRational;
use num_traits::One;
use solver::term::{self, Poly, Sort, Term};

/// The one value that parts of a guard leave a variable.
pub(crate) struct Window {
    /// The value.
    pub value: Term,
    /// Where there is one at all; without it these parts hold for no value.
    pub condition: Term,
    /// The guard without these parts.
    pub rest: Vec<Term>,
}

/// A bound on a multiple of a variable: `factor * var + rest <= 0`.
struct Bound {
    factor: Poly,
    rest: Poly,
}

/// The value of a variable of which a guard says `low <= factor * var < low + factor`, in whatever
/// form: no two multiples lie in so short a range, and one does if the factor is positive.
pub(crate) fn window(parts: &[Term], var: &Term) -> Option<Window> {
    let bounds: Vec<Option<Bound>> = parts.iter().map(|part| bound(part, var)).collect();
    let numbered = || bounds.iter().enumerate();
    for (at, above) in numbered() {
        for (other, below) in numbered() {
            let (Some(above), Some(below)) = (above, below) else {
                continue;
            };
            // factor * var <= -above.rest, and -factor * var + below.rest <= 0.
            let mut opposite = above.factor.clone();
            opposite.add_scaled(&below.factor, &BigRational::one());
            let mut width = above.factor.scaled(&-BigRational::one());
            width.add_scaled(&above.rest, &-BigRational::one());
            width.add_scaled(&below.rest, &-BigRational::one());
            width.constant += BigRational::one();
            if opposite != Poly::default() || width != Poly::default() {
                continue;
            }
            let factor = above.factor.to_term(&Sort::Int);
            let last = above.rest.scaled(&-BigRational::one()).to_term(&Sort::Int);
            let left = parts.iter().enumerate();
            return Some(Window {
                value: term::div(last, factor.clone()),
                condition: term::lt(term::int(0), factor),
                rest: left
                    .filter(|(number, _)| *number != at && *number != other)
                    .map(|(_, part)| part.clone())
                    .collect(),
            });
        }
    }
    None
}

fn bound(part: &Term, var: &Term) -> Option<Bound> {
    let (left, right, strict) = comparison(part)?;
    if *var.sort() != Sort::Int {
        return None;
    }
    let poly = Poly::of(&term::sub(left.clone(), right.clone()));
    let mut rest = Poly::literal(poly.constant.clone());
    let mut factor = Poly::default();
    for (factors, coefficient) in &poly.terms {
        let times = factors.iter().filter(|one| *one == var).count();
        let inside = factors
            .iter()
            .any(|one| one != var && one.free_bound_vars().contains(var));
        if inside || times > 1 || !coefficient.is_integer() {
            return None;
        }
        if times == 0 {
            rest.terms.insert(factors.clone(), coefficient.clone());
            continue;
        }
        let others: Vec<Term> = factors.iter().filter(|one| *one != var).cloned().collect();
        match others.is_empty() {
            true => factor.constant = coefficient.clone(),
            false => {
                factor.terms.insert(others, coefficient.clone());
            }
        }
    }
    if !rest.constant.is_integer() || factor == Poly::default() {
        return None;
    }
    if strict {
        rest.constant += BigRational::one();
    }
    Some(Bound { factor, rest })
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    /// What the guard says of each value beside what the window says, for small numbers.
    fn agree(parts: &[Term], names: &[Term], var: &Term) -> bool {
        let Some(window) = window(parts, var) else {
            return false;
        };
        let values = -4..5i64;
        let mut fills: Vec<Vec<(Term, Term)>> = vec![Vec::new()];
        for name in names {
            fills = fills
                .iter()
                .flat_map(|fill| {
                    values.clone().map(|value| {
                        let mut fill = fill.clone();
                        fill.push((name.clone(), term::int(value)));
                        fill
                    })
                })
                .collect();
        }
        for fill in fills {
            let holds = |guard: &[Term], value: Term| {
                let mut fill = fill.clone();
                fill.push((var.clone(), value));
                term::and(guard.to_vec()).subst(&fill).is_true()
            };
            let condition = window.condition.subst(&fill).is_true();
            let value = condition.then(|| window.value.subst(&fill));
            for k in -30..30i64 {
                let said = value == Some(term::int(k)) && holds(&window.rest, term::int(k));
                assert_eq!(holds(parts, term::int(k)), said, "{fill:?} {k}");
            }
        }
        true
    }

    #[test]
    fn a_window_leaves_the_one_value_that_the_guard_does() {
        let [k, i, n] = ["k", "i", "n"].map(|name| term::bound(name, Sort::Int));
        let names = [i.clone(), n.clone()];
        let times = |a: &Term, b: &Term| term::mul(a.clone(), b.clone());
        let next = term::add(vec![k.clone(), term::int(1)]);
        let chunk = vec![
            term::le(times(&k, &n), i.clone()),
            term::lt(i.clone(), times(&next, &n)),
        ];
        assert!(agree(&chunk, &names, &k));
        // From above, with a shift, by a literal, and with more said of the variable.
        let last = term::sub(i.clone(), term::int(3));
        let shifted = vec![
            term::le(term::int(0), k.clone()),
            term::lt(last.clone(), times(&k, &n)),
            term::le(term::sub(times(&k, &n), n.clone()), last),
        ];
        assert!(agree(&shifted, &names, &k));
        let four = vec![
            term::le(times(&k, &term::int(4)), i.clone()),
            term::lt(i.clone(), times(&next, &term::int(4))),
        ];
        assert!(agree(&four, &names, &k));
    }

    #[test]
    fn wider_and_narrower_ranges_are_no_windows() {
        let [k, i, n] = ["k", "i", "n"].map(|name| term::bound(name, Sort::Int));
        let product = term::mul(k.clone(), n.clone());
        for more in [-1, 1] {
            let end = term::add(vec![product.clone(), n.clone(), term::int(more)]);
            let parts = vec![
                term::le(product.clone(), i.clone()),
                term::lt(i.clone(), end),
            ];
            assert!(window(&parts, &k).is_none());
        }
        // Of `k * k` and of a place that depends on the variable nothing is said.
        let square = term::mul(k.clone(), k.clone());
        let parts = vec![
            term::le(square.clone(), i.clone()),
            term::lt(i.clone(), term::add(vec![square, k.clone()])),
        ];
        assert!(window(&parts, &k).is_none());
    }
}
