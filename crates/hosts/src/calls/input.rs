//! What functions read from outside, such as from a file or the user.

use super::library::Given;
use crate::machine::Machine;
use crate::state::State;
use crate::symbols::Origin;
use crate::value::{Location, Name, Place, Value, Why};
use clang::tree::Expr;
use clang::types::{Qual, Type};

impl Machine<'_> {
    /// What a function reads from outside is put where an argument points.
    pub(super) fn scan(&mut self, state: &mut State, given: &Given, why: &Why) {
        if !given.written {
            return;
        }
        let to = match self.ty(given.argument.ty) {
            Type::Pointer(to) => *to,
            _ => given.argument.ty,
        };
        let at = self.pointed(&given.value);
        match &at {
            Location::Exact(place) if self.holds_a_number_of(place, to) => {
                let text = self.text(given.argument);
                let origin = Origin::Given(text.trim_start_matches('&').trim().to_owned());
                let read = self.any(to, &origin, 0);
                self.write(state, &at, read, why);
            }
            Location::Exact(Place { variable, .. })
            | Location::Element(Place { variable, .. }, _)
            | Location::Inside(variable) => {
                self.forget(state, *variable, why);
            }
            Location::Apart | Location::Anywhere if given.leads_anywhere() => {
                self.disturb(state, why);
            }
            Location::Apart | Location::Anywhere => {}
        }
    }

    /// The result of a function that reads from outside; what it writes to is not known.
    pub(super) fn read_outside(
        &mut self,
        state: &mut State,
        expr: &Expr,
        given: &[Given],
        why: &Why,
    ) -> Value {
        for one in given {
            if let (Location::Exact(Place { variable, .. }), true) =
                (self.pointed(&one.value), one.written)
            {
                self.forget(state, variable, why);
            }
        }
        let origin = Origin::Given(self.text(expr));
        self.any(expr.ty, &origin, 0)
    }

    /// Whether at a place is an integer of this type, which is what is read there.
    fn holds_a_number_of(&self, place: &Place, to: Qual) -> bool {
        self.integer_at(place).is_some_and(|(bits, signed)| {
            // A text is longer than one character.
            let text = bits == 8 && !place.path.is_empty();
            !text && self.integer(to) == Some((bits, signed))
        })
    }

    /// The width and sign of the integer that is at a place.
    fn integer_at(&self, place: &Place) -> Option<(u32, bool)> {
        let Name::Declared(id) = place.variable.id else {
            return None;
        };
        let mut ty = self.unit.variable(id)?.ty;
        for part in &place.path {
            ty = match self.ty(ty) {
                Type::Record(id) => self.unit.record(*id)?.fields.get(*part)?.ty,
                Type::Array { element, .. } => *element,
                _ => return None,
            };
        }
        self.integer(ty)
    }
}
