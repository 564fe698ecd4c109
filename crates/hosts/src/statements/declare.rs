//! Declarations, and what a function returns.

use crate::machine::Machine;
use crate::state::State;
use crate::value::{Location, Place, Pointer, Value, Why};
use clang::tree::{Expr, ExprKind, Storage, VariableId};
use clang::types::Type;

impl Machine<'_> {
    pub(super) fn declare(&mut self, state: &mut State, id: VariableId) {
        let Some(declared) = self.unit.variable(id) else {
            return;
        };
        // Those that live longer are found with any value; the first time, it is made.
        if matches!(declared.storage, Storage::Static | Storage::Extern) {
            if let Some(init) = &declared.init {
                let mut first = state.clone();
                let value = self.passed(&mut first, declared.ty, init);
                self.leak(&value);
                let joined = self.join(Some(std::mem::take(state)), Some(first), init.place);
                *state = joined.unwrap_or_default();
            }
            return;
        }
        let variable = self.variable(id);
        // One that is made for itself gives back at the end of its block what it has then.
        let made = declared.init.as_ref().and_then(made_for_itself);
        let owner = self.owns(declared.ty) && self.of_blocks.contains(&id);
        let whole = declared.init.is_none() || made.is_some();
        let owner = owner && (whole || !self.has_destructor(declared.ty));
        if !owner && (self.has_destructor(declared.ty) || self.owns(declared.ty)) {
            self.meet_object();
            self.leaked.insert(variable);
        }
        let value = match &declared.init {
            Some(_) if owner && made.is_some() => match made {
                Some(made) => self.constructed(state, made),
                None => self.lost(
                    declared.ty,
                    "its value is not followed",
                    declared.name_place,
                ),
            },
            Some(init) if matches!(self.ty(declared.ty), Type::Reference { .. }) => {
                let at = self.location(state, init);
                match at {
                    Location::Exact(place) => Value::Pointer(Pointer::to(place)),
                    other @ (Location::Element(..)
                    | Location::Inside(_)
                    | Location::Apart
                    | Location::Anywhere) => self.address(&other, init),
                }
            }
            Some(init) => self.initial(state, declared.ty, init),
            None => self.lost(
                declared.ty,
                format!("`{}` has no value yet", declared.name),
                declared.name_place,
            ),
        };
        let to = Location::Exact(Place::whole(variable));
        let why = Why {
            reason: "its value is not followed".to_owned(),
            place: declared.name_place,
        };
        self.write(state, &to, value, &why);
    }

    /// What a function returns: of a reference, the address.
    pub(super) fn returned(&mut self, state: &mut State, value: &Expr) -> Value {
        let function = self.frames.last().and_then(|frame| frame.function);
        let result = function
            .and_then(|id| self.unit.function(id))
            .map(|f| f.result);
        match result.is_some_and(|ty| matches!(self.ty(ty), Type::Reference { .. })) {
            true => {
                let at = self.location(state, value);
                self.address(&at, value)
            }
            false => match result {
                Some(ty) => self.initial(state, ty, value),
                None => self.value(state, value),
            },
        }
    }
}

/// The object that an initializer makes, if it makes one.
fn made_for_itself(init: &Expr) -> Option<&Expr> {
    match &init.kind {
        ExprKind::Construct { .. } => Some(init),
        ExprKind::Cast { operand, .. } | ExprKind::Temporary(operand) => made_for_itself(operand),
        _ => None,
    }
}
