//! What is decided of a kernel: with what all its launches have in common, and where that is not enough with
//! each of them.
//!
//! A kernel that is right for any of the sizes that its launches leave open is right. Where it is not, the
//! counterexample may have a size that no launch has: then each launch is looked at alone, if there are few.

use crate::contract::{Contract, Reached, Search};
use crate::launched::{Known, Passed};
use crate::run::{Checked, Contracts, Start};
use crate::sizes::{self, Chosen, Origin};
use crate::trial::Trial;
use clang::launches::Launch;
use kernel_graph::{Dimension, Linkage, Module, Space};
use races::{Launched, Options, Quantity, Report, Size, Sizes, Status};
use std::borrow::Cow;

/// More different launches than this are not looked at one by one.
const MOST_SINGLY: usize = 8;

/// One check of a kernel.
pub(crate) struct Decided<'a> {
    /// The program that was checked: dynamic shared memory has the size that launches give it.
    pub module: Cow<'a, Module>,
    /// The sizes.
    pub chosen: Chosen,
    /// What is known of the launches.
    pub launched: Known,
    /// What it says.
    pub report: Report,
    /// Which sizes in it may be those of no launch.
    pub open: Open,
}

/// The answer of all checks of a kernel.
pub(crate) struct Answer<'a> {
    /// There are several only where it is verified for each launch alone.
    pub decided: Vec<Decided<'a>>,
    /// What launches satisfy for which it is verified, or in which something is found; none where it is checked for
    /// launches of the file.
    pub contract: Option<Contract>,
}

/// Which sizes of a counterexample may be those of no launch in the file, though launches decide them.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Open {
    /// Of blocks.
    pub block: bool,
    /// Of the grid.
    pub grid: bool,
}

impl Open {
    /// Those that launches leave open and of which these facts do not say, by what the kernel knows, what they are.
    fn of(chosen: &Chosen, known: &Known) -> Open {
        let open = |origin, sizes: &[Size; 3], quantity: fn(Dimension) -> Quantity| {
            let each = sizes.iter().zip([Dimension::X, Dimension::Y, Dimension::Z]);
            let mut open = each.filter(|(size, _)| **size == Size::Any);
            origin == Origin::Launches && open.any(|(_, at)| !known.decides(&quantity(at)))
        };
        Open {
            block: open(chosen.block, &chosen.sizes.block, Quantity::BlockSize),
            grid: open(chosen.grid, &chosen.sizes.grid, Quantity::GridSize),
        }
    }
}

/// What is taken for launches.
struct Way {
    chosen: Chosen,
    /// What has to do with sizes.
    related: Known,
    /// Constants as well.
    constants: Known,
    /// The bytes of dynamic shared memory, where a proof may rest on them: that sizes are those of launches is listed.
    dynamic: Option<u64>,
    /// The same where launches have the blocks that are checked, whoever says so: what is wrong with them is wrong.
    refuting: Option<u64>,
    /// Whether one of the launches certainly starts this kernel, and no other one.
    sure: bool,
}

impl Way {
    /// Which sizes may be those of no launch where this is known.
    fn open(&self, known: &Known) -> Open {
        match self.sure {
            true => Open::of(&self.chosen, known),
            // They are those of a launch that may be one of another kernel.
            false => Open {
                block: self.chosen.block == Origin::Launches,
                grid: self.chosen.grid == Origin::Launches,
            },
        }
    }
}

/// What makes two launches different.
type Key = (Sizes, Vec<Launched>, [Option<u64>; 2]);

impl<'a> Checked<'a> {
    /// Checks the kernel. Without contracts it is checked for the launches of the file. With them a launch makes no
    /// verdict better: the kernel is checked for all launches, then under a contract; where neither verifies it, what
    /// is found in a launch of the file comes first.
    pub(crate) fn decide(&self) -> Answer<'a> {
        let contracts = self.settings.checks.contracts;
        if contracts == Contracts::Launches {
            return Answer {
                decided: self.by_launches(),
                contract: None,
            };
        }
        let chosen = sizes::choose(self.module, self.kernel, &self.settings.sizes, &[]);
        let infers = contracts == Contracts::Inferred;
        let mut search = Search::new(self, chosen);
        let mut any = None;
        if !infers || !search.fails() {
            let one = self.for_any(chosen);
            if one.report.status() == Status::Verified {
                let none = Contract::default();
                let against = self.against(&one, &none, || self.each_launch());
                return Answer {
                    contract: against.is_none().then_some(none),
                    decided: vec![against.unwrap_or(one)],
                };
            }
            search.knows(&one.report);
            any = Some(one);
        }
        let reached = infers.then(|| search.run()).flatten();
        let verified = |one: &Reached<'_>| one.decided.report.status() == Status::Verified;
        let (contract, best) = match reached {
            Some(reached) if verified(&reached) => {
                let (decided, contract) = (&reached.decided, &reached.contract);
                let against = self.against(decided, contract, || self.each_launch());
                return Answer {
                    contract: against.is_none().then_some(reached.contract),
                    decided: vec![against.unwrap_or(reached.decided)],
                };
            }
            Some(reached) => (reached.contract, reached.decided),
            None => {
                let any = any.unwrap_or_else(|| self.for_any(chosen));
                (Contract::default(), any)
            }
        };
        // What is found in a launch of the file comes before what is found in some launch.
        let found = match self.launches.is_empty() {
            true => None,
            false => self.by_launches().into_iter().next(),
        };
        let found = found.filter(|one| one.report.status() == Status::Wrong);
        Answer {
            contract: found.is_none().then_some(contract),
            decided: vec![found.unwrap_or(best)],
        }
    }

    /// What is found in the kernel if it is launched like this, in one sentence, and whether an execution shows it.
    pub(crate) fn found_in(&self, start: &Start<'_>) -> Option<(String, bool)> {
        let decided = self.check_way(&self.way(&[*start], true));
        let with = self.with_module(&decided.module);
        let faults = decided.report.findings.iter();
        let faults: Vec<_> = faults.map(|one| with.fault(one, &decided)).collect();
        let shown = faults.iter().find(|fault| fault.trial == Trial::Shown);
        let fault = shown.or(faults.first())?;
        let what = crate::words::fault(fault, self.language);
        // Sizes of which the launch says nothing may be others, and so may those that come from elsewhere.
        let facts = decided.launched.launches.iter().flatten();
        let mut elsewhere = facts.filter(|(one, other)| one.has_host() || other.has_host());
        let known = elsewhere.next().is_none()
            && ![decided.chosen.block, decided.chosen.grid].contains(&Origin::Unread);
        let shown = known && shown.is_some();
        Some((format!("{what}, at {}", fault.spot.short()), shown))
    }

    /// What is said of the kernel for any launch of these sizes.
    fn for_any(&self, chosen: Chosen) -> Decided<'a> {
        let options = self.options(chosen.sizes);
        Decided {
            module: Cow::Borrowed(self.module),
            chosen,
            launched: Known::default(),
            report: races::check(self.module, self.kernel, &options, self.pool),
            open: Open::default(),
        }
    }

    /// What is said of the kernel for the launches of the file.
    fn by_launches(&self) -> Vec<Decided<'a>> {
        let together = self.way(&self.launches, self.launches.len() <= MOST_SINGLY);
        let mut decided = self.check_way(&together);
        if decided.report.status() == Status::Verified {
            let against = self.against(&decided, &Contract::default(), || self.each_launch());
            return vec![against.unwrap_or(decided)];
        }
        let each = self.each_launch();
        if !(2..=MOST_SINGLY).contains(&each.len()) {
            if each.len() > 1 {
                decided.open = Open::of(&decided.chosen, &Known::default());
            }
            return vec![decided];
        }
        let mut asked = decided.report.questions;
        let mut verified: Vec<Decided<'a>> = Vec::new();
        let mut unknown: Option<Decided<'a>> = None;
        for way in each {
            let mut one = self.check_way(&way);
            let against = self.against(&one, &Contract::default(), || vec![way]);
            one = against.unwrap_or(one);
            asked += one.report.questions;
            match one.report.status() {
                Status::Wrong => {
                    one.report.questions = asked;
                    return vec![one];
                }
                Status::Verified => verified.push(one),
                Status::Unknown => unknown = unknown.or(Some(one)),
            }
        }
        if let Some(mut one) = unknown {
            one.report.questions = asked;
            return vec![one];
        }
        if let Some(first) = verified.first_mut() {
            first.report.questions += decided.report.questions;
        }
        verified
    }

    /// The launches of the file, those that differ in what is checked.
    fn each_launch(&self) -> Vec<Way> {
        let mut seen: Vec<Key> = Vec::new();
        let mut found = Vec::new();
        for start in self.launches.chunks(1) {
            let way = self.way(start, true);
            let key = (
                way.chosen.sizes,
                way.constants.launches.clone(),
                [way.dynamic, way.refuting],
            );
            if !seen.contains(&key) {
                seen.push(key);
                found.push(way);
            }
        }
        found
    }

    /// What is taken for some launches together; with `least` their dynamic shared memory has the least size
    /// that one of them gives.
    fn way(&self, starts: &[Start<'_>], least: bool) -> Way {
        let launches: Vec<&Launch> = starts.iter().map(|one| one.launch).collect();
        let launches = launches.as_slice();
        let chosen = sizes::choose(self.module, self.kernel, &self.settings.sizes, launches);
        let known = |passed| Known::of((launches, passed), &self.params, &chosen, self.file);
        let some = self.module.arrays.iter().any(is_dynamic);
        let bytes = match some && starts.iter().all(|one| one.sure) {
            true => dynamic_bytes(launches, least),
            false => None,
        };
        let given = chosen.sizes.block.map(|size| match size {
            Size::Fixed(n) => Some(u64::from(n)),
            Size::Any => None,
        });
        let as_given = |launch: &&Launch| {
            let block = launch.block.values();
            block.is_some_and(|block| block.map(Some) == given)
        };
        let by_launches = chosen.block == Origin::Launches;
        let as_launched = by_launches || launches.iter().all(as_given);
        Way {
            sure: starts.iter().any(|one| one.sure),
            related: known(Passed::Related),
            constants: known(Passed::Constants),
            chosen,
            dynamic: bytes.filter(|_| by_launches),
            refuting: bytes.filter(|_| as_launched),
        }
    }

    fn check_way(&self, way: &Way) -> Decided<'a> {
        let mut options = self.options(way.chosen.sizes);
        options.launches.clone_from(&way.related.launches);
        let module = with_dynamic(self.module, way.dynamic);
        let report = races::check(&module, self.kernel, &options, self.pool);
        let mut decided = Decided {
            module,
            chosen: way.chosen,
            launched: way.related.clone(),
            report,
            open: Open::default(),
        };
        // Any arguments, if that is right: a proof for those that are passed says less.
        let more = way.constants.launches != way.related.launches;
        if decided.report.status() != Status::Verified && more {
            options.launches.clone_from(&way.constants.launches);
            let again = self.check_with(&decided.module, &mut options, &way.constants);
            // What is wrong with what is passed is told rather than what is so with other arguments.
            if again.status() != Status::Unknown {
                decided.report = again;
                decided.launched = way.constants.clone();
            }
        }
        decided.open = way.open(&decided.launched);
        decided
    }

    /// What is said of one of these launches with which a kernel is not verified that is so for any arguments:
    /// as what is taken for granted does not hold for its sizes or those that it passes. None where each of them
    /// is verified, too.
    fn against(
        &self,
        decided: &Decided<'a>,
        contract: &Contract,
        each: impl FnOnce() -> Vec<Way>,
    ) -> Option<Decided<'a>> {
        let granted = |one: &races::Assumption| {
            use races::Assumption::{Fits, Gathering, NoSignedOverflow};
            matches!(one, Fits(..) | Gathering(_) | NoSignedOverflow)
        };
        let verified = decided.report.status() == Status::Verified;
        let all = decided.report.assumptions.iter();
        let granted = all.clone().any(granted);
        // Dynamic shared memory may be known to be short where not all launches say how long it is.
        let lengths = decided.module.arrays.iter().any(is_dynamic)
            && all
                .clone()
                .any(|one| matches!(one, races::Assumption::Lengths(_)));
        if !verified || !(granted || lengths) {
            return None;
        }
        for way in each() {
            let bytes = decided.module.arrays.iter().find(|array| is_dynamic(array));
            let shorter =
                way.refuting.is_some() && way.refuting != bytes.and_then(|array| array.bytes);
            let same = way.chosen.sizes == decided.chosen.sizes
                && way.constants.launches == decided.launched.launches;
            if !shorter && (same || !granted) {
                continue;
            }
            // One that violates the contract is reported as such.
            let Some(sizes) = contract.sizes(way.chosen.sizes) else {
                continue;
            };
            let mut options = self.options(sizes);
            options
                .premises
                .extend(contract.premises().unwrap_or_default());
            options.launches.clone_from(&way.constants.launches);
            let module = with_dynamic(self.module, way.refuting);
            let mut report = self.check_with(&module, &mut options, &way.constants);
            // Nothing is found by what is not known of a launch.
            let told = match contract.is_empty() {
                true => report.status() != Status::Verified,
                false => report.status() == Status::Wrong,
            };
            if told {
                report.questions += decided.report.questions;
                return Some(Decided {
                    module,
                    chosen: way.chosen,
                    open: way.open(&way.constants),
                    launched: way.constants,
                    report,
                });
            }
        }
        None
    }

    /// What is found with what launches pass: numbers that are the same in all of them are put in.
    fn check_with(&self, module: &Module, options: &mut Options, known: &Known) -> Report {
        let of = (module, self.kernel);
        let (with, values) = races::with_arguments(of, options, &known.constants());
        *options = with;
        let mut report = races::check(module, self.kernel, options, self.pool);
        // To the check they were no parameters.
        for finding in report.findings.iter_mut().chain(&mut report.suspected) {
            finding.values.extend(values.iter().cloned());
        }
        report
    }
}

/// How many bytes of dynamic shared memory all of these launches have, or with `least` have at least; none if
/// one does not say.
fn dynamic_bytes(launches: &[&Launch], least: bool) -> Option<u64> {
    let mut all = launches.iter().map(|launch| launch.shared.value);
    let first = all.next()?;
    all.fold(first, |before, one| match (before, one) {
        (Some(a), Some(b)) if least || a == b => Some(a.min(b)),
        _ => None,
    })
}

pub(crate) fn is_dynamic(array: &kernel_graph::Array) -> bool {
    array.linkage == Linkage::Dynamic && array.space == Space::Shared
}

/// The program whose dynamic shared memory has so many bytes, if that is known.
fn with_dynamic(module: &Module, bytes: Option<u64>) -> Cow<'_, Module> {
    let mut module = Cow::Borrowed(module);
    if bytes.is_some() && module.arrays.iter().any(is_dynamic) {
        let dynamic = module.to_mut().arrays.iter_mut();
        for array in dynamic.filter(|array| is_dynamic(array)) {
            array.bytes = bytes;
        }
    }
    module
}
