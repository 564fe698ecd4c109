//! Random inputs.

use crate::frame::Frame;
use crate::heap::Heap;
use crate::machine::{Limits, Machine};
use crate::program::{MethodInfo, Tables, given, preconditions};
use crate::run::Call;
use crate::value::Value;
use num_bigint::BigInt;
use num_rational::BigRational;
use random::Random;
use spec_lang::ast::NodeId;
use spec_lang::resolve::Type;
use std::rc::Rc;

/// Values at random; references are often null or something that is there already.
pub(crate) struct Maker<'a> {
    pub random: &'a mut Random,
    pub heap: &'a mut Heap,
    /// Arrays with their types.
    pub arrays: &'a mut Vec<(usize, Type)>,
}

impl Maker<'_> {
    /// A value of a type; how deep data may nest is limited.
    pub(crate) fn value(&mut self, tables: &Tables<'_>, ty: &Type, depth: usize) -> Value {
        match ty {
            Type::Int | Type::Any | Type::Parameter(_) => Value::Int(self.int()),
            Type::Boolean => Value::Bool(self.random.one_in(2)),
            Type::Frac => fraction(1, self.random.between(1, 4)),
            Type::ZFrac => fraction(self.random.between(0, 1), self.random.between(1, 4)),
            Type::Rational | Type::Float32 | Type::Float64 => {
                fraction(self.random.between(-4, 8), self.random.between(1, 3))
            }
            Type::String => {
                let words = ["", "a", "b", "ab"];
                Value::Text(
                    words
                        .get(self.random.below(4))
                        .copied()
                        .unwrap_or("")
                        .into(),
                )
            }
            Type::Char => Value::Char(if self.random.one_in(2) { 'a' } else { 'b' }),
            Type::Enum(id) => {
                let constants = tables.enums.get(id).map(|e| e.constants.as_slice());
                let constants = constants.unwrap_or_default();
                match constants.get(self.random.below(constants.len())) {
                    Some(constant) => Value::Constant(constant.id),
                    None => Value::Null,
                }
            }
            Type::Class(id, _) => self.object(tables, *id, depth),
            Type::Array(inner) => {
                if self.random.one_in(8) || depth == 0 {
                    return Value::Null;
                }
                let same: Vec<usize> = self
                    .arrays
                    .iter()
                    .filter(|(_, other)| other == ty)
                    .map(|(n, _)| *n)
                    .collect();
                if !same.is_empty() && self.random.one_in(6) {
                    return Value::Array(
                        same.get(self.random.below(same.len()))
                            .copied()
                            .unwrap_or(0),
                    );
                }
                let length = self.random.below(6);
                self.array(tables, inner, length, depth)
            }
            Type::Seq(inner) => Value::seq(self.several(tables, inner, depth)),
            Type::Set(inner) => Value::Set(Rc::new(
                self.several(tables, inner, depth).into_iter().collect(),
            )),
            Type::Bag(inner) => {
                let mut bag = std::collections::BTreeMap::new();
                for value in self.several(tables, inner, depth) {
                    crate::value::put(&mut bag, value);
                }
                Value::Bag(Rc::new(bag))
            }
            Type::Map(key, value) => {
                let keys = self.several(tables, key, depth);
                let pairs = keys
                    .into_iter()
                    .map(|key| (key, self.value(tables, value, depth.saturating_sub(1))));
                Value::Map(Rc::new(pairs.collect()))
            }
            Type::Option(inner) => {
                if depth == 0 || self.random.one_in(3) {
                    Value::Option(None)
                } else {
                    Value::Option(Some(Rc::new(self.value(tables, inner, depth - 1))))
                }
            }
            Type::Tuple(parts) => Value::Tuple(Rc::new(
                parts
                    .iter()
                    .map(|part| self.value(tables, part, depth.saturating_sub(1)))
                    .collect(),
            )),
            _ => Value::Null,
        }
    }

    fn int(&mut self) -> BigInt {
        let value = match self.random.below(10) {
            0 => self.random.between(-5, -1),
            1 => self.random.between(6, 20),
            _ => self.random.between(0, 5),
        };
        BigInt::from(value)
    }

    fn several(&mut self, tables: &Tables<'_>, ty: &Type, depth: usize) -> Vec<Value> {
        let count = if depth == 0 { 0 } else { self.random.below(5) };
        (0..count)
            .map(|_| self.value(tables, ty, depth.saturating_sub(1)))
            .collect()
    }

    /// A new array.
    pub(crate) fn array(
        &mut self,
        tables: &Tables<'_>,
        inner: &Type,
        length: usize,
        depth: usize,
    ) -> Value {
        let length = length.min(4096);
        let elements = (0..length)
            .map(|_| self.value(tables, inner, depth.saturating_sub(1)))
            .collect();
        let number = self.heap.add_array(elements);
        self.arrays
            .push((number, Type::Array(Box::new(inner.clone()))));
        Value::Array(number)
    }

    fn object(&mut self, tables: &Tables<'_>, class: NodeId, depth: usize) -> Value {
        let same: Vec<usize> = (0..self.heap.objects.len())
            .filter(|at| {
                self.heap
                    .objects
                    .get(*at)
                    .is_some_and(|object| object.class == class)
            })
            .collect();
        if !same.is_empty() && self.random.one_in(4) {
            return Value::Object(
                same.get(self.random.below(same.len()))
                    .copied()
                    .unwrap_or(0),
            );
        }
        if depth == 0 || self.random.one_in(8) {
            return Value::Null;
        }
        self.new_object(tables, class, depth)
    }

    /// A new object with arbitrary fields.
    pub(crate) fn new_object(&mut self, tables: &Tables<'_>, class: NodeId, depth: usize) -> Value {
        let fields = tables
            .classes
            .get(&class)
            .map(|c| c.fields.clone())
            .unwrap_or_default();
        let values = fields
            .into_iter()
            .map(|field| {
                let ty = tables.declared(field);
                (field, self.value(tables, &ty, depth.saturating_sub(1)))
            })
            .collect();
        Value::Object(self.heap.add_object(class, values))
    }
}

fn fraction(numerator: i64, denominator: i64) -> Value {
    Value::number(BigRational::new(numerator.into(), denominator.into()))
}

/// A call with random arguments that are bent towards the precondition. Whether they satisfy
/// it shows only in the run, which is vacuous if they do not.
pub fn random_call(tables: &Tables<'_>, info: &MethodInfo<'_>, seed: u64) -> Call {
    let mut random = Random::new(seed);
    let mut heap = Heap::default();
    let mut arrays = Vec::new();
    let mut maker = Maker {
        random: &mut random,
        heap: &mut heap,
        arrays: &mut arrays,
    };
    let this = match info.class {
        Some(class) if info.has_this() && !info.is_constructor() => {
            Some(maker.new_object(tables, class, 3))
        }
        _ => None,
    };
    let contract = &info.method.contract;
    let params: Vec<_> = info.method.params.iter().chain(given(contract)).collect();
    let mut frame = Frame {
        this: this.clone(),
        ..Frame::default()
    };
    let mut fields: Vec<NodeId> = tables.static_fields.iter().copied().collect();
    fields.sort_by_key(|id| id.0);
    let statics = fields
        .into_iter()
        .map(|field| (field, maker.value(tables, &tables.declared(field), 2)))
        .collect();
    maker.heap.statics = Rc::new(statics);
    for param in &params {
        let value = maker.value(tables, &tables.declared(param.id), 3);
        frame.locals.insert(param.id, value);
    }
    let machine = Machine::new(
        tables,
        Limits {
            steps: 200_000,
            cells: 50_000,
            ..Limits::default()
        },
        seed,
    );
    machine.world.borrow_mut().heap = heap;
    let formulas: Vec<_> = preconditions(contract).collect();
    let lock_invariants: Vec<_> = tables
        .classes
        .values()
        .flat_map(|c| c.lock_invariant())
        .collect();
    for _ in 0..4 {
        for formula in &formulas {
            machine.satisfy(&mut frame, formula, &mut arrays, 6);
        }
        let objects = machine.world.borrow().heap.objects.len();
        if !lock_invariants.is_empty() {
            for object in 0..objects {
                let (formulas, mut frame) = machine.lock_invariant(object);
                for formula in formulas {
                    machine.satisfy(&mut frame, formula, &mut arrays, 6);
                }
            }
        }
    }
    let value = |id: NodeId| frame.locals.get(&id).cloned().unwrap_or(Value::Null);
    let heap = machine.world.borrow().heap.clone();
    Call {
        method: info.id,
        heap,
        this,
        args: info
            .method
            .params
            .iter()
            .map(|param| value(param.id))
            .collect(),
        given: given(contract).map(|param| value(param.id)).collect(),
    }
}
