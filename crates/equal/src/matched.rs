//! Which parameter of one kernel is which of the other: by name, and what is left by place.

use inspect::GraphKernel;
use inspect::model::Passed;
use kernel_graph::{ArrayId, FunctionId, Linkage, Module, Space};
use std::collections::{BTreeMap, BTreeSet};

/// The numbers of parameters in one numbering for both kernels: those of the old kernel, and behind them what the new one
/// has alone.
#[derive(Clone, Debug, Default)]
pub(crate) struct Matched {
    /// By the number in each kernel.
    numbers: [Vec<u32>; 2],
    /// The names in that numbering, of the old kernel where it has the parameter.
    pub names: Vec<String>,
    /// Those that only one of the kernels has.
    pub alone: BTreeSet<u32>,
    /// Those that are matched by place, as sentences.
    pub by_place: Vec<String>,
    /// A name that several parameters of one kernel have, so that it says nothing.
    pub twice: Option<String>,
}

/// A scalar or an array, by the parameter that it is a part of and the rest of its name.
type Part = (u32, String);

impl Matched {
    /// Matches the parameters of two kernels.
    pub(crate) fn of(old: &GraphKernel, new: &GraphKernel) -> Matched {
        let count = |kernel: &GraphKernel| u32::try_from(kernel.parameters.len()).unwrap_or(0);
        let mut to: Vec<Option<u32>> = vec![None; new.parameters.len()];
        let mut taken = BTreeSet::new();
        for (slot, param) in to.iter_mut().zip(&new.parameters) {
            let same = old
                .parameters
                .iter()
                .position(|one| one.name == param.name && is_same_kind(one.passed, param.passed));
            let number = same.and_then(|n| u32::try_from(n).ok());
            if let Some(number) = number.filter(|_| !param.name.is_empty()) {
                *slot = Some(number);
                taken.insert(number);
            }
        }
        let mut by_place = Vec::new();
        for (number, slot) in (0u32..).zip(&mut to) {
            let (Some(theirs), Some(own)) = (
                old.parameters.get(number as usize),
                new.parameters.get(number as usize),
            ) else {
                continue;
            };
            if slot.is_none() && !taken.contains(&number) && alike(theirs.passed, own.passed) {
                by_place.push(format!("`{}` is `{}`", theirs.name, own.name));
                *slot = Some(number);
                taken.insert(number);
            }
        }
        let mut names: Vec<String> = old.parameters.iter().map(|one| one.name.clone()).collect();
        let mut alone: BTreeSet<u32> = (0..count(old)).filter(|n| !taken.contains(n)).collect();
        let mut numbers = Vec::new();
        for (slot, param) in to.into_iter().zip(&new.parameters) {
            numbers.push(slot.unwrap_or_else(|| {
                let number = u32::try_from(names.len()).unwrap_or(u32::MAX);
                names.push(param.name.clone());
                alone.insert(number);
                number
            }));
        }
        Matched {
            numbers: [(0..count(old)).collect(), numbers],
            names,
            alone,
            by_place,
            twice: [old, new].into_iter().find_map(twice),
        }
    }

    fn number(&self, side: usize, own: u32) -> Option<u32> {
        self.numbers.get(side)?.get(own as usize).copied()
    }

    /// The part that a name stands for, in a kernel with these parameters.
    pub(crate) fn part(&self, side: usize, kernel: &GraphKernel, name: &str) -> Option<Part> {
        let bare = name.split(['.', '[']).next().unwrap_or(name);
        let mut all = kernel.parameters.iter();
        let own = u32::try_from(all.position(|one| one.name == bare)?).ok()?;
        let rest = name.get(bare.len()..).unwrap_or("").to_owned();
        Some((self.number(side, own)?, rest))
    }

    /// The arrays of a kernel that outlive a launch, by parts; variables of the program by their names, behind all parameters.
    pub(crate) fn arrays(
        &self,
        side: usize,
        (module, function): (&Module, FunctionId),
        kernel: &GraphKernel,
    ) -> BTreeMap<Part, ArrayId> {
        let mut found = BTreeMap::new();
        for id in inspect::execute::arrays(module, function) {
            let Some(array) = module.array(id) else {
                continue;
            };
            match array.linkage {
                Linkage::Parameter(own) => {
                    let param = kernel.parameters.get(own as usize);
                    let bare = param.map_or("", |param| param.name.as_str());
                    let rest = array.name.strip_prefix(bare).unwrap_or(&array.name);
                    if let Some(number) = self.number(side, own) {
                        let mut rest = rest.to_owned();
                        // Each array has a part of its own.
                        while found.contains_key(&(number, rest.clone())) {
                            rest.push_str(&format!("'{side}"));
                        }
                        found.insert((number, rest), id);
                    }
                }
                Linkage::Variable if array.space != Space::Shared && array.initial.is_none() => {
                    found.insert((u32::MAX, array.name.clone()), id);
                }
                Linkage::Variable | Linkage::Dynamic | Linkage::Literal => {}
            }
        }
        found
    }
}

/// A name that several parameters have, or none at all.
fn twice(kernel: &GraphKernel) -> Option<String> {
    let names: Vec<&str> = kernel
        .parameters
        .iter()
        .map(|one| one.name.as_str())
        .collect();
    let again = |at: &usize| {
        let name = names.get(*at).copied().unwrap_or("");
        names.iter().take(*at).any(|other| *other == name)
    };
    let at = (0..names.len()).find(again)?;
    names.get(at).map(|name| (*name).to_owned())
}

/// Whether parameters of one name are of one kind: the integers of a launch are known, whatever their widths.
fn is_same_kind(a: Passed, b: Passed) -> bool {
    matches!((a, b), (Passed::Integer { .. }, Passed::Integer { .. })) || alike(a, b)
}

/// Whether what is passed for one parameter may be passed for another.
fn alike(a: Passed, b: Passed) -> bool {
    match (a, b) {
        (Passed::Integer { bits, .. }, Passed::Integer { bits: other, .. }) => bits == other,
        (Passed::Pointer { .. }, Passed::Pointer { .. }) | (Passed::Other, Passed::Other) => true,
        (Passed::Integer { .. } | Passed::Pointer { .. } | Passed::Other, _) => false,
    }
}
