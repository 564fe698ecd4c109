//! What is in memory at the end, as scalars.

use crate::content::scalars;
use crate::machine::Machine;
use crate::outcome::{Element, Written};
use crate::value::ObjectId;
use kernel_graph::Space;
use std::collections::BTreeSet;

/// More scalars of an array are not given.
const MOST: usize = 1 << 16;

impl Machine<'_> {
    /// The scalars of global memory that were written.
    pub(crate) fn written(&mut self) -> Vec<Written> {
        let mut found = Vec::new();
        for number in 0..self.memory.objects.len() {
            let Some(object) = self.memory.objects.get(number) else {
                continue;
            };
            let (array, offsets) = (object.array, object.written());
            if object.space != Space::Global || offsets.is_empty() {
                continue;
            }
            let Some(of) = self.module.array(array) else {
                continue;
            };
            let size = i64::try_from(of.layout.size.max(1)).unwrap_or(1);
            let parts = scalars(&of.layout, self.module.target.pointer);
            let elements: BTreeSet<i64> = offsets.iter().map(|at| at.div_euclid(size)).collect();
            let touched: BTreeSet<i64> = offsets.into_iter().collect();
            let mut out = Vec::new();
            let id = ObjectId(u32::try_from(number).unwrap_or(u32::MAX));
            for element in elements {
                for (start, scalar) in &parts {
                    let bytes = u64::from(scalar.bytes(self.module.target.pointer));
                    let first = element * size + i64::try_from(*start).unwrap_or(0);
                    let end = first.saturating_add_unsigned(bytes);
                    if touched.range(first..end).next().is_none() || out.len() >= MOST {
                        continue;
                    }
                    let data = self.bytes((id, first), bytes);
                    let value = self.memory.value_of(&data.bytes, *scalar);
                    let object = self.memory.get(id);
                    let last = object
                        .and_then(|object| object.cell(first))
                        .and_then(|cell| cell.last_change().copied());
                    out.push(Element {
                        offset: first,
                        value,
                        scalar: *scalar,
                        by: last.and_then(|record| {
                            self.threads.get(record.who as usize).map(|t| t.name)
                        }),
                        site: last.map(|record| record.site),
                    });
                }
            }
            found.push(Written {
                array,
                elements: out,
            });
        }
        found
    }
}
