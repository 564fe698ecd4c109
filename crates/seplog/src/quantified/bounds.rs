//! Bounds on variables, as guards say them.

use num_traits::ToPrimitive;
use solver::term::{self, Op, Rewriter, Sort, Term};

/// The parts of a conjunction.
pub(crate) fn conjuncts(formula: &Term) -> Vec<Term> {
    match formula.as_op(Op::And) {
        Some(parts) => parts.to_vec(),
        None if formula.is_true() => Vec::new(),
        None => vec![formula.clone()],
    }
}

/// The value of a variable, if an equation says it outright.
pub(crate) fn pinned(part: &Term, var: &Term) -> Option<Term> {
    let [left, right] = part.as_op(Op::Eq)? else {
        return None;
    };
    for (this, other) in [(left, right), (right, left)] {
        let fits = other.sort() == var.sort();
        if this == var && fits && !other.free_bound_vars().contains(var) {
            return Some(other.clone());
        }
    }
    if ![left, right, var]
        .iter()
        .all(|term| *term.sort() == Sort::Int)
    {
        return None;
    }
    let difference = term::sub(left.clone(), right.clone());
    let without = term::sub(difference.clone(), var.clone());
    if !without.free_bound_vars().contains(var) {
        return Some(term::neg(without));
    }
    let without = term::add(vec![difference, var.clone()]);
    (!without.free_bound_vars().contains(var)).then_some(without)
}

/// The sides of a comparison of integers, `left <= right` or (true) `left < right`. A rational bounds
/// integers, too, but is no end of a range of them.
pub(crate) fn comparison(part: &Term) -> Option<(&Term, &Term, bool)> {
    let (sides, strict) = match part.as_op(Op::Le) {
        Some(sides) => (sides, false),
        None => (part.as_op(Op::Lt)?, true),
    };
    let [left, right] = sides else { return None };
    let integers = [left, right].iter().all(|side| *side.sort() == Sort::Int);
    integers.then_some((left, right, strict))
}

/// `low <= var` (true) or `var < high` (false), in whatever form.
pub(crate) fn bound_on(part: &Term, var: &Term) -> Option<(bool, Term)> {
    let (left, right, strict) = comparison(part)?;
    if *var.sort() != Sort::Int {
        return None;
    }
    // left - right <= 0 (or < 0): solve for the variable if it has coefficient 1 or -1.
    let difference = term::sub(left.clone(), right.clone());
    let plus = term::sub(difference.clone(), var.clone());
    if !plus.free_bound_vars().contains(var) {
        // var + plus <= 0: var < 1 - plus, or var < -plus if strict.
        let high = term::neg(plus);
        return Some((
            false,
            if strict {
                high
            } else {
                term::add(vec![high, term::int(1)])
            },
        ));
    }
    let minus = term::add(vec![difference, var.clone()]);
    if !minus.free_bound_vars().contains(var) {
        // minus - var <= 0: minus <= var, or minus + 1 <= var if strict.
        return Some((
            true,
            if strict {
                term::add(vec![minus, term::int(1)])
            } else {
                minus
            },
        ));
    }
    None
}

/// A term as it may be written where a guard holds: quotients and remainders by numbers, of variables
/// that the guard keeps within one quotient, as `k / 4` and `k % 4` where `0 <= k < 4`.
///
/// An index that a tile's cell computes, `(tile * 4 + k) / 4 * 8 + (tile * 4 + k) % 4`, is linear then.
pub(crate) fn within(guard: &[Term], root: &Term) -> Term {
    let divides = |part: &Term| part.as_op(Op::Div).or(part.as_op(Op::Mod)).is_some();
    if guard.is_empty() || !root.any_subterm(divides) {
        return root.clone();
    }
    let rule = |term: &Term, args: &[Term]| {
        let quotient = match (term.as_op(Op::Div), term.as_op(Op::Mod)) {
            (Some(_), _) => true,
            (_, Some(_)) => false,
            _ => return None,
        };
        let [number, by] = args else { return None };
        let divisor = by.as_int()?.to_i64().filter(|by| *by > 0)?;
        let (low, high) = numbers(guard, number)?;
        let first = low.div_euclid(divisor);
        if first != high.div_euclid(divisor) {
            return None;
        }
        match quotient {
            true => Some(term::int(first)),
            false => {
                let begin = first.checked_mul(divisor)?;
                Some(term::sub(number.clone(), term::int(begin)))
            }
        }
    };
    Rewriter::new(rule).apply(root)
}

/// The least and the largest number that a guard leaves to a bound variable, if it says both.
fn numbers(guard: &[Term], var: &Term) -> Option<(i64, i64)> {
    if !matches!(var.node(), term::Node::Bound(_)) {
        return None;
    }
    let bounds: Vec<(bool, i64)> = guard
        .iter()
        .filter_map(|part| bound_on(part, var))
        .filter_map(|(low, end)| Some((low, end.as_int()?.to_i64()?)))
        .collect();
    let of = |is_low: bool| {
        let ends = bounds.iter().filter(move |(low, _)| *low == is_low);
        ends.map(|(_, end)| *end)
    };
    let low = of(true).max()?;
    let high = of(false).min()?.checked_sub(1)?;
    (low <= high).then_some((low, high))
}

#[cfg(test)]
mod tests {
    use super::*;
    use solver::term::{add, bound, div, int, le, lt, modulo, mul};

    /// `(4 * t + k) / 4 * 8 + (4 * t + k) % 4` for `low <= k < high`.
    fn index(low: i64, high: i64) -> Term {
        let (t, k) = (bound("t", Sort::Int), bound("k", Sort::Int));
        let number = add(vec![mul(int(4), t), k.clone()]);
        let index = add(vec![
            mul(div(number.clone(), int(4)), int(8)),
            modulo(number, int(4)),
        ]);
        within(&[le(int(low), k.clone()), lt(k, int(high))], &index)
    }

    #[test]
    fn within_one_quotient_an_index_is_linear() {
        let (t, k) = (bound("t", Sort::Int), bound("k", Sort::Int));
        let linear = |offset| add(vec![mul(int(8), t.clone()), k.clone(), int(offset)]);
        assert_eq!(index(0, 4), linear(0));
        assert_eq!(index(1, 3), linear(0));
        assert_eq!(index(4, 8), linear(4));
        assert_eq!(index(-4, 0), linear(-4));
    }

    #[test]
    fn over_several_quotients_it_stays() {
        let divides = |term: &Term| term.as_op(Op::Div).is_some();
        for (low, high) in [(0, 5), (-1, 4), (3, 5), (4, 4)] {
            assert!(index(low, high).any_subterm(divides), "{low} {high}");
        }
    }
}
