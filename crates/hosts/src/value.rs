//! Values of host code.

use crate::number::{Number, Symbol};
use clang::place::Place as Source;
use clang::tree::{FunctionId, VariableId};
use std::collections::BTreeSet;

/// A variable of one activation of a function; file-scope ones are of activation 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Variable {
    pub frame: u32,
    /// The variable; temporaries have numbers of their own.
    pub id: Name,
}

/// What a variable is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Name {
    Declared(VariableId),
    /// A temporary, or the object that a method is called on.
    Temporary(u32),
}

/// A part of a variable.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Place {
    pub variable: Variable,
    /// From the outside in: positions of fields and elements.
    pub path: Vec<usize>,
}

impl Place {
    pub(crate) fn whole(variable: Variable) -> Place {
        Place {
            variable,
            path: Vec::new(),
        }
    }

    pub(crate) fn part(mut self, at: usize) -> Place {
        self.path.push(at);
        self
    }
}

/// Where an expression that names memory points to.
#[derive(Clone, Debug)]
pub(crate) enum Location {
    /// This part of a variable, no more and no less.
    Exact(Place),
    /// An element of an array that lies there, by its number, which is not constant.
    Element(Place, Number),
    /// Somewhere inside of a variable.
    Inside(Variable),
    /// Memory that no variable of an activation that is looked at lies in, such as an array of the heap.
    Apart,
    /// Anything whose address may be known to code that is not understood.
    Anywhere,
}

/// A call of `cudaMalloc` or the like, executed once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct AllocationId(pub u32);

/// Where a pointer comes from.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Base {
    Null,
    /// Memory that the device can access.
    Allocation(AllocationId),
    /// Memory of the host's heap or of strings, which no variable lies in.
    Apart(Symbol),
    /// What is not known, the same wherever the symbol is the same. `early` says that it was there before any
    /// activation that is looked at, and so points to none of its variables.
    Unknown {
        symbol: Symbol,
        early: bool,
    },
    /// A variable of the host. The offset is part of the path.
    Variable(Place),
}

/// A pointer: so many bytes behind its base.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Pointer {
    pub base: Base,
    pub offset: Number,
}

/// Why a value is not known.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Why {
    /// In words.
    pub reason: String,
    /// Where.
    pub place: Source,
}

/// A value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Value {
    Integer(Number),
    Pointer(Pointer),
    /// A record or array: its fields or elements.
    Parts(Vec<Value>),
    Function(FunctionId),
    /// Not followed: floating-point numbers, unions, large arrays, and what is not understood.
    Unknown(Why),
}

impl Pointer {
    pub(crate) fn to(place: Place) -> Pointer {
        Pointer {
            base: Base::Variable(place),
            offset: Number::Literal(0),
        }
    }
}

impl Value {
    pub(crate) fn pointer(base: Base) -> Value {
        Value::Pointer(Pointer {
            base,
            offset: Number::Literal(0),
        })
    }

    /// All variables whose addresses are in it.
    pub(crate) fn points_to(&self, found: &mut Vec<Variable>) {
        match self {
            Value::Pointer(Pointer {
                base: Base::Variable(place),
                ..
            }) => found.push(place.variable),
            Value::Parts(parts) => parts.iter().for_each(|part| part.points_to(found)),
            Value::Integer(_) | Value::Pointer(_) | Value::Function(_) | Value::Unknown(_) => {}
        }
    }

    /// All allocations that it points to.
    pub(crate) fn allocations(&self, found: &mut BTreeSet<AllocationId>) {
        match self {
            Value::Pointer(Pointer {
                base: Base::Allocation(id),
                ..
            }) => {
                found.insert(*id);
            }
            Value::Parts(parts) => parts.iter().for_each(|part| part.allocations(found)),
            Value::Integer(_) | Value::Pointer(_) | Value::Function(_) | Value::Unknown(_) => {}
        }
    }

    /// Whether it may be an address that is not known.
    pub(crate) fn may_be_address(&self) -> bool {
        match self {
            Value::Pointer(Pointer { base, .. }) => {
                matches!(base, Base::Unknown { early: false, .. })
            }
            Value::Parts(parts) => parts.iter().any(Value::may_be_address),
            Value::Unknown(_) => true,
            // An address may be computed from a number of its size.
            Value::Integer(_) | Value::Function(_) => false,
        }
    }

    pub(crate) fn at(&self, path: &[usize]) -> Option<&Value> {
        match (self, path) {
            (_, []) => Some(self),
            (Value::Parts(parts), [first, rest @ ..]) => parts.get(*first)?.at(rest),
            _ => None,
        }
    }

    pub(crate) fn at_mut(&mut self, path: &[usize]) -> Option<&mut Value> {
        match (self, path) {
            (this, []) => Some(this),
            (Value::Parts(parts), [first, rest @ ..]) => parts.get_mut(*first)?.at_mut(rest),
            _ => None,
        }
    }
}
