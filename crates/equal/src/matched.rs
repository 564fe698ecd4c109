//! Which parameter of one kernel is which of the other: by name, and what is left by place.

use crate::pair::Step;
use inspect::GraphKernel;
use inspect::model::Passed;
use kernel_graph::{ArrayId, FunctionId, Linkage, Module, Space};
use std::collections::{BTreeMap, BTreeSet};

/// The numbers of parameters in one numbering for all launches: those of the old kernel, and behind them what the new one
/// has alone; of sequences, one for each name.
#[derive(Clone, Debug, Default)]
pub(crate) struct Matched {
    /// By the launch and the number in its kernel.
    numbers: [Vec<Vec<u32>>; 2],
    /// The names in that numbering, of the old kernel where it has the parameter.
    pub names: Vec<String>,
    /// Those that only one of the two has.
    pub alone: BTreeSet<u32>,
    /// Those that are matched by place, as sentences.
    pub by_place: Vec<String>,
    /// A name that several parameters of one kernel have, so that it says nothing.
    pub twice: Option<String>,
    /// A name whose parameters are not of one kind.
    pub unlike: Option<String>,
    /// Whether what the user calls a parameter is its name here, and not that in a kernel.
    own_names: bool,
}

/// A scalar or an array, by the parameter that it is a part of and the rest of its name.
type Part = (u32, String);

impl Matched {
    /// Matches the parameters of two kernels; `apart` are names that correspond to none of another name.
    pub(crate) fn of(old: &GraphKernel, new: &GraphKernel, apart: &[String]) -> Matched {
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
            let named = apart.contains(&theirs.name) || apart.contains(&own.name);
            let free = slot.is_none() && !taken.contains(&number) && !named;
            if free && alike(theirs.passed, own.passed) {
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
            numbers: [vec![(0..count(old)).collect()], vec![numbers]],
            names,
            alone,
            by_place,
            twice: [old, new].into_iter().find_map(twice),
            unlike: None,
            own_names: false,
        }
    }

    /// Matches the parameters of sequences: what has one name is one array or one number.
    pub(crate) fn by_name(sequences: [&[Step<'_>]; 2]) -> Matched {
        let mut found = Matched {
            own_names: true,
            ..Matched::default()
        };
        let mut kinds: Vec<Passed> = Vec::new();
        let mut on: Vec<[bool; 2]> = Vec::new();
        for (side, steps) in sequences.into_iter().enumerate() {
            for step in steps {
                let mut own = Vec::new();
                for param in &step.side.kernel.parameters {
                    let name = step.names.get(&param.name).unwrap_or(&param.name);
                    let known = found.names.iter().position(|one| one == name);
                    let number = known.unwrap_or_else(|| {
                        found.names.push(name.clone());
                        kinds.push(param.passed);
                        on.push([false; 2]);
                        found.names.len() - 1
                    });
                    let kind = kinds.get(number).copied();
                    if kind.is_some_and(|kind| !is_same_kind(kind, param.passed)) {
                        found.unlike.get_or_insert_with(|| name.clone());
                    }
                    if let Some(slot) = on.get_mut(number).and_then(|on| on.get_mut(side)) {
                        *slot = true;
                    }
                    let number = u32::try_from(number).unwrap_or(u32::MAX);
                    // Two pointers to one array in one launch would be two arrays in its execution.
                    if own.contains(&number) || name.is_empty() {
                        found.twice.get_or_insert_with(|| name.clone());
                    }
                    own.push(number);
                }
                if let Some(all) = found.numbers.get_mut(side) {
                    all.push(own);
                }
            }
        }
        let alone = (0..).zip(&on).filter(|(_, on)| on.contains(&false));
        found.alone = alone.map(|(number, _)| number).collect();
        found
    }

    fn number(&self, (side, step): (usize, usize), own: u32) -> Option<u32> {
        let of = self.numbers.get(side)?.get(step)?;
        of.get(own as usize).copied()
    }

    /// The part that a name of a launch's kernel stands for.
    pub(crate) fn part(
        &self,
        at: (usize, usize),
        kernel: &GraphKernel,
        name: &str,
    ) -> Option<Part> {
        let bare = name.split(['.', '[']).next().unwrap_or(name);
        let mut all = kernel.parameters.iter();
        let own = u32::try_from(all.position(|one| one.name == bare)?).ok()?;
        let rest = name.get(bare.len()..).unwrap_or("").to_owned();
        Some((self.number(at, own)?, rest))
    }

    /// The part that the user means by a name, if names are those of this numbering.
    pub(crate) fn meant(&self, name: &str) -> Option<Option<Part>> {
        let bare = name.split(['.', '[']).next().unwrap_or(name);
        let number = self.names.iter().position(|one| one == bare);
        let number = number.and_then(|number| u32::try_from(number).ok());
        let rest = name.get(bare.len()..).unwrap_or("").to_owned();
        self.own_names.then(|| Some((number?, rest)))
    }

    /// The arrays of a launch's kernel that outlive it, by parts; variables of the program by their names, behind all
    /// parameters.
    pub(crate) fn arrays(
        &self,
        at: (usize, usize),
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
                    if let Some(number) = self.number(at, own) {
                        let mut rest = rest.to_owned();
                        // Each array has a part of its own.
                        while found.contains_key(&(number, rest.clone())) {
                            rest.push_str(&format!("'{}", at.0));
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
