//! Objects that do something when they end.

use crate::machine::Machine;
use crate::state::State;
use crate::value::{Name, Value, Variable};
use clang::place::Role;
use clang::tree::{Function, Membership, Record, RecordId};
use clang::types::{Qual, Type};
use std::collections::BTreeSet;

/// Types are looked into so deep.
const DEPTH: u32 = 8;

impl Machine<'_> {
    /// Whether something is done when an object of a type ends.
    pub(crate) fn has_destructor(&self, ty: Qual) -> bool {
        match self.ty(ty) {
            Type::Record(id) => {
                let Some(record) = self.unit.record(*id) else {
                    return true;
                };
                let own = self.is_own(record);
                match own && is_container(&record.name) {
                    // Its elements end with it.
                    true => record.fields.iter().any(|field| match self.ty(field.ty) {
                        Type::Pointer(to) => self.has_destructor(*to) || self.owns(*to),
                        _ => false,
                    }),
                    false => record.ends && !(own && is_owner(&record.name)),
                }
            }
            Type::Array { element, .. } => self.has_destructor(*element),
            _ => false,
        }
    }

    /// The variables of an activation whose destructors give memory back, and do nothing else.
    pub(crate) fn owners(&self, state: &State, frame: u32) -> Vec<Variable> {
        let all = state
            .variables
            .keys()
            .filter(|variable| variable.frame == frame);
        let owner = |variable: &&Variable| match variable.id {
            Name::Declared(id) => self
                .unit
                .variable(id)
                .is_some_and(|declared| self.owns(declared.ty)),
            Name::Temporary(_) => false,
        };
        all.filter(owner).copied().collect()
    }

    /// Whether an object of a type gives memory back when it ends, and does nothing else.
    pub(crate) fn owns(&self, ty: Qual) -> bool {
        match self.ty(ty) {
            Type::Record(id) => self.unit.record(*id).is_some_and(|record| {
                let library = self.is_own(record) && is_owner(&record.name);
                library || self.only_releases(*id, record)
            }),
            Type::Array { element, .. } => self.owns(*element),
            _ => false,
        }
    }

    /// Whether an object of a class of the host's libraries is in one of this type: each library has sizes of its own.
    pub(crate) fn has_library_class(&self, ty: Qual, depth: u32) -> bool {
        match self.ty(ty) {
            _ if depth > DEPTH => true,
            Type::Array { element, .. } => self.has_library_class(*element, depth + 1),
            Type::Record(id) => self.unit.record(*id).is_none_or(|record| {
                let library = ["std::", "thrust::", "rmm::", "at::", "c10::"];
                let library = library.iter().any(|start| record.name.starts_with(start));
                let plain = ["std::array<", "std::complex<", "std::pair<"];
                let plain = plain.iter().any(|start| record.name.starts_with(start));
                let mut parts = record.fields.iter().map(|field| field.ty);
                (library && !plain && self.is_own(record))
                    || parts.any(|part| self.has_library_class(part, depth + 1))
            }),
            _ => false,
        }
    }

    /// Whether a function of the host's libraries runs no code of the program's: what it is passed has none.
    pub(crate) fn runs_alone(&self, function: &Function, this: bool, types: &[Qual]) -> bool {
        let record = match function.membership {
            Membership::Method(id) | Membership::StaticMethod(id) | Membership::Constructor(id) => {
                Some(id)
            }
            Membership::Free | Membership::Destructor(_) => None,
        };
        let of_library = function.own && function.qualified.starts_with("std::");
        of_library
            && (!this || record.is_some_and(|id| self.is_of_library(id)))
            && types.iter().all(|ty| self.is_without_code(*ty, 0))
    }

    fn is_of_library(&self, id: RecordId) -> bool {
        self.unit.record(id).is_some_and(|record| {
            let whole = !record.name.contains('<');
            let elements = || {
                let mut fields = record.fields.iter();
                is_container(&record.name) && fields.all(|field| self.is_without_code(field.ty, 0))
            };
            self.is_own(record) && !record.dynamic && (whole || elements())
        })
    }

    pub(crate) fn is_without_code(&self, ty: Qual, depth: u32) -> bool {
        match self.ty(ty) {
            _ if depth > DEPTH => false,
            Type::Int(_) | Type::Float(_) | Type::Enum(_) | Type::Void => true,
            Type::Pointer(to) | Type::Reference { to, .. } => self.is_without_code(*to, depth + 1),
            Type::Array { element, .. } => self.is_without_code(*element, depth + 1),
            Type::Record(id) => self.is_of_library(*id),
            _ => false,
        }
    }

    /// Whether a class is one of this program's headers.
    pub(crate) fn is_own(&self, record: &Record) -> bool {
        let file = self.unit.files.get(record.place.span.file as usize);
        file.is_some_and(|file| file.role == Role::Own)
    }

    /// The memory that a variable owns is given back.
    pub(crate) fn end_owner(&mut self, state: &mut State, variable: Variable) {
        if let Some(value) = state.variables.get(&variable).cloned() {
            self.end_value(state, &value);
        }
    }

    /// The memory that a value points to is given back.
    pub(crate) fn end_value(&mut self, state: &mut State, value: &Value) {
        let mut found = BTreeSet::new();
        value.allocations(&mut found);
        if value.may_be_address() {
            found.extend(self.exposed.union(&self.hidden));
        }
        for id in found {
            self.free(state, id);
        }
    }

    /// An object with a destructor is met: from now on it may run at any place of the activation.
    pub(crate) fn meet_object(&mut self) {
        if let Some(frame) = self.frames.last_mut() {
            frame.objects = true;
        }
    }
}

/// Classes of libraries whose objects own elements in memory of the host, to which the first fields point.
fn is_container(record: &str) -> bool {
    const ALL: [&str; 12] = [
        "vector",
        "map",
        "unordered_map",
        "multimap",
        "set",
        "unordered_set",
        "multiset",
        "list",
        "deque",
        "queue",
        "stack",
        "priority_queue",
    ];
    let name = record
        .strip_prefix("std::")
        .and_then(|name| name.split_once('<'));
    name.is_some_and(|(name, _)| ALL.contains(&name))
}

/// Classes of libraries whose objects own memory of the device.
fn is_owner(record: &str) -> bool {
    const OWNERS: [&str; 2] = ["at::Tensor", "rmm::device_buffer"];
    const TEMPLATES: [&str; 2] = ["thrust::device_vector<", "rmm::device_uvector<"];
    OWNERS.contains(&record) || TEMPLATES.iter().any(|start| record.starts_with(start))
}
