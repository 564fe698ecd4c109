//! One launch of the file: what it passes, as far as that is known, for a check of the kernel in it alone.
//!
//! What is read in host code makes no verdict better. A launch is held against the contract, and its values come first
//! where a failing execution is looked for.

use crate::sizes::{Chosen, Origin};
use contracts::{Clause, Name, Value};
use hosts::{Hosts, Instance, Launch, Passed};
use kernel_graph::{Function, Linkage, Module, Param, Scalar, Space};
use num_bigint::BigInt;
use num_traits::ToPrimitive;
use races::Size;
use std::borrow::Cow;
use std::collections::BTreeSet;
use text::span::Span;

/// A launch of clang's tree that may start a kernel, on one way on which it is reached.
#[derive(Clone, Copy)]
pub(crate) struct Start<'a> {
    /// The launch.
    pub launch: &'a Launch,
    /// Whether it certainly starts this kernel, and no other one.
    pub sure: bool,
}

/// What a launch passes, as far as it is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Given {
    block: [Size; 3],
    grid: [Size; 3],
    /// What holds of sizes and parameters.
    pub premises: Vec<Clause>,
    /// The values of parameters that are known.
    pub values: Vec<(String, BigInt)>,
    /// Dynamic shared memory, in bytes.
    pub shared: Option<u64>,
    /// Whether all sizes, and all parameters that are integers, are numbers.
    pub complete: bool,
    /// How many bytes there are where parameters, or members of them, point to.
    bytes: Vec<(String, u64)>,
}

impl Given {
    /// What a launch passes to a kernel; none if nothing is known of it.
    pub(crate) fn of(hosts: &Hosts, launch: &Launch, kernel: &Function) -> Option<Given> {
        let passed = launch.passed.as_ref().ok()?;
        let [block, grid] = [&passed.block, &passed.grid].map(|sizes| sizes.clone().map(size));
        let integers = integers(kernel);
        let mut premises = hosts.clauses(passed);
        premises.retain(|clause| {
            clause
                .names()
                .iter()
                .all(|name| has_number(name, &integers))
        });
        let fixed = |sizes: &[Size; 3]| sizes.iter().all(|size| *size != Size::Any);
        let complete = fixed(&block) && fixed(&grid) && all_known(passed, kernel);
        Some(Given {
            shared: passed.shared.literal().and_then(|n| n.to_u64()),
            block,
            grid,
            values: values(passed),
            premises,
            complete,
            bytes: Vec::new(),
        })
    }

    /// A launch in which all that comes from outside has a value; none if the kernel depends on what has none.
    pub(crate) fn instance(one: &Instance, kernel: &Function) -> Option<Given> {
        let sizes = |sizes: &[i128; 3]| {
            let fixed = sizes.map(|n| size(hosts::Number::Literal(n)));
            (!fixed.contains(&Size::Any)).then_some(fixed)
        };
        let known = |param: &Param| {
            let scalar = kernel.local(param.local).map(|local| local.scalar);
            match scalar {
                Some(Scalar::Pointer | Scalar::Float(_)) => true,
                // Of several parameters of one name it is not known which has which value.
                Some(Scalar::Int(_)) => {
                    let named = kernel
                        .params
                        .iter()
                        .filter(|other| other.name == param.name);
                    let values = one.integers.iter().filter(|(name, _)| *name == param.name);
                    named.count() == 1 && values.count() == 1
                }
                Some(Scalar::Bool | Scalar::Handle | Scalar::Function) | None => false,
            }
        };
        if !kernel.params.iter().all(known) {
            return None;
        }
        let integers = one.integers.iter();
        let bytes = one.bytes.iter();
        let bytes = bytes.filter_map(|(name, n)| Some((name.clone(), n.to_u64()?)));
        Some(Given {
            block: sizes(&one.block)?,
            grid: sizes(&one.grid)?,
            premises: Vec::new(),
            values: integers
                .map(|(name, n)| (name.clone(), BigInt::from(*n)))
                .collect(),
            shared: one.shared.and_then(|n| n.to_u64()),
            complete: true,
            bytes: bytes.collect(),
        })
    }

    /// How many bytes there are where a parameter points to, if that is known.
    pub(crate) fn bytes_of(&self, name: &str) -> Option<u64> {
        let mut all = self.bytes.iter();
        all.find(|(one, _)| one == name).map(|(_, bytes)| *bytes)
    }

    /// The sizes of its blocks and of its grid.
    pub(crate) fn sizes_alone(&self) -> ([Size; 3], [Size; 3]) {
        (self.block, self.grid)
    }

    /// Whether anything of the sizes of its blocks is known.
    pub(crate) fn has_block(&self) -> bool {
        self.block.iter().all(|size| *size != Size::Any)
    }

    /// Whether its blocks certainly have this shape.
    pub(crate) fn is_of(&self, threads: [u32; 3]) -> bool {
        self.block == threads.map(Size::Fixed)
    }

    /// Whether the grid certainly has more threads in its first dimension than a kernel is checked for.
    pub(crate) fn has_more_threads(&self) -> bool {
        match (self.block, self.grid) {
            ([Size::Fixed(block), ..], [Size::Fixed(grid), ..]) => {
                u64::from(block) * u64::from(grid) > races::MOST_IN_GRID
            }
            _ => false,
        }
    }

    /// The sizes of a check in this launch alone, where a kernel is checked for these; none if those are no sizes of this
    /// launch.
    pub(crate) fn sizes(&self, of: &Chosen) -> Option<Chosen> {
        let mut chosen = *of;
        for (sizes, own, origin) in [
            (&mut chosen.sizes.block, &self.block, &mut chosen.block),
            (&mut chosen.sizes.grid, &self.grid, &mut chosen.grid),
        ] {
            if *origin == Origin::Any {
                *sizes = *own;
                *origin = Origin::Launch;
                continue;
            }
            for (size, own) in sizes.iter_mut().zip(own) {
                match (*size, *own) {
                    (Size::Fixed(a), Size::Fixed(b)) if a != b => return None,
                    (Size::Any, own) => *size = own,
                    (Size::Fixed(_), _) => {}
                }
            }
        }
        chosen.open = None;
        Some(chosen)
    }

    /// The program whose dynamic shared memory has the bytes that the launch gives it, if they are known, and so what its
    /// parameters point to.
    pub(crate) fn module<'m>(&self, module: &'m Module) -> Cow<'m, Module> {
        let mut module = Cow::Borrowed(module);
        if !self.bytes.is_empty() {
            for array in &mut module.to_mut().arrays {
                let passed = matches!(array.linkage, Linkage::Parameter(_));
                if passed && array.bytes.is_none() {
                    array.bytes = self.bytes_of(&array.name);
                }
            }
        }
        give_shared(&mut module, self.shared);
        module
    }
}

/// Gives dynamic shared memory so many bytes, if the program has some and they are known.
pub(crate) fn give_shared(module: &mut Cow<'_, Module>, bytes: Option<u64>) {
    if bytes.is_some() && module.arrays.iter().any(is_dynamic) {
        let dynamic = module.to_mut().arrays.iter_mut();
        for array in dynamic.filter(|array| is_dynamic(array)) {
            array.bytes = bytes;
        }
    }
}

/// Whether an array is dynamic shared memory.
pub(crate) fn is_dynamic(array: &kernel_graph::Array) -> bool {
    array.linkage == Linkage::Dynamic && array.space == Space::Shared
}

/// The arguments that are known.
fn values(passed: &Passed) -> Vec<(String, BigInt)> {
    let each = passed.arguments.iter().filter_map(|(name, argument)| {
        let hosts::Argument::Integer(number) = argument else {
            return None;
        };
        Some((name.clone(), BigInt::from(number.literal()?)))
    });
    each.collect()
}

fn size(number: hosts::Number) -> Size {
    let literal = number.literal().and_then(|n| u32::try_from(n).ok());
    literal.filter(|n| *n > 0).map_or(Size::Any, Size::Fixed)
}

/// The parameters of a kernel of which a premise may speak.
fn integers(kernel: &Function) -> BTreeSet<&str> {
    let wide = kernel.params.iter().filter(|param| {
        let local = kernel.local(param.local);
        local.is_some_and(|local| matches!(local.scalar, Scalar::Int(width) if width >= 32))
    });
    wide.map(|param| param.name.as_str()).collect()
}

fn has_number(name: &Name, integers: &BTreeSet<&str>) -> bool {
    match name {
        Name::Value(Value::Size(..)) => true,
        Name::Value(Value::Argument(argument)) => integers.contains(argument.as_str()),
        Name::Value(Value::SharedBytes | Value::WarpSize | Value::Length(_))
        | Name::Address(_)
        | Name::Bytes(_)
        | Name::Contents(_) => false,
    }
}

/// Whether all parameters of a kernel that are no pointers are integers that are known.
fn all_known(passed: &Passed, kernel: &Function) -> bool {
    kernel.params.iter().all(|param| {
        let scalar = kernel.local(param.local).map(|local| local.scalar);
        match scalar {
            Some(Scalar::Pointer) => true,
            Some(Scalar::Int(32..)) => {
                let mut named = passed.arguments.iter();
                let mut named = named.by_ref().filter(|(name, _)| *name == param.name);
                let known = named.next().is_some_and(|(_, argument)| {
                    matches!(argument, hosts::Argument::Integer(number) if number.literal().is_some())
                });
                known && named.next().is_none()
            }
            Some(
                Scalar::Int(_)
                | Scalar::Bool
                | Scalar::Float(_)
                | Scalar::Handle
                | Scalar::Function,
            )
            | None => false,
        }
    })
}

/// Where the kernels of a file are declared: that which is meant, and all of its name.
pub(crate) struct Declared {
    /// That of the kernel.
    pub own: Option<Span>,
    /// Those of the others.
    pub others: Vec<Span>,
}

/// The launches of a file that may start the kernel of this name; `kernels` are those of the file. Of several of one name
/// the declaration says which one is started.
pub(crate) fn starts_of<'a>(
    hosts: &'a Hosts,
    kernel: &str,
    kernels: &[String],
    declared: Option<&Declared>,
) -> Vec<Start<'a>> {
    let each = hosts.launches.iter().filter_map(|launch| {
        let function = launch.function.and_then(|id| hosts.unit.function(id));
        let place = function.map(|function| function.name_place.span);
        // In the file itself alone both trees have the same places.
        let place = place.filter(|span| span.file == 0 && launch.kernel == kernel);
        let sure = match is_of(&launch.kernel, kernel, kernels) {
            Some(false) => return None,
            Some(true) => true,
            None => match declared.zip(place) {
                Some((declared, place)) if declared.own == Some(place) => {
                    !declared.others.contains(&place)
                }
                Some((declared, place)) if declared.others.contains(&place) => return None,
                Some(_) | None => false,
            },
        };
        Some(Start { launch, sure })
    });
    each.collect()
}

/// Whether a name is that of a kernel; none if that is not known.
pub(crate) fn is_of(name: &str, kernel: &str, kernels: &[String]) -> Option<bool> {
    if name.is_empty() {
        return None;
    }
    match last_part(name) == last_part(kernel) {
        true if name == kernel => {
            let overloads = kernels.iter().filter(|other| **other == kernel);
            (overloads.count() == 1).then_some(true)
        }
        // An instance that is another one.
        true if kernels.iter().any(|other| other == name) => Some(false),
        true => None,
        false => Some(false),
    }
}

/// The last part of a kernel's name, without the arguments of its template.
pub(crate) fn last_part(name: &str) -> &str {
    let name = name.split('<').next().unwrap_or(name);
    name.rsplit("::").next().unwrap_or(name)
}
