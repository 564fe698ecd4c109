//! Questions about assertions that speak of accesses or of a second thread.

use crate::accesses::{Claim, Meeting};
use crate::annotations::pending::{Ordering, pending};
use crate::check::{Two, Work};
use crate::execution::symbols::Other;
use crate::launch::Size;
use crate::questions::Answer;
use crate::report::{Fault, Lack, Unsupported};
use solver::term::{Term, and, bool_, eq, implies, not};

impl Work<'_, '_> {
    /// Decides the assertions that speak of accesses or of a second thread.
    pub(crate) fn claims(&mut self) {
        let run = self.run;
        for claim in &run.summary.claims {
            if !claim.of_two {
                self.claim_of_one(claim);
                continue;
            }
            let several = self.options.sizes.block.iter().chain(match self.blocks() {
                true => self.options.sizes.grid.iter(),
                false => [].iter(),
            });
            let mut several = several.map(|size| match size {
                Size::Fixed(size) => *size > 1,
                Size::Any => false,
            });
            // Where there may be but one thread, nothing is said of a second one.
            if !claim.one_block && !several.any(|more| more) {
                self.unclear(claim);
                continue;
            }
            let found = self.claim_of_two(claim, true);
            if !found && !claim.one_block && self.blocks() {
                self.claim_of_two(claim, false);
            }
        }
    }

    /// Whether threads of different blocks are looked at.
    fn blocks(&self) -> bool {
        self.options.between_blocks
    }

    fn unclear(&mut self, claim: &Claim) {
        let lack = Unsupported::new(Lack::TwoThreadAnnotation, claim.point.place);
        self.report.undecided.push(lack);
    }

    /// What is known where the claim stands, and that it does not hold there.
    fn broken(&self, claim: &Claim) -> Vec<Term> {
        let one_block = self.options.sizes.grid == [Size::Fixed(1); 3];
        let ordering = match self.blocks() && !one_block {
            true => Ordering::Grid,
            false => Ordering::Block,
        };
        let mut formulas = vec![claim.known.clone(), not(claim.goal.clone())];
        formulas.extend(pending(self.module, &self.run.summary, claim, ordering));
        formulas
    }

    fn claim_of_one(&mut self, claim: &Claim) {
        let run = self.run;
        let formulas = self.broken(claim);
        match self.possible(&formulas, None, Vec::new()) {
            Answer::Impossible => {}
            // Where the thread is not at the assertion, it is not known how many barriers it has
            // passed.
            Answer::Possible(_)
                if claim.vague || !claim.here && !run.summary.meetings.is_empty() =>
            {
                self.unclear(claim);
            }
            Answer::Possible(values) => {
                self.found(Fault::Broken(claim.reason), claim.point.place, &values, 1);
            }
            Answer::Unknown(why) => self.undecided(why, claim.point.place),
        }
    }

    /// Decides a claim for two threads of one block, or of different ones; says whether it may not
    /// hold.
    fn claim_of_two(&mut self, claim: &Claim, same_block: bool) -> bool {
        let run = self.run;
        let mut two = Two {
            other: Other::new(&run.symbols, same_block),
            same_block,
        };
        let mut formulas = self.together(&mut two);
        if formulas.iter().any(Term::is_false) {
            return false;
        }
        // The second thread of what annotations read is this one, and the first one for it.
        let with = |from: &[Term; 3], to: Vec<Term>| -> Vec<(Term, Term)> {
            let pairs = from.iter().cloned().zip(to);
            pairs.filter(|(from, _)| from.as_bits().is_none()).collect()
        };
        let (own, partner) = (run.atoms.thread(), run.atoms.partner());
        let theirs = own.iter().map(|number| two.other.of(number)).collect();
        let (for_first, for_second) = (with(partner, theirs), with(partner, own.to_vec()));
        let broken = self.broken(claim);
        formulas.extend(broken.iter().map(|term| term.subst(&for_first)));
        formulas.push(eq(claim.same_block.clone(), bool_(same_block)));
        let mut here = vec![two.other.of(&claim.known).subst(&for_second)];
        for number in &claim.point.iterations {
            here.push(eq(number.clone(), two.other.of(number)));
        }
        for other in &claim.others {
            if other.read.is_some() && !same_block {
                continue;
            }
            for known in other.read.iter().flatten() {
                here.push(two.other.of(known).subst(&for_second));
            }
            let own = two.other.of(&other.own).subst(&for_second);
            let value = eq(other.symbol.clone(), own);
            match other.anywhere {
                true => formulas.push(value),
                false => here.push(value),
            }
        }
        formulas.push(implies(claim.other_here.clone(), and(here)));
        if self.together_at(claim, same_block) {
            formulas.push(claim.other_here.clone());
        }
        match self.possible(&formulas, Some(&mut two), Vec::new()) {
            Answer::Impossible => false,
            Answer::Possible(values) => {
                self.found(Fault::Broken(claim.reason), claim.point.place, &values, 2);
                true
            }
            Answer::Unknown(why) => {
                self.undecided(why, claim.point.place);
                false
            }
        }
    }

    /// Whether all threads come to the point of a claim in each iteration, or none: they enter each
    /// loop around it together, go on with it together, and come to it together.
    fn together_at(&mut self, claim: &Claim, same_block: bool) -> bool {
        let run = self.run;
        let around = run.summary.shared_loops.iter();
        let around = around.filter(|(k, _)| claim.point.iterations.contains(k));
        let mut points: Vec<&Meeting> = around.map(|(_, point)| point).collect();
        points.push(&claim.point);
        points
            .into_iter()
            .all(|point| self.apart(point, same_block, None) == Answer::Impossible)
    }
}
