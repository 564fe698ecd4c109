//! Which barrier a thread has passed last.
//!
//! All threads of a block pass the same barriers in the same order: that is shown at each of them, at the
//! entries of the loops around it, and where they go on. So two accesses have the same number of barriers
//! before them only if the barrier passed last is the same for both: the same statement, in the same
//! iterations of the loops around it. Where the number of barriers has no closed form, as in a loop around
//! another one with a barrier, this still tells accesses apart.

use crate::accesses::StmtId;
use crate::execution::state::Counts;
use kernel_graph::Space;
use num_bigint::BigInt;
use solver::term::{Symbol, Term, and, big, eq, int, ite, postorder};
use std::collections::BTreeSet;

/// The number of a statement in its block has so many bits here.
const STMT_BITS: u32 = 24;

/// The greatest such number.
const LAST: u64 = (1 << STMT_BITS) - 1;

/// Which barriers order accesses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Barriers {
    /// Those that order shared memory.
    Shared,
    /// Those of the block that order global memory.
    Global,
    /// Those of the grid.
    Grid,
}

impl Barriers {
    /// Those that order accesses to memory of a kind by threads of one block, or of different ones.
    pub(crate) fn of(space: Space, same_block: bool) -> Barriers {
        match space {
            _ if !same_block => Barriers::Grid,
            Space::Shared => Barriers::Shared,
            Space::Global | Space::Constant | Space::Private => Barriers::Global,
        }
    }

    /// How many of them were passed, if that is known.
    pub(crate) fn count(self, counts: &Counts) -> Option<&Term> {
        match self {
            Barriers::Shared => counts.shared.as_ref(),
            Barriers::Global => counts.global.as_ref(),
            Barriers::Grid => counts.grid.as_ref(),
        }
    }

    /// Every kind.
    pub(crate) const ALL: [Barriers; 3] = [Barriers::Shared, Barriers::Global, Barriers::Grid];

    /// Which of them was passed last.
    pub(crate) fn last(self, counts: &Counts) -> &Last {
        self.last_of(&counts.passed)
    }

    /// Says which of this kind was passed last.
    pub(crate) fn set(self, passed: &mut Passed, last: Last) {
        match self {
            Barriers::Shared => passed.shared = last,
            Barriers::Global => passed.global = last,
            Barriers::Grid => passed.grid = last,
        }
    }

    /// Those of this kind.
    pub(crate) fn last_of(self, passed: &Passed) -> &Last {
        match self {
            Barriers::Shared => &passed.shared,
            Barriers::Global => &passed.global,
            Barriers::Grid => &passed.grid,
        }
    }
}

/// A barrier in some iterations, as integers: its number, then those of the iterations around it,
/// outermost first. What is missing is zero. A barrier has one number of loops around it, so that two are
/// the same only if all their integers are.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Last(Vec<Term>);

impl Last {
    /// None was passed yet.
    pub(crate) fn none() -> Last {
        Last(vec![int(0)])
    }

    /// This one.
    pub(crate) fn at((block, stmt): StmtId, iterations: &[Term]) -> Last {
        // Never zero, and small: as bit-vectors integers have bounds (`integers/bits.rs`). If two barriers had one
        // number, they would only be told apart less.
        let stmt = u64::try_from(stmt).unwrap_or(LAST).min(LAST - 1) + 1;
        let number = BigInt::from((u64::from(block.0) << STMT_BITS) | stmt);
        let iterations = iterations.iter().cloned();
        Last(std::iter::once(big(number)).chain(iterations).collect())
    }

    /// Numbers of which nothing is known but what the symbols say.
    pub(crate) fn given(numbers: Vec<Term>) -> Last {
        Last(numbers)
    }

    /// The integers.
    pub(crate) fn terms(&self) -> &[Term] {
        &self.0
    }

    fn both(&self, other: &Last, one: &mut dyn FnMut(Term, Term) -> Term) -> Vec<Term> {
        let part = |of: &Last, at: usize| of.0.get(at).cloned().unwrap_or_else(|| int(0));
        let length = self.0.len().max(other.0.len());
        (0..length)
            .map(|at| one(part(self, at), part(other, at)))
            .collect()
    }

    /// With as many integers as the other has, if those are more.
    pub(crate) fn lengthened(&self, other: &Last) -> Last {
        Last(self.both(other, &mut |a, _| a))
    }

    /// This one if the condition holds, else the other.
    pub(crate) fn choose(&self, other: &Last, condition: &Term) -> Last {
        Last(self.both(other, &mut |a, b| ite(condition.clone(), a, b)))
    }

    /// That both are the same.
    pub(crate) fn is(&self, other: &Last) -> Term {
        and(self.both(other, &mut eq))
    }

    /// Whether one of the symbols takes part.
    pub(crate) fn mentions(&self, symbols: &BTreeSet<Symbol>) -> bool {
        let mut used = postorder(&self.0).into_iter();
        used.any(|part| part.symbol().is_some_and(|symbol| symbols.contains(symbol)))
    }

    /// With each term replaced.
    pub(crate) fn map(&self, change: &mut dyn FnMut(&Term) -> Term) -> Last {
        Last(self.0.iter().map(change).collect())
    }
}

/// Which barrier of each kind the thread has passed last.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Passed {
    /// Of those that order shared memory.
    pub shared: Last,
    /// Of those of the block that order global memory.
    pub global: Last,
    /// Of those of the grid.
    pub grid: Last,
}

impl Passed {
    /// None of any kind.
    pub(crate) fn none() -> Passed {
        Passed {
            shared: Last::none(),
            global: Last::none(),
            grid: Last::none(),
        }
    }

    /// Each kind of one and the other.
    pub(crate) fn zip(&self, other: &Passed, both: &mut dyn FnMut(&Last, &Last) -> Last) -> Passed {
        Passed {
            shared: both(&self.shared, &other.shared),
            global: both(&self.global, &other.global),
            grid: both(&self.grid, &other.grid),
        }
    }

    /// These if the condition holds, else the others.
    pub(crate) fn choose(&self, other: &Passed, condition: &Term) -> Passed {
        self.zip(other, &mut |a, b| a.choose(b, condition))
    }

    /// With each term replaced.
    pub(crate) fn map(&self, change: &mut dyn FnMut(&Term) -> Term) -> Passed {
        let mut one = |last: &Last| last.map(&mut *change);
        Passed {
            shared: one(&self.shared),
            global: one(&self.global),
            grid: one(&self.grid),
        }
    }

    /// That each of one is the same as that of the other.
    pub(crate) fn is(&self, other: &Passed) -> Term {
        and(vec![
            self.shared.is(&other.shared),
            self.global.is(&other.global),
            self.grid.is(&other.grid),
        ])
    }

    /// Whether one of the symbols takes part.
    pub(crate) fn mentions(&self, symbols: &BTreeSet<Symbol>) -> bool {
        let all = [&self.shared, &self.global, &self.grid];
        all.into_iter().any(|last| last.mentions(symbols))
    }
}
