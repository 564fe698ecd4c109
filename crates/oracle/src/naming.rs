//! What a place is called in messages: as the program writes it, not as the run counts it.

use crate::heap::Cell;
use crate::machine::{Machine, World};
use crate::value::Value;
use spec_lang::ast::NodeId;

/// How many fields and rows are followed from a variable to the array that is meant.
const DEPTH: usize = 4;

/// Something that values refer to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Referred {
    Object(usize),
    Array(usize),
}

impl Referred {
    fn of(value: &Value) -> Option<Referred> {
        match value {
            Value::Object(number) => Some(Referred::Object(*number)),
            Value::Array(number) => Some(Referred::Array(*number)),
            _ => None,
        }
    }
}

impl<'p> Machine<'p> {
    /// A variable receives a value: what it refers to is called like the first variable that did.
    pub(crate) fn receives(&self, variable: NodeId, value: &Value) {
        if let Some(referred) = Referred::of(value) {
            let mut world = self.world.borrow_mut();
            world.called.entry(referred).or_insert(Some(variable));
        }
    }

    /// The object that the run is of is called `this`.
    pub(crate) fn is_this(&self, value: Option<&Value>) {
        if let Some(referred) = value.and_then(Referred::of) {
            self.world
                .borrow_mut()
                .called
                .entry(referred)
                .or_insert(None);
        }
    }

    /// A place in words.
    pub(crate) fn show(&self, cell: &Cell) -> String {
        let world = self.world.borrow();
        let object = |number: usize| self.called(&world, Referred::Object(number), DEPTH);
        match cell {
            Cell::Field(number, field) => {
                let name = self.tables.names.get(field).copied().unwrap_or("?");
                match object(*number).as_str() {
                    "this" => name.to_owned(),
                    object => format!("{object}.{name}"),
                }
            }
            Cell::Static(field) => {
                let name = self.tables.names.get(field).copied().unwrap_or("?");
                format!("the static field {name}")
            }
            Cell::Element(array, index) => {
                let array = self.called(&world, Referred::Array(*array), DEPTH);
                format!("{array}[{index}]")
            }
            Cell::Instance(id, args) => {
                let name = self
                    .tables
                    .predicates
                    .get(id)
                    .map_or("?", |info| info.predicate.name.name.as_str());
                let args = args.iter().map(|arg| match Referred::of(arg) {
                    Some(referred) => self.called(&world, referred, DEPTH),
                    None => arg.to_string(),
                });
                format!("{name}({})", args.collect::<Vec<_>>().join(", "))
            }
            Cell::Lock(number) => format!("held({})", object(*number)),
            Cell::Idle(number) => format!("idle({})", object(*number)),
            Cell::Running(number) => format!("running({})", object(*number)),
        }
    }

    /// A variable that refers to it; else the field or the row that does; else a number.
    fn called(&self, world: &World, referred: Referred, depth: usize) -> String {
        match world.called.get(&referred) {
            Some(None) => return "this".to_owned(),
            Some(Some(variable)) => {
                if let Some(name) = self.tables.locals.get(variable) {
                    return name.clone();
                }
            }
            None => {}
        }
        let found = (depth > 0).then(|| self.within(world, referred, depth - 1));
        found.flatten().unwrap_or_else(|| match referred {
            Referred::Object(number) => Value::Object(number).to_string(),
            Referred::Array(number) => Value::Array(number).to_string(),
        })
    }

    /// The field, static field or element that refers to it.
    fn within(&self, world: &World, referred: Referred, depth: usize) -> Option<String> {
        let is_it = |value: &Value| Referred::of(value) == Some(referred);
        let field = |id: &NodeId| self.tables.names.get(id).copied().unwrap_or("?");
        let of_class = world.heap.statics.iter().find(|(_, value)| is_it(value));
        if let Some((id, _)) = of_class {
            return Some(field(id).to_owned());
        }
        for (number, object) in world.heap.objects.iter().enumerate() {
            if let Some((id, _)) = object.fields.iter().find(|(_, value)| is_it(value)) {
                let object = self.called(world, Referred::Object(number), depth);
                return Some(match object.as_str() {
                    "this" => field(id).to_owned(),
                    _ => format!("{object}.{}", field(id)),
                });
            }
        }
        for (number, array) in world.heap.arrays.iter().enumerate() {
            if let Some(at) = array.elements.iter().position(is_it) {
                let array = self.called(world, Referred::Array(number), depth);
                return Some(format!("{array}[{at}]"));
            }
        }
        None
    }
}
