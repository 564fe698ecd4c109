//! Shares of places, as exact numbers.

use crate::heap::Cell;
use num_rational::BigRational;
use num_traits::{One, Zero};
use std::collections::{BTreeMap, BTreeSet};

/// What a thread, a lock or an invariant holds.
#[derive(Clone, Debug, Default)]
pub struct Held {
    shares: BTreeMap<Cell, BigRational>,
    /// Places of which a `read` is due, its size not yet chosen: they may be read.
    pub due: BTreeSet<Cell>,
}

impl Held {
    /// The share of a place.
    pub fn share(&self, cell: &Cell) -> BigRational {
        self.shares
            .get(cell)
            .cloned()
            .unwrap_or_else(BigRational::zero)
    }

    /// Whether there is any share of it.
    pub fn some_of(&self, cell: &Cell) -> bool {
        self.shares.contains_key(cell) || self.due.contains(cell)
    }

    /// Whether it is held whole.
    pub fn whole(&self, cell: &Cell) -> bool {
        self.shares
            .get(cell)
            .is_some_and(|share| *share >= BigRational::one())
    }

    /// Adds a share.
    pub fn add(&mut self, cell: Cell, share: BigRational) {
        if share.is_zero() {
            return;
        }
        *self.shares.entry(cell).or_insert_with(BigRational::zero) += share;
    }

    /// Takes a share; false, and nothing taken, if there is too little.
    pub fn take(&mut self, cell: &Cell, share: &BigRational) -> bool {
        if share.is_zero() {
            return true;
        }
        let Some(have) = self.shares.get_mut(cell) else {
            return false;
        };
        if *have < *share {
            return false;
        }
        *have -= share;
        if have.is_zero() {
            self.shares.remove(cell);
        }
        true
    }

    /// Adds all that another holds.
    pub fn absorb(&mut self, other: Held) {
        for (cell, share) in other.shares {
            self.add(cell, share);
        }
    }

    /// The places held, with their shares.
    pub fn iter(&self) -> impl Iterator<Item = (&Cell, &BigRational)> {
        self.shares.iter()
    }
}
