//! Objects that constructors make.

use crate::machine::{Frame, Machine};
use crate::state::State;
use crate::symbols::Origin;
use crate::value::{Location, Name, Place, Pointer, Value, Variable};
use clang::tree::{Expr, ExprKind, Function, InitializerTarget, Membership};
use clang::types::{Qual, Type};

impl Machine<'_> {
    /// Executes what a constructor does before its body.
    pub(crate) fn initializers(&mut self, mut state: State, function: &Function) -> Option<State> {
        for initializer in &function.initializers {
            // Temporaries of the one before are gone.
            self.end_objects(&mut state, initializer.value.place);
            let this = self.frames.last().and_then(|frame| frame.this.clone());
            let at = this.map_or(Location::Anywhere, |this| self.pointed(&this));
            let why = self.why("its value is not followed", &initializer.value);
            let InitializerTarget::Field(field) = initializer.target else {
                let value = self.value(&mut state, &initializer.value);
                self.write(&mut state, &at, Value::Unknown(why.clone()), &why);
                self.leak(&value);
                continue;
            };
            let record = self.unit.record(field.record);
            let ty = record.and_then(|record| Some(record.fields.get(field.index as usize)?.ty));
            let ty = ty.unwrap_or(initializer.value.ty);
            let value = self.passed(&mut state, ty, &initializer.value);
            let to = match at {
                Location::Exact(place) => Location::Exact(place.part(field.index as usize)),
                Location::Element(place, _) => Location::Inside(place.variable),
                other @ (Location::Inside(_) | Location::Apart | Location::Anywhere) => other,
            };
            self.write(&mut state, &to, value, &why);
        }
        Some(state)
    }

    /// An object made by a constructor.
    pub(crate) fn construct(&mut self, state: &mut State, expr: &Expr) -> Value {
        let value = self.constructed(state, expr);
        self.made(expr.ty, &value);
        value
    }

    /// An object is made: its destructor may do anything with what it holds, and what it does is not followed.
    pub(crate) fn made(&mut self, ty: Qual, value: &Value) {
        if self.has_destructor(ty) {
            self.meet_object();
            self.leak(value);
        }
    }

    pub(crate) fn constructed(&mut self, state: &mut State, expr: &Expr) -> Value {
        let ExprKind::Construct {
            constructor,
            arguments,
            ..
        } = &expr.kind
        else {
            return self.not_understood(state, expr);
        };
        let Some(function) = self.unit.function(*constructor) else {
            return self.unseen(state, expr, "a constructor", arguments);
        };
        let (Type::Record(id), Membership::Constructor(_)) =
            (self.ty(expr.ty), function.membership)
        else {
            return self.unseen(state, expr, &function.name, arguments);
        };
        let copies = self.unit.record(*id).is_some_and(|record| record.copies);
        if let (None, [from], true) = (&function.body, &arguments[..], copies)
            && self.ty(from.ty) == self.ty(expr.ty)
        {
            let at = self.location(state, from);
            return self.read(state, &at, expr.ty, expr.place);
        }
        if !self.is_followed(*constructor, function, arguments.len()) {
            self.not_followed.insert(*constructor);
            let types: Vec<Qual> = arguments.iter().map(|argument| argument.ty).collect();
            let alone = self.runs_alone(function, true, &types);
            return self.not_seen(state, expr, (&function.name, alone), arguments);
        }
        let number = self.number();
        let object = Variable {
            frame: number,
            id: Name::Temporary(number),
        };
        let why = self.why("it has no value yet", expr);
        let before = self.any(expr.ty, &Origin::Lost(why.clone()), 0);
        state.variables.insert(object, before);
        let frame = Frame {
            number,
            this: Some(Value::Pointer(Pointer::to(Place::whole(object)))),
            function: Some(*constructor),
            ..Frame::default()
        };
        self.activate(state, function, frame, arguments, expr.place);
        let made = state.variables.remove(&object);
        state.leave(number);
        let mut found = Vec::new();
        for value in state.variables.values().chain(&made) {
            value.points_to(&mut found);
        }
        // Whoever has its address may change it where it comes to lie.
        match made {
            Some(made) if !found.contains(&object) && !self.leaked.contains(&object) => made,
            other => {
                if let Some(made) = other {
                    self.leak(&made);
                }
                Value::Unknown(self.why("its address is kept by its constructor", expr))
            }
        }
    }
}
