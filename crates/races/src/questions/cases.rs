//! Case splits: an unknown number of bits to shift by, and a power of two, have few values, and with each of them what
//! was hard is linear: `1 << s`, `x & (p - 1)` and `x % (2 * p)` become products with and remainders by literals.

use crate::execution::symbols::Symbols;
use crate::questions::{Answer, Queries};
use num_bigint::BigInt;
use solver::term::bv::{self, BvOp};
use solver::term::{Node, Op, Symbol, Term, eq, not, postorder};
use std::collections::{BTreeSet, HashMap};

/// So often a question is split, one split within the other.
pub(crate) const MOST_SPLITS: usize = 2;

/// Longer lists of values are not told apart.
const MOST_LISTED: usize = 64;

/// So many terms are tried for one split.
const MOST_TERMS: usize = 4;

/// A term, with values of which it has one if the formulas hold.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Split {
    /// The term.
    of: Term,
    /// The values: literals.
    values: Vec<Term>,
    /// What holds if it has none of them; none if it always has one.
    else_holds: Option<Term>,
}

/// How many operations there are of two unknown numbers that are not linear.
fn hard(formulas: &[Term]) -> usize {
    let unknown = |term: &&Term| term.as_bits().is_none() && term.as_int().is_none();
    let is_hard = |term: &&Term| {
        let Node::Op(op, args) = term.node() else {
            return false;
        };
        let of_two = matches!(
            op,
            Op::Mul | Op::Bv(BvOp::Mul | BvOp::And | BvOp::Or | BvOp::Xor)
        );
        let by_second = matches!(op, Op::Bv(BvOp::Shl | BvOp::Lshr | BvOp::Ashr))
            || matches!(
                op,
                Op::Bv(BvOp::Udiv | BvOp::Urem | BvOp::Sdiv | BvOp::Srem)
            );
        of_two && args.iter().filter(unknown).count() > 1
            || by_second && args.get(1).filter(unknown).is_some()
    };
    postorder(formulas).iter().filter(is_hard).count()
}

/// What may be split in formulas that hold together; those first after which least is left that is hard.
fn splits(formulas: &[Term]) -> Vec<Split> {
    let parts = postorder(formulas);
    let mut seen = BTreeSet::new();
    let listed = formulas.iter().flat_map(listed);
    let powers = formulas.iter().flat_map(powers_of_two);
    let amounts = parts.iter().filter_map(amount);
    let mut all: Vec<Split> = listed
        .chain(powers)
        .chain(amounts)
        .filter(|split| seen.insert(split.of.clone()))
        .collect();
    all.sort_by_cached_key(|split| {
        let of = std::slice::from_ref(&split.of);
        split
            .some()
            .map(|value| hard(&with_value(formulas, of, value)))
    });
    all.truncate(MOST_TERMS);
    all
}

impl Split {
    /// One of the values, neither small nor large.
    fn some(&self) -> Option<&Term> {
        self.values.get(self.values.len() / 4)
    }
}

/// A question: formulas, and terms whose values are wanted.
type Asked<'q> = (&'q [Term], &'q [(String, Term)]);

/// Of what symbols are, and of which each one of the second thread is a copy.
pub(crate) type Named<'q> = (&'q Symbols, &'q HashMap<Symbol, Symbol>);

impl Queries<'_> {
    /// The answer that is found by telling the values of a term apart, if one is. Each of the cases may be split again,
    /// up to `splits` splits one within the other.
    pub(crate) fn by_cases(
        &mut self,
        of: Named<'_>,
        asked: Asked<'_>,
        splits: usize,
    ) -> Option<Answer> {
        let left = splits.checked_sub(1)?;
        let all = self::splits(asked.0);
        let mut first: Option<(&Split, Vec<Term>)> = None;
        for split in &all {
            let equal = self.equal_terms(of, asked.0, (split, &all));
            // One of the cases says whether it helps to tell them apart.
            let (formulas, wanted) = case(asked, &equal, split.some()?);
            if self.undivided(of, &formulas, &wanted).1 {
                return self.each_case(of, asked, (split, &equal), left);
            }
            first.get_or_insert((split, equal));
        }
        // None helps by itself; two of them together may.
        let (split, equal) = first.filter(|_| left > 0)?;
        self.each_case(of, asked, (split, &equal), left)
    }

    fn each_case(
        &mut self,
        of: Named<'_>,
        asked: Asked<'_>,
        (split, equal): (&Split, &[Term]),
        left: usize,
    ) -> Option<Answer> {
        let each = split.values.iter().map(|value| case(asked, equal, value));
        let (formulas, wanted) = asked;
        let other = split.else_holds.iter().map(|fact| {
            let all = formulas.iter().chain([fact]).cloned().collect();
            (all, wanted.to_vec())
        });
        for (formulas, wanted) in each.chain(other) {
            let (answer, sure) = self.undivided(of, &formulas, &wanted);
            let answer = match sure {
                true => answer,
                false => self.by_cases(of, (&formulas, &wanted), left)?,
            };
            if answer != Answer::Impossible {
                return Some(answer);
            }
        }
        Some(Answer::Impossible)
    }

    /// The term of a split, and those of other splits that are the same of another thread, or in another iteration, and
    /// cannot have another value.
    fn equal_terms(
        &mut self,
        of: Named<'_>,
        formulas: &[Term],
        (split, all): (&Split, &[Split]),
    ) -> Vec<Term> {
        let head = |term| Some(of.1.get(term).unwrap_or(term));
        let mut equal = vec![split.of.clone()];
        let Some(name) = split.of.symbol().and_then(head) else {
            return equal;
        };
        for other in all.iter().map(|other| &other.of) {
            if *other != split.of && other.symbol().and_then(head) == Some(name) {
                let differ = not(eq(other.clone(), split.of.clone()));
                let asked: Vec<Term> = formulas.iter().cloned().chain([differ]).collect();
                if self.undivided(of, &asked, &[]).0 == Answer::Impossible {
                    equal.push(other.clone());
                }
            }
        }
        equal
    }
}

/// A question with a value for some terms.
fn case(
    (formulas, wanted): Asked<'_>,
    of: &[Term],
    value: &Term,
) -> (Vec<Term>, Vec<(String, Term)>) {
    let here: Vec<(Term, Term)> = of.iter().map(|one| (one.clone(), value.clone())).collect();
    let wanted = wanted
        .iter()
        .map(|(name, term)| (name.clone(), term.subst(&here)));
    (with_value(formulas, of, value), wanted.collect())
}

/// The formulas with a value for some terms.
fn with_value(formulas: &[Term], of: &[Term], value: &Term) -> Vec<Term> {
    let here: Vec<(Term, Term)> = of.iter().map(|one| (one.clone(), value.clone())).collect();
    // Functions of which a term is a value have to have it still.
    let kept = of.iter().map(|one| eq(one.clone(), value.clone()));
    formulas
        .iter()
        .map(|one| one.subst(&here))
        .chain(kept)
        .collect()
}

/// Splits of the numbers whose values a formula lists, whenever it holds: `x == 1 || x == 2 || x == 4`.
fn listed(formula: &Term) -> Vec<Split> {
    if let Some(parts) = formula.as_op(Op::And) {
        return parts.iter().flat_map(listed).collect();
    }
    let Some(parts) = formula.as_op(Op::Or) else {
        return Vec::new();
    };
    let pair = |part: &Term| -> Option<(Term, Term)> {
        let [a, b] = part.as_op(Op::Eq)? else {
            return None;
        };
        match (a.as_bits(), b.as_bits()) {
            (None, Some(_)) => Some((a.clone(), b.clone())),
            (Some(_), None) => Some((b.clone(), a.clone())),
            _ => None,
        }
    };
    let pairs: Option<Vec<(Term, Term)>> = parts.iter().map(pair).collect();
    let pairs = pairs
        .filter(|pairs| pairs.len() <= MOST_LISTED)
        .unwrap_or_default();
    let Some((of, _)) = pairs.first().cloned() else {
        return Vec::new();
    };
    let is_number = matches!(of.node(), Node::Const(_));
    if !is_number || pairs.iter().any(|(one, _)| *one != of) {
        return Vec::new();
    }
    let values = pairs.into_iter().map(|(_, value)| value).collect();
    vec![Split {
        of,
        values,
        else_holds: None,
    }]
}

/// Splits of the powers of two that a formula speaks of whenever it holds.
fn powers_of_two(formula: &Term) -> Vec<Split> {
    let (all, any) = (formula.as_op(Op::And), formula.as_op(Op::Or));
    match (all, any.and_then(<[Term]>::split_first)) {
        (Some(parts), _) => parts.iter().flat_map(powers_of_two).collect(),
        (None, Some((first, others))) => {
            let mut common = powers_of_two(first);
            for other in others {
                let found = if common.is_empty() {
                    Vec::new()
                } else {
                    powers_of_two(other)
                };
                common.retain(|split| found.contains(split));
            }
            common
        }
        (None, None) => power_of_two(formula).into_iter().collect(),
    }
}

/// A split of `x` if the formula says that `x & (x - 1)` is zero.
fn power_of_two(formula: &Term) -> Option<Split> {
    let [a, b] = formula.as_op(Op::Eq)? else {
        return None;
    };
    let both = match (a.as_bits(), b.as_bits()) {
        (Some(zero), None) if zero.is_zero() => b,
        (None, Some(zero)) if zero.is_zero() => a,
        _ => return None,
    };
    let [x, y] = both.as_op(Op::Bv(BvOp::And))? else {
        return None;
    };
    let width = x.sort().width()?;
    let less = |of: &Term| bv::sub(of.clone(), bv::lit(1, width));
    let of = match (less(x) == *y, less(y) == *x) {
        (true, _) => x,
        (_, true) => y,
        _ => return None,
    };
    let powers = (0..width).map(|bit| bv::lit(BigInt::from(1) << bit, width));
    Some(Split {
        of: of.clone(),
        values: powers.chain([bv::lit(0, width)]).collect(),
        else_holds: None,
    })
}

/// A split of what a term shifts by.
fn amount(term: &Term) -> Option<Split> {
    let Node::Op(Op::Bv(BvOp::Shl | BvOp::Lshr | BvOp::Ashr), args) = term.node() else {
        return None;
    };
    let [_, by] = args.as_slice() else {
        return None;
    };
    if by.as_bits().is_some() {
        return None;
    }
    let width = by.sort().width()?;
    Some(Split {
        of: by.clone(),
        values: (0..width).map(|bits| bv::lit(bits, width)).collect(),
        else_holds: Some(bv::ule(bv::lit(width, width), by.clone())),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use solver::term::{Sort, and, constant, or};

    #[test]
    fn powers_and_amounts_are_split() {
        let x = constant("x", Sort::BitVec(8));
        let s = constant("s", Sort::BitVec(8));
        let zero = bv::lit(0, 8);
        let less = bv::sub(x.clone(), bv::lit(1, 8));
        let is_power = eq(bv::and(x.clone(), less), zero.clone());
        let shifted = bv::ult(bv::shl(x.clone(), s.clone()), bv::lit(9, 8));
        let found = splits(&[and(vec![is_power.clone(), shifted.clone()])]);
        let of: Vec<(&Term, usize)> = found
            .iter()
            .map(|one| (&one.of, one.values.len()))
            .collect();
        assert_eq!(of, [(&x, 9), (&s, 8)]);
        // What is only said under a condition splits nothing.
        let is_small = bv::ult(x.clone(), bv::lit(3, 8));
        assert_eq!(splits(&[not(is_power.clone())]), []);
        assert_eq!(splits(&[or(vec![is_power.clone(), is_small.clone()])]), []);
        let either = or(vec![
            and(vec![is_power.clone(), is_small]),
            and(vec![is_power.clone(), shifted.clone()]),
        ]);
        assert_eq!(splits(&[either]).len(), 2);
        let with = with_value(
            &[is_power, shifted],
            std::slice::from_ref(&x),
            &bv::lit(4, 8),
        );
        assert!(with.iter().any(|one| *one == eq(x.clone(), bv::lit(4, 8))));
        assert_eq!(splits(&with).len(), 1);
    }

    #[test]
    fn values_that_are_listed_are_split() {
        let x = constant("x", Sort::BitVec(8));
        let y = constant("y", Sort::BitVec(8));
        let is = |of: &Term, value: u32| eq(of.clone(), bv::lit(value, 8));
        let found = listed(&and(vec![
            or(vec![is(&x, 1), is(&x, 4), is(&x, 9)]),
            or(vec![is(&x, 1), is(&y, 4)]),
        ]));
        let values = [1u32, 4, 9].map(|value| bv::lit(value, 8));
        let mut of: Vec<Term> = found.iter().flat_map(|one| one.values.clone()).collect();
        of.sort();
        assert_eq!((found.len(), of), (1, values.to_vec()));
        // One that may have another value, and a list that is denied.
        let open = or(vec![is(&x, 1), bv::ult(x.clone(), bv::lit(9, 8))]);
        assert_eq!(listed(&open), []);
        assert_eq!(listed(&not(or(vec![is(&x, 1), is(&x, 4)]))), []);
    }
}
