//! Digits of a number: where a variable begins that takes no more values than a radix has.

use crate::quantified::bounds::{bound_on, pinned};
use crate::quantified::inverse::{Form, Inverse};
use num_traits::Signed;
use solver::term::{self, Term};

/// Where a digit begins.
pub(crate) struct Digit {
    low: Term,
    /// Whether the guard says that the variable lies in `low .. low + radix`.
    pub exact: bool,
}

impl Digit {
    /// Of a variable that is a digit with a radix, by what the guard says of it. Where it begins may be
    /// told by the variables that are `known`.
    pub(crate) fn of(
        (var, radix): (&Term, &Term),
        known: &[Term],
        guard: &[Term],
        form: Form,
    ) -> Digit {
        let apart = |end: &Term| {
            end.free_bound_vars()
                .iter()
                .all(|free| known.contains(free))
        };
        let (lows, highs) = ends(guard, var);
        let fits = |low: &Term| {
            let end = term::add(vec![low.clone(), radix.clone()]);
            highs.iter().any(|high| is_below(high, &end))
        };
        let zero = term::int(0);
        if lows.iter().any(|low| is_below(&zero, low)) && fits(&zero) {
            return Digit {
                low: zero,
                exact: true,
            };
        }
        let lows: Vec<Term> = lows.into_iter().filter(apart).collect();
        if let Some(low) = lows.iter().find(|low| fits(low)) {
            return Digit {
                low: low.clone(),
                exact: true,
            };
        }
        let low = match form {
            Form::Plain => None,
            Form::General => lows.into_iter().next(),
        };
        Digit {
            low: low.unwrap_or(zero),
            exact: false,
        }
    }

    /// The digit of a number and what is left of the number without it.
    pub(crate) fn taken_from(&self, number: &Term, radix: &Term) -> (Term, Term) {
        let above = term::sub(number.clone(), self.low.clone());
        let digit = term::modulo(above.clone(), radix.clone());
        (
            term::add(vec![self.low.clone(), digit]),
            term::div(above, radix.clone()),
        )
    }
}

/// An index `(var + shift) % modulus`.
pub(crate) struct Wrapping<'a> {
    /// The index.
    pub index: &'a Term,
    /// What it is taken modulo.
    pub modulus: &'a Term,
    /// The variable.
    pub var: &'a Term,
    /// What is added to it.
    pub shift: Term,
}

impl Wrapping<'_> {
    /// The inverse: in its plain form by the case in which nothing wraps and the one in which it does,
    /// once.
    pub(crate) fn invert(&self, target: &Term, guard: &[Term], form: Form) -> Inverse {
        let digit = Digit::of((self.var, self.modulus), &[], guard, form);
        if form == Form::General || digit.low != term::int(0) {
            return self.often(target, &digit);
        }
        let back = term::sub(target.clone(), self.shift.clone());
        let value = term::ite(
            term::le(self.shift.clone(), target.clone()),
            back.clone(),
            term::add(vec![back, self.modulus.clone()]),
        );
        // Of one thread `(t + 2) % n` wraps twice.
        let wraps_once = self.shift == term::int(0) || self.shift == term::int(1);
        Inverse {
            condition: term::eq(
                self.index.subst(&[(self.var.clone(), value.clone())]),
                target.clone(),
            ),
            values: vec![(self.var.clone(), value)],
            exact: digit.exact && wraps_once,
        }
    }

    /// However often it wraps. The cases in which it does at most once are told apart, since a solver
    /// does without a remainder there.
    fn often(&self, target: &Term, digit: &Digit) -> Inverse {
        let shift = term::add(vec![self.shift.clone(), digit.low.clone()]);
        let back = term::sub(target.clone(), shift);
        let once = term::add(vec![back.clone(), self.modulus.clone()]);
        let within = |value: &Term| {
            term::and(vec![
                term::le(term::int(0), value.clone()),
                term::lt(value.clone(), self.modulus.clone()),
            ])
        };
        let above = term::ite(
            within(&back),
            back.clone(),
            term::ite(
                within(&once),
                once,
                term::modulo(back, self.modulus.clone()),
            ),
        );
        Inverse {
            values: vec![(self.var.clone(), term::add(vec![digit.low.clone(), above]))],
            // The value differs from `target - shift` by a multiple of the modulus.
            condition: within(target),
            exact: digit.exact,
        }
    }
}

/// The ends that a guard gives a variable: lower bounds, and upper bounds that it stays below.
fn ends(guard: &[Term], var: &Term) -> (Vec<Term>, Vec<Term>) {
    let (mut lows, mut highs) = (Vec::new(), Vec::new());
    for part in guard {
        if let Some((low, end)) = bound_on(part, var) {
            if low { &mut lows } else { &mut highs }.push(end);
        } else if let Some(value) = pinned(part, var) {
            highs.push(term::add(vec![value.clone(), term::int(1)]));
            lows.push(value);
        }
    }
    (lows, highs)
}

/// Whether `small <= large` by their difference alone.
fn is_below(small: &Term, large: &Term) -> bool {
    let difference = term::sub(large.clone(), small.clone());
    difference
        .as_int()
        .is_some_and(|difference| !difference.is_negative())
}

/// Whether the guard says of a variable that it is not negative.
pub(crate) fn never_negative(guard: &[Term], var: &Term) -> bool {
    let zero = term::int(0);
    ends(guard, var).0.iter().any(|low| is_below(&zero, low))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::panic)]
mod tests {
    use super::*;
    use crate::quantified::inverse::invert;
    use solver::term::Sort;

    fn number(formula: &Term, fill: &[(Term, Term)]) -> i64 {
        let value = formula.subst(fill);
        let value = value.as_int().unwrap_or_else(|| panic!("{value:?}"));
        i64::try_from(value).unwrap()
    }

    fn var(name: &str) -> Term {
        term::bound(name, Sort::Int)
    }

    fn times(factor: &Term, var: &Term) -> Term {
        term::mul(factor.clone(), var.clone())
    }

    fn range(low: Term, var: &Term, high: Term) -> [Term; 2] {
        [term::le(low, var.clone()), term::lt(var.clone(), high)]
    }

    /// Tries all small values: an inverse that calls itself exact gives every pair back that the guard
    /// admits, and where its condition holds the index is the target. Says whether it is exact.
    fn tried(index: &Term, guard: &[Term], form: Form, fixed: &[(Term, Term)]) -> Option<bool> {
        let vars: Vec<Term> = [var("i"), var("j")]
            .into_iter()
            .filter(|var| index.free_bound_vars().contains(var))
            .collect();
        let target = var("target");
        let inverse = invert(index, &vars, &target, guard, form)?;
        for i in -2..4 {
            for j in -2..6 {
                let mut fill = fixed.to_vec();
                fill.extend([(var("i"), term::int(i)), (var("j"), term::int(j))]);
                let admitted = guard.iter().all(|part| part.subst(&fill).is_true());
                let place = term::int(number(index, &fill));
                let mut there = fixed.to_vec();
                there.push((target.clone(), place));
                let right = inverse.condition.subst(&there).is_true();
                let back: Vec<(Term, Term)> = inverse
                    .values
                    .iter()
                    .map(|(var, value)| (var.clone(), term::int(number(value, &there))))
                    .collect();
                let mut again = fixed.to_vec();
                again.extend(back.iter().cloned());
                if right {
                    assert_eq!(index.subst(&again), index.subst(&fill), "{index:?}");
                }
                if admitted && inverse.exact {
                    let given = back.iter().all(|(var, value)| var.subst(&fill) == *value);
                    assert!(right && given, "{index:?} under {guard:?} at {i}, {j}");
                }
            }
        }
        Some(inverse.exact)
    }

    #[test]
    fn exact_inverses_give_every_value_back() {
        let (i, j, n) = (var("i"), var("j"), term::constant("n", Sort::Int));
        let mut exact = 0;
        let mut others = 0;
        for size in [1, 3] {
            let fixed = [(n.clone(), term::int(size))];
            for low in [-1i64, 0, 2] {
                for (above, shift) in [(0, 0), (0, 1), (0, 2), (-1, -3), (1, 0), (0, 5)] {
                    for radix in [n.clone(), term::int(size)] {
                        let high = term::add(vec![term::int(low + above), radix.clone()]);
                        let mut guard = range(term::int(low), &j, high).to_vec();
                        guard.extend(range(term::int(low), &i, term::int(low + 2)));
                        let next = term::add(vec![radix.clone(), term::int(1)]);
                        let plus =
                            |sum: Vec<Term>| term::add([sum, vec![term::int(shift)]].concat());
                        for index in [
                            plus(vec![times(&radix, &i), j.clone()]),
                            plus(vec![times(&next, &i), j.clone()]),
                            plus(vec![times(&term::int(2), &i), times(&term::int(6), &j)]),
                            term::neg(plus(vec![times(&radix, &i), j.clone()])),
                            plus(vec![i.clone(), j.clone()]),
                            plus(vec![times(&n, &i), times(&term::int(2), &j)]),
                            term::modulo(plus(vec![j.clone()]), radix.clone()),
                        ] {
                            for form in [Form::Plain, Form::General] {
                                match tried(&index, &guard, form, &fixed) {
                                    Some(true) => exact += 1,
                                    _ => others += 1,
                                }
                            }
                        }
                    }
                }
            }
        }
        assert!(exact > 100 && others > 100, "{exact} {others}");
    }

    #[test]
    fn digits_begin_where_the_guard_says() {
        let (i, j) = (var("i"), var("j"));
        let m = term::constant("m", Sort::Int);
        let rows = term::add(vec![times(&m, &i), j.clone()]);
        let shifted = term::add(vec![m.clone(), term::int(2)]);
        for (low, high, exact) in [
            (term::int(0), m.clone(), true),
            (term::int(2), shifted, true),
            (
                term::int(0),
                term::add(vec![m.clone(), term::int(1)]),
                false,
            ),
            (term::int(1), m.clone(), true),
            (i.clone(), term::add(vec![i.clone(), m.clone()]), false),
        ] {
            let guard = range(low, &j, high);
            let target = var("target");
            let vars = [i.clone(), j.clone()];
            let inverse = invert(&rows, &vars, &target, &guard, Form::Plain).unwrap();
            assert_eq!(inverse.exact, exact, "{guard:?}");
            for (_, value) in inverse.values {
                assert!(value.free_bound_vars().iter().all(|var| *var == target));
            }
        }
    }
}
