//! What a local or a part of private memory is taken to be at the start of an iteration.

use crate::execution::state::{Private, State};
use crate::execution::value::{Case, Pointer, Value};
use crate::loops::{cycle, sequence};
use crate::memory::may_alias::{self, Choice};
use kernel_graph::{ArrayId, LocalId};
use solver::term::{Symbol, Term, app, bv, eq, mul, sub};
use std::collections::BTreeMap;

/// What a local or a part of private memory is at the start of an iteration.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Guess {
    /// The value at entry.
    Same,
    /// The value at entry, plus so much for each iteration before; an integer for addresses.
    Steps(Term),
    /// These in one iteration after the other; there are no more iterations.
    Sequence(Vec<Term>),
    /// These again and again.
    Cycle(Vec<Term>),
    /// A function of the iteration.
    Function(Symbol),
    /// Of an address: one of several arrays.
    Choice(Choice),
    /// Nothing is known.
    Arbitrary,
}

/// Where a value is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Slot {
    Local(LocalId),
    Cell(ArrayId, u64, u32),
}

pub(super) type Values = BTreeMap<Slot, Value>;

pub(super) fn slots(state: &State) -> Values {
    let locals = state.locals.iter();
    let mut all: Values = locals
        .map(|(id, value)| (Slot::Local(*id), value.clone()))
        .collect();
    for (array, cells) in &state.private {
        for (at, (bytes, value)) in cells {
            all.insert(Slot::Cell(*array, *at, *bytes), value.clone());
        }
    }
    all
}

/// A value and what one iteration adds to it.
pub(super) fn one_step(value: &Value, step: &Term) -> Option<Value> {
    match value {
        Value::Bits(bits) => Some(Value::Bits(bv::add(bits.clone(), step.clone()))),
        Value::Pointer(pointer) => Some(Value::Pointer(pointer.clone().further(step))),
        Value::Bool(_) | Value::Event(_) | Value::Opaque => None,
    }
}

impl Guess {
    /// The functions of the iteration in it.
    pub(super) fn symbols(&self) -> Vec<Symbol> {
        match self {
            Guess::Function(symbol) => vec![symbol.clone()],
            Guess::Choice(choice) => choice.symbols(),
            Guess::Same
            | Guess::Steps(_)
            | Guess::Sequence(_)
            | Guess::Cycle(_)
            | Guess::Arbitrary => Vec::new(),
        }
    }

    /// Whether the value is known from the number of the iteration alone.
    pub(super) fn is_regular(&self) -> bool {
        matches!(self, Guess::Steps(_) | Guess::Sequence(_) | Guess::Cycle(_))
    }
}

pub(super) fn put(state: &mut State, slot: Slot, value: Value) {
    match slot {
        Slot::Local(id) => {
            state.locals.insert(id, value);
        }
        Slot::Cell(array, at, bytes) => {
            let cells: &mut Private = state.private.entry(array).or_default();
            cells.insert(at, (bytes, value));
        }
    }
}

/// The value at the start of iteration `k`; none if nothing is known of it.
pub(super) fn at_iteration(
    guess: &Guess,
    entry: &Value,
    k: &Term,
    arguments: &[Term],
) -> Option<Value> {
    match guess {
        Guess::Same => Some(entry.clone()),
        Guess::Arbitrary => None,
        Guess::Choice(choice) => Some(Value::Pointer(choice.at(arguments))),
        Guess::Sequence(values) => sequence::at(values, k).map(Value::Bits),
        Guess::Cycle(values) => cycle::at(values, k).map(Value::Bits),
        Guess::Steps(step) => match entry {
            Value::Bits(at_entry) => {
                let width = at_entry.sort().width()?;
                let times = bv::of_int(width, k.clone());
                let moved = bv::mul(times, step.clone());
                Some(Value::Bits(bv::add(at_entry.clone(), moved)))
            }
            Value::Pointer(pointer) => {
                let by = mul(k.clone(), step.clone());
                Some(Value::Pointer(pointer.clone().further(&by)))
            }
            Value::Bool(_) | Value::Event(_) | Value::Opaque => None,
        },
        Guess::Function(symbol) => {
            let term = app(symbol, arguments.to_vec());
            match entry {
                Value::Bits(_) => Some(Value::Bits(term)),
                Value::Bool(_) => Some(Value::Bool(term)),
                Value::Pointer(pointer) => match pointer.cases.as_slice() {
                    [case] => Some(Value::Pointer(Pointer {
                        cases: vec![Case {
                            offset: term,
                            ..case.clone()
                        }],
                    })),
                    _ => None,
                },
                Value::Event(_) | Value::Opaque => None,
            }
        }
    }
}

/// What was added, if the two are values of one kind that has differences. None if the second
/// cannot be a value of the function that the first one is a value of.
pub(super) fn difference(now: &Value, after: &Value) -> Option<Option<Term>> {
    match (now, after) {
        (Value::Bits(now), Value::Bits(after)) if now.sort() == after.sort() => {
            Some(Some(bv::sub(after.clone(), now.clone())))
        }
        (Value::Bool(_), Value::Bool(_)) => Some(None),
        (Value::Pointer(now), Value::Pointer(after)) => {
            match (now.cases.as_slice(), after.cases.as_slice()) {
                ([now], [after]) if now.target == after.target && now.guard == after.guard => {
                    Some(Some(sub(after.offset.clone(), now.offset.clone())))
                }
                _ => None,
            }
        }
        _ => None,
    }
}

/// That two values of one kind are equal.
pub(super) fn equal_values(a: &Value, b: &Value) -> Vec<Term> {
    match (a, b) {
        (Value::Bits(a), Value::Bits(b)) if a.sort() == b.sort() => vec![eq(a.clone(), b.clone())],
        (Value::Bool(a), Value::Bool(b)) => vec![eq(a.clone(), b.clone())],
        (Value::Pointer(a), Value::Pointer(b)) => may_alias::equal(a, b),
        _ => Vec::new(),
    }
}
