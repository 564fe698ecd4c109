//! Values in words, for messages.

use crate::frame::Frame;
use crate::heap::Heap;
use crate::machine::Machine;
use crate::value::Value;
use spec_lang::ast::{Expr, ExprKind, Visitor};
use spec_lang::resolve::Reference;
use std::collections::BTreeMap;

/// How deep objects and arrays are shown.
const DEPTH: usize = 3;

/// A value with what it refers to: arrays as `[1, 2]`, objects as `{x = 1}`.
pub fn show(
    value: &Value,
    heap: &Heap,
    names: &dyn Fn(spec_lang::ast::NodeId) -> String,
) -> String {
    within(value, heap, names, DEPTH)
}

fn within(
    value: &Value,
    heap: &Heap,
    names: &dyn Fn(spec_lang::ast::NodeId) -> String,
    depth: usize,
) -> String {
    match value {
        Value::Constant(id) => names(*id),
        Value::Array(number) if depth > 0 => {
            let elements = heap.arrays.get(*number).map(|array| array.elements.clone());
            let parts: Vec<String> = elements
                .unwrap_or_default()
                .iter()
                .map(|element| within(element, heap, names, depth - 1))
                .collect();
            format!("[{}]", parts.join(", "))
        }
        Value::Object(number) if depth > 0 => {
            let fields = heap
                .objects
                .get(*number)
                .map(|object| object.fields.clone());
            let parts: Vec<String> = fields
                .unwrap_or_default()
                .iter()
                .map(|(id, value)| {
                    format!("{} = {}", names(*id), within(value, heap, names, depth - 1))
                })
                .collect();
            format!("#{number} {{{}}}", parts.join(", "))
        }
        other => other.to_string(),
    }
}

impl<'p> Machine<'p> {
    /// The locals that an expression mentions, with their values.
    pub(crate) fn values_in(&self, frame: &Frame, e: &Expr) -> Vec<String> {
        struct Find<'a, 'p> {
            machine: &'a Machine<'p>,
            frame: &'a Frame,
            found: BTreeMap<String, String>,
        }
        impl Visitor for Find<'_, '_> {
            fn visit_expr(&mut self, e: &Expr) {
                if let (ExprKind::Name(name), Some(Reference::Local(id))) =
                    (&e.kind, self.machine.tables.reference(e.id))
                {
                    let id = self.machine.tables.resolution.canonical(*id);
                    if let Some(value) = self.frame.locals.get(&id) {
                        let heap = self.machine.world.borrow().heap.clone();
                        let text = show(value, &heap, &|id| {
                            self.machine
                                .tables
                                .names
                                .get(&id)
                                .copied()
                                .unwrap_or("?")
                                .to_owned()
                        });
                        self.found.insert(name.name.clone(), text);
                    }
                }
                self.walk_expr(e);
            }
        }
        let mut find = Find {
            machine: self,
            frame,
            found: BTreeMap::new(),
        };
        find.visit_expr(e);
        let mut parts: Vec<String> = find
            .found
            .iter()
            .map(|(name, value)| format!("{name} = {value}"))
            .collect();
        if let Some(result) = &frame.result {
            let heap = self.world.borrow().heap.clone();
            parts.push(format!(
                "\\result = {}",
                show(result, &heap, &|_| "?".to_owned())
            ));
        }
        if parts.is_empty() {
            return Vec::new();
        }
        vec![format!("with {}", parts.join(", "))]
    }
}
