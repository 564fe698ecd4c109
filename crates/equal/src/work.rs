//! A pair at work: which parameter and array of each launch is which, and what is asked that cannot be.

use crate::concrete;
use crate::matched::Matched;
use crate::messages;
use crate::model::{Extent, Sizes};
use crate::pair::{Ask, Side, Step};
use inspect::model::Passed;
use kernel_graph::{ArrayId, FunctionId, Linkage, Scalar, Space};
use std::collections::{BTreeMap, BTreeSet};
use symbolic::{Argument, Launch, Left, Named, Shared};
use text::diagnostics::Diagnostic;

/// A part of what a launch passes: the parameter's number, and the rest of the name.
pub(crate) type Part = (u32, String);

/// A launch of the two.
pub(crate) struct Start<'a> {
    pub side: Side<'a>,
    pub function: FunctionId,
    /// Arrays that outlive it.
    pub arrays: BTreeMap<Part, ArrayId>,
}

/// A pair at work.
pub(crate) struct Work<'a> {
    /// The names of both: those of a sequence behind each other.
    pub names: [String; 2],
    /// The launches of both, in their order.
    pub starts: [Vec<Start<'a>>; 2],
    pub matched: Matched,
    /// Keys of arrays and of scalars, the same numbers in all launches.
    pub keys: BTreeMap<Part, u32>,
    pub ask: &'a Ask,
}

/// The names of the kernels of launches.
pub(crate) fn names(steps: &[Step<'_>]) -> String {
    let all: Vec<&str> = steps
        .iter()
        .map(|one| one.side.kernel.name.as_str())
        .collect();
    all.join(", ")
}

impl<'a> Work<'a> {
    /// The work on launches; none if a kernel has no graph.
    pub(crate) fn new(
        sequences: [&[Step<'a>]; 2],
        matched: Matched,
        ask: &'a Ask,
    ) -> Option<Work<'a>> {
        let mut starts = [Vec::new(), Vec::new()];
        let mut parts: Vec<Part> = Vec::new();
        for (number, (steps, own)) in sequences.into_iter().zip(&mut starts).enumerate() {
            for (step, one) in steps.iter().enumerate() {
                let (side, at) = (one.side, (number, step));
                let function = side.kernel.function?;
                let module = &side.graphs.module;
                let arrays = matched.arrays(at, (module, function), side.kernel);
                parts.extend(arrays.keys().cloned());
                let graph = module.functions.get(function.0 as usize)?;
                let params = graph.params.iter();
                parts.extend(params.filter_map(|param| matched.part(at, side.kernel, &param.name)));
                own.push(Start {
                    side,
                    function,
                    arrays,
                });
            }
        }
        parts.sort();
        parts.dedup();
        Some(Work {
            names: sequences.map(names),
            starts,
            keys: (0..).zip(parts).map(|(key, part)| (part, key)).collect(),
            matched,
            ask,
        })
    }

    /// All launches, with their places: the side and the number.
    pub(crate) fn all(&self) -> impl Iterator<Item = ((usize, usize), &Start<'a>)> {
        let both = self.starts.iter().enumerate();
        both.flat_map(|(side, all)| {
            let numbered = all.iter().enumerate();
            numbered.map(move |(step, one)| ((side, step), one))
        })
    }

    /// A launch by its place.
    pub(crate) fn start(&self, (side, step): (usize, usize)) -> Option<&Start<'a>> {
        self.starts.get(side)?.get(step)
    }

    /// Whether both are one launch of one kernel of a device.
    pub(crate) fn is_pair(&self) -> bool {
        self.starts.iter().all(|all| all.len() == 1)
            && self.all().all(|(_, one)| !one.side.is_sequential())
    }

    /// The name of a part.
    pub(crate) fn name(&self, (number, rest): &Part) -> String {
        let parameter = self.matched.names.get(*number as usize);
        format!("{}{rest}", parameter.map_or("", String::as_str))
    }

    /// The part of a key.
    pub(crate) fn part(&self, key: u32) -> Option<&Part> {
        self.keys
            .iter()
            .find(|(_, own)| **own == key)
            .map(|(part, _)| part)
    }

    /// Whether an array is no output.
    pub(crate) fn is_temporary(&self, (number, rest): &Part) -> bool {
        let name = match *number {
            u32::MAX => Some(rest),
            number => self.matched.names.get(number as usize),
        };
        name.is_some_and(|name| self.ask.temporary.contains(name))
    }

    /// The keys of arrays that are no outputs.
    pub(crate) fn temporaries(&self) -> BTreeSet<u32> {
        let keys = self.keys.iter().filter(|(part, _)| self.is_temporary(part));
        keys.map(|(_, key)| *key).collect()
    }

    /// The part that the user means by a name.
    fn meant(&self, name: &str) -> Option<Part> {
        if let Some(found) = self.matched.meant(name) {
            return found;
        }
        let mut all = self.all();
        all.find_map(|(at, one)| self.matched.part(at, one.side.kernel, name))
    }

    /// The value that a launch has for a part.
    pub(crate) fn value(&self, part: &Part, sizes: &Sizes) -> Option<i64> {
        let mut all = sizes.values.iter();
        let found = all.find(|(name, _)| self.meant(name).as_ref() == Some(part));
        found.map(|(_, value)| *value)
    }

    /// The sizes of a launch.
    pub(crate) fn extent(&self, (side, step): (usize, usize), sizes: &Sizes) -> Option<Extent> {
        sizes.extents.get(side)?.get(step).copied()
    }

    /// What keeps the two from being compared, and whether it is a mistake in what was asked.
    pub(crate) fn hindrance(&self, launches: &[Sizes]) -> Option<(Diagnostic, bool)> {
        if let Some(name) = &self.matched.twice {
            return Some((messages::twice(&self.names, name), false));
        }
        if let Some(name) = &self.matched.unlike {
            return Some((messages::unlike(&self.names, name), false));
        }
        if let Some(why) = self.no_such_temporary() {
            return Some((why, true));
        }
        if let Some(name) = self.variable() {
            return Some((messages::variable(&self.names, &name), false));
        }
        if let Some(why) = self.not_allowed(launches) {
            return Some((why, true));
        }
        if let Some(why) = self.unmatched(launches) {
            return Some((why, false));
        }
        if let Some(why) = self.unknown_names(launches) {
            return Some((why, true));
        }
        self.unfit(launches).map(|why| (why, true))
    }

    /// A name that is to be no output, and that no array has.
    fn no_such_temporary(&self) -> Option<Diagnostic> {
        let arrays: Vec<&Part> = self.all().flat_map(|(_, one)| one.arrays.keys()).collect();
        let names = self.ask.temporary.iter();
        let has = |name: &&String| {
            arrays.iter().any(|(number, rest)| match *number {
                u32::MAX => rest == *name,
                number => self.matched.names.get(number as usize) == Some(*name),
            })
        };
        let wrong = names.into_iter().find(|name| !has(name))?;
        Some(messages::no_temporary(&self.names, wrong))
    }

    /// Why a parameter that only one of the two has keeps them from being compared.
    fn unmatched(&self, launches: &[Sizes]) -> Option<Diagnostic> {
        let alone = self.matched.alone.iter().find(|number| {
            let part = (**number, String::new());
            let integer = self.all().any(|(at, one)| {
                let mut all = one.side.kernel.parameters.iter();
                all.any(|param| {
                    let own = self.matched.part(at, one.side.kernel, &param.name);
                    own.as_ref() == Some(&part) && matches!(param.passed, Passed::Integer { .. })
                })
            });
            let given = launches
                .iter()
                .all(|sizes| self.value(&part, sizes).is_some());
            !(self.is_temporary(&part) || integer && given)
        })?;
        let name = self
            .matched
            .names
            .get(*alone as usize)
            .map_or("", String::as_str);
        Some(messages::unmatched(&self.names, name))
    }

    /// The names of the program's variables that either accesses.
    pub(crate) fn variables(&self) -> Vec<String> {
        let of = self.all().flat_map(|(_, one)| one.arrays.keys());
        let names = of.filter(|(number, _)| *number == u32::MAX);
        let all: BTreeSet<String> = names.map(|(_, name)| name.clone()).collect();
        all.into_iter().collect()
    }

    /// Those of them that are outputs.
    pub(crate) fn compared_variables(&self) -> Vec<String> {
        let mut all = self.variables();
        all.retain(|name| !self.ask.temporary.contains(name));
        all
    }

    /// A variable of the program that is not the same one in both: only one of the two accesses it, or one of another type,
    /// or several have its name.
    fn variable(&self) -> Option<String> {
        self.variables().into_iter().find(|name| {
            let part = (u32::MAX, name.clone());
            if self.is_temporary(&part) {
                return false;
            }
            let of = |all: &[Start<'a>]| {
                let found = all
                    .iter()
                    .find_map(|one| Some((one, *one.arrays.get(&part)?)));
                let (start, id) = found?;
                let module = &start.side.graphs.module;
                let of_name = module.arrays.iter().filter(|array| {
                    array.linkage == Linkage::Variable
                        && matches!(array.space, Space::Global | Space::Constant)
                        && array.name == *name
                });
                let array = module.array(id)?;
                let alone = of_name.count() == 1;
                alone.then_some((array.space, array.bytes, &array.layout))
            };
            let [old, new] = &self.starts;
            match (of(old), of(new)) {
                (Some(old), Some(new)) => old != new,
                _ => true,
            }
        })
    }

    /// Blocks of a size that a kernel does not allow.
    fn not_allowed(&self, launches: &[Sizes]) -> Option<Diagnostic> {
        for (at, one) in self.all() {
            let module = &one.side.graphs.module;
            let Some(function) = module.functions.get(one.function.0 as usize) else {
                continue;
            };
            let allowed = |block: [u32; 3]| {
                let threads = block.iter().map(|n| u64::from(*n)).product::<u64>();
                function
                    .required_block
                    .is_none_or(|required| required == block)
                    && function
                        .most_threads
                        .is_none_or(|most| threads <= u64::from(most))
            };
            let mut all = launches.iter().filter_map(|sizes| self.extent(at, sizes));
            if let Some(extent) = all.find(|extent| !allowed(extent.block)) {
                return Some(messages::not_allowed(&one.side.kernel.name, extent.block));
            }
        }
        None
    }

    /// A value for a parameter that neither kernel has.
    fn unknown_names(&self, launches: &[Sizes]) -> Option<Diagnostic> {
        let names = launches
            .iter()
            .flat_map(|sizes| &sizes.values)
            .map(|(name, _)| name);
        let wrong = names.into_iter().find(|name| self.meant(name).is_none())?;
        Some(messages::no_parameter(
            &self.names,
            (wrong, &self.matched.names),
        ))
    }

    /// A value that does not fit a parameter of either kernel.
    fn unfit(&self, launches: &[Sizes]) -> Option<Diagnostic> {
        for (at, one) in self.all() {
            for parameter in &one.side.kernel.parameters {
                let Some(part) = self.matched.part(at, one.side.kernel, &parameter.name) else {
                    continue;
                };
                let mut values = launches.iter().filter_map(|sizes| self.value(&part, sizes));
                if let Some(value) = values.find(|value| !fits(*value, parameter.passed)) {
                    return Some(messages::unfit(&parameter.name, value));
                }
            }
        }
        None
    }

    /// The first launch that has an array.
    pub(crate) fn first_with(&self, part: &Part) -> Option<(&Start<'a>, ArrayId)> {
        let mut all = self.all();
        all.find_map(|(_, one)| Some((one, *one.arrays.get(part)?)))
    }

    /// A launch as it is executed symbolically.
    pub(crate) fn launch(&self, at: (usize, usize), sizes: &Sizes) -> Option<Launch<'a>> {
        let one = self.start(at)?;
        let module = &one.side.graphs.module;
        let graph = module.functions.get(one.function.0 as usize)?;
        let mut arguments = Vec::new();
        for param in &graph.params {
            let part = self.matched.part(at, one.side.kernel, &param.name)?;
            let key = *self.keys.get(&part)?;
            let scalar = graph.local(param.local).map(|local| local.scalar);
            arguments.push(match (self.value(&part, sizes), scalar) {
                (Some(value), Some(scalar)) => Argument::Bits(concrete::bits(value, scalar)),
                _ => Argument::Any(key),
            });
        }
        let mut arrays = BTreeMap::new();
        for (part, id) in &one.arrays {
            // Pieces are those of the first launch's array, in all launches.
            let (first, of) = self.first_with(part)?;
            let module = &first.side.graphs.module;
            let layout = &module.array(of)?.layout;
            let shared = Shared {
                key: *self.keys.get(part)?,
                grain: symbolic::grain(layout, module.target.pointer),
                bytes: None,
                unset: self.is_temporary(part),
            };
            arrays.insert(*id, shared);
        }
        let extent = self.extent(at, sizes)?;
        Some(Launch {
            module,
            kernel: one.function,
            block: extent.block,
            grid: extent.grid,
            dimensions: dimensions(extent.block, extent.grid),
            arguments,
            arrays,
            before: Left::new(),
            dynamic: extent.shared,
            steps: self.ask.steps,
        })
    }

    /// The name of what lies in an array, or of a parameter.
    pub(crate) fn named(&self, named: Named) -> String {
        let (key, offset) = match named {
            Named::Param(key) => {
                return self
                    .part(key)
                    .map_or_else(String::new, |part| self.name(part));
            }
            Named::Input(key, offset, _) => (key, offset),
        };
        let Some(part) = self.part(key) else {
            return String::new();
        };
        let name = match part.0 {
            u32::MAX => part.1.clone(),
            _ => self.name(part),
        };
        let first = self.first_with(part);
        let array = first.and_then(|(one, id)| one.side.graphs.module.array(id));
        let size = array.map_or(1, |array| array.layout.size.max(1));
        let size = i64::try_from(size).unwrap_or(1);
        let rest = u64::try_from(offset.rem_euclid(size)).unwrap_or(0);
        let path = array.map_or_else(String::new, |array| array.layout.path(rest));
        match part.0 {
            // The layout of a variable is that of all of it.
            u32::MAX => format!("{name}{path}"),
            _ => format!("{name}[{}]{path}", offset.div_euclid(size)),
        }
    }
}

/// How many dimensions a launch has.
fn dimensions(block: [u32; 3], grid: [u32; 3]) -> u32 {
    let used = |sizes: [u32; 3]| {
        sizes
            .iter()
            .rposition(|n| *n > 1)
            .map_or(1, |last| last + 1)
    };
    u32::try_from(used(block).max(used(grid))).unwrap_or(3)
}

/// Whether a parameter may have a value. One that is no integer has none.
fn fits(value: i64, passed: Passed) -> bool {
    match passed {
        Passed::Integer { bits, signed } => {
            let value = i128::from(value);
            let most = 1i128.checked_shl(bits).unwrap_or(i128::MAX);
            match signed {
                true => -(most / 2) <= value && value < most / 2,
                false => (0..most).contains(&value),
            }
        }
        Passed::Pointer { .. } | Passed::Other => false,
    }
}

/// The type of what is in a scalar.
pub(crate) fn is_float(scalar: Scalar) -> bool {
    matches!(scalar, Scalar::Float(_))
}
