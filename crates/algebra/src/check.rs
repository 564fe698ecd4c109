//! The checker of certificates. It shares nothing with the search but arithmetic on polynomials.

use crate::poly::{Atom, Poly};
use crate::problem::{Claim, Formula, Problem};
use crate::proof::{End, Fact, Proof, Reason, Split, Step, flattened};
use num_integer::Integer;

/// Why a proof is none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong(pub String);

fn wrong<T>(why: &str) -> Result<T, Wrong> {
    Err(Wrong(why.to_owned()))
}

/// Checks that a proof shows that a problem has no solution.
///
/// # Errors
///
/// If a step does not follow by its reason, or the end is no contradiction.
pub fn check(problem: &Problem, proof: &Proof) -> Result<(), Wrong> {
    let mut facts = Vec::new();
    for formula in &problem.known {
        flattened(formula, &mut facts);
    }
    checked(problem, &mut facts, proof)
}

fn checked(problem: &Problem, facts: &mut Vec<Formula>, proof: &Proof) -> Result<(), Wrong> {
    for step in &proof.steps {
        follows(problem, facts, step)?;
        facts.push(Formula::Claim(step.claim.clone()));
    }
    match &proof.end {
        End::Absurd(fact) => match facts.get(*fact) {
            Some(Formula::Claim(claim)) if is_absurd(claim) => Ok(()),
            Some(Formula::Any(parts)) if parts.is_empty() => Ok(()),
            _ => wrong("the last fact may hold"),
        },
        End::Cases(split, branches) => {
            let cases = match split {
                Split::Alternatives(fact) => match facts.get(*fact) {
                    Some(Formula::Any(parts)) => parts.clone(),
                    _ => return wrong("there are no alternatives"),
                },
                Split::Sign(poly) => {
                    let claim = Formula::non_negative(poly.clone());
                    vec![claim.clone(), claim.negated()]
                }
            };
            if cases.len() != branches.len() {
                return wrong("a case is missing");
            }
            let shared = facts.len();
            for (case, branch) in cases.iter().zip(branches) {
                // What another case assumed and found is forgotten.
                facts.truncate(shared);
                flattened(case, facts);
                checked(problem, facts, branch)?;
            }
            Ok(())
        }
    }
}

fn is_absurd(claim: &Claim) -> bool {
    match claim {
        Claim::Zero(poly) => poly.as_constant().is_some_and(|value| value != 0),
        Claim::NonNegative(poly) => poly.as_constant().is_some_and(|value| value < 0),
    }
}

fn occurs(atom: Atom, formula: &Formula) -> bool {
    match formula {
        Formula::Claim(Claim::Zero(poly) | Claim::NonNegative(poly)) => poly.has(atom),
        Formula::All(parts) | Formula::Any(parts) => parts.iter().any(|part| occurs(atom, part)),
    }
}

fn claim_of(facts: &[Formula], fact: Fact) -> Result<&Claim, Wrong> {
    match facts.get(fact) {
        Some(Formula::Claim(claim)) => Ok(claim),
        _ => wrong("a reason names what is no claim"),
    }
}

/// A polynomial that is zero.
fn zero(facts: &[Formula], fact: Fact) -> Result<&Poly, Wrong> {
    match claim_of(facts, fact)? {
        Claim::Zero(poly) => Ok(poly),
        Claim::NonNegative(_) => wrong("a fact is no equation"),
    }
}

/// A polynomial that is not negative.
fn non_negative(facts: &[Formula], fact: Fact) -> Result<&Poly, Wrong> {
    match claim_of(facts, fact)? {
        Claim::Zero(poly) | Claim::NonNegative(poly) => Ok(poly),
    }
}

fn is(holds: bool, why: &str) -> Result<(), Wrong> {
    match holds {
        true => Ok(()),
        false => wrong(why),
    }
}

fn follows(problem: &Problem, facts: &[Formula], step: &Step) -> Result<(), Wrong> {
    match &step.reason {
        Reason::Sum { products, zeros } => {
            let mut sum = Poly::default();
            for (by, factors) in products {
                is(*by > 0, "a coefficient is not positive")?;
                let mut product = Poly::from(*by);
                for factor in factors {
                    product = product.times(non_negative(facts, *factor)?);
                }
                sum = sum.plus(&product);
            }
            for (by, fact) in zeros {
                sum = sum.plus(&by.times(zero(facts, *fact)?));
            }
            match &step.claim {
                Claim::NonNegative(poly) => is(*poly == sum, "the sum is another"),
                Claim::Zero(poly) => {
                    is(products.is_empty(), "a sum with products may be positive")?;
                    is(*poly == sum || *poly == sum.negated(), "the sum is another")
                }
            }
        }
        Reason::Rounded { of, by } => {
            let from = non_negative(facts, *of)?;
            is(*by > 0, "a divisor is not positive")?;
            let Claim::NonNegative(poly) = &step.claim else {
                return wrong("rounding gives no equation");
            };
            let constant = from.constant();
            let varying = from.minus(&Poly::from(constant));
            let mine = poly.constant();
            let rest = poly.minus(&Poly::from(mine));
            is(rest.scaled(*by) == varying, "it is no multiple")?;
            is(
                Integer::div_floor(&constant, by) <= mine,
                "it is rounded too far",
            )
        }
        Reason::Rows {
            of,
            width,
            positive,
            below,
        } => {
            let Claim::NonNegative(rows) = &step.claim else {
                return wrong("rows give no equation");
            };
            let rest = non_negative(facts, *of)?.minus(&width.times(rows));
            let least = width.shifted(-1);
            is(
                *non_negative(facts, *positive)? == least,
                "the width may be zero",
            )?;
            is(
                *non_negative(facts, *below)? == least.minus(&rest),
                "the rest may be a row",
            )
        }
        Reason::Name { new, is: value } => {
            let mut values = problem.applications.iter();
            let is_value = values
                .any(|one| one.atom == *new || one.arguments.iter().any(|poly| poly.has(*new)));
            let is_new = !is_value && !facts.iter().any(|fact| occurs(*new, fact));
            is(is_new && !value.has(*new), "the atom is not new")?;
            let difference = Poly::from(*new).minus(value);
            is(
                step.claim == Claim::Zero(difference),
                "it is another equation",
            )
        }
        Reason::Both(up, down) => {
            let Claim::Zero(poly) = &step.claim else {
                return wrong("both give an equation");
            };
            let (up, down) = (non_negative(facts, *up)?, non_negative(facts, *down)?);
            is(
                poly == up && poly.negated() == *down,
                "they are not each other's negation",
            )
        }
        Reason::Congruent { of, equal } => {
            let both = (
                problem.applications.get(of.0),
                problem.applications.get(of.1),
            );
            let (Some(left), Some(right)) = both else {
                return wrong("there is no such application");
            };
            let arity = left.arguments.len();
            let fits = left.function == right.function && arity == right.arguments.len();
            is(fits && arity == equal.len(), "they are different functions")?;
            for ((a, b), fact) in left.arguments.iter().zip(&right.arguments).zip(equal) {
                is(*zero(facts, *fact)? == a.minus(b), "an argument may differ")?;
            }
            let difference = Poly::from(left.atom).minus(&Poly::from(right.atom));
            is(
                step.claim == Claim::Zero(difference),
                "the values are others",
            )
        }
    }
}
