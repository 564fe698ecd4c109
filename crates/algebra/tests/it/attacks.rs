//! What once let the search or the checker go wrong, and what is near it.

use algebra::{
    Application, Atom, Claim, End, Formula, Poly, Problem, Proof, Reason, Step, Translation, check,
    contradictory, refute,
};
use solver::term::{
    Sort, Term, add, and, big, constant, div, eq, int, ite, le, lt, modulo, mul, not, or,
};

const BUDGET: u64 = 10_000;

fn atom(number: u16) -> Poly {
    Poly::from(Atom(number))
}

fn known(known: Vec<Formula>) -> Problem {
    Problem {
        known,
        ..Problem::default()
    }
}

/// Numbers of 127 bits or more have no place: nothing follows from them, and the search ends.
#[test]
fn large_numbers_are_lost() {
    let x = || constant("x", Sort::Int);
    for bits in [126u32, 127, 128, 300] {
        for sign in [-1, 1] {
            let number = || big(num_bigint::BigInt::from(sign) << bits);
            let more = || big((num_bigint::BigInt::from(sign) << bits) + 1);
            for formulas in [
                vec![eq(x(), number())],
                vec![le(x(), number()), le(number(), x())],
                vec![eq(mul(x(), number()), number()), eq(x(), int(1))],
                vec![
                    eq(x(), number()),
                    eq(constant("y", Sort::Int), mul(x(), x())),
                ],
                vec![le(more(), mul(number(), x())), le(int(-1), x())],
            ] {
                let found = contradictory(&formulas, BUDGET);
                assert!(found.is_none(), "{bits}: {formulas:?}");
            }
        }
    }
}

/// The square of a square of a square and one factor more have no place.
#[test]
fn long_products_are_lost() {
    let x = atom(0);
    let power = |n: u32| (0..n).fold(Poly::from(1), |power, _| power.times(&x));
    assert_eq!(power(8), power(4).times(&power(4)));
    assert_ne!(power(9), power(9));
    assert!(!power(9).minus(&power(9)).is_zero());
    let differ = |n| {
        let one = Formula::not_zero(&power(n).minus(&power(n)));
        refute(&known(vec![one]), BUDGET)
    };
    assert!(differ(8).is_some());
    assert!(differ(9).is_none());
    // And the search ends with an equation of that kind.
    let y = known(vec![
        Formula::zero(atom(1).minus(&power(3))),
        Formula::zero(atom(2).minus(&atom(1).times(&atom(1)).times(&atom(1)))),
        Formula::non_negative(atom(2).shifted(-5)),
    ]);
    assert!(refute(&y, BUDGET).is_none());
}

/// Negated, the least number is itself.
#[test]
fn the_least_number_is_lost() {
    let least = Poly::from(i128::MIN);
    assert_ne!(least, least);
    let half = Poly::from(i128::MIN / 2);
    assert_ne!(half.plus(&half), half.plus(&half));
    assert_ne!(half.times(&Poly::from(2)), half.scaled(2));
    assert_eq!(
        half.shifted(1).scaled(2).negated().negated(),
        half.shifted(1).scaled(2)
    );
}

/// In sixteen bits, counted from one, the last number is none: squared, it would be one.
#[test]
fn the_last_atom_is_lost() {
    let last = atom(u16::MAX);
    let square = last.times(&last);
    assert_eq!(square.as_constant(), None);
    assert!(refute(&known(vec![Formula::zero(square)]), BUDGET).is_none());
    let before = atom(u16::MAX - 1);
    assert_ne!(before.times(&before), before);
    let both = atom(0).times(&before);
    assert_eq!(both.minus(&before.times(&atom(0))).as_constant(), Some(0));
}

/// A new atom is none of a function's, even if no formula speaks of that.
#[test]
fn values_of_functions_are_not_new() {
    let value = |number, argument: &Poly| Application {
        atom: Atom(number),
        function: 0,
        arguments: vec![argument.clone()],
    };
    let problem = Problem {
        known: vec![Formula::non_negative(atom(1).shifted(-1))],
        applications: vec![value(1, &atom(0)), value(2, &atom(0)), value(4, &atom(3))],
        ranks: Vec::new(),
    };
    let negation = |new, of: u16| Proof {
        steps: vec![Step {
            claim: Claim::Zero(atom(new).plus(&atom(of))),
            reason: Reason::Name {
                new: Atom(new),
                is: atom(of).negated(),
            },
        }],
        end: End::Absurd(0),
    };
    let is_new = |new, of| {
        let wrong = check(&problem, &negation(new, of)).unwrap_err();
        wrong.0 != "the atom is not new"
    };
    // The second would be one less than nothing, although it is the first, which is positive.
    assert!(!is_new(2, 1));
    assert!(!is_new(1, 0) && !is_new(3, 0) && !is_new(4, 0));
    assert!(!is_new(5, 5));
    assert!(is_new(5, 0));
    // The search looks for a number that is new. Both are the same value, so one positive sum is one positive value.
    let negative = Problem {
        known: vec![
            Formula::non_negative(atom(1).negated()),
            Formula::non_negative(atom(1).plus(&atom(2)).shifted(-1)),
        ],
        ..problem
    };
    let found = refute(&negative, BUDGET).map(|proof| check(&negative, &proof));
    assert_eq!(found, Some(Ok(())));
}

/// Divisions are those of mathematics: the remainder is never negative.
#[test]
fn remainders_of_negative_numbers_are_not_negative() {
    let x = || constant("x", Sort::Int);
    for (a, b, quotient, rest) in [(-7, 2, -4, 1), (-8, 2, -4, 0), (7, 2, 3, 1), (-1, 5, -1, 4)] {
        let given = eq(x(), int(a));
        let by = || int(b);
        let is = |q: i64, r: i64| {
            let both = [eq(div(x(), by()), int(q)), eq(modulo(x(), by()), int(r))];
            let all = [given.clone()].into_iter().chain(both);
            contradictory(&all.collect::<Vec<_>>(), BUDGET).is_some()
        };
        assert!(!is(quotient, rest), "{a} by {b}");
        assert!(
            is(quotient + 1, rest) && is(quotient, rest - 1),
            "{a} by {b}"
        );
    }
    // Of a division by zero nothing is known.
    let all = [
        eq(div(x(), int(0)), int(17)),
        eq(modulo(x(), int(0)), int(-17)),
        eq(x(), int(1)),
    ];
    assert!(contradictory(&all, BUDGET).is_none());
    let all = [
        eq(div(x(), int(-3)), int(-2)),
        eq(modulo(x(), int(-3)), int(2)),
        eq(x(), int(8)),
    ];
    assert!(contradictory(&all, BUDGET).is_none());
}

/// One division that occurs under two names of terms, and two of one number.
#[test]
fn divisions_are_not_confused() {
    let x = || constant("x", Sort::Int);
    let all = [
        eq(div(x(), int(4)), int(3)),
        eq(modulo(x(), int(4)), int(3)),
        eq(div(x(), int(5)), int(3)),
        eq(modulo(x(), int(5)), int(0)),
    ];
    assert!(contradictory(&all, BUDGET).is_none());
}

/// Formulas that share their parts are not written out.
#[test]
fn shared_formulas_stay_small() {
    let name = |at: u32| eq(constant(format!("x{at}"), Sort::Int), int(0));
    let chain = (1..60).fold(name(0), |all, at| eq(all, name(at)));
    let translation = Translation::of(&[chain]).unwrap();
    assert!(refute(&translation.problem, BUDGET).is_none());
}

/// More unknowns than have numbers are not looked at.
#[test]
fn too_many_unknowns_are_refused() {
    let all: Vec<_> = (0..11_000)
        .map(|at| le(int(0), constant(format!("x{at}"), Sort::Int)))
        .collect();
    assert!(Translation::of(&all).is_none());
    assert!(contradictory(&all, BUDGET).is_none());
}

/// A product of long sums is not written out.
#[test]
fn long_sums_are_lost() {
    let names = |of: &str| {
        add((0..60)
            .map(|at| constant(format!("{of}{at}"), Sort::Int))
            .collect())
    };
    let product = ["a", "b", "c", "d"]
        .map(names)
        .into_iter()
        .reduce(mul)
        .unwrap();
    assert!(contradictory(&[eq(product, int(0))], BUDGET).is_none());
}

/// Alternatives of which one is left, each within the case of the one before, do not fill the stack.
#[test]
fn long_chains_end() {
    let name = |at: usize| constant(format!("x{at}"), Sort::Int);
    let one_is_left = |at: usize| {
        let other = le(int(3), name((at * 7 + 1) % 2_000));
        [le(int(0), name(at)), or(vec![lt(name(at), int(0)), other])]
    };
    let formulas: Vec<Term> = (0..2_000).flat_map(one_is_left).collect();
    assert!(contradictory(&formulas, 60_000).is_none());
}

/// Nor do terms within terms.
#[test]
fn deep_terms_end() {
    let x = || constant("x", Sort::Int);
    let mut formulas = Vec::new();
    for depth in [10, 390, 410, 2_000] {
        let nest = |step: &dyn Fn(Term, i64) -> Term| (0..depth).fold(x(), step);
        let divided = nest(&|of, at| add(vec![div(of, int(at % 3 + 2)), x()]));
        let chosen = nest(&|of, at| ite(lt(x(), int(at)), add(vec![of, int(1)]), x()));
        formulas.push(lt(divided, chosen));
        let nested = |of, at: i64| match at % 2 {
            0 => or(vec![of, lt(x(), int(at))]),
            _ => and(vec![of, not(eq(x(), int(-at)))]),
        };
        formulas.push((0..depth).fold(lt(x(), int(0)), nested));
    }
    assert!(contradictory(&formulas[..1], BUDGET).is_none());
    contradictory(&formulas, BUDGET);
}
