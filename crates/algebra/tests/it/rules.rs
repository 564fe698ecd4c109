//! Each rule of a proof, used rightly, and in ways that are slightly wrong.

use algebra::{
    Application, Atom, Claim, End, Fact, Formula, Number, Poly, Problem, Proof, Reason, Split,
    Step, Wrong, check,
};

fn atom(number: u16) -> Poly {
    Poly::from(Atom(number))
}

fn num(value: Number) -> Poly {
    Poly::from(value)
}

fn known(known: Vec<Formula>) -> Problem {
    Problem {
        known,
        ..Problem::default()
    }
}

fn zero(poly: Poly) -> Claim {
    Claim::Zero(poly)
}

fn non_negative(poly: Poly) -> Claim {
    Claim::NonNegative(poly)
}

/// Whether a claim follows for that reason. Its proof ends with a fact that there is not, so it is refused for that, and
/// for nothing else where the claim follows.
fn follows(problem: &Problem, claim: Claim, reason: Reason) -> bool {
    let proof = Proof {
        steps: vec![Step { claim, reason }],
        end: End::Absurd(usize::MAX),
    };
    check(problem, &proof) == Err(Wrong("the last fact may hold".to_owned()))
}

/// Whether facts end a proof, as they are.
fn ends(problem: &Problem, end: End) -> bool {
    let proof = Proof {
        steps: Vec::new(),
        end,
    };
    check(problem, &proof).is_ok()
}

fn absurd(fact: Fact) -> Proof {
    Proof {
        steps: Vec::new(),
        end: End::Absurd(fact),
    }
}

#[test]
fn sums_of_products() {
    let (x, y) = (atom(0), atom(1));
    // x >= 0, y - 1 >= 0, x - 2y = 0.
    let equation = x.minus(&y.scaled(2));
    let problem = known(vec![
        Formula::non_negative(x.clone()),
        Formula::non_negative(y.shifted(-1)),
        Formula::zero(equation.clone()),
        Formula::Any(vec![Formula::zero(x.clone())]),
    ]);
    let sum = |products: &[(Number, &[Fact])], zeros: &[(Poly, Fact)]| Reason::Sum {
        products: products
            .iter()
            .map(|(by, facts)| (*by, facts.to_vec()))
            .collect(),
        zeros: zeros.to_vec(),
    };
    let product = x.times(&y.shifted(-1));
    let twice = product.scaled(2);
    let is = |claim: Claim, reason: Reason| follows(&problem, claim, reason);
    assert!(is(non_negative(twice.clone()), sum(&[(2, &[0, 1])], &[])));
    assert!(is(
        non_negative(twice.shifted(3)),
        sum(&[(2, &[0, 1]), (3, &[])], &[])
    ));
    // Another coefficient, factor, fact or constant.
    assert!(!is(non_negative(twice.clone()), sum(&[(1, &[0, 1])], &[])));
    assert!(!is(non_negative(twice.clone()), sum(&[(2, &[0])], &[])));
    assert!(!is(non_negative(twice.clone()), sum(&[(2, &[0, 0])], &[])));
    assert!(!is(non_negative(twice.clone()), sum(&[(2, &[0, 4])], &[])));
    assert!(!is(
        non_negative(twice.shifted(-1)),
        sum(&[(2, &[0, 1])], &[])
    ));
    assert!(!is(
        non_negative(twice.shifted(1)),
        sum(&[(2, &[0, 1])], &[])
    ));
    // Alternatives are not what each of them says.
    assert!(!is(non_negative(x.clone()), sum(&[(1, &[3])], &[])));
    assert!(!is(zero(x.clone()), sum(&[], &[(num(1), 3)])));
    // Times a negative number, or none.
    assert!(!is(non_negative(x.negated()), sum(&[(-1, &[0])], &[])));
    assert!(!is(non_negative(num(0)), sum(&[(0, &[0])], &[])));
    assert!(!is(non_negative(num(-1)), sum(&[(-1, &[])], &[])));
    // What is zero counts with either sign and any factor; what is not, does not.
    let by = y.shifted(-7);
    let multiple = by.times(&equation);
    for sign in [1, -1] {
        let with = |by: &Poly| sum(&[(1, &[0])], &[(by.scaled(sign), 2)]);
        let claim = non_negative(x.plus(&multiple.scaled(sign)));
        assert!(is(claim.clone(), with(&by)));
        assert!(!is(claim.clone(), with(&by.shifted(1))));
        assert!(!is(claim, with(&by.negated())));
    }
    assert!(!is(
        non_negative(x.scaled(2)),
        sum(&[(1, &[0])], &[(num(1), 0)])
    ));
    assert!(is(non_negative(equation.clone()), sum(&[(1, &[2])], &[])));
    // Zero is what is made of zeros alone.
    assert!(is(zero(multiple.clone()), sum(&[], &[(by.clone(), 2)])));
    assert!(is(zero(multiple.negated()), sum(&[], &[(by.clone(), 2)])));
    assert!(!is(zero(multiple.shifted(1)), sum(&[], &[(by.clone(), 2)])));
    assert!(!is(zero(multiple.scaled(2)), sum(&[], &[(by.clone(), 2)])));
    assert!(!is(
        zero(x.plus(&multiple)),
        sum(&[(1, &[0])], &[(by.clone(), 2)])
    ));
    assert!(!is(zero(x.clone()), sum(&[], &[(num(1), 0)])));
    // That the negation is not negative follows of what is zero, but not by sums with another sign.
    assert!(!is(
        non_negative(multiple.negated()),
        sum(&[], &[(by.clone(), 2)])
    ));
    // A sum in which a product has no place says nothing.
    let large = Number::MAX / 2;
    assert!(!is(
        non_negative(x.scaled(large).scaled(4)),
        sum(&[(large, &[0][..]); 4], &[])
    ));
    assert!(!is(non_negative(x.scaled(large).scaled(4)), sum(&[], &[])));
}

#[test]
fn rounding() {
    let x = atom(0);
    // 3x + 7 >= 0, 3x - 7 >= 0.
    let problem = known(vec![
        Formula::non_negative(x.scaled(3).shifted(7)),
        Formula::non_negative(x.scaled(3).shifted(-7)),
    ]);
    let is = |claim: Claim, of, by| follows(&problem, claim, Reason::Rounded { of, by });
    assert!(is(non_negative(x.shifted(2)), 0, 3));
    assert!(is(non_negative(x.shifted(3)), 0, 3));
    assert!(!is(non_negative(x.shifted(1)), 0, 3));
    assert!(is(non_negative(x.shifted(-3)), 1, 3));
    assert!(is(non_negative(x.shifted(-2)), 1, 3));
    assert!(!is(non_negative(x.shifted(-4)), 1, 3));
    for by in [-3, -1, 0, 1, 2, 4] {
        assert!(!is(non_negative(x.shifted(2)), 0, by));
    }
    assert!(!is(non_negative(x.shifted(2)), 2, 3));
    assert!(!is(zero(x.shifted(2)), 0, 3));
    assert!(!is(non_negative(x.negated().shifted(2)), 0, -3));
    assert!(!is(non_negative(x.scaled(2).shifted(2)), 0, 3));
    assert!(!is(non_negative(atom(1).shifted(2)), 0, 3));
    assert!(!is(non_negative(num(2)), 0, 3));
}

#[test]
fn rows() {
    let (x, m, r) = (atom(0), atom(1), atom(2));
    // m*x + r >= 0, m - 1 >= 0, m - 1 - r >= 0, m >= 0, m - r >= 0, m*x + r = 0.
    let row = m.times(&x).plus(&r);
    let problem = known(vec![
        Formula::non_negative(row.clone()),
        Formula::non_negative(m.shifted(-1)),
        Formula::non_negative(m.minus(&r).shifted(-1)),
        Formula::non_negative(m.clone()),
        Formula::non_negative(m.minus(&r)),
        Formula::zero(row),
        Formula::non_negative(m.shifted(-2)),
        Formula::non_negative(m.minus(&r).shifted(-2)),
    ]);
    let is = |claim: Claim, of, width: &Poly, positive, below| {
        let reason = Reason::Rows {
            of,
            width: width.clone(),
            positive,
            below,
        };
        follows(&problem, claim, reason)
    };
    assert!(is(non_negative(x.clone()), 0, &m, 1, 2));
    assert!(is(non_negative(x.clone()), 5, &m, 1, 2));
    // An equation does not follow, nor more rows, nor the negation.
    assert!(!is(zero(x.clone()), 5, &m, 1, 2));
    assert!(!is(non_negative(x.shifted(-1)), 0, &m, 1, 2));
    assert!(!is(non_negative(x.negated()), 0, &m, 1, 2));
    assert!(!is(non_negative(x.negated()), 5, &m, 1, 2));
    // The width may be zero, the rest as great as the width; each fact is the one that is needed.
    for (positive, below) in [
        (3, 2),
        (1, 4),
        (6, 2),
        (1, 7),
        (2, 1),
        (1, 1),
        (2, 2),
        (8, 2),
        (1, 8),
    ] {
        assert!(!is(non_negative(x.clone()), 0, &m, positive, below));
    }
    for of in [1, 2, 3, 8] {
        assert!(!is(non_negative(x.clone()), of, &m, 1, 2));
    }
    // Another width.
    for width in [
        m.shifted(1),
        m.shifted(-1),
        m.negated(),
        m.scaled(2),
        num(1),
        num(0),
    ] {
        assert!(!is(non_negative(x.clone()), 0, &width, 1, 2));
    }
}

/// The rule of rows holds of all integers.
#[test]
fn rows_hold_everywhere() {
    for (x, m, r) in
        (-9..=9).flat_map(|x| (-9..=9).flat_map(move |m| (-20..=9).map(move |r| (x, m, r))))
    {
        if m * x + r >= 0 && m > 0 && r < m {
            assert!(x >= 0, "{x} {m} {r}");
        }
    }
}

#[test]
fn names() {
    let x = atom(0);
    let problem = Problem {
        known: vec![
            Formula::non_negative(x.clone()),
            Formula::Any(vec![Formula::All(vec![Formula::zero(atom(3))])]),
        ],
        applications: vec![Application {
            atom: Atom(4),
            function: 0,
            arguments: vec![atom(5)],
        }],
        ranks: vec![1; 3],
    };
    let is = |claim: Claim, new, of| {
        let reason = Reason::Name {
            new: Atom(new),
            is: atom(of).negated(),
        };
        follows(&problem, claim, reason)
    };
    assert!(is(zero(atom(6).plus(&x)), 6, 0));
    // Known, in alternatives, the value of a function or its argument, or itself.
    for new in [0, 3, 4, 5] {
        assert!(!is(zero(atom(new).plus(&atom(1))), new, 1));
    }
    assert!(!is(zero(atom(6).scaled(2)), 6, 6));
    assert!(!is(zero(atom(u16::MAX).plus(&x)), u16::MAX, 0));
    // Another equation.
    assert!(!is(zero(atom(6).minus(&x)), 6, 0));
    assert!(!is(zero(atom(6).plus(&x).shifted(1)), 6, 0));
    assert!(!is(zero(atom(7).plus(&x)), 6, 0));
    assert!(!is(non_negative(atom(6).plus(&x)), 6, 0));
    // The name of a sum; not of one in which it occurs.
    let named = |claim: Claim, new, is: &Poly| {
        let is = is.clone();
        let new = Atom(new);
        follows(&problem, claim, Reason::Name { new, is })
    };
    let sum = x.times(&atom(3)).shifted(2);
    assert!(named(zero(atom(6).minus(&sum)), 6, &sum));
    assert!(!named(zero(atom(6).minus(&sum)), 6, &sum.shifted(1)));
    assert!(!named(zero(atom(6).plus(&sum)), 6, &sum));
    let own = atom(6).shifted(1);
    assert!(!named(zero(num(-1)), 6, &own));
    let times = atom(6).times(&x);
    assert!(!named(zero(atom(6).minus(&times)), 6, &times));
    assert!(!named(zero(Poly::from(Atom(u16::MAX))), u16::MAX, &num(0)));
    // The second time it is known; in another case it is new again.
    let step = |of: u16| Step {
        claim: zero(atom(6).plus(&atom(of))),
        reason: Reason::Name {
            new: Atom(6),
            is: atom(of).negated(),
        },
    };
    let twice = Proof {
        steps: vec![step(0), step(1)],
        end: End::Absurd(usize::MAX),
    };
    assert_eq!(
        check(&problem, &twice),
        Err(Wrong("the atom is not new".to_owned()))
    );
    let case = |of: u16| Proof {
        steps: vec![step(of)],
        end: End::Absurd(0),
    };
    let each = Proof {
        steps: Vec::new(),
        end: End::Cases(Split::Sign(x), vec![case(0), case(1)]),
    };
    let contradiction = known(vec![Formula::non_negative(num(-1))]);
    assert_eq!(check(&contradiction, &each), Ok(()));
}

#[test]
fn both_signs() {
    let x = atom(0);
    let problem = known(vec![
        Formula::non_negative(x.clone()),
        Formula::non_negative(x.negated()),
        Formula::non_negative(x.negated().shifted(1)),
        Formula::non_negative(x.shifted(1)),
        Formula::zero(x.clone()),
    ]);
    let is = |claim: Claim, up, down| follows(&problem, claim, Reason::Both(up, down));
    assert!(is(zero(x.clone()), 0, 1));
    assert!(is(zero(x.negated()), 1, 0));
    for (up, down) in [
        (1, 0),
        (0, 0),
        (1, 1),
        (0, 2),
        (3, 1),
        (0, 3),
        (0, 5),
        (5, 1),
    ] {
        assert!(!is(zero(x.clone()), up, down), "{up} {down}");
    }
    assert!(!is(zero(x.shifted(1)), 0, 1));
    assert!(!is(zero(x.shifted(1)), 3, 2));
    assert!(!is(non_negative(x), 0, 1));
}

#[test]
fn congruence() {
    let (x, y) = (atom(0), atom(1));
    let apply = |value, function, arguments: &[&Poly]| Application {
        atom: Atom(value),
        function,
        arguments: arguments.iter().map(|one| (*one).clone()).collect(),
    };
    let problem = Problem {
        known: vec![
            Formula::zero(x.minus(&y)),
            Formula::zero(y.minus(&x)),
            Formula::non_negative(x.minus(&y)),
            Formula::zero(num(0)),
        ],
        applications: vec![
            apply(2, 0, &[&x, &x]),
            apply(3, 0, &[&y, &x]),
            apply(4, 1, &[&y, &x]),
            apply(5, 0, &[&y]),
            apply(6, 0, &[&y.shifted(1), &x]),
        ],
        ranks: vec![1; 7],
    };
    let is = |claim: Claim, of, equal: &[Fact]| {
        let equal = equal.to_vec();
        follows(&problem, claim, Reason::Congruent { of, equal })
    };
    let values = |left, right| zero(atom(left).minus(&atom(right)));
    assert!(is(values(2, 3), (0, 1), &[0, 3]));
    assert!(is(values(3, 2), (1, 0), &[1, 3]));
    assert!(is(values(2, 2), (0, 0), &[3, 3]));
    // An argument may differ, or is not spoken of.
    for equal in [
        &[1, 3][..],
        &[2, 3],
        &[3, 3],
        &[0, 0],
        &[0],
        &[],
        &[0, 3, 3],
        &[0, 4],
    ] {
        assert!(!is(values(2, 3), (0, 1), equal), "{equal:?}");
    }
    // Another function, another number of arguments, other arguments or values, none at all.
    assert!(!is(values(2, 4), (0, 2), &[0, 3]));
    assert!(!is(values(2, 5), (0, 3), &[0]));
    assert!(!is(values(2, 5), (0, 3), &[0, 3]));
    assert!(!is(values(2, 6), (0, 4), &[0, 3]));
    assert!(!is(values(2, 4), (0, 1), &[0, 3]));
    assert!(!is(values(3, 2), (0, 1), &[0, 3]));
    assert!(!is(values(2, 3), (0, 5), &[0, 3]));
    let one_sided = non_negative(atom(2).minus(&atom(3)));
    assert!(!is(one_sided, (0, 1), &[0, 3]));
}

#[test]
fn absurdities() {
    let x = atom(0);
    let problem = known(vec![
        Formula::non_negative(num(-1)),
        Formula::zero(num(1)),
        Formula::Any(Vec::new()),
        Formula::zero(num(0)),
        Formula::non_negative(num(0)),
        Formula::non_negative(x.clone()),
        Formula::zero(x.clone()),
        Formula::Any(vec![Formula::non_negative(num(-1))]),
        Formula::non_negative(x.scaled(Number::MAX).scaled(-4)),
    ]);
    let absurd: Vec<Fact> = (0..10)
        .filter(|fact| ends(&problem, End::Absurd(*fact)))
        .collect();
    assert_eq!(absurd, [0, 1, 2]);
}

#[test]
fn cases() {
    let x = atom(0);
    let none = || Formula::non_negative(num(-1));
    let problem = known(vec![
        Formula::Any(vec![
            none(),
            Formula::All(vec![Formula::zero(x.clone()), none()]),
        ]),
        Formula::zero(x.clone()),
    ]);
    let split = |fact, branches: &[Proof]| {
        ends(
            &problem,
            End::Cases(Split::Alternatives(fact), branches.to_vec()),
        )
    };
    // In each case its facts have the numbers after those that are known: two.
    let (first, second) = (absurd(2), absurd(3));
    assert!(split(0, &[first.clone(), second.clone()]));
    // A case is missing, or one too many; another one's proof; of no alternatives.
    assert!(!split(0, std::slice::from_ref(&first)));
    assert!(!split(0, &[]));
    assert!(!split(0, &[first.clone(), second.clone(), second.clone()]));
    assert!(!split(0, &[second.clone(), first.clone()]));
    assert!(!split(0, &[first.clone(), first.clone()]));
    assert!(!split(1, &[first.clone(), second.clone()]));
    assert!(!split(2, &[first, second]));

    // 2x - 1 = 0, rounded up and down. The two cases, x >= 0 or not, are of no use, but they must both be there.
    let half = known(vec![Formula::zero(x.scaled(2).shifted(-1))]);
    let case = |sign: Number| {
        let by = num(sign);
        let sum = Reason::Sum {
            products: Vec::new(),
            zeros: vec![(by.clone(), 0)],
        };
        let scaled = by.times(&x.scaled(2).shifted(-1));
        vec![Step {
            claim: non_negative(scaled),
            reason: sum,
        }]
    };
    let rounded = |of, claim: Poly| Step {
        claim: non_negative(claim),
        reason: Reason::Rounded { of, by: 2 },
    };
    let total = |facts: &[Fact]| Step {
        claim: non_negative(num(-1)),
        reason: Reason::Sum {
            products: facts.iter().map(|fact| (1, vec![*fact])).collect(),
            zeros: Vec::new(),
        },
    };
    // 0: the equation, 1: the case.
    let branch = |sign: Number, bound: Poly, facts: &[Fact], end| {
        let mut steps = case(sign);
        steps.push(rounded(2, bound));
        steps.extend(case(-sign));
        steps.push(rounded(
            4,
            x.scaled(-sign).shifted(if sign > 0 { 0 } else { -1 }),
        ));
        steps.push(total(facts));
        Proof {
            steps,
            end: End::Absurd(end),
        }
    };
    let up = branch(1, x.shifted(-1), &[3, 5], 6);
    let down = branch(-1, x.negated(), &[3, 5], 6);
    let sign = |at: &Poly, branches: &[Proof]| {
        let end = End::Cases(Split::Sign(at.clone()), branches.to_vec());
        ends(&half, end)
    };
    assert!(sign(&x, &[up.clone(), down.clone()]));
    assert!(!sign(&x, std::slice::from_ref(&up)));
    assert!(!sign(&x, &[]));
    assert!(!sign(&x, &[up.clone(), absurd(1)]));
    assert!(!sign(&x, &[up, down, absurd(0)]));
}

/// The second case of a sign is that of the negative numbers, and no other.
#[test]
fn signs() {
    let x = atom(0);
    let problem = known(vec![
        Formula::non_negative(x.negated()),
        Formula::non_negative(x.clone()),
    ]);
    let split = |at: Poly, (first, second): (Fact, Fact)| {
        let branch = |fact: Fact| Proof {
            steps: vec![Step {
                claim: non_negative(num(-1)),
                reason: Reason::Sum {
                    products: vec![(1, vec![fact]), (1, vec![2])],
                    zeros: Vec::new(),
                },
            }],
            end: End::Absurd(3),
        };
        ends(
            &problem,
            End::Cases(Split::Sign(at), vec![branch(first), branch(second)]),
        )
    };
    // x - 1 >= 0 is impossible, and so is -x >= 0 beside it no more: x is zero.
    assert!(!split(x.shifted(-1), (0, 1)));
    assert!(!split(x.clone(), (0, 1)));
    let positive = known(vec![
        Formula::non_negative(x.shifted(-1)),
        Formula::non_negative(x.negated().shifted(-1)),
    ]);
    let branch = |facts: &[Fact], value: Number| Proof {
        steps: vec![Step {
            claim: non_negative(num(value)),
            reason: Reason::Sum {
                products: facts.iter().map(|fact| (1, vec![*fact])).collect(),
                zeros: Vec::new(),
            },
        }],
        end: End::Absurd(3),
    };
    let cases = |first, second| End::Cases(Split::Sign(x.clone()), vec![first, second]);
    assert!(ends(
        &positive,
        cases(branch(&[1, 2], -1), branch(&[0, 2], -2))
    ));
    assert!(!ends(
        &positive,
        cases(branch(&[1, 2], -1), branch(&[0, 2], -1))
    ));
    assert!(!ends(
        &positive,
        cases(branch(&[1, 2], -1), branch(&[1, 2], -2))
    ));
}
