//! What is known of unknown integers.

use crate::poly::{Atom, Poly};

/// What holds of a polynomial.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Claim {
    /// It is zero.
    Zero(Poly),
    /// It is zero or more.
    NonNegative(Poly),
}

/// What holds of several.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Formula {
    /// One claim.
    Claim(Claim),
    /// All of these.
    All(Vec<Formula>),
    /// One of these; of an empty list nothing does.
    Any(Vec<Formula>),
}

/// An atom that is the value of a function: equal arguments give equal values, and nothing else is known of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Application {
    /// The atom.
    pub atom: Atom,
    /// The function; its name is its number.
    pub function: u32,
    /// The arguments.
    pub arguments: Vec<Poly>,
}

/// A conjunction of formulas over integers.
#[derive(Clone, Debug, Default)]
pub struct Problem {
    /// What holds.
    pub known: Vec<Formula>,
    /// The atoms that are values of functions.
    pub applications: Vec<Application>,
    /// How soon an atom is replaced by what it is equal to, by its number: what is computed from others, as a quotient,
    /// stays longer than what these are computed from. Of an atom that is not in the list it is one.
    pub ranks: Vec<u8>,
}

impl Problem {
    /// A number that is no atom's, and none above is.
    pub(crate) fn next_atom(&self) -> u16 {
        let ranked = u16::try_from(self.ranks.len()).unwrap_or(u16::MAX);
        let known = self.known.iter().map(Formula::next_atom);
        let applied = self.applications.iter().flat_map(|one| {
            let arguments = one.arguments.iter().map(after);
            arguments.chain([one.atom.0.saturating_add(1)])
        });
        known.chain(applied).fold(ranked, u16::max)
    }

    pub(crate) fn rank(&self, atom: Atom) -> u8 {
        self.ranks.get(atom.0 as usize).copied().unwrap_or(1)
    }
}

/// The number after those of all atoms of a polynomial.
fn after(poly: &Poly) -> u16 {
    let all = poly.atoms().into_iter();
    all.map(|atom| atom.0.saturating_add(1)).max().unwrap_or(0)
}

impl Formula {
    fn next_atom(&self) -> u16 {
        match self {
            Formula::Claim(Claim::Zero(poly) | Claim::NonNegative(poly)) => after(poly),
            Formula::All(parts) | Formula::Any(parts) => {
                parts.iter().map(Formula::next_atom).max().unwrap_or(0)
            }
        }
    }

    /// That a polynomial is zero.
    pub fn zero(poly: Poly) -> Formula {
        Formula::Claim(Claim::Zero(poly))
    }

    /// That a polynomial is zero or more.
    pub fn non_negative(poly: Poly) -> Formula {
        Formula::Claim(Claim::NonNegative(poly))
    }

    /// That a polynomial is not zero.
    pub fn not_zero(poly: &Poly) -> Formula {
        Formula::Any(vec![
            Formula::non_negative(poly.shifted(-1)),
            Formula::non_negative(poly.negated().shifted(-1)),
        ])
    }

    /// That all of some hold.
    pub fn all(parts: Vec<Formula>) -> Formula {
        let mut all = Vec::new();
        for part in parts {
            match part {
                Formula::All(parts) => all.extend(parts),
                Formula::Claim(_) | Formula::Any(_) => all.push(part),
            }
        }
        match <[Formula; 1]>::try_from(all) {
            Ok([one]) => one,
            Err(all) => Formula::All(all),
        }
    }

    /// That one of some holds.
    pub fn any(parts: Vec<Formula>) -> Formula {
        let mut all = Vec::new();
        for part in parts {
            match part {
                Formula::Any(parts) => all.extend(parts),
                Formula::Claim(_) | Formula::All(_) => all.push(part),
            }
        }
        match <[Formula; 1]>::try_from(all) {
            Ok([one]) => one,
            Err(all) => Formula::Any(all),
        }
    }

    /// The negation.
    #[must_use]
    pub fn negated(&self) -> Formula {
        match self {
            Formula::Claim(Claim::Zero(poly)) => Formula::not_zero(poly),
            Formula::Claim(Claim::NonNegative(poly)) => {
                Formula::non_negative(poly.negated().shifted(-1))
            }
            Formula::All(parts) => Formula::any(parts.iter().map(Formula::negated).collect()),
            Formula::Any(parts) => Formula::all(parts.iter().map(Formula::negated).collect()),
        }
    }
}
