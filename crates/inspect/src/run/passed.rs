//! Launches that Python makes, as launches of the kernels of a text: what is passed for which parameter.
//!
//! A launch is taken over if it is known that it starts a kernel of this text: the call that compiles the kernel compiles
//! the text, and the text has one kernel of the name that Python gives. Of an argument whose type does not fit that of
//! the parameter nothing is known.

use clang::Reading;
use clang::place::Place;
use clang::tree::{Function, Unit};
use clang::types::{IntKind, Qual, Type};
use hosts::{Allocation, AllocationId, Argument, Entry, Hosts, Number, Passed, Target, Why};
use python::{Launch, Library, Text};
use std::collections::BTreeMap;

/// Adds the launches of a Python file that start kernels of a text.
pub(super) fn add(hosts: &mut Hosts, reading: &Reading, text: &Text, launches: &[Launch]) {
    let mut made = BTreeMap::new();
    for launch in launches {
        let Some(function) = started(reading, text, launch) else {
            continue;
        };
        let place = Place {
            span: launch.span,
            spelling: None,
        };
        let mut reader = Reader {
            unit: &reading.unit,
            allocations: &mut hosts.allocations,
            made: &mut made,
            place,
        };
        let Some(passed) = reader.passed(launch, function) else {
            continue;
        };
        hosts.launches.push(hosts::Launch {
            place,
            callee: place,
            kernel: function.qualified.clone(),
            function: None,
            entry: Entry::Main,
            called_here: None,
            calls: Vec::new(),
            passed: Ok(passed),
        });
    }
}

/// The kernel that a launch starts, if it is one of the text.
fn started<'r>(reading: &'r Reading, text: &Text, launch: &Launch) -> Option<&'r Function> {
    let name = launch.kernel.as_ref()?;
    let compiled = launch.compiled?;
    if launch.unknown.is_some() || !text.compiled.contains(&compiled) {
        return None;
    }
    let mut kernels = reading.kernels.iter().filter(|one| one.name == *name);
    let (kernel, other) = (kernels.next()?, kernels.next());
    let function = reading.unit.function(kernel.function?)?;
    (other.is_none() && function.qualified == *name).then_some(function)
}

/// What arguments are read with.
struct Reader<'r, 'm> {
    unit: &'r Unit,
    allocations: &'m mut Vec<Allocation>,
    /// Allocations, by the calls that make the arrays.
    made: &'m mut BTreeMap<usize, AllocationId>,
    place: Place,
}

impl Reader<'_, '_> {
    fn passed(&mut self, launch: &Launch, kernel: &Function) -> Option<Passed> {
        let sizes = |all: &[Option<i64>; 3]| -> Option<[Number; 3]> {
            let known: Option<Vec<Number>> = all
                .iter()
                .map(|one| one.map(|n| Number::Literal(i128::from(n))))
                .collect();
            known?.try_into().ok()
        };
        let parameters = kernel.parameters.iter();
        let parameters: Vec<_> = parameters
            .map(|id| self.unit.variable(*id))
            .collect::<Option<_>>()?;
        if parameters.len() != launch.arguments.len() || kernel.variadic {
            return None;
        }
        let mut arguments = Vec::new();
        // Where arguments lie one behind the other, one of another width moves those behind it.
        let mut moved = false;
        for (parameter, argument) in parameters.into_iter().zip(&launch.arguments) {
            let name = &parameter.name;
            let found = match moved {
                false => self.argument(name, parameter.ty, argument, launch.library),
                true => Err(format!("what is passed before `{name}` is not known")),
            };
            moved |= launch.library == Library::PyCuda && found.is_err();
            let unknown = |reason| {
                let place = self.place;
                Argument::Unknown(Why { reason, place })
            };
            let found = found.unwrap_or_else(unknown);
            arguments.push((parameter.name.clone(), found));
        }
        Some(Passed {
            grid: sizes(&launch.grid)?,
            block: sizes(&launch.block)?,
            shared: Number::Literal(i128::from(launch.shared?)),
            arguments,
            facts: Vec::new(),
        })
    }

    /// What is passed for a parameter, or why that is not known.
    fn argument(
        &mut self,
        name: &str,
        ty: Qual,
        argument: &python::Argument,
        library: Library,
    ) -> Result<Argument, String> {
        let other = || Err(format!("the argument for `{name}` has another type"));
        match (argument, self.unit.types.get(ty.id)) {
            (python::Argument::Unknown { reason }, _) => Err(reason.clone()),
            (python::Argument::Array { made_at, bytes }, Type::Pointer(to)) => {
                let id = self.allocation(*made_at, *bytes);
                Ok(Argument::Pointer {
                    target: Target::Allocation(id),
                    offset: Number::Literal(0),
                    element: self.unit.size_of(to.id).filter(|size| *size > 0),
                })
            }
            (python::Argument::Integer { value, bits }, Type::Int(kind)) => {
                let value = i128::from(*value);
                match self.fits(*kind, value, width(library, *bits), library) {
                    true => Ok(Argument::Integer(Number::Literal(value))),
                    false => other(),
                }
            }
            // Its value decides no clause.
            (python::Argument::Float { bits }, Type::Float(kind))
                if u64::from(*bits) == kind.bytes() * 8 =>
            {
                Ok(Argument::Unknown(Why {
                    reason: format!("`{name}` is no integer"),
                    place: self.place,
                }))
            }
            _ => other(),
        }
    }

    /// Whether a parameter gets the very number that is passed with so many bits.
    fn fits(&self, kind: IntKind, value: i128, bits: Option<u32>, library: Library) -> bool {
        let own = kind.bytes(self.unit.target, false).saturating_mul(8);
        let wide_enough = bits.is_some_and(|bits| match library {
            Library::PyCuda => u64::from(bits) == own,
            Library::Cupy | Library::Torch => u64::from(bits) >= own,
        });
        if !wide_enough || kind == IntKind::Bool || own > 64 {
            return false;
        }
        let values = 1i128 << own;
        let (low, high) = match kind.signed() {
            true => (-(values / 2), values / 2 - 1),
            false => (0, values - 1),
        };
        (low..=high).contains(&value)
    }

    fn allocation(&mut self, made_at: usize, bytes: i64) -> AllocationId {
        if let Some(id) = self.made.get(&made_at) {
            return *id;
        }
        let id = AllocationId(u32::try_from(self.allocations.len()).unwrap_or(u32::MAX));
        self.allocations.push(Allocation {
            bytes: Number::Literal(i128::from(bytes)),
            place: self.place,
        });
        self.made.insert(made_at, id);
        id
    }
}

/// The bits that a library passes for an integer; none if it refuses one of Python's own.
fn width(library: Library, bits: Option<u32>) -> Option<u32> {
    bits.or(match library {
        Library::Cupy => Some(64),
        Library::Torch => Some(32),
        Library::PyCuda => None,
    })
}
