//! What a verified kernel does to memory that outlives it.

use super::kernel::Checked;
use crate::contract::elements;
use crate::decide::Decided;
use crate::model::{Effect, Required, WrittenOnce};
use crate::place::Spot;
use contracts::{Argument, Clause, Number};
use kernel_graph::{ArrayId, Linkage, Space};
use races::{Once, Status};

impl Checked<'_> {
    /// Where an array is declared.
    pub(crate) fn declared(&self, array: ArrayId) -> Option<Spot> {
        let array = self.module.array(array)?;
        Some(self.resolver.spot(&array.place, &[]))
    }

    /// What a verified kernel does to arrays of all threads, by what its check touched and the lengths that are enough.
    pub(super) fn effects(
        &self,
        decided: &Decided<'_>,
        lengths: &[(Clause, Required)],
        once: &[Once],
    ) -> Vec<Effect> {
        let report = &decided.report;
        if report.status() != Status::Verified {
            return Vec::new();
        }
        let each = report.touched.arrays.iter().filter_map(|(id, writes)| {
            let array = decided.module.array(*id)?;
            let outlives = match (array.space, array.linkage) {
                (Space::Global, Linkage::Parameter(_) | Linkage::Variable) => true,
                (Space::Global, Linkage::Dynamic | Linkage::Literal)
                | (Space::Constant | Space::Shared | Space::Private, _) => false,
            };
            let argument = Argument::new(&array.name).ok();
            let below = argument.and_then(|argument| {
                let mut clauses = lengths.iter().map(|(clause, _)| clause);
                clauses.find_map(|clause| elements(clause, &argument))
            });
            outlives.then(|| Effect {
                array: array.name.clone(),
                reads: report.touched.read.contains(id),
                writes: *writes,
                demanded: self
                    .settings
                    .checks
                    .covers
                    .iter()
                    .any(|(name, _)| *name == array.name),
                once: once.iter().find(|one| one.array == *id).map(|one| {
                    let clauses = one.clauses.iter();
                    WrittenOnce {
                        below: one.elements.to_string(),
                        clauses: clauses.map(Clause::to_string).collect(),
                        within: one.within,
                    }
                }),
                below: below.map(Number::to_string),
            })
        });
        each.collect()
    }
}
