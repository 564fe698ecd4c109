//! A small generator of pseudo-random numbers, so that a seed means the same run everywhere and in every
//! version: what executes programs and kernels draws schedules and inputs from it.

use fnv::FnvHasher;
use std::hash::Hasher;

/// SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014).
#[derive(Clone, Debug)]
pub struct Random {
    state: u64,
}

/// How far the state goes on for each number.
const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// Spreads what differs in a number over all bits: the first number of the sequence that begins there.
pub fn mix(value: u64) -> u64 {
    let mut z = value.wrapping_add(STEP);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

impl Random {
    /// The sequence of a seed.
    pub fn new(seed: u64) -> Self {
        let mut random = Random {
            state: seed ^ 0x5851_f42d_4c95_7f2d,
        };
        random.bits();
        random
    }

    /// The sequence that belongs to a text: the same for the same text and seed, whatever else
    /// was drawn. (The text is hashed by FNV-1a.)
    pub fn about(seed: u64, text: &str) -> Self {
        let mut hash = FnvHasher::default();
        hash.write(text.as_bytes());
        Random::new(seed ^ hash.finish())
    }

    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        let bits = mix(self.state);
        self.state = self.state.wrapping_add(STEP);
        bits
    }

    /// A number from 0 to `bound - 1`; 0 if there is none.
    pub fn below(&mut self, bound: usize) -> usize {
        if bound == 0 {
            return 0;
        }
        // The remainder is below `bound`, so it fits.
        usize::try_from(self.bits() % (bound as u64)).unwrap_or(0)
    }

    /// A number from `low` to `high`, both included; `low` if the range is empty.
    pub fn between(&mut self, low: i64, high: i64) -> i64 {
        let width = high.saturating_sub(low).saturating_add(1);
        let width = usize::try_from(width).unwrap_or(0);
        low.saturating_add(i64::try_from(self.below(width)).unwrap_or(0))
    }

    /// True once in `n`.
    pub fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_gives_one_sequence() {
        let draw = |seed| {
            let mut random = Random::new(seed);
            [random.bits(), random.bits()]
        };
        assert_eq!(draw(1), draw(1));
        assert_ne!(draw(1), draw(2));
        assert_ne!(draw(1)[0], draw(1)[1]);
        let mut random = Random::new(3);
        assert!((-2..=5).contains(&random.between(-2, 5)));
        assert_eq!((random.below(0), random.between(4, 1)), (0, 4));
    }
}
