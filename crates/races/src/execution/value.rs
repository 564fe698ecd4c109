//! Values of locals and of private memory.

use crate::accesses::event::Event;
use kernel_graph::{ArrayId, FunctionId, Scalar};
use solver::term::{Sort, Term, and, ff, ite, ne, not, or, tt};

/// What an address may point into.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Target {
    /// An array.
    Array(ArrayId),
    /// Nothing: the null pointer.
    Null,
    /// A function.
    Function(FunctionId),
    /// Any address.
    Unknown,
}

/// One of the things an address may be.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Case {
    /// When it is.
    pub guard: Term,
    /// What it points into.
    pub target: Target,
    /// At which byte, an integer.
    pub offset: Term,
}

/// An address: of its cases one guard is true, and each target has at most one.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Pointer {
    /// In the order of their targets.
    pub cases: Vec<Case>,
}

impl Pointer {
    /// An address in a target.
    pub(crate) fn at(target: Target, offset: Term) -> Pointer {
        Pointer {
            cases: vec![Case {
                guard: tt(),
                target,
                offset,
            }],
        }
    }

    /// An unknown address.
    pub(crate) fn unknown() -> Pointer {
        Pointer::at(Target::Unknown, solver::term::int(0))
    }

    /// The address so many bytes further.
    pub(crate) fn further(mut self, by: &Term) -> Pointer {
        for case in &mut self.cases {
            case.offset = solver::term::add(vec![case.offset.clone(), by.clone()]);
        }
        self
    }

    fn choose(condition: &Term, yes: &Pointer, no: &Pointer) -> Pointer {
        let mut targets: Vec<Target> = yes
            .cases
            .iter()
            .chain(&no.cases)
            .map(|c| c.target)
            .collect();
        targets.sort_unstable();
        targets.dedup();
        let of = |pointer: &Pointer, target: Target| {
            pointer.cases.iter().find(|c| c.target == target).cloned()
        };
        let cases = targets
            .into_iter()
            .map(|target| match (of(yes, target), of(no, target)) {
                (Some(a), Some(b)) => Case {
                    guard: ite(condition.clone(), a.guard, b.guard),
                    target,
                    offset: ite(condition.clone(), a.offset, b.offset),
                },
                (Some(a), None) => Case {
                    guard: and(vec![condition.clone(), a.guard]),
                    ..a
                },
                (None, Some(b)) => Case {
                    guard: and(vec![not(condition.clone()), b.guard]),
                    ..b
                },
                (None, None) => Case {
                    guard: ff(),
                    target,
                    offset: solver::term::int(0),
                },
            });
        Pointer {
            cases: cases.collect(),
        }
    }

    /// Whether two addresses may point into different arrays.
    pub(crate) fn may_be_apart(&self, other: &Pointer) -> bool {
        let arrays = |pointer: &Pointer| -> Vec<ArrayId> {
            let target = |case: &Case| match case.target {
                Target::Array(array) => Some(array),
                Target::Null | Target::Function(_) | Target::Unknown => None,
            };
            pointer.cases.iter().filter_map(target).collect()
        };
        let theirs = arrays(other);
        arrays(self)
            .iter()
            .any(|array| theirs.iter().any(|other| other != array))
    }

    /// Whether two addresses are equal, if that is known: arrays are apart from each other, and
    /// within one array the offsets decide. `null` says when the start of an array is null; none
    /// says never.
    pub(crate) fn equals(
        &self,
        other: &Pointer,
        null: &mut dyn FnMut(ArrayId, &Term) -> Option<Term>,
    ) -> Option<Term> {
        let mut ways = Vec::new();
        for a in &self.cases {
            for b in &other.cases {
                let same = match (a.target, b.target) {
                    (Target::Unknown, _) | (_, Target::Unknown) => return None,
                    (Target::Null, Target::Null) => tt(),
                    (Target::Array(array), Target::Null) => {
                        null(array, &a.offset).unwrap_or_else(ff)
                    }
                    (Target::Null, Target::Array(array)) => {
                        null(array, &b.offset).unwrap_or_else(ff)
                    }
                    // How far apart functions lie is not known.
                    (Target::Function(x), Target::Function(y)) if x != y => {
                        let start = a.offset.as_int().is_some_and(|at| *at == 0.into());
                        match start && b.offset == a.offset {
                            true => ff(),
                            false => return None,
                        }
                    }
                    (Target::Function(_), Target::Null | Target::Array(_))
                    | (Target::Null | Target::Array(_), Target::Function(_)) => ff(),
                    // Of two null arrays the offsets may be equal, too.
                    (Target::Array(x), Target::Array(y)) if x != y => {
                        match (null(x, &a.offset), null(y, &b.offset)) {
                            (Some(x), Some(y)) => and(vec![x, y]),
                            _ => ff(),
                        }
                    }
                    (Target::Array(_), Target::Array(_))
                    | (Target::Function(_), Target::Function(_)) => {
                        solver::term::eq(a.offset.clone(), b.offset.clone())
                    }
                };
                ways.push(and(vec![a.guard.clone(), b.guard.clone(), same]));
            }
        }
        Some(or(ways))
    }

    /// Whether it is null, if that is known; `null` is as for [`Pointer::equals`].
    pub(crate) fn is_null(
        &self,
        null: &mut dyn FnMut(ArrayId, &Term) -> Option<Term>,
    ) -> Option<Term> {
        self.equals(&Pointer::at(Target::Null, solver::term::int(0)), null)
    }
}

/// A value.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Value {
    /// An integer or a float, by its bits; the address of a function, by its number.
    Bits(Term),
    /// A truth value.
    Bool(Term),
    /// An address.
    Pointer(Pointer),
    /// An event of asynchronous copies; as a number, too.
    Event(Event),
    /// A value that nothing is known of and nothing may be asked of.
    Opaque,
}

impl Value {
    /// The value that a term is: a truth value, or bits.
    pub(crate) fn of(term: Term) -> Value {
        match *term.sort() == Sort::Bool {
            true => Value::Bool(term),
            false => Value::Bits(term),
        }
    }

    /// The first or the second value, as the condition says.
    pub(crate) fn choose(condition: &Term, yes: &Value, no: &Value) -> Value {
        if yes == no {
            return yes.clone();
        }
        match (yes, no) {
            (Value::Bits(a), Value::Bits(b)) if a.sort() == b.sort() => {
                Value::Bits(ite(condition.clone(), a.clone(), b.clone()))
            }
            (Value::Bool(a), Value::Bool(b)) => {
                Value::Bool(ite(condition.clone(), a.clone(), b.clone()))
            }
            (Value::Pointer(a), Value::Pointer(b)) => {
                Value::Pointer(Pointer::choose(condition, a, b))
            }
            (Value::Event(a), Value::Event(b)) => {
                Event::choose(condition, a, b).map_or(Value::Opaque, Value::Event)
            }
            _ => Value::Opaque,
        }
    }

    /// That it is another value, if that can be said.
    pub(crate) fn differs(&self, other: &Value) -> Option<Term> {
        match (self, other) {
            (Value::Bits(a), Value::Bits(b)) if a.sort() != b.sort() => None,
            (Value::Bits(a), Value::Bits(b)) | (Value::Bool(a), Value::Bool(b)) => {
                Some(ne(a.clone(), b.clone()))
            }
            (Value::Pointer(a), Value::Pointer(b)) => a.equals(b, &mut |_, _| None).map(not),
            _ => None,
        }
    }

    /// The terms in it.
    pub(crate) fn terms(&self) -> Vec<&Term> {
        match self {
            Value::Bits(term) | Value::Bool(term) => vec![term],
            Value::Pointer(pointer) => {
                let all = pointer.cases.iter();
                all.flat_map(|case| [&case.guard, &case.offset]).collect()
            }
            Value::Event(event) => event.terms(),
            Value::Opaque => Vec::new(),
        }
    }

    /// The value with each term replaced.
    pub(crate) fn map(&self, change: &mut dyn FnMut(&Term) -> Term) -> Value {
        match self {
            Value::Bits(term) => Value::Bits(change(term)),
            Value::Bool(term) => Value::Bool(change(term)),
            Value::Pointer(pointer) => Value::Pointer(Pointer {
                cases: pointer
                    .cases
                    .iter()
                    .map(|case| Case {
                        guard: change(&case.guard),
                        target: case.target,
                        offset: change(&case.offset),
                    })
                    .collect(),
            }),
            Value::Event(event) => Value::Event(event.map(change)),
            Value::Opaque => self.clone(),
        }
    }
}

/// How many bits the term has that stands for a scalar; none if it has no bits.
pub(crate) fn width_of(scalar: Scalar) -> Option<u32> {
    sort_of(scalar)?.width()
}

/// The sort of the term that stands for a scalar; none for those that have no term.
pub(crate) fn sort_of(scalar: Scalar) -> Option<Sort> {
    match scalar {
        Scalar::Bool => Some(Sort::Bool),
        Scalar::Int(bits) => Some(Sort::BitVec(bits)),
        Scalar::Float(format) => Some(Sort::BitVec(format.bits())),
        Scalar::Function => Some(Sort::BitVec(crate::calls::function_address::BITS)),
        Scalar::Pointer | Scalar::Handle => None,
    }
}
