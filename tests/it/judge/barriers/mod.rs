//! Kernels with barriers, made at random, right ones and wrong ones.
//!
//! A family is a kind of kernel. It is built right, but wherever a builder asks [`Make::slip`] it may
//! be made a little wrong: permission is handed to another neighbour, a claim is about the value of
//! before, amounts sum to more than there is, a barrier stands under a condition of the thread. A
//! slip may do no harm; whether it does, the runs show. So a generator that only makes right
//! kernels finds nothing, and neither does one of wrong kernels only.

mod atomics;
mod exchange;
mod nested;
mod own;
mod run;
mod shared;
mod turn;

use oracle::Random;
pub use run::execute;

/// A program and how it was made.
pub struct Kernel {
    pub family: &'static str,
    /// How often the builder made it otherwise than it should be.
    pub slips: u32,
    pub text: String,
}

/// What programs of one kind are called, and how they are made.
type Family = (&'static str, fn(&mut Make) -> String);

const FAMILIES: [Family; 12] = [
    ("exchange", exchange::exchange),
    ("own variables", own::own_variables),
    ("shared cell", shared::shared_cell),
    ("counter", atomics::counter),
    ("exchange", exchange::exchange),
    ("rows", nested::rows),
    ("own variables", own::own_variables),
    ("collect", shared::collect),
    ("halving", nested::halving),
    ("barrier opens", atomics::barrier_opens),
    ("lanes", nested::lanes),
    ("two blocks", atomics::two_blocks),
];

/// The kernel of a seed.
pub fn kernel(seed: u64) -> Kernel {
    let at = usize::try_from(seed).unwrap_or(0) % FAMILIES.len();
    let (family, text) = FAMILIES[at];
    let mut make = Make {
        random: Random::new(seed.wrapping_mul(0x9e37_79b9)),
        // A third is as it should be.
        every: [0, 5, 10][Random::new(seed ^ 0x51).below(3)],
        slips: 0,
    };
    let text = text(&mut make);
    Kernel {
        family,
        slips: make.slips,
        text,
    }
}

/// What builders choose with.
struct Make {
    random: Random,
    /// One in so many choices is wrong; none if it is 0.
    every: usize,
    slips: u32,
}

impl Make {
    /// Whether the next choice is to be a wrong one.
    fn slip(&mut self) -> bool {
        // More than two, and hardly anything verifies.
        let slips = self.every > 0 && self.slips < 2 && self.random.one_in(self.every);
        self.slips += u32::from(slips);
        slips
    }

    /// The right word, or one of the wrong ones.
    fn or_slip(&mut self, right: &str, wrong: &[&str]) -> String {
        if self.slip() {
            self.one_of(wrong).to_owned()
        } else {
            right.to_owned()
        }
    }

    fn one_of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.random.below(all.len())]
    }

    fn number(&mut self, low: i64, high: i64) -> i64 {
        self.random.between(low, high)
    }

    fn maybe(&mut self) -> bool {
        self.random.one_in(2)
    }
}

/// Each clause on a line of its own.
fn clauses(indent: &str, word: &str, all: &[String]) -> String {
    let lines = all.iter().filter(|clause| !clause.is_empty());
    lines
        .map(|clause| format!("{indent}{word} {clause};\n"))
        .collect()
}
