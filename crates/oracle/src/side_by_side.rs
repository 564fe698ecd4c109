//! A program and what a transformation made of it, on the same inputs.

use crate::heap::Heap;
use crate::machine::Limits;
use crate::outcome::{Outcome, Stop};
use crate::program::{MethodInfo, Tables, given};
use crate::run::{Call, run};
use crate::value::Value;
use spec_lang::ast::NodeId;
use spec_lang::resolve::Type;
use std::collections::{BTreeMap, HashMap};
use std::fmt::Write;

/// How a matrix was laid out in one array: true for row by row.
pub type Layouts = BTreeMap<String, bool>;

/// What comparing one call showed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// Both ended with the same results and cells.
    Same,
    /// The original says nothing here: it violates something, was not run to its end, or its
    /// outcome depends on the order of threads.
    Nothing(&'static str),
    /// The result could not be run.
    CannotRun(String),
    /// They differ, or the result violates something.
    Differs(String),
}

/// The method of that name in another program.
pub fn counterpart<'t, 'p>(
    from: &Tables<'_>,
    info: &MethodInfo<'_>,
    to: &'t Tables<'p>,
) -> Option<&'t MethodInfo<'p>> {
    let name = from.method_name(info);
    let mut all = to.methods.values();
    all.find(|other| {
        to.method_name(other) == name && other.method.params.len() == info.method.params.len()
    })
}

/// Runs both on the same input. The contract of the method must be the same but for layouts.
pub fn compare(
    original: &Tables<'_>,
    result: &Tables<'_>,
    call: &Call,
    layouts: &Layouts,
    limits: Limits,
    seed: u64,
) -> Comparison {
    let Some(info) = original.methods.get(&call.method) else {
        return Comparison::Nothing("no method");
    };
    let Some(other) = counterpart(original, info, result) else {
        return Comparison::Differs("the method is missing in the result".to_owned());
    };
    let layouts = &of_method(original, info, result, other, layouts);
    let before = match picture_of(original, info, call, layouts, limits, seed) {
        Ok(text) => text,
        Err(outcome) => return Comparison::Nothing(outcome.word()),
    };
    match picture_of(original, info, call, layouts, limits, seed.wrapping_add(77)) {
        Ok(again) if again == before => {}
        _ => return Comparison::Nothing("depends on the order"),
    }
    let moved = transport(call, original, info, result, other, layouts);
    match picture_of(result, other, &moved, &Layouts::new(), limits, seed) {
        Ok(after) if after == before => Comparison::Same,
        Ok(after) => Comparison::Differs(format!("before:\n{before}after:\n{after}")),
        Err(outcome) => match *outcome {
            Outcome::Stopped(Stop::CannotRun(what, _)) => Comparison::CannotRun(what),
            Outcome::Stopped(Stop::Limit(what)) => Comparison::CannotRun(what.to_owned()),
            other => Comparison::Differs(match other.violation() {
                Some(violation) => {
                    format!("the result: {} {:?}", violation.message, violation.notes)
                }
                None => format!("the result: {other:?}"),
            }),
        },
    }
}

/// The layouts of a method's own matrices: those that are one array in the result. A callee may
/// give the matrix another name than the directive does.
fn of_method(
    original: &Tables<'_>,
    info: &MethodInfo<'_>,
    result: &Tables<'_>,
    other: &MethodInfo<'_>,
    layouts: &Layouts,
) -> Layouts {
    let mut orders: Vec<bool> = layouts.values().copied().collect();
    orders.dedup();
    let mut own = layouts.clone();
    for (param, there) in info.method.params.iter().zip(&other.method.params) {
        let name = &param.name.name;
        if !is_matrix(&original.declared(param.id)) {
            continue;
        }
        if is_matrix(&result.declared(there.id)) {
            own.remove(name);
        } else if let ([order], false) = (orders.as_slice(), own.contains_key(name)) {
            own.insert(name.clone(), *order);
        }
    }
    own
}

fn is_matrix(ty: &Type) -> bool {
    matches!(ty, Type::Array(row) if matches!(**row, Type::Array(_)))
}

/// What is at the end, in a form that does not depend on numbers of nodes.
fn picture_of(
    tables: &Tables<'_>,
    info: &MethodInfo<'_>,
    call: &Call,
    layouts: &Layouts,
    limits: Limits,
    seed: u64,
) -> Result<String, Box<Outcome>> {
    let outcome = run(tables, call, limits, seed);
    let Outcome::Done {
        result,
        yields,
        heap,
    } = &outcome
    else {
        return Err(Box::new(outcome));
    };
    let mut picture = Picture {
        tables,
        heap,
        seen: HashMap::new(),
        text: String::new(),
    };
    picture.line("result", result);
    for (name, value) in yields {
        picture.line(name, value);
    }
    if let Some(this) = &call.this {
        picture.line("this", this);
    }
    for (field, value) in heap.statics.iter() {
        let name = picture.name(*field).to_owned();
        picture.line(&name, value);
    }
    let params = info.method.params.iter().zip(&call.args);
    for (param, value) in params {
        let name = &param.name.name;
        match layouts.get(name) {
            Some(row_major) => match value {
                Value::Array(number) => {
                    let _ = write!(picture.text, "{name} = ");
                    if picture.first_time(true, *number) {
                        picture.parts(&flattened(value, heap, *row_major));
                    }
                    picture.text.push('\n');
                }
                other => picture.line(name, other),
            },
            None => picture.line(name, value),
        }
    }
    Ok(picture.text)
}

/// The elements of a matrix in the order of its layout.
fn flattened(matrix: &Value, heap: &Heap, row_major: bool) -> Vec<Value> {
    let rows: Vec<Vec<Value>> = match matrix {
        Value::Array(number) => elements(heap, *number)
            .iter()
            .map(|row| match row {
                Value::Array(number) => elements(heap, *number),
                _ => Vec::new(),
            })
            .collect(),
        _ => Vec::new(),
    };
    if row_major {
        return rows.into_iter().flatten().collect();
    }
    let columns = rows.first().map_or(0, Vec::len);
    (0..columns)
        .flat_map(|column| rows.iter().filter_map(move |row| row.get(column).cloned()))
        .collect()
}

fn elements(heap: &Heap, number: usize) -> Vec<Value> {
    heap.arrays
        .get(number)
        .map(|array| array.elements.to_vec())
        .unwrap_or_default()
}

struct Picture<'a, 'p> {
    tables: &'a Tables<'p>,
    heap: &'a Heap,
    /// Arrays (true) and objects by number, in order of first mention.
    seen: HashMap<(bool, usize), usize>,
    text: String,
}

impl Picture<'_, '_> {
    fn line(&mut self, name: &str, value: &Value) {
        let _ = write!(self.text, "{name} = ");
        self.value(value);
        self.text.push('\n');
    }

    fn name(&self, id: NodeId) -> &str {
        self.tables.names.get(&id).copied().unwrap_or("?")
    }

    fn first_time(&mut self, is_array: bool, number: usize) -> bool {
        let next = self.seen.len();
        let known = self.seen.insert((is_array, number), next);
        let shown = known.unwrap_or(next);
        self.seen.insert((is_array, number), shown);
        let _ = write!(self.text, "#{shown}");
        known.is_none()
    }

    fn value(&mut self, value: &Value) {
        match value {
            Value::Array(number) => {
                if self.first_time(true, *number) {
                    self.parts(&elements(self.heap, *number));
                }
            }
            Value::Object(number) => {
                if self.first_time(false, *number) {
                    let object = self.heap.objects.get(*number).map(|o| o.fields.clone());
                    for (field, value) in object.unwrap_or_default().iter() {
                        let name = self.name(*field).to_owned();
                        let _ = write!(self.text, " {name}: ");
                        self.value(value);
                    }
                }
            }
            Value::Constant(id) => {
                let name = self.name(*id).to_owned();
                self.text.push_str(&name);
            }
            Value::Seq(values) | Value::Tuple(values) => self.parts(values),
            other => {
                let _ = write!(self.text, "{other}");
            }
        }
    }

    fn parts(&mut self, values: &[Value]) {
        self.text.push('[');
        for value in values {
            self.value(value);
            self.text.push(' ');
        }
        self.text.push(']');
    }
}

/// The same input for another program: fields, classes and constants by name.
fn transport(
    call: &Call,
    from: &Tables<'_>,
    info: &MethodInfo<'_>,
    to: &Tables<'_>,
    other: &MethodInfo<'_>,
    layouts: &Layouts,
) -> Call {
    let mut ids: HashMap<NodeId, NodeId> = HashMap::new();
    for (id, class) in &from.classes {
        let same = to
            .classes
            .iter()
            .find(|(_, c)| c.class.name.name == class.class.name.name);
        let Some((new, there)) = same else {
            continue;
        };
        ids.insert(*id, *new);
        for field in &class.fields {
            let name = from.names.get(field);
            let found = there
                .fields
                .iter()
                .find(|other| to.names.get(other) == name);
            if let Some(found) = found {
                ids.insert(*field, *found);
            }
        }
    }
    for declared in from.enums.values() {
        for there in to
            .enums
            .values()
            .filter(|e| e.name.name == declared.name.name)
        {
            for (constant, new) in declared.constants.iter().zip(&there.constants) {
                ids.insert(constant.id, new.id);
            }
        }
    }
    for field in &from.static_fields {
        let name = from.names.get(field);
        let mut there = to.static_fields.iter();
        if let Some(found) = there.find(|other| to.names.get(other) == name) {
            ids.insert(*field, *found);
        }
    }
    let map = |id: NodeId| ids.get(&id).copied().unwrap_or(id);
    let mut heap = Heap::default();
    let statics = call.heap.statics.iter();
    heap.statics = std::rc::Rc::new(
        statics
            .map(|(field, value)| (map(*field), moved(value, &map)))
            .collect(),
    );
    for object in &call.heap.objects {
        let fields = object
            .fields
            .iter()
            .map(|(field, value)| (map(*field), moved(value, &map)))
            .collect();
        heap.add_object(map(object.class), fields);
    }
    for array in &call.heap.arrays {
        heap.add_array(
            array
                .elements
                .iter()
                .map(|value| moved(value, &map))
                .collect(),
        );
    }
    let mut args: Vec<Value> = call.args.iter().map(|value| moved(value, &map)).collect();
    for ((param, there), value) in info
        .method
        .params
        .iter()
        .zip(&other.method.params)
        .zip(&mut args)
    {
        if let Some(row_major) = layouts.get(&param.name.name)
            && is_matrix(&from.declared(param.id))
            && !is_matrix(&to.declared(there.id))
            && *value != Value::Null
        {
            let flat = flattened(value, &heap, *row_major);
            *value = Value::Array(heap.add_array(flat));
        }
    }
    let ghosts = given(&info.method.contract).count();
    debug_assert_eq!(ghosts, call.given.len());
    Call {
        method: other.id,
        heap,
        this: call.this.clone(),
        args,
        given: call.given.iter().map(|value| moved(value, &map)).collect(),
    }
}

fn moved(value: &Value, map: &dyn Fn(NodeId) -> NodeId) -> Value {
    use std::rc::Rc;
    let all = |values: &[Value]| values.iter().map(|v| moved(v, map)).collect::<Vec<_>>();
    match value {
        Value::Constant(id) => Value::Constant(map(*id)),
        Value::Seq(values) => Value::seq(all(values)),
        Value::Tuple(values) => Value::Tuple(Rc::new(all(values))),
        Value::Set(values) => Value::Set(Rc::new(values.iter().map(|v| moved(v, map)).collect())),
        Value::Option(Some(inner)) => Value::Option(Some(Rc::new(moved(inner, map)))),
        Value::Map(values) => Value::Map(Rc::new(
            values
                .iter()
                .map(|(k, v)| (moved(k, map), moved(v, map)))
                .collect(),
        )),
        Value::Bag(values) => Value::Bag(Rc::new(
            values
                .iter()
                .map(|(v, count)| (moved(v, map), count.clone()))
                .collect(),
        )),
        other => other.clone(),
    }
}
