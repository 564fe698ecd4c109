//! Objects and arrays, and the places in them.

use crate::value::Value;
use spec_lang::ast::NodeId;
use std::collections::BTreeMap;
use std::rc::Rc;

/// A place that permissions are about.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cell {
    /// A field of an object.
    Field(usize, NodeId),
    /// A static field.
    Static(NodeId),
    /// An element of an array.
    Element(usize, usize),
    /// An instance of a predicate: the object, if any, first among the arguments.
    Instance(NodeId, Vec<Value>),
    /// The token of an object's lock.
    Lock(usize),
    /// A thread that can be forked.
    Idle(usize),
    /// A thread that can be joined.
    Running(usize),
}

/// An object.
#[derive(Clone, Debug)]
pub struct Object {
    /// Its class.
    pub class: NodeId,
    /// Its fields.
    pub fields: Rc<BTreeMap<NodeId, Value>>,
}

/// An array.
#[derive(Clone, Debug)]
pub struct Array {
    /// Its elements.
    pub elements: Rc<Vec<Value>>,
}

/// All objects and arrays. A copy is cheap: what is not written is shared.
#[derive(Clone, Debug, Default)]
pub struct Heap {
    /// Objects by number.
    pub objects: Vec<Object>,
    /// Arrays by number.
    pub arrays: Vec<Array>,
    /// Static fields.
    pub statics: Rc<BTreeMap<NodeId, Value>>,
}

impl Heap {
    /// The value of a field or element, if there is such a place.
    pub fn get(&self, cell: &Cell) -> Option<Value> {
        match cell {
            Cell::Field(object, field) => self.objects.get(*object)?.fields.get(field).cloned(),
            Cell::Element(array, index) => self.arrays.get(*array)?.elements.get(*index).cloned(),
            Cell::Static(field) => self.statics.get(field).cloned(),
            _ => None,
        }
    }

    /// Writes a field or element; false if there is no such place.
    pub fn set(&mut self, cell: &Cell, value: Value) -> bool {
        let place = match cell {
            Cell::Field(object, field) => self
                .objects
                .get_mut(*object)
                .and_then(|object| Rc::make_mut(&mut object.fields).get_mut(field)),
            Cell::Element(array, index) => self
                .arrays
                .get_mut(*array)
                .and_then(|array| Rc::make_mut(&mut array.elements).get_mut(*index)),
            Cell::Static(field) => Rc::make_mut(&mut self.statics).get_mut(field),
            _ => None,
        };
        match place {
            Some(place) => {
                *place = value;
                true
            }
            None => false,
        }
    }

    /// The length of an array.
    pub fn length(&self, array: usize) -> Option<usize> {
        self.arrays.get(array).map(|array| array.elements.len())
    }

    /// A new array.
    pub fn add_array(&mut self, elements: Vec<Value>) -> usize {
        self.arrays.push(Array {
            elements: Rc::new(elements),
        });
        self.arrays.len() - 1
    }

    /// A new object.
    pub fn add_object(&mut self, class: NodeId, fields: BTreeMap<NodeId, Value>) -> usize {
        self.objects.push(Object {
            class,
            fields: Rc::new(fields),
        });
        self.objects.len() - 1
    }
}
