//! Questions about assertions that speak of accesses or of a second thread.

use crate::accesses::{Access, Claim, Meeting, Reason};
use crate::annotations::pending::{Ordering, pending};
use crate::check::{Two, Work};
use crate::execution::symbols::Other;
use crate::launch::Size;
use crate::questions::Answer;
use crate::report::{Fault, Lack, Unsupported};
use solver::term::{Term, and, bool_, eq, implies, not, tt};
use std::collections::BTreeSet;

/// What came of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shown {
    /// It holds.
    Right,
    /// It may not hold.
    Wrong,
    /// It is not known.
    Unknown,
}

impl Shown {
    /// Both.
    fn and(self, other: Shown) -> Shown {
        match (self, other) {
            (Shown::Right, Shown::Right) => Shown::Right,
            (Shown::Wrong, _) | (_, Shown::Wrong) => Shown::Wrong,
            (Shown::Unknown, _) | (_, Shown::Unknown) => Shown::Unknown,
        }
    }
}

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
                self.not_of_two.insert(claim.point.place);
                continue;
            }
            let mut shown = self.claim_of_two(claim, true);
            if shown != Shown::Wrong && !claim.one_block && self.blocks() {
                shown = shown.and(self.claim_of_two(claim, false));
            }
            let place = claim.point.place;
            match shown {
                Shown::Right => {}
                Shown::Wrong | Shown::Unknown => {
                    self.not_of_two.insert(place);
                }
            }
        }
        self.claims_decided = true;
    }

    /// What the user's invariants about two threads say of two accesses within their loops, where these invariants were
    /// shown: both threads come to them in each iteration, so in one that both make they hold of both.
    pub(crate) fn relations(&self, (a, b): (&Access, &Access), two: &mut Two<'_>) -> Vec<Term> {
        let run = self.run;
        let mut told = BTreeSet::new();
        let mut all = Vec::new();
        if !self.claims_decided {
            return all;
        }
        for claim in &run.summary.claims {
            let around = claim.point.iterations.as_slice();
            let plain = claim.watched.is_empty()
                && claim.others.iter().all(|other| other.read.is_none())
                && !run.names_partner(&claim.goal);
            let within = a.iterations.starts_with(around) && b.iterations.starts_with(around);
            let place = claim.point.place;
            if !(claim.of_two && claim.each_iteration && claim.here && plain && within)
                || claim.one_block
                || self.not_of_two.contains(&place)
                || !told.insert((place, claim.goal.clone()))
            {
                continue;
            }
            let same = around
                .iter()
                .map(|number| eq(number.clone(), two.other.of(number)));
            let same = and(same.collect());
            // Both are here then.
            let here = (claim.other_here.clone(), tt());
            let mut values = vec![
                here.clone(),
                (claim.same_block.clone(), bool_(two.same_block)),
            ];
            for other in &claim.others {
                let own = other.own.subst(std::slice::from_ref(&here));
                values.push((other.symbol.clone(), two.other.of(&own)));
            }
            all.push(implies(same, claim.goal.subst(&values)));
        }
        all
    }

    /// Whether threads of different blocks are looked at.
    fn blocks(&self) -> bool {
        self.options.between_blocks
    }

    fn unclear(&mut self, claim: &Claim) {
        if claim.reason == Reason::Candidate {
            self.report.dropped.insert(claim.point.place);
            return;
        }
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
        let formulas = self.broken(claim);
        match self.possible(&formulas, None, Vec::new()) {
            Answer::Impossible => {}
            // Where the thread is not at the assertion, it may not be known how many barriers it has passed.
            Answer::Possible(_)
                if claim.vague
                    || !claim.here
                        && !claim.passed_alike
                        && !self.run.summary.meetings.is_empty() =>
            {
                self.unclear(claim);
            }
            Answer::Possible(values) => {
                self.found(Fault::Broken(claim.reason), claim.point.place, &values, 1);
            }
            Answer::Unknown(why) => self.not_shown(claim.reason, why, claim.point.place),
        }
    }

    /// Decides a claim for two threads of one block, or of different ones.
    fn claim_of_two(&mut self, claim: &Claim, same_block: bool) -> Shown {
        let run = self.run;
        let mut two = Two {
            other: Other::new(&run.symbols, same_block),
            same_block,
        };
        let mut formulas = self.together(&mut two);
        if formulas.iter().any(Term::is_false) {
            return Shown::Right;
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
        if let Some(earlier) = &claim.earlier {
            here.push(earlier.goal.subst(&for_first));
            for other in &earlier.others {
                let own = two.other.of(&other.own).subst(&for_second);
                here.push(eq(other.symbol.clone(), own));
            }
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
            Answer::Impossible => Shown::Right,
            Answer::Possible(values) => {
                self.found(Fault::Broken(claim.reason), claim.point.place, &values, 2);
                Shown::Wrong
            }
            Answer::Unknown(why) => {
                self.not_shown(claim.reason, why, claim.point.place);
                Shown::Unknown
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
