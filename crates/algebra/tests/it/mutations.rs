//! Proofs that the search finds for `tests/problems`, with one thing in them changed at random: the checker refuses them.
//!
//! Not changed is what may be otherwise: a fact for one that says the same, a coefficient of a product that is zero, a
//! factor that is one, a bound that was rounded to a weaker one, what follows from equations alone to an inequality.

use crate::problems::files;
use crate::read::formulas;
use algebra::{
    Atom, Claim, End, Fact, Formula, Number, Poly, Problem, Proof, Reason, Split, Step,
    Translation, check, refute_within,
};
use random::Random;
use std::collections::BTreeMap;

/// Longer proofs are left out: each change costs a check of the whole.
const LONGEST: usize = 2_000;

/// Steps of the search.
const BUDGET: u64 = 5_000;

/// So many changes of each proof.
const CHANGES: usize = 150;

/// Something in a proof.
enum Place<'p> {
    Claim(&'p mut Step),
    /// A coefficient, and the factors.
    Product(&'p mut (Number, Vec<Fact>)),
    /// A multiplier, and what is zero.
    Multiple(&'p mut (Poly, Fact)),
    Reference(&'p mut Fact),
    Divisor(&'p mut Number),
    Width(&'p mut Poly),
    Atom(&'p mut Atom),
    Step(&'p mut Vec<Step>, usize),
    Alternatives(&'p mut Fact),
    Absurd(&'p mut Fact),
    Branches(&'p mut Vec<Proof>),
}

type Act<'a> = &'a mut dyn FnMut(Place<'_>, &[Formula]);

fn of_step(step: &mut Step, facts: &[Formula], act: Act<'_>) {
    act(Place::Claim(step), facts);
    match &mut step.reason {
        Reason::Sum { products, zeros } => {
            for product in products {
                act(Place::Product(product), facts);
            }
            for multiple in zeros {
                act(Place::Multiple(multiple), facts);
            }
        }
        Reason::Rounded { of, by } => {
            act(Place::Reference(of), facts);
            act(Place::Divisor(by), facts);
        }
        Reason::Rows {
            of,
            width,
            positive,
            below,
        } => {
            for fact in [of, positive, below] {
                act(Place::Reference(fact), facts);
            }
            act(Place::Width(width), facts);
        }
        Reason::Name { new, is } => {
            act(Place::Atom(new), facts);
            act(Place::Width(is), facts);
        }
        Reason::Both(up, down) => {
            act(Place::Reference(up), facts);
            act(Place::Reference(down), facts);
        }
        Reason::Congruent { equal, .. } => {
            for fact in equal {
                act(Place::Reference(fact), facts);
            }
        }
    }
}

/// What a formula adds to the facts.
fn added(formula: &Formula, facts: &mut Vec<Formula>) {
    match formula {
        Formula::All(parts) => parts.iter().for_each(|part| added(part, facts)),
        Formula::Claim(_) | Formula::Any(_) => facts.push(formula.clone()),
    }
}

/// All places of a proof, in order.
fn places(proof: &mut Proof, facts: &mut Vec<Formula>, act: Act<'_>) {
    let before = facts.len();
    for at in 0..proof.steps.len() {
        act(Place::Step(&mut proof.steps, at), facts);
        let Some(step) = proof.steps.get_mut(at) else {
            return;
        };
        of_step(step, facts, act);
        facts.push(Formula::Claim(step.claim.clone()));
    }
    match &mut proof.end {
        End::Absurd(fact) => act(Place::Absurd(fact), facts),
        End::Cases(split, branches) => {
            let cases = match split {
                Split::Alternatives(fact) => match &facts[*fact] {
                    Formula::Any(parts) => parts.clone(),
                    Formula::Claim(_) | Formula::All(_) => panic!("no alternatives"),
                },
                Split::Sign(poly) => {
                    let claim = Formula::non_negative(poly.clone());
                    vec![claim.clone(), claim.negated()]
                }
            };
            let shared = facts.len();
            for (case, branch) in cases.iter().zip(branches.iter_mut()) {
                added(case, facts);
                places(branch, facts, act);
                facts.truncate(shared);
            }
            if let Split::Alternatives(fact) = split {
                act(Place::Alternatives(fact), facts);
            }
            act(Place::Branches(branches), facts);
        }
    }
    facts.truncate(before);
}

fn off_by_one(random: &mut Random) -> Number {
    if random.one_in(2) { 1 } else { -1 }
}

/// The polynomial of a claim.
fn poly_of(facts: &[Formula], fact: Fact) -> Option<&Poly> {
    match facts.get(fact)? {
        Formula::Claim(Claim::Zero(poly) | Claim::NonNegative(poly)) => Some(poly),
        Formula::All(_) | Formula::Any(_) => None,
    }
}

/// Another fact, which says something else.
fn another(fact: &mut Fact, facts: &[Formula], random: &mut Random) -> bool {
    let other = random.below(facts.len() + 1);
    let differs = poly_of(facts, *fact) != poly_of(facts, other);
    *fact = other;
    differs
}

/// Changes the product of facts; whether it is another one.
fn another_product(
    (by, factors): &mut (Number, Vec<Fact>),
    facts: &[Formula],
    random: &mut Random,
) -> bool {
    let product = |by: Number, factors: &[Fact]| {
        let mut polys = factors.iter().map(|fact| poly_of(facts, *fact));
        polys.try_fold(Poly::from(by), |product, poly| Some(product.times(poly?)))
    };
    let before = product(*by, factors);
    match random.below(4) {
        0 => *by += off_by_one(random),
        1 => factors.push(random.below(facts.len())),
        2 => drop(factors.pop()),
        _ => {
            if let Some(fact) = factors.first_mut() {
                *fact = random.below(facts.len() + 1);
            }
        }
    }
    product(*by, factors) != before
}

/// Changes something; what kind of thing it was, if the change matters.
fn change(place: Place<'_>, facts: &[Formula], random: &mut Random) -> Option<&'static str> {
    let (matters, kind) = match place {
        Place::Claim(step) => match random.one_in(2) {
            true => {
                let by = match step.reason {
                    Reason::Rounded { .. } => -1,
                    _ => off_by_one(random),
                };
                let (Claim::Zero(poly) | Claim::NonNegative(poly)) = &mut step.claim;
                *poly = poly.shifted(by);
                (true, "constant")
            }
            false => {
                let of_equations = match &step.reason {
                    Reason::Sum { products, .. } => products.is_empty(),
                    _ => false,
                };
                step.claim = match step.claim.clone() {
                    Claim::Zero(poly) => Claim::NonNegative(poly),
                    Claim::NonNegative(poly) => Claim::Zero(poly),
                };
                (!of_equations, "kind of claim")
            }
        },
        Place::Product(product) => (another_product(product, facts, random), "product"),
        Place::Multiple((by, fact)) => match random.one_in(2) {
            true => {
                *by = by.shifted(off_by_one(random));
                let is_zero = poly_of(facts, *fact).is_some_and(Poly::is_zero);
                (!is_zero, "multiplier")
            }
            false => (!by.is_zero() && another(fact, facts, random), "equation"),
        },
        Place::Reference(fact) => (another(fact, facts, random), "reference"),
        Place::Divisor(by) => {
            *by += off_by_one(random);
            (true, "divisor")
        }
        Place::Width(width) => {
            *width = width.shifted(off_by_one(random));
            (true, "width")
        }
        Place::Atom(atom) => {
            atom.0 = u16::try_from(random.below(usize::from(atom.0))).unwrap();
            (true, "atom")
        }
        Place::Step(steps, at) => {
            steps.remove(at);
            (true, "step")
        }
        Place::Alternatives(fact) => {
            let other = random.below(facts.len() + 1);
            let differs = facts.get(*fact) != facts.get(other);
            *fact = other;
            (differs, "alternatives")
        }
        Place::Absurd(fact) => (another(fact, facts, random), "end"),
        Place::Branches(branches) => {
            branches.pop();
            (true, "branches")
        }
    };
    matters.then_some(kind)
}

/// The proof with one thing changed; none if that does not matter.
fn changed(problem: &Problem, proof: &Proof, random: &mut Random) -> Option<(Proof, &'static str)> {
    let mut facts = Vec::new();
    for formula in &problem.known {
        added(formula, &mut facts);
    }
    let (mut changed, mut count) = (proof.clone(), 0);
    places(&mut changed, &mut facts, &mut |_, _| count += 1);
    let (chosen, mut at, mut kind) = (random.below(count), 0, None);
    places(&mut changed, &mut facts, &mut |place, facts| {
        if at == chosen {
            kind = change(place, facts, random);
        }
        at += 1;
    });
    Some((changed, kind?))
}

fn steps(proof: &Proof) -> usize {
    let below = match &proof.end {
        End::Absurd(_) => 0,
        End::Cases(_, branches) => branches.iter().map(steps).sum(),
    };
    proof.steps.len() + below
}

#[test]
fn changed_proofs_are_refused() {
    let mut random = Random::new(7);
    let mut all: BTreeMap<&str, usize> = BTreeMap::new();
    for path in files() {
        let text = std::fs::read_to_string(&path).unwrap();
        let problem = Translation::of(&formulas(&text)).unwrap().problem;
        let found = refute_within(&problem, BUDGET).0;
        let Some(proof) = found.filter(|proof| steps(proof) <= LONGEST) else {
            continue;
        };
        assert_eq!(check(&problem, &proof), Ok(()));
        for _ in 0..CHANGES {
            let Some((changed, kind)) = changed(&problem, &proof, &mut random) else {
                continue;
            };
            let refused = check(&problem, &changed).is_err();
            assert!(refused, "{}: another {kind}", path.display());
            *all.entry(kind).or_default() += 1;
        }
    }
    // The kinds of changes that were met.
    assert!(
        all.len() > 10 && all.values().sum::<usize>() > 2_000,
        "{all:?}"
    );
}
