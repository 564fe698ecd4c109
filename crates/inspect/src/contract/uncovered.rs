//! Executions in which an element that has to be written is not, or is twice.

use super::meaning::{Contract, value};
use super::runs::Runs;
use crate::model::Coverage;
use crate::run::Checked;
use crate::sample::Sample;
use crate::sizes::Chosen;
use contracts::{Number, Value};
use executor::{Deed, Kind, Launch};
use kernel_graph::{ArrayId, Place};
use num_traits::ToPrimitive;
use std::collections::BTreeMap;

/// What is passed for integers.
const FEW: [u32; 4] = [1, 2, 3, 5];

/// So many launches with numbers that are independent of each other.
const INDEPENDENT: u64 = 12;

/// In a grid of so many blocks in each dimension there are enough threads for each element, whoever writes it.
const BLOCKS: u32 = 6;

/// Of so many elements at most.
const ELEMENTS: u64 = 6;

/// What an execution shows.
pub(crate) struct Uncovered {
    pub(crate) how: Coverage,
    pub(crate) sample: Sample,
    pub(crate) launch: Launch,
    /// Where something is written that should not be.
    pub(crate) place: Option<Place>,
}

impl Checked<'_> {
    /// An execution, in a launch that satisfies a contract, after which an element is not written once that has to be; without
    /// a number of elements, in which the array is written.
    pub(crate) fn uncovered(
        &self,
        contract: &Contract,
        chosen: &Chosen,
        (array, elements): (ArrayId, Option<&Number>),
    ) -> Option<Uncovered> {
        let size = self.module.array(array)?.layout.size;
        let mut runs = Runs::new(self);
        let samples = runs.of_few(contract, chosen, (&FEW, INDEPENDENT), BLOCKS);
        for sample in samples {
            let wanted = match elements {
                Some(elements) => {
                    let known = |of: &Value| sample.value(of);
                    let n = elements.eval(&|name| value(name, &known));
                    let n = n.and_then(|n| n.to_u64());
                    let few = n.filter(|n| (1..=ELEMENTS).contains(n));
                    let Some(n) = few else { continue };
                    Some(n)
                }
                None => None,
            };
            let Some((launch, noted, module)) = runs.noted(&sample) else {
                continue;
            };
            let mut times: BTreeMap<u64, (u32, Place)> = BTreeMap::new();
            for one in &noted {
                if let Deed::Access {
                    kind: Kind::Write | Kind::Atomic(_),
                    array: of,
                    offset,
                    bytes,
                } = one.what
                    && of == array
                    && let Ok(first) = u64::try_from(offset)
                {
                    for byte in first..first.saturating_add(u64::from(bytes)) {
                        let known = times.entry(byte).or_insert((0, one.site.place(&module)));
                        known.0 += 1;
                    }
                }
            }
            // In fewer blocks than elements there may be too few threads.
            let mut used = sample.grid.iter().take(chosen.dimensions());
            let enough = wanted.is_none_or(|n| used.all(|blocks| u64::from(*blocks) >= n));
            let found = match wanted {
                None => times
                    .values()
                    .next()
                    .map(|(_, at)| (Coverage::Input, Some(*at))),
                Some(n) => (0..n.saturating_mul(size)).find_map(|byte| {
                    let element = byte / size.max(1);
                    match times.get(&byte) {
                        None if enough => Some((Coverage::Missed(element), None)),
                        None => None,
                        Some((1, _)) => None,
                        Some((_, at)) => Some((Coverage::Twice(element), Some(*at))),
                    }
                }),
            };
            if let Some((how, place)) = found {
                return Some(Uncovered {
                    how,
                    sample,
                    launch,
                    place,
                });
            }
        }
        None
    }
}
