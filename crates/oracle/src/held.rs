//! Permissions to places, as exact numbers.

use crate::heap::Cell;
use num_rational::BigRational;
use num_traits::{One, Zero};
use std::collections::{BTreeMap, BTreeSet};

/// What a thread, a lock or an invariant holds.
#[derive(Clone, Debug, Default)]
pub struct Held {
    fractions: BTreeMap<Cell, BigRational>,
    /// Places of which a `read` is due, its size not yet chosen: they may be read.
    pub due: BTreeSet<Cell>,
}

impl Held {
    /// The amount of a place.
    pub fn fraction(&self, cell: &Cell) -> BigRational {
        self.fractions
            .get(cell)
            .cloned()
            .unwrap_or_else(BigRational::zero)
    }

    /// Whether there is any permission to it.
    pub fn some_of(&self, cell: &Cell) -> bool {
        self.fractions.contains_key(cell) || self.due.contains(cell)
    }

    /// Whether it is held whole.
    pub fn whole(&self, cell: &Cell) -> bool {
        self.fractions
            .get(cell)
            .is_some_and(|fraction| *fraction >= BigRational::one())
    }

    /// Adds a permission.
    pub fn add(&mut self, cell: Cell, fraction: BigRational) {
        if fraction.is_zero() {
            return;
        }
        *self.fractions.entry(cell).or_insert_with(BigRational::zero) += fraction;
    }

    /// Takes a permission; false, and nothing taken, if there is too little.
    pub fn take(&mut self, cell: &Cell, fraction: &BigRational) -> bool {
        if fraction.is_zero() {
            return true;
        }
        let Some(have) = self.fractions.get_mut(cell) else {
            return false;
        };
        if *have < *fraction {
            return false;
        }
        *have -= fraction;
        if have.is_zero() {
            self.fractions.remove(cell);
        }
        true
    }

    /// Adds all that another holds.
    pub fn absorb(&mut self, other: Held) {
        for (cell, fraction) in other.fractions {
            self.add(cell, fraction);
        }
    }

    /// The places held, with their permissions.
    pub fn iter(&self) -> impl Iterator<Item = (&Cell, &BigRational)> {
        self.fractions.iter()
    }
}
