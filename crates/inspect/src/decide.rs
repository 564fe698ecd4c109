//! What is decided of a kernel: for all launches, and where that is too much for all that satisfy a contract.

use crate::contract::{Contract, Excluded, Search};
use crate::launched::Given;
use crate::run::{Checked, Contracts};
use crate::sizes::{self, Chosen};
use crate::written::usable;
use contracts::Clause;
use kernel_graph::Module;
use num_bigint::BigInt;
use races::{Looks, Report, Status, Witness};
use std::borrow::Cow;
use std::cell::Cell;
use std::sync::Arc;

/// In more launches than this nothing is looked for.
const MOST_SINGLY: usize = 8;

/// Resource units for one of them.
const SINGLY: u64 = 400_000;

/// One check of a kernel.
pub(crate) struct Decided<'a> {
    /// The program that was checked: in a launch alone, dynamic shared memory has the size that it gives.
    pub module: Cow<'a, Module>,
    /// The sizes.
    pub chosen: Chosen,
    /// What it says.
    pub report: Report,
    /// What launches have to satisfy beside the sizes.
    pub clauses: Vec<Clause>,
    /// The numbers that a launch passes, if it is about that alone, by the parameters' names.
    pub passed: Vec<(String, BigInt)>,
}

/// The answer of all checks of a kernel.
pub(crate) struct Answer<'a> {
    /// The check that decides.
    pub decided: Decided<'a>,
    /// What launches satisfy for which the kernel is verified, or in which something is found.
    pub contract: Contract,
}

impl<'a> Checked<'a> {
    /// Checks the kernel for all launches, then under a contract; no launch of the file makes that better. Where neither
    /// verifies it, what is found in a launch of the file comes first.
    pub(crate) fn decide(&self) -> Answer<'a> {
        let chosen = sizes::choose(self.module, self.kernel, &self.settings.sizes);
        let infers = match self.settings.checks.contracts {
            Contracts::Given => false,
            Contracts::Inferred => true,
        };
        let mut search = Search::new(self, chosen);
        let mut any = None;
        let witness = search.witness(&Contract::default());
        // What executions show decides nothing here, but how hard the checker looks for it.
        let small = Cell::new(true);
        let for_any = |looks| self.for_any(chosen, (looks, witness.clone()), small.get());
        // Looks in the order of what they cost: short executions, the checker at a glance, long executions, all that there
        // is. A kernel that is verified by one of them is so for all launches, whichever it is.
        let fails_soon = infers && search.fails_soon();
        let outgrown = infers && !fails_soon && search.outgrows();
        if outgrown {
            // What else goes wrong in blocks of some size must not be excluded together with what is outside of an array.
            search.also_wrong(&self.without_bounds(chosen));
        }
        let fails = fails_soon || outgrown;
        let may_glance = infers && !fails && search.may_glance();
        let glanced = may_glance.then(|| for_any(Looks::Glance));
        let rest = match glanced {
            Some(_) => Looks::AfterGlance,
            None => Looks::All,
        };
        let glanced = glanced.filter(|one| one.report.status() == Status::Verified);
        if let Some(decided) = glanced {
            let contract = Contract::default();
            return Answer { decided, contract };
        }
        if !infers || !fails && !search.fails() {
            small.set(!infers || search.may_be_small(&Contract::default()));
            let one = for_any(rest);
            if one.report.status() == Status::Verified {
                let contract = Contract::default();
                let decided = one;
                return Answer { decided, contract };
            }
            search.knows(&one.report);
            any = Some(one);
        }
        let reached = infers.then(|| search.run()).flatten();
        let (contract, decided) = match reached {
            Some(reached) => (reached.contract, reached.decided),
            None => {
                let any = any.unwrap_or_else(|| for_any(rest));
                (Contract::default(), any)
            }
        };
        if decided.report.status() != Status::Verified
            && let Some(found) = self.found_in_launches(chosen)
        {
            let contract = Contract::default();
            let decided = found;
            return Answer { decided, contract };
        }
        Answer { decided, contract }
    }

    /// Why a contract that is written before the kernel, under which it is verified, is none.
    pub(crate) fn excludes(&self, answer: &Answer<'_>) -> Option<Excluded> {
        if self.written.is_empty() || answer.decided.report.status() != Status::Verified {
            return None;
        }
        let module = self.without_requires(self.module, &|span| self.said.contains(span));
        let bare = self.without_written(&module);
        let chosen = sizes::choose(bare.module, self.kernel, &self.bare.sizes);
        let without = bare.for_any(chosen, (Looks::All, None), true);
        let chosen = sizes::choose(self.module, self.kernel, &self.settings.sizes);
        Search::new(self, chosen).excludes(&answer.contract, (&bare, &without))
    }

    /// What is said of the kernel for any launch of these sizes; `small` says whether small launches are looked at one by
    /// one.
    fn for_any(
        &self,
        chosen: Chosen,
        (looks, witness): (Looks, Option<Arc<dyn Witness>>),
        small: bool,
    ) -> Decided<'a> {
        let mut options = self.options(chosen.sizes);
        options.small = small;
        options.looks = looks;
        options.witness = witness;
        Decided {
            module: Cow::Borrowed(self.module),
            chosen,
            report: self.asked(self.module, &options),
            clauses: options.premises,
            passed: Vec::new(),
        }
    }

    /// What is found at a glance for any launch of these sizes, but for accesses outside of arrays.
    fn without_bounds(&self, chosen: Chosen) -> Report {
        let mut options = self.options(chosen.sizes);
        options.looks = Looks::Glance;
        options.bounds = false;
        self.asked(self.module, &options)
    }

    /// What is found in the first launch of the file in which something is.
    fn found_in_launches(&self, chosen: Chosen) -> Option<Decided<'a>> {
        let each = self.given().into_iter().filter(Given::has_block);
        let each = each.take(MOST_SINGLY);
        let given = usable(&self.settings.checks.requires);
        let of = (chosen, given.as_slice());
        let mut each = each
            .filter_map(|given| self.in_launch(self.module, &given, of, (Looks::Glance, SINGLY)));
        each.find(|one| one.report.status() == Status::Wrong)
    }

    /// What the launches of the file pass, each once.
    pub(crate) fn given(&self) -> Vec<Given> {
        let mut all: Vec<Given> = Vec::new();
        let starts = self.starts.iter().filter(|start| start.sure);
        for given in starts.filter_map(|start| self.given_by(start.launch)) {
            if !all.contains(&given) {
                all.push(given);
            }
        }
        all
    }

    /// What a launch passes.
    pub(crate) fn given_by(&self, launch: &hosts::Launch) -> Option<Given> {
        let kernel = self.module.functions.get(self.kernel.0 as usize)?;
        Given::of(self.host_code()?, launch, kernel)
    }

    /// Whether these lengths are enough in a launch alone, where these clauses hold as well, with arithmetic as the machine
    /// has it.
    pub(crate) fn lengths_in_launch(
        &self,
        module: &Module,
        given: &Given,
        (chosen, clauses): (Chosen, &[Clause]),
        lengths: &[races::Proposed],
    ) -> bool {
        let Some(chosen) = given.sizes(&chosen) else {
            return false;
        };
        let module = given.module(module);
        let mut options = self.options(chosen.sizes);
        options.premises = clauses.iter().chain(&given.premises).cloned().collect();
        options.overflow = races::Overflow::Wraps;
        let of = (&*module, self.kernel);
        let (options, _) = races::with_arguments(of, &options, &given.values);
        let report = Report::default();
        let found = races::lengths(
            &module,
            self.kernel,
            &options,
            self.pool,
            (&report, lengths),
        );
        lengths
            .iter()
            .all(|(array, _)| found.shown.iter().any(|one| one.array == *array))
    }

    /// What is said of the kernel, in this form of the program, in a launch alone, where these clauses hold as well and no
    /// others, with so many resource units at most; none if it has other sizes than these.
    pub(crate) fn in_launch<'m>(
        &self,
        module: &'m Module,
        given: &Given,
        (chosen, clauses): (Chosen, &[Clause]),
        (looks, units): (Looks, u64),
    ) -> Option<Decided<'m>> {
        let chosen = given.sizes(&chosen)?;
        let module = given.module(module);
        let mut options = self.options(chosen.sizes);
        options.premises = clauses.iter().chain(&given.premises).cloned().collect();
        options.looks = looks;
        options.budget = options.budget.min(units);
        let of = (&*module, self.kernel);
        let (options, values) = races::with_arguments(of, &options, &given.values);
        let mut report = self.asked(&module, &options);
        // To the check they were no parameters.
        for finding in report.findings.iter_mut().chain(&mut report.suspected) {
            finding.values.extend(values.iter().cloned());
        }
        Some(Decided {
            module,
            chosen,
            report,
            clauses: options.premises,
            passed: values,
        })
    }
}
