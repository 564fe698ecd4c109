//! The meanings of signed arithmetic that a kernel is checked with, one after the other.

use super::attempt;
use crate::check::{Looks, Options};
use crate::launch::bounded_instances::{pinned, small_launches};
use crate::overflow::Overflow;
use crate::questions::Sources;
use crate::report::{Finding, Lack, Report, Status, Unsupported};
use kernel_graph::{FunctionId, Module, Place};
use std::collections::BTreeSet;

/// The checks of one kernel.
pub(super) struct Attempts<'a> {
    pub of: (&'a Module, FunctionId),
    pub options: &'a Options,
    pub left_out: &'a BTreeSet<Place>,
    pub sources: &'a Sources<'a>,
    /// Questions that were asked so far.
    pub questions: usize,
}

/// How hard a check tries.
#[derive(Clone, Copy)]
enum Tried {
    /// Hardly.
    Glance,
    /// With a part of all.
    Little,
    /// With all that there is.
    All,
}

/// What a glance says of launches in which nothing overflows.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fits {
    /// There may be some.
    Perhaps,
    /// None was found.
    InNoLaunch,
}

impl Attempts<'_> {
    /// The answer of all of them.
    pub(super) fn report(mut self) -> Report {
        let mut report = match self.options.overflow {
            Overflow::Wraps | Overflow::Never | Overflow::Excluded => {
                self.with(self.options.overflow)
            }
            Overflow::Told => self.told(),
            Overflow::Undefined => match self.excused() {
                Some(report) => report,
                None => self.told(),
            },
        };
        report.questions = self.questions;
        report
    }

    fn with(&mut self, overflow: Overflow) -> Report {
        match self.options.looks == Looks::Glance {
            true => self.attempt(overflow, true, Tried::Glance),
            false => self.attempt(overflow, false, Tried::All),
        }
    }

    fn attempt(&mut self, overflow: Overflow, until_one: bool, effort: Tried) -> Report {
        let options = Options {
            overflow,
            until_one: until_one || self.options.until_one,
            ..self.options.clone()
        };
        let report = match effort {
            Tried::Glance => {
                let source = self.sources.little();
                attempt(self.of, &options.with_a_glance(), self.left_out, source)
            }
            Tried::Little => {
                let source = self.sources.little();
                attempt(self.of, &options.with_little(), self.left_out, source)
            }
            Tried::All => attempt(self.of, &options, self.left_out, self.sources.of(overflow)),
        };
        self.questions += report.questions;
        report
    }

    /// The answer where an overflow excuses what follows from it; none if what is wrong has to be told in full.
    fn excused(&mut self) -> Option<Report> {
        // The first thing that is found says whether it has to be. Numbers that wrap are the harder ones:
        // what is not seen soon is looked at without them. Each check is a whole one, so that whichever verifies the
        // kernel may come first; they come in the order of what they cost.
        let is_done = |report: &Report| {
            report.status() == Status::Verified || report.undecided.iter().any(is_too_large)
        };
        let looks = self.options.looks;
        let mut soon = None;
        let mut fits = Fits::Perhaps;
        if looks != Looks::AfterGlance {
            let first = self.attempt(Overflow::Wraps, true, Tried::Glance);
            // Where nothing more may be asked another check finds nothing more.
            if self.options.budget == 0 {
                return Some(first);
            }
            let wrong = first.status() == Status::Wrong;
            if !is_done(&first) && !wrong {
                match self.glanced() {
                    Ok(report) => return Some(report),
                    Err(found) => fits = found,
                }
            }
            if is_done(&first) || looks == Looks::Glance {
                return Some(first);
            }
            soon = Some(first).filter(|_| wrong);
        }
        let mut first = match soon {
            Some(first) => first,
            None => self.attempt(Overflow::Wraps, true, Tried::Little),
        };
        if is_done(&first) {
            return Some(first);
        }
        let wrong = first.status() == Status::Wrong;
        let limited = |lack: &Unsupported| {
            matches!(
                lack.lack,
                Lack::Solver(_) | Lack::Unconfirmed | Lack::Absent
            )
        };
        // Numbers that do not wrap are easier.
        if wrong || first.undecided.iter().all(limited) {
            if !wrong && let Some(report) = self.small() {
                return Some(report);
            }
            if fits == Fits::InNoLaunch {
                // That is what keeps numbers that do not wrap from a proof, whatever else is tried with them.
                let all = self.attempt(Overflow::Wraps, true, Tried::All);
                if all.status() == Status::Verified {
                    return Some(all);
                }
            }
            first = self.attempt(Overflow::Never, true, Tried::All);
            if wrong
                && first.status() == Status::Unknown
                && let Some(report) = self.small()
            {
                return Some(report);
            }
            let mut open = first.undecided.iter();
            if !wrong && open.any(|one| one.lack == Lack::NoLaunch) {
                // Nothing else was left to show.
                let last = self.attempt(Overflow::Wraps, true, Tried::All);
                return Some(match last.status() {
                    Status::Verified => last,
                    Status::Wrong | Status::Unknown => first,
                });
            }
            if !wrong && first.status() != Status::Verified {
                // What is seen without overflow is wrong in any case, and what is not decided there is
                // harder with it. What else is not decided is seen with little.
                first = match first.status() {
                    Status::Wrong | Status::Verified => self.with(Overflow::Never),
                    Status::Unknown if self.sources.is_little_exhausted() => first,
                    Status::Unknown => self.attempt(Overflow::Never, false, Tried::Little),
                };
                let too_hard = |lack: &Unsupported| matches!(lack.lack, Lack::Solver(_));
                if first.status() == Status::Unknown && !first.undecided.iter().any(too_hard) {
                    // Numbers that wrap are the easier ones now and then, where not all is known of what fits.
                    let last = self.attempt(Overflow::Wraps, true, Tried::All);
                    if last.status() == Status::Verified {
                        return Some(last);
                    }
                }
                if first.status() != Status::Verified {
                    return Some(first);
                }
            }
        }
        if first.status() != Status::Verified {
            return self.without_overflow();
        }
        let last = self.with(Overflow::Undefined);
        (last.status() == Status::Verified).then_some(last)
    }

    /// The answer, if the kernel is verified at a glance without what overflows; else what is known of that.
    fn glanced(&mut self) -> Result<Report, Fits> {
        let without = self.attempt(Overflow::Never, true, Tried::Glance);
        if without.status() != Status::Verified {
            let mut open = without.undecided.iter();
            return Err(match open.any(|lack| lack.lack == Lack::NoLaunch) {
                true => Fits::InNoLaunch,
                false => Fits::Perhaps,
            });
        }
        // Which operations that is assumed of.
        let report = self.attempt(Overflow::Undefined, true, Tried::Glance);
        match report.status() {
            Status::Verified => Ok(report),
            Status::Wrong | Status::Unknown => Err(Fits::Perhaps),
        }
    }

    /// What is wrong where nothing overflows, if anything is: what else takes an overflow is not looked for then.
    fn without_overflow(&mut self) -> Option<Report> {
        // Threads that iterate further than is looked at are told apart by their numbers that wrap.
        if self.options.iterations.is_some() {
            return None;
        }
        let report = self.with(Overflow::Excluded);
        (!report.findings.is_empty()).then_some(report)
    }

    /// What is wrong with numbers that wrap, and whether it takes an overflow.
    fn told(&mut self) -> Report {
        let mut report = self.with(Overflow::Wraps);
        if report.findings.is_empty() {
            return report;
        }
        let without = self.with(Overflow::Excluded);
        let sure = without.undecided.is_empty();
        let mut unsure = Vec::new();
        for mut finding in std::mem::take(&mut report.findings) {
            let again = is_among(&without, &finding);
            finding.only_by_overflow = sure && !again;
            match again || sure {
                true => report.findings.push(finding),
                false => unsure.push(finding),
            }
        }
        // With the sizes and parameters of the counterexample it is easier to see whether it takes an overflow.
        for finding in unsure {
            let options = pinned(self.of, self.options, &finding.values).with_little();
            let tried = attempt(self.of, &options, self.left_out, self.sources.little());
            self.questions += tried.questions;
            if is_among(&tried, &finding) {
                report.findings.push(finding);
                continue;
            }
            let lack = Unsupported::new(Lack::Overflow, finding.place);
            if !report.undecided.contains(&lack) {
                report.undecided.push(lack);
            }
            // Who executes it sees whether it takes an overflow.
            report.suspected.push(finding);
        }
        report
    }

    /// What is wrong in one of a few small launches, without overflow, and what else is seen with little effort;
    /// none if nothing was seen in these launches.
    fn small(&mut self) -> Option<Report> {
        if !self.options.small {
            return None;
        }
        let (found, questions) = self.in_small_launches()?;
        self.questions += questions;
        // The verdict is known.
        let mut report = self.attempt(Overflow::Never, false, Tried::Little);
        let more = found.into_iter().filter(|one| !is_among(&report, one));
        let more: Vec<Finding> = more.collect();
        report.findings.extend(more);
        Some(report)
    }

    fn in_small_launches(&self) -> Option<(Vec<Finding>, usize)> {
        let source = self.sources.small();
        let mut questions = 0;
        for (values, options) in small_launches(self.of, self.options, self.left_out, source) {
            let mut report = attempt(self.of, &options, self.left_out, source);
            questions += report.questions;
            // The others are no smaller.
            if report.undecided.iter().any(is_too_large) {
                return None;
            }
            if report.status() == Status::Wrong {
                for finding in &mut report.findings {
                    // To the check that found it they were no parameters.
                    finding.values.extend(values.iter().cloned());
                }
                return Some((report.findings, questions));
            }
        }
        None
    }
}

/// Whether a kernel makes more accesses than are looked at.
fn is_too_large(lack: &Unsupported) -> bool {
    lack.lack == Lack::TooLarge
}

/// Whether a finding of this kind, at this place, is in a report.
fn is_among(report: &Report, one: &Finding) -> bool {
    let kind = std::mem::discriminant(&one.fault);
    let mut all = report.findings.iter();
    all.any(|other| other.place == one.place && std::mem::discriminant(&other.fault) == kind)
}
