//! Whether each element of an array is written once: what is found out of a verified kernel, and what a user demands.

use super::kernel::Checked;
use crate::contract::{Contract, Long, Uncovered, Work, elements};
use crate::decide::Decided;
use crate::model::{Fault, KernelRun, Required, What};
use crate::run::Contracts;
use crate::trial::Trial;
use crate::words;
use contracts::{Argument, Clause, Kind, Number};
use kernel_graph::{ArrayId, Linkage, Space};
use races::{Once, Overflow, Report, Status};
use std::collections::BTreeSet;
use text::code::Code;

/// What came of a demand that arrays are covered.
#[derive(Clone, Debug, Default)]
pub(super) struct Covered {
    /// Arrays of which each element is written once.
    pub(super) once: Vec<Once>,
    /// Those of them that a user demands.
    pub(super) demanded: Vec<ArrayId>,
    /// What launches have to satisfy for those that are demanded.
    pub(super) clauses: Vec<Clause>,
}

impl Checked<'_> {
    /// Which arrays of a verified kernel are written once, and whether those are that have to be. What it rests on is noted in
    /// the report.
    pub(super) fn covered(
        &self,
        (contract, long): (&Contract, &Long),
        decided: &mut Decided<'_>,
        result: &mut KernelRun,
    ) -> Covered {
        let checks = &self.settings.checks;
        let wanted = checks.contracts == Contracts::Inferred || !checks.covers.is_empty();
        let is_plain = decided.report.status() == Status::Verified && decided.passed.is_empty();
        if !wanted || !is_plain || checks.lock_step.is_some() {
            return Covered::default();
        }
        let mut proposed = Vec::new();
        for (array, argument) in self.written_arrays(&decided.report) {
            let demanded: Vec<Number> = self.demanded(&argument).cloned().collect();
            let known = long.clauses.iter().map(|(clause, _)| clause);
            let known = known.chain(&checks.requires);
            let found = known.filter_map(|clause| elements(clause, &argument));
            let all = match demanded.is_empty() {
                true => found.take(1).cloned().collect(),
                false => demanded,
            };
            proposed.push((array, all));
        }
        proposed.retain(|(_, all): &races::Proposed| !all.is_empty());
        let mut covered = Covered::default();
        if !proposed.is_empty() {
            let mut options = self.options(decided.chosen.sizes);
            options.premises.clone_from(&decided.clauses);
            options.witness = self.witness_of(contract, &decided.chosen);
            if !checks.fits && options.overflow == Overflow::Undefined {
                options.overflow = Overflow::Wraps;
            }
            let of = (&decided.report, proposed.as_slice());
            let is_demanded = !checks.covers.is_empty();
            let found = races::covers(
                self.module,
                self.kernel,
                &options,
                self.pool,
                of,
                is_demanded,
            );
            decided.report.questions += found.questions;
            let demanded = |once: &Once| {
                let array = self.module.array(once.array);
                let argument = array.and_then(|array| Argument::new(&array.name).ok());
                argument.is_some_and(|argument| self.demanded(&argument).next().is_some())
            };
            // What is not demanded rests on nothing but what the verdict does.
            let rests = |one: &races::Assumption| decided.report.assumptions.contains(one);
            let same = found.assumptions.iter().all(rests);
            covered.once = found.shown;
            covered
                .once
                .retain(|once| same && once.within || demanded(once));
            for once in covered.once.iter().filter(|once| demanded(once)) {
                covered.demanded.push(once.array);
                for clause in &once.clauses {
                    if !covered.clauses.contains(clause) {
                        covered.clauses.push(clause.clone());
                    }
                }
            }
            if covered.once.iter().any(demanded) {
                let new = found.assumptions.into_iter();
                for one in new {
                    if !decided.report.assumptions.contains(&one) {
                        decided.report.assumptions.push(one);
                    }
                }
            }
        }
        if !checks.covers.is_empty() {
            self.demand((contract, decided), &covered, result);
            self.demand_work((contract, decided), &covered, result);
        }
        covered
    }

    /// Says of the arrays that are written as demanded what they rest on.
    fn demand_work(
        &self,
        (contract, decided): (&Contract, &Decided<'_>),
        covered: &Covered,
        result: &mut KernelRun,
    ) {
        for once in &covered.once {
            let name = self.module.array(once.array).map_or("?", |of| &of.name);
            let demanded = self.settings.checks.covers.iter();
            let mut demanded =
                demanded.filter(|(array, elements)| array == name && *elements == once.elements);
            let Some((_, elements)) = demanded.next() else {
                continue;
            };
            match self.worked(contract, &decided.chosen, (once.array, elements)) {
                Work::Shown(worked) => result.worked.push(worked),
                Work::Not(found) => {
                    result
                        .faults
                        .push(self.not_covered(*found, once.array, decided));
                }
                Work::Unknown => {
                    let what = words::works(name, elements);
                    result.undecided.push(words::uncovered(&what, self.span()));
                }
            }
        }
    }

    /// The arrays that a launch passes, or that are variables of the program, and that are written.
    fn written_arrays(&self, report: &Report) -> Vec<(ArrayId, Argument)> {
        let written = report
            .touched
            .arrays
            .iter()
            .filter(|(_, written)| **written);
        let found = written.filter_map(|(id, _)| {
            let array = self.module.array(*id)?;
            let passed = matches!(array.linkage, Linkage::Parameter(_) | Linkage::Variable);
            let argument = Argument::new(&array.name).ok()?;
            let alone = !self.twice.contains(argument.parameter());
            (passed && array.space == Space::Global && alone).then_some((*id, argument))
        });
        found.collect()
    }

    /// The lengths up to which an array has to be written.
    fn demanded(&self, argument: &Argument) -> impl Iterator<Item = &Number> {
        let covers = &self.settings.checks.covers;
        let name = argument.as_str().to_owned();
        let own = covers.iter().filter(move |(array, _)| *array == name);
        own.map(|(_, elements)| elements)
    }

    /// Says which demands are not met, or not known to be.
    fn demand(
        &self,
        (contract, decided): (&Contract, &Decided<'_>),
        covered: &Covered,
        result: &mut KernelRun,
    ) {
        let touched = &decided.report.touched;
        let mut arrays: Vec<(ArrayId, Option<&Number>)> = Vec::new();
        for (name, elements) in &self.settings.checks.covers {
            if !result.parameters.iter().any(|one| one.name == *name) {
                continue;
            }
            let of = |id: &&ArrayId| {
                let array = self.module.array(**id);
                array.is_some_and(|array| array.name == *name)
            };
            let Some(array) = touched.arrays.keys().find(of) else {
                let what = words::cover(name, elements);
                result.undecided.push(words::uncovered(&what, self.span()));
                continue;
            };
            let shown = covered.once.iter();
            let mut shown = shown.filter(|one| one.array == *array);
            if !shown.any(|one| one.elements == *elements) {
                arrays.push((*array, Some(elements)));
            }
        }
        let concerned = self.settings.checks.covers.iter();
        let concerned: BTreeSet<&String> = concerned.map(|(name, _)| name).collect();
        let any = result
            .parameters
            .iter()
            .any(|one| concerned.contains(&one.name));
        let inputs = self.written_arrays(&decided.report).into_iter();
        let inputs = inputs.filter(|(array, name)| {
            any && touched.read.contains(array) && !concerned.contains(&name.as_str().to_owned())
        });
        arrays.extend(inputs.map(|(array, _)| (array, None)));
        for (array, elements) in arrays {
            match self.uncovered(contract, &decided.chosen, (array, elements)) {
                Some(found) => result.faults.push(self.not_covered(found, array, decided)),
                None => {
                    let name = self.module.array(array).map_or("?", |array| &array.name);
                    let what = match elements {
                        Some(elements) => words::cover(name, elements),
                        None => format!("`{name}`, which is read, is not written"),
                    };
                    result.undecided.push(words::uncovered(&what, self.span()));
                }
            }
        }
    }

    /// Where the kernel stands.
    fn span(&self) -> Option<text::span::Span> {
        let function = self.module.functions.get(self.kernel.0 as usize)?;
        Some(function.place.expansion)
    }

    /// What an execution shows as a finding.
    fn not_covered(&self, found: Uncovered, array: ArrayId, decided: &Decided<'_>) -> Fault {
        let function = self.module.functions.get(self.kernel.0 as usize);
        let place = function.map(|function| function.place).unwrap_or_default();
        let name = self.module.array(array).map_or("?", |array| &array.name);
        let mut sizes = decided.chosen.sizes;
        sizes.block = found.sample.block.map(races::Size::Fixed);
        sizes.grid = found.sample.grid.map(races::Size::Fixed);
        let open = |of: &str, sizes: [u32; 3], origin: [races::Size; 3]| {
            let each = ["x", "y", "z"].into_iter().zip(sizes).zip(origin);
            let open = each.filter(|(_, origin)| *origin == races::Size::Any);
            let named = open.filter_map(|((axis, size), _)| {
                let name = words::size_name(&format!("{of}.{axis}"), self.language)?;
                Some((name, size.to_string()))
            });
            named.collect::<Vec<_>>()
        };
        let mut named = open("block", found.sample.block, decided.chosen.sizes.block);
        named.extend(open("grid", found.sample.grid, decided.chosen.sizes.grid));
        let numbers = found.sample.numbers.iter();
        Fault {
            code: Code::K311,
            what: What::Covered {
                array: name.to_owned(),
                how: found.how,
            },
            spot: self
                .resolver
                .spot(&found.place.unwrap_or(place), &decided.report.inlined),
            threads: Vec::new(),
            values: numbers
                .map(|(name, value)| (name.clone(), value.to_string()))
                .collect(),
            sizes,
            open: named,
            abstractions: Vec::new(),
            trial: Trial::Shown,
            launch: Some(Box::new(found.launch)),
            only_where: None,
            accepted: None,
        }
    }
}

/// What is required so that what a user demands is so.
pub(super) fn required(clauses: &[Clause]) -> impl Iterator<Item = Required> {
    clauses.iter().map(|clause| Required {
        clause: clause.to_string(),
        kind: match clause.kind() {
            Kind::Extents => Kind::Numbers,
            kind => kind,
        },
        evidence: "so that each element is written".to_owned(),
        spot: None,
        inferred: true,
    })
}
