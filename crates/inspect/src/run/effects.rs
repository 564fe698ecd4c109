//! What a verified kernel does to memory that outlives it.

use super::kernel::Checked;
use crate::decide::Decided;
use crate::model::{Effect, Required};
use crate::place::Spot;
use contracts::{Clause, Number, Relation, Value};
use kernel_graph::{ArrayId, Linkage, Space};
use races::Status;

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
            let below = match (array.bytes, array.layout.size) {
                (Some(_), _) => None,
                (None, _) => lengths
                    .iter()
                    .find_map(|(clause, _)| length(clause, &array.name)),
            };
            outlives.then(|| Effect {
                array: array.name.clone(),
                reads: report.touched.read.contains(id),
                writes: *writes,
                below: below.map(Number::to_string),
            })
        });
        each.collect()
    }
}

/// How many elements a clause says that an array has.
fn length<'c>(clause: &'c Clause, array: &str) -> Option<&'c Number> {
    match clause {
        Clause::Compare(Number::Value(Value::Length(of)), Relation::AtLeast, elements)
            if of.as_str() == array =>
        {
            Some(elements)
        }
        _ => None,
    }
}
