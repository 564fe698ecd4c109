//! What is executed, and how.

use crate::content::Contents;
use crate::value::{Value, any_integer, mask};
use kernel_graph::{ArrayId, FunctionId, Module, Scalar};
use random::{Random, mix};
use std::collections::BTreeMap;

/// In which order threads take their steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Schedule {
    /// Each thread goes until it waits or ends, in the order of their numbers.
    Forward,
    /// The same in the reverse order.
    Backward,
    /// Two threads go on whenever one of them can, the first one first; the others as in
    /// [`Schedule::Forward`]. They are given by their numbers among the threads that take part.
    Pair(u32, u32),
    /// After each statement that others may see another thread goes on, once in so many times.
    Random {
        /// Decides which.
        seed: u64,
        /// How seldom: 1 is always.
        once_in: u32,
    },
}

impl Schedule {
    /// The schedule number `number` of a run's seed: first the two orders, then random ones.
    pub fn number(number: u64, seed: u64) -> Schedule {
        match number {
            0 => Schedule::Forward,
            1 => Schedule::Backward,
            _ => Schedule::Random {
                seed: mix(seed ^ mix(number)),
                once_in: match number % 3 {
                    0 => 1,
                    1 => 4,
                    _ => 32,
                },
            },
        }
    }
}

/// What functions without a definition give.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Functions {
    /// Those of the mathematical library their values; a run that needs another one has no answer.
    Known,
    /// Others any value, the same for the same arguments.
    Any,
}

/// What counts, and how far a run goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Two writes that leave the same bytes are no race.
    pub tolerate_equal_writes: bool,
    /// Races of threads of different blocks count, too.
    pub between_blocks: bool,
    /// A run in which signed arithmetic overflows is outside of what is promised.
    pub no_signed_overflow: bool,
    /// A sum of floats by atomic additions is that of this order, and not one of many.
    pub ordered_sums: bool,
    /// What functions without a definition give.
    pub functions: Functions,
    /// Statements that all threads together may execute.
    pub steps: u64,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            tolerate_equal_writes: false,
            between_blocks: true,
            no_signed_overflow: false,
            ordered_sums: false,
            functions: Functions::Known,
            steps: 2_000_000,
        }
    }
}

/// A launch of a kernel.
#[derive(Clone, Debug, PartialEq)]
pub struct Launch {
    /// The kernel.
    pub kernel: FunctionId,
    /// Threads of a block, by dimension.
    pub block: [u32; 3],
    /// Blocks of the grid, by dimension.
    pub grid: [u32; 3],
    /// How many dimensions the launch has (`get_work_dim`).
    pub dimensions: u32,
    /// Values of parameters that are no pointers, by name; others are chosen by the seed.
    pub arguments: BTreeMap<String, Value>,
    /// What arrays contain at first; others as the seed says.
    pub contents: BTreeMap<ArrayId, Contents>,
    /// How many bytes arrays have of which the program does not say it; one that is not here has as
    /// many as are asked for.
    pub extents: BTreeMap<ArrayId, u64>,
    /// Decides what is left open.
    pub seed: u64,
    /// The blocks that take part, by their numbers over all dimensions; all if absent. The others have
    /// not begun when the run ends, as it may be where there are more blocks than room for them.
    pub blocks: Option<Vec<u32>>,
}

impl Launch {
    /// A launch with everything else left to the seed.
    pub fn new(kernel: FunctionId, block: [u32; 3], grid: [u32; 3], seed: u64) -> Launch {
        let used = |at: usize| {
            [block, grid]
                .iter()
                .any(|n| n.get(at).is_some_and(|n| *n > 1))
        };
        let dimensions = match (used(1), used(2)) {
            (_, true) => 3,
            (true, false) => 2,
            (false, false) => 1,
        };
        Launch {
            kernel,
            block,
            grid,
            dimensions,
            arguments: BTreeMap::new(),
            contents: BTreeMap::new(),
            extents: BTreeMap::new(),
            seed,
            blocks: None,
        }
    }

    /// How many threads take part, if they can be counted.
    pub fn taking_part(&self) -> Option<u32> {
        let per_block = self
            .block
            .iter()
            .copied()
            .try_fold(1u32, u32::checked_mul)?;
        match &self.blocks {
            Some(blocks) => per_block.checked_mul(u32::try_from(blocks.len()).ok()?),
            None => self.threads(),
        }
    }

    /// Leaves so many blocks in that at most `most` threads take part, but two in any case; which, the
    /// seed decides.
    pub fn with_room_for(mut self, most: u32) -> Launch {
        let per_block: u64 = self.block.iter().map(|n| u64::from(*n)).product();
        let all: u64 = self.grid.iter().map(|n| u64::from(*n)).product();
        let room = (u64::from(most) / per_block.max(1)).max(2);
        if all > room {
            let mut random = Random::new(self.seed);
            let mut chosen = std::collections::BTreeSet::from([0u64]);
            // Neighbours meet more often than others.
            chosen.insert(if random.one_in(4) { all - 1 } else { 1 });
            while (chosen.len() as u64) < room.min(6) {
                chosen.insert(random.bits() % all);
            }
            let blocks = chosen.into_iter().filter_map(|n| u32::try_from(n).ok());
            self.blocks = Some(blocks.collect());
        }
        self
    }

    /// How many threads there are, if they can be counted.
    pub fn threads(&self) -> Option<u32> {
        let all = self.block.iter().chain(&self.grid);
        all.copied().try_fold(1u32, u32::checked_mul)
    }

    /// The value of a parameter: as given, else one that the seed chooses. Parameters are mostly
    /// sizes, so the number of all threads, those near it and small ones are chosen most often.
    pub fn argument(&self, module: &Module, name: &str, scalar: Scalar) -> Value {
        if let Some(value) = self.arguments.get(name) {
            return *value;
        }
        let seed = name
            .bytes()
            .fold(mix(self.seed), |seed, byte| mix(seed ^ u64::from(byte)));
        let mut random = Random::new(seed);
        let width = crate::value::width(scalar, module.target.pointer);
        match scalar {
            Scalar::Bool => Value::Bits(u128::from(random.bits() & 1)),
            Scalar::Int(_) => {
                let all = u128::from(self.threads().unwrap_or(1));
                let block = self.block.iter().map(|n| u128::from(*n)).product::<u128>();
                let number = match random.below(8) {
                    0 => all,
                    1 => block,
                    2 => all.saturating_sub(1),
                    3 => all + 1,
                    4 => 2 * all,
                    5 => u128::from(random.bits() % 4),
                    6 => any_integer(&mut random, width),
                    _ => u128::from(random.bits()) % (all + 2),
                };
                Value::Bits(number & mask(width))
            }
            Scalar::Float(format) => {
                let number = i32::try_from(random.below(64)).unwrap_or(0);
                Value::Bits(crate::float::bits(f64::from(number) / 4.0 - 4.0, format))
            }
            Scalar::Pointer | Scalar::Function | Scalar::Handle => Value::Bits(0),
        }
    }
}
