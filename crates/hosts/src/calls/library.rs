//! Functions of libraries, which are known by name.

use crate::known::Known;
use crate::machine::{Allocation, Machine};
use crate::number::Number;
use crate::state::State;
use crate::symbols::Origin;
use crate::value::{AllocationId, Base, Location, Place, Pointer, Value, Why};
use clang::place::Place as Source;
use clang::tree::{Category, Expr, Function};
use clang::types::{Qual, Type};

/// An argument of a call of such a function.
pub(super) struct Given<'e> {
    pub(super) value: Value,
    /// Whether the function may write where it points.
    pub(super) written: bool,
    /// The type of the parameter.
    ty: Qual,
    pub(super) argument: &'e Expr,
}

impl Given<'_> {
    /// Whether nothing is known of where it points.
    pub(super) fn leads_anywhere(&self) -> bool {
        match &self.value {
            Value::Pointer(pointer) => matches!(pointer.base, Base::Unknown { .. }),
            Value::Unknown(_) => true,
            Value::Integer(_) | Value::Function(_) | Value::Parts(_) => false,
        }
    }
}

impl Machine<'_> {
    /// A call of a function of a library.
    pub(super) fn library(
        &mut self,
        state: &mut State,
        expr: &Expr,
        known: Known,
        (function, arguments): (&Function, &[Expr]),
    ) -> Value {
        match known {
            Known::Launch => return self.launch_function(state, expr, arguments),
            Known::Min | Known::Max => return self.extremum(state, expr, known, arguments),
            Known::Plain => self.ask_about_kernels(arguments),
            Known::Allocate { .. }
            | Known::Release
            | Known::Reset
            | Known::HostMemory
            | Known::Read
            | Known::Exit
            | Known::Scan
            | Known::Later => {}
        }
        let given = self.given(state, expr, (function, arguments));
        let status = self.why(format!("it is returned by `{}`", function.name), expr);
        // Streams are returned by what writes to them, and reads from them.
        let stream = match function.name.as_str() {
            "operator<<" | "operator>>" => given.first().map(|stream| stream.value.clone()),
            _ => None,
        };
        match known {
            Known::Allocate { bytes } => {
                self.allocate(state, expr, (&given, given.get(bytes)), &status);
            }
            Known::Release => self.release(state, given.first()),
            Known::Reset => self.free_all(state),
            Known::HostMemory => {
                let symbol = self.symbols.make(Origin::Lost(status), None);
                return Value::pointer(Base::Apart(symbol));
            }
            Known::Read => return self.read_outside(state, expr, &given, &status),
            Known::Exit => {}
            Known::Scan => {
                for one in &given {
                    self.scan(state, one, &status);
                }
                self.forget_leaked(state, &status);
            }
            Known::Later => {
                for one in &given {
                    let mut found = Vec::new();
                    one.value.points_to(&mut found);
                    self.leaked.extend(found);
                }
                self.forget_leaked(state, &status);
            }
            Known::Plain | Known::Launch | Known::Min | Known::Max => {
                for one in &given {
                    self.use_memory(state, one, &status);
                }
                self.forget_device(state, &status);
                self.forget_leaked(state, &status);
            }
        }
        match stream.filter(|_| expr.category != Category::Value) {
            Some(stream) => stream,
            None => self.any(expr.ty, &Origin::Lost(status), 0),
        }
    }

    /// Functions that ask about a kernel do not start it.
    fn ask_about_kernels(&mut self, arguments: &[Expr]) {
        let named = arguments
            .iter()
            .filter(|argument| self.target(argument).is_some());
        let places: Vec<Source> = named.map(|argument| argument.place).collect();
        self.asked.extend(places);
    }

    /// The arguments of a call, with the types of the parameters that the function has.
    fn given<'e>(
        &mut self,
        state: &mut State,
        expr: &Expr,
        (function, arguments): (&Function, &'e [Expr]),
    ) -> Vec<Given<'e>> {
        let typed = arguments.iter().enumerate().map(|(at, argument)| {
            let id = function.parameters.get(at);
            let parameter = id.and_then(|id| self.unit.variable(*id));
            (parameter.map_or(argument.ty, |one| one.ty), argument)
        });
        let typed: Vec<(Qual, &'e Expr)> = typed.collect();
        let values = self.in_any_order(state, &typed, expr.place).into_iter();
        let all = values.zip(typed).map(|(value, (ty, argument))| Given {
            value,
            written: self.may_write(ty),
            ty,
            argument,
        });
        all.collect()
    }

    /// Puts a new allocation where the first argument points.
    fn allocate(
        &mut self,
        state: &mut State,
        expr: &Expr,
        (given, bytes): (&[Given], Option<&Given>),
        status: &Why,
    ) {
        let bytes = match bytes {
            Some(Given {
                value, argument, ..
            }) => self.as_number(value.clone(), argument.ty, argument.place),
            None => Number::Literal(0),
        };
        let id = AllocationId(u32::try_from(self.allocations.len()).unwrap_or(u32::MAX));
        self.allocations.push(Allocation {
            bytes,
            place: expr.place,
        });
        let to = given.first();
        let at = to.map_or(Location::Anywhere, |to| self.pointed(&to.value));
        self.write(state, &at, Value::pointer(Base::Allocation(id)), status);
    }

    /// Ends an allocation; where it is not known which, each that may be it.
    fn release(&mut self, state: &mut State, given: Option<&Given>) {
        if let Some(Value::Pointer(Pointer {
            base: Base::Allocation(id),
            ..
        })) = given.map(|one| &one.value)
        {
            return self.free(state, *id);
        }
        let any: Vec<AllocationId> = self.exposed.union(&self.hidden).copied().collect();
        for id in any {
            self.free(state, id);
        }
    }

    /// What a function may do with the memory that an argument points to.
    fn use_memory(&mut self, state: &mut State, given: &Given, status: &Why) {
        let written = given.written;
        match self.pointed(&given.value) {
            Location::Exact(Place { variable, .. })
            | Location::Element(Place { variable, .. }, _)
            | Location::Inside(variable) => {
                // What is copied from there may be put somewhere else.
                if let Some(held) = state.variables.get(&variable).cloned()
                    && !self.leads_to_floats(given.ty)
                    && !self.is_floating(variable)
                {
                    self.leak(&held);
                }
                if written {
                    self.forget(state, variable, status);
                }
            }
            Location::Apart | Location::Anywhere if written && given.leads_anywhere() => {
                self.disturb(state, status);
            }
            Location::Apart | Location::Anywhere => {}
        }
    }

    /// Whether a pointer or reference leads to floating-point numbers.
    fn leads_to_floats(&self, ty: Qual) -> bool {
        match self.ty(ty) {
            Type::Pointer(to) | Type::Reference { to, .. } => {
                matches!(self.ty(*to), Type::Float(_))
            }
            _ => false,
        }
    }

    /// Whether a function may write where an argument of this type points.
    pub(crate) fn may_write(&self, ty: Qual) -> bool {
        match self.ty(ty) {
            Type::Pointer(to) | Type::Reference { to, .. } => {
                // A handle such as a stream, whose type nobody sees.
                let handle = match self.ty(*to) {
                    Type::Record(id) => {
                        self.unit.record(*id).is_some_and(|record| !record.complete)
                    }
                    _ => false,
                };
                !to.constant && !handle
            }
            _ => true,
        }
    }
}
