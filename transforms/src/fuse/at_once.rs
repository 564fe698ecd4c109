//! Joining many kernels with one proof, where none of the joints needs a second try.
//!
//! A joint is shown by checking the whole method, so a row of them costs as many checks as it has
//! kernels, each of a longer text. The row as it looks at first sight is checked once instead; only
//! if that fails the joints are made one after the other, which tells the one to blame.

use super::Fusion;
use super::join::{Dropped, Joined, Seam};
use super::of_written;
use super::ways::{Verdict, Way};
use crate::framework::input::Rewritten;
use crate::framework::prover::Prover;

/// With fewer kernels a check that fails costs more than those it would save.
const LEAST: usize = 4;

impl Fusion<'_> {
    /// All kernels as one; none if that does not hold as it looks at first sight.
    pub(super) fn at_once(&self, prover: &mut dyn Prover) -> Option<Rewritten> {
        let count = self.row.kernels.len();
        if count < LEAST {
            return None;
        }
        let mut joined: Joined = self.alone();
        let mut seams: Vec<Seam> = Vec::new();
        let mut shown = Vec::new();
        for number in 1..count {
            let flow = self.flow(&joined, number, prover).ok()?;
            let ordered = self.ordered(number).is_some();
            if self.blocks > 1 && (!flow.is_empty() || ordered) {
                // A barrier of each block has conditions of its own.
                return None;
            }
            let way = Way {
                flow,
                ordered,
                passed_on: false,
            };
            let together = self.together(&joined, number, &way, &Dropped::new(), prover);
            let (next, seam) = together.ok()?;
            if self.unmade_assertion(number, &seam).is_some() {
                return None;
            }
            shown.push(self.said(number, &seam));
            joined = next;
            seams.push(seam);
        }
        let written = self.written(count, &joined, &seams)?;
        match self.verdict(&written, prover) {
            Verdict::Holds => Some(of_written(Some(&written), shown)),
            Verdict::Not(..) => None,
        }
    }
}
