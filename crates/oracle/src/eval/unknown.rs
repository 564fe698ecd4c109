//! Functions and methods without a body: they may do whatever their contract allows.
//!
//! A function gives the same result for the same arguments and the same values of the places that
//! it may read, and a result that its postcondition allows. A method ends in some state that its
//! postcondition allows. Both are looked for at random, bent towards the postcondition as inputs
//! are bent towards preconditions; if none is found, the program cannot be run.

use super::{Cx, Evaluated};
use crate::frame::{Frame, Reader, Thread};
use crate::heap::{Cell, Heap};
use crate::held::Held;
use crate::input::random::Maker;
use crate::machine::{Machine, cannot};
use crate::outcome::Stop;
use crate::program::{MethodInfo, postconditions, preconditions, yields};
use crate::resource::{Blame, Outside, Source, Way};
use crate::value::Value;
use num_rational::BigRational;
use num_traits::One;
use random::Random;
use spec_lang::ast::{Expr, NodeId};
use spec_lang::resolve::Type;
use std::collections::HashMap;
use text::span::Span;

/// How many results or end states are tried.
const TRIES: usize = 40;

/// What a function without a body was asked, and with which values of what it may read.
pub(crate) type Asked = (NodeId, Vec<Value>, Vec<(Cell, Value)>);

impl<'p> Machine<'p> {
    /// The result of a function without a body; its precondition holds.
    pub(super) fn unknown_value(
        &self,
        cx: &Cx<'_>,
        frame: &Frame,
        info: &MethodInfo<'_>,
        span: Span,
    ) -> Evaluated {
        let name = self.tables.method_name(info);
        let heap = match &cx.old {
            Some(old) => (**old).clone(),
            None => self.world.borrow().heap.clone(),
        };
        let args = arguments(frame.this.as_ref(), &frame.locals);
        let Some(read) = self.may_read(cx, frame, info, &heap, span)? else {
            return cannot(format!("`{name}`, which has no body"), span);
        };
        let asked: Asked = (info.id, args, read);
        if let Some(value) = self.world.borrow().unknown.get(&asked) {
            return Ok(value.clone());
        }
        let mut random = Random::about(self.seed, &format!("{name} {:?} {:?}", asked.1, asked.2));
        let formulas: Vec<&Expr> = postconditions(&info.method.contract)
            .filter(|e| self.is_formula(e))
            .collect();
        let ty = self.tables.declared(info.id);
        let found = self.apart(&mut random, heap, |heap| {
            (0..TRIES).find_map(|_| {
                let mut bent = frame.clone();
                bent.result = Some(self.guess(&ty, &asked.1));
                self.bend(&mut bent, &formulas);
                self.world.borrow_mut().heap = heap.clone();
                let mut frame = frame.clone();
                frame.result = bent.result.filter(|value| exists(value, heap));
                let mut cx = Cx::formula(&mut frame, Reader::free(), cx.thread);
                let holds = cx.frame.result.is_some()
                    && formulas
                        .iter()
                        .all(|formula| matches!(self.truth(&mut cx, formula), Ok(true)));
                frame.result.filter(|_| holds)
            })
        });
        match found {
            Some(value) => {
                let mut world = self.world.borrow_mut();
                world.unknown.insert(asked, value.clone());
                Ok(value)
            }
            // What was tried may have reached the limit.
            None => self.step().and_then(|()| {
                cannot(
                    format!("`{name}`, which has no body: no result was found that it may have"),
                    span,
                )
            }),
        }
    }

    /// The places that a function may read, with their values; none if they are hidden in
    /// predicates.
    fn may_read(
        &self,
        cx: &Cx<'_>,
        frame: &Frame,
        info: &MethodInfo<'_>,
        heap: &Heap,
        span: Span,
    ) -> Evaluated<Option<Vec<(Cell, Value)>>> {
        let outside = Outside {
            reader: Reader::free(),
            old: cx.old.clone(),
        };
        let blame = Blame::new(cx.thread, span, "the precondition");
        let (mut cells, mut used) = (Held::default(), Held::default());
        let mut frame = frame.clone();
        for formula in preconditions(&info.method.contract) {
            let source = Source::Lend(&outside.reader, &mut used);
            self.transfer(
                &mut frame,
                formula,
                Way {
                    source,
                    to: &mut cells,
                    blame: &blame,
                    outside: &outside,
                },
            )?;
        }
        let all = cells.iter().map(|(cell, _)| cell).chain(&cells.due);
        let mut read = Vec::new();
        for cell in all {
            match heap.get(cell) {
                Some(value) => read.push((cell.clone(), value)),
                None => return Ok(None),
            }
        }
        read.sort();
        read.dedup();
        Ok(Some(read))
    }

    /// A method without a body: sets what it holds whole, its ghost results, and gives its result.
    pub(crate) fn unknown_end(
        &self,
        thread: &mut Thread,
        info: &MethodInfo<'_>,
        name: &str,
    ) -> Result<Value, Stop> {
        let contract = &info.method.contract;
        let formulas: Vec<&Expr> = postconditions(contract).collect();
        let ty = self.tables.declared(info.id);
        let args = arguments(thread.frame.this.as_ref(), &thread.frame.entry.locals);
        let whole: Vec<Cell> = thread
            .held
            .iter()
            .filter(|(cell, fraction)| **fraction >= BigRational::one() && self.changes(cell))
            .map(|(cell, _)| cell.clone())
            .collect();
        let before = self.world.borrow().heap.clone();
        // Not the same each time, and the same in a transformed program.
        let calls = {
            let mut world = self.world.borrow_mut();
            world.choices = world.choices.wrapping_add(1);
            world.choices
        };
        let mut random = Random::about(self.seed, &format!("{name} {calls}"));
        let found = self.apart(&mut random, before, |before| {
            (0..TRIES).find_map(|_| {
                let mut bent = thread.frame.for_contract();
                if self.random.borrow_mut().one_in(2) {
                    self.change_some(&whole);
                }
                bent.result = (ty != Type::Void).then(|| self.guess(&ty, &args));
                for param in yields(contract) {
                    let value = self.guess(&self.tables.declared(param.id), &args);
                    bent.locals.insert(param.id, value);
                }
                self.bend(&mut bent, &formulas);
                let mut after = before.clone();
                for cell in &whole {
                    let value = self.world.borrow().heap.get(cell);
                    if let Some(value) = value.filter(|value| exists(value, before)) {
                        after.set(cell, value);
                    }
                }
                let mut frame = thread.frame.for_contract();
                frame.result = bent.result.filter(|value| exists(value, before));
                for param in yields(contract) {
                    if let Some(value) = bent.locals.get(&param.id) {
                        frame.locals.insert(param.id, value.clone());
                    }
                }
                self.world.borrow_mut().heap = after.clone();
                let stated: Vec<_> = formulas.iter().map(|e| (*e, frame.clone())).collect();
                let missing = ty != Type::Void && frame.result.is_none();
                let holds = !missing && self.all_hold(&stated, &thread.held, thread.id);
                self.world.borrow_mut().heap = before.clone();
                holds.then_some((after, frame))
            })
        });
        let Some((after, frame)) = found else {
            // What was tried may have reached the limit.
            self.step()?;
            return cannot(
                format!("`{name}`, which has no body: no end was found that it may come to"),
                info.method.name.span,
            );
        };
        self.world.borrow_mut().heap = after;
        for param in yields(contract) {
            if let Some(value) = frame.locals.get(&param.id) {
                thread.frame.locals.insert(param.id, value.clone());
            }
        }
        Ok(frame.result.unwrap_or(Value::Nothing))
    }

    /// Does something with random numbers and a heap of its own.
    fn apart<T>(&self, random: &mut Random, heap: Heap, run: impl FnOnce(&Heap) -> T) -> T {
        std::mem::swap(&mut *self.random.borrow_mut(), random);
        let present = std::mem::replace(&mut self.world.borrow_mut().heap, heap.clone());
        let result = run(&heap);
        self.world.borrow_mut().heap = present;
        std::mem::swap(&mut *self.random.borrow_mut(), random);
        result
    }

    fn bend(&self, frame: &mut Frame, formulas: &[&Expr]) {
        let mut arrays = Vec::new();
        for _ in 0..2 {
            for formula in formulas {
                self.satisfy(frame, formula, &mut arrays, 4);
            }
        }
    }

    /// A value of a type; of references one of these or null.
    fn guess(&self, ty: &Type, around: &[Value]) -> Value {
        let mut random = self.random.borrow_mut();
        match ty {
            Type::Class(..) | Type::Array(_) => {
                let fits: Vec<&Value> = around
                    .iter()
                    .filter(|value| match ty {
                        Type::Class(class, _) => {
                            let world = self.world.borrow();
                            let objects = &world.heap.objects;
                            matches!(value, Value::Object(number) if objects.get(*number).is_some_and(|o| o.class == *class))
                        }
                        _ => matches!(value, Value::Array(_)),
                    })
                    .collect();
                let at = random.below(fits.len().saturating_add(1));
                fits.get(at).map_or(Value::Null, |value| (*value).clone())
            }
            _ => {
                let mut heap = self.world.borrow().heap.clone();
                let mut maker = Maker {
                    random: &mut random,
                    heap: &mut heap,
                    arrays: &mut Vec::new(),
                };
                maker.value(self.tables, ty, 2)
            }
        }
    }
}

/// The object and the arguments, in an order that is always the same.
fn arguments(this: Option<&Value>, locals: &HashMap<NodeId, Value>) -> Vec<Value> {
    let mut args: Vec<_> = locals.iter().collect();
    args.sort_by_key(|(id, _)| id.0);
    let args = args.into_iter().map(|(_, value)| value);
    this.into_iter().chain(args).cloned().collect()
}

/// Whether all that a value refers to is there.
fn exists(value: &Value, heap: &Heap) -> bool {
    match value {
        Value::Object(number) => *number < heap.objects.len(),
        Value::Array(number) => *number < heap.arrays.len(),
        Value::Seq(values) | Value::Tuple(values) => values.iter().all(|v| exists(v, heap)),
        Value::Set(values) => values.iter().all(|v| exists(v, heap)),
        Value::Bag(values) => values.keys().all(|v| exists(v, heap)),
        Value::Map(values) => values
            .iter()
            .all(|(k, v)| exists(k, heap) && exists(v, heap)),
        Value::Option(Some(inner)) => exists(inner, heap),
        _ => true,
    }
}
