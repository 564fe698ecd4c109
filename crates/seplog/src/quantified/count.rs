//! How many values the variables take that a permission's place does not mention.

use crate::quantified::bounds::{bound_on, comparison};
use num_traits::Signed;
use solver::term::{self, Poly, Sort, Supply, Term};

/// The number of values of a variable under bounds, where there is one, and whether there is.
///
/// None if a part is no bound on the variable alone, or a side has none.
pub(crate) fn values(about: &[Term], var: &Term) -> Option<(Term, Term)> {
    let mut lows: Vec<Term> = Vec::new();
    let mut highs: Vec<Term> = Vec::new();
    for part in about {
        let (low, limit) = bound_on(part, var).or_else(|| scaled_bound(part, var))?;
        let side = if low { &mut lows } else { &mut highs };
        if !side.contains(&limit) {
            side.push(limit);
        }
    }
    let mut some = Vec::new();
    for low in &lows {
        for high in &highs {
            some.push(term::lt(low.clone(), high.clone()));
        }
    }
    let low = lows
        .into_iter()
        .reduce(|a, b| term::ite(term::le(a.clone(), b.clone()), b, a))?;
    let high = highs
        .into_iter()
        .reduce(|a, b| term::ite(term::le(a.clone(), b.clone()), a, b))?;
    Some((term::sub(high, low), term::and(some)))
}

/// `low <= var` (true) or `var < high` (false) from a bound on a multiple of the variable by a
/// literal.
fn scaled_bound(part: &Term, var: &Term) -> Option<(bool, Term)> {
    let (left, right, strict) = comparison(part)?;
    if *var.sort() != Sort::Int {
        return None;
    }
    // factor * var + rest <= 0, in whole numbers.
    let difference = term::sub(left.clone(), right.clone());
    let mut rest = term::add(vec![difference, term::int(i64::from(strict))]);
    let poly = Poly::of(&rest);
    let factor = poly.terms.get(&vec![var.clone()])?;
    if !factor.is_integer() {
        return None;
    }
    let factor = factor.to_integer();
    rest = term::sub(rest, term::mul(term::big(factor.clone()), var.clone()));
    if rest.free_bound_vars().contains(var) {
        return None;
    }
    let size = term::big(factor.abs());
    Some(if factor.is_positive() {
        // var <= floor(-rest / factor)
        let last = term::div(term::neg(rest), size);
        (false, term::add(vec![last, term::int(1)]))
    } else {
        // var >= ceil(rest / size)
        let up = term::add(vec![rest, size.clone(), term::int(-1)]);
        (true, term::div(up, size))
    })
}

/// Joins variables that are digits of one number: where `0 <= d < N` for a literal `N`, and
/// otherwise only `N * b + d` occurs and bounds on `b`, the pairs `(b, d)` are one to one with
/// the numbers `i = N * b + d`, and the guard is said of `i`.
///
/// The conjuncts of the guard and the variables, both as they are then.
pub(crate) fn digits_joined(
    supply: &mut Supply,
    parts: Vec<Term>,
    vars: Vec<Term>,
) -> (Vec<Term>, Vec<Term>) {
    for digit in &vars {
        for upper in vars.iter().filter(|upper| *upper != digit) {
            let number = supply.fresh_bound("number", Sort::Int);
            let Some(joined) = join(&parts, digit, upper, &number) else {
                continue;
            };
            let mut rest: Vec<Term> = vars
                .iter()
                .filter(|var| *var != digit && *var != upper)
                .cloned()
                .collect();
            rest.push(number);
            return digits_joined(supply, joined, rest);
        }
    }
    (parts, vars)
}

/// The guard over `number = N * upper + digit`, if it can be said so.
fn join(parts: &[Term], digit: &Term, upper: &Term, number: &Term) -> Option<Vec<Term>> {
    let mentions = |part: &Term, var: &Term| part.free_bound_vars().contains(var);
    if *digit.sort() != Sort::Int || *upper.sort() != Sort::Int {
        return None;
    }
    let mut radix: Option<Term> = None;
    let mut from_zero = false;
    let mut together = Vec::new();
    let mut above = Vec::new();
    let mut joined = Vec::new();
    for part in parts {
        match (mentions(part, digit), mentions(part, upper)) {
            (true, true) => together.push(part),
            (false, true) => above.push(part),
            (false, false) => joined.push(part.clone()),
            (true, false) => match bound_on(part, digit)? {
                (true, low) if low == term::int(0) && !from_zero => from_zero = true,
                (false, high)
                    if radix.is_none() && high.as_int().is_some_and(Signed::is_positive) =>
                {
                    radix = Some(high);
                }
                _ => return None,
            },
        }
    }
    let radix = radix.filter(|_| from_zero && !together.is_empty())?;
    let value = term::sub(number.clone(), term::mul(radix.clone(), upper.clone()));
    for part in together {
        let said = part.subst(&[(digit.clone(), value.clone())]);
        if mentions(&said, upper) || mentions(&said, digit) {
            return None;
        }
        joined.push(said);
    }
    for part in above {
        let (low, limit) = bound_on(part, upper)?;
        let limit = term::mul(radix.clone(), limit);
        joined.push(if low {
            term::le(limit, number.clone())
        } else {
            term::lt(number.clone(), limit)
        });
    }
    Some(joined)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    /// The count for a guard over some variables, all of them joined and counted.
    fn counted(parts: Vec<Term>, vars: &[Term]) -> i64 {
        let mut supply = Supply::new("n!");
        let (parts, vars) = digits_joined(&mut supply, parts, vars.to_vec());
        let [var] = vars.as_slice() else {
            panic!("not joined: {vars:?}");
        };
        let (count, some) = values(&parts, var).unwrap();
        if some.is_false() {
            return 0;
        }
        assert!(some.is_true(), "{some:?}");
        i64::try_from(count.as_int().unwrap().clone()).unwrap()
    }

    /// The pairs for which the guard comes out true, by trying them.
    fn tried(parts: &[Term], vars: &[Term; 2]) -> i64 {
        let mut found = 0;
        for a in -4..16 {
            for b in -4..16 {
                let fill = [
                    (vars[0].clone(), term::int(a)),
                    (vars[1].clone(), term::int(b)),
                ];
                found += i64::from(parts.iter().all(|part| part.subst(&fill).is_true()));
            }
        }
        found
    }

    #[test]
    fn pairs_are_counted_as_trying_counts_them() {
        let t = term::bound("t", Sort::Int);
        let k = term::bound("k", Sort::Int);
        let times = |n: i64, v: &Term| term::mul(term::int(n), v.clone());
        for size in 1..5 {
            for end in [-3, 0, 1, 2, 5, 6, 11] {
                for low in [-2, 0, 3] {
                    let digit = |v: &Term| {
                        vec![
                            term::le(term::int(0), v.clone()),
                            term::lt(v.clone(), term::int(size)),
                        ]
                    };
                    let cell = |d: &Term, u: &Term| {
                        term::add(vec![term::int(low), times(size, u), d.clone()])
                    };
                    // Neighbours: a thread for each tile, and fewer cells in the last.
                    let mut intra = digit(&k);
                    intra.push(term::le(term::int(0), t.clone()));
                    intra.push(term::lt(t.clone(), term::int(3)));
                    intra.push(term::lt(cell(&k, &t), term::int(end)));
                    let vars = [t.clone(), k.clone()];
                    assert_eq!(counted(intra.clone(), &vars), tried(&intra, &vars));
                    // Cells far apart: as many threads as the size says.
                    let mut inter = digit(&t);
                    inter.push(term::le(term::int(0), k.clone()));
                    inter.push(term::lt(cell(&t, &k), term::int(end)));
                    assert_eq!(counted(inter.clone(), &vars), tried(&inter, &vars));
                }
            }
        }
    }

    #[test]
    fn multiples_are_bounded_by_rounding() {
        let k = term::bound("k", Sort::Int);
        for factor in [-3, -2, 2, 3] {
            for rest in -7..8 {
                for strict in [false, true] {
                    let sum = term::add(vec![
                        term::mul(term::int(factor), k.clone()),
                        term::int(rest),
                    ]);
                    let part = if strict {
                        term::lt(sum, term::int(0))
                    } else {
                        term::le(sum, term::int(0))
                    };
                    let bound = bound_on(&part, &k).or_else(|| scaled_bound(&part, &k));
                    let (low, limit) = bound.unwrap();
                    let limit = i64::try_from(limit.as_int().unwrap().clone()).unwrap();
                    for value in -10..10 {
                        let holds = part.subst(&[(k.clone(), term::int(value))]).is_true();
                        let said = if low { limit <= value } else { value < limit };
                        assert_eq!(holds, said, "{factor} * {value} + {rest}");
                    }
                }
            }
        }
    }

    #[test]
    fn what_is_no_number_is_not_joined() {
        let t = term::bound("t", Sort::Int);
        let k = term::bound("k", Sort::Int);
        let zero = || term::int(0);
        let sum = |n: i64| term::add(vec![term::mul(term::int(n), t.clone()), k.clone()]);
        let digit = vec![
            term::le(zero(), k.clone()),
            term::lt(k.clone(), term::int(4)),
            term::le(zero(), t.clone()),
        ];
        // Gaps between the tiles, overlapping tiles, a digit from one.
        for (parts, factor) in [(digit.clone(), 5), (digit.clone(), 3)] {
            let mut parts = parts;
            parts.push(term::lt(sum(factor), term::int(9)));
            let mut supply = Supply::new("n!");
            let vars = vec![t.clone(), k.clone()];
            let (_, vars) = digits_joined(&mut supply, parts, vars);
            assert_eq!(vars.len(), 2);
        }
        let mut parts = digit;
        parts[0] = term::le(term::int(1), k.clone());
        parts.push(term::lt(sum(4), term::int(9)));
        let (_, vars) = digits_joined(&mut Supply::new("n!"), parts, vec![t.clone(), k.clone()]);
        assert_eq!(vars.len(), 2);
    }
}
