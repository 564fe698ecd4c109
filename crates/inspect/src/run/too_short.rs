//! Memory of a launch that is shorter than what the kernel accesses.

use super::held::{Against, Passing};
use super::kernel::Checked;
use crate::launched::{Given, Start};
use crate::model::{Satisfied, What};
use crate::trial::Trial;
use crate::words;
use hosts::{Hosts, Instance};
use kernel_graph::Module;

/// What comes from outside has one of these values where it is to be seen whether memory is long enough.
const FROM_OUTSIDE: [i128; 2] = [100, 64];

impl Checked<'_> {
    /// That an access leaves the memory that a launch passes, as an execution shows it, with some numbers for what comes
    /// from outside.
    pub(super) fn too_short(
        &self,
        hosts: &Hosts,
        start: &Start<'_>,
        module: &Module,
        against: &mut Against<'_, '_>,
    ) -> Option<Satisfied> {
        let kernel = self.module.functions.get(self.kernel.0 as usize)?;
        let mut tried: Vec<Instance> = Vec::new();
        for value in FROM_OUTSIDE {
            let Some(one) = hosts.instance(start.launch, value) else {
                continue;
            };
            let known = |before: &Instance| *before == one;
            if one.bytes.is_empty() || tried.iter().any(known) {
                continue;
            }
            let given = Given::instance(&one, kernel)?;
            let passed = Passing {
                given: &given,
                module,
            };
            let of = (against.decided.chosen, against.required.clone());
            let alone = self.alone(&passed, (of.0, &of.1), against)?;
            let with = self.with_module(&alone.module);
            let faults = alone
                .report
                .findings
                .iter()
                .map(|one| with.fault(one, &alone));
            let mut short = faults.filter_map(|fault| match &fault.what {
                What::Bounds(array) if fault.trial == Trial::Shown => {
                    let sure = fault.abstractions.is_empty();
                    let bytes = given.bytes_of(array).filter(|_| sure)?;
                    Some((array.clone(), bytes, fault))
                }
                _ => None,
            });
            if let Some((array, bytes, fault)) = short.next() {
                let what = words::fault(&fault, self.language);
                let each = one.given.iter().map(|(name, n)| format!("{name} = {n}"));
                let values: Vec<String> = each.collect();
                let values = match values.is_empty() {
                    true => String::new(),
                    false => format!("{}: ", values.join(", ")),
                };
                return Some(Satisfied::Violates {
                    clause: format!("bytes({array}) > {bytes}"),
                    finding: Some(format!("{values}{what}, at {}", fault.spot.short())),
                });
            }
            tried.push(one);
        }
        None
    }
}
