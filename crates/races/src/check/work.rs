//! The questions about one kernel: what they share, obligations, and what is noted of answers.

use super::core::{Known, is_short_of};
use super::divergence::Two;
use super::explain::Relied;
use super::options::Options;
use crate::accesses::{Meets, Reason};
use crate::barriers::warp::LockStep;
use crate::execution::Exec;
use crate::questions::abstraction::{Abstraction, Counterexample};
use crate::questions::{Answer, Queries};
use crate::report::{Fault, Finding, Lack, NoAnswer, Report, ThreadIds, Unsupported};
use kernel_graph::{Module, Place};
use num_bigint::BigInt;
use num_traits::ToPrimitive;
use solver::term::{Sort, Term, and, not, or};
use std::collections::{BTreeSet, HashMap};

/// So many obligations are asked together first.
const TOGETHER: usize = 16;

/// A kernel at work.
pub(crate) struct Work<'a, 'r> {
    /// The program.
    pub module: &'a Module,
    /// What is asked.
    pub options: &'a Options,
    /// What one thread does.
    pub run: &'r Exec<'a>,
    /// The parameters that are numbers, by their names.
    pub params: Vec<(String, Term)>,
    /// Asks the questions.
    pub queries: Queries<'a>,
    /// Warps whose threads run in lockstep.
    pub lock_step: Option<LockStep>,
    /// On how many answers of the solver it rests that the threads of a launch do not race.
    pub relied: Relied,
    /// Claims about two threads that are not shown, by their places.
    pub not_of_two: BTreeSet<Place>,
    /// Whether claims are decided, so that those that are shown may be used.
    pub claims_decided: bool,
    /// The answer so far.
    pub report: &'r mut Report,
}

impl Work<'_, '_> {
    /// Terms whose values are shown with a counterexample.
    pub(crate) fn wanted(&self, two: Option<&mut Two<'_>>) -> Vec<(String, Term)> {
        let atoms = &self.run.atoms;
        let mut all = Vec::new();
        for (at, (thread, block)) in atoms.thread().iter().zip(atoms.block()).enumerate() {
            all.push((format!("thread 0 {at}"), thread.clone()));
            all.push((format!("block 0 {at}"), block.clone()));
        }
        if let Some(two) = two {
            for (at, (thread, block)) in atoms.thread().iter().zip(atoms.block()).enumerate() {
                all.push((format!("thread 1 {at}"), two.other.of(thread)));
                all.push((format!("block 1 {at}"), two.other.of(block)));
            }
        }
        for (name, term) in self.params.iter().chain(&atoms.open_sizes()) {
            if *term.sort() != Sort::Bool {
                all.push((format!("value {name}"), term.clone()));
            }
        }
        all
    }

    fn threads(&self, values: &HashMap<String, BigInt>, count: usize) -> Vec<ThreadIds> {
        let number = |name: String| values.get(&name).and_then(BigInt::to_u32).unwrap_or(0);
        let three =
            |what: &str, who: usize| [0, 1, 2].map(|at| number(format!("{what} {who} {at}")));
        (0..count)
            .map(|who| ThreadIds {
                thread: three("thread", who),
                block: three("block", who),
            })
            .collect()
    }

    pub(crate) fn values(&self, values: &HashMap<String, BigInt>) -> Vec<(String, BigInt)> {
        let sizes = self.run.atoms.open_sizes();
        let names = self.params.iter().chain(&sizes).map(|(name, _)| name);
        names
            .filter_map(|name| Some((name.clone(), values.get(&format!("value {name}"))?.clone())))
            .collect()
    }

    /// Notes what is wrong.
    pub(crate) fn found(
        &mut self,
        fault: Fault,
        place: Place,
        seen: &Counterexample,
        threads: usize,
    ) -> bool {
        if fault == Fault::Broken(Reason::Candidate) {
            return self.report.dropped.insert(place);
        }
        let finding = Finding {
            fault,
            place,
            threads: self.threads(&seen.values, threads),
            values: self.values(&seen.values),
            abstractions: seen.abstractions.clone(),
            cells: seen.cells.clone(),
            only_by_overflow: false,
        };
        match &finding.fault {
            Fault::Divergence {
                what: Meets::Exchange,
                ..
            } => {
                self.report.suspected.push(finding);
                false
            }
            Fault::Race { .. } | Fault::Divergence { .. } | Fault::Broken(_)
                if self.options.unconfirmed || seen.sure && !self.is_vague(seen) =>
            {
                self.report.findings.push(finding);
                true
            }
            Fault::Race { .. } | Fault::Divergence { .. } | Fault::Broken(_) => {
                let lack = Unsupported::new(Lack::Unconfirmed, finding.place);
                self.report.undecided.push(lack);
                self.queries.be_brief();
                self.report.suspected.push(finding);
                false
            }
        }
    }

    /// Whether values in loops took part of which more may be known than the solver found out.
    fn is_vague(&self, seen: &Counterexample) -> bool {
        self.run.summary.given_up && seen.abstractions.contains(&Abstraction::Loops)
    }

    /// Notes that the solver gave no answer. The kernel is not verified then: what else is asked serves to find what is
    /// wrong, which takes little.
    pub(crate) fn undecided(&mut self, why: NoAnswer, place: Place) {
        self.queries.be_brief();
        self.report
            .undecided
            .push(Unsupported::new(Lack::Solver(why), place));
    }

    /// Whether what is known is all that is asked for.
    pub(super) fn is_enough(&self) -> bool {
        // Where only some iterations are looked at, something is never decided.
        let looked_at = self.options.iterations.is_some() || self.report.undecided.is_empty();
        self.options.until_one && !(self.report.findings.is_empty() && looked_at)
    }

    /// What every index may be made of.
    pub(super) fn known(&self) -> Known {
        let run = self.run;
        let of_thread: Vec<Term> = run.atoms.of_thread().collect();
        let sizes = run.atoms.open_sizes();
        let named = self.params.iter().chain(&sizes).map(|(_, term)| term);
        Known::of(of_thread.iter().chain(named))
    }

    /// Of each obligation whether it was shown together with its neighbours. Most are kept, and many
    /// are alike.
    fn kept_together(&mut self) -> Vec<bool> {
        let run = self.run;
        let known = self.known();
        let mut shown = Vec::new();
        for some in run.summary.obligations.chunks(TOGETHER) {
            let claims: Vec<(Term, Term)> = some
                .iter()
                .map(|one| (one.known.clone(), one.goal.clone()))
                .collect();
            let kept = self.follow_together(&known, &claims);
            shown.extend(some.iter().map(|_| kept));
        }
        shown
    }

    /// Whether each of these goals is shown to hold where what stands before it does.
    pub(super) fn follow(&mut self, claims: &[(Term, Term)]) -> bool {
        let run = self.run;
        let known = self.known();
        if self.follow_together(&known, claims) {
            return true;
        }
        let none = HashMap::new();
        let of = (&run.symbols, &none);
        claims.iter().all(|(condition, goal)| {
            let core = known.core(condition, &[goal]);
            let core = core.filter(|core| is_short_of([core].into_iter(), [condition].into_iter()));
            let core = core.map(|core| [core, not(goal.clone())]);
            let whole = [condition.clone(), not(goal.clone())];
            core.is_some_and(|core| self.queries.none_possible(of, &core))
                || self.queries.possible(of.0, of.1, &whole, &[]) == Answer::Impossible
        })
    }

    /// Whether one question, or one with what is about the goals alone, shows all of these at once.
    fn follow_together(&mut self, known: &Known, claims: &[(Term, Term)]) -> bool {
        let run = self.run;
        let none = HashMap::new();
        let of = (&run.symbols, &none);
        let fails = |condition: Term, goal: &Term| and(vec![condition, not(goal.clone())]);
        let whole = |(condition, goal): &(Term, Term)| fails(condition.clone(), goal);
        let ways: BTreeSet<Term> = claims.iter().map(whole).collect();
        let core = |(condition, goal): &(Term, Term)| {
            let core = known.core(condition, &[goal]);
            fails(core.unwrap_or_else(|| condition.clone()), goal)
        };
        let cores: BTreeSet<Term> = claims.iter().map(core).collect();
        let mut none_of = |ways: BTreeSet<Term>| {
            let any = [or(ways.into_iter().collect())];
            self.queries.none_possible(of, &any)
        };
        let short = is_short_of(cores.iter(), ways.iter());
        short && none_of(cores) || ways.len() > 2 && none_of(ways)
    }

    pub(super) fn obligations(&mut self) {
        let run = self.run;
        // Several accesses of one statement break for one reason.
        let mut told: BTreeSet<(Place, String)> = BTreeSet::new();
        let shown = self.kept_together();
        for (obligation, shown) in run.summary.obligations.iter().zip(shown) {
            if shown {
                continue;
            }
            let unknown = matches!(
                obligation.reason,
                Reason::UnknownAddress | Reason::UnknownCallee
            );
            let reason = match unknown && self.options.unknown_is_null {
                true => Reason::NullAccess,
                false => obligation.reason,
            };
            let key = (obligation.place, format!("{reason:?}"));
            if told.contains(&key) {
                continue;
            }
            if self.is_enough() {
                return;
            }
            let formulas = [obligation.known.clone(), not(obligation.goal.clone())];
            match self.possible(&formulas, None, Vec::new()) {
                Answer::Impossible => {}
                Answer::Possible(values) => {
                    told.insert(key);
                    if let Some(lack) = reason.lack() {
                        let lack = Unsupported::new(lack, obligation.place);
                        self.report.undecided.push(lack);
                        continue;
                    }
                    self.found(Fault::Broken(reason), obligation.place, &values, 1);
                }
                Answer::Unknown(why) => self.not_shown(reason, why, obligation.place),
            }
        }
    }

    /// Notes that the solver gave no answer to whether something must hold. What was only proposed is passed over.
    pub(crate) fn not_shown(&mut self, reason: Reason, why: NoAnswer, place: Place) {
        match reason == Reason::Candidate {
            true => {
                self.report.dropped.insert(place);
            }
            false => self.undecided(why, place),
        }
    }
}
